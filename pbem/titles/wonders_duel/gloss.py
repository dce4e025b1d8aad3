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
    parts = [f"{n} {words.name('resource', r)}" for r, n in zip(RESOURCES, card.makes, strict=True) if n]
    effects = (
        ("text.any_raw", card.any_raw),
        ("text.any_good", card.any_good),
        ("text.fixed", card.fixed),
        ("text.again", card.again),
        ("text.shields", card.shields),
        ("text.science", card.science),
        ("text.coins_now", card.coins_now),
        ("text.coins_now", card.coins_per),
        ("text.opponent_loses", card.opponent_loses),
        ("text.destroys", card.destroys),
        ("text.library", card.library),
        ("text.revives", card.revives),
        ("text.vp", card.vp),
        ("text.vp", card.vp_per),
    )
    for key, there in effects:
        if isinstance(there, Per):
            parts.append(f"{words.say(key, {'n': there.amount})} {_per(there, words)}")
        elif there:
            fixed = [RESOURCES[n] for n in card.fixed]
            parts.append(words.say(key, {"n": there, "symbol": there, "colour": there, "resources": fixed}))
    return ", ".join(parts)


def _per(per: Per, words: Words) -> str:
    what = words.join([words.name("per", one) for one in per.what])
    return words.say("text.per", {"group": per.group if per.group > 1 else 0, "what": what, "larger": per.larger})
