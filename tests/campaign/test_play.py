"""A campaign from the first key to the revealed secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.seals import sshsig
from pbem.seals.fair import FairSource
from pbem.seals.signed import read_signed

from .kit import MODERATOR, again, files, play_on, role, send, signed_block, start, submit


def test_a_duel_is_played_to_its_end_and_verifies(games: Path) -> None:
    campaign = start(games / "duel-1")
    assert verify(campaign.folder).ok
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
    assert campaign.ledger.head()[1]["kind"] == "end"
    steps = list(Campaign.open(campaign.folder).steps())
    assert steps[-1].outcome is not None
    assert [step.n for step in steps] == list(range(len(steps)))


@pytest.mark.parametrize("seats", [2, 4])
def test_secret_and_simultaneous_answers_are_opened_when_the_rules_say_so(games: Path, market: str, seats: int) -> None:
    handles = ("anna", "ben", "cleo", "dan")[:seats]
    campaign = start(games / "market-1", market, handles)
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    entries = list(campaign.entries())
    lit = [(e["n"], i) for e in entries for i, one in enumerate(e.get("answers", ())) if one["ask"] == "light"]
    shows = {(one["n"], one["i"]): e for e in entries for one in e.get("shows", ())}
    assert lit
    for n, i in lit:
        assert "order" not in entries[n]["answers"][i]
        assert "sealed" in entries[n]["file"]
        assert shows[n, i]["n"] > n, "a secret answer stays sealed beyond the end of the Together"
        assert shows[n, i]["kind"] == "run"


def test_bots_join_and_play_by_themselves_with_signed_files(games: Path) -> None:
    campaign = start(games / "duel-2", bots={"anna": "random", "ben": "bot"})
    report = again(campaign)
    assert campaign.ledger.head()[1]["kind"] == "end"
    assert report.n == report.before, "the first run has played it all"
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.signatures > 40


def test_play_begins_only_when_every_seat_has_signed_the_genesis(games: Path) -> None:
    campaign = start(games / "duel-3", joined=False)
    assert submit(campaign, "anna", "join").result == "applied"
    refused = submit(campaign, "anna", "build baths")
    assert refused.message == "Play has not begun; these seats have not joined yet: ben."
    assert (
        submit(campaign, "ben", "build baths").message
        == "The first file of a seat must contain the single order `join`."
    )
    assert submit(campaign, "anna", "join", by="ben").fault == "sig-key"
    wrong = submit(campaign, "ben", "join", after="0" * 64)
    assert wrong.message.startswith("To join, `after` must be the digest of the genesis")
    assert not campaign.position["begun"]
    assert submit(campaign, "ben", "join").result == "applied"
    assert campaign.position["begun"]


def test_the_first_shuffle_depends_on_every_signature(games: Path) -> None:
    """Nobody, the moderator included, can know the first deal before the last seat has signed."""
    from pbem.campaign.match import Match
    from pbem.campaign.records import SignedFile

    campaign = start(games / "duel-4")
    _, *joins = (entry for entry in campaign.entries() if entry["kind"] in ("genesis", "join"))
    genesis = campaign.genesis
    secret = MODERATOR.game(genesis.game, genesis.salt).secret

    def first(changed: int | None) -> str:
        match = Match.begin(genesis, campaign.genesis_digest, secret)
        for seat, entry in enumerate(joins):
            file = SignedFile.of(entry["file"])
            raw = bytes([file.signature[-1] ^ (seat == changed)])
            match.join(seat, SignedFile(file.payload, file.signature[:-1] + raw))
        return match.playing.digest()

    assert first(None) == first(None)
    assert len({first(None), first(0), first(1)}) == 3


def test_one_file_answers_asks_in_a_row_and_stops_at_a_strict_line_that_is_not_legal(games: Path) -> None:
    campaign = start(games / "duel-5")
    with opened(campaign.folder, MODERATOR) as keeper:
        table = keeper.match.playing
        (seat,) = table.pending
        first = table.pending[seat].write(table.pending[seat].listed()[0], table.players)
    handle = campaign.players[seat]
    before = campaign.head.n
    receipt = submit(campaign, handle, f"try build baths\n{first}\n\n# a plan\nbuild baths\n")
    assert receipt.result == "applied"
    assert [line["result"] for line in receipt.lines] == ["skipped", "done", "queued"]
    entry = list(campaign.entries())[before + 1]
    assert [one["order"] for one in entry["answers"] if one["source"] == "file"] == [first]
    assert "sealed" in entry["file"], "lines that were not used are nobody else's business before the end"

    other = campaign.players[1 - seat]
    refused = submit(campaign, other, "take pyramids, pyramids, pyramids\nbuild baths")
    assert refused.result == "refused"
    assert refused.lines[0]["result"] == "refused"
    assert refused.lines[0]["message"]
    assert campaign.head.n == before + 1


def test_a_strict_line_in_the_middle_keeps_what_was_done(games: Path, market: str) -> None:
    campaign = start(games / "market-2", market)
    while True:
        with opened(campaign.folder, MODERATOR) as keeper:
            pending = keeper.match.playing.pending
            (seat, *_), asked = list(pending), next(iter(pending.values())).kind.id
        if asked == "line_up":
            break
        play_on(campaign, 1)
    handle = campaign.players[seat]
    receipt = submit(campaign, handle, "queue jade, red, blue, amber, violet\npeek me\nrest")
    assert receipt.result == "stopped"
    assert [line["result"] for line in receipt.lines] == ["done", "refused", "unread"]
    assert "line 2: peek me" in receipt.text("en")
    receipt = submit(campaign, handle, "rest")
    assert receipt.result == "applied"


def test_a_newer_file_replaces_one_that_was_not_read_yet(games: Path) -> None:
    campaign = start(games / "duel-6")
    with opened(campaign.folder, MODERATOR) as keeper:
        table = keeper.match.playing
        (seat,) = table.pending
        orders = [table.pending[seat].write(one, table.players) for one in table.pending[seat].listed()]
    handle = campaign.players[seat]
    (campaign.folder / "inbox" / "1.move").write_bytes(send(campaign, handle, orders[0]).read_bytes())
    for path in (campaign.folder / "inbox").glob("2*.move"):
        path.unlink()
    (campaign.folder / "inbox" / "2.move").write_bytes(send(campaign, handle, orders[1]).read_bytes())
    for path in (campaign.folder / "inbox").glob("20*.move"):
        path.unlink()
    report = again(campaign)
    assert sorted(one.result for one in report.receipts) == ["applied", "replaced"]
    entry = list(campaign.entries())[-1]
    assert entry["answers"][0]["order"] == orders[1]
    assert not list((campaign.folder / "inbox").iterdir())


@pytest.mark.slow
def test_the_table_stands_the_same_with_and_without_the_checkpoint(games: Path, private: Path, market: str) -> None:
    import shutil

    campaign = start(games / "market-3", market, ("anna", "ben", "cleo"))
    for _ in range(12):
        play_on(campaign, 3)
        with opened(campaign.folder, MODERATOR) as keeper:
            assert keeper.last is not None, "taken up from the checkpoint"
            quick = (
                keeper.match.playing.digest(),
                keeper.match.fair.state(),
                keeper.match.past.recent,
                keeper.match.sealed.given,
            )
        shutil.rmtree(private)
        with opened(campaign.folder, MODERATOR) as keeper:
            assert keeper.last is None, "replayed from the genesis"
            slow = (
                keeper.match.playing.digest(),
                keeper.match.fair.state(),
                keeper.match.past.recent,
                keeper.match.sealed.given,
            )
        assert quick == slow
        play_on(campaign, 1)


def test_where_not_even_an_answer_may_be_noticed_files_wait_outside_the_ledger(games: Path, tmp_path: Path) -> None:
    from tests.conformance import toy

    closed = [("rules/evening.py", "for seat in game.sealed})", "for seat in game.sealed}, open=False)")]
    with toy.installed(tmp_path / "titles", changes=closed) as title:
        campaign = start(games / "market-1", title.id, ("anna", "ben", "cleo"))
        while campaign.position["asked"][0]["kind"] == "bid":
            play_on(campaign, 1)
        assert campaign.position["waiting"] is None
        before, public = campaign.head, files(campaign.folder)
        for handle in ("cleo", "anna"):
            send(campaign, handle, "light none")
            assert [one.result for one in again(campaign).receipts][-1] == "held"
        now = files(campaign.folder)
        assert {name: data for name, data in now.items() if not name.startswith("inbox/")} == public
        send(campaign, "ben", "light none")
        results = [one.result for one in again(campaign).receipts]
        assert results.count("applied") == 3
        roles = [role(entry) for entry in list(campaign.entries())[before.n + 1 :]]
        assert roles == ["move", "move", "move"]
        play_on(campaign, 5)
        assert verify(campaign.folder).ok


def test_dice_follow_from_the_secret_and_the_signatures_in_the_order_of_play(games: Path, guess: str) -> None:
    """By the book: the genesis, the joins by seat, then each file at its first use."""
    from pbem.campaign.records import SignedFile

    campaign = start(games / "guess-1", guess, options={"rounds": 50})
    play_on(campaign)
    entries = list(campaign.entries())
    chance = FairSource(bytes.fromhex(entries[-1]["secret"]), bytes.fromhex(campaign.genesis_digest))
    for entry in entries[1:3]:
        chance.mix(SignedFile.of(entry["file"]).raw)
    dice = [1 + chance.below(20)]
    for n, entry in enumerate(entries[3:-1], 1):
        chance.mix(SignedFile.of(entry["file"]).raw)
        if n % 2 == 0 and n < 100:
            dice.append(1 + chance.below(20))
    steps = list(campaign.steps())
    assert [note.values["number"] for step in steps for note in step.notes] == dice


def test_the_order_in_which_simultaneous_answers_arrive_has_no_influence(
    games: Path, private: Path, market: str
) -> None:
    import shutil

    campaign = start(games / "market-1", market, ("anna", "ben", "cleo"))
    while campaign.position["asked"][0]["kind"] == "bid":
        play_on(campaign, 1)
    after = campaign.head.digest
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.fair is not None
        expected = FairSource.from_state(keeper.secrets.secret, keeper.match.fair.state())
        for seat in keeper.match.playing.pending:
            block = signed_block(campaign, campaign.players[seat], "light none", after)
            expected.mix(sshsig.parse(read_signed(block.encode()).signature).raw)
    for folder in (games, private):
        shutil.copytree(folder, folder.with_name(f"kept-{folder.name}"))
    ends = []
    for order in (("anna", "ben", "cleo"), ("cleo", "anna", "ben")):
        for folder in (games, private):
            shutil.rmtree(folder)
            shutil.copytree(folder.with_name(f"kept-{folder.name}"), folder)
        for handle in order:
            assert submit(campaign, handle, "light none", after).result == "applied"
        with opened(campaign.folder, MODERATOR) as keeper:
            assert keeper.match.fair is not None
            ends.append((keeper.match.playing.digest(), keeper.match.fair.state()))
    assert ends[0] == ends[1]
    assert ends[0][1]["digest"] == expected.state()["digest"], "the signatures enter in the order of the rule"


def test_a_file_answers_a_together_once_and_a_later_file_may_replace_it(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market)
    while campaign.position["asked"][0]["kind"] == "bid":
        play_on(campaign, 1)
    receipt = submit(campaign, "anna", "light none\nlight none")
    assert [line["result"] for line in receipt.lines] == ["done", "queued"]
    assert submit(campaign, "anna", "light none # again").result == "applied"
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.sealed.given == {0: (campaign.head.n, 0)}
    assert submit(campaign, "ben", "light none").result == "applied"
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
