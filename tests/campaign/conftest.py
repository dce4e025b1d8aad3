from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance import toy


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A key folder of the test's own."""
    folder = tmp_path / "keys"
    monkeypatch.setenv("PBEM_KEYS", str(folder))
    return folder


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
