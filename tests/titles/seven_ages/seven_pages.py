"""Positions of 7 Ages for the tests of its pages, and how those pages are read."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any
from xml.etree import ElementTree

from seven_kit import COLOURS, PAIRS

from pbem import titles
from pbem.pages.board_api import Scene
from pbem.table import Ask, Table
from pbem.titles.seven_ages import TITLE, board
from pbem.titles.seven_ages.atlas import AREAS
from pbem.titles.seven_ages.cards import ARTIFACTS, CARDS, EMPIRES, EXTRA, NAMED
from pbem.titles.seven_ages.gloss import printed
from pbem.titles.seven_ages.rules.income import income, upkeep
from pbem.titles.seven_ages.sheet import in_area, works
from pbem.titles.seven_ages.state import Empire, Leader, Seven, Stack
from pbem.trials.conformance import HANDLES
from pbem.trials.scenario_run import Script, begin
from pbem.trials.simulate import source

PLAYERS = ("anna", "<b>ben", "cleo & co", 'd"ora', "emil", "finn", "gina")
ALL_PAIRS = (*PAIRS, ["light_grey", "dark_grey"], ["brown", "tan"], ["purple", "lilac"])


def games(every: int, seats: tuple[int, ...] = (2, 4, 7), options: dict[str, Any] | None = None) -> Iterator[Table]:
    """Positions of whole random games with different numbers of players."""
    for number in seats:
        table = Table(TITLE, HANDLES[:number], options or {}, below=source(f"pages {number}"), stride=50)
        pick = source(f"picks {number}")
        step = 0
        while not table.over:
            if step % every == 0:
                yield table
            seat, ask = next(iter(table.unanswered.items()))
            table.answer(seat, ask.sample(pick))
            step += 1
        yield table


@cache
def crowded(seats: int = 7, each: int = 3, most: int = len(AREAS)) -> Table:
    """A late position in which every land is held and works stand everywhere, with as many empires as there can be.

    With `most` only so many areas are held.
    """
    chance = random.Random(7)
    state = TITLE.new(seats, TITLE.settle(seats, {}), TITLE.fixes)
    idents = list(EMPIRES)[:: len(EMPIRES) // (seats * each)][: seats * each]
    state.turn, state.deck = 30, list(CARDS)[: len(CARDS) // 2]
    for n, ident in enumerate(idents):
        seat = n % seats
        state.players[seat].colours = ALL_PAIRS[seat]
        colour = [*ALL_PAIRS[seat], COLOURS["dan"]][n // seats % 3]
        one = Empire(ident, colour, 40 + n % 9, money=100 + n)
        state.players[seat].empires[ident] = one
        state.owners[ident] = seat
        one.leaders = [Leader(named, NAMED[named].kind, "") for named in EMPIRES[ident].named[:2]]
    for n, area in enumerate(AREAS):
        if (not AREAS[area].is_land and n % 2) or len(state.control) == most:
            continue
        one = state.empire(idents[chance.randrange(len(idents))])
        one.stacks[area] = Stack(["sword"] * chance.randrange(1, 14))
        state.control[area] = one.id
        if AREAS[area].is_land:
            if chance.random() < 0.5:
                state.cities[area] = chance.choice((1, 3, 5))
                one.capital = one.capital or area
            state.forts += [area] * (chance.random() < 0.4)
            state.unrest += [area] * (chance.random() < 0.2)
        for leader in one.leaders:
            leader.area = leader.area or area
    lands = [area for area in AREAS if AREAS[area].is_land]
    state.artifacts = dict(zip(lands[::6], [one.id for one in ARTIFACTS.values() if not one.on_card], strict=False))
    state.discards = list(CARDS)[len(CARDS) // 2 :]
    state.phase = "turn"
    return begin(TITLE, HANDLES[:seats], state, Script((), 1))


def scene(table: Table, language: str = "en", before: Any = None, desk: int | None = None) -> Scene:
    players = PLAYERS[: len(table.players)]
    words = titles.words(TITLE, language, players)
    return Scene(table.view(None), players, words, before, handles=table.players, desk=desk)


def parsed(html: str) -> ElementTree.Element:
    """As XML, which has no attribute without a value and no tag without an end."""
    strict = html.replace("data-zoom hidden", 'data-zoom=""').replace("' hidden>", "'>")
    return ElementTree.fromstring(f"<div>{strict}</div>")


def said(html: str) -> str:
    """What stands on the page as text, without the words of drawings."""
    return squeezed(unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", " ", html, flags=re.S))))


def squeezed(text: str) -> str:
    """Without blanks, which differ where a browser breaks lines and puts cells side by side."""
    return re.sub(r"\s+", "", text)


def things_on(html: str) -> set[tuple[str, str]]:
    """Slots and ids of all that can be pointed at."""
    found = re.findall(r'data-slot="([\w ]+)" data-id="([\w-]+)"', html)
    return {(slot, ident) for slots, ident in found for slot in slots.split()}


def in_hand(table: Table, seat: int) -> tuple[str, set[tuple[str, str]]]:
    """What lies before a seat at its desk, as HTML and as things."""
    hand = board.hand(scene(table, desk=seat), seat)
    view = table.view(seat)
    html = hand.shown
    held: set[tuple[str, str]] = set()
    paths = [tuple(json.loads(at)) for at in re.findall(r"data-pile='([^']*)'", hand.shown)]
    for at in (*paths, *(pile.at for pile in hand.piles)):
        for one in _found(view, at):
            listed = {(slot, one) for known in hand.lists if one in known.cards for slot in known.slots.split()}
            assert listed or one in hand.faces, one
            held |= listed
            html += hand.faces.get(one, "")
    return html, held | things_on(html)


def _found(view: Any, at: tuple[Any, ...]) -> list[str]:
    """As the desk's script finds it: a list, a single thing, or things with more than their id."""
    for step in at:
        view = view[step]
    held = [view] if isinstance(view, str) else view
    return [one if isinstance(one, str) else one[0] for one in held if one]


def asked(table: Table) -> Ask:
    return next(iter(table.unanswered.values()))


# ---- what everybody may know


def fighting(game: Seven, area: str) -> list[str]:
    return [side.empire for side in game.fight.sides] if game.fight is not None and game.fight.area == area else []


def facts(table: Table, language: str) -> list[str]:
    """What everybody may know, as the page says it."""
    game, words = table.state, titles.words(TITLE, language, PLAYERS[: len(table.players)])
    out = []
    for seat, one in enumerate(game.players):
        out += [words.players[seat], *(words.name("colour", colour) for colour in one.colours)]
        word = {"en": "card" if len(one.hand) == 1 else "cards", "de": "Karte" if len(one.hand) == 1 else "Karten"}
        out.append(f"{len(one.hand)} {word[language]}")
        for place, action in one.shown.items():
            if place != EXTRA and place in game.owners:
                out.append(words.name("action", action))
    for one in game.empires():
        name = words.name("empire", one.id)
        out.append(f"{name} {one.step} {one.money} {income(game, one)} {upkeep(game, one)}")
        out += [words.name("leader", leader.id) for leader in one.leaders]
        out += [words.name("artifact", artifact) for artifact in one.card]
        out += [words.say("text.capital", {"area": one.capital})] if one.capital else []
        out += [words.say("text.elites", {"number": one.elites})] if one.elites else []
    for area in AREAS:
        ground = [printed(AREAS[area].terrain, words), *(printed(name, words) for name in AREAS[area].resources)]
        shown = f" ({', '.join(ground)})" if AREAS[area].is_land else ""
        here = sorted(
            (
                one
                for one in game.empires()
                if area in one.stacks or game.control.get(area) == one.id or one.id in fighting(game, area)
            ),
            key=lambda one: game.control.get(area) != one.id,
        )
        if not here:
            out.append(f"{words.name('area', area)}{shown}")
            continue
        told = []
        for one in here:
            n = in_area(game, one, area)
            units = {"en": "unit" if n == 1 else "units", "de": "Einheit" if n == 1 else "Einheiten"}[language]
            loose = {"en": ", without control", "de": ", ohne Kontrolle"}[language]
            told.append(
                f"{words.name('empire', one.id)} {n} {units}{'' if game.control.get(area) == one.id else loose}"
            )
        out.append(f"{words.name('area', area)}{shown}: {', '.join([*told, *works(game, area, words)])}")
    out += [f"{words.name('leader', kind)} {number}" for kind, number in game.cup.items() if number]
    out += [words.name("artifact", artifact) for artifact in game.blue]
    return out
