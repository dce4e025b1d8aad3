"""Parts of the board that recur on many pages, each drawn once: track, production, wonders."""

from __future__ import annotations

from functools import lru_cache

from ....pages.kit import crest, esc, hidden, icon, short, thing
from ..cards import CAPITAL, LOOT, RESOURCES
from .cards import board_words, faces

_STEP = 38
"""Width of a space of the military track."""
_LEAF = '<path d="M-13-12H2A16 16 0 0 1 18 4V7A5 5 0 0 1 13 12H-2A16 16 0 0 1-18-4V-7A5 5 0 0 1-13-12z"/>'
_PAWN = '<path d="M-11 17h22l-3-8c-2-3-3.5-6-3.5-9a6.8 6.8 0 1 0-9 0c0 3-1.5 6-3.5 9z"/>'


def _at(space: int) -> int:
    return 400 + space * _STEP


@lru_cache(maxsize=512)
def track(language: str, players: tuple[str, ...], pawn: int, was: int, loot: tuple[tuple[int, ...], ...]) -> str:
    """Seat 0's capital is on the left: the pawn moves right when seat 0 leads."""
    words, say = board_words(language, tuple(short(player, 24) for player in players)), faces(language).say
    leader = 0 if pawn > 0 else 1
    label = words.say("track_lead", {"player": leader, "n": abs(pawn)}) if pawn else say("track")
    out = [f'<svg class="track" viewBox="20 -4 760 102" role="img" aria-label="{esc(label)}">']
    for side in (-1, 1):
        for low, high, vp in ((6, 8, 10), (3, 5, 5), (1, 2, 2)):
            x = _at(side * high) if side < 0 else _at(low)
            width = (high - low + 1) * _STEP
            left = x - _STEP // 2
            out.append(
                f'<rect class="z z{vp}" x="{left}" y="26" width="{width}" height="44"/>'
                f'<g class="pts" transform="translate({left + width // 2} 85)">'
                f'<title>{esc(say("points", n=vp))}</title>{_LEAF}<text y="6">{vp}</text></g>'
            )
    spots = [n for n in range(1 - CAPITAL, CAPITAL) if n]
    lines = "".join(f"M{_at(n) - _STEP // 2} 26v44" for n in spots if n not in (1 - CAPITAL, 1))
    out.append(f'<path class="t" d="{lines}"/>')
    out += [f'<circle class="d" cx="{_at(n)}" cy="48" r="3"/>' for n in spots]
    out.append(f'<circle class="d o" cx="{_at(0)}" cy="48" r="6"/>')
    for seat, x in ((0, 28), (1, 724)):
        size = f' x="{x}" y="22" width="48" height="52"'
        out.append(crest(seat, players[seat], labelled=False, size=size))
        for coins, distance in LOOT:
            at = _at(distance if seat else -distance) + (-_STEP // 2 if seat else _STEP // 2)
            there = coins in loot[seat]
            told = say("loot", n=coins) if there else say("spent")
            gone = f'<text y="4">{esc(told)}</text>'
            inside = f'<text x="-5" y="5">−{coins}</text><circle cx="13" cy="-.5" r="6.5"/>' if there else gone
            out.append(
                f'<g transform="translate({at} 12)" class="loot{"" if there else " spent"}">'
                f'<title>{esc(told)}</title><rect x="-24" y="-12" width="48" height="23" rx="3"/>{inside}</g>'
            )
    if was != pawn:
        out.append(f'<g class="pawn ghost" transform="translate({_at(was)} 48)">{_PAWN}</g>')
    out.append(f'<g class="pawn" transform="translate({_at(pawn)} 48)">{_PAWN}</g></svg>')
    return "".join(out)


@lru_cache(maxsize=4096)
def production(language: str, makes: tuple[int, ...], prices: tuple[int, ...], any_raw: int, any_good: int) -> str:
    """What a city makes, and what it pays for one more of each."""
    say = faces(language).say
    items = []
    for resource, made, price in zip(RESOURCES, makes, prices, strict=True):
        key = "else" if made else "buys"
        items.append(
            f"<li>{icon(resource)}<b>{made}</b>{hidden(say(f'r.{resource}'))}"
            f'<span class="dim">{esc(say(key, n=price))}</span></li>'
        )
    more = [say(key, n=n) for key, n in (("wild_raw", any_raw), ("wild_good", any_good)) if n]
    wild = f'<p class="small dim">+ {esc(faces(language).words.join(more))}</p>' if more else ""
    return f'<ul class="plain prod" aria-label="{esc(say("production"))}">{"".join(items)}</ul>{wild}'


@lru_cache(maxsize=4096)
def wonder(language: str, wonder: str, card: str = "", fresh: bool = False) -> str:
    """A wonder, with its cost or the card that it was built with."""
    shown = faces(language)
    if card:
        told = esc(shown.say("built_on", card=card))
        cost = f'<em title="{told}">{icon("check")} {esc(shown.say("built"))}</em>{hidden(told)}'
    else:
        cost = shown.cost(wonder)
    marks = (" built" if card else "") + (" fresh" if fresh else "")
    return (
        f'<li class="wonder{marks}"{thing("wonder", wonder)}><b class="name">{esc(shown.title("wonder", wonder))}</b>'
        f'<span class="fx">{shown.gives(wonder)}</span><span class="cost">{cost}</span></li>'
    )
