"""Orders as plain sentences: what each form says, with its parts as people call them.

The sentences are in a title's `board/words/says.LANGUAGE.yaml`:

    says.ASK.VERB, says.VERB    the whole order, the verb with `_` for blanks; parts are named as in the form
    item.VERB                   one item of a list whose items have several parts
    press.ASK.VERB, press.VERB  the verb on a button
    label.ASK.KEY, label.KEY    a part
    word.WORD                   a word of the form: `until won`, `least`
    said.WORD                   the same in a sentence, where it is said otherwise

Beside what all templates know (pbem/words/templates.py), a part is there if it is said, even if it is 0;
`{land:|one|many}` chooses by number and does not say it; names may have forms for sentences (`in_area`), and in English
`the_place` is taken from `in_place`; a list says each thing once, with its number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..table import Vocabulary, Words
from ..table.form_parts import PLAYER_SLOT, Ref
from ..words.templates import FIELD, PART

ANY = "any"
_AGE = re.compile(r"[ivx]+|a|b|\d+")


class OrderWords:
    """The sentences of one title in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._twice: dict[str, set[str]] = {}

    # ---- whole orders

    def sentence(self, ask: str, verb: str, said: Mapping[str, Any]) -> str:
        return capital(self.phrase(ask, verb, said))

    def phrase(self, ask: str, verb: str, said: Mapping[str, Any]) -> str:
        """The same within a longer sentence; empty where the title has no words for it."""
        key = self.key("says", ask, verb)
        return self._filled(self.words.sentences[key], verb, said) if key else ""

    def key(self, family: str, ask: str, name: str) -> str:
        """The sentence of an ask, else the one for all; empty if there is none."""
        plain = name.replace(" ", "_")
        found = (key for key in (f"{family}.{ask}.{plain}", f"{family}.{plain}") if key in self.words)
        return next(found, "")

    def verb(self, ask: str, verb: str) -> str:
        """A verb as it stands on a button."""
        key = self.key("press", ask, verb)
        return self.words.say(key) if key else verb

    def label(self, ask: str, part: str) -> str:
        key = self.key("label", ask, part)
        return self.words.say(key) if key else ""

    def word(self, word: str) -> str:
        key = self.key("word", "", word)
        return self.words.say(key) if key else word

    # ---- templates

    def _filled(self, template: str, verb: str, said: Mapping[str, Any], n: int = 1) -> str:
        """A sentence with the parts that are said; `n` is how often an item of a list is meant."""

        def kept(part: re.Match[str]) -> str:
            condition, sign, text = part[1], part[2], part[3]
            if condition:
                return text if (condition in said) == (sign == "?") else ""
            return text if all(name in said for name, _ in FIELD.findall(text)) else ""

        text = PART.sub(kept, template)
        return FIELD.sub(lambda field: self._value(verb, said.get(field[1]), field[2] or "", n), text)

    def _value(self, verb: str, value: Any, form: str, n: int) -> str:
        if isinstance(value, list) and not form.startswith("|"):
            return self._listed(verb, value, form)
        if "|" in form:
            return self._number(len(value) if isinstance(value, list) else value, form)
        if isinstance(value, Ref):
            return self.name(value, form, n)
        return self._in_a_sentence(value) if isinstance(value, str) else str(value)

    def _in_a_sentence(self, word: str) -> str:
        """A word of the form; empty where what follows it in the sentence says it."""
        key = self.key("said", "", word)
        return self.words.sentences[key] if key else self.word(word)

    def _number(self, number: Any, form: str) -> str:
        """`3 coins` by `coin|coins`, `coins` alone by `|coin|coins`; a word that stands for a number."""
        if not isinstance(number, int):
            return self.word(str(number))
        *lead, one, many = form.split("|")
        noun = one if number == 1 else many
        return noun if lead else f"{number} {noun}"

    def _listed(self, verb: str, values: Iterable[Any], form: str) -> str:
        """Each thing once, with its number."""
        counted: dict[str, tuple[Any, int]] = {}
        for one in values:
            known = counted.get(str(one))
            counted[str(one)] = (one, known[1] + 1 if known is not None else 1)
        return self.words.join([self._times(verb, one, n, form) for one, n in counted.values()])

    def _times(self, verb: str, value: Any, n: int, form: str) -> str:
        def said(n: int) -> str:
            if isinstance(value, Ref):
                return self.name(value, form, n)
            key = self.key("item", "", verb)
            if isinstance(value, Mapping) and key:
                return self._filled(self.words.sentences[key], verb, value, n)
            return self.word(str(value))

        text = said(n)
        return f"{text} (×{n})" if n > 1 and text == said(1) else text

    # ---- names

    def name(self, ref: Ref, form: str = "", n: int = 1) -> str:
        """A thing as it stands in a sentence; some names say their number."""
        if ref.id == ANY:
            return self.word(ANY)
        if ref.slot == PLAYER_SLOT:
            return self.words.name(PLAYER_SLOT, ref.owner if ref.owner is not None else ref.id)
        said = self._in_sentences(form, ref.id) if form else None
        if said is None:
            said = self.words.name(ref.slot, ref.id)
            head, colon, rest = f"{said}{self._apart(ref.slot, ref.id, said)}".partition(": ")
            said = f"{head} ({rest})" if colon else head
        one, bar, many = said.partition("|")
        return f"{n} {one if n == 1 else many}" if bar else said

    def _in_sentences(self, form: str, ident: str) -> str | None:
        said = self.words.sentences.get(f"{form}.{ident}")
        if said is None and form.startswith("the_"):
            inside = self.words.sentences.get(f"in_{form.removeprefix('the_')}.{ident}")
            return inside.partition(" ")[2] if inside is not None and self.words.language == "en" else None
        return said

    def _apart(self, slot: str, ident: str, name: str) -> str:
        """What tells things of one name apart: the end of the id, usually an age."""
        vocabulary = self.words.vocabularies.get(slot)
        if not isinstance(vocabulary, Vocabulary):
            return ""
        if slot not in self._twice:
            names = Counter(vocabulary.name(one, self.words.language) for one in vocabulary)
            self._twice[slot] = {one for one, number in names.items() if number > 1}
        if name not in self._twice[slot]:
            return ""
        last = ident.rpartition("_")[2]
        return f" ({last.upper() if _AGE.fullmatch(last) else ident})"


def capital(text: str) -> str:
    """With a capital letter at the beginning."""
    return text[:1].upper() + text[1:]
