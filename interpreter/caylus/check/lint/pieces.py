"""Warn of places that are never filled or never emptied, and of pieces that get lost or come from nowhere."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.conservation import Breach, Conservation
from caylus.analysis.cost_bounds import Consequences
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, warning
from caylus.diagnostics.render import join_words
from caylus.limits import MOST_PLACES
from caylus.model.access import Gaining, access, rule_parts
from caylus.model.transfer import NO, NONE, Known, Range
from caylus.model.walk import bodies, can_stop, inner_list, list_steps, parts, statements


def warn_of_never_filled(
    facts: Facts, actions: Iterable[m.Action], consequences: Consequences, conservation: Conservation
) -> Iterator[Diagnostic]:
    """Warnings only."""
    every = list(actions)
    supplies = yield from _supplies(facts, every)
    circles = yield from _empty_circles(facts, conservation, supplies)
    yield from _lists_that_need_themselves(facts, circles)
    yield from _never_placed(facts)
    yield from _only_once(facts, every, consequences)


def warn_of_ordered_piles(facts: Facts) -> Iterator[Diagnostic]:
    """Warnings only: of piles that nobody sees, filled in the order of the text, never shuffled, and drawn from."""
    every = list(parts(*(action.body for action in facts.reached)))
    mixed_anywhere = {x.list.list for x in every if isinstance(x, m.Shuffled | m.Random) and isinstance(x.list, m.ListMembers)}
    mixed_anywhere |= set(_find_shuffled_lists(statement for action in facts.reached for statement in action.body))
    lists_read = {x.list for x in every if isinstance(x, m.ListItem)}
    for action in facts.reached:
        lists_mixed = mixed_anywhere | set(_find_shuffled_lists(statements(action.body)))
        for pile, site, order, help in _find_ordered_fillings(action):
            if pile.audience.seen_by == "nobody" and pile in lists_read and pile not in lists_mixed:
                message, notes = f"nobody sees `{pile.name}`, and everybody knows {order}", (Note("hidden here", pile.span),)
                yield warning("W1072", site.span, message, "never shuffled", notes=notes, help=help)


def warn_of_fixed_members(symbols: Symbols, facts: Facts) -> Iterator[Diagnostic]:
    """Warnings only: of members of a pile that are asked for again and again, though nothing is ever taken from it."""
    indices: dict[m.ListState, list[m.ListItem]] = {}
    for part in _list_parts(facts):
        if isinstance(part, m.ListItem) and part.object is None and not part.list.kind.is_player:
            indices.setdefault(part.list, []).append(part)
    every = list(_list_parts(facts)) if indices else []
    unread = {id(x.list) for x in every if isinstance(x, m.SizeOf)} | {id(w.place) for x in every for w in access(x).writes}
    others = facts.lists_taken_from | {x.list for x in every if isinstance(x, m.ListMembers) and id(x) not in unread}
    for pile, items in indices.items():
        numbers = {x.index.value if isinstance(x.index, m.Const) else 0 for x in items}
        if pile in others or 0 in numbers:
            continue
        steps = list(list_steps(facts.model.start.body))
        filling = [x for x in steps if pile in facts.effects.changes(x)]
        asking = [x for x in steps if pile in facts.effects.effects_of_rules(x).asked and x not in filling]
        again = [x for x in asking if isinstance(x, m.Loop)]
        if filling and again and _count_filled(filling, pile) > len(numbers):
            place = next(filter(None, map(symbols.place_of, items)), again[0].site.span)
            message = f"this is the same {pile.kind.name} each time: `{pile.name}` never changes after the start"
            help = f"take it from the pile: `put {pile.name}[1] from {pile.name} into …`, or `shuffle {pile.name}` each time"
            notes = (Note("filled here, once", filling[0].site.span),)
            yield warning("W1008", place, message, "nothing is ever taken from it", notes=notes, help=help)


def warn_of_pieces_in_two_places(facts: Facts, counts: Counts) -> Iterator[Diagnostic]:
    """Warnings only: of one piece for each player, and of pieces that can be played again, as they stay where they were."""
    additions: list[tuple[m.Choose, m.AddTo, m.ListState]] = []
    for statement in (x for action in facts.reached for x in statements(action.body)):
        if isinstance(statement, m.ForEach):
            yield from _warn_of_one_for_all(facts, statement)
        if not isinstance(statement, m.Choose):
            continue
        for option in statement.options:
            sources = dict(zip(option.variables, option.sources, strict=True))
            for addition in (x for x in option.body if isinstance(x, m.AddTo) and isinstance(x.member, m.Local)):
                source = sources.get(addition.member.variable) if isinstance(addition.member, m.Local) else None
                is_other = isinstance(source, m.ListMembers) and source.list is not addition.target.list
                if isinstance(source, m.ListMembers) and is_other and not (option.where or addition.moves):
                    additions.append((statement, addition, source.list))
    questions = (x.list for x in _list_parts(facts) if isinstance(x, m.Contains)) if additions else ()
    lists_guarded = facts.lists_taken_from | {x.list for x in questions if isinstance(x, m.ListMembers)}
    for choose, addition, origin in additions:
        target = addition.target
        owner = target.object.variable if isinstance(target.object, m.Local) else None
        is_again = not {origin, target.list} & lists_guarded and not _has_copies(target.list)
        if is_again and counts.count_times(choose, owner) > 1:
            message = f"this can be chosen again, and then the game stops: it stays in `{origin.name}`"
            help = f"write `put … from … into …`, or ask first: `where … is not in {target.list.name}`"
            yield warning("W1061", addition.site.span, message, "added, and taken from nowhere", help=help)


def _list_parts(facts: Facts) -> Iterator[object]:
    """The parts of all that is done, and of the values and conditions."""
    rules: tuple[m.Value | m.Condition, ...] = (*facts.model.values.values(), *facts.model.conditions.values())
    return parts(*(action.body for action in facts.reached), *map(rule_parts, rules))


def _warn_of_one_for_all(facts: Facts, loop: m.ForEach) -> Iterator[Diagnostic]:
    """Warns of a loop that adds one and the same piece to a list of each of its members."""
    members = {m.Local(variable) for variable in loop.variables}
    for addition in (
        x for x in loop.body if isinstance(x, m.AddTo) and x.target.object in members and not _has_copies(x.target.list)
    ):
        item = addition.member
        if isinstance(item, m.ListItem) and item.list is not addition.target.list and members.isdisjoint(parts(item)):
            changes = {thing for x in loop.body for thing in facts.effects.changes(x)}
            if not any(isinstance(x, m.Local) for x in parts(item.index)) and item.list not in changes:
                message = f"each of them gets the same {item.list.kind.name}: nothing takes it from `{item.list.name}`"
                help = f"write `put {item.list.name}[1] from {item.list.name} into …`"
                yield warning("W1061", addition.site.span, message, "one piece in several places", help=help)


def _has_copies(list_: m.ListState) -> bool:
    return any(thing.copies > 1 for thing in list_.kind.objects) or list_.kind.is_player


def warn_of_idle_repeats(facts: Facts, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only: of a `repeat` that never begins, or that nothing in it ends."""
    for action in actions:
        for loop in statements(action.body):
            if not isinstance(loop, m.Repeat) or loop.condition is None or loop.limit is not None or can_stop(loop.body):
                continue
            effects = facts.effects.effects_of_rules(*loop.body)
            waits_for = facts.effects.effects_of_rules(loop.condition)
            is_idle = not waits_for.asked & (effects.changed | effects.gained) and not effects.ends and not waits_for.draws
            if is_idle and waits_for.asked & facts.effects.effects_of_rules(*(x.body for x in facts.reached)).changed:
                names = join_words(sorted(f"`{thing.name}`" for thing in waits_for.asked), "or")
                message = f"once it has begun, this never ends: nothing in it changes {names}"
                help = "change it in the loop, or say how often: `… at most 10 times`"
                yield warning("W1037", loop.site.span, message, "endless", help=help)
    before: set[m.Thing] = set()
    for step in list_steps(facts.model.start.body):
        if isinstance(step, m.Repeat) and step.condition is not None:
            reads = [x for x in parts(step.condition) if isinstance(x, m.Read) and x.object is None and not x.indices]
            states = {x.state for x in reads if x.type in (m.NUMBER, m.FLAG)}
            at_start = Known()
            at_start.terms = {x: Range(x.state.initial[0], x.state.initial[0]) for x in reads if x.state in states}
            things = facts.effects.effects_of_rules(step.condition).asked
            if states and things == states and not states & before and facts.evaluate(step.condition, at_start) == NO:
                names = join_words(sorted(f"`{x.name}` is {x.initial[0]}" for x in states), "and")
                help = "`until` says when a loop ends, `while` how long it goes on"
                yield warning("W1004", step.site.span, "this never begins", f"{names} at the start", help=help)
        before |= facts.effects.changes(step)


def _count_filled(filling: Iterable[m.Statement], pile: m.ListState) -> int:
    """The number of members that a list surely has: those of whole kinds that are added to it one by one."""
    number = 0
    for loop in filling:
        match loop:
            case m.ForEach(sources=(m.AllOf(kind=kind) | m.Shuffled(list=m.AllOf(kind=kind)),), where=None, body=body):
                number += kind.count if any(isinstance(x, m.AddTo) and x.target.list is pile for x in body) else 0
    return number


def _find_ordered_fillings(action: m.Action) -> Iterator[tuple[m.ListState, m.Site, str, str]]:
    """The lists that an action fills in an order that everybody knows: where, which order that is, and what mends it."""
    for statement in statements(action.body):
        match statement:
            case m.ForEach(variables=variables, sources=sources, body=body, site=site):
                sources_by_member: dict[m.Expr, m.ListExpr] = dict(zip(map(m.Local, variables), sources, strict=True))
                for addition in (x for x in body if isinstance(x, m.AddTo)):
                    source, pile = sources_by_member.get(addition.member), addition.target.list
                    if isinstance(source, m.AllOf) and len(source.kind.objects) > 1:
                        help = f"write `for each … in shuffled {source.kind.plural or '…'}`, or `shuffle {pile.name}`"
                        yield pile, site, "its order: it is that of the text in each game", help
                for move in body:
                    if isinstance(move, m.Put) and move.member is not None and isinstance(move.target, m.ListMembers):
                        source, pile = sources_by_member.get(move.member), move.target.list
                        if isinstance(source, m.ListMembers) and source.list.audience.is_public:
                            help = f"write `for each … in shuffled {source.list.name}`, or `shuffle {pile.name}`"
                            yield pile, site, f"the order of what lay open in `{source.list.name}`", help
            case m.Put(member=None, source=m.ListMembers(list=source), target=m.ListMembers(list=pile), site=site):
                if source.audience.is_public:
                    yield pile, site, f"the order of what lay open in `{source.name}`", f"write `shuffle {pile.name}` behind it"


def _find_shuffled_lists(of: Iterable[m.Statement]) -> Iterator[m.ListState]:
    return (x.target.list for x in of if isinstance(x, m.Rearrange) and x.verb in ("shuffle", "sort"))


def _supplies(facts: Facts, actions: list[m.Action]) -> Generator[Diagnostic, None, set[m.Thing]]:
    """Warns of a supply that begins empty and gets nothing but what comes back to it; returns the supplies that it warns of."""
    supplies: set[m.Thing] = set()
    resources = facts.model.resources
    writes = [
        write for part in parts(*(action.body for action in actions)) for write in access(part).writes if not write.supplied
    ]
    raised_things = {thing for w in writes if w.how in ("gain", "set", "raise") for thing in w.things(resources)}
    set_ = {thing for w in writes if w.how in ("set", "raise") for thing in w.things(resources)}
    for supply in dict.fromkeys(r.supply for r in resources if r.supply is not None):
        fed = [r for r in resources if r.supply is supply]
        if supply not in raised_things and not set_ & {*fed} and raised_things & {*fed}:
            supplies.add(supply)
            names = join_words([f"`{r.name}`" for r in fed], "or")
            message = f"nobody can gain {names}: `{supply.name}` is never filled"
            help = f"fill it at the start, as by `set player.{supply.name} to 6`"
            notes = (Note("0 for ever", supply.span),)
            yield warning("W1035", fed[0].span, message, f"taken from `{supply.name}`", notes=notes, help=help)
    return supplies


def _empty_circles(
    facts: Facts, conservation: Conservation, reported_things: set[m.Thing]
) -> Generator[Diagnostic, None, set[m.Thing]]:
    """Warns of places that begin empty where rules, the setup too, only move pieces from one of them to another; returns them."""
    circles: set[m.Thing] = set()
    for invariant in conservation.invariants():
        first, *others = invariant.places
        is_sure = invariant.amount == 0 and all(map(facts.is_never_below_zero, invariant.places))
        if is_sure and reported_things.isdisjoint(invariant.places):
            names = join_words([f"`{place.name}`" for place in invariant.places], "and")
            message = f"{names} are always empty: rules only move pieces from one to another"
            notes = [Note("this begins empty too", place.span) for place in others]
            help = f"bring the first pieces in the setup, for example to `{first.name}`"
            yield warning("W1035", first.span, message, "nothing brings the first piece", notes=notes, help=help)
            circles.update(invariant.places)
    return circles


def _lists_that_need_themselves(facts: Facts, reported_things: set[m.Thing]) -> Iterator[Diagnostic]:
    """Warns of lists that are filled only where something is taken out of them, or chosen from them, before."""
    steps = [step for action in facts.reached for x in statements(action.body) for step in _find_steps(x)]
    empty = {step.fills: step for step in steps if step.fills is not None}
    gaining = Gaining(facts.model.triggers)
    actions = {facts.model.start}
    waiting: dict[m.ListState, list[_Step]] = {}
    todo = [_Step((), facts.model.start.body)]
    while todo:
        step = todo.pop()
        missing = next((x for x in step.needs if x in empty), None)
        if missing is not None:
            waiting.setdefault(missing, []).append(step)
            continue
        if step.fills is not None and step.fills in empty:
            del empty[step.fills]
            todo += waiting.pop(step.fills, ())
        for statement in step.body:
            todo += _find_steps(statement)
            callees = {*access(statement).actions(), *gaining.triggered_actions(statement)} - actions
            actions |= callees
            todo += [_Step((), action.body) for action in callees]
    for list_, filling in empty.items():
        if filling.site is not None and list_ in waiting and list_ not in reported_things:
            message = f"nothing ever comes into `{list_.name}`: what fills it needs a member of a list that is always empty"
            help = f"fill `{list_.name}` elsewhere first, or take from another list here"
            notes = (Note("empty at the start", list_.span),)
            yield warning("W1035", filling.site.span, message, "never done", notes=notes, help=help)


class _Step(NamedTuple):
    """A body, or a filling of a list, that is done only if none of some lists is empty."""

    needs: tuple[m.ListState, ...]
    body: m.Body = ()
    fills: m.ListState | None = None
    site: m.Site | None = None


def _find_steps(statement: m.Statement) -> Iterator[_Step]:
    """The steps of a statement, each with the lists whose members it needs."""
    match statement:
        case m.ForEach(sources=sources, body=body, otherwise=otherwise):
            yield from (_Step(_find_lists(sources), body), _Step((), otherwise))
        case m.Choose(options=options, otherwise=otherwise):
            yield from (_Step(_find_lists(option.sources), option.body) for option in options)
            yield _Step((), otherwise)
        case m.AddTo(target=target, member=member, site=site):
            yield _Step((member.list,) if isinstance(member, m.ListItem) else (), (), target.list, site)
        case m.Put(source=source, target=m.ListMembers(list=target), site=site):
            yield _Step(_find_lists((source,)), (), target, site)
        case m.Effect() | m.Block() | m.Let() | m.Call() | m.Jump():
            yield from (_Step((), body) for body in bodies(statement))
        case _:
            assert_never(statement)


def _find_lists(sources: Iterable[m.Expr]) -> tuple[m.ListState, ...]:
    """The lists that some lists have their members from."""
    lists: list[m.ListState] = []
    for source in sources:
        inner: m.Expr | None = source
        while inner is not None:
            lists += [inner.list] if isinstance(inner, m.ListMembers) else []
            inner = inner_list(inner)
    return tuple(lists)


def _never_placed(facts: Facts) -> Iterator[Diagnostic]:
    """Warns of objects that no state and no list ever holds, though they hold all others of their kind."""
    members_by_kind: dict[m.Kind, int] = {}
    for state, value in facts.states.items():
        if isinstance(value, int) and state.type.kind is not None:
            members_by_kind[state.type.kind.root] = members_by_kind.get(state.type.kind.root, 0) | value
    for list_, members in facts.lists.items():
        members_by_kind[list_.kind.root] = members_by_kind.get(list_.kind.root, 0) | members
    named_objects = {
        part.value
        for rule in (*facts.reached,)
        for part in parts(rule.body)
        if isinstance(part, m.Const) and part.type.base == "object"
    }
    for kind in facts.model.kinds.values():
        placed_members = members_by_kind.get(kind.root, 0) & ~NONE
        own = [thing for thing in kind.objects if thing.kind is kind and thing.row is None]
        missing = [thing for thing in own if not placed_members >> (thing.id + 1) & 1]
        if not 0 < len(missing) < len(own) or kind.is_player or kind.is_of_resources:
            continue
        for thing in missing:
            if thing.id not in named_objects:
                others = f"every other {kind.name} is" if len(missing) == 1 else f"other {kind.plural} are"
                message = f"`{thing.name}` is never on the table"
                label = f"no state and no list ever holds it, though {others}"
                help = "is there a place for it? a loop through two lists ends with the shorter one"
                yield warning("W1036", thing.span, message, label, help=help)


def _only_once(facts: Facts, actions: list[m.Action], consequences: Consequences) -> Iterator[Diagnostic]:
    """Warns of a loop inside a loop that can run but once: what it waits for is never undone."""
    writers: dict[m.Thing, list[m.Statement]] = {}
    home: dict[int, m.Action] = {}
    callers: dict[m.Action, list[m.Statement]] = {}
    for action in actions:
        for statement in statements(action.body):
            home[id(statement)] = action
            for write in access(statement).writes:
                for thing in write.things(facts.model.resources):
                    writers.setdefault(thing, []).append(statement)
            for step in consequences.steps_from(statement):
                for callee in _versions(step):
                    callers.setdefault(callee, []).append(statement)
    again = _statements_in_loops(actions, consequences)

    def is_inside(statement: m.Statement, body: set[int]) -> bool:
        """Return whether a statement is only ever done in the body of a loop, or by what is done there."""
        waiting, actions = [statement], set[m.Action]()
        while waiting:
            now = waiting.pop()
            if id(now) in body:
                continue
            action = home[id(now)]
            if action not in callers:
                return False
            if action not in actions:
                actions.add(action)
                waiting += callers[action]
        return True

    for action in actions:
        for loop in statements(action.body):
            if isinstance(loop, m.Repeat) and _always_stops(loop.body):
                message, help = "this loop runs only once: every way through it ends it", "leave out the `stop`, or the loop"
                yield warning("W1037", loop.site.span, message, "never done again", help=help)
            if not isinstance(loop, m.Repeat) or loop.condition is None or loop.limit is not None or id(loop) not in again:
                continue
            if can_stop(loop.body):
                continue
            body = {id(x) for x in statements(loop.body)}
            things = facts.effects.effects_of_rules(loop.condition).asked
            writes = [statement for thing in things for statement in writers.get(thing, ())]
            if writes and all(is_inside(statement, body) for statement in writes):
                names = join_words(sorted({f"`{thing.name}`" for thing in things}), "and")
                message = "nothing undoes this: the loop that waits for it runs only once in a game"
                help = "undo what it waits for, for example with `clear` after the loop or at the end of the turn"
                notes = (Note("this loop ends at once from the second time on", loop.site.span),)
                label = f"nothing else changes {names}"
                yield warning("W1037", writes[0].site.span, message, label, notes=notes, help=help)


def _always_stops(body: m.Body) -> bool:
    """Return whether a body never comes to its end, whatever is chosen in it."""
    for statement in body:
        ways: list[m.Body] = []
        if isinstance(statement, m.If):
            ways = [statement.then, statement.otherwise]
        elif isinstance(statement, m.Choose) and not statement.may:
            ways = [option.body for option in statement.options]
        if isinstance(statement, m.Jump) or (ways and all(map(_always_stops, ways))):
            return True
    return False


def _versions(step: object) -> list[m.Action]:
    if isinstance(step, m.Action):
        return [step]
    return [body for body in step.bodies if body is not None] if isinstance(step, m.MemberAction) else []


def _statements_in_loops(actions: list[m.Action], consequences: Consequences) -> set[int]:
    """The statements, by `id`, that stand inside a loop, or in an action that is done from inside one."""
    statement_ids: set[int] = set()
    waiting: list[m.Action] = []
    for action in actions:
        for loop in statements(action.body):
            if isinstance(loop, m.Loop):
                for statement in (x for body in bodies(loop) for x in statements(body)):
                    statement_ids.add(id(statement))
                    waiting += [callee for step in consequences.steps_from(statement) for callee in _versions(step)]
    visited_actions: set[m.Action] = set()
    while waiting:
        action = waiting.pop()
        if action not in visited_actions:
            visited_actions.add(action)
            for statement in statements(action.body):
                statement_ids.add(id(statement))
                waiting += [callee for step in consequences.steps_from(statement) for callee in _versions(step)]
    return statement_ids


def warn_of_lost_pieces(conservation: Conservation) -> Iterator[Diagnostic]:
    """Warnings only."""
    return map(_report, conservation.breaches())


def warn_of_short_decks(facts: Facts) -> Iterator[Diagnostic]:
    """Warnings only: of loops that deal more pieces to players than there are, at the largest table."""
    waiting = [action.body for action in facts.reached]
    for body in waiting:  # grows meanwhile
        for statement in body:
            deals = list(_find_deals(statement, 1, facts)) if isinstance(statement, m.Loop) else []
            waiting += bodies(statement) if not deals else ()
            for deck in dict.fromkeys(put.source.list for put, _ in deals if isinstance(put.source, m.ListMembers)):
                own = [(put, times) for put, times in deals if isinstance(put.source, m.ListMembers) and put.source.list is deck]
                steps = (x for x in statements((statement,)) if isinstance(x, m.Effect | m.Call))
                changes = [x for x in steps if deck in facts.effects.changes(x)]
                dealt, most = sum(times for _, times in own), facts.copies(deck.kind, facts.lists[deck])
                if len(changes) == len(own) and 0 < most < dealt:
                    message = (
                        f"{facts.counts.high:.0f} players are dealt {dealt} in all, and `{deck.name}` never has more than {most}"
                    )
                    help = f"deal fewer, or make more of them: `copies` of each {deck.kind.name}"
                    yield warning("W1046", own[0][0].site.span, message, "some players get fewer", help=help)


def _find_deals(loop: m.Statement, times: int, facts: Facts, is_each: bool = False) -> Iterator[tuple[m.Put, int]]:
    """The pieces that a loop surely moves from a list of the table for each player, with how often it tries to."""
    match loop:
        case m.ForEach(sources=(m.Numbers(low=m.Const(value=low), high=m.Const(value=high)),), where=None, at_once=False):
            times *= high - low + 1
        case m.ForEach(sources=(source,), where=None, at_once=False) if not is_each and facts.has_all_players(source):
            times, is_each = times * int(facts.counts.high), True
        case m.Repeat(condition=None, limit=m.Const(value=limit)):
            times *= limit
        case _:
            return
    if any(isinstance(x, m.Jump) for x in statements(loop.body)):
        return
    for statement in loop.body:
        match statement:
            case m.Put(member=m.ListItem(), source=m.ListMembers(object=None) as source, target=target):
                if is_each and target != source:
                    yield statement, times
        yield from _find_deals(statement, times, facts, is_each)


def _report(breach: Breach) -> Diagnostic:
    places = join_words([f"`{place.name}`" for place in breach.invariant.places], "and")
    kept_by = dict.fromkeys(row.changes[-1].chain[-1].site.span for row in breach.invariant.kept_by)
    inside = [
        change.chain[-1].site.span for row in breach.rows for change in row.changes if change.place in breach.invariant.places
    ]
    notes = [Note("it changes here", span) for span in dict.fromkeys(inside) if span != breach.statement.site.span]
    notes += [Note("here the sum stays the same", span) for span in kept_by][: MOST_PLACES - len(notes)]
    message = "a piece gets lost here" if breach.change < 0 else "a piece comes from nowhere here"
    label = f"everywhere else, the sum of {places} stays the same"
    help = "take from one place as many as another place gets"
    return warning("W1048", breach.statement.site.span, message, label, notes=tuple(notes), help=help)
