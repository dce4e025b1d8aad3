"""The board of one civilization: ratings, cards in play, workers and tokens on them, and the two banks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....pages.kit import crest, esc, hidden, icon, name, thing, tincture
from ....table import Words, back_of
from ..cards import (
    AGES,
    BLUE_SQUARES,
    BOARDS,
    CARDS,
    CONSUMPTION,
    CORRUPTION,
    DEMAND,
    FAMILY,
    POPULATION_COST,
    URBAN,
    WORKED,
    YELLOW_SQUARES,
)
from ..rules.changes import military_available
from ..rules.goods import FOOD, RESOURCES, consumption, corruption, production, stock
from ..rules.paying import cost_of, population_cost
from ..rules.ratings import (
    armies,
    civil_limit,
    colonization,
    culture,
    demand,
    discontent,
    happiness,
    military_limit,
    number_of,
    pacts_of,
    science,
    strength,
    units_of,
    urban_limit,
)
from ..state import Ages, Civilization
from .cards import KINDS, SIGNS, Faces, faces, sign, slot_of

YELLOW, BLUE = '<i class="y"></i>', '<i class="b"></i>'
"""A yellow and a blue token, drawn by the style sheet."""
_YELLOW_BANK = [section["squares"] for section in BOARDS["yellow_bank"]["cost_sections"]]
_BLUE_BANK = [section["squares"] for section in BOARDS["blue_bank"]["sections"]]


def backs(cards: Sequence[Any]) -> dict[str, int]:
    """How many cards that lie face down are of which age."""
    found = [back_of(card) or "" for card in cards]
    return {age: found.count(age) for age in AGES if age in found}


def _ages(cards: Sequence[Any]) -> str:
    return ", ".join(f"{age} {number}" for age, number in backs(cards).items())


class CivBoard:
    """One civilization as everybody sees it."""

    def __init__(
        self,
        game: Ages,
        seat: int,
        words: Words,
        players: Sequence[str],
        handle: str,
        old: Any,
        over: bool,
        owner: str = "",
    ) -> None:
        """`owner` is the handle again, where things are pressed: several civilizations can have the same technology."""
        self.owner = owner
        self.game, self.seat, self.words, self.player = game, seat, words, players[seat]
        self.players, self.handle, self.old, self.over = players, handle, old, over
        self.civ: Civilization = game.civs[seat]
        self.faces: Faces = faces(words.language)

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(key, values)

    def fresh(self, field: str, card: str) -> str:
        """A mark on a card that was not in play in the position compared with."""
        if self.old is None:
            return ""
        before = self.old[field]
        return "" if (before == card if isinstance(before, str) else card in before) else " fresh"

    def html(self, asked: bool, desk: bool = False, brief: bool = False) -> str:
        """The whole board; at the owner's desk without the hand, which is shown above; `brief` for the others there."""
        turn = f'<span class="tag">{esc(self.say("to_move"))}</span>' if asked else ""
        mark = thing("player", self.handle) if self.handle else ""
        called = f"{crest(self.seat, self.player, labelled=False)} {name(self.player)}"
        if self.owner:  # what lies within it is pressed by itself
            mark, called = "", f"<span{mark}>{called}</span>"
        head = (
            f'<section class="leaf civ p{tincture(self.seat)}" id="civ{self.seat}"{mark}><header class="row">'
            f'<h2 class="plainh">{called}</h2>{turn}'
        )
        if self.civ.resigned:
            return f'{head}<span class="dim">{esc(self.say("resigned"))}</span></header></section>'
        if brief:
            return f"{head}</header>{self.lines()}</section>"
        return (
            f"{head}{self.actions()}</header>{self.rates()}{self.warnings()}"
            f'<div class="civgrid"><ul class="plain bigs">{self.cards()}</ul>{self.technologies(signs=not desk)}</div>'
            f'<div class="banks">{self.yellow()}{self.blue()}</div>{"" if desk else self.hands()}</section>'
        )

    # ---- points, ratings and actions

    def actions(self) -> str:
        civ = self.civ
        civil, military = civ.civil, military_available(self.game, self.seat)
        drawn = "".join(
            f'<i class="{mark}"></i>' * left + f'<i class="{mark} off"></i>' * max(0, total - left)
            for mark, left, total in (("c", civil, civ.civil_total), ("m", military, civ.military_total))
        )
        told = self.say(
            "actions", civil=civil, civils=civ.civil_total, military=military, militaries=civ.military_total
        )
        return f'<span class="acts">{drawn}</span><span class="push dim">{esc(told)}</span>'

    def rates(self) -> str:
        game, seat, civ = self.game, self.seat, self.civ
        eats = consumption(civ)
        food = self.say("makes_food", n=production(game, seat, FOOD), eats=eats)
        items = (
            ("culture", civ.culture, self.say("more", n=culture(game, seat))),
            ("science", civ.science, self.say("more", n=science(game, seat))),
            ("strength", strength(game, seat), self.say("strength")),
            ("happy", happiness(civ), self.say("wanted", n=demand(civ))),
            ("food", stock(civ, FOOD), food),
            ("ore", stock(civ, RESOURCES), self.say("makes", n=production(game, seat, RESOURCES))),
        )
        shown = "".join(
            f"<li>{sign(drawn)}<b>{number}</b>{hidden(self.say(f'rate.{drawn}'))}<span>{esc(more)}</span></li>"
            for drawn, number, more in items
        )
        return f'<ul class="plain rates">{shown}</ul>'

    def warnings(self) -> str:
        """What the end of the turn will cost as things stand, and what this turn still has in store."""
        if self.over:
            return ""
        civ, game, told = self.civ, self.game, []
        if discontent(civ) > civ.unused:
            told.append(self.say("uprising", discontent=discontent(civ), unused=civ.unused))
        elif discontent(civ):
            told.append(self.say("discontent", discontent=discontent(civ), unused=civ.unused))
        hungry = consumption(civ) - stock(civ, FOOD) - production(game, self.seat, FOOD)
        if hungry > 0:
            told.append(self.say("hunger", n=hungry))
        if corruption(civ):
            told.append(self.say("corrupt", n=corruption(civ)))
        if self.seat == game.active:
            arms = sum(game.turn.arms.values())
            told += [self.say("arms", n=arms)] if arms else []
            told += [self.say("lent")] if game.turn.hammurabi_armed else []
            told += [self.say("arms_science", n=game.turn.arms_science)] if game.turn.arms_science else []
        return f'<p class="small warn">{icon("warn")} {esc(" · ".join(told))}</p>' if told else ""

    # ---- cards in play

    def cards(self) -> str:
        civ = self.civ
        items = [self.card(civ.government, "government", self.fresh("government", civ.government), "", "government")]
        if civ.leader:
            items.append(self.card(civ.leader, "leader", self.fresh("leader", civ.leader), "", "leader"))
        items += [self.wonder(wonder) for wonder in civ.wonders]
        if civ.unfinished:
            items.append(self.unfinished())
        items += [self.card(card, "tech", self.fresh("specials", card)) for card in civ.specials]
        if civ.tactic:
            items.append(self.tactic())
        items += [self.card(card, "colony", self.fresh("colonies", card)) for card in civ.colonies]
        items += [self.pact(pact.card, pact.partner(self.seat), pact.side(self.seat)) for pact in self.pacts()]
        items += [self.war(war.card, war.attacker, war.defender) for war in self.game.wars if self.in_war(war)]
        return "".join(items)

    def pacts(self) -> list[Any]:
        return pacts_of(self.game, self.seat)

    def in_war(self, war: Any) -> bool:
        return self.seat in (war.attacker, war.defender)

    def card(self, card: str, slot: str, fresh: str = "", more: str = "", head: str = "") -> str:
        one = CARDS[card]
        text = self.faces.ability(card) if one.family != "territory" else ""
        caption = hidden(self.say(f"family.{head}") + ": ") if head else ""
        told = f" <span>{esc(text)}</span>" if text else ""
        return (
            f'<li class="bigc k-{KINDS[one.family]}{fresh}"{thing(slot, card, self.owner)}>'
            f'<span class="band">{sign(SIGNS[one.kind or one.family])}</span>'
            f'<div>{caption}<b class="name">{self.faces.name(card)}</b> {self.faces.gives(card)}{told}{more}</div></li>'
        )

    def wonder(self, wonder: str) -> str:
        fresh = self.fresh("wonders", wonder)
        if wonder in self.civ.ruins:
            gone = esc(self.say("ruins"))
            marks = thing("wonder", wonder, self.owner)
            return (
                f'<li class="bigc k-purple ruin{fresh}"{marks}><span class="band">{sign("wonder")}'
                f'</span><div><b class="name">{self.faces.name(wonder)}</b> <span>{gone}</span></div></li>'
            )
        homer = f" <em>{esc(self.say('homer'))}</em>" if self.civ.homer_under == wonder else ""
        return self.card(wonder, "wonder", fresh, homer)

    def unfinished(self) -> str:
        civ = self.civ
        stages = CARDS[civ.unfinished].stages
        drawn = "".join(f"<b>{BLUE if n < civ.stages else cost}</b>" for n, cost in enumerate(stages))
        told = self.say("stages", done=civ.stages, all=len(stages), left=", ".join(map(str, stages[civ.stages :])))
        more = f'<br><span class="stg" aria-hidden="true">{drawn}</span> <em>{esc(told)}</em>'
        return self.card(civ.unfinished, "wonder", self.fresh("unfinished", civ.unfinished), more)

    def tactic(self) -> str:
        civ = self.civ
        number = armies(civ.tactic, units_of(civ), civ.leader == "genghis_khan")
        told = self.say("armies", n=number, exclusive=civ.exclusive)
        return self.card(civ.tactic, "tactic", self.fresh("tactic", civ.tactic), f" <em>{esc(told)}</em>")

    def pact(self, card: str, partner: int, side: str) -> str:
        key = "pact_side" if CARDS[card].sides["a"] != CARDS[card].sides["b"] else "pact_with"
        return self.card(card, "pact", "", f" <em>{esc(self.say(key, player=partner, side=side))}</em>")

    def war(self, card: str, attacker: int, defender: int) -> str:
        key, rival = ("war_on", defender) if attacker == self.seat else ("war_from", attacker)
        theirs = 0 if self.game.civs[rival].resigned else strength(self.game, rival)
        told = self.say(key, player=rival, own=strength(self.game, self.seat), theirs=theirs)
        return self.card(card, "war", " alert", f" <em>{esc(told)}</em>")

    # ---- technologies with workers and tokens

    def technologies(self, signs: bool = True) -> str:
        """A column for each type, a row for each age, as on the table."""
        civ = self.civ
        families = [family for family in WORKED if family in WORKED[:5] or self._known(family)]
        ages = sorted({CARDS[card].level for card in civ.workers})
        head = "".join(self._column(family, signs) for family in families)
        rows = []
        for level in ages:
            cells = "".join(self._cell(family, level) for family in families)
            rows.append(f'<tr><th scope="row">{AGES[level]}</th>{cells}</tr>')
        pool = self.say("unused", n=civ.unused)
        unused = f'<p class="pool">{YELLOW * civ.unused} {esc(pool)}</p>'
        return (
            f'<div class="grid"><table class="techs"><thead><tr><td></td>{head}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>{unused}</div>"
        )

    def _known(self, family: str) -> bool:
        return any(FAMILY[card] == family for card in self.civ.workers)

    def _column(self, family: str, signs: bool) -> str:
        label = sign(SIGNS[family]) if signs else ""
        label += f"<span>{esc(self.say(f'families.{family}'))}</span>"
        if family in WORKED[2:7]:  # as many buildings of a type as the government allows
            label += f"<small>{number_of(self.civ, family)}/{urban_limit(self.civ)}</small>"
        return f'<th scope="col">{label}</th>'

    def _cell(self, family: str, level: int) -> str:
        here = [card for card in self.civ.workers if FAMILY[card] == family and CARDS[card].level == level]
        return f"<td>{''.join(map(self._technology, here))}</td>"

    def _technology(self, card: str) -> str:
        civ = self.civ
        workers, tokens = civ.workers[card], civ.tokens.get(card, 0)
        drawn = YELLOW * workers + (f"<br>{BLUE * tokens}" if tokens else "")
        told = self.say("on_card", workers=workers, tokens=tokens, worth=tokens * CARDS[card].value)
        return (
            f'<div class="tech k-{KINDS[FAMILY[card]]}{self._changed(card)}"{thing("tech", card, self.owner)}>'
            f'<b class="name">{self.faces.name(card)}</b><span class="gvs">{self.faces.gives(card)}'
            f'<span class="rc">{cost_of(civ, card)}{sign("ore")}</span></span>'
            f'<span class="wk">{drawn}</span><small>{esc(told)}</small></div>'
        )

    def _changed(self, card: str) -> str:
        if self.old is None:
            return ""
        return "" if self.old["workers"].get(card) == self.civ.workers[card] else " fresh"

    # ---- in a few lines

    def lines(self) -> str:
        """Technologies and cards in play as chips, banks and hands in words; ratings are in the table of all players.

        Only things that a rival's order can name are marked: buildings, special technologies, colonies.
        """
        civ = self.civ
        order = sorted(civ.workers, key=lambda card: (WORKED.index(FAMILY[card]), CARDS[card].level))
        chips = [self._chip("tech" * (FAMILY[card] in URBAN), card, self._pieces(card)) for card in order]
        chips += [self._chip("", card) for card in (civ.government, civ.leader, civ.tactic) if card]
        chips += [self._chip("", card, f" {esc(self.say('ruin'))}" * (card in civ.ruins)) for card in civ.wonders]
        if civ.unfinished:
            chips.append(self._chip("", civ.unfinished, f" {civ.stages}/{len(CARDS[civ.unfinished].stages)}"))
        chips += [self._chip("tech", card) for card in civ.specials]
        chips += [self._chip("colony", card) for card in civ.colonies]
        held = ", ".join(self.words.name("card", card) for card in civ.hand)
        told = (
            self.say("unused", n=civ.unused),
            self._yellow_told(),
            self._blue_told(),
            f"{self._civil_told()} {held}",
            self._military_told(),
        )
        return f'<ul class="plain lad">{"".join(chips)}</ul><p class="small">{esc(" · ".join(told))}</p>'

    def _pieces(self, card: str) -> str:
        tokens = self.civ.tokens.get(card, 0)
        return f" {self.civ.workers[card]}{YELLOW}" + (f" {tokens}{BLUE}" if tokens else "")

    def _chip(self, slot: str, card: str, more: str = "") -> str:
        marks = thing(slot, card, self.owner) if slot else ""
        return f'<li class="k-{KINDS[FAMILY[card]]}"{marks}>{self.faces.name(card)}{more}</li>'

    # ---- the banks

    def yellow(self) -> str:
        civ = self.civ
        left = min(civ.yellow, YELLOW_SQUARES)
        later = self._later(left, (("cost", POPULATION_COST), ("eats", CONSUMPTION), ("wants", DEMAND)))
        labels = [self.say("square_cost", n=POPULATION_COST[squares[-1]]) for squares in _YELLOW_BANK]
        return self._bank("yellow", self._yellow_told(), later, _bank(_YELLOW_BANK, civ.yellow, YELLOW, labels))

    def _yellow_told(self) -> str:
        civ = self.civ
        return self.say(
            "yellow_bank",
            left=civ.yellow,
            empty=not civ.yellow,
            cost=population_cost(civ),
            eats=consumption(civ),
            wants=demand(civ),
            has=happiness(civ),
        )

    def _blue_told(self) -> str:
        return self.say("blue_bank", left=self.civ.blue, n=corruption(self.civ))

    def blue(self) -> str:
        civ = self.civ
        left = min(civ.blue, BLUE_SQUARES)
        later = self._later(left, (("corrupts", CORRUPTION),))
        labels = [self.say("square_corruption", n=CORRUPTION[squares[0] - 1]) for squares in _BLUE_BANK]
        return self._bank("blue", self._blue_told(), later, _bank(_BLUE_BANK, civ.blue, BLUE, labels))

    def _later(self, left: int, tables: Sequence[tuple[str, Sequence[int]]]) -> str:
        """Where the next threshold of each table lies."""
        found = []
        for key, table in tables:
            at = next((n for n in range(left - 1, -1, -1) if table[n] > table[left]), None)
            if at is not None:
                found.append(self.say(f"then_{key}", n=table[at], left=at))
        return " · ".join(found)

    def _bank(self, colour: str, told: str, later: str, drawn: str) -> str:
        then = f' <span class="dim">{esc(later)}</span>' if later else ""
        return f'<div class="{colour}"><p class="small"><b>{esc(told)}</b>{then}</p>{drawn}</div>'

    # ---- hands

    def hands(self) -> str:
        listed = "".join(self._held(card) for card in self.civ.hand)
        return (
            f'<div class="held"><b class="small">{esc(self._civil_told())}</b><ul class="plain chips">{listed}</ul>'
            f'<span class="small dim">{esc(self._military_told())}</span></div>'
        ).replace('<ul class="plain chips"></ul>', "")

    def _civil_told(self) -> str:
        """Where civil hands are hidden, their ages can still be seen."""
        civ = self.civ
        number = len(civ.hand) + len(civ.covered)
        return self.say("civil_hand", n=number, most=civil_limit(civ), ages=_ages(civ.covered), cards=bool(civ.hand))

    def _military_told(self) -> str:
        civ = self.civ
        held = self.say(
            "military_hand", n=len(civ.military_hand), most=military_limit(civ), ages=_ages(civ.military_hand)
        )
        return f"{held} · {self.say('colonizes', n=colonization(civ))}"

    def _held(self, card: str) -> str:
        one = CARDS[card]
        fresh = " fresh" if self.old is not None and card not in self.old["hand"] else ""
        return (
            f'<li class="chip k-{KINDS[one.family]}{fresh}"{thing(slot_of(card), card)}>'
            f'<b>{one.age}</b><span class="name">{self.faces.name(card)}</span>{self.faces.costs(card)}</li>'
        )


def _bank(sections: Sequence[Sequence[int]], tokens: int, drawn: str, labels: Sequence[str]) -> str:
    """Squares from left to right; what does not fit lies in the last section. They empty from the right."""
    out = []
    for squares, label in zip(sections, labels, strict=True):
        here = max(0, min(tokens, squares[-1]) - squares[0] + 1)
        over = max(0, tokens - squares[-1]) if squares is sections[-1] else 0
        cells = drawn * (here + over) + '<i class="e"></i>' * (len(squares) - here)
        out.append(f"<span>{cells}<small>{esc(label)}</small></span>")
    return f'<div class="bank">{"".join(out)}</div>'
