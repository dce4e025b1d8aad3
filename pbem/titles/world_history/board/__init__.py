"""The public position of Empire as HTML and SVG."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from typing import Any

from ....pages.board_api import Chart, DeskHand, Scene
from ....pages.kit import crest, esc, icon, short, tincture, who
from ....table import Words, from_view
from ... import resources
from ..atlas import REGIONS
from ..cards import EMPIRES, NUMBERS, REALMS, VALUES
from ..rules.scoring import level, sheet, tally
from ..state import World
from . import desk
from .desk import ROMAN
from .map import ground, said_of, world, world_map

CHARTS = (Chart("points"), Chart("lands"))
SEVERAL = ("place_unit",)
"""Asks that recur within one turn: at the desk further orders are added, not replaced."""
DOTS = {"presence": 1, "dominance": 2, "control": 3}
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
    board = _Board(scene)
    layer = world(board.game, board.players, board.words, board.fresh(), scene.assets)
    parts = {part: board.say(f"zoom_{part}") for part in world_map().zooms}
    drawn = world_map().box(scene.language, parts, ".46 .32", layer)
    return f'{drawn}<div class="two">{board.order()}{board.regions()}</div>{board.lands()}'


def assets(style: str) -> dict[str, str]:
    """Files that the boards of all campaigns share; `style` has the colours of the site and the look of its maps."""
    return {world_map().file: ground(style)}


def summary(scene: Scene) -> str:
    board = _Board(scene)
    if scene.view["outcome"] is not None:
        return board.say("summary_over")
    turn = board.game.turn
    if turn is None:
        key = "summary_plans" if board.game.phase == "plans" else "summary_draft"
        return board.say(key, epoch=board.game.epoch)
    return board.say("summary", epoch=board.game.epoch, player=turn.seat, empire=turn.empire)


def series(view: Any) -> dict[str, list[int]]:
    """The numbers that the charts show, for one position."""
    game: World = from_view(World, view, None)
    lands = [sum(one.owner == seat for one in game.lands.values()) for seat in range(game.seats)]
    return {"points": [one.total() for one in game.players], "lands": lands}


def begins_act(note: str, before: str) -> bool:
    """Where the log of a turn begins a new line: a fight gets its own, similar small things share one."""
    return note not in _GOES_ON and not (note in _ALIKE and before == note)


def chapter(view: Any) -> str:
    """The mark on the time axis: a new one where this changes."""
    return ROMAN[view["epoch"]]


def chart_name(chart: Chart, scene: Scene) -> str:
    return board_words(scene, scene.players).say(f"chart_{chart.key}")


def thumb(scene: Scene) -> str:
    """A small picture for the front page: the world washed with the colours of its holders."""
    game = from_view(World, scene.view, None)
    label = board_words(scene, scene.players).say("map", {"epoch": game.epoch or 1})
    marks = [
        f'<circle class="p{tincture(owner)}" cx="{one["x"]}" cy="{one["y"]}" r="{max(24, one["r"])}"/>'
        for land, one in world_map().shape["lands"].items()
        if (owner := game.owner(land)) is not None
    ]
    return world_map().thumb(label, scene.assets, marks)


def hand(scene: Scene, seat: int) -> DeskHand:
    board = _Board(scene)
    return desk.hand(scene, board.game, board.words, seat)


def refused(view: Any, asked: Any, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """What the player who is asked might try in vain, and why."""
    return desk.refused(view, asked, words, handles)


@cache
def sentences(language: str) -> dict[str, str]:
    loaded: dict[str, str] = resources.read(__package__, f"words/{language}.yaml")
    return loaded


def board_words(scene: Scene, players: Sequence[str]) -> Words:
    """What only the board says, beside what the title says everywhere."""
    known = {**scene.words.sentences, **sentences(scene.language)}
    return Words(scene.language, known, scene.words.vocabularies, players)


class _Board:
    def __init__(self, scene: Scene) -> None:
        self.scene, self.view = scene, scene.view
        self.game: World = from_view(World, scene.view, None)
        self.players = tuple(short(player, 24) for player in scene.players)
        self.words = board_words(scene, self.players)

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(key, values)

    def fresh(self) -> Set[str]:
        """Lands whose holder has changed since the position to compare with, or that nobody holds any more."""
        if self.scene.before is None:
            return frozenset()
        before = self.scene.before["lands"]
        taken = {
            land
            for land, one in self.game.lands.items()
            if land not in before or before[land]["owner"] != one.owner or before[land]["realm"] != one.realm
        }
        return taken | {land for land in before if land not in self.game.lands}

    # ---- whose turn it is, and the standings

    def order(self) -> str:
        return (
            f'<section class="leaf"><h2>{esc(self.say("order", epoch=self.game.epoch or 1))}</h2>'
            f'<ol class="plain order">{"".join(self._called())}</ol>{self._players()}</section>'
        )

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
        number, name = str(EMPIRES[empire].number), self.words.name("empire", empire)
        turn = game.turn
        if turn is not None and turn.seat == seat:
            left = sum(part.units for part in turn.parts)
            acting = self.words.name("empire", turn.empire)
            values = {"player": seat, "left": left, "units": REALMS[turn.empire].units, "event": turn.event}
            return number, acting, self.say("playing", **values), "now"
        values = {"player": seat, "units": EMPIRES[empire].units, "points": game.players[seat].points[-1]}
        return number, name, self.say("played", **values), "done"

    def _players(self) -> str:
        game = self.game
        signs = ("capital", "city", "monument", "fleet")
        head = "".join(f'<th class="r">{icon(sign, self.words.name("piece", sign))}</th>' for sign in signs)
        rows = []
        for seat in sorted(range(game.seats), key=lambda seat: -game.players[seat].total()):
            lands = [land for land, one in game.lands.items() if one.owner == seat]
            counts = (
                len(lands),
                sum(game.towns.get(land) == "capital" for land in lands),
                sum(game.towns.get(land) == "city" for land in lands),
                sum(land in game.monuments for land in lands),
                sum(here.get(seat, 0) for here in game.fleets.values()),
            )
            cells = "".join(f'<td class="r">{number}</td>' for number in counts)
            rows.append(
                f'<tr><th scope="row">{who(seat, self.scene.players[seat])}</th>'
                f'<td class="r"><b>{game.players[seat].total()}</b></td>{cells}'
                f'<td class="r">{game.players[seat].units()}</td></tr>'
            )
        label = esc(self.say("order", epoch=game.epoch or 1))
        return (
            f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">'
            f'<table class="standings"><thead><tr><th>{esc(self.say("player"))}</th>'
            f'<th class="r">{esc(self.say("text.points"))}</th><th class="r">{esc(self.say("lands"))}</th>{head}'
            f'<th class="r">{esc(self.say("text.unit_sum"))}</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    # ---- what the regions pay

    def regions(self) -> str:
        game, epoch = self.game, self.game.epoch or 1
        seats = range(game.seats)
        head = "".join(f'<th class="c">{crest(seat, self.players[seat])}</th>' for seat in seats)
        rows = []
        for n, (region, counts) in enumerate(tally(game).items(), start=1):
            size = len(REGIONS[region])
            cells = "".join(self._reached(counts, seat, size) for seat in seats)
            rows.append(
                f'<tr><th scope="row"><span class="sw m{n}"></span>{esc(self.words.name("region", region))}'
                f' <span class="dim">{size}</span></th><td class="c"><b>{VALUES[region][epoch - 1]}</b></td>'
                f"{cells}</tr>"
            )
        now = (
            "".join(f'<td class="c"><b>{sum(sheet(game, seat).values())}</b></td>' for seat in seats)
            if game.epoch
            else ""
        )
        foot = f'<tr><th scope="row">{esc(self.say("text.would_score"))}</th><td></td>{now}</tr>' if now else ""
        label = esc(self.say("regions", epoch=epoch))
        return (
            f'<section class="leaf"><div class="scroll" tabindex="0" role="region" aria-label="{label}">'
            f'<table class="regions"><caption>{label}</caption><thead><tr><th>{esc(self.say("text.region"))}</th>'
            f'<th class="c">{esc(self.say("text.value"))}</th>'
            f"{head}</tr></thead><tbody>{''.join(rows)}{foot}</tbody></table></div>"
            f'<p class="small dim">{esc(self.say("dots"))}</p></section>'
        )

    def _reached(self, counts: list[int], seat: int, size: int) -> str:
        if not counts[seat]:
            return '<td class="c"><span class="dim">–</span></td>'
        reached = level(counts, seat, size)
        dots = "●" * DOTS[reached]
        named = esc(self.words.name("level", reached))
        return f'<td class="c"><b>{counts[seat]}</b><span class="lv" title="{named}">{dots}</span></td>'

    # ---- every land, for those who cannot see the map

    def lands(self) -> str:
        parts = []
        for region, lands in REGIONS.items():
            items = "".join(self._land(land) for land in lands)
            parts.append(
                f'<section><h3 class="caps">{esc(self.words.name("region", region))}</h3>'
                f'<ul class="plain">{items}</ul></section>'
            )
        return (
            f'<details class="leaf"><summary>{esc(self.say("every_land"))}</summary>'
            f'<div class="lands">{"".join(parts)}{self._seas()}</div></details>'
        )

    def _land(self, land: str) -> str:
        one = self.game.lands.get(land)
        kind = f' class="held p{tincture(one.owner)}"' if one is not None else ""
        return f"<li{kind}>{esc(said_of(self.game, land, self.words))}</li>"

    def _seas(self) -> str:
        if not self.game.fleets:
            return ""
        items = []
        for water, here in sorted(self.game.fleets.items()):
            fleets = ", ".join(f"{self.players[seat]} {here[seat]}" for seat in sorted(here))
            items.append(f"<li>{icon('fleet')} {esc(self.words.name('sea', water))}: {esc(fleets)}</li>")
        head = esc(self.say("text.fleets"))
        return f'<section><h3 class="caps">{head}</h3><ul class="plain">{"".join(items)}</ul></section>'
