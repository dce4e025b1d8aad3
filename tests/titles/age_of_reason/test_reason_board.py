"""The board of Age of Reason on the site: complete, well formed, and silent about what is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import chain
from xml.etree import ElementTree

import pytest
from reason_kit import HANDLES, asked, going_on, position

from pbem import titles
from pbem.pages.board_api import Scene
from pbem.pages.kit import sprite
from pbem.table import Refused, Table
from pbem.titles.age_of_reason import TITLE, board, bot, gloss
from pbem.titles.age_of_reason.atlas import DATA, NATIONS, REGIONS
from pbem.titles.age_of_reason.board.courts import tinctures
from pbem.titles.age_of_reason.board.map import atlas
from pbem.titles.age_of_reason.cards import BLANK, CARDS, FIELDS, MARKERS, OPEN, SETS, action_rounds
from pbem.words import LANGUAGES

PLAYERS = ("anna", "<b>ben", "cleo & co", 'd"ora', "emil", "finn", "gina")


@cache
def after(seats: int, answers: int, seed: int = 5) -> Table:
    one = Table(TITLE, HANDLES[:seats], below=random.Random(seed).randrange)
    while not one.over and answers:
        ask = asked(one)
        one.answer(ask.player, bot.answer(one.seen(ask.player), ask, ask.player))
        answers -= 1
    return one


def games(every: int = 40) -> Iterator[Table]:
    """Positions of whole games with different numbers of players."""
    for seats in (2, 4, 7):
        chance = random.Random(seats)
        one = Table(TITLE, HANDLES[:seats], below=chance.randrange)
        step = 0
        while not one.over:
            if step % every == 0:
                yield one
            ask = asked(one)
            wild = ask.sample(chance.randrange) if chance.random() < 0.3 else None
            one.answer(ask.player, wild or bot.answer(one.seen(ask.player), ask, ask.player))
            step += 1
        yield one


def scene(one: Table, language: str = "en", before: Table | None = None) -> Scene:
    players = PLAYERS[: len(one.players)]
    then = before.view(None) if before is not None else None
    return Scene(one.view(None), players, titles.words(TITLE, language, players), then)


def parsed(html: str) -> ElementTree.Element:
    """As XML, which has no attribute without a value and no tag without an end."""
    strict = html.replace("data-zoom hidden", 'data-zoom=""').replace("<br>", "<br/>")
    return ElementTree.fromstring(f"<div>{strict}</div>")


def said(html: str) -> str:
    """What stands on the page as text, without the words of drawings."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", " ", html, flags=re.S))))


def test_the_drawing_has_every_home_and_region() -> None:
    assert sorted(atlas().shape["areas"]) == sorted([*NATIONS, *REGIONS])


def test_the_ground_is_a_picture_with_its_own_colours() -> None:
    ((name, text),) = board.assets(".world{}").items()
    assert name == "age_of_reason-map.svg"
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert text.count("<text") == 100, "the fields of the points track"


def test_what_the_map_would_pay_is_shown_until_it_has_paid() -> None:
    for one in games(200):
        assert ('class="bars"' in board.draw(scene(one))) is not one.over


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_are_well_formed(language: str) -> None:
    for one in games(60):
        shown = scene(one, language)
        for html in (board.draw(shown), board.thumb(shown)):
            root = parsed(html)
            assert not [node for node in root.iter() if "style" in node.attrib]
            signs = set(re.findall(r'href="#(i-[a-z0-9]+)"', html))
            assert all(f'id="{sign}"' in sprite(html) for sign in signs)
            idents = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
            assert len(idents) == len(set(idents))
        assert board.summary(shown)


def plates(html: str) -> dict[str, tuple[float, float, float, float]]:
    """Region → left, top, right, bottom of its plate."""
    found = re.findall(
        r'class="plate" transform="translate\(([\d.-]+) ([\d.-]+)\)" data-slot="region" data-id="(\w+)">'
        r'<rect width="([\d.]+)" height="([\d.]+)"',
        html,
    )
    return {r: (float(x), float(y), float(x) + float(w), float(y) + float(h)) for x, y, r, w, h in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_plate_hides_another_or_leaves_the_map(language: str) -> None:
    crowded = position(
        [*NATIONS][:2],
        discs={region: dict.fromkeys(NATIONS, 1) for region in REGIONS},
        markers={region: [one.id for one in MARKERS.values() if one.region == region][:4] for region in REGIONS},
    )
    for one in chain(games(50), [going_on(crowded)]):
        found = plates(board.draw(scene(one, language)))
        assert sorted(found) == sorted(REGIONS)
        for region, (left, top, right, bottom) in found.items():
            assert min(left, top) >= 0, region
            assert max(right - atlas().width, bottom - atlas().height) <= 0, region
            for other, (x, y, x2, y2) in found.items():
                assert other == region or right <= x or x2 <= left or bottom <= y or y2 <= top, (region, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_fact_stands_there_as_text(language: str) -> None:
    """AOR-GEN-6: discs, markers with strength, alliances, fields with who sits where, tracks, gold, cards in hand."""
    for one in games(45):
        game = one.state
        shown = scene(one, language)
        text = said(board.draw(shown))
        words = titles.words(TITLE, language, PLAYERS[: game.seats])
        assert f" {max(1, game.round)} " in text
        for seat, player in enumerate(game.players):
            name = words.name("nation", player.nation) if player.nation else "–"
            hand = len(player.hand)
            if player.laid:
                hand = words.say("text.hand_and_laid", {"hand": hand})
            worth = board.series(one.view(None))["standing"][seat] - (0 if one.over else player.points)
            worth = worth if not one.over else None
            row = f"{words.players[seat]} {name} {player.points} "
            assert row in text
            rest = text[text.index(row) + len(row) :]
            if worth is not None:
                assert rest.startswith(f"{worth} {player.gold} -{player.discontent} {hand} {len(player.discards)} ")
        for region, here in game.discs.items():
            start = text.index(f"{words.name('region', region)} {gloss.region(region, words)}")
            for nation, number in here.items():
                mark = "" if nation in game.led else "*"
                assert f"{words.name('nation', nation)} {number}{mark}" in text[start:]
            for marker in game.markers[region]:
                assert f"{marker} : {gloss.marker(marker, words)}" in text[start:]
        for field, there in game.fields.items():
            named = f"{words.name('field', field)} "
            sits = " · ".join(words.name("nation", nation) for nation in there)
            assert named in text
            assert sits in text[text.index(named) :]
        for nation, place in game.alliance.items():
            assert f" {place} {words.name('nation', nation)} " in text
        if game.action:
            assert re.search(rf"\b{game.action} (of|von) {action_rounds(game.seats)}\b", text)


def test_free_places_of_fields_are_counted() -> None:
    """AOR-FIELD-8."""
    for seats in (4, 7):
        one = after(seats, 60)
        html = board.draw(scene(one))
        for field, places in OPEN[seats].items():
            item = re.search(rf'<li data-slot="field" data-id="{field}">.*?</li>', html, re.DOTALL)
            assert item is not None
            there = len(one.state.fields.get(field, ()))
            assert item[0].count('class="free"') == places - there
            assert item[0].count('<svg class="nd') == there


def things(one: Table, seat: int) -> set[tuple[str, str]]:
    """Everything on the board at a desk and in the hand of its seat that carries slot and id."""
    shown = replace(scene(one), desk=seat)
    html = board.draw(shown)
    hand = board.hand(shown, seat)
    view = one.view(seat)
    for pile in hand.piles:
        found = view
        for step in pile.at:
            found = found[step]
        html += "".join(hand.faces[card] for card in found)
    return set(re.findall(r'data-slot="(\w+)" data-id="(\w+)"', html + hand.shown))


def test_everything_that_an_order_names_can_be_found_on_the_board_or_in_the_hand() -> None:
    words_of = {ident: slot for slot, names in TITLE.language.slots.items() for ident in names}
    kinds = set()
    for one in games(9):
        if one.over:
            continue
        ask = asked(one)
        there = things(one, ask.player)
        kinds.add(ask.kind.id)
        for legal in ask.data(one.players)["legal"]:
            for word in re.findall(r"\w+", legal["order"]):
                assert word not in words_of or word in board.nameable(one.view(None)), legal["order"]
                slot = "card" if word == BLANK else words_of.get(word)
                if slot is not None and (slot, word) not in there:
                    slots = {name for name, known in TITLE.language.slots.items() if word in known}
                    assert any((other, word) in there for other in slots), legal["order"]
    assert kinds >= {"choose_nation", "auction_bid", "occupy_field", "choose_attack", "defend_card", "assist"}


def test_hidden_cards_are_not_on_the_board() -> None:
    for one in games(15):
        html = board.draw(scene(one))
        assert not re.search(r"\w+_s\d_n\d", html)


def test_nations_have_the_tincture_of_their_player() -> None:
    """AOR-DISC-2: seven colours, each nation its own."""
    one = after(4, 30)
    found = tinctures(one.state)
    assert sorted(found.values()) == [1, 2, 3, 4, 5, 6, 7]
    assert [found[player.nation] for player in one.state.players] == [1, 2, 3, 4]


def test_what_changed_is_marked() -> None:
    before, now = after(4, 60), after(4, 80)
    changed = [
        (region, nation)
        for region, here in now.state.discs.items()
        for nation, number in here.items()
        if before.state.discs[region].get(nation, 0) != number
    ]
    assert changed
    assert board.draw(scene(now, before=before)).count('<circle class="new"') == len(changed)
    assert 'class="new' not in board.draw(scene(now, before=now))


def test_a_combat_shows_both_sides_and_never_a_card_before_its_time() -> None:
    seen = set()
    for one in games(1):
        fight = one.state.combat
        if fight is None or (bool(fight.shown), bool(fight.marker), len(fight.helpers) > 0) in seen:
            continue
        seen.add((bool(fight.shown), bool(fight.marker), len(fight.helpers) > 0))
        html = board.draw(scene(one))
        assert '<path class="att"' in html
        assert html.count('<div class="cs') == 2
        text = said(html)
        if fight.dice:
            for side in (0, 1):
                assert f"strength {fight.strength(side)} " in text
        elif not fight.shown:
            assert "so far" in text
            laid = sum(bool(player.laid) for player in one.state.players)
            assert html.count('class="cardb"') == laid
    assert len(seen) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_own_set_has_a_face_at_the_desk(language: str) -> None:
    for answers in (0, 4, 60, 200):
        one = after(4, answers)
        for seat in range(4):
            hand = board.hand(scene(one, language), seat)
            nation = one.state.players[seat].nation
            assert set(hand.faces) == set(SETS[nation] if nation else ())
            parsed(hand.shown + "".join(hand.faces.values()) + "".join(pile.back for pile in hand.piles))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_desk_names_near_orders_that_the_table_refuses_too(language: str) -> None:
    """Reason and rule are those that the player would get for sending the order."""
    kinds, reasons = set(), set()
    for one in chain([after(4, 2)], games(7)):
        if one.over:
            continue
        words = titles.words(TITLE, language, one.players)
        ask = asked(one)
        told = [each for each in one.asked(None) if each.get("player") == ask.player]
        for no in [no for each in told for no in board.refused(one.view(None), each, words, one.players)]:
            order = no["order"] + (" with blank" if ask.kind.id == "choose_attack" else "")
            with pytest.raises(Refused) as found:
                ask.check(ask.parse(order, one.players))
            reason = words.say(f"refusal.{found.value.key}", found.value.values)
            assert (reason, found.value.rule) == (no["reason"], no["rule"])
            kinds.add(ask.kind.id)
            reasons.add(found.value.key)
    assert kinds == {"choose_nation", "auction_bid", "occupy_field", "choose_attack"}
    assert {"nation_taken", "opener_must_bid", "cannot_pay", "field_full", "allied", "no_own_disc"} <= reasons


def test_charts_follow_the_position() -> None:
    one = after(4, 10_000)
    assert one.over
    found = board.series(one.view(None))
    assert found["standing"] == [player.points for player in one.state.players]
    assert [board.chart_name(chart, scene(one)) for chart in board.CHARTS][1] == "Discs on the map"
    assert board.chapter(one.view(None)) == "III"
    middle = after(4, 90)
    assert board.series(middle.view(None))["gold"] == [player.gold for player in middle.state.players]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_page_has_every_component(language: str) -> None:
    words = titles.words(TITLE, language)
    sheets = board.reference(words)
    html = "".join(sheet.body for sheet in sheets)
    parsed(html)
    there = set(re.findall(r'data-slot="(\w+)" data-id="(\w+)"', html))
    for slot, ids in (("nation", NATIONS), ("region", REGIONS), ("field", FIELDS), ("marker", MARKERS)):
        assert {ident for of, ident in there if of == slot} == set(ids)
    assert html.count('<li class="card court') == len(CARDS)
    assert {("card", card) for card, one in CARDS.items() if one.kind != BLANK} <= there
    text = said(html)
    for card in CARDS.values():
        assert gloss.card(card.id, words) in text
    for field in FIELDS:
        assert gloss.field(field, words) in text
    assert re.search(r"≥ \+3 – \+2 ", text), "AOR-DISCO-7"
    assert re.search(r"≤ −3 \+3 – ", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_page_marks_what_is_reconstructed(language: str) -> None:
    words = titles.words(TITLE, language)
    sheets = {sheet.id: sheet.body for sheet in board.reference(words)}
    known = {one["id"]: one["confidence"] for one in DATA["cards"]}
    assert sheets["cards"].count("°</b>") == sum(one == "reconstructed" for one in known.values()) == 59
    assert "8 / 5 / 3<" in sheets["regions"], "the scoring example of the rulebook has it"
    assert "6 / 4 / 2°<" in sheets["regions"]
    assert [key for key, body in sheets.items() if "°" in body] == ["fields", "regions", "nations", "markers", "cards"]
    for key, body in sheets.items():
        assert body.endswith("</p>") == ("°" in body), f"{key}: a legend where there are marks"
