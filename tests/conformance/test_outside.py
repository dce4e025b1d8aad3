"""A title of another distribution is a title like any other, and one that is broken stops nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.exits import Exit

from . import outside, toy

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
    assert "night" in shown.stdout, shown.stderr
    done = outside.run(target, "publish", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "site/games/market-1/index.html").read_text(encoding="utf-8")
    assert "Lantern Market" in page
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
        (line,) = done.stderr.splitlines()
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
