"""What the commands about campaigns share: their options, and how they ask for a key."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import completion
from .say import language, said, speak, speak_of

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign
    from ..seals.keys import PrivateKey
    from ..seals.moderator_key import Moderator
    from ..seals.sealing import AgeKey

Games = Annotated[
    Path | None, typer.Option("--games", help="The folder of campaigns; $PBEM_GAMES or ./games by default.")
]
Game = Annotated[str, typer.Argument(help="The game's id, e.g. duel-42.", autocompletion=completion.games)]
SomeGames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]…", help="Game ids; all by default.", autocompletion=completion.games),
]
TitleId = Annotated[str, typer.Argument(help="Title id, e.g. wonders_duel.", autocompletion=completion.titles)]
As = Annotated[str, typer.Option("--as", help="Your handle in the game.", autocompletion=completion.seats)]
Key = Annotated[Path, typer.Option("--key", help="Your private key (OpenSSH ed25519); a passphrase is asked for.")]
Wait = Annotated[float, typer.Option("--wait", min=0, help="Seconds to wait for another moderator.")]
Now = Annotated[str | None, typer.Option("--now", help="Pretend it is this time (UTC); for testing.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program.")]


def _known_language(language: str | None) -> str | None:
    from ..words import LANGUAGES

    if language is not None and language not in LANGUAGES:
        raise typer.BadParameter(f"is one of {', '.join(LANGUAGES)}, not {language}")
    return language


Language = Annotated[
    str | None,
    typer.Option("--language", callback=_known_language, help="en or de; the game's by default."),
]


def campaign(games: Path | None, game: str, moderator: "Moderator | None" = None) -> "Campaign":
    from ..campaign.campaign import Campaign, find, games_folder

    speak(games=games)
    found = Campaign.open(find(games_folder(games), game), moderator)
    speak_of(found)
    return found


def own_campaign(games: Path | None, game: str) -> "Campaign":
    """A campaign as one of its players opens it: its past must match what was seen here before."""
    from ..campaign.player import seen_heads

    found = campaign(games, game)
    seen_heads.check(found)
    keep_head(found)
    return found


def keep_head(found: "Campaign") -> None:
    """Remember the head. If the disk is not writable, the player is told so and can still look."""
    from ..campaign.player import seen_heads
    from ..storage.errors import StorageError

    try:
        seen_heads.keep(found)
    except StorageError as error:
        typer.echo(error.say(language()), err=True)


def passphrase(name: str) -> str:
    """Read from the terminal without echo; if a program pipes it in, the first line."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    asked: str = typer.prompt(said("passphrase", {"name": name}), hide_input=True, err=True)
    return asked


def private_key(path: Path) -> "PrivateKey":
    from ..seals.keys import load_private

    return load_private(path, passphrase)


def opening_key(path: Path) -> "PrivateKey | AgeKey":
    """A key that opens sealed files: the ssh key, or a file that `age-keygen` wrote."""
    from ..seals.sealing import AgeKey

    try:
        text = path.read_text(encoding="utf-8", errors="replace") if path.stat().st_size < 65536 else ""
    except OSError:
        text = ""
    secret = next((line.strip() for line in text.splitlines() if line.startswith("AGE-SECRET-KEY-")), None)
    return AgeKey(secret) if secret else private_key(path)


def moderator() -> "Moderator":
    from ..seals.moderator_key import load

    return load(ask=passphrase)


def moderator_or_none() -> "Moderator | None":
    """The moderator's key if there is one; a locked key is not unlocked just for looking."""
    from ..seals.errors import SealError
    from ..seals.moderator_key import load

    try:
        return load()
    except SealError:
        return None


def show(what: Any) -> None:
    from .say import console

    console().print(what, markup=False)
