"""One mail for all that is open, and one mail that answers all of it; and a line by mail about the own seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, parse, write
from pbem.campaign.running.create import begin
from tests.post.kit import NOW, SETTINGS, Desk, attachments, legal_in, make_desk, text_of

ANNA, BEN = "anna@players.example", "ben@players.example"
GAMES = ("duel-1", "duel-2", "duel-3")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    return make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: gathered", 1))


def answer(desk: Desk, template: bytes) -> str:
    """The template of a mail, signed: `join` as it stands, else the first legal order."""
    move = parse(template)
    orders = move.orders
    if "join" not in orders:
        orders = legal_in(template.decode())[0] + "\n"
    return desk.players["anna"].block(write(MoveFile(move.game, move.player, move.after, orders, move.window)))


def test_what_goes_out_together_is_one_mail_and_is_answered_by_one(desk: Desk) -> None:
    for game in GAMES:
        desk.begin(game)
    desk.run()
    boxes = desk.new_mails()
    assert len(boxes[BEN].mails) == len(GAMES), "he wants a mail for each game"
    (mail,) = boxes[ANNA].mails
    assert mail["Subject"] == "your turn in duel-1, duel-2 and duel-3"
    files = attachments(mail)
    blocks = [answer(desk, files[f"{game}.orders.yaml"]) for game in GAMES]
    reports = desk.run(desk.players["anna"].write("All at once:\n\n" + "\n".join(blocks)))
    assert {one.game: [receipt.result for receipt in one.receipts] for one in reports} == {
        game: ["applied"] for game in GAMES
    }
    desk.run(*(desk.players["ben"].reply(one) for one in boxes[BEN].mails))
    mine = [game for game in GAMES if Campaign.open(desk.games / game).position["waiting"] == ["anna"]]
    boxes = desk.new_mails()
    asked = [one for one in boxes[ANNA].mails if "turn" in str(one["Subject"])]
    if len(mine) > 1:
        files = attachments(asked[-1])
        assert [name for name in files if name.endswith(".orders.yaml")] == [f"{game}.orders.yaml" for game in mine]
    desk.run()
    assert desk.new_mails() == {}, "everything is told once"


def test_news_of_one_game_alone_come_as_they_always_do(desk: Desk) -> None:
    desk.begin("duel-1")
    desk.run()
    (mail,) = desk.new_mails()[ANNA].mails
    assert "join" in str(mail["Subject"])
    assert "[duel-1]" in str(mail["Subject"]) or "duel-1" in str(mail["Subject"])


def test_an_absence_is_one_signed_line_by_mail_and_told_to_all(desk: Desk) -> None:
    seats = [(one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in desk.players.values()]
    limits, policy = Terms(72, "default", "open"), {"absence": 20 * 24}
    begin(desk.games / "duel-1", desk.moderator, "wonders_duel", seats, {}, "en", limits, NOW, policy=policy)
    desk.run()
    boxes = desk.new_mails()
    anna, ben = desk.players["anna"], desk.players["ben"]
    desk.run(anna.reply(boxes[ANNA].last), ben.reply(boxes[BEN].last))
    desk.new_mails()
    campaign = Campaign.open(desk.games / "duel-1")
    line = write(MoveFile("duel-1", "anna", campaign.head.digest, "absence 2026-12-20..2027-01-03\n"))
    desk.run(anna.write(anna.block(line)))
    boxes = desk.new_mails()
    said = " ".join(text_of(boxes[ANNA].last).split())
    assert "You are away from Sunday 20 December 2026, 01:00 (Europe/Berlin) to Monday 4 January 2027, 01:00" in said
    assert "Anna ist vom 20. Dezember 2026 bis zum 3. Januar 2027 abwesend" in " ".join(
        text_of(boxes[BEN].last).split()
    )
    assert verify(campaign.folder).ok
