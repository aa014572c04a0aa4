"""Translate functions of the subset of Python that `caylus.machine` states into WebAssembly text.

Each value is an i64. A list, a tuple or a record is the address of its first item: its length lies 16 bytes before that, its last
item 8 bytes before that, if it is a constant, for `table[-1]`. Static types (`Kind`) come from annotations, from what the module
knows of frames, and from the expressions that variables are bound to.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from inspect import CO_GENERATOR
from types import FunctionType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from caylus.records import Record

from .outcomes import Unfit

if TYPE_CHECKING:
    from .module import Module


class Kind(Record):
    """A static type: a number, `bits` (without a sign), a `list` of one kind, a `record` of several, a `frame`, `options`."""

    name: str
    parts: tuple[Kind, ...] = ()
    fields: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        return self.name in ("list", "record")

    def part(self, index: int = 0) -> Kind:
        if self.name == "options":
            return NUMBERS
        if self.name == "record" and index < len(self.parts):
            return self.parts[index]
        return self.parts[0] if self.name == "list" else NUMBER


NUMBER, BITS, FRAME, OPTIONS = Kind("number"), Kind("bits"), Kind("frame"), Kind("options")
NUMBERS = Kind("list", (NUMBER,))
NONE = -(1 << 63)  # `None`, where a number may be missing.
ALL_BITS = (1 << 64) - 1


def list_kind(part: Kind) -> Kind:
    return Kind("list", (part,))


def kind_of_hint(hint: Any) -> Kind:
    """The kind that a type hint stands for."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return BITS
    if origin in (Union, UnionType):
        return kind_of_hint(next(part for part in parts if part is not type(None)))
    if origin is tuple and Ellipsis not in parts:
        return Kind("record", tuple(map(kind_of_hint, parts)))
    if origin is not None and parts:
        return list_kind(kind_of_hint(parts[0]))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True)
        return Kind("record", tuple(kind_of_hint(hints[name]) for name in hint._fields), hint._fields)
    return NUMBERS if hint is range else NUMBER


class Source(Record):
    """A function to translate: its syntax, the names it sees, its file, and the kinds of its parameters and of its result."""

    label: str
    node: ast.FunctionDef
    names: Mapping[str, Any]
    file: str
    params: Mapping[str, Kind]
    returns: Kind
    is_generator: bool = False

    @property
    def value_params(self) -> list[str]:
        """The parameters that are values: state, machine and stack are always at hand."""
        return [arg.arg for arg in (*self.node.args.args, *self.node.args.kwonlyargs) if arg.arg not in AT_HAND]


AT_HAND = ("m", "s", "stack")


@cache
def _parse(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    with open(file, encoding="utf-8") as text:
        tree = ast.parse(text.read())
    return {(node.name, node.lineno): node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def find_source(function: Any) -> Source:
    """The source of a Python function of the library."""
    plain: FunctionType = getattr(function, "__wrapped__", function)
    code = plain.__code__
    candidates = [node for (name, _), node in _parse(code.co_filename).items() if name == plain.__name__]
    node = next(n for n in candidates if code.co_firstlineno in (n.lineno, *(d.lineno for d in n.decorator_list)))
    hints = {name: kind_of_hint(hint) for name, hint in get_type_hints(plain, include_extras=True).items()}
    label = f"{plain.__module__}.{plain.__name__}"
    is_generator = bool(code.co_flags & CO_GENERATOR)
    return Source(label, node, plain.__globals__, code.co_filename, hints, hints.get("return", NUMBER), is_generator)


_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl",
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip


Value = tuple[str, Kind]
"""Code that leaves one i64, and what it is."""


def i32(code: str) -> str:
    return f"(i32.wrap_i64 {code})"


def const(number: int) -> str:
    return f"(i64.const {number - (1 << 64) if number >= 1 << 63 else number})"


def length(code: str) -> str:
    return f"(i64.load (i32.sub {i32(code)} (i32.const 16)))"


def call(name: str, *arguments: str) -> str:
    return f"(call ${name} {' '.join(arguments)})"


class FunctionWriter:
    """Writes one function. `frame` has the kinds of the places of its frame, if it works on one."""

    def __init__(self, module: Module, source: Source, frame: Sequence[Kind] = ()) -> None:
        self.module = module
        self.source = source
        self.frame = frame
        self._locals: list[str] = []
        self._scope: dict[str, tuple[str, Kind]] = {}
        self._names = source.names
        self._loops: list[tuple[str, str]] = []
        self._yields: Callable[[ast.expr], str] | None = None
        self._count = 0
        self._is_checked = False
        self._lists_options = source.label.startswith("options_")

    def write(self) -> str:
        source = self.source
        for name in source.value_params:
            self._scope[name] = name, source.params.get(name, NUMBER)
        start = end = ""
        if self._lists_options:
            self._bind("o", OPTIONS)
        if source.is_generator:
            out = self._new(source.returns)
            start = f"(local.set ${out} {call('new', const(0))})"
            end = f"(return (local.get ${out}))"
            self._yields = lambda item: f"(local.set ${out} {call('append', f'(local.get ${out})', self.value(item))})"
        body = self.block(source.node.body)
        params = "".join(f"(param ${name} i64)" for name in source.value_params)
        local_lines = "".join(f"(local ${name} i64)" for name in self._locals)
        return f"(func ${source.label} {params} (result i64) {local_lines}\n{start}{body}{end}\n(i64.const 0))"

    # ---- names

    def _new(self, kind: Kind = NUMBER, stem: str = "t") -> str:
        self._count += 1
        self._locals.append(f"{stem}.{self._count}")
        return self._locals[-1]

    def _bind(self, name: str, kind: Kind) -> str:
        """The local of a variable; its first value settles its kind."""
        if name not in self._scope:
            self._scope[name] = self._new(kind, name), kind
        elif self._scope[name][1] in (NUMBERS, NUMBER) and kind.is_list:
            self._scope[name] = self._scope[name][0], kind
        return self._scope[name][0]

    def _hold(self, code: str) -> tuple[str, str]:
        """Code that puts a value into a new local, and code that reads it."""
        name = self._new()
        return f"(local.set ${name} {code})", f"(local.get ${name})"

    def _look_up(self, name: str) -> Any:
        value = self._names.get(name, self.module.builtins.get(name))
        return self.module.overrides.get((str(self._names.get("__name__")), name), value)

    def unfit(self, node: ast.AST, why: str = "is not in the subset of Python that machine code is made from") -> Unfit:
        return Unfit(f"{self.source.file}:{getattr(node, 'lineno', 0)}: `{ast.unparse(node)[:60]}` {why}")

    # ---- statements

    def block(self, nodes: Sequence[ast.stmt]) -> str:
        return "\n".join(self.statement(node) for node in nodes)

    def statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                return ""
            case ast.Return(value=value):
                return self._return(value)
            case ast.Raise():
                return "(call $break)(unreachable)"
            case ast.Break():
                return f"(br ${self._loops[-1][0]})"
            case ast.Continue():
                return f"(br ${self._loops[-1][1]})"
            case ast.If(test=test, body=body, orelse=orelse):
                otherwise = f"(else {self.block(orelse)})" if orelse else ""
                return f"(if {self.test(test)} (then {self.block(body)}) {otherwise})"
            case ast.While(test=test, body=body, orelse=[]):
                with self._loop() as (out, again):
                    stop = f"(br_if ${out} (i32.eqz {self.test(test)}))"
                    return f"(block ${out} (loop ${again} {stop} {self.block(body)} (br ${again})))"
            case ast.For(target=target, iter=source, body=body, orelse=[]):
                return self.loop(target, source, lambda: self.block(body))
            case ast.Assign(targets=targets, value=value):
                return self._assign(targets, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value) if value is not None:
                if name == "o" and self._lists_options:
                    return f"(local.set ${self._scope['o'][0]} (i64.const 0))"
                names = {**self.module.builtins, **self._names}
                kind = kind_of_hint(eval(compile(ast.Expression(annotation), "annotation", "eval"), names))  # noqa: S307
                return self._store(ast.Name(name), (self.value(value), kind))
            case ast.AugAssign(target=target, op=op, value=value):
                return self._augment(target, op, value)
            case ast.Delete(targets=[ast.Subscript(value=of, slice=index)]):
                return call("delete", self.value(of), self.value(index))
            case ast.Expr(value=ast.Yield(value=item)) if self._yields is not None and item is not None:
                return self._yields(item)
            case ast.Expr(value=ast.YieldFrom(value=items)) if self._yields is not None:
                item, yields = ast.Name(f"item.{self._count}"), self._yields
                return self.loop(item, items, lambda: yields(item))
            case ast.Expr(value=ast.Call() as expression):
                return self._call_statement(expression)
        raise self.unfit(node)

    def _return(self, value: ast.expr | None) -> str:
        if value is None:
            return "(return (i64.const 0))"
        if self._lists_options and isinstance(value, ast.ListComp):
            o, body = self._scope["o"][0], self._each(value.generators, lambda: self._offer(value.elt))
            return f"(local.set ${o} (i64.const 0)) {body} (return (local.get ${o}))"
        return f"(return {self.value(value)})"

    def _offer(self, option: ast.expr) -> str:
        """One option more, and the end where there are enough."""
        assert isinstance(option, ast.Tuple)
        o, at = self._scope["o"][0], self._new()
        place = i32(f"(local.get ${at})")
        items = "".join(f"(i64.store offset={8 * i} {place} {self.value(e)})" for i, e in enumerate(option.elts))
        size = const(len(option.elts))
        return (
            f"(local.set ${at} {call('new_option', f'(local.get ${o})', size)}) {items} "
            f"(local.set ${o} (i64.add (local.get ${o}) (i64.const 1)))"
            f"(if (i64.ge_u (local.get ${o}) (global.get $enough)) (then (return (local.get ${o}))))"
        )

    def _call_statement(self, node: ast.Call) -> str:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="o"), attr="append"), args=[option]) if self._lists_options:
                return self._offer(option)
            case ast.Call(func=ast.Attribute(value=of, attr="append"), args=[ast.List(elts=frame)]) if _is_stack(of):
                return self._push(frame)
            case ast.Call(func=ast.Attribute(value=of, attr="pop"), args=[]) if _is_stack(of):
                return call("pop")
            case ast.Call(func=ast.Attribute(value=ast.Name() as of, attr="append"), args=[item]):
                code, kind = self.expr(item)
                if self.expr(of)[1] == NUMBERS:
                    self._scope[of.id] = self._scope[of.id][0], list_kind(kind)
                return self._store(of, (call("append", self.value(of), code), list_kind(kind)))
            case ast.Call(func=ast.Attribute(value=of, attr="remove"), args=[item]):
                return f"(drop {call('remove_item', self.value(of), self._find_index(of, item))})"
        return f"(drop {self.value(node)})"

    def _push(self, elements: Sequence[ast.expr]) -> str:
        """A new frame on the stack. What is a list is kept with the game."""
        kinds = self._kinds_of_new_frame(elements[0])
        code, reads = "", []
        for number, element in enumerate(elements):
            if isinstance(element, ast.Starred):  # zeros, which a new frame holds anyway
                continue
            value, kind = self.expr(element)
            kind = kinds[number - 1] if number and kinds else kind
            hold, read = self._hold(self._keep(value, kind) if number else value)
            code += hold
            reads.append(read)
        hold, frame = self._hold(call("push"))
        return code + hold + "".join(f"(i64.store offset={8 * i} {i32(frame)} {read})" for i, read in enumerate(reads))

    def _kinds_of_new_frame(self, block: ast.expr) -> Sequence[Kind]:
        """The kinds of the places of a frame that begins with this block, or with one of a table of blocks."""
        if isinstance(block, ast.Constant) and isinstance(block.value, int):
            return self.module.frames[block.value]
        name = next((n.id for n in ast.walk(block) if isinstance(n, ast.Name)), "")
        for part in ast.walk(self.source.node):
            match part:
                case ast.Assign(targets=[target], value=ast.Subscript(value=ast.Name(id=table))):
                    first = target.elts[0] if isinstance(target, ast.Tuple) else target
                    if isinstance(first, ast.Name) and first.id == name:
                        return self.module.frames[next(entry for entry in self._names[table] if entry is not None)[0]]
        return ()

    def _keep(self, code: str, kind: Kind) -> str:
        """A value that is to outlast the block."""
        return call("keep", code, const(self.module.describe(kind))) if kind.is_list else code

    def _assign(self, targets: Sequence[ast.expr], value: ast.expr) -> str:
        first = targets[0]
        if isinstance(first, ast.Attribute) and first.attr == "options":
            count = const(0) if isinstance(value, ast.Tuple) else self.value(value)
            return call("set_options", count)
        if isinstance(first, ast.Subscript) and _is_stack(first.value):
            assert isinstance(value, ast.List)
            assert isinstance(value.elts[0], ast.List)
            return call("unwind") + self._push(value.elts[0].elts)
        if isinstance(first, ast.Tuple) and isinstance(value, ast.Tuple):
            values = [(*self._hold(code), kind) for code, kind in map(self.expr, value.elts)]
            stores = (self._store(t, (read, kind)) for t, (_, read, kind) in zip(first.elts, values, strict=True))
            return "".join(hold for hold, _, _ in values) + "".join(stores)
        code, kind = self._pack_literal(first, value) or self.expr(value)
        if isinstance(first, ast.Subscript) and isinstance(first.value, ast.Name) and first.value.id == "f":
            place = self._place_kind(first)
            code, kind = self._keep(code, place), place
        if len(targets) == 1:
            return self._store(first, (code, kind))
        hold, read = self._hold(code)
        return hold + "".join(self._store(target, (read, kind)) for target in targets)

    def _pack_literal(self, target: ast.expr, value: ast.expr) -> Value | None:
        """A packed amount that stands in generated code as a number."""
        is_way = isinstance(target, ast.Name) and target.id == "way" and self._names is self.module.namespace
        if is_way and isinstance(value, ast.Constant) and isinstance(value.value, int):
            return const(self.module.pack(value.value)), BITS
        return None

    def _place_kind(self, node: ast.Subscript) -> Kind:
        index = node.slice.value if isinstance(node.slice, ast.Constant) else 0
        return self.frame[index - 1] if isinstance(index, int) and 0 < index <= len(self.frame) else NUMBER

    def _store(self, target: ast.expr, value: Value) -> str:
        code, kind = value
        match target:
            case ast.Tuple(elts=elements):
                hold, read = self._hold(code)
                return hold + "".join(
                    self._store(part, (f"(i64.load offset={8 * i} {i32(read)})", kind.part(i))) for i, part in enumerate(elements)
                )
            case ast.Name(id=name):
                return f"(local.set ${self._bind(name, kind)} {code})"
            case ast.Attribute(value=ast.Name(id="m"), attr=name):
                return call(f"set_{name}", code)
            case ast.Subscript(value=ast.Name(id="s"), slice=ast.Slice(lower=ast.expr() as low, upper=ast.expr() as high)):
                return call("store_slots", self.value(low), self.value(high), code)
            case ast.Subscript():
                return f"(i64.store {self._address(target)} {code})"
        raise self.unfit(target)

    def _augment(self, target: ast.expr, op: ast.operator, value: ast.expr) -> str:
        if isinstance(target, ast.Attribute):
            return call(f"set_{target.attr}", self._binary(op, (call(f"get_{target.attr}"), NUMBER), self.expr(value), target)[0])
        if isinstance(target, ast.Name):
            addend = self._pack_literal(target, value) or self.expr(value)
            if target.id == "n" and self.source.label.startswith("sum_"):
                return self._store(target, (call("plus", self.value(target), addend[0]), NUMBER))
            return self._store(target, self._binary(op, self.expr(target), addend, target))
        assert isinstance(target, ast.Subscript)
        addend = self.expr(value)
        hold, at = self._hold(f"(i64.extend_i32_u {self._address(target)})")
        old = f"(i64.load {i32(at)})"
        code, kind = self._binary(op, (old, addend[1] if addend[1].is_list else self.expr(target)[1]), addend, target)
        code = self._keep(code, kind)
        return f"{hold}(i64.store {i32(at)} {code})"

    # ---- loops

    @contextmanager
    def _loop(self) -> Iterator[tuple[str, str]]:
        self._count += 1
        labels = f"out.{self._count}", f"again.{self._count}"
        self._loops.append(labels)
        yield labels
        self._loops.pop()

    def loop(self, target: ast.expr, source: ast.expr, body: Callable[[], str]) -> str:
        """A loop over one source, or over several side by side."""
        generator = self._generator(source)
        if generator is not None:
            return self._inline(*generator, target, body)
        match source:
            case ast.Call(func=ast.Name(id="range"), args=args):
                low, high, step = self._bounds(args)
                return self._count_up(self.value(low), self.value(high), lambda i: self._store(target, (i, NUMBER)), body, step)
            case ast.Call(func=ast.Name(id="reversed"), args=[ast.Call(func=ast.Name(id="range"), args=[*args])]) if (
                len(args) < 3
            ):
                low, high, _ = self._bounds(args)
                hold, top = self._hold(f"(i64.add {self.value(high)} (i64.sub {self.value(low)} (i64.const 1)))")
                turn = lambda i: self._store(target, (f"(i64.sub {top} {i})", NUMBER))  # noqa: E731
                return hold + self._count_up(self.value(low), self.value(high), turn, body)
            case ast.Attribute(attr="stack") | ast.Name(id="stack"):
                turn = lambda i: self._store(target, (call("frame", i), FRAME))  # noqa: E731
                return self._count_up(const(0), call("depth"), turn, body)
            case ast.Call(func=ast.Name(id="zip"), args=args):
                sources, targets = args, target.elts if isinstance(target, ast.Tuple) else []
            case ast.Call(func=ast.Name(id="enumerate"), args=[one]) if isinstance(target, ast.Tuple):
                sources, targets = [one], [target.elts[1]]
            case _:
                sources, targets = [source], [target]
        setup, size = "", ""
        binds: list[tuple[ast.expr, Callable[[str], str], Kind]] = []
        for part, one in zip(targets, sources, strict=True):
            code, kind = self.expr(one)
            hold, read = self._hold(code)
            setup += hold
            this = read if kind == OPTIONS else length(read)
            size = f"(call $smaller {size} {this})" if size else this
            binds.append((part, partial(call, "option") if kind == OPTIONS else partial(_load, read), kind.part()))
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "enumerate":
            assert isinstance(target, ast.Tuple)
            binds.append((target.elts[0], str, NUMBER))
        turn = lambda i: "".join(self._store(part, (item(i), kind)) for part, item, kind in binds)  # noqa: E731
        return setup + self._count_up(const(0), size, turn, body)

    def _bounds(self, args: Sequence[ast.expr]) -> tuple[ast.expr, ast.expr, str]:
        """From where to where a range goes, and its step, which is above 0."""
        low, high = (ast.Constant(0), args[0]) if len(args) == 1 else args[:2]
        return low, high, self.value(args[2]) if len(args) > 2 else const(1)

    def _count_up(
        self, low: str, high: str, turn: Callable[[str], str], body: Callable[[], str], step: str = "(i64.const 1)"
    ) -> str:
        i, end = self._new(), self._new()
        with self._loop() as (out, again):
            inner = f"{turn(f'(local.get ${i})')} (block ${again} {body()})"
            return (
                f"(local.set ${i} {low})(local.set ${end} {high})(block ${out} (loop $l.{again} "
                f"(br_if ${out} (i64.ge_s (local.get ${i}) (local.get ${end}))) {inner} "
                f"(local.set ${i} (i64.add (local.get ${i}) {step})) (br $l.{again})))"
            )

    def _generator(self, source: ast.expr) -> tuple[Source, list[ast.expr]] | None:
        """A call of a generator, or of a function that returns a tuple of what one yields: it is written in place."""
        if not (isinstance(source, ast.Call) and isinstance(source.func, ast.Name)) or source.func.id in self._scope:
            return None
        function = self._look_up(source.func.id)
        if not isinstance(getattr(function, "__wrapped__", function), FunctionType) or self.module.is_own(function):
            return None
        callee = find_source(function)
        match callee.node.body[-1]:
            case ast.Return(value=ast.Call(func=ast.Name(id="tuple"), args=[ast.Call(func=ast.Name(id=inner))])):
                callee = find_source(callee.names[inner])
        return (callee, source.args) if callee.is_generator else None

    def _inline(self, callee: Source, arguments: Sequence[ast.expr], target: ast.expr, body: Callable[[], str]) -> str:
        outside = self._scope, self._names, self._yields, self._loops
        scope: dict[str, tuple[str, Kind]] = {}
        setup = ""
        for name, argument in zip(callee.value_params, arguments, strict=True):
            kind = callee.params[name]
            scope[name] = self._new(kind, name), kind
            setup += f"(local.set ${scope[name][0]} {self.value(argument)})"
        self._count += 1
        out, again = f"out.{self._count}", f"again.{self._count}"

        def yields(item: ast.expr) -> str:
            inside = self._scope, self._names, self._yields, self._loops
            value = item if isinstance(item, ast.Tuple) else None
            if value is not None and isinstance(target, ast.Tuple):
                values = [(*self._hold(code), kind) for code, kind in map(self.expr, value.elts)]
                self._scope, self._names, self._yields, self._loops = *outside[:3], [*outside[3], (out, again)]
                bind = "".join(hold for hold, _, _ in values)
                bind += "".join(self._store(t, (read, kind)) for t, (_, read, kind) in zip(target.elts, values, strict=True))
            else:
                one = self.expr(item)
                self._scope, self._names, self._yields, self._loops = *outside[:3], [*outside[3], (out, again)]
                bind = self._store(target, one)
            code = f"{bind} (block ${again} {body()})"
            self._scope, self._names, self._yields, self._loops = inside
            return code

        self._scope, self._names, self._yields, self._loops = scope, callee.names, yields, []
        code = self.block(callee.node.body)
        self._scope, self._names, self._yields, self._loops = outside
        return f"{setup} (block ${out} {code})"

    def _each(self, generators: Sequence[ast.comprehension], body: Callable[[], str]) -> str:
        """The loops of a comprehension, one inside the other. Its variables are its own."""
        each, *rest = generators

        def inner() -> str:
            tests = [self.test(test) for test in each.ifs]
            code = self._each(rest, body) if rest else body()
            for test in reversed(tests):
                code = f"(if {test} (then {code}))"
            return code

        return self.loop(each.target, each.iter, inner)

    @contextmanager
    def _own_variables(self, generators: Sequence[ast.comprehension]) -> Iterator[None]:
        names = {n.id for g in generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        hidden = {name: self._scope.pop(name) for name in names & self._scope.keys()}
        yield
        for name in names:
            self._scope.pop(name, None)
        self._scope.update(hidden)

    def _comprehension(self, element: ast.expr, generators: Sequence[ast.comprehension]) -> Value:
        out, kind = self._new(), NUMBER

        def add() -> str:
            nonlocal kind
            code, kind = self.expr(element)
            return f"(local.set ${out} {call('append', f'(local.get ${out})', code)})"

        with self._own_variables(generators):
            loops = self._each(generators, add)
        return f"(block (result i64) (local.set ${out} {call('new', const(0))}) {loops} (local.get ${out}))", list_kind(kind)

    def _fold(self, name: str, node: ast.GeneratorExp) -> Value:
        """`any`, `all` or `sum` of a generator expression."""
        out, kind = self._new(), NUMBER
        self._count += 1
        label = f"fold.{self._count}"

        def step() -> str:
            nonlocal kind
            if name != "sum":
                test = self.test(node.elt) if name == "any" else f"(i32.eqz {self.test(node.elt)})"
                return f"(if {test} (then (local.set ${out} (i64.const {int(name == 'any')})) (br ${label})))"
            code, kind = self.expr(node.elt)
            return f"(local.set ${out} (i64.add (local.get ${out}) {code}))"

        with self._own_variables(node.generators):
            loops = self._each(node.generators, step)
        start = const(int(name == "all"))
        return f"(block (result i64) (local.set ${out} {start}) (block ${label} {loops}) (local.get ${out}))", kind

    # ---- conditions

    def test(self, node: ast.expr) -> str:
        """Code that leaves an i32: whether a condition holds."""
        match node:
            case ast.BoolOp(op=op, values=[first, *rest]):
                more = self.test(rest[0] if len(rest) == 1 else ast.BoolOp(op, rest))
                if isinstance(op, ast.And):
                    return f"(if (result i32) {self.test(first)} (then {more}) (else (i32.const 0)))"
                return f"(if (result i32) {self.test(first)} (then (i32.const 1)) (else {more}))"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(i32.eqz {self.test(operand)})"
            case ast.Constant(value=value):
                return f"(i32.const {int(bool(value))})"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(left, op, right)
            case ast.Compare(left=left, ops=[first_op, second_op], comparators=[middle, right]):
                code, kind = self.expr(middle)
                hold, _ = self._hold(code)
                name = f"middle.{self._count}"
                self._scope[name] = self._locals[-1], kind
                both = (
                    f"(i32.and {self._compare(left, first_op, ast.Name(name))} {self._compare(ast.Name(name), second_op, right)})"
                )
                return f"(block (result i32) {hold} {both})"
        code, kind = self.expr(node)
        return f"(i64.ne {length(code) if kind.is_list else code} (i64.const 0))"

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        match op:
            case ast.In() | ast.NotIn():
                is_in = self._contains(left, right)
                return is_in if isinstance(op, ast.In) else f"(i32.eqz {is_in})"
            case ast.Is() | ast.IsNot():
                return f"(i64.{'eq' if isinstance(op, ast.Is) else 'ne'} {self.value(left)} {self.value(right)})"
        (a, one), (b, other) = self.expr(left), self.expr(right)
        name = _COMPARE[type(op)]
        if one.is_list and other.is_list:
            same = f"(i64.ne {call('same_items', a, b)} (i64.const 0))"
            return same if name == "eq" else f"(i32.eqz {same})"
        sign = "" if name in ("eq", "ne") else "_u" if one == other == BITS else "_s"
        return f"(i64.{name}{sign} {a} {b})"

    def _contains(self, item: ast.expr, source: ast.expr) -> str:
        match source:
            case ast.Subscript(value=ast.Name(id="s"), slice=ast.Slice(lower=ast.expr() as low, upper=ast.expr() as high)):
                position = call("slots_hold", self.value(item), self.value(low), self.value(high))
            case _:
                position = self._find_index(source, item)
        return f"(i64.ge_s {position} (i64.const 0))"

    def _find_index(self, source: ast.expr, item: ast.expr) -> str:
        code, kind = self.expr(source)
        if kind == OPTIONS:
            return call("find_option", self.value(item), code)
        return call("find_record" if kind.part().is_list else "find", code, self.value(item))

    # ---- values

    def value(self, node: ast.expr) -> str:
        return self.expr(node)[0]

    def expr(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=value):
                return const(self.module.number(value)), BITS if isinstance(value, int) and value > ALL_BITS >> 1 else NUMBER
            case ast.Name(id=name) if name in self._scope:
                local, kind = self._scope[name]
                return f"(local.get ${local})", kind
            case ast.Name(id=name):
                return self._global(node, name)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return f"(i64.extend_i32_u {self.test(node)})", NUMBER
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return const(-value), NUMBER
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                code, kind = self.expr(operand)
                return f"(i64.sub (i64.const 0) {code})", kind
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                code, kind = self.expr(operand)
                return f"(i64.xor (i64.const -1) {code})", kind
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                (a, kind), (b, other) = self.expr(then), self.expr(otherwise)
                kind = other if other.is_list and kind in (NUMBER, NUMBERS) else kind
                return f"(if (result i64) {self.test(test)} (then {a}) (else {b}))", kind
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self.expr(left), self.expr(right), node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Attribute(value=ast.Name(id="m"), attr="options"):
                return call("get_options"), OPTIONS
            case ast.Attribute(value=ast.Name(id="m"), attr=name):
                return call(f"get_{name}"), BITS if name == "chance" else NUMBER
            case ast.Attribute(value=of, attr=name):
                code, kind = self.expr(of)
                if name not in kind.fields:
                    raise self.unfit(node)
                at = kind.fields.index(name)
                return f"(i64.load offset={8 * at} {i32(code)})", kind.parts[at]
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return self._display(node, elements)
            case ast.ListComp(elt=element, generators=generators) | ast.GeneratorExp(elt=element, generators=generators):
                return self._comprehension(element, generators)
            case ast.Call():
                return self._call(node)
        raise self.unfit(node)

    def _global(self, node: ast.expr, name: str) -> Value:
        value = self._look_up(name)
        if isinstance(value, range):
            value = tuple(value)
        if not isinstance(value, (int, tuple, str)):
            raise self.unfit(node)
        is_ways = name.startswith("Ways") and self._names is self.module.namespace
        code = const(self.module.constant(value, is_ways))
        if isinstance(value, int):
            return code, BITS if value > ALL_BITS >> 1 else NUMBER
        return code, _kind_of_value(value, BITS if is_ways else NUMBER)

    def _binary(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        (a, one), (b, other) = left, right
        if isinstance(op, ast.Add) and (one.is_list or other.is_list):
            return call("join", a, b), one if one != NUMBERS else other
        if isinstance(op, ast.Mult) and one.is_list:
            return call("repeat", a, b), one
        kind = BITS if BITS in (one, other) else NUMBER
        match op:
            case ast.RShift():
                return f"(i64.shr_{'u' if one == BITS else 's'} {a} {b})", one
            case ast.FloorDiv():
                return call("floor", a, b), NUMBER
            case ast.Mod():
                return (f"(i64.rem_u {a} {b})", kind) if one == BITS else (call("modulo", a, b), NUMBER)
            case ast.LShift() if self._names is self.module.namespace and isinstance(node, ast.BinOp):
                assert isinstance(node.right, ast.Constant)
                assert isinstance(node.right.value, int)
                return self.module.shift_amount(a, node.right.value), BITS
        if type(op) not in _BINARY:
            raise self.unfit(node)
        if self._is_checked and isinstance(op, (ast.Mult, ast.Add)):
            return call("times" if isinstance(op, ast.Mult) else "plus", a, b), kind
        return f"(i64.{_BINARY[type(op)]} {a} {b})", kind

    def _display(self, node: ast.expr, elements: Sequence[ast.expr]) -> Value:
        if all(isinstance(e, ast.Constant) for e in elements) and isinstance(node, ast.Tuple):
            values = tuple(e.value for e in elements if isinstance(e, ast.Constant))
            return const(self.module.constant(values)), NUMBERS if not values else Kind("record", (NUMBER,) * len(values))
        if any(isinstance(e, ast.Starred) for e in elements):
            out, kind, code = self._new(), NUMBERS, ""
            for e in elements:
                if isinstance(e, ast.Starred):
                    part, kind = self.expr(e.value)
                    code += f"(local.set ${out} {call('join', f'(local.get ${out})', part)})"
                else:
                    part, item = self.expr(e)
                    kind = list_kind(item)
                    code += f"(local.set ${out} {call('append', f'(local.get ${out})', part)})"
            return f"(block (result i64) (local.set ${out} {call('new', const(0))}) {code} (local.get ${out}))", kind
        parts = [(*self._hold(code), kind) for code, kind in map(self.expr, elements)]
        hold, out_ = self._hold(call("new", const(len(parts))))
        stores = "".join(f"(i64.store offset={8 * i} {i32(out_)} {read})" for i, (_, read, _) in enumerate(parts))
        kinds = tuple(kind for _, _, kind in parts)
        kind = Kind("record", kinds) if isinstance(node, ast.Tuple) else list_kind(kinds[0] if kinds else NUMBER)
        return f"(block (result i64) {''.join(hold for hold, _, _ in parts)} {hold} {stores} {out_})", kind

    def _subscript(self, node: ast.Subscript) -> Value:
        of, index = node.value, node.slice
        if isinstance(index, ast.Slice):
            return self._slice(of, index)
        match of:
            case ast.Attribute(attr="incremental") if isinstance(index, ast.Constant) and isinstance(index.value, int):
                return const(self.module.kept[index.value]), NUMBERS
            case ast.Name(id="s"):
                return f"(i64.load {self._address(node)})", NUMBER
            case ast.Name(id="f") if isinstance(index, ast.Constant):
                return f"(i64.load {self._address(node)})", self._place_kind(node)
        if _is_stack(of):
            return call("top"), FRAME
        code, kind = self.expr(of)
        number = index.value if isinstance(index, ast.Constant) and isinstance(index.value, int) else None
        if isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant) and isinstance(index.operand.value, int):
            last = index.operand.value
            if kind == OPTIONS:
                return call("option", f"(i64.sub {code} {const(last)})"), NUMBERS
            hold, read = self._hold(code)
            at = f"(i64.sub {length(read)} {const(last)})"
            return f"(block (result i64) {hold} (i64.load {_item(read, at)}))", kind.part()
        if kind == OPTIONS:
            return call("option", self.value(index)), NUMBERS
        part = kind.part(number) if number is not None else kind.part()
        if number is not None:
            return f"(i64.load offset={8 * number} {i32(code)})", part
        return f"(i64.load {_item(code, self.value(index))})", part

    def _slice(self, of: ast.expr, index: ast.Slice) -> Value:
        low = self.value(index.lower) if index.lower is not None else const(0)
        if isinstance(of, ast.Name) and of.id == "s":
            assert index.upper is not None
            return call("read_slots", low, self.value(index.upper)), NUMBERS
        code, kind = self.expr(of)
        if index.step is not None:
            return call("backwards", code), kind
        high = self.value(index.upper) if index.upper is not None else const(1 << 40)
        return call("cut", code, low, high), kind

    def _address(self, node: ast.Subscript) -> str:
        """The place of an item of the state, of a frame or of a list, as an i32."""
        match node:
            case ast.Subscript(value=ast.Name(id="s"), slice=ast.Constant(value=int(slot))):
                return f"(i32.const {self.module.state + 8 * slot})"
            case ast.Subscript(value=ast.Name(id="s"), slice=slot):
                return f"(i32.add (i32.const {self.module.state}) (i32.shl {i32(self.value(slot))} (i32.const 3)))"
            case ast.Subscript(value=ast.Name(id="f"), slice=ast.Constant(value=int(place))):
                return f"(i32.add {i32('(local.get $f)')} (i32.const {8 * place}))"
        return _item(self.value(node.value), self.value(node.slice))

    def _call(self, node: ast.Call) -> Value:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="m"), attr=name), args=args):
                return self._method(node, name, args)
            case ast.Call(func=ast.Attribute(value=of, attr="index"), args=[item]):
                return self._find_index(of, item), NUMBER
            case ast.Call(func=ast.Attribute(value=of, attr="count"), args=[item]):
                return call("count", self.value(of), self.value(item)), NUMBER
            case ast.Call(func=ast.Attribute(value=of, attr="bit_length"), args=[]):
                return f"(i64.sub (i64.const 64) (i64.clz {self.value(of)}))", NUMBER
            case ast.Call(func=ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"), args=[items]):
                code, kind = self.expr(items)
                return call("distinct", code), kind
            case ast.Call(func=ast.Subscript(value=table, slice=which), args=args):
                arguments = [
                    self.value(arg) for arg in args if not (_is_stack(arg) or (isinstance(arg, ast.Name) and arg.id in AT_HAND))
                ]
                function = f"(i64.load {_item(self.value(table), self.value(which))})"
                return call(f"indirect_{len(arguments)}", *arguments, function), NUMBER
            case ast.Call(func=ast.Name(id="probe_ran"), args=[number]):
                return call("count_run", self.value(number)), NUMBER
            case ast.Call(func=ast.Name(id="probe_held"), args=[number, condition]):
                return call("count_condition", self.value(number), f"(i64.extend_i32_u {self.test(condition)})"), NUMBER
            case ast.Call(func=ast.Name(id="zip"), args=args):
                row = ast.Tuple([ast.Name(f"item.{self._count}.{number}") for number in range(len(args))])
                return self._comprehension(row, [ast.comprehension(row, node, [], 0)])
            case ast.Call(func=ast.Name(id=name), args=args) if name in _BUILT_IN and name not in self._scope:
                return self._write_builtin(node, name, args)
            case ast.Call(func=ast.Name(id=name)):
                return self._call_function(node, name)
        raise self.unfit(node)

    def _write_builtin(self, node: ast.Call, name: str, args: list[ast.expr]) -> Value:
        first = args[0]
        if name in ("any", "all", "sum"):
            item = ast.Name(f"item.{self._count}")
            each = (
                first if isinstance(first, ast.GeneratorExp) else ast.GeneratorExp(item, [ast.comprehension(item, first, [], 0)])
            )
            return self._fold(name, each)
        if name in ("min", "max") and len(args) == 1:
            return call(f"{name}_item", self.value(first)), NUMBER
        if name in ("min", "max"):
            code, kind = self.expr(first)
            for arg in args[1:]:
                (first_hold, a), (hold, b) = self._hold(code), self._hold(self.value(arg))
                test = f"(i64.{'le' if name == 'min' else 'ge'}_s {a} {b})"
                code = f"(block (result i64) {first_hold} {hold} (select {a} {b} {test}))"
            return code, NUMBER
        if name in ("tuple", "list", "reversed", "sorted"):
            generator = self._generator(first)
            code, kind = self.expr(first) if generator is None else self._collect(first)
            if name == "sorted" and not kind.part().is_list:
                raise self.unfit(node)
            functions = {"reversed": "backwards", "sorted": "sort_records", "list": "copy_list"}
            return call(functions[name], code) if name in functions else code, kind
        if name == "range":
            low, high = (const(0), self.value(first)) if len(args) == 1 else map(self.value, args)
            return call("range", low, high), NUMBERS
        code, kind = self.expr(first)
        if name == "len":
            return code if kind == OPTIONS else length(code), NUMBER
        if name in ("int", "bool"):
            return f"(i64.extend_i32_u {self.test(first)})" if name == "bool" else code, NUMBER
        if name == "abs":
            return call("distance", code), NUMBER
        if name == "insort":
            return call("insort", code, self.value(args[1])), NUMBER
        raise self.unfit(node)

    def _collect(self, generator: ast.expr) -> Value:
        item = ast.Name(f"item.{self._count}")
        return self._comprehension(item, [ast.comprehension(item, generator, [], 0)])

    def _method(self, node: ast.Call, name: str, args: Sequence[ast.expr]) -> Value:
        """A method of the machine: a function of `inside`, or one of `memory.wat`."""
        function = self.module.inside.get(name)
        if function is not None:
            callee = self.module.need(function)
            return call(callee.label, *map(self.value, args)), callee.returns
        if name in self.module.methods:
            return call(name, *map(self.value, args)), self.module.methods[name]
        raise self.unfit(node)

    def _record(self, node: ast.Call, class_: Any) -> Value:
        """A named tuple."""
        fields: dict[str | None, ast.expr] = {name: ast.Constant(value) for name, value in class_._field_defaults.items()}
        fields |= dict(zip(class_._fields, node.args, strict=False))
        fields |= {keyword.arg: keyword.value for keyword in node.keywords}
        return self._display(node, [fields[name] for name in class_._fields])[0], kind_of_hint(class_)

    def _call_function(self, node: ast.Call, name: str) -> Value:
        function = self._look_up(name)
        if isinstance(function, type) and issubclass(function, tuple):
            return self._record(node, function)
        if not isinstance(getattr(function, "__wrapped__", function), FunctionType):
            raise self.unfit(node)
        callee = self.module.need(function)
        args = callee.node.args
        defaults = zip(args.args[len(args.args) - len(args.defaults) :], args.defaults, strict=True)
        arguments: dict[str | None, ast.expr] = {arg.arg: default for arg, default in defaults}
        arguments |= {arg.arg: value for arg, value in zip(args.args, node.args, strict=False)}
        arguments |= {keyword.arg: keyword.value for keyword in node.keywords}
        is_checked, self._is_checked = self._is_checked, self._is_checked or name.startswith("check_")
        values = [self.value(arguments[name]) for name in callee.value_params]
        self._is_checked = is_checked
        return call(callee.label, *values), OPTIONS if callee.label.startswith("options_") else callee.returns


_BUILT_IN = (
    "any", "all", "sum", "min", "max", "tuple", "list", "reversed", "sorted", "range", "len", "int", "bool", "abs", "insort",
)  # fmt: skip


def _item(of: str, index: str) -> str:
    return f"(i32.add {i32(of)} (i32.shl {i32(index)} (i32.const 3)))"


def _load(of: str, index: str) -> str:
    return f"(i64.load {_item(of, index)})"


def _is_stack(node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "stack") or (isinstance(node, ast.Name) and node.id == "stack")


def _kind_of_value(value: Any, number: Kind) -> Kind:
    if not isinstance(value, tuple):
        return number
    parts = [_kind_of_value(part, number) for part in value]
    same = bool(parts) and all(part == parts[0] for part in parts)
    if not parts:
        return NUMBERS
    return list_kind(parts[0]) if same else Kind("record", tuple(parts))
