"""Plays two games side by side that one seat cannot tell apart, and tells of everything by which it could.

What is chosen is chosen in both so that the seat is told the same. Where the two part before its eyes by something that a rule
means to be told, the game goes on with another one beside it; where they part by anything else, there is a leak.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import caylus
from caylus.codegen.state_layout import RANDOM
from caylus.runtime.machine import Move
from caylus.runtime.seats import BESIDE
from caylus.runtime.start import Start

from . import surfaces, worlds
from .audiences import count_items, differ_visibly, hidden_from
from .games import Found
from .memory import Memory
from .releases import choices_by_rules, ends_as_told, is_told, may_fail, reveals

WANTED = ("no such option", "decline", "", "pass", "accept")
"""What is asked for at every decision beside options that there have been."""

MOST_WANTED = 5
FIRST_SEED = 10**15
"""Seeds are numbers that stand nowhere by chance."""
MOST_LOOKED_AT = 750
"""How many numbers of states a game is looked at for: small ones from end to end, large ones at a few moments."""
AHEAD = (1, 8, 40)
"""How far games may have gone before there are others beside them: some are short."""


class Leak(NamedTuple):
    """A difference that nobody meant; `path` leads to it through what the seat looks at."""

    ruleset: str
    seed: int
    seat: str
    number: int
    way: str
    rule: str
    path: str
    one: Any
    other: Any

    def __str__(self) -> str:
        where = f"{self.ruleset}, seed {self.seed}, seat {self.seat}, choice {self.number}, {self.way}, rule {self.rule}"
        return f"{where}\n  {self.path}\n    {str(self.one)[:300]}\n    {str(self.other)[:300]}"


@dataclass
class Tally:
    """`stopped` are pairs that ended because a rival had no choice in both that tells the seat the same."""

    counts: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)


class Pair:
    """`told` is the number of the last event that the seat has compared; `is_whole`: both know all of their past.

    `unseen` is where in the state something lay that it was not to see when it last looked. `varied`: a rival has just chosen something else in the second; `waits`: before, and it may not have been carried out yet.
    """

    def __init__(self, way: str, one: caylus.Game, two: caylus.Game, told: int) -> None:
        self.way, self.one, self.two, self.told = way, one, two, told
        self.is_whole = way in ("dealt", "twins")
        self.varied = False
        self.waits = worlds.holds_choices(one)
        self.unseen: set[int] = set()

    def __iter__(self) -> Iterator[caylus.Game]:
        yield self.one
        yield self.two


def play(found: Found, seed: int, tally: Tally) -> None:
    """One game, looked at from a random seat, with another one beside it at every moment at which there can be one."""
    Walk(found, seed, tally).go()


def choose_or_fault(game: caylus.Game, option: caylus.Option) -> str | None:
    """Makes a choice: what people are told if a rule breaks. That it does may tell one thing, once: the game is over by that."""
    try:
        game.choose(option)
    except caylus.RuleFault as fault:
        return str(fault)
    return None


class Walk:
    """A game, and the seat from which it is looked at: `go` is all of it; its steps are there for those who look elsewhere."""

    def __init__(self, found: Found, seed: int, tally: Tally) -> None:
        self.found, self.seed, self.tally = found, seed, tally
        self.draw = Random(f"{found.name} {seed}")
        rules = found.load()
        players = self.draw.randint(rules.fewest_players, rules.most_players)
        self.one = rules.new_game(players, FIRST_SEED + seed)
        self.seat = self.draw.randrange(BESIDE, players)
        self.memory: Memory | None = Memory(self.seat)
        self.seen = dict.fromkeys(WANTED)
        tally.counts["games"] += 1

    def go(self) -> None:
        looks = MOST_LOOKED_AT // len(self.one._machine.s)
        pair = self.from_the_start() if self.seed % 2 and not self.one.over else None
        for _ in range(self.draw.randrange(self.draw.choice(AHEAD)) if pair is None else 0):
            self.alone()
        while not self.one.over and self.one.broken is None and looks > 0 and not self.tally.leaks:
            looks -= 1
            pair = pair or self._start_beside()
            if pair is None:
                self.alone()
            else:
                pair = None if self.differ(pair) else self.on(pair)

    def alone(self) -> None:
        """Makes a choice, with nothing beside it."""
        if not self.one.over and self.one.broken is None:
            self._watch()
            choose_or_fault(self.one, self.draw.choice(self.one.decision.options))

    def _watch(self) -> None:
        if self.memory is not None:
            self.memory.watch(self.one)

    # ---- pairs

    def from_the_start(self) -> Pair | None:
        """With all of their past; the same game twice, to go on otherwise, if nothing can have been dealt otherwise."""
        two = worlds.dealt_otherwise(self.one, self.seat, self.draw)
        if two is not None:
            return self._pair("dealt", self.one, two, 0)
        decisions = self.one._machine.program.decisions.values()
        told = all(all(option.tells) for decision in decisions for option in decision.options)
        if told and not self.one._machine.program.at_once:
            return None
        return self._pair("twins", self.one, self.one.rules.new_game(self.one.players, self.one.seed or 0), 0)

    def _start_beside(self) -> Pair | None:
        """From here on: another game beside this one, or two worlds that this one could be."""
        self._watch()
        if self.memory is not None and self.draw.randrange(4):
            two = worlds.change_line(self.one, self.seat, self.memory.exchange_numbers(self.one, self.draw), self.draw)
            if two is not None:
                for game in (self.one, two):
                    game._made_up = Start(None)  # no choices lead to what was changed, so neither goes by what led to it
                    game._worlds.clear()
                return self._pair("changed", self.one, two, surfaces.last_event(self.one, self.seat))
        one, two = worlds.imagine_world(self.one, self.seat, self.draw)
        if not one.moves or not two.moves:
            return None
        self.one, self.memory = one, None
        return self._pair("imagined", one, two, 0)

    def _pair(self, way: str, one: caylus.Game, two: caylus.Game, told: int) -> Pair:
        self.tally.counts[way] += 1
        return Pair(way, one, two, told)

    # ---- looking

    def differ(self, pair: Pair) -> bool:
        """Return whether the seat sees a difference; one that is not meant is noted."""
        wanted = self.draw.sample(list(self.seen), min(MOST_WANTED, len(self.seen)))
        told = [surfaces.events(game, self.seat, pair.told) for game in pair]
        shown = [
            {"events": events, **self.show_text(game, wanted, pair.is_whole)} for game, events in zip(pair, told, strict=True)
        ]
        self.tally.counts["comparisons"] += 1
        self.ignore_irrelevant(pair.one, shown[0])
        found = next(surfaces.differences(*shown), None)
        if found is None:
            pair.told = told[0][-1]["number"] if told[0] else pair.told
            pair.waits = pair.waits and worlds.holds_choices(pair.one)
            pair.unseen = hidden_from(pair.one, self.seat).slots
            return False
        rule = self._not_meant(pair, *told)
        if rule is not None:
            self.leak(pair.way, rule, *found)
        elif pair.is_whole and pair.one.chosen and surfaces.may_undo(pair.one, self.seat):
            self.leak(pair.way, "", "undo behind what has been learnt", *found[1:])
        self.tally.counts["parted"] += 1
        return True

    def leak(self, way: str, rule: str, path: str, one: Any, other: Any) -> None:
        name = str(surfaces.seat_name(self.one, self.seat))
        self.tally.leaks.append(Leak(self.found.name, self.seed, name, len(self.one.chosen), way, rule, path, one, other))

    def show_text(self, game: caylus.Game, wanted: list[str], is_whole: bool) -> surfaces.Shown:
        return {
            **surfaces.table(game, self.seat),
            **surfaces.decision(game, self.seat, wanted),
            **surfaces.previews(game, self.seat),
            **surfaces.advice(game, self.seat),
            **surfaces.save(game, self.seat),
            **(surfaces.past_moments(game, self.seat) if is_whole else {}),
        }

    def ignore_irrelevant(self, one: caylus.Game, shown: surfaces.Shown) -> None:
        """Ignore what makes no difference, whoever chooses what: chance, and sums that are only counted."""
        if one.over:
            return
        other = one.copy()
        other._machine.s[RANDOM] = self.draw.getrandbits(60)
        self._same("chance", shown, surfaces.save(other, self.seat))
        slots = count_items(one, self.seat)
        for slot in slots:
            other._machine.s[slot] += 1
        self._same("counted", shown, surfaces.table(other, self.seat) if slots else {})
        told = json.dumps(shown)
        for secret in (one.seed, one._machine.s[RANDOM], one.digest()):
            if secret is not None and str(secret) in told:
                self.leak("told", "", "what foretells everything", secret, "")

    def _same(self, way: str, shown: surfaces.Shown, other: surfaces.Shown) -> None:
        for found in surfaces.differences({name: shown[name] for name in other}, other):
            self.leak(way, "", *found)

    def _not_meant(self, pair: Pair, one: list[dict[str, Any]], two: list[dict[str, Any]]) -> str | None:
        """The rule that lets the two games differ; None if it says that what they differ in is told."""
        if all(game.over for game in pair):
            return None
        first = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        at = [(game, told[first]) for game, told in zip(pair, (one, two), strict=True) if first < len(told)]
        if (pair.varied or pair.waits) and differ_visibly(*pair, self.seat):
            return None  # what was chosen is not told, but something that the seat may see has come of it
        if any(
            pair.one._machine.s[slot] != pair.two._machine.s[slot]
            for slot in pair.unseen - hidden_from(pair.one, self.seat).slots
        ):
            return None  # it may see more than before
        if pair.waits and at and all(event["kind"] in ("choice", "lapse") for _, event in at):
            return None  # what was chosen at once with others has been carried out
        taken = [choices_by_rules(game, told, self.seat) for game, told in zip(pair, (one, two), strict=True)]
        if pair.one.over is not pair.two.over and (taken[0] != taken[1] or ends_as_told(self.found.load(), [*one, *two])):
            return None
        if at and all(choices_by_rules(game, [event], self.seat) for game, event in at):
            return None  # a seat that rules play has gone by what only it knows, as anybody there would
        if at:
            return None if any(is_told(game, event["number"], self.seat) for game, event in at) else at[0][1]["rule"]
        asked = [game.decision for game in pair if game.decision is not None]
        lines = [(rule["file"], rule["line"]) for decision in asked for rule in decision.rules]
        done = [(event.file, event.line) for game in pair for event in game.events_for(None, pair.told)]
        if reveals(self.found.load(), [*lines, *done]) or any(may_fail(game, self.seat) for game in pair):
            return None
        return " or ".join(dict.fromkeys(decision.rule for decision in asked))

    # ---- going on

    def on(self, pair: Pair) -> Pair | None:
        """Both games after a choice that tells the seat the same; None where there is no such choice."""
        one, two = pair
        if one.over or two.over:
            return None
        asked = self.draw.choice(one.decisions)
        self.seen |= dict.fromkeys(option.id for option in asked.options[:3])
        option = self.draw.choice(asked.options)
        answering = next(decision for decision in two.decisions if decision.player == asked.player)
        others = [other for other in answering.options if self._is_alike(one, asked.player_index, option.move, other.move)]
        if not others:
            self.tally.counts["stopped"] += 1
        self._watch()
        is_at_once = one._machine.stack[-1][0] in one._machine.program.at_once
        fault = choose_or_fault(one, option)
        if not others:
            return None
        other = self.draw.choice(others)
        pair.varied = other.move != option.move
        pair.waits = pair.waits or (pair.varied and is_at_once)
        faults = fault, choose_or_fault(two, other)
        if None not in faults and faults[0] != faults[1]:
            self.leak(pair.way, "", "fault", *faults)
        return pair if faults == (None, None) else None

    def _is_alike(self, one: caylus.Game, chooser: int, move: Move, other: Move) -> bool:
        """Return whether two moves tell the seat the same, by what the rules say is told."""
        program, block = one._machine.program, one._machine.stack[-1][0]
        decision = program.decisions[block]
        if chooser == self.seat or not decision.options:
            return move == other
        if decision.is_secret or block in program.at_once:
            return True
        tells = (True, *(decision.options[move[0]].tells if move[0] < len(decision.options) else ()))
        return len(move) == len(other) and all(
            a == b for at, (a, b) in enumerate(zip(move, other, strict=True)) if at >= len(tells) or tells[at]
        )
