"""Scenarios: situations of a game, written beside its rules, and whether the rules make of them what they should.

`find` the files, `read` one, `run` each scenario against its ruleset. The format is `schemas/scenario`.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import caylus
from caylus import Diagnostic, Limits, RuleFault, UnknownThing, model as m
from caylus.cache import Shelf
from caylus.diagnostics import split_lines
from caylus.documents import Document, read_inside_folder, read_yaml
from caylus.model.walk import inner_list, list_actions, statements
from caylus.panels import collect_rows
from caylus.records import Record

from caylus_tools.common.english import did_you_mean, join_words
from caylus_tools.common.files import TOOLS

if TYPE_CHECKING:
    from caylus import Decision, Diagnostic, Game, Ruleset
    from caylus.diagnostics import Span
    from caylus.loading.library import Checked, PositionChecker


SECONDS = 3.0
"""Processor time that one choice may take under changed rules. Some of them run on."""


def load_rewritten(rules: Ruleset, folder: Path, texts: Mapping[str, str]) -> Ruleset | None:
    """A folder's ruleset with other texts for some of its own files, by the paths in spans; None if the check refuses it."""
    own = f"{rules.name}/"
    files = {path.removeprefix(own): text for path, text in (rules.sources | dict(texts)).items() if path.startswith(own)}
    files["ruleset.yaml"] = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    return load_texts(files, folder.absolute().parent)


def load_texts(files: Mapping[str, str], beside: Path) -> Ruleset | None:
    """The ruleset of texts by the names of their files, with a bound on each choice; None if the check refuses it."""
    from caylus.loading.library import Texts

    try:
        return caylus.load(Texts(dict(files), beside), limits=Limits(seconds=SECONDS))
    except caylus.RulesetError:
        return None


@contextmanager
def without_cache() -> Iterator[None]:
    """Keeps rulesets that nobody plays again out of the user's cache."""
    before = os.environ.get("CAYLUS_CACHE")
    os.environ["CAYLUS_CACHE"] = ""
    try:
        yield
    finally:
        if before is None:
            del os.environ["CAYLUS_CACHE"]
        else:
            os.environ["CAYLUS_CACHE"] = before


class Step(Record):
    """`verb` is chooses (`player` takes `choice`), offered, only or refused; `choices` of a refusal hold the reason, or None."""

    verb: str
    player: str
    choices: Mapping[str, str | None]


class Scenario(Record):
    """The parts as `schemas/scenario` describes them. `begin` None is the game from its start; a value None is `none`.
    In a `round`, the game goes on after the action; for None, the scenario ends with it.

    `question` and `answer` are what the rulebook makes of it, empty where it makes nothing.
    """

    name: str
    see: str | None
    players: tuple[str, ...]
    setup: str | None
    begin: str | None
    arguments: Mapping[str, Any]
    round: int | None
    draws: tuple[tuple[str | int, ...], ...]
    given: Mapping[str, Any]
    when: tuple[Step, ...]
    changes: Mapping[str, Mapping[str, int]]
    then: Mapping[str, Any]
    asks: str | None
    winners: tuple[str, ...] | None
    ends: str | None
    question: str
    answer: str
    file: str
    span: Callable[..., Span | None]
    """`span("then", "Red")`: where a part of the scenario stands, or the nearest part around it."""

    def place(self, *part: str | int) -> str:
        """The file and line of a part, or of the nearest part around it."""
        span = self.span(*part)
        return f"{span.file}:{span.line}" if span else self.file


class Result(Record):
    """`messages` say what differs, each with its file and line, and what happened last; there are none if the scenario holds."""

    name: str
    find_place: Callable[[], str] = field(compare=False)
    messages: tuple[str, ...]

    @property
    def place(self) -> str:
        """The file and line of the scenario."""
        return self.find_place()

    @property
    def is_passed(self) -> bool:
        return not self.messages


def join_names(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"


def differences(expected: Mapping[str, Any], view: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each part of `expected` that the view has otherwise: the keys that lead to it, and what differs. The view may hold more."""
    yield from _compare(expected, values_by_name(view), ())


def values_by_name(view: Mapping[str, Any]) -> dict[str, Any]:
    """All that a scenario can name: players, states and lists of the table, members of rows, objects."""
    values: dict[str, Any] = {**view["table"], **view["lists"]}
    values.update({player["name"]: {**player["resources"], **player["state"], **player["lists"]} for player in view["players"]})
    for members in collect_rows(view).values():
        values.update({member["name"]: member for member in members})
    for objects in view["objects"].values():
        values.update(objects)
    return values


def _compare(expected: Any, actual: Any, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        for key, value in expected.items():
            if key in actual:
                yield from _compare(value, actual[key], (*keys, key))
            else:
                yield (*keys, key), f"there is no {', '.join((*keys, key))}"
    elif expected != actual or isinstance(expected, bool) is not isinstance(actual, bool):
        yield keys, f"{', '.join(keys)} is {_printable(actual)}, expected {_printable(expected)}"


def _printable(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_printable(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_printable, value)) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def forgotten(rules: Ruleset, scenario: Scenario) -> Iterator[str]:
    """Says of each list of players that the scenario's action goes through, and that it leaves empty, how to fill it."""
    if scenario.begin not in rules.model.actions or scenario.setup is not None:
        return
    waiting, seen_names = [rules.model.actions[scenario.begin]], set[str]()
    while waiting:
        action = waiting.pop()
        for statement in statements(action.body):
            for list_ in _iterated_lists(statement):
                if list_.name not in scenario.given and list_.name not in seen_names:
                    seen_names.add(list_.name)
                    example = f"{list_.name}: [{', '.join(scenario.players)}]"
                    yield f"`{list_.name}` is empty, and `{action.name}` goes through it: add `{example}` to `given`"
            if isinstance(statement, m.Do) and statement.action.name not in seen_names:
                seen_names.add(statement.action.name)
                waiting.append(statement.action)


def explain_endless(rules: Ruleset, scenario: Scenario, place: Span | None) -> Iterator[str]:
    """Say which loop of the rules does not end, and which players the lists lack that it goes through."""
    for action in list_actions(rules.model) if place is not None else ():
        for loop in statements(action.body):
            if isinstance(loop, m.Loop) and loop.site.span == place:
                line = split_lines(rules.sources[place.file])[place.line - 1].strip(" {")
                yield f"`{line}` in `{loop.site.rule}` never ends here   ({place.file}:{place.line})"
                for list_ in dict.fromkeys(x for inside in statements(loop.body) for x in _iterated_lists(inside)):
                    there = scenario.given.get(list_.name) or []
                    lacking = [player for player in scenario.players if player not in there]
                    if lacking and lacking != list(scenario.players):
                        yield f"`{list_.name}`, which it goes through, lacks {join_words(lacking)}"
                    elif lacking:
                        example = f"{list_.name}: [{', '.join(lacking)}]"
                        yield f"`{list_.name}` is empty, and it goes through that: add `{example}` to `given`"
                return
    yield from forgotten(rules, scenario)


def _iterated_lists(statement: m.Statement) -> Iterator[m.ListState]:
    """The lists of players on the table, each member of which a loop takes in turn."""
    for source in statement.sources if isinstance(statement, m.ForEach) else ():
        while (inner := inner_list(source)) is not None:
            source = inner
        if isinstance(source, m.ListMembers) and source.object is None and source.list.kind.is_player:
            yield source.list


MAX_SIZE = 256 * 1024

_WORDS = {"yes": True, "no": False, "none": None}
"""Words of the rules that YAML leaves as text."""


def find(path: Path) -> list[Path]:
    """The scenario files of a ruleset's folder in the order of their names; of a scenario file, the file itself."""
    return [path] if path.is_file() and path.parent.name == "scenarios" else sorted((_folder(path) / "scenarios").glob("*.yaml"))


def _folder(path: Path) -> Path:
    return path.parent if path.is_file() else path


def read(file: Path) -> tuple[Scenario, ...]:
    """The scenarios of a file in its order. Raises `caylus.RulesetError` with what is wrong with the file (E06xx)."""
    return parse(read_inside_folder(file.parent.parent, file, str(file), MAX_SIZE), str(file))


def parse(text: str, path: str) -> tuple[Scenario, ...]:
    """The same for the text of a file, which spans call `path`."""
    document = read_yaml(text, path, "scenario")
    players = document.value["players"]
    return tuple(_scenario(document, i, {"players": players, **data}) for i, data in enumerate(document.value["scenarios"]))


def parse_unchecked(value: Mapping[str, Any], number: int) -> Scenario:
    """One scenario of data that no schema was asked about. Raises what Python raises for data of another shape."""
    return _scenario(
        Document("", "", value, dict), number, {"name": "", "players": value["players"], **value["scenarios"][number]}
    )


def _scenario(document: Document, number: int, data: Mapping[str, Any]) -> Scenario:
    begin = data.get("begin")
    start_action = begin if isinstance(begin, Mapping) else {"do": begin}
    return Scenario(
        name=data["name"],
        see=data.get("see"),
        players=tuple(data["players"]),
        setup=data.get("setup"),
        begin=start_action["do"],
        arguments=_values(start_action.get("with", {})),
        round=start_action.get("round"),
        draws=tuple(tuple(draw) for draw in data.get("draws", ())),
        given=_values(data.get("given", {})),
        when=tuple(_step(step) for step in data.get("when", ())),
        changes=data.get("changes", {}),
        then=_values(data.get("then", {})),
        asks=data.get("asks"),
        winners=tuple(data["winners"]) if "winners" in data else None,
        ends=data.get("ends"),
        question=data.get("question", ""),
        answer=data.get("answer", ""),
        file=document.path,
        span=partial(document.key, "scenarios", number),
    )


def _values(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _values(value) for key, value in data.items()}
    return _WORDS.get(data, data) if isinstance(data, str) else data


def _step(data: Mapping[str, Any]) -> Step:
    ((word, choice),) = data.items()
    if word in ("offered", "only", "refused"):
        return Step(word, "", choice if isinstance(choice, Mapping) else dict.fromkeys(choice))
    return Step("chooses", word, {choice: None})


_SOUND: Shelf[bool] = Shelf("scenarios", lambda _: b"sound", lambda data: data == b"sound", made_by=(TOOLS,))

_AMOUNTS = ("gain", "lose", "pay")
"""What choices of an amount begin with, which no option names."""

Fault = tuple[tuple[str | int, ...], str, str]
"""The part of a scenario, what is wrong there, and what helps."""


def with_scenarios(result: Checked) -> Checked:
    """The same check, with what is wrong with the scenarios beside the ruleset, and the texts of their files.

    Files in which nothing was wrong are passed over for as long as neither they nor the rules change.
    """
    diagnostics: list[Diagnostic] = []
    sources: dict[str, str] = {}
    files: dict[Path, str] = {}
    if result.manifest is None:
        return result
    rules = hashlib.sha256("\0".join(result.sources.values()).encode()).hexdigest()
    for file in find(result.manifest):
        file_name = (Path(result.shown).parent / "scenarios" / file.name).as_posix()
        try:
            text = read_inside_folder(result.manifest.parent, file, file_name, MAX_SIZE)
            files[file] = text
            if _SOUND.get(rules, text):
                continue
            file_diagnostics = [*find_faults(text, file_name, result.positions)]
        except caylus.RulesetError as error:
            diagnostics += error.diagnostics
            sources |= error.sources
            continue
        if result.positions is None:
            continue
        diagnostics += file_diagnostics
        sources[file_name] = text
        if not file_diagnostics:
            _SOUND.keep(True, rules, text)
    return result._replace(
        diagnostics=(*result.diagnostics, *diagnostics), sources=result.sources | sources, files={**result.files, **files}
    )


def find_faults(text: str, file_name: str, positions: PositionChecker | None) -> Iterator[Diagnostic]:
    """The faults of a file of scenarios; without `positions` it is only read. Raises `RulesetError` where it cannot be read."""
    scenarios = parse(text, file_name)
    if positions is not None:
        yield from (_diagnostic(one, fault, positions.code) for one in scenarios for fault in _faults(one, positions))


def _diagnostic(scenario: Scenario, fault: Fault, code: str) -> Diagnostic:
    part, message, help_ = fault
    return Diagnostic(code, message, scenario.span(*part), f"in “{scenario.name}”", help=help_)


def _faults(scenario: Scenario, positions: PositionChecker) -> Iterator[Fault]:
    position_faults = positions.faults(
        scenario.players,
        scenario.begin,
        scenario.given,
        arguments=scenario.arguments,
        setup=scenario.setup,
        draws=scenario.draws,
        then=scenario.then,
    )
    faults = list(position_faults)
    yield from faults
    if not any(part == ("players",) for part, _, _ in faults):
        yield from _strangers(scenario, positions)


def _strangers(scenario: Scenario, positions: PositionChecker) -> Iterator[Fault]:
    """Find names of nobody who plays, of nothing that anybody holds, and choices that begin with no option."""
    players = positions.players(scenario.players)

    def unknown(name: str, part: tuple[str | int, ...]) -> Iterator[Fault]:
        if name not in players:
            yield part, f"{name} is not a player", _help(name, players)

    for player, resources in scenario.changes.items():
        yield from unknown(player, ("changes", player))
        for resource in sorted(resources.keys() - positions.resources):
            yield ("changes", player, resource), f"{resource} is not a resource", _help(resource, sorted(positions.resources))
    for number, step in enumerate(scenario.when):
        if step.verb == "chooses":
            yield from unknown(step.player, ("when", number))
        for choice in step.choices if step.verb != "refused" else ():
            if choice.split(" ")[0] not in (*positions.options, *_AMOUNTS):
                message = f"`{choice}` is nothing that could be chosen here"
                name, _, rest = choice.partition("(")
                help = _help(choice.split(" ")[0], sorted(positions.options))
                if name in positions.options:  # written like a call
                    help = f"write `{' '.join([name, *re.findall('[^ ,()]+', rest)])}`"
                yield ("when", number), message, help
    if scenario.asks is not None:
        yield from unknown(scenario.asks, ("asks",))
    for winner in scenario.winners or ():
        yield from unknown(winner, ("winners",))


def _help(name: str, names: Collection[str]) -> str:
    """Suggest what was probably meant, or list what there is."""
    return did_you_mean(name, names, f"there is {', '.join(f'`{one}`' for one in names)}").removeprefix("; ")


LAST_EVENTS = 10
MOST_DECLINED = 100
"""Questions of other rules that are declined, one after the other."""

ENDLESS = "E0901"
"""The code of rules that run on without ever asking."""

Choice = tuple[str, str]
"""A player, and the id of what they choose."""

Holdings = dict[str, dict[str, int]]
"""What each player holds, by player and resource."""


def run(ruleset: Ruleset, scenario: Scenario, *, explains: bool = True, beside: Collection[str] = ()) -> Result:
    """Plays the scenario by the rules of `ruleset`. Whatever is wrong is told in the result, names the rules lack too.

    Without `explains` a failure is told without what happened before it, which takes a program that tells. What rules in the
    files `beside` ask is declined, and what they let players gain, pay or lose does not count.
    """
    try:
        messages = _play(ruleset, scenario, explains, beside)
    except UnknownThing as error:
        messages = [f"{scenario.place(*_part(scenario, error))}: {error}"]
    except RuleFault as fault:
        messages = [f"{scenario.place(*(() if fault.draw is None else ('draws', fault.draw)))}: {fault}"]
        if fault.code == ENDLESS:
            messages += (f"{scenario.place('given')}: {text}" for text in explain_endless(ruleset, scenario, fault.span))
    except ValueError as error:
        messages = [f"{scenario.place()}: {error}"]
    return Result(scenario.name, scenario.place, tuple(messages))


def _part(scenario: Scenario, error: UnknownThing) -> tuple[str | int, ...]:
    """The part of the scenario that holds the unknown name."""
    first = error.path[0]
    if first == "draws":
        return ("draws", int(error.path[1]))
    if first in (scenario.setup, scenario.begin):
        return ("setup",) if first == scenario.setup else ("begin",)
    return ("given", *error.path)


def _play(ruleset: Ruleset, scenario: Scenario, explains: bool, beside: Collection[str]) -> list[str]:
    game = set_up(ruleset, scenario)
    before = initial_holdings(game, scenario)
    messages: list[str] = []
    earlier_choices: list[Choice] = []
    for number, step in enumerate(scenario.when):
        _decline(game, beside)
        faults = list(_take(game, step, earlier_choices))
        messages += (f"{scenario.place('when', number)}: {fault}" for fault in faults)
        if faults and step.verb == "chooses":
            break  # what follows would speak of another game
    else:
        _decline(game, beside)
        messages += _end(scenario, game, before, beside)
    messages[:0] = _check_draws(game, scenario)
    if not messages or not explains:
        return messages
    advice = () if game.chosen else (f"{scenario.place('given')}: {text}" for text in forgotten(ruleset, scenario))
    return [*messages, *advice, *_history(game)]


class Start(Record):
    """The beginning of a game: the whole game for `begin` None, or an action in a position, as in a scenario."""

    players: tuple[str, ...]
    seed: int = 0
    begin: str | None = None
    arguments: Mapping[str, Any] | None = None
    setup: str | None = None
    given: Mapping[str, Any] | None = None
    draws: tuple[tuple[str | int, ...], ...] = ()
    round: int | None = None
    """The round in which a game goes on after the action; for None, the game is over with the action."""
    steps: tuple[Choice, ...] = ()
    """The choices to follow first, as far as they are offered."""

    def game(self, rules: Ruleset) -> Game:
        if self.begin is None and self.given is None:
            return rules.new_game(self.players, self.seed)
        return rules.position(
            self.begin,
            self.given or {},
            self.players,
            arguments=self.arguments or {},
            seed=self.seed,
            setup=self.setup,
            draws=self.draws,
            goes_on=self.round is not None,
            round=self.round or 0,
        )


def start_in(scenario: Scenario, seed: int) -> Start:
    """The position of a scenario. Seed 0 follows its choices, any other one chooses at random from the start."""
    steps = tuple((step.player, next(iter(step.choices))) for step in scenario.when if step.verb == "chooses")
    return Start(
        scenario.players,
        seed,
        scenario.begin,
        scenario.arguments,
        scenario.setup,
        scenario.given,
        scenario.draws,
        scenario.round,
        steps if seed == 0 else (),
    )


def set_up(ruleset: Ruleset, scenario: Scenario) -> Game:
    """The game in the position that a scenario begins with."""
    return start_in(scenario, 0).game(ruleset)


# ---- steps


def _take(game: Game, step: Step, earlier_choices: list[Choice]) -> Iterator[str]:
    """Takes or looks at the decision in hand, and tells what is otherwise. Who choose at once do so in any order.

    A choice that was the only one has been taken already; `earlier_choices` are the choices of the steps before.
    """
    decision = next((candidate for candidate in game.decisions if candidate.player == step.player), game.decision)
    option_ids = [option.id for option in decision.options] if decision else []
    if step.verb == "chooses":
        (choice,) = step.choices
        is_asked = decision is not None and decision.player == step.player
        if is_asked and choice in option_ids:
            game.choose(choice, step.player)
        elif not _was_forced(game, earlier_choices, (step.player, choice)):
            if decision is None:
                yield "nobody has to choose any more"
            elif is_asked:
                yield f"`{choice}` is not offered{_because(decision, choice)}{_describe_decision(decision)}"
            else:
                yield f"{decision.player} has to choose, expected {step.player}{_describe_decision(decision)}"
        earlier_choices.append((step.player, choice))
        return
    if decision is None:
        yield "nobody has to choose any more"
        return
    for choice, reason in step.choices.items():
        if step.verb == "refused":
            yield from _not_refused(decision, choice, reason)
        elif choice not in option_ids:
            yield f"`{choice}` is not offered{_because(decision, choice)}{_describe_decision(decision)}"
    more = [choice for choice in option_ids if choice not in step.choices] if step.verb == "only" else []
    if more:
        yield f"{', '.join(f'`{choice}`' for choice in more)}: offered besides, expected only what is listed"


def _was_forced(game: Game, earlier_choices: Sequence[Choice], choice: Choice) -> bool:
    """Return whether a choice has been made, unasked, behind those that were taken."""
    choices = [(event.player, event.data["option"]) for event in game.events if event.kind == "choice"]
    at = 0
    for step in earlier_choices:
        at = choices.index(step, at) + 1 if step in choices[at:] else at
    return choice in choices[at:]


def _because(decision: Decision, choice: str) -> str:
    """The first thing that keeps a choice from being offered."""
    try:
        return "".join(f" because {reason.text} ({reason.file}:{reason.line})" for reason in decision.why_not(choice)[:1])
    except UnknownThing as error:
        return f": {error}"


def _not_refused(decision: Decision, choice: str, reason: str | None) -> Iterator[str]:
    """The differences if a choice that there is should not be offered, for that reason if one is given."""
    try:
        reasons = [cause.text for cause in decision.why_not(choice)]
    except UnknownThing as error:
        yield f"{error}{_describe_decision(decision)}"
        return
    if not reasons:
        yield f"`{choice}` is offered, expected it not to be{_describe_decision(decision)}"
    elif reason is not None and reason not in reasons:
        yield f"`{choice}` is not offered because {'; '.join(reasons)}, expected because {reason}"


def _describe_decision(decision: Decision) -> str:
    return f"\n    {decision.player}: {decision.prompt}: {', '.join(option.id for option in decision.options)}"


# ---- the end


def _check_draws(game: Game, scenario: Scenario) -> Iterator[str]:
    """Draws given that the game does not make, and names that are none of what was drawn: things of two kinds share numbers."""
    all_came = game.transcript()["draws"] if scenario.draws else ()
    if len(scenario.draws) > len(all_came):
        place = scenario.place("draws", len(all_came))
        yield f"{place}: {len(scenario.draws)} draws are given, and the game makes {len(all_came)}"
    for number, (names, came) in enumerate(zip(scenario.draws, all_came, strict=False)):
        for name in names:
            if name not in ("_", *came):
                among = ", ".join(f"`{one}`" for one in came)
                yield f"{scenario.place('draws', number)}: draw {number + 1}: `{name}` is not among what is drawn: {among}"


def _decline(game: Game, files: Collection[str]) -> None:
    """Answer the questions of rules in some files by their last options, which decline what may be declined."""
    for _ in range(MOST_DECLINED):
        decision = game.decision
        if decision is None or decision.file not in files:
            return
        game.choose(decision.options[-1].id, decision.player)


def _ignore(view: dict[str, Any], game: Game, files: Collection[str]) -> dict[str, Any]:
    """The view without what rules in some files have let players gain, pay or lose."""
    amounts: Counter[tuple[str, str]] = Counter()
    for event in game.events if files else ():
        if event.file in files and event.kind in ("gain", "pay", "lose") and event.player is not None:
            for resource, amount in event.data["amounts"].items():
                amounts[event.player, resource] += amount if event.kind == "gain" else -amount
    players = [
        {**player, "resources": {name: amount - amounts[player["name"], name] for name, amount in player["resources"].items()}}
        for player in view["players"]
    ]
    return {**view, "players": players} if amounts else view


def _end(scenario: Scenario, game: Game, before: Holdings, beside: Collection[str]) -> Iterator[str]:
    decision = game.decision
    player = decision.player if decision else None
    if player != scenario.asks:
        choices = _describe_decision(decision) if decision else ""
        yield f"{scenario.place('asks')}: {player or 'nobody'} has to choose next, expected {scenario.asks or 'nobody'}{choices}"
    view = _ignore(game.view(), game, beside)
    yield from (
        f"{scenario.place('changes', *keys)}: {fault}" for keys, fault in _check_changes(scenario, before, holdings_of(view))
    )
    yield from (f"{scenario.place('then', *keys)}: {fault}" for keys, fault in differences(scenario.then, view))
    if scenario.winners is not None and sorted(game.winners) != sorted(scenario.winners):
        yield f"{scenario.place('winners')}: {join_names(game.winners)} won, expected {join_names(scenario.winners)}"
    reason = game.result.reason
    if scenario.ends is not None and reason != scenario.ends:
        came = "no rule ended the game" if reason is None else f"the game ended with “{reason}”"
        yield f"{scenario.place('ends')}: {came}, expected “{scenario.ends}”"


def _check_changes(scenario: Scenario, before: Holdings, after: Holdings) -> Iterator[tuple[tuple[str, ...], str]]:
    """The resources of the players that have not changed as they should; what `then` names may have, to what it says."""
    expected_changes = scenario.changes
    for player in sorted(expected_changes.keys() - after.keys()):
        yield (player,), f"{player} is not a player"
    for player, resources in after.items():
        expected = expected_changes.get(player, {})
        for resource in sorted(expected.keys() - resources.keys()):
            yield (player, resource), f"{resource} is not a resource"
        for resource, amount in resources.items():
            by = amount - before[player][resource]
            is_settled = resource not in expected and resource in scenario.then.get(player, ())
            if by != expected.get(resource, 0) and not is_settled:
                yield (player, resource), f"{player}'s {resource} changed by {by}, expected {expected.get(resource, 0)}"


def holdings_of(view: Mapping[str, Any]) -> Holdings:
    return {player["name"]: dict(player["resources"]) for player in view["players"]}


def initial_holdings(game: Game, scenario: Scenario) -> Holdings:
    """The holdings when the scenario began: what its setup left, and what is given on top."""
    if scenario.setup is not None:
        holdings = holdings_of(game.rules.position(scenario.setup, {}, scenario.players, draws=scenario.draws).view())
    else:
        holdings = {player: {resource.name: 0 for resource in game.rules.model.resources} for player in game.players}
    for player, resources in holdings.items():
        given_values = scenario.given.get(player, {})
        resources.update({name: given_values[name] for name in resources if name in given_values})
    return holdings


def _history(game: Game) -> Iterator[str]:
    events = game.events[-LAST_EVENTS:]
    if events:
        yield "the last things that happened:"
    for event in events:
        place = f"  ({event.rule}, {event.file}:{event.line})" if event.rule else ""
        yield f"    {event.text}{place}"


class Inherited(NamedTuple):
    """A base's scenario played under other rules; `file` is the name of its file without the ending."""

    file: str
    scenario: Scenario
    result: Result


class Broken(NamedTuple):
    """How many scenarios were played, how many of them are changed as the manifests say, and what is otherwise.

    `entries` are what `changes` of the manifest should list.
    """

    played: int
    changed: int
    faults: tuple[str, ...]
    entries: tuple[str, ...] = ()


def admits_players(rules: Ruleset, players: Sequence[str]) -> bool:
    """Return whether rules are for so many players, with those whom the rules play."""
    return rules.fewest_players <= len(rules.seating(players)) <= rules.most_players


Player = Callable[[str, Sequence[Scenario]], Iterable[Result]]
"""Gives the results of scenarios, which lie in a file with a text."""


def play_inherited(
    rules: Ruleset, folders: Mapping[str, Path], play: Player | None = None
) -> tuple[list[Inherited], list[Inherited]]:
    """The scenarios of every layer below the highest, played again; and those that fail though no manifest lists them.

    `folders` are those of the layers, by name; a layer without one is passed over. So are scenarios with more or fewer players
    than these rules admit. Without `play` all the others are played.
    """
    replays: list[Inherited] = []
    for layer in rules.layers[:-1]:
        for file in find(folders[layer["manifest"]["name"]]) if layer["manifest"]["name"] in folders else ():
            text = read_inside_folder(file.parent.parent, file, str(file), MAX_SIZE)
            scenarios = [scenario for scenario in parse(text, str(file)) if admits_players(rules, scenario.players)]
            results = play(text, scenarios) if play is not None else (run(rules, scenario) for scenario in scenarios)
            replays += map(partial(Inherited, file.stem), scenarios, results)
    failing = [replay for replay in replays if not replay.result.is_passed]
    changes = _changes_listed(rules)
    return replays, [replay for replay in failing if not any(_is_about(entry, replay) for entry in changes)]


def _changes_listed(rules: Ruleset) -> list[str]:
    return [entry for layer in rules.layers for entry in layer["manifest"].get("changes", ())]


def base_folders(folder: Path) -> dict[str, Path]:
    """The folders of what a ruleset may stand on, by name: those beside its own, and the shipped ones."""
    from caylus.loading import library

    beside = {manifest.parent.name: manifest.parent for manifest in sorted(folder.absolute().parent.glob("*/ruleset.yaml"))}
    return beside | {entry.name: entry.path for entry in library.list_rulesets()}


def find_broken(rules: Ruleset, folder: Path, folders: Mapping[str, Path]) -> Broken:
    """Plays the scenarios of every layer below the highest again, which lies in a `folder`; `folders`: see `play_inherited`."""
    *below, own = rules.layers
    replays, unlisted_replays = play_inherited(rules, folders)
    changes = _changes_listed(rules)
    causes = find_causes(rules, partial(load_rewritten, rules, folder), [replay.scenario for replay in unlisted_replays])
    faults = [
        f"{one.result.name}: holds no more, and `changes` does not say so   ({one.result.place}){_describe(causes[number])}"
        for number, one in enumerate(unlisted_replays)
    ]
    for entry in changes:
        about = [replay for replay in replays if _is_about(entry, replay)]
        holding = [replay.result.name for replay in about if replay.result.is_passed]
        if not about:
            faults.append(f"{entry}: `changes` lists it, and there is no such scenario")
        faults += (f"{name}: `changes` lists it, and it still holds" for name in holding)
    listed_below = [entry for layer in below for entry in layer["manifest"].get("changes", ())]
    old_entries = own["manifest"].get("changes", ())
    return Broken(
        len(replays),
        sum(not x.result.is_passed for x in replays),
        tuple(faults),
        tuple(_entries(replays, old_entries, listed_below)),
    )


def _is_about(entry: str, replay: Inherited) -> bool:
    """Return whether an entry of `changes` means a scenario: by the file, the name, or the words that the name begins with."""
    return entry in (replay.file, replay.result.name) or replay.result.name.startswith(f"{entry} ")


def _entries(replays: Sequence[Inherited], old_entries: Sequence[str], listed_below: Sequence[str]) -> Iterator[str]:
    """The right entries: those there are that mean scenarios which all fail, and one for each that none of them means."""

    def is_right(entry: str) -> bool:
        about = [replay for replay in replays if _is_about(entry, replay)]
        return bool(about) and not any(replay.result.is_passed for replay in about)

    entries = [entry for entry in old_entries if is_right(entry)]
    yield from entries
    for replay in replays:
        if not replay.result.is_passed and not any(_is_about(entry, replay) for entry in (*entries, *listed_below)):
            words = replay.result.name.split(" ")
            beginnings = (" ".join(words[:length]) for length in range(1, len(words)))
            entry = next(filter(is_right, beginnings), replay.result.name)
            entries.append(entry)
            yield entry


# ---- why


class _Rule(NamedTuple):
    """A definition of the highest layer: where it begins, and the text of its file without it."""

    file: str
    line: int
    words: str
    rest: str


def find_causes(
    rules: Ruleset, load: Callable[[Mapping[str, str]], Ruleset | None], scenarios: Sequence[Scenario], most: int | None = None
) -> list[list[_Rule]]:
    """For each scenario the definitions of the highest layer without any one of which it would hold; `most` of them are tried."""
    causes: list[list[_Rule]] = [[] for _ in scenarios]
    own_rules = list(_own_rules(rules)) if scenarios else []
    if len(own_rules) == 1:
        return [own_rules for _ in scenarios]
    with without_cache():
        for rule in own_rules[:most]:
            without = load({rule.file: rule.rest})
            if without is not None:
                for number, scenario in enumerate(scenarios):
                    if run(without, scenario, explains=False).is_passed:
                        causes[number].append(rule)
    return causes


def _own_rules(rules: Ruleset) -> Iterator[_Rule]:
    """What begins at the beginning of a line of the highest layer, with its paragraph above it."""
    for file, text in rules.sources.items():
        if file.startswith(f"{rules.layers[-1]['manifest']['name']}/"):
            lines = text.split("\n")
            begins = [number for number, line in enumerate(lines) if line[:1].isalpha()]
            for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
                first = begin
                while first and lines[first - 1].startswith("|"):
                    first -= 1
                while lines[end - 1 : end] and lines[end - 1].startswith("|"):
                    end -= 1
                yield _Rule(file, begin + 1, lines[begin].rstrip(" {"), "\n".join([*lines[:first], *lines[end:]]))


def _describe(causes: Sequence[_Rule]) -> str:
    """The definitions that a scenario fails for, a line each."""
    return "".join(f"\n    it holds without `{rule.words}`   ({rule.file}:{rule.line})" for rule in causes)
