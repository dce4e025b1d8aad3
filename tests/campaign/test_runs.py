"""Format 2: what follows by itself is one entry, and what it hides and shows."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import KINDS
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.table import Table
from tests.toys.mail import installed

from .cases_ledger import rebuilt
from .kit import MODERATOR, again, play_on, start, submit

SEALED = Terms(files="sealed")
MARKET = ("anna", "ben", "cleo")


def everything_ahead(campaign: Campaign) -> str:
    return "\n".join(f"always on {ask}: default" for ask in campaign.title.language.kinds)


def hidden(entry: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in entry.get("answers", ()) if "hidden" in one]


@pytest.fixture
def lit(games: Path, market: str) -> Campaign:
    """A game up to the first answer that the rules keep secret."""
    campaign = start(games / "market-1", market, MARKET, limits=SEALED)
    while not any(hidden(entry) for entry in campaign.entries()):
        play_on(campaign, 1)
    return campaign


def test_a_game_that_needs_nobody_is_one_entry_and_the_end(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, MARKET, limits=SEALED)
    for player in MARKET:
        submit(campaign, player, everything_ahead(campaign))
    assert campaign.position["over"]
    kinds = [entry["kind"] for entry in campaign.entries()]
    assert kinds == ["genesis", "join", "join", "join", "run", "run", "run", "end"]
    last = list(campaign.entries())[-2]
    assert {one["player"] for one in last["answers"]} == set(MARKET)
    assert not hidden(last), "what was hidden and opened inside it stands open"
    assert "sealed" not in last
    assert any(one["ask"] == "light" for one in last["answers"])
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_only_what_is_still_hidden_is_sealed_and_nobody_sees_where_it_came_from(lit: Campaign) -> None:
    (entry,) = [one for one in lit.entries() if hidden(one)]
    assert hidden(entry) == [{"player": entry["player"], "ask": "light", "hidden": True}]
    inside = json.loads(MODERATOR.open(entry["sealed"].encode()))
    (place,) = (i for i, one in enumerate(entry["answers"]) if "hidden" in one)
    assert set(inside) == {str(place)}
    assert inside[str(place)]["source"] == "file"
    assert json.loads(MODERATOR.open(entry["file"]["sealed"].encode())).keys() == {"payload", "signature"}
    play_on(lit)
    shown = [one for later in lit.entries() for one in later.get("shows", ()) if one["n"] == entry["n"]]
    assert [(one["i"], one["order"], one["source"]) for one in shown] == [(place, inside[str(place)]["order"], "file")]


def test_where_a_hidden_answer_comes_from_does_not_show(games: Path, market: str) -> None:
    """Twin campaigns: a secret answer by standing order, or by a line of a file; the entries have the same fields."""
    forms = []
    for name, early in (("market-1", "always on light: default"), ("market-2", "if night > 99: any")):
        campaign = start(games / name, market, ("anna", "ben"), limits=SEALED)
        for player in campaign.players:
            submit(campaign, player, early)
        while not any(hidden(entry) for entry in campaign.entries()):
            asked = campaign.position["asked"][0]["kind"]
            play_on(campaign, 1)
            assert asked in ("bid", "light")
        forms.append(next(sorted(one) for entry in campaign.entries() for one in hidden(entry)))
    assert forms[0] == forms[1] == ["ask", "hidden", "player"]


def test_the_moderator_comes_to_the_same_without_a_checkpoint(lit: Campaign, private: Path) -> None:
    with opened(lit.folder, MODERATOR) as keeper:
        kept = (
            keeper.match.sealed.veiled,
            keeper.match.sealed.given,
            keeper.match.ahead.agendas,
            keeper.match.playing.digest(),
        )
    shutil.rmtree(private / "games")
    with opened(lit.folder, MODERATOR) as keeper:
        found = (
            keeper.match.sealed.veiled,
            keeper.match.sealed.given,
            keeper.match.ahead.agendas,
            keeper.match.playing.digest(),
        )
    assert found == kept


def test_a_better_list_or_figure_does_not_change_the_digest(lit: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Format 1 had every legal answer and every figure that is shown with an ask in the digest."""
    asked = Table.asked

    def more(table: Table, seat: int | None) -> Any:
        return [{**one, "about": "a better sentence"} for one in asked(table, seat)]

    play_on(lit)
    monkeypatch.setattr(Table, "asked", more)
    verdict = verify(lit.folder, ledger_only=True)
    assert verdict.ok, verdict.message


def test_a_missed_deadline_is_one_entry_with_a_line_for_each_default(games: Path) -> None:
    limits = Terms(hours=24, at_deadline="default", files="open")
    campaign = start(games / "silent-1", "world_history", MARKET, limits=limits)
    head = campaign.head.digest
    for player in MARKET:
        submit(campaign, player, "always on empire_card: default\nalways on choose_emblem: default", head)
    for day in range(1, 29):
        if campaign.position["asked"][0]["kind"] == "place_unit":
            break
        again(campaign, f"2026-02-{day:02}T12:00:00Z")
    before = campaign.head.n
    again(campaign, "2026-03-03T12:00:00Z")
    late = list(campaign.entries())[before + 1]
    assert (late["kind"], late["cause"]) == ("run", "clock")
    orders = late["file"]["payload"].partition("orders: |-\n")[2].splitlines()
    defaults = [
        one["order"] for one in late["answers"] if one["player"] == late["player"] and one["source"] == "default"
    ]
    assert [line.strip() for line in orders] == defaults
    assert len(orders) > 1
    assert campaign.head.n == before + 1
    assert verify(campaign.folder).ok


def test_deadlines_by_window(games: Path) -> None:
    started = start(games / "duel-1", limits=Terms(48, files="open", windows={"draft": 6}))
    assert started.position["due"] == "2026-01-01T18:00:00Z"
    assert "deadline_hours_draft: 6" in (started.folder / "campaign.yaml").read_text().splitlines()
    while started.position["asked"][0]["kind"] == "draft_wonders":
        play_on(started, 1)
    assert started.position["due"] == "2026-01-03T12:00:00Z"
    play_on(started)
    assert verify(started.folder).ok
    none = start(games / "duel-2", limits=Terms(48, files="open", windows={"draft": 0}))
    assert none.position["due"] is None
    with pytest.raises(
        CampaignError, match="wonders_duel has no window drafts; a deadline of its own can be given for: "
    ):
        start(games / "duel-3", limits=Terms(48, windows={"drafts": 6}))
    assert not (games / "duel-3").exists()


def test_a_withdrawal_is_an_entry_of_its_own_where_its_file_is_open(games: Path) -> None:
    campaign = start(games / "duel-1")
    (asked,) = campaign.position["waiting"]
    assert submit(campaign, asked, "").result == "withdrawn"
    entry = campaign.ledger.head()[1]
    assert (entry["kind"], entry["player"]) == ("withdraw", asked)
    assert "payload" in entry["file"]
    play_on(campaign)
    assert verify(campaign.folder).ok


def test_an_auction_from_one_file_a_player_is_one_entry(games: Path) -> None:
    ahead = {
        "bob": "once on auction_bid if auction = 1: bid least top spain bottom russia max 5 or pass\n"
        "always on auction_bid: pass",
        "carol": "always on auction_bid: pass",
        "anna": "bid least top britain bottom france max 3 or pass\npass",
    }
    with installed():
        campaign = start(games / "auction-1", "toy_auction", ("anna", "bob", "carol"), limits=SEALED)
        for player, orders in ahead.items():
            assert submit(campaign, player, orders).result == "applied"
        assert campaign.position["over"]
        *_, run, end = campaign.entries()
        assert (run["kind"], run["player"], end["kind"]) == ("run", "anna", "end")
        assert [f"{one['player']}: {one['order']}" for one in run["answers"]][:5] == [
            "anna: bid 1 top britain bottom france",
            "bob: bid 2 top spain bottom russia",
            "carol: pass",
            "anna: bid 3 top britain bottom france",
            "bob: bid 4 top spain bottom russia",
        ]
        assert len(run["answers"]) == 10
        verdict = verify(campaign.folder)
        assert verdict.ok, verdict.message
        assert sum(1 for _ in Campaign(campaign.folder).steps()) == campaign.head.n + 1


def test_an_answer_of_a_together_can_be_replaced_while_others_are_awaited(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, MARKET)
    while len(campaign.position["waiting"]) < 3:
        play_on(campaign, 1)
    first = campaign.position["waiting"][0]
    for orders in ("any", "default"):
        assert submit(campaign, first, orders).result == "applied"
    play_on(campaign)
    assert verify(campaign.folder).ok
    given = [entry for entry in campaign.entries() if hidden(entry) and entry["player"] == first]
    assert len(given) > 1
    assert [step.n for step in Campaign(campaign.folder).steps()] == list(range(campaign.head.n + 1))


FAULTS = {
    "cause": lambda run: run.update(cause="served"),
    "player": lambda run: run.update(player="ben" if run["player"] == "anna" else "anna"),
    "file of another cause": lambda run: run.update(due=run["at"], cause="clock"),
    "answer left out": lambda run: run["answers"].pop(),
    "answer twice": lambda run: run["answers"].append(run["answers"][0]),
    "order": lambda run: run["answers"][0].update(order="bid 7"),
    "source": lambda run: run["answers"][0].update(source="standing"),
    "from": lambda run: run["answers"][0].update({"from": 1}),
    "ask": lambda run: run["answers"][0].update(ask="light"),
    "seat of an answer": lambda run: run["answers"][0].update(player="zoe"),
    "open answer called hidden": lambda run: run["answers"].__setitem__(
        0, {"player": run["player"], "ask": run["answers"][0]["ask"], "hidden": True}
    ),
    "shows": lambda run: run["shows"].append({"n": 1, "i": 0, "order": "bid 1", "source": "file"}),
    "opens": lambda run: run["opens"].append({"n": 1, "payload": "x", "signature": "AAAA"}),
    "digest": lambda run: run.update(digest="ab" * 32),
    "rest": lambda run: run.pop("rest") if "rest" in run else run.update(rest=True),
    "sealed": lambda run: run.update(sealed="x"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_field_of_a_run_is_checked(games: Path, market: str, fault: str) -> None:
    """With the chain and the moderator's signatures made right again: the moderator itself has written it."""
    campaign = start(games / "market-1", market, ("anna", "ben"))
    play_on(campaign)
    entries = list(campaign.entries())
    run = next(entry for entry in entries if entry["kind"] == "run" and "order" in entry["answers"][0])
    FAULTS[fault](run)
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert not verdict.ok
    assert verdict.entry == run["n"], verdict.message


@pytest.mark.parametrize("field", ["order", "source", "i", "left out"])
def test_what_is_shown_later_is_checked(games: Path, market: str, field: str) -> None:
    campaign = start(games / "market-1", market, ("anna", "ben"))
    play_on(campaign)
    entries = list(campaign.entries())
    run = next(entry for entry in entries if entry["kind"] == "run" and entry["shows"])
    wrong: dict[str, Any] = {"order": "light none", "source": "standing", "i": 5}
    if field == "left out":
        run["shows"].pop()
    else:
        assert run["shows"][0][field] != wrong[field]
        run["shows"][0][field] = wrong[field]
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert not verdict.ok


def test_kinds_of_an_earlier_format_are_unknown(games: Path) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 2)
    entries = list(campaign.entries())
    entries[3]["kind"] = "move"
    (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
    verdict = verify(campaign.folder, ledger_only=True)
    assert verdict.message == f'entry 3: `kind` is "move"; it must be {", ".join(KINDS)}.'
