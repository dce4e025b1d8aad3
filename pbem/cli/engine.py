"""The command that gets what boards in a browser are played with: engine get."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from pathlib import Path
from typing import Annotated

import typer

from .exits import Exit
from .say import fail, said

engine_commands = typer.Typer(
    no_args_is_help=True,
    help="Let readers play in their browsers, on the pages.",
)


@engine_commands.command()
def get(
    tarball: Annotated[Path | None, typer.Option("--from", help="Take the package from this file.")] = None,
) -> None:
    """Get the Python that runs in browsers, with npm or from a file.

    The package is checked and kept in your cache; `pbem publish` puts it on the site.

    Examples:

        pbem engine get

        pbem engine get --from pyodide-314.0.7.tgz
    """
    from ..pages import engine_runtime

    try:
        there = engine_runtime.there()
        if there is not None and tarball is None:
            typer.echo(said("engine.there", {"folder": there.folder}))
            return
        got = engine_runtime.get(tarball)
    except engine_runtime.RuntimeFault as fault:
        code = Exit.NOT_FOUND if fault.key == "unreadable" else Exit.FAILED
        fail(said(f"engine.{fault.key}", fault.values), code)
    size = sum(path.stat().st_size for path in got.folder.iterdir())
    typer.echo(said("engine.got", {"folder": got.folder, "size": round(size / 1_000_000)}))


@engine_commands.command()
def digest() -> None:
    """Print the digest of the checker that this pbem puts on pages.

    A page that checks games names the digest of its checker; compare the two.

    Examples:

        pbem engine digest
    """
    from ..pages import engine_runtime
    from ..pages.engine_files import EngineFiles

    engine = EngineFiles.if_there([])
    if engine is None:
        fail(said("engine.none", {"version": engine_runtime.VERSION}), Exit.NOT_FOUND)
    typer.echo(engine.checker)


def register(app: typer.Typer) -> None:
    app.add_typer(engine_commands, name="engine", rich_help_panel="For the moderator")
