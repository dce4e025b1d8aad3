"""Which answer is used: plan, queue, standing orders, or none yet."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from pbem import titles
from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.table import Answered, Game, Table
from pbem.table.state_json import from_json, to_json

TITLE = titles.load("wonders_duel")
HANDLES = ("anna", "ben")


def first(_: int) -> int:
    """A source of chance that always draws the first: seat 0 begins, decks lie in the order of the data."""
    return 0


@dataclass
class Desk:
    """A table with agendas, played as a moderator would."""

    table: Table = field(default_factory=lambda: Table(TITLE, HANDLES, {"first_game_sets": True}, below=first))
    agendas: list[Agenda] = field(default_factory=lambda: [Agenda(), Agenda()])
    clerk: Clerk = field(default_factory=lambda: Clerk(TITLE, HANDLES))

    def send(self, seat: int, text: str, window: str = "turn") -> None:
        self.clerk.file(self.agendas[seat], seat, "f", window, text)

    def ask(self) -> Decision:
        (ask,) = self.table.pending.values()
        return self.clerk.decide(self.agendas[ask.player], ask, self.table.state)

    def step(self) -> Decision:
        (ask,) = self.table.pending.values()
        decision = self.ask()
        assert decision.answer is not None, decision
        self.table.answer(ask.player, decision.answer)
        return decision

    def open_cards(self) -> list[str]:
        return list(self.table.state.accessible())


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_nothing_ordered_nothing_decided(desk: Desk) -> None:
    decision = desk.ask()
    assert decision.answer is None
    assert decision.halted is None


def test_lines_of_a_file_answer_asks_in_a_row(desk: Desk) -> None:
    one, two, three = desk.open_cards()[:3]
    desk.send(0, f"discard {one}\ndiscard {three}")
    desk.send(1, f"discard {two}")
    assert [desk.step().source for _ in range(3)] == ["file", "file", "file"]
    assert desk.table.state.discards == [one, two, three]
    assert desk.ask().answer is None


def test_a_strict_line_that_is_not_legal_halts_and_says_why(desk: Desk) -> None:
    hidden = next(iter(desk.table.state.face_down.values()))
    desk.send(0, f"discard {hidden}\ndiscard {desk.open_cards()[0]}")
    decision = desk.ask()
    assert decision.answer is None
    assert decision.halted is not None
    assert decision.halted.rule == "WD-LA-2"
    assert not desk.agendas[0].queue, "the rest of the file is not used"


def test_try_skips_and_alternatives_take_the_first_legal_one(desk: Desk) -> None:
    hidden = next(iter(desk.table.state.face_down.values()))
    card = desk.open_cards()[0]
    desk.send(0, f"try discard {hidden}\ndiscard {hidden} or discard {card}")
    decision = desk.step()
    assert [one.key for one in decision.dropped] == ["try_not_legal"]
    assert decision.number == 2
    assert desk.table.state.discards == [card]


def test_a_condition_is_read_when_the_line_is_reached(desk: Desk) -> None:
    one, two = desk.open_cards()[:2]
    desk.send(0, f"if coins > 7: discard {one}\nif coins = 7: discard {two}")
    decision = desk.step()
    assert [d.key for d in decision.dropped] == ["condition_false"]
    assert desk.table.state.discards == [two]


def test_a_follow_up_that_was_not_needed_is_dropped(desk: Desk) -> None:
    one, two, three = desk.open_cards()[:3]
    desk.send(0, f"discard {one}\ntoken law or any\ndiscard {three}")
    desk.send(1, f"discard {two}")
    desk.step()
    desk.step()
    decision = desk.step()
    assert [d.key for d in decision.dropped] == ["line_not_needed"]
    assert desk.table.state.discards == [one, two, three]


def test_a_line_for_another_ask_waits(desk: Desk) -> None:
    desk.send(0, "start me")
    assert desk.ask().answer is None
    assert len(desk.agendas[0].queue) == 1


def test_ask_stops_for_the_player(desk: Desk) -> None:
    desk.send(0, "ask\nany\nalways on play_card: any")
    for _ in range(2):
        decision = desk.ask()
        assert decision.wanted
        assert decision.answer is None, "neither the lines after it nor standing orders go on"
    desk.send(0, "any")
    assert desk.step().source == "file"


def test_a_halt_stays_until_a_new_file_comes(desk: Desk) -> None:
    hidden = next(iter(desk.table.state.face_down.values()))
    desk.send(0, f"discard {hidden}\nalways on play_card: any")
    assert desk.ask().halted is not None
    again = desk.ask()
    assert again.answer is None
    assert again.wanted
    desk.send(0, "# look again")
    assert desk.step().source == "standing"


def test_a_standing_line_sent_again_is_kept_once(desk: Desk) -> None:
    desk.send(0, "always on choose_first_player: start me\nalways on play_card: any")
    desk.send(0, "always on choose_first_player: start me")
    texts = [held.text for held in desk.agendas[0].standing]
    assert texts == ["always on choose_first_player: start me", "always on play_card: any"]


def test_a_plan_whose_next_answer_is_not_legal_is_over(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a title's plan says, the ask alone decides what is legal."""
    card = desk.open_cards()[0]
    monkeypatch.setitem(TITLE.plans, "play_card", lambda *_: ("discard", card))
    desk.send(0, f"discard {card}")
    desk.send(1, "any")
    desk.step()
    assert desk.agendas[0].plan is not None
    desk.step()
    decision = desk.ask()
    assert decision.answer is None
    assert decision.halted is None
    assert desk.agendas[0].plan is None


def test_a_new_file_ends_a_running_plan(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLE.plans, "play_card", lambda game, seat, ask, said, memory: next(ask.answers()))
    desk.send(0, "any\n" + f"discard {desk.open_cards()[2]}")
    desk.send(1, "any")
    desk.step()
    assert desk.agendas[0].plan is None, "a control word says no clauses"
    desk.step()
    desk.step()
    assert desk.agendas[0].plan is not None
    desk.send(0, "")
    assert desk.agendas[0].plan is None


def test_a_newer_file_replaces_the_rest_but_keeps_standing_orders(desk: Desk) -> None:
    one, two = desk.open_cards()[:2]
    desk.send(0, f"discard {one}\nalways on choose_first_player: start me")
    desk.send(0, f"discard {two}")
    desk.step()
    assert desk.table.state.discards == [two]
    assert [held.text for held in desk.agendas[0].standing] == ["always on choose_first_player: start me"]


def test_standing_orders_newest_first_and_once_only_once(desk: Desk) -> None:
    cards = desk.open_cards()
    desk.send(0, f"always on play_card: discard {cards[0]}")
    desk.send(0, f"once on play_card: discard {cards[1]}")
    desk.send(1, f"always on play_card: discard {cards[2]}")
    assert desk.step().source == "standing"
    assert desk.table.state.discards == [cards[1]]
    desk.step()
    assert desk.step().text == f"always on play_card: discard {cards[0]}"
    assert len(desk.agendas[0].standing) == 1


def test_a_standing_order_whose_mark_is_passed_is_forgotten(desk: Desk) -> None:
    desk.send(0, "until turn 2 on play_card: any")
    desk.send(1, "always on play_card: any")
    desk.step()
    desk.step()
    decision = desk.ask()
    assert decision.answer is None
    assert [d.key for d in decision.dropped] == ["standing_expired"]
    assert not desk.agendas[0].standing


def test_clear_drops_standing_orders(desk: Desk) -> None:
    desk.send(0, "always on play_card: any\nalways on choose_first_player: start me")
    desk.send(0, "clear standing on play_card")
    assert [held.text for held in desk.agendas[0].standing] == ["always on choose_first_player: start me"]
    desk.send(0, "clear standing")
    assert not desk.agendas[0].standing


def test_unbound_lines_do_not_answer_an_interrupt_of_another_window(desk: Desk) -> None:
    desk.send(0, "always on play_card: default")
    desk.send(1, "always on play_card: default")
    while desk.table.state.phase != "age_start":
        desk.step()
    (ask,) = desk.table.pending.values()
    assert ask.kind.id == "choose_first_player"
    desk.send(ask.player, "start opponent", window="turn")
    assert desk.ask().answer is None
    desk.send(ask.player, "start opponent", window="age_change")
    assert desk.ask().answer == ("start", "opponent")


def test_an_agenda_is_plain_data(desk: Desk) -> None:
    desk.send(0, "build baths or any\nonce on play_card if coins > 3: any\nalways on choose_progress: any")
    again = from_json(Agenda, to_json(desk.agendas[0]))
    assert again == desk.agendas[0]


def test_conditions_never_change_the_game(desk: Desk) -> None:
    before = desk.table.digest()
    desk.send(0, "if vp > 0 and leader_vp(ben) and symbols(ben) = 0 and cost(pyramids) > 3 and free(baths): any")
    desk.ask()
    assert desk.table.digest() == before
    assert isinstance(desk.table.state, Game)


def test_any_stands_for_the_first_thing_that_is_legal(desk: Desk) -> None:
    cards = desk.open_cards()
    desk.send(0, "discard ANY\ntry wonder any with pantheon\nbuild any or discard any")
    assert desk.step().text == "discard any"
    assert desk.table.state.discards == cards[:1]
    desk.send(1, "any")
    desk.step()
    decision = desk.step()
    assert [one.text for one in decision.dropped] == ["try wonder any with pantheon"]
    assert decision.answer is not None
    assert decision.answer[0] == "build"


def test_any_that_fits_nothing_legal_is_refused_with_what_would_be(desk: Desk) -> None:
    desk.send(0, "wonder any with pantheon")
    decision = desk.ask()
    assert decision.halted is not None
    assert decision.halted.values["order"] == "wonder any with pantheon"
    assert decision.halted.rule
    assert decision.halted.legal


def test_a_line_with_any_is_used_up_by_an_answer_that_the_table_gave() -> None:
    empire = titles.load("world_history")
    clerk, agenda = Clerk(empire, ("anna", "ben", "carl")), Agenda()
    clerk.file(agenda, 0, "f", "turn", "army any\nfort any")
    game = empire.new(3, empire.settle(3, {}), empire.fixes)
    given = Answered(0, "place_unit", ("fort", "crete"), "forced", order="fort crete")
    assert clerk.forced(agenda, given, game).line is None
    given = Answered(0, "place_unit", ("army", "crete"), "forced", order="army crete")
    used = clerk.forced(agenda, given, game).line
    assert used is not None
    assert [used.text, *(one.text for one in agenda.queue)] == ["army any", "fort any"]
