"""Turn files as the guide to Empire by mail prints them."""

from __future__ import annotations

import pytest
from world_kit import HANDLES, going_on, position

from pbem.orders.agenda import Agenda, Clerk
from pbem.table import Refused, Table
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.cards import EMPIRES, EVENTS
from pbem.titles.world_history.state import Holding
from pbem.titles.world_history.state import Turn as game_turn

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
        self.gone: list[tuple[str, str]] = []
        """Lines for a realm that was over before."""

    halted: Refused | None = None
    """Why the file stopped."""

    def run(self) -> Turn:
        while (ask := self.table.pending.get(0)) is not None:
            decision = self.clerk.decide(self.agenda, ask, self.table.state)
            self.dropped += [(one.text, one.key) for one in decision.dropped]
            self.halted = decision.halted
            if decision.answer is None:
                break
            self.done.append(ask.write(decision.answer, self.table.players))
            place = self.table.place
            self.table.answer(0, decision.answer)
            for one in self.table.forced_since(place):
                used = self.clerk.forced(self.agenda, one, self.table.state)
                self.gone += [(gone.text, gone.key) for gone in used.dropped]
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


# ---- an `end` is for the realm that it was written for


@pytest.mark.parametrize("end", ["end", "try end", "army libya or end"])
def test_what_stands_above_the_end_goes_with_it_once_the_units_are_used_up(end: str) -> None:
    turn = Turn(f"army libya\narmy libya\nfort libya\n{end}\nmonument none\narmy levant", 2, []).run()
    assert turn.done[:2] == ["army libya", "army libya"]
    assert turn.gone == [("fort libya", "series_over")]
    assert turn.queue in (["monument none", "army levant"], ["army levant"])


def test_without_an_end_nothing_is_given_up() -> None:
    turn = Turn("army libya\nmonument none\narmy levant\nend", 1, []).run()
    assert turn.gone == []
    assert turn.queue[-2:] == ["army levant", "end"]


def test_before_fix_5_the_end_waits_for_the_next_realm() -> None:
    turn = Turn("army libya\narmy libya\nfort libya\nend\nmonument none", 2, [], fixes=4).run()
    assert turn.queue == ["fort libya", "end", "monument none"]


class SmallRealm(Turn):
    """Anna's turn with Japan, for which she may write before the event is drawn or after."""

    def __init__(self, lines: str, *, ahead: bool = False, fixes: int = TITLE.fixes) -> None:
        game = position("britain", {}, 0, "E7-minor_empire")
        game.fixes, game.phase, game.epoch = fixes, "turn", 7
        game.players[0].played = ["britain"]
        game.turn = game_turn(0, "britain", "E7-minor_empire")
        self.table = going_on(game, WIN * 4)
        self.clerk, self.agenda = Clerk(TITLE, HANDLES[:3], fixes), Agenda()
        self.clerk.file(self.agenda, 0, "f", "turn", lines, ahead=ahead)
        self.dropped, self.done, self.gone = [], [], []


def test_the_end_of_a_small_empire_never_ends_the_big_one() -> None:
    """Japan has four units: they are used up before its `end`, and those of Britain are kept."""
    turn = SmallRealm("emblem lion\narmy hondo x9\narmy hokkaido x9\narmy hokkaido\nend\nmonument none").run()
    assert turn.table.state.now.empire == "britain"
    assert "end" not in turn.done
    assert [text for text, _ in turn.gone] == ["army hokkaido"]
    assert turn.table.pending[0].values["units"] == EMPIRES["britain"].units - 1


def test_lines_written_before_the_event_was_known_are_not_for_the_small_empire_it_brings() -> None:
    turn = SmallRealm("emblem lion\nend", ahead=True).run()
    assert turn.done == ["emblem lion"]
    assert (turn.table.state.now.empire, turn.queue) == ("japan", ["end"])
    before = SmallRealm("emblem lion\nend", ahead=True, fixes=4).run()
    assert before.done == ["emblem lion", "end"], "its units were lost"


# ---- units that come up after a line was written


class KoreanWar(SmallRealm):
    """Anna's Japan attacks Korea, which is Ben's; her Manchu, with twelve units, come up after it."""

    def __init__(self, lines: str, dice: list[int]) -> None:
        game = position("manchu", {"korea": Holding(1, "bear")}, 0, "E7-minor_empire")
        game.fixes, game.phase, game.epoch = TITLE.fixes, "turn", 7
        game.players[0].played = ["manchu"]
        game.turn = game_turn(0, "manchu", "E7-minor_empire")
        self.table = going_on(game, dice)
        self.clerk, self.agenda = Clerk(TITLE, HANDLES[:3]), Agenda()
        self.clerk.file(self.agenda, 0, "f", "turn", lines)
        self.dropped, self.done, self.gone = [], [], []


def test_the_end_of_four_units_throws_away_no_unit_that_came_up_later() -> None:
    turn = KoreanWar("emblem lion\narmy hokkaido\nattack korea from hondo until won\narmy korea\nend", LOSE * 9).run()
    assert turn.table.state.now.empire == "manchu"
    assert "end" not in turn.done
    assert turn.table.pending[0].values["units"] == EMPIRES["manchu"].units - 1


def test_an_attack_that_used_up_a_small_empire_is_not_carried_on_by_the_big_one() -> None:
    """The Manchu could attack Korea too, and lost units there for a line that was written for Japan."""
    turn = KoreanWar("emblem lion\nattack korea until won\nend", [1, 1, 1, 6] * 20).run()
    assert turn.table.state.now.empire == "manchu"
    assert turn.done[-1] == "attack korea from hondo"
    assert turn.table.pending[0].values["units"] == EMPIRES["manchu"].units - 1


def trading(lines: str, *, fixes: int = TITLE.fixes) -> Turn:
    """Egypt trades with Ben, who accepts: each side gets an army."""
    turn = Turn(lines, 2, [], fixes=fixes)
    game = turn.table.state
    game.turn.event, game.turn.trade = next(one for one in EVENTS if EVENTS[one].kind == "trade_expansion"), True
    turn.table = going_on(game, [])
    turn.run()
    turn.table.order(1, "accept trade in nubia")
    return turn.run()


def test_an_end_does_not_cover_units_that_trade_brought_after_it_was_written() -> None:
    turn = trading("offer trade to all\narmy libya\nend")
    assert turn.done == ["offer trade to all", "army libya"]
    assert turn.halted is not None
    assert (turn.halted.key, turn.halted.values["units"], turn.halted.rule) == ("units_came_up", 2, "WH-5.4.1-7")
    assert turn.agenda.stopped
    assert turn.table.pending[0].values["units"] == 2
    turn.clerk.file(turn.agenda, 0, "g", "turn", "end")
    assert turn.run().done[-1] == "end", "written when they were there"


def test_before_fix_6_it_covered_them() -> None:
    assert trading("offer trade to all\narmy libya\nend", fixes=5).done[-1] == "end"
