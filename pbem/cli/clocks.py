"""Commands about deadlines: absence, pause, resume, extend, clock."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import completion
from .clock_options import (
    AtDeadline,
    CoolOff,
    Days,
    Deadline,
    DeadlineIn,
    Earliest,
    Grace,
    Holidays,
    Hour,
    Remind,
    Runs,
    TimeZone,
    terms,
)
from .common import Game, Games, Now, campaign, own_campaign, passphrase, private_key
from .exits import Exit
from .say import fail, said, troubles

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ..campaign.campaign import Campaign
    from ..campaign.running.writer import CampaignWriter


def kept(found: "Campaign") -> "AbstractContextManager[CampaignWriter]":
    from ..campaign.running.create import opened
    from ..seals.moderator_key import load

    return opened(found.folder, load(ask=passphrase), wait=5)


def moment(now: str | None) -> str:
    from ..campaign.clock import deadlines

    return deadlines.read(now) if now else deadlines.now()


def absence(
    player: Annotated[str, typer.Argument(help="The handle of who is away.", autocompletion=completion.seats)],
    days: Annotated[str, typer.Argument(help="FIRST..LAST, e.g. 2026-12-20..2027-01-03; `over` when back.")],
    games_: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]…", help="Game ids; all of the player's games by default.", autocompletion=completion.games
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", help="Your private key; without it the moderator grants the absence."),
    ] = None,
    now: Now = None,
    games: Games = None,
) -> None:
    """Announce that a player is away.

    Deadlines stop for that seat, and everybody is told. Without --key the moderator grants it, even beyond what the
    players agreed to.

    Examples:

        pbem absence anna 2026-12-20..2027-01-03

        pbem absence anna 2026-12-20..2027-01-03 duel-42 --key anna

        pbem absence anna over duel-42
    """
    from ..campaign.acts import absence as absence_entry
    from ..campaign.campaign import Campaign, all_games, find, games_folder
    from ..campaign.player.player_view import block, post, write_move
    from ..campaign.running import decisions

    with troubles():
        absence_entry.days_of(days)
        folder = games_folder(games)
        chosen = games_ or [
            game
            for game in all_games(folder)
            if player in (found := Campaign.open(find(folder, game))).players
            and found.ledger.head()[1]["kind"] != "end"
        ]
        if not chosen:
            fail(said("absence.no_game", {"name": player, "folder": folder}), Exit.NOT_FOUND)
        signing = private_key(key) if key is not None else None
        for game in chosen:
            if signing is not None:
                found = own_campaign(games, game)
                text = block(found, write_move(found, player, f"absence {days}\n", signing), clear=False)
                typer.echo(said("posted", {"file": post(found, text)}))
                continue
            found = campaign(games, game)
            seat = found.seat(player)
            with kept(found) as keeper:
                span = decisions.absence(keeper, seat, days, moment(now))
                keeper.publish()
            told = "absence.back" if span[0] == span[1] else "absence.granted"
            typer.echo(said(told, {"game": game, "name": player, "first": span[0], "last": span[1]}))


def pause(game: Game, now: Now = None, games: Games = None) -> None:
    """Stop the clock of a game.

    Players may go on sending orders; nobody is late until the clock is resumed.

    Example:

        pbem pause duel-42
    """
    _change(game, "pause", now, games)


def resume(game: Game, now: Now = None, games: Games = None) -> None:
    """Restart the clock; everybody keeps the time they had left.

    Example:

        pbem resume duel-42
    """
    _change(game, "resume", now, games)


def _change(game: str, what: str, now: str | None, games: Path | None) -> None:
    from ..campaign.running import decisions

    with troubles():
        found = campaign(games, game)
        with kept(found) as keeper:
            decisions.change(keeper, what, moment(now))
            keeper.publish()
            due = keeper.due()
        typer.echo(said(f"clock.{what}", {"game": game, "due": due}))


def extend(
    game: Game,
    time: Annotated[str, typer.Argument(help="How much longer, e.g. 2d; from now if the deadline has passed.")],
    now: Now = None,
    games: Games = None,
) -> None:
    """Extend the current deadline.

    Example:

        pbem extend duel-42 2d
    """
    from ..campaign.clock.terms import hours
    from ..campaign.running import decisions

    with troubles():
        found = campaign(games, game)
        with kept(found) as keeper:
            decisions.extend(keeper, hours(time), moment(now))
            keeper.publish()
            due = keeper.due()
        typer.echo(said("clock.extend", {"game": game, "due": due}))


def clock(
    game: Game,
    deadline: Deadline = None,
    deadline_in: DeadlineIn = None,
    at_deadline: AtDeadline = None,
    cool_off: CoolOff = None,
    zone: TimeZone = None,
    days: Days = None,
    hour: Hour = None,
    grace: Grace = None,
    earliest: Earliest = None,
    remind: Remind = None,
    runs: Runs = None,
    holidays: Holidays = None,
    now: Now = None,
    games: Games = None,
) -> None:
    """Change the clock for all later questions.

    Questions that are open now keep their deadline, and settings you do not name stay as they are.

    Examples:

        pbem clock duel-42 --deadline 2d --days mon-fri --hour 20:00

        pbem clock duel-42 --grace 12h --remind 24h,6h
    """
    from ..campaign.running import decisions

    with troubles():
        found = campaign(games, game)
        with kept(found) as keeper:
            made = terms(
                keeper.match.pace.coming,
                deadline=deadline,
                deadline_in=deadline_in,
                at_deadline=at_deadline,
                cool_off=cool_off,
                zone=zone,
                days=days,
                hour=hour,
                grace=grace,
                earliest=earliest,
                remind=remind,
                runs=runs,
                holidays=holidays,
            )
            if made == keeper.match.pace.coming:
                fail(said("clock.same", {"game": game}), Exit.USAGE)
            if made.at_deadline == "replace" and not keeper.genesis.policy.get("drop"):
                fail(said("clock.no_misses", {"game": game}), Exit.FAILED)
            decisions.settings(keeper, made, moment(now))
            keeper.publish()
        typer.echo(said("clock.settings", {"game": game}))


def register(app: typer.Typer) -> None:
    for command in (absence, pause, resume, extend, clock):
        app.command(rich_help_panel="For the moderator")(command)
