"""The second game of docs/adding-a-title.md, as it stands there: streams and an offer."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import titles
from pbem.table import Title
from pbem.trials.conformance import conform
from tests.toys.mail import Mail

from . import toy


@pytest.fixture
def ferries(tmp_path: Path) -> Iterator[Title]:
    (tmp_path / "ferries").mkdir()
    for path, text in toy.files("second").items():
        (tmp_path / "ferries" / path).write_text(text, encoding="utf-8")
    titles.__path__.append(str(tmp_path))
    importlib.invalidate_caches()
    try:
        yield titles.load("ferries")
    finally:
        titles.__path__.remove(str(tmp_path))
        sys.modules.pop(f"{titles.__name__}.ferries", None)


@pytest.mark.slow
def test_it_conforms(ferries: Title) -> None:
    for seats in ferries.seats:
        report = conform(ferries, seats, range(3))
        assert report.held, str(report)
        assert report.games == 3


def test_lines_about_each_barge_wait_apart_and_a_whistle_is_blown_once(ferries: Title) -> None:
    mail = Mail(ferries, 2)
    mail.send("anna", "otter: row 1\notter: rest\nheron: row 2\nheron: row 1", "turn")
    mail.send("bob", "always on steer: row 2\nonce on whistle: whistle", "turn")
    mail.run()
    while mail.table.offer is not None:
        mail.table.lapse()
        mail.run()
    assert mail.table.over
    assert mail.queue("anna") == []
    assert mail.table.state.way == [{"heron": 1, "otter": 1}, {"heron": 4, "otter": 4}]
    assert mail.table.state.whistles == [1, 0]
