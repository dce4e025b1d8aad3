"""The table of Empire in panes: the map, the realms of the epoch, what the regions pay, cards that a seat holds."""

from __future__ import annotations

from collections.abc import Iterator

from ....pages.board_api import Pane, Sight
from ....pages.held_piles import held
from . import WorldBoard
from .desk import hand
from .map import world
from .worth import OUTCOMES as OUTCOMES
from .worth import meters as meters
from .worth import weigh as weigh


def panes(sight: Sight) -> Iterator[Pane]:
    board = WorldBoard(sight.scene)
    drawn = world(board.game, board.players, board.words, board.fresh(), sight.scene.assets, pressed=True)
    yield Pane("map", board.say("pane_map"), drawn, kind="map")
    yield Pane("order", board.say("pane_order"), board.order(), essential=sight.names("player"))
    yield Pane("regions", board.say("pane_regions"), board.regions(), essential=sight.names("region"))
    cards = held(hand(sight.scene, sight.seat), sight)
    if cards:
        drafting = sight.game.turn is None
        yield Pane("cards", board.say("pane_cards"), cards, essential=drafting, tray=True)
