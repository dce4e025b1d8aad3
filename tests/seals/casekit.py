"""What all vectors share: deterministic keys, a sample move, and how bytes are stored in JSON."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from pbem.seals.keys import PrivateKey

VECTORS = Path(__file__).parent.parent / "vectors"
Case = dict[str, Any]


def key(name: str) -> PrivateKey:
    """A key for tests: its seed is the hash of its name, so everybody can make it again."""
    return PrivateKey.from_seed(hashlib.sha256(f"pbem test key {name}".encode()).digest(), name)


HEAD = hashlib.sha256(b"pbem test ledger head").hexdigest()
MOVE = f"game: duel-42\nplayer: anna\nafter: {HEAD}\nwindow: turn 3\norders: |\n  build baths\n  try pay 2 stone\n"


def stored(data: bytes) -> Case:
    """Text where it is text, base64 where JSON could not hold it."""
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def repeated(before: str, unit: str, times: int, after: str = "") -> Case:
    """A recipe for a long input, which is made when the test runs."""
    return {"recipe": {"before": before, "unit": unit, "times": times, "after": after}}


def data_of(case: Case) -> bytes:
    if "recipe" in case:
        recipe = case["recipe"]
        return str(recipe["before"] + recipe["unit"] * recipe["times"] + recipe["after"]).encode()
    if "base64" in case:
        return base64.b64decode(case["base64"])
    return str(case["text"]).encode()


def load(name: str) -> list[Case]:
    cases = json.loads((VECTORS / f"{name}.json").read_text())
    assert isinstance(cases, list)
    return cases


def dump(cases: list[Case]) -> str:
    return json.dumps(cases, indent=1, ensure_ascii=True) + "\n"
