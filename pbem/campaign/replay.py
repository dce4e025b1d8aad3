"""Going through a ledger again: the recorded answers on a fresh table, nothing decided anew."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.sealing import is_sealed
from pbem.table.state_json import canonical
from pbem.words.message import Message

from . import genesis as terms
from . import movefile as movefiles
from . import signed_json
from .entries import Entry, named
from .errors import CampaignError, CampaignFault, phrase
from .match import Match, Recorded
from .records import EntryDraft, SignedFile, WrittenAt

Unseal = Callable[[bytes], bytes]


@dataclass(slots=True)
class Unsealed:
    """What has been made public of sealed files, and the secret; or a way to open them."""

    secret: bytes | None = None
    files: dict[int, SignedFile] = field(default_factory=dict)
    orders: dict[tuple[int, int], str] = field(default_factory=dict)
    unseal: Unseal | None = None
    number: Callable[[str], int | None] | None = None
    """The number of an entry by its digest, which is how files name it."""

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Unsealed:
        """All that reveal and end entries tell."""
        known = cls()
        for entry in entries:
            known.learn(entry)
        return known

    def learn(self, entry: Entry) -> None:
        if entry["kind"] in ("reveal", "end"):
            for one in entry["opens"]:
                self.files[one["n"]] = SignedFile.of(one)
            for one in entry["shows"]:
                self.orders[one["n"], one["i"]] = one["order"]
        if entry["kind"] == "end":
            self.secret = bytes.fromhex(entry["secret"])

    def sealed_orders(self, n: int, sealed: str) -> None:
        """Learn the hidden answers of an entry that was served from earlier files."""
        if self.unseal is not None and is_sealed(sealed.encode()):
            try:
                self.orders |= {
                    (n, int(i)): str(order) for i, order in json.loads(self.unseal(sealed.encode())).items()
                }
            except (SealError, ValueError, AttributeError) as error:
                raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None

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
            self.orders |= {(n, int(i)): str(order) for i, order in inside["orders"].items()}
        except SealError as error:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("no-signed-file")) from None


def replayed(entries: Iterable[tuple[str, Entry]], known: Unsealed) -> Iterator[tuple[Match, Entry, EntryDraft]]:
    """The match after each entry, with what the entry did. The match is one object that goes on."""
    match: Match | None = None
    numbers: dict[str, int] = {}
    known.number = numbers.get
    for digest, entry in entries:
        if match is None:
            match = Match.begin(terms.read(entry), digest, known.secret)
            numbers[digest] = 0
            yield match, entry, EntryDraft({})
            continue
        deed = follow(match, entry, known)
        numbers[digest] = entry["n"]
        settle(match, entry, digest, deed)
        yield match, entry, deed


def attested(entry: Entry, moderator: PublicKey) -> None:
    """Raise unless the moderator signed this very entry: a signature on a later one shows only who went on from it."""
    if not signed_json.fits(entry, moderator):
        raise CampaignError(CampaignFault.LINE_SEAL, n=entry["n"])


def follow(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    """Do again what an entry records, if the moderator signed it, and hold the result against it."""
    n, kind = entry["n"], entry["kind"]
    made: EntryDraft | None
    attested(entry, match.genesis.moderator)
    if match.ended:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind), right=phrase("ended-before"))
    if kind not in ("reveal", "end") and _first(match, kind, known) is not None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind), right=phrase("other-first"))
    if kind == "reveal":
        made = match.reveal()
    elif kind == "end":
        match.fetch = lambda _: {one["n"]: SignedFile.of(one) for one in entry["opens"]}
        made = match.end()
    elif kind == "served":
        made = _served(match, entry, known)
    else:
        made = _by_player(match, entry, known, seat_of(match, entry))
    if made is None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind), right=phrase("not-brought-about"))
    compare(entry, made)
    made.notes[:0] = match.take_asides()
    return made


def _first(match: Match, kind: str, known: Unsealed) -> EntryDraft | None:
    """What must stand before an entry: the rules were asked for it after every entry, and are again."""
    return match.reveal() if kind == "served" or known.unseal is None else match.due()


def seat_of(match: Match, entry: Entry) -> int:
    seat = match.seat(entry["player"])
    if seat is None:
        right = phrase("seats", seats=", ".join(match.genesis.handles))
        found = phrase("the-player", player=entry["player"])
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=found, right=right)
    return seat


def _by_player(match: Match, entry: Entry, known: Unsealed, seat: int) -> EntryDraft:
    n, kind = entry["n"], entry["kind"]
    if kind == "key":
        try:
            written = _written(match, n, _parsed(n, SignedFile.of(entry["file"])), known) if "file" in entry else None
            return match.key(seat, entry["key"], entry.get("age"), entry.get("name"), entry["by"], written)
        except SealError as error:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
    if kind == "join" and seat in match.joined:
        raise CampaignError(
            CampaignFault.LINE_PLACE, n=n, found=named(kind), right=phrase("joined-before", player=entry["player"])
        )
    if kind != "join" and match.table is None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(kind), right=phrase("not-begun"))
    file = known.file(n, entry["file"])
    if file is None:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("never-opened"))
    if kind == "join":
        return match.join(seat, file)
    if kind == "move" and known.unseal is not None:
        # The moderator without a checkpoint: what was ordered ahead must be on the agendas again.
        move = _parsed(n, file)
        return match.move(seat, file, move.orders, move.window, _written(match, n, move, known))
    return given(match, entry, seat, file, _recorded(match, entry, known))


def _parsed(n: int, file: SignedFile) -> movefiles.MoveFile:
    try:
        return movefiles.parse(file.payload)
    except movefiles.MoveFileError as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None


def _written(match: Match, n: int, move: movefiles.MoveFile, known: Unsealed) -> WrittenAt:
    assert known.number is not None
    after = match.number(move.after, known.number)
    if after is None:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("after-nothing"))
    return WrittenAt(after, move.written or "")


def _served(match: Match, entry: Entry, known: Unsealed) -> EntryDraft | None:
    known.sealed_orders(entry["n"], entry.get("sealed", ""))
    if known.unseal is not None:
        return match.serve()
    return given(match, entry, seat_of(match, entry), None, _recorded(match, entry, known))


def given(match: Match, entry: Entry, seat: int, file: SignedFile | None, orders: Sequence[Recorded]) -> EntryDraft:
    """The answers of an entry, which must be legal."""
    kind = entry["kind"]
    made = match.direct(seat, file, orders, kind, kind == "move" and "rest" in entry)
    for refused in (one.refused for one in made.results if one.result == "refused"):
        why = phrase("answer-not-legal", refused=str(refused))
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)
    return made


def _recorded(match: Match, entry: Entry, known: Unsealed) -> list[Recorded]:
    """The answers of an entry, each with the file it comes from."""
    by_entry = {origin.n: digest for digest, origin in match.origins.items()}
    found = []
    for i, one in enumerate(entry["answers"]):
        if one["source"] != "forced":
            order = one.get("order", known.orders.get((entry["n"], i), ""))
            fileless = entry["kind"] != "served" or one["source"] == "default"
            digest = by_entry.get(one["from"]) if "from" in one else "" if fileless else None
            if digest is None:
                raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=phrase("answer-of-no-file"))
            found.append((order, one["source"], digest))
    return found


def compare(entry: Entry, made: EntryDraft) -> None:
    """Whether the entry says what the rules and the files give."""
    n, content = entry["n"], made.content
    if entry["kind"] != content["kind"]:
        right = phrase("must-stand-here", entry=named(content["kind"]))
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)
    for name in ("answers", "shows", "opens", "rest"):
        if not _same(entry, content, name):
            raise CampaignError(
                CampaignFault.LINE_ANSWERS, n=n, why=_difference(name, entry.get(name), content.get(name))
            )
    for name, fault in (
        ("digest", CampaignFault.LINE_DIGEST),
        ("secret", CampaignFault.LINE_SECRET),
        ("outcome", CampaignFault.LINE_OUTCOME),
    ):
        if not _same(entry, content, name):
            raise CampaignError(fault, n=n)


def _same(entry: Entry, content: Entry, name: str) -> bool:
    """Whether a field is the same as bytes: Python takes `true` for 1."""
    return canonical(entry.get(name)) == canonical(content.get(name))


def _difference(name: str, recorded: Any, right: Any) -> Message:
    if name == "rest":
        return phrase("rest-wrong")
    recorded, right = recorded or [], right or []
    for i, (one, other) in enumerate(zip(recorded, right, strict=False)):
        if one != other:
            return phrase("recorded-otherwise", name=name, i=i + 1, found=_say(one), right=_say(other))
    return phrase("records", name=name, found=len(recorded), right=len(right))


def _say(one: Any) -> str:
    said = " ".join(str(one[key]) for key in ("player", "ask", "order", "source") if key in one)
    return f"`{said}`"


def settle(match: Match, entry: Entry, digest: str, deed: EntryDraft) -> None:
    """Take the entry for written."""
    match.veil(entry["n"], deed)
    match.recorded(entry["n"], digest, entry["at"], deed.moved)
