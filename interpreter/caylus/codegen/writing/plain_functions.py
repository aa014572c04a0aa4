"""Statements that ask for no decision, as structured Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from caylus import model as m
from caylus.model.walk import action_versions, walk_same_repeat

from .definitions import Names, local, parameters
from .effects import StatementWriter
from .linker import Linker
from .writer import Writer


def write_function(effects: StatementWriter, linker: Linker, action: m.Action, name: str) -> Writer:
    """An action as a function `(m, s, *arguments)`."""
    names = {p: local(p, i) for i, p in enumerate(action.params)}
    w = Writer(f"def {name}(m, {parameters(names)}):")
    PlainWriter(linker, effects).body(w, action.body, names)
    w("return")
    return w


class PlainWriter:
    """`leave` is written where a `stop` leaves a `repeat` that was cut into blocks; None inside plain functions."""

    def __init__(self, linker: Linker, effects: StatementWriter, leave: Sequence[str] | None = None) -> None:
        self.linker = linker
        self.x = effects.x
        self.effects = effects
        self.leave = leave
        self._loops: list[str] = []

    def body(self, w: Writer, body: m.Body, names: Names) -> None:
        scope = dict(names)
        for statement in filter(self.effects.is_needed, body):
            w.set_span(statement.site.span)
            w.all(self.x.ran(statement.site))
            w.all(self.effects.knowledge.emit_opening(statement))
            self.statement(w, statement, scope)
        if w.head_open():
            w("pass")

    def statement(self, w: Writer, statement: m.Statement, names: dict[m.Variable, str]) -> None:
        match statement:
            case m.ForEach():
                self._for_each(w, statement, names)
            case m.Repeat():
                self._repeat(w, statement, names)
            case m.Stop():
                self._stop(w)
            case m.If():
                self._if(w, statement, names)
            case m.Do(action=action, arguments=arguments):
                self._do(w, action, arguments, names, statement.site)
            case m.DoMember(object=m.Const(), arguments=arguments):
                for own in action_versions(statement):
                    self._do(w, own, arguments, names, statement.site)
            case m.DoMember(action=member, object=object_, arguments=arguments):
                if any(body is not None for body in member.bodies):
                    table = self.linker.plain_table(member)
                    passed = "".join(", " + self.x.emit_stored(a, names) for a in arguments)
                    with self.effects.doing(w, statement.site, names, None):
                        w(f"{table}[{self.x.write(object_, names)}](m, s{passed})")
            case m.Let(variable=variable, value=value):
                names[variable] = local(variable, len(names))
                w(f"{names[variable]} = {self.let(value, {v: n for v, n in names.items() if v is not variable})}")
            case m.Transfer() | m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Reveal():
                self.effects.write(w, statement, names)
            case m.Rearrange() | m.Say():
                self.effects.write(w, statement, names)
            case m.Choose() | m.EndGame():
                raise TypeError(f"waits: {statement!r}")
            case _:
                assert_never(statement)

    def _do(self, w: Writer, action: m.Action, arguments: tuple[m.Expr, ...], names: Names, site: m.Site) -> None:
        with self.effects.doing(w, site, names, action):
            w(f"{self.linker.plain(action)}(m, s{''.join(', ' + self.x.emit_stored(a, names) for a in arguments)})")

    def let(self, value: m.Expr, names: Names) -> str:
        """The value that a `let` binds: a list is kept as it is."""
        if value.type.base == "list":
            return f"tuple({self.effects.source(value, names)})"
        if isinstance(value, m.Random):
            return self.effects.lot(value, names)
        return self.x.emit_stored(value, names)

    def _if(self, w: Writer, branch: m.If, names: Names) -> None:
        test, then, otherwise = self.x.simplify(branch.condition), branch.then, branch.otherwise
        if isinstance(test, m.Const):
            self.body(w, then if test.value else otherwise, names)
            return
        w.all(self.effects.knowledge.emit_branch(branch, names))
        with w.indent(f"if {self.x.emit_condition(test, names, branch.site)}:"):
            self.body(w, then, names)
        if otherwise:
            with w.indent("else:"):
                self.body(w, otherwise, names)

    def _for_each(self, w: Writer, loop: m.ForEach, names: Names) -> None:
        inner = dict(names)
        for variable in loop.variables:
            inner[variable] = local(variable, len(inner))
        bound = ", ".join(inner[v] for v in loop.variables)
        sources = [self.effects.source(source, names) for source in loop.sources]
        over = sources[0] if len(sources) == 1 else f"zip({', '.join(sources)})"
        done = f"done_{len(self._loops)}"
        w.all(self.effects.knowledge.emit_branch(loop, names))
        if loop.otherwise:
            w(f"{done} = False")
        self._loops.append("for")
        with w.indent(f"for {bound} in {over}:"):
            if loop.where is not None:
                with w.indent(f"if {self.x.unless(loop.where, inner, loop.site)}:"):
                    w("continue")
            if loop.otherwise:
                w(f"{done} = True")
            self.body(w, loop.body, inner)
        self._loops.pop()
        if "repeat" in self._loops and any(isinstance(s, m.Stop) for s in walk_same_repeat(loop.body)):
            with w.indent(f"if {self._stop_flag()}:"):
                w("break")
        if loop.otherwise:
            with w.indent(f"if not {done}:"):
                self.body(w, loop.otherwise, names)

    def _repeat(self, w: Writer, loop: m.Repeat, names: Names) -> None:
        w.all(self.effects.knowledge.emit_branch(loop, names))
        self._loops.append("repeat")
        if any(isinstance(s, m.Stop) for s in walk_same_repeat(loop.body)):
            w(f"{self._stop_flag()} = False")
        head = f"for _ in range({self.x.limit(loop.limit, names)}):" if loop.limit is not None else "while True:"
        with w.indent(head):
            if loop.condition is not None:
                with w.indent(f"if {self.x.unless(loop.condition, names, loop.site)}:"):
                    w("break")
            self.body(w, loop.body, names)
        self._loops.pop()

    def _stop(self, w: Writer) -> None:
        if "repeat" not in self._loops:
            assert self.leave is not None
            for line in self.leave:
                w(line)
            return
        if self._loops[-1] == "for":
            w(f"{self._stop_flag()} = True")
        w("break")

    def _stop_flag(self) -> str:
        """The name that tells the loops inside the innermost `repeat` that it is over."""
        return f"stopped_{self._loops.count('repeat')}"
