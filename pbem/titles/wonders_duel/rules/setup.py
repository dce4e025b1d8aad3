"""Set-up and the choice of wonders (chapters SU and DR)."""

from __future__ import annotations

from collections.abc import Sequence

from ....table import Answer, Ask, ChooseSome, Draw, NotLegal, Rule, Shuffle
from ..cards import AGES, CONSTANTS, DATA, DECKS, LANGUAGE, TOKENS, WONDERS
from ..state import Duel

DRAFT_WONDERS = LANGUAGE["draft_wonders"]
BY_DEFAULT = (
    "temple_of_artemis",
    "piraeus",
    "hanging_gardens",
    "appian_way",
    "sphinx",
    "great_library",
    "statue_of_zeus",
    "circus_maximus",
    "pyramids",
    "colossus",
    "great_lighthouse",
    "mausoleum",
)


def setup(game: Duel) -> Rule:
    # WD-DR-1, WD-R-21, WD-R-23: the lot is drawn with or without a draft.
    (game.first,) = yield Draw((0, 1), label="first_player")
    game.active = game.first
    game.note("first_player", player=game.first, reveals=True)
    tokens = yield Shuffle(tuple(TOKENS), label="tokens")
    on_board = CONSTANTS["progress_tokens_on_board"]
    game.board = tokens[:on_board]  # WD-SU-3
    game.box = sorted(tokens[on_board:])
    game.note("tokens_laid_out", tokens=list(game.board), reveals=True)
    for age in range(1, AGES + 1):
        deck = DECKS[f"age_{age}"]
        out = yield Draw(deck, CONSTANTS["age_cards_removed_per_deck"], label=f"removed:{age}")
        game.removed += out  # WD-SU-5
        game.decks += _without(deck, out)
    guilds = yield Draw(DECKS["guilds"], CONSTANTS["guilds_added_to_age_3"], label="guilds")
    game.decks += guilds  # WD-SU-6
    game.removed += _without(DECKS["guilds"], guilds)
    if game.options["first_game_sets"]:
        sets = DATA["first_game_wonders"]  # WD-DR-5
        for player, wonders in ((game.first, sets["player_1"]), (1 - game.first, sets["player_2"])):
            game.cities[player].wonders = list(wonders)
            game.note("wonders_taken", player=player, wonders=list(wonders))
        return "deal"
    game.unseen_wonders = yield Shuffle(tuple(WONDERS), label="wonders")
    return "draft"


def _without(cards: Sequence[str], drawn: Sequence[str]) -> list[str]:
    left = list(cards)
    for card in drawn:
        left.remove(card)
    return left


def draft(game: Duel) -> Rule:
    """WD-DR-2 to WD-DR-4: one, two and the last of four; the second batch begins with the other player."""
    for batch, begins in enumerate((game.first, 1 - game.first), start=1):
        game.draft = game.unseen_wonders[: CONSTANTS["wonder_draft_batch"]]
        del game.unseen_wonders[: CONSTANTS["wonder_draft_batch"]]
        game.note("wonders_laid_out", batch=batch, wonders=list(game.draft), reveals=True)
        for player, number in ((begins, 1), (1 - begins, 2), (begins, 1)):
            _, taken = yield pick(game, player, number)
            for wonder in taken:
                game.draft.remove(wonder)
                game.cities[player].wonders.append(wonder)
            game.note("wonders_taken", player=player, wonders=list(taken))
    return "deal"


def pick(game: Duel, player: int, number: int) -> ChooseSome:
    open_now = list(game.draft)

    def why(answer: Answer) -> NotLegal | None:
        chosen = answer[1]
        for wonder in chosen:
            if chosen.count(wonder) > 1:
                return NotLegal("wonder_twice", {"wonder": wonder}, rule="WD-DR-1")
            if wonder not in open_now:
                return NotLegal("wonder_not_open", {"wonder": wonder}, rule="WD-DR-1")
        if len(chosen) != number:
            return NotLegal("take_so_many", {"number": number, "given": len(chosen)}, rule="WD-DR-2")
        return None

    return ChooseSome(
        player,
        DRAFT_WONDERS,
        "take",
        open_now,
        number,
        number,
        rule="WD-DR-2",
        why=why,
        default=lambda: ("take", tuple(w for w in BY_DEFAULT if w in open_now)[:number]),
        values={"number": number},
    )


def _rank(ask: Ask, answer: Answer) -> Answer:
    """`rank a, b, c`: the first listed ones that are on offer, as many as this pick needs."""
    assert isinstance(ask, ChooseSome)
    listed = [wonder for wonder in dict.fromkeys(answer[1]) if wonder in ask.items]
    if len(listed) < ask.least:
        raise NotLegal("rank_too_short", {"number": ask.least, "open": len(listed)}, rule="WD-DR-2")
    return ("take", tuple(listed[: ask.least]))


DRAFT_WONDERS.reads("rank", _rank)
