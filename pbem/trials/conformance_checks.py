"""Checks of a position: JSON, copies, replay, undo, words, the end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

from .. import titles
from ..table import (
    Answered,
    Ask,
    Below,
    CannotUndo,
    Drawn,
    HiddenTouched,
    Lapsed,
    Note,
    OutOfChance,
    Refused,
    Table,
    Title,
    from_view,
)
from ..table.saying import ask_text, note_text, refusal_text
from ..table.state_json import canonical, copy, from_json, to_json
from ..table.views import marked
from ..words import LANGUAGES
from .errors import TrialFault, difference
from .simulate import source


def json_safe(value: Any, check: str, what: str) -> None:
    """The value is JSON as it stands: reading it back gives the same."""
    try:
        back = json.loads(canonical(value))
    except (TypeError, ValueError) as fault:
        raise TrialFault(check, f"{what} is no JSON: {fault}") from fault
    if back != value:
        raise TrialFault(check, f"{what} changes as JSON: {difference(value, back)}")


def state(table: Table) -> None:
    """The state is plain data: it survives JSON and copying."""
    written = to_json(table.state)
    text = canonical(written)
    read = to_json(from_json(type(table.state), json.loads(text, parse_float=_no_float, parse_constant=_no_float)))
    if canonical(read) != text:
        raise TrialFault("state", f"read back from JSON it differs: {difference(written, read)}")
    copied = to_json(copy(table.state))
    if canonical(copied) != text:
        raise TrialFault("state", f"its copy differs: {difference(written, copied)}")


def _no_float(text: str) -> float:
    raise TrialFault("state", f"it has a float, {text}, where its class declares something else")


def marks(value: Any, path: str = "state") -> None:
    """Every hidden field names its pool: without one, twin worlds would never differ in it."""
    if is_dataclass(value):
        for name, mark, _ in marked(type(value)):
            if mark is not None and mark.pool is None:
                raise TrialFault("marks", f"{path}.{name} is hidden without a pool of things to exchange it with")
            marks(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            marks(one, path)


def views(table: Table) -> None:
    for seat in (None, *range(len(table.players))):
        json_safe(table.view(seat), "view", f"the view of {_who(table, seat)}")
    windows = {window for kind in table.title.language.kinds.values() for window in kind.windows}
    for seat, window in table.soon().items():
        if window not in windows or seat not in range(len(table.players)):
            raise TrialFault("view", f"seat {seat} is told to write for {window}, which is no window of the title")
    for seat in (None, *table.pending):  # players who are not asked see what everybody sees
        json_safe(table.asked(seat), "view", f"what {_who(table, seat)} sees of the questions")


def _who(table: Table, seat: int | None) -> str:
    return "the public" if seat is None else table.players[seat]


def begun_anew(table: Table) -> None:
    """A player's view is enough to restart the phase, as the check before sending does, or stops it cleanly."""
    for seat in table.pending:
        game = from_view(type(table.state), table.view(seat), seat)
        try:
            Table.at(table.title, table.players, game).asked(seat)
        except (HiddenTouched, OutOfChance):
            continue  # a clean stop, not a fault of the rules
        except Exception as crash:
            what = f"the phase {table.state.phase}, begun anew with what {table.players[seat]} sees, raises {crash!r}"
            raise TrialFault("seen", what) from crash


def saved(table: Table, before: str) -> None:
    """Once saved, written, read and loaded, the table is the same and can go on; `before` is its digest."""
    loaded = Table.load(table.title, json.loads(json.dumps(table.save())))
    _same(table, before, loaded, "save", "the loaded table")


def cloned(table: Table, before: str, pick: Below) -> None:
    """A clone is the same, and what happens there leaves the table alone; `before` is its digest."""
    clone = table.clone(source("clone"))
    _same(table, before, clone, "clone", "the clone")
    for _ in range(3):
        if clone.over:
            break
        for seat, ask in clone.unanswered.items():
            clone.answer(seat, ask.sample(pick))
    if table.digest() != before:
        raise TrialFault("clone", "answers given to a clone changed the table")


def replay(table: Table, options: Mapping[str, Any], chance: Below, digests: Mapping[int, str]) -> None:
    """The same inputs give the same end, and the same answers and chance the same position at every place."""
    recorded = Table(table.title, table.players, options, record=table.inputs)
    end = table.digest()
    _same(table, end, recorded, "replay", "the replayed table")
    again = Table(table.title, table.players, options, below=chance)
    for place, one in enumerate(table.inputs, table.offset):
        if isinstance(one, Lapsed) and again.place <= place:  # else all have taken the offer
            again.lapse()
        if not isinstance(one, Answered) or one.source == "forced":
            continue
        if not again.given and again.digest() != digests[again.place]:
            raise TrialFault("replay", f"after {again.place} inputs the replayed table has another position")
        again.answer(one.seat, one.answer, one.source)
    _same(table, end, again, "replay", "the table answered again")


def occasion(ask: Ask, table: Table) -> None:
    """Where lines are kept apart, the title says by itself what an ask is part of: else lines would stay behind."""
    queue, known = table.title.language.queue, table.title.occasions.get(ask.kind.id)
    if not ask.occasion or queue is None or queue.apart is None:
        return
    now = known(table.state, ask.player) if known is not None else ""
    if now != ask.occasion:
        raise TrialFault("ask", f"{ask.kind.id} is part of {ask.occasion!r}, the title's occasions say {now!r}")


def together(table: Table, pick: Below) -> None:
    """Simultaneous answers may be replaced and retracted, and wait unseen."""
    if (
        len(table.pending) < 2
        or len(table.unanswered) < 2
        or len(table.waiting() or table.pending) < len(table.pending)
    ):
        return
    clone = table.clone(source("together"))
    seat, ask = next(iter(clone.unanswered.items()))
    before = clone.digest()
    seen = {viewer: clone.view(viewer) for viewer in (None, *range(len(clone.players)))}
    clone.answer(seat, ask.sample(pick))
    clone.answer(seat, ask.sample(pick))
    if any(clone.view(viewer) != view for viewer, view in seen.items()):
        raise TrialFault("together", "an answer that waits for others shows in a view")
    loaded = Table.load(clone.title, json.loads(json.dumps(clone.save())))
    _same(clone, clone.digest(), loaded, "save", "the table loaded with an answer that waits")
    clone.retract(seat)
    if clone.digest() != before:
        raise TrialFault("together", "an answer taken back leaves something behind")


def _same(table: Table, digest: str, other: Table, check: str, what: str) -> None:
    if other.digest() == digest:
        return
    left, right = to_json(table.state), to_json(other.state)
    if left != right:
        raise TrialFault(check, f"{what} has another state: {difference(left, right)}")
    asks = [[ask.data(one.players) for ask in one.pending.values()] for one in (table, other)]
    raise TrialFault(check, f"{what} asks otherwise: {difference(*asks)}")


class Before:
    """A table as it was before an answer, to compare with what undo restores."""

    def __init__(self, table: Table, digest: str) -> None:
        self.digest = digest
        self.place = table.place
        self.revealed = len(table.revealed)
        self.alone = len(table.pending) == 1

    def undone(self, table: Table, notes: Sequence[Note]) -> int:
        """Undo restores the earlier position and respects the barrier. Returns how many answers were undone."""
        if table.place == self.place:
            return 0  # an answer that waits for others
        new = table.inputs[self.place - table.offset :]
        shows = (
            any(isinstance(one, (Drawn, Lapsed)) for one in new)
            or any(note.reveals for note in notes)
            or len(table.revealed) > self.revealed
            or not self.alone
            # simultaneous answers that the table gave by itself were hidden from each other, like any others
            or (len(table.forced_since(self.place)) > 1 and table.barrier > self.place)
        )
        clone = table.clone()
        try:
            clone.undo()
        except CannotUndo as refusal:
            if not shows:
                raise TrialFault("undo", "nothing was shown, and yet the answer cannot be taken back") from refusal
            return 0
        if shows:
            raise TrialFault("undo", "an answer was taken back past a die or something revealed")
        if clone.place != self.place or clone.digest() != self.digest:
            raise TrialFault("undo", "taking back an answer does not bring back the position before it")
        return 1


class Sentences:
    """Everything that is said has its words, in each language."""

    def __init__(self, title: Title, players: Sequence[str]) -> None:
        self.words = {language: titles.words(title, language, players) for language in LANGUAGES}

    def notes(self, notes: Iterable[Note]) -> None:
        for note in notes:
            json_safe(to_json(note.data()), "note", f"the note {note.key}")
            for language, words in self.words.items():
                try:
                    note_text(note, words)
                except (KeyError, IndexError, ValueError) as fault:
                    raise TrialFault("words", f"the note {note.key} cannot be said in {language}: {fault!r}") from fault

    def ask(self, ask: Ask) -> None:
        for language, words in self.words.items():
            try:
                ask_text(ask, words)
            except (KeyError, IndexError, ValueError) as fault:
                raise TrialFault(
                    "words", f"the question {ask.kind.id} cannot be said in {language}: {fault!r}"
                ) from fault

    def refusal(self, refused: Refused, text: str) -> None:
        for language, words in self.words.items():
            try:
                refusal_text(refused, words, text)
            except (KeyError, IndexError, ValueError) as fault:
                raise TrialFault(
                    "words", f"the refusal {refused.key} cannot be said in {language}: {fault!r}"
                ) from fault

    def key(self, key: str) -> None:
        for language, words in self.words.items():
            if key not in words:
                raise TrialFault("words", f"{key} has no words in {language}")


def ended(table: Table, language: Sentences) -> None:
    """The outcome makes sense and has words."""
    outcome = table.outcome
    if outcome is None:
        raise TrialFault("end", "the game is over without an outcome")
    seats = range(len(table.players))
    if any(seat not in seats for seat in outcome.winners) or len(dict.fromkeys(outcome.winners)) != len(
        outcome.winners
    ):
        raise TrialFault("end", f"the winners are {outcome.winners}")
    if outcome.scores and len(outcome.scores) != len(table.players):
        raise TrialFault("end", f"there are {len(outcome.scores)} rows of points for {len(table.players)} players")
    language.key(f"how.{outcome.how}")
    for row in outcome.scores:
        for category, points in row.items():
            language.key(f"score.{category}")
            if type(points) is not int:
                raise TrialFault("end", f"the points for {category} are {points!r}")
