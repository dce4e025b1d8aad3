"""The settings of chat notices: `chat.yaml` in the moderator's key folder, never in a repository.

The address of a webhook is a secret: whoever has it can write to the room. So it is kept beside the key, or supplied
by a command or an environment variable, as passwords are.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pbem.seals.moderator_key import key_folder
from pbem.storage.ids import is_game
from pbem.words.lazy_dataclass import dataclass

from ..errors import PostError, PostFault, phrase
from ..mail.settings import LOOPBACK

FILE = "PBEM_CHAT"
NAME = "chat.yaml"
KINDS = ("slack", "discord", "matrix", "ntfy", "json")
_WHERE = ("url", "url_env", "url_command")


@dataclass(frozen=True, slots=True)
class Room:
    """Where the notices of a game go, and in which form that service takes them."""

    kind: str
    how: str
    """Which of the keys says the address."""
    value: str

    def address(self, environment: Mapping[str, str] | None = None) -> str:
        """The address of the webhook; never shown."""
        found = self.value
        if self.how == "url_env":
            found = (os.environ if environment is None else environment).get(self.value, "")
            if not found:
                raise PostError(PostFault.CHAT, where=NAME, why=phrase("variable-unset", name=self.value))
        elif self.how == "url_command":
            found = self._said()
        wrong = address_fault(found)
        if wrong:
            raise PostError(PostFault.CHAT, where=NAME, why=wrong)
        return found

    def _said(self) -> str:
        try:
            done = subprocess.run(shlex.split(self.value), capture_output=True, timeout=60, check=False)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            why = phrase("command-failed", name=self.value, why=error)
            raise PostError(PostFault.CHAT, where=NAME, why=why) from None
        text = done.stdout.decode("utf-8", "replace").strip()
        if done.returncode or not text:
            why = phrase("command-silent", name=self.value, found=done.returncode)
            raise PostError(PostFault.CHAT, where=NAME, why=why)
        return text


@dataclass(frozen=True, slots=True)
class ChatSettings:
    site: str = ""
    all_games: Room | None = None
    games: Mapping[str, Room | None] = field(default_factory=dict)
    """By game; None: no notices of that game."""

    def room(self, game: str) -> Room | None:
        return self.games.get(game, self.all_games)


def load() -> ChatSettings | None:
    """The settings in $PBEM_CHAT or beside the moderator's key; None if there are none."""
    named = os.environ.get(FILE)
    path = Path(named).expanduser() if named else key_folder() / NAME
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        if named:
            raise PostError(PostFault.NO_SETTINGS, where=path) from None
        return None
    except OSError as error:
        raise PostError(PostFault.BOX, where=path, why=error.strerror or error) from None
    return parse(data, str(path))


def parse(data: bytes, where: str = NAME) -> ChatSettings:
    """Parse settings, or report everything that is wrong with them."""
    import yaml

    try:
        loaded = yaml.load(data[:256_000].decode("utf-8"), yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        why = phrase("no-yaml", line="" if line is None else line + 1)
        raise PostError(PostFault.SETTINGS, where=where, why=why) from None
    wrong: list[str] = []
    top = _map(loaded or {}, "the file", ("site", "all_games", "games"), wrong)
    site = top.get("site", "")
    if not isinstance(site, str) or (site and not site.startswith(("https://", "http://"))):
        wrong.append("`site` must be the address of the pages, beginning with https://.")
        site = ""
    rooms: dict[str, Room | None] = {}
    games = top.get("games") or {}
    if not isinstance(games, dict):
        wrong.append("`games` must have a line for each game.")
        games = {}
    for game, one in games.items():
        if not is_game(str(game)):
            wrong.append(f"`games` names {game!r}, which is no id of a game.")
        rooms[str(game)] = None if one is False else _room(one, f"games: {game}", wrong)
    general = _room(top["all_games"], "all_games", wrong) if "all_games" in top else None
    if wrong:
        raise PostError(PostFault.SETTINGS, where=where, why="\n".join(f"  {one}" for one in wrong))
    return ChatSettings(site.rstrip("/"), general, rooms)


def _map(data: Any, where: str, keys: tuple[str, ...], wrong: list[str]) -> dict[str, Any]:
    if not isinstance(data, dict):
        wrong.append(f"{where} must be made of keys and values: {', '.join(keys)}.")
        return {}
    for key in data:
        if key not in keys:
            wrong.append(f"{where} has no key {key!r}; the keys are {', '.join(keys)}.")
    return data


def _room(data: Any, where: str, wrong: list[str]) -> Room | None:
    one = _map(data, f"`{where}`", ("kind", *_WHERE), wrong)
    kind = one.get("kind", "json")
    if kind not in KINDS:
        wrong.append(f"`kind` of {where} must be one of {', '.join(KINDS)}.")
    given = [key for key in _WHERE if key in one]
    if len(given) != 1 or not isinstance(one[given[0]], str):
        wrong.append(f"`{where}` needs one of {', '.join(_WHERE)}.")
        return None
    value: str = one[given[0]]
    fault = address_fault(value) if given[0] == "url" else ""
    if fault:
        wrong.append(f"`{where}`: {fault}.")
    return Room(kind, given[0], value)


def address_fault(address: str) -> str:
    """What is wrong with the address of a webhook; without the address, which is a secret."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return "the address of the webhook cannot be read"
    if parts.scheme not in ("http", "https") or not host:
        return "the address of a webhook begins with https://"
    if parts.scheme == "http" and host not in LOOPBACK:
        return "http:// would send the notices in the clear; use https://"
    return ""
