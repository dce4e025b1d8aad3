"""Commands of a player: keygen, join, moves, order, check, key, receipts."""

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
)  # fmt: skip
from .exits import Exit
from .say import as_json, fail, said, speak, speak_of, troubles, words_of
from .say import language as own_language
from .targets import file_to_write

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign
    from ..campaign.errors import CampaignError
    from ..campaign.player_view import Hand
    from ..orders.check import Checked
    from ..seals.signed import SignedMove

Clear = Annotated[bool, typer.Option("--clear", help="Do not seal: the way to the moderator is private.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write the block here (`-`: print it) instead of the inbox.")]


def keygen(
    file: Annotated[Path | None, typer.Argument(help="Where to put the key; FILE.pub gets the public half.")] = None,
    moderator: Annotated[bool, typer.Option("--moderator", help="Make the moderator's key in the key folder.")] = False,
    comment: Annotated[str, typer.Option(help="A word about the key, stands in the public half.")] = "pbem",
    lock: Annotated[bool, typer.Option("--passphrase", help="Lock the key with a passphrase.")] = False,
) -> None:
    """Make a game key (OpenSSH ed25519). Any ssh-ed25519 key that you have will do as well.

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
    """Sign the genesis: seats, options and the commitment. Play starts when every seat has.

    Example:

        pbem join duel-42 --as anna --key anna
    """
    from ..campaign.player_view import write_move

    with troubles():
        found = own_campaign(games, game)
        _check_out(out)
        _send(found, write_move(found, player, "join\n", private_key(key)), clear, out)


def moves(game: Game, player: As, key: Key, games: Games = None, language: Language = None, json: Json = False) -> None:
    """The legal orders, grouped, with what each would cost.

    Examples:

        pbem moves duel-42 --as anna --key anna

        pbem moves duel-42 --as anna --key anna --language de
    """
    from ..campaign.player_view import open_hand
    from ..campaign.position_text import moves as spoken

    with troubles():
        found = own_campaign(games, game)
        speak_of(found, language)
        ask = open_hand(found, player, opening_key(key)).ask
        if json:
            as_json(ask)
        elif ask is None:
            typer.echo(_nothing_asked(found))
        else:
            show(spoken(found.title, ask, words_of(found)))


def _nothing_asked(found: "Campaign") -> str:
    position = found.position
    if position["over"]:
        return said("over")
    return said("not_asked", {"waiting": ", ".join(position["waiting"] or ())})


def order(
    game: Game,
    player: As,
    key: Key,
    orders: Annotated[list[str] | None, typer.Argument(help="One order each; none: read from --file or stdin.")] = None,
    file: Annotated[Path | None, typer.Option("--file", help="A file with one order a line.")] = None,
    games: Games = None,
    clear: Clear = False,
    out: Out = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Send it even if the check finds a fault.")] = False,
) -> None:
    """Check orders, write them into a move file, sign it, seal it, and put it into the inbox.

    Examples:

        pbem order duel-42 --as anna --key anna "build baths"

        pbem order duel-42 --as anna --key anna "wonder sphinx with tavern" "try build press or discard press"

        pbem order duel-42 --as anna --key anna "once on play_card if taken(press): build glassworks"

        pbem order duel-42 --as anna --key anna --file turn.txt --out move.txt
    """
    from ..campaign.errors import CampaignError, CampaignFault
    from ..campaign.player_view import check_key, open_hand, write_move

    with troubles():
        found = own_campaign(games, game)
        _check_out(out)
        text = "".join(f"{one}\n" for one in orders) if orders else _read_orders(file)
        signing = private_key(key)
        check_key(found, player, signing)
        if text.split(None, 1)[:1] not in (["join"], ["key"]):
            hand = None
            try:
                hand = open_hand(found, player, signing) if _begun(found) else None
            except CampaignError as error:
                if error.fault is not CampaignFault.HAND_FOR_AGE:
                    raise
                typer.echo(said("words_alone"), err=True)
            if not _begun(found):
                typer.echo(said("too_early", {"who": ", ".join(found.position["waiting"])}), err=True)
            good = _check(found, player, text, hand)
            if not good and not anyway:
                fail(said("not_sent"), Exit.FAILED)
        _send(found, write_move(found, player, text, signing), clear, out)


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


def _check_out(out: Path | None) -> None:
    """Before a passphrase or orders are asked for."""
    if out is not None and str(out) != "-":
        file_to_write(out)


def _send(found: "Campaign", move: "SignedMove", clear: bool, out: Path | None) -> None:
    from ..campaign.player_view import block, post
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


def check(
    file: Annotated[Path, typer.Argument(help="A move file, signed or not, or a move block.")],
    key: Annotated[
        Path | None, typer.Option("--key", help="Your key: opens the hand, so that legality is known.")
    ] = None,
    games: Games = None,
    json: Json = False,
) -> None:
    """Check a move file as `order` does, without sending. With the key it sees what the player sees.

    Examples:

        pbem check turn.yaml --key anna

        pbem check turn.yaml
    """
    from ..campaign.movefile import parse
    from ..campaign.player_view import open_hand, too_late
    from ..seals.errors import SealError
    from ..seals.signed import read_signed
    from ..storage import disk

    speak(games=games)
    with troubles():
        data = disk.read(file, 1 << 20)
        beside = file.with_name(file.name + ".sig")
        detached = disk.read(beside, 1 << 20) if beside.is_file() else None
        payload = data
        try:
            signed = read_signed(data, detached)
            payload = signed.payload
        except SealError as error:
            if error.fault not in ("signed-absent", "block-absent"):
                raise
            signed = None
        move = parse(payload)
        found = own_campaign(games, move.game)
        seat = found.seat(move.player)
        if signed is not None:
            signed.verify(found.seats[seat].key)
        hand = open_hand(found, move.player, opening_key(key)) if key is not None else None
        late = too_late(found, move)
        good = _check(
            found, move.player, move.orders, hand, json=json, signed=signed is not None, late=late, window=move.window
        )
    if not good:
        raise typer.Exit(int(Exit.FAILED))


def _check(
    found: "Campaign",
    player: str,
    orders: str,
    hand: "Hand | None",
    json: bool = False,
    signed: bool = False,
    late: "CampaignError | None" = None,
    window: str | None = None,
) -> bool:
    from ..orders.check import RESULTS, check_orders

    seen = hand.data() if hand else None
    rehearsal = check_orders(found.title, found.players, found.seat(player), orders, seen, window)
    good = rehearsal.good and late is None
    lines = [_line(found, one) for one in rehearsal.lines]
    asked = hand is not None and hand.ask is not None
    if json:
        data = {"ok": good, "signed": signed, "asked": asked, "certain": rehearsal.certain, "lines": lines,
                "fault": late and str(late.fault)}  # fmt: skip
        as_json(data)
        return good
    width = max(8, *(len(said(f"check.{one}")) for one in RESULTS))
    for shown in lines:
        typer.echo(f"{said('check.' + str(shown['result'])):>{width}}  {shown['number']}: {shown['text']}")
        if shown["order"] and shown["order"] != shown["text"]:
            typer.echo(f"{'':{width}}  {shown['order']}")
        for row in str(shown["message"] or "").split("\n"):
            if row:
                typer.echo(f"{'':{width}}  {row}")
    if late is not None:
        typer.echo(late.say(own_language()), err=True)
    if not lines:
        typer.echo(said("no_order"), err=True)
    elif rehearsal.good and hand is not None and not asked:
        typer.echo(f"{_nothing_asked(found)} {said('kept_until')}", err=True)
    elif rehearsal.open_from is not None and asked:
        typer.echo(said("certain", {"certain": rehearsal.certain, "open": rehearsal.open_from}), err=True)
    return good


def _line(found: "Campaign", one: "Checked") -> dict[str, object]:
    from ..table.saying import refusal_text
    from ..table.state_json import to_json

    words = words_of(found)
    message = refusal_text(one.refused, words, one.text) if one.refused else None
    if one.why:
        message = words.say(f"dropped.{one.why}")
    refused = to_json(one.refused.data()) if one.refused else None
    return {
        "number": one.number, "text": one.text, "result": one.result, "order": one.order, "message": message,
        "refused": refused,
    }  # fmt: skip


def standing(game: Game, player: As, key: Key, games: Games = None, json: Json = False) -> None:
    """What you have ordered ahead: lines that wait until they are asked for, and standing orders.

    `pbem order GAME … "clear standing"` drops the standing orders; a file with new lines replaces
    those that wait.

    Example:

        pbem standing duel-42 --as anna --key anna
    """
    from ..campaign.player_view import open_hand

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


def key(
    game: Game,
    player: As,
    new: Annotated[Path, typer.Option("--new", help="The public half of the new key.")],
    key: Annotated[Path | None, typer.Option("--key", help="The key that counts now; it signs the change.")] = None,
    moderator: Annotated[
        bool, typer.Option("--moderator", help="Change it as the moderator: a lost key, or another person.")
    ] = False,
    name: Annotated[
        str | None, typer.Option("--name", help="With --moderator: who plays the seat from now on.")
    ] = None,
    recipient: Annotated[str | None, typer.Option("--recipient", help="Seal hands for this age1… recipient.")] = None,
    games: Games = None,
) -> None:
    """Change the key of a seat. From the entry on that records it the old key is void.

    Examples:

        pbem key duel-42 --as anna --key anna --new anna2.pub

        pbem key duel-42 --as anna --new carl.pub --moderator --name Carl
    """
    from ..campaign import clock
    from ..campaign.create import opened
    from ..campaign.genesis import Seat, spoken
    from ..campaign.player_view import write_move
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
                keeper.hand_over(seat, public.line, age, called, clock.now())
                keeper.publish()
            typer.echo(said("new_key", {"key": public.fingerprint, "name": player}))
            return
        assert key is not None
        text = f"key {public.line} {age or ''}".rstrip() + "\n"
        _send(found, write_move(found, player, text, private_key(key)), clear=False, out=None)


def receipts(
    game: Game,
    player: As,
    key: Key,
    games: Games = None,
    last: Annotated[int, typer.Option(min=1, help="How many, counted from the newest.")] = 3,
    json: Json = False,
) -> None:
    """What became of the files you sent.

    Example:

        pbem receipts duel-42 --as anna --key anna --last 1
    """
    from ..campaign.player_view import open_receipts

    with troubles():
        found, forged = open_receipts(own_campaign(games, game), player, opening_key(key))
    for name in forged:
        typer.echo(said("forged_receipt", {"file": name}), err=True)
    if json:
        as_json([data for _, data in found[-last:]])
        return
    for text, data in found[-last:]:
        typer.echo(f"{data['at']}  {said('result.' + data['result'])}\n{text}\n")


def register(app: typer.Typer) -> None:
    for command in (keygen, join, moves, order, check, standing, key, receipts):
        app.command(rich_help_panel="For players")(command)
