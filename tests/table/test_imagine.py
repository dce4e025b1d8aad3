"""From what a seat sees to a table: whole worlds as they may be, and tables on which nothing is guessed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem import titles
from pbem.table import HiddenTouched, OutOfChance, Table, Title, is_unseen
from pbem.table.hindsight import Hindsight, is_unknown
from pbem.table.imagine import Imagined, Outlook, drawing, imagined, seen_table
from pbem.table.inputs import Answered, Drawn
from pbem.table.state_json import to_json
from tests.toys.mail import toy

DUEL = titles.load("wonders_duel")
COMBAT, AGES, BATTLE = toy("toy_combat"), toy("toy_ages"), toy("toy_battle")


def played(title: Title, seats: int, seed: int = 1, steps: int = 400) -> Iterator[Table]:
    """The table whenever somebody is asked."""
    rng = random.Random(seed)
    table = Table(title, ("anna", "bob", "carol", "dave")[:seats], below=rng.randrange)
    while not table.over and steps:
        if not table.unanswered:
            table.lapse()
            continue
        yield table
        seat, ask = next(iter(table.unanswered.items()))
        table.answer(seat, ask.sample(rng.randrange))
        steps -= 1


def asked(title: Title, seats: int, kind: str, seed: int = 1) -> tuple[Table, int]:
    for n in range(seed, seed + 30):
        for table in played(title, seats, n):
            for seat, ask in table.unanswered.items():
                if ask.kind.id == kind:
                    return table, seat
    raise AssertionError(f"{kind} is never asked")


def written(outlook: Outlook) -> Outlook:
    return Outlook.read(json.loads(json.dumps(outlook.data())), outlook.seat)


@pytest.mark.parametrize(("title", "seats"), [(DUEL, 2), (COMBAT, 3), (BATTLE, 4)], ids=["duel", "combat", "battle"])
def test_a_table_is_set_up_from_every_sight(title: Title, seats: int) -> None:
    count = 0
    for table in played(title, seats):
        for seat in (None, *table.pending):
            outlook = Outlook.of(table, seat)
            world = imagined(title, table.players, written(outlook))
            assert world is not None, f"{seat} at {table.pending}"
            assert (world.view(seat), world.place) == (table.view(seat), table.place)
            assert world.barrier == max(table.barrier, world.offset)
            assert Outlook.of(world, seat).data() == outlook.data()
            count += 1
    assert count > 50


def test_a_world_is_whole_and_goes_on() -> None:
    table, seat = asked(DUEL, 2, "play_card")
    world = imagined(DUEL, table.players, Outlook.of(table, seat), below=random.Random(1).randrange)
    assert world is not None
    assert not world.veiled
    assert "?" not in json.dumps(to_json(world.state.face_down))
    assert sorted(_cards(world.state)) == sorted(_cards(table.state))
    _to_the_end(world)
    assert world.outcome is not None


def _cards(game: Any) -> list[str]:
    cities = [card for city in game.cities for card in (*city.buildings, *city.built.values())]
    return [*game.face_up.values(), *game.face_down.values(), *game.decks, *game.removed, *game.discards, *cities]


def test_each_seed_has_its_world_and_always_the_same() -> None:
    table, seat = asked(DUEL, 2, "play_card")
    outlook = Outlook.of(table, seat)
    made = [imagined(DUEL, table.players, outlook, seed) for seed in ("a", "a", "b")]
    digests = [world.digest() for world in made if world is not None]
    assert len(digests) == 3
    assert digests[0] == digests[1] != digests[2]


def test_an_onlooker_sees_a_world_too() -> None:
    table, _ = asked(COMBAT, 3, "use_reserves")
    world = imagined(COMBAT, table.players, written(Outlook.of(table, None)))
    assert world is not None
    assert world.view(None) == table.view(None)
    assert not any(map(is_unseen, world.state.hands[0]))


def test_behind_the_veil_nothing_is_guessed() -> None:
    table, seat = asked(DUEL, 2, "play_card")
    world = seen_table(DUEL, table.players, Outlook.of(table, seat))
    assert world is not None
    assert world.veiled
    assert world.view(seat) == table.view(seat)
    assert all(map(is_unseen, [*world.state.face_down.values(), *world.state.decks, *world.state.removed]))
    with pytest.raises((HiddenTouched, OutOfChance)):
        _to_the_end(world)


def _to_the_end(world: Table) -> None:
    while not world.over:
        seat, ask = next(iter(world.unanswered.items()))
        world.answer(seat, ask.default())


def test_the_legal_answers_of_others_are_not_left() -> None:
    table, seat = asked(COMBAT, 3, "assist")
    world = seen_table(COMBAT, table.players, Outlook.of(table, seat))
    assert world is not None
    (other,) = set(world.pending) - {seat}
    assert world.asked(seat) == table.asked(seat)
    with pytest.raises(HiddenTouched):
        list(world.pending[other].answers())
    world.answer(seat, world.pending[seat].default())
    assert seat in world.given


def test_a_copy_is_veiled_at_the_same_place() -> None:
    table, seat = asked(DUEL, 2, "draft_wonders")
    world = seen_table(DUEL, table.players, Outlook.of(table, seat))
    assert world is not None
    first = world.clone()
    assert (first.view(seat), first.place, first.asked(seat)) == (world.view(seat), world.place, world.asked(seat))
    world.answer(seat, world.pending[seat].default())
    for made in (first, world.clone()):
        assert isinstance(made, Imagined)
        assert made.veiled
        assert made.state.unseen_wonders
        assert all(map(is_unseen, made.state.unseen_wonders))
    assert (world.clone().view(seat), world.clone().asked(seat)) == (world.view(seat), world.asked(seat))


def test_an_answer_on_such_a_table_can_be_taken_back() -> None:
    table, seat = asked(DUEL, 2, "draft_wonders")
    world = seen_table(DUEL, table.players, Outlook.of(table, seat))
    assert world is not None
    before, place = world.view(seat), world.place
    world.answer(seat, world.pending[seat].default())
    assert world.view(seat) != before
    world.undo()
    assert (world.place, world.view(seat), world.asked(seat)) == (place, before, table.asked(seat))
    assert all(map(is_unseen, world.state.unseen_wonders))


def test_what_has_come_to_light_is_known_from_the_beginning() -> None:
    """The wonders of the first batch lay hidden when the phase began."""
    table, seat = asked(DUEL, 2, "draft_wonders")
    past = Outlook.of(table, seat).hindsight
    known = {thing for _, thing in past.known}
    assert known == set(table.state.draft) | {one for city in table.state.cities for one in city.wonders}


def test_a_secret_answer_of_somebody_else_is_a_hole() -> None:
    table, _seat = asked(COMBAT, 3, "hire")
    secret = [one for one in table.running()[1] if isinstance(one, Answered) and one.secret]
    assert secret
    for viewer in range(3):
        seen = Outlook.of(table, viewer).hindsight.inputs
        for one in seen:
            if isinstance(one, Answered) and one.kind in ("assist", "defend"):
                assert is_unknown(one.answer) == (one.seat != viewer)
                assert one.source == "file" or one.seat == viewer


def test_what_everybody_sees_of_a_secret_answer_is_kept() -> None:
    table, _ = asked(COMBAT, 3, "hire")
    past = Outlook.of(table, None).hindsight
    for one, shown in zip(past.inputs, past.shown, strict=True):
        assert (shown in (1, 2)) == (isinstance(one, Answered) and is_unknown(one.answer))


def test_draws_keep_their_backs() -> None:
    past = Hindsight.read({"place": 3, "inputs": [{"drawn": ["a", {}, {"back": "age_1"}, 4]}]})
    (drawn,) = past.inputs
    assert isinstance(drawn, Drawn)
    assert [one.shows if is_unseen(one) else one for one in drawn.outcome] == ["a", "?", "age_1", 4]
    assert past.data() == {"place": 3, "inputs": [{"drawn": ["a", {}, {"back": "age_1"}, 4]}]}


@pytest.mark.parametrize("wrong", [{}, {"place": "x"}, {"place": 1, "inputs": [{"seat": 1}]}, {"place": 1, "known": 3}])
def test_wrong_data_are_an_error_of_a_few_kinds(wrong: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
        Hindsight.read(wrong)


def test_without_a_deal_no_table_is_set_up_where_rules_need_what_is_hidden() -> None:
    title = replace(COMBAT, deal=None)
    table, seat = asked(title, 3, "defend")
    assert imagined(title, table.players, Outlook.of(table, seat)) is None
    table, seat = asked(title, 3, "attack")
    assert imagined(title, table.players, Outlook.of(table, seat)) is not None


def test_a_ruling_is_part_of_the_start() -> None:
    table, seat = asked(COMBAT, 3, "hire")
    table.rule((("gold", [9, 9, 9]),))
    world = imagined(COMBAT, table.players, written(Outlook.of(table, seat)))
    assert world is not None
    assert world.state.gold == [9, 9, 9]
    assert world.view(seat) == table.view(seat)


def test_guesses_are_the_same_everywhere() -> None:
    below = drawing("x 0")
    assert [below(10) for _ in range(8)] == GUESSES


GUESSES = [5, 9, 2, 0, 1, 2, 5, 7]
