"""What can be chosen next for an ask, as a page needs it: by form and part, with whatever is complete already.

Where all legal answers can be listed, it is found among them as the page was told of them; otherwise the ask says it
part by part (pbem/table/composing.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from ..table import Answer, Refused
from ..table.composing import Composing
from ..table.form_parts import FormPart, left
from ..table.forms import Form
from .asked_parts import AskedParts, At

MOST_FILTERED = 3000
"""With more legal answers than this the ask is asked part by part."""
MOST_LOOKED_AT = 150
"""Of so many choices of a part it is said whether they make a legal answer."""


class Possible(NamedTuple):
    """A legal answer."""

    at: At
    """What the page is told of it."""
    keys: frozenset[str]
    """All its parts, of which the page is not told where the thing that it names says it already."""
    answer: Answer


class Composed:
    """One ask, while an answer is put together."""

    def __init__(self, asked: AskedParts) -> None:
        self.asked, self.ask = asked, asked.ask
        self.composing = Composing(asked.ask, asked.handles)

    def next(self, at: At, form: int | None = None) -> dict[str, Any]:
        """What each part may say beside what is chosen, by form, or of one form alone."""
        found = []
        for number, one in enumerate(self.asked.every_form()):
            if form in (None, number):
                told = self._form(number, one, at)
                if told["choices"] or told["complete"] or told["refused"]:
                    found.append({"form": number, "verb": one.head, **told})
        return {"forms": found}

    # ---- one form

    def _form(self, number: int, form: Form, at: At) -> dict[str, Any]:
        keys = {part.key for part in form.parts()}
        if not set(at) <= keys:
            return {"choices": {}, "complete": None, "refused": None}
        choices = self._choices(form, at) if self._listed(form) else self._offered(form, at)
        complete, refused = self._complete(number, form, at)
        return {"choices": choices, "complete": complete, "refused": refused}

    def _listed(self, form: Form) -> bool:
        return any(one is form for one, _ in self._every)

    @cached_property
    def _every(self) -> list[tuple[Form, list[Possible]]]:
        """By form, all legal answers with what they say in each part; nothing, if they cannot all be listed."""
        answers = self.ask.listed(MOST_FILTERED + 1) if self.ask.lists_all else []
        found: list[tuple[Form, list[Possible]]] = []
        for answer in answers if len(answers) <= MOST_FILTERED else ():
            form = self.asked.form_of(answer)
            assert form is not None
            said = self.ask.refs(answer)
            told = Possible(self.asked.placed(form.head, said), frozenset(said), answer)
            some = next((some for one, some in found if one is form), None)
            if some is None:
                found.append((form, [told]))
            else:
                some.append(told)
        return found

    # ---- among legal answers

    def _of(self, form: Form) -> list[Possible]:
        return next((some for one, some in self._every if one is form), [])

    def _unsaid(self, form: Form) -> set[str]:
        """Parts that no legal answer has: whether what they say is legal shows when the answer is complete."""
        return {part.key for part in form.parts()}.difference(*(one.keys for one in self._of(form)))

    def _choices(self, form: Form, at: At) -> dict[str, list[dict[str, Any]]]:
        unsaid = self._unsaid(form)
        bound = {key: value for key, value in at.items() if key not in unsaid}
        if not any(agrees(one.at, bound) for one in self._of(form)):
            return {}
        return {
            part.key: self._free(form, part) if part.key in unsaid else self._among(form, part, bound)
            for part in form.parts()
        }

    def _among(self, form: Form, part: FormPart, at: At) -> list[dict[str, Any]]:
        many = part.most != 1
        others = at if many else {key: value for key, value in at.items() if key != part.key}
        values: list[Any] = []
        whole: list[tuple[Any, Answer]] = []
        for one in self._of(form):
            if part.key not in one.at or not agrees(one.at, others):
                continue
            rest = left(one.at[part.key], at.get(part.key)) if many else [one.at[part.key]]
            values += rest
            if set(one.at) - {part.key} <= set(at) and len(rest) == 1:
                whole.append((rest[0], one.answer))
        return [{"value": value, **self._worth(value, whole)} for value in distinct(values)]

    def _worth(self, value: Any, whole: list[tuple[Any, Answer]]) -> dict[str, Any]:
        """Whether this makes a legal answer, and what that one costs and brings."""
        answer = next((answer for one, answer in whole if one == value), None)
        return {"legal": False} if answer is None else {"legal": True, **self.asked.worth(answer)}

    def _free(self, form: Form, part: FormPart) -> list[dict[str, Any]]:
        """Words and numbers of a part that no legal answer has."""
        if part.kind not in ("word", "number"):
            return []
        return [{"value": one[part.key], "legal": False} for one in self.composing.open(form, part)]

    # ---- part by part

    def _offered(self, form: Form, at: At) -> dict[str, list[dict[str, Any]]]:
        chosen = self._said(form, at)
        many = {part.key: part.most != 1 for part in form.parts()}
        return {
            key: [self._choice(form, chosen, key, many[key], one, n < MOST_LOOKED_AT) for n, one in enumerate(some)]
            for key, some in self.composing.choices(form, chosen).items()
        }

    def _choice(self, form: Form, chosen: At, key: str, many: bool, choice: At, look: bool) -> dict[str, Any]:
        said = {**chosen, **choice, **({key: [*chosen.get(key, ()), choice[key]]} if many else {})}
        placed = self.asked.placed(form.head, said)
        told: dict[str, Any] = {"value": placed[key][-1] if many else placed[key], "legal": False}
        if more := {name: placed[name] for name in choice if name != key and name not in chosen}:
            told["with"] = more
        if look:
            try:
                answer = self.composing.answer(form, said)
            except Refused:
                answer = None
            if answer is not None:
                told |= {"legal": True, **self.asked.worth(answer)}
        return told

    def _said(self, form: Form, at: At) -> dict[str, Any]:
        """What the page has chosen, as the form says it; a thing is meant by its id."""
        found: dict[str, Any] = {}
        for key, value in at.items():
            some = [form.meant(key, self._bare(one)) for one in value] if isinstance(value, list) else None
            found[key] = form.meant(key, self._bare(value)) if some is None else some
        return found

    def _bare(self, value: Any) -> Any:
        if isinstance(value, Mapping) and "slot" in value:
            handles = self.asked.handles
            named = value["id"]
            return list(handles).index(named) if value["slot"] == "player" and named in handles else named
        if isinstance(value, Mapping):
            return {key: self._bare(one) for key, one in value.items()}
        return value

    # ---- what is complete

    def _complete(self, number: int, form: Form, at: At) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        """The answer that these parts are, or why it is not legal; neither while a part is missing."""
        try:
            if self._listed(form):
                return self._found(number, form, at), None
            said = self._said(form, at)
            answer = self.composing.answer(form, said)
        except Refused as no:
            return None, self.asked.refusal(no)
        return (self.asked.told(form, number, said, answer) if answer is not None else None), None

    def _found(self, number: int, form: Form, at: At) -> dict[str, Any] | None:
        unsaid = self._unsaid(form)
        bound = {key: value for key, value in at.items() if key not in unsaid}
        answer = next((one.answer for one in self._of(form) if same(one.at, bound)), None)
        if answer is None:
            return None
        more = {key: value for key, value in at.items() if key in unsaid}
        said = {**self.ask.refs(answer), **self._said(form, more)}
        meant = self.composing.answer(form, said) if more else answer
        return self.asked.told(form, number, said, meant) if meant is not None else None


def agrees(said: At, chosen: At) -> bool:
    """Whether an answer says all that is chosen."""
    for key, value in chosen.items():
        there = said.get(key)
        if isinstance(value, list):
            if not isinstance(there, list) or len(left(there, value)) != len(there) - len(value):
                return False
        elif there != value:
            return False
    return True


def same(said: At, chosen: At) -> bool:
    """Whether an answer says just that, lists in any order."""
    return set(said) == set(chosen) and agrees(said, chosen) and agrees(chosen, said)


def distinct(values: list[Any]) -> list[Any]:
    """Each value once."""
    return list({str(value): value for value in values}.values())


def refs_in(values: list[Any]) -> list[dict[str, str]]:
    """Every thing among some values, once."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    rest = list(values)
    for value in rest:  # it grows while it is walked
        if isinstance(value, list):
            rest += value
        elif isinstance(value, dict) and "slot" in value:
            found.setdefault((value["slot"], value["id"], value.get("owner", "")), value)
        elif isinstance(value, dict):
            rest += value.values()
    return list(found.values())
