"""The lines of an order file as plain sentences: alternatives, conditions, what is tried, and standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..orders.conditions import Both, Call, Condition, Not
from ..orders.lines import Clear, Line, LineReader, Order, Standing
from ..table import PLAYER, TRUTH, Title, Words
from ..table.form_parts import PLAYER_SLOT, Ref
from .order_words import OrderWords, capital
from .site_words import speech


class LineWords:
    """The lines of one seat's files."""

    def __init__(self, title: Title, words: Words, handles: Sequence[str], seat: int) -> None:
        self.title, self.words, self.handles, self.seat = title, words, handles, seat
        self.orders = OrderWords(words)
        self.say = speech(words.language)

    def told(self, text: str) -> list[dict[str, str]]:
        """Each line of a file with its sentence. Raises BadOrders."""
        sheet = LineReader(self.title, self.handles, self.seat).read(text)
        lines: list[Line | Standing | Clear] = [*sheet.lines, *sheet.standing, *sheet.clears]
        found = sorted(lines, key=lambda line: line.number)
        return [{"line": line.source.strip(), "says": self.sentence(line)} for line in found]

    def sentence(self, line: Line | Standing | Clear) -> str:
        if isinstance(line, Clear):
            about = self._question(line.ask) if line.ask else ""
            return capital(self.say("line.clear_one", about=about) if about else self.say("line.clear"))
        body = self._alternatives(line.orders, line.ask if isinstance(line, Standing) else "")
        if line.condition is not None:
            body = self.say("line.if", condition=self.condition(line.condition), order=body)
        if isinstance(line, Standing):
            return capital(self._standing(line, body))
        if line.prefix == "try":
            body = self.say("line.try", order=body)
        if line.subject:
            vocabulary = self.title.language.subjects
            slot = vocabulary.slot if vocabulary is not None else ""
            body = self.say("line.for", subject=self.orders.name(Ref(slot, line.subject), f"the_{slot}"), order=body)
        return capital(body)

    # ---- orders

    def _alternatives(self, orders: Sequence[Order], ask: str) -> str:
        first, *others = (self.order(one, ask) for one in orders)
        return "".join([first, *(self.say("line.or", order=one) for one in others)])

    def order(self, order: Order, ask: str = "") -> str:
        if order.control:
            return self.say(f"line.{order.text}")
        kind = self.title.language[ask or order.asks[0]]
        form, answer = kind.read(order.text, self.handles, self.seat)
        phrases = {self.orders.phrase(one, form.head, form.said(answer)) for one in ((ask,) if ask else order.asks)}
        phrase = phrases.pop() if len(phrases) == 1 else self.orders.phrase("", form.head, form.said(answer))
        return phrase or order.text

    # ---- standing orders

    def _standing(self, line: Standing, body: str) -> str:
        about = "; ".join([self._question(line.ask), *(self._filter(name, value) for name, value in line.filters)])
        own = f"unit.{line.unit}"
        unit = self.words.say(own, {"n": line.mark}) if own in self.words else ""
        unit = unit or (self.say(f"line.unit.{line.unit}", n=line.mark) if line.unit else "")
        return self.say(f"line.{line.scope}", about=about, unit=unit, order=body)

    def _question(self, ask: str) -> str:
        key = f"question.{ask}"
        return self.words.say(key) if key in self.words else ask

    def _filter(self, name: str, value: Any) -> str:
        if name == "from":
            return self.say("line.filter.from", name=self.words.name(PLAYER_SLOT, value))
        slots = self.title.language.filters[name]
        slot = next((slot for slot in slots if value in self.title.language.slots[slot]), slots[0])
        return self.say(f"line.filter.{name}", name=self.orders.name(Ref(slot, value), f"the_{slot}"))

    # ---- conditions

    def condition(self, condition: Condition, inner: bool = False) -> str:
        if isinstance(condition, Not):
            of = condition.of
            lone = isinstance(of, Both) or bool(of.op) if not isinstance(of, Not) else True
            text = self.condition(of)
            return self.say("line.not", condition=f"({text})" if lone else text)
        if isinstance(condition, Both):
            joint = f" {self.say(f'line.joint.{condition.word}')} "
            text = joint.join(self.condition(term, inner=True) for term in condition.terms)
            return f"({text})" if inner else text
        left = self._fact(condition.left)
        if not condition.op:
            return left
        kind = condition.left.fact.type
        right = condition.right
        values = right if condition.op == "in" else (right,)
        named = [self._fact(one) if isinstance(one, Call) else self._value(one, kind) for one in values]
        op = _OPS[condition.op]
        return self.say(f"line.op.{op}", left=left, right=self.words.join(named, "or"))

    def _fact(self, call: Call) -> str:
        """What a fact is called, as the help has it: `whether it is open; …` says that it is open."""
        label = self.words.sentences.get(f"fact.{call.fact.name}", call.fact.name).partition(";")[0]
        if call.fact.type == TRUTH and label.startswith(self.say("line.whether")):
            label = self.say("line.that") + label.removeprefix(self.say("line.whether"))
        if call.fact.type != TRUTH and "," in label:
            label = self.say("line.quoted", text=label)
        args = [self._value(one, kind) for one, kind in zip(call.args, call.fact.args, strict=False)]
        return f"{label} ({', '.join(args)})" if args else label

    def _value(self, value: Any, kind: str) -> str:
        if kind == PLAYER:
            return self.words.name(PLAYER_SLOT, value)
        if kind == TRUTH:
            return self.say("line.true" if value else "line.false")
        slots = self.title.language.slots
        slot = next((slot for slot in kind.split("|") if slot in slots and value in slots[slot]), "")
        if slot:
            return self.orders.name(Ref(slot, value))
        return self.words.name(kind, value)


_OPS = {"=": "is", "!=": "is_not", "<": "below", "<=": "at_most", ">": "above", ">=": "at_least", "in": "is"}
