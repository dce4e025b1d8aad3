"""Missed deadlines, absences, pauses and changes of seats stand in the log of the pages, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import KEYS, MODERATOR, PAIR, Playing, minute, seated
from test_ahead import entry

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.running import decisions
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.pages.site import publish
from tests.campaign.kit import key


def test_what_becomes_of_the_table_is_told(keys: Path) -> None:
    folder = keys / "games" / "duel-1"
    begin(
        folder,
        MODERATOR,
        "wonders_duel",
        seated(PAIR, ("Anna", "Ben")),
        {},
        "en",
        Terms(24, "bot", "open"),
        minute(0),
        policy={"clock": "moderator", "absence": 240},
    )
    playing = Playing(folder)
    playing.join(PAIR)
    (asked,) = playing.campaign.position["waiting"]
    at = "2030-01-01T00:00:00Z"
    run(folder, MODERATOR, at)
    missed = playing.campaign.head.n
    with opened(folder, MODERATOR) as keeper:
        decisions.absence(keeper, 0, "2030-02-01..2030-02-03", at)
        decisions.change(keeper, "pause", at)
        decisions.give_to_bot(keeper, 1, "bot", at)
        keeper.publish()
    publish([playing.story()], keys / "site")
    name = {"anna": "Anna", "ben": "Ben"}.get(asked, asked)
    for file, sentences in (
        (
            "log.html",
            (
                f"{name} missed the deadline; a bot answered.",
                "Anna is away from 2030-02-01 to 2030-02-03",
                "The moderator stops the clock.",
                "A bot plays the seat of Ben until somebody takes it.",
            ),
        ),
        (
            "log.de.html",
            (
                f"{name} hat die Frist versäumt; ein Bot hat geantwortet.",
                "Anna ist vom 2030-02-01 bis zum 2030-02-03 abwesend",
                "Der Spielleiter hält die Uhr an.",
                "Ein Bot spielt den Platz von Ben, bis ihn jemand übernimmt.",
            ),
        ),
    ):
        log = (keys / "site/games/duel-1" / file).read_text(encoding="utf-8")
        for n, sentence in enumerate(sentences):
            told = entry(log, missed + n).replace("<b>", "").replace("</b>", "").replace("<strong>", "")
            assert sentence in told.replace("</strong>", ""), sentence
    assert "by a bot at the deadline" in (keys / "site/games/duel-1/charts.html").read_text(encoding="utf-8")
    assert "by a bot, at the deadline" in (keys / "site/games/duel-1/log.html").read_text(encoding="utf-8")


def test_a_new_player_is_told_with_the_name_of_the_one_before(keys: Path) -> None:
    folder = keys / "games" / "duel-1"
    begin(folder, MODERATOR, "wonders_duel", seated(PAIR, ("Anna", "Ben")), {}, "en", Terms(), minute(0), policy={})
    playing = Playing(folder)
    playing.join(PAIR)
    n = playing.campaign.head.n
    with opened(folder, MODERATOR) as keeper:
        for name in ("carl", "dora"):
            decisions.give(keeper, 0, Seat("anna", "Carl", key(name).public), playing.at())
        keeper.publish()
    publish([playing.story()], keys / "site")
    log = (keys / "site/games/duel-1/log.html").read_text(encoding="utf-8")
    for at, said in ((n + 1, "Carl plays the seat of Anna from now on."), (n + 2, "Carl plays the seat from now on.")):
        assert said in entry(log, at)


def test_what_a_player_did_keeps_its_name_when_the_seat_passes_on(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Built all at once or step by step, the pages are the same."""
    folder = keys / "games" / "duel-1"
    begin(folder, MODERATOR, "wonders_duel", seated(PAIR, ("Anna", "Ben")), {}, "en", Terms(), minute(0), policy={})
    playing = Playing(folder)
    playing.join(PAIR)
    for _ in range(4):
        playing.step()
    publish([playing.story()], keys / "site")
    before = (keys / "site/games/duel-1/log.html").read_text(encoding="utf-8")
    n = playing.campaign.head.n
    with opened(folder, MODERATOR) as keeper:
        decisions.give(keeper, 0, Seat("anna", "Carl", key("carl").public), playing.at())
        keeper.publish()
    monkeypatch.setitem(KEYS, "anna", key("carl"))
    for _ in range(4):
        playing.step()
    for site in ("site", "cold"):
        publish([playing.story()], keys / site)
    pages = [(keys / site / "games/duel-1/log.html").read_text(encoding="utf-8") for site in ("site", "cold")]
    assert pages[0] == pages[1]
    for one in range(n + 1):
        assert entry(pages[0], one) == entry(before, one)
    assert "Anna" in entry(pages[0], n) + entry(pages[0], n - 1)
    later = "".join(entry(pages[0], one) for one in range(n + 2, playing.campaign.head.n + 1))
    assert "Carl" in later
    assert "Anna" not in later
