"""The command line. Each command parses, calls one function and prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Console script `pbem`."""
    from io import TextIOWrapper

    from .app import app

    # If the terminal cannot show a character, it shows `?` instead.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    # A closed pipe (`pbem show … | head`) is not an error worth a traceback.
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
