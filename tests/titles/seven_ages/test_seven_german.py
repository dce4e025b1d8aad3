"""German texts of the title use the terms of the German rulebook, and one word for a thing."""

from __future__ import annotations

import pytest

from tests.titles.german_terms import german_texts, other_words

OTHERS = {
    "Errungenschaft": r"Artefakt",
    "Flugeinheit": r"Flugzeug|Luftwaffe|Lufteinheit",
    "Geschütz": r"Raketeneinheit|Fernkampf",
    "Marineeinheit, Schiff": r"Seeeinheit|\bFlotte",
    "Aufruhr": r"\bUnruhe|Aufstand",
    "Befestigung": r"\bForts?\b|Festung",
    "Konfliktpotential": r"\bPotential|Kampfkraft",
    "Startspieler": r"[Ee]rste[rn]? Spieler",
    "Zugstapel, Stapel": r"Nachziehstapel",
    "Behälter": r"\bTasse|Anführervorrat|Vorrat der Anführer",
    "Reichsgründung": r"Reichsstart",
    "Fortschrittstabelle": r"Fortschrittsleiste|Fortschrittsskala",
    "Joker": r"Wildkarte",
    "Ruhm": r"Siegpunkt|Prestige",
    "Kampfrunde": r"Konfliktrunde",
}
"""The rulebook's word, and what would be said instead."""


@pytest.mark.parametrize("term", OTHERS)
def test_the_rulebooks_word_is_used(term: str) -> None:
    assert {"rules.de.yaml", "words/de.yaml", "data/events.yaml"} <= set(german_texts("seven_ages"))
    wrong = other_words("seven_ages", OTHERS[term])
    assert not wrong, f"the rulebook says {term}: {wrong}"
