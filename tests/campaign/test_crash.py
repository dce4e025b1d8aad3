"""A run that dies at any write, sync, rename or removal; a full disk; a folder that cannot be written to."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.storage import disk
from pbem.storage.errors import StorageError, StorageFault

from .crash_kit import check_crash, killed_at, masked
from .kit import MODERATOR, NOW, again, files, key, play_on, send, start

Prepare = Callable[[Path, str], Campaign]
KILLED = 77


def _legal(campaign: Campaign) -> dict[str, str]:
    with opened(campaign.folder, MODERATOR) as keeper:
        table = keeper.match.playing
        return {
            campaign.players[seat]: ask.write(ask.listed(5)[-1], table.players)
            for seat, ask in table.pending.items()
            if seat not in keeper.match.sealed.given
        }


def _muster(folder: Path, market: str) -> Campaign:
    campaign = start(folder / "duel-1", joined=False)
    for handle in campaign.players:
        send(campaign, handle, "join")
    return campaign


def _middle(folder: Path, market: str) -> Campaign:
    """A move, a file for the wrong turn, and rubbish."""
    campaign = start(folder / "duel-1")
    play_on(campaign, 9)
    ((handle, order),) = _legal(campaign).items()
    send(campaign, handle, order)
    other = next(one for one in campaign.players if one != handle)
    send(campaign, other, "discard baths")
    (campaign.folder / "inbox" / "rubbish").write_bytes(b"rubbish")
    return campaign


def _together(folder: Path, market: str) -> Campaign:
    """The last two answers of a Together arrive in one run, and a new key."""
    campaign = start(folder / "market-1", market, ("anna", "ben", "cleo"))
    while len(_legal(campaign)) < 3:
        play_on(campaign, 1)
    play_on(campaign, 1)
    for handle, order in _legal(campaign).items():
        send(campaign, handle, order)
    send(campaign, "cleo", f"key {key('cleo2').public.line}")
    return campaign


def _last(folder: Path, market: str) -> Campaign:
    """The move that ends the game and opens everything."""
    campaign = start(folder / "market-1", market)
    while True:
        ended = play_on(campaign, 1) and campaign.position["view"]["night"] == 3 and len(_legal(campaign)) == 1
        if ended and campaign.position["asked"][0]["kind"] == "stock":
            break
    ((handle, order),) = _legal(campaign).items()
    send(campaign, handle, order)
    return campaign


@pytest.mark.slow
@pytest.mark.parametrize("prepare", [_muster, _middle, _together, _last])
@pytest.mark.parametrize("checkpoint", [True, False])
def test_a_runkilled_at_any_step_loses_nothing_and_does_nothing_twice(
    games: Path, private: Path, market: str, prepare: Prepare, checkpoint: bool
) -> None:
    campaign = prepare(games, market)
    if not checkpoint:
        shutil.rmtree(private, ignore_errors=True)
    kept_games, kept_private = games.with_name("kept"), private.with_name("kept-keys")
    shutil.copytree(games, kept_games)
    if private.exists():
        shutil.copytree(private, kept_private)
    again(campaign)
    expected = masked(campaign)
    point = 0
    while True:
        shutil.rmtree(games)
        shutil.copytree(kept_games, games)
        shutil.rmtree(private, ignore_errors=True)
        if kept_private.exists():
            shutil.copytree(kept_private, private)
        killed = killed_at(point, lambda: again(campaign))
        if killed and not checkpoint:
            shutil.rmtree(private, ignore_errors=True)
        again(campaign)
        check_crash(campaign, expected, point)
        if not killed:
            break
        point += 1
    assert point > 20, "the run writes, syncs and renames at many places"


def test_a_run_killed_twice_in_the_worst_places(games: Path, private: Path, market: str) -> None:
    """The quick one: around the append to the ledger."""
    campaign = _middle(games, market)
    before = campaign.head.n
    steps: list[str] = []
    kept = disk.step
    try:
        disk.step = lambda what, path: steps.append(f"{what} {path.name}")
        shutil.copytree(games, games.with_name("dry"))
        again(Campaign(games.with_name("dry") / "duel-1"))
    finally:
        disk.step = kept
    place = steps.index("rename ledger.jsonl")
    shutil.rmtree(private)
    assert killed_at(place, lambda: again(campaign))
    assert campaign.head.n == before, "just before the rename nothing has happened"
    assert killed_at(place + 1, lambda: again(campaign))
    assert campaign.head.n == before + 1, "just after it the move counts"
    again(campaign)
    assert campaign.head.n == before + 1, "and it counts once"
    assert verify(campaign.folder).ok


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "No space left on device"), (errno.EROFS, "Read-only file system")]
)
def test_a_disk_that_takes_nothing_gives_a_clear_message_and_changes_nothing(
    games: Path, private: Path, market: str, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    campaign = _together(games, market)
    before = files(campaign.folder)

    def full(what: str, path: Path) -> None:
        if what in ("write", "open"):
            raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(disk, "step", full)
        with pytest.raises(StorageError) as caught:
            again(campaign)
    assert caught.value.fault is StorageFault.DISK
    assert str(caught.value).endswith(
        f"could not be written: {said}. No entry was lost or half written; run it again once that is fixed."
    )
    assert files(campaign.folder) == before
    again(campaign)
    assert verify(campaign.folder).ok


@pytest.mark.slow
def test_a_disk_that_is_full_from_any_step_on(
    games: Path, private: Path, market: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = _together(games, market)
    shutil.copytree(games, games.with_name("kept"))
    shutil.copytree(private, private.with_name("kept-keys"))
    again(campaign)
    expected = masked(campaign)
    for point in range(200):
        for folder, kept in ((games, "kept"), (private, "kept-keys")):
            shutil.rmtree(folder)
            shutil.copytree(folder.with_name(kept), folder)
        left = point

        def full(what: str, path: Path) -> None:
            nonlocal left
            left -= 1
            if left < 0 and what in ("open", "write", "sync", "rename"):
                raise OSError(errno.ENOSPC, "No space left on device")

        failed = False
        with monkeypatch.context() as patch:
            patch.setattr(disk, "step", full)
            try:
                again(campaign)
            except StorageError as error:
                failed = error.fault is StorageFault.DISK
                if not failed:
                    raise
        again(campaign)
        check_crash(campaign, expected, point)
        if not failed:
            return
    raise AssertionError("the disk was never large enough")


def test_two_moderators_at_once(games: Path) -> None:
    campaign = start(games / "duel-1")
    with opened(campaign.folder, MODERATOR), pytest.raises(StorageError) as caught:
        again(campaign)
    assert caught.value.fault is StorageFault.LOCKED
    assert f"process {os.getpid()} on " in str(caught.value)
    again(campaign)


def test_a_moderator_can_wait_for_another(games: Path) -> None:
    import threading

    from pbem.campaign.running.run import run

    campaign = start(games / "duel-1")
    inside, leave = threading.Event(), threading.Event()

    def first() -> None:
        with opened(campaign.folder, MODERATOR):
            inside.set()
            leave.wait(5)

    other = threading.Thread(target=first)
    other.start()
    inside.wait(5)
    threading.Timer(0.2, leave.set).start()
    report = run(campaign.folder, MODERATOR, NOW, wait=5)
    assert leave.is_set(), "it went on only when the other had left"
    assert report.n == 2
    other.join()
