"""What is known of the sealed parts of a ledger, from later entries or with the moderator's key."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from pbem.seals.errors import SealError
from pbem.seals.sealing import is_sealed
from pbem.words.lazy_dataclass import dataclass

from ..acts.shapes import Entry
from ..errors import CampaignError, CampaignFault, phrase
from ..records import SignedFile

Unseal = Callable[[bytes], bytes]


@dataclass(slots=True)
class Unsealed:
    """What has been made public of sealed files, and the secret; or a way to open them."""

    secret: bytes | None = None
    files: dict[int, SignedFile] = field(default_factory=dict)
    orders: dict[tuple[int, int], str] = field(default_factory=dict)
    """By entry and place, answers that were hidden."""
    sources: dict[tuple[int, int], Mapping[str, Any]] = field(default_factory=dict)
    """What else was hidden of them: `source`, perhaps `from`."""
    rulings: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """By entry, what rulings have changed of hidden things."""
    unseal: Unseal | None = None
    number: Callable[[str], int | None] | None = None
    """The number of an entry by its digest, which is how files name it."""

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Unsealed:
        """Everything that entries reveal about earlier ones."""
        known = cls()
        for entry in entries:
            known.learn(entry)
        return known

    def learn(self, entry: Entry) -> None:
        for one in entry.get("opens", ()):
            self.files[one["n"]] = SignedFile.of(one)
        for one in entry.get("shows", ()):
            self.orders[one["n"], one["i"]] = one["order"]
            if "source" in one:
                self.sources[one["n"], one["i"]] = one
        for one in entry.get("sources", ()):
            self.sources[one["n"], one["i"]] = one
        for one in entry.get("rulings", ()):
            self.rulings[one["n"]] = one["changes"]
        if entry["kind"] == "end":
            self.secret = bytes.fromhex(entry["secret"])

    def file(self, n: int, data: dict[str, Any]) -> SignedFile | None:
        """The signed file of entry `n`."""
        if "payload" in data:
            return SignedFile.of(data)
        if n not in self.files and self.unseal is not None and is_sealed(data.get("sealed", "").encode()):
            self._open(n, data["sealed"].encode())
        return self.files.get(n)

    def _open(self, n: int, sealed: bytes) -> None:
        assert self.unseal is not None
        try:
            inside = json.loads(self.unseal(sealed))
            self.files[n] = SignedFile(inside["payload"].encode(), b64decode(inside["signature"]))
        except SealError as error:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("no-signed-file")) from None

    def answers(self, n: int, sealed: str) -> Any:
        """The hidden answers that a run keeps sealed; only with the moderator's key."""
        assert self.unseal is not None
        try:
            return json.loads(self.unseal(sealed.encode()))
        except (SealError, ValueError, RecursionError) as error:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=str(error)) from None

    def ruling(self, entry: Entry) -> list[dict[str, Any]]:
        """What a ruling has changed of hidden things."""
        n = entry["n"]
        if "sealed" not in entry or self.unseal is None:
            return self.rulings.get(n, [])
        found = self.answers(n, entry["sealed"])
        if not isinstance(found, list) or not found:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("no-signed-file"))
        return found
