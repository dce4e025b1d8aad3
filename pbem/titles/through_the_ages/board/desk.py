"""What a player's desk shows besides the legal orders: both hands, what can be paid now, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ....pages.board_api import CardList, DeskHand, Pile, refusals
from ....pages.kit import back, esc, pile, thing
from ....table import Answer, Words
from .. import gloss
from ..cards import AGES, CARDS, CIVIL_DECKS, FAMILY, MILITARY_DECKS, TECHNOLOGIES, UNITS
from ..rules.act import ActionMenu
from ..rules.changes import civil_available, military_available
from ..rules.goods import FOOD, RESOURCES
from ..rules.paying import cost_of, develop_cost, population_cost, purse, science_for, upgrade_cost
from ..rules.ratings import armies, strength, units_of
from ..state import Ages
from .cards import KINDS, slot_of

_HELD = 2
"""Hands hold cards of the current age and the one before; older ones are obsolete (TTA-AGE-6)."""

_OPEN = ("take", "develop", "build", "grow", "stage")
"""Actions for which no hidden card is needed: only these are tried, and named as what would be legal."""


def hand(game: Ages, seat: int, words: Words) -> DeskHand:
    """Civil cards (open to all, or the owner's alone), military cards, and what the player can pay for on the table."""
    if game.civs[seat].resigned:
        return DeskHand()
    at = Purse(game, seat, words)
    shown = at.sentence()
    piles = [Pile(words.say("own_military"), ("civs", seat, "military_hand"), back("?", words.say("face_down")))]
    known = _of_ages(MILITARY_DECKS, game)
    if game.options["civil_hands_public"]:
        shown = pile(words.say("own_civil"), [at.card(card) for card in game.civs[seat].hand]) + shown
    else:
        piles.insert(0, Pile(words.say("own_civil"), ("civs", seat, "covered")))
        known += [card for card in _of_ages(CIVIL_DECKS, game) if FAMILY[card] != "wonder"]
    return DeskHand(shown, tuple(piles), lists=tuple(at.lists(known)))


def _of_ages(decks: Any, game: Ages) -> list[str]:
    """Every card that could be in a hand now, once: of the right ages, and with a copy that does not lie open."""
    now = min(AGES.index(game.age), 3)
    ages = AGES[max(0, now + 1 - _HELD) : now + 1]
    seen = Counter([*game.past, *_sworn(game)])
    for civ in game.civs:
        seen.update(civ.colonies)
    copies = Counter(card for age in ages for card in decks[age, game.seats])
    return [card for card, number in copies.items() if number > seen[card]]


def _sworn(game: Ages) -> list[str]:
    """Wars and pacts in play."""
    return [war.card for war in game.wars] + [pact.card for pact in game.pacts]


def nameable(game: Ages) -> set[str]:
    """Every card that an order could name now: those that lie open, and those that could be in a hand."""
    found = {*game.row, *game.common_tactics, *_of_ages(MILITARY_DECKS, game)}
    for civ in game.civs:
        found.update((*civ.workers, *civ.specials, *civ.wonders, *civ.colonies, *civ.hand))
        found.update((civ.government, civ.leader, civ.unfinished, civ.tactic))
    found.update(_sworn(game))
    if not game.options["civil_hands_public"]:
        found.update(_of_ages(CIVIL_DECKS, game))
    return found


def _look(card: str) -> str:
    return f"tc k-{KINDS[FAMILY[card]]}"


class Purse:
    """What a seat has, compared with what things cost."""

    def __init__(self, game: Ages, seat: int, words: Words) -> None:
        self.game, self.seat, self.words, self.civ = game, seat, words, game.civs[seat]

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(key, values)

    def card(self, card: str, marks: str = "") -> str:
        """A card in the hand, and whether it can be paid for now."""
        band, text, remark = self.told(card)
        return (
            f'<li class="{_look(card)}"{marks or thing(slot_of(card), card)}><span class="band">{esc(band)}</span>'
            f'<b class="name">{esc(self.words.name("card", card))}</b><span class="tx">{esc(text)}</span>'
            f'<span class="ft">{esc(remark)}</span></li>'
        )

    def told(self, card: str) -> tuple[str, str, str]:
        """What the band shows, what the card does, and whether it can be paid for now."""
        cost = gloss.costs(card, self.words)
        band = f"{CARDS[card].age} · {cost}" if cost else CARDS[card].age
        return band, gloss.does(card, self.words), self.paid(card)

    def lists(self, known: Iterable[str]) -> Iterator[CardList]:
        """The cards that could be in the hidden hands, by look and slots."""
        alike: dict[tuple[str, str], dict[str, tuple[str, str, str]]] = {}
        for card in known:
            alike.setdefault((_look(card), slot_of(card)), {})[card] = self.told(card)
        return (CardList(look, slots, cards) for (look, slots), cards in alike.items())

    def paid(self, card: str) -> str:
        one, family = CARDS[card], FAMILY[card]
        if one.group in TECHNOLOGIES:
            have = science_for(self.game, self.seat, card)
            return self.mark(have - develop_cost(self.game, self.seat, card), "lacks_science")
        if one.actions:
            return self.mark(military_available(self.game, self.seat) - one.actions, "lacks_military")
        if family == "tactic":
            now = strength(self.game, self.seat)
            own = units_of(self.civ)
            genghis = self.civ.leader == "genghis_khan"
            then = now - armies(self.civ.tactic, own, genghis) + armies(card, own, genghis)
            return self.say("tactic_would", now=now, then=then)
        if family in ("leader", "action"):
            return self.mark(civil_available(self.game, self.seat) - 1, "lacks_civil")
        return ""

    def mark(self, left: int, key: str) -> str:
        return self.say("payable") if left >= 0 else self.say(key, n=-left)

    def sentence(self) -> str:
        """What could be paid for on the table now, and what not: population, stages, buildings, upgrades."""
        civ = self.civ
        offers = [(self.say("grow"), population_cost(civ), FOOD, False)] if civ.yellow else []
        if civ.unfinished:
            stage = CARDS[civ.unfinished].stages[civ.stages]
            offers.append((self.say("stage", wonder=civ.unfinished), stage, RESOURCES, False))
        for card in civ.workers:
            offers.append((self.say("build", tech=card), cost_of(civ, card), RESOURCES, FAMILY[card] in UNITS))
        for old, new in self.upgrades():
            what = self.say("upgrade", old=old, new=new)
            offers.append((what, upgrade_cost(civ, old, new), RESOURCES, FAMILY[old] in UNITS))
        lists: dict[str, list[str]] = {"afford": [], "dear": []}
        for what, cost, good, units in offers:
            key = "afford" if cost <= purse(self.game, self.seat, good, units) else "dear"
            lists[key].append(f"{what} {cost}")
        told = " ".join(self.say(key, what=", ".join(some)) for key, some in lists.items() if some)
        return f'<p class="small">{esc(told)}</p>'

    def upgrades(self) -> Iterable[tuple[str, str]]:
        """From each card with workers to the next level of its type."""
        civ = self.civ
        for old, workers in civ.workers.items():
            higher = [new for new in civ.workers if FAMILY[new] == FAMILY[old] and CARDS[new].level > CARDS[old].level]
            if workers and higher:
                yield old, min(higher, key=lambda new: CARDS[new].level)


def refused(game: Ages, seat: int, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """Actions with open cards that the rules do not allow: the same ask that lists the legal ones says why."""
    if seat != game.active or not game.options["civil_hands_public"]:
        return []  # otherwise it would show what a hidden hand holds
    civ = game.civs[seat]
    tried: list[Answer] = [("take", card, None) for card in dict.fromkeys(game.row) if card]
    tried += [("develop", card) for card in civ.hand if CARDS[card].group in TECHNOLOGIES]
    tried += [("build", card, None) for card in civ.workers]
    tried += [("grow",), ("stage", None)]
    menu = ActionMenu(game, seat)
    menu.verbs = tuple(verb for verb in menu.verbs if verb in _OPEN)
    return refusals(menu, tried, words, handles)
