"""How `pbem receive` ends: a mail server bounces a mail on any code but 0 and 75, and the move in it may be taken.

So whatever happens outside the command itself ends with 75 too: a misspelt option in an alias, a signal while the
machine shuts down, an output that nobody reads any more.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from typing_extensions import Buffer

TEMPORARY = 75
"""Mail servers try again later when a program ends with this code (EX_TEMPFAIL)."""
_STOPS = ("SIGTERM", "SIGHUP", "SIGINT")


class _Unread(RawIOBase):
    """An output that may be closed, full, or never opened: what cannot be said there does not undo what was done."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self.descriptor = descriptor

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer) -> int:
        try:
            return os.write(self.descriptor, data)
        except OSError:
            return len(memoryview(data))


def answer_to(run: Callable[[], None], arguments: list[str]) -> NoReturn:
    """Run the command and end with 0 or 75; with its own code where a person asks (--check, --help)."""
    asked = any(one in ("--check", "--help", "-h") for one in arguments)
    for name in _STOPS if not asked else ():
        # Like a kill at any instant, which the next run goes on from; no handler may take it for a fault of the mail.
        signal.signal(getattr(signal, name), lambda *_: os._exit(TEMPORARY))
    sys.stdout, sys.stderr = (TextIOWrapper(BufferedWriter(_Unread(one)), "utf-8", "replace") for one in (1, 2))
    code = _code(run)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if asked or code == 0 else TEMPORARY)


def _code(run: Callable[[], None]) -> int:
    try:
        run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0
