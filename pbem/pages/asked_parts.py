"""An ask as a page needs it: verbs, forms in parts, and every legal answer with what it names, costs and brings.

Titles say more in their `board/surface.py`, all of it optional:

    place(game, ask, verb, at, handles) whose a thing is that several can have, and where: sets `owner` in refs
    weigh(game, ask, answer, about)     what an answer costs and brings (board_api.Price)
    meters(game, ask)                   what can be spent or gained, by name
    LACKING                             by refusal: the meter that lacks, and which of its values are wanted and there

Their words are in those of the board: `meter.NAME`, `outcome.TAG`, and the sentences of order_words.py. All that the
page is told is listed in docs/table-data.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..table import Answer, Ask, ChooseSome, HiddenTouched, Refused, Title, Words
from ..table.form_parts import FormPart, Ref
from ..table.forms import Form
from ..table.saying import ask_text, refusal_sentence
from .board_api import Price
from .boards import board_of
from .order_words import OrderWords

MOST_LEGAL = 600
"""More answers are not told one by one; the forms say what else can be put together."""

At = dict[str, Any]
"""What an answer says in each part, as JSON."""


class AskedParts:
    """What is asked of a seat, in one language."""

    def __init__(self, title: Title, ask: Ask, game: Any, words: Words, handles: Sequence[str]) -> None:
        self.title, self.ask, self.game, self.words, self.handles = title, ask, game, words, handles
        self.order_words = OrderWords(words)
        self.layout = title.module("board.surface")
        told = ask.data(handles, MOST_LEGAL)
        self.complete: bool = told["complete"]
        self._every: list[Form] | None = None
        self.answers = ask.listed(MOST_LEGAL)
        self.forms = self._forms()
        self.legal = [
            self.legal_answer(answer, {name: value for name, value in one.items() if name != "order"})
            for answer, one in zip(self.answers, told["legal"], strict=True)
        ]

    def data(self) -> dict[str, Any]:
        verbs = dict.fromkeys(form.head for form in self.forms)
        return {
            "id": self.ask.kind.id,
            "question": ask_text(self.ask, self.words),
            "rule": self.ask.rule,
            "window": self.ask.window,
            "several": self.ask.kind.id in getattr(board_of(self.title), "SEVERAL", ()),
            "complete": self.complete,
            "meters": self._meters(),
            "verbs": [
                {"id": verb, "label": self.order_words.verb(self.ask.kind.id, verb), "about": self._about_verb(verb)}
                for verb in verbs
            ],
            "forms": [self._form(n, form) for n, form in enumerate(self.forms)],
            "also": [self._form(n, form) for n, form in enumerate(self.every_form()) if n >= len(self.forms)],
            "legal": self.legal,
        }

    def _forms(self) -> list[Form]:
        """The forms that legal answers have; where not all are listed, any form may have one."""
        if not self.complete:
            return list(self.ask.kind.forms)
        found = {form.notation: form for one in self.answers if (form := self.form_of(one)) is not None}
        return list(found.values())

    def every_form(self) -> list[Form]:
        """Those, and behind them forms that stand for one of the legal answers: `hire all`."""
        if self.complete and self._every is None:
            readers = self.ask.kind.readers
            rest = [form for form in self.ask.kind.forms if form not in self.forms]
            stand_in = [form for form in rest if self.ask.means is not None or form.head in readers]
            self._every = [*self.forms, *(form for form in stand_in if form.parts() or self._is_order(form.head))]
        return self._every or self.forms

    def _is_order(self, text: str) -> bool:
        """Whether this is a legal order now, and means more than another word without parts."""
        try:
            return len(self.ask.parse(text, self.handles)) > 1
        except Refused:
            return False

    def form_of(self, answer: Answer) -> Form | None:
        return self.ask.kind.form_of(self.ask.spoken(answer))

    # ---- one answer

    def legal_answer(self, answer: Answer, about: Mapping[str, Any]) -> dict[str, Any]:
        """An answer with what it names in each part, what it says, costs and brings."""
        form = self.form_of(answer)
        assert form is not None
        return self.told(form, self.forms.index(form), self.ask.refs(answer), answer, about)

    def told(
        self, form: Form, number: int, said: Mapping[str, Any], answer: Answer, about: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The same of an order that says these parts and means this answer."""
        given = self.ask.about(answer) if about is None else about
        key = f"about.{self.ask.kind.id}"
        return {
            "order": form.write(form.filled(said), self.handles),
            "verb": form.head,
            "form": number,
            "at": self.placed(form.head, said),
            "says": self.sentence(form.head, said),
            "about": self.words.say(key, given) if given and key in self.words else "",
            **self.worth(answer, given),
        }

    def worth(self, answer: Answer, about: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What an answer costs and brings, by meter, what it would cost a rival, and its odds."""
        told: dict[str, Any] = {"cost": {}, "gain": {}}
        weigh = getattr(self.layout, "weigh", None)
        if weigh is None:
            return told
        try:
            found: Price = weigh(self.game, self.ask, answer, self.ask.about(answer) if about is None else about)
        except HiddenTouched:  # it depends on what the seat cannot see
            return told
        told |= {"cost": _some(found.cost), "gain": _some(found.gain)}
        if found.rival:
            told["rival"] = [{"player": self.handles[seat], "meter": meter, "n": n} for seat, meter, n in found.rival]
        if found.odds:
            told["odds"] = [
                {"tag": tag, "label": self.words.say(f"outcome.{tag}"), "share": round(share, 3)}
                for tag, share in found.odds.items()
            ]
        return told

    def refusal(self, refused: Refused) -> dict[str, Any]:
        """Why something is not possible, by which rule, and how much of what is lacking."""
        told = {"why": refusal_sentence(refused.key, refused.values, self.words), "rule": refused.rule or ""}
        meter, wanted, there = getattr(self.layout, "LACKING", {}).get(refused.key, ("", "", ""))
        lacks = (refused.values.get(wanted) or 0) - (refused.values.get(there) or 0)
        return {**told, "lacks": {meter: lacks}} if lacks > 0 else told

    def placed(self, verb: str, said: Mapping[str, Any]) -> At:
        at: At = {name: self._plain(value) for name, value in said.items()}
        place = getattr(self.layout, "place", None)
        if place is not None:
            place(self.game, self.ask, verb, at, self.handles)
        return at

    def _plain(self, value: Any) -> Any:
        """What a part says, as JSON: a player is named by handle."""
        if isinstance(value, Ref):
            named = self.handles[value.owner] if value.owner is not None else value.id
            return {"slot": value.slot, "id": named}
        if isinstance(value, list):
            return [self._plain(one) for one in value]
        if isinstance(value, dict):
            return {name: self._plain(one) for name, one in value.items()}
        return value

    # ---- sentences

    def sentence(self, verb: str, said: Mapping[str, Any]) -> str:
        """An answer in words: the title's own sentence, otherwise the verb with what it names."""
        kind = self.ask.kind.id
        if text := self.order_words.sentence(kind, verb, said):
            return text
        named = [self._named(value) for value in said.values()]
        return (
            f"{self.order_words.verb(kind, verb)}: {' · '.join(named)}" if named else self.order_words.verb(kind, verb)
        )

    def _named(self, value: Any) -> str:
        if isinstance(value, Ref):
            return self.order_words.name(value)
        if isinstance(value, list):
            return self.words.join([self._named(one) for one in value])
        if isinstance(value, dict):
            return " ".join(self._named(one) for one in value.values())
        return self.order_words.word(str(value))

    def _about_verb(self, verb: str) -> str:
        key = f"verb.{verb.split()[0]}"
        return self.words.say(key) if key in self.words else ""

    # ---- forms and their parts

    def _form(self, number: int, form: Form) -> dict[str, Any]:
        given = [one["at"] for one in self.legal if one["form"] == number] if self.complete else []
        return {"verb": form.head, "parts": [self._part(form, one, given) for one in form.parts()]}

    def _part(self, form: Form, part: FormPart, given: Sequence[At]) -> dict[str, Any]:
        """A part with the limits that legal answers have."""
        data: dict[str, Any] = {"key": part.key, "label": self._label(part), "kind": part.kind}
        data |= {"need": part.need, "role": part.role}
        if part.slots:
            data["slots"] = list(part.slots)
        if part.words:
            data["values"] = [{"value": word, "label": self.order_words.word(word)} for word in part.words]
        if part.most != 1:
            data["many"] = {**self._bounds(form, part, given), "repeats": part.repeats}
        if part.kind == "number":
            numbers = [one[part.key] for one in given if isinstance(one.get(part.key), int)]
            data |= {"low": min(numbers), "high": max(numbers)} if numbers else {}
        if part.parts:
            data["parts"] = [self._part(form, one, ()) for one in part.parts]
        return data

    def _label(self, part: FormPart) -> str:
        label = self.order_words.label(self.ask.kind.id, part.key)
        return label or self.words.join([self.words.name("slot", slot) for slot in part.slots], "or") or part.key

    def _bounds(self, form: Form, part: FormPart, given: Sequence[At]) -> dict[str, Any]:
        """How many things a part takes."""
        ask = self.ask
        if isinstance(ask, ChooseSome) and form.head == ask.verb:
            return {"least": max(1, ask.least), "most": ask.most}
        numbers = [len(one[part.key]) for one in given if part.key in one]
        return {"least": min(numbers, default=1), "most": max(numbers, default=0) or part.most or None}

    # ---- what can be spent

    def _meters(self) -> list[dict[str, Any]]:
        meters = getattr(self.layout, "meters", None)
        found: Mapping[str, int] = meters(self.game, self.ask) if meters is not None else {}
        return [{"id": name, "label": self.words.say(f"meter.{name}"), "value": n} for name, n in found.items()]


def _some(amounts: Mapping[str, int]) -> dict[str, int]:
    return {meter: n for meter, n in amounts.items() if n}
