"""Marks behind figures of the reference page that are not known from the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...sheet import Span

SIGNS = {"reconstructed": "°", "memory": "°", "single": "¹"}


def confidence(entry: Mapping[str, Any], *fields: str) -> str:
    """The least certain of some fields of an entry; others are as certain as the rest of it."""
    marks = entry.get("confidence", "verified")
    if isinstance(marks, str):
        return marks
    rest = next((marks[key] for key in ("other", "other_fields") if key in marks), "verified")
    found = [marks.get(field, rest) for field in fields]
    return next((level for level in ("reconstructed", "memory", "single") if level in found), "verified")


def mark(entry: Mapping[str, Any], field: str) -> list[Span]:
    """The sign behind a figure, explained below the table; nothing if the rulebook has it."""
    level = confidence(entry, field)
    return [Span(SIGNS[level], tone="dim")] if level in SIGNS else []
