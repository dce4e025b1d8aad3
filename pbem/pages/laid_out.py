"""The table in panes: as a title lays it out, with a tray for whatever can be named and lies nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..table import Title
from . import kit
from .board_api import DeskHand, Pane, Sight
from .boards import board_of
from .held_piles import held
from .kit import esc, thing
from .pressable import Lying, lying, pressable
from .site_words import speech


def panes_of(title: Title, sight: Sight, things: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """The board in parts, and a tray for whatever can be named and lies nowhere."""
    words, scene = sight.scene.words, sight.scene
    layout = title.module("board.surface")
    panes = list(layout.panes(sight)) if layout is not None else _plain_panes(title, sight)

    def called(slot: str, ident: str) -> str:
        if slot == "player" and ident in scene.handles:
            return scene.players[scene.handles.index(ident)]
        return words.name(slot, ident)

    there = [one for pane in panes for one in lying(pane.html)]
    rest = [one for one in things if not any(fits(one, thing) for thing in there)]
    if rest:
        chips = "".join(_chip(one, called(one["slot"], one["id"]), scene.handles) for one in rest)
        label = speech(scene.language)("surface.rest")
        panes.append(Pane("rest", label, f'<div class="chips">{chips}</div>', tray=True))
    return [
        {
            "id": pane.id,
            "label": pane.label,
            "essential": pane.essential,
            "tray": pane.tray,
            "kind": pane.kind,
            "html": pressable(pane.html, called),
        }
        for pane in panes
    ]


def _chip(ref: Mapping[str, str], name: str, handles: Sequence[str]) -> str:
    """A thing that lies nowhere; a player has colour and crest."""
    marks = thing(ref["slot"], ref["id"], ref.get("owner", ""), name)
    said = f'<span class="name">{esc(name)}</span>'
    if ref["slot"] == "player" and ref["id"] in handles:
        said = kit.who(handles.index(ref["id"]), name)
    return f'<span class="chip"{marks}>{said}</span>'


def fits(ref: Mapping[str, str], thing: Lying) -> bool:
    """Whether this is the thing that an answer names."""
    return (thing.slot, thing.id, thing.owner) == (ref["slot"], ref["id"], ref.get("owner", ""))


def _plain_panes(title: Title, sight: Sight) -> list[Pane]:
    """Of a title that says nothing of its own: the board as everybody sees it, and what the seat holds."""
    board, scene = board_of(title), sight.scene
    talk = speech(scene.language)
    found = [Pane("board", talk("tab.board"), board.draw(scene))]
    hand = board.hand(scene, sight.seat) if hasattr(board, "hand") else DeskHand()
    if lies := held(hand, sight):
        found.append(Pane("hand", talk("desk.hand"), lies, tray=True))
    return found
