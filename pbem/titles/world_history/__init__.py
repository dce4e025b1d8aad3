"""Empire: Die Geschichte der Welt."""

from __future__ import annotations

from ...table import Option, Title
from .. import resources
from .cards import LANGUAGE, VOCABULARIES, WORDS
from .check import faults
from .deal import deal
from .facts import FACTS
from .plans import PLANS
from .rules import PHASES
from .state import new

resources.must_be_sound("world_history", faults())

TITLE = Title(
    id="world_history",
    package=__package__,
    icon="capital",
    names={"en": "Empire: The History of the World", "de": "Empire: Die Geschichte der Welt"},
    seats=(3, 4, 5, 6),
    new=new,
    phases=PHASES,
    deal=deal,
    language=LANGUAGE,
    words=WORDS,
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    facts=FACTS,
    plans=PLANS,
    options=(
        Option("auto_retreat", (False, True), house_rule=True),  # retreats follow the default, without asking
        Option("blind_turns", (False, True), house_rule=True, since=1),  # all turns of an epoch ordered before it
    ),
    fixes=6,
    mail_targets={4: {"mails": 15, "stops": 45}},
    longest=3000,
    conformance={3: 250, 4: 250, 5: 80, 6: 80},
)
