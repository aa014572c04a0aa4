"""Texts of a base that a variant may make untrue, as warnings: paragraphs and lessons (W1502), questions and titles (W1023)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note, excerpt, split_lines, warning
from caylus.diagnostics.render import join_words
from caylus.english import NUMBER_WORDS, WRITTEN_NUMBER
from caylus.syntax import same
from caylus.syntax.walk import walk

from .conflicts import goes_on
from .merge import Merged, definitions_by_name, merge
from .parts import Layer, Step, definition_names, rebuilt

_NO_CHANGE = frozenset({"add", "seal", "remove"})
_NUMBERS = (s.ChangeConstant, s.ChangeScale, s.Setting, s.ChangeGame, s.Game, s.Constant, s.Scale, s.ResourceItem)
"""Changes of numbers and the like, which paragraphs take from the rules."""

_DECIDING = frozenset({"tie_break", "team", "may_win"})
"""Values by which others win than those with the highest score, whatever the paragraphs of the game and its score say."""

_WAYS = (("below it,", "adds to"), ("in the place of some of its words,", "changes"), ("in its place,", "of"))
"""Where a layer tells what it changes, and how such a paragraph begins."""

_ONE = r"(?<!the )(?<!no )\bone\b(?! (?:of|who|another|by|after|or|and|chance)\b)"
"""The word where it counts."""


class _Change(NamedTuple):
    """A change of the topmost layer to what a name means; unless `is_sure`, of numbers, which texts may take from rules."""

    name: str
    node: Step | s.Attachment
    lost: frozenset[str]
    """The names and numbers that are no longer in the definition."""
    is_sure: bool


def stale_paragraphs(merged_layers: Merged, layers: Sequence[Layer]) -> Iterator[Diagnostic]:
    """A warning of each paragraph and lesson that the topmost layer may make untrue; none where it says anything of it."""
    if len(layers) > 1:
        yield from _Telling(merged_layers, layers).find_stale()


class _Telling:
    """The paragraphs and lessons of a base, and what its topmost layer does to the rules that they tell."""

    def __init__(self, merged_layers: Merged, layers: Sequence[Layer]) -> None:
        self._history, self._top, self._files = merged_layers.history, layers[-1], merged_layers.files
        self._new = definitions_by_name(merged_layers)
        self._old = definitions_by_name(merge(layers[:-1]))
        own_files = {file.path for file in self._top.files}
        self._own = {paragraph.subject.text for file in self._files if file.path in own_files for paragraph in file.paragraphs}
        self._by_name: dict[str, s.Paragraph] = {}
        self._lessons: dict[str, s.Paragraph] = {}
        for paragraph in (paragraph for file in self._files for paragraph in file.paragraphs):
            if paragraph.is_whole or paragraph.swaps:
                self._lessons.pop(paragraph.subject.text, None)
            if paragraph.lesson and paragraph.span.file not in own_files:
                self._lessons[paragraph.subject.text] = paragraph
            if paragraph.blocks and not paragraph.adds:
                self._by_name.update((name.text, paragraph) for name in (paragraph.subject, *(paragraph.covers or ())))
        self._own |= {self._by_name[name].subject.text for name in self._own if name in self._by_name}

    def find_stale(self) -> Iterator[Diagnostic]:
        changes = [*self._find_changes()]
        for change in changes:
            stale = self._by_name.get(change.name)
            if stale is not None and stale.subject.text not in self._own and not self._holds(change, stale):
                self._own.add(stale.subject.text)
                ways = [f"{where} `| {head}: {stale.subject.text}`" for where, head in _WAYS]
                yield self._warn("paragraph", stale, change, f"write what is so now {join_words(ways, 'or')}")
        for name, lesson in self._lessons.items():
            rules = {name, *(each for each, paragraph in self._by_name.items() if paragraph.subject.text == name)}
            needed_names = frozenset[str]().union(*(_tokens(self._old[each]) for each in rules if each in self._old))
            cause = next((x for x in changes if self._is_taught(x, lesson, rules, needed_names)), None)
            if name not in self._own and cause is not None:
                yield self._warn("lesson", lesson, cause, f"write it anew, `| of: {name}` and below it `| learn: …`")

    def _is_taught(self, change: _Change, lesson: s.Paragraph, rules: Collection[str], needed_names: Collection[str]) -> bool:
        """Return whether a lesson speaks of what is changed: in a rule that it is about, or in one that this needs."""
        if change.name == lesson.subject.text and change.is_sure and change.name not in self._by_name:
            return True
        return (change.name in rules or change.name in needed_names) and self._mentions(
            lesson.lesson, change, change.name in rules
        )

    def _warn(self, what: str, stale: s.Paragraph, change: _Change, help_: str) -> Diagnostic:
        subject = stale.subject.text
        file = next(file for file in self._files if file.path == stale.span.file)
        lines = split_lines(file.text)[stale.span.line - 1 : stale.span.end_line]
        notes = (Note("it says: " + " ".join(line.strip().removeprefix("|").strip() for line in lines), stale.span),)
        message = f"the {what} of `{subject}` may no longer fit"
        return warning("W1502", change.node.span, message, "this changes what it tells", notes=notes, help=help_)

    def _holds(self, change: _Change, stale: s.Paragraph) -> bool:
        """Return whether a paragraph is as true as it was."""
        node, definition = change.node, self._new.get(change.name)
        if isinstance(node, Step) and isinstance(definition, s.Sequence) and node.verb == "insert":
            return not any(block.is_item for block in stale.blocks)  # a phase more has its own text
        is_swap = isinstance(node, Step) and isinstance(node.node, s.Swap)
        if isinstance(node, Step) and is_swap and definition is not None and _leaves_true(node, definition, stale):
            names = frozenset(word for word in change.lost if not word.isdigit())
            return not self._mentions(stale.blocks, change._replace(lost=names), is_direct=True)
        return not change.is_sure and not self._mentions(stale.blocks, change, is_direct=True)

    def _mentions(self, blocks: Iterable[s.TextBlock], change: _Change, is_direct: bool) -> bool:
        """Return whether words written by hand name what a change takes away; 1 of anything only where they are about it."""
        parts = [part for block in blocks for passage in block.passages for part in passage.parts]
        inserted_names = {part.name for part in walk(*parts) if isinstance(part, s.Reference)}
        if isinstance(change.node, Step) and not inserted_names.isdisjoint(_number_name(change.node.node)):
            return False
        text = re.sub(r"[*\s]+", " ", " ".join(part.written for part in parts if isinstance(part, s.Text)))
        return any(re.search(pattern, text, re.IGNORECASE) for pattern in self._patterns(change, is_direct))

    def _patterns(self, change: _Change, is_direct: bool) -> Iterator[str]:
        """The patterns of words for the names and numbers that a change takes away."""
        old = self._old.get(change.name)
        constants = [of.value for word in change.lost if isinstance(of := self._old.get(word), s.Constant)]
        for word in (*change.lost, *(str(value.value) for value in constants if isinstance(value, s.Number))):
            if word == "1":
                titles = "|".join(re.escape(title) for of in self._list_resources(old) for title in _resource_titles(of))
                yield _ONE if is_direct else r"\bone more\b" if isinstance(old, s.Value) else r"(?!)"
                yield rf"\b(?:one|an?|1) (?:more )?(?:{titles or '(?!)'})\b"
            elif word.isdigit():
                yield rf"\b(?:{'|'.join([word, *NUMBER_WORDS[int(word) : int(word) + 1][:1]])})\b" if int(word) else r"(?!)"
            else:
                yield from (rf"\b{re.escape(title)}\b" for title in _resource_titles(self._old.get(word)))

    def _list_resources(self, definition: s.Definition | None) -> list[s.Definition]:
        """The resources that a definition moves, or that its title counts."""
        title = getattr(getattr(definition, "title", None), "text", "")
        every = {name: of for name, of in self._old.items() if isinstance(of, s.Resources)}
        tokens = _tokens(definition)
        return [of for name, of in every.items() if name in tokens or any(x in title for x in _resource_titles(of))]

    def _find_changes(self) -> Iterator[_Change]:
        """Changes of the topmost layer to the meaning of names."""
        for path, steps in self._history.items():
            name, _, part = path.partition(".")
            for step in (step for step in steps if step.layer == self._top.name):
                is_option = isinstance(step.node, (s.OptionEdit, s.Option))
                if step.verb not in _NO_CHANGE or (part and (step.verb == "remove" or is_option)):
                    yield from self._changes_of(name, part, step)
                if name in _DECIDING and step.verb == "add":
                    yield from (_Change(deciding, step, frozenset(), is_sure=True) for deciding in ("game", "score"))
        for rule in (definition for file in self._top.files for definition in file.definitions if isinstance(definition, s.Rule)):
            for node in rule.attachments:
                if _is_always_instead(node):
                    name = node.target.name.text
                    yield _Change(name, node, _difference(self._old.get(name), node), is_sure=True)

    def _changes_of(self, name: str, part: str, step: Step) -> Iterator[_Change]:
        """A change of a definition; one of a number is a change of all definitions that ask for it."""
        old, new = self._old.get(name), self._new.get(name)
        lost_words = _difference(old, new)
        if _is_text(step.node) or part in ("title", "plural", "see", "about", "copies"):
            return
        is_of_amounts = _is_of_numbers(step.node)
        if not isinstance(step.node, s.Swap) and None not in (old, new):
            is_of_amounts = is_of_amounts or same(self._remove_amounts(old), self._remove_amounts(new))
        yield _Change(name, step, lost_words, is_sure=not is_of_amounts)
        if _number_name(step.node):
            numbers = frozenset(word for word in lost_words if word.isdigit())
            users = [user for user, definition in self._old.items() if user != name and name in _tokens(definition)]
            yield from (_Change(user, step, numbers, is_sure=False) for user in users)

    def _remove_amounts(self, node: s.Node | None) -> s.Node | None:
        """A definition without its numbers, and without which resources they are of."""

        def blank(part: s.Node) -> s.Node:
            is_resource = isinstance(part, s.Reference) and isinstance(self._old.get(part.name), s.Resources)
            return s.Number(part.span, 0) if is_resource or isinstance(part, s.Number) else part

        definition: s.Node | None = rebuilt(node, blank)
        return definition


def _number_name(node: s.Node) -> tuple[str, ...]:
    """The name of a constant or a scale; no name for anything else."""
    node = getattr(node, "definition", node)
    return (node.name.text,) if isinstance(node, (s.Constant, s.Scale, s.ChangeConstant, s.ChangeScale)) else ()


def _is_always_instead(node: s.Attachment) -> TypeGuard[s.Modify | s.Around]:
    """Return whether an attachment leaves nothing of what it is attached to."""
    if isinstance(node, s.Modify):
        return node.change == "becomes" and node.where is None
    return isinstance(node, s.Around) and node.when == "instead" and node.where is None and not goes_on(node)


def _tokens(node: s.Node | None) -> Counter[str]:
    """The names and numbers of a text of the rules."""
    words: Counter[str] = Counter()
    for part in walk(node) if node is not None else ():
        if isinstance(part, s.Number):
            words[str(part.value)] += 1
        elif isinstance(part, (s.Reference, s.Name)):
            words[part.name if isinstance(part, s.Reference) else part.text] += 1
    return words


def _difference(old: s.Node | None, new: s.Node | None) -> frozenset[str]:
    return frozenset(_tokens(old) - _tokens(new))


def _resource_titles(definition: s.Definition | None) -> list[str]:
    """The words for one of a resource and for several."""
    if not isinstance(definition, s.Resources):
        return []
    titles = [text.text for item in definition.items for text in (item.title, item.plural) if text is not None]
    return titles or [item.name.text for item in definition.items]


def _leaves_true(step: Step, definition: s.Definition, paragraph: s.Paragraph) -> bool:
    """Return whether a change is only of amounts that a paragraph takes from the rules, as by `{pay}`, or of what rules say."""
    insertions = (part for block in paragraph.blocks for passage in block.passages for part in passage.parts)
    deeds = {part.deed for part in insertions if isinstance(part, s.Insertion) and part.rule is None}
    spans = [node.span for node in walk(definition) if _is_said(node) or _is_of_deeds(node, deeds)]
    return all(any(place.is_inside(span) for span in spans) for place in step.places)


def _is_of_deeds(node: s.Node, deeds: Collection[str]) -> bool:
    """Return whether somebody gains, pays or loses something, as one of the deeds is, and it is who it was."""
    if not isinstance(node, s.Transfer) or node.verb not in deeds:
        return False
    return node.subject is None or node.subject.span.is_inside(node.span)


def _is_said(node: s.Node) -> bool:
    """Return whether a statement does nothing but say something."""
    if isinstance(node, s.If):
        return all(isinstance(x, s.Say) for body in (node.then, node.otherwise) if body is not None for x in body.statements)
    return isinstance(node, s.Say)


ShortTitles = Mapping[str, tuple[str, s.Span | None]]
"""The short titles of a manifest by the names that have them, each with its place."""


def stale_questions(merged_layers: Merged, layers: Sequence[Layer], short_titles: Sequence[ShortTitles]) -> Iterator[Diagnostic]:
    """A warning of each question with a number written by hand if the topmost layer changes a formula in what it asks, W1023.

    So it is with titles, and with the short ones of each layer's manifest.
    """
    top = layers[-1]
    own_files = {file.path for file in top.files}
    lines = {file.path: split_lines(file.text) for file in merged_layers.files}
    for definition in (d for file in merged_layers.files for d in file.definitions if isinstance(d, (s.Action, s.Object))):
        name = definition.name.text
        swaps = [step for path, steps in merged_layers.history.items() if path.startswith(f"{name}.") for step in steps]
        swaps = [x for x in swaps if x.layer == top.name and isinstance(x.node, s.Swap) and not _is_text(x.node)]
        for choose in (node for node in walk(definition) if swaps and isinstance(node, s.Choose) and node.prompt is not None):
            prompt = choose.prompt
            if prompt is None or prompt.span.file in own_files or not WRITTEN_NUMBER.search(_plain_text(prompt)):
                continue
            step = next((step for step in swaps for place in step.places if place.is_inside(choose.span)), None)
            if step is not None:
                message, says = f"a question of `{name}` may no longer fit", excerpt(lines[prompt.span.file], prompt.span)
                notes = (Note("the question, with a number written by hand", prompt.span),)
                help_ = f'write what it says now: `{says} becomes "…"`'
                yield warning("W1023", step.span, message, "this changes what it asks", notes=notes, help=help_)
    yield from _stale_titles(merged_layers, top, short_titles)
    yield from _stale_own_texts(merged_layers, top)
    yield from _wrong_short_titles(merged_layers, short_titles[-1])


def _wrong_short_titles(merged_layers: Merged, short_titles: ShortTitles) -> Iterator[Diagnostic]:
    """A warning of each short title with a number that its rule, and all that the rule names, does not have."""
    definitions = {name: x for file in merged_layers.files for x in file.definitions for name in definition_names(x)}
    for name, (title, place) in short_titles.items():
        numbers_claimed = {int(digits) for digits in re.findall(r"[0-9]+", title)}
        waiting, names, numbers = [name] if numbers_claimed else [], {name}, set[int]()
        while waiting:
            inside = list(walk(definitions[here])) if (here := waiting.pop()) in definitions else []
            numbers |= {node.value for node in inside if isinstance(node, s.Number)}
            new = {node.name for node in inside if isinstance(node, s.Reference)} - names
            waiting += sorted(new)
            names |= new
        if numbers and not numbers_claimed <= numbers:
            message = f"the short title of `{name}` says {min(numbers_claimed - numbers)}, and its rule does not"
            help_ = "write the number of the rule, or none"
            yield warning("W1023", place, message, "written by hand", help=help_)


def _stale_titles(merged_layers: Merged, top: Layer, short_titles: Sequence[ShortTitles]) -> Iterator[Diagnostic]:
    """A warning of each title with a number that the topmost layer changes in what it is the title of, or in a constant of it."""
    short = {name: title for titles in short_titles[:-1] for name, title in titles.items() if name not in short_titles[-1]}
    own_files = {file.path for file in top.files}
    sorts = (s.Value, s.Condition, s.Action, s.Table, s.Sequence, s.Rule, s.Object)
    rules = [d for file in merged_layers.files for d in file.definitions if isinstance(d, sorts)]
    for name, step, old, _ in _find_changed_numbers(merged_layers, top):
        words = {str(old), *NUMBER_WORDS[old : old + 1]}
        for rule in rules:
            title, uses = rule.title, {rule.name.text, *(x.name for x in walk(rule) if isinstance(x, s.Reference))}
            is_below = title is not None and title.span.file not in own_files
            if title is not None and is_below and name in uses and words & {*re.findall(r"\w+", title.text.lower())}:
                message = f"the title of `{rule.name.text}` may no longer fit"
                notes = (Note("the title, with a number written by hand", title.span),)
                help_ = f"give it another heading, `| # …`, in a paragraph that begins with `| of: {rule.name.text}`"
                yield warning("W1023", step.span, message, "this changes the number", notes=notes, help=help_)
            text, place = short.get(rule.name.text, ("", None))
            if name in uses and words & {*re.findall(r"\w+", text.lower())}:
                message = f"the short title of `{rule.name.text}` may no longer fit"
                short_notes = [Note("it has the number written by hand", place)] if place is not None else []
                help_ = f"give it another one in the manifest: `short: {{{rule.name.text}: …}}`"
                yield warning("W1023", step.span, message, "this changes the number", notes=tuple(short_notes), help=help_)


def _find_changed_numbers(merged_layers: Merged, top: Layer) -> Iterator[tuple[str, Step, int, int]]:
    """The names of which the topmost layer changes a number, each with the step, the old number and the new one."""
    for path, steps in merged_layers.history.items():
        for before, step in zip((None, *steps), steps, strict=False):
            old, new = (step.node.old, step.node.new) if isinstance(step.node, s.Swap) else (_value(before), _value(step))
            if step.layer == top.name and isinstance(old, s.Number) and isinstance(new, s.Number) and old.value != new.value:
                yield path.partition(".")[0], step, old.value, new.value


def _stale_own_texts(merged_layers: Merged, top: Layer) -> Iterator[Diagnostic]:
    """A warning of each text of the topmost layer that has the number of a constant as it was before this layer changed it."""
    definitions = [definition for file in merged_layers.files for definition in file.definitions]
    own_texts = [(x.subject.text, block, x.span) for file in top.files for x in file.paragraphs for block in x.blocks]
    own_rules = [definition for file in top.files for definition in file.definitions]
    by_name = {name: x for x in own_rules for name in definition_names(x)}
    texts = [(" ".join(_read_texts(block)), by_name.get(subject), place) for subject, block, place in own_texts]
    texts += [(_plain_text(x), rule, x.span) for rule in own_rules for x in walk(rule) if isinstance(x, s.Words)]
    constants = {x.name.text: x.value.value for x in definitions if isinstance(x, s.Constant) and isinstance(x.value, s.Number)}
    for name, step, old, new in _find_changed_numbers(merged_layers, top):
        if name not in constants:
            continue
        units = "|".join(map(re.escape, {name.rpartition("_")[2], *_find_counted_titles(definitions, name)}))
        claim, other = (
            re.compile(rf"\b(?:{'|'.join((str(n), *NUMBER_WORDS[n : n + 1]))}) (?:more )?(?:{units})\b", re.IGNORECASE)
            for n in (old, new)
        )
        for text, rule, place in texts:
            match = claim.search(text)
            inside = list(walk(rule)) if rule is not None else []
            has_number = any(isinstance(x, s.Do) or (isinstance(x, s.Number) and x.value == old) for x in inside)
            has_number |= any(constants.get(x.name) == old for x in inside if isinstance(x, s.Reference))
            if match is not None and not other.search(text) and not has_number:
                message = f"these words say “{match[0]}”, and `{name}` is {new} now"
                notes, help_ = (Note("this changes the number", step.span),), f"write the number in braces: `{{{name}}}`"
                yield warning("W1023", place, message, "written by hand", notes=notes, help=help_)


def _read_texts(block: s.TextBlock) -> Iterator[str]:
    """The words of a paragraph, without what stands in braces."""
    return (x.text for passage in block.passages for x in passage.parts if isinstance(x, s.Text))


def _find_counted_titles(definitions: Sequence[s.Definition], constant: str) -> set[str]:
    """The titles of the resources that rules count by a constant, or by a value that asks for it."""
    names = {constant}
    names |= {x.name.text for x in definitions if isinstance(x, s.Value) and any(_is_named(part, names) for part in walk(x))}
    moves = [part for x in definitions for part in walk(x) if isinstance(part, s.Transfer)]
    moves = [move for move in moves if any(_is_named(part, names) for part in walk(move))]
    units = {x.unit.name for x in walk(*moves) if isinstance(x, s.Quantity) and isinstance(x.unit, s.Reference)}
    resources = [x for x in definitions if isinstance(x, s.Resources) and units & {*definition_names(x)}]
    items = [item for x in resources for item in x.items if item.name.text in units]
    titles = {
        title for item in items for title in (item.name.text, *(x.text for x in (item.title, item.plural) if x is not None))
    }
    return titles | {f"{title}s" for title in titles}


def _is_named(node: s.Node, names: Collection[str]) -> bool:
    return isinstance(node, s.Reference) and node.name in names


def _value(step: Step | None) -> s.Expr | None:
    return step.node.value if step is not None and isinstance(step.node, s.Constant) else None


def _plain_text(text: s.Words) -> str:
    return "".join(part for part in text.parts if isinstance(part, str))


def _is_text(node: s.Node) -> bool:
    """Return whether one text takes the place of another."""
    return isinstance(node, s.Swap) and isinstance(node.old, s.Words)


def _is_of_numbers(node: s.Node) -> bool:
    """Return whether a change leaves the words of a paragraph as they were, but for numbers."""
    if isinstance(node, s.Swap):
        return same(_without_numbers(node.old), _without_numbers(node.new))
    return isinstance(node, _NUMBERS)


def _without_numbers(node: s.Node) -> s.Node:
    formula: s.Node = rebuilt(node, lambda part: s.Number(part.span, 0) if isinstance(part, s.Number) else part)
    return formula
