"""What is said of a word on the command line that is wrong: that word, and what was probably meant."""

from __future__ import annotations

import pytest
from support.running import Caylus


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("lsit",), "there is no command 'lsit'; did you mean `list`?"),
        (("dance",), "there is no command 'dance'; `caylus --help` lists them"),
        (("--players", "3", "play"), "the command comes first, and '--players' after it"),
        (("simulate", "classic", "--playrs", "3"), "there is no option '--playrs'; did you mean `--players`?"),
        (("simulate", "classic", "--playrs=3"), "there is no option '--playrs'; did you mean `--players`?"),
        (("list", "classic", "1303"), "'1303' is one word too many"),
        (("check", "classic", "--format", "jsno"), "argument --format: there is no 'jsno'; did you mean `json`?"),
        (("check", "classic", "--format", "pdf"), "there is no 'pdf'; there are text, json, sarif and github"),
        (("simulate", "classic", "--bots", "greddy"), "there is no bot `greddy`; did you mean `greedy`?"),
        (("explain", "E011"), "there is no page on `E011`; did you mean `E0101`?"),
        (("test", "clasic"), "error[E0620]: there is no ruleset or variant `clasic`\n  = help: did you mean `classic`?"),
        (
            ("show", "turn"),
            "error[E0620]: there is no ruleset or variant `turn`\n  = help: name its game: `caylus show classic turn`",
        ),
        (("list", "bartr"), "error[E0620]: there is no ruleset or variant `bartr`\n  = help: did you mean `barter`?"),
        (("completion", "fihs"), "there is no shell 'fihs'; did you mean `fish`?"),
        (("completion", "powershell"), "there is no shell 'powershell'; there are bash, zsh and fish"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_the_wrong_word_is_named_with_what_was_meant(caylus_: Caylus, words: tuple[str, ...], told: str) -> None:
    done = caylus_(*words)
    assert done.code == 2
    assert told in done.err


def test_check_prints_json_by_the_option_that_other_commands_have(caylus_: Caylus) -> None:
    assert caylus_("check", "no-such", "--json").out == caylus_("check", "no-such", "--format", "json").out != ""
