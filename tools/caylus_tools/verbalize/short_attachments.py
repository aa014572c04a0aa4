"""What an object bends elsewhere, in a few words: `before planning: …`, `price at most 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus import model as m

from .attachments import Bend, Bends
from .prose import name_words, plain
from .short_statements import Brief, acts
from .source_text import Texts

if TYPE_CHECKING:
    from caylus import Ruleset

_WORDS = {"instead": "instead of"}
_UNFINISHED = re.compile(" (of|for|to|by|with|at|in|from)$")
"""What a name of a value that is read with its argument may end in."""


class Powers:
    """Speaks of the attachments that stand in the objects of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._model = rules.model
        self._bends = Bends(rules.model, Texts(rules))

    def bends(self, thing: m.Object) -> Iterator[str]:
        """What it does around actions and changes of values, in the order of the text; but no mere bookkeeping."""
        brief = Brief(self._model, thing)
        for bend in self._bends.of_rule(thing.name):
            if bend.value is not None:
                yield f"{_UNFINISHED.sub('', bend.target.text)} {bend.word} {brief.noun(bend.value)}{_if(bend.where, brief)}"
            elif does := brief.body(bend.body):
                yield _deed(bend, does, brief)

    def restrictions(self, thing: m.Object) -> Iterator[str]:
        """What it forbids."""
        brief = Brief(self._model, thing)
        for bend in self._bends.of_rule(thing.name):
            for require in bend.requires:
                yield f"{bend.target.text} only if {plain(brief.words.holds(require.condition))}{_if(bend.where, brief)}"


def _deed(bend: Bend, does: str, brief: Brief) -> str:
    """What it does around an action; what it does in its own way instead, without saying of what."""
    where = _if(bend.where, brief)
    if bend.word == "instead" and any(_is_about(operand, brief) for operand in _operands(bend.where)):
        return does + where
    return f"{_WORDS.get(bend.word, bend.word)} {name_words(bend.target.text)}{where}: {does}"


def _if(where: m.Expr | None, brief: Brief) -> str:
    """When it holds; but that the object is in somebody's hands, or is what it is about, goes without saying."""
    left = [operand for operand in _operands(where) if not (_is_about(operand, brief) or _is_held(operand, brief))]
    return f" if {' and '.join(plain(brief.words.holds(operand)) for operand in left)}" if left else ""


def _operands(where: m.Expr | None) -> tuple[m.Expr, ...]:
    """The conditions that all have to hold."""
    return where.operands if isinstance(where, m.Logic) and where.op == "and" else (where,) if where is not None else ()


def _is_about(condition: m.Expr, brief: Brief) -> bool:
    """Whether it asks for something to be the object itself."""
    return isinstance(condition, m.Compare) and condition.op == "==" and _is_this(condition.right, brief)


def _is_held(condition: m.Expr, brief: Brief) -> bool:
    """Whether it asks for a state of the object to be the player who acts, or to be anything at all."""
    match condition:
        case m.Compare(op="==", left=m.Read(object=m.Const() as of), right=right):
            return _is_this(of, brief) and acts(right)
        case m.Compare(op="!=", left=m.Read(object=m.Const() as of), right=m.Const(value=-1, type=m.Type(base="object"))):
            return _is_this(of, brief)
    return False


def _is_this(expr: m.Expr, brief: Brief) -> bool:
    return isinstance(expr, m.Const) and brief.words.is_this(expr)
