"""What happened, for everybody: the file beside the ledger that logs are written from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from pbem.campaign.campaign import NOTES, Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.published import public_notes
from pbem.campaign.running.create import opened
from pbem.table import Note

from .kit import MODERATOR, play_on, start, submit
from .test_ahead import first_and_other


def by_replay(campaign: Campaign) -> list[list[Note]]:
    kept = Campaign.open(campaign.folder, MODERATOR)
    return [[note for note in deed.notes if note.visible(None)] for _, _, deed in kept.replay()]


def data(told: list[list[Note]] | None) -> list[list[dict[str, object]]]:
    assert told is not None
    return [[json.loads(json.dumps(note.data())) for note in notes] for notes in told]


def test_anybody_reads_what_happened_without_a_key(games: Path) -> None:
    campaign = start(games / "notes-1")
    play_on(campaign, 5)
    onlooker = Campaign.open(campaign.folder)
    told = data(public_notes.read(onlooker))
    assert told == data(by_replay(campaign))
    assert sum(map(len, told)) > 5
    assert verify(campaign.folder).ok


def test_it_grows_with_each_run_and_is_written_again_where_it_is_not_the_moderators(games: Path) -> None:
    campaign = start(games / "notes-2")
    one, _ = first_and_other(campaign)
    path = campaign.folder / NOTES
    before = path.read_bytes()
    submit(campaign, one, "any")
    after = path.read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == campaign.head.n + 1
    path.write_bytes(after.replace(b'"notes"', b'"motes"', 1))
    assert not verify(campaign.folder).ok
    assert public_notes.read(Campaign.open(campaign.folder)) is None
    play_on(campaign, 1)
    assert path.read_bytes().startswith(after)
    path.unlink()
    play_on(campaign, 1)
    assert path.read_bytes().startswith(after)
    assert verify(campaign.folder).ok


def test_a_finished_game_from_before_needs_no_such_file(games: Path) -> None:
    shown = Path(__file__).parents[2] / "games" / "ages-showcase"
    shutil.copytree(shown, games / "ages-showcase")
    old = Campaign.open(games / "ages-showcase")
    assert not (old.folder / NOTES).exists()
    told = public_notes.read(old)
    assert told is not None
    assert len(told) == old.head.n + 1
    assert verify(old.folder).ok


def test_a_receipt_tells_what_came_of_each_line(games: Path) -> None:
    campaign = start(games / "notes-3")
    one, _ = first_and_other(campaign)
    with opened(campaign.folder, MODERATOR) as keeper:
        ask = keeper.match.playing.pending[campaign.seat(one)]
        order = ask.write(next(ask.answers()), campaign.players)
    receipt = submit(campaign, one, order)
    (line,) = receipt.lines
    assert [note["key"] for note in line["told"]][:1] == ["wonders_taken"]
    assert receipt.text("en").split("\n")[2].strip().startswith(f"{one.capitalize()} takes ")
