"""The command that tries a title at once: play."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import completion
from .common import Language
from .exits import Exit
from .say import fail, said, speak, troubles

if TYPE_CHECKING:
    from ..sitting.sitting import Sitting


def play(
    title: Annotated[
        str | None, typer.Argument(help="Title id, e.g. wonders_duel.", autocompletion=completion.titles)
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players; the title's smallest by default.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Your seat, 1 by default; NUMBER=NAME to name it. Repeat it for each further person."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Deal and roll as this seed does.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the title, NAME=VALUE; may be repeated.")
    ] = None,
    saved: Annotated[Path | None, typer.Option("--from", help="Go on with a game that `save FILE` saved.")] = None,
    language: Language = None,
) -> None:
    """Play a title against its bots, in this terminal.

    No keys, no campaign. Type `help` in the game to see what you can type.

    Examples:

        pbem play wonders_duel

        pbem play world_history --players 4 --seat 2 --seed 7 --option auto_retreat=true

        pbem play wonders_duel --seat 1=anna --seat 2=ben

        pbem play --from evening.json
    """
    from .line_input import LineInput
    from .play_dialog import Dialog, Leave

    speak(language)
    with troubles():
        if saved is not None:
            if title or players is not None or seat or seed is not None or option:
                fail(said("play.from_alone"), Exit.USAGE)
            sitting = _resumed(saved, language)
        elif title is None:
            from .. import titles

            fail(said("play.which", {"titles": ", ".join(titles.ids())}), Exit.USAGE)
        else:
            sitting = _begun(title, players, seat or ["1"], seed, option or [])
    try:
        Dialog(sitting, LineInput()).run()
    except Leave:
        typer.echo(said("play.left"))
    except (EOFError, KeyboardInterrupt):
        typer.echo("\n" + said("play.left"))


def _begun(title: str, players: int | None, seats: list[str], seed: int | None, options: list[str]) -> "Sitting":
    from .. import titles
    from ..sitting.sitting import HANDLES, Sitting
    from ..trials.simulate import read_options

    loaded = titles.load(title)
    count = players if players is not None else min(loaded.seats)
    loaded.settle(count, read_options(options))
    handles, people = list(HANDLES[:count]), []
    for one in seats:
        number, _, name = one.partition("=")
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= count):
            fail(said("play.seat", {"found": one, "count": count}), Exit.USAGE)
        people.append(int(number) - 1)
        if name:
            handles[int(number) - 1] = _name(name)
    if len({*people}) < len(people) or len({*handles}) < count:
        fail(said("play.seat_twice", {"found": ", ".join(seats)}), Exit.USAGE)
    drawn = seed if seed is not None else random.SystemRandom().randrange(1, 1_000_000)
    return Sitting(loaded, tuple(handles), people, read_options(options), drawn)


def _name(text: str) -> str:
    from ..storage.ids import is_player

    name = text.strip().casefold()
    if not is_player(name) or name in ("me", "opponent"):
        fail(said("play.name", {"found": text}), Exit.USAGE)
    return name


def _resumed(path: Path, language: str | None) -> "Sitting":
    from ..sitting import saved_game
    from ..words import LANGUAGES

    try:
        sitting, spoken = saved_game.read(path)
    except saved_game.BadSavedGame as bad:
        fail(said(f"play.{bad.key}", {"file": path, **bad.values}), Exit.FAILED)
    if language is None and spoken in LANGUAGES:
        speak(spoken)
    return sitting


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel="To begin with")(play)
