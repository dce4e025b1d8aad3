"""The talk between `pbem play` and the people at its terminal."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import titles
from ..campaign.published.position_text import board, house_rules, moves
from ..orders.check import Checked, own_ask
from ..orders.errors import BadOrders
from ..sitting import saved_game
from ..storage import disk
from ..storage.errors import StorageError
from ..table import Answered, CannotUndo, Note, note_text, refusal_text
from .line_input import LineInput
from .say import console, language, said

if TYPE_CHECKING:
    from ..sitting.sitting import Sitting

MOST_ROWS = 30
"""Legal orders shown without being asked for."""
LAST_NOTES = 30
"""What `log` tells if it is not said how much."""
_SEVERAL = re.compile(r"""("[^"]*"|„[^“”"]*[“”"]|“[^”]*”|«[^»]*»)|;""")


class Leave(Exception):
    """The people have had enough."""


class Dialog:
    def __init__(self, sitting: Sitting, lines: LineInput) -> None:
        self.sitting, self.lines = sitting, lines
        names = [handle.capitalize() for handle in sitting.handles]
        self.words = titles.words(sitting.title, language(), names)
        self.console = console()
        self.here: int | None = None
        """The seat of the person at the keyboard."""
        self.heard = dict.fromkeys(sitting.people, max(0, len(sitting.notes) - LAST_NOTES))
        """By person, how many notes they have been told."""
        self.looked = dict.fromkeys(sitting.people, -1)
        """By person, how many inputs the table had when they were last asked; -1 before the first time."""
        self.commands: Mapping[str, Callable[[str], None]] = {
            "help": self._help,
            "board": self._board,
            "moves": self._moves,
            "log": self._log,
            "undo": self._undo,
            "standing": self._standing,
            "save": self._save,
            "quit": self._quit,
        }

    def name(self, seat: int) -> str:
        return self.words.name("player", seat)

    # ---- the course of it

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._welcome()
        while True:
            self.sitting.go_on()
            seat = self.sitting.asked
            if seat is None:
                break
            if len(self.sitting.people) > 1 and seat != self.here and not self._hand_over(seat):
                continue
            self.here = seat
            self._situation(seat)
            self._listen(seat)
        self._end()

    def _welcome(self) -> None:
        sitting = self.sitting
        name = sitting.title.names.get(language()) or sitting.title.names["en"]
        self.console.print(said("play.welcome", {"title": name, "seed": sitting.seed}), style="bold", markup=False)
        people = [self.name(seat) for seat in sitting.people]
        bots = [self.name(seat) for seat in range(len(sitting.handles)) if seat not in sitting.people]
        key = "play.alone" if len(people) == 1 else "play.hot_seat"
        self._say(said(key, {"who": self.words.join(people)}))
        if bots:
            bot = "play.bots" if sitting.has_bot else "play.random"
            self._say(said(bot, {"who": self.words.join(bots), "several": len(bots) > 1}))
        for rule in house_rules(sitting.title, sitting.options, self.words):
            self._say(self.words.say("house_rule", {"rule": rule}))
        self._say(said("play.begin"))

    def _hand_over(self, seat: int) -> bool:
        """A screen between two people. False if the one who answered last has taken that back."""
        before = self.here
        if before is not None:
            self.lines.wipe()
        if not self.lines.terminal:
            self.console.rule(characters="-")
        key = "play.hand_over" if before is None else "play.look_away"
        self._say(said(key, {"who": self.name(seat), "before": "" if before is None else self.name(before)}), "bold")
        while True:
            typed = " ".join(self.lines.read(f"{said('play.enter')} ", "between")).strip().casefold()
            if typed in ("quit", "/quit"):
                raise Leave
            if typed in ("undo", "/undo") and before is not None:
                if self._taken_back(before, seen=False):
                    self.here = None  # whoever typed that need not be the one whose answer it was
                    return False
                continue
            if typed:
                self._say(said("play.only_enter", {"who": self.name(seat)}))
                continue
            self.lines.wipe()
            self.looked[seat] = -1
            return True

    def _situation(self, seat: int) -> None:
        """The board if others have done something, what happened, and what is asked."""
        table, since = self.sitting.table, self.looked[seat]
        if since < 0 or any(isinstance(one, Answered) and one.seat != seat for one in table.inputs[since:]):
            self.console.print()
            self._board("")
        self.looked[seat] = table.place
        self._news(seat)
        self._question(seat, MOST_ROWS)

    def _news(self, seat: int) -> None:
        told = self._sentences(self.sitting.told(seat, self.heard[seat]))
        self.heard[seat] = len(self.sitting.notes)
        for sentence in told:
            self._tell(sentence)
        if told:
            self.console.print()

    def _sentences(self, notes: list[Note]) -> list[str]:
        return [note_text(note, self.words) for note in notes if f"note.{note.key}" in self.words]

    def _question(self, seat: int, most: int | None) -> None:
        """What is asked, and the legal orders; if there are very many, only the first."""
        asked = own_ask(self.sitting.table.asked(seat), seat)
        legal, hidden = asked["legal"], 0
        if most is not None and len(legal) > most:
            hidden = len(legal) - most
            asked = {**asked, "legal": legal[:most]}
        self.console.print(moves(self.sitting.title, asked, self.words))
        if hidden:
            self._say(said("play.more", {"count": hidden}), "dim")
        self.lines.offered = lambda: [*(one["order"] for one in legal), *self.commands]

    def _end(self) -> None:
        """The last board, for everybody."""
        self.console.print()
        only = self.sitting.people[0] if len(self.sitting.people) == 1 else None
        since = self.heard[only] if only is not None else min(self.heard.values())
        told = self._sentences(self.sitting.told(only, since))
        self.console.print(self._drawn(only))
        for sentence in told:
            self._tell(sentence)
        self._say(said("over"), "bold")

    def _drawn(self, seat: int | None) -> Any:
        return board(self.sitting.title, self.sitting.table.view(seat), self.words, seat)

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style, markup=False, soft_wrap=not self.lines.terminal)

    def _tell(self, sentence: str) -> None:
        """A sentence about what happened, on a terminal with a hanging indent."""
        self._fold(sentence, "· ", "  ")

    def _fold(self, text: str, first: str, below: str) -> None:
        room = self.console.width if self.lines.terminal else len(first) + len(text)
        folded = textwrap.fill(text, room, initial_indent=first, subsequent_indent=below)
        self.console.print(folded, markup=False, soft_wrap=True)

    # ---- what is typed

    def _listen(self, seat: int) -> None:
        """Read until something was answered."""
        before = len(self.sitting.given)
        while len(self.sitting.given) == before and self.sitting.asked == seat:
            typed = self.lines.read(f"{self.sitting.handles[seat]}> ", seat)
            if len(typed) == 1 and self._command(typed[0]):
                continue
            self._order(seat, "\n".join(_SEVERAL.sub(_apart, line) for line in typed))

    def _command(self, line: str) -> bool:
        """Whether a line is a command of ours, which is then done. An order that the question has comes first."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return True
        name = word.removeprefix("/").casefold()
        assert self.here is not None
        if name not in self.commands:
            return False
        if word == name and self._is_verb(name) and self.sitting.readable(self.here, line):
            return False
        self.commands[name](rest.strip())
        return True

    def _is_verb(self, name: str) -> bool:
        """Whether an order that the question has begins with the name of a command."""
        assert self.here is not None
        forms = self.sitting.table.pending[self.here].kind.forms
        return any(form.head.split()[0] == name for form in forms)

    def _order(self, seat: int, orders: str) -> None:
        """Hand orders to the table, and say what became of those that were not simply done."""
        try:
            lines = self.sitting.submit(seat, orders)
        except BadOrders as bad:
            lines = [Checked(one.line, one.text, "refused", refused=one.refused) for one in bad.faults]
        for one in lines:
            self._became(one, several=len(lines) > 1)

    def _became(self, one: Checked, several: bool) -> None:
        text = one.text.strip()
        if one.refused is not None:
            if several:
                self._say(f"{text}:")
            first, *rest = refusal_text(one.refused, self.words, one.text).split("\n")
            self._say(first, "red")
            for row in rest:
                self._say(row)
        elif one.why:
            self._say(said("play.skipped", {"line": text, "why": self.words.say(f"dropped.{one.why}")}), "yellow")
        elif one.result in ("reads", "unread", "kept"):
            self._say(said(f"play.{one.result}", {"line": one.order or text}), "yellow")
        elif one.order and one.order not in ("ask", text):
            self._say(f"= {one.order}", "dim")

    # ---- commands

    def _help(self, topic: str) -> None:
        assert self.here is not None
        if topic:
            self._rule(topic)
            return
        kind = self.sitting.table.pending[self.here].kind
        self._say(said("play.help_orders", {"forms": "\n  ".join(form.notation for form in kind.forms)}))
        self._say(said("play.help_language"))
        for name in self.commands:
            use = f"{'/' if self._is_verb(name) else ''}{said(f'play.use.{name}')}"
            self._fold(f"{use:14}{said(f'play.help.{name}')}", "  ", " " * 16)

    def _rule(self, ident: str) -> None:
        """A rule by its id, as the refusals name it."""
        text = titles.rule_text(self.sitting.title, ident, language())
        self._say(text or said("play.no_rule", {"rule": ident}))

    def _board(self, _: str) -> None:
        self.console.print(self._drawn(self.here))

    def _moves(self, _: str) -> None:
        assert self.here is not None
        self._question(self.here, None)

    def _log(self, count: str) -> None:
        if count and not (count.isascii() and count.isdigit() and int(count) > 0):
            self._say(said("play.log_count", {"found": count}))
            return
        told = self._sentences(self.sitting.told(self.here))
        for sentence in told[-int(count or LAST_NOTES) :]:
            self._tell(sentence)

    def _undo(self, _: str) -> None:
        assert self.here is not None
        self._taken_back(self.here)

    def _taken_back(self, seat: int, seen: bool = True) -> bool:
        """Whether an answer could be taken back; what it was is said only to the one who gave it."""
        try:
            order = self.sitting.undo(seat)
        except CannotUndo:
            self._say(said("play.no_undo"), "yellow")
            return False
        total = len(self.sitting.notes)
        self.heard = {one: min(count, total) for one, count in self.heard.items()}
        self.looked = {one: min(count, self.sitting.table.place) for one, count in self.looked.items()}
        self._say(said("play.undone", {"order": order}) if seen else said("play.undone_by", {"who": self.name(seat)}))
        return True

    def _standing(self, _: str) -> None:
        assert self.here is not None
        agenda = self.sitting.agendas[self.here]
        for key, lines in (("waiting", agenda.queue), ("standing", agenda.standing)):
            if lines:
                self._say(said(key))
            for one in lines:
                self._say(f"  {one.text}")
        if not agenda.queue and not agenda.standing:
            self._say(said("nothing_ahead"))

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else None
        if path is None:
            self._say(said("play.save_where"))
        elif path.is_dir() or not path.absolute().parent.is_dir() or (path.exists() and not path.is_file()):
            self._say(said("play.save_not_here", {"file": path}), "red")
        elif path.exists() and not saved_game.is_saved_game(path):
            self._say(said("play.save_other", {"file": path}), "red")
        else:
            try:
                beside = f".{path.name}.{os.getpid()}"
                disk.write_whole(path, saved_game.written(self.sitting, language()), beside=beside)
            except StorageError as fault:
                self._say(fault.say(language()), "red")
                return
            self._say(said("play.saved", {"file": path}))

    def _quit(self, _: str) -> None:
        raise Leave


def _apart(found: re.Match[str]) -> str:
    """`a; b` as two lines; a semicolon in quotes is part of a name."""
    return found[1] or "\n"
