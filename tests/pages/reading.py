"""What the tests read in the files of a site."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

_SOURCES = ("script", "img", "iframe", "embed", "source", "video", "audio", "input")
LOADED = {**dict.fromkeys(_SOURCES, "src"), "image": "href", "use": "href", "object": "data", "form": "action"}
LOADED_LINKS = ("stylesheet", "icon", "preload", "modulepreload", "manifest")


class Links(HTMLParser):
    """Links, ids, inline styles and scripts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        """What a browser fetches by itself."""
        self.ids: list[str] = []
        self.styles = 0
        self.inline = 0
        self.handlers: list[str] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [given[name] or "" for name in ("href", "src") if name in given]
        loads = LOADED.get(tag) if tag != "link" else "href" if given.get("rel") in LOADED_LINKS else None
        self.loads += [given[loads] or ""] if loads in given else []
        self.ids += [given["id"] or ""] if "id" in given else []
        self.styles += "style" in given or tag == "style"
        self.handlers += [name for name in given if name.startswith("on")]
        self.inline += (
            tag == "script" and "src" not in given and given.get("type") not in ("application/json", "text/plain")
        )
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""


def pages(folder: Path) -> dict[str, Links]:
    return {
        str(path.relative_to(folder)): Links(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.html"))
    }


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
