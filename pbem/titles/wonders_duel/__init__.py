"""7 Wonders Duel."""

from __future__ import annotations

from ...table import Option, Title
from .. import resources
from .cards import LANGUAGE, VOCABULARIES
from .check import faults
from .deal import deal
from .facts import FACTS
from .rules import PHASES
from .state import Duel

resources.must_be_sound("wonders_duel", faults())

TITLE = Title(
    id="wonders_duel",
    package=__package__,
    icon="wonder",
    names={"en": "7 Wonders Duel", "de": "7 Wonders Duel"},
    seats=(2,),
    new=Duel,
    phases=PHASES,
    deal=deal,
    language=LANGUAGE,
    words=resources.words(__package__),
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    facts=FACTS,
    options=(
        Option("first_game_sets", (False, True)),  # WD-DR-5
        Option("age_start_tie", ("last_player", "last_player_chooses")),  # WD-R-1
        Option("auto_age_start", (False, True), house_rule=True),
    ),
    mail_targets={2: {"mails": 27, "stops": 54}},
    longest=200,
    conformance={2: 150},
)
