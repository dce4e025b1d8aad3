"""The reference page of a title: every card, table and sheet that a player at the table could look up.

A title's board makes it, as `reference(words)`: a list of `ReferenceSheet`. A game with an edition has a page of its
own, which shows the edition's figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import titles
from ..table import Title
from .board_api import ReferenceSheet
from .boards import board_of
from .page_frame import html, page
from .site_words import speech
from .urls import SiteLanguage


def exists(title: Title) -> bool:
    return hasattr(board_of(title), "reference")


def stem(title: Title) -> str:
    """The page's file name, next to that of the rules."""
    return f"{title.id}-reference"


def leaves(title: Title, language: str) -> Sequence[ReferenceSheet]:
    made: Sequence[ReferenceSheet] = board_of(title).reference(titles.words(title, language, ()))
    return made


def render(title: Title, tongue: SiteLanguage, path: str, name: str, **around: Any) -> str:
    """The page as HTML; `around` is what its frame needs."""
    talk = speech(tongue.code)
    shown = [
        {"id": f"sheet-{leaf.id}", "head": leaf.head, "body": html(leaf.body)} for leaf in leaves(title, tongue.code)
    ]
    values = {"section": "rules", "sheets": [title.id], **around}
    heading = talk("reference.of", title=name)
    return page("reference.html", tongue, path, heading, leaves=shown, edition=title.edition, heading=heading, **values)
