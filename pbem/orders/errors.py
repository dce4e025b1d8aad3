"""Faults in an order file: all of them at once, each with its place."""

from __future__ import annotations

from ..table import Refused
from ..words.lazy_dataclass import dataclass


@dataclass(frozen=True)
class OrderFault:
    """A refusal with the line it is about; `refused.at` counts from the start of that line."""

    line: int
    text: str
    refused: Refused

    @property
    def column(self) -> int:
        return (self.refused.at[0] if self.refused.at else 0) + 1


class BadOrders(Exception):
    """An order file that cannot be accepted as it stands."""

    def __init__(self, faults: list[OrderFault]) -> None:
        super().__init__("; ".join(f"line {f.line}, column {f.column}: {f.refused}" for f in faults))
        self.faults = faults
