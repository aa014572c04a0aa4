"""Check what changes reveal: of resources, states and lists, and of members that move; by what earlier statements have shown.

A thing that is in a list is not added again, and everybody counts what is. A state that was revealed lies open until it is set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf, prod
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.effects import is_never_empty
from caylus.model.access import Place, Touch, access, find_state
from caylus.model.walk import bodies, every_statement, free_variables, list_actions, own_parts, parts, statements

from . import sinks
from .formulas import Formulas
from .labels import Context, Label, Places, Readers, Secret, is_lasting, join, without_picks
from .sinks import Ledger


class Filling(NamedTuple):
    """A list, and the kind of what was put into it. Of a member of a mixed kind, `mixed` is the variable that holds all, and
    `place` the number of the member: two places have different members. What rules name is `named`, and was put there `times`
    times at most."""

    list: m.ListState
    kind: m.Kind
    mixed: m.Variable | None = None
    place: int = 0
    named: int | None = None
    times: float = 1

    @classmethod
    def from_addition(cls, list_: m.ListState, member: m.Expr | None) -> Filling:
        kind = (member.type.kind if member is not None else None) or list_.kind
        match member:
            case m.Item(list=m.Local(variable=variable), index=m.Const(value=place)):
                return cls(list_, kind, variable, place)
            case m.Const(value=named) if named >= 0:
                return cls(list_, kind, named=named)
        return cls(list_, kind)

    def differs_from(self, other: Filling) -> bool:
        """Return whether they are two members of one mixed kind, or have two names."""
        is_mixed = self.mixed is not None and self.mixed is other.mixed
        return (is_mixed and self.place != other.place) or (None not in (self.named, other.named) and self.named != other.named)

    def leaves_copies(self, other: Filling) -> bool:
        """Return whether they have one name, and the other has left some of its copies."""
        if self.named is None or self.named != other.named:
            return False
        objects = self.kind.root.objects
        return other.times < (objects[self.named].copies if self.named < len(objects) else 1)


@dataclass(slots=True)
class Earlier:
    """The effects that may have come before the statement at hand. `whole` are the statements that add a whole kind."""

    places: Places
    length: Callable[[m.ListExpr], float]
    """Returns how many members a list has at most."""
    done: set[Filling | m.State] = field(default_factory=set)
    whole: set[m.Site] = field(default_factory=set)
    mixed: set[m.Variable] = field(default_factory=set)
    """Those that hold all of a kind in random order."""

    def hold(self, variable: m.Variable, value: m.Expr) -> None:
        """Note what a variable holds from here on; what it held before tells nothing of that."""
        self.done = {_forget_place(one) if isinstance(one, Filling) and one.mixed is variable else one for one in self.done}
        if isinstance(value, m.Shuffled) and isinstance(value.list, m.AllOf | m.RowMembers):
            self.mixed.add(variable)

    def may_hold(self, change: m.AddTo, context: Context) -> bool:
        """Return whether what is added may lie there already, and not everybody may know that."""
        target, kind = change.target, change.member.type.kind
        if target.list.audience.is_public or kind is None or change.site in self.whole:
            return False
        pair = (self.places.canonical(change.member, context.facts), self.places.canonical(target, context.facts))
        filling = Filling.from_addition(target.list, change.member)
        if filling.mixed is not None and filling.mixed not in self.mixed:
            filling = Filling(target.list, kind)
        before = [
            one for one in self.done if isinstance(one, Filling) and one.list is target.list
            and not filling.differs_from(one) and not filling.leaves_copies(one)
        ]  # fmt: skip
        return pair not in context.absent and any(kind.is_subkind_of(x.kind) or x.kind.is_subkind_of(kind) for x in before)

    @contextmanager
    def branches(self) -> Iterator[Callable[[], None]]:
        """Several ways to go on from here, one of which is taken: what is given is called at the start of each."""
        before, ends = set(self.done), set[Filling | m.State]()
        is_first = True

        def branch() -> None:
            nonlocal is_first
            if not is_first:
                ends.update(self.done)
            is_first = False
            self.done = set(before)

        yield branch
        self.done |= ends

    def note(self, statement: m.Statement, is_seen: bool) -> None:
        """Note what a statement has done, if it is done before the eyes of all."""
        if isinstance(statement, m.Rearrange) and statement.verb == "clear":
            self.done = {one for one in self.done if not (isinstance(one, Filling) and one.list is statement.target.list)}
            return
        if is_seen:
            self.done.difference_update(
                touch.place.state for touch in access(statement).writes if isinstance(touch.place, m.Read)
            )
        self.done.update(map(self._count, _effects_of(statement)))  # which asks it of each statement

    def _count(self, effect: Filling | m.State) -> Filling | m.State:
        """The effect with how often what it names has been put there by now."""
        if not isinstance(effect, Filling) or effect.named is None:
            return effect
        return effect._replace(times=effect.times + sum(self._times(effect)))

    def _times(self, effect: Filling) -> list[float]:
        same = [x for x in self.done if isinstance(x, Filling) and x.list is effect.list and x.named == effect.named]
        return [max(one.times for one in same)] if same else []

    def rounds(self, loop: m.Statement) -> float:
        """Return how often the body of a loop is done at most."""
        match loop:
            case m.ForEach(sources=sources):
                return prod(map(self.length, sources))
            case m.Repeat(limit=m.Const(value=limit)):
                return limit
        return inf

    def enter_loop(self, loop: m.Statement, body: m.Body) -> None:
        """Note the rounds before: not what each member has of its own, nor lists to which each member is added once."""
        own = {binding.variable for binding in access(loop).binds}
        cleared_lists = {s.target.list for s in statements(body) if isinstance(s, m.Rearrange) and s.verb == "clear"}
        before = [*_effects_of_rounds(body, own, set()), *_find_named(body, [(own, self.rounds(loop) - 1)], self.rounds)]
        self.done.update(self._count(x) for x in before if not (isinstance(x, Filling) and x.list in cleared_lists))
        match loop:
            case m.ForEach(where=None, sources=(m.Shuffled(list=m.AllOf()),)):
                self.whole.update(s.site for s in body if isinstance(s, m.AddTo))  # all see only how many were there


def _effects_of_rounds(
    body: m.Body, own: Collection[m.Variable], been: set[m.Action], *, is_called: bool = False
) -> Iterator[Filling | m.State]:
    """The effects of all rounds of a loop but for what it adds by name; `own` are its variables, or what those are called in
    actions that it does."""
    for statement in statements(body):
        if not _is_own(statement, own):
            effects = (x for x in _effects_of(statement) if is_called or not isinstance(x, Filling) or x.named is None)
            yield from map(_forget_place, effects)
        for action, arguments in access(statement).calls:
            if isinstance(action, m.Action) and action not in been:
                been.add(action)
                argument_pairs = zip(action.params, arguments, strict=True)
                inner = {
                    param for param, argument in argument_pairs if isinstance(argument, m.Local) and argument.variable in own
                }
                yield from _effects_of_rounds(action.body, inner, been, is_called=True)


def _find_named(
    body: m.Body, loops: Sequence[tuple[Collection[m.Variable], float]], count: Callable[[m.Statement], float]
) -> Iterator[Filling]:
    """The effects of adding by name in all rounds of loops, each with its variables and how often it is done."""
    for statement in body:
        if isinstance(statement, m.AddTo):
            times = prod(rounds for own, rounds in loops if not _is_own(statement, own))
            for effect in _effects_of(statement):
                if isinstance(effect, Filling) and effect.named is not None and times > 0 and not _is_own(statement, loops[0][0]):
                    yield effect._replace(times=times)
        own = statement.variables if isinstance(statement, m.ForEach) else ()
        inner_loops = [*loops, (own, count(statement))] if isinstance(statement, m.Loop) else loops
        for inner in bodies(statement):
            yield from _find_named(inner, inner_loops, count)


def _forget_place(effect: Filling | m.State) -> Filling | m.State:
    """The effect as another round, or another call, has it: whatever it mixes is mixed anew."""
    return Filling(effect.list, effect.kind) if isinstance(effect, Filling) else effect


def find_all_effects(model: m.Model) -> set[Filling | m.State]:
    """The effects of everything in a model, in whatever order."""
    return {_forget_place(effect) for statement in every_statement(model) for effect in _effects_of(statement)}


def _is_own(statement: m.Statement, own: Collection[m.Variable]) -> bool:
    """Return whether a statement adds what the variables of a loop name, or changes only what belongs to that."""
    if isinstance(statement, m.AddTo) and isinstance(statement.member, m.Local) and statement.member.variable in own:
        return True
    place = statement.target if isinstance(statement, m.AddTo | m.Put | m.Reveal) else None
    return isinstance(place, m.ListMembers | m.Read) and isinstance(place.object, m.Local) and place.object.variable in own


def find_repeated_actions(model: m.Model) -> set[m.Action]:
    """The actions that may be done a second time without a loop: from several places, or by what is."""
    callers: dict[m.Action, list[m.Action]] = defaultdict(list)
    for caller in list_actions(model):
        for statement in statements(caller.body):
            for action, _ in access(statement).calls:
                if isinstance(action, m.Action):
                    callers[action].append(caller)
    waiting = [action for action, those in callers.items() if len(those) > 1] + [trigger.action for trigger in model.triggers]
    repeated_actions: set[m.Action] = set()
    while waiting:
        action = waiting.pop()
        if action not in repeated_actions:
            repeated_actions.add(action)
            waiting += (callee for callee, those in callers.items() if action in those)
    return repeated_actions


def _effects_of(statement: m.Statement) -> Iterator[Filling | m.State]:
    """The lists that a statement may fill, and the states that it lays open."""
    effects = access(statement)
    for touch in effects.writes:
        if isinstance(touch.place, m.ListMembers) and touch.how in ("add", "put"):
            yield Filling.from_addition(touch.place.list, touch.value if touch.how == "add" else None)
    is_for_one = isinstance(statement, m.Reveal) and statement.to is not None
    if isinstance(effects.reveals, m.Read) and not is_for_one:
        yield effects.reveals.state


@dataclass(slots=True)
class Writes:
    """Statements that change what is on the table, each under a label of what has to hold for it to be done."""

    formulas: Formulas
    places: Places
    ledger: Ledger
    earlier: Earlier
    given: set[m.Variable] = field(default_factory=set)
    """What actions are given."""
    sorted_lists: frozenset[m.ListState] = frozenset()
    lasting: frozenset[m.State] = frozenset()
    """States that hold an object for good once they do."""
    _members: frozenset[m.Variable] = frozenset()
    """Variables that are members of a list, or chosen among them."""
    _filled: dict[m.Action, frozenset[m.Expr]] = field(default_factory=dict)

    def statement(self, s: m.Statement, under: Label, context: Context) -> None:
        self._tell_change(s, under, context)
        self.earlier.note(s, not any(isinstance(atom, Secret) for atom in under))

    def _tell_change(self, s: m.Statement, under: Label, context: Context) -> None:
        match s:
            case m.AddTo(target=target, member=member):
                path = join(under, self.formulas.whole(target.object, context))
                self._tell(
                    join(path, self.formulas.facet(member, context)), "all", sinks.sink_of_write(target.list, s.site), context
                )
                label = join(path, self.formulas.whole(member, context))
                self._tell(label, self._readers(target, context), sinks.sink_of_write(target.list, s.site), context)
                if self.earlier.may_hold(s, context):
                    there = self.places.secrets(target.list, target.object, context)
                    self._tell(there, "all", sinks.ADDED.at(s.site, thing=target.list), context)
            case m.RemoveFrom(target=target, member=member):
                self._check_move(member, target, None, under, context, s.site)
            case m.Put(member=member, source=source, target=target):
                self._check_move(member, source, target, under, context, s.site)
            case m.Rearrange(verb=verb, target=target, by=order):
                path = join(under, self.formulas.whole(target.object, context))
                sink = sinks.DRAW.at(s.site) if verb == "shuffle" else sinks.sink_of_write(target.list, s.site)
                self._tell(path, "all", sink, context)
                self._tell(self.formulas.whole(order, context), self._readers(target, context), sink, context)
            case m.Effect():
                effects = access(s)
                for touch in effects.writes:
                    self._tell_write(s, touch, under, context)
                if isinstance(effects.reveals, m.Read | m.Holding | m.ListMembers):
                    self._tell_reveal(s, effects.reveals, under, context)
            case m.Block() | m.Call() | m.Jump() | m.Let():
                raise TypeError("it is no effect")
            case _:
                assert_never(s)

    def _tell_write(self, s: m.Statement, touch: Touch, under: Label, context: Context) -> None:
        """Tell of a place that is given a value, or changed by one. Of any other change, everybody sees all that it goes by."""
        match touch:
            case Touch(how="set" | "raise" | "lower", place=m.Read() | m.Holding() as target, value=value) if value is not None:
                self._assign(target, value, under, context, s.site)
            case _:
                own = touch.place if touch.how == "order" else None  # in what order they lie, those see who see the list
                others = (self.formulas.whole(part, context) for part in own_parts(s) if part is not own)
                label = join(under, self.formulas.way_to(own, context), *others)
                for thing in touch.held if touch.payment is None else self.formulas.resources(touch.payment):
                    self._tell(label, "all", sinks.sink_of_write(thing, s.site), context)

    def _tell_reveal(self, s: m.Statement, place: Place, under: Label, context: Context) -> None:
        """Tell of a place that is shown: everybody sees which one, and whom it is shown to."""
        others = (self.formulas.whole(part, context) for part in own_parts(s) if part is not place)
        label = join(under, self.formulas.way_to(place, context), *others)
        for thing in place.resources if isinstance(place, m.Holding) else (find_state(place),):
            self._tell(label, "all", sinks.sink_of_write(thing, s.site), context)

    def _tell(self, label: Label, to: Readers, sink: sinks.Sink, context: Context) -> None:
        self.ledger.tell(label, to, sink, context.facts)

    # ---- numbers and states

    def transfer(self, s: m.Transfer, under: Label, context: Context) -> None:
        """Gaining, losing and paying: everybody sees what becomes of resources that all may see."""
        label = join(under, self.formulas.whole(s.player, context), self.formulas.whole(s.payment, context))
        for resource in self.formulas.resources(s.payment):
            if resource.supply is None:
                self._change(resource, s.player, label, context, s.site)
                continue
            source, target = (resource.supply, resource) if s.is_gain else (resource, resource.supply)
            label_moved = join(label, self.places.secrets(source, s.player, context))
            self._change(source, s.player, label, context, s.site)
            self._change(target, s.player, label_moved, context, s.site)

    def _change(self, resource: m.Resource, player: m.Expr, label: Label, context: Context, site: m.Site) -> None:
        sink = sinks.COUNTED.at(site, resource.name) if resource.audience.counted else sinks.sink_of_write(resource, site)
        self._tell(label, self.places.readers(resource, player, context.facts), sink, context)

    def _assign(self, target: m.Read | m.Holding, value: m.Expr, under: Label, context: Context, site: m.Site) -> None:
        labels = self.formulas.labels_of(value, context)
        if isinstance(target, m.Holding):
            label = join(under, self.formulas.way_to(target, context), labels.whole)
            for resource in target.resources:
                self._change(resource, target.player, label, context, site)
            return
        path = join(under, self.formulas.way_to(target, context))
        sink = sinks.sink_of_write(target.state, site)
        if target.type.base == "object" and not self._keeps_filled(target, value, context):
            self._tell(join(path, labels.facet), "all", sinks.FILLED.at(site, target.state.name, target.state), context)
        if target.state in self.earlier.done:  # it may have been revealed, and not been set since
            self._tell(without_picks(path), "all", sinks.COVERED.at(site, target.state.name, target.state), context)
        self._tell(join(path, labels.whole), self._readers(target, context), sink, context)

    def _keeps_filled(self, target: m.Read, value: m.Expr, context: Context) -> bool:
        """Return whether a state surely holds an object before it is set and after: that it does, everybody sees."""
        is_filled = target.state in self.places.filled or self.places.canonical(target, context.facts) in context.filled
        return is_filled and self._is_object(value, context)

    def _is_object(self, value: m.Expr, context: Context) -> bool:
        match value:
            case m.Const(value=number, type=m.Type(base="object")):
                return number >= 0
            case m.Local(variable=variable) if variable in context.found or variable in self._members:
                return True
            case m.Item() | m.RowItem() if self.formulas.is_there(value, context):
                return True
            case m.Random(list=source) if is_never_empty(source, self.formulas.amounts):
                return True
        is_filled = isinstance(value, m.Read) and value.state in self.places.filled
        return is_filled or self.places.canonical(value, context.facts) in context.filled

    def find_filled_places(self, body: m.Body, context: Context) -> frozenset[m.Expr]:
        """States that surely hold an object after a body, whatever its conditions come to."""
        places: set[m.Expr | None] = set()
        for statement in body:
            match statement:
                case m.Assign(target=m.Read() as target, value=value) if self._is_object(value, context):
                    places.add(self.places.canonical(target, context.facts))
                case m.Let(variable=variable, value=value) if value.type.base == "object" and self._is_object(value, context):
                    places.add(self.places.canonical(m.Local(variable), context.facts))
                case m.If(then=then, otherwise=otherwise):
                    places |= self.find_common_places((then, otherwise), context)
                case m.Do(action=action):
                    places |= self._find_filled_table(action)
                case m.Effect() | m.Block() | m.Let() | m.Call() | m.Jump():
                    pass
                case _:
                    assert_never(statement)
        return frozenset(place for place in places if place is not None)

    def _find_filled_table(self, action: m.Action) -> frozenset[m.Expr]:
        """States of the table that surely hold an object after an action, and for good."""
        if action not in self._filled:
            self._filled[action] = frozenset()  # of what comes back to it
            places = (place for place in self.find_filled_places(action.body, Context()) if isinstance(place, m.Read))
            self._filled[action] = frozenset(one for one in places if is_fixed(one) and one.state in self.lasting)
        return self._filled[action]

    def find_filled_for_all(self, model: m.Model, waits: Callable[[m.Statement], bool]) -> frozenset[m.State]:
        """The lasting states that hold an object of everything that has them before anybody decides."""
        states: set[m.State] = set()
        actions = [model.start]
        for beginning in actions:
            for statement in takewhile(lambda one: not waits(one), beginning.body):
                match statement:
                    case m.Do(action=action) if action not in actions:
                        actions.append(action)
                    case m.ForEach(sources=(m.AllOf(kind=kind),), variables=(variable,), where=None, body=body):
                        states |= {
                            inner.target.state
                            for inner in body
                            if isinstance(inner, m.Assign)
                            and isinstance(inner.target, m.Read)
                            and (inner.target.object, inner.target.indices) == (m.Local(variable), ())
                            and inner.target.state.kind is kind
                            and self._is_object(inner.value, Context())
                        }
        return frozenset(states & self.lasting)

    def find_lasting(self, model: m.Model) -> frozenset[m.State]:
        """The states that hold an object for good once they do: each change gives them one, if they hold one before."""
        fleeting: set[m.State] = set()
        every = [*every_statement(model)]
        bindings = [binding for part in parts(*every) for binding in access(part).binds]
        self._members = frozenset(binding.variable for binding in bindings if binding.is_member)
        objects = (one for one in bindings if one.variable.type.base == "object")
        self._members |= {one.variable for one in objects if not one.is_member and self._is_object(one.to, Context())}
        for touch in (touch for statement in every for touch in access(statement).writes):
            place, value = touch.place, touch.value
            if isinstance(place, m.Read) and touch.how != "put":
                is_filled = (
                    touch.how == "set" and value is not None and self._is_object(value, Context(filled=frozenset({place})))
                )
                if not is_filled:
                    fleeting.add(place.state)
        return frozenset(s for s in m.things(model) if isinstance(s, m.State) and s.type.base == "object" and s not in fleeting)

    def find_common_places(self, bodies: Iterable[m.Body], context: Context) -> frozenset[m.Expr]:
        """States that surely hold an object after each of some bodies: that they do tells nobody which one was done."""
        return frozenset.intersection(*(self.find_filled_places(body, context) for body in bodies))

    def tell_filled(self, places: Iterable[m.Expr], under: Label, site: m.Site, context: Context) -> None:
        """Record that everybody sees how these states come to hold an object, whichever."""
        for place in places:
            if not isinstance(place, m.Read):
                continue
            self._tell(join(under, self.formulas.way_to(place, context)), "all", sinks.sink_of_write(place.state, site), context)

    def _readers(self, place: m.Read | m.ListMembers, context: Context) -> Readers:
        """The readers of what is written there."""
        if isinstance(place, m.ListMembers):
            return self.places.readers(place.list, place.object, context.facts)
        _, in_row = self.places.hidden_row_label(place.state, place.object, context.facts)
        return "nobody" if in_row == "nobody" else self.places.readers(place.state, place.object, context.facts)

    # ---- what is moved

    def _check_move(
        self,
        member: m.Expr | None,
        source: m.ListMembers | m.Read,
        target: m.ListMembers | m.Read | None,
        under: Label,
        context: Context,
        site: m.Site,
    ) -> None:
        """Everybody sees from where to where, and how many. Which one it is, those learn who see either place: a pick is no
        more than that, whatever else tells how it was found.
        """
        path = join(under, self.formulas.way_to(source, context), self.formulas.way_to(target, context))
        self._tell(path, "all", sinks.sink_of_write(find_state(target or source), site), context)
        if member is None:
            return
        label_found = self.formulas.whole(member, context)
        readers = [self._readers(place, context) for place in (source, target) if place is not None]
        sink = sinks.PICK.at(site, thing=find_state(target or source))
        own = self.formulas.whole(source, context)
        self._tell(without_picks(self.formulas.facet(member, context)), "all", sink, context)
        if self.is_pick(member, source, context):
            if not self._is_known_by_its_place(member, source):
                label_found = remove_list_secret(label_found, find_state(source))
            self._tell(label_found, _union_of_readers(readers), sink, context)
        elif isinstance(member, m.Local) and member.variable in self.given and isinstance(source, m.ListMembers):
            self._tell(label_found, _union_of_readers(readers), sink, context)
            self.ledger.taken.setdefault((member.variable, source), sink)
        else:
            self._tell(join(label_found, own), "all", sink, context)

    def _is_known_by_its_place(self, member: m.Expr, source: m.ListMembers | m.Read) -> bool:
        """Return whether a member is taken by its place from a list that rules sort: the first one is the best."""
        is_sorted = isinstance(source, m.ListMembers) and source.list in self.sorted_lists
        is_free = isinstance(member, m.Local) and member.variable in self.places.placed | self.places.drawn
        return is_sorted and not is_free and not is_drawn(member)

    def shows(self, s: m.Put, context: Context) -> bool:
        """Return whether everybody sees what is put: it comes from, or goes to, where all may see it."""
        return "all" in [self._readers(place, context) for place in (s.source, s.target)]

    def is_pick(self, member: m.Expr, source: m.ListMembers | m.Read, context: Context) -> bool:
        """Return whether it is surely one of those that lie there, and nothing but itself says which."""
        if not isinstance(source, m.ListMembers):
            return member == source
        place = self.places.canonical(source, context.facts)
        return place is not None and self.formulas.containing_list(member, context) == place


def is_drawn(e: m.Expr) -> bool:
    """Return whether it is any one of a list, by lot."""
    return isinstance(e, m.Random) and isinstance(e.list, m.ListMembers)


def remove_list_secret(label: Label, thing: object) -> Label:
    """The label of a member of a list, but for what it tells of that list."""
    return {atom: trail for atom, trail in label.items() if not (isinstance(atom, Secret) and atom.thing is thing)}


def _union_of_readers(readers: list[Readers]) -> Readers:
    """Those who see any of several places."""
    some = {reader for reader in readers if reader != "nobody"}
    if len(some) > 1:
        return "all" if "all" in some else "someone"
    return some.pop() if some else "nobody"


def is_fixed(place: m.Read) -> bool:
    """Return whether it is a state of the table, or of what has the same name everywhere, as `players[1]`."""
    return place.object is None or (is_lasting(place.object) and not free_variables(place.object))
