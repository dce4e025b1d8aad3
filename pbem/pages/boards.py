"""The board of a title: its own `board`, or else a plain one."""

from __future__ import annotations

from typing import Any

from ..table import Title

_BOARDS: dict[str, Any] = {}
"""Keyed by the title's package: an edition has boards of its own, which show its own figures."""


def board_of(title: Title) -> Any:
    if title.package not in _BOARDS:
        from .plain_board import PlainBoard

        _BOARDS[title.package] = title.module("board") or PlainBoard(title)
    return _BOARDS[title.package]
