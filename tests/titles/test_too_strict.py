"""A rule that refuses what the rulebook allows is noticed by the scenarios of its title."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pbem.trials.scenario import load
from tests.titles.too_strict import RULES
from tests.titles.wrong_rules import holds, noticed

SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.mark.parametrize(("title", "what"), [(title, what) for title, rules in RULES.items() for what in rules])
def test_a_rule_made_too_strict_is_noticed(title: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    RULES[title][what].put(title, monkeypatch)
    files = sorted((SCENARIOS / title).glob("*.yaml"), key=lambda path: path.stem != "possible")
    found = noticed(partial(holds, example) for path in files for example in load(path))
    assert found, f"nobody notices that in {title} {what}"


def test_every_title_has_some() -> None:
    assert sum(map(len, RULES.values())) >= 20
