"""How fast the pages are made, as ratios measured in one run: `python -m bench pages`.

A long campaign is told from real positions of consecutive duels. It is compared with the bare
rendering of the same bytes by Jinja2, and with mkdocs and pelican on as many pages of the same text.
"""

from __future__ import annotations

import multiprocessing
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from html import unescape
from pathlib import Path

from rich.console import Console

from bench.campaign import MADE_UP, MODERATOR, campaign, key, place
from pbem import titles
from pbem.campaign.player.player_view import block, write_move
from pbem.campaign.running.create import opened
from pbem.pages.model import Audit, CampaignModel, LogAnswer, LogMoment, SeatModel, Waiting, so_far
from pbem.pages.publishing import publish_games
from pbem.pages.site import publish, renderer
from pbem.table import Table

TURNS = 500
ATTEMPTS = 3
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBENCHBENCHBENCHBENCHBENCHBENCHBENCHBENCHBE"


Work = Callable[[], object]


def told(turns: int) -> list[LogMoment]:
    """Positions of random duels, one after the other, as one long campaign."""
    title = titles.load("wonders_duel")
    chance = random.Random(1)
    moments: list[LogMoment] = []
    while len(moments) < turns:
        table = Table(title, ("anna", "ben"), below=chance.randrange)
        while not table.over and len(moments) < turns:
            seat, ask = next(iter(table.pending.items()))
            answer = ask.sample(chance.randrange)
            order = ask.write(answer, table.players)
            notes = tuple(note for note in table.answer(seat, answer) if note.visible(None))
            n = len(moments)
            at = f"2026-{1 + n // 28 % 12:02}-{1 + n % 28:02}T12:00:00Z"
            given = (LogAnswer(seat, ask.kind.id, order, "file"),)
            print_ = sha256(str(n).encode()).hexdigest()
            moments.append(LogMoment(n, "move", at, print_, seat, given, notes, table.view(None)))
    return [replace(one, outcome=None) for one in moments]


def story(moments: list[LogMoment]) -> CampaignModel:
    def after(n: int) -> Iterator[LogMoment]:
        return iter(moments[n + 1 :])

    def checked() -> Audit:
        return so_far(len(moments), len(moments), 5)

    seats = tuple(SeatModel(name.lower(), name, KEY, f"SHA256:{name}") for name in ("Anna", "Ben"))
    last = moments[-1]
    return CampaignModel(
        "long-duel",
        titles.load("wonders_duel"),
        seats,
        moments[0].at,
        "0" * 64,
        "bench",
        "0" * 64,
        KEY,
        replace(last, view={**last.view, "outcome": None}),
        after,
        lambda n: moments[n].digest if 0 <= n < len(moments) else None,
        checked,
        lambda: [("ledger.jsonl", b"x" * 1000 * len(moments))],
        Waiting((0,), last.at, None),
    )


def timed(work: Work, times: int = 1) -> float:
    """Seconds of CPU time, the best of some runs; other work on the machine does not count."""
    best = float("inf")
    for _ in range(times):
        start = _computed()
        work()
        best = min(best, _computed() - start)
    return best


def _computed() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def bare_jinja(pages: list[str]) -> float:
    """The same bytes through Jinja2 with nothing to compute: each text cut into lines that a loop outputs."""
    from jinja2 import Environment

    template = Environment(autoescape=True).from_string("{% for row in rows %}{{ row }}\n{% endfor %}")
    # What a template of the page would insert as single values: pieces between tags.
    rows = [re.split(r"(?<=>)", text) for text in pages]
    return timed(lambda: [template.render(rows=one) for one in rows], ATTEMPTS)


def other_makers(texts: list[str], folder: Path) -> dict[str, Work]:
    """mkdocs and pelican on the same number of pages with the same words, where they are installed."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    for n, text in enumerate(texts):
        (docs / f"turn{n}.md").write_text(f"Title: Turn {n}\nDate: 2026-01-01\n\n{text}\n", encoding="utf-8")
    (docs / "index.md").write_text("# Game\n", encoding="utf-8")
    (folder / "mkdocs.yml").write_text("site_name: game\nplugins: []\n", encoding="utf-8")
    makers: dict[str, Work] = {
        "mkdocs": lambda: _run("mkdocs", "build", "-q", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "m")),
        "pelican": lambda: _run("pelican", str(docs), "-o", str(folder / "p"), "-q", "--ignore-cache"),
    }
    return {name: work for name, work in makers.items() if (Path(sys.executable).parent / name).exists()}


def _run(module: str, *more: str) -> None:
    subprocess.run([sys.executable, "-m", module, *more], check=True, capture_output=True)


def apart(work: Work) -> None:
    """In a process that has not rendered anything yet, as with the other generators each time."""
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join()
    assert child.exitcode == 0


def one_more(moments: list[LogMoment], root: Path, turns: tuple[int, ...]) -> list[float]:
    """Seconds for publishing one more turn: the best of some runs, interleaved, as a machine's speed varies."""
    for turn in turns:
        publish([story(moments[: turn - 1])], root / f"before-{turn}/site")
    best = [float("inf")] * len(turns)
    for attempt in range(16):
        for n, turn in enumerate(turns):
            work = root / f"step-{turn}-{attempt}"
            shutil.copytree(root / f"before-{turn}", work)
            best[n] = min(best[n], timed(lambda: publish([story(moments[:turn])], work / "site")))  # noqa: B023 - run at once
            shutil.rmtree(work)
    return best


def from_files(entries: int) -> float:
    """Seconds for publishing one more entry of a real campaign, a game of Guess, read from its files."""
    titles.__path__.append(str(MADE_UP))
    try:
        with place() as folder:
            made = campaign(folder / "games", 5000, entries)
            publish_games(made.folder.parent, None, MODERATOR, folder / "site")
            best = float("inf")
            for _ in range(8):
                handle = made.position["waiting"][0]
                with opened(made.folder, MODERATOR) as keeper:
                    keeper.submit(block(made, write_move(made, handle, "guess 7\n", key(handle))).encode())
                    keeper.publish()
                best = min(best, timed(lambda: publish_games(made.folder.parent, None, MODERATOR, folder / "site")))
            return best
    finally:
        titles.__path__.remove(str(MADE_UP))


def run(console: Console) -> None:
    """The figures of the pages."""
    say = console.print
    moments = told(TURNS + 1)
    renderer()
    with place() as root:
        long = story(moments[:TURNS])

        def build() -> None:
            apart(lambda: publish([long], root / "long", full=True))

        build()
        pages = [path.read_text(encoding="utf-8") for path in sorted((root / "long").rglob("*.html"))]
        plain = [unescape(re.sub(r"<[^>]*>", " ", page)) for page in pages]
        makers: dict[str, Work] = {"": build}
        makers |= other_makers([re.sub(r"\s+", " ", text) for text in plain[:TURNS]], root / "others")
        spent = dict.fromkeys(makers, float("inf"))
        for _ in range(ATTEMPTS):
            shutil.rmtree(root / "long")
            for name, work in makers.items():
                spent[name] = min(spent[name], timed(work))
        full = spent.pop("")
        say(f"full build of {TURNS} turns: {len(pages)} pages, {full:.2f} s, {full / len(pages) * 1000:.2f} ms a page")
        bare = bare_jinja(pages)
        say(f"  against bare Jinja2 for the same bytes: {full / bare:.2f} x ({bare:.2f} s)")
        for name, seconds in spent.items():
            ours = full / len(pages) * TURNS
            say(f"  {name} on {TURNS} pages of the same words: {seconds:.2f} s; we are {seconds / ours:.1f} x as fast")
        unchanged = timed(lambda: publish([story(moments[:TURNS])], root / "long"), 3)
        say(f"unchanged publish: {unchanged / full * 100:.2f} % of a full one ({unchanged * 1000:.0f} ms)")
        late, early = one_more(moments, root, (TURNS, 50))
        say(f"turn {TURNS} against turn 50: {late / early:.2f} x ({late * 1000:.0f} ms against {early * 1000:.0f} ms)")
        short, *longer = (from_files(entries) for entries in (60, 560, 5060))  # none triggers a check of the whole
        told_ = ", ".join(f"{seconds / short:.2f} x" for seconds in longer)
        say(f"a campaign read from its files, entry 500 and 5,000 against 50: {told_} ({short * 1000:.0f} ms)")
        board = (root / "long/games/long-duel/index.html").read_bytes()
        assets = (root / "long/assets").iterdir()
        shared = sum(path.stat().st_size for path in assets if f"assets/{path.name}".encode() in board)
        say(f"weight of a board page: {(len(board) + shared) / 1000:.0f} KB with style and scripts")
