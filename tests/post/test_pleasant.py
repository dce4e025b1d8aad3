"""What a mail says beyond the bare turn: what a join signs, the whole turn, the last orders, and no hand twice."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import titles
from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import begin
from pbem.post.post_words import task_words, words_for
from pbem.words import LANGUAGES
from tests.post.duel_by_mail import ANNA, BEN, begun, play, to_move
from tests.post.kit import NOW, SETTINGS, Desk, Letterbox, attachments, legal_in, make_desk, template_of, text_of


def test_the_join_mail_shows_what_is_signed(desk: Desk) -> None:
    desk.begin("duel-42", hours=72, at_deadline="default")
    desk.run()
    boxes = desk.new_mails()
    text = text_of(boxes[ANNA].last)
    assert "The game: 7 Wonders Duel" in text
    assert "At the table: Anna and Ben" in text
    assert "You have 3 days for each answer; after that the moderator plays the default." in " ".join(text.split())
    assert "Am Tisch: Anna und Ben" in text_of(boxes[BEN].last)


def test_a_template_comes_as_a_file_too_and_is_the_same(desk: Desk) -> None:
    boxes = begun(desk)
    mail = boxes[to_move(boxes)].last
    assert attachments(mail)["orders.yaml"].decode() == template_of(mail)


def test_the_last_orders_stand_in_the_next_template_only_where_the_mailbox_may_hold_them(tmp_path: Path) -> None:
    for hidden, shown in (("clear", True), ("sealed", False)):
        root = tmp_path / hidden
        root.mkdir()
        desk = make_desk(root, SETTINGS.replace("mail: mine}", f"mail: mine, hidden: {hidden}}}"))
        boxes = begun(desk, f"duel-{hidden}")
        to = to_move(boxes)
        boxes = play(desk, boxes)
        while to not in boxes or to_move(boxes) != to:
            boxes = play(desk, boxes)
        template = template_of(boxes[to].last)
        assert ("Your last orders" in template or "Deine letzten Befehle" in template) is shown, template


def joined(desk: Desk, title: str, **agreed: str) -> dict[str, Letterbox]:
    seats = [(one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in desk.players.values()]
    begin(desk.games / "game-1", desk.moderator, title, seats, {}, limits=Terms(72), now=NOW, policy=agreed)
    desk.run()
    joins = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in joins.items()))
    return desk.new_mails()


def sent(desk: Desk, handle: str, mail: EmailMessage, order: str) -> EmailMessage:
    """The answer to an order that is written into the template of a mail."""
    player = desk.players[handle]
    desk.run(player.write(player.block(player.payload(mail, order))))
    (answer,) = desk.new_mails()[player.address].mails
    return answer


def test_a_hand_is_sent_when_what_it_hides_has_changed(tmp_path: Path) -> None:
    """It names the head of the ledger too, so that its file is another one after every entry."""
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: every, hidden: clear"))
    mail = joined(desk, "seven_ages", votes="all")[ANNA].last
    assert "hand.age" in attachments(mail)
    before = Campaign.open(desk.games / "game-1").head.n
    assert "hand.age" not in attachments(sent(desk, "anna", mail, "vote yes draw"))
    assert Campaign.open(desk.games / "game-1").head.n > before
    assert "hand.age" not in attachments(sent(desk, "anna", mail, "report"))
    (show, *_) = legal_in(template_of(mail))
    player = desk.players["anna"]
    desk.run(player.reply(mail, show), desk.players["ben"].write("hello", "nothing"))
    other = desk.players["ben"]
    desk.run(other.write(other.block(payload_for(desk, "ben", "any"))))
    assert any("hand.age" in attachments(one) for one in desk.new_mails()[ANNA].mails), "a card was shown and discarded"


def payload_for(desk: Desk, handle: str, orders: str) -> bytes:
    return write(MoveFile("game-1", handle, Campaign.open(desk.games / "game-1").head.digest, f"{orders}\n"))


def test_a_game_without_hands_sends_none(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: every"))
    boxes = joined(desk, "wonders_duel")
    assert not any("hand.age" in attachments(one) for box in boxes.values() for one in box.mails)


def test_a_mail_begins_with_what_is_asked(desk: Desk) -> None:
    boxes = begun(desk)
    lines = text_of(boxes[to_move(boxes)].last).split("\r\n")
    asked = ("Choose 1 wonder of those laid out.", "Wähle 1 Weltwunder aus der Auslage.")
    assert any(one in lines[:14] for one in asked), lines
    assert any("duel-42, 7 Wonders Duel" in one for one in lines[:4])


def test_a_refusal_lists_what_is_legal_once_above_the_template(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    answer = sent(desk, to.split("@")[0], boxes[to].last, "attack nowhere with nothing")
    above, template, _ = text_of(answer).replace("\r\n", "\n").split("8<" + "-" * 66)
    for order in legal_in(template):
        assert order not in above, above
    assert re.search("your turn: |du bist dran: ", str(answer["Subject"]))


def test_lines_that_only_wait_are_not_called_carried_out(desk: Desk) -> None:
    boxes = begun(desk)
    first = to_move(boxes).split("@")[0]
    other = "ben" if first == "anna" else "anna"
    player = desk.players[other]
    payload = player.payload(boxes[to_move(boxes)].last, "any or any").replace(first.encode(), other.encode())
    desk.run(player.write(player.block(payload)))
    (mail,) = desk.new_mails()[player.address].mails
    assert re.search("kept for later|vorgemerkt", str(mail["Subject"]))
    assert not re.search("were carried out|wurden ausgeführt", text_of(mail))


def test_a_report_tells_what_happened_last_whether_or_not_it_was_told(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    for _ in range(2):
        text = text_of(sent(desk, to.split("@")[0], boxes[to].last, "report"))
        assert re.search("Progress tokens on the board|Fortschritts-Plättchen auf dem Spielplan", text)


def test_news_that_an_answer_has_told_is_not_told_again(tmp_path: Path) -> None:
    """Until the evening nobody writes to Anna by himself, so it is her question that brings the news."""
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: daily"))
    desk.begin("game-1")
    anna, ben = desk.players["anna"], desk.players["ben"]
    desk.run(*(one.write(one.block(payload_for(desk, one.handle, "join"))) for one in (anna, ben)))
    desk.new_mails()
    (first,) = Campaign.open(desk.games / "game-1").position["waiting"]
    desk.run(desk.players[first].write(desk.players[first].block(payload_for(desk, first, "any"))))
    desk.new_mails()
    asks, said = "ben" if first == "anna" else "anna", []
    for _ in range(2):
        player = desk.players[asks]
        desk.run(player.write(player.block(payload_for(desk, asks, "moves"))))
        said.append(bool(re.search(" takes | nimmt ", text_of(desk.new_mails()[player.address].last).split("8<-")[0])))
    assert said == [True, False]


def test_a_reminder_says_once_until_when(desk: Desk) -> None:
    desk.begin("duel-42")
    desk.run()
    joins = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in joins.items()))
    desk.new_mails()
    desk.run(now="2026-11-19T11:00:00Z")
    for box in desk.new_mails().values():
        for mail in box.mails:
            assert " ".join(text_of(mail).split()).count("19") == 1, text_of(mail)


def test_german_mails_link_to_german_pages(desk: Desk) -> None:
    boxes = begun(desk)
    while BEN not in boxes or to_move(boxes) != BEN:
        boxes = play(desk, boxes)
    assert "https://table.example/games/duel-42/index.de.html" in text_of(boxes[BEN].last)


def test_a_list_id_and_nothing_to_unsubscribe_from(desk: Desk) -> None:
    boxes = begun(desk)
    mail = boxes[to_move(boxes)].last
    assert mail["List-Id"] == '"The Lantern Table" <duel-42.pbem.table.example>'
    assert mail["List-Unsubscribe"] is None


@pytest.mark.parametrize("title", titles.ours())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_subject_says_the_task_in_every_title(title: str, language: str) -> None:
    found = titles.load(title)
    words = words_for(found, language, ("Anna", "Ben"))
    vague = words.say("task.orders")
    assert [kind for kind in found.language.kinds if task_words(kind, words) == vague] == []
