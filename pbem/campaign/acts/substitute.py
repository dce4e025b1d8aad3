"""`substitute`: a player names somebody who may write moves for the seat and read its hand; or nobody any
more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.seals.keys import PublicKey
from pbem.table import Note
from pbem.words.message import put

from ..agreement.genesis import Substitute, try_out
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, seat_keys
from .act import ActDecision, CampaignAct, Command, Filed, seat_of
from .shapes import FILE, Entry, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match

NONE = "none"


def read(said: str) -> Substitute | None:
    """`ssh-ed25519 AAAA… [age1…]`, or `none`."""
    if said.strip().lower() == NONE:
        return None
    key, age = seat_keys.new_key(said)
    return Substitute(key, age)


def decide(match: Match, command: Command[Substitute | None]) -> ActDecision:
    """Whether that key can write for the seat: nobody else at the table may see its hand."""
    seat, new = seat_of(command), command.said
    owner = match.seats[seat]
    content: dict[str, Any] = {"kind": "substitute", "player": owner.handle}
    if new is not None:
        seat_keys.check(match, seat, new.key, owner.keys)
        content["key"] = PublicKey(new.key.raw).line
        if new.age:
            content["age"] = new.age
    elif owner.substitute is None:
        raise CampaignError(CampaignFault.NO_SUBSTITUTE, player=owner.handle)
    return ActDecision(
        content, (put("campaign", f"receipt.{'substitute' if new else 'no-substitute'}", {"n": match.n + 1}),)
    )


def _read(match: Match, seat: int, said: str, at: str) -> Substitute | None:
    new = read(said)
    if new is not None:
        try_out(match.seats[seat].handle, new.key, new.age)
    return new


def _command(match: Match, entry: Entry, filed: Filed) -> Command[Substitute | None]:
    seat = match.seat_of(entry)
    new = read(entry_file.signed_line(match, entry, seat, filed, "substitute"))
    wanted = {"key": PublicKey(new.key.raw).line, "age": new.age} if new is not None else {}
    if any(entry.get(name) != wanted.get(name) for name in ("key", "age")):
        decide(match, Command(entry["at"], new, seat))  # a key that cannot be is refused as such first
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=phrase("other-key"))
    return Command(entry["at"], new, seat)


def seated(match: Match, entry: Entry) -> None:
    """Who may write for the seat after the entry."""
    try:
        new = read(f"{entry['key']} {entry.get('age', '')}") if "key" in entry else None
    except CampaignError as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=error) from None
    seat = match.seat_of(entry)
    match.seats.put(seat, replace(match.seats[seat], substitute=new))


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    entry_file.taken_in(match, entry, seat, known)
    seated(match, entry)
    told = "table_substitute" if "key" in entry else "table_no_substitute"
    return EntryDraft(dict(entry), [Note(told, {"player": seat})])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.substitute" if "key" in entry else "log.no_substitute", {"name": entry["player"]})]


ACT = CampaignAct(
    "substitute",
    {"player": text, "file": FILE},
    decide,
    _command,
    _apply,
    _told,
    {"key": text, "age": text},
    _read,
)
