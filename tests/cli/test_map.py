"""`pbem map`: every place of every title with a map, in both languages; borders go both ways."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.cli.exits import Exit
from pbem.titles.sheet import Grid, Section
from pbem.titles.sheet import parts as spoken
from pbem.titles.terminal import draw
from pbem.words import LANGUAGES
from pbem.words.console import as_text
from tests.cli.at_the_desk import desk, pbem

__all__ = ["desk"]
MAPS = [one for one in titles.ids() if titles.load(one).module("gazetteer")]


def test_titles_with_an_atlas_have_a_map() -> None:
    with_atlas = [one for one in titles.ids() if titles.load(one).module("atlas")]
    assert with_atlas == MAPS
    assert len(MAPS) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", MAPS)
def test_every_place_is_described_in_80_columns(title: str, language: str) -> None:
    loaded = titles.load(title)
    gazetteer, words = loaded.module("gazetteer"), titles.words(loaded, language)
    for ident in gazetteer.PLACES:
        text = as_text(draw(gazetteer.place(ident, words)), 80)
        assert words.name(gazetteer.VOCABULARY, ident) in text
        assert "…" not in text, text


def neighbours(sections: list[Section]) -> set[str]:
    """The ids in the table of borders: the second column."""
    rows = [
        row
        for part in sections
        if part.key == "borders"
        for grid in part.pieces
        if isinstance(grid, Grid)
        for row in grid.rows
    ]
    return {getattr(spoken(row.cells[1])[0], "text", "") for row in rows} - {""}


@pytest.mark.parametrize("title", ["world_history", "seven_ages"])
def test_who_borders_whom_is_mutual(title: str) -> None:
    loaded = titles.load(title)
    gazetteer, words = loaded.module("gazetteer"), titles.words(loaded, "en")
    lands = {one: neighbours(gazetteer.place(one, words)) for one in gazetteer.PLACES}
    pairs = [(here, there) for here, near in lands.items() for there in near]
    assert len(pairs) > 200
    barren = set(loaded.vocabularies.get("barren", ()))
    seas = {one for one in lands if one not in {there for near in lands.values() for there in near}}
    for here, there in pairs:
        assert here in lands[there] or here in barren | seas, (here, there)


def test_the_map_at_the_command_line() -> None:
    said = pbem("map", "world_history", "wei").stdout
    assert "Mongolia" in said
    assert "the Great Wall" in said
    assert "Barbarians come from" in said
    assert "Meerenge" in pbem("map", "world_history", "kreta", "--language", "de").stdout
    assert "Nile Delta (nile_delta)" in pbem("map", "world_history", "nile", "delta").stdout
    assert "an attack needs a card with a ship" in pbem("map", "age_of_reason", "baltic").stdout
    assert "River" in pbem("map", "seven_ages", "egypt").stdout
    assert pbem("map", "age_of_reason").stdout.count("\n") == 11
    assert "Did you mean crete?" in pbem("map", "world_history", "cretee", code=Exit.NOT_FOUND).output
    assert "can mean more than one" in pbem("map", "world_history", "east", code=Exit.NOT_FOUND).output
    assert "wonders_duel has no map." in pbem("map", "wonders_duel", "x", code=Exit.NOT_FOUND).output
    assert "no title" in pbem("map", "chess", "x", code=Exit.NOT_FOUND).output
