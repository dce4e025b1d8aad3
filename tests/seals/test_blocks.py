"""Move blocks and signed moves: every vector, and every mutilation on sealed blocks too."""

from __future__ import annotations

import pytest

from pbem.campaign import movefile
from pbem.seals import block, sealing
from pbem.seals.errors import SealError, SealFault
from pbem.seals.keys import PrivateKey
from pbem.seals.signed import SignedMove, clear_block, read_all, read_signed, sealed_block, sign_move
from tests.growth import is_linear

from .casekit import MOVE, Case, data_of, key, load
from .cases_blocks import ANNA, BEN, BLOCK, MODERATOR, SIGNED
from .mutilations import MUTILATIONS

BLOCKS, MOVES = load("blocks"), load("signed")
KEYS: dict[str, PrivateKey] = {"ben": BEN, "moderator": MODERATOR}


@pytest.mark.parametrize("case", BLOCKS, ids=[case["name"] for case in BLOCKS])
def test_block_vector(case: Case) -> None:
    told = [
        {"message": str(found)} if isinstance(found, SealError) else {"payload": found.payload.decode()}
        for found in read_all(case["text"])
    ]
    assert told == case["found"]


@pytest.mark.parametrize("case", MOVES, ids=[case["name"] for case in MOVES])
def test_signed_vector(case: Case) -> None:
    signature = case["sig"].encode() if "sig" in case else None
    opener = KEYS.get(case.get("open_with", "moderator"))
    unseal = None if opener is None else lambda data: sealing.unseal(data, opener)
    if "message" in case:
        with pytest.raises(SealError) as caught:
            read_signed(data_of(case), signature, unseal)
        assert str(caught.value) == case["message"]
    else:
        move = read_signed(data_of(case), signature, unseal)
        assert move.payload == data_of(case["payload"])
        assert (move.sealed is not None) == case["name"].startswith("sealed")
        if move.payload != b"x":
            move.verify(ANNA.public)


@pytest.mark.parametrize("name", MUTILATIONS)
def test_sealed_block_arrives(name: str) -> None:
    for _ in range(5):  # age is random, and so are the letters at the line ends
        text = MUTILATIONS[name](sealed_block(SIGNED, [MODERATOR.public]))
        move = read_signed(text.encode(), unseal=lambda data: sealing.unseal(data, MODERATOR))
        assert move == SIGNED


PLAIN = [name for name in MUTILATIONS if not any(word in name for word in ("lost", "HTML", "printable", "initials"))]


@pytest.mark.parametrize("first", PLAIN)
@pytest.mark.parametrize("second", ["CRLF", "wrapped at 60", "quoted", "smart dashes", "HTML breaks", "list footer"])
def test_two_mutilations_in_a_row(first: str, second: str) -> None:
    assert block.read_block(MUTILATIONS[second](MUTILATIONS[first](BLOCK))).payload == SIGNED.payload


def test_golden_block() -> None:
    """The bytes of the layout, spelled out."""
    from base64 import b64decode

    body = b64decode("".join(BLOCK.splitlines()[1:-1]))
    assert body[:5] == b"PBM\x01C"
    assert body[5:9] == len(MOVE).to_bytes(4, "big")
    assert body[9 : 9 + len(MOVE)] == MOVE.encode()
    assert body[9 + len(MOVE) :][4:10] == b"SSHSIG"
    assert BLOCK.startswith("-----BEGIN PBEM MOVE-----\nUEJNAUMAAAC")
    assert max(map(len, BLOCK.splitlines())) == 64


def test_verified_tells_who_moved() -> None:
    seats = {"anna": ANNA.public, "ben": BEN.public}
    file, raw = movefile.verified(SIGNED, seats)
    assert (file.player, len(raw)) == ("anna", 64)
    with pytest.raises(SealError, match="another key"):
        movefile.verified(sign_move(MOVE.encode(), BEN), seats)
    with pytest.raises(SealError, match="anna has no seat"):
        movefile.verified(SIGNED, {"ben": BEN.public})
    with pytest.raises(SealError) as caught:
        movefile.verified(SignedMove(MOVE.replace("baths", "walls").encode(), SIGNED.signature), seats)
    assert caught.value.fault is SealFault.SIG_TEXT


def test_largest_move_fits_into_a_sealed_block() -> None:
    move = sign_move(b"x" * block.LARGEST_PAYLOAD, ANNA)
    text = sealed_block(move, [MODERATOR.public, BEN.public])
    assert read_signed(text.encode(), unseal=lambda data: sealing.unseal(data, MODERATOR)) == move
    assert read_signed(clear_block(move).encode()) == move
    with pytest.raises(SealError, match="longer than any move"):
        clear_block(sign_move(b"x" * (block.LARGEST_PAYLOAD + 1), ANNA))


@pytest.mark.slow
def test_hostile_texts_cost_what_their_length_allows() -> None:
    plain = "A line of words that anybody could have written to the table.\n" * 50_000
    for text in (
        "-" * 3_000_000,
        "BEGIN " * 600_000,
        "BEGIN PBEM " * 300_000,
        "-----BEGIN PBEM MOVE-----" * 100_000,
        "<" * 3_000_000,
        "BEGIN PBEM MOVE " * 250_000,
        "BEGIN" + " " * 3_000_000,
        "BEGIN PBEM MOVE " + "<a" * 300_000,
        "-BEGIN PBEM MOVE-" + "&" * 600_000,
        "-BEGIN PBEM MOVE-" + "=\n" * 300_000,
    ):
        assert is_linear(block.find_blocks, text, lambda: block.find_blocks(plain)), text[:40]


def test_key_of_another_game_does_not_open() -> None:
    with pytest.raises(SealError) as caught:
        sealing.unseal(sealing.seal(b"x", [ANNA.public]), key("eve"))
    assert caught.value.fault is SealFault.SEALED_OTHER_KEY


@pytest.mark.parametrize(("lines", "size"), [(1, 1024), (12, 1024), (60, 2048)])
def test_inside_a_sealed_block_only_the_size_class_tells_how_long_the_orders_are(lines: int, size: int) -> None:
    payload = MOVE.encode() + b"  build baths\n" * lines
    found = block.read_block(sealed_block(sign_move(payload, key("anna")), [key("moderator").public]))
    assert found.sealed is not None
    assert len(sealing.unseal(found.sealed, key("moderator"))) == size
