"""The constructs of the language, and those that a text is made of."""

from __future__ import annotations

from typing import Any

from caylus.diagnostics.diagnostic import Span
from caylus.parser.ast_builder import Builder
from caylus.parser.following import definitions
from caylus.parser.lalr import load_lark, read
from caylus.parser.lexer import scan


def _builds(rule: Any) -> bool:
    """Return whether something is made of what the rule matches: it is neither spliced nor only handed on."""
    meaning = [symbol for symbol in rule.expansion if not getattr(symbol, "filter_out", False)]
    is_handed_on = rule.options.expand1 and not rule.alias and len(meaning) == 1
    return not (is_handed_on or rule.origin.name.startswith("_"))


CONSTRUCTS = {rule.alias or rule.origin.name for rule in load_lark().rules if _builds(rule)}
"""Every rule of the grammar that the builder makes something of."""


class _NotingBuilder(Builder):
    def __init__(self) -> None:
        super().__init__("t.rules")
        self.used: set[str] = set()

    def build(self, rule: str, span: Span, parts: list[Any]) -> Any:
        self.used.add(rule)
        return super().build(rule, span, parts)


def constructs(text: str) -> set[str]:
    """The rules of the grammar by which a text is read."""
    builder = _NotingBuilder()
    assert all(read(part, builder) for part in definitions(scan(text, "t.rules").tokens))
    return builder.used
