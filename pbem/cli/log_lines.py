"""The log of a game at a terminal, in which each entry names whoever had the seats then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import typer

from .common import moderator_or_none
from .say import echo, said, words_of

if TYPE_CHECKING:
    from ..campaign.acts.shapes import Entry
    from ..campaign.campaign import Campaign, EntryStep

Names = Mapping[str, str]
"""What people call the players, by handle."""


def print_log(found: Campaign, after: int) -> None:
    """The entries after one, in the words of the pages where they are known, otherwise by their orders."""
    from ..campaign.campaign import Campaign
    from ..campaign.published import public_notes
    from ..table import note_text

    notes = public_notes.read(found)
    if notes is None and (key := moderator_or_none()) is not None:
        notes = public_notes.read(Campaign.open(found.folder, key))
    first, *changes = found.seatings()
    names = before = {seat.handle: seat.name for seat in first[1]}
    words = words_of(found, list(names.values()))
    for entry in found.entries():
        if changes and changes[0][0] == entry:
            names = {seat.handle: seat.name for seat in changes.pop(0)[1]}
            words = words_of(found, list(names.values()))
        if entry["n"] > after:
            told = [note_text(note, words) for note in notes[entry["n"]]] if notes is not None else []
            for number, line in enumerate([*told, *_unasked(entry, names)] if told else [_said(entry, before)]):
                head = f"{entry['n']:>5}  {entry['at']}" if number == 0 else " " * (7 + len(entry["at"]))
                echo(f"{head}  {line}", under=len(head) + 2)
        before = names


def tell(found: Campaign, step: EntryStep, before: Sequence[str]) -> None:
    """An entry as a replay shows it: its orders, and what came of them; `before`: who had the seats before it."""
    from ..table import note_text

    words = words_of(found, step.names)
    typer.echo(f"{step.n:>5}  {_said(step.entry, dict(zip(found.players, before, strict=True)))}")
    for note in step.notes:
        if f"note.{note.key}" in words:
            echo(f"       {note_text(note, words)}", under=9)


def _unasked(entry: Entry, names: Names) -> list[str]:
    """Answers that nobody gave at that moment: sentences about what happened do not say so."""
    return [
        f"({names[one['player']]}: {one.get('order') or said('log.sealed')}, {said('source.' + one['source'])})"
        for one in entry.get("answers", ())
        if one.get("source") in ("default", "standing", "bot")
    ]


def _said(entry: Entry, names: Names) -> str:
    from ..campaign.acts import KINDS

    entry = _named(entry, names)
    answers = [
        f"{one['player']}: "
        + (one.get("order") or f"({said('log.sealed')})")
        + ("" if one.get("source", "file") == "file" else f" ({said('source.' + one['source'])})")
        for one in entry.get("answers", ())
    ]
    shown = [one["order"] for one in entry.get("shows", ())] if entry["kind"] != "end" else []
    if shown:
        shown[:0] = [said("log.opened")]
    told = " · ".join([*(said(key, values) for key, values in KINDS[entry["kind"]].told(entry)), *shown, *answers])
    return told or said("log.later", {"name": entry.get("player", "")})


def _named(entry: Entry, names: Names) -> Entry:
    """An entry with the names of people in place of handles, except those that orders name."""
    shown = dict(entry)
    if "player" in entry:
        shown["player"] = names[entry["player"]]
    if isinstance(entry.get("to"), list):
        shown["to"] = [names[one] for one in entry["to"]]
    if "answers" in entry:
        shown["answers"] = [{**one, "player": names[one["player"]]} for one in entry["answers"]]
    if "outcome" in entry:
        shown["outcome"] = {**entry["outcome"], "winners": [names[one] for one in entry["outcome"]["winners"]]}
    return shown
