"""A title of another distribution is a title like any other, and one that is broken stops nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.exits import Exit

from . import outside, toy

pytestmark = pytest.mark.slow

BROKEN = {
    "no_such_module": ("broken_game.nowhere:TITLE", "ModuleNotFoundError"),
    "raises": ("broken_game.raises:TITLE", "ZeroDivisionError"),
    "no_title": ("broken_game:TITLE", "AttributeError"),
    "another_id": ("lantern_market:TITLE", "is not a Title with the id 'another_id'"),
}


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has put the toy, as a distribution of its own."""
    files = {f"{toy.TOY}/{path}": text for path, text in toy.files().items()}
    return outside.install(tmp_path_factory.mktemp("toy"), toy.TOY, files, {toy.TOY: f"{toy.TOY}:TITLE"})


@pytest.fixture(scope="module")
def tests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tests of the page, where `pbem title check --tests` looks for them."""
    folder = tmp_path_factory.mktemp("page") / "tests"
    own = folder / "titles" / toy.TOY
    own.mkdir(parents=True)
    for name, text in toy.files("test").items():
        (own / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def with_broken(target: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The toy, and beside it a distribution whose titles are all broken."""
    files = {"broken_game/__init__.py": "", "broken_game/raises.py": "1 / 0\n"}
    titles = {ident: where for ident, (where, _) in BROKEN.items()}
    broken = outside.install(tmp_path_factory.mktemp("broken"), "broken_game", files, titles)
    return f"{target}:{broken}"


def play(target: Path | str, folder: Path) -> None:
    """A whole game between bots, through the command line."""
    seats = ("--player", "ada=bot", "--player", "bob=random", "--files", "open")
    for words in (("new", "market-1", "--title", toy.TOY, *seats), ("run", "market-1"), ("verify", "market-1")):
        done = outside.run(Path(target), *words, folder=folder)
        assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_played_published_and_verified(target: Path, tmp_path: Path) -> None:
    play(target, tmp_path)
    shown = outside.run(target, "show", "market-1", folder=tmp_path)
    assert shown.stdout.startswith("Night 3"), shown.stderr
    done = outside.run(target, "publish", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "site/games/market-1/index.html").read_text(encoding="utf-8")
    assert "Lantern Market" in page
    assert "<h2>The stalls</h2>" in page
    rules = (tmp_path / "site/rules/lantern_market.de.html").read_text(encoding="utf-8")
    assert 'id="LM-SU-1"' in rules
    assert (tmp_path / "site/rules/lantern_market-by-mail.html").is_file()


def test_without_its_distribution_it_is_not_there(tmp_path: Path) -> None:
    done = outside.run(tmp_path, "facts", toy.TOY, folder=tmp_path)
    assert done.returncode == Exit.NOT_FOUND
    assert "there is no title 'lantern_market'" in done.stderr


@pytest.mark.parametrize("ident", BROKEN)
def test_a_broken_title_is_refused_with_one_clear_message(with_broken: str, ident: str, tmp_path: Path) -> None:
    for words in (("title", "check", ident), ("simulate", ident), ("new", "x", "--title", ident, "--player", "a=bot")):
        done = outside.run(Path(with_broken), *words, folder=tmp_path)
        assert done.returncode == Exit.NOT_FOUND, done.stderr
        assert "Traceback" not in done.stderr
        line = done.stderr.splitlines()[-1]  # `new` may first tell of the key that it made
        assert line.startswith(f"pbem: the title '{ident}' of '{BROKEN[ident][0]}'")
        assert BROKEN[ident][1] in line


def test_a_broken_title_stops_nothing_else(with_broken: str, tmp_path: Path) -> None:
    play(with_broken, tmp_path)
    done = outside.run(Path(with_broken), "publish", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    told = done.stderr.splitlines()
    assert [sum(f"'{ident}' of" in line for line in told) for ident in BROKEN] == [1] * len(BROKEN) == [1] * len(told)
    assert (tmp_path / "site/games/market-1/index.html").is_file()
    assert (tmp_path / "site/rules/wonders_duel.html").is_file()
    assert not (tmp_path / "site/rules/raises.html").exists()
    rules = outside.run(Path(with_broken), "rules", "--tests", outside.ROOT / "tests", folder=tmp_path)
    assert "wonders_duel: " in rules.stdout
    assert "the title 'raises' of 'broken_game.raises:TITLE' cannot be loaded: ZeroDivisionError" in rules.stdout


# ---- the gates of the repository


@pytest.mark.parametrize("command", [("check",), ("format", "--check")], ids=" ".join)
def test_the_page_is_clean_for_ruff(target: Path, tests: Path, command: tuple[str, ...]) -> None:
    config = outside.ROOT / "pyproject.toml"
    done = outside.run(target, *command, "--no-cache", "--config", config, target / toy.TOY, tests, module="ruff")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_page_is_clean_for_mypy(target: Path) -> None:
    done = outside.run(target, "--config-file", "pyproject.toml", "-p", toy.TOY, module="mypy")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_page_passes_the_check_of_titles(target: Path, tests: Path) -> None:
    done = outside.run(target, "title", "check", toy.TOY, "--tests", tests)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {line.split()[0] for line in done.stdout.splitlines()} == {"ok"}
    assert "ok    tests" in done.stdout


@pytest.mark.slow
def test_the_page_passes_its_own_tests_and_those_that_go_over_all_titles(target: Path, tests: Path) -> None:
    quiet = ("-p", "no:cacheprovider", "-p", "no:xdist", "-q")
    done = outside.run(target, *quiet, "--rootdir", tests, tests, module="pytest")
    assert done.returncode == 0, done.stdout
    rooms = [outside.ROOT / "tests" / room for room in ("orders", "titles", "trials", "words", "conformance")]
    those = ("-k", f"{toy.TOY} and not {outside.OF_PAGES}", "-m", "not nightly")
    done = outside.run(target, *quiet, *those, *rooms, module="pytest")
    assert done.returncode == 0, done.stdout
