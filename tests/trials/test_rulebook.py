"""Which ids count as rules of a title, for the forms that rule lists use."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.titles.wonders_duel import TITLE
from pbem.trials.rulebook import Named, coverage, named_in, pattern


@pytest.mark.parametrize(
    ("rules", "text", "found"),
    [
        (["AB-CD-1", "AB-CD-12"], "AB-CD-1, AB-CD-12.", ["AB-CD-1", "AB-CD-12"]),
        (["AB-2.1-1"], "see AB-2.1-1. And AB-2.1-10", ["AB-2.1-1", "AB-2.1-10"]),
        (["AB-prep-3"], "(AB-prep-3) XAB-prep-3 AB-prep-3b AB-prep-3-4", ["AB-prep-3", "AB-prep-3-4"]),
        (["ABC-LONG-1"], "AB-LONG-1 ABC-LONG-1: text", ["ABC-LONG-1"]),
        ([], "AB-CD-1", []),
    ],
)
def test_ids_are_found_as_words(rules: list[str], text: str, found: list[str]) -> None:
    assert pattern(rules).findall(text) == found


def test_rules_and_rulings_count_and_examples_want_scenarios() -> None:
    listed: dict[str, Any] = {
        "rules": [{"id": "XY-1-1"}, {"id": "XY-1-2", "example": True}, {"id": "XY-1-3", "example": True}],
        "rulings": [{"id": "XY-R-1"}],
    }
    title = replace(TITLE, rules=listed)
    texts = [("a.py", "XY-1-1 XY-1-3"), ("b.py", "XY-1-1 XY-9-9")]
    found = coverage(title, texts, [Named("s.yaml", title.id, ["XY-1-2"]), Named("t.yaml", "another", ["XY-R-1"])])
    assert found.by_test == {"XY-1-1": ["a.py", "b.py"], "XY-1-3": ["a.py"]}
    assert found.missing == ["XY-R-1"]
    assert found.examples_missing == ["XY-1-3"]
    assert found.unknown == {"XY-9-9": ["b.py"]}
    assert not found.complete


def test_a_list_without_rulings_is_complete_when_all_is_named() -> None:
    title = replace(TITLE, rules={"rules": [{"id": "XY-1-1"}]})
    assert coverage(title, [("a.py", "XY-1-1")], []).complete


def test_a_rule_that_allows_something_needs_a_scenario_that_says_what_is_legal(tmp_path: Path) -> None:
    title = replace(TITLE, rules={"rules": [{"id": "XY-1-1", "allows": True}, {"id": "XY-1-2", "allows": True}]})
    (tmp_path / "titles" / title.id).mkdir(parents=True)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "s.yaml").write_text(
        f"title: {title.id}\nscenarios:\n"
        "- {name: a, rules: [XY-1-1], play: [{anna: go}, {legal: {player: anna, has: [stay]}}]}\n"
        "- {name: b, rules: [XY-1-2], legal: {player: anna, lacks: [stay]}}\n"
    )
    found = named_in(title, tmp_path)
    assert found is not None
    assert (found.missing, found.allowing_missing, found.complete) == ([], ["XY-1-2"], False)
    (tmp_path / "scenarios" / "t.yaml").write_text(
        f"{{title: {title.id}, name: c, rules: [XY-1-2], legal: {{player: anna, has: [stay]}}}}"
    )
    found = named_in(title, tmp_path)
    assert found is not None
    assert found.complete
