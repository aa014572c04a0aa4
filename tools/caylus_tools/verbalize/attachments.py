"""Attachments: what rules and objects bend elsewhere, and what the actions they bend do by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from caylus import model as m

from .expressions import Words
from .prose import Prose, Ref, Step, Steps, headed, line, name_words
from .source_text import Texts, is_within
from .statements import Deeds


@dataclass(frozen=True, slots=True)
class Bend:
    """What `site.rule` makes of `target`: `word` is before, after, instead, restrict or a modifier's change.

    A modifier has a `value`, a restriction `requires`, anything else the `body` it attaches.
    """

    target: Ref
    site: m.Site
    word: str
    where: m.Expr | None
    value: m.Expr | None = None
    requires: tuple[m.Require, ...] = ()
    body: m.Body = ()


class Bends:
    """Every attachment of a ruleset, in the order in which it applies to its target."""

    def __init__(self, model: m.Model, texts: Texts) -> None:
        self._words = Words(model)
        self._texts = texts
        self._all = (
            *(bend for value in model.values.values() for bend in _of_value(value)),
            *(bend for condition in model.conditions.values() for bend in _of_condition(condition)),
            *(bend for action in model.actions.values() for bend in self._of_action(action)),
        )

    def of(self, target: str) -> Steps:
        """What is made of a definition elsewhere, and by whom."""
        told = []
        for bend in self._all:
            if bend.target.name == target:
                when = {"before": "before it", "after": "after it", "instead": "instead of it"}.get(bend.word, "")
                if bend.word in ("before", "after") and self._is_each(bend.site):
                    when = f"{bend.word} each part of it"
                told.append(self._told(bend, line(Ref(bend.site.rule, bend.site.title), " — ", when), self._words))
        return tuple(told)

    @property
    def rules(self) -> list[m.Site]:
        """Where rules and objects bend something."""
        return [bend.site for bend in self._all]

    def sites(self, target: str) -> list[m.Site]:
        """Where a definition is bent."""
        return [bend.site for bend in self._all if bend.target.name == target]

    def of_rule(self, rule: str) -> list[Bend]:
        """What a rule or an object makes of other definitions, in the order of its text."""
        found = [bend for bend in self._all if bend.site.rule == rule]
        return sorted(found, key=lambda bend: (bend.site.span.file, bend.site.span.line, bend.site.span.column))

    def by(self, rule: str, words: Words) -> Steps:
        """The same in words."""
        return tuple(self._told(bend, self._at_home(bend), words) for bend in self.of_rule(rule))

    def brief(self, thing: str, words: Words) -> Steps:
        """The same of an object, without saying that it holds where the object itself stands, and what is said to people."""
        told = []
        for bend in self.of_rule(thing):
            requires = tuple(replace(require, reason="") for require in bend.requires)
            brief = replace(bend, where=_elsewhere(bend.where, words), requires=requires)
            told.append(self._told(brief, self._at_home(bend), words))
        return tuple(told)

    def _at_home(self, bend: Bend) -> Prose:
        """What is bent and when, as the rule that bends it begins."""
        when = {"before": "before ", "after": "after ", "instead": "instead of "}.get(bend.word, "")
        return line(when, "each part of " if self._is_each(bend.site) else "", bend.target, "" if when else " — ")

    def _told(self, bend: Bend, head: Prose, words: Words) -> Step:
        where = line("where ", words.holds(bend.where)) if bend.where is not None else ()
        if bend.value is not None:
            return Step(line(head, where, ": " if where else "", f"{bend.word} ", words.noun(bend.value)))
        deeds = Deeds(words)
        if bend.requires:
            asked = tuple(deeds.required(x.condition, x.reason) for x in bend.requires)
            return headed(line(head, where, ", " if where else "", "also requires"), asked)
        steps = deeds.steps(bend.body) or (Step(("nothing happens",)),)
        return headed(line(head, ", " if where else "", where), steps)

    def _is_each(self, site: m.Site) -> bool:
        return self._texts.words_at(site.span)[1] == "each"

    def _of_action(self, action: m.Action) -> Iterator[Bend]:
        for site in action.attached:
            where, body = _attached(action, site)
            yield Bend(Ref(action.name, action.site.title), site, self._texts.words_at(site.span)[0], where, body=body)


def own_body(action: m.Action) -> m.Body:
    """What an action does by itself; nothing, where a rule takes its place whatever happens."""
    return tuple(x for x in _layers(action, action.body) if x.site.rule == action.name)


def own_requirements(condition: m.Condition) -> list[m.Require]:
    return [require for require in condition.requires if require.site.rule == condition.name]


def _layers(action: m.Action, body: m.Body) -> Iterator[m.Statement]:
    """The statements of a body and, where a rule takes its place under a condition, those it takes the place of."""
    for statement in body:
        yield statement
        if isinstance(statement, m.If) and statement.site in action.attached:
            yield from _layers(action, statement.otherwise)


def _attached(action: m.Action, site: m.Site) -> tuple[m.Expr | None, m.Body]:
    """When an attachment holds, and what it does; in a sequence it stands around every part, and counts once."""
    layers = list(_layers(action, action.body))
    for statement in layers:
        if isinstance(statement, m.If) and statement.site == site:
            return statement.condition, statement.then
    within = [x for x in layers if x.site not in action.attached and is_within(x.site.span, site.span)]
    return None, tuple({statement.site: statement for statement in within}.values())


def _of_value(value: m.Value) -> Iterator[Bend]:
    for modifier in value.modifiers:
        target = Ref(value.name, name_words(value.name))
        yield Bend(target, modifier.site, modifier.change, modifier.where, modifier.value)


def _of_condition(condition: m.Condition) -> Iterator[Bend]:
    """Requirements with the same `where`, of one `restrict`, as one."""
    together: list[tuple[m.Expr | None, list[m.Require]]] = []
    for require in condition.requires:
        if require.site.rule == condition.name:
            continue
        where, asked = _restriction(require.condition)
        bare = m.Require(asked, require.reason, require.site)
        if together and where is not None and together[-1][0] is where:
            together[-1][1].append(bare)
        else:
            together.append((where, [bare]))
    for where, asked_ in together:
        yield Bend(Ref(condition.name, name_words(condition.name)), asked_[0].site, "restrict", where, requires=tuple(asked_))


def _elsewhere(where: m.Expr | None, words: Words) -> m.Expr | None:
    """A condition but for the part of it that asks whether something is the object whose rules these are."""
    match where:
        case m.Logic(op="and", operands=operands):
            left = tuple(x for x in operands if _elsewhere(x, words) is not None)
            return replace(where, operands=left) if len(left) > 1 else left[0] if left else None
        case m.Compare(op="==", right=m.Const() as const) if words.is_this(const):
            return None
    return where


def _restriction(condition: m.Expr) -> tuple[m.Expr | None, m.Expr]:
    """A restriction with a `where` reads “not where, or condition” in the model."""
    match condition:
        case m.Logic(op="or", operands=(m.Not(operand=where), asked)):
            return where, asked
    return None, condition
