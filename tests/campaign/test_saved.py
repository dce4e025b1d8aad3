"""A checkpoint has all that a match is: what is read back from it, and what a replay comes to, are the same."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import pbem.campaign
from pbem.campaign.campaign import Campaign
from pbem.campaign.match import Match
from pbem.campaign.match.ahead import Ahead
from pbem.campaign.match.pace import Pace
from pbem.campaign.match.past import Past
from pbem.campaign.match.saved import from_data, to_data
from pbem.campaign.match.sealed import Sealed
from pbem.campaign.match.seats import Seats
from pbem.campaign.running.create import opened

from . import recorded
from .kit import play_on, start
from .recorded import GAMES, Played, the_same_each_time

PARTS: Mapping[str, type] = {"seats": Seats, "sealed": Sealed, "ahead": Ahead, "pace": Pace, "past": Past}


def read_back(match: Match) -> Match:
    assert match.secret is not None
    return Match.load(match.genesis, match.digest, match.secret, json.loads(json.dumps(match.saved())))


def differences(one: Match, other: Match) -> list[str]:
    """Fields in which two matches would be kept differently. Of the table, where it stands: how far back it can go is
    a matter of where it was loaded."""
    found = []
    for name, cls in PARTS.items():
        mine, others = one.saved()[name], other.saved()[name]
        found += [f"{name}.{field.name}" for field in fields(cls) if mine[field.name] != others[field.name]]
    found += [name for name in ("n", "head", "at", "fair") if one.saved()[name] != other.saved()[name]]
    if (one.table is None) != (other.table is None):
        return [*found, "table"]
    if one.table is not None and one.playing.digest() != other.playing.digest():
        found.append("table")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_match_read_back_and_one_replayed_are_the_match(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every step of whole games: the replay is that of the moderator, who can open everything. That of a game
    that is over goes by what the ledger has opened, and needs no agendas."""
    compared = 0
    noted = Played.noted

    def compare(game: Played, said: str) -> None:
        nonlocal compared
        with opened(game.folder, game.moderator) as keeper:
            match = keeper.match
            assert differences(read_back(match), match) == [], said
            whole = match
            for whole, _, _ in Campaign.open(game.folder, game.moderator).replay():  # noqa: B007 - one match, advanced
                pass
            whole.due()  # what was skipped after the last entry is skipped again
            if not match.past.ended:
                assert differences(whole, match) == [], said
                compared += 1
        noted(game, said)

    monkeypatch.setattr(Played, "noted", compare)
    recorded.played(name, tmp_path)
    assert compared >= 2


def test_what_is_left_out_is_noticed(games: Path) -> None:
    """Whatever field a part has, the comparison sees that it differs."""
    campaign = start(games / "duel-1", joined=True)
    play_on(campaign, 3)
    for match, _, _ in campaign.replay():
        last = match
    changed: list[tuple[str, str, Any]] = [
        ("seats", "vacant", frozenset({1})),
        ("sealed", "seen", 7),
        ("ahead", "restart", 3),
        ("pace", "extra", (5,)),
        ("past", "ended", True),
    ]
    for part, field, value in changed:
        other = read_back(last)
        setattr(other, part, replace(getattr(other, part), **{field: value}))
        assert differences(other, last) == [f"{part}.{field}"]


def test_parts_keep_no_hints_that_nobody_can_read_back() -> None:
    with pytest.raises(TypeError, match="keeps no"):
        to_data(complex, 1j)
    assert from_data(tuple[int, ...], to_data(tuple[int, ...], (1, 2))) == (1, 2)
    assert from_data(dict[int, bytes], to_data(dict[int, bytes], {3: b"\xff"})) == {3: b"\xff"}


def test_nobody_changes_a_part_from_outside() -> None:
    """Neither by assigning to a field of it nor by changing what is in one."""
    names = {name: {one.name for one in fields(cls)} for name, cls in PARTS.items()}
    mutators = {"append", "extend", "insert", "pop", "clear", "add", "discard", "remove", "update", "setdefault"}

    def of_part(node: ast.AST) -> str | None:
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            part, field = node.value.attr, node.attr
            return f"{part}.{field}" if field in names.get(part, ()) else None
        return None

    found = []
    room = Path(pbem.campaign.__file__).parent
    for path in sorted(room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets: list[ast.AST] = []
            if isinstance(node, ast.Assign):
                targets = [one for target in node.targets for one in ast.walk(target) if hasattr(one, "ctx")]
                targets = [one for one in targets if isinstance(getattr(one, "ctx", None), ast.Store)]
            elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
                targets = [node.target]
            elif isinstance(node, ast.Delete):
                targets = list(node.targets)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in mutators:
                targets = [node.func.value]
            found += [f"{path.name}: {one}" for one in map(of_part, targets) if one is not None]
    assert found == []


def test_the_same_seal_opens(tmp_path: Path) -> None:
    """The seals of these games are no seals: they only come out the same each time."""
    from pbem.seals import sealing

    from .kit import MODERATOR

    with the_same_each_time(tmp_path):
        sealed = sealing.seal(b"a hand", [MODERATOR.public])
        assert sealed == sealing.seal(b"a hand", [MODERATOR.public])
        assert MODERATOR.open(sealed) == b"a hand"
