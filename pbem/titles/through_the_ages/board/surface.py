"""The table of Through the Ages in panes: card row, own civilization, the others in brief, common things, the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Any

from ....pages.board_api import Pane, Sight
from ....pages.kit import pile, short, thing
from ....pages.pressable import mentioned
from ....table import Ask, Words, is_unseen
from .. import gloss
from ..cards import CARDS
from ..state import Ages
from . import read
from .cards import board_words
from .civ import CivBoard
from .common import COMMON, Common, space_name
from .desk import Purse
from .worth import LACKING as LACKING
from .worth import OUTCOMES as OUTCOMES
from .worth import meters as meters
from .worth import weigh as weigh

HAND = "hand"
"""What holds the cards that a player has in hand, of whichever kind."""


def panes(sight: Sight) -> Iterator[Pane]:
    scene, game, seat = sight.scene, read(sight.scene.view), sight.seat
    words = board_words(scene.language, tuple(short(one, 24) for one in scene.players))
    common = Common(game, words, words.players, scene.before)
    rows = any(owner.startswith("row") for owner in _holders(sight))
    yield Pane("row", words.say("row"), common.row(pressed=True), essential=rows or sight.ask is None)
    yield Pane("own", words.say("pane_own"), _civ(sight, game, words, seat, brief=False))
    others = [(seat + n) % game.seats for n in range(1, game.seats)]
    rivals = "".join(_civ(sight, game, words, one, brief=True) for one in others)
    handles = {scene.handles[one] for one in others}
    yield Pane("rivals", words.say("pane_rivals"), rivals, essential=bool(handles & _holders(sight)))
    if tactics := common.tactics():
        yield Pane("tactics", words.say("pane_tactics"), tactics, essential=COMMON in _holders(sight), tray=True)
    table = mentioned(common.standings() + common.table() + common.next_age())
    yield Pane("table", words.say("pane_table"), table, essential=False)
    if hand := _hand(sight, game, words):
        yield Pane("hand", words.say("pane_hand"), hand, tray=True)


def _holders(sight: Sight) -> Set[str]:
    """Whose things legal answers name, and which players."""
    return {ident for slot, ident in sight.named if slot == "player"} | sight.holders


def _civ(sight: Sight, game: Ages, words: Words, seat: int, brief: bool) -> str:
    scene = sight.scene
    old = scene.before["civs"][seat] if scene.before is not None else None
    handle = scene.handles[seat]
    board = CivBoard(game, seat, words, words.players, handle, old, game.outcome is not None, handle)
    return board.html(seat in scene.asked, desk=True, brief=brief)


def _hand(sight: Sight, game: Ages, words: Words) -> str:
    """Civil and military cards; of several alike one lies there, with their number."""
    own, purse = sight.game.civs[sight.seat], Purse(game, sight.seat, words)
    if own.resigned:
        return ""
    piles = []
    for key, cards in (("own_civil", [*own.hand, *own.covered]), ("own_military", own.military_hand)):
        kinds = Counter(card for card in cards if not is_unseen(card))
        faces = [
            purse.card(card, thing("card", card, HAND, _label(words, card, number))) for card, number in kinds.items()
        ]
        if faces:
            piles.append(pile(words.say(key), faces))
    return purse.sentence() + "".join(piles)


def _label(words: Words, card: str, number: int) -> str:
    named = words.name("card", card)
    return f"{named} ×{number}" if number > 1 else named


# ---- where the things lie that answers name


def place(game: Ages, ask: Ask, verb: str, at: dict[str, Any], handles: Sequence[str]) -> None:
    """Cards of the row by their space, cards in hand, and whose technologies and colonies they are."""
    rival = handles[(ask.values or {})["other"]] if ask.kind.id in _RIVALS else ""
    for item in (at, *(one for value in at.values() if isinstance(value, list) for one in value if "slot" not in one)):
        named = item.get("player")
        own = rival or (named["id"] if isinstance(named, dict) else handles[ask.player])
        for key, value in item.items():
            for ref in value if isinstance(value, list) else [value]:
                if isinstance(ref, dict) and "slot" in ref:
                    ref.update(_lying(game, verb, key, ref, item.get("at"), own))
        if verb in _FROM_ROW:
            item.pop("at", None)


_RIVALS = ("aggression_spoils", "war_spoils")
"""Asks about things of another player."""
_FROM_ROW = ("take", "agreement take")
_NEW = ("tech_government", "develop", "government", "revolution")
"""Parts that say which technology is developed: it is still in hand."""


def _lying(game: Ages, verb: str, key: str, ref: dict[str, str], space: int | None, own: str) -> dict[str, str]:
    slot, card = ref["slot"], ref["id"]
    if slot == "player":
        return {}
    if verb in _FROM_ROW:
        if space is None and card not in game.row:
            return {}
        return {"owner": space_name(game.row.index(card) if space is None else space - 1)}
    if verb == "copy":
        return {"owner": COMMON}
    if slot in ("wonder", "colony") or verb == "cancel" or (slot == "tech" and key not in _NEW):
        return {"owner": own}
    return {"slot": "card", "owner": HAND}


def explain(words: Words, slot: str, ident: str) -> str:
    """What a card costs and does, for whoever presses it."""
    if slot == "player" or ident not in CARDS:
        return ""
    return "\n".join(one for one in (gloss.costs(ident, words), gloss.does(ident, words)) if one)
