"""A run by mail that is killed at any of its steps loses nothing and repeats nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.moderation.loop import moderate
from pbem.post.mail import carrier as carriers
from pbem.storage import disk
from tests.post.kit import NOW, SETTINGS, Desk, make_desk
from tests.post.test_mail import begun, to_move

WITH_BOX = SETTINGS.replace("send:", "collect:\n  - maildir: inbox\nsend:")


class Killed(KeyboardInterrupt):
    """Nothing in the program stops it: as good as a kill."""


def run(desk: Desk) -> None:
    with carriers.opened(desk.settings, desk.moderator, NOW) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW)


def killed_at(desk: Desk, place: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Run, and die before the step of that number; False if there are fewer steps."""
    left = place

    def step(what: str, path: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(disk, "step", step)
        try:
            run(desk)
        except Killed:
            return True
    return False


@pytest.mark.slow
def test_killed_at_every_step_nothing_is_lost_and_nothing_is_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path / "base"
    base.mkdir()
    monkeypatch.setenv("PBEM_KEYS", str(base / "keys"))
    desk = make_desk(base, WITH_BOX)
    for folder in ("new", "cur", "tmp"):
        (base / "inbox" / folder).mkdir(parents=True)
    boxes = begun(desk)
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    (base / "inbox" / "new" / "1.move").write_bytes(player.reply(boxes[to].last).as_bytes())
    (base / "inbox" / "new" / "2.orders").write_bytes(player.write("game: duel-42\norders: |\n  x\n").as_bytes())
    place = 0
    while True:
        root = tmp_path / "try"
        shutil.copytree(base, root)
        monkeypatch.setenv("PBEM_KEYS", str(root / "keys"))
        copy = make_desk(root, WITH_BOX)
        died = killed_at(copy, place, monkeypatch)
        run(copy)
        run(copy)
        where = f"killed at step {place}"
        moves = [entry for entry in Campaign.open(root / "games" / "duel-42").entries() if entry["kind"] == "run"]
        assert len(moves) == 1, where
        sent = {address: len(box.mails) for address, box in copy.new_mails().items()}
        other = next(one.address for one in copy.players.values() if one.address != to)
        # The receipt and the answer to the unsigned mail; and the other one's turn.
        assert sent == {to: 2, other: 1}, where
        assert list((root / "inbox" / "new").iterdir()) == [], where
        assert not list((root / "games" / "duel-42" / "inbox").iterdir()), where
        shutil.rmtree(root)
        if not died:
            break
        place += 1
    assert place > 40
