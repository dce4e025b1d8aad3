"""What trust costs: verify, one run in short and long campaigns, start-up, sealing. All as ratios in one run."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from unittest import mock

from rich.console import Console

from pbem import titles
from pbem.campaign import movefile
from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.file import Head, Ledger
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import block, post, write_move
from pbem.campaign.records import SignedFile
from pbem.campaign.running.create import begin, opened
from pbem.seals import sealing, sshsig
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import clear_block, sign_move

MADE_UP = Path(__file__).parent / "made_up"
HANDLES = ("anna", "ben")
ROUNDS = 7


def key(name: str) -> PrivateKey:
    return PrivateKey.from_seed(sha256(f"pbem bench key {name}".encode()).digest(), name)


MODERATOR = Moderator(key("moderator"))


def beside(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Seconds for each work: the best of several rounds, interleaved, because other programs interfere."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, spent in zip(works, times, strict=True):
            start = perf_counter()
            work()
            spent.append(perf_counter() - start)
    return [min(spent) for spent in times]


@contextlib.contextmanager
def place() -> Iterator[Path]:
    """A folder in memory if there is one: the bench measures our work, not a disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        folder, keys = Path(name), Path(name) / "keys"
        keys.mkdir()
        (keys / "moderator").write_bytes(MODERATOR.key.pem())
        with mock.patch.dict(os.environ, {"PBEM_KEYS": str(keys)}):
            yield folder


def campaign(folder: Path, rounds: int, entries: int | None = None) -> Campaign:
    """A game of Guess, played to its end or up to a number of entries; written to the ledger all at once."""
    seats: list[tuple[str, str, Seat | str]] = [(one, one, Seat(one, one, key(one).public)) for one in HANDLES]
    limits = Terms(files="open")  # the ledger is written all at once: nothing sealed could be read back before
    made = begin(folder / f"guess-{rounds}", MODERATOR, "guess", seats, {"rounds": rounds}, limits=limits)
    lines: list[bytes] = []

    def collect(self: Ledger, more: list[bytes], head: Head) -> Head:
        lines.extend(more)
        return Head(head.n + len(more), sha256(more[-1]).hexdigest(), head.size)

    with (
        opened(made.folder, MODERATOR) as keeper,
        mock.patch.object(Ledger, "append", collect),
        mock.patch.object(type(keeper), "_answer"),
        mock.patch.object(type(keeper.checkpoints), "prepare"),
        mock.patch.object(type(keeper.checkpoints), "promote"),
    ):
        while not keeper.match.past.ended and (entries is None or keeper.match.n < entries - 1):
            match = keeper.match
            seat = next(iter(match.table.pending)) if match.table else len(match.seats.joined)
            order = f"guess {1 + match.n % 20}\n" if match.table else "join\n"
            after = match.head if match.table else match.digest
            payload = movefile.write(movefile.MoveFile(made.id, HANDLES[seat], after, order))
            keeper.submit(clear_block(sign_move(payload, key(HANDLES[seat]))).encode())
    Ledger(made.folder).append(lines, made.head)
    with opened(made.folder, MODERATOR) as keeper:
        keeper.checkpoints.prepare(keeper.match, None)
        keeper.checkpoints.promote()
        keeper.publish()
    return made


def verifying(console: Console, folder: Path) -> None:
    made = campaign(folder, 500)
    verdict = verify(made.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
    entries = list(made.entries())
    files = [(SignedFile.of(one["file"]), key(one["player"]).public) for one in entries if "file" in one]
    signed = [(sshsig.parse_blob(file.signature).raw, _message(file), public.verifier()) for file, public in files]

    def signatures() -> None:
        for raw, message, verifier in signed:
            verifier.verify(raw, message)

    def follow() -> None:
        """One replay of the ledger, with the digest of every position."""
        for _ in made.replay():
            pass

    whole, bare, played = beside(lambda: verify(made.folder), signatures, follow)
    console.print(f"verify, {verdict.signatures} signatures, {verdict.answers} moves: {whole:.3f} s")
    console.print(f"  bare Ed25519 checks {bare:.3f} s + one replay {played:.3f} s")
    console.print(f"  ratio {whole / (bare + played):.2f} (at most 2)")


def _message(file: SignedFile) -> bytes:
    """The bytes under an SSH signature."""
    return sshsig._signed(b"pbem", sshsig.parse_blob(file.signature).hash.encode(), file.payload)


def running(console: Console, folder: Path) -> None:
    """`pbem run` as a separate process that takes one move, in campaigns of growing length."""
    for entries in (100, 1000, 10_000):
        made = campaign(folder, 5000, entries)
        kept = folder / "kept"
        times, bases = [], []
        for n in range(ROUNDS):
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(made.folder.parent, kept, ignore=shutil.ignore_patterns("keys", "kept"))
            keys = folder / "keys-now"
            shutil.rmtree(keys, ignore_errors=True)
            shutil.copytree(folder / "keys", keys)
            copy = Campaign(kept / made.id)
            handle = copy.position["waiting"][0]
            post(copy, block(copy, write_move(copy, handle, f"guess {n + 1}\n", key(handle))))
            start = perf_counter()
            _python(_RUN.format(titles=str(MADE_UP), games=str(kept), game=made.id), keys)
            times.append(perf_counter() - start)
            assert copy.head.n == entries, "the run has taken the move"
            start = perf_counter()
            _python(_IMPORTS.format(titles=str(MADE_UP)), keys)
            bases.append(perf_counter() - start)
        size = made.ledger.path.stat().st_size
        shutil.rmtree(made.folder)
        console.print(
            f"pbem run, one move after {entries} entries ({size / 1e6:.1f} MB): {min(times) * 1000:.0f} ms, "
            f"start-up with the same imports {min(bases) * 1000:.0f} ms, "
            f"ratio {min(times) / min(bases):.2f} (at most 3)"
        )


_RUN = """
import sys
from pbem import titles
titles.__path__.append({titles!r})
sys.argv = ["pbem", "run", {game!r}, "--games", {games!r}]
from pbem.cli import main
main()
"""
_IMPORTS = """
from pbem import titles
titles.__path__.append({titles!r})
import pbem.cli.app, pbem.campaign.run, pbem.campaign.checkpoint, pbem.table.saying, pbem.titles.guess
import cryptography.hazmat.primitives.asymmetric.ed25519, cryptography.hazmat.primitives.serialization, pyrage, yaml
"""


def _python(code: str, keys: Path) -> None:
    environment = {**os.environ, "PBEM_KEYS": str(keys)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def starting(console: Console) -> None:
    program = Path(sys.executable).with_name("pbem")
    bare, helped = beside(
        lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
        lambda: subprocess.run([program, "--help"], check=True, stdout=subprocess.DEVNULL),
        rounds=3 * ROUNDS,
    )
    console.print(f"pbem --help: {helped * 1000:.0f} ms (at most 150), beside bare Python {bare * 1000:.0f} ms")


def sealed(console: Console) -> None:
    import pyrage

    data, owner = os.urandom(20_000), key("anna")
    recipient = pyrage.ssh.Recipient.from_str(owner.public.line)
    identity = pyrage.ssh.Identity.from_buffer(owner.pem())
    ours = sealing.seal(data, [owner.public])
    raw = bytes(pyrage.encrypt(data, [recipient], armored=True))
    pairs = {
        "seal": (lambda: sealing.seal(data, [owner.public]), lambda: pyrage.encrypt(data, [recipient], armored=True)),
        "open": (lambda: sealing.unseal(ours, owner), lambda: pyrage.decrypt(raw, [identity])),
    }
    for name, (work, bare) in pairs.items():
        mine, theirs = beside(work, bare, rounds=200)
        console.print(f"{name} 20 KB: {mine * 1e6:.0f} µs, ratio to raw pyrage {mine / theirs:.2f}")


def run(console: Console) -> None:
    titles.__path__.append(str(MADE_UP))
    try:
        starting(console)
        sealed(console)
        with place() as folder:
            verifying(console, folder)
        with place() as folder:
            running(console, folder)
    finally:
        titles.__path__.remove(str(MADE_UP))
