"""What an earlier pbem wrote: a player or a moderator who upgrades first goes on with it.

`tests/campaign/released` has games in the middle, each as the version that the folder names left it: with hands, orders
given ahead, receipts and the moderator's checkpoint. Their keys are those of the tests. What is of another format than
ours is refused in a sentence.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.acts import FORMAT
from pbem.campaign.campaign import Campaign
from pbem.cli.exits import Exit
from pbem.seals import documents
from pbem.seals.documents import Document
from tests.campaign.kit import key

from .at_the_desk import desk, mustered, pbem

__all__ = ["desk"]

RELEASED = Path(__file__).parents[1] / "campaign" / "released"
GAMES = sorted(path.relative_to(RELEASED).as_posix() for path in RELEASED.glob("*/games/*"))


def _format(game: str) -> int:
    with (RELEASED / game / "ledger.jsonl").open(encoding="utf-8") as ledger:
        return int(json.loads(ledger.readline())["format"])


def _laid_out(game: str, desk: Path) -> str:
    version, _, name = game.split("/")
    shutil.copytree(RELEASED / version / "games" / name, desk / "games" / name)
    shutil.copytree(RELEASED / version / "keys", desk / "keys")
    return name


@pytest.fixture(params=[one for one in GAMES if _format(one) == FORMAT])
def game(request: pytest.FixtureRequest, desk: Path) -> str:
    """The game lies in `games`, the keys of its players beside it."""
    name = _laid_out(str(request.param), desk)
    campaign = Campaign.open(desk / "games" / name)
    for who in (*campaign.players, "moderator"):
        (desk / who).write_bytes(key(who).pem())
        (desk / who).chmod(0o600)
    (desk / "moderator").rename(desk / "keys" / "moderator")
    return name


def players(game: str) -> list[str]:
    return list(Campaign.open(Path("games") / game).players)


def test_every_released_version_is_kept() -> None:
    assert {one.split("/")[0] for one in GAMES} >= {"0.1.0", "0.2.0"}


@pytest.mark.parametrize("game", [one for one in GAMES if _format(one) != FORMAT])
def test_a_ledger_of_another_format_is_refused_in_a_sentence(game: str, desk: Path) -> None:
    name = _laid_out(game, desk)
    (desk / "keys" / "moderator").write_bytes(key("moderator").pem())
    (desk / "keys" / "moderator").chmod(0o600)
    own = ("--as", "anna", "--key", "anna")
    (desk / "anna").write_bytes(key("anna").pem())
    (desk / "anna").chmod(0o600)
    found = f"the ledger is of format {_format(game)}, and this pbem reads format {FORMAT}; pbem up to version 0.2 "
    files = {path: path.read_bytes() for path in sorted((desk / "games").rglob("*")) if path.is_file()}
    for command in (
        ("show", name),
        ("log", name),
        ("verify", name),
        ("run", name),
        ("show", name, *own),
        ("order", name, *own, "any", "--yes"),
        ("undo", name, *own),
    ):
        done = pbem(*command, code=Exit.FAILED)
        said = " ".join((done.stderr + done.stdout).split())
        assert found in said, (command, said)
        assert "Traceback" not in said
    assert {path: path.read_bytes() for path in sorted((desk / "games").rglob("*")) if path.is_file()} == files


def test_players_who_upgrade_first_can_look_and_are_told_of_their_hands(game: str) -> None:
    """Hands are data for programs: those of before do not say how the running phase came about."""
    for command in (("status",), ("log", game), ("show", game), ("vote", game)):
        pbem(*command)
    for who in players(game):
        own = ("--as", who, "--key", who)
        pbem("receipts", game, *own)
        for command in (("show", game, *own), ("moves", game, *own), ("order", game, *own, "any", "--yes")):
            said = " ".join(pbem(*command, code=Exit.FAILED).stderr.split())
            assert "another version of pbem has written it. The moderator's next run writes it anew" in said


def test_a_moderator_who_upgrades_goes_on(game: str) -> None:
    pbem("run", game)
    heads, ordered = Campaign.open(Path("games") / game).head.n, 0
    for who in players(game):
        own = ("--as", who, "--key", who)
        assert pbem("show", game, *own).stdout
        ordered += "always on" in pbem("standing", game, *own).stdout
        asked = json.loads(pbem("moves", game, *own, "--json").stdout)
        orders = asked["legal"][0]["order"] if asked else "any"
        pbem("order", game, *own, orders, "--clear", "--out", f"{who}.txt", "--yes")
        pbem("check", f"{who}.txt", "--key", who)
        pbem("order", game, *own, "any", "--yes")
    assert ordered == 1, "what was ordered ahead is read too"
    said = pbem("run", game).stdout
    assert Campaign.open(Path("games") / game).head.n > heads, said
    pbem("verify", game)
    for who in players(game):
        pbem("show", game, "--as", who, "--key", who)


def test_a_hand_of_a_version_to_come_is_refused_in_a_sentence(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that this version wants is not there, in the view or in what is ordered ahead."""
    asked, _ = mustered()
    own = ("--as", asked, "--key", asked)
    whole = documents.read

    def without(part: str, name: str) -> Callable[[bytes], Document]:
        def read(data: bytes) -> Document:
            found = whole(data)
            del found.data[part][name]
            return found

        return read

    for part, name, said in (("view", "turn", "another version"), ("ordered", "queue", "not a hand of this version")):
        with monkeypatch.context() as patched:
            patched.setattr(documents, "read", without(part, name))
            for command in (("show", "duel-42", *own), ("order", "duel-42", *own, "any", "--yes")):
                assert said in pbem(*command, code=Exit.FAILED).stderr
    position = desk / "games" / "duel-42" / "position.json"
    shown = json.loads(position.read_bytes())
    del shown["view"]["turn"]
    position.write_text(json.dumps(shown))
    assert "another version" in pbem("show", "duel-42", code=Exit.FAILED).stderr
