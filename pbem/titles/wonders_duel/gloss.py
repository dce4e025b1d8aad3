"""What a building or a wonder costs and does, in a few words for lists."""

from __future__ import annotations

from ...table import Words
from .cards import RESOURCES, Card, Per


def cost(card: Card, words: Words) -> str:
    """`2W 1G`, with coins in words; a dash for nothing."""
    parts = [f"{n}{words.name('letter', r)}" for r, n in zip(RESOURCES, card.cost, strict=True) if n]
    if card.coins:
        parts.append(words.say("text.coins", {"n": card.coins}))
    return " ".join(parts) or "–"


def does(card: Card, words: Words) -> str:
    """All effects, the most telling first."""
    say = words.say
    parts = [f"{n} {words.name('resource', r)}" for r, n in zip(RESOURCES, card.makes, strict=True) if n]
    if card.any_raw:
        parts.append(say("text.any_raw"))
    if card.any_good:
        parts.append(say("text.any_good"))
    if card.fixed:
        parts.append(say("text.fixed", {"resources": [RESOURCES[n] for n in card.fixed]}))
    if card.again:
        parts.append(say("text.again"))
    if card.shields:
        parts.append(say("text.shields", {"n": card.shields}))
    if card.science:
        parts.append(words.name("symbol", card.science))
    if card.coins_now:
        parts.append(say("text.coins_now", {"n": card.coins_now}))
    if card.coins_per is not None:
        parts.append(f"{say('text.coins_now', {'n': card.coins_per.amount})} {_per(card.coins_per, words)}")
    if card.opponent_loses:
        parts.append(say("text.opponent_loses", {"n": card.opponent_loses}))
    if card.destroys:
        parts.append(say("text.destroys", {"colour": card.destroys}))
    if card.library:
        parts.append(say("text.library", {"n": card.library}))
    if card.revives:
        parts.append(say("text.revives"))
    if card.vp:
        parts.append(say("text.vp", {"n": card.vp}))
    if card.vp_per is not None:
        parts.append(f"{say('text.vp', {'n': card.vp_per.amount})} {_per(card.vp_per, words)}")
    return ", ".join(parts)


def _per(per: Per, words: Words) -> str:
    what = words.join([words.name("per", one) for one in per.what])
    return words.say("text.per", {"group": per.group if per.group > 1 else 0, "what": what, "larger": per.larger})
