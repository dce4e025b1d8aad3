"""Names and paths of the files of the site. Every link is relative."""

from __future__ import annotations

from ..words import LANGUAGES
from ..words.lazy_dataclass import dataclass


@dataclass(frozen=True)
class SiteLanguage:
    """A language of the site; the main one uses the plain file names."""

    code: str
    main: str

    def file(self, stem: str, kind: str = "html") -> str:
        return f"{stem}.{kind}" if self.code == self.main else f"{stem}.{self.code}.{kind}"

    @property
    def others(self) -> list[SiteLanguage]:
        return [SiteLanguage(code, self.main) for code in LANGUAGES if code != self.code]


def tongues(main: str) -> list[SiteLanguage]:
    """The main language first."""
    return [SiteLanguage(code, main) for code in sorted(LANGUAGES, key=lambda code: (code != main, code))]


def game_folder(game: str) -> str:
    return f"games/{game}"


def log_page(n: int, size: int) -> int:
    """Which page of the log an entry is on, counting from 1."""
    return n // size + 1
