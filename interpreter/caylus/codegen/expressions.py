"""Model expressions -> Python source, and the constants and functions that it needs: values, conditions and queries.

Each is written once, when an expression first needs it, and shared. Whoever writes expressions writes what is in them.

Everything an expression needs besides `s` (the state) is a constant of the generated module or a function of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, assert_never

from caylus import model as m
from caylus.limits import MOST_NUMBERS, NUMBER_BOUND
from caylus.model.evaluate import OPERATOR, Evaluator
from caylus.model.transfer import Range, hull
from caylus.model.walk import free_variables, parts, rewrite, substitute
from caylus.payments import pack

from .module_text import Probe, identifier
from .state_layout import Layout

Names = Mapping[m.Variable, str]
"""How the code at hand reads each variable: a Python name, or a slot of the frame."""


def apply_modifier(value: m.Expr, modifier: m.Modifier) -> m.Expr:
    """A value changed by a modifier that holds."""
    if modifier.change not in OPERATOR:
        return modifier.value
    return m.Arithmetic(OPERATOR[modifier.change], value, modifier.value)


def local(variable: m.Variable, number: int) -> str:
    """The Python name of a variable. It ends as no other name in generated code does, whatever the author called it."""
    return f"{identifier(variable.name)}_{number}_"


def parameters(names: Names) -> str:
    """The parameters of a function of the state and of variables."""
    return ", ".join(["s", *names.values()])


_STARTS = {"count": "n = 0", "sum": "n = 0", "first": "best = -1", "sort": "ranked: list[tuple[int, int, int]] = []"}
"""What the function of a query begins with, by its kind."""


ALWAYS = m.Const(1, m.FLAG)

_DIVISIONS = {"/": ("//", "divide"), "%": ("%", "remainder")}
"""The operator of Python, where the right side is known not to be 0, and the function that minds it."""

SHORT = 40  # Of how many parts an expression may consist that stands in place of a call.


class Expressions:
    """Writes expressions, and the `definitions` they lean on, in an order in which these can stand.

    What is written for a `probe` tells it all, so no value is put in place of its call, and no condition settled beforehand.
    """

    def __init__(self, layout: Layout, probe: Probe | None = None, variables: Mapping[m.Variable, Range] | None = None) -> None:
        self.layout = layout
        self.evaluator = Evaluator(layout.players, variables or {})
        self.probe = probe
        self.definitions: list[str] = []
        self._constants: dict[object, str] = {}
        self._functions: dict[object, str] = {}
        self._short: dict[m.Value, m.Expr | None] = {}

    # ---- definitions

    def constant(self, value: object, stem: str) -> str:
        """The name of a module constant with this value. Where its stem begins with `Ways`, its numbers are packed amounts."""
        key = (type(value), value, stem.startswith("Ways"))
        if key not in self._constants:
            name = self._constants[key] = f"{identifier(stem)}_{len(self._constants)}"
            self.definitions.append(f"{name} = {value!r}")
        return self._constants[key]

    def define_constant(self, code: str, stem: str) -> str:
        """The name of a module constant, rows of numbers, that Python source comes to when the module is loaded."""
        if code not in self._constants:
            name = self._constants[code] = f"{identifier(stem)}_{len(self._constants)}"
            self.definitions.append(f"{name} = {code}")
        return self._constants[code]

    def table(self, prop: m.Property) -> str:
        """The values of a property by object, the last one read with -1 (`none`)."""
        convert: Callable[[Any], object] = {
            "payment": lambda v: tuple(pack(way) for way in v),
            "scale": lambda v: (v[0], tuple(v[1])),
        }.get(prop.type.base, int)
        zero: object = {"payment": (0,), "scale": (0, (0,)), "object": -1}.get(prop.type.base, 0)
        stem = f"Ways_{prop.name.upper()}" if prop.type.base == "payment" else prop.name.upper()
        return self.constant((*(convert(v) for v in prop.values), zero), stem)

    def copies(self, kind: m.Kind) -> str:
        """The last argument of what adds to a list of a kind: how many there are of each object, if of any there are several."""
        root = kind.root
        return f", {self.constant(tuple(o.copies for o in root.objects), 'COPIES')}" if root.has_copies else ""

    def value(self, value: m.Value) -> str:
        """The function of a named value."""
        if value not in self._functions:
            self._functions[value] = name = f"value_{identifier(value.name)}_{len(self._functions)}"
            names = {p: local(p, i) for i, p in enumerate(value.params)}
            lines = [f"def {name}({parameters(names)}):"]
            x = m.Variable("x", value.type)
            is_open = False
            value_range = hull(self.evaluator.compute_range(result) for _, result in value.cases)
            for number, (condition, result) in enumerate(value.cases, 1):
                test = self.test(condition, names, value.site, number)
                if test == "False":
                    continue
                inside = [*self.ran(value.site, number), f"x = {self.write(result, names)}"]
                if test != "True" or is_open:
                    lines.append("    else:" if test == "True" else f"    {'elif' if is_open else 'if'} {test}:")
                    is_open = True
                lines += [f"{'        ' if is_open else '    '}{line}" for line in inside]
                if test == "True":
                    break
            for modifier in value.modifiers:
                self.evaluator.variables[x] = value_range
                test = self.test(modifier.where, names, modifier.site)
                change = f"x = {self.write(apply_modifier(m.Local(x), modifier), {**names, x: 'x'})}"
                if test == "True":
                    lines.append(f"    {change}")
                elif test != "False":
                    lines += [f"    if {test}:", f"        {change}"]
                by = self.evaluator.compute_range(modifier.value)
                value_range, _ = self.evaluator.apply_modifier(value_range, modifier.change, by, modifier.where is None)
            self.definitions.append("\n".join([*lines, "    return x"]))
        return self._functions[value]

    def condition(self, condition: m.Condition) -> str:
        """The function of a named condition."""
        if condition not in self._functions:
            self._functions[condition] = name = f"condition_{identifier(condition.name)}_{len(self._functions)}"
            names = {p: local(p, i) for i, p in enumerate(condition.params)}
            tests = [self.emit_condition(r.condition, names, r.site) for r in condition.requires]
            holds = " and ".join(f"({t})" for t in tests) or "True"
            self.definitions.append(f"def {name}({parameters(names)}):\n    return {holds}")
        return self._functions[condition]

    def query(self, query: m.Query, free: list[m.Variable]) -> str:
        """The function of a query; it takes the state and the query's free variables."""
        if query not in self._functions:
            self._functions[query] = name = f"{query.kind}_{len(self._functions)}"
            names = {v: local(v, i) for i, v in enumerate(free)}
            x = local(query.variable, len(free))
            inner = {**names, query.variable: x}
            lines = [f"def {name}({parameters(names)}):"]
            if query.kind in _STARTS:
                lines.append(f"    {_STARTS[query.kind]}")
            is_ranked = query.kind == "first" and query.body is not None
            if is_ranked:
                lines += ["    top = 0", "    found = False"]
            lines.append(f"    for {x} in {self.list(query.source, names)}:")
            indent = "        "
            if query.where is not None:
                lines.append(f"{indent}if {self.write(query.where, inner)}:")
                indent += "    "
            body = self.write(query.body, inner) if query.body is not None else ""
            rank = f"ranked.append(({'' if query.fewest else '-'}{body}, len(ranked), {x}))"
            steps = {"count": "n += 1", "sum": f"n += {body}", "some": "return True", "sort": rank, "first": f"return {x}"}
            if is_ranked:
                head = f"if not found or n {'<' if query.fewest else '>'} top:"
                lines += [indent + line for line in (f"n = {body}", head, "    found = True", "    top = n", f"    best = {x}")]
            else:
                lines.append(indent + steps[query.kind])
            total = "n" if query.kind != "sum" or self.evaluator.stays(query) else "check_intermediate(n)"
            in_order = "tuple([x for _, _, x in sorted(ranked)])"
            results = {"count": total, "sum": total, "some": "False", "first": "best", "sort": in_order}
            lines.append("    return " + results[query.kind])
            self.definitions.append("\n".join(lines))
        return self._functions[query]

    # ---- expressions

    def simplify(self, expr: m.Expr) -> m.Expr:
        """Folded, and with short values and conditions put in place of their calls."""
        if self.probe is not None:
            return expr if expr.type == m.FLAG else self.evaluator.fold(expr)
        return self.evaluator.fold(rewrite(expr, self._inline_value))

    def write(self, expr: m.Expr, names: Names) -> str:
        """Python source of an expression. Flags are written as Python truth values."""
        return self._write(self.simplify(expr), names)

    def emit_stored(self, expr: m.Expr, names: Names) -> str:
        """Python source of what a state or a frame holds: flags as 0 and 1, numbers within bounds."""
        code = self.write(expr, names)
        if expr.type == m.FLAG:
            return code if isinstance(expr, (m.Const, m.Read)) else f"int({code})"
        is_safe = expr.type != m.NUMBER or self.evaluator.compute_range(expr).is_below(NUMBER_BOUND)
        return code if is_safe else f"check_number({code})"

    def emit_arguments(self, arguments: Iterable[m.Expr], names: Names) -> str:
        """Python source of what an action is given, behind other arguments."""
        return "".join(f", {self.emit_stored(argument, names)}" for argument in arguments)

    def limit(self, expr: m.Expr, names: Names) -> str:
        """Python source of how often something is repeated at most."""
        code = self.write(expr, names)
        is_known = isinstance(expr, m.Const) or self.evaluator.compute_range(expr).high <= MOST_NUMBERS
        return code if is_known else f"len(numbers(1, {code}))"

    def emit_condition(self, condition: m.Expr, names: Names, site: m.Site, part: int = 0) -> str:
        """Python source of a condition that the rules ask at a place, by way of whoever watches."""
        code = self.write(condition, names)
        return code if self.probe is None else f"probe_held({self.probe.number(True, site, part)}, {code})"

    def unless(self, condition: m.Expr, names: Names, site: m.Site) -> str:
        """Python source of whether a condition that the rules ask does not hold."""
        return self.write(m.Not(condition), names) if self.probe is None else f"not {self.emit_condition(condition, names, site)}"

    def ran(self, site: m.Site, part: int = 0) -> list[str]:
        """Python source that tells whoever watches that a place of the rules is carried out."""
        return [] if self.probe is None else [f"probe_ran({self.probe.number(False, site, part)})"]

    def test(self, condition: m.Expr | None, names: Names, site: m.Site, part: int = 0) -> str:
        """A condition of a value as Python source; one that is settled is `True` or `False`, and so is none at all."""
        if condition is None:
            return "True"
        simple = self.simplify(condition)
        return str(bool(simple.value)) if isinstance(simple, m.Const) else self.emit_condition(simple, names, site, part)

    def _write(self, e: m.Expr, names: Names) -> str:
        match e:
            case m.Const(value=value):
                return str(value)
            case m.SeatOf():
                return self._write(self.evaluator.fold(e), names)
            case m.ConstPayment(alternatives=ways):
                return self.constant(tuple(pack(way) for way in ways), "Ways")
            case m.ConstScale(start=start, numbers=numbers):
                return self.constant((start, numbers), "SCALE")
            case m.Local(variable=variable):
                return names[variable]
            case m.Read():
                return f"s[{self.slot(e, names)}]"
            case m.Holding(player=player, which=which) if which is not None:
                return f"holding(s, SLOTS, {self._write(which, names)}, {self._write(player, names)})"
            case m.Holding(resources=resources, player=player):
                p = self._write(player, names)
                return _sum([f"s[{_offset(self.layout.resources[r], p)}]" for r in resources])
            case m.Fixed(property=prop, object=object_):
                return f"{self.table(prop)}[{self._write(object_, names)}]"
            case m.PlaceInRow(object=object_):
                assert object_.type.kind is not None
                numbers_in_row = self.constant(tuple(self.evaluator.places(object_.type.kind)), "NUMBER")
                return f"{numbers_in_row}[{self._write(object_, names)}]"
            case m.ScaleItem(scale=scale, index=index):
                return f"on_scale({self._write(scale, names)}, {self._write(index, names)})"
            case m.RowItem(row=row, index=m.Const(value=i)):
                return str(row.first + i - 1 if 0 < i <= row.size else -1)
            case m.RowItem(row=row, index=index):
                return f"row_member({row.first}, {row.size}, {self._write(index, names)})"
            case m.ListItem(index=index):
                return f"list_member(s, {self.base(e, names)}, {self._write(index, names)})"
            case m.Item(list=list_, index=index, type=type_):
                return f"item({self._write(list_, names)}, {self._write(index, names)}, {0 if type_ == m.NUMBER else -1})"
            case m.Rotated(list=list_, way=way, member=member):
                return f"rotate_members({self._write(list_, names)}, {way!r}, {self._write(member, names)})"
            case m.Faces(list=list_, once=once) if not (once and isinstance(list_, m.AllOf)):
                return f"faces({self._write(list_, names)}, {once})"
            case m.Behind(list=list_, member=member):
                return f"members_after({self._write(list_, names)}, {self._write(member, names)})"
            case m.Gathered(members=members):
                return f"({''.join(self._write(member, names) + ', ' for member in members)})"
            case m.ListMembers() | m.Numbers():
                return f"tuple({self.list(e, names)})"
            case m.Arithmetic():
                return self._arithmetic(e, names)
            case m.Choice(condition=condition, then=then, otherwise=otherwise):
                holds = self._write(condition, names)
                return f"({self._write(then, names)} if {holds} else {self._write(otherwise, names)})"
            case m.Absolute(operand=operand):
                return f"abs({self._write(operand, names)})"
            case m.Compare(op=op, left=left, right=right):
                return f"({self._write(left, names)} {op} {self._write(right, names)})"
            case m.Contains(list=list_, member=member):
                return self._contains(list_, self._write(member, names), names)
            case m.Logic(op=op, operands=operands):
                return "(" + f" {op} ".join(self._write(o, names) for o in operands) + ")"
            case m.Not(operand=operand):
                return f"(not {self._write(operand, names)})"
            case m.SizeOf(list=m.ListMembers() as list_):
                return f"s[{self.base(list_, names)}]"
            case m.Revealed(operand=operand):
                return self._write(operand, names)
            case m.SizeOf(list=list_):
                return f"len({self.list(list_, names)})"
            case m.Query():
                free = free_variables(e)
                return f"{self.query(e, free)}({', '.join(('s', *(names[v] for v in free)))})"
            case m.CallValue(value=value, arguments=arguments):
                return f"{self.value(value)}(s{''.join(', ' + self._write(a, names) for a in arguments)})"
            case m.CallCondition(condition=condition, arguments=arguments):
                return f"{self.condition(condition)}(s{''.join(', ' + self._write(a, names) for a in arguments)})"
            case m.Quantity(amount=amount, which=which) if which is not None:
                return f"so_much({self._write(amount, names)}, {self._write(which, names)})"
            case m.Quantity(amount=amount, resources=resources, different=different):
                indices = tuple(r.index for r in resources)
                return f"mix({self._write(amount, names)}, {indices!r}, {different})"
            case m.CanPay(player=player, payment=payment):
                return f"{self.payable('any_way')}, {self._write(player, names)}, {self._write(payment, names)})"
            case m.AmountIn(payment=payment, which=which) if which is not None:
                return f"count_resources({self._write(payment, names)}, ({self._write(which, names)},))"
            case m.AmountIn(resources=resources, payment=payment):
                return f"count_resources({self._write(payment, names)}, {tuple(r.index for r in resources)!r})"
            case m.CombinePayments(op=op, left=left, right=right):
                function = {"+": "both", "or": "either", "less": "less", "*": "times"}[op]
                return f"{function}({self._write(left, names)}, {self._write(right, names)})"
            case m.Faces() | m.AllOf() | m.RowMembers() | m.PlayerRow():
                return self.list(e, names)
            case m.Shuffled() | m.Random():
                raise TypeError(f"drawn where nothing is drawn: {e!r}")
        assert_never(e)

    def _inline_value(self, expr: m.Expr) -> m.Expr:
        """A short value in the place of its call."""
        if not isinstance(expr, m.CallValue) or not all(isinstance(a, (m.Local, m.Const)) for a in expr.arguments):
            return expr
        if expr.value not in self._short:
            few = len(expr.value.cases) <= 3 and len(expr.value.modifiers) <= 3  # each modifier doubles what is written
            whole = self._value_as_expression(expr.value) if few else None
            self._short[expr.value] = whole if whole is not None and sum(1 for _ in parts(whole)) <= SHORT else None
        short = self._short[expr.value]
        if short is None:
            return expr
        whole = substitute(short, dict(zip(expr.value.params, expr.arguments, strict=True)))
        return whole if self.evaluator.is_sure(whole) else expr  # the parts of a value may be asked in another order

    def _value_as_expression(self, value: m.Value) -> m.Expr:
        """A value as one expression of the model: cases and modifiers become choices."""
        (_, whole), *before = reversed(value.cases)
        for condition, result in before:
            assert condition is not None
            whole = m.Choice(condition, result, whole, value.type)
        for x in value.modifiers:
            changed_value = apply_modifier(whole, x)
            whole = changed_value if x.where is None else m.Choice(x.where, changed_value, whole, value.type)
        return self.simplify(whole)

    def slot(self, read: m.Read | m.Holding, names: Names) -> str:
        """The index in `s` of a state or of a single resource."""
        if isinstance(read, m.Holding) and read.which is not None:
            return f"SLOTS[{self.write(read.which, names)}] + {self.write(read.player, names)}"
        if isinstance(read, m.Holding):
            return _offset(self.layout.resources[read.resources[0]], self.write(read.player, names))
        base, terms = self.layout.states[read.state], []
        for step, stride in zip((read.object, *read.indices), self.layout.strides(read.state), strict=True):
            code = self.write(step, names) if step is not None else "0"
            if _is_number(code):
                base += int(code) * stride
            else:
                terms.append(code if stride == 1 else f"{code} * {stride}")
        return " + ".join([str(base), *terms])

    def bounds(self, place: m.Read | m.Holding, names: Names) -> tuple[str, str] | None:
        """The lowest and the highest number that a state may be; None where nothing says so."""
        if isinstance(place, m.Holding) or not place.state.bounds:
            return None
        lows, highs = zip(*place.state.bounds, strict=True)
        if place.object is None or len(set(place.state.bounds)) == 1:
            return str(lows[0]), str(highs[0])
        of = self.write(place.object, names)
        return f"{self.constant(lows, 'LOWS')}[{of}]", f"{self.constant(highs, 'HIGHS')}[{of}]"

    def least(self, of: m.Holding, names: Names) -> str:
        """Python source of how low a player can go."""
        (least, *others) = {resource.least for resource in of.resources}
        return f"LEAST[{self.write(of.which, names)}]" if others and of.which is not None else str(least)

    def payable(self, function: str) -> str:
        """The beginning of a call that tests whether a player can pay something."""
        goes_below = any(resource.least for resource in self.layout.components.resources)
        return f"{function}_with_floor(s, SLOTS, LEAST" if goes_below else f"{function}(s, SLOTS"

    def face_up(self, read: m.Read, names: Names) -> str:
        """The index in `s` of whether a state lies open."""
        return f"{self.slot(read, names)} + {self.layout.face_up[read.state] - self.layout.states[read.state]}"

    def base(self, of: m.ListMembers | m.ListItem, names: Names) -> str:
        """The index in `s` of a list: that of its length."""
        first = self.layout.lists[of.list]
        if of.object is None:
            return str(first)
        room = 1 + self.layout.capacity(of.list)
        owner = self.write(of.object, names)
        return str(first + int(owner) * room) if _is_number(owner) else f"{first} + {owner} * {room}"

    def place(self, place: m.Read | m.ListMembers, names: Names) -> str:
        """The index in `s` of what holds things: a state, or a list."""
        return self.slot(place, names) if isinstance(place, m.Read) else self.base(place, names)

    def emit_text(self, text: m.Words, names: Names) -> str:
        """Python source of the parts of a text, for people to be told: a formula that breaks its bounds leaves a gap."""
        text_parts = (repr(p) if isinstance(p, str) else f"({self.spoken_as(p)!r}, {self.write(p, names)})" for p in text)
        parts = "".join(f"{part}, " for part in text_parts)
        if all(isinstance(part, str) or self.evaluator.is_sure(part) for part in text):
            return f"({parts})"
        return f"make_text(lambda: ({parts}), {tuple(part if isinstance(part, str) else '…' for part in text)!r})"

    def spoken_as(self, expr: m.Expr) -> str:
        """The name by which a value is put into words: its root kind, or else its type."""
        return expr.type.kind.root.name if expr.type.kind is not None else expr.type.base

    def list(self, source: m.Expr, names: Names) -> str:
        """Python source of something to loop over, safe against changes while looping."""
        match source:
            case m.Faces(list=m.AllOf(kind=kind), once=True):
                return self.constant(tuple(range(kind.first, kind.first + self.layout.size(kind))), "ALL")
            case m.AllOf(kind=kind) if kind.has_copies:
                return self.constant(
                    tuple(o.id for o in kind.objects if o.owner < self.layout.players for _ in range(o.copies)), "ALL"
                )
            case m.AllOf(kind=kind):
                return self.constant(tuple(range(kind.first, kind.first + self.layout.size(kind))), "ALL")
            case m.RowMembers(row=row):
                return self.constant(tuple(range(row.first, row.first + row.size)), "ALL")
            case m.PlayerRow(row=row, player=player):
                starts = [row.first + row.stride * p for p in range(self.layout.players)]
                rows = (*(tuple(range(start, start + row.size)) for start in starts), ())
                return f"{self.constant(rows, 'ROWS')}[{self.write(player, names)}]"
            case m.ListMembers():
                base = self.base(source, names)
                return f"s[{int(base) + 1}:{int(base) + 1} + s[{base}]]" if _is_number(base) else f"members(s, {base})"
            case m.Numbers(low=m.Const(value=low), high=m.Const(value=high)) if self.evaluator.is_short(source):
                return self.constant(tuple(range(low, high + 1)), "NUMBERS")
            case m.Numbers(low=low, high=high):
                return f"numbers({self.write(low, names)}, {self.write(high, names)})"
            case m.Local() | m.Query() | m.Rotated() | m.Faces() | m.Behind() | m.Gathered() | m.CallValue() | m.Choice():
                return self.write(source, names)
        raise TypeError(f"not a list: {source!r}")

    def _arithmetic(self, e: m.Arithmetic, names: Names) -> str:
        left, right = self._write(e.left, names), self._write(e.right, names)
        if e.op in ("min", "max"):
            return f"{e.op}({left}, {right})"
        if e.op in _DIVISIONS:
            operator, function = _DIVISIONS[e.op]
            return f"({left} {operator} {right})" if _is_number(right) and right != "0" else f"{function}({left}, {right})"
        return f"({left} {e.op} {right})" if self.evaluator.stays(e) else f"check_intermediate({left} {e.op} {right})"

    def _contains(self, list_: m.Expr, member: str, names: Names) -> str:
        match list_:
            case m.AllOf(kind=kind):
                return f"({kind.first} <= {member} < {kind.first + self.layout.size(kind)})"
            case m.RowMembers(row=row):
                return f"({row.first} <= {member} < {row.first + row.size})"
            case m.Numbers(low=low, high=high):
                return f"({self.write(low, names)} <= {member} <= {self.write(high, names)})"
        return f"({member} in {self.list(list_, names)})"


def _is_number(code: str) -> bool:
    return code.removeprefix("-").isdigit()


def _offset(base: int, index: str) -> str:
    return str(base + int(index)) if _is_number(index) else f"{base} + {index}"


def _sum(terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else "(" + " + ".join(terms) + ")"
