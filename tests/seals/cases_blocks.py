"""Vectors: move blocks in mutilated texts, and signed moves in all their forms."""

from __future__ import annotations

import base64
import hashlib
import json

from pbem.seals import block, sealing, sshsig
from pbem.seals.signed import SignedMove, clear_block, sealed_block, sign_move
from pbem.seals.wire import columns, string

from .casekit import MOVE, VECTORS, Case, key, stored
from .mutilations import MUTILATIONS

ANNA, BEN, MODERATOR = key("anna"), key("ben"), key("moderator")
SIGNED = sign_move(MOVE.encode(), ANNA)
OTHER = sign_move(MOVE.replace("baths", "theatre").encode(), ANNA)
BLOCK = clear_block(SIGNED)
SEALED = VECTORS / "sealed.json"

DAMAGED = (
    "Move block {} was damaged in transit (its checksum does not match); send it again, preferably as an attachment."
)
CUT = (
    "Move block {} has no `-----END PBEM MOVE-----`: part of it is missing; send it again, preferably as an attachment."
)
LAYOUT = (
    "Move block {} arrived as it was sent, but its parts do not fit together; the program that wrote it is at fault."
)


def raw_block(body: bytes, checksum: bytes | None = None) -> str:
    checksum = hashlib.sha256(body).digest()[:4] if checksum is None else checksum
    text = base64.b64encode(body + checksum).decode()
    return "\n".join([block.BEGIN, *columns(text, 64), block.END, ""])


def blocks() -> list[Case]:
    """`found` has one item for each block in the text: the payload, or the message."""
    move, other = {"payload": MOVE}, {"payload": OTHER.payload.decode()}
    blob = sshsig.dearmor(SIGNED.signature)
    parts = string(SIGNED.payload) + string(blob)
    lines = BLOCK.splitlines(keepends=True)
    middle = len(BLOCK) // 2
    flipped = BLOCK[:middle] + ("A" if BLOCK[middle] != "A" else "B") + BLOCK[middle + 1 :]

    def told(name: str, text: str, *found: Case) -> Case:
        return {"name": name, "text": text, "found": list(found)}

    def wrong(name: str, text: str, message: str) -> Case:
        return told(name, text, {"message": message.format(1)})

    return [
        *[told(f"arrives: {name}", change(BLOCK), move) for name, change in MUTILATIONS.items()],
        told("two moves", f"{BLOCK}\n{clear_block(OTHER)}", move, other),
        told("the same twice", f"{BLOCK}\n<pre>{BLOCK}</pre>", move),
        told("quoted below an answer", f"{clear_block(OTHER)}\n{MUTILATIONS['quoted'](BLOCK)}", other, move),
        told("a damaged one and a good one", flipped + BLOCK, {"message": DAMAGED.format(1)}, move),
        told("none", "Hello Ben, I build the baths.\n"),
        told("a sentence about it", "Copy from BEGIN PBEM MOVE to END PBEM MOVE, please.\n"),
        told("another armor", SIGNED.signature),
        wrong("one letter changed", flipped, DAMAGED),
        wrong("one letter lost", BLOCK[:middle] + BLOCK[middle + 1 :], DAMAGED),
        wrong("one line lost", "".join(lines[:3] + lines[4:]), DAMAGED),
        wrong("two lines exchanged", "".join([lines[0], lines[2], lines[1], *lines[3:]]), DAMAGED),
        wrong("lower case", block.BEGIN + "".join(lines[1:-1]).lower() + block.END, DAMAGED),
        wrong("empty", f"{block.BEGIN}\n{block.END}\n", DAMAGED),
        wrong("one line of text", f"{block.BEGIN}\nbuild baths\n{block.END}\n", DAMAGED),
        wrong("truncated", "".join(lines[:5]), CUT),
        told("truncated before another", "".join(lines[:5]) + clear_block(OTHER), {"message": CUT.format(1)}, other),
        wrong(
            "version 2", raw_block(b"PBM\2C" + parts), "Move block {} has format version 2; this pbem reads version 1."
        ),
        wrong("unknown kind", raw_block(b"PBM\1X" + parts), LAYOUT),
        wrong("other magic", raw_block(b"PBX\1C" + parts), LAYOUT),
        wrong("trailing bytes", raw_block(b"PBM\1C" + parts + b"\0"), LAYOUT),
        wrong("length too large", raw_block(b"PBM\1C\xff\xff\xff\xff" + parts), LAYOUT),
        wrong("signature missing", raw_block(b"PBM\1C" + string(SIGNED.payload)), LAYOUT),
        wrong("nothing but magic", raw_block(b"PBM\1C   "), LAYOUT),
        wrong("checksum of something else", raw_block(b"PBM\1C" + parts, b"\0\0\0\0"), DAMAGED),
    ]


def keep_sealed() -> None:
    """Make the sealed inputs if they are not there: age never gives the same bytes twice."""
    joined = SIGNED.payload + SIGNED.signature.encode()
    moderator = [MODERATOR.public]
    made = {
        "joined": sealing.seal(joined, moderator),
        "binary": sealing.seal_binary(joined, moderator),
        "padded": sealing.seal(sealing.pad(joined, sealing.MOVE), moderator),
        "block": sealed_block(SIGNED, moderator).encode(),
        "block inside": sealing.seal(BLOCK.encode(), moderator),
        "for Ben": sealing.seal(joined, [BEN.public]),
        "for two": sealing.seal(joined, [BEN.public, MODERATOR.public]),
        "unsigned": sealing.seal(SIGNED.payload, moderator),
        "sealed twice": sealing.seal(sealed_block(SIGNED, moderator).encode(), moderator),
    }
    if not SEALED.exists():
        text = {name: base64.b64encode(data).decode() for name, data in made.items()}
        SEALED.write_text(json.dumps(text, indent=1) + "\n")


def signed() -> list[Case]:
    """Whole files, some with a detached signature, read with the moderator's key unless it says not."""
    sealed = {name: base64.b64decode(text) for name, text in json.loads(SEALED.read_text()).items()}
    payload, signature = SIGNED.payload, SIGNED.signature.encode()
    crlf = payload.replace(b"\n", b"\r\n")
    windows = sign_move(crlf, ANNA)
    joined = payload + signature
    absent = (
        "There is no signed move here: neither a move block, nor a sealed one, nor a move file with its SSH signature."
    )
    damaged = "The sealed file is damaged or incomplete and cannot be opened; ask for it again."
    trailing = "There is more text after the SSH signature; the signature must come last."
    flipped = bytearray(sealed["binary"])
    flipped[-1] ^= 1

    def good(name: str, data: bytes, sig: bytes | None = None, move: SignedMove = SIGNED) -> Case:
        case = {"name": name, **stored(data), "payload": stored(move.payload)}
        return case if sig is None else {**case, "sig": sig.decode()}

    def bad(name: str, data: bytes, message: str, sig: bytes | None = None, key: str = "moderator") -> Case:
        case = {"name": name, **stored(data), "message": message, "open_with": key}
        return case if sig is None else {**case, "sig": sig.decode()}

    return [
        good("block", BLOCK.encode()),
        good("block in a mail", f"Hello,\n\nI build the baths.\n{BLOCK}-- \nAnna\n".encode()),
        good("block with a readable copy above", f"{MOVE}\n{BLOCK}".encode()),
        good("block in UTF-16", BLOCK.encode("utf-16")),
        good("block beside a damaged copy", (BLOCK.replace("U", "V", 1) + BLOCK).encode()),
        good("detached", payload, signature),
        good("detached, file came with CRLF", crlf, signature),
        good("detached, signature came with CRLF", payload, signature.replace(b"\n", b"\r\n")),
        good("detached, signed with CRLF", crlf, windows.signature.encode(), windows),
        good("detached, signed with CRLF, came with LF", payload, windows.signature.encode(), windows),
        good("joined", joined),
        good("joined, came with CRLF", joined.replace(b"\n", b"\r\n")),
        good("joined with blank lines below", joined + b"\n\n \r\n"),
        good("joined without line end", b"x" + signature, move=SignedMove(b"x", "")),
        *[
            good(f"sealed: {name}", sealed[name])
            for name in ("joined", "binary", "padded", "block", "block inside", "for two")
        ],
        bad("nothing", b"", absent),
        bad("an unsigned file", payload, absent),
        bad("joined, then more", joined + b"and ben passes\n", trailing),
        bad(
            "two blocks",
            (BLOCK + clear_block(OTHER)).encode(),
            "There are 2 different move blocks here, where one is expected.",
        ),
        bad("damaged block", BLOCK.replace("Z2FtZTog", "Z2FtZToh").encode(), DAMAGED.format(1)),
        bad(
            "block with a broken signature",
            raw_block(b"PBM\1C" + string(payload) + string(b"SSHSIG")).encode(),
            "The SSH signature ends too early; part of it is missing.",
        ),
        bad(
            "signature file is none",
            payload,
            "This is not an SSH signature; it must begin with `-----BEGIN SSH SIGNATURE-----` "
            "and end with `-----END SSH SIGNATURE-----`.",
            b"ssh-ed25519 AAAA",
        ),
        bad("sealed, no key", sealed["block"], "This move is sealed; only the moderator's key opens it.", key="nobody"),
        bad(
            "sealed for somebody else",
            sealed["for Ben"],
            f"This file is sealed for somebody else; the key {MODERATOR.public.fingerprint} does not open it.",
        ),
        bad(
            "sealed, opened with the wrong key",
            sealed["joined"],
            f"This file is sealed for somebody else; the key {BEN.public.fingerprint} does not open it.",
            key="ben",
        ),
        bad("sealed, flipped bit", bytes(flipped), damaged),
        bad("sealed, truncated", sealed["binary"][:-20], damaged),
        bad("sealed, armor cut", sealed["joined"][:400], damaged),
        bad("sealed, header only", b"age-encryption.org/v1\n", damaged),
        bad("sealed but unsigned", sealed["unsigned"], absent),
        bad("sealed twice", sealed["sealed twice"], absent),
    ]
