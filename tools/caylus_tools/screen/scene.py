"""A moment of a game as one person sees it: all that a screen is composed of, asked of the game once.

What is told is what comes of it in each of a few such worlds: so nothing in it tells what others hide, or what will be drawn.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from itertools import chain, compress, takewhile
from operator import attrgetter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from caylus import Limits, RuleFault, UnknownThing, model as m
from caylus.diagnostics import as_words
from caylus.panels import Panel as DescribedPanel, RowPanel, collect_rows
from caylus.records import Record

from caylus_tools.common.english import capitalize, count_things, join_words
from caylus_tools.verbalize import log
from caylus_tools.verbalize.face import Short, tints
from caylus_tools.verbalize.log import Log, breakdown
from caylus_tools.verbalize.names import english, titles
from caylus_tools.verbalize.objects import Objects
from caylus_tools.verbalize.option_texts import NOTHING, load_cells, load_option_texts, make_consequences
from caylus_tools.verbalize.source_text import rows

from .layout import SHAPES, Layout, Row, View, layout, order_of_players

if TYPE_CHECKING:
    from caylus import Decision, Event, Fact, Game, Option, Ruleset


def _titles(model: m.Model) -> Iterator[tuple[str, str]]:
    """The titles of everything that can be shown, by name; of two things of one name that of the table."""
    for kind in (*model.kinds.values(), model.kinds["player"]):
        fields = (kind.states, kind.lists, kind.properties)
        yield from ((field.name, field.title) for own in fields for field in own.values())
    for definitions in (model.kinds["player"].rows, model.rows, model.lists, model.states):
        yield from ((definition.name, definition.title) for definition in definitions.values())
    yield from ((name, rule.site.title) for rules in (model.values, model.tables) for name, rule in rules.items())
    yield from ((resource.name, resource.title) for resource in model.resources)


class Words:
    """Of one ruleset; `titles` of what can be shown, by name."""

    def __init__(self, rules: Ruleset) -> None:
        self.model = rules.model
        self.objects = Objects(rules)
        self._english = english(rules)
        self._short = Short(rules, self.objects)
        self.cells = cache(self._render_cells)
        self.texts = load_option_texts(rules).texts
        """The text of each option of a decision; its price is told beside it."""
        self.effect, self.does = self._short.effect, self.objects.hint
        """The effect of a thing, or of the thing on a space, in the fewest words, and in sentences."""
        self.titles = dict(_titles(rules.model))
        tints_by_kind = tints(self.objects, rules.manifest.get("tints", {}))
        self.tints = {thing.name: tints_by_kind[thing.kind] for thing in self.objects.all() if thing.is_named}

    def title(self, name: str) -> str:
        """The title of a row, a list, a state or a resource."""
        return self.titles.get(name) or as_words(name)

    def short(self, name: str) -> str:
        """The same in a few letters, where it is that of a resource."""
        return self._short.resources.get(name) or self.title(name)

    def price(self, pays: Mapping[str, int]) -> str:
        """Amounts by the names of resources, in words."""
        return self._english.amounts(pays) if pays else ""

    def _render_cells(self, table: str) -> dict[str, list[str]]:
        """The cells of each row of a table of the rules, by what it is a row of, each as short as it can be told."""
        return {of.name: [self._short.cell(body) for body in cells] for of, cells in rows(self.model.actions[table])}


load_words = cache(Words)


COMMANDS = frozenset("afhilqrstuw")
"""Letters that are commands where they are typed alone, and so the keys of no choice."""

_FEW = 6
"""So many spaces are told in the menu as well."""


class Choice(Record):
    """An option: what is typed for it, its number among the options, what it says, its price, and the space that it is about."""

    key: str
    option: Option
    number: int
    text: str
    price: str
    cell: str = ""
    is_listed: bool = True


def space_keys(rows: Sequence[Row], view: View, player: str | None, signs: Mapping[str, str]) -> dict[str, str]:
    """The key of each space on the board by the name of the space."""
    keys = {}
    for row in rows:
        spaces = collect_rows(view)[row.name]
        whose = "" if row.of in (None, player) else signs[row.of].lower()
        for number, space in enumerate(spaces, 1):
            keys[space["name"]] = row.key + whose + (str(number) if len(spaces) > 1 or not row.key else "")
    return {name: key for name, key in keys.items() if list(keys.values()).count(key) == 1}


def space_of_key(text: str, game: Game, view: View, player: str | None) -> str:
    """The space that a key of the board means to a player; the same words where they are none."""
    from .marked import Names  # needs rich, which a server has not

    names = Names(game, {})
    keys = space_keys(layout(game.rules, view).rows, view, player, names.signs)
    return next((space for space, key in keys.items() if key == text.casefold()), text)


def choices(decision: Decision, texts: Sequence[str], prices: Sequence[str], keys: Mapping[str, str]) -> tuple[Choice, ...]:
    """In the order of the options, those on the board first."""
    cells = _cells(decision.options, keys)
    used_keys = {keys[cell] for cell in cells.values()}
    others = [number for number in range(len(decision.options)) if number not in cells]
    are_numbers = any(key.isdecimal() for key in used_keys)
    option_numbers = [number for number in others if are_numbers or decision.options[number].data["option"] == "decline"]
    options = [decision.options[number] for number in option_numbers]
    letters = dict(zip(option_numbers, _letters(options, [texts[number] for number in option_numbers], used_keys), strict=False))
    if len(letters) < len(option_numbers):
        return choices(decision, texts, prices, {})
    few, offers = len(cells) <= _FEW, decision.options
    result = [Choice(keys[cell], offers[n], n, texts[n], prices[n], cell, few) for n, cell in cells.items()]
    count = 0
    for number in others:
        key = letters.get(number)
        if key is None:
            count += 1
            key = str(count)
        result.append(Choice(key, decision.options[number], number, texts[number], prices[number]))
    return tuple(result)


def _cells(options: Sequence[Option], keys: Mapping[str, str]) -> dict[int, str]:
    """The space that an option is about, by the number of the option: where it chooses nothing else, and no other option does.

    Things that lie on spaces mean these where all things lie there that an option of this name may choose.
    """
    cells, placeless = {}, set()
    for number, option in enumerate(options):
        choices = [str(choice) for choice in option.data["choices"].values()]
        cell = next((name for name in (*choices, *option.cells) if name in keys), None) if len(choices) == 1 else None
        if cell is not None:
            cells[number] = cell
        if cell not in choices and not option.cells:
            placeless.add(option.data["option"])
    often = Counter(cells.values())
    return {n: cell for n, cell in cells.items() if often[cell] == 1 and options[n].data["option"] not in placeless}


def _letters(options: Sequence[Option], texts: Sequence[str], used_keys: set[str]) -> Iterator[str]:
    """A letter for each, as far as there are any: of its words if it can be, `p` for passing on."""
    used = {*used_keys, *COMMANDS}
    kept_letter = "p" if any(option.data["option"] == m.DECLINE for option in options) else ""
    for option, text in zip(options, texts, strict=True):
        declines = option.data["option"] == m.DECLINE
        words = kept_letter if declines else "".join(word[0] for word in text.lower().split()) + text.lower()
        free = {*ascii_lowercase} - used - ({kept_letter} if not declines else set())
        letter = next((letter for letter in words + ascii_lowercase if letter in free), None)
        if letter is None:
            return
        used.add(letter)
        yield letter


_LIMITS = Limits(seconds=0.1)
"""For one choice in one world: a person waits for the screen."""

_OUTCOME_WORLDS = 4
"""In so many worlds what is not known seldom comes out alike by chance."""


_MOVABLE = (SHAPES["disc"], SHAPES["pawn"])
"""The signs of pieces that stand on a space for a while; the others lie there for good."""


_MOST_ASKED = 12
"""So many decisions are looked ahead for those who may move a barrier."""

_UNPAID = "Unless you get it before its turn, what you place there brings nothing."
_AMOUNTS = ("gain", "lose")
NO_CHANGE = "nothing changes"

Told = TypeVar("Told", bound="Event | Fact")


_MOST_REPEATS, _MOST_WAYS = 100, 20
"""So many payments at most, and of so many ways, are tried to find how often the same can be paid for again."""


def _identity(option: Option) -> str:
    """The name and the objects of an option, which are the same whatever it costs."""
    return json.dumps([option.data["option"], option.data["choices"]])


class Idle(NamedTuple):
    """A piece of a player on a space of a row where nothing happens."""

    row: str
    space: str
    player: str


class Outcomes:
    """Of the moves of one decision, as far as the player who decides can know."""

    def __init__(self, game: Game, decision: Decision) -> None:
        self._game, self._decision = game, decision
        self._player, self._rule = decision.player, decision.rule
        self._own_states, self._find_idle = cache(self._find_own_states), cache(self._find_idle_pieces)
        self._tried: dict[int, list[Game]] = {}  # the last move that was tried

    @cached_property
    def _view(self) -> Mapping[str, Any]:
        return self._game.view(self._player)

    @cached_property
    def _log(self) -> Log:
        return Log(self._game.rules, self._game.labels)

    @cached_property
    def _worlds(self) -> list[Game]:
        seed = int.from_bytes(hashlib.sha256(json.dumps(self._view).encode()).digest()[:8])
        return [self._game.imagine(self._player, seed + world) for world in range(_OUTCOME_WORLDS)]

    def describe(self, move: int) -> str:
        """Describe what the rule that asks does next, or the decision it leads to; not what chance brings, nor what other rules
        do.

        Nothing where a rule breaks or takes long in one of the worlds.
        """
        trials = self._trials(move)
        event_lists = [self._visible_events(trial) for trial in trials]
        doings = [self._log.outcomes_of_choice([*events[:1], *self._immediate_events(events)]) for events in event_lists]
        alike = [same[0] for same in takewhile(lambda told: len(set(told)) == 1, zip(*doings, strict=False))]
        then = {self._following(move, trial, events) for trial, events in zip(trials, event_lists, strict=True)}
        return ", ".join(alike) if any(doings) else then.pop() if len(then) == 1 else ""

    @cached_property
    def _layout(self) -> Layout:
        return layout(self._game.rules, self._view)

    @cached_property
    def barriers(self) -> dict[str, Row]:
        """The rows of which a marker leaves spaces where nothing happens, if this decision may move the marker."""
        consequences = make_consequences(self._game.rules)

        def may_move(panel: DescribedPanel) -> bool:
            return isinstance(panel, RowPanel) and panel.dim is not None and consequences.writes(self._decision, panel.markers)

        if not any(map(may_move, self._game.rules.panels)):
            return {}
        return {row.name: row for row in self._layout.rows if may_move(row.panel)}

    @cached_property
    def _standing(self) -> list[Idle]:
        """The pieces of players on spaces of such rows."""
        spaces = [(name, space) for name in self.barriers for space in collect_rows(self._view)[name]]
        movable = [state for state, sign in self._layout.pieces.items() if sign in _MOVABLE]
        pieces = [(row, space["name"], space.get(state)) for row, space in spaces for state in movable]
        return [Idle(row, space, player) for row, space, player in pieces if player in self._game.labels]

    def describe_idle(self, move: int) -> str:
        """Describe who stands after a move where nothing happens; nothing if no move sets a marker at once, or leaves anybody."""
        sentences = []
        moves = range(len(self._decision.options))
        if not any(map(self._own_states, moves)) or not any(map(self.idle_pieces, moves)):
            return ""
        for row in self.barriers.values():
            idle = [one for one in self.idle_pieces(move) if one.row == row.name]
            spaces = {whose: [self._titles[one.space] for one in idle if one.player == whose] for _, _, whose in idle}
            parts = [f"{self._called(player)} on {join_words(titles_)}" for player, titles_ in spaces.items()]
            sentences.append(f"{self._dim_title(row)}: {', '.join(parts) or 'nobody'}")
        return "; ".join(sentences)

    @cached_property
    def _closers(self) -> dict[str, Row]:
        """The rows that this decision closes or opens by a marker, by the name of the marker."""
        closers = {row.panel.closed_by: row for row in self.barriers.values() if row.panel.closed_by is not None}
        return closers if closers and any(map(self._own_states, range(len(self._decision.options)))) else {}

    @property
    def _marker_title(self) -> str:
        titles_ = load_words(self._game.rules).titles
        return join_words([titles_[closer] for closer in self._closers])

    def describe_later_movers(self) -> str:
        """Name the others who are surely asked after this decision to move the barrier of a row, with what they can pay."""
        if not self._closers:
            return ""
        ends = ((True, 0), (False, len(self._decision.options) - 1))
        ways = [(trial, is_first) for is_first, move in ends for trial in self._trials(move)]
        each = [
            {decision.player: self._render_purse(decision, moves) for _, decision, moves in self._later_moves(*way)}
            for way in ways
        ]
        players = [name for name in dict.fromkeys(chain(*each)) if name != self._player and all(name in one for one in each)]
        others = [f"{self._game.labels[player]}{each[-1][player]}" for player in players]
        return f"{join_words(others)} may move {self._marker_title} after you" if others else ""

    def _later_moves(self, trial: Game, is_first: bool = False) -> Iterator[tuple[Game, Decision, list[bool]]]:
        """The decisions of the same phase after this one that may move such a barrier, if all take the last or first option, and
        which of their options do."""
        consequences = make_consequences(trial.rules)
        for _ in range(_MOST_ASKED):
            decision = trial.decision
            if decision is None or trial.rounds != self._game.rounds or decision.phase != self._decision.phase:
                break
            try:
                if consequences.writes(decision, self._closers) and any(moves := self._barrier_moves(trial)):
                    yield trial, decision, moves
                trial = self._play(trial, 0 if is_first else len(trial.moves) - 1)
            except RuleFault:
                break

    def _render_purse(self, decision: Decision, moves: Sequence[bool]) -> str:
        """The amounts that a player is seen to have of what it costs to move such a barrier, in brackets."""
        costs = dict.fromkeys(name for option in compress(decision.options, moves) for name in option.data["pays"])
        resources = next(one["resources"] for one in self._view["players"] if one["name"] == decision.player)
        has = {name: resources[name] for name in costs if resources[name]}
        return f" ({load_words(self._game.rules).price(has)})" if has else ""

    def _barrier_moves(self, trial: Game) -> list[bool]:
        """For each move whether it moves such a barrier itself, and not a later phase."""
        assert trial.decision is not None
        phase = trial.decision.phase
        event_lists = [self._play(trial, move).events for move in range(len(trial.moves))]
        own = [[one.data.get("state") for one in events if one.kind == "set" and one.phase == phase] for events in event_lists]
        return [any(state in self._closers for state in states) for states in own]

    def describe_rest(self, move: int) -> str:
        """Describe what a move does that is told by no other words: what the player gains or loses by the rules that ask, or that
        nothing changes. A choice of a gain says all of it itself."""
        trials, option = self._trials(move), self._decision.options[move]
        if any(effect["verb"] == _AMOUNTS[0] for effect in option.offer["effects"]):
            return ""
        if amounts := {self._own_amounts(self._visible_events(trial)) for trial in trials} - {""}:
            return amounts.pop() if len(amounts) == 1 else ""
        acts = make_consequences(self._game.rules).consequences_of_option(self._decision, option)
        is_changed = any(self._own_state(trial.view(self._player)) != self._own_state(self._view) for trial in trials)
        return "" if acts or is_changed else NO_CHANGE

    def _own_state(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        return next(player for player in view["players"] if player["name"] == self._player)

    def whole_price(self, move: int) -> dict[str, int]:
        """The amounts that a move takes of what it costs, where they are more than its price, in every world alike."""
        pays, before = self._decision.options[move].data["pays"], self._own_state(self._view)["resources"]
        states = [self._own_state(trial.view(self._player))["resources"] for trial in self._trials(move)]
        prices = [
            {name: before[name] - after[name] for name in pays if before[name] - after[name] > pays[name]} for after in states
        ]
        return prices[0] if prices and all(price == prices[0] for price in prices) else {}

    def _own_amounts(self, events: Sequence[Event]) -> str:
        """The amounts that the rules that ask have the player gain and lose before somebody chooses again or the phase ends."""
        rules = {rule["name"] for rule in self._decision.rules}
        own = [event for event in self._immediate_events(events) if event.player == self._player and event.rule in rules]
        transfers = [event for event in own if event.kind in _AMOUNTS and event.phase == self._decision.phase]
        return self._log.sum_amounts(transfers, self._player)

    def losses(self) -> dict[int, str]:
        """Sentences on the moves that leave pieces of the player where nothing happens, and other moves do not, and on those that
        pay for the same so that it can be had less often again."""
        idle = enumerate(self._own_idle) if any(one.player == self._player for one in self._standing) else ()
        losses = {move: self._describe_loss(move, own) for move, own in idle if len(own) > self.fewest_idle}
        with suppress(RuleFault):
            losses.update(self._describe_dear_payments())
        return losses

    def _describe_dear_payments(self) -> Iterator[tuple[int, str]]:
        """Sentences on the ways to pay after which the player can do the same less often again than after another way."""
        options, texts = self._decision.options, load_words(self._game.rules).texts(self._decision)
        alike = Counter(_identity(option) for option in options if option.data["pays"])
        trials = {move: self._trials(move) for move, option in enumerate(options) if 1 < alike[_identity(option)] < _MOST_WAYS}
        if any(len(worlds) != 1 or any(event.kind == "draw" for event in worlds[0].events) for worlds in trials.values()):
            return  # what is hidden or drawn has a part in it
        counts: dict[str, int] = {}
        repeats = {move: self._count_repeats(worlds[0], options[move], Counter(), counts) for move, worlds in trials.items()}
        for move, count in repeats.items() if len(counts) < _MOST_REPEATS else ():
            most = max(repeats[other] for other in repeats if _identity(options[other]) == _identity(options[move]))
            if count < most:
                can = f"can {texts[move]} only {count_things(count, 'time')} more" if count else f"cannot {texts[move]} again"
                yield move, f"After this payment you {can}. Another payment leaves enough for {most} more."

    def _count_repeats(self, trial: Game, option: Option, paid: Counter[str], counts: dict[str, int]) -> int:
        """Count how often at most the player can do the same at once after paying for an option; `counts` are by all `paid`."""
        paid, decision = paid + Counter(option.data["pays"]), trial.decision
        key = _identity(option) + json.dumps(sorted(paid.items()))
        if key not in counts and len(counts) < _MOST_REPEATS:
            counts[key] = 0
            if decision is not None and (decision.player, decision.rule) == (self._player, self._rule):
                same = [move for move, one in enumerate(decision.options) if _identity(one) == _identity(option)]
                repeats = (self._count_repeats(self._play(trial, at), decision.options[at], paid, counts) for at in same)
                counts[key] = max((1 + count for count in repeats), default=0)
        return counts.get(key, 0)

    @cached_property
    def _own_idle(self) -> list[list[Idle]]:
        """For each move the player's pieces that it leaves where nothing happens."""
        moves = range(len(self._decision.options))
        return [[one for one in self.idle_pieces(move) if one.player == self._player] for move in moves]

    def _describe_loss(self, move: int, idle: Sequence[Idle]) -> str:
        spaces, where = join_words([self._titles[one.space] for one in idle]), self._dim_title(self.barriers[idle[0].row])
        later = (at for trial in self._trials(move)[:1] for at in self._later_moves(trial)) if self._closers else ()
        own = [Outcomes(trial, decision) for trial, decision, _ in later if decision.player == self._player]
        is_last = all(len(idle) <= then.fewest_idle for then in own)
        unless = "" if is_last else f" unless you move {self._marker_title} again"
        return f"You leave {spaces} {where}: what you placed there brings nothing{unless}. Another choice prevents it."

    @property
    def fewest_idle(self) -> int:
        """The number of the player's pieces that are left where nothing happens at least."""
        return min(map(len, self._own_idle))

    def describe_unpaid(self, move: int) -> str:
        """Describe what a thing asks for on whose space a move places something, if the player has too little of it then, and has
        nothing on another thing that may bring it."""
        objects, view, option = load_words(self._game.rules).objects, self._view, self._decision.options[move]
        resources = [resource.name for resource in self._game.rules.model.resources]
        has = self._own_state(view)["resources"]
        purse = [(has.get(name) or 0) - option.data["pays"].get(name, 0) for name in resources]
        for name in map(str, option.data["choices"].values()):
            thing = objects.get(objects.stands_on(name, view))
            demands = objects.demands(thing, objects.sides_down(name, view)) if thing and thing.name != name else []
            missing = [{of for of, number in way if purse[of] < number} for ways in demands for way in ways]
            if not missing or not all(missing) or self._player not in self.places(move).get(name, {}).values():
                continue
            if not any(self._expected_resources & one for one in missing):
                price = join_words([objects.price(ways) for ways in demands], "or")
                return f"{capitalize(self._titles[name])} asks for {price}, and then you have too little of that. {_UNPAID}"
        return ""

    @cached_property
    def _expected_resources(self) -> frozenset[int]:
        """The numbers of the resources that things may bring on which the player has a piece."""
        objects = load_words(self._game.rules).objects
        spaces = (space for row in collect_rows(self._view).values() for space in row)
        own = [space["name"] for space in spaces if self._player in [space.get(state) for state in self._layout.pieces]]
        things = [thing for name in own if (thing := objects.get(objects.stands_on(name, self._view)))]
        return frozenset(resource for thing in things for resource in objects.gains(thing))

    def _dim_title(self, row: Row) -> str:
        return self._game.rules.model.values[row.panel.dim or ""].site.title

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        """The titles of spaces, with what lies on them."""
        titles_ = titles(self._game.rules)
        spaces = {space["name"]: space for row in collect_rows(self._view).values() for space in row}
        things = {name: next((v for v in space.values() if v in titles_ and v != name), None) for name, space in spaces.items()}
        return {at: f"{titles_[thing]} ({as_words(at)})" if thing else titles_.get(at, at) for at, thing in things.items()}

    def _called(self, player: str) -> str:
        return "you" if player == self._player else self._game.labels[player]

    def idle_pieces(self, move: int) -> list[Idle]:
        """The pieces on spaces of the table where nothing happens after a move."""
        return self._find_idle(json.dumps(self._own_states(move))) if self._standing else []

    def _find_idle_pieces(self, text: str) -> list[Idle]:
        """The pieces where nothing happens if the table is as it is now, but for some states as JSON."""
        states = json.loads(text)
        try:
            game = self._worlds[0].with_states(states) if states else self._game
            dims = {name: row.panel.dim or "" for name, row in self.barriers.items()}
            return [one for one in self._standing if game.value(dims[one.row], [one.space], self._player) is True]
        except (UnknownThing, RuleFault):
            return []

    def _find_own_states(self, move: int) -> dict[str, Any]:
        """The markers that the option itself sets."""
        markers = {state for row in self.barriers.values() for state in row.panel.markers}
        declines = self._decision.options[move].data["option"] == m.DECLINE
        return {} if declines else {name: to for name, to in self.table_states(move).items() if name in markers}

    def obstacle(self, move: int) -> str:
        """Describe what the player could do by a move and cannot, alike in every world; nothing where they can."""
        obstacles = set()
        for trial in self._trials(move):
            events = self._visible_events(trial)
            rules = self._log.reachable_rules(events)
            failures = [one for one in self._immediate_events(events) if one.kind == "unable" and one.rule in rules]
            obstacles.add(self._cannot(failures[0]) if failures and failures[0].player == self._player else "")
        return obstacles.pop() if len(obstacles) == 1 else ""

    def _cannot(self, event: Event) -> str:
        words = english(self._game.rules, self._game.labels)
        return words.render(words.action(event.kind, event.title, event.data)).strip()

    def places(self, move: int) -> dict[str, dict[str, Any]]:
        """The states of spaces that a move changes in every world alike, by space, and the flags of the view that it turns.

        Nothing where chance has a part in it.
        """
        trials = self._trials(move)
        if not trials or any(event.kind == "draw" for trial in trials for event in trial.events):
            return {}
        before = _states_of_spaces(self._view)
        changes = [_changes(before, _states_of_spaces(trial.view(self._player))) for trial in trials]
        return changes[0] if all(change == changes[0] for change in changes) else {}

    def moves_marker(self, move: int, option: Option) -> bool:
        """Return whether an option has a state of the table become what it chooses: what lies there is no matter of it."""
        choices = {str(choice) for choice in option.data["choices"].values()}
        return not choices.isdisjoint(map(str, self.table_states(move).values()))

    def table_states(self, move: int) -> dict[str, Any]:
        """The states of the table that a move sets before anybody chooses again, in every world alike."""
        snapshots = []
        for trial in self._trials(move):
            events = self._visible_events(trial) if self._game.keeps_secrets else self._certain(trial.facts)
            now = [event.data for event in self._immediate_events(events) if event.kind == "set"]
            of_table = [one for one in now if "state" in one and one.get("object", "") is None and one["index"] is None]
            snapshots.append({one["state"]: one["value"] for one in reversed(of_table)})
        return snapshots[0] if snapshots and all(states == snapshots[0] for states in snapshots) else {}

    def _trials(self, move: int) -> list[Game]:
        """The worlds after a move: one where all come out alike; none where a rule breaks or takes long in one of them."""
        if move not in self._tried:
            try:
                trials = [self._play(self._worlds[0], move)]
                if self._game.keeps_secrets or trials[0].learnt != self._worlds[0].learnt:
                    trials += [self._play(world, move) for world in self._worlds[1:]]
            except RuleFault:
                trials = []
            self._tried = {move: trials}
        return self._tried[move]

    def _play(self, world: Game, move: int) -> Game:
        trial = world.copy(events=True)
        trial.limits = _LIMITS
        trial.play(move)
        return trial

    def _visible_events(self, trial: Game) -> list[Event]:
        """The events that the player sees before chance has a part in them."""
        events = self._certain(trial.events)
        if self._game.lies_open:
            return events
        origins = map(_origin, events)  # of which some are not seen
        return list(takewhile(lambda event: _origin(event) in origins, trial.events_for(self._player)))

    def _certain(self, events: Iterable[Told]) -> list[Told]:
        """The events before chance has a part in them."""
        return list(takewhile(lambda event: event.kind != "draw", events))

    def _immediate_events(self, events: Sequence[Told]) -> Iterator[Told]:
        """The events after a choice and before anybody chose again. A choice of a gain has no event of its own."""
        is_told = bool(events) and events[0].kind == "choice"
        return takewhile(lambda event: event.kind != "choice", events[is_told:])

    def _following(self, move: int, trial: Game, events: Sequence[Event]) -> str:
        """The decision of the same player that it leads to: what a table of the rules offers there, else how it asks."""
        following = trial.decision_for(self._player)
        if following is None or following.player != self._player or following.rule == self._rule:
            return ""
        if following.rule not in self._log.reachable_rules(events):
            return ""
        effects = load_cells(trial.rules).effects(following)
        if not any(effects):
            is_named = following.prompt in load_words(trial.rules).texts(self._decision)[move]
            return "" if is_named else f"you are asked: {following.prompt}"
        then = Outcomes(trial, following)
        offers = [then._offer(number, effect) for number, effect in enumerate(effects) if effect not in ("", NOTHING)]
        return f"you may {'; or '.join(offers)}" if offers else "nothing is to be had there yet"

    def _offer(self, move: int, effect: str) -> str:
        """An effect that a move offers, with what keeps the player from it now."""
        obstacle = self.obstacle(move)
        return f"{effect} (now you {obstacle})" if obstacle else effect


_origin = attrgetter("kind", "player", "file", "line")
"""What is the same in an event as it is seen and as it has happened."""


def _states_of_spaces(view: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """By space its states, and the flags that values of the table have for it."""
    spaces = {space["name"]: dict(space) for row in collect_rows(view).values() for space in row}
    for name, value in view["values"].items():
        for space, flag in value.items() if isinstance(value, dict) else ():
            if isinstance(flag, bool) and space in spaces:
                spaces[space][name] = flag
    return spaces


def _changes(before: Mapping[str, dict[str, Any]], after: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    changes = {name: {of: now for of, now in after[name].items() if now != states.get(of)} for name, states in before.items()}
    return {name: values for name, values in changes.items() if values}


_WORLDS = 3
"""A projection is told where it is the same in so many games that the player could be in."""


class Scene:
    """`decision` as the player who makes it sees it (`Game.decision_for`), None at the end; `since` the number of the last event
    that they had been told when they last decided. The `seed` is shown where it is given: it foretells all draws, so
    whoever shows a scene has to know that its players know it.

    The game may go on meanwhile: what is worked out only when it is asked for is worked out on copies.
    """

    def __init__(self, game: Game, decision: Decision | None, since: int = 0, seed: int | None = None) -> None:
        from .marked import Names  # needs rich, which a server has not

        self.rules, self.labels, self.words = game.rules, game.labels, load_words(game.rules)
        self.names = Names(game, self.words.tints)
        self.player = decision.player if decision is not None else None
        self.decision, self.seed, self.since = decision, seed, since
        self.view: Mapping[str, Any] = game.view(self.player)
        self.layout = layout(game.rules, self.view)
        self.events = game.events_for(self.player)
        self.result = game.result if game.over else None
        self.ready, self.waiting = game.ready, game.waiting
        self.keys = space_keys(self.layout.rows, self.view, self.player, self.names.signs)
        self.choices: tuple[Choice, ...] = ()
        self._outcomes: dict[str, str] = {}
        self._described: dict[str, str] = {}
        self.effect = cache(partial(self.words.effect, view=self.view))
        """The effect of a thing, or of the thing on a space, in a few words."""
        self._whole_prices: dict[tuple[str, str], str] = {}
        if decision is not None:
            prices = [self.words.price(option.data["pays"]) for option in decision.options]
            self.choices = choices(decision, self.words.texts(decision), prices, self.keys)
            self._trials = Outcomes(game, decision)
            self._effects_of_cells = load_cells(self.rules).effects(decision)
        self.projection = self._project_points(game)

    def _project_points(self, game: Game) -> int | None:
        """The points of the player if the game ended now, as far as they can know them."""
        name = self.rules.manifest.get("project")
        if name is None or self.player is None or (name not in self.rules.model.actions and name not in self.rules.model.values):
            return None
        worlds = range(_WORLDS if game.keeps_secrets else 1)
        projections = {(game.imagine(self.player, world).project_points(name) or {}).get(self.player) for world in worlds}
        return projections.pop() if len(projections) == 1 else None

    @cached_property
    def usual_price(self) -> tuple[str, bool]:
        """The price that most of the choices have that stand on the board alone, and whether all have it; empty without such."""
        prices = Counter(self.price(choice) for choice in self.choices if choice.cell and not choice.is_listed)
        price, times = prices.most_common(1)[0] if prices else ("", 0)
        return (price, len(prices) == 1) if 2 * times > prices.total() else ("", False)

    def outcome(self, choice: Choice) -> str:
        """The immediate outcome of a choice, or what the rules say of what it chooses."""
        if choice.key not in self._outcomes:
            if self._effects_of_cells[choice.number]:
                obstacle = self._trials.obstacle(choice.number)
                return self._outcomes.setdefault(choice.key, f"now you {obstacle}" if obstacle else "")
            tags = "" if choice.cell or self._heads_row(choice) else self._thing_tags(choice)
            self._outcomes[choice.key] = tags or self._trials.describe(choice.number) or self._thing_tags(choice)
        return self._outcomes[choice.key]

    def describe(self, choice: Choice) -> str:
        """The immediate outcome of a choice, and the effect of the space where it is, unless it is where a marker goes."""
        if choice.key not in self._described:
            effect = self.words.does(choice.cell, self.view, choice.text) if choice.cell else ""
            if effect and self._trials.moves_marker(choice.number, choice.option):
                effect = ""
            outcome = self.outcome(choice)
            idle = self._trials.describe_idle(choice.number)
            if idle:  # the words of the choice say where the marker goes
                rest = self._trials.describe_rest(choice.number)
                outcome, effect, rest = "", "", "" if rest == NO_CHANGE else rest
            else:
                is_described = bool(outcome or effect or self._effects_of_cells[choice.number])
                rest = "" if is_described else self._trials.describe_rest(choice.number)
            new_texts = (text for text in (rest, outcome, idle, effect) if text.removeprefix("+") not in choice.text)
            texts = dict.fromkeys(text.removesuffix(".") for text in new_texts)
            self._described[choice.key] = ". ".join(texts)
        return self._described[choice.key]

    def places(self, key: str) -> frozenset[str]:
        """The names of the spaces, things, lists and players that the choice of a key means."""
        choice = next((choice for choice in self.choices if choice.key == key), None)
        if choice is None:
            return frozenset()
        data = choice.option.data
        queues = [row.panel.queue["of"] for row in self.layout.rows if row.panel.queue.get("by") == data["option"]]
        return frozenset([choice.cell, *map(str, data["choices"].values()), *choice.option.cells, *queues])

    @property
    def barrier_rows(self) -> Collection[str]:
        """The names of the rows whose barrier a choice may move."""
        return self._trials.barriers if self.decision is not None else ()

    @cached_property
    def later_movers(self) -> str:
        """A sentence on who may move a barrier after this decision, if it moves one."""
        return self._trials.describe_later_movers() if self.decision is not None else ""

    @cached_property
    def players_in_question(self) -> frozenset[str]:
        """The others whom the question or one of its listed choices names."""
        texts = [text for choice in self.choices if choice.is_listed for text in (choice.text, self.describe(choice))]
        text = " ".join([self.decision.prompt, self.later_movers, *texts]) if self.decision is not None else ""
        return frozenset(name for name, label in self.labels.items() if label in text and name != self.player)

    @cached_property
    def namesakes(self) -> frozenset[str]:
        """The spaces where things lie of which others on the table have the same title and another effect."""
        spaces = [space for row in self.layout.rows for space in collect_rows(self.view)[row.name]]
        things = {
            space["name"]: self.words.objects.get(self.words.objects.stands_on(space["name"], self.view)) for space in spaces
        }
        effects = {name: (thing.title, self.effect(name)) for name, thing in things.items() if thing and thing.name != name}
        often = Counter(title for title, _ in {*effects.values()})
        return frozenset(name for name, (title, _) in effects.items() if often[title] > 1)

    def price(self, choice: Choice) -> str:
        """The price of a choice as the log tells it, and what the choice takes in all where it takes more of the same."""
        key = str(choice.option.data["option"]), choice.price
        if choice.price and key not in self._whole_prices:
            self._whole_prices[key] = self.words.price(self._trials.whole_price(choice.number))
        return f"{choice.price}, in all {whole}" if choice.price and (whole := self._whole_prices[key]) else choice.price

    def _heads_row(self, choice: Choice) -> bool:
        """Return whether a choice takes a row of a table of the rules, of which some cells may be had now."""
        things = {str(thing) for thing in choice.option.data["choices"].values()}
        return any(not things.isdisjoint(self.words.cells(table)) for table in self.rules.model.tables)

    def _thing_tags(self, choice: Choice) -> str:
        things = [str(thing) for thing in choice.option.data["choices"].values()]
        return "; ".join(filter(None, (self.words.does(name, self.view, f"{choice.text} {choice.price}") for name in things)))

    @property
    def notices(self) -> list[str]:
        """Titles of the notices that hold while the game goes on."""
        names = self.rules.manifest.get("notices", ()) if self.result is None else ()
        return [self.rules.model.values[name].site.title for name in names if self.view["values"].get(name) is True]

    @cached_property
    def news(self) -> list[log.Line]:
        """The events since the player last decided, line by line."""
        return self.log(self.since)

    @cached_property
    def new_things(self) -> frozenset[str]:
        """The names of what has come onto spaces of the table since then."""
        heads = {row.row.kind.root.called for row in self.layout.rows}
        sets = [event.data for event in self.events if event.number > self.since and event.kind == "set"]
        return frozenset(str(data["value"]) for data in sets if data.get("state") in heads and data["value"] is not None)

    def log(self, since: int = 0) -> list[log.Line]:
        """The events since the one of a number."""
        return log.render_log(self.events, self.rules, self.labels, since)

    @cached_property
    def sources(self) -> dict[str, dict[str, int]]:
        """The points of each player by what brought them, as far as whoever looks has been told."""
        return breakdown(self.events, self.rules, self.view["scores"])

    @cached_property
    def order(self) -> list[Mapping[str, Any]]:
        """The players in the order that the table has, if it has one."""
        players = {player["name"]: player for player in self.view["players"]}
        order = order_of_players(self.layout.header, self.view)
        return [players[name] for name in (self.view["lists"][order] if order else players)]
