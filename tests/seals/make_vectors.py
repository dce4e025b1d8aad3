"""Write tests/vectors/*.json again: `python -m tests.seals.make_vectors`.

The inputs are made from deterministic keys; the expected messages are written by hand in the
cases_*.py files, so a changed message shows up as a failing vector, not as a changed file.
Sealing is random, so sealed inputs are made once and kept (tests/vectors/sealed.json).
"""

from __future__ import annotations

from collections.abc import Callable

from . import cases_blocks, cases_fair, cases_movefiles, cases_signatures
from .casekit import VECTORS, Case, dump

MAKERS: dict[str, Callable[[], list[Case]]] = {
    "movefiles": lambda: [*cases_movefiles.valid(), *cases_movefiles.invalid()],
    "signatures": cases_signatures.signatures,
    "public_keys": cases_signatures.public_keys,
    "signers": cases_signatures.signers,
    "blocks": cases_blocks.blocks,
    "signed": cases_blocks.signed,
    "fair": cases_fair.fair,
}


def main() -> None:
    VECTORS.mkdir(exist_ok=True)
    cases_blocks.keep_sealed()
    for name, make in MAKERS.items():
        cases = make()
        (VECTORS / f"{name}.json").write_text(dump(cases))
        print(f"{name}: {len(cases)}")


if __name__ == "__main__":
    main()
