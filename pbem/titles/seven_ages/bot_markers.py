"""Which action the bot chooses for which empire: the best way to lay its markers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from ...table import Answer
from ...table.state_json import copy
from ..adding import added
from .bot_cards import hand_need, worth_playing
from .bot_empires import PROMISING, promise, useful_production
from .bot_moves import WarPlan
from .cards import (
    CIVILISE,
    DESTINY,
    DISCARD,
    EXTRA,
    MANOEUVRE,
    PRODUCTION,
    START,
    TRADING,
    WILD,
)
from .rules.changes import dissolve
from .rules.cities import can_grow
from .rules.effects import leader_number, trade_number
from .rules.markers import mark_of
from .rules.pile import value
from .state import Act, Empire, Seven
from .worth import Worth

ON_EMPIRE = (PRODUCTION, TRADING, MANOEUVRE, CIVILISE, DESTINY)
SPENT = 1.4
"""Which part of a new empire's promise an old one must be worth to be kept."""

LATE = 45
"""From this step on a new empire no longer pays."""


def mark(game: Seven, ask: Any, seat: int) -> Answer:
    return mark_of(best_markers(game, seat))


def best_markers(game: Seven, seat: int) -> dict[str, str]:
    """The markers with the greatest worth in all; places in the order of the player's empires."""
    worth = Worth(game, seat)
    empires = list(game.players[seat].empires.values())
    may_extra = len(empires) < game.most_empires()
    gains = {empire.id: empire_gains(game, worth, empire) for empire in empires}
    if not may_extra:
        spent = spent_empire(game, worth, empires)
        if spent:
            gains[spent][DISCARD] = 50.0
    places = [empire.id for empire in empires]
    if may_extra:
        places.append(EXTRA)
        gains[EXTRA] = extra_gains(game, worth, seat)
    markers = (START, *ON_EMPIRE, WILD, DISCARD)
    best: tuple[float, tuple[str, ...]] | None = None
    for chosen in permutations(markers, len(places)):
        total = added(gains[place].get(marker, -9.0) for place, marker in zip(places, chosen, strict=True))
        if best is None or total > best[0]:
            best = total, chosen
    assert best is not None
    return dict(zip(places, best[1], strict=True))


def empire_gains(game: Seven, worth: Worth, empire: Empire) -> dict[str, float]:
    """What each action would bring to an empire."""
    gains = {
        PRODUCTION: useful_production(game, worth, empire),
        TRADING: trade_gain(game, worth, empire),
        MANOEUVRE: manoeuvre_gain(game, worth, empire),
        CIVILISE: civilise_gain(game, worth, empire),
        DESTINY: hand_need(game, worth.seat),
        DISCARD: -20.0,
    }
    # the wild card repeats an action at a price, or does what no other marker is left for
    gains[WILD] = max(gains[one] for one in (PRODUCTION, MANOEUVRE, CIVILISE)) * 0.6 - 0.9
    return gains


def extra_gains(game: Seven, worth: Worth, seat: int) -> dict[str, float]:
    promised = promise(game, seat, worth)
    return {
        START: 1.5 + 2 * promised if promised > PROMISING else 5.0 if not game.owners else -1.0,
        DESTINY: hand_need(game, seat) + 0.1,
        CIVILISE: 0.6 * worth_playing(game, worth, seat, ""),
        WILD: -0.5,
    }


def manoeuvre_gain(game: Seven, worth: Worth, empire: Empire) -> float:
    then: Seven = copy(game)
    then.acts.append(Act(MANOEUVRE, worth.seat, empire.id))
    return WarPlan(then, then.empire(empire.id), worth.seat, Worth(then, worth.seat)).gain()


def trade_gain(game: Seven, worth: Worth, empire: Empire) -> float:
    """Steps that a trade is likely to bring; they count most where progress itself is glory."""
    best = max((value(card) for card in game.players[worth.seat].hand), default=3)
    likely = min(0.95, max(0.15, 0.5 + 0.08 * (trade_number(game, empire) + best - 6)))
    behind = game.top_step() - empire.step
    step = 0.66 + 0.03 * min(10, behind) + worth.wishes(empire, "progress")
    return likely * 2.3 * step


def civilise_gain(game: Seven, worth: Worth, empire: Empire) -> float:
    seat = worth.seat
    gain = worth_playing(game, worth, seat, empire.id)
    sites = [area for area in game.lands(empire) if can_grow(game, empire, area)]
    if sites and not empire.barbarian:
        gain += 0.35 + 1.6 * worth.wishes(empire, "cities")
    if not empire.capital and not empire.barbarian and any(area in game.cities for area in game.lands(empire)):
        gain += 1.0
    if len(empire.leaders) < leader_number(game, empire):
        gain += 0.3
    troubled = [area for area in game.controlled(empire) if area in game.unrest]
    if troubled and empire.money >= 10:
        gain += 0.3
    return gain


def spent_empire(game: Seven, worth: Worth, empires: list[Empire]) -> str:
    """An empire that is worth clearly less than the one that could take its place, "" for none."""
    grown = [one for one in empires if not fresh(one)]
    if game.top_step() >= LATE or not grown:
        return ""
    weakest = min(grown, key=lambda one: worth.points(one))
    then: Seven = copy(game)
    seat = worth.seat
    dissolve(then, then.empire(weakest.id))
    promised = promise(then, seat, Worth(then, seat))
    return weakest.id if worth.points(weakest) + 0.2 < SPENT * promised else ""


def fresh(empire: Empire) -> bool:
    """It still has its first units together: what it can win is before it."""
    return len(empire.stacks) <= len(empire.starts) + 2 and empire.units() >= 3 * len(empire.stacks)


def reveal(game: Seven, ask: Any, seat: int) -> Answer:
    """What was marked is done, unless a production would starve units."""
    options: list[Answer] = ask.options
    first = options[0]
    if len(options) == 1:
        return first
    if first[0] in ("reveal", "reveal extra", "dissolve"):
        if game.action == PRODUCTION and useful_production(game, Worth(game, seat), game.empire(first[1])) < 0:
            return options[1]
        if game.action == START:
            wanted = not game.owners or promise(game, seat, Worth(game, seat)) > PROMISING
            return first if wanted else options[1]
        return first
    return options[1] if wild(game, seat) else first


def wild(game: Seven, seat: int) -> bool:
    """The wild card becomes the best action that is still to come and was not taken already."""
    place = next(one for one, marker in game.players[seat].markers.items() if marker == WILD)
    if place == EXTRA:
        use = {START: 1.0, DESTINY: hand_need(game, seat), CIVILISE: 0.5}.get(game.action, 0.0)
        return use > 0.6
    worth = Worth(game, seat)
    gains = empire_gains(game, worth, game.empire(place))
    order = (PRODUCTION, TRADING, MANOEUVRE, DESTINY, CIVILISE)
    if game.action not in order:
        return False
    later = order[order.index(game.action) :]
    done = [*game.players[seat].shown.values(), *game.players[seat].markers.values()]
    net = {one: gains[one] - (1.0 if one in done else 0.0) for one in later}
    return net[game.action] > 0.2 and net[game.action] >= max(net.values())
