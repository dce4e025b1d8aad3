"""Rules that are carried out apart from a table."""

from __future__ import annotations

from typing import Any

from pbem.table import Roll, Rule, dry_run


def rule() -> Rule:
    thrown = yield Roll(2, 6)
    more = yield Roll(1, 6)
    return sum(thrown) + sum(more)


def test_whatever_a_rule_wants_is_answered_and_its_result_returned() -> None:
    wanted: list[int] = []

    def reply(one: Any) -> list[int]:
        wanted.append(one.count)
        return [5] * one.count

    assert dry_run(rule(), reply) == 15
    assert wanted == [2, 1]
