"""Commands for those who make and test titles: scenario, simulate, facts, rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import completion
from .common import TitleId
from .exits import Exit
from .say import as_json, console, faults


def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Also list the checks that passed.")] = False,
) -> None:
    """Run scenario files, and say which checks fail.

    A scenario is a position, orders, and what must come of them.

    Examples:

        pbem scenario tests/scenarios/wonders_duel

        pbem scenario -v my-question.yaml
    """
    from ..trials.scenario import BadScenario, NoScenario, run_files

    with faults((NoScenario, Exit.NOT_FOUND), (BadScenario, Exit.FAILED)):
        all_held = run_files(files, console(), verbose=verbose)
    if not all_held:
        raise typer.Exit(int(Exit.FAILED))


def simulate(
    title: TitleId,
    games: Annotated[int, typer.Option(help="How many games to play.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The first seed; game k uses seed + k.")] = 1,
    players: Annotated[int | None, typer.Option(help="Number of players; the title's smallest by default.")] = None,
    bots: Annotated[
        str | None, typer.Option(help="Bots by seat, separated by commas: `random`, or `bot` for the title's own.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the title, NAME=VALUE; may be repeated.")
    ] = None,
    by_mail: Annotated[
        bool,
        typer.Option("--by-mail", help="Let the title's bots write order files; count questions, mails and stops."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Play whole games with bots and report how they ended.

    Examples:

        pbem simulate wonders_duel --games 1000

        pbem simulate wonders_duel --bots bot,random --seed 7 --json

        pbem simulate wonders_duel --by-mail --games 20
    """
    from ..table import BadSetup
    from ..titles import NoSuchTitle
    from ..trials import by_mail as mail
    from ..trials.simulate import BadBots, report, simulate

    progress = console(stderr=True)
    with faults((NoSuchTitle, Exit.NOT_FOUND), (BadSetup, Exit.USAGE), (BadBots, Exit.USAGE)):
        if by_mail:
            figures = mail.simulate(title, games, seed, players, option or [], progress)
        else:
            figures = simulate(
                title, games=games, seed=seed, players=players, bots=bots, options=option or [], console=progress
            )
    if json:
        as_json(figures)
    elif by_mail:
        mail.report(figures, console())
    else:
        report(figures, console())


def facts(
    title: TitleId,
    language: Annotated[str, typer.Option(help="en or de.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """List what conditions in orders can ask about.

    For example `if coins >= 3: build baths`.

    Example:

        pbem facts wonders_duel
    """
    from .. import titles
    from ..orders.fact_help import described

    with faults((titles.NoSuchTitle, Exit.NOT_FOUND)):
        listed = described(titles.load(title), language)
    if json:
        as_json(listed)
        return
    out = console()
    for one in listed:
        out.print(f"{one['form']:28} {one['type']:10} {one['is']}", markup=False, soft_wrap=True)


def rules(
    titles: Annotated[
        list[str] | None, typer.Argument(help="Title ids; all by default.", autocompletion=completion.titles)
    ] = None,
    tests: Annotated[Path, typer.Option(help="The folder of tests and scenarios.")] = Path("tests"),
) -> None:
    """List the rules of a title that no test or scenario names.

    Example:

        pbem rules wonders_duel
    """
    from ..titles import NoSuchTitle
    from ..trials.rulebook import NoTests, report

    with faults((NoSuchTitle, Exit.NOT_FOUND), (NoTests, Exit.NOT_FOUND)):
        complete = report(titles, tests, console())
    if not complete:
        raise typer.Exit(int(Exit.FAILED))


title_commands = typer.Typer(help="Check a title that you are making.", no_args_is_help=True)


@title_commands.command()
def check(
    title: TitleId,
    tests: Annotated[Path, typer.Option(help="The folder of tests and scenarios.")] = Path("tests"),
    desk: Annotated[bool, typer.Option("--desk", help="Check what playing on a page needs instead.")] = False,
) -> None:
    """Check a title for everything it needs.

    It lists what is missing, a line for each duty: files, data, asks, rules and words in both languages, pages on
    playing by mail, defaults, bot, random games, a sample of the conformance suite, board and text, and a test for each
    rule.

    With --desk it looks at what playing on a page needs: at 500 random asks whatever can be named lies on the board,
    once in a pane and in sight, and costs have meters; each form has a sentence, a button and labels, and no two
    examples are said alike; what chance decides is told with an outcome.

    Example:

        pbem title check wonders_duel

        pbem title check wonders_duel --desk
    """
    from ..titles import NoSuchTitle
    from ..trials.title_check import check, check_desk

    with faults((NoSuchTitle, Exit.NOT_FOUND)):
        shown = console(), console(stderr=True)
        whole = check_desk(title, *shown) if desk else check(title, tests, *shown)
    if not whole:
        raise typer.Exit(int(Exit.FAILED))


def register(app: typer.Typer) -> None:
    panel = "For makers of titles"
    for command in (scenario, simulate, facts, rules):
        app.command(rich_help_panel=panel)(command)
    app.add_typer(title_commands, name="title", rich_help_panel=panel)
