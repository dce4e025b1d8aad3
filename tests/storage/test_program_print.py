"""The fingerprint of the program: it notices every change of a file, and reads only what may have changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.campaign.running import checkpoint
from pbem.pages import site
from pbem.storage import program_print as prints
from pbem.storage.program_print import program_print


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", None)
    folder = tmp_path / "program"
    for name in ("post/mail.py", "words/en.yaml", "titles/duel/rules.py"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(f"{name} = 1\n", encoding="utf-8")
    return folder


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were read."""
    seen: list[str] = []
    content = prints._content

    def reading(path: Path) -> str:
        seen.append(path.name)
        return content(path)

    monkeypatch.setattr(prints, "_content", reading)
    return seen


def test_files_are_read_only_where_name_size_or_time_differ(program: Path, read: list[str]) -> None:
    first = program_print(program)
    assert sorted(read) == ["en.yaml", "mail.py", "rules.py"]
    read.clear()
    assert program_print(program) == first
    assert read == []
    os.utime(program / "post/mail.py", (1, 1))
    assert program_print(program) == first, "its content is what it was"
    assert read == ["mail.py"]


@pytest.mark.parametrize("kept", [b"", b"{}", b'{"post/mail.py":[1]}', b"[]", None], ids=repr)
def test_what_was_kept_may_be_lost_or_damaged(program: Path, read: list[str], kept: bytes | None) -> None:
    first = program_print(program)
    place = program / "__pycache__/contents.json"
    place.write_bytes(kept) if kept is not None else place.unlink()
    assert program_print(program) == first
    assert len(read) == 6


def test_every_change_is_noticed(program: Path) -> None:
    found = [program_print(program)]
    (program / "post/mail.py").write_text("post/mail.py = 2\n", encoding="utf-8")
    found.append(program_print(program))
    (program / "post/new.md").write_text("", encoding="utf-8")
    found.append(program_print(program))
    (program / "words/en.yaml").rename(program / "words/de.yaml")
    found.append(program_print(program))
    (program / "titles/duel/rules.py").unlink()
    found.append(program_print(program))
    assert len(set(found)) == 5
    (program / "post/__pycache__").mkdir()
    (program / "post/__pycache__/mail.pyc").write_bytes(b"1")
    (program / "post/.mail.py.swp").write_bytes(b"1")
    assert program_print(program) == found[-1]


def test_a_copy_of_the_program_has_the_same(program: Path, tmp_path: Path) -> None:
    first = program_print(program)
    program.rename(tmp_path / "elsewhere")
    assert program_print(tmp_path / "elsewhere") == first


def test_pages_and_checkpoints_notice_a_change_anywhere_in_the_program(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "PACKAGE", program)
    folder_of = checkpoint.folder_of
    monkeypatch.setattr(checkpoint, "folder_of", lambda name: program if name == "pbem" else folder_of(name))
    found = set()
    for text in ("first", "other"):
        (program / "post/mail.py").write_text(text, encoding="utf-8")
        for kept in (site.renderer, checkpoint.engine_print, checkpoint._program):
            kept.cache_clear()
        found |= {site.renderer(), checkpoint.engine_print("pbem.titles.wonders_duel")}
    for kept in (site.renderer, checkpoint.engine_print, checkpoint._program):
        kept.cache_clear()
    assert len(found) == 4
