"""The parts of definitions: their names and keywords, their history through the layers, and formulas swapped in them.

A layer means the text that it stands on. What it puts there itself, and what others put there of whom it says nothing, it does
not look into; where these have put one formula in the place of another, it still sees the other (`instead`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from itertools import combinations
from typing import Any, NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.limits import MOST_TOKENS
from caylus.records import Record
from caylus.syntax.definitions import PLAYER
from caylus.syntax.walk import walk


class Layer(Record):
    """A ruleset or a variant as its texts say it.

    `above` names the layers that it says it stands on, `after` those that it comes after besides, if they are there. One that
    `is_shipped` is nobody's here to change.
    """

    name: str
    files: tuple[s.File, ...]
    above: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    is_shipped: bool = False

    @property
    def earlier_layers(self) -> frozenset[str]:
        """The layers that somebody says come before this one."""
        return self.above | self.after


class Step(Record):
    """One step in the history of a part: a layer's change to it, where, and what it says there.

    `places` are those of the text below that this takes the place of, or is put into, where the part's name does not say it.
    """

    layer: str
    verb: str
    span: s.Span
    node: s.Node = field(repr=False, compare=False)
    places: tuple[s.Span, ...] = field(default=(), repr=False, compare=False)


def unordered_pairs(layers: Sequence[Layer]) -> Iterator[tuple[str, str]]:
    """The pairs of layers of which nobody says that one comes after the other, as they stand on each other."""
    return ((one.name, other.name) for one, other in combinations(layers, 2) if one.name not in other.earlier_layers)


History = dict[str, list[Step]]
"""The steps that made each part, the oldest first. A part is a definition (`bank`) or a part of one (`bank.cost`)."""


class Part(Record):
    """A part that an edit sets: its name ("" for the whole definition), how, what it says, and what stood there before.

    `places` are those of the text below that it takes the place of, or is put into; none where the name alone says that.
    """

    name: str
    verb: str
    new: s.Node
    old: s.Node | None
    places: tuple[s.Span, ...] = ()


class Edited(NamedTuple):
    """The definition as the edit leaves it, the parts that it set, and what is wrong with the edit."""

    definition: s.Definition
    parts: tuple[Part, ...]
    faults: tuple[Diagnostic, ...] = ()


def rebuilt(node: Any, change: Callable[[s.Node], s.Node | None]) -> Any:
    """The tree with `change` applied to every node from the outermost inwards, as far as it leaves them as they are.

    A node for which it gives None is left out of the list that it stands in.
    """
    if isinstance(node, tuple):
        return tuple(item for item in (rebuilt(item, change) for item in node) if item is not None)
    if not isinstance(node, s.Node):
        return node
    new = change(node)
    return replace(node, **{f.name: rebuilt(getattr(node, f.name), change) for f in fields(node)}) if new is node else new


GAME = "game"
"""The name that the game's own definition goes by."""

_WORDS: dict[type[s.Definition], str] = {
    s.Value: "value",
    s.Condition: "condition",
    s.Rule: "rule",
    s.Table: "table",
    s.Scale: "scale",
    s.Constant: "constant",
    s.Resources: "resource",
    s.Group: "group",
    s.Sequence: "sequence",
    s.State: "state",
    s.ListState: "list",
    s.Row: "row",
    s.Kind: "kind",
    s.EachPlayer: "kind",
    s.Game: GAME,
    s.Seat: "seat",
    s.ChangeConstant: "constant",
    s.ChangeScale: "scale",
    s.ChangeGroup: "group",
    s.ChangeResource: "resource",
    s.ChangeKind: "kind",
    s.ChangeGame: GAME,
    s.ChangeSeat: "seat",
    s.ChangeTable: "table",
}


def definition_name(definition: s.Definition) -> str | None:
    """The name a definition goes by; None for one that only adds to something, or gives several."""
    match definition:
        case s.Game():
            return GAME
        case s.Resources(items=(item,)):
            return item.name.text
        case s.EachPlayer():
            return PLAYER if definition.name.text == PLAYER else None
        case s.Resources():
            return None
    name = getattr(definition, "name", None)
    return name.text if isinstance(name, s.Name) else None


def definition_names(definition: s.Definition) -> list[str]:
    """Every name that a definition gives."""
    if isinstance(definition, s.Resources):
        return [item.name.text for item in definition.items]
    name = definition_name(definition)
    plural = definition.plural.text if isinstance(definition, s.Kind) and definition.plural is not None else None
    return [name_defined for name_defined in (name, plural) if name_defined is not None]


def attachment_target(node: s.Attachment) -> s.Name:
    return node.sequence if isinstance(node, s.AroundEach) else node.target.name


def word_for(definition: s.Definition) -> str:
    """The word of the language for a definition; for an object the name of its kind."""
    match definition:
        case s.Object(kind=kind):
            return kind.text
        case s.Action(is_phase=is_phase):
            return "phase" if is_phase else "action"
    return _WORDS[type(definition)]


def edit_subject(edit: s.Edit) -> s.Name:
    """The name of what an edit is about."""
    match edit:
        case s.AddMember(sequence=sequence) | s.RemoveMember(sequence=sequence):
            return sequence
        case s.ChangeGame():
            return s.Name(edit.span, GAME)
        case s.ChangeSteps(name=name) | s.Replace(name=name):
            return name or s.Name(edit.span, GAME)
    return edit.name


def edit_keywords(edit: s.Edit) -> tuple[str, ...]:
    """The words that what an edit is about may be defined with."""
    match edit:
        case s.Replace(definition=definition) | s.ChangeLine(definition=definition):
            return (word_for(definition),)
        case s.ChangeObject(kind=kind) | s.RemoveDefinition(what=s.Name() as kind):
            return (kind.text,)
        case s.RemoveDefinition(what=str(word)):
            return (word,)
        case s.ChangeSteps(what=word):
            return (word,)
        case s.AddMember() | s.RemoveMember():
            return ("sequence", "group", "row")
    return (_WORDS[type(edit)],)


_ASSOCIATIVE = ("+", "*", "and", "or")
"""Of operands joined by one of these alone, those in the middle belong together as much as the first do."""


class Sight(NamedTuple):
    """The part of a text that a layer sees: the layers it is based on, and the formulas there before others changed them.

    `source` tells what an author wrote.
    """

    is_below: Callable[[s.Node], bool]
    instead: Mapping[s.Span, s.Expr | s.Words]
    source: Callable[[s.Node], str]

    def sees(self, node: s.Node) -> bool:
        return self.is_below(node) or node.span in self.instead


Formulaic = s.Action | s.Value | s.Condition | s.Rule | s.Game | s.Object
"""What is made of formulas."""


def with_swaps(old: Formulaic, part: s.Name | None, swaps: Sequence[s.Swap], sight: Sight) -> Edited:
    """The definition, or the `part` of an object, with all the swaps made at once: none looks into what another has put there.

    Those that stand nowhere make no part.
    """
    swapping = _Swapping(swaps, sight)
    new = _with_part(old, part.text, swapping.on) if isinstance(old, s.Object) and part is not None else swapping.on(old)
    parts = []
    grown = 0
    for swap in swaps:
        places = swapping.places(swap)
        if places:
            source_text = sight.source(swap.old) if part is None else f"{part.text}: {sight.source(swap.old)}"
            parts.append(Part(source_text, "swap", swap, places[0], tuple(place.span for place in places)))
            grown += len(places) * sum(1 for _ in walk(swap.new))
    if grown > MOST_TOKENS:
        message = f"formulas of more than {MOST_TOKENS:,} words and symbols would stand there in all"
        fault = Diagnostic("E0520", message, swaps[0].span, help="make a value of what stands in many places")
        return Edited(old, tuple(parts), (fault,))
    return Edited(new, tuple(parts))


def _with_part(old: s.Object, name: str, change: Callable[[s.Node], Any]) -> s.Object:
    """The object with a change of its part of a name: a property, an action, or the attachments to what is called so."""
    return replace(
        old,
        settings=tuple(change(x) if x.name.text == name else x for x in old.settings),
        behaviours=tuple(change(x) if x.name.text == name else x for x in old.behaviours),
        attachments=tuple(change(x) if attachment_target(x).text == name else x for x in old.attachments),
    )


def formulas(definition: s.Definition, like: s.Expr | s.Words, sight: Sight) -> Iterator[str]:
    """The formulas, or the texts, that a layer could swap in a definition, as it is there."""
    sort = s.Words if isinstance(like, s.Words) else s.Expr
    return (sight.source(node) for node in walk(definition) if isinstance(node, sort) and sight.is_below(node))


def parse_amount(node: s.Node) -> s.Quantity | None:
    """`2 * 3 coin` as what it means, six coins: its product is a formula by itself."""
    if not isinstance(node, s.Chain) or node.operators[0] not in ("*", "/", "%"):
        return None
    *factors, last = node.operands
    if not isinstance(last, s.Quantity):
        return None
    product = s.Chain(node.span.to(last.amount.span), (*factors, last.amount), node.operators)
    return s.Quantity(node.span, product, last.different, last.unit)


class _Alike:
    """Gives pieces of syntax that are written alike the same number, wherever they stand.

    Joined operands are numbered from the left, so that `a + b` has one number by itself and at the head of `a + b + c`.
    """

    def __init__(self, instead: Mapping[s.Span, s.Expr | s.Words]) -> None:
        self._instead = instead
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._known: dict[int, tuple[s.Node, int]] = {}  # by identity; the nodes are kept, so that no other takes it

    def class_of(self, part: Any) -> int:
        if isinstance(part, tuple):
            return self._number(tuple, *map(self.class_of, part))
        if not isinstance(part, s.Node):
            return self._number(type(part), part)
        if id(part) not in self._known:
            self._known[id(part)] = part, self._class_of_node(self._instead.get(part.span, part))
        return self._known[id(part)][1]

    def class_of_operation(self, left: int, operator: str, right: int) -> int:
        return self._number(s.Chain, left, operator, right)

    def _class_of_node(self, node: s.Node) -> int:
        node = parse_amount(node) or node
        if not isinstance(node, s.Chain):
            return self._number(type(node), *(self.class_of(getattr(node, f.name)) for f in fields(node) if f.name != "span"))
        number = self.class_of(node.operands[0])
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            number = self.class_of_operation(number, operator, self.class_of(operand))
        return number

    def _number(self, *key: Any) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


class _Swapping:
    def __init__(self, swaps: Sequence[s.Swap], sight: Sight) -> None:
        self.sight = sight
        self.alike = _Alike(sight.instead)
        self.swaps: dict[int, s.Swap] = {}
        for swap in swaps:
            self.swaps.setdefault(self.alike.class_of(swap.old), swap)
        self.joins = any(isinstance(swap.old, s.Chain) for swap in swaps)
        self.found: dict[int, list[s.Expr | s.Words]] = {number: [] for number in self.swaps}

    def places(self, swap: s.Swap) -> list[s.Expr | s.Words]:
        """The old formulas and texts where the swap has been made."""
        return self.found[self.alike.class_of(swap.old)]

    def on(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(self.on, part))
        if not isinstance(part, s.Node):
            return part
        if isinstance(part, s.Expr | s.Words) and self.sight.sees(part) and self.alike.class_of(part) in self.swaps:
            return self.swap_number(self.alike.class_of(part), part)
        if not self.sight.is_below(part):
            return part
        amount = parse_amount(part)
        if amount is not None:
            before = sum(map(len, self.found.values()))
            new_part = replace(amount, amount=self.on(amount.amount), unit=self.on(amount.unit))
            return new_part if sum(map(len, self.found.values())) > before else part
        if isinstance(part, s.Chain) and self.joins:
            part = self._with_runs(part)
        return replace(part, **{f.name: self.on(getattr(part, f.name)) for f in fields(part) if f.name != "span"})

    def swap_number(self, number: int, old: s.Expr | s.Words) -> Any:
        self.found[number].append(old)
        return self.swaps[number].new

    # ---- some of the operands that are joined

    def _with_runs(self, chain: s.Chain) -> s.Chain:
        """The operands with each run of them that is swapped as one; the longest, from the left."""
        operands: list[s.Expr] = []
        operators: list[str] = []
        at = 0
        while at < len(chain.operands):
            operators += chain.operators[at - 1 : at]
            number, end = self._run(chain, at)
            run = chain.operands[at:end]
            if number is not None:
                span = run[0].span.to(run[-1].span)
                run = (self.swap_number(number, s.Chain(span, run, chain.operators[at : end - 1])),)
            operands += run
            at = end
        return s.Chain(chain.span, tuple(operands), tuple(operators))

    def _run(self, chain: s.Chain, at: int) -> tuple[int | None, int]:
        """The number of the longest run that begins at an operand and is swapped, if there is one, and where it ends."""
        number = self.alike.class_of(chain.operands[at])
        result: tuple[int | None, int] = (None, at + 1)
        for end in range(at + 1, len(chain.operands)):
            operator = chain.operators[end - 1]
            if at and not (operator == chain.operators[at - 1] and operator in _ASSOCIATIVE):
                break
            if not (self.sight.sees(chain.operands[at]) and self.sight.sees(chain.operands[end])):
                break
            number = self.alike.class_of_operation(number, operator, self.alike.class_of(chain.operands[end]))
            if number in self.swaps:
                result = number, end + 1
        return result
