"""Scenarios: a position, orders, and the required results (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from .scenario_case import Scenario
from .scenario_read import BadScenario, NoScenario, load, loaded, read
from .scenario_run import Difference

__all__ = ["BadScenario", "Difference", "NoScenario", "Scenario", "load", "read", "run_files"]


def run_files(files: Iterable[Path], console: Console, verbose: bool = False) -> bool:
    """Run all scenarios of files and folders; reports what differs and returns whether all passed."""
    paths = [path for given in files for path in (sorted(given.rglob("*.yaml")) if given.is_dir() else [given])]
    scenarios: list[Scenario] = []
    faults: list[str] = []
    for path in paths:
        found, wrong = loaded(path)
        scenarios += found
        faults += wrong
    if not paths:
        faults.append("there are no scenario files (*.yaml) there")
    if faults:
        there = paths and all(path.exists() for path in paths)
        raise (BadScenario if there else NoScenario)("\n".join(faults))
    differing = 0
    for scenario in scenarios:
        differences = scenario.run()
        differing += bool(differences)
        if differences:
            _tell(scenario, differences, console)
        elif verbose:
            rules = f"  ({', '.join(scenario.rules)})" if scenario.rules else ""
            told = f"{escape(scenario.file)}: {escape(scenario.name)}{rules}"
            console.print(f"[green]holds[/green]    {told}", soft_wrap=True)
    result = f"[red]{differing} differ[/red]" if differing else "[green]all hold[/green]"
    console.print(f"scenarios: {len(scenarios)}, files: {len(paths)}: {result}")
    return not differing


def _tell(scenario: Scenario, differences: Iterable[Difference], console: Console) -> None:
    console.print(f"[red]differs[/red]  {escape(scenario.file)}: {escape(scenario.name)}", soft_wrap=True)
    for one in differences:
        console.print(f"    [bold]{escape(one.path)}[/bold]  ({escape(one.where)})", soft_wrap=True)
        console.print(f"        expected  [green]{escape(one.expected)}[/green]", soft_wrap=True)
        console.print(f"        got       [red]{escape(one.got)}[/red]", soft_wrap=True)
