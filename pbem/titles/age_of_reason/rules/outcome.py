"""The outcome of a combat: discs, markers, discontent, cards (chapter 4.3.2)."""

from __future__ import annotations

from ..cards import CARDS, OVERWHELMING, PLACE, PYRRHIC
from ..state import Reason
from .attacks import after_attack, take_marker
from .money import suffer


def outcome(game: Reason) -> str:
    """The phase after the combat (AOR-COMB-9 to 12)."""
    fight = game.fight
    margin = fight.margin()
    if margin > 0:
        win(game, margin)
    else:
        level, overwhelming = margin == 0, margin <= -OVERWHELMING
        game.note("repelled", player=fight.attacker, region=fight.region, level=level, overwhelming=overwhelming)
    grieve(game, margin)
    put_away(game)
    game.combat = None
    return after_attack(game)


def win(game: Reason, margin: int) -> None:
    """AOR-COMB-9, AOR-COMB-11, AOR-MATT-1."""
    fight = game.fight
    overwhelming, narrow = margin >= OVERWHELMING, margin == PYRRHIC
    if fight.marker:
        game.note(
            "marker_taken",
            player=fight.attacker,
            marker=fight.marker,
            region=fight.region,
            overwhelming=overwhelming,
            narrow=narrow,
        )
        take_marker(game, fight.attacker, fight.marker)
        return
    game.take_disc(fight.nation, fight.region)
    game.put_disc(game.players[fight.attacker].nation, fight.region)
    game.note(
        "disc_taken",
        player=fight.attacker,
        nation=fight.nation,
        region=fight.region,
        overwhelming=overwhelming,
        narrow=narrow,
    )


def grieve(game: Reason, margin: int) -> None:
    """The table of discontent (AOR-DISCO-7, AOR-DISCO-8)."""
    fight = game.fight
    points = {fight.attacker: attackers_points(margin), fight.defender: defenders_points(margin)}
    if margin == 0:
        points.update(dict.fromkeys(involved(game), 1))  # AOR-DISCO-4
    told = {}
    for seat, number in points.items():
        if seat >= 0 and number:
            suffer(game, seat, number)
            told[game.players[seat].nation] = number
    if told:
        game.note("discontent", points=told)


def attackers_points(margin: int) -> int:
    if margin > 0:
        return 1 if margin == PYRRHIC else 0  # AOR-DISCO-3
    failed = 1  # AOR-COMB-10
    return failed + 1 + (1 if margin <= -OVERWHELMING else 0)  # beaten, or level: one more (AOR-DISCO-1, 2, 4)


def defenders_points(margin: int) -> int:
    if margin > 0:
        return 2 if margin >= OVERWHELMING else 1  # AOR-DISCO-1, AOR-DISCO-2
    return 1 if -margin <= PYRRHIC else 0  # a narrow victory, or level (AOR-DISCO-3, AOR-DISCO-4)


def involved(game: Reason) -> list[int]:
    """Helpers who take part in a tie: those who showed the alliance card, optionally also bluffers (AOR-DISCO-6)."""
    fight = game.fight
    all_count = game.options["tie_counts_bluffers"]
    return [seat for seat, card in fight.shown.items() if seat in fight.helpers and (all_count or CARDS[card].assists)]


def put_away(game: Reason) -> None:
    """Alliance and blank cards go back to the hand, the others to the discard pile (AOR-AFTER-1, AOR-AFTER-2)."""
    for seat, card in game.fight.shown.items():
        one = game.players[seat]
        if CARDS[card].returns:
            one.hand.append(card)
            one.hand.sort(key=PLACE.__getitem__)
        else:
            one.discards.append(card)
