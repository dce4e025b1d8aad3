"""Keys, sealed files and the moderator's key folder."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

import pytest

from pbem.seals import documents, fair, keys, moderator_key, sealing, sshsig
from pbem.seals.errors import SealError, SealFault
from pbem.seals.recipients import Recipient, parse_recipient

from .casekit import key

ANNA, BEN = key("anna"), key("ben")
AGE = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"


def fault_of(call: object, *arguments: object) -> SealFault:
    assert callable(call)
    with pytest.raises(SealError) as caught:
        call(*arguments)
    assert "{" not in str(caught.value)
    return caught.value.fault


def test_a_generated_key_is_private_and_never_overwritten(tmp_path: Path) -> None:
    made = keys.generate(tmp_path / "anna", "anna@home\nben")
    assert stat.S_IMODE((tmp_path / "anna").stat().st_mode) == 0o600
    assert keys.load_private(tmp_path / "anna").public == made.public
    assert keys.load_public(tmp_path / "anna.pub").comment == "anna@home ben"
    before = (tmp_path / "anna").read_bytes()
    assert fault_of(keys.generate, tmp_path / "anna") is SealFault.FILE_EXISTS
    (tmp_path / "anna").unlink()
    assert fault_of(keys.generate, tmp_path / "anna") is SealFault.FILE_EXISTS
    assert before
    assert fault_of(keys.generate, tmp_path / "no" / "folder") is SealFault.FILE_UNWRITABLE


def test_private_keys_in_odd_clothes() -> None:
    pem = ANNA.pem().decode()
    for text in (pem, pem.replace("\n", "\r\n"), pem.replace("\n", " "), pem.replace("\n", "\\n"), f"\n {pem}\n"):
        assert keys.parse_private(text.encode()).public == ANNA.public


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"", SealFault.KEY_UNREADABLE),
        (b"\xff\xfe\x00", SealFault.KEY_UNREADABLE),
        (ANNA.public.line.encode(), SealFault.KEY_IS_PUBLIC),
        (b"PuTTY-User-Key-File-3: ssh-ed25519\n", SealFault.KEY_FORMAT),
        (b"AGE-SECRET-KEY-1QQQ", SealFault.KEY_FORMAT),
        (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", SealFault.KEY_FORMAT),
        (b"-----BEGIN RSA PRIVATE KEY-----\n", SealFault.KEY_FORMAT),
        (b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n", SealFault.KEY_UNREADABLE),
        (ANNA.pem()[:200], SealFault.KEY_UNREADABLE),
        (ANNA.pem().replace(b"b3BlbnNz", b"b3BlbnNy"), SealFault.KEY_UNREADABLE),
        (ANNA.pem().replace(b"AAAA", b"AAAB", 1), SealFault.KEY_UNREADABLE),
    ],
)
def test_wrong_private_keys_are_told(text: bytes, fault: SealFault) -> None:
    assert fault_of(keys.parse_private, text) is fault


def test_every_damaged_private_key_is_told() -> None:
    pem = ANNA.pem()
    for at in range(40, len(pem) - 40):
        for sign in b"A!":
            if pem[at] in (sign, 10):
                continue
            damaged = pem[:at] + bytes([sign]) + pem[at + 1 :]
            with contextlib.suppress(SealError):  # a changed comment or padding may do no harm
                assert keys.parse_private(damaged).public == ANNA.public


def test_passphrases() -> None:
    locked = ANNA.pem("open sesame")
    asked: list[str] = []

    def ask(where: str) -> str:
        asked.append(where)
        return "open sesame"

    assert keys.parse_private(locked, "anna.key", ask).public == ANNA.public
    assert asked == ["anna.key"]
    assert fault_of(keys.parse_private, locked) is SealFault.PASSPHRASE_NEEDED
    assert fault_of(keys.parse_private, locked, "anna.key", lambda _: "wrong") is SealFault.PASSPHRASE_WRONG
    assert fault_of(keys.parse_private, locked, "anna.key", lambda _: "") is SealFault.PASSPHRASE_WRONG


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert fault_of(keys.load_private, tmp_path / "none") is SealFault.FILE_UNREADABLE
    assert fault_of(keys.load_private, tmp_path) is SealFault.FILE_UNREADABLE
    assert fault_of(keys.load_public, Path("a\0b")) is SealFault.FILE_UNREADABLE
    (tmp_path / "big").write_bytes(b"x" * 1_000_000)
    assert fault_of(keys.load_private, tmp_path / "big") is SealFault.KEY_UNREADABLE


def test_a_secret_is_never_shown() -> None:
    for thing in (
        ANNA,
        moderator_key.Moderator(ANNA),
        sealing.AgeKey("AGE-SECRET-KEY-1X"),
        moderator_key.Moderator(ANNA).game("duel-42", b"salt" * 4),
    ):
        assert ANNA.seed.hex() not in repr(thing)
        assert "SECRET" not in repr(thing)
        assert "secret=" not in repr(thing)


def test_messages_are_safe_for_a_terminal() -> None:
    with pytest.raises(SealError) as caught:
        keys.parse_public("ssh-rsa AAAA", "\x1b[2J" + "x" * 1000)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_sealed_sizes_tell_the_size_class_only() -> None:
    kinds: list[list[Recipient]] = [[ANNA.public], [AGE], [ANNA.public, BEN.public, AGE]]
    for recipients in kinds:
        sizes = {len(sealing.seal(sealing.pad(b"x" * n), recipients)) for n in range(0, 4097, 64) for _ in range(3)}
        assert len(sizes) == 1
        assert len(sealing.seal(sealing.pad(b"x" * 4097), recipients)) > max(sizes)


def test_size_classes() -> None:
    assert [sealing.size_class(n, 1024) for n in (0, 1024, 1025, 5000, 8192)] == [1024, 1024, 2048, 8192, 8192]
    assert sealing.pad(b"{}", 8) == b"{}     \n"
    assert sealing.pad(b"{}\n     ", 8) == b"{}\n     ", "what fills its class already is left alone"


def test_sealing_for_nobody_or_nonsense() -> None:
    assert fault_of(sealing.seal, b"x", []) is SealFault.NO_RECIPIENT
    assert fault_of(sealing.seal, b"x", ["age1nonsense"]) is SealFault.RECIPIENT
    assert fault_of(parse_recipient, "age1nonsense") is SealFault.RECIPIENT
    assert fault_of(parse_recipient, "anna") is SealFault.KEY_UNREADABLE
    assert parse_recipient(f" {AGE}\n") == AGE
    assert parse_recipient(ANNA.public.line) == ANNA.public


def test_unsealing_nonsense() -> None:
    assert fault_of(sealing.unseal, b"hello", ANNA) is SealFault.SEALED_ABSENT
    assert fault_of(sealing.unseal, b"age-encryption.org/v1\n" + b"x" * 17_000_000, ANNA) is SealFault.SEALED_SIZE
    sealed = sealing.seal(b"hand", [ANNA.public])
    assert fault_of(sealing.unseal, sealed, sealing.AgeKey("nonsense")) is SealFault.KEY_UNREADABLE
    assert sealing.unseal(b"\r\n" + sealed.replace(b"\n", b"\r\n"), ANNA) == b"hand"


@pytest.mark.parametrize(
    "plain",
    [b"", b"[]", b"{}", b'{"pbem":2,"text":[],"data":1}', b"\xff", b"[" * 100_000, b'{"pbem":1,"text":[1],"data":1}'],
)
def test_other_documents_are_told(plain: bytes) -> None:
    assert fault_of(documents.read, plain) is SealFault.SEALED_DOCUMENT


def test_a_document_can_be_read_by_people_and_wastes_no_room() -> None:
    of = documents.DocumentOwner("hand", "duel-42", "anna", 3, "ab" * 32)
    plain = documents.write(of, 'Your "hand"\n  bäder', {"hand": ["bäder"], "coins": 7}, moderator_key.Moderator(BEN))
    assert plain.decode().split("\n")[1:3] == ['"Your \\"hand\\"",', '"  bäder"'], "a line of text is a line"
    assert '{"hand":["bäder"],"coins":7}' in plain.decode()
    found = documents.read(sealing.pad(plain))
    assert (found.text, found.data, found.of) == ('Your "hand"\n  bäder', {"hand": ["bäder"], "coins": 7}, of)
    assert found.signed_by(BEN.public)
    assert not found.signed_by(ANNA.public)


def test_a_document_that_was_changed_in_any_byte_is_not_the_moderators() -> None:
    of = documents.DocumentOwner("hand", "duel-42", "anna", 3, "ab" * 32)
    plain = documents.write(of, "Your hand", {"coins": 7}, moderator_key.Moderator(BEN))
    for at in range(len(plain) - 1):
        changed = plain[:at] + bytes([plain[at] ^ 1]) + plain[at + 1 :]
        with contextlib.suppress(SealError):
            assert not documents.read(changed).signed_by(BEN.public), changed


def test_content_marks() -> None:
    base = ("anna/hand", b"baths", [ANNA.public])
    mark = sealing.content_mark(b"k" * 32, *base)
    assert mark == sealing.content_mark(b"k" * 32, *base)
    others: list[tuple[str, bytes, list[Recipient]]] = [
        ("ben/hand", b"baths", [ANNA.public]),
        ("anna/hand", b"walls", [ANNA.public]),
        ("anna/hand", b"baths", [BEN.public]),
        ("anna/hand", b"baths", [ANNA.public, AGE]),
    ]
    marks = {sealing.content_mark(b"k" * 32, *other) for other in others}
    assert len(marks | {mark, sealing.content_mark(b"l" * 32, *base)}) == 6


def test_key_folder_by_platform(tmp_path: Path) -> None:
    home = {"HOME": "/home/anna"}
    assert moderator_key.key_folder(home, "linux") == Path("/home/anna/.config/pbem/moderator")
    assert moderator_key.key_folder({**home, "XDG_CONFIG_HOME": "/c"}, "linux") == Path("/c/pbem/moderator")
    assert moderator_key.key_folder(home, "darwin") == Path("/home/anna/Library/Application Support/pbem/moderator")
    assert moderator_key.key_folder({**home, "APPDATA": "/a"}, "win32") == Path("/a/pbem/moderator")
    assert moderator_key.key_folder({**home, "PBEM_KEYS": str(tmp_path)}, "linux") == tmp_path


def test_moderator_from_folder_and_variable(tmp_path: Path) -> None:
    where = {"PBEM_KEYS": str(tmp_path / "keys")}
    assert fault_of(moderator_key.load, where) is SealFault.MODERATOR_ABSENT
    assert fault_of(moderator_key.load, {**where, "PBEM_MODERATOR_KEY": "  "}) is SealFault.MODERATOR_ABSENT
    made = moderator_key.create(where)
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    assert moderator_key.load(where).public == made.public
    assert fault_of(moderator_key.create, where) is SealFault.FILE_EXISTS
    given = {**where, "PBEM_MODERATOR_KEY": ANNA.pem().decode().replace("\n", " ")}
    assert moderator_key.load(given).public == ANNA.public
    assert fault_of(moderator_key.load, {"PBEM_MODERATOR_KEY": "nonsense"}) is SealFault.KEY_UNREADABLE
    (tmp_path / "file").touch()
    assert fault_of(moderator_key.create, {"PBEM_KEYS": str(tmp_path / "file" / "x")}) is SealFault.FILE_UNWRITABLE


def test_moderator_signs_and_opens() -> None:
    mod = moderator_key.Moderator(ANNA)
    sshsig.verify(mod.sign(b"receipt"), b"receipt", "pbem-moderator", ANNA.public)
    assert mod.open(sealing.seal(b"move", [mod.public])) == b"move"


def test_game_secrets() -> None:
    mod, salt = moderator_key.Moderator(ANNA), bytes(16)
    secrets = mod.game("duel-42", salt)
    assert secrets.commitment == fair.commitment(secrets.secret)
    assert mod.game("duel-42", salt, secrets.commitment, mod.public.fingerprint) == secrets
    other = moderator_key.Moderator(BEN)
    others = [mod.game("duel-43", salt), mod.game("duel-42", b"\1" * 16), other.game("duel-42", salt)]
    values = [value for each in [secrets, *others] for value in (each.secret, each.mark_key)]
    assert len(set(values)) == 8
    with pytest.raises(SealError) as caught:
        other.game("duel-42", salt, secrets.commitment, ANNA.public.fingerprint)
    assert str(caught.value) == (
        "This is not the moderator's key of game duel-42; "
        f"it needs the key {ANNA.public.fingerprint}, and this is {BEN.public.fingerprint}."
    )
    assert len(moderator_key.new_salt()) == 16


def test_game_secrets_are_hkdf() -> None:
    """The derivation is RFC 5869's, checked against another implementation."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    salt = os.urandom(16)
    expected = HKDF(SHA256(), 32, salt, b"pbem/game-secret/1\0duel-42").derive(ANNA.seed)
    assert moderator_key.Moderator(ANNA).game("duel-42", salt).secret == expected
