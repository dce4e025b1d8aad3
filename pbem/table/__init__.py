"""The kernel: what rules may ask, and the table that drives them. Knows no game and no file."""

from ..words.templates import Words
from .ask import END
from .asks import Arrange, Ask, Choices, Choose, ChooseSome, Chosen, Compose, Menu, Number, Offer, Part, Together
from .chance import Below, Chance, Draw, Roll, Shuffle
from .dry_run import dry_run
from .facts import NUMBER, PLAYER, TRUTH, Fact, facts
from .fields import TRANSIENT
from .forms import Answer
from .game import Game, Outcome
from .hidden import Unknown, in_sight
from .inputs import Input
from .language import AskKind, Language
from .masked import from_view, masked
from .notes import Note
from .refusals import Ambiguous, CannotRule, CannotUndo, NotLegal, NotReadable, Refused
from .saying import ask_text, note_text, refusal_text
from .table import Answered, Diverged, Drawn, Lapsed, OutOfChance, Reveal, Table
from .things import SEAT, Between, Of
from .title import BadSetup, Implied, LateSeats, Option, Phase, Plan, Rule, Title, WaitingLine
from .unseen import HiddenTouched, Unseen, back_of, is_unseen
from .views import BY_SEAT, NOBODY, OWNER, Hidden, as_backs, as_count, as_nothing, as_presence, view
from .vocabulary import Vocabulary

__all__ = [
    "BY_SEAT",
    "END",
    "NOBODY",
    "NUMBER",
    "OWNER",
    "PLAYER",
    "SEAT",
    "TRANSIENT",
    "TRUTH",
    "Ambiguous",
    "Answer",
    "Answered",
    "Arrange",
    "Ask",
    "AskKind",
    "BadSetup",
    "Below",
    "Between",
    "CannotRule",
    "CannotUndo",
    "Chance",
    "Choices",
    "Choose",
    "ChooseSome",
    "Chosen",
    "Compose",
    "Diverged",
    "Draw",
    "Drawn",
    "Fact",
    "Game",
    "Hidden",
    "HiddenTouched",
    "Implied",
    "Input",
    "Language",
    "Lapsed",
    "LateSeats",
    "Menu",
    "NotLegal",
    "NotReadable",
    "Note",
    "Number",
    "Of",
    "Offer",
    "Option",
    "OutOfChance",
    "Outcome",
    "Part",
    "Phase",
    "Plan",
    "Refused",
    "Reveal",
    "Roll",
    "Rule",
    "Shuffle",
    "Table",
    "Title",
    "Together",
    "Unknown",
    "Unseen",
    "Vocabulary",
    "WaitingLine",
    "Words",
    "as_backs",
    "as_count",
    "as_nothing",
    "as_presence",
    "ask_text",
    "back_of",
    "dry_run",
    "facts",
    "from_view",
    "in_sight",
    "is_unseen",
    "masked",
    "note_text",
    "refusal_text",
    "view",
]
