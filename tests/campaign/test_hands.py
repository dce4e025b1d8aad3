"""A hand: what is in it, what is left out for length, and a size that tells nothing hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem import titles
from pbem.campaign.errors import CampaignError
from pbem.campaign.match import Match
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.published.hand import SMALLEST, USUAL, VERSION, class_for, hand, hand_size
from pbem.campaign.records import ToldNote
from pbem.campaign.running.create import opened
from pbem.orders.ordered import Queued
from pbem.seals import documents
from pbem.seals.sealing import pad
from pbem.table import Table
from pbem.table.imagine import Outlook, seen_table
from pbem.table.state_json import from_json, to_json
from pbem.trials.simulate import source
from pbem.trials.twins import exchange

from .kit import MODERATOR, key, play_on, start

LINE = "discard tavern"
HANDLES = ("anna", "ben", "carl", "dora")


def match_of(campaign: Any) -> Match:
    with opened(campaign.folder, MODERATOR) as keeper:
        match: Match = keeper.match
        return match


def made(match: Match, seat: int) -> documents.Document:
    return documents.read(padded(match, seat))


def padded(match: Match, seat: int) -> bytes:
    words = titles.words(match.title, "en", [one.name for one in match.seats])
    return pad(hand(match, seat, words, MODERATOR), hand_size(match))


def test_a_table_is_set_up_from_a_hand(games: Path) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 30)
    for handle in campaign.players:
        found = open_hand(campaign, handle, key(handle))
        table = seen_table(campaign.title, campaign.players, Outlook.read(found.data(), found.seat))
        assert table is not None
        assert table.view(found.seat) == found.view


def test_a_hand_says_its_version(games: Path) -> None:
    campaign = start(games / "duel-1")
    data = made(match_of(campaign), 0).data
    assert data["version"] == VERSION
    assert set(data) == {"version", "view", "asked", "hindsight", "told", "left_out", "ordered"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": "x"},
        {"place": 1, "before": {"in": {"cities": {"in": {"9": [1]}}}, "drop": ["cities"]}},
        {"place": 1, "known": [["nowhere", 3, "altar"]]},
        {"place": 1, "known": 5},
        {"place": 1, "inputs": [{"seat": 0}]},
        {"place": 1, "backs": [[]]},
        {"place": 1, "known": [["decks", 0, "x", "y"]]},
        [],
    ],
)
def test_a_hand_with_a_wrong_past_is_refused_in_a_sentence(
    wrong: Any, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = start(games / "duel-1")
    whole = documents.read

    def other(data: bytes) -> documents.Document:
        found = whole(data)
        found.data["hindsight"] = wrong
        return found

    monkeypatch.setattr(documents, "read", other)
    with pytest.raises(CampaignError, match="not a hand of this version"):
        open_hand(campaign, "anna", key("anna"))


def letters(match: Match, seat: int, number: int, length: int) -> None:
    values = {"player": 1, "to": [0], "text": "x" * length}
    names = ("Anna", "Ben")
    notes = [ToldNote("table_letter_player_says", values, (0,), n=n, names=names) for n in range(number)]
    for note in notes:
        match.past.is_told(seat, match.past.told[seat].with_note(note))


def test_the_size_tells_nothing_of_letters_and_orders(games: Path) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 20)
    match = match_of(campaign)
    sizes = {len(padded(match, seat)) for seat in (0, 1)}
    assert sizes == {hand_size(match)}
    match.ahead.agendas[0].queue += [Queued("f", "turn", n, LINE) for n in range(60)]
    letters(match, 0, 30, 700)
    assert {len(padded(match, seat)) for seat in (0, 1)} == sizes


def test_what_does_not_fit_is_left_out_and_counted(games: Path) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 20)
    match = match_of(campaign)
    whole = made(match, 0)
    letters(match, 0, 30, 700)
    short = made(match, 0)
    assert short.data["view"] == whole.data["view"]
    assert short.data["hindsight"] == whole.data["hindsight"]
    left = short.data["left_out"]["letters"]
    kept = [one for one in short.data["told"] if one["key"].startswith("table_letter")]
    assert left["count"] + len(kept) == 30
    assert [one["n"] for one in kept] == list(range(30 - len(kept), 30))
    assert "Not all of it has room here" in short.text
    assert "Not all of it has room here" not in whole.text


@pytest.mark.parametrize("ident", titles.ids())
def test_hands_of_worlds_that_look_the_same_are_of_one_size(ident: str, games: Path) -> None:
    """Hidden things are exchanged behind everybody's back: the size of no hand changes."""
    title = titles.load(ident)
    campaign = start(games / "twins", title=ident, handles=HANDLES[: title.seats[0]])
    play_on(campaign, 6)
    match = match_of(campaign)
    saved = json.loads(json.dumps({**match.playing.save(), "inputs": [], "given": []}))
    state = from_json(type(match.playing.state), saved["state"])
    changed = exchange(state, None, source("twins"))
    sizes = []
    for world in (saved, {**saved, "state": to_json(state)}):
        match.table = Table.load(title, world, source("chance"))
        sizes.append([len(padded(match, seat)) for seat in range(len(match.seats))])
    assert changed
    assert sizes[0] == sizes[1]
    assert len(set(sizes[0])) == 1


def test_most_hands_are_of_the_usual_size_or_smaller() -> None:
    """Only a position that needs more by itself makes a larger hand."""
    assert class_for(1_700) == SMALLEST
    assert {class_for(public) for public in range(0, 44_000, 500)} == {SMALLEST, 2 * SMALLEST, USUAL}
    assert class_for(60_000) == 2 * USUAL
