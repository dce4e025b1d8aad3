"""A mail server that is away, slow or out of its mind is named, and everything else goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.moderation.loop import moderate
from pbem.post.errors import PostError, PostFault
from pbem.post.mail import carrier as carriers
from pbem.post.mail import conversation, outbox
from pbem.post.mail.imap import ImapBox
from pbem.post.mail.settings import Account, Sender
from pbem.seals.signed import clear_block, sign_move
from tests.post.kit import NOW, SETTINGS, Desk, make_desk
from tests.post.odd_servers import Served, dripping, endless, imap, served, smtp
from tests.post.servers import deliver, free_port

LATER = "2026-11-19T12:00:00Z"
ANNA, BEN = "anna@players.example", "ben@players.example"


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "swordfish")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "EXCHANGE", 0.3)


def account(port: int, tls: str = "none") -> Account:
    return Account("127.0.0.1", port, tls, "moderator", ("password_env", "PBEM_TEST_PASSWORD"))


def fault_of(serve: Served, tls: str = "none") -> PostError:
    with served(serve) as port:
        box = ImapBox(account(port, tls))
        with pytest.raises(PostError) as fault:
            list(box.mails({}))
        box.close()
    return fault.value


@pytest.mark.parametrize(
    ("serve", "tls", "fault"),
    [
        (dripping(), "none", PostFault.CONNECT),
        (dripping(b"* OK hello\r\n"), "none", PostFault.CONNECT),
        (dripping(b"* OK hello\r\n"), "starttls", PostFault.CONNECT),
        (imap(mail=lambda _: b"{4000000}\r\n"), "none", PostFault.BOX),
    ],
)
def test_an_imap_server_that_never_comes_to_an_end(serve: Served, tls: str, fault: PostFault, impatient: None) -> None:
    found = fault_of(serve, tls)
    assert found.fault is fault
    assert "there was no whole answer within" in str(found)


def test_the_whole_conversation_has_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "WHOLE", 0.0)
    assert "there was no whole answer" in str(fault_of(imap()))


@pytest.mark.parametrize(
    ("serve", "said"),
    [
        (imap(uidnext=b"abc"), "what it says for UIDNEXT is not a number"),
        (imap(uidnext=b"9" * 5000), "what it says for UIDNEXT is not a number"),
        (imap(uidvalidity=b"\xff\xfe"), "what it says for UIDVALIDITY is not a number"),
        (imap(search=b"1 two 3"), "what it says for SEARCH is not a number"),
        (imap(search=b"1 " + b"9" * 5000), "what it says for SEARCH is not a number"),
        (imap(mail=lambda _: b"{100000000000}\r\n"), "the answer is longer than"),
        (imap(mail=lambda _: b"{%d}\r\n" % 10**30), "the answer is longer than"),
        (endless(b"* OK hello\r\n"), "the answer is longer than"),
    ],
)
def test_odd_numbers_and_literals_are_one_clear_message(serve: Served, said: str) -> None:
    assert said in str(fault_of(serve))


def test_what_was_read_before_the_connection_broke_counts_and_the_rest_comes_later() -> None:
    broken = imap(mail=lambda uid: b"{12}\r\nSubject: x\r\n" if uid == 1 else b"{%d}\r\n" % 10**12)
    memory: dict[str, object] = {"validity": "7", "last": 0, "since": 0.0}
    found = []
    with served(broken) as port:
        box = ImapBox(account(port))
        with pytest.raises(PostError):
            found += [one.name for one in box.mails(memory)]
        box.done(["7/1"], [], memory)
        box.close()
    assert memory["last"] == 1, "the second mail was never read"
    with served(imap()) as port:
        assert [one.name for one in ImapBox(account(port)).mails(memory)] == ["7/2"]


# ---- everything else goes on


def boxes(desk: Desk, port: int) -> Desk:
    """Two mailboxes: one that is behind this port, and a folder."""
    text = f"""{SETTINGS}collect:
  - imap: 127.0.0.1
    port: {port}
    tls: starttls
    user: moderator
    password_env: PBEM_TEST_PASSWORD
  - maildir: {desk.root / "box"}
"""
    return make_desk(desk.root, text)


@pytest.mark.parametrize("at_deadline", ["default", "notify"])
def test_an_unreachable_mailbox_stops_neither_moves_nor_another_mailbox_but_deadlines(
    desk: Desk, at_deadline: str
) -> None:
    for game in ("duel-1", "duel-2", "duel-3"):
        desk.begin(game, 24, at_deadline)
    desk.run()
    asked = desk.new_mails()
    joins = [
        player.reply(mail)
        for address, player in ((ANNA, desk.players["anna"]), (BEN, desk.players["ben"]))
        for mail in asked[address].mails
    ]
    desk.run(*joins)
    asked = desk.new_mails()
    turns = {
        str(mail["Subject"]).partition("]")[0][1:]: (desk.players[to.split("@")[0]], mail)
        for to, letterbox in asked.items()
        for mail in letterbox.mails
        if re.search("your turn|du bist dran", str(mail["Subject"]))
    }
    heads = {game: Campaign.open(desk.games / game).head.n for game in ("duel-1", "duel-2", "duel-3")}
    # One move lies in the game's own inbox, one in the mailbox that can be read; in the third game the time is up.
    player, mail = turns["duel-1"]
    block = clear_block(sign_move(player.payload(mail), player.key))
    (desk.games / "duel-1" / "inbox").mkdir(exist_ok=True)
    (desk.games / "duel-1" / "inbox" / "own.move").write_text(block)
    player, mail = turns["duel-2"]
    deliver(desk.root / "box", player.reply(mail).as_bytes())
    both = boxes(desk, free_port())
    with carriers.opened(both.settings, both.moderator, LATER) as carrier:
        reports = moderate([carrier], both.games, both.moderator, None, LATER)
        assert [one.fault for one in carrier.failures] == [PostFault.CONNECT]
    now = {report.game: report.n - heads[report.game] for report in reports}
    assert now["duel-1"] > 0
    assert now["duel-2"] > 0
    assert now["duel-3"] == 0, "the answer may lie where nobody could look"
    assert {name for report in reports for name in (*report.defaulted, *report.overdue)} == set()
    assert player.address in both.new_mails(), "who moved is answered"
    # As soon as it can be read again, the clock counts as ever.
    with carriers.opened(desk.settings, desk.moderator, LATER) as carrier:
        reports = moderate([carrier], desk.games, desk.moderator, ["duel-3"], LATER)
    assert len(reports[0].defaulted + reports[0].overdue) == 1


def test_a_mailbox_that_is_lost_before_it_is_marked_repeats_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.begin("duel-1")
    desk.run()
    anna = desk.players["anna"]
    asked = desk.new_mails()[ANNA].last
    deliver(desk.root / "box", anna.reply(asked).as_bytes())
    both = make_desk(desk.root, f"{SETTINGS}collect: [{{maildir: {desk.root / 'box'}}}]\n")

    def run() -> list[str]:
        with carriers.opened(both.settings, both.moderator, NOW) as carrier:
            moderate([carrier], both.games, both.moderator, None, NOW)
            return [str(one) for one in carrier.failures]

    with monkeypatch.context() as patched:

        def lost(*_: object) -> None:
            raise PostError(PostFault.BOX, where="box", why="gone")

        patched.setattr("pbem.post.mail.mailboxes.Maildir.done", lost)
        assert run() == ["box cannot be read: gone."]
    assert ANNA in both.new_mails(), "the answer went out all the same"
    assert run() == []
    assert both.new_mails() == {}
    assert Campaign.open(both.games / "duel-1").head.n == 1


# ---- sending


def sent_by(serve: Served, folder: Path, *names: str) -> list[str]:
    """What becomes of mails to these addresses."""
    said = []
    (folder / "one.eml").write_bytes(b"Subject: x\r\n\r\ny\r\n")
    with served(serve) as port, outbox.opened(Sender("smtp", Account("127.0.0.1", port, "none"))) as channel:
        for name in names:
            try:
                channel.send(folder / "one.eml", "m@table.example", name)
                said.append("sent")
            except PostError as error:
                said.append(type(error).__name__)
    return said


def on(word: bytes, answer: bytes) -> Callable[[bytes], bytes | None]:
    return lambda said: answer if said == word else None


def test_a_server_that_takes_mails_gets_them(tmp_path: Path) -> None:
    assert sent_by(smtp(), tmp_path, "a@b.example", "c@b.example") == ["sent", "sent"]
    assert sent_by(smtp(on(b"RCPT", b"450 later\r\n")), tmp_path, "a@b.example") == ["PostError"]
    assert sent_by(smtp(on(b"RCPT", b"550 never\r\n")), tmp_path, "a@b.example") == ["Hopeless"]


@pytest.mark.parametrize("serve", [dripping(), dripping(b"220-")])
def test_an_smtp_server_that_drips_is_left(serve: Served, tmp_path: Path, impatient: None) -> None:
    with pytest.raises(PostError, match="there was no whole answer within") as fault:
        sent_by(serve, tmp_path, "a@b.example")
    assert fault.value.fault is PostFault.CONNECT


def test_an_smtp_server_that_never_stops_talking_is_left(tmp_path: Path) -> None:
    with pytest.raises(PostError, match="the answer is longer than"):
        sent_by(endless(b"220-and another thing\r\n"), tmp_path, "a@b.example")


def test_after_a_server_was_lost_no_other_mail_is_tried(desk: Desk, impatient: None) -> None:
    for game in ("duel-1", "duel-2"):
        desk.begin(game)
    tried = []

    def answer(word: bytes) -> bytes | None:
        tried.append(word)
        return b"2" if word == b"RCPT" else None  # and nothing more

    with served(smtp(answer)) as port:
        text = SETTINGS.replace("outbox: outbox", f"smtp: 127.0.0.1\n  port: {port}\n  tls: none")
        broken = make_desk(desk.root, text)
        with carriers.opened(broken.settings, broken.moderator, NOW) as carrier:
            moderate([carrier], broken.games, broken.moderator, None, NOW)
            assert [one.fault for one in carrier.failures] == [PostFault.SEND]
            assert carrier.failed == []
    assert tried.count(b"RCPT") == 1
    desk.run()
    mails = desk.new_mails()
    assert len(mails[ANNA].mails) == len(mails[BEN].mails) == 2, "they waited in the spool"
