"""All commands of `pbem`, by audience: moderator, player, onlooker, maker of titles."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from . import say
from .plain_values import take_plainly

FIRST = "To begin with"
"""The few commands that a newcomer of any kind needs."""
NEWCOMERS = ("play", "keygen", "new", "join", "run", "show", "order", "status")
MODULES = {
    "play": ("play",),
    "player": ("keygen", "join", "moves", "order", "standing", "undo", "vote", "key", "receipts"),
    "rehearsing": ("check",),
    "sealed": ("open",),
    "moderator": ("new", "run"),
    "workshop": ("preview", "inspect", "fork", "doctor"),
    "clocks": ("absence", "pause", "resume", "extend", "clock"),
    "speech": ("press", "notes"),
    "seats": ("seat", "takeover", "substitute", "resign"),
    "corrections": ("rollback", "ruling"),
    "post": ("sign", "receive", "init", "hook"),
    "publish": ("publish",),
    "engine": ("engine",),
    "onlooker": ("status", "show", "log", "verify", "replay"),
    "lookup": ("map",),
    "maker": ("scenario", "simulate", "facts", "rules", "title"),
}
"""Where each command is, in the order of the help."""


class ByReader(TyperGroup):
    """Lists commands by who needs them. (Typer itself groups them only with rich, which is slow to import.)"""

    def get_params(self, ctx: Any) -> Any:
        return take_plainly(super().get_params(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            take_plainly(command.get_params(ctx))
        return name, command, rest

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


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pbem {__version__}")
        raise typer.Exit


def pbem(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    say.begin()


def command_line(wanted: str | None = None) -> typer.Typer:
    """All commands; or the wanted one alone, if there is one of that name, because building a command takes time."""
    needed = [name for name, commands in MODULES.items() if wanted in commands]
    app = typer.Typer(
        cls=ByReader,
        help="Play board games by e-mail: signed moves, sealed hands, dice anyone can check, pages without a server.",
        no_args_is_help=True,
        add_completion=not needed,  # its options belong to the program itself, and take time to load
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # rich costs more time to import than the whole help may take
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(pbem)
    for name in needed or MODULES:
        import_module(f".{name}", __package__).register(app)
    if needed:
        app.registered_commands = [one for one in app.registered_commands if _name(one) == wanted]
        app.registered_groups = [one for one in app.registered_groups if one.name == wanted]
    return app


def _name(command: Any) -> str:
    name: str = command.name or command.callback.__name__
    return name
