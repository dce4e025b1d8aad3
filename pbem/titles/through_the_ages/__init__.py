"""Through the Ages: A New Story of Civilization."""

from __future__ import annotations

from ...table import Option, Title
from .. import resources
from .cards import LANGUAGE, VOCABULARIES
from .check import faults
from .deal import deal
from .facts import FACTS
from .rules import OCCASIONS, PHASES
from .state import ages

resources.must_be_sound("through_the_ages", faults())

TITLE = Title(
    id="through_the_ages",
    package=__package__,
    icon="civil",
    names={"en": "Through the Ages", "de": "Im Wandel der Zeiten"},
    seats=(2, 3, 4),
    new=ages,
    phases=PHASES,
    deal=deal,
    language=LANGUAGE,
    words=resources.words(__package__),
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    facts=FACTS,
    options=(
        Option("civil_hands_public", (True, False)),  # TTA-CARD-4
        Option("sealed_colonisation", (False, True), house_rule=True),
    ),
    occasions=OCCASIONS,
    fixes=1,
    mail_targets={2: {"mails": 32, "stops": 64}, 4: {"mails": 28, "stops": 105}},
    longest=6000,
    conformance={2: 60, 3: 40, 4: 40},
)
