"""A sheet says the same at a terminal and on a page."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.pages.sheet_page import SheetPage
from pbem.table import Vocabulary
from pbem.titles import terminal
from pbem.titles.sheet import Column, Grid, Lines, Picture, Row, Section, Span, listed, named, pairs, player
from pbem.words.console import as_text
from pbem.words.templates import Words

CARDS = Vocabulary("card", {"bath": {"en": "Baths", "de": "Bad"}, "inn": {"en": "Inn & Co", "de": "Gasthaus"}})
WORDS = Words("en", {}, {"card": CARDS}, ("anna", "<b>o"))
KINDS = {"blue": "color(33)"}


def terminal_text(*pieces: Any, **more: Any) -> list[str]:
    return as_text(terminal.draw([Section("s", *pieces, **more)], KINDS)).rstrip("\n").split("\n")


def page(*pieces: Any, faces: dict[str, Any] | None = None, **more: Any) -> str:
    return SheetPage(WORDS, faces).draw([Section("s", *pieces, **more)])


TABLE = Grid(
    (
        Column("who"),
        Column("coins", align="r"),
        Column("roman", only="terminal"),
        Column("icons", only="page", spare=True),
    ),
    [
        Row(player(0, WORDS), 3, "III", "iii"),
        Row(player(1, WORDS), listed([named("card", "bath", WORDS), named("card", "inn", WORDS)]), "I", "i"),
        Row("sum", 3, "", "", tone="strong"),
        Row("hint", "page", only="page"),
        Row("hint", "terminal", only="terminal"),
    ],
    caption="All of it",
    look="all",
)


def test_a_table_at_a_terminal() -> None:
    assert terminal_text(TABLE, head="Coins") == [
        "Coins",
        "who   coins            roman",
        "anna  3                III",
        "<b>o  Baths, Inn & Co  I",
        "sum   3",
        "hint  terminal",
    ]


def test_a_table_on_a_page() -> None:
    shown = page(TABLE, head="Coins")
    assert shown.startswith(
        '<section class="leaf"><h2>Coins</h2>'
        '<div class="scroll" tabindex="0" role="region" aria-label="All of it"><table class="all">'
        "<caption>All of it</caption><thead><tr>"
        '<th>who</th><th class="r">coins</th><th class="spare">icons</th></tr></thead><tbody>'
        '<tr><th scope="row"><span class="who p1">'
    )
    assert '<td class="r">3</td><td class="spare">iii</td>' in shown
    assert (
        '<td class="r"><span data-slot="card" data-id="bath">Baths</span>, '
        '<span data-slot="card" data-id="inn">Inn &amp; Co</span></td>'
    ) in shown
    assert '<tr><th scope="row">sum</th><td class="r"><b>3</b></td>' in shown
    assert "III" not in shown
    assert "terminal" not in shown
    assert "<b>o" not in shown
    assert "&lt;b&gt;o" in shown


@pytest.mark.parametrize(
    ("span", "html"),
    [
        (Span("x", tone="strong"), "<b>x</b>"),
        (Span("x", tone="bad"), '<span class="bad">x</span>'),
        (Span("x", seat=2), '<span class="of p3">x</span>'),
        (
            Span("x", kind="blue", fresh=True, hint='"y"'),
            '<span class="of k-blue fresh" title="&quot;y&quot;">x</span>',
        ),
        (Span("x\ny", slot="coins", value=3), "<3>"),
        (Span("x\ny", slot="other", value=3), "x<br>y"),
        (Span("x", only="terminal"), ""),
    ],
)
def test_what_is_said_on_a_page(span: Span, html: str) -> None:
    assert page(Lines(span), faces={"coins": lambda n: f"<{n}>"}) == f'<section class="leaf"><p>{html}</p></section>'


def test_a_face_stands_for_the_name_and_is_still_found_by_orders() -> None:
    shown = page(Lines(named("card", "bath", WORDS)), faces={"card": lambda ident: f"<i>{ident}</i>"})
    assert '<span data-slot="card" data-id="bath"><i>bath</i></span>' in shown


def test_crests_stand_alone_in_narrow_columns() -> None:
    grid = Grid((Column(), Column(player(1, WORDS), narrow=True)), [Row("a", "b")])
    assert 'class="who' not in page(grid)
    assert 'aria-label="&lt;b&gt;o"' in page(grid)
    assert terminal_text(grid) == ["   <b>o", "a  b"]


def test_colours_of_seats_and_kinds_at_a_terminal() -> None:
    said = terminal.line([player(1, WORDS), Span("x", kind="blue", tone="strong"), Span("p", only="page")], KINDS)
    assert said == [("<b>o", terminal.SEATS[1]), ("x", "bold color(33)")]


def test_what_is_for_one_of_them_alone() -> None:
    assert terminal_text(Picture(lambda width: ["⌂ · ·"]), Lines("a", only="page"), head="Track") == ["Track", "⌂ · ·"]
    assert page(Picture(lambda width: ["⌂ · ·"]), Lines("a", only="page")) == '<section class="leaf"><p>a</p></section>'
    assert page(Lines("a"), only="terminal") == ""
    assert terminal_text(Lines("a"), only="page") == [""]


def test_folded_sections_and_pairs() -> None:
    shown = page(pairs([("a", 1), ("b", Span("2"))]), head="More", folded=True)
    assert shown.startswith('<details class="leaf"><summary>More</summary><div class="scroll" tabindex="0"')
    assert '<tr><th scope="row">b</th><td>2</td></tr>' in shown
    assert terminal_text(pairs([("a", 1), ("b", Span("2"))])) == ["a  1", "b  2"]


def test_nothing_to_list() -> None:
    assert listed([], nothing="–") == "–"
    assert listed([1, "a"], " or ") == ["1", " or ", "a"]


# ---- orders


def test_orders_stand_with_what_they_cost_and_say_that_there_are_more() -> None:
    words = Words("en", {"ask.buy": "Buy, {player}.", "about.buy": "[for {n:coin|coins}]"}, {}, ("anna",))
    asked = {"kind": "buy", "player": 0, "legal": [{"order": "buy inn", "n": 2}, {"order": "pass"}], "complete": False}
    assert as_text(terminal.orders(asked, words)).split("\n") == [
        "Buy, anna.",
        "  buy inn  for 2 coins",
        "  pass",
        "  …",
    ]
    assert as_text(terminal.orders({"kind": "sell", "legal": []}, words, [("sell", "all")])).split("\n") == [
        "sell",
        "  sell  all",
    ]


def test_orders_that_differ_in_one_thing_come_together() -> None:
    legal = [{"order": one} for one in ("army gaul", "pass", "fleet sea", "army iberia")]
    shared, others = terminal.together(legal, lambda order: tuple(order.split()) if " " in order else None)
    assert shared == {"army": ["gaul", "iberia"], "fleet": ["sea"]}
    assert others == [{"order": "pass"}]
