"""Format 2: what anybody may and nobody must, in campaigns: watched, waited for, never waited for."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.player.player_view import post
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.seals.signed import clear_block, sign_move
from tests.toys.mail import installed

from .cases_ledger import rebuilt
from .crash_kit import ends_the_same
from .kit import MODERATOR, again, key, send, start

FOUR = ("anna", "bob", "carol", "dave")
SEALED = Terms(files="sealed")
PLAN = """\
always on conflict_redraw in muscovy: redraw below 3
once on conflict_commit in muscovy if battle_round = 1: commit 1 weakest
always on conflict_commit in muscovy if enemy_left = 1: commit musket x1, cannon x1
always on conflict_commit in muscovy if enemy_unrest >= 2: commit all
always on conflict_commit in muscovy if enemy_unrest = 1 and unrest = 0: commit all
always on conflict_commit in muscovy if enemy_unrest = 1 and unrest = 1: commit knight x1
always on conflict_retreat in muscovy: stand"""
"""The defender's plan as a printed battle goes by it."""
ATTACK = [
    "commit musket x3, knight, artillery x2, horse_artillery",
    "commit musket",
    "commit musket, artillery",
    "commit all",
    "commit all",
]
HABITS = "always on conflict_redraw: redraw below 2\nalways on conflict_retreat: stand"


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with installed(("toy_battle",)):
        yield


def begun(games: Path, name: str = "battle-1", patience: str = "watch", limits: Terms = SEALED) -> Campaign:
    """The defender has a plan, the attacker habits."""
    campaign = start(games / name, "toy_battle", FOUR, {"events": patience}, limits=limits)
    mail(campaign, bob=PLAN, anna=HABITS)
    return campaign


def mail(campaign: Campaign, now: str = "2026-01-01T12:00:00Z", **orders: str) -> dict[str, Receipt]:
    for handle, text in orders.items():
        send(campaign, handle, text)
    return {str(one.player): one for one in again(campaign, now).receipts}


def hand(campaign: Campaign, player: str) -> list[str]:
    with opened(campaign.folder, MODERATOR) as keeper:
        held: list[str] = keeper.match.playing.state.hands[campaign.seat(player)]
        return held


def asked(campaign: Campaign) -> set[str]:
    with opened(campaign.folder, MODERATOR) as keeper:
        return {ask.kind.id for ask in keeper.match.playing.pending.values()}


def fought(campaign: Campaign, since: int = 0) -> list[dict[str, Any]]:
    return [one for one in campaign.entries() if one["kind"] == "run" and one["n"] > since]


def holds(campaign: Campaign) -> None:
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert [step.n for step in Campaign(campaign.folder).steps()] == list(range(campaign.head.n + 1))


def test_the_printed_plan_is_one_entry_a_round_with_offers_inside(games: Path) -> None:
    campaign = begun(games)
    before = campaign.head.n
    card = hand(campaign, "dave")[0]
    assert mail(campaign, dave=f"once on conflict_event in muscovy: play {card} for attacker")["dave"].taken
    started = campaign.head.n
    assert started == before + 1
    for n, orders in enumerate(ATTACK, start=1):
        assert mail(campaign, anna=orders)["anna"].result == "applied"
        assert campaign.head.n == started + n + (n == len(ATTACK)), "a round is one entry, and then there is the end"
    assert campaign.position["over"]
    rounds = fought(campaign, started)
    commits = [one for run in rounds for one in run["answers"] if one["ask"] == "conflict_commit"]
    sent = [one["order"] for one in commits if one["player"] == "bob"]
    assert sent == [
        "commit spear",
        "commit musket, cannon",
        "commit knight x2, musket, cannon",
        "commit knight",
        "commit knight, musket x2, cannon x2",
    ]
    assert [len(run["lapses"]) for run in rounds] == [2, 1, 1, 1, 1], "after an event all are asked once more"
    events = [one for run in rounds for one in run["answers"] if one["ask"] == "conflict_event"]
    assert [(one["player"], one["order"], one["source"]) for one in events] == [
        ("dave", f"play {card} for attacker", "standing")
    ]
    holds(campaign)


def test_who_watches_is_waited_for_and_nobody_knows_who_it_is(games: Path) -> None:
    campaign = begun(games)
    mail(campaign, carol="always on conflict_event: ask")
    card = hand(campaign, "carol")[0]
    mail(campaign, anna=ATTACK[0])
    position = campaign.position
    assert (position["waiting"], position["asked"]) == (None, [{"kind": "waiting"}])
    before = campaign.head.n
    assert mail(campaign, carol="always on conflict_redraw: default")["carol"].result == "refused"
    assert mail(campaign, dave="once on conflict_event: pass")["dave"].result == "applied", "others may write ahead"
    assert campaign.position["waiting"] is None
    assert campaign.head.n == before + 1
    assert mail(campaign, carol=f"play {card} for defender")["carol"].result == "applied"
    assert [one["order"] for one in fought(campaign, before + 1)[0]["answers"]] == [f"play {card} for defender"]
    assert asked(campaign) == {"conflict_event"}, "and once more, after her own event"
    receipt = mail(campaign, carol="pass")["carol"]
    assert (receipt.result, [line["result"] for line in receipt.lines]) == ("applied", ["done"])
    assert asked(campaign) == {"conflict_commit"}
    last = fought(campaign)[-1]
    assert (last["player"], last["lapses"]) == ("carol", [0])
    assert "conflict_event" not in str(last["answers"]), "that she passed stands nowhere"
    holds_to_the_end(campaign)


def holds_to_the_end(campaign: Campaign) -> None:
    for orders in ATTACK[1:]:
        mail(campaign, carol="clear standing", anna=orders)
    assert campaign.position["over"]
    holds(campaign)


def test_a_patient_offer_waits_for_everybody_and_opens_at_once(games: Path) -> None:
    campaign = begun(games, patience="wait")
    card = hand(campaign, "dave")[0]
    before = campaign.head.n
    mail(campaign, anna=ATTACK[0])
    assert campaign.head.n == before + 1
    held = mail(campaign, anna="pass", bob="pass", dave=f"play {card} for attacker")
    assert {handle: one.result for handle, one in held.items()} == dict.fromkeys(("anna", "bob", "dave"), "held")
    assert campaign.head.n == before + 1, "that somebody has written stands nowhere"
    mail(campaign, carol="pass")
    runs = fought(campaign, before + 1)
    assert [one["player"] for one in runs] == list(FOUR)
    assert [one["answers"] for one in runs[:3]] == [[], [], []]
    assert runs[3]["answers"][0]["order"] == f"play {card} for attacker"
    for handle in FOUR:
        mail(campaign, **{handle: "always on conflict_event: pass"})
    for orders in ATTACK[1:]:
        mail(campaign, anna=orders)
    assert campaign.position["over"]
    holds(campaign)


def test_an_impatient_offer_waits_for_nobody(games: Path) -> None:
    campaign = begun(games, patience="never")
    card = hand(campaign, "carol")[0]
    mail(campaign, carol="always on conflict_event: ask", dave=f"always on conflict_event: play {card} for attacker")
    for orders in ATTACK:
        mail(campaign, anna=orders)
    assert campaign.position["over"]
    holds(campaign)


@pytest.mark.parametrize("patience", ["watch", "wait"])
def test_at_the_deadline_an_offer_is_over_and_nobody_is_named(games: Path, patience: str) -> None:
    limits = Terms(hours=24, at_deadline="default", files="sealed")
    campaign = begun(games, patience=patience, limits=limits)
    card = hand(campaign, "dave")[0]
    mail(campaign, carol="always on conflict_event: ask")
    mail(campaign, anna=ATTACK[0])
    before = campaign.head.n
    if patience == "wait":
        assert mail(campaign, dave=f"play {card} for attacker")["dave"].result == "held"
    assert campaign.head.n == before
    report = again(campaign, "2026-01-03T12:00:00Z")
    assert (report.overdue, report.defaulted) == ([], [])
    late = next(one for one in fought(campaign, before) if one["cause"] == "lapse")
    assert "player" not in late
    assert "file" not in late
    assert (late["due"], late["lapses"]) == ("2026-01-02T12:00:00Z", [int(patience == "wait")])
    assert (f"play {card} for attacker" in str(fought(campaign, before))) == (patience == "wait")
    passing = "always on conflict_event: pass"
    now = "2026-01-03T12:00:00Z"
    mail(campaign, now, bob=passing, carol=f"clear standing\n{passing}", dave=passing)
    if campaign.position["waiting"] is None:
        mail(campaign, now, anna=f"pass\n{passing}")
    for orders in ATTACK[1:]:
        mail(campaign, now, anna=f"{orders}\n{passing}")
    assert campaign.position["over"]
    holds(campaign)


def test_a_line_that_stands_in_its_place_takes_an_offer(games: Path) -> None:
    """What was written in a file for events is used at the first offer; what is not possible is passed over."""
    campaign = begun(games)
    card = hand(campaign, "carol")[0]
    others = next(one for one in hand(campaign, "dave"))
    with opened(campaign.folder, MODERATOR) as keeper:
        seat = campaign.seat("carol")
        assert keeper.match.window_of(seat, "events") == "events"
    orders = f"play {others} for attacker\nplay {card} for attacker"
    payload = write(MoveFile(campaign.id, "carol", campaign.head.digest, orders, "events"))
    post(campaign, clear_block(sign_move(payload, key("carol"))))
    again(campaign)
    mail(campaign, anna=ATTACK[0])
    assert f"play {card} for attacker" in str(fought(campaign)[-1]["answers"])
    with opened(campaign.folder, MODERATOR) as keeper:
        told = [(note.key, note.values.get("line")) for note in keeper.match.past.told[seat].kept]
        assert told[:2] == [
            ("dropped_try_not_legal", f"play {others} for attacker"),
            ("file_answered", f"play {card} for attacker"),
        ]
        assert all(one.occasion for one in keeper.match.ahead.agendas[seat].queue)
    holds_to_the_end(campaign)


FAULTS = {
    "left out": lambda run: run.pop("lapses"),
    "one too few": lambda run: run["lapses"].pop(),
    "one too many": lambda run: run["lapses"].append(len(run["answers"])),
    "elsewhere": lambda run: run.update(lapses=[one + 1 for one in run["lapses"]]),
    "not a number": lambda run: run.update(lapses=["0"]),
    "event left out": lambda run: run.update(answers=[one for one in run["answers"] if one["ask"] != "conflict_event"]),
    "no cause": lambda run: run.update(cause="lapse"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_lapse_that_is_told_otherwise_is_found(games: Path, fault: str) -> None:
    campaign = begun(games)
    card = hand(campaign, "dave")[0]
    mail(campaign, dave=f"once on conflict_event: play {card} for attacker")
    for orders in ATTACK:
        mail(campaign, anna=orders)
    holds(campaign)
    entries = list(campaign.entries())
    run = next(entry for entry in entries if len(entry.get("lapses", ())) == 2)
    FAULTS[fault](run)
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert not verdict.ok
    assert verdict.entry == run["n"], verdict.message


@pytest.mark.parametrize(
    ("field", "moment"), [("due", "2026-01-02T11:00:00Z"), ("at", "2026-01-02T11:59:59Z")], ids=["due", "at"]
)
def test_a_lapse_before_its_time_is_found(games: Path, field: str, moment: str) -> None:
    limits = Terms(hours=24, at_deadline="default", files="sealed")
    campaign = begun(games, limits=limits)
    mail(campaign, carol="always on conflict_event: ask")
    mail(campaign, anna=ATTACK[0])
    again(campaign, "2026-01-03T12:00:00Z")
    for orders in ATTACK[1:]:
        mail(campaign, "2026-01-03T12:00:00Z", carol="clear standing", anna=orders)
    holds(campaign)
    entries = list(campaign.entries())
    late = next(one for one in entries if one.get("cause") == "lapse")
    late.update({field: moment})
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.entry, verdict.fault) == (late["n"], "line-place"), verdict.message


def state(campaign: Campaign) -> tuple[Any, ...]:
    with opened(campaign.folder, MODERATOR) as keeper:
        match = keeper.match
        return (
            match.sealed.veiled,
            match.sealed.given,
            match.sealed.passed,
            match.sealed.closed,
            match.ahead.agendas,
            match.playing.digest(),
        )


def test_a_match_comes_back_without_its_checkpoint(games: Path, private: Path) -> None:
    campaign = begun(games, patience="wait")
    card = hand(campaign, "dave")[0]
    steps = [
        {"anna": ATTACK[0]},
        {"carol": "pass", "dave": f"play {card} for attacker"},
        {"anna": "pass"},
        {"bob": "pass"},
        dict.fromkeys(FOUR, "always on conflict_event: pass"),
        *({"anna": orders} for orders in ATTACK[1:]),
    ]
    for step in steps:
        mail(campaign, **step)
        if campaign.position["over"]:
            break
        kept = state(campaign)
        shutil.rmtree(private / "games")
        assert state(campaign) == kept
    assert campaign.position["over"]
    holds(campaign)


@pytest.mark.slow
def test_killed_at_any_step_an_offer_ends_the_same(games: Path, private: Path) -> None:
    campaign = begun(games)
    card = hand(campaign, "carol")[0]
    mail(campaign, carol="always on conflict_event: ask")
    mail(campaign, anna=ATTACK[0])
    send(campaign, "carol", f"play {card} for defender\npass")
    ends_the_same(campaign, private)
