"""The command that rehearses a file: check; and how `order` tells what it found."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Games, Json, opening_key, own_campaign
from .exits import Exit
from .say import as_json, echo, fail, said, speak, troubles, words_of
from .say import language as own_language

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign
    from ..campaign.errors import CampaignError
    from ..campaign.player.player_view import Hand
    from ..orders.check import Checked, Rehearsal


def check(
    file: Annotated[Path, typer.Argument(help="A move file, signed or not, or a move block.")],
    key: Annotated[
        Path | None, typer.Option("--key", help="Your private key: it opens your hand, so that orders can be judged.")
    ] = None,
    games: Games = None,
    json: Json = False,
) -> None:
    """Check a move file as `order` does, without sending it.

    With your key it knows what you can see, and can judge each order.

    Examples:

        pbem check turn.yaml --key anna

        pbem check turn.yaml
    """
    from ..campaign.acts import seat_keys
    from ..campaign.movefile import parse
    from ..campaign.player.player_view import open_hand, too_late
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
            seat_keys.signer(found, found.seats[seat], signed)
        hand = open_hand(found, move.player, opening_key(key)) if key is not None else None
        late = too_late(found, move)
        good, rehearsal = told_check(
            found, move.player, move.orders, hand, json=json, signed=signed is not None, late=late, window=move.window
        )
        if good and rehearsal.answers is False and not json:
            typer.echo(said("answers_nothing", {"question": question(found, rehearsal.owed)}), err=True)
    if not good:
        raise typer.Exit(int(Exit.FAILED))


def told_check(
    found: "Campaign",
    player: str,
    orders: str,
    hand: "Hand | None",
    json: bool = False,
    signed: bool = False,
    late: "CampaignError | None" = None,
    window: str | None = None,
) -> "tuple[bool, Rehearsal]":
    from ..orders.check import RESULTS, check_orders

    seen = hand.data() if hand else None
    rehearsal = check_orders(found.title, found.players, found.seat(player), orders, seen, window)
    good = rehearsal.good and late is None
    lines = [_line(found, one) for one in rehearsal.lines]
    asked = hand is not None and hand.ask is not None
    if json:
        data = {
            "ok": good,
            "signed": signed,
            "asked": asked,
            "certain": rehearsal.certain,
            "lines": lines,
            "answers": rehearsal.answers,
            "owed": rehearsal.owed,
            "fault": late and str(late.fault),
        }
        as_json(data)
        return good, rehearsal
    width = max(8, *(len(said(f"check.{one}")) for one in RESULTS))
    for shown in lines:
        typer.echo(f"{said('check.' + str(shown['result'])):>{width}}  {shown['number']}: {shown['text']}")
        if shown["order"] and shown["order"] != shown["text"]:
            echo(f"{'':{width}}  {shown['order']}")
        for row in str(shown["message"] or "").split("\n"):
            if row:
                echo(f"{'':{width}}  {row}")
    if any(one.result == "doubtful" for one in rehearsal.lines):
        typer.echo(said("in_doubt"), err=True)
    if late is not None:
        typer.echo(late.say(own_language()), err=True)
    if not lines:
        typer.echo(said("no_order"), err=True)
    elif rehearsal.good and hand is not None and not asked:
        typer.echo(f"{nothing_asked(found)} {said('kept_until')}", err=True)
    elif rehearsal.open_from is not None and asked:
        typer.echo(said("certain", {"certain": rehearsal.certain, "open": rehearsal.open_from}), err=True)
    elif rehearsal.good and rehearsal.owed and rehearsal.answers:
        typer.echo(said("still_owed", {"question": question(found, rehearsal.owed)}), err=True)
    return good, rehearsal


def _line(found: "Campaign", one: "Checked") -> dict[str, object]:
    from ..table.saying import refusal_text
    from ..table.state_json import to_json

    words = words_of(found)
    message = refusal_text(one.refused, words, one.text) if one.refused else None
    if one.why:
        message = words.say(f"dropped.{one.why}")
    refused = to_json(one.refused.data()) if one.refused else None
    return {
        "number": one.number,
        "text": one.text,
        "result": one.result,
        "order": one.order,
        "message": message,
        "refused": refused,
    }


def nothing_asked(found: "Campaign") -> str:
    position = found.position
    if position["over"]:
        return said("over")
    return said("not_asked", {"waiting": ", ".join(position["waiting"] or ())})


def sure(found: "Campaign", owed: str | None) -> None:
    """Ask before signing a file that leaves the question open; a program says --yes."""
    told = said("answers_nothing", {"question": question(found, owed)})
    if not sys.stdin.isatty():
        fail(f"{told} {said('yes_sends')}", Exit.FAILED)
    if not typer.confirm(f"{told} {said('send_it')}", default=False, err=True):
        fail(said("not_signed"), Exit.FAILED)


def question(found: "Campaign", kind: str | None) -> str:
    """A question in a few words, or its name."""
    words, key = words_of(found), f"question.{kind}"
    return words.say(key) if key in words else kind or ""


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel="For players")(check)
