"""What can be seen of a table: what is asked of whom, what has come in, how the position looks to whom."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from hashlib import sha256
from typing import Any

from .asks import MOST_PUBLISHED, Ask, Offer, Together
from .game import Outcome
from .inputs import Answered, Input
from .masked import masked
from .state_json import Json, canonical, digest, to_json
from .title import Title
from .view_text import view_text
from .views import view


class Situation:
    """The part of a Table that changes nothing."""

    __slots__ = (
        "_agreed",
        "_barrier",
        "_given",
        "_run",
        "_together",
        "inputs",
        "offset",
        "pending",
        "players",
        "revealed",
        "state",
        "title",
    )
    title: Title
    players: tuple[str, ...]
    state: Any
    pending: dict[int, Ask]
    """The open asks by seat; several only in a Together."""
    inputs: list[Input]
    offset: int
    """Inputs that a loaded table no longer has in memory."""
    revealed: list[str]
    _together: Together | None
    _given: dict[int, Answered]
    _barrier: int
    _agreed: Outcome | None
    """How the players have ended the game; the rules know nothing of it, and give no points."""
    _run: Generator[Any, Any, None] | None

    @property
    def over(self) -> bool:
        return self._run is None

    @property
    def outcome(self) -> Outcome | None:
        outcome: Outcome | None = self._agreed or self.state.outcome
        return outcome

    @property
    def place(self) -> int:
        """How many inputs the game has had."""
        return self.offset + len(self.inputs)

    @property
    def given(self) -> Mapping[int, Answered]:
        """Answers of a running Together that wait for the others."""
        return self._given

    @property
    def unanswered(self) -> Mapping[int, Ask]:
        """The open asks that have no answer yet, not even one that the table gave by itself."""
        given = self._given
        return {seat: ask for seat, ask in self.pending.items() if seat not in given} if given else self.pending

    @property
    def simultaneous(self) -> bool:
        """Whether the open asks are those of a Together."""
        return self._together is not None

    @property
    def offer(self) -> Offer | None:
        """The open Offer, if that is what is asked."""
        return self._together if isinstance(self._together, Offer) else None

    @property
    def unsourced(self) -> bool:
        """Whether the sources of the open answers are secret: `forced` would reveal that there was no choice."""
        return self._together is not None and self._together.forced

    @property
    def barrier(self) -> int:
        """The place that undo cannot go past: a die roll, something revealed, the start."""
        return self._barrier

    @property
    def own_from(self) -> int:
        """The place from which on all answers are of the seat that is asked alone now, with nothing new to see since:
        its player can take these back. Where nobody is asked alone it is the current place."""
        place = self.place
        if len(self.pending) == 1 and self._together is None:
            (seat,) = self.pending
            lowest = max(self._barrier, self.offset)
            while place > lowest and getattr(self.inputs[place - self.offset - 1], "seat", None) == seat:
                place -= 1
        return place

    def forced_since(self, place: int) -> list[Answered]:
        """The answers that the table has given by itself since that place."""
        new = self.inputs[max(0, place - self.offset) :]
        return [self._written(one) for one in new if isinstance(one, Answered) and one.source == "forced"]

    def _written(self, given: Answered) -> Answered:
        return given._replace(order=self.title.language[given.kind].write(given.spoken, self.players))

    def view(self, seat: int | None) -> Json:
        return view(self.state, seat)

    def seen(self, seat: int | None) -> Any:
        """The state as a seat sees it: a copy of the same class, in which whatever it may not see is Unseen."""
        return masked(self.state, seat)

    def waiting(self) -> list[int] | None:
        """Whose answers are awaited, where that is public; None where only the fact that the table waits is public."""
        if self._together is not None and not self._together.open:
            return None
        return [seat for seat in self.pending if seat not in self._given or self._given[seat].source == "forced"]

    def soon(self) -> dict[int, str]:
        """By seat, the window open for orders although nothing is asked of it yet; from public information only."""
        if self.over or self.title.soon is None:
            return {}
        asked = self.pending if self.waiting() is not None else {}
        return {seat: window for seat, window in self.title.soon(self.seen(None)).items() if seat not in asked}

    def digest(self) -> str:
        """Fingerprint of the whole position, hidden things included: for tests and the moderator."""
        asked = [ask.data(self.players) for ask in self.pending.values()]
        given = {str(seat): to_json(one.answer) for seat, one in self._given.items()}
        return digest({"state": to_json(self.state), "asked": asked, "given": given})

    def public_digest(self) -> str:
        """Fingerprint of what everybody may see; it goes into the ledger.

        Of the asks it covers only who is asked what kind of thing, as far as that is public, so that the lists and
        figures that are shown with them can be improved while a game is running.
        """
        public = self._together is None or self._together.open
        asked = [[player, ask.kind.id] for player, ask in self.pending.items() if public]
        # the canonical JSON of both, without making the view first
        return sha256(b'{"asked":%b,"state":%b}' % (canonical(asked), view_text(self.state, None).encode())).hexdigest()

    def asked(self, seat: int | None, most: int = MOST_PUBLISHED) -> Json:
        """The open asks as `seat` may see them; None is an onlooker."""
        together = self._together
        shown = []
        for player, ask in self.pending.items():
            if player == seat or not (ask.private or ask.secret or together):
                shown.append(ask.data(self.players, most))
            elif together is None or together.open:
                shown.append({"player": player, "kind": ask.kind.id, "rule": ask.rule})
        if self.pending and not shown:
            shown.append({"kind": "waiting"})
        return shown
