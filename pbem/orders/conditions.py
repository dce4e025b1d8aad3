"""Conditions: `coins >= 3 and not (taken(press) or age = 2)`.

    cond  = term { "and" term } | term { "or" term }      no mixing without brackets
    term  = [ "not" ] ( fact [ op value ] | "(" cond ")" )
    fact  = name [ "(" arg { "," arg } ")" ]
    op    = "=" | "!=" | "<" | "<=" | ">" | ">=" | "in"
    value = number | id | fact | "(" value { "," value } ")"   (the list after "in")

Types are checked when the line is written; values are read when it is reached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..table import NUMBER, PLAYER, TRUTH, Fact, NotReadable, Vocabulary
from ..table.vocabulary import LONGEST_WORD, fold, merged, near_misses
from ..words.lazy_dataclass import dataclass

_TOKEN = re.compile(
    r'(?P<op><=|>=|!=|=|<|>)|(?P<punct>[(),])|"(?P<quoted>[^"]*)"|„(?P<german>[^“”"]*)[“”"]|“(?P<curly>[^”]*)”|«(?P<angled>[^»]*)»|(?P<word>[^\s()<>=!,":]+)|(?P<bad>\S)'
)
_WORDS = ("and", "or", "not", "in")
DEEPEST = 20
ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
}


@dataclass(frozen=True, slots=True)
class Call:
    """A fact with its arguments."""

    fact: Fact
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """A fact compared with a value, or a truth value on its own."""

    left: Call
    op: str = ""
    right: Any = None
    """A value, a Call, or a tuple of values after `in`."""


@dataclass(frozen=True, slots=True)
class Not:
    of: Condition


@dataclass(frozen=True, slots=True)
class Both:
    """All of them ("and") or one of them ("or")."""

    word: str
    terms: tuple[Condition, ...]


Condition = Test | Not | Both


@dataclass(frozen=True)
class ConditionWords:
    """What a condition may mention: facts, names of things, handles."""

    facts: Mapping[str, Fact]
    slots: Mapping[str, Vocabulary]
    players: Vocabulary
    handles: tuple[str, ...]

    def words_of(self, type_: str) -> Vocabulary | None:
        if type_ == PLAYER:
            return self.players
        known = tuple(self.slots[name] for name in type_.split("|") if name in self.slots)
        return known[0] if len(known) == 1 else merged(type_, known) if known else None


@dataclass(slots=True)
class _Token:
    text: str
    kind: str
    start: int
    end: int


class _Parser:
    def __init__(self, text: str, offset: int, tongue: ConditionWords) -> None:
        self.tongue = tongue
        self.end = offset + len(text)
        self.tokens: list[_Token] = []
        for match in _TOKEN.finditer(text):
            group = match.lastgroup or "bad"
            kind = "quoted" if group in ("german", "curly", "angled") else group
            self.tokens.append(_Token(match[group], kind, offset + match.start(group), offset + match.end(group)))
        self.i = 0
        self.depth = 0

    def parse(self) -> Condition:
        found = self.either()
        if self.i < len(self.tokens):
            raise self._unexpected("and, or, the end of the condition")
        return found

    def _peek(self) -> _Token | None:
        return self.tokens[self.i] if self.i < len(self.tokens) else None

    def _word(self, *words: str) -> str | None:
        token = self._peek()
        if token is not None and token.kind == "word" and token.text.lower() in words:
            self.i += 1
            return token.text.lower()
        return None

    def _punct(self, mark: str) -> bool:
        token = self._peek()
        if token is not None and token.kind == "punct" and token.text == mark:
            self.i += 1
            return True
        return False

    def _unexpected(self, expected: str) -> NotReadable:
        token = self._peek()
        if token is None:
            return NotReadable("condition_incomplete", {"expected": [expected]}, at=(self.end, self.end))
        return NotReadable("word_unexpected", {"word": token.text, "expected": [expected]}, at=(token.start, token.end))

    def either(self) -> Condition:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self._unexpected("fewer brackets")
        terms = [self.term()]
        joined: str | None = None
        while (word := self._word("and", "or")) is not None:
            if joined is not None and word != joined:
                token = self.tokens[self.i - 1]
                raise NotReadable("and_or_mixed", {}, at=(token.start, token.end))
            joined = word
            terms.append(self.term())
        self.depth -= 1
        return terms[0] if joined is None else Both(joined, tuple(terms))

    def term(self) -> Condition:
        if self._word("not"):
            return Not(self.term_once())
        return self.term_once()

    def term_once(self) -> Condition:
        if self._punct("("):
            inner = self.either()
            if not self._punct(")"):
                raise self._unexpected(")")
            return inner
        place = self._peek()
        left = self.call()
        token = self._peek()
        op = ""
        if token is not None and token.kind == "op":
            op = token.text
            self.i += 1
        elif self._word("in"):
            op = "in"
        if not op:
            if left.fact.type != TRUTH:
                raise self._wrong_type(place, left.fact, "compared")
            return Test(left)
        if op in ("<", "<=", ">", ">=") and left.fact.type != NUMBER:
            raise self._wrong_type(place, left.fact, "ordered")
        return Test(left, op, self.listed(left.fact) if op == "in" else self.value(left.fact))

    def _wrong_type(self, token: _Token | None, fact: Fact, how: str) -> NotReadable:
        at = (token.start, token.end) if token else (self.end, self.end)
        return NotReadable(f"fact_must_be_{how}", {"word": fact.name}, at=at)

    def call(self) -> Call:
        token = self._peek()
        if token is None or token.kind != "word" or token.text.lower() in _WORDS:
            raise self._unexpected("a fact")
        self.i += 1
        fact = self.tongue.facts.get(fold(token.text))
        if fact is None:
            near = near_misses(token.text, {name: [name] for name in self.tongue.facts})
            raise NotReadable("fact_unknown", {"word": token.text}, at=(token.start, token.end), near=near)
        args: list[Any] = []
        if self._punct("("):
            args.append(self.argument(fact, 0))
            while self._punct(","):
                args.append(self.argument(fact, len(args)))
            if not self._punct(")"):
                raise self._unexpected(")")
        if not fact.needed <= len(args) <= len(fact.args):
            values = {"word": fact.name, "args": list(fact.args), "given": len(args)}
            raise NotReadable("fact_arguments", values, at=(token.start, token.end))
        return Call(fact, tuple(args))

    def argument(self, fact: Fact, n: int) -> Any:
        if n >= len(fact.args):
            raise self._unexpected(")")
        return self.typed(fact.args[n])

    def typed(self, type_: str) -> Any:
        token = self._peek()
        if token is None or token.kind not in ("word", "quoted"):
            raise self._unexpected(f"<{type_}>")
        at = (token.start, token.end)
        self.i += 1
        if type_ == NUMBER:
            if not re.fullmatch(r"-?\d{1,9}", token.text, re.ASCII):
                raise NotReadable("not_a_number", {"word": token.text}, at=at)
            return int(token.text)
        if type_ == TRUTH:
            if token.text.lower() not in ("true", "false"):
                raise NotReadable("not_a_truth", {"word": token.text}, at=at)
            return token.text.lower() == "true"
        vocabulary = self.tongue.words_of(type_)
        if vocabulary is None:
            raise NotReadable("word_unknown", {"word": token.text, "slot": type_}, at=at)
        found = self._name(token, vocabulary)
        return self.tongue.handles.index(found) if type_ == PLAYER else found

    def _name(self, first: _Token, vocabulary: Vocabulary) -> str:
        """What a word means, or a name of several words that begins with it: `have(nile delta)`."""
        folded, longest = fold(first.text), self.i
        begun, text, end = folded, first.text, first.end
        for after in range(self.i, len(self.tokens)):
            token = self.tokens[after]
            if first.kind == "quoted" or token.kind == "quoted" or len(begun) > LONGEST_WORD:
                break
            begun += token.text if token.kind != "word" and token.text in ",:" else f"_{fold(token.text)}"
            if vocabulary.whole(begun):
                text, end, longest = begun, token.end, after + 1
        self.i = longest
        return vocabulary.find(text, (first.start, end))

    def value(self, fact: Fact) -> Any:
        """A plain value, or another fact of the same type."""
        token = self._peek()
        if token is not None and token.kind == "word" and not token.text.lstrip("-").isdigit():
            other = self.tongue.facts.get(fold(token.text))
            if other is not None and other.type == fact.type:
                plain = self.tongue.words_of(fact.type)
                if plain is None or not plain.candidates(token.text):
                    return self.call()
        return self.typed(fact.type)

    def listed(self, fact: Fact) -> tuple[Any, ...]:
        if not self._punct("("):
            raise self._unexpected("(")
        values = [self.typed(fact.type)]
        while self._punct(","):
            values.append(self.typed(fact.type))
        if not self._punct(")"):
            raise self._unexpected(")")
        return tuple(values)


def parse(text: str, tongue: ConditionWords, offset: int = 0) -> Condition:
    """Read a condition; raises NotReadable or Ambiguous with the place."""
    condition = _Parser(text, offset, tongue).parse()
    if never(condition):
        raise NotReadable("condition_never", {}, at=(offset, offset + len(text)))
    return condition


def holds(condition: Condition, game: Any, seat: int) -> bool:
    """The truth of a condition now, as this seat sees the game."""
    if isinstance(condition, Not):
        return not holds(condition.of, game, seat)
    if isinstance(condition, Both):
        join = all if condition.word == "and" else any
        return join(holds(term, game, seat) for term in condition.terms)
    left = _value(condition.left, game, seat)
    if not condition.op:
        return bool(left)
    if left is None:
        return condition.op == "!="
    right = condition.right
    if isinstance(right, Call):
        right = _value(right, game, seat)
        if right is None:
            return condition.op == "!="
    return ORDER[condition.op](left, right)


def _value(call: Call, game: Any, seat: int) -> Any:
    missing = len(call.fact.args) - len(call.args)
    return call.fact.read(game, seat, *call.args, *([None] * missing))


def never(condition: Condition) -> bool:
    """Whether it contradicts itself or a number's bounds: `pawn > 20`, `age = 1 and age = 2`."""
    if isinstance(condition, Both) and condition.word == "or":
        return all(never(term) for term in condition.terms)
    if isinstance(condition, Not):
        return False
    terms = condition.terms if isinstance(condition, Both) else (condition,)
    if any(isinstance(term, Both) and never(term) for term in terms):
        return True
    if any(isinstance(term, Not) and term.of in terms for term in terms):
        return True
    tests = [term for term in terms if isinstance(term, Test) and not isinstance(term.right, Call)]
    return _out_of_bounds(tests) or _no_value_left(tests)


def _out_of_bounds(tests: Iterable[Test]) -> bool:
    bounds: dict[Call, tuple[int | None, int | None]] = {}
    for test in tests:
        if test.left.fact.type != NUMBER:
            continue
        low, high = bounds.get(test.left, (test.left.fact.low, test.left.fact.high))
        values = test.right if test.op == "in" else (test.right,)
        least = {"=": min(values), "in": min(values), ">": values[0] + 1, ">=": values[0]}.get(test.op)
        most = {"=": max(values), "in": max(values), "<": values[0] - 1, "<=": values[0]}.get(test.op)
        if least is not None:
            low = least if low is None else max(low, least)
        if most is not None:
            high = most if high is None else min(high, most)
        if low is not None and high is not None and low > high:
            return True
        bounds[test.left] = (low, high)
    return False


def _no_value_left(tests: Iterable[Test]) -> bool:
    """`active = anna and active = ben`; `card in (han, romans) and card != han and card != romans`."""
    left: dict[Call, list[Any]] = {}
    for test in tests:
        if test.op in ("=", "in"):
            values = test.right if test.op == "in" else (test.right,)
            left[test.left] = [one for one in left.get(test.left, values) if one in values]
    for test in tests:
        if test.op == "!=" and test.left in left:
            left[test.left] = [one for one in left[test.left] if one != test.right]
    return any(not values for values in left.values())


def write(condition: Condition, handles: tuple[str, ...], inner: bool = False) -> str:
    """The canonical text; parsed again it gives the same condition."""
    if isinstance(condition, Not):
        body = write(condition.of, handles)
        return f"not ({body})" if isinstance(condition.of, Both) else f"not {body}"
    if isinstance(condition, Both):
        text = f" {condition.word} ".join(write(term, handles, inner=True) for term in condition.terms)
        return f"({text})" if inner else text
    text = _write_call(condition.left, handles)
    if not condition.op:
        return text
    kind = condition.left.fact.type
    if isinstance(condition.right, Call):
        return f"{text} {condition.op} {_write_call(condition.right, handles)}"
    if condition.op == "in":
        listed = ", ".join(_write_value(one, kind, handles) for one in condition.right)
        return f"{text} in ({listed})"
    return f"{text} {condition.op} {_write_value(condition.right, kind, handles)}"


def _write_call(call: Call, handles: tuple[str, ...]) -> str:
    if not call.args:
        return call.fact.name
    args = ", ".join(_write_value(one, kind, handles) for one, kind in zip(call.args, call.fact.args, strict=False))
    return f"{call.fact.name}({args})"


def _write_value(value: Any, kind: str, handles: tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return handles[value] if kind == PLAYER else str(value)
