"""The terminal shows everything that is on the board of 7 Ages, to whom it may be shown, at any width."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console
from seven_kit import at, lapsed, position
from seven_pages import asked, crowded, games

from pbem import titles
from pbem.campaign.published import position_text
from pbem.table import Table
from pbem.titles.seven_ages import TITLE, sheet
from pbem.titles.seven_ages.atlas import AROUND
from pbem.titles.seven_ages.cards import ACTIONS, CARDS
from pbem.words import LANGUAGES


def shown(table: Table, seat: int | None, language: str = "en", width: int = 80) -> str:
    words = titles.words(TITLE, language, table.players)
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(position_text.board(TITLE, table.view(seat), words, seat))
    if seat in table.unanswered:
        console.print(position_text.moves(TITLE, table.unanswered[seat].data(table.players), words))
    return out.getvalue()


def rows(page: str, begin: str) -> str:
    """A row of a table with the lines that it was broken into, on one line."""
    lines = page.splitlines()
    n = next(n for n, line in enumerate(lines) if line.startswith(begin))
    more = [lines[n]]
    for line in lines[n + 1 :]:
        if not line.startswith("  ") or not line.strip():
            break
        more.append(line)
    return " ".join(" ".join(more).split())


def romans(*orders: str, **more: Any) -> Table:
    given = position(
        {
            "anna": {"romans": {"step": 12, "money": 14, "capital": "latium", "elites": 2}},
            "ben": {"gauls": {"step": 9}},
        },
        units={
            "romans": {"latium": {"sword": 2, "spear": 1}, "etruria": {"chariot": 1}},
            "gauls": {"germany": {"spear": 1}},
        },
        cities={"latium": 3},
        forts=["etruria"],
        unrest=["germany"],
        artifacts={"latium": "great_library"},
        hands={"anna": ["c5", "c58"]},
        turn=3,
    )
    return at(given | more.pop("given", {}), *orders, **more)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_public_is_there(language: str) -> None:
    table = romans()
    words = titles.words(TITLE, language)
    page = shown(table, None, language, 120)
    name = {one: words.name("empire", one) for one in ("romans", "gauls")}
    figures = rows(page, name["romans"])
    assert figures.startswith(f"{name['romans']} anna 12 (II) 14 ")
    lines = [line for line in page.splitlines() if line.startswith(name["romans"])]
    assert words.say("text.capital", {"area": "latium"}) in lines[1]
    assert words.say("text.elites", {"number": 2}) in lines[1]
    held = lines[2]
    works = (words.say("text.city", {"capital": True, "level": 3}), words.name("artifact", "great_library"))
    assert f"{words.name('area', 'latium')} 3 ({', '.join(works)})" in held
    assert f"{words.name('area', 'etruria')} 1 ({words.say('text.fort')})" in held
    gauls = [line for line in page.splitlines() if line.startswith(name["gauls"])][2]
    assert f"{words.name('area', 'germany')} 1 ({words.say('text.unrest')})" in gauls
    for action in ACTIONS:
        assert words.name("action", action) in page
    for colour in ("orange", "yellow", "black"):
        assert words.name("colour", colour) in page


def test_units_hand_and_markers_are_seen_by_their_owner_alone() -> None:
    """SA-4.2-38, SA-prep-5."""
    table = romans()
    own = shown(table, 0)
    assert rows(own, "Latium ").startswith("Latium Spear 1, Sword 2 ")
    near = [TITLE.vocabularies["area"].name(area, "en") for area in AROUND["latium"]]
    assert all(name in rows(own, "Latium ") for name in near), "what borders on it"
    assert "c5 " in own
    assert "c58" in own
    table.order(0, "mark romans manoeuvre, extra destiny")
    table.order(1, "mark gauls civilise, extra destiny")
    marked = shown(table, 0)
    assert "Romans            Manoeuvre" in marked[marked.index("Your markers") :]
    for reader in (1, None):
        page = shown(table, reader)
        assert not any(f"{TITLE.vocabularies['unit'].name(unit, 'en')} 2" in page for unit in ("sword", "chariot"))
        assert "c58" not in page
        assert page[page.index("Empires in play") :].count("marker face down") == 2
        assert "Your markers" not in page or "Manoeuvre" not in page[page.index("Your markers") :]


@pytest.mark.parametrize("width", [80, *(pytest.param(width, marks=pytest.mark.slow) for width in (40, 160))])
def test_every_position_can_be_shown_at_any_width(width: int) -> None:
    for n, table in enumerate(games(140, (2, 7))):
        language = LANGUAGES[n % 2]
        for reader in (None, *list(table.unanswered)[:1]):
            page = shown(table, reader, language, width)
            assert page.strip()
            orders = page.splitlines()
            most = max(len(line.rstrip()) for line in orders)
            assert most <= width or reader is not None, "orders are not broken, everything else is"
    assert "wins" in shown(table, None) or "share" in shown(table, None) or "gewinnt" in page or "teilen" in page


def test_a_full_table_fits_eighty_columns() -> None:
    page = shown(crowded(), None)
    heads = next(line for line in page.splitlines() if line.startswith("Empire "))
    assert heads.split() == [
        "Empire",
        "Player",
        "Step",
        "Money",
        "Income",
        "Upkeep",
        "Units",
        "Areas",
        "Cities",
        "Trade",
    ]
    assert max(map(len, page.splitlines())) <= 80


def test_an_order_that_names_a_card_says_what_it_is() -> None:
    for table in games(1, (2,)):
        if not table.over and asked(table).kind.id == "show_first_card":
            seat = next(iter(table.unanswered))
            page = shown(table, seat, width=160)
            for card in table.state.players[seat].hand:
                one = CARDS[card]
                row = next(line for line in page.splitlines() if line.strip().startswith(f"show {card} "))
                assert TITLE.vocabularies["empire"].name(one.empire, "en") in row
                assert TITLE.vocabularies["event"].name(one.event, "en") in row
            return
    raise AssertionError


def test_moves_to_several_areas_stand_on_one_line() -> None:
    table = romans(given={"act": ["romans", "manoeuvre"]}, phase="manoeuvre")
    lapsed(table)
    rows_of = [line.strip() for line in shown(table, 0, width=200).splitlines()]
    (row,) = [row for row in rows_of if row.startswith("move spear from latium to …")]
    assert row.split("…")[1].strip() == "etruria; sicily; lombardy via etruria"
    assert "end moves" in rows_of


def test_no_legal_order_is_lost_where_orders_stand_together() -> None:
    """Each is a row, or a stem with its end; of long lists the rest is counted."""
    kinds = set()
    for table in games(5, (2, 4)):
        if table.over:
            continue
        ask = asked(table)
        told = ask.data(table.players)
        found, more = set(), 0
        for order, said in sheet.orders(told, titles.words(TITLE, "en", table.players)):
            if order.endswith(" …"):
                found |= {f"{order[:-2]} {end}" for end in said.splitlines()[-1].split("; ")}
            elif order == "…":
                more += int(said.split()[1]) if said else 0
            else:
                found.add(order)
        legal = {one["order"] for one in told.get("legal", ())}
        assert found <= legal
        assert len(legal) == len(found) + more
        kinds.add(ask.kind.id)
    assert len(kinds) > 12
