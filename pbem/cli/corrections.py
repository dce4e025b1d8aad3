"""Commands with which the moderator changes a game from outside: rollback, ruling."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from typing import Annotated

import typer

from .clocks import kept, moment
from .common import Game, Games, Now, campaign
from .exits import Exit
from .say import fail, said, troubles

Reason = Annotated[str, typer.Option("--reason", help="The reason, in one line that everybody can read.")]


def rollback(
    game: Game,
    place: Annotated[str, typer.Argument(metavar="ENTRY[:ANSWER]", help="Go back to before this answer (from 1).")],
    reason: Reason,
    now: Now = None,
    games: Games = None,
) -> None:
    """Go back to the position before an answer.

    Nothing is erased: the rollback is an entry of the ledger, and what it takes back stays there. Later dice and cards
    are new ones, never those that were seen. All waiting orders are dropped.

    Examples:

        pbem rollback duel-42 12 --reason "The rule about chains was applied wrongly."

        pbem rollback duel-42 12:3 --reason "Ben's line was misread."
    """
    from ..campaign.acts import going_back
    from ..campaign.running import correction_files

    with troubles():
        found = campaign(games, game)
        to = going_back.read_place(place)
        with kept(found) as keeper:
            correction_files.rollback(keeper, to, reason, moment(now))
            keeper.publish()
            n = keeper.head.n
    typer.echo(said("rolled_back", {"game": game, "entry_number": n, "place": f"{to[0]}:{to[1] + 1}"}))


def ruling(
    game: Game,
    reason: Reason,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Set this part of the position; the value is JSON."),
    ] = None,
    undo: Annotated[int | None, typer.Option("--undo", help="Take back the ruling of this entry.")] = None,
    now: Now = None,
    games: Games = None,
) -> None:
    """Change the position by a ruling, or just decide in words.

    Everybody reads the reason. `pbem inspect` shows the position. Pieces of the box can be moved but not made: what a
    ruling adds in one place it must take from another.

    Examples:

        pbem ruling duel-42 --reason "Anna was paid too little." --set cities.anna.coins=7

        pbem ruling duel-42 --reason "That was a mistake of mine." --undo 14
    """
    from ..campaign.running import correction_files

    with troubles():
        found = campaign(games, game)
        changes = [_change(one) for one in change or ()]
        with kept(found) as keeper:
            correction_files.rule(keeper, changes, reason, moment(now), undo)
            keeper.publish()
            n = keeper.head.n
    typer.echo(said("ruled", {"game": game, "entry_number": n}))


def _change(text: str) -> tuple[str, object]:
    import json

    path, sign, value = text.partition("=")
    try:
        return path.strip(), json.loads(value if sign else "")
    except ValueError:
        fail(said("ruling_value", {"found": text}), Exit.USAGE)


def register(app: typer.Typer) -> None:
    for command in (rollback, ruling):
        app.command(rich_help_panel="For the moderator")(command)
