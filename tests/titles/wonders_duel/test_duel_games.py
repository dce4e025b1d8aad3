"""Whole games of random play: the course of the ages, what stays hidden, and the facts of the material."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise

import pytest
from duel_kit import BUILDINGS, PLAYERS, PRINTED, WONDERS, below, duel, play

from pbem.table import CannotUndo, Note, Table
from pbem.titles.wonders_duel import TITLE
from pbem.titles.wonders_duel.cards import LAYOUTS
from pbem.titles.wonders_duel.check import faults
from pbem.titles.wonders_duel.rules.turn import turned_up_by

SEEDS = range(25)


def game(seed: int, **options: object) -> Iterator[tuple[Table, list[Note]]]:
    """A random game, shown before each answer with the notes of the answer before."""
    chance = below(seed)
    table = Table(TITLE, PLAYERS, options, below=chance)
    notes: list[Note] = list(table.state.notes)
    while not table.over:
        yield table, notes
        ((seat, ask),) = table.pending.items()
        notes = table.answer(seat, ask.sample(chance))
    yield table, notes


@pytest.mark.parametrize("seed", SEEDS)
def test_three_ages_are_played_in_order(seed: int) -> None:
    """WD-OV-2, WD-AE-1, WD-SU-5, WD-SU-6: 20 cards each, the own deck of the age, three guilds only in the third."""
    ages: list[int] = []
    taken: Counter[int] = Counter()
    for table, notes in game(seed):
        state = table.state
        if state.age and (not ages or ages[-1] != state.age):
            ages.append(state.age)
            lying = [*state.face_up.values(), *state.face_down.values()]
            assert len(lying) == 20
            assert {BUILDINGS[card]["age"] for card in lying} == {state.age}
            assert sum(BUILDINGS[card]["deck"] == "guilds" for card in lying) == (3 if state.age == 3 else 0)
        taken[state.age] += sum(note.key in ("built", "built_free", "built_by_chain") for note in notes)
    assert ages == [1, 2, 3][: len(ages)]
    outcome = table.outcome
    assert outcome is not None
    if outcome.how in ("military", "science"):
        assert len(outcome.winners) == 1
    else:
        assert ages == [1, 2, 3]
        assert not table.state.face_up
        assert not table.state.face_down
        assert table.state.turn == 60


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_is_lost_or_doubled(seed: int) -> None:
    """WD-MA-1: every building and every wonder is always in exactly one place."""
    for table, _ in game(seed):
        state = table.state
        cards = [*state.discards, *state.decks, *state.removed, *state.face_up.values(), *state.face_down.values()]
        wonders = [*state.draft, *state.unseen_wonders, *state.gone]
        tokens = [*state.board, *state.box]
        for city in state.cities:
            cards += [*city.buildings, *city.built.values()]
            wonders += [*city.wonders, *city.built]
            tokens += city.tokens
            assert city.coins >= 0
        assert sorted(cards) == sorted(BUILDINGS)
        assert sorted(wonders) == sorted(WONDERS)
        assert len(tokens) == len(set(tokens)) == 10


def hidden_ids(table: Table) -> list[str]:
    state = table.state
    return [*state.face_down.values(), *state.decks, *state.removed, *state.unseen_wonders]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_hidden_is_shown_to_nobody(seed: int) -> None:
    """WD-R-18, WD-R-24: no view, question or note names a card face down, unused, removed or not yet dealt."""
    for table, notes in game(seed):
        hidden = hidden_ids(table)
        for seat in (None, 0, 1):
            told = [note.data() for note in notes if note.visible(seat)]
            shown = json.dumps([table.view(seat), table.asked(seat), told]).replace('"library ', '"')  # a verb too
            words = dict.fromkeys(shown.replace('"', " ").replace(",", " ").split())
            assert [card for card in hidden if card in words] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_never_crosses_something_revealed(seed: int) -> None:
    """WD-TN-3: after an undo everybody knows as much as before it."""
    undone = 0
    for table, _ in game(seed):
        if table.over:
            break
        ((seat, ask),) = table.pending.items()
        before, unknown = table.digest(), hidden_ids(table)
        trial = table.clone(below(seed))
        trial.answer(seat, ask.sample(below(seed + table.place)))
        if [card for card in unknown if card not in hidden_ids(trial)]:
            with pytest.raises(CannotUndo):
                trial.undo()
            continue
        if trial.barrier <= table.place:
            trial.undo()
            assert trial.digest() == before
            undone += 1
    assert undone


def test_undo_at_the_table() -> None:
    """A discard that turns nothing up can be taken back; one that does cannot."""
    given = {"face_up": {"a1s15": "altar", "a1s16": "baths", "a1s20": "tavern"}, "face_down": {"a1s10": "quarry"}}
    table = duel(given)
    before = table.digest()
    play(table, "discard altar")
    table.undo()
    assert table.digest() == before
    play(table, "discard altar")
    play(table, "discard baths")
    with pytest.raises(CannotUndo):
        table.undo()


def test_the_component_file_has_no_faults() -> None:
    """WD-MA-1, WD-MA-5: counts, chains, symbols and covers agree; everything has a name in both languages."""
    assert faults() == []
    supply = PRINTED["coins_supply"]["pieces"]
    assert supply == {1: 14, 3: 10, 6: 7}
    assert sum(supply.values()) == 31
    for entry in (*PRINTED["buildings"], *PRINTED["wonders"], *PRINTED["progress_tokens"]):
        assert entry["name"]
        assert entry["name_de"]
    without_cost = {
        "id",
        "name",
        "name_de",
        "name_de_alias",
        "age",
        "deck",
        "colour",
        "cost",
        "seed_evidence",
        "confidence",
    }
    for entry in (*PRINTED["buildings"], *PRINTED["wonders"]):
        assert "cost" in entry
        assert set(entry) - without_cost, f"{entry['id']} has no effect"


def test_the_track_has_nineteen_spaces() -> None:
    """WD-MA-2: walked from one capital to the other, shield by shield, it has 19 spaces and 9 zones."""
    spaces = []
    for pawn in range(-9, 9):
        table = duel({"pawn": pawn, "loot": [[], []], "open": ["guard_tower", "altar", "baths"]}, "build guard_tower")
        spaces.append((pawn, table.state.pawn, table.over))
    assert [after for _, after, _ in spaces] == list(range(-8, 10))
    assert [over for *_, over in spaces] == [False] * 17 + [True]
    worth = []
    for pawn in range(-8, 9):
        table = duel({"age": 3, "pawn": pawn, "loot": [[], []], "open": ["altar"]}, "build altar")
        outcome = table.outcome
        assert outcome is not None
        worth.append(outcome.scores[0]["military"] - outcome.scores[1]["military"])
    assert worth == [-10, -10, -10, -5, -5, -5, -2, -2, 0, 2, 2, 5, 5, 5, 10, 10, 10]
    zones = 1 + sum(here != there for here, there in pairwise(worth)) + 2  # and the two capitals
    assert zones == 9


@pytest.mark.parametrize(("age", "rows"), [(1, [2, 3, 4, 5, 6]), (2, [6, 5, 4, 3, 2]), (3, [2, 3, 4, 2, 4, 3, 2])])
def test_the_layouts(age: int, rows: list[int]) -> None:
    """WD-LA-1, WD-LA-2: rows as drawn, open and hidden in turn, covered by what overlaps in the next row."""
    layout = LAYOUTS[age]
    assert [sum(slot.row == n for slot in layout.values()) for n in range(1, len(rows) + 1)] == rows
    assert all(slot.face_up == (slot.row % 2 == 1) for slot in layout.values())
    for slot in layout.values():
        overlapping = [
            other.id for other in layout.values() if other.row == slot.row + 1 and abs(other.column - slot.column) == 1
        ]
        assert sorted(slot.covered_by) == sorted(overlapping), slot.id


@pytest.mark.parametrize("other", ["face_up", "face_down", "gone"])
def test_a_card_is_turned_up_when_nothing_covers_it_any_more(other: str) -> None:
    """WD-LA-2, WD-TN-3: another card on it keeps it face down, whichever side that one shows."""
    cards = list(BUILDINGS)
    for layout in LAYOUTS.values():
        for slot in layout.values():
            if len(slot.covered_by) == 2 and not slot.face_up:
                taken, beside = slot.covered_by
                state = TITLE.new(2, TITLE.settle(2, None), TITLE.fixes)
                state.face_up, state.face_down = {taken: cards[0]}, {slot.id: cards[1]}
                if other != "gone":
                    getattr(state, other)[beside] = cards[2]
                assert turned_up_by(state, taken) == ([slot.id] if other == "gone" else []), slot.id


def test_plays_are_listed_builds_first_then_discards_then_wonders() -> None:
    """WD-TN-2, WD-CH-1, WD-WO-3: what can be paid for, with coins or by a chain; as a wonder while there are six."""
    turn = import_module("pbem.titles.wonders_duel.rules.turn")
    state = TITLE.new(2, TITLE.settle(2, None), TITLE.fixes)
    city, other = state.cities
    city.coins, city.wonders = 3, ["sphinx", "appian_way"]
    city.add("tavern")
    cards = ["altar", "lighthouse", "aqueduct"]  # free, free by the tavern, too dear
    discards = [("discard", card) for card in cards]
    builds = [("build", "altar"), ("build", "lighthouse")]
    assert turn.play_card(state, 0, cards).listed() == [*builds, *discards]
    city.coins = 10
    builds.append(("build", "aqueduct"))
    wonders = [("wonder", wonder, card) for wonder in city.wonders for card in cards]
    assert turn.play_card(state, 0, cards).listed() == [*builds, *discards, *wonders]
    other.built = dict.fromkeys(["pyramids", "colossus", "piraeus", "mausoleum"], "altar")
    city.built = dict.fromkeys(["statue_of_zeus", "great_library", "circus_maximus"], "altar")
    assert turn.play_card(state, 0, cards).listed() == [*builds, *discards]
