"""Check the options of a decision: conditions first, distinguishable by name, never none at all."""

from __future__ import annotations

from collections.abc import Sequence

from caylus import model as m
from caylus import syntax as s
from caylus.analysis.availability import is_always_offered, is_never_empty
from caylus.check.scope import Scope
from caylus.check.types import is_unknown
from caylus.diagnostics.diagnostic import Note, first_word

Head = s.Require | s.Transfer


def split_head(option: s.Option, scope: Scope) -> tuple[list[Head], tuple[s.Statement, ...]]:
    """An option's `require` and `pay` statements at its head, and the rest. It is paid for once."""
    head: list[Head] = []
    paid: s.Transfer | None = None
    statements = option.body.statements
    for i, node in enumerate(statements):
        if isinstance(node, s.Transfer) and node.verb == "pay":
            if paid is not None:
                help = f"join them: `pay {scope.source(paid.amount)} + {scope.source(node.amount)}`"
                notes = [Note("the first is here", paid.span)]
                scope.wrong("E0406", node, "an option is paid for once", "a second `pay`", notes=notes, help=help)
                continue
            paid = node
        elif not isinstance(node, s.Require):
            return head, statements[i:]
        head.append(node)
    return head, ()


def check_options(node: s.Choose, options: Sequence[m.Option], scope: Scope) -> None:
    """Options can be distinguished, and one of them is always there."""
    named: dict[str, list[m.Option]] = {}
    for written, option in zip(node.options, options, strict=True):
        place = written.name if written.name is not None else written
        twins = named.setdefault(option.name, [])
        scope.symbols.spend(len(twins))
        twin = next((t for t in twins if not _distinguishable(t, option)), None)
        twins.append(option)
        if twin is not None:
            message, notes = f"two options here are called `{option.name}`", [Note("the first", twin.site.span)]
            help = "give one of them another name: `option name { … }`"
            scope.wrong("E0409", place, message, "the second", notes=notes, help=help)
        if node.may and option.name == m.DECLINE:
            scope.wrong("E0409", place, f"`{m.DECLINE}` is what taking no option is called", "taken", help="choose another name")
    if not node.may and node.otherwise is None and not any(is_always_offered(o) for o in options):
        help = "write `may choose`, add an option that is always there, or say what else happens: `else { … }`"
        notes = [note for written, option in zip(node.options, options, strict=True) if (note := _asks_for(written, option))]
        word, label = s.Node(first_word(node.span, "choose")), "every option here asks for something"
        scope.wrong("E0408", word, "this choice could be empty", label, notes=notes[:1], help=help)


def _asks_for(written: s.Option, option: m.Option) -> Note | None:
    """The reasons why an option may not be there."""
    name = f"`{option.name}` is not there"
    if option.head:
        asked = written.body.statements[0]
        return Note(
            f"{name} for whoever {'cannot pay this' if isinstance(asked, s.Transfer) else 'this does not hold for'}", asked.span
        )
    where = next((choice.where for choice in written.choices if choice.where is not None), None)
    if where is not None:
        return Note(f"{name} where this holds of nothing", where.span)
    choice = next((c for c, list_ in zip(written.choices, option.sources, strict=False) if not is_never_empty(list_)), None)
    return Note(f"{name} while there is nothing in this", choice.source.span) if choice is not None else None


def _distinguishable(one: m.Option, other: m.Option) -> bool:
    """Options of one name are distinguished by what they pay, if that can never be the same."""
    pays = [[x.payment for x in option.head if isinstance(x, m.Transfer)] for option in (one, other)]
    if any(is_unknown(payment.type) for payments in pays for payment in payments):
        return True  # it is reported already
    mine, yours = ({w for p in payments if isinstance(p, m.ConstPayment) for w in p.alternatives} for payments in pays)
    return bool(mine and yours) and not mine & yours
