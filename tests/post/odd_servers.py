"""Mail servers that are broken: they answer strangely, a byte at a time, without end, or not at all."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

Served = Callable[[BinaryIO, threading.Event], None]
"""What a server does with a connection, until the test is over."""


@contextlib.contextmanager
def served(serve: Served) -> Iterator[int]:
    """A server on loopback, and its port."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)

        def talk(one: socket.socket) -> None:
            with one, one.makefile("rwb", buffering=0) as file, contextlib.suppress(OSError):
                serve(file, over)  # type: ignore[arg-type]

        def listen() -> None:
            while not over.is_set():
                with contextlib.suppress(OSError):
                    one, _ = listening.accept()
                    one.settimeout(None)
                    threading.Thread(target=talk, args=(one,), daemon=True).start()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield int(listening.getsockname()[1])
        finally:
            over.set()
            thread.join()


def dripping(beginning: bytes = b"") -> Served:
    """Greets with a byte now and then, and never comes to an end of the line."""

    def serve(file: BinaryIO, over: threading.Event) -> None:
        file.write(beginning)
        while not over.wait(0.02):
            file.write(b"*")

    return serve


def endless(line: bytes) -> Served:
    def serve(file: BinaryIO, over: threading.Event) -> None:
        while not over.is_set():
            file.write(line * 1000)

    return serve


def imap(
    uidvalidity: bytes = b"7",
    uidnext: bytes = b"3",
    search: bytes = b"1 2",
    mail: Callable[[int], bytes] = lambda uid: b"{12}\r\nSubject: x\r\n",
) -> Served:
    """An IMAP server with a folder of mails; any of its answers can be odd."""

    def serve(file: BinaryIO, over: threading.Event) -> None:
        file.write(b"* OK hello\r\n")
        for line in file:
            tag, word, *rest = line.split()
            what = (word + b" " + rest[0] if word == b"UID" else word).upper()
            said = {
                b"CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
                b"SELECT": b"* 2 EXISTS\r\n* OK [UIDVALIDITY %b] x\r\n* OK [UIDNEXT %b] x\r\n"
                b"* OK [PERMANENTFLAGS (\\Seen)] x\r\n" % (uidvalidity, uidnext),
                b"UID SEARCH": b"* SEARCH %b\r\n" % search,
                b"LOGOUT": b"* BYE\r\n",
            }.get(what, b"")
            if what == b"UID FETCH":
                uid = int(rest[1])
                said = b"* %d FETCH (UID %d BODY[]<0> " % (uid, uid) + mail(uid) + b")\r\n"
            file.write(said + tag + b" OK done\r\n")

    return serve


def smtp(answer: Callable[[bytes], bytes | None] = lambda word: None) -> Served:
    """An SMTP server that takes everything; what `answer` gives for a command is said instead."""

    def serve(file: BinaryIO, over: threading.Event) -> None:
        file.write(b"220 hello\r\n")
        for line in file:
            word = line.split()[0].upper()
            file.write(answer(word) or (b"354 go on\r\n" if word == b"DATA" else b"250 fine\r\n"))
            while word == b"DATA" and file.readline() not in (b".\r\n", b""):
                pass
            if word == b"DATA":
                file.write(b"250 taken\r\n")

    return serve
