"""Refusals in scenarios are true as well; they bring those that random play hardly ever meets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import claim_kit
import pytest
from claim_kit import Said
from test_refusals_are_true import TITLES, claims_of

from pbem.table import NotLegal, Refused
from pbem.trials import scenario_steps
from pbem.trials.scenario import load
from pbem.trials.scenario_run import Run

SCENARIOS = Path(__file__).parents[1] / "scenarios"

SELDOM: Mapping[str, tuple[str, ...]] = {
    "through_the_ages": (
        "beyond_the_agreement",
        "beyond_the_lead",
        "card_wants_action",
        "card_wants_choice",
        "card_wants_nothing",
        "leader_forbids_attacks",
        "military_actions_spent",
        "no_such_ability",
        "nothing_to_trade",
        "pact_forbids_war",
        "partner_cannot_pay",
        "raid_beyond_age",
    ),
    "world_history": (
        "ferry_elsewhere",
        "monument_elsewhere_first",
        "monument_stands",
        "no_army_left",
        "no_fleet_left",
        "no_fort_left",
        "no_site",
        "no_units_there",
        "one_crossing",
        "only_bound_armies",
        "other_source",
        "pirates_in_seas",
        "region_twice",
        "regions_apart",
        "regions_empty",
    ),
    "seven_ages": (
        "fewer_losses",
        "more_losses",
        "no_such_marker",
        "no_such_option",
        "no_way_through",
        "not_these_areas",
    ),
}
"""Refusals that need a position of their own."""


@pytest.mark.slow
@pytest.mark.parametrize("ident", [ident for ident in TITLES if (SCENARIOS / ident).is_dir()])
def test_what_is_refused_in_a_scenario_is_refused_for_a_reason(ident: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claims, met = claims_of(ident), Counter[str]()
    read, refused = scenario_steps.CHECKS["refused"]

    def and_truly(run: Run, value: Mapping[str, Any]) -> None:
        handle = next(key for key in value if key in run.players)
        seat, order = run.seat(handle), value[handle]
        ask = run.table.pending.get(seat)
        try:
            if ask is not None:  # else nobody asks: not the turn, or the game is over
                ask.parse(order, run.players)
        except NotLegal as refusal:
            assert ask is not None
            said = Said(run.table.state, ask, seat, order, refusal.values, run.players, run.table.title)
            claim_kit._check(said, refusal, claims)
            met[refusal.key] += 1
        except Refused:  # words that nobody understands
            pass
        refused(run, value)

    for steps in (scenario_steps.CHECKS, scenario_steps.STEPS):
        monkeypatch.setitem(steps, "refused", (read, and_truly))
    for path in sorted((SCENARIOS / ident).glob("*.yaml")):
        for scenario in load(path):
            assert scenario.run() == [], scenario.name
    assert met
    assert sorted(set(SELDOM.get(ident, ())) - set(met)) == []
