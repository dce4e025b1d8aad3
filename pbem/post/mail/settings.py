"""The settings of the post: `post.yaml` in the moderator's key folder, never in a repository.

Addresses are private to the moderator, so they are kept here and not in the campaign. Passwords and
tokens are kept nowhere: a command or an environment variable supplies them when they are needed.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.seals.moderator_key import key_folder
from pbem.storage.ids import is_game, is_player
from pbem.words import LANGUAGES
from pbem.words.lazy_dataclass import dataclass

from ..errors import PostError, PostFault, phrase
from .auto_reply import is_address

FILE = "PBEM_POST"
NAME = "post.yaml"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
PREFERENCES = ("every", "mine", "gathered", "daily")
_SECRET = ("password_command", "password_env", "token_command", "token_env")


@dataclass(frozen=True, slots=True)
class Account:
    """A server, and how to prove who we are."""

    host: str
    port: int
    tls: str
    """tls, starttls, or none (loopback only)"""
    user: str = ""
    secret: tuple[str, str] | None = None
    """The settings key that says where the secret comes from, and its value."""
    ca: Path | None = None
    """Certificates to trust instead of the system's."""
    folder: str = "INBOX"

    @property
    def place(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def by_token(self) -> bool:
        return self.secret is not None and self.secret[0].startswith("token")

    def open_secret(self, environment: Mapping[str, str] | None = None) -> str:
        """The password or token; never kept, never shown."""
        if self.secret is None:
            return ""
        how, value = self.secret
        if how.endswith("_env"):
            found = (os.environ if environment is None else environment).get(value, "")
            if not found:
                raise PostError(PostFault.SECRET, where=self.place, why=phrase("variable-unset", name=value))
            return found
        try:
            done = subprocess.run(shlex.split(value), capture_output=True, timeout=60, check=False)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            why = phrase("command-failed", name=value, why=error)
            raise PostError(PostFault.SECRET, where=self.place, why=why) from None
        text = done.stdout.decode("utf-8", "replace").strip("\r\n").split("\n")[0].strip("\r")
        if done.returncode or not text:
            why = phrase("command-silent", name=value, found=done.returncode)
            raise PostError(PostFault.SECRET, where=self.place, why=why)
        return text


@dataclass(frozen=True, slots=True)
class Box:
    """Where mails come from: an IMAP account, a Maildir or an mbox file."""

    kind: str
    account: Account | None = None
    path: Path | None = None

    @property
    def name(self) -> str:
        """The key under which its memory is kept."""
        if self.account is not None:
            return f"imap:{self.account.user}@{self.account.place}/{self.account.folder}"
        return f"{self.kind}:{self.path}"


@dataclass(frozen=True, slots=True)
class Sender:
    """How mails go out: SMTP, a sendmail program, or a folder."""

    kind: str
    account: Account | None = None
    path: Path | None = None
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MailReader:
    """A player as the post knows them."""

    address: str | None = None
    language: str | None = None
    zone: str = "UTC"
    mail: str = "mine"
    """every (each turn), mine (only when I must act), gathered (the same, one mail for all games of a run), daily (one
    digest per day)"""
    hidden: str = "sealed"
    """How a mail may carry what only this player may see: sealed or clear."""


@dataclass(frozen=True)
class Settings:
    address: str
    table: str = "pbem"
    site: str = ""
    site_language: str = "en"
    """The main language of the pages, whose files have the plain names."""
    zone: str = "UTC"
    digest_hour: int = 18
    boxes: tuple[Box, ...] = ()
    sender: Sender | None = None
    other_folder: Path | None = None
    """Where `receive` keeps mails that are no submissions, or"""
    other_address: str = ""
    """to whom it passes them on."""
    players: Mapping[str, MailReader] = field(default_factory=dict)
    games: Mapping[str, Mapping[str, MailReader]] = field(default_factory=dict)

    def reader(self, game: str, handle: str) -> MailReader:
        return self.games.get(game, {}).get(handle) or self.players.get(handle) or MailReader(zone=self.zone)

    def link(self, game: str, page: str, language: str) -> str:
        """A page of a game in a reader's language."""
        end = ".html" if language == self.site_language else f".{language}.html"
        return f"{self.site}/games/{game}/{page}{end}"

    @cached_property
    def addresses(self) -> Mapping[str, str]:
        """The addresses of all players, with their handles."""
        tables = (self.players, *self.games.values())
        return {one.address: handle for table in tables for handle, one in table.items() if one.address}

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


def settings_path(given: Path | None = None) -> Path:
    """As given, otherwise $PBEM_POST, otherwise `post.yaml` in the moderator's key folder."""
    if given is not None:
        return given
    named = os.environ.get(FILE)
    return Path(named).expanduser() if named else key_folder() / NAME


def load(given: Path | None = None) -> Settings:
    path = settings_path(given)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PostError(PostFault.NO_SETTINGS, where=path) from None
    except OSError as error:
        raise PostError(PostFault.BOX, where=path, why=error.strerror or error) from None
    return parse(data, str(path), path.parent)


def parse(data: bytes, where: str = NAME, folder: Path = Path()) -> Settings:
    """Parse settings, or report everything that is wrong with them."""
    import yaml

    try:
        loaded = yaml.load(data[:256_000].decode("utf-8"), yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        why = phrase("no-yaml", line="" if line is None else line + 1)
        raise PostError(PostFault.SETTINGS, where=where, why=why) from None
    reader = _Parser(folder)
    found = reader.settings(loaded)
    if reader.wrong:
        raise PostError(PostFault.SETTINGS, where=where, why="\n".join(f"  {one}" for one in reader.wrong))
    return found


class _Parser:
    """Collects all errors instead of stopping at the first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: list[str] = []

    def settings(self, data: Any) -> Settings:
        keys = (
            "address",
            "table",
            "site",
            "site_language",
            "zone",
            "digest_hour",
            "collect",
            "send",
            "other_mail",
            "players",
            "games",
        )
        top = self._map(data, "the file", keys)
        address = self._text(top, "address", "")
        if not is_address(address):
            self.wrong.append("`address` must be the address that players write to, such as moderator@example.org.")
        zone = self._zone(top, "UTC")
        hour = top.get("digest_hour", 18)
        if type(hour) is not int or not 0 <= hour <= 23:
            self.wrong.append("`digest_hour` must be a whole hour from 0 to 23.")
            hour = 18
        boxes = top.get("collect", [])
        if not isinstance(boxes, list):
            self.wrong.append("`collect` must be a list of mailboxes (`- imap: …`, `- maildir: …` or `- mbox: …`).")
            boxes = []
        other = self._text(top, "other_mail", "")
        if other.lower() == address.lower() != "":
            self.wrong.append("`other_mail` must not be the address that players write to: it would come back.")
        spoken = self._text(top, "site_language", "en")
        if spoken not in LANGUAGES:
            self.wrong.append(f"`site_language` must be one of {', '.join(LANGUAGES)}.")
        return Settings(
            address.lower(),
            self._line(top, "table", "pbem"),
            self._site(top),
            spoken,
            zone,
            hour,
            tuple(box for one in boxes if (box := self._box(one)) is not None),
            self._sender(top["send"]) if "send" in top else None,
            self._path(other) if other and not is_address(other) else None,
            other.lower() if is_address(other) else "",
            self._players(top.get("players", {}), "players", zone),
            self._games(top.get("games", {}), zone),
        )

    def _box(self, data: Any) -> Box | None:
        keys = ("imap", "port", "tls", "user", "folder", "ca", "maildir", "mbox", *_SECRET)
        one = self._map(data, "`collect`", keys)
        if "imap" in one:
            return Box("imap", self._account(one, "imap", {"tls": 993, "starttls": 143, "none": 143}))
        for kind in ("maildir", "mbox"):
            if kind in one:
                return Box(kind, path=self._path(self._text(one, kind, "")))
        self.wrong.append("a mailbox in `collect` needs `imap`, `maildir` or `mbox`.")
        return None

    def _sender(self, data: Any) -> Sender | None:
        one = self._map(data, "`send`", ("smtp", "port", "tls", "user", "ca", "sendmail", "outbox", *_SECRET))
        if "smtp" in one:
            return Sender("smtp", self._account(one, "smtp", {"tls": 465, "starttls": 587, "none": 25}))
        if "sendmail" in one:
            try:
                command = tuple(shlex.split(self._text(one, "sendmail", "")))
            except ValueError:
                command = ()
            if not command:
                self.wrong.append("`sendmail` must be a command, such as /usr/sbin/sendmail.")
            return Sender("sendmail", command=command)
        if "outbox" in one:
            return Sender("outbox", path=self._path(self._text(one, "outbox", "")))
        self.wrong.append("`send` needs `smtp`, `sendmail` or `outbox`.")
        return None

    def _account(self, one: Mapping[str, Any], kind: str, ports: Mapping[str, int]) -> Account:
        host = self._text(one, kind, "")
        tls = self._text(one, "tls", "tls")
        if tls not in ports:
            self.wrong.append(f"`tls` of {host} must be tls, starttls, or none on this machine itself.")
            tls = "tls"
        elif tls == "none" and host not in LOOPBACK:
            self.wrong.append(f"`tls: none` would send passwords in the clear to {host}; use tls or starttls.")
        port = one.get("port", ports[tls])
        if type(port) is not int or not 0 < port < 65536:
            self.wrong.append(f"`port` of {host} must be a number from 1 to 65535.")
            port = ports[tls]
        given = [(key, self._text(one, key, "")) for key in _SECRET if key in one]
        if len(given) > 1:
            self.wrong.append(f"{host} has {' and '.join(key for key, _ in given)}; one of them is enough.")
        ca = self._path(self._text(one, "ca", "")) if "ca" in one else None
        return Account(
            host,
            port,
            tls,
            self._text(one, "user", ""),
            given[0] if given else None,
            ca,
            self._text(one, "folder", "INBOX"),
        )

    def _players(self, data: Any, where: str, zone: str) -> dict[str, MailReader]:
        found = {}
        for handle, one in self._any_map(data, f"`{where}`").items():
            if not is_player(handle):
                self.wrong.append(
                    f"`{where}` names {handle!r}; a player's name has a-z, 0-9 and _, and begins with a-z."
                )
                continue
            found[handle] = self._player(one, f"{where}: {handle}", zone)
        return found

    def _player(self, data: Any, where: str, zone: str) -> MailReader:
        one = self._map(data, f"`{where}`", ("address", "language", "zone", "mail", "hidden"))
        address = self._text(one, "address", "")
        if not is_address(address):
            self.wrong.append(f"`{where}` needs an `address`, such as anna@example.org.")
        language = self._text(one, "language", "") or None
        for key, value, right in (
            ("language", language, LANGUAGES),
            ("mail", self._text(one, "mail", "mine"), PREFERENCES),
            ("hidden", self._text(one, "hidden", "sealed"), ("sealed", "clear")),
        ):
            if value is not None and value not in right:
                self.wrong.append(f"`{where}` has `{key}: {value}`; it must be one of {', '.join(right)}.")
        return MailReader(
            address.lower(),
            language,
            self._zone(one, zone),
            self._text(one, "mail", "mine"),
            self._text(one, "hidden", "sealed"),
        )

    def _games(self, data: Any, zone: str) -> dict[str, dict[str, MailReader]]:
        found = {}
        for game, players in self._any_map(data, "`games`").items():
            if not is_game(game):
                self.wrong.append(f"`games` names {game!r}, which cannot be a game's id.")
                continue
            found[game] = self._players(players, f"games: {game}", zone)
        return found

    # ---- values

    def _map(self, data: Any, where: str, keys: Sequence[str]) -> dict[str, Any]:
        found = self._any_map(data, where)
        for key in found:
            if key in ("password", "token"):
                self.wrong.append(f"{where} holds a {key}; write `{key}_command` or `{key}_env` instead.")
            elif key not in keys:
                self.wrong.append(f"{where} has no key `{key}`; the keys are {', '.join(keys)}.")
        return found

    def _any_map(self, data: Any, where: str) -> dict[str, Any]:
        if data is None:
            return {}
        if not isinstance(data, dict):
            self.wrong.append(f"{where} must be made of lines `key: value`.")
            return {}
        return {str(key): value for key, value in data.items()}

    def _text(self, data: Mapping[str, Any], key: str, otherwise: str) -> str:
        value = data.get(key, otherwise)
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            self.wrong.append(f"`{key}` must be text.")
            return otherwise
        return str(value).strip()

    def _line(self, data: Mapping[str, Any], key: str, otherwise: str) -> str:
        return " ".join("".join(c if c.isprintable() else " " for c in self._text(data, key, otherwise)).split())[:80]

    def _site(self, data: Mapping[str, Any]) -> str:
        site = self._text(data, "site", "")
        if site and not site.startswith(("https://", "http://")):
            self.wrong.append("`site` must be the address of the pages, beginning with https://.")
        return site.rstrip("/")

    def _zone(self, data: Mapping[str, Any], otherwise: str) -> str:
        zone = self._text(data, "zone", otherwise)
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            self.wrong.append(f"`zone: {zone}` is no time zone; write one such as Europe/Berlin.")
            return "UTC"
        return zone

    def _path(self, text: str) -> Path:
        if not text:
            self.wrong.append("a path is empty.")
        path = Path(text).expanduser()
        return path if path.is_absolute() else self.folder / path
