"""`press`: what players say at the table besides their orders: to all or to some, perhaps nameless, or held for later.

A press file has `press` as its first line, perhaps with `to` and handles, `anonymous`, `held`; what is said follows
below, as Markdown:

    press to ben, carl held
    Shall we spare Austria *this once*?
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.table import Note
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import put

from ..clock.calendar import instant
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, SealedEntry
from . import entry_file
from .act import ActDecision, CampaignAct, Command, Filed
from .shapes import FILE, Entry, list_of, text, true

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match

WORD = "press"
NONE, PUBLIC, FREE = "none", "public", "free"
MODERATOR = "moderator"
"""Whom a press file of the moderator names as its player."""
LONGEST = 4_000
RATE = 20
"""How many a player may send in a day, unless the players agreed to another number."""


@dataclass(frozen=True, slots=True)
class Press:
    text: str
    to: tuple[int, ...] = ()
    """Seats that may read it; none: everybody."""
    anonymous: bool = False
    held: bool = False
    """It is told when what is open now has been answered."""


def read(match: Match, orders: str) -> Press:
    """What the lines of a press file say, or why they say nothing that can be told."""
    lines = orders.split("\n")
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
        del lines[0]
    head, text = lines[0].split(), "\n".join(lines[1:]).strip("\n ")
    words = " ".join(head[1:]).replace(",", " ").split()
    flags = {word.lower() for word in words if word.lower() in ("anonymous", "held")}
    named = [word for word in words if word.lower() not in flags]
    if named and named.pop(0).lower() != "to":
        raise CampaignError(CampaignFault.PRESS_FORM, found=lines[0].strip())
    to = []
    for handle in named:
        seat = match.seat(handle)
        if seat is None:
            right = ", ".join(match.genesis.handles)
            raise CampaignError(CampaignFault.OTHER_PLAYER, found=handle, game=match.genesis.game, right=right)
        to.append(seat)
    if "to" in (word.lower() for word in words) and not to:
        raise CampaignError(CampaignFault.PRESS_FORM, found=lines[0].strip())
    if not text.strip():
        raise CampaignError(CampaignFault.PRESS_EMPTY)
    if len(text) > LONGEST:
        raise CampaignError(CampaignFault.PRESS_LONG, found=len(text), right=LONGEST)
    return Press(text, tuple(dict.fromkeys(to)), "anonymous" in flags, "held" in flags)


def check(match: Match, seat: int | None, press: Press, at: str) -> None:
    """Raise if the players did not agree to this: to press of this kind, now, so often. The moderator may always."""
    policy = match.genesis.policy
    if seat is None:
        return
    agreed = policy.get(WORD, NONE)
    if agreed == NONE:
        raise CampaignError(CampaignFault.PRESS_NONE)
    if press.to and agreed != FREE:
        raise CampaignError(CampaignFault.PRESS_PUBLIC)
    if press.anonymous and not policy.get("press_anonymous"):
        raise CampaignError(CampaignFault.PRESS_NAMED)
    if seat in press.to:
        raise CampaignError(CampaignFault.PRESS_SELF)
    silent = [ask.window for ask in match.table.pending.values()] if match.table is not None else []
    closed = next((window for window in silent if window in match.title.language.silent), None)
    if closed is not None:
        raise CampaignError(CampaignFault.PRESS_SILENT, found=closed)
    most = int(policy.get("press_rate", RATE))
    if len(_today(match, seat, at)) >= most:
        raise CampaignError(CampaignFault.PRESS_RATE, found=most)


def waits(match: Match, press: Press, after: str) -> bool:
    """Whether press that is held is not told yet: what was open when it was written is still open."""
    return press.held and not match.past.ended and after in match.past.recent


def fields(match: Match, seat: int | None, press: Press) -> dict[str, Any]:
    """What everybody may know at once: whose it is, unless that is hidden, and for whom."""
    handles = match.genesis.handles
    found: dict[str, Any] = {"anonymous": True} if press.anonymous else {}
    if seat is not None and not press.anonymous:
        found["player"] = handles[seat]
    if press.to:
        found["to"] = [handles[one] for one in sorted(press.to)]
    return found


def _notes(seat: int | None, press: Press | None, to: list[int], anonymous: bool) -> list[Note]:
    by = "anonymous" if anonymous else "moderator" if seat is None else "player"
    who = {} if seat is None or anonymous else {"player": seat}
    if not to:
        return [Note(f"table_press_{by}", {**who, "text": press.text})] if press is not None else []
    notes = [Note(f"table_letter_{by}", {**who, "to": to})]
    if press is not None:
        readers = tuple(sorted({*to, *([] if seat is None else [seat])}))
        notes.append(Note(f"table_letter_{by}_says", {**who, "to": to, "text": press.text}, readers))
    return notes


def stays_sealed(match: Match, entry: Mapping[str, Any]) -> bool:
    """Whether an entry is press that nobody but its readers ever sees."""
    closed = entry["kind"] == WORD and ("to" in entry or "anonymous" in entry)
    return closed and not match.genesis.policy.get("press_opened")


def _today(match: Match, seat: int, at: str) -> list[str]:
    """When the seat has sent press within the last day."""
    begin = instant(at) - timedelta(days=1)
    return [one for one in match.seats.press.get(seat, ()) if instant(one) > begin]


# ---- the act


@dataclass(frozen=True, slots=True)
class PressFile:
    press: Press | None
    """None: it cannot be opened here."""
    known: Mapping[str, Any] = field(default_factory=dict)
    """What everybody may know of one that cannot be opened: `player`, `to`, `anonymous`."""


def decide(match: Match, command: Command[PressFile]) -> ActDecision:
    press = command.said.press
    if press is None:
        return ActDecision({"kind": WORD, **command.said.known})
    check(match, command.seat, press, command.at)
    said = (put("campaign", "receipt.press", {"n": match.n + 1}),)
    return ActDecision({"kind": WORD, **fields(match, command.seat, press)}, said)


def _command(match: Match, entry: Entry, filed: Filed) -> Command[PressFile]:
    n = entry["n"]
    known: dict[str, Any] = {key: entry[key] for key in ("player", "to", "anonymous") if key in entry}
    entry_file.sealed_as_needed(entry, "to" in entry or "anonymous" in entry)
    for handle in entry.get("to", ()):
        match.seat_of({**entry, "player": handle})
    if filed.move is None:
        return Command(entry["at"], PressFile(None, known), _seat(match, entry, None))
    seat, press = _seat(match, entry, filed.move.player), read(match, filed.move.orders)
    check(match, seat, press, entry["at"])
    # What was open when follows from the position, which nobody else can compute before the end.
    if match.secret is not None and waits(match, press, filed.move.after):
        raise entry_file.misplaced(entry, phrase("press-too-early"))
    if fields(match, seat, press) != known:
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("other-press"))
    return Command(entry["at"], PressFile(press), seat)


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    n, at, file = entry["n"], entry["at"], known.file(entry["n"], entry["file"])
    move = entry_file.parsed(n, file) if file is not None else None
    press = read(match, move.orders) if move is not None else None
    seat = _seat(match, entry, move.player if move is not None else None)
    if seat is not None:
        match.seats.spoke(seat, (*_today(match, seat, at), at))
    to = [match.genesis.handles.index(one) for one in entry.get("to", ())]
    notes = _notes(seat, press, to, bool(entry.get("anonymous")))
    sealed = bool(to) or bool(entry.get("anonymous"))
    veiled = SealedEntry(None, file, {}, True) if sealed and file is not None else None
    return EntryDraft(dict(entry), match.tell(notes), veiled=veiled, file=file)


def _seat(match: Match, entry: Entry, player: str | None) -> int | None:
    """Whose it is, as the entry says, or as the file does where that is hidden; None: the moderator's, or not known."""
    if "player" in entry:
        return match.seat_of(entry)
    return match.seat(player) if "anonymous" in entry and player is not None else None


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    by = "anonymous" if "anonymous" in entry else "player" if "player" in entry else "moderator"
    return [(f"log.press_{by}", {"name": entry.get("player"), "who": ", ".join(entry.get("to", ()))})]


ACT = CampaignAct(
    "press",
    {"file": FILE},
    decide,
    _command,
    _apply,
    _told,
    {"player": text, "to": list_of(text), "anonymous": true},
)
