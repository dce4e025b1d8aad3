"""What the waiting lines of a player are for: the round, auction or fight that their file was written for, no other."""

from __future__ import annotations

from typing import Any

from ..table import Ask
from ..table.language import Rounds
from .lines import Order
from .ordered import Agenda, Dropped, Held, Queued
from .streams import StreamReader


class OccasionKeeper(StreamReader):
    """Drops lines of which the occasion is over, so that they answer nothing else."""

    def tidy(self, agenda: Agenda, seat: int, game: Any) -> list[Dropped]:
        """Drop what is left over from a round or an occasion that is over.

        Only lines that have answered nothing are returned: of the others their player has been told.
        """
        if self.apart:
            agenda.queue = [one for one in agenda.queue if self._lasts(one, seat, game)]
            agenda.standing = [one for one in agenda.standing if self._lasts(one, seat, game)]
        return self._left_over(agenda, seat, game)

    def _lasts(self, one: Queued | Held, seat: int, game: Any) -> bool:
        """Whether a line that goes on for an occasion still has it, as far as the title says."""
        kind, _, occasion = one.occasion.partition(" ")
        return kind not in self.title.occasions or self.title.occasions[kind](game, seat) == occasion

    def _left_over(self, agenda: Agenda, seat: int, game: Any) -> list[Dropped]:
        """Drop lines left over from an earlier round, but keep early answers to asks outside the rounds' windows."""
        gone: list[Dropped] = []
        for stream in self.streams(agenda, seat) if self.title.language.rounds else ():
            for queued in stream:
                rounds = self._rounds(queued, seat)
                if rounds is None or queued.round in (None, self.title.facts[rounds.fact].read(game, seat)):
                    break
                agenda.queue.remove(queued)
                gone.append(Dropped(queued.file, queued.number, queued.text, "line_not_needed"))
        return gone

    def _rounds(self, queued: Queued, seat: int) -> Rounds | None:
        """What counts the rounds of a line, if it can answer nothing outside of them."""
        asks = self.line(seat, queued).asks()
        windows = {window for one in asks for window in self._windows(queued, one)}
        if not asks and self.apart:
            windows = {queued.window}  # `any` is for whatever its file is for
        return next((one for one in self.title.language.rounds if windows <= set(one.windows)), None)

    def _windows(self, queued: Queued, ask: str) -> tuple[str, ...]:
        """The windows in which a line can answer an ask: if the ask has several, the one its file is for."""
        windows = self.title.language[ask].windows
        return (queued.window,) if queued.window in windows else windows

    def reached(self, agenda: Agenda, used: Queued, ask: Ask, game: Any) -> None:
        """Record, for the waiting lines, the round in which the line before them was used.

        Where lines are kept apart, this is for those of the same window; with streams, for those of the same file:
        others may be for a round to come.
        """
        for queued in agenda.queue:
            rounds = self._rounds(queued, ask.player)
            if rounds is None or not game.fix(rounds.since):
                continue
            if self.by_subject and queued.file != used.file:
                continue
            if self.apart and queued.window != used.window:
                continue
            number = self.title.facts[rounds.fact].read(game, ask.player)
            if number or not self.by_subject:  # before the first round: the lines below are for that
                queued.round = number

    def begin_series(self, agenda: Agenda, ask: Ask) -> None:
        """The next line that closes a series of asks is for the one that is asked about now."""
        for stream in self.streams_for(agenda, ask) if self.by_series and ask.series else ():
            first = next((one for one in stream if self._could_close(one, ask)), None)
            if first is not None and not first.series:
                first.series = ask.series

    def _could_close(self, queued: Queued, ask: Ask) -> bool:
        line = self.line(ask.player, queued)
        blind = ask.ahead and line.about != ask.subject  # a line about nothing is for asks without a subject
        return not blind and any(self._closing(order, ask) for order in line.orders)

    def outgrown(self, queued: Queued, order: Order, ask: Ask) -> bool:
        """Whether an order would end more than there was when its line became the next to end it."""
        return self.by_series and self._closing(order, ask) and queued.series != ask.series

    @staticmethod
    def _closing(order: Order, ask: Ask) -> bool:
        return bool(ask.series) and order.text == ask.kind.closing

    @staticmethod
    def series_over(agenda: Agenda) -> None:
        """A series of asks has ended by itself: lines below are for the next one."""
        for queued in agenda.queue:
            queued.series = ""

    @staticmethod
    def occasions_over(agenda: Agenda, ask: Ask) -> None:
        """Lines still in force for another occasion of the same kind are used up."""
        now, kind = occasion_of(ask), f"{ask.kind.id} "
        agenda.queue = [one for one in agenda.queue if one.occasion == now or not one.occasion.startswith(kind)]
        agenda.standing = [one for one in agenda.standing if one.occasion == now or not one.occasion.startswith(kind)]


def occasion_of(ask: Ask) -> str:
    return f"{ask.kind.id} {ask.occasion}"
