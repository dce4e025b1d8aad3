"""What the shell completes beside commands and options: games, seats and titles, from the files that are here.

The shell calls the program for every tab: whatever is wrong with a folder, there is just nothing to complete.
"""

from __future__ import annotations

import os
from pathlib import Path

import typer


def games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids of the games in the folder that `--games` or $PBEM_GAMES names."""
    from ..campaign.campaign import all_games

    return [one for one in all_games(_folder(ctx)) if one.startswith(incomplete)]


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the game that was named before; of all games if none was."""
    from ..campaign.campaign import Campaign, all_games
    from ..campaign.errors import CampaignError
    from ..storage.errors import StorageError

    folder = _folder(ctx)
    known, found = all_games(folder), dict[str, None]()
    for one in [word for word in _line() if word in known] or known:
        try:
            found |= dict.fromkeys(Campaign.open(folder / one).players)
        except (CampaignError, StorageError):
            continue
    return [handle for handle in found if handle.startswith(incomplete)]


def titles(incomplete: str) -> list[str]:
    from .. import titles as shelf

    return [one for one in shelf.ids() if one.startswith(incomplete)]


def _folder(ctx: typer.Context) -> Path:
    from ..campaign.campaign import games_folder

    words = _line()
    named = words[words.index("--games") + 1 :] if "--games" in words else []
    given = ctx.params.get("games") or (Path(named[0]) if named else None)
    return games_folder(given)


def _line() -> list[str]:
    """The words of the line as the shell hands it over; while an option has no value yet, nothing of it is parsed."""
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or "").split()
