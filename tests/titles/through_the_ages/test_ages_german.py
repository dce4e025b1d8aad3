"""German texts of the title use the terms of the German rulebook, and one word for a thing."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

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


def texts(folder: Traversable) -> dict[str, str]:
    found = {}
    for one in folder.iterdir():
        if one.is_dir() and one.name != "data":
            found |= {f"{one.name}/{name}": text for name, text in texts(one).items()}
        elif one.name in ("de.yaml", "rules.de.yaml") or one.name.endswith(".de.md"):
            found[one.name] = one.read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("term", OTHERS)
def test_the_rulebooks_word_is_used(term: str) -> None:
    found = texts(files("pbem.titles.through_the_ages"))
    assert {"rules.de.yaml", "words/de.yaml"} <= set(found)
    wrong = [
        f"{name}: {line.strip()[:100]}"
        for name, text in found.items()
        for line in text.splitlines()
        if re.search(OTHERS[term], line)
    ]
    assert not wrong, f"the rulebook says {term}: {wrong}"
