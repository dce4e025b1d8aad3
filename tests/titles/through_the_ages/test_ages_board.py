"""The board of Through the Ages on the site: every fact stands there as text, and everything can be named."""

from __future__ import annotations

import json
import re
from itertools import chain

import pytest
from ages_kit import CIVIL, MILITARY, PLAYERS, PRINTED, at
from ages_pages import (
    bot_view,
    civilization_facts,
    drawn,
    full,
    parsed,
    printed_name,
    random_games,
    scene,
    squeezed,
    table_facts,
    things_in,
    things_on,
)

from pbem import titles
from pbem.pages.kit import sprite
from pbem.table import Table
from pbem.titles.through_the_ages import TITLE, board, gloss
from pbem.words import LANGUAGES


def facts_are_told(table: Table, html: str) -> None:
    root = parsed(html)
    told = squeezed("".join(root.itertext()))
    for fact in table_facts(table):
        assert squeezed(fact) in told, fact
    for seat, civ in enumerate(table.state.civs):
        own = next(one for one in root.iter("section") if one.get("id") == f"civ{seat}")
        text = squeezed("".join(own.itertext()))
        for fact in civilization_facts(table, seat) if not civ.resigned else ["has resigned"]:
            assert squeezed(fact) in text, fact


def test_every_fact_of_a_rich_position_is_told() -> None:
    facts_are_told(full(), drawn(full()))


@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_fact_of_random_games_is_told(seats: int) -> None:
    for number, table in enumerate(random_games(seats, 3)):
        if number % 61 == 0 or table.over:
            facts_are_told(table, drawn(table))


@pytest.mark.parametrize(("seats", "round_"), [(2, 1), (2, 8), (2, 99), (4, 9)])
def test_every_fact_of_games_between_bots_is_told(seats: int, round_: int) -> None:
    facts_are_told(bot_view(seats, round_), drawn(bot_view(seats, round_)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", TITLE.seats)
def test_boards_are_well_formed(seats: int, language: str) -> None:
    for number, table in enumerate(random_games(seats, 4)):
        if number % 83 and not table.over:
            continue
        shown = scene(table, language)
        for html in (board.draw(shown), board.draw(scene(table, language, 0)), board.thumb(shown)):
            root = parsed(html)
            assert not [one for one in root.iter() if "style" in one.attrib]
            ids = [one.get("id") for one in root.iter() if one.get("id")]
            assert len(ids) == len(set(ids))
            assert not re.search(r"[{\[][a-z]", re.sub(r"<[^>]*>", "", html))
            signs = set(re.findall(r'href="#(i-[a-z]+)"', html))
            assert all(f'id="{sign}"' in sprite(html) for sign in signs)


@pytest.mark.parametrize("options", [{}, {"civil_hands_public": False}])
@pytest.mark.parametrize(
    "seats", [TITLE.seats[0], *(pytest.param(seats, marks=pytest.mark.slow) for seats in TITLE.seats[1:])]
)
def test_whatever_an_order_names_can_be_found(seats: int, options: dict[str, bool]) -> None:
    """On the board, or in the hand at the desk."""
    looked = 0
    games = chain.from_iterable(random_games(seats, seed, options) for seed in range(5, 9))
    for number, table in enumerate(games):
        own_turn = all(ask.kind.id in ("act", "political_action") for ask in table.pending.values())
        if table.over or (own_turn and number % 7):
            continue
        open_things = things_on(drawn(table))
        for seat, ask in table.pending.items():
            civ = table.state.civs[seat]
            hand = board.hand(scene(table), seat)
            held = {*civ.military_hand, *civ.covered}
            own = {(slot, card) for one in hand.lists for card in held & set(one.cards) for slot in one.slots.split()}
            assert {card for _, card in own} == held
            at_desk = things_on(drawn(table, desk=seat)) | things_on(hand.shown) | own
            for answer in ask.listed():
                order = ask.write(answer, table.players)
                for slots, ident in things_in(order, ask, table):
                    assert any((slot, ident) in open_things | own for slot in slots), (order, ident)
                    assert any((slot, ident) in at_desk for slot in slots), (order, ident)
                    looked += 1
    assert looked > 1000


def test_a_wonder_costs_more_for_who_has_some() -> None:
    html = drawn(full())
    assert "Anna pays 3" in html, "the Eiffel Tower costs 1, and 2 more for two wonders"
    assert "Ben pays" not in html


def test_the_end_of_the_age_names_what_is_lost() -> None:
    told = re.sub(r"<[^>]*>", "", drawn(full()))
    assert (
        "loses Leonardo da Vinci, St. Peter&#x27;s Basilica, Monarchy, Breakthrough and Trade Routes Agreement" in told
    )
    assert "obsolete in hand: 3 military cards" in told


def test_at_a_desk_the_others_are_brief() -> None:
    table = full()
    html = drawn(table, desk=1)
    assert len(html) < 0.75 * len(drawn(table))
    told = html[html.index('id="civ0"') :]
    for card in ("iron", "monarchy", "leonardo_da_vinci", "pyramids", "code_of_laws", "inhabited_territory_i"):
        assert printed_name(card) in told


def test_what_is_new_is_marked() -> None:
    before = at({"civs": [{"unused": 1, "tokens": {"bronze": 3}}, {}]})
    view = before.view(None)
    before.order(0, "build bronze")
    shown = scene(before)
    html = board.draw(type(shown)(shown.view, shown.players, shown.words, view, (), "", PLAYERS[:2]))
    fresh = re.findall(r'class="[^"]* fresh" data-slot="tech" data-id="(\w+)"', html)
    assert fresh == ["bronze"]


# ---- the desk


@pytest.mark.parametrize(("science", "told"), [(6, "affordable"), (5, "1 science short")])
def test_the_hand_says_what_can_be_paid(science: int, told: str) -> None:
    table = at({"civs": [{"science": science, "hand": ["code_of_laws"]}]})
    shown = board.hand(scene(table), 0).shown
    card = shown[shown.index('data-id="code_of_laws"') :]
    assert told in card[: card.index("</li>")]


def test_the_desk_says_what_could_be_paid_for() -> None:
    table = at({"civs": [{"tokens": {"bronze": 2, "agriculture": 1}, "unfinished": "pyramids"}]})
    shown = re.sub(r"<[^>]*>", "", board.hand(scene(table), 0).shown)
    assert "You could pay for: Warriors 2, Agriculture 2, Bronze 2." in shown
    assert "Too expensive: A new worker 2, Next stage: Pyramids 3" in shown


def test_the_cards_of_a_desk_do_not_depend_on_the_hand() -> None:
    """What the page has must not tell what is in the sealed hand."""
    hands = (["raid_i", "pestilence"], ["rats", "legion"])
    made = [board.hand(scene(at({"civs": [{"military_hand": cards}]})), 0) for cards in hands]
    assert made[0] == made[1]
    assert {card for one in made[0].lists for card in one.cards} >= {card for cards in hands for card in cards}


def test_what_is_refused_is_told_with_its_reason() -> None:
    table = at({"civs": [{"science": 1, "hand": ["code_of_laws"]}], "row": ["iron"]})
    words = titles.words(TITLE, "en", PLAYERS[:2])
    found = board.refused(table.view(None), {"kind": "act", "player": 0}, words, PLAYERS[:2])
    assert {
        "order": "develop code_of_laws",
        "reason": "You have 1 science point, but it costs 6.",
        "rule": found[0]["rule"],
    } in found


def test_charts_have_their_figures() -> None:
    table = full()
    series = board.series(table.view(None))
    assert series["culture"] == [43, 31, 38, 27]
    assert set(series) == {chart.key for chart in board.CHARTS}
    for language in LANGUAGES:
        for chart in board.CHARTS:
            assert board.chart_name(chart, scene(table, language))
    assert printed_name("iron") in drawn(table)


# ---- the reference page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_page_stands_for_the_box(language: str) -> None:
    """Every card with its name, what it does and how many there are; 179 civil and 150 military cards with four."""
    words = titles.words(TITLE, language)
    found = board.reference(words)
    assert len({sheet.id for sheet in found}) == len(found)
    copies = {}
    for sheet in found:
        for row in parsed(sheet.body).iter("tr"):
            if row.get("data-id"):
                cells = ["".join(cell.itertext()) for cell in row]
                assert cells[0] == words.name("card", row.get("data-id", ""))
                assert cells[1] == PRINTED[row.get("data-id", "")]["age"]
                assert cells[-2] == gloss.does(row.get("data-id", ""), words)
                copies[row.get("data-id", "")] = cells[-1]
    assert set(copies) == set(PRINTED)
    for entries, number in ((CIVIL, 179), (MILITARY, 150)):
        last = [copies[entry["id"]].rpartition("/")[2].strip() for entry in entries if entry.get("in_deck", True)]
        assert sum(map(int, last)) == number


def test_the_reference_page_has_the_tables_of_the_boards() -> None:
    told = {
        sheet.id: squeezed("|".join(parsed(sheet.body).itertext()))
        for sheet in board.reference(titles.words(TITLE, "en"))
    }
    assert "9–10|4|2|3" in told["banks"]
    assert "1–5|4" in told["banks"]
    assert "10–13|3civilactionseach" in told["row"]
    assert "AgeII|44|50|53" in told["decks"]
    assert "Copyatacticthatisopentoall|2militaryactions" in told["costs"]


# ---- how much the pages weigh


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "round_"), [(2, 8), (2, 16), pytest.param(4, 16, marks=pytest.mark.slow)])
def test_late_boards_and_desks_leave_room_for_the_rest_of_the_page(seats: int, round_: int, language: str) -> None:
    """Of the 150 KB of a page a board has 80 (the rest are style, log and charts), what differs at a desk 42."""
    table = bot_view(seats, round_)
    shown = scene(table, language)
    assert len(board.draw(shown).encode()) < 80_000
    seat = table.state.active
    hand = board.hand(shown, seat)
    lists = json.dumps([(one.look, one.slots, one.cards) for one in hand.lists], ensure_ascii=False)
    assert len((drawn(table, language, desk=seat) + hand.shown + lists).encode()) < 42_000
