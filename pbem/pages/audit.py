"""The checking page of a campaign: one sentence first, then what was checked and how to check it yourself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import titles
from . import chart
from .engine_files import CHECKING, EngineOnSite
from .kit import clean, cut, icon, short
from .model import AFTER_THE_END, CHECKED_EVERY, Audit, AuditFault, Check, Drawing
from .page_frame import CSP, html
from .site_words import speech

if TYPE_CHECKING:
    from .localized import LocalizedCampaign
    from .model import CampaignModel
    from .urls import SiteLanguage

SIGNS = {
    "chain": "chain",
    "signatures": "seal",
    "dice": "die5",
    "sealed": "unlocked",
    "replayed": "again",
    "rules": "book",
    "promise": "lock",
    "files": "copy",
}
CHECKED = ("site", "engine", "check")
"""Scripts of pages that check games."""
MOST_DRAWS = 2000
_DIE = 6


def write(shown: LocalizedCampaign, found: Audit) -> None:
    """Put the page of one language into the store."""
    talk, story = shown.talk, shown.story
    ended = story.head.outcome is not None
    if found.faults:
        verdict = talk("audit.bad") if len(found.faults) == 1 else talk("audit.bad_many", n=len(found.faults))
    else:
        verdict = talk("audit.good") if ended else talk("audit.good_so_far")
    failed = next((one.id for one in found.checks if one.state == "failed"), "")
    a = {
        "faults": [_fault(shown, one, failed) for one in found.faults],
        "verdict": verdict,
        "detail": _detail(shown, found, ended),
        "files": _files(shown, found, ended),
        "checks": [_check(shown, one, found.closed) for one in found.checks],
        "beads": _beads(shown, found),
        "signers": [
            {"key": seat.fingerprint, "moves": shown.book.signed[n] if n < len(shown.book.signed) else 0}
            for n, seat in enumerate(story.seats)
        ],
        "promised": talk.when(story.begun),
        "commitment": story.commitment,
        "secret": story.secret or "",
        "kept": any(one.id == "promise" and one.state == "passed" for one in found.checks),
        "draws": [_draw(shown, one) for one in found.draws[:MOST_DRAWS]],
        "dice": _dice(shown, found.draws),
        "commands": f"unzip {story.id}.zip\npbem verify {story.id} --games .",
    }
    text = shown.page(
        "audit.html",
        "checking",
        "checking",
        shown.game["name"],
        a=a,
        check=check_box(shown.pages.engine, shown.tongue, "../../", story),
        scripts=CHECKED if shown.pages.engine else ("site",),
        csp=shown.pages.engine.policy if shown.pages.engine else CSP,
        stamp=html(talk.stamp(story.head.at)),
        head=story.head.digest,
    )
    shown.put("checking", text)


def check_box(
    engine: EngineOnSite | None, tongue: SiteLanguage, root: str, story: CampaignModel | None = None
) -> dict[str, Any] | None:
    """What the page needs to check a game in the reader's browser; the archive is that of the game, if it is of one."""
    if engine is None:
        return None
    talk = speech(tongue.code)
    said = ("signatures", "entries", "wait", "head", "archive", "none", "browser", "bad", "checker")
    return {
        "known": story is None or story.title.id in titles.ours(),
        "archive": f"{story.id}.zip" if story else "",
        "take": f"{root}play/table.zip" if engine.in_folder else "",
        "data": json.dumps(
            {
                "root": root,
                "told": tongue.file(CHECKING, "js"),
                "language": tongue.code,
                "archive": f"{story.id}.zip" if story else "",
                "words": {key: talk(f"check.{key}") for key in said},
            },
            ensure_ascii=False,
        ),
    }


def _fault(shown: LocalizedCampaign, one: AuditFault, failed: str) -> dict[str, Any]:
    """What broke, and what `pbem verify` says about it. An unreadable entry is not in the log."""
    href = shown.in_log(one.n) if one.n is not None and one.n <= shown.book.n else ""
    return {
        "n": "" if one.n is None else one.n,
        "href": href,
        "text": clean(one.say(shown.tongue.code)),
        "what": shown.talk(f"audit.broken.{failed}") if failed else "",
    }


def _detail(shown: LocalizedCampaign, found: Audit, ended: bool) -> str:
    """How far the campaign was checked: the same words for the same entries, however often pages were built."""
    n = shown.story.head.n
    broken = next((one.n for one in found.faults if one.n is not None), None)
    if broken is not None:
        return shown.talk("audit.sound", n=broken - 1) if broken else ""
    if ended or found.faults:
        return shown.talk("audit.from", n=n)
    return shown.talk("audit.so_far", n=n // CHECKED_EVERY * CHECKED_EVERY)


def _files(shown: LocalizedCampaign, found: Audit, ended: bool) -> str:
    """How much of the move files can be read and checked before the end."""
    if ended or not (shown.story.sealed_files or found.closed):
        return ""
    return shown.talk("audit.files_sealed", n=found.closed) if found.closed else shown.talk("audit.files_will_be")


def _check(shown: LocalizedCampaign, check: Check, closed: int) -> dict[str, Any]:
    talk, story = shown.talk, shown.story
    ident, state, count = check.id, check.state, check.count
    if state == "later" and (ident not in AFTER_THE_END or story.secret):  # skipped after a fault
        text = talk("audit.not_judged")
    elif ident == "chain":
        text = talk("audit.chain_text", n=count)
    elif ident == "signatures" and closed:
        text = talk("audit.signatures_so_far", n=count, closed=closed)
    elif ident == "signatures":
        text = talk("audit.signatures_text", n=count, keys=len(story.seats))
    elif ident == "dice":
        text = talk("audit.dice_later") if state == "later" else talk("audit.dice_text", n=count)
    elif ident == "files":
        text = talk("audit.files_text", n=count)
    elif state == "later" and ident in ("sealed", "replayed"):
        text = talk(f"audit.{ident}_later")
    elif ident == "sealed":
        text = talk("audit.sealed_text", n=count) if count else talk("audit.sealed_none")
    elif ident == "rules":
        text = talk("audit.rules_text", edition=story.edition[:8], engine=story.engine)
    elif ident == "promise":
        text = talk("audit.not_revealed") if state == "later" else talk("audit.promise_text")
    else:
        text = talk("audit.replayed_text")
    return {"sign": SIGNS[ident], "name": talk(f"audit.{ident}"), "text": text, "state": state}


def _beads(shown: LocalizedCampaign, found: Audit) -> list[dict[str, Any]]:
    """Both ends of the chain; after the first fault nothing is vouched for."""
    book = shown.book
    broken = min((one.n for one in found.faults if one.n is not None), default=None)
    rows: list[dict[str, Any]] = []

    def bead(link: dict[str, Any]) -> dict[str, Any]:
        kind = "" if broken is None or link["n"] < broken else "bk2" if link["n"] == broken else "dimb"
        return {
            "n": link["n"],
            "print": link["print"],
            "seat": link["seat"],
            "gap": False,
            "kind": kind,
            "text": cut(_first_sentence(link["caption"][shown.tongue.code]), 56),
        }

    rows += [bead(link) for link in book.first_links]
    low, high = len(book.first_links), book.n + 1 - len(book.last_links)
    if broken is not None and low <= broken < high:
        rows += _gap(shown, broken - low, "")
        print_ = (shown.story.print_of(broken) or "")[:8]
        rows.append({"n": broken, "print": print_, "seat": None, "gap": False, "kind": "bk2", "text": ""})
        rows += _gap(shown, high - broken - 1, " dimb")
    else:
        rows += _gap(shown, high - low, "" if broken is None or broken >= high else " dimb")
    rows += [bead(link) for link in book.last_links]
    if broken is not None and broken > book.n:  # the faulty entry could not even be read
        rows.append({"n": broken, "print": "", "seat": None, "gap": False, "kind": "bk2", "text": ""})
    return rows


def _first_sentence(text: str) -> str:
    head, dot, rest = text.partition(". ")
    return head + dot.strip() if rest else text


def _gap(shown: LocalizedCampaign, number: int, kind: str) -> list[dict[str, Any]]:
    """Links that are left out."""
    if number <= 0:
        return []
    text = shown.talk("audit.links")
    return [{"n": number, "print": "", "seat": None, "gap": True, "kind": f"gap{kind}", "text": text}]


def _draw(shown: LocalizedCampaign, one: Drawing) -> dict[str, Any]:
    if one.sides == _DIE:
        told: Any = html("".join(icon(f"die{die}", str(die)) for die in one.outcome))
    else:
        told = ", ".join(_named(shown, item) for item in one.outcome)
    return {"n": one.n, "href": shown.in_log(one.n), "what": _drawn_for(shown, one.label), "shown": told}


def _drawn_for(shown: LocalizedCampaign, label: str) -> str:
    """What a die or card was drawn for, if the title has words for it."""
    key, _, thing = label.partition(":")
    return shown.words.say(f"drawn.{key}", {"what": thing}) if f"drawn.{key}" in shown.words else ""


def _named(shown: LocalizedCampaign, item: Any) -> str:
    """A card by its name; a seat that was drawn, by its player's name."""
    if type(item) is int:
        return short(shown.story.players[item]) if 0 <= item < len(shown.story.players) else str(item)
    text = str(item)
    for vocabulary in shown.words.vocabularies.values():
        if text in vocabulary:
            return vocabulary.name(text, shown.tongue.code)
    return clean(text)


def _dice(shown: LocalizedCampaign, draws: Sequence[Drawing]) -> Any:
    counted: Counter[int] = Counter(die for one in draws if one.sides == _DIE for die in one.outcome)
    if not counted:
        return ""
    numbers = [counted[n] for n in range(1, _DIE + 1)]
    label = shown.talk("audit.die_chart") + ": " + ", ".join(map(str, numbers))
    fair = shown.talk("audit.fair", n=round(sum(numbers) / _DIE))
    return html(chart.bars(numbers, label, fair, [f"die{n}" for n in range(1, _DIE + 1)]))
