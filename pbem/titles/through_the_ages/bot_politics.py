"""What the bot decides outside of its action phase: politics, defence, bids, pacts, and what events ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...table import Answer, ChooseSome
from ...table.state_json import copy
from ..adding import added
from .cards import CARDS, FAMILY, FOR_DISCARD, LEVEL
from .rules.aggression import DEFENCE_OF_AGE, NO_DEFENCE, cheapest, gap, stakes
from .rules.agreement import NONE, spaces
from .rules.asking import urban_buildings
from .rules.civil import price
from .rules.colonies import ForceAsk, max_force, parts
from .rules.goods import FOOD, RESOURCES, stock
from .rules.politics import NOTHING, RESIGN, attack_price, compared
from .rules.ratings import armies, strength, units_of
from .rules.scoring import scores
from .state import Affair, Ages, Pact
from .worth import MILITARY_ACTION, Worth

REARMED = (1, 2, 4, 6, 6)
"""Strength that a rival adds in the turn between declaration and war, by age."""
KEPT_CARD = 0.56
"""What a military card in the hand is worth for defence."""


# ---- politics


def political_action(game: Ages, ask: Any, seat: int) -> Answer:
    worth = Worth(game, seat)
    options = [one for one in ask.options if one != RESIGN]
    return max(options, key=lambda one: political_worth(game, worth, one))


def political_worth(game: Ages, worth: Worth, one: Answer) -> float:
    verb = one[0]
    if one == NOTHING:
        return 0.1
    if verb == "event":
        return LEVEL[one[1]] * 0.9 + event_worth(game, worth, one[1])
    if verb == "aggress":
        return aggression_worth(game, worth, one[1], one[2])
    if verb == "war":
        return war_worth(game, worth, one[1], one[2])
    if verb == "pact":
        return pact_offer_worth(game, worth, one)
    if verb == "cancel":
        pact = next(pact for pact in game.pacts if pact.card == one[1])
        return -pact_worth(game, worth.seat, pact, gone=True) - 2
    if verb == "columbus":
        return colony_worth(game, worth, one[1]) - 2
    return 1.2 if game.age != "A" and worth.leader_ends_soon() else -1.0  # Alexander retires for a yellow token


def event_worth(game: Ages, worth: Worth, card: str) -> float:
    """What an event that comes up in a few rounds would change between us and the others."""
    if FAMILY[card] == "territory":
        return 0.6 if max_force(game, worth.seat) > worth.foe * 0.6 else -0.2
    if CARDS[card].age == "III":
        return 0.6 * scored(game, worth.seat, card)
    own, ranks = strength(game, worth.seat), [strength(game, one) for one in game.rivals(worth.seat)]
    total = 0.0
    for step in CARDS[card].steps:
        who = step["who"]
        good = any(word in step for word in ("gain", "gain_mix", "may", "take_from", "draw_military_cards"))
        if "strongest" in who:
            total += 1.6 if own >= max(ranks) else -1.2
        elif "weakest" in who and not good:
            total += 1.2 if own > min(ranks) else -1.6
    return total


def scored(game: Ages, seat: int, card: str) -> float:
    """By how much an age III event would serve the seat better than the others, if it came now."""
    then: Ages = copy(game)
    before = [civ.culture for civ in then.civs]
    for step in CARDS[card].steps:
        if "score_by_rank" in step:
            own = strength(game, seat) if "strength" in step["score_by_rank"] else 0
            return 4.0 if own > max((strength(game, one) for one in game.rivals(seat)), default=0) else -2.0
        for one in then.clockwise(seat):
            scores(then, one, step)
    gains = [civ.culture - old for civ, old in zip(then.civs, before, strict=True)]
    others = [gains[one] for one in game.rivals(seat)] or [0]
    return gains[seat] - added(others) / len(others)


def aggression_worth(game: Ages, worth: Worth, card: str, rival: int) -> float:
    own, other = compared(game, worth.seat, rival)
    civ = game.civs[rival]
    most = min(len(civ.military_hand), civ.military_total) * DEFENCE_OF_AGE[game.age if game.age != "IV" else "III"]
    lead = own - other
    likely = 1.0 if lead > most else min(0.95, lead / max(1.0, 0.7 * most))
    cost = attack_price(game, card, rival) * MILITARY_ACTION
    return likely * prize(game, worth, card, rival) + (1 - likely) * 0.8 - cost - 0.3


def prize(game: Ages, worth: Worth, card: str, rival: int) -> float:
    """What a successful aggression brings, with a share of what the rival loses."""
    civ = game.civs[rival]
    share = 1 + 1 / len(game.rivals(worth.seat))
    stake = stakes(card)
    if stake == "goods":
        total: int = CARDS[card].steps[0]["attacker"]["take_mix"]["total_up_to"]
        return share * worth.resource * min(total, stock(civ, FOOD) + stock(civ, RESOURCES))
    if stake == "building":
        levels = [one["urban_building_max_age"] for one in CARDS[card].steps[0]["destroy"]]
        costs = sorted((CARDS[one].cost for one in urban_buildings(civ, LEVEL[card])), reverse=True)[: len(levels)]
        return added(0.5 * worth.resource * cost + (share - 1) * (1.5 + 0.25 * worth.rounds) for cost in costs)
    if stake == "population":
        return 2 * worth.resource + 2 * worth.food + (share - 1) * (worth.worker + 1)
    if stake == "colony":
        return max((colony_worth(game, worth, one) for one in civ.colonies), default=-1.0) * share * 0.8
    if stake == "leader":
        levels = [LEVEL[one] for one in (civ.leader, civ.unfinished) if one]
        return max((3 * level + 3 * (share - 1) for level in levels), default=-1.0)
    if stake == "science":
        return share * worth.science * min(5, civ.science)
    return share * min(7, civ.culture)


def war_worth(game: Ages, worth: Worth, card: str, rival: int) -> float:
    """A war is fought when the rival has had a turn to arm."""
    own, other = compared(game, worth.seat, rival)
    lead = own - other - REARMED[game.age_number()]
    share = 1 + 1 / len(game.rivals(worth.seat))
    cost = attack_price(game, card, rival) * MILITARY_ACTION + 0.5
    if lead <= 0:
        return -1.0 + 0.5 * lead
    if card == "war_over_culture_iii":
        return share * min(5 + lead, game.civs[rival].culture) - cost
    if card == "war_over_territory_ii":
        return share * 1.2 * (1 + lead // 5) - cost
    return share * worth.science * min(lead, game.civs[rival].science + 6) - cost


# ---- pacts


def pact_worth(game: Ages, seat: int, pact: Pact, gone: bool = False) -> float:
    """What a pact changes for one of its players."""
    worth = Worth(game, seat)
    then: Ages = copy(game)
    if gone:
        then.pacts = [one for one in then.pacts if one.card != pact.card]
        return worth.bare(game) - worth.bare(then)
    then.pacts = [one for one in then.pacts if one.owner != pact.owner] + [pact]
    side = CARDS[pact.card].sides[pact.side(seat)]
    more = 0.25 * worth.rounds if "may_use" in side else 0.0
    more += 0.8 * worth.science * min(worth.rounds, 6) * 0.5 if "develop_discount_science" in side else 0.0
    more += 1.0 if CARDS[pact.card].no_attacks else 0.0
    return worth.bare(then) - worth.bare(game) + more


def pact_offer_worth(game: Ages, worth: Worth, one: Answer) -> float:
    """A pact is offered if it serves both; the more it favours us, the better."""
    _, card, other, side = one
    a, b = (other, worth.seat) if side == "b" else (worth.seat, other)
    pact = Pact(card, a, b, worth.seat)
    own, theirs = pact_worth(game, worth.seat, pact), pact_worth(game, other, pact)
    return own - 0.2 * max(0.0, theirs) if theirs > 0 and own > 0 else -1.0


def answer_pact(game: Ages, ask: Any, seat: int) -> Answer:
    affair = game.affair
    assert affair is not None
    a, b = (seat, affair.by) if affair.side == "b" else (affair.by, seat)
    return ("accept",) if pact_worth(game, seat, Pact(affair.card, a, b, affair.by)) > 0 else ("decline",)


# ---- defence


def defend(game: Ages, ask: Any, seat: int) -> Answer:
    """Cards are given up for what would otherwise be lost, and as few as possible."""
    affair = game.affair
    assert affair is not None
    civ = game.civs[seat]
    cards = cheapest(sorted(civ.military_hand), gap(game), civ.military_total)
    loss = prize(game, Worth(game, affair.by), affair.card, seat)
    return ("defend", cards) if cards and loss > KEPT_CARD * len(cards) else NO_DEFENCE


# ---- colonies


def colony_worth(game: Ages, worth: Worth, card: str) -> float:
    """A colony without its price."""
    civ = game.civs[worth.seat]
    one = CARDS[card]
    now = worth.bare(game)
    gain = worth.having(colonies=[*civ.colonies, card], blue=civ.blue + one.blue, yellow=civ.yellow + one.yellow) - now
    at_once = {what: n for what, n in one.immediate.items() if what != "draw_military_cards"}
    return gain + worth.goods(at_once) + 0.6 * one.immediate.get("draw_military_cards", 0) + 1.5


def highest_bid(game: Ages, seat: int, territory: str, least: int) -> int:
    """The largest force that the colony is worth, 0 if none."""
    worth = Worth(game, seat)
    gain = colony_worth(game, worth, territory)
    best = 0
    for bid in range(least, max_force(game, seat) + 1):
        if gain <= force_cost(game, worth, territory, bid):
            break
        best = bid
    return best


def force_cost(game: Ages, worth: Worth, territory: str, bid: int) -> float:
    """What is lost with the smallest force that reaches a bid."""
    then: Ages = copy(game)
    then.affair = Affair(territory, worth.seat, bid=bid, holder=worth.seat)
    units, bonus, cook = parts(ForceAsk(then, worth.seat).default())
    civ = then.civs[worth.seat]
    for unit, number in units.items():
        civ.workers[unit] -= number
        civ.yellow += number
    lost = worth.bare(game) - worth.bare(then)
    lost += worth.worker * 0.5 * sum(units.values())
    return lost + KEPT_CARD * (sum(bonus.values()) + len(cook))


def colonise_bid(game: Ages, ask: Any, seat: int) -> Answer:
    affair = game.affair
    assert affair is not None
    bid = affair.bid + 1
    return ("colonise", bid, None) if highest_bid(game, seat, affair.card, bid) >= bid else ("pass",)


# ---- cards


def military_worth(game: Ages, worth: Worth, card: str) -> float:
    """What a military card is worth in the bot's own hand."""
    one, civ = CARDS[card], game.civs[worth.seat]
    if one.family == "bonus":
        return 1.2 + 0.4 * one.level
    if one.family == "tactic":
        units = units_of(civ)
        genghis = civ.leader == "genghis_khan"
        more = armies(card, units, genghis) - armies(civ.tactic, units, genghis)
        return 0.6 + 0.9 * max(0, more) + 0.2 * one.level
    if one.family == "pact":
        return 1.0 if game.seats > 2 else 0.0
    if one.family in ("event", "territory"):
        return 0.9 * one.level + max(0.0, event_worth(game, worth, card))
    own = strength(game, worth.seat)
    weaker = any(strength(game, rival) + FOR_DISCARD < own for rival in game.rivals(worth.seat))
    return 1.6 if weaker else 0.5


def discard(game: Ages, ask: ChooseSome, seat: int) -> Answer:
    worth = Worth(game, seat)
    cards = sorted(ask.items, key=lambda card: (military_worth(game, worth, card), card))
    return (ask.verb, tuple(sorted(cards[: ask.least])))


def agreement(game: Ages, ask: ChooseSome, seat: int) -> Answer:
    """The best cards of the row for five actions."""
    worth = Worth(game, seat)
    found: list[tuple[float, Any]] = []
    for item in ask.items:
        cost = max(1, price(game, seat, spaces(game, (item,))[0]))
        found.append((worth.in_hand(item[0]) / cost, item))
    chosen: tuple[Any, ...] = ()
    for rate, item in sorted(found, key=lambda one: -one[0]):
        if rate > 0.5 and ask.fits is not None and ask.fits((*chosen, item)) is None:
            chosen = (*chosen, item)
    return (ask.verb, chosen) if chosen else NONE


def war_spoils(game: Ages, ask: ChooseSome, seat: int) -> Answer:
    """Technologies rather than science, the dearest first."""
    chosen: tuple[str, ...] = ()
    for tech in sorted(ask.items, key=lambda one: -CARDS[one].to_develop):
        if ask.fits is not None and ask.fits((*chosen, tech)) is None:
            chosen = (*chosen, tech)
    return (ask.verb, chosen) if chosen else ask.default()


DECISIONS: Mapping[str, Callable[[Ages, Any, int], Answer]] = {
    "political_action": political_action,
    "defend_aggression": defend,
    "answer_pact": answer_pact,
    "colonise_bid": colonise_bid,
    "discard_military": discard,
    "agreement_cards": agreement,
    "war_spoils": war_spoils,
}
"""Whatever is not here is answered by the default."""
