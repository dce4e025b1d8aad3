"""What the table answers by itself among simultaneous asks, and what stays hidden of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import pytest

from pbem.table import (
    BY_SEAT,
    OWNER,
    Answer,
    Answered,
    CannotUndo,
    Choose,
    Diverged,
    Game,
    Hidden,
    Language,
    Outcome,
    Rule,
    Table,
    Title,
    Together,
    Vocabulary,
    as_count,
)

CARDS = ("ace", "king", "queen", "jack")
LANGUAGE = Language(
    {
        "asks": [
            {"id": "lay", "rules": ["T-1"], "order": {"forms": ["lay <card>", "lay none"]}},
            {"id": "nod", "rules": ["T-2"], "order": {"forms": ["nod <card> [at <n>]"]}},
            {"id": "go", "rules": ["T-3"], "order": {"forms": ["go", "stay"]}},
        ]
    },
    {"card": Vocabulary("card", {card: {} for card in CARDS})},
)


@dataclass(slots=True)
class Laying(Game):
    hands: Annotated[list[list[str]], BY_SEAT, Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)


def lay(game: Laying) -> Rule:
    asks = {seat: lay_ask(game, seat) for seat in range(game.seats)}
    answers = yield Together(asks, open=game.options["open"], forced=True)
    game.laid = [answer[1] if len(answer) > 1 else "" for answer in answers.values()]
    yield Nod(0, LANGUAGE["nod"], [("nod", "ace")])
    yield Choose(0, LANGUAGE["go"], [("go",), ("stay",)])
    game.outcome = Outcome([0], "laid", [])
    return None


class Nod(Choose):
    """Its answers are shorter than its form."""

    def normal(self, answer: Answer) -> Answer:
        return answer[:2]

    def spoken(self, answer: Answer) -> Answer:
        return (*answer, None)


def lay_ask(game: Laying, seat: int) -> Choose:
    options = [("lay", card) for card in game.hands[seat]] or [("lay none",)]
    return Choose(seat, LANGUAGE["lay"], options, private=True, secret=f"card of {seat}")


def title(hands: Sequence[Sequence[str]], open: bool = True) -> Title:
    def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Laying:
        return Laying(seats, {"open": open}, fixes, phase="lay", hands=[list(hand) for hand in hands])

    return Title("laying", {"en": "Laying"}, (len(hands),), new, {"lay": lay}, LANGUAGE, {"en": {}}, {})


def table(*hands: Sequence[str], open: bool = True) -> Table:
    handles = ("anna", "bob", "carol")[: len(hands)]
    return Table(title(hands, open), handles, below=random.Random(1).randrange)


def test_the_table_answers_for_who_has_no_choice() -> None:
    made = table(("ace", "king"), ("queen",), ())
    assert {seat: (one.answer, one.source) for seat, one in made.given.items()} == {
        1: (("lay", "queen"), "forced"),
        2: (("lay none",), "forced"),
    }
    made.order(0, "lay king")
    assert made.state.laid == ["king", "queen", ""]
    assert [one.source for one in made.inputs if isinstance(one, Answered)] == ["file", "forced", "forced", "forced"]
    assert made.forced_since(0)[0] == Answered(
        1, "lay", ("lay", "queen"), "forced", "card of 1", "lay queen", True, spoken=("lay", "queen")
    )


def test_all_without_a_choice_are_not_asked() -> None:
    made = table(("ace",), ("queen",))
    assert (list(made.pending), made.state.laid) == ([0], ["ace", "queen"])
    with pytest.raises(CannotUndo):
        made.undo()
    again = Table(made.title, made.players, record=made.inputs)
    assert again.digest() == made.digest()


def test_nobody_sees_who_had_no_choice() -> None:
    free, bound = table(("ace", "king"), ("queen", "jack")), table(("ace", "king"), ("queen",))
    assert free.waiting() == bound.waiting() == [0, 1]
    assert free.asked(None) == bound.asked(None) == free.asked(2)
    assert bound.unsourced
    assert table(("ace", "king"), ("queen",), open=False).waiting() is None


def test_one_answer_may_be_written_all_the_same_and_none_taken_back() -> None:
    made = table(("ace", "king"), ("queen",))
    with pytest.raises(CannotUndo):
        made.retract(1)
    made.order(1, "lay queen")
    made.retract(1)
    made.order(1, "lay queen")
    made.order(0, "lay ace")
    assert made.state.laid == ["ace", "queen"]


def test_a_table_with_forced_answers_is_saved_cloned_and_replayed_the_same() -> None:
    made = table(("ace", "king"), ("queen",), ("jack", "ace"))
    made.order(2, "lay jack")
    twins = [made.clone(), Table.load(made.title, made.save())]
    for one in (made, *twins):
        assert one.given[1].answer == ("lay", "queen")
        one.order(0, "lay king")
    replayed = Table(made.title, made.players, record=made.inputs)
    assert {one.digest() for one in (made, *twins, replayed)} == {made.digest()}
    assert [one.inputs for one in (*twins, replayed)] == [made.inputs] * 3
    made.order(0, "go")
    assert made.over


def test_undo_goes_back_to_simultaneous_asks_with_what_was_forced() -> None:
    made = table(("ace", "king"), ("queen",))
    made.order(0, "lay ace")
    made.order(0, "go")
    assert made.undo().answer == ("go",)
    assert made.pending[0].kind.id == "go"


def test_a_record_that_forces_another_answer_diverges() -> None:
    made = table(("ace", "king"), ("queen",))
    made.order(0, "lay ace")
    record = [made.inputs[0], made.inputs[1]._replace(answer=("lay", "jack")), *made.inputs[2:]]
    with pytest.raises(Diverged):
        Table(made.title, made.players, record=record)


def test_a_forced_answer_keeps_its_text_where_its_form_has_more() -> None:
    made = table(("ace",), ("queen",))
    nodded = made.forced_since(0)[-1]
    assert (nodded.kind, nodded.order) == ("nod", "nod ace")
