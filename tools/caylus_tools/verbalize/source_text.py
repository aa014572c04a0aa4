"""The rules' own text, and the rules as they were written: taken apart where the model has put them together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard

from caylus import model as m, syntax as s
from caylus.diagnostics import Span, as_words, split_lines
from caylus.model.walk import parts, statements
from caylus.parser.lexer import Scanned, scan
from caylus.records import Record

from caylus_tools.common.english import capitalize

from .names import make_reference, ref
from .prose import Ref, find_group

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.layers.parts import Step


_RULER = re.compile(r"-{4,}$")
_EDITS = ("change", "replace", "remove")


class Word(Record):
    """A piece of a line: `sort` is keyword, name, number, text, comment, or empty for the space and signs between them."""

    sort: str
    text: str


class Excerpt(Record):
    """Lines of a file, the first of them numbered `first`."""

    file: str
    first: int
    lines: tuple[tuple[Word, ...], ...]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.first}"

    @property
    def text(self) -> str:
        return "\n".join("".join(word.text for word in words) for words in self.lines)


class Chapter(Record):
    """The text under a heading of the author's, or at the head of a file."""

    file: str
    line: int
    title: str
    note: str


class SourceText:
    """The texts of one ruleset, all its layers."""

    def __init__(self, rules: Ruleset) -> None:
        self._history = rules.history
        self._lines = {path: split_lines(text) for path, text in rules.sources.items()}
        self._scanned: dict[str, Scanned] = {}
        self._words: dict[str, dict[int, list[tuple[int, Word]]]] = {}
        self._sources = rules.sources

    # ---- definitions

    def whole(self, name: str) -> Span | None:
        """The place where a definition is written out: where it was added, or last replaced."""
        steps = [step for step in self._history.get(name, ()) if step.verb in ("add", "replace")]
        return steps[-1].span if steps else None

    def first(self, name: str) -> Span:
        """The place where a definition was first written."""
        return self._history[name][0].span

    def latest(self, name: str) -> Span:
        """The place where a definition without parts was last written."""
        return self._history[name][-1].span

    def is_there(self, name: str) -> bool:
        """Return whether a definition has not been removed."""
        return self._history[name][-1].verb != "remove"

    def word(self, name: str) -> str:
        """The word of the language that a definition begins with; for an object, its kind."""
        span = self.whole(name) or self.first(name)
        words = self.line_words(span)
        return words[1] if words[0] in _EDITS else words[0]

    def line_words(self, span: Span) -> list[str]:
        """The words from the beginning of a place to the end of its line."""
        return self._lines[span.file][span.line - 1][span.column - 1 :].split()

    def excerpts(self, name: str) -> tuple[Excerpt, ...]:
        """The text of a definition, and that of every change made to its parts since."""
        whole = self.whole(name)
        if whole is None:
            return ()
        later = [step for part in self.parts(name) for step in self._history[part] if part != name]
        later += [step for step in self._history[name] if step.verb in ("change", "insert")]
        spans = (step.span for step in sorted(later, key=lambda step: (step.span.file, step.span.line)))
        changes = dict.fromkeys(self.excerpt(span) for span in spans if not span.is_inside(whole))  # two of one line: once
        return (self.excerpt(whole), *changes)

    def parts(self, name: str) -> list[str]:
        """The definition and those of its parts that a layer has touched."""
        return [part for part in self._history if part == name or part.startswith(f"{name}.")]

    def steps(self, name: str) -> list[Step]:
        return [step for part in self.parts(name) for step in self._history[part]]

    def has_author_text(self, span: Span, name: str) -> bool:
        """Return whether a text belongs to what layers have written of a definition."""
        return any(span.is_inside(step.span) for step in self.steps(name))

    def excerpt(self, span: Span) -> Excerpt:
        words = self._words_by_line(span.file)
        lines = range(span.line, span.end_line + 1)
        return Excerpt(span.file, span.line, tuple(self._line(span.file, number, words) for number in lines))

    # ---- comments

    def note(self, span: Span) -> str:
        """The comment that stands right above a definition."""
        lines = self._lines[span.file]
        comments: list[str] = []
        for number in range(span.line - 2, -1, -1):
            text = lines[number].strip()
            if not text.startswith("--") or _RULER.match(text):
                break
            comments.insert(0, text.strip("- "))
        return " ".join(comments)

    def remark(self, span: Span) -> str:
        """The comment that ends the line of something."""
        comments = self._scan(span.file).comments
        texts = [c.text for c in comments if c.span.line == span.line and c.span.column > span.column]
        return texts[0].strip("- ") if texts else ""

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The headings of all files in their order; what stands before the first stands under the file itself.

        A heading is a comment below a line of dashes, or one line between empty ones that is no sentence.
        """
        all_chapters = []
        for file, lines in self._lines.items():
            opening = _comments(lines, 0)
            title = as_words(file.rsplit("/", 1)[-1].removesuffix(".rules"))
            all_chapters.append(Chapter(file, 1, capitalize(title), " ".join(opening)))
            for number, text in enumerate(lines, 1):
                if _RULER.match(text) and (heading := _comments(lines, number)):
                    all_chapters.append(Chapter(file, number, heading[0], " ".join(heading[1:])))
                elif number > 1 and _stands_alone(lines, number - 1):
                    all_chapters.append(Chapter(file, number, text.strip("- "), ""))
        return tuple(all_chapters)

    def chapter(self, span: Span) -> Chapter:
        """The heading that a definition stands under."""
        return [c for c in self.chapters if c.file == span.file and c.line <= span.line][-1]

    # ---- words

    def _scan(self, file: str) -> Scanned:
        if file not in self._scanned:
            self._scanned[file] = scan(self._sources[file], file)
        return self._scanned[file]

    def _words_by_line(self, file: str) -> dict[int, list[tuple[int, Word]]]:
        """The words of each line with the columns they begin at."""
        if file not in self._words:
            scan = self._scan(file)
            words: dict[int, list[tuple[int, Word]]] = {}
            for token in scan.tokens:
                words.setdefault(token.line, []).append((token.column, Word(_sort(token.type, token.text), token.text)))
            for comment in scan.comments:
                words.setdefault(comment.span.line, []).append((comment.span.column, Word("comment", comment.text)))
            self._words[file] = words
        return self._words[file]

    def _line(self, file: str, number: int, words: dict[int, list[tuple[int, Word]]]) -> tuple[Word, ...]:
        text = self._lines[file][number - 1]
        line_words: list[Word] = []
        end = 0
        for column, word in sorted(words.get(number, ()), key=lambda placed: placed[0]):
            if word.sort:
                line_words += [Word("", text[end : column - 1]), word]
                end = column - 1 + len(word.text)
        return tuple(word for word in (*line_words, Word("", text[end:])) if word.text)


def _sort(terminal: str, text: str) -> str:
    sort = {"NAME": "name", "NUMBER": "number", "STRING": "text"}.get(terminal)
    return sort or ("keyword" if text.isalpha() else "")


def _comments(lines: list[str], start: int) -> list[str]:
    """The lines of the comment that begins at a line, counted from 0."""
    comments = []
    for text in lines[start:]:
        if not text.startswith("--") or _RULER.match(text):
            break
        comments.append(text.strip("- "))
    return comments


def _stands_alone(lines: list[str], index: int) -> bool:
    """Return whether a line is a comment with nothing around it, and no sentence."""
    text, around = lines[index], (*lines[index - 1 : index], *lines[index + 1 : index + 2])
    is_comment = text.startswith("--") and not _RULER.match(text)
    return is_comment and not text.rstrip().endswith((".", "!", "?")) and not any(line.strip() for line in around)


def cases_by_span(rules: Ruleset) -> dict[s.Span, tuple[s.Case, ...]]:
    """The cases of each value as they are written, by the place that its points have."""
    cases_by_name = {d.name.text: d.cases for file in rules.files for d in file.definitions if isinstance(d, s.Value)}
    return {value.site.span: cases_by_name[name] for name, value in rules.model.values.items()}


class Attachment(Record):
    """The attachment of `site.rule` to `target`: `word` is before, after, instead, forbid, gains or a modifier's change.

    A modifier has a `value`, a ban a `reason`, anything else the `body` it attaches. `given` is what that calls what was
    gained, if it speaks of it; `option` is that of the target which a ban is about.
    """

    target: Ref
    site: m.Site
    word: str
    where: m.Expr | None
    value: m.Expr | None = None
    reason: m.Words = ()
    body: m.Body = ()
    given: m.Variable | None = None
    option: m.Option | None = None


def attachments(model: m.Model, source: SourceText) -> tuple[Attachment, ...]:
    """Every attachment of a ruleset, in the order in which it applies to its target."""
    return (
        *(attachment for value in model.values.values() for attachment in _value_attachments(value)),
        *(attachment for condition in model.conditions.values() for attachment in _condition_attachments(condition)),
        *(attachment for action in model.actions.values() for attachment in _action_attachments(action, source)),
        *(ban for action in model.actions.values() for ban in _option_bans(make_reference(action), action)),
        *(
            ban
            for action in dict.fromkeys(action for kind in model.kinds.values() for action in kind.actions.values())
            for thing, body in zip(action.kind.root.objects, action.bodies, strict=True)
            if body is not None
            for ban in _option_bans(Ref(thing.name, thing.title), body)
        ),
        *(_trigger_attachment(trigger, model) for trigger in model.triggers),
    )


def own_body(action: m.Action) -> m.Body:
    """The body of an action by itself; nothing, where a rule takes its place whatever happens."""
    return tuple(x for x in _layers(action, action.body) if x.site.rule == action.name)


def own_requirements(condition: m.Condition) -> list[m.Require]:
    return [require for require in condition.requires if require.site.rule == condition.name]


def rows(table: m.Action) -> Iterator[tuple[m.Object, list[m.Body]]]:
    """The objects that a table has a row for, and what stands in their cells."""
    for row_key, columns in _cases(own_body(table)):
        assert row_key.type.kind is not None
        yield row_key.type.kind.root.objects[row_key.value], [cell for _, cell in _cases(columns)]


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
        if source.line_words(site.span)[0] == "forbid":
            continue
        where, body = _attachment_parts(action, site)
        yield Attachment(make_reference(action), site, source.line_words(site.span)[0], where, body=body)


def _option_bans(target: Ref, action: m.Action) -> Iterator[Attachment]:
    """The bans of an action's options: `forbid … where` is a requirement of the opposite in the model."""
    options = (option for x in statements(action.body) if isinstance(x, m.Choose) for option in x.options)
    bans = {part.site: (part, option) for option in options for part in option.head if is_ban(part, option)}
    for require, option in bans.values():
        assert isinstance(require.condition, m.Not)
        yield Attachment(target, require.site, "forbid", require.condition.operand, reason=require.reason, option=option)


def is_ban(part: m.Require | m.Transfer, option: m.Option) -> TypeGuard[m.Require]:
    """Return whether a rule somewhere else requires this of an option."""
    return isinstance(part, m.Require) and not part.site.span.is_inside(option.site.span)


def _trigger_attachment(trigger: m.Trigger, model: m.Model) -> Attachment:
    first, action = trigger.resources[0], trigger.action
    group = find_group(trigger.resources, model) if len(trigger.resources) > 1 else None
    target = Ref(group.name, group.title) if group is not None else Ref(first.name, first.title)
    parameter = action.params[1] if m.Local(action.params[1]) in parts(action.body) else None
    match action.body:
        case (m.If(condition=where, then=then, site=condition_site),) if condition_site == action.site:
            return Attachment(target, action.site, "gains", where, body=then, given=parameter)
    return Attachment(target, action.site, "gains", None, body=action.body, given=parameter)


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
        case (m.If() as conditional,) if acting_player(conditional) is not None:
            before = where.operands if isinstance(where, m.Logic) and where.op == "and" else (where,) if where is not None else ()
            return (m.Logic("and", (*before, conditional.condition)) if before else conditional.condition), conditional.then
    return where, body


def acting_player(conditional: m.If) -> tuple[m.Variable, m.Expr, m.Body] | None:
    """Who or what is there, under which name, and what is done with it; None where it asks for something else."""
    match conditional:
        case m.If(condition=m.Compare(op="!=", left=left), then=(m.Let(variable=variable, value=value), *rest), otherwise=()) if (
            left == value
        ):
            return variable, value, tuple(rest)
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
