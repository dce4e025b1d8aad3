"""The terminal shows everything that is on the board, to whom it may be shown, at any width."""

from __future__ import annotations

import io
import random

import pytest
from reason_kit import HANDLES, asked, going_on, position
from rich.console import Console

from pbem import titles
from pbem.campaign.published import position_text
from pbem.orders.fact_help import described
from pbem.orders.lines import LineReader
from pbem.table import Table
from pbem.table.saying import ask_text
from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.atlas import NATIONS, REGIONS
from pbem.titles.age_of_reason.cards import FIELDS


def shown(one: Table, seat: int | None, language: str = "en", width: int = 160) -> str:
    words = titles.words(TITLE, language, one.players)
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(position_text.board(TITLE, one.view(seat), words, seat))
    if seat in one.pending:
        console.print(position_text.moves(TITLE, one.pending[seat].data(one.players), words))
    return out.getvalue()


def middle(seats: int, seed: int, steps: int) -> Table:
    chance = random.Random(seed)
    one = Table(TITLE, HANDLES[:seats], below=chance.randrange)
    for _ in range(steps):
        ask = asked(one)
        one.answer(ask.player, ask.sample(chance.randrange))
    return one


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_that_is_public_is_there(language: str) -> None:
    """AOR-GEN-6: points, gold, discontent, cards in hand, discs, markers, fields and who sits there, alliances."""
    game = position(
        ["prussia", "austria"],
        discs={"india": {"prussia": 3, "spain": 2}},
        fields={"saxony": ["austria"]},
        markers={"africa": ["africa_2"], "ottoman_empire": ["ottoman_empire_4"]},
    )
    game.players[0].gold, game.players[0].points, game.players[0].discontent = 37, 41, 13
    page = shown(going_on(game), None, language)
    words = titles.words(TITLE, language)
    for slot, ids in (("nation", NATIONS), ("region", REGIONS), ("field", FIELDS)):
        for ident in ids:
            assert words.name(slot, ident) in page
    for figure in ("37", "41", "-13", "8/5/3"):
        assert figure in page
    row = next(line for line in page.splitlines() if line.startswith(words.name("region", "india")))
    assert f"{words.name('nation', 'prussia')} 3" in row
    assert f"{words.name('nation', 'spain')} 2*" in row
    row = next(line for line in page.splitlines() if line.startswith(words.name("region", "ottoman_empire")))
    assert words.say("text.marker_digit", {"strength": 5, "points": 1, "gold": 0}) in row
    assert words.name("region", "central_europe") in row  # what borders it
    row = next(line for line in page.splitlines() if line.strip().startswith(words.name("field", "saxony")))
    assert words.name("nation", "austria") in row


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    game = position(["prussia", "austria"])
    game.players[0].discards = ["prussia_s4_n0"]
    game.players[0].hand.remove("prussia_s4_n0")
    one = going_on(game)
    assert "prussia_s5_n0: 5 soldiers, 7 gold" in shown(one, 0)
    assert "prussia_s4_n0: 4 soldiers, 5 gold" in shown(one, 0)
    for reader in (1, None):
        assert "prussia_s" not in shown(one, reader)


def test_the_orders_of_an_attack_stand_by_target() -> None:
    game = position(["prussia", "austria"], discs={"german_states": {"austria": 1}})
    page = shown(going_on(game), 0)
    assert "attack austria in german_states with …  prussia_s1_n0" in page
    assert page.rstrip().endswith("no attack")


def test_a_field_says_what_it_does() -> None:
    page = shown(going_on(position(["prussia", "austria"], phase="field")), 0)
    rows = [line.strip() for line in page.splitlines()]
    assert any(row.startswith("field sweden") and row.endswith("+2 in combat: Baltic. Costs 1 gold.") for row in rows)
    assert "Take 5 gold. (brings 5 gold)" in page


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (4, 7))])
def test_every_position_can_be_shown(seats: int) -> None:
    chance = random.Random(seats)
    one = Table(TITLE, HANDLES[:seats], below=chance.randrange)
    step = 0
    while not one.over:
        ask = asked(one)
        if step % 5 == 0:
            for language in ("en", "de"):
                for reader in (None, ask.player):
                    assert shown(one, reader, language, width=(40, 80, 160)[step % 3])
        one.answer(ask.player, ask.sample(chance.randrange))
        step += 1
    assert "wins" in shown(one, None) or "share" in shown(one, None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_conditions_and_verbs_are_explained(language: str) -> None:
    assert [row["name"] for row in described(TITLE, language)] == list(TITLE.facts)
    words = titles.words(TITLE, language)
    assert [verb for verb in TITLE.language.verbs if f"verb.{verb}" not in words] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_understood_as_they_are_printed(language: str) -> None:
    """In quotes, with and without the article that sentences use."""
    words = titles.words(TITLE, language)
    reader = LineReader(TITLE, HANDLES[:2], 0)
    orders = {
        "nation": "nation {}",
        "region": "trade {}",
        "field": "field {}",
        "card": "defend with {}",
        "marker": "attack marker {} with blank",
    }
    for slot, order in orders.items():
        for ident in TITLE.vocabularies[slot]:
            printed = [words.name(slot, ident)]
            if slot == "nation":
                printed.append(words.name("the_nation", ident))
            for name in printed:
                (line,) = reader.read(order.format(f'"{name}"')).lines
                assert line.orders[0].text == order.format(ident), name
    for name in ("the German States", "die Deutschen Staaten", "der Ostseeraum", "the Baltic"):
        assert reader.read(f'trade "{name}"').lines


@pytest.mark.parametrize(("language", "only_later"), [("en", "or pass"), ("de", "passe")])
def test_who_opens_an_auction_is_not_told_to_pass(language: str, only_later: str) -> None:
    """AOR-ALLY-8: whoever opens must bid; the next may pass."""
    one = Table(TITLE, HANDLES[:2], below=random.Random(1).randrange)
    one.order(0, "nation prussia")
    one.order(1, "nation austria")
    words = titles.words(TITLE, language, one.players)
    assert only_later not in ask_text(asked(one), words)
    one.answer(asked(one).player, asked(one).default())
    assert only_later in ask_text(asked(one), words)
