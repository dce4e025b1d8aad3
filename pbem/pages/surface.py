"""What a page at which one plays is told: what is asked, what may be answered, and the board to press it on.

All of it is plain JSON made from a table, so that the page itself knows nothing of any title.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import titles
from ..table import Answer, Ask, Table, Title, Words
from ..table.form_parts import FormPart, Ref
from ..table.forms import Form
from ..table.saying import ask_text
from . import kit
from .board_api import DeskHand, Pane, Scene, Sight
from .boards import board_of
from .held_piles import held
from .kit import esc, short, thing
from .pressable import Lying, lying, pressable
from .site_words import speech

MOST_LEGAL = 600
"""More answers are not told one by one; the forms say what else can be put together."""


def surface(
    title: Title,
    table: Table,
    seat: int,
    language: str,
    names: Sequence[str] = (),
    *,
    before: Any = None,
    assets: str = "",
    undo: bool = False,
) -> dict[str, Any]:
    """The table as one seat sees it.

    names   what the players are called, if not by their handles
    before  an onlooker's view to compare with: what differs is marked as new
    assets  the path from the page to the files that all pages share; ends with a slash
    undo    whether the seat can take back its last answer
    """
    called = [short(name) for name in names or table.players]
    words = titles.words(title, language, called)
    waiting = table.waiting()
    scene = Scene(table.view(None), called, words, before, waiting or (), assets, table.players, seat)
    ask = table.unanswered.get(seat)
    told = asked(title, ask, words, table.players) if ask is not None else None
    things = named_things(told)
    named = frozenset((one["slot"], one["id"]) for one in things)
    panes = _panes(title, Sight(scene, table.seen(seat), seat, ask, named), things)
    return {
        "seat": seat,
        "players": [
            {"name": name, "handle": handle, "tincture": kit.tincture(n)}
            for n, (name, handle) in enumerate(zip(called, table.players, strict=True))
        ],
        "ask": told,
        "panes": panes,
        "sprite": kit.sprite("".join(pane["html"] for pane in panes)),
        "waiting": [table.players[one] for one in waiting] if waiting is not None else [],
        "over": _over(table, words),
        "undo": undo,
    }


def _over(table: Table, words: Words) -> dict[str, Any] | None:
    outcome = table.outcome
    if outcome is None:
        return None
    values = {"players": list(outcome.winners), "player": outcome.winners[0] if outcome.winners else None}
    key = f"how.{outcome.how}"
    return {
        "winners": [table.players[one] for one in outcome.winners],
        "scores": [sum(row.values()) for row in outcome.scores],
        "text": words.say(key, values) if key in words else words.join([words.players[n] for n in outcome.winners]),
    }


# ---- the ask


def asked(title: Title, ask: Ask, words: Words, handles: Sequence[str]) -> dict[str, Any]:
    """An ask as parts: what may be answered, and what each answer names."""
    data = ask.data(handles, MOST_LEGAL)
    answers = ask.listed(MOST_LEGAL)
    forms = _forms(ask, answers, data["complete"])
    used = dict.fromkeys(form.head for form in forms)
    return {
        "id": ask.kind.id,
        "question": ask_text(ask, words),
        "rule": ask.rule,
        "window": ask.window,
        "several": ask.kind.id in getattr(board_of(title), "SEVERAL", ()),
        "complete": data["complete"],
        "meters": [],
        "verbs": [{"id": verb, "label": verb_label(verb, words), "about": verb_about(verb, words)} for verb in used],
        "forms": [{"verb": form.head, "parts": [_part(one, words) for one in form.parts()]} for form in forms],
        "legal": [
            legal_answer(ask, answer, forms, {k: v for k, v in told.items() if k != "order"}, words, handles)
            for answer, told in zip(answers, data["legal"], strict=True)
        ],
        "refused": [],
    }


def _forms(ask: Ask, answers: Iterable[Answer], complete: bool) -> list[Form]:
    """The forms that legal answers have; where not all are listed, any form may have one."""
    if not complete:
        return list(ask.kind.forms)
    found = {form.notation: form for one in answers if (form := ask.kind.form_of(ask.spoken(one))) is not None}
    return list(found.values())


def verb_label(verb: str, words: Words) -> str:
    """A verb as it stands on a button."""
    key = f"press.{verb.replace(' ', '_')}"
    return words.say(key) if key in words else verb


def verb_about(verb: str, words: Words) -> str:
    """What orders with this verb do."""
    key = f"verb.{verb.split()[0]}"
    return words.say(key) if key in words else ""


def _part(part: FormPart, words: Words) -> dict[str, Any]:
    """A part of a form as JSON."""
    label = words.join([words.name("slot", slot) for slot in part.slots], "or") if part.slots else part.key
    data: dict[str, Any] = {"key": part.key, "label": label, "kind": part.kind, "need": part.need, "role": part.role}
    if part.slots:
        data["slots"] = list(part.slots)
    if part.words:
        data["values"] = [{"value": word, "label": word} for word in part.words]
    if part.most != 1:
        data["many"] = {"least": 1, "most": part.most or None, "repeats": part.repeats}
    if part.parts:
        data["parts"] = [_part(one, words) for one in part.parts]
    return data


def legal_answer(
    ask: Ask, answer: Answer, forms: Sequence[Form], told: Mapping[str, Any], words: Words, handles: Sequence[str]
) -> dict[str, Any]:
    """An answer with what it names in each part."""
    spoken = ask.spoken(answer)
    form = ask.kind.form_of(spoken)
    assert form is not None
    order = ask.write(answer, handles)
    key = f"about.{ask.kind.id}"
    return {
        "order": order,
        "verb": form.head,
        "form": forms.index(form) if form in forms else 0,
        "at": {name: plain(value, handles) for name, value in ask.refs(answer).items()},
        "says": order,
        "about": words.say(key, told) if told and key in words else "",
        "cost": {},
        "gain": {},
    }


def plain(value: Any, handles: Sequence[str]) -> Any:
    """What a part says, as JSON: a player is named by handle."""
    if isinstance(value, Ref):
        ref: dict[str, Any] = {"slot": value.slot, "id": value.id}
        if value.owner is not None:
            ref["owner"] = handles[value.owner]
            ref["id"] = handles[value.owner] if value.slot == "player" else value.id
        return ref
    if isinstance(value, list):
        return [plain(one, handles) for one in value]
    if isinstance(value, dict):
        return {name: plain(one, handles) for name, one in value.items()}
    return value


# ---- the panes


def named_things(told: Mapping[str, Any] | None) -> list[dict[str, str]]:
    """All things that legal answers name, each once."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    rest: list[Any] = [one["at"] for one in told["legal"]] if told else []
    for value in rest:  # it grows while it is walked
        if isinstance(value, list):
            rest += value
        elif isinstance(value, dict) and "slot" in value:
            found.setdefault((value["slot"], value["id"], value.get("owner", "")), value)
        elif isinstance(value, dict):
            rest += value.values()
    return list(found.values())


def _panes(title: Title, sight: Sight, things: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """The board in parts, and a tray for whatever can be named and lies nowhere."""
    words, scene = sight.scene.words, sight.scene
    layout = title.module("board.surface")
    panes = list(layout.panes(sight)) if layout is not None else _plain_panes(title, sight)

    def called(slot: str, ident: str) -> str:
        if slot == "player" and ident in scene.handles:
            return scene.players[scene.handles.index(ident)]
        return words.name(slot, ident)

    there = [one for pane in panes for one in lying(pane.html)]
    rest = [one for one in things if not any(fits(one, thing) for thing in there)]
    if rest:
        chips = "".join(_chip(one, called(one["slot"], one["id"]), scene.handles) for one in rest)
        label = speech(scene.language)("surface.rest")
        panes.append(Pane("rest", label, f'<div class="chips">{chips}</div>', tray=True))
    return [
        {
            "id": pane.id,
            "label": pane.label,
            "essential": pane.essential,
            "tray": pane.tray,
            "kind": pane.kind,
            "html": pressable(pane.html, called),
        }
        for pane in panes
    ]


def _chip(ref: Mapping[str, str], name: str, handles: Sequence[str]) -> str:
    """A thing that lies nowhere; a player has colour and crest."""
    marks = thing(ref["slot"], ref["id"], ref.get("owner", ""), name)
    said = f'<span class="name">{esc(name)}</span>'
    if ref["slot"] == "player" and ref["id"] in handles:
        said = kit.who(handles.index(ref["id"]), name)
    return f'<span class="chip"{marks}>{said}</span>'


def fits(ref: Mapping[str, str], thing: Lying) -> bool:
    """Whether this is the thing that an answer names."""
    owner = ref.get("owner", "")
    return (thing.slot, thing.id) == (ref["slot"], ref["id"]) and (not owner or thing.owner in ("", owner))


def _plain_panes(title: Title, sight: Sight) -> list[Pane]:
    """Of a title that says nothing of its own: the board as everybody sees it, and what the seat holds."""
    board, scene = board_of(title), sight.scene
    talk = speech(scene.language)
    found = [Pane("board", talk("tab.board"), board.draw(scene))]
    hand = board.hand(scene, sight.seat) if hasattr(board, "hand") else DeskHand()
    if lies := held(hand, sight):
        found.append(Pane("hand", talk("desk.hand"), lies, tray=True))
    return found
