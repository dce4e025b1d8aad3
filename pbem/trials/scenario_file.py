"""Scenario files as data: strict YAML, with line numbers for messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml

Place = tuple[str | int, ...]
"""Keys and list indexes from the top of a file."""

Report = Callable[[Place, str], None]
"""Takes one fault: where, and what is wrong."""

_WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}
_PLAIN_TAGS = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")


def _composed(text: str) -> Any:
    try:
        return yaml.compose(text, yaml.CBaseLoader)
    except yaml.YAMLError:
        return yaml.compose(text, yaml.BaseLoader)  # slower, and tells the line where the fault begins


class ScenarioSource:
    """One file, read: its value, the line of each place, and the faults found so far."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines: dict[Place, int] = {}
        self.faults: list[str] = []
        self.value: Any = None
        try:
            node = _composed(text)
        except yaml.MarkedYAMLError as fault:
            mark = fault.problem_mark or fault.context_mark
            self.faults.append(f"{name}:{mark.line + 1 if mark else 1}: not YAML: {fault.problem or fault.context}")
            return
        except yaml.YAMLError as fault:
            self.faults.append(f"{name}:1: not YAML: {str(fault).splitlines()[0]}")
            return
        if node is not None:
            self.value = self._read(node, (), {})

    def line(self, place: Place) -> int:
        steps = _steps(place)
        while steps and steps not in self.lines:
            steps = steps[:-1]
        return self.lines.get(steps, 1)

    def report(self, place: Place, message: str) -> None:
        self.faults.append(f"{self.name}:{self.line(place)}: {said(place)}{message}")

    def _read(self, node: Any, place: Place, above: dict[int, None]) -> Any:
        self.lines[_steps(place)] = node.start_mark.line + 1
        if id(node) in above:
            self.report(place, "an alias inside itself")
            return None
        if node.tag not in _PLAIN_TAGS:
            self.report(place, f"tags such as {node.tag} are not used here")
        below = {**above, id(node): None}
        if isinstance(node, yaml.SequenceNode):
            return [self._read(one, (*place, n), below) for n, one in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, place, below)
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, place: Place, above: dict[int, None]) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.lines[_steps(place)] = key.start_mark.line + 1
                self.report(place, "a key must be a word")
                continue
            name = str(key.value)
            if name in read:
                self.lines[_steps((*place, name))] = key.start_mark.line + 1
                self.report((*place, name), "is there twice")
                continue
            read[name] = self._read(value, (*place, name), above)
            self.lines[_steps((*place, name))] = key.start_mark.line + 1
        return read


def _steps(place: Place) -> Place:
    """A place with its dotted keys split: `cities.anna` is two steps."""
    return tuple(part for step in place for part in (step.split(".") if isinstance(step, str) else [step]))


def _scalar(node: yaml.ScalarNode) -> Any:
    """Whole numbers, true, false and null; everything else is text, including `no` and `1.5`."""
    text = str(node.value)
    if node.style:
        return text
    if _WHOLE_NUMBER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)


def said(place: Place) -> str:
    """A place for display: `play[3].refused: `."""
    out = ""
    for step in place:
        out += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if out else step
    return f"{out}: " if out else ""
