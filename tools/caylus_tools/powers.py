"""What an object bends elsewhere, in a few words: `before planning: …`, `price at most 1`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus.check import model as m

from .brief import Brief, acts
from .doc.prose import name_words, plain
from .doc.texts import Texts, is_within

if TYPE_CHECKING:
    from caylus import Ruleset

_WORDS = {"instead": "instead of"}
_UNFINISHED = re.compile(" (of|for|to|by|with|at|in|from)$")
"""What a name of a value that is read with its argument may end in."""


class Powers:
    """Speaks of the attachments that stand in the objects of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._model = rules.model
        self._texts = Texts(rules)

    def bends(self, thing: m.Object) -> list[str]:
        """What it does around actions and changes of values, in the order of the text."""
        brief = Brief(self._model, thing)
        bends = [*self._deeds(thing, brief), *self._changes(thing, brief)]
        return [told for _, told in sorted(bends, key=lambda bend: (bend[0].span.file, bend[0].span.line, bend[0].span.column))]

    def restrictions(self, thing: m.Object) -> Iterator[str]:
        """What it forbids."""
        brief = Brief(self._model, thing)
        for condition in self._model.conditions.values():
            for require in condition.requires:
                if require.site.rule == thing.name:
                    where, asked = _restriction(require.condition)
                    yield f"{name_words(condition.name)} only if {plain(brief.words.holds(asked))}{_if(where, brief)}"

    def _deeds(self, thing: m.Object, brief: Brief) -> Iterator[tuple[m.Site, str]]:
        """What it does around actions, but for mere bookkeeping; what it does in its own way instead, without saying of what."""
        for action in self._model.actions.values():
            for site in dict.fromkeys(site for site in action.attached if site.rule == thing.name):
                within = [statement for statement in _layers(action.body) if is_within(statement.site.span, site.span)]
                asked = [statement for statement in within if isinstance(statement, m.If) and statement.site == site]
                does = brief.body(asked[0].then if asked else tuple(within))
                if does:
                    where = asked[0].condition if asked else None
                    word = self._texts.words_at(site.span)[0]
                    is_own = word == "instead" and any(_is_about(operand, brief) for operand in _operands(where))
                    when = f"{_WORDS.get(word, word)} {name_words(action.site.title)}"
                    yield site, does + _if(where, brief) if is_own else f"{when}{_if(where, brief)}: {does}"

    def _changes(self, thing: m.Object, brief: Brief) -> Iterator[tuple[m.Site, str]]:
        for value in self._model.values.values():
            for modifier in value.modifiers:
                if modifier.site.rule == thing.name:
                    change = f"{_UNFINISHED.sub('', name_words(value.name))} {modifier.change} {brief.noun(modifier.value)}"
                    yield modifier.site, change + _if(modifier.where, brief)


def _layers(body: m.Body) -> Iterator[m.Statement]:
    """The statements of a body, and those of which a rule takes the place."""
    for statement in body:
        yield statement
        if isinstance(statement, m.If):
            yield from _layers(statement.otherwise)


def _restriction(condition: m.Expr) -> tuple[m.Expr | None, m.Expr]:
    """A restriction with a `where` reads “not where, or condition” in the model."""
    match condition:
        case m.Logic(op="or", operands=(m.Not(operand=where), asked)):
            return where, asked
    return None, condition


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
