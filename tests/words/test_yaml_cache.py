"""Data of titles and sentences are kept as Python keeps compiled modules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
import yaml

from pbem.words import yaml_cache

TEXT = "b: [1, two, null, {3: x, 1: y}]\na: true\n"
SAID = {"b": [1, "two", None, {3: "x", 1: "y"}], "a": True}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "cards.yaml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    load = yaml.load
    monkeypatch.setattr(yaml, "load", lambda text, loader: done.append(text) or load(text, loader))
    return done


def test_a_file_is_read_as_yaml_once_and_again_when_it_changes(file: Path, reads: list[str]) -> None:
    for _ in range(2):
        said = yaml_cache.load(file)
        assert said == SAID
        assert [list(said), list(said["b"][3])] == [["b", "a"], [3, 1]], "the order of keys is part of the data"
        said["b"].append("what a caller does to it stays with the caller")
    assert reads == [TEXT]
    file.write_text("c: 1\n")
    assert yaml_cache.load(file) == {"c": 1}
    assert reads == [TEXT, "c: 1\n"]


@pytest.mark.parametrize("cut", [0, 20, 40])
def test_what_is_damaged_is_read_again(file: Path, cut: int) -> None:
    yaml_cache.load(file)
    (held,) = (file.parent / "__pycache__").iterdir()
    held.write_bytes(held.read_bytes()[:cut])
    assert yaml_cache.load(file) == SAID


def test_nothing_is_kept_where_python_keeps_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert yaml_cache.load(file) == SAID
    assert [path.name for path in file.parent.iterdir()] == ["cards.yaml"]


def test_a_folder_that_cannot_be_written_is_no_fault(file: Path) -> None:
    (file.parent / "__pycache__").write_text("in the way")
    assert yaml_cache.load(file) == SAID


def test_what_cannot_be_kept_is_read_each_time(file: Path) -> None:
    file.write_text("day: 2026-11-17\n")
    assert str(yaml_cache.load(file)["day"]) == str(yaml_cache.load(file)["day"]) == "2026-11-17"


def test_the_cache_lies_where_python_keeps_its_own(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setattr(sys, "pycache_prefix", str(elsewhere))
    assert yaml_cache.load(file) == SAID
    (held,) = [one for one in elsewhere.rglob("*") if one.is_file()]
    assert held.parent == Path(importlib.util.cache_from_source(str(file))).parent
    assert not (file.parent / "__pycache__").exists()
    held.write_bytes(held.read_bytes()[:40])
    assert yaml_cache.load(file) == SAID, "a cut file is read anew"
