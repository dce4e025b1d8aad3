"""The commands about campaigns, in process: what they print, and their exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.campaign import Campaign
from pbem.cli.exits import Exit

from .at_the_desk import begun, desk, mustered, pbem

COMMANDS = (
    "keygen",
    "new",
    "join",
    "status",
    "show",
    "moves",
    "order",
    "check",
    "run",
    "verify",
    "replay",
    "key",
    "receipts",
    "log",
    "open",
)


__all__ = ["desk"]


def test_what_players_use_most_loads_neither_pydantic_nor_yaml_nor_rich(desk: Path) -> None:
    """Each takes longer to load than all that such a command does."""
    asked, _ = mustered()
    pbem("order", "duel-42", "--as", asked, "--key", asked, "any", "--out", "turn.txt", "--clear")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # sentences are kept as compiled modules are
    for words, without in (
        (["status"], {"pydantic", "yaml", "rich"}),
        (["check", "turn.txt", "--key", asked], {"pydantic", "yaml", "rich"}),
        (["order", "duel-42", "--as", asked, "--key", asked, "any"], {"pydantic", "yaml", "rich"}),
        (["run", "--wait", "0.5"], {"pydantic"}),
        (["receive", "--check"], {"pydantic"}),
        (["verify", "duel-42"], {"pydantic"}),
        (["show", "duel-42", "--since", "1"], {"pydantic"}),
    ):
        start = [sys.executable, "-X", "importtime", "-c", "from pbem.cli import main; main()", *words]
        for _ in range(2):
            done = subprocess.run(start, env=environment, capture_output=True, text=True, check=False)
        loaded = set(re.findall(r"\| +(\w+)$", done.stderr, re.MULTILINE))
        assert "typer" in loaded
        assert not loaded & without, (words, done.stdout)


@pytest.mark.parametrize(
    ("given", "said"),
    [("x", "number"), ("-1", "greater than or equal to 0"), ("1e3", ""), ("nan", "greater than or equal to 0")],
)
def test_numbers_that_are_not_plain_are_left_to_typer(desk: Path, given: str, said: str) -> None:
    done = pbem("run", "--wait", given, code=Exit.USAGE if said else Exit.OK)
    assert said in done.stderr


def test_a_club_costs_status_as_much_for_each_game(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which language all games share is found once, not again for each sentence about each game."""
    opened: list[Path] = []
    open_one = Campaign.open

    def spy(folder: Path, *more: Any) -> Campaign:
        opened.append(folder)
        return open_one(folder, *more)

    begun()
    monkeypatch.setattr(Campaign, "open", spy)
    found = []
    for n in (43, 45):
        for more in (n, n + 1):
            seats = ("--player", "anna=anna.pub", "--player", "ben=ben.pub")
            pbem("new", f"duel-{more}", "--title", "wonders_duel", *seats, "--language", "de" if n == 45 else "en")
        opened.clear()
        assert pbem("status").stdout.count("duel-4") == n - 40
        found.append(len(opened))
    three, five = found
    assert five * 3 <= three * 5


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples_in_its_help(command: str) -> None:
    said = pbem(command, "--help").stdout
    assert re.search(rf"Examples?:\s+pbem {command}\b", said), said


def test_from_the_keys_to_a_move() -> None:
    first, other = mustered()
    listed = json.loads(pbem("moves", "duel-42", "--as", first, "--key", first, "--json").stdout)
    order = listed["legal"][0]["order"]
    assert order in pbem("moves", "duel-42", "--as", first, "--key", first).stdout
    assert "Wähle 1 Weltwunder" in pbem("moves", "duel-42", "--as", first, "--key", first, "--language", "de").stdout
    for command in (("show",), ("replay",), ("moves", "--as", first, "--key", first)):
        refused = pbem(command[0], "duel-42", *command[1:], "--language", "fr", code=Exit.USAGE)
        assert "is one of en, de, not fr" in refused.output
    assert f"it is the turn of {first}" in pbem("moves", "duel-42", "--as", other, "--key", other).stdout
    assert "put into the inbox" in pbem("order", "duel-42", "--as", first, "--key", first, order).stdout
    assert f"{first}: applied" in pbem("run", "duel-42").stdout
    assert f"{first} takes " in pbem("log", "duel-42").stdout.splitlines()[-1]
    assert "Carried out" in pbem("receipts", "duel-42", "--as", first, "--key", first, "--last", "1").stdout
    assert "duel-42 holds: 4 entries" in pbem("verify", "duel-42").stdout
    assert json.loads(pbem("verify", "duel-42", "--json").stdout)["ok"] is True
    assert "Choice of wonders" in pbem("show", "duel-42").stdout
    assert "Auswahl" in pbem("show", "duel-42", "--language", "de").stdout or pbem(
        "show", "duel-42", "--language", "de"
    )
    assert "waiting for" in pbem("status").stdout


def test_the_log_tells_all_acts_of_a_run() -> None:
    first, other = mustered()
    pbem("order", "duel-42", "--as", other, "--key", other, "always on draft_wonders: default")
    pbem("run", "duel-42")
    assert f"{other} sends orders for later" in pbem("log", "duel-42").stdout
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    pbem("run", "duel-42")
    log = pbem("log", "duel-42").stdout.splitlines()
    since = pbem("log", "duel-42", "--since", "3").stdout.splitlines()
    assert log[-len(since) :] == since
    assert since[0].startswith("    4  2")
    assert f"  {first} takes " in since[0]
    assert since[1].strip().startswith(f"{other} takes ")
    assert any(line.strip().startswith(f"({other}: take ") and line.endswith(", standing)") for line in since)
    assert "has no entry 9" in pbem("log", "duel-42", "--since", "9", code=Exit.NOT_FOUND).output
    german = pbem("show", "duel-42", "--since", "3", "--language", "de").stdout
    assert "Seit Eintrag 3:" in german
    assert f"  {first} nimmt " in german


def test_a_file_that_answers_nothing_is_signed_only_when_its_writer_is_sure() -> None:
    first, _ = mustered()
    words = ("order", "duel-42", "--as", first, "--key", first, "always on choose_progress: token law or any")
    refused = pbem(*words, code=Exit.FAILED)
    assert "still owed: the choice of wonders. Nothing was signed; --yes signs it." in refused.output
    assert not list(Path("games/duel-42/inbox").iterdir())
    assert "put into the inbox" in pbem(*words, "--yes").output
    other = pbem("order", "duel-42", "--as", first, "--key", first, "token law", code=Exit.FAILED).output
    assert "“token law” answers the choice of a progress token, but the choice of wonders is asked now." in other
    assert "Possible now:\n              take " in other


def test_what_only_a_player_is_told_has_a_date_and_the_latest_comes_first() -> None:
    first, other = mustered()
    pbem("order", "duel-42", "--as", other, "--key", other, "take pyramids or any", "always on draft_wonders: any")
    pbem("run", "duel-42")
    for _ in range(2):
        pbem("order", "duel-42", "--as", first, "--key", first, "any", "--anyway")
        pbem("run", "duel-42")
    said = pbem("show", "duel-42", "--as", other, "--key", other).stdout
    shown = said.split("For you alone, the latest first:\n")[1].splitlines()
    assert "Your standing order answered" in shown[0]
    assert "Your line answered" in shown[-1]
    assert all(re.match(r"  \w+ \d+ \w+ \d{4}, \d\d:\d\d \(UTC\): ", line) for line in shown), shown
    assert pbem("show", "duel-42", "--as", other, "--key", other, "--since", "99", code=Exit.NOT_FOUND)


def test_a_window_can_have_a_deadline_of_its_own() -> None:
    mustered("--deadline", "3d", "--deadline-in", "draft=12h")
    told = json.loads(pbem("status", "duel-42", "--json").stdout)
    began, due = (datetime.fromisoformat(one) for one in (told["since"]["at"], told["due"]))
    assert due - began == timedelta(hours=12)
    wrong = pbem(
        "new",
        "duel-43",
        "--title",
        "wonders_duel",
        "--player",
        "anna=anna.pub",
        "--player",
        "robo=bot",
        "--deadline-in",
        "drafts=12h",
        code=Exit.USAGE,
    )
    assert "wonders_duel has no window drafts" in wrong.stderr
    assert "age_change, draft, turn" in wrong.stderr


def test_works_from_any_folder(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mustered()
    elsewhere = desk / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    pbem("status", "duel-42", code=Exit.NOT_FOUND)
    assert "duel-42" in pbem("status", "--games", str(desk / "games")).stdout
    monkeypatch.setenv("PBEM_GAMES", str(desk / "games"))
    assert "duel-42" in pbem("status").stdout
    assert "nothing new" in pbem("run").stdout


def test_orders_are_checked_before_they_are_sent(desk: Path) -> None:
    first, _ = mustered()
    refused = pbem("order", "duel-42", "--as", first, "--key", first, "build baths", code=Exit.FAILED)
    assert "refused  1: build baths" in refused.output
    assert "nothing was sent" in refused.output
    assert not list((desk / "games/duel-42/inbox").iterdir())
    pbem("order", "duel-42", "--as", first, "--key", first, "build baths", "--anyway")
    assert f"{first}: refused" in pbem("run").stdout
    sent = pbem("order", "duel-42", "--as", first, "--key", first, given="any\n").stdout
    assert "legal  1: any" in sent


def test_house_rules_that_are_on_are_said_wherever_the_game_is_shown(desk: Path) -> None:
    mustered("--option", "auto_age_start=true")
    said = "House rule: The weaker player begins the next age: always, without being asked"
    assert said in pbem("status").stdout
    assert said in pbem("show", "duel-42").stdout
    assert json.loads(pbem("status", "duel-42", "--json").stdout)["house_rules"] == [said]
    pbem("new", "plain", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "robo=bot")
    assert "House rule" not in pbem("status", "plain").stdout


def test_a_block_for_the_mail(desk: Path) -> None:
    first, _ = mustered()
    pbem("order", "duel-42", "--as", first, "--key", first, "any", "--out", "move.txt", "--clear")
    assert "-----BEGIN PBEM MOVE-----" in (desk / "move.txt").read_text()
    assert "legal  1: any" in pbem("check", "move.txt", "--key", first).stdout
    printed = pbem("order", "duel-42", "--as", first, "--key", first, "any", "--out", "-").stdout
    (desk / "games/duel-42/inbox/mail.txt").write_text(f"Hello,\nhere is my move.\n{printed}\nBye")
    assert f"{first}: applied" in pbem("run").stdout


def test_check_sees_what_the_player_sees(desk: Path) -> None:
    first, other = mustered()
    head = json.loads(pbem("status", "duel-42", "--json").stdout)["head"]

    def move(player: str, orders: str) -> None:
        (desk / "m.yaml").write_text(f"game: duel-42\nplayer: {player}\nafter: {head}\norders: |\n  {orders}\n")

    move(first, "build baths")
    assert "reads  1: build baths" in pbem("check", "m.yaml").stdout, "without the hand only the words are known"
    pbem("check", "m.yaml", "--key", first, code=Exit.FAILED)
    move(first, "any\n  build nonsense")
    shown = json.loads(pbem("check", "m.yaml", "--key", first, "--json", code=Exit.FAILED).stdout)
    assert [(line["number"], line["result"]) for line in shown["lines"]] == [(2, "refused")], "faults come first"
    move(other, "any")
    assert "kept until" in pbem("check", "m.yaml", "--key", other).output
    (desk / "m.yaml").write_text("game: Duel\n")
    said = pbem("check", "m.yaml", code=Exit.FAILED).stderr
    assert "line 1: `game` is `Duel`" in said
    pbem("check", "nothing.yaml", code=Exit.NOT_FOUND)


def test_a_key_with_a_passphrase(desk: Path) -> None:
    pbem("keygen", "anna", "--passphrase", given="secret words\nsecret words\n")
    pbem("new", "duel-1", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "robo=bot")
    wrong = pbem("join", "duel-1", "--as", "anna", "--key", "anna", given="other words\n", code=Exit.KEY)
    assert "The passphrase does not open anna." in wrong.output
    pbem("join", "duel-1", "--as", "anna", "--key", "anna", given="secret words\n")
    assert "anna: applied" in pbem("run").stdout
    assert "Choice of wonders" in pbem("show", "duel-1", "--as", "anna", "--key", "anna", given="secret words\n").stdout


def test_a_game_of_bots_is_over_at_once_and_replays() -> None:
    pbem(
        "new", "bots-1", "--title", "wonders_duel", "--player", "ada=bot", "--player", "bob=random", "--language", "de"
    )
    assert "das Geheimnis ist enthüllt" in pbem("run").stdout
    assert "jeder Würfel und jede Karte wurde nachgerechnet" in pbem("verify", "bots-1").stdout
    assert "aus, gewonnen hat" in pbem("status").stdout
    step = json.loads(pbem("replay", "bots-1", "--to", "5", "--json").stdout)
    assert step["n"] == 5
    assert "genesis of wonders_duel" in pbem("replay", "bots-1", "--to", "3", "--language", "en").stdout
    pbem("replay", "bots-1", "--language", "fr", code=Exit.USAGE)
    pbem("replay", "bots-1", "--to", "9999", code=Exit.NOT_FOUND)


def test_a_running_game_is_replayed_by_the_moderator_alone(monkeypatch: pytest.MonkeyPatch, desk: Path) -> None:
    mustered()
    assert json.loads(pbem("replay", "duel-42", "--json").stdout)["n"] == 2
    monkeypatch.setenv("PBEM_KEYS", str(desk / "none"))
    assert "can only be computed with the moderator's key" in pbem("replay", "duel-42", code=Exit.KEY).output


def test_the_moderators_key_lost_and_wrong(monkeypatch: pytest.MonkeyPatch, desk: Path) -> None:
    mustered()
    good = (desk / "keys" / "moderator").read_text()
    monkeypatch.setenv("PBEM_KEYS", str(desk / "none"))
    assert "There is no moderator's key" in pbem("run", code=Exit.KEY).output
    monkeypatch.setenv("PBEM_MODERATOR_KEY", (desk / "anna").read_text())
    assert "This is not the moderator's key of game duel-42" in pbem("run", code=Exit.KEY).output
    monkeypatch.setenv("PBEM_MODERATOR_KEY", good)
    assert "nothing new" in pbem("run").stdout, "a machine that moderates has the key in a variable"


def test_undo() -> None:
    first, second = mustered()
    out = pbem("undo", "duel-42", "--as", first, "--key", first, "twice", code=Exit.USAGE).output
    assert "`undo twice` cannot be read; write `undo` for your last answer" in out
    pbem("undo", "duel-42", "--as", second, "--key", second)
    assert f"{second}: refused. Nothing was taken back: you can do that only during your own turn" in pbem("run").stdout
    pbem("order", "duel-42", "--as", first, "--key", first, "undo all")
    assert f"{first}: refused. Nothing was taken back: there is no answer of this turn" in pbem("run").stdout
    seats = ("--player", "a=bot", "--player", "b=bot")
    assert "--undo" in pbem("new", "x", "--title", "wonders_duel", *seats, "--undo", "maybe", code=Exit.USAGE).output
    pbem("new", "strict", "--title", "wonders_duel", *seats, "--undo", "never")
    assert 'policy_undo: "never"' in Path("games/strict/campaign.yaml").read_text()


def test_rollback() -> None:
    first, _ = mustered()
    why = ("--reason", "The wrong wonders.")
    assert "x is not a place in the log" in pbem("rollback", "duel-42", "x", *why, code=Exit.USAGE).output
    assert "The reason has 0 characters" in pbem("rollback", "duel-42", "3", "--reason", "", code=Exit.USAGE).output
    assert "nobody has chosen an answer yet" in pbem("rollback", "duel-42", "3", *why, code=Exit.FAILED).output
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    pbem("run")
    assert "duel-42: entry 4 goes back to before answer 3:1." in pbem("rollback", "duel-42", "3", *why).stdout
    assert "back to before answer 1 of entry 3: The wrong wonders." in pbem("log", "duel-42").stdout
    assert "duel-42 holds" in pbem("verify", "duel-42").stdout
    seats = ("--player", "a=bot", "--player", "b=bot")
    said = pbem("new", "x", "--title", "wonders_duel", *seats, "--rollback", "maybe", code=Exit.USAGE).output
    assert "moderator | vote | nobody" in said


def test_ruling() -> None:
    first, _ = mustered()
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    pbem("run")
    why = ("--reason", "A slip.")
    assert "coins is no change" in pbem("ruling", "duel-42", *why, "--set", "coins", code=Exit.USAGE).output
    assert "there is no coins" in pbem("ruling", "duel-42", *why, "--set", "coins=3", code=Exit.FAILED).output
    assert "entry 4 is the ruling" in pbem("ruling", "duel-42", *why, "--set", "cities.anna.coins=30").stdout
    assert "entry 5 is the ruling" in pbem("ruling", "duel-42", *why, "--undo", "4").stdout
    assert "Changed: the coins of anna: 30 instead of 7." in pbem("log", "duel-42").stdout
    assert "duel-42 holds" in pbem("verify", "duel-42").stdout
    seats = ("--player", "a=bot", "--player", "b=bot")
    said = pbem("new", "x", "--title", "wonders_duel", *seats, "--rulings", "maybe", code=Exit.USAGE).output
    assert "moderator | nobody" in said


def test_vote() -> None:
    first, second = mustered("--deadline", "2d", "--votes", "all")
    me = ("--as", first, "--key", first)
    assert "No vote is open." in pbem("vote", "duel-42").stdout
    assert "is not a vote" in pbem("vote", "duel-42", "yes", "dance", *me, code=Exit.USAGE).output
    assert "about the own seat" in pbem("vote", "duel-42", "yes", "concede", first, *me, code=Exit.FAILED).output
    assert "who you are" in pbem("vote", "duel-42", "yes", "pause", code=Exit.USAGE).output
    pbem("vote", "duel-42", "yes", "extend", "1d", *me)
    pbem("run")
    assert "extend 24h: 1 yes, of 2" in pbem("vote", "duel-42").stdout
    pbem("vote", "duel-42", "yes", "extend", "1d", "--as", second, "--key", second)
    pbem("run")
    assert "No vote is open." in pbem("vote", "duel-42").stdout
    assert "votes for `extend 24h`" in pbem("log", "duel-42").stdout
    pbem("vote", "duel-42", "yes", "draw", *me)
    pbem("vote", "duel-42", "yes", "draw", "--as", second, "--key", second)
    pbem("run")
    assert "over, shared by anna, ben" in pbem("status").stdout
    assert "every card was recomputed" in pbem("verify", "duel-42").stdout
    seats = ("--player", "a=bot", "--player", "b=bot")
    for option in ("--votes", "--ballots"):
        assert option in pbem("new", "x", "--title", "wonders_duel", *seats, option, "maybe", code=Exit.USAGE).output


def test_changes_of_keys_and_deadlines() -> None:
    first, _ = mustered("--deadline", "2d", "--at-deadline", "default")
    assert ", due " in pbem("status").stdout
    pbem("keygen", "new")
    pbem("key", "duel-42", "--as", "anna", "--key", "anna", "--new", "new.pub")
    assert "the old one is void" in pbem("run").stdout
    pbem("key", "duel-42", "--as", "anna", "--new", "new.pub", code=Exit.USAGE)
    pbem("keygen", "carl")
    pbem("key", "duel-42", "--as", "ben", "--new", "carl.pub", "--moderator", "--name", "Carl")
    assert "a new key signs for ben (by the moderator)" in pbem("log", "duel-42").stdout
    assert f"{first}: the deadline passed, the default was answered" in pbem("run", "--now", "2099-01-01").stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("status", "nope"), Exit.NOT_FOUND, "There is no game nope in games"),
        (("show", "../etc"), Exit.USAGE, "../etc cannot be a game's id"),
        (("verify", "nope"), Exit.NOT_FOUND, "There is no game nope"),
        (("run", "nope"), Exit.KEY, "There is no moderator's key"),
        (
            ("new", "x", "--title", "chess", "--player", "a=bot", "--player", "b=bot"),
            Exit.NOT_FOUND,
            "no title 'chess'",
        ),
        (("new", "x", "--title", "wonders_duel", "--player", "a=bot"), Exit.USAGE, "is for 2 players, not 1"),
        (("new", "X", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot"), Exit.USAGE, "game's id"),
        (("new", "../x", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot"), Exit.USAGE, "game's id"),
        (("new", "y/x", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot"), Exit.USAGE, "game's id"),
        (
            ("new", "x", "--title", "wonders_duel", "--player", "A=bot", "--player", "b=bot"),
            Exit.USAGE,
            "player's name",
        ),
        (("new", "x", "--title", "wonders_duel", "--player", "a=bot", "--player", "a=bot"), Exit.USAGE, "named twice"),
        (("new", "x", "--title", "wonders_duel", "--player", "a=no.pub", "--player", "b=bot"), Exit.KEY, "no.pub"),
        (("new", "x", "--title", "wonders_duel", "--player", "a", "--player", "b=bot"), Exit.USAGE, "NAME=VALUE"),
        (
            ("new", "x", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot", "--option", "x=1"),
            Exit.USAGE,
            "has no option 'x'",
        ),
        (
            ("new", "x", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot", "--deadline", "soon"),
            Exit.USAGE,
            "soon is not a time limit",
        ),
        (
            ("new", "x", "--title", "wonders_duel", "--player", "a=bot", "--player", "b=bot", "--language", "fr"),
            Exit.USAGE,
            "There is no language fr",
        ),
        (("run", "--now", "noon"), Exit.USAGE, "noon is not a time"),
        (("run",), Exit.OK, "There are no games in games."),
        (("check", "none.yaml"), Exit.NOT_FOUND, "There is no file none.yaml"),
    ],
)
def test_wrong_words_get_one_clear_message(words: tuple[str, ...], code: Exit, said: str, desk: Path) -> None:
    result = pbem(*words, code=code)
    assert said in result.output
    assert "Traceback" not in result.output
    assert not list(desk.rglob("ledger.jsonl")), "nothing was begun"


def test_nothing_private_is_written_outside_the_key_folder(desk: Path) -> None:
    """The moderator's and the bots' secrets are in no other file, in no spelling that a search would find."""
    from base64 import b64encode

    from pbem.campaign.campaign import Campaign
    from pbem.campaign.running.bots import bot_key
    from pbem.seals.moderator_key import load

    pbem("keygen", "anna")
    pbem("new", "duel-1", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "robo=bot")
    pbem("join", "duel-1", "--as", "anna", "--key", "anna")
    pbem("run")
    moderator = load()
    genesis = Campaign.open(desk / "games" / "duel-1").genesis
    secrets = moderator.game(genesis.game, genesis.salt)
    private = [moderator.key.seed, secrets.secret, secrets.mark_key, bot_key(secrets, "robo").seed]
    spellings = [form for one in private for form in (one, one.hex().encode(), b64encode(one))]
    for path in (desk / "games").rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert not any(one in data for one in spellings), path
    assert (desk / "keys").stat().st_mode & 0o077 == 0


def test_a_quiet_run_prints_nothing_where_nothing_is_new(desk: Path) -> None:
    assert pbem("run", "--quiet").stdout == ""
    assert "no games" in pbem("run").stdout
    begun()
    pbem("join", "duel-42", "--as", "anna", "--key", "anna")
    assert "anna: applied" in pbem("run", "--quiet", "--site", "site").stdout
    assert "nothing new" in pbem("run").stdout
    idle = pbem("run", "-q", "--site", "site")
    assert (idle.stdout, idle.stderr) == ("", "")
    (desk / "games" / "duel-42" / "inbox" / "junk").write_text("junk")
    assert "refused" in pbem("run", "--quiet").stdout
    (desk / "games" / "duel-42" / "ledger.jsonl").write_text("{}")
    assert pbem("run", "--quiet", code=Exit.FAILED).stderr.startswith("pbem: entry 0: ")
