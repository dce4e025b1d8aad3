"""Sites with an engine, one of each kind for all tests in browsers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pbem import titles
from pbem.pages.engine_files import EngineFiles
from pbem.pages.engine_runtime import EngineRuntime
from pbem.pages.publishing import publish_games
from pbem.pages.site import publish
from tests.engine_site import Served, own_cache, put_engine, served

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
