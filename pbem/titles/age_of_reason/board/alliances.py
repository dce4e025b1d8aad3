"""The alliance table, and the auction that fills it."""

from __future__ import annotations

from ....pages.kit import coin, crest, esc, icon, thing
from ....table import Words
from .. import sheet
from ..cards import LOWER, UPPER
from ..rules.auction import unplaced
from ..state import Reason
from .courts import Courts


def alliances(game: Reason, courts: Courts, words: Words) -> str:
    """Two rows: nations in the same row cannot attack each other; the numbers are the order of play."""
    rows = "".join(_row(game, courts, words, key, places) for key, places in (("upper", UPPER), ("lower", LOWER)))
    return (
        f'<section class="leaf"><h2>{esc(words.say("alliances"))}</h2><div class="ally">{rows}</div>'
        f'<p class="small dim">{esc(words.say("same_row"))}</p></section>'
    )


def _row(game: Reason, courts: Courts, words: Words, key: str, places: tuple[int, ...]) -> str:
    nations = {place: nation for nation, place in game.alliance.items()}
    items = []
    for place in places:
        nation = nations.get(place)
        if nation is None:
            item = f'<span class="hole"></span><span class="dim small">{esc(words.say("empty_place"))}</span>'
            items.append(f'<li><span class="no">{place}</span>{item}</li>')
        else:
            now = " now" if _plays(game, nation) else ""
            items.append(
                f'<li class="al{now}"{thing("nation", nation)}><span class="no">{place}</span>{courts.who(nation)}</li>'
            )
    head = esc(words.say(f"text.{key}"))
    return f'<h3 class="caps">{head}</h3><ol class="plain {key}">{"".join(items)}</ol>'


def _plays(game: Reason, nation: str) -> bool:
    """Whether it is this nation's turn in the action round."""
    if not game.action or game.outcome is not None or game.turn >= len(game.order):
        return False
    return game.players[game.active].nation == nation


def auction(game: Reason, courts: Courts, words: Words, players: tuple[str, ...]) -> str:
    """The high bid with what it proposes, whom the table calls, and who is left to be placed."""
    sale = game.sale
    assert sale is not None
    if sale.price < 0:
        told = f"<p>{esc(sheet.auction(game, words))}</p>"
    else:
        rows = "".join(
            f'<div><dt>{esc(words.say(f"text.{key}"))}</dt><dd class="al">{courts.who(nation)}</dd></div>'
            for key, nation in (("upper", sale.top), ("lower", sale.bottom))
            if nation
        )
        gold = words.say("gold_n", {"n": sale.price})
        holder = crest(sale.holder, players[sale.holder], labelled=False)
        told = (
            f'<p class="bid">{holder} <b>{esc(players[sale.holder])}</b> {esc(words.say("bids"))}'
            f' {coin(sale.price, gold)} <span class="dim">{esc(gold)}</span></p><dl class="deal">{rows}</dl>'
        )
    left = "".join(f'<li class="al"{thing("nation", nation)}>{courts.who(nation)}</li>' for nation in unplaced(game))
    called = words.say("called", {"player": sale.seat, "passes": sale.passes})
    return (
        f'<section class="leaf"><h2>{icon("scales")} {esc(words.say("auction", {"number": sale.number}))}</h2>{told}'
        f'<p class="small dim">{esc(called)}</p><h3 class="caps">{esc(words.say("unplaced"))}</h3>'
        f'<ul class="plain left">{left}</ul></section>'
    )
