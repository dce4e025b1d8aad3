"""What the desk of a player shows beside the legal orders: empire cards, and which steps are refused and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...pages.kit import back, esc, face, icon, pile
from ...pages.scene import Hand, Pile, Scene
from ...table import Answer, Ask, Refused, Words
from .atlas import LANDS, OUT_OF, REGIONS
from .cards import EMBLEMS, EMPIRE_DECKS, REALMS, Empire
from .rules.founding import choose_emblem
from .rules.placing import place_unit
from .rules.reach import steps
from .state import World

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII")
_REGIONS = {region: n for n, region in enumerate(REGIONS, start=1)}


# ---- cards


def hand(scene: Scene, game: World, words: Words, seat: int) -> Hand:
    """The card that is drawn, the own one, and those that the seat has passed on: it knows them (WH-5.1-1)."""
    down = back(ROMAN[game.epoch], words.say("board.face_down"))
    piles = [
        Pile(words.say("board.card_drawn"), ("drawn",)),
        Pile(words.say("board.card_own"), ("players", seat, "card"), down),
    ]
    piles += [
        Pile(words.say("board.card_passed", {"player": other}), ("players", other, "card"))
        for other in range(game.seats)
        if other != seat
    ]
    shown = ""
    turn = game.turn
    if turn is not None and turn.seat == seat and scene.view["outcome"] is None:
        left = {"left": sum(part.units for part in turn.parts), "units": REALMS[turn.empire].units}
        told = words.say("board.card_playing", {"founded": bool(turn.parts), **left, "event": turn.event})
        shown = pile(words.say("board.card_own"), [_card(REALMS[turn.empire], words, told)])
    cards = {empire: _card(REALMS[empire], words) for empire in EMPIRE_DECKS.get(game.epoch, ())}
    if turn is None and cards:  # all of them are known, only not who has which (WH-2.5-1)
        shown = pile(words.say("board.cards", {"epoch": game.epoch}), cards.values())
    return Hand(shown, tuple(piles), cards)


def _card(empire: Empire, words: Words, more: str = "") -> str:
    """Number and units on the band, in the colour of the region where the empire begins; then places and waters."""
    region = _REGIONS[LANDS[empire.starts[0].land].region]
    number = f"<b>{empire.number or '–'}</b>"
    units = f"{icon('army', words.say('text.units'))} <b>{empire.units}</b>"
    title = f'<b class="name">{esc(words.name("empire", empire.id))}</b>'
    lines = [("capital" if one.capital else "army", words.name("land", one.land)) for one in empire.starts]
    if empire.waters:
        lines.append(("fleet", words.join([words.name("sea", sea) for sea in sorted(empire.waters)])))
    body = "".join(f'<span class="at">{icon(sign)}<span>{esc(place)}</span></span>' for sign, place in lines)
    foot = more or ("" if empire.ruler else words.say("text.no_ruler"))
    body += f'<span class="ch">{esc(foot)}</span>' if foot else ""
    return f'<li class="card empire m{region}">{face(number, units, title, body)}</li>'


# ---- what is refused


def refused(game: World, kind: str, words: Words) -> list[dict[str, Any]]:
    """Near steps that the rules do not allow: the same ask that lists the legal ones says why."""
    if kind == "place_unit":
        ask: Ask = place_unit(game, steps(game))
        tried = list(_near(game))
    elif kind == "choose_emblem":
        ask = next(choose_emblem(game))
        tried = [("emblem", emblem) for emblem in EMBLEMS]
    else:
        return []
    out: dict[str, dict[str, Any]] = {}
    for answer in tried:
        try:
            ask.check(answer)
        except Refused as no:
            # What holds for all places alike, such as that no unit is left, is said once.
            reason = words.say(f"refusal.{no.key}", no.values)
            out.setdefault(reason, {"order": ask.write(answer), "reason": reason, "rule": no.rule})
    return list(out.values())


def _near(game: World) -> Iterator[Answer]:
    """Steps within the running realm, and over its borders and coasts."""
    lands = game.running()
    for land in lands:
        yield ("army", land)
    yield from (("army", barren) for barren, ways in OUT_OF.items() if any(way.to in lands for way in ways))
    yield from (("fleet", sea) for sea in dict.fromkeys(sea for land in lands for sea in LANDS[land].coasts))
    for land in lands:
        yield ("fort", land)
