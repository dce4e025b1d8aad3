"""The position of a title that has no drawing of its own: its text, and points if the state has them."""

from __future__ import annotations

from typing import Any

from ..campaign.position_text import board
from ..table import Title
from .board_api import Chart, Scene
from .kit import esc

CHARTS: tuple[Chart, ...] = ()


class PlainBoard:
    """Offers what a `board.py` offers."""

    CHARTS = CHARTS

    def __init__(self, title: Title) -> None:
        self.title = title

    def draw(self, scene: Scene) -> str:
        text = board(self.title, scene.view, scene.words, None)
        return f'<section class="leaf"><pre class="wrapped">{esc(text)}</pre></section>'

    def thumb(self, scene: Scene) -> str:
        return '<svg class="thumb" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-lantern"/></svg>'

    def summary(self, scene: Scene) -> str:
        return ""

    def series(self, view: Any) -> dict[str, list[int]]:
        return {}

    def chapter(self, view: Any) -> str:
        return ""
