"""Every rule of the list is named by a test or a scenario."""

from __future__ import annotations

from pathlib import Path

from pbem.titles.seven_ages import TITLE
from pbem.trials.rulebook import named_in

TESTS = Path(__file__).parents[2]


def test_every_rule_is_named_by_a_test_and_every_example_is_a_scenario() -> None:
    covered = named_in(TITLE, TESTS)
    assert covered is not None
    assert (covered.missing, covered.examples_missing, covered.unknown) == ([], [], {})
    assert len(TITLE.rule_ids()) == TITLE.rules["meta"]["count"]
