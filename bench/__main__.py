"""Runs every part of the bench and prints its figures."""

from __future__ import annotations

import sys
from importlib import import_module

from rich.console import Console

PARTS = ("titles", "by_mail", "campaign", "pages", "post")


def main(wanted: list[str]) -> None:
    console = Console(highlight=False)
    for name in wanted or PARTS:
        console.rule(name)
        import_module(f"bench.{name}").run(console)


if __name__ == "__main__":
    main(sys.argv[1:])
