"""`pbem play`: whole games of every title at a pseudo-terminal, several people at one, and what can go wrong."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem import titles
from pbem.cli.exits import Exit
from tests.cli.at_the_desk import desk, pbem

__all__ = ["desk"]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
WIPED = "\x1b[H\x1b[2J\x1b[3J"
SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A program at a pseudo-terminal, and what it has shown."""

    def __init__(self, *words: str) -> None:
        ours, theirs = os.openpty()
        code = (  # the terminal is the program's own, so that Ctrl-C reaches it
            "import fcntl, signal, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "from pbem.cli import main; main()"
        )
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": ""}
        self.program = subprocess.Popen(
            [sys.executable, "-c", code, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self.ours, self.shown, self.fresh = ours, "", ""

    def until(self, *wanted: str) -> str:
        """Read on to the first of these; which one. `shown` is what was read so far."""
        while True:
            found = [(place, one) for one in wanted if (place := self.fresh.find(one)) >= 0]
            if found:
                place, one = min(found)
                self.shown += self.fresh[: place + len(one)]
                self.fresh = self.fresh[place + len(one) :]
                return one
            ready, _, _ = select.select([self.ours], [], [], 20)
            try:
                piece = os.read(self.ours, 65536) if ready else b""
            except OSError:  # Linux says so when the other side is closed
                piece = b""
            assert piece, f"{wanted} never came after:\n{(self.shown + self.fresh)[-2000:]}"
            self.fresh += piece.decode(errors="replace")

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\r".encode())

    @property
    def plain(self) -> str:
        return SIGNS.sub("", self.shown).replace("\r", "")


@contextmanager
def playing(*words: str) -> Iterator[Terminal]:
    terminal = Terminal("play", *words)
    try:
        yield terminal
    finally:
        terminal.program.kill()
        terminal.program.wait()
        os.close(terminal.ours)


@pytest.mark.parametrize("title", [pytest.param(one, marks=pytest.mark.slow) for one in titles.ids()])
def test_a_whole_game_of_each_title(title: str) -> None:
    with playing(title, "--seed", "3") as terminal:
        answers = 0
        while terminal.until("anna> ", "The game is over.") == "anna> ":
            answers += 1
            terminal.type("moves" if answers % 20 == 7 else "default" if answers % 3 == 0 else "any")
        assert terminal.program.wait(10) == Exit.OK
    assert answers > 15
    assert "\x1b[1m" in terminal.shown  # a terminal has colours and bold letters
    assert "Traceback" not in terminal.plain
    bots = "at random, because this title has no bot" if titles.load(title).module("bot") is None else "the bot of"
    assert bots in terminal.plain


def test_an_evening_with_every_command(desk: Path) -> None:
    with playing("wonders_duel", "--seed", "3") as terminal:
        terminal.until("anna> ")
        for line, told in (
            ("help", "take <wonder>[, <wonder>]"),
            ("help WD-OV-3", "There are three ways to win"),
            ("help WD-XX-1", "There is no rule WD-XX-1 in this title."),
            ("log x", "`log` takes how many sentences to show, not x."),
            ("undo", "Nothing can be taken back"),
            ("save", "Where to? Write `save FILE`."),
            ("save nowhere/x.json", "nowhere/x.json cannot be written"),
            ("standing", "Nothing is ordered ahead."),
            ("bild baths", "No order begins with “bild”."),
            ("take temple_of_artemis", "You cannot choose the Temple of Artemis"),
            ("always on choose_first_player: start me", "Kept as a standing order"),
            ("/standing", "always on choose_first_player: start me"),
            ("rank sphinx; ask", "= take sphinx"),
            ("log 1", "·"),
            ("save evening.json", "`pbem play --from evening.json` goes on with it."),
            ("board", "On the board"),
        ):
            terminal.type(line)
            terminal.until(told)
            terminal.until("anna> ")
        terminal.type("quit")
        terminal.until("You have left the game")
        assert terminal.program.wait(10) == Exit.OK
    with playing("--from", "evening.json") as terminal:
        terminal.until("Choose 2 wonders of those laid out.")
        terminal.until("anna> ")
        terminal.type("/standing")
        terminal.until("always on choose_first_player: start me")


def test_lines_pasted_at_once_are_one_file() -> None:
    """With marks around what is pasted, as terminals have them, and without."""
    for begin, end in (("\x1b[200~", "\x1b[201~"), ("", "")):
        with playing("wonders_duel", "--seed", "3") as terminal:
            terminal.until("anna> ")
            terminal.type(f"{begin}try take temple_of_artemis\rtake sphinx{end}")
            terminal.until("Passed over, not possible then: try take temple_of_artemis")
            terminal.until("Choose 2 wonders")


def test_people_at_one_terminal_see_nothing_of_each_other() -> None:
    with playing("world_history", "--seed", "5", "--seat", "1=tom", "--seat", "2") as terminal:
        terminal.until("Enter to go on")
        terminal.type("")
        terminal.until("tom> ")
        assert "You draw" in terminal.plain
        terminal.type("give ben")
        terminal.until("Tom, please look away: it is the turn of Ben.")
        mine, cleared, after = terminal.shown.rpartition(WIPED)
        assert cleared
        assert "You draw" in SIGNS.sub("", mine)
        assert "You draw" not in after
        terminal.until("Enter to go on")
        terminal.type("nonsense")
        terminal.until("Ben only needs to press Enter here")
        terminal.type("undo")
        terminal.until("Nothing can be taken back: dice, cards")
        terminal.until("Enter to go on")
        terminal.type("")
        terminal.until("ben> ")
        terminal.type("\x1b[A")  # the line before: Tom's must not come back
        terminal.until("ben> ")
        typed = terminal.shown.rpartition("ben> ")[0].rpartition("ben> ")[2]
        assert "give" not in typed
        assert "undo" not in typed


def test_the_answer_before_can_be_taken_back_between_two_people() -> None:
    with playing("wonders_duel", "--seed", "5", "--seat", "1", "--seat", "2") as terminal:
        terminal.until("Enter")
        for line, told in (("", "ben> "), ("take pyramids", "Enter"), ("undo", "last answer of Ben is taken back.")):
            terminal.type(line)
            terminal.until(told)
        assert "pyramids" not in terminal.shown.rpartition(WIPED)[2]  # Anna may have typed that
        terminal.until("It is the turn of Ben.")
        terminal.until("Enter")
        terminal.type("")
        terminal.until("On the board")  # the screen was cleared: the board is shown again
        terminal.until("ben> ")
        terminal.type("\x1b[A")  # Ben's own line comes back
        terminal.until("Anna")


@pytest.mark.parametrize("key", [b"\x04", b"\x03"])
def test_the_end_of_the_input_and_an_interruption_are_one_sentence(key: bytes) -> None:
    with playing("wonders_duel", "--seed", "3") as terminal:
        terminal.until("anna> ")
        time.sleep(0.3)  # a signal between prompt and reading would wait for the next key
        os.write(terminal.ours, key)
        terminal.until("You have left the game; what was not saved is gone.")
        assert terminal.program.wait(10) == Exit.OK
    assert "Traceback" not in terminal.plain


def test_orders_can_come_through_a_pipe_without_colours() -> None:
    said = pbem("play", "wonders_duel", "--seed", "3", given="take sphinx\n")
    assert "\x1b" not in said.output
    assert "anna> take sphinx" in said.output
    assert said.output.endswith("You have left the game; what was not saved is gone.\n")
    german = pbem("play", "wonders_duel", "--seed", "3", "--language", "de", given="help\nquit\n")
    assert "Befehle, die jetzt antworten:" in german.output
    assert german.output.endswith("Du hast das Spiel verlassen; was nicht gespeichert ist, ist weg.\n")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ((), Exit.USAGE, "Which title? There are age_of_reason"),
        (("chess",), Exit.NOT_FOUND, "there is no title 'chess'"),
        (("wonders_duel", "--players", "3"), Exit.USAGE, "wonders_duel is for 2 players, not 3"),
        (("wonders_duel", "--seat", "3"), Exit.USAGE, "from 1 to 2"),
        (("wonders_duel", "--seat", "0"), Exit.USAGE, "from 1 to 2"),
        (("wonders_duel", "--seat", "1", "--seat", "1"), Exit.USAGE, "appears twice"),
        (("wonders_duel", "--seat", "1=ben"), Exit.USAGE, "appears twice"),
        (("wonders_duel", "--seat", "1=me"), Exit.USAGE, "neither `me` nor `opponent`"),
        (("wonders_duel", "--seat", "1=a b"), Exit.USAGE, "a name is a lower-case letter"),
        (("wonders_duel", "--option", "x=1"), Exit.USAGE, "has no option 'x'"),
        (("wonders_duel", "--option", "x"), Exit.USAGE, "NAME=VALUE"),
        (("wonders_duel", "--from", "x.json"), Exit.USAGE, "--from goes on with a saved game as it is"),
        (("--from", "x.json"), Exit.NOT_FOUND, "There is no file x.json"),
        (("--from", "other.txt"), Exit.FAILED, "other.txt is not a game that `pbem play` saved."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(words: tuple[str, ...], code: Exit, told: str, desk: Path) -> None:
    (desk / "other.txt").write_text("my letters", encoding="utf-8")
    result = pbem("play", *words, code=code)
    assert told in result.output
    assert result.output.count("\n") == 1


def test_saving_replaces_saved_games_and_nothing_else(desk: Path) -> None:
    (desk / "letter.txt").write_text("dear Anna", encoding="utf-8")
    said = pbem("play", "wonders_duel", given="save letter.txt\nsave a.json\nany\nsave a.json\nsave .\n")
    assert "letter.txt is something else than a saved game" in said.output
    assert (desk / "letter.txt").read_text(encoding="utf-8") == "dear Anna"
    assert said.output.count("goes on with it.") == 2
    assert ". cannot be written: name a file" in said.output
    assert '"answers": [\n  ["' in (desk / "a.json").read_text(encoding="utf-8")
    assert sorted(path.name for path in desk.iterdir()) == ["a.json", "letter.txt"]


def test_a_word_that_is_an_order_too_is_a_command_where_it_cannot_be_the_order(desk: Path) -> None:
    """In 7 Ages `save` keeps money back while units are built; `save FILE` still saves the game."""
    given = "any\n" * 6 + "save evening.json\nhelp\n/save evening.json\n"
    said = pbem("play", "seven_ages", "--seed", "3", "--players", "3", given=given)
    assert "build your first units" in said.output
    assert said.output.count("`pbem play --from evening.json` goes on with it.") == 2, said.output[-1500:]
    assert "  /save FILE" in said.output, "help shows how the command is meant in any case"
    assert (desk / "evening.json").is_file()
