"""What a site holds for playing in a browser: the runtime, a pack for each title and edition, scripts for folders."""

from __future__ import annotations

import ast
import base64
import gzip
import io
import json
import sys
import tarfile
import zipfile
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem import titles
from pbem.cli.app import app
from pbem.pages import engine_runtime
from pbem.pages.engine_files import EngineFiles, EngineOnSite
from pbem.pages.engine_pack import pack
from pbem.pages.page_frame import CSP, FOLDER_CSP
from pbem.pages.site import publish
from pbem.titles.editions import Edition

FIGURES = Edition("wonders_duel", "ours", {"components.yaml": {"buildings": {"baths": {"vp": 4}}}})
OF_CAMPAIGNS = {"__init__", "calendar", "errors", "position_text"}
"""What drawing a board takes of that room."""
ROOMS = {"browser", "campaign", "orders", "pages", "sitting", "storage", "table", "titles", "words"}
LARGEST = 630_000
"""Bytes of a compressed pack: what is not needed in a browser must not creep in."""


def tarball(**changed: bytes) -> bytes:
    """A package like the runtime's, a thousand times smaller."""
    lock = json.dumps({"info": {"python": "3.14.2"}, "packages": {"numpy": {"file_name": "https://elsewhere.example"}}})
    files = {name: name.encode() * 50 for name in engine_runtime.FILES} | {engine_runtime.LOCK: lock.encode()}
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, data in {**files, **changed}.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return made.getvalue()


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small runtime in a file, which is taken for the pinned one."""
    data = tarball()
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(engine_runtime, "INTEGRITY", base64.b64encode(sha512(data).digest()).decode())
    file = tmp_path / "runtime.tgz"
    file.write_bytes(data)
    return file


def said(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["engine", "get", *words])
    return done.exit_code, done.output


def test_the_runtime_is_taken_from_a_file_and_kept(small: Path) -> None:
    assert engine_runtime.there() is None
    code, text = said("--from", str(small))
    assert code == 0
    assert "is the one that this pbem knows" in text
    there = engine_runtime.there()
    assert there is not None
    files = there.files()
    assert {name.removesuffix(".gz") for name in files} == {*engine_runtime.FILES, engine_runtime.LOCK}
    assert all(gzip.decompress(files[f"{name}.gz"]) == files[name] for name in there.digests)
    assert json.loads(files[engine_runtime.LOCK])["packages"] == {}, "nothing names another place to load from"
    assert said()[0] == 0


def test_another_package_is_refused_and_nothing_is_kept(small: Path) -> None:
    small.write_bytes(tarball(**{"pyodide.mjs": b"import('https://elsewhere.example')"}))
    code, text = said("--from", str(small))
    assert code == 1
    assert "This is not pyodide" in text
    assert engine_runtime.there() is None
    assert said("--from", str(small.with_name("none.tgz")))[0] == 3


def test_without_npm_it_says_what_to_do(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(small.parent))
    code, text = said()
    assert code == 1
    assert "npm" in text
    assert "--from" in text


def test_a_file_of_the_cache_that_was_damaged_is_not_published(small: Path) -> None:
    there = engine_runtime.get(small)
    (there.folder / "pyodide.mjs").write_bytes(b"other")
    with pytest.raises(engine_runtime.RuntimeFault):
        EngineFiles.of(there)


def engine_of(site: Path, **how: Any) -> dict[str, bytes]:
    publish([], site, **how)
    return {
        path.relative_to(site).as_posix(): path.read_bytes() for path in (site / "engine").rglob("*") if path.is_file()
    }


def test_a_site_has_an_engine_only_if_one_was_fetched(small: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert engine_of(site) == {}
    runtime = engine_runtime.get(small)
    files = engine_of(site)
    packs = [name for name in files if name.endswith(".zip") and name.count("/") == 1]
    assert {name.split("/")[1].partition("-")[0] for name in packs} == {*titles.ours(), "checking"}
    assert all(gzip.decompress(files[f"{name}.gz"]) == files[name] for name in packs)
    assert b"Mozilla Public License" in files[f"engine/{runtime.name}/licence.txt"]
    assert not [name for name in files if name.endswith(".packed.js")]
    in_folder = engine_of(site, engine_in_folder=True)
    assert len([name for name in in_folder if name.endswith(".packed.js")]) == 2 + len(titles.ours())
    assert engine_of(site) == files


def test_only_pages_for_folders_have_the_wider_policy() -> None:
    assert EngineOnSite(in_folder=False).policy == CSP
    assert "blob:" not in CSP
    assert "wasm" not in CSP
    wider = EngineOnSite(in_folder=True).policy
    assert wider == FOLDER_CSP
    assert "script-src 'self' file: blob: 'wasm-unsafe-eval'; " in wider
    assert "worker-src 'self' blob:" in wider


def test_what_scripts_bring_to_a_folder_is_what_the_host_has(small: Path) -> None:
    engine = EngineFiles.of(engine_runtime.get(small), in_folder=True)
    engine.add(titles.load("wonders_duel"))
    brought: dict[str, bytes] = {}
    for path in engine.told("", "en", "wonders_duel")["scripts"]:
        text = engine.files[path].decode()
        named = json.loads(text.removeprefix("Object.assign(window.PBEM.packed, ").removesuffix(");\n"))
        brought |= {name: gzip.decompress(base64.b64decode(data)) for name, data in named.items()}
    by_name = {path.rpartition("/")[2]: data for path, data in engine.files.items()}
    assert brought == {name: by_name[name] for name in brought}
    told = engine.told("", "en", "wonders_duel")
    assert set(brought) == {*told["runtime"]["files"], told["runtime"]["worker"], told["pack"]["file"]}


@pytest.mark.parametrize("title", titles.ours())
def test_a_pack_has_one_title_and_what_that_needs(title: str) -> None:
    made = pack(titles.load(title))
    assert len(made.files()[f"{made.name}.gz"]) < LARGEST
    with zipfile.ZipFile(io.BytesIO(made.data)) as packed:
        names = packed.namelist()
        sources = {name: packed.read(name) for name in names if name.endswith(".py")}
    rooms = {name.split("/")[1] for name in sources if name.count("/") > 1}
    assert rooms == ROOMS
    assert {Path(name).stem for name in sources if "/campaign/" in name} == OF_CAMPAIGNS
    inside = {name.split("/")[2] for name in names if name.startswith("pbem/titles/") and name.count("/") > 2}
    assert inside - {"__pycache__", "words"} == {title}
    for name, text in sources.items():
        assert foreign(text) == set(), name


def foreign(text: bytes) -> set[str]:
    """Packages from elsewhere that a module imports as soon as it is loaded; a browser has none."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _for_types(node):
            waiting += ast.iter_child_nodes(node)
    return found - {"pbem", *sys.stdlib_module_names}


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_an_edition_has_a_pack_of_its_own() -> None:
    title = titles.load("wonders_duel")
    plain, own = pack(title), pack(title, FIGURES)
    assert plain.data == pack(title).data, "the same bytes whenever it is packed"
    assert plain.name != own.name
    assert own.rules == f"{plain.rules} {FIGURES.digest}"
