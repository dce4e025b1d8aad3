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
from .board_api import DeskHand, Pile, Scene
from .boards import board_of
from .kit import esc, short, thing

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
    panes = _panes(title, scene, table.view(seat), seat)
    return {
        "seat": seat,
        "players": [
            {"name": name, "handle": handle, "tincture": kit.tincture(n)}
            for n, (name, handle) in enumerate(zip(called, table.players, strict=True))
        ],
        "ask": asked(title, ask, words, table.players) if ask is not None else None,
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


def _panes(title: Title, scene: Scene, own: Any, seat: int) -> list[dict[str, Any]]:
    """The board as everybody sees it, and what the seat holds."""
    board = board_of(title)
    label = scene.words.sentences.get("pane.board", title.names.get(scene.language, title.id))
    found = [{"id": "board", "label": label, "essential": True, "tray": False, "html": board.draw(scene)}]
    hand = board.hand(scene, seat) if hasattr(board, "hand") else DeskHand()
    held = hand.shown + "".join(held_pile(pile, hand, own, scene.words) for pile in hand.piles)
    if held:
        label = scene.words.sentences.get("pane.hand", "")
        found.append({"id": "hand", "label": label, "essential": True, "tray": True, "html": held})
    return found


def held_pile(pile: Pile, hand: DeskHand, own: Any, words: Words) -> str:
    """A pile that the seat may see, from its own view."""
    found = own
    for step in pile.at:
        found = found[step]
    cards = [found] if isinstance(found, str) and found else found if isinstance(found, list) else []
    items = "".join(pile.back if card == "?" else _face(str(card), hand, words) for card in cards)
    return kit.pile(pile.head, [items]) if items else ""


def _face(card: str, hand: DeskHand, words: Words) -> str:
    if card in hand.faces:
        return hand.faces[card]
    for cards in hand.lists:
        if card in cards.cards:
            band, text, remark = cards.cards[card]
            slot = cards.slots.split()[0]
            return (
                f'<li class="{cards.look}"{thing(slot, card)}><span class="band">{esc(band)}</span>'
                f'<b class="name">{esc(words.name(slot, card))}</b><span class="tx">{esc(text)}</span>'
                f'<span class="ft">{esc(remark)}</span></li>'
            )
    return ""
