"""Twin worlds on the level of files: where only a secret differs, every public byte is the same."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.running.create import opened
from pbem.seals import sealing
from pbem.seals.recipients import Recipient

from .kit import MODERATOR, NOW, files, signed_block, start

Exchange = Callable[[dict[str, Any]], None]


@pytest.fixture
def sealed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sealing hides what is inside but for its size: so let it give zeros of that size."""

    def encrypt(data: bytes, recipients: list[Recipient], armored: bool) -> bytes:
        size = sealing._plain_size(len(data), recipients)
        return sealing.ARMOR + b"\n" + b"0" * size + b"\n" + sealing.ARMOR_END + b"\n" if armored else bytes(size)

    monkeypatch.setattr(sealing, "_encrypt", encrypt)


def worlds(games: Path, private: Path, make: Callable[[Path], Campaign], exchange: Exchange) -> tuple[Campaign, Path]:
    """A campaign, and the key folder of a moderator for whom two hidden things have changed places."""
    campaign = make(games)
    twin = private.with_name("twin-keys")
    shutil.copytree(private, twin)
    (path,) = twin.rglob("checkpoint.json")
    saved = json.loads(path.read_text())
    before = copy.deepcopy(saved)
    exchange(saved["match"]["table"]["state"])
    assert saved != before, "the twin must differ"
    path.write_text(json.dumps(saved))
    return campaign, twin


def play(campaign: Campaign, orders: list[tuple[str, str]]) -> list[str]:
    results = []
    for handle, order in orders:
        with opened(campaign.folder, MODERATOR) as keeper:
            assert keeper.last is not None, "the position must come from the checkpoint, which makes the difference"
            receipt = keeper.submit(signed_block(campaign, handle, order).encode(), now=NOW)
            results.append(receipt.result)
            keeper.publish()
    return results


def in_both(
    monkeypatch: pytest.MonkeyPatch, games: Path, campaign: Campaign, twin: Path, play_it: Callable[[Campaign], Any]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    kept = games.with_name("kept")
    shutil.copytree(games, kept)
    first_result = play_it(campaign)
    first = files(campaign.folder)
    shutil.rmtree(games)
    shutil.copytree(kept, games)
    monkeypatch.setenv("PBEM_KEYS", str(twin))
    assert play_it(campaign) == first_result
    return first, files(campaign.folder)


def test_cards_nobody_has_seen(games: Path, private: Path, sealed_alike: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def exchange(state: dict[str, Any]) -> None:
        from pbem.titles.wonders_duel.cards import BUILDINGS

        out = next(n for n, card in enumerate(state["removed"]) if BUILDINGS[card].deck == "age_3")
        held = next(n for n, card in enumerate(state["decks"]) if BUILDINGS[card].deck == "age_3")
        state["removed"][out], state["decks"][held] = state["decks"][held], state["removed"][out]

    campaign, twin = worlds(games, private, lambda games: start(games / "duel-1"), exchange)

    def draft(campaign: Campaign) -> list[str]:
        results: list[str] = []
        for _ in range(2):
            with opened(campaign.folder, MODERATOR) as keeper:
                ((seat, ask),) = keeper.match.playing.pending.items()
                order = ask.write(ask.listed()[0], campaign.players)
            results += play(campaign, [(campaign.players[seat], order), (campaign.players[1 - seat], "build baths")])
        return results

    first, second = in_both(monkeypatch, games, campaign, twin, draft)
    assert first == second


def test_cards_in_a_hand(
    games: Path, private: Path, market: str, sealed_alike: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exchange(state: dict[str, Any]) -> None:
        hand, deck = state["stalls"][0]["hand"], state["deck"]
        place = next(n for n, card in enumerate(deck) if n > 20 and card not in hand)
        hand[0], deck[place] = deck[place], hand[0]

    campaign, twin = worlds(
        games, private, lambda games: start(games / "market-1", market, ("anna", "ben", "cleo")), exchange
    )

    def auction(campaign: Campaign) -> list[str]:
        results: list[str] = []
        while campaign.position["asked"][0]["kind"] == "bid":
            player = campaign.players[campaign.position["asked"][0]["player"]]
            results += play(campaign, [(player, "bid 99"), (player, "pass")])
        return results

    first, second = in_both(monkeypatch, games, campaign, twin, auction)
    assert first == second
    assert b'"light"' in first["position.json"], "all have been asked for their secret answers"


def test_a_secret_answer(
    games: Path, private: Path, market: str, sealed_alike: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an answer that waits for others, and of one that the rules keep secret, only the name of the file differs."""
    campaign = start(games / "market-1", market)
    while campaign.position["asked"][0]["kind"] == "bid":
        play(campaign, [(campaign.players[campaign.position["asked"][0]["player"]], "pass")])
    with opened(campaign.folder, MODERATOR) as keeper:
        pending = keeper.match.playing.pending
        choices = {seat: [ask.write(one, campaign.players) for one in ask.listed()] for seat, ask in pending.items()}
    shutil.copytree(private, private.with_name("twin-keys"))
    order = iter([choices[0][1], choices[0][2]])

    def answer(campaign: Campaign) -> list[str]:
        results = play(campaign, [("anna", next(order))])
        early.append(files(campaign.folder))
        return results + play(campaign, [("ben", choices[1][0])])

    early: list[dict[str, bytes]] = []
    in_both(monkeypatch, games, campaign, private.with_name("twin-keys"), answer)
    first, second = early
    names = [{name for name in world if not name.startswith("receipts/")} for world in early]
    assert names[0] == names[1]
    assert sorted(len(data) for data in first.values()) == sorted(len(data) for data in second.values())
    entries = [[json.loads(line) for line in world["ledger.jsonl"].splitlines()] for world in early]
    for one, other in zip(*entries, strict=True):
        differ = {key for key in one if one[key] != other[key]}
        assert differ <= {"file", "sig"}, differ
        if "file" in differ:
            assert {key for key in one["file"] if one["file"][key] != other["file"][key]} == {"digest"}
    shown = [json.loads(world["position.json"]) for world in early]
    assert {key for key in shown[0] if shown[0][key] != shown[1][key]} == {"head"}
    for name in ("campaign.yaml", "allowed_signers", "sealed/ben.age"):
        assert first[name] == second[name]
