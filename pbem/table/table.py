"""A table drives a title's rules: it hands over answers and chance, and remembers both.

Only data is kept between phases. At each phase boundary the table copies the
state (a checkpoint); inside a phase it remembers the inputs. So a table can
be saved, cloned, undone and resumed by replaying a few inputs, and no
generator is ever stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import ruling
from .asks import Ask, Offer, Together
from .chance import Below, Chance, OutOfChance, no_chance
from .forms import Answer
from .game import Game, Outcome
from .inputs import (
    Answered,
    Changes,
    Diverged,
    Drawn,
    Input,
    Lapsed,
    Ruled,
    Source,
    Stopped,
    answer_from_json,
    input_from_json,
    input_to_json,
)
from .notes import Note
from .phases import BETWEEN, Checkpoint, Reveal, in_turn
from .refusals import CannotRule, CannotUndo, NotLegal
from .situation import Situation
from .state_json import Json, copy, from_json, to_json
from .title import Title

__all__ = [
    "Answered",
    "Diverged",
    "Drawn",
    "Input",
    "Lapsed",
    "OutOfChance",
    "Reveal",
    "Source",
    "Table",
    "answer_from_json",
    "input_from_json",
    "input_to_json",
]

_new = tuple.__new__


class Table(Situation):
    """`pending` is what is asked now, `answer` moves the game on, `over` says that it has ended."""

    __slots__ = ("_baked", "_checkpoints", "_record", "_stride", "below")

    def __init__(
        self,
        title: Title,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        below: Below = no_chance,
        fixes: int | None = None,
        record: Iterable[Input] = (),
        stride: int = 1,
    ) -> None:
        """Set up a game.

        `record` replays the inputs of an earlier run before new ones are taken.
        A checkpoint is kept at the first phase boundary at least `stride` inputs
        after the last one: a caller that never undoes or clones copies less.
        """
        self._stride = stride
        settled = title.settle(len(players), options, fixes)
        state = title.new(len(players), settled, title.fixes if fixes is None else fixes)
        self._start(title, tuple(players), below, Checkpoint(state, 0), [], record)

    def _start(
        self,
        title: Title,
        players: tuple[str, ...],
        below: Below,
        point: Checkpoint,
        before: list[Input],
        record: Iterable[Input],
    ) -> None:
        self.title, self.players, self.below = title, players, below
        self.inputs = before
        self.offset = point.place - len(before)
        self._checkpoints = [point]
        self.state = copy(point.state)
        self.pending = {}
        self.revealed = []
        self._together = None
        self._given = {}
        self._barrier = point.place
        self._baked = point.ruled
        self._agreed = None
        self._record = deque(record)
        self._run = in_turn(title.phases, self.state)
        self._go_on(None)
        self._feed()

    # ---- going on

    def ask_of(self, seat: int) -> Ask:
        ask = self.pending.get(seat)
        if ask is None:
            raise NotLegal("game_over" if self.over else "not_your_turn", {"player": self.players[seat]})
        return ask

    def answer(self, seat: int, answer: Answer, source: Source = "file") -> list[Note]:
        """Take an answer and go on to the next ask; returns what happened."""
        ask = self.pending.get(seat) or self.ask_of(seat)
        # what stands in the list is legal and in normal form
        checked = answer if answer in ask.options else ask.check(answer, None, self.players)
        secret = ask.hides(checked) if ask.secret else None
        # as Answered(seat, ask.kind.id, checked, source, secret), without its detour through Python
        given: Answered = _new(Answered, (seat, ask.kind.id, checked, source, secret, "", False, "", (), False))
        notes: list[Note] = []
        self.state.notes = notes
        if self._together is None:
            self.inputs.append(given)
            self._go_on(checked)
        else:
            self._collect(given)
        return notes

    def order(self, seat: int, text: str, source: Source = "file") -> list[Note]:
        """Take an answer as order text."""
        return self.answer(seat, self.ask_of(seat).parse(text, self.players), source)

    def _collect(self, given: Answered) -> None:
        """Keep an answer of a Together until all are there."""
        self._given[given.seat] = given
        if len(self._given) < len(self.pending):
            return
        if self.offer is not None:
            self._close_offer()
        else:
            answers = {}
            for seat in self.pending:  # in the rule's order, whoever answered first
                self.inputs.append(self._given[seat])
                answers[seat] = self._given[seat].answer
            if len(answers) > 1:
                self._barrier = self.place  # what was hidden from each other is now known
            self._go_on(answers)

    def lapse(self) -> list[Note]:
        """Close an Offer for all who have not answered, and go on; returns what happened."""
        if self.offer is None:
            raise ValueError("nothing is offered")
        self.state.notes = []
        self._close_offer()
        notes: list[Note] = self.state.notes
        return notes

    def _close_offer(self) -> None:
        answers = {}
        for seat, ask in self.pending.items():
            given = self._given.get(seat)
            if given is not None and given.answer != ask.default():
                self.inputs.append(given)
                answers[seat] = given.answer
        self._lapsed(answers)

    def _lapsed(self, answers: dict[int, Answer]) -> None:
        self.inputs.append(Lapsed(next(iter(self.pending.values())).kind.id))
        self._barrier = self.place  # what others did or did not do is now known
        self._go_on(answers)

    def retract(self, seat: int) -> None:
        """Take back an answer that still waits for others."""
        given = self._given.get(seat)
        if given is not None and given.source != "forced":
            del self._given[seat]
        else:
            raise CannotUndo("nothing of this player is waiting")

    def _go_on(self, value: Any) -> None:
        """Run the rules up to the next ask that a player must answer, or the end."""
        if self._together is not None:
            self._together, self._given = None, {}
        run = self._run
        assert run is not None
        while True:
            try:
                wanted = run.send(value)
            except StopIteration:
                self._run, self.pending = None, {}
                break
            if wanted is BETWEEN:
                if self.offset + len(self.inputs) - self._checkpoints[-1].place >= self._stride:
                    self._keep_checkpoint()
                value = None
            elif isinstance(wanted, Ask):
                only = None if wanted.private or wanted.secret else wanted.only()
                if only is None:
                    self.pending = {wanted.player: wanted}
                    break
                value = self._forced(wanted, only)
            elif isinstance(wanted, Chance):
                value = self._chance(wanted)
            elif isinstance(wanted, Together):
                only_ones = wanted.forced_answers()
                if len(only_ones) == len(wanted.asks):  # nobody to ask
                    value = {seat: self._forced(wanted.asks[seat], only, True) for seat, only in only_ones.items()}
                    if len(value) > 1:
                        self._barrier = self.place
                    continue
                self.pending, self._together = dict(wanted.asks), wanted
                self._given = {
                    seat: self._by_itself(self.pending[seat], only, True) for seat, only in only_ones.items()
                }
                break
            elif isinstance(wanted, Reveal):
                self.revealed.append(wanted.name)
                self._barrier = self.place
                value = None
            else:
                raise TypeError(f"the rules of {self.title.id} yielded {wanted!r}")
        if self.state.unveiled:
            self.state.unveiled = []
            self._barrier = self.place

    def _forced(self, ask: Ask, only: Answer, unsourced: bool = False) -> Answer:
        """Exactly one legal answer: the player is not asked, but the answer is recorded."""
        if self._record:
            return self._recorded(ask, unsourced).answer
        self.inputs.append(self._by_itself(ask, only, unsourced))
        return only

    def _by_itself(self, ask: Ask, only: Answer, unsourced: bool) -> Answered:
        spoken, hidden = ask.spoken(only), ask.hides(only)
        return Answered(
            ask.player, ask.kind.id, only, "forced", hidden, "", unsourced, ask.subject, spoken, ask.unforeseen
        )

    def _chance(self, wanted: Chance) -> Any:
        if self._record:
            drawn = self._record.popleft()
            if not isinstance(drawn, Drawn) or not wanted.possible(drawn.outcome):
                raise Diverged(f"the rules draw {type(wanted).__name__}, the record has {drawn}")
            outcome = drawn.outcome
        else:
            outcome = wanted.outcome(self.below)
        self.inputs.append(_new(Drawn, (outcome, wanted.label, wanted.sides)))
        self._barrier = self.offset + len(self.inputs)
        return list(outcome)  # the rules may later change their list, but never the record

    def _keep_checkpoint(self) -> None:
        """Keep what undo can still reach, and nothing older than the last barrier needs."""
        kept = self._checkpoints
        while len(kept) > 1 and kept[1].place <= self._barrier:
            del kept[0]
        kept.append(Checkpoint(copy(self.state), self.place, self.place))

    # ---- recorded inputs

    def _recorded(self, ask: Ask, unsourced: bool) -> Answered:
        one = self._record.popleft()
        if not isinstance(one, Answered) or one.seat != ask.player or one.kind != ask.kind.id:
            raise Diverged(f"the rules ask {ask.kind.id} of {self.players[ask.player]}, the record has {one}")
        if not ask.allows(one.answer):
            raise Diverged(f"the recorded answer {one.answer} to {ask.kind.id} is not legal here")
        if one.source == "forced":
            one = one._replace(
                unsourced=unsourced, subject=ask.subject, unforeseen=ask.unforeseen, spoken=ask.spoken(one.answer)
            )
        self.inputs.append(one)
        return one

    def _feed(self) -> None:
        while self._record:
            self._feed_one()

    def _feed_one(self) -> None:
        """Go on to where the table waited for the next input."""
        if not self.pending:
            raise Diverged("the record goes on after the end of the game")
        if isinstance(one := self._record[0], Stopped):
            self._record.popleft()
            self.stop(one.winners, one.how)
            return
        if isinstance(one, Ruled):
            self._feed_ruling(one)
            return
        self.state.notes = []
        together = self._together
        if isinstance(together, Offer):
            self._feed_offer()
            return
        answers = {}
        for seat, ask in self.pending.items():
            if not self._record:
                raise Diverged("the record ends inside simultaneous answers")
            answers[seat] = self._recorded(ask, self.unsourced).answer
        if together is None:
            (value,) = answers.values()
            self._go_on(value)
        else:
            if len(answers) > 1:
                self._barrier = self.place
            self._go_on(answers)

    def _feed_offer(self) -> None:
        answers = {}
        while self._record and isinstance(one := self._record[0], Answered):
            if one.seat not in self.pending or one.seat in answers:
                raise Diverged(f"the rules offer nothing to {self.players[one.seat]}, the record has {one}")
            answers[one.seat] = self._recorded(self.pending[one.seat], False).answer
        if not self._record or not isinstance(self._record.popleft(), Lapsed):
            raise Diverged("the record ends inside an offer")
        self._lapsed(answers)

    # ---- changes from outside

    def rule(self, changes: Changes) -> None:
        """Change the state while the table waits; raises CannotRule, and changes nothing, where that is not sound.

        The rules stand in the middle of a phase, and may have remembered what they saw. So the phase is gone through
        again from its beginning, with the change: every answer must still be possible, and nothing else may differ.
        """
        ruling.check(self.state, changes)
        wanted, point = ruling.changed(self.state, changes), self._checkpoints[-1]
        start = ruling.moved_back(point.state, self.state, changes)
        try:
            other = self._resumed(Checkpoint(start, point.place, self.place), self.place, no_chance)
        except Exception as error:
            raise CannotRule("the turn could not have gone on like this") from error
        asked = {seat: ask.kind.id for seat, ask in self.pending.items()}
        if to_json(other.state) != to_json(wanted) or {s: ask.kind.id for s, ask in other.pending.items()} != asked:
            raise CannotRule("the turn would have gone on differently")
        self.state, self._run, self.pending = other.state, other._run, other.pending
        self._together, self._given = other._together, other._given
        self.inputs.append(Ruled(changes))
        self._checkpoints[-1] = Checkpoint(start, point.place, self.place)
        self._barrier = self.place

    def stop(self, winners: Sequence[int], how: str) -> None:
        """The game is over although the rules would go on."""
        self.inputs.append(Stopped(tuple(winners), how))
        self._agreed = Outcome(list(winners), how, [{} for _ in self.players])
        self.pending, self._together, self._given, self._run = {}, None, {}, None

    def _feed_ruling(self, one: Ruled) -> None:
        self._record.popleft()
        if self.place < self._baked:
            self.inputs.append(one)
            self._barrier = self.place
        else:
            self.rule(one.changes)

    # ---- copies of the table

    def clone(self, below: Below = no_chance) -> Table:
        """An independent table at the same point; it draws its own chance."""
        other = self._resumed(self._checkpoints[-1], self.place, below)
        other._checkpoints = list(self._checkpoints)
        other._barrier = self._barrier
        other.revealed = list(self.revealed)
        other._given = dict(self._given)
        return other

    def undo(self) -> Answered:
        """Take back the last answer of a player, but not past a die roll or anything revealed."""
        last = len(self.inputs) - 1
        while last >= 0 and (not isinstance(one := self.inputs[last], Answered) or one.source == "forced"):
            last -= 1
        if last < 0 or self.offset + last < self._barrier:
            raise CannotUndo("nothing can be taken back past a die, a thing revealed, or the start")
        taken = self.inputs[last]
        assert isinstance(taken, Answered)
        self.back(self.offset + last, self._barrier)
        return taken

    def back(self, place: int, barrier: int | None = None) -> None:
        """Go back to an earlier place. What was drawn before it stays drawn; new chance comes from the same source.

        The place is a barrier from then on, because what came after it is known, unless another one is given.
        """
        kept = self._reaching(place)
        back = self._resumed(kept[-1], place, self.below)
        self.state, self.inputs, self._run = back.state, back.inputs, back._run
        self.pending, self._together, self._given = back.pending, back._together, back._given
        self._checkpoints, self._barrier = kept, place if barrier is None else barrier

    def since(self, place: int) -> Iterator[tuple[Table, list[Note]]]:
        """One table at an earlier place, then after each answer since, with what was told of it."""
        other = self._resumed(self._reaching(place)[-1], place, no_chance)
        yield other, []
        other._record.extend(self.inputs[place - self.offset :])
        while other._record:
            other._feed_one()
            yield other, other.state.notes

    def running(self) -> tuple[Checkpoint, list[Input]]:
        """The last checkpoint, and the inputs since."""
        point = self._checkpoints[-1]
        return point, self.inputs[point.place - self.offset :]

    def _reaching(self, place: int) -> list[Checkpoint]:
        """The checkpoints from which a place can be reached."""
        return [point for point in self._checkpoints if max(point.place, point.ruled) <= place] or [self._first()]

    def _first(self) -> Checkpoint:
        if self.offset:
            raise CannotUndo("what came before is not in memory")
        state = self.state
        return Checkpoint(self.title.new(state.seats, dict(state.options), state.fixes), 0)

    def _resumed(self, point: Checkpoint, to: int, below: Below) -> Table:
        other: Table = object.__new__(Table)
        other._stride = self._stride
        start = point.place - self.offset
        other._start(self.title, self.players, below, point, self.inputs[:start], self.inputs[start : to - self.offset])
        return other

    def save(self) -> Json:
        """The table as JSON: a checkpoint and the inputs since, as far back as a player can take back answers.
        Holds hidden things.

        The order of keys matters: rules may iterate over a dict, so it must be preserved when this is written.
        """
        first = self.own_from
        point = next((one for one in reversed(self._checkpoints) if one.place <= first), self._checkpoints[0])
        return {
            "title": self.title.id,
            "players": list(self.players),
            "state": to_json(point.state),
            "place": point.place,
            "ruled": point.ruled,
            "inputs": [input_to_json(one) for one in self.inputs[point.place - self.offset :]],
            "given": [input_to_json(one) for one in self._given.values()],
            "barrier": self._barrier,
            "revealed": list(self.revealed),
        }

    @classmethod
    def at(cls, title: Title, players: Sequence[str], state: Game, below: Below = no_chance) -> Table:
        """A table at the start of the phase that a state names."""
        table: Table = object.__new__(cls)
        table._stride = 1
        table._start(title, tuple(players), below, Checkpoint(state, 0), [], ())
        return table

    @classmethod
    def load(cls, title: Title, saved: Json, below: Below = no_chance) -> Table:
        """The reverse of `save`."""
        if saved["title"] != title.id:
            raise Diverged(f"this is a game of {saved['title']}, not of {title.id}")
        table: Table = object.__new__(cls)
        table._stride = 1
        blank = title.new(len(saved["players"]), {}, 0)
        point = Checkpoint(from_json(type(blank), saved["state"]), saved["place"], saved.get("ruled", saved["place"]))
        inputs = [input_from_json(one) for one in saved["inputs"]]
        table._start(title, tuple(saved["players"]), below, point, [], inputs)
        table._barrier = saved["barrier"]
        table.revealed = list(saved["revealed"])
        for one in saved["given"]:
            given = input_from_json(one)
            assert isinstance(given, Answered)
            if given.source != "forced":  # the table has already given those once more
                table._given[given.seat] = given
        return table
