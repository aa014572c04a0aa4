"""Describe the aim of a game: who wins it, and who of those who are equal."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m

from .expressions import Expressions
from .names import ref
from .prose import Prose, Unit, line


def aim(model: m.Model) -> Iterator[Prose]:
    """A sentence each; what a value comes to is told where it is nothing but something that players hold."""
    seats = model.most_players
    if model.may_win is not None:
        yield line("Only those can win for whom this holds: ", _describe_value(model.may_win, model), ".")
    if seats > 1:
        whoever = "The team that has" if model.team is not None else "Whoever has"
        yield line(f"{whoever} ", _most(model.score), " at the end of the game wins.")
        if model.tie_break is not None:
            yield line("Of those who are equal, whoever has ", _most(model.tie_break), " wins.")
        equal = "Those who are still equal" if model.tie_break is not None else "Those who are equal"
        yield (f"{equal} win together.",)
    elif model.may_win is None:
        yield line("Play for ", _most(model.score), ".")


def _most(value: m.Value) -> Prose:
    held = _counted_resource(value)
    return line("the most ", Unit(held)) if held is not None else line("the highest ", ref(value))


def _counted_resource(value: m.Value) -> m.Resource | None:
    """The resource that a value counts, if it does nothing else."""
    match value.cases:
        case [(None, m.Holding(resources=(resource,), which=None))] if not value.modifiers:
            return resource
    return None


def _describe_value(value: m.Value, model: m.Model) -> Prose:
    match value.cases:
        case [(None, m.Const(value=constant))]:
            return ("yes" if constant else "nobody",)
        case [(None, result)]:
            return Expressions(model).holds(result)
    return (ref(value),)
