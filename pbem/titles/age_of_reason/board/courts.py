"""How nations are drawn: a disc with the tincture of whoever leads them, and a letter of their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ....pages.kit import TINCTURES, coin, esc, thing, tincture
from ....pages.sheet_page import SheetPage
from ....table import Words
from ... import resources
from ..atlas import NATIONS
from ..state import Reason

RADIUS = 16.5


@cache
def sentences(language: str) -> dict[str, str]:
    loaded: dict[str, str] = resources.read(__package__, f"words/{language}.yaml")
    return loaded


def board_words(words: Words, players: tuple[str, ...]) -> Words:
    """The sentences that only the board uses, together with those of the title."""
    return Words(words.language, {**words.sentences, **sentences(words.language)}, words.vocabularies, players)


def tinctures(game: Reason) -> dict[str, int]:
    """A nation has the tincture of its player, as crests and charts do; the others share what is left."""
    found = {one.nation: tincture(seat) for seat, one in enumerate(game.players) if one.nation}
    left = [n for n in range(1, TINCTURES + 1) if n not in found.values()]
    return found | dict(zip((nation for nation in NATIONS if nation not in found), left, strict=True))


class Courts:
    """The nations of one game."""

    def __init__(self, words: Words, led: Mapping[str, int], tinctures: Mapping[str, int]) -> None:
        self.words, self.led, self.tinctures = words, led, tinctures

    def name(self, nation: str) -> str:
        return self.words.name("nation", nation)

    def letter(self, nation: str) -> str:
        return self.words.name("letter", nation)

    def player(self, nation: str) -> str:
        seat = self.led.get(nation)
        return self.words.say("no_player") if seat is None else self.words.name("player", seat)

    def kind(self, nation: str) -> str:
        """Class names: the tincture, and whether the disc is only outlined."""
        return f"p{self.tinctures[nation]}{'' if nation in self.led else ' un'}"

    def _fill(self, nation: str) -> str:
        return f"url(#h{self.tinctures[nation]})" if nation in self.led else "var(--leaf)"

    def disc(self, nation: str, size: str = "", labelled: bool = False) -> str:
        """The disc in a text or table."""
        seen = f'role="img" aria-label="{esc(self.name(nation))}"' if labelled else 'aria-hidden="true"'
        return (
            f'<svg class="nd {self.kind(nation)}{size}" viewBox="0 0 24 24" {seen}>'
            f'<circle class="o" cx="12" cy="12" r="11" fill="{self._fill(nation)}"/><circle class="m" cx="12" cy="12"'
            f' r="7"/><text x="12" y="16.2">{esc(self.letter(nation))}</text></svg>'
        )

    def on_map(self, nation: str, number: int, x: float, y: float, said: str, region: str) -> str:
        """The disc on the plate of a region, with the number of discs after the letter; in the key it is no thing."""
        shown = f"{self.letter(nation)}{number if number > 1 else ''}"
        where = self.words.say("disc_in", {"disc": said, "region": region}) if region else ""
        marks = thing("nation", nation, region, where) if region else ""
        return (
            f'<g class="dsc {self.kind(nation)}"{marks}><title>{esc(said)}</title>'
            f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{self._fill(nation)}"/><circle class="m" cx="{x:g}"'
            f' cy="{y:g}" r="11.5"/><text x="{x:g}" y="{y + 5:g}">{esc(shown)}</text></g>'
        )

    def who(self, nation: str) -> str:
        """Disc, name and player on two lines."""
        return (
            f'{self.disc(nation, " big")}<span><b class="name">{esc(self.name(nation))}</b><br>'
            f'<span class="dim small">{esc(self.player(nation))}</span></span>'
        )

    def labelled(self, nation: str) -> str:
        """Disc and name on one line."""
        return f'<span class="nn">{self.disc(nation)} {esc(self.name(nation))}</span>'

    def page(self) -> SheetPage:
        """Draws tables in which nations are discs, gold is coins, and markers have the ids that orders use."""

        def gold(number: int) -> str:
            return coin(number, self.words.say("gold_n", {"n": number}))

        return SheetPage(
            self.words, {"nation": self.labelled, "gold": gold, "marker": lambda one: f"<code>{one}</code>"}
        )
