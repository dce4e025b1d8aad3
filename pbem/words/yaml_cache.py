"""YAML files of ours, cached as Python caches modules: in the same folder and under the same conditions.

Reading a title's data and the sentences as YAML takes longer than everything else that a command does before it can
answer.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

_PRINT = 32
_FORM = b"2 "
"""Changes when what is kept of a file changes, although the file does not."""


def folder_of(package: str) -> Path:
    """Where a package lies. (`importlib.resources` would do, and takes longer to load than all that it reads.)"""
    place = import_module(package).__file__
    assert place is not None, f"{package} has no folder"
    return Path(place).parent


def cache_folder(folder: Path) -> Path:
    """Where Python keeps what it has compiled of a folder; `PYTHONPYCACHEPREFIX` moves it elsewhere."""
    if sys.pycache_prefix is None:
        return folder / "__pycache__"
    place = folder.resolve()
    return Path(sys.pycache_prefix, *place.relative_to(place.anchor).parts)


def load(file: Path) -> Any:
    """The content of a YAML file, parsed as YAML only if it was never read before or has changed since."""
    text = file.read_bytes()
    mark = _mark(text)
    kept = cache_folder(file.parent) / f"{file.name}.{sys.implementation.cache_tag}"
    try:
        known = kept.read_bytes()
        if known[:_PRINT] == mark:
            return marshal.loads(known[_PRINT:])
    except (OSError, EOFError, ValueError, TypeError):
        pass
    import yaml

    said = _once(yaml.load(text.decode("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    if not sys.dont_write_bytecode:
        with contextlib.suppress(OSError, ValueError):
            _keep(kept, kept_as(text, said))
    return said


def _mark(text: bytes) -> bytes:
    return sha256(_FORM + text).digest()


def kept_as(text: bytes, said: Any, form: int = marshal.version) -> bytes:
    """What is kept of a file with this text and content."""
    return _mark(text) + marshal.dumps(said, form)


def _once(said: Any) -> Any:
    """The same with every text only once in memory, which `marshal` preserves.

    YAML makes a new string wherever an id is mentioned. Rules look things up by id all the time, and a dict finds a
    key that is the very same object without comparing letters.
    """
    if isinstance(said, str):
        return sys.intern(said)
    if isinstance(said, list):
        return [_once(one) for one in said]
    if isinstance(said, dict):
        return {_once(key): _once(one) for key, one in said.items()}
    return said


def _keep(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
