"""What players say stands on the pages as they meant it to look, and can do no harm there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tables import MODERATOR, PAIR, Playing, minute, seated

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.running.create import begin
from pbem.pages.press_text import press_html
from pbem.pages.site import publish


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Well *played*, **Ben**.", "<p>Well <em>played</em>, <strong>Ben</strong>.</p>"),
        ("One\nTwo", "<p>One<br>\nTwo</p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        (
            "[page](https://table.example)",
            '<p><a href="https://table.example" rel="nofollow noopener noreferrer">page</a></p>',
        ),
    ],
)
def test_a_little_markdown(text: str, shown: str) -> None:
    assert press_html(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,AAAA)",
        "![x](https://elsewhere.example/spy.png)",
        "![x][y]\n\n[y]: https://elsewhere.example/spy.png",
        "<https://ok.example> <b>bold</b>",
        "[x]: javascript:alert(1)\n\n[x]",
        '<a href="https://x" style="position:fixed">x</a>',
        "# Heading\n\n<style>*{display:none}</style>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "`<script>`",
    ],
)
def test_nothing_that_a_page_must_not_contain(text: str) -> None:
    tags = _tags(press_html(text))
    for bad in ("script", "img", "javascript:", "<b>", "style", "<h1", "data:", "onerror"):
        assert bad not in tags, press_html(text)


@pytest.mark.parametrize("text", ["1. " * 1_300, "[" * 4_000, ">" * 4_000, "[a](" * 1_000], ids=lambda text: text[:4])
def test_a_text_made_to_be_hard_is_shown_as_it_is(text: str) -> None:
    made = press_html(text)
    assert _tags(made).replace("blockquote", "").strip("</p> ") == "", made[:200]
    assert press_html("*a*") == "<p><em>a</em></p>", "and the next one is read as ever"


def _tags(html: str) -> str:
    """The tags of a text with what is in them: all else is only shown."""
    return " ".join(re.findall(r"<[^>]*>", html)).lower()


def test_press_stands_in_the_log_and_a_letter_only_by_name(keys: Path) -> None:
    folder = keys / "games" / "duel-1"
    players = seated(PAIR, ("Anna", "Ben"))
    begin(folder, MODERATOR, "wonders_duel", players, {}, "en", Terms(), minute(0), policy={"press": "free"})
    playing = Playing(folder)
    playing.join(PAIR)
    first, second = PAIR
    playing.send(first, "press\nWell *played*.")
    playing.send(first, f"press to {second}\nA secret thing.")
    publish([playing.story()], keys / "site")
    log = (keys / "site/games/duel-1/log.html").read_text(encoding="utf-8")
    assert "<em>played</em>" in log
    assert "writes to" in log
    feed = "".join(path.read_text(encoding="utf-8") for path in (keys / "site").rglob("*.atom"))
    assert "Well *played*" in feed
    everything = [path.read_text(encoding="utf-8", errors="replace") for path in (keys / "site").rglob("*.*")]
    assert not any("A secret thing." in text for text in everything)
