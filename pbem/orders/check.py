"""The check before sending: what the moderator will say, as far as the player's own view can tell.

The orders are rehearsed on a table set up from the sealed hand (`pbem/table/imagine.py`): exactly what the moderator
will do, up to the first die, hidden thing or decision of somebody else. After that only the words are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from pbem.table import Answer, Ask, HiddenTouched, NotLegal, OutOfChance, Refused, Table, Title
from pbem.table.ask import most_alike
from pbem.table.imagine import Outlook, seen_table
from pbem.table.state_json import from_json, to_json
from pbem.words.lazy_dataclass import dataclass

from .agenda import Agenda, Clerk, Dropped
from .errors import BadOrders
from .fitting import explained, meant_as_order
from .lines import Line, Sheet, point_at_source, write

RESULTS = ("legal", "skipped", "kept", "refused", "reads", "doubtful", "waits", "unused")


@dataclass(frozen=True, slots=True)
class Checked:
    number: int
    text: str
    result: str
    """legal; skipped (a `try` or `if` that does not apply); kept (a standing order); refused; reads (it is readable,
    but what it depends on is not known yet); doubtful (the same, and as things stand now it would be refused); waits
    (until it is asked for); unused (the orders stop above it)"""
    order: str | None = None
    """As it was understood: the answers or, if it is kept or not known yet, the whole line."""
    refused: Refused | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    lines: list[Checked]
    certain: int
    """Up to this line the result is certain."""
    answers: bool | None = None
    """Whether the file answers what is asked now; None if nothing is asked, or if that cannot be known."""
    owed: str | None = None
    """The kind of question that is certainly open once everything in the file is used."""

    @property
    def good(self) -> bool:
        return bool(self.lines) and all(one.result != "refused" for one in self.lines)

    @property
    def open_from(self) -> int | None:
        """The first line that depends on dice, hidden things or other players."""
        return next((one.number for one in self.lines if one.result in ("reads", "doubtful")), None)


def check_orders(
    title: Title,
    players: tuple[str, ...],
    seat: int,
    orders: str,
    hand: Mapping[str, Any] | None,
    window: str | None = None,
) -> Rehearsal:
    """Check every line of the orders; see `rehearse`."""
    return rehearse(title, players, seat, orders, hand, window)[0]


def rehearse(
    title: Title,
    players: tuple[str, ...],
    seat: int,
    orders: str,
    hand: Mapping[str, Any] | None,
    window: str | None = None,
) -> tuple[Rehearsal, Table | None]:
    """What becomes of every line of the orders, and the table on which that was found, as it stands after them.

    hand    the data of the sealed hand, None where it is not available
    window  the window that the file names; without one, the file is for what is asked now

    The table is that of the hand's owner: nothing is guessed on it. There is none where nothing is asked of the owner,
    and where none could be set up.
    """
    clerk = Clerk(title, players, hand["view"]["fixes"] if hand is not None else None)
    agenda = Agenda.of(hand["ordered"]) if hand is not None else Agenda()
    ask = own_ask(hand["asked"], seat) if hand is not None else None
    open_window = title.language[ask["kind"]].window(ask.get("window")) if ask and "offer" not in ask else ""
    if window not in clerk.windows:
        window = open_window
    table = seen_table(title, players, Outlook.read(hand, seat)) if hand is not None and ask is not None else None
    try:
        ahead = not open_window or window != open_window
        sheet = clerk.file(agenda, seat, "", window, orders, legal=partial(_legal_words, ask), ahead=ahead)
    except BadOrders as bad:
        _explain(bad, table.pending[seat] if table is not None else None, ask, players)
        return Rehearsal([Checked(f.line, f.text, "refused", refused=f.refused) for f in bad.faults], 0), table
    found: dict[int, Checked] = {}
    course = Course("reads")
    if table is not None and hand is not None:
        course = _rehearse(table, clerk, agenda, seat, found)
        _suppose(table, clerk, agenda, seat, hand["view"], found)
    elif ask is not None:
        kinds = title.language[ask["kind"]].ids
        silent = agenda.idle and not any(clerk.standing_line(seat, one).ask in kinds for one in agenda.standing)
        course = Course("reads", False, ask["kind"]) if silent else course
    for line in sheet.lines:
        if line.number not in found and _never_asked(title, clerk, window, line):
            text, other = line.source.strip(), min(line.asks())
            told = {"order": text, "other": other, "line": f"once on {other}: {text}"}
            found[line.number] = Checked(line.number, line.source, "refused", refused=NotLegal("asked_elsewhere", told))
    if clerk.by_subject and course.rest == "unused":  # the lines about other things go on
        course = replace(course, rest="reads")
    return _by_line(sheet, found, players, course), table


@dataclass(frozen=True, slots=True)
class Course:
    """How a rehearsal went."""

    rest: str
    """What becomes of the lines that it did not reach."""
    answers: bool | None = None
    owed: str | None = None


def _explain(bad: BadOrders, asked: Ask | None, ask: Any, players: tuple[str, ...]) -> None:
    """Say of lines that cannot be read by which rule they would be, and what is legal."""
    if asked is not None:
        explained(bad, asked, players)
    elif ask is not None:
        for fault in bad.faults:
            if meant_as_order(fault.text):
                _as_the_table(fault.refused, ask, fault.text)


def _as_the_table(refused: Refused, ask: Mapping[str, Any], text: str) -> Refused:
    """A refusal with the rule and the legal orders that the table would name."""
    refused.rule = refused.rule or ask["rule"]
    refused.legal = refused.legal or most_alike([one["order"] for one in ask["legal"]], text)
    return refused


def _legal_words(ask: Any) -> set[str]:
    """Words of the orders that are legal now, as far as they are known."""
    return {word.rstrip(",") for one in ask["legal"] for word in one["order"].split()} if ask else set()


def _never_asked(title: Title, clerk: Clerk, window: str, line: Line) -> bool:
    """A line for an interrupt, in a file for another window: it would never be used, and all below it would wait."""
    kinds = [title.language[ask] for ask in line.asks()]
    if not window or not kinds or not clerk.by_window or clerk.by_subject or line.prefix == "try":
        return False
    return all(kind.interrupt and not kind.follow_up and window not in kind.windows for kind in kinds)


def own_ask(asked: Any, seat: int) -> Any:
    """The ask, among all that are open (`Table.asked`), that a seat must answer itself, with the legal answers."""
    return next((one for one in asked if one.get("player") == seat and "legal" in one), None)


def _rehearse(table: Table, clerk: Clerk, agenda: Agenda, seat: int, found: dict[int, Checked]) -> Course:
    answered, first = False, table.pending[seat]
    while seat in table.pending and seat not in table.given:
        before = table.barrier
        try:
            if not answer_once(table, clerk, agenda, seat, found, not answered):
                break
            answered = True
        except (HiddenTouched, OutOfChance):
            return Course("reads", True)  # from here on it depends on what the player cannot know
        if table.barrier != before:
            return Course("reads", True)
    if seat not in table.pending or seat in table.given:
        return Course("reads", answered)  # others come first
    if agenda.stopped:  # by a line that is not legal, or by `ask`
        return Course("unused", True)
    if not answered:
        _answers_nothing(found, first, table.players)
    return Course("waits", answered, table.pending[seat].kind.id)


def _suppose(
    table: Table, clerk: Clerk, agenda: Agenda, seat: int, view: Mapping[str, Any], found: dict[int, Checked]
) -> None:
    """What all answer at once waits for the others: the rest of the file is tried as if they did nothing."""
    given = table.given.get(seat)
    suppose = table.title.supposed.get(given.kind) if given is not None else None
    if given is None or suppose is None:
        return
    fresh = partial(table.title.from_view, view, seat)
    for game in suppose(fresh, seat, given.answer):
        tried: dict[int, Checked] = {}
        with suppress(HiddenTouched, OutOfChance):  # what comes before them is known
            _go_on(Table.at(table.title, table.players, game), clerk, from_json(Agenda, to_json(agenda)), seat, tried)
        for number, one in tried.items():
            if one.result == "refused" and number not in found:
                found[number] = replace(one, result="doubtful")


def _go_on(table: Table, clerk: Clerk, agenda: Agenda, seat: int, tried: dict[int, Checked]) -> None:
    """Answer everything that is asked of a seat alone; nobody takes an offer."""
    while not table.over:
        if table.offer is not None:
            table.lapse()
        elif seat not in table.unanswered or not answer_once(table, clerk, agenda, seat, tried, False):
            return


def _answers_nothing(found: dict[int, Checked], ask: Ask, players: tuple[str, ...]) -> None:
    """A line for a choice that has not come up is dropped; where nothing else answers, that is a slip."""
    for number, one in found.items():
        if one.why == "line_not_needed":
            try:
                ask.parse(one.text, players)
            except Refused as refused:
                found[number] = Checked(number, one.text, "refused", refused=refused)


def answer_once(
    table: Table,
    clerk: Clerk,
    agenda: Agenda,
    seat: int,
    found: dict[int, Checked],
    first: bool,
    file: str = "",
    take: Callable[[int, Answer], object] | None = None,
) -> bool:
    """Answer the open ask as the moderator will; returns whether the orders contain an answer.

    first  nothing has been answered yet, so that the file must speak of what is asked
    file   the name of the file whose lines are reported in `found`
    take   what is done with the answer, if it is not given to the table at once
    """
    ask = table.pending[seat]
    decision = clerk.decide(agenda, ask, table.state)
    if first:
        clerk.must_fit(agenda, ask, file, decision)
    _passed_over(decision.dropped, file, found)
    if decision.halted is not None:
        found[decision.number] = Checked(decision.number, decision.text, "refused", refused=decision.halted)
    if decision.wanted and decision.file == file:
        found[decision.number] = Checked(decision.number, decision.text, "legal", "ask")
    if decision.answer is None:
        return False
    if decision.file == file and decision.source != "default":
        order = _with(found.get(decision.number), ask.write(decision.answer, table.players))
        found[decision.number] = Checked(decision.number, decision.text, "legal", order)
    place = table.place
    try:
        (take or table.answer)(seat, decision.answer)
    finally:  # what the table answered by itself is certain, also if the play then comes to something unknown
        for forced in table.forced_since(place):
            if forced.seat != seat:
                continue
            used = clerk.forced(agenda, forced, table.state)
            if used.line is not None and used.line.file == file:
                found[used.line.number] = Checked(used.line.number, used.line.text, "legal", forced.order)
            _passed_over(used.dropped, file, found)
        _passed_over(clerk.tidy(agenda, seat, table.state) if clerk.apart else (), file, found)
    return True


def _passed_over(dropped: Iterable[Dropped], file: str, found: dict[int, Checked]) -> None:
    """Report lines of a file that are not used; of one that has answered before, that stays known."""
    for one in dropped:
        if one.file == file and one.number not in found:
            found[one.number] = Checked(one.number, one.text, "skipped", why=one.key)


def _with(before: Checked | None, order: str) -> str:
    """All answers of a line that goes on: `army libya (×2); army nubia`."""
    if before is None or before.result != "legal" or not before.order:
        return order
    *others, last = before.order.split("; ")
    text, _, times = last.partition(" (×")
    if text != order:
        return "; ".join((*others, last, order))
    return "; ".join((*others, f"{order} (×{int(times.rstrip(')') or 1) + 1})"))


def _by_line(sheet: Sheet, found: dict[int, Checked], players: tuple[str, ...], course: Course) -> Rehearsal:
    lines = []
    certain = 0
    sure = True
    for line in sheet.lines:
        known = found.get(line.number)
        text = line.source.strip()
        if known is None:
            sure = False
            lines.append(Checked(line.number, text, course.rest, write(line, players)))
            continue
        point_at_source(line, known.refused)
        sure = sure and known.result != "doubtful"
        if sure:
            certain = line.number
        lines.append(Checked(line.number, text, known.result, known.order, known.refused, known.why))
    lines += [Checked(one.number, one.source.strip(), "kept", write(one, players)) for one in sheet.standing]
    lines += [Checked(one.number, one.source.strip(), "legal") for one in sheet.clears]
    return Rehearsal(sorted(lines, key=lambda one: one.number), certain, course.answers, course.owed)
