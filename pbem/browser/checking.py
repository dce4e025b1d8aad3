"""Checking a game in the reader's browser: the project's own `verify` over the public files, given as their archive."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from ..words import LANGUAGES, sentences
from ..words.lazy_dataclass import dataclass
from ..words.templates import Words
from .stand_ins import Signatures, install

if TYPE_CHECKING:
    from ..campaign.ledger.verify import Verdict

BROUGHT = Path("/brought/game.zip")
"""The archive, where the worker itself has fetched it."""
UNPACKED = Path("/checked")
_LARGEST = 512 * 1024 * 1024
"""Bytes of all files of an archive: a browser's memory ends somewhere."""


class BadArchive(Exception):
    """What the reader has chosen is no archive of a game; `key` names the sentence."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(slots=True)
class _Checked:
    folder: Path
    print: str
    """SHA-256 of the archive."""


class Checker:
    """Checks one archive. What it asks of the page is which signatures are good.

    The rules are followed as if all were; only if one turns out not to be, all is gone through again.
    """

    rules = ""
    """It plays by none of its own."""

    def __init__(self) -> None:
        self.signatures = Signatures()
        self.language = LANGUAGES[0]
        self.tell: Callable[[int, int], object] | None = None
        """Hears how far it is; set by the worker."""
        self._of: _Checked | None = None
        self._verdict: Verdict | None = None

    def warm(self) -> None:
        """Load what every check needs."""
        install(self.signatures)
        from ..campaign.ledger import verify  # noqa: F401 - loading it is what takes time

    # ---- calls

    def check(self, given: Mapping[str, Any]) -> Any:
        """Begin: {language, archive?}; `archive` is base64, else what the worker has fetched is taken."""
        self.language = given["language"]
        data = b64decode(given["archive"]) if "archive" in given else BROUGHT.read_bytes()
        self._of = _Checked(_unpacked(data), sha256(data).hexdigest())
        return self._go()

    def judged(self, given: Mapping[str, Any]) -> Any:
        """Go on: {good: [whether each signature asked for is good]}."""
        return self._told() if self.signatures.judge(given["good"]) else self._go()

    # ---- how

    def _go(self) -> Any:
        """Follow the whole ledger; what is asked are the signatures that this rests on."""
        from ..campaign.ledger.verify import verify

        assert self._of is not None
        self._verdict = verify(self._of.folder, told=self.tell)
        return self._told()

    def _told(self) -> Any:
        waiting = self.signatures.waiting
        if waiting:
            return {"signatures": [[b64encode(part).decode() for part in claim] for claim in waiting]}
        assert self._verdict is not None
        assert self._of is not None
        verdict = self._verdict
        return {
            "verdict": verdict.data(),
            "text": self._sentence(verdict),
            "unchecked": [self._said(key) for key in _unchecked(verdict)],
            "archive": self._of.print,
        }

    def _sentence(self, verdict: Verdict) -> str:
        if not verdict.ok:
            return verdict.say(self.language)
        return self._said("check.good" if verdict.over else "check.good_so_far", **verdict.data())

    def _said(self, key: str, **values: Any) -> str:
        return Words(self.language, sentences("browser", self.language), {}).say(key, values)

    def answered(self, name: str, given: str) -> str:
        """The answer to a call, or the fault that prevents it, both as JSON."""
        calls = {"check": self.check, "judged": self.judged}
        try:
            return json.dumps({"value": calls[name](json.loads(given))}, ensure_ascii=False)
        except BadArchive as bad:
            return json.dumps(
                {"fault": {"kind": "archive", "text": self._said(f"check.{bad.key}")}}, ensure_ascii=False
            )


def _unchecked(verdict: Verdict) -> Iterator[str]:
    if verdict.ok and not verdict.over:
        yield "check.not_over"
    yield "check.not_keys"
    yield "check.not_head"
    yield "check.not_hands"


def _unpacked(data: bytes) -> Path:
    """The folder of the game in an archive. Its name is that of the game, as everywhere."""
    rmtree(UNPACKED, ignore_errors=True)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            games = {one.filename.partition("/")[0] for one in entries}
            if len(games) != 1 or not all(_plain(one.filename) for one in entries):
                raise BadArchive("not_archive")
            if sum(one.file_size for one in entries) > _LARGEST:
                raise BadArchive("too_large")
            archive.extractall(UNPACKED)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError):
        raise BadArchive("not_archive") from None
    return UNPACKED / games.pop()


def _plain(path: str) -> bool:
    """Whether a path leads to a file in the folder of a game, and nowhere else."""
    parts = path.removesuffix("/").split("/")
    return path.count("/") > 0 and not any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts)


def begin(_: str) -> Checker:
    """What a worker calls before anything else; there is no title to name."""
    made = Checker()
    made.warm()
    return made
