"""The few bytes-level helpers that keys, signatures and blocks share (RFC 4251 strings, strict base64)."""

from __future__ import annotations

import base64
import binascii
import struct


class Short(ValueError):
    """The bytes end before the thing they announce."""


def string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


class WireReader:
    """Takes RFC 4251 strings off the front of some bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        end = self._at + count
        if end > len(self._data):
            raise Short
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def number(self) -> int:
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        return self.take(self.number())

    @property
    def rest(self) -> bytes:
        return self._data[self._at :]

    @property
    def done(self) -> bool:
        return self._at == len(self._data)


def strict_base64(text: str) -> bytes | None:
    """Base64 that has exactly one spelling: its alphabet only, right padding, no stray bits. Otherwise None."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None


def columns(text: str, width: int) -> list[str]:
    return [text[i : i + width] for i in range(0, len(text), width)]
