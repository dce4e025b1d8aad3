"""Rules pages made from each title's rule list, its reference page, and its page on how to play it by mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .. import titles
from ..table import Title, Words
from ..titles.resources import read
from ..words import PROGRAM, sentences
from ..words.file_words import ASKING, FOR_THE_SEAT
from . import reference
from .kit import esc
from .page_frame import html, page
from .site_words import speech
from .store import Store
from .urls import SiteLanguage


def shelf(tongue: SiteLanguage) -> list[dict[str, Any]]:
    """All titles as other pages mention them."""
    talk = speech(tongue.code)
    rows = []
    for title in titles.usable():
        low, high = min(title.seats), max(title.seats)
        rows.append(
            {
                "id": title.id,
                "name": title.names.get(tongue.code) or title.names["en"],
                "sign": title.icon,
                "href": tongue.file(title.id),
                "players": talk("home.players", n=str(low) if low == high else f"{low}–{high}"),
                "count": talk("rules.count", rules=len(title.rules["rules"]), rulings=_count_rulings(title)),
                "by_mail": tongue.file(f"{title.id}-by-mail") if by_mail(title, tongue.code) else "",
                "reference": tongue.file(reference.stem(title)) if reference.exists(title) else "",
            }
        )
    return rows


def write(store: Store, tongues: list[SiteLanguage]) -> None:
    for tongue in tongues:
        known = shelf(tongue)
        text = page(
            "rules_index.html", tongue, "rules/index", speech(tongue.code)("rules.index"), section="rules", shelf=known
        )
        store.put(f"rules/{tongue.file('index')}", text)
        for row in known:
            title = titles.load(row["id"])
            store.put(f"rules/{tongue.file(title.id)}", _rules_page(title, tongue, known))
            if row["reference"]:
                values = {"kicker": row["name"], "rules": row["href"]}
                text = reference.render(title, tongue, f"rules/{reference.stem(title)}", row["name"], **values)
                store.put(f"rules/{row['reference']}", text)
            mail = by_mail(title, tongue.code)
            if mail:
                heading = f"{row['name']}: {speech(tongue.code)('rules.by_mail')}"
                text = page(
                    "text.html",
                    tongue,
                    f"rules/{title.id}-by-mail",
                    heading,
                    section="rules",
                    kicker=row["name"],
                    body=html(_markdown(mail + _other_words(tongue.code))),
                    back=tongue.file(title.id),
                )
                store.put(f"rules/{tongue.file(f'{title.id}-by-mail')}", text)


def by_mail(title: Title, language: str) -> str:
    """The title's Markdown on playing by mail; empty if it has none."""
    path = title.resource(f"by_mail.{language}.md")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _other_words(language: str) -> str:
    """What a file can say in a game of any title."""
    words = Words(language, sentences(PROGRAM, language), {})
    said = [f"\n\n## {words.say('files.title')}"]
    for lead, listed in (("alone", FOR_THE_SEAT), ("asking", ASKING)):
        said += ["", words.say(f"files.{lead}"), "", *(f"- {words.say(f'files.{one}')}" for one in listed)]
    return "\n".join(said) + "\n"


def _markdown(text: str) -> str:
    from markdown import markdown

    made = markdown(text, extensions=["fenced_code", "tables", "sane_lists"], output_format="html")
    # A scrolling box must be reachable by keyboard.
    return made.replace("<pre>", '<pre tabindex="0">')


def _count_rulings(title: Title) -> int:
    return len(title.rules.get("rulings", ())) + sum(map(_is_ruling, title.rules["rules"]))


def _is_ruling(entry: Any) -> bool:
    """Whether a numbered rule is a decision of ours: some titles list rulings among their rules."""
    return bool(entry.get("source") == "ruling")


def _translation(title: Title, language: str) -> Mapping[str, Any]:
    """What a title offers of its rule list in a language other than English: sections, rules and rulings by id."""
    path = f"rules.{language}.yaml"
    return (read(title.package, path) if title.resource(path).is_file() else None) or {}


def _rules_page(title: Title, tongue: SiteLanguage, known: list[dict[str, Any]]) -> str:
    talk, told = speech(tongue.code), _translation(title, tongue.code)
    mentioned = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, title.rule_ids()))})(?![\w-])")

    def text(english: str, own: str | None) -> Any:
        """Untranslated text is shown in English, and marked as such."""
        shown = re.sub(r"`([^`]*)`", r"<code>\1</code>", esc(own or english))
        shown = mentioned.sub(r'<a href="#\g<0>">\g<0></a>', shown)
        return html(shown if own or tongue.code == "en" else f'<span lang="en">{shown}</span>')

    rulings = []
    for entry in title.rules.get("rulings", ()):
        own = told.get("rulings", {}).get(entry["id"], {})
        rulings.append(
            {
                "id": entry["id"],
                "question": text(entry["question"], own.get("question")),
                "text": text(entry["ruling"], own.get("ruling")),
            }
        )
    chapters: dict[str, dict[str, Any]] = {}
    for entry in title.rules["rules"]:
        ident = entry.get("section", "")
        name = title.rules.get("sections", {}).get(ident, ident)
        heading = text(name[:1].upper() + name[1:], told.get("sections", {}).get(ident))
        # Ids of chapters must not collide with those of rules.
        row = chapters.setdefault(ident, {"id": f"ch-{ident}", "name": heading, "rules": []})
        row["rules"].append(
            {
                "id": entry["id"],
                "text": text(entry["rule"], told.get("rules", {}).get(entry["id"])),
                "example": bool(entry.get("example")),
                "ruled": _is_ruling(entry),
                "rulings": [one for one in rulings if one["id"] in mentioned.findall(entry["rule"])],
            }
        )
    here = known_row(known, title.id)
    return page(
        "rules.html",
        tongue,
        f"rules/{title.id}",
        f"{here['name']}: {talk('nav.rules')}",
        section="rules",
        heading=here["name"],
        chapters=list(chapters.values()),
        rulings=rulings,
        titles=[{"href": row["href"], "name": row["name"], "here": row["id"] == title.id} for row in known],
        count=here["count"],
        by_mail=here["by_mail"],
        reference=here["reference"],
    )


def known_row(known: list[dict[str, Any]], ident: str) -> dict[str, Any]:
    return next(row for row in known if row["id"] == ident)
