"""Bound what rules do: circles of actions, loops without an end, and the work of each rule.

Nobody is kept waiting, and nothing nests too deep. An action leads to others by doing them or by a gain that sets them off. What
is done after gaining does not stand inside what gained: it waits in a queue. So a circle of gains ends where somebody decides on
the way round, as a `repeat` does; a circle of actions never would.

A step is an expression or a statement carried out once. What may wait for a decision comes in pieces, which the runtime
counts as they come by; here each piece is bounded by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple, assert_never

from caylus import model as m, syntax as s
from caylus.diagnostics.diagnostic import Collector, Diagnostic, first_word
from caylus.graph import Circle, report_circle, too_deep, topological_order
from caylus.limits import COPIED_IN_A_STEP, DEEPEST_CALLS, DEEPEST_RULE, MOST_NUMBERS, MOST_STEPS, STEPS_TO_DRAW
from caylus.model.access import Gaining, access, rule_parts, several_ways
from caylus.model.evaluate import Evaluator
from caylus.model.walk import Doer, action_versions, called_action, can_stop, children, own_parts, parts, question, statements
from caylus.syntax import Span

Step = Doer | m.Resource


class Consequences:
    """`steps` says what each step leads to and where, `deciding` which lead to somebody who decides something, `ending` which may
    end the game.
    """

    def __init__(self, actions: Iterable[m.Action], members: Iterable[m.MemberAction], triggers: Iterable[m.Trigger]) -> None:
        self._gaining = Gaining(triggers)
        self.steps: dict[Step, list[tuple[Step, s.Span]]] = {}
        asking: list[Step] = []
        last: list[Step] = []
        for action in actions:
            inside = list(statements(action.body))
            self.steps[action] = [(step, x.site.span) for x in inside for step in self.steps_from(x)]
            if any(map(_asks, inside)):
                asking.append(action)
            if any(isinstance(x, m.EndGame) for x in inside):
                last.append(action)
        for member in members:
            self.steps[member] = [(body, body.site.span) for body in member.bodies if body is not None]
        for resource, waiting in self._gaining.triggers.items():
            self.steps[resource] = [(trigger.action, trigger.action.site.span) for trigger in waiting]
        self.deciding = self._leading_to(asking)
        self.ending = self._leading_to(last)

    def steps_from(self, statement: m.Statement) -> list[Step]:
        """The steps that a statement leads to."""
        doer = called_action(statement)
        return [doer] if doer is not None else [*self._gaining.awaited_resources(statement)]

    def decides(self, body: m.Body) -> bool:
        """Return whether somebody may decide something before a body is done with all that it leads to."""
        return any(_asks(x) or not self.deciding.isdisjoint(self.steps_from(x)) for x in statements(body))

    def ends(self, body: m.Body) -> bool:
        """Return whether the game may end within a body, or within what it leads to."""
        return any(isinstance(x, m.EndGame) or not self.ending.isdisjoint(self.steps_from(x)) for x in statements(body))

    def _leading_to(self, ends: list[Step]) -> set[Step]:
        """All steps that lead to some, and those themselves."""
        before: dict[Step, list[Step]] = {}
        for step, after in self.steps.items():
            for other, _ in after:
                before.setdefault(other, []).append(step)
        steps = set(ends)
        waiting = list(ends)
        while waiting:
            new = [step for step in before.get(waiting.pop(), ()) if step not in steps]
            steps.update(new)
            waiting += new
        return steps


def _asks(statement: m.Statement) -> bool:
    if not isinstance(statement, m.Choose):
        return access(statement).decides
    if isinstance(statement.player, m.SeatOf):  # it always takes the same where everything is the same
        return False
    options, heads = statement.options, (part for option in statement.options for part in option.head)
    payments = [part.payment for part in heads if isinstance(part, m.Transfer)]
    has_ways = any(option.variables for option in options) or any(map(several_ways, payments))
    return statement.may or len(options) > 1 or has_ways


def check_recursion(consequences: Consequences) -> tuple[list[Doer], tuple[Diagnostic, ...]]:
    """Every action, each after those it leads to where nobody decides; a circle is an error that shows every step of it."""
    collector = Collector()
    needs = {
        step: [(n, span) for n, span in after if not (isinstance(step, m.Resource) and n in consequences.deciding)]
        for step, after in consequences.steps.items()
    }
    order, circles = topological_order(needs)
    for circle in circles:
        if any(isinstance(step, m.Resource) for step, _ in circle):
            help = "give what is meant by `set`, which sets nothing off, or let somebody decide on the way"
            report_circle(collector, "E0417", _circle_with_titles(circle), "leads to", help)
        else:
            step, place = circle[0]
            calls = [x for x in statements(step.body) if x.site.span == place] if isinstance(step, m.Action) else []
            help = "`repeat` does something again; what may be done inside itself says how deep: `do … at most 3 deep`"
            if any(isinstance(step, m.Action) and call.site.rule != step.site.rule for call in calls):  # an attachment does it
                help = "in an `instead of`, `do as before` is what its action does; what comes besides it needs no `do`"
            report_circle(collector, "E0401", _circle_with_titles(circle), "does", help)
    doers = [step for step in order if not isinstance(step, m.Resource)]
    deep = too_deep(doers, needs)
    if deep is not None:
        place = deep.site.span if isinstance(deep, m.Action) else deep.span
        collector.error("E0414", place, f"`{deep.name}` does others more than {DEEPEST_CALLS} levels down", "too deep")
    return doers, collector.diagnostics


def _circle_with_titles(circle: Circle[Step]) -> Circle[str]:
    """A circle with the names people know; the step from a member action to an object's version of it needs no words."""
    return [(_name(step), span) for step, span in circle if not isinstance(step, m.MemberAction)]


def _name(step: m.Action | m.Resource) -> str:
    if isinstance(step, m.Resource) or step.site.rule in (step.name, "game"):
        return step.name
    return f"{step.site.rule}.{step.name}"


def check_termination(
    doers: Iterable[Doer], consequences: Consequences, faults: Collection[Span] = ()
) -> tuple[None, tuple[Diagnostic, ...]]:
    """Errors of loops without an end; of one with a fault in it nothing: what was meant there may be what ends it."""
    collector = Collector()
    for doer in doers:
        for statement in statements(doer.body) if isinstance(doer, m.Action) else ():
            match statement:
                case m.Repeat(limit=None) if not any(fault.is_inside(statement.site.span) for fault in faults):
                    _check(statement, consequences, collector)
    return None, collector.diagnostics


def _check(repeat: m.Repeat, consequences: Consequences, collector: Collector) -> None:
    place = first_word(repeat.site.span, "repeat")
    stops = can_stop(repeat.body)
    if repeat.condition is None and not stops and not consequences.ends(repeat.body):
        help = "say when: `repeat until …`, or `stop` inside it"
        collector.error("E0402", place, "this `repeat` never ends", "no `while`, no `until`, no `stop`", help=help)
    elif not consequences.decides(repeat.body):
        help = "give it a limit: `repeat … at most 10 times`"
        collector.error("E0402", place, "this `repeat` could go on for ever", "nobody decides anything in it", help=help)


class Work(NamedTuple):
    """`waits`: a decision may come in between, so that the steps are those of its pieces together."""

    steps: int
    depth: int
    waits: bool = False


Named = m.Value | m.Condition


def check(model: m.Model, doers: Iterable[Doer], consequences: Consequences) -> tuple[None, tuple[Diagnostic, ...]]:
    """Measures rules without circles. `doers` stand after those they lead to."""
    collector = Collector()

    def too_much(site: m.Site, work: Work) -> None:
        if work.depth > DEEPEST_RULE:
            collector.error(
                "E0414", site.span, f"with all that it asks and does this is over {DEEPEST_RULE} levels deep", "too deep"
            )
        else:
            help = "go through fewer things, or let somebody decide something in between"
            message = f"this can take more than {MOST_STEPS:,} steps at once"
            collector.error("E0416", site.span, message, f"up to {work.steps:,} steps", help=help)

    costs = CostBounds(model.most_players, too_much, consequences, model.automata)
    definitions: list[Named] = [*model.values.values(), *model.conditions.values()]
    order, _ = topological_order({n: [(used, n.site.span) for used in used_definitions(n)] for n in definitions})
    for n in order:
        costs.definition_cost(n)
    for doer in doers:
        if isinstance(doer, m.Action):
            costs.action(doer)
    return None, collector.diagnostics


def used_definitions(definition: Named) -> list[Named]:
    """The values and conditions that one asks."""
    calls = (call.named for part in parts(rule_parts(definition)) for call in access(part).calls)
    return [callee for callee in calls if not isinstance(callee, m.Action)]


class CostBounds:
    """Measures rules for a number of players. `too_much` is told of the innermost that are too much work.

    With `consequences`, a gain is as much work as what it sets off besides; with `automata`, a decision as what they go by.
    """

    def __init__(
        self,
        players: int,
        too_much: Callable[[m.Site, Work], None] = lambda site, work: None,
        consequences: Consequences | None = None,
        automata: Iterable[m.Automaton] = (),
    ) -> None:
        self._evaluator = Evaluator(players)
        self._too_much = too_much
        self._takes = [takes for automaton in automata for takes in automaton.takes]
        self._consequences = consequences or Consequences((), (), ())
        self._named: dict[Named, Work] = {}
        self._actions: dict[m.Action, Work] = {}

    def _check_bound(self, work: Work, site: m.Site) -> Work:
        """The work; what is too much is told once, and counts as nothing for what is around it."""
        if work.depth <= DEEPEST_RULE and (work.waits or work.steps <= MOST_STEPS):
            return work
        self._too_much(site, work)
        return Work(1, 1, work.waits)

    # ---- expressions

    def definition_cost(self, definition: Named) -> Work:
        if definition not in self._named:
            if isinstance(definition, m.Value):
                rule_parts: tuple[object, ...] = (*definition.cases, *definition.modifiers)
            else:
                rule_parts = tuple((require.condition, require.reason) for require in definition.requires)
            self._named[definition] = self._check_bound(self._together(children(rule_parts), definition.site), definition.site)
        return self._named[definition]

    def expression(self, e: object, site: m.Site) -> Work:
        work = self._together(children(e), site)
        work = work._replace(steps=work.steps + self._count_list_steps(e))
        match e:
            case m.Query(source=source):
                work = work._replace(steps=self.expression(source, site).steps + self._evaluator.length(source) * work.steps)
                return self._check_bound(work, site)
            case m.CallValue(value=definition) | m.CallCondition(condition=definition):
                cost = self.definition_cost(definition)
                return self._check_bound(Work(work.steps + cost.steps, work.depth + cost.depth), site)
        return self._check_bound(work, site)

    def _together(self, expressions: Iterable[object], site: m.Site) -> Work:
        works = [self.expression(e, site) for e in expressions]
        return Work(1 + sum(w.steps for w in works), 1 + max((w.depth for w in works), default=0))

    def _count_list_steps(self, part: object) -> int:
        """Steps that it takes to go through whole lists, where that is done by one expression or statement."""
        length = self._evaluator.length
        match part:
            case m.Shuffled(list=source) | m.Rearrange(verb="shuffle", target=source):
                return STEPS_TO_DRAW * length(source)
            case m.Rearrange(verb="sort" | "begin", target=source):
                return length(source) * length(source).bit_length() // COPIED_IN_A_STEP + length(source)
            case m.Faces(list=source, once=False):
                return length(source) ** 2 // COPIED_IN_A_STEP
            case m.Put(member=None, source=m.ListMembers() as source, target=m.ListMembers() as target):
                return length(source) * (1 + length(target) // COPIED_IN_A_STEP)
            case m.Rotated(list=source) | m.Faces(list=source) | m.Behind(list=source) | m.Contains(list=source):
                return length(source) // COPIED_IN_A_STEP
            case m.Random(list=source) | m.Rearrange(target=source) | m.AddTo(target=source) | m.RemoveFrom(target=source):
                return length(source) // COPIED_IN_A_STEP
            case m.Put(source=source, target=target):
                return sum(length(e) for e in (source, target) if isinstance(e, m.ListMembers)) // COPIED_IN_A_STEP
        return 0

    # ---- statements

    def action(self, action: m.Action) -> Work:
        if action not in self._actions:
            self._actions[action] = self._check_bound(self.body(action.body), action.site)
        return self._actions[action]

    def body(self, body: m.Body) -> Work:
        works = [self.statement(s) for s in body]
        depth = max((w.depth for w in works), default=0)
        return Work(sum(w.steps for w in works), depth, any(w.waits for w in works))

    def statement(self, s: m.Statement) -> Work:
        """A statement with everything in it."""
        own = self.own(s)
        match s:
            case m.ForEach(body=body, sources=sources, otherwise=otherwise):
                inner, other = self.body(body), self.body(otherwise)
                times = 1 if inner.waits else min(map(self._evaluator.length, sources))
                own = own._replace(steps=own.steps + other.steps, depth=max(own.depth, other.depth))
                inner = inner._replace(waits=inner.waits or other.waits)
            case m.Repeat(body=body, limit=limit):
                inner = self.body(body)
                times = 1 if inner.waits else limit.value if isinstance(limit, m.Const) else MOST_NUMBERS
                inner = inner._replace(steps=inner.steps + own.steps, waits=inner.waits or limit is None)
            case m.If(then=then, otherwise=otherwise):
                inner, times = self.body((*then, *otherwise)), 1
            case m.Choose(options=options, otherwise=otherwise):
                inner, times = self.body((*(x for o in options for x in o.body), *otherwise)), 1
                inner = inner._replace(waits=True)
            case m.Do(action=action):
                inner, times = self.action(action), 1
            case m.DoMember():
                versions = [Work(1, 1), *map(self.action, action_versions(s))]
                steps, depths, waits = zip(*versions, strict=True)
                inner, times = Work(max(steps), max(depths), any(waits)), 1
            case m.Transfer():
                set_off = self._trigger_cost(s)
                return self._check_bound(own._replace(steps=own.steps + set_off.steps, waits=set_off.waits), s.site)
            case m.Effect() | m.Jump() | m.Let():
                return own
            case _:
                assert_never(s)
        work = Work(own.steps + times * (1 + inner.steps), 1 + max(own.depth, inner.depth), inner.waits)
        return self._check_bound(work, s.site)

    def _trigger_cost(self, gain: m.Transfer) -> Work:
        """The work of the triggers of a gain; it is not inside the gain."""
        steps = self._consequences.steps_from(gain)
        if not self._consequences.deciding.isdisjoint(steps):
            return Work(0, 0, True)
        actions = (step for resource in steps for step, _ in self._consequences.steps[resource] if isinstance(step, m.Action))
        return Work(sum(self.action(action).steps for action in actions), 0)

    def own(self, s: m.Statement) -> Work:
        """A statement without the statements in it: what it asks to know what to do."""
        match s:
            case m.ForEach(sources=sources, where=where, at_once=at_once):
                cost = self._together(children((sources, where)), s.site)
                members = min(map(self._evaluator.length, sources))
                work = cost._replace(steps=cost.steps * (1 + members if where is not None else 1))
                if at_once:  # all that is asked of each is asked in one piece
                    lets, choose, _ = question(s)
                    for cost in map(self.own, (*lets, choose)):
                        work = Work(work.steps + members * cost.steps, max(work.depth, cost.depth))
            case m.Choose(player=player, prompt=prompt, options=options, declined=decline_text):
                work = self._together(children((player, prompt, decline_text)), s.site)
                for listing_cost in (listing_cost for option in options for listing_cost in self._listing_costs(option)):
                    work = Work(work.steps + listing_cost.steps, max(work.depth, listing_cost.depth))
            case m.If() | m.Loop() | m.Effect() | m.Call() | m.Jump() | m.Let():
                work = self._together(own_parts(s), s.site)
                work = work._replace(steps=work.steps + self._count_list_steps(s))
            case _:
                assert_never(s)
        return self._check_bound(work, s.site)

    def _listing_costs(self, option: m.Option) -> Iterator[Work]:
        """The work to list each way to choose with an option: by itself, and for seats that rules play."""
        # in how many ways members of these lists can be chosen; several of one list have no order
        ways = together = 1
        for source in option.sources:
            is_behind = isinstance(source.list if isinstance(source, m.Faces) else source, m.Behind)
            together = together + 1 if is_behind else 1
            ways = max(1, ways * (self._evaluator.length(source) - together + 1) // together)
        times = ways
        formulas_by_site: list[tuple[m.Site, object]] = [(option.site, (option.where, option.head, option.sources, option.text))]
        formulas_by_site += [(takes.site, (takes.where, takes.by)) for takes in self._takes if takes.option == option.name]
        for site, formulas in formulas_by_site:
            once = self._together(children(formulas), site)
            yield self._check_bound(Work(once.steps * times, once.depth), site)
