"""Format 2: simultaneous answers that the table gives by itself, and that nobody can tell from those ordered ahead."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import ordered_ahead
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.match import Match
from pbem.campaign.running.create import opened
from pbem.pages.from_campaign import tell
from tests.toys.mail import changed, installed

from .cases_ledger import rebuilt
from .crash_kit import ends_the_same
from .kit import MODERATOR, again, send, start

SEALED = Terms(files="sealed")
THREE = ("anna", "bob", "carol")
OPEN = ("open=False, forced=True", "forced=True")


@pytest.fixture(params=["closed", "open"])
def combat(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The toy as it is, where nobody knows who has answered; and where that is public."""
    if request.param == "closed":
        with installed(("toy_combat",)):
            yield "toy_combat"
    else:
        with changed(tmp_path, "toy_combat", *OPEN):
            yield "toy_combat"


def begun(games: Path, name: str, limits: Terms = SEALED) -> Campaign:
    """All hands are dealt, and one player after the other may attack."""
    return start(games / name, "toy_combat", THREE, limits=limits)


def round_of_mail(campaign: Campaign) -> set[str]:
    """Everybody who has a choice writes, and everybody attacks; gives back who had no choice."""
    with opened(campaign.folder, MODERATOR) as keeper:
        match = keeper.match
        table = match.playing
        bound = {campaign.players[seat] for seat in ordered_ahead.without_choice(match)}
        orders = {}
        for seat, ask in table.unanswered.items():
            orders[campaign.players[seat]] = ask.write(next(ask.answers()), table.players)
    for handle, order in orders.items():
        send(campaign, handle, order)
    again(campaign)
    return bound


def played(campaign: Campaign) -> set[str]:
    bound: set[str] = set()
    while not campaign.position["over"]:
        bound |= round_of_mail(campaign)
    return bound


def lone(entry: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in entry.get("answers", ()) if "order" in one and "source" not in one]


@pytest.mark.slow
@pytest.mark.parametrize("kept", [SEALED, Terms(files="open")], ids=["sealed", "open files"])
def test_nobody_waits_for_who_has_no_choice(games: Path, combat: str, kept: Terms) -> None:
    campaign = next(one for one in (begun(games, f"deal-{n}", kept) for n in range(20)) if played(one))
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    *entries, end = campaign.entries()
    told = {(one["n"], one["i"]): one["source"] for one in end["sources"]}
    assert set(told.values()) == {"file", "forced"}
    by_name = {entry["n"]: entry for entry in entries}
    for (n, i), source in told.items():
        answer = by_name[n]["answers"][i]
        assert "source" not in answer
        shown = [one for entry in entries for one in entry.get("shows", ()) if (one["n"], one["i"]) == (n, i)]
        assert [one.keys() for one in shown] in ([], [{"n", "i", "order"}])
        if source == "forced":
            assert answer["player"] != by_name[n].get("player"), "no file of theirs came"
    steps = list(Campaign(campaign.folder).steps())
    assert [step.n for step in steps] == list(range(campaign.head.n + 1))


def places(match: Match) -> dict[int, list[int]]:
    """A checkpoint has only where they stand."""
    return {n: list(answers) for n, answers in match.sealed.sources.items()}


@pytest.mark.slow
def test_a_match_comes_back_without_its_checkpoint(games: Path, combat: str, private: Path) -> None:
    bound = set[str]()
    game = 0
    while not bound:  # not every deal leaves somebody without a choice
        game += 1
        bound = came_back(begun(games, f"back-{game}"), private)


def came_back(campaign: Campaign, private: Path) -> set[str]:
    bound = set[str]()
    while not campaign.position["over"]:
        bound |= round_of_mail(campaign)
        with opened(campaign.folder, MODERATOR) as keeper:
            match = keeper.match
            kept = match.sealed.veiled, places(match), match.sealed.given, match.sealed.closed, match.playing.digest()
        shutil.rmtree(private / "games")
        with opened(campaign.folder, MODERATOR) as keeper:
            match = keeper.match
            assert (
                match.sealed.veiled,
                places(match),
                match.sealed.given,
                match.sealed.closed,
                match.playing.digest(),
            ) == kept
    assert verify(campaign.folder).ok
    return bound


def opens_at_the_end(campaign: Campaign) -> bool:
    with opened(campaign.folder, MODERATOR) as keeper:
        return bool(keeper.match.sealed.sources or keeper.match.sealed.ends)


def test_pages_go_on_to_the_end_from_where_they_stood(games: Path, combat: str) -> None:
    """What the end opens was sealed before that, and the pages remember only where."""
    campaign = begun(games, "pages")
    while not opens_at_the_end(campaign):
        round_of_mail(campaign)
    *_, last = tell(campaign.folder, MODERATOR).moments(-1)
    played(campaign)
    assert list(tell(campaign.folder, MODERATOR).moments(last.n)) == [
        one for one in tell(campaign.folder, MODERATOR).moments(-1) if one.n > last.n
    ]


def test_whoever_has_no_choice_looks_like_one_who_ordered_ahead(games: Path, combat: str) -> None:
    """Until the others have answered all count as awaited; then the answer comes in with theirs, and no source."""
    campaign = begun(games, "combat-3")
    ahead = "always on assist: default\nalways on defend: default"
    send(campaign, "carol", ahead)
    send(campaign, "anna", "attack bob with any")
    again(campaign)
    assert campaign.position["waiting"] == (None if campaign.position["waiting"] is None else ["bob", "carol"])
    before = campaign.head.n
    send(campaign, "bob", "any")
    again(campaign)
    run = list(campaign.entries())[before + 1]
    assert (run["player"], [one["player"] for one in run["answers"]][:2]) == ("bob", ["bob", "carol"])
    assert [sorted(one) for one in run["answers"][:2]] == [["ask", "hidden", "player", "shown"]] * 2 or [
        sorted(one) for one in run["answers"][:2]
    ] == [["ask", "hidden", "player"]] * 2


FAULTS = {
    "source in the open": lambda entries, at: entries[at]["answers"][_first(entries, at)].update(source="file"),
    "source at the end": lambda entries, at: entries[-1]["sources"][0].update(source="standing"),
    "source left out": lambda entries, at: entries[-1]["sources"].pop(),
    "none at the end": lambda entries, at: entries[-1].pop("sources"),
    "order": lambda entries, at: entries[at]["answers"][_first(entries, at)].update(order="assist with s12"),
}


def _first(entries: list[dict[str, Any]], at: int) -> int:
    return next(i for i, one in enumerate(entries[at]["answers"]) if one in lone(entries[at]))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_source_that_is_told_otherwise_is_found(games: Path, tmp_path: Path, fault: str) -> None:
    """The cards themselves are public at once here, so that the entry has them without a source."""
    wrong = "private=True, secret=game.name(seat), shown=len)"
    with changed(tmp_path, "toy_combat", wrong, "private=True)"):
        campaign = begun(games, "combat-4")
        played(campaign)
        assert verify(campaign.folder).ok
        entries = list(campaign.entries())
        at = next(entry["n"] for entry in entries if lone(entry))
        FAULTS[fault](entries, at)
        (campaign.folder / "ledger.jsonl").write_bytes(rebuilt(entries))
        verdict = verify(campaign.folder, ledger_only=True)
        assert not verdict.ok
        assert verdict.entry in (at, len(entries) - 1)


@pytest.mark.slow
def test_killed_at_any_step_a_run_ends_the_same(games: Path, private: Path, combat: str) -> None:
    campaign = begun(games, "combat-5")
    bound, game = False, 0
    while not bound:
        round_of_mail(campaign)
        if campaign.position["over"]:  # not every deal leaves somebody without a choice
            shutil.rmtree(games)
            game += 1
            campaign = begun(games, f"crash-{game}")
        with opened(campaign.folder, MODERATOR) as keeper:
            bound = bool(ordered_ahead.without_choice(keeper.match))
    with opened(campaign.folder, MODERATOR) as keeper:
        table = keeper.match.playing
        open_asks = table.unanswered.items()
        orders = {campaign.players[one]: ask.write(next(ask.answers()), table.players) for one, ask in open_asks}
    for handle, order in orders.items():
        send(campaign, handle, order)
    ends_the_same(campaign, private)


@pytest.mark.slow
@pytest.mark.parametrize("title", ["age_of_reason", "through_the_ages"])
def test_titles_that_use_it_are_played_to_the_end(games: Path, title: str) -> None:
    came_up = False
    for game in range(8):  # the lot differs from run to run, and one game need not have such a question
        campaign = start(games / f"bots-{game}", title, THREE, bots=dict.fromkeys(THREE, "random"))
        again(campaign)
        *_, end = campaign.entries()
        assert end["kind"] == "end"
        verdict = verify(campaign.folder)
        assert verdict.ok, verdict.message
        came_up = came_up or "sources" in end
        if came_up:
            break
    assert came_up
