"""Single changes of a ruleset's text, each of which makes another game, or so it seems.

They are made of its tokens and of its syntax tree: amounts, resources, comparisons and directions are exchanged, statements,
requirements and conditions are dropped, what two options do is swapped. Texts for people stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from caylus import model as m
from caylus import syntax as s
from caylus.diagnostics import split_lines
from caylus.model.access import access, rule_parts
from caylus.model.walk import every_statement, parts
from caylus.parser.lexer import scan
from caylus.syntax.walk import walk

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

_SWAPS = {
    "raise": "lower", "lower": "raise", "gain": "lose", "gains": "loses", "lose": "gain", "loses": "gains", "most": "fewest",
    "fewest": "most", "before": "after", "after": "before", "while": "until", "until": "while",
    "yes": "no", "no": "yes", "and": "or", "or": "and", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "*": "+",
    "/": "*", "%": "/", "min": "max", "max": "min",
}  # fmt: skip
"""Words and signs, and what stands there instead."""

_PAIRS = {
    ("at", "least"): "at most", ("at", "most"): "at least", ("is", "not"): "is", ("front", "of"): "",
    ("more", "by"): "less by", ("less", "by"): "more by", ("more", "than"): "less than", ("less", "than"): "more than",
    ("to", "front"): "to end", ("to", "end"): "to front",
}  # fmt: skip
"""Two words together, and what stands there instead."""

_LEAVES = (
    s.Transfer, s.Assign, s.Adjust, s.Add, s.Move, s.Remove, s.Put, s.Reveal, s.Rearrange, s.Stop, s.EndGame, s.Do, s.DoAsBefore,
)  # fmt: skip
"""Statements that are dropped. Others hold these, or only tell."""


class Edit(NamedTuple):
    """Another text for the characters from `start` to `end` of a file."""

    start: int
    end: int
    text: str


class Mutant(NamedTuple):
    """A change at a line of a file, as edits from the front to the back; `old` and `new` say it in the words of the rules."""

    file: str
    line: int
    old: str
    new: str
    edits: tuple[Edit, ...]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    def __str__(self) -> str:
        return f"`{self.old}` -> {f'`{self.new}`' if self.new else 'left out'}"

    def text(self, text: str) -> str:
        """The file's text with the change."""
        for edit in reversed(self.edits):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text


def find_mutants(rules: Ruleset) -> list[Mutant]:
    """The changes of a ruleset's own text, of a variant without that of its base; in the order of the text, none twice."""
    own = [file for file in rules.files if file.path.startswith(f"{rules.name}/")]
    resources = [resource.name for resource in rules.model.resources]
    others = _others([*resources]) | _others([*rules.model.groups])
    unplayed = _unplayed_values(rules.model)
    found: dict[tuple[str, tuple[Edit, ...]], Mutant] = {}
    for file in own:
        text = _Text(file.path, rules.sources[file.path])
        ignored = [one.span for one in walk(*file.definitions) if _name_of_value(one) in unplayed]
        for mutant in sorted([*text.tokens(others), *text.nodes(file)], key=lambda one: one.edits[0]):
            if not any(span.line <= mutant.line <= span.end_line for span in ignored):
                found.setdefault((file.path, mutant.edits), mutant)
    return list(found.values())


def _others(names: Sequence[str]) -> dict[str, str]:
    """Each name, and the next one in its place."""
    return dict(zip(names, [*names[1:], *names[:1]], strict=True)) if len(names) > 1 else {}


def _unplayed_values(model: m.Model) -> set[str]:
    """Values that no rule asks for: what is only shown, and how bots judge a position."""
    waiting: list[Any] = [*every_statement(model), *(parts(automaton.takes) for automaton in model.automata)]
    waiting += [one for one in (model.score, model.tie_break, model.team, model.may_win) if one is not None]
    played: set[Any] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, m.Value | m.Condition):
            if part not in played:
                played.add(part)
                waiting += parts(*rule_parts(part))
            continue
        for inner in parts(part):
            waiting += [call.named for call in access(inner).calls if isinstance(call.named, m.Value | m.Condition)]
    return {name for name, value in model.values.items() if value not in played}


def _name_of_value(node: s.Node) -> str | None:
    """The value that a node defines or modifies."""
    if isinstance(node, s.Value):
        return node.name.text
    return node.target.name.text if isinstance(node, s.Modify) else None


class _Text:
    """The text of a file, and its tokens by their places."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._begins = [0]
        for line in split_lines(text):
            self._begins.append(self._begins[-1] + len(line) + 1)
        self._tokens = [token for token in scan(text, path).tokens if token.type != "_NL"]
        self._places = [self._at(token.line, token.column) for token in self._tokens]

    def _at(self, line: int, column: int) -> int:
        return self._begins[line - 1] + column - 1

    def _range(self, span: Span) -> tuple[int, int]:
        return self._at(span.line, span.column), self._at(span.end_line, span.end_column)

    def _edit(self, start: int, end: int, new: str, shown: tuple[str, str] | None = None) -> Mutant:
        line = next(number for number, begins in enumerate(self._begins, 1) if begins > start) - 1
        old, told = shown or (self._text[start:end], new)
        return Mutant(self._path, line, " ".join(old.split()), " ".join(told.split()), (Edit(start, end, new),))

    def tokens(self, others: Mapping[str, str]) -> Iterator[Mutant]:
        """Numbers one higher, and words and signs exchanged."""
        for number, (token, start) in enumerate(zip(self._tokens, self._places, strict=True)):
            end = start + len(token.text)
            following = self._tokens[number + 1].text if number + 1 < len(self._tokens) else ""
            if token.type == "NUMBER":
                yield self._shown(start, end, str(int(token.text) + 1))
            elif (token.text, following) in _PAIRS:
                close = self._places[number + 1] + len(following)
                yield self._shown(start, close, _PAIRS[token.text, following])
            elif token.text == "is":
                yield self._shown(start, end, "is not")
            elif (new := _SWAPS.get(token.text, others.get(token.text) if token.type == "NAME" else None)) is not None:
                yield self._shown(start, end, new)

    def _shown(self, start: int, end: int, new: str) -> Mutant:
        """A change that is shown with the words around it on its line."""
        line_start = self._text.rfind("\n", 0, start) + 1
        line_end = self._text.find("\n", end)
        before = re.search(r"(\S+\s+)?\S*$", self._text[line_start:start])
        after = re.match(r"\S*(\s+\S+)?", self._text[end : len(self._text) if line_end < 0 else line_end])
        assert before is not None
        assert after is not None
        old = self._text[start:end]
        return self._edit(start, end, new, (f"{before[0]}{old}{after[0]}", f"{before[0]}{new}{after[0]}"))

    def nodes(self, file: s.File) -> Iterator[Mutant]:
        """Statements, requirements and conditions left out, what is told of who gains, and what two options do exchanged."""
        swapped = [span for span, _ in file.swapped]
        for node in walk(*file.definitions):
            if node.span.file != self._path or any(node.span.is_inside(span) for span in swapped):
                continue
            if isinstance(node, _LEAVES):
                yield self._edit(*self._range(node.span), "nothing", (self._text[slice(*self._range(node.span))], ""))
            elif isinstance(node, s.Require):
                yield self._without(*self._range(node.span))
            if isinstance(node, s.Transfer) and node.subject is not None:
                start, _ = self._range(node.span)
                amount, _ = self._range(node.amount.span)
                yield self._edit(start, amount, f"{node.verb} ")
            where = getattr(node, "where", None)
            if isinstance(where, get_args(s.Expr)) and where.span.file == self._path:
                start, end = self._range(where.span)
                head = self._text.rfind("where", 0, start)
                if head >= 0 and not self._text[head + 5 : start].strip("( \n\t"):
                    yield self._without(head, end)
            if isinstance(node, s.Choose):
                for one, other in zip(node.options, node.options[1:], strict=False):
                    yield from self._exchange(one.body.span, other.body.span)

    def _without(self, start: int, end: int) -> Mutant:
        return self._edit(start, end, "", (self._text[start:end], ""))

    def _exchange(self, one: Span, other: Span) -> Iterator[Mutant]:
        if one.file == other.file == self._path:
            (a, b), (c, d) = self._range(one), self._range(other)
            first, second = self._text[a:b], self._text[c:d]
            if first != second:
                edits = (Edit(a, b, second), Edit(c, d, first))
                line = other.line
                yield Mutant(self._path, line, "two options", "what they do exchanged", edits)
