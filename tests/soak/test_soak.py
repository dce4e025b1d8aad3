"""The share of `make soak` that every `make test` takes: a game of each title, whose members soon tire of writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import titles
from tests.seals.programs import need

from .__main__ import soak
from .member import FATES
from .programme import programme

pytestmark = [pytest.mark.slow, need("dovecot", "openssl")]
SEED, PATIENCE, MOST = 3, 3, 60


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A club sets its own; afterwards it is as before."""
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("PBEM_SOAK_PASSWORD", "")


def test_a_club_plays_every_title_by_mail_to_the_verified_end(tmp_path: Path) -> None:
    figures = soak(tmp_path, len(titles.ours()), SEED, MOST, PATIENCE)
    assert figures.met["hands"] > 0
    assert figures.met["mails sent"] >= sum(len(one.seats) for one in programme(len(titles.ours())))
    assert any(figures.met[fate] for fate in FATES), "this club is too good to be true"


def test_the_programme_has_all_titles_and_tables_of_two_to_seven() -> None:
    games = programme(20)
    assert len({one.game for one in games}) == 20
    assert {one.title for one in games} == set(titles.ours())
    assert {min(len(one.seats) for one in games), max(len(one.seats) for one in games)} == {2, 7}
    assert all(len(set(one.seats)) == len(one.seats) for one in games)
