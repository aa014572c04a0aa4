"""A game in progress."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.diagnostic import RulesetError

from . import visibility
from .call_stack import pending_moves, phases, seats_to_ask
from .decisions import Decision, IllegalChoice, Option
from .events import Entry, Event, Fact, Log, Result, Teller, standings
from .imagine import imagine
from .machine import BREAKS, Limits, Machine, Move, RuleFault, seed_state
from .names import Names
from .saves import History, as_it_was, replay_to, save, transcript
from .seats import BESIDE, Seat, seat_number
from .start import Start, refresh, start_machine, write
from .worlds import Worlds

if TYPE_CHECKING:
    from caylus.codegen import Program

    from .match import Match
    from .ruleset import Ruleset


class Game:
    """Made by `Ruleset.new_game`, `Ruleset.position` and `Ruleset.replay`, by `caylus.resume` and `caylus.replay`.

    `players` are the seats in their order, by which everything here calls the players; `labels` what texts for people call
    those who sit there. `chosen` are the moves so far, forced ones aside, in the order in which they were made. One thread at a
    time may use a game. `broken` is the fault that has stopped a game with secrets for good. Games of one ruleset, copies
    too, share nothing that changes, so each may have a thread of its own. A game pickles, with its history, for the
    way into another process.
    """

    def __init__(
        self,
        rules: Ruleset,
        machine: Machine,
        names: Names,
        start: Start,
        moves: Sequence[Move] | None = None,
        choosers: Sequence[int] = (),
    ) -> None:
        self.rules = rules
        self.names = names
        self.start = start
        self.chosen: list[Move] = list(moves or ())
        self._choosers: list[int] = list(choosers)  # the seats that made them, where not always the one asked first does
        self._machine = machine
        machine.limits = rules.limits
        machine.called = names.name_drawn
        self._history: History | None = History(machine, len(self.chosen), is_complete=moves is None)
        self._teller: Teller | None = None
        self._copied_at = -1  # how many choices had been made when it was copied: of those it does not tell
        self.broken: RuleFault | None = None
        self._decision: Decision | None = None
        self._heard: dict[int | None, tuple[int, int]] = {}  # by seat, the last event asked for, and the entries until then
        self._worlds: dict[Seat, Worlds] = {}  # by seat, those asked for last
        self._made_up: Start | None = None  # of a world: how it began, by what was made up

    @classmethod
    def start_game(cls, rules: Ruleset, names: Names, start: Start, draws: Sequence[tuple[int, ...]]) -> Game:
        """A game at its first decision, with fixed first draws. Raises what `starting.start_machine` raises."""
        machine = start_machine(names.program, names, start, draws, rules.limits)
        game = cls(rules, machine, names, start)
        machine.run()
        return game

    # ---- what there is

    @property
    def players(self) -> tuple[str, ...]:
        return self.names.players

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the players, by seat."""
        return dict(zip(self.names.players, self.names.labels, strict=True))

    @property
    def seed(self) -> int | None:
        """The seed of the random stream, which foretells all draws and is for no seat; None where it is not told (see `save`)."""
        return self.start.seed

    @property
    def over(self) -> bool:
        return self._machine.player < 0

    @property
    def seat(self) -> int:
        """The number of the player who decides, among `players`; -1 when the game is over."""
        return self._machine.player

    @property
    def decision(self) -> Decision | None:
        """The decision in hand, whole, of several the first; None when the game is over.

        What a seat may know of it is `Game.decision_for`.
        """
        if self._machine.player < 0:
            return None
        if self._decision is None:
            self._decision = Decision(self._machine, self.names, self._machine.player)
        return self._decision

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have to decide, in the order in which they are asked: several only where they choose at once."""
        return tuple(self.players[seat] for seat in seats_to_ask(self._machine))

    def visible_choices(self, move: Move, player: Seat) -> tuple[int | None, ...]:
        """The part of one of `moves` that a seat will see when it is made: None for each hidden choice, () for nothing."""
        machine, seat = self._machine, self._seat(player)
        if seat in (None, machine.player) or not machine.program.hides:
            return move
        asked = machine.program.decisions[machine.stack[-1][0]]
        sight = visibility.Sight(self.names, machine.s, seat)
        tells = sight.choices(machine.player, asked, move)
        if tells is None:
            return ()
        way = move[len(tells) + 1 :] if sight.options(machine.player, asked) else ()
        return (move[0], *(i if is_visible else None for i, is_visible in zip(move[1:], tells, strict=False)), *way)

    @property
    def ready(self) -> tuple[str, ...]:
        """The seats that have chosen at once, while somebody is missing; those without a choice are not among them."""
        return tuple(self.players[seat] for seat in pending_moves(self._machine))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decision in hand of each who has to decide (see `waiting`), to be made in any order."""
        return tuple(map(self._find_decision, seats_to_ask(self._machine)))

    def _find_decision(self, seat: int) -> Decision:
        """The decision of one of those who have to decide."""
        if self.decision is not None and self.decision.player_index == seat:
            return self.decision
        return Decision(self._machine, self.names, seat)

    @property
    def moves(self) -> Sequence[Move]:
        """The legal options as tuples of numbers, in the order of `decision.options`; () when the game is over."""
        return self._machine.options

    def _legal_moves(self, seat: int) -> Sequence[Move]:
        """The legal options of a seat; () for one that has nothing to decide."""
        if seat == self._machine.player:
            return self._machine.options
        return self._find_decision(seat).moves if seat in seats_to_ask(self._machine) else ()

    def _seat(self, player: Seat) -> int | None:
        """The number of a seat from which something is hidden; None for one that may see everything, as all may at the end."""
        seat = seat_number(player, self.players)
        return None if self.over else seat

    def _sight(self, player: Seat) -> visibility.Sight:
        return visibility.Sight(self.names, self._machine.s, self._seat(player))

    @property
    def keeps_secrets(self) -> bool:
        """Return whether the rules keep something from anybody: on the table, or until all have chosen who choose at once."""
        return bool(self._machine.program.at_once) or visibility.keeps_secrets(self.names.secrets)

    @property
    def lies_open(self) -> bool:
        """Return whether every seat, and whoever watches, sees and is told the same all the time: the rules hide nothing."""
        return not (self._machine.program.hides or self._machine.program.at_once)

    @property
    def learnt(self) -> tuple[int, int]:
        """The number of draws so far, and of moments when something hidden may have come to light.

        Where both are what they were, nobody has learnt anything since but what was chosen (see `Game.can_undo_to`).
        """
        return len(self._machine.drawn), self._machine.opened

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player, by seat, whatever is hidden; a view tells what a seat may see of them."""
        score = self._machine.program.values["score"]
        with self._machine.tell_breaks():
            return {name: score(self._machine.s, p) for p, name in enumerate(self.players)}

    @property
    def result(self) -> Result:
        """The result of the game; before it is over, that if it ended now, whatever is hidden."""
        machine = self._machine
        with machine.tell_breaks():
            return Result(standings(machine.program.values, machine.s, self.players), self._why_over())

    def _why_over(self) -> str | None:
        """The reason that the rules gave when they ended the game; None if they gave none."""
        s, stack = self._machine.s, self._machine.stack
        if not self.over or len(stack) == 1:
            return None
        block, *block_values = stack[-1]
        reason = self.names.program.metadata.endings[block]
        words = self.names.words(s, [part if isinstance(part, str) else (part[0], block_values[part[1] - 1]) for part in reason])
        return self.names.english.render(words)

    @property
    def winners(self) -> list[str]:
        """The winners, by seat: whoever has the highest score, unless the rules say more of it (see `result`)."""
        won = self.result.winners
        return [name for name in self.players if name in won]

    def outlook(self, player: str) -> int:
        """The estimate of a player's standing by the ruleset's `outlook`, or by the score if it has none."""
        values, seat = self._machine.program.values, seat_number(player, self.players)
        try:
            value: int = values.get("outlook", values["score"])(self._machine.s, seat)
        except BREAKS as error:
            raise self._machine.fault(error) from error
        return value

    def project_points(self, name: str) -> dict[str, int] | None:
        """The points of each player, by seat, if an action were carried out now and the game ended with it.

        `name` may also be a value of each player. Whatever is hidden counts: ask a copy that a seat could be in (see
        `Game.determinize`) for what it may know. None where the action asks somebody something, or cannot be carried out now.
        Raises UnknownThing for what is neither an action without parameters nor a value of one player.
        """
        return visibility.project_points(self._machine, self.names, name)

    @property
    def rounds(self) -> int:
        """The number of rounds: how often the body of the game's outermost loop has begun."""
        return self._machine.s[1]

    def read(self, name: str, of: str | None = None, player: Seat = None) -> Any:
        """One thing on the table, as `view` would show it to a seat, and far quicker.

        A state of the table (`"day"`), a list, a row; a player or an object with all its states, or one of them after a dot
        or with the owner named apart: `read("Ann.coin")`, `read("coin", "Ann")`, `read("path 7.owner")`, and so on where a
        state has several values: `read("Ann.liking.cat")`, `read("way.bern.oslo")`. What is hidden from the seat is None. Raises
        UnknownThing, with what was probably meant.
        """
        return visibility.read(self._sight(player), name if of is None else f"{of}.{name}")

    def value(self, name: str, arguments: Sequence[str], player: Seat = None) -> Any:
        """A value of the rules, for objects and players by their names. None where it rests on what a seat may not see.

        Raises UnknownThing for what is no value that can be shown, or takes others than these.
        """
        return visibility.value(self._sight(player), name, arguments)

    def view(self, player: Seat = None) -> dict[str, Any]:
        """The table as JSON data (schemas/view): what a seat may see; for None everything."""
        sight = self._sight(player)
        sight.shows_internal = player is None  # a seat sees everything when a game is over, but no bookkeeping
        scores, decision = self.scores, self.decision
        rests_on = self.names.program.metadata.values["score"]
        visible_scores = {name: score if sight.value(rests_on, (p,)) else None for p, (name, score) in enumerate(scores.items())}
        return {
            "ruleset": self.rules.name,
            "title": self.rules.title,
            "over": self.over,
            "round": self.rounds,
            "phase": decision and decision.phase,
            "phases": phases(self.names),
            "values": visibility.values(sight, self.rules.displayed_values),
            "tables": visibility.rule_tables(self.names, self.rules.manifest.get("tables", ())),
            "decides": decision and decision.player,
            "waiting": list(self.waiting),
            **visibility.view(sight),
            "scores": visible_scores,
            "winners": self.winners if self.over else [],
            "result": self.result.data(self.labels) if self.over else None,
        }

    def digest(self) -> str:
        """SHA-256 of the state: equal for equal games, in every process. Of what is hidden it tells enough to guess it."""
        return hashlib.sha256(",".join(map(str, self._machine.s)).encode()).hexdigest()

    def __repr__(self) -> str:
        now = "over" if (decision := self.decision) is None else f"{decision.player} decides: {decision.prompt!r}"
        return f"<Game of {self.rules.title}: {', '.join(self.players)}; round {self.rounds}, {len(self.chosen)} choices, {now}>"

    def __str__(self) -> str:
        return f"{self._heading()}\n\n{visibility.render_text(self._tables())}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._heading())}</p>{visibility.render_html(self._tables())}"

    def _heading(self) -> str:
        if self.decision is not None:
            return f"{self.rules.title}, round {self.rounds}. {self.decision.question}"
        return f"{self.rules.title}, over after round {self.rounds}: {self.result.render(self.labels)}"

    def _tables(self) -> Iterator[visibility.Table]:
        return visibility.tables(self.view(), self.rules.panels, self.names)

    # ---- deciding

    def decision_for(self, player: Seat) -> Decision | None:
        """The decision in hand as far as a seat may know it: who decides and what about, and the options.

        The options of others only where they follow from nothing that is hidden; else the decision `is_sealed`. `about` speaks of
        nothing that is not everybody's to know.
        """
        seat = self._seat(player)
        if seat is None or self.over:
            return self.decision
        asked = seat if seat in seats_to_ask(self._machine) else self._machine.player
        decision = Decision(self._machine, self.names, asked, seat)
        is_all_seen = decision.hears_question and not (decision.is_sealed or self.names.secret_variables)
        return self._find_decision(asked) if is_all_seen else decision

    def choose(self, option: Option | str, player: str | None = None) -> None:
        """Takes an option, or the one with an id, and goes on to the next decision.

        Where several choose at once, an option is that of whoever it was offered to, an id that of `player`, or of the first of
        them. Raises IllegalChoice if it is not legal now, or was offered at another point than this one, RuleFault if a rule
        breaks on the way; both change nothing, the latter but in a copy without history. A fault may tell a secret: where
        anything is hidden, the game is `broken` from then on, raises the same fault at every choice, and takes nothing back.
        Raises TypeError for what is no option, ValueError for a player whom nobody knows.
        """
        decision = self._decision
        if decision is not None and isinstance(option, Option) and option.is_from(decision):
            self._play(option.move, decision.player_index)
            return
        if self.broken is not None:
            raise self.broken
        if self.over:
            raise IllegalChoice("the game is over")
        if isinstance(option, str):
            decision = self._asks(player)
            option = decision.find(option)
        elif not isinstance(option, Option):
            raise TypeError(f"an option of the decision is wanted, or its id, not {option!r}")
        else:
            decision = self._asks(option.player)
            if not option.belongs_to(decision):
                raise IllegalChoice(f"`{option.id}` was offered at another point of a game: ask this one for its decision again")
        self._play(option.move, decision.player_index)

    def _asks(self, player: str | None) -> Decision:
        """The decision that a player has to make; without one, the first. Raises IllegalChoice where there is none."""
        seat = seat_number(player, self.players)
        seats = seats_to_ask(self._machine)
        if seat is None:
            seat = seats[0]
        if seat not in seats:
            has_chosen = seat in pending_moves(self._machine)
            raise IllegalChoice(f"{player} has chosen already" if has_chosen else f"{player} has nothing to decide now")
        return self._find_decision(seat)

    def play(self, index: int) -> None:
        """Takes the option at an index of `moves`: the quick way, for programs."""
        self._play(self._machine.options[index], self._machine.player)

    def _play(self, move: Move, seat: int) -> None:
        if self.broken is not None:
            raise self.broken
        machine, history = self._machine, self._history
        machine.player = seat
        self._decision = None
        self.chosen.append(move)
        if machine.program.at_once:
            self._choosers.append(seat)
        if history is not None:
            history.note(machine)
        try:
            machine.run(move)
        except RuleFault as fault:
            if history is not None:
                self.undo()
            self.broken = None if self.lies_open else fault
            raise

    # ---- taking back

    def undo(self) -> None:
        """Back to the decision before. Raises IllegalChoice at the first one, or in a copy without history."""
        if not self.chosen:
            raise IllegalChoice("there is nothing to undo")
        self.undo_to(len(self.chosen) - 1)

    def undo_to(self, number: int) -> None:
        """Back to where so many choices had been made, forced ones aside; 0 is the first decision.

        A game that was resumed goes back beyond that point by playing its choices again. Raises IllegalChoice in a copy
        without history, for a number of choices that were never made, and where its save does not tell what went before.
        """
        if self.broken is not None:
            raise IllegalChoice(f"there is nothing to undo: the game has stopped, {self.broken}")
        if not 0 <= number <= len(self.chosen):
            raise IllegalChoice(f"there is no going back to choice {number}: {len(self.chosen)} have been made")
        if number == len(self.chosen):
            return
        history = self._history_from(number)
        history.restore(self._machine, self.chosen, number)
        history.forget(number)
        if self._teller is not None:
            self._teller.go_back(number)
        del self.chosen[number:]
        del self._choosers[number:]
        self._decision = None
        self._heard.clear()

    def retract(self, player: str) -> None:
        """Takes back what a player has chosen at once with others, some of whom have still to choose.

        What others have chosen stays. Raises IllegalChoice where there is nothing of that kind, or in a copy without history,
        ValueError for a name that nobody at the table has.
        """
        seat, current_move = seat_number(player, self.players), pending_moves(self._machine)
        if seat not in current_move:
            raise IllegalChoice(f"{player} has chosen nothing that could be taken back")
        since = self._choosers[-len(current_move) :]
        if seat not in since:
            raise IllegalChoice("there is nothing to undo: what came before is not known")
        number = len(self._choosers) - len(since) + since.index(seat)
        later = [*zip(self.chosen, self._choosers, strict=True)][number + 1 :]
        self.undo_to(number)
        for move, other in later:
            self._play(move, other)

    def replay_to(self, number: int) -> Game:
        """The game as it was after so many choices, forced ones aside, to look at: without log and history, and quickly.

        What is drawn from there on is what was drawn here. Raises IllegalChoice for a number of choices that were never made, and
        where it is not known what led here.
        """
        if not 0 <= number <= len(self.chosen):
            raise IllegalChoice(f"there is nothing after choice {number}: {len(self.chosen)} have been made")
        if self.start.seed is None:
            raise IllegalChoice("what came before is not known")
        try:
            return as_it_was(self, number)
        except RulesetError:
            raise IllegalChoice("the choices that the save tells of are not those of its game") from None

    def can_undo_to(self, number: int, player: str, willing: Collection[str] = ()) -> bool:
        """Return whether a player may go back to where so many choices had been made without anybody else being any the worse.

        That is so if all choices since were the player's own, or those of others who are `willing` to choose anew, as bots are;
        nothing has been drawn; and nothing hidden has come to light, as it does with the end of the game. Raises ValueError for a
        name that nobody at the table has.
        """
        seat = seat_number(player, self.players)
        ended = self.over and self._machine.program.hides  # what was hidden has come to light
        if seat is None or self._history is None or self.broken is not None or ended or not 0 <= number < len(self.chosen):
            return False
        try:
            history = self._history_from(number)
        except IllegalChoice:
            return False
        return history.is_own(self._machine, number, {seat, *(self.players.index(name) for name in willing)})

    def _history_from(self, number: int) -> History:
        """The history, which knows the choice of a number."""
        if self._history is None:
            raise IllegalChoice("there is nothing to undo: this copy keeps no history")
        if number < self._history.first:
            self._recall()
        if number < self._history.first:
            raise IllegalChoice("there is nothing to undo: what came before is not known")
        return self._history

    def _recall(self) -> None:
        """Plays again what came before the game was resumed, if that is known: it is part of its history then."""
        history = self._history
        if history is None or history.is_complete or self.start.seed is None:
            return
        history.is_complete = True
        try:
            before = replay_to(self, history)
        except RulesetError:  # an edited save tells of choices that do not lead to it
            return
        earlier = before._history
        assert earlier is not None
        opened = before._machine.opened
        history.follow(earlier, opened)
        self._machine.opened += opened
        self._teller = None
        self._heard.clear()

    # ---- looking

    @property
    def events(self) -> list[Event]:
        """The events since the game, or this copy of it, began; empty in a copy without events.

        It is found by playing again what has happened since this was last asked: who does not ask does not wait.
        """
        return self.events_for(None)

    def events_for(self, player: Seat, since: int = 0) -> list[Event]:
        """The events after the one with the number `since`, as a seat may see them; None sees all.

        Numbers count what a seat has been told, so whoever asks again with the last number seen is told what is new, all of it
        and only that. Numbers are given anew when choices have been taken back, and at the end, when all is told to everybody:
        `since` is then a number from before the end. A game that was resumed tells what came before too, if its save does.
        """
        seat = seat_number(player, self.players)
        is_new = not self.over and seat in self._heard and since == self._heard[seat][0]
        teller = self._teller_for(is_new)
        if teller is None:
            return []
        entries, s = teller.entries, self._machine.s
        before = teller.count_told(self._copied_at) if self._copied_at >= 0 and not is_new else 0
        if self.over:
            if since:
                before = max(before, Log(teller.names, s, seat).count_entries(entries, since))
            return Log(teller.names, s).events(entries, 0, before)
        last, event_count = self._heard.get(seat, (0, 0))
        if since != last:
            last = event_count = 0
        events = Log(teller.names, s, seat).events(entries[event_count:], since, before - event_count, last)
        if events or since == last:
            self._heard[seat] = events[-1].number if events else since, len(entries)
        return events

    @property
    def facts(self) -> list[Fact]:
        """The same events without words, for programs that count in many games: they are found several times as fast.

        Each time anew: who follows a game asks for its `events`.
        """
        self._recall()
        if self._history is None:
            return []
        teller = Teller(self._find_traced_program(), self.names, self._history, self._copied_at, is_brief=True)
        teller.tell(self.chosen, self._machine.limits)
        return Log(teller.names, self._machine.s).facts(teller.entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """All that has happened, as the program tells it (see `events`)."""
        teller = self._teller_for()
        return teller.entries if teller is not None else ()

    def forget_events(self) -> None:
        """Lets go of what has been told so far, for who keeps many games: asked for again, it is found by playing again."""
        if self._teller is not None:
            entry_count = len(self._teller.entries)
            self._heard = {seat: (last, 0) for seat, (last, heard) in self._heard.items() if heard == entry_count}
            self._teller.forget()

    def _teller_for(self, is_new: bool = False) -> Teller | None:
        """The teller of all that has happened; of what `is_new` to a seat, as far as still known. None without a history."""
        if not is_new:
            self._recall()
        history = self._history
        if history is None:
            return None
        if self._teller is None:
            self._teller = Teller(self._find_traced_program(), self.names, history)
        if not (is_new or self._teller.is_whole):
            self._teller.begin_anew()
            self._heard.clear()
        self._teller.tell(self.chosen, self._machine.limits)
        return self._teller

    def _find_traced_program(self) -> Program:
        return self.rules.program(len(self.players), is_traced=True)

    # ---- keeping

    def with_states(self, states: Mapping[str, Any]) -> Game:
        """A copy on whose table some things are as `states` says (see `Ruleset.position`), to be looked at, not to be played.

        Raises UnknownThing for what the rules do not have, RuleFault where they break.
        """
        game = self.copy()
        for key, content in states.items():
            write(self.names, game._machine.s, key, content)
        refresh(game._machine)
        return game

    def copy(self, events: bool = False) -> Game:
        """An equal game that goes its own way. Without `events` it has no history and tells nothing, which suits searching."""
        machine = self._machine
        twin = machine.copy()
        twin.fixed = machine.fixed[:]
        twin.drawn = machine.drawn[:]
        game = Game.__new__(Game)
        vars(game).update(vars(self))
        game.chosen = self.chosen[:]
        game._choosers = self._choosers[:]
        game._machine = twin
        game._history = None
        game._teller = None
        game._copied_at = -1
        game._decision = None
        game._heard = {}
        game._worlds = {}
        if events:
            twin.opened = machine.opened
            game._history = (
                self._history.copy() if self._history is not None else History(twin, len(self.chosen), is_complete=False)
            )
            game._copied_at = len(self.chosen)
            if self._teller is not None:
                game._teller = self._teller.copy(game._history)
        return game

    @property
    def limits(self) -> Limits:
        """Return how much a choice may cost from now on; can be set."""
        return self._machine.limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._machine.limits = limits

    def branch(self) -> Game:
        """An equal game that can go on in place of this one: with its history, and all that was told of it."""
        game = self.copy(events=True)
        game._copied_at = self._copied_at
        game._heard = self._heard.copy()
        game._worlds, self._worlds = self._worlds, {}
        return game

    def worlds(self, player: Seat) -> Worlds:
        """The games that a seat could be in for all it has been told until now, to draw from."""
        imagined_worlds = self._worlds.get(player)
        if imagined_worlds is None or not imagined_worlds.belong_to(self):
            imagined_worlds = self._worlds[player] = Worlds(self, player, imagined_worlds)
        return imagined_worlds

    def determinize(self, player: Seat, seed: int) -> Game:
        """A copy that a seat could be in for all it has been told (see `worlds`): nothing in it tells what is hidden from there.

        Equal seeds give equal draws from here on. It has no transcript: choices before it are made up as well, or not known.
        Raises NoWorld where none is found within the bound that contradicts nothing the seat was told.
        """
        return self.worlds(player).draw(seed) if self.rules.tells_secrets else self.imagine(player, seed)

    def imagine(self, player: Seat, seed: int) -> Game:
        """A copy in which what is hidden is made up by what the state tells of cards and numbers (see `determinize`).

        It may contradict what the seat was told otherwise, by an answer, a price, or a condition that must have held: its worlds
        are not exact then. It is for where `worlds` has none, or what is found in it is told to nobody.
        """
        twin = self.copy()
        twin.start = Start(None)
        for told in (twin.chosen, twin._choosers, twin._machine.drawn):
            told.clear()
        seat = seat_number(player, self.players)
        imagine(twin._machine, twin.names, BESIDE if seat is None else seat, seed)
        return twin

    def reseed(self, seed: int) -> None:
        """Has draws from here on come from a seed, as in worlds. Raises ValueError for a game that knows how it began."""
        if self.start.seed is not None:
            raise ValueError("a game that can be told from its start has draws of its own")
        self._machine.s[0] = seed_state(seed)

    def __eq__(self, other: object) -> bool:
        """Return whether both stand at the same point under the same rules: same state, same frames in flight. Labels do not
        count.
        """
        if not isinstance(other, Game):
            return NotImplemented
        a, b = self._machine, other._machine
        return self.rules.sources == other.rules.sources and self.players == other.players and (a.s, a.stack) == (b.s, b.stack)

    __hash__ = None  # type: ignore[assignment]

    def save(
        self,
        player: Seat = None,
        policies: Sequence[str] = (),
        match: Match | None = None,
        lessons: Mapping[str, Sequence[str]] | None = None,
    ) -> dict[str, Any]:
        """The game as JSON data (schemas/save), with the rules it is played by: `caylus.resume` goes on as if nothing had been.

        `policies` say who decides for each seat but those that rules play, in words of whoever saves. They are only kept, and so
        are the `match` that the game belongs to (see `Match.from_save`), and the names of the `lessons` told to each player.

        For a seat, to be given out while the game goes on: it holds what that seat may see, and neither the random stream nor
        what led here. What it becomes has other draws, guesses at what rivals hide (see `determinize`), and no transcript; its
        worlds are not exact where play tells of secrets.
        """
        return save(self, player, policies, match, lessons)

    def transcript(self, player: Seat = None) -> dict[str, Any]:
        """Every draw and every decision so far (schemas/transcript); with the ruleset it reproduces the game.

        For a seat, to be given out while the game goes on: it does not tell where the random stream began, so what is
        replayed from it has other draws from here on; nor what was drawn or chosen where the seat could not see it, and then it
        is for reading only. Raises ValueError for a game of which it is not known how it began,
        RulesetError (E0702) for one that was resumed from a save whose choices do not lead to its state.
        """
        return transcript(self, player)

    def __reduce__(self) -> tuple[Any, ...]:
        """For the way from one process to another: the rules, numbers and names, and no code."""
        machine = self._machine
        data = (machine.s, machine.stack, machine.drawn, machine.fixed, machine.opened, list(machine.options), machine.player)
        left = ("rules", "names", "_machine", "_decision", "_teller", "_heard", "_worlds")
        own = {name: value for name, value in vars(self).items() if name not in left}
        return Game._restore, (self.rules, self.names.players, self.names.labels, data), own

    @classmethod
    def _restore(cls, rules: Ruleset, players: Sequence[str], labels: Sequence[str], data: Sequence[Any]) -> Game:
        names = Names(rules.program(len(players)), players, labels)
        s, stack, draws, fixed, opened, options, player = data
        machine = Machine(names.program, s, stack)
        machine.drawn, machine.fixed, machine.opened = draws, fixed, opened
        machine.options, machine.player = options, player
        return cls(rules, machine, names, Start(None))
