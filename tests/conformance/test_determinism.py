"""The same game on every machine: no clock, no randomness, no order of sets in rules; digests that stay."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem.table import Title

from . import toy
from .play import play

PACKAGE = Path(pbem.__file__).parent
SOURCES = sorted(p for part in ("titles", "table") for p in (PACKAGE / part).rglob("*.py"))

FORBIDDEN_MODULES = ("random", "secrets", "time", "datetime", "os", "sys", "pathlib", "uuid", "threading", "tempfile")
FORBIDDEN_CALLS = ("hash", "id", "open", "input", "print", "globals", "float", "round", "vars", "locals")

ALLOWED = {
    # A static page is drawn with fractions of pixels; nothing of it goes into a state.
    "board/": ("a float", "a division", "calls float", "calls round"),
    # A bot weighs its choices; the answer it gives is recorded, and its figures are never kept.
    "bot": ("a float", "a division", "calls float"),
    "worth": ("a float", "a division", "calls float"),
    # Loads a title once more beside itself: works on modules, not on games.
    "titles/editions.py": ("imports sys",),
    # How alike words must be for "did you mean".
    "table/vocabulary.py": ("a float",),
}
"""By file, by folder of a title, or by beginning of the file's name: what may stand there, and why."""


def allowed(path: Path, fault: str) -> bool:
    name = str(path.relative_to(PACKAGE))
    return any(
        fault in faults
        for key, faults in ALLOWED.items()
        if name == key or path.name.startswith(key) or (key.endswith("/") and f"/{key}" in name)
    )


class Finder(ast.NodeVisitor):
    """Finds what could differ between machines, runs or Python versions."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self.sets: dict[str, None] = {}
        self.orderless: list[ast.AST] = []

    def add(self, node: ast.AST, fault: str) -> None:
        self.found.append((getattr(node, "lineno", 0), fault))

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            if name.name.split(".")[0] in FORBIDDEN_MODULES:
                self.add(node, f"imports {name.name}")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0 and node.module and node.module.split(".")[0] in FORBIDDEN_MODULES:
            self.add(node, f"imports {node.module}")

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            self.add(node, f"calls {node.func.id}")
        if isinstance(node.func, ast.Name) and node.func.id in ("sorted", "set", "frozenset", "sum", "any", "all"):
            inner = [one for one in node.args if isinstance(one, (ast.GeneratorExp, ast.ListComp))]
            self.orderless += [one.generators[0] for one in inner]
        for argument in node.args:  # list({…}), sum(set(…)) of what has an order; sorted() gives one
            ordered = isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple", "enumerate", "iter", "next")
            joins = isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend")
            if (ordered or joins) and self.is_set(argument):
                self.add(node, "goes through a set")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float):
            self.add(node, "a float")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self.add(node, "a division")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.is_set(node.value):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    self.sets[target.id] = None
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        text = ast.unparse(node.annotation)
        if isinstance(node.target, ast.Name) and text.startswith(("set[", "frozenset[", "set", "frozenset")):
            self.sets[node.target.id] = None
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        if self.is_set(node.iter):
            self.add(node, "goes through a set")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        if self.is_set(node.iter) and node not in self.orderless:
            self.add(node.iter, "goes through a set")
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        if self.is_set(node.value):
            self.add(node, "goes through a set")
        self.generic_visit(node)

    def is_set(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.sets
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
            return self.is_set(node.left) or self.is_set(node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("set", "frozenset")
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr
            in (
                "union",
                "intersection",
                "difference",
                "symmetric_difference",
            )
        )


def findings(text: str) -> Iterator[tuple[int, str]]:
    finder = Finder()
    finder.visit(ast.parse(text))
    yield from finder.found


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 20


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_are_the_same_everywhere(path: Path) -> None:
    found = [f"{path}:{line}: {what}" for line, what in findings(path.read_text(encoding="utf-8"))]
    assert [one for one in found if not allowed(path, one.rsplit(": ", 1)[1])] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("import random", "imports random"),
        ("from time import time", "imports time"),
        ("import os.path", "imports os.path"),
        ("x = hash('a')", "calls hash"),
        ("x = sorted(y, key=id(z))", "calls id"),
        ("open('x')", "calls open"),
        ("for x in {1, 2}: pass", "goes through a set"),
        ("[x for x in set(y)]", "goes through a set"),
        ("known = {1, 2}\nfor x in known: pass", "goes through a set"),
        ("known: set[int] = make()\nlist(known)", "goes through a set"),
        ("','.join({a for a in b})", "goes through a set"),
        ("x = [*{1, 2}]", "goes through a set"),
        ("for x in a.union(b): pass", "goes through a set"),
        ("half = 0.5", "a float"),
        ("half = a / b", "a division"),
    ],
)
def test_the_finder_finds(text: str, fault: str) -> None:
    assert [what for _, what in findings(text)] == [fault]


def test_the_finder_lets_through_what_has_an_order() -> None:
    text = "for x in sorted({1, 2}): pass\ny = 3 in {1, 2}\nz = a // b\nfor k in {1: 2}: pass\nlen(set(x))\n"
    assert list(findings(text + "sorted(p for p in {1, 2})")) == []


# ---- the same digest in other processes, whatever the order of their sets

GOLDEN = {
    "wonders_duel": (2, "01fb6e0018a5b4d886e50045ad6ea8a8de9392731144925d0010f9d60a30c710"),
    toy.TOY: (5, "4ace275cdba7d4cc522d7447eb1852dae8c650bc2004f28d04737f83ca442002"),
}


def digest_elsewhere(ident: str, seats: int, folder: Path, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.play", ident, str(seats), "7", str(folder)],
        cwd=PACKAGE.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("ident", GOLDEN)
def test_a_game_gives_the_recorded_digest_in_any_process(ident: str, tmp_path: Path, lantern_market: Title) -> None:
    """If a rule was changed on purpose, it needs a numbered fix, and this digest changes only for new games."""
    toy.write(tmp_path)
    seats, golden = GOLDEN[ident]
    assert [digest_elsewhere(ident, seats, tmp_path, seed) for seed in ("0", "1", "4711")] == [golden] * 3
    assert play(ident, seats, 7) == golden


def test_the_order_of_a_set_is_caught(tmp_path: Path) -> None:
    changes = [("rules/closing.py", "for card in dict.fromkeys(hand)", "for card in set(hand)")]
    toy.write(tmp_path, changes=changes)
    assert len({digest_elsewhere(toy.TOY, 5, tmp_path, seed) for seed in ("0", "1", "4711", "99")}) > 1
    assert "goes through a set" in [what for _, what in findings((tmp_path / toy.TOY / "rules/closing.py").read_text())]
