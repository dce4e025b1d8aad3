"""The board of 7 Ages on the site: complete, well formed, light, and silent about what is hidden."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from seven_pages import asked, crowded, facts, games, in_hand, parsed, said, scene, squeezed, things_on

from pbem import titles
from pbem.pages.kit import sprite
from pbem.table import Refused
from pbem.titles.seven_ages import TITLE, board
from pbem.titles.seven_ages.atlas import AREAS
from pbem.titles.seven_ages.board.dress import codes
from pbem.titles.seven_ages.board.map import atlas
from pbem.titles.seven_ages.board.signs import SIGNS
from pbem.titles.seven_ages.cards import ACTIONS, EMPIRES, LAST_STEP, UNITS
from pbem.titles.seven_ages.gloss import signed
from pbem.titles.seven_ages.sheet import works
from pbem.words import LANGUAGES


def test_the_ground_is_a_picture_with_its_own_colours() -> None:
    ((name, text),) = board.assets(".world{}").items()
    assert name == "seven_ages-map.svg"
    root = ElementTree.fromstring(text)
    lands = [one for one in root.iter() if one.tag.endswith("path") and re.fullmatch(r"a\d+", one.get("id", ""))]
    assert len(lands) == sum(one.is_land for one in AREAS.values())
    for land in lands:
        assert text.count(f'href="#{land.get("id")}"') == 2, "once with the colour of the part, once with the terrain"


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_are_well_formed(language: str) -> None:
    for table in (*games(500), crowded()):
        shown = scene(table, language)
        for html in (board.draw(shown), board.draw(scene(table, language, desk=0)), board.thumb(shown)):
            root = parsed(html)
            assert not [node for node in root.iter() if "style" in node.attrib]
            assert not re.search(r"[{\[][a-z]", re.sub(r"<[^>]*>", "", html))
            signs = set(re.findall(r'href="#(i-[a-z0-9]+)"', html))
            assert all(f'id="{sign}"' in sprite(html) for sign in signs)
            idents = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
            assert len(idents) == len(set(idents))
            forms = set(re.findall(r'<use href="#((?!i-)[\w-]+)"', html))
            assert forms <= set(idents)
        assert board.summary(shown)


def pieces(html: str) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of every counter and seal on the map."""
    counters = re.findall(r'<use href="#v[abc](56|66)" x="(-?\d+)" y="(-?\d+)"/>', html)
    seals = re.findall(r'<use href="#s-([a-z]+\d?)" x="(-?\d+)" y="(-?\d+)"/>', html)
    found = [(int(x), int(y), int(x) + int(wide) - 2, int(y) + 32) for wide, x, y in counters]
    return found + [
        (int(x), int(y) - 12, int(x) + (39 if sign[-1].isdigit() else 24), int(y) + 12) for sign, x, y in seals
    ]


def test_no_counter_or_seal_hides_another_or_leaves_the_map() -> None:
    for table in (*games(400), crowded(), crowded(most=160), crowded(most=80)):
        drawing, *_ = board.draw(scene(table)).split('class="cart"')
        found = pieces(drawing)
        for n, (left, top, right, bottom) in enumerate(found):
            assert min(left, top) >= 0
            assert right <= atlas().width
            assert bottom <= atlas().height
            for x, y, x2, y2 in found[n + 1 :]:
                assert right <= x or x2 <= left or bottom <= y or y2 <= top, (left, top, x, y)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_empire_has_its_own_code(language: str) -> None:
    found = codes(language)
    assert sorted(found) == sorted(EMPIRES)
    assert len(set(found.values())) == len(EMPIRES)
    assert all(len(code) == 2 for code in found.values())


# ---- every fact as text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_fact_stands_there_as_text(language: str) -> None:
    """Areas with terrain, resources, cities, forts, unrest, artifacts and empires; tracks, glory, money, cards."""
    for table in (*games(600), crowded(), crowded(2, 7)):
        text = said(board.draw(scene(table, language)))
        for fact in facts(table, language):
            assert squeezed(fact) in text, fact


def test_works_of_an_area_are_told() -> None:
    """A city with its level, fort, unrest and artifact, each by its own word."""
    words = titles.words(TITLE, "en")
    game = crowded().state
    seen = set()
    for area in game.control:
        told = works(game, area, words)
        capital = any(one.capital == area for one in game.empires())
        kind = "capital" if capital else "city"
        assert (f"{kind} {game.cities.get(area)}" in told) == (area in game.cities)
        assert ("fort" in told) == (area in game.forts)
        assert ("unrest" in told) == (area in game.unrest)
        assert (area in game.artifacts) == any(words.name("artifact", one) in told for one in game.artifacts.values())
        seen |= {one.split()[0] for one in told}
    assert {"capital", "city", "fort", "unrest"} <= seen


def test_glory_is_told_for_every_player_and_symbol() -> None:
    table = crowded()
    html = board.draw(scene(table))
    table.state.players[2].glory = 0
    captions = re.findall(r"<caption>.*?</caption>", html, re.S)
    assert len(captions) == 7
    assert all('<b class="big">0</b>' in caption for caption in captions)
    for empire in table.state.empires():
        card = re.search(rf'<article class="emp [^>]*data-id="{empire.id}">.*?</article>', html, re.S)
        assert card is not None
        assert card[0].count("<li>") == len(EMPIRES[empire.id].glory)
        assert squeezed(f"Trade {signed(EMPIRES[empire.id].trade)}") in said(card[0])


def test_the_progress_track_has_every_empire_on_its_step() -> None:
    for table in (*games(700), crowded()):
        html = board.draw(scene(table))
        cells = re.findall(r'<li><span class="n">(\d+|→)</span>(.*?)</li>', html)
        assert [int(step) for step, _ in cells if step != "→"] == list(range(1, LAST_STEP + 1))
        on = {int(step): inner.count('class="cn') for step, inner in cells if step != "→"}
        for step, number in on.items():
            assert number == sum(empire.step == step for empire in table.state.empires())


def test_the_actions_tell_who_has_revealed_a_marker() -> None:
    seen = placing = 0
    for table in games(60, (7,)):
        html = board.draw(scene(table))
        items = dict(re.findall(r'<li[^>]* data-slot="action" data-id="(\w+)"><span class="no">(.*?)</li>', html, re.S))
        assert list(items) == list(ACTIONS)
        if table.state.phase == "markers":
            assert all("not yet" in item for item in items.values()), "markers are placed, nothing is done yet"
            placing += 1
        for player in table.state.players:
            for place, action in player.shown.items():
                if place in table.state.owners:
                    assert f'data-id="{place}"' in items[action]
                    seen += 1
    assert seen > 20
    assert placing


def test_resources_are_drawn_beside_the_names_of_their_areas() -> None:
    html = board.draw(scene(crowded()))
    drawn = Counter(re.findall(r'<use class="rs" href="#i-(\w+)"', html))
    legend = Counter(SIGNS.values())
    wanted = Counter(SIGNS[resource] for one in AREAS.values() for resource in one.resources)
    assert drawn == wanted + legend


def test_a_conflict_tells_what_both_sides_know() -> None:
    """SA-4.2-38: numbers of uncommitted units, kinds of those committed before, battle unrest."""
    rounds = set()
    for table in games(1, (4, 7)):
        fight = table.state.fight
        if fight is None or fight.round in rounds:
            continue
        rounds.add(fight.round)
        html = board.draw(scene(table))
        panels = re.findall(r'<div class="cs p\d">(.*?)</dl></div>', html, re.S)
        for side, panel in zip(fight.sides, panels, strict=True):
            text = said(panel)
            assert squeezed(f"Units not yet committed {len(side.fresh)}") in text
            assert squeezed(f"Unrest in this battle {side.unrest}") in text
            for unit, _, _ in side.spent:
                assert squeezed(TITLE.vocabularies["unit"].name(unit, "en")) in text
        assert 'class="attc"' in html
    assert {1, 2} <= rounds


# ---- fog of war


def test_kinds_of_units_and_hidden_markers_are_not_on_the_board() -> None:
    """SA-4.2-38, SA-gap-20: numbers only, until units are committed."""
    words = titles.words(TITLE, "en")
    for table in games(200, (2, 4)):
        html = board.draw(scene(table))
        fight = table.state.fight
        known = {unit for side in (fight.sides if fight else ()) for unit, _, _ in side.spent}
        known |= {"elephant", "nuke", "star_wars"}  # the common pool is open
        for unit in UNITS:
            assert unit in known or f'data-id="{unit}"' not in html
            assert unit in known or f">{words.name('unit', unit)}" not in html


def test_two_worlds_that_differ_in_hidden_things_look_alike() -> None:
    """Other kinds of units, other cards and other markers: the same page."""
    table = crowded(4, 4)
    html = board.draw(scene(table))
    other = crowded.__wrapped__(4, 4)
    for empire in other.state.empires():
        for stack in empire.stacks.values():
            stack.units = ["galley" if unit == "sword" else unit for unit in stack.units]
    other.state.deck.reverse()
    assert board.draw(scene(other)) == html
    assert board.hand(scene(other), 1) == board.hand(scene(table), 1)


# ---- what is new, and charts


def test_what_changed_is_marked() -> None:
    table = crowded.__wrapped__(4, 4)
    before = table.view(None)
    assert 'class="new' not in board.draw(scene(table, before=before))
    game = table.state
    one = next(iter(game.empires()))
    first, second = one.areas()[:2]
    one.stacks[first].units.append("sword")
    del one.stacks[second], game.control[second]
    game.cities.pop(second, None)
    html = board.draw(scene(table, before=before))
    assert html.count('<rect class="new"') == 1
    assert html.count('<circle class="new gone"') == 1


def test_charts_follow_the_position() -> None:
    table = crowded()
    found = board.series(table.view(None))
    assert [chart.key for chart in board.CHARTS] == list(found)
    for seat, player in enumerate(table.state.players):
        own = list(player.empires.values())
        assert found["money"][seat] == sum(one.money for one in own)
        assert found["progress"][seat] == max(one.step for one in own)
        assert found["areas"][seat] == sum(holder in player.empires for holder in table.state.control.values())
        assert found["glory"][seat] == player.glory
    assert board.chapter(table.view(None)) == str(table.state.turn)
    names = [board.chart_name(chart, scene(table)) for chart in board.CHARTS]
    assert names[0] == "Glory"
    assert len(set(names)) == len(names)


# ---- everything can be pointed at


def test_every_player_can_be_pointed_at() -> None:
    """Events are played on players too."""
    table = crowded()
    for desk in (None, 0):
        there = things_on(board.draw(scene(table, desk=desk)))
        assert {ident for slot, ident in there if slot == "player"} == set(table.players)


@pytest.mark.slow
def test_whatever_an_order_names_can_be_found() -> None:
    """On the board or in the hand; a leader who comes with a new empire is named on its card."""
    slots_of: dict[str, set[str]] = {}
    for slot, names in TITLE.language.slots.items():
        for ident in names if slot != "category" else ():  # no order names one, but some have a clause `areas`
            slots_of.setdefault(ident, set()).add(slot)
    kinds: Counter[str] = Counter()
    looked = 0
    for table in games(1, seats=(2, 4, 7)):
        if table.over or kinds[asked(table).kind.id] >= 8:
            continue
        for seat, ask in table.unanswered.items():
            html, held = in_hand(table, seat)
            there = things_on(board.draw(scene(table, desk=seat))) | held
            nameable = board.nameable(table.view(None))
            cards = [card for slot, card in held if slot == "c"]
            others = {card for one in table.state.players for card in one.hand} - {*cards}  # a spy has seen them
            promised = {leader for card in cards for leader in EMPIRES[board.desk.CARDS[card].empire].named}
            kinds[ask.kind.id] += 1
            for legal in ask.data(table.players).get("legal", ()):
                for word in re.findall(r"\w+", legal["order"]):
                    if word not in slots_of or word in promised:
                        continue
                    if ask.kind.id == "event_choice" and word in others:
                        continue
                    assert word in nameable, legal["order"]
                    assert any((slot, word) in there for slot in slots_of[word]), (legal["order"], word)
                    looked += 1
            assert html
    assert looked > 3000
    assert len(kinds) > 20
    assert kinds.keys() >= {
        "place_markers",
        "reveal_marker",
        "start_empire",
        "build_units",
        "trade_partner",
        "move_units",
    }
    assert kinds.keys() >= {"conflict_commit", "get_leader", "adopt", "build_cities", "play_card"}


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
def test_own_units_markers_and_cards_lie_on_the_desk(language: str) -> None:
    """SA-4.2-38: all that only the player may see is found in the sealed hand, and has a face."""
    units = markers = 0
    for table in games(200):
        if table.over:
            continue
        for seat, own in enumerate(table.state.players):
            hand = board.hand(scene(table, language, desk=seat), seat)
            parsed(hand.shown + "".join(hand.faces.values()))
            html, held = in_hand(table, seat)
            fight = table.state.fight
            drawn_cards = {side.card for side in (fight.sides if fight else ()) if side.seat == seat and side.card}
            assert {card for slot, card in held if slot == "c"} == {*own.hand, *drawn_cards}
            drawn = html[len(hand.shown) :] if language == "en" else html
            for empire in own.empires.values():
                for unit, number in empire.types().items():
                    assert drawn.count(f'data-id="{unit}"') >= number
                    units += number
            for marker in own.markers.values():
                assert f'data-id="{marker}"' in drawn
                markers += 1
            assert set(json.loads(json.dumps(hand.lists[0].cards))) >= set(own.hand)
    assert units > 200
    assert markers > 30


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
def test_the_desk_names_near_orders_that_the_table_refuses_too(language: str) -> None:
    """Reason and rule are those that the player would get for sending the order."""
    kinds: Counter[str] = Counter()
    for table in games(1, (2, 5)):
        if table.over or asked(table).kind.id not in ("trade_partner", "build_cities"):
            continue
        ask = asked(table)
        words = titles.words(TITLE, language, table.players)
        told = [one for one in table.asked(None) if one.get("player") == ask.player]
        for no in [no for one in told for no in board.refused(table.view(None), one, words, table.players)]:
            with pytest.raises(Refused) as found:
                ask.check(ask.parse(no["order"], table.players))
            reason = words.say(f"refusal.{found.value.key}", found.value.values)
            assert (reason, found.value.rule) == (no["reason"], no["rule"])
            kinds[ask.kind.id] += 1
    assert kinds["trade_partner"] > 5
    assert kinds["build_cities"] > 1


# ---- weight


def test_a_board_is_light_however_full_the_map_is() -> None:
    """A page may have 400 KB with all that it loads, 110 KB of them packed; a desk has no list of areas.

    Here every land and half of the seas are held, more than counters allow; style, scripts, log and charts of a page
    take 75 KB, packed 22.
    """
    style, around = TITLE.resource("static/style.css").read_text(encoding="utf-8"), 75_000
    ((_, ground),) = board.assets("").items()
    for language in LANGUAGES:
        html = board.draw(scene(crowded(), language))
        assert len(html.encode()) < 256_000
        assert len(gzip.compress(html.encode())) + len(gzip.compress(ground.encode())) < 92_000
        late = board.draw(scene(list(games(10_000, (7,)))[-1], language))
        assert len(late.encode()) + len(ground.encode()) + len(style) + around < 330_000
    assert len(board.draw(scene(crowded(), desk=0)).encode()) < 220_000
    assert atlas().file.startswith("seven_ages")
