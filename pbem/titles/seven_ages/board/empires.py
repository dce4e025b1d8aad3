"""The empire cards in play, by player, and the table of glory and money."""

from __future__ import annotations

from ....pages.kit import crest, esc, icon, thing, who
from ....pages.pressable import mentioned
from .. import gloss
from ..cards import EMPIRES, EXTRA
from ..gloss import ROMAN, signed
from ..rules.income import income, upkeep
from ..sheet import city_levels, leader_said, units_of
from ..state import Empire
from .dress import Realms
from .turn import SIGNS

GLORY = {
    "areas": "tactic",
    "areas_outside_europe": "colony",
    "cities": "city",
    "money": "coin",
    "progress": "progress",
    "naval_units": "fleet",
    "cavalry_units": "horseshoe",
    "land_units": "army",
    "artifacts": "monument",
    "resource": "food",
    "homeland": "capital",
    "instant": "event",
}
"""Category of glory → sign."""


MOST = 3
"""Cards side by side."""


def empires(realms: Realms) -> str:
    """Every player with the cards of the empires, the marker on each, and what the card scores.

    At a desk its own empires come first, and the others are drawn in brief.
    """
    game, desk = realms.game, realms.scene.desk
    courts = []
    for seat in sorted(game.order(), key=lambda seat: seat != desk):
        own = game.players[seat]
        more = [esc(realms.say("hand_n", n=len(own.hand)))]
        more += [esc(_beside(realms, seat))] if EXTRA in own.markers or EXTRA in own.shown else []
        more += [", ".join(realms.named("colour", one) for one in own.colours)] if own.colours else []
        more += [esc(realms.say("first"))] if seat == game.first and game.turn else []
        draw = _card if desk in (None, seat) else brief
        cards = "".join(draw(realms, one, seat) for one in own.empires.values())
        none = f'<p class="small dim">{esc(realms.say("no_empires"))}</p>'
        shown = f'<div class="emps">{cards}</div>' if cards else none
        wide = min(max(1, len(own.empires)), MOST)
        courts.append(
            f'<section class="court of{wide}"{realms.player_thing(seat)}><h3 class="row">'
            f'{who(seat, realms.players[seat])} <span class="dim small">{" · ".join(more)}</span></h3>{shown}</section>'
        )
    head = f"<h2>{esc(realms.say('empires'))}</h2>"
    return f'<section class="leaf">{head}<div class="courts">{"".join(courts)}</div></section>'


def _beside(realms: Realms, seat: int) -> str:
    own = realms.game.players[seat]
    if EXTRA in own.markers:
        return realms.say("beside_down")
    return realms.say("beside_wild" if own.wild == EXTRA else "beside_shown", action=own.shown[EXTRA])


def _card(realms: Realms, empire: Empire, seat: int) -> str:
    game, card = realms.game, EMPIRES[empire.id]
    figures = (
        ("step", f"{empire.step} <small>{ROMAN[empire.age]}</small>"),
        ("money", realms.money(empire.money)),
        ("areas", str(len(game.controlled(empire)))),
        ("units", str(units_of(game, empire))),
        ("cities", str(city_levels(game, empire))),
        ("trade", signed(card.trade)),
    )
    told = "".join(f"<div><dt>{esc(realms.say(f'text.{key}'))}</dt><dd>{shown}</dd></div>" for key, shown in figures)
    symbols = "".join(
        f"<li>{icon(GLORY[one['category']])}{esc(gloss.symbol(one, realms.words))}</li>" for one in card.glory
    )
    notes = "".join(f'<p class="small">{line}</p>' for line in _notes(realms, empire))
    return (
        f'<article class="emp {realms.look(empire.id)}"{thing("empire", empire.id)}><header>{realms.chip(empire.id)}'
        f'<h4 class="name">{esc(realms.name("empire", empire.id))}</h4><span class="own2">'
        f"{crest(seat, realms.players[seat])}</span></header><p>{_marker(realms, empire.id, seat)}</p><dl>{told}</dl>"
        f'<ul class="plain gl">{symbols}</ul>{notes}</article>'
    )


def brief(realms: Realms, empire: Empire, seat: int, pressed: bool = False) -> str:
    """An empire in a few lines; where it is pressed, its head is the thing, beside its leaders and artifacts."""
    said = realms.say(
        "in_brief",
        step=empire.step,
        money=empire.money,
        areas=len(realms.game.controlled(empire)),
        units=units_of(realms.game, empire),
    )
    owner = empire.id if pressed else ""
    leaders, artifacts = _leaders(realms, empire, owner), _artifacts(realms, empire, owner)
    notes = "".join(f'<p class="small">{line}</p>' for line in (esc(said), *leaders, *artifacts))
    marks, marker = thing("empire", empire.id), _marker(realms, empire.id, seat)
    return (
        f'<article class="emp {realms.look(empire.id)}"{"" if pressed else marks}>'
        f"<header{marks if pressed else ''}>{realms.chip(empire.id)}"
        f'<b class="name">{esc(realms.name("empire", empire.id))}</b></header>'
        f"<p>{mentioned(marker) if pressed else marker}</p>{notes}</article>"
    )


def _marker(realms: Realms, empire: str, seat: int) -> str:
    own = realms.game.players[seat]
    if empire in own.shown:
        action = own.shown[empire]
        said = realms.say("wild_as" if own.wild == empire else "as_action", action=action)
        return f'<span class="am"{thing("action", action)}>{icon(SIGNS[action])}<span>{esc(said)}</span></span>'
    if empire in own.markers:
        return f'<span class="am down">{icon("hidden")}<span>{esc(realms.say("face_down"))}</span></span>'
    return f'<span class="small dim">{esc(realms.say("text.marker_none"))}</span>'


def _notes(realms: Realms, empire: Empire) -> list[str]:
    """Capital, leaders, artifacts, and what else holds for it."""
    capital = realms.say("text.capital", area=empire.capital) if empire.capital else realms.say("text.no_capital")
    notes = [capital]
    notes += [realms.say("text.elites", number=empire.elites)] if empire.elites else []
    notes += [realms.say("text.elephants", number=len(empire.elephants))] if empire.elephants else []
    notes += [realms.say("text.barbarian")] if empire.barbarian else []
    notes += [realms.say(f"text.{key}") for key in ("no_ships", "no_horses") if getattr(empire, key)]
    out = [esc(" · ".join(notes)), *_leaders(realms, empire), *_artifacts(realms, empire)]
    specials = " ".join(gloss.specials(empire.id, realms.words))
    out += [f'<span class="dim">{esc(specials)}</span>'] if specials else []
    waiting = [one for one in EMPIRES[empire.id].named if one not in realms.game.named_used]
    if waiting:
        names = ", ".join(realms.named("leader", one) for one in waiting)
        out.append(f'<span class="dim">{esc(realms.say("to_come"))} {names}</span>')
    return out


def _leaders(realms: Realms, empire: Empire, owner: str = "") -> list[str]:
    found = [realms.named("leader", one.id, leader_said(one, realms.words), owner) for one in empire.leaders]
    return ["; ".join(found)] if found else []


def _artifacts(realms: Realms, empire: Empire, owner: str = "") -> list[str]:
    """Markers on the card and in its areas."""
    on_map = (one for area, one in realms.game.artifacts.items() if realms.game.control.get(area) == empire.id)
    found = [
        realms.named("artifact" if owner else "artifact marker_artifact", one, realms.name("artifact", one), owner)
        for one in (*empire.card, *on_map)
    ]
    return [", ".join(found)] if found else []


# ---- glory and money


def glory(realms: Realms) -> str:
    """For each player, from the most glory on: the empires with step, money, income and upkeep."""
    game = realms.game
    tables = []
    for seat in sorted(game.order(), key=lambda seat: -game.players[seat].glory):
        own = game.players[seat]
        heads = ("step", "money", "income", "upkeep")
        head = "".join(f'<th class="r">{esc(realms.say(f"text.{key}"))}</th>' for key in heads)
        rows = [_row(realms, one) for one in own.empires.values()]
        if len(rows) > 1:
            sums = [sum(one.money for one in own.empires.values())]
            sums += [sum(of(game, one) for one in own.empires.values()) for of in (income, upkeep)]
            cells = "".join(f'<td class="r">{number}</td>' for number in sums)
            rows.append(f'<tr class="sm2"><th scope="row">{esc(realms.say("together"))}</th><td></td>{cells}</tr>')
        empty = f'<tr><td colspan="5" class="dim">{esc(realms.say("no_empires"))}</td></tr>'
        tables.append(
            f'<table><caption><span class="row">{who(seat, realms.players[seat])}<span class="push dim small">'
            f'{esc(realms.say("glory_word"))}</span> <b class="big">{own.glory}</b></span></caption><thead><tr><th>'
            f"{esc(realms.say('text.empire'))}</th>{head}</tr></thead><tbody>{''.join(rows) or empty}</tbody></table>"
        )
    return (
        f'<section class="leaf"><h2>{esc(realms.say("glory_and_money"))}</h2><div class="gm">{"".join(tables)}</div>'
        f'<p class="small dim">{esc(realms.say("glory_note"))}</p></section>'
    )


def _row(realms: Realms, empire: Empire) -> str:
    game = realms.game
    cells = (str(empire.step), realms.money(empire.money), str(income(game, empire)), str(upkeep(game, empire)))
    told = "".join(f'<td class="r">{cell}</td>' for cell in cells)
    return f'<tr><th scope="row">{realms.labelled(empire.id)}</th>{told}</tr>'
