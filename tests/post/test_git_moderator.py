"""A bare repository and its moderator: games begun later, runs from a clone, the clock, several pushes at once."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.running import decisions
from pbem.campaign.running.create import begin, opened
from pbem.post.errors import PostError
from pbem.seals.moderator_key import Moderator
from tests.post.gitkit import Shared, block, entries, git, make_shared, remote_lines, run_git
from tests.post.kit import NOW
from tests.post.test_commands import call
from tests.seals.casekit import key

pytestmark = pytest.mark.slow

SEATS = [(name, name.title(), Seat(name, "", key(name).public)) for name in ("anna", "ben")]


@pytest.fixture
def shared(tmp_path: Path) -> Shared:
    return make_shared(tmp_path, joined=True)


def commit(folder: Path, text: str = "more") -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", text)


def test_a_second_game_is_begun_by_the_moderators_own_push_and_by_nobody_elses(shared: Shared) -> None:
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    begin(desk / "games" / "duel-43", shared.moderator, "wonders_duel", SEATS, {}, "en", Terms(0, "notify"), NOW)
    commit(desk)
    git(desk, "push", "--quiet", "origin", "main")
    shared.anna.pull()
    assert (shared.anna.folder / "games" / "duel-43" / "ledger.jsonl").is_file()
    shared.anna.game = "duel-43"
    shared.anna.add(block(shared.anna.move()))
    assert "anna: applied" in shared.anna.push()
    # A player's own game, and the moderator's under another name, or with a line more.
    shared.anna.pull()
    forger = Moderator(key("anna"))
    for name, moderator in (("duel-44", forger), ("duel-45", shared.moderator), ("duel-46", shared.moderator)):
        folder = shared.anna.folder / "games" / name
        begin(folder, moderator, "wonders_duel", SEATS, {}, "en", Terms(0, "notify"), NOW)
        if name == "duel-45":
            folder.rename(folder.with_name("duel-99"))
        if name == "duel-46":
            ledger = folder / "ledger.jsonl"
            ledger.write_bytes(ledger.read_bytes() * 2)
        commit(shared.anna.folder)
        assert "players add files to inbox/" in shared.anna.push(ok=False)
        shared.anna.back()


def test_a_run_from_the_moderators_clone_is_taken_and_players_go_on(shared: Shared) -> None:
    begin(
        shared.root / "desk" / "games" / "duel-50",
        shared.moderator,
        "wonders_duel",
        SEATS,
        {},
        "en",
        Terms(0, "notify"),
        NOW,
    )
    player = shared.next()
    # A move that lies in the inbox of the moderator's own clone: that run applies it, and pushes a ledger.
    before = entries(player)
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    (desk / "games" / "duel-42" / "inbox" / "by-hand.move").write_text(block(player.move()))
    run_git(shared)
    assert entries(player) == before + 1
    assert (player.folder / "games" / "duel-50" / "ledger.jsonl").is_file()
    signed = git(desk, "log", "-1", "--format=%H", "origin/main").strip()
    assert "gpgsig -----BEGIN SSH SIGNATURE-----" in git(desk, "cat-file", "commit", signed)
    player = shared.next()
    player.add(block(player.move()))
    assert "applied" in player.push()
    # And the clone of the moderator goes on from there.
    run_git(shared)
    assert "M" not in git(desk, "status", "--short", "--untracked-files=no")


def test_nobody_else_can_make_a_commit_that_passes_as_the_moderators(shared: Shared) -> None:
    player = shared.next()
    ledger = player.folder / "games" / "duel-42" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().splitlines(keepends=True)[0])
    git(player.folder, "config", "gpg.format", "ssh")
    path = player.folder.parent / "own"
    path.write_bytes(player.key.pem())
    path.chmod(0o600)
    git(player.folder, "config", "user.signingkey", str(path))
    git(player.folder, "commit", "--quiet", "--gpg-sign", "--all", "--message", "take it back")
    assert "nothing in this push was accepted" in player.push(ok=False)
    # The moderator's signature of another commit, put on this one.
    player.back()
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    (desk / "README.md").write_text("Welcome.\n")
    commit(desk, "say welcome")
    run_git(shared)
    player.pull()
    raw = git(player.folder, "cat-file", "commit", "HEAD")
    assert "gpgsig" in raw
    ledger.write_bytes(ledger.read_bytes().splitlines(keepends=True)[0])
    git(player.folder, "add", "--all")
    tree, head = git(player.folder, "write-tree").strip(), git(player.folder, "rev-parse", "HEAD").strip()
    lines = raw.split("\n")
    lines[0], lines[1] = f"tree {tree}", f"parent {head}"
    done = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin"],
        cwd=player.folder,
        input="\n".join(lines).encode(),
        capture_output=True,
        check=True,
    )
    git(player.folder, "reset", "--quiet", "--hard", done.stdout.decode().strip())
    assert "nothing in this push was accepted" in player.push(ok=False)


def test_deadlines_are_served_without_a_push(tmp_path: Path) -> None:
    shared = make_shared(tmp_path)
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    begin(desk / "games" / "duel-60", shared.moderator, "wonders_duel", SEATS, {}, "en", Terms(24, "default"), NOW)
    commit(desk)
    git(desk, "push", "--quiet", "origin", "main")
    for one in shared.players:
        one.pull()
        one.game = "duel-60"
        one.add(block(one.move()))
        one.push()
    before = entries(shared.anna)
    said = call("hook", "run", shared.bare, "--now", "2036-11-20T10:00:00Z")
    assert "duel-60" in said
    assert entries(shared.anna) > before


def test_files_that_have_cooled_off_are_served_without_a_push(tmp_path: Path) -> None:
    shared = make_shared(tmp_path)
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    terms = Terms(0, "notify", cool_off=30)
    begin(desk / "games" / "duel-61", shared.moderator, "wonders_duel", SEATS, {}, "en", terms, NOW)
    commit(desk)
    git(desk, "push", "--quiet", "origin", "main")
    for one in shared.players:
        one.pull()
        one.game = "duel-61"
    said = ""
    for _ in range(12):
        player = shared.next()
        player.add(block(player.move()))
        said = remote_lines(player.push())
        if "waits a while" in said:
            break
    assert f"{player.handle}: waits a while" in said, said
    before = entries(shared.anna)
    call("hook", "run", shared.bare)
    assert entries(shared.anna) == before, "it is not time yet"
    said = call("hook", "run", shared.bare, "--now", "2036-11-20T10:00:00Z")
    assert f"{player.handle}: applied" in said
    assert entries(shared.anna) > before


@pytest.mark.slow
def test_of_six_pushes_at_once_each_is_answered_about_its_own_file(tmp_path: Path) -> None:
    shared = make_shared(tmp_path)
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    for n in range(3):
        begin(desk / "games" / f"duel-{n}", shared.moderator, "wonders_duel", SEATS, {}, "en", Terms(0, "notify"), NOW)
    commit(desk)
    git(desk, "push", "--quiet", "origin", "main")
    running = []
    for one in shared.players:
        for n in range(3):
            git(shared.root, "clone", "--quiet", str(shared.bare), f"{one.handle}-{n}")
            folder = shared.root / f"{one.handle}-{n}"
            for name, value in (("user.name", one.handle), ("user.email", f"{one.handle}@players.example")):
                git(folder, "config", name, value)
            clone = type(one)(one.handle, one.key, folder, 0, f"duel-{n}")
            clone.add(block(clone.move()))
            running.append(
                subprocess.Popen(
                    ["git", "push", "origin", f"HEAD:moves/{one.handle}-{n}"],
                    cwd=folder,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                )
            )
    said = [process.communicate(timeout=300)[0] for process in running]
    for n, text in enumerate(said):
        handle = ("anna", "ben")[n // 3]
        assert f"{handle}: applied" in remote_lines(text), text
    for n in range(3):
        shared.anna.pull()
        assert Campaign.open(shared.anna.folder / "games" / f"duel-{n}").head.n >= 2


def test_who_had_a_seat_before_is_told_by_the_gate_who_has_it(shared: Shared) -> None:
    shared.anna.pull()
    before = block(shared.anna.move("vote yes draw"))
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "--rebase", "origin", "main")
    with opened(desk / "games" / "duel-42", shared.moderator) as keeper:
        decisions.give(keeper, 0, Seat("anna", "Carl", key("carl").public), NOW)
        keeper.publish()
    run_git(shared)
    shared.anna.pull()
    shared.anna.add(before)
    said = " ".join(remote_lines(shared.anna.push(ok=False)).split())
    assert "(entry 3) Carl plays the seat of anna. Your key does not sign for this seat any more" in said


def test_a_clone_on_no_branch(shared: Shared) -> None:
    git(shared.root / "desk", "checkout", "--quiet", "--detach")
    with pytest.raises(PostError, match="is on no branch; `git switch main` puts it on one"):
        run_git(shared)
