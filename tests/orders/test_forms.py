"""Every form of every ask, with every clause: what is written is read as the same, and fits one form alone."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.orders.lines import LineReader, write
from pbem.table import Refused, Table
from pbem.table.forms import matches
from pbem.table.reading import Reading, tokens
from pbem.titles import resources
from pbem.trials import asks_schema
from pbem.trials.conformance import HANDLES
from pbem.trials.conformance_orders import well_formed
from pbem.trials.simulate import source

FILLS = 120
KINDS = [(ident, kind) for ident in titles.ids() for kind in titles.load(ident).language.kinds]


def fitting(ident: str, kind: str, text: str, handles: tuple[str, ...]) -> int:
    """How many forms of an ask a text fits."""
    language = titles.load(ident).language
    run = Reading(tokens(text, 0), len(text), language.players(handles, 0), language.verbs)
    return len(matches(run, language[kind].forms))


@pytest.mark.parametrize(("ident", "kind"), KINDS)
def test_whatever_a_form_can_say_is_read_as_it_was_written(ident: str, kind: str) -> None:
    title = titles.load(ident)
    handles = HANDLES[: title.seats[-1]]
    one, pick = title.language[kind], source(f"forms {kind}")
    reader = LineReader(title, handles, 0)
    heads = set()
    for _ in range(FILLS):
        text = well_formed(one, handles, pick)
        try:
            form, answer = one.read(text, handles, 0)
        except Refused:
            continue  # such as the same thing twice in a list
        heads.add(form.head)
        said = one.write(answer, handles)
        assert one.read(said, handles, 0)[1] == answer
        assert fitting(ident, kind, said, handles) == 1
        for line in (said, f"try {said}", f"{said} or any", f"always on {kind}: {said} or default"):
            sheet = reader.read(line)
            found = sheet.lines[0] if sheet.lines else sheet.standing[0]
            assert found.orders[0].text == said
            assert write(found, handles) == line
    assert heads == {form.head for form in one.forms}


@pytest.mark.parametrize("ident", titles.ids())
def test_an_example_fits_exactly_one_form(ident: str) -> None:
    title = titles.load(ident)
    for ask in resources.read(title.package, "asks.yaml")["asks"]:
        for example in ask["order"]["examples"]:
            handles = asks_schema.players(title, example)
            sheet = LineReader(title, handles, 0).read(example)
            for order in sheet.lines[0].orders:
                if not order.control:
                    assert ask["id"] in order.asks
                    assert fitting(ident, ask["id"], order.text, handles) == 1, order.text


@pytest.mark.parametrize("ident", titles.ids())
def test_a_line_means_the_same_answer_wherever_it_is_legal(ident: str) -> None:
    """Legal answers of random positions, as lines of a file."""
    title = titles.load(ident)
    handles, pick = HANDLES[: title.seats[0]], source("lines")
    readers = [LineReader(title, handles, seat) for seat in range(len(handles))]
    table = Table(title, handles, below=source("positions"))
    while not table.over:
        for seat, ask in table.unanswered.items():
            answer = ask.sample(pick)
            (line,) = readers[seat].read(f"TRY  {ask.write(answer, handles)}  # so").lines
            assert ask.kind.id in line.asks()
            assert ask.parse(line.orders[0].text, handles) == answer
            table.answer(seat, answer)
