"""What is said at the table besides orders, and what a seat alone was told: press, notes."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

import sys
from pathlib import Path
from typing import Annotated

import typer

from .clocks import kept, moment
from .common import As, Game, Games, Key, Now, campaign, own_campaign, private_key
from .exits import Exit
from .player import Clear, Out, check_out, send
from .say import fail, said, troubles


def press(
    game: Game,
    text: Annotated[
        list[str] | None, typer.Argument(help="Your message (Markdown); left out, it is read from standard input.")
    ] = None,
    to: Annotated[str | None, typer.Option("--to", help="HANDLE,HANDLE: only these players can read it.")] = None,
    player: Annotated[str | None, typer.Option("--as", help="Your handle; without it you are the moderator.")] = None,
    key: Annotated[Path | None, typer.Option("--key", help="Your private key.")] = None,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Leave out your name, if that is allowed.")] = False,
    held: Annotated[bool, typer.Option("--held", help="Deliver it once the questions open now are answered.")] = False,
    now: Now = None,
    games: Games = None,
    clear: Clear = False,
    out: Out = None,
) -> None:
    """Write to everybody, or to some.

    What you write to everybody is shown on the pages, in mails and in the feed; a letter to some is sealed to them. The
    genesis says what the players agreed to.

    Examples:

        pbem press duel-42 "Well played." --as anna --key anna

        pbem press empire-7 "Shall we spare Egypt?" --to ben,carl --as anna --key anna

        pbem press duel-42 "I am on holiday until Monday."
    """
    from ..campaign.player.player_view import check_key, write_move
    from ..campaign.running import press_files

    if (player is None) != (key is None):
        fail(said("press_as"), Exit.USAGE)
    if player is None and (anonymous or held):
        fail(said("press_moderator"), Exit.USAGE)
    named = [one.strip() for one in (to or "").split(",") if one.strip()]
    with troubles():
        found = campaign(games, game) if player is None else own_campaign(games, game)
        said_now = "\n".join(text) if text else sys.stdin.read()
        if player is None or key is None:
            with kept(found) as keeper:
                press_files.say(keeper, said_now, named, moment(now))
                keeper.publish()
            typer.echo(said("press_told"))
            return
        signing = private_key(key)
        check_key(found, player, signing)
        head = [
            press_files.WORD,
            *(["to", ", ".join(named)] if named else []),
            *(["anonymous"] if anonymous else []),
            *(["held"] if held else []),
        ]
        send(found, write_move(found, player, f"{' '.join(head)}\n{said_now.rstrip()}\n", signing), clear, out)


def notes(
    game: Game,
    player: As,
    key: Key,
    to: Annotated[int | None, typer.Option("--to", min=0, help="Up to this entry.")] = None,
    games: Games = None,
    clear: Clear = False,
    out: Out = None,
) -> None:
    """Ask for letters and notes that your hand leaves out.

    The receipt brings them with the moderator's next run.

    Examples:

        pbem notes duel-42 --as anna --key anna

        pbem notes duel-42 --as anna --key anna --to 57
    """
    from ..campaign.player.player_view import write_move
    from ..campaign.running.note_files import WORD

    with troubles():
        found = own_campaign(games, game)
        check_out(out)
        text = f"{WORD}\n" if to is None else f"{WORD} {to}\n"
        send(found, write_move(found, player, text, private_key(key)), clear, out)


def register(app: typer.Typer) -> None:
    for command in (press, notes):
        app.command(rich_help_panel="For players")(command)
