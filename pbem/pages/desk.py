"""The desk of each seat: the sealed hand, and all that the page's script needs to compose a move."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..table.saying import ask_text
from ..words import sentences
from .board_api import DeskHand, Scene
from .kit import short
from .localized import asked_about
from .page_frame import html
from .rules_page import by_mail
from .site_words import ROOM

if TYPE_CHECKING:
    from .localized import LocalizedCampaign
    from .model import CampaignModel

SCRIPTS = ("site", "crypt", "keys", "orders", "desk")
_SAID = (
    "desk.err.empty",
    "desk.err.pub",
    "desk.err.form",
    "desk.err.kind",
    "desk.err.passphrase",
    "desk.err.damaged",
    "desk.err.code",
    "desk.err.other",
    "desk.err.sealed",
    "desk.err.forged",
    "desk.err.elsewhere",
    "desk.err.entry",
    "desk.err.none",
    "desk.err.long",
    "desk.err.clipboard",
    "desk.remove",
    "desk.up",
    "desk.added",
    "desk.removed",
    "desk.to_sheet",
    "desk.saved",
    "desk.mailed",
    "desk.copied",
    "desk.add",
    "desk.your_moderator",
    "desk.shown",
    "desk.costs",
    "desk.free",
    "log.more",
)

# Of the slots that sentences can contain, the script knows only `{name}` and `{n:one|many}`, and parts in brackets.
_BEYOND = re.compile(r"\{\w+:[^|{}]*\}")


def write(shown: LocalizedCampaign) -> None:
    """The page to choose a seat, and one page per seat."""
    talk, story = shown.talk, shown.story
    stamp, head = html(talk.stamp(story.head.at)), story.head.digest
    files = [shown.tongue.file(f"desk-{seat.handle}") for seat in story.seats]
    shown.put("desk", shown.page("desks.html", "desk", "desk", talk("desk.desks"), desks=files, stamp=stamp, head=head))
    view = story.head.view
    asked = story.waiting.seats if story.waiting else ()
    how = f"../../rules/{shown.tongue.file(f'{story.title.id}-by-mail')}"
    for n, seat in enumerate(story.seats):
        state = _state(story, n)
        opens = state in ("join", "play")
        scene = Scene(view, story.players, shown.words, None, asked, "../../assets/", story.handles, n)
        board = shown.pages.board.draw(scene) if view is not None else ""
        hand = _hand(shown, scene, n) if opens else DeskHand()
        text = shown.page(
            "desk.html",
            f"desk-{seat.handle}",
            "desk",
            talk("desk.title", player=short(seat.name)),
            seat=n,
            state=state,
            keyprint=seat.fingerprint,
            otherprint=seat.substitute[1] if seat.substitute else "",
            commands=_commands(story.id, seat.handle, state),
            sealed=html(_text_safe(seat.sealed or "")),
            desk_json=html(_json(shown, n, state, hand)) if opens else "",
            scripts=SCRIPTS if opens else SCRIPTS[:1],
            board=html(board),
            stamp=stamp,
            head=head,
            how=how if by_mail(story.title, shown.tongue.code) else "",
            lying=html(hand.shown),
            faces={ident: html(face) for ident, face in hand.faces.items()},
            piles=[(pile.head, json.dumps(pile.at), html(pile.back)) for pile in hand.piles],
        )
        shown.put(f"desk-{seat.handle}", text)


def _state(story: CampaignModel, seat: int) -> str:
    """What there is to do at a desk; if there is nothing to do, there is nothing to open either."""
    if story.head.outcome is not None:
        return "over"
    if story.waiting is None:
        return "rests"  # it had ended, and does not check
    if story.waiting.joining:
        return "join" if seat in story.waiting.seats else "joined"
    return "play"


def _commands(game: str, handle: str, state: str) -> list[tuple[str, ...]]:
    """In parts within which lines are not broken."""
    who = (f"--as {handle}", "--key KEY")
    if state == "join":
        return [(f"pbem join {game}", *who)]
    return [
        (f"pbem show {game}", *who),
        (f"pbem moves {game}", *who),
        (f"pbem order {game}", *who, '"…"'),
    ]


def _hand(shown: LocalizedCampaign, scene: Scene, seat: int) -> DeskHand:
    """What the title's board says about it; a title that says nothing about it gets the text alone."""
    found = getattr(shown.pages.board, "hand", None)
    return found(scene, seat) if found and scene.view is not None else DeskHand()


def _json(shown: LocalizedCampaign, n: int, state: str, hand: DeskHand) -> str:
    """What the script reads. Everything in it is public."""
    story, seat = shown.story, shown.story.seats[n]
    said = sentences(ROOM, shown.tongue.code)
    asks = [dict(ask, text=ask_text(ask, shown.words), told=_told(shown, ask)) for ask in seat.asks]
    if state == "join":
        text = said["desk.join"]
        asks = [{"player": n, "kind": "join", "rule": "", "legal": [{"order": "join"}], "text": text, "told": {}}]
    refused = _refused(shown, n)
    orders = [one["order"] for ask in (*asks, {"legal": refused}) for one in ask["legal"]]
    # Orders that only the sealed hand has can name anything that the title's board holds possible.
    needed: set[str] | None = {word for order in orders for word in order.replace(",", " ").split()}
    if _private(story):
        possible = getattr(shown.pages.board, "nameable", None)
        needed = {*story.handles, *possible(story.head.view)} if possible else None
    data: dict[str, Any] = {
        "game": story.id,
        "player": seat.handle,
        "seat": n,
        # The muster signs the genesis itself, no matter who has joined since.
        "after": story.print_of(0) if state == "join" else story.head.digest,
        "n": story.head.n,
        "keys": [seat.key, *(seat.substitute[:1] if seat.substitute else ())],
        "moderator": story.moderator,
        "mail": story.mail,
        "asks": asks,
        "refused": refused,
        "names": _needed(_names(shown), needed),
        "verbs": _verbs(shown) if _private(story) else _needed(_verbs(shown), needed),
        "cards": [(one.look, one.slots, one.cards) for one in hand.lists],
        "several": getattr(shown.pages.board, "SEVERAL", ()),
        "rules": f"../../rules/{shown.tongue.file(story.title.id)}",
        "questions": _questions(shown),
        "about": _abouts(shown),
        "words": {key: said[key] for key in _SAID},
    }
    return _script_safe(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def _verbs(shown: LocalizedCampaign) -> dict[str, str]:
    """What the first words of orders mean; those words are the same in every language."""
    keys = {ident: f"verb.{ident}" for ident in shown.story.title.language.verbs}
    return {ident: shown.words.say(key) for ident, key in keys.items() if key in shown.words}


def _questions(shown: LocalizedCampaign) -> dict[str, str]:
    """What may be asked in the sealed hand: the sentence, if the script can fill it in, otherwise its subject."""
    if not _private(shown.story):
        return {}
    found = {}
    for ident in shown.story.title.language.kinds:
        text = shown.words.sentences.get(f"ask.{ident}", "")
        found[ident] = asked_about({"kind": ident}, shown.words) if _BEYOND.search(text) else text
    return found


def _abouts(shown: LocalizedCampaign) -> dict[str, str]:
    """The sentences that tell what an order of a sealed hand brings; such a hand has the values alone."""
    if not _private(shown.story):
        return {}
    found = {ident: shown.words.sentences.get(f"about.{ident}", "") for ident in shown.story.title.language.kinds}
    return {ident: text for ident, text in found.items() if text and not _BEYOND.search(text)}


def _private(story: CampaignModel) -> bool:
    """Whether something is asked that only the sealed hand reveals."""
    return story.waiting is not None and any("legal" not in ask for ask in story.waiting.asks)


def _told(shown: LocalizedCampaign, ask: Mapping[str, Any]) -> dict[str, str]:
    """What each legal order meets or brings, if the title has a sentence for it; if not, the script gives the price."""
    key = f"about.{ask['kind']}"
    if key not in shown.words:
        return {}
    return {one["order"]: shown.words.say(key, one) for one in ask["legal"] if len(one) > 1}


def _needed(said: dict[str, str], needed: set[str] | None) -> dict[str, str]:
    return said if needed is None else {ident: text for ident, text in said.items() if ident in needed}


def _names(shown: LocalizedCampaign) -> dict[str, str]:
    """The things that orders name, in the reader's language, with a few words about each."""
    more = getattr(shown.pages.board, "glosses", None)
    known = more(shown.words) if more else {}
    out = {seat.handle: short(seat.name) for seat in shown.story.seats}
    for slot, vocabulary in shown.story.title.language.slots.items():
        for ident in vocabulary:
            name = shown.words.name(slot, ident)
            out[ident] = f"{name}: {known[ident]}" if known.get(ident) else name
    return out


def _refused(shown: LocalizedCampaign, seat: int) -> list[dict[str, Any]]:
    """Orders that the title's board knows to be futile. Of a private question, it learns only that it is asked."""
    found, story = getattr(shown.pages.board, "refused", None), shown.story
    own = [ask for ask in story.waiting.asks if ask.get("player") == seat] if story.waiting else []
    return [one for ask in own for one in found(story.head.view, ask, shown.words, story.handles)] if found else []


def _script_safe(text: str) -> str:
    """JSON that cannot end the script element that contains it."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _text_safe(armored: str) -> str:
    """An armored age file has no `<`; anything else is no sealed hand and is left out. So are trailing blank lines."""
    return armored.rstrip("\n") if "<" not in armored else ""
