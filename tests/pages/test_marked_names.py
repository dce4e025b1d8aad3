"""Names in the sentences of a log are bold, their articles and prepositions are not."""

from __future__ import annotations

import pytest

from pbem.pages.site_words import MarkedWords, bold
from pbem.table import Vocabulary, Words

NAMES = {
    "the_land.alps": "the Alps",
    "the_land.spain": "Spain",
    "begin_land.alps": "The Alps",
    "in_land.alps": "in den Hohen Alpen",
    "far_land.alps": "beyond the Alps",
}


@pytest.mark.parametrize(
    ("template", "land", "told"),
    [
        ("{land}", "alps", "<b>Alps</b>"),
        ("{land:the_land}", "alps", "the <b>Alps</b>"),
        ("{land:the_land}", "spain", "<b>Spain</b>"),
        ("{land:begin_land}", "alps", "The <b>Alps</b>"),
        ("{land:in_land}", "alps", "in den <b>Hohen Alpen</b>"),
        ("{land:far_land}", "alps", "beyond the Alps"),
    ],
)
def test_the_name_alone_is_bold(template: str, land: str, told: str) -> None:
    lands = Vocabulary("land", {"alps": {"en": "Alps"}, "spain": {"en": "Spain"}})
    words = MarkedWords(Words("en", {"it": template, **NAMES}, {"land": lands}), frozenset())
    assert bold(words.say("it", {"land": land})) == told
