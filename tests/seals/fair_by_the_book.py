"""Fair chance a second time, written from the text of docs/fair-chance.md and nothing else.

Nothing of pbem is imported. Slow and plain: every number is taken from the stream by its position.
"""

from __future__ import annotations

import hashlib
import hmac


def commitment(secret: bytes) -> str:
    return hashlib.sha256(b"pbem/fair/1/commit" + b"\x00" + secret).hexdigest()


class Chance:
    def __init__(self, secret: bytes, genesis: bytes) -> None:
        self.secret = secret
        self.digest = hashlib.sha256(b"pbem/fair/1/start" + b"\x00" + genesis).digest()
        self.drawn = 0

    def mix(self, data: bytes) -> None:
        length = bytes((len(data) >> (8 * (7 - i))) & 255 for i in range(8))
        self.digest = hashlib.sha256(b"pbem/fair/1/mix" + b"\x00" + self.digest + length + data).digest()
        self.drawn = 0

    def piece(self) -> int:
        block, place = self.drawn // 8, self.drawn % 8
        counter = bytes((block >> (8 * (7 - i))) & 255 for i in range(8))
        message = b"pbem/fair/1/block" + b"\x00" + self.digest + counter
        output = hmac.new(self.secret, message, hashlib.sha256).digest()
        self.drawn += 1
        a, b, c, d = output[4 * place : 4 * place + 4]
        return a * 16777216 + b * 65536 + c * 256 + d

    def below(self, n: int) -> int:
        while True:
            piece = self.piece()
            if piece < (4294967296 // n) * n:
                return piece % n

    def roll(self, count: int, sides: int) -> list[int]:
        return [self.below(sides) + 1 for _ in range(count)]

    def shuffle(self, n: int) -> list[int]:
        items = list(range(n))
        i = n - 1
        while i >= 1:
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1
        return items

    def draw(self, n: int, k: int) -> list[int]:
        items = list(range(n))
        for i in range(k):
            j = i + self.below(n - i)
            items[i], items[j] = items[j], items[i]
        return items[:k]
