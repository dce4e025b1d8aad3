"""What a player's desk shows beside the legal orders: empire cards, and which steps are refused and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....pages.board_api import DeskHand, Pile, Scene, board_words, public, refusals
from ....pages.kit import back, esc, face, icon, pile
from ....table import Answer, Ask, Words
from ..atlas import LANDS, NEIGHBOURS, OUT_OF, REGIONS
from ..cards import EMBLEMS, EMPIRE_DECKS, REALMS, Empire
from ..rules.draft import keep_or_give
from ..rules.founding import choose_emblem, retreat_ask
from ..rules.monuments import monuments
from ..rules.placing import place_unit
from ..rules.reach import steps
from ..state import World

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII")
MOST_NARROW = 5
"""A card with more waters than this is wider."""
NUMBERED = {region: n for n, region in enumerate(REGIONS, start=1)}
"""The number of a region's colour."""


# ---- cards


def hand(scene: Scene, seat: int) -> DeskHand:
    """The card drawn, the seat's own card, and those it has passed on, which it knows (WH-5.1-1)."""
    game, words = public(World, scene.view), board_words(scene, __package__)
    down = back(ROMAN[game.epoch], words.say("face_down"))
    others = [other for other in range(game.seats) if other != seat]
    passed = (Pile(words.say("card_passed", {"player": one}), ("players", one, "card")) for one in others)
    own = Pile(words.say("card_own"), ("players", seat, "card"), down)
    piles = (Pile(words.say("card_drawn"), ("drawn",)), own, *passed)
    shown, turn = "", game.turn
    if turn is not None and turn.seat == seat and scene.view["outcome"] is None:
        left = {"left": sum(part.units for part in turn.parts), "units": REALMS[turn.empire].units}
        told = words.say("card_playing", {"founded": bool(turn.parts), **left, "event": turn.event})
        shown = pile(words.say("card_own"), [_card(REALMS[turn.empire], words, told)])
    cards = {empire: _card(REALMS[empire], words) for empire in EMPIRE_DECKS.get(game.epoch, ())}
    if turn is None and cards:  # all of them are known, only not who has which (WH-2.5-1)
        shown = pile(words.say("cards", {"epoch": game.epoch}), cards.values())
    return DeskHand(shown, piles, cards)


def _card(empire: Empire, words: Words, more: str = "") -> str:
    """Number and units on the band, in the colour of the region where the empire begins; then places and waters."""
    region = NUMBERED[LANDS[empire.starts[0].land].region]
    number = f"<b>{empire.number or '–'}</b>"
    units = f"{icon('army', words.say('text.units'))} <b>{empire.units}</b>"
    title = f'<b class="name">{esc(words.name("empire", empire.id))}</b>'
    lines = [("capital" if one.capital else "army", words.name("land", one.land)) for one in empire.starts]
    if empire.waters:
        lines.append(("fleet", words.join([words.name("sea", sea) for sea in sorted(empire.waters)])))
    body = "".join(f'<span class="at">{icon(sign)}<span>{esc(place)}</span></span>' for sign, place in lines)
    foot = more or ("" if empire.ruler else words.say("text.no_ruler"))
    body += f'<span class="ch">{esc(foot)}</span>' if foot else ""
    far = " far" if len(empire.waters) > MOST_NARROW else ""
    return f'<li class="card empire m{region}{far}">{face(number, units, title, body)}</li>'


# ---- what is refused


def refused(view: Any, asked: Mapping[str, Any], words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """Similar orders that the rules do not allow: the same ask that lists the legal ones says why."""
    near = _NEAR.get(asked["kind"])
    return refusals(*near(public(World, view), asked), words, handles) if near else []


def _draft(game: World, asked: Mapping[str, Any]) -> tuple[Ask, list[Answer]]:
    """It is public who already has a card; which card it is does not matter here."""
    without = [seat for seat in game.order if not game.players[seat].card]
    others: list[Answer] = [("give", seat) for seat in game.order if seat != asked["player"]]
    return keep_or_give(asked["player"], without), [("keep",), *others]


def _retreat(game: World, asked: Mapping[str, Any]) -> tuple[Ask, list[Answer]]:
    """To lands of the same player; nobody expects to find room elsewhere."""
    land = asked["values"]["land"]
    own = [way.to for way in NEIGHBOURS[land] if game.owner(way.to) == asked["player"]]
    return retreat_ask(game, land), [("retreat", (to,)) for to in own]


_NEAR: dict[str, Callable[[World, Mapping[str, Any]], tuple[Ask, list[Answer]]]] = {
    "empire_card": _draft,
    "choose_emblem": lambda game, asked: (next(choose_emblem(game)), [("emblem", emblem) for emblem in EMBLEMS]),
    "place_unit": lambda game, asked: (place_unit(game, steps(game)), list(_near(game))),
    "build_monument": lambda game, asked: (next(monuments(game)), [("monument", (one,)) for one in game.running()]),
    "retreat": _retreat,
}
"""For each kind of ask: the ask, and what a player might try."""


def _near(game: World) -> Iterator[Answer]:
    """Steps within the running realm, and over its borders and coasts."""
    lands = game.running()
    for land in lands:
        yield ("army", land)
    yield from (("army", barren) for barren, ways in OUT_OF.items() if any(way.to in lands for way in ways))
    yield from (("fleet", sea) for sea in dict.fromkeys(sea for land in lands for sea in LANDS[land].coasts))
    for land in lands:
        yield ("fort", land)
