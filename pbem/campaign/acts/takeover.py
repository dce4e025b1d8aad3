"""`takeover`: another person, or a bot, plays a seat from here on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.recipients import parse_age
from pbem.table import Note

from ..agreement.genesis import Seat
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, seat_keys
from .act import ActDecision, CampaignAct, Command, Filed, seat_of
from .shapes import Entry, either, number, one_of, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match

BOTS = ("bot", "random", "default", "empty")


def decide(match: Match, command: Command[Seat]) -> ActDecision:
    """The seat gets its new player, if that one can have it."""
    seat, new = seat_of(command), command.said
    handle = match.seats[seat].handle
    seat_keys.check(match, seat, new.key, (match.seats[seat].key,))
    content: dict[str, Any] = {
        "kind": "takeover",
        "player": handle,
        "key": PublicKey(new.key.raw).line,
        "name": new.name,
        "by": command.by,
    }
    return ActDecision(content | {name: value for name, value in (("age", new.age), ("bot", new.bot)) if value})


def _seat(entry: Entry) -> Seat:
    key, _ = seat_keys.new_key(entry["key"])
    if key.line != entry["key"]:
        raise CampaignError(CampaignFault.NEW_KEY, why=phrase("with-comment"))
    age = parse_age(entry["age"], phrase("recipient-of", player=entry["player"])) if "age" in entry else None
    return Seat(entry["player"], entry["name"], key, age, entry.get("bot"))


def _command(match: Match, entry: Entry, filed: Filed) -> Command[Seat]:
    n, seat = entry["n"], match.seat_of(entry)
    try:
        new = _seat(entry)
    except (SealError, CampaignError) as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=error) from None
    seat_keys.verify(match, seat, new.key, n)
    if entry["by"] != "moderator" and entry["by"] != match.seats.free[seat]:
        raise entry_file.misplaced(entry, phrase("seat-not-free", player=entry["player"], n=entry["by"]))
    return Command(entry["at"], new, seat, entry["by"])


def seated(match: Match, entry: Entry) -> Seat:
    """Whoever plays the seat after the entry; what the old player announced or voted is over, and what was ordered
    ahead stays until the new one clears it."""
    try:
        new = _seat(entry)
    except (SealError, CampaignError) as error:
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=error) from None
    seat = match.seat_of(entry)
    match.seats.taken(seat, new, stands_in=bool(new.bot) and isinstance(entry["by"], int))
    match.pace.back(seat, entry["at"])
    match.pace.answered(seat)
    match.seats.left(seat, match.n + 1)
    return new


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    old = match.seats[seat]
    new = seated(match, entry)
    told = "table_takeover_bot" if new.bot else "table_takeover"
    before = old.name if old.name != new.name else ""  # whoever reads of it knows the seat by its new name
    return EntryDraft(dict(entry), [Note(told, {"player": seat, "person": new.name, "before": before})])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    key = "log.takeover_bot" if "bot" in entry else "log.takeover"
    return [(key, {"name": entry["player"], "person": entry["name"]})]


ACT = CampaignAct(
    "takeover",
    {
        "player": text,
        "key": text,
        "name": lambda v: text(v) and bool(v.strip()),
        "by": either(number, one_of("moderator")),
    },
    decide,
    _command,
    _apply,
    _told,
    {"age": text, "bot": one_of(*BOTS)},
)
