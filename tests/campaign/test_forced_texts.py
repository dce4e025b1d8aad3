"""Answers that the rules took by themselves, as the ledger writes them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from pbem.table import Game, Outcome, Rule, Table, Title
from pbem.titles.world_history.cards import LANGUAGE
from pbem.titles.world_history.rules.forces import EventForce


@dataclass(slots=True)
class Raid(Game):
    pass


def raid(game: Raid) -> Rule:
    yield EventForce(0, LANGUAGE["event_force"], [("barbarians from", "arabian_desert", "lower_tigris")])
    yield EventForce(0, LANGUAGE["event_force"], [("stop",)])
    game.outcome = Outcome([0], "raid", [])
    return None


def test_the_only_target_of_an_event_is_written_as_a_list_of_one() -> None:
    title = Title(
        "raid",
        {"en": "Raid"},
        (2,),
        lambda seats, options, fixes: Raid(seats, options, fixes, phase="raid"),
        {"raid": raid},
        LANGUAGE,
        {"en": {}},
        {},
    )
    table = Table(title, ("anna", "ben"), below=random.Random(1).randrange)
    orders = [one.order for one in table.forced_since(0)]
    assert orders == ["barbarians from arabian_desert against lower_tigris", "stop"]
