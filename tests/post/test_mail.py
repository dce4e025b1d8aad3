"""What the mail carrier does with mails, handed over one by one, and an outbox folder for the answers."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import parse
from pbem.campaign.running.create import begin, opened
from pbem.seals.signed import clear_block, sign_move
from pbem.titles.wonders_duel.cards import WONDERS
from pbem.words import sentences
from tests.post.duel_by_mail import ANNA, BEN, begun, play, subjects, to_move
from tests.post.kit import (
    NOW,
    Desk,
    attachments,
    html_of,
    legal_in,
    template_of,
    text_of,
)
from tests.seals.casekit import key


@pytest.mark.slow
def test_a_duel_by_mail_to_the_verified_end(desk: Desk) -> None:
    boxes = begun(desk)
    sent, received = 2, 4
    while True:
        boxes = play(desk, boxes)
        sent += 1
        received += sum(len(box.mails) for box in boxes.values())
        if any(
            re.search("the game is over|das Spiel ist aus", one) for some in subjects(boxes).values() for one in some
        ):
            break
        assert sent < 200
    verdict = verify(desk.games / "duel-42")
    assert verdict.ok, verdict.message
    assert verdict.over
    # Who ends it with an order of their own has one mail about it, and its subject says so.
    endings = [one for some in subjects(boxes).values() for one in some]
    assert all(re.search("the game is over|das Spiel ist aus", one) for one in endings), endings
    # One receipt for each submission; a notice beside it only for the other one.
    assert received <= 2 * sent + 4
    assert set(boxes) == {ANNA, BEN}


def test_the_notice_says_what_to_do_until_when_in_the_readers_language(desk: Desk) -> None:
    boxes = begun(desk)
    for _ in range(20):
        if any("] your turn: choose a card" in one for one in subjects(boxes).get(ANNA, [])):
            break
        boxes = play(desk, boxes)
    mail = boxes[ANNA].last
    assert mail["Subject"] == "[duel-42] your turn: choose a card (due Thu 11:00)"
    assert "Due Thursday 19 November 2026, 11:00 (Europe/Berlin)" in text_of(mail)
    boxes = play(desk, boxes)
    while to_move(boxes) == ANNA:
        boxes = play(desk, boxes)
    mail = boxes[BEN].last
    assert "du bist dran" in str(mail["Subject"])
    assert "Bis Donnerstag, 19. November 2026, 11:00 Uhr" in text_of(mail)
    assert [line for line in text_of(mail).splitlines() if len(line) > 78] == []


def test_the_template_lists_every_legal_order_and_decides_nothing(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    template = template_of(boxes[to].last)
    handle = to.split("@")[0]
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        ask = keeper.match.playing.pending[keeper.genesis.handles.index(handle)]
        assert legal_in(template) == [ask.write(one, keeper.genesis.handles) for one in ask.answers()]
    file = parse(template.encode())
    assert (file.game, file.player, file.window) == ("duel-42", handle, "draft")
    # Sent back as it is, it orders nothing: it withdraws what was written before it.
    (report,) = desk.run(desk.players[handle].write(desk.players[handle].block(template.encode())))
    assert [one.result for one in report.receipts] == ["withdrawn"]
    assert report.waiting == [handle]
    assert len(desk.new_mails()[to].mails) == 1


def test_what_players_call_themselves_is_escaped_in_html(desk: Desk) -> None:
    from pbem.post.mail.render import coded

    assert coded("<b>`x<y`</b>") == "&lt;b&gt;<code>x&lt;y</code>&lt;/b&gt;"
    seats = [("anna", "<script>alert(1)</script>", Seat("anna", "", key("anna").public)), ("ben", "B&B", "random")]
    begin(desk.games / "duel-8", desk.moderator, "wonders_duel", seats, {}, now=NOW)
    desk.run()
    mail = desk.new_mails()[ANNA].last
    assert "<script>" not in html_of(mail)
    assert "&lt;script&gt;" in html_of(mail)


def test_text_and_html_say_the_same(desk: Desk) -> None:
    boxes = begun(desk)
    mail = boxes[to_move(boxes)].last
    assert legal_in(template_of(mail))
    for order in legal_in(template_of(mail)):
        assert order in html_of(mail)
    assert list(attachments(mail)) == ["orders.yaml"]
    assert mail.get_content_type() == "multipart/mixed"


def test_a_hand_that_hides_something_is_attached(desk: Desk) -> None:
    desk.begin("ages-1", title="seven_ages")
    desk.run()
    joins = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in joins.items()))
    mail = desk.new_mails()[ANNA].last
    assert list(attachments(mail)) == ["orders.yaml", "hand.age"]
    assert desk.players["anna"].open_hand(mail)


def test_mails_of_one_game_are_one_thread_and_those_of_two_are_two(desk: Desk) -> None:
    roots = {}
    for game in ("duel-1", "duel-2"):
        boxes = begun(desk, game)
        mails = []
        for _ in range(4):
            boxes = play(desk, boxes)
            mails += [mail for box in boxes.values() for mail in box.mails]
        found = {str(mail["References"]).split()[0] for mail in mails}
        assert len(found) == 1
        roots[game] = found.pop()
        answers = [mail for mail in mails if mail["Auto-Submitted"] == "auto-replied"]
        assert answers
        assert all(str(mail["In-Reply-To"]).endswith("@players.example>") for mail in answers)
        assert len({str(mail["Message-ID"]) for mail in mails}) == len(mails)
    assert roots["duel-1"] != roots["duel-2"]


def test_a_refusal_names_every_error_the_rule_and_what_would_be_legal(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    boxes = play(desk, boxes, "take moon")
    mail = boxes[to].last
    text = text_of(mail)
    assert re.search(r"refused|abgewiesen", str(mail["Subject"]))
    assert "moon" in text
    assert legal_in(template_of(mail))
    assert all(order in text for order in legal_in(template_of(mail)))
    legal = legal_in(template_of(mail))
    absent = next(one for one in WONDERS if f"take {one}" not in legal)
    boxes = play(desk, boxes, f"take {absent}")
    assert re.search(r"\(WD-[A-Z]+-\d+\)", text_of(boxes[to].last))
    # All lines that cannot be read, also those after the first.
    text = text_of(play(desk, boxes, "take moon\n  fetch sphinx\n  take colosus")[to].last)
    for word in ("moon", "fetch", "colosus"):
        assert re.search(f"[“„]{word}[”“]", text), word
    # All faults of a file at once.
    bad = b"game: duel-42\nplayer: anna\nafter: xyz\nwindow: " + b"w" * 90 + b"\norders: >\n  a\n  b\n"
    desk.run(desk.players["anna"].write(clear_block(sign_move(bad, key("anna")))))
    answer = text_of(desk.new_mails()[ANNA].last)
    assert [f"line {n}" in answer for n in (3, 4, 5)] == [True] * 3


def test_a_refusal_is_in_the_readers_language_whatever_the_campaigns_is(desk: Desk) -> None:
    boxes = begun(desk, language="en")
    while to_move(boxes) != BEN:
        boxes = play(desk, boxes)
    text = text_of(play(desk, boxes, "take moon")[BEN].last)
    assert "“moon” is no" not in text
    assert "moon" in text
    said = sentences("program", "de")["refusal.word_unknown"].replace("{word}", "moon").partition("{slot}")[0]
    assert said in text


def test_a_join_may_have_a_comment_and_nothing_else(desk: Desk) -> None:
    desk.begin("duel-42")
    desk.run()
    anna = desk.players["anna"]
    mail = desk.new_mails()[ANNA].last
    payload = anna.payload(mail).decode()
    (report,) = desk.run(anna.write(anna.block(payload.replace("join", "join please").encode())))
    assert [one.result for one in report.receipts] == ["refused"]
    (report,) = desk.run(anna.write(anna.block(payload.replace("join", "join  # gladly").encode())))
    assert [one.result for one in report.receipts] == ["applied"]
    assert verify(desk.games / "duel-42").ok


def test_a_file_says_what_was_done_and_which_lines_wait(desk: Desk) -> None:
    boxes = begun(desk)
    boxes = play(desk, boxes)
    to = to_move(boxes)
    handle = to.split("@")[0]
    ahead = "  build baths\n  always on choose_first_player: start me\n"
    payload = desk.players[handle].payload(boxes[to].last).decode() + ahead
    desk.run(desk.players[handle].write(desk.players[handle].block(payload.encode())))
    mail = desk.new_mails()[to].last
    assert re.search(r"carried out|ausgeführt", str(mail["Subject"]))
    assert re.search(r"build baths.*\n.*always on choose_first_player", text_of(mail))


def test_a_forged_move_changes_nothing_and_does_not_bother_the_player(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    before = (desk.games / "duel-42" / "ledger.jsonl").read_bytes()
    payload = desk.players[to.split("@")[0]].payload(boxes[to].last)
    mallory = replace(desk.players["anna"], handle="mallory", key=key("mallory"), address="mallory@elsewhere.example")
    desk.run(mallory.write(mallory.block(payload)))
    assert (desk.games / "duel-42" / "ledger.jsonl").read_bytes() == before
    boxes = desk.new_mails()
    assert list(boxes) == ["mallory@elsewhere.example"]
    text = text_of(boxes["mallory@elsewhere.example"].last)
    assert "made with another key" in text
    assert "8<" not in text
    assert attachments(boxes["mallory@elsewhere.example"].last) == {}


def test_the_seat_of_another_cannot_be_taken_with_ones_own_key(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    victim = desk.players[to.split("@")[0]]
    thief = next(one for one in desk.players.values() if one is not victim)
    before = (desk.games / "duel-42" / "ledger.jsonl").read_bytes()
    desk.run(thief.write(thief.block(victim.payload(boxes[to].last))))
    assert (desk.games / "duel-42" / "ledger.jsonl").read_bytes() == before


def test_who_sends_decides_nothing(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    mail = desk.players[to.split("@")[0]].reply(boxes[to].last)
    mail.replace_header("From", "stranger@elsewhere.example")
    mail["Reply-To"] = "mallory@elsewhere.example"
    (report,) = desk.run(mail)
    assert [one.result for one in report.receipts] == ["applied"]
    assert set(desk.new_mails()) <= {ANNA, BEN}


def test_the_same_mail_again_counts_and_is_answered_once(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    mail = desk.players[to.split("@")[0]].reply(boxes[to].last)
    (report,) = desk.run(mail)
    assert report.n - report.before == 1
    assert len(desk.new_mails()[to].mails) == 1
    (report,) = desk.run(mail, mail)
    assert report.n == report.before
    assert desk.new_mails() == {}


def test_a_move_that_is_sent_anew_is_answered_once_more_a_day(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    block = player.block(player.payload(boxes[to].last))
    desk.run(player.write(block))
    desk.new_mails()
    desk.run(player.write(block))
    (mail,) = desk.new_mails()[to].mails
    assert re.search("entry 3|Eintrag 3", text_of(mail))
    desk.run(player.write(block), player.write(block))
    assert desk.new_mails() == {}


def test_orders_without_signature_are_answered_once_with_how_to_sign(desk: Desk) -> None:
    begun(desk)
    anna = desk.players["anna"]
    body = "game: duel-42\nplayer: anna\norders: |\n  build baths\n"
    desk.run(anna.write(body))
    (mail,) = desk.new_mails()[ANNA].mails
    assert mail["Subject"] == "[duel-42] how to sign your orders"
    assert "ssh-keygen -Y sign -n pbem" in text_of(mail).replace("\n", " ")
    assert mail["Auto-Submitted"] == "auto-replied"
    desk.run(anna.write(body), now="2026-11-16T20:00:00Z")
    assert desk.new_mails() == {}
    desk.run(anna.write(body), now="2026-11-17T10:00:01Z")
    assert len(desk.new_mails()[ANNA].mails) == 1


MACHINES = (
    "vacation",
    "vacation-abwesenheitsnotiz",
    "bounce-report",
    "bounce-null-sender",
    "list",
    "bulk",
    "our-own-mail",
    "no-reply-address",
    "unsigned-chat",
    "empty",
)


@pytest.mark.parametrize("name", MACHINES)
def test_machines_lists_and_chat_are_never_answered(desk: Desk, name: str) -> None:
    begun(desk)
    desk.run((Path(__file__).parent.parent / "mails" / f"{name}.eml").read_bytes())
    assert desk.new_mails() == {}


def test_strangers_together_get_a_bounded_number_of_answers(desk: Desk) -> None:
    begun(desk)
    mails = []
    for n in range(80):
        one = replace(desk.players["anna"], handle=f"x{n}", address=f"x{n}@elsewhere.example")
        mails.append(one.write("game: duel-42\norders: |\n  pass\n"))
    desk.run(*mails)
    assert len(desk.new_mails()) == 60


def test_a_damaged_block_is_told_as_damaged(desk: Desk) -> None:
    begun(desk)
    desk.run((Path(__file__).parent.parent / "mails" / "damaged-block.eml").read_bytes())
    (mail,) = desk.new_mails()[ANNA].mails
    assert mail["Subject"] == "your mail could not be read"


def test_several_blocks_for_several_games_in_one_mail(desk: Desk) -> None:
    first, second = begun(desk, "duel-1"), begun(desk, "duel-2")
    blocks = {}
    for boxes in (first, second):
        to = to_move(boxes)
        player = desk.players[to.split("@")[0]]
        blocks.setdefault(to, []).append(player.block(player.payload(boxes[to].last)))
    reports = desk.run(*(desk.players[to.split("@")[0]].write("\n".join(some)) for to, some in blocks.items()))
    assert [[one.result for one in report.receipts] for report in reports] == [["applied"], ["applied"]]
    told = [subject for some in subjects(desk.new_mails()).values() for subject in some]
    assert {subject.split()[0] for subject in told} == {"[duel-1]", "[duel-2]"}
