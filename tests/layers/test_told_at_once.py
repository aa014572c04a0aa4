"""One run tells of all faults that have nothing to do with each other: of the text, of the layers, of names and types."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.loading import library

from .garden import check


def codes(text: str) -> list[str]:
    return [fault.code for fault in library.check_text(text, "t.rules").diagnostics if fault.is_error]


SOUND = (
    "resource coin\nvalue score(player) = player.coin\n"
    'game "Small" for 1 to 2 players { for each player in players { gain 1 coin } }\n'
)


def test_a_fault_of_the_text_hides_no_other_definition_s() -> None:
    assert codes(SOUND + "action a(player) { gain 1 conn }\naction b() { set x 3 }\nconstant c = no + 1\n") == [
        "E0204",
        "E0101",
        "E0304",
    ]


def test_what_a_definition_that_cannot_be_read_defines_is_not_called_unknown() -> None:
    assert codes(SOUND + "action a(player) { gain 1 plum, do b(player) }\nresource plum plum\naction b(player { stop }\n") == [
        "E0101",
        "E0101",
    ]


@pytest.mark.parametrize("hidden", ['action "B" { stop stop }', "each player has { number }", "resource plum, , nut", "}}\n{"])
def test_where_a_name_may_have_been_left_out_an_unknown_one_is_no_fault(hidden: str) -> None:
    text = SOUND + f"action a(player) {{ do b(player), raise player.luck by 1, gain 1 apple }}\n{hidden}\n"
    assert not {"E0204", "E0205"} & set(codes(text))


def test_but_one_that_looks_like_a_slip_is() -> None:
    assert codes(SOUND + 'action a(player) { gain 1 conn }\naction "B" { stop stop }\n') == ["E0204", "E0101"]


def test_the_words_of_what_cannot_be_read_are_guesses_too() -> None:
    (_, fault) = library.check_text(SOUND + "resource plum apple\naction a(player) { gain 1 plun }\n", "t.rules").diagnostics
    assert fault.help == "did you mean `plum`?"


def test_faults_of_the_text_of_the_layers_and_of_names_are_told_together(tmp_path: Path) -> None:
    text = "change constant prise = 3\nchange field orchard { worth bonsu[1] }\nrule a { after prune(p) { say x } }"
    assert [fault.code for fault in check(tmp_path, a=text)] == ["E0501", "E0204", "E0101"]


def test_what_is_told_of_a_layer_is_not_told_again_of_a_name(tmp_path: Path) -> None:
    assert [fault.code for fault in check(tmp_path, a="change field orchard { wroth 3 }")] == ["E0519"]
