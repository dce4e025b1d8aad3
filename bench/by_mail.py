"""What a game by mail costs people, compared with each title's target."""

from __future__ import annotations

from rich.console import Console

from pbem import titles
from pbem.trials.by_mail import simulate

GAMES = 5
HIGHEST = 1.5
"""If a title's bots need more than this many times the target in mails, it lacks an order that could be given ahead."""


def run(console: Console) -> None:
    console.print(f"means of {GAMES} games between bots; in brackets the ratio to the target")
    console.print("asks and mails are a player's, stops are of the whole game")
    for ident in titles.ids():
        title = titles.load(ident)
        for seats in dict.fromkeys((title.seats[0], *title.mail_targets, title.seats[-1])):
            figures = simulate(ident, GAMES, 1, seats, (), None)
            for row, words in (("queue", "files alone"), ("ahead", "thinking ahead")):
                costs, target = figures[row], figures["target"]
                said = [f"asks {costs['asks']:6.1f}"]
                for name in ("mails", "stops"):
                    ratio = f" ({costs[name] / target[name]:.2f} of {target[name]})" if target else ""
                    said.append(f"{name} {costs[name]:6.1f}{ratio}")
                missed = row == "ahead" and target and costs["mails"] > HIGHEST * target["mails"]
                more = "  more than it should be" if missed else ""
                console.print(f"  {f'{ident}, {seats} players':28} {words:16} {'   '.join(said)}{more}", soft_wrap=True)
