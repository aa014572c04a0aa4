"""The statements of a ruleset in words: what happens, step by step. Whoever acts is `player` where nobody is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from caylus import model as m

from .expressions import Words, member
from .prose import Prose, Quote, Ref, Step, Steps, Var, headed, joined, line, name_words

_UNNAMED = ("pay", "accept")
"""What the language calls options without a name of their own."""


class Deeds:
    def __init__(self, words: Words) -> None:
        self._words = words

    def steps(self, body: Iterable[m.Statement]) -> Steps:
        return tuple(step for statement in body for step in self._steps(statement))

    def _steps(self, statement: m.Statement) -> Iterator[Step]:
        if isinstance(statement, m.If):
            yield from self._if(statement, "if ")
        else:
            yield self._step(statement)

    def _step(self, statement: _Plain) -> Step:
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
            case m.Choose():
                return self._choose(statement)
            case m.Do(action=action, arguments=arguments):
                ref = Ref(action.name, action.site.title)
                return Step(line("carry out ", words.called(ref, action.params, arguments)))
            case m.DoMember(action=action, object=of, arguments=arguments):
                return Step(line("carry out ", words.called(words.of(of, member(action)), action.params, arguments)))
            case m.Let(variable=variable, value=value):
                return Step(line("let the ", Var(name_words(variable.name)), " be ", words.noun(value)))
            case m.Say(text=text):
                return Step(line("say ", Quote(self.said(text))))
        assert_never(statement)

    def said(self, text: Sequence[str | m.Expr]) -> Prose:
        """Words for people; where they name something of the rules' own, its name."""
        return line(*(part if isinstance(part, str) else self._words.named(part) for part in text))

    def required(self, condition: m.Expr, reason: str) -> Step:
        """A requirement, and what is said to whoever does not meet it; a condition by name has reasons of its own."""
        if isinstance(condition, m.CallCondition) or not reason:
            return Step(self._words.holds(condition))
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

    def _if(self, asked: m.If, word: str) -> Iterator[Step]:
        yield headed(line(word, self._words.holds(asked.condition)), self.steps(asked.then) or (Step(("nothing",)),))
        match asked.otherwise:
            case (m.If() as next_,):
                yield from self._if(next_, "otherwise, if ")
            case (_, *_):
                yield headed(("otherwise",), self.steps(asked.otherwise))

    def _choose(self, choose: m.Choose) -> Step:
        words = self._words
        who = () if _is_player(choose.player) else line(words.noun(choose.player), " ")
        options = tuple(self.option(option) for option in choose.options)
        if choose.may and len(options) == 1:
            return headed(line(who, "may"), options)
        verb = "may choose" if choose.may else "chooses" if who else "choose"
        head = line(who, verb, " one")
        if choose.otherwise:
            options = (*options, headed(("where none is possible",), self.steps(choose.otherwise)))
        return Step(line(head, ":"), options)

    def option(self, option: m.Option) -> Step:
        words = self._words
        pays = [self._transfer(part) for part in option.head if isinstance(part, m.Transfer)]
        asks = [self.required(part.condition, part.reason) for part in option.head if isinstance(part, m.Require)]
        then = self.steps(option.body)
        if option.name in _UNNAMED and not asks and not any(step.below for step in then):
            return Step(joined([*pays, *(step.prose for step in then)]) or ("nothing",))
        choices = [words.each(variable, source) for variable, source in zip(option.variables, option.sources, strict=True)]
        where = line(", where ", words.holds(option.where)) if option.where is not None else ()
        any_ = line(", for any ", joined(choices, ", ", " and any "), where) if choices else ()
        below = [headed(("only if",), (ask,)) for ask in asks]
        return Step(line(Quote(self.said(option.text)), any_), (*below, *(Step(pay) for pay in pays), *then))


_Plain = (
    m.Transfer | m.Assign | m.Adjust | m.AddTo | m.RemoveFrom | m.Rearrange | m.ForEach | m.Repeat | m.Stop | m.Choose | m.Do
    | m.DoMember | m.Let | m.Say
)  # fmt: skip


def _is_player(expr: m.Expr) -> bool:
    return isinstance(expr, m.Local) and expr.variable.name == "player"


def _list(list_: m.ListState) -> Ref:
    return Ref(list_.name, name_words(list_.name))
