"""Whose deed a sentence of the log tells: a file can bring the whole turn of all players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.table import Note

_OWNED = frozenset({"marker_shown", "founded", "dissolved", "redrew", "instant_glory"})
"""Notes that say whose an empire is, which may be gone at the end of the turn."""
_OF_A_CONFLICT = frozenset(
    {
        "committed",
        "sent",
        "potential",
        "battle_unrest",
        "lost_units",
        "elite_lost",
        "fort_lost",
        "traitor",
        "pursued",
        "conflict_won",
        "conflict_undecided",
        "area_taken",
        "city_reduced",
        "neutral",
        "leader_gone",
    }
)
"""Notes that tell of a conflict, of whomever they speak: it is the deed of the attacker."""


def actors(notes: Sequence[Note], view: Any) -> list[int | None]:
    """The seat that acts in each note; None where a note belongs to the one before, or to nobody.

    `view` is the position after them.
    """
    owners: dict[str, int] = dict(view["owners"]) if view is not None else {}
    for note in reversed(notes):  # the first of the turn counts
        if note.key in _OWNED and note.values["empire"]:
            owners[note.values["empire"]] = note.values["player"]
    out: list[int | None] = []
    attacker: int | None = None
    for note in notes:
        if note.key == "conflict":
            attacker = _seat(note.values["attacker"], owners)
        elif note.key not in _OF_A_CONFLICT and "player" not in note.values:  # others may play a card into it
            attacker = None
        of_it = attacker is not None and (note.key == "conflict" or note.key in _OF_A_CONFLICT)
        out.append(attacker if of_it else _actor(note.values, owners))
    return out


def _actor(values: Mapping[str, Any], owners: Mapping[str, int]) -> int | None:
    player = values.get("player")
    return player if type(player) is int else _seat(values.get("empire"), owners)


def _seat(empire: Any, owners: Mapping[str, int]) -> int | None:
    return owners.get(empire) if isinstance(empire, str) else None
