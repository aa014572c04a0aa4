"""The statements of a ruleset in words: what happens, step by step. Whoever acts is `player` where nobody is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from caylus.check import model as m

from .prose import Prose, Quote, Ref, Step, Steps, Var, headed, joined, line, name_words, plain
from .words import Words, member

_UNNAMED = ("pay", "accept")
"""What the language calls options without a name of their own."""


class Deeds:
    def __init__(self, words: Words) -> None:
        self._words = words

    def steps(self, body: Iterable[m.Statement]) -> Steps:
        return tuple(self.step(statement) for statement in body)

    def step(self, statement: m.Statement) -> Step:
        words = self._words
        match statement:
            case m.Transfer():
                return Step(self._transfer(statement))
            case m.Assign():
                return Step(self._assign(statement))
            case m.Adjust(target=target, sign=sign, amount=amount):
                verb = "raise " if sign > 0 else "lower "
                return Step(line(verb, words.noun(target), " by ", words.noun(amount)))
            case m.AddTo(list=list_, member=added, front=front):
                where = " to the front of " if front else " to "
                return Step(line("add ", words.noun(added), where, _list(list_)))
            case m.RemoveFrom(list=list_, member=removed):
                return Step(line("remove ", words.noun(removed), " from ", _list(list_)))
            case m.Rearrange(verb=verb, list=list_):
                return Step(line(f"{verb} ", _list(list_)))
            case m.ForEach():
                return self._for_each(statement)
            case m.Repeat():
                return self._repeat(statement)
            case m.Stop():
                return Step(("stop repeating",))
            case m.If(condition=condition, then=then, otherwise=otherwise):
                return self._if(condition, then, otherwise)
            case m.Choose():
                return self._choose(statement)
            case m.Do(action=action, arguments=arguments):
                return Step(words.called(Ref(action.name, action.site.title), action.params, arguments))
            case m.DoMember(action=action, object=of, arguments=arguments):
                return Step(words.called_of(of, action, arguments))
            case m.Let(variable=variable, value=value):
                return Step(line("let the ", Var(name_words(variable.name)), " be ", words.noun(value)))
            case m.Say(text=text):
                return Step(line("say ", Quote(self.said(text))))

    def said(self, text: Sequence[str | m.Expr]) -> Prose:
        """Words for people; where they name something of the rules' own, its name."""
        parts = [part if isinstance(part, str) else self._words.named(part) for part in text]
        return line(*parts)

    def required(self, condition: m.Expr, reason: str) -> Step:
        """A requirement, and what is said to whoever does not meet it."""
        return Step(line(self._words.holds(condition), " — otherwise ", Quote((reason,))))

    # ---- single deeds

    def _transfer(self, transfer: m.Transfer) -> Prose:
        verb: Prose = (f"{transfer.verb} ",)
        if not _is_player(transfer.player):
            verb = line(self._words.noun(transfer.player), f" {transfer.verb}s ")
        given = line(" (", Var(name_words(transfer.given.name)), ")") if transfer.given else ()
        return line(verb, self._words.noun(transfer.payment), given)

    def _assign(self, assign: m.Assign) -> Prose:
        words, target = self._words, assign.target
        if isinstance(assign.value, m.Const) and isinstance(target, m.Read):
            if target.type.base == "object" and assign.value.value < 0:
                return line("clear ", words.noun(target))
            if target.type.base == "flag" and target.object is not None:
                return line(words.noun(target.object), " is now " if assign.value.value else " is no longer ", words.flag(target))
        return line("set ", words.noun(target), " to ", words.noun(assign.value))

    # ---- several

    def _for_each(self, loop: m.ForEach) -> Step:
        words = self._words
        each = joined(
            (words.each(variable, source) for variable, source in zip(loop.variables, loop.sources, strict=True)),
            " and with it, one by one, each ",
        )
        where = line(", where ", words.holds(loop.where)) if loop.where is not None else ()
        return headed(line("for each ", each, where), self.steps(loop.body))

    def _repeat(self, loop: m.Repeat) -> Step:
        words = self._words
        while_: Prose = ()
        if isinstance(loop.condition, m.Not):
            while_ = line(" until ", words.holds(loop.condition.operand))
        elif loop.condition is not None:
            while_ = line(" while ", words.holds(loop.condition))
        most = line(", at most ", words.noun(loop.limit), " times") if loop.limit is not None else ()
        return headed(line("repeat", while_, most), self.steps(loop.body))

    def _if(self, condition: m.Expr, then: m.Body, otherwise: m.Body) -> Step:
        step = headed(line("if ", self._words.holds(condition)), self.steps(then))
        if not otherwise:
            return step
        below = step.below or (Step(step.prose),)
        head = step.prose if step.below else ()
        rest = self.steps(otherwise)
        if len(rest) == 1 and isinstance(otherwise[0], m.If):
            return Step(head, (*below, *_alternative(rest[0])))
        return Step(head, (*below, headed(("otherwise",), rest)))

    def _choose(self, choose: m.Choose) -> Step:
        words = self._words
        who = () if _is_player(choose.player) else line(words.noun(choose.player), " ")
        options = tuple(self._option(option) for option in choose.options)
        if choose.may and len(options) == 1:
            return headed(line(who, "may"), options)
        verb = "may choose" if choose.may else "chooses" if who else "choose"
        head = line(who, verb, " one")
        if choose.otherwise:
            options = (*options, headed(("where none is possible",), self.steps(choose.otherwise)))
        return Step(line(head, ":"), options)

    def _option(self, option: m.Option) -> Step:
        words = self._words
        pays = [self._transfer(part) for part in option.head if isinstance(part, m.Transfer)]
        asks = [self.required(part.condition, part.reason) for part in option.head if isinstance(part, m.Require)]
        then = self.steps(option.body)
        if option.name in _UNNAMED and not asks and not any(step.below for step in then):
            return Step(joined([*pays, *(step.prose for step in then)]) or ("nothing",))
        choices = [
            words.each(variable, source) for variable, source in zip(option.variables, option.sources, strict=True)
        ]
        where = line(", where ", words.holds(option.where)) if option.where is not None else ()
        any_ = line(", for any ", joined(choices, ", ", " and any "), where) if choices else ()
        below = [headed(("only if",), (ask,)) for ask in asks]
        return Step(line(Quote(self.said(option.text)), any_), (*below, *(Step(pay) for pay in pays), *then))


def _alternative(step: Step) -> Steps:
    """What is asked when the condition before it does not hold."""
    first, *rest = step.below or (step,)
    head = step.prose or first.prose
    raise NotImplementedError


def _is_player(expr: m.Expr) -> bool:
    return isinstance(expr, m.Local) and expr.variable.name == "player"


def _list(list_: m.ListState) -> Ref:
    return Ref(list_.name, name_words(list_.name))
