"""The way in by git: a bare repository with its gate, and the moderator behind it."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.moderation.after_push import post_receive
from pbem.post.git import hooks
from pbem.post.git.push_gate import PushGate
from pbem.post.git.repository import Repository
from pbem.seals import sshsig
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import read_signed
from tests.campaign.kit import key, signed_block
from tests.post.gitkit import make_shared

from . import pushes
from .dice import Dice
from .movefiles import Scene
from .pushes import MAIN, Base, Push
from .table import GAME, HANDLES, Wrong, check_entry, check_said, check_signature, entries
from .ways import Outcomes

_INBOX = f"games/{GAME}/inbox/"


class Pushes:
    """Through the gate of a bare repository; what it lets in, and what comes as a pull request, is moderated."""

    kind, batch = "pushes", 40

    def __init__(self, root: Path) -> None:
        self.root, self._stored = root / "shared", root / "shared-stored"
        self._own_keys()
        self.root.mkdir(parents=True)
        with patch("pbem.campaign.running.create.new_salt", lambda: b"pbem tests: salt"):  # the same game each time
            self.shared = make_shared(self.root, joined=True)
        self.bare = Repository(self.shared.bare)
        assert hooks.pre_receive(self.shared.bare, [], self._moderator, {}, print)  # makes the moderator's checkout
        self.base, self.scene = self._base(), self._scene()
        self._count = len(entries(self.game))
        for clone in self.shared.players:
            shutil.rmtree(clone.folder)
        shutil.copytree(self.root, self._stored, symlinks=True)

    def _own_keys(self) -> None:
        os.environ["PBEM_KEYS"] = str(self.root / "keys")

    @property
    def checkout(self) -> Path:
        return self.shared.bare / "pbem" / "checkout"

    @property
    def game(self) -> Path:
        return self.checkout / "games" / GAME

    def _base(self) -> Base:
        head = self.bare.commit(MAIN)

        def tree(path: str) -> bytes:
            done = self.bare.run("cat-file", "tree", f"{head}:{path}")
            return done.stdout if done.returncode == 0 else b""

        older = self.bare.commit(self.bare.ask("rev-list", "--max-parents=0", head))
        return Base(head, older, tree(""), tree("games"), tree(f"games/{GAME}"), tree(f"games/{GAME}/inbox"))

    def _scene(self) -> Scene:
        with opened(self.game, self.shared.moderator) as keeper:
            match = keeper.match
            seat, ask = next(iter(match.playing.pending.items()))
            legal = tuple(ask.write(one, match.playing.players) for one in ask.listed(200))
            older = tuple(entry["prev"] for entry in entries(self.game))[1:]
            samples = (signed_block(keeper.campaign, HANDLES[0], "any").encode(),)
            keys = {one: key(one) for one in HANDLES}
            return Scene(GAME, match.head, match.digest, older, keys, match.seats[seat].handle, legal, samples)

    def put_back(self, number: int) -> None:
        self._own_keys()
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._stored, self.root, symlinks=True)

    def make(self, dice: Dice) -> Push:
        return pushes.make(dice, self.scene, self.base)

    def take(self, inputs: Sequence[tuple[int, Push]]) -> Outcomes:
        found: Outcomes = Counter()
        gate = PushGate(self.bare, self.checkout, self.shared.moderator)
        for number, push in inputs:
            push.store(self.shared.bare)
            if not self._connected(push):
                found["refused by git itself"] += 1
                continue
            gate.wrong.clear()
            wrong = gate.check(push.updates)
            for one in wrong:
                check_said(one)
            if not wrong:
                self._check_let_in(push)
            found.update({one.key for one in gate.wrong} or {"let in"})
            self._offer(number, push, not wrong)
        self._moderate()
        return found

    def _connected(self, push: Push) -> bool:
        """Before it asks a hook, git looks whether all objects are there and can be walked through."""
        new = [new for _, new, _ in push.updates if int(new, 16)]
        return not new or self.bare.works("rev-list", "--objects", "--quiet", *new, "--not", "--all")

    def _check_let_in(self, push: Push) -> None:
        """What passed adds signed files to inboxes and nothing else: looked at whole, not as differences."""
        for _, new, _ in push.updates:
            if int(new, 16) == 0:
                continue
            before, after = self._listed(self.base.commit), self._listed(new)
            if (before - after) and self.bare.works("merge-base", "--is-ancestor", self.base.commit, new):
                raise Wrong(f"the gate let something be changed or deleted: {sorted(before - after)[:3]}")
            added = {path: (mode, blob) for mode, blob, path in after - before if path.startswith(_INBOX)}
            others = [path for _, _, path in after - before if path not in added]
            if others and self.bare.works("merge-base", "--is-ancestor", self.base.commit, new):
                raise Wrong(f"the gate let in {others[:3]}")
            for path, (mode, blob) in added.items():
                if mode != "100644":
                    raise Wrong(f"the gate let in {path!r} with mode {mode}")
                if path.endswith(".sig") and path.removesuffix(".sig") in added:
                    continue
                beside = added.get(f"{path}.sig")
                signature = self.bare.blob(beside[1]) if beside else None
                move = read_signed(self.bare.blob(blob), signature, self.shared.moderator.open)
                player = next(one for one in HANDLES if f"player: {one}" in move.payload.decode().replace('"', ""))
                check_signature(move.payload, sshsig.dearmor(move.signature), key(player).public.raw, path)

    def _listed(self, commit: str) -> set[tuple[str, str, str]]:
        data = self.bare.output("ls-tree", "-r", "-z", commit).decode("utf-8", "surrogateescape")
        rows = [row.partition("\t") for row in data.split("\0") if row]
        return {(head.split(" ")[0], head.split(" ")[2], path) for head, _, path in rows}

    def _offer(self, number: int, push: Push, let_in: bool) -> None:
        """As a branch of a player, or, where no gate was asked, as a pull request."""
        if not let_in and not push.sound:
            return
        for at, (_, new, _) in enumerate(push.updates):
            if int(new, 16):
                name = "heads/moves/fuzz" if let_in else "pull"
                self.bare.run("update-ref", f"refs/{name}/{number}{at}{'' if let_in else '/head'}", new)

    def _moderate(self) -> None:
        for line in self._after_push([(self.base.commit, self.base.commit, MAIN)]):
            check_said(line)

    def _moderator(self) -> Moderator:
        return self.shared.moderator

    def _after_push(self, updates: Sequence[tuple[str, str, str]]) -> list[str]:
        """What a pusher is told; whatever went wrong behind it is a failure."""
        said: list[str] = []
        well = post_receive(self.shared.bare, updates, self._moderator, said.append)
        log = self.shared.bare / "pbem" / "hooks.log"
        told = log.read_text(encoding="utf-8") if log.exists() else ""
        if not well or told:
            raise Wrong("a hook failed: " + (told or " / ".join(said)))
        aside = list(self.root.parent.rglob("trouble"))
        if aside:
            raise Wrong(f"something was set aside: {aside}")
        return said

    def check(self) -> None:
        keys = {one: key(one).public.raw for one in HANDLES}
        for entry in entries(self.game)[self._count :]:
            check_entry(entry, keys)
        self._good_push()
        verdict = verify(self.game)
        if not verdict.ok:
            raise Wrong(f"the ledger does not verify: {verdict.message}")

    def _good_push(self) -> None:
        """A file of the seat that is asked goes to the main branch, through both hooks."""
        head, count = self.bare.commit(MAIN), len(entries(self.game))
        with opened(self.game, self.shared.moderator) as keeper:
            match = keeper.match
            seat, ask = next(iter(match.playing.pending.items()))
            order = ask.write(ask.listed(1)[0], match.playing.players)
            handle, campaign = match.seats[seat].handle, keeper.campaign
            if match.seats[seat].key.raw != key(handle).public.raw:
                return  # a key was changed by its owner
            block = signed_block(campaign, handle, order, match.head)
        push, base = Push(), self._base()
        blob = push.add("blob", block.encode())
        inbox = push.add("tree", pushes.with_entries(base.inbox, pushes.entry(b"100644", b"good.move", blob)))
        game = push.add("tree", pushes.with_entries(base.game, pushes.entry(b"40000", b"inbox", inbox)))
        games = push.add("tree", pushes.with_entries(base.games, pushes.entry(b"40000", GAME.encode(), game)))
        root = push.add("tree", pushes.with_entries(base.root, pushes.entry(b"40000", b"games", games)))
        who = "Anna <anna@players.example> 1767268800 +0000"
        new = push.add("commit", f"tree {root}\nparent {head}\nauthor {who}\ncommitter {who}\n\nmove\n".encode())
        push.store(self.shared.bare)
        update = [(head, new, MAIN)]
        refused: list[str] = []
        if not hooks.pre_receive(self.shared.bare, update, self._moderator, {**os.environ}, refused.append):
            raise Wrong(f"a good push is refused: {refused}")
        self.bare.ask("update-ref", MAIN, new, head)
        said = self._after_push(update)
        if len(entries(self.game)) <= count:
            raise Wrong("a good push is not taken: " + " / ".join(said))
