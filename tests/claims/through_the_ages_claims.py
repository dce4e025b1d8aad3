"""What refusals of Through the Ages claim: cards in hands, row and play, workers, actions left, stocks and prices.

Strengths and forces, which many cards change, are held against the second rule book of the title elsewhere; here the
figures of the sentence must agree with each other and with what lies on the table.
"""

from __future__ import annotations

import re
from typing import Any

from claim_kit import Claim, Said, data

CARDS = {
    one["id"]: one
    for one in [*data("through_the_ages", "civil")["cards"], *data("through_the_ages", "military")["cards"]]
}
UNITS = ("infantry", "cavalry", "artillery", "air")


def civ(said: Said) -> Any:
    return said.game.civs[said.seat]


def words(said: Said) -> list[str]:
    return re.findall(r"[a-z_0-9]+", said.order)


def unit(card: str) -> bool:
    return CARDS[card]["family"] in UNITS


def military(said: Said) -> int:
    extra = said.game.turn.extra_military if said.seat == said.game.active else 0
    return int(civ(said).military + extra)


def civil(said: Said) -> int:
    turn = said.game.turn
    lent = turn.hammurabi_armed and said.seat == said.game.active and military(said) > 0
    return int(civ(said).civil + lent)


def stock(said: Said, good: str) -> int:
    """Blue tokens on farms or mines, each worth what the card says."""
    found = 0
    for card, number in civ(said).tokens.items():
        if CARDS[card].get("per_worker", {}).get(good) and CARDS[card]["family"] in ("farm", "mine"):
            found += number * CARDS[card]["blue_token_value"]
    return found


def route(said: Said) -> int:
    """A trade route may add one more of food or of resources."""
    pact = [one for one in said.game.pacts if said.seat in (one.a, one.b)]
    return int(bool(pact) or said.game.turn.trade_armed)


def short_of(said: Said, good: str, have: int) -> bool:
    """Within a trade route's one, the stock is right; and what it costs is more."""
    arms = sum(said.game.turn.arms.values()) if good == "resources" and said.seat == said.game.active else 0
    right = any(said.values[good] == have + more + one for more in (0, arms) for one in range(route(said) + 1))
    wanted = said.values.get(f"wanted_{good}")
    return right and (wanted is None or not wanted or wanted > said.values[good])


def in_play(said: Said, card: str) -> bool:
    one = civ(said)
    return card in one.workers or card in one.specials or card == one.government


def hand(said: Said) -> list[str]:
    return list(said.game.civil_hand(said.seat))


def pacts(said: Said, other: int) -> list[str]:
    return [one.card for one in said.game.pacts if {one.a, one.b} == {said.seat, other}]


def times(said: Said) -> int:
    return max([int(n[1:]) for n in words(said) if re.fullmatch(r"x\d+", n)] or [1])


def crowded(said: Said) -> bool:
    """Of some type that the order builds, there would be more buildings than the government allows."""
    limit = CARDS[civ(said).government]["provides"]["urban_limit"]
    types = {CARDS[one]["family"] for one in words(said) if one in CARDS and CARDS[one]["group"] == "urban_building"}
    built = {kind: sum(n for one, n in civ(said).workers.items() if CARDS[one]["family"] == kind) for kind in types}
    return any(number + times(said) > limit for number in built.values())


CLAIMS: dict[str, Claim] = {
    "beyond_first_round": lambda said: said.game.round == 1 and words(said)[0] != "take",
    "beyond_the_agreement": lambda said: said.actions > said.worth == said.ask.values["worth"],
    "beyond_the_lead": lambda said: (
        sum(CARDS[one]["science_cost"] for one in words(said)[1:] if one in CARDS) == said.worth > said.lead
    ),
    "bid_too_low": lambda said: any(int(n) <= said.bid == said.game.affair.bid for n in words(said) if n.isdigit()),
    "building_is_destroyed": lambda said: not unit(said.card) and words(said)[0].startswith("disb"),
    "card_not_in_hand": lambda said: (
        [*hand(said), *civ(said).military_hand].count(said.card) < max(1, words(said).count(said.card))
        or re.search(rf"\b{said.card} x", said.order) is not None
    ),
    "card_not_in_row": lambda said: (
        said.card not in said.game.row
        or any(not 0 < int(n) <= 13 or said.game.row[int(n) - 1] != said.card for n in words(said) if n.isdigit())
    ),
    "card_taken_this_turn": lambda said: said.card in said.game.turn.fresh,
    "card_wants_action": lambda said: said.card in hand(said) and CARDS[said.card]["family"] == "action",
    "card_wants_choice": lambda said: said.card in hand(said) and "gain" not in words(said),
    "card_wants_nothing": lambda said: len(words(said)) > 2,
    "cheapest_needs_no_space": lambda said: any(
        n.isdigit() and said.game.row.index(said.card) == int(n) - 1 for n in words(said)
    ),
    "civil_actions_spent": lambda said: civ(said).civil < civ(said).civil_total,
    "defence_too_weak": lambda said: said.strength < said.gap == said.ask.values["gap"],
    "force_below_bid": lambda said: said.force < said.bid == said.game.affair.bid,
    "force_too_small": lambda said: int(said.values["order"].split()[1]) > said.most,
    "hand_full": lambda said: (
        len(hand(said)) + len([one for one in words(said) if one in CARDS]) > civ(said).civil_total
    ),
    "homer_does_not_lead": lambda said: civ(said).leader != "homer",
    "leader_forbids_attacks": lambda said: civ(said).leader == "mahatma_gandhi",
    "leader_of_that_age": lambda said: bool(civ(said).leaders_of),
    "military_actions_spent": lambda said: civ(said).military < civ(said).military_total,
    "name_a_side": lambda said: said.pact in civ(said).military_hand and " as " not in said.order,
    "no_cook_discards": lambda said: said.number == 2 * (civ(said).leader == "james_cook"),
    "no_pacts_with_two": lambda said: len([one for one in said.game.civs if not one.resigned]) == 2,
    "no_resigning_now": lambda said: said.game.age == "IV",
    "no_sides": lambda said: said.pact in civ(said).military_hand,
    "no_such_ability": lambda said: (
        words(said)[0] not in [said.ask.write(one, said.players).split()[0] for one in said.ask.listed()]
    ),
    "no_such_partner": lambda said: said.pact not in pacts(said, said.player),
    "no_such_pact": lambda said: said.pact not in [one.card for one in said.game.pacts if said.seat in (one.a, one.b)],
    "no_unused_worker": lambda said: said.unused == civ(said).unused < times(said),
    "no_war_in_last_round": lambda said: said.game.round == said.game.last_round,
    "no_wonder_to_build": lambda said: not civ(said).unfinished,
    "no_worker_there": lambda said: civ(said).workers.get(said.card, 0) < times(said),
    "not_a_higher_level": lambda said: any(
        CARDS[a]["level"] >= CARDS[b]["level"]
        for a, b in zip(words(said), [*words(said)[2:], ""], strict=False)
        if a in CARDS and b in CARDS
    ),
    "not_a_rival": lambda said: said.player == said.seat or said.game.civs[said.player].resigned,
    "not_a_unit": lambda said: not unit(said.card),
    "not_so_many_stages": lambda said: bool(civ(said).unfinished),
    "not_so_many_units": lambda said: said.number == (civ(said).workers.get(said.tech, 0) if unit(said.tech) else 0),
    "not_so_often": lambda said: re.search(r"\bx?[01]\b", said.order) is not None,
    "not_stronger": lambda said: said.own <= said.theirs,
    "not_the_same_type": lambda said: len({CARDS[one]["family"] for one in words(said) if one in CARDS}) > 1,
    "nothing_to_trade": lambda said: stock(said, "food") == 0 or stock(said, "resources") == 0,
    "once_a_turn": lambda said: (
        any(getattr(said.game.turn, one) for one in said.game.turn.__slots__ if one.endswith(("_used", "_armed")))
        or "x" in said.order
    ),
    "one_tactic_a_turn": lambda said: said.game.turn.tactic_played,
    "pact_forbids_attack": lambda said: bool(pacts(said, said.player)),
    "pact_forbids_war": lambda said: any(said.player in (one.a, one.b) for one in said.game.pacts),
    "partner_cannot_pay": lambda said: any(
        said.game.civs[one.b if one.a == said.seat else one.a].science == 0
        for one in said.game.pacts
        if said.seat in (one.a, one.b)
    ),
    "raid_beyond_age": lambda said: any(one in CARDS for one in words(said)),
    "tactic_is_current": lambda said: civ(said).tactic == said.card,
    "tactic_not_common": lambda said: said.card not in said.game.common_tactics,
    "technology_known": lambda said: (
        said.card in hand(said) or in_play(said, said.card) or words(said).count(said.card) > 1
    ),
    "technology_not_in_play": lambda said: said.card not in civ(said).workers,
    "too_few_civil_actions": lambda said: (
        said.civil == civil(said) and (not said.values.get("wanted_actions") or said.wanted_actions > said.civil)
    ),
    "too_few_military_actions": lambda said: said.military in (military(said), civ(said).military),
    "too_few_resources": lambda said: short_of(said, "resources", stock(said, "resources")),
    "too_little_food": lambda said: short_of(said, "food", stock(said, "food")),
    "too_little_science": lambda said: (
        said.science == civ(said).science
        and (not said.values.get("wanted_science") or said.wanted_science > said.science)
    ),
    "unit_is_disbanded": lambda said: unit(said.card),
    "urban_limit": crowded,
    "wonder_not_completed": lambda said: any(one in CARDS and one not in civ(said).wonders for one in words(said)),
    "wonder_under_construction": lambda said: (
        bool(civ(said).unfinished) or sum(CARDS[one]["family"] == "wonder" for one in words(said) if one in CARDS) > 1
    ),
    "yellow_bank_empty": lambda said: civ(said).yellow == 0,
}
