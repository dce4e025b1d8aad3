"""What a missed deadline does: nothing that others feel, and no waste of what a turn would lose."""

from __future__ import annotations

from typing import Any

import pytest
from seven_kit import at, play, position

from pbem.table import Ask, Table
from pbem.titles.seven_ages import TITLE, bot
from pbem.titles.seven_ages.atlas import area_income
from pbem.titles.seven_ages.cards import NUKE
from pbem.titles.seven_ages.rules.start import chosen_areas
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source

NEVER = (
    "move",
    "dissolve",
    "gift",
    "allow",
    "pay toll",
    "play",
    "react",
    "wild",
    "wild extra as",
    "buy glory max keep",
    "free action yes",
    "retreat to",
    "retreat",
    "adopt",
    "dismiss",
    "discard",
    "elite",
    "fort",
    "keep nuke",
)
"""What no default says, where the rules do not force it."""


def check(table: Table, ask: Ask, answer: Any) -> None:
    assert ask.allows(answer), (ask.kind.id, answer)
    forced = ask.kind.id == "conflict_retreat" and ask.values["forced"]
    assert forced or answer[0] not in NEVER, answer
    if answer[0] == "commit":
        fresh = [unit for unit, _, _ in table.state.battle.sides[_side(table, ask)].fresh]
        assert all(unit == NUKE for unit in fresh) or NUKE not in dict(answer[1])
    if answer[0] == "buy glory":
        assert answer[1] == 0
    if answer[0] == "build":
        assert ask.kind.id == "start_units"
    if answer[0] == "start":
        assert not any(area in table.state.control for area in chosen_areas(table.state, answer[1], answer[2]))


def _side(table: Table, ask: Ask) -> int:
    fight = table.state.battle
    return fight.side(ask.values["empire"])


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (4, 2), (7, 3)])
def test_in_random_positions_every_default_is_legal_and_harmless(seats: int, seed: int) -> None:
    table = Table(TITLE, HANDLES[:seats], below=source(f"defaults {seed}"), stride=TITLE.longest)
    pick = source(f"picks {seed}")
    kinds = set()
    while not table.over:
        for seat, ask in table.unanswered.items():
            check(table, ask, ask.default())
            kinds.add(ask.kind.id)
            table.answer(seat, ask.sample(pick))
    assert len(kinds) >= 20, kinds


@pytest.mark.parametrize(
    ("seats", "limit"),
    [(4, "turn_10"), *(pytest.param(seats, "off", marks=pytest.mark.nightly) for seats in (2, 3, 4, 7))],
)
def test_who_never_writes_loses_slowly(seats: int, limit: str) -> None:
    """Seat 0 takes only the defaults; the others really play, and the game comes to its end."""
    options = TITLE.settle(seats, {"turn_limit": limit})
    table = Table(TITLE, HANDLES[:seats], options, below=source(f"silent {seats}"), stride=TITLE.longest)
    grew = False
    while not table.over:
        for seat, ask in table.unanswered.items():
            if seat:
                table.answer(seat, bot.answer(table.seen(seat), ask, seat))
                continue
            check(table, ask, ask.default())
            table.answer(seat, ask.default(), "default")
            grew = grew or len(table.state.players[0].empires) > 1
    assert table.outcome is not None
    assert 0 not in table.outcome.winners
    assert grew


def deeds(table: Table) -> list[str]:
    """The orders of anna in the running turn when she orders nothing; ben does nothing either."""
    turn, done = table.state.turn, []
    while not table.over and table.state.turn == turn:
        if table.offer is not None:
            table.lapse()
            continue
        seat, ask = next(iter(table.unanswered.items()))
        answer = ask.default()
        if seat == 0:
            done.append(ask.write(answer, table.players))
        table.answer(seat, answer, "default")
    return done


OWN = {
    "romans": {"step": 9, "money": 20, "capital": "latium", "colour": "red"},
    "hellenes": {"step": 9, "money": 2, "colour": "pink", "capital": "hellas"},
}
UNITS = {
    "romans": {"latium": {"sword": 2}, "etruria": {"sword": 1}, "sicily": {"sword": 1}},
    "hellenes": {"hellas": {"sword": 2}},
    "gauls": {"aquitaine": {"spear": 2}},
}


def game(**more: Any) -> dict[str, Any]:
    return position(
        {"anna": OWN, "ben": {"gauls": {"step": 9, "colour": "dark_green"}}},
        **{"units": UNITS, "cities": {"latium": 1, "hellas": 1}, "hands": {"anna": ["c1", "c57"], "ben": []}, **more},
    )


def test_a_turn_without_orders() -> None:
    """The largest empire produces and saves, the other civilises with all that is free; a new one begins."""
    done = deeds(at(game()))
    assert "mark romans production, hellenes civilise, extra start_empire" in done
    assert "reveal romans" in done
    assert "save" in done
    assert any(order.startswith("leader ") for order in done)
    assert "city hellas" in done
    assert any(order.startswith("start c1") for order in done)
    assert not any(order.startswith(("move", "play c", "adopt c")) for order in done)


def test_no_empire_is_started_among_foreign_units() -> None:
    units = {**UNITS, "gauls": {"aquitaine": {"spear": 2}, "egypt": {"spear": 1}, "shensi": {"spear": 1}}}
    assert "start none" in deeds(at(game(units=units)))


def test_a_production_in_debt_is_held() -> None:
    """SA-2.2-1: units would starve."""
    units = {**UNITS, "romans": {"latium": {"sword": 6, "spear": 5, "archer": 3}}}
    poor = {**OWN, "romans": {**OWN["romans"], "money": 0}, "hellenes": OWN["hellenes"]}
    table = at(
        position(
            {"anna": poor, "ben": {"gauls": {"step": 9, "colour": "dark_green"}}},
            units=units,
            cities={"latium": 1, "hellas": 1},
            unrest=["latium"],
            hands={"anna": ["c40"], "ben": []},
        ),
        "anna: mark romans production, hellenes civilise, extra destiny",
        "ben: mark gauls civilise",
    )
    assert "hold romans" in deeds(table)


def test_harm_goes_where_most_is_earned() -> None:
    """Revolt against another player: the areas with the highest income."""
    table = at(
        game(
            hands={"anna": ["c48"], "ben": []},
            act=["romans", "civilise"],
            top=["c13"],
            units={**UNITS, "gauls": {"scotland": {"spear": 1}, "aquitaine": {"spear": 1}, "lombardy": {"spear": 1}}},
        ),
        phase="civilise",
    )
    play(table, "play c48 as event on gauls")
    while table.offer is not None:
        table.lapse()
    ask = table.pending[0]
    assert ask.kind.id == "event_choice"
    (area,) = ask.default()[1]
    assert area_income(area, 2, 0) == max(area_income(one, 2, 0) for one in ("scotland", "aquitaine", "lombardy"))
    assert area == "aquitaine"


def test_a_default_commitment_reckons_with_walls() -> None:
    """Everything against an open field, the weakest unit against as many behind walls."""
    for cities, number in (({"hellas": 1}, 3), ({"hellas": 1, "aquitaine": 3}, 1)):
        units = {"romans": {"provence": {"sword": 4}}, "gauls": {"aquitaine": {"spear": 2}}}
        units["hellenes"] = {"hellas": {"sword": 1}}
        table = at(
            game(units=units, cities=cities, act=["romans", "manoeuvre"], hands={"anna": [], "ben": []}),
            "move sword x3 from provence to aquitaine",
            "end moves",
            phase="manoeuvre",
        )
        while table.pending.get(0) is None or table.pending[0].kind.id != "conflict_commit":
            table.lapse()
        assert sum(n or 1 for _, n in table.pending[0].default()[1]) == number, cities
