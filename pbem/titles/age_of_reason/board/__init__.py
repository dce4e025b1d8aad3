"""The public position of Age of Reason as HTML and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....pages.board_api import Chart, DeskHand, ReferenceSheet, Scene
from ....pages.kit import short
from ....table import Words, from_view
from ..cards import ROUNDS, action_rounds
from ..rules.scoring import would_score
from ..state import Reason
from . import desk, sheets
from .alliances import alliances, auction
from .combat import combat
from .courts import Courts, board_words, tinctures
from .map import atlas, europe, ground
from .tables import bars, courts_table, fields, regions

CHARTS = (Chart("standing"), Chart("discs"), Chart("discontent"), Chart("gold"))
SEVERAL = ("occupy_field", "choose_attack", "hire_allies", "use_reserves")
"""A turn is a field, then an attack with what may follow: further orders are added at the desk, not replaced."""
DICE = frozenset({"dice", "against"})
"""Values in sentences that are dice rolls, and are shown as dice."""
HEADLINES = frozenset(
    {
        "attacked",
        "marker_attacked",
        "disc_taken",
        "marker_taken",
        "repelled",
        "converted",
        "auction_won",
        "alliances",
        "round_ended",
        "won",
    }
)
"""The notes that best sum up an entry in which much happened."""
_BEGINS = frozenset(
    {
        "nation_chosen",
        "start_player",
        "first_discs",
        "markers_placed",
        "alliances_by_lot",
        "auction_opened",
        "bid",
        "bid_for_last",
        "auction_won",
        "alliances",
        "action_round",
        "fields_named",
        "field_taken",
        "no_attack",
        "turn_passed",
        "converted",
        "marker_attacked",
        "attacked",
        "cards_shown",
        "rolled",
        "reserves_used",
        "repelled",
        "marker_taken",
        "disc_taken",
        "income",
        "scored",
        "unrest",
        "round_ended",
        "won",
    }
)
_ALIKE = frozenset({"first_discs", "scored", "unrest"})


def draw(scene: Scene) -> str:
    """The map; alliances next to the current action; action fields; courts and tracks; every region in words."""
    game, words, courts, players = shown(scene)
    parts = {part: words.say(f"zoom_{part}") for part in atlas().zooms}
    at_desk = scene.desk is not None
    layer = europe(game, courts, words, scene, words.say("listed_there" if at_desk else "listed"))
    drawn = atlas().box(scene.language, parts, ".5 .28", layer)
    now = [combat(game, courts, words)] if game.combat is not None else []
    now += [auction(game, courts, words, players)] if game.sale is not None else []
    page = courts.page()
    below = [fields(game, courts, words), courts_table(game, page, courts, words)]
    if not at_desk:  # a desk is large enough; the worth and borders of regions are on the page of the game
        if scene.view["outcome"] is None:  # at the end the map has been scored
            (below if now else now).append(bars(game, courts, words))
        below.append(regions(game, page, words))
    return (
        f'{drawn}<div class="courts"><div class="duo">{alliances(game, courts, words)}{"".join(now)}</div>'
        f"{''.join(below)}</div>"
    )


def assets(style: str) -> dict[str, str]:
    """Files that the boards of all campaigns share; `style` has the colours of the site and the look of its maps."""
    return {atlas().file: ground(style)}


def summary(scene: Scene) -> str:
    game, words, _, _ = shown(scene)
    if scene.view["outcome"] is not None:
        return words.say("summary_over")
    if not game.round:
        return words.say("summary_setup")
    if game.sale is not None:
        return words.say("summary_auction", {"round": game.round, "number": game.sale.number})
    values = {"round": game.round, "action": max(1, game.action), "of": action_rounds(game.seats)}
    if game.combat is not None:
        return words.say("summary_combat", {**values, "region": game.combat.region})
    return words.say("summary", values)


def series(view: Any) -> dict[str, list[int]]:
    """The numbers that the charts show, for one position."""
    game: Reason = from_view(Reason, view, None)
    over = view["outcome"] is not None
    return {
        "standing": [one.points + (0 if over else would_score(game, one.nation)) for one in game.players],
        "discs": [sum(here.get(one.nation, 0) for here in game.discs.values()) for one in game.players],
        "discontent": [one.discontent for one in game.players],
        "gold": [one.gold for one in game.players],
    }


def begins_act(note: str, before: str) -> bool:
    """Where the log begins a new line: each step of a combat has its own, similar notes share one."""
    return note in _BEGINS and not (note in _ALIKE and before == note)


def chapter(view: Any) -> str:
    """The mark on the time axis: a new one where this changes."""
    return ("", "I", "II", "III")[min(view["round"], ROUNDS)]


def chart_name(chart: Chart, scene: Scene) -> str:
    return board_words(scene.words, tuple(scene.players)).say(f"chart_{chart.key}")


def thumb(scene: Scene) -> str:
    """A small picture for the front page: in each region the nation with the most discs."""
    game, words, courts, _ = shown(scene)
    areas = atlas().shape["areas"]
    marks = []
    for region, here in game.discs.items():
        most = max(here.values(), default=0)
        first = [nation for nation, number in here.items() if number == most]
        for n, nation in enumerate(first):
            x = areas[region]["x"] + 70 * n - 35 * (len(first) - 1)
            marks.append(f'<circle class="p{courts.tinctures[nation]}" cx="{x:g}" cy="{areas[region]["y"]}" r="40"/>')
    return atlas().thumb(words.say("map", {"round": max(1, game.round)}), scene.assets, marks)


def hand(scene: Scene, seat: int) -> DeskHand:
    game, words, courts, _ = shown(scene)
    return desk.hand(game, words, courts, seat)


def glosses(words: Words) -> dict[str, str]:
    """What the things named in orders are."""
    return desk.glosses(words)


def nameable(view: Any) -> set[str]:
    """What orders could name in this position; the desk needs the names of nothing else."""
    return desk.nameable(from_view(Reason, view, None))


def refused(view: Any, asked: Any, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """What the player who is asked might try in vain, and why."""
    return desk.refused(view, asked, words, handles)


def reference(words: Words) -> Sequence[ReferenceSheet]:
    """The contents of the box, as sheets."""
    return sheets.reference(board_words(words, ()))


def shown(scene: Scene) -> tuple[Reason, Words, Courts, tuple[str, ...]]:
    game: Reason = from_view(Reason, scene.view, None)
    players = tuple(short(player, 24) for player in scene.players)
    words = board_words(scene.words, players)
    return game, words, Courts(words, game.led, tinctures(game)), players
