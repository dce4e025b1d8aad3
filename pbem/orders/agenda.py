"""Which answer is used: forced, queued, standing, or none yet; for what nobody waits for, the default.

An agenda is what one player has ordered so far: the unused lines of the
newest file, the plan that is running, and the standing orders. It is plain
data, because the moderator keeps it between runs; the lines are read again
when they are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from ..table import Answer, Ask, NotLegal, Refused, Title
from ..table.asks import MOST_SHOWN
from . import conditions
from .lines import Line, LineReader, Order, Sheet, Standing, write

MOST_LOOKED_AT = 2000
_ANY = re.compile(r"\bany\b")


@dataclass(slots=True)
class Queued:
    """A line of a file that waits for its ask."""

    file: str
    """Print of the file it came in."""
    window: str
    """What the file is for."""
    number: int
    text: str
    round: int | None = None
    """The round (see `Rounds`) in which a line before it was used."""


@dataclass(slots=True)
class Held:
    """A standing order."""

    file: str
    number: int
    text: str


@dataclass(slots=True)
class Running:
    """A line whose repetition clauses are still going on."""

    file: str
    number: int
    text: str
    ask: str
    source: str = "file"
    memory: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Agenda:
    queue: list[Queued] = field(default_factory=list)
    standing: list[Held] = field(default_factory=list)
    plan: Running | None = None
    stopped: bool = False
    """The table waits for the player, who wrote `ask` or a strict line that is not legal: nothing more is used
    before a new file comes or the deadline passes."""

    @property
    def idle(self) -> bool:
        """Whether nothing of a file waits."""
        return not self.queue and self.plan is None


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that was passed over, and why: a key of the words."""

    file: str
    number: int
    text: str
    key: str


@dataclass(slots=True)
class Decision:
    """What the agenda says to an ask."""

    answer: Answer | None = None
    source: str = ""
    """file or standing; default, without a file, for an ask that nobody waits for."""
    goes_on: bool = False
    """A further step of a plan whose line answered before."""
    file: str = ""
    number: int = 0
    text: str = ""
    dropped: list[Dropped] = field(default_factory=list)
    halted: Refused | None = None
    """A strict line that is not legal now: the table stops here and tells the player."""
    wanted: bool = False
    """The player wrote `ask`: wants to see the position before deciding."""


class Clerk:
    """Looks up the agendas of the players of one game."""

    def __init__(self, title: Title, handles: Sequence[str]) -> None:
        self.title, self.handles = title, tuple(handles)
        self.readers = [LineReader(title, handles, seat) for seat in range(len(self.handles))]
        self.windows = {kind.window for kind in title.language.kinds.values()}
        self._read: dict[tuple[int, str], Line | Standing] = {}

    # ---- taking in a file

    def file(self, agenda: Agenda, seat: int, name: str, window: str, text: str, strict: bool = True) -> Sheet:
        """Put a new file on the agenda: it replaces the unused rest of the older one.

        `strict` False: its strict lines do not count.
        """
        sheet = self.readers[seat].read(text)
        agenda.plan, agenda.stopped = None, False
        lines = [line for line in sheet.lines if strict or line.prefix]
        agenda.queue = [Queued(name, window, line.number, write(line, self.handles)) for line in lines]
        for clear in sheet.clears:
            agenda.standing = [h for h in agenda.standing if clear.ask and self._standing(seat, h).ask != clear.ask]
        new = [Held(name, line.number, write(line, self.handles)) for line in sheet.standing]
        known = {held.text for held in new}  # the same line sent again takes the place of the older one
        older = [held for held in agenda.standing if held.text not in known]
        agenda.standing = new + older  # newest file first, in a file from top to bottom
        return sheet

    def prune(self, agenda: Agenda, seat: int, game: Any) -> list[Dropped]:
        """Forget standing orders whose mark is passed."""
        gone = []
        for held in list(agenda.standing):
            line = self._standing(seat, held)
            if line.scope == "until" and self._passed(line, seat, game):
                agenda.standing.remove(held)
                gone.append(Dropped(held.file, held.number, held.text, "standing_expired"))
        return gone

    def _passed(self, line: Standing, seat: int, game: Any) -> bool:
        value: int | None = self.title.facts[line.unit].read(game, seat)
        return value is not None and value > line.mark

    # ---- answering

    def decide(self, agenda: Agenda, ask: Ask, game: Any) -> Decision:
        """The queue first, then the standing orders (the table itself has taken forced answers)."""
        decision = Decision(dropped=self._left_over(agenda, ask, game))
        if ask.ahead:
            return self._at_once(agenda, ask, game, decision)
        if agenda.stopped:
            decision.wanted = True
            return decision
        if self._from_plan(agenda, ask, game, decision) or self._from_queue(agenda, ask, game, decision):
            return decision
        if decision.halted is None and not decision.wanted:
            self._from_standing(agenda, ask, game, decision)
        return decision

    def _at_once(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> Decision:
        """Nobody is written to: what was ordered ahead as far as it is possible, else the default."""
        if self._from_plan(agenda, ask, game, decision) or self._tried(agenda, ask, game, decision):
            return decision
        self._from_standing(agenda, ask, game, decision)
        if decision.answer is None:
            decision.answer, decision.source = ask.check(ask.default()), "default"
            decision.file, decision.number, decision.text = "", 0, ""
        return decision

    def _tried(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        """The first line for the ask that is possible now. Those before it are dropped, those for other asks wait."""
        for queued in list(agenda.queue):
            line = self.line(ask.player, queued)
            if ask.kind.interrupt and queued.window != ask.kind.window:
                return False
            if line.subject != (ask.context or {}).get("subject", ""):
                continue  # written without seeing what comes up: a line without a subject is for what has none
            if ask.kind.id not in line.asks() and not all(order.control for order in line.orders):
                continue
            agenda.queue.remove(queued)
            if line.condition is not None and not conditions.holds(line.condition, game, ask.player):
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, "condition_false"))
                continue
            answer, order, _ = self._first_legal(line.orders, ask)
            if answer is None or order is None:
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, "try_not_legal"))
                continue
            decision.answer, decision.source = answer, "file"
            decision.file, decision.number, decision.text = queued.file, queued.number, queued.text
            self._reached(agenda, ask, game)
            self._start_plan(agenda, queued, order, ask, "file")
            return True
        return False

    def _left_over(self, agenda: Agenda, ask: Ask, game: Any) -> list[Dropped]:
        """Lines below the end of a turn are not for the next one; an early answer to what lies between is."""
        gone: list[Dropped] = []
        rounds = self.title.language.rounds
        while rounds and agenda.queue:
            queued = agenda.queue[0]
            if queued.round in (None, self.title.facts[rounds.fact].read(game, ask.player)):
                break
            asks = self.line(ask.player, queued).asks()
            if any(self.title.language[one].window not in rounds.windows for one in asks):
                break
            agenda.queue.pop(0)
            gone.append(Dropped(queued.file, queued.number, queued.text, "line_not_needed"))
        return gone

    def _reached(self, agenda: Agenda, ask: Ask, game: Any) -> None:
        """Remember for the lines that wait the round in which the one before them was used."""
        rounds = self.title.language.rounds
        if rounds is None or not game.fix(rounds.since):
            return
        number = self.title.facts[rounds.fact].read(game, ask.player)
        for queued in agenda.queue:
            queued.round = number

    def _from_plan(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        plan = agenda.plan
        if plan is None:
            return False
        kind = self.title.language[plan.ask]
        _, said = kind.read(plan.text, self.handles, ask.player)
        answer = self.title.plans[plan.ask](game, ask.player, ask, said, plan.memory)
        try:
            decision.answer = ask.check(answer) if answer is not None else None
        except Refused:  # what the plan would do next is not possible: it is over
            decision.answer = None
        if decision.answer is None:
            agenda.plan = None
            return False
        decision.source, decision.goes_on = plan.source, True
        decision.file, decision.number, decision.text = plan.file, plan.number, plan.text
        return True

    def _from_queue(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        kind = ask.kind
        while agenda.queue:
            queued = agenda.queue[0]
            line = self.line(ask.player, queued)
            if kind.interrupt and queued.window != kind.window:
                return False  # unbound lines never answer an interrupt in somebody else's turn
            fits = kind.id in line.asks() or all(order.control for order in line.orders)
            if line.subject and line.subject != (ask.context or {}).get("subject"):
                fits = False
            if not fits:
                key = self._passes_over(line, ask)
                if not key:
                    return False
                agenda.queue.pop(0)
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, key))
                continue
            if line.condition is not None and not conditions.holds(line.condition, game, ask.player):
                agenda.queue.pop(0)
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, "condition_false"))
                continue
            answer, order, fault = self._first_legal(line.orders, ask)
            decision.file, decision.number, decision.text = queued.file, queued.number, queued.text
            if order is not None and order.text == "ask":
                agenda.queue.pop(0)
                decision.wanted = agenda.stopped = True
                return True
            if answer is not None and order is not None:
                agenda.queue.pop(0)
                decision.answer, decision.source = answer, "file"
                self._reached(agenda, ask, game)
                self._start_plan(agenda, queued, order, ask, "file")
                return True
            if line.prefix != "try":
                decision.halted = fault
                agenda.queue.clear()
                agenda.stopped = True
                return True
            agenda.queue.pop(0)
            decision.dropped.append(Dropped(queued.file, queued.number, queued.text, "try_not_legal"))
        return False

    def _passes_over(self, line: Line, ask: Ask) -> str:
        """Why a line for another ask is dropped, if it is: it waits where a follow-up came in between."""
        if all(self.title.language[one].follow_up for one in line.asks()):
            return "line_not_needed"  # a choice that could have arisen but did not (a token without a pair)
        return "try_not_legal" if line.prefix == "try" and not ask.kind.follow_up else ""

    def _start_plan(self, agenda: Agenda, line: Queued | Held, order: Order, ask: Ask, source: str) -> None:
        if ask.kind.id in self.title.plans and not order.control:
            agenda.plan = Running(line.file, line.number, order.text, ask.kind.id, source)

    def _from_standing(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> None:
        decision.dropped += self.prune(agenda, ask.player, game)
        for held in list(agenda.standing):
            line = self._standing(ask.player, held)
            if line.ask not in ask.kind.ids or not _filtered(line, ask):
                continue
            if line.condition is not None and not conditions.holds(line.condition, game, ask.player):
                continue
            answer, order, _ = self._first_legal(line.orders, ask)
            if order is None:
                continue
            if line.scope == "once":
                agenda.standing.remove(held)
            decision.file, decision.number, decision.text = held.file, held.number, held.text
            if order.text == "ask":
                if not ask.ahead:
                    decision.wanted = agenda.stopped = True
            else:
                decision.answer, decision.source = answer, "standing"
                self._start_plan(agenda, held, order, ask, "standing")
            return

    def _first_legal(self, orders: Sequence[Order], ask: Ask) -> tuple[Answer | None, Order | None, Refused | None]:
        fault: Refused | None = None
        for order in orders:
            if order.text == "ask":
                return None, order, None
            if order.text == "default":
                return ask.default(), order, None
            if order.text == "any":
                return next(ask.answers()), order, None
            for text in self._filled(order, ask):
                try:
                    return ask.parse(text, self.handles, order.start), replace(order, text=text), None
                except Refused as refused:
                    fault = fault or (refused if not order.wild else None)
        if fault is None:  # only orders with `any`
            legal = tuple(ask.write(one, self.handles) for one in ask.listed(MOST_SHOWN))
            values, at = {"order": orders[0].text}, (orders[0].start, orders[0].start + len(orders[0].text))
            fault = NotLegal("not_among_legal", values, at=at, rule=ask.rule, legal=legal)
        return None, None, fault

    def _filled(self, order: Order, ask: Ask) -> Iterator[str]:
        """The order; where a value of it is `any`, with each that some legal answer has, in the printed order."""
        if not order.wild:
            yield order.text
            return
        words: dict[str, None] = {}
        for answer in islice(ask.answers(), MOST_LOOKED_AT):
            words |= dict.fromkeys(_words(answer[1:], self.handles))
        for word in words:
            yield _ANY.sub(word, order.text)

    # ---- lines read again

    def line(self, seat: int, queued: Queued) -> Line:
        line = self._reread(seat, queued.text)
        assert isinstance(line, Line)
        return line

    def _standing(self, seat: int, held: Held) -> Standing:
        line = self._reread(seat, held.text)
        assert isinstance(line, Standing)
        return line

    def _reread(self, seat: int, text: str) -> Line | Standing:
        key = (seat, text)
        if key not in self._read:
            sheet = self.readers[seat].read(text)
            self._read[key] = sheet.lines[0] if sheet.lines else sheet.standing[0]
        return self._read[key]


def _words(part: Any, handles: Sequence[str]) -> Iterator[str]:
    """What could stand in an order for a value of an answer: ids, and handles for seats."""
    if isinstance(part, tuple):
        for one in part:
            yield from _words(one, handles)
    elif isinstance(part, str):
        yield part
    elif type(part) is int and part < len(handles):
        yield handles[part]


def _filtered(line: Standing, ask: Ask) -> bool:
    context = ask.context or {}
    for name, wanted in line.filters:
        given = context.get(name)
        if wanted not in given if isinstance(given, (list, tuple)) else wanted != given:
            return False
    return True
