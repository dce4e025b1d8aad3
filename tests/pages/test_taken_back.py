"""What was taken back stays in the log, and says so; pages built step by step are those built at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import MODERATOR, PAIR, Playing, minute, seated
from test_ahead import entry

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.running import correction_files, decisions, press_files
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.pages.site import publish


@pytest.fixture
def ages(keys: Path) -> Playing:
    folder = keys / "games" / "ages-1"
    players = seated(PAIR, ("Anna", "Ben"))
    begin(
        folder,
        MODERATOR,
        "through_the_ages",
        players,
        {},
        "en",
        Terms(files="open"),
        minute(0),
        policy={"undo": "open", "rollback": "moderator", "ruling": "moderator"},
    )
    playing = Playing(folder)
    playing.join(PAIR)
    return playing


def act(ages: Playing) -> None:
    """One action of whoever is asked, who has more of them."""
    table = ages.campaign.table()
    assert table is not None
    ((seat, ask),) = table.pending.items()
    order = next(one for one in ask.listed(60) if one[0] != "resign")
    ages.send(table.players[seat], ask.write(order, table.players))


def logs(site: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((site / "games/ages-1").glob("log*.html"))}


def test_an_undo_marks_what_it_takes_back(keys: Path, ages: Playing) -> None:
    (anna,) = ages.campaign.position["waiting"]
    act(ages)
    publish([ages.story()], keys / "site")
    ages.send(anna, "undo")
    publish([ages.story()], keys / "site")
    n = ages.campaign.head.n
    log = (keys / "site/games/ages-1/log.html").read_text(encoding="utf-8")
    assert f'<li class="void" id="m{n - 1}"' in log
    assert f'href="log-1.html#m{n}">taken back with entry {n}</a>' in log
    assert "takes back 1 answer." in entry(log, n)
    turn = (keys / f"site/games/ages-1/t/{n - 1}.html").read_text(encoding="utf-8")
    assert f"taken back with entry {n}" in turn
    assert f"mit Eintrag {n} zurückgenommen" in (keys / "site/games/ages-1/log.de.html").read_text(encoding="utf-8")
    publish([ages.story()], keys / "at-once")
    assert logs(keys / "site") == logs(keys / "at-once")


def test_what_lies_on_an_earlier_page_of_the_log_is_marked_too(
    keys: Path, ages: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("log_entry", "render_cache", "localized"):
        monkeypatch.setattr(f"pbem.pages.{module}.PER_LOG_PAGE", 1)
    (anna,) = ages.campaign.position["waiting"]
    act(ages)
    publish([ages.story()], keys / "site")
    ages.send(anna, "undo")
    publish([ages.story()], keys / "site")
    assert '<li class="void" id="m3"' in (keys / "site/games/ages-1/log-4.html").read_text(encoding="utf-8")
    publish([ages.story()], keys / "at-once")
    assert logs(keys / "site") == logs(keys / "at-once")


def test_a_rollback_is_red_and_marks_every_page_of_what_it_takes_back(keys: Path, ages: Playing) -> None:
    for _ in range(3):
        act(ages)
        publish([ages.story()], keys / "site")
    with opened(ages.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, (4, 0), "A <b>slip</b>.", ages.at())
        keeper.publish()
    publish([ages.story()], keys / "site")
    n = ages.campaign.head.n
    log = (keys / "site/games/ages-1/log.html").read_text(encoding="utf-8")
    assert [f'<li class="void" id="m{one}"' in log for one in (3, 4, 5, n)] == [False, True, True, False]
    assert "data-ruled" in entry(log, n)
    assert "A &lt;b&gt;slip&lt;/b&gt;." in entry(log, n)
    for one in (4, 5):
        turn = (keys / f"site/games/ages-1/t/{one}.html").read_text(encoding="utf-8")
        assert f"taken back with entry {n}" in turn
    publish([ages.story()], keys / "at-once")
    assert logs(keys / "site") == logs(keys / "at-once")


def test_what_is_no_part_of_the_game_is_not_taken_back(keys: Path, ages: Playing) -> None:
    act(ages)
    n = ages.campaign.head.n
    with opened(ages.folder, MODERATOR) as keeper:
        decisions.absence(keeper, 0, "2099-01-01", ages.at())
        press_files.say(keeper, "Sorry.", [], ages.at())
        keeper.publish()
        correction_files.rollback(keeper, (n, 0), "A slip.", ages.at())
        keeper.publish()
    publish([ages.story()], keys / "site")
    log = (keys / "site/games/ages-1/log.html").read_text(encoding="utf-8")
    assert f'<li class="void" id="m{n}"' in log
    for one in (n + 1, n + 2):
        assert "taken back" not in entry(log, one)


def test_a_ruling_is_red_and_tells_what_changed(keys: Path, ages: Playing) -> None:
    act(ages)
    with opened(ages.folder, MODERATOR) as keeper:
        correction_files.rule(keeper, [("civs.ben.science", 9)], "Ben was robbed.", ages.at())
        keeper.publish()
    publish([ages.story()], keys / "site")
    n = ages.campaign.head.n
    line = entry((keys / "site/games/ages-1/log.html").read_text(encoding="utf-8"), n)
    assert "data-ruled" in line
    assert "The moderator rules: Ben was robbed." in line
    assert "Changed: the science of" in line
    assert ": 9 instead of " in line
    assert "civs.1" not in line
    assert (keys / f"site/games/ages-1/t/{n}.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("motion", "said"),
    [("end", "Nobody has won."), ("draw", "share the game"), ("concede ben", "Ben")],
)
def test_a_game_that_ends_by_agreement_has_its_pages(keys: Path, motion: str, said: str) -> None:
    folder = keys / "games" / "duel-1"
    begin(
        folder,
        MODERATOR,
        "wonders_duel",
        seated(PAIR, ("Anna", "Ben")),
        {},
        "en",
        Terms(files="open"),
        minute(0),
        policy={"votes": "all"},
    )
    playing = Playing(folder)
    playing.join(PAIR)
    playing.play(12)
    for handle in PAIR if "ben" not in motion else ("anna",):
        playing.send(handle, f"vote yes {motion}")
    run(folder, MODERATOR, now=playing.at())
    assert playing.campaign.position["over"]
    publish([playing.story()], keys / "site")
    front = (keys / "site/games/duel-1/index.html").read_text(encoding="utf-8")
    assert said in front
    log = (keys / "site/games/duel-1/log.html").read_text(encoding="utf-8")
    assert f"votes for `{motion}`" in log
