"""The signs of the map: terrain, resources, seals, and the cartouche that explains them."""

from __future__ import annotations

from ....pages.kit import esc
from ..atlas import CITY_LEVELS, FORT_DEFENCE
from ..gloss import ROMAN, printed
from ..sheet import age_of, where
from .dress import FULL, Realms, codes

TEXTURES = {
    "fertile": "M4 9V5M6 9V3.5M8 9V5M15 19v-4M17 19v-5.5M19 19v-4",
    "plains": "M3 7h6M14 17h6",
    "forest": "M6 3 3 9h6zM17 13l-3 6h6z",
    "jungle": "M4 9c0-4 2-6 6-6 0 4-2 6-6 6zM15 19c0-4 2-6 6-6 0 4-2 6-6 6z",
    "mountain": "M2 10l4.5-7L11 10M12 20l4.5-7 4.5 7",
    "desert": "M4 5v.01M11 9v.01M18 4v.01M6 15v.01M15 17v.01M20 12v.01",
    "marsh": "M2 6h8M4 9h8M13 16h8M15 19h6",
    "tundra": "M4 6h5M6.5 3.5v5M15 17h5M17.5 14.5v5",
}
SIGNS = {"wheat": "food", "oil": "drop", "elephant": "elephant"}
"""Resource → sign."""
SEALS = {"fort": "", "leader": "", "monument": "", "war": " un"}
"""Signs of fort, leader, artifact and unrest, with what is added to their classes."""


def patterns() -> str:
    return "".join(
        f'<pattern id="t-{terrain}" width="24" height="22" patternUnits="userSpaceOnUse"><path class="tx" d="{drawn}"/>'
        "</pattern>"
        for terrain, drawn in TEXTURES.items()
    )


def seal_forms() -> str:
    """Small discs with a sign: 25 wide; longer ones, 40 wide, with the level of a city."""
    discs = (
        f'<g id="s-{sign}" class="sg{more}"><circle cx="12.5" r="12"/>'
        f'<use href="#i-{sign}" x="4.5" y="-8" width="16" height="16"/></g>'
        for sign, more in SEALS.items()
    )
    cities = (
        f'<g id="s-{sign}{level}" class="sg"><rect x="1" y="-12" width="38" height="24" rx="12"/>'
        f'<use href="#i-{sign}" x="5" y="-8" width="16" height="16"/><text x="30" y="7">{level}</text></g>'
        for sign in ("capital", "city")
        for level in CITY_LEVELS
    )
    return "".join([*discs, *cities])


def placed(sign: str, x: int, y: int) -> str:
    """A seal, by the left end of its middle line."""
    return f'<use href="#s-{sign}" x="{x}" y="{y}"/>'


def cartouche(realms: Realms) -> str:
    """The turn, and what the signs mean."""
    game, words = realms.game, realms.words
    parts = []
    for n, terrain in enumerate(TEXTURES):
        x, y = 200 + 210 * (n // 4), 22 + 31 * (n % 4)
        parts.append(
            f'<rect class="sw" x="{x}" y="{y}" width="38" height="22"/><path d="M{x} {y}h38v22h-38z"'
            f' fill="url(#t-{terrain})"/><text class="cl" x="{x + 46}" y="{y + 18}">'
            f"{esc(printed(terrain, words))}</text>"
        )
    code = next(iter(codes(words.language).values()))
    units = f'<use href="#{FULL}56" x="-28" y="-16"/><text x="-1" y="6">{esc(code)}3</text>'
    signs = [
        (f'<g class="tl p1" fill="url(#h1)">{units}</g>', "key_units"),
        (placed("capital3", -20, 0), "key_capital"),
        (placed("city1", -20, 0), "key_city"),
        (placed("fort", -12, 0), "key_fort"),
        (placed("leader", -12, 0), "key_leader"),
        (placed("monument", -12, 0), "key_artifact"),
        (placed("war", -12, 0), "key_unrest"),
        (
            "".join(
                f'<use class="rs" href="#i-{sign}" x="{-30 + 20 * n}" y="-10" width="19" height="19"/>'
                for n, sign in enumerate(SIGNS.values())
            ),
            "key_resources",
        ),
        ('<path class="river" d="M-30 2q7-8 14 0t14 0t14 0t14 0"/>', "key_river"),
        ('<path class="strait" d="M-26 0h50"/>', "key_strait"),
        ('<path class="sl" d="M-28 0h56"/>', "key_sea"),
        ('<path class="shut" d="M-26 0h50"/>', "key_closed"),
    ]
    for n, (sign, key) in enumerate(signs):
        x, y = 660 + 318 * (n // 4), 33 + 31 * (n % 4)
        told = words.say(key, {"defence": FORT_DEFENCE})
        parts.append(f'<g transform="translate({x} {y})">{sign}<text class="cl" x="38" y="7">{esc(told)}</text></g>')
    age = words.say("in_age", {"age": ROMAN[age_of(game)]}) if game.owners else ""
    return (
        '<g class="cart" transform="translate(524 1224)"><rect width="1586" height="164" rx="4"/><rect x="6" y="6"'
        f' width="1574" height="152" rx="2" class="in"/><text class="ct" x="96" y="{72 if age else 92}">'
        f'{esc(where(game, words))}</text><text class="cs" x="96" y="102">{esc(age)}</text>'
        f'<path class="rl" d="M180 22v120"/>{"".join(parts)}</g>'
    )
