"""Which answer is used: forced, queued, standing, or none yet; the default for asks that nobody waits for.

An agenda is what one player has ordered so far: the unused lines of the
newest file for each window, the plan that is running, and the standing orders. It is plain
data, because the moderator keeps it between runs; the lines are read again
when they are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..table import Answered, Ask, AskKind, Refused, WaitingLine
from ..table.vocabulary import Legal
from . import conditions
from .fitting import could_be, filtered, first_legal
from .lines import Line, Order, Sheet, Standing, write
from .occasions import OccasionKeeper, occasion_of
from .ordered import Agenda, Decision, Dropped, Forced, Held, Queued, Running
from .streams import about

__all__ = ["Agenda", "Clerk", "Decision", "Dropped", "Forced", "Held", "Queued", "Running"]


class Clerk(OccasionKeeper):
    """Looks up the agendas of the players of one game."""

    # ---- taking in a file

    def file(
        self,
        agenda: Agenda,
        seat: int,
        name: str,
        window: str,
        text: str,
        strict: bool = True,
        legal: Legal | None = None,
        ahead: bool = False,
    ) -> Sheet:
        """Put a new file on the agenda: it replaces the unused lines sent earlier for the same window.

        A file that names no window is for all of them. With `strict` False its strict lines do not count; `ahead` says
        that its window is not open yet.
        """
        sheet = self.readers[seat].read(text, legal)
        if agenda.plan is not None and self._replaces(window, agenda.plan.window):
            agenda.plan = None
        if self._replaces(window, agenda.stopped_in):
            agenda.stopped, agenda.stopped_in = False, ""
        lines = [line for line in sheet.lines if strict or line.prefix]
        kept = [queued for queued in agenda.queue if not self._replaces(window, queued.window)]
        ahead = ahead and self.apart
        agenda.queue = kept + [
            Queued(name, window, line.number, write(line, self.handles), ahead=ahead) for line in lines
        ]
        for clear in sheet.clears:
            agenda.standing = [h for h in agenda.standing if clear.ask and self.standing_line(seat, h).ask != clear.ask]
        new = [Held(name, line.number, write(line, self.handles)) for line in sheet.standing]
        known = {held.text for held in new}  # the same line sent again takes the place of the older one
        older = [held for held in agenda.standing if held.text not in known]
        agenda.standing = new + older  # newest file first; within a file, top to bottom
        return sheet

    def _replaces(self, new: str, old: str) -> bool:
        return not self.by_window or new == old or not new or not old

    def forced(self, agenda: Agenda, given: Answered, game: Any) -> Forced:
        """The table gave an answer by itself: if the next line says the same, it is used up.

        An answer that ends a series also uses up the line that was to end it, with what stands above: that is not for
        the next series.
        """
        kind, seat = self.title.language[given.kind], given.seat
        if self.by_series and self._closes(kind, given):
            if agenda.plan is not None and agenda.plan.ask == given.kind:
                agenda.plan = None
            self.series_over(agenda)
        for stream in self.streams(agenda, seat) if self.by_window else ():
            if given.unforeseen and stream[0].ahead:
                continue
            above: list[Queued] = []
            for queued in stream:
                line = self.line(seat, queued)
                if line.subject and not (self.by_subject and line.subject == given.subject):
                    break
                holds = line.condition is None or conditions.holds(line.condition, game, seat)
                if holds and any(given.kind in order.asks and self._says(kind, order, given) for order in line.orders):
                    return self._used_up(agenda, queued, above)
                if not (self._closes(kind, given) and given.kind in line.asks()):
                    break
                above.append(queued)
        return Forced()

    def _closes(self, kind: AskKind, given: Answered) -> bool:
        return self.apart and bool(kind.closing) and given.order == kind.closing

    @staticmethod
    def _used_up(agenda: Agenda, line: Queued, above: list[Queued]) -> Forced:
        agenda.queue = [one for one in agenda.queue if one is not line and all(one is not other for other in above)]
        return Forced(line, tuple(Dropped(one.file, one.number, one.text, "series_over") for one in above))

    def _says(self, kind: AskKind, order: Order, given: Answered) -> bool:
        if order.wild:
            return could_be(order, given.order)
        answer, said = (kind.read(text, self.handles, given.seat)[1] for text in (given.order, order.text))
        return answer == said

    def stop(self, agenda: Agenda, ask: Ask, line: Queued) -> None:
        """A strict line is not legal: nothing of its stream is used, and the table waits."""
        stream = self.stream_of(line, ask.player)
        agenda.queue = [queued for queued in agenda.queue if self.stream_of(queued, ask.player) != stream]
        agenda.stopped, agenda.stopped_in = True, ask.window

    def prune(self, agenda: Agenda, seat: int, game: Any) -> list[Dropped]:
        """Drop standing orders whose `until` mark has passed."""
        gone = []
        for held in list(agenda.standing):
            line = self.standing_line(seat, held)
            if line.scope == "until" and self._passed(line, seat, game):
                agenda.standing.remove(held)
                gone.append(Dropped(held.file, held.number, held.text, "standing_expired"))
        return gone

    def _passed(self, line: Standing, seat: int, game: Any) -> bool:
        value: int | None = self.title.facts[line.unit].read(game, seat)
        return value is not None and value > line.mark

    # ---- answering

    def decide(self, agenda: Agenda, ask: Ask, game: Any) -> Decision:
        """The queue first, then the standing orders (the table itself has already taken forced answers)."""
        decision = Decision(dropped=self.tidy(agenda, ask.player, game))
        self.begin_series(agenda, ask)
        if ask.ahead:
            return self._at_once(agenda, ask, game, decision)
        if ask.offered:
            self.occasions_over(agenda, ask)
            if not self._from_occasion(agenda, ask, game, decision):
                self._offered(agenda, ask, game, decision)
            return decision
        if agenda.stopped and (not self.by_window or agenda.stopped_in in ("", ask.window)):
            decision.wanted = True
            return decision
        if self._from_plan(agenda, ask, game, decision):
            return decision
        self.occasions_over(agenda, ask)
        if self._from_occasion(agenda, ask, game, decision):
            return decision
        if not self._speaks(agenda, ask) and self._implied(agenda, ask, game, decision):
            return decision
        if self._from_queue(agenda, ask, game, decision):
            return decision
        if decision.halted is None and not decision.wanted:
            self._from_standing(agenda, ask, game, decision)
        return decision

    def must_fit(self, agenda: Agenda, ask: Ask, file: str, decision: Decision) -> None:
        """A new file whose first order answers another ask than the open one is a slip, unless it says its window."""
        silent = decision.answer is None and decision.halted is None and not decision.wanted
        head = next((one for one in agenda.queue if one.file == file), None)
        if not silent or head is None or head.occasion or head.window != ask.window:
            return
        line = self.line(ask.player, head)
        if self.by_subject and line.about not in ("", ask.subject):
            return  # something else of the player's will be asked about
        try:
            ask.parse(line.orders[0].text, self.handles)
        except Refused as refused:
            decision.halted, decision.file = refused, head.file
            decision.number, decision.text = head.number, head.text
            self.stop(agenda, ask, head)

    def awaits(self, agenda: Agenda, ask: Ask, game: Any) -> bool:
        """Whether the table waits for the player: an Offer passes over those who have ordered nothing, if it is not
        patient. Uses up what the agenda says."""
        decision = self.decide(agenda, ask, game)
        return decision.answer is None and (decision.wanted or ask.offered in ("", "wait"))

    def _offered(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> None:
        """Anybody may, nobody must: a line that is not possible now is passed over, and `ask` stops nothing else."""
        fault: Refused | None = None
        for stream in self.streams_for(agenda, ask):
            for queued in stream:
                line = self.line(ask.player, queued)
                if ask.kind.id not in line.asks() or not about(line, ask):
                    break
                possible = self._holds(line, ask, game)
                answer, order, why = first_legal(line.orders, ask, self.handles) if possible else (None, None, None)
                decision.file, decision.number, decision.text = queued.file, queued.number, queued.text
                if answer is not None:
                    decision.answer, decision.source = answer, "file"
                    self._used(agenda, queued, ask)
                    self.reached(agenda, queued, ask, game)
                    return
                if order is not None:
                    self._wait(agenda, ask, decision)
                    return
                agenda.queue.remove(queued)
                key = "try_not_legal" if possible else "condition_false"
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, key))
                fault = fault or (why if not line.prefix else None)
        where = decision.file, decision.number, decision.text
        self._from_standing(agenda, ask, game, decision)
        if fault is not None and decision.answer is None and (decision.wanted or ask.offered == "wait"):
            decision.halted, (decision.file, decision.number, decision.text) = fault, where

    def lapsed(self, agenda: Agenda, ask: Ask, game: Any) -> None:
        """An Offer is over: whoever wanted to see it `once` has seen it."""
        for held in list(agenda.standing):
            line = self.standing_line(ask.player, held)
            if line.scope == "once" and not ask.occasion and self._meant(line, ask, game):
                _, order, _ = first_legal(line.orders, ask, self.handles)
                if order is not None:
                    if order.text == "ask":
                        agenda.standing.remove(held)
                    return

    def _at_once(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> Decision:
        """Without writing to anybody: what was ordered ahead, as far as possible; otherwise the default."""
        if self._from_plan(agenda, ask, game, decision):
            return decision
        self.occasions_over(agenda, ask)
        if self._from_occasion(agenda, ask, game, decision) or self._tried(agenda, ask, game, decision):
            return decision
        if self._implied(agenda, ask, game, decision):
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
            if queued.occasion or (ask.kind.interrupt and queued.window != ask.window):
                continue
            if line.about != ask.subject:
                continue  # written blind: a line about nothing is for asks without a subject
            if ask.kind.id not in line.asks() and not all(order.control for order in line.orders):
                continue
            possible = self._holds(line, ask, game)
            answer, order, _ = first_legal(line.orders, ask, self.handles) if possible else (None, None, None)
            if order is not None and self.outgrown(queued, order, ask):
                order = None
            if answer is None or order is None:
                key = "try_not_legal" if possible else "condition_false"
                agenda.queue.remove(queued)
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, key))
                continue
            self._used(agenda, queued, ask)
            decision.answer, decision.source = answer, "file"
            decision.file, decision.number, decision.text = queued.file, queued.number, queued.text
            self.reached(agenda, queued, ask, game)
            self._start_plan(agenda, queued, order, ask, "file")
            return True
        return False

    # ---- lines that go on

    def _from_occasion(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        """The line that has already answered on this occasion: while it lasts, the line acts like a standing order."""
        for queued in agenda.queue:
            line = self.line(ask.player, queued)
            if not ask.occasion or queued.occasion != occasion_of(ask) or not self._holds(line, ask, game):
                continue
            answer, order, _ = first_legal(line.orders, ask, self.handles)
            if order is None:
                continue
            decision.file, decision.number, decision.text = queued.file, queued.number, queued.text
            if answer is not None:
                decision.answer, decision.source, decision.goes_on = answer, "file", True
            elif not ask.ahead:
                self._wait(agenda, ask, decision)
            return True
        return False

    @staticmethod
    def _holds(line: Line | Standing, ask: Ask, game: Any) -> bool:
        return line.condition is None or conditions.holds(line.condition, game, ask.player)

    @staticmethod
    def _wait(agenda: Agenda, ask: Ask, decision: Decision) -> None:
        if ask.offered:
            decision.wanted = ask.offered != "never"
            return
        decision.wanted = agenda.stopped = True
        agenda.stopped_in = ask.window

    # ---- lines of files

    def _from_plan(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        plan = agenda.plan
        if plan is None:
            return False
        kind = self.title.language[plan.ask]
        _, said = kind.read(plan.text, self.handles, ask.player)
        answer = self.title.plans[plan.ask](game, ask.player, ask, said, plan.memory)
        try:
            decision.answer = ask.check(answer) if answer is not None else None
        except Refused:  # the plan's next step is not possible: the plan is over
            decision.answer = None
        if decision.answer is None:
            agenda.plan = None
            return False
        decision.source, decision.goes_on = plan.source, True
        decision.file, decision.number, decision.text = plan.file, plan.number, plan.text
        return True

    def _from_queue(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        return any(self._from_stream(agenda, stream, ask, game, decision) for stream in self.streams_for(agenda, ask))

    def _from_stream(self, agenda: Agenda, stream: Sequence[Queued], ask: Ask, game: Any, decision: Decision) -> bool:
        for place, queued in enumerate(stream):
            if not self.reachable(stream[place:], ask):
                return False
            line = self.line(ask.player, queued)
            if not self.fits(line, ask):
                key = self.passes_over(queued, line, ask)
                if not key:
                    return False
                agenda.queue.remove(queued)
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, key))
                continue
            if not self._holds(line, ask, game):
                agenda.queue.remove(queued)
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, "condition_false"))
                continue
            answer, order, fault = first_legal(line.orders, ask, self.handles)
            moot = self.by_window and fault is not None and fault.moot
            if order is None and (line.prefix == "try" or moot):
                agenda.queue.remove(queued)
                key = "try_not_legal" if line.prefix == "try" else "held_back"
                decision.dropped.append(Dropped(queued.file, queued.number, queued.text, key))
                continue
            decision.file, decision.number, decision.text = queued.file, queued.number, queued.text
            if order is not None and self.outgrown(queued, order, ask):
                order, fault = None, ask.outgrown()
            if order is None:
                decision.halted = fault
                self.stop(agenda, ask, queued)
            elif order.text == "ask":
                agenda.queue.remove(queued)
                self._wait(agenda, ask, decision)
            else:
                decision.answer, decision.source = answer, "file"
                self._used(agenda, queued, ask)
                self.reached(agenda, queued, ask, game)
                self._start_plan(agenda, queued, order, ask, "file")
            return True
        return False

    def _speaks(self, agenda: Agenda, ask: Ask) -> bool:
        """Whether a line that waits speaks of an ask itself, so that nothing need be implied."""
        if ask.kind.id not in self.title.implied:
            return True
        streams = self.streams_for(agenda, ask)
        if self.by_subject:
            return any(self.reachable(stream, ask) for stream in streams)
        return any(self.fits(self.line(ask.player, stream[0]), ask) for stream in streams)

    def _implied(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> bool:
        """The answer that lines for something later imply; they go on waiting."""
        imply = self.title.implied.get(ask.kind.id)
        lines = [
            (queued, self.line(ask.player, queued))
            for queued in agenda.queue
            if not queued.occasion and (not ask.kind.interrupt or queued.window == ask.window)
        ]
        if imply is None or not lines:
            return False
        answer = imply(game, ask, [WaitingLine(line.about, frozenset(line.asks())) for _, line in lines])
        try:
            decision.answer = ask.check(answer) if answer is not None else None
        except Refused:
            decision.answer = None
        if decision.answer is None:
            return False
        cause = next((queued for queued, line in lines if line.about == ask.subject), lines[0][0])
        decision.source, decision.file, decision.text = "file", cause.file, cause.text
        return True

    @staticmethod
    def _used(agenda: Agenda, queued: Queued, ask: Ask) -> None:
        """A line answers once or, where the ask is part of an occasion, until that occasion ends."""
        if ask.occasion:
            queued.occasion = occasion_of(ask)
        else:
            agenda.queue.remove(queued)

    def _start_plan(self, agenda: Agenda, line: Queued | Held, order: Order, ask: Ask, source: str) -> None:
        if ask.kind.id in self.title.plans and not order.control and not ask.occasion:
            window = line.window if isinstance(line, Queued) else ask.window
            agenda.plan = Running(line.file, line.number, order.text, ask.kind.id, source, window)

    def _from_standing(self, agenda: Agenda, ask: Ask, game: Any, decision: Decision) -> None:
        decision.dropped += self.prune(agenda, ask.player, game)
        for held in list(agenda.standing):
            line = self.standing_line(ask.player, held)
            if not self._meant(line, ask, game):
                continue
            answer, order, _ = first_legal(line.orders, ask, self.handles)
            if order is None:
                continue
            decision.goes_on = bool(held.occasion)
            if line.scope == "once" and ask.occasion:
                held.occasion = occasion_of(ask)
            elif line.scope == "once" and not (ask.offered and order.text == "ask"):
                agenda.standing.remove(held)
            decision.file, decision.number, decision.text = held.file, held.number, held.text
            if order.text == "ask":
                if not ask.ahead:
                    self._wait(agenda, ask, decision)
            else:
                decision.answer, decision.source = answer, "standing"
                self._start_plan(agenda, held, order, ask, "standing")
            return

    def _meant(self, line: Standing, ask: Ask, game: Any) -> bool:
        """Whether a standing order is for an ask."""
        return line.ask in ask.kind.ids and filtered(line, ask) and self._holds(line, ask, game)
