"""The running combat: attacker and defender side by side, one line for each source of strength."""

from __future__ import annotations

from ....pages.kit import esc, icon, thing
from ....table import Words
from .. import gloss
from ..atlas import REGIONS
from ..cards import ALLY_POINTS, BONUSES, CARDS, MARKERS, NEUTRAL_STRENGTH
from ..rules.combat import for_hire
from ..state import Combat, Reason
from .courts import Courts

Line = tuple[str, str]
"""What gives strength, and how much, both as HTML."""


def combat(game: Reason, courts: Courts, words: Words) -> str:
    fight = game.fight
    needs = REGIONS[fight.region].needs_ship
    sides = _side(game, fight, 0, courts, words), _side(game, fight, 1, courts, words)
    against = f'<span class="against" aria-hidden="true">{icon("strength")}</span>'
    head = words.say("combat_in", {"region": fight.region})
    told = words.say("combat_rule", {"ship": needs})
    return (
        f'<section class="leaf"><h2>{esc(head)} <span class="tag">{esc(words.say("running"))}</span></h2>'
        f'<div class="vs"{thing("region", fight.region)}>{sides[0]}{against}{sides[1]}</div>'
        f'<p class="small dim">{esc(told)}</p></section>'
    )


def _side(game: Reason, fight: Combat, side: int, courts: Courts, words: Words) -> str:
    if side and fight.marker:
        head = (
            f'<span class="mkb"{thing("marker", fight.marker)}>{MARKERS[fight.marker].strength}</span><span>'
            f'<b class="name">{esc(words.name("marker", fight.marker))}</b><br><span class="dim small">'
            f"{esc(gloss.marker(fight.marker, words))}</span></span>"
        )
        kind = ""
    else:
        nation = fight.nation if side else game.players[fight.attacker].nation
        head, kind = courts.who(nation), f" p{courts.tinctures[nation]}"
    lines = _lines(game, fight, side, courts, words)
    rows = "".join(f"<div><dt>{what}</dt><dd>{gives}</dd></div>" for what, gives in lines)
    return (
        f'<div class="cs{kind}"><p class="hd">{head}<span class="role">{esc(words.say(f"side_{side}"))}</span></p>'
        f"<dl>{rows}</dl>{_sum(game, fight, side, words)}</div>"
    )


def _lines(game: Reason, fight: Combat, side: int, courts: Courts, words: Words) -> list[Line]:
    """Card, fields, helpers, hired nations, dice."""
    lines: list[Line] = []
    seat = fight.seats()[side]
    nation = fight.nation if side else game.players[fight.attacker].nation
    if side and fight.marker:
        lines.append((esc(words.say("marker_strength")), _plus(MARKERS[fight.marker].strength)))
    elif seat < 0:
        lines.append((esc(words.say("without_player")), _plus(NEUTRAL_STRENGTH)))
    else:
        lines.append((esc(words.say("card")), _card(game, fight, seat, words)))
        lines += [(esc(words.name("field", name)), _plus(more)) for name, more in _fields(game, nation, fight.region)]
    for helper, helped in fight.helpers.items():
        if (helped == fight.nation) == bool(side) and not (side and fight.marker):
            own = game.players[helper].nation
            may = words.say("may_help", {"nation": own})
            lines.append((f"{courts.disc(own)} {esc(may)}", _help(game, fight, helper, words)))
    hired = fight.hired[side]
    lines += [(f"{courts.disc(one)} {esc(words.say('hired', {'nation': one}))}", _plus(ALLY_POINTS)) for one in hired]
    if not hired and not fight.shown and seat >= 0:
        for one in for_hire(game, seat):
            lines.append((f"{courts.disc(one)} {esc(courts.name(one))}", esc(words.say("for_hire"))))
    dice = "".join(f'<i class="die d{n}">{n}</i>' for n in fight.dice[side]) if fight.dice else ""
    if dice:
        high, low = max(fight.dice[side]), min(fight.dice[side])
        lines.append((esc(words.say("dice")), f"{dice} {_plus(high - low)}"))
    return lines


def _plus(number: int) -> str:
    return f"<b>+{number}</b>"


def _fields(game: Reason, nation: str, region: str) -> list[tuple[str, int]]:
    """Support and training that count for a nation there."""
    found = []
    for name, per_disc in BONUSES[str(game.options["support_scope"])][region]:
        number = game.fields.get(name, []).count(nation)
        if number:
            found.append((name, per_disc * number))
    return found


def _card(game: Reason, fight: Combat, seat: int, words: Words) -> str:
    card = fight.shown.get(seat, "")
    if card:
        return f"{esc(gloss.card(card, words))} {_plus(CARDS[card].strength(fight.region))}"
    return _laid(game.players[seat].has_laid, words)


def _help(game: Reason, fight: Combat, seat: int, words: Words) -> str:
    card = fight.shown.get(seat, "")
    if card:
        return _plus(CARDS[card].assists)
    return esc(words.say("no_card")) if fight.shown else _laid(game.players[seat].has_laid, words)


def _laid(laid: bool, words: Words) -> str:
    if laid:
        return f'<span class="cardb">{icon("seal")}<span>{esc(words.say("laid"))}</span></span>'
    return f'<span class="awaited">{esc(words.say("awaited"))}</span>'


def _sum(game: Reason, fight: Combat, side: int, words: Words) -> str:
    if fight.dice:
        number, key = fight.strength(side), "strength"
    elif fight.base:
        number, key = fight.base[side], "before_dice"
    else:
        seat = fight.seats()[side]
        number = ALLY_POINTS * len(fight.hired[side])
        if side and fight.marker:
            number = MARKERS[fight.marker].strength
        elif seat < 0:
            number += NEUTRAL_STRENGTH
        else:
            nation = fight.nation if side else game.players[fight.attacker].nation
            number += game.bonus(nation, fight.region)
        key = "so_far"
    return f'<p class="sum"><span>{esc(words.say(key))}</span> <b>{number}</b></p>'
