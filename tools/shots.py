"""Screenshots of every kind of page: `python tools/shots.py [FOLDER]`.

Plays a duel and publishes it with campaigns of other states, then photographs each kind of page by
day and night, wide and on a phone. With `--docs` two of them are put into docs/shots for the README.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "pages")]

from tables import KEYS, Playing, bots, duel, world  # noqa: E402 - the path must be set first

from pbem.pages.site import publish  # noqa: E402 - as above
from pbem.pages.story import Story  # noqa: E402 - as above

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
WIDE, PHONE = 1280, 390
KINDS = {
    "first": "empty/index.html",
    "home": "site/index.html",
    "game": "site/games/winter-duel/index.html",
    "draft": "site/games/autumn-duel/index.html",
    "ended": "site/games/bot-duel/index.html",
    "map": "site/games/empire-showcase/index.html",
    "move": "site/games/winter-duel/t/20.html",
    "log": "site/games/winter-duel/log.html",
    "charts": "site/games/bot-duel/charts.html",
    "checking": "site/games/bot-duel/checking.html",
    "failed": "site/games/salt-road/checking.html",
    "desks": "site/games/winter-duel/desk.html",
    "rules": "site/rules/wonders_duel.html",
    "by-mail": "site/rules/wonders_duel-by-mail.html",
}


def make(root: Path) -> Playing:
    """A site with a campaign in each state."""
    running = duel(root / "games")
    running.play(33)
    drafting = duel(root / "games", "autumn-duel")
    drafting.play(2)
    stories = [running.story(), drafting.story(), bots(root / "games").story()]
    stories += [world(root / "games").story(), tampered(root / "games")]
    publish(stories, root / "site")
    publish([], root / "empty")
    return running


def tampered(games: Path) -> Story:
    """A duel whose ledger somebody changed: an answer is not the one that was signed."""
    broken = duel(games, "salt-road")
    broken.play(25)
    story, ledger = broken.story(), broken.folder / "ledger.jsonl"
    lines = ledger.read_text(encoding="utf-8").split("\n")
    lines[17] = lines[17].replace('"kind":"move"', '"kind":"mive"')
    ledger.write_text("\n".join(lines), encoding="utf-8")
    return story


def shapes(browser: Browser) -> Iterator[tuple[Page, str]]:
    """A page in each shape, with its name: wide and on a phone, by day and night."""
    for width, shape in ((WIDE, "wide"), (PHONE, "phone")):
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
            yield page, f"{shape}.{scheme}"
            page.close()


def photograph(browser: Browser, root: Path, out: Path) -> None:
    for name, path in KINDS.items():
        for page, shape in shapes(browser):
            page.goto((root / path).as_uri())
            page.screenshot(path=out / f"{name}.{shape}.png", full_page=True)


def desk(browser: Browser, root: Path, running: Playing, out: Path) -> None:
    """The desk, opened, with an order on the sheet."""
    handle = running.campaign.position["waiting"][0]
    for page, shape in shapes(browser):
        page.goto((root / f"site/games/winter-duel/desk-{handle}.html").as_uri())
        page.fill("[data-keytext]", KEYS[handle].pem().decode())
        page.click("[data-keyform] button")
        page.click("[data-order]")
        page.screenshot(path=out / f"desk.{shape}.png", full_page=True)


def for_readme(browser: Browser, root: Path) -> None:
    """The two pictures of the README: what fits on a screen."""
    folder = ROOT / "docs" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    for name, path, height in (("home", "site/index.html", 860), ("board", KINDS["game"], 1180)):
        page = browser.new_page(viewport={"width": WIDE, "height": height})
        page.goto((root / path).as_uri())
        page.screenshot(path=folder / f"{name}.png")
        page.close()


def main() -> None:
    out = Path(next((one for one in sys.argv[1:] if not one.startswith("--")), "shots"))
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as driver:
        root = Path(made)
        os.environ["PBEM_KEYS"] = str(root / "keys")
        running = make(root)
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        photograph(browser, root, out)
        desk(browser, root, running, out)
        if "--docs" in sys.argv:
            for_readme(browser, root)
        browser.close()
    sys.stdout.write(f"{len(list(out.glob('*.png')))} pictures in {out}\n")


if __name__ == "__main__":
    main()
