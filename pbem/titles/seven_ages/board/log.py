"""How the log of a turn is cut into lines: one for each thing that is done, with what follows from it."""

from __future__ import annotations

HEADLINES = frozenset(
    {
        "founded",
        "dissolved",
        "trade_won",
        "trade_level",
        "conflict_won",
        "conflict_undecided",
        "retreated",
        "area_taken",
        "event_played",
        "artifact",
        "adopted",
        "new_age",
        "beyond",
        "internet",
        "glory",
        "won",
    }
)
"""The notes that best sum up an entry in which much happened."""

LEADS = frozenset(
    {
        "founded",
        "dissolved",
        "trade_won",
        "trade_level",
        "conflict_won",
        "conflict_undecided",
        "retreated",
        "artifact",
        "beyond",
        "internet",
        "glory",
        "won",
    }
)
"""A file can bring a whole turn: these lines of it stand before the fold."""

_BEGINS = frozenset(
    {
        "first_card",
        "first_player",
        "colours",
        "joined",
        "turn",
        "markers_placed",
        "cadence_placed",
        "cadence_shown",
        "marker_shown",
        "nothing_started",
        "founded",
        "built",
        "fort_built",
        "elite_built",
        "capital",
        "income",
        "robbed",
        "trades",
        "gift",
        "way_asked",
        "canal_asked",
        "moved",
        "turned_back",
        "conflict",
        "committed",
        "sent",
        "potential",
        "battle_unrest",
        "nuke_used",
        "nuke_scrapped",
        "retreated",
        "conflict_won",
        "conflict_undecided",
        "garrisons",
        "calmed",
        "discarded",
        "event_played",
        "artifact",
        "leader_drawn",
        "leader_came",
        "leader_glory",
        "adopted",
        "city",
        "paid_off",
        "dissolved",
        "moved_on_track",
        "no_progress",
        "slowed",
        "glory_bought",
        "scored",
        "glory",
        "won",
    }
)
_ALIKE = frozenset(
    {
        "first_card",
        "colours",
        "markers_placed",
        "built",
        "fort_built",
        "elite_built",
        "moved",
        "committed",
        "sent",
        "potential",
        "gift",
        "city",
        "scored",
        "glory",
    }
)
"""Several of them in a row stand on one line."""
_FOLLOWS = {
    "moved_on_track": frozenset(
        {
            "trade_won",
            "trade_level",
            "event_played",
            "event_card",
            "nuke_toll",
            "leader_gone",
            "moved_on_track",
            "no_progress",
            "slowed",
            "new_age",
            "artifact_outlived",
            "elephant_gained",
            "elephant_taken",
            "elephants_gone",
            "neutral",
            "beyond",
        }
    ),
    "leader_came": frozenset({"founded", "leader_drawn"}),
    "capital": frozenset({"built", "fort_built", "elite_built", "founded"}),
    "fort_built": frozenset({"built", "elite_built", "capital", "event_played"}),
    "elite_built": frozenset({"built", "fort_built", "event_played"}),
    "built": frozenset({"fort_built", "elite_built"}),
    "leader_drawn": frozenset({"leader_drawn"}),
    "robbed": frozenset({"income", "event_played"}),
    "adopted": frozenset({"artifact", "event_played"}),
    "dissolved": frozenset({"converted", "units_lost", "conflict_won", "area_taken", "neutral", "leader_gone"}),
    "retreated": frozenset({"pursued", "battle_unrest"}),
}
"""Notes that go on where one of these came before: a step on the track belongs to the trade that it was won in."""
_FOLLOWS |= dict.fromkeys(("no_progress", "slowed"), _FOLLOWS["moved_on_track"])


def begins_act(note: str, before: str) -> bool:
    """Whether a note begins a new line of the log."""
    if note not in _BEGINS or (note in _ALIKE and note == before):
        return False
    return before not in _FOLLOWS.get(note, ())
