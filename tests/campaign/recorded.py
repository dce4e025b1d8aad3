"""Whole games with every kind of entry, and what came of them, byte for byte.

    python -m tests.campaign.recorded

writes anew what `test_recorded.py` compares with; only do that where the change is meant. Sealing is random, and seals
are signed and so enter the dice: here it is replaced by one that always gives the same.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest import mock

from pbem.campaign.agreement import fork, genesis
from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.match import Match
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.player.player_view import post
from pbem.campaign.published import hand as published_hand
from pbem.campaign.published import public_files
from pbem.campaign.running import correction_files, decisions, press_files
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.run import run
from pbem.campaign.running.writer import CampaignWriter
from pbem.seals import sealing
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import clear_block, sign_move
from pbem.table.state_json import canonical
from tests.conformance import toy
from tests.toys.mail import installed

from .kit import MODERATOR, NOW, key
from .league import BERLIN, later
from .old_layout import old_layout

FOLDER = Path(__file__).with_name("recorded")
SECOND = Moderator(key("second"))
Step = tuple[str, dict[str, str]]
"""What was done, and by name the print of each thing that came of it."""


# ---- seals that are the same each time


def _encrypt(data: bytes, recipients: Sequence[Any], armored: bool) -> bytes:
    readers = [sealing.recipient_text(one).encode() for one in recipients]
    inside = b"\n".join([sealing.BINARY.strip(), *readers, b"", data])
    if not armored:
        return inside
    return b"%b\n%b%b\n" % (sealing.ARMOR, base64.encodebytes(inside), sealing.ARMOR_END)


def _open(data: bytes, key: object = None) -> bytes:
    if not data.startswith(sealing.BINARY):
        data = base64.b64decode(data.strip().removeprefix(sealing.ARMOR).removesuffix(sealing.ARMOR_END))
    return data.partition(b"\n\n")[2]


@contextmanager
def the_same_each_time(keys: Path) -> Iterator[None]:
    """Seals that are not random, and a private folder of the own."""
    with (
        mock.patch.object(sealing, "_encrypt", _encrypt),
        mock.patch.object(sealing, "unseal", _open),
        mock.patch("secrets.token_bytes", bytes),
        mock.patch.object(genesis, "__version__", "0"),
        mock.patch.dict(os.environ, {"PBEM_KEYS": str(keys)}),
    ):
        yield


# ---- what came of it


def _print(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def saved(match: Match) -> dict[str, Any]:
    """What a checkpoint says, in the layout that this was recorded with."""
    return old_layout(match)


def hand(match: Match, seat: int) -> dict[str, Any]:
    """A hand as data; its text is a matter of words."""
    from pbem import titles
    from pbem.seals import documents

    words = titles.words(match.title, "en", [one.name for one in match.seats])
    found: dict[str, Any] = documents.read(published_hand.hand(match, seat, words, MODERATOR)).data
    return {key: value for key, value in found.items() if key not in ("version", "hindsight")}


def prints(folder: Path, moderator: Moderator) -> dict[str, str]:
    """By name, the print of what there is now. Sentences are left out: they may be said better."""
    with opened(folder, moderator) as keeper:
        match = keeper.match
        whole = json.dumps(saved(match), ensure_ascii=False).encode()
        hands = [hand(match, seat) for seat in range(len(match.seats))] if match.table is not None else []
    files = {
        "ledger": (folder / "ledger.jsonl").read_bytes(),
        "position": (folder / "position.json").read_bytes(),
        "notes": (folder / "notes.jsonl").read_bytes(),
        "settings": (folder / "campaign.yaml").read_bytes() + (folder / "allowed_signers").read_bytes(),
        "checkpoint": whole,
        "hands": json.dumps(hands).encode(),
        "receipts": canonical([_receipt(path) for path in sorted((folder / "receipts").glob("*.json"))]),
        "inbox": canonical(sorted(_print(path.read_bytes()) for path in (folder / "inbox").glob("*.move"))),
        "entries": canonical([one["kind"] + one.get("cause", "") for one in Campaign(folder).entries()]),
    }
    return {name: _print(data) for name, data in files.items()}


def _receipt(path: Path) -> Any:
    found = json.loads(path.read_bytes())
    if "sealed" in found:
        data = json.loads(_open(path.with_suffix(".age").read_bytes()))["data"]
        found = {**found, **data, "sealed": len(path.with_suffix(".age").read_bytes())}
    lines = [{key: one[key] for key in one if key not in ("message", "told")} for one in found.pop("lines", ())]
    return {"lines": lines, **{key: found[key] for key in found if key not in ("message", "sig")}}


# ---- the games


class Played:
    """A game that is played by a script; after each step it is noted what came of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.at, self.moderator, self.steps = NOW, MODERATOR, list[Step]()
        self.signed: dict[str, str] = {}
        """By player, whose key signs."""

    @property
    def campaign(self) -> Campaign:
        return Campaign.open(self.folder, self.moderator)

    def begin(self, title: str, handles: str, options: dict[str, Any], limits: Terms, **more: Any) -> None:
        players = [
            (one.strip("*"), one.strip("*").title(), "random" if "*" in one else Seat(one, one, key(one).public))
            for one in handles.split()
        ]
        salt = sha256(self.folder.name.encode()).digest()[:16]
        begin(self.folder, self.moderator, title, players, options, "en", limits, NOW, salt=salt, **more)
        for one in handles.split():
            if "*" not in one:
                self._send(one, "join")
        self.run("joins")

    def _send(self, handle: str, orders: str, after: str | None = None) -> None:
        campaign = self.campaign
        if after is None:
            after = campaign.genesis_digest if orders == "join" else campaign.head.digest
        payload = write(MoveFile(campaign.id, handle, after, orders))
        by = key(self.signed.get(handle, handle))
        stamp = f"{len(list((self.folder / 'inbox').iterdir())):03}"
        with mock.patch("pbem.campaign.clock.deadlines.stamp", return_value=stamp):
            post(campaign, clear_block(sign_move(payload, by)))

    def run(self, said: str, hours: float = 0) -> None:
        self.at = later(hours, self.at)
        run(self.folder, self.moderator, self.at)
        self.noted(said)

    def noted(self, said: str) -> None:
        self.steps.append((said, prints(self.folder, self.moderator)))

    def files(self, hours: float = 0, after: str | None = None, **orders: str) -> None:
        """Files of some players arrive, and the moderator's program runs."""
        for handle, text in orders.items():
            self._send(handle, text, after)
        self.run("; ".join(f"{handle}: {text}" for handle, text in orders.items()), hours)

    def decides(self, said: str, act: Callable[[CampaignWriter, str], object], takes_over: bool = False) -> None:
        """The moderator decides something."""
        with opened(self.folder, self.moderator, takes_over=takes_over) as keeper:
            act(keeper, self.at)
            keeper.publish()
        self.noted(said)

    def legal(self, choice: int, most: int = 10_000) -> None:
        """Whoever is asked answers with one of the legal orders, until the end or so often."""
        with opened(self.folder, self.moderator) as keeper:
            for count in range(most):
                match = keeper.match
                if match.past.ended:
                    break
                table = match.playing
                seat = next(seat for seat in table.pending if seat not in match.sealed.given)
                listed = table.pending[seat].listed(60)
                order = table.pending[seat].write(listed[count * choice % len(listed)], table.players)
                handle = match.genesis.handles[seat]
                payload = write(MoveFile(self.folder.name, handle, match.head, order))
                keeper.submit(clear_block(sign_move(payload, key(handle))).encode(), now=self.at)
            keeper.publish()
        self.noted("legal orders")


AGREED = {
    "undo": "open",
    "rollback": "moderator",
    "ruling": "moderator",
    "votes": "majority",
    "press": "free",
    "press_anonymous": True,
    "press_opened": True,
    "clock": "moderator",
    "absence": 500,
    "drop": 1,
}


def turns(game: Played) -> None:
    """Everything that players and moderators can do at a table where all is open."""
    limits = Terms(48, "replace", "sealed")
    game.begin("toy_turn", "anna ben cleo", {}, limits, policy=AGREED, second=SECOND.public)
    game.files(anna="no politics\ntake oil")
    game.files(anna="undo")
    game.files(anna="take rome\nbuild rome", ben="always on discard: discard rome\ntry take iron")
    game.files(ben="")
    game.files(anna="nonsense", cleo="aggress anna", ben="join")
    game.files(ben=f"key {key('benny').public.line}")
    game.signed["ben"] = "benny"
    game.files(ben="absence 2026-01-03..2026-01-05")
    game.files(1, ben="absence over")
    game.files(cleo="press\nHello, **all**!", anna="press to ben\nA secret.", ben="press anonymous\nGuess who.")
    game.files(anna="press held\nLater.")
    game.files(anna="end", cleo="leave now")
    game.files(ben="vote yes undo 4:1", anna="vote yes undo 4:1")
    game.files(anna="vote yes pause", cleo="vote no pause")
    game.files(ben="vote yes pause")
    game.decides("resume", lambda keeper, at: decisions.change(keeper, "resume", at))
    game.files(anna="vote yes extend 2d", ben="vote yes extend 2d")
    game.decides("extend", lambda keeper, at: decisions.extend(keeper, 5, at))
    game.decides("settings", lambda keeper, at: decisions.settings(keeper, Terms(24, "replace", "sealed"), at))
    game.decides("say", lambda keeper, at: press_files.say(keeper, "Be nice.", ["anna"], at))
    game.files(anna="no politics\ntake oil")
    game.decides("rule", lambda keeper, at: correction_files.rule(keeper, [], "A word.", at))
    game.files(anna="take iron\ntry build iron\ntry end", ben="no politics\ntake bronze")
    last = [one for one in game.campaign.entries() if one.get("answers")][-1]
    place = (last["n"], 0)
    game.decides("back", lambda keeper, at: correction_files.rollback(keeper, place, "Again.", at))
    game.files(anna=f"substitute {key('sub').public.line}")
    game.signed["anna"] = "sub"
    game.files(anna="take iron")
    game.signed["anna"] = "anna"
    game.files(anna="substitute none")
    game.run("a deadline is missed", 80)
    game.files(cleo="leave")
    game.decides("give", lambda keeper, at: decisions.give(keeper, 2, Seat("", "Carl", key("carl").public), at))
    game.signed["cleo"] = "carl"
    game.moderator = SECOND
    game.decides("the second one", lambda keeper, at: decisions.take_over(keeper, at), takes_over=True)
    free = next(seat for seat, one in enumerate(game.campaign.seats) if seat != 2 and not one.bot)
    game.decides("drop", lambda keeper, at: decisions.drop(keeper, free, at))
    game.run("a bot fills the seat")
    game.files(ben="vote yes draw", cleo="vote yes draw")


PLAN = """\
always on conflict_redraw in muscovy: redraw below 3
once on conflict_commit in muscovy if battle_round = 1: commit 1 weakest
always on conflict_commit in muscovy if enemy_left = 1: commit musket x1, cannon x1
always on conflict_commit in muscovy if enemy_unrest >= 2: commit all
always on conflict_commit in muscovy if enemy_unrest = 1 and unrest = 0: commit all
always on conflict_commit in muscovy if enemy_unrest = 1 and unrest = 1: commit knight x1
always on conflict_retreat in muscovy: stand"""


def battle(game: Played) -> None:
    """Offers, secret answers, plans; somebody who is waited for lets the deadline pass."""
    limits = Terms(24, "default", "sealed")
    game.begin("toy_battle", "anna bob carol dave", {"events": "watch"}, limits, policy={"rollback": "moderator"})
    game.files(bob=PLAN, anna="always on conflict_redraw: redraw below 2\nalways on conflict_retreat: stand")
    with opened(game.folder, game.moderator) as keeper:
        cards = [list(one) for one in keeper.match.playing.state.hands]
    game.files(carol="always on conflict_event: ask")
    game.files(dave=f"once on conflict_event in muscovy: play {cards[3][0]} for attacker")
    game.files(anna="commit musket x3, knight, artillery x2, horse_artillery")
    game.files(1, carol=f"play {cards[2][0]} for defender")
    game.run("the offer lapses", 40)
    game.files(anna="commit musket", carol="clear standing")
    game.decides("back", lambda keeper, at: correction_files.rollback(keeper, _last_place(game), "Again.", at))
    game.files(bob=PLAN, anna="commit musket")
    game.run("nobody answers", 60)
    for orders in ("commit musket, artillery", "commit all", "commit all", "commit all"):
        game.files(1, anna=orders)


def _last_place(game: Played) -> tuple[int, int]:
    last = [one for one in game.campaign.entries() if one.get("answers")][-1]
    return last["n"], 0


def patient(game: Played) -> None:
    """An offer that waits for everybody: files wait outside the ledger and open at once."""
    game.begin("toy_battle", "anna bob carol dave", {"events": "wait"}, Terms(24, "default", "open"))
    game.files(bob=PLAN, anna="always on conflict_redraw: redraw below 2\nalways on conflict_retreat: stand")
    game.files(anna="commit musket x3, knight, artillery x2, horse_artillery")
    game.files(anna="pass", bob="pass", dave="pass")
    game.files(carol="pass")
    game.files(anna="commit musket")
    game.run("the offer lapses", 40)


def league(game: Played) -> None:
    """A clock with an earliest time: orders given ahead wait for it; ballots are secret, a bot answers for the late."""
    policy = {"votes": "all", "ballots": "secret", "ruling": "moderator", "rollback": "vote"}
    options = {"mode": "turns", "rounds": 3}
    limits = Terms(48, "bot", "open", earliest=6)
    game.begin("toy_league", "anna ben cleo", options, limits, policy=policy)
    game.files(1, ben="bid 2", cleo="bid 4")
    game.files(ben="")
    game.files(1, ben="bid 2")
    game.files(6, anna="bid 3")
    game.run("ben's line is served", 6)
    game.files(1, anna="vote yes end", ben="vote no end")
    game.run("cleo's line is served", 6)
    game.decides("rule", lambda keeper, at: correction_files.rule(keeper, [("cards.0", 9)], "A slip.", at))
    undone = game.campaign.head.n
    game.decides("rule back", lambda keeper, at: correction_files.rule(keeper, [], "None.", at, undone))
    game.decides("rule", lambda keeper, at: correction_files.rule(keeper, [("points.0", 3)], "A slip.", at))
    game.run("anna misses it", 60)
    game.run("ben misses it", 60)
    game.files(8, cleo="bid 9\nbid 8")
    game.files(8, anna="bid 9")
    game.files(8, ben="bid 9")
    game.run("cleo's line is served", 8)


def runs(game: Played) -> None:
    """Processing runs at fixed hours, cooling off, secret bids of all at once, and a bot."""
    limits = Terms(72, "default", "open", cool_off=30, zone=BERLIN, runs=("08:00", "20:00"))
    game.begin("toy_league", "anna ben *cleo", {"mode": "secret", "rounds": 3}, limits)
    game.files(1, anna="bid 2")
    game.files(1, ben="bid 4")
    game.run("the hour has come", 8)
    game.files(1, anna="bid 5", ben="bid 5")
    game.run("the hour has come", 12)
    game.files(1, anna="bid 5")
    game.run("ben misses it", 90)


def market(game: Played) -> None:
    """Hidden answers that open later, by the rules or at the end."""
    game.begin("lantern_market", "anna ben cleo", {}, Terms(files="sealed"))
    game.legal(7, 4)
    game.legal(3, 6)
    game.legal(5)
    game.noted("over")


def sandbox(game: Played) -> None:
    """Another game that goes on from a position of one."""
    source = Played(game.folder.with_name("source-1"))
    source.begin("toy_league", "anna ben *cleo", {"mode": "open", "rounds": 2}, Terms(files="open"))
    source.files(anna="bid 2")
    seats: dict[str, Seat | str] = {one: Seat(one, one, key(one).public) for one in ("anna", "ben")}
    fork.begin(game.folder, source.campaign, None, MODERATOR, seats, NOW)
    for one in seats:
        game._send(one, "join")
    game.run("joins")
    for _ in range(2):
        game.files(1, anna="bid 3", ben="bid 4")


GAMES: dict[str, Callable[[Played], None]] = {
    one.__name__: one for one in (turns, battle, patient, league, runs, market, sandbox)
}


def played(name: str, scratch: Path) -> list[Step]:
    """A game from its first to its last step."""
    with (
        toy.installed(scratch / "titles"),
        installed(("toy_turn", "toy_battle", "toy_league")),
        the_same_each_time(scratch / "keys"),
    ):
        game = Played(scratch / "games" / f"{name}-1")
        GAMES[name](game)
        shutil.rmtree(scratch / "keys" / "games")
        game.noted("without the checkpoint")
        return game.steps


# ---- the showcases


def replayed(folder: Path, every: int = 12) -> list[Step]:
    """What a replay with the moderator's key comes to, by entries; the moderator's of all showcases is the same."""
    from pbem.seals.keys import load_private

    found: list[Step] = []
    moderator = Moderator(load_private(folder.with_name("demo-keys") / "moderator"))
    for match, entry, _ in Campaign.open(folder, moderator).replay():
        if entry["n"] % every == 0 or match.past.ended:
            seats = range(len(match.seats)) if match.table is not None else ()
            data = {
                "checkpoint": json.dumps(saved(match)).encode(),
                "hands": json.dumps([hand(match, seat) for seat in seats]).encode(),
                "position": canonical(public_files.position(match)),
            }
            found.append((f"entry {entry['n']}", {name: _print(one) for name, one in data.items()}))
    return found


def expected(name: str) -> list[Step]:
    return [(said, made) for said, made in json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))]


def write_down(name: str, steps: list[Step]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps([said, made]) for said, made in steps)
    (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main() -> int:
    kinds = {}
    for name in GAMES:
        with tempfile.TemporaryDirectory() as scratch:
            write_down(name, played(name, Path(scratch)))
            entries = [one for game in Path(scratch).glob("games/*") for one in Campaign(game).entries()]
            kinds[name] = sorted(
                {" ".join([one["kind"], *([one["cause"]] if "cause" in one else [])]) for one in entries}
            )
        sys.stdout.write(f"{name}\n")
    for folder in sorted(Path("games").glob("*-showcase")):
        write_down(folder.name, replayed(folder))
    (FOLDER / "kinds.json").write_text(json.dumps(kinds, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
