"""How the command line speaks: one message for a fault, colour only on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from .exits import Exit

if TYPE_CHECKING:
    from rich.console import Console


def console(stderr: bool = False) -> Console:
    """Rich takes care of colour: none when the output is a file, a pipe, or NO_COLOR is set."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def as_json(data: Any) -> None:
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=plain, sort_keys=True) + "\n")


def fail(message: str, code: Exit) -> NoReturn:
    """Say what is wrong on standard error and stop."""
    colour = None if os.environ.get("NO_COLOR") else typer.colors.RED
    typer.secho(f"pbem: {message}", fg=colour, err=True)
    raise typer.Exit(int(code))


@contextmanager
def faults(*known: tuple[type[Exception], Exit]) -> Iterator[None]:
    """Turn the declared errors of a call into one message and an exit code; others are bugs and show."""
    try:
        yield
    except tuple(kind for kind, _ in known) as fault:
        code = next(exit_code for kind, exit_code in known if isinstance(fault, kind))
        fail(str(fault), code)


@contextmanager
def troubles(where: str = "") -> Iterator[None]:
    """Every fault of keys, files, moves and campaigns as one message and its exit code."""
    try:
        yield
    except Exception as fault:
        code = _code(fault)
        if code is None:
            raise
        fail(f"{where}: {fault}" if where else str(fault), code)


_POST = {
    "no-settings": Exit.NOT_FOUND, "settings": Exit.USAGE, "secret": Exit.KEY, "login": Exit.KEY, "disk": Exit.DISK,
    "not-a-repository": Exit.NOT_FOUND,
}  # fmt: skip


def _code(fault: Exception) -> Exit | None:
    from ..campaign.faults import CampaignError, Fault
    from ..campaign.movefile import MoveFileError
    from ..post.faults import PostError
    from ..seals.faults import SealError
    from ..table import BadSetup
    from ..titles import NoSuchTitle
    from ..titles.editions import BadEdition

    if isinstance(fault, CampaignError):
        missing = (Fault.NO_GAME, Fault.NO_PLAYER, Fault.NO_ENTRY, Fault.NO_HAND)
        usage = (
            Fault.GAME_ID, Fault.GAME_EXISTS, Fault.HANDLE, Fault.HANDLE_TWICE, Fault.KEY_TWICE,
            Fault.LANGUAGE, Fault.DEADLINE, Fault.TIME, Fault.NO_BOT,
        )  # fmt: skip
        if fault.fault in missing:
            return Exit.NOT_FOUND
        if fault.fault in usage:
            return Exit.USAGE
        return {Fault.LOCKED: Exit.LOCKED, Fault.DISK: Exit.DISK, Fault.NEEDS_SECRET: Exit.KEY}.get(
            fault.fault, Exit.FAILED
        )
    if isinstance(fault, PostError):
        return _POST.get(fault.fault, Exit.FAILED)
    if isinstance(fault, SealError):
        return Exit.KEY
    if isinstance(fault, MoveFileError):
        return Exit.FAILED
    if isinstance(fault, NoSuchTitle):
        return Exit.NOT_FOUND
    return Exit.USAGE if isinstance(fault, (BadSetup, BadEdition)) else None
