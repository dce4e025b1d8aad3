"""However `pbem receive` ends, it is with 0 or 75: on any other code a mail server bounces the mail."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.post.mail import carrier as carriers
from pbem.post.mail.mailboxes import HandedOver
from tests.post.duel_by_mail import ANNA, begun, subjects, to_move
from tests.post.kit import Desk
from tests.post.test_nothing_lost import boxed, collecting, ready, receive, settings_of

__all__ = ["collecting", "ready"]
RETRY = 75


def joining(desk: Desk) -> bytes:
    (mail,) = desk.new_mails()[ANNA].mails
    return desk.players["anna"].reply(mail).as_bytes()


def entries(desk: Desk) -> int:
    return Campaign.open(desk.games / "duel-42").head.n


BROKEN: dict[str, Callable[[Desk], object]] = {
    "no settings": lambda desk: settings_of(desk).unlink(),
    "settings that are no YAML": lambda desk: settings_of(desk).write_text("address: [\n"),
    "settings that cannot be read": lambda desk: (settings_of(desk).unlink(), settings_of(desk).mkdir()),
    "no key": lambda desk: (desk.root / "keys" / "moderator").unlink(),
    "a memory that is no JSON": lambda desk: (desk.root / "keys" / "post" / "state.json").write_text("{"),
    "a memory of another shape": lambda desk: (desk.root / "keys" / "post" / "state.json").write_text(
        '{"owed": [], "boxes": 5, "digests": 7}'
    ),
    "a damaged ledger": lambda desk: (desk.games / "duel-42" / "ledger.jsonl").write_bytes(b"junk\n"),
    "a folder of games that is not mounted": lambda desk: desk.games.rename(desk.root / "away"),
}


@pytest.mark.slow
@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_here_is_no_reason_to_bounce(ready: Desk, broken: str) -> None:
    mail = joining(ready)
    kept = ready.root / "kept"
    for name in ("keys", "games"):
        shutil.copytree(ready.root / name, kept / name)
    BROKEN[broken](ready)
    done = receive(ready, mail)
    assert done.returncode == RETRY, done
    assert done.stderr.startswith(b"pbem: "), done.stderr
    assert b"Traceback" not in done.stderr
    assert b"TypeError" not in done.stderr
    for name in ("keys", "games"):
        shutil.rmtree(ready.root / name, ignore_errors=True)
        shutil.copytree(kept / name, ready.root / name)
    assert receive(ready, mail).returncode == 0
    assert entries(ready) == 1
    assert subjects(ready.new_mails())[ANNA] == ["[duel-42] you have joined; waiting for Ben"]


@pytest.mark.slow
@pytest.mark.parametrize("more", [("--gmaes", "x"), ("--now", "tomorrow"), ("missing.eml",)])
def test_a_slip_in_an_alias_bounces_nothing(ready: Desk, more: tuple[str, ...]) -> None:
    done = receive(ready, joining(ready), *more)
    assert done.returncode == RETRY
    assert b"Traceback" not in done.stderr


def test_a_person_who_asks_gets_the_usual_codes(ready: Desk) -> None:
    assert receive(ready, b"", "--check").returncode == 0
    assert receive(ready, b"", "--help").returncode == 0
    settings_of(ready).unlink()
    assert receive(ready, b"", "--check").returncode == 3


def started(desk: Desk, stdin: int, out: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pbem", "receive", "--games", str(desk.games)]
    return subprocess.Popen(command, stdin=stdin, stdout=out, stderr=out)


def test_nobody_needs_to_read_what_it_says(ready: Desk) -> None:
    """A server that has gone away, or a log on a full disk: the move is taken, so the mail must not come again."""
    mail = joining(ready)
    for out in (os.open("/dev/full", os.O_WRONLY), None):
        process = started(ready, subprocess.PIPE, subprocess.PIPE if out is None else out)
        if out is None:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            process.stderr.close()
        assert process.stdin is not None
        process.stdin.write(mail)
        process.stdin.close()
        assert process.wait(60) == 0
    assert entries(ready) == 1


def test_without_a_standard_input_it_is_tried_again(ready: Desk) -> None:
    command = [sys.executable, "-m", "pbem", "receive", "--games", str(ready.games)]
    done = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *command], capture_output=True, timeout=60, check=False)
    assert done.returncode == RETRY
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_machine_that_shuts_down_bounces_nothing(ready: Desk, sent: signal.Signals) -> None:
    import fcntl

    with (ready.root / "keys" / "post" / ".lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # so that it waits at a known place
        process = started(ready, subprocess.PIPE, subprocess.DEVNULL)
        assert process.stdin is not None
        process.stdin.write(joining(ready))
        process.stdin.close()
        while not _waits(process):
            time.sleep(0.02)
        process.send_signal(sent)
        assert process.wait(60) == RETRY


def _waits(process: subprocess.Popen[bytes]) -> bool:
    """Whether it has come as far as the lock, which it has open by then."""
    held = Path(f"/proc/{process.pid}/fd")
    return any(os.path.realpath(one).endswith("post/.lock") for one in held.iterdir())


# ---- games that are not looked at


def test_a_run_of_one_game_leaves_the_mails_of_the_others_for_the_next(collecting: tuple[Desk, Path]) -> None:
    desk, box = collecting
    boxes = {game: begun(desk, game) for game in ("duel-1", "duel-2")}
    to = to_move(boxes["duel-2"])
    mail = desk.players[to.split("@")[0]].reply(boxes["duel-2"][to].last)
    before = Campaign.open(desk.games / "duel-2").head.n
    boxed(desk, box, mail, chosen=["duel-1"])
    assert desk.new_mails() == {}, "nobody is told that a game does not exist"
    assert Campaign.open(desk.games / "duel-2").head.n == before
    boxed(desk, box)
    assert Campaign.open(desk.games / "duel-2").head.n > before
    assert to in desk.new_mails()


def test_a_move_for_a_game_whose_ledger_is_missing_is_kept_and_carried_out_when_it_is_back(desk: Desk) -> None:
    boxes = begun(desk, "duel-1")
    begun(desk, "duel-2")
    to = to_move(boxes)
    mail = desk.players[to.split("@")[0]].reply(boxes[to].last)
    before = Campaign.open(desk.games / "duel-1").head.n
    ledger = desk.games / "duel-1" / "ledger.jsonl"
    ledger.rename(desk.root / "ledger.jsonl")
    desk.run(mail)
    assert desk.new_mails() == {}
    (desk.root / "ledger.jsonl").rename(ledger)
    desk.run()
    assert Campaign.open(desk.games / "duel-1").head.n > before
    assert to in desk.new_mails()


def test_a_private_mail_before_the_first_game_is_kept(desk: Desk) -> None:
    with carriers.opened(desk.settings, desk.moderator, given=HandedOver([b"Subject: hi\r\n\r\nhello\r\n"])) as carrier:
        assert carrier.collect([]) == {}
    assert len(list((desk.root / "keys" / "post" / "other" / "new").iterdir())) == 1
