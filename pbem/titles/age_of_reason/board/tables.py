"""Action fields, courts and tracks, and every region in words."""

from __future__ import annotations

from collections.abc import Sequence

from ....pages.kit import coin, esc, icon, laurel, thing
from ....table import Words
from .. import gloss
from ..atlas import DATA, NATIONS, NEIGHBOURS, REGIONS
from ..cards import CALM, FIELDS, OPEN, ROUNDS, WORST, action_rounds
from ..rules.scoring import would_score
from ..state import Reason
from .courts import Courts
from .map import ranked


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


def courts_table(game: Reason, courts: Courts, words: Words) -> str:
    """Everything that is public of each player."""
    keys = ("points", "now", "discontent", "gold", "hand", "discards", "on_map", "in_fields", "supply")
    heads = {key: words.say(f"head_{key}") for key in keys}
    order = sorted(range(game.seats), key=lambda seat: (-game.players[seat].points, seat))
    rows = "".join(_court(game, courts, words, seat, heads) for seat in order)
    head = "".join(f'<th class="r">{esc(text)}</th>' for text in heads.values())
    title = esc(words.say("courts"))
    return (
        f'<section class="leaf"><h2>{title}</h2><div class="scroll" tabindex="0" role="region" aria-label="{title}">'
        f'<table class="pt"><thead><tr><th>{esc(words.say("text.nation"))}</th>{head}</tr></thead><tbody>{rows}</tbody>'
        f'</table></div><p class="small dim">{esc(words.say("courts_note"))}</p>{_discontent(game, courts, words)}'
        f"{_rounds(game, words)}</section>"
    )


def _court(game: Reason, courts: Courts, words: Words, seat: int, heads: dict[str, str]) -> str:
    one = game.players[seat]
    nation = one.nation
    lies = words.say("hand_n", {"n": len(one.hand), "laid": 1 if one.laid else 0})
    on_map = sum(here.get(nation, 0) for here in game.discs.values())
    in_fields = sum(there.count(nation) for there in game.fields.values())
    gold = coin(one.gold, words.say("gold_n", {"n": one.gold}))
    shown = (
        f"<b>{one.points}</b>", f"+{would_score(game, nation)}", _less(one.discontent), gold, esc(lies),
        str(len(one.discards)), str(on_map), str(in_fields), str(game.free_discs(nation)) if nation else "–",
    )  # fmt: skip
    cells = "".join(
        f'<td class="r" data-head="{esc(head)}">{text}</td>' for head, text in zip(heads.values(), shown, strict=True)
    )
    player = esc(words.name("player", seat))
    if not nation:
        return f'<tr><th scope="row"><span class="al">{player}</span></th>{cells}</tr>'
    named = f'{courts.disc(nation)} <span><b class="name">{esc(courts.name(nation))}</b> {player}</span>'
    return f'<tr{thing("nation", nation)}><th scope="row"><span class="al">{named}</span></th>{cells}</tr>'


def _less(number: int) -> str:
    """Discontent as the track has it."""
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
    drawn, left, width = [], 120, 360
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


def regions(game: Reason, courts: Courts, words: Words) -> str:
    keys = ("region", "worth", "discs", "markers", "borders")
    heads = [words.say(f"text.{key}") for key in keys]
    rows = "".join(_region(game, courts, words, region, heads) for region in REGIONS)
    head = "".join(f"<th>{esc(text)}</th>" for text in heads)
    title = esc(words.say("every_region"))
    return (
        f'<section class="leaf every"><h2>{title}</h2><div class="scroll" tabindex="0" role="region"'
        f' aria-label="{title}"><table class="rt"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        "</section>"
    )


def _region(game: Reason, courts: Courts, words: Words, region: str, heads: Sequence[str]) -> str:
    here, one = game.discs[region], REGIONS[region]
    discs = [
        f'<span class="al"{thing("nation", nation)}>{courts.disc(nation)} {esc(courts.name(nation))}'
        f" <b>{here[nation]}</b></span>"
        for nation in ranked(here)
    ]
    markers = [
        f'<span class="al"{thing("marker", marker)}><code>{esc(marker)}</code> {esc(gloss.marker(marker, words))}</span>'
        for marker in game.markers[region]
    ]
    near = [words.name("region", other) for other in NEIGHBOURS[bool(game.options["sea_links"])][region]]
    near += [courts.name(nation) for nation in NATIONS if region in NATIONS[nation].borders]
    ship = f' {icon("fleet", words.say("needs_ship"))}' if one.needs_ship else ""
    worth = "".join(laurel(n, words.say("rank_pays", {"rank": rank, "n": n})) for rank, n in enumerate(one.points, 1))
    cells = (worth, "".join(discs) or "–", "".join(markers) or "–", esc(", ".join(near)) or "–")
    shown = "".join(
        f'<td data-head="{esc(head)}">{text}</td>' for head, text in zip(heads[1:], cells, strict=True)
    )
    named = f'<b class="name">{esc(words.name("region", region))}</b>{ship}'
    return f'<tr{thing("region", region)}><th scope="row">{named}</th>{shown}</tr>'
