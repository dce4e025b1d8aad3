"""Set-up, and the markers of a round (chapters 2.4, 3.0 and 4.1)."""

from __future__ import annotations

from ....table import Answer, Choose, Draw, NotLegal, Rule
from ..atlas import NATIONS
from ..cards import LANGUAGE, MARKERS, ROUND_MARKERS, SETS, SETUP_MARKERS
from ..state import Reason

NATION = LANGUAGE["choose_nation"]


def setup(game: Reason) -> Rule:
    """Nations by seat, then the start player, then five discs per nation (AOR-SETUP-12)."""
    for seat, one in enumerate(game.players):
        if not one.nation:
            _, one.nation = yield nation_ask(game, seat)
            game.led[one.nation] = seat
            one.hand = list(SETS[one.nation])
            game.note("nation_chosen", player=seat, nation=one.nation)
    (game.start,) = yield Draw(range(game.seats), label="start_player")
    game.note("start_player", player=game.start)
    game.bag = list(MARKERS)
    for nation in NATIONS:  # also those without a player (AOR-SETUP-6)
        drawn = yield Draw(game.bag, SETUP_MARKERS, label=f"first_discs:{nation}")
        discs: dict[str, int] = {}
        for marker in drawn:
            game.bag.remove(marker)
            region = MARKERS[marker].region
            game.put_disc(nation, region)
            discs[region] = discs.get(region, 0) + 1
        game.note("first_discs", nation=nation, discs=discs, markers=drawn, led=nation in game.led)
    return "markers"


def nation_ask(game: Reason, seat: int) -> Choose:
    def why(answer: Answer) -> NotLegal:
        values = {"nation": answer[1], "other": game.led[answer[1]]}
        return NotLegal("nation_taken", values, rule="AOR-GEN-2")

    return Choose(seat, NATION, [("nation", one) for one in NATIONS if one not in game.led], why=why)


def markers(game: Reason) -> Rule:
    """AOR-MARK-1, AOR-MARK-2."""
    game.round += 1
    drawn = yield Draw(game.bag, ROUND_MARKERS, label=f"markers:{game.round}")
    for marker in drawn:
        game.bag.remove(marker)
        game.markers[MARKERS[marker].region].append(marker)
    game.note("markers_placed", round=game.round, markers=drawn)
    return "alliances"
