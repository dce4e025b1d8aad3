"""Commands about who sits where: seat, resign."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from pathlib import Path
from typing import Annotated

import typer

from . import completion
from .clocks import kept, moment
from .common import As, Game, Games, Key, Now, campaign, moderator, own_campaign, private_key
from .exits import Exit
from .say import fail, said, troubles


def seat(
    game: Game,
    player: Annotated[str, typer.Argument(help="The handle of the seat.", autocompletion=completion.seats)],
    to: Annotated[
        str,
        typer.Option(
            "--to", help="The new player's PUBLIC_KEY_FILE; bot, random or default for a bot; free for nobody."
        ),
    ],
    name: Annotated[str | None, typer.Option("--name", help="The new player's name; needed for a person.")] = None,
    recipient: Annotated[str | None, typer.Option("--recipient", help="Seal hands to this age1… recipient.")] = None,
    now: Now = None,
    games: Games = None,
) -> None:
    """Give a seat to another person or to a bot.

    Everybody is told. The new player can read what the seat may know and nothing else, and the old key is void.

    Examples:

        pbem seat duel-42 anna --to carl.pub --name Carl

        pbem seat duel-42 anna --to bot

        pbem seat duel-42 anna --to free
    """
    from ..campaign.agreement.genesis import Seat, spoken
    from ..campaign.running import decisions
    from ..campaign.running.bots import DEFAULT, OWN, RANDOM
    from ..seals.keys import PublicKey, load_public
    from ..seals.recipients import parse_age

    bots, free = (OWN, RANDOM, DEFAULT), "free"
    if (to in (*bots, free)) != (name is None):
        fail(said("seat.name"), Exit.USAGE)
    with troubles():
        found = campaign(games, game)
        number = found.seat(player)
        public = PublicKey(load_public(Path(to)).raw) if name is not None else None
        age = parse_age(recipient, "--recipient") if recipient else None
        with kept(found) as keeper:
            if public is not None and name is not None:
                name = spoken(Seat(player, name, public))
                decisions.give(keeper, number, Seat(player, name, public, age), moment(now))
            elif to == free:
                decisions.drop(keeper, number, moment(now))
            else:
                decisions.give_to_bot(keeper, number, to, moment(now))
            keeper.publish()
    told = "seat.person" if name is not None else "seat.free" if to == free else "seat.bot"
    typer.echo(said(told, {"name": player, "person": name, "game": game}))


def takeover(game: Game, now: Now = None, games: Games = None) -> None:
    """Take over a game as the second moderator in its genesis.

    Your key must be the moderator's key here. From then on, what the first moderator signs no longer counts. Everybody
    is told, and `pbem verify` sees it.

    Example:

        pbem takeover duel-42
    """
    from ..campaign.running import decisions
    from ..campaign.running.create import opened

    with troubles():
        found = campaign(games, game)
        with opened(found.folder, moderator(), wait=5, takes_over=True) as keeper:
            decisions.take_over(keeper, moment(now))
            keeper.publish()
    typer.echo(said("taken_over", {"game": game}))


def substitute(
    game: Game,
    player: As,
    key: Key,
    new: Annotated[str, typer.Option("--to", help="Your substitute's public key file; none to revoke it.")],
    recipient: Annotated[str | None, typer.Option("--recipient", help="Seal hands to this age1… recipient.")] = None,
    games: Games = None,
) -> None:
    """Let somebody play your seat until you revoke it.

    Your substitute can read your hand and sign moves for your seat.

    Examples:

        pbem substitute duel-42 --as anna --key anna --to dora.pub

        pbem substitute duel-42 --as anna --key anna --to none
    """
    from ..campaign.player.player_view import block, post, write_move
    from ..seals.keys import PublicKey, load_public
    from ..seals.recipients import parse_age

    with troubles():
        found = own_campaign(games, game)
        line = "none" if new == "none" else PublicKey(load_public(Path(new)).raw).line
        age = parse_age(recipient, "--recipient") if recipient else ""
        orders = f"substitute {line} {age}".rstrip() + "\n"
        text = block(found, write_move(found, player, orders, private_key(key)), clear=False)
        typer.echo(said("posted", {"file": post(found, text)}))


def resign(game: Game, player: As, key: Key, games: Games = None) -> None:
    """Give up your seat; a bot plays on until somebody takes it.

    Example:

        pbem resign duel-42 --as anna --key anna
    """
    from ..campaign.player.player_view import block, check_key, post, write_move

    with troubles():
        found = own_campaign(games, game)
        signing = private_key(key)
        check_key(found, player, signing)
        text = block(found, write_move(found, player, "leave\n", signing), clear=False)
        typer.echo(said("posted", {"file": post(found, text)}))


def register(app: typer.Typer) -> None:
    for command in (seat, takeover):
        app.command(rich_help_panel="For the moderator")(command)
    app.command(rich_help_panel="For players")(substitute)
    app.command(rich_help_panel="For players")(resign)
