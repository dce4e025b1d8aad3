"""What lies in the middle of the table: card row, standings, events, tactics, and what the next age will cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....pages.kit import crest, esc, hidden, letter, thing, tincture
from ....table import Words
from ..cards import AGES, DEMAND, FAMILY, LEVEL, PRICES, SWEPT, YELLOW_LOST, YELLOW_SQUARES
from ..rules.changes import military_available
from ..rules.civil import price
from ..rules.goods import FOOD, RESOURCES, consumption, corruption, production, stock
from ..rules.ratings import culture, demand, happiness, science, strength
from ..rules.row import LEVEL_BEFORE
from ..rules.war import attack_bonus
from ..state import Ages
from .cards import KINDS, Faces, faces, sign
from .civ import backs

COMMON = "common"
"""What holds the tactics that everybody may copy."""


def space_name(n: int) -> str:
    """What holds a card of the row, where it is pressed."""
    return f"row{n + 1}"


class Common:
    def __init__(self, game: Ages, words: Words, players: Sequence[str], before: Any) -> None:
        self.game, self.words, self.players, self.before = game, words, players, before
        self.faces: Faces = faces(words.language)
        self.seats = [seat for seat in range(game.seats) if not game.civs[seat].resigned]

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(key, values)

    # ---- the card row

    def row(self, pressed: bool = False) -> str:
        """The card row; where it is pressed, the same card on two spaces is two things."""
        game = self.game
        if not any(game.row):
            empty = f'<p class="dim">{esc(self.say("row_empty"))}</p>'
            return f'<section class="leaf"><h2>{esc(self.say("row"))}</h2><p>{esc(self.state())}</p>{empty}</section>'
        zones = []
        for cost in sorted(set(PRICES)):
            spaces = [n for n, one in enumerate(PRICES) if one == cost]
            cards = "".join(self._space(n, pressed) for n in spaces)
            told = hidden(self.say("zone", n=cost))
            zones.append(
                f'<section class="zone n{len(spaces)}"><h3>{sign("civil") * cost}{told}</h3>'
                f'<ol class="plain zc" start="{spaces[0] + 1}">{cards}</ol></section>'
            )
        swept = SWEPT[max(2, game.playing())]
        goes = self.say("sweeps", n=swept) if any(game.row[:swept]) else ""
        return (
            f'<section class="leaf" aria-labelledby="row"><header class="row"><h2 id="row" class="plainh">'
            f'{esc(self.say("row"))}</h2><span class="dim">{esc(self.state())}</span></header>'
            f'<div class="crow">{"".join(zones)}</div>{self._texts()}<p class="small dim">{esc(goes)}</p></section>'
        )

    def _texts(self) -> str:
        """What the cards of the row do whose text has no room on them."""
        told = (
            f"<li><b>{self.faces.name(card)}</b> {esc(self.faces.ability(card))}</li>"
            for card in dict.fromkeys(self.game.row)
            if card and self.faces.wordy(card)
        )
        items = "".join(told)
        return f'<ul class="plain texts small">{items}</ul>' if items else ""

    def state(self) -> str:
        """Age, round, decks."""
        game = self.game
        told = self.say(
            "state",
            age=game.age,
            round=game.round,
            civil=len(game.civil_deck),
            military=len(game.military_deck),
            current=len(game.current),
            future=len(game.future),
        )
        return told + (" · " + self.say("last", round=game.last_round) if game.last_round else "")

    def _space(self, n: int, pressed: bool) -> str:
        card = self.game.row[n]
        if not card:
            return f'<li class="tc gap">{hidden(self.say("empty_space"))}</li>'
        marks = " gone" if n < SWEPT[max(2, self.game.playing())] else ""
        if self.before is not None and card not in self.before["row"]:
            marks += " fresh"
        foot, lying = self._prices(n), thing("card", card, space_name(n) if pressed else "")
        return (
            f'<li class="tc k-{KINDS[FAMILY[card]]}{marks}"{lying} data-at="{n + 1}">'
            f'{self.faces.face(card, narrow=True)}<span class="ft">{foot}<small>{n + 1}</small></span></li>'
        )

    def _prices(self, n: int) -> str:
        """Who pays more or less than the zone says."""
        found = [(seat, price(self.game, seat, n)) for seat in self.seats]
        return "".join(
            f'<span class="pl p{tincture(seat)}" title="{esc(self.say("pays", player=seat, n=cost))}">'
            f"{esc(letter(self.players[seat]))} {cost}</span>"
            for seat, cost in found
            if cost != PRICES[n]
        )

    # ---- all civilizations side by side

    def standings(self) -> str:
        game, civs = self.game, self.game.civs
        heads = "".join(f'<th class="r">{crest(seat, self.players[seat])}</th>' for seat in self.seats)
        rows = (
            ("culture", [(civs[seat].culture, culture(game, seat)) for seat in self.seats]),
            ("science", [(civs[seat].science, science(game, seat)) for seat in self.seats]),
            ("strength", [(strength(game, seat), None) for seat in self.seats]),
            ("happy", [(f"{happiness(civs[seat])}/{demand(civs[seat])}", None) for seat in self.seats]),
            ("food", [(stock(civs[s], FOOD), production(game, s, FOOD) - consumption(civs[s])) for s in self.seats]),
            ("ore", [(stock(civs[s], RESOURCES), self._resources(s)) for s in self.seats]),
            ("civil", [(f"{civs[s].civil}/{civs[s].civil_total}", None) for s in self.seats]),
            ("military", [(f"{military_available(game, s)}/{civs[s].military_total}", None) for s in self.seats]),
        )
        body = "".join(
            f'<tr><th scope="row">{sign(drawn)} {esc(self.say(f"rate.{drawn}"))}</th>'
            + "".join(self._figure(value, more) for value, more in found)
            + "</tr>"
            for drawn, found in rows
        )
        label = esc(self.say("standings"))
        return (
            f'<section class="leaf"><div class="scroll" tabindex="0" role="region" aria-label="{label}">'
            f'<table class="standings"><caption>{label}</caption><thead><tr><td></td>{heads}</tr></thead>'
            f"<tbody>{body}</tbody></table></div></section>"
        )

    def _resources(self, seat: int) -> int:
        return production(self.game, seat, RESOURCES) - corruption(self.game.civs[seat])

    @staticmethod
    def _figure(value: Any, more: int | None) -> str:
        change = "" if more is None else f" <small>{more:+}</small>".replace("-", "−")
        return f'<td class="r"><b>{value}</b>{change}</td>'

    # ---- what else lies on the table

    def table(self) -> str:
        game = self.game
        rows = [
            ("tactic", "tactics", self._things("tactic", game.common_tactics)),
            ("pact", "pacts", self._pacts()),
            ("war", "wars", self._wars()),
            ("colony", "colonies", self._colonies()),
            ("event", "past", esc(", ".join(self.words.name("card", card) for card in game.past))),
            ("event", "decks", esc(self._decks())),
        ]
        affair = self._affair()
        if affair:
            rows.insert(0, ("hourglass", "affair", affair))
        none = f'<span class="dim">{esc(self.say("none"))}</span>'
        body = "".join(
            f'<tr><th scope="row">{sign(drawn)} {esc(self.say(f"table.{key}"))}</th><td>{told or none}</td></tr>'
            for drawn, key, told in rows
        )
        return f'<section class="leaf"><h2>{esc(self.say("on_table"))}</h2><table class="lies">{body}</table></section>'

    def _thing(self, slot: str, card: str, more: str = "") -> str:
        told = f" <span>{esc(more)}</span>" if more else ""
        return f"<span{thing(slot, card)}>{self.faces.name(card)}{told}</span>"

    def tactics(self) -> str:
        """Those that everybody may copy."""
        cards = "".join(
            f'<li class="chip k-red"{thing("tactic", card, COMMON)}><span class="name">{self.faces.name(card)}</span>'
            f" {esc(self.faces.ability(card))}</li>"
            for card in self.game.common_tactics
        )
        return f'<ul class="plain chips">{cards}</ul>' if cards else ""

    def _things(self, slot: str, cards: Sequence[str]) -> str:
        return ", ".join(self._thing(slot, card) for card in cards)

    def _pacts(self) -> str:
        return ", ".join(
            self._thing("pact", one.card, f"({self.players[one.a]} A, {self.players[one.b]} B)")
            for one in self.game.pacts
        )

    def _wars(self) -> str:
        return ", ".join(
            self._thing("war", one.card, self.say("war_between", player=one.attacker, other=one.defender))
            for one in self.game.wars
        )

    def _colonies(self) -> str:
        held = [(card, seat) for seat in self.seats for card in self.game.civs[seat].colonies]
        return ", ".join(self._thing("colony", card, f"({self.players[seat]})") for card, seat in held)

    def _decks(self) -> str:
        game = self.game
        return self.say(
            "deck_ages",
            current=self._by_age(game.current),
            future=self._by_age(game.future),
            discards=len(game.discards),
        )

    @staticmethod
    def _by_age(cards: Sequence[Any]) -> str:
        return ", ".join(f"{age} {number}" for age, number in backs(cards).items()) or "0"

    def _affair(self) -> str:
        """An attack, an auction or an offer under way."""
        game, affair = self.game, self.game.affair
        if affair is None or FAMILY[affair.card] not in ("aggression", "territory", "pact", "event"):
            return ""
        family, text = FAMILY[affair.card], self.faces.ability(affair.card)
        if family == "aggression" and affair.target >= 0:
            own = strength(game, affair.by) + attack_bonus(game, affair.by, affair.target)
            theirs = strength(game, affair.target)
            told = self.say("attacks", player=affair.by, other=affair.target, own=own, theirs=theirs)
        elif family == "territory":
            told = self.say("auction", bid=affair.bid, player=max(0, affair.holder), held=affair.holder >= 0)
        elif family == "pact" and affair.target >= 0:
            told = self.say("offers", player=affair.by, other=affair.target)
        else:
            told = ""
        return self._thing(family, affair.card, f"{told} {text}".strip())

    # ---- the end of the age

    def next_age(self) -> str:
        """What it will cost each player as things stand (TTA-AGE-6 to TTA-AGE-12)."""
        game = self.game
        if game.age not in AGES[1:4]:
            key = "age_a" if game.age == "A" else "age_iv"
            return self._age(f"<p>{esc(self.say(key, round=game.last_round))}</p>")
        level = LEVEL_BEFORE[game.age]
        items = "".join(
            f"<li>{crest(seat, self.players[seat])} <span>{self._costs(seat, level)}</span></li>" for seat in self.seats
        )
        head = self.say("age_ends", age=game.age, left=len(game.civil_deck), n=YELLOW_LOST)
        return self._age(f'<p>{esc(head)}</p><ul class="plain costs">{items}</ul>')

    def _age(self, body: str) -> str:
        return f'<section class="leaf"><h2>{esc(self.say("next_age"))}</h2>{body}</section>'

    def _costs(self, seat: int, level: int) -> str:
        game, civ = self.game, self.game.civs[seat]
        after = max(0, civ.yellow - YELLOW_LOST)
        wants = DEMAND[min(after, YELLOW_SQUARES)]
        told = [esc(self.say("age_yellow", left=after, wants=wants, discontent=max(0, wants - happiness(civ))))]
        lost = [card for card in (civ.leader, civ.unfinished) if card and LEVEL[card] <= level]
        lost += [card for card in civ.hand if LEVEL[card] <= level]
        lost += [pact.card for pact in game.pacts if seat in (pact.a, pact.b) and LEVEL[pact.card] <= level]
        if lost:
            told.append(esc(self.say("age_cards", cards=lost)))
        military = sum(n for age, n in backs(civ.military_hand).items() if AGES.index(age) <= level)
        covered = sum(n for age, n in backs(civ.covered).items() if AGES.index(age) <= level)
        if military or covered:
            told.append(esc(self.say("age_hand", military=military, civil=covered)))
        return " · ".join(told)
