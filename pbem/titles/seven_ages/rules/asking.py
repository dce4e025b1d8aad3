"""What all composed questions of the title share."""

from __future__ import annotations

from collections.abc import Callable

from ....table import Answer, AskKind, NotLegal, Refused

Fits = Callable[[Answer], Refused | None]


def well_formed(kind: AskKind, fits: Fits) -> Fits:
    """Refuse what no form of the ask could say, before anybody takes it apart."""

    def checked(answer: Answer) -> Refused | None:
        return fits(answer) if kind.takes(answer) else NotLegal("not_among_legal")

    return checked
