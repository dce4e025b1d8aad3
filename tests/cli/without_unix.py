"""Runs commands as on a system without Unix's own calls: `python -m tests.cli.without_unix COMMANDS`, as JSON.

Prints the exit code and the output of each, as JSON. A command that fails in a way nobody thought of ends all.
"""

from __future__ import annotations

import json
import os
import shutil  # noqa: F401 - Python's own modules find out what the system has when they are imported
import socket  # noqa: F401 - as above
import subprocess  # noqa: F401 - as above
import sys
import tempfile  # noqa: F401 - as above
import warnings

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
CALLS = (
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_NONBLOCK",
    "chown",
    "copy_file_range",
    "fchmod",
    "fork",
    "getegid",
    "geteuid",
    "getgid",
    "getuid",
    "killpg",
    "lchown",
    "mkfifo",
    "posix_fallocate",
    "pread",
    "pwrite",
    "register_at_fork",
    "sendfile",
    "setsid",
    "sync",
    "uname",
)


def main(commands: list[list[str]]) -> None:
    import random  # noqa: F401 - wants to be told of forks
    import secrets  # noqa: F401 - as above
    import uuid  # noqa: F401 - as above

    # Files are UTF-8 everywhere; where no encoding is given, some systems take another.
    warnings.filterwarnings("error", category=EncodingWarning, module=r"pbem\.")
    for module in MODULES:
        sys.modules[module] = None
    for call in CALLS:
        if hasattr(os, call):
            delattr(os, call)

    from typer.testing import CliRunner

    from pbem.cli.app import app

    done = []
    for words in commands:
        result = CliRunner().invoke(app, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        done.append((result.exit_code, result.stdout, result.stderr))
    print(json.dumps(done))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
