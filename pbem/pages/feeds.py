"""What programs read: Atom feeds, calendars, `game.json`, the sitemap."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from ..words.dates import instant
from .kit import clean, esc, short
from .site_words import speech
from .urls import SiteLanguage

if TYPE_CHECKING:
    from .campaign_pages import GamePages
    from .localized import LocalizedCampaign

_SPACE = UUID("6f9d2b5e-4c8b-5b0a-9a43-6d1f0c1e7b21")
"""Our namespace for the ids of feed entries."""
IN_ALL = 40


def _id(*parts: str) -> str:
    return uuid5(_SPACE, "/".join(parts)).urn


def game_feed(shown: LocalizedCampaign) -> None:
    story, tongue = shown.story, shown.tongue
    entries = []
    for one in reversed(shown.book.feed):
        here = f"t/{tongue.file(str(one['n']))}" if one["paged"] else f"{tongue.file('log')}#m{one['n']}"
        entries.append(_entry(story.id, one, here, tongue, shown.story.players))
    title = f"{story.id} · {speech(tongue.code)('site')}"
    text = _feed(_id(story.id, tongue.code), title, tongue, "index", "feed", story.head.at, entries)
    shown.store.put(f"{shown.folder}/{tongue.file('feed', 'atom')}", text)


def _entry(game: str, one: Mapping[str, Any], here: str, tongue: SiteLanguage, players: Sequence[str]) -> str:
    caption = one["caption"][tongue.code]
    author = short(players[one["seat"]]) if one["seat"] is not None else speech(tongue.code)("site")
    return (
        f"<entry><id>{_id(game, one['digest'])}</id><title>{esc(game)}: {esc(caption)}</title>"
        f"<updated>{esc(one['at'])}</updated><author><name>{esc(author)}</name></author>"
        f'<link href="{esc(here)}"/><summary>{esc(caption)}</summary></entry>'
    )


def _feed(ident: str, title: str, tongue: SiteLanguage, page: str, stem: str, at: str, entries: Sequence[str]) -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{tongue.code}">'
        f"<id>{ident}</id><title>{esc(title)}</title><updated>{esc(at)}</updated>"
        f"<author><name>{esc(speech(tongue.code)('site'))}</name></author>"
        f'<link rel="self" href="{tongue.file(stem, "atom")}"/><link href="{tongue.file(page)}"/>'
        f"{''.join(entries)}</feed>\n"
    )


def all_feed(tongue: SiteLanguage, games: Sequence[tuple[str, Sequence[str], Sequence[Mapping[str, Any]]]]) -> str:
    """The newest entries of all campaigns: (id, players, entries of its book)."""
    rows = []
    for game, players, entries in games:
        for one in entries:
            below = f"t/{tongue.file(str(one['n']))}" if one["paged"] else f"{tongue.file('log')}#m{one['n']}"
            rows.append((one["at"], game, one["n"], _entry(game, one, f"games/{game}/{below}", tongue, players)))
    rows.sort(key=lambda row: row[:3], reverse=True)
    newest = rows[0][0] if rows else "1970-01-01T00:00:00Z"
    title = speech(tongue.code)("site")
    return _feed(_id(tongue.code), title, tongue, "index", "all", newest, [row[3] for row in rows[:IN_ALL]])


# ---- calendars


def _folded(line: str) -> str:
    """A line of a calendar holds at most 75 bytes; the rest continues after a space."""
    out, now = [], ""
    for c in line:
        if len((now + c).encode()) > 73:
            out.append(now)
            now = " " + c
        else:
            now += c
    return "\r\n".join([*out, now])


def _text(value: str) -> str:
    return clean(value).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def deadline_event(game: str, title: str, at: str, waiting: Any, players: Sequence[str]) -> list[str]:
    if waiting is None or waiting.due is None:
        return []
    due = instant(waiting.due)
    who = ", ".join(short(players[seat], 24) for seat in waiting.seats) or "?"
    return [
        "BEGIN:VEVENT",
        f"UID:{_id(game, waiting.since)[9:]}@pbem",
        f"DTSTAMP:{instant(at):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{due - timedelta(minutes=15):%Y%m%dT%H%M%SZ}",
        f"DTEND:{due:%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_text(f'{game}: {who}')}",
        f"DESCRIPTION:{_text(title)}",
        "END:VEVENT",
    ]


def calendar(events: Sequence[str]) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//deadlines//EN", *events, "END:VCALENDAR", ""]
    return "\r\n".join(map(_folded, lines))


def game_events(pages: GamePages) -> list[str]:
    story = pages.story
    return deadline_event(story.id, story.title.names["en"], story.head.at, story.waiting, story.players)


def game_calendar(pages: GamePages) -> None:
    pages.book.events = game_events(pages)
    pages.store.put(f"{pages.folder}/deadlines.ics", calendar(pages.book.events))


# ---- data


def game_json(pages: GamePages, failed: bool) -> None:
    """The public state of a campaign for programs."""
    story = pages.story
    waiting = story.waiting
    data = {
        "format": 1,
        "game": story.id,
        "title": story.title.id,
        "players": [{"handle": seat.handle, "name": seat.name, "key": seat.fingerprint} for seat in story.seats],
        "options": dict(story.options),
        "begun": story.begun,
        "head": {"n": story.head.n, "digest": story.head.digest, "at": story.head.at},
        "waiting": None
        if waiting is None
        else {"seats": list(waiting.seats), "since": waiting.since, "due": waiting.due, "joining": waiting.joining},
        "checks": not failed,
        "outcome": story.head.outcome,
        "pages": pages.book.pages,
        "position": story.head.view,
    }
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
    pages.store.put(f"{pages.folder}/game.json", text)


_MAPS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemap(paths: Sequence[str], address: str) -> str:
    """The pages of a folder. If the address is known, the links are absolute, as the format requires."""
    rows = "".join(f"<url><loc>{esc(address + path)}</loc></url>" for path in paths)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<urlset {_MAPS}>{rows}</urlset>\n'


def sitemap_index(paths: Sequence[str], address: str) -> str:
    """The maps of the site: a single one could not hold many long games, and would be rewritten for each move."""
    rows = "".join(f"<sitemap><loc>{esc(address + path)}</loc></sitemap>" for path in paths)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex {_MAPS}>{rows}</sitemapindex>\n'
