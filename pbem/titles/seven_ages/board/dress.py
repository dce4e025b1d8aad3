"""How empires are drawn: the tincture of their player, a code of two letters, and the dress of their counters."""

from __future__ import annotations

from functools import cache
from typing import Any

from ....pages.board_api import Board, Scene
from ....pages.kit import coin, esc, thing, tincture
from ....pages.sheet_page import SheetPage
from ..cards import VOCABULARIES
from ..state import Seven

DRESSES = FULL, FRAMED, DOTTED = "va", "vb", "vc"
"""Full for a player's first colour, framed for the second, a dotted frame for any other (SA-first-4)."""


@cache
def codes(language: str) -> dict[str, str]:
    """Empire → two letters, different for each: the first one of its name, and one of the others."""
    names = VOCABULARIES["empire"]
    found: dict[str, str] = {}
    taken: set[str] = set()
    for ident in names:
        letters = [one for one in names.name(ident, language) if one.isalpha()]
        tails = [*letters[1:], *"abcdefghijklmnopqrstuvwxyz"]
        code = next(code for tail in tails if (code := letters[0] + tail.lower()) not in taken)
        taken.add(code)
        found[ident] = code
    return found


class Realms(Board[Seven]):
    """A position with the looks of its empires."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, Seven, __package__)
        self.over = scene.view["outcome"] is not None
        self.at_desk = scene.desk is not None
        self.there = self._there()
        """Area → empires with units in it, or that control it; the one that does comes first."""
        self.leaders: dict[str, list[str]] = {}
        """Area → leaders in it."""
        for empire in self.game.empires():
            for leader in empire.leaders:
                self.leaders.setdefault(leader.area, []).append(leader.id)
        self.page = SheetPage(self.words, {"money": self.money, "empire": self.labelled})

    def _there(self) -> dict[str, list[str]]:
        found = {area: [holder] for area, holder in self.game.control.items()}
        for empire in self.game.empires():
            for area in empire.stacks:
                if self.game.control.get(area) != empire.id:
                    found.setdefault(area, []).append(empire.id)
            for side in self.game.fight.sides if self.game.fight else ():
                here = found.setdefault(self.game.battle.area, [])
                if side.empire == empire.id and side.empire not in here:
                    here.append(side.empire)
        return found

    def name(self, slot: str, ident: Any) -> str:
        return self.words.name(slot, ident)

    def code(self, empire: str) -> str:
        return codes(self.words.language)[empire]

    def look(self, empire: str) -> str:
        """Class names: tincture and dress."""
        return f"p{self.tincture(empire)} {self.dress(empire)}"

    def tincture(self, empire: str) -> int:
        return tincture(self.game.owners[empire])

    def dress(self, empire: str) -> str:
        owner = self.game.players[self.game.owners[empire]]
        colour = owner.empires[empire].colour
        return DRESSES[owner.colours.index(colour) if colour in owner.colours else DRESSES.index(DOTTED)]

    def chip(self, empire: str, label: str = "") -> str:
        """The counter of an empire in a text or table; with a label where it stands alone."""
        seen = f'role="img" aria-label="{esc(label)}"' if label else 'aria-hidden="true"'
        return f'<span class="cn {self.look(empire)}" {seen}>{esc(self.code(empire))}</span>'

    def labelled(self, empire: str) -> str:
        """Counter and name; an empire that is no more has no counter."""
        chip = f"{self.chip(empire)} " if empire in self.game.owners else ""
        return f'<span class="nn">{chip}{esc(self.name("empire", empire))}</span>'

    def money(self, number: int) -> str:
        return coin(number, self.say("money_n", n=number))

    def player_thing(self, seat: int) -> str:
        return thing("player", self.scene.handles[seat]) if self.scene.handles else ""

    def named(self, slot: str, ident: str, text: str = "", owner: str = "") -> str:
        """A thing by its name, to be pointed at."""
        return f"<span{thing(slot, ident, owner)}>{esc(text or self.name(slot, ident))}</span>"
