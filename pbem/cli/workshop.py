"""What a moderator looks into a game with: preview, inspect, doctor."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from typing import TYPE_CHECKING, Annotated

import typer

from .common import Game, Games, Json, Language, Now, Wait, campaign, moderator
from .common import show as print_it
from .exits import Exit
from .rehearsing import question
from .say import as_json, echo, fail, language, said, speak_of, troubles, words_of

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign
    from ..campaign.running.inspection import Inspection


def preview(
    game: Game,
    games: Games = None,
    now: Now = None,
    wait: Wait = 0.0,
    json: Json = False,
) -> None:
    """Show what `pbem run` would do, without writing anything.

    The dice are those that a run would throw now; a file that arrives before the run changes them.

    Example:

        pbem preview duel-42
    """
    from ..campaign.clock import deadlines
    from ..moderation.preview import previewed
    from ..post.folder import FolderCarrier
    from ..table.saying import note_text

    with troubles():
        at = deadlines.read(now) if now else None
        found = campaign(games, game)
        with previewed(found.folder, moderator(), at, wait) as report:
            words = words_of(found)
            told = [
                (one.step.n, text)
                for one in report.happened.entries
                for note in one.notes
                if (text := note_text(note, words))
            ]
            if json:
                as_json(
                    {
                        "game": report.game,
                        "before": report.before,
                        "n": report.n,
                        "over": report.over,
                        "receipts": [one.data() for one in report.receipts],
                        "notes": [{"n": n, "text": text} for n, text in told],
                    }
                )
                return
            folder = FolderCarrier(typer.echo)
            folder.deliver([report])
            for n, text in told:
                echo(f"{n:>5}  {text}", under=9)
            folder.announce([report])
    typer.echo(said("previewed"))


def inspect(
    game: Game,
    player: Annotated[str | None, typer.Option("--as", help="Also show the board as this player sees it.")] = None,
    games: Games = None,
    wait: Wait = 0.0,
    language: Language = None,
    json: Json = False,
) -> None:
    """Show everything your key can open.

    That is what players ordered ahead, hidden answers and the files in the inbox: more than any player may see. With
    --json also the whole position.

    Examples:

        pbem inspect duel-42

        pbem inspect duel-42 --as anna
    """
    from ..campaign.published.position_text import board
    from ..campaign.running.inspection import inspect as inspected

    with troubles():
        found = campaign(games, game)
        speak_of(found, language)
        seat = found.seat(player) if player is not None else None
        looked = inspected(found.folder, moderator(), wait)
        if json:
            as_json(looked.data())
            return
        _tell(looked, found)
        if seat is not None:
            if not looked.views:
                fail(said("not_begun", {"who": ", ".join(found.position["waiting"])}), Exit.FAILED)
            print_it(board(found.title, looked.views[seat], words_of(found), seat))


def _tell(looked: "Inspection", found: "Campaign") -> None:
    typer.echo(said("inspected", {"game": looked.game, "entry_number": looked.n, "digest": looked.head}))
    for one in looked.asked:
        ask = {"name": found.players[one["player"]], "ask": question(found, one["kind"]), "count": len(one["legal"])}
        typer.echo(said("inspected_ask", ask))
    for handle, lines in looked.ahead.items():
        if lines:
            typer.echo(said("inspected_ahead", {"name": handle}))
        for line in lines:
            typer.echo(f"  {line}")
    for hidden in looked.hidden:
        typer.echo(
            said(
                "inspected_hidden",
                {"entry_number": hidden["entry"], "name": hidden["player"], "order": hidden["order"]},
            )
        )
    for one in looked.votes:
        typer.echo(said("inspected_vote", {**one, "name": one["player"]}))
    for file in looked.inbox:
        what = {"name": file["name"], "player": file.get("player"), "wrong": file.get("wrong")}
        typer.echo(said("inspected_file", what))
        for line in file.get("orders", ()):
            typer.echo(f"  {line}")
    for path in looked.aside:
        typer.echo(said("inspected_aside", {"file": path}))


def fork(
    game: Game,
    new: Annotated[str, typer.Argument(help="The id of the sandbox.")],
    to: Annotated[int | None, typer.Option("--to", min=0, help="After this entry; the last by default.")] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", help="HANDLE=PUBLIC_KEY_FILE, bot or random; bots by default.")
    ] = None,
    games: Games = None,
) -> None:
    """Try something out in a copy of a game.

    The copy goes on from one of the game's positions, with new chance, and says so wherever it is shown. It begins with
    the step in which that entry was made. The game itself is not touched.

    Examples:

        pbem fork duel-42 duel-42-what-if

        pbem fork duel-42 duel-42-what-if --to 12 --player anna=anna.pub
    """
    from ..campaign.agreement.fork import begin
    from ..campaign.campaign import games_folder, new_folder
    from .moderator import pair, seat
    from .targets import folder_to_write

    with troubles():
        key = moderator()
        found = campaign(games, game, key)
        given = dict(pair(one, "--player") for one in player or ())
        seats = {handle: seat(handle, value, None) for handle, value in given.items()}
        made = begin(new_folder(folder_to_write(games_folder(games)), new), found, to, key, seats)
    fork = made.genesis.fork or {}
    typer.echo(said("forked", {"folder": made.folder, "game": game, "entry_number": fork["n"]}))


def doctor(
    games: Games = None,
    mend: Annotated[bool, typer.Option("--mend", help="Mend what can be mended without losing anything.")] = False,
    json: Json = False,
) -> None:
    """Examine all games and settings, and say what is wrong.

    For each fault it says how to mend it.

    Examples:

        pbem doctor

        pbem doctor --mend
    """
    from ..campaign.campaign import games_folder
    from ..moderation.doctor import examine

    with troubles():
        found = examine(games_folder(games), moderator(), mend)
    if json:
        as_json(
            [{"game": one.game, "finding": one.key, "text": one.say(language()), "mended": one.mended} for one in found]
        )
    else:
        for one in found:
            typer.echo(f"{one.game + ': ' if one.game else ''}{one.say(language())}")
        if not found:
            typer.echo(said("doctor_well"))
    if any(not one.mended for one in found):
        raise typer.Exit(int(Exit.FAILED))


def register(app: typer.Typer) -> None:
    for command in (preview, inspect, fork, doctor):
        app.command(rich_help_panel="For the moderator")(command)
