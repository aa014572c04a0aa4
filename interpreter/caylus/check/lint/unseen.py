"""Warn of what lies open to everybody and is shown to nobody: on no panel of the table, and in no text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from caylus import model as m
from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Severity
from caylus.model.components import things
from caylus.panels import ObjectsPanel, Panel, RowPanel
from caylus.syntax.walk import walk


def warn_of_unseen_things(
    model: m.Model, files: Sequence[s.File], own_files: Collection[str], panels: Iterable[Panel], shown_names: Collection[str]
) -> Iterator[Diagnostic]:
    """Warn of states and lists of the files `own_files`; of none where no manifest says what is shown, since all is then."""
    panels = tuple(panels)
    definitions = [definition for file in files for definition in file.definitions]
    names_seen = {*shown_names, *_names_on_whole_panels(model, panels), *_names_in_texts(definitions)}
    definitions_by_name = {d.name.text: d for d in definitions if isinstance(d, (s.Value, s.Condition))}
    waiting = [definitions_by_name[name] for name in names_seen if name in definitions_by_name]
    while waiting:  # what a value that is shown is made of can be seen by it
        new = {*_names_inside(waiting.pop())} - names_seen
        names_seen |= new
        waiting += [definitions_by_name[name] for name in new if name in definitions_by_name]
    for thing in things(model) if panels else ():
        is_open = thing.audience.is_public and not thing.audience.is_internal
        is_in_log = isinstance(thing, m.Resource) or (isinstance(thing, m.State) and thing.owner is None)
        if is_open and thing.span.file in own_files and thing.name not in names_seen and not is_in_log:
            owner = thing.owner
            panel = f"list: [{thing.name}]" if owner is None else f"objects: {owner.name}"
            panel = f"players: [{thing.name}]" if owner is not None and owner.is_player else panel
            help = f"show it by the manifest, `table: [{{{panel}}}]`; or write `for rules only` after it"
            message = f"nobody sees `{thing.name}`: it is on no panel of the table, and in no text"
            yield Diagnostic("W1603", message, thing.span, "shown nowhere", (), help, Severity.WARNING)


def _names_on_whole_panels(model: m.Model, panels: Iterable[Panel]) -> Iterator[str]:
    """The fields of what a panel shows with all that it has, and those by which things are called."""
    rows = {**model.rows, **model.kinds["player"].rows}
    yield from (kind.called for kind in model.kinds.values() if kind.called is not None)
    for panel in panels:
        kind = None
        if isinstance(panel, RowPanel) and panel.show is None and panel.row in rows:
            kind = rows[panel.row].kind
        elif isinstance(panel, ObjectsPanel) and panel.show is None and not panel.texts:
            kind = model.kinds.get(panel.kind)
        if kind is not None:
            yield from (name for of in model.kinds.values() if of.root is kind.root for name in (*of.states, *of.lists))


def _names_in_texts(definitions: Iterable[s.Node]) -> Iterator[str]:
    """The names in texts that players read, and of the lists from which they choose."""
    for node in walk(*definitions):
        formulas: list[s.Node] = []
        if isinstance(node, s.Words):
            formulas = [part for part in node.parts if not isinstance(part, str)]
        elif isinstance(node, s.Option):
            formulas = [binder.source for binder in node.choices]
        yield from _names_inside(*formulas)


def _names_inside(*nodes: s.Node) -> Iterator[str]:
    for part in walk(*nodes):
        if isinstance(part, s.Reference):
            yield part.name
        elif isinstance(part, s.Member):
            yield part.name.text
