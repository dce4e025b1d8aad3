"""`play/table.zip`: the pages on which one plays and checks, with all they need, as a folder to take along.

Unpacked anywhere on a disk it works without a host. It is there only where the engine starts from folders.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Sequence

from . import play_pages
from .audit import CHECKED, check_box
from .engine_files import EngineOnSite
from .page_frame import page
from .rules_page import shelf
from .site_words import speech
from .store import Store
from .urls import SiteLanguage

PATH = "play/table.zip"
INSIDE = "lantern-table"
_FROM = ("assets/", "engine/", "play/", "rules/")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def write(store: Store, tongues: Sequence[SiteLanguage], engine: EngineOnSite) -> None:
    """Pack what this build has put so far; call it when all that belongs to no campaign is there."""
    files = {path: data for path, data in store.put_so_far(_FROM).items() if _needed(path)}
    for tongue in tongues:
        files[tongue.file("index")] = _front(tongue, files.keys()).encode()
        files[tongue.file("checking")] = _checking(tongue, engine).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, data in sorted(files.items()):
            packed.writestr(zipfile.ZipInfo(f"{INSIDE}/{path}", _LONG_AGO), data, zipfile.ZIP_DEFLATED)
    store.put(PATH, made.getvalue())


def _needed(path: str) -> bool:
    """Of the engine, a folder needs the scripts alone: those of the runtime, the packs, and what says how to start."""
    if not path.startswith("engine/"):
        return True
    return path.endswith((".packed.js", ".txt")) or (path.count("/") == 1 and path.endswith(".js"))


def _front(tongue: SiteLanguage, there: Collection[str]) -> str:
    talk = speech(tongue.code)
    rows = [{"name": row["name"], "href": f"{play_pages.FOLDER}/{row['href']}"} for row in shelf(tongue)]
    listed = [row for row in rows if row["href"] in there]
    return page("taken.html", tongue, "index", talk("taken.head"), play=listed)


def _checking(tongue: SiteLanguage, engine: EngineOnSite) -> str:
    talk = speech(tongue.code)
    check = check_box(engine, tongue, "")
    values = {"section": "checking", "scripts": CHECKED, "csp": engine.policy}
    return page("checking.html", tongue, "checking", talk("audit.title"), games=[], check=check, **values)
