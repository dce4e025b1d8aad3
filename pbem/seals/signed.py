"""A signed move, and the ways it can arrive.

- as a move block, clear or sealed (`block.py`);
- as a move file and its detached `.sig`, made with `ssh-keygen -Y sign -n pbem`;
- as both in one file, the signature last (`cat move.yaml move.yaml.sig`);
- as that one file, sealed to the moderator with plain `age`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from pbem.seals import block, sealing, signers, sshsig
from pbem.seals.keys import PrivateKey, PublicKey
from pbem.seals.recipients import Recipient
from pbem.words.lazy_dataclass import dataclass

from .errors import SealError, SealFault

Unseal = Callable[[bytes], bytes]
"""Opens a sealed file; the moderator has one."""

_BEGIN, _END = sshsig.BEGIN.encode(), sshsig.END.encode()


@dataclass(frozen=True, slots=True)
class SignedMove:
    """The exact bytes a player signed, and the armored signature. Nothing is verified yet."""

    payload: bytes
    signature: str
    sealed: bytes | None = field(default=None, compare=False)
    """The age file it came in, if it was sealed: this is what a ledger shows of a secret move."""

    def verify(self, key: PublicKey, namespace: str = signers.MOVES) -> bytes:
        """The 64 signature bytes for the fair chance; raises if this key did not sign these bytes."""
        return sshsig.verify(self.signature, self.payload, namespace, key).raw


def sign_move(payload: bytes, key: PrivateKey) -> SignedMove:
    return SignedMove(payload, sshsig.sign(key, payload, signers.MOVES))


def clear_block(move: SignedMove) -> str:
    return block.write_clear(move.payload, move.signature)


def sealed_block(move: SignedMove, recipients: Sequence[Recipient]) -> str:
    """The block for the moderator's eyes only. Its size reveals the length of the orders only roughly."""
    joined = sealing.pad(move.payload + move.signature.encode(), sealing.MOVE)
    return block.write_sealed(sealing.seal_binary(joined, recipients))


def read_signed(data: bytes, signature: bytes | None = None, unseal: Unseal | None = None) -> SignedMove:
    """The only signed move in a file (with its `.sig`, if detached), in whatever form."""
    if signature is not None:
        return _paired(data, signature)
    if sealing.is_sealed(data):
        return _unsealed(data, unseal)
    text = _text(data)
    found = block.find_blocks(text)
    if _BEGIN in data and not any(isinstance(one, block.Block) for one in found):
        return _joined(data)
    if not found:
        raise SealError(SealFault.SIGNED_ABSENT)
    return _from_block(block.read_block(text), unseal)


def read_all(text: str, unseal: Unseal | None = None) -> list[SignedMove | SealError]:
    """Every move block of a text, each as the move or as its fault."""
    moves: list[SignedMove | SealError] = []
    for found in block.find_blocks(text):
        try:
            moves.append(found if isinstance(found, SealError) else _from_block(found, unseal))
        except SealError as error:
            moves.append(error)
    return moves


def _text(data: bytes) -> str:
    # Some shells write UTF-16 when output goes into a file; a block is ASCII in any case.
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8", "replace")


def _from_block(found: block.Block, unseal: Unseal | None) -> SignedMove:
    if found.sealed is not None:
        return _unsealed(found.sealed, unseal)
    sshsig.parse(found.signature)
    return SignedMove(found.payload, found.signature)


def _unsealed(sealed: bytes, unseal: Unseal | None) -> SignedMove:
    if unseal is None:
        raise SealError(SealFault.SEALED_NO_KEY)
    plain = unseal(sealed)
    if _BEGIN in plain:
        move = _joined(plain)
    else:
        move = _clear(plain)
    return SignedMove(move.payload, move.signature, sealed)


def _clear(plain: bytes) -> SignedMove:
    """A clear block inside a sealed file; a sealed block inside a sealed file is never legitimate."""
    found = block.find_blocks(_text(plain))
    if len(found) != 1 or not isinstance(found[0], block.Block) or found[0].sealed is not None:
        raise SealError(SealFault.SIGNED_ABSENT)
    return _from_block(found[0], None)


def _joined(data: bytes) -> SignedMove:
    at = data.rindex(_BEGIN)
    body, end, rest = data[at:].partition(_END)
    if rest.strip(b" \t\r\n"):
        raise SealError(SealFault.SIGNED_TRAILING)
    return _paired(data[:at], body + end)


def _paired(payload: bytes, signature: bytes) -> SignedMove:
    armored = signature.decode("utf-8", "replace")
    parsed = sshsig.parse(armored)
    lines = payload.replace(b"\r\n", b"\n")
    # Line ends change in transit; the form that was signed is the one that the signature fits.
    for candidate in (payload, lines, lines.replace(b"\n", b"\r\n")):
        try:
            sshsig.check(parsed, candidate, parsed.namespace)
        except SealError:
            continue
        return SignedMove(candidate, sshsig.armor(parsed.blob))
    return SignedMove(payload, sshsig.armor(parsed.blob))
