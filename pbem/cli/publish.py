"""The command that writes the site."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import completion
from .common import Games, Json, moderator_or_none
from .exits import Exit
from .say import as_json, fail, said, troubles, warn
from .say import language as language_of_reader
from .site_choices import choices, remember
from .targets import folder_to_write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..campaign.running.run import RunReport
    from ..seals.moderator_key import Moderator

SITE = "PBEM_SITE"
Site = Annotated[Path | None, typer.Option("--site", help="Publish the pages here afterwards; $PBEM_SITE by default.")]


def publish(
    games_: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", help="Game ids; all by default.", autocompletion=completion.games),
    ] = None,
    games: Games = None,
    site: Annotated[
        Path | None, typer.Option("--site", help="Where the pages go; $PBEM_SITE or ./site by default.")
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", help="The main language of the pages, en or de; en at first.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", help="The site's address, for the sitemap: https://…")
    ] = None,
    mail: Annotated[
        str | None, typer.Option("--mail", help="Where players mail their moves; shown on their desks.")
    ] = None,
    engine_in_folder: Annotated[
        bool | None,
        typer.Option(
            "--engine-in-folder/--no-engine-in-folder", help="Play on pages opened from a folder too (adds 10 MB)."
        ),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Render everything again.")] = False,
    json: Json = False,
) -> None:
    """Write the pages: plain files that need no server.

    They can be opened from a folder, mailed, or served from anywhere. Only what changed is rendered, and readers never
    see half a site. Games that are not over need the moderator's key. Language, address and mail are remembered for the
    site, also by `pbem run --site`; before they are said, those of post.yaml count.

    Examples:

        pbem publish

        pbem publish duel-42 --site /srv/www/games --language de

        pbem publish --full --address https://lantern.example/ --mail moves@lantern.example

    With `pbem engine get` before, readers can play on the pages. From a folder, browsers fetch nothing: ask for
    --engine-in-folder if the pages are read there.
    """
    from ..campaign.campaign import games_folder
    from ..pages.publishing import publish_games
    from ..pages.store import PageFault
    from ..words import LANGUAGES

    if language is not None and language not in LANGUAGES:
        fail(said("one_of", {"option": "--language", "right": " | ".join(LANGUAGES), "found": language}), Exit.USAGE)
    target = folder_to_write(site or Path(os.environ.get(SITE) or "site"))
    chosen = choices(target, language=language, address=address, mail=mail, engine_in_folder=engine_in_folder)
    with troubles():
        try:
            report = publish_games(
                games_folder(games),
                games_,
                moderator_or_none(),
                target,
                full=full,
                **chosen._asdict(),
            )
            remember(target, chosen)
        except PageFault as fault:
            fail(str(fault), Exit.DISK)
    done = report.published
    if json:
        as_json(
            {
                "site": str(target),
                "games": done.games,
                "written": done.written,
                "removed": done.removed,
                "failed": {game: str(error) for game, error in report.failed.items()},
            }
        )
    else:
        counted = {name: len(getattr(done, name)) for name in ("games", "written", "removed")}
        typer.echo(said("published", {"folder": target, **counted}))
    _tell_broken_titles()
    for game, error in report.failed.items():
        warn(said("pages_stay", {"game": game, "why": error.say(language_of_reader())}))
    if report.failed:
        raise typer.Exit(int(Exit.FAILED))


def wanted_site(site: Path | None) -> Path | None:
    """Where the pages go after a run, if a site was asked for."""
    target = site or (Path(os.environ[SITE]) if os.environ.get(SITE) else None)
    return folder_to_write(target) if target else None


def bring_up_to_date(
    folder: Path, key: Moderator | None, target: Path, reports: Sequence[RunReport], silent: bool, quiet: bool
) -> None:
    """Publish what a run reports."""
    from ..pages.publishing import publish_games
    from ..pages.store import PageFault

    with troubles():
        try:
            happened = {report.game: report.happened for report in reports}
            kept = choices(target)._asdict()
            done = publish_games(folder, None, key, target, happened=happened, **kept).published
        except PageFault as fault:
            fail(str(fault), Exit.DISK)
    if not silent and (done.written or not quiet):
        typer.echo(said("files_written", {"folder": target, "written": len(done.written)}))
    _tell_broken_titles()


def _tell_broken_titles() -> None:
    """Report titles from other distributions that the site had to leave out."""
    from .. import titles

    for fault in titles.broken():
        warn(fault)


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel="For the moderator")(publish)
