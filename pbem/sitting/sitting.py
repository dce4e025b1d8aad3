"""One game at one terminal: the table, what people have ordered ahead, the bots, and what happened.

Orders are dealt with as a moderator deals with them: a few lines typed at once are a file, lines that are not needed
yet wait, standing orders are kept. What a table in one room does not need (signatures, seals, deadlines) is not here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..orders.agenda import Agenda, Clerk, Decision, Dropped
from ..orders.check import Checked, answer_once
from ..orders.errors import BadOrders
from ..orders.fitting import explained
from ..orders.lines import write
from ..table import Answer, Ask, CannotUndo, Note, Table, Title
from ..table.saying import halted
from ..table.state_json import Json
from ..words.lazy_dataclass import dataclass

Think = Callable[[Any, Ask, int], Answer]

HANDLES = ("anna", "ben", "carla", "dan", "eva", "fred", "gina")
"""Who sits where, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An answer as it is saved: whose it is, and the order that says it."""

    seat: int
    order: str
    place: int
    """How many inputs the table had before it."""
    told: int
    """How many notes there were before it."""


class Sitting:
    """`go_on` plays until a person is asked, `submit` takes what that person orders, `undo` takes it back."""

    def __init__(
        self,
        title: Title,
        handles: tuple[str, ...],
        people: Iterable[int],
        options: Mapping[str, Any],
        seed: int,
        fixes: int | None = None,
        start: Json | None = None,
    ) -> None:
        """`start`: a table, as it saves itself, from whose position the sitting goes on."""
        self.title, self.handles, self.seed = title, handles, seed
        self.people = tuple(sorted(people))
        self.fixes = title.fixes if fixes is None else fixes
        self.options = title.settle(len(handles), options, self.fixes)
        chance = random.Random(f"chance {seed}").randrange
        self.start = start
        if start is None:
            self.table = Table(title, handles, self.options, below=chance, fixes=self.fixes)
        else:
            self.table = Table.load(title, start, chance)
        self.clerk = Clerk(title, handles, self.fixes)
        self.agendas = {seat: Agenda() for seat in self.people}
        self.given: list[GivenOrder] = []
        self.notes: list[Note] = [] if start else list(self.table.state.notes)
        """Everything that happened; `told` filters it for one seat."""
        self._files = 0
        self._think = self._bot()

    @property
    def has_bot(self) -> bool:
        """Whether the title has a bot of its own; otherwise seats without a person answer at random."""
        return self.title.module("bot") is not None

    def _bot(self) -> Think:
        if self.has_bot:
            think: Think = self.title.module("bot").answer
            return think
        pick = random.Random(f"picks {self.seed}").randrange
        return lambda _, ask, seat: ask.sample(pick)

    # ---- the current situation

    @property
    def asked(self) -> int | None:
        """The seat of the person who is to answer next; None while bots can go on, and at the end."""
        return next((seat for seat in self.table.unanswered if seat in self.people), None)

    def told(self, seat: int | None, since: int = 0) -> list[Note]:
        """What happened since so many notes, as far as a seat may know it."""
        return [note for note in self.notes[since:] if note.visible(seat)]

    # ---- going on

    def go_on(self) -> None:
        """Let bots answer, and people by what they have ordered ahead, until a person must be asked."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[int]:
        """The same answer by answer; yields whose it was."""
        while not self.table.over:
            before = len(self.given)
            for seat, ask in self.table.unanswered.items():
                if seat not in self.people:
                    self._take(seat, self._think(self.table.seen(seat), ask, seat))
                    yield seat
                elif (answer := self._ahead(seat, ask)) is not None:
                    self._take(seat, answer)
                    yield seat
            if len(self.given) == before:
                return

    def _ahead(self, seat: int, ask: Ask) -> Answer | None:
        """What a person has ordered ahead; an offer that nobody waits for passes."""
        agenda = self.agendas[seat]
        if agenda.idle and not agenda.standing and not ask.ahead and not ask.offered:
            return None
        decision = self.clerk.decide(agenda, ask, self.table.state)
        self._tell(seat, ask, decision)
        if decision.answer is None and ask.offered in ("watch", "never") and not decision.wanted:
            return ask.default()
        return decision.answer

    def _tell(self, seat: int, ask: Ask, decision: Decision) -> None:
        """Tell a person alone what became of lines that waited."""
        self._passed_over(seat, decision.dropped)
        if decision.halted is not None:
            self._note(seat, "orders_stopped", line=decision.text, **halted(decision.halted))
        elif decision.answer is not None and decision.source != "default" and not decision.goes_on:
            order = ask.write(decision.answer, self.handles)
            told = order if order != decision.text else ""
            self._note(seat, f"{decision.source}_answered", line=decision.text, order=told)

    def _passed_over(self, seat: int, dropped: Iterable[Dropped]) -> None:
        for one in dropped:
            self._note(seat, f"dropped_{one.key}", line=one.text)

    def _note(self, seat: int, key: str, **values: Any) -> None:
        self.notes.append(Note(key, {"player": seat, **values}, seen_by=(seat,)))

    def _take(self, seat: int, answer: Answer) -> None:
        table = self.table
        ask, place, offer, asks = table.pending[seat], table.place, table.offer, dict(table.pending)
        self.given.append(GivenOrder(seat, ask.write(ask.normal(answer), self.handles), place, len(self.notes)))
        self.notes += table.answer(seat, answer)
        for one in self.people if self.clerk.apart else ():
            self._passed_over(one, self.clerk.tidy(self.agendas[one], one, table.state))
        if offer is not None and table.offer is not offer:
            for one in self.people:
                if one in asks:
                    self.clerk.lapsed(self.agendas[one], asks[one], table.state)

    def submit(self, seat: int, orders: str) -> list[Checked]:
        """Deal with what a person has typed; returns what became of each line.

        Lines that nothing asks for yet wait. After a line that is not legal nothing more of it is used. Raises
        BadOrders, and changes nothing, if a line cannot be read.
        """
        self._files += 1
        file, agenda, found, first = f"file {self._files}", self.agendas[seat], dict[int, Checked](), True
        ask = self.table.pending[seat]
        try:
            sheet = self.clerk.file(agenda, seat, file, ask.window, orders, legal=ask.legal_words)
        except BadOrders as bad:
            raise explained(bad, ask, self.handles) from None
        while seat in self.table.unanswered and answer_once(
            self.table, self.clerk, agenda, seat, found, first, file, self._take
        ):
            first = False
        waiting = {one.number for one in agenda.queue if one.file == file}
        lines = [
            found.get(line.number) or Checked(line.number, line.source, "reads" if line.number in waiting else "unread")
            for line in sheet.lines
        ]
        lines += [Checked(one.number, one.source, "kept", write(one, self.handles)) for one in sheet.standing]
        lines += [Checked(one.number, one.source, "legal") for one in sheet.clears]
        return sorted(lines, key=lambda one: one.number)

    def readable(self, seat: int, orders: str) -> bool:
        try:
            self.clerk.readers[seat].read(orders)
        except BadOrders:
            return False
        return True

    # ---- taking back

    def undoable(self, seat: int) -> int | None:
        """The number of the answer that `undo` would take back; None if it cannot."""
        last = next((n for n in reversed(range(len(self.given))) if self.given[n].seat in self.people), None)
        if last is None or self.given[last].seat != seat:
            return None
        return last if seat in self.table.given or self.given[last].place >= self.table.barrier else None

    def undo(self, seat: int) -> str:
        """Take back the last answer of a person, and what bots answered since; returns its order.

        Not past a die or a thing revealed, nor past an answer of another person. Lines that waited are dropped.
        """
        last = self.undoable(seat)
        if last is None:
            raise CannotUndo("nothing can be taken back past a die, a thing revealed, another person, or the start")
        taken = self.given[last]
        if seat in self.table.given:
            self.table.retract(seat)
            del self.given[last]
        else:
            while self.table.place > taken.place:
                self.table.undo()
            del self.given[last:]
        del self.notes[taken.told :]
        agenda = self.agendas[seat]
        agenda.queue, agenda.plan, agenda.stopped, agenda.stopped_in = [], None, False, ""
        return taken.order

    def replay(self, given: Iterable[tuple[int, str]]) -> None:
        """Give the orders of a saved game again."""
        for seat, order in given:
            self._take(seat, self.table.ask_of(seat).parse(order, self.handles))
