"""Undo and votes by mail: one signed line, answered and told like every other."""

from __future__ import annotations

import re

import pytest

from pbem.campaign.agreement import fork
from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running import decisions
from pbem.campaign.running.create import begin, opened
from pbem.post.mail.settings import parse
from pbem.seals import documents
from pbem.seals.sealing import unseal
from tests.post.kit import (
    NOW,
    SETTINGS,
    Desk,
    Letterbox,
    Player,
    attachments,
    html_of,
    legal_in,
    template_of,
    text_of,
)
from tests.seals.casekit import key

ANNA, BEN = "anna@players.example", "ben@players.example"


def begun(desk: Desk, title: str, bots: tuple[str, ...] = (), **agreed: str) -> Campaign:
    seats: list[tuple[str, str, Seat | str]] = [
        (one.handle, one.handle.title(), Seat(one.handle, "", one.key.public)) for one in desk.players.values()
    ]
    seats += [(one, one.title(), "bot") for one in bots]
    policy = {"undo": "open", "votes": "all", **agreed}
    campaign = begin(desk.games / "game-1", desk.moderator, title, seats, {}, limits=Terms(72), now=NOW, policy=policy)
    desk.run()
    asked = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in asked.items()))
    desk.new_mails()
    return campaign


def mailed(desk: Desk, campaign: Campaign, handle: str, orders: str) -> dict[str, Letterbox]:
    player = desk.players[handle]
    block = player.block(write(MoveFile(campaign.id, handle, campaign.head.digest, orders)))
    desk.run(player.write(f"My file:\n\n{block}\n"))
    return desk.new_mails()


def test_an_undo_is_answered_with_the_position_before(desk: Desk) -> None:
    campaign = begun(desk, "through_the_ages")
    with opened(campaign.folder, desk.moderator) as keeper:
        ((seat, ask),) = keeper.match.playing.pending.items()
        order = ask.write(next(one for one in ask.listed(60) if one[0] not in ("end", "resign")), campaign.players)
    handle = campaign.players[seat]
    mailed(desk, campaign, handle, order)
    boxes = mailed(desk, campaign, handle, "undo")
    mail = boxes[f"{handle}@players.example"].mails[0]
    assert ("Anna takes back 1 answer." if handle == "anna" else "Ben nimmt 1 Antwort zurück.") in text_of(mail)
    sealed = attachments(mail)["receipt.age"]
    said = documents.read(unseal(sealed, desk.players[handle].key)).text
    assert "Taken back: 1 answer; entry 4." in said
    assert verify(campaign.folder).ok


def test_a_vote_by_mail_ends_the_game_for_everybody(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    said = text_of(mailed(desk, campaign, "anna", "vote yes draw")[ANNA].mails[0])
    assert "Your vote on `draw` is entry 3." in said
    boxes = mailed(desk, campaign, "ben", "vote yes draw")
    assert "Deine Stimme zu `draw` ist Eintrag 4." in text_of(boxes[BEN].mails[0])
    assert "by agreement, as a draw" in "".join(text_of(mail) for mail in boxes[ANNA].mails)
    assert "vereinbart, als Unentschieden" in "".join(text_of(mail) for mail in boxes[BEN].mails)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over


def test_a_motion_is_told_to_those_whose_votes_it_waits_for(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    boxes = mailed(desk, campaign, "anna", "vote yes draw")
    mail = boxes[BEN].last
    assert "Anna stimmt für `draw` (1 Ja, 0 Nein, von 2)." in text_of(mail)
    assert "`vote yes draw` oder `vote no draw`" in " ".join(text_of(mail).split())
    assert "vom Tisch" in str(mail["Subject"])
    assert len(boxes[ANNA].mails) == len(boxes[BEN].mails) == 1
    desk.run()
    assert desk.new_mails() == {}, "once"
    # The file of the mail can be signed with one of its comments.
    boxes = mailed(desk, campaign, "ben", "vote no draw")
    assert "deine Stimme fehlt" not in " ".join(text_of(boxes[BEN].last).split())


def test_a_vote_can_be_written_into_the_file_of_the_mail(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    (first,) = campaign.position["waiting"]
    other = desk.players["ben" if first == "anna" else "anna"]
    mail = mailed(desk, campaign, first, "vote yes draw")[other.address].last
    assert legal_in(template_of(mail)) == ["vote yes draw", "vote no draw"]
    (report,) = desk.run(other.reply(mail, "vote yes draw"))
    assert report.over


def test_what_is_said_while_one_is_asked_is_not_called_a_new_turn(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel", press="free")
    (first,) = campaign.position["waiting"]
    other = "ben" if first == "anna" else "anna"
    mail = mailed(desk, campaign, other, "press\nHurry!")[f"{first}@players.example"].last
    assert re.search("news of the table; your turn|Neues vom Tisch; du bist dran", str(mail["Subject"]))
    assert legal_in(template_of(mail))


def test_what_is_said_is_mailed_to_those_it_is_for(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel", press="free")
    boxes = mailed(desk, campaign, "anna", "press\nUntil 2026-12-24, `Ben`!")
    assert "Until 2026-12-24, `Ben`!" in text_of(boxes[BEN].last)
    assert len(boxes[ANNA].mails) == len(boxes[BEN].mails) == 1


def test_a_letter_to_some_is_no_news_for_the_others(desk: Desk) -> None:
    campaign = begun(desk, "age_of_reason", bots=("carl",), press="free")
    boxes = mailed(desk, campaign, "anna", "press to carl\nShall we?")
    assert [str(mail["Subject"])[:17] for mail in boxes[ANNA].mails] == ["[game-1] accepted"]
    assert BEN not in boxes


def test_a_game_that_ends_as_a_draw_has_no_winners(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    mailed(desk, campaign, "anna", "vote yes draw")
    boxes = mailed(desk, campaign, "ben", "vote yes draw")
    said = " ".join("".join(text_of(mail) for box in boxes.values() for mail in box.mails).split())
    assert "Anna and Ben share the game (by agreement, as a draw)." in said
    assert "Anna und Ben teilen sich das Spiel (vereinbart, als Unentschieden)." in said


def test_every_mail_about_a_sandbox_says_so(desk: Desk) -> None:
    source = begun(desk, "wonders_duel")
    seats: dict[str, Seat | str] = {
        one.handle: Seat(one.handle, one.handle.title(), one.key.public) for one in desk.players.values()
    }
    made = fork.begin(
        desk.games / "what-if", Campaign.open(source.folder, desk.moderator), None, desk.moderator, seats, NOW
    )
    said = {ANNA: "A sandbox, not a game: it goes on from game-1, entry 2", BEN: "Ein Sandkasten, keine Partie"}
    desk.run()
    asked = desk.new_mails()
    for address, words in said.items():
        (join,) = (mail for mail in asked[address].mails if "what-if" in mail["subject"])
        assert words in " ".join(text_of(join).split())
        assert words in " ".join(html_of(join).split())
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in asked.items()))
    mails = [(to, mail) for to, box in desk.new_mails().items() for mail in box.mails if "what-if" in mail["subject"]]
    assert len(mails) > 1
    for to, mail in mails:
        assert said[to] in " ".join(text_of(mail).split()), mail["subject"]
    (asker,) = made.position["waiting"]
    for command in ("status", "standing", "help"):
        ((to, box),) = mailed(desk, made, asker, command).items()
        assert said[to] in " ".join(text_of(box.last).split()), command


def three(desk: Desk, **agreed: str) -> Campaign:
    """A game of Anna, Ben and Cleo."""
    desk.players["cleo"] = Player("cleo", key("cleo"), "cleo@players.example")
    settings = f"{SETTINGS}  cleo: {{address: cleo@players.example}}\n"
    desk.settings = parse(settings.encode(), "post.yaml", desk.root)
    return begun(desk, "age_of_reason", votes="majority", **agreed)


def test_nobody_is_asked_to_vote_about_the_own_seat(desk: Desk) -> None:
    campaign = three(desk)
    boxes = mailed(desk, campaign, "anna", "vote yes replace ben")
    said = " ".join(text_of(boxes[BEN].last).split())
    assert "Anna stimmt für `replace ben` (1 Ja, 0 Nein, von 2)." in said
    assert "deine Stimme fehlt" not in said
    assert "vote yes" not in said


@pytest.mark.parametrize("how", ["vote", "moderator"])
def test_who_loses_the_seat_is_told_once_and_nothing_that_is_hidden(desk: Desk, how: str) -> None:
    campaign = three(desk)
    if how == "vote":
        mailed(desk, campaign, "anna", "vote yes replace ben")
        box = mailed(desk, campaign, "cleo", "vote yes replace ben")[BEN]
        news = "Ben verliert den Platz; so haben die anderen abgestimmt."
    else:
        with opened(campaign.folder, desk.moderator) as keeper:
            decisions.give_to_bot(keeper, 1, "bot", NOW)
            keeper.publish()
        desk.run()
        box = desk.new_mails()[BEN]
        news = "Ein Bot spielt den Platz von Ben, bis ihn jemand übernimmt."
    (mail,) = box.mails
    assert "du spielst nicht mehr mit" in str(mail["Subject"])
    said = " ".join(text_of(mail).split())
    assert "Deinen Platz in game-1 spielt jetzt ein Bot." in said
    assert news in said
    assert "mitspielst" not in said
    assert not attachments(mail)
    for _ in range(2):
        desk.run(now="2026-11-18T10:00:00Z")
        assert BEN not in desk.new_mails()
    with opened(campaign.folder, desk.moderator) as keeper:
        decisions.give(keeper, 1, Seat("ben", "Ben", key("ben").public), NOW)
        keeper.publish()
    desk.run()
    assert "Neues vom Tisch" in str(desk.new_mails()[BEN].last["Subject"]), "back again, there is mail again"


def test_who_resigns_has_the_receipt_alone(desk: Desk) -> None:
    campaign = three(desk)
    (mail,) = mailed(desk, campaign, "ben", "leave")[BEN].mails
    assert "Du hast deinen Platz aufgegeben" in " ".join(text_of(mail).split())
    desk.run()
    assert BEN not in desk.new_mails()


def test_while_the_clock_stands_still_mails_say_so(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel", clock="moderator")
    (first,) = campaign.position["waiting"]
    with opened(campaign.folder, desk.moderator) as keeper:
        decisions.change(keeper, "pause", NOW)
        keeper.publish()
    boxes = mailed(desk, campaign, first, "report")
    said = " ".join(text_of(boxes[f"{first}@players.example"].mails[0]).split())
    assert re.search("The clock has been stopped since Monday|Die Uhr steht seit Montag.* still", said)
    with opened(campaign.folder, desk.moderator) as keeper:
        decisions.change(keeper, "resume", NOW)
        keeper.publish()
    desk.run()
    said = " ".join(text_of(desk.new_mails()[f"{first}@players.example"].last).split())
    assert not re.search("has been standing still|Die Uhr steht seit", said)


def test_a_digest_says_what_is_voted_on(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    settings = SETTINGS.replace("language: de, mail: mine", "language: de, mail: daily")
    desk.settings = parse(settings.encode(), "post.yaml", desk.root)
    mailed(desk, campaign, "anna", "vote yes draw")
    desk.run(now="2026-11-17T18:00:00Z")
    said = " ".join(text_of(desk.new_mails()[BEN].last).split())
    assert "`vote yes draw` oder `vote no draw`" in said


def test_who_is_dropped_for_missed_deadlines_is_told(desk: Desk) -> None:
    seats = [(one, one.title(), Seat(one, "", key(one).public)) for one in desk.players]
    campaign = begin(
        desk.games / "game-1",
        desk.moderator,
        "wonders_duel",
        seats,
        {},
        "en",
        Terms(24, "replace"),
        NOW,
        policy={"drop": 1},
    )
    for one in desk.players.values():
        desk.run(one.write(one.block(write(MoveFile("game-1", one.handle, campaign.genesis_digest, "join")))))
    (late,) = campaign.position["waiting"]
    desk.new_mails()
    desk.run(now="2026-11-18T10:00:00Z")
    said = " ".join(text_of(desk.new_mails()[f"{late}@players.example"].last).split())
    assert re.search("A bot plays your seat in game-1 now|Deinen Platz in game-1 spielt jetzt ein Bot", said)
    assert re.search("has missed too many deadlines|zu viele Fristen versäumt", said)
