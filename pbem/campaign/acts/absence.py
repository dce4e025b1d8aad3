"""`absence`: from when to when the deadlines of a seat stand still. One that ends as it begins is the end of
an absence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from pbem.table import Note
from pbem.words.message import put

from ..clock.calendar import instant, written
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file
from .act import ActDecision, CampaignAct, Command, Filed, seat_of
from .shapes import FILE, Entry, one_of, text, time

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match
    from ..match.pace import Span

OVER = "over"


def days_of(said: str) -> tuple[date, date] | None:
    """`2026-12-20..2027-01-03`: the first and the last day; None for `over`: back again."""
    if said.strip().lower() == OVER:
        return None
    first, dots, last = said.partition("..")
    try:
        days = date.fromisoformat(first.strip()), date.fromisoformat((last if dots else first).strip())
    except ValueError:
        raise CampaignError(CampaignFault.ABSENCE, found=said) from None
    if days[0] > days[1]:
        raise CampaignError(CampaignFault.ABSENCE_PAST, found=said)
    return days


def read(match: Match, said: str, at: str) -> Span:
    """Whole days in the zone of the campaign, from now on."""
    days = days_of(said)
    if days is None:
        return at, at
    zone = match.pace.terms.calendar(match.pace.terms.common).zone
    try:
        begin, end = (written(zone.begin_of(one)) for one in (days[0], days[1] + timedelta(days=1)))
    except OverflowError:  # the first or the last day that there is
        raise CampaignError(CampaignFault.ABSENCE, found=said) from None
    if end <= at:
        raise CampaignError(CampaignFault.ABSENCE_PAST, found=said)
    return max(begin, at), end


def decide(match: Match, command: Command[Span]) -> ActDecision:
    """Whether the seat can be away then: there must be something to end, and time left for an own absence."""
    seat, span = seat_of(command), command.said
    player = match.seats[seat].handle
    if span[0] == span[1]:
        if not any(end > command.at for _, end in match.pace.away[seat]):
            raise CampaignError(CampaignFault.NOT_AWAY, player=player)
    elif command.by != "moderator":
        most = match.genesis.policy.get("absence", 0)
        hours = match.pace.hours_away(seat, span)
        if hours > most:
            left = max(0, most - match.pace.hours_away(seat))
            found, right, left_days = (days(number) for number in (hours, most, left))
            raise CampaignError(CampaignFault.ABSENCE_BUDGET, player=player, found=found, right=right, left=left_days)
    content = {"kind": "absence", "player": player, "from": span[0], "until": span[1], "by": command.by}
    key = "back" if span[0] == span[1] else "absence"
    return ActDecision(
        content, (put("campaign", f"receipt.{key}", {"n": match.n + 1, "first": span[0], "last": span[1]}),)
    )


def days(hours: int) -> str:
    """Hours as days, as people count absences; with a digit after the point where they are no whole ones."""
    return f"{round(hours / 24, 1):g}"


def _command(match: Match, entry: Entry, filed: Filed) -> Command[Span]:
    n, at, seat = entry["n"], entry["at"], match.seat_of(entry)
    span = (entry["from"], entry["until"])
    entry_file.signed_by(entry)
    if entry["from"] < at or entry["until"] < entry["from"] or (entry["until"] == entry["from"] != at):
        raise entry_file.misplaced(entry, phrase("absence-back", at=at))
    if "file" in entry:
        said = entry_file.signed_line(match, entry, seat, filed, "absence")
        if read(match, said, at) != span:
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("other-absence"))
    return Command(at, span, seat, entry["by"])


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat, begin, end = match.seat_of(entry), entry["from"], entry["until"]
    entry_file.taken_in(match, entry, seat, known)
    if begin == end:
        match.pace.back(seat, begin)
    else:
        match.pace.away_from(seat, (begin, end))
    zone = match.pace.terms.calendar(match.pace.terms.common).zone
    first, last = (zone.local(one).date() for one in (instant(begin), instant(end) - timedelta(seconds=1)))
    days = {"first": first.isoformat(), "last": last.isoformat()} if begin < end else {}
    return EntryDraft(dict(entry), [Note("table_absence" if days else "table_back", {"player": seat, **days})])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    key = "log.back" if entry["from"] == entry["until"] else "log.absence"
    return [(key, {"name": entry["player"], "first": entry["from"], "last": entry["until"]})]


ACT = CampaignAct(
    "absence",
    {"player": text, "from": time, "until": time, "by": one_of("player", "moderator")},
    decide,
    _command,
    _apply,
    _told,
    {"file": FILE},
    lambda match, _, said, at: read(match, said, at),
)
