"""The checker: syntax trees -> a model that can be played, or everything that is wrong with them.

Each pass is a module, and returns its result with what it found wrong. All of them run, whatever those before found: what a
name was given to is known (`symbols`) before anything is looked into, and what could not be made sense of has a type of its own
that fits everything (`types`), so that one mistake is reported once and not wherever it shows.

`declarations` make the things and rules that have names, `statements` and `expressions` what rules are made of; `scope` is what
can be seen from where. What has to be true of all rules together, that they end and take no more than so much work, is asked
of the model (`caylus.analysis`); `lint` warns of what is allowed and hardly meant. What comes out needs no check later on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, MutableMapping, Sequence
from dataclasses import replace
from typing import TypeVar

from caylus.analysis import cost_bounds, recursion, termination
from caylus.analysis.consequences import Consequences
from caylus.analysis.conservation import Conservation
from caylus.analysis.facts import Facts
from caylus.analysis.secrets import flow
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.limits import MOST_CHECKS, MOST_PLACES
from caylus.model import MemberAction, Model, Row
from caylus.syntax import File, PlayerRow, Span

from . import depth
from .declarations import (
    abouts,
    actions,
    attachments,
    automata,
    callables,
    kinds,
    member_actions,
    objects,
    paragraphs,
    properties,
    resources,
    table,
    triggers,
    values,
)
from .declarations.assemble import assemble, game
from .expressions import constants
from .lint import (
    acting_on_none,
    amounts,
    constant_conditions,
    emptied,
    idle_names,
    look_alikes,
    lost_pieces,
    needless_depth,
    needless_reveals,
    never_filled,
    no_effect,
    omitted_members,
    repeated_additions,
    spoiling,
    unchanging,
    unobtainable,
    untriggered_gains,
    unused,
    useless_options,
)
from .symbols import GUESS, Exhausted, Meant, Symbols, collect

__all__ = ["Model", "check"]

T = TypeVar("T")

_OF_UNKNOWN_NAMES = ("E0204", "E0205")


def check(
    files: Sequence[File],
    shown: Collection[str] = (),
    *,
    names: MutableMapping[Span, Meant] | None = None,
    warns: bool = True,
    proceed: Callable[[], object] = bool,
) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model of the ruleset that `files` are, in that order; None where anything is wrong with them.

    What is called as one of the names `shown` is of use although no rule asks for it. `names` is filled with the meaning of each
    name, by its place. Without `warns` only errors are looked for, which takes a quarter of the time. `proceed` is called now and
    then: what it raises ends the check.

    Diagnostics come in the order of the text, those of no place first. Warnings are of all layers (see `place_warnings`).
    """
    symbols, named_wrong = collect(files)
    found = list(named_wrong)
    model = None
    try:
        model = _passes(symbols, found, shown, warns, proceed)
    except Exhausted:
        found.append(
            Diagnostic("E0319", f"this ruleset takes more than {MOST_CHECKS} steps to check", None, help="make it smaller")
        )
    if names is not None:
        names.update(symbols.meanings())
    if symbols.hides_some:  # an unknown name may be one of those, unless it looks like a slip
        found = [d for d in found if d.code not in _OF_UNKNOWN_NAMES or d.help.startswith(GUESS)]
    places = {file.path: i for i, file in enumerate(files)}
    found.sort(key=lambda d: (places.get(d.span.file, 0), d.span.line, d.span.column) if d.span is not None else (-1, 0, 0))
    return None if any(d.is_error for d in found) else model, _together(found)


def _together(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics without repetitions; a name unknown in several places is said once, with all of them."""
    distinct: dict[tuple[str, ...] | Diagnostic, Diagnostic] = {}
    for diagnostic in found:
        key = (diagnostic.code, diagnostic.message) if diagnostic.code in _OF_UNKNOWN_NAMES else diagnostic
        first = distinct.setdefault(key, diagnostic)
        if first is not diagnostic and diagnostic.span != first.span and len(first.notes) < MOST_PLACES:
            distinct[key] = replace(first, notes=(*first.notes, Note("and here", diagnostic.span)))
    return tuple(distinct.values())


def _passes(
    symbols: Symbols, found: list[Diagnostic], shown: Collection[str], warns: bool, proceed: Callable[[], object]
) -> Model | None:
    """Runs every pass; what they find wrong is added to `found`."""

    def run_pass(outcome: tuple[T, tuple[Diagnostic, ...]]) -> T:
        proceed()
        found.extend(outcome[1])
        return outcome[0]

    written = run_pass(kinds.declare(symbols))
    things = run_pass(objects.declare(symbols))
    held = run_pass(resources.declare(symbols, things))
    run_pass(table.declare(symbols))
    run_pass(callables.declare(symbols))
    run_pass(automata.declare(symbols))
    run_pass(constants.evaluate(symbols))
    run_pass(resources.bound(symbols, things))
    run_pass(
        objects.lay_out(
            symbols, things, {x: node for x, node in written.items() if isinstance(x, Row) and isinstance(node, PlayerRow)}
        )
    )
    run_pass(properties.evaluate(symbols, things, written))
    attached = run_pass(attachments.gather(symbols, things))
    run_pass(values.check(symbols, attached))
    named = run_pass(actions.check(symbols, attached))
    own = run_pass(member_actions.check(symbols, things, written))
    triggered = run_pass(triggers.check(symbols, attached))
    start = run_pass(game(symbols))
    every = [*named, *own, *(trigger.action for trigger in triggered), *([start.action] if start is not None else [])]
    doubtful = run_pass(automata.check(symbols, every))
    members = [action for action in written if isinstance(action, MemberAction)]
    deeper = depth.unroll(symbols, every, members)
    unnamed = [*(action for action in named if action is not symbols.entries[action.name].meaning), *deeper.actions]
    said = run_pass(abouts.check(symbols, attached, triggered))
    model = run_pass(assemble(symbols, held, triggered, unnamed, start, said))
    if model is not None:
        model.paragraphs, model.lessons = run_pass(paragraphs.check(symbols, model))
    consequences = Consequences([*every, *deeper.actions], [*members, *deeper.members], triggered)
    order = run_pass(recursion.check(consequences))
    is_all_read = not symbols.unread and not symbols.hides_some  # else what bounds the rest may be what was not read
    if is_all_read:
        run_pass(termination.check(order, consequences, [d.span for d in found if d.is_error and d.span is not None]))
    if model is not None and is_all_read and not any(d.is_error for d in found):
        run_pass(cost_bounds.check(model, order, consequences))
        secrets = run_pass(flow.check(model))
        if warns and not any(d.is_error for d in found):
            facts = Facts(model, symbols.open_constants, shown, proceed)
            kinds_of = (constant_conditions.Judge, acting_on_none.Finder, amounts.Meter, repeated_additions.Additions)
            observers = [make(symbols, facts) for make in kinds_of]
            facts.observe(*observers)
            conservation = Conservation(facts)
            run_pass(unused.check(symbols, written, shown))
            run_pass((None, doubtful))
            for observer in observers:
                run_pass((None, tuple(observer.report())))
            run_pass(never_filled.check(facts, every, consequences, conservation))
            run_pass(lost_pieces.check(conservation))
            run_pass(no_effect.check(symbols, facts, every, shown))
            run_pass(look_alikes.check(symbols, written))
            run_pass(useless_options.check(symbols, model, every))
            run_pass(emptied.check(symbols))
            run_pass(unobtainable.check(symbols, every))
            run_pass(omitted_members.check(symbols, things))
            run_pass(unchanging.check(symbols, written, every))
            run_pass(spoiling.check(symbols, model))
            run_pass(untriggered_gains.check(every, triggered))
            run_pass(needless_reveals.check(secrets, model, every))
            run_pass(needless_depth.check(deeper.useless))
            run_pass(idle_names.check(symbols, every))
    return model
