"""Action fields, courts and tracks, and every region in words."""

from __future__ import annotations

from ....pages.kit import coin, esc, thing
from ....pages.sheet_page import SheetPage
from ....table import Words
from .. import gloss, sheet
from ..atlas import DATA
from ..cards import CALM, FIELDS, OPEN, ROUNDS, WORST, action_rounds
from ..rules.scoring import would_score
from ..state import Reason
from .courts import Courts

# ---- action fields


def fields(game: Reason, courts: Courts, words: Words) -> str:
    groups = "".join(_group(game, courts, words, kind["id"]) for kind in DATA["field_kinds"])
    return (
        f'<section class="leaf acting"><h2>{esc(words.say("text.fields"))}</h2><div class="groups">{groups}</div>'
        "</section>"
    )


def _group(game: Reason, courts: Courts, words: Words, kind: str) -> str:
    own = [one for one in FIELDS.values() if one.kind == kind]
    all_ = sum(OPEN[game.seats][one.id] for one in own)
    free = all_ - sum(len(game.fields.get(one.id, ())) for one in own)
    items = "".join(_field(game, courts, words, one.id) for one in own)
    named = next(one[f"name_{words.language}"] for one in DATA["field_kinds"] if one["id"] == kind)
    count = esc(words.say("free_of", {"n": free, "of": all_}))
    return (
        f'<section><h3 class="caps">{esc(named)} <span class="dim">{count}</span></h3>'
        f'<ul class="plain fields">{items}</ul></section>'
    )


def _field(game: Reason, courts: Courts, words: Words, name: str) -> str:
    there = game.fields.get(name, [])
    free = OPEN[game.seats][name] - len(there)
    places = "".join(courts.disc(nation, " fs", labelled=True) for nation in there)
    places += f'<span class="free" role="img" aria-label="{esc(words.say("text.free"))}"></span>' * free
    sits = [courts.name(nation) for nation in there] + [words.say("free_n", {"n": free})] * bool(free)
    who = " · ".join(sits) or words.say("closed_field")
    cost = FIELDS[name].cost
    price = f" {coin(cost, words.say('gold_n', {'n': cost}))}" if cost else ""
    return (
        f'<li{thing("field", name)}><div><b class="name">{esc(words.name("field", name))}</b>{price}<br>'
        f'<span class="dim small">{esc(gloss.field(name, words))}</span><br><span class="small sits">{esc(who)}</span>'
        f'</div><span class="sp">{places}</span></li>'
    )


# ---- courts, and the tracks of discontent and rounds


def courts_table(game: Reason, page: SheetPage, courts: Courts, words: Words) -> str:
    """Everything public about each player, and the tracks of discontent and rounds."""
    table = page.grid(sheet.players(game, words), words.say("courts"))
    return (
        f'<section class="leaf"><h2>{esc(words.say("courts"))}</h2>{table}<p class="small dim">'
        f"{esc(words.say('courts_note'))}</p>{_discontent(game, courts, words)}{_rounds(game, words)}</section>"
    )


def _less(number: int) -> str:
    """Discontent as the track shows it."""
    return f"−{number}" if number else "0"


def _discontent(game: Reason, courts: Courts, words: Words) -> str:
    items = []
    for number in range(CALM, WORST + 1):
        here = [one.nation for one in game.players if one.nation and one.discontent == number]
        discs = "".join(courts.disc(nation, labelled=True) for nation in here)
        five = "" if number % 5 else ' class="five"'
        items.append(f'<li{five}><span class="n">{_less(number)}</span>{discs}</li>')
    head = esc(words.say("discontent_track", {"worst": WORST}))
    return (
        f'<h3 class="caps tl">{head}</h3><div class="scroll" tabindex="0" role="region" aria-label="{head}">'
        f'<ol class="plain strip">{"".join(items)}</ol></div>'
    )


def _rounds(game: Reason, words: Words) -> str:
    """Both tracks, with what they say in words."""
    both = []
    for key, now, last in (("round", max(1, game.round), ROUNDS), ("action", game.action, action_rounds(game.seats))):
        pips = "".join(f"<i{_pip(n, now)}>{n}</i>" for n in range(1, last + 1))
        said = words.say(f"in_{key}", {key: now, "of": last}) if now else words.say("no_action")
        both.append(
            f'<p class="rounds"><span class="pips" aria-hidden="true">{pips}</span> <span>{esc(said)}</span></p>'
        )
    return "".join(both)


def _pip(n: int, now: int) -> str:
    return ' class="on"' if n == now else ' class="ov"' if n < now else ""


# ---- points and what the map would pay


def bars(game: Reason, courts: Courts, words: Words) -> str:
    """Points, and beside them what the regions would pay now."""
    rows = [(one.nation, one.points, would_score(game, one.nation)) for one in game.players if one.nation]
    rows.sort(key=lambda row: -row[1] - row[2])
    longest = max((points + more for _, points, more in rows), default=0) or 1
    drawn, left, width = [], 140, 340
    for n, (nation, points, more) in enumerate(rows):
        y, scale = 8 + 34 * n, width / longest
        number = courts.tinctures[nation]
        drawn.append(
            f'<g class="p{number}"><text class="bl" x="{left - 8}" y="{y + 16}">{esc(courts.name(nation))}</text>'
            f'<rect class="has" x="{left}" y="{y}" width="{points * scale:.1f}" height="22" fill="url(#h{number})"/>'
            f'<rect class="may" x="{left + points * scale:.1f}" y="{y}" width="{more * scale:.1f}" height="22"/>'
            f'<text class="bn" x="{left + (points + more) * scale + 6:.1f}" y="{y + 16}">{points} + {more}</text></g>'
        )
    title = esc(words.say("bars"))
    said = esc("; ".join(f"{courts.name(nation)} {points} + {more}" for nation, points, more in rows))
    return (
        f'<section class="leaf"><h2>{title}</h2><svg class="bars" viewBox="0 0 560 {16 + 34 * len(rows)}" role="img"'
        f' aria-label="{said}">{"".join(drawn)}</svg><p class="small dim">{esc(words.say("bars_note"))}</p></section>'
    )


# ---- every region in words


def regions(game: Reason, page: SheetPage, words: Words) -> str:
    title = words.say("every_region")
    table = page.grid(sheet.regions(game, words), title)
    return f'<section class="leaf every"><h2>{esc(title)}</h2>{table}</section>'
