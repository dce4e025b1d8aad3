"""`pbem title check --desk` says what the page at which one plays lacks of a title."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem import titles
from pbem.cli.app import app
from pbem.cli.exits import Exit
from pbem.pages import surface
from pbem.table import Title
from pbem.titles.wonders_duel.board import surface as duel
from pbem.trials import desk_check, title_check


@pytest.mark.slow
@pytest.mark.parametrize("ident", titles.ids())
def test_every_title_has_what_the_page_needs(ident: str) -> None:
    for duty in title_check.DESK:
        assert duty.faults(titles.load(ident)) == [], duty.name


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Title:
    monkeypatch.setattr(desk_check, "ASKS", 12)
    return titles.load("wonders_duel")


def test_a_thing_that_lies_nowhere_or_twice_is_named(few: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = duel.panes

    def without(sight: Any) -> Iterable[Any]:
        return [one for one in whole(sight) if one.id != "layout"]

    def twice(sight: Any) -> Iterable[Any]:
        found = list(whole(sight))
        return [one.__class__(one.id, one.label, one.html * 2, False) for one in found]

    assert list(desk_check.things(few)) == []
    monkeypatch.setattr(duel, "panes", twice)
    told = "\n".join(desk_check.things(few))
    assert "lies 2 times in the pane layout" in told
    assert "lies in no pane that is essential" in told
    assert "play_card: no pane is essential" in told
    monkeypatch.setattr(duel, "panes", without)
    monkeypatch.setattr("pbem.pages.laid_out._chip", lambda *given: "")
    assert "lies nowhere" in "\n".join(desk_check.things(few))


def test_a_cost_without_a_meter_is_named(few: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(desk_check.meters(few)) == []
    monkeypatch.setattr(duel, "meters", lambda game, ask: {"points": 0})
    assert "play_card: there is no meter coins" in list(desk_check.meters(few))
    monkeypatch.setattr(duel, "meters", lambda game, ask: {})
    assert "play_card has no meters" in list(desk_check.meters(few))


def test_words_that_lack_are_named(few: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = surface.table_words

    def poor(title: Title, language: str, players: Any) -> Any:
        words = whole(title, language, players)
        lost = ("says.build", "press.wonder", "label.token", "outcome.dealt")
        words.sentences = {key: text for key, text in words.sentences.items() if key not in lost}
        words.sentences["says.discard"] = words.sentences["says.take"] = "take it {card}"
        return words

    monkeypatch.setattr(desk_check, "table_words", poor)
    told = list(desk_check.sentences(few))
    assert {one.removeprefix("there is no sentence ").split()[0] for one in told} == {
        "says.build",
        "press.wonder",
        "label.token",
    }
    assert "there is no word outcome.dealt in en" in list(desk_check.outcomes(few))
    assert any(one.startswith("`take sphinx` and `take piraeus") for one in desk_check.examples(few))


def test_chance_without_an_outcome_is_named(few: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "OUTCOMES", {"plays_again": "again", "no_such_note": "again"})
    told = list(desk_check.outcomes(few))
    assert "there is no note no_such_note" in told
    assert any(one.startswith("chance decides after play_card, and none of these notes has an outcome") for one in told)


def test_the_command_says_a_line_for_each_duty(few: Title) -> None:
    done = CliRunner().invoke(app, ["title", "check", few.id, "--desk"])
    assert done.exit_code == Exit.OK
    assert [line[:5].strip() for line in done.output.splitlines()] == ["ok"] * len(title_check.DESK)
