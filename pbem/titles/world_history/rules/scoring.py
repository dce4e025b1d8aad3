"""Victory points at the end of a turn (chapter 5.9) and the end of the game (chapter 3)."""

from __future__ import annotations

from ....table import Outcome, Rule
from ..atlas import LANDS, REGIONS
from ..cards import DOMINANCE_NEEDS, EPOCHS, FACTORS, VALUES, WORTH
from ..state import World

Tally = dict[str, list[int]]
"""Region → lands held there, by seat."""


_REGION_OF = {land: one.region for land, one in LANDS.items()}


def tally(game: World) -> Tally:
    """All pieces of a colour count, whatever the emblem (WH-5.9-5)."""
    counts: Tally = {region: [0] * game.seats for region in REGIONS}
    for land, here in game.lands.items():
        counts[_REGION_OF[land]][here.owner] += 1
    return counts


def level(counts: list[int], seat: int, size: int) -> str:
    """Presence, dominance or control; the highest one counts (WH-5.9-1 to WH-5.9-3, WH-5.9-8)."""
    mine = counts[seat]
    if mine == size:
        return "control"
    if mine >= DOMINANCE_NEEDS and mine == max(counts) and counts.count(mine) == 1:
        return "dominance"
    return "presence" if mine else ""


def region_points(region: str, counts: list[int], seat: int, epoch: int) -> int:
    reached = level(counts, seat, len(REGIONS[region]))
    return FACTORS[reached] * VALUES[region][epoch - 1] if reached else 0


def sheet(game: World, seat: int) -> dict[str, int]:
    """The score sheet of a turn: `<region>.<level>`, capital, city and monument, with their points."""
    points: dict[str, int] = {}
    for region, counts in tally(game).items():
        if counts[seat]:
            reached = level(counts, seat, len(REGIONS[region]))
            points[f"{region}.{reached}"] = FACTORS[reached] * VALUES[region][game.epoch - 1]
    towns = [town for land, town in game.towns.items() if game.owner(land) == seat]
    for kind in ("capital", "city"):
        number = towns.count(kind)
        if number:
            points[kind] = number * WORTH[kind]  # WH-5.9-4
    monuments = sum([game.owner(land) == seat for land in game.monuments])
    if monuments:
        points["monument"] = monuments * WORTH["monument"]
    return points


def score(game: World) -> Rule:
    """WH-3-1: at the end of the player's own turn, small empire included."""
    seat = game.now.seat
    points = sheet(game, seat)
    gained = sum(points.values())
    game.players[seat].points.append(gained)
    game.note("scored", player=seat, points=gained, total=game.players[seat].total(), sheet=points)
    game.turn = None  # the event card goes to the box (WH-5.2-17), the empire card stays (WH-5.1-16)
    yield from ()
    if any(one.card for one in game.players):
        return "turn"
    if game.epoch < EPOCHS:
        return "draft"
    totals = [one.total() for one in game.players]
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    # WH-3-2, WH-3-4: players level at the end share the victory.
    game.outcome = Outcome(winners, "points" if len(winners) == 1 else "shared", by_epoch(game))
    game.note("won", players=winners, points=max(totals), shared=len(winners) > 1)
    return None


def by_epoch(game: World) -> list[dict[str, int]]:
    return [{f"epoch_{n}": points for n, points in enumerate(one.points, start=1)} for one in game.players]


def gain(game: World, counts: Tally, seat: int, land: str) -> int:
    """Points that holding one more land would bring now, with the town and monument in it."""
    region = LANDS[land].region
    before = counts[region]
    after = list(before)
    after[seat] += 1
    loser = game.owner(land)
    if loser is not None:
        after[loser] -= 1
    more = region_points(region, after, seat, game.epoch) - region_points(region, before, seat, game.epoch)
    town = game.towns.get(land, "")
    if loser is not None:
        town = "city" if town == "capital" else ""
    return more + (WORTH[town] if town else 0) + (WORTH["monument"] if land in game.monuments else 0)
