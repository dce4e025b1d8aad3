"""What a mail says beyond the bare turn: what a join signs, the whole turn, the last orders, and no hand twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import titles
from pbem.post.post_words import task_words, words_for
from pbem.words import LANGUAGES
from tests.post.kit import SETTINGS, Desk, attachments, make_desk, template_of, text_of
from tests.post.test_mail import ANNA, BEN, begun, play, to_move


def test_the_join_mail_shows_what_is_signed(desk: Desk) -> None:
    desk.begin("duel-42", hours=72, at_deadline="default")
    desk.run()
    boxes = desk.new_mails()
    text = text_of(boxes[ANNA].last)
    assert "The game: 7 Wonders Duel" in text
    assert "At the table: Anna and Ben" in text
    assert "Each answer has 3 days; after that the moderator plays the default." in " ".join(text.split())
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


def test_a_hand_is_sent_when_it_has_changed(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: every"))
    boxes = begun(desk)
    first = [one for box in boxes.values() for one in box.mails]
    assert any("hand.age" in attachments(one) for one in first)
    player = desk.players["anna"]
    # A command is answered with the same hand, which is not attached again.
    desk.run(player.write(player.block(player.payload(boxes[to_move(boxes)].last, "report").replace(b"ben", b"anna"))))
    (mail,) = desk.new_mails()[ANNA].mails
    assert "hand.age" not in attachments(mail)


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
