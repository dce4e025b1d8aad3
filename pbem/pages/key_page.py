"""The page on which a player makes a key; the same on every site."""

from __future__ import annotations

import json

from ..words import sentences
from .page_frame import html, page
from .site_words import ROOM, speech
from .store import Store
from .urls import SiteLanguage

SCRIPTS = ("site", "crypt", "keys", "newkeys", "keypage")
_JS = "key.js."


def write(store: Store, spoken: list[SiteLanguage]) -> None:
    for tongue in spoken:
        said = sentences(ROOM, tongue.code)
        words = {key.removeprefix(_JS): text for key, text in said.items() if key.startswith(_JS)}
        told = html(json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"))
        title = speech(tongue.code)("key.title")
        text = page("key.html", tongue, "key", title, section="", scripts=SCRIPTS, words_json=told)
        store.put(tongue.file("key"), text)
