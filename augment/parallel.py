"""Work on many items at once, in threads: the work itself happens in child processes, so these keep all cores busy."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from augment.errors import BadInput

T = TypeVar("T")
R = TypeVar("R")


@contextlib.contextmanager
def each(items: Iterable[T], work: Callable[[T], R], jobs: int | None) -> Iterator[Iterator[tuple[T, R]]]:
    """Work on the items; gives an iterator of each with its result, in the order in which they are done.

    Left early, by an interrupt say, it starts nothing more and waits for the items in hand.

    Args:
        items: worked on in this order, taken only as they are needed.
        work: done in another thread; what it raises is raised by the iterator.
        jobs: items worked on at once; one per core by default.
    """
    workers = (os.cpu_count() or 1) if jobs is None else jobs
    if workers < 1:
        raise BadInput(f"wanted at least 1 job, found {workers}")
    threads = ThreadPoolExecutor(workers)
    try:
        yield _finished(items, work, threads, 2 * workers)
    finally:
        threads.shutdown(cancel_futures=True)


def _finished(
    items: Iterable[T], work: Callable[[T], R], threads: ThreadPoolExecutor, at_once: int
) -> Iterator[tuple[T, R]]:
    waiting = iter(items)
    running: dict[Future[R], T] = {}
    while True:
        for item in waiting:
            running[threads.submit(work, item)] = item
            if len(running) >= at_once:
                break
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()
