"""`key`: from here on another key, perhaps another person, signs for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey, parse_public
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import put

from ..agreement.genesis import try_out
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, seat_keys
from .act import ActDecision, CampaignAct, Command, Filed, seat_of
from .shapes import FILE, Entry, one_of, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match


@dataclass(frozen=True, slots=True)
class NewKey:
    key: PublicKey
    age: str | None = None
    """Where sealed files go, if not to the key."""
    name: str | None = None
    """Another person's, where the moderator gives the seat to one."""


def _read(match: Match, seat: int, said: str, at: str) -> NewKey:
    """`ssh-ed25519 AAAA… [age1…]`; one that nothing can be sealed to gets no seat."""
    key, age = seat_keys.new_key(said)
    try:
        try_out(match.seats[seat].handle, key, age)
    except SealError as error:
        raise CampaignError(CampaignFault.NEW_KEY, why=error) from None
    return NewKey(key, age)


def decide(match: Match, command: Command[NewKey]) -> ActDecision:
    seat, new = seat_of(command), command.said
    owner = match.seats[seat]
    seat_keys.check(match, seat, new.key, (owner.key,))
    content: dict[str, Any] = {"kind": "key", "player": owner.handle, "key": new.key.line, "by": command.by}
    content |= {name: value for name, value in (("age", new.age), ("name", new.name)) if value}
    values = {"n": match.n + 1, "key": new.key.fingerprint, "player": owner.handle}
    return ActDecision(content, (put("campaign", "receipt.new-key", values),))


def _command(match: Match, entry: Entry, filed: Filed) -> Command[NewKey]:
    n, seat = entry["n"], match.seat_of(entry)
    if (entry["by"] == "player") != ("file" in entry):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("key-signed"))
    if entry["by"] == "player" and "name" in entry:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("no-other-name"))
    try:
        key, age = seat_keys.new_key(f"{entry['key']} {entry.get('age', '')}")
        if "file" in entry:
            ordered = filed.move.orders.strip().split(None, 1) if filed.move is not None else []
            if len(ordered) != 2 or ordered[0].lower() != "key" or seat_keys.new_key(ordered[1]) != (key, age):
                raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("other-key"))
    except CampaignError as error:
        if error.fault is CampaignFault.LINE_FILE:
            raise
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
    seat_keys.verify(match, seat, key, n)
    entry_file.in_turn(match, seat, n, filed)
    return Command(entry["at"], NewKey(key, age, entry.get("name")), seat, entry["by"])


def seated(match: Match, entry: Entry) -> None:
    """Who signs for the seat after the entry."""
    seat = match.seat_of(entry)
    old = match.seats[seat]
    try:
        key = parse_public(entry["key"])
    except SealError as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=error) from None
    # Whoever takes over a bot's seat plays it: the bot could not sign with the new key.
    new = replace(old, key=key, age=entry.get("age"), name=entry.get("name") or old.name, bot=None)
    if entry["by"] == "moderator":
        new = replace(new, substitute=None)
        if new.name != old.name:
            match.seats.left(seat, match.n + 1)
    match.seats.put(seat, new)


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seated(match, entry)
    entry_file.taken_in(match, entry, match.seat_of(entry), known)
    return EntryDraft(dict(entry))


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [(f"log.key_by_{entry['by']}", {"name": entry["player"]})]


ACT = CampaignAct(
    "key",
    {"player": text, "key": text, "by": one_of("player", "moderator")},
    decide,
    _command,
    _apply,
    _told,
    {"file": FILE, "age": text, "name": text},
    _read,
)
