"""What order lines imply, what follows from the markers alone, and who may write before being asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...table import Answer, Ask, WaitingLine
from .cards import CIVILISE, DESTINY, EXTRA, MANOEUVRE, PRODUCTION, START, TRADING
from .rules.markers import placed
from .rules.moves import END
from .rules.start import YES
from .state import Seven

ASKED_IN: Mapping[str, frozenset[str]] = {
    START: frozenset({"start_empire"}),
    PRODUCTION: frozenset({"build_units", "supply_loss", "raid_income"}),
    TRADING: frozenset({"trade_partner"}),
    MANOEUVRE: frozenset({"move_units", "conflict_order"}),
    DESTINY: frozenset({"destiny_discard"}),
    CIVILISE: frozenset(
        {"play_card", "dismiss_leader", "get_leader", "adopt", "modernise", "build_cities", "calm_unrest"}
    ),
}
"""Which orders belong to an action."""
WINDOWS = {
    START: "production",
    PRODUCTION: "production",
    TRADING: "trade",
    MANOEUVRE: "manoeuvre",
    DESTINY: "rest",
    CIVILISE: "rest",
}


def reveal_implied(game: Seven, ask: Ask, waiting: Sequence[WaitingLine]) -> Answer | None:
    """An order for the action of an empire reveals its marker, an order without one the marker beside the cards."""
    wanted = ASKED_IN.get(game.action, frozenset())
    if not any(line.subject == ask.subject and line.asks & wanted for line in waiting):
        return None
    shows = [one for one in ask.options if one[0] in ("reveal", "reveal extra", "wild", "wild extra as")]
    return shows[0] if shows else None


def free_action_implied(game: Seven, ask: Ask, waiting: Sequence[WaitingLine]) -> Answer | None:
    """A move of the empire takes the free manoeuvre."""
    return YES if any(line.subject == ask.subject and "move_units" in line.asks for line in waiting) else None


def end_implied(game: Seven, ask: Ask, waiting: Sequence[WaitingLine]) -> Answer | None:
    """A list of conflicts ends the moves."""
    own = [line for line in waiting if line.subject == ask.subject]
    moves = any("move_units" in line.asks for line in own)
    return END if not moves and any("conflict_order" in line.asks for line in own) else None


def order_implied(game: Seven, ask: Ask, waiting: Sequence[WaitingLine]) -> Answer | None:
    """Two own empires in one action act in the order of their lines (SA-gap-72)."""
    wanted = ASKED_IN.get(game.action, frozenset())
    places = {one[1]: one for one in ask.options}
    named = [line.subject or EXTRA for line in waiting if line.asks & wanted]
    return next((places[place] for place in named if place in places), None)


IMPLIED = {
    "own_order": order_implied,
    "reveal_marker": reveal_implied,
    "free_action": free_action_implied,
    "move_units": end_implied,
}


def after_markers(fresh: Callable[[], Seven], seat: int, answer: Answer) -> Iterator[Seven]:
    """For each of a player's markers, the turn in which only this one was laid, and nobody else has a card to play."""
    for place, marker in placed(answer).items():
        game = fresh()
        for other in game.others(seat):
            game.players[other].hand, game.players[other].markers = [], {}
        game.players[seat].markers = {place: marker}
        game.action, game.phase = "", "reveal"
        yield game


SUPPOSED = {"place_markers": after_markers}


def soon(game: Seven) -> Mapping[int, str]:
    """Those who have revealed their marker and wait for others to act."""
    window = WINDOWS.get(game.action, "")
    return {turn.seat: window for turn in game.waiting} if window else {}
