"""The functions that run inside the module: chance, the steps of a game, and whole games of the bots that need nothing else.

They are written in the subset and translated with the functions of generated code. `m` is the machine: see `memory.wat`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from caylus.arithmetic import Bits
from caylus.limits import MOST_OPTIONS
from caylus.runtime.machine import draw_below, output, shuffle_members

from .outcomes import (
    LEARNED,
    LIKING_BITS,
    RANDOM,
    UNIT,
    UNIT_BITS,
    WIDTH,
    Contest,
    Part,
    add_likings,
    add_parts,
    contest_parts,
    name_things,
)

HEAD = 6
"""Words before the slots: how many options there are, who decides, what came to light, the end of kept lists, the depth, 0."""
SPRINT = 0  # Blocks that are surely within the bound of a choice: each program has its own number.
FUEL = 0  # Steps that others may take after them, at most.
STEPS: tuple[int, ...] = ()  # Steps that each block takes at most.

ENOUGH = 2
"""So many options show that a seat is asked, which is all that a judge needs to know of them.

Rules that play a seat, or have several chosen at once, need all.
"""

LEAST = -1 << 60
"""Less than any worth."""

EXACT_OUTLOOK = 1 << 42
"""Up to it a float, too, adds small parts to an outlook without an error."""

LENDERS: tuple[tuple[int, ...], ...] = ()
"""See `list_lenders`."""

WATCHED: tuple[int, ...] = ()
"""Slots that stop a game which a probe watches, once what lies there is below 0: the numbers that players hold."""


def draw(m: Any, s: list[int], members: list[int], kind: str) -> list[int]:  # noqa: ARG001 (as generated code calls it)
    """The members in random order."""
    s[0], order = shuffle_members(s[0], members)
    return order


def pick(m: Any, s: list[int], members: list[int], kind: str) -> int:  # noqa: ARG001 (as generated code calls it)
    """One of the members; of no members none, or 0."""
    if not members:
        return -1 if kind else 0
    s[0], place = draw_below(s[0], len(members))
    return members[place]


def shuffle(m: Any, s: list[int], base: int, kind: str) -> None:
    end = base + 1 + s[base]
    s[base + 1 : end] = draw(m, s, s[base + 1 : end], kind)


def run(m: Any) -> None:
    """On to the next decision, or to the end. Raises OverflowError for rules that may run on."""
    for _ in range(SPRINT):
        m.sweep()
        if m.block():
            return
    fuel = FUEL
    while fuel > 0:
        fuel -= STEPS[m.stack[-1][0]]
        m.sweep()
        if m.block():
            return
    raise OverflowError


def choose(m: Any, move: int) -> None:
    m.take(move)
    run(m)


def play(m: Any, s: list[int], most: int, last_round: int) -> int:
    """Has bots play until the game is over, for so many decisions, to the end of a round, or to a watched number."""
    m.decisions = 0
    m.clear()
    m.refresh()
    if m.player >= 0:
        m.relist()
    play_on(m, s, most, last_round)
    decisions: int = m.decisions
    return decisions


def judge_line(m: Any, s: list[int], move: int, most: int, last_round: int) -> int:
    """The worth of a move in hand to whoever decides, once bots have played on after it as `play` does."""
    m.decisions = 0
    m.clear()
    m.refresh()
    m.relist()
    player: int = m.player
    choose(m, move)
    play_on(m, s, most, last_round)
    return judge_now(m, s, player)


def play_on(m: Any, s: list[int], most: int, last_round: int) -> None:
    while m.options and m.decisions < most and s[1] <= last_round and not any(s[slot] < 0 for slot in WATCHED):
        m.stream = m.owners[m.player]
        move = lot(m, m.options) if m.policies[m.player] == RANDOM else best_move(m, s)
        m.moves[m.decisions] = move
        choose(m, move)
        m.decisions += 1


def lot(m: Any, below: int) -> int:
    """A number from the stream of the bot that decides, from 0 on."""
    m.streams[m.stream], number = draw_below(m.streams[m.stream], below)
    return number


def best_move(m: Any, s: list[int]) -> int:
    """The best move one move ahead, or of the best few after they are played on; of equals any."""
    start = m.save()
    worths = feel_moves(m, s, start, m.player)
    if m.looks[m.player] > 0 and len(worths) > 1:
        worths = play_moves_on(m, s, start, worths)
    choice = pick_best(m, worths)
    m.release(start)
    return choice


def quick_move(m: Any, s: list[int], thinker: int) -> int:
    """The best move one move ahead, as the seat that thinks would judge in the place of whoever decides."""
    start = m.save()
    choice = pick_best(m, feel_moves(m, s, start, thinker))
    m.release(start)
    return choice


def pick_best(m: Any, worths: list[int]) -> int:
    best = max(worths)
    place = lot(m, worths.count(best))
    for move in range(len(worths)):
        if worths[move] == best:
            if place == 0:
                return move
            place -= 1
    return 0


def feel_moves(m: Any, s: list[int], start: list[int], thinker: int) -> list[int]:
    """The worth of each move, with how much it is liked. What moves draw is drawn from a stream of its own."""
    m.streams[m.stream], seed = output(m.streams[m.stream])
    worths = judge_moves(m, s, start, seed, thinker)
    if m.tastes[thinker] > 0:
        worths = add_likings(worths, [like_move(m, move, m.tastes[thinker]) for move in range(len(worths))])
    return worths


def play_moves_on(m: Any, s: list[int], start: list[int], worths: list[int]) -> list[int]:
    """The worths of the moves that seem best, after all seats have played on as the one that decides would; of others the least.

    They play to the end of the round, or until so many options were looked at. Each move meets the same chance.
    """
    player, moves = m.player, range(len(worths))
    m.streams[m.stream], seed = output(m.streams[m.stream])
    stream: Bits = m.streams[m.stream]
    values: list[int] = m.room(len(worths))
    for move in moves:
        values[move] = LEAST
    for _ in range(min(WIDTH, len(worths))):
        best = -1
        for move in moves:
            if values[move] == LEAST and (best < 0 or worths[move] > worths[best]):
                best = move
        m.load(start)
        s[0] = seed
        m.streams[m.stream] = stream
        choose(m, best)
        looks = 0
        while m.options > 0 and s[1] == start[HEAD + 1] and looks < m.looks[player]:
            looks += m.options
            choose(m, quick_move(m, s, player))
        values[best] = judge_now(m, s, player)
    m.load(start)
    if m.tastes[player] > 0:
        candidates: list[int] = [move for move in moves if values[move] > LEAST]
        likings = [like_move(m, move, m.tastes[player]) for move in candidates]
        results = add_likings([values[move] for move in candidates], likings)
        for i in range(len(candidates)):
            values[candidates[i]] = results[i]
    return values


def judge_now(m: Any, s: list[int], player: int) -> int:
    """The worth of the position in hand to a seat, by what it has learned."""
    early, change, elapsed = judge_groups(m, s, player, player)
    return judge_position(m, s, player, player, early, change, elapsed)


def judge_moves(m: Any, s: list[int], start: list[int], seed: Bits, thinker: int) -> list[int]:
    """The worth of each move in hand to whoever decides, one move ahead, as another seat would judge in that place.

    What moves draw is drawn from a seed.
    """
    player, moves, policy = m.player, m.options, m.policies[thinker]
    worths: list[int] = m.room(moves)
    early, change, elapsed = judge_groups(m, s, player, thinker) if policy >= LEARNED else (0, 0, 0)
    m.enough = ENOUGH
    for move in range(moves):
        m.load(start)
        s[0] = seed
        more = find_experience(m, s, move) if policy < LEARNED and m.experience > 0 else 0
        choose(m, move)
        if policy >= LEARNED:
            worths[move] = judge_position(m, s, player, thinker, early, change, elapsed)
        elif m.experience > 0:
            worths[move] = raise_outlook(m.outlook(player), more if m.options > 0 and s[1] == start[HEAD + 1] else 0)
        else:
            worths[move] = m.outlook(player)
    m.enough = MOST_OPTIONS
    m.load(start)
    return worths


def raise_outlook(outlook: int, more: int) -> int:
    """The outlook with what experience adds to it, in small parts."""
    if abs(outlook) > EXACT_OUTLOOK:
        raise OverflowError
    return (outlook << LIKING_BITS) + more


def judge(m: Any, s: list[int]) -> list[int]:
    """The worths of the moves in hand, in a game that has just been written; moves draw from the game's own stream."""
    m.clear()
    m.refresh()
    m.relist()
    return judge_moves(m, s, m.save(), s[0], m.player)


# ---- positions judged by what was learned: a sum over groups of slots. What the numbers of a group are worth is asked of Python
# once, and kept in a table of entries: three weights, the group, and the numbers.


class Judge(NamedTuple):
    """A judge of positions for a seat: see `caylus.machine.outcomes.Judgement`.

    `table` has at a place that follows from group and numbers the address of their entry, or of another one, and theirs is
    further on. `parts` is what each group and contest adds in the position that moves start from, `base` has the slots there, and
    `whole` is the sum of the parts; `marks` says when each was last looked at, `groups_of` which depend on a slot.
    """

    number: int
    slots: tuple[tuple[int, ...], ...]
    limits: tuple[tuple[int, ...], ...]
    contests: tuple[tuple[tuple[int, ...], Contest], ...]
    groups_of: tuple[tuple[int, ...], ...]
    always: Part
    of_outlook: Part
    of_outlooks: Contest
    asked: tuple[Part, ...]
    table: list[Any]
    parts: list[list[int]]
    marks: list[int]
    base: list[int]
    whole: list[int]


def find_judge(m: Any, player: int, thinker: int) -> Judge:
    judges: list[Judge] = m.judges
    number: int = (m.policies[thinker] - LEARNED) * len(m.policies) + player
    return judges[number]


def judge_groups(m: Any, s: list[int], player: int, thinker: int) -> Part:
    """The sum of what the groups and contests of the position in hand add."""
    judge = find_judge(m, player, thinker)
    whole = judge.whole
    judge.marks[0] += 1
    slot: int = m.next_difference(judge.base, 0)
    while slot < len(judge.base):
        for group in judge.groups_of[slot]:
            if judge.marks[1 + group] != judge.marks[0]:
                judge.marks[1 + group] = judge.marks[0]
                new, old = weigh_group(m, s, judge, group), judge.parts[group]
                whole[0] += new[0] - old[0]
                whole[1] += new[1] - old[1]
                whole[2] += new[2] - old[2]
                old[0], old[1], old[2] = new
        judge.base[slot] = s[slot]
        slot = m.next_difference(judge.base, slot + 1)
    return whole[0] + judge.always[0], whole[1] + judge.always[1], whole[2] + judge.always[2]


def judge_position(m: Any, s: list[int], player: int, thinker: int, early: int, change: int, elapsed: int) -> int:
    """The worth of the position in hand, by its differences to the one that `judge_groups` has judged last."""
    judge = find_judge(m, player, thinker)
    if m.options == 0:
        result: int = m.outcome(judge.number)
        return result
    judge.marks[0] += 1
    slot: int = m.next_difference(judge.base, 0)
    while slot < len(judge.base):
        for group in judge.groups_of[slot]:
            if judge.marks[1 + group] != judge.marks[0]:
                judge.marks[1 + group] = judge.marks[0]
                new, old = weigh_group(m, s, judge, group), judge.parts[group]
                early += new[0] - old[0]
                change += new[1] - old[1]
                elapsed += new[2] - old[2]
        slot = m.next_difference(judge.base, slot + 1)
    question = judge.asked[2 * m.stack[-1][0] + (m.player == player)]
    outlooks = [m.outlook((player + i) % len(m.policies)) for i in range(len(m.policies))]
    own = add_parts([(1, question), (outlooks[0], judge.of_outlook)])
    others = add_parts(contest_parts(outlooks, judge.of_outlooks)) if len(outlooks) > 1 else (0, 0, 0)
    elapsed = min(UNIT, max(0, elapsed + own[2] + others[2]))
    return early + own[0] + others[0] + (elapsed * (change + own[1] + others[1]) >> UNIT_BITS)


def weigh_group(m: Any, s: list[int], judge: Judge, group: int) -> Part:
    """The part that the numbers of a group or of a contest add."""
    if group >= len(judge.slots):
        slots, contest = judge.contests[group - len(judge.slots)]
        return add_parts(contest_parts([s[slot] for slot in slots], contest))
    values = [cut_number(s[slot], limit) for slot, limit in zip(judge.slots[group], judge.limits[group], strict=True)]
    return find_part(m, judge.table, judge.number, group, values)


def like_move(m: Any, move: int, taste: int) -> int:
    """The liking of a taste for a move, by its option and its first choice."""
    likings: list[Any] = m.likings
    return find_part(m, likings, -1, taste, [m.stack[-1][0], *m.option(move)[:2]])[0]


def find_experience(m: Any, s: list[int], move: int) -> int:
    """The worth that a move has beside the outlook after it."""
    likings: list[Any] = m.likings
    block: int = m.stack[-1][0]
    return find_part(m, likings, -2, 0, [block, *name_things(s, LENDERS[block], m.option(move))])[0]


def find_part(m: Any, table: list[Any], number: int, group: int, values: list[int]) -> Part:
    """The part that numbers add, from a table, which asks Python for what it has not."""
    key: Bits = group
    for value in values:
        key = (key ^ value) * 0x9E3779B97F4A7C15
        key ^= key >> 32
    place = key & len(table) - 1
    while table[place] != 0:
        entry: list[int] = table[place]
        if entry[3] == group and all(values[i] == entry[4 + i] for i in range(len(values))):
            return (entry[0], entry[1], entry[2])
        place = (place + 1) & len(table) - 1
    new_entry: list[int] = m.weigh(number, group, values)
    table[place] = new_entry
    return (new_entry[0], new_entry[1], new_entry[2])


def cut_number(value: int, limit: int) -> int:
    if limit < 0:
        return value
    return 0 if 0 <= value < limit else -1
