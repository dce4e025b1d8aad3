"""Everything that the moderator's key opens of a game: for the moderator who has to find out what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from pbem.seals.errors import SealError
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import read_signed
from pbem.table.state_json import to_json
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import printable

from ...storage import disk
from ...storage.errors import StorageError
from ..campaign import INBOX
from ..clock import deadlines
from ..movefile import MoveFileError, parse
from .checkpoint import private_folder
from .create import opened
from .run import LARGEST, inbox_files
from .trouble import FOLDER as TROUBLE
from .writer import CampaignWriter


@dataclass(slots=True)
class Inspection:
    game: str
    n: int
    head: str
    at: str
    state: Any
    """The whole position, hidden things included; None before play begins."""
    views: list[Any]
    """By seat, what it may see."""
    asked: list[dict[str, Any]]
    """What is asked, with the legal answers."""
    ahead: dict[str, list[str]]
    """By player, what was ordered ahead: lines that wait, then standing orders."""
    hidden: list[dict[str, Any]] = field(default_factory=list)
    """Answers that were given and are not public: entry, player, order, until when."""
    inbox: list[dict[str, Any]] = field(default_factory=list)
    """Files that wait: name, player, orders; or what is wrong with them."""
    votes: list[dict[str, Any]] = field(default_factory=list)
    """How each has voted on what is not decided yet, secretly or not: motion, player, whether it is a yes."""
    aside: list[str] = field(default_factory=list)
    """Files that the program failed on."""
    due: str | None = None

    def data(self) -> Mapping[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def inspect(folder: Path, moderator: Moderator, wait: float = 0.0) -> Inspection:
    with opened(folder, moderator, wait) as keeper:
        match, table = keeper.match, keeper.match.table
        handles = keeper.genesis.handles
        found = Inspection(
            keeper.genesis.game,
            match.n,
            match.head,
            match.at,
            to_json(table.state) if table else None,
            [table.view(seat) for seat in range(len(handles))] if table else [],
            [ask.data(handles) for ask in table.pending.values()] if table else [],
            {
                handle: [*(one.text for one in agenda.queue), *(one.text for one in agenda.standing)]
                for handle, agenda in zip(handles, match.ahead.agendas, strict=True)
            },
            inbox=[_file(paths, moderator) for paths in inbox_files(folder / INBOX)],
            due=deadlines.due(match),
        )
        found.hidden = _hidden(keeper)
        found.votes = [
            {"motion": called, "player": handles[seat], "yes": yes}
            for called, motion in match.seats.motions.items()
            for seat, yes in motion.votes.items()
        ]
        aside = private_folder(keeper.genesis) / TROUBLE
        found.aside = sorted(str(one) for one in aside.glob("*") if one.suffix != ".why") if aside.is_dir() else []
        return found


def _hidden(keeper: CampaignWriter) -> list[dict[str, Any]]:
    """Answers that entries keep sealed, with those of a Together that wait for the others."""
    match = keeper.match
    entries = keeper.campaign.some(set(match.sealed.veiled))
    found = []
    for n, sealed in match.sealed.veiled.items():
        for place, one in sealed.hidden.items():
            player = entries[n]["answers"][place]["player"]
            found.append({"entry": n, "player": player, "order": one.order, "until": one.until})
    return found


def _file(paths: tuple[Path, ...], moderator: Moderator) -> dict[str, Any]:
    name = printable(paths[0].name)  # whoever puts a file there also names it
    try:
        data, *beside = (disk.read(path, LARGEST) for path in paths)
        file = parse(read_signed(data, beside[0] if beside else None, moderator.open).payload)
    except (SealError, MoveFileError, StorageError) as error:
        return {"name": name, "wrong": str(error)}
    return {"name": name, "player": file.player, "orders": file.orders.strip("\n").split("\n")}
