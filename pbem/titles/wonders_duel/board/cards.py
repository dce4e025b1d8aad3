"""How single cards, wonders and tokens of 7 Wonders Duel look: what they cost and what they give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from ....pages.kit import chip, coin, esc, face, hidden, icon, icons, laurel, thing
from ....table import Words
from ... import resources
from .. import gloss
from ..cards import BUILDINGS, CARDS, DATA, GOODS, RAW, RESOURCES, VOCABULARIES, Card

_TITLE = __package__.rpartition(".")[0]

KINDS = {
    "brown": "pick",
    "grey": "amphora",
    "blue": "temple",
    "green": "science",
    "yellow": "coin",
    "red": "shield",
    "purple": "guild",
    "wonders": "wonder",
    "coins": "coin",
}
"""The icon of each kind of building, and of what guilds and trade count."""
_SIGNS = {"armillary_sphere": "armillary", "greek_building": "temple"}
_TOKEN_SIGNS = {
    "agriculture": "food",
    "architecture": "wonder",
    "economy": "coin",
    "law": "scales",
    "masonry": "temple",
    "mathematics": "progress",
    "philosophy": "lamp",
    "strategy": "shield",
    "theology": "sun",
    "urbanism": "city",
}
GIVES_CHAIN = {chain["given_by"]: chain["id"] for chain in DATA["chain_symbols"]}
NEEDS_CHAIN = {chain["makes_free"]: chain for chain in DATA["chain_symbols"]}
NUMERALS = {1: "I", 2: "II", 3: "III"}


@lru_cache(maxsize=512)
def board_words(language: str, players: tuple[str, ...]) -> Words:
    """What title and board say, where there is no scene to take it from."""
    known = {**resources.words(_TITLE)[language], **resources.read(__package__, f"words/{language}.yaml")}
    return Words(language, known, VOCABULARIES, players)


def sign(ident: str) -> str:
    return _SIGNS.get(ident, ident)


class Faces:
    """Faces of cards in one language; drawn once, as they never change."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._said: dict[tuple[object, ...], str] = {}
        self.cost, self.gives, self.face = cache(self._cost), cache(self._gives), cache(self._open)
        self.chip = cache(self._chip)
        parted = words.sentences["breaks"].split()
        self._breaks = {word.replace("|", ""): word.replace("|", "\u00ad") for word in parted}

    def say(self, key: str, **values: object) -> str:
        known = (key, *values.values())
        if known not in self._said:
            self._said[known] = self.words.say(key, values)
        return self._said[known]

    def title(self, slot: str, ident: str) -> str:
        return self.words.name(slot, ident)

    def _broken(self, card: str) -> str:
        """The name of a card with soft hyphens in its long words."""
        return re.sub(r"\w+", lambda word: self._breaks.get(word[0], word[0]), self.title("card", card))

    # ---- cost and effect; what the signs say is said in words, too

    def _cost(self, ident: str) -> str:
        card = CARDS[ident]
        parts = [f"{n} {self.say(f'r.{name}')}" for name, n in zip(RESOURCES, card.cost, strict=True) if n]
        if card.coins:
            parts.insert(0, self.say("coins", n=card.coins))
        if not parts:
            return hidden(self.say("costs_nothing"))
        shown = coin(card.coins, self.say("coins", n=card.coins)) if card.coins else ""
        shown += icons(name for name, n in zip(RESOURCES, card.cost, strict=True) for _ in range(n))
        return hidden(self.say("costs", what=self.words.join(parts))) + f'<span aria-hidden="true">{shown}</span>'

    def _gives(self, ident: str) -> str:
        card = CARDS[ident]
        return hidden(gloss.does(card, self.words)) + f'<span aria-hidden="true">{"".join(self._signs(card))}</span>'

    def _signs(self, card: Card) -> Iterator[str]:
        yield icons(name for name, n in zip(RESOURCES, card.makes, strict=True) for _ in range(n))
        for number, pool in ((card.any_raw, RAW), (card.any_good, GOODS)):
            if number:
                yield "<i>/</i>".join(icon(RESOURCES[n]) for n in pool)
        if card.fixed:
            yield icons(RESOURCES[n] for n in card.fixed) + '<i>=</i><span class="coin">1</span>'
        if card.coins_now:
            yield f'<span class="coin">+{card.coins_now}</span>'
        yield icon("shield") * card.shields
        if card.science:
            yield icon(sign(card.science))
        for what, per in (("coin", card.coins_per), ("vp", card.vp_per)):
            if per is not None:
                group = str(per.group) if per.group > 1 else ""
                counted = icons(KINDS[kind] for kind in per.what)
                yield f'<span class="{what}">{per.amount}</span><i>/</i>{group}{counted}'
        if card.opponent_loses:
            yield icon("loot")
        if card.destroys:
            yield icon("cross") + icon(KINDS[card.destroys])
        deeds = {"progress": card.library, "undo": card.revives, "again": card.again}
        yield icons(deed for deed, there in deeds.items() if there)
        if card.vp:
            yield f'<span class="vp">{card.vp}</span>'

    # ---- whole things

    def _chip(self, card: str, fresh: bool = False, tag: str = "li") -> str:
        """A building in a city or a table."""
        marks = thing("card", card) if tag == "li" else ""  # in a table the cell has them
        name = self.title("card", card)
        return chip(BUILDINGS[card].colour, self.gives(card), name, self.chain_of(card), fresh, tag, marks)

    def _open(self, card: str) -> str:
        """The face of a card in the layout, where its name brings it to the front."""
        title = f'<a class="name" href="#c-{card}">{esc(self._broken(card))}</a>'
        shut = f'<a class="shut" href="#age" aria-label="{esc(self.say("close"))}">{icon("cross")}</a>'
        return self._face(card, title) + shut

    def held(self, card: str, marks: str = "") -> str:
        """A card on a player's desk, or where it is pressed as a whole."""
        title = f'<b class="name">{esc(self._broken(card))}</b>'
        look = f'<li class="card k-{BUILDINGS[card].colour}{marks}"{thing("card", card)}>'
        return f"{look}{self._face(card, title)}</li>"

    def _face(self, card: str, title: str) -> str:
        colour = BUILDINGS[card].colour
        kind = icon(KINDS[colour], self.say(f"k.{colour}"), " kind")
        return face(kind, self.gives(card), title, f'<span class="cost">{self.cost(card)}</span>{self.foot(card)}')

    def chain_of(self, card: str) -> str:
        """The symbol that a building gives to a later one, beside its name."""
        if card not in GIVES_CHAIN:
            return ""
        what = self.say(f"c.{GIVES_CHAIN[card]}")
        return icon(sign(GIVES_CHAIN[card]), self.say("chain_symbol", what=what))

    def foot(self, card: str) -> str:
        """Chains: which building makes this one free, and which symbol this one gives."""
        parts = ""
        if card in NEEDS_CHAIN:
            chain = NEEDS_CHAIN[card]
            with_card = esc(self.say("free_with", card=chain["given_by"]))
            parts += f"{icon(sign(chain['id']))}<span>{with_card}</span>"
        if card in GIVES_CHAIN:
            parts += f'<span class="gv">{esc(self.say("gives_chain"))} {self.chain_of(card)}</span>'
        return f'<span class="ch">{parts}</span>' if parts else ""

    def token(self, token: str, fresh: bool = False) -> str:
        marks = f'class="ptok{" fresh" if fresh else ""}"{thing("token", token)}'
        return (
            f"<li {marks}>{icon(_TOKEN_SIGNS[token])}<b>{esc(self.title('token', token))}</b>"
            f"<span>{esc(self.say(f't.{token}'))}</span></li>"
        )

    def points(self, number: int) -> str:
        return laurel(number, self.say("vp", n=number))

    def coins(self, number: int) -> str:
        return coin(number, self.say("coins", n=number))


@cache
def faces(language: str) -> Faces:
    return Faces(board_words(language, ()))
