"""`pbem scenario` and `pbem rules` as people call them: exit codes and output, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.cli.exits import Exit

TESTS = Path(__file__).parents[1]
GOOD = "title: wonders_duel\nname: fine\nrules: [WD-SU-1]\ngiven: {open: [altar, baths]}\nexpect: {pawn: 0}\n"


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(one) for one in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result.exit_code, result.output


def test_scenarios_that_hold() -> None:
    code, output = run("scenario", TESTS / "scenarios/wonders_duel/examples.yaml")
    assert code == Exit.OK
    assert output.endswith("files: 1: all hold\n")
    code, output = run("scenario", "-v", TESTS / "scenarios/wonders_duel/examples.yaml")
    assert "holds" in output
    assert "(WD-TR-8)" in output


def test_a_scenario_that_differs(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yaml").write_text(GOOD.replace("pawn: 0", "pawn: 4"))
    code, output = run("scenario", tmp_path)
    assert code == Exit.FAILED
    assert "bad.yaml: fine" in output
    assert "expected  4" in output
    assert "got       0" in output
    assert "scenarios: 2, files: 2: 1 differ" in output


def test_broken_and_missing_files_are_all_named(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("title: [\n")
    (tmp_path / "wrong.yaml").write_text(GOOD.replace("altar", "hut").replace("WD-SU-1", "WD-SU-99"))
    code, output = run("scenario", tmp_path, tmp_path / "missing.yaml")
    assert code == Exit.NOT_FOUND
    for words in ("broken.yaml:2: not YAML", "there is no 'hut'", "'WD-SU-99' is no rule", "missing.yaml: there is no"):
        assert words in output
    code, output = run("scenario", tmp_path / "broken.yaml")
    assert code == Exit.FAILED


def test_a_folder_without_scenarios(tmp_path: Path) -> None:
    code, output = run("scenario", tmp_path)
    assert code == Exit.NOT_FOUND
    assert "no scenario files" in output


def test_every_rule_of_the_duel_is_named() -> None:
    code, output = run("rules", "wonders_duel", "--tests", TESTS)
    assert code == Exit.OK, output
    assert "wonders_duel: 158 of 158 rules are named" in output


def test_rules_that_no_test_names_are_listed(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/one.yaml").write_text(GOOD)
    folder = tmp_path / "titles/wonders_duel"
    folder.mkdir(parents=True)
    (tmp_path / "test_elsewhere.py").write_text('"""WD-SU-4"""\n')
    (folder / "test_one.py").write_text('"""WD-SU-2 and WD-SU-77"""\n# WD-SU-3: a comment proves nothing\n')
    code, output = run("rules", "wonders_duel", "--tests", tmp_path)
    assert code == Exit.FAILED
    assert "2 of 158 rules are named (1 by tests, 1 by scenarios; 0 of 18 examples are scenarios, " in output
    assert "no such rule: WD-SU-77, named in" in output
    missing = next(line for line in output.splitlines() if "named by no test" in line)
    assert "WD-SU-3," in missing
    assert "WD-SU-4," in missing
    assert "WD-SU-1," not in missing
    assert "WD-SU-2," not in missing


def test_a_title_that_is_not_there() -> None:
    code, output = run("rules", "chess")
    assert code == Exit.NOT_FOUND
    assert "there is no title 'chess'" in output


@pytest.mark.parametrize("text", ["title: [\n", "\t\n: {"])
def test_a_broken_scenario_is_no_traceback_for_the_rules(tmp_path: Path, text: str) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/one.yaml").write_text(text)
    code, output = run("rules", "wonders_duel", "--tests", tmp_path)
    assert code == Exit.FAILED
    assert "one.yaml: not YAML" in output
