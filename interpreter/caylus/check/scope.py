"""The scope of an expression or a statement, the rule it is part of, and fixes for mistakes with one right answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from caylus import model as m, syntax as s
from caylus.diagnostics.diagnostic import Collector, Edit, Fix, Note
from caylus.parser.lalr import keywords

from .symbols import BUILT_IN, MISTAKE, UNCLEAR, Entry, Symbols, describe, is_unknown, object_type


def fix_name(name: s.Name, names: Collection[str]) -> Fix | None:
    """A fix for a name that does not exist: a known one in capitals, or its plural. For a misspelt name see `did_you_mean`."""
    forms = {name.text.lower(), name.text.removesuffix("s")}
    return next((instead(name, other) for other in sorted(names) if other in forms), None)


def instead(node: s.Node, text: str) -> Fix:
    """Something else in the place of a part."""
    return Fix(f"write `{text}`", (Edit(node.span, text),))


def ahead(node: s.Node, text: str, whole: str) -> Fix:
    """Something put in before a part; `whole` is how that reads."""
    start = s.Span(node.span.file, node.span.line, node.span.column, node.span.line, node.span.column)
    return Fix(f"write `{whole}`", (Edit(start, text),))


def insert_after(node: s.Node, text: str, whole: str) -> Fix:
    """Something put in right behind a part; `whole` is how that reads."""
    span = node.span
    end = s.Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)
    return Fix(f"write `{whole}`", (Edit(end, text),))


def operator(left: s.Node, right: s.Node, old: str, new: str, symbols: Symbols) -> Fix | None:
    """Another operator between two operands that stand on one line."""
    place = symbols.find(old, left.span, right.span)
    return Fix(f"write `{new}`", (Edit(place, new),)) if place is not None else None


_ASK = {"number": "compare it: `{} > 0`", "object": "compare it: `{} is not none`", "list": "ask for its size: `size of {} > 0`"}
"""How something else becomes a question."""
_COMPARED = re.compile(r"(count of .+? where .+?)\s*([<>]=?.+)")
"""What is match, and a comparison that is read as a part of its `where`."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rule that a text belongs to: its name, title and citation."""

    rule: str
    title: str
    see: str | None


@dataclass(slots=True)
class Scope:
    """One level of names. `this` is the object in whose braces it is, if any; `loops` are the loops around it."""

    symbols: Symbols
    collector: Collector
    standing: Standing
    locals: dict[str, tuple[m.Variable, s.Span]]
    this: m.Expr | None = None
    loops: tuple[str, ...] = ()
    gathered: dict[m.Variable, m.Expr] = field(default_factory=dict)
    """What some variables stand for: several choices together; before play, what a value is given."""
    declined: s.Text | None = None
    """In an object's own action: the words of its kind for declining what that offers."""
    before: m.Do | None = None
    """Inside `instead of`: how what it takes the place of is done."""
    ban: Ban | None = None
    """In an action: gives what rules forbid of an option."""
    ask: Ask | None = None
    """Before play: gives the formula that a value stands for. In play values are called."""
    asking: tuple[m.Value, ...] = ()
    """Before play: the values whose formulas this is inside of."""
    depth: int = 0
    """The levels of syntax that those formulas have together."""

    @staticmethod
    def top(symbols: Symbols) -> Scope:
        """The scope that a pass starts from, with a report of its own: nothing but the names of the top level."""
        return Scope(symbols, Collector(), Standing("", "", None), {})

    def for_rule(self, standing: Standing, this: m.Expr | None = None) -> Scope:
        """The scope of a definition; `this` for that of an object."""
        return Scope(self.symbols, self.collector, standing, {}, this, ban=self.ban)

    def for_object(self, object_: m.Object) -> Scope:
        """The scope inside the braces of an object."""
        standing = Standing(object_.name, object_.title, object_.see)
        return self.for_rule(standing, m.Const(object_.id, object_type(object_.kind)))

    def inner(self, *, see: s.Text | None = None, loop: str = "") -> Scope:
        """A scope inside this one: it sees all of it, and what it binds stays in it. `loop` is the word of one that begins."""
        self.symbols.spend(1 + len(self.locals) // 16)
        standing = replace(self.standing, see=see.text) if see else self.standing
        loops = (*self.loops, loop) if loop else self.loops
        return replace(self, standing=standing, locals=dict(self.locals), loops=loops)

    def site(self, span: s.Span) -> m.Site:
        return m.Site(self.standing.rule, self.standing.title, self.standing.see, span)

    def source(self, node: s.Node) -> str:
        """The author's text."""
        return self.symbols.source(node.span)

    @property
    def is_clear(self) -> bool:
        """Return whether every variable is of a type; where one is not, a name that is missing may well be it."""
        return not is_unknown(*(variable.type for variable, _ in self.locals.values()))

    # ---- names

    def bind(self, name: s.Name, type_: m.Type) -> m.Variable:
        """A new variable of that name."""
        variable = m.Variable(name.text, type_)
        self.bind_to(name, variable)
        return variable

    def bind_to(self, name: s.Name, variable: m.Variable) -> None:
        """Give a variable a name here, which no other variable may have. The variable hides a definition of that name."""
        there = self.locals.get(name.text)
        entry = self.symbols.entries.get(name.text)
        is_built_in = entry is not None and entry.span is BUILT_IN and entry.what not in ("kind", UNCLEAR)
        if is_built_in or (there is not None and not is_unknown(there[0].type)):
            notes = (Note(f"`{name.text}` is named here already", there[1]),) if there is not None else ()
            message = f"`{name.text}` already means something else"
            self.wrong("E0203", name, message, "a second meaning", notes=notes, help="choose another name")
        self.locals[name.text] = (variable, name.span)
        self.symbols.named.setdefault(name.span, (variable, name.span))

    def variable(self, name: s.Name) -> m.Variable | None:
        """The variable of a name, if it is one here.

        A layer may put text where variables of another are. It is told if it gives one of their names to something else.
        """
        if name.text not in self.locals:
            return None
        variable, place = self.symbols.named[name.span] = self.locals[name.text]
        entry = self.symbols.find_visible(name)
        if (
            entry is not None
            and entry.what not in ("kind", UNCLEAR)
            and self.symbols.find_visible(s.Name(place, name.text)) is None
        ):
            notes = (Note("it is named here", place), *entry.here(f"{entry.describe()}, defined here"))
            message = f"`{name.text}` means two things here"
            self.wrong("E0203", name, message, "which of them?", notes=notes, help=f"call the {entry.what} otherwise")
        return variable

    def resolve(self, name: s.Name, sorts: Collection[str], expectation: str, *, help: str = "") -> Entry | None:
        """The definition of a name, if it is of one of the sorts wanted; None, and reported, for anything else.

        `expectation` says what is looked for, as in "a value"; `help` is for names of another sort.
        """
        entry = self.symbols.look(name.text, name.span)
        if entry is None and name.text != name.text.lower() and name.text.lower() in keywords():
            word = name.text.lower()
            self.wrong("E0114", name, f"the language has no `{name.text}`", "a word of the language", fix=instead(name, word))
        elif entry is None:
            names = self.symbols.names_by_sort(*sorts)
            guess = self.symbols.did_you_mean(name.text, names)
            fix = fix_name(name, names)
            help_ = guess or ("" if fix else self.symbols.list_names(names))
            self.wrong("E0204", name, f"`{name.text}` is not {expectation} in this ruleset", "unknown name", help=help_, fix=fix)
        elif entry.what in sorts:
            return entry
        elif entry.what is not UNCLEAR:
            self.wrong(
                "E0206", name, f"{entry.describe()}, not {expectation}", f"{expectation} is needed", notes=entry.here(), help=help
            )
        return None

    # ---- reporting

    def wrong(
        self,
        code: str,
        node: s.Node,
        message: str,
        label: str = "",
        *,
        notes: Iterable[Note] = (),
        help: str = "",
        fix: Fix | None = None,
    ) -> m.Const:
        """Reports an error; the result stands for the expression it is in."""
        self.collector.error(code, node.span, message, label, notes=notes, help=help, fix=fix)
        return MISTAKE

    def misfit(self, node: s.Node, type_: m.Type, expected_type: m.Type, why: str, help: str = "") -> m.Const:
        """Reports an expression of the wrong type; `why` says what needs the other, as in "`gain` needs"."""
        if not is_unknown(type_, expected_type):
            if expected_type == m.FLAG and not help:
                match = _COMPARED.fullmatch(self.source(node)) if isinstance(node, s.Query) else None
                help = _ASK.get(type_.base, "").format(self.source(node))
                help = f"put what is counted in parentheses: `({match[1]}) {match[2]}`" if match is not None else help
            if expected_type == m.NUMBER and type_ == m.PAYMENT and not help:
                amount, _, resource = self.source(node).partition(" ")
                help = f"how much a player has of it is `player.{amount}`" if amount.isidentifier() and not resource else ""
                help = f"it is only counted here: `{amount}`" if amount.isdigit() else help
            message = f"`{self.source(node)}` is {describe(type_)}, but {why} {describe(expected_type)}"
            self.wrong("E0301", node, message, f"this is {describe(type_)}", help=help)
        return MISTAKE


Ban = Callable[[str, m.Expr, Sequence[m.Expr]], tuple[m.Require, ...]]
"""Gives what an option of this name requires by other rules, for who decides and for what is chosen."""


Ask = Callable[[m.Value, tuple[m.Expr, ...], s.Call, Scope], m.Expr]
"""Gives what a value comes to when it is asked with these arguments."""
