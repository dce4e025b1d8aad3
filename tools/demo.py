"""A whole campaign before your eyes: `make demo`, or `python tools/demo.py [mail|git|TITLE]`.

The players have keys and let the title's bot think for them. They use the same commands as everybody else:
keygen, join, order. The moderator runs, everybody verifies, the pages are published together with
the showcases. All of it happens in the folder .demo; nothing else is touched. It is a duel; with the id of another
title (`TITLE=seven_ages make demo`) a game of that. With `mail` or `git`, the moves of the duel travel through mail
servers or a repository instead.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from pbem import titles  # noqa: E402 - the line above must come first
from pbem.campaign.acts import ordered_ahead  # noqa: E402 - as above
from pbem.campaign.campaign import GAMES, Campaign, all_games  # noqa: E402 - as above
from pbem.campaign.running.create import opened  # noqa: E402 - as above
from pbem.cli.app import app  # noqa: E402 - as above
from pbem.cli.publish import SITE  # noqa: E402 - as above
from pbem.orders.foresight import whole_file  # noqa: E402 - as above
from pbem.seals import moderator_key  # noqa: E402 - as above

NAMES = ("Anna", "Ben", "Cleo")
PLAYERS = {"anna": "Anna", "ben": "Ben"}
GAME = "duel-1"
DUEL = "wonders_duel"
FOLDER = "PBEM_DEMO"
"""Where it plays, if not in .demo."""
SHORTER = {"seven_ages": ("--option", "turn_limit=age_3")}
"""A whole game of seven ages would take longer than anybody watches. With the first age it could end after one turn,
as an empire may start in the second."""
SHOWN = 4
"""This many orders are shown with the whole command; the others on one line each."""
MOST_LINES, LONGEST = 12, 240
"""What a command and its answer show at most: a first file can bring dozens of standing orders."""
console = Console(highlight=False)


class Failed(Exception):
    """A command of the demo failed."""


def say(text: str = "", style: str = "") -> None:
    console.print(text, style=style or None, markup=False, soft_wrap=True)


def head(text: str) -> None:
    say(f"\n{text}", "bold")


def pbem(*words: str, show: bool | None = True) -> None:
    """One command of pbem, in this process; its output is shown below the command, or (None) without the command."""
    if show:
        typed = " ".join(word if word.isascii() and " " not in word else shlex.quote(word) for word in words)
        say(f"$ pbem {typed if len(typed) <= LONGEST else f'{typed[:LONGEST]} …'}", "cyan")
    heard = io.StringIO()
    try:
        with redirect_stdout(heard), redirect_stderr(heard):
            code = app(list(words), standalone_mode=False)
    except SystemExit as stopped:
        code = stopped.code
    if show is not False or code:
        told = heard.getvalue().rstrip().split("\n")
        if show and not code and len(told) > MOST_LINES:
            told[MOST_LINES - 3 : -2] = [f"     … {len(told) - MOST_LINES + 1} more lines …"]
        for line in told:
            say(f"  {line}", "red" if code else "dim")
    if code:
        raise Failed(f"pbem {words[0]} ended with {code}")


def play(scratch: Path, title: str = DUEL) -> None:
    """A game, from creating the keys to publishing the pages."""
    game = GAME if title == DUEL else f"{title.replace('_', '-')}-1"
    seats = titles.load(title).seats
    players = {name.lower(): name for name in NAMES[: max(seats[0], min(seats[-1], len(NAMES)))]}
    games, site = scratch / "games", scratch / "site"
    for name in (moderator_key.KEY, GAMES, SITE):
        os.environ.pop(name, None)  # ignore the reader's own games
    os.environ |= {moderator_key.FOLDER: str(scratch / "moderator"), GAMES: os.path.relpath(games)}

    everybody = " and ".join((", ".join([*players.values()][:-1]), [*players.values()][-1]))
    ends = "; it ends when an empire reaches the third age" if title in SHORTER else ""
    say(f"A game of {titles.load(title).names['en']} between {everybody}, with real keys{ends}.")
    say(f"The title's bot thinks for them; the commands are those of any game. All files stay in {scratch.name}.")

    head("Everybody makes a key")
    pbem("keygen", "--moderator")
    for handle in players:
        pbem("keygen", _key(scratch, handle))

    head("The moderator starts a game and commits to a secret; every seat signs that before a card is drawn")
    keys = [word for one in players for word in ("--player", f"{one}={_key(scratch, one)}.pub")]
    names = [word for one, name in players.items() for word in ("--name", f"{one}={name}")]
    pbem("new", game, "--title", title, *keys, *names, *SHORTER.get(title, ()))
    for handle in players:
        pbem("join", game, "--as", handle, "--key", _key(scratch, handle))
    pbem("run", game)

    head("The players order, sign and seal; the moderator runs. The first files hold standing orders too")
    referee = moderator_key.load()
    told = Campaign.open(games / game).head.n
    for turn in range(10_000):
        thoughts = _thoughts(games / game, referee)
        if not thoughts:
            break
        for handle, lines in thoughts:
            # A bot writes lines for later too, which the check cannot always vouch for.
            pbem("order", game, "--as", handle, "--key", _key(scratch, handle), "--anyway", *lines, show=turn < SHOWN)
        pbem("run", game, show=turn < SHOWN)
        if turn == SHOWN - 1:
            say("… and so on; from here on only what happens:", "dim")
        if turn >= SHOWN - 1:
            pbem("log", game, "--since", str(told), show=None)
            told = Campaign.open(games / game).head.n

    end = Campaign.open(games / game).ledger.head()[1]
    winners = ", ".join(players[one] for one in end["outcome"]["winners"])
    head(f"The end: {winners} won ({end['outcome']['how']}). The ledger opens every file and reveals the secret")
    say(f"  {end['secret']}", "dim")

    head("Anybody can check all of it, with nothing but the files")
    pbem("verify", game)

    head("The pages, together with the showcases of the repository")
    for one in all_games(ROOT / "games"):
        shutil.copytree(ROOT / "games" / one, games / one)
    pbem("publish", "--site", os.path.relpath(site))
    say("\nTo play yourself: .venv/bin/pbem play " + title)
    _open_page(site / "index.html")


def _key(scratch: Path, handle: str) -> str:
    return os.path.relpath(scratch / handle)


def _thoughts(folder: Path, referee: moderator_key.Moderator) -> list[tuple[str, list[str]]]:
    """What the title's bot would order for each player being asked, from what that player may see; none at the end."""
    with opened(folder, referee) as keeper:
        match = keeper.match
        if match.past.ended:
            return []
        done = set(match.sealed.given) | ordered_ahead.without_choice(match)
        return [
            (
                match.genesis.handles[seat],
                whole_file(
                    match.title.module("bot"), match.playing, seat, first=not match.ahead.agendas[seat].standing
                ),
            )
            for seat in match.playing.pending
            if seat not in done and match.asks(seat)
        ]


def _open_page(page: Path) -> None:
    say("Open this page in a browser:\n")
    say(str(page), "bold green")
    watched = sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    opener = shutil.which("xdg-open")
    if watched and opener:
        subprocess.Popen([opener, str(page)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def by_folder(title: str = DUEL) -> int:
    scratch = Path(os.environ.get(FOLDER) or ROOT / ".demo")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    try:
        play(scratch, title)
    except Failed as failed:
        say(f"\nThe demo stopped: {failed}", "red")
        return 1
    return 0


def by_post(way: str) -> Callable[[], int]:
    def run() -> int:
        from tools.demo_post import main as posted

        return posted(way)

    return run


WAYS: dict[str, Callable[[], int]] = {"": by_folder, "mail": by_post("mail"), "git": by_post("git")}


def main(arguments: list[str]) -> int:
    wanted = arguments[0] if arguments else ""
    if len(arguments) == 1 and wanted in titles.ids():
        return by_folder(wanted)
    if wanted not in WAYS or len(arguments) > 1:
        sys.stderr.write(f"usage: python tools/demo.py [mail|git|{'|'.join(titles.ids())}]\n")
        return 2
    return WAYS[wanted]()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
