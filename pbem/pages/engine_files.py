"""The engine's files on a site: the runtime once, and a pack for each title; and what a page must know to start it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from ..table import Title
from ..titles.editions import Edition
from ..words import sentences
from ..words.lazy_dataclass import dataclass
from .engine_pack import Pack, pack
from .engine_runtime import EngineRuntime, digest_name, there
from .template_files import template_text

FOLDER = "engine"


@dataclass(frozen=True)
class EngineFiles:
    """What lies under `engine/` on a site, and how pages refer to it."""

    runtime: EngineRuntime
    files: dict[str, bytes]
    """By path on the site."""
    packs: dict[tuple[str, str], Pack]
    """By title and digest of the edition."""

    @classmethod
    def if_there(cls, playable: Iterable[Title]) -> EngineFiles | None:
        """All files for these titles, if the runtime has been fetched."""
        runtime = there()
        if runtime is None:
            return None
        files = cls.of(runtime)
        for title in playable:
            files.add(title)
        return files

    @classmethod
    def of(cls, runtime: EngineRuntime) -> EngineFiles:
        home = f"{FOLDER}/{runtime.name}/"
        files = {home + name: data for name, data in runtime.files().items()}
        files[home + worker_name()] = worker()
        return cls(runtime, files, {})

    def add(self, title: Title, edition: Edition | None = None) -> None:
        made = pack(title, edition)
        self.packs[title.id, edition.digest if edition else ""] = made
        self.files.update({f"{FOLDER}/{name}": data for name, data in made.files().items()})

    def told(self, root: str, language: str, title: str, edition: str = "") -> dict[str, Any]:
        """What `PBEM.engine.start` is given. `root`: from the page to the site's own folder, as in links."""
        one = self.packs[title, edition]
        home = f"{FOLDER}/{self.runtime.name}/"
        known = sentences("browser", language)
        return {
            "runtime": {
                "name": self.runtime.name,
                "base": f"{root}{home}",
                "worker": worker_name(),
                "files": {name: _seen(self.files, home + name) for name in self.runtime.digests},
            },
            "pack": {
                "title": one.title,
                "rules": one.rules,
                "base": f"{root}{FOLDER}/",
                "file": one.name,
                **_seen(self.files, f"{FOLDER}/{one.name}"),
            },
            "words": {key: text for key, text in known.items() if key.startswith(("state.", "fault."))},
        }


def _seen(files: Mapping[str, bytes], path: str) -> dict[str, Any]:
    """How a file begins, its digest, and how much of it is fetched."""
    data = files[path]
    return {"begins": data[:4].hex(), "sha256": sha256(data).hexdigest(), "size": len(files[f"{path}.gz"])}


def worker() -> bytes:
    return template_text("engine/worker.js").encode()


def worker_name() -> str:
    return f"worker-{digest_name(sha256(worker()).hexdigest())}.js"
