"""Signed commands by mail: what they are answered, to whom, and how often."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import opened
from pbem.campaign.running.happened import every_note
from pbem.orders.agenda import Held, Queued
from pbem.post.mail import compose
from pbem.post.mail.seat_report import of_seat
from pbem.seals.signed import clear_block, sign_move
from tests.post.duel_by_mail import ANNA, at_head, begun, to_move
from tests.post.kit import (
    NOW,
    Desk,
    legal_in,
    template_of,
    text_of,
)
from tests.seals.casekit import key


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
    assert {
        "status": "The table waits for",
        "moves": "The table waits for",
        "report": "THE POSITION",
        "standing": "in the attached hand.age",
        "help": "`standing` —",
    }[word] in text
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
        ("build baths", "queued"),
        ("always on choose_first_player: start me", "kept"),
    ]
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
