"""Seats are told apart by letters that are unique at the table, on every crest of every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import named
from tables import SHOWCASE

from pbem.pages.from_campaign import tell
from pbem.pages.kit import letter, seated, short
from pbem.pages.model import LogMoment
from pbem.pages.site import publish

GAMES = SHOWCASE.parent
PIECE = re.compile(r'<g class="(?:pc|ship) p(\d)(?: old)?".*?<text[^>]*>([^<\d′]+)')


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Anna", "Ben"), ("A", "B")),
        (("anna", "arno", "axel"), ("An", "Ar", "Ax")),
        (("Anna", "Anne", "Ben"), ("An", "Ae", "B")),
        (("Al", "Al", "Al"), ("Al", "A1", "A2")),
        (("Örs", "ömer"), ("Ör", "Öm")),
        (("7 x", "…", "?"), ("7", "?1", "?2")),
        (("مرحبا", "Mia"), ("م", "M")),
    ],
)
def test_letters_are_unique_at_a_table(names: tuple[str, ...], letters: tuple[str, ...]) -> None:
    found = seated(names)
    assert tuple(map(letter, found)) == letters
    assert len(set(letters)) == len(names)
    assert tuple(letter(short(one, 3)) for one in found) == letters, "also where a name is cut"
    assert found == names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "least"),
    [("duel-supremacy", 100), ("empire-showcase", 1000)],
)
def test_no_two_seats_have_the_same_letters_on_any_page(tmp_path: Path, game: str, least: int) -> None:
    told = tell(GAMES / game, None)
    names = ("anna", "arno", "axel", "Asta")[: len(told.seats)]
    story = named(told, names)

    def moments(after: int) -> Iterator[LogMoment]:
        return (replace(moment, names=names) for moment in told.moments(after))

    publish([replace(story, moments=moments)], tmp_path / "site")
    right = {(str(seat + 1), letter(name)) for seat, name in enumerate(story.players)}
    found = 0
    for path in [*(tmp_path / "site/games").rglob("*.html"), tmp_path / "site/index.html"]:
        if ".de." in path.name or (path.parent.name == "t" and path.stem[-1] not in "05"):
            continue
        text = path.read_text(encoding="utf-8")
        shown = [(one, said) for one, said in re.findall(r'<svg class="crest p(\d)"[^>]*>.*?<text[^>]*>([^<]*)', text)]
        shown += [(one, said) for one, said in PIECE.findall(text) if " " not in said]  # the legend has crests too
        assert set(shown) <= right, path
        found += len(shown)
    assert found > least
