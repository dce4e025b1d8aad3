from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.kinds import FORMATS, NEWEST
from tests.conformance import toy

from . import kit


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A key folder of the test's own."""
    folder = tmp_path / "keys"
    monkeypatch.setenv("PBEM_KEYS", str(folder))
    return folder


# new games have the newest format; what older ones do is not looked at every day
_EVERY_FORMAT = [pytest.param(one, marks=() if one == NEWEST else pytest.mark.slow) for one in FORMATS]


@pytest.fixture(autouse=True, params=_EVERY_FORMAT, ids="format{}".format)
def format(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Every test of campaigns is run on every format of the ledger; `only_format` says where one cannot be."""
    of: int = request.param
    only = request.node.get_closest_marker("only_format")
    if only is not None and of != only.args[0]:
        pytest.skip(f"of format {only.args[0]}")
    monkeypatch.setattr(kit, "FORMAT", of)
    return of


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def market(tmp_path: Path) -> Iterator[str]:
    """Lantern Market: hands, an auction, simultaneous secret answers, a later reveal."""
    with toy.installed(tmp_path / "titles") as title:
        yield title.id


@pytest.fixture
def guess(monkeypatch: pytest.MonkeyPatch) -> str:
    """A title whose games are as short as wanted."""
    from pbem import titles

    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(Path(__file__).parents[2] / "bench" / "made_up")])
    return "guess"
