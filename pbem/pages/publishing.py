"""`pbem publish`: the campaigns of a folder as a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from ..campaign.campaign import all_games, find
from ..campaign.errors import CampaignError
from ..campaign.running.happened import Happened
from ..words.lazy_dataclass import dataclass
from ..words.message import MessageError
from .from_campaign import tell
from .model import CampaignModel
from .site import Published, publish
from .store import PageFault

if TYPE_CHECKING:
    from ..seals.moderator_key import Moderator


@dataclass
class PublishReport:
    """What was published, and which campaigns could not be; the pages of those stay as they were."""

    published: Published
    failed: dict[str, MessageError] = field(default_factory=dict)


def _nothing() -> CampaignModel | None:
    return None


def publish_games(
    games: Path,
    chosen: Sequence[str] | None,
    moderator: Moderator | None,
    site: Path,
    *,
    language: str = "en",
    full: bool = False,
    address: str = "",
    mail: str = "",
    engine_in_folder: bool = False,
    happened: Mapping[str, Happened] | None = None,
) -> PublishReport:
    """Bring the pages of these campaigns up to date (None: of all in the folder).

    happened   by game, what a run has just written
    """
    if site.exists() and not site.is_dir():
        raise PageFault(f"{site} is a file; the pages need a folder of their own")
    there = all_games(games)
    wanted = list(dict.fromkeys(chosen)) if chosen else there
    failed: dict[str, MessageError] = {}

    def telling(game: str) -> Callable[[], CampaignModel | None]:
        def told() -> CampaignModel | None:
            try:
                return tell(games / game, moderator, mail, (happened or {}).get(game))
            except MessageError as error:
                failed[game] = error
                return None

        return told

    stories = []
    for game in wanted:
        find(games, game)
        story = telling(game)()
        if story is not None:
            stories.append(story)
    shown = {story.id for story in stories}
    # A campaign that failed keeps its old pages; it is not tried twice.
    others = {game: _nothing if game in failed else telling(game) for game in there if game not in shown}
    damaged = {game: error for game, error in failed.items() if isinstance(error, CampaignError)}
    done = publish(
        stories,
        site,
        language=language,
        full=full,
        address=address,
        engine_in_folder=engine_in_folder,
        others=others,
        damaged=damaged,
    )
    return PublishReport(done, failed)
