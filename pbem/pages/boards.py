"""The board of a title: its own `board.py`, else a plain one."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from .. import titles


@cache
def board_of(title_id: str) -> Any:
    title = titles.load(title_id)
    if find_spec(f"pbem.titles.{title_id}.board") is not None:
        return titles.part(title, "board")
    from .plain_board import PlainBoard

    return PlainBoard(title)
