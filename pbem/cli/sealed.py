"""For what came by mail: open a sealed hand or receipt, and say whose it is."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import Games, Json, Key, opening_key, own_campaign
from .exits import Exit
from .say import as_json, fail, said, speak, troubles

_LARGEST = 1 << 24


def open_(
    file: Annotated[Path, typer.Argument(help="A hand.age or receipt.age from a mail; - for standard input.")],
    key: Key,
    moderator: Annotated[
        Path | None, typer.Option("--moderator", help="The moderator's public key, if the game is not in your folder.")
    ] = None,
    games: Games = None,
    json: Json = False,
) -> None:
    """Open a hand or receipt that came by mail.

    It also checks that the moderator signed it: anybody can seal something to your public key, so `age -d` alone does
    not tell who wrote it. Where you have the game's folder, a hand must also belong to the last entry of the ledger.

    Examples:

        pbem open hand.age --key anna

        pbem open receipt.age --key anna --moderator moderator.pub

        pbem open - --key anna < hand.age
    """
    from ..campaign.errors import CampaignError, CampaignFault, phrase
    from ..campaign.player.player_view import strange
    from ..seals import documents
    from ..seals.keys import load_public
    from ..seals.sealing import unseal
    from ..storage import disk

    speak(games=games)
    with troubles():
        sealed = sys.stdin.buffer.read(_LARGEST) if str(file) == "-" else disk.read(file, _LARGEST)
        found = documents.read(unseal(sealed, opening_key(key)))
        of = found.of
        if of is None:
            raise CampaignError(CampaignFault.NOT_GENUINE, where=file.name, why=phrase("unsigned"))
        if moderator is not None:
            why = None if found.signed_by(load_public(moderator)) else phrase("no-seal")
        else:
            try:
                why = strange(own_campaign(games, of.game), found, of.player, of.kind)
            except CampaignError as error:
                if error.fault not in (CampaignFault.NO_GAME, CampaignFault.GAME_ID):
                    raise
                fail(said("open_whose", {"game": of.game}), Exit.NOT_FOUND)
        if why is not None:
            raise CampaignError(CampaignFault.NOT_GENUINE, where=file.name, why=why)
    if json:
        as_json({"of": of.data(), "text": found.text, "data": found.data})
        return
    typer.echo(said(f"opened_{of.kind}", {"game": of.game, "name": of.player, "entry_number": of.n}))
    typer.echo(found.text)


def register(app: typer.Typer) -> None:
    app.command(name="open", rich_help_panel="For players")(open_)
