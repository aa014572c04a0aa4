"""Definitions laid out in lines of their own, whoever wrote them and however: what is compared is what they say.

Comments and citations are left out; every line knows its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from caylus import syntax as s
from caylus.diagnostics import split_lines

if TYPE_CHECKING:
    from caylus.layers.parts import History

WIDTH = 96
"""What fits into a line stands in one."""

_WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|--[^\n]*|\s+|[^"\s-]+|-')
_CITATION = re.compile(r'\s*\bsee "(?:[^"\\]|\\.)*"')


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    span: s.Span


class Layout:
    """Lays out definitions of the files of one ruleset."""

    def __init__(self, sources: Mapping[str, str], history: History) -> None:
        self._lines = {path: [f"{line}\n" for line in split_lines(text)] for path, text in sources.items()}
        steps = [step for steps in history.values() for step in steps]
        self._swapped = {place: step.node.new.span for step in steps if isinstance(step.node, s.Swap) for place in step.places}

    def lines(self, node: s.Node) -> list[Line]:
        """The lines of a definition, an attachment, a statement or a part of a kind or of a thing."""
        match node:
            case s.Action(body=body) | s.Around(body=body) | s.AroundEach(body=body) | s.Trigger(body=body):
                return self._block(node.span, self._head(node, body), body)
            case s.ForEach(body=body):
                return self._render_branches(node, self._head(node, body), body, node.otherwise)
            case s.Repeat(body=body):
                return self._block(node.span, self._head(node, body), body)
            case s.Option():
                return self._option(node)
            case s.If():
                return self._render_branches(node, f"if {self.text(node.condition.span)}", node.then, node.otherwise)
            case s.Choose():
                return self._choose(node)
            case s.MemberAction(body=s.Block() as body):
                return self._block(node.span, self._head(node, body), body)
            case s.Value(cases=(s.Case(condition=None) as only,)):
                return [Line(f"{self._head(node, only).rstrip('= ')} = {self.text(only.span)}", node.span)]
            case s.Seat(takes=(first, *_) as items):
                head = self._head(node, first).rstrip("{ ")
                return self._list(node.span, head, [Line(self.text(item.span), item.span) for item in items])
            case s.Value(cases=items) | s.Condition(requires=items):
                head = self._head(node, items[0]).rstrip("{ ")
                return self._list(node.span, head, [Line(self.text(item.span), item.span) for item in items])
        return [Line(_CITATION.sub("", self.text(node.span)), node.span)]

    def inside(self, node: s.Game | s.Behaviour) -> list[Line]:
        """The lines of a game or of a thing's action, without its head."""
        return self._statements(node.body)

    def text(self, span: s.Span) -> str:
        """The text at a span, on one line and without comments."""
        return self._source_text(span, (span.end_line, span.end_column))

    def cell(self, block: s.Block) -> str:
        """The statements of a cell of a table, on one line."""
        return ", ".join(line.text.strip() for statement in block.statements for line in self.lines(statement))

    def _head(self, node: s.Node, body: s.Node) -> str:
        return _CITATION.sub("", self._source_text(node.span, (body.span.line, body.span.column)))

    def _source_text(self, span: s.Span, end: tuple[int, int]) -> str:
        """The text written there, with every formula that a layer has put in the place of another."""
        written, at = "", (span.line, span.column)
        for place in sorted(self._swapped, key=_order):
            if place.file == span.file and at <= (place.line, place.column) and (place.end_line, place.end_column) <= end:
                written += self._render_range(span.file, at, (place.line, place.column)) + self.text(self._swapped[place])
                at = place.end_line, place.end_column
        written += self._render_range(span.file, at, end)
        words = (" " if word.isspace() or word.startswith("--") else word for word in _WORDS.findall(written))
        return re.sub(r" +", " ", "".join(words)).strip()

    def _render_range(self, file: str, start: tuple[int, int], end: tuple[int, int]) -> str:
        rows = self._lines[file][start[0] - 1 : end[0]]
        rows[-1] = rows[-1][: end[1] - 1]
        rows[0] = rows[0][start[1] - 1 :]
        return "".join(rows)

    # ---- statements

    def _block(self, span: s.Span, head: str, body: s.Block) -> list[Line]:
        return self._render_block(span, head, self._statements(body))

    def _statements(self, body: s.Block) -> list[Line]:
        return [line for statement in body.statements for line in self.lines(statement)]

    def _list(self, span: s.Span, head: str, inner: Sequence[Line]) -> list[Line]:
        """The items of a list, one a line, for a reader who compares them."""
        return self._render_block(span, head, inner) if len(inner) < 2 else _open(span, head, inner)

    def _render_block(self, span: s.Span, head: str, inner: Sequence[Line]) -> list[Line]:
        """The head, what belongs to it, and what closes it: in one line if that is short."""
        flat = f"{head} {{ {', '.join(line.text for line in inner)} }}" if inner else f"{head} {{ }}"
        if len(flat) <= WIDTH and not any(line.text.startswith((" ", "}")) for line in inner):
            return [Line(flat, span)]
        return _open(span, head, inner)

    def _render_branches(self, node: s.If | s.ForEach, head: str, body: s.Block, otherwise: s.Block | None) -> list[Line]:
        if otherwise is None:
            return self._block(node.span, head, body)
        done = [Line(f"{head} {{", node.span), *_indent_lines(self._statements(body))]
        return [*done, Line("} else {", otherwise.span), *_indent_lines(self._statements(otherwise)), Line("}", node.span)]

    def _choose(self, node: s.Choose) -> list[Line]:
        if node.may and node.prompt is None and len(node.options) == 1 and node.options[0].name is None:
            return self._block_or_offer(node.span, "may", node.options[0].body)
        words = ["may choose" if node.may else "choose"]
        words += [f"by {self.text(node.by.span)}"] if node.by is not None else []
        words += [self.text(node.prompt.span)] if node.prompt is not None else []
        options = [line for option in node.options for line in self.lines(option)]
        if node.otherwise is None:
            return self._list(node.span, " ".join(words), options)
        lines = [Line(f"{' '.join(words)} {{", node.span), *_indent_lines(options), Line("} else {", node.otherwise.span)]
        return [*lines, *_indent_lines(self._statements(node.otherwise)), Line("}", node.span)]

    def _option(self, node: s.Option) -> list[Line]:
        """Written out from its parts: a `may` holds one that has no words of its own."""
        words = ["option"]
        words[0] += f" {node.name.text}" if node.name is not None else ""
        if node.choices:
            words[0] += f"({', '.join(self.text(choice.span) for choice in node.choices)})"
        words += [self.text(node.text.span)] if node.text is not None else []
        return self._block_or_offer(node.span, " ".join(words), node.body)

    def _block_or_offer(self, span: s.Span, head: str, body: s.Block) -> list[Line]:
        if isinstance(body, s.Offer):
            return [Line(f"{head} {' to '.join(line.text for line in self._statements(body))}", span)]
        return self._block(span, head, body)


def _order(place: s.Span) -> tuple[int, int, int, int]:
    """From the front to the back; of two that begin together the one that holds the other comes first."""
    return place.line, place.column, -place.end_line, -place.end_column


def _open(span: s.Span, head: str, inner: Sequence[Line]) -> list[Line]:
    return [Line(f"{head} {{", span), *_indent_lines(inner), Line("}", span)]


def _indent_lines(lines: Sequence[Line]) -> Iterator[Line]:
    return (replace(line, text=f"  {line.text}") for line in lines)
