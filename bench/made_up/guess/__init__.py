"""Guess: a game of any length. Each round, all guess a die that nobody has seen; the nearest score."""

from __future__ import annotations

from pbem.table import Title
from pbem.titles import resources

from .rules import LANGUAGE, OPTIONS, PHASES, Guess

TITLE = Title(
    id="guess",
    package=__package__,
    names={"en": "Guess", "de": "Raten"},
    seats=(2, 3),
    new=Guess,
    phases=PHASES,
    language=LANGUAGE,
    words=resources.words(__package__),
    rules=resources.read(__package__, "rules.yaml"),
    options=OPTIONS,
    longest=100_000,
)
