"""Ledgers, files in the inbox and opened hands from a hostile hand: a message, never a traceback."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.entries import read_line
from pbem.campaign.ledger.signed_json import signed
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.table.state_json import canonical

from .cases_ledger import FOLDER
from .kit import MODERATOR, NOW, files, signed_block, start

TRIES = int(os.environ.get("PBEM_FUZZ", "300"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
GOOD = [json.loads(line) for line in (FOLDER / "valid_finished.jsonl").read_bytes().splitlines()]
LAST = len(GOOD) - 1


@settings(max_examples=TRIES, deadline=None)
@given(st.binary(max_size=400))
def test_a_line_of_any_bytes(data: bytes) -> None:
    with pytest.raises(CampaignError, match=r"^entry 0: "):
        read_line(data, 0)


def _paths(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    found = [path]
    if isinstance(value, dict):
        for name, one in value.items():
            found += _paths(one, (*path, name))
    elif isinstance(value, list):
        for n, one in enumerate(value):
            found += _paths(one, (*path, n))
    return found


@pytest.mark.slow
@settings(max_examples=TRIES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, LAST), st.integers(0, 10**6), JSON)
def test_an_entry_with_a_value_of_any_kind(guess: str, tmp_path: Path, n: int, where: int, value: object) -> None:
    """A moderator who signs nonsense: verify says so, in a sentence that names the entry."""
    entries = json.loads(json.dumps(GOOD))
    paths = _paths(entries[n])[1:]
    *way, last = paths[where % len(paths)]
    holder = entries[n]
    for step in way:
        holder = holder[step]
    if holder[last] == value and type(holder[last]) is type(value):
        return
    holder[last] = value
    before, lines = "0" * 64, []
    for number, entry in enumerate(entries):
        entry = {**{k: v for k, v in entry.items() if k != "sig"}, "prev": before} if number >= n else entry
        if number == n and last in ("prev", "sig"):
            entry[last] = value
            line = canonical(entry)
        else:
            line = signed(entry, MODERATOR) if number >= n else canonical(entry)
        lines.append(line)
        from hashlib import sha256

        before = sha256(line).hexdigest()
    folder = tmp_path / "fuzz"
    folder.mkdir(exist_ok=True)
    (folder / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    verdict = verify(folder, ledger_only=True)
    harmless = last in ("at", "hours", "at_deadline", "name", "language", "engine", "edition", "salt", "bot", "age")
    assert not verdict.ok or harmless, f"entry {n}, {way} {last} = {value!r} was not noticed"


def test_bytes_of_a_ledger_at_random(guess: str, tmp_path: Path) -> None:
    good = (FOLDER / "valid_finished.jsonl").read_bytes()
    dice = random.Random(11)
    for _ in range(TRIES):
        data = bytearray(good)
        for _ in range(dice.randrange(1, 4)):
            place = dice.randrange(len(data))
            match dice.randrange(3):
                case 0:
                    data[place] = dice.randrange(256)
                case 1:
                    del data[place : place + dice.randrange(1, 40)]
                case _:
                    data[place:place] = data[dice.randrange(len(data)) :][: dice.randrange(1, 40)]
        (tmp_path / "ledger.jsonl").write_bytes(bytes(data))
        verdict = verify(tmp_path, ledger_only=True)
        assert verdict.ok == (bytes(data) == good)
        assert verdict.ok or verdict.message


def test_files_of_any_kind_in_the_inbox(games: Path) -> None:
    campaign = start(games / "duel-1")
    good = signed_block(campaign, campaign.position["waiting"][0], "build baths").encode()
    ledger = files(campaign.folder)["ledger.jsonl"]
    dice = random.Random(7)
    with opened(campaign.folder, MODERATOR) as keeper:
        for _ in range(TRIES):
            data = bytearray(good if dice.random() < 0.8 else dice.randbytes(dice.randrange(300)))
            for _ in range(dice.randrange(1, 6)):
                data[dice.randrange(len(data) + 1) :][:0] = dice.randbytes(dice.randrange(3))
                if data:
                    data[dice.randrange(len(data))] = dice.randrange(256)
            receipt = keeper.submit(bytes(data), now=NOW)
            assert receipt.result in ("refused", "duplicate")
            assert receipt.message
    assert files(campaign.folder)["ledger.jsonl"] == ledger
