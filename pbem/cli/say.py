"""How the command line speaks: one message per fault, in the reader's language, colour only on a terminal.

The language is that of --language, otherwise of $PBEM_LANGUAGE, otherwise of the game that a command is about,
otherwise of all games there are. The help, and what Typer itself says about wrong options, is in English.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import typer

from .exits import Exit

if TYPE_CHECKING:
    from rich.console import Console

    from ..campaign.campaign import Campaign
    from ..table import Words

LANGUAGE = "PBEM_LANGUAGE"


class _Reader(NamedTuple):
    """For one call of the program: what it is about, as far as that is known so far."""

    language: str | None = None
    games: Path | None = None


_reader: ContextVar[_Reader] = ContextVar("reader")


def console(stderr: bool = False) -> Console:
    """Rich takes care of colour: none when the output is a file, a pipe, or NO_COLOR is set."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


_shared: dict[Path | None, str] = {}
"""By folder of games, the language that all have in common: it takes reading all of them."""


def begin() -> None:
    """A new call of the program: nothing is known of games that may have changed since the last one."""
    _shared.clear()
    speak()


def speak(language: str | None = None, games: Path | None = None) -> None:
    """From here on the command speaks this language; while it is unknown, the one that all games share."""
    _reader.set(_Reader(language, games))


def language() -> str:
    reader = _reader.get(_Reader())
    if reader.language:
        return reader.language
    if reader.games not in _shared:
        _shared[reader.games] = _common(_languages(reader.games))
    return _shared[reader.games]


def speak_of(found: Campaign, language: str | None = None) -> None:
    """From here on the output is about one game, in its language unless the reader chose another."""
    from ..campaign.errors import CampaignError, CampaignFault
    from ..words import LANGUAGES

    own = language or os.environ.get(LANGUAGE) or found.genesis.language
    if own not in LANGUAGES:
        raise CampaignError(CampaignFault.LANGUAGE, found=own, right=", ".join(LANGUAGES))
    speak(own)


def speak_of_all(languages: Iterable[str]) -> None:
    """From here on the output is about several games, whose languages are known."""
    speak(_common(languages))


def _common(languages: Iterable[str]) -> str:
    """The language that the reader chose; otherwise the one that all games share; English if they differ."""
    from ..words import LANGUAGES

    own = os.environ.get(LANGUAGE)
    if own in LANGUAGES:
        return own
    spoken = set(languages)
    return spoken.pop() if len(spoken) == 1 else "en"


def _languages(games: Path | None) -> Iterator[str]:
    """The languages of the games in a folder, as far as they can be read."""
    from ..campaign.campaign import Campaign, all_games, games_folder
    from ..campaign.errors import CampaignError
    from ..storage.errors import StorageError

    folder = games_folder(games)
    for game in all_games(folder):
        try:
            yield Campaign.open(folder / game).genesis.language
        except (CampaignError, StorageError):
            continue


def words_of(found: Campaign, names: Sequence[str] | None = None) -> Words:
    """The words of a game in the reader's language; `names`: of other players than those who play now."""
    return found.words(language(), names)


def said(key: str, values: Mapping[str, Any] | None = None) -> str:
    """A sentence of the command line."""
    from ..table import Words
    from ..words import PROGRAM, sentences

    return Words(language(), sentences(PROGRAM, language()), {}).say(f"cli.{key}", values)


def echo(text: str, under: int | None = None) -> None:
    """Lines for people: on a terminal folded at its width; what is folded begins in a column, or as its line does.

    Where there is a column, nothing of a text of several lines begins further left: it could look like another line.
    """
    from shutil import get_terminal_size
    from textwrap import wrap

    width = get_terminal_size().columns if sys.stdout.isatty() else 0
    for number, row in enumerate(text.split("\n")):
        if number and under is not None:
            row = " " * under + row
        indent = len(row) - len(row.lstrip())
        if not width or len(row) < width or not row.strip("^ "):
            typer.echo(row)
            continue
        below = " " * (indent if under is None else under)
        for line in wrap(
            row.strip(),
            max(width - 1, len(below) + 20),
            initial_indent=" " * indent,
            subsequent_indent=below,
            break_long_words=False,
            break_on_hyphens=False,
        ):
            typer.echo(line)


def as_json(data: Any) -> None:
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=plain, sort_keys=True) + "\n")


def fail(message: str, code: Exit) -> NoReturn:
    """Say what is wrong on standard error and stop."""
    warn(message)
    raise typer.Exit(int(code))


def warn(message: str) -> None:
    """Say what is wrong on standard error."""
    colour = None if os.environ.get("NO_COLOR") else typer.colors.RED
    typer.secho(f"pbem: {message}", fg=colour, err=True)


@contextmanager
def faults(*known: tuple[type[Exception], Exit]) -> Iterator[None]:
    """Turn the declared errors of a call into one message and an exit code; any others are bugs and surface."""
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
        code = code_of(fault)
        if code is None:
            raise
        told = fault.say(language()) if hasattr(fault, "say") else str(fault)
        fail(f"{where}: {told}" if where else told, code)


_POST = {
    "no-settings": Exit.NOT_FOUND,
    "settings": Exit.USAGE,
    "secret": Exit.KEY,
    "login": Exit.KEY,
    "not-a-repository": Exit.NOT_FOUND,
    "wheel": Exit.USAGE,
}


def code_of(fault: BaseException) -> Exit | None:
    """The exit code of a declared fault; None for one that nobody foresaw."""
    from ..campaign.errors import CampaignError, CampaignFault
    from ..campaign.movefile import MoveFileError
    from ..post.errors import PostError
    from ..seals.errors import SealError
    from ..storage.errors import StorageError, StorageFault
    from ..table import BadSetup
    from ..titles import NoSuchTitle
    from ..titles.editions import BadEdition

    if isinstance(fault, CampaignError):
        missing = (CampaignFault.NO_GAME, CampaignFault.NO_PLAYER, CampaignFault.NO_ENTRY, CampaignFault.NO_HAND)
        usage = (
            CampaignFault.GAME_ID,
            CampaignFault.GAME_EXISTS,
            CampaignFault.HANDLE,
            CampaignFault.HANDLE_TWICE,
            CampaignFault.KEY_TWICE,
            CampaignFault.LANGUAGE,
            CampaignFault.DEADLINE,
            CampaignFault.WINDOW,
            CampaignFault.TIME,
            CampaignFault.NO_BOT,
            CampaignFault.UNDO_FORM,
            CampaignFault.PLACE_FORM,
            CampaignFault.REASON,
            CampaignFault.ZONE,
            CampaignFault.NO_ZONE,
            CampaignFault.NO_HOUR,
            CampaignFault.EARLIEST,
            CampaignFault.HOLIDAYS,
            CampaignFault.DAYS,
            CampaignFault.DAY_TIME,
            CampaignFault.ABSENCE,
            CampaignFault.ABSENCE_PAST,
            CampaignFault.NO_LATE_SEATS,
            CampaignFault.LATE_SEATS_LAST,
            CampaignFault.VOTE_FORM,
            CampaignFault.SECOND_IS_FIRST,
            CampaignFault.SECOND_PLAYS,
            CampaignFault.COOL_OFF,
        )
        if fault.fault in missing:
            return Exit.NOT_FOUND
        if fault.fault in usage:
            return Exit.USAGE
        return {
            CampaignFault.NEEDS_SECRET: Exit.KEY,
            CampaignFault.NOT_YOUR_KEY: Exit.KEY,
            CampaignFault.HAND_FOR_AGE: Exit.KEY,
            CampaignFault.NOT_SECOND: Exit.KEY,
            CampaignFault.NO_HEIR: Exit.KEY,
            CampaignFault.NOT_TAKEN_OVER: Exit.KEY,
        }.get(fault.fault, Exit.FAILED)
    if isinstance(fault, StorageError):
        return {
            StorageFault.DISK: Exit.DISK,
            StorageFault.MISSING: Exit.NOT_FOUND,
            StorageFault.LOCKED: Exit.LOCKED,
        }.get(fault.fault, Exit.FAILED)
    if isinstance(fault, PostError):
        return _POST.get(fault.fault, Exit.FAILED)
    if isinstance(fault, SealError):
        return Exit.KEY
    if isinstance(fault, MoveFileError):
        return Exit.FAILED
    if isinstance(fault, NoSuchTitle):
        return Exit.NOT_FOUND
    return Exit.USAGE if isinstance(fault, (BadSetup, BadEdition)) else None
