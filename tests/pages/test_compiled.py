"""Compiled templates are kept as Python keeps compiled modules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from pbem.pages import compiled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiled, "templates", lambda: tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "page.html").write_text("one {{ n }}")
    return tmp_path


def rendered(folder: Path) -> str:
    made = Environment(loader=FileSystemLoader(folder), autoescape=True, bytecode_cache=compiled.Compiled())
    return made.get_template("page.html").render(n=1)


def test_a_template_is_compiled_once_and_again_when_it_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compilations = []
    compile_ = Environment._compile
    monkeypatch.setattr(Environment, "_compile", lambda *given: compilations.append(given) or compile_(*given))
    assert [rendered(folder), rendered(folder)] == ["one 1", "one 1"]
    assert len(compilations) == 1
    (folder / "page.html").write_text("two {{ n }}")
    assert rendered(folder) == "two 1"
    assert len(compilations) == 2


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(folder) == "one 1"
    assert [path.name for path in folder.iterdir()] == ["page.html"]


def test_a_folder_that_cannot_be_written_is_no_fault(folder: Path) -> None:
    (folder / "__pycache__").write_text("in the way")
    assert rendered(folder) == "one 1"
