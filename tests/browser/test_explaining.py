"""Whatever lies on the table says what it is, in both languages, also after the game has gone on for a while."""

from __future__ import annotations

import json

import pytest

from pbem import titles
from pbem.browser.calls import Engine
from pbem.pages.pressable import lying
from pbem.words import LANGUAGES

ITSELF = {
    "wonders_duel": {"card", "wonder", "token"},
    "through_the_ages": {"card", "wonder", "tech", "government"},
    "seven_ages": {"c", "empire"},
    "age_of_reason": {"field", "marker"},
    "world_history": set[str](),
}
"""By title: the kinds of things that do something, so that they must say what."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", titles.ours())
def test_every_thing_on_the_table_says_what_it_is_and_does(ident: str, language: str) -> None:
    engine = Engine(ident)

    def call(name: str, **given: object) -> dict[str, object]:
        answer = json.loads(engine.answered(name, json.dumps(given)))
        assert "value" in answer, answer
        told: dict[str, object] = answer["value"]
        return told

    told = call("begin", language=language, seed=5)
    seen: dict[tuple[str, str], str] = {}
    for _ in range(25 if ITSELF[ident] else 6):
        while told["goes_on"]:
            told = call("next")
        surface = json.loads(json.dumps(told["surface"]))
        for pane in surface["panes"]:
            for one in lying(pane["html"]):
                seen.setdefault((one.slot, one.id), one.label)
        if surface["over"]:
            break
        legal = [one["order"] for one in surface["ask"]["legal"] if one["order"] != "resign"]
        told = call("order", text=legal[len(seen) % len(legal)])
    silent = []
    for slot, thing in seen:
        about = call("explain", slot=slot, id=thing)
        assert about["name"]
        if slot in ITSELF[ident] and not about["text"]:
            silent.append((slot, thing))
    assert silent == []
    assert len(seen) > 10
