"""The waiting lines of a player, read again and put into streams: by window and, for some titles, by subject."""

from __future__ import annotations

from collections.abc import Sequence

from ..table import Ask, Title
from .fitting import first_legal
from .lines import Line, LineReader, Standing
from .ordered import Agenda, Held, Queued


class StreamReader:
    """Reads the lines that the players of one game have ordered ahead."""

    def __init__(self, title: Title, handles: Sequence[str], fixes: int | None = None) -> None:
        """`fixes` is the highest numbered fix that the game has; by default the title's latest."""
        self.title, self.handles = title, tuple(handles)
        queue, latest = title.language.queue, title.fixes if fixes is None else fixes
        self.by_window = queue is not None and queue.since <= latest
        self.by_subject = self.by_window and queue is not None and queue.by == "subject"
        self.apart = queue is not None and queue.apart is not None and queue.apart <= latest
        self.by_series = queue is not None and queue.series is not None and queue.series <= latest
        self.readers = [LineReader(title, handles, seat) for seat in range(len(self.handles))]
        self.windows = {window for kind in title.language.kinds.values() for window in kind.windows}
        self._read: dict[tuple[int, str], Line | Standing] = {}

    def streams(self, agenda: Agenda, seat: int) -> list[list[Queued]]:
        """The waiting lines, by the window of their file and perhaps by subject, each stream in file order."""
        streams: dict[tuple[str, str], list[Queued]] = {}
        for queued in agenda.queue:
            if not queued.occasion:
                streams.setdefault(self.stream_of(queued, seat), []).append(queued)
        return list(streams.values())

    def stream_of(self, queued: Queued, seat: int) -> tuple[str, str]:
        return queued.window, self.line(seat, queued).about if self.by_subject else ""

    def streams_for(self, agenda: Agenda, ask: Ask) -> list[list[Queued]]:
        """The streams that may answer an ask; an interrupt in another player's turn takes only its own window.

        What nobody could foresee takes nothing that was written ahead.
        """
        found = [
            (not about or about != ask.subject, window != ask.window, stream)
            for stream in self.streams(agenda, ask.player)
            for window, about in [self.stream_of(stream[0], ask.player)]
            if not ask.kind.interrupt or window == ask.window
            if not (ask.unforeseen and stream[0].ahead)
            if about in ("", ask.subject) or (not ask.subject and self._possible(self.line(ask.player, stream[0]), ask))
        ]
        found.sort(key=lambda one: one[:2])
        return [stream for *_, stream in found]

    @staticmethod
    def fits(line: Line, ask: Ask) -> bool:
        """Whether a line is for what is asked; a control word is for everything."""
        return about(line, ask) and (ask.kind.id in line.asks() or all(order.control for order in line.orders))

    def _possible(self, line: Line, ask: Ask) -> bool:
        """Whether a line that says what it is about (`reveal romans`) answers an ask that is about nothing."""
        return self.fits(line, ask) and first_legal(line.orders, ask, self.handles)[0] is not None

    def reachable(self, stream: Sequence[Queued], ask: Ask) -> bool:
        """Whether a stream has reached a line for the ask, if streams are by subject: a line that need not be used is
        passed over only when one below it is."""
        if not self.by_subject:
            return True
        for queued in stream:
            line = self.line(ask.player, queued)
            if self.fits(line, ask):
                return True
            if not self.passes_over(queued, line, ask):
                break
        return False

    def passes_over(self, queued: Queued, line: Line, ask: Ask) -> str:
        """Why a line for another ask is dropped, if it is; it is kept where a follow-up came in between."""
        if all(self.title.language[one].follow_up for one in line.asks()):
            return "line_not_needed"  # a choice that could have arisen but did not (a token without a pair)
        if self.by_subject:
            return "try_not_legal" if line.prefix == "try" else ""
        if self.by_window and queued.window != ask.window:
            return ""
        return "try_not_legal" if line.prefix == "try" and not ask.kind.follow_up else ""

    def line(self, seat: int, queued: Queued) -> Line:
        line = self._reread(seat, queued.text)
        assert isinstance(line, Line)
        return line

    def standing_line(self, seat: int, held: Held) -> Standing:
        line = self._reread(seat, held.text)
        assert isinstance(line, Standing)
        return line

    def _reread(self, seat: int, text: str) -> Line | Standing:
        key = (seat, text)
        if key not in self._read:
            sheet = self.readers[seat].read(text)
            self._read[key] = sheet.lines[0] if sheet.lines else sheet.standing[0]
        return self._read[key]


def about(line: Line, ask: Ask) -> bool:
    """Whether a line may be about the thing that is asked about."""
    return not line.about or line.about == ask.subject or not (line.subject or ask.subject)
