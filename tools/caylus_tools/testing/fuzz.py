"""Games that look for what no reading of the rules can find: rules that are never carried out, games that break.

The same ruleset is played in the same games every time: by random bots, by greedy ones, and from the positions of its scenarios.
What breaks a game is told with the shortest game found that it breaks, as a scenario to keep. For a line that no game has
reached, a position is searched from which few choices lead to it.

It works backwards: from the line to the action that holds it, and on to the actions that do that one. Such an action is begun in
positions of games, changed where the rules on the way look: what a state may hold there is what it has held in some game, so
that nothing is made up that no game comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import Diagnostic, Note, RuleFault, Severity, UnknownThing, model as m, spaces
from caylus.codegen import Point, Probe
from caylus.diagnostics import Span
from caylus.limits import MOST_DECISIONS
from caylus.model.access import access, rule_parts
from caylus.model.walk import action_versions, every_statement, list_actions, parts, statements
from caylus.panels import collect_rows

from caylus_tools.bots import bot_named, random_bot
from caylus_tools.bots.in_machine import choose_engine, play_alike
from caylus_tools.bots.opinions import Mind
from caylus_tools.common.english import count_things
from caylus_tools.common.games import endless, line_span

from .scenarios import Scenario
from .side_by_side import Move, scenario, shrink

if TYPE_CHECKING:
    from caylus import Diagnostic, Game, Note, Ruleset


TRIES = 1500
"""Positions tried for a line."""

MOST_TABLES = 500
"""Positions of games that these are made of."""

SHARE = 0.4
"""The share of what is looked at that gets another value."""

MOST_CHOICES = 8
"""Choices made at random from each of them."""

Place = tuple[str, int]
"""A line of a rules file."""


class Table(NamedTuple):
    """What lies on the table in a position of a game: values by thing and name, and the group of like things that each is in."""

    players: tuple[str, ...]
    values: dict[str, Any]
    groups: dict[str, str]


def read_table(game: Game) -> Table:
    view = game.view()
    values: dict[str, Any] = {**view["table"], **view["lists"]}
    groups = {}
    for player in view["players"]:
        values[player["name"]] = {**player["resources"], **player["state"], **player["lists"]}
        groups[player["name"]] = "player"
    for row, members in collect_rows(view).items():
        for member in members:
            values[member["name"]] = {key: value for key, value in member.items() if key != "name"}
            groups[member["name"]] = row
    for kind, objects in view["objects"].items():
        values.update(objects)
        groups.update(dict.fromkeys(objects, kind))
    return Table(game.players, values, groups)


class Search:
    """Searches in the positions of `tables` for lines of a watched ruleset."""

    def __init__(self, probed_rules: Ruleset, tables: Sequence[Table]) -> None:
        assert probed_rules.probe is not None
        self._rules = probed_rules
        self._probe = probed_rules.probe
        self._tables = tables
        self._domains = _domains(tables, self._written()) if tables else {}
        self._callers: dict[m.Action, list[m.Action]] = {}
        self._calls: dict[m.Action, list[Place]] = {}
        self._actions = list_actions(probed_rules.model)
        for action in self._actions:
            for statement in statements(action.body):
                actions = action_versions(statement) if isinstance(statement, m.DoMember) else []
                actions += [statement.action] if isinstance(statement, m.Do) else []
                for one in actions:
                    self._callers.setdefault(one, []).append(action)
                    self._calls.setdefault(one, []).append(_place(statement.site.span))

    def _written(self) -> dict[str, Sequence[Any]]:
        """Values that games have given to states of players and to resources, perhaps never at a moment that somebody looked."""
        ran = {point.span for point, number in self._probe.points.items() if self._probe.counts[number][1]}
        values_by_name: dict[str, Sequence[Any]] = {}
        for one in every_statement(self._rules.model):
            for touch in access(one).writes if one.site.span in ran else ():
                for thing in touch.things(self._rules.model.resources):
                    if touch.how == "gain":
                        values_by_name[thing.name] = (0, 1, 2)
                    elif touch.how == "set" and thing.holds is not None and thing.holds.is_player:
                        values_by_name[thing.name] = (None, *self._tables[0].players)
        return values_by_name

    def follows_from(self, place: Place, idle: Collection[Place]) -> bool:
        """Return whether an idle line is of an action that only idle lines do, or of a value that only unasked rules ask for."""
        calls = [call for action in self._holders(place) for call in self._calls.get(action, ())]
        if calls:
            return all(call in idle and call != place for call in calls)
        asking = [
            span
            for value in self._rules.model.values.values()
            if _place(value.site.span) == place
            for span in self._asking(value)
        ]
        run = {point.span for point, number in self._probe.points.items() if any(self._probe.counts[number])}
        return bool(asking) and not run & set(asking)

    def _asking(self, value: m.Value) -> Iterator[Span]:
        """The place where a value is asked for."""
        definitions: list[m.Value | m.Condition] = [*self._rules.model.values.values(), *self._rules.model.conditions.values()]
        for one in definitions:
            for part in rule_parts(one):
                if any(isinstance(inner, m.CallValue) and inner.value is value for inner in parts(part)):
                    yield getattr(part, "site", one.site).span
        for statement in every_statement(self._rules.model):
            if any(isinstance(inner, m.CallValue) and inner.value is value for inner in parts(statement)):
                yield statement.site.span

    def reaches(self, place: Place) -> bool:
        """Return whether a position was found from which a game came to the line."""
        draw = Random(0)
        numbers = [self._probe.points[point] for point in _find_lines(self._probe).get(place, ())]
        begins = list(self._begins(place))
        if not begins or not self._tables:
            return False
        for number in range(TRIES):
            action, chain = begins[min(int(draw.expovariate(1.0)), len(begins) - 1)]
            table = self._tables[number % len(self._tables)]
            self._play(action, self._change(table, chain, draw), table.players, draw)
            if any(self._probe.counts[number][1] for number in numbers):
                return True
        return False

    def _holders(self, place: Place) -> list[m.Action]:
        return [action for action in self._actions if any(_place(one.site.span) == place for one in statements(action.body))]

    def _begins(self, place: Place) -> Iterator[tuple[m.Action, list[m.Action]]]:
        """Actions to begin, the nearest first, each with those on the way to the line."""
        waiting = [(action, [action]) for action in self._holders(place)]
        seen_actions: set[m.Action] = set()
        while waiting:
            action, chain = waiting.pop(0)
            if action in seen_actions:
                continue
            seen_actions.add(action)
            kinds = {param.type.base for param in action.params}
            if self._rules.model.actions.get(action.name) is action and kinds <= {"number", "flag", "object"}:
                yield action, chain
            waiting += [(caller, [*chain, caller]) for caller in self._callers.get(action, ())]

    def _change(self, table: Table, chain: Sequence[m.Action], draw: Random) -> dict[str, Any]:
        """The values of a table, those changed at random that the actions on the way look at."""
        thing_names = {thing.name for action in chain for thing in _asked(action)}
        given_values = {name: dict(value) if isinstance(value, Mapping) else value for name, value in table.values.items()}
        for name, value in given_values.items():
            group = table.groups.get(name, "")
            for key in value if isinstance(value, dict) else ():
                if key in thing_names and draw.random() < SHARE:
                    value[key] = self._draw(value[key], (group, key), draw)
            if not group and name in thing_names and draw.random() < SHARE:
                given_values[name] = self._draw(value, ("", name), draw)
        for action in chain[:1]:
            self._put(action.site.rule, table, given_values, draw)
        return given_values

    def _draw(self, value: Any, of: tuple[str, str], draw: Random) -> Any:
        """Another value for a state; for one that is kept for several things often the same for all of them."""
        domain = self._domains.get(of)
        if not domain or isinstance(value, list):
            return value
        one = domain[int(draw.random() * len(domain))]
        if not isinstance(value, Mapping):
            return one
        is_same = draw.random() < 0.5
        return {key: one if is_same else self._draw(inner, of, draw) for key, inner in value.items()}

    def _put(self, owner: str, table: Table, given_values: dict[str, Any], draw: Random) -> None:
        """Puts the object whose rule it is where one of its kind has been, with a player wherever players have been beside."""
        spots = [(group, key) for (group, key), domain in self._domains.items() if group and owner in domain]
        if not spots:
            return
        group, key = spots[int(draw.random() * len(spots))]
        like = [name for name, its in table.groups.items() if its == group]
        target = like[int(draw.random() * len(like))]
        given_values[target][key] = owner
        for other in given_values[target]:
            if set(self._domains.get((group, other), ())) & set(table.players):
                given_values[target][other] = table.players[int(draw.random() * len(table.players))]

    def _play(self, action: m.Action, given_values: Mapping[str, Any], players: Sequence[str], draw: Random) -> None:
        arguments = {param.name: self._argument(param, players, draw) for param in action.params}
        try:
            game = self._rules.position(action.name, given_values, players, arguments=arguments, seed=int(draw.random() * 1000))
            for _ in range(MOST_CHOICES):
                if not game.moves:
                    return
                game.play(int(draw.random() * len(game.moves)))
        except (RuleFault, UnknownThing, ValueError):
            return  # another position will do

    def _argument(self, param: m.Variable, players: Sequence[str], draw: Random) -> Any:
        if param.type.base == "flag":
            return draw.random() < 0.5
        kind = param.type.kind
        if kind is None:
            return 1 + int(draw.random() * 6)
        names = players if kind.is_player else [one.name for one in kind.objects if one.owner < 0]
        return names[int(draw.random() * len(names))] if names else None


def _place(span: Span) -> Place:
    return span.file, span.line


def _asked(action: m.Action) -> Iterator[m.Thing]:
    """The states and resources that an action looks at, also by the values and conditions that it asks for."""
    waiting, seen_ids = [*parts(action.body)], set[int]()
    while waiting:
        usage = access(waiting.pop())
        for touch in usage.reads:
            yield from touch.held
        for call in usage.calls:
            if not isinstance(call.named, m.Action) and id(call.named) not in seen_ids:
                seen_ids.add(id(call.named))
                waiting += parts(*rule_parts(call.named))


def _domains(tables: Sequence[Table], written_values: Mapping[str, Sequence[Any]]) -> dict[tuple[str, str], list[Any]]:
    """The values that each state of a group of things has held; of numbers all up to the highest.

    What held nothing wherever anybody looked may hold what was `written_values` to it.
    """
    state_values: dict[tuple[str, str], dict[str, Any]] = {}
    for table in tables:
        for name, value in table.values.items():
            group = table.groups.get(name, "")
            items = value.items() if isinstance(value, Mapping) and group else [(name, value)]
            for key, one in items:
                for leaf in _leaves(one):
                    state_values.setdefault((group, key), {})[repr(leaf)] = leaf
    something = {name for (_, name), values in state_values.items() if values.keys() - {"None", "0"}}
    domains = {}
    for place, values in state_values.items():
        candidates = list(values.values())
        numbers = [one for one in candidates if isinstance(one, int) and not isinstance(one, bool)]
        domains[place] = (
            list(range(min(numbers), max(numbers) + 1))[:64] if numbers and len(numbers) == len(candidates) else candidates
        )
        if place[1] not in something and place[1] in written_values:
            domains[place] = list(written_values[place[1]])
    return domains


def _leaves(value: Any) -> Iterator[Any]:
    """The single values in a value of a view; those of lists left out."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif not isinstance(value, list):
        yield value


GREEDY_AMONG = 30
"""Random games for each greedy one, which takes as long as so many."""

LONGEST_SEARCHED = 300
TABLE_EVERY = 5
VIEW_EVERY = 50
"""Choices of a game that is looked at for positions, and those between two positions, and between two views."""

MOST_ROUNDS = 2
"""How many times as many random games are played at most, as machine code, while there are lines that none has reached."""

ENDLESS = "E0904"
BELOW_NOTHING = "W1102"


class Break(NamedTuple):
    """A way in which a game went wrong: a diagnostic's code, message and place."""

    code: str
    message: str
    span: Span | None
    thing: str = ""
    """The number that has fallen below nothing, if that is what went wrong."""

    @property
    def way(self) -> tuple[str, str, Span | None]:
        """A key for this way of going wrong. What goes round in a circle may be found anywhere in it."""
        return self.code, self.thing, None if self.code in ("E0901", ENDLESS) else self.span


class Broken(NamedTuple):
    """A fault, and a game that shows it, as a scenario; one that does not end is none."""

    fault: Diagnostic
    scenario: str


@dataclass(slots=True)
class Findings:
    """The findings: games that break, each way of breaking once, and lines that no game executed."""

    broken: list[Broken] = field(default_factory=list)
    idle: list[Diagnostic] = field(default_factory=list)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return [*(failure.fault for failure in self.broken), *self.idle]

    def subtract(self, others: Findings) -> Findings:
        """The findings that are not among others."""
        old_faults = {(fault.code, fault.message, fault.span) for fault in others.diagnostics}

        def is_new(fault: Diagnostic) -> bool:
            return (fault.code, fault.message, fault.span) not in old_faults

        return Findings([failure for failure in self.broken if is_new(failure.fault)], list(filter(is_new, self.idle)))


def fuzz(rules: Ruleset, games: int, advance: Callable[[], None] = lambda: None, positions: Sequence[Scenario] = ()) -> Findings:
    """Plays so many games for each number of players, and the scenarios of `positions`; `advance` is told of each game."""
    from .scenarios import run

    shortest: dict[tuple[str, str, Span | None], _Played] = {}
    probe = Probe()
    probed_rules = rules.with_probe(probe)
    numbers = range(rules.fewest_players, rules.most_players + 1)
    engine = choose_engine(["random"], games * len(numbers))
    ends = False

    def play(players: int, seed: int) -> Break | None:
        playthrough = _play(probed_rules, players, seed, engine)
        if playthrough.wrong is not None:
            way = playthrough.wrong.way
            shortest[way] = min(shortest.get(way, playthrough), playthrough, key=lambda game: len(game.moves))
        return playthrough.wrong

    for players in numbers:
        for seed in range(games):
            wrong = play(players, seed)
            if wrong is not None and wrong.code == ENDLESS:
                break  # and so would most others be, each as long
            ends |= wrong is None
            advance()
    for position in positions:
        run(probed_rules, position)
    findings, seed = Findings(), games
    if ends:  # else what lies behind the break is never carried out, and no fault of its own
        greedy_positions = _play_greedily(probed_rules, games, engine)
        idle = _find_idle(probe, _find_lines(probe))
        while idle and engine == "machine" and seed < MOST_ROUNDS * games:
            for players in numbers:
                play(players, seed)
            idle = _find_idle(probe, idle)
            seed += 1
        if idle:
            sample = greedy_positions[:: -(-len(greedy_positions) // MOST_TABLES) or 1]
            search = Search(probed_rules, [read_table(game) for game in sample])
            spans = {place: points[-1].span for place, points in idle.items()}
            findings.idle += _idle(rules, _without_consequences(spans, search), {*_find_lines(probe)}, seed)
    findings.broken += (
        _make_report(rules, playthrough, playthrough.wrong) for playthrough in shortest.values() if playthrough.wrong is not None
    )
    return findings


def _find_lines(probe: Probe) -> dict[Place, list[Point]]:
    """The points of each line with a statement. An `if` itself does nothing."""
    condition_spans = {point.span for point in probe.points if point.is_condition and not point.part}
    lines: dict[Place, list[Point]] = {}
    for point in probe.points:
        if not point.is_condition and point.span not in condition_spans:
            lines.setdefault(_place(point.span), []).append(point)
    return lines


def _find_idle(probe: Probe, lines: Mapping[Place, Sequence[Point]]) -> dict[Place, Sequence[Point]]:
    """Those of the lines that were never carried out."""
    counts = probe.counts
    return {place: points for place, points in lines.items() if not any(counts[probe.points[point]][1] for point in points)}


def _play_greedily(probed_rules: Ruleset, games: int, engine: str) -> list[Game]:
    """Plays a greedy game for every thirty random ones, and returns positions of games to search in."""
    positions = []
    for players in range(probed_rules.fewest_players, probed_rules.most_players + 1):
        for seed in range(max(1, games // GREEDY_AMONG) + 1):
            policy = "random" if seed == 0 else "greedy"
            game, stream, bot = probed_rules.new_game(players, seed).copy(), [seed], bot_named(policy, seed)
            mind = Mind(is_random=policy == "random")
            count = 0
            try:
                while game.moves and count < LONGEST_SEARCHED:
                    moves = play_alike(game, mind, stream, TABLE_EVERY if count else 1) if engine == "machine" else []
                    if not moves:
                        game.play(bot(game))
                    count += len(moves) or 1
                    if count % TABLE_EVERY == 1:
                        positions.append(game.copy())
                    if game.over or count % VIEW_EVERY == 1:
                        game.view()  # which asks for the values that people are shown
            except RuleFault:
                continue  # random games have told of it, or will
    return positions


def _without_consequences(idle: Mapping[Place, Span], search: Search) -> dict[Place, Span]:
    """The idle lines that no position leads to, without those of actions that only idle lines do."""
    left = {place: span for place, span in idle.items() if not search.reaches(place)}
    return {place: span for place, span in left.items() if not search.follows_from(place, left)}


# ---- playing


class _Played(NamedTuple):
    """A game's beginning, its moves, and what went wrong with it, if anything."""

    players: int
    seed: int
    moves: Sequence[Move]
    wrong: Break | None


def _play(rules: Ruleset, players: int, seed: int, engine: str) -> _Played:
    """A random game, to its end or to where it goes wrong. What goes wrong as machine code is played in Python from its start."""
    moves: list[Move] = []
    if engine == "machine":
        game = rules.new_game(players, seed).copy()
        play_alike(game, Mind(is_random=True), [seed])
        if game.over and _find_negative(game) is None:
            return _Played(players, seed, moves, None)
    return _Played(players, seed, moves, _random_moves(rules, players, seed, moves))


def _random_moves(rules: Ruleset, players: int, seed: int, moves: list[Move]) -> Break | None:
    """Adds the moves of a random game to `moves`; what went wrong with it."""
    bot = random_bot(seed)
    try:
        game = rules.new_game(players, seed)
        while game.moves:
            move = bot(game)
            moves.append(game.moves[move])
            game.play(move)
            if wrong := _find_negative(game):
                return wrong
            if len(moves) == MOST_DECISIONS:
                raise endless(game, bot)
    except RuleFault as fault:
        return Break(fault.code, str(fault), fault.span)
    return None


def _find_negative(game: Game) -> Break | None:
    """A number of a player that has fallen below nothing. One of the table may; and what players hold stops by itself."""
    state_numbers = spaces.numbers(game)
    if all(state_numbers[slot] >= 0 for slot in game.rules.program(len(game.players)).layout.numbers_of_players):
        return None
    for state in game.rules.model.kinds["player"].states.values():
        if state.type.base == "number":
            for player in game.players:
                if any(number < 0 for number in _numbers(game.read(state.name, player))):
                    return Break(BELOW_NOTHING, f"a player's `{state.name}` falls below nothing", state.span, state.name)
    return None


def _numbers(value: Any) -> list[int]:
    if isinstance(value, Mapping):
        return [number for item in value.values() for number in _numbers(item)]
    return [value] if isinstance(value, int) else []


# ---- what broke


def _make_report(rules: Ruleset, playthrough: _Played, wrong: Break) -> Broken:
    players, seed, moves, _ = playthrough
    if wrong.code == ENDLESS:
        return Broken(
            Diagnostic(wrong.code, wrong.message, wrong.span, help=f"of {count_things(players, 'player')}, by chance"), ""
        )

    def retrace(candidate_moves: Sequence[Move]) -> list[Move] | None:
        # the moves up to where the game goes wrong in the same way, without those that are not legal; None if it does not
        prefix: list[Move] = []
        try:
            game = rules.new_game(players, seed)
            for move in candidate_moves:
                if move in game.moves:
                    prefix.append(move)
                    game.play(game.moves.index(move))
                    if wrong.thing and (negative_break := _find_negative(game)):
                        return prefix if negative_break.way == wrong.way else None
        except RuleFault as fault:
            return prefix if Break(fault.code, str(fault), fault.span).way == wrong.way else None
        return None

    replayed_moves = retrace(moves)
    fewest = shrink(replayed_moves, retrace) if replayed_moves is not None else moves
    notes = tuple(_last_change(rules, players, seed, fewest, wrong)) if wrong.thing else ()
    severity = Severity.WARNING if wrong.code == BELOW_NOTHING else Severity.ERROR
    decisions = f"{count_things(len(fewest), 'decision')} of {count_things(players, 'player')}"
    help_ = f"{decisions} {'leads' if len(fewest) == 1 else 'lead'} to it"
    fault = Diagnostic(wrong.code, wrong.message, wrong.span, notes=notes, help=help_, severity=severity)
    return Broken(fault, scenario(rules, players, seed, fewest, wrong.message))


def _last_change(rules: Ruleset, players: int, seed: int, moves: Sequence[Move], wrong: Break) -> Iterator[Note]:
    """The line that made it fall."""
    game = rules.new_game(players, seed)
    for move in moves:
        game.play(game.moves.index(move))
    for event in reversed(game.events):
        if event.data.get("state") == wrong.thing:
            yield Note("this changes it last", line_span(rules, event.file, event.line))
            return


# ---- what was never carried out


def _idle(rules: Ruleset, idle: Mapping[Place, Span], lines: set[Place], games: int) -> Iterator[Diagnostic]:
    """A warning for each definition of which nothing was carried out, and for each other line that stands in no such line."""

    def warning(what: str, span: Span) -> Diagnostic:
        label = f"in {count_things(games, 'random game')} for each number of players"
        help_ = "no position was found that leads to it; a scenario that runs it shows how it comes about"
        return Diagnostic("W1101", f"{what} is never carried out", span, label, help=help_, severity=Severity.WARNING)

    left = dict(idle)
    for name, (first, *_) in rules.history.items():
        inside = {place for place in lines if "." not in name and _holds(first.span, place)}
        if inside and inside <= left.keys():
            yield warning(f"`{name}`", first.span)
            left = {place: span for place, span in left.items() if place not in inside}
    for place, span in left.items():
        if not any(other != place and _holds(around, place) for other, around in left.items()):
            yield warning("this", span)


def _holds(span: Span, place: Place) -> bool:
    file, line = place
    return span.file == file and span.line <= line <= span.end_line
