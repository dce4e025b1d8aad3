from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.table import Title

from . import toy


# Not for the session: tests of other folders that one process runs afterwards must not find the toy among the titles.
@pytest.fixture(scope="package")
def lantern_market(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Title]:
    folder: Path = tmp_path_factory.mktemp("titles")
    with toy.installed(folder) as title:
        yield title
