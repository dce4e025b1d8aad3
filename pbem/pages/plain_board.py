"""The position of a title that has no drawing of its own: its sheet, or else the bare state as text."""

from __future__ import annotations

from typing import Any

from ..campaign.published.position_text import board
from ..table import Title, Words
from ..words.console import as_text
from .board_api import Chart, Scene
from .kit import esc
from .sheet_page import SheetPage

CHARTS: tuple[Chart, ...] = ()


class PlainBoard:
    """Offers what a `board.py` offers."""

    CHARTS = CHARTS

    def __init__(self, title: Title) -> None:
        self.title = title

    def draw(self, scene: Scene) -> str:
        if sheet := self.title.module("sheet"):
            words = Words(scene.language, scene.words.sentences, scene.words.vocabularies, scene.players)
            return SheetPage(words).draw(sheet.position(self.title.from_view(scene.view, None), words, None))
        text = as_text(board(self.title, scene.view, scene.words, None))
        return f'<section class="leaf"><pre class="wrapped">{esc(text)}</pre></section>'

    def thumb(self, scene: Scene) -> str:
        return '<svg class="thumb" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-lantern"/></svg>'

    def summary(self, scene: Scene) -> str:
        return ""

    def series(self, view: Any) -> dict[str, list[int]]:
        return {}

    def chapter(self, view: Any) -> str:
        return ""
