"""The words a slot of an order may take, and how people shorten and mistype them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache

from .refusals import Ambiguous, NotReadable, Refused

_EXPAND = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "oe"})
_STRIP = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ı": "i"})
_SEPARATORS = str.maketrans({" ": "_", "-": "_", "‐": "_", "‑": "_", "–": "_", "\u00a0": "_"})
_DROP = str.maketrans("", "", "'’‘`.")
_ASCII = str.maketrans({" ": "_", "-": "_", "'": None, "`": None, ".": None})

SHORTEST_ABBREVIATION = 3
ARTICLES = frozenset(("the", "der", "die", "das", "den", "dem", "des"))
"""May stand before a name."""
MOST_NEAR_MISSES = 3
Legal = Callable[[], Container[str]]
"""Gives the ids in answers that are legal now."""
LONGEST_WORD = 60  # longer than any id; keeps near-miss search bounded on hostile input


def fold(text: str) -> str:
    """Ignores case and diacritics, and treats hyphens and blanks alike: 'Große Bibliothek' → 'grosse_bibliothek'."""
    if text.isascii():
        return text.lower().translate(_ASCII)
    low = unicodedata.normalize("NFC", text).casefold().translate(_STRIP)
    plain = "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c))
    return plain.translate(_DROP).translate(_SEPARATORS)


def _expanded(text: str) -> str:
    return fold(unicodedata.normalize("NFC", text).lower().translate(_EXPAND))


class Vocabulary:
    """The static ids of one slot, with their printed names by language.

    The whole vocabulary counts for abbreviations, never only what is legal
    now: the meaning of a line must not depend on the position.
    """

    __slots__ = ("_bare", "_exact", "_ids", "_spoken", "_written", "names", "slot")

    def __init__(self, slot: str, names: Mapping[str, Mapping[str, str | tuple[str, ...]]]) -> None:
        self.slot = slot
        self.names: dict[str, dict[str, str]] = {}
        self._spoken = dict(names)
        self._ids = tuple(names)
        self._exact: dict[str, list[str]] = {}
        self._bare: dict[str, list[str]] = {}
        """Printed names without their article."""
        self._written: list[tuple[str, str, list[str]]] = []
        for ident, by_language in names.items():
            folded = fold(ident)
            _add(self._exact, folded, ident)
            self._written.append((ident, folded, folded.split("_")))
            self.names[ident] = {}
            for language, name in by_language.items():
                spoken = (name,) if isinstance(name, str) else name
                self.names[ident][language] = spoken[0]
                for written in [form for one in spoken for form in (fold(one), _expanded(one))]:
                    _add(self._exact, written, ident)
                    article, _, bare = written.partition("_")
                    if bare and article in ARTICLES:
                        _add(self._bare, bare, ident)

    def __contains__(self, ident: object) -> bool:
        return ident in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def name(self, ident: str, language: str) -> str:
        named = self.names.get(ident, {})
        return named.get(language) or named.get("en") or ident

    def candidates(self, word: str) -> list[str]:
        """Ids that a written word can mean: exact, otherwise by abbreviation; "the Warriors" is "Warriors"."""
        return self.meant(fold(word)) if len(word) <= LONGEST_WORD else []

    def meant(self, folded: str) -> list[str]:
        """The same for a word that is already folded."""
        if folded in self.names:
            return [folded]  # an id is never ambiguous, even if it is also the name of another thing
        exact = self._exact.get(folded)
        if exact:
            return list(exact)
        if len(folded) < SHORTEST_ABBREVIATION:
            return []
        pieces = folded.split("_")
        if len(pieces) > 1 and pieces[0] in ARTICLES:
            return self.meant("_".join(pieces[1:]))
        shortened = [
            ident
            for ident, full, parts in self._written
            if full.startswith(folded)
            or (
                len(pieces) == len(parts) > 1
                and all(part.startswith(piece) and piece for part, piece in zip(parts, pieces, strict=True))
            )
        ]
        return shortened if len(shortened) == 1 else list(self._bare.get(folded, shortened))

    def has(self, folded: str) -> bool:
        """Whether a folded word is a whole id or name, not an abbreviation."""
        return folded in self.names or folded in self._exact

    def whole(self, folded: str) -> bool:
        """The same for a name that may stand with an article, or without the one that is printed."""
        article, _, bare = folded.partition("_")
        return (
            self.has(folded) or folded in self._bare or (article in ARTICLES and (self.has(bare) or bare in self._bare))
        )

    def find(self, word: str, at: tuple[int, int]) -> str:
        found = self.candidates(word)
        if len(found) == 1:
            return found[0]
        raise self.refusal(word, at)

    def refusal(self, word: str, at: tuple[int, int], legal: Legal | None = None) -> Refused:
        """Why a word does not name one thing of this slot; what is legal now is suggested first."""
        values = {"word": word, "slot": self.slot}
        found = self.candidates(word)
        if found:
            return Ambiguous("word_ambiguous", values, at=at, near=tuple(found))
        return NotReadable("word_unknown", values, at=at, near=self.near(word, legal() if legal is not None else ()))

    def near(self, word: str, legal: Container[str] = ()) -> tuple[str, ...]:
        return near_misses(word, self._exact, legal)


def _add(forms: dict[str, list[str]], written: str, ident: str) -> None:
    known = forms.setdefault(written, [])
    if ident not in known:
        known.append(ident)


def near_misses(word: str, known: Mapping[str, Iterable[str]], legal: Container[str] = ()) -> tuple[str, ...]:
    """Ids whose written forms look like the word: those that are legal now before others, and each best first."""
    if len(word) > LONGEST_WORD:
        return ()
    folded = fold(word)
    close = get_close_matches(
        folded, known.keys(), n=4 * MOST_NEAR_MISSES if legal else 2 * MOST_NEAR_MISSES, cutoff=0.6
    )
    if not close and folded:  # too short to be an abbreviation
        close = [form for form in known if form.startswith(folded)]
    seen: dict[str, None] = {}
    for form in close:
        for ident in sorted(known[form]):
            seen[ident] = None
    return tuple(sorted(seen, key=lambda ident: ident not in legal))[:MOST_NEAR_MISSES]


@lru_cache(maxsize=512)
def merged(slot: str, vocabularies: tuple[Vocabulary, ...]) -> Vocabulary:
    """One vocabulary for `(<land>|<sea>)`: abbreviations must be unique across both.

    Kept in memory: it can have all names of a title, and is needed at each reading of a line.
    """
    names: dict[str, dict[str, str | tuple[str, ...]]] = {}
    for vocabulary in vocabularies:
        for ident, by_language in vocabulary._spoken.items():
            names[ident] = {**names.get(ident, {}), **by_language}
    return Vocabulary(slot, names)
