"""Take apart what the model has put together: attachments from their targets, tables into rows and cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from caylus import model as m
from caylus.model.walk import parts, statements

from .amounts import find_group
from .names import make_reference, ref
from .prose import Ref
from .source_text import SourceText


@dataclass(frozen=True, slots=True)
class Attachment:
    """The attachment of `site.rule` to `target`: `word` is before, after, instead, forbid, gains or a modifier's change.

    A modifier has a `value`, a ban a `reason`, anything else the `body` it attaches. `given` is what that calls what was
    gained, if it speaks of it.
    """

    target: Ref
    site: m.Site
    word: str
    where: m.Expr | None
    value: m.Expr | None = None
    reason: m.Words = ()
    body: m.Body = ()
    given: m.Variable | None = None


def attachments(model: m.Model, source: SourceText) -> tuple[Attachment, ...]:
    """Every attachment of a ruleset, in the order in which it applies to its target."""
    return (
        *(found for value in model.values.values() for found in _value_attachments(value)),
        *(found for condition in model.conditions.values() for found in _condition_attachments(condition)),
        *(found for action in model.actions.values() for found in _action_attachments(action, source)),
        *(_trigger_attachment(trigger, model) for trigger in model.triggers),
    )


def own_body(action: m.Action) -> m.Body:
    """The body of an action by itself; nothing, where a rule takes its place whatever happens."""
    return tuple(x for x in _layers(action, action.body) if x.site.rule == action.name)


def own_requirements(condition: m.Condition) -> list[m.Require]:
    return [require for require in condition.requires if require.site.rule == condition.name]


def rows(table: m.Action) -> Iterator[tuple[m.Object, list[m.Body]]]:
    """The objects that a table has a row for, and what stands in their cells."""
    for chosen, columns in _cases(own_body(table)):
        assert chosen.type.kind is not None
        yield chosen.type.kind.root.objects[chosen.value], [cell for _, cell in _cases(columns)]


def _cases(body: m.Body) -> Iterator[tuple[m.Const, m.Body]]:
    """The cases of a chain that compares one variable with constants, as the rows and the cells of a table are."""
    for statement in body:
        match statement:
            case m.If(condition=m.Compare(op="==", right=m.Const() as const), then=then, otherwise=otherwise):
                yield const, then
                yield from _cases(otherwise)


def _value_attachments(value: m.Value) -> Iterator[Attachment]:
    for modifier in value.modifiers:
        yield Attachment(ref(value), modifier.site, modifier.change, modifier.where, modifier.value)


def _condition_attachments(condition: m.Condition) -> Iterator[Attachment]:
    """The bans of a condition: `forbid … where` is a requirement of the opposite in the model."""
    for require in condition.requires:
        if require.site.rule != condition.name:
            assert isinstance(require.condition, m.Not)
            yield Attachment(ref(condition), require.site, "forbid", require.condition.operand, reason=require.reason)


def _action_attachments(action: m.Action, source: SourceText) -> Iterator[Attachment]:
    for site in action.attached:
        where, body = _attachment_parts(action, site)
        yield Attachment(make_reference(action), site, source.line_words(site.span)[0], where, body=body)


def _trigger_attachment(trigger: m.Trigger, model: m.Model) -> Attachment:
    first, action = trigger.resources[0], trigger.action
    group = find_group(trigger.resources, model) if len(trigger.resources) > 1 else None
    target = Ref(group.name, group.title) if group is not None else Ref(first.name, first.title)
    given = action.params[1] if m.Local(action.params[1]) in parts(action.body) else None
    match action.body:
        case (m.If(condition=where, then=then, site=asked),) if asked == action.site:
            return Attachment(target, action.site, "gains", where, body=then, given=given)
    return Attachment(target, action.site, "gains", None, body=action.body, given=given)


def _attachment_parts(action: m.Action, site: m.Site) -> tuple[m.Expr | None, m.Body]:
    """The condition of an attachment, and its body; in a sequence it is around every part, and counts once."""
    layers = list(_layers(action, action.body))
    for statement in layers:
        if isinstance(statement, m.If) and statement.site == site:
            return _with_player(statement.condition, statement.then)
    within = [x for x in layers if x.site not in action.attached and x.site.span.is_inside(site.span)]
    return _with_player(None, tuple({statement.site: statement for statement in within}.values()))


def _with_player(where: m.Expr | None, body: m.Body) -> tuple[m.Expr | None, m.Body]:
    """The condition and the body of an attachment that is done by one player: it asks whether there is such a player."""
    match body:
        case (m.If() as asked,) if acting_player(asked) is not None:
            before = where.operands if isinstance(where, m.Logic) and where.op == "and" else (where,) if where is not None else ()
            return (m.Logic("and", (*before, asked.condition)) if before else asked.condition), asked.then
    return where, body


def acting_player(asked: m.If) -> tuple[m.Expr, m.Body] | None:
    """Who does something, if there is such a player, and what; None where it asks for something else."""
    match asked:
        case m.If(condition=m.Compare(op="!=", left=left), then=(m.Let(value=value), *rest), otherwise=()) if left == value:
            return value, tuple(rest)
    return None


def _layers(action: m.Action, body: m.Body) -> Iterator[m.Statement]:
    """The statements of a body and, where a rule takes its place, those it takes the place of or lets go on."""
    going_on: m.Body = ()
    for statement in body:
        yield statement
        if isinstance(statement, m.If) and statement.site in action.attached:
            yield from _layers(action, statement.otherwise)
        else:
            as_before = (x.action.body for x in statements((statement,)) if isinstance(x, m.Do) and x.as_before)
            going_on = next(as_before, going_on)
    if going_on:
        yield from _layers(action, going_on)
