"""Warn of changes that undo each other: exchanges without a third place, loops that keep an order, gains lost at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from caylus import model as m
from caylus.analysis.facts import Facts
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, Span, warning
from caylus.model.access import access, find_emptied, payment_resources
from caylus.model.transfer import Known
from caylus.model.walk import bodies, own_parts, parts, remade, statements

Body = Sequence[m.Statement]


def warn_of_undone_changes(symbols: Symbols, facts: Facts, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only."""
    finder = _Finder(facts, symbols)
    every = [body for action in actions for body in _list_bodies(action.body)]
    for body in every:
        for change in finder.find_changes(body):
            notes = (Note("this came before", change.before.span),) if change.before is not None else ()
            yield warning(change.code, change.site.span, change.message, change.label, notes=notes, help=change.help)
    for value in facts.results:
        for one, other in _find_opposite_modifiers(value):
            message, label = f"these two changes of `{value.name}` cancel each other", "takes back what was added"
            notes = (Note("the other one", one.site.span),)
            yield warning("W1031", other.site.span, message, label, notes=notes, help="leave both out, or change one of them")
    for price, gain, resource in finder.find_idle_prices(every):
        message, label = "this can never be paid", f"`{resource.name}` is gone again as soon as it is gained"
        notes, help = (Note("gained here, and taken away at once", gain.span),), "let players keep it until then"
        yield warning("W1004", price.span, message, label, notes=notes, help=help)
    for span, state, end, step in finder.find_missed_ends():
        message, label = f"`{state.name}` may pass {end}: then this never comes true", f"it may step over {end}"
        help = f"ask for `{'>=' if step.sign > 0 else '<='}`, or bound the number"
        yield warning("W1037", span, message, label, notes=(Note("not by 1 only", step.site.span),), help=help)


def _list_bodies(body: m.Body) -> Iterator[Body]:
    """A body and those inside it; two loops through one list count as one, as each member's turn has both."""
    yield body
    for statement, then in zip(body, (*body[1:], None), strict=False):
        for inner in bodies(statement):
            yield from _list_bodies(inner)
        if isinstance(statement, m.ForEach) and isinstance(then, m.ForEach):
            yield _join_loops(statement, then)


def _join_loops(one: m.ForEach, other: m.ForEach) -> Body:
    """The statements that two loops after each other do for a member; nothing where they go through other lists."""
    names = dict(zip(other.variables, one.variables, strict=False))

    def rename(part: object) -> object:
        return names.get(part, part) if isinstance(part, m.Variable) else part

    if one.at_once or remade(replace(other, body=(), otherwise=(), site=one.site), rename) != replace(one, body=(), otherwise=()):
        return ()
    own = (*one.body, *remade(other.body, rename))
    return own if all(_is_of_member(part, one.variables) for part in own) else ()


def _is_of_member(statement: m.Statement, variables: Sequence[m.Variable]) -> bool:
    """Return whether a statement concerns no more than the member whose turn it is."""
    subjects = [x.object for x in parts(statement) if isinstance(x, m.Read | m.ListMembers | m.ListItem)]
    subjects += [x.player for x in parts(statement) if isinstance(x, m.Holding | m.Transfer)]
    members = {m.Local(variable) for variable in variables}
    return isinstance(statement, m.Effect) and all(subject in members for subject in subjects)


class _Change(NamedTuple):
    """A change after which all is as it was before, by itself or with one that came `before`."""

    site: m.Site
    message: str
    label: str
    help: str
    before: m.Site | None = None
    code: str = "W1031"


class _Finder:
    def __init__(self, facts: Facts, symbols: Symbols) -> None:
        self._facts = facts
        self._effects = facts.effects
        self._symbols = symbols

    def find_changes(self, body: Body) -> Iterator[_Change]:
        """The changes of a body that change nothing."""
        for number, statement in enumerate(body):
            if isinstance(statement, m.Loop):
                yield from self._find_kept_order(statement)
                yield from self._find_lost_values(statement)
            elif isinstance(statement, m.Effect):
                undo = self._find_undo(statement, body[number + 1 :])
                if undo is not None and self._symbols.level(undo.site.span) == self._symbols.level(statement.site.span):
                    yield undo

    # ---- two statements

    def _find_undo(self, first: m.Effect, rest: Body) -> _Change | None:
        """The statement after another one that undoes it, where nothing asks for it between them."""
        things = {thing for write in access(first).writes for thing in write.things(self._facts.model.resources)}
        if not things or self._effects.effects_of_rules(first).awaited:
            return None
        is_exchange = isinstance(first, m.Assign) and isinstance(first.value, m.Read | m.Holding)
        for then in rest:
            change = _undo(first, then)
            if change is not None:
                return change if not self._has_supply(then) else None
            effects = self._effects.effects_of_rules(then)
            reads = self._facts.reads_of(first.value) if is_exchange and isinstance(first, m.Assign) else frozenset()
            things_used = {*effects.changed, *effects.gained} | (set() if is_exchange else effects.asked)
            if isinstance(then, m.Jump) or effects.ends or things_used & {*things, *reads}:
                return None
        return None

    def _has_supply(self, statement: m.Statement) -> bool:
        """Return whether a statement moves resources that are taken from a supply, of which there may be less."""
        things = {x for write in access(statement).writes for x in write.things(self._facts.model.resources)}
        return isinstance(statement, m.Transfer) and any(isinstance(x, m.Resource) and x.supply is not None for x in things)

    # ---- loops

    def _find_lost_values(self, loop: m.Loop) -> Iterator[_Change]:
        """A value of the table that each round of a loop sets anew, so that only the last one counts."""
        if not isinstance(loop, m.ForEach) or loop.where is not None or loop.at_once or isinstance(loop.sources[0], m.Numbers):
            return
        members = {m.Local(variable) for variable in loop.variables}
        for number, step in enumerate(loop.body):
            if not isinstance(step, m.Assign) or not isinstance(step.target, m.Read) or step.value in members:
                continue
            if members.isdisjoint(parts(step.value)) or step.target.object is not None or step.target.indices:
                continue
            others = self._effects.effects_of_rules(*loop.body[:number], *loop.body[number + 1 :])
            things_used = others.asked | others.changed | self._effects.effects_of_rules(step.value).asked
            if step.target.state not in things_used and not others.ends:
                name = step.target.state.name
                message = f"each time this replaces what the one before has set: only the last one's counts for `{name}`"
                help = f"add it up, `raise {name} by …`; or ask for the most, `first … with most …`"
                yield _Change(step.site, message, "lost", help, loop.site, "W1039")

    def _find_kept_order(self, loop: m.Loop) -> Iterator[_Change]:
        """A loop that moves each member of a list to an end of it, so that all lie as before, or the other way round."""
        match loop:
            case m.ForEach(variables=(variable,), sources=(m.ListMembers() as source,), where=None, body=body):
                member: m.Expr = m.Local(variable)
            case m.Repeat(condition=None, limit=m.SizeOf(list=m.ListMembers() as source), body=body):
                member = m.ListItem(source.list, source.object, m.Const(1, m.NUMBER), m.Type("object", source.list.kind))
            case _:
                return
        moves = [x for x in body if isinstance(x, m.AddTo) and x.target == source and x.member == member]
        removals = [x for x in body if isinstance(x, m.RemoveFrom) and x.target == source and x.member == member]
        others = [x for x in body if x not in moves and x not in removals]
        effects = self._effects.effects_of_rules(*others)
        if len(moves) != 1 or source.list in effects.changed | effects.gained | effects.asked or effects.decides or effects.ends:
            return
        (move,) = moves
        is_repeat = isinstance(loop, m.Repeat)
        if not (move.moves or removals) or (is_repeat and move.front):
            return
        name = source.list.name
        label = f"each in turn goes to the {'start' if move.front else 'end'}"
        if move.front:
            message = f"this only turns `{name}` round, which `reverse {name}` says"
            help = f"write `reverse {name}`; to move one member only, do it once, without the loop"
        else:
            message = f"this changes nothing: `{name}` is in the order that it had before"
            help = "to move one member only, do it once, without the loop"
        yield _Change(move.site, message, label, help, loop.site)

    # ---- ends that are stepped over

    def find_missed_ends(self) -> Iterator[tuple[Span, m.State, int, m.Adjust]]:
        """The ends that wait for one number, each with the step of a state that may lead beyond it."""
        every = [x for action in self._facts.reached for x in statements(action.body)]
        for statement in every:
            match statement:
                case m.Repeat(condition=m.Not(operand=condition), body=body):
                    inside: Sequence[m.Statement] = self._reach(body)
                case m.Repeat(condition=m.Compare(op="!=") as condition, body=body):
                    inside = self._reach(body)
                case m.If(condition=condition, then=then) if any(isinstance(x, m.EndGame | m.Stop) for x in then):
                    inside = [x for x in every if x is not statement]
                case _:
                    continue
            match condition:
                case m.Compare(op="==" | "!=", left=m.Read(state=state), right=m.Const(value=end)) if not state.bounds:
                    step, place = self._find_long_step(inside, state, end), self._symbols.place_of(condition)
                    if step is not None and place is not None:
                        yield place, state, end, step

    def _find_long_step(self, inside: Sequence[m.Statement], state: m.State, end: int) -> m.Adjust | None:
        """The change by which a state that only rises, or only falls, may pass a number; None where something may hold it."""
        writers = {id(x): x for x in inside if isinstance(x, m.Effect) and state in self._facts.effects.changes(x)}
        steps = [x for x in writers.values() if isinstance(x, m.Adjust)]
        questions = [part for x in inside for part in _list_questions(x)]
        is_one_way = len(steps) == len(writers) and len({x.sign for x in steps}) == 1
        if not is_one_way or state in self._effects.effects_of_rules(*questions).asked:
            return None
        for step in steps:
            low, high = self._facts.number_range(step.amount, Known())
            fits = low == high and len(steps) == 1 and high and all((end - x) % high == 0 for x in state.initial)
            if high > 1 and not fits:
                return step
        return None

    # ---- resources that nobody holds

    def find_idle_prices(self, every: Sequence[Body]) -> Iterator[tuple[m.Site, m.Site, m.Resource]]:
        """The prices of a resource that is taken from players as soon as they gain it, each with a place where that is done."""
        gains: dict[m.Resource, list[tuple[Body, int]]] = {}
        passed_on: set[m.Thing] = set()
        for body in every:
            for number, statement in enumerate(body):
                if isinstance(statement, m.Transfer | m.Assign | m.Adjust):
                    loss = find_emptied(statement)
                    for write in access(statement).writes:
                        if write.how not in ("gain", "set", "raise") or write.supplied or isinstance(write.place, m.Read):
                            continue
                        things = write.things(self._facts.model.resources)
                        passed_on.update(things if len(things) > 1 else ())
                        for thing in things:
                            if isinstance(thing, m.Resource) and (loss is None or loss[0] is not thing):
                                gains.setdefault(thing, []).append((body, number))
        prices = list(self._find_prices(statement for body in every for statement in body)) if gains else []
        for resource, places in gains.items():
            own = [x for x in prices if resource.index in (payment_resources(x.payment) or ())]
            if own and not resource.least and resource.supply is None and resource not in passed_on:
                meanwhile = self._find_meanwhile(resource, places)
                body, number = places[0]
                if meanwhile is not None:
                    yield from ((x.site, body[number].site, resource) for x in own if id(x) not in meanwhile)

    def _find_meanwhile(self, resource: m.Resource, places: Iterable[tuple[Body, int]]) -> set[int] | None:
        """The prices, by `id`, that may be paid before a resource is taken away again; None where players may keep it."""
        meanwhile: set[int] = set()
        for body, number in places:
            later = range(number + 1, len(body))
            end = next((n for n in later if _empties(body[n], body[number], resource) or _empties_all(body[n], resource)), None)
            if end is None:
                return None
            meanwhile.update(id(x) for x in self._find_prices(self._reach(body[number + 1 : end])))
        return meanwhile

    @staticmethod
    def _find_prices(statements_: Iterable[m.Statement]) -> Iterator[m.Transfer]:
        """The payments at the heads of options."""
        heads = (part for x in statements_ if isinstance(x, m.Choose) for option in x.options for part in option.head)
        return (part for part in heads if isinstance(part, m.Transfer))

    @staticmethod
    def _reach(body: Body) -> list[m.Statement]:
        """The statements of a body, and of all actions that it does."""
        every = list(statements(tuple(body)))
        actions: set[m.Action] = set()
        for statement in every:  # grows meanwhile
            new = [action for action in access(statement).actions() if action not in actions]
            actions.update(new)
            every += (x for action in new for x in statements(action.body))
        return every


def _list_questions(statement: m.Statement) -> list[object]:
    """The formulas that decide what a statement does."""
    if isinstance(statement, m.Say | m.EndGame):
        return []
    if isinstance(statement, m.Adjust | m.Assign):
        return [statement.amount if isinstance(statement, m.Adjust) else statement.value]
    if isinstance(statement, m.Choose):
        return [part for x in statement.options for part in (*x.sources, x.where, *x.head) if part is not None]
    return own_parts(statement)


def _undo(first: m.Effect, then: m.Statement) -> _Change | None:
    """The change of two statements that leave all as it was before them; None where they are others."""
    label, help = "takes back what was done before", "leave both out, or change one of them"
    match first, then:
        case m.Transfer(verb="gain" | "lose"), m.Transfer(verb="gain" | "lose"):
            is_same = first.verb != then.verb and first.player == then.player and first.payment == then.payment
            if is_same and not any(isinstance(x, m.Random) for x in parts(first.payment)):
                return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.Adjust(target=m.Read(state=m.State(bounds=())) | m.Holding()), m.Adjust():
            is_same = (first.target, first.amount, first.sign) == (then.target, then.amount, -then.sign)
            if is_same and not any(isinstance(x, m.Random) for x in parts(first.amount)):
                return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.AddTo(moves=False), m.RemoveFrom() if (first.target, first.member) == (then.target, then.member):
            return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.Put(), m.Put() if first.member == then.member is not None:
            if (first.source, first.target) == (then.target, then.source) and isinstance(first.source, m.ListMembers):
                return _Change(then.site, "this puts it back where it was taken from", label, help, first.site)
        case m.Rearrange(verb="reverse"), m.Rearrange(verb="reverse") if first.target == then.target:
            return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.Rearrange(verb="reverse" | "sort" | "shuffle" | "begin"), m.Rearrange(verb="shuffle"):
            if first.target == then.target:
                message = "this has no effect: the list is shuffled after it"
                return _Change(first.site, message, "lost", "leave it out, or shuffle first", then.site)
        case m.Assign(), m.Assign() if (first.target, first.value) == (then.value, then.target) and first.target != first.value:
            states = {x.state for x in (first.target, first.value) if isinstance(x, m.Read)}
            paths = [(x.object, x.indices) for x in (first.target, first.value) if isinstance(x, m.Read)]
            if not any(isinstance(x, m.Read) and x.state in states for x in parts(paths)):
                message = "this changes nothing: both are the same by now"
                help = "to exchange them, keep the first before: `let before = …`"
                return _Change(then.site, message, "it is that already", help, first.site)
    return None


def _find_opposite_modifiers(value: m.Value) -> Iterator[tuple[m.Modifier, m.Modifier]]:
    """The pairs of changes of a value, by one rule, of which one takes back what the other one adds."""
    for number, one in enumerate(value.modifiers):
        for other in value.modifiers[number + 1 :]:
            is_same = (one.where, one.value, one.site.rule) == (other.where, other.value, other.site.rule)
            if is_same and {one.change, other.change} == {"plus", "minus"}:
                yield one, other


def _empties(statement: m.Statement, gain: m.Statement, resource: m.Resource) -> bool:
    """Return whether after a statement the player who has just gained a resource has nothing of it."""
    if not isinstance(gain, m.Transfer):
        return False
    is_taken_back = isinstance(statement, m.Transfer) and statement.verb == "lose" and statement.payment == gain.payment
    if isinstance(statement, m.Transfer) and is_taken_back:
        return statement.player == gain.player
    return find_emptied(statement) == (resource, gain.player)


def _empties_all(loop: m.Statement, resource: m.Resource) -> bool:
    """Return whether a statement goes through all of a kind, and takes all of a resource from each."""
    match loop:
        case m.ForEach(variables=(variable,), sources=(m.AllOf(),), where=None, body=body):
            return any(find_emptied(x) == (resource, m.Local(variable)) for x in body)
    return False
