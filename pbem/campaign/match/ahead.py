"""What players have ordered ahead, where it comes from, and which files are too old to count."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import field, replace

from pbem.orders.agenda import Agenda
from pbem.words.lazy_dataclass import dataclass

from ..records import OrderOrigin, WrittenAt


@dataclass(slots=True)
class Ahead:
    agendas: list[Agenda]
    """By seat, what was ordered ahead: lines that wait, and standing orders."""
    newest: tuple[WrittenAt, ...]
    """By seat, when the newest accepted file was written."""
    origins: Mapping[str, OrderOrigin] = field(default_factory=dict)
    """By digest, the files that agendas and hidden answers come from."""
    restart: int = 0
    """The last entry that went back for everybody: orders that were written before it count no more."""

    @classmethod
    def begin(cls, seats: int) -> Ahead:
        return cls([Agenda() for _ in range(seats)], (WrittenAt(0),) * seats)

    def written(self, seat: int, at: WrittenAt) -> None:
        """A file of the seat was accepted: those written before it are too old."""
        self.newest = (*self.newest[:seat], at, *self.newest[seat + 1 :])

    def came(self, digest: str, n: int, raw: bytes, mixed: bool = False) -> None:
        """A file came with entry `n`. What the moderator signs never affects the chance: it counts as mixed."""
        self.origins = {**self.origins, digest: OrderOrigin(n, raw, mixed)}

    def first_use(self, digest: str) -> bytes | None:
        """The bytes that a file adds to the chance at its first use; None after that."""
        origin = self.origins[digest]
        if origin.mixed:
            return None
        self.origins = {**self.origins, digest: replace(origin, mixed=True)}
        return origin.raw

    def forget(self, hidden: Set[str]) -> None:
        """Keep only those files that an agenda or a hidden answer can still use."""
        used = {*hidden}
        for agenda in self.agendas:
            used |= {one.file for one in agenda.queue} | {one.file for one in agenda.standing}
            if agenda.plan is not None:
                used.add(agenda.plan.file)
        self.origins = {digest: origin for digest, origin in self.origins.items() if digest in used}

    def undone(self, seat: int, window: str) -> None:
        """The seat has taken something back: what waited is gone, and its standing orders wait for its next file."""
        agenda = self.agendas[seat]
        agenda.queue, agenda.plan = [], None
        agenda.stopped, agenda.stopped_in = True, window

    def go_on(self, seat: int) -> None:
        """A deadline has passed: the standing orders of the seat answer again."""
        self.agendas[seat].stopped = False

    def cleared(self, n: int) -> None:
        """With entry `n` play went back for everybody: nothing that was ordered counts any more."""
        self.agendas, self.origins, self.restart = [Agenda() for _ in self.agendas], {}, n

    def put_back(self, seat: int, agenda: Agenda, origins: Mapping[str, OrderOrigin], newest: WrittenAt) -> None:
        """A file did nothing at all: everything is as it was before it."""
        self.agendas = [agenda if other == seat else one for other, one in enumerate(self.agendas)]
        self.origins = origins
        self.written(seat, newest)
