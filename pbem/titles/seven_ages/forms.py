"""Names as they stand in a sentence: "the Alps", "in den Alpen", "den Römern". The names are those of the data, so that
an edition's own are used; words/forms.yaml has what grammar needs to know of them.

Families of names (pbem/words/templates.py): `the_…` with the article, `begin_…` the same at the beginning of a
sentence, `in_…` and in German `to_…` and `from_…` with their preposition, `dat_…` and `of_…` the German
dative and genitive, `a_leader` for leaders without a name, `number_c` the number of a card, `plain_colour` in small
letters where a language wants them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from typing import Any

from ...table import Vocabulary
from .. import resources
from .atlas import AREAS

FORMS: Mapping[str, Mapping[str, Any]] = resources.read(__package__, "words/forms.yaml")
_THE = {
    "masculine": ("dem", "den"),
    "feminine": ("der", "die"),
    "neuter": ("dem", "das"),
    "plural": ("den", "die"),
}
"""Dative and accusative of the German article."""
_ADJECTIVE = re.compile(r"\b(\w*(?:isch|lich|mittler|groß|schwarz|rot|gelb))(?:er|es|e)(?= )", re.IGNORECASE)
_DRAWN_TOGETHER = {
    "in dem": "im",
    "in das": "ins",
    "an dem": "am",
    "an das": "ans",
    "von dem": "vom",
}


def sentences(language: str, known: Mapping[str, Vocabulary], kinds: Container[str]) -> dict[str, str]:
    """Every form of every name, by its key; `kinds` are the leaders without a name."""
    areas, empires, leaders, cards, colours = (
        {ident: known[slot].name(ident, language) for ident in known[slot]}
        for slot in ("area", "empire", "leader", "c", "colour")
    )
    grammar = _english if language == "en" else _german
    made = dict(grammar(areas, empires, leaders, kinds))
    for card, name in cards.items():  # printed as "4 Hittites", which in a sentence would be read as four of them
        number, _, empire = name.partition(" ")
        made[f"the_c.{card}"], made[f"number_c.{card}"] = f"{empire} ({number})", number
    for colour, name in colours.items():
        made[f"plain_colour.{colour}"] = name.lower() if language == "en" else name
    return made


def spoken_area(ident: str, english: str, german: str) -> dict[str, str | tuple[str, ...]]:
    """The printed name, and behind it the other forms that pages print and orders may use: `Schwarzen Meer`."""
    other = (FORMS["de"]["datives"].get(ident, german), _bent(german, "en"), _bent(german, "e"))
    return {"en": english, "de": tuple(dict.fromkeys((german, *other)))}


def spoken_empire(ident: str, english: str, german: str, areas: Container[str]) -> dict[str, str | tuple[str, ...]]:
    """As for an area: `Römern`, `Pirates`; but not what is the name of an area, too."""
    plural = FORMS["de"]["empires"].get(ident, german)
    other = [one for one in (plural, _dative(ident, plural)) if one not in areas]
    return {
        "en": tuple(dict.fromkeys((english, FORMS["en"]["empires"].get(ident, english)))),
        "de": tuple(dict.fromkeys((german, *other))),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- English


Named = Mapping[str, str]


def _english(areas: Named, empires: Named, leaders: Named, kinds: Container[str]) -> Iterator[tuple[str, str]]:
    own = FORMS["en"]
    for area, name in areas.items():
        known = area in own["the"] if AREAS[area].is_land else area not in own["bare"]
        said = f"the {name}" if known else name
        before = next((word for word in ("at", "on", "off") if area in own[word]), "in")
        yield f"the_area.{area}", said
        yield f"begin_area.{area}", _capital(said)
        yield f"in_area.{area}", f"{before} {said}"
    for empire, name in empires.items():
        said = own["empires"].get(empire, name)
        yield f"the_empire.{empire}", f"the {said}"
        yield f"begin_empire.{empire}", f"The {said}"
    for leader, name in leaders.items():
        said = name
        if leader in kinds:
            said = f"{'an' if name[0] in 'AEIO' else 'a'} {name.lower()}"
        yield f"a_leader.{leader}", said
        yield f"begin_leader.{leader}", _capital(said)


# ---- German


def _german(areas: Named, empires: Named, leaders: Named, kinds: Container[str]) -> Iterator[tuple[str, str]]:
    for area, name in areas.items():
        yield from _german_area(area, name)
    for empire, name in empires.items():
        said = FORMS["de"]["empires"].get(empire, name)
        yield f"the_empire.{empire}", f"die {said}"
        yield f"begin_empire.{empire}", f"Die {said}"
        yield f"dat_empire.{empire}", f"den {_dative(empire, said)}"
        yield f"of_empire.{empire}", f"der {said}"
    for leader, name in leaders.items():
        kind = leader in kinds
        yield f"a_leader.{leader}", f"einen {_accusative(name)}" if kind else name
        yield f"dat_leader.{leader}", f"einem {_accusative(name)}" if kind else name
        yield f"begin_leader.{leader}", f"Ein {name}" if kind else name


def _dative(empire: str, plural: str) -> str:
    return f"{plural}n" if plural.endswith("er") and empire not in FORMS["de"]["undeclined"] else plural


def _accusative(kind: str) -> str:
    """Philosoph and Prophet take an ending."""
    return f"{kind}en" if kind.endswith(("oph", "et")) else kind


def _german_area(area: str, name: str) -> Iterator[tuple[str, str]]:
    own = FORMS["de"]
    before = next((word for word in ("an", "auf", "vor") if area in own[word]), "in")
    away = "aus" if before == "in" else "von"
    gender = next((one for one in _THE if area in own[one]), "")
    if gender:
        dative, accusative = _THE[gender]
        there = f"{dative} {own['datives'].get(area) or _bent(name, 'en')}"
        it = f"{accusative} {_bent(name, 'en' if gender in ('masculine', 'plural') else 'e')}"
        where, whither, whence = f"{before} {there}", f"{before} {it}", f"{away} {there}"
    else:
        where, whither, whence, it = f"{before} {name}", f"nach {name}", f"{away} {name}", name
    yield f"in_area.{area}", _drawn_together(where)
    yield f"to_area.{area}", _drawn_together(whither)
    yield f"from_area.{area}", _drawn_together(whence)
    yield f"the_area.{area}", it


def _bent(name: str, ending: str) -> str:
    """The name after an article: its adjectives change."""
    return _ADJECTIVE.sub(rf"\1{ending}", name)


def _drawn_together(text: str) -> str:
    """`in dem` becomes `im`."""
    for long, short in _DRAWN_TOGETHER.items():
        if text.startswith(f"{long} "):
            return short + text[len(long) :]
    return text
