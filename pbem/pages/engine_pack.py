"""Packs: what a browser needs of this pbem to play one title, as a zip file.

A pack has the modules that the engine imports and no others, and the title's data parsed already: no YAML parser runs
in a browser. One pack plays nothing but checks games of all our titles; it alone has PyYAML, for players' move files.
"""

from __future__ import annotations

import ast
import gzip
import io
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

from .. import titles
from ..table import Title
from ..titles.editions import Edition, played_by
from ..words import yaml_cache
from ..words.lazy_dataclass import dataclass
from .engine_runtime import digest_name
from .template_files import PACKAGE, templates

ENGINE = PACKAGE / "browser"
PLAYS, CHECKS = "calls", "checking"
"""The modules that the worker calls."""
_OF_CHECKING = ("checking.py", "stand_ins.py")
_BOARDS_NEED = ("assets/icons.svg",)
IN_BROWSERS = "cpython-314"
"""How the runtime's Python calls its caches."""
_PLAIN = 2
"""The marshal format without references: those of later formats depend on how often a text is in use just now."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Pack:
    """A zip file, and what it plays."""

    title: str
    """Empty if it checks games, of any title."""
    rules: str
    """As `titles/editions.py` puts it."""
    data: bytes
    module: str = PLAYS
    """What the worker calls."""

    @property
    def digest(self) -> str:
        return sha256(self.data).hexdigest()

    @property
    def name(self) -> str:
        return f"{self.title or self.module}-{digest_name(self.digest)}.zip"

    def files(self) -> dict[str, bytes]:
        return {self.name: self.data, f"{self.name}.gz": gzip.compress(self.data, 9, mtime=0)}


def pack(title: Title, edition: Edition | None = None) -> Pack:
    """All that is needed to play a title of ours, with our data or that of an edition."""
    home = PACKAGE / "titles" / title.id
    playing = [path for path in ENGINE.glob("*.py") if path.name not in _OF_CHECKING]
    files = _program([*playing, *home.rglob("*.py")]) | _all_data(home)
    # Where templates are is told by the page template; nothing is ever rendered with it.
    files |= {"pbem/templates/page.html": b""}
    files |= {f"pbem/templates/{name}": (templates() / name).read_bytes() for name in _BOARDS_NEED}
    if edition is not None:
        told = {"title": edition.title, "name": edition.name, "changes": edition.changes}
        files |= _cached("pbem/browser/edition.yaml", told)
    return Pack(title.id, played_by(title, edition), _zip(files))


def checking_pack() -> Pack:
    """All that is needed to verify games of our titles, editions included: these stand in the genesis."""
    homes = [PACKAGE / "titles" / ident for ident in titles.ours()]
    rules = [path for home in homes for path in home.rglob("*.py") if "board" not in path.relative_to(home).parts]
    # Kinds of entries are loaded by name, with the first entry of their kind.
    kinds = (PACKAGE / "campaign" / "acts").glob("*.py")
    files = _program([*(ENGINE / name for name in _OF_CHECKING), *kinds, *rules])
    for home in homes:
        files |= _all_data(home, "board")
    return Pack("", "", _zip(files | _pyyaml()), CHECKS)


def _program(roots: Iterable[Path]) -> dict[str, bytes]:
    """Modules with all that they import, what these read, and the program's own sentences."""
    modules = closure(roots)
    files = {_inside(path): path.read_bytes() for path in modules}
    for folder in {path.parent for path in modules}:
        for path in (*_data(folder), *_data(folder / "words")):
            files |= parsed(path)
    for path in _data(PACKAGE / "words" / "program"):
        files |= parsed(path)
    return files


def _all_data(home: Path, without: str = "") -> dict[str, bytes]:
    """All data below a title's folder, but for a folder that is not needed."""
    files: dict[str, bytes] = {}
    for folder in (home, *(one for one in home.rglob("*") if one.is_dir())):
        if without not in folder.relative_to(home).parts[:1]:
            for path in _data(folder):
                files |= parsed(path)
    return files


def _pyyaml() -> dict[str, bytes]:
    """The part of PyYAML that is Python, with its licence."""
    files = {}
    for path in distribution("pyyaml").files or ():
        if path.parts[0] == "yaml" and path.suffix == ".py":
            files[path.as_posix()] = path.read_binary()
        elif path.name == "LICENSE":
            files["yaml/LICENSE"] = path.read_binary()
    return files


def closure(roots: Iterable[Path]) -> set[Path]:
    """The modules of ours that these import, also those that only some function imports, and the packages they are in.

    What is imported for the sake of type hints alone is left out.
    """
    found: set[Path] = set()
    waiting = list(roots)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path)
            above = path.parent if path.name != "__init__.py" else path.parent.parent
            if above.is_relative_to(PACKAGE):
                waiting.append(above / "__init__.py")
    return found


@cache
def imported(path: Path) -> frozenset[Path]:
    """The modules of ours that a module names in its import statements."""
    return frozenset(
        module for names in _imports(path) for module in map(_module, names) if module is not None and module != path
    )


def _imports(path: Path) -> Iterator[list[tuple[str, ...]]]:
    package = (PACKAGE.name, *path.relative_to(PACKAGE).parts[:-1])
    waiting: list[ast.AST] = [ast.parse(path.read_bytes())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = (*base, *(node.module.split(".") if node.module else ()))
            yield [stem, *((*stem, alias.name) for alias in node.names)]


def _module(name: tuple[str, ...]) -> Path | None:
    if name[0] != PACKAGE.name:
        return None
    place = PACKAGE.joinpath(*name[1:])
    return next((one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()), None)


def _inside(path: Path) -> str:
    return f"{PACKAGE.name}/{path.relative_to(PACKAGE).as_posix()}"


def _data(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*")) if path.suffix in (".yaml", ".json")]


def parsed(path: Path) -> dict[str, bytes]:
    """A data file as `words/yaml_cache.py` keeps it: an empty text, and what was read of it."""
    return _cached(_inside(path), yaml_cache.load(path))


def _cached(name: str, said: object) -> dict[str, bytes]:
    folder, _, leaf = name.rpartition("/")
    return {name: b"", f"{folder}/__pycache__/{leaf}.{IN_BROWSERS}": yaml_cache.kept_as(b"", said, _PLAIN)}


def _zip(files: dict[str, bytes]) -> bytes:
    """The same bytes for the same files, whenever and wherever they are packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name, data in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name, _LONG_AGO), data)
    return out.getvalue()
