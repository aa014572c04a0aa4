"""Text broken into lines."""

from __future__ import annotations

from caylus_tools.play.wrapping import Clipped, wrapped
from rich.console import Console
from rich.text import Text


def entry(*pieces: str) -> list[Text]:
    return [Text(piece) for piece in pieces]


def test_entries_stand_beside_each_other_as_far_as_they_fit() -> None:
    assert wrapped([entry("a:", "1"), entry("b:", "2"), entry("c:", "3")], 11).plain == "a: 1   b: 2\nc: 3"


def test_an_entry_breaks_between_its_pieces_only_and_goes_on_indented() -> None:
    assert wrapped([entry("names:", "Old Anna,", "Young Bert,", "Carl")], 17).plain == "names: Old Anna,\n  Young Bert,\n  Carl"


def test_clipped_text_ends_with_a_sign_in_its_last_line() -> None:
    console = Console(width=10)
    with console.capture() as shown:
        console.print(Clipped("one two three four five six", 2))
    assert shown.get().split("\n") == ["one two ", "three fou…", ""]
