"""The checked model: what a ruleset means, every name resolved and every expression typed.

The checker makes it from syntax trees; the compiler turns it into a program and looks at nothing else. Nothing here
depends on the number of players: `AllOf` the kind `player` stands for all of them, and the compiler folds its `SizeOf`.

Conventions. An object is a number: its place among all objects of its root kind, sub-kinds and rows in one piece
each; `none` is -1. Reading a field or a property of `none` gives the zero of its type (0, no, none, nothing).

The types know no pass. Beside them stands what every pass needs, once: `walk` goes through rules and rewrites expressions,
`evaluate` says what an expression comes to, between what numbers it lies and whether it may fail, `access` what statements
read and write, and whether a payment leaves a choice. A rule fails only where a number leaves its bounds (`limits`), and the
evaluator keeps every such fault: this is what lets the compiler fold, put values in place of their calls and ask conditions
early without changing any game.

A game in progress speaks of components alone; what else a model is made of is imported where it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .components import COUNTED as COUNTED
from .components import DECLINE as DECLINE
from .components import FACE_DOWN as FACE_DOWN
from .components import FLAG as FLAG
from .components import NOBODY as NOBODY
from .components import NUMBER as NUMBER
from .components import OWN as OWN
from .components import PAYMENT as PAYMENT
from .components import PUBLIC as PUBLIC
from .components import SCALE as SCALE
from .components import Alternatives as Alternatives
from .components import Amounts as Amounts
from .components import Audience as Audience
from .components import Components as Components
from .components import Group as Group
from .components import Kind as Kind
from .components import ListState as ListState
from .components import MemberAction as MemberAction
from .components import Object as Object
from .components import Property as Property
from .components import Resource as Resource
from .components import Row as Row
from .components import Site as Site
from .components import State as State
from .components import Table as Table
from .components import Thing as Thing
from .components import Type as Type
from .components import Variable as Variable
from .components import things as things

_RULES = ("expressions", "statements", "definitions")

if TYPE_CHECKING:
    from .definitions import Action as Action
    from .definitions import Automaton as Automaton
    from .definitions import Condition as Condition
    from .definitions import Insertion as Insertion
    from .definitions import Mention as Mention
    from .definitions import Model as Model
    from .definitions import Modifier as Modifier
    from .definitions import Paragraph as Paragraph
    from .definitions import Takes as Takes
    from .definitions import TextBlock as TextBlock
    from .definitions import Trigger as Trigger
    from .definitions import Value as Value
    from .expressions import Absolute as Absolute
    from .expressions import AllOf as AllOf
    from .expressions import AmountIn as AmountIn
    from .expressions import Arithmetic as Arithmetic
    from .expressions import Behind as Behind
    from .expressions import CallCondition as CallCondition
    from .expressions import CallValue as CallValue
    from .expressions import CanPay as CanPay
    from .expressions import Choice as Choice
    from .expressions import CombinePayments as CombinePayments
    from .expressions import Compare as Compare
    from .expressions import Const as Const
    from .expressions import ConstPayment as ConstPayment
    from .expressions import ConstScale as ConstScale
    from .expressions import Contains as Contains
    from .expressions import Expr as Expr
    from .expressions import Faces as Faces
    from .expressions import Fixed as Fixed
    from .expressions import Gathered as Gathered
    from .expressions import Holding as Holding
    from .expressions import Item as Item
    from .expressions import ListExpr as ListExpr
    from .expressions import ListItem as ListItem
    from .expressions import ListMembers as ListMembers
    from .expressions import Local as Local
    from .expressions import Logic as Logic
    from .expressions import Not as Not
    from .expressions import Numbers as Numbers
    from .expressions import PlaceInRow as PlaceInRow
    from .expressions import PlayerRow as PlayerRow
    from .expressions import Quantity as Quantity
    from .expressions import Query as Query
    from .expressions import Random as Random
    from .expressions import Read as Read
    from .expressions import Revealed as Revealed
    from .expressions import Rotated as Rotated
    from .expressions import RowItem as RowItem
    from .expressions import RowMembers as RowMembers
    from .expressions import ScaleItem as ScaleItem
    from .expressions import SeatOf as SeatOf
    from .expressions import Shuffled as Shuffled
    from .expressions import SizeOf as SizeOf
    from .statements import AddTo as AddTo
    from .statements import Adjust as Adjust
    from .statements import Assign as Assign
    from .statements import Body as Body
    from .statements import Choose as Choose
    from .statements import Do as Do
    from .statements import DoMember as DoMember
    from .statements import EndGame as EndGame
    from .statements import ForEach as ForEach
    from .statements import If as If
    from .statements import Let as Let
    from .statements import Option as Option
    from .statements import Put as Put
    from .statements import Rearrange as Rearrange
    from .statements import RemoveFrom as RemoveFrom
    from .statements import Repeat as Repeat
    from .statements import Require as Require
    from .statements import Reveal as Reveal
    from .statements import Say as Say
    from .statements import Statement as Statement
    from .statements import Stop as Stop
    from .statements import Transfer as Transfer
    from .statements import Words as Words
else:

    def __getattr__(name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        for module in _RULES:
            found = vars(import_module(f"{__name__}.{module}"))
            if name in found:
                return globals().setdefault(name, found[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
