"""The share of `make fuzz` that every `make test` takes: 20,000 inputs, none of which may do any harm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.campaign.kit import MODERATOR, key

from . import agefile, harness
from .__main__ import SHARES, WAYS, tasks
from .dice import Dice
from .harness import Fuzz, report
from .pushes import Push
from .table import HANDLES, Wrong, check_entry, check_said, entries
from .ways import Files

SEED = 13
COUNTS = {"files": (4000,) * 3, "mails": (2500,) * 3, "orders": (200,) * 2, "pushes": (60,) * 2}
PIECES = [(kind, sum(counts[:at]), count) for kind, counts in COUNTS.items() for at, count in enumerate(counts)]


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table sets its own; afterwards it is as before."""
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("PBEM_MODERATOR_KEY", raising=False)
    # Seconds are for `make fuzz`; what an input may cost is tested by how that grows (test_budget.py).
    monkeypatch.setattr(harness, "BUDGET", float("inf"))


def harmless(kind: str, root: Path, first: int, count: int) -> Fuzz:
    fuzz = Fuzz(WAYS[kind](root), SEED)
    for _ in fuzz.batches(first, count):
        pass
    assert not fuzz.failures, report(fuzz.failures)
    return fuzz


def test_there_are_enough_inputs() -> None:
    assert sum(count for _, _, count in PIECES) >= 20_000
    assert set(COUNTS) == set(WAYS) == set(SHARES)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "first", "count"), PIECES)
def test_no_input_does_harm(kind: str, first: int, count: int, tmp_path: Path) -> None:
    harmless(kind, tmp_path, first, count)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), [("files", 300), ("mails", 150), ("orders", 20)])
def test_a_few_inputs_do_no_harm(kind: str, count: int, tmp_path: Path) -> None:
    harmless(kind, tmp_path, 10**6, count)


# ---- the net itself


class Stumbling:
    """A way in that falls over two inputs, is slow with a third, and has a bad pair."""

    kind, batch = "files", 100
    clock = 0.0

    def put_back(self, number: int) -> None:
        self.took: set[int] = set()

    def make(self, dice: Dice) -> int:
        return dice.number

    def take(self, inputs: Sequence[tuple[int, int]]) -> Counter[str]:
        self.took = {one for _, one in inputs}
        if 41 in self.took:
            raise KeyError("41")
        if 77 in self.took:
            raise BaseException("a library panics")
        self.clock += 0.2 if 120 in self.took else 0.0
        return Counter({"taken": len(inputs)})

    def check(self) -> None:
        if {249, 250} <= self.took:
            raise Wrong("the two together")


def test_the_input_to_blame_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    way = Stumbling()
    monkeypatch.setattr(harness, "BUDGET", 0.1)
    monkeypatch.setattr(harness, "_cpu", lambda: way.clock)
    fuzz = Fuzz(way, SEED)
    assert list(fuzz.batches(0, 300)) == [100, 200, 300]
    blamed = {one.numbers: one.what.split(":")[0] for one in fuzz.failures}
    pair = tuple(range(200, 300))
    assert blamed.pop(pair) == "Wrong"
    assert blamed == {(41,): "KeyError", (77,): "BaseException", (120,): "Slow"}
    assert "--kind files --only 41\n" in report(fuzz.failures)
    assert fuzz.failures[-1].command.endswith("--only 200-299")


@pytest.mark.slow
def test_an_input_is_made_from_its_number_alone(tmp_path: Path) -> None:
    for kind, way in WAYS.items():
        one, other = (way(tmp_path / f"{kind}-{n}") for n in range(2))
        for number in (0, 7, 151):
            made = []
            for table in (one, other):
                table.put_back(number // table.batch)
                made.append(table.make(Dice(SEED, kind, number)))
            assert _meaning(made[0]) == _meaning(made[1]), (kind, number)


def _meaning(made: object) -> object:
    """Hands are sealed anew in every repository, so commits have other names; all else of a push is the same."""
    if not isinstance(made, Push):
        return made
    blobs = [data for data in made.objects.values() if data.startswith(b"blob")]
    return blobs, [ref for _, _, ref in made.updates], len(made.objects), made.sound


def test_a_long_run_has_every_number_once() -> None:
    for count in (1000, 20_001):
        planned = tasks(count, SEED)
        for kind, share in SHARES.items():
            numbers = sorted(n for one, _, first, some in planned if one == kind for n in range(first, first + some))
            assert numbers == list(range(round(count * share)))


def test_a_file_out_of_place_and_one_left_behind_are_seen(tmp_path: Path) -> None:
    files = Files(tmp_path)
    for path, said in (("games/duel-42/x", "no business"), ("keys/moderator.pub", "no business")):
        files.put_back(1)
        (files.table.root / path).write_text("x")
        with pytest.raises(Wrong, match=said):
            files.check()
    files.put_back(1)
    (files.table.now / "inbox" / "a-folder").mkdir()
    with pytest.raises(Wrong, match="left in the inbox"):
        files.check()


def test_an_entry_that_its_player_did_not_sign_is_seen(tmp_path: Path) -> None:
    files = Files(tmp_path)
    files.put_back(3)
    entry = entries(files.table.now)[-1]
    keys = {one: key(one).public.raw for one in HANDLES}
    check_entry(entry, dict(keys))
    payload = entry["file"]["payload"]
    other = next(one for one in HANDLES if one != entry["player"])
    for change in (
        {"payload": payload + "\n"},
        {"payload": payload + "? - ? - x\n"},
        {"payload": payload.replace(entry["player"], other)},
        {"signature": entry["file"]["signature"][:-8] + "AAAAAAA="},
    ):
        with pytest.raises(Wrong):
            check_entry({**entry, "file": {**entry["file"], **change}}, dict(keys))
    with pytest.raises(Wrong, match="no signature of this seat"):
        check_entry(entry, {entry["player"]: key(other).public.raw})


@pytest.mark.parametrize("text", ["", " \n", "Traceback (most recent call last)", "a\x1b[2J", "a\u202eb"])
def test_an_answer_that_no_one_may_read_is_seen(text: str) -> None:
    with pytest.raises(Wrong):
        check_said(text)


@pytest.mark.parametrize("armored", [False, True])
@pytest.mark.parametrize("size", [0, 1, 48, 65536, 65537])
def test_age_files_made_by_hand_open(size: int, armored: bool) -> None:
    around = [agefile.stanza(b"x-grease", (b"a", b"b"), bytes(48)), agefile.stanza(b"y", (), b"")]
    whole = agefile.sealed(b"x" * size, MODERATOR.public, b"lots", around[:1], around[1:], armored)
    assert MODERATOR.open(whole) == b"x" * size
