"""The table: going on, chance, simultaneous answers, copies, undo, records."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from pbem.table import (
    Answered,
    CannotUndo,
    Choose,
    Diverged,
    Drawn,
    NotLegal,
    OutOfChance,
    Refused,
    Reveal,
    Rule,
    Table,
)
from pbem.table.table import input_from_json, input_to_json

from .kit import LANGUAGE, TITLE, Tiny, at_bidding, table


def kinds(made: Table) -> list[str]:
    return [one.kind if isinstance(one, Answered) else "chance" for one in made.inputs]


# ---- going on


def test_set_up_runs_to_the_first_question() -> None:
    made = table()
    assert list(made.pending) == [0]
    assert made.pending[0].kind.id == "step"
    assert [note.key for note in made.state.notes] == ["ready"]
    assert made.state.phase == "round"
    assert (made.over, made.outcome, made.place) == (False, None, 1)


def test_an_answer_goes_on_to_the_next_question_and_tells_what_happened() -> None:
    made = table()
    notes = made.answer(0, ("go",))
    assert [note.key for note in notes] == ["stepped", "whispered"]
    assert list(made.pending) == [1]
    assert made.state.steps == [1, 0]


def test_an_order_is_read_and_taken() -> None:
    made = table()
    made.order(0, "show bob", "standing")
    assert made.inputs[1] == Answered(0, "step", ("show", 1), "standing")


def test_a_forced_answer_is_recorded_and_not_asked() -> None:
    made = table()
    made.answer(0, ("go",))
    assert made.inputs[-1] == Answered(0, "nod", ("nod",), "forced", spoken=("nod",))
    assert [one.order for one in made.forced_since(0)] == ["nod"], "written when somebody wants to read it"


def test_an_only_answer_that_is_private_is_asked_all_the_same() -> None:
    made = at_bidding()
    made.answer(0, ("bid", 1))
    made.answer(1, ("bid", 2))
    assert made.pending[0].kind.id == "keep"


def test_who_is_not_asked_is_refused() -> None:
    made = table()
    before = made.digest()
    with pytest.raises(NotLegal) as caught:
        made.answer(1, ("go",))
    assert (caught.value.key, caught.value.values) == ("not_your_turn", {"player": "bob"})
    with pytest.raises(Refused):
        made.answer(0, ("show", 0))
    with pytest.raises(Refused):
        made.order(0, "sing")
    assert made.digest() == before


def finished() -> Table:
    made = at_bidding()
    made.answer(0, ("bid", 1))
    made.answer(1, ("bid", 2))
    made.answer(0, ("keep",))
    return made


def test_the_end() -> None:
    made = finished()
    assert made.over
    assert made.outcome is not None
    assert made.outcome.winners == [1]
    assert made.pending == {}
    with pytest.raises(NotLegal) as caught:
        made.answer(0, ("go",))
    assert caught.value.key == "game_over"
    assert made.revealed == ["bid of 0", "bid of 1"]


def test_without_a_source_there_is_no_chance() -> None:
    with pytest.raises(OutOfChance):
        Table(TITLE, ("anna", "bob"))


def test_rules_that_yield_rubbish_are_a_bug() -> None:
    def rubbish(game: object) -> object:
        yield 7

    broken = replace(TITLE, phases={"setup": rubbish})
    with pytest.raises(TypeError, match="rules of tiny yielded 7"):
        Table(broken, ("anna", "bob"))


def test_an_outcome_that_the_rules_change_stays_in_the_record() -> None:
    made = table()
    first = made.inputs[0]
    assert isinstance(first, Drawn)
    before = list(first.outcome)
    made.answer(0, ("look",))
    assert first.outcome == before
    assert len(made.state.deck) == 3


# ---- simultaneous answers


def test_simultaneous_answers_wait_unseen() -> None:
    made = at_bidding()
    place, seen = made.place, made.public_digest()
    assert made.answer(1, ("bid", 4)) == []
    assert made.place == place
    assert made.public_digest() == seen
    assert made.waiting() == [0]
    assert made.given[1].answer == ("bid", 4)
    made.answer(0, ("bid", 2))
    assert made.state.bids == {0: 2, 1: 4}
    assert [one.seat for one in made.inputs[-2:] if isinstance(one, Answered)] == [0, 1]  # in the order of the rule


def test_an_answer_that_waits_may_be_replaced_and_retracted() -> None:
    made = at_bidding()
    before = made.digest()
    made.answer(1, ("bid", 4))
    made.answer(1, ("bid", 6))
    made.retract(1)
    assert made.digest() == before
    with pytest.raises(CannotUndo):
        made.retract(1)
    made.answer(1, ("bid", 7))
    made.answer(0, ("bid", 2))
    assert made.state.bids == {0: 2, 1: 7}


def test_a_secret_answer_is_marked_in_the_inputs() -> None:
    made = at_bidding()
    made.answer(0, ("bid", 1))
    made.answer(1, ("bid", 2))
    assert made.inputs[-1] == Answered(1, "bid", ("bid", 2), "file", "bid of 1")


def test_whose_answer_is_missing_may_itself_be_hidden() -> None:
    opened, closed = at_bidding(), at_bidding(options={"open": False})
    assert opened.asked(None) == [
        {"player": 0, "kind": "bid", "rule": "K-3"},
        {"player": 1, "kind": "bid", "rule": "K-3"},
    ]
    assert closed.asked(None) == [{"kind": "waiting"}]
    assert closed.waiting() is None
    assert [one["player"] for one in closed.asked(1)] == [1]
    assert len(closed.asked(1)[0]["legal"]) == 10


def test_what_a_private_question_offers_is_for_its_player() -> None:
    made = at_bidding()
    made.answer(0, ("bid", 1))
    made.answer(1, ("bid", 2))
    assert made.asked(0)[0]["legal"] == [{"order": "keep"}]
    assert made.asked(1) == made.asked(None) == [{"player": 0, "kind": "keep", "rule": "K-4"}]


# ---- clone, save, replay


def test_a_clone_is_the_same_and_goes_its_own_way() -> None:
    made = table()
    made.answer(0, ("go",))
    clone = made.clone(random.Random(5).randrange)
    assert clone.digest() == made.digest()
    assert clone.inputs == made.inputs
    clone.answer(1, ("roll",))
    assert made.state.steps == [1, 0]
    assert len(made.inputs) == 3
    made.answer(1, ("look",))
    assert clone.state.open == []


def test_a_clone_has_no_chance_of_its_own_unless_given() -> None:
    with pytest.raises(OutOfChance):
        table().clone().answer(0, ("roll",))


def test_a_clone_keeps_answers_that_wait() -> None:
    made = at_bidding()
    made.answer(1, ("bid", 4))
    clone = made.clone()
    clone.answer(0, ("bid", 1))
    assert clone.state.bids == {0: 1, 1: 4}
    assert made.state.bids == {}


@pytest.mark.parametrize("answers", range(7))
def test_saved_and_loaded_it_is_the_same(answers: int) -> None:
    made = table()
    for _ in range(answers):
        seat = next(seat for seat in made.pending if seat not in made.given)
        made.answer(seat, made.pending[seat].sample(random.Random(answers).randrange))
    loaded = Table.load(TITLE, json.loads(json.dumps(made.save())))
    assert loaded.digest() == made.digest()
    assert loaded.place == made.place
    assert loaded.barrier == made.barrier
    assert loaded.revealed == made.revealed
    assert loaded.save() == made.save()


def test_loaded_in_the_middle_of_simultaneous_answers() -> None:
    made = at_bidding()
    made.answer(1, ("bid", 4))
    loaded = Table.load(TITLE, json.loads(json.dumps(made.save())))
    assert loaded.given == made.given
    loaded.answer(0, ("bid", 1))
    assert loaded.state.bids == {0: 1, 1: 4}


def test_a_loaded_table_goes_on_clones_and_undoes_within_its_memory() -> None:
    made = at_bidding()
    loaded = Table.load(TITLE, made.save(), random.Random(2).randrange)
    with pytest.raises(CannotUndo):
        loaded.undo()  # the inputs before the checkpoint are not in it
    fresh = Table.load(TITLE, table().save(), random.Random(2).randrange)
    before = fresh.digest()
    fresh.answer(0, ("go",))
    assert fresh.clone().digest() == fresh.digest()
    fresh.undo()
    assert fresh.digest() == before


def test_a_save_of_another_title_is_refused() -> None:
    saved = table().save()
    saved["title"] = "chess"
    with pytest.raises(Diverged, match="a game of chess"):
        Table.load(TITLE, saved)


def test_the_same_inputs_give_the_same_game() -> None:
    made = finished()
    again = Table(TITLE, made.players, record=made.inputs)
    assert again.digest() == made.digest()
    assert again.inputs == made.inputs
    assert again.revealed == made.revealed


def test_a_record_may_stop_anywhere_and_the_game_goes_on() -> None:
    made = finished()
    half = kinds(made).index("bid") + 1
    for stop in range(len(made.inputs)):
        if stop != half:
            again = table(9, record=made.inputs[:stop])
            assert kinds(again)[:stop] == kinds(made)[:stop]
    with pytest.raises(Diverged, match="inside simultaneous answers"):
        table(9, record=made.inputs[:half])


@pytest.mark.parametrize(
    ("place", "wrong", "says"),
    [
        (0, Drawn(["ace", "ace", "king", "jack"]), "the rules draw Shuffle"),
        (0, Answered(0, "step", ("go",), "file"), "the rules draw Shuffle"),
        (1, Drawn([1]), "the rules ask step of anna"),
        (1, Answered(1, "step", ("go",), "file"), "the rules ask step of anna"),
        (1, Answered(0, "bid", ("bid", 1), "file"), "the rules ask step of anna"),
        (1, Answered(0, "step", ("show", 0), "file"), "is not legal here"),
        (2, Answered(0, "nod", ("nap",), "forced"), "is not legal here"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(place: int, wrong: Answered | Drawn, says: str) -> None:
    inputs = [*finished().inputs]
    inputs[place] = wrong
    with pytest.raises(Diverged, match=says):
        Table(TITLE, ("anna", "bob"), record=inputs)


def test_a_record_that_goes_on_after_the_end_is_refused() -> None:
    inputs = [*finished().inputs, Drawn([0])]
    with pytest.raises(Diverged, match="after the end"):
        Table(TITLE, ("anna", "bob"), record=inputs)


def test_the_digest_does_not_cover_what_is_shown_with_an_ask() -> None:
    made, shown = table(), table()
    (ask,) = shown.pending.values()
    shown.pending[0] = Choose(0, ask.kind, [("go",)], values={"new": 1}, about=lambda answer: {"cost": 1})
    assert made.asked(None) != shown.asked(None)
    assert made.public_digest() == shown.public_digest()


def test_the_digest_says_who_is_asked_what_as_far_as_that_is_public() -> None:
    made, other = table(), table()
    other.pending = {1: other.pending[0]}
    assert made.public_digest() != other.public_digest()
    hidden, fewer = at_bidding(options={"open": False}), at_bidding(options={"open": False})
    fewer.pending.popitem()
    assert hidden.public_digest() == fewer.public_digest()


def test_inputs_as_json() -> None:
    for one in [*finished().inputs, Drawn([("a", 1), ("b", 2)])]:
        plain = one._replace(spoken=()) if isinstance(one, Answered) else one  # the ask says it again
        assert input_from_json(json.loads(json.dumps(input_to_json(one)))) == plain


# ---- undo


def test_undo_takes_back_one_answer_and_what_followed_of_itself() -> None:
    made = table()
    first = made.digest()
    made.answer(0, ("go",))
    second = made.digest()
    made.answer(1, ("go",))
    assert made.undo() == Answered(1, "step", ("go",), "file")
    assert made.digest() == second
    assert made.undo().seat == 0
    assert made.digest() == first
    with pytest.raises(CannotUndo):
        made.undo()  # the shuffle of the start
    made.answer(0, ("go",))
    assert made.digest() == second


def test_undo_goes_back_over_phases() -> None:
    made = at_bidding()
    assert made.state.round == 2
    for _ in range(4):
        made.undo()
    assert (made.state.round, made.state.steps, made.place) == (1, [0, 0], 1)


def test_no_undo_past_a_die() -> None:
    made = table()
    made.answer(0, ("roll",))
    with pytest.raises(CannotUndo):
        made.undo()
    made.answer(1, ("go",))
    made.undo()
    with pytest.raises(CannotUndo):
        made.undo()


def test_no_undo_past_something_revealed() -> None:
    made = table()
    made.answer(0, ("look",))
    assert made.barrier == made.place
    with pytest.raises(CannotUndo):
        made.undo()


def test_no_undo_past_a_secret_that_was_opened() -> None:
    """With nothing else on the way: no die, no note."""

    def setup(game: Tiny) -> Rule:
        yield Choose(0, LANGUAGE["step"], [("go",), ("look",)], secret="first step")
        if game.options["open"]:
            yield Reveal("first step")
        yield Choose(1, LANGUAGE["step"], [("go",), ("look",)])

    for opened in (True, False):
        made = Table(replace(TITLE, phases={"setup": setup}), ("anna", "bob"), {"open": opened})
        made.answer(0, ("go",))
        assert made.revealed == ["first step"] * opened
        if opened:
            with pytest.raises(CannotUndo):
                made.undo()
        else:
            assert made.undo().seat == 0


def test_the_barrier_holds_over_a_phase() -> None:
    made = table()
    made.answer(0, ("go",))
    made.answer(1, ("look",))
    assert made.state.round == 2
    with pytest.raises(CannotUndo):
        made.undo()
    loaded = Table.load(TITLE, made.save())
    with pytest.raises(CannotUndo):
        loaded.undo()
    with pytest.raises(CannotUndo):
        made.clone().undo()


def test_no_undo_of_simultaneous_answers_once_all_are_in() -> None:
    made = at_bidding()
    made.answer(0, ("bid", 1))
    made.answer(1, ("bid", 2))
    with pytest.raises(CannotUndo):
        made.undo()


def test_undo_out_of_open_simultaneous_questions_drops_what_waits() -> None:
    made = at_bidding()
    made.answer(0, ("bid", 1))
    made.undo()
    assert made.given == {}
    assert made.pending[1].kind.id == "step"


# ---- digests, views, options, fixes


def test_digests_tell_hidden_and_public_apart() -> None:
    one, other = table(1), table(2)
    assert one.state.deck != other.state.deck
    assert one.digest() != other.digest()
    assert one.public_digest() == other.public_digest()
    assert one.view(None)["deck"] == {"hidden": 4}


def test_notes_have_readers() -> None:
    notes = table().answer(0, ("go",))
    assert [note.key for note in notes if note.visible(0)] == ["stepped", "whispered"]
    assert [note.key for note in notes if note.visible(1)] == ["stepped"]
    assert [note.key for note in notes if note.visible(None)] == ["stepped"]
    assert notes[1].data() == {"key": "whispered", "steps": 1}


def test_a_game_keeps_the_fixes_it_began_with() -> None:
    assert at_bidding().pending[0].listed()[-1] == ("bid", 9)
    old = at_bidding(fixes=0)
    assert old.pending[0].listed()[-1] == ("bid", 5)
    assert Table.load(TITLE, old.save()).pending[0].listed()[-1] == ("bid", 5)
    assert old.clone().state.fixes == 0


@pytest.mark.parametrize("stride", [1, 3, 1000])
def test_fewer_checkpoints_change_nothing_but_speed(stride: int) -> None:
    made = at_bidding(stride=stride)
    assert made.digest() == at_bidding().digest()
    assert made.clone().digest() == made.digest()
    for _ in range(4):
        made.undo()
    assert made.place == 1
