"""A rule carried out apart from any table: a bot's look ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .title import Rule


def dry_run(rule: Rule, reply: Callable[[Any], Any]) -> Any:
    """What the rule returns, where `reply` answers whatever it yields: asks, dice and draws."""
    value: Any = None
    while True:
        try:
            wanted = rule.send(value)
        except StopIteration as done:
            return done.value
        value = reply(wanted)
