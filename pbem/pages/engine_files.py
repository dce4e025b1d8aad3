"""The engine's files on a site: the runtime once, and a pack for each title; and what a page must know to start it."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from ..table import Title
from ..titles.editions import Edition
from ..words import sentences
from ..words.lazy_dataclass import dataclass
from .engine_pack import Pack, checking_pack, pack
from .engine_runtime import EngineRuntime, digest_name, there
from .page_frame import CSP, FOLDER_CSP
from .template_files import template_text
from .urls import SiteLanguage

FOLDER = "engine"
CHECKING = "checking"
LICENCE = "licence.txt"


@dataclass(frozen=True)
class EngineFiles:
    """What lies under `engine/` on a site, and how pages refer to it."""

    runtime: EngineRuntime
    files: dict[str, bytes]
    """By path on the site."""
    packs: dict[tuple[str, str], Pack]
    """By title and digest of the edition."""

    in_folder: bool = False
    """Pages opened from a folder can load it too: they fetch nothing, so the files are there as scripts as well."""

    @classmethod
    def if_there(cls, playable: Iterable[Title], in_folder: bool = False) -> EngineFiles | None:
        """All files for these titles, if the runtime has been fetched."""
        runtime = there()
        if runtime is None:
            return None
        files = cls.of(runtime, in_folder)
        for title in playable:
            files.add(title)
        files.add_checking()
        return files

    @classmethod
    def of(cls, runtime: EngineRuntime, in_folder: bool = False) -> EngineFiles:
        made = cls(runtime, {}, {}, in_folder)
        own = {**runtime.files(), worker_name(): worker()}
        made.files.update({made.home + name: data for name, data in own.items()})
        made.files[made.home + LICENCE] = template_text(f"engine/{LICENCE}").encode()
        if in_folder:
            wanted = {name: own[f"{name}.gz"] for name in runtime.digests}
            wanted[worker_name()] = gzip.compress(worker(), 9, mtime=0)
            made.files[f"{made.home}{worker_name()}.packed.js"] = packed(wanted)
        return made

    @property
    def home(self) -> str:
        return f"{FOLDER}/{self.runtime.name}/"

    def add(self, title: Title, edition: Edition | None = None) -> None:
        self._add(title.id, edition.digest if edition else "", pack(title, edition))

    def add_checking(self) -> None:
        """What checks games, of whatever title."""
        self._add("", "", checking_pack())

    def _add(self, title: str, edition: str, made: Pack) -> None:
        self.packs[title, edition] = made
        files = made.files()
        if self.in_folder:
            files[f"{made.name}.packed.js"] = packed({made.name: files[f"{made.name}.gz"]})
        self.files.update({f"{FOLDER}/{name}": data for name, data in files.items()})

    def scripts(self, tongues: Iterable[SiteLanguage]) -> dict[str, str]:
        """What `start` is given, as scripts: pages of a game are written once and do not name files that change."""
        return {
            f"{FOLDER}/{tongue.file(script_stem(title, edition), 'js')}": (
                f"window.PBEM.told = {json.dumps(self.told('', tongue.code, title, edition), ensure_ascii=False)};\n"
            )
            for tongue in tongues
            for title, edition in self.packs
        }

    @property
    def checker(self) -> str:
        """The digest of all that checks a game in a browser: the same wherever the same pbem has published it."""
        own = [sha256(template_text(f"assets/{name}.js").encode()).hexdigest() for name in ("engine", "check")]
        parts = [self.runtime.digests, sha256(worker()).hexdigest(), self.packs["", ""].digest, own]
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def told(self, root: str, language: str, title: str = "", edition: str = "") -> dict[str, Any]:
        """What `PBEM.engine.start` is given. Without a title it is for checking games.

        `root`: from the page to the site's own folder, as in links.
        """
        one = self.packs[title, edition]
        known = sentences("browser", language)
        scripts = [f"{self.home}{worker_name()}.packed.js", f"{FOLDER}/{one.name}.packed.js"]
        return {
            "runtime": {
                "name": self.runtime.name,
                "base": f"{root}{self.home}",
                "worker": worker_name(),
                "files": {name: _seen(self.files, self.home + name) for name in self.runtime.digests},
            },
            "pack": {
                "title": one.title,
                "rules": one.rules,
                "module": one.module,
                "base": f"{root}{FOLDER}/",
                "file": one.name,
                **_seen(self.files, f"{FOLDER}/{one.name}"),
            },
            "scripts": [root + path for path in scripts] if self.in_folder else [],
            **({} if title else {"checker": self.checker}),
            "words": {key: text for key, text in known.items() if key.startswith(("state.", "fault."))},
        }


def script_stem(title: str, edition: str = "") -> str:
    """The script that says how to start a title, or the checking of games."""
    return f"{title}-{digest_name(edition)}" if edition else title or CHECKING


@dataclass(frozen=True)
class EngineOnSite:
    """What pages must know of the engine of their site."""

    in_folder: bool

    @classmethod
    def if_there(cls, in_folder: bool) -> EngineOnSite | None:
        return cls(in_folder) if there() is not None else None

    @property
    def policy(self) -> str:
        """That of pages which start it."""
        return FOLDER_CSP if self.in_folder else CSP


def packed(files: Mapping[str, bytes]) -> bytes:
    """Compressed files as a script that hands them to the page."""
    texts = {name: base64.b64encode(data).decode() for name, data in files.items()}
    return f"Object.assign(window.PBEM.packed, {json.dumps(texts)});\n".encode()


def _seen(files: Mapping[str, bytes], path: str) -> dict[str, Any]:
    """How a file begins, its digest, and how much of it is fetched."""
    data = files[path]
    return {"begins": data[:4].hex(), "sha256": sha256(data).hexdigest(), "size": len(files[f"{path}.gz"])}


def worker() -> bytes:
    return template_text("engine/worker.js").encode()


def worker_name() -> str:
    return f"worker-{digest_name(sha256(worker()).hexdigest())}.js"
