"""The table of 7 Wonders Duel in panes: rival, track and tokens, layout or draft, own city, discards, tokens drawn."""

from __future__ import annotations

from collections.abc import Iterator

from ....pages.board_api import Pane, Sight
from ....pages.kit import esc, pile, thing
from . import DuelBoard
from .worth import LACKING as LACKING
from .worth import OUTCOMES as OUTCOMES
from .worth import meters as meters
from .worth import weigh as weigh


def panes(sight: Sight) -> Iterator[Pane]:
    board, seat = DuelBoard(sight.scene), sight.seat
    yield Pane("rival", board.say("city", player=1 - seat), board.city(1 - seat))
    yield Pane("track", board.say("conflict"), f'<div class="warbox">{board.track()}{board.tokens()}</div>')
    if board.game.age == 0:
        yield Pane("draft", board.say("draft"), board.draft())
    else:
        yield Pane("layout", board.say("layout"), f'<div class="duel">{board.pyramid(pressed=True)}</div>')
    yield Pane("own", board.say("city", player=seat), board.city(seat))
    asked = sight.ask.kind.id if sight.ask is not None else ""
    if board.game.discards:
        cards = pile(board.say("discard_pile"), (board.faces.held(card) for card in board.game.discards))
        yield Pane("discards", board.say("discard_pile"), cards, essential=asked == "revive_building")
    if asked == "choose_library_token":
        drawn = (board.faces.token(ident) for slot, ident in sorted(sight.named) if slot == "token")
        yield Pane("drawn", board.say("tokens_drawn"), pile(board.say("tokens_drawn"), drawn, "ptoks"), tray=True)
    if sight.names("side"):
        sides = [("me", seat), ("opponent", 1 - seat)]
        seats = "".join(
            f'<span class="chip"{thing("side", side)}><span class="name">{esc(board.players[one])}</span></span>'
            for side, one in sides
        )
        yield Pane("sides", board.say("who_begins"), f'<div class="chips">{seats}</div>', tray=True)
