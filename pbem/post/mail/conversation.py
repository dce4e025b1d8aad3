"""A conversation with a mail server: each exchange has its time and its number of bytes, and so has the whole.

The timeout of a socket is for each single read. A server that sends a byte now and then never runs into it, and would
hold the lock of the mail for ever.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from pbem.words.message import Message

from ..errors import phrase
from .mime import LARGEST

EXCHANGE = 60.0
"""Seconds for one command and its answer."""
WHOLE = 300.0
"""Seconds for everything that is said in one connection. What is left then is for the next run."""
MOST_BYTES = 4 * LARGEST
"""Of the answer to one command: a mail, or the list of all mails of a folder."""


class TooSlow(TimeoutError):
    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = round(seconds)

    @property
    def said(self) -> Message:
        return phrase("too-slow", seconds=self.seconds)

    def __str__(self) -> str:
        return self.said.say()


class TooMuch(OSError):
    said = phrase("too-much", right=MOST_BYTES)

    def __str__(self) -> str:
        return self.said.say()


class Conversation:
    def __init__(self) -> None:
        self.socket: Callable[[], socket.socket | None] = lambda: None
        """What is cut when the time is up; set by the client as soon as there is one."""
        self._spent = 0.0
        """Seconds in which we waited for the server; between two exchanges, games may run for a while."""
        self._left = MOST_BYTES

    @contextmanager
    def exchange(self) -> Iterator[None]:
        """One command and its answer."""
        over, late = Event(), Event()
        begun, left = time.monotonic(), WHOLE - self._spent
        self._left = MOST_BYTES
        watch = Thread(target=self._watch, args=(max(0.0, min(EXCHANGE, left)), over, late), daemon=True)
        watch.start()
        try:
            yield
        except Exception:
            if late.is_set():
                raise TooSlow(EXCHANGE if left > EXCHANGE else WHOLE) from None
            raise
        finally:
            over.set()
            watch.join()
            self._spent += time.monotonic() - begun

    def count(self, size: int) -> None:
        """So many bytes of an answer were read, or are announced."""
        self._left -= size
        if self._left < 0:
            raise TooMuch

    def _watch(self, seconds: float, over: Event, late: Event) -> None:
        """Once the time is up, end whatever waits for the server."""
        if over.wait(seconds):
            return
        late.set()
        while True:
            open_now = self.socket()
            if open_now is not None:
                with suppress(OSError):
                    # Not that of a secured connection, which would take its state away under the one who reads.
                    socket.socket.shutdown(open_now, socket.SHUT_RDWR)
            if over.wait(0.05):
                return
