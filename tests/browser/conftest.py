"""Sites with an engine, one of each kind for all tests in browsers."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem import titles
from pbem.pages import engine_pack
from pbem.pages.engine_files import EngineFiles, worker
from pbem.pages.engine_pack import Pack
from pbem.pages.engine_runtime import EngineRuntime
from pbem.pages.publishing import publish_games
from pbem.pages.site import publish
from tests.engine_site import Served, bare_page, own_cache, put, put_engine, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).parents[2]
SHOWCASE = "duel-showcase"


@pytest.fixture(scope="session")
def engine(engine_runtime: EngineRuntime) -> EngineFiles:
    """What plays the duel in a browser."""
    files = EngineFiles.of(engine_runtime)
    files.add(titles.load("wonders_duel"))
    return files


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory, engine: EngineFiles) -> Iterator[Served]:
    """The duel on a bare page, `wonders_duel.html`. Tests may put more beside it."""
    folder = tmp_path_factory.mktemp("host")
    put_engine(folder, engine, "wonders_duel")
    with served(folder) as one:
        yield one


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, engine_runtime: EngineRuntime) -> Path:
    """The same as a folder on a disk, where pages cannot fetch anything."""
    files = EngineFiles.of(engine_runtime, in_folder=True)
    files.add(titles.load("wonders_duel"))
    home = tmp_path_factory.mktemp("folder")
    put_engine(home, files, "wonders_duel")
    return home


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, engine_runtime: EngineRuntime) -> Iterator[Served]:
    """A whole site, as `pbem publish` writes it where the runtime is there."""
    folder = tmp_path_factory.mktemp("site")
    with own_cache():
        publish([], folder)
    with served(folder) as one:
        yield one


@pytest.fixture
def visit(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor who keeps nothing from the one before, and to whom nothing is shown step by step."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture(scope="session")
def showcase(tmp_path_factory: pytest.TempPathFactory, engine_runtime: EngineRuntime) -> Path:
    """A showcase, published with an engine that also starts from a folder."""
    home = tmp_path_factory.mktemp("published")
    shutil.copytree(ROOT / "games" / SHOWCASE, home / "games" / SHOWCASE)
    with own_cache():
        publish_games(home / "games", None, None, home / "site", engine_in_folder=True)
    return home / "site"


@pytest.fixture(scope="session")
def hosted(showcase: Path) -> Iterator[Served]:
    with served(showcase) as one:
        yield one


RUN = '''
def run(engine, given):
    """What a test wants to know from inside."""
    space = {"leaks": given["leaks"]}
    try:
        exec(given["code"], space)
    except BaseException as fault:
        return f"{type(fault).__name__}: {fault}"
    return f"REACHED {space.get('found')}"


CALLS = {**CALLS, "run": run}
'''


@pytest.fixture(scope="session")
def trials_page(engine: EngineFiles, host: Served) -> str:
    """The address of a page whose worker runs what tests ask for, loaded and shut as any other."""
    told = engine.told("", "en", "wonders_duel")
    pack = with_run(engine_pack.pack(titles.load("wonders_duel")))
    own = {**told["pack"], "file": pack.name, "sha256": pack.digest}
    tried = Path(__file__).with_name("trials.js").read_bytes()
    page = bare_page({**told, "pack": own, "runtime": {**told["runtime"], "worker": "worker-trials.js"}})
    base = f"engine/{engine.runtime.name}/"
    files = {f"{base}worker-trials.js": worker() + b"\n" + tried, "cell.html": page.encode()}
    put(host.folder, files | {f"engine/{name}": data for name, data in pack.files().items()})
    return f"{host.address}cell.html"


def with_run(pack: Pack) -> Pack:
    with zipfile.ZipFile(io.BytesIO(pack.data)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    files["pbem/browser/calls.py"] += RUN.encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return Pack(pack.title, pack.rules, made.getvalue())
