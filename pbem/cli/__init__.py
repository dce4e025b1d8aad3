"""The command line. Each command parses, calls one function and prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Console script `pbem`."""
    from .app import app

    # A closed pipe (`pbem show … | head`) is no error worth a traceback.
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
