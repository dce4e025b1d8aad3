"""A whole campaign before your eyes: `make demo`, or `python tools/demo.py [mail|git]`.

Two players have keys and let the title's bot think for them. They use the same commands as everybody else:
keygen, join, order. The moderator runs, everybody verifies, the pages are published together with
the showcases. All of it happens in the folder .demo; nothing else is touched. With `mail` or `git`,
the moves travel through mail servers or a repository instead.
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

from pbem.campaign.campaign import GAMES, Campaign, all_games  # noqa: E402 - as above
from pbem.campaign.create import opened  # noqa: E402 - as above
from pbem.cli.app import app  # noqa: E402 - as above
from pbem.cli.publish import SITE  # noqa: E402 - as above
from pbem.orders.foresight import whole_file  # noqa: E402 - as above
from pbem.seals import moderator_key  # noqa: E402 - as above
from pbem.table.saying import note_text  # noqa: E402 - as above

PLAYERS = {"anna": "Anna", "ben": "Ben"}
GAME = "duel-1"
SHOWN = 4
"""This many orders are shown with the whole command; the others on one line each."""
console = Console(highlight=False)


class Failed(Exception):
    """A command of the demo failed."""


def say(text: str = "", style: str = "") -> None:
    console.print(text, style=style or None, markup=False, soft_wrap=True)


def head(text: str) -> None:
    say(f"\n{text}", "bold")


def pbem(*words: str, show: bool = True) -> None:
    """One command of pbem, in this process; its output is shown below the command."""
    if show:
        say(f"$ pbem {' '.join(word if word.isascii() and ' ' not in word else shlex.quote(word) for word in words)}",
            "cyan")  # fmt: skip
    heard = io.StringIO()
    try:
        with redirect_stdout(heard), redirect_stderr(heard):
            code = app(list(words), standalone_mode=False)
    except SystemExit as stopped:
        code = stopped.code
    if show or code:
        for line in heard.getvalue().rstrip().split("\n"):
            say(f"  {line}", "red" if code else "dim")
    if code:
        raise Failed(f"pbem {words[0]} ended with {code}")


def play(scratch: Path) -> None:
    """A duel, from creating the keys to publishing the pages."""
    games, site = scratch / "games", scratch / "site"
    for name in (moderator_key.KEY, GAMES, SITE):
        os.environ.pop(name, None)  # ignore the reader's own games
    os.environ |= {moderator_key.FOLDER: str(scratch / "moderator"), GAMES: os.path.relpath(games)}

    head("Everybody makes a key")
    pbem("keygen", "--moderator")
    for handle in PLAYERS:
        pbem("keygen", _key(scratch, handle))

    head("The moderator starts a duel and commits to a secret; every seat signs that before a card is drawn")
    seats = [word for one in PLAYERS for word in ("--player", f"{one}={_key(scratch, one)}.pub")]
    names = [word for one, name in PLAYERS.items() for word in ("--name", f"{one}={name}")]
    pbem("new", GAME, "--title", "wonders_duel", *seats, *names)
    for handle in PLAYERS:
        pbem("join", GAME, "--as", handle, "--key", _key(scratch, handle))
    pbem("run", GAME)

    head("The players order, sign and seal; the moderator runs. The first files hold standing orders too")
    referee = moderator_key.load()
    told = Campaign.open(games / GAME).head.n
    for turn in range(1000):
        thought = _thought(games / GAME, referee)
        if thought is None:
            break
        handle, lines = thought
        pbem("order", GAME, "--as", handle, "--key", _key(scratch, handle), *lines, show=turn < SHOWN)
        pbem("run", GAME, show=turn < SHOWN)
        if turn == SHOWN - 1:
            say("… and so on; from here on only what happens:", "dim")
        if turn >= SHOWN - 1:
            told = _tell(games / GAME, referee, told)

    end = Campaign.open(games / GAME).ledger.head()[1]
    winners = ", ".join(PLAYERS[one] for one in end["outcome"]["winners"])
    head(f"The end: {winners} won ({end['outcome']['how']}). The ledger opens every file and reveals the secret")
    say(f"  {end['secret']}", "dim")

    head("Anybody can check all of it, with nothing but the files")
    pbem("verify", GAME)

    head("The pages, together with the showcases of the repository")
    for game in all_games(ROOT / "games"):
        shutil.copytree(ROOT / "games" / game, games / game)
    pbem("publish", "--site", os.path.relpath(site))
    _open_page(site / "index.html")


def _key(scratch: Path, handle: str) -> str:
    return os.path.relpath(scratch / handle)


def _thought(folder: Path, referee: moderator_key.Moderator) -> tuple[str, list[str]] | None:
    """What the title's bot would order for the player being asked, from what that player may see; None at the end."""
    with opened(folder, referee) as keeper:
        match = keeper.match
        if match.ended:
            return None
        ((seat, _),) = match.playing.pending.items()
        first = not match.agendas[seat].standing
        return match.genesis.handles[seat], whole_file(match.title.module("bot"), match.playing, seat, first)


def _tell(folder: Path, referee: moderator_key.Moderator, told: int) -> int:
    """What everybody may read about the entries since then."""
    campaign = Campaign.open(folder, referee)
    words = campaign.words()
    last = told
    for step in campaign.steps():
        if step.n <= told:
            continue
        last = step.n
        orders = [f"{campaign.players[one.seat]}: {one.order}{_why(one.source)}" for one in step.answers]
        if orders:
            say(f"  {step.n:>3}  {' · '.join(orders)}")
        for note in step.notes:
            say(f"       {note_text(note, words)}", "dim")
    return last


def _why(source: str) -> str:
    return {"forced": " (the only choice)", "standing": " (standing order)"}.get(source, "")


def _open_page(page: Path) -> None:
    say(f"\n{page}", "bold green")
    watched = sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    opener = shutil.which("xdg-open")
    if watched and opener:
        subprocess.Popen([opener, str(page)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def by_folder() -> int:
    scratch = ROOT / ".demo"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    try:
        play(scratch)
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
    if wanted not in WAYS or len(arguments) > 1:
        sys.stderr.write("usage: python tools/demo.py [mail|git]\n")
        return 2
    return WAYS[wanted]()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
