from __future__ import annotations

import os
import threading

import pytest

from augment.sandbox import crowd


def test_threads_of_the_user_are_counted() -> None:
    user = os.stat("/proc/self").st_uid
    before, ready, over = crowd._counted(user, -1), threading.Barrier(41), threading.Event()

    def wait() -> None:
        ready.wait()
        over.wait()

    threads = [threading.Thread(target=wait) for _ in range(40)]
    for thread in threads:
        thread.start()
    ready.wait()
    after = crowd._counted(user, -2)
    over.set()
    for thread in threads:
        thread.join()
    assert after - before >= 20  # others of the same user may have ended meanwhile


@pytest.mark.parametrize(("user", "counted"), [(0, False), (12345, True)])
def test_root_is_not_counted(monkeypatch: pytest.MonkeyPatch, user: int, counted: bool) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(crowd, "_counted", lambda *_: 7)
    assert crowd.tasks_of_user() == (7 if counted else 0)
