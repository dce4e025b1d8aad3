"""How single cards, wonders and tokens of 7 Wonders Duel look: what they cost and what they give."""

from __future__ import annotations

import re
from functools import cache

from ....pages.kit import chip, coin, esc, face, hidden, icon, icons, laurel
from ....table import Words
from ... import resources
from ..cards import BUILDINGS, DATA, GOODS, RAW, RESOURCES, TOKENS, VOCABULARIES, Card, Per

KINDS = {
    "brown": "pick", "grey": "amphora", "blue": "temple", "green": "science",
    "yellow": "coin", "red": "shield", "purple": "guild", "wonders": "wonder", "coins": "coin",
}  # fmt: skip
"""The icon of each kind of building, and of what guilds and trade count."""
_SIGNS = {"armillary_sphere": "armillary", "greek_building": "temple"}
_TOKEN_SIGNS = {
    "agriculture": "food", "architecture": "wonder", "economy": "coin", "law": "scales", "masonry": "temple",
    "mathematics": "progress", "philosophy": "lamp", "strategy": "shield", "theology": "sun", "urbanism": "city",
}  # fmt: skip
GIVES_CHAIN = {chain["given_by"]: chain["id"] for chain in DATA["chain_symbols"]}
NEEDS_CHAIN = {chain["makes_free"]: chain for chain in DATA["chain_symbols"]}
NUMERALS = {1: "I", 2: "II", 3: "III"}


@cache
def sentences(language: str) -> dict[str, str]:
    loaded: dict[str, str] = resources.read(__package__, f"words/{language}.yaml")
    return loaded


def board_words(language: str, players: tuple[str, ...]) -> Words:
    return Words(language, sentences(language), VOCABULARIES, players)


def sign(ident: str) -> str:
    return _SIGNS.get(ident, ident)


class Faces:
    """Faces of cards in one language; drawn once, as they never change."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._gives: dict[str, str] = {}
        self._chips: dict[tuple[str, bool], str] = {}
        self._faces: dict[str, str] = {}
        self._said: dict[tuple[object, ...], str] = {}
        self._costs: dict[str, str] = {}
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

    # ---- cost

    def cost(self, card: Card) -> str:
        if card.id not in self._costs:
            self._costs[card.id] = self._cost(card)
        return self._costs[card.id]

    def _cost(self, card: Card) -> str:
        parts = [f"{n} {self.say(f'r.{name}')}" for name, n in zip(RESOURCES, card.cost, strict=True) if n]
        if card.coins:
            parts.insert(0, self.say("coins", n=card.coins))
        if not parts:
            return hidden(self.say("costs_nothing"))
        shown = coin(card.coins, self.say("coins", n=card.coins)) if card.coins else ""
        shown += icons(name for name, n in zip(RESOURCES, card.cost, strict=True) for _ in range(n))
        return hidden(self.say("costs", what=self.words.join(parts))) + f'<span aria-hidden="true">{shown}</span>'

    # ---- effect

    def gives(self, card: Card) -> str:
        if card.id not in self._gives:
            shown, told = self._effects(card)
            self._gives[card.id] = hidden(self.words.join(told)) + f'<span aria-hidden="true">{shown}</span>'
        return self._gives[card.id]

    def _effects(self, card: Card) -> tuple[str, list[str]]:
        shown: list[str] = []
        told: list[str] = []
        made = [(name, n) for name, n in zip(RESOURCES, card.makes, strict=True) if n]
        if made:
            shown.append(icons(name for name, n in made for _ in range(n)))
            told.append(self.say("makes", what=self.words.join([f"{n} {self.say(f'r.{name}')}" for name, n in made])))
        for number, pool in ((card.any_raw, RAW), (card.any_good, GOODS)):
            if number:
                names = [RESOURCES[n] for n in pool]
                shown.append("<i>/</i>".join(icon(name) for name in names))
                told.append(self.say("any_of", what=self.words.join([self.say(f"r.{name}") for name in names])))
        if card.fixed:
            names = [RESOURCES[n] for n in card.fixed]
            shown.append(icons(names) + "<i>=</i>" + '<span class="coin">1</span>')
            told.append(self.say("at_one", what=self.words.join([self.say(f"r.{name}") for name in names])))
        self._counts(card, shown, told)
        self._deeds(card, shown, told)
        if card.vp:
            shown.append(f'<span class="vp">{card.vp}</span>')
            told.append(self.say("vp", n=card.vp))
        return "".join(shown), told

    def _counts(self, card: Card, shown: list[str], told: list[str]) -> None:
        if card.coins_now:
            shown.append(f'<span class="coin">+{card.coins_now}</span>')
            told.append(self.say("coins_more", n=card.coins_now))
        if card.shields:
            shown.append(icon("shield") * card.shields)
            told.append(self.say("shields", n=card.shields))
        if card.science:
            shown.append(icon(sign(card.science)))
            told.append(self.say("symbol", what=self.say(f"s.{card.science}")))
        if card.coins_per is not None:
            shown.append(self._per("coin", card.coins_per))
            told.append(self.say("coins_per", n=card.coins_per.amount, what=self._counted(card.coins_per)))
        if card.vp_per is not None:
            shown.append(self._per("vp", card.vp_per))
            told.append(self.say("vp_per", n=card.vp_per.amount, what=self._counted(card.vp_per)))

    def _deeds(self, card: Card, shown: list[str], told: list[str]) -> None:
        if card.opponent_loses:
            shown.append(icon("loot"))
            told.append(self.say("loses", n=card.opponent_loses))
        if card.destroys:
            shown.append(icon("cross") + icon(KINDS[card.destroys]))
            told.append(self.say("destroys", what=self.say(f"k.{card.destroys}")))
        if card.library:
            shown.append(icon("progress"))
            told.append(self.say("library"))
        if card.revives:
            shown.append(icon("undo"))
            told.append(self.say("revives"))
        if card.again:
            shown.append(icon("again"))
            told.append(self.say("again"))

    def _per(self, what: str, per: Per) -> str:
        group = str(per.group) if per.group > 1 else ""
        return f'<span class="{what}">{per.amount}</span><i>/</i>{group}{icons(KINDS[kind] for kind in per.what)}'

    def _counted(self, per: Per) -> str:
        what = self.words.join([self.say(f"k.{kind}") for kind in per.what])
        return self.say("per_group", group=per.group, what=what) if per.group > 1 else what

    # ---- whole things

    def chip(self, card: str, fresh: bool) -> str:
        """A building in a city."""
        if (card, fresh) not in self._chips:
            building = BUILDINGS[card]
            self._chips[card, fresh] = chip(
                building.colour, self.gives(building), self.title("card", card), self.chain_of(card), fresh
            )
        return self._chips[card, fresh]

    def listed(self, card: str) -> str:
        """A building in a table."""
        building = BUILDINGS[card]
        return chip(building.colour, self.gives(building), self.title("card", card), self.chain_of(card), tag="span")

    def listed_cost(self, card: str) -> str:
        return f'<span class="cost">{self.cost(BUILDINGS[card])}</span>'

    def face(self, card: str) -> str:
        """The face of a card in the layout, where its name brings it to the front."""
        if card not in self._faces:
            title = f'<a class="name" href="#c-{card}">{esc(self._broken(card))}</a>'
            shut = f'<a class="shut" href="#age" aria-label="{esc(self.say("close"))}">{icon("cross")}</a>'
            self._faces[card] = self._face(card, title) + shut
        return self._faces[card]

    def held(self, card: str) -> str:
        """A card on a player's desk."""
        title = f'<b class="name">{esc(self._broken(card))}</b>'
        return f'<li class="card k-{BUILDINGS[card].colour}">{self._face(card, title)}</li>'

    def _face(self, card: str, title: str) -> str:
        building = BUILDINGS[card]
        kind = icon(KINDS[building.colour], self.say(f"k.{building.colour}"), " kind")
        body = f'<span class="cost">{self.cost(building)}</span>{self.foot(card)}'
        return face(kind, self.gives(building), title, body)

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
        mark = " fresh" if fresh else ""
        assert token in TOKENS
        return (
            f'<li class="ptok{mark}">{icon(_TOKEN_SIGNS[token])}<b>{esc(self.title("token", token))}</b>'
            f"<span>{esc(self.say(f't.{token}'))}</span></li>"
        )

    def points(self, number: int) -> str:
        return laurel(number, self.say("vp", n=number))

    def coins(self, number: int) -> str:
        return coin(number, self.say("coins", n=number))


@cache
def faces(language: str) -> Faces:
    return Faces(board_words(language, ()))
