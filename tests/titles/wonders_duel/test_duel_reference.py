"""The reference page of the duel has the whole box, with its figures."""

from __future__ import annotations

import re

import pytest

from pbem import titles
from pbem.titles.wonders_duel import TITLE
from pbem.titles.wonders_duel.board import reference
from pbem.titles.wonders_duel.cards import BUILDINGS, TOKENS, WONDERS
from pbem.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_wonder_and_token_is_there_under_its_name(language: str) -> None:
    words = titles.words(TITLE, language, ())
    page = "".join(one.body for one in reference(words))
    for slot, idents in (("card", BUILDINGS), ("wonder", WONDERS), ("token", TOKENS)):
        for ident in idents:
            told = re.findall(f'<li data-slot="{slot}" data-id="{ident}"><b>(.*?)</b> (.+?)</li>', page)
            assert [name for name, _ in told] == [words.name(slot, ident)]
    assert page.count('<li class="card ') == len(BUILDINGS)
    assert page.count('<li class="wonder') == len(WONDERS)


def test_the_military_track_pays_what_the_box_says() -> None:
    track = next(one for one in reference(titles.words(TITLE, "en", ())) if one.id == "track")
    rows = re.findall(r'<th scope="row">(\d)</th><td class="r">(.*?)</td><td class="r">(.*?)</td>', track.body)
    assert [points for _, points, _ in rows] == ["0", "2", "2", "5", "5", "5", "10", "10", "10", "victory at once"]
    assert {n: lost for n, _, lost in rows if lost != "–"} == {"3": "2", "6": "5"}
