"""Warn of what is of no use: names, states that never change, things nobody can get or see, actions that do nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from caylus import model as m, syntax as s
from caylus.check.kinds import Written
from caylus.check.symbols import Entry, Symbols
from caylus.diagnostics.diagnostic import Diagnostic, warning
from caylus.diagnostics.render import join_words
from caylus.model.access import Gaining, access
from caylus.model.components import things
from caylus.model.walk import parts, statements
from caylus.panels import ObjectsPanel, Panel, RowPanel
from caylus.syntax.walk import walk

from .wording import plain_text


def rules(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[object]:
    """The rules of values, conditions and actions: cases, modifiers, requirements and statements."""
    for meaning in (*(entry.meaning for entry in symbols.entries.values()), *symbols.bent.values()):
        if isinstance(meaning, m.Value):
            yield from (part for case in meaning.cases for part in case if part is not None)
            yield from meaning.modifiers
        elif isinstance(meaning, m.Condition):
            yield from meaning.requires
    for action in actions:
        yield from action.body


_FOR_USE = {
    "resource", "group", "constant", "scale", "list", "state", "value", "condition", "action", "phase", "table", "sequence",
}  # fmt: skip


def warn_of_unused_names(symbols: Symbols, written: Written, shown: Collection[str]) -> Iterator[Diagnostic]:
    """Warnings only; of nothing that has one of the names `shown`."""
    paragraphs = (paragraph for file in symbols.files for paragraph in file.paragraphs)
    names_in_words = {part.name for paragraph in paragraphs for part in walk(paragraph) if isinstance(part, s.Reference)}
    for entry in symbols.entries.values():
        if not entry.used and entry.what in _FOR_USE and entry.name not in shown:
            message = f"the {entry.what} `{entry.name}` is never used"
            yield warning("W1001", entry.span, message, "nothing asks for it", help=_help(entry, names_in_words))
    for field in written:
        if not isinstance(field, m.MemberAction) and field not in symbols.read and not _lends_a_name(field):
            owner = field.owner if isinstance(field, m.ListState) else symbols.player if isinstance(field, m.Row) else field.kind
            message = f"`{field.name}` of `{owner.name if owner else ''}` is never used"
            yield warning("W1002", field.span, message, "nothing asks for it", help="use it or remove it")
    for node in symbols.nodes:
        if isinstance(node, s.Block):
            for last, after in pairwise(node.statements):
                if isinstance(last, (s.Stop, s.EndGame)):
                    words = "stop" if isinstance(last, s.Stop) else "end game"
                    yield warning("W1003", after.span, f"nothing after `{words}` is ever done", "never reached")


def _help(entry: Entry, names_in_words: Collection[str]) -> str:
    if entry.what == "phase":
        return f"name it in a sequence, as by `add {entry.name} to … before …`, `do` it, or remove it"
    if entry.name in names_in_words:
        return "only a paragraph speaks of it: write it into the rule, too, where what it stands for is written by hand"
    return "use it or remove it"


def _lends_a_name(field: m.Property | m.State | m.ListState | m.Row) -> bool:
    return not isinstance(field, (m.ListState, m.Row)) and field.kind is not None and field.kind.called == field.name


def warn_of_unobtainable_things(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only."""
    yield from _things(symbols)
    yield from _resources(symbols, list(parts(*rules(symbols, actions))))


# ---- things


def _things(symbols: Symbols) -> Iterator[Diagnostic]:
    """A thing is led to by its own name, its row's, or that of all things of its kind; with attachments it acts by itself."""
    names = {node.name for node in symbols.nodes if isinstance(node, s.Reference)}
    for entry, node in symbols.definitions_of(s.Object):
        thing = entry.meaning
        if isinstance(thing, m.Object) and not node.attachments and not _all_names(thing) & names:
            label = f"nor to any {thing.kind.name}"
            help = f"name it somewhere, or go through all `{thing.kind.plural}`"
            yield warning("W1006", entry.span, f"no rule leads to `{entry.name}`", label, help=help)


def _all_names(thing: m.Object) -> set[str]:
    """Its own name, that of the row it stands in, and what all things of its kind, and of the kinds above it, are called."""
    names = {thing.name, *([thing.row.name] if thing.row else [])}
    kind: m.Kind | None = thing.kind
    while kind is not None:
        names.add(kind.plural)
        kind = kind.parent
    return names


# ---- resources


def _resources(symbols: Symbols, everything: list[object]) -> Iterator[Diagnostic]:
    resources = {entry.name: entry.meaning for entry in symbols.entries.values() if isinstance(entry.meaning, m.Resource)}
    objects = [(entry.object, node.span) for entry, node in symbols.definitions_of(s.Object) if entry.object is not None]
    gains = _find_gains(everything, resources.values())
    supplies = {resource.supply for resource in resources.values() if resource.supply is not None}
    for name, resource in resources.items():
        entry, sites = symbols.entries[name], gains.get(resource, ())
        within = [next((one for one, span in objects if site is not None and site.span.is_inside(span)), None) for site in sites]
        if not entry.used or resource.least or resource in supplies:
            continue
        if not sites:
            help = "let something `gain` it, or remove it"
            yield warning("W1007", entry.span, f"nothing ever brings `{name}`", "nobody can have any", help=help)
        elif all(thing is not None and _costs(thing, resource) for thing in within):
            names = join_words([f"`{thing.name}`" for thing in dict.fromkeys(within) if thing is not None], "and")
            message = f"only {names} can bring `{name}`, and costs it"
            help = "let something else bring it, or another thing cost it"
            yield warning("W1007", entry.span, message, "nobody can have any", help=help)


def _costs(thing: m.Object, resource: m.Resource) -> bool:
    """Return whether a property of an object is a payment that has a resource in all of its ways."""
    kind: m.Kind | None = thing.kind
    while kind is not None:
        for property_ in kind.properties.values():
            ways = property_.values[thing.id] if property_.type == m.PAYMENT and property_.values else ()
            if isinstance(ways, tuple) and ways and all(resource.index in dict(way) for way in ways):
                return True
        kind = kind.parent
    return False


def _find_gains(everything: Iterable[object], resources: Collection[m.Resource]) -> dict[m.Thing, list[m.Site | None]]:
    """The things that rules bring, each with where they do: any resource where a payment is passed on."""
    gains: dict[m.Thing, list[m.Site | None]] = defaultdict(list)
    for part in everything:
        for write in access(part).writes:
            if write.how in ("gain", "set", "raise", "lower") and not write.supplied:
                for thing in write.things(resources):
                    gains[thing].append(getattr(part, "site", None))
    return gains


def warn_of_untriggered_gains(actions: Iterable[m.Action], triggers: Iterable[m.Trigger]) -> Iterator[Diagnostic]:
    """Warnings only. `set` says what somebody holds, and nobody takes it for a gain."""
    gaining = Gaining(triggers)
    for statement in (statement for action in actions for statement in statements(action.body)):
        match statement:
            case m.Adjust(target=m.Holding(resources=resources), sign=1, site=site) if gaining.triggers.keys() & resources:
                resource = next(resource for resource in resources if resource in gaining.triggers)
                waiting = gaining.triggers[resource][0].action.name
                message = f"`{waiting}` waits for `{resource.name}` to be gained, which `raise` does not"
                help = "write `gain`, or `set` where nothing is to follow"
                yield warning("W1010", site.span, message, "nothing follows", help=help)


def warn_of_emptied_actions(symbols: Symbols) -> Iterator[Diagnostic]:
    """Warnings only."""
    written_in = {id(definition): file.path for file in symbols.files for definition in file.definitions}
    instead = [node for node in symbols.nodes if isinstance(node, s.Around) and node.is_always_instead]
    for entry, node in symbols.definitions_of(s.Action):
        if not isinstance(entry.meaning, m.Action) or not all(
            isinstance(statement, (m.Loop, m.If, m.Let)) for statement in statements(entry.meaning.body)
        ):
            continue
        rule = next((rule for rule in instead if rule.target.name.text == entry.name), None)
        if rule is not None and any(isinstance(x, s.Statement) and not isinstance(x, s.Nothing) for x in walk(node.body)):
            yield _report(entry.name, rule.target.name)
        elif rule is None and written_in[id(node)] != node.span.file:
            yield _report(entry.name, node.name)


def _report(name: str, place: s.Name) -> Diagnostic:
    help = 'say what is done there; if it is meant so, say it to the players: `say "…"`'
    return warning("W1022", place.span, f"`{name}` does nothing any more", "nothing is done there", help=help)


def warn_of_needless_depth(useless: Iterable[m.Do | m.DoMember]) -> Iterator[Diagnostic]:
    """Warnings only."""
    for doing in useless:
        message = f"`{doing.action.name}` never leads back to here, so that nothing is deep"
        help = f"leave out `at most {doing.deep} deep`"
        yield warning("W1014", doing.site.span, message, "done once, and not inside itself", help=help)


def warn_of_unchanging_states(
    symbols: Symbols, written: Written, actions: Iterable[m.Action], shown_names: Collection[str]
) -> Iterator[Diagnostic]:
    """Warnings only. What is neither changed nor asked for is not used at all, which is told elsewhere."""
    every = list(rules(symbols, actions))
    changed, asked = _changes_and_reads(every)
    tops = [e.meaning for e in symbols.entries.values() if isinstance(e.meaning, (m.State, m.ListState))]
    for state in [*tops, *(field for field in written if isinstance(field, (m.State, m.ListState)))]:
        what = "list" if isinstance(state, m.ListState) else "state"
        is_shown = state.name in shown_names
        is_unread = state in changed and state not in asked and not _lends_a_name(state)
        if is_unread and not (is_shown and _is_for_show(state, every)):
            message = f"`{state.name}` changes, but no rule asks for it"
            message = f"players can see `{state.name}`, but no rule asks for it" if is_shown else message
            help = f"ask for it, or remove the {what} and what changes it"
            yield warning("W1009", state.span, message, "never asked for", help=help)
        elif state in asked and state not in changed:
            label = "always empty" if what == "list" else "always what it is at the start"
            help = "let something be added to it" if what == "list" else "`set` it somewhere, or make it a property or a constant"
            yield warning("W1008", state.span, f"`{state.name}` never changes", label, help=help)


_TIMES = r"(?:round|turn|day|night|season|phase|week|month|year|hand|trick)"
_ONCE_IN = re.compile(
    rf"\b(?:this|last|each|every|per|once (?:in )?(?:a|an|the)) {_TIMES}\b|\b{_TIMES}s (?:running|in a row)\b", re.IGNORECASE
)
"""What words say that speak of each time anew."""


def _is_for_show(thing: m.State | m.ListState, every_rule: Iterable[object]) -> bool:
    """Return whether a thing that no rule asks for may be there for players to see: a pile, the time, the last throw.

    A number that rules raise or lower, as each player has it, is there to count for something.
    """
    if (
        isinstance(thing, m.ListState)
        or thing.type != m.NUMBER
        or re.search(rf"\b{_TIMES}s?\b", f"{thing.name} {thing.title}", re.I)
    ):
        return True
    targets = (x.target for x in parts(*every_rule) if isinstance(x, m.Adjust))
    return not any(isinstance(target, m.Read) and target.state is thing for target in targets)


def warn_of_flags_never_set_back(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only: of flags that words give to a round, a turn or the like, and that rules set once and for all."""
    every = list(parts(*rules(symbols, actions)))
    values: dict[m.State, set[m.Expr]] = defaultdict(set)
    places: dict[m.State, m.Site] = {}
    setbacks: dict[m.State, list[tuple[m.Expr | None, m.Site]]] = defaultdict(list)
    """Of each state, whose is set back to its beginning, and where."""
    bound = {binding.variable: binding.to for part in every for binding in access(part).bindings()}
    for part in every:
        if isinstance(part, m.Assign) and isinstance(part.target, m.Read) and part.target.state.type in (m.FLAG, m.NUMBER):
            state, of = part.target.state, part.target.object
            if state.type == m.FLAG:
                values[state].add(part.value)
                places.setdefault(state, part.site)
            if isinstance(part.value, m.Const) and part.value.value == state.initial[0]:
                setbacks[state].append((bound.get(of.variable) if isinstance(of, m.Local) else of, part.site))
    for state, resets in setbacks.items():
        match = _ONCE_IN.search(state.title)
        if match and all(isinstance(x, m.ListItem | m.RowItem) and isinstance(x.index, m.Const) for x, _ in resets):
            message = f"`{state.name}` is set back for one only: the others keep theirs"
            help = "go through all of them: `for each … in … { set … }`"
            yield warning("W1073", resets[0][1].span, message, f"its words say “{match[0]}”", help=help)
    reasons: dict[m.State, list[str]] = defaultdict(list)
    for part in every:
        if isinstance(part, m.Require):
            for read in parts(part.condition):
                if isinstance(read, m.Read):
                    reasons[read.state] += (word for word in part.reason if isinstance(word, str))
    for option, prompt in ((x, part.prompt) for part in every if isinstance(part, m.Choose) for x in part.options):
        for set_state in {
            x.target.state for x in statements(option.body) if isinstance(x, m.Assign) and isinstance(x.target, m.Read)
        }:
            # a question "this week" does not say that its answer holds for a week
            reasons[set_state] += (x for x in (*prompt, *option.text) if isinstance(x, str) and re.search(r"\bonce\b", x, re.I))
    texts = {p.subject.text: plain_text(p) for file in symbols.files for p in file.paragraphs}
    for state, constants in values.items():
        first = next(iter(constants))
        words = "\n".join([state.title, texts.get(places[state].rule, ""), *reasons[state]])
        if len(constants) == 1 and isinstance(first, m.Const) and _ONCE_IN.search(words):
            message = f"`{state.name}` is set here and never set back: this is done once in a game"
            help = f"set it to `{'no' if first.value else 'yes'}` when the next one begins"
            label = f"its words say “{_ONCE_IN.search(words)[0]}”"  # type: ignore[index]
            yield warning("W1073", places[state].span, message, label, help=help)


def _changes_and_reads(every_rule: list[object]) -> tuple[set[m.Thing], set[m.Thing]]:
    """The things that rules change, and those that they read. Taking out of a list changes nothing; moving reads nothing."""
    changed_things: set[m.Thing] = set()
    targets: set[int] = set()
    read_things: set[m.Thing] = set()
    for part in parts(*every_rule):
        does = access(part)
        for write in does.writes:
            changed_things.update(write.held if write.how not in ("remove", "order") else ())
            targets.update([id(write.place)] if write.how != "take" else ())
        if id(part) not in targets:
            read_things.update(thing for read in does.reads for thing in read.held)
    return changed_things, read_things


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
            yield warning("W1603", thing.span, message, "shown nowhere", help=help)


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
