"""A claim that nothing can contradict is none: each value of a refusal is changed, and the check must notice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import claim_kit
import pytest
from claim_kit import GENERAL, Claim, Said, stated, tried, true
from test_refusals_are_true import TITLES, claims_of, title_of, tries_of

from pbem.table import NotLegal

POSITIONS = 400


def others(said: Said, value: Any, chance: random.Random) -> list[Any]:
    """Other values of the same kind: numbers, ids, lists of them."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value + 7, value - 1]
    if isinstance(value, str):
        pool = [one for known in said.ask.kind.language.slots.values() if value in known for one in known]
        return chance.sample(sorted({*pool} - {value}), min(4, len({*pool} - {value})))
    if isinstance(value, Mapping):
        return [{**value, "spear": 99}]
    if not value:
        return []
    more = others(said, value[0], chance)
    return [list(value)[:-1], *([*value, one] for one in more[:2])]


@pytest.mark.slow
@pytest.mark.parametrize("ident", TITLES)
def test_a_wrong_value_is_noticed(ident: str, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed, passed, chance = Counter[tuple[str, str]](), Counter[tuple[str, str]](), random.Random(ident)

    def check(said: Said, refused: NotLegal, claims: Mapping[str, Claim]) -> None:
        claim = claims.get(refused.key)
        if claim is None:
            assert refused.key in GENERAL
            return
        for name in sorted(stated(said.title, refused.key) & set(said.values)):
            for other in others(said, said.values[name], chance):
                wrong = replace(said, values={**said.values, name: other})
                try:
                    well = true(wrong, refused.key, claim)
                except (KeyError, StopIteration, IndexError, ValueError, AttributeError, TypeError):
                    well = False  # there is no such thing
                (passed if well else noticed)[refused.key, name] += 1

    monkeypatch.setattr(claim_kit, "_check", check)
    tried(title_of(ident), claims_of(ident), POSITIONS, seed=3, more=tries_of(ident))
    title = title_of(ident)
    said = [(key, name) for key in claims_of(ident) for name in stated(title, key)]
    assert len(noticed) >= min(11, len(said) // 2)
    never = sorted(one for one in passed if not noticed[one] and passed[one] > 5)
    assert not never, f"whatever the sentence says here, nobody notices: {never}"
