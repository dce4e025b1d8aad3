"""Screenshots of every kind of page: `python tools/shots.py [FOLDER]`.

Plays games and publishes them with campaigns in other states, then photographs each kind of page by day and night,
wide and on a phone. `make shots` has `--docs`, which puts the pictures for the README into docs/shots.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "pages")]

from tables import KEYS, MODERATOR, Playing, bots, courts, dawn, duel  # noqa: E402 - the path must be set first

from pbem.campaign.running.create import opened  # noqa: E402 - as above
from pbem.orders.foresight import whole_file  # noqa: E402 - as above
from pbem.pages.from_campaign import tell  # noqa: E402 - as above
from pbem.pages.model import CampaignModel  # noqa: E402 - as above
from pbem.pages.site import publish  # noqa: E402 - as above
from pbem.pages.site_words import instant  # noqa: E402 - as above

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
WIDE, PHONE = 1280, 390
KINDS = {
    "first": "empty/index.html",
    "home": "site/index.html",
    "home-failed": "failed/index.html",
    "game": "site/games/winter-duel/index.html",
    "draft": "site/games/autumn-duel/index.html",
    "ended": "site/games/bot-duel/index.html",
    "map": "site/games/long-march/index.html",
    "map-ended": "site/games/empire-showcase/index.html",
    "courts": "site/games/three-courts/index.html",
    "courts-ended": "site/games/reason-showcase/index.html",
    "ages-ended": "site/games/ages-showcase/index.html",
    "seven-ended": "site/games/seven-showcase/index.html",
    "reference": "site/rules/age_of_reason-reference.html",
    "duel-reference": "site/rules/wonders_duel-reference.html",
    "move": "site/games/winter-duel/t/20.html",
    "log": "site/games/winter-duel/log.html",
    "charts": "site/games/bot-duel/charts.html",
    "checking": "site/games/bot-duel/checking.html",
    "failed": "failed/games/salt-road/checking.html",
    "desks": "site/games/winter-duel/desk.html",
    "rules": "site/rules/wonders_duel.html",
    "by-mail": "site/rules/wonders_duel-by-mail.html",
}
BOARDS = {
    "world_history": ("empire-showcase", 38, ".mapbox"),
    "age_of_reason": ("reason-showcase", 60, ".mapbox"),
    "through_the_ages": ("ages-showcase", 33, ".ages"),
    "seven_ages": ("seven-showcase", 52, ".mapbox"),
}
"""For the README: a move in the middle of a showcase, by title, and what of its page the picture begins with."""
BOARD_HEIGHT = 860
EMPIRE_TURNS = 34
"""This many orders lead into the middle of a three-player game."""


@dataclass(frozen=True)
class Set:
    """What is photographed, and when: each page is viewed an hour after its last move."""

    root: Path
    duel: Playing
    empire: Playing
    reason: Playing
    now: str


def make(root: Path) -> Set:
    """Sites with one campaign in each state."""
    games = root / "games"
    running, drafting, empire = duel(games), duel(games, "autumn-duel"), dawn(games, "long-march")
    running.play(33)
    drafting.play(2)
    march(empire)
    reason = courts(games)
    stories = [one.story() for one in (running, drafting, empire, reason, bots(games))]
    shown = ("duel-showcase", "duel-supremacy", *(game for game, _, _ in BOARDS.values()))
    stories += [tell(ROOT / "games" / name, None) for name in shown]
    publish(stories, root / "site")
    publish([tampered(games)], root / "failed")
    publish([], root / "empty")
    last = max(instant(one.head.at) for one in stories)
    return Set(root, running, empire, reason, f"{last + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}")


def march(playing: Playing) -> None:
    """Whole turns of Empire, as its bot would order them."""
    bot = playing.campaign.title.module("bot")
    for _ in range(EMPIRE_TURNS):
        campaign = playing.campaign
        handle = campaign.position["waiting"][0]  # a trade may be offered to several
        table = campaign.table()
        assert table is not None
        playing.send(handle, "\n".join(whole_file(bot, table, campaign.players.index(handle), first=False)))


def tampered(games: Path) -> CampaignModel:
    """A duel whose ledger somebody tampered with: one entry is no longer as it was signed."""
    broken = duel(games, "salt-road")
    broken.play(25)
    story, ledger = broken.story(), broken.folder / "ledger.jsonl"
    lines = ledger.read_text(encoding="utf-8").split("\n")
    lines[17] = lines[17].replace('"kind":"move"', '"kind":"mive"')
    ledger.write_text("\n".join(lines), encoding="utf-8")
    return story


def shapes(browser: Browser, now: str) -> Iterator[tuple[Page, str]]:
    """A page in each shape, with the shape's name: wide and on a phone, by day and night."""
    for width, shape in ((WIDE, "wide"), (PHONE, "phone")):
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
            page.clock.set_fixed_time(now)
            yield page, f"{shape}.{scheme}"
            page.close()


def photograph(browser: Browser, made: Set, out: Path) -> None:
    for name, path in KINDS.items():
        for page, shape in shapes(browser, made.now):
            page.goto((made.root / path).as_uri())
            page.screenshot(path=out / f"{name}.{shape}.png", full_page=True)


def desks(browser: Browser, made: Set, out: Path) -> None:
    """The desks of those who are to move, opened, with an order on the sheet."""
    for name, playing in (("desk", made.duel), ("map-desk", made.empire), ("courts-desk", made.reason)):
        handle = asked(playing)
        for page, shape in shapes(browser, made.now):
            page.goto((made.root / f"site/games/{playing.folder.name}/desk-{handle}.html").as_uri())
            page.fill("[data-keytext]", KEYS[handle].pem().decode())
            page.click("[data-keyform] button")
            page.click("[data-order]")
            page.screenshot(path=out / f"{name}.{shape}.png", full_page=True)


def asked(playing: Playing) -> str:
    """Somebody who has to answer; in a combat only the moderator can tell."""
    with opened(playing.folder, MODERATOR) as keeper:
        match = keeper.match
        return match.genesis.handles[next(seat for seat in match.playing.pending if seat not in match.sealed.given)]


def for_readme(browser: Browser, made: Set) -> None:
    """The pictures for the README: what fits on a screen, and the other boards in the middle of a game."""
    folder = ROOT / "docs" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    for name, height in (("home", 1060), ("game", 1180)):
        page = browser.new_page(viewport={"width": WIDE, "height": height})
        page.clock.set_fixed_time(made.now)
        page.goto((made.root / KINDS[name]).as_uri())
        page.screenshot(path=folder / f"{'board' if name == 'game' else name}.png")
        page.close()
    for name, (game, move, top) in BOARDS.items():
        page = browser.new_page(viewport={"width": WIDE, "height": BOARD_HEIGHT})
        page.goto((made.root / f"site/games/{game}/t/{move}.html").as_uri())
        page.evaluate("top => scrollTo(0, document.querySelector(top).getBoundingClientRect().top - 12)", top)
        page.screenshot(path=folder / f"{name}.png")
        page.close()


def main() -> None:
    out = Path(next((one for one in sys.argv[1:] if not one.startswith("--")), "shots"))
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as driver:
        os.environ["PBEM_KEYS"] = f"{made}/keys"
        shown = make(Path(made))
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        photograph(browser, shown, out)
        desks(browser, shown, out)
        if "--docs" in sys.argv:
            for_readme(browser, shown)
        browser.close()
    sys.stdout.write(f"{len(list(out.glob('*.png')))} pictures in {out}\n")


if __name__ == "__main__":
    main()
