"""Commands about clocks and seats: what they print, what they refuse, and their exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from pbem.cli.exits import Exit
from pbem.seals.keys import PublicKey
from tests.cli.at_the_desk import begun, desk, mustered, pbem

__all__ = ["desk"]
GAME = ("new", "duel-43", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "robo=bot")


def genesis(game: str = "duel-42") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pbem("log", game, "--json").stdout)[0]
    return found


def status() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pbem("status", "duel-42", "--json").stdout)
    return found


@pytest.mark.parametrize(
    "command", ["absence", "pause", "resume", "extend", "clock", "seat", "takeover", "substitute", "resign"]
)
def test_every_command_has_examples(command: str) -> None:
    assert f"pbem {command} " in pbem(command, "--help").stdout.partition("Example")[2]


def test_a_whole_clock_at_the_beginning(desk: Path) -> None:
    (desk / "off.ics").write_text(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20991224\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    begun(
        "--deadline",
        "3d",
        "--zone",
        "Europe/Berlin",
        "--days",
        "fri-mon,wed",
        "--hour",
        "9:30",
        "--grace",
        "12h",
        "--earliest",
        "2h",
        "--remind",
        "6h,2d",
        "--runs",
        "20:00,08:00",
        "--holidays",
        "off.ics",
        "--at-deadline",
        "replace",
        "--misses",
        "2",
        "--absence",
        "14d",
        "--deadline-in",
        "draft=12h,grace=1h,days=mon,tue,hour=20:00",
    )
    found = genesis()
    assert found["clock"].pop("zone")["name"] == "Europe/Berlin"
    assert found["clock"] == {
        "hours": 72,
        "at_deadline": "replace",
        "cool_off": 30,
        "days": ["mon", "wed", "fri", "sat", "sun"],
        "hour": "09:30",
        "grace": 12,
        "earliest": 2,
        "reminders": [48, 6],
        "runs": ["08:00", "20:00"],
        "holidays": [["2099-12-24", "2099-12-24"]],
        "windows": {"draft": {"hours": 12, "grace": 1, "days": ["mon", "tue"], "hour": "20:00"}},
    }
    assert found["policy"].items() >= {"clock": "moderator", "drop": 2, "absence": 14 * 24}.items()
    shown = (desk / "games" / "duel-42" / "campaign.yaml").read_text()
    assert 'time_zone: "Europe/Berlin"\n' in shown
    assert 'processing_runs: ["08:00", "20:00"]\n' in shown


def test_what_is_agreed_without_options() -> None:
    begun("--deadline", "2d")
    assert genesis()["policy"].items() >= {"absence": 28 * 24, "clock": "moderator"}.items()
    pbem(*GAME, "--fixed-clock")
    assert not {"clock", "absence", "drop"} & genesis("duel-43").get("policy", {}).keys()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--deadline", "soon"), "soon is not a time limit"),
        (("--at-deadline", "panic"), "--at-deadline must be wait | default | bot | replace, not panic"),
        (("--deadline", "2d", "--days", "mon-fri"), "need a time zone"),
        (("--deadline", "2d", "--zone", "Mars/Olympus"), "There is no time zone Mars/Olympus"),
        (("--zone", "UTC", "--days", "someday"), "someday are not weekdays"),
        (("--zone", "UTC", "--hour", "25:00"), "25:00 is not a time of day"),
        (("--zone", "UTC", "--runs", "8 o'clock"), "is not a time of day"),
        (("--deadline", "1d", "--earliest", "24h"), "the earliest time must lie before the deadline"),
        (("--remind", "x"), "x is not a time limit"),
        (("--remind", "6h", "--grace", "2h"), "--grace, --remind: without a deadline nothing would come of it"),
        (("--deadline", "1d", "--remind", "6h,24h"), "--remind 24h: no deadline is further away than 24 hours"),
        (("--deadline", "1d", "--zone", "UTC", "--hour", "20:00", "--remind", "2d"), "further away than 48 hours"),
        (("--deadline-in", "draft=12h", "--remind", "1d"), "further away than 12 hours"),
        (("--at-deadline", "bot"), "--at-deadline: without a deadline nothing would come of it"),
        (("--deadline-in", "draft=0", "--grace", "2h"), "--grace: without a deadline"),
        (("--deadline", "1d", "--misses", "2"), "only with --at-deadline replace"),
        (("--second-moderator", "anna.pub"), "The key of anna would be that of the second moderator"),
        (("--absence", "x"), "x is not a time limit"),
        (("--deadline-in", "draft"), "--deadline-in"),
        (("--deadline-in", "draft=12h,tea=1"), "--deadline-in"),
        (("--deadline-in", "tea=12h"), "has no window tea"),
        (("--holidays", "anna.pub", "--zone", "UTC"), "it is not an iCalendar file"),
        (("--name", "zoe=Zoe"), "there is no player zoe in this game"),
        (("--recipient", "zoe=age1"), "there is no player zoe in this game"),
        (("--name", "anna"), "--name takes NAME=VALUE"),
        (("--option", "first_game_sets"), "--option takes NAME=VALUE"),
        (("--files", "ajar"), "--files must be sealed | open, not ajar"),
        (("--undo", "ajar"), "--undo must be open | never, not ajar"),
        (("--rollback", "ajar"), "--rollback must be moderator | vote | nobody, not ajar"),
        (("--rulings", "ajar"), "--rulings must be moderator | nobody, not ajar"),
        (("--votes", "ajar"), "--votes must be none | all | two_thirds | majority, not ajar"),
        (("--ballots", "ajar"), "--ballots must be open | secret, not ajar"),
        (("--press", "ajar"), "--press must be free | public | none, not ajar"),
        (("--cool-off", "x"), "x is not a cool-off time"),
        (("--language", "fr"), "There is no language fr"),
    ],
)
def test_clocks_that_are_refused(words: tuple[str, ...], said: str, desk: Path) -> None:
    pbem("keygen", "anna")
    assert said in pbem(*GAME, *words, code=Exit.USAGE).stderr
    assert not (desk / "games" / "duel-43").exists()
    missing = pbem(*GAME, "--holidays", "none.ics", code=Exit.NOT_FOUND)
    assert "none.ics" in missing.stderr


@pytest.mark.slow
def test_pause_resume_extend_and_another_clock() -> None:
    mustered("--deadline", "3d", "--cool-off", "0")
    due = status()["due"]
    assert pbem("pause", "duel-42").stdout == "The clock of duel-42 is stopped.\n"
    assert status()["due"] is None
    assert "the clock has been stopped since" in pbem("status").stdout
    assert "has been stopped since" in pbem("pause", "duel-42", code=Exit.FAILED).stderr
    assert "has been stopped since" in pbem("extend", "duel-42", "1d", code=Exit.FAILED).stderr
    assert pbem("resume", "duel-42").stdout.startswith("The clock of duel-42 runs again. The deadline is 20")
    assert "is running already" in pbem("resume", "duel-42", code=Exit.FAILED).stderr
    assert pbem("extend", "duel-42", "2d").stdout.startswith("The deadline of duel-42 is 20")
    assert status()["due"] > due
    assert "x is not a time limit" in pbem("extend", "duel-42", "x", code=Exit.USAGE).stderr
    assert "no deadline in duel-42 to extend" in pbem("extend", "duel-42", "0", code=Exit.FAILED).stderr
    assert "the new clock counts" in pbem("clock", "duel-42", "--deadline", "1d", "--grace", "2h").stdout
    assert "duel-42 has this clock already" in pbem("clock", "duel-42", "--grace", "2h", code=Exit.USAGE).stderr
    assert "need a time zone" in pbem("clock", "duel-42", "--days", "mon", code=Exit.USAGE).stderr
    log = pbem("log", "duel-42").stdout
    for said in ("stops the clock", "The clock runs again", "extends the deadline to", "sets a new clock"):
        assert said in log
    assert "duel-42 holds" in pbem("verify", "duel-42").stdout
    for command in (("pause",), ("resume",), ("extend", "1d"), ("clock", "--deadline", "1d")):
        gone = pbem(command[0], "duel-1", *command[1:], code=Exit.NOT_FOUND)
        assert "There is no game duel-1" in gone.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--deadline", "1d"), "the reminder 24h before one would remind nobody"),
        (("--deadline", "1d", "--grace", "2h"), "no deadline is further away than 24 hours"),
        (("--deadline", "0", "--deadline-in", "draft=6h"), "no deadline is further away than 6 hours"),
        (("--deadline", "12h", "--zone", "UTC", "--hour", "20:00"), ""),
        (("--deadline", "1d", "--zone", "UTC", "--hour", "20:00", "--days", "mon-fri"), ""),
        (("--deadline", "1d", "--remind", "6h"), ""),
        (("--deadline", "1d", "--remind", "0"), ""),
        (("--deadline", "25h"), ""),
        (("--deadline", "0"), ""),
        (("--deadline", "0", "--remind", "2h"), "--remind: without a deadline nothing would come of it"),
        (("--deadline", "0", "--at-deadline", "bot", "--grace", "1h"), "--grace, --at-deadline: without a deadline"),
        (("--deadline", "0", "--remind", "0", "--grace", "0", "--at-deadline", "wait"), ""),
    ],
)
def test_another_clock_must_have_a_use_for_its_reminders(words: tuple[str, ...], said: str) -> None:
    """Also for those that were agreed to when the game began, with a longer deadline."""
    mustered("--deadline", "3d", "--remind", "24h,6h")
    told = pbem("clock", "duel-42", *words, code=Exit.USAGE if said else Exit.OK)
    assert said in told.stderr
    assert bool(said) == ("counts for everything" not in told.stdout)
    kinds = {one["kind"] for one in json.loads(pbem("log", "duel-42", "--json").stdout)}
    assert ("deadline" in kinds) == (not said)


def test_what_another_clock_can_be_depends_on_what_was_agreed() -> None:
    mustered("--deadline", "3d", "--remind", "24h")
    assert "--remind: without" in pbem("clock", "duel-42", "--deadline", "0", "--remind", "2h", code=Exit.USAGE).stderr
    pbem("clock", "duel-42", "--deadline", "0")
    pbem("clock", "duel-42", "--earliest", "0", "--cool-off", "5m")
    agreed = pbem("clock", "duel-42", "--deadline", "3d", "--at-deadline", "replace", code=Exit.FAILED)
    assert "did not agree after how many missed deadlines a seat becomes free" in agreed.stderr
    assert "24h before one would remind" in pbem("clock", "duel-42", "--deadline", "20h", code=Exit.USAGE).stderr


def test_a_fixed_clock_stays() -> None:
    mustered("--deadline", "3d", "--fixed-clock")
    for words in (("pause", "duel-42"), ("extend", "duel-42", "1d"), ("clock", "duel-42", "--deadline", "1d")):
        assert "have not agreed that the moderator may change" in pbem(*words, code=Exit.FAILED).stderr


def test_an_absence_in_all_games_by_the_player_or_the_moderator() -> None:
    mustered("--deadline", "3d", "--absence", "10d")
    pbem("new", "duel-44", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "robo=bot")
    pbem("absence", "anna", "2099-12-20..2099-12-27", "duel-42", "--key", "anna")
    assert "anna: applied. You are away from 2099-12-20T00:00:00Z to 2099-12-28T00:00:00Z" in pbem("run").stdout
    assert pbem("absence", "anna", "2099-01-01..2099-06-30").stdout.splitlines() == [
        "duel-42: anna is away from 2099-01-01T00:00:00Z to 2099-07-01T00:00:00Z.",
        "duel-44: anna is away from 2099-01-01T00:00:00Z to 2099-07-01T00:00:00Z.",
    ]
    assert pbem("absence", "anna", "over", "duel-44").stdout == "duel-44: anna is back.\n"
    assert "anna is not away" in pbem("absence", "anna", "over", "duel-44", code=Exit.FAILED).stderr
    assert "zoe has no seat in any running game" in pbem("absence", "zoe", "2099-01-01", code=Exit.NOT_FOUND).stderr
    assert "There is no player zoe" in pbem("absence", "zoe", "2099-01-01", "duel-42", code=Exit.NOT_FOUND).stderr
    assert "soon is not a time away" in pbem("absence", "anna", "soon", code=Exit.USAGE).stderr
    assert "is over already" in pbem("absence", "anna", "2020-01-01", code=Exit.USAGE).stderr
    own = ("duel-42", "--key", "anna")
    assert "2099-13-01 is not a time away" in pbem("absence", "anna", "2099-13-01", *own, code=Exit.USAGE).stderr
    assert "ends before it" in pbem("absence", "anna", "2099-02-02..2099-02-01", *own, code=Exit.USAGE).stderr
    assert "anna is away from 2099" in pbem("log", "duel-42").stdout
    assert "away" not in status()
    pbem("absence", "ben", "2020-01-01..2099-01-01", "duel-42")
    assert status()["away"] == {"ben": "2099-01-02T00:00:00Z"}
    assert "; ben is away until " in pbem("status", "duel-42").stdout
    assert "ist vom 2099" in pbem_in_german("log", "duel-42")


def pbem_in_german(*words: str) -> str:
    with mock.patch.dict(os.environ, {"PBEM_LANGUAGE": "de"}):
        return pbem(*words).stdout


def test_seats_change_hands() -> None:
    mustered()
    pbem("keygen", "carl")
    assert pbem("seat", "duel-42", "anna", "--to", "carl.pub", "--name", "Carl").stdout == (
        "From now on Carl plays the seat of anna.\n"
    )
    assert "a bot plays the seat of anna" in pbem("seat", "duel-42", "anna", "--to", "bot").stdout
    assert "played by a bot already" in pbem("seat", "duel-42", "anna", "--to", "bot", code=Exit.FAILED).stderr
    assert (
        "free already, or played by a bot" in pbem("seat", "duel-42", "anna", "--to", "free", code=Exit.FAILED).stderr
    )
    assert "The seat of ben is free" in pbem("seat", "duel-42", "ben", "--to", "free").stdout
    told = pbem("seat", "duel-42", "anna", "--to", "anna.pub", "--name", "An\r\nna\x1b[2J\u202e").stdout
    assert told.rstrip("\n").isprintable(), "as the ledger has it, not as it was typed"
    for words in (("--to", "anna.pub"), ("--to", "bot", "--name", "Robo")):
        assert "Give a person's key file with --name" in pbem("seat", "duel-42", "anna", *words, code=Exit.USAGE).stderr
    same = pbem("seat", "duel-42", "anna", "--to", "anna.pub", "--name", "Anna", code=Exit.FAILED)
    assert "already signs with this key" in same.stderr
    assert "There is no player zoe" in pbem("seat", "duel-42", "zoe", "--to", "bot", code=Exit.NOT_FOUND).stderr
    pbem("seat", "duel-42", "anna", "--to", "none.pub", "--name", "None", code=Exit.KEY)
    pbem("run")
    assert "duel-42 holds" in pbem("verify", "duel-42").stdout
    log = pbem("log", "duel-42").stdout
    for said in (
        "Carl plays the seat of anna",
        "bot plays the seat of Carl",
        "the seat of ben free",
        "bot plays the seat of ben",
    ):
        assert said in log


def test_the_key_of_a_later_seat_is_looked_at_too(desk: Path) -> None:
    """A key that opens more than its seat's, or that somebody else has, gets none: not by the moderator nor by file."""
    pbem("keygen", "--moderator")
    (desk / "keys").rename(desk / "second")
    first, other = mustered("--second-moderator", "second/moderator.pub")
    (desk / "weak.pub").write_text(f"{PublicKey(bytes([2] * 32)).line}\n")
    seat = ("seat", "duel-42", first, "--name", "Carl", "--to")
    held = f"{other} and {first} would have the same key"
    for file, said, code in (
        (f"{other}.pub", held, Exit.USAGE),
        ("second/moderator.pub", f"The key of {first} would be that of the second moderator", Exit.USAGE),
        ("weak.pub", "not a point on the curve", Exit.KEY),
        ("none.pub", "none.pub", Exit.KEY),
    ):
        assert said in pbem(*seat, file, code=code).stderr
    age = pbem(*seat, f"{first}.pub", "--recipient", "age1no", code=Exit.KEY)
    assert "--recipient" in age.stderr
    for command in (("key", "--new"), ("substitute", "--to")):
        for file, said in ((f"{other}.pub", held), ("second/moderator.pub", "would be that of the second moderator")):
            pbem(command[0], "duel-42", "--as", first, "--key", first, command[1], file)
            assert f"{first}: refused. " in (run := pbem("run").stdout)
            assert said in run, (command, file)
    assert {one["kind"] for one in json.loads(pbem("log", "duel-42", "--json").stdout)} == {"genesis", "join"}


def test_a_player_resigns() -> None:
    mustered()
    pbem("resign", "duel-42", "--as", "anna", "--key", "anna")
    assert "You have given up your seat" in pbem("run").stdout
    assert "anna gives up the seat" in pbem("log", "duel-42").stdout
    wrong = pbem("resign", "duel-42", "--as", "ben", "--key", "anna", code=Exit.KEY)
    assert "does not sign for ben" in wrong.stderr
    assert (
        "In wonders_duel nobody can join later"
        in pbem(
            "new",
            "duel-50",
            "--title",
            "wonders_duel",
            "--player",
            "anna=anna.pub",
            "--player",
            "ben=empty",
            code=Exit.USAGE,
        ).stderr
    )


@pytest.mark.slow
def test_a_game_that_all_have_left_says_so() -> None:
    mustered("--deadline", "3d")
    for name in ("anna", "ben"):
        assert "it rests" not in pbem("status", "duel-42").stdout
        pbem("resign", "duel-42", "--as", name, "--key", name)
        told = pbem("run", "duel-42").stdout
    assert "all players have left; the game rests until somebody takes a seat" in told
    assert "the table waits" not in told
    assert "it rests, because all players have left it" in pbem("status").stdout
    assert status()["deserted"] is True
    assert "es ruht, denn alle" in pbem_in_german("status")
    pbem("keygen", "carl")
    pbem("seat", "duel-42", "ben", "--to", "carl.pub", "--name", "Carl")
    pbem("run")
    assert "deserted" not in status()
    assert "waiting for" in pbem("status").stdout


def test_a_run_over_several_games_says_which_one_waits() -> None:
    first, _ = mustered()
    pbem("new", "duel-44", "--title", "wonders_duel", "--player", "anna=anna.pub", "--player", "robo=bot")
    pbem("join", "duel-44", "--as", "anna", "--key", "anna")
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    waits = [line for line in pbem("run").stdout.splitlines() if "the table waits for" in line]
    assert sorted(line.partition(": ")[0] for line in waits) == ["duel-42", "duel-44"]
    (first,) = json.loads(pbem("status", "duel-42", "--json").stdout)["waiting"]
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    assert "\n  the table waits for" in pbem("run", "duel-42").stdout, "one alone needs no name"


def test_a_second_moderator_takes_over(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pbem("keygen", "anna")
    monkeypatch.setenv("PBEM_KEYS", str(desk / "second"))
    pbem("keygen", "--moderator")
    monkeypatch.setenv("PBEM_KEYS", str(desk / "keys"))
    heir = ("--second-moderator", "second/moderator.pub")
    pbem(*GAME, *heir)
    pbem("join", "duel-43", "--as", "anna", "--key", "anna")
    pbem("run")
    assert "Your key is not that of the second moderator" in pbem("takeover", "duel-43", code=Exit.KEY).stderr
    assert "There is no game duel-1" in pbem("takeover", "duel-1", code=Exit.NOT_FOUND).stderr
    again = ("new", "duel-44", *GAME[2:], "--second-moderator", "keys/moderator.pub")
    assert "needs another key than the first" in pbem(*again, code=Exit.USAGE).stderr
    pbem("new", "duel-45", *GAME[2:])
    monkeypatch.setenv("PBEM_KEYS", str(desk / "second"))
    assert "`pbem takeover duel-43` takes over" in pbem("run", "duel-43", code=Exit.KEY).stderr
    assert pbem("takeover", "duel-43").stdout.startswith("You moderate duel-43 from now on")
    pbem("takeover", "duel-45", code=Exit.KEY)
    assert "has taken over already" in pbem("takeover", "duel-43", code=Exit.FAILED).stderr
    pbem("run", "duel-43")
    assert "duel-43 holds" in pbem("verify", "duel-43").stdout
    assert "The second moderator takes over." in pbem("log", "duel-43").stdout
    monkeypatch.setenv("PBEM_KEYS", str(desk / "keys"))
    pbem("run", "duel-43", code=Exit.KEY)


def test_a_player_names_a_substitute() -> None:
    first, _ = mustered()
    pbem("keygen", "dora")
    pbem("substitute", "duel-42", "--as", first, "--key", first, "--to", "dora.pub")
    assert "your substitute writes for you too" in pbem("run").stdout
    pbem("order", "duel-42", "--as", first, "--key", "dora", "any")
    assert f"{first}: applied" in pbem("run").stdout
    assert "Nothing is ordered ahead" in pbem("standing", "duel-42", "--as", first, "--key", "dora").stdout
    pbem("substitute", "duel-42", "--as", first, "--key", first, "--to", "none")
    pbem("run")
    pbem("order", "duel-42", "--as", first, "--key", "dora", "any", code=Exit.KEY)
    pbem("substitute", "duel-42", "--as", first, "--key", first, "--to", "no.pub", code=Exit.KEY)
    assert f"{first} has named a substitute" in pbem("log", "duel-42").stdout
    assert "duel-42 holds" in pbem("verify", "duel-42").stdout


def test_onlookers_read_in_the_log_what_the_moderator_decided(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mustered("--deadline", "3d")
    pbem("pause", "duel-42")
    pbem("resume", "duel-42")
    pbem("extend", "duel-42", "1d")
    pbem("clock", "duel-42", "--grace", "1h")
    pbem("absence", "anna", "2099-01-01", "duel-42")
    pbem("seat", "duel-42", "anna", "--to", "free")
    pbem("run")
    monkeypatch.setenv("PBEM_KEYS", str(desk / "nobody"))
    log = pbem("log", "duel-42").stdout
    for said in (
        "The moderator stops the clock",
        "The clock runs again",
        "extends the deadline to",
        "sets a new clock",
        "anna is away from 2099-01-01 to 2099-01-01",
        "declares the seat of anna free",
        "A bot plays the seat of anna",
    ):
        assert said in log
