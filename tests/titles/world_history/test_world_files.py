"""Turn files as the guide to Empire by mail prints them."""

from __future__ import annotations

import pytest
from world_kit import HANDLES, going_on, position

from pbem.orders.agenda import Agenda, Clerk
from pbem.table import Table
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.state import Holding

WIN, LOSE = [6, 1, 2], [1, 1, 5]


class Turn:
    """Anna's turn, answered from one file."""

    def __init__(self, lines: str, units: int, dice: list[int], *, fixes: int = TITLE.fixes) -> None:
        game = position("egypt", {"nile_delta": Holding(0, "lion"), "nubia": Holding(1, "bear")}, units)
        game.fixes = fixes
        self.table: Table = going_on(game, dice)
        self.clerk, self.agenda = Clerk(TITLE, HANDLES[:3], fixes), Agenda()
        self.clerk.file(self.agenda, 0, "f", "turn", lines)
        self.dropped: list[tuple[str, str]] = []
        self.done: list[str] = []

    def run(self) -> Turn:
        while (ask := self.table.pending.get(0)) is not None:
            decision = self.clerk.decide(self.agenda, ask, self.table.state)
            self.dropped += [(one.text, one.key) for one in decision.dropped]
            if decision.answer is None:
                break
            self.done.append(ask.write(decision.answer, self.table.players))
            place = self.table.place
            self.table.answer(0, decision.answer)
            for one in self.table.forced_since(place):
                self.clerk.forced(self.agenda, one, self.table.state)
        return self

    @property
    def queue(self) -> list[str]:
        return [one.text for one in self.agenda.queue]


@pytest.mark.parametrize("end", ["end", "try end"])
def test_the_end_that_the_table_gave_by_itself_is_used_up(end: str) -> None:
    turn = Turn(f"army libya\n{end}\nmonument none", 1, []).run()
    assert turn.done[0] == "army libya"
    assert turn.queue in ([], ["monument none"]), "the written end does not end the next empire"


def test_a_written_end_is_kept_as_it_was_in_games_begun_before_fix_3() -> None:
    turn = Turn("army libya\nend\nmonument none", 1, [], fixes=2).run()
    assert turn.queue == ["end", "monument none"]


def test_an_attack_that_finds_too_few_units_is_passed_over() -> None:
    turn = Turn("attack nubia until won\nattack nubia keep 3\narmy libya\nend", 3, LOSE + WIN).run()
    assert turn.dropped == [("attack nubia keep 3", "held_back")]
    assert turn.done[-1] == "army libya"
    assert not turn.agenda.stopped


def test_before_fix_3_it_stops_and_empties_the_file() -> None:
    turn = Turn("attack nubia until won\nattack nubia keep 3\narmy libya\nend", 3, LOSE + WIN, fixes=2).run()
    assert (turn.queue, turn.agenda.stopped) == ([], True)


def test_another_alternative_is_taken_where_one_holds_back() -> None:
    assert Turn("attack nubia keep 3 or army libya\nend", 3, []).run().done == ["army libya", "end"]


def test_an_attack_that_is_wrong_besides_still_stops() -> None:
    turn = Turn("attack nubia keep 3 or attack wei\nend", 3, []).run()
    assert turn.agenda.stopped
