"""The text of a ruleset's generated module for a number of players, and what is known about it.

The text is made from the checked model by the closed set of templates in this package; nothing an author wrote reaches it
but names, which are checked to be such where they are written (`identifier`), texts in quotes, and comments.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from caylus import model as m
from caylus.analysis.secrets.flow import Flow, follow_secrets
from caylus.diagnostics.diagnostic import Span
from caylus.knowledge.variable_sources import Openings, Origins
from caylus.limits import MOST_REQUIREMENTS
from caylus.model.evaluate import ANY
from caylus.model.walk import every_statement, parts
from caylus.records import Record

from .coroutines import Coroutines
from .expressions import Expressions
from .knowledge import KnowledgeUpdates
from .linker import Frame, Linker
from .metadata import Metadata, Outline, Place, SecretVariable, Spot, ValueInfo
from .module_text import Probe
from .options import IncrementalLists, OptionLister, explain
from .state_layout import lay_out
from .statements import StatementWriter, sure_variables, write_function
from .triggers import Automata, Triggers, named_steps

BLOCK = 50  # How many steps it takes to come to a block and to leave it.


class Source(Record):
    """A generated module: its text, the texts of functions that only people need, and what is known of it."""

    text: str
    explanations: dict[str, str]
    outline: Outline
    metadata: Metadata


def write_source(model: m.Model, players: int, is_traced: bool, probe: Probe | None = None) -> Source:
    """The module of a model; a traced one tells its machine's log everything it does, a probed one its `probe`."""
    layout = lay_out(model, players)
    definitions: list[m.Value | m.Condition] = [*model.values.values(), *model.conditions.values()]
    arguments = {param: ANY for one in definitions for param in one.params}  # whoever asks works it out on the way
    expressions = Expressions(layout, probe, arguments)
    spots: list[Spot] = []
    sure = sure_variables(model)
    lists = IncrementalLists(expressions)
    chooses = [statement for statement in every_statement(model) if isinstance(statement, m.Choose)]
    apart = MOST_REQUIREMENTS // max(1, sum(len(choose.options) for choose in chooses))
    lister = OptionLister(expressions, lists, apart)
    for choose in chooses:
        lister.register(choose)  # so that what writes a state knows which lists it may change
    triggers = Triggers(model, expressions)
    flow = follow_secrets(model)
    origins = Origins(model, flow)
    knowledge = KnowledgeUpdates(expressions, origins, Openings(model))
    effects = StatementWriter(expressions, lists, triggers, knowledge, spots, is_traced, sure)
    automata = Automata(model.automata, expressions, flow)
    coroutines = Coroutines(model.start, effects, lister, flow, automata)
    linker = Linker(expressions, coroutines.write, partial(write_function, effects))
    linker.end(Frame())
    triggers.write(linker, is_traced)
    start = linker.entry(model.start)
    entries = {name: linker.entry(action) for name, action in model.actions.items()}
    steps = {name: linker.entry(step) for name, step in named_steps(model)}
    decide = {"score": model.score, "tie_break": model.tie_break, "team": model.team, "may_win": model.may_win}
    values = {name: expressions.value(value) for name, value in decide.items() if value is not None}
    expressions.probe = None  # what bots go by, and what people are told, are not the rules at work
    if model.outlook is not None:
        values["outlook"] = expressions.value(model.outlook)
    text, spans, starts = _text(expressions, lists, linker)
    values_shown = [value for value in model.values.values() if value.can_be_shown]
    explanations, decisions = explain(expressions, triggers, origins, linker.questions, values_shown, apart, flow)
    metadata = Metadata(
        layout=layout,
        decisions=decisions,
        places=linker.places,
        phases=linker.phases,
        endings=linker.endings,
        spots=spots,
        values={value.name: ValueInfo(value.params, value.type, flow.secret_parameters(value)) for value in values_shown},
        order=ordered_phases(model),
        secrets=_secret_variables(flow, linker.places.values(), spots),
        entries=entries,
        steps=steps,
        frames=linker.frames(),
        variables=linker.variables(),
        starts=starts,
        spans=spans,
    )
    outline = Outline(
        traced=is_traced,
        initial=layout.initial,
        begin=[start.block, *[0] * start.zeros],
        runs=linker.runs(),
        steps=[BLOCK + linker.blocks[i].steps for i in linker.runs()],
        decisions=list(decisions),
        at_once=linker.at_once,
        people=automata.people,
        values=values,
        incremental=len(lists),
        hides=any(not thing.audience.is_public for thing in (*m.things(model), *model.rows.values())),
        shape=metadata.shape(),
    )
    return Source(text, explanations, outline, metadata)


def _secret_variables(flow: Flow, places: Iterable[Place], spots: Iterable[Spot]) -> dict[m.Variable, SecretVariable]:
    """The variables that can be spoken of and that not everybody may know."""
    bound = dict.fromkeys([*(v for place in places for v, _ in place.bound), *(v for spot in spots for v in spot.bound)])
    return {variable: _secret_variable(flow, variable) for variable in bound if not flow.is_public(variable)}


def _secret_variable(flow: Flow, variable: m.Variable) -> SecretVariable:
    source = flow.find_source(variable)
    of = source.object if source is not None else None
    return SecretVariable(
        flow.owners(variable),
        flow.is_known_to_be_there(variable),
        source.list if source is not None else None,
        of.variable if isinstance(of, m.Local) else None,
        flow.keeps_places(variable),
    )


def _text(expressions: Expressions, lists: IncrementalLists, linker: Linker) -> tuple[str, list[Span | None], list[int]]:
    lines: list[str] = []
    spans: list[Span | None] = []
    starts: list[int] = []

    def put(text: str) -> None:
        new = text.split("\n")
        lines.extend(new)
        spans.extend([None] * len(new))

    layout = expressions.layout
    resources = layout.components.resources
    put(f"SLOTS = {tuple(layout.resources[r] for r in resources)!r}")
    put(f"SUPPLIES = {tuple(layout.resources[r.supply] if r.supply else -1 for r in resources)!r}")
    put(f"LEAST = {tuple(r.least for r in resources)!r}")
    for definition in [*expressions.definitions, *lists.definitions]:
        put(definition)
    put("def nothing(m, s, *_):\n    pass\n")
    for writer in [*linker.functions, *linker.blocks]:
        if writer.block is not None:
            starts.append(len(lines) + 1)
        text_lines, places = writer.finish()
        lines.extend(text_lines)
        spans.extend(places)
        put("")
    for table in linker.tables:
        put(table)
    return "\n".join(lines) + "\n", spans, starts


def ordered_phases(model: m.Model) -> list[m.Site]:
    """The phases in the order in which the game comes to them."""
    phases: dict[m.Action, None] = {}

    def visit(action: m.Action, within: tuple[m.Action, ...]) -> None:
        if action.is_phase:
            phases.setdefault(action)
        for part in parts(*action.body):
            if isinstance(part, m.Do) and part.action not in within:
                visit(part.action, (*within, part.action))

    visit(model.start, (model.start,))
    return [action.site for action in phases]
