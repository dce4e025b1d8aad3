"""What the code of a title and of the kernel says: keys and values of notes and refusals, found in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

from ..words.templates import FIELD, PART

ROOT = Path(__file__).parents[1]
REFUSALS = ("NotLegal", "NotReadable", "Ambiguous", "Refused")


class UnclearKey(Exception):
    """A note or refusal whose key cannot be determined from the source."""


class Source:
    """The parsed modules below a folder, or one module."""

    def __init__(self, folder: Path) -> None:
        paths = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
        self.trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
        self.strings: set[str] = set()
        self.starts: set[str] = set()
        """What texts with values in them begin with."""
        for tree in self.trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self.strings.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    self.starts |= {str(part.value) for part in node.values[:1] if isinstance(part, ast.Constant)}

    def _functions(self) -> Iterator[ast.FunctionDef]:
        for tree in self.trees:
            yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))

    def _calls(self, *names: str) -> Iterator[tuple[list[ast.FunctionDef], ast.Call]]:
        """Calls by name, with their enclosing functions, innermost last."""
        return ((around, call) for around, call in self._all_calls if _called(call) in names)

    @cached_property
    def _all_calls(self) -> list[tuple[list[ast.FunctionDef], ast.Call]]:
        found: list[tuple[list[ast.FunctionDef], ast.Call]] = []

        def walk(node: ast.AST, around: list[ast.FunctionDef]) -> None:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Call):
                    found.append((around, child))
                walk(child, [*around, child] if isinstance(child, ast.FunctionDef) else around)

        for tree in self.trees:
            walk(tree, [])
        return found

    def _texts(self, given: ast.expr, around: list[ast.FunctionDef]) -> set[str]:
        """All strings that an expression may be: constants, either branch, local names, parameters."""
        if isinstance(given, ast.Constant) and isinstance(given.value, str):
            return {given.value}
        if isinstance(given, ast.IfExp):
            return self._texts(given.body, around) | self._texts(given.orelse, around)
        if isinstance(given, ast.Name):
            for function in reversed(around):
                parameters = [one.arg for one in function.args.args]
                if given.id in parameters:
                    place = parameters.index(given.id)
                    found = [self._texts(call.args[place], outer) for outer, call in self._calls(function.name)]
                    return {text for texts in found for text in texts}
                for node in ast.walk(function):
                    if isinstance(node, ast.Assign) and any(
                        isinstance(target, ast.Name) and target.id == given.id for target in node.targets
                    ):
                        return self._texts(node.value, around)
        raise UnclearKey(f"cannot tell which key this is: {ast.unparse(given)} (line {given.lineno})")

    def notes(self) -> list[tuple[str, set[str]]]:
        """The key and the names of the values, for each call of `note`."""
        return [
            (key, {one.arg for one in call.keywords if one.arg} - {"seen_by", "reveals"})
            for around, call in self._calls("note")
            for key in sorted(self._texts(call.args[0], around))
        ]

    def refusals(self) -> set[str]:
        found: set[str] = set()
        for around, call in self._calls(*REFUSALS):
            reasons = self._reasons(call)
            found |= reasons if reasons else self._texts(call.args[0], around)
        return found

    def _reasons(self, call: ast.Call) -> set[str]:
        """All keys of a table of reasons: `NotLegal(reason, values, rule=REASONS[reason])`."""
        rule = next((one.value for one in call.keywords if one.arg == "rule"), None)
        if not isinstance(rule, ast.Subscript) or ast.dump(rule.slice) != ast.dump(call.args[0]):
            return set()
        name = ast.dump(rule.value).replace("Load()", "Store()")
        tables = [
            node.value
            for tree in self.trees
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.dump(node.targets[0]) == name
        ]
        keys = [key for table in tables if isinstance(table, ast.Dict) for key in table.keys]
        return {str(key.value) for key in keys if isinstance(key, ast.Constant)}

    def uses(self, module: str) -> bool:
        """Whether a module of that name is imported from."""
        imports = (node for tree in self.trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
        return any((node.module or "").split(".")[-1] == module for node in imports)

    def named(self) -> set[str]:
        """Families of names that the code looks up: `words.name("score", …)`."""
        found: set[str] = set()
        for _, call in self._calls("name"):
            family = call.args[0] if call.args else None
            if isinstance(family, ast.Constant) and isinstance(family.value, str):
                found.add(family.value)
        return found


@cache
def program() -> Source:
    """All of it, parsed once."""
    return Source(ROOT)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def always(template: str) -> set[str]:
    """Values that the template cannot do without."""
    return {name for name, _ in FIELD.findall(PART.sub("", template))}


def mentioned(template: str) -> set[str]:
    """All values that the template may use, conditions included."""
    return {name for name, _ in FIELD.findall(template)} | {name for name, _, _ in PART.findall(template) if name}


def families(template: str) -> set[str]:
    """Slots under which the template looks up names."""
    return {form or name for name, form in FIELD.findall(template) if "|" not in form}


def stray(template: str) -> str:
    """Braces and brackets that belong to no field and no part."""
    return "".join(c for c in FIELD.sub("", PART.sub(lambda part: part[3], template)) if c in "{}[]")
