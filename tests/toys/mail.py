"""A table with agendas, played as a moderator would; and the toy titles as titles among the others."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pbem import titles
from pbem.orders.agenda import Agenda, Clerk, Decision
from pbem.table import Table, Title

HANDLES = ("anna", "bob", "carol", "dave")
TOYS = ("toy_ages", "toy_auction", "toy_battle", "toy_combat", "toy_turn")


class Mail:
    def __init__(self, title: Title, seats: int, seed: int = 1, fixes: int | None = None) -> None:
        self.table = Table(title, HANDLES[:seats], below=random.Random(seed).randrange, fixes=fixes)
        self.clerk = Clerk(title, HANDLES[:seats], fixes)
        self.agendas = [Agenda() for _ in range(seats)]
        self.done: list[str] = []
        """Each answer as `handle: order (source)`."""
        self.decisions: list[Decision] = []

    def send(self, handle: str, lines: str, window: str) -> None:
        seat = HANDLES.index(handle)
        text = "\n".join(row.strip() for row in lines.strip().splitlines())
        self.clerk.file(self.agendas[seat], seat, f"{handle} {window}", window, text)

    def run(self) -> None:
        """Go on as far as what was ordered reaches."""
        while self._step():
            pass

    def _step(self) -> bool:
        table = self.table
        for seat, ask in table.pending.items():
            if seat in table.given:
                continue
            decision = self.clerk.decide(self.agendas[seat], ask, table.state)
            self.decisions.append(decision)
            if decision.answer is None:
                continue
            self.done.append(f"{HANDLES[seat]}: {ask.write(decision.answer, table.players)} ({decision.source})")
            place = table.place
            table.answer(seat, decision.answer)
            for one in table.forced_since(place):
                self.clerk.forced(self.agendas[one.seat], one, table.state)
            return True
        return False

    @property
    def waits_for(self) -> list[str]:
        table = self.table
        open_seats = {seat: ask for seat, ask in table.pending.items() if seat not in table.given}
        return [f"{HANDLES[seat]}: {ask.kind.id}" for seat, ask in open_seats.items()]

    def queue(self, handle: str) -> list[str]:
        """Lines that wait, without those that are going on."""
        return [one.text for one in self.agendas[HANDLES.index(handle)].queue if not one.occasion]


@contextmanager
def installed(toys: Sequence[str] = TOYS, folder: Path = Path(__file__).parent) -> Iterator[list[Title]]:
    """The toys as titles among the others, for as long as they are needed."""
    path = titles.__path__  # a test may put another list in its place, and this one back when it is over
    path.append(str(folder))
    importlib.invalidate_caches()
    try:
        yield [titles.load(ident) for ident in toys]
    finally:
        path.remove(str(folder))
        # Whoever lists all titles has loaded the other toys there too.
        own = str(folder)
        for name, module in list(sys.modules.items()):
            if name.startswith(f"{titles.__name__}.") and str(getattr(module, "__file__", "")).startswith(own):
                del sys.modules[name]


def toy(ident: str) -> Title:
    """A toy by itself, for a table: campaigns look among the titles."""
    title: Title = importlib.import_module(f"tests.toys.{ident}").TITLE
    return title


@contextmanager
def changed(folder: Path, ident: str, right: str, wrong: str) -> Iterator[Title]:
    """A copy of a toy with a fault put into it."""
    text = (Path(__file__).parent / ident / "__init__.py").read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{ident} has {text.count(right)} times: {right}"
    (folder / ident).mkdir()
    (folder / ident / "__init__.py").write_text(text.replace(right, wrong), encoding="utf-8")
    with installed((ident,), folder) as (title,):
        yield title
