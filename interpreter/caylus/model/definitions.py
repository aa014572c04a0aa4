"""Rules with a name, the paragraphs that tell people of them, and the whole of them: a model."""

from __future__ import annotations

from dataclasses import field

from caylus.diagnostics.diagnostic import Span
from caylus.records import Entity, Record

from .components import Group, Kind, ListState, Resource, Row, Site, State, Table, Type, Variable
from .expressions import Const, ConstPayment, ConstScale, Expr
from .statements import Body, Require, Words


class Mention(Record):
    """The title of a definition; a field of a kind goes by `player.coins`."""

    name: str


class Insertion(Record):
    """A number, an amount, an object or a title in a text. `is_spelled`: a number is written as a word."""

    of: Expr | Mention
    is_spelled: bool


class TextBlock(Record):
    """Text that is read without a break; `is_item`: it is an item of a list. `**` stands around words to stress."""

    parts: tuple[str | Insertion, ...]
    is_item: bool


class Paragraph(Record):
    """The text for people of a definition, and its heading where that is not the title.

    `covers` names further rules that it tells, `shows` what is drawn below it.
    """

    heading: str
    blocks: tuple[TextBlock, ...]
    covers: tuple[str, ...]
    shows: tuple[str, ...]
    span: Span


class Modifier(Record):
    """`change` is becomes, plus, minus, at least or at most: applied in that order, and within one in the order of the text."""

    where: Expr | None
    change: str
    value: Expr
    site: Site


class Value(Entity):
    """`cases`: (condition, value) tried in order, the last condition None. Modifiers stand in the order in which they apply."""

    name: str
    params: tuple[Variable, ...]
    type: Type
    cases: list[tuple[Expr | None, Expr]]
    modifiers: list[Modifier]
    site: Site


class Condition(Entity):
    """All of `requires` have to hold; a `forbid … where` stands here as `not where`."""

    name: str
    params: tuple[Variable, ...]
    requires: list[Require]
    site: Site


class Action(Entity):
    """Its attachments are woven into `body`: before, then instead (or the action's own body), then after.

    `is_phase` for phases; sequences and tables are actions too, `attached` names the rules woven in; `table` is how a table is
    written; `around` is how many statements a sequence has before and after each of its steps.
    """

    name: str
    params: tuple[Variable, ...]
    body: Body
    is_phase: bool
    attached: list[Site]
    site: Site
    table: Table | None = None
    around: tuple[int, int] = (0, 0)


class Trigger(Entity):
    """The action to do once somebody has gained any of `resources`. `action` gets that player, and what was gained. `action` is
    given that player, and what was gained.

    It follows right behind the statement that gains. What it sets off itself waits in one line with whatever waits already.
    """

    resources: tuple[Resource, ...]
    action: Action


class Takes(Record):
    """A rule for a seat that rules play: an `option` by its name, where the action of the site `within` asks, or anywhere.

    `choices` stand for those of the option. Of the options that `where` admits, the one with the highest number `by`, or the
    lowest; of equal ones, or without `by`, the first that is offered.
    """

    option: str
    within: Site | None
    choices: tuple[Variable, ...]
    where: Expr | None
    by: Expr | None
    fewest: bool
    site: Site


class Automaton(Entity):
    """A seat that rules play: the player who sits so many places from the end, 1 being the last who plays.

    The first of `takes` that fits an option is followed; in their formulas it is the `player`. Where none fits it declines, or
    takes the first option.
    """

    name: str
    title: str
    see: str | None
    from_last: int
    player: Variable
    takes: list[Takes]
    site: Site


class Model(Entity):
    """A whole ruleset. `start` is what the game does; the highest `score` wins, of equals the highest `tie_break`; who are of one
    `team` win together, and nobody but for whom `may_win` holds. Ties share.

    `resources` and `kinds` are in the order of the text; `kinds` includes `player`. `states` and `lists` are those of
    the table. `actions` holds every action, phases, sequences and tables included, but not objects' own. `triggers` are in the
    order of the text, layer by layer. `unnamed` are actions that only others do: what `do as before` goes on with, and what leads
    back to itself once more for each time that it may be done inside itself. So no action of a model leads back to itself.
    """

    title: str
    fewest_players: int
    most_players: int
    resources: list[Resource]
    groups: dict[str, Group]
    kinds: dict[str, Kind]
    rows: dict[str, Row]
    states: dict[str, State]
    lists: dict[str, ListState]
    constants: dict[str, Const | ConstPayment]
    scales: dict[str, ConstScale]
    values: dict[str, Value]
    conditions: dict[str, Condition]
    actions: dict[str, Action]
    rules: dict[str, Site]
    triggers: list[Trigger]
    unnamed: list[Action]
    start: Action
    automata: list[Automaton]
    """The seats that rules play, in the order of the text: the last of those who play."""
    score: Value
    tie_break: Value | None
    team: Value | None
    may_win: Value | None
    outlook: Value | None
    """How well a player stands, for bots that look ahead: the value of that name, if the ruleset has one."""
    abouts: dict[Span, Words]
    """What rules say of themselves, by the place of the definition or attachment; in terms of what it takes."""

    paragraphs: dict[str, Paragraph] = field(default_factory=dict)
    lessons: dict[str, tuple[TextBlock, ...]] = field(default_factory=dict)
    """What is told of definitions and fields, by their names: `income`, `player.coins`, `game`."""

    @property
    def tables(self) -> dict[str, Table]:
        return {name: action.table for name, action in self.actions.items() if action.table is not None}
