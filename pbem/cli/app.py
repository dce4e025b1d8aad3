"""The command line with all its commands."""

from __future__ import annotations

from .command_line import command_line

app = command_line()
