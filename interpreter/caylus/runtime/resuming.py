"""Games from saves and transcripts, under rules that are loaded: every number that came from outside is validated.

What holds after this check is all that the runtime leans on: references lead to something, lists are lists of different
members, and nothing has been written where `none` is read. That the game could ever have come to this point is not known.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.codegen import Program
from caylus.codegen.metadata import Choices, DecisionInfo, FrameType
from caylus.documents import accept
from caylus.knowledge.cards import BITS, WIDTH, card_set
from caylus.limits import MOST_AMOUNT, MOST_WAYS, NUMBER_BOUND
from caylus.model import PAYMENT
from caylus.payments import unpack
from caylus.runtime.machine import RuleFault, unfit
from caylus.runtime.start import Position, Start, number_draws

from .decisions import IllegalChoice
from .game import Game
from .machine import Machine
from .names import Names
from .saves import checksum
from .seats import assign_seats
from .state_codec import UnknownThing

if TYPE_CHECKING:
    from .ruleset import Ruleset


def find_misfit(program: Program, s: list[int], stack: list[list[Any]], draws: Sequence[tuple[str, Sequence[int]]]) -> str | None:
    """The first part that does not fit the rules; None if everything does."""
    layout = program.layout
    if len(s) != len(layout.initial):
        return f"its state holds {len(s)} numbers, not {len(layout.initial)}"
    wrong = next((name for name, sound in _parts(program, s) if not sound), None)
    if wrong is not None:
        return f"`{wrong}` holds what it cannot hold"
    if stack[0] != [0] or not all(_frame_is_sound(program, frame) for frame in stack):
        return "no action of theirs has got there"
    is_over = len(stack) == 1 or (len(stack) == 2 and stack[1][0] in program.metadata.endings)
    if not is_over and stack[-1][0] not in program.decisions:
        return "nobody has to decide anything there"
    if not all(_draw_is_sound(program, kind, order) for kind, order in draws):
        return "what has been drawn is not on the table"
    return None


def _parts(program: Program, s: list[int]) -> Iterator[tuple[str, bool]]:
    """The parts of the state, and whether each is sound; last whatever no part has."""
    layout = program.layout
    free = dict(enumerate(layout.initial))
    yield "random", 0 <= s[0] < 1 << 64
    yield "round", s[1] >= 0
    del free[0], free[1]
    for resource, base in layout.resources.items():
        for slot in range(base, base + layout.players):
            del free[slot]
            yield resource.name, resource.least <= s[slot] < NUMBER_BOUND
    for state in layout.states:
        for of, slot in layout.values(state):
            del free[slot]
            low, high = state.find_bounds(of) or (s[slot], s[slot])
            yield state.name, _fits(program, state.type, s[slot]) and low <= s[slot] <= high
    for base, (list_, _) in layout.owned_lists().items():
        room = layout.capacity(list_)
        for slot in range(base, base + 1 + room):
            del free[slot]
        length, members = s[base], s[base + 1 : base + 1 + room]
        sound = 0 <= length <= room and not any(members[length:])
        sound = sound and all(_is_object(program, list_.kind, i) for i in members[:length])
        yield list_.name, sound and list_.kind.can_lie_together(members[:length])
    for state, base in layout.face_up.items():
        for slot in range(base, base + layout.stride(state) * layout.objects(state)):
            del free[slot]
            yield state.name, s[slot] in (0, 1)
    for slot, name, sound in _knowledge(program, s):
        del free[slot]
        yield name, sound
    yield "none", all(s[slot] == zero for slot, zero in free.items())


def _knowledge(program: Program, s: list[int]) -> Iterator[tuple[int, str, bool]]:
    """The slots of what is known of hidden things, with those things, and whether the values can be."""
    layout = program.layout
    for thing, base in layout.limits.items():
        for slot in range(base, base + 2 * layout.span(thing)):
            yield slot, thing.name, abs(s[slot]) < NUMBER_BOUND
    lists = {-base for base in layout.owned_lists()}
    for state, base in layout.candidates.items():
        everything = card_set(range(layout.size(state.type.kind.root))) if state.type.kind is not None else 0
        for slot in range(base, base + layout.span(state)):
            yield slot, state.name, s[slot] in lists or (s[slot] >= 0 and not s[slot] & ~everything)
    everything = card_set(range(sum(map(layout.size, layout.cards))))
    seats = layout.players + 1 if layout.cards else 0
    for slot in range(layout.knowledge, layout.knowledge + WIDTH * seats):
        yield slot, "knowledge", s[slot] >= 0 and not s[slot] & ~everything
    for kind, base in layout.pools.items():
        bits = BITS * max(layout.size(kind), len(layout.lists_with(kind)))
        for slot in range(base, base + WIDTH * (layout.players + 1)):
            yield slot, "knowledge", 0 <= s[slot] < 1 << bits


def _frame_is_sound(program: Program, frame: list[Any]) -> bool:
    block, *frame_values = frame
    if not isinstance(block, int) or not 0 <= block < len(program.metadata.frames):
        return False
    types = program.metadata.frames[block]
    return len(frame_values) == len(types) and all(
        _holds(program, t, frame, value) for t, value in zip(types, frame_values, strict=True)
    )


def _holds(program: Program, type_: FrameType, frame: list[Any], value: Any) -> bool:
    """Return whether a frame, which is sound so far, may hold a value of a type; 0 where nothing has been written yet."""
    if not isinstance(type_, Choices):
        return value == 0 or _fits(program, type_, value)
    if not isinstance(value, tuple) or not isinstance(frame[type_.members], tuple):
        return bool(value == 0 and frame[type_.members] == 0)
    seats, asked = program.at_once[type_.block].seats(frame), program.decisions[type_.block]
    alone = len(set(seats)) == len(seats) == len(value)
    return alone and all(move == () or _is_move(program, asked, move) for move in value)


def _is_move(program: Program, decision: DecisionInfo, move: Any) -> bool:
    """Return whether somebody could have chosen it at a decision, legal or not."""
    if not isinstance(move, tuple) or not isinstance(move[0], int) or not 0 <= move[0] <= len(decision.options):
        return False
    if move[0] == len(decision.options):
        return len(move) == 1
    option = decision.options[move[0]]
    types = [variable.type for variable in option.variables]
    choices, way = move[1 : len(types) + 1], move[len(types) + 1 :]
    fit = len(choices) == len(types) and all(map(_fits, [program] * len(types), types, choices))
    return fit and len(way) == option.ways and (not way or _is_compound(program, PAYMENT, way))


def _draw_is_sound(program: Program, kind: str, order: Sequence[int]) -> bool:
    kinds = program.layout.components.kinds
    if not kind:
        return all(abs(number) < NUMBER_BOUND for number in order)
    return kind in kinds and kinds[kind].parent is None and all(_is_object(program, kinds[kind], i) for i in order)


def _fits(program: Program, type_: m.Type | tuple[m.Type, ...], value: Any) -> bool:
    """Return whether a value is one of a type; of several types: a list of such pairs."""
    if isinstance(type_, tuple):
        pairs = value if isinstance(value, tuple) and all(isinstance(pair, tuple) for pair in value) else ((),)
        return all(len(pair) == len(type_) and all(map(_fits, [program] * len(type_), type_, pair)) for pair in pairs)
    if type_.base in ("list", "payment", "scale"):
        return isinstance(value, tuple) and _is_compound(program, type_, value)
    if not isinstance(value, int):
        return False
    if type_.base == "object" and type_.kind is not None:
        return value == -1 or _is_object(program, type_.kind, value)
    return value in (0, 1) if type_.base == "flag" else abs(value) < NUMBER_BOUND


def _is_compound(program: Program, type_: m.Type, value: tuple[Any, ...]) -> bool:
    if type_.base == "scale":
        return len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], tuple) and len(value[1]) > 0
    if not all(isinstance(member, int) for member in value):
        return False
    if type_.base == "payment":
        resources = len(program.layout.components.resources)
        fits = all(way >= 0 and all(r < resources and n <= MOST_AMOUNT for r, n in unpack(way)) for way in value)
        return fits and 0 < len(value) <= MOST_WAYS
    return all(abs(n) < NUMBER_BOUND if type_.kind is None else _is_object(program, type_.kind, n) for n in value)


def _is_object(program: Program, kind: m.Kind, id_: int) -> bool:
    return isinstance(id_, int) and kind.first <= id_ < kind.first + program.layout.size(kind)


def retold(rules: Ruleset, transcript: Mapping[str, Any], upto: int | None) -> Game:
    """The game a transcript tells. Raises RulesetError: E06xx its shape, E0703 the first step that does not fit."""
    record = accept(transcript, "the transcript", "transcript").value
    if None in record["draws"] or any(step["choice"] is None for step in record["choices"]):
        help_ = "ask for the whole transcript, or for a save for the seat"
        raise unfit("E0703", "the transcript was given out to a seat that could not know all draws and choices", help_)
    position = Position(**record["position"]) if "position" in record else None
    seed = record["seed"]
    if seed is None:  # any, alike for equal transcripts
        seed = int.from_bytes(hashlib.sha256(json.dumps(record, sort_keys=True).encode()).digest()[:8])
    start = Start(seed, position)
    try:
        seats, labels = assign_seats(rules, record["players"], record.get("labels", ()))
        names = Names(rules.program(len(seats)), seats, labels)
        game = Game.start_game(rules, names, start, number_draws(names, record["draws"]))
    except (ValueError, UnknownThing, RuleFault) as error:
        raise unfit("E0703", f"the transcript does not fit {rules.name}: {error}") from error
    follow(game, [(step["player"], step["choice"]) for step in record["choices"][:upto]])
    if upto is None and (record["digest"] not in (None, game.digest()) or record["scores"] not in (None, game.scores)):
        elsewhere = "its choices lead to another end than it tells of"
        raise unfit("E0703", f"the transcript no longer fits {game.rules.name}: {elsewhere}")
    return game


def follow(game: Game, steps: Sequence[tuple[str | None, str]]) -> None:
    """Makes choices, each by a player where that is told. Raises RulesetError (E0703) at the first that does not fit."""
    for number, (player, choice) in enumerate(steps, 1):
        players_asked = [decision.player for decision in game.decisions]
        where = f"at choice {number} (`{choice}`{f' by {player}' if player else ''})"
        if not players_asked:
            raise unfit("E0703", f"the transcript goes on {where} after the game is over")
        if player is not None and player not in players_asked:
            raise unfit("E0703", f"the transcript no longer fits {where}: {' or '.join(players_asked)} decides there")
        try:
            game.choose(choice, player)
        except (IllegalChoice, RuleFault) as error:
            raise unfit("E0703", f"the transcript no longer fits {where}: {error}") from error


def resume_game(rules: Ruleset, data: Mapping[str, Any], labels: Sequence[str] | None) -> Game:
    """The game of a save whose shape has been checked (schemas/save), with its own labels or others.

    Raises RulesetError (E0702) if it does not fit.
    """
    if data["checksum"] != checksum(data):
        raise unfit("E0702", "the save has been changed or damaged since it was written", "resume an earlier save")
    try:
        seats, current_labels = assign_seats(rules, data["players"], data.get("labels", ()) if labels is None else labels)
        names = Names(rules.program(len(seats)), seats, current_labels)
        start = Start(data["seed"], Position(**data["position"]) if "position" in data else None)
        same = data["shape"] == names.program.shape
        go_on = _continue_game if same else _replay_game
        game = go_on(rules, names, start, data)
        if "broken" in data:
            game.broken = RuleFault(data["broken"]["code"], data["broken"]["message"])
        return game
    except (RuleFault, UnknownThing, ValueError) as error:
        raise unfit("E0702", f"the save does not fit its rules: {error}") from error


def _continue_game(rules: Ruleset, names: Names, start: Start, data: Mapping[str, Any]) -> Game:
    state, stack = list(data["state"]), [[_frozen(value) for value in frame] for frame in data["stack"]]
    misfit = find_misfit(names.program, state, stack, data["draws"])
    if misfit is not None:
        raise unfit("E0702", f"the save does not fit its rules: {misfit}", "resume an earlier save")
    machine = Machine(names.program, state, stack)
    machine.fixed = [tuple(order) for order in data["fixed"]]
    machine.drawn = [(kind, tuple(order)) for kind, order in data["draws"]]
    game = Game(rules, machine, names, start, [tuple(move) for move in data["choices"]], _choosers(names, data))
    machine.run()
    return game


def _replay_game(rules: Ruleset, names: Names, start: Start, data: Mapping[str, Any]) -> Game:
    """The game of a save in whose numbers another version of the interpreter saw something else, by its draws and choices."""
    if start.seed is None:
        help_ = "resume it with that version"
        raise unfit("E0702", "another version of the interpreter wrote the save, and it does not tell how its game began", help_)
    settled = [tuple(order) for order in (*(order for _, order in data["draws"]), *data["fixed"])]
    game = Game.start_game(rules, names, start, settled)
    choosers = _choosers(names, data)
    for number, move in enumerate(map(tuple, data["choices"]), 1):
        seat = choosers[number - 1] if choosers else game.seat
        if move not in game._legal_moves(seat):
            wrong = f"another version of the interpreter wrote the save, and its choice {number} is not an option in this one"
            raise unfit("E0702", wrong, "resume it with that version")
        game._play(move, seat)
    return game


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _choosers(names: Names, data: Mapping[str, Any]) -> list[int]:
    """The seats that have made the choices; none where it is always the one asked first."""
    choosers: list[int] = data.get("choosers", [])
    if len(choosers) != (len(data["choices"]) if names.program.at_once else 0):
        raise ValueError("it tells of other choices than of those who made them")
    return choosers
