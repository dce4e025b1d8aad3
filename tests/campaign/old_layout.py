"""A checkpoint in the layout that was written by hand before a match had parts: they keep the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from pbem.campaign.match import Match
from pbem.campaign.match.private_notes import PrivateNotes
from pbem.campaign.records import HiddenAnswer, SealedEntry
from pbem.table.state_json import to_json


def old_layout(match: Match) -> dict[str, Any]:
    seats, sealed, ahead, pace, past = match.seats, match.sealed, match.ahead, match.pace, match.past
    own_from = match.table.own_from if match.table is not None else 0
    substitutes = [[one.substitute.key.line, one.substitute.age] if one.substitute else None for one in seats]
    return {
        "genesis": match.digest,
        "n": match.n,
        "head": match.head,
        "at": match.at,
        "clock": {
            "terms": pace.terms.data(),
            "coming": pace.coming.data(),
            "away": pace.away,
            "misses": pace.misses,
            "pauses": pace.pauses,
            "paused": pace.paused,
            "extra": pace.extra,
        },
        "free": seats.free,
        "moderator": seats.moderator.line,
        "seats": [
            [one.key.line, one.age, one.name, one.bot, other] for one, other in zip(seats, substitutes, strict=True)
        ],
        "joined": {str(seat): raw.hex() for seat, raw in seats.joined.items()},
        "table": match.table.save() if match.table else None,
        "fair": match.fair.state() if match.fair else None,
        "given": {str(seat): list(where) for seat, where in sealed.given.items()},
        "passed": sorted(sealed.passed),
        "opened": {str(seat): list(astuple(one)) for seat, one in pace.opened.items()},
        "veiled": {str(n): _veiled(one) for n, one in sealed.veiled.items()},
        "sources": {str(n): list(one) for n, one in sealed.sources.items()},
        "ends": {str(n): list(one) for n, one in sealed.ends.items()},
        "closed": sealed.closed,
        "agendas": to_json(ahead.agendas),
        "origins": {d: [one.n, one.raw.hex(), one.mixed] for d, one in ahead.origins.items()},
        "since": list(past.since),
        "recent": past.recent,
        "newest": [[one.after, one.at] for one in ahead.newest],
        "marks": [list(astuple(one)) for one in past.within_reach(own_from)],
        "restart": ahead.restart,
        "motions": {
            called: [
                one.on,
                one.last,
                {str(seat): vote for seat, vote in one.votes.items()},
                {str(seat): [at.after, at.at] for seat, at in one.written.items()},
            ]
            for called, one in seats.motions.items()
        },
        "decided": seats.decided,
        "rulings": {str(n): changes for n, changes in sealed.rulings.items()},
        "undone": list(astuple(past.undone)) if past.undone else None,
        "press": {str(seat): times for seat, times in seats.press.items()},
        "ended": past.ended,
        "told": [_told(one) for one in past.told],
        "seen": sealed.seen,
        "processed": pace.processed,
        "vacant": sorted(seats.vacant),
    }


def _veiled(one: SealedEntry) -> dict[str, Any]:
    return {
        "seat": one.seat,
        "file": one.file.data() if one.file else None,
        "hidden": _answers(one.hidden),
        "rest": one.rest,
        "waits": one.waits,
    }


def _answers(answers: Mapping[int, HiddenAnswer]) -> dict[str, Any]:
    return {str(i): list(astuple(one)) for i, one in answers.items()}


def _told(told: PrivateNotes) -> dict[str, Any]:
    notes = [[one.key, to_json(one.values), list(one.seen_by or ()), one.n, list(one.names)] for one in told.kept]
    return {"kept": notes, "left_out": {sort: list(astuple(one)) for sort, one in told.left_out.items()}}
