from __future__ import annotations

from tests.post.conftest import desk, keys

__all__ = ["desk", "keys"]
