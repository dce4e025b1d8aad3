"""Whole games at random: they end, and pieces and cards never come from nowhere."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.table import Table
from pbem.titles.seven_ages import TITLE
from pbem.titles.seven_ages.atlas import AREAS, ELEPHANT_AREAS
from pbem.titles.seven_ages.cards import (
    CARD_OF_EMPIRE,
    CARDS,
    COMMON,
    COUNTERS,
    CUP,
    ELEPHANT,
    MAX_EMPIRES,
    NAMED,
    UNITS,
    UNNAMED,
)
from pbem.titles.seven_ages.state import Seven
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source


def cards(game: Seven) -> Counter[str]:
    """Every card, wherever it is."""
    found = Counter([*game.deck, *game.discards])
    for one in game.players:
        found.update(one.hand)
    found.update(CARD_OF_EMPIRE[empire] for empire in game.owners)
    for side in game.fight.sides if game.fight else ():
        found.update(card for card in (side.card, *side.put_away) if card)
    return found


def counted_right(game: Seven) -> None:
    for empire in game.empires():
        units = empire.types()
        for side in game.fight.sides if game.fight else ():
            if side.empire == empire.id:
                units.update(unit for unit, _, _ in (*side.fresh, *side.spent))
        for unit in COUNTERS[empire.colour]:
            assert units[unit] + units[UNITS[unit].flip] <= COUNTERS[empire.colour][unit], (empire.id, unit)
        assert units[ELEPHANT] <= len(empire.elephants)
        assert empire.capital == "" or (game.control[empire.capital] == empire.id and empire.capital in game.cities)
        assert 0 <= empire.money <= 199
        assert all(stack.size() for stack in empire.stacks.values())
        moves = any(act.action == "manoeuvre" and act.empire == empire.id for act in game.acts)
        assert moves or not any(stack.arrived for stack in empire.stacks.values())
        begins = any(act.action == "start_empire" and act.empire == empire.id for act in game.acts)
        assert begins or all(game.present(empire, leader.area) for leader in empire.leaders)
    for area, holder in game.control.items():
        assert game.present(game.empire(holder), area), area
    for area in (*game.unrest, *game.forts, *game.artifacts):
        assert area in game.control, area
        assert AREAS[area].is_land
    colours = [empire.colour for empire in game.empires()]
    assert len(set(colours)) == len(colours)
    assert all(len(one.empires) <= MAX_EMPIRES[game.seats] for one in game.players)


def conserved(game: Seven) -> None:
    """Cards, leaders, elephants and weapons."""
    assert cards(game) == Counter(list(CARDS))
    leaders = Counter(game.cup)
    leaders.update(leader.kind for empire in game.empires() for leader in empire.leaders if leader.id not in NAMED)
    assert leaders == Counter(CUP)
    if not game.elephants_gone:
        elephants = Counter([*game.elephants, *(one for empire in game.empires() for one in empire.elephants)])
        assert elephants == Counter([*ELEPHANT_AREAS, *[UNNAMED] * COMMON["elephant"]["unnamed"]])
    for weapon, left in game.weapons.items():
        used = sum(empire.types()[weapon] for empire in game.empires())
        for side in game.fight.sides if game.fight else ():
            used += sum(unit == weapon for unit, _, _ in (*side.fresh, *side.spent))
        assert used + left <= COMMON[weapon]["count"]


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (4, 4), (5, 5), (6, 6), (7, 7)])
def test_a_random_game_ends_and_nothing_is_lost(seats: int, seed: int) -> None:
    """SA-prep-1, SA-prep-3, SA-gap-1, SA-gap-2, SA-gap-24, SA-turn-3, SA-1-3, SA-first-5, SA-first-7."""
    table = Table(TITLE, HANDLES[:seats], below=source(f"chance {seed}"), stride=50)
    pick = source(f"picks {seed}")
    while not table.over:
        seat, ask = next(iter(table.unanswered.items()))
        table.answer(seat, ask.sample(pick))
        game = table.state
        if game.deck and not table.simultaneous:  # in a Together answers may wait with committed units
            conserved(game)
            counted_right(game)
    assert table.outcome is not None
    assert max(row["glory"] for row in table.outcome.scores) == max(one.glory for one in table.state.players)


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_a_game_in_which_nobody_writes_ends(seats: int) -> None:
    table = Table(TITLE, HANDLES[:seats], below=source("nobody"), stride=50)
    while not table.over:
        seat, ask = next(iter(table.unanswered.items()))
        table.answer(seat, ask.default(), "default")
    assert table.outcome is not None
