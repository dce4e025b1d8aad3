"""The politics phase (chapters POL, EVPREP, AGGR, WARDEC, PACT, PACTX, RESIGN)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Below, Choose, NotLegal, Refused, Rule
from ..cards import CARDS, FAMILY, FOR_RESIGNED_WAR, LANGUAGE, LEVEL, SYMMETRIC
from ..state import Affair, Ages, Civilization, Pact, War
from .changes import change_cards, discard_military, leader_leaves, recount, score, spend_military
from .ratings import pacts_of, strength
from .refusing import refusal
from .row import end_pact
from .war import attack_bonus

POLITICS = LANGUAGE["political_action"]
NOTHING = ("no politics",)
RESIGN = ("resign",)
RARELY = 1000
"""Random players resign once in this many political actions, so that most of their games go on."""


class PoliticalAsk(Choose):
    """Resigning is among the answers, but random players should hardly ever pick it."""

    __slots__ = ()

    def sample(self, below: Below) -> Answer:
        if RESIGN in self.options and below(RARELY):
            return self.options[below(len(self.options) - 1)]
        return self.options[below(len(self.options))]


def politics(game: Ages) -> Rule:
    """TTA-POL-1 to TTA-POL-4."""
    seat = game.active
    civ = game.civs[seat]
    game.affair = None
    if seat in game.skip_politics:
        game.skip_politics.remove(seat)
        game.note("politics_given_up", player=seat)
        return "act"
    if civ.leader and "peek_top_current_event" in CARDS[civ.leader].effects and game.current and not game.turn.caesar:
        game.note("top_event", seen_by=(seat,), event=game.current[0], reveals=True)
    name = f"politics:{game.seals + 1}"
    answer = yield political_ask(game, seat, name)
    if answer[0] == "event":
        game.sealed_name("politics")
    if answer == NOTHING:
        return "act"
    if game.turn.caesar:
        civ.caesar_used = True
    return (yield from political_action(game, seat, answer))


def after_politics(game: Ages) -> str:
    """Julius Caesar may act a second time, once per game (TTA-POL-4)."""
    civ = game.civs[game.active]
    game.affair = None
    able = civ.leader and "extra_political_action" in CARDS[civ.leader].effects
    if able and not civ.caesar_used and not game.turn.caesar:
        game.turn.caesar = True
        return "politics"
    return "act"


def political_action(game: Ages, seat: int, answer: Answer) -> Rule:
    verb = answer[0]
    if verb == "event":
        return prepare(game, seat, answer[1])
    if verb == "aggress":
        return attack(game, seat, answer[1], answer[2])
    if verb == "war":
        return declare(game, seat, answer[1], answer[2])
    if verb == "pact":
        game.civs[seat].military_hand.remove(answer[1])  # it comes back if it is refused
        game.affair = Affair(answer[1], seat, answer[2], side=answer[3] or "")
        game.note("pact_offered", player=seat, pact=answer[1], other=answer[2], side=answer[3], reveals=True)
        return "pact"
    if verb == "cancel":
        pact = next(one for one in game.pacts if one.card == answer[1])
        game.note("pact_cancelled", player=seat, pact=pact.card, other=pact.partner(seat))
        end_pact(game, pact.card)
        return after_politics(game)
    if verb == "columbus":
        game.affair = Affair(answer[1], seat)
        return "columbus"
    if verb == "resign":
        return resign(game, seat)
    return (yield from alexander_the_great(game, seat))


# ---- what is possible


def political_options(game: Ages, seat: int) -> Iterator[Answer]:
    civ = game.civs[seat]
    rivals = game.rivals(seat)
    for card in dict.fromkeys(civ.military_hand):
        family = FAMILY[card]
        if family in ("event", "territory"):
            yield ("event", card)
        elif family == "aggression":
            yield from (("aggress", card, one) for one in rivals if not no_attack(game, seat, card, one))
        elif family == "war":
            yield from (("war", card, one) for one in rivals if not no_war(game, seat, card, one))
        elif family == "pact" and not no_pacts(game):
            for one in rivals:
                yield from (("pact", card, one, side) for side in ((None,) if card in SYMMETRIC else "ab"))
    yield from (("cancel", pact.card, None) for pact in pacts_of(game, seat))
    for effect in CARDS[civ.leader].effects.get("political_action", ()) if civ.leader else ():
        if "gain" in effect:
            yield (f"retire {civ.leader}",)
        else:
            territories = (one for one in dict.fromkeys(civ.military_hand) if FAMILY[one] == "territory")
            yield from (("columbus", territory) for territory in territories)
    yield NOTHING
    if game.age != "IV":  # TTA-RESIGN-10
        yield RESIGN


def no_pacts(game: Ages) -> bool:
    """TTA-PACT-1; pacts left when resignations leave two players may still be offered (TTA-PACT-10)."""
    return game.seats == 2


def shown(answer: Answer) -> object:
    """For a prepared event its back, for everything else the whole answer."""
    return {"age": CARDS[answer[1]].age} if answer[0] == "event" else list(answer)


def political_ask(game: Ages, seat: int, name: str) -> PoliticalAsk:
    return PoliticalAsk(
        seat,
        POLITICS,
        list(political_options(game, seat)),
        rule="TTA-POL-1",
        private=True,
        secret=lambda answer: name if answer[0] == "event" else None,  # which stays face down
        shown=shown,
        means=lambda answer: meant(game, seat, answer),
        why=lambda answer: why_not(game, seat, answer),
        default=lambda: NOTHING,
    )


def meant(game: Ages, seat: int, answer: Answer) -> Answer:
    """`cancel` may name the partner and a symmetric pact a side, though neither is needed."""
    if answer[0] == "cancel" and any(
        p.card == answer[1] and answer[2] == p.partner(seat) for p in pacts_of(game, seat)
    ):
        return ("cancel", answer[1], None)
    if answer[0] == "pact" and answer[1] in SYMMETRIC:
        return (*answer[:3], None)
    return answer


def attack_price(game: Ages, card: str, rival: int) -> int:
    """Military actions for an attack; twice as many against Gandhi (TTA-AGGR-18)."""
    leader = game.civs[rival].leader
    price = CARDS[card].actions
    for effect in CARDS[leader].effects.get("attack_cost_multiplier_for_opponents", ()) if leader else ():
        price *= effect["military_actions"]
    return price


def _no_hostility(game: Ages, seat: int, card: str, rival: int) -> str:
    """What forbids both aggressions and wars (TTA-AGGR-3, TTA-AGGR-18, TTA-WARDEC-2)."""
    civ = game.civs[seat]
    if civ.leader and "may_not_play" in CARDS[civ.leader].effects:
        return "leader_forbids_attacks"
    if civ.military < attack_price(game, card, rival):
        return "too_few_military_actions"
    if game.pacts and any(CARDS[pact.card].no_attacks for pact in between(game, seat, rival)):
        return "pact_forbids_attack"
    return ""


def between(game: Ages, seat: int, rival: int) -> list[Pact]:
    return [pact for pact in pacts_of(game, seat) if pact.partner(seat) == rival]


def no_attack(game: Ages, seat: int, card: str, rival: int) -> str:
    reason = _no_hostility(game, seat, card, rival)
    if reason:
        return reason
    own, other = compared(game, seat, rival)
    return "" if own > other else "not_stronger"  # TTA-AGGR-4


def compared(game: Ages, seat: int, rival: int) -> tuple[int, int]:
    """Strengths for an attack, without a pact that it ends (TTA-AGGR-5)."""
    ending = None
    if game.pacts:
        ending = next((pact for pact in between(game, seat, rival) if CARDS[pact.card].ends_on_attack), None)
    own = strength(game, seat, ending) + attack_bonus(game, seat, rival)
    return own, strength(game, rival, ending)


def no_war(game: Ages, seat: int, card: str, rival: int) -> str:
    if game.round == game.last_round:
        return "no_war_in_last_round"  # TTA-WARDEC-7
    reason = _no_hostility(game, seat, card, rival)
    if reason:
        return reason
    immune = (CARDS[pact.card].sides[pact.side(rival)] for pact in pacts_of(game, rival))
    return "pact_forbids_war" if any(side.get("immune_to_war_declarations_by_anyone") for side in immune) else ""


def why_not(game: Ages, seat: int, answer: Answer) -> Refused | None:
    """Why a political action is not possible."""
    verb = answer[0]
    civ = game.civs[seat]
    if verb == "resign":
        return NotLegal("no_resigning_now", {}, rule="TTA-RESIGN-10")
    if verb == "cancel":
        if any(pact.card == answer[1] for pact in pacts_of(game, seat)):
            values = {"pact": answer[1], "player": answer[2]}
            return NotLegal("no_such_partner", values, rule="TTA-PACTX-1")
        return NotLegal("no_such_pact", {"pact": answer[1]}, rule="TTA-PACTX-1")
    if verb.startswith("retire") or (verb == "columbus" and civ.leader != "christopher_columbus"):
        return NotLegal("no_such_ability", {}, rule="TTA-POL-4")
    if verb == "pact" and no_pacts(game):
        return NotLegal("no_pacts_with_two", {}, rule="TTA-PACT-1")
    if len(answer) > 1 and answer[1] not in civ.military_hand:
        return NotLegal("card_not_in_hand", {"card": answer[1]}, rule="TTA-POL-3")
    if verb in ("aggress", "war", "pact") and answer[2] not in game.rivals(seat):
        return NotLegal("not_a_rival", {"player": answer[2]}, rule="TTA-AGGR-2")
    if verb == "pact":
        return NotLegal("name_a_side", {"pact": answer[1]}, rule="TTA-PACT-3")
    if verb in ("aggress", "war"):
        _, card, rival = answer
        key = (no_attack if verb == "aggress" else no_war)(game, seat, card, rival)
        own, other = compared(game, seat, rival)
        values = {"card": card, "player": rival, "own": own, "theirs": other, "military": civ.military}
        values["price"] = attack_price(game, card, rival)
        return refusal(key, values) if key else None
    return None


# ---- preparing an event


def prepare(game: Ages, seat: int, card: str) -> str:
    """TTA-EVPREP-1 to TTA-EVPREP-3."""
    civ = game.civs[seat]
    civ.military_hand.remove(card)
    game.future.insert(0, card)
    score(game, seat, LEVEL[card])
    game.note("event_prepared", player=seat, age=CARDS[card].age, culture=LEVEL[card])
    game.note("own_event_prepared", seen_by=(seat,), event=card)
    if not game.current:
        return after_politics(game)
    event = game.current.pop(0)
    game.affair = Affair(event, seat)
    game.note("event_revealed", event=event, player=seat, reveals=True)
    if FAMILY[event] == "territory":
        game.affair.bidders = game.clockwise(seat)
        return "auction"
    return "event"


# ---- attacks


def end_pacts_by_attack(game: Ages, seat: int, rival: int) -> None:
    """TTA-AGGR-6, TTA-WARDEC-4."""
    for pact in between(game, seat, rival):
        if CARDS[pact.card].ends_on_attack:
            game.note("pact_broken", player=seat, other=rival, pact=pact.card)
            end_pact(game, pact.card)


def attack(game: Ages, seat: int, card: str, rival: int) -> str:
    price = attack_price(game, card, rival)
    spend_military(game, seat, price)
    game.civs[seat].military_hand.remove(card)
    game.note("attacked", player=seat, aggression=card, other=rival, actions=price, reveals=True)
    end_pacts_by_attack(game, seat, rival)
    game.affair = Affair(card, seat, rival)
    return "defence"


def declare(game: Ages, seat: int, card: str, rival: int) -> str:
    """TTA-WARDEC-1 to TTA-WARDEC-6."""
    price = attack_price(game, card, rival)
    spend_military(game, seat, price)
    game.civs[seat].military_hand.remove(card)
    game.note("war_declared", player=seat, war=card, other=rival, actions=price, reveals=True)
    end_pacts_by_attack(game, seat, rival)
    game.wars.append(War(card, seat, rival))
    return after_politics(game)


# ---- leaders


def alexander_the_great(game: Ages, seat: int) -> Rule:
    """He leaves for a yellow token of the box (TTA-POL-4)."""
    leader = leader_leaves(game, seat)
    tokens = CARDS[leader].effects["political_action"][0]["gain"]["yellow_tokens"]
    game.civs[seat].yellow += tokens
    game.note("leader_retires", player=seat, leader=leader, number=tokens)
    yield from change_cards(game, seat, removed=(leader,))
    return after_politics(game)


# ---- resigning


def resign(game: Ages, seat: int) -> str | None:
    """TTA-RESIGN-1 to TTA-RESIGN-6, TTA-RESIGN-11."""
    civ = game.civs[seat]
    order = game.clockwise(seat)
    follower = order[1] if len(order) > 1 else seat
    discard_military(game, civ.military_hand)
    discard_military(game, civ.colonies)
    if civ.exclusive:
        discard_military(game, [civ.tactic])
    for pact in pacts_of(game, seat):
        end_pact(game, pact.card)
    for war in [war for war in game.wars if seat in (war.attacker, war.defender)]:
        game.wars.remove(war)
        discard_military(game, [war.card])
        if war.defender == seat:
            score(game, war.attacker, FOR_RESIGNED_WAR)
            game.note("war_called_off", player=war.attacker, other=seat, culture=FOR_RESIGNED_WAR)
    culture = civ.culture
    game.civs[seat] = Civilization(
        culture=culture,
        yellow=0,
        blue=0,
        unused=0,
        workers={},
        government="",
        civil_total=0,
        military_total=0,
        resigned=True,
    )
    game.skip_politics = [one for one in game.skip_politics if one != seat]
    game.note("resigned", player=seat)
    for one in order[1:]:
        recount(game, one)
    if game.playing() == 1:
        return "final"
    game.active = follower
    if seat == game.start:
        game.start = follower  # TTA-RESIGN-11
    elif follower == game.start:
        if game.round == game.last_round:
            return "final"
        game.round += 1
    return "turn"
