"""Tactics, and what leaders, wonders and pacts offer in the action phase (chapters TPLAY, ACT-4)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer
from ..cards import CARDS, COPY_COST, FAMILY, UNITS
from ..state import Ages
from .changes import gain_population, military_available, score, spend_military
from .goods import FOOD, RESOURCES, stock
from .paying import cost_of, pay, population_cost, purse, trade

# ---- tactics


def no_tactic(game: Ages, seat: int, tactic: str) -> str:
    if tactic not in game.civs[seat].military_hand:
        return "card_not_in_hand"
    return _no_more_tactics(game, seat, 1)


def no_copy(game: Ages, seat: int, tactic: str) -> str:
    if tactic not in game.common_tactics:
        return "tactic_not_common"
    if game.civs[seat].tactic == tactic:
        return "tactic_is_current"
    return _no_more_tactics(game, seat, COPY_COST)


def _no_more_tactics(game: Ages, seat: int, actions: int) -> str:
    if game.turn.tactic_played:
        return "one_tactic_a_turn"  # TTA-TPLAY-3
    return "too_few_military_actions" if military_available(game, seat) < actions else ""


def tactics(game: Ages, seat: int) -> Iterator[Answer]:
    if not _no_more_tactics(game, seat, 1):
        for card in dict.fromkeys(game.civs[seat].military_hand):
            if FAMILY[card] == "tactic":
                yield ("tactic", card)


def copied(game: Ages, seat: int) -> Iterator[Answer]:
    if not _no_more_tactics(game, seat, COPY_COST):
        for card in game.common_tactics:
            if card != game.civs[seat].tactic:
                yield ("copy", card)


def tactic(game: Ages, seat: int, card: str) -> None:
    """TTA-TPLAY-1."""
    civ = game.civs[seat]
    spend_military(game, seat, 1)
    civ.military_hand.remove(card)
    civ.tactic, civ.exclusive = card, True
    game.turn.tactic_played = True
    game.note("tactic_played", player=seat, tactic=card, reveals=True)


def copy(game: Ages, seat: int, card: str) -> None:
    """TTA-TPLAY-2."""
    civ = game.civs[seat]
    spend_military(game, seat, COPY_COST)
    civ.tactic, civ.exclusive = card, False
    game.turn.tactic_played = True
    game.note("tactic_copied", player=seat, tactic=card)


# ---- Frederick Barbarossa: population and a unit for one military action


def no_recruit(game: Ages, seat: int, tech: str) -> str:
    civ = game.civs[seat]
    offers = CARDS[civ.leader].effects.get("combined_action", ()) if civ.leader else ()
    if not offers:
        return "no_such_ability"
    if FAMILY[tech] not in UNITS:
        return "not_a_unit"
    if tech not in civ.workers:
        return "technology_not_in_play"
    if not military_available(game, seat):
        return "too_few_military_actions"
    if not civ.yellow:
        return "yellow_bank_empty"
    less = offers[0]["discount"]
    if purse(game, seat, FOOD) < population_cost(civ) - less["food"]:
        return "too_little_food"
    return "too_few_resources" if purse(game, seat, RESOURCES, True) < cost_of(civ, tech) - less["resources"] else ""


def recruits(game: Ages, seat: int) -> Iterator[Answer]:
    civ = game.civs[seat]
    if civ.leader == "frederick_barbarossa":
        for tech in civ.workers:
            if FAMILY[tech] in UNITS and not no_recruit(game, seat, tech):
                yield ("recruit", tech)


def recruit(game: Ages, seat: int, tech: str) -> None:
    civ = game.civs[seat]
    less = CARDS[civ.leader].effects["combined_action"][0]["discount"]
    food = max(0, population_cost(civ) - less["food"])
    resources = max(0, cost_of(civ, tech) - less["resources"])
    spend_military(game, seat, 1)
    pay(game, seat, FOOD, food)
    pay(game, seat, RESOURCES, resources, True)
    civ.yellow -= 1
    civ.workers[tech] += 1
    game.note("recruited", player=seat, tech=tech, food=food, resources=resources)


# ---- Winston Churchill, Ocean Liner Service, Hammurabi, Trade Routes Agreement


def no_churchill(game: Ages, seat: int) -> str:
    leader = game.civs[seat].leader
    if not leader or "choose_each_own_turn" not in CARDS[leader].effects:
        return "no_such_ability"
    return "once_a_turn" if game.turn.churchill_used else ""


def churchills(game: Ages, seat: int) -> Iterator[Answer]:
    if not no_churchill(game, seat):
        yield from (("churchill", "culture"), ("churchill", "arms"))


def churchill(game: Ages, seat: int, choice: str) -> None:
    leader = game.civs[seat].leader
    culture, arms = CARDS[leader].effects["choose_each_own_turn"][0]["options"]
    game.turn.churchill_used = True
    if choice == "culture":
        score(game, seat, culture["gain"]["culture"])
        game.note("leader_scores", player=seat, leader=leader, culture=culture["gain"]["culture"])
    else:
        game.turn.arms_science = arms["temporary"]["science"]
        game.turn.arms[leader] = arms["and"]["resources"]
        game.note(
            "leader_arms",
            player=seat,
            leader=leader,
            science=game.turn.arms_science,
            resources=arms["and"]["resources"],
        )


def no_immigrate(game: Ages, seat: int) -> str:
    civ = game.civs[seat]
    if "ocean_liner_service" not in civ.wonders:
        return "no_such_ability"
    if game.turn.liner_used:
        return "once_a_turn"
    return "" if civ.yellow else "yellow_bank_empty"


def immigrates(game: Ages, seat: int) -> Iterator[Answer]:
    if not no_immigrate(game, seat):
        yield ("immigrate",)


def immigrate(game: Ages, seat: int) -> None:
    gain_population(game.civs[seat], 1)
    game.turn.liner_used = True
    game.note("immigrated", player=seat)


def no_hammurabi(game: Ages, seat: int) -> str:
    leader = game.civs[seat].leader
    if not leader or "military_action_as_civil" not in CARDS[leader].effects:
        return "no_such_ability"
    if game.turn.hammurabi_used or game.turn.hammurabi_armed:
        return "once_a_turn"
    return "" if military_available(game, seat) else "too_few_military_actions"


def hammurabis(game: Ages, seat: int) -> Iterator[Answer]:
    if not no_hammurabi(game, seat):
        yield ("hammurabi",)


def hammurabi(game: Ages, seat: int) -> None:
    game.turn.hammurabi_armed = True
    game.note("hammurabi_ready", player=seat)


def no_trade(game: Ages, seat: int) -> str:
    route = trade(game, seat)
    if route is None:
        return "no_such_ability"
    if game.turn.trade_armed:
        return "once_a_turn"
    return "" if stock(game.civs[seat], route[0]) else "nothing_to_trade"


def trades(game: Ages, seat: int) -> Iterator[Answer]:
    if game.pacts and not no_trade(game, seat):
        yield ("trade",)


def arm_trade(game: Ages, seat: int) -> None:
    game.turn.trade_armed = True
    game.note("trade_ready", player=seat)
