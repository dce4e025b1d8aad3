"""Answers that the rules took by themselves, as the ledger writes them."""

from __future__ import annotations

from pbem.campaign.answers import written
from pbem.titles.world_history.cards import LANGUAGE


def test_the_only_target_of_an_event_is_written_as_a_list_of_one() -> None:
    answer = ("barbarians from", "arabian_desert", "lower_tigris")
    said = written(LANGUAGE["event_force"], 0, answer, ("anna", "ben"))
    assert said == "barbarians from arabian_desert against lower_tigris"
    assert written(LANGUAGE["event_force"], 0, ("stop",), ()) == "stop"
