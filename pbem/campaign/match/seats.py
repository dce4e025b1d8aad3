"""Who sits where: keys and names, who has joined, which seats are free, what is voted on, how often they spoke."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from pbem.seals.keys import PublicKey
from pbem.words.lazy_dataclass import dataclass

from ..agreement.genesis import Seat
from ..records import Motion

if TYPE_CHECKING:
    from ..agreement.genesis import Genesis


@dataclass(slots=True)
class Seats:
    owners: tuple[Seat, ...]
    moderator: PublicKey
    """Whose signature the next entry needs."""
    free: tuple[int | None, ...]
    """By seat, the entry with which it became free, until somebody takes it."""
    vacant: frozenset[int] = frozenset()
    """Seats that a bot plays because their player has left."""
    joined: Mapping[int, bytes] = field(default_factory=dict)
    """By seat, the bytes of the signature with which it joined."""
    press: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By seat, when it sent press, as far back as a day before the last time."""
    motions: Mapping[str, Motion] = field(default_factory=dict)
    """What the players vote on, by what they write for it."""
    decided: Mapping[str, int] = field(default_factory=dict)
    """By motion, the entry with which it was decided the last time."""

    @classmethod
    def begin(cls, genesis: Genesis) -> Seats:
        return cls(genesis.seats, genesis.moderator, (None,) * len(genesis.seats))

    def __len__(self) -> int:
        return len(self.owners)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.owners)

    def __getitem__(self, seat: int) -> Seat:
        return self.owners[seat]

    @property
    def missing(self) -> list[str]:
        """Seats that have not joined."""
        return [one.handle for seat, one in enumerate(self.owners) if seat not in self.joined]

    @property
    def people(self) -> list[int]:
        """Seats that somebody plays. Nobody waits for the others, and whatever is voted on, they have no vote."""
        return [seat for seat, one in enumerate(self.owners) if not one.bot and self.free[seat] is None]

    @property
    def deserted(self) -> bool:
        """Whether everybody has left: then no machine plays on, and somebody can still take a seat."""
        return not self.people and bool(self.vacant or any(free is not None for free in self.free))

    # ---- what happens to them

    def join(self, seat: int, raw: bytes) -> None:
        self.joined = {**self.joined, seat: raw}

    def put(self, seat: int, owner: Seat) -> Seat:
        """Whoever has the seat from now on, or what has changed about them."""
        self.owners = (*self.owners[:seat], owner, *self.owners[seat + 1 :])
        return owner

    def freed(self, seat: int, n: int) -> None:
        """From entry `n` on the seat is free."""
        self.free = (*self.free[:seat], n, *self.free[seat + 1 :])

    def taken(self, seat: int, owner: Seat, stands_in: bool) -> None:
        """Another person, or a bot that stands in for somebody who has left, plays the seat."""
        self.put(seat, owner)
        self.free = (*self.free[:seat], None, *self.free[seat + 1 :])
        self.vacant = self.vacant | {seat} if stands_in else self.vacant - {seat}

    def moderated_by(self, key: PublicKey) -> None:
        self.moderator = key

    def spoke(self, seat: int, times: tuple[str, ...]) -> None:
        """When the seat has sent press, as far back as it matters."""
        self.press = {**self.press, seat: times}

    def voted(self, called: str, motion: Motion) -> None:
        self.motions = {**self.motions, called: motion}

    def closed(self, called: str, n: int) -> None:
        """A motion is decided with entry `n`: votes that were written before count no more."""
        self.dropped(called)
        self.decided = {**self.decided, called: n}

    def dropped(self, called: str) -> None:
        """Nobody votes on it any more, and nothing was decided."""
        self.motions = {name: motion for name, motion in self.motions.items() if name != called}

    def left(self, seat: int, n: int) -> None:
        """Another person plays a seat: votes of the one before bind nobody, and nobody loses the seat for that one."""
        for called, motion in list(self.motions.items()):
            if motion.on == {"kind": "replace", "player": self.owners[seat].handle}:
                self.closed(called, n)
            elif seat in motion.votes:
                votes = {other: vote for other, vote in motion.votes.items() if other != seat}
                written = {other: at for other, at in motion.written.items() if other != seat}
                if votes:
                    self.voted(called, replace(motion, votes=votes, written=written))
                else:
                    self.dropped(called)
