"""Figures of an edition keep bounds, and within them every game has an end; hostile edition files cost no work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from pbem import titles
from pbem.table import Table
from pbem.titles import edition_check, editions, resources
from pbem.titles.editions import BadEdition, Edition, parse
from pbem.trials import edition_bounds

FILES = [(ident, file) for ident in titles.ours() for file in resources.data_files(f"pbem.titles.{ident}")]


@pytest.mark.parametrize(
    "every", [pytest.param(9, marks=pytest.mark.slow, id="some"), pytest.param(1, marks=pytest.mark.nightly, id="all")]
)
@pytest.mark.parametrize(("ident", "file"), FILES)
def test_figures_at_their_extremes_are_refused_or_played_to_the_end(ident: str, file: str, every: int) -> None:
    assert list(edition_bounds.at_extremes(titles.load(ident), file, every)) == []


@pytest.mark.parametrize("ident", titles.ours())
def test_a_title_states_bounds_that_its_own_figures_keep(ident: str) -> None:
    assert list(edition_bounds.unsound(titles.load(ident).package)) == []


def test_a_title_without_bounds_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition_check, "bounds_of", lambda package: {})
    assert next(edition_bounds.unsound("pbem.titles.wonders_duel")) == "bounds.yaml states no bounds for any figure"


def test_extremes_are_really_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its bound a figure by which the score is divided ends games with a fault, and the trial says so."""
    title = titles.load("wonders_duel")
    lines = {"constants.coins_per_vp": [0, 99], "*": "fixed"}
    monkeypatch.setattr(edition_check, "bounds_of", lambda package: {"components.yaml": lines})
    (fault,) = edition_bounds.at_extremes(title, "components.yaml")
    assert fault.startswith("components.yaml: constants.coins_per_vp at its least: ZeroDivisionError")


@pytest.mark.parametrize(
    ("bounds", "fault"),
    [
        ({"cards.yaml": {}}, "there is no data file cards.yaml"),
        ({"components.yaml": {"*": [9, 0]}}, "* needs the least and the most, or fixed"),
        ({"components.yaml": {"*": "any"}}, "* needs the least and the most, or fixed"),
        ({"components.yaml": {"constants.start_coins": [8, 9], "*": "fixed"}}, "constants.start_coins is 7, out of 8"),
    ],
)
def test_wrong_bounds_are_found(bounds: Any, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition_check, "bounds_of", lambda package: bounds)
    assert any(fault in one for one in edition_bounds.unsound("pbem.titles.wonders_duel"))


def edition(section: str, name: str = "ours", title: str = "wonders_duel") -> str:
    return f"title: {title}\nname: {name}\nchanges: {{components.yaml: {{{section}}}}}\n"


BEYOND = [
    ("constants: {coins_per_vp: 0}", "constants.coins_per_vp must be from 1 to 99, not 0"),
    ("constants: {wonder_draft_batch: 0}", "constants.wonder_draft_batch cannot be changed"),
    ("constants: {ages: 99}", "constants.ages cannot be changed"),
    ("constants: {start_coins: -3}", "constants.start_coins must be from 0 to 99, not -3"),
    ("constants: {start_coins: null}", "constants.start_coins cannot be taken away"),
    ("buildings: {walls: {shields: -9}}", "buildings.walls.shields must be from 0 to 99, not -9"),
    ("buildings: {walls: {shield: 2}}", "there is no buildings.*.shield"),
    ("buildings: {theater: {shields: [3]}}", "there is no buildings.*.shields.*"),
    ("buildings: {theater: {shields: three}}", "buildings.*.shields must be int, not 'three'"),
    ("layouts: {age_1: {row_sizes: [20]}}", "the number of figures of layouts.age_1.row_sizes cannot be changed"),
    ('buildings: {walls: {name: "W\\x1b[31m"}}', "characters that cannot be shown"),
    ('buildings: {walls: {name: "W\\u202ellaw"}}', "characters that cannot be shown"),
    ('buildings: {walls: {"na\\x07me": Wall}}', "characters that cannot be shown"),
]


@pytest.mark.parametrize(("section", "told"), BEYOND)
def test_what_is_out_of_bounds_is_refused_with_the_place(section: str, told: str) -> None:
    with pytest.raises(BadEdition) as refused:
        parse(edition(section), "ours.yaml")
    assert told in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ['"a\\x1b[2J"', '"a\\u202eb"', '""', '" "'])
def test_a_name_is_text_that_can_be_shown(name: str) -> None:
    with pytest.raises(BadEdition, match="the name must be text that can be shown"):
        parse(edition("constants: {start_coins: 9}", name), "ours.yaml")


def test_names_of_an_edition_that_others_wrote_reach_no_terminal() -> None:
    """The genesis of a stranger was not read by `parse`."""
    changes = {"components.yaml": {"buildings": {"walls": {"name": "W\x1b[31ma\u202ells", "name_de": "M\u2066auer"}}}}
    title = titles.load("wonders_duel", Edition("wonders_duel", "o\x1b]0;x\x07ours\u202e", changes))
    assert title.edition == "o]0;xours"
    assert title.vocabularies["card"].name("walls", "en") == "W[31malls"
    assert title.vocabularies["card"].name("walls", "de") == "Mauer"


BOMB = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefghij", "bcdefghijk", strict=True))
HOSTILE = [
    ("aliases", BOMB, "no aliases, anchors and tags"),
    ("deep", "a: " + "[" * 3000 + "]" * 3000, "is too large"),
    ("long", "a: [" + "1, " * 30_000 + "1]", "is too large"),
    ("endless", "# " + "x" * 300_000, "is too large"),
    ("a set", "a: !!set {x}", "no aliases, anchors and tags"),
    ("binary", "a: !!binary aGk=", "no aliases, anchors and tags"),
    ("code", "a: !!python/object/apply:os.getcwd []", "no aliases, anchors and tags"),
    ("no such date", "a: 2001-99-99", "something other than text"),
    ("digits", edition("constants: {start_coins: " + "9" * 5000 + "}"), "something other than text"),
    ("many digits", edition("constants: {start_coins: " + "9" * 4000 + "}"), "more than nine digits"),
    ("a date", edition("constants: {start_coins: 2001-12-24}"), "something other than text"),
    ("year 1", edition("constants: {start_coins: 0001-01-01}"), "something other than text"),
    ("year 9999", edition("constants: {start_coins: 9999-12-31}"), "something other than text"),
    ("a list as a key", edition("constants: {[a]: 3}"), "something other than text"),
    ("a truth as a key", edition("constants: {yes: 3}"), "is no name of a field"),
    ("fractions", edition("constants: {start_coins: 7.5}"), "numbers must be whole"),
    ("twice", edition("constants: {start_coins: 7}") + "--- {}", "not readable as YAML"),
]


@pytest.mark.parametrize(("text", "told"), [one[1:] for one in HOSTILE], ids=[one[0] for one in HOSTILE])
def test_a_hostile_file_is_refused_after_little_work(text: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is built of a file before its events were counted, and their counting stops at the first too many."""
    seen = 0
    parsed = yaml.parse

    def counted(*given: Any, **more: Any) -> Iterator[Any]:
        nonlocal seen
        for event in parsed(*given, **more):
            seen += 1
            yield event

    monkeypatch.setattr(yaml, "parse", counted)
    with pytest.raises(BadEdition, match=told) as refused:
        parse(text, "ours.yaml")
    assert seen <= editions.MOST_EVENTS + 2
    assert len(str(refused.value)) < 400


def test_an_edition_of_a_ledger_goes_on_whatever_its_figures() -> None:
    """What players agreed to with an earlier version is not refused by bounds that came later."""
    figures = {"components.yaml": {"constants": {"start_coins": -3}}}
    ours = titles.load("wonders_duel", Edition("wonders_duel", "ours", figures))
    assert [city.coins for city in Table(ours, ("anna", "ben"), below=lambda n: 0).state.cities] == [-3, -3]
