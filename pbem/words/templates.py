"""Sentences for people: a key and values become words of the reader's language.

Templates name values in braces and put optional parts in brackets:

    {card}              the name of a card, because that is what the slot is called
    {first:card}        the same for a value with another name
    {who:player}        a handle, for a seat
    {n:coin|coins}      "1 coin", "3 coins"
    {wonders:wonder}    for a list: "Sphinx, Piraeus and Colossus"
    {cards:thing}       things of whatever vocabulary has them
    {points:score}      for a mapping: "Capitals 4 and Monuments 1"; with the names `ship|ships`: "2 ships and 1 tank"
    [ for {n:coin|coins}]   left out if a value in it is absent, zero, empty or false
    [lead? ahead]  [lead! level]   said if that value is there, if it is not

A name comes from the sentence `<slot>.<value>` if there is one (`age.2: Age
II`, `the_wonder.colossus: den Koloss`), otherwise from the title's vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

FIELD = re.compile(r"\{([a-z_0-9]+)(?::([^{}]*))?\}")
PART = re.compile(r"\[(?:([a-z_0-9]+)([?!]))?([^\[\]]*)\]")


ANYTHING = "thing"
"""The slot of a value that may be of any vocabulary."""


class Names(Protocol):
    """What a sentence needs of a vocabulary: the printed names of its ids."""

    def name(self, ident: str, language: str) -> str: ...

    def __contains__(self, ident: object) -> bool: ...


class Words:
    def __init__(
        self,
        language: str,
        sentences: Mapping[str, str],
        vocabularies: Mapping[str, Names],
        players: Sequence[str] = (),
    ) -> None:
        self.language = language
        self.sentences = sentences
        self.vocabularies = vocabularies
        self.players = tuple(players)

    def with_players(self, names: Sequence[str]) -> Words:
        """The same words, about other players."""
        return self if self.players == names else Words(self.language, self.sentences, self.vocabularies, names)

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def name(self, slot: str, value: Any) -> str:
        if slot == "player" and isinstance(value, int):
            return self.players[value] if value < len(self.players) else str(value + 1)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        said = self.sentences.get(f"{slot}.{text}")
        if said is not None:
            return said
        vocabulary = self.vocabularies.get(slot)
        if slot == ANYTHING:
            vocabulary = next((one for one in self.vocabularies.values() if text in one), None)
        return vocabulary.name(text, self.language) if vocabulary is not None else text

    def say(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        """The sentence; a missing key is a fault of the words and raises KeyError."""
        given = values or {}

        def kept(part: re.Match[str]) -> str:
            condition, sign, text = part[1], part[2], part[3]
            if condition:
                return text if bool(given.get(condition)) == (sign == "?") else ""
            return text if all(given.get(name) for name, _ in FIELD.findall(text)) else ""

        def filled(field: re.Match[str]) -> str:
            name, form = field[1], field[2]
            value = given[name]
            if form and "|" in form:
                one, many = form.split("|")
                return f"{value} {one if str(value) == '1' else many}"
            return self._shown(value, form or name)

        text = self.sentences[key]
        return FIELD.sub(filled, PART.sub(kept, text) if "[" in text else text)

    def _shown(self, value: Any, slot: str) -> str:
        if isinstance(value, Mapping):
            return self.join([self._counted(self.name(slot, name), one) for name, one in value.items()])
        if isinstance(value, (list, tuple)):
            return self.join([self._shown(one, slot) for one in value])
        return self.name(slot, value)

    def _counted(self, name: str, number: Any) -> str:
        one, bar, many = name.partition("|")
        return f"{number} {one if number == 1 else many}" if bar else f"{name} {self._shown(number, '')}"

    def join(self, parts: Sequence[str], word: str = "and") -> str:
        """`a, b and c`; with "or" the other way."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.sentences.get(f'join.{word}', word)} {parts[-1]}"
