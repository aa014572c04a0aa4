"""The depth of a JSON text, measured before anything reads it."""

from __future__ import annotations

import re

from caylus.limits import DEEPEST_JSON

_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]', re.DOTALL)
"""A bracket, or a whole text, whose brackets do not count."""


def is_too_deep(text: str) -> bool:
    """Tell whether more lists and mappings stand inside one another than a reader of JSON should follow."""
    if text.count("[") + text.count("{") <= DEEPEST_JSON:
        return False
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match.group(), 0)
        if depth > DEEPEST_JSON:
            return True
    return False
