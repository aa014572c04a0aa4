"""The lines for people above rules: what is inserted, what is refused, and what may go."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
from caylus import model as m

from .small import codes, model

EDITIONS = ("classic", "1303")
NUMBER_WORDS = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b")


def inserted(text: str, name: str) -> list[object]:
    paragraph = model(text).paragraphs[name]
    return [part.of for block in paragraph.blocks for part in block.parts if isinstance(part, m.Insertion)]


def test_numbers_amounts_and_titles_come_from_the_rules() -> None:
    text = """
        constant three = 3
        row street of 9 spaces
        kind space plural spaces { state owner player }
        | Take {three}, {three in words}, {size of street} and {gain}; see {score}.
        action begin() { for each player in players { gain three coin, set street[1].owner to player } }
    """
    number, spelled, nine, gained, score = inserted(text, "begin")
    assert (number, spelled, nine) == (m.Const(3, m.NUMBER), m.Const(3, m.NUMBER), m.Const(9, m.NUMBER))
    assert isinstance(gained, m.ConstPayment)
    assert score == m.Mention("score")


def test_the_size_of_a_kind_counts_copies_as_play_does() -> None:
    text = """
        kind card plural cards { worth number }
        3 card ace "Ace" { worth 2 }
        card king "King" { worth 4 }
        | There are {size of cards}.
        action begin() { for each player in players { gain 1 coin } }
    """
    assert inserted(text, "begin") == [m.Const(4, m.NUMBER)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("| Take {gain}.", "E0425"),
        ("| Take {size of players}.", "E0425"),
        ("| See {nothing_there}.", "E0204"),
        ("| See {begin", "E0412"),
        ("| See [this.", "E0412"),
        ("| of: nobody", "E0204"),
        ("| tells: nobody", "E0204"),
        ("| shows: begin", "E0206"),
    ],
)
def test_what_is_not_fixed_or_not_there_is_refused(line: str, code: str) -> None:
    from caylus.parser.parse import parse

    text = f"{line}\naction begin() {{ for each player in players {{ gain 1 coin, gain 2 coin }} }}"
    found = [fault.code for fault in parse(text, "a.rules")[1]]
    assert (found or codes(text)) == [code]


def test_a_lesson_is_no_part_of_the_paragraph_and_may_stand_alone() -> None:
    told = model("| It begins.\n| learn: Take {gain}.\naction begin() { for each player in players { gain 2 coin } }")
    assert [block.parts for block in told.paragraphs["begin"].blocks] == [("It begins.",)]
    assert told.lessons["begin"][0].parts[0] == "Take "
    alone = model("| of: begin\n| learn: Take it.\naction begin() { for each player in players { gain 2 coin } }")
    assert "begin" in alone.lessons
    assert "begin" not in alone.paragraphs


@pytest.mark.parametrize("name", EDITIONS)
def test_no_number_stands_in_a_paragraph_that_does_not_come_from_the_rules(name: str) -> None:
    found = []
    model = caylus.load(name).model
    paragraphs = {subject: paragraph.blocks for subject, paragraph in model.paragraphs.items()}
    for subject, blocks in (*paragraphs.items(), *model.lessons.items()):
        texts = (part for block in blocks for part in block.parts if isinstance(part, str))
        found += [(subject, match[0]) for text in texts for match in NUMBER_WORDS.finditer(text.lower())]
    assert found == []


@pytest.mark.nightly
def test_every_shipped_variant_tells_what_it_changes() -> None:
    from caylus.loading import library

    told = {}
    for found in library.list_rulesets():
        if found.extends:
            faults = library.check_path(Path(found.path)).diagnostics
            told[found.name] = [fault.message for fault in faults if fault.code in ("W1502", "W1023")]
    assert {name: faults for name, faults in told.items() if faults} == {}
