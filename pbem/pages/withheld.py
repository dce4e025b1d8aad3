"""What is left of a finished game whose ledger cannot be read any more: a page that says so, and claims no winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..campaign.errors import CampaignError
from .page_frame import page
from .render_cache import RenderCache
from .store import Store
from .urls import SiteLanguage, game_folder


def withheld(book: RenderCache, fault: CampaignError, store: Store, tongues: Sequence[SiteLanguage]) -> RenderCache:
    """Put that page into the store; returns what other pages say of the game from now on.

    The book is empty otherwise: as soon as the ledger can be read again, everything is rendered.
    """
    left = RenderCache(book.renderer)
    for tongue in tongues:
        index, card = tongue.file("index"), book.card[tongue.code]
        none: dict[str, Any] = {"end": None, "waiting": None, "thumb": "", "summary": "", "house_rules": []}
        left.card[tongue.code] = {**card, **none, "failed": True, "href_checking": index}
        path = f"{game_folder(card['id'])}/index"
        text = page("withheld.html", tongue, path, card["name"], g=card, fault=fault.say(tongue.code))
        store.put(f"{game_folder(card['id'])}/{index}", text)
    return left
