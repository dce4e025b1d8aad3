"""Every ugly mail of tests/mails is read as it must be; huge and malicious ones do no harm."""

from __future__ import annotations

import json
import subprocess
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.campaign.movefile import parse
from pbem.post.mail.mime import LARGEST, html_text, unflowed
from pbem.post.mail.submissions import MailContent, read_mail
from pbem.seals.errors import SealError
from pbem.seals.sealing import unseal
from pbem.seals.signed import clear_block, sign_move
from tests.growth import is_at_most, is_linear
from tests.mails import make_mails
from tests.mails.make_mails import BLOCK, EXPECTED, FOLDER
from tests.seals.casekit import key
from tests.seals.programs import need

MODERATOR = key("moderator")
CASES = json.loads(EXPECTED.read_text())


def outcome(reading: MailContent) -> dict[str, object]:
    moves = []
    for move in reading.moves:
        file = parse(move.payload)
        try:
            move.verify(key(file.player).public)
            moves.append(f"{file.game}/{file.player}")
        except SealError:
            moves.append(f"!{file.game}/{file.player}")
    return {
        "moves": moves,
        "faults": [str(fault.fault) for fault in reading.faults],
        "writer": str(reading.writer),
        "orders": reading.orders or bool(reading.moves),
    }


def read(raw: bytes) -> MailContent:
    return read_mail(raw, lambda data: unseal(data, MODERATOR))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.eml")), ids=lambda path: path.stem)
def test_an_ugly_mail_is_read_as_expected(path: Path) -> None:
    assert outcome(read(path.read_bytes())) == CASES[path.stem]


def test_the_corpus_is_what_its_maker_makes() -> None:
    mails = make_mails.all_mails()
    assert {one.name for one in mails} == {path.stem for path in FOLDER.glob("*.eml")}
    assert len(mails) >= 60
    for one in mails:
        assert one.expected() == CASES[one.name], one.name
        assert one.kept or one.mail == (FOLDER / f"{one.name}.eml").read_bytes(), one.name


LONG = "".join(f"Line {n} of a long story that somebody quotes around the move.\n" for n in range(11_000))


@pytest.mark.parametrize(
    ("encoding", "subtype", "text"),
    [
        ("8bit", "plain", f"{LONG}{BLOCK}"),
        ("base64", "plain", f"{LONG}{BLOCK}{LONG}"),
        ("8bit", "plain", f"{LONG * 5}{BLOCK}"),
        ("quoted-printable", "html", f"<p>{LONG}</p><pre>{BLOCK}</pre><p>{LONG}</p>"),
    ],
    ids=["below", "between", "almost 4 MB", "html"],
)
def test_a_block_is_found_in_a_large_part(encoding: str, subtype: str, text: str) -> None:
    mail = EmailMessage()
    mail.set_content("My move is in the story.")
    mail.add_attachment(text, subtype=subtype, cte=encoding, filename="story.txt")
    reading = read(mail.as_bytes())
    assert outcome(reading)["moves"] == ["duel-42/anna"]
    assert (reading.faults, reading.cut) == ([], False)


def big(before: str = BLOCK, size: int = 50_000_000) -> bytes:
    head = b"From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    text = b"--b\r\nContent-Type: text/plain\r\n\r\n" + before.encode() + b"\r\n"
    line = b"QUFB" * 19 + b"\r\n"
    attachment = b"--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return head + text + attachment + line * (size // len(line)) + b"--b--\r\n"


def plain(size: int) -> bytes:
    """A mail of so many bytes that nobody could complain about."""
    line = b"A line of words that anybody could have written to the table.\r\n"
    return b"From: a@b.example\r\nContent-Type: text/plain\r\n\r\n" + line * (size // len(line))


def test_a_block_before_50_mb_of_attachment_counts() -> None:
    raw = big()
    assert len(raw) > 49_000_000
    reading = read(raw)
    assert outcome(reading)["moves"] == ["duel-42/anna"]
    assert reading.cut
    largest = big(size=LARGEST)
    assert is_at_most(lambda: read(raw), 3, lambda: read(largest)), "what is cut off is not read"


def test_a_mail_that_is_too_big_says_so_when_nothing_is_found() -> None:
    reading = read(big("hello", LARGEST))
    assert reading.cut
    assert reading.moves == []


@pytest.mark.parametrize("depth", [100, 20_000])
def test_nested_multiparts_of_any_depth(depth: int) -> None:
    head = b"From: a@b.example\r\nMIME-Version: 1.0\r\n"
    opening = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(depth))
    raw = head + opening + b"Content-Type: text/plain\r\n\r\n" + BLOCK.encode()
    assert outcome(read(raw))["moves"] == ["duel-42/anna"]


def test_nested_messages_of_any_depth() -> None:
    raw = b"Content-Type: message/rfc822\r\n\r\n" * 5000 + b"From: a@b.example\r\n\r\n" + BLOCK.encode()
    assert outcome(read(raw))["moves"] == ["duel-42/anna"]


def test_ten_thousand_parts_are_not_all_looked_at_and_take_no_time() -> None:
    head = b"From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    parts = b"".join(b"--b\r\nContent-Type: text/plain\r\n\r\nx %d\r\n" % n for n in range(10_000))
    assert read(head + parts + b"--b--\r\n").moves == []
    assert is_linear(read, head + parts, lambda: read(plain(len(parts))))


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "<!--",
        "<p ",
        "<script>",
        "&nbsp;",
        "BEGIN PBEM MOVE",
        "-----BEGIN SSH SIGNATURE-----\n",
        "> ",
        "game: x\n",
        "-----BEGIN AGE ENCRYPTED FILE-----\n",
        "=\n",
        "[a]",
        "\x00",
        "=?utf-8?q?",
        "<",
        "BEGIN ",
        " ",
    ],
    ids=repr,
)
def test_no_text_makes_reading_slow(unit: str) -> None:
    text = unit * (2_000_000 // len(unit))

    def work(text: str) -> None:
        for kind in (b"plain", b"html"):
            read(b"From: a@b.example\r\nContent-Type: text/" + kind + b"\r\n\r\n" + text.encode())
        subject = text[: len(text) // 5].replace("\n", " ").encode()
        read(b"From: a@b.example\r\nSubject: " + subject + b"\r\n\r\nx")

    assert is_linear(work, text, lambda: read(plain(len(text))))


def test_every_cut_of_a_mail_is_read_without_a_traceback() -> None:
    raw = (FOLDER / "two-pairs.eml").read_bytes()
    for at in range(0, len(raw), 37):
        for move in read(raw[:at]).moves:
            parse(move.payload)


def test_a_mail_never_counts_by_its_sender() -> None:
    mail = EmailMessage()
    mail["From"] = "anna@players.example"
    mail.set_content("game: duel-42\nplayer: anna\norders: |\n  build baths\n")
    assert read(mail.as_bytes()).moves == []


def test_flowed_lines_are_joined_and_quotes_of_the_signature_kept() -> None:
    assert unflowed("one \ntwo\n-- \nme") == "one two\n-- \nme"
    assert unflowed("one \ntwo", delete_space=True) == "onetwo"


def test_a_page_reads_like_it_looks() -> None:
    assert html_text("<p>a&nbsp;b</p><style>x</style><b>c</b><!-- d -->").split() == ["a", "b", "c"]


@need("git")
@pytest.mark.parametrize(
    "options",
    [(), ("--attach",), ("--inline",), ("--no-prefix",), ("--src-prefix=old/", "--dst-prefix=new/"), ("-U9",)],
)
@pytest.mark.parametrize("form", ["block", "pair"])
def test_a_patch_is_read_however_git_is_told_to_write_it(tmp_path: Path, form: str, options: tuple[str, ...]) -> None:
    def git(*words: str) -> bytes:
        own = ("-c", "user.name=Anna", "-c", "user.email=anna@players.example")
        return subprocess.run(["git", *own, *words], cwd=tmp_path, check=True, capture_output=True).stdout

    payload = (
        b"game: duel-42\nplayer: anna\nafter:\n  " + b"a" * 64 + b"\norders: |\n  build baths\n  # +++ a comment\n"
    )
    move = sign_move(payload, key("anna"))
    git("init", "--quiet", "--initial-branch", "main")
    git("commit", "--quiet", "--allow-empty", "--message", "begin")
    if form == "block":
        (tmp_path / "my.move").write_text(clear_block(move))
    else:
        (tmp_path / "my.yaml").write_bytes(payload)
        (tmp_path / "my.yaml.sig").write_text(move.signature)
    git("add", "--all")
    git("commit", "--quiet", "--message", "[duel-42] my move")
    raw = git("format-patch", "-1", "--stdout", *options).split(b"\n", 1)[1]
    for sent in (raw, raw.replace(b"\n", b"\r\n")):
        reading = read_mail(sent)
        assert [one.payload for one in reading.moves] == [payload]
        assert reading.faults == []
