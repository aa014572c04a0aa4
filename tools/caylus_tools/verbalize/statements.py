"""Statements in words, step by step, with when and to what; actions by what they say of themselves: `build a hut, 1 nut less`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import dropwhile
from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words, with_article
from caylus.model.access import is_bookkeeping
from caylus.model.walk import can_stop, parts, statements, substitute
from caylus.records import Record

from .expressions import Expressions, is_player
from .names import find_title, make_reference, ref
from .prose import Prose, Quote, Ref, Step, Steps, Var, is_ruling, join_list, line, lower_title, make_step, plain, render_words
from .source_text import acting_player, is_ban

FREE = ", free of charge"


class Errand(Record):
    """An action with what it is given: what it says of itself; whether whoever acts may leave it; what is paid for all of it."""

    prose: Prose
    offered: bool
    price: Prose
    has_about: bool


def errand(action: m.Action, arguments: Sequence[m.Expr], x: Expressions, is_priced: bool = True) -> Errand:
    """Describe an action call; arguments are named unless they go without saying, amounts only if it `is_priced`."""
    bindings = dict(zip(action.params, arguments, strict=True))
    about = x.model.abouts.get(action.site.span)
    variables = {part.variable for part in parts(*about) if isinstance(part, m.Local)} if about else set()
    phrases: list[Prose] = [
        _about(about, bindings, x) if about else (Ref(action.name, lower_title(as_words(action.site.title))),)
    ]
    price: Prose = ()
    for param, argument in bindings.items():
        if param in variables:
            continue
        if isinstance(argument, m.ConstPayment):
            if not is_priced:
                continue
            if about and param.title is None and _pays(action, param) and argument.alternatives != ((),):
                price = x.noun(argument)
            else:
                phrases.append(_amount(action, param, argument, x))
        else:
            phrases.append(_describe_argument(param, argument, x, bool(about)))
    return Errand(line(*phrases), is_offer(action.body), price, bool(about))


def describe_action(about: m.Words, x: Expressions) -> Prose:
    """The text of an action about itself, for any arguments."""
    return render_words(about, lambda e: _any(e) if isinstance(e, m.Local) else x.describe_name(e))


def _any(local: m.Local) -> Prose:
    if local.type == m.NUMBER:
        return ("so many",)
    kind = local.type.kind
    return (with_article(as_words(kind.name)) if kind is not None else find_title(local.variable),)


def is_offer(body: m.Body) -> bool:
    """Return whether a body does no more than to offer something that may be declined."""
    match [statement for statement in body if not isinstance(statement, m.Let)]:
        case [m.Choose(may=may)]:
            return may
        case [m.Do(action=action)]:
            return is_offer(action.body)
    return False


def _about(about: m.Words, bindings: dict[m.Variable, m.Expr], x: Expressions) -> Prose:
    def fill_part(part: m.Expr) -> Prose:
        meant = substitute(part, bindings)
        return (with_article(as_words(meant.kind.name)),) if isinstance(meant, m.AllOf) else x.noun(meant)

    return render_words(about, fill_part)


def _amount(action: m.Action, param: m.Variable, argument: m.ConstPayment, x: Expressions) -> Prose:
    """A price, or what is taken off one."""
    is_price = _pays(action, param)
    if argument.alternatives == ((),):
        return (FREE,) if is_price else ()
    if param.title is not None:
        return line(", ", x.noun(argument), f" {param.title}")
    return line(" for ", x.noun(argument)) if is_price else line(", ", x.noun(argument), " less")


def _describe_argument(param: m.Variable, argument: m.Expr, x: Expressions, has_about: bool) -> Prose:
    if param.title is not None:
        return line(f" {param.title} ", x.noun(argument))
    if has_about:
        return ()
    match argument:
        case m.Const(type=m.NUMBER):
            return line(f" ({find_title(param)} ", x.noun(argument), ")")
        case m.Read() if param.name == "player" and not x.is_you(argument):
            return line(" for ", x.noun(argument))
        case m.AllOf(kind=kind):
            return (f": {with_article(as_words(kind.name))}",)
        case m.RowMembers():
            return line(": ", x.noun(argument))
    return ()


def _pays(action: m.Action, param: m.Variable) -> bool:
    """Return whether an action has somebody pay what it is given, and not only something that this is taken off."""
    local = m.Local(param)
    bindings: dict[m.Variable, m.Expr] = {}
    for statement in statements(action.body):
        match statement:
            case m.Let(variable=variable, value=value):
                bindings[variable] = substitute(value, bindings)
            case m.Choose(options=options):
                heads = (part for option in options for part in option.head if isinstance(part, m.Transfer))
                if any(local in _added_parts(substitute(head.payment, bindings)) for head in heads):
                    return True
            case m.Do(action=inner, arguments=arguments):
                if any(local == a and _pays(inner, p) for p, a in zip(inner.params, arguments, strict=True)):
                    return True
            case m.Effect() | m.Block() | m.Call() | m.Jump():
                pass
            case _:
                assert_never(statement)
    return False


def _added_parts(payment: m.Expr) -> Iterator[m.Expr]:
    """The parts of a payment but for what is taken off it."""
    taken_off = {id(p) for e in parts(payment) if isinstance(e, m.CombinePayments) and e.op == "less" for p in parts(e.right)}
    return (part for part in parts(payment) if id(part) not in taken_off)


UNNAMED = ("pay", "accept")
"""What the language calls options without a name of their own."""


class Statements:
    """Tells the statements of one ruleset in the words of its `expressions`."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self._spoken: Set[str] = frozenset()
        """What is for the rules only, and yet spoken of in the bodies that are told."""
        self._chooser: m.Expr | None = None
        """Another than the player whom rules mean, who does what is told."""

    def steps(self, body: Sequence[m.Statement]) -> Steps:
        """The steps of a body without bookkeeping; what is only said is told where nothing else happens."""
        outside = self._spoken
        self._spoken = outside | internal_things(*(statement for statement in body if not is_bookkeeping(statement)))
        body = drop_bookkeeping(body, self._spoken)
        doing = [statement for statement in body if not only_says(statement)] or body
        steps = tuple(step for statement in doing for step in self._steps(statement))
        self._spoken = outside
        return steps

    def _steps(self, statement: m.Statement) -> Iterator[Step]:
        match statement:
            case m.If():
                yield from self._if(statement, "if ")
            case m.ForEach():
                x = self.expressions
                each = join_list(map(x.each, statement.variables, statement.sources), ", each with the next ")
                where = line(", where ", x.holds(statement.where)) if statement.where is not None else ()
                at_once = ", all choosing before anything is done" if statement.at_once else ""
                yield make_step(line("for each ", each, where, at_once), self.steps(statement.body))
                if statement.otherwise:
                    yield make_step(("where there is none",), self.steps(statement.otherwise))
            case _:
                yield self.step(statement)

    def step(self, statement: _Plain) -> Step:
        x = self.expressions
        match statement:
            case m.Transfer():
                return Step(self._transfer(statement))
            case m.Assign():
                return Step(self._assign(statement))
            case m.Adjust(target=target, sign=sign, amount=amount):
                verb = "raise " if sign > 0 else "lower "
                return Step(line(verb, x.noun(target), " by ", x.noun(amount)))
            case m.AddTo(target=target, member=moved_member, front=front, moves=True):
                return Step(line("put ", x.noun(moved_member), f" to the {'front' if front else 'end'} of ", x.noun(target)))
            case m.AddTo(target=target, member=added_member):
                return Step(line("add ", x.noun(added_member), " to ", x.noun(target)))
            case m.RemoveFrom(target=target, member=removed_member):
                return Step(line("remove ", x.noun(removed_member), " from ", x.noun(target)))
            case m.Put():
                return Step(self.put(statement))
            case m.Reveal(target=target, to=to):
                return Step(line("reveal ", x.noun(target), *((" to ", x.noun(to)) if to is not None else ())))
            case m.Rearrange(target=target, by=m.Rotated(member=first)):
                return Step(line(x.noun(target), " begins with ", x.noun(first)))
            case m.Rearrange(verb=verb, target=target, by=order):
                return Step(line(f"{verb} ", x.noun(order if order is not None else target)))
            case m.Repeat():
                return self._repeat(statement)
            case m.Stop():
                return Step(("stop repeating",))
            case m.EndGame(text=text):
                why = (": ", Quote(render_words(text, x.describe_name))) if text else ()
                return Step(line("the game is over", *why))
            case m.Choose():
                return self._choose(statement)
            case m.Do(as_before=True):
                return Step(("carry it out as before",))
            case m.Do(action=action, arguments=arguments, deep=deep):
                return Step(line(self._errand(action, arguments), _deep(deep)))
            case m.DoMember(action=action, object=of, arguments=arguments, deep=deep):
                return Step(
                    line(
                        "carry out ", x.describe_call(x.describe_property(of, ref(action)), action.params, arguments), _deep(deep)
                    )
                )
            case m.Let(variable=variable, value=value):
                return Step(line("let the ", Var(as_words(variable.name)), " be ", x.noun(value)))
            case m.Say(text=text):
                return Step(line("say ", Quote(render_words(text, x.describe_name))))
        assert_never(statement)

    def describe_requirement(self, condition: m.Expr, reason: m.Words) -> Step:
        """Describe a requirement once: by the words for whoever does not meet it if they say what the rule is, or as it is asked.

        A condition by name has reasons of its own.
        """
        holds = line("only if ", self.expressions.holds(condition))
        if isinstance(condition, m.CallCondition) or not reason:
            return Step(holds)
        text = render_words(reason, self.expressions.describe_name)
        return Step(text if is_ruling(text) else holds)

    # ---- single statements

    def _errand(self, action: m.Action, arguments: Sequence[m.Expr]) -> Prose:
        """An action by what it says of itself, and its title, by which it is looked up."""
        phrase = errand(action, arguments, self.expressions)
        if phrase.has_about:
            return line(phrase.prose, " (", make_reference(action), ")")
        return self.expressions.describe_call(make_reference(action), action.params, tuple(arguments))

    def _transfer(self, transfer: m.Transfer) -> Prose:
        verb: Prose = (f"{transfer.verb} ",)
        is_subject = is_player(transfer.player) if self._chooser is None else transfer.player == self._chooser
        if not is_subject:
            verb = line(self.expressions.noun(transfer.player), f" {transfer.verb}s ")
        amount_note = line(" (", Var(as_words(transfer.given.name)), ")") if transfer.given else ()
        return line(verb, self.expressions.noun(transfer.payment), amount_note)

    def _assign(self, assign: m.Assign) -> Prose:
        x, target = self.expressions, assign.target
        if plain(x.noun(target)).startswith(("whoever ", "whatever ")):
            is_none = isinstance(assign.value, m.Const) and assign.value.value < 0
            return line("forget " if is_none else line("note ", x.noun(assign.value), " as "), x.noun(target))
        if isinstance(assign.value, m.Const) and isinstance(target, m.Read):
            if target.type.base == "object" and assign.value.value < 0:
                kind = target.type.kind
                anything = "anybody" if kind is not None and kind.is_player else "anything"
                return line(link, anything) if (link := x.link(target, "no longer ")) else line("clear ", x.noun(target))
            if target.type.base == "flag" and target.object is not None:
                return x.describe_flag_change(target, bool(assign.value.value))
        match target:
            case m.Read() if link := x.link(target, "now "):
                return line(link, x.noun(assign.value))
            case m.Read(state=m.State(kind=kind, name=name), object=of) if of is not None and kind and kind.root.called == name:
                return line("put ", x.noun(assign.value), " on ", x.noun(of))
        return line("set ", x.noun(target), " to ", x.noun(assign.value))

    # ---- those that hold others

    def _repeat(self, loop: m.Repeat) -> Step:
        x = self.expressions
        if loop.condition is None and loop.limit is not None and not can_stop(loop.body):
            first = self.put_first(loop)
            return Step(first) if first else make_step(times(loop.limit, x), self.steps(loop.body))
        while_: Prose = ()
        if isinstance(loop.condition, m.Not):
            while_ = line(" until ", x.holds(loop.condition.operand))
        elif loop.condition is not None:
            while_ = line(" while ", x.holds(loop.condition))
        most = line(", at most ", times(loop.limit, x)) if loop.limit is not None else ()
        return make_step(line("repeat", while_, most), self.steps(loop.body))

    def put_first(self, loop: m.Repeat) -> Prose:
        """Describe a loop that puts the first few of a list somewhere; empty for another loop."""
        x = self.expressions
        match loop.body:
            case (m.Put(member=m.ListItem(index=m.Const(value=1)), source=source, target=target),) if loop.limit is not None:
                return line("put the first ", x.noun(loop.limit), " of ", x.noun(source), " into ", x.noun(target))
        return ()

    def _if(self, conditional: m.If, word: str) -> Iterator[Step]:
        if (acting := acting_player(conditional)) is not None:
            variable, left, body = acting
            there_is = self.expressions.describe_none(left, is_none=False)
            name = as_words(variable.name)
            note = "" if plain(there_is).endswith(f" {name}") else f" (the {name})"
            yield make_step(line(word, there_is, note), self.steps(body))
            return
        if conditional.otherwise and all(map(only_says, conditional.then)):
            yield make_step(line(word, self.expressions.holds(conditional.condition, False)), self.steps(conditional.otherwise))
            return
        yield make_step(
            line(word, self.expressions.holds(conditional.condition)), self.steps(conditional.then) or (Step(("nothing",)),)
        )
        match conditional.otherwise:
            case (m.If() as next_,):
                yield from self._if(next_, "otherwise, if ")
            case (_, *_):
                yield make_step(("otherwise",), self.steps(conditional.otherwise))

    def _choose(self, choose: m.Choose) -> Step:
        x = self.expressions
        who = () if is_player(choose.player) else line(x.noun(choose.player), " ")
        outside, self._chooser = self._chooser, choose.player if who else self._chooser
        options = tuple(self.option(option) for option in choose.options)
        self._chooser = outside
        if choose.may and len(options) == 1:
            return make_step(line(who, "may"), options)
        verb = "may choose" if choose.may else "chooses" if who else "choose"
        head = line(who, verb, " one")
        if choose.otherwise:
            options = (*options, make_step(("where none is possible",), self.steps(choose.otherwise)))
        return Step(line(head, ":"), options)

    def option(self, option: m.Option) -> Step:
        x = self.expressions
        pays = [self._transfer(part) for part in option.head if isinstance(part, m.Transfer)]
        own_parts = (part for part in option.head if isinstance(part, m.Require) and not is_ban(part, option))
        requires = (part for part in own_parts if not is_certain(part.condition))
        asks = [self.describe_requirement(part.condition, part.reason) for part in requires]
        then = self.steps(option.body)
        if option.name in UNNAMED and not asks and not any(step.below for step in then):
            return Step(join_list([*pays, *(step.prose for step in then)]) or ("nothing",))
        choices = list(self._choices(option))
        where = line(", where ", x.holds(option.where)) if option.where is not None else ()
        any_ = line(", for any ", join_list(choices, ", ", " and any ")) if choices else ()
        text = render_words(option.text, x.describe_name)
        if len(choices) == 1 and len(option.variables) == 1 and (short_text := self._any(option)) is not None:
            text, any_ = short_text, ()
        below = (*asks, *(Step(pay) for pay in pays), *then)
        is_said = len(below) == 1 and plain(below[0].prose) == plain(text)
        return Step(line(text, any_, where), () if is_said else below)

    def _any(self, option: m.Option) -> Prose | None:
        """The words of an option with what there is to choose in the place of its one choice; None if it does not speak of it."""
        x, (variable,), (source,) = self.expressions, option.variables, option.sources
        if m.Local(variable) not in option.text or (isinstance(source, m.Numbers) and option.text[-1:] != (m.Local(variable),)):
            return None
        among = line("any ", x.each(variable, source))
        return render_words(option.text, lambda e: among if e == m.Local(variable) else x.describe_name(e))

    def _choices(self, option: m.Option) -> Iterator[Prose]:
        """The choices of an option; choices one behind the other are told together."""
        x = self.expressions
        pairs = list(zip(option.variables, option.sources, strict=True))
        while pairs:
            (variable, source), *rest = pairs
            pairs = list(dropwhile(lambda choice: isinstance(choice[1], m.Behind), rest))
            amount = 1 + len(rest) - len(pairs)
            name = variable.name.removesuffix("_1")
            yield x.each(variable, source) if amount == 1 else line(f"{amount} {as_words(name)} in ", x.noun(source))

    def put(self, put: m.Put) -> Prose:
        """Describe what is put where."""
        x = self.expressions
        where = " to the front of " if put.front else " into "
        if put.member is not None:
            member, source = x.noun(put.member), x.noun(put.source)
            is_clear = plain(member).endswith(plain(source))  # `the first of the deck`
            return line("put ", member, *(() if is_clear else (" from ", source)), where, x.noun(put.target))
        all_of = "all of " if isinstance(put.source, m.ListMembers) else ""
        return line(f"put {all_of}", x.noun(put.source), where, x.noun(put.target))


_Plain = (
    m.Transfer | m.Assign | m.Adjust | m.AddTo | m.RemoveFrom | m.Put | m.Reveal | m.Rearrange | m.Repeat | m.Stop
    | m.EndGame | m.Choose | m.Do | m.DoMember | m.Let | m.Say
)  # fmt: skip


def drop_bookkeeping(body: Sequence[m.Statement], spoken: Set[str] = frozenset()) -> list[m.Statement]:
    """The statements that do more than to note something for the rules only, and notes of what is `spoken` of."""
    return [statement for statement in body if not is_bookkeeping(statement) or spoken & internal_things(statement)]


def internal_things(*body: m.Statement) -> set[str]:
    """The names of what is for the rules only, as far as statements speak of it."""
    things = [part.state if isinstance(part, m.Read) else part.list for part in parts(*body) if isinstance(part, _THINGS)]
    return {thing.name for thing in things if thing.is_internal}


_THINGS = (m.Read, m.ListMembers, m.ListItem)


def times(limit: m.Expr, x: Expressions) -> Prose:
    """The words for a number of times."""
    return ("once",) if isinstance(limit, m.Const) and limit.value == 1 else line(x.noun(limit), " times")


def only_says(statement: m.Statement) -> bool:
    """Return whether a statement does nothing but say something."""
    match statement:
        case m.ForEach(body=body, otherwise=otherwise) | m.If(then=body, otherwise=otherwise):
            return all(map(only_says, (*body, *otherwise)))
    return isinstance(statement, m.Say)


def is_certain(condition: m.Expr) -> bool:
    """Return whether a condition holds for good, as one does that a constant of the rules decides."""
    return isinstance(condition, m.Logic) and condition.op == "or" and m.Const(1, m.FLAG) in condition.operands


def _deep(deep: int | None) -> str:
    return f", at most {deep} deep inside itself" if deep is not None else ""
