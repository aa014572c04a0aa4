"""Draft what an author may have meant by a definition that is no rule: in the frame that it needs, with names of the game.

A draft is only a proposal. `advice` reads and checks each one, and shows the first that holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, excerpt, split_lines
from caylus.parser.lalr import keywords, lex
from caylus.syntax.definitions import PLAYER
from caylus.syntax.walk import nodes_of

_OPEN, _CLOSED = frozenset({"LPAR", "LSQB", "LBRACE"}), frozenset({"RPAR", "RSQB", "RBRACE"})


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\S+", text))


_VERBS = _words(
    "gain lose pay set raise lower put add remove clear reverse shuffle sort for repeat stop if choose may do let say reveal"
)
_SUBJECT_VERBS = _words("gains loses pays chooses may begins")
_TIMES = _words("when whenever on after before at if every each once upon during while instead as always then next whoever in")
_CHANGES = _words("reaches reach becomes is gets hits exceeds passes enters arrives has comes equals falls drops")
_EMPTY = _words("of the a an in on at to and or by for with is it")
_FILLER = _words("= : to is now as equals becomes be are of the a an costs only at with")


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


def cut(text: str) -> list[Piece]:
    """The tokens of a text, line ends among them, but for comments."""
    starts, pieces = [0], []
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for token in lex(text):
        if token.type not in ("COMMENT", "MARGIN"):
            start = starts[token.line - 1] + token.column - 1
            pieces.append(Piece(token.type, token.text, start, start + len(token.text)))
    return pieces


def closing(pieces: Sequence[Piece], number: int) -> int:
    """The number of what closes the bracket with this number; that of the last token where nothing does."""
    depth = 0
    for i in range(number, len(pieces)):
        depth += (pieces[i].type in _OPEN) - (pieces[i].type in _CLOSED)
        if depth == 0:
            return i
    return len(pieces) - 1


def split_statements(text: str) -> list[str]:
    """The parts of a text that line ends and commas separate, outside of all brackets."""
    parts, start, depth = [], 0, 0
    for piece in cut(text):
        depth += (piece.type in _OPEN) - (piece.type in _CLOSED)
        if depth <= 0 and piece.type in ("_NL", "COMMA"):
            parts.append(text[start : piece.start])
            start = piece.end
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def stem(word: str) -> str:
    """A word without its ending, so that `placing`, `placed` and `place` are one."""
    word = word.lower()
    for ending in ("ings", "ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "s" else word


def stems(text: str) -> list[str]:
    words = re.findall(r"[A-Za-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
    return [stem(word) for word in words if word.lower() not in _EMPTY]


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
        self.turn = sequences[0] if sequences else None
        if self.game is not None:
            calls = [node.call for node in nodes_of(self.game) if isinstance(node, s.Do)]
            deeds = [call.function.name for call in calls if isinstance(call, s.Call) and isinstance(call.function, s.Reference)]
            once = [name for name in deeds if self.turn is None or name != self.turn.name.text]
            before = [
                name for name in once if not deeds or self.turn is None or self.turn.name.text not in deeds[: deeds.index(name)]
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

    def is_below(self, kind: str, above: str) -> bool:
        while kind and kind != above:
            definition = self.kinds.get(kind)
            kind = definition.parent.text if definition is not None and definition.parent is not None else ""
        return kind == above

    def params(self, name: str) -> list[str]:
        return [param.name.text for param in getattr(self.definitions.get(name), "params", ())]

    def call(self, name: str) -> str:
        """A name with the names of what it is given."""
        return f"{name}({', '.join(self.params(name))})"

    @property
    def events(self) -> list[str]:
        """The names of all that is done."""
        return [name for name, x in self.definitions.items() if isinstance(x, s.Action | s.Table | s.Sequence)]

    @property
    def phases(self) -> list[str]:
        return [member.text for member in self.turn.members] if self.turn is not None else []

    def source(self, node: s.Node) -> str:
        """The text of a node, on one line."""
        file = next((file for file in self.files if file.path == node.span.file), None)
        return excerpt(split_lines(file.text), node.span) if file is not None else ""

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


def is_statement(words: Sequence[str]) -> bool:
    """Return whether words begin as a statement does."""
    if not words:
        return False
    if words[0] == "each" or words[0] == "every":
        return len(words) > 2 and words[1] in (PLAYER, "players")
    return words[0] in _VERBS or any(word in _SUBJECT_VERBS for word in words[1:6])


def drafts(text: str, fault: Diagnostic, names: Names) -> Iterator[Draft]:
    """Texts that may be meant by a definition with this fault, the likeliest first. The fault's place is one of the text."""
    if any(re.search(r"(?::|\bthen|\bdo)\s*(?:--.*)?$", line) for line in text.split("\n")):
        yield from _with_braces(text)
    if text.startswith("|"):
        if fault.code != "E0412" or "changes:" not in text or '"' in text:
            return
        note = 'that writes the whole paragraph anew; in `changes:`, words are changed by `"some words" becomes "other words"`'
        yield Draft(text.replace("changes:", "of:", 1), note)
        return
    if fault.code.startswith("E01"):
        for draft_forms in (_set_up, _members, _frame, _rows):
            yield from draft_forms(text, names)
        for rewrite in (_choose, _write_cases, _keep_until):
            yield from rewrite(text, names)
    else:
        yield from _resolve(text, fault, names)
    if fault.code != "E0502" or names.find(text.split(None, 1)[0]) is None:
        yield from _edit(text, names)


def _with_braces(text: str) -> Iterator[Draft]:
    """A text whose blocks are told by colons and indentation, or by `then` and `end`."""
    lines = [line.rstrip() for line in text.split("\n")]
    result: list[str] = []
    open_: list[int] = []
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        is_closer = re.match(r"\s*(end|fi|done|endif)\b[;.]?$", line) is not None
        while line.strip() and open_ and (indent < open_[-1] or (indent == open_[-1])):
            result.append(" " * open_.pop() + "}")
        if is_closer:
            continue
        deeper = next((len(x) - len(x.lstrip()) for x in lines[number + 1 :] if x.strip()), 0) > indent
        if deeper and (match := re.match(r"(.*?)(?:\s*:|\s+then|\s+do)$", line)):
            result.append(f"{match[1]} {{")
            open_.append(indent)
        else:
            result.append(re.sub(r"[;.]$", "", line))
    result += [" " * indent + "}" for indent in reversed(open_)]
    new = "\n".join(result)
    if new != text:
        yield Draft(re.sub(r"^(\s*\w+)\s*:\s+", r"\1 ", new, flags=re.MULTILINE))
        yield Draft(new)


def _rule(names: Names, attachments: str, name: str, title: str = "") -> str:
    return f"rule {names.new_name(name)}{f' {title}' if title else ''} {{ {attachments} }}"


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


def _frame(text: str, names: Names) -> Iterator[Draft]:
    """Statements and attachments that stand at the margin, right in a rule, or in the edit of an action."""
    pieces = [piece for piece in cut(text) if piece.type != "_NL"]
    if not pieces:
        return
    words = [piece.text for piece in pieces]
    brace = next((i for i, piece in enumerate(pieces) if piece.type == "LBRACE"), None)
    body = text[pieces[brace].end : pieces[closing(pieces, brace)].start] if brace is not None else ""
    behind = text[pieces[closing(pieces, brace)].end :].strip() if brace is not None else ""
    head = text[: pieces[brace].start].strip() if brace is not None else text.split("\n")[0]
    first = words[0].lower()
    if first == "rule" and brace is not None:
        parts = split_statements(body)
        new, note = [], ""
        for part in parts:
            draft = next(_attachment(part, names), None)
            new.append(draft.text if draft else one_line(part))
            note = note or (draft.note if draft else "")
        if new != [one_line(part) for part in parts]:
            yield Draft(f"{head} {{ {', '.join(new)} }}", note)
        return
    if first in ("change", "modify", "extend", "replace", "override", "augment") and brace is not None:
        event = next((word for word in words[1:brace] if word in names.events), None)
        if event and is_statement([piece.text for piece in cut(body) if piece.type != "_NL"]):
            yield Draft(
                _rule(names, f"after {names.call(event)} {{ {one_line(body)} }}", f"{event}_too"),
                f"to do this in place of the old, write `replace {_word(names, event)} {{ {one_line(body)} }}`",
            )
        return
    if first in ("add", "insert", "append") and brace is not None:
        event = next((name for word in reversed(cut(behind)) if (name := names.find(word.text)) in names.events), None)
        if event is not None:
            when = "before" if "before" in behind.split() else "after"
            yield Draft(_rule(names, f"{when} {names.call(event)} {{ {one_line(body)} }}", f"{event}_too"))
        return
    if first in ("if", "when", "where", "for", "with", "unless") and "change" in words:
        condition = head.split(None, 1)[1] if len(head.split()) > 1 else ""
        edits = re.findall(r"change\s+(?:constant|value)\s+(\w+(?:\([^)]*\))?)\s*(?:=|to|becomes|is)\s*([^\n,}]+)", text)
        if edits and condition:
            parts = [f"{name} is {new.strip()} where {condition}" for name, new in edits]
            yield Draft(_rule(names, ", ".join(parts), re.match(r"\w+", edits[0][0])[0] + "_then"))  # type: ignore[index]
        return
    if first in keywords() - _VERBS - _TIMES - {"forbid", "never"} or first in names.kinds:
        return
    draft = next(_attachment(text, names), None)
    if draft is not None:
        title = names.find_event(text)[0]
        yield Draft(_rule(names, draft.text, f"{title}_too"), draft.note)
    elif re.match(r"(forbid|before|after|instead)\b|\w+\s*\([^()]*\)\s+is\b", text):
        name = words[0] if words[0] in names.definitions else words[1] if len(words) > 1 else ""
        yield Draft(_rule(names, one_line(text), f"{name}_rule"))


def _word(names: Names, event: str) -> str:
    definition = names.definitions[event]
    return f"phase {event}" if isinstance(definition, s.Action) and definition.is_phase else f"action {names.call(event)}"


def _attachment(part: str, names: Names) -> Iterator[Draft]:
    """The attachment that a part of a rule may be meant as: a time with what is done at it, or a statement at no time."""
    pieces = [piece for piece in cut(part) if piece.type != "_NL"]
    words = [piece.text.lower() for piece in pieces]
    if not words:
        return
    if words[0] in ("before", "after", "instead", "forbid") and re.match(r"\w+\s+(of\s+|each\s+of\s+)?\w+\s*\(", part):
        return
    if re.match(r"(before|after) each of\b|after \w+ gains\b", part):
        return
    brace = next((i for i, piece in enumerate(pieces) if piece.type == "LBRACE"), None)
    is_timed = words[0] in _TIMES and not is_statement(words[:3] if words[0] != "if" else ["-"])
    if is_timed:
        colon = next((i for i, piece in enumerate(pieces) if piece.type in ("COLON", "COMMA")), len(pieces))
        if brace is not None and brace < colon and not _VERBS.intersection(words[1:brace]):
            time, deeds = part[: pieces[brace].start], part[pieces[brace].end : pieces[closing(pieces, brace)].start]
        else:
            cut_at = next((i for i, piece in enumerate(pieces) if piece.type in ("COLON", "COMMA") or piece.text == "then"), None)
            if cut_at is None:
                cut_at = next(
                    (i for i in range(1, len(pieces)) if words[i] in _VERBS - {"if", "for"} or words[i - 1] == ")"), None
                )
                if cut_at is None:
                    return
                time, deeds = part[: pieces[cut_at].start], part[pieces[cut_at].start :]
            else:
                time, deeds = part[: pieces[cut_at].start], part[pieces[cut_at].end :]
        yield from _attach(time.strip().rstrip(":,"), deeds, names)
    elif is_statement(words):
        event, when, _ = names.find_event("")
        yield Draft(f"{when} {names.call(event)} {{ {one_line(part)} }}", names.others(event))


def _attach(time: str, deeds: str, names: Names) -> Iterator[Draft]:
    """Attachments for deeds at a time in words, which may hold a condition."""
    deeds = one_line(deeds)
    words = time.split()
    condition = ""
    match = re.search(r"\b(?:when|if|where|while|and|with)\b\s+(.*)$", time[len(words[0]) :])
    if match is not None and words[0].lower() not in ("if",):
        time, condition = time[: len(words[0]) + match.start()], match[1]
    for number, word in enumerate(words[1:], 1):
        if word.lower() in _CHANGES and number >= 1:
            subject = re.sub(r"^(the)\s+", "", " ".join(words[1:number]))
            rest = re.sub(r"^(to|at|of|the)\s+", "", " ".join(words[number + 1 :]))
            base = subject.split(".")[-1]
            actions = names.changers(base)
            if actions:
                event = actions[0]
                sign = "is" if not rest[:1].isdigit() else ">="
                for event in actions[:3]:
                    yield Draft(f"after {names.call(event)} where {subject} {sign} {rest} {{ {deeds} }}")
                yield Draft(f"after {names.call(actions[0])} where {subject}.number >= {rest} {{ {deeds} }}")
            break
    event, when, is_said = names.find_event(time)
    head = f"{when if words[0].lower() != 'instead' else 'instead of'} {names.call(event)}"
    if words[0].lower() == "if":
        condition = time.split(None, 1)[1]
    note = "" if is_said else names.others(event)
    yield Draft(f"{head}{f' where {condition}' if condition else ''} {{ {deeds} }}", note)


def _set_up(text: str, names: Names) -> Iterator[Draft]:
    """A resource or a list with a value at the start, which an action of the setup gives."""
    event = names.setup
    after = f"after {names.call(event)}" if event else ""
    if not event:
        return
    if match := re.match(r'resource\s+(\w+)(\s+"[^"]*")?\s*(?:=|:|starts?|starting|initial(?:ly)?)\s*(?:at|with)?\s*(\d+)', text):
        name, title, number = match[1], match[2] or "", match[3]
        rule = _rule(names, f"{after} {{ for each player in players {{ gain {number} {name} }} }}", f"first_{name}")
        yield Draft(f"resource {name}{title}\n{rule}{text[match.end() :]}")
    if match := re.match(r'(list\s+(\w+)(?:\s+"[^"]*")?\s+of\s+(\w+)[^=\n]*?)\s*=\s*(.+)', text):
        head, name, kind, members = match[1], match[2], match[3], match[4].strip()
        if inner := re.fullmatch(r"[\[({](.*)[\])}]", members):
            deeds = ", ".join(f"add {member.strip()} to {name}" for member in inner[1].split(",") if member.strip())
        else:
            deeds = f"for each {kind} in {members} {{ add {kind} to {name} }}"
        yield Draft(f"{head}\n{_rule(names, f'{after} {{ {deeds} }}', f'fill_{name}')}{text[match.end() :]}")


_ASKED = re.compile(
    r'(?:let\s+)?(\w+)\s*=\s*(?:ask|input|prompt|choose|query)\b\s*\(?\s*([\w.\[\]]+?)?\s*,?\s*("[^"]*")?\s*\)?'
    r"(?:\s*(?:from|in|between)\s+(.+?)\s+(?:to|and)\s+([^\n,}]+))?(?=[\n,}]|$)"
)


def _choose(text: str, _: Names) -> Iterator[Draft]:
    """A number that is asked for by a formula, as a choice whose option does what follows."""
    for match in _ASKED.finditer(text):
        name, who, prompt, low, high = match.groups()
        pieces = cut(text)
        depth, end = 0, len(text)
        for piece in pieces:
            if piece.start >= match.end():
                depth += (piece.type in _OPEN) - (piece.type in _CLOSED)
                if depth < 0:
                    end = piece.start
                    break
        rest = one_line(text[match.end() : end].strip().lstrip(","))
        asks = "choose" if who in (None, PLAYER) else f"{who} chooses"
        if not rest:
            continue
        option = f'option {name}({name} in {low or 0} to {high or 3}) "{{{name}}}" {{ {rest} }}'
        yield Draft(f"{text[: match.start()]}{asks}{f' {prompt}' if prompt else ''} {{ {option} }} {text[end:]}")


def _rows(text: str, names: Names) -> Iterator[Draft]:
    """A scale or a row of a table of which one number or one cell is changed: the whole of it, as it is written anew."""
    if match := re.match(
        r"(?:change\s+)?(?:scale\s+|set\s+)?(\w+)\s*[\[.(]\s*(\d+)\s*[\])]?\s*(?:=|to|is|becomes|:)+\s*(-?\d+)\s*$", text
    ):
        scale = names.definitions.get(match[1])
        if isinstance(scale, s.Scale):
            values = [names.source(value) for value in scale.values]
            for place in (int(match[2]) - scale.start,):
                if 0 <= place < len(values):
                    values[place] = match[3]
                    yield Draft(f"change scale {match[1]} = [{', '.join(values)}]")
    rows = {row.name.text: (name, row) for name, x in names.definitions.items() if isinstance(x, s.Table) for row in x.rows}
    for row_name, (table, row) in rows.items():
        cells = [", ".join(names.source(one) for one in cell.statements) for cell in row.cells]
        if match := re.search(rf"\b{row_name}\b\s*[\[.(,]?\s*(\d+)\s*[\])]?\s*(?:=|to|is|becomes|:|\|)+\s*([^\n}}]+)", text):
            place = int(match[1]) - 1
            if 0 <= place < len(cells):
                cells[place] = match[2].strip().rstrip("}").strip()
                yield Draft(f"change table {table} {{\n  {row_name} | {' | '.join(cells)}\n}}")
        elif match := re.search(rf"\b{row_name}\s*\|([^\n}}]*)", text):
            new = [cell.strip() for cell in match[1].split("|")]
            if len(new) == len(cells) and not all(new):
                cells = [one or other for one, other in zip(new, cells, strict=True)]
                yield Draft(f"change table {table} {{\n  {row_name} | {' | '.join(cells)}\n}}")


def _edit(text: str, names: Names) -> Iterator[Draft]:
    """Edits of the objects and constants that a text names, to the values that it names behind them."""
    pieces = [piece for piece in cut(text) if piece.type not in ("_NL", "RBRACE")]
    head = [piece.text for piece in pieces[:3]]
    if head and head[0] in keywords() - {"change", "replace", "set", "add", "for", "each", "row", "list", "state"}:
        return
    if (
        names.game is not None
        and re.search(r"players", text, re.IGNORECASE)
        and re.search(r"game|min|max|players\s*[:=]?\s*\d", text, re.IGNORECASE)
    ):
        numbers = [int(piece.text) for piece in pieces if piece.type == "NUMBER"]
        if len(numbers) == 1:
            is_most = re.search(r"max|most|up to|until", text, re.IGNORECASE) is not None
            numbers = [names.game.fewest, numbers[0]] if is_most else [numbers[0], names.game.most]
        if len(numbers) == 2 and numbers[0] <= numbers[1] <= 20:
            yield Draft(f"change game for {numbers[0]} to {numbers[1]} players")
    texts = [piece.text.strip("\"'“”") for piece in pieces]
    objects: list[str] = []
    constants: dict[str, int] = {}
    for size in (4, 3, 2, 1):
        for number in range(len(texts) - size + 1):
            words = " ".join(texts[number : number + size])
            name = names.find(words)
            if name is not None and names.is_object(name) and name not in objects:
                objects.append(name)
            if name is not None and isinstance(names.definitions[name], s.Constant) and name not in constants:
                constants[name] = number + size
    for name, behind in constants.items():
        new_settings = next((piece.text for piece in pieces[behind : behind + 4] if piece.type == "NUMBER"), None)
        if new_settings is not None:
            yield Draft(f"change constant {name} = {new_settings}")
    yield from _edit_each(text, pieces, names)
    for name in objects:
        kind = names.find_kind(name)
        settings = [f"{member} {value}" for member, value in _settings(pieces, names, kind).items()]
        if settings:
            yield Draft(f"change {kind} {name} {{ {', '.join(settings)} }}")


def _amount(pieces: Sequence[Piece], names: Names) -> str:
    """The amount or number that stands at the beginning of some tokens."""
    parts: list[str] = []
    number = 0
    while number < len(pieces) and pieces[number].text.lower() in _FILLER:
        number += 1
    while number < len(pieces):
        piece = pieces[number]
        following = pieces[number + 1] if number + 1 < len(pieces) else None
        if (
            piece.type == "NUMBER"
            and following is not None
            and (name := names.find(following.text))
            and not names.is_object(name)
        ):
            parts.append(f"{piece.text} {name}")
            number += 2
        elif piece.type == "NUMBER" and not parts:
            return piece.text
        else:
            break
        if number < len(pieces) and pieces[number].text in ("and", "+", "&", ","):
            number += 1
    return " + ".join(parts)


def _edit_each(text: str, pieces: Sequence[Piece], names: Names) -> Iterator[Draft]:
    """An edit of all objects of a kind that have some value: one line for each of them."""
    kinds = [kind for piece in pieces if (kind := names.find(piece.text)) in names.kinds]
    match = re.search(r"\b(?:where|with|whose|that (?:cost|are)|if|when)\b(.*)", text, re.IGNORECASE | re.DOTALL)
    if not kinds or kinds[0] is None or match is None:
        return
    old_settings, new_settings = _settings(cut(match[1]), names, kinds[0]), _settings(cut(text[: match.start()]), names, kinds[0])
    matches = [x for x in names.definitions.values() if isinstance(x, s.Object) and names.is_below(x.kind.text, kinds[0])]
    lines = []
    for thing in matches:
        own = {setting.name.text: names.source(setting.values[0]) for setting in thing.settings}
        if old_settings and new_settings and all(own.get(name) == value for name, value in old_settings.items()):
            settings = ", ".join(f"{name} {value}" for name, value in new_settings.items())
            lines.append(f"change {thing.kind.text} {thing.name.text} {{ {settings} }}")
    if lines:
        yield Draft("\n".join(lines), "things are changed one by one")


def _settings(pieces: Sequence[Piece], names: Names, kind: str) -> dict[str, str]:
    """The properties of a kind that words name, with the values behind them."""
    settings = {}
    for member, what in names.fields(kind).items():
        for number, piece in enumerate(pieces):
            if isinstance(what, s.Property) and stem(piece.text) == stem(member) and member not in settings:
                value = _amount(pieces[number + 1 :], names)
                if value:
                    settings[member] = value
    return settings


_OPTION = re.compile(
    r'(?:add|new|insert|change\s+\w+\s+\w+\s*\{)?\s*(?:an?\s+)?option\s+(\w+)(\([^{]*?\))?\s*("[^"]*")?\s*'
    r"(?:to|in|into|on|for|of)\s+(?:action\s+|phase\s+)?(\w+)\s*(\{.*)",
    re.DOTALL,
)


def _members(text: str, names: Names) -> Iterator[Draft]:
    """A member of a sequence, a group or an action, put in or left out by words that are not those of the language."""
    if match := _OPTION.match(text):
        option, choices, title, action, body = match.groups()
        words = title or f'"{option.replace("_", " ")}"'
        yield Draft(f"change action {action} {{ add option {option}{choices or ''} {words} {body} }}")
    if match := re.match(r"add\s+(\w+)\s+to\s+(\w+)\s*$", text):
        home = names.definitions.get(match[2])
        if isinstance(home, s.Group | s.Sequence):
            last = home.members[-1].text
            yield Draft(f"add {match[1]} to {match[2]} after {last}", "the place is said, too, as `before` or `after` another")
    match = re.match(
        r"(?:change|replace|set|modify)?\s*(?:sequence\s+|group\s+)?(\w+)\s*(?:=|to|:|is|becomes)+\s*\[?([\w\s,]+?)\]?\s*$", text
    )
    if match and isinstance(home := names.definitions.get(match[1]), s.Sequence):
        new, old = [word.strip() for word in match[2].split(",")], [member.text for member in home.members]
        more, less = [word for word in new if word not in old], [word for word in old if word not in new]
        edits = [f"remove {word} from {match[1]}" for word in less]
        if [word for word in new if word in old] == [word for word in old if word in new]:
            for word in more:
                place = new.index(word)
                where = f"after {new[place - 1]}" if place else f"before {new[1]}"
                edits.append(f"add {word} to {match[1]} {where}")
            yield Draft("\n".join(edits))
        yield Draft(f"replace sequence {match[1]} = {', '.join(new)}")
    match = re.search(
        r"^[ \t]*(?:next|goto|go\s*to|transitions?|then|nextPhase|next_phase)\b\W*(?:(?:next|to)\W+)?(\w+)[^\n]*$",
        text,
        re.MULTILINE,
    )
    head = re.match(r"phase\s+(\w+)", text)
    if match and head and names.turn is not None and match[1] in names.phases:
        rest = text[: match.start()].rstrip() + text[match.end() :]
        yield Draft(f"{rest}\nadd {head[1]} to {names.turn.name.text} before {match[1]}")


def _write_cases(text: str, _: Names) -> Iterator[Draft]:
    """A value that is written as statements with `let`, `if` and `return`, as the cases that it has."""
    match = re.match(r"((?:replace\s+)?value\s+\w+\s*\([^{]*?)\{(.*)\}\s*$", text, re.DOTALL)
    if match is None:
        match = re.match(r"(?:def|function|func|fn)\s+(\w+\s*\([^{]*?)\{(.*)\}\s*$", text, re.DOTALL)
    if match is None or "return" not in match[2]:
        return
    head = match[1] if match[1].lstrip().startswith(("value", "replace")) else f"value {match[1]}"
    new_settings: list[tuple[str, str]] = []

    def substitute(formula: str) -> str:
        for name, value in new_settings:
            formula = re.sub(rf"\b{name}\b", value if re.fullmatch(r"[\w.]+", value) else f"({value})", formula)
        return formula

    cases = []
    for part in split_statements(re.sub(r"\}\s*else\b", "}\n else ", match[2])):
        part = re.sub(r";$", "", part)
        if let := re.match(r"(?:let|var|const|int)?\s*(\w+)\s*=\s*(.*)$", part, re.DOTALL):
            new_settings.insert(0, (let[1], substitute(let[2].strip())))
        elif case := re.match(r"(?:else\s+)?(?:if|elif)\s+(.*?)\s*\{\s*return\s+(.*?)\s*;?\s*\}$", part, re.DOTALL):
            cases.append(f"{substitute(case[2])} if {substitute(case[1])}")
        elif last := re.match(r"(?:else\s*)?\{?\s*return\s+(.*?)\s*\}?$", part, re.DOTALL):
            cases.append(f"{substitute(last[1])} otherwise")
            break
    if cases and cases[-1].endswith("otherwise"):
        new = f"= {cases[0].removesuffix(' otherwise')}" if len(cases) == 1 else f"{{ {', '.join(cases)} }}"
        yield Draft(f"{head.strip()} {new}")


def _keep_until(text: str, names: Names) -> Iterator[Draft]:
    """A number of the player that keeps what is gained next turn, and a rule that gives it then."""
    match = re.search(
        r"(?:at\s+(?:the\s+)?(?:start|beginning)\s+of\s+)?(?:the\s+)?next\s+(?:turn|round|income)\s*[:,]?\s*(gain|lose)\s+(\d+)\s+(\w+)",
        text,
    )
    match = match or re.search(
        r"(gain|lose)\s+(\d+)\s+(\w+)\s+(?:at\s+(?:the\s+)?(?:start\s+of\s+)?)?(?:in\s+)?(?:the\s+)?next\s+(?:turn|round|income)",
        text,
    )
    if match is None or not names.phases:
        return
    verb, number, name = match.groups()
    state = names.new_name("next", name)
    loop = f"for each player in players {{ {verb} player.{state} {name}, set player.{state} to 0 }}"
    new = f"{text[: match.start()]}raise player.{state} by {number}{text[match.end() :]}"
    rule = _rule(names, f"after {names.phases[0]}() {{ {loop} }}", f"{state}_comes")
    yield Draft(f'each player has {{ {state} "{state.replace("_", " ")}" number }}\n{new}\n{rule}')


def _resolve(text: str, fault: Diagnostic, names: Names) -> Iterator[Draft]:
    """Drafts of a text that can be read, but does not make sense in the game."""
    span = fault.span
    if span is None:
        return
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    start = starts[min(span.line, len(lines)) - 1] + span.column - 1
    end = min(starts[min(span.end_line, len(lines)) - 1] + span.end_column - 1, len(text))
    word = text[start:end]
    pieces = cut(text)
    if fault.code in ("E0204", "E0205", "E0206") and re.fullmatch(r"\w+", word):
        others = [name for name in (names.find(word), names.find(word.replace("_", " "))) if name and name != word]
        others += [x for x in names.definitions if stem(word) in stems(x) and x != word][:4]
        others += [name for title, name in names.titles.items() if stem(word) in stems(title) and name != word][:4]
        if fault.code == "E0204":
            bound = dict.fromkeys(piece.text for piece in pieces if piece.type == "NAME")
            holders = [
                x
                for x in (*bound, *names.kinds, "this", PLAYER)
                if word in names.fields(x) or (x == PLAYER and word in _player_fields(names))
            ]
            others = [*(f"{holder}.{word}" for holder in holders), *others]
        for other in dict.fromkeys(others):
            yield Draft(text[:start] + other + text[end:])
    if match := re.search(
        r"^(\w+)\s+(\w+)([^{\n]*)\{(.*?),?\s*\b(?:copies|count|amount|number|quantity)\s+(\d+)\b,?", text, re.DOTALL
    ):
        yield Draft(f"{match[5]} {match[1]} {match[2]}{match[3]}{{{match[4]}{text[match.end() :]}")
    if fault.code == "E0321" and (match := re.match(r"(\d+)\s+([^{]*)\{", text)):
        yield Draft(f"{match[2]}{{ copies {match[1]}, {text[match.end() :].lstrip()}")
    if fault.code == "E0404":
        new = re.sub(
            r"\bpay\s+([^,{}\n]+?)\s*[,\n]\s*((?:gain|lose|raise|set|do)\s+[^,{}\n]+?)\s*(?=[}\n])", r"may pay \1 to \2 ", text
        )
        yield Draft(new)
    if fault.code == "E0401":
        yield from _copy_formula(text, names)
    if fault.code == "E0508" and names.final:
        match = re.search(
            r"(?:score\s*\(player\)\s+is\s+more\s+by|score\s*\(player\)\s*=\s*player\.(\w+)\s*\+)\s*([^\n}]+)", text
        )
        score = names.definitions.get("score")
        resource = re.match(r"player\.(\w+)", names.source(score.cases[0].value)) if isinstance(score, s.Value) else None
        if match and resource:
            head = re.match(r'rule\s+\w+(?:\s+"[^"]*")?', text)
            loop = f"for each player in players {{ gain ({match[2].strip()}) {resource[1]} }}"
            deeds = f"after {names.call(names.final)} {{ {loop} }}"
            yield Draft(f"{head[0]} {{ {deeds} }}" if head else _rule(names, deeds, "score_too"))
    if fault.code == "E0206" and (match := re.search(r"forbid\s+(\w+)\s*\([^)]*\)(.*)", text)):
        for option, (action, choices) in names.options.items():
            new_settings = f"({', '.join(choices)})" if choices else ""
            if match[1] in (option, action) or f"do {match[1]}(" in names.source(names.definitions[action]):
                yield Draft(f"{text[: match.start()]}forbid {option}{new_settings} in {action}{match[2]}{text[match.end() :]}")
        condition = re.match(r'\s*where\s+(.*?)\s*("[^"]*")\s*$', match[2])
        if condition:
            deeds = f"instead of {names.call(match[1])} where {condition[1]} {{ say {condition[2]} }}"
            yield Draft(f"{text[: match.start()]}{deeds}{text[match.end() :]}")
    if fault.code in ("E0407", "E0204") and "chooses" not in text:
        at = span.line - 1
        part = lines[at].strip().rstrip(",")
        if match := re.search(r"\{\s*((?:gain|lose|raise|set|may)\b[^{}]*?)\s*\}", lines[at]):
            new = f"{{ for each player in players {{ {match[1]} }} }}"
            yield Draft("\n".join([*lines[:at], lines[at].replace(match[0], new), *lines[at + 1 :]]))
        if "{" not in part and "}" not in part:
            new = f"for each player in players {{ {part} }}"
            yield Draft("\n".join([*lines[:at], new, *lines[at + 1 :]]))


def _player_fields(names: Names) -> set[str]:
    return {
        member.name.text
        for file in names.files
        for definition in file.definitions
        if isinstance(definition, s.EachPlayer)
        for member in definition.members
    }


def _copy_formula(text: str, names: Names) -> Iterator[Draft]:
    """A value that a rule makes of its own result: of a copy of its formula under another name."""
    for match in re.finditer(r"(\w+)\s*\(([^()]*)\)\s+is\s+(?!more|less|never)([^\n}]+)", text):
        value = names.definitions.get(match[1])
        if not isinstance(value, s.Value) or not re.search(rf"\b{match[1]}\s*\(", match[3]):
            continue
        name = names.new_name(match[1], "before")
        formula = re.sub(rf"\b{match[1]}(?=\s*\()", name, match[3])
        cases = [
            f"{names.source(case.value)} {f'if {names.source(case.condition)}' if case.condition else 'otherwise'}"
            for case in value.cases
        ]
        body = f"{{ {', '.join(cases)} }}" if len(cases) > 1 else f"= {names.source(value.cases[0].value)}"
        params = ", ".join(names.source(param) for param in value.params)
        new = f"{text[: match.start(3)]}{formula}{text[match.end(3) :]}"
        yield Draft(f"value {name}({params}) {body}\n{new}", f"`{name}` is the formula as it was")
