"""Fair chance: numbers that nobody could choose and everybody can check afterwards.

docs/fair-chance.md specifies every byte of this; the vectors are in tests/vectors/fair.json.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from typing import TypedDict

SECRET_BYTES = 32
MOST = 2**32

_COMMIT = b"pbem/fair/1/commit\0"
_START = b"pbem/fair/1/start\0"
_MIX = b"pbem/fair/1/mix\0"
_BLOCK = b"pbem/fair/1/block\0"
_PIECES = struct.Struct(">8I")


class FairState(TypedDict):
    """A position in the stream. It gives nothing away: without the secret no number can be derived from it."""

    digest: str
    drawn: int


def commitment(secret: bytes) -> str:
    """What the moderator publishes at genesis, in hex."""
    return hashlib.sha256(_COMMIT + _whole(secret, "secret")).hexdigest()


def matches(secret: bytes, published: str) -> bool:
    """Whether a revealed secret is the one that was committed to."""
    return hmac.compare_digest(commitment(secret).encode(), published.encode())


def _whole(data: bytes, name: str) -> bytes:
    if len(data) != SECRET_BYTES:
        raise ValueError(f"{name} must be {SECRET_BYTES} bytes, not {len(data)}")
    return bytes(data)


class FairSource:
    """Unbiased numbers from the moderator's secret, the genesis and the players' signatures."""

    __slots__ = ("_block", "_digest", "_left", "_secret")

    def __init__(self, secret: bytes, genesis_digest: bytes) -> None:
        self._secret = _whole(secret, "secret")
        self._begin(hashlib.sha256(_START + _whole(genesis_digest, "genesis digest")).digest())

    def _begin(self, digest: bytes) -> None:
        self._digest = digest
        self._block = 0  # number of the next block
        self._left: list[int] = []  # pieces of the last block, the next one at the end

    def mix(self, signature: bytes) -> None:
        """Mix in a signature. The rest of the current block is discarded."""
        size = len(signature).to_bytes(8, "big")
        self._begin(hashlib.sha256(_MIX + self._digest + size + signature).digest())

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely (1 <= n <= 2**32)."""
        if not 1 <= n <= MOST:
            raise ValueError(f"a number below {n} cannot be drawn; 1 to {MOST} will do")
        # Pieces of `fair` or above would make small results likelier than large ones.
        fair = MOST - MOST % n
        while True:
            if not self._left:
                self._refill()
            piece = self._left.pop()
            if piece < fair:
                return piece % n

    def _refill(self) -> None:
        message = _BLOCK + self._digest + self._block.to_bytes(8, "big")
        block = hmac.digest(self._secret, message, "sha256")
        self._left = list(_PIECES.unpack(block))
        self._left.reverse()
        self._block += 1

    def state(self) -> FairState:
        """The position: the digest of all that was mixed in, and the pieces used since."""
        return FairState(digest=self._digest.hex(), drawn=8 * self._block - len(self._left))

    @classmethod
    def from_state(cls, secret: bytes, state: FairState) -> FairSource:
        """A source that continues from where `state()` was taken."""
        drawn = state["drawn"]
        if drawn < 0:
            raise ValueError("a position cannot be negative")
        source = cls.__new__(cls)
        source._secret = _whole(secret, "secret")
        source._begin(_whole(bytes.fromhex(state["digest"]), "digest"))
        source._block, used = divmod(drawn, 8)
        if used:
            source._refill()
            del source._left[8 - used :]
        return source
