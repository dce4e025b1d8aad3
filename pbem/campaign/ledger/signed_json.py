"""JSON that the moderator has signed: the signature is one more field, over the canonical rest."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from pbem.seals import sshsig
from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey, parse_public
from pbem.seals.moderator_key import Moderator
from pbem.seals.signers import MODERATOR
from pbem.seals.wire import strict_base64
from pbem.table.state_json import canonical


def signed(data: dict[str, Any], moderator: Moderator) -> bytes:
    """The canonical JSON with the field `sig`."""
    raw = sshsig.parse(moderator.sign(canonical(data))).raw
    return canonical({**data, "sig": b64encode(raw).decode()})


def fits(data: dict[str, Any], moderator: PublicKey) -> bool:
    """Whether the moderator signed the rest of these fields."""
    raw = strict_base64(data["sig"]) if isinstance(data.get("sig"), str) else None
    if raw is None or len(raw) != 64:
        return False
    unsigned = canonical({key: value for key, value in data.items() if key != "sig"})
    try:
        sshsig.check(sshsig.Signature(moderator, MODERATOR, "sha512", raw, b""), unsigned, MODERATOR, moderator)
    except SealError:
        return False
    return True


def check_signed(line: bytes, moderator_line: str) -> dict[str, Any] | None:
    """The fields of signed JSON, if it is canonical and the signature is valid."""
    try:
        data = json.loads(line.decode("utf-8"))
        if not isinstance(data, dict) or canonical(data) != line:
            return None
    except (ValueError, RecursionError):
        return None
    return data if fits(data, parse_public(moderator_line)) else None
