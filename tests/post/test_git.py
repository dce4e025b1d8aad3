"""Turns by git: a bare repository with hooks and two clones; branches, races, forgeries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.moderation.loop import moderate
from pbem.post.errors import PostError, PostFault
from pbem.post.git.carrier import GitCarrier
from pbem.post.git.hooks import install
from pbem.post.git.repository import Repository, layout, top
from pbem.post.git.scaffolds import init
from pbem.seals import sshsig
from pbem.seals.signed import SignedMove
from tests.post.gitkit import (
    Clone,
    Shared,
    block,
    entries,
    git,
    make_shared,
    plain_shared,
    remote_lines,
    run_git,
)
from tests.post.kit import NOW
from tests.seals.casekit import key
from tests.seals.programs import need

pytestmark = need("git", "ssh-keygen")


@pytest.fixture
def fresh(tmp_path: Path) -> Shared:
    return make_shared(tmp_path)


@pytest.fixture
def shared(tmp_path: Path) -> Shared:
    """With a duel that both have joined."""
    return make_shared(tmp_path, joined=True)


@pytest.mark.slow
def test_a_duel_through_a_bare_repository_to_the_verified_end(fresh: Shared) -> None:
    """With a conflict, a forged move, a stolen seat and a replay on the way."""
    anna, ben = fresh.players
    for one in (anna, ben):
        one.pull()
        one.add(block(one.move()))
    anna.push()
    assert "fetch first" in ben.push(False), "the conflict of two who push at once"
    ben.pull()
    ben.push()
    for turn in range(200):
        anna.pull()
        if anna.campaign.position["over"]:
            break
        one = fresh.next()
        other = ben if one is anna else anna
        move = one.move()
        if turn == 3:
            one.add(block(SignedMove(move.payload, sshsig.sign(key("mallory"), move.payload, "pbem"))))
            refused(one, "made with another key")
        if turn == 5:
            other.add(block(SignedMove(move.payload, sshsig.sign(other.key, move.payload, "pbem"))))
            refused(other, "made with another key")
        text = block(move, fresh.moderator)
        one.add(text)
        assert f"{one.handle}: applied" in one.push()
        if turn == 7:
            before = entries(other)
            other.add(text, "replayed.move")
            other.push()
            assert entries(other) == before
    verdict = verify(anna.folder / "games" / "duel-42")
    assert verdict.ok, verdict.message
    assert verdict.over


@pytest.mark.slow
def test_the_one_who_pushes_reads_the_answer_in_the_output(shared: Shared) -> None:
    one = shared.next()
    one.add(block(one.move("take moon")))
    said = remote_lines(one.push())
    assert f"{one.handle}: refused" in said
    assert "moon" in said
    one = shared.next()
    one.add(block(one.move()))
    said = remote_lines(one.push())
    assert "duel-42: entry 3 (1 new)" in said
    assert f"{one.handle}: applied" in said
    assert f"the table waits for {shared.next().handle}" in said
    log = git(shared.next().folder, "log", "--format=%an %s", "-1")
    assert log.strip() == "Moderator duel-42: 1 new entry"


@pytest.mark.slow
def test_a_push_to_a_german_table_is_answered_in_german(tmp_path: Path) -> None:
    shared = make_shared(tmp_path, joined=True, language="de")
    one = shared.next()
    other = next(player for player in shared.players if player is not one)
    one.add(block(SignedMove(one.move().payload, other.move("take sphinx").signature)))
    said = remote_lines(one.push(False))
    assert "nichts von diesem Push wurde angenommen:" in said
    assert f"{one.handle}-1.move: Die Unterschrift ist von einem anderen Schlüssel" in said
    one.back()
    one.add(block(one.move("take moon")))
    said = remote_lines(one.push())
    assert f"{one.handle}: abgewiesen\n    Kein Befehl wurde ausgeführt.\n    ✗ Zeile 1: take moon" in said
    assert f"der Tisch wartet auf {one.handle}" in said
    assert git(shared.next().folder, "log", "--format=%s", "-1").strip() == "duel-42: Antworten, kein neuer Eintrag"


@pytest.mark.slow
def test_a_sealed_file_is_not_told_to_who_pushes_it(shared: Shared) -> None:
    one = shared.next()
    one.add(block(one.move("take moon"), shared.moderator))
    said = remote_lines(one.push())
    assert f"{one.handle}: refused" in said
    assert "moon" not in said
    assert "pbem receipts duel-42" in said


def refused(one: Clone, *parts: str, words: tuple[str, ...] = ("origin", "HEAD")) -> None:
    """A push that the gate does not take, with these words; the clone is put right again."""
    said = one.push(False, *words)
    assert "nothing in this push was accepted" in said
    for part in parts:
        assert part in said, said
    one.back()


@pytest.mark.slow
def test_a_forged_move_a_stolen_seat_and_another_game_do_not_pass_the_gate(shared: Shared) -> None:
    one = shared.next()
    before = entries(one)
    move = one.move()
    one.add(block(SignedMove(move.payload, sshsig.sign(key("mallory"), move.payload, "pbem"))))
    refused(one, "made with another key")
    thief = shared.ben if one is shared.anna else shared.anna
    thief.pull()
    stolen = thief.campaign
    assert stolen.id == "duel-42"
    payload = one.move().payload
    thief.add(block(SignedMove(payload, sshsig.sign(thief.key, payload, "pbem"))))
    refused(thief, "made with another key")
    other = move.payload.replace(b"duel-42", b"duel-43")
    one.add(block(SignedMove(other, sshsig.sign(one.key, other, "pbem"))))
    refused(one, "for the game duel-43")
    one.add("build baths, please")
    refused(one, "inbox/")
    assert entries(one) == before


@pytest.mark.slow
def test_a_replayed_move_counts_once(shared: Shared) -> None:
    one = shared.next()
    text = block(one.move())
    one.add(text)
    one.push()
    after = entries(one)
    one.add(text, "again.move")
    one.push()
    other = shared.ben if one is shared.anna else shared.anna
    other.pull()
    other.add(text, "relayed.move")
    said = remote_lines(other.push())
    assert "applied" in said or "duplicate" in said
    assert entries(one) == after
    assert not list((one.folder / "games" / "duel-42" / "inbox").glob("*"))


@pytest.mark.slow
def test_of_two_who_push_at_once_the_second_pulls_and_goes_on(fresh: Shared) -> None:
    shared = fresh
    for one in shared.players:
        one.pull()
        one.add(block(one.move()))
    shared.anna.push()
    said = shared.ben.push(False)
    assert "fetch first" in said or "non-fast-forward" in said
    shared.ben.pull()
    assert "ben: applied" in shared.ben.push()
    assert entries(shared.anna) == 2


@pytest.mark.slow
def test_a_branch_of_ones_own_is_taken_and_cleared_away(shared: Shared) -> None:
    one = shared.next()
    git(one.folder, "switch", "--quiet", "--create", "moves/mine")
    one.add(block(one.move()))
    said = remote_lines(one.push(True, "origin", "moves/mine"))
    assert f"{one.handle}: applied" in said
    assert "moves/mine" not in git(one.folder, "ls-remote", "origin")
    git(one.folder, "switch", "--quiet", "main")
    assert entries(one) == 3


@pytest.mark.slow
def test_new_branches_deletions_force_pushes_and_tags_are_dealt_with_by_name(shared: Shared) -> None:
    anna = shared.anna
    anna.pull()
    refused(anna, "cannot be deleted", words=("origin", ":main"))
    git(anna.folder, "switch", "--quiet", "--create", "feature")
    refused(anna, "called moves/", words=("origin", "feature"))
    git(anna.folder, "switch", "--quiet", "main")
    git(anna.folder, "tag", "v1")
    refused(anna, "only branches", words=("origin", "v1"))
    git(anna.folder, "commit", "--quiet", "--amend", "--message", "history is written by the victors")
    refused(anna, "cannot be taken back", words=("--force", "origin", "HEAD:main"))
    # A new branch with something evil in it: compared with nothing it would pass.
    git(anna.folder, "switch", "--quiet", "--create", "moves/evil")
    (anna.folder / "games" / "duel-42" / "ledger.jsonl").write_text("{}\n")
    git(anna.folder, "commit", "--quiet", "--all", "--message", "x")
    refused(anna, "ledger.jsonl: players add files to inbox/", words=("origin", "moves/evil"))
    git(anna.folder, "switch", "--quiet", "--orphan", "moves/orphan")
    anna.add(block(shared.ben.move("any")))
    refused(anna, "nothing in common", words=("origin", "moves/orphan"))


@pytest.mark.slow
def test_only_paths_of_an_inbox_pass(shared: Shared) -> None:
    one = shared.next()
    paths = (
        "README.md",
        "games/duel-42/ledger.jsonl",
        "games/duel-42/inbox/.hidden",
        "games/duel-42/inbox/a/b.move",
        "games/duel-42/receipts/x.json",
        "inbox/x.move",
        "games/duel-99/inbox/x.move",
        ".github/workflows/x.yml",
    )
    good = block(one.move())
    for path in paths:
        target = one.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(good)
    git(one.folder, "add", "--force", "--all")
    git(one.folder, "commit", "--quiet", "--message", "x")
    refused(one, *(f"{path}: " for path in paths))


@pytest.mark.slow
def test_links_programs_large_and_many_files_do_not_pass(shared: Shared) -> None:
    one = shared.next()
    inbox = one.folder / "games" / "duel-42" / "inbox"
    inbox.mkdir(exist_ok=True)
    (inbox / "link.move").symlink_to("/etc/passwd")
    (inbox / "large.move").write_bytes(os.urandom(300_000))
    git(one.folder, "add", "--all")
    git(one.folder, "commit", "--quiet", "--message", "x")
    refused(one, "link.move: it must be a plain file", "large.move: it is larger")
    inbox.mkdir(exist_ok=True)
    for n in range(70):
        (inbox / f"{n}.move").write_text("x")
    git(one.folder, "add", "--all")
    git(one.folder, "commit", "--quiet", "--message", "x")
    refused(one, "70 files are changed")
    # Large things that the last commit deletes again are still in the push.
    inbox.mkdir(exist_ok=True)
    (inbox / "huge").write_bytes(os.urandom(5_000_000))
    git(one.folder, "add", "--all")
    git(one.folder, "commit", "--quiet", "--message", "x")
    git(one.folder, "rm", "--quiet", "games/duel-42/inbox/huge")
    one.add(block(one.move()))
    refused(one, "bytes; at most")


@pytest.mark.slow
def test_a_detached_signature_beside_its_file_passes(shared: Shared) -> None:
    one = shared.next()
    move = one.move()
    inbox = one.folder / "games" / "duel-42" / "inbox"
    inbox.mkdir(exist_ok=True)
    (inbox / "move.yaml").write_bytes(move.payload)
    (inbox / "move.yaml.sig").write_text(move.signature)
    git(one.folder, "add", "--all")
    git(one.folder, "commit", "--quiet", "--message", "x")
    assert f"{one.handle}: applied" in one.push()
    one.pull()
    assert list(inbox.glob("*")) == []


def put_signing_key(clone: Clone, seed: str) -> None:
    path = clone.folder.parent / f"sign-{seed}"
    path.write_bytes(key(seed).pem())
    path.chmod(0o600)
    for name, value in (("gpg.format", "ssh"), ("user.signingkey", str(path)), ("commit.gpgsign", "true")):
        git(clone.folder, "config", name, value)


@pytest.mark.slow
def test_commit_signatures_are_an_extra_gate_that_can_be_switched_on(shared: Shared) -> None:
    git(shared.bare, "config", "pbem.signedcommits", "true")
    one = shared.next()
    one.add(block(one.move()))
    refused(one, "is not signed by a key with a seat")
    put_signing_key(one, "mallory")
    one.add(block(one.move()))
    refused(one, "is not signed by a key with a seat")
    put_signing_key(one, one.handle)
    one.add(block(one.move()))
    assert f"{one.handle}: applied" in one.push()


@pytest.mark.slow
def test_a_substitute_has_a_key_of_the_seat_for_commits_too(shared: Shared) -> None:
    git(shared.bare, "config", "pbem.signedcommits", "true")
    one = shared.next()
    put_signing_key(one, one.handle)
    one.add(block(one.move(f"substitute {key('hugo').public.line}")))
    assert f"{one.handle}: applied" in one.push()
    one.pull()
    one.key = key("hugo")
    put_signing_key(one, "hugo")
    one.add(block(one.move()))
    assert f"{one.handle}: applied" in one.push()


@pytest.mark.slow
def test_the_moderators_commit_is_signed_when_a_key_is_set_up(shared: Shared) -> None:
    one = shared.next()
    path = shared.root / "keys" / "moderator"
    for name, value in (("gpg.format", "ssh"), ("user.signingkey", str(path))):
        git(shared.bare, "config", name, value)
    one.add(block(one.move()))
    one.push()
    shared.anna.pull()
    signers = shared.root / "signers"
    signers.write_text(f"moderator {key('moderator').public.line}\n")
    said = git(shared.anna.folder, "-c", f"gpg.ssh.allowedSignersFile={signers}", "log", "-1", "--format=%G? %GS")
    assert said.strip() == "G moderator"


# ---- without hooks: `pbem run --git` on a clone of the moderator


@pytest.mark.slow
def test_pulls_runs_commits_once_and_pushes(tmp_path: Path) -> None:
    shared = plain_shared(tmp_path)
    for one in shared.players:
        one.pull()
        one.add(block(one.move()))
        one.push()
    before = int(git(shared.bare, "rev-list", "--count", "main"))
    (shared.root / "desk" / "secret.txt").write_text("not part of any game")
    assert "duel-42: entry 2 (2 new)" in run_git(shared)
    assert "secret.txt" not in git(shared.bare, "ls-tree", "-r", "--name-only", "main")
    assert int(git(shared.bare, "rev-list", "--count", "main")) == before + 1
    shared.anna.pull()
    assert shared.anna.campaign.position["begun"]
    run_git(shared)
    assert int(git(shared.bare, "rev-list", "--count", "main")) == before + 1, "nothing new, no commit"


@pytest.mark.slow
def test_a_pull_request_and_a_branch_are_read_as_data(tmp_path: Path) -> None:
    shared = plain_shared(tmp_path)
    anna, ben = shared.players
    git(anna.folder, "switch", "--quiet", "--create", "moves/anna")
    anna.add(block(anna.move()))
    (anna.folder / "games" / "duel-42" / "ledger.jsonl").write_text("{}\n")
    git(anna.folder, "commit", "--quiet", "--all", "--message", "and something evil")
    anna.push(True, "origin", "moves/anna")
    ben.add(block(ben.move()))
    git(ben.folder, "push", "--quiet", "origin", "HEAD:refs/pull/7/head")
    run_git(shared)
    ledger = Campaign.open(shared.root / "desk" / "games" / "duel-42")
    assert [entry["kind"] for entry in ledger.entries()] == ["genesis", "join", "join"]
    assert "moves/anna" not in git(shared.bare, "for-each-ref")
    assert run_git(shared) == [], "what was answered is not taken again"


@pytest.mark.slow
def test_a_race_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = plain_shared(tmp_path)
    anna, ben = shared.players
    anna.add(block(anna.move()))
    anna.push()
    deliver, raced = GitCarrier.deliver, []

    def slow(self: GitCarrier, reports: object) -> None:
        if not raced:
            raced.append(True)
            ben.pull()
            ben.add(block(ben.move()))
            ben.push()
        deliver(self, reports)

    monkeypatch.setattr(GitCarrier, "deliver", slow)
    run_git(shared)
    anna.pull()
    assert [entry["kind"] for entry in anna.campaign.entries()] == ["genesis", "join", "join"]
    assert verify(anna.folder / "games" / "duel-42").ok


@pytest.mark.slow
def test_two_moderators_on_two_clones_make_one_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = plain_shared(tmp_path)
    for one in shared.players:
        one.pull()
        one.add(block(one.move()))
        one.push()
    git(shared.root, "clone", "--quiet", str(shared.bare), "second")
    deliver, raced = GitCarrier.deliver, []

    def slow(self: GitCarrier, reports: object) -> None:
        if not raced:
            raced.append(True)
            games, chosen = layout(shared.root / "second")
            with monkeypatch.context() as elsewhere:
                elsewhere.setenv("PBEM_KEYS", str(tmp_path / "second-keys"))
                other = GitCarrier(top(shared.root / "second"), raced.append)
                moderate([other], games, shared.moderator, chosen, "2026-01-01T12:00:07Z")  # so its entries are others
        deliver(self, reports)

    monkeypatch.setattr(GitCarrier, "deliver", slow)
    run_git(shared)
    shared.anna.pull()
    assert [entry["kind"] for entry in shared.anna.campaign.entries()] == ["genesis", "join", "join"]
    assert verify(shared.anna.folder / "games" / "duel-42").ok


@pytest.mark.slow
def test_a_run_that_died_before_its_commit_is_made_good(tmp_path: Path) -> None:
    from pbem.campaign.running.run import run

    shared = plain_shared(tmp_path)
    shared.anna.add(block(shared.anna.move()))
    shared.anna.push()
    desk = shared.root / "desk"
    git(desk, "pull", "--quiet", "origin", "main")
    run(desk / "games" / "duel-42", shared.moderator, NOW)  # and here it dies
    run_git(shared)
    assert entries(shared.anna) == 1


@pytest.mark.slow
def test_a_game_that_comes_with_the_pull_is_run_and_committed(tmp_path: Path) -> None:
    shared = plain_shared(tmp_path)
    shared.anna.add(block(shared.anna.move()))
    shared.anna.push()
    late = shared.root / "late"
    git(shared.root, "init", "--quiet", "--initial-branch=main", "late")
    git(late, "config", "user.name", "Moderator")
    git(late, "config", "user.email", "moderator@table.example")
    git(late, "remote", "add", "origin", str(shared.bare))
    (late / "games").mkdir()
    moderate([GitCarrier(top(late), lambda _: None)], late / "games", shared.moderator, None, NOW)
    assert entries(shared.anna) == 1


@pytest.mark.slow
def test_a_campaign_can_be_a_repository_of_its_own(tmp_path: Path) -> None:
    shared = plain_shared(tmp_path)
    campaign = shared.root / "desk" / "games" / "duel-42"
    alone = shared.root / "alone" / "duel-42"
    alone.parent.mkdir()
    campaign.rename(alone)
    git(alone, "init", "--quiet", "--initial-branch=main")
    games, chosen = layout(alone)
    assert (games, chosen) == (alone.parent, ["duel-42"])
    moderate([GitCarrier(top(alone), lambda _: None)], games, shared.moderator, chosen, NOW)
    assert "ledger.jsonl" in git(alone, "ls-files")
    assert ".lock" not in git(alone, "ls-files")


# ---- setting up


def test_what_is_there_already_is_left_as_it_is(tmp_path: Path) -> None:
    init(tmp_path / "table", False, False, tmp_path / "table.git")
    with pytest.raises(PostError) as fault:
        init(tmp_path / "table", False, False, tmp_path / "table.git")
    assert fault.value.fault is PostFault.FILE_EXISTS
    install(tmp_path / "table.git")
    (tmp_path / "table.git" / "hooks" / "pre-receive").write_text("#!/bin/sh\nexit 0\n")
    with pytest.raises(PostError) as fault:
        install(tmp_path / "table.git")
    assert fault.value.fault is PostFault.HOOK_EXISTS
    with pytest.raises(PostError) as fault:
        install(tmp_path)
    assert fault.value.fault is PostFault.NOT_A_REPOSITORY
    with pytest.raises(PostError):
        Repository(tmp_path / "table").ask("no-such-command")
