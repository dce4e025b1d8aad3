"""Every claim of a refusal is computed anew in random positions; 10,000 of each title at night."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from claim_kit import Claim, Tries, tried

from pbem import titles
from pbem.table import Title
from pbem.trials import refusal_claims

TITLES = sorted({*titles.ours(), "seven_ages"})
HERE = Path(__file__).parent
POSITIONS, MORE = 500, 10_000


def title_of(ident: str) -> Title:
    """Also one that is not offered yet."""
    title: Title = importlib.import_module(f"pbem.titles.{ident}").TITLE
    return title


def claims_of(ident: str) -> Mapping[str, Claim]:
    assert (HERE / f"{ident}_claims.py").is_file(), f"nothing checks the refusals of {ident}: write {ident}_claims.py"
    claims: Mapping[str, Claim] = importlib.import_module(f"{ident}_claims").CLAIMS
    return claims


def tries_of(ident: str) -> Tries | None:
    """Wrong orders that a title's claims bring with them."""
    tries: Tries | None = getattr(importlib.import_module(f"{ident}_claims"), "tries", None)
    return tries


@pytest.mark.parametrize("ident", TITLES)
def test_every_refusal_of_a_title_is_checked(ident: str) -> None:
    """And nothing is checked that is never said."""
    assert list(refusal_claims.unmatched(title_of(ident), claims_of(ident))) == []


def test_claims_that_are_missing_are_named(tmp_path: Path) -> None:
    title = title_of("wonders_duel")
    (fault,) = refusal_claims.faults(title, tmp_path)
    assert fault.startswith("nothing checks its refusals: write wonders_duel_claims.py")
    claims = dict(claims_of("wonders_duel"))
    gone = claims.popitem()[0]
    assert set(refusal_claims.unmatched(title, claims)) == {f"no claim checks refusal.{gone}"}
    assert "a claim is about refusal.moon, which is never said" in refusal_claims.unmatched(title, {"moon": None})


@pytest.mark.slow
@pytest.mark.parametrize("ident", TITLES)
def test_refusals_say_what_is_so(ident: str) -> None:
    assert tried(title_of(ident), claims_of(ident), POSITIONS, seed=1, more=tries_of(ident))


@pytest.mark.nightly
@pytest.mark.parametrize("ident", TITLES)
def test_refusals_say_what_is_so_in_many_positions(ident: str) -> None:
    met = tried(title_of(ident), claims_of(ident), MORE, seed=2, more=tries_of(ident))
    assert sum(met.values()) > MORE
