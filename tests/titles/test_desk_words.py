"""The desk shows words and no keys: what a verb means, and what an order costs or brings, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from pbem import titles
from pbem.table import Table
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source
from pbem.words import LANGUAGES

POSITIONS = 400
PRICED = {"order", "coins", "gains", "chain"}
"""What the script has words for itself; all else about an order needs the title's sentence `about.<kind>`."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", titles.ours())
def test_every_first_word_of_an_order_is_explained(title: str, language: str) -> None:
    words = titles.words(titles.load(title), language, ())
    missing = [verb for verb in titles.load(title).language.verbs if f"verb.{verb}" not in words]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", titles.ours())
def test_whatever_is_told_of_an_order_has_a_sentence(title: str, language: str) -> None:
    one = titles.load(title)
    words = titles.words(one, language, HANDLES)
    told = 0
    for listed in _listed(title):
        for order in listed["legal"]:
            if {name for name, value in order.items() if value is not None} <= PRICED:
                continue
            said = words.say(f"about.{listed['kind']}", order)
            assert not any(name in said for name in order if "_" in name), said
            told += 1
    assert told > 20 or title == "wonders_duel", "a duel tells of coins alone"


def _listed(title: str) -> list[dict[str, Any]]:
    """Questions of a random game with the largest table there is time for, as a hand holds them."""
    one = titles.load(title)
    table = Table(one, HANDLES[: min(3, one.seats[-1])], {}, below=source(f"desk {title}"), stride=50)
    pick, found = source(f"desk picks {title}"), []
    while not table.over and len(found) < POSITIONS:
        seat, ask = next(iter(table.unanswered.items()))
        found.append(ask.data(table.players))
        table.answer(seat, ask.sample(pick))
    return found
