"""A game played by walking through the statements of a checked model."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.analysis.secrets.flow import follow_secrets
from caylus.limits import MOST_WAITING
from caylus.model.access import filter_lot, several_ways
from caylus.model.walk import automaton_choices, formulas, free_variables, question

from .formulas import Formulas, check_named, check_number, list_numbers
from .payments import NOTHING, TooLarge, Way, Ways, make_way
from .table import NONE, Table


class Option(NamedTuple):
    """An option of a decision: its number there, the members chosen, and the way to pay if there may be several."""

    number: int
    chosen: tuple[int, ...] = ()
    way: Way | None = None
    id: str = ""


class Question(NamedTuple):
    """What a seat is asked: it takes one of the options."""

    seat: int
    options: Sequence[Option]


Answer = tuple[int, Option]
Steps = Generator[Sequence[Question], Answer, None]
"""What happens, until all seats that are asked at once wait for an answer of one of them."""


class Frame(dict[m.Variable, Any]):
    """The variables of an action that is being carried out."""

    def __init__(self, action: m.Action, arguments: Sequence[Any] = ()) -> None:
        super().__init__(zip(action.params, arguments, strict=True))
        self.action = action


class Stopped(Exception):
    """A `stop` on its way to its `repeat`."""


class Ended(Exception):
    """An `end game` on its way to the end."""


class Game(Formulas):
    """`questions` are those asked now; none when the game is over."""

    def __init__(self, model: m.Model, players: Sequence[str], seed: int) -> None:
        super().__init__(Table(model, players, seed))
        self.model = model
        self.people = len(players) - len(model.automata)
        self.flow = follow_secrets(model)  # where a single option is asked for, not to tell that there is no other
        self.queue: list[tuple[m.Trigger, int, Way]] | None = None
        waits = RuleEffects(model).waits
        self.round_loop = next((s for s in model.start.body if isinstance(s, (m.Repeat, m.ForEach)) and waits(s)), None)
        self._steps = self.play()
        self.questions: Sequence[Question] = next(self._steps, ())

    def choose(self, seat: int, option: Option) -> None:
        try:
            self.questions = self._steps.send((seat, option))
        except StopIteration:
            self.questions = ()

    def play(self) -> Steps:
        with suppress(Ended):
            yield from self.act(self.model.start)

    # ---- statements

    def act(self, action: m.Action, arguments: Sequence[Any] = ()) -> Steps:
        yield from self.body(action.body, Frame(action, arguments))

    def body(self, body: m.Body, frame: Frame) -> Steps:
        for statement in body:
            yield from self.statement(statement, frame)

    def statement(self, statement: m.Statement, frame: Frame) -> Steps:
        match statement:
            case m.Transfer():
                yield from self.transfer(statement, frame)
            case m.Assign() | m.Adjust():
                self.change(statement, frame)
            case m.AddTo() | m.RemoveFrom() | m.Rearrange():
                self.change_list(statement, frame)
            case m.Put():
                self.put(statement, frame)
            case m.Reveal(target=m.Read() as read, to=None):
                place = self.place(read, frame)
                if NONE not in place:
                    self.table.revealed.add((read.state, place))
            case m.Reveal() | m.Say():
                pass  # this is told, and changes nothing
            case m.Let(variable=variable, value=value):
                frame[variable] = self.draw_value(value, frame)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                yield from self.body(then if self.evaluate(condition, frame) else otherwise, frame)
            case m.ForEach(at_once=True):
                yield from self.at_once(statement, frame)
            case m.ForEach():
                yield from self.for_each(statement, frame)
            case m.Repeat():
                yield from self.repeat(statement, frame)
            case m.Stop():
                raise Stopped
            case m.EndGame():
                raise Ended
            case m.Do(action=action, arguments=arguments):
                yield from self.act(action, self.arguments(arguments, frame))
            case m.DoMember(action=member, object=object_, arguments=arguments):
                of = self.evaluate(object_, frame)
                own = None if of == NONE else member.bodies[of]
                if own is not None:
                    yield from self.act(own, self.arguments(arguments, frame))
            case m.Choose():
                yield from self.decide(statement, frame)
            case _:
                assert_never(statement)

    def arguments(self, arguments: Sequence[m.Expr], frame: Frame) -> list[Any]:
        return [check_named(self.evaluate(argument, frame), argument.type) for argument in arguments]

    def draw_value(self, value: m.Expr, frame: Frame) -> Any:
        """The value of a `let` or the list of a loop, which may be drawn at random."""
        match value:
            case m.Shuffled(list=list_):
                return self.table.stream.shuffle(self.evaluate(list_, frame))
            case m.Random(list=list_):
                members = self.evaluate(list_, frame)
                if not members:
                    return 0 if value.type == m.NUMBER else NONE
                return members[self.table.stream.draw_below(len(members))]
        return check_named(self.evaluate(value, frame), value.type)

    # ---- loops

    def for_each(self, loop: m.ForEach, frame: Frame) -> Steps:
        """The lists as they are at the start, in parallel; `where` is asked when a member's turn comes."""
        ran = False
        for _ in self.turns(loop, frame):
            ran = True
            self.count_round(loop)
            yield from self.body(loop.body, frame)
        if not ran:
            yield from self.body(loop.otherwise, frame)

    def turns(self, loop: m.ForEach, frame: Frame) -> Iterator[dict[m.Variable, int]]:
        """Bind the variables of a loop to the next members for which `where` holds."""
        loop = filter_lot(loop)
        lists = [self.draw_value(source, frame) for source in loop.sources]
        for members in zip(*lists, strict=False):
            turn = dict(zip(loop.variables, members, strict=True))
            frame.update(turn)
            if self.holds(loop.where, frame):
                yield turn

    def repeat(self, loop: m.Repeat, frame: Frame) -> Steps:
        left = None if loop.limit is None else self.evaluate(loop.limit, frame)
        if left is not None and not isinstance(loop.limit, m.Const):
            left = len(list_numbers(1, left))
        while (left is None or left > 0) and self.holds(loop.condition, frame):
            left = None if left is None else left - 1
            self.count_round(loop)
            try:
                yield from self.body(loop.body, frame)
            except Stopped:
                break

    def count_round(self, loop: m.Statement) -> None:
        if loop is self.round_loop:
            self.table.round += 1

    # ---- gains, payments and losses

    def transfer(self, transfer: m.Transfer, frame: Frame) -> Steps:
        """A gain or a loss. The player chooses among several ways to gain; no player, no transfer."""
        seat = self.evaluate(transfer.player, frame)
        if seat == NONE:
            return
        ways: Ways = self.evaluate(transfer.payment, frame)
        if transfer.verb == "lose":
            self.lose(seat, ways[0])
        elif several_ways(transfer.payment):
            options = [Option(0, (), way, f"gain {self.amounts(way)}") for way in ways]
            option = yield from self.ask(transfer, seat, options, options[:1])
            if option is not None and option.way is not None:
                yield from self.gain(seat, option.way)
        else:
            yield from self.gain(seat, ways[0])

    def gain(self, seat: int, way: Way) -> Steps:
        """As much as there is in the supplies. What waits for such a gain follows."""
        gained = {}
        for resource, number in self._resources(way):
            if resource.supply is not None:
                number = max(0, min(number, self.table.amount(resource.supply, seat)))
                self.table.amounts[resource.supply, seat] -= number
            self.table.amounts[resource, seat] += number
            gained[resource.index] = number
        yield from self.follow(seat, make_way(gained))

    def lose(self, seat: int, way: Way) -> None:
        """As much as the player can."""
        for resource, number in self._resources(way):
            self.give_back(seat, resource, max(0, min(number, self.table.amount(resource, seat) - resource.least)))

    def pay(self, seat: int, way: Way) -> None:
        for resource, number in self._resources(way) if seat != NONE else ():
            self.give_back(seat, resource, number)

    def give_back(self, seat: int, resource: m.Resource, number: int) -> None:
        self.table.amounts[resource, seat] -= number
        if resource.supply is not None:
            self.table.amounts[resource.supply, seat] += number

    def follow(self, seat: int, way: Way) -> Steps:
        """What waits for a gain is carried out from one queue; what it sets off itself goes to the end of that."""
        gained = dict(way)
        triggers = [trigger for trigger in self.model.triggers if any(r.index in gained for r in trigger.resources)]
        waiting = [(trigger, seat, way) for trigger in triggers]
        if self.queue is not None:
            self.queue += waiting
            if waiting and len(self.queue) > MOST_WAITING:
                raise TooLarge(f"more than {MOST_WAITING} rules wait for their turns after gaining")
            return
        self.queue = waiting
        while self.queue:
            trigger, player, found = self.queue.pop(0)
            yield from self.act(trigger.action, (player, (found,)))
        self.queue = None

    def _resources(self, way: Way) -> Iterator[tuple[m.Resource, int]]:
        return ((self.model.resources[number], amount) for number, amount in way)

    # ---- states and lists

    def change(self, change: m.Assign | m.Adjust, frame: Frame) -> None:
        """A state stops at its bounds, an amount at the least that a player can have. What none has does not change."""
        match change.target:
            case m.Read(state=state):
                place = self.place(change.target, frame)
                if NONE in place:
                    return
                value = self.changed(change, self.table.read(state, place), frame)
                bounds = state.find_bounds(place[0])
                if bounds is not None:
                    value = max(bounds[0], min(value, bounds[1]))
                self.table.write(state, place, check_named(value, state.type))
            case m.Holding():
                seat = self.evaluate(change.target.player, frame)
                resources = self.resources(change.target, frame)
                if seat == NONE or not resources:
                    return
                (resource,) = resources
                value = check_number(self.changed(change, self.table.amount(resource, seat), frame))
                self.table.amounts[resource, seat] = max(resource.least, value)

    def changed(self, change: m.Assign | m.Adjust, old: int, frame: Frame) -> int:
        if isinstance(change, m.Assign):
            return int(self.evaluate(change.value, frame))
        return old + change.sign * int(self.evaluate(change.amount, frame))

    def change_list(self, change: m.AddTo | m.RemoveFrom | m.Rearrange, frame: Frame) -> None:
        target = change.target
        of = self.owner(target, frame)
        if of == NONE:
            return
        members = self.table.list(target.list, of)
        match change:
            case m.AddTo(moves=False):
                member = self.evaluate(change.member, frame)
                if member != NONE:
                    if members.count(member) == self.table.copies(target.list.kind, member):
                        raise TooLarge("what is added to the list is in it already")
                    members.append(member)
            case m.AddTo(member=member, front=front):
                self.insert(members, target.list.kind, (self.evaluate(member, frame),), front)
            case m.RemoveFrom(member=member):
                remove(members, self.evaluate(member, frame))
            case m.Rearrange(verb="clear"):
                members.clear()
            case m.Rearrange(verb="reverse"):
                members.reverse()
            case m.Rearrange(verb="shuffle"):
                members[:] = self.table.stream.shuffle(members)
            case m.Rearrange(by=by):
                assert by is not None
                members[:] = self.evaluate(by, frame)

    def put(self, put: m.Put, frame: Frame) -> None:
        """Move an object from a list or a state into another one; an object that is not there does not move."""
        source, target = self._holder(put.source, frame), self._holder(put.target, frame)
        if source is None or target is None:
            return
        taken: list[int] = []
        match put.source:
            case m.Read(state=state):
                taken = [self.table.read(state, source)]
                self.table.write(state, source, NONE)
            case m.ListMembers(list=list_):
                members = self.table.list(list_, *source)
                taken = members[:] if put.member is None else [self.evaluate(put.member, frame)]
                taken = [member for member in taken if remove(members, member)]
        taken = [member for member in taken if member != NONE]
        match put.target:
            case m.Read(state=state) if taken:
                self.table.write(state, target, taken[-1])
            case m.ListMembers(list=list_):
                self.insert(self.table.list(list_, *target), list_.kind, taken, put.front)

    def _holder(self, of: m.Read | m.ListMembers, frame: Frame) -> tuple[int, ...] | None:
        """The place of a state, or the owner of a list; None if there is no such thing."""
        place = self.place(of, frame) if isinstance(of, m.Read) else (self.owner(of, frame),)
        return None if NONE in place else place

    def insert(self, members: list[int], kind: m.Kind, added: Sequence[int], front: bool) -> None:
        """Put objects to an end of a list. One that is in it already moves; of copies, only if all are in it."""
        for member in reversed(added) if front else added:
            if member != NONE:
                if members.count(member) == self.table.copies(kind, member):
                    remove(members, member)
                members.insert(0 if front else len(members), member)

    # ---- decisions

    def decide(self, choose: m.Choose, frame: Frame) -> Steps:
        seat = self.evaluate(choose.player, frame)
        if seat == NONE:
            return
        options = self.list_options(choose, frame)
        option = yield from self.ask(choose, seat, options, self.automatic(choose, seat, options, frame))
        if option is None:
            yield from self.body(choose.otherwise, frame)
        else:
            yield from self.take(choose, option, frame)

    def ask(
        self, asks: m.Choose | m.Transfer, seat: int, options: Sequence[Option], unasked: Sequence[Option]
    ) -> Generator[Sequence[Question], Answer, Option | None]:
        """The option that a seat takes: `unasked` if there is only one, or the rules play the seat. None if there is none."""
        if self.is_asked(asks, seat, options):
            return (yield (Question(seat, options),))[1]
        return next(iter(unasked), None)

    def is_asked(self, asks: m.Choose | m.Transfer, seat: int, options: Sequence[Option]) -> bool:
        return bool(options) and seat < self.people and (len(options) > 1 or self.flow.must_be_asked(asks))

    def automatic(self, choose: m.Choose, seat: int, options: Sequence[Option], frame: Frame) -> Sequence[Option]:
        """The option, if any, that is taken without asking: by the first preference of the seat that fits an option."""
        if not options or seat < self.people:
            return options[:1]
        automaton = self.model.automata[seat - self.people]
        for takes, numbers in automaton_choices(automaton, frame.action, choose):
            fitting: list[tuple[int, Option]] = []
            for option in options:
                if option.number in numbers:
                    where, by = formulas(takes, choose, option.number)
                    env = {automaton.player: seat, **self.chosen(choose, option)}
                    if self.holds(where, env):
                        rank = 0 if by is None else self.evaluate(by, env)
                        fitting.append((rank if takes.fewest else -rank, option))
            if fitting:
                return [min(fitting, key=lambda pair: pair[0])[1]]
        return options[-1:] if choose.may else options[:1]

    def chosen(self, choose: m.Choose, option: Option) -> dict[m.Variable, int]:
        """The variables of the choices of an option; to decline has none."""
        if option.number == len(choose.options):
            return {}
        return dict(zip(choose.options[option.number].variables, option.chosen, strict=True))

    def take(self, choose: m.Choose, option: Option, frame: Frame) -> Steps:
        if option.number == len(choose.options):
            return
        frame.update(self.chosen(choose, option))
        taken = choose.options[option.number]
        for part in taken.head:
            if isinstance(part, m.Transfer):
                way = self.evaluate(part.payment, frame)[0] if option.way is None else option.way
                if part.given is not None:
                    frame[part.given] = (way,)
                self.pay(self.evaluate(part.player, frame), way)
        yield from self.body(taken.body, frame)

    def at_once(self, loop: m.ForEach, frame: Frame) -> Steps:
        """All choose at one table. Then the body runs for each; a choice that is possible no more is lost."""
        lets, choose, rest = question(loop)
        turns = [*self.turns(loop, frame)]
        if not turns:
            yield from self.body(loop.otherwise, frame)
        choices: dict[int, Option | None] = {}
        questions: dict[int, Question] = {}
        for number, turn in enumerate(turns):
            seat, options = yield from self._open_turn(choose, lets, turn, frame)
            if self.is_asked(choose, seat, options):
                questions[number] = Question(seat, options)
            else:
                choices[number] = next(iter(self.automatic(choose, seat, options, frame)), None)
        while questions:
            seat, option = yield tuple(questions.values())
            number = next(number for number, asked in questions.items() if asked.seat == seat)
            choices[number] = option
            del questions[number]
        for number, turn in enumerate(turns):
            self.count_round(loop)
            _, options = yield from self._open_turn(choose, lets, turn, frame)
            choice = choices[number]
            if choice is not None and any(choice[:3] == option[:3] for option in options):
                yield from self.take(choose, choice, frame)
            else:
                yield from self.body(choose.otherwise, frame)
            yield from self.body(rest, frame)

    def _open_turn(
        self, choose: m.Choose, lets: m.Body, turn: dict[m.Variable, int], frame: Frame
    ) -> Generator[Sequence[Question], Answer, tuple[int, Sequence[Option]]]:
        """The seat whose turn it is, and its options as the table is now."""
        frame.update(turn)
        yield from self.body(lets, frame)
        return self.evaluate(choose.player, frame), self.list_options(choose, frame)

    # ---- options

    def list_options(self, choose: m.Choose, frame: Frame) -> list[Option]:
        """Every combination of choices that is legal, in the order of the text and of the lists; to decline comes last."""
        found = []
        for number, option in enumerate(choose.options):
            for chosen, way in self.combinations(option, (), frame):
                env = {**frame, **dict(zip(option.variables, chosen, strict=True))}
                found.append(Option(number, chosen, way, self.option_id(option, chosen, way, env)))
        return [*found, Option(len(choose.options), (), None, m.DECLINE)] if choose.may else found

    def combinations(
        self, option: m.Option, chosen: tuple[int, ...], env: dict[m.Variable, Any]
    ) -> Iterator[tuple[tuple[int, ...], Way | None]]:
        """What an option demands is asked as soon as the choices that it speaks of are made."""
        due = [part for part in demands(option) if count_choices(option, part) == len(chosen)]
        if not all(self.evaluate(condition, env) for condition in due):
            return
        if len(chosen) < len(option.variables):
            variable, source = option.variables[len(chosen)], option.sources[len(chosen)]
            for member in self.evaluate(source, env):
                yield from self.combinations(option, (*chosen, member), {**env, variable: member})
            return
        price = find_price(option)
        if price is None or not several_ways(price.payment):
            yield chosen, None
            return
        seat = self.evaluate(price.player, env)
        yield from ((chosen, way) for way in self.evaluate(price.payment, env) if self.can_pay(seat, way))

    def option_id(self, option: m.Option, chosen: tuple[int, ...], way: Way | None, env: dict[m.Variable, Any]) -> str:
        """Its name and the names of the choices; the way to pay where there are several, or nothing else tells options apart."""
        words = [option.name, *(self.word(v.type, value) for v, value in zip(option.variables, chosen, strict=True))]
        price = find_price(option)
        ways = NOTHING if price is None else self.evaluate(price.payment, env)
        if way is not None and len(ways) > 1:
            words.append(self.amounts(way))
        elif option.name == "pay" and not option.variables:
            words.append(self.amounts(ways[0]))
        return " ".join(words)

    def word(self, type_: m.Type, value: int) -> str:
        if type_.kind is not None and type_.base == "object":
            return self.table.label(type_.kind, value)
        return ("yes" if value else "no") if type_ == m.FLAG else str(value)

    def amounts(self, way: Way) -> str:
        return " + ".join(f"{number} {resource.name}" for resource, number in self._resources(way)) or "nothing"

    def scores(self) -> list[int]:
        return [self.value(self.model.score, [seat]) for seat in range(len(self.table.players))]

    def winners(self) -> list[str]:
        """The seats of the best team of those who may win: by the score of all members, then by their tie-break."""
        model, players = self.model, self.table.players
        teams: dict[tuple[bool, int], list[int]] = {}
        for seat in range(len(players)):
            team = -1 if model.team is None else self.value(model.team, [seat])
            teams.setdefault((team < 0, seat if team < 0 else team), []).append(seat)
        merits = {}
        for seats in teams.values():
            if all(model.may_win is None or self.value(model.may_win, [seat]) for seat in seats):
                sums = [sum(self.value(value, [s]) for s in seats) for value in (model.score, model.tie_break) if value]
                merits[tuple(seats)] = sums
        best = max(merits.values(), default=None)
        return [players[seat] for seat in sorted(seat for seats, merit in merits.items() if merit == best for seat in seats)]


def find_price(option: m.Option) -> m.Transfer | None:
    return next((part for part in option.head if isinstance(part, m.Transfer)), None)


def demands(option: m.Option) -> list[m.Expr]:
    """Conditions of an option: its `where`, its requirements, and a price of one way."""
    conditions = [] if option.where is None else [option.where]
    conditions += [part.condition for part in option.head if isinstance(part, m.Require)]
    price = find_price(option)
    if price is not None and not several_ways(price.payment):
        conditions.append(m.CanPay(price.player, price.payment))
    return conditions


def count_choices(option: m.Option, condition: m.Expr) -> int:
    """Return how many choices are to be made before a condition can be asked."""
    named = free_variables(condition)
    return max((number for number, variable in enumerate(option.variables, 1) if variable in named), default=0)


def remove(members: list[int], member: int) -> bool:
    """Take an object out of a list; return whether it was in it."""
    is_there = member in members
    if is_there:
        members.remove(member)
    return is_there
