"""German texts of the title use the terms of the German rulebook, and one word for a thing."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

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


def texts(folder: Traversable) -> dict[str, str]:
    found = {}
    for one in folder.iterdir():
        if one.is_dir() and one.name != "data":
            found |= {f"{one.name}/{name}": text for name, text in texts(one).items()}
        elif one.name in ("de.yaml", "rules.de.yaml") or one.name.endswith(".de.md"):
            found[one.name] = one.read_text(encoding="utf-8")
        elif one.name == "data":
            found |= {
                f"data/{file.name}": "\n".join(re.findall(r"_de: .*", file.read_text(encoding="utf-8")))
                for file in one.iterdir()
                if file.name.endswith(".yaml")
            }
    return found


@pytest.mark.parametrize("term", OTHERS)
def test_the_rulebooks_word_is_used(term: str) -> None:
    found = texts(files("pbem.titles.seven_ages"))
    assert {"rules.de.yaml", "words/de.yaml", "data/events.yaml"} <= set(found)
    wrong = [
        f"{name}: {line.strip()[:100]}"
        for name, text in found.items()
        for line in text.splitlines()
        if re.search(OTHERS[term], line)
    ]
    assert not wrong, f"the rulebook says {term}: {wrong}"
