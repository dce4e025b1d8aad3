"""What the pages of a finished game say about its end: who won and how, the points, the moves that gained most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.campaign.acts import end

from .board_api import Chart
from .kit import short

if TYPE_CHECKING:
    from .localized import LocalizedCampaign

MOST_GAINS = 3


def by_points(shown: LocalizedCampaign) -> bool:
    """Whether points decided, or would; a title names the ways of winning at once."""
    outcome = shown.story.head.outcome
    return outcome is None or outcome["how"] not in _decided_by(shown)


def _unnamed(shown: LocalizedCampaign, gain: Mapping[str, Any]) -> str:
    """Whose deed it was, where the sentence does not begin with that."""
    if gain["seat"] is None:
        return ""
    whose = short(shown.story.players[gain["seat"]], 24)
    return "" if gain["caption"][shown.tongue.code].startswith(whose) else whose


def _decided_by(shown: LocalizedCampaign) -> Mapping[str, str | None]:
    """By the ways of winning in which points do not count, the chart that shows how it came about, if any does."""
    ways: Mapping[str, str | None] = getattr(shown.pages.board, "DECIDED_BY", {})
    return ways


def charts(shown: LocalizedCampaign) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The chart that shows how a game was decided, large, and one more, small."""
    outcome, large = shown.story.head.outcome, shown.drawn(wide=True)
    decided = _decided_by(shown).get(outcome["how"]) if outcome is not None else None
    first = next((n for n, one in enumerate(large) if one["key"] == decided), 0)
    small = [one for n, one in enumerate(shown.drawn(wide=False)) if n != first]
    return large[first : first + 1], small[:1]


def result(shown: LocalizedCampaign) -> dict[str, Any] | None:
    """The ranking and its sentences; None while the game runs."""
    outcome = shown.story.head.outcome
    if outcome is None:
        return None
    totals = [sum(row.values()) for row in outcome["scores"]]
    winners: list[int] = list(outcome["winners"])
    # The winner comes first even where points do not decide; after that, points count.
    order = sorted(range(len(totals)), key=lambda seat: (seat not in winners, -totals[seat], seat))
    places = [1 if seat in winners else place for place, seat in enumerate(order, start=1)]
    talk, at, counted, scored = shown.talk, shown.story.head.at, by_points(shown), any(outcome["scores"])
    names = talk.join([short(shown.story.players[seat], 24) for seat in winners])
    key = f"how.{outcome['how']}"
    how = shown.words.say(key) if key in shown.words else outcome["how"]
    several = "game.drawn" if outcome["how"] in end.SHARED else "game.shared"
    won = several if len(winners) > 1 else "game.result" if winners else "game.unwon"
    return {
        "winners": winners,
        "text": talk(won, who=names),
        "how": how[:1].upper() + how[1:],
        "margin": _margin(shown, order, totals, winners) if counted else "",
        "when": talk.when(at),
        "day": talk.day(at),
        "ranking": [
            {"seat": seat, "place": place, "points": totals[seat] if counted and scored else "", "won": seat in winners}
            for seat, place in zip(order, places, strict=True)
        ],
    }


def _margin(shown: LocalizedCampaign, order: list[int], totals: list[int], winners: list[int]) -> str:
    """How many points a single winner is ahead by; empty if the winner has no more points than the next."""
    if len(winners) != 1 or len(order) < 2 or totals[order[0]] <= totals[order[1]]:
        return ""
    other = short(shown.story.players[order[1]], 24)
    return shown.talk("game.ahead", n=totals[order[0]] - totals[order[1]], other=other)


def scores(shown: LocalizedCampaign) -> dict[str, Any] | None:
    """Points by kind, one row each."""
    outcome = shown.story.head.outcome
    if outcome is None or not outcome["scores"] or not outcome["scores"][0]:
        return None
    seats = range(len(outcome["scores"]))
    rows = []
    for category in outcome["scores"][0]:
        key = f"score.{category}"
        label = shown.words.say(key) if key in shown.words else category
        rows.append((label, [outcome["scores"][seat].get(category, 0) for seat in seats]))
    caption = shown.talk("game.score" if by_points(shown) else "game.score_uncounted")
    totals = [sum(outcome["scores"][seat].values()) for seat in seats]
    return {"caption": caption, "seats": list(seats), "rows": rows, "totals": totals}


def best_gains(
    best: list[list[dict[str, Any]]],
    chart: Chart,
    columns: Sequence[Sequence[int]],
    deed: Callable[[int], dict[str, Any]],
) -> list[list[dict[str, Any]]]:
    """By seat, the moves that extended its lead most in a chart, once an entry has added the last numbers.

    deed   what a seat has done in that entry
    """
    out = []
    for seat, gained in enumerate(best):
        more = _ahead(chart, columns, seat, -1) - _ahead(chart, columns, seat, -2)
        if more > 0:
            gained = sorted([*gained, {**deed(seat), "more": more}], key=lambda one: -one["more"])
        out.append(gained[:MOST_GAINS])
    return out


def _ahead(chart: Chart, columns: Sequence[Sequence[int]], seat: int, at: int) -> int:
    """How far a seat was ahead of the next one."""
    if chart.kind == "balance":
        return columns[0][at] if seat == 0 else -columns[0][at]
    return columns[seat][at] - max((row[at] for other, row in enumerate(columns) if other != seat), default=0)


def gains(shown: LocalizedCampaign) -> dict[str, Any] | None:
    """The moves that extended the winner's lead most, in the chart that decided the game."""
    outcome, board, file = shown.story.head.outcome, shown.pages.board, shown.tongue.file
    if outcome is None or len(outcome["winners"]) != 1 or not board.CHARTS:
        return None
    # A title may name the chart that decides a way of winning, or none if no chart shows it.
    wanted = _decided_by(shown).get(outcome["how"], board.CHARTS[0].key)
    one = next((chart for chart in board.CHARTS if chart.key == wanted), None)
    if one is None or one.key not in shown.book.gains:
        return None
    rows = [
        {
            "n": gain["n"],
            "href": f"t/{file(str(gain['n']))}",
            "more": gain["more"],
            "seat": gain["seat"],
            "text": gain["caption"][shown.tongue.code],
            "whose": _unnamed(shown, gain),
        }
        for gain in sorted(shown.book.gains[one.key][outcome["winners"][0]], key=lambda gain: gain["n"])
    ]
    return {"what": board.chart_name(one, shown.scene()), "rows": rows} if rows else None
