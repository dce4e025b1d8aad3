"""Whatever arrives, the answer is a result or a declared error, never anything else.

A short run by default; `PBEM_FUZZ=1000000` sets the number of tries for each target.
"""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.campaign import movefile
from pbem.campaign.movefile import MoveFileError
from pbem.seals import block, keys, sealing, signers, sshsig
from pbem.seals.errors import SealError
from pbem.seals.signed import read_signed, sign_move

from .casekit import HEAD, MOVE, data_of, key, load

pytestmark = pytest.mark.slow

ANNA = key("anna")
SIGNATURE = sshsig.sign(ANNA, MOVE.encode(), "pbem")
BLOB = sshsig.dearmor(SIGNATURE)
BLOCK = block.write_clear(MOVE.encode(), SIGNATURE)
SIGNERS = signers.write_signers([signers.Signer("anna", ANNA.public)])

TRIES = int(os.environ.get("PBEM_FUZZ", "0"))
short = settings(max_examples=150, deadline=None, database=None, suppress_health_check=list(HealthCheck))

Test = Callable[[bytes], None]


def mutated(seeds: list[bytes], words: list[bytes]) -> st.SearchStrategy[bytes]:
    """Real inputs with pieces cut out, put in or doubled, and plain noise."""

    @st.composite
    def make(draw: st.DrawFn) -> bytes:
        data = draw(st.sampled_from(seeds))
        for _ in range(draw(st.integers(0, 4))):
            at = draw(st.integers(0, len(data)))
            end = at + draw(st.integers(0, 12))
            piece = draw(st.one_of(st.sampled_from(words), st.binary(max_size=6), st.just(data[at : at + 40])))
            data = data[:at] + piece + data[end:]
        return data

    return st.one_of(make(), make(), make(), st.lists(st.sampled_from(words)).map(b"".join), st.binary())


def mutate(number: int, seeds: list[bytes], words: list[bytes]) -> bytes:
    """The same by bare dice, twenty times as fast; the number alone says what comes out."""
    dice = random.Random(number)
    if number % 10 == 0:
        return b"".join(dice.choice(words) for _ in range(dice.randrange(30)))
    data = dice.choice(seeds)
    for _ in range(dice.randrange(5)):
        at = dice.randrange(len(data) + 1)
        end = at + dice.choice((0, 0, 1, 1, 1, 2, 4, 12, 60))
        piece = dice.choice((dice.choice(words), dice.randbytes(dice.randrange(5)), data[at : at + 40], b""))
        data = data[:at] + piece + data[end:]
    return data


def fuzz(seeds: list[bytes], words: list[bytes]) -> Callable[[Test], Callable[[], None]]:
    """A short run looks for small examples (hypothesis); a long one makes very many."""

    def wrap(test: Test) -> Callable[[], None]:
        if not TRIES:
            run: Callable[[], None] = short(given(mutated(seeds, words))(test))
            return run

        def long() -> None:
            for number in range(TRIES):
                data = mutate(number, seeds, words)
                try:
                    test(data)
                except BaseException as error:
                    raise AssertionError(f"try {number}: {data!r}") from error

        return long

    return wrap


def small(name: str) -> list[bytes]:
    return [data_of(case) for case in load(name) if "recipe" not in case]


YAML = [
    b"game: ",
    b"player: ",
    b"orders: |\n  ",
    b"\n",
    b"  ",
    b"\t",
    b"- ",
    b"? ",
    b": ",
    b"{",
    b"}",
    b"[",
    b"]",
    b"&a ",
    b"*a",
    b"!!x ",
    b"|",
    b">",
    b"'",
    b'"',
    b"#",
    b"---\n",
    b"...\n",
    b"%YAML 1.1\n",
    b"\\u202e",
    b"\xe2\x80\xae",
    b"\xef\xbb\xbf",
    b"\0",
    b"\r",
    b"\r\n",
    b"<<: ",
    HEAD.encode(),
    b"\\x00",
    b"\xed\xa0\x80",
    b",",
]
MAIL = [
    b"-----BEGIN PBEM MOVE-----",
    b"-----END PBEM MOVE-----",
    b"> ",
    b"\n",
    b"<br>",
    b"&nbsp;",
    b"&#43;",
    b"=3D",
    b"=\n",
    b"\xe2\x80\x94",
    b"UEJNAUM",
    b"=",
    b"-- \n",
    b"BEGIN PBEM MOVE",
    b"&lt;p&gt;",
    b"\0",
    b"-----BEGIN SSH SIGNATURE-----\n",
    b"-----END SSH SIGNATURE-----\n",
    b"age-encryption.org/v1\n",
    b"-----BEGIN AGE ENCRYPTED FILE-----\n",
]
WIRE = [
    b"SSHSIG",
    b"\0\0\0\1",
    b"\0\0\0\x0bssh-ed25519",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\0\0\0\x04pbem",
    b"sha512",
    b"\0\0\0\x40",
    bytes(32),
]
TABLE = [
    b"anna ",
    b"ben ",
    b'namespaces="pbem" ',
    b'namespaces="',
    b",",
    b'"',
    b"ssh-ed25519 ",
    b"ssh-rsa ",
    b"#",
    b"\n",
    b"\r\n",
    b"\t",
    b"cert-authority ",
    b" age1",
    b"*",
    b"\0",
    b"\xe2\x80\xae",
    b"AAAA",
]


def settle(call: Callable[[], object], *errors: type[Exception]) -> object:
    """Run it; declared errors must print, everything else is a failing test."""
    try:
        return call()
    except errors as error:
        said = str(error)
    assert said
    assert all(line.isprintable() for line in said.split("\n"))
    return None


@fuzz([MOVE.encode(), *small("movefiles")], YAML)
def test_movefile(data: bytes) -> None:
    move = settle(lambda: movefile.parse(data), MoveFileError)
    if isinstance(move, movefile.MoveFile):
        assert movefile.parse(movefile.write(move)) == move


@fuzz([BLOCK.encode(), *(case["text"].encode() for case in load("blocks"))], MAIL)
def test_block(data: bytes) -> None:
    for found in block.find_blocks(data.decode("utf-8", "surrogateescape")):
        assert isinstance(found, block.Block | SealError)
    settle(lambda: read_signed(data, unseal=lambda sealed: sealing.unseal(sealed, ANNA)), SealError)
    settle(lambda: read_signed(MOVE.encode(), data), SealError)


@fuzz([BLOB], WIRE)
def test_signature_bytes(blob: bytes) -> None:
    # Ed25519 has one signature for one text and key: what verifies is the very same bytes.
    if settle(lambda: sshsig.verify(sshsig.armor(blob), MOVE.encode(), "pbem", ANNA.public), SealError):
        assert blob == BLOB


@fuzz([SIGNATURE.encode(), *(case["signature"].encode() for case in load("signatures"))], [*MAIL, b"A"])
def test_signature_text(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    signature = settle(lambda: sshsig.verify(text, MOVE.encode(), "pbem", ANNA.public), SealError)
    if isinstance(signature, sshsig.Signature):
        assert signature.hash == "sha256" or signature.blob == BLOB


@fuzz([SIGNERS.encode(), *(case["text"].encode() for case in load("signers"))], TABLE)
def test_signers(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    found = settle(lambda: signers.parse_signers(text), SealError)
    if isinstance(found, dict):
        assert signers.parse_signers(signers.write_signers(found.values())) == found


@fuzz([ANNA.public.line.encode(), *(case["text"].encode() for case in load("public_keys"))], TABLE)
def test_public_key(data: bytes) -> None:
    settle(lambda: keys.parse_public(data.decode("utf-8", "surrogateescape")), SealError)


@fuzz([ANNA.pem(), b"openssh-key-v1\0"], [*WIRE, b"none", b"aes256-ctr", b"bcrypt", b"\n", b"AAAA"])
def test_private_key(data: bytes) -> None:
    settle(lambda: keys.parse_private(data), SealError)


@fuzz(
    [sealing.seal(b"hand", [ANNA.public]), sealing.seal_binary(b"hand", [ANNA.public])],
    [b"-> X25519 ", b"-> ssh-ed25519 ", b"---", b"\n", b"AAAA", b"age-encryption.org/v1\n"],
)
def test_sealed(data: bytes) -> None:
    opened = settle(lambda: sealing.unseal(data, ANNA), SealError)
    assert opened in (None, b"hand")


def read_with(loader: object, data: bytes) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml, "CSafeLoader", loader)
        return settle(lambda: movefile.parse(data), MoveFileError)


@fuzz([MOVE.encode(), *small("movefiles")], YAML)
def test_two_yaml_readers_agree(data: bytes) -> None:
    if len(data) < 3000:
        assert read_with(yaml.CSafeLoader, data) == read_with(yaml.SafeLoader, data)


def test_the_net_has_no_hole() -> None:
    """An undeclared error must come through."""
    with contextlib.suppress(ZeroDivisionError):
        settle(lambda: 1 // 0, SealError)
        raise AssertionError
    assert sign_move(MOVE.encode(), ANNA).signature == SIGNATURE
