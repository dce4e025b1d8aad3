"""Mail of somebody who had a seat before: the answer says who has it now, and since when."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened
from pbem.post.chat.carrier import ChatCarrier
from pbem.post.chat.rooms import ChatSettings, Room
from pbem.seals import documents
from pbem.seals.sealing import unseal
from pbem.table import note_text
from tests.post.kit import Desk, Letterbox, text_of
from tests.post.test_commands import call
from tests.post.test_decisions import begun, mailed
from tests.seals.casekit import key

LATER = "2026-11-17T08:00:00Z"
ENGLISH, GERMAN = "another player has this seat now", "den Platz hat jetzt jemand anders"
SAID = {
    ("anna", "Carl"): (ENGLISH, f"Since {LATER} (entry 3) Carl plays the seat of anna."),
    ("ben", "Carl"): (GERMAN, f"Seit {LATER} (Eintrag 3) spielt Carl den Platz von ben."),
    ("anna", "bot"): (ENGLISH, f"Since {LATER} (entry 3) a bot plays the seat of anna."),
    ("ben", "bot"): (GERMAN, f"Seit {LATER} (Eintrag 3) spielt ein Bot den Platz von ben."),
}


def passed_on(desk: Desk, handle: str, to: str) -> None:
    with opened(desk.games / "game-1", desk.moderator) as keeper:
        seat = keeper.genesis.handles.index(handle)
        if to == "bot":
            decisions.give_to_bot(keeper, seat, "bot", LATER)
        else:
            decisions.give(keeper, seat, Seat(handle, to, key(to.lower()).public), LATER)
        keeper.publish()


def answer(box: Letterbox, subject: str) -> EmailMessage:
    (found,) = (mail for mail in box.mails if subject in str(mail["Subject"]))
    return found


@pytest.mark.parametrize("orders", ["left 1", "vote yes draw", "report"])
@pytest.mark.parametrize(("handle", "to"), SAID)
def test_who_had_the_seat_is_told_who_has_it(desk: Desk, handle: str, to: str, orders: str) -> None:
    campaign = begun(desk, "wonders_duel")
    passed_on(desk, handle, to)
    subject, said = SAID[handle, to]
    mail = answer(mailed(desk, campaign, handle, orders)[f"{handle}@players.example"], subject)
    assert said in " ".join(text_of(mail).split())
    assert verify(campaign.folder).ok


def test_a_changed_text_or_a_strange_key_is_not_told_of_it(desk: Desk) -> None:
    campaign = begun(desk, "wonders_duel")
    passed_on(desk, "anna", "Carl")
    anna = desk.players["anna"]
    block = anna.block(write(MoveFile(campaign.id, "anna", campaign.head.digest, "vote yes draw")))
    anna.key = key("dora")
    strange = answer(mailed(desk, campaign, "anna", "vote yes draw")[anna.address], "your mail could not be read")
    assert "The signature was made with another key" in " ".join(text_of(strange).split())
    desk.run(anna.write(block.replace("A", "B", 1)))
    assert "Carl" not in text_of(desk.new_mails()[anna.address].mails[0])


def test_all_that_is_told_later_has_the_new_name(desk: Desk) -> None:
    """Mails to others, sealed hands and chat notices name whoever has the seat now."""
    campaign = begun(desk, "wonders_duel", press="free")
    passed_on(desk, "anna", "Carl")
    desk.players["anna"].key = key("carl")
    block = desk.players["anna"].block(write(MoveFile(campaign.id, "anna", campaign.head.digest, "press\nHello!")))
    (report,) = desk.run(desk.players["anna"].write(block))
    assert "Carl sagt: Hello!" in " ".join(text_of(desk.new_mails()["ben@players.example"].last).split())
    notice = ChatCarrier(ChatSettings())._notice(Room("json", "url", "http://127.0.0.1:9/"), report, 3)
    assert "- Carl says: Hello!" in notice["text"]
    for language, said in (("en", "Carl says: Hello!"), ("de", "Carl sagt: Hello!")):
        assert note_text(report.happened.entries[-1].notes[0], campaign.words(language)) == said
    hand = documents.read(unseal((campaign.folder / "sealed" / "ben.age").read_bytes(), key("ben"))).text
    assert "Carl" in hand
    assert "Anna" not in hand


def test_news_of_before_have_the_name_of_whoever_played_then(desk: Desk) -> None:
    """A mail tells what two people did on one seat, each under the own name."""
    campaign = begun(desk, "wonders_duel", press="free")
    sent = write(MoveFile(campaign.id, "anna", campaign.head.digest, "press\nFarewell!"))
    with opened(campaign.folder, desk.moderator) as keeper:
        keeper.submit(desk.players["anna"].block(sent).encode(), now=LATER)
    passed_on(desk, "anna", "Carl")
    desk.players["anna"].key = key("carl")
    desk.run(now=LATER)
    said = " ".join(text_of(desk.new_mails()["ben@players.example"].last).split())
    assert "Anna sagt: Farewell!" in said
    assert "Carl sagt" not in said
    sent = write(MoveFile(campaign.id, "anna", campaign.head.digest, "press\nHello!"))
    desk.run(desk.players["anna"].write(desk.players["anna"].block(sent)), now=LATER)
    sent = write(MoveFile(campaign.id, "anna", campaign.head.digest, "report"))
    desk.new_mails()
    desk.run(desk.players["anna"].write(desk.players["anna"].block(sent)), now=LATER)
    said = " ".join(text_of(desk.new_mails()["anna@players.example"].last).split())
    assert "Anna says: Farewell!" in said
    assert "Carl says: Hello!" in said


def test_letters_of_before_keep_their_writer(desk: Desk) -> None:
    """In the hand of their reader, and at the terminal too."""
    campaign = begun(desk, "wonders_duel", press="free")
    mailed(desk, campaign, "anna", "press to ben\nTrust nobody.")
    passed_on(desk, "anna", "Carl")
    desk.players["anna"].key = key("carl")
    mailed(desk, campaign, "anna", "press to ben\nTrust me.")
    passed_on(desk, "anna", "Anna")
    hand = documents.read(unseal((campaign.folder / "sealed" / "ben.age").read_bytes(), key("ben"))).text
    own = desk.root / "ben"
    own.write_bytes(key("ben").pem())
    own.chmod(0o600)
    shown = call("show", campaign.id, "--as", "ben", "--key", own, "--games", desk.games)
    for text in (" ".join(hand.split()), " ".join(shown.split())):
        assert "Anna to Ben: Trust nobody." in text
        assert "Carl to Ben: Trust me." in text
