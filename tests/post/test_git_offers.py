"""Branches and pull requests: with odd names, in great numbers, gone before they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.post.errors import PostError
from pbem.post.git import offers
from pbem.post.git.carrier import Pushed
from pbem.post.git.offers import Offers
from pbem.post.git.push_gate import MOST_REFS
from pbem.post.git.repository import Repository, top
from tests.post.gitkit import Shared, block, entries, git, make_shared, plain_shared, run_git
from tests.seals.programs import need

pytestmark = [need("git", "ssh-keygen"), pytest.mark.slow]
GAME = "games/duel-42"


@pytest.fixture
def plain(tmp_path: Path) -> Shared:
    """Everybody can push to the main branch of a duel that both have joined."""
    return plain_shared(tmp_path, joined=True)


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The calls of git, by their first word."""
    calls: list[str] = []
    run = Repository.run

    def spy(self: Repository, *words: str, stdin: bytes = b"") -> object:
        calls.append(next(one for one in words if not one.startswith("-")))
        return run(self, *words, stdin=stdin)

    with monkeypatch.context() as patched:
        patched.setattr(Repository, "run", spy)
        yield calls


def published(shared: Shared) -> int:
    """How many entries everybody can see."""
    shown = git(shared.bare, "show", f"refs/heads/main:{GAME}/ledger.jsonl")  # with a warning where that is ambiguous
    return sum(line.startswith("{") for line in shown.splitlines())


@pytest.mark.parametrize(
    "odd",
    [
        ("refs/heads/refs/heads/main",),
        ("refs/tags/refs/heads/main", "refs/tags/main"),
        ("refs/heads/pull/7", "refs/pull/7/head"),
        ("refs/heads/HEAD", "refs/heads/refs/remotes/origin/main"),
    ],
)
def test_no_name_of_a_branch_or_tag_stops_the_moderator(plain: Shared, odd: Sequence[str]) -> None:
    one = plain.next()
    one.add(block(one.move()))
    one.push()
    for name in odd:
        git(plain.ben.folder, "push", "--quiet", "origin", f"origin/main:{name}")
    before = published(plain)
    run_git(plain)
    assert published(plain) == before + 1


def test_branches_are_cleared_away_beside_one_with_an_odd_name(plain: Shared) -> None:
    ben = plain.ben
    for name in ("moves/one", "moves/two", "refs/heads/moves/one"):
        git(ben.folder, "push", "--quiet", "origin", f"HEAD:refs/heads/{name}")
    run_git(plain)
    left = git(plain.bare, "for-each-ref", "--format=%(refname)").split()
    assert "refs/heads/moves/two" not in left
    assert "refs/heads/main" in left


def test_a_gitlink_in_the_place_of_an_inbox_shuts_nobody_out(plain: Shared) -> None:
    ben = plain.ben
    ben.pull()
    commit = git(ben.folder, "rev-parse", "HEAD").strip()
    for name in ("inbox", "receipts"):
        git(ben.folder, "rm", "-r", "--quiet", "--cached", "--ignore-unmatch", f"{GAME}/{name}")
        git(ben.folder, "update-index", "--add", "--cacheinfo", f"160000,{commit},{GAME}/{name}")
    git(ben.folder, "commit", "--quiet", "--message", "x")
    ben.push()
    run_git(plain)
    assert "160000" not in git(plain.bare, "ls-tree", "-r", "main")
    for one in plain.players:
        git(one.folder, "fetch", "--quiet")
        git(one.folder, "reset", "--quiet", "--hard", "origin/main")
    one = plain.next()
    before = entries(one)
    one.add(block(one.move()))
    one.push()
    run_git(plain)
    assert entries(one) == before + 1


# ---- great numbers


def request(shared: Shared, *numbers: int) -> None:
    """Pull requests that are never merged, each with a commit of its own."""
    for number in numbers:
        tree = git(shared.bare, "rev-parse", "main^{tree}").strip()
        words = ("-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", tree, "-p", "main", "-m", str(number))
        git(shared.bare, "update-ref", f"refs/pull/{number}/head", git(shared.bare, *words).strip())


def test_some_are_looked_at_in_a_run_the_latest_first_and_none_twice(
    plain: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offers, "MOST", 3)
    one = plain.next()
    one.add(block(one.move()))
    git(one.folder, "push", "--quiet", "origin", "HEAD:refs/pull/1/head")
    request(plain, *range(2, 8))
    before = published(plain)
    found = []
    for _ in range(4):
        with counted(monkeypatch) as calls:
            run_git(plain)
        found.append((calls.count("merge-base"), calls.count("ls-remote"), calls.count("fetch")))
    assert published(plain) == before + 1, "the move of the first request was taken in the third run"
    looked_at = [bases - found[3][0] for bases, _, _ in found]
    assert looked_at == [3, 3, 1, 0]
    assert {lists for _, lists, _ in found} == {1}
    assert [fetches for _, _, fetches in found] == [2, 2, 2, 1]


def test_what_was_looked_at_costs_no_further_call(plain: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    run_git(plain)
    with counted(monkeypatch) as none:
        run_git(plain)
    request(plain, *range(1, 21))
    run_git(plain)
    with counted(monkeypatch) as many:
        run_git(plain)
    assert many == none


def test_a_run_that_did_not_come_to_its_push_looks_again(plain: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    one = plain.next()
    one.add(block(one.move()))
    git(one.folder, "push", "--quiet", "origin", "HEAD:refs/pull/1/head")
    with monkeypatch.context() as patched:

        def lost(*_: object) -> bool:
            raise PostError("git", found="push", where="there", why="gone")

        patched.setattr(Pushed, "publish", lost)
        with pytest.raises(PostError):
            run_git(plain)
    memory = plain.root / "desk" / ".git" / "pbem" / "offers.json"
    assert not memory.exists()
    before = published(plain)
    run_git(plain)
    assert published(plain) == before + 1
    assert "refs/pull/1/head" in memory.read_text()


def test_what_is_gone_before_it_was_read_keeps_nothing_else_away(plain: Shared) -> None:
    request(plain, 1, 2)
    found = Offers(top(plain.root / "desk"), "origin")
    assert found.look("main")
    git(plain.bare, "update-ref", "-d", "refs/pull/2/head")
    assert set(found.new()) == {"refs/pull/1/head"}
    assert not Offers(top(plain.root / "desk"), "origin").look("no-such-branch")


def test_the_gate_bounds_the_branches_of_a_push(tmp_path: Path) -> None:
    ben = make_shared(tmp_path).ben
    names = [f"HEAD:refs/heads/moves/{n}" for n in range(MOST_REFS + 1)]
    said = ben.push(False, "origin", *names)
    assert f"The push has {MOST_REFS + 1} branches; at most {MOST_REFS} are allowed." in said
    ben.push(True, "origin", *names[:MOST_REFS])
