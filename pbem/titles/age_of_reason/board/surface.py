"""The table of Age of Reason in panes: map, action fields, alliances, what is going on, courts, and the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....pages.board_api import Pane, Sight
from ....pages.kit import pile
from ....pages.pressable import mentioned
from ....table import Ask
from ..cards import BLANK, CARDS
from ..state import Reason
from . import desk, shown
from .alliances import alliances, auction
from .combat import combat
from .map import europe
from .tables import courts_table, fields
from .worth import LACKING as LACKING
from .worth import OUTCOMES as OUTCOMES
from .worth import meters as meters
from .worth import weigh as weigh

_COMBAT = ("defend_card", "assist", "hire_allies", "use_reserves")


def panes(sight: Sight) -> Iterator[Pane]:
    game, words, courts, players = shown(sight.scene)
    asked = sight.ask.kind.id if sight.ask is not None else ""
    drawn = europe(game, courts, words, sight.scene, words.say("listed_there"), pressed=True)
    yield Pane("map", words.say("pane_map"), drawn, kind="map")
    if game.combat is not None:
        fight = mentioned(combat(game, courts, words))
        yield Pane("combat", words.say("pane_combat"), fight, essential=asked in _COMBAT)
    if game.sale is not None:
        sale = mentioned(auction(game, courts, words, players))
        yield Pane("auction", words.say("pane_auction"), sale, essential=asked == "auction_bid")
    table = mentioned(alliances(game, courts, words))
    yield Pane("alliances", words.say("pane_alliances"), table, essential=asked == "auction_bid")
    yield Pane("fields", words.say("pane_fields"), fields(game, courts, words), essential=sight.names("field"))
    court = mentioned(courts_table(game, courts.page(), courts, words))
    yield Pane("courts", words.say("pane_courts"), court, essential=False)
    if hand := _hand(sight):
        yield Pane("hand", words.say("pane_hand"), hand, essential=sight.names("card"), tray=True)


def _hand(sight: Sight) -> str:
    """The cards in hand, and those discarded, which one takes only when a card is recovered."""
    _, words, courts, _ = shown(sight.scene)
    own = sight.game.players[sight.seat]
    held = [desk.card(CARDS[one], words, courts) for one in own.hand]
    spent = [desk.card(CARDS[one], words, courts) for one in own.discards]
    if sight.ask is None or sight.ask.kind.id != "recover_card":
        spent = [mentioned(one) for one in spent]
    return "".join(
        pile(words.say(f"text.{name}"), some) for name, some in (("hand", held), ("discards", spent)) if some
    )


def place(game: Reason, ask: Ask, verb: str, at: dict[str, Any], handles: Sequence[str]) -> None:
    """A disc lies in its region; a blank card is a thing although orders have a word for it."""
    if isinstance(at.get("in"), dict) and "nation" in at:
        at["nation"]["owner"] = at["in"]["id"]
    if at.get("with") == BLANK:
        at["with"] = {"slot": "card", "id": BLANK}
