"""Every mail that asks says what happens at the deadline, and `help` names every word that a file can have."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.submission import ABOUT_THE_SEAT
from pbem.post.mail import compose
from pbem.post.mail.seat_report import SeatReport, of_seat
from pbem.words.file_words import ASKING, FOR_THE_SEAT
from tests.post.duel_by_mail import at_head
from tests.post.kit import NOW, SETTINGS, Desk, html_of, make_desk, text_of
from tests.seals.casekit import key

ADDRESSES = {"anna@players.example": "anna", "ben@players.example": "ben"}


def asked(root: Path, terms: Terms, policy: dict[str, Any], settings: str = SETTINGS) -> tuple[Desk, str, Any]:
    """A game in which all have joined, whom it asks, and the mail that says so."""
    desk = make_desk(root, settings)
    seats = [(name, name.title(), Seat(name, "", key(name).public)) for name in ADDRESSES.values()]
    begin(desk.games / "duel-42", desk.moderator, "wonders_duel", seats, {}, "en", terms, NOW, policy=policy)
    desk.run()
    boxes = desk.new_mails()
    desk.run(*(desk.players[name].reply(boxes[to].last) for to, name in ADDRESSES.items()))
    for to, box in desk.new_mails().items():
        for mail in box.mails:
            if re.search("your turn|du bist dran", str(mail["Subject"])):
                return desk, ADDRESSES[to], mail
    raise AssertionError("nobody is asked")


def said(mail: Any) -> str:
    return " ".join(text_of(mail).split())


ENGLISH = SETTINGS.replace("language: de, ", "")


@pytest.mark.parametrize(
    ("terms", "policy", "expected"),
    [
        (Terms(72, "notify"), {}, "After that everybody is told, and the table keeps waiting."),
        (Terms(72, "bot"), {}, "If nothing has come by then, a bot plays for you."),
        (Terms(72, "default"), {}, "If nothing has come by then, pbem plays `"),
        (Terms(72, "replace"), {"drop": 3}, "Whoever misses 3 deadlines in a row loses the seat."),
        (Terms(72, "replace"), {"drop": 1}, "After the next miss the seat is given away."),
    ],
)
def test_a_mail_says_what_happens_at_the_deadline(
    tmp_path: Path, terms: Terms, policy: dict[str, Any], expected: str
) -> None:
    desk, name, mail = asked(tmp_path, terms, policy, ENGLISH)
    assert expected in said(mail)
    now, reader = report(desk, name), desk.settings.reader("duel-42", name)
    digest = compose.digest("x@y.example", reader, desk.settings, [(now, reader)], NOW)
    assert any(expected in one for one in digest.rows[0]["asked"])


def report(desk: Desk, name: str) -> SeatReport:
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        return of_seat(at_head(keeper), keeper.genesis.handles.index(name))


def test_what_may_not_stand_in_a_mail_is_called_a_safe_answer(tmp_path: Path) -> None:
    """Where the question is secret, so is the default; but not that there is one."""
    desk, name, _ = asked(tmp_path, Terms(72, "default"), {}, ENGLISH)
    now = replace(report(desk, name), secret=True)
    letter = compose.notice(now, desk.settings.reader("duel-42", name), desk.settings, NOW)
    assert letter.after_due == "If nothing has come by then, pbem plays a safe answer for you."


def test_in_the_grace_a_late_mail_says_until_when_an_answer_counts(tmp_path: Path) -> None:
    desk, name, _ = asked(tmp_path, Terms(24, "default", grace=12), {}, ENGLISH)
    desk.run(now="2026-11-17T12:00:00Z")
    (mail,) = [one for one in desk.new_mails()[f"{name}@players.example"].mails if "overdue" in str(one["Subject"])]
    assert "An answer still counts until" in said(mail)
    assert "If nothing has come by then, pbem plays" in said(mail)


def test_help_names_every_word_that_this_game_takes(tmp_path: Path) -> None:
    assert set(ABOUT_THE_SEAT) - {"join"} <= {*FOR_THE_SEAT, *ASKING}
    for number, (policy, missing) in enumerate(
        (
            ({"undo": "open", "press": "free", "votes": "majority", "absence": 48}, set()),
            ({}, {"undo", "press", "vote", "absence"}),
        )
    ):
        root = tmp_path / str(number)
        root.mkdir()
        desk, name, mail = asked(root, Terms(72), policy, ENGLISH)
        player = desk.players[name]
        desk.run(player.write(player.block(player.payload(mail, "help"))))
        (answer,) = desk.new_mails()[player.address].mails
        named = {
            one for one in (*FOR_THE_SEAT, *ASKING) if re.search(rf"`{one}\b[^`]*`(?: or `[^`]*`)? —", said(answer))
        }
        assert named == {*FOR_THE_SEAT, *ASKING} - missing


def test_a_german_digest_joins_games_in_german(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: gathered"))
    for game in ("duel-1", "duel-2"):
        desk.begin(game)
    desk.run()
    mails = desk.new_mails()
    assert str(mails["ben@players.example"].last["Subject"]) == "du bist dran in duel-1 und duel-2"
    assert str(mails["anna@players.example"].last["Subject"]) == "your turn in duel-1 and duel-2"


def test_the_desk_is_linked_wherever_something_is_asked_or_was_not_signed(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, ENGLISH)
    desk.begin("duel-42")
    desk.run()
    anna = desk.players["anna"]
    link = "https://table.example/games/duel-42/desk-anna.html"
    asked_to_join = desk.new_mails()[anna.address].last
    assert link in text_of(asked_to_join)
    assert link in html_of(asked_to_join)
    assert "See the board" not in text_of(asked_to_join), "there is none yet"
    desk.run(anna.write("game: duel-42\norders: join\n", "Yes, I would like to play!"))
    unsigned = desk.new_mails()[anna.address].last
    assert str(unsigned["Subject"]) == "[duel-42] how to sign your orders"
    assert link in text_of(unsigned)
    assert link in html_of(unsigned)
    daily = make_desk(tmp_path, ENGLISH.replace("mail: mine", "mail: gathered"))
    daily.begin("duel-43")
    daily.run()
    gathered = daily.new_mails()[anna.address].last
    assert "https://table.example/games/duel-43/desk-anna.html" in text_of(gathered)
    assert "https://table.example/games/duel-43/desk-anna.html" in html_of(gathered)
