"""The checking page, in a browser: it checks the game beside it, or an archive from the reader's disk."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pbem.campaign.ledger.verify import verify
from pbem.pages.engine_files import EngineFiles
from pbem.pages.engine_runtime import EngineRuntime
from pbem.pages.publishing import publish_games
from tests.engine_site import Served

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
GAME = "duel-showcase"
PAGE = f"games/{GAME}/checking.html"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def result(page: Page) -> str:
    """What is shown once the check is through; fails with the page's own words if it stops before."""
    shown, state = page.locator("[data-result]"), page.locator("[data-state]")
    for _ in range(600):
        if shown.is_visible():
            return shown.inner_text()
        assert not state.inner_text().startswith("The rules "), state.inner_text()
        page.wait_for_timeout(150)
    raise AssertionError(state.inner_text())


def tampered(showcase: Path, room: Path) -> Path:
    """The archive, with a letter of a signed move changed."""
    made = room / f"{GAME}.zip"
    with zipfile.ZipFile(showcase / "games" / GAME / f"{GAME}.zip") as whole, zipfile.ZipFile(made, "w") as other:
        for name in whole.namelist():
            data = whole.read(name)
            other.writestr(name, data.replace(b'"order":"build ', b'"order":"discard ', 1))
    return made


def test_the_game_beside_the_page_is_checked(
    page: Page, hosted: Served, showcase: Path, engine_runtime: EngineRuntime
) -> None:
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    page.goto(f"{hosted.address}{PAGE}")
    page.click("[data-begin]")
    told = result(page)
    verdict = verify(ROOT / "games" / GAME)
    assert f"{verdict.entries} entries, {verdict.signatures} signatures, {verdict.answers} answers" in told
    assert verdict.head in told
    assert told.count("Not checked:") == 3
    files = EngineFiles.of(engine_runtime)
    files.add_checking()
    assert files.checker in told, "the checker names its digest, which anybody with the same pbem can compute"
    assert "proves nothing by itself" in page.inner_text("[data-check]")
    assert said == []


def test_a_changed_archive_gets_the_words_of_verify(page: Page, hosted: Served, showcase: Path, tmp_path: Path) -> None:
    made = tampered(showcase, tmp_path)
    with zipfile.ZipFile(made) as packed:
        packed.extractall(tmp_path)
    verdict = verify(tmp_path / GAME)
    assert not verdict.ok
    page.goto(f"{hosted.address}checking.html")
    page.set_input_files("[data-check] input", made)
    told = result(page)
    assert told.startswith("This game does not check. ")
    assert verdict.message in told
    page.set_input_files("[data-check] input", {"name": "x.zip", "mimeType": "", "buffer": b"nothing"})
    page.get_by_text("This is not the archive of a game").wait_for()


def test_a_kept_copy_of_the_site_checks_archives_without_a_host(page: Page, showcase: Path) -> None:
    addresses: list[str] = []
    page.context.on("request", lambda request: addresses.append(request.url))
    page.goto((showcase / PAGE.replace(".html", ".de.html")).as_uri())
    assert page.locator("[data-begin]").count() == 0
    page.set_input_files("[data-check] input", showcase / "games" / GAME / f"{GAME}.zip")
    assert result(page).startswith("Alles stimmt: ")
    assert all(one.startswith((showcase.as_uri(), "data:", "blob:")) for one in addresses)


def test_the_table_that_one_takes_along_plays_and_checks(page: Page, showcase: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(showcase / "play" / "table.zip") as packed:
        packed.extractall(tmp_path)
    home = tmp_path / "lantern-table"
    asked: list[str] = []
    failed: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.context.on("requestfailed", lambda request: failed.append(request.url))
    page.goto((home / "index.html").as_uri())
    page.get_by_role("link", name="7 Wonders Duel").click()
    page.locator(".start .main").click()
    page.locator(".board [data-id]").first.wait_for(timeout=90_000)
    page.locator("header .home").click()
    page.get_by_role("link", name="Check it yourself").click()
    page.set_input_files("[data-check] input", showcase / "games" / GAME / f"{GAME}.zip")
    assert result(page).startswith("Everything is right: ")
    assert failed == []
    assert all(one.startswith((home.as_uri(), "data:", "blob:")) for one in asked)


def test_without_an_engine_the_page_offers_the_command_alone(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games" / GAME, tmp_path / "games" / GAME)
    publish_games(tmp_path / "games", None, None, tmp_path / "site")
    text = (tmp_path / "site" / PAGE).read_text(encoding="utf-8")
    assert "data-check" not in text
    assert "pbem verify" in text
