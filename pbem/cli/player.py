"""Commands of a player: keygen, join, moves, order, check, standing, undo, vote, key, receipts."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    As,
    Game,
    Games,
    Json,
    Key,
    Language,
    campaign,
    opening_key,
    own_campaign,
    passphrase,
    private_key,
    show,
)
from .exits import Exit
from .rehearsing import nothing_asked, sure, told_check
from .say import as_json, echo, fail, said, speak_of, troubles, words_of
from .targets import file_to_write

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign
    from ..seals.signed import SignedMove

Clear = Annotated[bool, typer.Option("--clear", help="Do not seal; only for a private way to the moderator.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write the block to this file, or print it (`-`).")]


def keygen(
    file: Annotated[Path | None, typer.Argument(help="Where to put the key; FILE.pub gets the public half.")] = None,
    moderator: Annotated[bool, typer.Option("--moderator", help="Make the moderator's key in the key folder.")] = False,
    comment: Annotated[str, typer.Option(help="A comment stored in the public key.")] = "pbem",
    lock: Annotated[bool, typer.Option("--passphrase", help="Lock the key with a passphrase.")] = False,
) -> None:
    """Make a game key (OpenSSH ed25519).

    Any ssh-ed25519 key that you already have will do as well.

    Examples:

        pbem keygen anna

        pbem keygen ~/.ssh/pbem --passphrase --comment "Anna at home"

        pbem keygen --moderator
    """
    from ..seals import moderator_key as moderators
    from ..seals.keys import generate
    from ..storage.disk import make_folder

    with troubles():
        word = (
            typer.prompt(said("keygen.passphrase"), hide_input=True, confirmation_prompt=True, err=True)
            if lock
            else None
        )
        if moderator:
            made = moderators.create(passphrase=word).public
            where = moderators.key_folder() / moderators.NAME
        else:
            where = file_to_write(file) if file else moderators.key_folder().parent / "game_key"
            if file is None:
                make_folder(where.parent)
            made = generate(where, comment, word).public
    typer.echo(said("keygen.private", {"file": where}))
    typer.echo(said("keygen.public_moderator" if moderator else "keygen.public", {"file": f"{where}.pub"}))
    typer.echo(made.fingerprint)


def join(game: Game, player: As, key: Key, games: Games = None, clear: Clear = False, out: Out = None) -> None:
    """Sign the terms of a game, and so join it.

    You sign the genesis: seats, options and the commitment to all chance. Play starts when every seat has signed.

    Example:

        pbem join duel-42 --as anna --key anna
    """
    from ..campaign.player.player_view import write_move
    from ..campaign.published.position_text import remarks

    with troubles():
        found = own_campaign(games, game)
        check_out(out)
        written = write_move(found, player, "join\n", private_key(key))
        speak_of(found)
        for remark in remarks(found.title, found.genesis.options, found.genesis.fork, words_of(found)):
            typer.echo(remark, err=True)
        send(found, written, clear, out)


def moves(game: Game, player: As, key: Key, games: Games = None, language: Language = None, json: Json = False) -> None:
    """List the legal orders in groups, with what each costs.

    Examples:

        pbem moves duel-42 --as anna --key anna

        pbem moves duel-42 --as anna --key anna --language de
    """
    from ..campaign.player.player_view import open_hand
    from ..campaign.published.position_text import moves as spoken

    with troubles():
        found = own_campaign(games, game)
        speak_of(found, language)
        ask = open_hand(found, player, opening_key(key)).ask
        if json:
            as_json(ask)
        elif ask is None:
            typer.echo(nothing_asked(found))
        else:
            show(spoken(found.title, ask, words_of(found)))


def order(
    game: Game,
    player: As,
    key: Key,
    orders: Annotated[list[str] | None, typer.Argument(help="One order each; else from --file or stdin.")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="A file with one order a line.")] = None,
    games: Games = None,
    clear: Clear = False,
    out: Out = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Send it even if the check finds a fault.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Sign without asking, even if no open question is answered.")
    ] = False,
) -> None:
    """Check, sign, seal and send your orders.

    They are written into a move file, which goes into the game's inbox.

    Examples:

        pbem order duel-42 --as anna --key anna "build baths"

        pbem order duel-42 --as anna --key anna "wonder sphinx with tavern" "try build press or discard press"

        pbem order duel-42 --as anna --key anna "once on play_card if taken(press): build glassworks"

        pbem order duel-42 --as anna --key anna --file turn.txt --out move.txt
    """
    from ..campaign.errors import CampaignError, CampaignFault
    from ..campaign.player.player_view import check_key, open_hand, write_move

    with troubles():
        found = own_campaign(games, game)
        check_out(out)
        text = "".join(f"{one}\n" for one in orders) if orders else _read_orders(file)
        signing = private_key(key)
        check_key(found, player, signing)
        if not _of_every_game(text):
            hand = None
            try:
                hand = open_hand(found, player, signing) if _begun(found) else None
            except CampaignError as error:
                if error.fault is not CampaignFault.HAND_FOR_AGE:
                    raise
                typer.echo(said("words_alone"), err=True)
            if not _begun(found):
                typer.echo(said("too_early", {"who": ", ".join(found.position["waiting"])}), err=True)
            good, rehearsal = told_check(found, player, text, hand)
            if not good and not anyway:
                fail(said("not_sent"), Exit.FAILED)
            if good and rehearsal.answers is False and not (yes or anyway):
                sure(found, rehearsal.owed)
        send(found, write_move(found, player, text, signing), clear, out)


def _of_every_game(orders: str) -> bool:
    """Whether the orders are one that no title has, such as `undo`: there is nothing to rehearse."""
    from ..campaign.running.submission import ABOUT_THE_SEAT

    return orders.split(None, 1)[:1] in ([word] for word in ABOUT_THE_SEAT)


def _begun(found: "Campaign") -> bool:
    return bool(found.position["begun"])


def _read_orders(file: Path | None) -> str:
    if file is not None and str(file) != "-":
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else said("not_utf8")
            fail(said("unreadable", {"file": file, "why": why}), Exit.NOT_FOUND)
    if sys.stdin.isatty():
        typer.echo(said("write_orders"), err=True)
    return sys.stdin.read()


def check_out(out: Path | None) -> None:
    """Called before asking for a passphrase or orders."""
    if out is not None and str(out) != "-":
        file_to_write(out)


def send(found: "Campaign", move: "SignedMove", clear: bool, out: Path | None) -> None:
    from ..campaign.player.player_view import block, post
    from ..storage import disk

    text = block(found, move, clear)
    if out is None:
        typer.echo(said("posted", {"file": post(found, text)}))
    elif str(out) == "-":
        sys.stdout.write(text)
    else:
        target = file_to_write(out)
        disk.write_whole(target, text.encode(), beside=f".{target.name}.{os.getpid()}")
        typer.echo(said("signed", {"file": out}))


def standing(game: Game, player: As, key: Key, games: Games = None, json: Json = False) -> None:
    """List your waiting lines and standing orders.

    `pbem order GAME … "clear standing"` drops the standing orders; a file with new lines replaces
    those that wait.

    Example:

        pbem standing duel-42 --as anna --key anna
    """
    from ..campaign.player.player_view import open_hand

    with troubles():
        ordered = open_hand(own_campaign(games, game), player, opening_key(key)).ordered
    if json:
        as_json(ordered)
        return
    for title, lines in (("waiting", ordered["queue"]), ("standing", ordered["standing"])):
        if lines:
            typer.echo(said(title))
        for line in lines:
            typer.echo(f"  {line['text']}")
    if not ordered["queue"] and not ordered["standing"]:
        typer.echo(said("nothing_ahead"))


def undo(
    game: Game,
    player: As,
    key: Key,
    count: Annotated[str, typer.Argument(help="How many answers, or `all` for as many as possible.")] = "1",
    games: Games = None,
    clear: Clear = False,
    out: Out = None,
) -> None:
    """Take back your last answers of this turn.

    That is possible until a die is thrown, a card is shown, or somebody else answers.

    Examples:

        pbem undo duel-42 --as anna --key anna

        pbem undo duel-42 --as anna --key anna 3

        pbem undo duel-42 --as anna --key anna all
    """
    from ..campaign.acts import going_back
    from ..campaign.player.player_view import write_move

    with troubles():
        found = own_campaign(games, game)
        check_out(out)
        text = f"undo {count}\n" if count != "1" else "undo\n"
        going_back.wanted(text)
        send(found, write_move(found, player, text, private_key(key)), clear, out)


def vote(
    game: Game,
    choice: Annotated[
        str | None, typer.Argument(metavar="[yes|no]", help="Your vote; leave it out to see what is being voted on.")
    ] = None,
    motion: Annotated[
        list[str] | None,
        typer.Argument(help="pause, resume, extend 2d, undo 12:3, draw, concede ANNA, end, replace BEN."),
    ] = None,
    player: Annotated[str | None, typer.Option("--as", help="Your handle.")] = None,
    key: Annotated[Path | None, typer.Option("--key", help="Your private key.")] = None,
    games: Games = None,
    clear: Clear = False,
    out: Out = None,
) -> None:
    """Vote on a motion, or see what is being voted on.

    The first yes proposes the motion.

    Examples:

        pbem vote duel-42

        pbem vote duel-42 yes extend 2d --as anna --key anna

        pbem vote duel-42 no draw --as ben --key ben
    """
    from ..campaign.acts import vote as votes
    from ..campaign.match import Match
    from ..campaign.player.player_view import write_move

    with troubles():
        found = own_campaign(games, game)
        if choice is None:
            motions = found.position.get("motions", [])
            for one in motions:
                typer.echo(said("motion", {"yes": 0, "no": 0, "cast": 0, **one}))
            if not motions:
                typer.echo(said("no_motion"))
            return
        if player is None or key is None:
            fail(said("vote_whole"), Exit.USAGE)
        check_out(out)
        text = f"vote {' '.join([choice, *(motion or ())])}\n"
        on = votes.read(Match.begin(found.genesis, found.genesis_digest, None), text)[1]
        votes.check(Match.begin(found.genesis, found.genesis_digest, None), found.seat(player), on)
        send(found, write_move(found, player, text, private_key(key)), clear, out)


def key(
    game: Game,
    player: As,
    new: Annotated[Path, typer.Option("--new", help="The public half of the new key.")],
    key: Annotated[Path | None, typer.Option("--key", help="The key in use now; it signs the change.")] = None,
    moderator: Annotated[
        bool, typer.Option("--moderator", help="Change it as the moderator, for a lost key or a new player.")
    ] = False,
    name: Annotated[
        str | None, typer.Option("--name", help="With --moderator: who plays the seat from now on.")
    ] = None,
    recipient: Annotated[str | None, typer.Option("--recipient", help="Seal hands to this age1… recipient.")] = None,
    games: Games = None,
) -> None:
    """Change the key of a seat.

    The old key is void from the entry that records the change.

    Examples:

        pbem key duel-42 --as anna --key anna --new anna2.pub

        pbem key duel-42 --as anna --new carl.pub --moderator --name Carl
    """
    from ..campaign.agreement.genesis import Seat, spoken
    from ..campaign.clock import deadlines
    from ..campaign.player.player_view import write_move
    from ..campaign.running import decisions
    from ..campaign.running.create import opened
    from ..seals.keys import PublicKey, load_public
    from ..seals.moderator_key import load
    from ..seals.recipients import parse_age

    if (key is None) != moderator:
        fail(said("key_or_moderator"), Exit.USAGE)
    with troubles():
        found = campaign(games, game) if moderator else own_campaign(games, game)
        seat = found.seat(player)
        public = PublicKey(load_public(new).raw)
        age = parse_age(recipient, "--recipient") if recipient else None
        if moderator:
            called = spoken(Seat(player, name, public)) if name else None
            with opened(found.folder, load(ask=passphrase), wait=5) as keeper:
                decisions.hand_over(keeper, seat, public.line, age, called, deadlines.now())
                keeper.publish()
            typer.echo(said("new_key", {"key": public.fingerprint, "name": player}))
            return
        assert key is not None
        text = f"key {public.line} {age or ''}".rstrip() + "\n"
        send(found, write_move(found, player, text, private_key(key)), clear=False, out=None)


def receipts(
    game: Game,
    player: As,
    key: Key,
    games: Games = None,
    last: Annotated[int, typer.Option(min=1, help="How many, counted from the newest.")] = 3,
    json: Json = False,
) -> None:
    """Show what became of the files you sent.

    Example:

        pbem receipts duel-42 --as anna --key anna --last 1
    """
    from ..campaign.player.player_view import open_receipts

    with troubles():
        found, forged = open_receipts(own_campaign(games, game), player, opening_key(key))
    for name in forged:
        typer.echo(said("forged_receipt", {"file": name}), err=True)
    if json:
        as_json([data for _, data in found[-last:]])
        return
    for text, data in found[-last:]:
        echo(f"{data['at']}  {said('result.' + data['result'])}\n{text}\n")


def register(app: typer.Typer) -> None:
    for command in (keygen, join, moves, order, standing, undo, vote, key, receipts):
        app.command(rich_help_panel="For players")(command)
