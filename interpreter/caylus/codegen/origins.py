"""What onlookers know of what a rule does: what its variables were bound to, and what is done in secret."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.model.walk import bodies, every_statement, in_the_same_repeat, parts, statements, versions_of

from .hidden import hidden_things


class Origins:
    """Of all rules of a model that hides something."""

    def __init__(self, model: m.Model, flow: Flow) -> None:
        self._flow = flow
        self._hidden = frozenset(hidden_things(model))
        self._from: dict[m.Variable, list[m.Expr | None]] = defaultdict(list)
        self._chosen: dict[m.Variable, m.Expr] = {}
        self._open: dict[m.Value | m.Condition, bool] = {}
        self._resources = model.resources
        self._secret: set[m.Site] = set()
        self._concealed: set[m.Site] = set()
        every = list(every_statement(model)) if self._hidden else []
        for statement in every:
            self._bind(statement)
        for statement in every:
            self._conceal(statement)

    def _bind(self, statement: m.Statement) -> None:
        match statement:
            case m.Let(variable=variable, value=value):
                self._from[variable].append(value)
            case m.ForEach(variables=variables, sources=sources, where=where):
                for variable, source in zip(variables, sources, strict=True):
                    self._from[variable].append(source if where is None else None)
            case m.Choose(options=options):
                for option in options:
                    self._chosen.update(zip(option.variables, option.sources, strict=True))
            case m.Do(action=action, arguments=arguments):
                for param, argument in zip(action.params, arguments, strict=True):
                    self._from[param].append(argument)
            case m.DoMember(arguments=arguments):
                for version in versions_of(statement):
                    for param, argument in zip(version.params, arguments, strict=True):
                        self._from[param].append(argument)

    # ---- what is told

    def is_public(self, expr: object) -> bool:
        """Whether everybody may know what an expression, or a tuple of them, comes to."""
        for part in parts(expr):
            match part:
                case m.Revealed():
                    continue
                case m.Local(variable=variable):
                    bound = variable in self._from or variable in self._chosen  # by a statement, not by a formula
                    if bound and not self._flow.is_public(variable):
                        return False
                case m.Read(state=thing) | m.ListMembers(list=thing) | m.ListItem(list=thing):
                    if thing in self._hidden:
                        return False
                case m.Holding(resources=resources):
                    if not self._hidden.isdisjoint(resources):
                        return False
                case m.CallValue(value=named) | m.CallCondition(condition=named):
                    if not self._is_open(named):
                        return False
                case m.Shuffled() | m.Random():
                    return False
        return True

    def _is_open(self, named: m.Value | m.Condition) -> bool:
        """Whether a value or a condition asks for nothing that is hidden."""
        if named not in self._open:
            formulas = named.requires if isinstance(named, m.Condition) else [*named.cases, *named.modifiers]
            self._open[named] = self.is_public(tuple(formulas))
        return self._open[named]

    def is_secret(self, statement: m.Choose | m.If | m.ForEach | m.Repeat) -> bool:
        """Whether others do not know which of its bodies is carried out, or how often."""
        return statement.site in self._secret

    def is_concealed(self, site: m.Site) -> bool:
        """Whether others do not know that this statement is carried out."""
        return site in self._concealed

    def changed_by(self, *done: m.Statement) -> set[m.Resource | m.State]:
        """What statements may change, and the actions that they do."""
        found: set[m.Resource | m.State] = set()
        for part in self._all_of(done):
            match part:
                case m.Transfer():
                    found.update(self._resources)
                case m.Assign(target=m.Read(state=state)) | m.Adjust(target=m.Read(state=state)):
                    found.add(state)
                case m.Assign(target=m.Holding(resources=resources)) | m.Adjust(target=m.Holding(resources=resources)):
                    found.update(resources)
        return found

    def _conceal(self, statement: m.Statement) -> None:
        if not self._is_hidden(statement):
            return
        if isinstance(statement, m.Choose):
            inside = [part for option in statement.options for part in option.body]
            self._concealed.update(part.site for option in statement.options for part in option.head)
        else:
            inside = [part for body in bodies(statement) for part in body]
        self._secret.add(statement.site)
        self._concealed.update(part.site for part in self._all_of(inside))

    def _is_hidden(self, statement: m.Statement) -> bool:
        """Whether others do not know which of its bodies is carried out, or how often."""
        match statement:
            case m.Choose():
                return self._flow.is_secret(statement)
            case m.If(condition=condition):
                return not self.is_public(condition)
            case m.ForEach(sources=sources, where=where):
                return not (all(map(self._is_size_public, sources)) and self.is_public(where))
            case m.Repeat(condition=condition, limit=limit, body=body):
                inside = list(in_the_same_repeat(body))
                may_stop = any(isinstance(part, m.Stop) for part in inside)
                return not self.is_public((condition, limit)) or (may_stop and any(map(self._is_hidden, inside)))
        return False

    def _is_size_public(self, source: m.ListExpr) -> bool:
        """Whether everybody may know how many members a list has: lists on the table are counted by all."""
        match source:
            case m.Shuffled(list=inner):
                return self._is_size_public(inner)
            case m.ListMembers(object=object_):
                return self.is_public(object_)
        return self.is_public(source)

    def _all_of(self, done: Iterable[m.Statement]) -> Iterator[m.Statement]:
        """Statements with all inside of them, and inside of the actions that they do."""
        waiting, been = list(done), set()
        while waiting:
            for part in statements((waiting.pop(),)):
                yield part
                done_ = [part.action] if isinstance(part, m.Do) else versions_of(part) if isinstance(part, m.DoMember) else []
                for action in done_:
                    if action.site not in been:
                        been.add(action.site)
                        waiting += action.body

    # ---- where it comes from

    def by_place(self, member: m.Expr) -> bool:
        """Whether everybody can see which place of its list a member has: `deck[1]`, or each member in turn."""
        match member:
            case m.ListItem() | m.ListMembers():
                return True
            case m.Local(variable=variable) if variable in self._from and variable not in self._chosen:
                return all(origin is not None and self.by_place(origin) for origin in self._from[variable])
        return False

    def picked_from(self, value: m.Expr) -> m.Expr | None:
        """What a value was chosen from; None where nobody chose it."""
        match value:
            case m.Local(variable=variable) if variable in self._chosen:
                return self._chosen[variable]
            case m.Local(variable=variable) if len(self._from[variable]) == 1:
                (origin,) = self._from[variable]
                return self.picked_from(origin) if origin is not None else None
            case m.Random(list=source) | m.Query(kind="first", source=source):
                return source
        return None
