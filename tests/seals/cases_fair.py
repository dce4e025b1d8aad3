"""Vectors: fair chance. Made by an implementation that follows the text of docs/fair-chance.md."""

from __future__ import annotations

import hashlib

from .casekit import Case
from .fair_by_the_book import Chance, commitment


def secret(name: str) -> bytes:
    return hashlib.sha256(f"pbem test secret {name}".encode()).digest()


def genesis(name: str) -> bytes:
    return hashlib.sha256(f"pbem test genesis {name}".encode()).digest()


def signature(number: int) -> bytes:
    return hashlib.sha512(f"pbem test signature {number}".encode()).digest()


def fair() -> list[Case]:
    names = ["one", "two", "three"]
    sides = [1, 2, 6, 10, 20, 52, 100, 1000, 65537, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32]
    return [
        *[{"name": f"commitment {n}", "commitment": commitment(secret(n)), "secret": secret(n).hex()} for n in names],
        {"name": "commitment of zeros", "commitment": commitment(bytes(32)), "secret": bytes(32).hex()},
        *[_run(f"below {n}", [("below", n)] * 20) for n in sides],
        _run("one mix", [("mix", 1), *[("below", 6)] * 12]),
        _run("two mixes", [("mix", 1), ("mix", 2), *[("below", 6)] * 12]),
        _run("two mixes the other way round", [("mix", 2), ("mix", 1), *[("below", 6)] * 12]),
        _run("a mix in the middle of a block", [*[("below", 6)] * 3, ("mix", 1), *[("below", 6)] * 12]),
        _run("an empty mix", [("mix", 0), *[("below", 6)] * 12]),
        _run("dice", [("roll", (3, 6)), ("roll", (1, 20)), ("roll", (10, 10))]),
        _run("shuffles", [("shuffle", n) for n in (0, 1, 2, 3, 52, 110)]),
        _run("draws", [("draw", (n, k)) for n, k in ((5, 0), (5, 1), (5, 5), (52, 7), (1, 1))]),
        _run(
            "a game",
            [
                ("mix", 1),
                ("mix", 2),
                ("shuffle", 23),
                ("mix", 3),
                ("roll", (2, 6)),
                ("draw", (15, 3)),
                ("mix", 4),
                ("below", 7),
            ],
            "three",
        ),
    ]


def _run(name: str, steps: list[tuple[str, object]], seed: str = "one") -> Case:
    chance = Chance(secret(seed), genesis(seed))
    done: list[Case] = []
    for verb, what in steps:
        if verb == "mix":
            assert isinstance(what, int)
            data = signature(what) if what else b""
            chance.mix(data)
            done.append({"mix": data.hex()})
        else:
            arguments = what if isinstance(what, tuple) else (what,)
            done.append({verb: list(arguments), "gives": getattr(chance, verb)(*arguments)})
    state = {"digest": chance.digest.hex(), "drawn": chance.drawn}
    return {"name": name, "secret": secret(seed).hex(), "genesis": genesis(seed).hex(), "steps": done, "state": state}
