"""Describe attachments, what rules and objects change elsewhere: step by step, or in a sentence each."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from caylus import model as m
from caylus.diagnostics import as_words

from .expressions import Expressions, is_player
from .names import is_unfinished, object_titles
from .phrases import Deed, Phrases, join_deeds
from .prose import Prose, Quote, Ref, Step, Steps, Var, is_ruling, join_list, line, lower_title, make_step, render_words
from .source_text import Attachment, SourceText, attachments
from .statements import Statements, describe_action, only_says

_BEFORE = {"at least": "at least ", "at most": "at most "}
_BEHIND = {"plus": " more", "minus": " less"}
_SENTENCE_STARTS = {"before": "before", "after": "after", "instead": "instead of", "gains": "when you gain"}


class Bending:
    """Tells what one object, `this`, makes of other definitions, to whoever holds it or acts."""

    def __init__(self, model: m.Model, this: m.Object) -> None:
        self._model = model
        self._this = this

    def describe(self, attachment: Attachment) -> Iterator[Prose]:
        """Describe an attachment in sentences; none for mere bookkeeping.

        What the object does in its own way instead of an action is told without saying of what.
        """
        operands = _operands(attachment.where)
        if about := self._model.abouts.get(attachment.site.span):
            yield render_words(about, Expressions(self._model, self._this, self._you(operands)).noun)
            return
        x = Expressions(self._model, self._this, self._you(operands))
        conditions = [operand for operand in operands if not self._goes_without_saying(operand)]
        left = join_list((x.holds(operand) for operand in conditions), " and ")
        where = line(" if ", left) if left else ()
        if attachment.value is not None:
            yield line(_describe_target(attachment.target), self._change(attachment, x), where)
        elif attachment.word == "forbid":
            yield self._describe_ban(attachment, x, conditions)
        else:
            deeds = Phrases(x).deeds(attachment.body)
            if not deeds:
                return
            does = join_deeds(deeds)
            if attachment.word == "instead" and any(map(self._is_about, _operands(attachment.where))):
                yield line("if ", left, ", ", does) if left else does
                return
            when = line(f"{_SENTENCE_STARTS[attachment.word]} ", self._deed(attachment.target, x))
            yield line(when, *((", if ", left) if left else ()), ", " if _is_clause(deeds) else ": ", does)

    # ---- what it comes to

    def _change(self, attachment: Attachment, x: Expressions) -> Prose:
        value = attachment.value
        assert value is not None
        if value == m.Const(0, m.NUMBER) and attachment.word in ("becomes", "at most"):
            return (": none",)
        return line(": ", describe_change(attachment.word, x.noun(value)))

    def _describe_ban(self, ban: Attachment, x: Expressions, conditions: list[m.Expr]) -> Prose:
        """The reason that people are told, if that says what the rule is and not only how things are; or when it is forbidden."""
        reason = render_words(ban.reason, x.describe_name)
        if is_ruling(reason) or ban.where is None:
            return reason
        target = _describe_target(ban.target)
        match conditions:
            case [m.Not(operand=operand)]:
                return line(target, ": only if ", x.holds(operand))
        return line(target, ": not if ", join_list((x.holds(operand) for operand in conditions or [ban.where]), " and "))

    def _deed(self, target: Ref, x: Expressions) -> Prose:
        """The words for an action that something is done before or after: what it says of itself, or its title."""
        action = self._model.actions.get(target.name)
        about = self._model.abouts.get(action.site.span) if action is not None else None
        if action is None or about is None or not any(is_player(m.Local(p)) and x.is_you(m.Local(p)) for p in action.params):
            return _describe_target(target)
        return line("you ", describe_action(about, x))

    # ---- who is meant, and what goes without saying

    def _you(self, operands: Iterable[m.Expr]) -> Callable[[m.Expr], bool]:
        """The person addressed: whoever holds the object, and the player of the rules, if that is who holds it."""
        holders = [(state, condition) for condition in operands if (state := self._holder(condition)) is not None]
        if not holders:
            return is_player
        holder, condition = holders[0]
        is_other = isinstance(condition, m.Compare) and condition.op == "==" and not is_player(condition.right)
        return lambda e: e == holder or (not is_other and is_player(e))

    def _goes_without_saying(self, condition: m.Expr) -> bool:
        """The conditions that need no words: that the object is what it is about, or is in the hands of whoever acts or of
        anybody.
        """
        match condition:
            case m.Compare(op="==", right=right) if self._holder(condition) is not None:
                return is_player(right)
        return self._is_about(condition) or self._holder(condition) is not None

    def _is_about(self, condition: m.Expr) -> bool:
        """Return whether it asks for something to be the object itself."""
        return isinstance(condition, m.Compare) and condition.op == "==" and self._is_this(condition.right)

    def _holder(self, condition: m.Expr) -> m.Read | None:
        """The state that names the player in whose hands the object is, where a condition asks for that player."""
        match condition:
            case m.Compare(op="==" | "!=" as op, left=m.Read(object=m.Const() as of, type=type_) as state, right=right):
                is_asked = op == "==" or (isinstance(right, m.Const) and right.value == -1)
                if is_asked and self._is_this(of) and type_.kind is not None and type_.kind.is_player:
                    return state
        return None

    def _is_this(self, expr: m.Expr) -> bool:
        kind = expr.type.kind
        return (
            isinstance(expr, m.Const) and kind is not None and kind.root is self._this.kind.root and expr.value == self._this.id
        )


def describe_change(change: str, value: Prose) -> Prose:
    """Describe what a rule makes of a value: `2 more`, `at most 1`, or what it is."""
    return line(_BEFORE.get(change, ""), value, _BEHIND.get(change, ""))


def _describe_target(target: Ref) -> Prose:
    name = target.text.rpartition(" ")[0] if is_unfinished(target.text) else target.text
    return (Ref(target.name, lower_title(name)),)


def _is_clause(deeds: list[Deed]) -> bool:
    return deeds[0].offered or not deeds[0].is_whole


def _operands(where: m.Expr | None) -> tuple[m.Expr, ...]:
    """The conditions that all have to hold."""
    return where.operands if isinstance(where, m.Logic) and where.op == "and" else (where,) if where is not None else ()


def _only_says(attachment: Attachment) -> bool:
    return bool(attachment.body) and attachment.word != "instead" and all(map(only_says, attachment.body))


_NEVER = m.Const(0, m.FLAG)
_WHEN = {"before": "before ", "after": "after ", "instead": "instead of ", "gains": "after gaining "}


class Attachments:
    """Tells the attachments of one ruleset, of each target in the order in which they apply to it."""

    def __init__(self, model: m.Model, source: SourceText) -> None:
        self._model = model
        self._expressions = Expressions(model)
        self._source = source
        self._all = attachments(model, source)
        self._things = {thing.name: thing for kind in model.kinds.values() for thing in kind.root.objects}
        self._titles = {name: site.title for name, site in model.rules.items()} | object_titles(model)

    def find_sites(self, target: str) -> list[m.Site]:
        """The sites that change what a definition does, and not only what is said."""
        return [x.site for x in self._all if x.target.name == target and not _only_says(x)]

    def list_targets(self, rule: str) -> set[str]:
        """The definitions that a rule changes."""
        return {attachment.target.name for attachment in self._all if attachment.site.rule == rule}

    def only_says(self, rule: str) -> bool:
        """Return whether a rule does nothing but say something."""
        own = [attachment for attachment in self._all if attachment.site.rule == rule]
        return bool(own) and all(map(_only_says, own))

    def attachments_by(self, rule: str) -> list[Attachment]:
        """The attachments of a rule or an object to other definitions, in the order of its text, but for what bots go by."""
        outlook = self._model.outlook.name if self._model.outlook is not None else ""
        matches = [attachment for attachment in self._all if attachment.site.rule == rule and attachment.target.name != outlook]
        return sorted(matches, key=lambda found: (found.site.span.file, found.site.span.line, found.site.span.column))

    # ---- in full

    def describe_attachments(
        self, target: str, told_names: Container[str] = (), covers: Container[str] = (), files: Container[str] = ()
    ) -> Steps:
        """Describe the attachments to a definition, and whose they are, but for those of rules in `told_names`; and what `files`
        attach to those that are told with it.
        """
        return tuple(
            self._describe_attachment(attachment, is_it=attachment.target.name == target)
            for attachment in self._all
            if (attachment.target.name == target or (attachment.target.name in covers and attachment.site.span.file in files))
            and attachment.site.rule not in told_names
            and attachment.where != _NEVER
            and not _only_says(attachment)
        )

    def _describe_attachment(self, attachment: Attachment, *, is_it: bool) -> Step:
        """In a sentence where the text has one or an object does it; otherwise step by step. `is_it`: call the target so."""
        word, site = attachment.word, attachment.site
        by = Ref(site.rule, site.title)
        if about := self._model.abouts.get(site.span):
            return Step(line(by, ": ", render_words(about, self._expressions.noun)))
        thing = self._things.get(site.rule)
        if thing is not None and thing.about and site.title == thing.title:
            return Step(line(by, ": ", lower_title(thing.about)))
        if thing is not None and (description := tuple(Bending(self._model, thing).describe(attachment))):
            return Step(line(by, ": ", join_list(description, "; ")))
        it: Prose = ("it",) if is_it else (attachment.target,)
        if word in _WHEN:
            each = "each part of " if word in ("before", "after") and self._is_each(site) else ""
            is_gain = word == "gains"
            when = line("after ", it, " is gained") if is_gain else line(_WHEN[word], each, it)
        else:
            when = () if is_it else line(it, ": ")
        return self._step(attachment, line(by, " — ", when), self._expressions)

    def steps(self, rule: str, expressions: Expressions) -> Steps:
        """Describe the attachments of a rule or an object to other definitions."""
        steps = []
        for attachment in self.attachments_by(rule):
            when = _WHEN.get(attachment.word, "")
            each = "each part of " if self._is_each(attachment.site) else ""
            own = f"{attachment.site.title} — " if attachment.site.title != self._titles.get(rule) else ""
            head = line(own, when, each, attachment.target, "" if when else " — ")
            steps.append(self._step(attachment, head, expressions))
        return tuple(steps)

    def _step(self, attachment: Attachment, head: Prose, expressions: Expressions) -> Step:
        if attachment.given is not None:
            head = line(head, " (", Var(as_words(attachment.given.name)), ")")
        where = line("where ", expressions.holds(attachment.where)) if attachment.where is not None else ()
        if attachment.value is not None:
            value = describe_change(attachment.word, expressions.noun(attachment.value))
            return Step(line(head, where, ": " if where else "", "it is " if attachment.word == "becomes" else "", value))
        if attachment.word == "forbid":
            option = attachment.option
            of = (Quote(render_words(option.text, expressions.describe_name)), " ") if option is not None else ()
            return Step(
                line(head, "not ", of, where, " (", Quote(render_words(attachment.reason, expressions.describe_name)), ")")
            )
        steps = Statements(expressions).steps(attachment.body) or (Step(("nothing happens",)),)
        return make_step(line(head, ", " if where else "", where), steps)

    def _is_each(self, site: m.Site) -> bool:
        return self._source.line_words(site.span)[1] == "each"
