"""Both ways with the real programs: what pbem writes they read, what they write pbem reads."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from pbem.seals import documents, keys, sealing, signers, sshsig
from pbem.seals.block import read_block
from pbem.seals.errors import SealError, SealFault
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import read_signed, sealed_block, sign_move

from .casekit import MOVE, key
from .programs import need, put_key, run

ANNA, BEN, MODERATOR = key("anna"), key("ben"), key("moderator")
TEXTS = [b"", b"x", MOVE.encode(), bytes(range(256)) * 40, b"a\r\nb\n"]

ssh_keygen, age = need("ssh-keygen"), need("age", "age-keygen")


@ssh_keygen
@pytest.mark.parametrize("text", TEXTS, ids=len)
@pytest.mark.parametrize("namespace", ["pbem", "pbem-moderator"])
def test_signature_equals_that_of_ssh_keygen(tmp_path: Path, text: bytes, namespace: str) -> None:
    secret = put_key(tmp_path, "anna", ANNA)
    (tmp_path / "text").write_bytes(text)
    run("ssh-keygen", "-Y", "sign", "-q", "-n", namespace, "-f", secret, tmp_path / "text")
    assert (tmp_path / "text.sig").read_text() == sshsig.sign(ANNA, text, namespace)


@ssh_keygen
def test_sha256_signature_of_ssh_keygen(tmp_path: Path) -> None:
    secret = put_key(tmp_path, "anna", ANNA)
    (tmp_path / "text").write_bytes(b"hello")
    run("ssh-keygen", "-Y", "sign", "-q", "-n", "pbem", "-O", "hashalg=sha256", "-f", secret, tmp_path / "text")
    assert sshsig.verify((tmp_path / "text.sig").read_text(), b"hello", "pbem", ANNA.public).hash == "sha256"


@ssh_keygen
def test_ssh_keygen_audits_with_our_table(tmp_path: Path) -> None:
    table = [
        signers.Signer("anna", ANNA.public, "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"),
        signers.Signer("ben", BEN.public),
    ]
    (tmp_path / "allowed_signers").write_text(signers.write_signers(table))
    (tmp_path / "sig").write_text(sshsig.sign(ANNA, b"hello", "pbem"))

    def verify(name: str, text: bytes, ok: bool, namespace: str = "pbem") -> None:
        run(
            "ssh-keygen",
            "-Y",
            "verify",
            "-f",
            tmp_path / "allowed_signers",
            "-I",
            name,
            "-n",
            namespace,
            "-s",
            tmp_path / "sig",
            stdin=text,
            ok=ok,
        )

    verify("anna", b"hello", True)
    verify("ben", b"hello", False)
    verify("anna", b"hello!", False)
    verify("anna", b"hello", False, "git")


@ssh_keygen
@pytest.mark.parametrize("kind", [("rsa", "2048"), ("ecdsa", "256")])
def test_other_keys_of_ssh_keygen_are_told(tmp_path: Path, kind: tuple[str, str]) -> None:
    path = tmp_path / "other"
    run("ssh-keygen", "-q", "-t", kind[0], "-b", kind[1], "-N", "", "-f", path)
    for load in (keys.load_private, keys.load_public):
        with pytest.raises(SealError) as caught:
            load(path if load is keys.load_private else path.with_suffix(".pub"))
        assert caught.value.fault is SealFault.KEY_TYPE
    (tmp_path / "text").write_bytes(b"hello")
    run("ssh-keygen", "-Y", "sign", "-q", "-n", "pbem", "-f", path, tmp_path / "text")
    with pytest.raises(SealError) as caught:
        sshsig.verify((tmp_path / "text.sig").read_text(), b"hello", "pbem")
    assert caught.value.fault is SealFault.SIG_KEY_TYPE


@ssh_keygen
def test_keys_go_both_ways(tmp_path: Path) -> None:
    ours = keys.generate(tmp_path / "ours", "anna@home")
    assert run("ssh-keygen", "-y", "-f", tmp_path / "ours").decode().split()[:2] == ours.public.line.split()[:2]
    shown = run("ssh-keygen", "-l", "-f", tmp_path / "ours.pub").decode()
    assert shown.split()[1:3] == [ours.public.fingerprint, "anna@home"]
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ben", "-f", tmp_path / "theirs")
    theirs = keys.load_private(tmp_path / "theirs")
    assert theirs.public == keys.load_public(tmp_path / "theirs.pub")
    assert keys.load_public(tmp_path / "theirs.pub").comment == "ben"


@ssh_keygen
def test_locked_keys_go_both_ways(tmp_path: Path) -> None:
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "pässword", "-f", tmp_path / "theirs")
    theirs = keys.load_private(tmp_path / "theirs", lambda _: "pässword")
    assert theirs.public == keys.load_public(tmp_path / "theirs.pub")
    keys.generate(tmp_path / "ours", passphrase="secret")
    public = run("ssh-keygen", "-y", "-P", "secret", "-f", tmp_path / "ours").decode()
    assert keys.parse_public(public) == keys.load_public(tmp_path / "ours.pub")
    assert sealing.unseal(sealing.seal(b"hand", [theirs.public]), theirs) == b"hand"


@ssh_keygen
@pytest.mark.parametrize("namespace", ["pbem", "pbem-moderator"])
def test_an_independent_verifier_agrees(namespace: str) -> None:
    oracle = pytest.importorskip("sshsig")
    from sshsig import PublicKey

    allowed = [PublicKey.from_openssh_str(ANNA.public.line)]
    for text in TEXTS:
        signature = sshsig.sign(ANNA, text, namespace)
        oracle.verify(text, signature, allowed, namespace)
        with pytest.raises(oracle.InvalidSignature):
            oracle.verify(text + b"x", signature, allowed, namespace)
        with pytest.raises(oracle.InvalidSignature):
            oracle.verify(text, signature, allowed, "git")


@age
@pytest.mark.parametrize("size", [0, 1, 4096, 65536, 65537, 200_000])
def test_age_opens_what_pbem_sealed(tmp_path: Path, size: int) -> None:
    data = b"x" * size
    path = put_key(tmp_path, "anna", ANNA)
    (tmp_path / "hand.age").write_bytes(sealing.seal(data, [ANNA.public, MODERATOR.public]))
    assert run("age", "-d", "-i", path, tmp_path / "hand.age") == data
    run("age", "-d", "-i", put_key(tmp_path, "ben", BEN), tmp_path / "hand.age", ok=False)


@age
@pytest.mark.parametrize("armor", [["-a"], []])
@pytest.mark.parametrize("size", [0, 4096, 200_000])
def test_pbem_opens_what_age_sealed(armor: list[str], size: int) -> None:
    data = b"x" * size
    sealed = run("age", *armor, "-r", ANNA.public.line, stdin=data)
    assert sealing.unseal(sealed, ANNA) == data
    with pytest.raises(SealError) as caught:
        sealing.unseal(sealed, BEN)
    assert caught.value.fault is SealFault.SEALED_OTHER_KEY


@age
def test_age_keys_go_both_ways(tmp_path: Path) -> None:
    made = run("age-keygen").decode()
    secret = next(line for line in made.splitlines() if line.startswith("AGE-SECRET-KEY-"))
    recipient = next(line.split()[-1] for line in made.splitlines() if "age1" in line)
    (tmp_path / "age.key").write_text(made)
    (tmp_path / "hand.age").write_bytes(sealing.seal(b"hand", [recipient]))
    assert run("age", "-d", "-i", tmp_path / "age.key", tmp_path / "hand.age") == b"hand"
    sealed = run("age", "-a", "-r", recipient, stdin=b"hand")
    assert sealing.unseal(sealed, sealing.AgeKey(secret)) == b"hand"
    with pytest.raises(SealError):
        sealing.unseal(sealed, ANNA)


@age
def test_age_prints_a_sealed_hand_readably(tmp_path: Path) -> None:
    of = documents.DocumentOwner("hand", "duel-42", "anna", 3, "ab" * 32)
    plain = sealing.pad(documents.write(of, "Your hand\n  baths", {"hand": ["baths"]}, Moderator(BEN)))
    (tmp_path / "hand.age").write_bytes(sealing.seal(plain, [ANNA.public]))
    printed = run("age", "-d", "-i", put_key(tmp_path, "anna", ANNA), tmp_path / "hand.age")
    assert json.loads(printed)["data"] == {"hand": ["baths"]}
    assert documents.read(printed).signed_by(BEN.public)
    assert b'"Your hand",\n' in printed


@age
@ssh_keygen
def test_a_sealed_block_can_be_audited_with_plain_programs(tmp_path: Path) -> None:
    """Opened by age it is the move file and its signature, which ssh-keygen checks."""
    sealed = read_block(sealed_block(sign_move(MOVE.encode(), ANNA), [MODERATOR.public])).sealed
    assert sealed is not None
    (tmp_path / "move.age").write_bytes(sealed)
    plain = run("age", "-d", "-i", put_key(tmp_path, "moderator", MODERATOR), tmp_path / "move.age")
    at = plain.index(b"-----BEGIN SSH")
    (tmp_path / "move.sig").write_bytes(plain[at:].rstrip() + b"\n")
    (tmp_path / "signers").write_text(signers.write_signers([signers.Signer("anna", ANNA.public)]))
    run(
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        tmp_path / "signers",
        "-I",
        "anna",
        "-n",
        "pbem",
        "-s",
        tmp_path / "move.sig",
        stdin=plain[:at],
    )


@age
@ssh_keygen
def test_a_move_made_with_plain_programs_only(tmp_path: Path) -> None:
    secret = put_key(tmp_path, "anna", ANNA)
    (tmp_path / "move.yaml").write_text(MOVE)
    run("ssh-keygen", "-Y", "sign", "-q", "-n", "pbem", "-f", secret, tmp_path / "move.yaml")
    signature = (tmp_path / "move.yaml.sig").read_bytes()
    assert read_signed(MOVE.encode(), signature) == sign_move(MOVE.encode(), ANNA)
    sealed = run("age", "-a", "-r", MODERATOR.public.line, stdin=MOVE.encode() + signature)
    assert read_signed(sealed, unseal=lambda data: sealing.unseal(data, MODERATOR)).payload == MOVE.encode()


def test_the_programs_helper_notices_failure() -> None:
    with pytest.raises(AssertionError):
        run("false")
    assert subprocess.run(["true"], check=True).returncode == 0
