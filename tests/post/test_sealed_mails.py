"""What came sealed is answered sealed, and what came in clear lies sealed while it waits."""

from __future__ import annotations

import random
import re
import shutil
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from pbem.campaign.campaign import Campaign
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.receipts import find
from pbem.seals import documents, sshsig
from pbem.seals.block import write_sealed
from pbem.seals.sealing import MOVE, pad, seal_binary, unseal
from pbem.seals.signed import SignedMove, read_signed, sealed_block, sign_move
from tests.post.duel_by_mail import begun, to_move
from tests.post.kit import NOW, SETTINGS, Desk, Player, attachments, html_of, make_desk, text_of
from tests.seals.casekit import key

LATER = "2026-11-16T10:10:00Z"
MUCH_LATER = "2026-11-16T12:00:00Z"


def clear_parts(mail: EmailMessage) -> str:
    """All of a mail that its way can read: headers, text, HTML, attachments that are not sealed."""
    parts = [f"{name}: {value}" for name, value in mail.items()]
    parts += [text_of(mail), html_of(mail)]
    parts += [data.decode("utf-8", "replace") for name, data in attachments(mail).items() if not name.endswith(".age")]
    return re.sub(r"=\r?\n|\s+", " ", "\n".join(parts))


def sealed(desk: Desk, handle: str, orders: str, after: str | None = None, more: str = "") -> EmailMessage:
    player, campaign = desk.players[handle], Campaign.open(desk.games / "duel-42")
    payload = write(MoveFile("duel-42", handle, after or campaign.head.digest, orders)) + more.encode()
    return player.write(sealed_block(sign_move(payload, player.key), [desk.moderator.public]))


def mails_after(desk: Desk, *mails: EmailMessage, now: str = NOW) -> list[EmailMessage]:
    desk.run(*mails, now=now)
    return [mail for box in desk.new_mails().values() for mail in box.mails]


def lines_of(player: Player, mail: EmailMessage) -> list[str]:
    data = documents.read(unseal(attachments(mail)["receipt.age"], player.key)).data
    return [line["text"] for line in data["lines"]]


def test_standing_orders_out_of_a_sealed_file_are_answered_sealed(desk: Desk) -> None:
    handle = to_move(begun(desk)).split("@")[0]
    (answer,) = mails_after(desk, sealed(desk, handle, "always on choose_first_player: start me\n"))
    assert "choose_first_player" not in clear_parts(answer)
    assert lines_of(desk.players[handle], answer) == ["always on choose_first_player: start me"]


def test_where_the_mailbox_is_trusted_they_stand_in_the_mail(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, SETTINGS.replace("mail: mine", "mail: mine, hidden: clear"))
    handle = to_move(begun(desk)).split("@")[0]
    (answer,) = mails_after(desk, sealed(desk, handle, "always on choose_first_player: start me\n"))
    assert "choose_first_player" in clear_parts(answer)


def _word(dice: random.Random) -> str:
    return "zq" + "".join(dice.choice("abcdefghijklmnop") for _ in range(8))


def _orders(dice: random.Random, legal: list[str]) -> tuple[str, list[str]]:
    """Orders of many kinds, and marks in them that stand in nothing public."""
    marks = [_word(dice) for _ in range(5)]
    kinds = [
        f"always on choose_first_player if taken({marks[0]}): start me",
        f"always on choose_first_player: start me # {marks[0]}",
        f"draft {marks[1]}",
        f"try draft {marks[1]} or {dice.choice(legal)} # {marks[2]}",
        f"{dice.choice(legal)} # {marks[2]}",
        f"once on play_card if age = 3: build {marks[3]}",
        f"{marks[3]} {marks[4]}",
        f"clear standing # {marks[4]}",
    ]
    lines = dice.sample(kinds, dice.randint(1, 4))
    return "".join(f"{line}\n" for line in lines), marks


def _sent(desk: Desk, dice: random.Random, every: list[str]) -> list[EmailMessage]:
    """Files of one turn, good and bad ones; the marks in them are added to `every`."""
    campaign = Campaign.open(desk.games / "duel-42")
    (handle,) = campaign.position["waiting"]
    legal = [one["order"] for one in campaign.position["asked"][0]["legal"]]
    sent = []
    for _ in range(dice.randint(1, 2)):
        orders, marks = _orders(dice, legal)
        sent.append(sealed(desk, handle, orders, "0" * 64 if dice.random() < 0.2 else None))
        every += marks
    if dice.random() < 0.3:
        mark = _word(dice)
        sent.append(sealed(desk, handle, "default\n", more=f"{mark}: {mark}\n"))  # no move file
        every.append(mark)
    if dice.random() < 0.5:
        mark = _word(dice)
        sent.append(sealed(desk, handle, f"{legal[0]} # {mark}\n{legal[0]} # {mark}\n"))  # stops at the second
        every.append(mark)
    return sent


@pytest.mark.slow
def test_no_word_of_a_sealed_file_stands_in_a_clear_part_of_any_mail(tmp_path: Path) -> None:
    results: set[str] = set()
    for seed in range(6):
        (tmp_path / str(seed)).mkdir()
        desk, dice = make_desk(tmp_path / str(seed)), random.Random(seed)
        begun(desk, cool_off=30 * (seed % 2))
        every: list[str] = []
        minutes = 0
        for _ in range(9):
            # The next run is now and then early enough to replace a file that cools off.
            minutes += dice.choice((5, 40))
            now = f"2026-11-16T{10 + minutes // 60:02}:{minutes % 60:02}:00Z"
            (report,) = desk.run(*_sent(desk, dice, every), now=now)
            results |= {one.result for one in report.receipts}
            for mail in [mail for box in desk.new_mails().values() for mail in box.mails]:
                said = clear_parts(mail)
                assert not [mark for mark in every if mark in said], said
        assert not list(desk.outbox.glob("*"))
        # The memory of who is owed what belongs to a table.
        shutil.rmtree(tmp_path / "keys")
    assert results >= {"applied", "stopped", "refused", "replaced", "cooling"}


def test_a_sealed_file_that_does_not_read_is_not_quoted_to_whoever_sent_it(desk: Desk) -> None:
    handle = to_move(begun(desk)).split("@")[0]
    (answer,) = mails_after(desk, sealed(desk, handle, "default\n", more="secret_plan: build_baths\n"))
    assert "secret_plan" not in clear_parts(answer)
    assert "pbem check" in clear_parts(answer)


def test_that_a_line_behind_the_answers_was_not_legal_is_in_the_sealed_part_alone(desk: Desk) -> None:
    begun(desk)
    said = []
    for stops in (False, True):
        campaign = Campaign.open(desk.games / "duel-42")
        (handle,) = campaign.position["waiting"]
        order = campaign.position["asked"][0]["legal"][0]["order"]
        # The second to draft drafts two in a row, and no wonder twice.
        mails = mails_after(desk, sealed(desk, handle, f"{order}\n" * (2 if stops else 1)))
        (answer,) = (mail for mail in mails if "receipt.age" in attachments(mail))
        data = documents.read(unseal(attachments(answer)["receipt.age"], desk.players[handle].key)).data
        assert data["result"] == ("stopped" if stops else "applied")
        said.append((handle, str(answer["Subject"]), text_of(answer)))
    (_, subject, text), words = said[1], sentences_of("post", said[1][0])
    assert words["subject.accepted"] in subject
    assert words["heading.accepted"] in text
    assert words["heading.stopped"] not in text
    assert words["lead.stopped"][:20] not in text


def sentences_of(room: str, handle: str) -> dict[str, str]:
    """The post's sentences in the language of a player: Ben reads German."""
    path = Path(__file__).parents[2] / "pbem" / room / "words" / ("de.yaml" if handle == "ben" else "en.yaml")
    found: dict[str, str] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


# ---- what lies in the inbox


def inbox(desk: Desk) -> list[Path]:
    return sorted((desk.games / "duel-42" / "inbox").iterdir())


def cooling(desk: Desk) -> tuple[str, EmailMessage]:
    """A file that came in clear and waits in the inbox, because dice would be thrown."""
    boxes = begun(desk, cool_off=30)
    for _ in range(40):
        to = to_move(boxes)
        player = desk.players[to.split("@")[0]]
        mail = player.reply(boxes[to].last)
        desk.run(mail)
        if inbox(desk):
            return player.handle, mail
        boxes |= desk.new_mails()
    raise AssertionError("no file ever waited")


def test_a_file_that_came_in_clear_waits_sealed(desk: Desk) -> None:
    handle, _ = cooling(desk)
    (path,) = inbox(desk)
    data = path.read_bytes()
    move = read_signed(data, unseal=desk.moderator.open)
    assert move.sealed is not None, "whoever reads the inbox, or the repository, reads the orders"
    assert move.verify(key(handle).public)
    for state in (desk.root / "keys").rglob("state.json"):
        assert b"orders" not in state.read_bytes()
    # The same bytes again at each run: else a repository would get a commit for nothing.
    desk.run(now=LATER)
    assert path.read_bytes() == data


def test_sealing_it_does_not_make_it_another_file(desk: Desk) -> None:
    handle, mail = cooling(desk)
    (path,) = inbox(desk)
    move = read_signed(path.read_bytes(), unseal=desk.moderator.open)
    desk.new_mails()
    (report,) = desk.run(mail, now=LATER)
    assert [path.name for path in inbox(desk)] == [path.name]
    (report,) = desk.run(now=MUCH_LATER)
    assert [one.result for one in report.receipts] == ["applied"]
    again = desk.players[handle].write(sealed_block(SignedMove(move.payload, move.signature), [desk.moderator.public]))
    (report,) = desk.run(again, now=MUCH_LATER)
    assert report.n == report.before, "it was dealt with, however it is sealed"
    assert not inbox(desk)


def test_a_file_that_waits_sealed_is_withdrawn_by_an_empty_one(desk: Desk) -> None:
    handle, _ = cooling(desk)
    (path,) = inbox(desk)
    waiting = read_signed(path.read_bytes(), unseal=desk.moderator.open)
    player, campaign = desk.players[handle], Campaign.open(desk.games / "duel-42")
    empty = write(MoveFile("duel-42", handle, campaign.head.digest, "", written="2026-11-16T10:05:00Z"))
    (report,) = desk.run(player.write(player.block(empty)), now=LATER)
    assert {one.result for one in report.receipts} == {"replaced", "withdrawn"}
    assert not inbox(desk)
    digest = sha256(waiting.payload + sshsig.dearmor(waiting.signature)).hexdigest()
    saved = find(campaign.folder, digest)
    assert saved is not None
    assert saved["result"] == "replaced"


def test_what_came_sealed_stays_as_it_came(desk: Desk) -> None:
    boxes = begun(desk)
    player = desk.players[to_move(boxes).split("@")[0]]
    move = sign_move(player.payload(boxes[player.address].last), player.key)
    plain = pad(move.payload + move.signature.encode(), MOVE)
    block = write_sealed(seal_binary(plain, [desk.moderator.public]))
    (report,) = desk.run(player.write(block))
    assert [one.result for one in report.receipts] == ["applied"]
