"""Commands where something is in the way: disks, terminals, languages, other moderators, keys, late files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.exits import Exit

from .at_the_desk import begun, desk, mustered, pbem

__all__ = ["desk"]


def test_one_game_in_trouble_does_not_keep_the_others(desk: Path) -> None:
    for game in ("a", "b", "c"):
        pbem("new", game, "--title", "wonders_duel", "--player", "ada=random", "--player", "bob=random")
    ledger = desk / "games" / "b" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes()[:-9])
    result = pbem("run", code=Exit.FAILED)
    assert "pbem: b: entry 0: the line does not end with a line break; the file was cut off." in result.stderr
    (desk / "games" / "b" / "position.json").unlink()
    listed = pbem("status")
    assert "b: " in listed.stderr
    assert listed.stdout.count("over, won by") == 2
    for game in ("a", "c"):
        assert "every die and every card was recomputed" in pbem("verify", game).stdout


def test_a_disk_that_the_kernel_says_is_full(desk: Path) -> None:
    """Not simulated: the process may not write files of more than a few bytes."""
    import resource

    begun()
    pbem("join", "duel-42", "--as", "anna", "--key", "anna")
    before = {path: path.read_bytes() for path in (desk / "games").rglob("*") if path.is_file()}
    done = subprocess.run(
        [Path(sys.executable).with_name("pbem"), "run"],
        cwd=desk,
        env=os.environ.copy(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)),
    )
    assert done.returncode == Exit.DISK, done.stderr
    assert "ledger.jsonl could not be written: File too large. No entry was lost or half written" in done.stderr
    after = {path: path.read_bytes() for path in (desk / "games").rglob("*") if path.is_file()}
    assert after == before
    assert "anna: applied" in pbem("run").stdout


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_lacks_letters(desk: Path, encoding: str) -> None:

    mustered("--name", "anna=Änne 🎲")
    for words in (["show", "duel-42", "--language", "de"], ["show", "duel-42", "--json"], ["log", "duel-42", "--json"]):
        done = subprocess.run(
            [Path(sys.executable).with_name("pbem"), *words],
            cwd=desk,
            env=os.environ | {"PYTHONIOENCODING": encoding},
            capture_output=True,
            check=False,
        )
        assert done.returncode == Exit.OK, done.stderr
        if "--json" in words:
            said = json.loads(done.stdout.decode(encoding))
    assert said[0]["seats"][0]["name"] == "Änne 🎲"


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    colours: list[str | None] = []
    monkeypatch.setattr("typer.secho", lambda message, fg, err: colours.append(fg))
    for wish in ("", "1"):
        monkeypatch.setenv("NO_COLOR", wish)
        pbem("status", "nope", code=Exit.NOT_FOUND)
    assert colours == ["red", None]


def test_another_moderator_at_work(desk: Path) -> None:
    from pbem.campaign.campaign import Campaign
    from pbem.campaign.running.checkpoint import private_folder
    from pbem.storage.disk import LOCK, locked

    begun()
    genesis = Campaign.open(desk / "games" / "duel-42").genesis
    with locked(private_folder(genesis) / LOCK, "duel-42"):
        assert "Another moderator is working on duel-42" in pbem("run", code=Exit.LOCKED).output


def test_a_german_game_speaks_german_whatever_goes_wrong(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = mustered("--language", "de")
    at = ("duel-42", "--as", first, "--key", first)
    assert (
        "Einen Mitspieler zoe gibt es in duel-42 nicht"
        in pbem("join", "duel-42", "--as", "zoe", "--key", first, code=Exit.NOT_FOUND).stderr
    )
    assert "nowhere ist nicht lesbar" in pbem("join", *at[:-1], "nowhere", code=Exit.KEY).stderr
    assert "für jemand anderen versiegelt" in pbem("show", *at[:-1], other, code=Exit.KEY).stderr
    refused = pbem("order", *at, "frobnicate", code=Exit.FAILED)
    assert "abgewiesen  1: frobnicate" in refused.stdout
    assert "nichts wurde abgeschickt" in refused.stderr
    assert (
        "Von dir wird gerade nichts verlangt; am Zug ist"
        in pbem("moves", "duel-42", "--as", other, "--key", other).stdout
    )
    # Before it is known which game it is about, all games there are German.
    assert "Ein Spiel duel-77 gibt es" in pbem("show", "duel-77", code=Exit.NOT_FOUND).stderr
    (desk / "turn.yaml").write_text("game: duel-42\nmoves: 1\n")
    assert "`player` fehlt; schreibe eine Zeile `player: anna`" in pbem("check", "turn.yaml", code=Exit.FAILED).stderr
    assert "Unterschrieben und in den Eingang gelegt" in pbem("order", *at, "--anyway", "frobnicate").stdout
    assert f"{first}: abgewiesen. Kein Befehl wurde ausgeführt." in pbem("run").stdout
    assert "✗ Zeile 1: frobnicate" in pbem("receipts", *at).stdout
    monkeypatch.setenv("PBEM_LANGUAGE", "en")
    assert "There is no game duel-77" in pbem("show", "duel-77", code=Exit.NOT_FOUND).stderr
    assert "refused  1: frobnicate" in pbem("order", *at, "frobnicate", code=Exit.FAILED).stdout
    assert "Choose" in pbem("moves", *at).stdout
    assert "Wähle" in pbem("moves", *at, "--language", "de").stdout
    monkeypatch.setenv("PBEM_LANGUAGE", "fr")
    assert "Die Sprache fr gibt es nicht; es gibt en, de." in pbem("show", "duel-42", code=Exit.USAGE).stderr


def test_a_key_that_does_not_sign_for_the_seat_is_noticed_before_anything_is_sent() -> None:
    first, other = mustered()
    for command in (("join",), ("order",), ("key", "--new", "ben.pub")):
        words = ("any",) if command[0] == "order" else ()
        refused = pbem(command[0], "duel-42", "--as", first, "--key", other, *command[1:], *words, code=Exit.KEY)
        assert f"does not sign for {first} in duel-42" in refused.stderr
    assert not list(Path("games/duel-42/inbox").iterdir())


def test_orders_before_the_game_begins_are_sent_with_a_warning() -> None:
    begun()
    sent = pbem("order", "duel-42", "--as", "anna", "--key", "anna", "any")
    assert "Play has not begun; if the moderator reads this file before anna, ben have joined" in sent.stderr
    assert "put into the inbox" in sent.stdout


def test_a_hand_for_an_age_key_says_which_key_opens_it() -> None:
    import pyrage

    age = pyrage.x25519.Identity.generate()
    Path("age.key").write_text(f"# made for a test\n{age}\n")
    begun("--recipient", f"anna={age.to_public()}", "--recipient", f"ben={age.to_public()}")
    for handle in ("anna", "ben"):
        pbem("join", "duel-42", "--as", handle, "--key", handle)
    pbem("run")
    (first,) = json.loads(pbem("status", "duel-42", "--json").stdout)["waiting"]
    refused = pbem("show", "duel-42", "--as", first, "--key", first, code=Exit.KEY)
    assert f"is sealed for the recipient {age.to_public()}" in refused.stderr
    assert "take " in pbem("moves", "duel-42", "--as", first, "--key", "age.key").stdout
    sent = pbem("order", "duel-42", "--as", first, "--key", first, "any")
    assert "only the words of the orders are checked" in sent.stderr
    assert "age key" in pbem("order", "duel-42", "--as", first, "--key", "age.key", "any", code=Exit.KEY).stderr


def test_check_says_that_a_file_comes_too_late() -> None:
    first, _ = mustered()
    head = json.loads(pbem("status", "duel-42", "--json").stdout)["head"]
    text = "game: duel-42\nplayer: {}\nafter: {}\norders: any\n"
    Path("mine.yaml").write_text(text.format(first, head))
    pbem("check", "mine.yaml", "--key", first)
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    pbem("run")
    (asked,) = json.loads(pbem("status", "duel-42", "--json").stdout)["waiting"]
    Path("late.yaml").write_text(text.format(asked, head))
    late = pbem("check", "late.yaml", "--key", asked, code=Exit.FAILED)
    assert "written after entry 2, but what you are asked came up with entry 3" in late.stderr
    assert json.loads(pbem("check", "late.yaml", "--json", code=Exit.FAILED).stdout)["fault"] == "stale"
    later = text.replace("any", "|\n  try any\n  always on choose_progress: default")
    Path("later.yaml").write_text(later.format(asked, head))
    pbem("check", "later.yaml", "--key", asked)  # not a strict line in it: all of it counts
    Path("nowhere.yaml").write_text(text.format(asked, "ab" * 32))
    assert "is not in this ledger" in pbem("check", "nowhere.yaml", code=Exit.FAILED).stderr


def test_status_speaks_of_tasks_and_days() -> None:
    first, _ = mustered("--deadline", "3d")
    said = pbem("status").stdout
    assert f"waiting for {first} (the choice of wonders) since " in said
    assert re.search(r"due \w+day \d+ \w+ 20\d\d, \d\d:\d\d \(UTC\)", said)


def test_two_clones_of_one_moderator_are_told_apart() -> None:
    import shutil

    first, _ = mustered()
    shutil.copytree("games", "clone")
    pbem("order", "duel-42", "--as", first, "--key", first, "any")
    pbem("run")
    refused = pbem("run", "--games", "clone", code=Exit.FAILED)
    assert f"It was written in {Path('games/duel-42').resolve()}, with this same moderator's key" in refused.stderr
    assert "git pull" in refused.stderr
    shutil.rmtree("clone")
    shutil.copytree("games", "clone")
    assert "nothing new" in pbem("run", "--games", "clone").stdout


def test_an_order_for_another_question_is_told_the_rule_and_what_is_legal() -> None:
    first, _ = mustered()
    refused = pbem("order", "duel-42", "--as", first, "--key", first, "build baths", code=Exit.FAILED)
    assert "answers the play of a card, but the choice of wonders is asked now" in refused.stdout
    assert "WD-DR-" in refused.stdout
    legal = json.loads(pbem("moves", "duel-42", "--as", first, "--key", first, "--json").stdout)["legal"]
    assert all(one["order"] in refused.stdout for one in legal)
