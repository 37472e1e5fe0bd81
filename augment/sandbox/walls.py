"""Walls that a process of the engine puts up, by plain system calls.

Like `child.py`, this runs under any Python from 3.8 with the standard library only, and is handed over as text. Each
function does one thing and raises OSError where the system refuses it; what to do without is for the caller to say.

Sources: namespaces(7), capabilities(7), prctl(2), landlock(7) and the kernel's userspace-api/landlock document.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct

CLONE_NEWNS, CLONE_NEWIPC = 0x20000, 0x8000000
MS_NOSUID, MS_NODEV, MS_REC, MS_PRIVATE = 2, 4, 1 << 14, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 1, 4, 47, 4
PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER = 38, 36
SYS_LANDLOCK = 444  # create_ruleset; add_rule and restrict_self follow; the same on every machine

libc = ctypes.CDLL(None, use_errno=True)


def checked(result: int, what: str) -> int:
    """The result of a system call, or OSError."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, what + ": " + os.strerror(number))
    return result


def mount(kind: str, target: str, flags: int, options: str = "") -> None:
    """mount(2)."""
    result = libc.mount(kind.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode() or None)
    checked(result, "mount " + target)


def own_folders(folders: list[str], size_bytes: int) -> None:
    """Make folders empty, writable and bounded in size, for this process and its descendants alone.

    They get System V shared memory and message queues of their own too.
    """
    checked(libc.unshare(CLONE_NEWNS | CLONE_NEWIPC), "unshare")
    checked(libc.mount(b"none", b"/", None, ctypes.c_ulong(MS_REC | MS_PRIVATE), None), "private mounts")
    for folder in folders:
        mount("tmpfs", folder, MS_NOSUID | MS_NODEV, "size=%d,mode=700" % size_bytes)


def prctl(option: int, value: int, *more: int) -> None:
    """prctl(2)."""
    arguments = [ctypes.c_ulong(number) for number in (value, *more)]
    arguments += [ctypes.c_ulong(0)] * (4 - len(arguments))
    checked(libc.prctl(option, *arguments), "prctl %d" % option)


def die_with_parent() -> None:
    """Be killed when the parent ends."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent ends."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def close_memory() -> None:
    """Keep processes of the same user from reading or changing this one's memory."""
    prctl(PR_SET_DUMPABLE, 0)


def give_up_privileges() -> None:
    """No capabilities, now or after any exec."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("<Ii", 0x20080522, 0)  # version 3, this thread
    checked(libc.capset(header, bytes(24)), "capset")


# What the kernel's landlock.h calls them, by bit.
WRITES = sum(1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12))
READS = 1 << 0 | 1 << 2 | 1 << 3
REFER, TRUNCATE = 1 << 13, 1 << 14


def landlock_version() -> int:
    """Version of Landlock that the kernel offers; 0 for none."""
    return max(0, int(libc.syscall(SYS_LANDLOCK, None, 0, 1)))


def landlock(readable: list[str], writable: list[str]) -> None:
    """Open no file but below these folders from now on, and no TCP connection (since version 4)."""
    version = landlock_version()
    if not version:
        raise OSError(38, "Landlock is not offered by this kernel")
    files = READS | WRITES | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    rules = struct.pack("<QQQ", files, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    ruleset = checked(libc.syscall(SYS_LANDLOCK, rules, 8 if version < 4 else 16 if version < 6 else 24, 0), "landlock")
    for folders, rights in ((readable, READS), (writable, files)):
        for folder in folders:
            try:
                handle = os.open(folder, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            kind = rights if os.path.isdir(folder) else rights & (1 << 0 | 1 << 1 | 1 << 2 | TRUNCATE)
            rule = struct.pack("<Qi", kind & files, handle)
            checked(libc.syscall(SYS_LANDLOCK + 1, ruleset, 1, rule, 0), "landlock rule")
            os.close(handle)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    checked(libc.syscall(SYS_LANDLOCK + 2, ruleset, 0), "landlock restriction")
    os.close(ruleset)
