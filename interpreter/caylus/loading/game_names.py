"""The names of a game and of what happens in it, and tools for the texts in which they stand, for drafts of what is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import excerpt, split_lines
from caylus.parser.lalr import keywords, lex
from caylus.syntax.definitions import PLAYER
from caylus.syntax.walk import nodes_of, walk

OPENERS, CLOSERS = frozenset({"LPAR", "LSQB", "LBRACE"}), frozenset({"RPAR", "RSQB", "RBRACE"})


def split_words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(re.findall(r"\S+", text))


_EMPTY = split_words("of the a an in on at to and or by for with is it")


class Draft(NamedTuple):
    """A text in the place of a definition, and what its author should know besides."""

    text: str
    note: str = ""


class Piece(NamedTuple):
    """A token of a text and its place in it."""

    type: str
    text: str
    start: int
    end: int


def line_starts(text: str) -> list[int]:
    """The places where the lines of a text begin, and where one more would."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def cut(text: str) -> list[Piece]:
    """The tokens of a text, line ends among them, but for comments."""
    starts, pieces = line_starts(text), []
    for token in lex(text):
        if token.type not in ("COMMENT", "MARGIN"):
            start = starts[token.line - 1] + token.column - 1
            pieces.append(Piece(token.type, token.text, start, start + len(token.text)))
    return pieces


def closing(pieces: Sequence[Piece], number: int) -> int:
    """The number of what closes the bracket with this number; that of the last token where nothing does."""
    depth = 0
    for i in range(number, len(pieces)):
        depth += (pieces[i].type in OPENERS) - (pieces[i].type in CLOSERS)
        if depth == 0:
            return i
    return len(pieces) - 1


def split_statements(text: str) -> list[str]:
    """The parts of a text that line ends and commas separate, outside of all brackets."""
    parts, start, depth = [], 0, 0
    for piece in cut(text):
        depth += (piece.type in OPENERS) - (piece.type in CLOSERS)
        if depth <= 0 and piece.type in ("_NL", "COMMA"):
            parts.append(text[start : piece.start])
            start = piece.end
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


_IRREGULAR = {
    "built": "build", "bought": "buy", "paid": "pay", "sold": "sell", "won": "win", "drawn": "draw", "drew": "draw",
    "lost": "lose", "took": "take", "taken": "take", "begun": "begin", "chosen": "choose", "chose": "choose",
}  # fmt: skip


def stem(word: str) -> str:
    """A word without its ending, so that `placing`, `placed` and `place` are one."""
    word = _IRREGULAR.get(word.lower(), word.lower())
    for ending in ("ings", "ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "s" else word


def stems(text: str) -> list[str]:
    words = re.findall(r"[A-Za-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
    return [stem(word) for word in words if word.lower() not in _EMPTY]


def _find_calls(node: s.Node) -> list[str]:
    """The actions that are done within a node."""
    calls = [inner.call for inner in walk(node) if isinstance(inner, s.Do)]
    return [call.function.name for call in calls if isinstance(call, s.Call) and isinstance(call.function, s.Reference)]


@dataclass
class Names:
    """The names of a game by their sorts, with their titles, and the actions at which something can happen."""

    files: Sequence[s.File]
    definitions: dict[str, s.Definition] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, s.Kind] = field(default_factory=dict)
    game: s.Game | None = None
    turn: s.Sequence | None = None
    setup: str = ""
    final: str = ""
    options: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    effects: dict[str, list[str]] = field(default_factory=dict)
    """The actions that each option does."""

    def __post_init__(self) -> None:
        sequences = []
        for definition in (definition for file in self.files for definition in file.definitions):
            if isinstance(definition, s.Game):
                self.game = definition
            elif isinstance(definition, s.Resources):
                for item in definition.items:
                    self._enter(item.name.text, definition, item.title, item.plural)
            elif isinstance(definition, s.Named | s.Object):
                if isinstance(definition, s.Edit.__args__):
                    continue
                name = definition.name.text
                self._enter(name, definition, getattr(definition, "title", None), getattr(definition, "plural", None))
                if isinstance(definition, s.Kind):
                    self.kinds[name] = definition
                    if definition.plural is not None:
                        self.titles.setdefault(definition.plural.text.replace("_", " "), name)
                elif isinstance(definition, s.Sequence):
                    sequences.append(definition)
                elif isinstance(definition, s.Action):
                    for node in nodes_of(definition):
                        if isinstance(node, s.Option) and node.name is not None:
                            choices = tuple(choice.name.text for choice in node.choices)
                            self.options.setdefault(node.name.text, (name, choices))
                            self.effects.setdefault(node.name.text, _find_calls(node))
        self.turn = sequences[0] if sequences else None
        if self.game is not None:
            actions = _find_calls(self.game)
            once = [name for name in actions if self.turn is None or name != self.turn.name.text]
            before = [
                name
                for name in once
                if not actions or self.turn is None or self.turn.name.text not in actions[: actions.index(name)]
            ]
            self.setup = before[0] if before else ""
            behind = [name for name in once if name not in before]
            self.final = behind[-1] if behind else ""

    def _enter(self, name: str, definition: s.Definition, *titles: object) -> None:
        self.definitions.setdefault(name, definition)
        for title in titles:
            if isinstance(title, s.Text):
                self.titles.setdefault(title.text.lower(), name)

    def find(self, words: str) -> str | None:
        """The name that words mean: as it is written, or by a title, a plural, or another case."""
        lower_case = words.lower().strip()
        one_name = re.sub(r"[\s-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", words.strip())).lower()
        for guess in (words, lower_case, one_name):
            if guess in self.definitions:
                return guess
        for guess in (lower_case, one_name.replace("_", " ")):
            if guess in self.titles:
                return self.titles[guess]
        single = re.sub(r"(?<=\w\w)s$", "", lower_case)
        return single if single in self.definitions else self.titles.get(single)

    def is_object(self, name: str) -> bool:
        return isinstance(self.definitions.get(name), s.Object)

    def find_kind(self, name: str) -> str:
        """The kind of an object."""
        definition = self.definitions.get(name)
        return definition.kind.text if isinstance(definition, s.Object) else ""

    def fields(self, kind: str) -> dict[str, s.Field]:
        """The fields of a kind, with those of the kinds above."""
        matches: dict[str, s.Field] = {}
        while kind in self.kinds:
            for member in self.kinds[kind].members:
                matches.setdefault(member.name.text, member)
            parent = self.kinds[kind].parent
            kind = parent.text if parent is not None else ""
        return matches

    @cached_property
    def player_fields(self) -> dict[str, s.Field]:
        """The fields of each player."""
        definitions = [x for file in self.files for x in file.definitions if isinstance(x, s.EachPlayer)]
        return {member.name.text: member for definition in definitions for member in definition.members}

    def is_below(self, kind: str, above: str) -> bool:
        while kind and kind != above:
            definition = self.kinds.get(kind)
            kind = definition.parent.text if definition is not None and definition.parent is not None else ""
        return kind == above

    def params(self, name: str) -> list[str]:
        return [param.name.text for param in getattr(self.definitions.get(name), "params", ())]

    def call(self, name: str) -> str:
        """A name with the names of what it is given."""
        if isinstance(self.definitions.get(name), s.Constant):
            return name
        return f"{name}({', '.join(self.params(name))})"

    @cached_property
    def events(self) -> list[str]:
        """The names of all that is done."""
        return [name for name, x in self.definitions.items() if isinstance(x, s.Action | s.Table | s.Sequence)]

    @property
    def phases(self) -> list[str]:
        return [member.text for member in self.turn.members] if self.turn is not None else []

    def count_loops(self, players: str) -> int:
        """The number of loops over a list of players."""
        return sum(len(re.findall(rf"\bfor each player in {players}\b", file.text)) for file in self.files)

    @cached_property
    def order(self) -> str:
        """The list of players that most loops go over."""
        lists = [name for name, x in self.definitions.items() if isinstance(x, s.ListState) and x.kind.text == PLAYER]
        return max(lists, key=self.count_loops, default="")

    @cached_property
    def points(self) -> str:
        """The resource that is the score."""
        score = self.definitions.get("score")
        formula = self.source(score.cases[0].value) if isinstance(score, s.Value) and len(score.cases) == 1 else ""
        return formula.removeprefix("player.") if re.fullmatch(r"player\.\w+", formula) else ""

    def count_mentions(self, row: str) -> int:
        """The number of loops and queries over a row or list."""
        return sum(len(re.findall(rf"\bin {row}\b", file.text)) for file in self.files)

    def source(self, node: s.Node) -> str:
        """The text of a node, on one line."""
        lines = self._lines.get(node.span.file)
        return excerpt(lines, node.span) if lines is not None else ""

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return {file.path: split_lines(file.text) for file in self.files}

    def new_name(self, *words: str) -> str:
        """A name that nothing has yet."""
        name = base = "_".join(filter(None, (re.sub(r"\W+", "_", word).strip("_").lower() for word in words))) or "new_rule"
        number = 2
        while name in self.definitions or name in keywords():
            name, number = f"{base}_{number}", number + 1
        return name

    def find_event(self, words: str) -> tuple[str, str, bool]:
        """The action that words tell of, `before` or `after`, and whether they name it at all."""
        word_stems = stems(words)
        text = " ".join(word_stems)
        is_early = any(word in word_stems for word in ("start", "begin", "beginn", "befor", "setup"))
        is_late = any(word in word_stems for word in ("end", "finish", "clos", "last", "aft"))
        if "gam" in word_stems or "setup" in word_stems:
            if (is_early or not is_late) and self.setup:
                return self.setup, "after", True
            if is_late and self.final:
                return self.final, "after", True
        best, most, score = "", 0.0, 0.0
        for name in self.events:
            title = getattr(self.definitions[name], "title", None)
            own, time = stems(name), stems(title.text) if title is not None else []
            score = sum(2.0 for word in own if word in word_stems) + sum(word in word_stems and word not in own for word in time)
            score -= 0.1 * sum(word not in word_stems for word in own)
            score += re.search(rf"\b{name}\b", words) is not None
            if score > most + 0.01:
                best, most = name, score
        if self.phases and re.search(r"\b(round|turn|day)\b", text) and most < 2.5:
            if is_early or not is_late:
                return self.phases[0], "before" if is_early else "after", True
            return self.phases[-1], "after", True
        if best and most >= 1:
            return best, "before" if "before" in words.lower().split() else "after", True
        default = self.phases[0] if self.phases else next(iter(self.events), "")
        return default, "after", False

    def changers(self, state: str) -> list[str]:
        """The actions that change a state."""
        matches = []
        for name in self.events:
            for node in nodes_of(self.definitions[name]):
                target = getattr(node, "target", None) if isinstance(node, s.Assign | s.Adjust | s.Add | s.Put) else None
                if isinstance(target, s.Reference | s.Member):
                    text = target.name if isinstance(target, s.Reference) else target.name.text
                    if text == state and name not in matches and name != self.setup:
                        matches.append(name)
        return matches

    def others(self, event: str) -> str:
        """A note that names other times, where the time was not said."""
        others = [phase for phase in self.phases if phase != event]
        return f"another time is written in its place, as `after {others[-1]}()`" if others else ""


def write_rule(names: Names, attachments: str, name: str) -> str:
    return f"rule {names.new_name(name)} {{ {attachments} }}"


def one_line(text: str) -> str:
    """Statements on one line, with commas between them."""
    parts = []
    for part in split_statements(text):
        pieces = cut(part)
        brace = next((i for i, piece in enumerate(pieces) if piece.type == "LBRACE"), None)
        if brace is not None and "\n" in part:
            end = closing(pieces, brace)
            inner = one_line(part[pieces[brace].end : pieces[end].start])
            rest = part[pieces[end].end :].strip()
            part = f"{part[: pieces[brace].start].strip()} {{ {inner} }}{f' {one_line(rest)}' if rest else ''}"
        parts.append(" ".join(part.split()))
    return ", ".join(parts)
