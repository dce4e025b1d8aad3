"""7 Ages."""

from __future__ import annotations

from collections.abc import Mapping

from ...table import LateSeats, Option, Title
from .. import resources
from .cards import LANGUAGE, LEADER_KINDS, VOCABULARIES
from .check import faults
from .deal import deal
from .facts import FACTS
from .forms import sentences
from .implied import IMPLIED, SUPPOSED, soon
from .rules import PHASES
from .state import RESERVED, seven

resources.must_be_sound("seven_ages", faults())

FEWEST = 2
LIMITS = ("off", *(f"turn_{n}" for n in range(1, 41)), *(f"age_{n}" for n in range(2, 8)))
"""Agreed ends (SA-win-7, SA-gap-97): any turn of a game that is not over by then, or an age."""


def too_few(seats: int, options: Mapping[str, str | int | bool]) -> str | None:
    """Reserved seats leave at least two players for the start."""
    if int(options[RESERVED]) > seats - FEWEST:
        return (
            f"{RESERVED} leaves {seats - int(options[RESERVED])} of {seats} players, and at least {FEWEST} must begin"
        )
    return None


TITLE = Title(
    id="seven_ages",
    package=__package__,
    icon="hourglass",
    names={"en": "7 Ages", "de": "7 Ages"},
    seats=(2, 3, 4, 5, 6, 7),
    new=seven,
    phases=PHASES,
    deal=deal,
    language=LANGUAGE,
    words={
        language: {**own, **sentences(language, VOCABULARIES, LEADER_KINDS)}
        for language, own in resources.words(__package__).items()
    },
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    facts=FACTS,
    implied=IMPLIED,
    supposed=SUPPOSED,
    soon=soon,
    mail_targets={4: {"mails": 87, "stops": 140}},
    options=(
        Option("total_history", (False, True)),  # SA-opt-1
        Option("pursuit", (False, True)),  # SA-opt-2
        Option("cadenced_progress", (False, True)),  # SA-opt-3
        Option("technology", (False, True)),  # SA-opt-7
        Option("security", (False, True)),  # SA-opt-8
        Option("faster_history", (False, True)),  # SA-opt-9
        Option("take_that", (False, True)),  # SA-opt-10
        Option("turn_limit", LIMITS),  # SA-win-7
        Option(RESERVED, (0, 1, 2, 3, 4, 5)),  # SA-first-9
        Option("event_window", ("on_watch", "always", "standing_only"), house_rule=("standing_only",)),  # SA-gap-108
        Option("battle_plans_only", (False, True), house_rule=True),  # SA-gap-109
        Option("blind_orders", (False, True), house_rule=True),  # SA-gap-110
    ),
    unfit=too_few,
    late=LateSeats(RESERVED, "join_game"),
    fixes=2,
    longest=20_000,
    conformance={2: 60, 3: 60, 4: 60, 5: 40, 6: 40, 7: 40},
)
