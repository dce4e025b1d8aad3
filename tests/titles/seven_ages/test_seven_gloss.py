"""What is said of cards, events, artifacts, leaders and empires, and the reference page that is made of it."""

from __future__ import annotations

import re

import pytest

from pbem import titles
from pbem.pages.reference import leaves
from pbem.titles import editions
from pbem.titles.printed_figures import printed_figures
from pbem.titles.seven_ages import TITLE, gloss
from pbem.titles.seven_ages.atlas import AREAS, GROUNDS
from pbem.titles.seven_ages.board.marks import confidence
from pbem.titles.seven_ages.cards import ARTIFACTS, CARDS, COLOURS, DATA, EMPIRES, EVENTS, LEADER_KINDS, NAMED, UNITS
from pbem.titles.seven_ages.sheet import card_told
from pbem.words import LANGUAGES

TOLD = (*EVENTS, *ARTIFACTS, *LEADER_KINDS)


def texts(language: str) -> dict[str, list[str]]:
    """Everything that is said, by what it is said of."""
    words = titles.words(TITLE, language)
    said = {ident: [gloss.does(ident, words)] for ident in TOLD}
    said |= {card: gloss.card(card, words) for card in CARDS}
    said |= {ident: [gloss.leader(ident, words)] for ident in NAMED}
    for ident in EMPIRES:
        said[ident] = [
            *gloss.specials(ident, words),
            *gloss.symbols(ident, words),
            gloss.starts(ident, words),
            gloss.setups(ident, words),
            gloss.when_started(ident, words),
        ]
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_described(language: str) -> None:
    for ident, said in texts(language).items():
        for text in said:
            assert text, ident
            assert not re.search(r"[{}\[\]|]|\w_\w", text), (ident, text)
    words = titles.words(TITLE, language)
    for ident in TOLD:
        assert gloss.does(ident, words).endswith("."), ident


def test_both_languages_tell_the_same_figures() -> None:
    english, german = texts("en"), texts("de")
    for ident, said in english.items():
        one, other = (sorted(re.findall(r"\d+", " ".join(text))) for text in (said, german[ident]))
        assert one == other, ident


def test_every_figure_of_an_effect_is_told() -> None:
    """An amount of 1 may be a word; in the entries' texts every other number stands as such."""
    words = titles.words(TITLE, "en")
    for entry in (*DATA["events"]["events"], *DATA["artifacts"]["artifacts"], *DATA["leaders"]["kinds"]):
        told = set(map(int, re.findall(r"\d+", gloss.does(entry["id"], words))))
        assert {abs(n) for n in printed_figures(entry["effects"]).values() if abs(n) > 1} <= told, entry["id"]


def test_an_edition_is_told_with_its_figures() -> None:
    changes = {
        "events.yaml": {"events": {"financier": {"effects": [{"type": "gain", "what": "money", "amount": 25}]}}},
        "empires.yaml": {"empires": {"sumerians": {"effects": [{"type": "early_unit", "unit": "sword", "steps": 1}]}}},
    }
    other = titles.load(TITLE.id, editions.Edition(TITLE.id, "ours", changes))
    words, told = titles.words(other, "en"), other.module("gloss")
    assert told.does("financier", words) == "The empire gains 25 money."
    assert told.specials("sumerians", words) == ["May build swords 1 step earlier than the track allows."]


def test_a_hand_says_how_an_empire_begins_and_what_the_card_does() -> None:
    assert card_told("c62", titles.words(TITLE, "en")).splitlines() == [
        "worth 2: Ming (age IV), Kiangsu O4; Hopei O3, 46 money",
        "Areas (land, China) 3, Cities 3, Areas (sea and ocean) 1, Homeland +1/−1",
        "Begins with 2 forts in its start areas.",
        "Tax Revolt (Civilise): The empire loses half its money, the loss rounded up.",
        "Renaissance (IV–V, needs a city of level 5 or more or Printing Press): "
        "The empire buys glory for 20 instead of 50 money.",
    ]


# ---- the reference page


@pytest.fixture(scope="module", params=LANGUAGES)
def page(request: pytest.FixtureRequest) -> tuple[str, dict[str, str]]:
    language: str = request.param
    return language, {leaf.id: leaf.body for leaf in leaves(TITLE, language)}


@pytest.mark.parametrize(
    ("sheet", "slot", "things"),
    [
        ("cards", "c", CARDS),
        ("events", "event", EVENTS),
        ("artifacts", "artifact", ARTIFACTS),
        ("leaders", "leader", (*LEADER_KINDS, *NAMED)),
        ("areas", "area", AREAS),
        ("units", "unit", UNITS),
        ("counters", "colour", COLOURS),
    ],
)
def test_everything_in_the_box_is_listed_and_can_be_named(
    page: tuple[str, dict[str, str]], sheet: str, slot: str, things: list[str]
) -> None:
    found = re.findall(rf'data-slot="{slot}" data-id="([^"]+)"', page[1][sheet])
    assert sorted(found) == sorted(things)


def test_terrain_is_listed_with_its_figures(page: tuple[str, dict[str, str]]) -> None:
    language, sheets = page
    rows = {
        row[0]: row[1:]
        for row in (
            re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", tr) for tr in re.findall(r"<tr>(.*?)</tr>", sheets["terrain"])
        )
    }
    for ground in GROUNDS.values():
        row = rows[gloss.printed(ground.id, titles.words(TITLE, language))]
        assert re.match(r"\d+", row[0])[0] == str(ground.income)
        assert [re.match(r"\d+|–", cell)[0] for cell in row[1:7]] == [
            str(ground.move.get(kind, "–")) for kind in ("infantry", "cavalry", "missile", "elephant", "naval", "air")
        ]


def test_what_is_reconstructed_is_marked(page: tuple[str, dict[str, str]]) -> None:
    _, sheets = page
    mark = r'</span><span class="dim">°</span>'
    for entry in DATA["events"]["events"]:
        cell = re.search(rf'data-slot="event" data-id="{entry["id"]}"[^>]*>.*?</th>', sheets["events"])
        assert cell
        assert bool(re.search(mark, cell[0])) == (confidence(entry, "name") in ("reconstructed", "memory")), entry["id"]
    assert '<p class="small dim">°' in sheets["events"]
    assert "°" not in sheets["course"]


@pytest.mark.parametrize(
    ("marks", "field", "level"),
    [
        ("verified", "name", "verified"),
        ({"name": "single", "other": "reconstructed"}, "name", "single"),
        ({"name": "verified", "other": "reconstructed"}, "cost", "reconstructed"),
        ({"name": "verified"}, "cost", "verified"),
    ],
)
def test_how_certain_a_field_is(marks: object, field: str, level: str) -> None:
    assert confidence({"confidence": marks}, field) == level
