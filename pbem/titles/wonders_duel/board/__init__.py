"""The public position of 7 Wonders Duel as HTML and SVG."""

from __future__ import annotations

from typing import Any

from ....pages.board_api import Board, Chart, Scene, board_words, public
from ....pages.kit import back, crest, esc, icon, name, thing, tincture
from ....pages.sheet_page import Face, SheetPage
from ....table import back_of
from ..cards import BUILDINGS, COLOURS, CONSTANTS, LAYOUTS, SLOTS, WONDERS
from ..rules.payment import prices
from ..rules.scoring import points
from ..rules.turn import discard_income
from ..sheet import within_reach
from ..state import City, Duel
from .cards import KINDS, NUMERALS, Faces, faces
from .desk import glosses as glosses
from .desk import hand as hand
from .desk import refused as refused
from .parts import production, track, wonder
from .reference import reference as reference
from .small import picture

CHARTS = (Chart("points"), Chart("pawn", "balance"), Chart("coins"))
DECIDED_BY = {"military": "pawn", "science": None}
"""Ways of winning at once, with the chart that shows how it came about, if any does; otherwise points decide."""
HEADLINES = frozenset({"won", "drawn"})
"""What the caption of the last turn tells, however much else that turn did."""
MOST_DISCARDS = 6
"""If there are more than this, they are folded away."""


def draw(scene: Scene) -> str:
    """Layout, track and tokens; then the two cities."""
    board = DuelBoard(scene)
    return board.middle() + f'<div class="cities">{board.city(0)}{board.city(1)}</div>'


def summary(scene: Scene) -> str:
    board = DuelBoard(scene)
    if scene.view["outcome"] is not None:
        return board.say("summary_over") if board.left == 0 else board.say("age", age=NUMERALS[board.game.age])
    if board.game.age == 0:
        return board.say("summary_draft")
    return board.say("summary", age=NUMERALS[board.game.age], left=board.left)


def series(view: Any) -> dict[str, list[int]]:
    """The numbers that the charts show, for one position."""
    game = public(Duel, view)
    return {
        "points": [sum(points(game, seat).values()) for seat in range(2)],
        "pawn": [game.pawn],
        "coins": [city.coins for city in game.cities],
    }


def chapter(view: Any) -> str:
    """The mark on the time axis: a new one where this changes."""
    age: int = view["age"]
    return NUMERALS.get(age, "")


def chart_name(chart: Chart, scene: Scene) -> str:
    return board_words(scene, __package__).say(f"chart.{chart.key}")


def chart_sides(scene: Scene) -> tuple[str, str]:
    """Names of the two sides of a balance."""
    words = board_words(scene, __package__, longest=12)
    return words.say("ahead", {"player": 0}), words.say("ahead", {"player": 1})


def thumb(scene: Scene) -> str:
    """A small picture for the front page."""
    board = DuelBoard(scene)
    return picture(board.game, board.reach, len(scene.view["draft"]), board.words, board.over)


class DuelBoard(Board[Duel]):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, Duel, __package__)
        self.faces: Faces = faces(scene.language)
        self.left = len(self.game.face_up) + len(self.game.face_down)
        self.over = self.game.outcome is not None
        self.supremacy = self.game.outcome is not None and self.game.outcome.how in DECIDED_BY
        self.reach = [] if self.over else list(self.game.accessible().values())

    def say(self, key: str, **values: Any) -> str:
        # Only names of players differ from game to game; the rest is said once for all pages.
        return self.words.say(key, values) if "player" in values or "cards" in values else self.faces.say(key, **values)

    # ---- the middle of the table

    def middle(self) -> str:
        drafting = self.game.age == 0
        if drafting:
            head, note = self.say("draft"), self.say("draft_left", wonders=len(self.view["draft"]))
        else:
            head = self.say("over") if self.over else self.say("age", age=NUMERALS[self.game.age])
            note = self.say("cards_left", left=self.left, all=CONSTANTS["cards_in_layout"])
        discards = self.view["discards"]
        pile = ""
        if len(discards) > MOST_DISCARDS:
            listed = self.say("discards", cards=discards)
            head_line = f"{len(discards)} · {esc(self.say('discard_pile'))}"
            pile = f'<details class="small dim"><summary>{head_line}</summary>{esc(listed)}</details>'
        else:
            note += " · " + (self.say("discards", cards=discards) if discards else self.say("no_discards"))
        body = self.draft() if drafting else self.pyramid() + self.reachable()
        return (
            f'<section class="leaf duel" aria-labelledby="age"><header class="row">'
            f'<h2 id="age" class="plainh">{esc(head)}</h2><span class="dim">{esc(note)}</span></header>'
            f'<div class="warbox">{self.track()}{self.tokens()}</div>'
            f"{body}{pile}</section>"
        )

    def draft(self) -> str:
        wonders = "".join(wonder(self.scene.language, one) for one in self.view["draft"])
        return f'<ul class="plain wonders open">{wonders}</ul>'

    def tokens(self) -> str:
        board = self.view["board"]
        if not board:
            return f'<p class="small dim">{esc(self.say("no_tokens"))}</p>'
        items = "".join(self.faces.token(token) for token in board)
        return f'<ul class="plain ptoks" aria-label="{esc(self.say("tokens_to_win"))}">{items}</ul>'

    def track(self) -> str:
        was = self.before["pawn"] if self.before is not None else self.game.pawn
        loot = (tuple(self.game.loot[0]), tuple(self.game.loot[1]))
        return track(self.scene.language, tuple(self.scene.players), self.game.pawn, was, loot)

    # ---- the layout

    def pyramid(self, pressed: bool = False) -> str:
        """The cards row by row; as things to be pressed as a whole, or each with a link to itself."""
        layout = LAYOUTS[self.game.age]
        there = [ident for ident in layout if ident in self.game.face_up or ident in self.game.face_down]
        if not there:
            return ""
        rows = max(layout[ident].row for ident in there)  # rows emptied from below leave no gap
        cards = "".join(self.card(ident, pressed) for ident in there)
        return f'<ol class="plain pyramid rows{rows}" aria-label="{esc(self.say("layout"))}">{cards}</ol>'

    def card(self, ident: str, pressed: bool = False) -> str:
        slot = SLOTS[ident]
        place = f"x{slot.column + 6} y{slot.row}"
        if ident in self.game.face_down:
            guild = back_of(self.game.face_down[ident]) == "guild"
            told = self.say("down_guild") if guild else self.say("down", age=NUMERALS[self.game.age])
            shown = icon("guild") if guild else NUMERALS[self.game.age]
            kind = " guild" if guild else ""
            return back(shown, told, f"{kind} {place}")
        card = self.game.face_up[ident]
        building = BUILDINGS[card]
        marks = " reach" if ident in self.reach else ""
        if self.before is not None and self.before["age"] == self.game.age:
            marks += " fresh" if self.before["face_up"].get(ident) != card else ""
        if pressed:
            return self.faces.held(card, f"{marks} {place}")
        look = f'<li class="card k-{building.colour}{marks} {place}" id="c-{card}"{thing("card", card)}>'
        return f"{look}{self.faces.face(card)}</li>"

    def reachable(self) -> str:
        if not self.reach:
            return ""
        drawn: dict[str, Face] = {
            "card": lambda card: self.faces.chip(card, tag="span"),
            "cost": lambda card: f'<span class="cost">{self.faces.cost(card)}</span>',
            "coins": self.faces.coins,
        }
        gains = " · ".join(
            f"{name(self.scene.players[seat])} {self.faces.coins(discard_income(self.game, seat))}" for seat in range(2)
        )
        told = f'<p class="small dim c">{esc(self.say("discard"))}: {gains}</p>'
        grid = within_reach(self.game, (0, 1), self.words, self.say("within_reach"))
        return SheetPage(self.words, drawn).grid(grid) + told

    # ---- the cities

    def city(self, seat: int) -> str:
        city, other, handle = self.game.cities[seat], self.game.cities[1 - seat], self.scene.players[seat]
        made = production(self.scene.language, city.makes, tuple(prices(city, other)), city.any_raw, city.any_good)
        turn = f'<span class="tag">{esc(self.say("to_move"))}</span>' if seat in self.scene.asked else ""
        total = sum(points(self.game, seat).values())
        old = self.before["cities"][seat] if self.before is not None else None
        was = ""
        if old is not None and old["coins"] != city.coins:
            was = f' <small class="was">{esc(self.say("was", n=old["coins"]))}</small>'
        so_far = "" if self.over else f' <span class="dim small">{esc(self.say("so_far"))}</span>'
        counted = "" if self.supremacy else f"<span>{self.faces.points(total)}{so_far}</span>"
        return (
            f'<section class="leaf city p{tincture(seat)}" aria-label="{esc(self.say("city", player=seat))}">'
            f'<header class="row"><h2>{crest(seat, handle, labelled=False)} {name(handle)}</h2>{turn}'
            f'<span class="push row stat"><span>{self.faces.coins(city.coins)}{was}</span>'
            f"{counted}</span></header>{made}"
            f"{self.wonders(city, old)}{self.groups(city, old)}{self.science(city, old)}</section>"
        )

    def wonders(self, city: City, old: Any) -> str:
        items = [
            wonder(self.scene.language, w, card, old is not None and w not in old["built"])
            for w, card in city.built.items()
        ]
        items += [wonder(self.scene.language, w) for w in city.wonders]
        return f'<ul class="plain wonders">{"".join(items)}</ul>' if items else ""

    def groups(self, city: City, old: Any) -> str:
        out = []
        for colour in COLOURS:
            cards = [card for card in city.buildings if BUILDINGS[card].colour == colour]
            if not cards:
                continue
            chips = "".join(
                self.faces.chip(card, fresh=old is not None and card not in old["buildings"]) for card in cards
            )
            kind = esc(self.say(f"k.{colour}"))
            out.append(
                f'<section class="grp k-{colour}"><h3>{icon(KINDS[colour])}<span>{kind}</span><b>{len(cards)}</b></h3>'
                f'<ul class="plain chips">{chips}</ul></section>'
            )
        return "".join(out)

    def science(self, city: City, old: Any) -> str:
        tokens = "".join(self.faces.token(t, old is not None and t not in old["tokens"]) for t in city.tokens)
        listed = f'<ul class="plain ptoks own">{tokens}</ul>' if tokens else ""
        shields = sum(BUILDINGS[c].shields for c in city.buildings) + sum(WONDERS[w].shields for w in city.built)
        told = self.say("science", n=len(set(city.symbols()))) + " · " + self.say("shields", n=shields)
        return f'{listed}<p class="small dim">{esc(told)}</p>'
