"""The moderator's key: one OpenSSH ed25519 key, kept outside every repository.

Everything else is derived from it, so there is one file to back up, and one variable to set
where a machine moderates:

- it signs the moderator's receipts (namespace `pbem-moderator`) and opens sealed moves;
- each game has a secret for its dice and a key for its content marks, made from the moderator's
  key, the game's id and a random salt published in the genesis. The salt matters: a game
  restarted under the same id must not have the dice of the previous one, which may be
  known by then.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from hashlib import sha256
from pathlib import Path

from pbem.seals import fair, keys, sealing, signers, sshsig
from pbem.words.lazy_dataclass import dataclass

from .errors import SealError, SealFault

FOLDER = "PBEM_KEYS"
KEY = "PBEM_MODERATOR_KEY"
NAME = "moderator"
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class GameSecrets:
    """What only the moderator knows about one game."""

    secret: bytes = field(repr=False)
    mark_key: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        return fair.commitment(self.secret)


@dataclass(frozen=True, slots=True)
class Moderator:
    key: keys.PrivateKey

    @property
    def public(self) -> keys.PublicKey:
        return self.key.public

    def sign(self, data: bytes) -> str:
        """Sign a receipt. Its namespace keeps it from ever passing as a move, and vice versa."""
        return sshsig.sign(self.key, data, signers.MODERATOR)

    def open(self, sealed: bytes) -> bytes:
        return sealing.unseal(sealed, self.key)

    def game(self, game: str, salt: bytes, published: str | None = None, fingerprint: str = "") -> GameSecrets:
        """The game's secrets; given what its genesis published, only if commitment and key are this moderator's.

        The commitment alone proves nothing: anyone who copies it can put another key beside it.
        """
        found = GameSecrets(
            _derive(self.key.seed, salt, b"pbem/game-secret/1\0" + game.encode()),
            _derive(self.key.seed, salt, b"pbem/mark-key/1\0" + game.encode()),
        )
        right = self.public.fingerprint
        if published is not None and (fingerprint != right or not fair.matches(found.secret, published)):
            raise SealError(SealFault.MODERATOR_OTHER, where=game, right=fingerprint, found=right)
        return found


def _derive(seed: bytes, salt: bytes, info: bytes) -> bytes:
    # HKDF-SHA256 (RFC 5869) for one block of output.
    extracted = hmac.digest(salt, seed, "sha256")
    return hmac.new(extracted, info + b"\1", sha256).digest()


def new_salt() -> bytes:
    """A fresh salt for a genesis."""
    return secrets.token_bytes(SALT_BYTES)


_elsewhere: ContextVar[Path | None] = ContextVar("elsewhere", default=None)


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """What is kept beside the key lies in another folder: for a trial that must leave no trace."""
    token = _elsewhere.set(folder)
    try:
        yield
    finally:
        _elsewhere.reset(token)


def key_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Where the moderator's key lives: $PBEM_KEYS, or the place this system has for settings."""
    if (place := _elsewhere.get()) is not None:
        return place
    environment = os.environ if environment is None else environment
    if environment.get(FOLDER):
        return Path(environment[FOLDER]).expanduser()
    home = Path(environment.get("HOME") or Path.home())
    if platform == "win32" and environment.get("APPDATA"):
        base = Path(environment["APPDATA"])
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "pbem" / NAME


def load(environment: Mapping[str, str] | None = None, ask: keys.AskPassphrase | None = None) -> Moderator:
    """The key from $PBEM_MODERATOR_KEY, otherwise from the key folder."""
    environment = os.environ if environment is None else environment
    given = environment.get(KEY, "").strip()
    if given:
        return Moderator(keys.parse_private(_unwrapped(given.encode("utf-8", "replace")), KEY, ask))
    path = key_folder(environment) / NAME
    if not path.exists():
        raise SealError(SealFault.MODERATOR_ABSENT, where=path, found=KEY)
    return Moderator(keys.load_private(path, ask))


def _unwrapped(given: bytes) -> bytes:
    """The key file as it is, or decoded from base64: services that mask secrets in their logs want a single line."""
    try:
        return given if given.startswith(b"-----") else base64.b64decode(b"".join(given.split()), validate=True)
    except ValueError:
        return given


def create(environment: Mapping[str, str] | None = None, passphrase: str | None = None) -> Moderator:
    """Make the moderator's key in the key folder, which nobody else may look into."""
    folder = key_folder(environment)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SealError(SealFault.FILE_UNWRITABLE, where=folder, why=error.strerror or error) from None
    return Moderator(keys.generate(folder / NAME, "pbem moderator", passphrase))
