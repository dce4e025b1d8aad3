"""Rulings: the moderator changes the position from outside the rules, with a reason, for everybody to see.

What not everybody may see of a change is sealed in its entry until the end, as hidden answers are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.table import CannotRule, Note, ruling
from pbem.table.inputs import Changes
from pbem.table.state_json import canonical, copy, to_json

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import ruling_words

if TYPE_CHECKING:
    from ..match import Match

Change = dict[str, Any]
"""`path`, what `was` there, and what comes `to` be there."""


def check_agreed(match: Match) -> None:
    """Raise unless the players have agreed that the moderator may rule."""
    if match.genesis.policy.get("ruling") != "moderator":
        raise refused("ruling-not-agreed")


def refused(key: str, **values: object) -> CampaignError:
    return CampaignError(CampaignFault.RULING, why=phrase(key, **values))


def wanted(match: Match, given: Sequence[tuple[str, Any]]) -> list[Change]:
    """The changes of a ruling, with what is there now. In a path a player's handle stands for the seat."""
    handles, state = match.genesis.handles, to_json(match.playing.state)
    found = []
    for said, value in given:
        steps = [str(handles.index(step)) if step in handles else step for step in said.split(".")]
        path = ".".join(steps)
        try:
            found.append({"path": path, "was": ruling.get(state, path), "to": value})
        except CannotRule as error:
            raise refused("ruling-unsound", fault=str(error)) from None
    return found


def reverse(match: Match, changes: Sequence[Change]) -> list[Change]:
    """The changes that take back others: numbers by as much as they were changed, all else to what it was."""
    state, found = to_json(match.playing.state), []
    for one in reversed(changes):
        now = ruling.get(state, one["path"])
        numbers = all(type(value) is int for value in (now, one["was"], one["to"]))
        if not numbers and now != one["to"]:
            raise refused("ruling-changed-since", path=one["path"])
        found.append({"path": one["path"], "was": now, "to": now - one["to"] + one["was"] if numbers else one["was"]})
    return found


def draft(match: Match, changes: Sequence[Change], reason: str, about: int | None = None) -> EntryDraft:
    """Change the position; raises, and changes nothing, where it would not be sound."""
    table = match.playing
    state = to_json(table.state)
    for one in changes:
        if canonical(_there(state, one["path"])) != canonical(one["was"]):
            raise refused("ruling-was", path=one["path"])
        if canonical(one["was"]) == canonical(one["to"]):
            raise refused("ruling-same", path=one["path"])
    if changes:
        if match.sealed.given or match.sealed.passed:
            raise refused("ruling-together")
        _apply(match, [(one["path"], one["to"]) for one in changes])
    cls = type(table.state)
    hidden = [one for one in changes if ruling.secret(cls, one["path"])]
    shown = [one for one in changes if one not in hidden]
    content: dict[str, Any] = {"kind": "ruling", "reason": reason, "by": "moderator", "changes": shown}
    content |= {"about": about} if about is not None else {}
    if hidden:
        match.sealed.ruled(match.n + 1, hidden)
    notes = [Note("ruled", {"reason": reason, "entry": about})]
    words = match.title.words["en"]
    notes += ruling_words.notes(cls, words, shown, None)
    notes += [Note("ruled_hidden", {})] if hidden else []
    for seat in range(len(match.seats)):
        view = table.view(seat)
        mine = [one for one in hidden if _sees(view, one)]
        notes += ruling_words.notes(cls, words, mine, (seat,))
    content["digest"] = match.public_digest()
    return EntryDraft(content, match.tell(notes), moved=bool(changes), hidden=hidden)


def _apply(match: Match, changes: list[tuple[str, Any]]) -> None:
    try:
        _check_by_title(match, tuple(changes))
        match.playing.rule(tuple(changes))
    except CannotRule as error:
        place = next((mark for mark in reversed(match.past.marks)), None)
        near = f"{place.n}:{place.i + 1}" if place is not None else ""
        raise refused("ruling-unsound", fault=str(error), near=near) from None


def _check_by_title(match: Match, changes: Changes) -> None:
    """The title itself can complete a position and say what is wrong with it: nothing may be wrong that was right."""
    module, state = match.title.module("scenario"), match.playing.state
    if module is None:
        return
    ruling.check(state, changes)
    before = _faults(module, state)
    for path, what in _faults(module, ruling.changed(state, changes)).items():
        if before.get(path) != what:
            raise CannotRule(f"{path}: {what}")


def _faults(module: Any, state: Any) -> dict[str, str]:
    """By place, what the title finds wrong, or would set there itself."""
    whole = copy(state)
    try:
        found = {str(path): str(what) for path, what in module.given(whole, {})}
    except Exception:
        return {}  # it cannot complete a position in the middle of this phase
    return _differences(to_json(state), to_json(whole), "") | found


def _differences(one: Any, other: Any, path: str) -> dict[str, str]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(str(n), *both) for n, both in enumerate(zip(one, other, strict=True))]
    else:
        return {} if one == other else {path: f"this follows from the rest, as {canonical(other).decode()}"}
    found: dict[str, str] = {}
    for key, left, right in pairs:
        found |= _differences(left, right, f"{path}.{key}" if path else key)
    return found


def _there(state: Any, path: str) -> Any:
    try:
        return ruling.get(state, path)
    except CannotRule as error:
        raise refused("ruling-unsound", fault=str(error)) from None


def _sees(view: Any, one: Change) -> bool:
    try:
        return bool(ruling.get(view, one["path"]) == one["to"])
    except CannotRule:
        return False
