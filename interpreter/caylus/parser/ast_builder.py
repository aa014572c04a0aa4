"""Build the syntax tree from what the parser reads: definitions. One function a grammar rule, named after it; each gets the span
and the parts.

The parser calls them from the leaves upwards, so that no nesting can exhaust the interpreter's stack. Here are those of
definitions; `build_statements` and `build_expressions` have the others.
"""

from __future__ import annotations

from typing import Any

from caylus import syntax as s

from .ast_builder_expressions import present
from .ast_builder_statements import Statements

_Terms = tuple[s.Audience | None, s.Name | s.Literal | None]
"""Who may see a resource, and what it is taken from."""


class Builder(Statements):
    """Builds the syntax of one file."""

    def start(self, span: s.Span, c: list[Any]) -> s.Definition:
        return c[0]  # type: ignore[no-any-return]

    # ---- components

    def resources(self, span: s.Span, c: list[Any]) -> s.Resources:
        return s.Resources(span, tuple(c))

    def resource_item(self, span: s.Span, c: list[Any]) -> s.ResourceItem:
        name, title, plural, terms, least = c
        audience, supply = terms or (None, None)
        return s.ResourceItem(span, name, title, plural, audience, supply, least)

    def in_plural(self, span: s.Span, c: list[Any]) -> s.Text:
        return c[0]  # type: ignore[no-any-return]

    def least(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def supply(self, span: s.Span, c: list[Any]) -> s.Name | s.Literal:
        return c[0]  # type: ignore[no-any-return]

    def open_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        return None, c[0]

    def hidden_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        first, *second = c
        if isinstance(first, s.Name) and (second or first.text == s.ALL):
            return self.hidden_from(span, [first]), second[0] if second else None
        return s.Audience(span, "hidden"), first

    def counted_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        return s.Audience(span, "hidden sum"), c[0]

    def shown_terms(self, span: s.Span, c: list[Any]) -> _Terms:
        return s.Audience(span, "not hidden"), c[0]

    def audience(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden")

    def hidden_from(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden from all") if c[0].text == s.ALL else s.Audience(span, "hidden from", c[0])

    def counted(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden sum")

    def shown_to(self, span: s.Span, c: list[Any]) -> s.Audience:
        return s.Audience(span, "hidden except for", c[0])

    def group(self, span: s.Span, c: list[Any]) -> s.Group:
        name, title, plural, members, excepted = c
        return s.Group(span, name, title, plural, members, excepted or ())

    def constant(self, span: s.Span, c: list[Any]) -> s.Constant:
        return s.Constant(span, *c)

    def scale(self, span: s.Span, c: list[Any]) -> s.Scale:
        name, start, values = c
        return s.Scale(span, name, 1 if start is None else start, values)

    def numbers(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def from_index(self, span: s.Span, c: list[Any]) -> int:
        return int(c[0].value)

    def kind(self, span: s.Span, c: list[Any]) -> s.Kind:
        name, plural, called, parent, *members = c
        return s.Kind(span, name, plural, called, parent, present(members))

    def each_player(self, span: s.Span, c: list[Any]) -> s.EachPlayer:
        return s.EachPlayer(span, c[0], present(c[1:]))

    def property(self, span: s.Span, c: list[Any]) -> s.Property:
        name, indices, *rest = c
        return s.Property(span, name, indices or (), *rest)

    def state(self, span: s.Span, c: list[Any]) -> s.State:
        name, indices, *rest = c
        return s.State(span, name, indices or (), *rest)

    def member_action(self, span: s.Span, c: list[Any]) -> s.MemberAction:
        name, params, _, declined, body = c
        return s.MemberAction(span, name, params, declined, body)

    def player_row(self, span: s.Span, c: list[Any]) -> s.PlayerRow:
        return s.PlayerRow(span, *c)

    def index(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def named_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text)

    def of_resources(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, s.RESOURCE)

    def bounded_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        name, bounds = c
        return s.TypeName(span, name.text, bounds=bounds)

    def scale_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, "scale", start=1 if c[0] is None else c[0])

    def set_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text, is_set=True)

    def list_type(self, span: s.Span, c: list[Any]) -> s.TypeName:
        return s.TypeName(span, c[0].text, is_list=True)

    def list_state(self, span: s.Span, c: list[Any]) -> s.ListState:
        return s.ListState(span, *c)

    def row(self, span: s.Span, c: list[Any]) -> s.Row:
        name, title, size, kind, audience = c
        return s.Row(span, name, title, size, kind, (), audience)

    def row_of_given(self, span: s.Span, c: list[Any]) -> s.Row:
        name, title, members, audience = c
        return s.Row(span, name, title, None, None, members, audience)

    def object(self, span: s.Span, c: list[Any]) -> s.Object:
        copies, kind, name, title, plural, see, terms, least, *items = c
        held = self._make_resource_item(span, name, plural, terms, least)
        return s.Object(span, kind, name, title, see, *_sort_items(items), copies, held)

    def _make_resource_item(self, span: s.Span, name: s.Name, *said: Any) -> s.ResourceItem | None:
        """The resource item of an object: its plural, its terms, its lowest amount."""
        return self.resource_item(span, [name, None, *said]) if present([*said]) else None

    def setting(self, span: s.Span, c: list[Any]) -> s.Setting:
        name, value = c
        is_list = isinstance(value, tuple)
        return s.Setting(span, name, value if is_list else (value,), is_list)

    def about(self, span: s.Span, c: list[Any]) -> s.About:
        return s.About(span, *c)

    def behaviour(self, span: s.Span, c: list[Any]) -> s.Behaviour:
        return s.Behaviour(span, *c)

    # ---- values and actions

    def value(self, span: s.Span, c: list[Any]) -> s.Value:
        name, params, title, see, about, *rest = c
        rest = [r for r in rest if r is not None]
        cases = rest if isinstance(rest[0], s.Case) else [s.Case(rest[0].span, rest[0], None)]
        return s.Value(span, name, params, title, see, about, tuple(cases))

    def case(self, span: s.Span, c: list[Any]) -> s.Case:
        return s.Case(span, c[0], c[1] if len(c) > 1 else None)

    def condition(self, span: s.Span, c: list[Any]) -> s.Condition:
        name, params, title, see, about, *requires = c
        return s.Condition(span, name, params, title, see, about, tuple(requires))

    def params(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return present(c)

    def param(self, span: s.Span, c: list[Any]) -> s.Param:
        return s.Param(span, *c)

    def action(self, span: s.Span, c: list[Any]) -> s.Action:
        name, params, title, see, about, body = c
        return s.Action(span, name, False, params, title, see, about, body)

    def phase(self, span: s.Span, c: list[Any]) -> s.Action:
        name, title, see, about, body = c
        return s.Action(span, name, True, (), title, see, about, body)

    def table(self, span: s.Span, c: list[Any]) -> s.Table:
        name, params, by, column, title, see, about, *rows = c
        return s.Table(span, name, params, by, column, title, see, about, tuple(rows))

    def table_row(self, span: s.Span, c: list[Any]) -> s.TableRow:
        return s.TableRow(span, c[0], tuple(c[1:]))

    def cell(self, span: s.Span, c: list[Any]) -> s.Block:
        return s.Block(span, tuple(c))

    def sequence(self, span: s.Span, c: list[Any]) -> s.Sequence:
        return s.Sequence(span, *c)

    def game(self, span: s.Span, c: list[Any]) -> s.Game:
        title, fewest, most, unit, see, body = c
        return s.Game(span, title, fewest.value, most.value, unit, see, body)

    def seat(self, span: s.Span, c: list[Any]) -> s.Seat:
        name, title, see, *takes = c
        return s.Seat(span, name, title, see, present(takes))

    def takes(self, span: s.Span, c: list[Any]) -> s.Takes:
        option, choices, within, where, ranking = c
        owner, action = within or (None, None)
        fewest, body = ranking or (False, None)
        return s.Takes(span, option, choices or (), owner, action, where, body, fewest)

    def nameless(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, "pay")  # what an option is called that pays and has no name

    def taken(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def within(self, span: s.Span, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    # ---- attachments

    def rule(self, span: s.Span, c: list[Any]) -> s.Rule:
        name, title, see, about, *attachments = c
        return s.Rule(span, name, title, see, about, tuple(attachments))

    def told(self, span: s.Span, c: list[Any]) -> s.Words:
        return c[0]  # type: ignore[no-any-return]

    def target(self, span: s.Span, c: list[Any]) -> s.Target:
        return s.Target(span, c[0], present(c[1:]))

    def here_param(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, s.HERE)

    def this_param(self, span: s.Span, c: list[Any]) -> s.Name:
        return s.Name(span, s.THIS)

    def where(self, span: s.Span, c: list[Any]) -> Any:
        return c[0]

    def modify(self, span: s.Span, c: list[Any]) -> s.Modify:
        target, title, see, about, (change, value), where = c
        return s.Modify(span, target, title, see, about, where, change, value)

    def bent(self, span: s.Span, c: list[Any]) -> s.Target:
        name, *given = c
        names = []
        for one in present(given):
            match one:
                case s.Reference(name=word) | s.Literal(word=s.THIS as word):
                    names.append(s.Name(one.span, word))
                case _:
                    self.fault("E0101", f"expected a name for what `{name.text}` is given", one.span)
        return s.Target(span, name, tuple(names))

    def becomes(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("becomes", c[0])

    def plus(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("plus", c[0])

    def minus(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("minus", c[-1])

    def at_least(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("at least", c[-1])

    def at_most(self, span: s.Span, c: list[Any]) -> tuple[str, Any]:
        return ("at most", c[-1])

    def forbid(self, span: s.Span, c: list[Any]) -> s.Forbid:
        return s.Forbid(span, *c)

    def before(self, span: s.Span, c: list[Any]) -> s.Around:
        return s.Around(span, "before", *c)

    def after(self, span: s.Span, c: list[Any]) -> s.Around:
        return s.Around(span, "after", *c)

    def instead(self, span: s.Span, c: list[Any]) -> s.Around:
        return s.Around(span, "instead", *c)

    def before_each(self, span: s.Span, c: list[Any]) -> s.AroundEach:
        return s.AroundEach(span, "before", *c)

    def after_each(self, span: s.Span, c: list[Any]) -> s.AroundEach:
        return s.AroundEach(span, "after", *c)

    def trigger(self, span: s.Span, c: list[Any]) -> s.Trigger:
        return s.Trigger(span, *c)

    def gaining(self, span: s.Span, c: list[Any]) -> s.Target:
        player, what, given = c
        return s.Target(span, what, present([player, given]))

    # ---- what a variant does to its base

    def change_constant(self, span: s.Span, c: list[Any]) -> s.ChangeConstant:
        return s.ChangeConstant(span, *c)

    def change_scale(self, span: s.Span, c: list[Any]) -> s.ChangeScale:
        return s.ChangeScale(span, *c)

    def change_group(self, span: s.Span, c: list[Any]) -> s.ChangeGroup:
        name, title, plural, members, excepted = c
        return s.ChangeGroup(span, name, title, plural, members, excepted or ())

    def change_resource(self, span: s.Span, c: list[Any]) -> s.ChangeResource:
        return s.ChangeResource(span, self.resource_item(span, c))

    def change_kind(self, span: s.Span, c: list[Any]) -> s.ChangeKind:
        return s.ChangeKind(span, c[0], tuple(c[1:]))

    def add_field(self, span: s.Span, c: list[Any]) -> s.AddField:
        return s.AddField(span, c[0])

    def change_game(self, span: s.Span, c: list[Any]) -> s.ChangeGame:
        title, fewest, most, unit = c
        return s.ChangeGame(span, title, fewest.value, most.value, unit)

    def change_seat(self, span: s.Span, c: list[Any]) -> s.ChangeSeat:
        name, title, see, *takes = c
        return s.ChangeSeat(span, name, title, see, present(takes))

    def change_object(self, span: s.Span, c: list[Any]) -> s.ChangeObject:
        copies, kind, name, title, plural, see, terms, least, *items = c
        held = self._make_resource_item(span, name, plural, terms, least)
        swaps = tuple(item for item in items if isinstance(item, s.Swaps))
        items = [item for item in items if not isinstance(item, s.Swaps)]
        return s.ChangeObject(span, kind, name, title, see, *_sort_items(items), copies, held, swaps)

    def swaps(self, span: s.Span, c: list[Any]) -> s.Swaps:
        return s.Swaps(span, c[0], tuple(c[1:]))

    def change_table(self, span: s.Span, c: list[Any]) -> s.ChangeTable:
        return s.ChangeTable(span, c[0], tuple(c[1:]))

    def added_cells(self, span: s.Span, c: list[Any]) -> s.AddedCells:
        return s.AddedCells(span, c[0], tuple(c[1:]))

    def change_line(self, span: s.Span, c: list[Any]) -> s.ChangeLine:
        return s.ChangeLine(span, c[0])

    def change_steps(self, span: s.Span, c: list[Any]) -> s.ChangeSteps:
        what, *edits = c
        name = edits.pop(0) if isinstance(edits[0], s.Name) else None
        return s.ChangeSteps(span, what, name, None, tuple(edits))

    def replace_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "replace", c[0].name, c[0])

    def add_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        when, anchor, option = c
        return s.OptionEdit(span, "add", option.name, option, when, anchor)

    def remove_option(self, span: s.Span, c: list[Any]) -> s.OptionEdit:
        return s.OptionEdit(span, "remove", c[0], None)

    def swap(self, span: s.Span, c: list[Any]) -> s.Swap:
        return s.Swap(span, *c)

    def replace(self, span: s.Span, c: list[Any]) -> s.Replace:
        return s.Replace(span, c[0])

    def remove_definition(self, span: s.Span, c: list[Any]) -> s.RemoveDefinition:
        return s.RemoveDefinition(span, *c)

    def insert(self, span: s.Span, c: list[Any]) -> s.Insert:
        return s.Insert(span, *c)

    def seal(self, span: s.Span, c: list[Any]) -> s.Seal:
        return s.Seal(span, *c)


def _sort_items(
    items: list[Any],
) -> tuple[tuple[s.About, ...], tuple[s.Setting, ...], tuple[s.Behaviour, ...], tuple[s.Attachment, ...]]:
    """The items of an object by sort: its about texts, its settings, its behaviours, its attachments."""
    return (
        tuple(i for i in items if isinstance(i, s.About)),
        tuple(i for i in items if isinstance(i, s.Setting)),
        tuple(i for i in items if isinstance(i, s.Behaviour)),
        tuple(i for i in items if i is not None and not isinstance(i, (s.About, s.Setting, s.Behaviour))),
    )
