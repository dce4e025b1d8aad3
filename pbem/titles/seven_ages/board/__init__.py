"""The public position of 7 Ages as HTML and SVG."""

from __future__ import annotations

from typing import Any

from ....pages.board_api import Chart, DeskHand, Scene, board_words, public
from ....pages.kit import tincture
from ....table import Words
from ..gloss import ROMAN
from ..sheet import action_of, age_of
from ..state import Seven
from . import desk
from .actors import actors
from .dress import Realms
from .empires import empires, glory
from .log import HEADLINES, LEADS, begins_act
from .map import atlas, ground, spot, world
from .reference import reference
from .tables import areas, table
from .turn import conflict, turn

CHARTS = (Chart("glory"), Chart("progress"), Chart("money"), Chart("areas"))
SEVERAL = ("place_markers", "build_units", "start_units", "move_units", "play_card", "conflict_commit")
"""A turn is many orders long: at the desk further orders are added, not replaced."""


def draw(scene: Scene) -> str:
    """The turn with the tracks; the map; a running conflict; empires; glory and money; every area in words."""
    realms = Realms(scene)
    listed = realms.say("listed_there" if realms.at_desk else "listed")
    parts = {part: realms.say(f"zoom_{part}") for part in atlas().zooms}
    drawn = atlas().box(scene.language, parts, ".5 .3", world(realms, listed))
    note = f'<p class="small dim seen">{realms.say("counts")}</p>'
    below = [conflict(realms), empires(realms)]
    # at a desk, sums and the list of areas are left to the page of the game
    below += [table(realms)] if realms.at_desk else [glory(realms), table(realms), areas(realms)]
    return (
        f'<div class="seven"><div class="wide">{turn(realms)}{drawn}{note}</div>'
        f'<div class="realms">{"".join(below)}</div></div>'
    )


def assets(style: str) -> dict[str, str]:
    """Files that the boards of all campaigns share; `style` has the colours of the site and the look of its maps."""
    return {atlas().file: ground(style)}


def summary(scene: Scene) -> str:
    realms = Realms(scene)
    game = realms.game
    if realms.over:
        return realms.say("summary_over")
    if not game.turn:
        return realms.say("summary_setup")
    if game.fight is not None:
        return realms.say("summary_fight", turn=game.turn, area=game.fight.area)
    return realms.say("summary", turn=game.turn, action=action_of(game), age=ROMAN[age_of(game)])


def series(view: Any) -> dict[str, list[int]]:
    """The numbers that the charts show, for one position."""
    game = public(Seven, view)
    return {
        "glory": [one.glory for one in game.players],
        "progress": [max((empire.step for empire in one.empires.values()), default=0) for one in game.players],
        "money": [sum(empire.money for empire in one.empires.values()) for one in game.players],
        "areas": [sum(len(game.controlled(empire)) for empire in one.empires.values()) for one in game.players],
    }


def chapter(view: Any) -> str:
    """The mark on the time axis: a new one where this changes."""
    return str(view["turn"] or "")


def chart_name(chart: Chart, scene: Scene) -> str:
    return board_words(scene, __package__).say(f"chart_{chart.key}")


def thumb(scene: Scene) -> str:
    """A small picture for the front page: the areas of each player."""
    realms = Realms(scene)
    game = realms.game
    marks = [
        f'<circle class="p{tincture(game.owners[holder])}" cx="{spot(area)["x"]}" cy="{spot(area)["y"]}" r="34"/>'
        for area, holder in game.control.items()
    ]
    return atlas().thumb(realms.say("map", turn=max(1, game.turn)), scene.assets, marks)


def hand(scene: Scene, seat: int) -> DeskHand:
    return desk.hand(Realms(scene), seat)


def glosses(words: Words) -> dict[str, str]:
    """What the things named in orders are."""
    return desk.glosses(words)


def nameable(view: Any) -> set[str]:
    """What orders could name in this position; the desk needs the names of nothing else."""
    return desk.nameable(public(Seven, view))


def refused(view: Any, asked: Any, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """What the player who is asked might try in vain, and why."""
    return desk.refused(public(Seven, view), asked, words, handles)


__all__ = [
    "CHARTS",
    "HEADLINES",
    "LEADS",
    "SEVERAL",
    "actors",
    "assets",
    "begins_act",
    "chapter",
    "chart_name",
    "draw",
    "glosses",
    "hand",
    "nameable",
    "reference",
    "refused",
    "series",
    "summary",
    "thumb",
]
