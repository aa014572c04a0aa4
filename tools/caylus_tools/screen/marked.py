"""Lines of marked text: pieces with the names of styles, as wide as a terminal shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.diagnostics import visible
from caylus.english import Span as Told
from rich.cells import cell_len, set_cell_size

from caylus_tools.verbalize.names import titles

if TYPE_CHECKING:
    from caylus import Game


_CUT = "…"
LEAST_WIDTH = 20
"""Columns that everything is drawn for, at least; of a narrower window one sees the left part."""


class Span(NamedTuple):
    """A piece of a line.

    `style` names how it looks, several names with blanks between them: `bold`, `dim`, `reverse`, `heading`, `may` (what may be
    chosen), `marked` (what the next key would choose), `way`, `warn`, `seat-0` … (a player's colour), `tint-sand` … (a kind of
    thing), `good-NAME` (a resource). `key` is that of the choice it stands for.
    """

    text: str
    style: str = ""
    key: str = ""


Line = tuple[Span, ...]


def spans(*parts: str | Span | Line) -> Line:
    """One line of all parts, without those that are empty; text from outside is made visible."""
    line: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            part = Span(part)
        line += [part] if isinstance(part, Span) else part
    return tuple(span._replace(text=visible(span.text)) for span in line if span.text)


def plain(line: Line) -> str:
    return "".join(span.text for span in line)


def line_width(part: str | Line) -> int:
    """Return how many columns of a terminal it takes."""
    return cell_len(part if isinstance(part, str) else plain(part))


def style_line(line: Line, style: str, key: str = "") -> Line:
    """The same with one style more, and for what has none the key of a choice."""
    return tuple(Span(text, f"{own} {style}".strip(), has or key) for text, own, has in line)


def cut(line: Line, width: int) -> Line:
    """At most so many columns of it; what is cut off leaves `…`."""
    if line_width(line) <= width:
        return line
    left, kept_spans = width - 1, []
    for span in line:
        text = span.text if line_width(span.text) <= left else set_cell_size(span.text, max(0, left))
        kept_spans.append(span._replace(text=text))
        left -= line_width(text)
        if text != span.text:
            break
    if width < 1 or not kept_spans:
        return ()
    last = kept_spans[-1]
    kept_spans[-1] = last._replace(text=last.text.rstrip() + _CUT)
    return tuple(kept_spans)


def fit(line: Line, width: int) -> Line:
    """Exactly so many columns: cut, or filled with blanks."""
    line = cut(line, width)
    missing = width - line_width(line)
    return (*line, Span(" " * missing)) if missing > 0 else line


def right(line: Line, width: int) -> Line:
    """The same, flush right."""
    line = cut(line, width)
    missing = width - line_width(line)
    return (Span(" " * missing), *line) if missing > 0 else line


def join_parts(parts: Iterable[Line], between: str, style: str = "dim") -> Line:
    line: list[Span] = []
    for part in parts:
        if part:
            line += [Span(between, style), *part] if line else part
    return tuple(line)


def rule_heading(line: Line, width: int) -> Line:
    """A heading, in a rule from side to side."""
    head = cut(spans(Span("─ ", "dim"), style_line(line, "heading"), " "), width - 1)
    return (*head, Span("─" * (width - line_width(head)), "dim"))


def flowing(parts: Sequence[Line], width: int, between: str = "  ") -> list[Line]:
    """Parts beside each other on as few lines as they need, none broken unless it is wider than a line."""
    lines: list[Line] = []
    for part in filter(None, parts):
        if lines and line_width(lines[-1]) + len(between) + line_width(part) <= width:
            lines[-1] = (*lines[-1], Span(between, "dim"), *part)
        else:
            lines += wrap_line(part, width, indent=3)
    return lines


def wrap_line(line: Line, width: int, indent: int = 2) -> list[Line]:
    """Broken at blanks into lines, those after the first set in."""
    lines: list[Line] = []
    current: list[Span] = []
    used = 0
    for word in _words(line):
        wide = line_width(word)
        if current and used + wide - plain(word).endswith(" ") > width:
            lines.append(_trim_line(current))
            current, used = [Span(" " * indent)], indent
        current += word
        used += wide
    return [cut(one, width) for one in (*lines, _trim_line(current))] if current else []


def _words(line: Line) -> Iterator[Line]:
    """Each word with the blanks after it; a word may have several looks."""
    word: Line = ()
    for span in line:
        for text in re.findall(r"[^ ]* *", span.text):
            word = (*word, span._replace(text=text)) if text else word
            if text.endswith(" "):
                yield word
                word = ()
    if word:
        yield word


def _trim_line(line: list[Span]) -> Line:
    return (*line[:-1], line[-1]._replace(text=line[-1].text.rstrip())) if line else ()


NOTHING = Span("·", "dim")
UNKNOWN = Span("?", "dim")
_HIDDEN = {"there": True}
"""What a view shows of something that lies where it is not seen."""


class Names:
    """Of the things and the players of one game; `tints` are the colours of things."""

    def __init__(self, game: Game, tints: Mapping[str, str]) -> None:
        self.titles: dict[str, str] = {**titles(game.rules), **game.labels}
        self._tints = tints
        goods = game.rules.model.resources
        self._goods = {word: f"good-{good.name}" for good in goods for word in (good.title, good.plural)}
        longest_first = sorted(map(re.escape, self._goods), key=len, reverse=True)
        self._good = re.compile(rf"(?<!\w)({'|'.join(longest_first) or '$.'})(?!\w)")
        self.seats = {name: f"seat-{seat}" for seat, name in enumerate(game.players)}
        self.signs = dict(zip(game.players, two_letters([self.titles[name] for name in game.players]), strict=True))

    def player(self, name: str, before: str = "") -> Line:
        """Two letters in the player's colour."""
        return spans(Span(before + self.signs[name], self.seats[name]))

    def seat(self, name: str, before: str = "") -> Line:
        """A player by their name, in their colour."""
        return spans(Span(before + self.titles[name], self.seats[name]))

    def title(self, name: str) -> Line:
        """A thing by its title, a player and a good in their colours."""
        return spans(Span(self.titles.get(name, name), self.seats.get(name, "")))

    def tint(self, name: object) -> str:
        """The style of the kind of a thing."""
        return f"tint-{self._tints[name]}" if isinstance(name, str) and name in self._tints else ""

    def words(self, text: str, style: str = "") -> Line:
        """A text in which goods have their colours."""
        parts = self._good.split(text)
        styles = [f"{style} {self._goods[part]}".strip() if number % 2 else style for number, part in enumerate(parts)]
        return spans(*map(Span, parts, styles))

    def value(self, value: object, short: bool = False) -> Line:
        """A value of a view; of what is hidden that it is there. Players by two letters where it is `short`."""
        if value == _HIDDEN:
            return (UNKNOWN,)
        if isinstance(value, str):
            return self.player(value) if short and value in self.seats else self.title(value)
        if isinstance(value, list):
            between = " " if short and all(part in self.seats for part in value) else ", "
            return join_parts([self.value(part, short) for part in value], between, "") or (NOTHING,)
        if isinstance(value, Mapping):
            entries = keyed_entries(value)
            if all(len(names) == 1 for names, _ in entries):
                return join_parts([self.value(part, short) for _, part in entries], " ") or (NOTHING,)
            parts = [join_parts([self.value(one, short) for one in (*names, part)], " ") for names, part in entries if part]
            return join_parts(parts, ", ") or (NOTHING,)
        if value is None or value == 0:
            return (NOTHING,)
        return spans("yes" if value is True else str(value))

    def told(self, parts: Iterable[Told]) -> Line:
        """Words and things, players and goods in their colours."""
        seats = self.seats
        return spans(*(self.words(x) if isinstance(x, str) else Span(x["title"], seats.get(x["name"] or "", "")) for x in parts))


def keyed_entries(value: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    """The values of a state that is kept for several things, with the names of all that each is kept for."""
    entries: list[tuple[tuple[str, ...], Any]] = []
    for name, part in value.items():
        inner = keyed_entries(part) if isinstance(part, Mapping) and part != _HIDDEN else [((), part)]
        entries += [((name, *names), one) for names, one in inner]
    return entries


def two_letters(names: Sequence[str]) -> list[str]:
    """For each name its first letter and the first that the others of that initial do not have; else a number."""
    signs: list[str] = []
    for number, name in enumerate(names, 1):
        others = [other.casefold() for place, other in enumerate(names, 1) if place != number and other[:1] == name[:1]]
        letters = [letter for letter in name[1:] if letter.isalnum()]
        candidates = (name[0] + letter for letter in letters if not any(letter.casefold() in other for other in others))
        free_sign = next((sign for sign in candidates if sign not in signs and line_width(sign) == 2), None)
        signs.append(free_sign or f"{name[:1] if line_width(name[:1]) == 1 and name[:1].isalnum() else ''}{number}".rjust(2)[:2])
    return signs
