"""Start and end of a turn (chapters TURN, FIRST, WARRES, TACAV, DISC, UPRIS, PROD, DRAW)."""

from __future__ import annotations

from ....table import ChooseSome, Rule
from ..cards import CARDS, HUNGER, LANGUAGE, LEVEL, MOST_DRAWN
from ..state import Ages, Turn
from .abilities import churchill, no_churchill
from .changes import arm, discard_military, draw_military, lose_culture, military_available, score
from .goods import FOOD, RESOURCES, consumption, corruption, lose, produce
from .ratings import culture, discontent, military_limit, science, strength
from .row import replenish

DISCARD = LANGUAGE["discard_military"]


def turn(game: Ages) -> Rule:
    """Start-of-turn sequence (TTA-TURN-2); the first round has none (TTA-FIRST-2)."""
    seat = game.active
    game.turn = Turn()
    game.note("turn_begins", player=seat, round=game.round)
    if game.round == 1:
        return "act"
    yield from replenish(game)
    if any(war.attacker == seat for war in game.wars):
        return "war"
    make_available(game)
    return "politics"


def gifts_of_the_turn(game: Ages) -> None:
    """Temporary resources that a leader gives in each turn of its player (Homer)."""
    leader = game.civs[game.active].leader
    for effect in CARDS[leader].effects.get("temporary_resources", ()) if leader else ():
        arm(game, leader, effect["amount"])


def publish_tactic(game: Ages) -> Rule:
    """What is left of the start of a turn after a war."""
    make_available(game)
    yield from ()
    return "politics"


def make_available(game: Ages) -> None:
    """TTA-TACAV-1 to TTA-TACAV-4."""
    civ = game.civs[game.active]
    if civ.exclusive:
        civ.exclusive = False
        if civ.tactic not in game.common_tactics:
            game.common_tactics.append(civ.tactic)
        game.note("tactic_published", player=game.active, tactic=civ.tactic)
    gifts_of_the_turn(game)


# ---- end of turn


def end_of_turn(game: Ages) -> Rule:
    """TTA-TURN-3."""
    seat = game.active
    civ = game.civs[seat]
    too_many = len(civ.military_hand) - military_limit(civ)
    if too_many > 0:
        answer = yield discard_ask(game, seat, too_many, window="own_turn", rule="TTA-DISC-2")
        discard(game, seat, answer[1])
    if not no_churchill(game, seat):  # never asked: it costs nothing
        churchill(game, seat, "culture")
    genghis_khan(game, seat)
    if discontent(civ) > civ.unused:  # TTA-UPRIS-1
        game.note("uprising", player=seat, discontent=discontent(civ), unused=civ.unused)
    else:
        scored = culture(game, seat)
        learned = science(game, seat)
        civ.culture += scored
        civ.science += learned
        game.note("rates_scored", player=seat, culture=scored, science=learned)
        full_production(game, seat)
    number = min(MOST_DRAWN, military_available(game, seat))
    if number and game.round > 1:
        yield from draw_military(game, seat, number)  # TTA-DRAW-1
    civ.civil, civ.military = civ.civil_total, civ.military_total  # TTA-DRAW-5
    return next_turn(game)


def full_production(game: Ages, seat: int) -> None:
    """Corruption, food, consumption, resources (TTA-PROD-1)."""
    civ = game.civs[seat]
    corrupt = corruption(civ)
    if corrupt:
        resources = lose(civ, RESOURCES, corrupt)
        food = lose(civ, FOOD, corrupt - resources) if resources < corrupt else 0  # TTA-PROD-5
        game.note("corruption", player=seat, resources=resources, food=food, corruption=corrupt)
    food = produce(game, seat, FOOD)
    eaten = consumption(civ)
    lost = lose(civ, FOOD, eaten)
    hunger = lose_culture(game, seat, HUNGER * max(0, eaten - lost))  # TTA-PROD-9
    resources = produce(game, seat, RESOURCES)
    game.note("produced", player=seat, food=food, eaten=lost, resources=resources)
    if eaten > lost:
        game.note("hunger", player=seat, missing=eaten - lost, culture=hunger)


def genghis_khan(game: Ages, seat: int) -> None:
    """TTA-APP-3, TTA-APP-5, TTA-APP-26."""
    leader = game.civs[seat].leader
    for effect in CARDS[leader].effects.get("end_of_turn_score", ()) if leader else ():
        own = strength(game, seat)
        stronger = sum(strength(game, rival) > own for rival in game.rivals(seat))
        if stronger < (2 if game.playing() > 2 else 1):
            score(game, seat, effect["gain"]["culture"])
            game.note("leader_scores", player=seat, leader=leader, culture=effect["gain"]["culture"])


def discard_ask(game: Ages, seat: int, number: int, window: str, rule: str) -> ChooseSome:
    """Cards of the player's military hand, face down (TTA-DISC-2, TTA-CARD-12)."""
    hand = sorted(game.civs[seat].military_hand)
    return ChooseSome(
        seat,
        DISCARD,
        "discard",
        hand,
        number,
        number,
        rule=rule,
        private=True,
        window=window,
        secret=game.sealed_name("discard"),
        shown=lambda answer: {"number": len(answer[1])},
        default=lambda: ("discard", tuple(worst_first(hand)[:number])),
        values={"number": number},
    )


_DROPPED_FIRST = ("aggression", "pact", "event", "war", "tactic", "territory", "bonus")


def worst_first(hand: list[str]) -> list[str]:
    """Lowest level first; among equals, the least useful kinds."""
    return sorted(hand, key=lambda card: (LEVEL[card], _DROPPED_FIRST.index(CARDS[card].family), card))


def discard(game: Ages, seat: int, cards: tuple[str, ...]) -> None:
    for card in cards:
        game.civs[seat].military_hand.remove(card)
    discard_military(game, cards)
    game.note("discarded", player=seat, number=len(cards))
    game.note("discarded_cards", seen_by=(seat,), cards=list(cards))


def next_turn(game: Ages) -> str:
    """TTA-FLOW-1, TTA-FLOW-2, TTA-FLOW-6."""
    order = game.clockwise(game.active)
    seat = order[0] if order[0] != game.active else order[1]
    if seat == game.start:
        if game.round == game.last_round:
            return "final"
        game.round += 1
    game.active = seat
    return "turn"
