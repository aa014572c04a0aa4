"""Everything in a ruleset that a variant can change, by what players call it, and a change of it as text."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import NamedTuple

import caylus
from caylus import syntax as s
from caylus.diagnostics import Span, as_words, split_lines

from caylus_tools.answers.rulebook import Rulebook
from caylus_tools.common.english import capitalize
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.prose import join_steps, plain

_Changed = s.Object | s.Constant | s.Scale | s.Action | s.Table | s.Value | s.Condition | s.Rule
_SORTS = {
    s.Constant: "number",
    s.Scale: "numbers",
    s.Action: "what happens",
    s.Table: "what happens",
    s.Value: "how it is counted",
    s.Condition: "what is allowed",
    s.Rule: "rule",
}
LONGEST = 400
"""Letters of the words about something."""
_NUMBER = re.compile(r"\"[^\"\n]*\"|--[^\n]*|(?<![\w.])(\d+)(?![\w.])")
"""A number that stands alone, or a text for people or a comment, in which there may be others; `find.js` goes by the same."""


class Change(NamedTuple):
    """Something that a variant can change: `title` only it has, `words` say what it is or does, `text` is how it is written.

    A thing is written by itself, with a text of its own: another one can be written like it.
    """

    name: str
    title: str
    sort: str
    words: str
    text: str
    is_thing: bool


def list_changes(rules: caylus.Ruleset) -> Iterator[Change]:
    """Definitions that players meet, in the order of the text: first pieces and cards, then numbers and what happens."""
    definitions, book = Definitions(rules), Rulebook(rules)
    nodes = [node for node in _nodes(rules) if node.name.text not in definitions.program_names]
    labels = _labels(nodes, definitions)
    for node in sorted(nodes, key=lambda node: not isinstance(node, s.Object)):
        name, text = node.name.text, source_text(rules, node.span)
        if isinstance(node, s.Object):
            words = definitions.objects.summary(name)
        elif isinstance(node, s.Action) and (paragraphs := book.find(name)):
            words = " ".join((f"{paragraphs[0].title}:", *paragraphs[0].lines))
        else:
            site = definitions.site(name)
            words = plain((site and definitions.about(site)) or join_steps(definitions.describe(name)))
            where = [labels[one] for one in find_users(rules, name) if one in labels]
            words = f"{words}. Counts in: {', '.join(where)}" if isinstance(node, s.Constant | s.Scale) and where else words
        is_thing = isinstance(node, s.Object) and bool(node.settings or node.behaviours)
        yield Change(name, labels[name], _sort(node), shorten(capitalize(words), LONGEST), text, is_thing)


def find_users(rules: caylus.Ruleset, name: str) -> list[str]:
    """The names of which a paragraph or the definition names another, first those with a paragraph."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    every = [(x.subject, x.span) for file in rules.files for x in file.paragraphs]
    every += [(x.name, x.span) for x in _nodes(rules)]
    users = (subject.text for subject, span in every if word.search(source_text(rules, span)))
    return [user for user in dict.fromkeys(users) if user != name]


def write_change(rules: caylus.Ruleset, name: str, numbers: Sequence[int] = ()) -> str:
    """A change of a definition: other numbers in the order of its text, or without any the whole of it, to be rewritten."""
    node = _find(rules, name)
    old_text, text = source_text(rules, node.span), ""
    new_text = _with_numbers(old_text, numbers)
    if isinstance(node, s.Constant | s.Scale):
        return f"change {new_text}"
    if not isinstance(node, s.Object) or new_text == old_text:
        return f"replace {new_text}"
    for part in (*node.settings, *node.behaviours):
        old_part = source_text(rules, part.span)
        count = sum(map(bool, _NUMBER.findall(old_text[: old_text.index(old_part)])))
        new_part = _with_numbers(old_part, numbers[count:])
        text += f"  {new_part}\n" if new_part != old_part else ""
    return f"change {node.kind.text} {name} {{\n{text}}}"


def write_new(rules: caylus.Ruleset, name: str, numbers: Sequence[int], new_name: str, title: str) -> str:
    """A new thing that is written like another one."""
    head = re.compile(rf"\b{re.escape(name)}\b(\s+\"[^\"]*\")?(\s+see \"[^\"]*\")?")
    new_head = f"{new_name} {json.dumps(title, ensure_ascii=False)}"
    text = _with_numbers(source_text(rules, _find(rules, name).span), numbers)
    return head.sub(lambda _: new_head, text, count=1)


def _find(rules: caylus.Ruleset, name: str) -> _Changed:
    return next(node for node in _nodes(rules) if node.name.text == name)


def source_text(rules: caylus.Ruleset, span: Span) -> str:
    """The text at a span as it is written."""
    *lines, last = split_lines(rules.sources[span.file])[span.line - 1 : span.end_line]
    return "\n".join([*lines, last[: span.end_column - 1]])[span.column - 1 :]


def _with_numbers(text: str, numbers: Sequence[int]) -> str:
    new_numbers = iter(numbers)
    return _NUMBER.sub(lambda old: str(next(new_numbers, old[0])) if old[1] else old[0], text)


def _nodes(rules: caylus.Ruleset) -> list[_Changed]:
    every = [node for file in rules.files for node in file.definitions if isinstance(node, _Changed)]
    sealed_names = {name for name, steps in rules.history.items() if any(step.verb == "seal" for step in steps)}
    things = [x for x in every if not isinstance(x, s.Object) or (x.title is not None and x.copies is None)]
    return [node for node in things if node.name.text not in sealed_names]


def _sort(node: _Changed) -> str:
    if isinstance(node, s.Object):
        return as_words(node.kind.text)
    return "phase" if isinstance(node, s.Action) and node.is_phase else _SORTS[type(node)]


def _labels(nodes: Sequence[_Changed], definitions: Definitions) -> dict[str, str]:
    """Titles by name, with the sort or the name where several have the same one."""
    rows = {}
    for node in nodes:
        name = node.name.text
        title = node.title.text if isinstance(node, s.Object) and node.title else capitalize(definitions.title(name))
        rows[name] = (title, *(f"{title} ({words})" for words in (_sort(node), as_words(name))))
    counts = Counter(text for row in rows.values() for text in row)
    return {name: next((text for text in row if counts[text] == 1), row[-1]) for name, row in rows.items()}
