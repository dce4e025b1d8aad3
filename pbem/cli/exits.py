"""All exit codes of the command line."""

from enum import IntEnum


class Exit(IntEnum):
    OK = 0
    FAILED = 1
    """A check failed: a scenario differs, a campaign does not verify, a move is refused."""
    USAGE = 2
    """The command line itself is wrong (Typer's own code)."""
    NOT_FOUND = 3
    """No such game, title, player or file."""
    KEY = 4
    """A key is missing, wrong or cannot be opened."""
    LOCKED = 5
    """Another moderator is at work."""
    DISK = 6
    """A file could not be read or written; nothing was changed."""
