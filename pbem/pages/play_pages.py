"""`play/TITLE.html`: a game against the title's bots, at once and in the page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .. import titles
from ..table import Option, Title, Words
from ..words import sentences
from . import kit, reference
from .engine_files import EngineFiles, EngineOnSite
from .page_frame import html, page
from .store import Store
from .urls import SiteLanguage

FOLDER = "play"
SCRIPTS = (
    "engine",
    "table_composing",
    "table_parts",
    "table_map",
    "table_choice",
    "table_keys",
    "table",
    "table_lists",
    "play_kept",
    "play",
)
KEYS = ("tab", "arrows", "next", "find", "enter", "digits", "escape", "undo", "text", "zoom", "help")
_TOLD = ("table.", "play.")
"""Sentences that the scripts say."""


def write(store: Store, tongues: Sequence[SiteLanguage], engine: EngineFiles) -> None:
    """A page for each title that has a pack."""
    for ident, edition in engine.packs:
        for tongue in tongues if ident and not edition else ():
            store.put(f"{FOLDER}/{tongue.file(ident)}", _page(titles.load(ident), tongue, engine))


def _page(title: Title, tongue: SiteLanguage, engine: EngineFiles) -> str:
    root, language = "../", tongue.code
    words = Words(language, sentences("browser", language), {})
    told = engine.told(root, language, title.id)
    most = max(title.seats)
    options = [one for one in title.options if title.late is None or one.id != title.late.option]
    settings = {
        "title": title.id,
        "language": language,
        "assets": f"{root}assets/",
        "options": [one.id for one in options],
        "words": {key: text for key, text in words.sentences.items() if key.startswith(_TOLD)},
    }
    name = title.names.get(language) or title.names["en"]
    own = title.resource("static/style.css").is_file()
    return page(
        "play.html",
        tongue,
        f"{FOLDER}/{title.id}",
        words.say("play.head", {"title": name}),
        sheets=["table", *([title.id] if own else [])],
        scripts=SCRIPTS,
        csp=EngineOnSite(engine.in_folder).policy,
        w=lambda key, **values: words.say(key, values),
        heading=name,
        ident=title.id,
        signs=html(kit.whole_sprite()),
        engine=html(_json(told)),
        play=html(_json(settings)),
        seats=title.seats,
        most=most,
        options=[_option(title, language, one) for one in options],
        keys=KEYS,
        take="table.zip" if engine.in_folder else "",
        megabytes=round(sum(one["size"] for one in (*told["runtime"]["files"].values(), told["pack"])) / 1e6, 1),
        href_rules=f"{root}rules/{tongue.file(title.id)}",
        href_reference=f"{root}rules/{tongue.file(reference.stem(title))}" if reference.exists(title) else "",
    )


def _option(title: Title, language: str, option: Option) -> Mapping[str, Any]:
    words = titles.words(title, language, ())

    def said(key: str, otherwise: str) -> str:
        return words.say(key) if key in words else otherwise

    return {
        "id": option.id,
        "label": said(f"option.{option.id}", option.id),
        "values": [
            (json.dumps(value), said(f"option.{option.id}.{_spelled(value)}", str(value))) for value in option.values
        ],
    }


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(value: object) -> str:
    """For a script element: nothing in it may end that."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
