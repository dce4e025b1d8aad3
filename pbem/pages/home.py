"""The front page, and the page that says for every campaign whether it checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .audit import CHECKED, check_box
from .engine_files import EngineOnSite
from .kit import esc, seated, short
from .page_frame import CSP, html, page
from .rules_page import shelf
from .site_words import speech
from .store import Store
from .urls import SiteLanguage

NEWS = 6
CARDS = 3
"""If fewer games than this are in play, the newest finished ones appear among them with their pictures."""
OPEN = 30
"""More games than these are folded: those in play come first, then those that ended last."""
FIRST_COMMANDS = (
    "pbem new winter-duel --title wonders_duel --player anna=anna.pub --player ben=ben.pub",
    "pbem join winter-duel --as anna --key anna",
    "pbem run winter-duel",
    "pbem publish",
)


def write(
    store: Store, tongues: Sequence[SiteLanguage], games: Sequence[Mapping[str, Any]], engine: EngineOnSite | None
) -> None:
    """`games`: for each campaign, its card by language, its players, and the latest entries of its book."""
    there = set(store.paths())
    for tongue in tongues:
        rows = ({"name": row["name"], "href": f"play/{row['href']}"} for row in shelf(tongue))
        store.put(tongue.file("index"), _home(tongue, games, [row for row in rows if row["href"] in there]))
        store.put(tongue.file("checking"), _checking(tongue, games, engine))


def _cards(tongue: SiteLanguage, games: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    cards = []
    for game in games:
        card = dict(game["card"][tongue.code])
        card["players"] = seated(card["players"])
        folder = f"games/{card['id']}"
        card["href"] = f"{folder}/{tongue.file('index')}"
        card["href_checking"] = f"{folder}/{card['href_checking']}"
        card["thumb"] = html(card["thumb"])
        cards.append(card)
    return cards


def _home(tongue: SiteLanguage, games: Sequence[Mapping[str, Any]], play: Sequence[Mapping[str, str]]) -> str:
    talk = speech(tongue.code)
    cards = _cards(tongue, games)
    # The earliest deadline comes first; without a deadline, whoever has waited longest.
    running = sorted(
        (card for card in cards if not card["end"]),
        key=lambda card: (_due(card) is None, _due(card) or card["at"], card["id"]),
    )
    ended = sorted((card for card in cards if card["end"]), key=lambda card: (card["at"], card["id"]), reverse=True)
    newest = max((card["at"] for card in cards), default="")
    counts = [talk("home.play", n=len(some)) if some else "" for some in (running, ended)]
    numbers = talk("home.numbers", play=counts[0], done=len(ended) if running else counts[1])
    split = max(0, CARDS - len(running))
    room = max(0, OPEN - len(running) - split)
    return page(
        "home.html",
        tongue,
        "index",
        talk("motto"),
        games=cards,
        play=play,
        running=running[:OPEN],
        running_more=running[OPEN:],
        numbers=numbers,
        shown=ended[:split],
        listed=ended[split : split + room],
        listed_more=ended[split + room :],
        due=_deadlines(running),
        news=_news(tongue, games),
        shelf=shelf(tongue) if not running else [],
        first_commands=FIRST_COMMANDS,
        href_rules=f"rules/{tongue.file('index')}",
        href_checking=tongue.file("checking"),
        feed=tongue.file("all", "atom"),
        day=talk.date(newest) if newest else "",
        stamp=html(talk.stamp(newest)) if newest else "",
    )


def _due(card: Mapping[str, Any]) -> str | None:
    waiting = card["waiting"]
    return waiting["due"] or None if waiting else None


def _deadlines(running: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for card in running:
        if _due(card) is None or card["failed"]:
            continue
        for seat in card["waiting"]["seats"]:
            rows.append(
                {
                    "waiting": card["waiting"],
                    "seat": seat,
                    "handle": card["players"][seat],
                    "game": card["name"],
                    "href": card["href"],
                }
            )
    return rows[:NEWS]


def _news(tongue: SiteLanguage, games: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for game in games:
        players = seated(game["players"])
        for one in game["feed"][-NEWS:]:
            ident = game["id"]
            below = f"t/{tongue.file(str(one['n']))}" if one["paged"] else f"{tongue.file('log')}#m{one['n']}"
            seat = one["seat"]
            rows.append(
                {
                    "at": one["at"],
                    "n": one["n"],
                    "game": game["card"][tongue.code]["name"],
                    "seat": seat,
                    "handle": short(players[seat]) if seat is not None else "",
                    "html": html(esc(one["caption"][tongue.code])),
                    "href": f"games/{ident}/{below}",
                    "when": one["when"][tongue.code],
                }
            )
    rows.sort(key=lambda row: (row["at"], row["game"], row["n"]), reverse=True)
    return rows[:NEWS]


def _checking(tongue: SiteLanguage, games: Sequence[Mapping[str, Any]], engine: EngineOnSite | None) -> str:
    talk = speech(tongue.code)
    return page(
        "checking.html",
        tongue,
        "checking",
        talk("audit.title"),
        section="checking",
        games=_cards(tongue, games),
        check=check_box(engine, tongue, ""),
        scripts=CHECKED if engine else ("site",),
        csp=engine.policy if engine else CSP,
    )
