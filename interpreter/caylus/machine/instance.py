"""A module at work: its memory, its calls, and games that are moved between Python and it.

Programs become machine code once, are kept in the cache, and are found again by whoever plays by the same rules.
"""

from __future__ import annotations

import ctypes
import marshal
import platform
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import version
from itertools import compress
from threading import get_ident
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

import wasmtime

from caylus import payments
from caylus.cache import Shelf
from caylus.codegen import Program
from caylus.codegen.metadata import Choices, FrameType
from caylus.knowledge import cards
from caylus.knowledge.cards import WIDTH
from caylus.limits import MOST_BLOCKS, MOST_DECISIONS, MOST_FRAMES
from caylus.runtime.machine import Machine

from .module import ANSWER, LEARNED, SEAT_WORDS, Module, Places, repack
from .outcomes import Experience, Judge, Liking, Unfit
from .translator import ALL_BITS, NONE

if TYPE_CHECKING:
    from caylus.runtime.game import Game
    from caylus.runtime.ruleset import Ruleset


Kept = tuple[tuple[int, ...], bytes]
"""The places of a module, and what the compiler made of it."""


def _decode(data: bytes) -> Kept | None:
    places, binary = marshal.loads(data)  # noqa: S302 (from the user's own folder, see `caylus.cache`)
    return places, binary


_SHELF: Shelf[Kept] = Shelf("machine", marshal.dumps, _decode)


@cache
def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.parallel_compilation = False
    return wasmtime.Engine(config)


def find(rules: Ruleset, players: int) -> Instance:
    """The machine code of rules for a number of players, for this thread. Raises `Unfit` where there can be none."""
    result = _find(rules, players, get_ident())
    if isinstance(result, str):
        raise Unfit(result)
    return result


@lru_cache(maxsize=16)
def _find(rules: Ruleset, players: int, _thread: int) -> Instance | str:
    """The machine code, or the reason why there is none: an exception raised twice would hold the games of both calls."""
    try:
        return _load(rules, players)
    except Unfit as unfit:
        return str(unfit)
    except wasmtime.WasmtimeError as error:
        return f"there is no memory for machine code: {error}"


def _load(rules: Ruleset, players: int) -> Instance:
    program = rules.program(players)
    sprint = min(program.sprint, rules.limits.sprint(program.heaviest))
    fuel = rules.limits.steps if rules.limits.seconds is None and rules.limits.memory is None else 0
    made_from = (rules.identity, str(players), str(sprint), str(fuel), version("wasmtime"), platform.machine())
    entry = _SHELF.get(*made_from) if rules.probe is None else None
    if entry is not None:
        with suppress(wasmtime.WasmtimeError):  # of another processor
            return Instance(program, Places(*entry[0]), _engine(), wasmtime.Module.deserialize(_engine(), entry[1]))
    try:
        module = Module(program, sprint, fuel)
        code = bytes(wasmtime.wat2wasm(module.text()))
    except (AssertionError, LookupError, TypeError, wasmtime.WasmtimeError) as error:  # a bug of ours, and no reason not to play
        raise Unfit(f"their program could not be translated ({type(error).__name__}: {error})") from None
    binary = wasmtime.Module(_engine(), code)
    if rules.probe is None:
        _SHELF.keep((tuple(module.places), bytes(binary.serialize())), *made_from)
    return Instance(program, module.places, _engine(), binary)


def _call_weakly(answer: Callable[[int], None], method: Callable[..., int]) -> Callable[..., None]:
    """Answers by a method, of an object that it does not keep: the package holds functions for good, and memory with them."""
    references = WeakMethod(answer), WeakMethod(method)

    def call(*arguments: int) -> None:
        give, function = references[0](), references[1]()
        assert function is not None
        assert give is not None
        give(function(*arguments))

    return call


_TABLE = 1 << 18  # Places in the table of a judge's seat. All tables together have half as many entries.
_WIDEST = 34  # Bits of a weight at most: sums and products of them have room in 64 bits.
_TOP_BIT = 1 << payments.BITS - 1


class Instance:
    """Rules for a number of players that run as machine code, with room for one game. One thread at a time may use it."""

    def __init__(self, program: Program, places: Places, engine: wasmtime.Engine, compiled: wasmtime.Module) -> None:
        self.program = program
        self.places = places
        self._store = wasmtime.Store(engine)
        number = wasmtime.ValType.i64()
        asks = [
            wasmtime.Func(self._store, wasmtime.FuncType([number] * parameters, []), _call_weakly(self._answer, function))
            for parameters, function in ((3, self._weigh), (1, self._outcome))
        ]
        self._exports: Any = wasmtime.Instance(self._store, compiled, asks).exports(self._store)
        memory: Any = self._exports["memory"]
        room = ctypes.c_char * memory.data_len(self._store)
        self._words = memoryview(room.from_address(ctypes.addressof(memory.data_ptr(self._store).contents))).cast("B").cast("q")
        layout = program.layout
        pools = layout.pools.values() if places.knows else ()
        self._pools = [(base, base + WIDTH * (layout.players + 1)) for base in pools]
        self._judges: Sequence[Judge] = ()
        self._likings: dict[Liking, int] = {}
        self._experience: Experience | None = None
        self._end = places.learned
        self._entries = 0
        self._game: Game | None = None

    # ---- playing

    def play(
        self,
        game: Game,
        bots: Sequence[int],
        streams: list[int],
        owners: Sequence[int],
        most: int = MOST_DECISIONS,
        last_round: int = MOST_BLOCKS,
        judges: Sequence[Judge] = (),
        likings: Sequence[Liking | None] = (),
        experience: Experience | None = None,
        looks: Sequence[int] = (),
    ) -> list[int]:
        """Has bots make the next choices in a copy of a game without history, and returns the indexes of their moves.

        `bots` is what each seat plays by, `owners` which of the `streams` of chance its bot draws from, `likings` what it likes.
        To the outlook, `experience` is added until another round begins. Whoever has learned plays on the moves that seem best,
        until so many of `looks` at an option are used up for each.
        They stop at the end of the game, after `most` choices, after the end of the round `last_round`, or before a choice that
        is one for Python. Game and streams stand then where the bots have come to. Raises `Unfit`.
        """
        if not self.places.knows:
            raise Unfit("seats have to know of too many hidden cards")
        self._teach(judges)
        machine = game._machine
        game._decision = None
        self._game = game
        self._take_experience(experience)
        tastes, looks = self._number_tastes(likings) or [0] * len(bots), looks or [0] * len(bots)
        try:
            self._play(machine, most, last_round, bots, owners, streams, tastes, looks)
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            before = self._decisions()
            if not before:
                return []
            self._play(machine, before, last_round, bots, owners, streams, tastes, looks)
        self.read(machine, streams)
        if self.program.probe is not None:
            # adds what was counted to a probe, and begins anew
            words = self._read(self.places.learned + LEARNED, 2 * len(self.program.probe.counts))
            for place in compress(range(len(words)), words):
                self.program.probe.counts[place // 2][place % 2] += words[place]
            self._write(self.places.learned + LEARNED, [0] * len(words))
        return self._read(self.places.moves, self._decisions())

    def judge(self, game: Game, bot: int, judges: Sequence[Judge], experience: Experience | None = None) -> list[int]:
        """The worth of each move in hand to whoever decides, as a bot judges it; none where Python has to. Raises `Unfit`."""
        self._teach(judges)
        self._game = game
        self.write(game._machine)
        self._take_experience(experience)
        self._seat([bot] * len(game.players), [], [], [], [])
        try:
            return self._list(self._exports["judge"](self._store))
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            return []

    def judge_line(
        self, game: Game, move: int, bots: Sequence[int], stream: int, most: int, last_round: int,
        judges: Sequence[Judge], likings: Sequence[Liking | None],
    ) -> int | None:  # fmt: skip
        """The worth of a move to whoever decides, once bots of one `stream` have played on as `play` says.

        None where Python has to play on. Raises `Unfit`.
        """
        self._teach(judges)
        self._game = game
        self.write(game._machine)
        self._take_experience(None)
        nobody = [0] * len(bots)
        self._seat(bots, nobody, [stream], self._number_tastes(likings), nobody)
        try:
            return int(self._exports["judge_line"](self._store, move, most, last_round))
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            return None

    def _number_tastes(self, likings: Sequence[Liking | None]) -> list[int]:
        return [0 if liking is None else self._likings.setdefault(liking, len(self._likings) + 1) for liking in likings]

    def _take_experience(self, experience: Experience | None) -> None:
        """Has bots that go by the outlook add what there is of experience, which is always the same for these rules."""
        self._experience = experience
        self._set("experience", int(experience is not None))

    def _set(self, name: str, number: int) -> None:
        self._exports[name].set_value(self._store, wasmtime.Val.i64(number))

    def _play(self, machine: Machine, most: int, last_round: int, *seats: Sequence[int]) -> None:
        self.write(machine)
        self._seat(*seats)
        self._exports["play"](self._store, most, last_round)

    def _seat(self, *rows: Sequence[int]) -> None:
        """Writes what each seat plays by, which stream it draws from, the streams, the number of its liking, and its looks."""
        lists = ([len(row), 0, *row, *[0] * (SEAT_WORDS - 2 - len(row))] for row in rows)
        self._write(self.places.seats, [word for row in lists for word in row])

    def _decisions(self) -> int:
        return int(self._exports["decisions"].value(self._store))

    # ---- judges

    def _teach(self, judges: Sequence[Judge]) -> None:
        """Lays out judges in memory, with tables that are empty, unless they are there and have room."""
        if [*judges] == [*self._judges] and self._end > self.places.learned and self._entries < _TABLE // 4:
            return
        self._judges, self._end, self._entries, self._likings = judges, self.places.learned, 0, {}
        blocks = map(self.program.decisions.get, range(len(self.program.blocks)))
        rules = [decision.site.rule if decision else "" for decision in blocks]
        judgements = [*enumerate(one for judge in judges for one in judge.judgements)]
        groups = [_group_numbers([*one.slots, *(slots for slots, _ in one.contests)]) for _, one in judgements]
        seats = [
            self._lay((
                number, one.slots, one.limits, one.contests, groups_of, one.always, one.of_outlook, one.of_outlooks,
                [one.weigh_asking(is_own, rule) for rule in rules for is_own in (False, True)],
                [0] * _TABLE, [(0, 0, 0)] * (len(one.slots) + len(one.contests)), [0] * (1 + len(one.slots) + len(one.contests)),
                [NONE] * len(groups_of), [0, 0, 0],
            ))
            for (number, one), groups_of in zip(judgements, groups, strict=True)
        ]  # fmt: skip
        for name, value in (("judges", seats), ("likings", [0] * _TABLE)):
            self._set(name, self._lay(value))

    def _lay(self, value: Any) -> int:
        """A number as it is; the address of a list or a record."""
        if isinstance(value, int):
            return value
        return self._lay_words(value if set(map(type, value)) == {int} else [*map(self._lay, value)])

    def _lay_words(self, words: Sequence[int]) -> int:
        address = self._end + 16
        self._end = address + 8 * len(words)
        if self._end > self.places.learned + LEARNED or self._entries > _TABLE // 2:
            raise Unfit("there is no room for all that bots have learned")
        self._write(address - 16, [len(words), 0, *words])
        return address

    def _answer(self, number: int) -> None:
        self._words[self.places.seats + ANSWER >> 3] = number

    def _weigh(self, number: int, group: int, values: int) -> int:
        """The address of a new entry for the numbers of a group, or for a move that a seat may like, or knows more of."""
        numbers = tuple(self._list(values))
        if number < -1:
            assert self._experience is not None
            part = self._experience(numbers[0], numbers[1:]), 0, 0
        elif number < 0:
            liking, block = [*self._likings][group - 1], numbers[0]
            part = liking(block, numbers[1:]), 0, 0
        else:
            seats = len(self._judges[0].judgements)
            part = self._judges[number // seats].judgements[number % seats].weigh(group, numbers)
        if any(abs(weight) >> _WIDEST for weight in part):
            raise Unfit("bots have learned weights that are too large")
        self._entries += 1
        return self._lay_words([*part, group, *numbers])

    def _outcome(self, number: int) -> int:
        """The worth of the game in hand, which is over."""
        assert self._game is not None
        seats = len(self._judges[0].judgements)
        end = self._game.copy()
        self.read(end._machine, [])
        return self._judges[number // seats].outcome(end, number % seats)

    # ---- the game in hand

    def read(self, machine: Machine, streams: list[int]) -> None:
        """Has a machine stand where the game in hand stands, and the streams of bots."""
        places = self.places
        count, player, machine.opened, _, depth = self._read(places.head, 5)
        machine.s[:] = self._read(places.state, len(self.program.initial))
        machine.s[0] &= ALL_BITS
        for low, high in self._pools:
            machine.s[low:high] = [repack(n & ALL_BITS, places.pool_bits, cards.BITS, 1 << 15) for n in machine.s[low:high]]
        machine.stack[:] = [self._frame(i) for i in range(depth)]
        machine.player = player
        machine.refresh()
        rows = (self._read(places.options + i * places.option, places.option // 8) for i in range(count))
        block = machine.stack[-1][0]
        machine.options = [self._convert_move(block, row[2 : 2 + row[0]], self._unpack) for row in rows]
        streams[:] = [n & ALL_BITS for n in self._read(places.seats + 8 * (2 * SEAT_WORDS + 2), len(streams))]

    def write(self, machine: Machine) -> None:
        """Takes the game of a machine in hand. Raises `Unfit`."""
        places = self.places
        state = machine.s[:]
        state[0] = _sign(state[0])
        for low, high in self._pools:
            state[low:high] = [repack(n, cards.BITS, places.pool_bits, 1 << places.pool_bits) for n in state[low:high]]
        if len(machine.stack) > MOST_FRAMES:
            raise Unfit("too much is under way inside one another")
        list_words: list[int] = []
        frames: list[int] = []
        for frame in machine.stack:
            types = self.program.metadata.frames[frame[0]]
            words = [frame[0], *(self._word(value, type_, list_words) for value, type_ in zip(frame[1:], types, strict=True))]
            frames += [*words, *[0] * (places.stride // 8 - len(words))]
        if 8 * len(list_words) > places.options - places.lists:
            raise Unfit("actions that wait hold too much")
        head = [0, machine.player, machine.opened, places.lists + 8 * len(list_words), len(machine.stack), 0]
        self._write(places.head, [*head, *state])
        self._write(places.frames, frames)
        self._write(places.lists, list_words)

    # ---- words of memory

    def _read(self, address: int, words: int) -> list[int]:
        return self._words[address >> 3 : (address >> 3) + words].tolist()

    def _write(self, address: int, words: Sequence[int]) -> None:
        try:
            numbers = array("q", words)
        except OverflowError:  # some have no sign
            numbers = array("q", map(_sign, words))
        self._words[address >> 3 : (address >> 3) + len(words)] = numbers

    def _frame(self, number: int) -> list[Any]:
        words = self._read(self.places.frames + number * self.places.stride, self.places.stride // 8)
        types = self.program.metadata.frames[words[0]]
        return [words[0], *(self._value(word, type_) for word, type_ in zip(words[1:], types, strict=False))]

    def _value(self, word: int, type_: FrameType) -> Any:
        """The value in Python of a word of a frame; 0 in a place that nothing has been written to."""
        is_list = not hasattr(type_, "base") or type_.base in ("list", "payment", "scale")
        if not is_list or not word:
            return word
        items = self._list(word)
        if isinstance(type_, Choices):
            return tuple(self._convert_move(type_.block, self._list(item), self._unpack) for item in items)
        if isinstance(type_, tuple):
            return tuple(tuple(map(self._value, self._list(item), type_)) for item in items)
        if type_.base == "payment":
            return tuple(map(self._unpack, items))
        return (items[0], tuple(self._list(items[1]))) if type_.base == "scale" else tuple(items)

    def _list(self, address: int) -> list[int]:
        return self._read(address, self._read(address - 16, 1)[0])

    def _word(self, value: Any, type_: FrameType, list_words: list[int]) -> int:
        """The word of a frame for a value; lists are added to those that are kept."""
        if isinstance(value, int):
            return value
        if isinstance(type_, Choices):
            items = [self._add(self._convert_move(type_.block, move, self._pack), list_words) for move in value]
        elif isinstance(type_, tuple):
            items = [
                self._add([self._word(part, t, list_words) for part, t in zip(row, type_, strict=True)], list_words)
                for row in value
            ]
        elif type_.base == "payment":
            items = [*map(self._pack, value)]
        elif type_.base == "scale":
            items = [value[0], self._add(value[1], list_words)]
        else:
            items = list(value)
        return self._add(items, list_words)

    def _add(self, items: Sequence[int], list_words: list[int]) -> int:
        list_words += [len(items), 0, *items]
        return self.places.lists + 8 * (len(list_words) - len(items))

    def _pack(self, way: int) -> int:
        return repack(way, payments.BITS, self.places.bits, self.places.most)

    def _unpack(self, way: int) -> int:
        return repack(way & ALL_BITS, self.places.bits, payments.BITS, _TOP_BIT)

    def _has_way(self, block: int, move: Sequence[int]) -> bool:
        """Return whether the last number of a move is a way of paying or of gaining."""
        decision = self.program.decisions[block]
        return bool(move) and (decision.gains or (move[0] < len(decision.options) and decision.options[move[0]].ways))

    def _convert_move(self, block: int, move: Sequence[int], convert: Callable[[int], int]) -> tuple[int, ...]:
        return (*move[:-1], convert(move[-1])) if self._has_way(block, move) else tuple(move)


def _sign(word: int) -> int:
    """The number with a sign of the same 64 bits."""
    return (word + (1 << 63) & ALL_BITS) - (1 << 63)


def _group_numbers(slots: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The groups that each slot is in."""
    groups: list[list[int]] = [[] for _ in range(1 + max(map(max, slots), default=-1))]
    for number, group in enumerate(slots):
        for slot in group:
            groups[slot].append(number)
    return groups
