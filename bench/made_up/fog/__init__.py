"""Fog: as many hidden stacks as the largest games have. All see where something stands, only its owner what it is."""

from __future__ import annotations

from pbem.table import Title
from pbem.titles import resources

from .rules import LANGUAGE, PHASES, VOCABULARIES, new

TITLE = Title(
    id="fog",
    package=__package__,
    names={"en": "Fog", "de": "Nebel"},
    seats=(4, 7),
    new=new,
    phases=PHASES,
    language=LANGUAGE,
    words=resources.words(__package__),
    rules=resources.read(__package__, "rules.yaml"),
    vocabularies=VOCABULARIES,
    longest=1_000,
)
