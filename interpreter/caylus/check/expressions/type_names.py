"""Types and kinds as they are written: after a parameter, a property, a state, and after `of`."""

from __future__ import annotations

from collections.abc import Sequence

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.symbols import UNCLEAR
from caylus.check.types import UNKNOWN, list_type, object_type
from caylus.diagnostics.words import with_article

_PLAIN = {"number": m.NUMBER, "flag": m.FLAG, "payment": m.PAYMENT, "scale": m.SCALE}
OF_PARAMETERS = ("number", "flag", "payment")
OF_PROPERTIES = ("number", "flag", "payment", "scale")
OF_STATES = ("number", "flag")


def kind_named(name: s.Name, scope: Scope, *, plural: bool = False) -> m.Kind | None:
    """The kind of that name, or, where `plural`, of that plural; None, and reported, for anything else."""
    known = scope.symbols.entries.get(name.text)
    if known is not None and known.what == "plural" and not plural:
        one = known.definition.name.text if isinstance(known.definition, s.Kind) else scope.symbols.player.name
        scope.wrong("E0206", name, f"`{name.text}` is the plural of a kind", "one is meant", help=f"write `{one}`")
        return None
    entry = scope.resolve(name, ("kind", "plural") if plural else ("kind",), "a kind")
    if entry is not None and isinstance(entry.meaning, m.AllOf):
        return entry.meaning.kind
    return entry.meaning if entry is not None and isinstance(entry.meaning, m.Kind) else None


def type_written(node: s.TypeName, allowed: Sequence[str], where: str, scope: Scope) -> m.Type:
    """The type that was written; `allowed` are the plain ones that may stand there, `where` says where that is."""
    name = s.Name(node.span, node.name)
    if node.bounds is not None and (allowed is not OF_STATES or node.name != "number"):
        message = f"{where} cannot be {with_article(node.name)} between bounds"
        help = "what changes and is a number has bounds: `state … number from … to …`"
        scope.wrong("E0313", node.bounds, message, "no bounds here", help=help)
    elif node.is_set:
        kind = kind_named(name, scope, plural=True)
        if allowed is OF_PARAMETERS:
            return list_type(kind) if kind is not None else UNKNOWN
        scope.wrong("E0313", node, f"{where} cannot be a set", "only a parameter can", help="`list … of …` is what changes")
    elif node.name in allowed:
        return _PLAIN[node.name]
    elif node.name in _PLAIN:
        help = f"{where} is a kind, {', '.join(allowed[:-1])} or {allowed[-1]}"
        scope.wrong("E0313", node, f"{where} cannot be {with_article(node.name)}", "not here", help=help)
    elif node.name in scope.symbols.entries:
        kind = kind_named(name, scope)
        return object_type(kind) if kind is not None else UNKNOWN
    else:
        guess = scope.symbols.did_you_mean(node.name, [*allowed, *scope.symbols.names_by_sort("kind")])
        scope.wrong("E0204", node, f"`{node.name}` is neither a kind nor a type", "unknown name", help=guess)
    return UNKNOWN


def parameters(params: Sequence[s.Param], scope: Scope) -> tuple[m.Variable, ...]:
    """A definition's parameters; one without a type is of the kind of its own name."""
    titles = [p.title.text if p.title is not None else None for p in params]
    types = [_parameter_type(p, scope) for p in params]
    return tuple(m.Variable(p.name.text, type_, title, p.label) for p, type_, title in zip(params, types, titles, strict=True))


def _parameter_type(param: s.Param, scope: Scope) -> m.Type:
    if param.type is not None:
        return type_written(param.type, OF_PARAMETERS, "a parameter", scope)
    name = param.name.text
    entry = scope.symbols.look(name)
    if entry is not None and isinstance(entry.meaning, m.Kind):
        return object_type(entry.meaning)
    if entry is None or entry.what not in ("kind", UNCLEAR):
        scope.wrong(
            "E0204",
            param,
            f"the parameter `{name}` has no type, and there is no kind of its name",
            "of what type?",
            help=scope.symbols.did_you_mean(name, scope.symbols.names_by_sort("kind"))
            or f"write `{name}: number`, or another type or kind",
        )
    return UNKNOWN
