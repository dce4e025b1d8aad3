"""What refusals of Through the Ages claim: cards in hands, row and play, workers, actions left, stocks and prices.

Strengths and forces are those of the second rule book of the title, which knows nothing of the rules' code.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from claim_kit import Claim, Said, data

sys.path.insert(0, str(Path(__file__).parents[1] / "titles" / "through_the_ages"))

from ages_book import Player

CARDS = {
    one["id"]: one
    for one in [*data("through_the_ages", "civil")["cards"], *data("through_the_ages", "military")["cards"]]
}
UNITS = ("infantry", "cavalry", "artillery", "air")
SPACES = [1] * 5 + [2] * 4 + [3] * 4
"""Civil actions by space of the card row."""


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


def effects(card: str, op: str) -> list[Any]:
    return [one for one in CARDS[card].get("effects", ()) if one["op"] == op] if card else []


def booked(said: Said, seat: int) -> Player:
    """A civilization as the second book keeps it."""
    own, one = said.game.civs[seat], Player()
    one.workers, one.known, one.tokens = Counter(own.workers), set(own.workers), Counter(own.tokens)
    one.government, one.leader, one.tactic = own.government, own.leader, own.tactic
    one.specials, one.wonders, one.ruins, one.colonies = own.specials, own.wonders, own.ruins, own.colonies
    return one


def sides(said: Said, seat: int, without: str = "") -> list[tuple[str, str]]:
    """Pacts of a player, each with the side that it is."""
    own = [one for one in said.game.pacts if seat in (one.a, one.b)]
    return [(one.card, "a" if one.a == seat else "b") for one in own if one.card != without]


def side_of(card: str, side: str) -> Any:
    return CARDS[card].get("both") or CARDS[card][f"side_{side}"]


def strengths(said: Said, seat: int, rival: int, ends: bool = False) -> tuple[int, int]:
    """Of an attacker, with what a pact adds against this rival, and of the rival; perhaps without a pact that ends."""
    shared = [one.card for one in said.game.pacts if {one.a, one.b} == {seat, rival}]
    ending = next((card for card in shared if ends and CARDS[card]["ends_on_attack_between_parties"]), "")
    bonus = sum(
        side_of(card, side).get("attack_on_partner_strength", 0) for card, side in sides(said, seat) if card in shared
    )
    own = booked(said, seat).strength(sides(said, seat, ending))
    return own + bonus, booked(said, rival).strength(sides(said, rival, ending))


def lead(said: Said) -> int:
    """By how much one side of the war that is fought now is stronger."""
    war = next(one for one in said.game.wars if one.attacker == said.game.active)
    own, other = strengths(said, war.attacker, war.defender)
    return abs(own - other)


def defence(said: Said) -> bool:
    """What the named cards add, and what the attacked one lacks."""
    affair = said.game.affair
    own, other = strengths(said, affair.by, affair.target)
    added = sum(CARDS[card].get("defense") or 1 for card in listed(said))
    return added == said.strength < said.gap == own - other


def answer(said: Said) -> Any:
    """The order as the table reads it, before it is judged."""
    return said.ask.kind.read(said.order, said.players, said.seat)[1]


def listed(said: Said) -> list[str]:
    """The cards of a list, one as often as it is named."""
    found: list[str] = []
    for one in answer(said)[1]:
        card, times = one if isinstance(one, tuple) else (one, 1)
        found += [card] * (times or 1)
    return found


def force(said: Said, units: Counter[str]) -> int:
    """Units, the armies that they form, and the modifiers of cards in play; no colony, and no ruin."""
    own, book = civ(said), booked(said, said.seat)
    book.workers = Counter({card: n for card, n in units.items() if n})
    strength = sum(CARDS[card]["per_worker"].get("strength", 0) for card in book.workers.elements())
    live = [card for card in own.wonders if card not in own.ruins]
    cards = [card for card in (own.government, own.leader, *own.specials, *live) if card]
    return strength + book.armies() + sum(CARDS[card].get("provides", {}).get("colonization", 0) for card in cards)


def sent(said: Said) -> int:
    """The force that an order names, with its bonus cards and discards."""
    _, units, (bonus, cook) = answer(said)
    total = force(said, Counter({card: n or 1 for card, n in units}))
    total += sum(CARDS[card]["colonization"] * (n or 1) for card, n in bonus or ())
    return total + len(cook or ())


def largest(said: Said) -> int:
    """The largest force with all units and all bonus cards of the hand."""
    units = Counter({card: n for card, n in civ(said).workers.items() if unit(card)})
    if not units.total():
        return 0
    bonus = [CARDS[card]["colonization"] for card in civ(said).military_hand if CARDS[card]["family"] == "bonus"]
    cook = 2 * (civ(said).leader == "james_cook")
    return force(said, units) + sum(bonus) + min(cook, len(civ(said).military_hand) - len(bonus))


def stock(said: Said, good: str) -> int:
    """Blue tokens on farms or mines, and on labs under Bill Gates, each worth what the card says."""
    own = booked(said, said.seat)
    return sum(own.tokens[card] * own.worth(card) for card in own.holders(good))


def route(said: Said, good: str) -> int:
    """A trade route adds one, for one of the other good."""
    if said.seat != said.game.active or said.game.turn.trade_used:
        return 0
    uses = [side_of(card, side).get("may_use") for card, side in sides(said, said.seat)]
    use = next((one for one in uses if one), None)
    other = "food" if good == "resources" else "resources"
    return int(use is not None and use["as"] == good and stock(said, other) > 0)


def deed(said: Said) -> Any:
    """The action of an order: perhaps the one that an action card is played for."""
    given = answer(said)
    return given[2] if given[0] == "play" and isinstance(given[2], tuple) else given


def for_unit(said: Said) -> bool:
    return deed(said)[0] in ("build", "upgrade") and unit(deed(said)[1])


def short_of(said: Said, good: str) -> bool:
    """What can be paid is right, and what it costs is right, and more."""
    arms = sum(said.game.turn.arms.values()) if for_unit(said) and said.seat == said.game.active else 0
    right = said.values[good] == stock(said, good) + route(said, good) + arms * (good == "resources")
    wanted = said.values.get(f"wanted_{good}")
    return right and (not wanted or wanted == price(said) > said.values[good])


def worker_price(said: Said, card: str) -> int:
    """Printed, less what Masonry and its kin and William Shakespeare save on urban buildings."""
    own, printed = civ(said), CARDS[card]
    cost = int(printed["resource_cost"])
    if printed["group"] == "urban_building":
        saving = [one for special in own.specials for one in effects(special, "urban_building_discount")]
        cost -= sum(one["resources_by_level"][str(printed["level"])] for one in saving)
        cost -= shakespeare(said, printed["family"], "build_resources")
    return max(0, cost)


def shakespeare(said: Said, family: str, what: str) -> int:
    built = {CARDS[card]["family"] for card, n in civ(said).workers.items() if n}
    saving = effects(civ(said).leader, "conditional_discount")
    return sum(one[what] for one in saving if one["on"] == family and one["if_building"] in built)


def price(said: Said) -> int:
    """What an order costs, in the good that it is paid with."""
    own, (verb, *rest) = civ(said), answer(said)
    if verb == "take":
        space = (rest[1] or 1 + said.game.row.index(rest[0])) - 1
        return take_price(said, rest[0], space)
    if verb == "grow":
        free = 18 - min(own.yellow, 18)
        food = 2 if free < 2 else 3 if free < 6 else 4 if free < 10 else 5 if free < 14 else 7
        return max(0, food - sum(one["food"] for one in effects(own.leader, "population_discount")))
    if verb == "build":
        return int(rest[1] or 1) * worker_price(said, rest[0])
    if verb == "upgrade":
        return int(rest[2] or 1) * max(0, worker_price(said, rest[1]) - worker_price(said, rest[0]))
    if verb == "stage":
        return sum(CARDS[own.unfinished]["stages"][own.stages :][: rest[0] or 1])
    printed = CARDS[rest[0]]
    named = "_revolution" if verb == "revolution" else "_peaceful" if printed["family"] == "government" else ""
    cost = int(printed[f"science_cost{named}"])
    cost -= shakespeare(said, printed["family"], "develop_science")
    discounts = effects(own.leader, "develop_discount")
    cost -= sum(one["science"] for one in discounts if one["technology"] == printed["family"])
    joint = [card for card, _ in sides(said, said.seat) if card == "scientific_cooperation"]
    return max(0, cost - sum(side_of(card, "a")["develop_discount_science"] for card in joint))


def take_price(said: Said, card: str, space: int) -> int:
    """By its space; a wonder one more for each completed one, save for Michelangelo."""
    own, cost = civ(said), SPACES[space]
    if CARDS[card]["family"] == "wonder":
        cost += 0 if effects(own.leader, "no_wonder_surcharge") else len(own.wonders)
        cost -= sum(
            one["civil_actions"] for one in effects(card, "self_take_discount") if said.game.turn.leader_replaced
        )
    if CARDS[card]["family"] == "leader":
        cost -= sum(one["civil_actions"] for one in effects(own.leader, "take_discount"))
    return max(0, cost)


def agreed(said: Said) -> int:
    """What the cards of an agreement cost: a copy without its space is the cheapest."""
    total = 0
    for card, space in answer(said)[1]:
        total += take_price(said, card, (space or 1 + said.game.row.index(card)) - 1)
    return total


def science(said: Said) -> int:
    """Points, and those of Winston Churchill where they are for a technology of units."""
    given = answer(said)
    armed = given[0] == "develop" and unit(given[1]) and said.seat == said.game.active
    return int(civ(said).science + (said.game.turn.arms_science if armed else 0))


def stages(said: Said) -> bool:
    """More stages than one action builds, or than are left."""
    own, wanted = civ(said), int(answer(said)[1] or 1)
    at_once = [one["max"] for card in own.specials for one in effects(card, "wonder_stages_per_action")]
    return wanted > max([1, *at_once]) or wanted > len(CARDS[own.unfinished]["stages"]) - own.stages


def stages_wanted(said: Said) -> int:
    """Perhaps by an action card, which builds one."""
    number = re.search(r"stage (\d+)$", said.order)
    return int(number[1]) if number else 1


def taken_once(said: Said, family: str) -> list[str]:
    return [CARDS[one]["age"] for one in words(said) if one in CARDS and CARDS[one]["family"] == family]


def two_of_an_age(said: Said) -> bool:
    ages = taken_once(said, "leader")
    return len(set(ages)) < len(ages) or any(age in civ(said).leaders_of for age in ages)


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


ACTIONS = {
    "grow": "increase_population",
    "stage": "build_one_wonder_stage",
    "develop": "develop_technology",
    "revolution": "declare_revolution",
}
"""What action cards call an order."""


def unlike_card(said: Said) -> bool:
    """The action that it is played for is none of those that the card names; or it is played for none."""
    (perform,) = effects(said.card, "perform")
    inner = answer(said)[2]
    verb = inner[0] if isinstance(inner, tuple) else inner
    if verb in ("build", "upgrade"):
        printed = CARDS[inner[1]]
        urban = printed["group"] == "urban_building"
        return f"{verb}_{'urban_building' if urban else printed['family']}" not in perform["one_of"]
    return ACTIONS.get(verb) not in perform["one_of"]


LEADERS = {
    "recruit": "frederick_barbarossa",
    "churchill": "winston_churchill",
    "hammurabi": "hammurabi",
    "retire": "alexander_the_great",
    "columbus": "christopher_columbus",
}


def able(said: Said) -> bool:
    """Whether the player has the card that an order is about."""
    verb = answer(said)[0].split()[0]
    if verb == "immigrate":
        return "ocean_liner_service" in civ(said).wonders
    if verb == "trade":
        return any(side_of(card, side).get("may_use") for card, side in sides(said, said.seat))
    return bool(civ(said).leader == LEADERS[verb])


def raid_too_far(said: Said) -> bool:
    """The newest named building is too new for what the card reaches at most, or the next for what is left of it."""
    levels = {"A": 0, "I": 1, "II": 2, "III": 3}
    (raze,) = [one["destroy"] for one in CARDS[said.game.affair.card]["effects"] if "destroy" in one]
    reach = sorted((levels[one["urban_building_max_age"]] for one in raze), reverse=True)
    named = sorted((CARDS[card]["level"] for card in listed(said)), reverse=True)
    return any(level > most for level, most in zip(named, reach, strict=False))


CLAIMS: dict[str, Claim] = {
    "beyond_first_round": lambda said: said.game.round == 1 and words(said)[0] != "take",
    "beyond_the_agreement": lambda said: agreed(said) == said.actions > said.worth == said.ask.values["worth"],
    "beyond_the_lead": lambda said: (
        sum(CARDS[one]["science_cost"] for one in words(said)[1:] if one in CARDS)
        == said.worth
        > said.lead
        == lead(said)
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
    "card_wants_action": lambda said: said.card in hand(said) and unlike_card(said),
    "card_wants_choice": lambda said: (
        said.card in hand(said) and effects(said.card, "gain_one_of") != [] and "gain" not in words(said)
    ),
    "card_wants_nothing": lambda said: (
        answer(said)[2] is not None and not effects(said.card, "perform") and not effects(said.card, "gain_one_of")
    ),
    "cheapest_needs_no_space": lambda said: any(
        n.isdigit() and said.game.row.index(said.card) == int(n) - 1 for n in words(said)
    ),
    "civil_actions_spent": lambda said: civ(said).civil < civ(said).civil_total,
    "defence_too_weak": defence,
    "force_below_bid": lambda said: sent(said) == said.force < said.bid == said.game.affair.bid,
    "force_too_small": lambda said: int(said.values["order"].split()[1]) > said.most == largest(said),
    "hand_full": lambda said: (
        len(hand(said)) + len([one for one in words(said) if one in CARDS]) > civ(said).civil_total
    ),
    "homer_does_not_lead": lambda said: civ(said).leader != "homer",
    "leader_forbids_attacks": lambda said: civ(said).leader == "mahatma_gandhi",
    "leader_of_that_age": two_of_an_age,
    "military_actions_spent": lambda said: civ(said).military < civ(said).military_total,
    "name_a_side": lambda said: (
        said.pact in civ(said).military_hand and "side_a" in CARDS[said.pact] and " as " not in said.order
    ),
    "no_cook_discards": lambda said: said.number == 2 * (civ(said).leader == "james_cook"),
    "no_pacts_with_two": lambda said: len([one for one in said.game.civs if not one.resigned]) == 2,
    "no_resigning_now": lambda said: said.game.age == "IV",
    "no_such_ability": lambda said: not able(said),
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
    "not_so_many_stages": stages,
    "not_so_many_units": lambda said: said.number == (civ(said).workers.get(said.tech, 0) if unit(said.tech) else 0),
    "not_so_often": lambda said: re.search(r"\bx?[01]\b", said.order) is not None,
    "not_stronger": lambda said: (
        (said.own, said.theirs) == strengths(said, said.seat, said.player, ends=True) and said.own <= said.theirs
    ),
    "not_the_same_type": lambda said: len({CARDS[one]["family"] for one in words(said) if one in CARDS}) > 1,
    "nothing_to_trade": lambda said: any(
        side_of(card, side).get("may_use")
        and not stock(said, "resources" if side_of(card, side)["may_use"]["as"] == "food" else "food")
        for card, side in sides(said, said.seat)
    ),
    "once_a_turn": lambda said: (
        any(getattr(said.game.turn, one) for one in said.game.turn.__slots__ if one.endswith(("_used", "_armed")))
        or "x" in said.order
    ),
    "one_tactic_a_turn": lambda said: said.game.turn.tactic_played,
    "pact_forbids_attack": lambda said: any(
        CARDS[card]["forbids_attack_between_parties"] for card in pacts(said, said.player)
    ),
    "pact_forbids_war": lambda said: any(
        side_of(card, side).get("immune_to_war_declarations_by_anyone") for card, side in sides(said, said.player)
    ),
    "partner_cannot_pay": lambda said: any(
        said.game.civs[one.b if one.a == said.seat else one.a].science == 0
        for one in said.game.pacts
        if said.seat in (one.a, one.b) and one.card == "scientific_cooperation"
    ),
    "raid_beyond_age": raid_too_far,
    "tactic_is_current": lambda said: civ(said).tactic == said.card,
    "tactic_not_common": lambda said: said.card not in said.game.common_tactics,
    "technology_known": lambda said: (
        said.card in hand(said) or in_play(said, said.card) or words(said).count(said.card) > 1
    ),
    "technology_not_in_play": lambda said: said.card not in civ(said).workers,
    "too_few_blue_tokens": lambda said: civ(said).blue + sum(civ(said).tokens.values()) < stages_wanted(said),
    "too_few_civil_actions": lambda said: (
        said.civil == civil(said)
        and (not said.values.get("wanted_actions") or said.wanted_actions == price(said) > said.civil)
    ),
    "too_few_military_actions": lambda said: said.military in (military(said), civ(said).military),
    "too_few_resources": lambda said: short_of(said, "resources"),
    "too_little_food": lambda said: short_of(said, "food"),
    "too_little_science": lambda said: (
        said.science == science(said)
        and (not said.values.get("wanted_science") or said.wanted_science == price(said) > said.science)
    ),
    "unit_is_disbanded": lambda said: unit(said.card),
    "urban_limit": crowded,
    "wonder_not_completed": lambda said: any(one in CARDS and one not in civ(said).wonders for one in words(said)),
    "wonder_under_construction": lambda said: (
        bool(civ(said).unfinished) or sum(CARDS[one]["family"] == "wonder" for one in words(said) if one in CARDS) > 1
    ),
    "yellow_bank_empty": lambda said: civ(said).yellow == 0,
}
