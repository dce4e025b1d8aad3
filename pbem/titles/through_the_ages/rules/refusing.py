"""Why actions are refused, each reason with its rule.

Actions are looked at far more often than refused: what forbids one is a key, and becomes a refusal only when a
player is to read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....table import NotLegal, Refused

REASONS = {
    "beyond_first_round": "TTA-FIRST-3",
    "building_is_destroyed": "TTA-MBUILD-4",
    "card_not_in_hand": "TTA-ACT-2",
    "card_not_in_row": "TTA-TAKE-1",
    "card_taken_this_turn": "TTA-ACARD-1",
    "card_wants_action": "TTA-ACARD-7",
    "card_wants_choice": "TTA-ACARD-7",
    "card_wants_nothing": "TTA-ACARD-2",
    "cheapest_needs_no_space": "TTA-TAKE-1",
    "civil_actions_spent": "TTA-REV-2",
    "hand_full": "TTA-TAKE-2",
    "homer_does_not_lead": "TTA-APP-25",
    "leader_forbids_attacks": "TTA-AGGR-18",
    "leader_of_that_age": "TTA-TAKE-4",
    "military_actions_spent": "TTA-APP-6",
    "no_such_ability": "TTA-CARD-9",
    "no_unused_worker": "TTA-BUILD-4",
    "no_war_in_last_round": "TTA-WARDEC-7",
    "no_wonder_to_build": "TTA-STAGE-1",
    "no_worker_there": "TTA-UPG-2",
    "not_a_higher_level": "TTA-UPG-2",
    "not_a_unit": "TTA-MBUILD-1",
    "not_so_many_stages": "TTA-STAGE-5",
    "not_so_often": "TTA-ACT-2",
    "not_stronger": "TTA-AGGR-4",
    "not_the_same_type": "TTA-UPG-2",
    "nothing_to_trade": "TTA-FOOD-7",
    "once_a_turn": "TTA-ACT-2",
    "one_tactic_a_turn": "TTA-TPLAY-3",
    "pact_forbids_attack": "TTA-AGGR-3",
    "pact_forbids_war": "TTA-WARDEC-2",
    "partner_cannot_pay": "TTA-PTS-3",
    "tactic_is_current": "TTA-TPLAY-2",
    "tactic_not_common": "TTA-TPLAY-2",
    "technology_known": "TTA-TAKE-3",
    "technology_not_in_play": "TTA-BUILD-2",
    "too_few_blue_tokens": "TTA-STAGE-3",
    "too_few_civil_actions": "TTA-ACTN-2",
    "too_few_military_actions": "TTA-ACTN-2",
    "too_few_resources": "TTA-FOOD-7",
    "too_little_food": "TTA-FOOD-7",
    "too_little_science": "TTA-PTS-3",
    "unit_is_disbanded": "TTA-MBUILD-4",
    "urban_limit": "TTA-BUILD-5",
    "wonder_not_completed": "TTA-APP-25",
    "wonder_under_construction": "TTA-WTAKE-4",
    "yellow_bank_empty": "TTA-POP-4",
}


def refusal(reason: str, values: Mapping[str, Any]) -> Refused:
    return NotLegal(reason, values, rule=REASONS[reason])
