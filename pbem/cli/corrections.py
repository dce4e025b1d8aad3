"""Commands with which the moderator changes a game from outside: rollback, ruling."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from typing import Annotated

import typer

from .clocks import Now, kept, moment
from .common import Game, Games, campaign
from .exits import Exit
from .say import fail, said, troubles

Reason = Annotated[str, typer.Option("--reason", help="Why: one line that everybody reads.")]


def rollback(
    game: Game,
    place: Annotated[str, typer.Argument(metavar="ENTRY[:ANSWER]", help="Go back to before this; answers from 1.")],
    reason: Reason,
    now: Now = None,
    games: Games = None,
) -> None:
    """Go back to the position before an answer. Nothing is rewritten: it is an entry, and what it takes back stays.

    Dice and cards that are drawn later are drawn on, never again with numbers that were seen. What everybody has
    ordered ahead is dropped.

    Examples:

        pbem rollback duel-42 12 --reason "The rule about chains was applied wrongly."

        pbem rollback duel-42 12:3 --reason "Ben's line was misread."
    """
    from ..campaign import correction_files, going_back

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
        typer.Option("--set", metavar="PATH=VALUE", help="What comes where in the position; the value as JSON."),
    ] = None,
    undo: Annotated[int | None, typer.Option("--undo", help="Take back the ruling of this entry.")] = None,
    now: Now = None,
    games: Games = None,
) -> None:
    """Change the position from outside the rules, with a reason that everybody reads; or just decide, in words.

    `pbem inspect` shows what there is. Things of the box can be moved, not made: what is set in one place must be taken
    from another in the same ruling.

    Examples:

        pbem ruling duel-42 --reason "Anna was paid too little." --set cities.anna.coins=7

        pbem ruling duel-42 --reason "That was a mistake of mine." --undo 14
    """
    from ..campaign import correction_files

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
