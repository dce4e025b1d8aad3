"""The words that a file can have instead of orders, for the `help` answer of a mail and pages about playing by mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FOR_THE_SEAT = ("undo", "press", "vote", "absence", "substitute", "key", "leave")
"""These become entries."""
ASKING = ("status", "moves", "report", "standing", "notes", "help")
"""These are answered, and leave no trace."""


def allowed(policy: Mapping[str, Any]) -> list[str]:
    """Those of the first kind that the players of a game agreed to when it began."""
    without = {
        "undo": policy.get("undo") != "open",
        "press": "press" not in policy,
        "vote": "votes" not in policy,
        "absence": not policy.get("absence"),
    }
    return [word for word in FOR_THE_SEAT if not without.get(word)]
