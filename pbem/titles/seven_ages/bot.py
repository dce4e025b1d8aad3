"""A player of 7 Ages that uses only what its seat may see.

bot_markers.py   which action for which empire
bot_empires.py   starts, building, buying glory
bot_moves.py     moves and attacks
bot_cards.py     events, artifacts, trade cards, reactions
bot_files.py     whole files by mail
worth.py         what things are worth, in points of glory a turn
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...table import Answer, Ask
from . import bot_cards, bot_empires, bot_files, bot_markers, bot_moves
from .bot_files import STANDING
from .cards import ARTIFACTS, BUILDER
from .rules.effects import trade_number
from .rules.trade import PILE, partners
from .state import Empire, Seven
from .worth import Worth

__all__ = ["STANDING", "answer", "plan"]


def answer(game: Seven, ask: Ask, seat: int) -> Answer:
    """A good legal answer, judging by what the seat sees of the game."""
    decide = DECISIONS.get(ask.kind.id)
    return ask.normal(decide(game, ask, seat)) if decide is not None else ask.default()


def plan(game: Seven, ask: Ask, seat: int, players: Sequence[str]) -> list[str]:
    """The lines of a file that answers an ask; none where it is simplest to answer that alone."""
    return bot_files.plan(answer, game, ask, seat, players)


def partner(game: Seven, ask: Any, seat: int) -> Answer:
    """A rival that trades badly and is further on the track."""
    own = game.empire(game.act.empire)
    best = max(partners(game, own), key=lambda one: ease(game, own, one))
    return ("trade with", best, (None, None))


def ease(game: Seven, own: Empire, ident: str) -> tuple[float, int]:
    """How easily a trade is won from a partner, and how much that brings."""
    if ident == PILE:
        return 0.0, 0
    other = game.empire(ident)
    return (other.step > own.step) * 2.0 - trade_number(game, other), -len(game.players[game.owners[ident]].hand)


def steps(game: Seven, ask: Any, seat: int) -> Answer:
    """All of them, but nobody ends a game that he is losing."""
    most: int = ask.values["most"]
    empire = game.empire(ask.values["empire"])
    glory = [one.glory for one in game.players]
    losing = glory[seat] + 7 + 4 < max(glory)
    if empire.step + most > 49 and losing and not game.passed:
        return ("advance", max(1, 49 - empire.step))
    return ("advance", most)


def free_action(game: Seven, ask: Any, seat: int) -> Answer:
    return ("free action yes",)


def leader(game: Seven, ask: Any, seat: int) -> Answer:
    """A named one, else the kinds that are most useful."""
    default: Answer = ask.default()
    if default[0] != "leader draw in":
        return default
    wanted = ("merchant", "philosopher", "builder", "artist", "tactician", "administrator")
    return ("leader draw", None, wanted, default[-1])


def adopt(game: Seven, ask: Any, seat: int) -> Answer:
    """A first religion or government; a change would bring unrest."""
    empire = game.empire(ask.values["empire"])
    held = [ARTIFACTS[one].category for one in empire.card]
    for one in ask.listed():
        if one[0] != "adopt" or one[2] != (None, None):
            continue
        artifact = ARTIFACTS[one[1]]
        if artifact.glory > 0 and artifact.category not in held:
            answer: Answer = one
            return answer
    default: Answer = ask.default()
    return default


def cities(game: Seven, ask: Any, seat: int) -> Answer:
    """As without orders, and one more at a builder."""
    default: Answer = ask.default()
    empire = game.empire(ask.values["empire"])
    if default[0] == "city":
        sites = [leader.area for leader in empire.leaders if leader.kind == BUILDER and leader.area not in default[1]]
        more = [area for area in sites if area in ask.values["areas"]]
        if more:
            return ("city", default[1], more[0])
    return default


def calm(game: Seven, ask: Any, seat: int) -> Answer:
    """What is worth its price, the best first."""
    empire = game.empire(ask.values["empire"])
    worth = Worth(game, seat)
    cost = ask.values["cost"]
    areas = sorted(ask.items, key=lambda area: -worth.area(empire, area))
    budget = max(0, empire.money - bot_empires.PURSE) // cost
    chosen = tuple(area for area in areas[:budget] if worth.area(empire, area) > 0.25)
    return ("calm", chosen) if chosen else ("calm none",)


DECISIONS: Mapping[str, Callable[[Seven, Any, int], Answer]] = {
    "show_first_card": bot_cards.first_card,
    "place_markers": bot_markers.mark,
    "reveal_marker": bot_markers.reveal,
    "discard_empire": bot_markers.reveal,
    "start_empire": bot_empires.start,
    "start_units": bot_empires.build,
    "build_units": bot_empires.build,
    "free_action": free_action,
    "trade_partner": partner,
    "trade_card": bot_cards.offer,
    "trade_steps": steps,
    "move_units": lambda game, ask, seat: bot_moves.move(game, seat),
    "destiny_discard": bot_cards.destiny,
    "play_card": bot_cards.play,
    "event_choice": bot_cards.chosen,
    "event_reaction": bot_cards.react,
    "conflict_event": bot_cards.conflict_event,
    "get_leader": leader,
    "event_leader": leader,
    "adopt": adopt,
    "build_cities": cities,
    "calm_unrest": calm,
    "buy_glory": bot_empires.buy_glory,
}
