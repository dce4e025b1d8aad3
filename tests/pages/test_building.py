"""What a build touches: one more move, nothing new, what others did to the files, and a build that dies."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from reading import Links, contents
from tables import Playing, duel

from pbem.pages import store as stores
from pbem.pages.model import CampaignModel, LogMoment
from pbem.pages.site import publish
from pbem.pages.store import PageFault

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_one_more_move_touches_as_many_files_in_a_long_game_as_in_a_short_one(keys: Path) -> None:
    playing = duel(keys / "games")
    touched = []
    for _ in range(45):
        playing.play(1)
        done = publish([playing.story()], keys / "site")
        touched.append(len(done.written))
    assert max(touched[2:]) <= 40
    # Where a page of the log becomes full a new one begins: that is all that may come on top.
    assert max(touched[2:]) - min(touched[2:]) <= 4


@pytest.mark.slow
def test_an_unchanged_publish_writes_nothing_and_a_full_one_gives_the_same_bytes(keys: Path) -> None:
    playing = duel(keys / "games")
    for _ in range(8):  # past the first fifty pages, where a new part begins
        playing.play(7)
        publish([playing.story()], keys / "site")
    before = contents(keys / "site")
    times = {path: path.stat().st_mtime_ns for path in (keys / "site").rglob("*")}
    assert publish([playing.story()], keys / "site").written == []
    assert {path: path.stat().st_mtime_ns for path in (keys / "site").rglob("*")} == times
    publish([playing.story()], keys / "elsewhere", full=True)
    assert contents(keys / "elsewhere") == before
    assert "games/winter-duel/t/captions-1.js" in before
    assert publish([playing.story()], keys / "site", full=True).written == []


def test_each_entry_is_rendered_once(keys: Path) -> None:
    playing = duel(keys / "games")
    asked: list[int] = []

    def told() -> CampaignModel:
        story = playing.story()

        def moments(after: int) -> Iterator[LogMoment]:
            asked.append(after)
            return story.moments(after)

        return replace(story, moments=moments)

    for n in range(2):
        playing.play(1)
        publish([told()], keys / "site")
        publish([told()], keys / "site")
        assert asked == [-1, 3][: n + 1], "the entries after the last one that was rendered; nothing new, nothing asked"


def test_what_was_deleted_or_cut_comes_back(keys: Path) -> None:
    playing = duel(keys / "games")
    for _ in range(3):
        playing.play(1)
        publish([playing.story()], keys / "site")
    before = contents(keys / "site")
    (keys / "site/games/winter-duel/t/3.html").unlink()
    (keys / "site/assets/style.css").write_bytes(b"")
    publish([playing.story()], keys / "site")
    assert contents(keys / "site") == before


@pytest.mark.slow
@pytest.mark.parametrize("full", [False, True], ids=["publish", "publish --full"])
def test_what_was_edited_in_place_comes_back(keys: Path, full: bool) -> None:
    """Even where the size stays the same; and once it is looked at, what was only touched is left alone."""
    playing = duel(keys / "games")
    playing.play(3)
    publish([playing.story()], keys / "site")
    before = contents(keys / "site")
    for path in ("games/winter-duel/t/3.html", "games/winter-duel/index.html", "rules/index.html"):
        with (keys / "site" / path).open("r+b") as file:
            file.seek(-20, os.SEEK_END)
            file.write(b"?")
        assert publish([playing.story()], keys / "site", full=full).written == [path]
        assert contents(keys / "site") == before
    (keys / "site/games/winter-duel/t/3.html").touch()
    assert publish([playing.story()], keys / "site").written == []
    told = (keys / ".site-build/times.json").read_bytes()
    assert publish([playing.story()], keys / "site").written == []
    assert (keys / ".site-build/times.json").read_bytes() == told


@pytest.mark.slow
def test_with_one_more_move_what_was_deleted_or_replaced_comes_back_and_an_edit_with_a_full_build(
    keys: Path,
) -> None:
    playing = duel(keys / "games")
    playing.play(3)
    publish([playing.story()], keys / "site")
    page = keys / "site/games/winter-duel/t/2.html"
    right = page.read_bytes()
    page.unlink()
    playing.play(1)
    publish([playing.story()], keys / "site")
    assert page.read_bytes() == right
    other = page.with_name("other")
    other.write_bytes(right.replace(b"2", b"3"))
    other.rename(page)
    playing.play(1)
    publish([playing.story()], keys / "site")
    assert page.read_bytes() == right
    page.write_bytes(right.replace(b"2", b"3"))
    playing.play(1)
    publish([playing.story()], keys / "site")
    publish([playing.story()], keys / "site", full=True)
    assert page.read_bytes() == right


def test_pages_of_moves_that_a_ledger_no_longer_has_leave_the_site(keys: Path) -> None:
    """A moderator who goes back to a copy of the folder."""
    playing = duel(keys / "games")
    playing.play(3)
    shutil.copytree(playing.folder, keys / "copy")
    playing.play(2)
    publish([playing.story()], keys / "site")
    shutil.rmtree(playing.folder)
    shutil.copytree(keys / "copy", playing.folder)
    done = publish([playing.story()], keys / "site")
    assert {path for path in done.removed if path.endswith(".html")} == {
        f"games/winter-duel/t/{n}{tongue}.html" for n in (6, 7) for tongue in ("", ".de")
    }
    publish([playing.story()], keys / "elsewhere")
    assert contents(keys / "elsewhere") == contents(keys / "site")
    assert publish([playing.story()], keys / "site").removed == []


@pytest.mark.slow
def test_a_lost_list_of_files_is_made_anew(keys: Path) -> None:
    playing = duel(keys / "games")
    playing.play(3)
    publish([playing.story()], keys / "site")
    before = contents(keys / "site")
    for damage in (b"", b"12", b"99 5.html\n", None):
        listed = keys / ".site-build/files/games/winter-duel/t.txt"
        listed.write_bytes(damage) if damage is not None else listed.unlink()
        (keys / "site/games/winter-duel/t/3.html").unlink()
        publish([playing.story()], keys / "site")
        assert contents(keys / "site") == before
        assert b" 3.html\n" in listed.read_bytes()
    (keys / ".site-build/files.json").write_text("[]")
    (keys / "site/games/winter-duel/t/3.html").unlink()
    publish([playing.story()], keys / "site")
    assert contents(keys / "site") == before
    listed.unlink()
    playing.play(1)
    publish([playing.story()], keys / "site")
    assert b" 3.html\n" in listed.read_bytes()


def test_a_game_that_is_gone_leaves_the_site_and_strangers_files_stay(keys: Path) -> None:
    one, two = duel(keys / "games"), duel(keys / "games", "other-duel")
    publish([one.story(), two.story()], keys / "site")
    (keys / "site/CNAME").write_text("lantern.example")
    done = publish([one.story()], keys / "site")
    assert done.games == ["winter-duel"]
    assert not (keys / "site/games/other-duel").exists()
    assert (keys / "site/CNAME").is_file()


@pytest.fixture(scope="module")
def one_more_move(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A published duel, and one move more than is published."""
    root = tmp_path_factory.mktemp("dying")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_KEYS", str(root / "keys"))
        playing = duel(root / "games")
        playing.play(4)
        publish([playing.story()], root / "site")
        playing.play(1)
    return root


def reachable(folder: Path) -> set[str]:
    """All that a reader can come to from the front page; a dead link is an error."""
    found, todo = {"index.html"}, ["index.html"]
    while todo:
        here = todo.pop()
        for link in Links((folder / here).read_text(encoding="utf-8")).links:
            inside = urlsplit(link).path
            if not inside:
                continue
            target = os.path.normpath(f"{Path(here).parent}/{inside}")
            assert (folder / target).is_file(), (here, link)
            if target not in found and target.endswith(".html"):
                todo.append(target)
            found.add(target)
    return found


@pytest.mark.parametrize("stop", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(5, 40, 4))])
def test_a_build_that_dies_is_finished_by_the_next(
    keys: Path, one_more_move: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    """Whatever was moved when it died: every page that is there is whole, and no link is dead."""
    shutil.copytree(one_more_move, keys, dirs_exist_ok=True)
    playing = Playing(keys / "games/winter-duel", 90)
    left = [stop]
    replace = os.replace

    def dying(source: Path, target: Path) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(stores.os, "replace", dying)
    with contextlib.suppress(KeyboardInterrupt):
        publish([playing.story()], keys / "site")
    for path in (keys / "site").rglob("*.html"):
        assert path.read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert len(reachable(keys / "site")) > 20
    monkeypatch.setattr(stores.os, "replace", replace)
    publish([playing.story()], keys / "site")
    done = contents(keys / "site")
    publish([playing.story()], keys / "elsewhere")
    assert contents(keys / "elsewhere") == done


def test_a_site_that_cannot_be_written_is_said_in_one_sentence(keys: Path) -> None:
    playing = duel(keys / "games")
    (keys / ".site-build").write_text("in the way")
    with pytest.raises(PageFault, match=r"\.site-build: .*the site is as it was"):
        publish([playing.story()], keys / "site")
