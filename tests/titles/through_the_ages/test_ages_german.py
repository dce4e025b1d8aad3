"""German texts of the title use the terms of the German rulebook, and one word for a thing."""

from __future__ import annotations

import pytest

from tests.titles.german_terms import german_texts, other_words

OTHERS = {
    "Kartenleiste": r"Kartenreihe",
    "Spielstein": r"(?:[Bb]laue|[Gg]elbe|[Ww]eiße|[Rr]ote)[nrs]? Steine?n?\b|\bMarker\b",
    "Zivilgebäude": r"[Ss]tädtisch|Stadtgebäude|Stadttechnologie",
    "Kolonisierungstruppe": r"Streitmacht|Expedition",
    "Verlust": r"Korruption",
    "Freudewert, Freudesymbol": r"Zufriedenheit|zufriedene[snr]? Gesicht",
    "aufwerten": r"[Aa]ufrüsten|Umrüst|\bverbesser(?:n|t)\b",
    "zerstören": r"\babreiß|\bAbriss|reißt [^.]* ab\b",
    "Überfall": r"Aggression",
    "Ressource": r"Rohstoff|\bErz\b",
    "Anführer": r"Oberhaupt|Staatsmann",
}
"""The rulebook's word, and what would be said instead."""


@pytest.mark.parametrize("term", OTHERS)
def test_the_rulebooks_word_is_used(term: str) -> None:
    assert {"rules.de.yaml", "words/de.yaml"} <= set(german_texts("through_the_ages"))
    wrong = other_words("through_the_ages", OTHERS[term])
    assert not wrong, f"the rulebook says {term}: {wrong}"
