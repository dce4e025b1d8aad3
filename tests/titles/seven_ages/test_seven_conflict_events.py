"""Events of a conflict round, and those that change the glory of a turn (data/events.yaml)."""

from __future__ import annotations

from typing import Any

import pytest
from event_kit import base, card_of
from seven_kit import at, play, told

from pbem.table import Refused
from pbem.titles.seven_ages.rules.glory import changed_sum

# ---- conflicts


def fighting(event: str, order: str, *more: str, money: int = 20, hands: Any = None) -> dict[str, int]:
    """Two swords against a sword in a fortified city; the potentials of the round in which an event is played."""
    card = card_of(event)
    units = {
        "romans": {"latium": {"sword": 1}, "normandy": {"sword": 2}},
        "english": {"normandy": {"sword": 2}, "england": {"sword": 1}},
    }
    given = base(
        units=units,
        cities={"latium": 1, "normandy": 1, "england": 1},
        forts=["normandy"],
        hands=hands or {"anna": [card]},
        top=["c44", "c62", "c63", "c60"],
        english={"leaders": [], "money": money},
        romans={"money": money},
        control={"normandy": "english"},
    )
    given.pop("act")
    given["acts"] = [{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}]
    table = at(given, "anna: commit sword x2", "ben: commit sword", phase="manoeuvre")
    table.order(0, order.format(card=card))
    notes = [note.data() for note in table.state.notes]
    if table.offer is not None:
        notes += [note.data() for note in table.lapse()]
    for one in more:
        notes += play(table, one)
    return {note["empire"]: note["total"] for note in told(notes, "potential")}


PLAIN = {"romans": 7 + 4 + 2, "english": 2 + 3 + 2 + 1}
"""Card 7, sword in front 4, in support 2; card 2, front 3, fort 2, city 1."""


@pytest.mark.parametrize(
    ("event", "order", "romans", "english"),
    [
        ("conjunction", "play {card} for defender", 0, 4),
        ("ambush", "play {card} for defender", 0, 3),
        ("bold_attack", "play {card} for attacker", 3, 0),
        ("mercenaries", "play {card} for attacker paying 12", 6, 0),
        ("siege_works", "play {card} for attacker", 0, -3),
        ("panic", "play {card} for defender", 4 + 2, 0),
        ("fog", "play {card} both", 5 - 7, 6 - 2),
    ],
)
def test_events_of_a_conflict(event: str, order: str, romans: int, english: int) -> None:
    """SA-4.2-4, SA-gap-65, SA-gap-102, SA-gap-88."""
    assert fighting(event, order) == {"romans": PLAIN["romans"] + romans, "english": PLAIN["english"] + english}


def test_treachery() -> None:
    """SA-gap-88: a side without units has its card and fixed modifiers only."""
    told = fighting("treachery", "play {card} for defender")
    assert told == {"romans": PLAIN["romans"], "english": PLAIN["english"] - 3}


def test_mercenaries_fight_for_the_own_side_and_are_paid() -> None:
    with pytest.raises(Refused):
        fighting("mercenaries", "play {card} for defender paying 2")
    with pytest.raises(Refused):
        fighting("mercenaries", "play {card} for attacker paying 4", money=3)


# ---- glory


@pytest.mark.parametrize(
    ("events", "points", "after"),
    [
        (["glory_question"], 5, 3),
        (["glory_question", "glory_question"], 5, 2),
        (["triumph", "glory_question"], 5, 4),
        (["glory_question", "triumph"], 5, 6),
        (["infamy"], 2, 0),
        (["infamy"], -1, -1),
        (["glory_question"], -1, -1),
    ],
)
def test_events_that_change_the_glory_of_a_turn(events: list[str], points: int, after: int) -> None:
    """SA-gap-56, SA-glory-23."""
    for event in events:
        points = changed_sum(event, points)
    assert points == after


def test_triumph_needs_a_victory_and_infamy_names_a_player() -> None:
    triumph, infamy = card_of("triumph"), card_of("infamy")
    given = base(hands={"anna": [triumph], "ben": [infamy]}, romans={"won": True})
    given.pop("act")
    table = at({**given, "turn": 1}, phase="turn_end")
    table.order(0, f"react {triumph} on romans")
    table.order(1, f"react {infamy} on anna")
    assert table.state.glory_events == []  # a new turn has begun
    given = base(hands={"anna": [triumph]})
    given.pop("act")
    table = at({**given, "turn": 1}, phase="turn_end")
    with pytest.raises(Refused):
        table.order(0, f"react {triumph} on romans")
