"""Imports point downwards only (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "pbem"
MAY_IMPORT = {
    "words": set(),
    "storage": {"words"},
    "table": {"words"},
    "seals": {"words", "storage"},
    "titles": {"table", "words"},
    "orders": {"words", "storage", "table", "titles"},
    "sitting": {"words", "storage", "table", "titles", "orders"},
    "trials": {"words", "storage", "table", "titles", "orders", "campaign", "pages"},
    "campaign": {"words", "storage", "table", "titles", "orders", "seals"},
    "pages": {"words", "storage", "table", "titles", "orders", "seals", "campaign"},
    "browser": {"words", "campaign", "storage", "table", "titles", "orders", "sitting", "pages"},
    "post": {"words", "storage", "table", "titles", "orders", "seals", "campaign", "pages"},
    "moderation": {"words", "storage", "table", "titles", "orders", "seals", "campaign", "pages", "post"},
    "cli": {
        "words",
        "storage",
        "table",
        "titles",
        "orders",
        "seals",
        "campaign",
        "pages",
        "post",
        "moderation",
        "sitting",
        "trials",
    },
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def rooms_imported(path: Path) -> set[str]:
    package = ("pbem", *path.relative_to(ROOT).parts[:-1])
    found = set()
    for node in ast.walk(tree_of(path)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*base, *(node.module or "").split("."))).strip(".")
            names = [stem, *(f"{stem}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            if parts[0] == "pbem" and len(parts) > 1 and parts[1] in MAY_IMPORT:
                found.add(parts[1])
    return found


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_lies_below(room: str) -> None:
    for path in sorted((ROOT / room).rglob("*.py")):
        drawing = {"pages"} if room == "titles" and "board" in path.relative_to(ROOT).parts else set()
        beyond = rooms_imported(path) - MAY_IMPORT[room] - {room} - drawing
        assert not beyond, f"{path.relative_to(ROOT)} imports {sorted(beyond)}"


def test_titles_do_not_import_each_other() -> None:
    for title in sorted(p for p in (ROOT / "titles").iterdir() if p.is_dir() and not p.name.startswith("_")):
        others = {p.name for p in (ROOT / "titles").iterdir() if p.is_dir()} - {title.name, "__pycache__"}
        for path in sorted(title.rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            assert not any(f"titles.{other}" in text or f"..{other}" in text for other in others), path


SAME_MEANING = {
    "__init__": "what Python calls every package",
    "carrier": "how files come and go: the three verbs, and who does them by mail and by git",
    "errors": "what can be wrong in a room, and how it is said",
    "facts": "what conditions may read: the kind of thing, and those of each title",
    "sealed": "what is sealed: in a match, and the commands that open it",
    "seats": "who sits where: in a match, and the commands about it",
}
"""Names that several modules have, each time for the same thing. Titles are alike on purpose and not looked at, and
acts are named as the kind of entry that they write."""


def test_no_two_modules_have_one_name_with_different_meanings() -> None:
    found = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        if not (parts[0] == "titles" and len(parts) > 2) and parts[:2] != ("campaign", "acts"):
            found[path.stem].append("/".join(parts))
    doubles = {name: paths for name, paths in found.items() if len(paths) > 1 and name not in SAME_MEANING}
    assert doubles == {}


def test_no_two_classes_have_one_name_with_different_meanings() -> None:
    found = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        title = path.relative_to(ROOT).parts[1] if path.relative_to(ROOT).parts[0] == "titles" else ""
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append((title, str(path.relative_to(ROOT))))
    doubles = {}
    for name, places in found.items():
        # Titles are alike on purpose: each has its `Worth`. But what the kernel has, no title calls something else.
        if len(places) > 1 and not (all(title for title, _ in places) and len(places) == len({t for t, _ in places})):
            doubles[name] = [path for _, path in places]
    assert doubles == {}


TABLE = ("table*.js", "table.css", "play*.js")
"""The scripts of the table and the page on which one plays, and their style."""
SAID_BY_ALL = {"play", "progress", "ready", "save", "start"}
"""Words of the page itself that some title happens to use as well."""


def test_the_table_knows_no_game() -> None:
    """No title, slot, verb or thing is named where the table is drawn: titles say everything themselves."""
    from pbem import titles

    assets = ROOT.parent / "templates" / "assets"
    files = [*(path for name in TABLE for path in assets.glob(name)), ROOT.parent / "templates" / "play.html"]
    assert len(files) > 8
    known: set[str] = set()
    for title in map(titles.load, titles.ours()):
        known |= {title.id, *title.language.slots}
        known |= {name for slot in title.language.slots.values() for name in slot.names}
        known |= {word for kind in title.language.kinds.values() for word in (kind.id, *(f.head for f in kind.forms))}
    assert len(known) > 1000
    told = {}
    for path in files:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        quoted = set(re.findall(r"[\"'`]([a-z_]+)[\"'`]", text)) | set(
            re.findall(r"data-(?:slot|id|verb)=\"?(\w+)", text)
        )
        spelled = {word for word in re.findall(r"\w+", text) if "_" in word}
        told[path.name] = sorted(((quoted | spelled) & known) - SAID_BY_ALL)
    assert not any(told.values()), told
