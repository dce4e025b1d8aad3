from __future__ import annotations

from pathlib import Path

import pytest

from tests.post.kit import Desk, make_desk


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moderator's private folder lies in the test's own."""
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("PBEM_MODERATOR_KEY", raising=False)
    monkeypatch.delenv("PBEM_POST", raising=False)
    monkeypatch.delenv("PBEM_GAMES", raising=False)
    # The same game each time: all else that enters the dice is the players' and given.
    monkeypatch.setattr("pbem.campaign.running.create.new_salt", lambda: b"pbem tests: salt")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)
