"""What happened, as a key and values; put into words later, in the reader's language."""

from __future__ import annotations

from typing import Any

from ..words.lazy_dataclass import dataclass


@dataclass(slots=True)
class Note:
    key: str
    values: dict[str, Any]
    seen_by: tuple[int, ...] | None = None
    """Seats that may read it; None is everybody."""
    reveals: bool = False
    """It shows something that was hidden: no undo past it."""

    def visible(self, seat: int | None) -> bool:
        return self.seen_by is None or seat in self.seen_by

    def data(self) -> dict[str, Any]:
        return {"key": self.key, **{k: self.values[k] for k in sorted(self.values)}}
