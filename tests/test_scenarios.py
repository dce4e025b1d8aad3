"""Every scenario of every title, as a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.trials.scenario import BadScenario, Scenario, load

FILES = sorted((Path(__file__).parent / "scenarios").rglob("*.yaml"))


def scenarios_of(path: Path) -> list[Scenario]:
    """None of a broken file: that file's own test says what is wrong, and the others still run."""
    try:
        return load(path)
    except BadScenario:
        return []


SCENARIOS = [scenario for path in FILES for scenario in scenarios_of(path)]


def named(scenario: Scenario) -> str:
    return f"{scenario.title.id}/{Path(scenario.file).stem}: {scenario.name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenario_file_is_right(path: Path) -> None:
    assert [one.name for one in load(path) if not one.rules] == [], "scenarios without rules"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_scenario_holds(scenario: Scenario) -> None:
    assert [str(difference) for difference in scenario.run()] == []
