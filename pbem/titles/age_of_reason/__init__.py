"""Zeitalter der Vernunft (Age of Reason)."""

from __future__ import annotations

from ...table import Option, Title
from .. import resources
from .atlas import DATA
from .cards import LANGUAGE, VOCABULARIES
from .check import faults
from .deal import deal
from .facts import FACTS
from .rules import OCCASIONS, PHASES
from .state import new

resources.must_be_sound("age_of_reason", faults())

TITLE = Title(
    id="age_of_reason",
    package=__package__,
    icon="pact",
    names={"en": "Age of Reason", "de": "Zeitalter der Vernunft"},
    seats=(2, 3, 4, 5, 6, 7),
    new=new,
    phases=PHASES,
    deal=deal,
    language=LANGUAGE,
    words=resources.words(__package__),
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    facts=FACTS,
    options=(
        *(Option(entry["id"], tuple(entry.get("values", (False, True)))) for entry in DATA["options"]),
        Option("sealed_auction", (False, True), house_rule=True),  # AOR-R-1
        Option("no_reentry", (False, True), house_rule=True),  # AOR-R-2
        Option("simultaneous_fields", (False, True), house_rule=True),  # AOR-R-3
    ),
    occasions=OCCASIONS,
    fixes=1,
    mail_targets={4: {"mails": 36, "stops": 100}, 7: {"mails": 33, "stops": 160}},
    longest=4000,
    conformance={2: 60, 3: 60, 4: 60, 5: 40, 6: 40, 7: 40},
)
