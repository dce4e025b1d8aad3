"""What a player's desk shows beside the legal orders: the cards in hand, and which orders are refused and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....pages.board_api import DeskHand, Pile, refusals
from ....pages.kit import coin, esc, face, icon, pile, thing
from ....table import Answer, Ask, NotLegal, Words, from_view
from .. import gloss
from ..atlas import NATIONS, REGIONS
from ..cards import BLANK, CARDS, FIELDS, MARKERS, SETS, Card
from ..rules.attacks import CONVERT, ON_DISC, ON_MARKER, AttackChoices, targets
from ..rules.auction import bid_ask, bid_of, pairs, unplaced
from ..rules.fields import field_ask
from ..rules.setup import nation_ask
from ..state import Reason
from .courts import Courts

MOST_REFUSED = 8


# ---- cards


def card(one: Card, words: Words, courts: Courts, mark: str = "") -> str:
    """Soldiers and ships on the band, in the nation's tincture; then the price, and what the two special cards do.

    A mark stands behind its name.
    """
    signs = "".join(icon("army") for _ in range(one.soldiers)) + "".join(icon("fleet") for _ in range(one.ships))
    plain = one.kind != "influence"
    plate = signs or icon("pact" if one.kind == "alliance" else "again")
    title = f'<b class="name">{esc(words.say(f"card_{one.kind}") if plain else gloss.card(one.id, words))}{mark}</b>'
    price = coin(one.cost, words.say("gold_n", {"n": one.cost}))
    body = f'<span class="cost">{price} <em>{esc(words.say("gold_n", {"n": one.cost}))}</em></span>'
    body += f'<span class="ch">{esc(gloss.card(one.id, words) if plain else one.id)}</span>'
    named = BLANK if one.kind == BLANK else one.id
    return (
        f'<li class="card court p{courts.tinctures[one.nation]}"{thing("card", named)}>'
        f"{face(courts.disc(one.nation), plate, title, body)}</li>"
    )


def hand(game: Reason, words: Words, courts: Courts, seat: int) -> DeskHand:
    """Hand, the card lying face down in the combat, and discards; the whole set is known to all (AOR-AFTER-3)."""
    own = game.players[seat]
    if not own.nation:
        return DeskHand()
    faces = {one: card(CARDS[one], words, courts) for one in SETS[own.nation]}
    piles = (
        Pile(words.say("text.hand"), ("players", seat, "hand")),
        Pile(words.say("text.discards"), ("players", seat, "discards")),
    )
    shown = ""
    if game.combat is not None:
        turned = [faces[one] for of, one in game.combat.shown.items() if of == seat and one in faces]
        shown = pile(words.say("card"), turned) if turned else ""
    return DeskHand(shown, piles, faces)


def glosses(words: Words) -> dict[str, str]:
    """What fields, cards, markers and regions are about."""
    return (
        {one: gloss.field(one, words) for one in FIELDS}
        | {one: gloss.marker(one, words) for one in MARKERS}
        | {one: gloss.region(one, words) for one in REGIONS}
    )


def nameable(game: Reason) -> set[str]:
    """Nations, regions and fields; cards of the nations in play, and markers on the board."""
    found = {*NATIONS, *REGIONS, *FIELDS, BLANK}
    found |= {one for own in game.led for one in SETS[own]}
    return found | {marker for there in game.markers.values() for marker in there}


# ---- what is refused


def refused(view: Any, asked: Mapping[str, Any], words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """Similar orders that the rules do not allow, with reason and rule."""
    game: Reason = from_view(Reason, view, None)
    if asked["kind"] == "choose_attack":
        return _attacks(game, asked["player"], words)
    near = _NEAR.get(asked["kind"])
    return refusals(*near(game, asked["player"]), words, handles)[:MOST_REFUSED] if near else []


def _nations(game: Reason, seat: int) -> tuple[Ask, list[Answer]]:
    return nation_ask(game, seat), [("nation", nation) for nation in NATIONS]


def _bids(game: Reason, seat: int) -> tuple[Ask, list[Answer]]:
    """Passing as the opener, bidding no more than the high bid, and nations that already have a place."""
    sale, left = game.sale, unplaced(game)
    assert sale is not None
    top, bottom = pairs(left)[0]
    tried: list[Answer] = [("pass",), bid_of(max(sale.price, 0), top, bottom), bid_of(10_000, top, bottom)]
    placed = next((nation for nation in NATIONS if nation in game.alliance), None)
    if placed and len(left) > 1:
        tried.append(bid_of(sale.price + 1, placed, left[0]))
    return bid_ask(game, seat), tried


def _fields(game: Reason, seat: int) -> tuple[Ask, list[Answer]]:
    return field_ask(game, seat), [("field", name) for name in FIELDS]


_NEAR: dict[str, Callable[[Reason, int], tuple[Ask, list[Answer]]]] = {
    "choose_nation": _nations,
    "auction_bid": _bids,
    "occupy_field": _fields,
}
"""For each kind of ask that does not depend on hidden cards: the ask, and what a player might try."""


def _attacks(game: Reason, seat: int, words: Words) -> list[dict[str, Any]]:
    """Targets that are out of reach whatever the hand holds: nothing here gives the cards away."""
    choices = AttackChoices(game, seat, targets(game, seat))
    tried: list[Answer] = [(ON_DISC, nation, region) for region, here in game.discs.items() for nation in here]
    for markers in game.markers.values():
        tried += [(CONVERT if MARKERS[one].action else ON_MARKER, one) for one in markers]
    out: dict[str, dict[str, Any]] = {}
    for target in tried:
        if target not in choices.found:
            no: NotLegal = choices.no_target(target)
            reason = words.say(f"refusal.{no.key}", no.values)
            order = f"{target[0]} {target[1]} in {target[2]}" if target[0] == ON_DISC else f"{target[0]} {target[1]}"
            out.setdefault(reason, {"order": order, "reason": reason, "rule": no.rule})
    return list(out.values())[:MOST_REFUSED]
