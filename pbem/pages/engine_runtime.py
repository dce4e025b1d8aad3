"""The Python that runs in a browser: a package of a pinned version, kept unpacked in the user's cache.

pbem loads nothing from anywhere by itself. `pbem engine get` is the one command that does, and only if asked.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from hashlib import sha256, sha512
from pathlib import Path
from typing import Any

from ..words.lazy_dataclass import dataclass

PACKAGE, VERSION = "pyodide", "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The package's sha512, as its registry gives it."""
FILES = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide.asm.mjs", "pyodide.mjs")
"""What a browser needs of it."""
LOCK = "pyodide-lock.json"
"""Says for which Python the files were built. Ours names no other package, so that none is ever looked for."""
LISTED = "files.json"
LARGEST = 64 * 1024 * 1024


class RuntimeFault(Exception):
    """The runtime cannot be had. `key` names the sentence that says why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@dataclass(frozen=True)
class EngineRuntime:
    """The unpacked files in the cache, each with its digest."""

    folder: Path
    digests: Mapping[str, str]

    @property
    def name(self) -> str:
        """The folder on a site: it changes with what is in it, so browsers may keep its files for good."""
        return digest_name(sha256(json.dumps(self.digests, sort_keys=True).encode()).hexdigest())

    def files(self) -> dict[str, bytes]:
        """All files for a site, those that shrink also compressed: many hosts compress neither wasm nor zip."""
        out = {}
        for name, digest in self.digests.items():
            data = (self.folder / name).read_bytes()
            if sha256(data).hexdigest() != digest:
                raise RuntimeFault("damaged", file=self.folder / name)
            out[name] = data
            out[f"{name}.gz"] = (self.folder / f"{name}.gz").read_bytes()
        return out


def digest_name(digest: str) -> str:
    """A digest as a part of names: long enough that two files never share it."""
    return digest[:20]


def cache() -> Path:
    """Where the runtime is kept: in the user's cache, `$PBEM_CACHE` instead if that is set."""
    if own := os.environ.get("PBEM_CACHE"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pbem" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "pbem"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pbem"


def _home() -> Path:
    return cache() / "engine" / f"{PACKAGE}-{VERSION}"


def there() -> EngineRuntime | None:
    """The runtime, if it has been fetched."""
    try:
        listed = json.loads((_home() / LISTED).read_bytes())
    except (OSError, ValueError):
        return None
    if listed.get("integrity") != INTEGRITY:
        return None
    return EngineRuntime(_home(), listed["files"])


def get(tarball: Path | None = None) -> EngineRuntime:
    """Fetch the package, or take it from a file; check it, and keep what a browser needs of it."""
    with tempfile.TemporaryDirectory() as room:
        try:
            data = (tarball or _fetched(Path(room))).read_bytes()
        except OSError as fault:
            raise RuntimeFault("unreadable", file=tarball, why=fault.strerror or fault) from None
    found = base64.b64encode(sha512(data).digest()).decode()
    if found != INTEGRITY:
        raise RuntimeFault("integrity", package=f"{PACKAGE} {VERSION}", found=found, right=INTEGRITY)
    return _keep(_unpacked(data))


def _fetched(room: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeFault("no_npm", package=f"{PACKAGE}@{VERSION}")
    done = subprocess.run(
        [npm, "pack", "--silent", "--ignore-scripts", f"{PACKAGE}@{VERSION}"],
        cwd=room,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    made = sorted(room.glob("*.tgz"))
    if done.returncode or len(made) != 1:
        raise RuntimeFault("npm_failed", package=f"{PACKAGE}@{VERSION}", why=done.stderr.strip()[-500:])
    return made[0]


def _unpacked(data: bytes) -> dict[str, bytes]:
    out = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as tar:
        for name in (*FILES, LOCK):
            member = tar.extractfile(f"package/{name}")
            assert member is not None
            out[name] = member.read(LARGEST)
    info = json.loads(out.pop(LOCK))["info"]
    return {**out, LOCK: json.dumps({"info": info, "packages": {}}, sort_keys=True).encode()}


def _keep(files: Mapping[str, bytes]) -> EngineRuntime:
    """Written beside and moved into place, so that a half-written runtime is never taken for one."""
    home = _home()
    home.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{home.name}-", dir=home.parent))
    try:
        for name, data in files.items():
            (made / name).write_bytes(data)
            (made / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))
        digests = {name: sha256(data).hexdigest() for name, data in files.items()}
        (made / LISTED).write_text(json.dumps({"integrity": INTEGRITY, "files": digests}), encoding="utf-8")
        shutil.rmtree(home, ignore_errors=True)
        with contextlib.suppress(OSError):  # somebody else was quicker, with the same files
            made.replace(home)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return EngineRuntime(home, digests)
