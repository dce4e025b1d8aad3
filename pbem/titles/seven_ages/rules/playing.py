"""Playing cards as events and artifacts while civilising (chapter 6.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Menu, NotLegal, Part, Refused, Rule
from ..cards import ARTIFACTS, BLUE_BASE, CARDS, CIVILISE, EVENTS, LANGUAGE, Artifact
from ..state import Empire, Seven
from .aiming import no_target
from .changes import aftermath, gain_glory, glory_told
from .conditions import artifact_in_play, fulfilled
from .conversion import adopt, unruly
from .effects import of_category
from .events import play_event
from .permission import by_way_of_one, no_way_through, permitted
from .pile import discard
from .take_that import Reach
from .targets import ranged, targets

PLAY = LANGUAGE["play_card"]
NONE = ("play none",)


def play_ask(game: Seven) -> Menu:
    seat, subject = game.act.seat, game.act.empire
    hand = game.players[seat].hand

    def lists() -> Iterator[Answer]:
        for card in hand:
            yield from plays(game, seat, subject, card)
        if subject and any(wants_range(game, card) for card in hand):
            yield from by_permission(game, seat, subject)

    def fits(answer: Answer) -> Refused | None:
        card = answer[1]
        if card not in hand:
            return NotLegal("not_in_hand", {"card": card}, rule="SA-6.1-1")
        if answer in plays(game, seat, subject, card):
            return None
        route = answer[-1][1]
        if route is not None and subject:
            fault = no_way_through(game, game.empire(subject), route[0], "")
            if fault is not None:
                return fault
            if helped(game, seat, subject, answer):
                return None
            if (*answer[:-1], (answer[-1][0], None)) in plays(game, seat, subject, card):
                return NotLegal("card_needs_no_way", {"card": card}, rule="SA-gap-41")
        through = route[0] if route is not None and subject else ()
        if len(answer) == 4:
            return no_artifact(game, seat, ARTIFACTS[CARDS[card].artifact], answer[2], answer[3][0], through)
        event = CARDS[card].event
        return no_event(event, subject) or no_target(game, seat, subject, event, answer[2][0] or (), through)

    parts = {"play none": Part(lambda: [NONE], lambda answer: None), "play": Part(lists, fits)}
    return Menu(
        seat,
        PLAY,
        parts,
        private=True,
        default=lambda: NONE,
        values={"empire": subject},
        context={"subject": subject, "for": subject} if subject else None,
    )


def plays(game: Seven, seat: int, subject: str, card: str, through: tuple[str, ...] = ()) -> Iterator[Answer]:
    """All ways to play a hand card now; those through other empires are written without them."""
    event = CARDS[card].event
    if EVENTS[event].when == CIVILISE:
        for target in targets(game, seat, subject, event, through):
            yield ("play", card, (target or None, None))
    artifact = ARTIFACTS[CARDS[card].artifact]
    if not taken(game, artifact):
        reach = Reach(game, seat, through)
        for empire in game.empires():
            if reach.hits((empire.id,)):
                yield from (("play", card, empire.id, (area, None)) for area in places(game, artifact, empire))


# ---- ways through other empires (SA-gap-41)


def wants_range(game: Seven, card: str) -> bool:
    """Whether a way through others could help a card: with the option take that artifacts need range, too."""
    return bool(game.options["take_that"]) or ranged(game, CARDS[card].event)


def helped(game: Seven, seat: int, subject: str, answer: Answer) -> bool:
    """Whether a card can be played through other empires, and not without them."""
    plain = (*answer[:-1], (answer[-1][0], None))
    card, through = answer[1], answer[-1][1][0]
    if not wants_range(game, card) or plain in plays(game, seat, subject, card):
        return False
    return plain in plays(game, seat, subject, card, through)


def by_permission(game: Seven, seat: int, subject: str) -> Iterator[Answer]:
    """Through one empire each, for nothing."""
    for third, _ in by_way_of_one(game, game.empire(subject)):
        for card in game.players[seat].hand:
            if wants_range(game, card):
                near = list(plays(game, seat, subject, card))
                for answer in plays(game, seat, subject, card, (third,)):
                    if answer not in near:
                        yield (*answer[:-1], (answer[-1][0], ((third,), 0)))


def no_artifact(
    game: Seven, seat: int, artifact: Artifact, ident: str, area: str | None, through: tuple[str, ...]
) -> Refused:
    """Why an artifact cannot be played like this for an empire."""
    values = {"artifact": artifact.id, "empire": ident}
    if ident not in game.owners:
        return NotLegal("not_in_play", {"empire": ident}, rule="SA-6.1-8")
    empire = game.empire(ident)
    if taken(game, artifact):
        return NotLegal("artifact_in_play", values, rule="SA-6.1-11")
    if not age_fits(game, artifact, empire):
        ages = {"age": empire.age, "ages": list(artifact.ages), "earlier": list(artifact.earlier)}
        return NotLegal("artifact_not_of_age", {**values, **ages}, rule="SA-6.1-8")
    if artifact.adoptable and (old := of_category(empire, artifact.category)) and unruly(game, empire):
        return NotLegal("adopt_in_unrest", {**values, "old": old}, rule="SA-gap-39")
    if not Reach(game, seat, through).hits((ident,)):
        return NotLegal("artifact_out_of_range", values, rule="SA-opt-10")
    lands = [None] if artifact.on_card else game.lands(empire)
    if not any(fulfilled(game, artifact.needs, empire, one or "") for one in lands):
        return NotLegal("artifact_lacks", values, rule="SA-6.1-8")
    return no_place(game, artifact, empire, area)


def no_place(game: Seven, artifact: Artifact, empire: Empire, area: str | None) -> Refused:
    """Why an artifact that an empire could have cannot be put there."""
    if artifact.on_card:
        return NotLegal("artifact_on_card", {"artifact": artifact.id}, rule="SA-6.1-12")
    if area is None:
        return NotLegal("artifact_wants_area", {"artifact": artifact.id}, rule="SA-6.1-12")
    if area not in game.lands(empire):
        return NotLegal("not_their_land", {"area": area, "empire": empire.id}, rule="SA-6.1-12")
    if area in game.artifacts:
        return NotLegal("area_has_artifact", {"area": area, "artifact": game.artifacts[area]}, rule="SA-6.1-13")
    return NotLegal("artifact_lacks_there", {"artifact": artifact.id, "area": area}, rule="SA-6.1-8")


def no_event(event: str, subject: str) -> Refused | None:
    """Why an event cannot be played now, on whatever."""
    one = EVENTS[event]
    if one.when != CIVILISE:
        return NotLegal("other_moment", {"event": event, "moment": one.when}, rule="SA-6.1-2")
    if one.by_empire and not subject:
        return NotLegal("only_by_empire", {"event": event}, rule="SA-6.1-4")
    return None


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
    """The card is played, if those whose areas are on the way let it through; otherwise it stays in hand."""
    seat, subject = game.act.seat, game.act.empire
    card, route = answer[1], answer[-1][1]
    if route is not None and not (yield from permitted(game, game.empire(subject), route)):
        return
    if card not in game.players[seat].hand:  # it was given away as a toll
        return
    game.players[seat].hand.remove(card)
    if len(answer) == 3:
        yield from play_event(game, seat, card, answer[2][0] or (), subject)
        return
    discard(game, card)
    put_artifact(game, seat, card, game.empire(answer[2]), answer[3][0])
    aftermath(game)


def put_artifact(game: Seven, seat: int, card: str, empire: Empire, area: str | None) -> None:
    """The marker, its glory, a blue marker on the track, and the end of the game by the Internet (SA-6.1-12 to 17)."""
    ident = CARDS[card].artifact
    artifact = ARTIFACTS[ident]
    owner = game.owners[empire.id]
    told = glory_told(game, owner, 0 if artifact.adoptable else artifact.glory)  # of a religion, told with its adoption
    game.note(
        "artifact",
        player=seat,
        card=card,
        artifact=ident,
        empire=empire.id,
        area=area or "",
        reveals=True,
        owner=owner,
        gain=told["gain"],
        loss=told["loss"],
    )
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
                game.note("calmed", empire=empire.id, areas=[area])
        gain_glory(game, owner, artifact.glory)  # SA-6.1-14
    if artifact.blue:
        game.blue[ident] = empire.step + BLUE_BASE - empire.age
        game.note("blue_marker", artifact=ident, step=game.blue[ident])
    for effect in artifact.effects.get("end_game", ()):
        gain_glory(game, owner, effect["glory"])  # SA-win-5, SA-win-6
        game.note("internet", empire=empire.id, player=owner, points=effect["glory"])
        game.stop = True
