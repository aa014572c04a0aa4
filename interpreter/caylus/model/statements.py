"""The statements of the model, and what decides about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from caylus.records import Record

from .components import MemberAction, Site, Variable
from .expressions import Expr, Holding, ListExpr, ListMembers, Query, Read, Rotated

if TYPE_CHECKING:
    from .definitions import Action


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
