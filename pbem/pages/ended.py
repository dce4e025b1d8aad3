"""What the pages of a finished game say of its end: who won and how, the points, the moves that gained most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .kit import short

if TYPE_CHECKING:
    from .shown import Shown

MOST_GAINS = 3


def result(shown: Shown) -> dict[str, Any] | None:
    """The ranking and its sentences; None while the game runs."""
    outcome = shown.story.head.outcome
    if outcome is None:
        return None
    totals = [sum(row.values()) for row in outcome["scores"]]
    winners: list[int] = list(outcome["winners"])
    # The winner is first even where points do not decide; after that points count.
    order = sorted(range(len(totals)), key=lambda seat: (seat not in winners, -totals[seat], seat))
    places = [1 if seat in winners else place for place, seat in enumerate(order, start=1)]
    talk, at = shown.talk, shown.story.head.at
    names = talk.join([short(shown.story.players[seat], 24) for seat in winners])
    key = f"how.{outcome['how']}"
    how = shown.words.say(key) if key in shown.words else outcome["how"]
    return {
        "winners": winners,
        "text": talk("game.result" if len(winners) == 1 else "game.shared", who=names),
        "how": how[:1].upper() + how[1:],
        "margin": _margin(shown, order, totals, winners),
        "when": talk.when(at),
        "day": talk.day(at),
        "ranking": [
            {"seat": seat, "place": place, "points": totals[seat]} for seat, place in zip(order, places, strict=True)
        ],
        "result": " : ".join(str(totals[seat]) for seat in order),
    }


def _margin(shown: Shown, order: list[int], totals: list[int], winners: list[int]) -> str:
    """How many points a single winner is ahead; nothing where the winner has no more points than the next."""
    if len(winners) != 1 or len(order) < 2 or totals[order[0]] <= totals[order[1]]:
        return ""
    other = short(shown.story.players[order[1]], 24)
    return shown.talk("game.ahead", n=totals[order[0]] - totals[order[1]], other=other)


def scores(shown: Shown) -> dict[str, Any] | None:
    """Points by kind, a row each."""
    outcome = shown.story.head.outcome
    if outcome is None or not outcome["scores"] or not outcome["scores"][0]:
        return None
    seats = range(len(outcome["scores"]))
    rows = []
    for category in outcome["scores"][0]:
        key = f"score.{category}"
        label = shown.words.say(key) if key in shown.words else category
        rows.append((label, [outcome["scores"][seat].get(category, 0) for seat in seats]))
    return {"seats": list(seats), "rows": rows, "totals": [sum(outcome["scores"][seat].values()) for seat in seats]}


def gains(shown: Shown) -> dict[str, Any] | None:
    """The moves after which the winner was further ahead than before, by most: in the chart that decided the game."""
    outcome, board, book = shown.story.head.outcome, shown.pages.board, shown.book
    if outcome is None or len(outcome["winners"]) != 1 or len(book.pages) < 2 or not board.CHARTS:
        return None
    # A title may name the chart that decides a way of winning; none, where no chart shows it.
    wanted = getattr(board, "DECIDED_BY", {}).get(outcome["how"], board.CHARTS[0].key)
    one = next((chart for chart in board.CHARTS if chart.key == wanted), None)
    if one is None:
        return None
    columns, winner = shown.pages.plots[1][one.key], outcome["winners"][0]
    if one.kind == "balance":
        ahead = [value if winner == 0 else -value for value in columns[0]]
    else:
        others = [row for seat, row in enumerate(columns) if seat != winner]
        ahead = [own - max(rest) for own, *rest in zip(columns[winner], *others, strict=True)]
    steps = sorted(((ahead[n] - ahead[n - 1], n) for n in range(1, len(ahead))), key=lambda step: (-step[0], step[1]))
    captions = book.captions[shown.tongue.code]
    rows = [
        {"n": book.pages[n], "href": f"t/{shown.tongue.file(str(book.pages[n]))}", "more": more, "text": captions[n]}
        for more, n in sorted(steps[:MOST_GAINS], key=lambda step: step[1])
        if more > 0
    ]
    return {"what": board.chart_name(one, shown.scene()), "rows": rows} if rows else None
