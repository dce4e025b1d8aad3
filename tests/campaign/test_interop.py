"""With the real programs: ssh-keygen signs and checks what a campaign takes and keeps, age opens its hands."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.records import SignedFile
from pbem.campaign.running.create import begin, opened
from pbem.seals import sshsig
from pbem.seals.keys import load_public

from .kit import MODERATOR, NOW, again, play_on, start


def sh(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    assert shutil.which(words[0]), f"{words[0]} is needed; `make programs` installs it"
    return subprocess.run(words, input=given, capture_output=True, check=False)


def _by_hand(folder: Path, tmp_path: Path, sealed: bool) -> tuple[Campaign, dict[str, Path]]:
    """A campaign whose players have nothing but ssh-keygen and age."""
    keys = {}
    for handle in ("anna", "ben"):
        keys[handle] = tmp_path / handle
        sh("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", handle, "-f", str(keys[handle]))
    players: list[tuple[str, str, Seat | str]] = [
        (handle, handle, Seat(handle, handle, load_public(Path(f"{path}.pub")))) for handle, path in keys.items()
    ]
    return begin(folder, MODERATOR, "wonders_duel", players, {}, now=NOW), keys


def _signed(campaign: Campaign, tmp_path: Path, key: Path, handle: str, orders: str, after: str) -> tuple[Path, Path]:
    move = tmp_path / f"{handle}.yaml"
    move.write_text(f"game: {campaign.id}\nplayer: {handle}\nafter: {after}\norders: |\n  {orders}\n")
    Path(f"{move}.sig").unlink(missing_ok=True)
    assert sh("ssh-keygen", "-Y", "sign", "-f", str(key), "-n", "pbem", str(move)).returncode == 0
    return move, Path(f"{move}.sig")


def test_a_campaign_with_ssh_keygen_and_age_alone(games: Path, tmp_path: Path) -> None:
    campaign, keys = _by_hand(games / "duel-1", tmp_path, sealed=False)
    inbox = campaign.folder / "inbox"
    for handle, key in keys.items():
        move, signature = _signed(campaign, tmp_path, key, handle, "join", campaign.genesis_digest)
        shutil.copy(move, inbox)
        shutil.copy(signature, inbox)
    assert [one.result for one in again(campaign).receipts] == ["applied", "applied"]
    player = campaign.position["waiting"][0]
    hand = sh("age", "-d", "-i", str(keys[player]), str(campaign.folder / "sealed" / f"{player}.age"))
    assert hand.returncode == 0, hand.stderr
    inside = json.loads(hand.stdout)
    assert any("take " in line for line in inside["text"]), "a person can read the legal orders in it"
    order = inside["data"]["asked"][0]["legal"][0]["order"]
    move, signature = _signed(campaign, tmp_path, keys[player], player, order, campaign.head.digest)
    whole = move.read_bytes() + signature.read_bytes()
    recipient = tmp_path / "moderator.pub"
    recipient.write_text(campaign.genesis.moderator.line + "\n")
    sealed = sh("age", "-a", "-R", str(recipient), given=whole)
    assert sealed.returncode == 0, sealed.stderr
    (inbox / "sealed.age").write_bytes(sealed.stdout)
    (receipt,) = again(campaign).receipts
    assert receipt.result == "applied", receipt.message
    assert verify(campaign.folder).ok


def test_ssh_keygen_checks_every_file_of_a_ledger(games: Path, tmp_path: Path) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 6)
    for entry in campaign.entries():
        if "payload" not in entry.get("file", {}):
            continue
        file = SignedFile.of(entry["file"])
        signature = tmp_path / "one.sig"
        signature.write_text(sshsig.armor(file.signature))
        checked = sh(
            "ssh-keygen",
            "-Y",
            "verify",
            "-f",
            str(campaign.folder / "allowed_signers"),
            "-I",
            entry["player"],
            "-n",
            "pbem",
            "-s",
            str(signature),
            given=file.payload,
        )
        assert checked.returncode == 0, checked.stderr


def test_an_entry_is_signed_as_ssh_keygen_would(games: Path, tmp_path: Path) -> None:
    """The `sig` of an entry is an SSH signature of the line without it, in the namespace pbem-moderator."""
    from base64 import b64decode

    from pbem.seals.wire import string
    from pbem.table.state_json import canonical

    campaign = start(games / "duel-1")
    entry = list(campaign.entries())[1]
    unsigned = canonical({name: value for name, value in entry.items() if name != "sig"})
    key = campaign.genesis.moderator
    inner = string(b"ssh-ed25519") + string(b64decode(entry["sig"]))
    blob = (
        b"SSHSIG\0\0\0\1"
        + string(key.blob)
        + string(b"pbem-moderator")
        + string(b"")
        + string(b"sha512")
        + string(inner)
    )
    (tmp_path / "entry.sig").write_text(sshsig.armor(blob))
    (tmp_path / "signers").write_text(f'moderator namespaces="pbem-moderator" {key.line}\n')
    checked = sh(
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        str(tmp_path / "signers"),
        "-I",
        "moderator",
        "-n",
        "pbem-moderator",
        "-s",
        str(tmp_path / "entry.sig"),
        given=unsigned,
    )
    assert checked.returncode == 0, checked.stderr


def test_a_hand_can_be_sealed_for_an_age_recipient(games: Path, tmp_path: Path) -> None:
    assert sh("age-keygen", "-o", str(tmp_path / "age.key")).returncode == 0
    recipient = sh("age-keygen", "-y", str(tmp_path / "age.key")).stdout.decode().strip()
    from .kit import key, send

    players: list[tuple[str, str, Seat | str]] = [
        ("anna", "Anna", Seat("anna", "anna", key("anna").public, recipient)),
        ("robo", "Robo", "bot"),
    ]
    campaign = begin(games / "duel-1", MODERATOR, "wonders_duel", players, {}, now=NOW)
    send(campaign, "anna", "join")
    again(campaign)
    hand = sh("age", "-d", "-i", str(tmp_path / "age.key"), str(campaign.folder / "sealed" / "anna.age"))
    assert json.loads(hand.stdout)["of"]["player"] == "anna"
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.seats[0].age == recipient
