"""Twin worlds at a whole table: where only a letter, a secret vote or a hidden ruling differs, all else is the same.

Compared is everything that leaves the moderator's desk: the public files of the game, the site, and each mail to those
who may not know. A signed file that stays sealed is named by its digest, and the ledger goes on from it; so digests and
signatures are replaced by what they belong to. What is sealed shows its size and nothing else.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from pbem.campaign.acts import rulings
from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.match import Match
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running import correction_files
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.receipts import _NAME as NAME
from pbem.pages.from_campaign import tell
from pbem.pages.site import publish
from pbem.post.mail.settings import parse
from pbem.seals import sealing
from pbem.seals.recipients import Recipient
from tests.campaign.kit import MODERATOR, files, key, play_on
from tests.conformance import toy
from tests.post.kit import NOW, TABLE, Desk, Player

pytestmark = pytest.mark.slow

THREE = ("anna", "ben", "cleo")
POLICY = {"votes": "majority", "ballots": "secret", "press": "free", "press_anonymous": True, "ruling": "moderator"}
SETTINGS = f"""{TABLE}players:
  anna: {{address: anna@players.example, mail: every}}
  ben: {{address: ben@players.example, mail: every, language: de}}
  cleo: {{address: cleo@players.example, mail: every}}
"""
Deed = Callable[[Desk, Campaign], None]
World = dict[str, bytes]
_SEALED: list[bytes] = []
"""What was sealed in this world."""


@pytest.fixture(autouse=True)
def sealed_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sealing hides all but the size: so what is sealed here is zeros of that size, and a number to open it by."""

    def encrypt(data: bytes, recipients: list[Recipient], armored: bool) -> bytes:
        _SEALED.append(data)
        head = sealing.BINARY + b"-> twin\n--- %d\n" % len(_SEALED)
        sealed = head.ljust(sealing._plain_size(len(data), recipients), b"0")
        if not armored:
            return sealed
        return sealing.ARMOR + b"\n" + base64.encodebytes(sealed) + sealing.ARMOR_END + b"\n"

    def decrypt(data: bytes, _: object) -> bytes:
        if data.startswith(sealing.ARMOR):
            data = base64.decodebytes(data.removeprefix(sealing.ARMOR).strip().removesuffix(sealing.ARMOR_END))
        found = re.match(rb".*\n--- (\d+)\n", data, re.DOTALL)
        assert found is not None
        return _SEALED[int(found[1]) - 1]

    monkeypatch.setattr(sealing, "_encrypt", encrypt)
    monkeypatch.setattr("pyrage.decrypt", decrypt)
    monkeypatch.setattr("pbem.campaign.running.create.new_salt", lambda: b"pbem tests: salt")
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "table" / "keys"))


@pytest.fixture
def market(tmp_path: Path) -> Iterator[str]:
    with toy.installed(tmp_path / "titles") as title:
        yield title.id


def seated(root: Path, title: str) -> tuple[Desk, Campaign]:
    """A game of three in which all have joined by mail."""
    root.mkdir()
    (root / "games").mkdir()
    players = {name: Player(name, key(name), f"{name}@players.example") for name in THREE}
    desk = Desk(root, parse(SETTINGS.encode(), "post.yaml", root), MODERATOR, players)
    seats: list[tuple[str, str, Seat | str]] = [(one, one.title(), Seat(one, "", key(one).public)) for one in THREE]
    limits = Terms(72, "default", cool_off=0)
    campaign = begin(root / "games" / "game-1", desk.moderator, title, seats, {}, limits=limits, now=NOW, policy=POLICY)
    for name in THREE:
        sent(desk, campaign, name, "join", campaign.genesis_digest)
    return desk, campaign


def sent(desk: Desk, campaign: Campaign, name: str, orders: str, after: str | None = None) -> None:
    """A player mails a file, and the moderator's program runs."""
    player = desk.players[name]
    block = player.block(write(MoveFile(campaign.id, name, after or campaign.head.digest, orders)))
    (report,) = desk.run(player.write(f"{block}\n"))
    assert [one.result for one in report.receipts] == ["applied"], report.receipts


def world(root: Path, title: str, deed: Deed, knowing: tuple[str, ...]) -> World:
    """Everything that others see after a deed."""
    shutil.rmtree(root, ignore_errors=True)
    _SEALED.clear()
    desk, campaign = seated(root, title)
    desk.new_mails()
    deed(desk, campaign)
    publish([tell(campaign.folder, desk.moderator)], root / "site")
    seen = {f"game/{name}": data for name, data in files(campaign.folder).items()}
    seen |= {f"site/{name}": data for name, data in files(root / "site").items() if not name.endswith(".zip")}
    for path in (root / "site").rglob("*.zip"):
        with ZipFile(path) as pack:
            seen |= {f"zip/{one.filename}": pack.read(one) for one in pack.infolist()}
    knows = {desk.players[name].address for name in knowing}
    for address, box in desk.new_mails().items():
        if address not in knows:
            seen |= {f"mail/{address}/{n}": read_whole(mail) for n, mail in enumerate(box.mails)}
    named = names(seen)
    return {named(name.encode()).decode(): named(data) for name, data in seen.items()}


def read_whole(mail: EmailMessage) -> bytes:
    """A mail with its parts decoded, so that digests in them can be found."""
    parts = [part.get_content() for part in mail.walk() if not part.is_multipart()]
    texts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"\n".join(
        [*(f"{name}: {value}".encode() for name, value in mail.items() if "boundary" not in value), *texts]
    )


def names(seen: World) -> Callable[[bytes], bytes]:
    """Replaces each digest and signature by what it is of; all are as long as those of the twin."""
    known: dict[str, str] = {}
    signatures: dict[str, str] = {}
    for n, line in enumerate(seen["game/ledger.jsonl"].splitlines()):
        entry: dict[str, Any] = json.loads(line)
        known[sha256(line).hexdigest()] = f"(entry {n})"
        if "digest" in entry.get("file", ()):
            known[entry["file"]["digest"]] = f"(file {n})"
        signatures[entry["sig"]] = f"(signature {n})"
    for name, data in seen.items():
        plain = name if not name.startswith("game/receipts/") else "game/receipts"
        known.setdefault(sha256(data).hexdigest(), f"(digest of {plain})")
        for found in re.findall(rb'"sig":"([^"]+)"', data):
            signatures.setdefault(found.decode(), f"(signature of {plain})")
    short = {print_[:length]: said for print_, said in known.items() for length in (8, 12, NAME)}
    for print_, said in known.items():
        signatures[f"{print_[:4]} {print_[4:8]} … {print_[-4:]}".encode().decode("latin-1")] = said

    def named(data: bytes) -> bytes:
        text = re.sub("urn:uuid:[-0-9a-f]+", "(digest)", data.decode("latin-1"))
        for one, said in signatures.items():
            text = text.replace(one, said).replace(one.replace("\n", "\\n"), said)
        return re.sub(
            r"[0-9a-f]{8,}", lambda found: known.get(found[0]) or short.get(found[0]) or found[0], text
        ).encode("latin-1")

    return named


def alike(tmp_path: Path, title: str, deeds: tuple[Deed, Deed], knowing: tuple[str, ...]) -> None:
    worlds, insides = [], []
    for deed in deeds:
        worlds.append(world(tmp_path / "table", title, deed, knowing))
        insides.append(list(_SEALED))
    assert insides[0] != insides[1], "the twin must differ"
    assert worlds[0].keys() == worlds[1].keys()
    others = {desk for name in worlds[0] if name.startswith("mail/") for desk in THREE if f"/{desk}@" in name}
    assert others == set(THREE) - set(knowing), "everybody else is told that there was something"
    differ = {name: _difference(data, worlds[1][name]) for name, data in worlds[0].items() if data != worlds[1][name]}
    assert not differ, "\n".join(f"{name}: {one!r} / {other!r}" for name, (one, other) in differ.items())


def _difference(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]


def saying(name: str, orders: str) -> Deed:
    return lambda desk, campaign: sent(desk, campaign, name, orders)


def test_a_letter(tmp_path: Path) -> None:
    letters = saying("anna", "press to ben\nAttack at dawn."), saying("anna", "press to ben\nRetreat at one.")
    alike(tmp_path, "age_of_reason", letters, ("anna", "ben"))


def test_who_speaks_without_a_name(tmp_path: Path) -> None:
    said = "press anonymous\nThe king is dead."
    alike(tmp_path, "age_of_reason", (saying("anna", said), saying("ben", said)), ("anna", "ben"))


def test_a_secret_vote(tmp_path: Path) -> None:
    alike(tmp_path, "age_of_reason", (saying("anna", "vote yes pause"), saying("anna", "vote no pause")), ("anna",))


def dealt(at: int) -> Deed:
    """Anna gets another card of the deck for her first, by a ruling; as soon as that can be."""

    def swapped(match: Match, at: int) -> list[tuple[str, Any]]:
        state = match.playing.state
        deck, hand = list(state.deck), list(state.stalls[0].hand)
        at = next(n for n, card in enumerate(deck[at:], at) if card != hand[0])
        hand[0], deck[at] = deck[at], hand[0]
        return [("deck", deck), ("stalls.anna.hand", hand)]

    def deed(desk: Desk, campaign: Campaign) -> None:
        for _ in range(20):
            try:
                with opened(campaign.folder, MODERATOR) as keeper:
                    changes = rulings.wanted(keeper.match, swapped(keeper.match, 0))
                    rulings.draft(keeper.match, changes, "To see whether it is possible.")
                break
            except CampaignError:
                play_on(campaign, 1)
        desk.run()
        desk.new_mails()
        with opened(campaign.folder, MODERATOR) as keeper:
            correction_files.rule(keeper, swapped(keeper.match, at), "A card was dealt wrongly.", NOW)
            keeper.publish()
        desk.run()

    return deed


def test_a_ruling_about_hidden_cards(tmp_path: Path, market: str) -> None:
    alike(tmp_path, market, (dealt(0), dealt(3)), ("anna",))
