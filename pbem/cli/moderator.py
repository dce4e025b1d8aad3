"""Commands of the moderator: new, run."""

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
from .common import Game, Games, Json, Now, Wait, moderator_or_none, passphrase
from .exits import Exit
from .post import Settings, carried
from .publish import Site, bring_up_to_date, wanted_site
from .say import as_json, fail, said, speak, speak_of_all, troubles
from .targets import folder_to_write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..campaign.agreement.genesis import Seat
    from ..campaign.running.run import RunReport
    from ..seals.moderator_key import Moderator


def new(
    game: Game,
    title: Annotated[
        str, typer.Option("--title", help="The title, e.g. wonders_duel.", autocompletion=completion.titles)
    ],
    player: Annotated[
        list[str],
        typer.Option(
            "--player",
            help="HANDLE=PUBLIC_KEY_FILE in seat order; HANDLE=bot or HANDLE=random for a bot; HANDLE=empty for "
            "somebody who joins later, where the title allows it.",
        ),
    ],
    name: Annotated[list[str] | None, typer.Option("--name", help="HANDLE=NAME: the name shown on pages.")] = None,
    recipient: Annotated[
        list[str] | None,
        typer.Option("--recipient", help="HANDLE=age1…: seal the hand to this, not to the ssh key."),
    ] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the title, NAME=VALUE.")] = None,
    language: Annotated[str, typer.Option("--language", help="The game's language: en or de.")] = "en",
    deadline: Deadline = "0",
    deadline_in: DeadlineIn = None,
    at_deadline: AtDeadline = "wait",
    cool_off: CoolOff = None,
    zone: TimeZone = None,
    days: Days = None,
    hour: Hour = None,
    grace: Grace = None,
    earliest: Earliest = None,
    remind: Remind = None,
    runs: Runs = None,
    holidays: Holidays = None,
    misses: Annotated[
        int | None,
        typer.Option(
            "--misses",
            min=1,
            help="With --at-deadline replace: misses in a row that free a seat; else 3.",
        ),
    ] = None,
    away: Annotated[
        str | None,
        typer.Option(
            "--absence",
            help="How long a player may be away in the whole game, e.g. 14d; 28d if there is a deadline.",
        ),
    ] = None,
    second: Annotated[
        Path | None,
        typer.Option("--second-moderator", help="The public key of the person who can take over if you cannot go on."),
    ] = None,
    fixed: Annotated[
        bool, typer.Option("--fixed-clock", help="Nobody can pause, extend or change the clock later.")
    ] = False,
    talk: Annotated[
        str,
        typer.Option("--press", help="Which letters players may write: free, public (to all only) or none."),
    ] = "free",
    talk_anonymous: Annotated[
        bool, typer.Option("--press-anonymous", help="Letters may leave out their writer.")
    ] = False,
    talk_opened: Annotated[
        bool, typer.Option("--press-opened", help="Private letters are opened to all at the end.")
    ] = False,
    talk_rate: Annotated[int, typer.Option("--press-rate", min=1, help="Letters a player may write a day.")] = 20,
    files: Annotated[
        str,
        typer.Option(
            "--files",
            help="sealed: move files stay secret until the game is over, and so do plans; "
            "open: they are shown at once, so that signatures can be checked during the game.",
        ),
    ] = "sealed",
    undo: Annotated[
        str,
        typer.Option(
            "--undo",
            help="open: players can take back answers of their own turn until somebody could have learned from them; "
            "never: answers stay.",
        ),
    ] = "open",
    rollback: Annotated[
        str, typer.Option("--rollback", help="Who may roll the game back: moderator, vote or nobody.")
    ] = "moderator",
    rulings: Annotated[
        str, typer.Option("--rulings", help="Who may change the position from outside the rules: moderator or nobody.")
    ] = "moderator",
    votes: Annotated[
        str,
        typer.Option("--votes", help="How many must agree in a vote: all, two_thirds or majority; none for no votes."),
    ] = "majority",
    ballots: Annotated[
        str, typer.Option("--ballots", help="open: everybody sees each vote; secret: only when the game is over.")
    ] = "open",
    edition: Annotated[
        Path | None, typer.Option("--edition", help="A file with changes to the title's data (docs/editions.md).")
    ] = None,
    games: Games = None,
) -> None:
    """Start a campaign.

    This writes the genesis, which every seat then signs with `pbem join`. Unless you set a deadline there is none;
    unless you set days and hours it may fall at any time.

    Examples:

        pbem new duel-42 --title wonders_duel --player anna=anna.pub --player ben=ben.pub

        pbem new duel-43 --title wonders_duel --player anna=anna.pub --player robo=bot --language de

        pbem new duel-44 --title wonders_duel --player anna=anna.pub --player robo=bot --deadline 3d --at-deadline bot

        pbem new duel-45 --title wonders_duel --player anna=anna.pub --player robo=bot --deadline 3d --days mon-fri
    """
    from ..campaign.agreement import genesis
    from ..campaign.campaign import games_folder, new_folder
    from ..campaign.running.create import begin
    from ..seals.keys import PublicKey, load_public
    from ..titles.editions import parse
    from ..words import LANGUAGES

    speak(language if language in LANGUAGES else None, games)
    if files not in ("sealed", "open"):
        fail(said("one_of", {"option": "--files", "right": "sealed | open", "found": files}), Exit.USAGE)
    if rollback not in ("moderator", "vote", "nobody"):
        right = "moderator | vote | nobody"
        fail(said("one_of", {"option": "--rollback", "right": right, "found": rollback}), Exit.USAGE)
    if rulings not in ("moderator", "nobody"):
        fail(said("one_of", {"option": "--rulings", "right": "moderator | nobody", "found": rulings}), Exit.USAGE)
    if votes not in ("none", "all", "two_thirds", "majority"):
        right = "none | all | two_thirds | majority"
        fail(said("one_of", {"option": "--votes", "right": right, "found": votes}), Exit.USAGE)
    if ballots not in ("open", "secret"):
        fail(said("one_of", {"option": "--ballots", "right": "open | secret", "found": ballots}), Exit.USAGE)
    if undo not in ("open", "never"):
        fail(said("one_of", {"option": "--undo", "right": "open | never", "found": undo}), Exit.USAGE)
    with troubles():
        names, ages = _pairs(name, "--name"), _pairs(recipient, "--recipient")
        players = [
            (handle, names.pop(handle, handle), seat(handle, given, ages.pop(handle, None)))
            for handle, given in (pair(one, "--player") for one in player)
        ]
        for handle in (*names, *ages):
            fail(said("no_such_player", {"name": handle}), Exit.USAGE)
        key = _key_of_moderator()
        given = {
            "deadline": deadline,
            "deadline_in": deadline_in,
            "at_deadline": at_deadline,
            "zone": zone,
            "days": days,
            "hour": hour,
            "grace": grace,
            "earliest": earliest,
            "remind": remind,
            "runs": runs,
            "holidays": holidays,
            "cool_off": cool_off if cool_off is not None else "30m" if genesis.hours(deadline or "0") else "0",
        }
        limits = terms(genesis.Terms(files=files), **given)
        if misses is not None and limits.at_deadline != "replace":
            fail(said("needs_replace"), Exit.USAGE)
        budget = genesis.hours(away if away is not None else "28d" if limits.hours or limits.windows else "0")
        policy = {
            "undo": undo,
            "rollback": rollback,
            "ruling": rulings,
            **({"votes": votes, "ballots": ballots} if votes != "none" else {}),
            **({} if fixed else {"clock": "moderator"}),
            **({"absence": budget} if budget else {}),
            **({"drop": misses or 3} if limits.at_deadline == "replace" else {}),
            **_talk(talk, talk_anonymous, talk_opened, talk_rate),
        }
        folder = new_folder(folder_to_write(games_folder(games)), game)
        options = dict(pair(one, "--option") for one in option or ())
        heir = PublicKey(load_public(second).raw) if second is not None else None
        own = parse(_text(edition), edition.name) if edition else None
        made = begin(folder, key, title, players, options, language, limits, edition=own, policy=policy, second=heir)
    typer.echo(said("begun", {"folder": made.folder, "digest": made.genesis_digest}))
    waiting = [seat.handle for seat in made.genesis.seats if not seat.bot]
    if waiting:
        typer.echo(said("begun_next", {"game": game, "name": waiting[0]}))


def _talk(kind: str, anonymous: bool, opened: bool, rate: int) -> dict[str, object]:
    """What the players agree to about press."""
    from ..campaign.acts.press import FREE, NONE, PUBLIC, RATE

    if kind not in (FREE, PUBLIC, NONE):
        right = f"{FREE} | {PUBLIC} | {NONE}"
        fail(said("one_of", {"option": "--press", "right": right, "found": kind}), Exit.USAGE)
    if kind == NONE:
        return {}
    return {
        "press": kind,
        **({"press_anonymous": True} if anonymous else {}),
        **({"press_opened": True} if opened else {}),
        **({"press_rate": rate} if rate != RATE else {}),
    }


def _text(file: Path) -> str:
    from ..titles.editions import LARGEST

    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(LARGEST + 1)  # a pipe or a device may have no end
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else said("not_utf8")
        fail(said("unreadable", {"file": file, "why": why}), Exit.NOT_FOUND)


def pair(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        fail(said("pair", {"option": option, "found": repr(text)}), Exit.USAGE)
    return name.strip(), value.strip()


def _pairs(given: list[str] | None, option: str) -> dict[str, str]:
    return dict(pair(one, option) for one in given or ())


def seat(handle: str, given: str, age: str | None) -> "Seat | str":
    from ..campaign.agreement.genesis import Seat
    from ..campaign.running.bots import DEFAULT, EMPTY, OWN, RANDOM
    from ..seals.keys import load_public, parse_public
    from ..seals.recipients import parse_age

    if given in (OWN, RANDOM, DEFAULT, EMPTY):
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
    games_: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", help="Game ids; all by default.", autocompletion=completion.games),
    ] = None,
    games: Games = None,
    now: Now = None,
    wait: Wait = 0.0,
    mail: Annotated[bool, typer.Option("--mail", help="Fetch moves by mail first; send replies at the end.")] = False,
    git: Annotated[bool, typer.Option("--git", help="Pull first; commit once and push at the end.")] = False,
    post: Settings = None,
    site: Site = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing where nothing is new; for cron.")] = False,
    json: Json = False,
) -> None:
    """Process the inbox: check moves, apply them, send answers.

    It also writes the ledger and seals hands, and plays what is due. Safe to repeat and to kill.

    Examples:

        pbem run

        pbem run duel-42 --json

        pbem run --mail --git

        pbem run --mail --site /srv/www/games --quiet
    """
    from ..campaign.campaign import all_games, games_folder
    from ..campaign.clock import deadlines

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
                bring_up_to_date(folder, key, target, reports, silent=json, quiet=quiet)
            except typer.Exit as stopped:  # what was run is reported all the same
                codes.append(stopped.exit_code)

    with troubles():
        folder = games_folder(games)
        at = deadlines.read(now) if now else None
        chosen = games_ or all_games(folder)
        reports: list[RunReport] = []
        if chosen or mail or git:
            reports = carried(folder, games_ or None, at, wait, mail, git, post, json, quiet, failed, publish)
        else:
            publish(moderator_or_none(), reports)
    if json:
        as_json([_data(report) for report in reports])
    elif not chosen and not reports and not quiet:
        typer.echo(said("no_games", {"folder": folder}))
    if codes:
        raise typer.Exit(codes[0])


def _data(report: "RunReport") -> dict[str, object]:
    from ..post.folder import named

    return {
        "game": report.game,
        "before": report.before,
        "n": report.n,
        "over": report.over,
        "receipts": [one.data() | ({} if named(report, one) else {"player": None}) for one in report.receipts],
        "written": report.written,
        "overdue": report.overdue,
        "defaulted": report.defaulted,
        "dropped": report.dropped,
        "troubles": [
            {"file": one.name, "stage": one.stage, "why": one.why, "path": one.path and str(one.path)}
            for one in report.troubles
        ],
    }


def register(app: typer.Typer) -> None:
    for command in (new, run):
        app.command(rich_help_panel="For the moderator")(command)
