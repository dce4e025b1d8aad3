"""The house rule `blind_turns`: a whole epoch from files that were written before it."""

from __future__ import annotations

import random

import pytest
from world_kit import HANDLES, asked

from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.table import Ask, Note, Table
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.cards import EMPIRES, SMALL

SEATS = 3
CLERK = Clerk(TITLE, HANDLES[:SEATS])


def drafted(seed: int, epoch: int = 1) -> Table:
    """A game with the house rule in which the turns of an epoch are to be ordered; all before went by the default."""
    one = Table(TITLE, HANDLES[:SEATS], {"blind_turns": True}, below=random.Random(seed).randrange)
    while (one.state.epoch, one.state.phase) != (epoch, "plans"):
        ask = asked(one)
        one.answer(ask.player, ask.default())
    return one


def played_from(one: Table, files: dict[int, str]) -> tuple[list[tuple[Ask, Decision]], list[Note]]:
    """The epoch from the files, with every answer and who gave it; nobody writes anything more."""
    agendas = [Agenda() for _ in range(SEATS)]
    for seat, text in files.items():
        CLERK.file(agendas[seat], seat, f"file {seat}", "plans", text)
    epoch, given, notes = one.state.epoch, [], []
    while not one.over and one.state.epoch == epoch:
        ask = asked(one)
        decision = CLERK.decide(agendas[ask.player], ask, one.state)
        assert decision.answer is not None, f"{ask.kind.id} waits for somebody"
        given.append((ask, decision))
        notes += one.answer(ask.player, decision.answer)
    return given, notes


def of(given: list[tuple[Ask, Decision]], seat: int, kind: str) -> list[tuple[str, str]]:
    return [
        (d.source, ask.write(d.answer or (), HANDLES)) for ask, d in given if (ask.player, ask.kind.id) == (seat, kind)
    ]


def holder(one: Table, empire: str) -> int:
    return next(seat for seat, player in enumerate(one.state.players) if player.card == [empire])


def with_card(empire: str, epoch: int = 1) -> tuple[Table, int]:
    """A table at which somebody holds this empire card."""
    for seed in range(400):
        one = drafted(seed, epoch)
        if any(player.card == [empire] for player in one.state.players):
            return one, holder(one, empire)
    raise AssertionError(f"nobody drew {empire}")


def test_all_are_asked_at_once_before_anything_of_the_epoch_is_known() -> None:
    one = drafted(1)
    assert sorted(one.pending) == list(range(SEATS))
    assert one.simultaneous
    assert (one.state.number, one.state.turn) == (0, None)
    for seat, ask in one.pending.items():
        assert ask.kind.id == "blind_turn"
        assert ask.listed() == [("ready",)]
        assert ask.values == {"empire": one.state.players[seat].card[0]}
    assert "empire" not in str(one.asked(None)), "nobody sees the card of another"


def test_without_the_house_rule_nobody_is_asked_for_it() -> None:
    one = Table(TITLE, HANDLES[:SEATS], below=random.Random(1).randrange)
    kinds, ahead = set(), False
    while one.state.epoch < 2:
        ask = asked(one)
        kinds.add(ask.kind.id)
        ahead = ahead or ask.ahead
        one.answer(ask.player, ask.default())
    assert "place_unit" in kinds
    assert "blind_turn" not in kinds
    assert not ahead


@pytest.mark.parametrize("epoch", range(1, 8))
def test_a_whole_epoch_waits_for_nobody(epoch: int) -> None:
    """Turns, retreats and trade: what nobody ordered goes by the default."""
    one = drafted(5, epoch)
    given, notes = played_from(one, dict.fromkeys(range(SEATS), "ready"))
    assert {decision.source for ask, decision in given if ask.kind.id != "blind_turn"} == {"default"}
    assert sum(note.key == "scored" for note in notes) == SEATS
    assert all(ask.ahead for ask, _ in given if ask.kind.id != "blind_turn")


def test_the_lines_are_played_when_the_number_is_called() -> None:
    one, seat = with_card("egypt")
    given, notes = played_from(
        one, {**dict.fromkeys(range(SEATS), "ready"), seat: "ready\nemblem bear\nfort nile_delta\nend"}
    )
    assert of(given, seat, "choose_emblem") == [("file", "emblem bear")]
    assert of(given, seat, "place_unit")[-2:] == [("file", "fort nile_delta"), ("file", "end")]
    assert next(note.values["units"] for note in notes if note.key == "units_lapse") >= 3


def test_a_line_that_is_not_possible_is_passed_over_and_the_next_one_follows() -> None:
    one, seat = with_card("egypt")
    lines = "ready\narmy patagonia\nattack nubia\nif have(wei): army libya\narmy libya\nend"
    given, _ = played_from(one, {**dict.fromkeys(range(SEATS), "ready"), seat: lines})
    decisions = [d for ask, d in given if (ask.player, ask.kind.id) == (seat, "place_unit") and d.source == "file"]
    assert [(one.number, one.key) for one in decisions[0].dropped] == [
        (2, "try_not_legal"),
        (3, "try_not_legal"),
        (4, "condition_false"),
    ]
    assert [d.text for d in decisions] == ["army libya", "end"]


def test_lines_for_events_that_do_not_come_are_in_nobodys_way() -> None:
    one, seat = with_card("egypt")
    lines = "ready\ndisaster wei\nrebellion in wei\nevent army wei, sumatra\nemblem dragon\narmy nubia\nend"
    given, _ = played_from(one, {**dict.fromkeys(range(SEATS), "ready"), seat: lines})
    assert of(given, seat, "choose_emblem") == [("file", "emblem dragon")]
    assert ("file", "army nubia") in of(given, seat, "place_unit")


def test_without_end_the_defaults_use_the_units_that_are_left() -> None:
    one, seat = with_card("egypt")
    given, notes = played_from(one, {**dict.fromkeys(range(SEATS), "ready"), seat: "ready\narmy nubia"})
    orders = of(given, seat, "place_unit")
    assert ("file", "army nubia") in orders
    assert len([one for one in orders if one[0] == "default"]) > 2
    assert not [note for note in notes if note.key == "units_lapse" and note.values["player"] == seat]


def test_wanting_to_see_first_stops_nothing() -> None:
    one, seat = with_card("egypt")
    lines = "ready\nask\narmy nubia\nend\nalways on choose_emblem: ask\nalways on build_monument: ask"
    given, _ = played_from(one, {**dict.fromkeys(range(SEATS), "ready"), seat: lines})
    assert of(given, seat, "choose_emblem")[0][0] == "default"
    assert not any(decision.wanted for _, decision in given)
    assert of(given, seat, "place_unit")[0] == ("file", "army nubia")


def with_a_small_empire() -> tuple[Table, int, str]:
    """A table at which somebody will draw the small empire of epoch I, and whose event that will be."""
    for seed in range(200):
        one = drafted(seed)
        given, _ = played_from(one.clone(below=random.Random(seed).randrange), dict.fromkeys(range(SEATS), "ready"))
        for ask, _ in given:
            small = (ask.context or {}).get("subject", "")
            if small:
                return one.clone(below=random.Random(seed).randrange), ask.player, small
    raise AssertionError("nobody drew a small empire")


def test_the_lines_are_for_the_big_empire_and_standing_orders_for_a_small_one() -> None:
    """Nobody could know that it comes: its part goes by standing orders and defaults, and uses up no line."""
    one, seat, small = with_a_small_empire()
    assert small in SMALL
    start = EMPIRES[one.state.players[seat].card[0]].starts[0].land
    files = {**dict.fromkeys(range(SEATS), "ready"), seat: f"ready\nfort {start}\nend"}
    given, _ = played_from(one.clone(below=random.Random(3).randrange), files)
    by_part = [
        (str((ask.context or {}).get("subject", "")), decision.source, decision.text)
        for ask, decision in given
        if ask.player == seat and ask.kind.id == "place_unit"
    ]
    assert {source for part, source, _ in by_part if part == small} <= {"default"}
    assert [text for part, _, text in by_part if not part] == [f"fort {start}", "end"]


def test_a_standing_order_plays_the_small_empire() -> None:
    one, seat, small = with_a_small_empire()
    files = {
        **dict.fromkeys(range(SEATS), "ready"),
        seat: "ready\nend\nalways on place_unit if event = minor_empire: end",
    }
    given, _ = played_from(one, files)
    sources = [
        decision.source
        for ask, decision in given
        if ask.player == seat and ask.kind.id == "place_unit" and (ask.context or {}).get("subject") == small
    ]
    assert sources == ["standing"]


def test_an_own_line_never_answers_in_the_turn_of_another() -> None:
    """A retreat in somebody else's turn goes by a standing order or the default."""
    for seed in range(60):
        one = drafted(seed, 3)
        given, _ = played_from(one, dict.fromkeys(range(SEATS), "ready\nretreat none\nend"))
        answers = [decision for ask, decision in given if ask.kind.id == "retreat"]
        if answers:
            assert {decision.source for decision in answers} == {"default"}
            return
    raise AssertionError("nobody had to retreat")
