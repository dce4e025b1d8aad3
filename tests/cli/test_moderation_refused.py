"""What a moderator's commands refuse, each with one sentence and its exit code, and nothing written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.running.checkpoint import private_folder
from pbem.campaign.running.create import opened
from pbem.campaign.running.trouble import set_aside
from pbem.cli.exits import Exit
from pbem.seals.moderator_key import key_folder, load
from tests.cli.at_the_desk import begun, desk, mustered, pbem

pytestmark = pytest.mark.slow

__all__ = ["desk"]
LEDGER = Path("games/duel-42/ledger.jsonl")
RULED = ("ruling", "duel-42", "--reason", "A slip.")
SLIP = ("--reason", "A slip.")
AWAY = ("absence", "anna", "2099-01-01")

NOT_BEGUN = [
    (("fork", "duel-42", "copy"), "No sandbox can begin there: play has not begun", Exit.FAILED),
    (("inspect", "duel-42", "--as", "anna"), "Play has not begun; waiting for anna, ben to join.", Exit.FAILED),
    (("rollback", "duel-42", "2", *SLIP), "Play has not begun", Exit.FAILED),
    (RULED, "Play has not begun", Exit.FAILED),
    (("show", "duel-42", "--as", "anna", "--key", "anna"), "There is no sealed hand of anna", Exit.NOT_FOUND),
]
IN_PLAY = [
    (("fork", "duel-42", "copy", "--to", "1"), "No sandbox can begin there: play has not begun", Exit.FAILED),
    (("fork", "duel-42", "copy", "--to", "99"), "has no entry 99; its entries are 0 to 2", Exit.NOT_FOUND),
    (("fork", "duel-42", "copy", "--player", "zoe=bot"), "There is no player zoe", Exit.NOT_FOUND),
    (("fork", "duel-42", "copy", "--player", "anna"), "--player takes NAME=VALUE", Exit.USAGE),
    (("fork", "duel-42", "copy", "--player", "anna=none.pub"), "none.pub", Exit.KEY),
    (("fork", "duel-42", "copy", "--player", "anna=ben.pub", "--player", "ben=ben.pub"), "the same key", Exit.USAGE),
    (("fork", "duel-42", "Copy!"), "Copy! cannot be a game's id", Exit.USAGE),
    (("fork", "duel-42", "duel-42"), "There is already a game duel-42", Exit.USAGE),
    (("preview", "duel-42", "--now", "soon"), "soon is not a time", Exit.USAGE),
    (("inspect", "duel-42", "--as", "zoe"), "There is no player zoe", Exit.NOT_FOUND),
    (("rollback", "duel-42", "x", *SLIP), "x is not a place in the log", Exit.USAGE),
    (("rollback", "duel-42", "2:1", *SLIP), "nobody has chosen an answer yet", Exit.FAILED),
    (("rollback", "duel-42", "2", "--reason", ""), "The reason has 0 characters", Exit.USAGE),
    (("rollback", "duel-42", "2", "--reason", "x" * 999), "The reason has 999 characters", Exit.USAGE),
    (("rollback", "duel-42", "2", *SLIP, "--now", "soon"), "soon is not a time", Exit.USAGE),
    ((*RULED, "--set", "cities.anna.coins"), "is no change; write PATH=VALUE", Exit.USAGE),
    ((*RULED, "--set", "cities.anna.coins=many"), "is no change; write PATH=VALUE", Exit.USAGE),
    ((*RULED, "--set", "castles=1"), "There is no ruling: castles: there is no castles", Exit.FAILED),
    ((*RULED, "--undo", "1"), "entry 1 is not a ruling", Exit.FAILED),
    (("ruling", "duel-42", "--reason", "two\nlines"), "it must be one line", Exit.USAGE),
    (("press", "duel-42", "Hi.", "--as", "anna"), "Either --as and --key, or neither", Exit.USAGE),
    (("press", "duel-42", "Hi.", "--key", "anna"), "Either --as and --key, or neither", Exit.USAGE),
    (("press", "duel-42", "Hi.", "--anonymous"), "The moderator speaks at once and by name.", Exit.USAGE),
    (("press", "duel-42", "Hi.", "--held"), "The moderator speaks at once and by name.", Exit.USAGE),
    (("press", "duel-42", "Hi.", "--to", "zoe"), "zoe has no seat in duel-42", Exit.FAILED),
    (("press", "duel-42", " "), "Press says nothing", Exit.FAILED),
    (("press", "duel-42", "x" * 4001), "Press may have 4000 characters; this has 4001", Exit.FAILED),
    (("press", "duel-42", "Hi.", "--as", "ben", "--key", "anna"), "does not sign for ben", Exit.KEY),
    (("seat", "duel-42", "anna", "--to", "bot", "--now", "soon"), "soon is not a time", Exit.USAGE),
    (("seat", "duel-42", "anna", "--to", "none.pub", "--name", "Carl"), "none.pub", Exit.KEY),
    (("resign", "duel-42", "--as", "zoe", "--key", "anna"), "There is no player zoe", Exit.NOT_FOUND),
    (("substitute", "duel-42", "--as", "zoe", "--key", "anna", "--to", "none"), "no player zoe", Exit.NOT_FOUND),
    (("show", "duel-42", "--as", "anna"), "--as and --key go together", Exit.USAGE),
    (("show", "duel-42", "--key", "anna"), "--as and --key go together", Exit.USAGE),
    (("takeover", "duel-42"), "The genesis of duel-42 names no second moderator.", Exit.FAILED),
    (("clock", "duel-42", "--holidays", "bytes.ics"), "bytes.ics cannot be read: it is not UTF-8", Exit.NOT_FOUND),
    (("clock", "duel-42", "--deadline-in", "tea=1h"), "has no window tea", Exit.USAGE),
    (("clock", "duel-42", "--deadline", "1d", "--cool-off", "x"), "x is not a cool-off time", Exit.USAGE),
    (("extend", "duel-42", "1d"), "There is no deadline in duel-42 to extend", Exit.FAILED),
    ((*AWAY, "duel-42", "--now", "soon"), "soon is not a time", Exit.USAGE),
    ((*AWAY, "duel-42", "--key", "none"), "none", Exit.KEY),
]
"""What is refused while a game without a deadline goes on."""
OVER = [
    (("fork", "duel-42", "copy"), "No sandbox can begin there: the game is over by then", Exit.FAILED),
    *[
        (words, "The game is over", Exit.FAILED)
        for words in (
            ("rollback", "duel-42", "2", *SLIP),
            RULED,
            ("pause", "duel-42"),
            ("resume", "duel-42"),
            ("extend", "duel-42", "1d"),
            ("clock", "duel-42", "--deadline", "1d"),
            (*AWAY, "duel-42"),
            ("seat", "duel-42", "anna", "--to", "bot"),
            ("seat", "duel-42", "anna", "--to", "free"),
            ("seat", "duel-42", "anna", "--to", "carl.pub", "--name", "Carl"),
            ("press", "duel-42", "Hi."),
        )
    ],
    (AWAY, "anna has no seat in any running game", Exit.NOT_FOUND),
]
NOT_AGREED = [
    (("rollback", "duel-42", "2", *SLIP), "did not agree to it when it began", Exit.FAILED),
    (RULED, "did not agree to rulings when it began", Exit.FAILED),
    (("pause", "duel-42"), "have not agreed that the moderator may change the clock", Exit.FAILED),
    (("resume", "duel-42"), "have not agreed that the moderator may change the clock", Exit.FAILED),
]
BY_FILE = [
    ("vote yes pause", "did not agree to votes"),
    ("undo", "did not agree to undo"),
    ("press\n  Hi.", "There is no press in this game"),
    ("undo many", "`undo many` cannot be read"),
    ("leave\n  any", "must be the only order of its file"),
]
"""What a player sends in a game in which nothing was agreed to."""


def refused(words: tuple[str, ...], said: str, code: Exit) -> None:
    before = LEDGER.read_bytes()
    told = pbem(*words, code=code)
    assert said in told.stderr, (words, told.stderr)
    assert told.stderr.startswith("pbem: "), words
    assert told.stderr.count("\n") == 1, "one sentence"
    assert LEDGER.read_bytes() == before
    assert not Path("games/copy").exists()
    assert not list(Path("games/duel-42/inbox").iterdir()), words


def test_before_play_begins() -> None:
    begun()
    for one in NOT_BEGUN:
        refused(*one)


def test_while_it_goes_on(desk: Path) -> None:
    mustered()
    (desk / "bytes.ics").write_bytes(b"\xff\xfe")
    for one in IN_PLAY:
        refused(*one)


def test_when_it_is_over() -> None:
    mustered()
    pbem("keygen", "carl")
    for name in ("anna", "ben"):
        pbem("order", "duel-42", "--as", name, "--key", name, "vote yes draw")
    assert json.loads(pbem("run", "--json").stdout)[0]["over"]
    assert "over, shared by anna, ben" in pbem("status").stdout
    assert "the end: anna, ben share the game" in pbem("log", "duel-42").stdout
    for one in OVER:
        refused(*one)


def test_what_was_not_agreed_to() -> None:
    agreed = ("--rollback", "nobody", "--rulings", "nobody", "--votes", "none", "--undo", "never", "--press", "none")
    first, _ = mustered(*agreed, "--fixed-clock")
    for one in NOT_AGREED:
        refused(*one)
    head = json.loads(pbem("status", "duel-42", "--json").stdout)["head"]
    for orders, said in BY_FILE:
        Path("file.txt").write_text(f"game: duel-42\nplayer: {first}\nafter: {head}\norders: |\n  {orders}\n")
        signed = pbem("sign", "file.txt", "--key", first).stdout
        Path("games/duel-42/inbox/file").write_text(signed)
        told = pbem("run").stdout
        assert f"{first}: refused. " in told, orders
        assert said in told, orders


def test_with_another_moderators_key() -> None:
    """Every command that writes, or opens what is sealed, is for the moderator of the game alone."""
    mustered("--deadline", "1d")
    pbem("keygen", "carl")
    for name in ("moderator", "moderator.pub"):
        (key_folder() / name).unlink()
    pbem("keygen", "--moderator")
    for words in (
        ("fork", "duel-42", "copy"),
        ("inspect", "duel-42"),
        ("preview", "duel-42"),
        ("press", "duel-42", "Hi."),
        ("rollback", "duel-42", "2", *SLIP),
        RULED,
        ("pause", "duel-42"),
        ("resume", "duel-42"),
        ("extend", "duel-42", "1d"),
        ("clock", "duel-42", "--deadline", "2d"),
        (*AWAY, "duel-42"),
        ("seat", "duel-42", "anna", "--to", "bot"),
        ("run", "duel-42"),
        ("seat", "duel-42", "anna", "--to", "carl.pub", "--name", "Carl"),
    ):
        refused(words, "moderat", Exit.KEY)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["fork", "inspect", "preview", "pause", "press", "doctor"])
def test_without_any_moderators_key(command: str) -> None:
    mustered()
    for name in ("moderator", "moderator.pub"):
        (key_folder() / name).unlink()
    words = {"fork": ("duel-42", "copy"), "press": ("duel-42", "Hi."), "doctor": ()}.get(command, ("duel-42",))
    refused((command, *words), "moderator", Exit.KEY)


def test_what_the_moderator_and_players_say(desk: Path) -> None:
    """The other way round: what `pbem press` tells where it is not refused."""
    first, other = mustered()
    assert pbem("press", "duel-42", "Welcome.").stdout == "The moderator's words are told.\n"
    told = pbem("press", "duel-42", "Hello!", "--as", first, "--key", first, "--to", other).stdout
    assert told.startswith("Signed and put into the inbox: ")
    assert f"{first}: applied. Passed on; entry 4." in pbem("run").stdout
    log = pbem("log", "duel-42").stdout
    assert "The moderator says: Welcome." in log
    assert f"{first} writes to {other}." in log
    assert "Hello!" not in log


def test_inspect_shows_what_is_hidden_and_what_was_set_aside(desk: Path) -> None:
    names = ("anna", "ben", "carl")
    for name in names:
        pbem("keygen", name)
    seats = [word for name in names for word in ("--player", f"{name}={name}.pub")]
    pbem("new", "duel-42", "--title", "seven_ages", "--ballots", "secret", *seats)
    for name in names:
        pbem("join", "duel-42", "--as", name, "--key", name)
    pbem("run")
    pbem("order", "duel-42", "--as", "anna", "--key", "anna", "any", "--anyway")
    for name, vote in (("ben", "yes"), ("carl", "no")):
        pbem("vote", "duel-42", vote, "pause", "--as", name, "--key", name)
    run = pbem("run").stdout
    with opened(Path("games/duel-42"), load()) as keeper:
        trouble = set_aside(private_folder(keeper.genesis), "odd.move", b"x", "read", ValueError("odd"))
    told = pbem("inspect", "duel-42").stdout
    assert "anna, still hidden: " in told, (run, told)
    assert "ben votes for `pause`." in told
    assert "carl votes against `pause`." in told
    assert f"Set aside, because the program failed on it: {trouble.path}" in told.replace("\n", "")
