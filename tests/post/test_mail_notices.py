"""Mails that nobody asked for: digests, deadlines, sealed receipts, files that cool off, orders ahead."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import MoveFile, parse, write
from pbem.campaign.running.create import opened
from pbem.moderation.loop import moderate
from pbem.post.mail import compose
from pbem.post.mail.seat_report import of_seat
from pbem.seals import documents
from pbem.seals.sealing import unseal
from pbem.titles.wonders_duel import TITLE
from tests.post.duel_by_mail import ANNA, BEN, at_head, begun, play, subjects, to_move
from tests.post.kit import (
    NOW,
    SETTINGS,
    Desk,
    Letterbox,
    attachments,
    make_desk,
    template_of,
    text_of,
)
from tests.seals.casekit import key
from tests.toys.mail import installed


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
    from pbem.campaign.running.run import run
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
