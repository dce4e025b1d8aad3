"""The commands that README, CONTRIBUTING, SECURITY and the pages of docs/ print, in blocks and in running text."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")) if path.name != "CHANGELOG.md")
FENCE = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
# In running text a command may follow variables of the shell, and pbem the folder that it is in.
NAMED = re.compile(r"(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?(?:pbem|make) ")
# Before a command may stand a prompt, times of cron, a user and variables, or the pipe of a mail server.
STARTS = re.compile(r"(?:^|[\s|/\"])(?<!from )(?P<program>pbem|make)\s+(?P<words>[a-z][^\n]*)$")


@dataclass(frozen=True)
class Printed:
    page: str
    program: str
    words: tuple[str, ...]
    whole: bool
    """Whether it is to be typed as it stands; else it is named in a sentence, perhaps without what it needs."""

    def __str__(self) -> str:
        return f"{self.page}: {self.program} {shlex.join(self.words)}"


def _command(page: str, text: str, whole: bool) -> Printed | None:
    found = STARTS.search(text)
    if found is None:
        return None
    # What follows after several blanks or a `#` is said to the reader; `||` and `>` belong to the shell.
    bare = re.split(r"\s{2,}|\s#|\s\|\|?\s|\s\d?>|;", found["words"])[0]
    if bare.count('"') % 2:
        bare = bare.removesuffix('"')  # of a setting that is a command
    return Printed(page, found["program"], tuple(shlex.split(bare)), whole)


def printed(path: Path) -> list[Printed]:
    page, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    found: list[Printed | None] = []
    for block in FENCE.finditer(text):
        kind = block["kind"].strip()
        if kind not in ("", "sh", "console", "text"):
            continue
        for line in block["body"].splitlines():
            shown = line.removeprefix("$ ")
            if kind != "console" or shown != line:
                found.append(_command(page, shown, True))
    for span in SPAN.findall(FENCE.sub("", text)):
        if NAMED.match(span):
            found.append(_command(page, span, False))
    return [one for one in found if one is not None]


ALL = [one for path in PAGES for one in printed(path)]
