"""The examples in docs/scenarios.md are scenarios that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.trials.scenario import read
from pbem.trials.scenario_read import KEYS
from pbem.trials.scenario_steps import STEPS

PAGE = Path(__file__).parents[2] / "docs/scenarios.md"
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: re.search(r"name: (.*)", text)[1])
def test_an_example_holds(text: str) -> None:
    for scenario in read("docs/scenarios.md", text):
        assert scenario.run() == []


def test_every_key_and_step_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [word for word in (*KEYS, *STEPS) if f"`{word}" not in page] == []
