"""A player who never writes: every default is legal and harmless, and the game ends properly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem import titles
from pbem.table import Ask, Below, Table, Title
from pbem.table.state_json import to_json
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source
from tests.conformance import toy
from tests.table_sizes import sizes

TOY_SEATS = (2, 4, 7)
Change = Callable[[Any, Any, Ask], str]
"""What is wrong with a default, given the position before and after it; nothing if all is well."""


def duel(before: Any, after: Any, ask: Ask) -> str:
    """A free building or a discard: nothing is paid, to nobody."""
    return "it pays" if ask.about(ask.default()).get("coins") else ""


def world(before: Any, after: Any, ask: Ask) -> str:
    """Nobody is attacked but by an event that must be played, and no card is given that may be kept."""
    verb = ask.default()[0]
    if verb == "attack":
        return "it attacks"
    if verb == "give" and ask.allows(("keep",)):
        return "it gives a card away"
    if ask.kind.id != "place_unit":
        return ""
    lost = [land for land, one in before.lands.items() if one.owner != ask.player and land not in after.lands]
    return f"it takes {lost}" if lost else ""


def reason(before: Any, after: Any, ask: Ask) -> str:
    """Nobody is attacked, nothing is paid, nothing is borrowed (but for the card that was laid before)."""
    verb = ask.default()[0]
    if verb.startswith(("attack", "convert", "reserves yes")):
        return "it attacks"
    if ask.kind.id == "hire_allies":
        return "" if verb == "hire none" else "it pays"
    return "it pays" if after.players[ask.player].gold < before.players[ask.player].gold else ""


def ages(before: Any, after: Any, ask: Ask) -> str:
    """Nobody is attacked, no pact is made, nobody gives up, and nothing is torn down that need not be."""
    verb = ask.default()[0]
    if verb in ("aggress", "war", "pact", "accept", "resign"):
        return "it commits the player"
    return "it tears something down" if ask.kind.id == "act" and verb in ("destroy", "disband") else ""


def seven(before: Any, after: Any, ask: Ask) -> str:
    """Nobody is attacked, nothing is given away, no empire ends, no nuclear unit is used, no card is spent."""
    default = ask.default()
    if default[0] in ("move", "dissolve", "gift", "retreat to", "free action yes", "wild", "react", "play"):
        return "it commits the player"
    if ask.kind.id == "conflict_commit" and any(unit == "nuke" for unit, _ in default[1]) and len(ask.listed()) > 1:
        return "it uses a nuclear unit"
    return ""


HARMLESS: dict[str, Change] = {
    "age_of_reason": reason,
    "seven_ages": seven,
    "through_the_ages": ages,
    "wonders_duel": duel,
    "world_history": world,
}


def with_a_silent_seat(title: Title, seats: int, silent: int, pick: Below) -> Iterator[tuple[Table, Ask]]:
    """A whole game at random, at each ask of a seat that takes only defaults."""
    table = Table(title, HANDLES[:seats], below=source(f"silent {silent}"))
    while not table.over:
        for seat, ask in table.unanswered.items():
            if seat == silent:
                yield table, ask
                table.answer(seat, ask.default(), "default")
            else:
                table.answer(seat, ask.sample(pick))
    assert table.outcome is not None


def test_every_title_of_ours_says_what_harm_would_be() -> None:
    assert set(HARMLESS) == set(titles.ours())


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_a_game_with_a_seat_that_never_writes_ends(ident: str, seats: int) -> None:
    title = titles.load(ident)
    for silent in range(seats):
        asked = 0
        for table, ask in with_a_silent_seat(title, seats, silent, source(f"others {silent}")):
            check(table, ask)
            asked += 1
        assert asked > 5


@pytest.mark.parametrize("seats", TOY_SEATS)
def test_so_does_the_toy(seats: int, tmp_path: Path) -> None:
    with toy.installed(tmp_path) as title:
        for silent in range(seats):
            for table, ask in with_a_silent_seat(title, seats, silent, source(f"others {silent}")):
                check(table, ask)


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_a_game_in_which_nobody_writes_ends(ident: str, seats: int) -> None:
    table = Table(titles.load(ident), HANDLES[:seats], below=source("nobody"))
    while not table.over:
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.default(), "default")
    assert table.outcome is not None


@pytest.mark.parametrize(("ident", "seats"), sizes(HARMLESS))
def test_defaults_do_no_harm_in_random_positions(ident: str, seats: int) -> None:
    title = titles.load(ident)
    pick = source("positions")
    table = Table(title, HANDLES[:seats], below=source("harm"))
    tried = 0
    while not table.over:
        for seat, ask in table.unanswered.items():
            if not table.simultaneous:
                ahead = table.clone(source("ahead"))
                ahead.answer(seat, ask.default(), "default")
                wrong = HARMLESS[ident](table.state, ahead.state, ask)
                assert not wrong, f"{ask.write(ask.default(), table.players)} for {ask.kind.id}: {wrong}"
                tried += 1
            table.answer(seat, ask.sample(pick))
    assert tried > 20


def check(table: Table, ask: Ask) -> None:
    """Legal, the same when looked at again, and an order that reads."""
    before = to_json(table.state)
    default = ask.default()
    assert ask.allows(default), f"{default} is no legal answer to {ask.kind.id}"
    assert ask.default() == default
    assert ask.parse(ask.write(default, table.players), table.players) == default
    assert to_json(table.state) == before
