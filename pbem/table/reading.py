"""The words of an order with their places, and one attempt to read them.

The furthest fault is kept, as it is closest to what the player meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import partial

from ..words.lazy_dataclass import dataclass
from .refusals import Refused
from .vocabulary import LONGEST_WORD, Legal, Vocabulary, fold

_TOKEN = re.compile(
    r'"(?P<q1>[^"]*)"|„(?P<q2>[^“”"]*)[“”"]|“(?P<q3>[^”]*)”|«(?P<q4>[^»]*)»|(?P<comma>,)|(?P<word>[^\s,]+)'
)


class Wild(str):
    """The word `any` where an id is expected. A class of its own, so that no program's answer is mistaken for it."""

    __slots__ = ()


ANY = Wild("any")


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    start: int
    end: int
    quoted: bool = False
    folded: str = ""

    @property
    def is_comma(self) -> bool:
        return self.text == "," and not self.quoted

    @property
    def at(self) -> tuple[int, int]:
        return (self.start, self.end)


def tokens(text: str, offset: int = 0) -> list[Token]:
    """Split order text into words, quoted names and commas, with their places."""
    found = []
    for match in _TOKEN.finditer(text):
        quoted = next((g for g in (match["q1"], match["q2"], match["q3"], match["q4"]) if g is not None), None)
        body = match[0] if quoted is None else quoted
        folded = fold(body) if len(body) <= LONGEST_WORD else body  # longer ones cannot match
        found.append(Token(body, offset + match.start(), offset + match.end(), quoted is not None, folded))
    return found


def _going_on(folded: str, token: Token) -> str:
    """A name with one more word, as folding the whole of it would give."""
    if token.is_comma:
        return f"{folded},"
    return folded + (token.folded if token.folded.startswith("_") and len(token.folded) > 1 else f"_{token.folded}")


@dataclass(slots=True)
class Reading:
    """One attempt to read tokens, which remembers the furthest fault for the refusal.

    A fault is built only when it is raised: near misses are costly, and another form may fit.
    """

    tokens: Sequence[Token]
    end: int
    players: Vocabulary
    verbs: Vocabulary
    fault: Callable[[], Refused] | None = None
    ambiguous: bool = False
    furthest: int = -1
    expected: list[str] = field(default_factory=list)
    legal: Legal | None = None
    """What is legal now, to be suggested first."""
    joined: bool = False
    """Whether a name may be made of several words: `nile delta`. Tried only where no single words fit."""
    wild: bool = False
    """Whether `any` may stand for an id: in the lines of a file, where the table looks for the first that is legal."""

    def passes(self) -> Iterator[None]:
        """First every name is one word; where nothing fits so, names may be made of several."""
        for joined in (False, True) if len(self.tokens) > 2 else (False,):
            self.joined = joined
            yield

    def fail(self, index: int, expected: str) -> int:
        if index > self.furthest:
            self.furthest, self.fault, self.ambiguous, self.expected = index, None, False, [expected]
        elif index == self.furthest:
            self.expected.append(expected)
        return -1

    def name(self, index: int, vocabulary: Vocabulary) -> tuple[Token, int]:
        """The word at `index`, or the longest name of several words that begins there; and the index after it."""
        first = self.tokens[index]
        longest = first, index + 1
        if not self.joined or first.quoted:
            return longest
        folded = first.folded
        for after in range(index + 1, len(self.tokens)):
            token = self.tokens[after]
            if token.quoted or len(folded) > LONGEST_WORD:
                break
            folded = _going_on(folded, token)
            if not token.is_comma and vocabulary.whole(folded):
                text = " ".join(one.text for one in self.tokens[index : after + 1]).replace(" ,", ",")
                longest = Token(text, first.start, token.end, folded=folded), after + 1
        return longest

    def pick(self, index: int, slot: str, vocabulary: Vocabulary) -> tuple[str, int] | None:
        """The id that the word at `index` means and the index after it, or None with the fault remembered."""
        if index >= len(self.tokens) or self.tokens[index].is_comma:
            self.fail(index, f"<{slot}>")
            return None
        token, after = self.name(index, vocabulary)
        if self.wild and token.folded == ANY and not token.quoted and ANY not in vocabulary:
            return ANY, after
        found = vocabulary.meant(token.folded)
        if len(found) == 1:
            return found[0], after
        last = after - 1
        self.fail(last, f"<{slot}>")
        if last == self.furthest and (self.fault is None or (found and (not self.ambiguous or last > index))):
            self.fault = partial(vocabulary.refusal, token.text, token.at, self.legal)
            self.ambiguous = bool(found)
        return None
