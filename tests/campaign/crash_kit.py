"""Runs that die without a word at some write, sync, rename or removal, and what must be true afterwards."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.published.public_files import hand
from pbem.campaign.running.create import opened
from pbem.seals import documents
from pbem.storage import disk

from .kit import MODERATOR, again, files, key

KILLED = 77


def killed_at(point: int, work: Callable[[], object]) -> bool:
    """Do some work in a process that dies without a word at the given step; whether it came that far."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            left = point

            def die(what: str, path: Path) -> None:
                nonlocal left
                left -= 1
                if left < 0:
                    os._exit(KILLED)

            disk.step = die
            work()
            code = 0
        finally:
            os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, KILLED), "the run before it was killed must not fail by itself"
    return status == KILLED


def masked(campaign: Campaign) -> list[dict[str, Any]]:
    """The entries without what differs by chance: sealing is randomised."""
    entries = []
    for entry in campaign.entries():
        kept = {name: value for name, value in entry.items() if name not in ("prev", "sig", "file", "opens", "digest")}
        kept["file"] = entry.get("file", {}).get("payload", "").split("after")[0]
        if "sealed" in entry:
            kept["sealed"] = MODERATOR.open(entry["sealed"].encode())
        entries.append(kept)
    return entries


def check_crash(campaign: Campaign, expected: list[dict[str, Any]], point: int) -> None:
    assert masked(campaign) == expected, f"killed at step {point}"
    digests = [entry["file"]["digest"] for entry in campaign.entries() if "file" in entry]
    assert len(digests) == len(set(digests)), f"killed at step {point}: a file was applied twice"
    assert not [one for one in (campaign.folder / "inbox").iterdir() if not one.name.startswith(".")]
    verdict = verify(campaign.folder)
    assert verdict.ok, f"killed at step {point}: {verdict.message}"
    for digest in digests:
        assert (campaign.folder / "receipts" / f"{digest[:40]}.json").is_file(), f"killed at step {point}: no receipt"
    with opened(campaign.folder, MODERATOR) as keeper:
        for seat, handle in enumerate(campaign.players):
            name = "cleo2" if keeper.match.seats[seat].key == key("cleo2").public else handle
            opened_hand = open_hand(campaign, handle, key(name))
            now = documents.read(hand(keeper.match, seat, keeper.words, MODERATOR))
            assert opened_hand.text == now.text, f"killed at step {point}: the hand of {handle} is an old one"


def killed_at_each_step(
    campaign: Campaign, private: Path, work: Callable[[], object], least: int = 20
) -> Iterator[int]:
    """The campaign as a process left it that died at each step in turn; the last one did not die."""
    games = campaign.folder.parent
    kept = {folder: folder.with_name(f"kept-{folder.name}") for folder in (games, private)}
    for folder, copy in kept.items():
        shutil.copytree(folder, copy)
    point, killed = 0, True
    while killed:
        for folder, copy in kept.items():
            shutil.rmtree(folder)
            shutil.copytree(copy, folder)
        killed = killed_at(point, work)
        yield point
        point += 1
    assert point > least, "it writes, syncs and renames at many places"


def expected_entries(campaign: Campaign, private: Path) -> list[dict[str, Any]]:
    """The entries after a run that nothing disturbs; the campaign is put back as it was before it."""
    games = campaign.folder.parent
    first = {folder: folder.with_name(f"first-{folder.name}") for folder in (games, private)}
    for folder, copy in first.items():
        shutil.copytree(folder, copy)
    again(campaign)
    found = masked(campaign)
    for folder, copy in first.items():
        shutil.rmtree(folder)
        shutil.move(copy, folder)
    return found


def ends_the_same(campaign: Campaign, private: Path) -> None:
    """Whatever step a run dies at, the next one brings about what an undisturbed one would have."""
    expected = expected_entries(campaign, private)
    for point in killed_at_each_step(campaign, private, lambda: again(campaign), 5):
        again(campaign)
        assert masked(campaign) == expected, f"killed at step {point}"
        assert not files(campaign.folder / "inbox")
