"""Checking a game in a browser comes to the verdict of `pbem verify`: over all showcases, and tampered ledgers.

Here they are checked by the pack of browsers under this Python, with signatures judged by `cryptography`;
test_check_page.py has some in a browser.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.campaign.ledger.verify import verify
from pbem.pages.engine_pack import checking_pack
from tests.conftest import ENGINE

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "ledger"
MADE_UP = ROOT / "bench" / "made_up"
SHOWCASES = sorted(path.parent.name for path in (ROOT / "games").glob("*/ledger.jsonl"))

Check = Callable[[bytes], Any]


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Check]:
    """Checks an archive with the pack, alone in a Python of its own."""
    room = tmp_path_factory.mktemp("checking")
    with zipfile.ZipFile(io.BytesIO(checking_pack().data)) as packed:
        packed.extractall(room / "pack")
    driver = [sys.executable, "-I", "-S", str(Path(__file__).with_name("checked_natively.py"))]
    command = [*driver, str(room / "pack"), str(MADE_UP), ENGINE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        stdin, stdout = program.stdin, program.stdout

        def asked(given: Any) -> Any:
            stdin.write(json.dumps(given) + "\n")
            stdin.flush()
            answer = json.loads(stdout.readline())
            return answer.get("value", answer)

        def checked(archive: bytes) -> Any:
            answer = asked({"language": "en", "archive": b64encode(archive).decode()})
            while "signatures" in answer:
                answer = asked({"good": [good(*map(b64decode, one)) for one in answer["signatures"]]})
            return answer

        yield checked
        stdin.close()


def good(key: bytes, signature: bytes, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except InvalidSignature:
        return False
    return True


def archive(folder: Path) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".lock":
                packed.write(path, f"{folder.name}/{path.relative_to(folder).as_posix()}")
    return made.getvalue()


@pytest.mark.parametrize("name", SHOWCASES)
def test_the_showcases_get_the_verdict_of_verify(check: Check, name: str) -> None:
    folder = ROOT / "games" / name
    found = check(archive(folder))
    assert found["verdict"] == verify(folder).data()
    if found["verdict"]["ok"]:
        assert found["text"].startswith("Everything is right")
        assert len(found["unchecked"]) == (3 if found["verdict"]["over"] else 4)


def tampered(folder: Path) -> Iterator[tuple[str, bytes]]:
    """A finished game with something changed, in all its files: what no signature was made for."""
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        data = path.read_bytes()
        for n in range(14 if path.name == "ledger.jsonl" else 1):
            at = (len(data) * (2 * n + 1)) // 29
            yield path.relative_to(folder).as_posix(), data[:at] + bytes([data[at] ^ 1 << n % 7]) + data[at + 1 :]
        yield path.relative_to(folder).as_posix(), data[: len(data) // 2]


def test_tampered_files_get_the_verdict_of_verify(check: Check, tmp_path: Path) -> None:
    folder = tmp_path / "duel-showcase"
    shutil.copytree(ROOT / "games" / folder.name, folder)
    right = verify(folder).data()
    count = 0
    for name, data in list(tampered(folder)):
        before = (folder / name).read_bytes()
        (folder / name).write_bytes(data)
        here, found = verify(folder).data(), check(archive(folder))["verdict"]
        (folder / name).write_bytes(before)
        assert found == here, name
        assert found != right, name
        count += 1
    assert count >= 20


def test_tampered_ledgers_get_the_verdict_of_verify(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ledgers that somebody with the moderator's key has changed, and signed again."""
    from pbem import titles

    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(MADE_UP)])
    count, wrong = 0, 0
    for path in sorted(VECTORS.glob("*.jsonl")):
        folder = tmp_path / path.stem
        folder.mkdir()
        (folder / "ledger.jsonl").write_bytes(path.read_bytes())
        here, found = verify(folder).data(), check(archive(folder))["verdict"]
        assert found == here, path.stem
        count += 1
        wrong += found["entry"] is not None
    assert count >= 60
    assert wrong >= 50


def test_what_is_no_archive_of_a_game_is_a_sentence(check: Check) -> None:
    def zipped(**files: bytes) -> bytes:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as packed:
            for name, data in files.items():
                packed.writestr(name.replace("__", "/"), data)
        return made.getvalue()

    escape = zipped(**{"game__..__..__x": b"1"})
    two = zipped(a__ledger=b"", b__ledger=b"")
    for data in (
        b"",
        b"PK\5\6",
        b"{}",
        zipped(ledger=b""),
        escape,
        two,
        archive(ROOT / "games" / "duel-showcase")[:-9],
    ):
        fault = check(data)["fault"]
        assert fault["kind"] == "archive"
        assert fault["text"] == "This is not the archive of a game as the pages offer it."
    assert check(zipped(x__ledger_jsonl=b""))["verdict"]["fault"] == "missing"
