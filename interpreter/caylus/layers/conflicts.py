"""Layers against each other: what two of them set though neither comes after the other, what one sets twice, what is sealed.

Whatever adds up may come from any number of layers: new definitions, `plus` and `minus`, `forbid`. What does not add up
has to be ordered by those who wrote it. What is done before and after actions is compared once it is known what it
means: both may do it, as long as it comes to the same whichever goes first. Where it might not, those who wrote them have to say.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from caylus import model as m, syntax as s
from caylus.analysis.effects import Effects, RuleEffects
from caylus.diagnostics.diagnostic import Diagnostic, Note, warning
from caylus.limits import MOST_PAIRS
from caylus.model.access import Gaining, Joining, find_joinings
from caylus.model.walk import every_statement, list_actions, list_steps, parts, statements
from caylus.syntax.walk import walk

from .parts import History, Layer, Step, attachment_target, rebuilt, unordered_pairs


class Attached(NamedTuple):
    """An attachment, the layer that wrote it, and the rule or the object it stands in."""

    layer: str
    node: s.Attachment
    owner: s.Rule | s.Object


def collect_attachments(layers: Sequence[Layer], files: Sequence[s.File]) -> list[Attached]:
    """Every attachment in the `files` that the layers make together, in the order of the text."""
    layer_of = {file.path: layer.name for layer in layers for file in layer.files}
    owners = [d for file in files for d in file.definitions if isinstance(d, (s.Rule, s.Object))]
    return [Attached(layer_of[node.span.file], node, owner) for owner in owners for node in owner.attachments]


def object_names(files: Sequence[s.File]) -> set[str]:
    """The names of all objects."""
    return {d.name.text for file in files for d in file.definitions if isinstance(d, s.Object)}


def first_clash(
    ones: Sequence[Attached], others: Sequence[Attached], clash: Callable[[Attached, Attached], bool]
) -> tuple[Attached, Attached] | None:
    """The first two that clash; the first of all where there are too many to compare."""
    pairs = product(ones, others)
    if len(ones) * len(others) > MOST_PAIRS:
        return next(pairs)
    return next(((one, other) for one, other in pairs if clash(one, other)), None)


def are_disjoint(one: Attached, other: Attached, objects: set[str]) -> bool:
    """Return whether two attachments never hold at once, because each asks one thing to be another of the `objects`."""
    return any(
        s.same(left_side, also) and answer != other_wanted
        for (left_side, answer), (also, other_wanted) in product(_demands(one, objects), _demands(other, objects))
    )


def _demands(attachment: Attached, objects: set[str]) -> list[tuple[s.Expr, str]]:
    """The variables that an attachment demands to be a certain object, and which one.

    What it asks is renamed so that two attachments to one thing can be compared: its parameters by their places, `this` by name.
    """
    node = attachment.node
    if not isinstance(node, (s.Modify, s.Around, s.Trigger)):
        return []
    names = {param.text: f"{place}" for place, param in enumerate(node.target.params)}
    demands: list[tuple[s.Expr, str]] = [
        (s.Reference(param.span, f"{param.text} {names[param.text]}"), attachment.owner.name.text)
        for param in node.target.params
        if param.text in (s.HERE, s.THIS)
    ]
    if node.where is None:
        return demands

    def rename_part(part: s.Node) -> s.Node:
        if isinstance(part, s.Reference) and part.name in names:
            return s.Reference(part.span, names[part.name])
        is_this = isinstance(part, s.Literal) and part.word == "this"
        return s.Reference(part.span, attachment.owner.name.text) if is_this else part

    where = rebuilt(node.where, rename_part)
    for condition in where.operands if isinstance(where, s.Chain) and set(where.operators) == {"and"} else (where,):
        if isinstance(condition, s.Comparison) and condition.operator == "is":
            for left_side, answer in ((condition.left, condition.right), (condition.right, condition.left)):
                if isinstance(answer, s.Reference) and answer.name in objects:
                    demands.append((left_side, answer.name))
    return demands


_ATTACHMENTS = (s.Modify, s.Forbid, s.ForbidOption, s.Around, s.AroundEach, s.Trigger)


def conflicts(layers: Sequence[Layer], files: Sequence[s.File], history: History) -> list[Diagnostic]:
    """Every fault between the layers, the lowest first, that make `files` together; `history` tells how."""
    between = _Conflicts(layers)
    attachments = collect_attachments(layers, files)
    in_text = [*between.parts(history), *between.anchors(history), *between.places(history)]
    bans = between.bans([one for one in attachments if isinstance(one.node, s.ForbidOption)], files, history)
    in_text += [*bans, *between.replacements(attachments, history)]
    return [*in_text, *between.check_seals(history, attachments), *between.attachments(attachments, object_names(files))]


class _Conflicts:
    def __init__(self, layers: Sequence[Layer]) -> None:
        self.below = {layer.name: layer.earlier_layers for layer in layers}
        self.rank = {layer.name: rank for rank, layer in enumerate(layers)}
        self.unordered = list(unordered_pairs(layers))
        self.library_layers = list_library_layers(layers)

    def _sort_changes(self, one: Step | Attached, other: Step | Attached) -> tuple[Step | Attached, Step | Attached]:
        """Two changes, that of the lower layer first."""
        return (one, other) if self.rank[one.layer] <= self.rank[other.layer] else (other, one)

    def _report(self, first: Step | Attached, second: Step | Attached, both: str, each: str) -> Diagnostic:
        message = f"`{first.layer}` and `{second.layer}` both {both}, and neither comes after the other"
        note = Note(f"`{first.layer}` {each} here", _span(first))
        help_ = advise(first, second, "decide", self.library_layers)
        return Diagnostic("E0506", message, _span(second), notes=(note,), help=help_)

    # ---- parts

    def parts(self, history: History) -> Iterator[Diagnostic]:
        """The faults of parts that two layers set, or one layer twice: a part, or a part and the whole of it."""
        for path, steps in history.items():
            whole = path.partition(".")[0]
            before = {step.layer: step for step in history.get(whole, ()) if whole != path and _sets(step, whole, whole)}
            for step in (step for step in steps if _sets(step, path, whole)):
                for other in before.values():
                    first, second = sorted((other, step), key=lambda each: self.rank[each.layer])
                    fault = self._compare_steps(first, second, path)
                    if fault is not None:
                        yield fault
                        break
                before.setdefault(step.layer, step)

    def _compare_steps(self, first: Step, second: Step, path: str) -> Diagnostic | None:
        """The fault of two steps to one part, or to it and the whole of it."""
        if _adds_up(first, second):
            return None
        if first.layer == second.layer:
            note = Note("it is set here as well", first.span)
            return Diagnostic("E0509", f"`{path}` is set twice", second.span, notes=(note,), help="keep one of them")
        if (first.layer, second.layer) in self.unordered and not s.same(first.node, second.node):
            if isinstance(second.node, s.Swap):
                whole, _, formula = path.partition(".")
                return self._report(first, second, f"say what `{formula}` becomes in `{whole}`", "says so")
            return self._report(first, second, f"set `{path}`", "sets it")
        return None

    # ---- places

    def anchors(self, history: History) -> Iterator[Diagnostic]:
        """An option or a member that one layer removes and beside which another adds one."""
        for path, steps in history.items():
            whole = path.partition(".")[0]
            for step in steps:
                if isinstance(step.node, (s.OptionEdit, s.AddMember)) and step.node.anchor is not None:
                    for other in history.get(f"{whole}.{step.node.anchor.text}", ()):
                        first, second = self._sort_changes(step, other)
                        if other.verb == "remove" and (first.layer, second.layer) in self.unordered:
                            yield self._report(first, second, f"change one place of `{whole}`", "changes it")

    def places(self, history: History) -> Iterator[Diagnostic]:
        """The faults of two layers that put something into one place of a definition, though under different names."""
        places_by_path: dict[str, list[_Place]] = {}
        for path, steps in history.items():
            whole = path.partition(".")[0]
            places_by_path.setdefault(whole, []).extend(_Place(span, path, step) for step in steps for span in step.places)
        for whole, places in places_by_path.items():
            around: list[_Place] = []
            reported_pairs: set[tuple[int, int]] = set()
            for place in sorted(places, key=lambda place: place.span.order):
                around = [outer for outer in around if outer.reaches(place)]
                for outer in around:
                    first, second = sorted((outer, place), key=lambda each: self.rank[each.step.layer])
                    pair = id(first.step), id(second.step)
                    if (
                        outer.path != place.path
                        and pair not in reported_pairs
                        and (first.step.layer, second.step.layer) in self.unordered
                    ):
                        reported_pairs.add(pair)
                        yield self._report(first.step, second.step, f"change one place of `{whole}`", "changes it")
                around.append(place)

    # ---- what stands instead of an action that another layer changes

    def replacements(self, attached_rules: Sequence[Attached], history: History) -> Iterator[Diagnostic]:
        """Two layers of which one stands instead of an action, never as before, and the other changes that: no order has both."""
        for one in attached_rules:
            if not isinstance(one.node, s.Around) or one.node.when != "instead" or goes_on(one.node):
                continue
            name = one.node.target.name.text
            steps = (step for path, steps in history.items() if path.partition(".")[0] == name for step in steps)
            for step in (step for step in steps if step.verb not in ("seal", "remove") and _sets(step, name, name)):
                first, second = self._sort_changes(one, step)
                is_of_text = isinstance(step.node, s.Swap) and isinstance(step.node.old, s.Words)
                if (first.layer, second.layer) in self.unordered and not is_of_text:
                    message = f"`{one.layer}` stands instead of `{name}`, which `{step.layer}` changes"
                    note = Note(f"`{first.layer}` does so here", _span(first))
                    alone = exclude(first.layer, second.layer, self.library_layers)
                    help_ = f"{alone}; with `do as before` in what stands instead, both are done"
                    yield Diagnostic("E0506", message, _span(second), notes=(note,), help=help_)
                    break

    # ---- seals

    def check_seals(self, history: History, attachments: Sequence[Attached]) -> Iterator[Diagnostic]:
        """The faults of changes to something sealed, by a layer that its sealer is not based on."""
        seals = [(name, step) for name, steps in history.items() for step in steps if isinstance(step.node, s.Seal)]
        for name, seal in seals:
            steps = (step for path, steps in history.items() if path.partition(".")[0] == name for step in steps)
            steps_done: list[Step | Attached] = [step for step in steps if not isinstance(step.node, s.Seal)]
            steps_done += [one for one in attachments if attachment_target(one.node).text == name]
            for one in steps_done:
                if one.layer != seal.layer and one.layer not in self.below[seal.layer]:
                    assert isinstance(seal.node, s.Seal)
                    note = Note(f"`{seal.layer}` seals it here: {seal.node.why.text}", seal.span)
                    help = "let players gain or lose what it counts" if name == "score" else ""
                    yield Diagnostic("E0508", f"`{name}` is sealed and may not be changed", _span(one), notes=(note,), help=help)

    # ---- attachments

    def attachments(self, attached_rules: Sequence[Attached], objects: set[str]) -> Iterator[Diagnostic]:
        """Two layers that say what one value becomes, or what is done instead of one action, and both may hold at once."""
        exclusive: dict[tuple[str, str], dict[str, list[Attached]]] = {}
        for one in attached_rules:
            if _excludes(one.node):
                exclusive.setdefault((attachment_target(one.node).text, _excludes(one.node)), {}).setdefault(
                    one.layer, []
                ).append(one)
        for (name, verb), by_layer in exclusive.items():
            for layer, other in self.unordered:
                clash = first_clash(
                    by_layer.get(layer, ()), by_layer.get(other, ()), lambda one, other: not are_disjoint(one, other, objects)
                )
                if clash is not None:
                    both = f"say what `{name}` becomes" if verb == "becomes" else f"stand instead of `{name}`"
                    yield self._report(*clash, both, "says so" if verb == "becomes" else "stands")

    def bans(self, bans: Sequence[Attached], files: Sequence[s.File], history: History) -> Iterator[Diagnostic]:
        """An option that one layer forbids and another takes away, or puts one in the place of that may offer other things."""
        actions = {d.name.text: d for file in files for d in file.definitions if isinstance(d, s.Action)} if bans else {}
        for ban in bans:
            assert isinstance(ban.node, s.ForbidOption)
            action, option = ban.node.action.text, ban.node.option.text
            is_there = action in actions and any(
                isinstance(x, s.Option) and x.display_name == option for x in walk(actions[action])
            )
            if is_there and not ban.node.choices:
                continue
            steps = (step for path in (action, f"{action}.{option}") for step in history.get(path, ()))
            for step in (step for step in steps if step.verb in ("replace", "remove")):
                first, second = self._sort_changes(step, ban)
                if (first.layer, second.layer) in self.unordered:
                    yield self._report(first, second, f"say when `{option}` is offered in `{action}`", "says so")
                    break


class _Place(NamedTuple):
    """A place in a text, the part that is changed there, and how."""

    span: s.Span
    path: str
    step: Step

    def reaches(self, later: _Place) -> bool:
        """Return whether it has not ended where a later one begins."""
        end = self.span.end_line, self.span.end_column
        return self.span.file == later.span.file and end > (later.span.line, later.span.column)


def list_library_layers(layers: Sequence[Layer]) -> frozenset[str]:
    return frozenset(layer.name for layer in layers if layer.is_shipped)


def advise(first: Step | Attached, second: Step | Attached, verb: str, library_layers: frozenset[str]) -> str:
    """The line that lets one of two layers come later, for the manifest of one that is not shipped; or lets neither.

    Whatever removes something comes later, for what it removes must be there for the other, unless that says all of it anew; so
    does what stands in the place of something and has not what the other changes. Two attachments go in either order: both lines
    are told. Two numbers of players that no game has both of go in none.
    """
    games = [step.node for step in (first, second) if isinstance(step.node, s.Game | s.ChangeGame)]
    if len(games) == 2 and min(game.most for game in games) < max(game.fewest for game in games):
        return exclude(first.layer, second.layer, library_layers)
    are_attached = isinstance(first, Attached) and isinstance(second, Attached)
    for mine, other in ((second, first), (first, second)):
        lines = [
            f"to let `{later.layer}` {verb}, write `{key}: [{other.layer}]`"
            for key, earlier, later in (("after", other, mine), ("before", mine, other))
            if not _takes_away(earlier, later)
        ]
        if lines and mine.layer not in library_layers:
            rest = "" if are_attached else f", or `conflicts: [{other.layer}]` if they do not go together"
            return f"{'; '.join(lines if are_attached else lines[:1])} into the manifest of `{mine.layer}`{rest}"
    return exclude(first.layer, second.layer, library_layers)


def _takes_away(earlier: Step | Attached, later: Step | Attached) -> bool:
    """Return whether there is nothing any more that the later of two changes could be made to."""
    if not isinstance(earlier, Step):
        return False
    if earlier.verb == "replace":
        return not _has_place(earlier.node, later.node)
    is_all_anew = isinstance(later, Step) and isinstance(later.node, s.Action)
    return earlier.verb == "remove" and not (isinstance(earlier.node, s.OptionEdit) and is_all_anew)


def _has_place(new: s.Node, edit: s.Node) -> bool:
    """Return whether what stands in the place of a definition has what an edit speaks of; a formula is that of the old text."""
    if isinstance(edit, s.Swap):
        return False
    option_name = (edit.anchor or (None if edit.verb == "add" else edit.name)) if isinstance(edit, s.OptionEdit) else None
    names = {part.display_name for part in walk(new) if isinstance(part, s.Option)}
    return option_name is None or isinstance(new, s.OptionEdit) or option_name.text in names


def exclude(first: str, second: str, library_layers: frozenset[str]) -> str:
    """The line that says that two layers are not for one game."""
    for one, other in ((second, first), (first, second)):
        if one not in library_layers:
            return f"they do not go together: write `conflicts: [{other}]` into the manifest of `{one}`"
    return "they do not go together: play one of them"


def _span(step: Step | Attached) -> s.Span:
    return step.span if isinstance(step, Step) else step.node.span


def _sets(step: Step, path: str, whole: str) -> bool:
    """Return whether a step is more than a seal, or than the definition itself, which whoever goes on from it stands on."""
    return step.verb != "seal" and not (step.verb == "add" and path == whole)


def _adds_up(one: Step, other: Step) -> bool:
    """Return whether two steps of a part go together whatever their order, or in the order of one layer's text."""
    if isinstance(one.node, _ATTACHMENTS) and isinstance(other.node, _ATTACHMENTS):
        return True
    return one.verb == other.verb == "insert" and one.layer == other.layer


def goes_on(node: s.Around) -> bool:
    """Return whether what stands instead of an action may have it done as before."""
    return any(isinstance(part, s.DoAsBefore) for part in walk(node.body))


def _excludes(node: s.Attachment) -> str:
    """The way an attachment excludes another of its sort: by `becomes` or by `instead`; "" if it does not."""
    if isinstance(node, s.Modify):
        return "becomes" if node.change == "becomes" else ""
    return "instead" if isinstance(node, s.Around) and node.when == "instead" else ""


def order_matters(layers: Sequence[Layer], files: Sequence[s.File], model: m.Model) -> Iterator[Diagnostic]:
    """E0521 for every two layers and every place where it may matter which of them goes first; `files` are what they make."""
    pairs = list(unordered_pairs(layers))
    if not pairs:
        return
    effects, objects = RuleEffects(model), object_names(files)
    places: dict[tuple[str, str], dict[str, list[Attached]]] = {}
    for one in collect_attachments(layers, files):
        if when := _when(one.node):
            name = (
                "" if isinstance(one.node, s.Trigger) else attachment_target(one.node).text
            )  # one gain may be of several resources
            places.setdefault((name, when), {}).setdefault(one.layer, []).append(one)
    for (name, when), by_layer in places.items():
        side_by_side = [(by_layer[one], by_layer[other]) for one, other in pairs if one in by_layer and other in by_layer]
        spans = {one.node.span for one in chain(*chain(*side_by_side))}
        beside = (
            _Beside(model.actions[name].body, spans, effects, objects) if name else _AfterGaining(model, spans, effects, objects)
        )
        for ones, others in side_by_side:
            clash = first_clash(ones, others, beside.clash)
            if clash is not None:
                yield _report_undecided_effects(
                    *clash, f"{when} `{attachment_target(clash[1].node).text}`", list_library_layers(layers)
                )


def _report_undecided_effects(first: Attached, second: Attached, place: str, library_layers: frozenset[str]) -> Diagnostic:
    message = f"`{first.layer}` and `{second.layer}` both do something {place}, and neither comes after the other"
    notes = (Note(f"`{first.layer}` does it here", first.node.span),)
    help_ = advise(first, second, "go second", library_layers)
    return Diagnostic("E0521", message, second.node.span, "it may matter which goes first", notes, help_)


def _when(node: s.Attachment) -> str:
    """The words for when an attachment is done beside an action or a gain; "" for those that are not."""
    if isinstance(node, s.AroundEach):
        return f"{node.when} each of"
    if isinstance(node, s.Trigger):
        return "after gaining"
    return node.when if isinstance(node, s.Around) and node.when != "instead" else ""


class _Beside:
    """The parts of attachments to one action, as they are found in their `spans` among the statements of its `body`."""

    def __init__(self, body: Iterable[m.Statement], spans: Iterable[s.Span], effects: RuleEffects, objects: set[str]) -> None:
        self._objects = objects
        self._done: dict[s.Span, Effects] = {}
        self._asked: dict[s.Span, Effects] = {}
        for span, within in _statements_in_spans(spans, body).items():
            self._done[span] = effects.effects_of_rules(*within)
            self._asked[span] = effects.effects_of_rules(
                *(statement.condition for statement in within if isinstance(statement, m.If))
            )

    def clash(self, one: Attached, other: Attached) -> bool:
        """Return whether it may matter which of two attachments is done first."""
        span, other_span = one.node.span, other.node.span
        effects, also_done = self._done[span], self._done[other_span]
        if effects.commutes_with(also_done):
            return False
        brings_about = effects.disturbs(self._asked[other_span]) or also_done.disturbs(self._asked[span])
        return brings_about or not are_disjoint(one, other, self._objects)


class _AfterGaining(_Beside):
    """The triggers of gains. The order of two matters only if one gain may set off both."""

    def __init__(self, model: m.Model, spans: Iterable[s.Span], effects: RuleEffects, objects: set[str]) -> None:
        super().__init__([x for trigger in model.triggers for x in trigger.action.body], spans, effects, objects)
        self._awaited = {trigger.action.site.span: frozenset(trigger.resources) for trigger in model.triggers}
        gaining = Gaining(model.triggers)
        self._gained = {frozenset(gaining.awaited_resources(statement)) for statement in every_statement(model)}

    def clash(self, one: Attached, other: Attached) -> bool:
        awaited_resources, also_awaited = self._awaited[one.node.span], self._awaited[other.node.span]
        return any(
            gained_resources & awaited_resources and gained_resources & also_awaited for gained_resources in self._gained
        ) and super().clash(one, other)


def _statements_in_spans(spans: Iterable[s.Span], body: Iterable[m.Statement]) -> dict[s.Span, list[m.Statement]]:
    """The statements that stand in each of some texts that do not overlap."""
    statements_by_span: dict[s.Span, list[m.Statement]] = {span: [] for span in sorted(spans, key=_start)}
    texts, starts = list(statements_by_span), [_start(span) for span in statements_by_span]
    for statement in body:
        at = bisect_right(starts, _start(statement.site.span)) - 1
        if at >= 0 and statement.site.span.is_inside(texts[at]):
            statements_by_span[texts[at]].append(statement)
    return statements_by_span


def _start(span: s.Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def warn_of_crowded_deals(layers: Sequence[Layer], model: m.Model) -> Iterator[Diagnostic]:
    """W1503 for each kind that has more objects, by the topmost layer alone, than there are places to deal them to."""
    own_files = {file.path for file in layers[-1].files}
    deals: set[tuple[str, str]] = set()
    for thing in (thing for kind in model.kinds.values() for thing in kind.objects if thing.span.file in own_files):
        dealt = [each for each in find_joinings(model, thing) if each.how == "dealt"]
        for joining in (*dealt, *_find_single_deals(model, thing)):
            kind, rule = joining.members.kind, joining.site.rule
            sizes = [list_.row.size for list_ in joining.beside if isinstance(list_, m.RowMembers)]
            count = len(kind.objects)
            before = count - sum(1 for other in kind.objects if other.span.file in own_files)
            if sizes and before <= min(sizes) < count and (kind.name, rule) not in deals:
                deals.add((kind.name, rule))
                message = f"there are {count} {kind.plural} now, and `{rule}` deals them to {min(sizes)} places"
                notes = (Note("they are dealt here", joining.site.span),)
                help_ = f"make more places, or remove one of the {kind.plural}"
                yield warning("W1503", thing.span, message, "one of them gets no place", notes=notes, help=help_)


def _find_single_deals(model: m.Model, thing: m.Object) -> Iterator[Joining]:
    """The places where all objects of a kind, which an object is of, are laid on places of a row one after the other."""
    kinds_by_list: dict[m.ListState, list[m.AllOf]] = {}
    once = {id(x) for step in list_steps(model.start.body) for x in statements((step,))}
    lists_drawn_from = {
        x.source.list for x in every_statement(model) if isinstance(x, m.Put) and isinstance(x.source, m.ListMembers)
    }
    lists_drawn_from |= {x.target.list for x in every_statement(model) if isinstance(x, m.RemoveFrom)}
    for loop in (x for x in every_statement(model) if isinstance(x, m.ForEach)):
        for list_ in (x.target.list for x in loop.body if isinstance(x, m.AddTo)):
            kinds_by_list.setdefault(list_, []).extend(
                x for source in loop.sources for x in parts(source) if isinstance(x, m.AllOf)
            )
    for action in list_actions(model):
        bound: dict[m.Variable, m.Expr] = {}
        for statement in statements(action.body):
            if isinstance(statement, m.ForEach):
                bound.update(zip(statement.variables, statement.sources, strict=True))
            elif isinstance(statement, m.Let):
                bound[statement.variable] = statement.value
            match statement:
                case m.Assign(target=m.Read(object=m.RowItem(row=row)), value=value):
                    pass
                case m.Assign(target=m.Read(object=m.Local(variable=variable)), value=value) if variable in bound:
                    source = bound[variable]
                    if not isinstance(source, m.RowMembers | m.RowItem):
                        continue
                    row = source.row
                case _:
                    continue
            origin = _follow(value, bound)
            is_drawn = (
                not isinstance(origin, m.AllOf) and id(statement) not in once
            )  # places may be kinds_by_list again from them
            members = [x for x in parts(origin) if isinstance(x, m.AllOf) and not is_drawn]
            items = [x for x in parts(origin) if isinstance(x, m.ListItem) and x.list not in lists_drawn_from]
            members += [x for item in items for x in kinds_by_list.get(item.list, ())]
            for of_kind in members:
                if thing.kind.is_subkind_of(of_kind.kind):
                    places = m.RowMembers(row, m.Type("list", row.kind))
                    yield Joining(of_kind, "dealt", statement.site, (places,))


def _follow(value: m.Expr, bound: dict[m.Variable, m.Expr]) -> m.Expr:
    """The formula that a variable stands for, through others."""
    for _ in range(len(bound)):
        if isinstance(value, m.Local) and value.variable in bound:
            value = bound[value.variable]
        elif isinstance(value, m.Shuffled | m.Item):
            value = value.list
    return value
