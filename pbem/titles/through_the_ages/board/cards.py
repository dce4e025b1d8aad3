"""How single cards of Through the Ages look: what they cost and what they give, in signs and in words."""

from __future__ import annotations

import re
from functools import cache

from ....pages.kit import esc, icon
from ....table import Words
from ....words import PROGRAM
from ....words import sentences as spoken
from ... import resources
from .. import gloss
from ..cards import CARDS, TECHNOLOGIES, UNITS, URBAN, VOCABULARIES, Card

KINDS = {
    **dict.fromkeys(("farm", "mine"), "brown"),
    **dict.fromkeys(URBAN, "grey"),
    **dict.fromkeys(UNITS, "red"),
    "government": "orange",
    "special": "blue",
    "leader": "green",
    "wonder": "purple",
    "action": "yellow",
    "event": "green",
    "territory": "blue",
    "aggression": "brown",
    "war": "red",
    "pact": "grey",
    "tactic": "red",
    "bonus": "purple",
}
"""The colour of the band of a card, as in the box; military cards have colours of their own."""
SIGNS = {
    "farm": "food",
    "mine": "ore",
    "lab": "science",
    "temple": "sun",
    "library": "book",
    "theater": "mask",
    "arena": "helmet",
    "infantry": "sword",
    "cavalry": "horseshoe",
    "artillery": "target",
    "air": "eagle",
    "government": "government",
    "special": "gear",
    "leader": "leader",
    "wonder": "wonder",
    "action": "event",
    "event": "event",
    "territory": "colony",
    "aggression": "loot",
    "war": "war",
    "pact": "pact",
    "tactic": "tactic",
    "bonus": "shield",
    "law": "scales",
    "warfare": "military",
    "colonization": "fleet",
    "construction": "temple",
}
GIVES = {
    "civil": "civil",
    "military": "military",
    "urban_limit": "city",
    "culture": "culture",
    "science": "science",
    "strength": "strength",
    "happiness": "happy",
    "colonization": "fleet",
    "yellow": "worker",
    "blue": "cube",
    "food": "food",
    "resources": "ore",
}
"""The sign of each symbol; those without one are given in words."""
_MOST_REPEATED = 3
"""Up to this many of a sign are drawn one by one; more become a number and the sign."""
_LONG_WORD, _LONG_TEXT = 8, 60
_SLOTS = {"event": "event card", "territory": "territory event card"}
"""What orders call the military cards of a hand; others go by their family, and as a card."""


@cache
def sentences(language: str) -> dict[str, str]:
    """The sentences of the program and the title, and those that only the board uses."""
    title = __package__.rpartition(".")[0]
    path = f"words/{language}.yaml"
    return {**spoken(PROGRAM, language), **resources.read(title, path), **resources.read(__package__, path)}


def board_words(language: str, players: tuple[str, ...]) -> Words:
    return Words(language, sentences(language), VOCABULARIES, players)


def sign(name: str) -> str:
    """A sign whose meaning is given next to it: boards have hundreds, so its HTML is as short as possible."""
    return f'<svg class="i"><use href="#i-{name}"/></svg>'


def slot_of(card: str) -> str:
    """What orders call a card that is played from a hand."""
    family = CARDS[card].family
    if CARDS[card].group in TECHNOLOGIES:
        return "government" if family == "government" else "tech"
    if family in ("leader", "action"):
        return family
    return _SLOTS.get(family, f"{family} card")


class Faces:
    """Faces of cards in one language; drawn once, as they never change."""

    def __init__(self, language: str) -> None:
        self.words = board_words(language, ())
        self._gives: dict[str, str] = {}
        self._faces: dict[tuple[str, bool], str] = {}
        parted = self.words.sentences["breaks"].split()
        self._breaks = {word.replace("|", ""): word.replace("|", "\u00ad") for word in parted}

    def say(self, key: str, **values: object) -> str:
        return self.words.say(key, values)

    def name(self, card: str) -> str:
        return esc(self.words.name("card", card))

    def broken(self, card: str) -> str:
        """The name with soft hyphens in its long words."""
        return re.sub(r"\w+", lambda word: self._breaks.get(word[0], word[0]), self.name(card))

    def long(self, card: str) -> str:
        """A mark on names with a word so long that it needs smaller letters on a narrow card."""
        return " long" if max(map(len, self.words.name("card", card).split())) > _LONG_WORD else ""

    def kind(self, card: Card) -> str:
        """The sign of a family, with its name."""
        return icon(SIGNS[card.kind or card.family], self.say(f"family.{card.kind or card.family}"))

    def gives(self, card: str) -> str:
        """The symbols of a card as signs; in words for those who cannot see them."""
        if card not in self._gives:
            found = {symbol: n for symbol, n in gloss.symbols(CARDS[card]).items() if symbol in GIVES}
            if not found:
                self._gives[card] = ""
            else:
                drawn = "".join(self.signs(symbol, number) for symbol, number in found.items())
                told = esc(gloss.given(found, self.words))
                self._gives[card] = f'<span class="gv" role="img" aria-label="{told}">{drawn}</span>'
        return self._gives[card]

    def signs(self, symbol: str, number: int) -> str:
        shown = "unhappy" if symbol == "happiness" and number < 0 else GIVES[symbol]
        drawn = abs(number) if shown == "unhappy" else number
        if 0 < drawn <= _MOST_REPEATED and symbol not in ("civil", "military", "urban_limit"):
            return sign(shown) * drawn
        return f"<b>{str(drawn).replace('-', '−')}</b>{sign(shown)}"

    def ability(self, card: str) -> str:
        """What the card does beyond its signs."""
        told = gloss.ability(card, self.words)
        hands = {symbol: n for symbol, n in gloss.symbols(CARDS[card]).items() if symbol not in GIVES}
        more = [part for part in (gloss.given(hands, self.words), told) if part]
        return " ".join(more)

    def costs(self, card: str) -> str:
        """Science to develop it (in brackets for a revolution), resources, military actions."""
        one = CARDS[card]
        science = f"{one.to_develop}({one.revolution})" if one.revolution else str(one.to_develop)
        shown = {"science": science, "resources": one.cost, "military": one.actions}
        parts = [
            f'<span class="rc" title="{esc(told)}">{shown[key]}{sign(GIVES[key])}</span>'
            for key, told in gloss.prices(card, self.words).items()
            if key in shown
        ]
        return "".join(parts)

    def stages(self, card: str) -> str:
        """The cost of each stage of a wonder."""
        drawn = "".join(f"<b>{number}</b>" for number in CARDS[card].stages)
        told = gloss.prices(card, self.words).get("stages", "")
        return f'<span class="stg" role="img" aria-label="{esc(told)}">{drawn}</span>' if drawn else ""

    def wordy(self, card: str) -> bool:
        """Whether what it does would make a narrow card so tall that the whole row grows with it."""
        return len(self.ability(card)) > _LONG_TEXT

    def face(self, card: str, narrow: bool = False) -> str:
        """What is on a card that lies face up; a narrow one with much text says that it stands elsewhere."""
        if (card, narrow) not in self._faces:
            one = CARDS[card]
            text = self.say("text_below") if narrow and self.wordy(card) else self.ability(card)
            shown = f'<span class="tx">{esc(text)}</span>' if text else ""
            costs = self.costs(card)
            costs = f'<span class="ct">{costs}</span>' if costs else ""
            title = self.broken(card) if narrow else self.name(card)
            self._faces[card, narrow] = (
                f'<span class="band"><b>{one.age}</b>{self.kind(one)}{costs}</span>'
                f'<b class="name{self.long(card)}">{title}</b>{self.gives(card)}{shown}{self.stages(card)}'
            )
        return self._faces[card, narrow]


@cache
def faces(language: str) -> Faces:
    return Faces(language)
