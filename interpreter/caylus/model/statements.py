"""The statements of the model, and what decides about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .components import MemberAction, Site, Variable
from .expressions import Expr, Holding, ListExpr, ListMembers, Query, Read, Rotated

if TYPE_CHECKING:
    from .definitions import Action


Words = tuple[str | Expr, ...]
"""A text for people: words, and formulas that stand for what they come to."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`verb` is gain, pay (at the head of an option) or lose (never below none). Several ways to gain are `player`'s choice."""

    verb: str
    player: Expr
    payment: Expr
    site: Site
    given: Variable | None = None
    """Of a payment: the name for what is paid, a payment of one way."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Gives a state a value."""

    target: Read | Holding
    value: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class Adjust:
    """Adds `sign` (1 or -1) times the amount."""

    target: Read | Holding
    sign: int
    amount: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class AddTo:
    """Adds a member to the end of a list, or to its `front`. One that is there already breaks the rule, unless it `moves`."""

    target: ListMembers
    member: Expr
    site: Site
    front: bool = False
    moves: bool = False


@dataclass(frozen=True, slots=True)
class RemoveFrom:
    """Takes a member out of a list; nothing where it is not in it."""

    target: ListMembers
    member: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class Rearrange:
    """`verb` is clear, reverse, shuffle, sort or begin (with a certain member); of these two, `by` is the list as it then is."""

    verb: str
    target: ListMembers
    site: Site
    by: Query | Rotated | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Moves a member of `source` to an end of `target`, or to be what a state there holds; nothing where it is not in it.

    A `member` of None: what the state `source` holds, which then holds none; or each member of the list, in their order.
    """

    member: Expr | None
    source: ListMembers | Read
    target: ListMembers | Read
    front: bool
    site: Site


@dataclass(frozen=True, slots=True)
class Reveal:
    """Tells what a state, a list or a holding is: to a player, or to all, for whom a state then lies open until it changes."""

    target: Read | Holding | ListMembers
    to: Expr | None
    site: Site


@dataclass(frozen=True, slots=True)
class ForEach:
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


@dataclass(frozen=True, slots=True)
class Repeat:
    """While `condition` holds (None: for ever), at most `limit` times (None: no bound, so the body decides something)."""

    condition: Expr | None
    limit: Expr | None
    body: Body
    site: Site


@dataclass(frozen=True, slots=True)
class Stop:
    """Leaves the innermost `Repeat`."""

    site: Site


@dataclass(frozen=True, slots=True)
class EndGame:
    """Nothing more happens in the game. `text` says why, if the rules do."""

    text: Words
    site: Site


@dataclass(frozen=True, slots=True)
class If:
    """One of two bodies."""

    condition: Expr
    then: Body
    otherwise: Body
    site: Site


@dataclass(frozen=True, slots=True)
class Require:
    """A condition that has to hold, and the reason that people read where it does not; `in_source`: its text is the reason."""

    condition: Expr
    reason: Words
    site: Site
    in_source: bool = False


@dataclass(frozen=True, slots=True)
class Option:
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


@dataclass(frozen=True, slots=True)
class Choose:
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
        return bool(body) and all(isinstance(x, Transfer) and x.verb == "gain" and x.player == self.player for x in body)


@dataclass(frozen=True, slots=True)
class Do:
    """Carries out an action; `as_before` one that stands for what a rule takes the place of.

    `deep` is how many such may be under way in a circle of actions, one inside the other. Where that matters, the `action` of one
    inside another is another one (see `Model.unnamed`).
    """

    action: Action
    arguments: tuple[Expr, ...]
    site: Site
    as_before: bool = False
    deep: int | None = None


@dataclass(frozen=True, slots=True)
class DoMember:
    """The object's own version of an action; nothing for none. `deep` as in `Do`."""

    action: MemberAction
    object: Expr
    arguments: tuple[Expr, ...]
    site: Site
    deep: int | None = None


@dataclass(frozen=True, slots=True)
class Let:
    """Gives a variable what a formula comes to now."""

    variable: Variable
    value: Expr
    site: Site


@dataclass(frozen=True, slots=True)
class Say:
    """Words for the log."""

    text: Words
    site: Site


Statement = (
    Transfer | Assign | Adjust | AddTo | RemoveFrom | Put | Reveal | Rearrange | ForEach | Repeat | Stop | EndGame | If | Choose
    | Do | DoMember | Let | Say
)  # fmt: skip
Body = tuple[Statement, ...]
