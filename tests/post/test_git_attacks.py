"""What people with push rights try: taking entries back, replacing a waiting move, stopping the moderator."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.happened import Happened
from pbem.campaign.running.run import RunReport
from pbem.moderation.loop import moderate
from pbem.post.git.carrier import GitCarrier
from pbem.post.git.push_gate import PushGate
from pbem.post.git.repository import Repository, layout, top
from pbem.seals.moderator_key import Moderator
from tests.post.gitkit import Clone, Shared, block, copied, entries, git, make_shared, plain_shared, run_git
from tests.post.kit import NOW
from tests.seals.casekit import key
from tests.seals.programs import need

pytestmark = [need("git", "ssh-keygen"), pytest.mark.slow]
GAME = Path("games/duel-42")
LEDGER = GAME / "ledger.jsonl"
INBOX = GAME / "inbox"


@pytest.fixture
def plain(tmp_path: Path) -> Shared:
    """Everybody can push to the main branch; a duel that both have joined, with one entry after that."""

    def make(root: Path) -> Shared:
        shared = plain_shared(root, joined=True)
        play(shared)
        return shared

    return copied(tmp_path, "played", make)


def play(shared: Shared) -> Clone:
    """One move of whoever must act, moderated and pushed."""
    one = shared.next()
    one.add(block(one.move()))
    one.push()
    run_git(shared)
    one.pull()
    return one


def desk(shared: Shared) -> Path:
    return shared.root / "desk"


def put(clone: Clone, path: Path | str, data: bytes | None, text: str = "x") -> None:
    """Commit a file as it is; None takes it away."""
    target = clone.folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if data is None:
        target.unlink()
    else:
        target.write_bytes(data)
    git(clone.folder, "add", "--force", "--all", "--", str(path))
    git(clone.folder, "commit", "--quiet", "--message", text)


def without_last(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[:-1])


# ---- the ledger of the main branch


def test_an_entry_is_not_taken_back_by_two_pushes(plain: Shared) -> None:
    """The first makes the moderator's tree dirty, the second takes the last entry away."""
    anna = plain.anna
    anna.pull()
    whole = (anna.folder / LEDGER).read_bytes()
    put(anna, GAME / ".lock", b"mine")
    anna.push()
    run_git(plain)
    anna.pull()
    put(anna, LEDGER, without_last(whole))
    anna.push()
    with pytest.raises(CampaignError) as refused:
        run_git(plain)
    assert refused.value.fault is CampaignFault.HISTORY
    with pytest.raises(CampaignError):
        run_git(plain)
    anna.pull()
    assert (anna.folder / LEDGER).read_bytes() == without_last(whole), "nothing was built upon it"
    put(anna, LEDGER, whole)
    anna.push()
    play(plain)
    assert verify(anna.folder / GAME).ok


def test_an_entry_is_not_taken_back_while_the_moderator_has_something_of_its_own(plain: Shared) -> None:
    """A commit that was never pushed conflicts with the rewritten ledger: that is no reason to forget anything."""
    anna = plain.anna
    anna.pull()
    whole = (anna.folder / LEDGER).read_bytes()
    (desk(plain) / LEDGER).write_bytes(whole + b"{}\n")
    git(desk(plain), "commit", "--quiet", "--all", "--message", "of a run that died before its push")
    put(anna, LEDGER, without_last(whole))
    anna.push()
    with pytest.raises(CampaignError) as refused:
        run_git(plain)
    assert refused.value.fault is CampaignFault.HISTORY


def test_a_line_in_the_middle_is_not_changed_unnoticed(plain: Shared) -> None:
    anna = plain.anna
    anna.pull()
    lines = (anna.folder / LEDGER).read_bytes().splitlines(keepends=True)
    put(anna, LEDGER, b"".join([lines[0], lines[1].replace(b'"at":"2026', b'"at":"2025'), *lines[2:]]))
    anna.push()
    with pytest.raises(CampaignError) as refused:
        run_git(plain)
    assert refused.value.fault is CampaignFault.HISTORY


def test_a_ledger_that_was_taken_back_stops_no_other_game(plain: Shared) -> None:
    seats = [(name, name.title(), Seat(name, "", key(name).public)) for name in ("anna", "ben")]
    begin(desk(plain) / "games" / "duel-43", plain.moderator, "wonders_duel", seats, {}, "en", Terms(0, "notify"), NOW)
    run_git(plain)
    anna = plain.anna
    anna.pull()
    put(anna, LEDGER, without_last((anna.folder / LEDGER).read_bytes()))
    anna.push()
    other = Clone("anna", anna.key, anna.folder, game="duel-43")
    other.add(block(other.move()))
    other.push()
    with pytest.raises(CampaignError):
        run_git(plain)
    assert entries(other) == 1


Moderate = Callable[[], None]


@pytest.fixture
def second(plain: Shared) -> Path:
    """A clone on another machine of the moderator."""
    git(plain.root, "clone", "--quiet", str(plain.bare), "second")
    return plain.root / "second"


@pytest.fixture
def moderate_second(plain: Shared, second: Path, monkeypatch: pytest.MonkeyPatch) -> Moderate:
    """`pbem run --git` there, at another time, so that its entries are others."""

    def moderate_there() -> None:
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("PBEM_KEYS", str(plain.root / "second-keys"))
            games, chosen = layout(second)
            moderate([GitCarrier(top(second), lambda _: None)], games, plain.moderator, chosen, "2026-01-01T12:00:07Z")

    return moderate_there


def test_what_was_never_published_gives_way_to_another_moderator(
    plain: Shared, second: Path, moderate_second: Moderate
) -> None:
    """This machine died before its push; another one moderated the same move meanwhile."""
    from pbem.campaign.running.run import run

    one = plain.next()
    one.add(block(one.move()))
    one.push()
    git(desk(plain), "pull", "--quiet", "origin", "main")
    run(desk(plain) / GAME, plain.moderator, NOW)  # and here it dies
    moderate_second()
    theirs = (second / LEDGER).read_bytes()
    assert (desk(plain) / LEDGER).read_bytes() != theirs
    run_git(plain)
    assert (desk(plain) / LEDGER).read_bytes() == theirs
    play(plain)
    assert verify(desk(plain) / GAME).ok
    anna = plain.anna
    anna.pull()
    put(anna, LEDGER, without_last((anna.folder / LEDGER).read_bytes()))
    anna.push()
    with pytest.raises(CampaignError):
        run_git(plain)


# ---- strange files on the main branch


@pytest.mark.parametrize("path", ["games/duel-42/.new", "notes.txt", "folder/x", "notes.txt/inside"])
def test_a_pushed_file_where_the_moderator_has_one_stops_nothing(plain: Shared, path: str) -> None:
    for name in ("games/duel-42/.new", "notes.txt", "folder/x/y"):
        (desk(plain) / name).parent.mkdir(parents=True, exist_ok=True)
        (desk(plain) / name).write_text("of the moderator")
    put(plain.anna, path, b"of a player")
    git(plain.anna.folder, "pull", "--quiet", "--rebase")
    plain.anna.push()
    before = entries(plain.anna)
    play(plain)
    assert entries(plain.anna) == before + 1
    aside = [one for one in (desk(plain) / ".git" / "pbem").rglob("*") if one.is_file()]
    kept = [*aside, *(one for one in desk(plain).rglob("*") if one.is_file() and ".git" not in one.parts)]
    assert sum(one.read_bytes() == b"of the moderator" for one in kept) >= 2, "what is the moderator's own is not lost"


def test_attributes_of_the_repository_change_no_byte(plain: Shared, second: Path, moderate_second: Moderate) -> None:
    one = plain.next()
    one.add(block(one.move()))
    put(one, ".gitattributes", b"*.jsonl text eol=crlf merge=union\n")
    one.push()
    moderate_second()
    run_git(plain)  # takes in a ledger that changed
    assert (desk(plain) / LEDGER).read_bytes() == (second / LEDGER).read_bytes()
    assert verify(desk(plain) / GAME).ok


def test_a_pushed_link_leads_the_moderator_nowhere(plain: Shared, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").write_text("do not touch")
    anna = plain.anna
    anna.pull()
    for one in (anna.folder / INBOX).glob("*"):
        one.unlink()
    if (anna.folder / INBOX).is_dir():
        (anna.folder / INBOX).rmdir()
    os.symlink(mine, anna.folder / INBOX)
    git(anna.folder, "add", "--all")
    git(anna.folder, "commit", "--quiet", "--message", "x")
    anna.push()
    run_git(plain)
    assert (mine / "letter").read_text() == "do not touch"
    for one in plain.players:
        one.pull()
    before = entries(anna)
    play(plain)
    assert entries(anna) == before + 1


# ---- files in the inbox


def waiting(shared: Shared) -> list[bytes]:
    return sorted(one.read_bytes() for one in (desk(shared) / INBOX).glob("*"))


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shared:
    """Anna's file waits in the inbox: no run has dealt with it yet."""
    shared = plain_shared(tmp_path)
    monkeypatch.setattr("pbem.moderation.loop.run", _resting)
    return shared


def _resting(folder: Path, moderator: Moderator, *_: object) -> RunReport:
    """A run that leaves everything where it is, as when all files cool off."""
    with opened(folder, moderator) as keeper:
        happened = Happened(keeper.campaign, keeper.match, keeper.head)
    return RunReport(folder.name, happened.after.n, happened.after.n, happened)


def test_a_pull_request_does_not_replace_a_waiting_move(held: Shared) -> None:
    anna, ben = held.players
    good = block(anna.move())
    anna.add(good, "move.move")
    anna.push()
    run_git(held)
    ben.add("junk", "move.move")
    git(ben.folder, "push", "--quiet", "origin", "HEAD:refs/pull/7/head")
    run_git(held)
    assert good.encode() in waiting(held)
    assert b"junk" in waiting(held)


def test_of_two_branches_with_one_name_both_are_taken(held: Shared) -> None:
    anna, ben = held.players
    texts = []
    for one in (anna, ben):
        git(one.folder, "switch", "--quiet", "--create", f"moves/{one.handle}")
        texts.append(block(one.move()))
        one.add(texts[-1], "move.move")
        one.push(True, "origin", f"moves/{one.handle}")
    run_git(held)
    assert waiting(held) == sorted(text.encode() for text in texts)
    assert all("move-" in one.name and one.suffix == ".move" for one in (desk(held) / INBOX).glob("*"))


def test_a_pair_of_a_branch_stays_together(held: Shared) -> None:
    for one in held.players:
        git(one.folder, "switch", "--quiet", "--create", f"moves/{one.handle}")
        move = one.move()
        put(one, INBOX / "move.yaml", move.payload)
        put(one, INBOX / "move.yaml.sig", move.signature.encode())
        one.push(True, "origin", f"moves/{one.handle}")
    run_git(held)
    names = sorted(one.name for one in (desk(held) / INBOX).glob("*"))
    assert len(names) == 4
    assert all(name.endswith(".yaml") or name.removesuffix(".sig") in names for name in names)


@pytest.mark.parametrize("data", [b"junk", None])
def test_a_waiting_move_is_not_replaced_or_deleted_on_the_main_branch(held: Shared, data: bytes | None) -> None:
    anna, ben = held.players
    good = block(anna.move())
    anna.add(good, "move.move")
    anna.push()
    run_git(held)
    ben.pull()
    put(ben, INBOX / "move.move", data)
    ben.push()
    run_git(held)
    assert good.encode() in waiting(held)


@pytest.mark.parametrize("data", [b"junk", None])
def test_what_came_and_went_between_two_runs_counts_as_sent(held: Shared, data: bytes | None) -> None:
    anna, ben = held.players
    good = block(anna.move())
    anna.add(good, "move.move")
    anna.push()
    ben.pull()
    put(ben, INBOX / "move.move", data)
    ben.push()
    run_git(held)
    assert good.encode() in waiting(held)


# ---- the gate of a bare repository


@pytest.fixture
def gated(tmp_path: Path) -> Shared:
    """With hooks; nobody has joined, and a file of anna's waits in the inbox."""
    shared = make_shared(tmp_path)
    one = shared.anna
    put(one, INBOX / "move.move", block(one.move()).encode())
    (shared.bare / "hooks" / "pre-receive").rename(shared.root / "pre-receive")
    (shared.bare / "hooks" / "post-receive").unlink()
    one.push()
    (shared.root / "pre-receive").rename(shared.bare / "hooks" / "pre-receive")
    for player in shared.players:
        player.pull()
    return shared


def refused(one: Clone, *parts: str) -> None:
    said = one.push(False)
    for part in ("nothing in this push was accepted", *parts):
        assert part in said, said


def test_the_gate_lets_nobody_replace_a_waiting_move(gated: Shared) -> None:
    ben = gated.ben
    put(ben, INBOX / "move.move", block(ben.move()).encode())
    refused(ben, "move.move: it is already in the inbox")


def test_the_gate_looks_at_every_commit(gated: Shared) -> None:
    """What is taken back one commit later would be part of the history all the same."""
    ben = gated.ben
    whole = (ben.folder / LEDGER).read_bytes()
    put(ben, LEDGER, b"{}\n")
    put(ben, LEDGER, whole)
    ben.add(block(ben.move()))
    refused(ben, "ledger.jsonl: players add files to inbox/")


def test_the_gate_looks_at_merges(gated: Shared) -> None:
    """A merge that keeps the older side takes entries back without a change of its own."""
    anna, ben = gated.players
    start = git(ben.folder, "rev-parse", "HEAD").strip()
    put(anna, LEDGER, (anna.folder / LEDGER).read_bytes() + b"{}\n")
    gate = gated.bare / "hooks" / "pre-receive"
    gate.rename(gated.root / "gate")
    anna.push()
    (gated.root / "gate").rename(gate)
    ben.add(block(ben.move()))
    git(ben.folder, "fetch", "--quiet")
    git(ben.folder, "merge", "--quiet", "--strategy=ours", "--message", "evil", "origin/main")
    git(ben.folder, "checkout", "--quiet", "origin/main", "--", str(LEDGER))
    git(ben.folder, "commit", "--quiet", "--amend", "--no-edit")
    ben.push()  # an honest merge
    git(ben.folder, "reset", "--quiet", "--hard", start)
    ben.add(block(ben.move()), "other.move")
    git(ben.folder, "fetch", "--quiet")
    git(ben.folder, "merge", "--quiet", "--strategy=ours", "--message", "evil", "origin/main")
    git(ben.folder, "merge", "--quiet", "--no-ff", "--strategy=ours", "--message", "x", "origin/main", ok=None)
    tree = git(
        ben.folder,
        "commit-tree",
        "-p",
        "HEAD",
        "-p",
        "origin/main",
        "-m",
        "as if nothing had been",
        "origin/main^{tree}",
    ).strip()
    git(ben.folder, "reset", "--quiet", "--hard", tree)
    refused(ben, "ledger.jsonl: players add files to inbox/")


def test_the_gate_is_not_misled_by_a_folder_that_a_tree_calls_a_file(gated: Shared, tmp_path: Path) -> None:
    """Git itself refuses such an object where it checks objects; a repository need not be set up so."""
    bare = Repository(gated.bare)
    empty = bare.empty_tree()
    tree = tmp_path / "tree"

    def made(*entries: tuple[bytes, bytes, str]) -> str:
        tree.write_bytes(b"".join(mode + b" " + name + b"\0" + bytes.fromhex(ident) for mode, name, ident in entries))
        return bare.ask("hash-object", "-t", "tree", "-w", "--literally", str(tree))

    inbox = made((b"100644", b"move.move", empty))
    game = made((b"40000", b"inbox", inbox))
    root = made((b"40000", b"games", made((b"40000", INBOX.parts[1].encode(), game))))
    change = next(one for one in bare.changes(empty, root))
    gate, size = PushGate(bare, None, None), bare.file_sizes([change.blob]).get(change.blob)
    gate._place(change, size)
    assert not gate._may_be(change, size)
    assert "move.move: it must be a plain file" in gate.wrong[0].say("en"), gate.wrong[0].say("en")


@pytest.mark.parametrize("branch", ["main", "moves/x"])
def test_the_gate_is_not_misled_by_a_tag(gated: Shared, branch: str) -> None:
    """Git itself writes no tag into a branch, but looks only after the gate was asked."""
    ben = gated.ben
    ben.add("not a signed move", "x.move")
    git(ben.folder, "tag", "--annotate", "--message", "x", "v1")
    said = ben.push(False, "origin", f"v1:refs/heads/{branch}")
    assert f"{branch}: this is a tag, not a commit" in said, said


def test_the_gate_bounds_the_commits_of_a_push(gated: Shared) -> None:
    ben = gated.ben
    for number in range(64):
        git(ben.folder, "commit", "--quiet", "--allow-empty", "--message", str(number))
    ben.add(block(ben.move()))
    refused(ben, "65 commits; at most 64")
    git(ben.folder, "reset", "--quiet", "--hard", "origin/main")
    ben.add(block(ben.move()))
    ben.push()
