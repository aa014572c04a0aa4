"""The checker: syntax trees -> a model that can be played, or everything that is wrong with them.

Each pass is one module and returns its result with what it found wrong; all of them run, whatever the ones before found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from caylus.lang.diagnostics import Diagnostic
from caylus.lang.syntax import File

from . import actions, attachments, callables, calls, components, kinds, lint, loops, members, objects, values
from .assemble import assemble, game
from .model import Model
from .names import collect

__all__ = ["Model", "check"]

T = TypeVar("T")


def check(files: Sequence[File]) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model of the ruleset that `files` are, in that order, or None where anything is wrong; diagnostics in the order of the text."""
    found: list[Diagnostic] = []

    def done(outcome: tuple[T, tuple[Diagnostic, ...]]) -> T:
        found.extend(outcome[1])
        return outcome[0]

    names = done(collect(files))
    resources = done(components.declare_resources(names))
    written = done(kinds.declare(names))
    things = done(objects.declare(names))
    done(components.declare_table(names))
    done(callables.declare(names))
    done(components.evaluate_constants(names))
    done(objects.lay_out(names, things))
    done(objects.evaluate(names, things, written))
    attached = done(attachments.gather(names, things))
    done(values.check(names, attached))
    named = done(actions.check(names, attached))
    own = done(members.check(names, things, written))
    start = done(game(names))
    model = done(assemble(names, resources, start))
    every = [*named, *own, *([start[1]] if start else [])]
    done(loops.check(done(calls.check(every))))
    done(lint.check(names, written))
    places = {file.path: i for i, file in enumerate(files)}
    found.sort(key=lambda d: (places.get(d.span.file, 0), d.span.line, d.span.column) if d.span else (-1, 0, 0))
    return None if any(d.is_error for d in found) else model, tuple(dict.fromkeys(found))
