"""What the language promises of secrets: rules that would tell one are refused, and rules that keep theirs are accepted."""

from __future__ import annotations

import re

import caylus
import pytest
from support import tiny

from .games import Found, whole
from .honest import HONEST
from .refused import REFUSED
from .test_law import judge

GAMES = 12


def faults_of(text: str) -> list[tuple[str, int, str]]:
    """The errors: code, line and the name of the hidden thing."""
    try:
        tiny.rules(text)
    except caylus.RulesetError as error:
        found = [fault for fault in error.diagnostics if fault.is_error]
        names = [
            re.findall(r"`(\w+)` is hidden here", fault.notes[0].text) if fault.notes else [fault.message] for fault in found
        ]
        return [(fault.code, fault.span.line if fault.span else 0, *name) for fault, name in zip(found, names, strict=True)]  # type: ignore[misc]
    return []


@pytest.mark.parametrize("name", REFUSED)
def test_rules_that_tell_a_secret_are_refused_where_they_do(name: str) -> None:
    text = whole(REFUSED[name])
    lines = text.strip("\n").splitlines()
    ((line, code, hidden),) = [(at, *found) for at, text in enumerate(lines, 1) for found in re.findall(r"-- (E\d+) (\w+)", text)]
    assert faults_of(text) == [(code, line, hidden)]


@pytest.mark.parametrize("name", HONEST)
def test_rules_that_keep_their_secrets_are_accepted_and_tell_nothing(name: str) -> None:
    text = whole(HONEST[name])
    assert faults_of(text) == []
    judge(Found(f"honest/{name}", text), range(GAMES))
