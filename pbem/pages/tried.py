"""What one might press in vain: things on the table that no legal answer names, with the reason and the rule.

Nothing is enumerated anew: things of a kind that a form takes stand in for those of legal answers, and the ask says why
not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from ..table import Answer, HiddenTouched, Refused
from ..table.form_parts import PLAYER_SLOT, FormPart, Ref
from ..table.forms import Form
from .asked_parts import AskedParts
from .pressable import Lying

MOST_TRIED, MOST_OF_A_PART, MOST_TOLD = 500, 24, 60
"""How many answers are tried in vain, how many refusals are told of one part of a form, and of all."""
FEW = 2
"""So many legal answers lend their other parts."""
UNSAID = "not_among_legal"
"""A refusal that gives no reason."""


def refused(asked: AskedParts, panes: Sequence[Sequence[Lying]]) -> list[dict[str, Any]]:
    """Refusals for the things on a table, pane by pane: one for each thing and verb."""
    known = [(form, asked.ask.refs(answer)) for answer in asked.answers if (form := asked.form_of(answer)) is not None]
    told: dict[tuple[str, str], dict[str, Any]] = {}
    tried = 0
    for form in asked.ask.kind.forms:
        own = [said for one, said in known if one is form]
        placed = [one["at"] for one in asked.legal if one["verb"] == form.head]
        for part in form.parts():
            legal = {_place(at[part.key]) for at in placed if isinstance(at.get(part.key), dict)}
            near = [things for things in panes if legal & set(map(_lies, things))] or panes
            there = {_lies(one) for things in near for one in things}
            found = 0
            for said in _vain(asked, form, part, own or _lent(form, part, known), there):
                if found >= MOST_OF_A_PART or len(told) >= MOST_TOLD or tried >= MOST_TRIED:
                    break
                tried += 1
                one = _refusal(asked, form, said)
                place = _place(one["at"].get(part.key, {})) if one is not None else ("", "", "")
                if one is not None and place in there - legal and (form.head, str(place)) not in told:
                    told[form.head, str(place)] = one
                    found += 1
    return list(told.values())


def _place(ref: Mapping[str, str]) -> tuple[str, str, str]:
    return ref.get("slot", ""), ref.get("id", ""), ref.get("owner", "")


def _lies(thing: Lying) -> tuple[str, str, str]:
    return thing.slot, thing.id, thing.owner


def _vain(
    asked: AskedParts, form: Form, part: FormPart, lent: Sequence[Mapping[str, Any]], there: Set[tuple[str, str, str]]
) -> Iterator[dict[str, Any]]:
    """Answers with a thing of the table in one part, and in the others what legal answers say."""
    if part.kind != "thing" or part.most != 1:
        return
    legal = {said[part.key] for said in lent if isinstance(said.get(part.key), Ref)}
    for ident in sorted({ident for _, ident, _ in there}):
        meant = _meant(asked, form, part, ident)
        if meant is None or meant in legal:
            continue
        for said in lent[:FEW] or [{}]:
            yield {**said, part.key: meant}


def _meant(asked: AskedParts, form: Form, part: FormPart, ident: str) -> Ref | None:
    if PLAYER_SLOT in part.slots and ident in asked.handles:
        return Ref(PLAYER_SLOT, str(asked.handles.index(ident)), list(asked.handles).index(ident))
    slots = asked.ask.kind.language.slots
    slot = next((slot for slot in part.slots if slot in slots and ident in slots[slot]), "")
    return Ref(slot, ident) if slot else None


def _lent(form: Form, part: FormPart, known: Sequence[tuple[Form, Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """For a form that no legal answer has: its other parts, as other forms say them."""
    others = [one for one in form.parts() if one.need and one.key != part.key]
    found: dict[str, Any] = {}
    for other in others:
        values = (value for _, said in known for value in said.values())
        value = next((one for one in values if isinstance(one, Ref) and one.slot in other.slots), None)
        if value is None or other.kind != "thing" or other.most != 1:
            return []
        found[other.key] = value
    return [found]


def _refusal(asked: AskedParts, form: Form, said: Mapping[str, Any]) -> dict[str, Any] | None:
    """Why this is not legal; nothing if it is, if nothing can be said, or if that would tell what is hidden."""
    ask = asked.ask
    try:
        answer = _normal(asked, form, said)
        no = None if answer is None or ask.allows(answer) else ask.reason(answer)
    except HiddenTouched:
        return None
    except Refused as refusal:
        no = refusal
    if no is None or no.key == UNSAID:
        return None
    no.rule = no.rule or ask.rule
    return {
        "order": form.write(form.filled(said), asked.handles),
        "verb": form.head,
        "at": asked.placed(form.head, said),
        "says": asked.sentence(form.head, said),
        **asked.refusal(no),
    }


def _normal(asked: AskedParts, form: Form, said: Mapping[str, Any]) -> Answer | None:
    try:
        answer = form.filled(said)
    except KeyError:
        return None
    reader = asked.ask.kind.readers.get(form.head)
    if reader is not None:
        answer = reader(asked.ask, answer)
    return asked.ask.normal(asked.ask.means(answer) if asked.ask.means is not None else answer)
