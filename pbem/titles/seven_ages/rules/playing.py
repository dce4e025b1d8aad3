"""Playing cards as events and artifacts while civilising (chapter 6.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Menu, NotLegal, Part, Refused, Rule
from ..cards import ARTIFACTS, BLUE_BASE, CARDS, CIVILISE, EVENTS, LANGUAGE, Artifact
from ..state import Empire, Seven
from .changes import aftermath, gain_glory
from .conditions import artifact_in_play, fulfilled
from .conversion import adopt, unruly
from .effects import of_category
from .events import play_event
from .pile import discard
from .take_that import in_reach
from .targets import targets

PLAY = LANGUAGE["play_card"]
NONE = ("play none",)


def play_ask(game: Seven) -> Menu:
    seat, subject = game.act.seat, game.act.empire
    hand = game.players[seat].hand

    def lists() -> Iterator[Answer]:
        for card in hand:
            yield from plays(game, seat, subject, card)

    def fits(answer: Answer) -> Refused | None:
        card = answer[1]
        if card not in hand:
            return NotLegal("not_in_hand", {"card": card}, rule="SA-6.1-1")
        if answer in plays(game, seat, subject, card):
            return None
        if len(answer) == 4:
            return NotLegal(
                "no_such_artifact", {"artifact": CARDS[card].artifact, "empire": answer[2]}, rule="SA-6.1-8"
            )
        return NotLegal("no_such_target", {"event": CARDS[card].event}, rule="SA-gap-52")

    parts = {"play none": Part(lambda: [NONE], lambda answer: None), "play": Part(lists, fits)}
    return Menu(
        seat, PLAY, parts, private=True, default=lambda: NONE, values={"empire": subject},
        context={"subject": subject, "for": subject} if subject else None,
    )  # fmt: skip


def plays(game: Seven, seat: int, subject: str, card: str) -> Iterator[Answer]:
    """All ways to play a hand card now."""
    event = CARDS[card].event
    if EVENTS[event].when == CIVILISE:
        for target in targets(game, seat, subject, event):
            yield ("play", card, target or None)
    artifact = ARTIFACTS[CARDS[card].artifact]
    if not taken(game, artifact):
        for empire in game.empires():
            if in_reach(game, seat, (empire.id,)):
                yield from (("play", card, empire.id, area) for area in places(game, artifact, empire))


def taken(game: Seven, artifact: Artifact) -> bool:
    """Its marker or its blue marker is in play already (SA-6.1-11, SA-gap-39)."""
    return artifact.id in game.blue or artifact_in_play(game, artifact.id)


def places(game: Seven, artifact: Artifact, empire: Empire) -> Iterator[str | None]:
    """Where it can be put for an empire: areas, or None for the card (SA-6.1-8 to SA-6.1-13)."""
    if not age_fits(game, artifact, empire):
        return
    if artifact.adoptable and of_category(empire, artifact.category) and unruly(game, empire):
        return  # SA-gap-39
    if artifact.on_card:
        if fulfilled(game, artifact.needs, empire):
            yield None
        return
    for area in game.lands(empire):
        if area not in game.artifacts and fulfilled(game, artifact.needs, empire, area):
            yield area


def age_fits(game: Seven, artifact: Artifact, empire: Empire) -> bool:
    """One of its ages, or an earlier one with the conditions of the dagger (SA-6.1-9)."""
    if empire.age in artifact.ages:
        return True
    return empire.age in artifact.earlier and fulfilled(game, artifact.earlier_needs, empire)


def played(game: Seven, answer: Answer) -> Rule:
    seat, subject = game.act.seat, game.act.empire
    card = answer[1]
    game.players[seat].hand.remove(card)
    if len(answer) == 3:
        yield from play_event(game, seat, card, answer[2] or (), subject)
        return
    discard(game, card)
    put_artifact(game, seat, CARDS[card].artifact, game.empire(answer[2]), answer[3])
    aftermath(game)


def put_artifact(game: Seven, seat: int, ident: str, empire: Empire, area: str | None) -> None:
    """The marker, its glory, a blue marker on the track, and the end of the game by the Internet (SA-6.1-12 to 17)."""
    artifact = ARTIFACTS[ident]
    owner = game.owners[empire.id]
    game.note("artifact", player=seat, artifact=ident, empire=empire.id, area=area or "", reveals=True)
    if artifact.adoptable:
        adopt(game, empire, ident)
    else:
        if area is None:
            empire.card.append(ident)
        else:
            game.artifacts[area] = ident
            if (
                any(effect["cause"] == "any" for effect in artifact.effects.get("no_unrest", ()))
                and area in game.unrest
            ):
                game.unrest.remove(area)
        gain_glory(game, owner, artifact.glory)  # SA-6.1-14
    if artifact.blue:
        game.blue[ident] = empire.step + BLUE_BASE - empire.age
        game.note("blue_marker", artifact=ident, step=game.blue[ident])
    for effect in artifact.effects.get("end_game", ()):
        gain_glory(game, owner, effect["glory"])  # SA-win-5, SA-win-6
        game.note("internet", empire=empire.id, player=owner, points=effect["glory"])
        game.stop = True
