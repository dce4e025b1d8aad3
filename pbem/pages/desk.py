"""The desk of each seat: the sealed hand, and all that the page's script needs to compose a move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..table.saying import ask_text
from .kit import short
from .render import html
from .scene import Hand, Scene
from .shown import asked_about
from .speech import sentences
from .story import Seated

if TYPE_CHECKING:
    from .shown import Shown

SCRIPTS = ("site", "crypt", "keys", "orders", "desk")
_SAID = (
    "desk.err.empty", "desk.err.pub", "desk.err.form", "desk.err.kind", "desk.err.passphrase", "desk.err.damaged",
    "desk.err.other", "desk.err.sealed", "desk.err.none", "desk.err.long", "desk.copied", "desk.copy", "desk.remove",
    "desk.shown", "desk.costs", "desk.free", "desk.nothing_sealed",
)  # fmt: skip


def write(shown: Shown) -> None:
    """The page to choose a seat, and one page a seat."""
    talk, story = shown.talk, shown.story
    stamp, head = talk.when(story.head.at), story.head.digest
    files = [shown.tongue.file(f"desk-{seat.handle}") for seat in story.seats]
    shown.put("desk", shown.page("desks.html", "desk", "desk", talk("desk.desks"), desks=files, stamp=stamp, head=head))
    view = story.head.view
    asked = story.waiting.seats if story.waiting else ()
    scene = Scene(view, story.players, shown.words, None, asked, "../../assets/")
    board = shown.pages.board.draw(scene) if view is not None else ""
    for n, seat in enumerate(story.seats):
        hand = _hand(shown, scene, n)
        text = shown.page(
            "desk.html", f"desk-{seat.handle}", "desk", talk("desk.title", player=short(seat.name)), seat=n,
            keyprint=seat.fingerprint, sealed=html(_text_safe(seat.sealed or "")), desk_json=html(_json(shown, seat)),
            commands=_commands(story.id, seat.handle), scripts=SCRIPTS, board=html(board), stamp=stamp, head=head,
            lying=html(hand.shown), faces={ident: html(face) for ident, face in hand.faces.items()},
            piles=[(pile.head, json.dumps(pile.at), html(pile.back)) for pile in hand.piles],
        )  # fmt: skip
        shown.put(f"desk-{seat.handle}", text)


def _commands(game: str, handle: str) -> str:
    return (
        f"pbem show {game} --as {handle} --key KEY\n"
        f"pbem moves {game} --as {handle} --key KEY\n"
        f'pbem order {game} --as {handle} --key KEY "…"'
    )


def _hand(shown: Shown, scene: Scene, seat: int) -> Hand:
    """What the title's board says of it; a title without a word about it has the text alone."""
    found = getattr(shown.pages.board, "hand", None)
    return found(scene, seat) if found and scene.view is not None else Hand()


def _json(shown: Shown, seat: Seated) -> str:
    """What the script reads. Everything in it is public."""
    story = shown.story
    said = sentences(shown.tongue.code)
    data: dict[str, Any] = {
        "game": story.id,
        "player": seat.handle,
        "seat": story.seats.index(seat),
        "after": story.head.digest,
        "key": seat.key,
        "fingerprint": seat.fingerprint,
        "moderator": story.moderator,
        "mail": story.mail,
        "over": story.head.outcome is not None,
        "asks": [dict(ask, text=ask_text(ask, shown.words), told=_told(shown, ask)) for ask in seat.asks],
        "names": _names(shown),
        "refused": _refused(shown, story.seats.index(seat)),
        "rules": f"../../rules/{shown.tongue.file(story.title.id)}",
        "questions": _questions(shown),
        "words": {key: said[key] for key in _SAID},
    }
    return _script_safe(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def _questions(shown: Shown) -> dict[str, str]:
    """What asks are about that only the sealed hand tells of; where the sentence has no values in it, all of it."""
    found = {}
    for ident in shown.story.title.language.kinds:
        text = shown.words.sentences.get(f"ask.{ident}", "")
        found[ident] = asked_about({"kind": ident}, shown.words) if "{" in text or "[" in text else text
    return found


def _told(shown: Shown, ask: Mapping[str, Any]) -> dict[str, str]:
    """What each legal order meets or brings, where the title has a sentence for it; else the script tells the price."""
    key = f"about.{ask['kind']}"
    if key not in shown.words:
        return {}
    return {one["order"]: shown.words.say(key, one) for one in ask["legal"] if len(one) > 1}


def _names(shown: Shown) -> dict[str, str]:
    """What orders name, in the reader's language, with a few words about it."""
    more = getattr(shown.pages.board, "glosses", None)
    known = more(shown.words) if more else {}
    out = {seat.handle: short(seat.name) for seat in shown.story.seats}
    for slot, vocabulary in shown.story.title.language.slots.items():
        for ident in vocabulary:
            name = shown.words.name(slot, ident)
            out[ident] = f"{name}: {known[ident]}" if known.get(ident) else name
    return out


def _refused(shown: Shown, seat: int) -> list[dict[str, Any]]:
    """What the board's title knows to be tried in vain. Of a private question it is told only that it is asked."""
    found, story = getattr(shown.pages.board, "refused", None), shown.story
    own = [ask for ask in story.waiting.asks if ask.get("player") == seat] if story.waiting else []
    handles = [one.handle for one in story.seats]
    return [one for ask in own for one in found(story.head.view, ask, shown.words, handles)] if found else []


def _script_safe(text: str) -> str:
    """JSON that cannot end the script element it stands in."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _text_safe(armored: str) -> str:
    """An armored age file has no `<`; anything else is no sealed hand and is left out."""
    return armored if "<" not in armored else ""
