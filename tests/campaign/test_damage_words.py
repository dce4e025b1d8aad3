"""What is said of damage to a game that only somebody with the moderator's key, or a broken disk, can do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.entries import LONGEST
from pbem.campaign.ledger.replay import compare
from pbem.campaign.ledger.signed_json import signed
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player import seen_heads
from pbem.campaign.player.player_view import open_hand, strange
from pbem.campaign.published import public_files
from pbem.campaign.published.hand import VERSION
from pbem.campaign.records import EntryDraft
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened
from pbem.seals import documents
from pbem.seals.sealing import seal, unseal
from tests.toys.mail import installed

from .cases_ledger import rebuilt, resigned
from .kit import MODERATOR, NOW, again, key, play_on, send, start, submit

Entries = list[dict[str, Any]]
Change = Callable[[Entries], object]
POLICY = {"undo": "open", "rollback": "moderator", "ruling": "moderator", "votes": "all", "absence": 240}
LATER = "2026-01-09T12:00:00Z"


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with installed():
        yield


def running(games: Path, files: str = "open") -> Campaign:
    """Entries 3 to 5: anna's turn, an absence by the moderator, ben gives up the seat."""
    campaign = start(games / "turn-1", "toy_turn", limits=Terms(24, "default", files=files), policy=POLICY)
    submit(campaign, "anna", "no politics\ntake oil\nend")
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.absence(keeper, 0, "2026-02-01..2026-02-02", NOW)
        keeper.publish()
    assert submit(campaign, "ben", "leave").result == "applied"
    return campaign


def over(games: Path, files: str = "open") -> Campaign:
    """A game that has ended; entry 3 is anna's turn, entry 4 a deadline that ben missed."""
    campaign = start(games / "turn-1", "toy_turn", limits=Terms(24, "default", files=files), policy=POLICY)
    submit(campaign, "anna", "no politics\ntake oil\nend")
    again(campaign, LATER)
    assert list(campaign.entries())[4]["cause"] == "clock"
    for handle in ("anna", "ben"):
        send(campaign, handle, "vote yes draw")
    again(campaign, LATER)
    return campaign


def decided(games: Path) -> Campaign:
    """Entries 3 to 8: an absence, a substitute, a pause and its end, more time, and somebody else on a seat."""
    policy = {**POLICY, "clock": "moderator"}
    campaign = start(games / "turn-1", "toy_turn", limits=Terms(24, "default", files="open"), policy=policy)
    submit(campaign, "anna", "absence 2026-02-01..2026-02-02")
    submit(campaign, "ben", f"substitute {key('hugo').public.line}")
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.change(keeper, "pause", NOW)
        decisions.change(keeper, "resume", NOW)
        decisions.extend(keeper, 24, NOW)
        decisions.give(keeper, 0, Seat("anna", "Carl", key("carl").public), NOW)
        keeper.publish()
    kinds = [entry["kind"] for entry in campaign.entries()]
    assert kinds[3:] == ["absence", "substitute", "deadline", "deadline", "deadline", "takeover"]
    return campaign


def line(name: str) -> str:
    return " ".join(key(name).public.line.split()[:2])


def both_ways(entries: Entries) -> None:
    entries[3]["file"]["sealed"] = "x"


LEDGER: dict[str, tuple[Callable[[Path], Campaign], Change, int, str]] = {
    "a player who is not there": (
        running,
        lambda e: e[4].update(player="zoe"),
        4,
        "the player zoe has no place here; the seats are anna, ben.",
    ),
    "no join": (
        running,
        lambda e: resigned(e[1], "anna", orders="join\nleave"),
        1,
        "it does not sign the genesis with the one order `join`.",
    ),
    "open and sealed": (running, both_ways, 3, "it must be either open or sealed."),
    "an ask that is not there": (
        running,
        lambda e: e[3]["answers"][0].update(ask="tea"),
        3,
        "there is no anna or tea.",
    ),
    "a seat given up with another order": (
        running,
        lambda e: resigned(e[5], "ben", orders="stay"),
        5,
        "it does not hold the one order `leave`.",
    ),
    "a seat given up with more than that": (
        running,
        lambda e: resigned(e[5], "ben", orders="leave now"),
        5,
        "it does not hold the one order `leave`.",
    ),
    "an absence of other days": (
        decided,
        lambda e: e[3].update(until="2026-02-09T00:00:00Z"),
        3,
        "it announces another absence.",
    ),
    "another substitute": (
        decided,
        lambda e: e[4].update(key=line("mallory")),
        4,
        "it orders a different key from the one in the entry.",
    ),
    "no substitute": (decided, lambda e: e[4].pop("key"), 4, "it orders a different key from the one in the entry."),
    "a substitute of another seat": (decided, lambda e: e[4].update(player="anna"), 4, "it is for ben in turn-1."),
    "two pauses": (decided, lambda e: e[6].update(change="pause"), 6, "has been stopped since"),
    "a pause with a deadline": (
        decided,
        lambda e: e[5].update(hours=3),
        5,
        "it does not have just the fields of a `pause`",
    ),
    "a deadline in the past": (
        decided,
        lambda e: e[7].update(due="2026-01-01T11:00:00Z"),
        7,
        "is not after 2026-01-01T12:00:00Z",
    ),
    "a seat that was not free": (
        decided,
        lambda e: e[8].update(by=3),
        8,
        "the seat of anna did not become free with entry 3.",
    ),
    "the key of somebody else": (
        decided,
        lambda e: e[8].update(key=line("ben")),
        8,
        "ben signs with this key already.",
    ),
    "orders that cannot be read": (
        over,
        lambda e: resigned(e[3], "anna", orders="juggle"),
        3,
        "its orders cannot be read: ",
    ),
    "a deadline of somebody who is not asked": (
        over,
        lambda e: (e[4].update(player="anna"), resigned(e[4], "moderator", "pbem-moderator", player="anna")),
        4,
        "a run entry has no place here; nothing is asked of anna.",
    ),
    "a lapse where nothing is offered": (
        over,
        lambda e: e.insert(
            4,
            {
                "kind": "run",
                "cause": "lapse",
                "at": LATER,
                "due": e[4]["due"],
                "answers": [],
                "shows": [],
                "opens": [],
                "digest": e[3]["digest"],
            },
        ),
        4,
        "a run entry has no place here; nothing is offered that anybody could let pass.",
    ),
}


@pytest.mark.parametrize("name", LEDGER)
def test_a_damaged_ledger(games: Path, name: str) -> None:
    build, change, n, said = LEDGER[name]
    campaign = build(games)
    assert verify(campaign.folder).ok
    entries = list(campaign.entries())
    change(entries)
    campaign.ledger.path.write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder)
    assert (verdict.ok, verdict.entry) == (False, n), verdict.message
    assert said in verdict.message


def test_options_are_all_there(games: Path) -> None:
    campaign = start(games / "duel-1")
    entries = list(campaign.entries())
    entries[0]["options"].popitem()
    campaign.ledger.path.write_bytes(rebuilt(entries))
    assert "its options are not the full set that the title has." in verify(campaign.folder).message


def test_a_file_that_was_sealed_opens_as_it_was(games: Path) -> None:
    campaign = over(games, "sealed")
    assert verify(campaign.folder).ok
    sealed = [entry["n"] for entry in campaign.entries() if "sealed" in entry.get("file", ())]
    assert sealed
    for change, said in (
        (
            lambda end: end.update(opens=end["opens"][1:]),
            "the signed file is not right: it is sealed and was never opened.",
        ),
        (
            lambda end: end["opens"][0].update(payload=end["opens"][0]["payload"] + " "),
            f"is not what entry {sealed[0]} sealed.",
        ),
    ):
        entries = json.loads(json.dumps(list(campaign.entries())))
        change(entries[-1])
        (games / "other").mkdir(exist_ok=True)
        (games / "other" / "ledger.jsonl").write_bytes(rebuilt(entries))
        verdict = verify(games / "other", ledger_only=True)
        assert (verdict.ok, verdict.entry) == (False, sealed[0]), verdict.message
        assert said in verdict.message


REPLAYED: dict[str, tuple[Callable[[Path], Campaign], Change, str]] = {
    "an answer of no file": (
        over,
        lambda e: e[3]["answers"][0].update(player="ben"),
        "it does not say which file an answer is of",
    ),
    "nobody is asked": (
        over,
        lambda e: e[3]["answers"].append({**e[3]["answers"][0], "source": "default", "player": "anna"}),
        "a recorded answer is not legal here (nothing is asked of anna)",
    ),
    "nothing is offered": (over, lambda e: e[3].update(lapses=[0]), "nothing is offered that anybody could let pass"),
    "no signed file is sealed": (
        lambda games: running(games, "sealed"),
        lambda e: e[3]["file"].update(sealed=seal(b'{"tea": 1}', [MODERATOR.public]).decode()),
        "what is sealed in it is not a signed file.",
    ),
}


@pytest.mark.parametrize("name", REPLAYED)
def test_a_damaged_ledger_that_is_played_again(games: Path, private: Path, name: str) -> None:
    """As the pages and a moderator without a checkpoint do."""
    build, change, said = REPLAYED[name]
    campaign = build(games)
    entries = list(campaign.entries())
    change(entries)
    campaign.ledger.path.write_bytes(rebuilt(entries))
    with pytest.raises(CampaignError) as wrong:
        list(Campaign.open(campaign.folder, MODERATOR).steps())
    assert said in str(wrong.value)


def test_the_end_that_follows_by_itself_comes_too_late(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market)
    play_on(campaign)
    *entries, end = campaign.entries()
    run = {"kind": "run", "at": NOW, "answers": [], "shows": [], "opens": [], "digest": "0" * 64}
    campaign.ledger.path.write_bytes(rebuilt([*entries, {**run, "cause": "served"}, end]))
    wrong = verify(campaign.folder, ledger_only=True).message
    assert "a run entry has no place here; an end entry must stand here." in wrong
    campaign.ledger.path.write_bytes(rebuilt([*entries, {**run, "cause": "lapse", "due": NOW}, end]))
    wrong = verify(campaign.folder, ledger_only=True).message
    assert "a run entry has no place here; an end entry must come first." in wrong
    campaign.ledger.path.write_bytes(rebuilt([*entries, {**run, "cause": "lapse", "due": NOW}]))
    with pytest.raises(CampaignError, match="something else follows by itself first"):
        list(Campaign.open(campaign.folder, MODERATOR).steps())


def test_a_run_of_another_cause() -> None:
    made = EntryDraft({"kind": "run", "cause": "clock", "player": "anna"})
    with pytest.raises(CampaignError) as wrong:
        compare({"n": 4, "kind": "run", "cause": "served"}, made)
    assert "a run of cause `clock` (anna) must stand here" in str(wrong.value)


def test_a_line_that_is_too_long(games: Path) -> None:
    campaign = running(games)
    lines = campaign.ledger.path.read_bytes().splitlines(keepends=True)
    for whole in (lines[0] + b"x" * (LONGEST + 1) + b"\n", lines[0] + b"x" * (LONGEST + 2)):
        campaign.ledger.path.write_bytes(whole)
        assert verify(campaign.folder).message == f"entry 1: the line is longer than {LONGEST} bytes."


def test_files_beside_the_ledger(games: Path) -> None:
    campaign = running(games)
    stray = campaign.folder / "receipts" / ("ab" * 20 + ".age")
    stray.write_bytes(b"x")
    assert f"{stray.name}: it belongs to no receipt." in verify(campaign.folder).message
    stray.unlink()
    name = public_files.SETTINGS
    manifest = json.loads((campaign.folder / public_files.MANIFEST).read_bytes())
    (campaign.folder / name).write_text("title: other\n")
    manifest["files"][name] = sha256(b"title: other\n").hexdigest()
    del manifest["sig"]
    (campaign.folder / public_files.MANIFEST).write_bytes(signed(manifest, MODERATOR) + b"\n")
    assert verify(campaign.folder).message == f"{name}: it does not say what the ledger says."
    (campaign.folder / "position.json").write_text("{")
    with pytest.raises(CampaignError, match=r"position\.json: it cannot be read; `pbem run` writes it again"):
        _ = campaign.position


def test_what_a_player_has_seen_is_of_another_history(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two moderators' desks with one key: the same number of entries, and not the same."""
    campaign = running(games)
    submit(campaign, "anna", "vote yes draw")
    seen_heads.keep(campaign)
    with monkeypatch.context() as patched:
        patched.setenv("PBEM_KEYS", str(tmp_path / "other desk"))
        other = running(games / "elsewhere")
        submit(other, "anna", "vote yes pause")
    hand = campaign.folder / "sealed" / "anna.age"
    hand.write_bytes((other.folder / "sealed" / "anna.age").read_bytes())
    with pytest.raises(CampaignError, match="an entry 6 that is not in the ledger here; the moderator has signed two"):
        open_hand(campaign, "anna", key("anna"))
    with pytest.raises(CampaignError, match="its entry 6 is not the one that you saw"):
        seen_heads.check(other)


def test_something_else_is_sealed_as_a_hand_or_a_receipt(games: Path) -> None:
    campaign = running(games)
    path, head = campaign.folder / "sealed" / "anna.age", campaign.head
    hand = documents.read(unseal(path.read_bytes(), key("anna")))
    assert str(strange(campaign, hand, "anna", "receipt")) == "it is the moderator's, but it is not a receipt"
    owner = documents.DocumentOwner("hand", campaign.id, "anna", head.n, head.digest)
    for inside in ({"version": VERSION, "view": {}}, ["a list"]):
        path.write_bytes(seal(documents.write(owner, "A hand.", inside, MODERATOR), [key("anna").public]))
        with pytest.raises(CampaignError, match="what is inside is not a hand of this version of pbem"):
            open_hand(campaign, "anna", key("anna"))
