"""What a missed deadline does: nothing that others feel, and no waste of what the turn would lose."""

from __future__ import annotations

from typing import Any

import pytest
from ages_kit import PLAYERS, at, read

from pbem.table import Table
from pbem.titles.through_the_ages import TITLE, bot
from pbem.trials.simulate import source


def deeds(given: dict[str, Any], **more: Any) -> list[str]:
    """The orders of anna's turn when she orders nothing."""
    table = at(given, **more)
    done = []
    while not table.over and table.state.active == 0:
        (ask,) = table.pending.values()
        answer = ask.default()
        done.append(ask.write(answer, PLAYERS))
        table.answer(0, answer, "default")
    return done


RICH = {"tokens": {"bronze": 9, "agriculture": 6}, "blue": 1}


def test_idle_workers_go_to_work_the_wonder_goes_on_and_the_people_grow() -> None:
    own = {**RICH, "unfinished": "pyramids", "unused": 1}
    assert deeds({"civs.anna": own}) == ["build bronze", "stage", "stage", "stage", "grow", "end"]
    assert deeds({"civs.anna": {**RICH, "unused": 0, "yellow": 18}})[:2] == ["grow", "build bronze"]


def test_where_food_is_short_the_worker_farms() -> None:
    own = {"tokens": {"bronze": 4}, "unused": 2, "yellow": 8, "wonders": ["hanging_gardens"], "leader": "homer"}
    workers = {"religion": 2, "agriculture": 2, "bronze": 2}
    assert deeds({"civs.anna": {**own, "workers": workers}})[0] == "build agriculture"
    assert deeds({"civs.anna": {**own, "workers": {**workers, "agriculture": 6}}})[0] == "build bronze"


def test_an_uprising_is_prevented_first() -> None:
    """TTA-UPRIS-1."""
    own = {"tokens": {"bronze": 6}, "unused": 1, "yellow": 12, "unfinished": "pyramids"}
    assert deeds({"civs.anna": own})[0] == "build religion"


def test_nobody_is_made_discontent() -> None:
    assert "grow" not in deeds({"civs.anna": {**RICH, "unused": 0, "yellow": 17}})
    liner = {"wonders": ["ocean_liner_service"], "unused": 0}
    assert deeds({"civs.anna": {**liner, "yellow": 17}}) == ["end"]
    assert deeds({"civs.anna": {**liner, "yellow": 18}})[0] == "immigrate"


def test_no_card_of_the_hand_is_played() -> None:
    own = {"hand": ["moses", "iron", "rich_land_a"], "military_hand": ["legion", "raid_i"], "science": 9, "unused": 0}
    assert deeds({"civs.anna": own, "row": ["iron", "irrigation"]}, phase="politics") == ["no politics", "end"]


def test_the_first_turn_takes_a_leader_or_a_wonder() -> None:
    """TTA-FIRST-3."""
    given = {"first_round": True, "round": 1, "age": "A", "row": ["rich_land_a", "pyramids", "moses", "homer"]}
    assert deeds({**given, "actions": [[1, 0]]}) == ["take moses", "end"]
    assert deeds({**given, "actions": [[3, 0]]}) == ["take moses", "take pyramids", "take rich_land_a", "end"]


@pytest.mark.parametrize("seats", TITLE.seats)
def test_who_never_writes_loses_slowly(seats: int) -> None:
    """Seat 0 takes the defaults alone; it attacks nobody, gives nothing away, and the game comes to its end."""
    one = Table(TITLE, PLAYERS[:seats], below=source(f"silent {seats}"), stride=TITLE.longest)
    while not one.over:
        for seat, ask in one.unanswered.items():
            answer = ask.default() if seat == 0 else bot.answer(one.seen(seat), ask, seat)
            if seat == 0:
                assert answer[0] not in ("aggress", "war", "pact", "cancel", "resign", "destroy own", "disband")
                assert answer != ("accept",)
            one.answer(seat, answer, "default" if seat == 0 else "file")
    civ = one.state.civs[0]
    assert one.outcome is not None
    assert 0 not in one.outcome.winners
    assert sum(civ.workers.values()) >= 8  # it began with six
    assert read(one, "anna.resources_made") >= 3
