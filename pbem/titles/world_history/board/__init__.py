"""The public position of Empire as HTML and SVG."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from ....pages.board_api import Board, Chart, ReferenceSheet, Scene, board_words, public
from ....pages.kit import crest, esc, icon, tincture
from ....pages.sheet_page import SheetPage
from ....table import Words
from ..cards import EMPIRES, NUMBERS, REALMS
from ..sheet import MARKS, fleets, lands, players, regions
from ..state import World
from ..summary import sections
from .desk import NUMBERED, ROMAN
from .desk import hand as hand
from .desk import refused as refused
from .map import ground, world, world_map

CHARTS = (Chart("points"), Chart("lands"))
SEVERAL = ("place_unit",)
"""Asks that recur within one turn: at the desk further orders are added, not replaced."""
DICE = frozenset({"attack", "defence", "dice"})
"""Values in sentences that are dice rolls, and are shown as dice."""
HEADLINES = frozenset({"epoch_begun", "founded", "scored", "won"})
"""The notes that best sum up a whole turn."""
_GOES_ON = frozenset({"fought", "broken_off", "unit_lost", "event_unit_lost", "conquered", "own_replaced", "joined"})
_ALIKE = frozenset(
    {"army_placed", "fleet_placed", "fort_built", "monument_built", "card_kept", "nobody_answers", "died"}
)


def draw(scene: Scene) -> str:
    """The map; then the order of the epoch with the players, and what the regions pay; then every land."""
    board = WorldBoard(scene)
    layer = world(board.game, board.players, board.words, board.fresh(), scene.assets)
    parts = {part: board.say(f"zoom_{part}") for part in world_map().zooms}
    drawn = world_map().box(scene.language, parts, ".46 .32", layer)
    return f'{drawn}<div class="two">{board.order()}{board.regions()}</div>{board.lands()}'


def assets(style: str) -> dict[str, str]:
    """Files that the boards of all campaigns share; `style` has the colours of the site and the look of its maps."""
    return {world_map().file: ground(style)}


def summary(scene: Scene) -> str:
    board = WorldBoard(scene)
    if scene.view["outcome"] is not None:
        return board.say("summary_over")
    turn = board.game.turn
    if turn is None:
        key = "summary_plans" if board.game.phase == "plans" else "summary_draft"
        return board.say(key, epoch=board.game.epoch)
    return board.say("summary", epoch=board.game.epoch, player=turn.seat, empire=turn.empire)


def series(view: Any) -> dict[str, list[int]]:
    """The numbers that the charts show, for one position."""
    game = public(World, view)
    lands = [sum(one.owner == seat for one in game.lands.values()) for seat in range(game.seats)]
    return {"points": [one.total() for one in game.players], "lands": lands}


def begins_act(note: str, before: str) -> bool:
    """Where the log of a turn begins a new line: a fight gets its own, similar small things share one."""
    return note not in _GOES_ON and not (note in _ALIKE and before == note)


def chapter(view: Any) -> str:
    """The mark on the time axis: a new one where this changes."""
    return ROMAN[view["epoch"]]


def chart_name(chart: Chart, scene: Scene) -> str:
    return board_words(scene, __package__).say(f"chart_{chart.key}")


def thumb(scene: Scene) -> str:
    """A small picture for the front page: the world washed with the colours of its holders."""
    game = public(World, scene.view)
    label = board_words(scene, __package__).say("map", {"epoch": game.epoch or 1})
    marks = [
        f'<circle class="p{tincture(owner)}" cx="{one["x"]}" cy="{one["y"]}" r="{max(24, one["r"])}"/>'
        for land, one in world_map().shape["lands"].items()
        if (owner := game.owner(land)) is not None
    ]
    return world_map().thumb(label, scene.assets, marks)


def reference(words: Words) -> list[ReferenceSheet]:
    """The summary sheet of the box, to look up or to print."""
    page = SheetPage(words)
    made = sections(words)
    return [ReferenceSheet(one.key, one.head, "".join(page.piece(p, one.head) for p in one.pieces)) for one in made]


class WorldBoard(Board[World]):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, World, __package__)
        self.page = SheetPage(self.words, {"piece": self._sign, "region": self._region, "level": self._level})

    def _sign(self, piece: str) -> str:
        return icon(piece, self.words.name("piece", piece))

    def _region(self, region: str) -> str:
        return f'<span class="sw m{NUMBERED[region]}"></span>{esc(self.words.name("region", region))}'

    def _level(self, level: str) -> str:
        return f'<span class="lv" title="{esc(self.words.name("level", level))}">{MARKS[level][1]}</span>'

    def fresh(self) -> Set[str]:
        """Lands whose holder has changed since the position to compare with, or that nobody holds any more."""
        if self.scene.before is None:
            return frozenset()
        before = {land: (one["owner"], one["realm"]) for land, one in self.scene.before["lands"].items()}
        now = {land: (one.owner, one.realm) for land, one in self.game.lands.items()}
        return {land for land in {**before, **now} if before.get(land) != now.get(land)}

    # ---- whose turn it is, and the standings

    def order(self) -> str:
        head = self.say("order", epoch=self.game.epoch or 1)
        seats = sorted(range(self.game.seats), key=lambda seat: -self.game.players[seat].total())
        standings = self.page.grid(players(self.game, self.words, seats), head)
        called = "".join(self._called())
        return f'<section class="leaf"><h2>{esc(head)}</h2><ol class="plain order">{called}</ol>{standings}</section>'

    def _called(self) -> list[str]:
        """Empires by number as far as they are known; the others lie face down."""
        game = self.game
        items = []
        for seat, one in enumerate(game.players):
            if len(one.played) == game.epoch and one.played:
                items.append((EMPIRES[one.played[-1]].number, seat, self._played(seat)))
            elif one.card:
                items.append((NUMBERS + 1, seat, ("?", self.say("face_down"), "", "down")))
        return [
            f'<li class="{kind}"><span class="no">{esc(number)}</span>{crest(seat, self.players[seat])}'
            f'<span><b class="name">{esc(title)}</b><br><span class="dim small">{esc(more)}</span></span></li>'
            for _, seat, (number, title, more, kind) in sorted(items)
        ]

    def _played(self, seat: int) -> tuple[str, str, str, str]:
        game = self.game
        empire = game.players[seat].played[-1]
        number, turn = str(EMPIRES[empire].number), game.turn
        if turn is not None and turn.seat == seat:
            left = sum(part.units for part in turn.parts)
            values = {"player": seat, "left": left, "units": REALMS[turn.empire].units, "event": turn.event}
            return number, self.words.name("empire", turn.empire), self.say("playing", **values), "now"
        values = {"player": seat, "units": EMPIRES[empire].units, "points": game.players[seat].points[-1]}
        return number, self.words.name("empire", empire), self.say("played", **values), "done"

    # ---- what the regions pay

    def regions(self) -> str:
        grid = regions(self.game, self.words, self.say("regions", epoch=self.game.epoch or 1))
        return f'<section class="leaf">{self.page.grid(grid)}<p class="small dim">{esc(self.say("dots"))}</p></section>'

    def lands(self) -> str:
        """Every land, for those who cannot see the map."""
        head = self.say("every_land")
        shown = self.page.grid(lands(self.game, self.words), head)
        shown += self.page.grid(fleets(self.game, self.words)) if self.game.fleets else ""
        return f'<details class="leaf"><summary>{esc(head)}</summary><div class="lands">{shown}</div></details>'
