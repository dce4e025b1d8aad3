"""What answers cost and bring, and what one presses in vain."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pbem import titles
from pbem.pages.pressable import lying
from pbem.pages.surface import surface
from pbem.table import Ask, Table
from tests.surface.games import random_asks
from tests.table_sizes import sizes


def told(ident: str, seats: int, seed: int, most: int) -> Any:
    title, looked = titles.load(ident), Counter[str]()
    for n, (table, seat, ask) in enumerate(random_asks(ident, seats, seed, most)):
        looked[ask.kind.id] += 1
        if looked[ask.kind.id] <= 3 or n % 29 == 0:
            yield table, seat, ask, surface(title, table, seat, "de")


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_refusals_are_of_things_on_the_table_and_true(ident: str, seats: int) -> None:
    found = 0
    for _, _, _, page in told(ident, seats, seed=11, most=500):
        there = {(one.slot, one.id) for pane in page["panes"] for one in lying(pane["html"])}
        legal = {one["order"] for one in page["ask"]["legal"]}
        meters = {one["id"] for one in page["ask"]["meters"]}
        for one in page["ask"]["refused"]:
            assert one["why"]
            assert one["rule"]
            assert one["order"] not in legal
            assert set(one.get("lacks", {})) <= meters
            refs = [ref for ref in one["at"].values() if isinstance(ref, dict)]
            assert any((ref["slot"], ref["id"]) in there for ref in refs), one
            found += 1
        assert len(page["ask"]["refused"]) <= 60
    assert found > 3, "nothing is pressed in vain"


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_costs_are_in_meters_and_can_be_paid(ident: str, seats: int) -> None:
    """What is legal never costs more than there is, but for gold that can be borrowed."""
    priced = 0
    for _, _, _, page in told(ident, seats, seed=12, most=500):
        have = {one["id"]: one["value"] for one in page["ask"]["meters"]}
        assert all(one["label"] for one in page["ask"]["meters"])
        for one in page["ask"]["legal"]:
            assert set(one["cost"]) | set(one["gain"]) <= set(have)
            for meter, n in one["cost"].items():
                assert n <= have[meter] or (ident, meter) == ("age_of_reason", "gold"), (one, have)
            priced += bool(one["cost"] or one["gain"])
            assert sum(each["share"] for each in one.get("odds", ())) in (0, pytest.approx(1, abs=0.01))
    assert priced > 20


def after(table: Table, seat: int, ident: str) -> dict[str, int]:
    from pbem.titles import load

    ask = Ask.__new__(Ask)
    ask.player, ask.context = seat, None
    return dict(load(ident).module("board.surface").meters(table.seen(seat), ask))


def test_what_is_paid_in_the_duel_is_what_was_said() -> None:
    """Only plays that nothing follows: coins that a wonder or a rival's trade brings come later."""
    looked = 0
    for table, seat, ask, page in told("wonders_duel", 2, seed=13, most=400):
        if ask.kind.id != "play_card":
            continue
        have = after(table, seat, "wonders_duel")
        for one in page["ask"]["legal"]:
            if one["verb"] == "discard":
                clone = table.clone()
                clone.answer(seat, ask.parse(one["order"], table.players))
                now = after(clone, seat, "wonders_duel")
                assert now["coins"] == have["coins"] + one["gain"]["coins"]
                looked += 1
                break
    assert looked > 3


@pytest.mark.parametrize(("ident", "seats"), [("world_history", 3), ("age_of_reason", 3)])
def test_odds_are_those_of_the_dice(ident: str, seats: int) -> None:
    """Attacks whose odds are told are carried out with other dice each time, and won about as often."""
    title, looked = titles.load(ident), 0
    for table, seat, ask in random_asks(ident, seats, seed=15, most=900):
        page = surface(title, table, seat, "en") if ask.kind.id in ("place_unit", "choose_attack") else None
        odds = [one for one in page["ask"]["legal"] if "odds" in one] if page is not None else []
        if not odds or looked > 2:
            continue
        looked += 1
        one, won, tries = odds[0], 0, 120
        for n in range(tries):
            clone = table.clone(below=random.Random(n).randrange)
            notes = clone.answer(seat, ask.parse(one["order"], table.players))
            while (
                clone.unanswered and clone.unanswered.get(seat) and clone.unanswered[seat].kind.id == "continue_attack"
            ):
                notes += clone.order(seat, "go on")
            keys = {note.key for note in notes}
            won += bool(keys & {"conquered", "fleet_placed", "marker_taken"})
        share = next(each["share"] for each in one["odds"] if each["tag"] == "taken")
        assert abs(won / tries - share) < 0.16, (one["order"], won / tries, share)
    assert looked
