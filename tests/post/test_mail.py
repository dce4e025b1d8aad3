"""What the mail carrier does with mails, handed over one by one, and an outbox folder for the answers."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from pbem.campaign.campaign import Campaign
from pbem.campaign.create import begin, opened
from pbem.campaign.genesis import Seat
from pbem.campaign.happened import Happened
from pbem.campaign.movefile import MoveFile, parse, write
from pbem.campaign.verify import verify
from pbem.campaign.writer import CampaignWriter
from pbem.moderation.loop import moderate
from pbem.orders.agenda import Held, Queued
from pbem.post.mail import compose
from pbem.post.mail.seat_report import every_note, of_seat
from pbem.seals import documents
from pbem.seals.sealing import unseal
from pbem.seals.signed import clear_block, sign_move
from pbem.titles.wonders_duel import TITLE
from pbem.titles.wonders_duel.cards import WONDERS
from pbem.words import sentences
from tests.post.kit import (
    NOW,
    SETTINGS,
    Desk,
    Letterbox,
    attachments,
    html_of,
    legal_in,
    make_desk,
    template_of,
    text_of,
)
from tests.seals.casekit import key
from tests.toys.mail import installed

ANNA, BEN = "anna@players.example", "ben@players.example"


def at_head(keeper: CampaignWriter) -> Happened:
    """As a run reports it that had nothing to do."""
    return Happened(keeper.campaign, keeper.match, keeper.head)


def subjects(boxes: dict[str, Letterbox]) -> dict[str, list[str]]:
    return {to: [str(mail["Subject"]) for mail in box.mails] for to, box in boxes.items()}


def begun(desk: Desk, game: str = "duel-42", **more: object) -> dict[str, Letterbox]:
    """A game that both have joined; the mails of that moment."""
    desk.begin(game, **more)
    desk.run()
    asked = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in asked.items()))
    return desk.new_mails()


def to_move(boxes: dict[str, Letterbox]) -> str:
    """The address of the one who has a template to fill in."""
    return next(to for to, box in boxes.items() if "8<" in text_of(box.last))


def play(desk: Desk, boxes: dict[str, Letterbox], order: str | None = None) -> dict[str, Letterbox]:
    to = to_move(boxes)
    desk.run(desk.players[to.split("@")[0]].reply(boxes[to].last, order))
    return desk.new_mails()


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
    "vacation", "vacation-abwesenheitsnotiz", "bounce-report", "bounce-null-sender", "list", "bulk", "our-own-mail",
    "no-reply-address", "unsigned-chat", "empty",
)  # fmt: skip


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


def command(desk: Desk, handle: str, word: str, signer: str | None = None) -> None:
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        head = keeper.match.head
    payload = write(MoveFile("duel-42", handle, head, f"{word}\n"))
    player = desk.players[handle]
    desk.run(player.write(clear_block(sign_move(payload, key(signer or handle)))))


@pytest.mark.parametrize("word", compose.COMMANDS)
def test_a_signed_command_is_answered_and_leaves_the_ledger_alone(desk: Desk, word: str) -> None:
    begun(desk)
    before = (desk.games / "duel-42" / "ledger.jsonl").read_bytes()
    command(desk, "anna", word.upper())
    (mail,) = desk.new_mails()[ANNA].mails
    text = text_of(mail)
    assert mail["Subject"] == f"[duel-42] {text.splitlines()[0]}"
    assert {"status": "The table waits for", "moves": "The table waits for", "report": "THE POSITION",
            "standing": "in the attached hand.age", "help": "standing —"}[word] in text  # fmt: skip
    assert (desk.games / "duel-42" / "ledger.jsonl").read_bytes() == before


def test_what_was_ordered_ahead_is_listed_where_the_mailbox_is_trusted(desk: Desk) -> None:
    boxes = begun(desk)
    handle = to_move(boxes).split("@")[0]
    reader = desk.settings.reader("duel-42", handle)
    trusted = replace(reader, hidden="clear", language="en")
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        now = of_seat(at_head(keeper), keeper.genesis.handles.index(handle))
        assert "no standing orders" in compose.command("standing", now, trusted, desk.settings, "").lead[0]
        now.ordered.queue.append(Queued("f", "turn", 2, "build baths"))
        now.ordered.standing.append(Held("f", 3, "always on choose_first_player: start me"))
        shown = compose.command("standing", now, trusted, desk.settings, "")
        closed = compose.command("standing", now, reader, desk.settings, "")
    assert [(line["text"], line["result"]) for line in shown.lines] == [
        ("build baths", "queued"), ("always on choose_first_player: start me", "kept"),
    ]  # fmt: skip
    filled, hidden = compose.template(now, trusted, shown.words), compose.template(now, reader, shown.words)
    assert "  # always on choose_first_player: start me\n" in filled
    assert "choose_first_player" not in hidden
    assert not closed.lines
    assert [one.name for one in closed.attached] == ["hand.age"]


def test_a_house_rule_stands_in_the_mail_in_the_readers_language(desk: Desk) -> None:
    boxes = begun(desk)
    handle = to_move(boxes).split("@")[0]
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        now = of_seat(at_head(keeper), keeper.genesis.handles.index(handle))
    reader = replace(desk.settings.reader("duel-42", handle), language="de")
    assert not any("Hausregel" in one for one in compose.notice(now, reader, desk.settings, NOW).lead)
    now.options = {**now.options, "auto_age_start": True}
    assert any("Hausregel: " in one for one in compose.notice(now, reader, desk.settings, NOW).lead)


def test_what_became_of_an_earlier_line_stands_in_a_mail_that_may_hold_it(desk: Desk) -> None:
    boxes = begun(desk)
    first = to_move(boxes).split("@")[0]
    other = "ben" if first == "anna" else "anna"
    campaign = Campaign.open(desk.games / "duel-42")
    payload = write(MoveFile("duel-42", other, campaign.head.digest, "if age = 3: any\n"))
    player = desk.players[other]
    desk.run(player.write(player.block(payload)))
    reader = desk.settings.reader("duel-42", other)
    assert reader is not None
    before = campaign.head.n
    desk.new_mails()
    (report,) = desk.run(desk.players[first].reply(boxes[f"{first}@players.example"].last, "any"))
    happened, seat = report.happened, campaign.seat(other)
    told = [note for n, note in every_note(happened) if n > before]
    now, rival = (
        replace(of_seat(happened, one), notes=[note for note in told if note.visible(one)]) for one in (seat, 1 - seat)
    )
    words = now.words(reader)
    clear, sealed = replace(reader, hidden="clear"), replace(reader, hidden="sealed")
    assert sum("if age = 3: any" in one for one in now.news(clear, words)) == 1
    assert not any("if age = 3: any" in one for one in now.news(sealed, words))
    assert not any("if age = 3: any" in one for one in rival.news(clear, words))


def test_moves_gives_the_one_to_move_a_file_to_fill_in(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    command(desk, to.split("@")[0], "moves")
    assert legal_in(template_of(desk.new_mails()[to].last))


def test_a_command_signed_by_another_is_not_answered_to_the_player(desk: Desk) -> None:
    begun(desk)
    command(desk, "anna", "report", signer="mallory")
    text = text_of(desk.new_mails()[ANNA].last)
    assert "made with another key" in text
    assert "THE POSITION" not in text


def test_commands_are_answered_thirty_times_an_hour_at_most(desk: Desk) -> None:
    begun(desk)
    player = desk.players["anna"]
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        payload = write(MoveFile("duel-42", "anna", keeper.match.head, "status\n"))
    desk.run(*(player.write(player.block(payload)) for _ in range(40)))
    assert len(desk.new_mails()[ANNA].mails) == 30


def settings_with(anna: str) -> str:
    return SETTINGS.replace("anna: {address: anna@players.example, mail: mine}", f"anna: {anna}")


def test_every_turn_daily_or_only_when_i_must_act(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings_with("{address: anna@players.example, mail: every}"))
    boxes = begun(desk)
    while to_move(boxes) == ANNA:
        boxes = play(desk, boxes)
    # Ben moves, and stays on: Anna hears of it all the same.
    before = boxes
    boxes = play(desk, before)
    assert len(boxes[ANNA].mails) == 1
    assert "SINCE YOUR LAST MAIL" in text_of(boxes[ANNA].last)


def test_the_digest_comes_once_a_day_for_all_games(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, settings_with("{address: anna@players.example, mail: daily, zone: Europe/Berlin}"))
    for game in ("duel-1", "duel-2", "duel-3"):
        desk.begin(game)
    desk.run(now="2026-11-16T12:00:00Z")
    assert set(desk.new_mails()) == {BEN}
    desk.run(now="2026-11-16T17:30:00Z")
    (mail,) = desk.new_mails()[ANNA].mails
    assert mail["Subject"] == "your turn in duel-1, duel-2 and duel-3"
    for game in ("duel-1", "duel-2", "duel-3"):
        assert f"[{game}]" in text_of(mail)
        assert parse(attachments(mail)[f"{game}.orders.yaml"]).game == game
    desk.run(now="2026-11-16T19:00:00Z")
    assert desk.new_mails() == {}
    desk.run(now="2026-11-17T19:00:00Z")
    assert desk.new_mails() == {}, "nothing new, no mail"


@pytest.mark.parametrize("by_mail", [True, False], ids=["by mail", "by a run without mail"])
def test_the_digest_tells_the_end_of_a_game_that_was_over_in_the_morning(tmp_path: Path, by_mail: bool) -> None:
    desk = make_desk(tmp_path, settings_with("{address: anna@players.example, mail: daily, zone: Europe/Berlin}"))
    desk.begin("duel-1", hours=24, at_deadline="default", now="2026-11-15T08:00:00Z")
    genesis = Campaign.open(desk.games / "duel-1").genesis_digest
    joins = [(one, MoveFile("duel-1", one.handle, genesis, "join\n")) for one in desk.players.values()]
    desk.run(*(one.write(one.block(write(move))) for one, move in joins), now="2026-11-16T08:00:00Z")
    for one in desk.players.values():
        always = "".join(f"always on {ask}: default\n" for ask in TITLE.language.kinds)
        block = one.block(
            write(MoveFile("duel-1", one.handle, Campaign.open(desk.games / "duel-1").head.digest, always))
        )
        if by_mail:
            desk.run(one.write(block), now="2026-11-17T08:00:00Z")
        else:
            (desk.games / "duel-1" / "inbox" / f"{one.handle}.move").write_text(block)
            moderate([], desk.games, desk.moderator, None, "2026-11-17T08:00:00Z")
    assert Campaign.open(desk.games / "duel-1").position["over"]
    desk.new_mails()
    desk.run(now="2026-11-17T18:00:00Z")
    told = desk.new_mails()
    assert re.search(r"\[duel-1\] 7 Wonders Duel\s+over: ", text_of(told[ANNA].last))
    assert by_mail == (BEN not in told), "he has read it in the receipt, if there was one"
    assert desk.run(now="2026-11-18T18:00:00Z") == [], "now everybody knows"


def test_a_missed_deadline_is_told_once(desk: Desk) -> None:
    boxes = begun(desk, hours=24)
    to = to_move(boxes)
    desk.run(now="2026-11-18T10:00:00Z")
    (mail,) = desk.new_mails()[to].mails
    assert re.search(r"overdue|überfällig", str(mail["Subject"]))
    desk.run(now="2026-11-18T11:00:00Z")
    assert desk.new_mails() == {}


def test_a_default_at_the_deadline_is_announced_beforehand(desk: Desk) -> None:
    boxes = begun(desk, hours=24, at_deadline="default")
    to = to_move(boxes)
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        (ask,) = keeper.match.playing.pending.values()
        assert f"`{ask.write(ask.default(), keeper.genesis.handles)}`" in text_of(boxes[to].last).replace("\n", " ")


def test_what_only_one_may_see_stays_sealed_unless_the_mailbox_is_trusted(desk: Desk) -> None:
    boxes = begun(desk)
    handle = to_move(boxes).split("@")[0]
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        now = of_seat(at_head(keeper), keeper.genesis.handles.index(handle))
    now.secret = True
    sealed = desk.settings.reader("duel-42", handle)
    legal = [one["order"] for one in now.asked["legal"]] if now.asked else []
    closed = compose.notice(now, sealed, desk.settings, NOW)
    assert legal
    assert not closed.moves
    assert not any(order in closed.template for order in legal)
    trusted = compose.notice(now, replace(sealed, hidden="clear"), desk.settings, NOW)
    assert all(order in trusted.template for order in legal)


def test_a_sealed_move_counts_and_its_receipt_can_be_read(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = replace(desk.players[to.split("@")[0]], seal_for=key("moderator"))
    mail = player.reply(boxes[to].last)
    assert b"take " not in mail.as_bytes()
    (report,) = desk.run(mail)
    assert [one.result for one in report.receipts] == ["applied"]


def test_a_receipt_whose_run_died_comes_with_the_sealed_lines(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    from pbem.campaign.run import run
    from pbem.post.mail import carrier as carriers
    from pbem.post.mail.mailboxes import HandedOver

    mail = player.reply(boxes[to].last)
    with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([mail.as_bytes()])) as carrier:
        carrier.collect([desk.games / "duel-42"])
        run(desk.games / "duel-42", desk.moderator, NOW)  # and here it dies
    desk.run(mail)
    (answer,) = desk.new_mails()[to].mails
    assert re.search("carried out|ausgeführt", str(answer["Subject"]))
    data = documents.read(unseal(attachments(answer)["receipt.age"], player.key)).data
    assert isinstance(data, dict)
    assert data["result"] == "applied"


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    folder = Path(compose.__file__).parents[1] / "words"
    english, german = (yaml.safe_load((folder / f"{one}.yaml").read_text()) for one in ("en", "de"))
    assert list(english) == list(german)
    for name, sentence in english.items():
        fields = [set(re.findall(r"\{([a-z_]+)", text)) for text in (sentence, german[name])]
        assert fields[0] == fields[1], name


def cooling(desk: Desk) -> tuple[str, dict[str, Letterbox]]:
    """A duel before the pick after which cards are dealt: who has it, and the mails with the template."""
    boxes = begun(desk, cool_off=30)
    for _ in range(3):
        boxes = play(desk, boxes)
    return to_move(boxes), boxes


def test_what_became_of_a_file_that_cooled_off_is_told_by_mail(desk: Desk) -> None:
    to, boxes = cooling(desk)
    other = next(one for one in (ANNA, BEN) if one != to)
    answer = desk.players[to.split("@")[0]].reply(boxes[to].last)
    desk.run(answer)
    mails = desk.new_mails()
    ((first,),) = subjects(mails).values()
    assert re.search(r"\] (your orders wait until|deine Befehle warten bis)", first), "not that it is their turn"
    assert re.search("11:30.*(and you will be told|du bekommst dann Bescheid)", text_of(mails[to].last), re.DOTALL)
    desk.run(now="2026-11-16T10:10:00Z")
    assert desk.new_mails() == {}, "nothing new"
    desk.run(now="2026-11-16T10:31:00Z")
    mails = desk.new_mails()
    assert re.search("carried out|ausgeführt", subjects(mails)[to][0])
    assert mails[to].mails[0]["In-Reply-To"] == answer["Message-ID"]
    assert len(mails[to].mails) == 1
    assert len(mails.get(other, Letterbox()).mails) <= 1
    desk.run(now="2026-11-16T10:40:00Z")
    assert desk.new_mails() == {}


def test_a_file_that_cools_off_and_is_replaced_is_answered_a_second_time(desk: Desk) -> None:
    to, boxes = cooling(desk)
    player, mail = desk.players[to.split("@")[0]], boxes[to].last
    desk.run(player.reply(mail))
    desk.new_mails()
    desk.run(player.reply(mail, "any"), now="2026-11-16T10:10:00Z")
    told = subjects(desk.new_mails())[to]
    assert len(told) == 2
    assert re.search("replaced|ersetzt", " ".join(told))
    assert re.search("your orders wait|deine Befehle warten", " ".join(told))


def test_who_can_order_ahead_is_told_once_with_a_file_for_it(desk: Desk) -> None:
    with installed(("toy_ages",)):
        boxes = begun(desk, "ages-1", title="toy_ages")
        anna, ben = desk.players["anna"], desk.players["ben"]
        desk.run(
            anna.reply(boxes[ANNA].last, "mark romans production, picts manoeuvre\n  reveal romans"),
            ben.reply(boxes[BEN].last, "mark gauls production, huns destiny\n  reveal gauls"),
        )
        boxes = desk.new_mails()
        (mail,) = [one for one in boxes[BEN].mails if "vorausbefehlen" in str(one["Subject"])]
        assert "Bald wirst du etwas gefragt." in text_of(mail)
        assert "window: production" in template_of(mail)
        desk.run(anna.reply(boxes[ANNA].last, "romans: fort latium"))
        assert not any("vorausbefehlen" in str(one["Subject"]) for one in desk.new_mails().get(BEN, Letterbox()).mails)
        desk.run(ben.reply(mail, "gauls: save"))
        assert "8<" not in text_of(desk.new_mails()[BEN].last), "there is nothing more to order ahead"
