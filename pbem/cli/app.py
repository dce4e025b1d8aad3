"""All commands of `pbem`, by reader: moderator, player, onlooker, maker of titles."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from . import maker, moderator, onlooker, player, post, publish, say, sealed

app = typer.Typer(
    help="Play board games by e-mail: signed moves, sealed hands, dice anyone can check, pages without a server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich costs more time to import than the whole help may take
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pbem {__version__}")
        raise typer.Exit


@app.callback()
def pbem(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    say.speak()


player.register(app)
sealed.register(app)
moderator.register(app)
post.register(app)
publish.register(app)
onlooker.register(app)
maker.register(app)
