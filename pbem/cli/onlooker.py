"""Commands for anybody who looks on: status, show, log, verify, replay."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import completion
from .common import Game, Games, Json, Language, campaign, keep_head, moderator_or_none, opening_key, own_campaign
from .common import show as print_it
from .exits import Exit
from .log_lines import print_log, tell
from .say import as_json, echo, fail, language, said, speak, speak_of, troubles, words_of

Since = Annotated[int | None, typer.Option("--since", min=0, help="Only what came after this entry.")]

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign, EntryStep
    from ..table import Words


def status(
    game: Annotated[
        str | None, typer.Argument(help="The game's id; all games by default.", autocompletion=completion.games)
    ] = None,
    games: Games = None,
    json: Json = False,
) -> None:
    """Show whose turn it is in each game, and by when.

    Examples:

        pbem status

        pbem status duel-42 --json
    """
    from ..campaign.campaign import all_games, games_folder

    with troubles():
        folder = games_folder(games)
        found = [(one := campaign(games, game), _status(one))] if game else []
    for ident in [] if game else all_games(folder):
        try:
            with troubles(ident):
                found.append((one := campaign(games, ident), _status(one)))
        except typer.Exit:
            continue  # the others can be shown
    if not game:
        speak(games=games)
    if json:
        as_json(found[0][1] if game else [data for _, data in found])
        return
    if not found:
        typer.echo(said("no_games", {"folder": folder}))
    for one, data in found:
        echo(said("status", {**data, "entry_number": data["n"], "stand": _stand(one, data)}), under=2)
        for bounce in data["bounced"]:
            echo(f"  {said('bounced', {**bounce, 'since_at': _full(bounce['at'], one)})}")
        for rule in data["house_rules"]:
            echo(f"  {rule}")


def _house_rules(found: "Campaign", words: "Words") -> list[str]:
    """That it is a sandbox, and house rules that are on; mentioned wherever the game is shown."""
    from ..campaign.published.position_text import remarks

    return remarks(found.title, found.genesis.options, found.genesis.fork, words)


def _status(found: "Campaign") -> dict[str, Any]:
    position, left_out = found.position, ("view",)
    owed = [{"player": one.get("player"), "kind": one["kind"]} for one in position["asked"]]
    shown = {key: value for key, value in position.items() if key not in left_out}
    return {**shown, "asked": owed, "house_rules": _house_rules(found, found.words()), "bounced": _bounced(found)}


def _bounced(found: "Campaign") -> list[dict[str, str]]:
    """Players whom mails do not reach, as far as the moderator's own folder is here to tell."""
    from ..seals.moderator_key import key_folder

    if not (key_folder() / "post" / "state.json").is_file():
        return []
    from ..post.errors import PostError
    from ..post.mail import memory, settings

    known = memory.bounced()
    if not known:
        return []
    try:
        readers = settings.load()
    except PostError:
        return []
    addresses = {handle: readers.reader(found.id, handle).address for handle in found.players}
    return [
        {"player": handle, "at": known[address]["at"], "why": known[address]["why"]}
        for handle, address in addresses.items()
        if address in known
    ]


def _stand(found: "Campaign", one: dict[str, Any]) -> str:
    from ..campaign.acts.end import SHARED
    from ..post.post_words import words_for
    from ..words import dates

    if one["over"]:
        how = "stand.shared" if one["outcome"]["how"] in SHARED else "stand.over"
        return said(how, {"who": ", ".join(one["outcome"]["winners"])})
    who = ", ".join(one["waiting"] or ())
    if not one["begun"]:
        return said("stand.joining", {"who": who})
    if one.get("deserted"):
        return said("stand.deserted", one)
    words = words_for(found.title, language())
    asked = sorted({_open_question(ask["kind"], words) for ask in one["asked"]})
    zone, paused = one.get("zone", "UTC"), one.get("paused")
    since, due, stopped = (
        dates.full(at, zone, words) if at else None for at in (one["since"]["at"], one["due"], paused)
    )
    values = {"who": who, "kinds": ", ".join(asked), "since_at": since, "due": due, "stopped": stopped}
    away = [said("stand.away", {"name": name, "until": dates.full(until, zone, words)}) for name, until in _away(one)]
    return "; ".join([said("stand.waiting", values), *away])


def _away(one: dict[str, Any]) -> list[tuple[str, str]]:
    return sorted(one.get("away", {}).items())


def _open_question(kind: str, words: "Words") -> str:
    """What is asked, as the pages call it; where not even that is public, that it is secret."""
    key = f"question.{kind}"
    return words.say(key) if key in words else said("stand.secret") if kind == "waiting" else kind


def _full(at: str, found: "Campaign") -> str:
    from ..post.post_words import words_for
    from ..words import dates

    return dates.full(at, "UTC", words_for(found.title, language()))


def show(
    game: Game,
    player: Annotated[
        str | None,
        typer.Option("--as", help="Your handle: also show what only you can see.", autocompletion=completion.seats),
    ] = None,
    key: Annotated[Path | None, typer.Option("--key", help="Your private key, which opens your hand.")] = None,
    since: Since = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Show the box's summary sheet instead of the board.")] = False,
    games: Games = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Show the board; with your key also what only you can see.

    With --since also what happened after an entry.

    Examples:

        pbem show duel-42

        pbem show duel-42 --as anna --key anna --since 12

        pbem show rome-2 --sheet
    """
    from ..campaign.match.private_notes import left_out_text
    from ..campaign.player.player_view import open_hand
    from ..campaign.published.position_text import board, summary

    if (player is None) != (key is None):
        fail(said("as_and_key"), Exit.USAGE)
    with troubles():
        found = own_campaign(games, game)
        speak_of(found, language)
        words = words_of(found)
        if sheet:
            shown = summary(found.title, words)
            if shown is None:
                fail(said("no_summary_sheet", {"title": found.title.id}), Exit.NOT_FOUND)
            print_it(shown)
            return
        after = _entry(found, since) if since is not None else -1
        position = found.position
        view, seat, told, left_out = position["view"], None, [], {}
        if player is not None and key is not None:
            hand = open_hand(found, player, opening_key(key))
            view, seat, told, left_out = hand.view, hand.seat, hand.told, hand.left_out
        if json:
            as_json({**position, "view": view, "told": told, "left_out": left_out})
        elif view is None:
            typer.echo(said("not_begun", {"who": ", ".join(position["waiting"])}))
        else:
            print_it(board(found.title, view, words, seat))
            for rule in _house_rules(found, words):
                typer.echo(rule)
            if since is not None:
                typer.echo(said("happened_since", {"entry_number": since}))
                print_log(found, after)
            _print_told(found, words, [note for note in told if note.get("n", 0) > after])
            for line in left_out_text(left_out, words):
                echo(line)


def _print_told(found: "Campaign", words: "Words", told: list[dict[str, Any]]) -> None:
    """What only the reader was told, the latest first, each with its date."""
    from ..table import Note, note_text

    if told:
        typer.echo(words.say("hand.told"))
    last, names = found.head.n, found.names_after()
    numbers = {min(note["n"], last) for note in told if "n" in note}
    dates = {n: _full(entry["at"], found) for n, entry in found.some(numbers).items()}
    for note in reversed(told):
        when = f"{dates[min(note['n'], last)]}: " if "n" in note else ""
        then = words.with_players(names(note["n"])) if "n" in note else words
        echo(f"  {when}{note_text(Note(note['key'], note['values']), then)}", under=8)


def _entry(found: "Campaign", number: int) -> int:
    """The number of an entry that the ledger has."""
    from ..campaign.errors import CampaignError, CampaignFault

    last = found.head.n
    if number > last:
        raise CampaignError(CampaignFault.NO_ENTRY, game=found.id, found=number, n=last)
    return number


def log(game: Game, since: Since = None, games: Games = None, language: Language = None, json: Json = False) -> None:
    """Print the public log, entry by entry.

    Examples:

        pbem log duel-42

        pbem log duel-42 --since 12 --language de
    """
    with troubles():
        found = campaign(games, game)
        speak_of(found, language)
        after = _entry(found, since) if since is not None else -1
        if json:
            as_json([entry for entry in found.entries() if entry["n"] > after])
        else:
            print_log(found, after)


def verify(
    game: Game,
    games: Games = None,
    seen: Annotated[str | None, typer.Option("--seen", help="A head you have kept: it must be in this ledger.")] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Accept this history in place of the one you have seen.")
    ] = False,
    json: Json = False,
) -> None:
    """Check the whole history of a game from its files.

    It checks the chain and the signatures, and after the end every die and card. The head of a ledger that holds is
    kept in your key folder, and must still be in the ledger the next time. With --seen you compare with a head that you
    have from elsewhere.

    Examples:

        pbem verify duel-42

        pbem verify duel-42 --seen 3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8550

        pbem verify duel-42 --json
    """
    from ..campaign.ledger.verify import verify as check
    from ..campaign.player import seen_heads

    with troubles():
        found = campaign(games, game)
        verdict = check(found.folder, seen=seen)
        if verdict.ok:
            if not accept:
                seen_heads.check(found)
            keep_head(found)
    if json:
        as_json(verdict.data())
    elif verdict.ok:
        counted = {name: getattr(verdict, name) for name in ("game", "entries", "signatures", "answers", "files")}
        typer.echo(said("holds", counted))
        typer.echo(said("recomputed" if verdict.over else "not_recomputed"))
        typer.echo(said("head", {"moderator": verdict.moderator, "head": verdict.head}))
    if not verdict.ok:
        if not json:
            fail(verdict.say(language()), Exit.FAILED)
        raise typer.Exit(int(Exit.FAILED))


def replay(
    game: Game,
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after this entry.")] = None,
    games: Games = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Replay a game up to an entry, and show the board there.

    A game that is not over needs the moderator's key: its secrets are not out yet.

    Examples:

        pbem replay duel-42

        pbem replay duel-42 --to 12 --json
    """
    from ..campaign.errors import CampaignError, CampaignFault
    from ..campaign.published.position_text import board

    with troubles():
        found = campaign(games, game, moderator_or_none())
        last = found.head.n
        if to is not None and to > last:
            raise CampaignError(CampaignFault.NO_ENTRY, game=game, found=to, n=last)
        speak_of(found, language)
        before = tuple(seat.name for seat in found.genesis.seats)
        step: EntryStep | None = None
        for step in found.steps():
            if not json:
                tell(found, step, before)
            before = step.names
            if step.n == (last if to is None else to):
                break
        assert step is not None
        if json:
            as_json(
                {"n": step.n, "digest": step.digest, "view": step.view, "asked": step.asked, "outcome": step.outcome}
            )
        elif step.view is not None:
            typer.echo("")
            print_it(board(found.title, step.view, words_of(found, step.names), None))


def register(app: typer.Typer) -> None:
    for command in (status, show, log, verify, replay):
        app.command(rich_help_panel="For everybody")(command)
