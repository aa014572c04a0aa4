"""Describe attachments, what rules and objects change elsewhere, step by step."""

from __future__ import annotations

from collections.abc import Container

from caylus import model as m
from caylus.diagnostics import as_words

from .decompose_model import Attachment, attachments
from .expressions import Expressions
from .modifier_text import Bending, describe_change
from .names import object_titles
from .prose import Prose, Quote, Ref, Step, Steps, Var, join_list, line, lower_title, make_step, render_words
from .source_text import SourceText
from .statements import Statements

_NEVER = m.Const(0, m.FLAG)
_BESIDE = {"before": "before it", "after": "after it", "instead": "instead of it", "gains": "after it is gained"}
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
        """The sites that change a definition."""
        return [attachment.site for attachment in self._all if attachment.target.name == target]

    def attachments_by(self, rule: str) -> list[Attachment]:
        """The attachments of a rule or an object to other definitions, in the order of its text."""
        found = [attachment for attachment in self._all if attachment.site.rule == rule]
        return sorted(found, key=lambda found: (found.site.span.file, found.site.span.line, found.site.span.column))

    # ---- in full

    def describe_attachments(self, target: str, told: Container[str] = ()) -> Steps:
        """Describe the attachments to a definition, and whose they are, but for those of rules that are `told` elsewhere."""
        of_it = (attachment for attachment in self._all if attachment.target.name == target and attachment.site.rule not in told)
        return tuple(self._describe_attachment(attachment) for attachment in of_it if attachment.where != _NEVER)

    def _describe_attachment(self, attachment: Attachment) -> Step:
        """In a sentence where the text has one or an object does it; otherwise step by step."""
        word, site = attachment.word, attachment.site
        by = Ref(site.rule, site.title)
        if about := self._model.abouts.get(site.span):
            return Step(line(by, ": ", render_words(about, self._expressions.noun)))
        thing = self._things.get(site.rule)
        if thing is not None and thing.about and site.title == thing.title:
            return Step(line(by, ": ", lower_title(thing.about)))
        if thing is not None and (told := tuple(Bending(self._model, thing).describe(attachment))):
            return Step(line(by, ": ", join_list(told, "; ")))
        when = _BESIDE.get(word, "")
        if word in ("before", "after") and self._is_each(site):
            when = f"{word} each part of it"
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
            return Step(line(head, "not ", where, " (", Quote(render_words(attachment.reason, expressions.describe_name)), ")"))
        steps = Statements(expressions).steps(attachment.body) or (Step(("nothing happens",)),)
        return make_step(line(head, ", " if where else "", where), steps)

    def _is_each(self, site: m.Site) -> bool:
        return self._source.line_words(site.span)[1] == "each"
