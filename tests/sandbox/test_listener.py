from __future__ import annotations

import os
import socket

from augment.model.execution import Ending, Limits, Outcome
from augment.sandbox.listener import HEADER, Listener


def test_a_process_that_reports_before_anybody_listens_is_known_and_can_be_killed() -> None:
    heard: list[Ending] = []

    def hear(place: int, outcome: Outcome) -> bool:
        heard.append(outcome.ending)
        return False

    ours, theirs = socket.socketpair()
    control, ended = socket.socketpair()
    with ours, theirs, control, ended:
        listener = Listener(ours, Limits(), 1, hear)
        theirs.sendall(HEADER.pack(b"S", 0, 0) + HEADER.pack(b"L", 0, 0) + HEADER.pack(b"R", 0, 2) + b"\0N")
        assert not listener.listen(control.fileno())
    assert listener.pid == os.getpid()
    assert heard == [Ending.RETURNED]
