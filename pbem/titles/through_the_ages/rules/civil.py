"""Civil actions and building of units (chapters TAKE, WTAKE, POP, BUILD, UPG, DESTR, STAGE, MBUILD).

Each action has `…s` (the legal answers), `no_…` (the key of a refusal, or empty) and the action itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Rule
from ..cards import CARDS, FAMILY, PRICES, SURCHARGE, UNITS, URBAN
from ..state import Ages, Civilization
from .changes import (
    blue_ask,
    change_cards,
    civil_available,
    gain_population,
    military_available,
    spend_civil,
    spend_military,
)
from .goods import FOOD, RESOURCES, take_off
from .paying import cost_of, pay, population_cost, purse, upgrade_cost
from .ratings import civil_limit, number_of, urban_limit
from .row import is_technology, take_from_row
from .wonders import wonder_completed

_UNITS, _URBAN = frozenset(UNITS), frozenset(URBAN)


MOST_DISCOUNT = 2
"""No card makes taking one cheaper by more (Taj Mahal)."""


# ---- taking cards


def price(game: Ages, seat: int, space: int) -> int:
    """Civil actions for the card on a space (TTA-TAKE-1, TTA-WTAKE-1, TTA-WTAKE-8)."""
    civ = game.civs[seat]
    card = CARDS[game.row[space]]
    cost = PRICES[space]
    leader = CARDS[civ.leader].effects if civ.leader else {}
    if card.family == "wonder":
        if "no_wonder_surcharge" not in leader:
            cost += SURCHARGE * len(civ.wonders)
        if game.turn.leader_replaced:
            cost -= sum(effect["civil_actions"] for effect in card.effects.get("self_take_discount", ()))
    elif card.family == "leader":
        cost -= sum(effect["civil_actions"] for effect in leader.get("take_discount", ()))
    return cost if cost > 0 else 0


def no_take(game: Ages, seat: int, space: int, available: int) -> str:
    card = game.row[space]
    reason = forbidden(game, seat, card)
    if reason:
        return reason
    return "too_few_civil_actions" if price(game, seat, space) > available else ""


def forbidden(game: Ages, seat: int, card: str) -> str:
    """What forbids taking a card, whatever it costs."""
    civ = game.civs[seat]
    family = FAMILY[card]
    if family == "wonder":
        return "wonder_under_construction" if civ.unfinished else ""  # TTA-WTAKE-4
    hand = game.civil_hand(seat)
    if len(hand) >= civil_limit(civ):
        return "hand_full"  # TTA-TAKE-2
    if family == "leader":
        return "leader_of_that_age" if CARDS[card].age in civ.leaders_of else ""  # TTA-TAKE-4
    if family != "action" and (card in hand or in_play(civ, card)):
        return "technology_known"  # TTA-TAKE-3
    return ""


def in_play(civ: Civilization, card: str) -> bool:
    return card in civ.workers or card in civ.specials or card == civ.government


def takes(game: Ages, seat: int) -> Iterator[Answer]:
    available = civil_available(game, seat)
    if not available and not (game.turn.leader_replaced or game.civs[seat].leader == "hammurabi"):
        return
    civ = game.civs[seat]
    full = len(game.civil_hand(seat)) >= civil_limit(civ)
    row = game.row
    for space, card in enumerate(row):
        if not card or (full and FAMILY[card] != "wonder") or PRICES[space] > available + MOST_DISCOUNT:
            continue
        if not no_take(game, seat, space, available):
            yield ("take", card, space + 1 if card in row[:space] else None)


def space_of(game: Ages, answer: Answer) -> int:
    """The space that an order means: the cheapest copy unless it says which; -1 if the card does not lie there."""
    _, card, at = answer
    if at is None:
        return game.row.index(card) if card in game.row else -1
    return at - 1 if 1 <= at <= len(game.row) and game.row[at - 1] == card else -1


def take(game: Ages, seat: int, answer: Answer) -> None:
    space = space_of(game, answer)
    cost = price(game, seat, space)
    spend_civil(game, seat, cost)
    take_card(game, seat, space, cost)


def take_card(game: Ages, seat: int, space: int, cost: int, fresh: bool = True) -> None:
    """A card of the row goes to the hand, a wonder into play (TTA-TAKE-1, TTA-WTAKE-3)."""
    civ = game.civs[seat]
    card = take_from_row(game, space)
    game.note("took", player=seat, card=card, space=space + 1, actions=cost, reveals=game.hands_covered())
    if FAMILY[card] == "wonder":
        civ.unfinished, civ.stages = card, 0
        return
    game.civil_hand(seat).append(card)
    if FAMILY[card] == "leader":
        civ.leaders_of.append(CARDS[card].age)
    elif FAMILY[card] == "action":
        if fresh:
            game.turn.fresh.append(card)
    elif civ.leader:
        for effect in CARDS[civ.leader].effects.get("on_take_card", ()):  # Aristotle
            if is_technology(card):
                civ.science += effect["gain"]["science"]
                game.note("leader_teaches", player=seat, leader=civ.leader, science=effect["gain"]["science"])


# ---- population


def no_grow(game: Ages, seat: int, less: int = 0, actions: int = 1) -> str:
    civ = game.civs[seat]
    if actions and civil_available(game, seat) < actions:
        return "too_few_civil_actions"
    if not civ.yellow:
        return "yellow_bank_empty"  # TTA-POP-4
    return "too_little_food" if purse(game, seat, FOOD) < population_cost(civ) - less else ""


def grows(game: Ages, seat: int) -> Iterator[Answer]:
    if not no_grow(game, seat):
        yield ("grow",)


def grow(game: Ages, seat: int, less: int = 0, actions: int = 1) -> None:
    civ = game.civs[seat]
    cost = max(0, population_cost(civ) - less)
    spend_civil(game, seat, actions)
    pay(game, seat, FOOD, cost)
    gain_population(civ, 1)
    game.note("grew", player=seat, food=cost)


# ---- building


def several(number: int) -> int:
    """A number that is written only if it is more than one."""
    return number if number > 1 else 0


def no_build(game: Ages, seat: int, tech: str, number: int = 1, less: int = 0, actions: int = 1) -> str:
    """Why this many workers cannot be put on a card (TTA-BUILD-1 to TTA-BUILD-6, TTA-MBUILD-1)."""
    civ = game.civs[seat]
    if tech not in civ.workers:
        return "technology_not_in_play"
    unit = FAMILY[tech] in _UNITS
    if actions:
        if unit:
            if military_available(game, seat) < number:
                return "too_few_military_actions"
        elif civil_available(game, seat) < number:
            return "too_few_civil_actions"
    if civ.unused < number:
        return "no_unused_worker"
    family = FAMILY[tech]
    if family in _URBAN and number_of(civ, family) + number > urban_limit(civ):
        return "urban_limit"
    if purse(game, seat, RESOURCES, unit) < number * max(0, cost_of(civ, tech) - less):
        return "too_few_resources"
    return ""


def builds(game: Ages, seat: int) -> Iterator[Answer]:
    civ = game.civs[seat]
    if not civ.unused or not (civil_available(game, seat) or military_available(game, seat)):
        return
    for_buildings, for_units = purse(game, seat, RESOURCES), purse(game, seat, RESOURCES, units=True)
    for tech in civ.workers:
        if cost_of(civ, tech) > (for_units if FAMILY[tech] in _UNITS else for_buildings):
            continue  # most are too expensive: no need to check the rest
        number = 1
        while not no_build(game, seat, tech, number):
            yield ("build", tech, number if number > 1 else None)
            number += 1


def build(game: Ages, seat: int, tech: str, number: int = 1, less: int = 0, actions: int = 1) -> None:
    civ = game.civs[seat]
    unit = FAMILY[tech] in _UNITS
    cost = number * max(0, cost_of(civ, tech) - less)
    if actions:
        (spend_military if unit else spend_civil)(game, seat, number)
    pay(game, seat, RESOURCES, cost, unit)
    civ.unused -= number
    civ.workers[tech] += number
    game.note("built", player=seat, tech=tech, number=number, times=several(number), resources=cost)


# ---- upgrading


def no_upgrade(game: Ages, seat: int, old: str, new: str, number: int = 1, less: int = 0, actions: int = 1) -> str:
    """Why workers cannot move up (TTA-UPG-1 to TTA-UPG-5, TTA-MBUILD-3, TTA-APP-10 to TTA-APP-12)."""
    civ = game.civs[seat]
    if new not in civ.workers or old not in civ.workers:
        return "technology_not_in_play"
    if civ.workers[old] < number:
        return "no_worker_there"
    unit = FAMILY[old] in _UNITS
    if FAMILY[old] != FAMILY[new]:
        reason = _js_bach(game, seat, old, new, number, actions)
        if reason:
            return reason
    elif CARDS[new].level <= CARDS[old].level:
        return "not_a_higher_level"
    if actions:
        if unit:
            if military_available(game, seat) < number:
                return "too_few_military_actions"
        elif civil_available(game, seat) < number:
            return "too_few_civil_actions"
    if purse(game, seat, RESOURCES, unit) < number * max(0, upgrade_cost(civ, old, new) - less):
        return "too_few_resources"
    return ""


def _js_bach(game: Ages, seat: int, old: str, new: str, number: int, actions: int) -> str:
    """Once per turn any urban building may become a theater (TTA-APP-10, TTA-APP-12)."""
    civ = game.civs[seat]
    able = civ.leader and "upgrade_any_urban_to_theater" in CARDS[civ.leader].effects
    if not able or FAMILY[new] != "theater" or FAMILY[old] not in _URBAN:
        return "not_the_same_type"
    if game.turn.bach_used or number > 1 or seat != game.active:
        return "once_a_turn"
    if CARDS[new].level < CARDS[old].level:
        return "not_a_higher_level"
    return "urban_limit" if number_of(civ, "theater") >= urban_limit(civ) else ""


def upgrades(game: Ages, seat: int) -> Iterator[Answer]:
    civ = game.civs[seat]
    if not (civil_available(game, seat) or military_available(game, seat)):
        return
    for old, new in pairs(civ):
        number = 1
        while not no_upgrade(game, seat, old, new, number):
            yield ("upgrade", old, new, number if number > 1 else None)
            number += 1


def pairs(civ: Civilization) -> Iterator[tuple[str, str]]:
    """Cards between which a worker could move: the same family, or any urban one under Bach."""
    by_family: dict[str, list[str]] = {}
    for card in civ.workers:
        by_family.setdefault(FAMILY[card], []).append(card)
    if civ.leader == "js_bach":
        for family in by_family:
            if family in _URBAN:
                by_family[family] = [card for card in civ.workers if FAMILY[card] in (family, "theater")]
    for old, number in civ.workers.items():
        if number:
            for new in by_family[FAMILY[old]]:
                if new != old:
                    yield old, new


def upgrade(game: Ages, seat: int, old: str, new: str, number: int = 1, less: int = 0, actions: int = 1) -> None:
    civ = game.civs[seat]
    unit = FAMILY[old] in _UNITS
    cost = number * max(0, upgrade_cost(civ, old, new) - less)
    if FAMILY[old] != FAMILY[new]:
        game.turn.bach_used = True
    if actions:
        (spend_military if unit else spend_civil)(game, seat, number)
    pay(game, seat, RESOURCES, cost, unit)
    civ.workers[old] -= number
    civ.workers[new] += number
    game.note("upgraded", player=seat, old=old, new=new, number=number, times=several(number), resources=cost)


# ---- destroying


def no_destroy(game: Ages, seat: int, tech: str) -> str:
    civ = game.civs[seat]
    if FAMILY[tech] in _UNITS:
        return "unit_is_disbanded"
    if not civ.workers.get(tech):
        return "no_worker_there"
    return "" if civil_available(game, seat) else "too_few_civil_actions"


def no_disband(game: Ages, seat: int, tech: str) -> str:
    civ = game.civs[seat]
    if FAMILY[tech] not in _UNITS:
        return "building_is_destroyed"
    if not civ.workers.get(tech):
        return "no_worker_there"
    return "" if military_available(game, seat) else "too_few_military_actions"


def destroys(game: Ages, seat: int) -> Iterator[Answer]:
    if civil_available(game, seat):
        for tech, number in game.civs[seat].workers.items():
            if number and FAMILY[tech] not in _UNITS:
                yield ("destroy", tech)


def disbands(game: Ages, seat: int) -> Iterator[Answer]:
    if military_available(game, seat):
        for tech, number in game.civs[seat].workers.items():
            if number and FAMILY[tech] in _UNITS:
                yield ("disband", tech)


def destroy(game: Ages, seat: int, tech: str) -> None:
    """TTA-DESTR-1, TTA-DESTR-2, TTA-MBUILD-4."""
    unit = FAMILY[tech] in _UNITS
    (spend_military if unit else spend_civil)(game, seat, 1)
    back_to_pool(game.civs[seat], tech)
    game.note("disbanded" if unit else "destroyed", player=seat, tech=tech)


def back_to_pool(civ: Civilization, tech: str) -> None:
    civ.workers[tech] -= 1
    civ.unused += 1


# ---- wonders


def stages_at_once(civ: Civilization) -> int:
    """TTA-STAGE-5."""
    return max(
        (e["max"] for special in civ.specials for e in CARDS[special].effects.get("wonder_stages_per_action", ())),
        default=1,
    )


def no_stage(game: Ages, seat: int, number: int = 1, less: int = 0, actions: int = 1) -> str:
    civ = game.civs[seat]
    if not civ.unfinished:
        return "no_wonder_to_build"
    if actions and civil_available(game, seat) < actions:
        return "too_few_civil_actions"
    if number > 1 and number > stages_at_once(civ):
        return "not_so_many_stages"
    left = CARDS[civ.unfinished].stages[civ.stages :]
    if number > len(left):
        return "not_so_many_stages"
    if number < len(left) and number > civ.blue + sum(civ.tokens.values()):
        return "too_few_blue_tokens"  # TTA-STAGE-3; those of a wonder that is completed come back at once (TTA-STAGE-4)
    return "too_few_resources" if purse(game, seat, RESOURCES) < sum(left[:number]) - less else ""


def stages(game: Ages, seat: int) -> Iterator[Answer]:
    number = 1
    while not no_stage(game, seat, number):
        yield ("stage", number if number > 1 else None)
        number += 1


def stage(game: Ages, seat: int, number: int = 1, less: int = 0, actions: int = 1) -> Rule:
    """TTA-STAGE-1 to TTA-STAGE-5."""
    civ = game.civs[seat]
    wonder = civ.unfinished
    left = CARDS[wonder].stages[civ.stages :]
    cost = max(0, sum(left[:number]) - less)
    spend_civil(game, seat, actions)
    pay(game, seat, RESOURCES, cost)
    game.note("stage_built", player=seat, wonder=wonder, number=number, resources=cost)
    if number == len(left):  # all covered: the tokens come back at once (TTA-STAGE-4)
        civ.blue += civ.stages
        civ.unfinished, civ.stages = "", 0
        civ.wonders.append(wonder)
        game.note("wonder_completed", player=seat, wonder=wonder)
        yield from change_cards(game, seat, added=(wonder,))
        wonder_completed(game, seat, wonder)
        return
    for _ in range(number):
        if not civ.blue:  # TTA-STAGE-3
            _, (card,) = yield blue_ask(game, seat, 1)
            take_off(civ, card)
            game.note("token_from_card", player=seat, tech=card)
        civ.blue -= 1
        civ.stages += 1
