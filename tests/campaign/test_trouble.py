"""A file that makes the program fail in a way nobody thought of stops nothing but itself."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.player.player_view import post
from pbem.campaign.running.run import RunReport, run
from pbem.moderation.loop import moderate
from pbem.seals import sshsig
from pbem.seals.signed import SignedMove, sealed_block, sign_move
from pbem.storage.errors import StorageError, StorageFault
from tests.campaign.kit import MODERATOR, NOW, key, send, start

MARK = b"# the one that fails"


class Panic(BaseException):
    """As of a library that is not written in Python."""


ERRORS = (Panic("at the curve"), KeyError("game"), RuntimeError("odd {}"), RecursionError(), AssertionError())


def joining(campaign: Campaign, handle: str) -> SignedMove:
    payload = write(MoveFile(campaign.id, handle, campaign.genesis_digest, f"{MARK.decode()}\njoin\n"))
    return sign_move(payload, key(handle))


def digest(move: SignedMove) -> str:
    return sha256(move.payload + sshsig.dearmor(move.signature)).hexdigest()


def failing(patch: pytest.MonkeyPatch, target: str, meant: Callable[..., bool], error: BaseException) -> list[str]:
    """Let a function fail when it is about the one file; gives back a list that says whether it was."""
    room, _, name = target.rpartition(":")
    import importlib

    owner: Any = importlib.import_module(room)
    *path, last = name.split(".")
    for one in path:
        owner = getattr(owner, one)
    real, met = getattr(owner, last), []

    def fails(*given: Any, **more: Any) -> Any:
        if meant(*given, **more):
            met.append(target)
            raise error
        return real(*given, **more)

    patch.setattr(owner, last, fails)
    return met


STAGES: dict[str, tuple[str, Callable[[SignedMove, bytes], Callable[..., bool]]]] = {
    "reading": ("pbem.campaign.running.writer:read_signed", lambda move, block: lambda data, *_: data == block),
    "unsealing": ("pbem.seals.sealing:unseal", lambda move, block: lambda *_: True),
    "parsing": ("pbem.campaign.movefile:parse", lambda move, block: lambda data: MARK in data),
    "signature": ("pbem.seals.signed:SignedMove.verify", lambda move, block: lambda one, *_: MARK in one.payload),
    "rules": ("pbem.campaign.match:Match.join", lambda move, block: lambda _, seat, file: MARK in file.payload),
    "entry": (
        "pbem.campaign.running.checkpoint:Checkpoints.prepare",
        lambda move, block: lambda _, match, receipt: receipt["file"] == digest(move),
    ),
    "answering": (
        "pbem.campaign.running.receipts:write",
        lambda move, block: lambda _, receipt, *__: receipt.file == digest(move),
    ),
    "sealing": (
        "pbem.campaign.running.receipts:seal",
        lambda move, block: lambda data, *_: digest(move).encode() in data,
    ),
}
IN_THE_LEDGER = ("answering", "sealing")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("stage", STAGES)
def test_all_other_files_and_games_go_on(
    stage: str, error: BaseException, games: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, other = (start(games / name, joined=False) for name in ("bad", "other"))
    move = joining(bad, "anna")
    path = post(bad, sealed_block(move, [MODERATOR.public]))
    block, seat = path.read_bytes(), "ben"
    for campaign in (bad, other):
        send(campaign, seat, "join")
    send(other, "anna", "join")
    target, meant = STAGES[stage]
    with monkeypatch.context() as patch:
        met = failing(patch, target, meant(move, block), error)
        reports = {report.game: report for report in moderate([], games, MODERATOR, now=NOW)}
        again = run(bad.folder, MODERATOR, NOW)
    assert met, "the stage was never reached"
    assert not list((bad.folder / "inbox").iterdir())
    joined = [entry["player"] for entry in bad.entries() if entry["kind"] == "join"]
    assert joined == (["anna", "ben"] if stage in IN_THE_LEDGER else ["ben"])
    assert reports["other"].n == 2
    assert not reports["other"].troubles
    first = reports["bad"].troubles[0]
    assert first.name == path.name
    assert type(error).__name__ in first.said.say("de")
    assert str(first.path) in first.said.say("en")
    kept = [one.path for one in reports["bad"].troubles if one.path]
    assert kept
    assert all(one.is_relative_to(private) and one.stat().st_mode & 0o077 == 0 for one in kept)
    assert kept[0].read_bytes() == block
    assert all(one.known for one in again.troubles), "told once"
    # Once the program is mended, the file can be put back.
    path.write_bytes(block)
    assert run(bad.folder, MODERATOR, NOW).receipts[0].taken or stage in IN_THE_LEDGER
    assert sorted(entry["player"] for entry in bad.entries() if entry["kind"] == "join") == ["anna", "ben"]
    assert verify(bad.folder).ok


def test_what_a_failed_file_left_in_memory_is_not_gone_on_with(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = start(games / "half", joined=False)
    move = joining(campaign, "anna")
    post(campaign, sealed_block(move, [MODERATOR.public]))
    send(campaign, "ben", "join")
    with monkeypatch.context() as patch:
        target, meant = STAGES["entry"]
        failing(patch, target, meant(move, b""), Panic())
        report = run(campaign.folder, MODERATOR, NOW)
    assert (report.n, report.waiting) == (1, ["anna"])
    assert verify(campaign.folder).ok


def test_a_game_that_fails_for_a_reason_of_its_own_stops_no_other(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bad", "other"):
        send(start(games / name, joined=False), "anna", "join")
    target = "pbem.campaign.running.writer:CampaignWriter.publish"
    failing(monkeypatch, target, lambda one: one.genesis.game == "bad", Panic("x"))
    told: list[tuple[str, Exception]] = []
    reports = moderate([], games, MODERATOR, now=NOW, failed=lambda game, error: told.append((game, error)))
    assert [report.game for report in reports] == ["other"]
    ((game, error),) = told
    assert game == "bad"
    assert isinstance(error, CampaignError)
    assert error.fault is CampaignFault.UNEXPECTED
    assert "Panic: x" in str(error)


def test_a_file_in_place_of_an_inbox_stops_no_other_game(games: Path) -> None:
    bad, other = (start(games / name, joined=False) for name in ("bad", "other"))
    (bad.folder / "inbox").rmdir()
    (bad.folder / "inbox").write_bytes(b"")
    send(other, "anna", "join")
    told: list[str] = []
    (report,) = moderate([], games, MODERATOR, now=NOW, failed=lambda game, error: told.append(f"{game}: {error}"))
    assert (report.game, report.n) == ("other", 1)
    assert len(told) == 1
    assert "Not a directory" in told[0]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), MemoryError(), OSError(errno.ENOSPC, "full")])
def test_no_file_is_blamed_for_the_machine(error: BaseException, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = start(games / "d1", joined=False)
    path = send(campaign, "anna", "join")
    with monkeypatch.context() as patch:
        failing(patch, "pbem.campaign.match:Match.join", lambda *_: True, error)
        with pytest.raises(type(error)):
            run(campaign.folder, MODERATOR, NOW)
    assert path.exists()
    with monkeypatch.context() as patch:
        full = StorageError(StorageFault.DISK, where="x", done="written", why="full")
        failing(patch, "pbem.campaign.ledger.file:Ledger.append", lambda *_: True, full)
        with pytest.raises(StorageError):
            run(campaign.folder, MODERATOR, NOW)
    assert path.exists()
    assert run(campaign.folder, MODERATOR, NOW).n == 1


def as_nobody(call: Callable[[], RunReport]) -> int:
    """In a process that may not read everything, as root may; its exit code says how many files it passed over."""
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            report = call()
            os._exit(10 * report.n + len([one for one in report.troubles if one.path is None]))
        except BaseException as error:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_file_that_may_not_be_read_is_passed_over(tmp_path: Path, games: Path) -> None:
    campaign = start(games / "d1", joined=False)
    locked = campaign.folder / "inbox" / "0.move"
    locked.write_bytes(b"mine")
    locked.chmod(0)
    send(campaign, "ben", "join")
    for one in (tmp_path, *tmp_path.rglob("*")):
        if one != locked:
            one.chmod(0o777 if one.is_dir() else 0o666)
    for folder in tmp_path.parents[:-1]:
        if not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)  # pytest's own folders let nobody else pass
    assert as_nobody(lambda: run(campaign.folder, MODERATOR, NOW)) == 11
    assert locked.exists()
    assert campaign.head.n == 1


def test_a_file_that_cannot_be_read_is_told(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = start(games / "d1", joined=False)
    send(campaign, "ben", "join")
    (campaign.folder / "inbox" / "0.move").write_bytes(b"mine")
    denied = StorageError(StorageFault.DISK, where="0.move", done="read", why="Permission denied")
    failing(monkeypatch, "pbem.storage.disk:read", lambda path, _: path.name == "0.move", denied)
    report = run(campaign.folder, MODERATOR, NOW)
    assert report.n == 1
    (one,) = report.troubles
    assert one.said.say("en") == "0.move could not be read and was left where it is: Permission denied."
