"""What conditions in orders may read. All of it is public, except what only the writer may see: the hand."""

from __future__ import annotations

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from ..common_facts import counted, of_player
from .cards import CARDS
from .rules.aggression import cheapest, gap, stakes
from .rules.changes import civil_available, military_available
from .rules.civil import price
from .rules.colonies import max_force
from .rules.goods import FOOD, RESOURCES, stock
from .rules.ratings import discontent, strength
from .state import Ages

IMPOSSIBLE = 99
"""More cards than any hand has: an aggression that cannot be repelled."""


def _strength(game: Ages, seat: int) -> int:
    return 0 if game.civs[seat].resigned else strength(game, seat)


def _culture(game: Ages, seat: int, of: int | None) -> int:
    return game.civs[seat if of is None else of].culture


def _row(game: Ages, seat: int, card: str) -> int:
    """Civil actions for the cheapest copy; 0 if there is none."""
    if card not in game.row or game.civs[seat].resigned:
        return 0
    return max(1, price(game, seat, game.row.index(card)))


def _event(game: Ages, _seat: int) -> str:
    affair = game.affair
    return affair.card if affair is not None and CARDS[affair.card].family in ("event", "territory") else ""


def _top_event(game: Ages, seat: int) -> str:
    """Joan of Arc sees it when her politics phase begins."""
    leader = game.civs[seat].leader
    sees = leader and "peek_top_current_event" in CARDS[leader].effects
    if not sees or seat != game.active or game.phase != "politics" or not game.current:
        return ""
    return game.current[0]


def _attacked(game: Ages, seat: int) -> bool:
    affair = game.affair
    return affair is not None and affair.target == seat and CARDS[affair.card].family == "aggression"


def _gap(game: Ages, seat: int) -> int:
    return max(0, gap(game)) if _attacked(game, seat) else 0


def _need(game: Ages, seat: int) -> int:
    """The fewest cards that repel the aggression."""
    if not _attacked(game, seat):
        return 0
    civ = game.civs[seat]
    return len(cheapest(sorted(civ.military_hand), gap(game), civ.military_total)) or IMPOSSIBLE


def _would_lose(game: Ages, seat: int) -> str:
    if not _attacked(game, seat) or game.affair is None:
        return ""
    stake = stakes(game.affair.card)
    return "wonder" if stake == "leader" and not game.civs[seat].leader else stake


def _territory(game: Ages, _seat: int) -> str:
    affair = game.affair
    return affair.card if affair is not None and CARDS[affair.card].family == "territory" else ""


def _max_force(game: Ages, seat: int) -> int:
    return 0 if game.civs[seat].resigned else max_force(game, seat)


def _political_action(game: Ages, _seat: int) -> int:
    """Two for each turn: a second is possible with Julius Caesar."""
    turns = (game.round - 1) * game.seats + (game.active - game.start) % game.seats
    return 2 * turns + 1 + game.turn.caesar


FACTS = facts(
    counted("round", low=1),
    counted("active", type=PLAYER),
    F("political_action", NUMBER, _political_action, low=1),
    F("civil", NUMBER, civil_available, low=0),
    F("military", NUMBER, military_available, low=0),
    F("food", NUMBER, lambda game, seat: stock(game.civs[seat], FOOD), low=0),
    F("resources", NUMBER, lambda game, seat: stock(game.civs[seat], RESOURCES), low=0),
    F("science", NUMBER, lambda game, seat: game.civs[seat].science, low=0),
    F("culture", NUMBER, _culture, (PLAYER,), given=0, low=0),
    of_player("strength", _strength),
    F("unused", NUMBER, lambda game, seat: game.civs[seat].unused, low=0),
    F("discontent", NUMBER, lambda game, seat: discontent(game.civs[seat]) if game.civs[seat].government else 0, low=0),
    F("row", NUMBER, _row, ("card",), low=0),
    F("event", "event", _event),
    F("top_event", "event", _top_event),
    F("gap", NUMBER, _gap, low=0),
    F("need", NUMBER, _need, low=0, high=IMPOSSIBLE),
    F("would_lose", "stake", _would_lose),
    F("territory", "territory", _territory),
    F("bid", NUMBER, lambda game, seat: game.affair.bid if game.affair is not None else 0, low=0),
    F("max_force", NUMBER, _max_force, low=0),
    F("war_against_me", NUMBER, lambda game, seat: sum(war.defender == seat for war in game.wars), low=0),
    F("last_round", TRUTH, lambda game, seat: game.last_round == game.round),
)
