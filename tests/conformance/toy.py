"""Takes the toy title out of docs/adding-a-title.md, as it stands there."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pbem import titles
from pbem.campaign.running.checkpoint import engine_print
from pbem.table import Title

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-title.md"
TOY = "lantern_market"
_FILE = re.compile(r"^(```+)\w+ (title|test|claims|second): (\S+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
"""A file of the page: of the title's folder, or of its tests. One that has fences itself stands between longer ones."""


def files(kind: str = "title") -> dict[str, str]:
    return {path: text for _, of, path, text in _FILE.findall(PAGE.read_text(encoding="utf-8")) if of == kind}


Change = Sequence[str]
"""A fault put into a copy: in which file, what is right there, what is wrong."""


def write(folder: Path, ident: str = TOY, changes: Sequence[Change] = ()) -> None:
    """Lay the toy out as a package."""
    laid_out = files()
    for path, right, wrong in changes:
        assert laid_out[path].count(right) == 1, f"{path} has {laid_out[path].count(right)} times: {right}"
        laid_out[path] = laid_out[path].replace(right, wrong)
    for path, text in laid_out.items():
        if path == "__init__.py":
            text = text.replace(f'id="{TOY}"', f'id="{ident}"')
        target = folder / ident / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


@contextmanager
def installed(folder: Path, ident: str = TOY, changes: Sequence[Change] = ()) -> Iterator[Title]:
    """The toy as a title among the others, for as long as it is needed."""
    write(folder, ident, changes)
    path = titles.__path__  # a test may put another list in its place, and this one back when it is over
    path.append(str(folder))
    importlib.invalidate_caches()
    try:
        yield titles.load(ident)
    finally:
        path.remove(str(folder))
        package = f"{titles.__name__}.{ident}"
        for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
            del sys.modules[name]
        engine_print.cache_clear()  # its files are read once in a process
