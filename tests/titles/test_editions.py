"""Editions: figures of the data corrected without touching code."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.table import Table
from pbem.titles import resources
from pbem.titles.editions import BadEdition, parse

GOOD = """
title: wonders_duel
name: our printing
changes:
  components.yaml:
    buildings:
      theater: {vp: 4}
    constants:
      start_coins: 9
"""


def first(_: int) -> int:
    return 0


def test_an_edition_changes_the_data_of_its_own_games_only() -> None:
    plain = titles.load("wonders_duel")
    ours = titles.load("wonders_duel", parse(GOOD, "edition.yaml"))
    assert ours.edition == "our printing"
    assert [Table(t, ("anna", "ben"), below=first).state.cities[0].coins for t in (plain, ours)] == [7, 9]
    assert ours.module("cards").BUILDINGS["theater"].vp == 4
    assert plain.module("cards").BUILDINGS["theater"].vp == 3


def test_a_game_of_an_edition_is_played_to_the_end() -> None:
    ours = titles.load("wonders_duel", parse(GOOD, "edition.yaml"))
    table = Table(ours, ("anna", "ben"), below=first)
    while not table.over:
        for seat, ask in list(table.pending.items()):
            table.answer(seat, ours.module("bot").answer(table.seen(seat), ask, seat))
    again = Table(ours, ("anna", "ben"), record=list(table.inputs))
    assert again.digest() == table.digest()


def test_the_same_edition_is_loaded_once() -> None:
    one = titles.load("wonders_duel", parse(GOOD, "edition.yaml"))
    two = titles.load("wonders_duel", parse(GOOD, "edition.yaml"))
    assert one.package == two.package
    assert one.language is two.language


DEEP = """
title: wonders_duel
name: deep
changes:
  components.yaml:
    buildings:
      theater: {cost: {wood: 2}}
      lumber_yard: {produces: {wood: null, clay: 1}}
    layouts:
      age_1: {row_sizes: [2, 3, 4, 5, 6]}
"""


def test_changes_are_merged_deep() -> None:
    cards = titles.load("wonders_duel", parse(DEEP, "edition.yaml")).module("cards")
    plain = titles.load("wonders_duel").module("cards")
    theater, before = cards.BUILDINGS["theater"], plain.BUILDINGS["theater"]
    assert theater.cost[0] == before.cost[0] + 2, "one figure of the cost"
    assert theater.cost[1:] == before.cost[1:], "the others stay"
    assert [card.BUILDINGS["lumber_yard"].makes for card in (plain, cards)] == [(1, 0, 0, 0, 0), (0, 1, 0, 0, 0)]


def test_lists_of_entries_are_merged_by_id_however_deep_they_lie() -> None:
    data = {"section": {"entry": {"slots": [{"id": "a", "x": 1, "y": 1}, {"id": "b", "x": 2}], "plain": [1, 2]}}}
    resources.merge(data, {"section": {"entry": {"slots": {"b": {"x": 3}}, "plain": [3]}}})
    assert data == {"section": {"entry": {"slots": [{"id": "a", "x": 1, "y": 1}, {"id": "b", "x": 3}], "plain": [3]}}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "just the keys"),
        ("a: [", "not readable as YAML"),
        (GOOD.replace("our printing", "[x]"), "must be text"),
        ("title: wonders_duel\nname: x\nchanges: {}", "changes nothing"),
        (GOOD.replace("title: wonders_duel", "title: chess"), "there is no title 'chess'"),
        (GOOD.replace("components.yaml", "cards.yaml"), "no data file 'cards.yaml'; there are components.yaml"),
        (GOOD.replace("buildings", "houses"), "no section 'houses'"),
        (GOOD.replace("theater", "opera"), "no entry 'opera'"),
        (GOOD.replace("{vp: 4}", "{vp: many}"), "vp must be like 3, not 'many'"),
        (GOOD.replace("{vp: 4}", "4"), "theater: fields expected"),
        (GOOD.replace("start_coins: 9", "start_coins: nine"), "start_coins must be like 7"),
        (GOOD.replace("{vp: 4}", "{cost: {wood: some}}"), "theater, cost: wood must be like 0, not 'some'"),
        (GOOD.replace("{vp: 4}", "{cost: 3}"), "theater, cost: fields expected"),
        (GOOD.replace("theater: {vp: 4}", "theater:"), "theater: fields expected"),
        (GOOD.replace("theater: {vp: 4}", "theater: {deck: age_2}"), "does not hang together"),
    ],
)
def test_a_faulty_edition_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(BadEdition, match=message.replace("[", r"\[")):
        titles.load("wonders_duel", parse(text, "edition.yaml"))
    assert titles.load("wonders_duel").module("cards").BUILDINGS["theater"].vp == 3
