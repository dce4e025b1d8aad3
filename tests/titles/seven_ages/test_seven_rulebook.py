"""The list of rules that are still to come is exact: it names what no test or scenario names, and nothing else."""

from __future__ import annotations

from pathlib import Path

import yaml

from pbem.titles.seven_ages import TITLE
from pbem.trials.rulebook import named_in

TESTS = Path(__file__).parents[2]


def test_the_rules_to_come_are_those_that_no_test_names() -> None:
    covered = named_in(TITLE, TESTS)
    assert covered is not None
    to_come = yaml.safe_load(TITLE.resource("rules_to_come.yaml").read_text(encoding="utf-8"))
    wanted = [rule for rule in covered.rules if rule in covered.missing or rule in covered.examples_missing]
    assert to_come["rules"] == wanted
    assert [one["rule"] for one in to_come["partly"] if one["rule"] not in covered.rules or not one["lacks"]] == []
    assert covered.unknown == {}
