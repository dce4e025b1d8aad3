"""A table drives a title's rules: it hands over answers and chance, and remembers both.

Only data is kept between phases. At each phase boundary the table copies the
state (a checkpoint); inside a phase it remembers the inputs. So a table can
be saved, cloned, undone and resumed by replaying a few inputs, and no
generator is ever stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..words.lazy_dataclass import dataclass
from . import ruling
from .asks import MOST_LISTED, MOST_PUBLISHED, Ask, Offer, Together
from .chance import Below, Chance
from .forms import Answer
from .game import Game, Outcome
from .inputs import (
    Answered,
    Changes,
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
from .masked import masked
from .notes import Note
from .refusals import CannotRule, CannotUndo, NotLegal
from .state_json import Json, canonical, copy, digest, from_json, to_json
from .title import Title
from .view_text import view_text
from .views import view

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


class Reveal:
    """Yielded by a rule when a secret answer becomes public; `name` is the ask's `secret`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


@dataclass(slots=True)
class Checkpoint:
    state: Game
    place: int
    """How many inputs came before it."""
    ruled: int = 0
    """Rulings before this place are in the state already, also those that were made after the checkpoint."""


class OutOfChance(Exception):
    """A table without a source of chance met a die."""


class Diverged(Exception):
    """A recorded input does not fit what the rules ask for: other rules, or another game."""


def no_chance(_: int) -> int:
    raise OutOfChance("this table has no source of chance")


class Table:
    """`pending` is what is asked now, `answer` moves the game on, `over` says that it has ended."""

    __slots__ = (
        "_agreed", "_baked", "_barrier", "_checkpoints", "_given", "_record", "_run", "_stride", "_together",
        "below", "inputs", "offset", "pending", "players", "revealed", "state", "title",
    )  # fmt: skip

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
        self.inputs: list[Input] = before
        self.offset = point.place - len(before)
        """Inputs that a loaded table no longer has in memory."""
        self._checkpoints = [point]
        self.state: Any = copy(point.state)
        self.pending: dict[int, Ask] = {}
        """The open asks by seat; several only in a Together."""
        self.revealed: list[str] = []
        self._together: Together | None = None
        self._given: dict[int, Answered] = {}
        self._barrier = point.place
        self._baked = point.ruled
        self._agreed: Outcome | None = None
        """How the players have ended the game; the rules know nothing of it, and give no points."""
        self._record = deque(record)
        self._run: Generator[Any, Any, str | None] | None = title.phases[self.state.phase](self.state)
        self._go_on(None)
        self._feed()

    # ---- the current situation

    @property
    def over(self) -> bool:
        return self._run is None

    @property
    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = self._agreed or self.state.outcome
        return outcome

    @property
    def place(self) -> int:
        """How many inputs the game has had."""
        return self.offset + len(self.inputs)

    @property
    def given(self) -> Mapping[int, Answered]:
        """Answers of a running Together that wait for the others."""
        return self._given

    @property
    def unanswered(self) -> dict[int, Ask]:
        """The open asks that have no answer yet, not even one that the table gave by itself."""
        given = self._given
        return {seat: ask for seat, ask in self.pending.items() if seat not in given} if given else self.pending.copy()

    @property
    def simultaneous(self) -> bool:
        """Whether the open asks are those of a Together."""
        return self._together is not None

    @property
    def offer(self) -> Offer | None:
        """The open Offer, if that is what is asked."""
        return self._together if isinstance(self._together, Offer) else None

    @property
    def unsourced(self) -> bool:
        """Whether the sources of the open answers are secret: `forced` would reveal that there was no choice."""
        return self._together is not None and self._together.forced

    @property
    def barrier(self) -> int:
        """The place that undo cannot go past: a die roll, something revealed, the start."""
        return self._barrier

    @property
    def own_from(self) -> int:
        """The place from which on all answers are of the seat that is asked alone now, with nothing new to see since:
        its player can take these back. Where nobody is asked alone it is the current place."""
        place = self.place
        if len(self.pending) == 1 and self._together is None:
            (seat,) = self.pending
            lowest = max(self._barrier, self.offset)
            while place > lowest and getattr(self.inputs[place - self.offset - 1], "seat", None) == seat:
                place -= 1
        return place

    def forced_since(self, place: int) -> list[Answered]:
        """The answers that the table has given by itself since that place."""
        new = self.inputs[max(0, place - self.offset) :]
        return [one for one in new if isinstance(one, Answered) and one.source == "forced"]

    def view(self, seat: int | None) -> Json:
        return view(self.state, seat)

    def seen(self, seat: int | None) -> Any:
        """The state as a seat sees it: a copy of the same class, in which whatever it may not see is Unseen."""
        return masked(self.state, seat)

    def waiting(self) -> list[int] | None:
        """Whose answers are awaited, where that is public; None where only the fact that the table waits is public."""
        if self._together is not None and not self._together.open:
            return None
        return [seat for seat in self.pending if seat not in self._given or self._given[seat].source == "forced"]

    def soon(self) -> dict[int, str]:
        """By seat, the window open for orders although nothing is asked of it yet; from public information only."""
        if self.over or self.title.soon is None:
            return {}
        asked = self.pending if self.waiting() is not None else {}
        return {seat: window for seat, window in self.title.soon(self.seen(None)).items() if seat not in asked}

    def digest(self) -> str:
        """Fingerprint of the whole position, hidden things included: for tests and the moderator."""
        asked = [ask.data(self.players) for ask in self.pending.values()]
        given = {str(seat): to_json(one.answer) for seat, one in self._given.items()}
        return digest({"state": to_json(self.state), "asked": asked, "given": given})

    def public_digest(self, format: int = 1) -> str:
        """Fingerprint of what everybody may see; it goes into the ledger.

        Format 1 includes the lists and figures that are shown with each ask. Format 2 covers only who is asked
        what kind of thing, as far as that is public, so that the former can be improved while a game is running.
        """
        if format == 1:
            return digest({"state": self.view(None), "asked": self.asked(None, MOST_LISTED)})
        public = self._together is None or self._together.open
        asked = [[player, ask.kind.id] for player, ask in self.pending.items() if public]
        # the canonical JSON of both, without making the view first
        return sha256(b'{"asked":%b,"state":%b}' % (canonical(asked), view_text(self.state, None).encode())).hexdigest()

    def asked(self, seat: int | None, most: int = MOST_PUBLISHED) -> Json:
        """The open asks as `seat` may see them; None is an onlooker."""
        together = self._together
        shown = []
        for player, ask in self.pending.items():
            if player == seat or not (ask.private or ask.secret or together):
                shown.append(ask.data(self.players, most))
            elif together is None or together.open:
                shown.append({"player": player, "kind": ask.kind.id, "rule": ask.rule})
        if self.pending and not shown:
            shown.append({"kind": "waiting"})
        return shown

    # ---- going on

    def ask_of(self, seat: int) -> Ask:
        ask = self.pending.get(seat)
        if ask is None:
            raise NotLegal("game_over" if self.over else "not_your_turn", {"player": self.players[seat]})
        return ask

    def answer(self, seat: int, answer: Answer, source: Source = "file") -> list[Note]:
        """Take an answer and go on to the next ask; returns what happened."""
        ask = self.pending.get(seat) or self.ask_of(seat)
        checked = ask.check(answer, None, self.players)
        given = Answered(seat, ask.kind.id, checked, source, ask.hides(checked) if ask.secret else None)
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
        self.pending = {}
        if self._together is not None:
            self._together, self._given = None, {}
        run = self._run
        while run is not None:
            try:
                wanted = run.send(value)
            except StopIteration as done:
                run = self._next_phase(done.value)
                value = None
                continue
            if isinstance(wanted, Ask):
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
        for note in self.state.notes:
            if note.reveals:
                self._barrier = self.place
                break

    def _next_phase(self, phase: str | None) -> Generator[Any, Any, str | None] | None:
        if phase is None:
            self._run = None
        else:
            self.state.phase = phase
            if self.offset + len(self.inputs) - self._checkpoints[-1].place >= self._stride:
                self._keep_checkpoint()
            self._run = self.title.phases[phase](self.state)
        return self._run

    def _forced(self, ask: Ask, only: Answer, unsourced: bool = False) -> Answer:
        """Exactly one legal answer: the player is not asked, but the answer is recorded."""
        if self._record:
            return self._recorded(ask, unsourced).answer
        self.inputs.append(self._by_itself(ask, only, unsourced))
        return only

    def _by_itself(self, ask: Ask, only: Answer, unsourced: bool) -> Answered:
        order = ask.write(only, self.players)
        return Answered(ask.player, ask.kind.id, only, "forced", ask.hides(only), order, unsourced, ask.subject)

    def _chance(self, wanted: Chance) -> Any:
        if self._record:
            drawn = self._record.popleft()
            if not isinstance(drawn, Drawn) or not wanted.possible(drawn.outcome):
                raise Diverged(f"the rules draw {type(wanted).__name__}, the record has {drawn}")
            outcome = drawn.outcome
        else:
            outcome = wanted.outcome(self.below)
        self.inputs.append(Drawn(outcome, wanted.label, wanted.sides))
        self._barrier = self.place
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
            order = one.order or ask.write(one.answer, self.players)
            one = one._replace(order=order, unsourced=unsourced, subject=ask.subject)
        self.inputs.append(one)
        return one

    def _feed(self) -> None:
        while self._record:
            if not self.pending:
                raise Diverged("the record goes on after the end of the game")
            if isinstance(one := self._record[0], Stopped):
                self._record.popleft()
                self.stop(one.winners, one.how)
                continue
            if isinstance(one, Ruled):
                self._feed_ruling(one)
                continue
            self.state.notes = []
            together = self._together
            if isinstance(together, Offer):
                self._feed_offer()
                continue
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
        kept = [point for point in self._checkpoints if max(point.place, point.ruled) <= place] or [self._first()]
        back = self._resumed(kept[-1], place, self.below)
        self.state, self.inputs, self._run = back.state, back.inputs, back._run
        self.pending, self._together, self._given = back.pending, back._together, back._given
        self._checkpoints, self._barrier = kept, place if barrier is None else barrier

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
