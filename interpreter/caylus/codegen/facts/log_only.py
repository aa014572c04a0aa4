"""Find the statements that only make words: a program without a log leaves them out."""

from __future__ import annotations

from typing import assert_never

from caylus import model as m
from caylus.model.access import access
from caylus.model.evaluate import Evaluator
from caylus.model.walk import parts


def only_tells(statement: m.Statement, evaluator: Evaluator) -> bool:
    """Return whether a statement does nothing but say something, draws no lots, and asks nothing that could fail."""
    match statement:
        case m.Say():
            return True
        case m.If(condition=condition, then=then, otherwise=otherwise):
            return _is_harmless((condition,), evaluator) and _all_tell((*then, *otherwise), evaluator)
        case m.ForEach(at_once=False, sources=sources, where=where, body=body, otherwise=otherwise):
            return _is_harmless((*sources, where), evaluator) and _all_tell((*body, *otherwise), evaluator)
        case m.Do(action=action, arguments=arguments):
            return _is_harmless(arguments, evaluator) and _all_tell(action.body, evaluator)
        case m.ForEach():
            return False
        case m.Transfer() | m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Reveal() | m.Rearrange():
            return False
        case m.Repeat() | m.Stop() | m.EndGame() | m.Choose() | m.DoMember() | m.Let():
            return False
    assert_never(statement)


def _all_tell(body: m.Body, evaluator: Evaluator) -> bool:
    """Add the variables on the way that only words need."""
    return all(_is_harmless((one.value,), evaluator) if isinstance(one, m.Let) else only_tells(one, evaluator) for one in body)


def _is_harmless(asked: tuple[m.Expr | None, ...], evaluator: Evaluator) -> bool:
    return evaluator.is_sure(asked) and not any(access(part).draws for part in parts(asked))
