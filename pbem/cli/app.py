"""All commands of `pbem`, by audience: moderator, player, onlooker, maker of titles."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from . import maker, moderator, onlooker, player, post, publish, say, sealed

FIRST = "To begin with"
"""The few commands that a newcomer of any kind needs."""
NEWCOMERS = ("keygen", "new", "join", "run", "show", "order", "status")


class ByReader(TyperGroup):
    """Lists commands by who needs them. (Typer itself groups them only with rich, which is slow to import.)"""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        shown = {name: command for name, command in self.commands.items() if not command.hidden}
        panels: dict[str, list[str]] = {FIRST: [name for name in NEWCOMERS if name in shown]}
        for name, command in shown.items():
            if name not in NEWCOMERS:
                panels.setdefault(getattr(command, "rich_help_panel", None) or "Others", []).append(name)
        width = max(map(len, shown))
        for panel, names in panels.items():
            with formatter.section(panel):
                formatter.write_dl(
                    [(name.ljust(width), shown[name].get_short_help_str(formatter.width - width - 6)) for name in names]
                )


app = typer.Typer(
    cls=ByReader,
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
