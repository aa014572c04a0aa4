"""What the verbs of a variant do to a single definition: syntax in, syntax out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from caylus.lang import syntax as s

T = TypeVar("T")


def same(one: object, other: object) -> bool:
    """Whether two pieces of syntax say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "span")
    return one == other


def with_parts(old: s.Object, change: s.ChangeObject) -> s.Object:
    """The object with the named parts of the change in place of its own, and the change's attachments after its own."""
    return replace(
        old,
        title=change.title or old.title,
        see=change.see or old.see,
        settings=_by_name(old.settings, change.settings),
        behaviours=_by_name(old.behaviours, change.behaviours),
        attachments=old.attachments + change.attachments,
    )


def with_rows(old: s.Table, change: s.ChangeTable) -> s.Table:
    return replace(old, rows=_by_name(old.rows, change.rows))


def _by_name(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """The old parts, those of the same name replaced where they stand, the others after them."""
    named = {part.name.text: part for part in new}
    kept = tuple(named.pop(part.name.text, part) for part in old)
    return kept + tuple(named.values())


def options_in(block: s.Block) -> list[s.Option]:
    """Every option of the decisions in a block, those inside other options included."""
    found: list[s.Option] = []

    def see(option: s.Option) -> s.Option:
        found.append(option)
        return option

    _each(block, s.Option, see)
    return found


def decisions_in(block: s.Block) -> int:
    """How many decisions with options a block has."""
    count = 0

    def see(choose: s.Choose) -> s.Choose:
        nonlocal count
        count += 1
        return choose

    _each(block, s.Choose, see)
    return count


def with_option(block: s.Block, name: str, new: s.Option | None) -> s.Block:
    """The block with the option of that name replaced, or removed where `new` is None."""

    def edit(choose: s.Choose) -> s.Choose:
        options = [o for o in (new if is_named(o, name) else o for o in choose.options) if o is not None]
        return replace(choose, options=tuple(options))

    return _each(block, s.Choose, edit)


def with_new_option(block: s.Block, new: s.Option) -> s.Block:
    """The block with the option after those of its only decision."""
    return _each(block, s.Choose, lambda choose: replace(choose, options=(*choose.options, new)))


def is_named(option: s.Option, name: str) -> bool:
    return option.name is not None and option.name.text == name


def _each(node: T, kind: type[Any], change: Callable[[Any], Any]) -> T:
    """The tree with `change` applied to every node of a kind, innermost first."""
    if isinstance(node, tuple):
        return tuple(_each(item, kind, change) for item in node)  # type: ignore[return-value]
    if not isinstance(node, s.Node):
        return node
    updates: dict[str, Any] = {}
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, (tuple, s.Node)):
            new = _each(value, kind, change)
            if new is not value:
                updates[f.name] = new
    if updates:
        node = replace(node, **updates)
    return change(node) if isinstance(node, kind) else node
