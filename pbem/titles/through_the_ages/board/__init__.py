"""The public position of Through the Ages as HTML."""

from __future__ import annotations

from typing import Any

from ....pages.board_api import Chart, DeskHand, ReferenceSheet, Scene
from ....pages.kit import short
from ....table import Words, from_view
from ..rules.goods import FOOD, RESOURCES, production
from ..rules.ratings import culture, happiness, science, strength
from ..state import Ages
from . import desk
from .cards import board_words
from .civ import CivBoard
from .common import Common
from .reference import sheets
from .small import picture

CHARTS = tuple(
    Chart(key) for key in ("culture", "strength", "culture_rate", "science_rate", "food", "resources", "happiness")
)
SEVERAL = ("political_action", "act")
"""Asks that recur within one turn: at the desk further orders are added, not replaced."""
HEADLINES = frozenset(
    {
        "won",
        "won_alone",
        "resigned",
        "war_declared",
        "war_fought",
        "attacked",
        "colony_founded",
        "revolution",
        "wonder_completed",
        "age_begins",
        "event_revealed",
        "leader_played",
        "pact_made",
    }
)
"""The notes that best sum up a whole turn."""
_GOES_ON = frozenset(
    {
        "wonder_completed",
        "wonder_scores",
        "leader_teaches",
        "leader_replaced",
        "homer_tucked",
        "partner_pays",
        "leader_scores",
        "leader_pays",
        "leader_frees",
        "more_yellow",
        "fewer_yellow",
        "more_blue",
        "lost_blue",
        "token_from_card",
        "hammurabi_lends",
        "trade_used",
        "undefended",
        "defended",
        "plundered",
        "razed",
        "annexed",
        "science_taken",
        "culture_taken",
        "leader_removed",
        "wonder_removed",
        "pact_broken",
        "war_even",
        "war_culture",
        "war_territory",
        "war_science",
        "tech_stolen",
        "special_replaced",
        "special_dropped",
        "gifts",
        "losses",
        "event_production",
        "event_destroys",
        "lost_population",
        "yellow_taken",
        "actions_lost",
        "wonder_ruined",
        "corruption",
        "produced",
        "hunger",
        "colony_founded",
        "decks_shuffled",
        "extra_military",
        "arms",
        "gates_scores",
        "row_filled",
        "event_revealed",
    }
)
_ALIKE = frozenset(
    {
        "took",
        "built",
        "upgraded",
        "bid",
        "bid_passed",
        "impact",
        "age_costs_yellow",
        "civil_outdated",
        "military_outdated",
        "leader_outdated",
        "wonder_outdated",
        "pact_outdated",
    }
)


def draw(scene: Scene) -> str:
    """The row; standings, table and age side by side; then the civilizations, the active one first.

    At a desk the player's own civilization comes first, and the others are drawn in brief.
    """
    game = read(scene.view)
    players = tuple(short(player, 24) for player in scene.players)
    words = board_words(scene.language, players)
    common = Common(game, words, players, scene.before)
    over = scene.view["outcome"] is not None
    civs = []
    first = game.active if scene.desk is None else scene.desk
    for seat in (*range(first, game.seats), *range(first)):
        old = scene.before["civs"][seat] if scene.before is not None else None
        handle = scene.handles[seat] if scene.handles else ""
        civs.append(
            CivBoard(game, seat, words, players, handle, old, over).html(
                seat in scene.asked, desk=scene.desk == seat, brief=scene.desk not in (None, seat)
            )
        )
    ends = common.next_age() if scene.desk is None else ""
    middle = f'<div class="mid">{common.standings()}{common.table()}{ends}</div>'
    civs.insert(0 if scene.desk is None else 1, middle)
    return f'<div class="ages">{common.row()}{"".join(civs)}</div>'


def summary(scene: Scene) -> str:
    game = read(scene.view)
    words = board_words(scene.language, tuple(scene.players))
    key = "summary_over" if scene.view["outcome"] is not None else "summary"
    return words.say(key, {"age": game.age, "round": game.round, "player": game.active})


def series(view: Any) -> dict[str, list[int]]:
    """The numbers that the charts show, for one position; a player who has resigned is at 0."""
    game = read(view)
    seats = range(game.seats)

    def each(of: Any) -> list[int]:
        return [0 if game.civs[seat].resigned else of(seat) for seat in seats]

    return {
        "culture": [civ.culture for civ in game.civs],
        "strength": each(lambda seat: strength(game, seat)),
        "culture_rate": each(lambda seat: culture(game, seat)),
        "science_rate": each(lambda seat: science(game, seat)),
        "food": each(lambda seat: production(game, seat, FOOD)),
        "resources": each(lambda seat: production(game, seat, RESOURCES)),
        "happiness": each(lambda seat: happiness(game.civs[seat])),
    }


def chapter(view: Any) -> str:
    """The mark on the time axis: a new one where this changes."""
    return str(view["round"])


def chart_name(chart: Chart, scene: Scene) -> str:
    return board_words(scene.language, ()).say(f"chart.{chart.key}")


def begins_act(note: str, before: str) -> bool:
    """Where the log of a turn begins a new line: what follows from an action stays with it."""
    return note not in _GOES_ON and not (note in _ALIKE and before == note)


def thumb(scene: Scene) -> str:
    """A small picture for the front page."""
    words = board_words(scene.language, tuple(scene.players))
    return picture(read(scene.view), words, scene.view["outcome"] is not None)


def hand(scene: Scene, seat: int) -> DeskHand:
    game = read(scene.view)
    return desk.hand(game, seat, board_words(scene.language, tuple(short(one, 24) for one in scene.players)))


def refused(view: Any, asked: Any, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """What the player who is asked might try in vain, and why."""
    return desk.refused(read(view), asked["player"], words, handles) if asked["kind"] == "act" else []


def nameable(view: Any) -> set[str]:
    """What orders could name in this position; the desk needs the names of nothing else."""
    return desk.nameable(read(view))


def reference(words: Words) -> list[ReferenceSheet]:
    """Every card of the box and the tables of its boards."""
    return list(sheets(words))


_READ: list[tuple[Any, Ages]] = []
"""The positions read most recently: each is drawn in several languages, and counted for the charts."""


def read(view: Any) -> Ages:
    """The position with everything public in it. It must not be modified."""
    for known, game in _READ:
        if known is view:
            return game
    _READ[:] = [(view, from_view(Ages, view, None)), *_READ[:1]]
    return _READ[0][1]


__all__ = [
    "CHARTS",
    "HEADLINES",
    "SEVERAL",
    "begins_act",
    "chapter",
    "chart_name",
    "draw",
    "hand",
    "nameable",
    "reference",
    "refused",
    "series",
    "summary",
    "thumb",
]
