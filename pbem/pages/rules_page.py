"""Rules pages made from each title's rule list, and its page on how to play it by mail."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from .. import titles
from ..table import Title
from .kit import clean
from .render import html, page
from .speech import speech
from .store import Store
from .tree import Tongue

_SIGNS = {
    "wonders_duel": "wonder", "world_history": "capital", "through_the_ages": "progress", "age_of_reason": "fleet",
    "seven_ages": "horseshoe",
}  # fmt: skip


def shelf(tongue: Tongue) -> list[dict[str, Any]]:
    """All titles as other pages mention them."""
    talk = speech(tongue.code)
    rows = []
    for ident in titles.ids():
        title = titles.load(ident)
        low, high = min(title.seats), max(title.seats)
        rows.append(
            {
                "id": ident,
                "name": title.names.get(tongue.code) or title.names["en"],
                "sign": _SIGNS.get(ident, "book"),
                "href": tongue.file(ident),
                "players": talk("home.players", n=str(low) if low == high else f"{low}–{high}"),
                "count": talk("rules.count", rules=len(_rules(title)), rulings=_count_rulings(title)),
                "by_mail": tongue.file(f"{ident}-by-mail") if by_mail(title, tongue.code) else "",
            }
        )
    return rows


def write(store: Store, tongues: list[Tongue]) -> None:
    for tongue in tongues:
        known = shelf(tongue)
        text = page("rules_index.html", tongue, "rules/index", speech(tongue.code)("rules.index"),
                    section="rules", shelf=known)  # fmt: skip
        store.put(f"rules/{tongue.file('index')}", text)
        for row in known:
            title = titles.load(row["id"])
            store.put(f"rules/{tongue.file(title.id)}", _rules_page(title, tongue, known))
            mail = by_mail(title, tongue.code)
            if mail:
                heading = f"{row['name']}: {speech(tongue.code)('rules.by_mail')}"
                text = page(
                    "text.html", tongue, f"rules/{title.id}-by-mail", heading,
                    section="rules", kicker=row["name"], body=html(_markdown(mail)), back=tongue.file(title.id),
                )  # fmt: skip
                store.put(f"rules/{tongue.file(f'{title.id}-by-mail')}", text)


def by_mail(title: Title, language: str) -> str:
    """The title's Markdown on playing by mail; nothing if it has none."""
    path = files(f"pbem.titles.{title.id}").joinpath(f"by_mail.{language}.md")
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _markdown(text: str) -> str:
    from markdown import markdown

    made = markdown(text, extensions=["fenced_code", "tables", "sane_lists"], output_format="html")
    # A scrolling box must be reachable by keyboard.
    return made.replace("<pre>", '<pre tabindex="0">')


def _rules(title: Title) -> list[Any]:
    return list(title.rules.get("rules", ()))


def _rulings(title: Title) -> list[dict[str, Any]]:
    """Rulings under whichever name the rule list keeps them."""
    listed = [*title.rules.get("rulings", ()), *title.rules.get("gaps", ())]
    return [
        {"id": entry["id"], "question": clean(_said(entry, "question", "gap", "issue")),
         "text": clean(_said(entry, "ruling", "decision", "rule"))}
        for entry in listed
    ]  # fmt: skip


def _is_ruling(entry: Any) -> bool:
    """Whether a numbered rule is a decision of ours: some titles keep rulings among their rules."""
    return bool(entry.get("source") == "ruling")


def _count_rulings(title: Title) -> int:
    return len(_rulings(title)) + sum(_is_ruling(entry) for entry in _rules(title))


def _said(entry: Any, *names: str) -> str:
    return next((str(entry[name]) for name in names if entry.get(name)), "")


def _chapter(title: Title, entry: Any) -> str:
    """The chapter of a rule: given, or the middle of its id."""
    given = entry.get("section") or entry.get("chapter")
    return str(given) if given else re.sub(r"[-.\d]+$", "", entry["id"]).partition("-")[2]


def _rules_page(title: Title, tongue: Tongue, known: list[dict[str, Any]]) -> str:
    talk = speech(tongue.code)
    rules, rulings = _rules(title), _rulings(title)
    sections = title.rules.get("sections") or title.rules.get("chapters") or {}
    chapters: dict[str, dict[str, Any]] = {}
    for entry in rules:
        ident = _chapter(title, entry)
        name = _section_name(sections, ident)
        # Ids of chapters must not meet those of rules, nor be no ids at all.
        anchor = "ch-" + re.sub(r"[^A-Za-z0-9_.-]+", "-", ident)
        row = chapters.setdefault(ident, {"id": anchor, "name": name[:1].upper() + name[1:], "rules": []})
        text = clean(_said(entry, "rule", "text", "says"))
        cited = [one for one in rulings if re.search(rf"\b{re.escape(one['id'])}\b", text)]
        row["rules"].append(
            {
                "id": entry["id"], "text": text, "example": bool(entry.get("example")), "ruled": _is_ruling(entry),
                "rulings": cited,
            }
        )  # fmt: skip
    here = known_row(known, title.id)
    return page(
        "rules.html", tongue, f"rules/{title.id}", f"{here['name']}: {talk('nav.rules')}", section="rules",
        heading=here["name"], chapters=list(chapters.values()), rulings=rulings,
        titles=[{"href": row["href"], "name": row["name"], "here": row["id"] == title.id} for row in known],
        count=here["count"], by_mail=here["by_mail"],
    )  # fmt: skip


def _section_name(sections: Any, ident: str) -> str:
    if isinstance(sections, dict):
        found = sections.get(ident) or sections.get(int(ident) if ident.isdigit() else ident)
        if isinstance(found, dict):
            found = found.get("name") or found.get("title")
        return str(found) if found else ident
    for one in sections:
        if isinstance(one, dict) and str(one.get("id")) == ident:
            return str(one.get("name") or one.get("title") or ident)
    return ident


def known_row(known: list[dict[str, Any]], ident: str) -> dict[str, Any]:
    return next(row for row in known if row["id"] == ident)
