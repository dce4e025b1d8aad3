"""A ledger is read from its end in pieces of 64 KB: where they meet, nothing is lost, doubled or cut."""

from __future__ import annotations

from base64 import b64encode
from io import FileIO
from pathlib import Path

import pytest

from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.campaign.ledger.entries import NOTHING, Entry, digest_of
from pbem.campaign.ledger.file import NAME, Ledger
from pbem.table.state_json import canonical

PIECE = 64 * 1024
SIGNATURE = b64encode(bytes(64)).decode()


def entry(n: int, prev: str, size: int) -> Entry:
    """A change of key, whose line has so many bytes."""
    found: Entry = {
        "n": n,
        "prev": prev,
        "at": "2026-01-01T12:00:00Z",
        "sig": SIGNATURE,
        "kind": "key",
        "by": "player",
        "player": "anna",
        "key": "",
        "file": {"digest": f"{n:064x}"},
    }
    return {**found, "key": "k" * (size - len(canonical(found)))}


def written(folder: Path, sizes: list[int]) -> tuple[Ledger, list[Entry], list[str]]:
    """A ledger of lines of these sizes, line breaks included; its entries and their digests."""
    lines: list[bytes] = []
    entries: list[Entry] = []
    for n, size in enumerate(sizes):
        entries.append(entry(n, digest_of(lines[-1]) if lines else NOTHING, size - 1))
        lines.append(canonical(entries[-1]))
        assert len(lines[-1]) == size - 1
    (folder / NAME).write_bytes(b"".join(line + b"\n" for line in lines))
    return Ledger(folder), entries, [digest_of(line) for line in lines]


SIZES = {
    "many pieces": [1000 + 37 * n for n in range(150)],
    "a piece ends with a line": [PIECE // 64] * 200,
    "a line break begins a piece": [5000, PIECE + 1, 1000, PIECE - 1000 + 1, PIECE - 1],
    "a line break ends a piece": [5000, PIECE, 700, PIECE - 700, PIECE],
    "lines of several pieces": [600, 3 * PIECE + 7, 600, 5 * PIECE, 2 * PIECE - 1, 600],
    "one piece": [PIECE // 2, PIECE // 2],
    "one line": [4 * PIECE],
}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_every_entry_is_found_from_the_end(sizes: list[int], tmp_path: Path) -> None:
    ledger, entries, digests = written(tmp_path, sizes)
    assert [ledger.number(digest) for digest in digests] == list(range(len(sizes)))
    assert ledger.number("0" * 64) is None
    assert [ledger.holding(one["file"]["digest"], NOTHING) for one in entries] == entries
    assert ledger.holding("f" * 64, NOTHING) is None


@pytest.mark.parametrize("size", [600, PIECE - 1, PIECE, PIECE + 1, 4 * PIECE, 4 * PIECE + 1, 17 * PIECE])
def test_the_last_entry_is_read_whole_however_long_it_is(size: int, tmp_path: Path) -> None:
    for before in ([], [600], [PIECE + 600]):
        ledger, entries, digests = written(tmp_path, [*before, size])
        head, last = ledger.head()
        assert last == entries[-1]
        assert (head.n, head.digest, head.size) == (len(before), digests[-1], sum(before) + size)


def test_what_a_file_names_ends_the_search_for_it(tmp_path: Path) -> None:
    """Only what came later can hold it: what came before is not looked at."""
    ledger, entries, digests = written(tmp_path, [PIECE, PIECE, PIECE])
    assert ledger.holding(entries[1]["file"]["digest"], digests[0]) == entries[1]
    assert ledger.holding(entries[0]["file"]["digest"], digests[1]) is None
    data = ledger.path.read_bytes()
    ledger.path.write_bytes(b"x" * (PIECE - 1) + data[PIECE - 1 :])
    assert ledger.holding("f" * 64, digests[1]) is None


def test_of_a_long_ledger_only_the_last_pieces_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, _, digests = written(tmp_path, SIZES["many pieces"])
    read: list[int] = []

    class Counted(FileIO):
        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            read.append(len(data))
            return data

    monkeypatch.setattr(Path, "open", lambda path, mode: Counted(path, "r"))
    assert ledger.number(digests[-1]) == 149
    assert sum(read) == PIECE
    read.clear()
    assert ledger.head()[0].n == 149
    assert sum(read) == PIECE


@pytest.mark.parametrize("place", [1, 40, 148])
def test_a_changed_line_is_noticed_on_the_way_back_however_far_it_is(place: int, tmp_path: Path) -> None:
    ledger, _, digests = written(tmp_path, SIZES["many pieces"])
    lines = ledger.path.read_bytes().split(b"\n")
    lines[place] = lines[place].replace(b'"kkk', b'"jkk')
    ledger.path.write_bytes(b"\n".join(lines))
    assert ledger.number(digests[-1]) == 149
    with pytest.raises(CampaignError) as caught:
        ledger.number(digests[0])
    assert (caught.value.fault, caught.value.entry) == (CampaignFault.LINE_PREV, place + 1)
