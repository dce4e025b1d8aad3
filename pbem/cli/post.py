"""Commands about the post: sign, receive, init, hook; and what `pbem run` does with --mail and --git."""

import os
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Games, Key, Now, moderator, private_key
from .exits import Exit
from .mail_server import TEMPORARY
from .say import code_of, language, said, troubles
from .targets import folder_to_write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..campaign.running.run import RunReport
    from ..campaign.running.trouble import Trouble
    from ..moderation.loop import Failed
    from ..post.mail.carrier import MailCarrier
    from ..post.mail.settings import Settings as MailSettings
    from ..seals.moderator_key import Moderator

Settings = Annotated[
    Path | None, typer.Option("--post", help="Settings for mail; $PBEM_POST or post.yaml beside the moderator's key.")
]
_WAIT = 120.0
"""How long one `receive` waits for the others: a mail server may start ten at once."""
_LARGEST_FILE = 256 * 1024 * 1024


def carried(
    folder: Path,
    chosen: list[str] | None,
    now: str | None,
    wait: float,
    by_mail: bool,
    by_git: bool,
    post: Path | None,
    silent: bool,
    quiet: bool,
    failed: "Failed",
    publish: "Callable[[Moderator, Sequence[RunReport]], None] | None",
) -> "list[RunReport]":
    """One run of the moderator with the requested carriers; the folder is always one of them.

    `silent`: a program reads what is printed. `quiet`: nothing is printed of games where nothing is new.
    """
    from ..campaign.campaign import find
    from ..moderation.loop import moderate
    from ..post.carrier import Carrier
    from ..post.chat.carrier import set_up
    from ..post.folder import FolderCarrier

    with ExitStack() as stack:
        carriers: list[Carrier] = []
        mails: MailCarrier | None = None
        key = moderator()
        if by_git:
            from ..post.git import repository
            from ..post.git.carrier import GitCarrier

            start = find(folder, chosen[0]) if chosen else folder
            carriers.append(GitCarrier(repository.top(start), lambda _: None, moderator=key))
        if by_mail:
            from ..post.mail import settings
            from ..post.mail.carrier import opened

            mails = stack.enter_context(opened(settings.load(post), key, now, wait=wait))
            stack.callback(_tell_mail, mails, silent)
            carriers.append(mails)
        if not silent:
            carriers.append(FolderCarrier(typer.echo, quiet))
        rooms = set_up()
        carriers += rooms
        pages = partial(publish, key) if publish else None
        reports = moderate(carriers, folder, key, chosen, now, wait, failed, pages)
        _tell_troubles([one for report in reports for one in report.troubles])
        _tell_failed([one for room in rooms for one in room.failed])
        for error in () if mails is None else mails.failures:
            failed("", error)
        return reports


def _tell_mail(carrier: "MailCarrier", quiet: bool) -> None:
    if not quiet and carrier.sent:
        typer.echo(said("mails_sent", {"count": carrier.sent}))
    _tell_troubles(carrier.troubles)
    _tell_failed(carrier.failed)


def _tell_failed(sentences: "Sequence[str]") -> None:
    for one in sentences:
        typer.secho(f"pbem: {one}", fg=typer.colors.RED, err=True)


def _tell_troubles(troubles: "Sequence[Trouble]") -> None:
    """Files that were set aside, each reported once."""
    for one in troubles:
        if not one.known:
            typer.secho(f"pbem: {one.said.say(language())}", fg=typer.colors.RED, err=True)


def receive(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Mails as files; left out, one mail is read from standard input.")
    ] = None,
    games: Games = None,
    post: Settings = None,
    now: Now = None,
    check: Annotated[bool, typer.Option("--check", help="Read no mail; say whether all is set up.")] = False,
) -> None:
    """Take one mail from standard input, run its games, and reply.

    For procmail, sieve or an alias. Exits with 0, or with 75 if it should be tried again, which mail servers do by
    themselves.

    Examples:

        pbem receive --check

        pbem receive < mail.eml

        |pbem receive --games /srv/games          # in /etc/aliases or a .forward file
    """
    from ..campaign.campaign import games_folder
    from ..campaign.clock import deadlines
    from ..campaign.running.trouble import passes, reason
    from ..moderation.loop import moderate
    from ..post.chat.carrier import set_up
    from ..post.mail import settings
    from ..post.mail.carrier import opened
    from ..post.mail.mailboxes import HandedOver

    if check:
        with troubles():
            moderator()
            _tell_set_up(settings.load(post), games_folder(games))
        return

    def failed(game: str, error: Exception) -> None:
        typer.secho(f"pbem: {game}: {error}", fg=typer.colors.RED, err=True)
        if passes(error):
            later.append(game)

    later: list[str] = []
    with troubles():
        at = deadlines.read(now) if now else None
        raw = [_mail(path) for path in files or ()]
    try:
        raw = raw if files else [_standard_input()]
        key = moderator()
        with opened(settings.load(post), key, at, HandedOver(raw), _WAIT) as carrier:
            folder = games_folder(games)
            rooms = set_up()
            reports = moderate([carrier, *rooms], folder, key, None, at, _WAIT, failed, only_sent=True)
            _tell_troubles([one for report in reports for one in report.troubles])
            _tell_mail(carrier, False)
            _tell_failed([one for room in rooms for one in room.failed])
            if carrier.unsent is not None:
                # The answers wait in the spool. The mail itself is dealt with, and must not bounce.
                typer.secho(f"pbem: {carrier.unsent}", fg=typer.colors.RED, err=True)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        # Whatever it is, the mail is not lost if the server keeps it, and its sender can do nothing about it.
        told = str(error) if code_of(error) is not None else reason(error)
        typer.secho(f"pbem: {told}", fg=typer.colors.RED, err=True)
        raise typer.Exit(TEMPORARY) from None
    if later:
        raise typer.Exit(TEMPORARY)


def _tell_set_up(found: "MailSettings", games: Path) -> None:
    """Where mails go from here, those that are no submissions included."""
    from ..campaign.campaign import all_games
    from ..post.mail.other_mail import kept_in

    typer.echo(said("receive_games", {"folder": games, "count": len(all_games(games))}))
    if found.sender is None:
        typer.echo(said("receive_silent"))
    named = found.other_address or found.other_folder
    typer.echo(said("receive_other" if named else "receive_other_unnamed", {"where": named or kept_in(found)}))


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError("there is no standard input, and no file was named")
    return sys.stdin.buffer.read()


def _mail(path: Path) -> bytes:
    from ..storage.disk import read

    return read(path, _LARGEST_FILE)


def sign(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="Move files; `-` for standard input."),
    ],
    key: Key,
    seal: Annotated[
        Path | None, typer.Option("--seal", help="Seal the block to this public key of the moderator.")
    ] = None,
) -> None:
    """Sign move files and print the blocks to paste into a mail.

    One mail can carry blocks for many games. If a file does not say when it was written, the time is added, because
    mails may overtake each other.

    Examples:

        pbem sign orders.yaml --key ~/.ssh/anna

        pbem sign duel-1.orders.yaml duel-2.orders.yaml --key ~/.ssh/anna
    """
    from ..campaign.clock import deadlines
    from ..campaign.movefile import dated
    from ..seals.keys import load_public
    from ..seals.signed import clear_block, sealed_block, sign_move

    with troubles():
        payloads = [sys.stdin.buffer.read(1 << 20) if str(file) == "-" else _mail(file) for file in files]
        signing, to = private_key(key), [load_public(seal)] if seal else []
        blocks = []
        for payload in payloads:
            move = sign_move(dated(payload.replace(b"\r\n", b"\n"), deadlines.now()), signing)
            blocks.append(sealed_block(move, to) if to else clear_block(move))
        typer.echo("\n".join(blocks), nl=False)


def init(
    folder: Annotated[Path, typer.Argument(help="The repository to make or to complete.")] = Path(),
    github: Annotated[bool, typer.Option("--github", help="Write a workflow for GitHub.")] = False,
    gitlab: Annotated[bool, typer.Option("--gitlab", help="Write a pipeline for GitLab.")] = False,
    bare: Annotated[
        Path | None,
        typer.Option("--bare", help="Make a shared bare repository here that runs the moderator."),
    ] = None,
    wheel: Annotated[
        Path | None, typer.Option("--wheel", help="The wheel of pbem that --github and --gitlab install.")
    ] = None,
) -> None:
    """Make a git repository for games that moderates itself.

    When somebody pushes a move, the moderator runs.

    Examples:

        pbem init table --github --wheel pbem-0.2.0-py3-none-any.whl

        pbem init table --bare /srv/git/table.git
    """
    from ..post.git.scaffolds import init as make

    for wanted in (folder, bare or folder):
        folder_to_write(wanted)
    with troubles():
        for path in make(folder, github, gitlab, bare, wheel):
            typer.echo(said("wrote", {"file": path}))
    typer.echo(said("init_next", {"folder": folder / "games"}))


hooks = typer.Typer(
    help="Check pushes to a shared repository, and run the moderator.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@hooks.command("install")
def hook_install(
    folder: Annotated[Path, typer.Argument(help="The repository that players push to.")] = Path(),
) -> None:
    """Install the hooks into a repository.

    Example:

        pbem hook install /srv/git/table.git
    """
    from ..post.git.hooks import install

    with troubles():
        for path in install(folder):
            typer.echo(said("wrote", {"file": path}))


@hooks.command("run")
def hook_run(
    folder: Annotated[Path, typer.Argument(help="The repository that players push to.")] = Path(),
    now: Now = None,
) -> None:
    """Play what is due although nobody pushes; for cron.

    That is deadlines, and orders whose cool-off is over.

    Example:

        pbem hook run /srv/git/table.git
    """
    from ..campaign.clock import deadlines
    from ..moderation.after_push import serve

    with troubles():
        well = serve(folder, moderator(), typer.echo, deadlines.read(now) if now else None)
    if not well:
        raise typer.Exit(Exit.FAILED)


@hooks.command("pre-receive")
def hook_pre_receive() -> None:
    """Refuse a push of anything but signed files; called by git."""
    from ..post.git.hooks import pre_receive, read_updates

    if not pre_receive(Path(), read_updates(sys.stdin.readlines()), moderator, dict(os.environ), typer.echo):
        raise typer.Exit(Exit.FAILED)


@hooks.command("post-receive")
def hook_post_receive() -> None:
    """Run the moderator on what was pushed; called by git."""
    from ..moderation.after_push import post_receive
    from ..post.git.hooks import read_updates

    if not post_receive(Path(), read_updates(sys.stdin.readlines()), moderator, typer.echo):
        raise typer.Exit(Exit.FAILED)


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel="For players")(sign)
    for command in (receive, init):
        app.command(rich_help_panel="For the moderator")(command)
    app.add_typer(hooks, name="hook", rich_help_panel="For the moderator")
