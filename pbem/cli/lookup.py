"""Commands that look things up in a title: map."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import completion
from .common import Language
from .exits import Exit
from .say import console, fail, said, speak, troubles
from .say import language as own_language

if TYPE_CHECKING:
    from ..table import Words


def look_at_map(
    title: Annotated[str, typer.Argument(help="Title id, e.g. world_history.", autocompletion=completion.titles)],
    land: Annotated[
        list[str] | None, typer.Argument(help="A land, region or water, as orders name it; all by default.")
    ] = None,
    language: Language = None,
) -> None:
    """Show what borders a land, and by which terrain or coast.

    Without a land it lists the names of all.

    Examples:

        pbem map world_history crete

        pbem map world_history "Nile Delta" --language de

        pbem map age_of_reason
    """
    from .. import titles
    from ..titles.terminal import draw

    speak(language)
    with troubles():
        loaded = titles.load(title)
    gazetteer = loaded.module("gazetteer")
    if gazetteer is None:
        fail(said("map.none", {"title": title}), Exit.NOT_FOUND)
    words = titles.words(loaded, own_language())
    out = console()
    if not land:
        for one in gazetteer.PLACES:
            out.print(f"{one:24} {words.name(gazetteer.VOCABULARY, one)}", markup=False, soft_wrap=True)
        return
    out.print(draw(gazetteer.place(_found(loaded, gazetteer, " ".join(land), words), words)))


def _found(title: Any, gazetteer: Any, word: str, words: "Words") -> str:
    """The place that a word means; stops with near misses if it means none, or several."""
    from ..table import Refused, refusal_text

    vocabulary = title.vocabularies[gazetteer.VOCABULARY]
    try:
        ident: str = vocabulary.find(word, (0, len(word)))
        return ident
    except Refused as refused:
        refused.values["slot"] = "place"
        fail(refusal_text(refused, words).replace("\n", " "), Exit.NOT_FOUND)


def register(app: typer.Typer) -> None:
    app.command("map", rich_help_panel="For everybody")(look_at_map)
