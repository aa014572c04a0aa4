"""The checker: syntax trees -> a model that can be played, or everything that is wrong with them.

Each pass is a function, and returns its result with what it found wrong. All of them run, whatever those before found: what a
name was given to is known (`symbols`) before anything is looked into, and what could not be made sense of has a type of its own
that fits everything, so that one mistake is reported once and not wherever it shows.

`kinds`, `objects` and `rules` make what has names, `statements` and `expressions` what rules are made of, and `game` the whole;
`scope` is what can be seen from where. What has to be true of all rules together, that they end and take no more than so much
work, is asked of the model (`caylus.analysis`); `lint` warns of what is allowed and hardly meant. What comes out needs no check
later on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, MutableMapping, Sequence
from dataclasses import replace
from typing import TypeVar

from caylus.analysis import cost_bounds
from caylus.analysis.conservation import Conservation
from caylus.analysis.cost_bounds import Consequences, check_recursion, check_termination
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts
from caylus.analysis.secrets.flow import follow_secrets
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.limits import MOST_CHECKS, MOST_PLACES
from caylus.model import MemberAction, Model, Row
from caylus.syntax import File, PlayerRow, Span

from .expressions import evaluate_constants
from .game import assemble, check_automata, check_bans, check_game, declare_automata, unroll_depths
from .kinds import declare_kinds, declare_table
from .lint import amounts, conditions, course, names, no_effect, pieces, units, unused, wording
from .objects import bound_resources, declare_objects, declare_resources, evaluate_properties, lay_out_objects
from .paragraphs import check_paragraphs
from .rules import (
    check_abouts,
    check_actions,
    check_member_actions,
    check_triggers,
    check_values,
    declare_callables,
    gather_attachments,
)
from .symbols import GUESS, Exhausted, Meant, Symbols, collect

__all__ = ["Model", "check"]

T = TypeVar("T")

_OF_UNKNOWN_NAMES = ("E0204", "E0205")


def check(
    files: Sequence[File],
    shown_names: Collection[str] = (),
    *,
    names: MutableMapping[Span, Meant] | None = None,
    warns: bool = True,
    proceed: Callable[[], object] = bool,
) -> tuple[Model | None, tuple[Diagnostic, ...]]:
    """The model of the ruleset that `files` are, in that order; None where anything is wrong with them.

    What is called as one of `shown_names` is of use although no rule asks for it. `names` is filled with the meaning of each
    name, by its place. Without `warns` only errors are looked for, which takes a quarter of the time. `proceed` is called now and
    then: what it raises ends the check.

    Diagnostics come in the order of the text, those of no place first. Warnings are of all layers (see `place_warnings`).
    """
    symbols, named_wrong = collect(files)
    diagnostics = list(named_wrong)
    model = None
    try:
        model = _passes(symbols, diagnostics, shown_names, warns, proceed)
    except Exhausted:
        diagnostics.append(
            Diagnostic("E0319", f"this ruleset takes more than {MOST_CHECKS} steps to check", None, help="make it smaller")
        )
    if names is not None:
        names.update(symbols.meanings())
    if symbols.hides_some:  # an unknown name may be one of those, unless it looks like a slip
        diagnostics = [d for d in diagnostics if d.code not in _OF_UNKNOWN_NAMES or d.help.startswith(GUESS)]
    places = {file.path: i for i, file in enumerate(files)}
    diagnostics.sort(key=lambda d: (places.get(d.span.file, 0), d.span.line, d.span.column) if d.span is not None else (-1, 0, 0))
    return None if any(d.is_error for d in diagnostics) else model, _together(diagnostics)


def _together(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics without repetitions; a name unknown in several places is said once, with all of them."""
    distinct: dict[tuple[str, ...] | Diagnostic, Diagnostic] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.message) if diagnostic.code in _OF_UNKNOWN_NAMES else diagnostic
        first = distinct.setdefault(key, diagnostic)
        if first is not diagnostic and diagnostic.span != first.span and len(first.notes) < MOST_PLACES:
            distinct[key] = replace(first, notes=(*first.notes, Note("and here", diagnostic.span)))
    return tuple(distinct.values())


def _passes(
    symbols: Symbols, diagnostics: list[Diagnostic], shown_names: Collection[str], warns: bool, proceed: Callable[[], object]
) -> Model | None:
    """Runs every pass; what they find wrong is added to `diagnostics`."""

    def run_pass(outcome: tuple[T, tuple[Diagnostic, ...]]) -> T:
        proceed()
        diagnostics.extend(outcome[1])
        return outcome[0]

    def collect_warnings(warnings: Iterable[Diagnostic]) -> None:
        collector = Collector()
        for warning in warnings:
            collector.add(warning)
        run_pass((None, collector.diagnostics))

    written = run_pass(declare_kinds(symbols))
    things = run_pass(declare_objects(symbols))
    held = run_pass(declare_resources(symbols, things))
    run_pass(declare_table(symbols))
    run_pass(declare_callables(symbols))
    run_pass(declare_automata(symbols))
    run_pass(evaluate_constants(symbols))
    run_pass(bound_resources(symbols, things))
    run_pass(
        lay_out_objects(
            symbols, things, {x: node for x, node in written.items() if isinstance(x, Row) and isinstance(node, PlayerRow)}
        )
    )
    run_pass(evaluate_properties(symbols, things, written))
    attached = run_pass(gather_attachments(symbols, things))
    run_pass(check_values(symbols, attached))
    named = run_pass(check_actions(symbols, attached))
    own = run_pass(check_member_actions(symbols, things, written, attached))
    triggered = run_pass(check_triggers(symbols, attached))
    start = run_pass(check_game(symbols))
    every = [*named, *own, *(trigger.action for trigger in triggered), *([start.action] if start is not None else [])]
    doubtful = run_pass(check_automata(symbols, every)) + run_pass(check_bans(symbols, attached, every))
    members = [action for action in written if isinstance(action, MemberAction)]
    deeper = unroll_depths(symbols, every, members)
    unnamed_actions = [*(action for action in named if action is not symbols.entries[action.name].meaning), *deeper.actions]
    said = run_pass(check_abouts(symbols, attached, triggered))
    model = run_pass(assemble(symbols, held, triggered, unnamed_actions, start, said))
    if model is not None:
        model.paragraphs, model.lessons = run_pass(check_paragraphs(symbols, model))
    consequences = Consequences([*every, *deeper.actions], [*members, *deeper.members], triggered)
    order = run_pass(check_recursion(consequences))
    is_all_read = not symbols.unread and not symbols.hides_some  # else what bounds the rest may be what was not read
    if is_all_read:
        run_pass(check_termination(order, consequences, [d.span for d in diagnostics if d.is_error and d.span is not None]))
    if model is not None and is_all_read and not any(d.is_error for d in diagnostics):
        run_pass(cost_bounds.check(model, order, consequences))
        secrets = follow_secrets(model)
        run_pass((None, secrets.found))
        if warns and not any(d.is_error for d in diagnostics):
            facts = Facts(model, symbols.open_constants, shown_names, proceed)
            conservation = Conservation(facts)
            counts = Counts(facts, conservation)
            observers: list[conditions.Judge | conditions.Finder | amounts.Meter | amounts.Additions] = [
                conditions.Judge(symbols, facts, counts), conditions.Finder(symbols, facts), amounts.Meter(symbols, facts),
                amounts.Additions(facts, counts),
            ]  # fmt: skip
            facts.observe(*observers)
            collect_warnings(unused.warn_of_unused_names(symbols, written, shown_names))
            run_pass((None, doubtful))
            for observer in observers:
                run_pass((None, tuple(observer.report())))
            collect_warnings(pieces.warn_of_never_filled(facts, every, consequences, conservation))
            collect_warnings(pieces.warn_of_lost_pieces(conservation))
            collect_warnings(pieces.warn_of_short_decks(facts))
            collect_warnings(pieces.warn_of_ordered_piles(facts))
            collect_warnings(pieces.warn_of_fixed_members(symbols, facts))
            collect_warnings(pieces.warn_of_pieces_in_two_places(facts, counts))
            collect_warnings(pieces.warn_of_idle_repeats(facts, every))
            collect_warnings(no_effect.warn_of_no_effect(symbols, facts, every, shown_names))
            collect_warnings(names.warn_of_look_alikes(symbols, written))
            collect_warnings(no_effect.warn_of_useless_options(symbols, model, every))
            collect_warnings(unused.warn_of_emptied_actions(symbols))
            collect_warnings(unused.warn_of_unobtainable_things(symbols, every))
            collect_warnings(names.warn_of_omitted_members(symbols, things))
            collect_warnings(names.warn_of_loose_attachments(symbols, things, model))
            collect_warnings(unused.warn_of_unchanging_states(symbols, written, every, shown_names))
            collect_warnings(unused.warn_of_flags_never_set_back(symbols, every))
            collect_warnings(no_effect.warn_of_spoilt_choices(symbols, model))
            collect_warnings(unused.warn_of_untriggered_gains(every, triggered))
            collect_warnings(no_effect.warn_of_needless_reveals(secrets, model, every))
            collect_warnings(unused.warn_of_needless_depth(deeper.useless))
            collect_warnings(names.warn_of_idle_names(symbols, every))
            collect_warnings(names.warn_of_two_meanings(symbols))
            collect_warnings(names.warn_of_arguments(symbols, shown_names))
            collect_warnings(wording.warn_of_wrong_words(symbols))
            collect_warnings(course.warn_of_looking_too_late(symbols, facts))
            collect_warnings(course.warn_of_asking_too_early(facts, counts))
            collect_warnings(units.warn_of_mixed_units(symbols, every))
            collect_warnings(course.warn_of_undone_changes(symbols, facts, every))
    return model
