"""A move goes round once: what one costs between its mail and its pages, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign import movefile
from pbem.campaign.campaign import Campaign
from pbem.campaign.running.checkpoint import Checkpoints
from pbem.campaign.running.run import RunReport, run
from pbem.moderation.loop import moderate
from pbem.pages.publishing import publish_games
from pbem.post.mail import carrier as carriers
from pbem.post.mail.mailboxes import HandedOver
from pbem.seals import sealing
from pbem.table import Table
from tests.post.duel_by_mail import begun, to_move
from tests.post.kit import NOW, SETTINGS, Desk, Player
from tests.post.test_commands import call
from tests.seals.casekit import key

ONCE = {"rule": 1, "unsealed": 1, "parsed": 1, "opened": 1, "loaded": 1}


def with_mailbox(desk: Desk) -> Path:
    """Key and settings where the commands look for them, with a mailbox; gives the folder for new mails."""
    keys = desk.root / "keys"
    keys.mkdir(exist_ok=True)
    (keys / "moderator").write_bytes(key("moderator").pem())
    (keys / "moderator").chmod(0o600)
    box = desk.root / "maildir"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    settings = SETTINGS.replace("outbox: outbox", f"outbox: {desk.outbox}")
    settings = settings.replace("send:", f"collect:\n  - maildir: {box}\nsend:")
    (keys / "post.yaml").write_text(settings)
    return box / "new"


def counted(patch: pytest.MonkeyPatch, payload: bytes) -> Counter[str]:
    """Counts what is done from here on with the move file, and with the campaign."""
    found: Counter[str] = Counter()

    def wrap(owner: Any, name: str, key: str, meant: Callable[..., bool]) -> None:
        plain = getattr(owner, name)

        def counting(*given: Any, **named: Any) -> Any:
            result = plain(*given, **named)
            found[key] += meant(result, *given)
            return result

        patch.setattr(owner, name, counting)

    orders = payload.partition(b"orders: |\n")[2].strip()
    wrap(Table, "answer", "rule", lambda *_: True)
    # The moderator opens files of its own as well.
    wrap(sealing, "unseal", "unsealed", lambda plain, *_: orders in plain)
    wrap(movefile, "FlatFile", "parsed", lambda _, data, *__: data == payload)
    wrap(Checkpoints, "load", "loaded", lambda *_: True)
    opening = Campaign.open.__func__

    def opened(*given: Any) -> Any:
        found["opened"] += 1
        return opening(*given)

    patch.setattr(Campaign, "open", classmethod(opened))
    return found


def moving(desk: Desk) -> tuple[Player, bytes, str]:
    """A game that has begun: who is to move, the move file, and the mail's text."""
    boxes = begun(desk, "duel-42")
    to = to_move(boxes)
    player = desk.players[to.split("@")[0]]
    payload = player.payload(boxes[to].last)
    return player, payload, player.block(payload)


@pytest.mark.parametrize("form", ["clear", "sealed"])
def test_a_mailed_move_is_unsealed_parsed_and_played_once(
    desk: Desk, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox = with_mailbox(desk)
    player, payload, text = moving(desk)
    if form == "sealed":
        player.seal_for = desk.moderator.key
        text = player.block(payload)
    site = desk.root / "site"
    words = ("run", "duel-42", "--mail", "--games", desk.games, "--site", site, "--now", NOW)
    call(*words)
    desk.new_mails()
    (inbox / "1.move").write_bytes(player.write(text).as_bytes())
    n = Campaign.open(desk.games / "duel-42").head.n
    with monkeypatch.context() as patch:
        found = counted(patch, payload)
        call(*words)
    assert Campaign.open(desk.games / "duel-42").head.n == n + 1
    assert set(desk.new_mails()) == {one.address for one in desk.players.values()}
    assert (site / "games" / "duel-42" / "t" / f"{n + 1}.html").is_file()
    expected = {**ONCE, "unsealed": 1 if form == "sealed" else 0}
    assert dict(found) == expected


def public(site: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(site)): path.read_bytes()
        for path in sorted(site.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(site).parts)
    }


@pytest.mark.slow
def test_pages_of_a_run_are_the_pages_of_cold_files(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = begun(desk)
    warm, cold, late = (desk.root / name for name in ("warm", "cold", "late"))

    def publish(reports: Sequence[RunReport]) -> None:
        happened = {report.game: report.happened for report in reports}
        publish_games(desk.games, None, desk.moderator, warm, happened=happened)

    for _ in range(4):
        to = to_move(boxes)
        mail = desk.players[to.split("@")[0]].reply(boxes[to].last).as_bytes()
        with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([mail])) as carrier:
            (report,) = moderate([carrier], desk.games, desk.moderator, None, NOW, publish=publish)
        assert report.n == report.before + 1
        boxes = desk.new_mails()
        publish_games(desk.games, None, desk.moderator, cold)
        assert public(warm) == public(cold)
    publish_games(desk.games, None, desk.moderator, late)
    assert public(late) == public(cold)


def test_pages_without_a_run_go_on_from_those_of_the_last_run(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes, site = begun(desk), desk.root / "site"
    for with_run in (True, False):
        to = to_move(boxes)
        reports = desk.run(desk.players[to.split("@")[0]].reply(boxes[to].last))
        boxes = desk.new_mails()
        with monkeypatch.context() as patch:
            found = counted(patch, b"")
            happened = {one.game: one.happened for one in reports} if with_run else {}
            publish_games(desk.games, None, desk.moderator, site, happened=happened)
        if not with_run:
            assert found["rule"] == 1, "the one new entry is played through, not the whole game"


def test_a_ledger_that_went_on_after_the_run_is_read_again(desk: Desk) -> None:
    boxes, site = begun(desk), desk.root / "site"
    reports = desk.run()
    to = to_move(boxes)
    (later,) = desk.run(desk.players[to.split("@")[0]].reply(boxes[to].last))
    publish_games(desk.games, None, desk.moderator, site, happened={one.game: one.happened for one in reports})
    assert (site / "games" / "duel-42" / "t" / f"{later.n}.html").is_file()


def test_a_file_that_was_changed_in_the_inbox_is_read_from_there(desk: Desk) -> None:
    boxes = begun(desk)
    to = to_move(boxes)
    mail = desk.players[to.split("@")[0]].reply(boxes[to].last).as_bytes()
    folder = desk.games / "duel-42"
    with carriers.opened(desk.settings, desk.moderator, NOW, HandedOver([mail])) as carrier:
        collected = carrier.collect([folder])
        ((name, known),) = collected["duel-42"].items()
        path = folder / "inbox" / name
        assert path.read_bytes() == known.data
        path.write_bytes(b"nothing that anybody signed")
        report = run(folder, desk.moderator, NOW, read=collected["duel-42"])
    assert [one.result for one in report.receipts] == ["refused"]
    assert report.n == report.before


def test_a_player_who_gets_no_mail_costs_no_replay(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben's last mail is older than the run, but there is nothing to write to him."""
    boxes = begun(desk)
    first = desk.players[to_move(boxes).split("@")[0]]
    desk.run(first.reply(boxes[first.address].last))
    campaign = Campaign.open(desk.games / "duel-42")
    for orders in ("if age = 2: any\n", "if age = 3: any\n"):
        desk.new_mails()
        payload = movefile.write(movefile.MoveFile("duel-42", first.handle, campaign.head.digest, orders))
        with monkeypatch.context() as patch:
            found = counted(patch, payload)
            (report,) = desk.run(first.write(first.block(payload)))
        assert report.n == report.before + 1
        assert set(desk.new_mails()) == {first.address}
        assert found["rule"] == 0
