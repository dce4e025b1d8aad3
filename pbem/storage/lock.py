"""A lock that one process holds at a time, and that dies with it."""

from __future__ import annotations

from .errors import StorageError, StorageFault

try:
    import fcntl
except ImportError:
    CAN_LOCK = False
else:
    CAN_LOCK = True


def take(handle: int, wait: bool = False) -> bool:
    """Lock an open file; without `wait`, returns False if another process has it."""
    _needed()
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def share(handle: int) -> None:
    """Wait until no other program writes to an open file, by the lock that mail programs use."""
    _needed()
    fcntl.lockf(handle, fcntl.LOCK_SH)


def _needed() -> None:
    if not CAN_LOCK:
        raise StorageError(StorageFault.NO_LOCKS)
