"""What there is to see of Through the Ages: the card row, the civilizations, the events, and the reader's hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...table import Words, is_unseen
from ..sheet import Column, Grid, Lines, Row, Said, Section, Span, listed, named, pairs, player
from ..terminal import about
from . import gloss
from .cards import AGES, CARDS, FAMILY, LEVEL, OF_AGES, PRICES, SYMMETRIC, UNITS, WORKED, YELLOW_LOST
from .rules.action_cards import inners, no_play
from .rules.changes import military_available
from .rules.civil import forbidden, price
from .rules.develop import no_develop, no_lead, no_revolution
from .rules.goods import FOOD, RESOURCES, consumption, corruption, production, stock
from .rules.paying import develop_cost, population_cost
from .rules.ratings import (
    civil_limit,
    colonization,
    culture,
    demand,
    discontent,
    happiness,
    military_limit,
    pacts_of,
    science,
    strength,
    urban_limit,
)
from .state import Ages, Civilization

KINDS = {
    "farm": "color(34)",
    "mine": "color(130)",
    "urban": "color(178)",
    "unit": "color(160)",
    "special": "color(33)",
    "government": "color(208)",
    "leader": "color(37)",
    "wonder": "color(134)",
    "action": "color(178)",
    "event": "color(34)",
    "territory": "color(34)",
    "aggression": "color(160)",
    "war": "color(160)",
    "pact": "color(33)",
    "tactic": "color(160)",
    "bonus": "color(245)",
}
"""The colours of the cards, as near as a terminal of any background allows."""
GROUPS = {"lab": "urban", "temple": "urban", "library": "urban", "theater": "urban", "arena": "urban"}
GROUPS |= dict.fromkeys(UNITS, "unit")


def kind_of(card: str) -> str:
    return GROUPS.get(FAMILY[card], FAMILY[card])


def title_of(card: str, words: Words) -> str:
    """The name of a card, with its age where several share the name."""
    name = words.name("card", card)
    return f"{name} {CARDS[card].age}" if card in OF_AGES else name


def called(card: str, words: Words, text: str = "", slot: str = "card", **more: Any) -> Span:
    """A card by name, in its colour."""
    return named(slot, card, words, text or title_of(card, words), kind=kind_of(card), **more)


def position(game: Ages, words: Words, seat: int | None) -> list[Section]:
    """The whole position; `seat` is the reader, whose civilization comes first."""
    order = range(game.seats) if seat is None else (seat, *game.others(seat))
    playing = [one for one in order if not game.civs[one].resigned]
    sections = [Section("head", headline(game, words))]
    if any(game.row):
        sections.append(Section("row", row(game, words, seat), head=words.say("text.row")))
    if not game.civs[0].civil_total and game.phase == "setup":
        return sections
    sections.append(Section("standings", standings(game, words), head=words.say("text.standings")))
    sections += [Section(f"civ{one}", civilization(game, one, words), head=_owner(game, one, words)) for one in playing]
    sections.append(Section("events", events(game, words), head=words.say("text.world")))
    if game.age in AGES[1:4]:
        sections.append(Section("age", ageing(game, words), head=words.say("text.ageing", {"age": game.age})))
    if seat is not None and not game.civs[seat].resigned:
        sections += [Section(key, grid, head=words.say(f"text.{key}")) for key, grid in held(game, seat, words)]
    return sections


def _owner(game: Ages, seat: int, words: Words) -> str:
    return words.say("text.civilization", {"player": seat})


# ---- above


def headline(game: Ages, words: Words) -> Lines:
    values = {"round": game.round, "age": game.age, "left": len(game.civil_deck), "last": game.last_round}
    lines: list[Said] = [Span(words.say("text.round", values), tone="strong")]
    if game.outcome is not None:
        key = "text.shared" if len(game.outcome.winners) > 1 else "text.winner"
        lines.append(words.say(key, {"players": game.outcome.winners, "how": game.outcome.how}))
    elif game.phase in PHASES:
        lines.append(words.say("text.turn", {"player": game.active, "phase": PHASES[game.phase]}))
        lines += affair(game, words)
    return Lines(*lines)


PHASES = {
    "politics": "politics",
    "auction": "politics",
    "event": "politics",
    "defence": "politics",
    "spoils": "politics",
    "pact": "politics",
    "columbus": "politics",
    "war": "war",
    "act": "actions",
    "end_of_turn": "end",
}


def affair(game: Ages, words: Words) -> list[str]:
    """What is being settled between players."""
    one = game.affair
    if one is None:
        return []
    family = FAMILY[one.card]
    if family == "territory":
        values = {"territory": one.card, "bid": one.bid, "player": one.holder, "held": one.holder >= 0}
        return [words.say("text.auction", values)]
    if family in ("aggression", "pact"):
        return [words.say(f"text.{family}", {"player": one.by, "other": one.target, "card": one.card})]
    return [words.say("text.event", {"event": one.card})]


# ---- the card row


def row(game: Ages, words: Words, seat: int | None) -> Grid:
    """The cards by what they cost; for a player with the real price, and with what forbids taking a card."""
    rows = []
    for actions in dict.fromkeys(PRICES):
        spaces = [space for space, cost in enumerate(PRICES) if cost == actions and game.row[space]]
        rows.append(Row(words.say("text.costs", {"actions": actions}), listed(_offers(game, spaces, seat, words))))
    return Grid((Column(words.say("text.price")), Column(words.say("text.cards"))), rows, look="row")


def _offers(game: Ages, spaces: Iterable[int], seat: int | None, words: Words) -> Iterator[Said]:
    for space in spaces:
        card = game.row[space]
        text = f"{space + 1} {title_of(card, words)}"
        if seat is None or game.civs[seat].resigned:
            yield called(card, words, text)
            continue
        cost = price(game, seat, space)
        if forbidden(game, seat, card):
            yield called(card, words, text, tone="dim")
        elif cost != PRICES[space]:
            yield called(card, words, words.say("text.other_price", {"card": text, "actions": cost}))
        else:
            yield called(card, words, text)


# ---- figures


def standings(game: Ages, words: Words) -> Grid:
    """Points and ratings of all, each with what the next production brings."""
    heads = ("culture", "science", "strength", "happiness", "food", "resources", "actions", "hands")
    columns = (Column(words.say("text.player")), *(Column(words.say(f"text.{head}"), align="r") for head in heads))
    return Grid(columns, [_standing(game, seat, words) for seat in range(game.seats)], look="standings")


def _standing(game: Ages, seat: int, words: Words) -> Row:
    civ = game.civs[seat]
    if civ.resigned:
        return Row(player(seat, words), str(civ.culture), words.say("text.resigned"), tone="dim")
    sad = discontent(civ)
    lost = corruption(civ)
    faces = f"{happiness(civ)}/{demand(civ)}" + (f" ({words.say('text.discontent', {'number': sad})})" if sad else "")
    return Row(
        player(seat, words),
        f"{civ.culture} +{culture(game, seat)}",
        f"{civ.science} +{science(game, seat)}",
        strength(game, seat),
        Span(faces, tone="bad" if sad > civ.unused else ""),
        f"{stock(civ, FOOD)} +{production(game, seat, FOOD)} -{consumption(civ)}",
        f"{stock(civ, RESOURCES)} +{production(game, seat, RESOURCES)}" + (f" -{lost}" if lost else ""),
        f"{civ.civil}/{civ.civil_total}, {civ.military}/{civ.military_total}",
        f"{len(game.civil_hand(seat))}/{civil_limit(civ)}, {len(civ.military_hand)}/{military_limit(civ)}",
    )


# ---- one civilization


def civilization(game: Ages, seat: int, words: Words) -> Grid:
    """Everything that lies before a player."""
    civ = game.civs[seat]
    found: list[tuple[str, Said]] = [
        ("government", listed(_government(civ, words))),
        ("leader", called(civ.leader, words, slot="leader") if civ.leader else "–"),
        ("technologies", technologies(civ, words)),
        ("specials", listed((called(one, words, slot="tech") for one in civ.specials), nothing="–")),
        ("wonders", wonders(civ, words)),
        ("colonies", listed((called(one, words, slot="colony") for one in civ.colonies), nothing="–")),
        ("tactic", _tactic(civ, words)),
        ("banks", banks(civ, words)),
    ]
    bound = [*_pacts(game, seat, words), *_wars(game, seat, words)]
    if bound:
        found.append(("bound", listed(bound)))
    if not game.hands_covered() and civ.hand:
        found.append(("civil_hand", listed(called(card, words) for card in civ.hand)))
    return pairs(((words.say(f"text.{key}"), said) for key, said in found), look="civilization")


def _government(civ: Civilization, words: Words) -> Iterator[Said]:
    yield called(civ.government, words, slot="government")
    yield words.say("text.urban_limit", {"number": urban_limit(civ)})
    if colonization(civ):
        yield words.say("text.colonization", {"number": colonization(civ)})


def technologies(civ: Civilization, words: Words) -> Said:
    """Cards that take workers, by family: their workers, and the blue tokens on them."""
    families = []
    for family in WORKED:
        cards = [card for card in civ.workers if FAMILY[card] == family]
        if cards:
            families.append(listed(_technology(civ, card, words) for card in sorted(cards, key=LEVEL.__getitem__)))
    return listed(families, between="\n")


def _technology(civ: Civilization, card: str, words: Words) -> Said:
    tokens = civ.tokens.get(card, 0)
    workers = civ.workers[card]
    values = {"workers": workers, "tokens": tokens}
    return [called(card, words, slot="tech", tone="" if workers else "dim"), " " + words.say("text.manned", values)]


def wonders(civ: Civilization, words: Words) -> Said:
    found: list[Said] = []
    for wonder in civ.wonders:
        told = [called(wonder, words, slot="wonder", tone="dim" if wonder in civ.ruins else "")]
        marks = [words.say("text.ruins")] if wonder in civ.ruins else []
        marks += [words.say("text.homer")] if civ.homer_under == wonder else []
        found.append([*told, f" ({', '.join(marks)})"] if marks else told)
    if civ.unfinished:
        left = CARDS[civ.unfinished].stages[civ.stages :]
        values = {"built": civ.stages, "of": len(CARDS[civ.unfinished].stages), "left": "+".join(map(str, left))}
        found.append([called(civ.unfinished, words, slot="wonder"), " " + words.say("text.unfinished", values)])
    return listed(found, nothing="–")


def _tactic(civ: Civilization, words: Words) -> Said:
    if not civ.tactic:
        return "–"
    named_tactic = called(civ.tactic, words, slot="tactic")
    return [named_tactic, " " + words.say("text.exclusive")] if civ.exclusive else named_tactic


def banks(civ: Civilization, words: Words) -> Said:
    """Tokens, and the sections that matter: cost of growing, food eaten, losses, happy faces needed."""
    values = {
        "yellow": civ.yellow,
        "blue": civ.blue,
        "unused": civ.unused,
        "food": population_cost(civ),
        "eaten": consumption(civ),
        "loss": corruption(civ),
        "faces": demand(civ),
        "grows": civ.yellow > 0,
    }
    return [
        words.say("text.yellow", values),
        "\n",
        words.say("text.blue", values),
        "\n",
        words.say("text.unused", values),
    ]


def _pacts(game: Ages, seat: int, words: Words) -> Iterator[Said]:
    for pact in pacts_of(game, seat):
        values = {
            "pact": pact.card,
            "player": pact.partner(seat),
            "side": "" if pact.card in SYMMETRIC else pact.side(seat),
        }
        yield called(pact.card, words, words.say("text.pact_with", values), slot="pact")


def _wars(game: Ages, seat: int, words: Words) -> Iterator[Said]:
    for war in game.wars:
        if seat in (war.attacker, war.defender):
            key = "text.war_on" if seat == war.attacker else "text.war_by"
            other = war.defender if seat == war.attacker else war.attacker
            yield called(war.card, words, words.say(key, {"war": war.card, "player": other}), slot="war")


# ---- events and ages


def events(game: Ages, words: Words) -> Grid:
    """Both piles with the ages on their backs, what has come up, and the tactics open to all."""
    found: list[tuple[str, Said]] = [
        ("current", _backs(game.current, words)),
        ("future", _backs(game.future, words)),
        ("past", listed((called(card, words, slot="event") for card in game.past), nothing="–")),
        ("common_tactics", listed((called(c, words, slot="tactic") for c in game.common_tactics), nothing="–")),
        ("military_deck", str(len(game.military_deck))),
    ]
    return pairs(((words.say(f"text.{key}"), said) for key, said in found), look="events")


def _backs(pile: list[Any], words: Words) -> str:
    ages = [str(card.shows) if is_unseen(card) else CARDS[card].age for card in pile]
    counted = {age: ages.count(age) for age in AGES if age in ages}
    told = ", ".join(words.say("text.backs", {"age": age, "number": number}) for age, number in counted.items())
    return words.say("text.pile", {"number": len(pile), "ages": told}) if pile else "–"


def ageing(game: Ages, words: Words) -> Grid:
    """What the end of the age would take from everybody (TTA-AGE-6 to TTA-AGE-12)."""
    level = AGES.index(game.age) - 1
    rows = []
    for seat in game.clockwise(game.start):
        civ = game.civs[seat]
        cards = [card for card in (civ.leader, civ.unfinished) if card and LEVEL[card] <= level]
        hand = game.civil_hand(seat)
        cards += [card for card in hand if not is_unseen(card) and LEVEL[card] <= level]
        cards += [pact.card for pact in pacts_of(game, seat) if LEVEL[pact.card] <= level]
        yellow = words.say("text.loses_yellow", {"number": min(YELLOW_LOST, civ.yellow)})
        rows.append(Row(player(seat, words), listed([yellow, *(called(card, words) for card in cards)])))
    columns = (Column(words.say("text.player")), Column(words.say("text.would_lose")))
    return Grid(columns, rows, look="ageing")


# ---- the reader's hand


def held(game: Ages, seat: int, words: Words) -> Iterator[tuple[str, Grid]]:
    """The reader's cards, with what they cost and whether that can be paid now."""
    civ = game.civs[seat]
    for key, cards in (("own_civil", game.civil_hand(seat)), ("own_military", civ.military_hand)):
        if cards:
            columns = (Column(words.say("text.card")), Column(words.say("text.now")), Column(words.say("text.does")))
            rows = [Row(called(c, words), _playable(game, seat, c, words), gloss.does(c, words)) for c in cards]
            yield key, Grid(columns, rows, look=key)


def _playable(game: Ages, seat: int, card: str, words: Words) -> str:
    """The price of a card, and whether it can be played now."""
    family = FAMILY[card]
    own = seat == game.active and game.phase == "act" and game.round > 1
    if family == "leader":
        return _now(own and not no_lead(game, seat, card, None), {"actions": 1}, words)
    if family == "action":
        able = own and any(not no_play(game, seat, card, inner) for inner in inners(game, seat, card))
        return _now(able, {"actions": 1}, words)
    if family == "government":
        values = {"science": develop_cost(game, seat, card), "revolution": develop_cost(game, seat, card, True)}
        able = not no_develop(game, seat, card) or not no_revolution(game, seat, card)
        return _now(own and able, values, words)
    if family in (*WORKED, "special"):
        return _now(own and not no_develop(game, seat, card), {"science": develop_cost(game, seat, card)}, words)
    if family == "bonus":
        return words.say("text.bonus", {"defence": CARDS[card].defence, "colonization": CARDS[card].colonization})
    if family == "tactic":
        able = own and military_available(game, seat) > 0 and not game.turn.tactic_played
        return _now(able, {"military": 1}, words)
    return words.say("text.costs_military", {"number": CARDS[card].actions}) if CARDS[card].actions else ""


def _now(able: bool, values: Mapping[str, int], words: Words) -> str:
    return words.say("text.playable", {**values, "able": able})


# ---- the orders that are open

WELL_KNOWN = ("build", "upgrade", "destroy", "disband", "lose", "raze", "recruit")
"""Orders about cards that lie on the table already."""


def orders(asked: Mapping[str, Any], words: Words) -> list[tuple[str, str]]:
    """Each order with the names of its cards, what it costs and, where one card is played or taken, what that does."""
    return [(one["order"], _meaning(asked["kind"], one, words)) for one in asked["legal"]]


def _meaning(kind: str, legal: Mapping[str, Any], words: Words) -> str:
    said = [word.strip(",") for word in str(legal["order"]).split()]
    cards = list(dict.fromkeys(word for word in said if word in CARDS))
    told = [", ".join(title_of(card, words) for card in cards), about(kind, legal, words)]
    if len(cards) == 1 and said[0] not in WELL_KNOWN:
        told.append(gloss.does(cards[0], words))
    return " · ".join(part for part in told if part)
