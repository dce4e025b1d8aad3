"""What a run prints and commits can be public: whoever writes anonymously is not named there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.player.player_view import write_move
from pbem.campaign.running.create import begin
from pbem.cli.moderator import _data
from pbem.moderation.loop import moderate
from pbem.post.folder import FolderCarrier
from pbem.post.git.carrier import GitCarrier, message
from pbem.post.git.repository import top
from pbem.post.git.scaffolds import init
from pbem.seals.signed import clear_block
from tests.post.gitkit import git
from tests.post.kit import NOW, make_desk
from tests.seals.casekit import key
from tests.seals.programs import need

HANDLES = ("anna", "ben")


@need("git")
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_line_and_no_commit_names_who_wrote_anonymously(tmp_path: Path, language: str) -> None:
    desk = make_desk(tmp_path)
    init(tmp_path, False, False, None)
    seats = [(name, name, Seat(name, "", key(name).public)) for name in HANDLES]
    policy = {"press": "free", "press_anonymous": True}
    campaign = begin(
        desk.games / "duel-1", desk.moderator, "wonders_duel", seats, {}, language, Terms(0), NOW, policy=policy
    )
    inbox = desk.games / "duel-1" / "inbox"
    inbox.mkdir(exist_ok=True)

    def run(*texts: tuple[str, str]) -> str:
        """Everything that a run says and writes down in public."""
        for number, (name, text) in enumerate(texts):
            (inbox / f"{number}.move").write_text(clear_block(write_move(campaign, name, text, key(name))))
        said: list[str] = []
        carriers = [GitCarrier(top(tmp_path), said.append), FolderCarrier(said.append)]
        reports = moderate(carriers, desk.games, desk.moderator, None, NOW)
        receipts = [str(one["player"]) for report in reports for one in _data(report)["receipts"]]  # type: ignore[attr-defined]
        return "\n".join([*said, *receipts, message(reports), git(tmp_path, "log", "-1", "--format=%B")])

    run(*((name, "join\n") for name in HANDLES))
    open_press = run(("ben", "press\nHello.\n"))
    assert open_press.count("ben: ") == 4
    nameless = run(("ben", "press anonymous\nHello.\n"))
    rest = "\n".join(line for line in nameless.split("\n") if not re.search("waits for|wartet", line))
    assert "ben" not in rest
    assert rest.count("somebody: " if language == "en" else "jemand: ") == 4
