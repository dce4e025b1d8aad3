"""A mail that makes the program fail in a way nobody thought of stops nothing but itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.movefile import MoveFile, write
from pbem.moderation.loop import moderate
from pbem.post.errors import PostError
from pbem.post.mail import carrier as carriers
from pbem.post.mail.mailboxes import HandedOver
from pbem.seals.moderator_key import key_folder
from pbem.seals.signed import SignedMove, sealed_block, sign_move
from tests.campaign.test_trouble import MARK, Panic, digest, failing
from tests.post.kit import NOW, Desk, text_of
from tests.post.test_commands import call, ready
from tests.seals.casekit import key

__all__ = ["ready"]
ANNA, BEN = "anna@players.example", "ben@players.example"

Meant = Callable[..., bool]
STAGES: dict[str, tuple[str, Callable[[SignedMove, bytes], Meant]]] = {
    "reading": ("pbem.post.mail.carrier:read_mail", lambda move, raw: lambda data, *_: data == raw),
    "headers": ("pbem.post.mail.submissions:open_mail", lambda move, raw: lambda data: data == raw),
    "unsealing": ("pbem.seals.sealing:unseal", lambda move, raw: lambda data, *_: move.sealed == data),
    "parsing": ("pbem.campaign.movefile:parse", lambda move, raw: lambda data: MARK in data),
    "signature": ("pbem.seals.signed:SignedMove.verify", lambda move, raw: lambda one, *_: MARK in one.payload),
    "rules": ("pbem.campaign.match:Match.join", lambda move, raw: lambda _, seat, file: MARK in file.payload),
    "sealing": (
        "pbem.campaign.running.receipts:seal",
        lambda move, raw: lambda data, *_: digest(move).encode() in data,
    ),
    "answering": ("pbem.post.mail.compose:receipt", lambda move, raw: lambda result, *_: result.file == digest(move)),
    "writing": ("pbem.post.mail.correspondence:mime", lambda move, raw: lambda *given: digest(move)[:24] in given[2]),
    "sending": ("pbem.post.mail.outbox:Outbox.send", lambda move, raw: lambda _, p, *__: digest(move)[:24] in p.name),
}


def joining(desk: Desk, campaign: Campaign) -> tuple[SignedMove, bytes]:
    """Anna's mail, and the file in it as the moderator gets it."""
    from pbem.seals.block import read_block

    payload = write(MoveFile(campaign.id, "anna", campaign.genesis_digest, f"{MARK.decode()}\njoin\n"))
    block = sealed_block(sign_move(payload, key("anna")), [key("moderator").public])
    move = sign_move(payload, key("anna"))
    sealed = read_block(block).sealed
    return SignedMove(move.payload, move.signature, sealed), desk.players["anna"].write(block).as_bytes()


@pytest.mark.parametrize("error", [Panic("at the curve"), KeyError("game")], ids=["Panic", "KeyError"])
@pytest.mark.parametrize("stage", STAGES)
def test_all_other_mails_and_games_go_on(
    stage: str, error: BaseException, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, other = desk.begin("bad"), desk.begin("other")
    desk.run()
    asked = desk.new_mails()
    move, raw = joining(desk, bad)
    replies = [desk.players["ben"].reply(mail).as_bytes() for mail in asked[BEN].mails]
    replies += [desk.players["anna"].reply(mail).as_bytes() for mail in asked[ANNA].mails if "other" in mail["Subject"]]
    target, meant = STAGES[stage]
    with monkeypatch.context() as patch:
        met = failing(patch, target, meant(move, raw), error)
        with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([raw, *replies])) as carrier:
            reports = {one.game: one for one in moderate([carrier], desk.games, desk.moderator, None, NOW)}
        troubles: list[Any] = [*carrier.troubles, *reports["bad"].troubles]
    assert met, "the stage was never reached"
    assert other.head.n == 2
    assert "ben" in [entry["player"] for entry in bad.entries() if entry["kind"] == "join"]
    assert troubles
    for one in troubles:
        assert one.path.is_file()
        assert one.path.is_relative_to(tmp_path / "keys")
        assert "Panic" in str(one.said) or "KeyError" in str(one.said)
    sent = desk.new_mails()
    assert any("[bad]" in mail["Subject"] for mail in sent[BEN].mails), "Ben was answered"
    if stage not in ("answering", "writing", "sending", "sealing"):
        assert any("the moderator has been told" in " ".join(text_of(mail).split()) for mail in sent[ANNA].mails)
    # Nothing of it comes up again.
    with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([])) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW)
    assert not carrier.troubles
    assert desk.new_mails() == {}


def no_ledger(game: Path) -> None:
    (game / "ledger.jsonl").write_text("{}\n")


def no_inbox(game: Path) -> None:
    (game / "inbox").rmdir()
    (game / "inbox").write_bytes(b"")


@pytest.mark.parametrize("harm", [no_ledger, no_inbox])
def test_a_game_that_cannot_be_run_keeps_no_other_from_its_mail(harm: Callable[[Path], None], desk: Desk) -> None:
    other = desk.begin("other")
    desk.begin("bad")
    desk.run()
    mails = [box.mails for box in desk.new_mails().values()]
    harm(desk.games / "bad")
    told: list[str] = []
    raw = [desk.players[str(one["To"]).split("@")[0]].reply(one).as_bytes() for some in mails for one in some]
    with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver(raw)) as carrier:
        moderate([carrier], desk.games, desk.moderator, None, NOW, failed=lambda game, _: told.append(game))
    assert told == ["bad"]
    assert other.head.n == 2
    assert len(carrier.state.owed) == 2, "mail for the broken game waits"


@pytest.mark.parametrize(
    "target", ["pbem.post.mail.carrier:read_mail", "pbem.campaign.running.writer:CampaignWriter.read"]
)
def test_receive_ends_well_when_a_mail_was_set_aside(target: str, ready: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    call("run", "--mail", "--games", ready.games, "--now", NOW)
    raw = ready.players["anna"].reply(ready.new_mails()[ANNA].last).as_bytes()
    failing(monkeypatch, target, lambda *_: True, Panic("at the curve"))
    said = call("receive", "--games", ready.games, "--now", NOW, stdin=raw)
    assert "Panic: at the curve" in said
    assert "trouble" in said
    assert "Traceback" not in said
    assert "the moderator has been told" in " ".join(text_of(ready.new_mails()[ANNA].last).split())


@pytest.mark.parametrize("target", [f"pbem.post.mail.carrier:MailCarrier.{verb}" for verb in ("collect", "announce")])
def test_receive_asks_to_be_tried_again_whatever_else_happens(
    target: str, ready: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, target, lambda *_: True, RuntimeError("nobody thought of it"))
    assert "RuntimeError: nobody thought of it" in call("receive", "--games", ready.games, stdin=b"x", code=75)


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@b.example\r\nSubject: =?utf-8?b?A?=\r\n\r\nx",
        b"From: " + b"(" * 200_000 + b"\r\n\r\nx",
        b"From: a@b.example\r\n\r\n-----BEGIN PBEM MOVE-----\n&#" + b"9" * 5000 + b"\n-----END PBEM MOVE-----\n",
    ],
    ids=["subject", "from", "block"],
)
def test_mails_that_stopped_everything(raw: bytes, ready: Desk) -> None:
    said = call("receive", "--games", ready.games, "--now", NOW, stdin=raw)
    assert "trouble" not in said


def test_a_folder_without_games_and_a_memory_that_cannot_be_read(desk: Desk) -> None:
    """Nothing is answered where nobody can know what is right."""
    campaign = desk.begin("duel-1")
    _, raw = joining(desk, campaign)
    said = "A move for duel-1 has come, but there is no game here at all"
    with (
        carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([raw])) as carrier,
        pytest.raises(PostError, match=said),
    ):
        carrier.collect([])
    assert desk.new_mails() == {}
    desk.run(raw)
    assert ANNA in desk.new_mails()
    state = key_folder() / "post" / "state.json"
    state.write_text("[")
    with pytest.raises(CampaignError, match="it cannot be read; move it away, and mails that were read before"):
        desk.run(raw)
