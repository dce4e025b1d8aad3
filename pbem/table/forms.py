"""Order forms: `wonder <wonder> with <card>` read from text and written back.

Notation (docs/order-language.md): word = literal, `<slot>` = value, `[ ]` =
optional, `( | )` = alternatives, `{ }` = zero or more, `<n>` = number,
`<xn>` = multiplicity (x2).

An answer is a tuple: the form's leading words, then one value per capture, so
`wonder pyramids with stable` is ("wonder", "pyramids", "stable").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .form_parts import FormPart, FormParts, Said
from .parts import Clauses, Comma, Either, Listing, Node, Optional, Seq, Slot, Word
from .reading import Reading, Token, tokens
from .refusals import Ambiguous, NotReadable, Refused
from .vocabulary import MOST_NEAR_MISSES, Vocabulary, fold, merged, near_misses

Answer = tuple[Any, ...]

_NOTATION = re.compile(r"<[a-z_]+>|[\[\](){}|,]|[^\s\[\](){}|,<>]+")


class Form:
    """One way to write an answer of one ask."""

    __slots__ = ("_captures", "_parts", "arity", "head", "notation", "seq")

    def __init__(self, notation: str, slots: Callable[[str], Node]) -> None:
        self.notation = notation
        self.seq = _Compiler(notation, slots).form()
        self.head = self.seq.head
        if not self.head:
            raise ValueError(f"form must begin with a word: {notation}")
        self.arity = self.seq.width
        self._captures = [part for part in self.seq.parts if part.captures]
        self._parts: FormParts | None = None

    @property
    def _taken_apart(self) -> FormParts:
        """Found when it is first needed: only pages ask."""
        if self._parts is None:
            self._parts = FormParts(self.seq, self.head)
        return self._parts

    def parts(self) -> tuple[FormPart, ...]:
        """What has to be said, part by part."""
        return self._taken_apart.parts

    def said(self, answer: Answer) -> dict[str, Said]:
        """What an answer says in each part, as this form writes it."""
        return self._taken_apart.said(answer[1:])

    def filled(self, said: Mapping[str, Any]) -> Answer:
        """The reverse of `said`; raises KeyError with the first part that is missing."""
        return (self.head, *self._taken_apart.values(said))

    def meant(self, key: str, value: Any) -> Said:
        """What a part says, of an id, a seat, a number or a word; of a list, one item."""
        return self._taken_apart.meant(key, value)

    def read(self, run: Reading) -> Answer | None:
        out: list[Any] = []
        i = self.seq.match(run, 0, out)
        if i < 0:
            return None
        if i < len(run.tokens):
            run.fail(i, "the end of the order")
            return None
        return (self.head, *out)

    def takes(self, answer: Answer) -> bool:
        if answer[0] != self.head or len(answer) != self.arity + 1:
            return False
        for part, value in zip(self._captures, answer[1:], strict=True):  # noqa: SIM110 - a generator takes longer
            if not part.fits(value):
                return False
        return True

    def write(self, answer: Answer, players: Sequence[str]) -> str:
        out: list[str] = []
        self.seq.write_values(answer[1:], players, out)
        return " ".join(out).replace(" ,", ",")


class _Compiler:
    """Turns the notation into nodes."""

    def __init__(self, notation: str, slots: Callable[[str], Node]) -> None:
        self.items: list[str] = _NOTATION.findall(notation)
        self.slots = slots
        self.i = 0
        self.notation = notation

    def form(self) -> Seq:
        seq = self.sequence(("",))
        if not seq.parts:
            raise ValueError("a form must not be empty")
        if isinstance(seq.parts[0], Word):
            seq.parts[0].verb = True
        return seq

    def _peek(self) -> str:
        return self.items[self.i] if self.i < len(self.items) else ""

    def _next(self) -> str:
        self.i += 1
        return self.items[self.i - 1]

    def sequence(self, stop: tuple[str, ...]) -> Seq:
        parts: list[Node] = []
        written: list[list[str]] = []  # the notation of each part, to recognise a repeated one
        while self._peek() not in (*stop, ""):
            start = self.i
            item = self._next()
            if item == "[":
                branches = self.branches("]")
                repeats = self._repeats(written, start)
                if repeats and len(branches) == 1:
                    self._list(branches[0], parts, written, repeats, most=2)
                else:
                    parts.append(Optional(branches[0] if len(branches) == 1 else Either(branches), headed=False))
            elif item == "{":
                (branch,) = self.branches("}")
                repeats = self._repeats(written, start)
                if not repeats:
                    raise ValueError(f"a repetition must follow its first item: {self.notation}")
                self._list(branch, parts, written, repeats, most=None)
            elif item == "(":
                parts.append(self._either(self.branches(")")))
            elif item == ",":
                parts.append(Comma())
            elif item.startswith("<"):
                parts.append(self.slots(item[1:-1]))
            elif item in "])}|":
                raise ValueError(f"{item} without its opening bracket in the form: {self.notation}")
            else:
                parts.append(Word(item))
            written.append(self.items[start : self.i])
        return Seq(_with_clauses(parts))

    def branches(self, close: str) -> list[Seq]:
        found = [self.sequence(("|", close))]
        while self._peek() == "|":
            self._next()
            found.append(self.sequence(("|", close)))
        if self._peek() != close or not all(one.parts for one in found):
            raise ValueError(f"missing {close} or an empty alternative in the form: {self.notation}")
        self._next()
        return found

    def _repeats(self, written: list[list[str]], start: int) -> int:
        """How many of the preceding parts are repeated by the bracket at `start`, `{, X}` or `[, X]`."""
        item = self.items[start + 1 : self.i - 1]
        if item[:1] != [","]:
            return 0
        before: list[str] = []
        for count, one in enumerate(reversed(written), start=1):
            before = one + before
            if before == item[1:]:
                return count
        return 0

    @staticmethod
    def _list(repeated: Seq, parts: list[Node], written: list[list[str]], repeats: int, most: int | None) -> None:
        """`X{, X}`: the X written before the repetition is its first item."""
        del parts[-repeats:], written[-repeats:]
        parts.append(Listing(Seq(repeated.parts[1:]), most))

    @staticmethod
    def _either(branches: list[Seq]) -> Node:
        slots = [part for b in branches if len(b.parts) == 1 and isinstance(part := b.parts[0], Slot)]
        if len(slots) > 1:
            # one vocabulary, so that an abbreviation must be unique across all of them
            name = "|".join(one.name for one in slots)
            _differ(name, slots)
            joined = Slot(name, merged(name, tuple(one.vocabulary for one in slots)), slots)
            if len(slots) == len(branches):
                return joined
            single = [len(b.parts) == 1 and b.parts[0] in slots for b in branches]
            first = single.index(True)
            # in the place of the first of them: what is written before it (`<player>`) is tried before it
            branches = [
                Seq([joined]) if n == first else b for n, b in enumerate(branches) if n == first or not single[n]
            ]
        # words first: a literal is never an abbreviation of an id
        return Either(sorted(branches, key=lambda b: not b.head))


def _differ(name: str, slots: Sequence[Slot]) -> None:
    """Things that may be written in the same place must not share an id."""
    known: dict[str, str] = {}
    for slot in slots:
        for ident in slot.vocabulary:
            if known.setdefault(ident, slot.name) != slot.name:
                raise ValueError(f"{ident} is the id of {known[ident]} and of {slot.name}, and <{name}> takes both")


def _with_clauses(parts: list[Node]) -> list[Node]:
    """Join neighbouring keyword clauses so that they may come in any order."""
    out: list[Node] = []
    run: list[Optional] = []
    for part in [*parts, None]:
        keyworded = isinstance(part, Optional) and isinstance(part.inner, Seq) and isinstance(part.inner.parts[0], Word)
        if keyworded and isinstance(part, Optional):
            run.append(part)
            continue
        out.extend([Clauses(run)] if len(run) > 1 else run)
        run = []
        if part is not None:
            out.append(part)
    return out


def matches(run: Reading, forms: Sequence[Form]) -> list[tuple[Form, Answer]]:
    """All readings of an order by these forms; where there is none, the reading knows what is wrong."""
    return next((found for _ in run.passes() if (found := fitting(run, forms))), [])


def fitting(run: Reading, forms: Sequence[Form]) -> list[tuple[Form, Answer]]:
    """The same in one pass of the reading."""
    found = [(form, answer) for form in forms if (answer := form.read(run)) is not None]
    if len(found) > 1:
        # a literal is never an abbreviation of an id: `hire none` before `hire <nation>`
        found.sort(key=lambda one: -len(one[0].head))
    return found


def read(
    text: str, forms: Sequence[Form], players: Vocabulary, verbs: Vocabulary, offset: int = 0
) -> list[tuple[Form, Answer]]:
    """All readings of a text by these forms; raises a refusal where there is none."""
    run = Reading(tokens(text, offset), offset + len(text), players, verbs)
    found = matches(run, forms) if run.tokens else []
    if not found:
        raise refusal(run, offset)
    return found


def refusal(run: Reading, offset: int = 0, forms: Sequence[Form] = ()) -> Refused:
    """What is wrong with an order that no form fits, at the place where reading got furthest.

    Where a word is the name of something that another one of these forms takes, that form is suggested.
    """
    if not run.tokens:
        return NotReadable("order_empty", {}, at=(offset, run.end))
    if run.fault is not None:
        refused = run.fault()
        if refused.key == "word_unknown":
            refused.near = (*_elsewhere(run, forms), *refused.near)[:MOST_NEAR_MISSES]
        return refused
    if run.furthest >= len(run.tokens):
        return NotReadable("order_incomplete", {"expected": _unique(run.expected)}, at=(run.end, run.end))
    token = run.tokens[run.furthest]
    if run.furthest == 0:
        found = run.verbs.candidates(token.text)
        if len(found) > 1:
            return Ambiguous("verb_ambiguous", {"word": token.text}, at=token.at, near=tuple(found))
        if not found:
            return NotReadable("verb_unknown", {"word": token.text}, at=token.at, near=run.verbs.near(token.text))
    return NotReadable(
        "word_unexpected",
        {"word": token.text, "expected": _unique(run.expected)},
        at=token.at,
        near=_near(token, run.expected),
    )


def _elsewhere(run: Reading, forms: Sequence[Form]) -> list[str]:
    """Forms that take the name at which reading failed, with that name in its place: `wonder pyramids with …`."""
    run.joined = True
    found: dict[str, None] = {}
    for form in forms:
        for slot in form.seq.parts:
            if isinstance(slot, Slot):
                name, _ = run.name(run.furthest, slot.vocabulary)
                meant = slot.vocabulary.meant(name.folded) if slot.vocabulary.whole(name.folded) else []
                if len(meant) == 1:
                    plain = re.sub(r"\[[^\[\]]*\]|\{[^{}]*\}", "", form.notation).replace(f"<{slot.name}>", meant[0], 1)
                    found[" ".join(re.sub(r"<[a-z_]+>", "…", plain).split())] = None
    return list(found)


def _near(token: Token, expected: list[str]) -> tuple[str, ...]:
    return near_misses(token.text, {fold(word): [word] for word in expected if word[0] not in "<,"})


def _unique(items: list[str]) -> list[str]:
    return list(dict.fromkeys(items))
