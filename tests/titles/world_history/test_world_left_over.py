"""Lines of a turn file that are left when the turn is over."""

from __future__ import annotations

import random

from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.table import Ask, Table
from pbem.titles.world_history import TITLE

HANDLES = ("anna", "ben", "cleo")
QUIET = "always on empire_card: default\nalways on choose_emblem: any\nalways on event_target: default\n"
QUIET += "always on event_force: default\nalways on event_pieces: default\nalways on retreat: default\n"


class Game:
    """A table at which anna's agenda answers for her; the others end their turns at once."""

    def __init__(self, *, blind: bool = False, fixes: int | None = None) -> None:
        chance = random.Random(2)  # no small empire for anna: it would need an `end` of its own
        self.table = Table(TITLE, HANDLES, {"blind_turns": blind}, below=chance.randrange, fixes=fixes)
        self.clerk, self.agenda = Clerk(TITLE, HANDLES), Agenda()
        self.used: list[tuple[int, str]] = []
        """Epoch and line of what came out of her files."""
        self.dropped: list[tuple[int, str]] = []

    @property
    def epoch(self) -> int:
        epoch: int = self.table.state.epoch
        return epoch

    def send(self, lines: str, window: str) -> None:
        self.clerk.file(self.agenda, 0, "f", window, lines)

    def until(self, epoch: int, kind: str) -> Ask:
        """Play on until anna is asked something in an epoch that nothing she has ordered answers."""
        while True:
            seat = next(seat for seat in self.table.pending if seat not in self.table.given)
            ask = self.table.pending[seat]
            if seat != 0:
                self.table.answer(seat, ("end",) if ask.kind.id == "place_unit" else ask.check(ask.default()))
                continue
            decision: Decision = self.clerk.decide(self.agenda, ask, self.table.state)
            self.dropped += [(self.epoch, one.text) for one in decision.dropped]
            if decision.answer is None:
                if (self.epoch, ask.kind.id) == (epoch, kind):
                    return ask
                decision.answer = ("end",) if ask.kind.id == "place_unit" else ask.check(ask.default())
            elif decision.source == "file":
                self.used.append((self.epoch, decision.text))
            self.table.answer(0, decision.answer)


def test_what_stands_below_the_end_of_a_turn_is_not_for_the_next_one() -> None:
    game = Game()
    game.send(QUIET, "draft")
    game.until(1, "place_unit")
    game.send("end\nmonument none\nend\nattack wei until won\nany", "turn")
    game.until(2, "place_unit")
    assert game.used == [(1, "end")]
    # a monument that cannot be built is dropped by the first question after it, the rest by the next epoch
    assert sorted(game.dropped) == [(2, "any"), (2, "attack wei until won"), (2, "end"), (2, "monument none")]
    assert game.agenda.idle


def test_early_answers_to_the_next_draft_and_turn_are_kept() -> None:
    game = Game()
    game.send(QUIET, "draft")
    game.until(1, "place_unit")
    game.send("end\nend\nkeep or any\nemblem bear\nend", "turn")
    game.until(3, "place_unit")
    assert game.used == [(1, "end"), (2, "keep or any"), (2, "emblem bear"), (2, "end")]
    assert game.dropped == [(2, "end")]


def test_a_turn_that_is_sent_with_the_draft_waits_for_it() -> None:
    game = Game()
    game.until(1, "empire_card")
    game.send("any\nemblem bear\nend", "draft")
    game.until(2, "place_unit")
    assert game.used == [(1, "any"), (1, "emblem bear"), (1, "end")]
    assert game.dropped == []


def test_lines_for_blind_turns_are_for_one_epoch_as_well() -> None:
    game = Game(blind=True)
    game.send(QUIET + "until epoch 2 on blind_turn: ready", "draft")
    game.until(3, "blind_turn")
    game.send("ready\nend\nend\narmy libya", "plans")
    game.until(4, "blind_turn")
    assert game.used == [(3, "ready"), (3, "end")]
    assert game.dropped[-2:] == [(4, "end"), (4, "army libya")]


def test_lines_that_follow_a_standing_ready_are_for_one_epoch_too() -> None:
    """Nothing of the file answers `blind_turn`: the first line that is played says for which epoch the rest is."""
    game = Game(blind=True)
    game.send(QUIET + "until epoch 2 on blind_turn: ready\nend\nend\narmy libya", "draft")
    game.until(3, "blind_turn")
    assert game.used == [(1, "end")]
    assert game.dropped[:2] == [(2, "end"), (2, "army libya")]


def test_in_games_begun_before_fix_2_they_are_tried_again() -> None:
    game = Game(fixes=1)
    game.send(QUIET, "draft")
    game.until(1, "place_unit")
    game.send("end\nend", "turn")
    game.until(3, "place_unit")
    assert game.used == [(1, "end"), (2, "end")]
