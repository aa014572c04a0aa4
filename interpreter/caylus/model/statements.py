"""The statements of the model, what decides about them, and rules with a name, up to the whole of them: a model."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, assert_never

from caylus.diagnostics.diagnostic import Span
from caylus.records import Entity, Record

from .components import Group, Kind, ListState, MemberAction, Resource, Row, Site, State, Table, Type, Variable
from .expressions import Const, ConstPayment, ConstScale, Expr, Holding, ListExpr, ListMembers, Query, Read, Rotated

Words = tuple[str | Expr, ...]
"""A text for people: words, and formulas that stand for what they come to."""

Payment = Literal["gain", "pay", "lose"]
Order = Literal["clear", "reverse", "shuffle", "sort", "begin"]


# A statement is of one of these families, or a `Let`. A `match` names a family where all its classes are alike to it.


class Effect(Record):
    """A statement that changes or tells something, and has no statements inside it."""


class Block(Record):
    """A statement with statements inside it."""


class Loop(Block):
    """A block whose `body` is carried out any number of times."""


class Call(Record):
    """A statement that carries out an action."""


class Jump(Record):
    """A statement after which the next one is not carried out."""


class Transfer(Effect):
    """`verb` is gain, pay (at the head of an option) or lose (never below none). Several ways to gain are `player`'s choice."""

    verb: Payment
    player: Expr
    payment: Expr
    site: Site
    given: Variable | None = None
    """Of a payment: the name for what is paid, a payment of one way."""

    @property
    def is_gain(self) -> bool:
        """Return whether the player gets the amount, and does not give it."""
        match self.verb:
            case "gain":
                return True
            case "pay" | "lose":
                return False
        assert_never(self.verb)


class Assign(Effect):
    """Gives a state a value."""

    target: Read | Holding
    value: Expr
    site: Site


class Adjust(Effect):
    """Adds `sign` (1 or -1) times the amount."""

    target: Read | Holding
    sign: int
    amount: Expr
    site: Site


class AddTo(Effect):
    """Adds a member to the end of a list, or to its `front`. One that is there already breaks the rule, unless it `moves`."""

    target: ListMembers
    member: Expr
    site: Site
    front: bool = False
    moves: bool = False


class RemoveFrom(Effect):
    """Takes a member out of a list; nothing where it is not in it."""

    target: ListMembers
    member: Expr
    site: Site


class Rearrange(Effect):
    """`verb` is clear, reverse, shuffle, sort or begin (with a certain member); of these two, `by` is the list as it then is."""

    verb: Order
    target: ListMembers
    site: Site
    by: Query | Rotated | None = None


class Put(Effect):
    """Moves a member of `source` to an end of `target`, or to be what a state there holds; nothing where it is not in it.

    A `member` of None: what the state `source` holds, which then holds none; or each member of the list, in their order.
    """

    member: Expr | None
    source: ListMembers | Read
    target: ListMembers | Read
    front: bool
    site: Site


class Reveal(Effect):
    """Tells what a state, a list or a holding is: to a player, or to all, for whom a state then lies open until it changes."""

    target: Read | Holding | ListMembers
    to: Expr | None
    site: Site


class ForEach(Loop):
    """The lists are taken as they stand at the start; `where` is asked when each member's turn comes.

    `at_once`: everybody chooses before anything is done, and `where` is asked before anybody chooses. Then the body is some
    `Let` that draw no lots, a `Choose` of one of the `variables`, and what follows it. `otherwise` is done where the body was
    done for no member.
    """

    variables: tuple[Variable, ...]
    sources: tuple[ListExpr, ...]
    where: Expr | None
    body: Body
    site: Site
    at_once: bool = False
    otherwise: Body = ()


class Repeat(Loop):
    """While `condition` holds (None: for ever), at most `limit` times (None: no bound, so the body decides something)."""

    condition: Expr | None
    limit: Expr | None
    body: Body
    site: Site


class Stop(Jump):
    """Leaves the innermost `Repeat`."""

    site: Site


class EndGame(Jump):
    """Nothing more happens in the game. `text` says why, if the rules do."""

    text: Words
    site: Site


class If(Block):
    """One of two bodies."""

    condition: Expr
    then: Body
    otherwise: Body
    site: Site


class Require(Record):
    """A condition that has to hold, and the reason that people read where it does not; `in_source`: its text is the reason."""

    condition: Expr
    reason: Words
    site: Site
    in_source: bool = False


class Option(Record):
    """`head`: what has to hold and be paid, before `body` happens. `name` is the first word of its id.

    `choices` are its choices as the text has them: a variable, or several variables gathered. `effects` are what the text tells
    where its author wrote none: the verb of each (gain, pay, lose), and the number of its parts of the text, of which the first
    is the verb.
    """

    name: str
    variables: tuple[Variable, ...]
    sources: tuple[ListExpr, ...]
    where: Expr | None
    head: tuple[Require | Transfer, ...]
    body: Body
    text: Words
    site: Site
    choices: tuple[Expr, ...]
    effects: tuple[tuple[str, int], ...] = ()


class Choose(Block):
    """`player` decides; one legal option is taken unasked; none at all runs `otherwise`.

    A `may` has a last option `decline` that does nothing, and may have words of its own.
    """

    player: Expr
    prompt: Words
    options: tuple[Option, ...]
    may: bool
    otherwise: Body
    site: Site
    declined: Words = ()

    @property
    def is_gift(self) -> bool:
        """Return whether the player is offered a gain, at no price, and nothing else."""
        if not self.may or len(self.options) != 1 or self.options[0].head:
            return False
        body = self.options[0].body
        return bool(body) and all(isinstance(x, Transfer) and x.is_gain and x.player == self.player for x in body)


class Do(Call):
    """Carries out an action; `as_before` one that stands for what a rule takes the place of.

    `deep` is how many such may be under way in a circle of actions, one inside the other. Where that matters, the `action` of one
    inside another is another one (see `Model.unnamed`).
    """

    action: Action
    arguments: tuple[Expr, ...]
    site: Site
    as_before: bool = False
    deep: int | None = None


class DoMember(Call):
    """The object's own version of an action; nothing for none. `deep` as in `Do`."""

    action: MemberAction
    object: Expr
    arguments: tuple[Expr, ...]
    site: Site
    deep: int | None = None


class Let(Record):
    """Gives a variable what a formula comes to now."""

    variable: Variable
    value: Expr
    site: Site


class Say(Effect):
    """Words for the log."""

    text: Words
    site: Site


Statement = (
    Transfer | Assign | Adjust | AddTo | RemoveFrom | Put | Reveal | Rearrange | ForEach | Repeat | Stop | EndGame | If | Choose
    | Do | DoMember | Let | Say
)  # fmt: skip
Body = tuple[Statement, ...]


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

    @property
    def can_be_shown(self) -> bool:
        """Return whether a view may hold it: it takes nothing but objects, and comes to something that can be told."""
        return all(param.type.base == "object" for param in self.params) and self.type.base not in ("list", "scale")


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

    @property
    def deciding_values(self) -> list[Value]:
        """The values that say who wins."""
        return [value for value in (self.score, self.tie_break, self.team, self.may_win) if value is not None]
