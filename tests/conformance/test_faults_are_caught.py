"""Broken copies of the toy: the suite must find what is wrong with each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.trials.conformance import ConformanceReport, Effort, conform

from . import toy

CLOSE = Effort(every=2, answers=30, mutants=10, twins=4, twin_steps=12)
FAULTS: list[dict[str, Any]] = yaml.load(
    (Path(__file__).parent / "faults.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, id=one["fault"], marks=pytest.mark.slow if one.get("slow") else ()) for one in FAULTS],
)
def test_a_fault_is_caught(fault: dict[str, Any], tmp_path: Path) -> None:
    with toy.installed(tmp_path, "broken_market", fault["changes"]) as title:
        report = ConformanceReport(title.id, 3)
        for seed in range(12):
            report = conform(title, 3, [seed], effort=CLOSE)
            if not report.held:
                break
    assert not report.held, "nothing was found"
    (failure,) = report.failures
    assert (failure.title, failure.seats) == ("broken_market", 3)
    assert failure.check in fault["check"].split("|"), str(failure)
    assert fault["says"] in failure.what, str(failure)
