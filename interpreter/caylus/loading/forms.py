"""Rewrite texts by the rows of `forms.txt`: a pattern with holes, and the text to write for it.

A hole is what the author wrote there, `<name>` or `<name:sort>`; its sort is one of those below, or a pattern of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from caylus import syntax as s
from caylus.syntax.definitions import PLAYER

from .game_names import Draft, Names, cut, one_line, split_words

_SORTS = {
    "": r"\w+",
    "number": r"\d+",
    "text": r'"[^"\n]*"',
    "path": r"[\w.]+",
    "call": r"\w+\([^()]*\)",
    "formula": r"[^{}\n]+?",
    "amounts": r"\d+ \w+(?:\s?\+\s?\d+ \w+)*",
    "deed": r"[^{},\n]+?",
    "statements": r".*",
    "deeds": r"[^{}]*(?:\{[^{}]*\}[^{}]*)*?",
}
"""What is written in a hole, by its sort."""
_DEFINITIONS = {
    "object": s.Object,
    "resource": s.Resources,
    "constant": s.Constant,
    "value": s.Value | s.Constant,
    "group": s.Group,
    "series": s.Group | s.Sequence,
}
"""The definitions that the name in a hole may be of, by its sort."""
_HOLE = re.compile(r"<(\w+)(?::((?:\\.|[^>\\])*))?>")
VERBS = split_words(
    "gain lose pay set raise lower put add remove clear reverse shuffle sort for repeat stop if choose may do let say reveal"
)
_SUBJECT_VERBS = split_words("gains loses pays chooses may begins")


class Row(NamedTuple):
    """A pattern, the sorts of its holes, the text to write for it, and what the author should know besides."""

    pattern: re.Pattern[str]
    sorts: dict[str, str]
    text: str
    note: str


@cache
def _rows() -> dict[str, tuple[Row, ...]]:
    """The rows, by the headings above them."""
    rows: dict[str, tuple[Row, ...]] = {}
    heading = ""
    for line in files(__package__).joinpath("forms.txt").read_text(encoding="utf-8").split("\n"):
        if line.startswith("== "):
            heading = line[3:]
        elif line and not line.startswith("--"):
            pattern, *columns = re.split(r" {2,}", line)
            rows[heading] = (*rows.get(heading, ()), _read_row(pattern, *columns))
    return rows


def _read_row(pattern: str, text: str, note: str = "") -> Row:
    sorts = dict(_HOLE.findall(pattern))
    pattern = re.sub(r"(?<!\\)[{}]", r"\\\g<0>", pattern).replace("^ ", r"^\s*").replace(" $", r"\s*$")

    def write_hole(match: re.Match[str]) -> str:
        name, sort = match.groups("")
        return f"(?P<{name}>{_SORTS.get(sort) or (_SORTS[''] if sort.isalpha() else sort)})"

    text = text.replace("\\n", "\n").replace("~", "")
    pattern = _HOLE.sub(write_hole, pattern).replace(" ", r"(?:\s+|(?<!\w)|(?!\w))")
    return Row(re.compile(pattern, re.DOTALL), sorts, text, note)


def is_statement(words: Sequence[str]) -> bool:
    """Return whether words begin as a statement does."""
    if not words:
        return False
    if words[0] == "each" or words[0] == "every":
        return len(words) > 2 and words[1] in (PLAYER, "players")
    return words[0] in VERBS or any(word in _SUBJECT_VERBS for word in words[1:6])


def _find(sort: str, text: str, names: Names) -> str | None:
    """The text of a hole as the game has it; None where it is not of the sort."""
    name = names.find(text) or text
    match sort:
        case "event":
            return name if name in names.events else None
        case "phase":
            return text if text in names.phases else None
        case "kind":
            return name if name in names.kinds else None
        case "option":
            return text if len(names.effects.get(text, ())) == 1 else None
        case "new":
            return text if names.find(text) is None else None
        case "counter":
            return text if text in names.player_fields and text not in names.definitions else None
        case "property" | "behaviour":
            member = next((fields[text] for kind in names.kinds if text in (fields := names.fields(kind))), None)
            return text if isinstance(member, s.Property if sort == "property" else s.MemberAction) else None
        case "deeds":
            return one_line(text)
        case "statements":
            return one_line(text) if is_statement([piece.text for piece in cut(text) if piece.type != "_NL"]) else None
        case _ if sort in _DEFINITIONS:
            return name if isinstance(names.definitions.get(name), _DEFINITIONS[sort]) else None
        case _:
            return text


def _convert(text: str, attribute: str, names: Names) -> str:
    """A name with its parameters, its kind, and so on, and what somebody does where the attribute is a verb."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()
    match attribute:
        case "call":
            return names.call(text)
        case "kind":
            return names.find_kind(text)
        case "last":
            home = names.definitions.get(text)
            return home.members[-1].text if isinstance(home, s.Group | s.Sequence) else ""
        case "snake":
            return snake
        case "title":
            return f'"{snake[0].upper()}{snake[1:].replace("_", " ")}"'
        case "words":
            return text.replace("_", " ")
        case "plain":
            return " ".join(re.sub(r"[=\"']", " ", text).split())
        case "declared":
            return names.source(names.player_fields[text]).rpartition("=")[0].strip()
        case "effect":
            return names.call(next(iter(names.effects.get(text, ())), ""))
        case "head":
            action = names.definitions[text]
            return f"phase {text}" if isinstance(action, s.Action) and action.is_phase else f"action {names.call(text)}"
        case "formula":
            return rewrite("formula", text, names).strip()
        case _:
            return attribute if text in ("", PLAYER) else f"{text} {attribute}s"


_WRITTEN = re.compile(r"<(new )?(\w+)(?:\.(\w+)|((?: \w+)+))?>")


def _fill(row: Row, match: re.Match[str], names: Names) -> Draft | None:
    """The draft of a row for what its pattern matches; None where a name is not of the sort that the row asks for."""
    turn = names.turn.name.text if names.turn is not None else ""
    holes = {"setup": names.setup, "final": names.final, "order": names.order, "turn": turn, "points": names.points}
    holes |= {"opening": names.phases[0], "closing": names.phases[-1]} if names.phases else {"opening": "", "closing": ""}
    holes |= {"fewest": f"{names.game.fewest}", "most": f"{names.game.most}"} if names.game is not None else {}
    needed = {part[1] for part in _WRITTEN.findall(row.text)} & {*holes}
    for name, sort in row.sorts.items():
        value: str | None = match[name] or ""
        if value and sort.isalpha():
            value = _find(sort, value, names)
        if value is None:
            return None
        holes[name] = value
    if not all(holes[name] for name in needed):
        return None

    def write(part: re.Match[str]) -> str:
        if part[1]:
            return names.new_name(*(holes.get(word, word) for word in (part[2], *(part[4] or "").split())))
        return _convert(holes.get(part[2], ""), part[3], names) if part[3] else holes.get(part[2], part[0])

    return Draft(_WRITTEN.sub(write, row.text), _WRITTEN.sub(write, row.note))


def draft_forms(heading: str, text: str, names: Names) -> Iterator[Draft]:
    """Drafts of a text by the rows under a heading, one for each place where one fits."""
    for row in _rows().get(heading, ()):
        for match in row.pattern.finditer(text):
            if (new := _fill(row, match, names)) is not None:
                yield Draft(text[: match.start()] + new.text + text[match.end() :], new.note)


def rewrite(heading: str, text: str, names: Names) -> str:
    """A text with all that fits a row under a heading written anew."""
    for row in _rows()[heading]:

        def write(match: re.Match[str], row: Row = row) -> str:
            new = _fill(row, match, names)
            return match[0] if new is None else new.text

        text = row.pattern.sub(write, text)
    return text


def draft_foreign_forms(text: str, names: Names) -> Iterator[Draft]:
    """Drafts of a text that has the form of another language, or goods by titles of several words, as `2 dried fish`."""
    yield from draft_forms("foreign", text, names)
    new = text
    for title, name in names.titles.items():
        if " " in title and isinstance(names.definitions[name], s.Resources):
            new = re.sub(rf"(?i)\b(\d+) {re.escape(title)}\b", rf"\1 {name}", new)
    new = rewrite("plain", new, names)
    if new != text:
        yield Draft(new)
