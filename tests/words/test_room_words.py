"""The sentences of seals, campaigns and post: one key a sentence, the same in both languages, none missing or spare."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

import pytest

from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.post.errors import PostError, PostFault
from pbem.seals.errors import SealError, SealFault, phrase
from pbem.storage.errors import StorageFault
from pbem.trials.title_source import ROOT, Source, program
from pbem.words import LANGUAGES, sentences
from pbem.words.message import Message

ROOMS = ("storage", "seals", "campaign", "post")


def named(text: str) -> list[str]:
    """What a sentence mentions: values, and the conditions of its parts."""
    return sorted(set(re.findall(r"\{([a-z_0-9]+)[:}]", text)) | set(re.findall(r"\[([a-z_0-9]+)[?!]", text)))


@pytest.mark.parametrize("room", ROOMS)
def test_both_languages_say_the_same_with_the_same_values(room: str) -> None:
    first, *others = (sentences(room, language) for language in LANGUAGES)
    for other in others:
        assert set(other) == set(first)
        assert {key: named(text) for key, text in other.items()} == {key: named(text) for key, text in first.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_sentences_are_texts(room: str, language: str) -> None:
    words = sentences(room, language)
    assert [key for key, text in words.items() if not isinstance(text, str) or not text.strip()] == []


@pytest.mark.parametrize(
    ("room", "faults"),
    [("storage", StorageFault), ("seals", SealFault), ("campaign", CampaignFault), ("post", PostFault)],
)
def test_each_fault_has_its_sentence_and_no_other_is_there(room: str, faults: type[StrEnum]) -> None:
    told = {key.removeprefix("fault.") for key in sentences(room, "en") if key.startswith("fault.")}
    assert told == {str(fault) for fault in faults}


def _used(source: Source, key: str) -> bool:
    short = key.partition(".")[2]
    return bool({key, short} & source.strings) or any(
        len(start) > 3 and (key.startswith(start) or short.startswith(start)) for start in source.starts
    )


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_is_left_over(room: str) -> None:
    source = program()  # some are said by the room above
    templates = "".join(path.read_text(encoding="utf-8") for path in (ROOT.parent / "templates" / "mail").iterdir())
    spare = [key for key in sentences(room, "en") if not _used(source, key) and key not in templates]
    assert [key for key in spare if not key.startswith(("day.", "month.", "date.", "task.", "help."))] == []


def test_a_part_of_a_sentence_is_said_in_the_language_of_the_whole() -> None:
    inner = SealError(SealFault.KEY_UNREADABLE, where=phrase("this-text"))
    outer = CampaignError(CampaignFault.NEW_KEY, why=inner)
    assert str(outer).endswith("This text does not hold a readable OpenSSH key; `ssh-keygen -t ed25519` makes one.")
    assert outer.say("de").endswith(
        "Dieser Text enthält keinen lesbaren OpenSSH-Schlüssel; `ssh-keygen -t ed25519` macht einen."
    )
    assert Message.of(outer.said.data()).say("de") == outer.say("de")


def test_a_strangers_text_is_never_read_as_a_template_and_never_hurts_a_terminal() -> None:
    error = CampaignError(CampaignFault.OTHER_GAME, found="{game}\x1b[31m{", game="duel-42")
    for language in LANGUAGES:
        assert "{game}\\x1b[31m{" in error.say(language)


def test_what_settings_and_git_say_keeps_its_lines_but_not_without_end() -> None:
    error = PostError(PostFault.SETTINGS, where="post.yaml", why="  readers:\n  zone\x1b[31m")
    assert str(error) == "post.yaml:\n  readers:\n  zone\\x1b[31m"
    assert str(PostError(PostFault.GIT, found="push", where="table", why="no\n" * 500)).count("\n") < 60
    assert "\n" not in str(CampaignError(CampaignFault.OTHER_GAME, found="a\nb", game="duel-42"))


def test_a_fault_of_the_post_is_said_in_the_readers_language() -> None:
    error = PostError(PostFault.NO_BRANCH, where="table")
    assert str(error) == "table is on no branch; `git switch main` puts it on one."
    assert error.say("de") == "table ist auf keinem Branch; `git switch main` wechselt auf einen."


def spoken(words: Mapping[str, str]) -> list[str]:
    """Pieces of sentences that are long enough to tell a language."""
    pieces = [piece.strip() for text in words.values() for piece in re.split(r"[\[\]{}]|\b[a-z_0-9]+[?!]", text)]
    return [piece for piece in pieces if piece.count(" ") >= 3 and "`" not in piece]


def test_no_german_sentence_is_an_english_one() -> None:
    for room in ROOMS:
        german = " ".join(sentences(room, "de").values())
        assert [piece for piece in spoken(sentences(room, "en")) if piece in german] == []
