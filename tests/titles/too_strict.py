"""Rules that were made too strict on purpose: by title, what is no longer allowed, and the line of the rules.

They stand beside the wrong rules of each title, which change what happens; these refuse what a rulebook allows, and a
game in which nobody tries it goes on as before. So scenarios say what is legal, rule by rule (`possible.yaml`).
"""

from __future__ import annotations
import __future__

import inspect
import sys
import textwrap
from importlib import import_module
from typing import Any, NamedTuple

import pytest


class TooStrict(NamedTuple):
    """A function of a module with one line that says something else."""

    module: str
    function: str
    """Of the module, or `Class.method`."""
    line: str
    instead: str

    def put(self, title: str, patch: pytest.MonkeyPatch) -> None:
        """Let the title play by it."""
        package = f"pbem.titles.{title}"
        module = import_module(f"{package}.{self.module}")
        owner: Any = module
        *path, name = self.function.split(".")
        for step in path:
            owner = getattr(owner, step)
        right = vars(owner)[name]
        made = self._rewritten(module, right, name)
        if path:
            patch.setattr(owner, name, made)
            return
        for one in [one for key, one in sys.modules.items() if key.startswith(package)]:
            for key, value in list(vars(one).items()):
                if value is right:
                    patch.setattr(one, key, made)
                elif type(value) is dict:
                    for entry, inside in list(value.items()):
                        if inside is right:
                            patch.setitem(value, entry, made)
                        elif isinstance(inside, tuple) and any(part is right for part in inside):  # a row of functions
                            row = [made if part is right else part for part in inside]
                            patch.setitem(
                                value, entry, type(inside)(*row) if hasattr(inside, "_fields") else tuple(row)
                            )

    def _rewritten(self, module: Any, right: Any, name: str) -> Any:
        source = textwrap.dedent(inspect.getsource(inspect.unwrap(right)))
        assert source.count(self.line) == 1, f"{self.function} says {source.count(self.line)} times: {self.line}"
        flags = __future__.annotations.compiler_flag
        code = compile(source.replace(self.line, self.instead), f"<{self.function}, too strict>", "exec", flags)
        made: dict[str, Any] = {}
        exec(code, vars(module), made)
        return made[name]


RULES: dict[str, dict[str, TooStrict]] = {
    "age_of_reason": {
        "no gold may be borrowed for a field": TooStrict(
            "rules.fields", "field_ask", "FIELDS[name].cost <= most", "FIELDS[name].cost <= one.gold"
        ),
        "no gold may be borrowed for a card": TooStrict(
            "rules.attacks", "attack_cards", "most = one.most()", "most = one.gold"
        ),
        "no gold may be borrowed for an alliance card": TooStrict(
            "rules.combat", "assist_ask", "cost <= one.most()", "cost <= one.gold"
        ),
        "no gold may be borrowed for a conversion": TooStrict(
            "rules.attacks", "targets", "game.players[seat].most() >=", "game.players[seat].gold >="
        ),
        "one nation may be hired, no more": TooStrict(
            "rules.combat", "hire_ask", "min(len(items), left // HIRE_COST)", "min(1, left // HIRE_COST)"
        ),
        "the attacker has one chance at reserves": TooStrict(
            "rules.combat", "roll", "fight.asked = 0", "fight.asked = min(1, game.fight.asked)"
        ),
        "who has passed is out of the auction": TooStrict(
            "rules.auction", "bid", 'answer == PASS and game.options["no_reentry"]', "answer == PASS"
        ),
        "a bid must name the own nation": TooStrict(
            "rules.auction",
            "_wrong_pair",
            "    for nation in named:",
            "    if game.players[0].nation not in named:\n"
            '        return NotLegal("not_among_legal")\n'
            "    for nation in named:",
        ),
        "a colony is entered by attack alone": TooStrict(
            "rules.attacks", "targets", "                if converts:", "                if converts and reached:"
        ),
        "home is no base": TooStrict(
            "rules.attacks", "reaches", "or region in ALWAYS_OPEN[nation]", 'or region in ("baltic", "mediterranean")'
        ),
        "the blank card is no ship": TooStrict(
            "rules.attacks", "attack_cards", "(this.ship_in_attack or not ship)", "(this.ships or not ship)"
        ),
        "the defender needs a ship at sea": TooStrict(
            "rules.combat", "defend_ask", "ship=False", 'ship=region == "mediterranean"'
        ),
        "one field of each name": TooStrict(
            "rules.fields",
            "field_ask",
            "places > len(taken.get(name, ()))",
            "places > len(taken.get(name, ())) and one.nation not in taken.get(name, ())",
        ),
        "nobody helps a nation without player": TooStrict(
            "rules.attacks", "declare", "elif fight.nation:", "elif fight.nation and fight.defender >= 0:"
        ),
        "the second attack has another target": TooStrict(
            "rules.attacks",
            "targets",
            "                if game.alliance[other] % 2 != row:",
            "                if game.alliance[other] % 2 != row and not game.attacks:",
        ),
    },
    "wonders_duel": {
        "a coin must be left": TooStrict("rules.turn", "play_card", "if cost[card] <= coins", "if cost[card] < coins"),
        "a wonder must leave a coin": TooStrict(
            "rules.turn", "play_card", "if cost[wonder] <= coins:", "if cost[wonder] + 1 < coins:"
        ),
        "six wonders at most": TooStrict(
            "rules.turn",
            "play_card",
            "len(city.built) + len(other.built) <",
            "1 + len(city.built) + len(other.built) <",
        ),
        "no building without coins, even by a chain": TooStrict(
            "rules.turn",
            "play_card",
            "FREE_WITH[card] in city.buildings)",
            "FREE_WITH[card] in city.buildings and coins)",
        ),
        "one wonder a turn can be chosen": TooStrict(
            "rules.turn", "play_card", "for wonder in city.wonders:", "for wonder in city.wonders[:1]:"
        ),
        "fixed prices are forgotten": TooStrict("rules.payment", "prices", "city.fixed", "(False,) * 5"),
        "the first token must be taken": TooStrict(
            "rules.effects", "progress_ask", "for one in game.board]", "for one in game.board[:1]]"
        ),
        "no destroyed building is revived": TooStrict(
            "rules.effects",
            "destroy",
            "targets = [card for card in foe.buildings",
            "targets = [card for card in foe.buildings[:2]",
        ),
    },
    "world_history": {
        "no second army in a land": TooStrict(
            "rules.reach", "_armies", "if held[base].armies < MOST_ARMIES:", "if held[base].armies < 2:"
        ),
        "foreign fleets close straits": TooStrict(
            "rules.reach", "_armies", "if to not in held:", "if to not in held and not (strait and game.fleets):"
        ),
        "one water is crossed, no more": TooStrict("rules.reach", "linked", "if len(reached) < len(own):", "if False:"),
        "one fleet in an ocean": TooStrict("rules.reach", "has_room", "WATERS[water].ocean or mine", "mine"),
        "no fleets for realms without seafaring": TooStrict(
            "rules.reach",
            "steps",
            "waters = linked(own, lands) if own else []",
            "waters = linked(own, lands) if own and _SAILED[turn.empire] else []",
        ),
        "own armies are spared": TooStrict(
            "rules.reach",
            "_armies",
            "            elif there.emblem != emblem:\n                found[attack] = free\n    for",
            "    for",
        ),
        "no fort where armies are many": TooStrict(
            "rules.reach", "_forts", "if not held[land].fort:", "if not held[land].fort and held[land].armies < 3:"
        ),
        "pirates keep to the seas of the card": TooStrict(
            "rules.reach", "_free_fleets", 'game.now.event.endswith("pirates")', "False"
        ),
        "allies beside the start land alone": TooStrict(
            "rules.reach", "_allies", "for base in lands:", "for base in lands[:1]:"
        ),
        "trade is offered to all or to nobody": TooStrict(
            "rules.reach", "_trade", "range(1, len(others))", "range(1, 1)"
        ),
        "fleets only where the realm has a shore": TooStrict(
            "rules.reach", "sailable", "if water in near or not", "if not"
        ),
    },
    "through_the_ages": {
        "wonders are not listed for a full hand": TooStrict(
            "rules.civil", "takes", '(full and FAMILY[card] != "wonder")', "full"
        ),
        "a full hand forbids wonders": TooStrict(
            "rules.civil",
            "forbidden",
            'if civ.unfinished else ""  # TTA-WTAKE-4',
            'if civ.unfinished or len(game.civil_hand(seat)) >= civil_limit(civ) else ""',
        ),
        "one leader in a game": TooStrict(
            "rules.civil", "forbidden", "if CARDS[card].age in civ.leaders_of", "if civ.leaders_of"
        ),
        "an action card once": TooStrict(
            "rules.civil", "forbidden", 'if family != "action" and (card in hand', "if (card in hand"
        ),
        "no level is skipped": TooStrict(
            "rules.civil",
            "no_upgrade",
            "elif CARDS[new].level <= CARDS[old].level:",
            "elif CARDS[new].level != CARDS[old].level + 1:",
        ),
        "one stage for one action": TooStrict(
            "rules.civil", "no_stage", "number > 1 and number > stages_at_once(civ)", "number > 1"
        ),
        "discontent workers rest": TooStrict(
            "rules.civil", "no_build", "if civ.unused < number:", "if civ.yellow < 9 or civ.unused < number:"
        ),
        "Bach upgrades to a higher level alone": TooStrict(
            "rules.civil", "_js_bach", "CARDS[new].level < CARDS[old].level", "CARDS[new].level <= CARDS[old].level"
        ),
        "Breakthrough pays for no revolution": TooStrict(
            "rules.action_cards", "no_play", "if not revolt and not", 'if revolt:\n        return "x"\n    if not'
        ),
        "pacts that stay are of no help in an attack": TooStrict(
            "rules.politics", "compared", " + attack_bonus(game, seat, rival)", ""
        ),
        "wars on the weaker alone": TooStrict(
            "rules.politics",
            "no_war",
            "    immune = ",
            '    if game.civs[seat].workers["warriors"] <= game.civs[rival].workers["warriors"]:\n'
            '        return "not_stronger"\n'
            "    immune = ",
        ),
        "one card for a defence": TooStrict(
            "rules.aggression", "defence_ask", "        civ.military_total,\n        empty", "        1,\n        empty"
        ),
        "bids go up by one": TooStrict(
            "rules.colonies",
            "bid_ask",
            "range(affair.bid + 1, most + 1)",
            "range(affair.bid + 1, min(most, affair.bid + 1) + 1)",
        ),
        "bonus cards are no part of a bid": TooStrict(
            "rules.colonies", "max_force", "sum(CARDS[card].colonization for card in bonus)", "0"
        ),
        "Development of Civilization develops nothing": TooStrict(
            "rules.offers", "options", "if not no_develop(", "if False and not no_develop("
        ),
        "Robespierre spends civil actions too": TooStrict(
            "rules.develop",
            "no_revolution",
            "if civ.military < civ.military_total:",
            "if civ.military < civ.military_total or not civ.civil:",
        ),
        "no tactic is copied": TooStrict(
            "rules.abilities", "no_copy", "if tactic not in game.common_tactics:", "if True:"
        ),
    },
    "seven_ages": {
        "no ship in a sea without a way out": TooStrict(
            "rules.building", "takes", "(not AREAS[area].is_land and game.fix(2))", "False"
        ),
        "one unit in an area, city or not": TooStrict(
            "rules.building",
            "room",
            "limit = max(1, game.cities.get(area, 0)) if AREAS[area].is_land else 1",
            "limit = 1",
        ),
        "one fort on the map": TooStrict("rules.building", "fort_sites", "area not in game.forts", "not game.forts"),
        "one unrest marker is paid off": TooStrict(
            "rules.civilise", "calm", "min(len(areas), empire.money // cost)", "min(1, empire.money // cost)"
        ),
        "artifacts for own empires alone": TooStrict(
            "rules.playing",
            "age_fits",
            "if empire.age in artifact.ages:",
            "if empire.age in artifact.ages and empire.id in game.players[game.act.seat].empires:",
        ),
        "the dagger means nothing": TooStrict(
            "rules.playing", "age_fits", "empire.age in artifact.earlier and", "False and"
        ),
        "no ship passes others": TooStrict(
            "rules.ways",
            "Ways.may_pass",
            "return all(self.game.control.get(end) != one.id for one in self.stopped_by(area))",
            "return not self.rivals(area)",
        ),
        "no land unit passes others": TooStrict(
            "rules.ways", "Ways.may_pass", "return not self.stopped_by(area)", "return not self.rivals(area)"
        ),
        "one foreign sea closes a red arrow": TooStrict("rules.ways", "Ways._arrow_open", "not all(", "not any("),
        "no aircraft ends at sea": TooStrict(
            "rules.ways", "Ways.no_end", "not AREAS[end].is_land and not self._carried(end)", "not AREAS[end].is_land"
        ),
        "canals are closed to all without a bank": TooStrict(
            "rules.ways", "Ways._by_canal", "(self.asking or not bank_holders(", "(not bank_holders("
        ),
        "no marker beside the cards": TooStrict(
            "rules.markers", "mark_ask", "len(empires) < game.most_empires()", "False"
        ),
        "the wild card starts no empire": TooStrict(
            "rules.markers", "_wild_fits", "action in WILD_BESIDE if", "action in WILD_BESIDE and action != START if"
        ),
        "all units of a side are committed": TooStrict(
            "rules.commitment",
            "commit_ask",
            "lacking = [unit for unit, n in units.items() if n > have[unit]]",
            "lacking = [unit for unit in have if units[unit] != have[unit]]",
        ),
        "no tactician is committed": TooStrict(
            "rules.commitment", "commit_ask", "tactician(game, side) is not None", "False"
        ),
        "one haven for a retreat": TooStrict(
            "rules.retreat", "reachable", "for area in havens(game, side) if", "for area in havens(game, side)[:1] if"
        ),
        "no unit is flipped back": TooStrict(
            "rules.modernising",
            "flippable",
            "if not other or",
            "if not other or UNITS[other].step < UNITS[unit].step or",
        ),
        "no city in unrest": TooStrict("rules.cities", "can_grow", "return", "return area not in game.unrest and"),
        "one point of glory is bought": TooStrict(
            "rules.glory", "buy", "most = empire.money // cost", "most = min(1, empire.money // cost)"
        ),
        "a new leader goes to the capital": TooStrict(
            "rules.leaders",
            "leader_ask",
            "areas = game.controlled(empire)",
            "areas = [empire.capital] if empire.capital else game.controlled(empire)",
        ),
        "a winner of a trade takes one step": TooStrict(
            "rules.trade",
            "won",
            "answer = yield steps_ask(game, empire, most)",
            "answer = yield steps_ask(game, empire, 1)",
        ),
    },
}
