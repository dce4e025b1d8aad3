"""How much of each rulebook is covered by tests: which rules a test or scenario names, and which none does."""

from __future__ import annotations

import io
import re
import token
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from rich.console import Console
from rich.markup import escape

from .. import titles
from ..table import Title
from ..words.lazy_dataclass import dataclass

_TEXT_TOKENS = (token.STRING, getattr(token, "FSTRING_MIDDLE", token.STRING))


class Named(NamedTuple):
    """The rules that a scenario names."""

    file: str
    title: str
    rules: list[str]
    legal: bool = False
    """Whether it says what is legal (`legal`, with `has` or `only`)."""


@dataclass
class Coverage:
    """Where the rules of one title are named."""

    title: str
    rules: list[str]
    examples: list[str]
    by_test: dict[str, list[str]] = field(default_factory=dict)
    """Rule → test files that name it."""
    by_scenario: dict[str, list[str]] = field(default_factory=dict)
    allowing: list[str] = field(default_factory=list)
    """Rules that say what must be possible (`allows: true`)."""
    by_legal: dict[str, list[str]] = field(default_factory=dict)
    """Rule → scenario files that name it and say what is legal."""
    unknown: dict[str, list[str]] = field(default_factory=dict)
    """Ids that look like rules of this title but are none."""

    @property
    def missing(self) -> list[str]:
        return [rule for rule in self.rules if rule not in self.by_test and rule not in self.by_scenario]

    @property
    def examples_missing(self) -> list[str]:
        """Worked examples of the rulebook belong in scenarios, where a reader of the rules can follow them."""
        return [rule for rule in self.examples if rule not in self.by_scenario]

    @property
    def allowing_missing(self) -> list[str]:
        """What must be possible needs a scenario that says so: nothing else notices a rule made too strict."""
        return [rule for rule in self.allowing if rule not in self.by_legal]

    @property
    def complete(self) -> bool:
        return not (self.missing or self.examples_missing or self.allowing_missing or self.unknown)


class NoTests(LookupError):
    """Rule coverage can be reported only where the tests are available."""


def report(wanted: Sequence[str] | None, tests: Path, console: Console) -> bool:
    """Print the coverage of each title; returns whether all are complete."""
    if not (tests / "scenarios").is_dir():
        raise NoTests(
            f"there is no folder {tests} with tests and scenarios here; run it in a checkout of pbem, "
            "or name the folder with --tests"
        )
    loaded = [titles.load(ident) for ident in wanted] if wanted else titles.usable()
    scenarios, faults = _scenario_rules(tests / "scenarios")
    for fault in (*faults, *(() if wanted else titles.broken())):
        console.print(f"[red]{escape(fault)}[/red]", soft_wrap=True)
    complete = not faults
    for title in loaded:
        found = coverage(title, _texts(tests / "titles" / title.id), scenarios)
        _print(found, console)
        complete = complete and found.complete
    return complete


def named_in(title: Title, tests: Path) -> Coverage | None:
    """The coverage of one title by the tests of a folder; None where it has none there."""
    folders = tests / "titles" / title.id, tests / "scenarios"
    if not folders[0].is_dir():
        return None
    scenarios, _ = _scenario_rules(folders[1])
    return coverage(title, _texts(folders[0]), scenarios)


def coverage(title: Title, texts: Iterable[tuple[str, str]], scenarios: Iterable[Named]) -> Coverage:
    """`texts` are (file, text) of tests."""
    rules = title.rule_ids()
    listed = [*title.rules.get("rules", ()), *title.rules.get("rulings", ())]
    found = Coverage(title.id, rules, [entry["id"] for entry in listed if entry.get("example")])
    found.allowing = [entry["id"] for entry in listed if entry.get("allows")]
    known = dict.fromkeys(rules)
    looks_like = pattern(rules)
    for file, text in texts:
        for rule in dict.fromkeys(looks_like.findall(text)):
            (found.by_test if rule in known else found.unknown).setdefault(rule, []).append(file)
    for file, ident, named, legal in scenarios:
        if ident == title.id:
            for rule in named:
                (found.by_scenario if rule in known else found.unknown).setdefault(rule, []).append(file)
                if legal:
                    found.by_legal.setdefault(rule, []).append(file)
    return found


def pattern(rules: Sequence[str]) -> re.Pattern[str]:
    """What looks like a rule id of this list: its prefix, parts, and a number at the end."""
    prefixes = "|".join(re.escape(prefix) for prefix in dict.fromkeys(rule.split("-")[0] for rule in rules))
    return re.compile(rf"(?<![\w.-])(?:{prefixes or '(?!)'})(?:-[\w.]+)*-\d+(?![\w-])")


def _texts(folder: Path) -> Iterable[tuple[str, str]]:
    """The strings of a title's tests, docstrings included; a comment proves nothing and is left out.

    Tests of the kernel and the tools name rules only as samples and are ignored.
    """
    for path in sorted(folder.rglob("*.py")):
        read = io.StringIO(path.read_text(encoding="utf-8")).readline
        try:
            yield str(path), "\n".join(one.string for one in tokenize.generate_tokens(read) if one.type in _TEXT_TOKENS)
        except (tokenize.TokenError, SyntaxError):
            yield str(path), ""  # not Python: the test run says so


def _scenario_rules(folder: Path) -> tuple[list[Named], list[str]]:
    found: list[Named] = []
    faults: list[str] = []
    for path in sorted(folder.rglob("*.yaml")):
        try:
            value: Any = yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)
        except yaml.YAMLError as fault:
            faults.append(f"{path}: not YAML: {str(fault).splitlines()[0]}")
            continue
        shared = value.get("title") if isinstance(value, dict) else None
        listed = value.get("scenarios", [value]) if isinstance(value, dict) else value
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("rules"), list):
                rules = [str(rule) for rule in entry["rules"]]
                found.append(Named(str(path), str(entry.get("title", shared)), rules, _says_legal(entry)))
    return found, faults


def _says_legal(entry: dict[str, Any]) -> bool:
    steps = entry.get("play") if isinstance(entry.get("play"), list) else []
    said = [step.get("legal") for step in (entry, *(steps or ())) if isinstance(step, dict)]
    return any(isinstance(one, dict) and (one.get("has") or one.get("only")) for one in said)


def _print(found: Coverage, console: Console) -> None:
    named = len(found.rules) - len(found.missing)
    colour = "green" if found.complete else "red"
    console.print(
        f"[bold]{found.title}[/bold]: [{colour}]{named} of {len(found.rules)} rules are named[/{colour}] "
        f"({len([r for r in found.rules if r in found.by_test])} by tests, "
        f"{len([r for r in found.rules if r in found.by_scenario])} by scenarios; "
        f"{len(found.examples) - len(found.examples_missing)} of {len(found.examples)} examples are scenarios, "
        f"{len(found.allowing) - len(found.allowing_missing)} of {len(found.allowing)} that allow something have "
        "`legal: has`)",
        soft_wrap=True,
    )
    for headline, rules in (
        ("named by no test and no scenario", found.missing),
        ("examples without a scenario", found.examples_missing),
        ("allowing something, and no scenario that names them has `legal: has`", found.allowing_missing),
    ):
        if rules:
            console.print(f"  {headline}: {', '.join(rules)}", soft_wrap=True)
    for rule, files in found.unknown.items():
        console.print(f"  no such rule: {rule}, named in {escape(', '.join(dict.fromkeys(files)))}", soft_wrap=True)
