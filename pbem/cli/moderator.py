"""Commands of the moderator: new, run."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Game, Games, Json, moderator_or_none, passphrase
from .exits import Exit
from .post import Settings, carried
from .publish import Site, bring_up_to_date, wanted_site
from .say import as_json, fail, said, speak, speak_of_all, troubles
from .targets import folder_to_write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..campaign.genesis import Seat
    from ..campaign.run import RunReport
    from ..seals.moderator_key import Moderator


def new(
    game: Game,
    title: Annotated[str, typer.Option("--title", help="The title, e.g. wonders_duel.")],
    player: Annotated[
        list[str],
        typer.Option("--player", help="HANDLE=PUBLIC_KEY_FILE in seat order; HANDLE=bot or HANDLE=random for a bot."),
    ],
    name: Annotated[list[str] | None, typer.Option("--name", help="HANDLE=NAME: how pages call the player.")] = None,
    recipient: Annotated[
        list[str] | None, typer.Option("--recipient", help="HANDLE=age1…: seal the hand for this, not for the ssh key.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the title, NAME=VALUE.")] = None,
    language: Annotated[str, typer.Option("--language", help="Language of reports: en or de.")] = "en",
    deadline: Annotated[str, typer.Option("--deadline", help="Time to answer, e.g. 72h or 3d; 0: none.")] = "0",
    deadline_in: Annotated[
        list[str] | None,
        typer.Option("--deadline-in", help="WINDOW=TIME: another time to answer in a window of the title, e.g. 12h."),
    ] = None,
    at_deadline: Annotated[
        str, typer.Option("--at-deadline", help="notify: only say so; default: the default answer is taken.")
    ] = "notify",
    cool_off: Annotated[
        str | None,
        typer.Option(
            "--cool-off",
            help="How long a file waits that would have dice thrown, so that a slip can be corrected, e.g. 30m; "
            "30m by default where there is a deadline, else 0.",
        ),
    ] = None,
    files: Annotated[
        str,
        typer.Option(
            "--files",
            help="sealed: move files stay sealed in the ledger to the end, so that plans stay secret; "
            "open: they are shown at once, so that signatures can be checked during the game.",
        ),
    ] = "sealed",
    edition: Annotated[
        Path | None, typer.Option("--edition", help="A file with corrections of the title's data (docs/editions.md).")
    ] = None,
    games: Games = None,
) -> None:
    """Start a campaign: the genesis, which every seat then signs with `pbem join`.

    Examples:

        pbem new duel-42 --title wonders_duel --player anna=anna.pub --player ben=ben.pub

        pbem new duel-43 --title wonders_duel --player anna=anna.pub --player robo=bot --language de

        pbem new duel-44 --title wonders_duel --player anna=anna.pub --player ben=ben.pub \\
            --option first_game_sets=true --deadline 3d --deadline-in draft=12h --at-deadline default
    """
    from ..campaign import genesis
    from ..campaign.campaign import games_folder, new_folder
    from ..campaign.create import begin
    from ..titles import IN_THE_MAKING
    from ..titles.editions import parse
    from ..words import LANGUAGES

    speak(language if language in LANGUAGES else None, games)
    if at_deadline not in ("notify", "default"):
        fail(said("one_of", {"option": "--at-deadline", "right": "notify | default", "found": at_deadline}), Exit.USAGE)
    if files not in ("sealed", "open"):
        fail(said("one_of", {"option": "--files", "right": "sealed | open", "found": files}), Exit.USAGE)
    if title in IN_THE_MAKING:
        fail(said("in_the_making", {"title": title}), Exit.USAGE)
    with troubles():
        names, ages = _pairs(name, "--name"), _pairs(recipient, "--recipient")
        players = [
            (handle, names.pop(handle, handle), _seat(handle, given, ages.pop(handle, None)))
            for handle, given in (_pair(one, "--player") for one in player)
        ]
        for handle in (*names, *ages):
            fail(said("no_such_player", {"name": handle}), Exit.USAGE)
        key = _key_of_moderator()
        hours = genesis.hours(deadline)
        wait = genesis.minutes(cool_off if cool_off is not None else "30m" if hours else "0")
        windows = {window: genesis.hours(time) for window, time in _pairs(deadline_in, "--deadline-in").items()}
        limits = genesis.Terms(hours, at_deadline, files, wait, windows)
        folder = new_folder(folder_to_write(games_folder(games)), game)
        options = dict(_pair(one, "--option") for one in option or ())
        own = parse(_text(edition), edition.name) if edition else None
        made = begin(folder, key, title, players, options, language, limits, edition=own)
    typer.echo(said("begun", {"folder": made.folder, "digest": made.genesis_digest}))
    waiting = [seat.handle for seat in made.genesis.seats if not seat.bot]
    if waiting:
        typer.echo(said("begun_next", {"game": game, "name": waiting[0]}))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else said("not_utf8")
        fail(said("unreadable", {"file": file, "why": why}), Exit.NOT_FOUND)


def _pair(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        fail(said("pair", {"option": option, "found": repr(text)}), Exit.USAGE)
    return name.strip(), value.strip()


def _pairs(given: list[str] | None, option: str) -> dict[str, str]:
    return dict(_pair(one, option) for one in given or ())


def _seat(handle: str, given: str, age: str | None) -> "Seat | str":
    from ..campaign.bots import OWN, RANDOM
    from ..campaign.genesis import Seat
    from ..seals.keys import load_public, parse_public
    from ..seals.recipients import parse_age

    if given in (OWN, RANDOM):
        return given
    key = parse_public(given) if given.startswith("ssh-ed25519 ") else load_public(Path(given))
    return Seat(handle, handle, key, parse_age(age, f"The recipient of {handle}") if age else None)


def _key_of_moderator() -> "Moderator":
    """The moderator's key; created for the very first campaign."""
    from ..seals import moderator_key as moderators
    from ..seals.errors import SealError, SealFault

    try:
        return moderators.load(ask=passphrase)
    except SealError as error:
        if error.fault is not SealFault.MODERATOR_ABSENT:
            raise
    made = moderators.create()
    where = moderators.key_folder() / moderators.NAME
    typer.echo(said("made_moderator", {"file": where}), err=True)
    return made


def run(
    games_: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Game ids; all by default.")] = None,
    games: Games = None,
    now: Annotated[str | None, typer.Option("--now", help="Take this time (UTC) for now, for trials.")] = None,
    wait: Annotated[float, typer.Option("--wait", min=0, help="Seconds to wait for another moderator.")] = 0.0,
    mail: Annotated[bool, typer.Option("--mail", help="Collect moves by mail before, and send answers after.")] = False,
    git: Annotated[bool, typer.Option("--git", help="Pull before; one commit and a push after.")] = False,
    post: Settings = None,
    site: Site = None,
    json: Json = False,
) -> None:
    """Deal with the inbox: verify, apply, append to the ledger, seal hands, answer. Safe to repeat and to kill.

    Examples:

        pbem run

        pbem run duel-42 --json

        pbem run --mail --git

        pbem run --site site
    """
    from ..campaign import clock
    from ..campaign.campaign import all_games, games_folder

    target = wanted_site(site)
    codes: list[int] = []

    def failed(game: str, error: Exception) -> None:
        try:
            with troubles(game if len(chosen) > 1 else ""):
                raise error
        except typer.Exit as stopped:  # the other games can go on
            codes.append(stopped.exit_code)

    def publish(key: "Moderator | None", reports: "Sequence[RunReport]") -> None:
        if reports:
            speak_of_all(report.language for report in reports)
        if target is not None:
            try:
                bring_up_to_date(folder, key, target, reports, quiet=json)
            except typer.Exit as stopped:  # what was run is reported all the same
                codes.append(stopped.exit_code)

    with troubles():
        folder = games_folder(games)
        at = clock.read(now) if now else None
        chosen = games_ or all_games(folder)
        reports: list[RunReport] = []
        if chosen or mail or git:
            reports = carried(folder, games_ or None, at, wait, mail, git, post, json, failed, publish)
        else:
            publish(moderator_or_none(), reports)
    if json:
        as_json([_data(report) for report in reports])
    elif not chosen and not reports:
        typer.echo(said("no_games", {"folder": folder}))
    if codes:
        raise typer.Exit(codes[0])


def _data(report: "RunReport") -> dict[str, object]:
    return {
        "game": report.game, "before": report.before, "n": report.n, "over": report.over,
        "receipts": [one.data() for one in report.receipts], "written": report.written,
        "overdue": report.overdue, "defaulted": report.defaulted,
        "troubles": [
            {"file": one.name, "stage": one.stage, "why": one.why, "path": one.path and str(one.path)}
            for one in report.troubles
        ],
    }  # fmt: skip


def register(app: typer.Typer) -> None:
    for command in (new, run):
        app.command(rich_help_panel="For the moderator")(command)
