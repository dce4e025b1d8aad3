"""Playing an event: reactions to it, then what it does (chapter 6.1)."""

from __future__ import annotations

from ....table import Rule
from ..atlas import AREAS
from ..cards import ARTIFACTS, CARDS, EVENTS
from ..state import Seven
from .changes import aftermath
from .event_effects import EFFECTS, Play
from .offers import holders, offer, react_ask
from .pile import discard
from .potential import SIDE
from .targets import targets


def play_event(game: Seven, seat: int, card: str, target: tuple[str | int, ...], subject: str = "") -> Rule:
    """A card that has left the hand is played as an event; returns whether it took effect (SA-gap-57)."""
    play = Play(seat, card, CARDS[card].event, target, subject)
    discard(game, card)
    names = [str(one) for one in target]
    game.note(
        "event_played",
        player=seat,
        card=card,
        event=play.event,
        reveals=True,
        empires=[one for one in names if one in game.owners],
        areas=[one for one in names if one in AREAS],
        artifacts=[one for one in names if one in ARTIFACTS],
        side=next((one for one in names if one in SIDE), ""),
        players=[one for one in target[:1] if type(one) is int],
    )
    if (yield from cancelled(game, play)):
        game.note("event_cancelled", event=play.event)
        return False
    for effect in EVENTS[play.event].effects:
        yield from EFFECTS[effect["type"]](game, play, effect)
        aftermath(game)
    return True


def cancelled(game: Seven, play: Play) -> Rule:
    """Anybody may answer with a reaction, before anything is carried out; reactions can be answered too."""
    aim = tuple(one for one in play.target if isinstance(one, str))
    while True:
        game.event, game.target = play.event, hit(game, play)
        asks = {seat: react_ask(game, seat, "reaction", play.event, aim) for seat in holders(game)}
        reactions = yield from offer(game, asks)
        game.event, game.target = "", -1
        if not reactions:
            return False
        for seat, answer in reactions.items():
            hand, card = game.players[seat].hand, answer[1]
            if card in hand:  # it may have answered another reaction meanwhile
                hand.remove(card)
                if (yield from play_event(game, seat, card, ())):
                    return True


def hit(game: Seven, play: Play) -> int:
    """The player whose things an event is aimed at, -1 for nobody or several."""
    found: set[int] = set()
    for one in play.target:
        if type(one) is int:
            found.add(one)
        elif one in SIDE and game.fight is not None:
            found.add(game.fight.sides[SIDE.index(one)].seat)
        else:
            holder = game.control.get(str(one)) if one in AREAS else str(one)
            if holder in game.owners:
                found.add(game.owners[holder])
    return found.pop() if len(found) == 1 else -1


def moment(game: Seven, when: str) -> Rule:
    """Events of a moment are played, first player first, until nobody plays any more (SA-gap-53, SA-gap-55)."""
    while True:
        played = yield from offer(game, {seat: react_ask(game, seat, when) for seat in holders(game)})
        if not played:
            return
        for seat, answer in played.items():
            _, card, target = answer
            # what an earlier card has made impossible stays in hand (SA-gap-52)
            still = card in game.players[seat].hand and (target or ()) in list(
                targets(game, seat, "", CARDS[card].event)
            )
            if still:
                game.players[seat].hand.remove(card)
                yield from play_event(game, seat, card, target or ())
