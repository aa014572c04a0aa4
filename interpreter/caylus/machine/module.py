"""The WebAssembly text of a program: what lies where in memory, and all functions that it needs."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from importlib.resources import files
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import payments
from caylus.codegen import Program
from caylus.codegen.metadata import Choices, FrameType
from caylus.codegen.module_text import PROGRAM
from caylus.knowledge import cards
from caylus.limits import FORMULA_BOUND, MOST_BLOCKS, MOST_DECISIONS, MOST_FRAMES, MOST_OPTIONS, MOST_PLAYERS

from . import inside, translator
from .inside import HEAD
from .outcomes import Unfit, list_lenders

if TYPE_CHECKING:
    from caylus.model import Kind

_CONSTANTS = 1024  # Where constants begin. No address of a list is below.
_WIDEST = 64
SEAT_WORDS = 2 + MOST_PLAYERS
"""Lists for the seats: what each plays by, its stream, the streams, its liking, and how far it plays on."""
ANSWER = -8  # The place before the seats where Python leaves what it is asked for: a result of a call takes it far longer.
LISTS = 1 << 17  # Bytes for what is a list in frames.
ARENA = 4 << 20  # Bytes for what a block makes, and for games that are kept for a while.
LEARNED = 64 << 20  # Bytes for what judges have learned.
_LEARNING = {f"{cards.__name__}.{name}" for name in cards.FOR_GENERATED_CODE if name.startswith("learn_")}
"""Functions that do nothing where what seats know of hidden cards has no room. Moves can be judged without."""


class Places(NamedTuple):
    """The addresses in memory, sizes in bytes, the bits of the parts of packed numbers, and whether seats learn of cards."""

    head: int
    state: int
    frames: int
    stride: int
    lists: int
    options: int
    option: int
    arena: int
    end: int
    seats: int
    moves: int
    learned: int
    bits: int
    most: int
    pool_bits: int
    knows: int


class Module:
    """Collects what a program needs.

    `bits` is how much room a resource has in a packed amount, `most` the greatest amount there. `state` is the address of slot 0,
    `kept` are those of the lists that are kept up to date, `frames` the kinds of the places of each block's frame. `knows` tells
    whether there is room for what seats know of hidden cards. A choice that takes more than `sprint` blocks, and then `fuel`
    steps, is left to Python, which knows the limits of the game.
    """

    def __init__(self, program: Program, sprint: int, fuel: int = 0) -> None:
        self.program = program
        self.namespace = program.namespace
        self.builtins = vars(builtins)
        functions = {name: value for name, value in vars(inside).items() if isinstance(value, FunctionType)}
        self.inside = {name: function for name, function in functions.items() if function.__module__ == inside.__name__}
        names = (
            "block", "take", "sweep", "save", "load", "release", "clear", "refresh", "relist", "outlook", "weigh", "outcome",
            "next_difference",
        )  # fmt: skip
        self.methods = dict.fromkeys(names, translator.NUMBER) | {"room": translator.NUMBERS, "option": translator.NUMBERS}
        layout = program.layout
        self.bits = _WIDEST // max(len(layout.components.resources), 2)
        self.most = (1 << self.bits - 1) - 1
        if self.most < 15:
            raise Unfit(f"the rules have {len(layout.components.resources)} resources, and packed amounts have room for 12")
        self.knows = sum(map(layout.size, layout.cards)) < _WIDEST and all(map(self._has_room, layout.pools))
        self.pool_bits = min(map(self._pool_bits, layout.pools), default=cards.BITS)
        self.overrides = {
            (payments.__name__, "BITS"): self.bits,
            (payments.__name__, "_MASK"): (1 << self.bits) - 1,
            (payments.__name__, "MOST_AMOUNT"): self.most,
            (cards.__name__, "BITS"): self.pool_bits,
            (inside.__name__, "SPRINT"): sprint,
            (inside.__name__, "FUEL"): fuel,
            (inside.__name__, "STEPS"): tuple(program.steps),
            (inside.__name__, "ENOUGH"): MOST_OPTIONS if program.taken or program.at_once else inside.ENOUGH,
            (inside.__name__, "LENDERS"): tuple(map(tuple, list_lenders(program))),
            (inside.__name__, "WATCHED"): () if program.probe is None else layout.numbers_of_players,
        }
        self.frames = [[kind_of_place(type_) for type_ in types] for types in program.metadata.frames]
        tree = ast.parse(program.text)
        self._own = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self._data = bytearray()
        self._addresses: dict[Any, int] = {}
        self._texts = {"": 0}
        self._sources: dict[str, translator.Source] = {}
        self._waiting: list[translator.Source] = []
        self._indirect: list[str] = []
        self.kept: list[int] = []
        self.places = self._lay_out()

    def _pool_bits(self, kind: Kind) -> int:
        """The room for the number of cards of one face, or in one place."""
        return min(_WIDEST // max(len(self.program.layout.lists_with(kind)), len(kind.objects)), cards.BITS)

    def _has_room(self, kind: Kind) -> bool:
        """Return whether all cards may be of one face, or in one place."""
        return sum(one.copies for one in kind.objects) < (1 << self._pool_bits(kind)) - 1

    def _lay_out(self) -> Places:
        program = self.program
        head = 1 << 20
        self.state = head + 8 * HEAD
        frames = self.state + 8 * len(program.initial)
        for number in range(len(program.incremental)):
            self.kept.append(frames + 16)
            frames += 16 + 8 * len(self._constant_of_list(number))
        stride = 8 * (1 + max(map(len, self.frames)))
        lists = frames + MOST_FRAMES * stride
        options = lists + LISTS
        all_options = [option for decision in program.decisions.values() for option in decision.options]
        option = 16 + 8 * max([2, *(2 + len(one.variables) for one in all_options)])
        arena = options + MOST_OPTIONS * option
        moves = arena + ARENA + 16
        return Places(
            head, self.state, frames, stride, lists, options, option, arena, arena + ARENA, head - 8 * 5 * SEAT_WORDS, moves,
            moves + 8 * MOST_DECISIONS, self.bits, self.most, self.pool_bits, self.knows,
        )  # fmt: skip

    def _constant_of_list(self, number: int) -> Sequence[int]:
        """All that may ever be in a list that is kept up to date."""
        match self._own[f"incremental_{number}"].body[0]:
            case ast.Return(value=ast.ListComp(generators=[ast.comprehension(iter=ast.Name(id=name))])):
                members: Sequence[int] = self.namespace[name]
                return members
        raise Unfit("a list that is kept up to date is not chosen from a constant")

    # ---- numbers and constants

    def number(self, value: Any) -> int:
        if value is None:
            return translator.NONE
        if isinstance(value, str):
            return self._texts.setdefault(value, len(self._texts))
        if not -(1 << 63) < int(value) < 1 << 64:
            raise Unfit(f"the number {value} has more than 64 bits")
        return int(value)

    def pack(self, way: int) -> int:
        """A packed amount as machine code has it."""
        return repack(way, payments.BITS, self.bits, self.most)

    def shift_amount(self, amount: str, shift: int) -> str:
        """Code of a packed amount of one resource."""
        return f"(i64.shl {translator.call('part', amount)} {translator.const(shift // payments.BITS * self.bits)})"

    def constant(self, value: Any, is_ways: bool = False) -> int:
        """A number as it is, the address of anything else."""
        if isinstance(value, range):
            value = tuple(value)
        if isinstance(value, tuple) and any(map(callable, value)):
            # the address of the indexes of functions, all with as many parameters; `nothing` has any number of them
            counts = {f.__name__: len(self.need(f).value_params) for f in value if f.__name__ != "nothing"}
            many = max(counts.values(), default=0)
            return self._words([self._index(f.__name__ if f.__name__ != "nothing" else f"nothing_{many}") for f in value])
        if not isinstance(value, tuple):
            return self.pack(value) if is_ways else self.number(value)
        key = is_ways, repr(value)
        if key not in self._addresses:
            self._addresses[key] = self._words([self.constant(part, is_ways) for part in value])
        return self._addresses[key]

    def _words(self, words: Sequence[int]) -> int:
        start = _CONSTANTS + len(self._data) + 16
        for word in (len(words), words[-1] if words else 0, *words):
            self._data += (word & (1 << 64) - 1).to_bytes(8, "little")
        return start

    def describe(self, kind: translator.Kind) -> int:
        """The address of what `keep` goes by: 0 for a number, (0, part) for a list, (1, parts...) for a record."""
        if not kind.is_list:
            return 0
        if kind not in self._addresses:
            self._addresses[kind] = self._words([int(kind.name == "record"), *map(self.describe, kind.parts)])
        return self._addresses[kind]

    def _index(self, label: str) -> int:
        if label not in self._indirect:
            self._indirect.append(label)
        return 2 * len(self.program.blocks) + self._indirect.index(label)

    # ---- functions

    def is_own(self, function: Any) -> bool:
        """Return whether a function is one of the generated module."""
        code = getattr(function, "__code__", None)
        return code is not None and code.co_filename == PROGRAM

    def need(self, function: Any) -> translator.Source:
        """The source of a function, which becomes part of the module."""
        name = getattr(function, "__name__", "")
        source = self._own_source(name) if self.is_own(function) else translator.find_source(function)
        if not self.knows and source.label in _LEARNING:
            source = replace(source, node=copy(source.node))
            source.node.body = [node for node in source.node.body[-1:] if isinstance(node, ast.Return)] or [ast.Pass()]
        if source.label not in self._sources:
            self._sources[source.label] = source
            self._waiting.append(source)
        return self._sources[source.label]

    def _own_source(self, name: str) -> translator.Source:
        params = {"f": translator.FRAME, "options": translator.OPTIONS, "o": translator.NUMBERS}
        return translator.Source(name, self._own[name], self.namespace, PROGRAM, params, translator.NUMBER)

    def _find_frame(self, label: str) -> Sequence[translator.Kind]:
        stem, _, number = label.rpartition("_")
        is_of_frame = stem in ("block", "options", "take", "bind", "seats") and number.isdigit()
        return self.frames[int(number)] if is_of_frame else ()

    def text(self) -> str:
        """The whole module."""
        program = self.program
        blocks = [self.need(block).label for block in program.blocks]
        takes = [self.need(program.take[i]).label if i in program.take else "none" for i in range(len(blocks))]
        values = {name: self.need(self.namespace[f.__name__]).label for name, f in program.values.items()}
        option_lists = {block: self.need(lists).label for block, lists in program.options.items()}
        fresh = [self.need(function).label for function in program.incremental]
        exports = "".join(
            f'(export "{function.__name__}" (func ${self.need(function).label}))'
            for function in (inside.play, inside.judge, inside.judge_line)
        )
        functions = []
        while self._waiting:
            source = self._waiting.pop()
            functions.append(translator.FunctionWriter(self, source, self._find_frame(source.label)).write())
        kinds = self._words([self._words([self.describe(kind) for kind in places]) for places in self.frames])
        at = self.places
        names = at._asdict() | {
            "count": at.head, "player": at.head + 8, "opened": at.head + 16, "kept": at.head + 24, "depth": at.head + 32,
            "kept_in_save": 24, "depth_in_save": 32, "lists_half": at.lists + LISTS // 2, "first_option": at.options + 16,
            "most_options": MOST_OPTIONS, "most_items": ARENA // 8, "most_frames": MOST_FRAMES, "most_amount": self.most,
            "most_product": 4 * FORMULA_BOUND, "frame_kinds": kinds, "blocks": len(blocks), "policies": at.seats + 16,
            "owners": at.seats + 16 + 8 * SEAT_WORDS, "streams": at.seats + 16 + 16 * SEAT_WORDS,
            "tastes": at.seats + 16 + 24 * SEAT_WORDS, "looks": at.seats + 16 + 32 * SEAT_WORDS,
            "twice_most_product": 8 * FORMULA_BOUND, "most_blocks": MOST_BLOCKS,
            "counts": at.learned + LEARNED, "answer": at.seats + ANSWER,
        }  # fmt: skip
        if _CONSTANTS + len(self._data) > at.seats + ANSWER:
            raise Unfit("the rules have more constants than there is room for")
        zeros = " ".join(
            f"(i64.store offset={place} (i32.wrap_i64 (local.get $p)) (i64.const 0))" for place in range(0, at.stride, 8)
        )
        memory = files(__package__).joinpath("memory.wat").read_text(encoding="utf-8").replace("{zeros}", zeros)
        for name, number in names.items():
            memory = memory.replace(f"{{{name}}}", str(number))
        arities = range(max([2, *(len(source.value_params) for source in self._sources.values())]) + 1)
        types = [f"(type $indirect_{n} (func {'(param i64)' * n} (result i64)))" for n in arities]
        indirect = [text for n in arities for text in _indirect_calls(n)]
        table = [*blocks, *takes, *self._indirect]
        score = values.get("outlook", values["score"])
        relist = "".join(
            f"(if (i64.eq (local.get $b) (i64.const {block})) (then (call $set_options (call ${label} (call $top)))))"
            for block, label in option_lists.items()
        )
        refresh = "".join(
            f"(local.set $p (call ${label})) (call $move (i32.const {address - 16})"
            " (i32.sub (i32.wrap_i64 (local.get $p)) (i32.const 16)) (i64.add (i64.const 2) (call $len (local.get $p))))"
            for label, address in zip(fresh, self.kept, strict=True)
        )
        counts = 16 * len(program.probe.counts) if program.probe is not None else 0
        pages = (at.learned + LEARNED + counts) // 65536 + 1
        data = "".join(f"\\{byte:02x}" for byte in self._data)
        return "\n".join([
            "(module", *types, '(import "python" "weigh" (func $ask_weight (param i64 i64 i64)))',
            '(import "python" "outcome" (func $ask_outcome (param i64)))',
            f'(memory (export "memory") {pages} {pages})',
            f"(table {len(table)} funcref) (elem (i32.const 0) func {' '.join('$' + label for label in table)})",
            "(func $none (param i64 i64) (result i64) (unreachable))",
            memory, *indirect, *functions,
            f"(func $outlook (param i64) (result i64) (call ${score} (local.get 0)))",
            '(func $relist (result i64) (local $b i64) '
            f"(local.set $b (i64.load (i32.wrap_i64 (call $top)))) {relist} (call $get_options))",
            f'(func $refresh (result i64) (local $p i64) {refresh} (i64.const 0))',
            exports, f'(data (i32.const {_CONSTANTS}) "{data}"))',
        ])  # fmt: skip


def _indirect_calls(parameters: int) -> tuple[str, str]:
    """The function that calls one of a table, which comes last, and the one that does nothing."""
    params, arguments = "(param i64) " * parameters, " ".join(f"(local.get {i})" for i in range(parameters))
    index = f"(i32.wrap_i64 (local.get {parameters}))"
    return (
        f"(func $indirect_{parameters} {params} (param i64) (result i64) "
        f"(call_indirect (type $indirect_{parameters}) {arguments} {index}))",
        f"(func $nothing_{parameters} {params} (result i64) (i64.const 0))",
    )


def kind_of_place(type_: FrameType) -> translator.Kind:
    """The kind of what a place of a frame holds."""
    if isinstance(type_, Choices):
        return translator.list_kind(translator.NUMBERS)
    if isinstance(type_, tuple):
        return translator.list_kind(translator.Kind("record", tuple(map(kind_of_place, type_))))
    return {
        "list": translator.NUMBERS,
        "payment": translator.list_kind(translator.BITS),
        "scale": translator.Kind("record", (translator.NUMBER, translator.NUMBERS)),
    }.get(type_.base, translator.NUMBER)


def repack(number: int, bits: int, into: int, most: int) -> int:
    """A packed number whose parts have `bits` each, with parts of another size; a part that is all ones stays so."""
    result = place = 0
    mask = (1 << bits) - 1
    while number:
        part = number & mask
        if part == mask:
            part = (1 << into) - 1
        elif part > most:
            raise Unfit(f"there is no room for {part} in {into} bits")
        result |= part << into * place
        number >>= bits
        place += 1
    return result
