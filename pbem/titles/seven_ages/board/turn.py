"""The turn: the seven actions with the markers revealed for each, the progress track, and the running conflict."""

from __future__ import annotations

from ....pages.kit import esc, icon, thing, who
from ..cards import ACTIONS, DATA, EXTRA, LAST_STEP
from ..gloss import ROMAN
from ..sheet import action_of, is_to_come, now, side_values, where
from ..state import Side
from .dress import Realms

SIGNS = {
    "start_empire": "capital",
    "production": "gear",
    "trade": "scales",
    "manoeuvre": "horseshoe",
    "destiny": "event",
    "civilise": "column",
    "discard_empire": "discard",
    "wild": "again",
}
"""Action → sign."""


def turn(realms: Realms) -> str:
    game, words = realms.game, realms.words
    said = "" if realms.over else now(game, words)
    head = " · ".join(part for part in (where(game, words), said) if part)
    items = "".join(_action(realms, n, action) for n, action in enumerate(ACTIONS, start=1))
    return (
        f'<section class="leaf tr"><h2>{esc(head)}</h2><ol class="plain seq">{items}</ol>'
        f'<h3 class="caps tt">{esc(realms.say("progress"))}</h3>{_track(realms)}</section>'
    )


def _action(realms: Realms, n: int, action: str) -> str:
    game = realms.game
    shown = []
    for seat in game.order():
        for place, marker in game.players[seat].shown.items():
            if marker == action:
                one = who(seat, realms.players[seat]) if place == EXTRA else _by(realms, place)
                shown.append(one)
    state = "now" if action == action_of(game) else "" if is_to_come(game, action) else "done"
    nobody = realms.say("text.nobody" if state else "text.not_yet")
    by = "".join(shown) or f'<span class="dim">{esc(nobody)}</span>'
    name = f'<span class="name">{esc(realms.name("action", action))}</span>'
    marks = f' class="{state}"' if state else ""
    return (
        f'<li{marks}{thing("action", action)}><span class="no">{n}</span>{icon(SIGNS[action])}{name}'
        f'<span class="by">{by}</span></li>'
    )


def _by(realms: Realms, empire: str) -> str:
    """An empire may have been dissolved since its marker was revealed."""
    if empire in realms.game.owners:
        return f"<span{thing('empire', empire)}>{realms.labelled(empire)}</span>"
    return f'<span class="dim">{esc(realms.name("empire", empire))}</span>'


def _track(realms: Realms) -> str:
    """Steps by age, with the empires on them."""
    on: dict[int, list[str]] = {}
    for empire in realms.game.empires():
        on.setdefault(empire.step, []).append(empire.id)
    top = realms.game.top_step()
    ages = []
    for entry in DATA["progress"]["ages"]:
        steps = range(entry["first"], entry["last"] + 1 + (entry["last"] == LAST_STEP and top > LAST_STEP))
        cells = "".join(_step(realms, step, on.get(step, [])) for step in steps)
        here = ' class="now"' if any(step in on for step in steps) else ""
        years = esc(realms.say(f"years_{entry['age']}"))
        ages.append(
            f'<li{here}><h3 class="caps"><b>{ROMAN[entry["age"]]}</b> <span>{years}</span></h3>'
            f'<ol class="plain{" beyond" if steps.stop - 1 > LAST_STEP else ""}">{cells}</ol></li>'
        )
    return f'<ol class="plain ages">{"".join(ages)}</ol>'


def _step(realms: Realms, step: int, empires: list[str]) -> str:
    said = (realms.say("on_step", empire=one, step=step) for one in empires)
    chips = "".join(realms.chip(one, text) for one, text in zip(empires, said, strict=True))
    return f'<li><span class="n">{step if step <= LAST_STEP else "→"}</span>{chips}</li>'


# ---- a conflict


def conflict(realms: Realms) -> str:
    """Both sides next to each other, with what everybody knows."""
    fight = realms.game.fight
    if fight is None:
        return ""
    head = realms.say("fight_round" if fight.round else "fight_in", area=fight.area, round=fight.round)
    attacker, defender = (_side(realms, n, side) for n, side in enumerate(fight.sides))
    against = f'<span class="against">{icon("strength")}</span>'
    return (
        f'<section class="leaf"><h2>{esc(head)}</h2><div class="vs">{attacker}{against}{defender}</div>'
        f'<p class="small dim">{esc(realms.say("fight_hidden"))}</p></section>'
    )


def _side(realms: Realms, n: int, side: Side) -> str:
    values = side_values(side, realms.words)
    drawn = bool(realms.view["fight"]["sides"][n]["card"]["hidden"])
    rows = [
        (realms.say("uncommitted"), str(values["fresh"])),
        (realms.say("committed"), values["spent"] or "–"),
        (realms.say("battle_unrest"), str(side.unrest)),
        (realms.say("card_drawn"), realms.say("drawn" if drawn else "no_card")),
    ]
    rows += [(realms.say("from_events"), str(side.bonus))] if side.bonus else []
    told = "".join(f"<div><dt>{esc(name)}</dt><dd>{esc(said)}</dd></div>" for name, said in rows)
    return (
        f'<div class="cs p{realms.tincture(side.empire)}"><p class="hd">{realms.labelled(side.empire)}'
        f' <span class="dim">{esc(realms.words.name("player", side.seat))}</span>'
        f'<span class="role">{esc(realms.say(f"role_{n}"))}</span></p><dl>{told}</dl></div>'
    )
