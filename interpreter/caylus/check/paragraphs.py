"""Check paragraphs: what they insert, tell and show; and put those of several layers about one rule together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby

from caylus import model as m, syntax as s
from caylus.check.expressions import expression, inline_value
from caylus.check.scope import Scope
from caylus.check.symbols import UNCLEAR, is_unknown
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.english import WRITTEN_NUMBER
from caylus.limits import MOST_PLACES
from caylus.model.walk import every_statement, parts, rewrite
from caylus.syntax.walk import walk

from .symbols import Symbols

_KNOWN = (m.Const, m.ConstPayment, m.ConstScale, m.Quantity, m.CombinePayments, m.Arithmetic, m.AllOf, m.RowMembers)
"""What an insertion can be made of: nothing that depends on the game."""
_DRAWN = "a kind, an object, a table, a scale, a row or a value"


Lessons = dict[str, tuple[m.TextBlock, ...]]


def check_paragraphs(symbols: Symbols, model: m.Model) -> tuple[tuple[dict[str, m.Paragraph], Lessons], tuple[Diagnostic, ...]]:
    """The paragraphs and the lessons by their subjects.

    A whole paragraph takes the place of the one below, but for what layers add that its author knows nothing of. What is told and
    shown below holds on where it says nothing of that. It takes the place of a lesson, too: what that says may be so no more.
    What is added to a rule without a paragraph, or changed in it, stands in the one that tells it.
    """
    used = symbols.used()
    top = Scope.top(symbols)
    reader = _Reader(top, model)
    told: dict[str, list[s.Paragraph]] = {}
    taught: dict[str, s.Paragraph] = {}
    every = [paragraph for file in symbols.files for paragraph in file.paragraphs]
    tellers = {name.text: paragraph.subject.text for paragraph in every if paragraph.is_whole for name in paragraph.covers or ()}
    tellers |= {paragraph.subject.text: paragraph.subject.text for paragraph in every if paragraph.is_whole}
    for file in symbols.files:
        for paragraph in file.paragraphs:
            name = paragraph.subject.text
            name = tellers.get(name, name) if paragraph.adds or paragraph.swaps else name
            before = told.get(name, [])
            if paragraph.adds or paragraph.swaps:
                told[name] = [*before, paragraph]
            elif paragraph.is_whole:
                strangers = [x for x in before if not x.is_whole and x.span.file in file.strangers]
                told[name] = [_inherit(paragraph, before), *strangers]
            if paragraph.swaps or paragraph.is_whole:
                taught.pop(name, None)
            if paragraph.lesson:
                taught[name] = paragraph
    found = {name: reader.paragraph(layers) for name, layers in told.items() if reader.is_there(layers[0].subject)}
    lessons = {name: reader.lesson(paragraph) for name, paragraph in taught.items() if reader.is_there(paragraph.subject)}
    symbols.use_only(used)
    return (found, lessons), top.collector.diagnostics


def _inherit(paragraph: s.Paragraph, before: Sequence[s.Paragraph]) -> s.Paragraph:
    """The paragraph, which tells and shows what those before it do where it does not say."""
    covers = tuple(name for one in before for name in one.covers or ())
    shows = tuple(name for one in before for name in one.shows or ())
    return replace(
        paragraph,
        covers=covers if paragraph.covers is None else paragraph.covers,
        shows=shows if paragraph.shows is None else paragraph.shows,
    )


Atom = tuple[str, s.Insertion | None, s.Span]
"""A letter of a paragraph, or all that stands in one pair of braces, and its place."""


def _join_atoms(atoms: Iterable[Atom]) -> Iterator[s.Text | s.Insertion]:
    for is_text, run in groupby(atoms, lambda atom: atom[1] is None):
        if is_text:
            letters = list(run)
            yield s.Text(letters[0][2], "".join(letter for letter, _, _ in letters))
        else:
            yield from (insertion for _, insertion, _ in run if insertion is not None)


class _Reader:
    def __init__(self, top: Scope, model: m.Model) -> None:
        self._top = top
        self._symbols = top.symbols
        self._model = model
        self._strangers = {file.path: file.strangers for file in top.symbols.files}
        all_statements = [*every_statement(model)]
        heads = (part for x in all_statements if isinstance(x, m.Choose) for option in x.options for part in option.head)
        self._payments = {x.site.span: x.payment for x in (*all_statements, *heads) if isinstance(x, m.Transfer)}

    def is_there(self, name: s.Name) -> bool:
        """Return whether a definition or a field has this name; one that has not is reported, unless it is unreadable."""
        head, _, field = name.text.partition(".")
        if head == "game":
            return True
        entry = self._symbols.entries.get(head)
        if entry is not None and entry.what == UNCLEAR:
            return False
        kind = entry.meaning if entry is not None else None
        if entry is None or (field and not (isinstance(kind, m.Kind) and field in _field_names(kind))):
            help_ = self._symbols.did_you_mean(name.text, self._symbols.entries)
            self._top.wrong("E0204", name, f"there is no `{name.text}` in this ruleset", "unknown name", help=help_)
            return False
        return True

    def paragraph(self, layers: Sequence[s.Paragraph]) -> m.Paragraph:
        """The text of a whole paragraph with those that add to it and change it; the headings of the others stay their own."""
        first, *others = layers
        blocks = first.blocks
        if not first.is_whole:
            verb = "add to" if first.adds else "change"
            message = f"`{first.subject.text}` has no paragraph to {verb}"
            self._top.wrong("E0522", first.subject, message, "no paragraph", help="write one: `| of: …`")
        for paragraph in others:
            at = self._find_place(blocks, paragraph, first, layers)
            blocks = (*blocks[:at], *paragraph.blocks, *blocks[at:])
        for swap in (swap for paragraph in others for swap in paragraph.swaps):
            blocks = self._with_words(blocks, swap, first, layers)
        covers = [name for one in layers for name in one.covers or ()]
        shows = [name for one in layers for name in one.shows or ()]
        tells = dict.fromkeys(name.text for name in covers if self.is_there(name))
        drawings = dict.fromkeys(name.text for name in shows if self.is_there(name) and self._can_be_drawn(name))
        return m.Paragraph(first.heading, self._blocks(blocks, first.subject), (*tells,), (*drawings,), first.span)

    def _find_place(
        self, blocks: Sequence[s.TextBlock], paragraph: s.Paragraph, first: s.Paragraph, layers: Sequence[s.Paragraph]
    ) -> int:
        """The number of blocks above the place where a paragraph is added; all where it names no place, or the words are gone.

        A list with an item for each member of a sequence has the place of a member.
        """
        when, anchor = paragraph.place or ("", None)
        at = -1
        if isinstance(anchor, s.Text):
            at = next((number for number, block in enumerate(blocks) if anchor.written in self._render_block(block)), -1)
            if at < 0:
                self._miss_words(anchor, first, layers)
        elif anchor is not None:
            sequence = next((x for x in self._symbols.all(s.Sequence) if x.name.text == first.subject.text), None)
            members = [x.text for x in sequence.members if x.span.file == first.span.file] if sequence is not None else []
            items = [block for block in first.blocks if block.is_item]
            if len(items) == len(members) and anchor.text in members:
                at = blocks.index(items[members.index(anchor.text)])
        return len(blocks) if at < 0 else at + (when == "after")

    def _with_words(
        self, blocks: tuple[s.TextBlock, ...], swap: s.TextSwap, first: s.Paragraph, layers: Sequence[s.Paragraph]
    ) -> tuple[s.TextBlock, ...]:
        """The blocks with the new words in the place of the old ones, which stand in one passage."""
        new = [*self._atoms(swap.new)]
        for block in blocks:
            for passage in block.passages:
                atoms = [*self._atoms(passage.parts)]
                ends = [*accumulate(len(text) for text, _, _ in atoms)]
                start = "".join(text for text, _, _ in atoms).find(swap.old.written)
                begin, end = ([0, *ends].index(x) if x in (0, *ends) else -1 for x in (start, start + len(swap.old.written)))
                if start >= 0 <= min(begin, end):
                    parts = tuple(_join_atoms([*atoms[:begin], *new, *atoms[end:]]))
                    passages = tuple(replace(x, parts=parts) if x is passage else x for x in block.passages)
                    return tuple(replace(x, passages=passages) if x is block else x for x in blocks)
        self._miss_words(swap.old, first, layers)
        return blocks

    def _miss_words(self, words: s.Text, first: s.Paragraph, layers: Sequence[s.Paragraph]) -> None:
        """Report words that no block of a paragraph has: a warning where another variant has put others there."""
        strangers, name = self._strangers[words.span.file], first.subject.text
        other = next((x for x in layers if not x.adds and x.span.file in strangers), None)
        if other is not None:
            order = [*self._strangers]
            below, place = sorted((other.span, words.span), key=lambda span: order.index(span.file))
            message = f"two variants write the paragraph of `{name}`, and what one changes in it is lost"
            notes = [Note("this is the other", below)]
            help_ = f"where both are played, let a third variant say what holds: `| changes: {name}`"
            self._top.collector.warning("W1502", place, message, "not both are told", notes=notes, help=help_)
            return
        notes = [Note(f"it says: {' '.join(map(self._render_block, first.blocks))}", first.span)]
        message = f"`{words.written}` does not stand in the paragraph of `{name}`"
        help_ = "write words of one block as they stand there, with their braces, without the hyphen of a list"
        self._top.wrong("E0522", words, message, "no such words", notes=notes, help=help_)

    def _render_block(self, block: s.TextBlock) -> str:
        return "".join(text for passage in block.passages for text, _, _ in self._atoms(passage.parts))

    def _atoms(self, parts_: Iterable[s.Text | s.Insertion]) -> Iterator[Atom]:
        for part in parts_:
            place = part.span
            if isinstance(part, s.Insertion):
                yield self._symbols.source(place), part, place
            else:
                for at, letter in enumerate(part.written, place.column):
                    yield letter, None, s.Span(place.file, place.line, at, place.line, at + 1)

    def lesson(self, node: s.Paragraph) -> tuple[m.TextBlock, ...]:
        return self._blocks(node.lesson, node.subject)

    def _blocks(self, blocks: Iterable[s.TextBlock], subject: s.Name) -> tuple[m.TextBlock, ...]:
        return tuple(m.TextBlock(tuple(self._block(block, subject)), block.is_item) for block in blocks)

    def _block(self, block: s.TextBlock, subject: s.Name) -> Iterator[str | m.Insertion]:
        for passage in block.passages:
            for part in passage.parts:
                if isinstance(part, s.Text):
                    self._warn_of_digits(part)
                    yield part.text
                elif (of := self._resolve_insertion(part, subject)) is not None:
                    yield m.Insertion(of, part.is_spelled)

    def _resolve_insertion(self, node: s.Insertion, subject: s.Name) -> m.Expr | m.Mention | None:
        if node.formula is None:
            return self._deed(node, node.rule or subject)
        match node.formula:
            case s.Reference(name=name):
                if not self.is_there(s.Name(node.formula.span, name)):
                    return None
                meaning = self._symbols.entries[name].meaning
                return meaning if isinstance(meaning, (m.Const, m.ConstPayment)) else m.Mention(name)
            case s.Member(subject=s.Reference(name=owner), name=field) if (kind := self._kind(owner)) is not None:
                path = s.Name(node.formula.span, f"{owner}.{field.text}")
                return _field(kind, path.text) if self.is_there(path) else None
        return self._require_known(expression(node.formula, replace(self._top, ask=inline_value)), node)

    def _kind(self, name: str) -> m.Kind | None:
        entry = self._symbols.entries.get(name)
        return entry.meaning if entry is not None and isinstance(entry.meaning, m.Kind) else None

    def _deed(self, node: s.Insertion, rule: s.Name) -> m.Expr | None:
        """What a rule lets somebody gain, pay or lose, if it is always the same."""
        if not self.is_there(rule):
            return None
        definition = next(self._symbols.all(s.Game), None) if rule.text == "game" else self._symbols.entries[rule.text].definition
        if isinstance(definition, s.Object) and definition.kind.text not in self._symbols.entries:
            return None
        transfers = (
            [] if definition is None else [x for x in walk(definition) if isinstance(x, s.Transfer) and x.verb == node.deed]
        )
        amounts = {x.span: self._payments[x.span] for x in transfers if x.span in self._payments}
        if len(set(amounts.values())) == 1:
            return self._require_known(next(iter(amounts.values())), node)
        count = "nothing" if not amounts else "several things"
        message = f"`{rule.text}` lets players {node.deed} {count}"
        notes = [Note("here", span) for span in [*amounts][:MOST_PLACES]]
        if not amounts and rule.text in self._symbols.entries:
            notes += self._symbols.entries[rule.text].here()
        help_ = "give the amount that you mean a name, `constant … = …`, and write that in the braces"
        if not amounts:
            help_ = f"name the rule that you mean, as in `{{name.{node.deed}}}`; or write the paragraph anew, as it is so now"
        self._top.wrong("E0425", node, message, "which amount?" if amounts else "no amount", notes=notes, help=help_)
        return None

    def _require_known(self, expr: m.Expr, node: s.Insertion) -> m.Expr | None:
        expr = rewrite(expr, _count_members)
        if any(is_unknown(part.type) for part in parts(expr)):
            return None
        if any(not isinstance(part, _KNOWN) for part in parts(expr)):
            message = f"`{self._symbols.source(node.span).strip('{}')}` depends on the game"
            help_ = "write it in words; numbers and amounts that are always the same can be inserted"
            if node.deed and node.rule is None:
                help_ = f"name the rule that you mean, as in `{{name.{node.deed}}}`; or {help_}"
            self._top.wrong("E0425", node, message, "not known before play", help=help_)
            return None
        return expr

    def _can_be_drawn(self, name: s.Name) -> bool:
        meaning = self._symbols.entries[name.text].meaning if "." not in name.text else None
        drawable_types = (m.Kind, m.AllOf, m.Object, m.ConstScale, m.Row, m.Value)
        is_drawn = isinstance(meaning, drawable_types) or (isinstance(meaning, m.Action) and meaning.table is not None)
        if not is_drawn:
            entry = self._symbols.entries[name.text]
            self._top.wrong("E0206", name, f"{entry.describe()}, not {_DRAWN}", f"{_DRAWN} is needed", notes=entry.here())
        return is_drawn

    def _warn_of_digits(self, text: s.Text) -> None:
        for match in WRITTEN_NUMBER.finditer(text.written):
            place, column = text.span, text.span.column + match.start()
            span = s.Span(place.file, place.line, column, place.line, column + len(match[0]))
            help_ = "write `{…}` with what it is in the rules: a constant, `{size of …}`, `{gain}`"
            self._top.collector.warning("W1023", span, "this number is not taken from the rules", "written by hand", help=help_)


def _field_names(kind: m.Kind) -> set[str]:
    return {*kind.states, *kind.properties, *kind.lists, *kind.rows}


def _field(kind: m.Kind, path: str) -> m.Const | m.Mention:
    """The number that a field of every object has at the start; of another field its title."""
    state = kind.states.get(path.partition(".")[2])
    is_counted = state is not None and state.type == m.NUMBER and len(set(state.initial)) == 1 and state.initial[0] != 0
    return m.Const(state.initial[0], m.NUMBER) if state is not None and is_counted else m.Mention(path)


def _count_members(expr: m.Expr) -> m.Expr:
    """The number of members of a list that is always the same."""
    match expr:
        case m.SizeOf(list=m.AllOf(kind=kind)) if not kind.is_player:
            return m.Const(sum(thing.copies for thing in kind.objects), m.NUMBER)
        case m.SizeOf(list=m.RowMembers(row=row)):
            return m.Const(row.size, m.NUMBER)
    return expr
