"""What refusals of Age of Reason claim: discs and markers, who is allied, hands, and what can be paid."""

from __future__ import annotations

import re
from typing import Any

from claim_kit import Claim, Said, data

PRINTED = data("age_of_reason", "components")
NATIONS = {one["id"]: one for one in PRINTED["nations"]}
REGIONS = {one["id"]: one for one in PRINTED["regions"]}
MARKERS = {one["id"]: one for one in PRINTED["markers"]}
CARDS = {one["id"]: one for one in PRINTED["cards"]}
SEA_LINKS = next(one["links"] for one in PRINTED["options"] if one["id"] == "sea_links")
FIELDS = {one["id"]: one for one in PRINTED["action_fields"]}


def own(said: Said) -> Any:
    return said.game.players[said.seat]


def most(said: Said) -> int:
    """Gold, and two more for each step of discontent down to the last."""
    track = PRINTED["tracks"][0]
    return int(own(said).gold + track["borrow_gold_per_step"] * (-track["worst"] - own(said).discontent))


def placed(said: Said) -> int:
    nation = own(said).nation
    regions = sum(here.get(nation, 0) for here in said.game.discs.values())
    return regions + sum(there.count(nation) for there in said.game.fields.values())


def ident(said: Said, card: str) -> str:
    return f"{own(said).nation}_blank" if card == "blank" else card


def borders(said: Said, region: str) -> bool:
    """Whether a disc of the player is in a region or beside it, or the home borders it."""
    discs, nation = said.game.discs, own(said).nation
    near = [region, *neighbours(said, region)]
    return any(discs[one].get(nation) for one in near) or region in NATIONS[nation]["home_borders"]


def neighbours(said: Said, region: str) -> list[str]:
    """Printed borders; with an option also those by sea."""
    links = [set(pair) for pair in SEA_LINKS if said.game.options["sea_links"]]
    return [one for one in REGIONS if one in REGIONS[region]["adjacent"] or {one, region} in links]


def unplaced(said: Said) -> list[str]:
    """Nations that stand in no alliance yet."""
    return [one for one in NATIONS if one not in said.game.alliance]


def allied(said: Said, nation: str) -> bool:
    places = said.game.alliance
    return bool(places[nation] % 2 == places[own(said).nation] % 2)


def words(said: Said) -> list[str]:
    return re.findall(r"[a-z_0-9]+", said.order)


def payable(said: Said) -> bool:
    """The price is that of the card, or the bid itself; and it is more than can be paid."""
    cards = [ident(said, one) for one in words(said) if ident(said, one) in CARDS]
    asked = {CARDS[one]["cost"] for one in cards} | {int(one) for one in words(said) if one.isdigit()}
    alliance = {CARDS[f"{own(said).nation}_alliance"]["cost"]} if "alliance" in words(said) else set()
    asked |= {FIELDS[one]["cost_gold"] for one in words(said) if one in FIELDS} | alliance
    if words(said)[0] == "convert":
        asked = {PRINTED["constants"]["convert_cost"]}
    return said.gold in asked and said.gold > said.most == most(said)


def hirable(said: Said) -> list[str]:
    here = said.game.discs[said.game.combat.region]
    return [one for one in NATIONS if one not in said.game.led and here.get(one) and allied(said, one)]


def paid_hires(said: Said) -> int:
    laid = CARDS[own(said).laid]["cost"] if own(said).laid else 0
    cost = PRINTED["constants"]["non_player_ally_cost"]
    return max(0, min(len(hirable(said)), (most(said) - laid) // cost))


def crowded(said: Said, whole: bool) -> bool:
    field, there = FIELDS[said.field], len(said.game.fields.get(said.field, ()))
    closed = field["fields_only_with_5_plus"] if said.game.seats < 5 else 0
    if whole:
        return there == field["fields"]
    return there == field["fields"] - closed < field["fields"]


CLAIMS: dict[str, Claim] = {
    "nation_taken": lambda said: said.game.led[said.nation] == said.other,
    "opener_must_bid": lambda said: said.game.sale.opener == said.seat and said.game.sale.price < 0,
    "bid_too_low": lambda said: int(re.search(r"\d+", said.order)[0]) < said.gold == said.game.sale.price + 1,
    "cannot_pay": payable,
    "propose_one": lambda said: said.nations == unplaced(said) and len(unplaced(said)) == 1,
    "propose_two": lambda said: said.nations == unplaced(said) and len(unplaced(said)) > 1,
    "nation_placed": lambda said: said.nation in said.game.alliance and said.nations == unplaced(said),
    "same_nation": lambda said: words(said).count(said.nation) >= 2,
    "stands_already": lambda said: said.nation in (said.game.sale.top, said.game.sale.bottom),
    "field_closed": lambda said: crowded(said, whole=False) and said.game.seats < 5,
    "field_full": lambda said: crowded(said, whole=True),
    "no_disc_left": lambda said: placed(said) == PRINTED["setup"]["discs_for_board"] == 22,
    "not_traded_there": lambda said: (
        said.region not in said.regions == list(FIELDS[said.game.settling]["effects"][0]["regions"])
    ),
    "must_recover": lambda said: set(said.cards) <= set(own(said).discards) and bool(said.cards),
    "no_militia": lambda said: (
        said.card in own(said).discards and (CARDS[said.card]["ships"] > 0 or CARDS[said.card]["soldiers"] == 0)
    ),
    "not_discarded": lambda said: said.card not in own(said).discards,
    "marker_not_there": lambda said: not any(said.marker in here for here in said.game.markers.values()),
    "only_attacked": lambda said: MARKERS[said.marker]["kind"] == "digit",
    "only_converted": lambda said: MARKERS[said.marker]["kind"] != "digit",
    "own_disc": lambda said: own(said).nation in words(said),
    "no_disc_there": lambda said: not said.game.discs[said.region].get(said.nation),
    "allied": lambda said: allied(said, said.nation),
    "no_own_disc": lambda said: not said.game.discs[said.region].get(own(said).nation),
    "out_of_reach": lambda said: (
        not borders(said, said.region) and sorted(said.near) == sorted(neighbours(said, said.region))
    ),
    "not_in_hand": lambda said: ident(said, said.card) not in own(said).hand,
    "alliance_card": lambda said: f"{own(said).nation}_alliance" in words(said),
    "needs_ship": lambda said: (
        REGIONS[said.region]["ship_card_needed_to_attack"]
        and CARDS[said.card]["ships"] == 0
        and CARDS[said.card]["kind"] != "blank"
    ),
    "blank_only_as_last": lambda said: any(CARDS[card]["ships"] for card in own(said).hand),
    "convert_needs_ship": lambda said: CARDS[said.card]["ships"] == 0,
    "must_defend": lambda said: said.game.combat.defender == said.seat,
    "not_for_hire": lambda said: said.nation not in hirable(said) == said.nations,
    "cannot_hire": lambda said: said.most == paid_hires(said),
}
