"""Do with the files of an input what people do; whatever they are, it ends in words and an exit code."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import caylus
from caylus.diagnostics.render import first_hidden
from caylus_tools.bots.in_machine import play_alike
from caylus_tools.bots.opinions import find_mind
from caylus_tools.cli import main as cli
from caylus_tools.cli.print_diagnostics import report
from caylus_tools.common.errors import CLEAN, FINDINGS, USAGE
from caylus_tools.common.files import read_saved_game

from .attacks import Attack
from .inputs import Input
from .naming import VICTIM, command

MOVES = 20
STEPS = 5_000
MOST_SECONDS_COMPARED = 1.0
ANNOTATION = re.compile(r"::(error|warning) [^:]*title=[EW]\d{4}::")
"""The one kind of order to a build service that is ours."""
FORMATS = ("text", "text", "json", "sarif", "github")


class Defect(Exception):
    """Something came out that no input may bring about."""


class Told(NamedTuple):
    """The end of a step, and what it told on the way."""

    code: int
    text: str


class Carrying:
    """Does things with the files of the current folder; each raises `Defect`.

    `seconds` of the processor each step took; `is_sound` where nothing was wrong.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.is_sound = False

    def attack(self, attack: Attack) -> None:
        told = self._command(*attack.command)
        if told.code == CLEAN or attack.code not in told.text:
            raise Defect(f"ended with {told.code} and without {attack.code}: {told.text[:1000]}")

    def input(self, given: Input) -> None:
        random = Random(given.number)
        if given.kind == "names":
            self._names(given.name or "", random)
        elif given.name is None:
            self._game(given.kind, random)
        else:
            self._ruleset(given.kind, given.name, given.base or "classic", random)

    def _ruleset(self, kind: str, name: str, base: str, random: Random) -> None:
        if kind == "extremes":
            self.is_sound = self._command("check", f"./{name}").code == CLEAN
            self._step("play", lambda: _play(f"./{name}", random, caylus.Limits(steps=STEPS)))
            self._step("machine", lambda: _compare_engines(f"./{name}", random))
        elif kind != "scenarios":
            self.is_sound = self._command("check", "--format", random.choice(FORMATS), f"./{name}").code == CLEAN
            self._command("fmt", "--check", f"./{name}")
            if not self.is_sound and random.random() < 0.75:
                return
            self._command(*random.choice((("show",), ("diff", base), ("doc", "-o", "page"))), f"./{name}")
            self._step("play", lambda: _play(f"./{name}", random))
        if any(Path(name).glob("scenarios/*.yaml")):
            tested = self._command("test", *random.choice(((), (), ("--json",))), f"./{name}")
            self.is_sound = self.is_sound or tested.code == CLEAN

    def _names(self, name: str, random: Random) -> None:
        for _ in range(4):
            self.is_sound = self._command(*command(random, name)).code == CLEAN or self.is_sound
        if Path("victim").read_bytes() != VICTIM:
            raise Defect("a file was written that nobody had named")
        if Path("hit").exists():
            raise Defect("a name was carried out")

    def _game(self, kind: str, random: Random) -> None:
        if kind == "save":
            self._step("resume", lambda: _move(caylus.resume(read_saved_game("game.json")), random))
        self.is_sound = self._command("replay", "game.json").code == CLEAN
        self._command("replay", "game.json", "--under", "1303")
        self._command("why", "game.json", *random.choice(((), ("5",), ("3", "place", "farm"))))

    def _command(self, *words: str) -> Told:
        return self._step(words[0], lambda: cli.main(words))

    def _step(self, what: str, does: Callable[[], int]) -> Told:
        """Does it as the command line would: what is foreseen becomes words, and anything else is a defect."""
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        began = time.process_time()
        with redirect_stdout(out), redirect_stderr(out):
            try:
                code = does()
            except SystemExit as error:  # the words themselves were wrong
                code = int(error.code or 0)
            except Exception as error:
                code = report(error, what)
        self.seconds[what] = self.seconds.get(what, 0.0) + time.process_time() - began
        out.flush()
        told = Told(code, out.buffer.getvalue().decode())
        if code not in (CLEAN, FINDINGS, USAGE):
            raise Defect(f"{what} ended with {code}: {told.text}")
        for line in told.text.split("\n"):
            if first_hidden(line) or (line.lstrip().startswith(("::", "##[")) and not ANNOTATION.match(line)):
                raise Defect(f"{what} printed {line!r}")
        return told


def _play(path: str, random: Random, limits: caylus.Limits | None = None) -> int:
    """A new game, its save and its transcript, which have to be of the same game."""
    rules = caylus.load(path)
    rules = rules.with_limits(limits) if limits else rules
    game = rules.new_game(random.randint(rules.fewest_players, rules.most_players), random.randrange(1000))
    _move(game, random, tells=limits is None)  # a list of a thousand in each of ten thousand events takes long to write
    again = caylus.resume(json.loads(json.dumps(game.save())))
    told = caylus.replay(json.loads(json.dumps(game.transcript())), rules)
    if again != game or told.digest() != game.digest():
        raise Defect("a game is another one after it was kept")
    return CLEAN


def _compare_engines(path: str, random: Random) -> int:
    """Some games played by bots as machine code, and by the same choices in Python: they have to be the same games."""
    rules = caylus.load(path).with_limits(caylus.Limits(steps=random.choice((STEPS, 20 * STEPS))))
    began = time.process_time()
    for policy, pieces in (("random", 8), ("greedy", 2)):
        players = random.randint(rules.fewest_players, rules.most_players)
        stream, mind = [random.randrange(1000)], find_mind(policy, 0, rules, players)
        assert mind is not None
        game, twin = (rules.new_game(players, 0).copy() for _ in range(2))
        for _ in range(pieces):
            for move in play_alike(game, mind, stream, 4):
                twin.play(move)
            if twin != game or [*twin.moves] != [*game.moves]:
                raise Defect(f"machine code is elsewhere than Python with {players} players that play {policy}")
            if not game.moves or time.process_time() - began > MOST_SECONDS_COMPARED:
                break
            move = random.randrange(len(game.moves))  # what machine code may have left to Python
            game.play(move)
            twin.play(move)
    return CLEAN


def _move(game: caylus.Game, random: Random, tells: bool = True) -> int:
    """Random moves, and whatever may be asked of a game on the way."""
    for _ in range(MOVES):
        decision = game.decision
        if decision is None:
            break
        ids = [option.id for option in decision.options if option.text and option.data]
        if len(set(ids)) < len(decision.options):
            raise Defect(f"options of one name: {ids}")
        with suppress(caylus.UnknownThing):
            decision.why_not(f"{random.choice(ids)} farm")
        game.choose(random.choice(ids))
    for player in (None, *game.players):
        json.dumps(game.view(player))
        "".join(event.text for event in (game.events_for(player) if tells else ()))
    return CLEAN
