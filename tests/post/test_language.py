"""A German player reads German, whatever is wrong: mails, receipts, the sealed ones, and the output of a push."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import opened
from pbem.seals import documents
from pbem.seals.sealing import unseal
from pbem.seals.signed import clear_block, sign_move
from pbem.titles import load, words
from pbem.words import message, sentences
from tests.post.duel_by_mail import begun, to_move
from tests.post.kit import SETTINGS, Desk, attachments, html_of, make_desk, text_of
from tests.seals.casekit import key
from tests.words.test_room_words import spoken

GERMAN = SETTINGS.replace("anna@players.example", "anna@players.example, language: de")
BEN = "ben@players.example"


def english() -> list[str]:
    """Pieces of every English sentence that could get into a mail about a duel."""
    known = [*(sentences(room, "en") for room in ("seals", "campaign", "post", "program"))]
    known.append(words(load("wonders_duel"), "en").sentences)
    return [piece for some in known for piece in spoken(some)]


def assert_german(text: str) -> None:
    plain = " ".join(re.sub(r"<[^>]+>|^[>#]", " ", text).replace("&#39;", "'").split())
    found = [piece for piece in english() if piece in plain]
    assert found == [], text


Wrong = Callable[[Desk, str], str]


def _file(desk: Desk, after: str, orders: str, game: str = "duel-42", handle: str = "ben", by: str = "ben") -> str:
    return clear_block(sign_move(write(MoveFile(game, handle, after, orders)), key(by)))


def _unreadable(desk: Desk, after: str) -> str:
    payload = f"game: duel-42\nplayer: Ben\nafter: {after}\nmoves: 1\norders: >\n  build baths\n".encode()
    return clear_block(sign_move(payload, key("ben")))


def _damaged(desk: Desk, after: str) -> str:
    lines = _file(desk, after, "build baths\n").split("\n")
    return "\n".join([lines[0], lines[1][:-4] + "AAAA", *lines[2:]])


CASES: dict[str, tuple[Wrong, str]] = {
    "another's key": (lambda d, a: _file(d, a, "join\n", by="anna"), "Unterschrift ist von einem anderen Schlüssel"),
    "no seat": (lambda d, a: _file(d, a, "join\n", handle="zoe"), "zoe hat keinen Sitz in duel-42"),
    "no such game": (lambda d, a: _file(d, a, "join\n", game="duel-77"), "duel-77 gibt es an diesem Tisch nicht"),
    "unknown head": (lambda d, a: _file(d, "0" * 64, "build baths\n"), "gehört nicht zu diesem Protokoll"),
    "joined before": (lambda d, a: _file(d, a, "join\n"), "ben spielt schon mit"),
    "not alone": (lambda d, a: _file(d, a, "key x\ndraft sphinx\n"), "muss der einzige Befehl seiner Datei sein"),
    "no key": (lambda d, a: _file(d, a, "key ssh-rsa AAAA\n"), "Der neue Schlüssel ist ein Schlüssel der Art ssh-rsa"),
    "no move file": (_unreadable, "Zeile 4: ein Schlüsselwort `moves` gibt es nicht"),
    "damaged": (_damaged, "Zugblock 1 wurde unterwegs beschädigt"),
    "cut off": (lambda d, a: _file(d, a, "x\n")[:300], "Zugblock 1 hat kein"),
    "not signed": (lambda d, a: f"game: duel-42\nplayer: ben\nafter: {a}\norders: x\n", "nicht unterschrieben"),
    "no order": (lambda d, a: _file(d, a, "frobnicate baths\n"), "Kein Befehl beginnt mit „frobnicate“"),
}


def head(desk: Desk) -> str:
    with opened(desk.games / "duel-42", desk.moderator) as keeper:
        return keeper.match.head


@pytest.mark.parametrize("campaign", ["en", "de"])
@pytest.mark.parametrize("case", CASES)
def test_a_refused_mail_is_in_the_readers_language(desk: Desk, case: str, campaign: str) -> None:
    make, expected = CASES[case]
    begun(desk, language=campaign)
    desk.run(desk.players["ben"].write(make(desk, head(desk))))
    mail = desk.new_mails()[BEN].last
    plain = " ".join(text_of(mail).split())
    assert expected in plain
    assert_german(str(mail["Subject"]))
    assert_german(text_of(mail))
    assert_german(html_of(mail))


def test_the_same_file_again_and_a_withdrawn_one_are_told_in_german(desk: Desk) -> None:
    begun(desk)
    twice = _file(desk, head(desk), "frobnicate baths\n")
    desk.run(desk.players["ben"].write(twice))
    desk.run(desk.players["ben"].write(twice, "again"))
    desk.run(desk.players["ben"].write(_file(desk, head(desk), "")))
    mails = desk.new_mails()[BEN].mails
    said_in = [" ".join(text_of(mail).split()) for mail in mails]
    assert [sum(one in text for text in said_in) for one in ("✗", "angehängten receipt.age", "zurückgezogen")] == [
        1
    ] * 3
    for mail in mails:
        assert_german(text_of(mail))


def test_the_sealed_receipt_of_a_german_campaign_is_german(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, GERMAN)
    boxes = begun(desk, language="de")
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    desk.run(player.reply(boxes[to].last, "if coins(me) > 90: draft sphinx"), player.reply(boxes[to].last))
    desk.run(player.write(_file(desk, "0" * 64, "draft sphinx\n", handle=player.handle, by=player.handle)))
    texts = []
    for path in sorted((desk.games / "duel-42" / "receipts").glob("*.age")):
        for name in ("anna", "ben"):
            try:
                texts.append(documents.read(unseal(path.read_bytes(), key(name))).text)
            except message.MessageError:
                continue
    assert len(texts) == 5
    assert any("Du spielst mit." in text for text in texts)
    assert any("gehört nicht zu diesem Protokoll" in text for text in texts)
    for text in texts:
        assert_german(text)
    for box in desk.new_mails().values():
        for mail in box.mails:
            assert_german(text_of(mail))
            hand = attachments(mail).get("hand.age")
            if hand is not None:
                handle = str(mail["To"]).split("@")[0]
                assert_german(documents.read(unseal(hand, key(handle))).text)
