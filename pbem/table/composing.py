"""An answer put together part by part: what each part may still say, beside what is chosen already.

Most asks list their legal answers, and what fits together is found among them. Where there are too many, the ask itself
says what a part may say (`Ask.offers`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from .ask import Ask
from .form_parts import FormPart, Ref, Said, left, unlike
from .forms import Answer, Form
from .refusals import Refused

MOST_FILTERED = 5000
"""Among so many legal answers it is looked for what fits together."""
HIGHEST_OPEN = 30
"""Where nothing says how large a number may be."""
MOST_OPEN = 60
"""A whole vocabulary is offered if it has no more words."""

Choice = dict[str, Any]
"""What a part may say, by key, with whatever else goes with it; of a list one further item."""


class Composing:
    """What can be chosen for an ask, form by form."""

    def __init__(self, ask: Ask, players: Sequence[str]) -> None:
        self.ask, self.players = ask, players

    @cached_property
    def _known(self) -> list[tuple[Form, dict[str, Said]]]:
        """Legal answers taken apart, as many as are listed."""
        found = []
        for answer in self.ask.listed(MOST_FILTERED):
            spoken = self.ask.spoken(answer)
            form = self.ask.kind.form_of(spoken)
            if form is not None:
                found.append((form, form.said(spoken)))
        return found

    def listed(self, form: Form) -> bool:
        """Whether legal answers have this form; others only stand for one of them (`hire all`)."""
        return any(one is form for one, _ in self._known)

    def choices(self, form: Form, chosen: Mapping[str, Said]) -> dict[str, list[Choice]]:
        """By part: what it may say, beside what the other parts say. Nothing, if the form cannot be completed so."""
        own = {part.key: self.ask.offers(form, part.key, chosen) for part in form.parts()}
        known = [said for one, said in self._known if one is form]
        bound = {
            key: value
            for key, value in chosen.items()
            if own[key] is None or any(fits(said, {key: value}) for said in known)
        }
        found: dict[str, list[Choice]] = {}
        for part in form.parts():
            offered = own[part.key]
            found[part.key] = list(offered) if offered is not None else self._fitting(form, part, bound)
        first = next((part.key for part in form.parts() if part.need and part.key not in chosen), "")
        return {} if first and not found[first] else found

    def answer(self, form: Form, chosen: Mapping[str, Said]) -> Answer | None:
        """The legal answer that these parts say; None while a part is missing. Raises Refused."""
        text = self.text(form, chosen)
        return self.ask.parse(text, self.players) if text else None

    def text(self, form: Form, chosen: Mapping[str, Said]) -> str:
        """The order; empty while a part is missing."""
        if any(part.need and part.most != 1 and not chosen.get(part.key) for part in form.parts()):
            return ""
        try:
            return form.write(form.filled(chosen), self.players)
        except KeyError:
            return ""

    # ---- what fits together

    def _fitting(self, form: Form, part: FormPart, chosen: Mapping[str, Said]) -> list[Choice]:
        """What a part says in legal answers that say all that is chosen."""
        known = [said for one, said in self._known if one is form]
        if not any(part.key in said for said in known):
            return self.open(form, part) if not known or part.kind in ("word", "number") else []
        many = part.most != 1
        others = chosen if many else {key: value for key, value in chosen.items() if key != part.key}
        values: list[Any] = []
        for said in known:
            if part.key in said and fits(said, others):
                values += left(said[part.key], chosen.get(part.key)) if many else [said[part.key]]
        return [{part.key: value} for value in unlike(values)]

    def open(self, form: Form, part: FormPart) -> list[Choice]:
        """What a part could say of which no legal answer tells; whether it is legal shows when all is chosen."""
        if part.kind == "word":
            return [{part.key: word} for word in part.words]
        if part.kind == "number":
            return [{part.key: word} for word in part.words] + [{part.key: n} for n in range(HIGHEST_OPEN + 1)]
        if part.kind != "thing":
            return []
        things: list[Any] = []
        for _, said in self._known:
            for value in said.values():
                things += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, Ref)]
        found: list[Any] = [one for one in things if one.slot in part.slots]
        slots = self.ask.kind.language.slots
        for slot in part.slots:
            if slot in slots and len(slots[slot].names) <= MOST_OPEN:
                found += [Ref(slot, ident) for ident in slots[slot]]
        return [{part.key: word} for word in part.words] + [{part.key: one} for one in unlike(found)]


def fits(said: Mapping[str, Said], chosen: Mapping[str, Said]) -> bool:
    """Whether an answer says all that is chosen."""
    for key, value in chosen.items():
        there = said.get(key)
        if isinstance(value, list):
            if not isinstance(there, list) or len(left(there, value)) != len(there) - len(value):
                return False
        elif there != value:
            return False
    return True


def refused(composing: Composing, form: Form, chosen: Mapping[str, Said]) -> Refused | None:
    """Why an answer with all its parts is not legal."""
    try:
        composing.answer(form, chosen)
    except Refused as no:
        return no
    return None
