"""Deadlines stand in the reader's own time zone, and without scripts in the campaign's; both are named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tables import MODERATOR, PAIR, Playing, begin_known, seated
from visits import Visit

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.clock.calendar import zone
from pbem.pages.from_campaign import tell
from pbem.pages.site import publish

pytestmark = [pytest.mark.slow, pytest.mark.browser]
GAME = "berlin-duel"
DUE = "2026-11-04T03:14:00Z"
"""72 hours after the second signature; 04:14 in Berlin, and the evening before in New York."""


@pytest.fixture(scope="module")
def berlin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("berlin")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_KEYS", str(root / "keys"))
        terms = Terms(72, "notify", "open", zone=zone("Europe/Berlin", 2026))
        begin_known(root / "games" / GAME, seated(PAIR, ("Anna", "Ben")), {}, terms)
        playing = Playing(root / "games" / GAME)
        playing.join(PAIR)
        assert playing.campaign.position["due"] == DUE
        publish([tell(root / "games" / GAME, MODERATOR)], root / "site")
        yield root / "site"


def shown(browser: Browser, site: Path, path: str, now: str, **options: object) -> tuple[str, str]:
    """The deadline on a page, and all of the page."""
    one = Visit(browser, site, viewport={"width": 1280, "height": 900}, **options)
    one.page.clock.set_fixed_time(now)
    page = one.to(path)
    said = page.locator(".due").first.inner_text(), page.inner_text("body")
    one.done()
    return said


@pytest.mark.parametrize(
    ("end", "since", "due", "overdue"),
    [
        (
            "",
            "Sat 31 Oct, 23:14",
            "due Tue 3 Nov, 22:14 (America/New_York), in 2 days",
            "overdue since Tue 3 Nov, 22:14 (America/New_York), 5 hours ago",
        ),
        (
            ".de",
            "Sa 31. Okt., 23:14",
            "fällig Di 3. Nov., 22:14 (America/New_York), in 2 Tagen",
            "überfällig seit Di 3. Nov., 22:14 (America/New_York), vor 5 Stunden",
        ),
    ],
)
def test_a_deadline_stands_in_the_readers_zone(
    browser: Browser, berlin: Path, end: str, since: str, due: str, overdue: str
) -> None:
    for path in (f"index{end}.html", f"games/{GAME}/index{end}.html", f"games/{GAME}/desk{end}.html"):
        said, whole = shown(browser, berlin, path, "2026-11-02T01:00:00Z", timezone_id="America/New_York")
        assert said.strip() == due, path
        assert since in whole, path
        said, _ = shown(browser, berlin, path, "2026-11-04T08:20:00Z", timezone_id="America/New_York")
        assert said.strip() == overdue, path
    said, whole = shown(browser, berlin, f"index{end}.html", "2026-11-04T01:40:00Z", timezone_id="Asia/Tokyo")
    assert "12:14 (Asia/Tokyo), in 1" in whole, "the list of what is due next"


@pytest.mark.parametrize(
    ("end", "due"), [("", "due Wed 4 Nov, 04:14 (Europe/Berlin)"), (".de", "fällig Mi 4. Nov., 04:14 (Europe/Berlin)")]
)
def test_without_scripts_a_deadline_stands_in_the_campaigns_zone(
    browser: Browser, berlin: Path, end: str, due: str
) -> None:
    for path in (f"index{end}.html", f"games/{GAME}/index{end}.html"):
        said, whole = shown(
            browser, berlin, path, "2026-11-02T01:00:00Z", timezone_id="America/New_York", java_script_enabled=False
        )
        assert said.strip() == due, path
    _, whole = shown(
        browser, berlin, f"games/{GAME}/index{end}.html", "2026-11-02T01:00:00Z", java_script_enabled=False
    )
    assert "2026, 04:14 (Europe/Berlin)" in whole, "the foot says in which zone the page is"


def test_a_campaign_without_a_zone_says_utc(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    begin_known(tmp_path / "games" / GAME, seated(PAIR, ("Anna", "Ben")), {}, Terms(72, "notify", "open"))
    Playing(tmp_path / "games" / GAME).join(PAIR)
    publish([tell(tmp_path / "games" / GAME, MODERATOR)], tmp_path / "site")
    page = f"games/{GAME}/index.html"
    said, _ = shown(browser, tmp_path / "site", page, "2026-11-02T01:00:00Z", java_script_enabled=False)
    assert said.strip() == "due Wed 4 Nov, 03:14 (UTC)"
