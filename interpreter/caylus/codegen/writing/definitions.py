"""Generate the constants and functions of a module that expressions need: values, conditions and queries.

Each is written once, when an expression first needs it, and shared. Whoever writes expressions writes what is in them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from caylus import model as m
from caylus.model.evaluate import OPERATOR, Evaluator, hull
from caylus.payments import pack

from ..probes import Probe
from ..state_layout import Layout
from .module_text import identifier

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


class Definitions(ABC):
    """Writes them into `definitions`, in an order in which they can stand."""

    def __init__(self, layout: Layout, evaluator: Evaluator, probe: Probe | None) -> None:
        self.layout = layout
        self.evaluator = evaluator
        self.probe = probe
        self.definitions: list[str] = []
        self._constants: dict[object, str] = {}
        self._functions: dict[object, str] = {}

    @abstractmethod
    def write(self, expr: m.Expr, names: Names) -> str: ...

    @abstractmethod
    def test(self, condition: m.Expr | None, names: Names, site: m.Site, part: int = 0) -> str: ...

    @abstractmethod
    def emit_condition(self, condition: m.Expr, names: Names, site: m.Site, part: int = 0) -> str: ...

    @abstractmethod
    def ran(self, site: m.Site, part: int = 0) -> list[str]: ...

    def constant(self, value: object, stem: str) -> str:
        """The name of a module constant with this value."""
        key = (type(value), value)
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
        return self.constant((*(convert(v) for v in prop.values), zero), f"{prop.name.upper()}")

    def numbers_in_row(self, kind: m.Kind) -> str:
        return self.constant(self.evaluator.member_numbers(kind), "NUMBER")

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
            opened = False
            found = hull(self.evaluator.compute_range(result) for _, result in value.cases)
            for number, (condition, result) in enumerate(value.cases, 1):
                test = self.test(condition, names, value.site, number)
                if test == "False":
                    continue
                head = "else:" if test == "True" else f"{'elif' if opened else 'if'} {test}:"
                if test == "True" and not opened:
                    lines += [f"    {line}" for line in self.ran(value.site, number)]
                    lines.append(f"    x = {self.write(result, names)}")
                else:
                    lines += [f"    {head}", *(f"        {line}" for line in self.ran(value.site, number))]
                    lines.append(f"        x = {self.write(result, names)}")
                    opened = True
                if test == "True":
                    break
            for modifier in value.modifiers:
                self.evaluator.variables[x] = found
                test = self.test(modifier.where, names, modifier.site)
                change = f"x = {self.write(apply_modifier(m.Local(x), modifier), {**names, x: 'x'})}"
                if test == "True":
                    lines.append(f"    {change}")
                elif test != "False":
                    lines += [f"    if {test}:", f"        {change}"]
                by = self.evaluator.compute_range(modifier.value)
                found, _ = self.evaluator.apply_modifier(found, modifier.change, by, modifier.where is None)
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
            ranked = query.kind == "first" and query.body is not None
            if ranked:
                lines += ["    top = 0", "    found = False"]
            lines.append(f"    for {x} in {self.list(query.source, names)}:")
            indent = "        "
            if query.where is not None:
                lines.append(f"{indent}if {self.write(query.where, inner)}:")
                indent += "    "
            body = self.write(query.body, inner) if query.body is not None else ""
            if query.kind == "count":
                lines.append(f"{indent}n += 1")
            elif query.kind == "sum":
                lines.append(f"{indent}n += {body}")
            elif query.kind == "some":
                lines.append(f"{indent}return True")
            elif query.kind == "sort":
                lines.append(f"{indent}ranked.append(({'' if query.fewest else '-'}{body}, len(ranked), {x}))")
            elif ranked:
                sign = "<" if query.fewest else ">"
                lines += [f"{indent}n = {body}", f"{indent}if not found or n {sign} top:"]
                lines += [f"{indent}    found = True", f"{indent}    top = n", f"{indent}    best = {x}"]
            else:
                lines.append(f"{indent}return {x}")
            total = "n" if query.kind != "sum" or self.evaluator.stays(query) else "check_intermediate(n)"
            in_order = "tuple([x for _, _, x in sorted(ranked)])"
            found = {"count": total, "sum": total, "some": "False", "first": "best", "sort": in_order}
            lines.append("    return " + found[query.kind])
            self.definitions.append("\n".join(lines))
        return self._functions[query]

    @abstractmethod
    def list(self, source: m.Expr, names: Names) -> str: ...


_STARTS = {"count": "n = 0", "sum": "n = 0", "first": "best = -1", "sort": "ranked: list[tuple[int, int, int]] = []"}
"""What the function of a query begins with, by its kind."""
