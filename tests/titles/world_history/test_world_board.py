"""The board of Empire on the site: complete, well formed, and silent about what is hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from world_kit import asked

from pbem import titles
from pbem.pages.board_api import Scene
from pbem.pages.kit import sprite
from pbem.table import Refused, Table
from pbem.titles.world_history import TITLE, board, bot
from pbem.titles.world_history.atlas import LANDS, WATERS
from pbem.titles.world_history.board.map import drawing, world_map
from pbem.titles.world_history.cards import EMBLEMS
from pbem.words import LANGUAGES

PLAYERS = ("anna", "<b>ben", "cleo & co", 'd"ora')
HANDLES = ("anna", "ben", "cleo", "dora")


def after(answers: int, seed: int = 5) -> Table:
    one = Table(TITLE, PLAYERS, below=random.Random(seed).randrange)
    while not one.over and answers:
        ask = asked(one)
        one.answer(ask.player, bot.answer(one.seen(ask.player), ask, ask.player))
        answers -= 1
    return one


def scene(one: Table, language: str = "en") -> Scene:
    return Scene(one.view(None), PLAYERS, titles.words(TITLE, language, PLAYERS))


def parsed(html: str) -> ElementTree.Element:
    """As XML, which has no attribute without a value and no tag without an end."""
    strict = html.replace("data-zoom hidden", 'data-zoom=""').replace("<br>", "<br/>")
    return ElementTree.fromstring(f"<div>{strict}</div>")


def test_the_drawing_has_every_land_and_water() -> None:
    assert sorted(drawing()["lands"]) == sorted(LANDS)
    assert set(WATERS) <= set(drawing()["seas"])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_are_well_formed(language: str) -> None:
    for answers in (0, 1, 40, 330, 5000):
        shown = scene(after(answers), language)
        for html in (board.draw(shown), board.thumb(shown)):
            root = parsed(html)
            assert not [one for one in root.iter() if "style" in one.attrib]
            signs = set(re.findall(r'href="#(i-[a-z]+)"', html))
            assert all(f'id="{sign}"' in sprite(html) for sign in signs)
            idents = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
            assert len(idents) == len(set(idents))
        assert board.summary(shown)


def test_every_piece_has_a_look_of_its_own() -> None:
    """WH-2.2-4: armies, fleets, forts, cities, capitals and monuments are told apart, by sign and in words."""
    one = after(330)
    words = titles.words(TITLE, "en", PLAYERS)
    html = board.draw(scene(one))
    game = one.state
    assert html.count('class="ship ') == sum(len(here) for here in game.fleets.values())
    crests = re.findall(r'<g class="pc p\d( old)?"><title>[^<]*: [^<]*arm(?:y|ies)', html)
    assert len(crests) == len(game.lands)
    for sign in ("capital", "city", "monument", "fort"):
        assert f'<use class="st" href="#i-{sign}"' in html
    assert len({words.name("piece", sign) for sign in ("capital", "city", "monument", "fort", "fleet")}) == 5
    built = len(game.towns) + len(game.monuments) + sum(here.fort for here in game.lands.values())
    seals = re.findall(r'<use class="st" href="#i-([a-z]+)"', html)
    emblems = [sign for sign in seals if sign in EMBLEMS]
    assert len(seals) - len(emblems) == built + 4  # and four in the key
    shown = Counter(emblems) - Counter(["lion"])  # the lion is in the key
    assert shown == Counter(here.emblem for here in game.lands.values())
    assert len(shown) > 1


@pytest.mark.slow
def test_the_score_track_shows_everybody() -> None:
    """WH-2.1-6, WH-3-3: fields 1 to 100 around the map; after 100 it starts again."""
    one = after(5000)
    html = board.draw(scene(one))
    fields = "".join(re.findall(r'<path class="cell[^"]*" d="([^"]*)"', board.assets("")[world_map().file]))
    assert fields.count("z") == 100
    for seat, player in enumerate(one.state.players):
        assert f": {player.total()}</title>" in html, seat


def test_hidden_cards_are_not_on_the_board() -> None:
    """WH-5.1-14."""
    for answers in range(2, 40):
        one = after(answers)
        html = board.draw(scene(one))
        words = titles.words(TITLE, "en", PLAYERS)
        for player in one.state.players:
            for card in player.card:
                assert f">{words.name('empire', card)}<" not in html


def test_what_changed_is_marked() -> None:
    before, now = after(60), after(75)
    shown = Scene(now.view(None), PLAYERS, titles.words(TITLE, "en", PLAYERS), before.view(None))
    then, lands = before.state.lands, now.state.lands
    taken = {land for land, one in lands.items() if land not in then or then[land].owner != one.owner}
    gone = {land for land in then if land not in lands}
    html = board.draw(shown)
    assert html.count('<circle class="new"') >= len(taken) > 0
    assert html.count('<circle class="new gone"') == len(gone)
    plain = Scene(now.view(None), PLAYERS, titles.words(TITLE, "en", PLAYERS), now.view(None))
    assert 'class="new' not in board.draw(plain)


@pytest.mark.slow
def test_the_desk_names_near_steps_that_the_table_refuses_too() -> None:
    """Reason and rule are those that the player would get for sending the order."""
    words, kinds, reasons = titles.words(TITLE, "en", PLAYERS), set(), set()
    one = after(0)
    while not one.over:
        ask = asked(one)
        for no in board.refused(one.view(None), one.asked(None)[0], words, HANDLES):
            with pytest.raises(Refused) as found:
                ask.check(ask.parse(no["order"], HANDLES))
            reason = words.say(f"refusal.{found.value.key}", found.value.values)
            assert (reason, found.value.rule) == (no["reason"], no["rule"])
            kinds.add(ask.kind.id)
            reasons.add(found.value.key)
        one.answer(ask.player, bot.answer(one.seen(ask.player), ask, ask.player))
    assert kinds == {"empire_card", "choose_emblem", "place_unit", "build_monument", "retreat"}
    assert {"fort_stands", "no_seafaring", "barren_land", "emblem_in_use", "other_has_a_card"} <= reasons
    assert {"has_a_card", "monument_stands", "no_site", "monument_elsewhere_first"} <= reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hidden_card_has_a_face_on_the_desk_and_none_is_told(language: str) -> None:
    for answers in (0, 2, 40, 330):
        one = after(answers)
        for seat in range(len(PLAYERS)):
            hand = board.hand(scene(one, language), seat)
            own = one.view(seat)
            for pile in hand.piles:
                found = own
                for step in pile.at:
                    found = found[step]
                assert all(card in hand.faces for card in found if isinstance(found, list))
            parsed(hand.shown + "".join(hand.faces.values()) + "".join(pile.back for pile in hand.piles))
            hidden = [card for player in one.state.players for card in player.card]
            if one.state.turn is not None:
                words = titles.words(TITLE, language, PLAYERS)
                assert not [card for card in hidden if f">{words.name('empire', card)}<" in hand.shown]


def test_charts_follow_the_points() -> None:
    one = after(330)
    view = one.view(None)
    assert board.series(view)["points"] == [player.total() for player in one.state.players]
    assert sum(board.series(view)["lands"]) == len(one.state.lands)
    assert board.chapter(view) in ("I", "II", "III", "IV", "V", "VI", "VII")
    assert [board.chart_name(chart, scene(one)) for chart in board.CHARTS] == ["Victory points", "Lands held"]
