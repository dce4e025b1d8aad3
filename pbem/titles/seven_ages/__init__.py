"""7 Ages."""

from __future__ import annotations

from ...table import Option, Title
from .. import resources
from .cards import LANGUAGE, VOCABULARIES
from .check import faults
from .facts import FACTS
from .rules import PHASES
from .state import seven

resources.must_be_sound("seven_ages", faults())

LIMITS = ("off", *(f"turn_{n}" for n in (4, 7, 10, 14, 20)), *(f"age_{n}" for n in range(2, 8)))
"""Agreed ends (SA-win-7, SA-gap-97)."""

TITLE = Title(
    id="seven_ages",
    package=__package__,
    icon="map",
    names={"en": "7 Ages", "de": "7 Ages"},
    seats=(2, 3, 4, 5, 6, 7),
    new=seven,
    phases=PHASES,
    language=LANGUAGE,
    words=resources.words(__package__),
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    facts=FACTS,
    options=(
        Option("total_history", (False, True)),  # SA-opt-1
        Option("pursuit", (False, True)),  # SA-opt-2
        Option("cadenced_progress", (False, True)),  # SA-opt-3
        Option("technology", (False, True)),  # SA-opt-7
        Option("security", (False, True)),  # SA-opt-8
        Option("faster_history", (False, True)),  # SA-opt-9
        Option("take_that", (False, True)),  # SA-opt-10
        Option("turn_limit", LIMITS),  # SA-win-7
    ),
    longest=60_000,
    conformance={2: 30, 4: 30, 7: 20},
)
