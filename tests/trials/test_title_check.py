"""`pbem title check` says in words what a title lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem import titles
from pbem.cli.app import app
from pbem.cli.exits import Exit
from pbem.trials import title_check
from tests.conformance import toy
from tests.conformance.toy import Change

WRONG: dict[str, tuple[str, Change, str]] = {
    "a file": ("files and modules", ("rules.de.yaml", "", ""), "there is no rules.de.yaml"),
    "a page": ("pages on playing by mail", ("by_mail.de.md", "", ""), "there is no by_mail.de.md"),
    "a module": ("files and modules", ("bot.py", "", ""), "there is no bot.py and no bot/"),
    "an icon": ("files and modules", ("__init__.py", 'icon="lantern"', 'icon="submarine"'), "no icon submarine"),
    "a budget": (
        "files and modules",
        ("__init__.py", "{2: 60, 3: 60}", "{3: 60}"),
        "no budget of conformance steps for 2",
    ),
    "a name": ("files and modules", ("__init__.py", ', "de": "Laternenmarkt"', ""), "it has no name in de"),
    "a key of asks": (
        "asks, windows, facts and plans",
        ("asks.yaml", "  default: stock", "  defautl: stock"),
        "asks stock: there is no key defautl",
    ),
    "a German rule": (
        "rules in both languages",
        ("rules.de.yaml", "Jeder Stand bekommt 4", "Jeder Stand bekommt 5"),
        "rules LM-SU-1 says the numbers",
    ),
    "a sentence": (
        "words in both languages",
        ("words/de.yaml", 'note.passed: "{player} passt."\n', ""),
        "words/de.yaml: there is no sentence note.passed",
    ),
    "an order by mail": (
        "pages on playing by mail",
        ("by_mail.en.md", "`peek bob`", "`look bob`"),
        "by_mail.en.md: `look bob` is not read",
    ),
    "a default": (
        "defaults",
        (
            "rules/evening.py",
            'walks(game, seat), default=lambda: ("call",))',
            'walks(game, seat), default=lambda: ("peek", seat))',
        ),
        "default of stroll is not legal",
    ),
    "a bot": ("bot", ("bot.py", 'return ("call",)', 'return ("sing",)'), "the bot of lantern_market answered stroll"),
    "an end": ("random games", ("__init__.py", "longest=1000", "longest=20"), "did not end after 20 answers"),
    "a mark": ("conformance", ("rules/dusk.py", "card=prize, reveals=True", "card=prize"), "twins"),
}


def told(tests: Path = Path("nowhere")) -> tuple[int, dict[str, list[str]], str]:
    """Exit code, what is said of each duty that fails, and everything."""
    done = CliRunner().invoke(app, ["title", "check", toy.TOY, "--tests", str(tests)], env={"COLUMNS": "200"})
    found: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        if line.startswith(("ok", "wrong")):
            last = found.setdefault(line[6:], []) if line.startswith("wrong") else []
        elif line.startswith("      "):
            last.append(line.strip())
    return done.exit_code, found, done.output


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games: these tests are about what is told."""
    monkeypatch.setattr(title_check, "STEPS", 5)
    monkeypatch.setattr(title_check, "GAMES", 1)


@pytest.mark.slow
@pytest.mark.parametrize("missing", WRONG)
def test_what_is_wrong_is_found_by_its_duty(missing: str, tmp_path: Path) -> None:
    name, (path, right, wrong), says = WRONG[missing]
    duty = next(one for one in title_check.DUTIES if one.name == name)
    with toy.installed(tmp_path, changes=[(path, right, wrong)] if right else []) as title:
        if not right:
            (tmp_path / toy.TOY / path).unlink()
        found = duty.faults(title)
    assert any(says in fault for fault in found), found


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_duty_that_stops_with_an_error_is_a_finding_and_the_others_are_looked_at(tmp_path: Path) -> None:
    with toy.installed(tmp_path):
        sheet = tmp_path / toy.TOY / "sheet.py"
        before, after = sheet.read_text(encoding="utf-8").split("    night = Span(", 1)
        sheet.write_text(f"{before}    {{}}['dragons']\n    night = Span({after}", encoding="utf-8")
        code, found, output = told()
    assert code == Exit.FAILED
    line = before.count("\n") + 1
    assert found == {"board and text": [f"stops with KeyError: 'dragons' (sheet.py, line {line})"]}, output


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_rules_that_no_test_names_are_told_where_the_tests_are(tmp_path: Path) -> None:
    own = tmp_path / "tests/titles" / toy.TOY
    own.mkdir(parents=True)
    (text,) = toy.files("test").values()
    (own / "test_it.py").write_text(text.replace("LM-OP-2", "LM-OP-9"), encoding="utf-8")
    with toy.installed(tmp_path / "titles"):
        code, found, output = told(tmp_path / "tests")
    assert code == Exit.FAILED, output
    assert found["tests"][0] == "no test and no scenario names LM-OP-2"
    assert found["tests"][1].startswith("there is no rule LM-OP-9, which ")


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_without_its_tests_a_title_can_be_whole_and_that_is_said(tmp_path: Path) -> None:
    with toy.installed(tmp_path):
        code, found, output = told()
    assert (code, found) == (Exit.OK, {}), output
    assert "tests: not looked at, as there is no folder nowhere/titles/lantern_market" in output


def test_a_title_that_is_not_there_is_told() -> None:
    done = CliRunner().invoke(app, ["title", "check", "chess"])
    assert done.exit_code == Exit.NOT_FOUND
    assert "there is no title 'chess'" in done.output


@pytest.mark.slow
@pytest.mark.parametrize("ident", titles.ours())
def test_a_title_of_ours_is_whole(ident: str) -> None:
    done = CliRunner().invoke(app, ["title", "check", ident])
    assert done.exit_code == Exit.OK, done.output
