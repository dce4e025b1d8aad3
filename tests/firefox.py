"""Firefox for the nightly tests, by WebDriver BiDi: just enough of it to open a page and to call functions in it."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

_LISTENING = re.compile(r"ws://127\.0\.0\.1:(\d+)")
_TEXT, _CLOSE, _PING = 1, 8, 9


def program() -> str:
    """Skips where there is no Firefox: only the nightly tests want one."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        pytest.skip("not installed: firefox-esr, a second browser for the nightly tests")
    return found


class FirefoxPage:
    """One page, with what the tests of the engine ask of a page."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), 180)
        self._count = 0
        key = base64.b64encode(os.urandom(16)).decode()
        ask = [f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade"]
        self._socket.sendall(
            "\r\n".join([*ask, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13\r\n\r\n"]).encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self._socket.recv(1)
        assert head.startswith(b"HTTP/1.1 101"), head
        self._command("session.new", capabilities={})
        self._context = self._command("browsingContext.create", type="tab")["context"]

    def goto(self, address: str) -> None:
        self._command("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, function: str, given: Any = None) -> Any:
        """What a function returns for this argument, both as JSON."""
        found = self._command(
            "script.callFunction",
            functionDeclaration=f"async given => JSON.stringify(await ({function})(JSON.parse(given)))",
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        told = found["result"]
        return json.loads(told["value"]) if told["type"] == "string" else None

    # ---- the protocol

    def _command(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._send(json.dumps({"id": self._count, "method": method, "params": params}).encode())
        while True:
            heard = json.loads(self._receive())
            if heard.get("id") == self._count:
                assert heard["type"] == "success", heard
                return heard["result"]

    def _send(self, data: bytes, kind: int = _TEXT) -> None:
        size = len(data)
        if size < 126:
            head = struct.pack(">BB", 0x80 | kind, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, size)
        mask = os.urandom(4)
        self._socket.sendall(head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data)))

    def _receive(self) -> bytes:
        """The next message, of however many frames."""
        whole = b""
        while True:
            first, size = self._exactly(2)
            if size == 126:
                (size,) = struct.unpack(">H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._exactly(8))
            data = self._exactly(size)
            kind = first & 15
            assert kind != _CLOSE, data
            if kind == _PING:
                self._send(data, 10)
                continue
            whole += data
            if first & 0x80:
                return whole

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self._socket.recv(size - len(data))
            assert part, "Firefox has gone"
            data += part
        return data


@contextmanager
def launched_firefox() -> Iterator[FirefoxPage]:
    with TemporaryDirectory() as profile:
        options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        env = {**os.environ, "HOME": profile, "MOZ_HEADLESS": "1"}
        log = Path(profile) / "log"
        with (
            log.open("w") as told,
            subprocess.Popen([program(), *options], stderr=told, stdout=told, env=env) as running,
        ):
            try:
                yield FirefoxPage(_port(log, running))
            finally:
                running.terminate()
                running.wait(30)


def _port(log: Path, running: subprocess.Popen[bytes]) -> int:
    """Where it listens, as it says itself."""
    for _ in range(600):
        found = _LISTENING.search(log.read_text(errors="replace"))
        if found:
            return int(found[1])
        assert running.poll() is None, log.read_text(errors="replace")
        time.sleep(0.1)
    raise AssertionError("Firefox does not listen")
