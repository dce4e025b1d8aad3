"""The command line. Each command parses, calls one function and prints."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Console script `pbem`."""
    # Start-up makes many objects and no garbage; to look for some all the time would take a twentieth of a command.
    gc.set_threshold(200_000, 10, 10)
    from io import TextIOWrapper

    from .command_line import command_line

    # If the terminal cannot show a character, it shows `?` instead.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    run = command_line(*sys.argv[1:2])
    if sys.argv[1:2] == ["receive"]:
        from .mail_server import answer_to

        answer_to(run, sys.argv[2:])
    # A closed pipe (`pbem show … | head`) is not an error worth a traceback.
    try:
        run()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
