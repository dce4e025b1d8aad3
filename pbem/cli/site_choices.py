"""What was chosen for a site: said once, and kept by every command that writes its pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

_NAME = "choices.json"
_LARGEST = 1 << 16


class SiteChoices(NamedTuple):
    language: str = "en"
    address: str = ""
    mail: str = ""
    """Where players mail their moves."""
    engine_in_folder: bool = False


def choices(site: Path, **given: Any) -> SiteChoices:
    """As given now; else as for the last build; else as the settings for mail say."""
    known = {**_from_post(), **_remembered(site)}
    return SiteChoices(**{**known, **{name: value for name, value in given.items() if value is not None}})


def remember(site: Path, chosen: SiteChoices) -> None:
    from ..storage import disk

    if _remembered(site) != chosen._asdict():
        disk.write_whole(_file(site), json.dumps(chosen._asdict()).encode())


def _file(site: Path) -> Path:
    from ..pages.store import Store

    return Store(site).build / _NAME


def _remembered(site: Path) -> dict[str, Any]:
    from ..storage import disk
    from ..storage.errors import StorageError

    try:
        found = json.loads(disk.read(_file(site), _LARGEST))
        like = SiteChoices()._asdict()
        right = isinstance(found, dict) and {n: type(one) for n, one in found.items()} == {
            n: type(one) for n, one in like.items()
        }
        return found if right else {}
    except (StorageError, ValueError, RecursionError):
        return {}


def _from_post() -> dict[str, Any]:
    """Most moderators who have pages and mail have said all of it in `post.yaml`."""
    from ..post.errors import PostError
    from ..post.mail import settings

    if not settings.settings_path().is_file():
        return {}
    try:
        found = settings.load()
    except PostError:
        return {}  # commands that need them say what is wrong with them
    return {"language": found.site_language, "address": found.site, "mail": found.address}
