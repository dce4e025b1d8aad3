"""Signatures, public keys and tables of signers: every vector, and that no byte can be changed."""

from __future__ import annotations

import pytest

from pbem.seals import keys, signers, sshsig
from pbem.seals.errors import SealError

from .casekit import Case, load
from .cases_signatures import ANNA, ORDER, TEXT

SIGNATURES, PUBLIC, SIGNERS = load("signatures"), load("public_keys"), load("signers")


def names(cases: list[Case]) -> list[str]:
    return [case["name"] for case in cases]


@pytest.mark.parametrize("case", SIGNATURES, ids=names(SIGNATURES))
def test_signature_vector(case: Case) -> None:
    key = keys.parse_public(case["key"])
    text = case["text"].encode()
    if "message" in case:
        with pytest.raises(SealError) as caught:
            sshsig.verify(case["signature"], text, case["namespace"], key)
        assert str(caught.value) == case["message"]
    else:
        assert sshsig.verify(case["signature"], text, case["namespace"], key).key == key


@pytest.mark.parametrize("case", PUBLIC, ids=names(PUBLIC))
def test_public_key_vector(case: Case) -> None:
    if "message" in case:
        with pytest.raises(SealError) as caught:
            keys.parse_public(case["text"])
        assert str(caught.value) == case["message"]
    else:
        key = keys.parse_public(case["text"])
        assert (key.raw.hex(), key.comment, key.fingerprint) == (case["raw"], case["comment"], case["fingerprint"])


@pytest.mark.parametrize("case", SIGNERS, ids=names(SIGNERS))
def test_signers_vector(case: Case) -> None:
    if "message" in case:
        with pytest.raises(SealError) as caught:
            signers.parse_signers(case["text"])
        assert str(caught.value) == case["message"]
    else:
        found = signers.parse_signers(case["text"])
        told = [[s.handle, keys.PublicKey(s.key.raw).line, s.key.comment, s.age] for s in found.values()]
        assert told == case["signers"]
        assert signers.parse_signers(signers.write_signers(found.values())) == found


def test_no_byte_of_a_signature_can_be_changed() -> None:
    blob = sshsig.dearmor(sshsig.sign(ANNA, TEXT, "pbem"))
    for at in range(len(blob)):
        for flip in (1, 0x80):
            changed = blob[:at] + bytes([blob[at] ^ flip]) + blob[at + 1 :]
            with pytest.raises(SealError):
                sshsig.verify(sshsig.armor(changed), TEXT, "pbem", ANNA.public)


def test_the_refused_points_are_those_of_small_order() -> None:
    """Straight from the curve equation: eight times each of them is the neutral element."""
    prime = 2**255 - 19
    d = -121665 * pow(121666, -1, prime) % prime

    def add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        (x1, y1), (x2, y2) = a, b
        t = d * x1 * x2 * y1 * y2 % prime
        x3 = (x1 * y2 + x2 * y1) * pow(1 + t, -1, prime) % prime
        return x3, (y1 * y2 + x1 * x2) * pow(1 - t, -1, prime) % prime

    def on_curve(y: int) -> tuple[int, int]:
        square = (y * y - 1) * pow(d * y * y + 1, -1, prime) % prime
        x = pow(square, (prime + 3) // 8, prime)
        if x * x % prime != square:
            x = x * pow(2, (prime - 1) // 4, prime) % prime
        assert x * x % prime == square
        return x, y

    for y in keys._SMALL_ORDER:
        point = on_curve(y)
        for _ in range(3):
            point = add(point, point)
        assert point == (0, 1)
    assert len(keys._SMALL_ORDER) == 5  # with both signs of x: all eight
    assert ORDER > 2**252


@pytest.mark.parametrize("comment", ['a\nben namespaces="pbem" ssh-ed25519 AAAA', "x\r\ny", "a\u2028b", "\u202eab"])
def test_a_comment_cannot_smuggle_in_a_line(comment: str) -> None:
    text = signers.write_signers([signers.Signer("anna", keys.PublicKey(ANNA.public.raw, comment))])
    assert text.count("\n") == 1
    assert list(signers.parse_signers(text)) == ["anna"]


def test_a_table_of_signers_is_bounded() -> None:
    with pytest.raises(SealError, match="longer than"):
        signers.parse_signers("# x\n" * 100_000)
