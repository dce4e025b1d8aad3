"""No mail is lost, none of the moderator's own is swallowed, and whoever sends something is answered once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.running.create import opened as opened_campaign
from pbem.moderation.loop import moderate
from pbem.post.mail import carrier as carriers
from pbem.post.mail.mailboxes import HandedOver, Maildir, Mbox, open_box
from pbem.post.mail.settings import parse
from pbem.seals.sealing import seal
from tests.post.duel_by_mail import ANNA, begun, play, subjects, to_move
from tests.post.kit import NOW, SETTINGS, Desk, Letterbox, attachments, make_desk, text_of
from tests.post.servers import deliver, free_port, servers
from tests.post.test_loopback import settings_for
from tests.seals.casekit import key
from tests.seals.programs import need

MAILS = Path(__file__).parent.parent / "mails"


def damaged(block: str) -> str:
    lines = block.split("\n")
    lines[3] = lines[3][::-1]
    return "\n".join(lines)


# ---- pbem receive


@pytest.fixture
def ready(tmp_path: Path) -> Desk:
    """A game that both are asked to join, with the key and the settings where commands look for them."""
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    (keys / "moderator").write_bytes(key("moderator").pem())
    (keys / "moderator").chmod(0o600)
    (keys / "post.yaml").write_text(SETTINGS.replace("outbox: outbox", f"outbox: {tmp_path / 'outbox'}"))
    desk = make_desk(tmp_path)
    desk.begin("duel-42")
    desk.run()
    return desk


def receive(desk: Desk, mail: bytes, *more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pbem", "receive", "--games", str(desk.games), *more]
    return subprocess.run(command, input=mail, capture_output=True, timeout=120, check=False)


def settings_of(desk: Desk) -> Path:
    return desk.root / "keys" / "post.yaml"


def test_a_mail_whose_move_was_taken_never_bounces_because_answers_cannot_be_sent(ready: Desk) -> None:
    (mail,) = ready.new_mails()[ANNA].mails
    text = SETTINGS.replace("outbox: outbox", f"smtp: 127.0.0.1\n  port: {free_port()}\n  tls: none")
    settings_of(ready).write_text(text)
    done = receive(ready, ready.players["anna"].reply(mail).as_bytes())
    assert done.returncode == 0, done.stderr
    assert b"127.0.0.1" in done.stderr
    assert Campaign.open(ready.games / "duel-42").head.n == 1
    # The answer waits in the spool and goes out with whatever comes next.
    settings_of(ready).write_text(SETTINGS.replace("outbox: outbox", f"outbox: {ready.outbox}"))
    assert receive(ready, b"From: x@y.example\r\n\r\nhello\r\n").returncode == 0
    assert subjects(ready.new_mails())[ANNA] == ["[duel-42] you have joined; waiting for Ben"]


@pytest.mark.slow
def test_ten_mails_at_once_wait_for_each_other(ready: Desk) -> None:
    boxes = ready.new_mails()
    mails = [ready.players[name].reply(boxes[f"{name}@players.example"].last).as_bytes() for name in ("anna", "ben")]
    mails += [b"From: x%d@y.example\r\n\r\nhello %d\r\n" % (n, n) for n in range(8)]
    command = [sys.executable, "-m", "pbem", "receive", "--games", str(ready.games)]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in mails]
    for process, mail in zip(running, mails, strict=True):
        assert process.stdin is not None
        process.stdin.write(mail)
        process.stdin.close()
    assert [process.wait(120) for process in running] == [0] * 10
    assert Campaign.open(ready.games / "duel-42").head.n == 2
    assert len(list((ready.root / "keys" / "post" / "other" / "new").iterdir())) == 8


@pytest.mark.slow
def test_what_is_no_submission_is_kept_whole_where_the_settings_say(ready: Desk, tmp_path: Path) -> None:
    private = b"From: aunt@family.example\r\nSubject: Sunday\r\n\r\nCome to dinner.\r\n" + b"x" * 5_000_000
    said = receive(ready, b"", "--check")
    assert b"other_mail" in said.stdout
    assert str(ready.root / "keys" / "post" / "other").encode() in said.stdout
    assert receive(ready, private).returncode == 0
    assert receive(ready, private).returncode == 0
    (kept,) = (ready.root / "keys" / "post" / "other" / "new").iterdir()
    assert kept.read_bytes() == private
    with settings_of(ready).open("a") as file:
        file.write(f"other_mail: {tmp_path / 'mine'}\n")
    assert str(tmp_path / "mine").encode() in receive(ready, b"", "--check").stdout
    assert receive(ready, b"Subject: another\r\n\r\nhello\r\n").returncode == 0
    (kept,) = Maildir(tmp_path / "mine").mails({})
    assert kept.raw == b"Subject: another\r\n\r\nhello\r\n"


def test_what_is_no_submission_is_passed_on_whole_to_an_address_and_never_in_circles(tmp_path: Path) -> None:
    desk = make_desk(tmp_path, SETTINGS + "other_mail: Owner@home.example\n")
    begun(desk)
    private = b"From: aunt@family.example\r\nSubject: Sunday\r\n\r\nCome to dinner.\r\n"
    desk.run(private)
    (mail,) = desk.new_mails()["owner@home.example"].mails
    assert mail["Subject"] == "not a move: Sunday"
    assert attachments(mail) == {"mail.eml": private}
    desk.run((MAILS / "bounce-report.eml").read_bytes(), mail.as_bytes())
    assert "owner@home.example" not in desk.new_mails()
    assert len(list((tmp_path / "keys" / "post" / "other" / "new").iterdir())) == 2


def test_the_address_for_other_mail_cannot_be_that_of_the_table() -> None:
    with pytest.raises(Exception, match="come back"):
        parse((SETTINGS + "other_mail: moderator@table.example\n").encode())


def test_one_mail_opens_only_the_games_that_it_names(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = begun(desk, "duel-1")
    begun(desk, "duel-2")
    seen: list[str] = []

    def spy(folder: Path, *more: object) -> object:
        seen.append(folder.name)
        return opened_campaign(folder, *more)

    monkeypatch.setattr("pbem.campaign.running.run.opened", spy)
    to = to_move(boxes)
    mail = desk.players[to.split("@")[0]].reply(boxes[to].last).as_bytes()
    with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([mail])) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW, only_sent=True)
    assert seen == ["duel-1"]
    assert to in desk.new_mails()


@pytest.mark.slow
def test_a_finished_game_is_never_opened_again_unless_something_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.campaign.running.create import begin

    desk = make_desk(tmp_path)
    for n in (1, 2):
        seats = [("ada", "Ada", "random"), ("bob", "Bob", "random")]
        begin(desk.games / f"bots-{n}", desk.moderator, "wonders_duel", seats, {}, now=NOW)
    reports = moderate([], desk.games, desk.moderator, None, NOW)
    assert [one.over for one in reports] == [True, True]
    assert moderate([], desk.games, desk.moderator, None, NOW) == []
    assert [one.game for one in moderate([], desk.games, desk.moderator, ["bots-1"], NOW)] == ["bots-1"]
    (desk.games / "bots-2" / "inbox" / "late.move").write_text("nonsense\n")
    assert [one.game for one in moderate([], desk.games, desk.moderator, None, NOW)] == ["bots-2"]
    assert moderate([], desk.games, desk.moderator, None, NOW) == []
    # A ledger that ends in something else than what was told is looked at.
    ledger = desk.games / "bots-1" / "ledger.jsonl"
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(Exception, match="bots-1"):
        moderate([], desk.games, desk.moderator, None, NOW)


def test_whoever_writes_about_a_game_long_over_is_answered(tmp_path: Path) -> None:
    """Neither a question nor a file that is sent again lies in the inbox: the mail alone opens the game."""
    from pbem.campaign.agreement.genesis import Seat
    from pbem.campaign.running.create import begin
    from pbem.titles.wonders_duel import TITLE

    desk = make_desk(tmp_path)
    anna = desk.players["anna"]
    seats = [("anna", "Anna", Seat("anna", "", anna.key.public)), ("bob", "Bob", "random")]
    begin(desk.games / "duel-7", desk.moderator, "wonders_duel", seats, {}, now=NOW)
    desk.run()
    desk.run(anna.reply(desk.new_mails()[ANNA].last))
    asked = desk.new_mails()[ANNA].last
    last = anna.block(anna.payload(asked, "\n  ".join(f"always on {ask}: default" for ask in TITLE.language.kinds)))
    assert [one.over for one in desk.run(anna.write(last))] == [True]
    desk.new_mails()
    assert desk.run() == []
    question = anna.write(anna.block(anna.payload(asked, "report")), "how did it end?")
    again = anna.write(f"Did you get this?\n\n{last}")
    assert [one.game for one in desk.run(question, again)] == ["duel-7"]
    answers = {mail["In-Reply-To"]: mail for mail in desk.new_mails()[ANNA].mails}
    assert set(answers) == {question["Message-ID"], again["Message-ID"]}
    assert desk.run() == []
    assert desk.new_mails() == {}


# ---- mailboxes


def boxed(desk: Desk, box: Path, *mails: EmailMessage | bytes, chosen: list[str] | None = None) -> None:
    for mail in mails:
        deliver(box, mail if isinstance(mail, bytes) else mail.as_bytes())
    with carriers.opened(desk.settings, desk.moderator, NOW) as carrier:
        moderate([carrier], desk.games, desk.moderator, chosen, NOW)


@pytest.fixture
def collecting(tmp_path: Path) -> tuple[Desk, Path]:
    box = tmp_path / "box"
    deliver(box, b"Subject: welcome\r\n\r\nhello\r\n")
    return make_desk(tmp_path, SETTINGS + f"collect:\n  - maildir: {box}\n"), box


def private_mails(desk: Desk) -> dict[str, bytes]:
    anna = desk.players["anna"]
    quoted = "> game: duel-42\n> player: anna\n> orders: |\n>   # build baths\n"
    request = anna.write(f"Could we have a week more? My father is ill.\n\n{quoted}", "Re: [duel-42] your turn")
    alias = anna.write("Private, over the old address.\n", "[duel-42] a word")
    alias.replace_header("To", "club@table.example")
    return {
        "request": request.as_bytes(),
        "tag": anna.write("hello\n", "[duel-42] lovely game").as_bytes(),
        "unknown tag": anna.write("hello\n", "[Rechnung] 42").as_bytes(),
        "alias": alias.as_bytes(),
        "huge": b"From: aunt@family.example\r\nSubject: photos\r\n\r\n" + b"x" * 4_300_000,
        "bounce": (MAILS / "bounce-report.eml").read_bytes(),
        "bounce about a game": b"Return-Path: <>\r\nFrom: mailer-daemon@x.example\r\n"
        b"Subject: Undelivered Mail: [duel-42] your turn\r\n\r\ngame: duel-42\norders: |\n  join\n",
        "list": (MAILS / "list.eml").read_bytes(),
    }


KINDS = ("request", "tag", "unknown tag", "alias", "huge", "bounce", "bounce about a game", "list")


@pytest.mark.parametrize("kind", KINDS)
def test_a_private_mail_stays_unread_in_its_place_however_often_the_program_looks(
    collecting: tuple[Desk, Path], kind: str
) -> None:
    desk, box = collecting
    begun(desk)
    boxed(desk, box, private_mails(desk)[kind])
    for _ in range(2):
        boxed(desk, box)
        assert len(list((box / "new").iterdir())) == 2
        assert list((box / "cur").iterdir()) == []


def test_an_old_move_that_a_request_quotes_does_not_mark_it_as_read(collecting: tuple[Desk, Path]) -> None:
    desk, box = collecting
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    mail = player.reply(boxes[to].last)
    boxed(desk, box, mail)
    assert len(list((box / "cur").iterdir())) == 1
    quoted = "".join(f"> {line}\n" for line in str(mail.get_content()).splitlines())
    boxed(desk, box, player.write(f"Please undo this if you can!\n\n{quoted}", "Re: move"))
    assert len(list((box / "cur").iterdir())) == 1
    assert len(list((box / "new").iterdir())) == 2


def test_the_first_run_over_a_maildir_begins_with_what_is_unread_and_new(collecting: tuple[Desk, Path]) -> None:
    desk, box = collecting
    boxes = begun(desk)
    to = to_move(boxes)
    mail = desk.players[to.split("@")[0]].reply(boxes[to].last)
    deliver(box, mail.as_bytes())
    old = max((box / "new").iterdir())
    os.utime(old, (time.time() - 40 * 86_400,) * 2)
    boxed(desk, box)
    assert desk.new_mails() == {}
    assert old.exists()
    boxed(desk, box, desk.players[to.split("@")[0]].reply(boxes[to].last))
    assert list(desk.new_mails()) != []


def test_the_first_run_over_an_mbox_begins_with_what_is_unread_and_new(tmp_path: Path) -> None:
    path = tmp_path / "mbox"
    from email.utils import formatdate

    old, recent = formatdate(time.time() - 400 * 86_400), formatdate(time.time() - 3600)
    mails = [
        f"Date: {old}\nSubject: years ago\n\nx\n",
        f"Date: {recent}\nStatus: RO\nSubject: read\n\nx\n",
        f"Date: {recent}\nSubject: new\n\nx\n",
    ]
    path.write_text("".join(f"From a@b.example Mon Nov 16 10:00:00 2026\n{mail}\n" for mail in mails * 1))
    box, memory = Mbox(path), {}
    found = list(box.mails(memory))
    assert [b"Subject: new" in one.raw for one in found] == [True]
    box.done([one.name for one in found], [], memory)
    with path.open("a") as file:
        file.write(f"From a@b.example Mon Nov 16 10:00:00 2026\nDate: {old}\nStatus: RO\nSubject: later\n\nx\n")
    assert [b"Subject: later" in one.raw for one in box.mails(memory)] == [True]


@need("dovecot", "openssl")
def test_the_first_run_over_imap_begins_with_what_is_unread_and_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import imaplib

    from tests.post.servers import PASSWORDS

    monkeypatch.setenv("PBEM_TEST_PASSWORD", PASSWORDS["moderator"])
    with servers() as found:
        with imaplib.IMAP4_SSL("127.0.0.1", found.imaps, ssl_context=found.context) as imap:
            imap.login("moderator", PASSWORDS["moderator"])
            for flags, age, subject in (("", 400, "years ago"), ("\\Seen", 0, "read"), ("", 0, "new")):
                when = imaplib.Time2Internaldate(time.time() - age * 86_400)
                imap.append("INBOX", f"({flags})", when, f"Subject: {subject}\r\n\r\nx\r\n".encode())
        box = open_box(parse(settings_for(found).encode()).boxes[0])
        memory: dict[str, object] = {}
        mails = list(box.mails(memory))
        assert sorted(one.raw.split(b"Subject: ")[1].split(b"\r\n")[0] for one in mails) == [b"new", b"welcome"]
        box.done([], [one.name for one in mails], memory)
        assert list(box.mails(memory)) == []
        box.close()


# ---- who is answered


def test_a_player_is_told_of_every_damaged_file_within_a_bound(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    desk.run(player.write("nice move!\n", "Re: [duel-42]"))
    assert len(desk.new_mails()[to].mails) == 1
    bad = damaged(player.block(player.payload(boxes[to].last)))
    for n in range(3):
        desk.run(player.write(f"{bad}\n{n}\n"))
        assert len(desk.new_mails()[to].mails) == 1
    desk.run(*(player.write(f"{bad}\n{n}\n") for n in range(3, 60)))
    assert len(desk.new_mails()[to].mails) == 17


def test_a_player_whose_mail_was_forwarded_is_known_by_what_it_is_from(desk: Desk) -> None:
    """A forwarder puts an address of its own on the envelope."""
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    for n in range(3):
        mail = player.write(f"{damaged(player.block(player.payload(boxes[to].last)))}\n{n}\n")
        mail["Return-Path"] = "<SRS0=xyz=ab=players.example=anna@forwarder.example>"
        desk.run(mail)
        boxed_now = desk.new_mails()
        assert list(boxed_now) == [to]
        assert len(boxed_now[to].mails) == 1


def test_a_hand_that_is_sent_along_with_a_private_question_is_no_damaged_move(collecting: tuple[Desk, Path]) -> None:
    desk, box = collecting
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    for name in ("hand.age", "duel-42.hand.age", "hand(1).age", "receipt.age"):
        mail = player.write(f"Could you have a look at this? {name}\n", "a question")
        sealed = seal(b"my hand", [player.key.public])
        mail.add_attachment(sealed, maintype="application", subtype="octet-stream", filename=name)
        boxed(desk, box, mail)
    assert desk.new_mails() == {}
    assert list((box / "cur").iterdir()) == []
    # A move that is sealed to the wrong key is told.
    mail = player.write("my move\n", "a move")
    mail.add_attachment(
        seal(b"move", [player.key.public]), maintype="application", subtype="octet-stream", filename="move.age"
    )
    boxed(desk, box, mail)
    assert len(desk.new_mails()[to].mails) == 1


def test_a_player_is_told_of_every_file_with_a_wrong_key(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    wrong = replace(player, key=key("mallory"))
    for order in ("any", "any or any", "any or any or any"):
        desk.run(wrong.write(wrong.block(wrong.payload(boxes[to].last, order))))
        assert len(desk.new_mails()[to].mails) == 1


def test_a_damaged_second_move_in_one_mail_is_told(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    mail = player.write(player.block(player.payload(boxes[to].last)))
    mail.add_attachment(damaged(player.block(player.payload(boxes[to].last, "any or any"))), filename="second.txt")
    desk.run(mail)
    got = subjects(desk.new_mails())[to]
    assert len(got) == 2
    assert any("could not be read" in one or "nicht lesbar" in one for one in got)


def test_a_notice_that_is_sent_back_with_its_hand_gives_one_answer(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    mail = player.reply(boxes[to].last)
    mail.add_attachment(
        seal(b"my hand", [player.key.public]), maintype="application", subtype="octet-stream", filename="ATT0001.bin"
    )
    desk.run(mail)
    assert len(desk.new_mails()[to].mails) == 1


def test_a_reply_that_quotes_an_old_move_is_answered_about_the_new_one(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    old = player.reply(boxes[to].last)
    desk.run(old)
    boxes = desk.new_mails()
    while to not in boxes or to_move(boxes) != to:
        boxes = play(desk, boxes)
    new = player.block(player.payload(boxes[to].last))
    quoted = "".join(f"> {line}\n" for line in str(old.get_content()).splitlines())
    (report,) = desk.run(player.write(f"{new}\n\n{quoted}", "Re: move"))
    assert sorted(one.result for one in report.receipts) == ["applied"]
    assert len(desk.new_mails()[to].mails) == 1


STRANGER = "stranger@elsewhere.example"


@pytest.mark.parametrize(
    ("subject", "extra", "answers"),
    [
        ("[duel-42] may I play?", "", 1),
        ("[duel-43] may I play?", "", 0),
        ("may I play?", "", 0),
        ("[duel-42] may I play?", "X-Spam-Flag: YES", 0),
        ("[duel-42] may I play?", "X-Spam-Status: Yes, score=9.1", 0),
        ("[duel-42] may I play?", "Authentication-Results: mx.example; spf=pass; dmarc=fail (p=reject)", 0),
        ("[duel-42] may I play?", "Authentication-Results: mx.example; dmarc=pass", 1),
    ],
)
def test_strangers_are_answered_about_games_that_exist_unless_the_mail_is_doubtful(
    desk: Desk, subject: str, extra: str, answers: int
) -> None:
    begun(desk)
    stranger = replace(desk.players["anna"], handle="stranger", address=STRANGER)
    mail = stranger.write("game: duel-42\norders: |\n  build baths\n" if extra else "hello\n", subject)
    if extra:
        name, _, value = extra.partition(": ")
        mail[name] = value
    desk.run(mail)
    assert len(desk.new_mails().get(STRANGER, Letterbox()).mails) == answers


def test_an_encrypted_mail_is_told_what_it_is(desk: Desk) -> None:
    begun(desk)
    anna = desk.players["anna"]
    desk.run(anna.write("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n", "[duel-42] my move"))
    (mail,) = desk.new_mails()[ANNA].mails
    assert "OpenPGP" in text_of(mail)
