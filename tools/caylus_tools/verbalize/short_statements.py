"""What the statements of rules do, in a few words: what is paid and gained, chosen and carried out, but no bookkeeping."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m

from .amounts import words
from .expressions import Words
from .prose import name_words, plain, with_article


class Brief:
    """Speaks of the statements of one ruleset; `this` is the object in whose own rules they stand, if any."""

    def __init__(self, model: m.Model, this: m.Object | None = None) -> None:
        self._model = model
        self.words = Words(model, this)

    def body(self, body: m.Body) -> str:
        """All that it may do; empty for mere bookkeeping."""
        return ", ".join(dict.fromkeys(self._tell(body)))

    def _tell(self, body: m.Body) -> Iterator[str]:
        for statement in body:
            match statement:
                case m.Transfer(verb=verb, player=player, payment=payment):
                    does = verb if acts(player) else f"{self.noun(player)} {verb}s"
                    yield f"{does} {self._amount(payment)}"
                case m.Choose(options=options, may=may):
                    yield ("may " if may else "") + " or ".join(dict.fromkeys(map(self._option, options)))
                case m.Do(action=action, arguments=arguments):
                    yield self._do(action, arguments)
                case m.DoMember(action=action, object=m.Const() as of) if self.words.is_this(of):
                    own = action.bodies[of.value]
                    yield from self._tell(own.body if own else ())
                case m.AddTo(list=list_, front=front):
                    yield f"{'to the front of' if front else 'into'} {name_words(list_.name)}"
                case m.If(then=then, otherwise=otherwise):
                    yield from self._tell(then)
                    yield from self._tell(otherwise)
                case m.ForEach(body=inner) | m.Repeat(body=inner):
                    yield from self._tell(inner)

    def row(self, thing: m.Object, action: m.Action) -> str:
        """What a table does for an object, column by column; empty where it has no row for it."""
        for chosen, columns in picked(action.body):
            if chosen.type.kind is thing.kind.root and chosen.value == thing.id:
                cells = [f"{number.value}: {self.body(cell) or 'nothing'}" for number, cell in picked(columns)]
                return f"{name_words(action.params[-1].name)} {', '.join(cells)}" if cells else ""
        return ""

    def noun(self, expr: m.Expr) -> str:
        return plain(self.words.noun(expr))

    def _option(self, option: m.Option) -> str:
        """What it says, what there is to choose from in place of what is chosen; and a price that it does not say."""
        chosen = {v: self._any(v, source) for v, source in zip(option.variables, option.sources, strict=True)}
        said = "".join(
            part if isinstance(part, str)
            else chosen.get(part.variable) or self.noun(part) if isinstance(part, m.Local)
            else self.noun(part)
            for part in option.text
        )  # fmt: skip
        prices = [x.payment for x in option.head if isinstance(x, m.Transfer) and isinstance(x.payment, m.ConstPayment)]
        return f"{said} (pay {' + '.join(map(self._amount, prices))})" if prices and "pay " not in said else said

    def _any(self, variable: m.Variable, source: m.ListExpr) -> str:
        if isinstance(source, m.Numbers):
            return f"{self.noun(source.low)} to {self.noun(source.high)}"
        return with_article(name_words(str(variable.type)))

    def _do(self, action: m.Action, arguments: tuple[m.Expr, ...]) -> str:
        """The title of what is done, and with it what is more than a name."""
        told = []
        for param, argument in zip(action.params, arguments, strict=True):
            match argument:
                case m.ConstPayment(alternatives=alternatives) if alternatives != ((),):
                    told.append(f"{name_words(param.name)} {words(alternatives, self._model)}")
                case m.Const(type=m.NUMBER):
                    told.append(f"{name_words(param.name)} {argument.value}")
                case m.Read() if param.name == "player":
                    told.append(f"for {self.noun(argument)}")
                case m.AllOf() | m.RowMembers():
                    told.append(self.noun(argument))
        return name_words(action.site.title).lower() + (f" ({', '.join(told)})" if told else "")

    def _amount(self, payment: m.Expr) -> str:
        match payment:
            case m.ConstPayment(alternatives=alternatives):
                return words(alternatives, self._model)
            case m.CombinePayments(op=op, left=left, right=right):
                return f"{self._amount(left)} {op} {self._amount(right)}"
        return self.noun(payment)


def picked(body: m.Body) -> Iterator[tuple[m.Const, m.Body]]:
    """The cases of a chain that compares one variable with constants, as the rows and the cells of a table are."""
    for statement in body:
        match statement:
            case m.If(condition=m.Compare(op="==", right=m.Const() as const), then=then, otherwise=otherwise):
                yield const, then
                yield from picked(otherwise)


def acts(player: m.Expr) -> bool:
    """Whether it is the player whom rules mean where they name nobody."""
    return isinstance(player, m.Local) and player.variable.name == "player"
