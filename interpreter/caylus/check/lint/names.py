"""Warn of things that look alike, of names nobody asks for, and of objects that do not say what others of their kind say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from caylus import model as m, syntax as s
from caylus.check.kinds import Written
from caylus.check.objects import Objects
from caylus.check.symbols import Entry, Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, warning
from caylus.diagnostics.render import join_words
from caylus.model.access import rule_parts
from caylus.model.walk import parts, statements
from caylus.syntax import definitions
from caylus.syntax.walk import children, walk


def warn_of_look_alikes(symbols: Symbols, written: Written) -> Iterator[Diagnostic]:
    """Warnings only."""
    for node in symbols.nodes:
        if isinstance(node, s.Choose):
            yield from _options(node)
    yield from _titles(symbols)
    yield from _fields(written)


def _options(node: s.Choose) -> Iterator[Diagnostic]:
    """Warns of two ways to choose that read the same."""
    before: list[s.Words] = [node.declined] if node.declined is not None else []
    for option in node.options:
        if option.text is None:
            continue
        yield from _choices(option, option.text)
        twin = next((text for text in before if s.same(_lower(text), _lower(option.text))), None)
        if twin is not None:
            notes = (Note("the same text", twin.span),)
            message = "this option has the text of another one: players cannot tell them apart"
            help = "say in its text what is different"
            yield warning("W1042", option.text.span, message, "the second", notes=notes, help=help)
        before.append(option.text)


def _choices(option: s.Option, text: s.Words) -> Iterator[Diagnostic]:
    """Warns of the choices of an option whose text names none of them."""
    names = {part.name for part in walk(text) if isinstance(part, s.Reference)}
    if option.choices and names.isdisjoint(choice.name.text for choice in option.choices):
        name = option.choices[0].name
        message = f"players cannot tell the choices of `{name.text}` apart: all have one text"
        notes, help = (Note("chosen here", name.span),), f"name it in the text, for example `{{{name.text}}}`"
        yield warning("W1042", text.span, message, "the same for each", notes=notes, help=help)


def _lower(text: s.Words) -> s.Words:
    return s.Words(text.span, tuple(part.strip().lower() if isinstance(part, str) else part for part in text.parts))


def _titles(symbols: Symbols) -> Iterator[Diagnostic]:
    """Warns of two things of one sort that players see under one title."""
    first: dict[tuple[object, str], Entry] = {}
    habits = _kinds_with_namesakes(symbols)
    for entry in symbols.entries.values():
        meaning = entry.meaning
        sort: object
        match meaning:
            case m.Resource():
                sort = "resource"
            case m.Object(kind=kind) if kind.root not in habits:
                sort = kind.root
            case m.Action(is_phase=True):
                sort = "phase"
            case m.ListState():
                sort = "list"
            case _:
                continue
        assert isinstance(meaning, (m.Resource, m.Object, m.Action, m.ListState))
        title = meaning.site.title if isinstance(meaning, m.Action) else meaning.title
        key = sort, title.lower()
        if key in first and not _is_copy(first[key].definition, entry.definition):
            notes = (Note("the first", first[key].span),)
            message, help = f"two things here are called “{title}”", "give one of them another title"
            yield warning("W1043", entry.span, message, "players cannot tell them apart", notes=notes, help=help)
        first.setdefault(key, entry)


def _fields(fields: Written) -> Iterator[Diagnostic]:
    """Warns of two states or lists of one kind that players see under one title."""
    first: dict[tuple[m.Kind | None, str], m.State | m.ListState] = {}
    for field in fields:
        if isinstance(field, (m.State, m.ListState)):
            kind = field.kind if isinstance(field, m.State) else field.owner
            other = first.setdefault((kind, field.title.lower()), field)
            if other is not field:
                notes = (Note("the first", other.span),)
                message, help = f"two things here are called “{field.title}”", "give one of them another title"
                yield warning("W1043", field.span, message, "players cannot tell them apart", notes=notes, help=help)


def _kinds_with_namesakes(symbols: Symbols) -> set[m.Kind]:
    """The kinds of which several titles are those of more than one object: there it is a habit."""
    often: dict[m.Kind, Counter[str]] = defaultdict(Counter)
    for entry in symbols.entries.values():
        if isinstance(entry.meaning, m.Object):
            often[entry.meaning.kind.root][entry.meaning.title.lower()] += 1
    return {kind for kind, titles in often.items() if sum(n > 1 for n in titles.values()) > 1}


def _is_copy(one: s.Definition | None, other: s.Definition | None) -> bool:
    """Return whether two objects are the same but for their names."""
    if not isinstance(one, s.Object) or not isinstance(other, s.Object):
        return False
    return s.same(replace(one, name=other.name), other)


def warn_of_idle_names(symbols: Symbols, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only."""
    written = {node.span: node for node in symbols.nodes if isinstance(node, (s.ForEach, s.Let))}
    for action in actions:
        made = list(statements(action.body))
        asked = {part.variable for part in parts(action.body) if isinstance(part, m.Local)}
        for statement in made:
            node = written.get(statement.site.span) if isinstance(statement, (m.Let, m.ForEach)) else None
            if isinstance(statement, m.Let) and isinstance(node, s.Let) and statement.variable not in asked:
                message = f"`{node.name.text}` is never used"
                yield warning("W1021", node.name.span, message, "nothing asks for it", help="use it or leave the line out")
            elif isinstance(statement, m.ForEach) and isinstance(node, s.ForEach):
                yield from _loop(statement, node)
    for query in symbols.nodes:
        if isinstance(query, s.Query) and query.where is not None and query.kind in ("count", "some", "first"):
            name = query.binder.name.text
            names = {x.name for x in walk(query.where) if isinstance(x, s.Reference)}
            if names and name not in names:
                message = f"the condition does not ask for `{name}`: it holds for all of them or for none"
                yield warning("W1020", query.binder.name.span, message, f"not for each `{name}`", help=f"ask for `{name}.…`")


def warn_of_two_meanings(symbols: Symbols) -> Iterator[Diagnostic]:
    """Warn of local names that hide a definition which the same rule uses."""
    uses = [(span, entry) for span, entry in symbols.named.items() if isinstance(entry, Entry) and entry.what != "kind"]
    rules = [definition.span for file in symbols.files for definition in file.definitions]
    variables = (
        meaning for meaning in symbols.named.values() if isinstance(meaning, tuple) and isinstance(meaning[0], m.Variable)
    )
    for place, name in {(meaning[1], meaning[0].name) for meaning in variables}:
        entry = symbols.entries.get(name)
        if entry is None or entry.what == "kind":
            continue
        rule = next((span for span in rules if place.is_inside(span)), place)
        use = next((span for span, used in uses if used is entry and span.is_inside(rule)), None)
        if use is not None:
            message = f"`{name}` is a local name in this rule, which uses the {entry.what} `{name}` too"
            notes = (Note(f"the {entry.what}", use),)
            yield warning("W1068", place, message, "hides it", notes=notes, help="give the local name another name")


def warn_of_arguments(symbols: Symbols, shown_names: Collection[str]) -> Iterator[Diagnostic]:
    """Warnings only: of parameters that nothing reads, and of arguments that stand in each other's place.

    A `player` may be there so that all that is done alike is given the same.
    """
    params: dict[str, tuple[s.Param, ...]] = {}
    for name, entry in symbols.entries.items():
        node, meaning = entry.definition, entry.meaning
        if not isinstance(node, (s.Value, s.Condition, s.Action)) or not isinstance(meaning, (m.Value, m.Condition, m.Action)):
            continue
        params[name] = node.params
        read = {part.variable for part in parts(rule_parts(meaning)) if isinstance(part, m.Local)}
        read_names = {part.name for part in walk(node) if isinstance(part, s.Reference)}
        for param, variable in zip(node.params, meaning.params, strict=True):
            if (
                variable not in read
                and param.name.text not in {*read_names, definitions.PLAYER}
                and name not in {*shown_names, *s.MEANT_BY_NAME}
            ):
                message = f"`{name}` never uses its `{param.name.text}`"
                yield warning("W1063", param.name.span, message, "nothing asks for it", help="use it or leave it out")
    for call in symbols.nodes:
        if isinstance(call, s.Call) and isinstance(call.function, s.Reference) and call.function.name in params:
            yield from _crossing(call, params[call.function.name])


def _crossing(call: s.Call, params: Sequence[s.Param]) -> Iterator[Diagnostic]:
    """Warns of two arguments, each with the name of the parameter of the other."""
    names = [_last_name(argument) for argument in call.arguments]
    own = [param.name.text for param in params]
    for (i, one), (j, other) in combinations(list(enumerate(names))[: len(own)], 2):
        if one and other and one != other and (one, other) == (own[j], own[i]):
            message, help = f"`{one}` and `{other}` stand in each other's place", f"write `{own[i]}` first"
            place = call.arguments[i].span.to(call.arguments[j].span)
            yield warning("W1066", place, message, "the names cross", help=help)


def _last_name(node: s.Node) -> str:
    """The name of an argument, or of what it is of another thing, as in `space.owner`."""
    match node:
        case s.Reference(name=name) | s.Member(name=s.Name(text=name)):
            return name
    return ""


def _loop(loop: m.ForEach, node: s.ForEach) -> Iterator[Diagnostic]:
    """Warns of a loop over players that does everything for another player than the one it has come to."""
    read_variables = {part.variable for part in parts(loop.body) if isinstance(part, m.Local)}
    idle = [
        (variable, binder)
        for variable, binder in zip(loop.variables, node.binders, strict=True)
        if variable.type.kind is not None and variable.type.kind.is_player and variable not in read_variables
    ]
    if not idle:
        return
    variable, binder = idle[0]
    leaves_out = isinstance(loop.where, m.Compare) and loop.where.op == "!="
    is_tested = loop.where is not None and not leaves_out and any(p == m.Local(variable) for p in parts(loop.where))
    others = {part.variable for part in parts(loop.where) if isinstance(part, m.Local)} - {variable}
    if is_tested and any(other.type == variable.type for other in others):
        return  # who is compared with it has a name there, and is meant
    acts = next((part for part in _for_the_player(node.body) if not (is_tested and isinstance(part, s.Reference))), None)
    if acts is not None:
        name, same = binder.name.text, definitions.PLAYER
        message = f"`{name}` is never used: each time this is done for the same `{same}`"
        help = f"say who is meant: `{name} gains …`, or `for each {same} in …`; if it is `{same}` each time, count: `count of …`"
        yield warning("W1020", binder.name.span, message, f"not for each `{name}`", help=help)


def _for_the_player(node: s.Node) -> Iterator[s.Node]:
    """The parts of a body that mean the `player` outside of it, those that say so and those that name nobody."""
    match node:
        case s.Transfer(subject=None) | s.Choose(by=None) | s.Reference(name=definitions.PLAYER):
            yield node
        case s.ForEach(binders=binders) | s.Option(choices=binders) if any(b.name.text == definitions.PLAYER for b in binders):
            return
    for child in children(node):
        yield from _for_the_player(child)


_FEWEST = 3
"""Others that make a habit."""


def warn_of_omitted_members(symbols: Symbols, objects: Objects) -> Iterator[Diagnostic]:
    """Warnings only: what a layer adds is held against what it finds, and one object against the rest."""
    by_kind: dict[m.Kind, list[s.Object]] = defaultdict(list)
    for object_, node in objects.items():
        by_kind[object_.kind].append(node)
    for kind, nodes in by_kind.items():
        symbols.spend(len(nodes))
        said = [(symbols.level(node.span), {setting.name.text for setting in node.settings}) for node in nodes]
        for number, node in enumerate(nodes):
            lacking = _lacking(number, said)
            if lacking:
                names = join_words([f"`{name}`" for name in lacking], "and")
                message = f"every other {kind.name} says what its {names} {'is' if len(lacking) == 1 else 'are'}"
                help = f"say it; if it is meant so, write it out, as in `{lacking[0]} nothing` or `{lacking[0]} 0`"
                yield warning("W1019", node.name.span, message, f"`{node.name.text}` does not", help=help)
    for entry, definition in symbols.definitions_of(s.Kind):
        if isinstance(entry.meaning, m.Kind):
            for field in definition.members:
                own = entry.meaning.properties.get(field.name.text) if isinstance(field, s.Property) else None
                if own is not None and isinstance(field, s.Property) and own in symbols.read:
                    yield from _warn_of_equal_property(own, field, by_kind)


def _warn_of_equal_property(
    property_: m.Property, field: s.Property, by_kind: dict[m.Kind, list[s.Object]]
) -> Iterator[Diagnostic]:
    """Warns of a property that none of the objects with a name sets, so that all have its default."""
    kind = property_.kind
    nodes = [node for own, each in by_kind.items() if own.is_subkind_of(kind) for node in each]
    settings = {setting.name.text for node in nodes for setting in node.settings}
    is_own = any(isinstance(part, s.Literal) and part.word == definitions.THIS for part in walk(field))
    if len(nodes) > 1 and property_.name not in settings and not is_own and not kind.is_of_resources:
        message = f"no {kind.name} says what its `{property_.name}` is: all have the same"
        help = f"let the {kind.plural} differ by it, or make it a constant"
        yield warning("W1019", field.name.span, message, "what is written here goes for all", help=help)


def warn_of_loose_attachments(symbols: Symbols, objects: Objects, model: m.Model) -> Iterator[Diagnostic]:
    """Warn of attachments of objects that ask neither for the object nor for its place, though it is not always in play."""
    holders = [
        *m.things(model),
        *(field for kind in model.kinds.values() for field in (*kind.states.values(), *kind.lists.values())),
    ]
    kinds = {x.kind.root for x in holders if isinstance(x, m.ListState)}
    kinds |= {x.type.kind.root for x in holders if isinstance(x, m.State) and x.type.kind is not None}
    times_set = Counter(_find_names_set(*(node for node in symbols.nodes if isinstance(node, s.Assign | s.Adjust | s.Add))))
    for object_, node in objects.items():
        if object_.row is not None or object_.kind.root not in kinds or object_.kind.is_of_resources:
            continue
        own = {definitions.THIS, definitions.HERE, object_.name}
        if node.attachments:  # what it alone keeps somewhere speaks of it, too
            own |= {name for name, times in Counter(_find_names_set(node)).items() if times == times_set[name]}
        for attachment in node.attachments:
            symbols.spend(1)
            if not _asks_for(symbols, attachment, own):
                message = f"this holds always and for all, wherever `{object_.name}` is"
                help = "name the object or its place among the parameters, as `this` or `here`, or ask for it with `where`"
                yield warning("W1077", attachment.span, message, "neither `this` nor `here`", help=help)


def _find_names_set(*nodes: s.Node) -> Iterator[str]:
    """The names of the states that rules set, once for each time."""
    for change in walk(*nodes):
        match change:
            case s.Assign(target=target) | s.Adjust(target=target) | s.Add(target=target):
                yield target.name if isinstance(target, s.Reference) else getattr(getattr(target, "name", None), "text", "")


def _asks_for(symbols: Symbols, node: s.Node, names: set[str]) -> bool:
    """Return whether a rule, or what it asks for and does, has one of some names."""
    waiting, names_followed = [node], set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case s.Reference(name=name) | s.Name(text=name) | s.Literal(word=name):
                    if name in names:
                        return True
                    entry = symbols.entries.get(name)
                    if (
                        name not in names_followed
                        and entry is not None
                        and isinstance(entry.definition, s.Value | s.Condition | s.Action)
                    ):
                        names_followed.add(name)
                        waiting.append(entry.definition)
    return False


def _lacking(number: int, settings_by_level: Sequence[tuple[int, set[str]]]) -> list[str]:
    """The members that one object leaves out though all that were there before it give them; or all others, where none were.

    There one thing left out is nothing new: often it is what most properties come to that are not said.
    """
    level, own = settings_by_level[number]
    below = [names for other, names in settings_by_level if other < level]
    others = below or [names for place, (_, names) in enumerate(settings_by_level) if place != number]
    lacking = sorted(set.intersection(*others) - own) if len(others) >= _FEWEST else []
    return lacking if below or len(lacking) > 1 else []
