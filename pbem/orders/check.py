"""The check before sending: what the moderator will say, as far as the player's own view can tell.

The orders are rehearsed on a table made from the sealed hand: exactly what the moderator will do, up
to the first die, hidden thing or decision of somebody else. After that only the words are checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.table import HiddenTouched, NotLegal, OutOfChance, Refused, Table, Title
from pbem.table.state_json import from_json, to_json

from .agenda import Agenda, Clerk
from .errors import BadOrders
from .lines import Line, Sheet, write

MOST_SHOWN = 12
RESULTS = ("legal", "skipped", "kept", "refused", "reads")


@dataclass(frozen=True, slots=True)
class Checked:
    number: int
    text: str
    result: str
    """legal; skipped (a `try` or `if` that does not apply); kept (a standing order); refused; reads (it is readable,
    but what it depends on is not known yet)"""
    order: str | None = None
    """As it was understood: the answer or, if it is kept or not known yet, the whole line."""
    refused: Refused | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    lines: list[Checked]
    certain: int
    """Up to this line the result is certain."""

    @property
    def good(self) -> bool:
        return bool(self.lines) and all(one.result != "refused" for one in self.lines)

    @property
    def open_from(self) -> int | None:
        """The first line that depends on dice or hidden things."""
        return next((one.number for one in self.lines if one.result == "reads"), None)


def check_orders(
    title: Title,
    players: tuple[str, ...],
    seat: int,
    orders: str,
    hand: Mapping[str, Any] | None,
    window: str | None = None,
) -> Rehearsal:
    """Check every line of the orders; `hand` is the data of the sealed hand, None where it is not available.

    `window` is the window that the file names; without one, the file is for what is asked now.
    """
    clerk = Clerk(title, players, hand["view"]["fixes"] if hand is not None else None)
    agenda = from_json(Agenda, hand["ordered"]) if hand is not None else Agenda()
    ask = own_ask(hand["asked"], seat) if hand is not None else None
    if window not in clerk.windows:
        window = title.language[ask["kind"]].window(ask.get("window")) if ask and "offer" not in ask else ""
    try:
        sheet = clerk.file(agenda, seat, "", window, orders)
    except BadOrders as bad:
        return Rehearsal([Checked(f.line, f.text, "refused", refused=f.refused) for f in bad.faults], 0)
    found: dict[int, Checked] = {}
    if hand is not None and ask is not None:
        table = _table(title, players, seat, hand, ask)
        if table is not None:
            _rehearse(table, clerk, agenda, seat, found)
        else:
            _first(title, players, seat, agenda, clerk, ask, found)
    for line in sheet.lines:
        if line.number not in found and _never_asked(title, clerk, window, line):
            text, other = line.source.strip(), min(line.asks())
            told = {"order": text, "other": other, "line": f"once on {other}: {text}"}
            found[line.number] = Checked(line.number, line.source, "refused", refused=NotLegal("asked_elsewhere", told))
    return _by_line(sheet, found, players)


def _never_asked(title: Title, clerk: Clerk, window: str, line: Line) -> bool:
    """A line for an interrupt, in a file for another window: it would never be used, and all below it would wait."""
    kinds = [title.language[ask] for ask in line.asks()]
    if not window or not kinds or not clerk.by_window or clerk.by_subject or line.prefix == "try":
        return False
    return all(kind.interrupt and not kind.follow_up and window not in kind.windows for kind in kinds)


def own_ask(asked: Any, seat: int) -> Any:
    """The ask, among all that are open (`Table.asked`), that a seat must answer itself, with the legal answers."""
    return next((one for one in asked if one.get("player") == seat and "legal" in one), None)


def _table(
    title: Title, players: tuple[str, ...], seat: int, hand: Mapping[str, Any], ask: Mapping[str, Any]
) -> Table | None:
    """A table at the position that the hand shows, provided it asks the same thing."""
    try:
        table = Table.at(title, players, title.from_view(hand["view"], seat))
        asked = own_ask(table.asked(seat), seat)
    except (HiddenTouched, OutOfChance):
        return None  # the hand does not show enough to replay the phase from its start
    return table if to_json(asked) == ask else None  # otherwise the view is from mid-phase


def _rehearse(table: Table, clerk: Clerk, agenda: Agenda, seat: int, found: dict[int, Checked]) -> None:
    first = True
    while seat in table.pending and seat not in table.given:
        before = table.barrier
        try:
            if not _decide(table, clerk, agenda, seat, found, first):
                return
            first = False
        except (HiddenTouched, OutOfChance):
            return  # from here on it depends on what the player cannot know
        if table.barrier != before:
            return


def _decide(table: Table, clerk: Clerk, agenda: Agenda, seat: int, found: dict[int, Checked], first: bool) -> bool:
    """Answer the open ask as the moderator will; returns whether the orders contain an answer.

    `first`: nothing has been answered yet, so that the file must speak of what is asked."""
    ask = table.pending[seat]
    decision = clerk.decide(agenda, ask, table.state)
    if first:
        clerk.must_fit(agenda, ask, "", decision)
    for one in decision.dropped:
        if one.file == "":
            found[one.number] = Checked(one.number, one.text, "skipped", why=one.key)
    if decision.halted is not None:
        found[decision.number] = Checked(decision.number, decision.text, "refused", refused=decision.halted)
    if decision.wanted and decision.file == "":
        found[decision.number] = Checked(decision.number, decision.text, "legal", "ask")
    if decision.answer is None:
        return False
    if decision.file == "" and decision.source != "default":
        order = ask.write(decision.answer, table.players)
        found[decision.number] = Checked(decision.number, decision.text, "legal", order)
    place = table.place
    table.answer(seat, decision.answer)
    for forced in table.forced_since(place):
        line = clerk.forced(agenda, forced, table.state) if forced.seat == seat else None
        if line is not None and line.file == "":
            found[line.number] = Checked(line.number, line.text, "legal", forced.order)
    return True


def _first(
    title: Title,
    players: tuple[str, ...],
    seat: int,
    agenda: Agenda,
    clerk: Clerk,
    ask: Mapping[str, Any],
    found: dict[int, Checked],
) -> None:
    """Without a table, only the first line can be checked against the legal answers."""
    head = next((one for one in agenda.queue if one.file == "" and not one.occasion), None)
    goes_on = any(one.occasion.startswith(f"{ask['kind']} ") for one in agenda.queue)
    if head is None or goes_on or "offer" in ask or not ask["complete"]:
        return  # nothing of this file, or a line that may answer before it because it answered here already
    number, line = head.number, clerk.line(seat, head)
    if line.condition is not None or (clerk.by_subject and line.about) or ask["kind"] in title.implied:
        return
    kind = title.language[ask["kind"]]
    legal = {one["order"]: kind.read(one["order"], players, seat)[1] for one in ask["legal"]}
    fault: Refused | None = None
    for order in line.orders:
        if order.control:
            found[number] = Checked(number, line.source, "legal")
            return
        if order.wild:
            return  # the moderator looks for the first that is legal
        try:
            form, answer = kind.read(order.text, players, seat)
            if form.head in kind.readers or ask.get("means"):
                return  # perhaps a convenience form, which the moderator works out
            same = next((text for text, one in legal.items() if _same(one, answer)), None)
            if same is not None:
                found[number] = Checked(number, line.source, "legal", same)
                return
            raise NotLegal("not_among_legal", {"order": order.text})
        except Refused as refused:
            refused.rule = refused.rule or ask["rule"]
            refused.legal = refused.legal or tuple(legal)[:MOST_SHOWN]
            fault = fault or refused
    result = "skipped" if line.prefix == "try" else "refused"
    found[number] = Checked(number, line.source, result, refused=fault)


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """The order inside a list does not matter."""
    return [_sorted(part) for part in one] == [_sorted(part) for part in other]


def _sorted(part: Any) -> Any:
    return sorted(map(repr, part)) if isinstance(part, tuple) else part


def _by_line(sheet: Sheet, found: dict[int, Checked], players: tuple[str, ...]) -> Rehearsal:
    lines = []
    certain = 0
    sure = True
    for line in sheet.lines:
        known = found.get(line.number)
        text = line.source.strip()
        if known is None:
            sure = False
            lines.append(Checked(line.number, text, "reads", write(line, players)))
            continue
        if sure:
            certain = line.number
        lines.append(Checked(line.number, text, known.result, known.order, known.refused, known.why))
    lines += [Checked(one.number, one.source.strip(), "kept", write(one, players)) for one in sheet.standing]
    lines += [Checked(one.number, one.source.strip(), "legal") for one in sheet.clears]
    return Rehearsal(sorted(lines, key=lambda one: one.number), certain)
