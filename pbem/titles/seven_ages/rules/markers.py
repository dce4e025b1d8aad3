"""Action markers: placing, revealing, who acts next (chapters Overview of a turn, Wild card, Sequence of actions)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import END, Answer, Below, Choices, Choose, Chosen, Compose, NotLegal, Refused, Rule, Together
from ..atlas import PLACE
from ..cards import (
    ACTIONS,
    BESIDE,
    CIVILISE,
    DESTINY,
    DISCARD,
    EXTRA,
    LANGUAGE,
    MANOEUVRE,
    MARKERS,
    ON_EMPIRE,
    PRODUCTION,
    START,
    TRADING,
    TWICE,
    WILD,
)
from ..state import Act, Seven, Turn
from .asking import well_formed
from .changes import dissolve, gain_glory
from .income import income, upkeep
from .startable import startable

MARK, REVEAL, DISSOLVE, ORDER = (
    LANGUAGE[one] for one in ("place_markers", "reveal_marker", "discard_empire", "own_order")
)
NO_MARKERS, NOTHING = ("mark none",), ("no marker",)
QUIET = (PRODUCTION, CIVILISE, TRADING, MANOEUVRE, DESTINY)
"""What empires do, the largest first, without orders."""
WILD_BESIDE = (START, DESTINY, CIVILISE)
"""SA-gap-15."""
WILD_RULE = "SA-wild-1"


def turn(game: Seven) -> Rule:
    """A turn begins; a phase of its own, so that the position in which markers are asked for can be taken up again."""
    game.turn += 1
    game.conflicts, game.truces, game.glory_events = 0, [], []
    for one in game.players:
        one.markers, one.shown, one.wild, one.cadence, one.fallen = {}, {}, "", [], {}
        for empire in one.empires.values():
            empire.traded = empire.won = False
    game.note("turn", turn=game.turn, player=game.first)
    yield from ()
    return "markers"


def place(game: Seven) -> Rule:
    """All put their markers face down at the same time (SA-turn-1, SA-turn-5)."""
    answers = yield Together({seat: mark_ask(game, seat) for seat in game.seated})
    for seat, answer in answers.items():
        game.players[seat].markers = placed(answer)
        game.note("markers_placed", player=seat, number=len(placed(answer)))
    game.action = ""
    return "cadence" if game.options["cadenced_progress"] else "reveal"


def placed(answer: Answer) -> dict[str, str]:
    if answer == NO_MARKERS:
        return {}
    if answer[0] == "mark extra":
        return {EXTRA: answer[1]}
    _, pairs, extra = answer
    return {**dict(pairs), **({EXTRA: extra} if extra else {})}


def mark_of(markers: dict[str, str]) -> Answer:
    extra = markers.get(EXTRA)
    pairs = tuple((place, marker) for place, marker in markers.items() if place != EXTRA)
    if pairs:
        return ("mark", pairs, extra)
    return ("mark extra", extra) if extra else NO_MARKERS


def mark_ask(game: Seven, seat: int) -> Compose:
    """One marker on each empire, none twice; one beside if below the maximum of empires (SA-turn-1 to SA-turn-6)."""
    empires = list(game.players[seat].empires)
    may_extra = len(empires) < game.most_empires()

    def fits(answer: Answer) -> Refused | None:
        markers = placed(answer)
        named = [place for place in markers if place != EXTRA]
        pairs = answer[1] if answer[0] == "mark" else ()
        if sorted(named) != sorted(empires) or len(pairs) != len(named):
            return NotLegal("mark_each", {"empires": empires}, rule="SA-turn-1")
        if named != empires:
            return NotLegal("not_among_legal")  # `means` puts them in order
        if EXTRA in markers and not may_extra:
            return NotLegal("no_extra_marker", {"most": game.most_empires()}, rule="SA-turn-2")
        if len(set(markers.values())) < len(markers):
            return NotLegal("marker_twice", {}, rule="SA-turn-6")
        return None

    def means(answer: Answer) -> Answer:
        if answer[0] != "mark":
            return answer
        ordered = sorted(answer[1], key=lambda pair: empires.index(pair[0]) if pair[0] in empires else len(empires))
        return ("mark", tuple(ordered), answer[2])

    def pick(below: Below) -> Answer:
        pool = list(MARKERS)
        markers = {}
        for place in [*empires, *([EXTRA] if may_extra and below(8) else [])]:
            useful = [marker for marker in pool if works(marker, place) and marker != DISCARD] or pool
            chosen = START if place == EXTRA and START in pool and below(2) else useful[below(len(useful))]
            markers[place] = chosen if below(12) else pool[below(len(pool))]
            pool.remove(markers[place])
        return mark_of(markers)

    def some() -> Iterator[Answer]:
        yield default()
        if may_extra:
            usual = placed(default())
            for marker in (START, DESTINY, CIVILISE, WILD):
                if marker not in usual.values():
                    yield mark_of({**usual, EXTRA: marker})

    def default() -> Answer:
        return mark_of(usual_markers(game, seat, may_extra))

    return Compose(
        seat,
        MARK,
        some,
        pick,
        well_formed(MARK, fits),
        lambda verb, key, chosen: free_markers(empires, may_extra, verb, key, chosen),
        means=means,
        private=True,
        secret=END,
        default=default,
        shown=lambda answer: len(placed(answer)),
        values={"turn": game.turn, "empires": empires},
    )


def free_markers(empires: list[str], may_extra: bool, verb: str, key: str, chosen: Chosen) -> Choices:
    """Markers that lie nowhere yet, for empires without one and, if there may be one, beside them."""
    pairs = chosen.get("empire", ())
    laid = [pair["action"] for pair in pairs] + ([chosen["extra"]] if key != "extra" and "extra" in chosen else [])
    free = [marker for marker in MARKERS if marker not in laid]
    if key == "extra":
        return [{key: marker} for marker in free] if may_extra and (verb == "mark") == bool(empires) else []
    done = [pair["empire"] for pair in pairs]
    return [{key: {"empire": one, "action": marker}} for one in empires if one not in done for marker in free]


def usual_markers(game: Seven, seat: int, may_extra: bool) -> dict[str, str]:
    """Production for the largest empire, then civilise and so on; a new empire if a hand card allows it."""
    one = game.players[seat]
    by_size = sorted(one.empires.values(), key=lambda empire: -len(empire.stacks))
    pool = [*QUIET, WILD, DISCARD, START]
    chosen = {empire.id: pool.pop(0) for empire in by_size}
    markers = {empire: chosen[empire] for empire in one.empires}
    if may_extra:
        wanted = START if any(startable(game, seat, card) for card in one.hand) else DESTINY
        left = [marker for marker in (wanted, DESTINY, START, WILD) if marker not in chosen.values()]
        markers[EXTRA] = left[0]
    return markers


# ---- revealing


def works(action: str, place: str) -> bool:
    """Whether a marker has an effect where it lies (SA-turn-4, SA-gap-15)."""
    return action in (BESIDE if place == EXTRA else ON_EMPIRE)


def reveal(game: Seven) -> Rule:
    """The next action begins: those who chose it may show the marker, then wild cards may join in (SA-seq-1 to 5)."""
    following = ACTIONS[ACTIONS.index(game.action) + 1 :] if game.action else ACTIONS
    if not following:
        return "turn_end"
    game.action = following[0]
    asks = {seat: reveal_ask(game, seat) for seat in game.seated if may_show(game, seat)}
    answers = (yield Together(asks, forced=True)) if asks else {}
    shown = turned_up(game, answers)
    asks = {seat: wild_ask(game, seat) for seat in game.seated if may_show(game, seat, wild=True)}
    answers = (yield Together(asks, forced=True)) if asks else {}
    for seat, place in turned_up(game, answers).items():
        if seat in shown:  # SA-wild-3
            gain_glory(game, seat, -TWICE)
            game.note("same_action_twice", player=seat, points=TWICE)
        shown.setdefault(seat, []).extend(place)
    waiting: list[Turn] = []  # nobody waits to act until all is known: a check that begins here anew acts for nobody
    for seat in game.order():
        places = shown.get(seat, [])
        if len(places) > 1:
            answer = yield order_ask(game, seat, places)
            places.sort(key=lambda place: place != answer[1])
        waiting += [Turn(seat, place) for place in places]
    game.waiting += waiting
    return "act"


def order_ask(game: Seven, seat: int, places: list[str]) -> Choose:
    """Which of two own empires acts first in the same action; nobody waits for it (SA-gap-72)."""

    def on_the_map(place: str) -> int:
        return min((PLACE[area] for area in game.empire(place).stacks), default=0) if place != EXTRA else len(PLACE)

    ask = Choose(
        seat,
        ORDER,
        [("act first", place) for place in places],
        rule="SA-gap-72",
        why=lambda answer: NotLegal("no_such_marker", {}, rule="SA-gap-72"),
        default=lambda: ("act first", min(places, key=on_the_map)),
        values={"action": game.action},
    )
    ask.ahead = True
    return ask


def may_show(game: Seven, seat: int, *, wild: bool = False) -> bool:
    """Whether a player may have the marker of this action, or the wild card, as far as all can see."""
    one = game.players[seat]
    if wild and one.wild:
        return False
    return any(works(game.action, place) and (not wild or _wild_fits(game.action, place)) for place in one.markers)


def turned_up(game: Seven, answers: dict[int, Answer]) -> dict[int, list[str]]:
    """Who has revealed a marker, and where it lay."""
    found: dict[int, list[str]] = {}
    for seat in game.order():
        place = _place(answers.get(seat, NOTHING))
        if not place:
            continue
        one = game.players[seat]
        marker = one.markers.pop(place)
        one.shown[place] = game.action
        if marker == WILD:
            one.wild = place
        game.note(
            "marker_shown",
            player=seat,
            empire="" if place == EXTRA else place,
            action=game.action,
            wild=marker == WILD,
            reveals=True,
        )
        found[seat] = [place]
    return found


def _place(answer: Answer) -> str:
    if answer[0] in ("reveal", "dissolve", "wild"):
        return str(answer[1])
    return EXTRA if answer[0] in ("reveal extra", "wild extra as") else ""


def with_marker(game: Seven, seat: int, marker: str) -> str:
    """Where a player has a marker that works there now, "" for nowhere."""
    return next(
        (
            place
            for place, one in game.players[seat].markers.items()
            if one == marker and works(game.action, place) and (marker != WILD or _wild_fits(game.action, place))
        ),
        "",
    )


def _wild_fits(action: str, place: str) -> bool:
    return action in WILD_BESIDE if place == EXTRA else action != START


def secret_unless_shown(answer: Answer) -> str | None:
    return None if _place(answer) else END


def reveal_ask(game: Seven, seat: int) -> Choose:
    place = with_marker(game, seat, game.action)
    kind = DISSOLVE if game.action == DISCARD else REVEAL
    verb = "dissolve" if game.action == DISCARD else "reveal"
    hold: Answer = NOTHING
    options: list[Answer] = [NOTHING]
    if place == EXTRA:
        hold, options = ("hold extra",), [("reveal extra",), ("hold extra",)]
    elif place:
        hold, options = ("hold", place), [(verb, place), ("hold", place)]

    def default() -> Answer:
        return options[0] if worthwhile(game, seat, place) else hold

    return Choose(
        seat,
        kind,
        options,
        private=True,
        secret=secret_unless_shown,
        why=no_marker,
        default=default,
        values={"action": game.action},
        context={"subject": place} if place in game.owners else None,
    )


def no_marker(answer: Answer) -> NotLegal:
    if answer[0].startswith(WILD):
        return NotLegal("wild_comes_later", {}, rule=WILD_RULE)
    return NotLegal("marker_is_there" if answer == NOTHING else "no_such_marker", {}, rule="SA-seq-2")


def no_wild(answer: Answer) -> NotLegal:
    """The markers of the action have been shown or held; what is asked now is the wild one."""
    if not answer[0].startswith(WILD):
        return NotLegal("only_the_wild_one", {}, rule=WILD_RULE)
    return NotLegal("no_such_marker", {}, rule=WILD_RULE)


def worthwhile(game: Seven, seat: int, place: str) -> bool:
    """Whether a player without orders acts: never a manoeuvre, the end of an empire, or a production in debt."""
    if game.action == PRODUCTION and place:
        empire = game.empire(place)
        return empire.money + income(game, empire) >= upkeep(game, empire)
    if game.action == START:
        return any(startable(game, seat, card) for card in game.players[seat].hand)
    return game.action not in (MANOEUVRE, DISCARD) and bool(place)


def wild_ask(game: Seven, seat: int) -> Choose:
    place = with_marker(game, seat, WILD)
    options: list[Answer] = [NOTHING]
    if place:
        use: Answer = ("wild extra as", game.action) if place == EXTRA else ("wild", place, game.action)
        options = [NOTHING, use]
    return Choose(
        seat,
        REVEAL,
        options,
        private=True,
        secret=secret_unless_shown,
        why=no_wild,
        default=lambda: NOTHING,
        values={"action": game.action},
        rule=WILD_RULE,
        context={"subject": place} if place in game.owners else None,
    )


# ---- who acts


def act(game: Seven) -> Rule:
    """The next of those who have revealed, first player first (SA-seq-3)."""
    yield from ()
    if not game.waiting:
        return "reveal"
    following = game.waiting.pop(0)
    empire = "" if following.place == EXTRA else following.place
    if game.action == DISCARD:
        dissolve(game, game.empire(empire))  # SA-7-2
        return "act"
    game.acts.append(Act(game.action, following.seat, empire))
    return game.action


def finish(game: Seven) -> str:
    """The running action is over: go on with the one that it interrupted, or with the next player."""
    game.acts.pop()
    if game.stop:
        return "game_end"
    return game.act.action if game.acts else "act"
