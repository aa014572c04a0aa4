"""Warn of words that say something else than the rules beside them: titles, questions, options' texts and paragraphs.

A text is compared with the rules that it stands at, one claim after the other. What a claim cannot be sure of, it leaves: where
words say `each` or `per`, where amounts come from formulas, where a rule does other actions.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from caylus import model as m, syntax as s
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.diagnostics.render import join_words
from caylus.english import NUMBER_WORDS, ORDINALS, WRITTEN_NUMBER
from caylus.syntax.walk import walk

from .amounts import constant_number
from .claims import Reader, write_briefly

_NUMBERS = NUMBER_WORDS[:13]
_NUMBER = rf"\d+|{'|'.join(_NUMBERS[1:])}"
_AMOUNT = rf"\b({_NUMBER}|(?:(?<=for )|(?<=pay )|(?<=gain )|(?<=take ))an?) (?:more )?({{titles}})\b"
_SAID = (
    r"(?:\b(?P<verb>(?:gain|get|receive|take|lose|pay|give|discard)s?) )?"
    rf"(?P<amount>\b(?:an?|{_NUMBER})|\{{\w*\}}) (?:more )?(?P<title>{{titles}})\b"
)
"""What a message says of an amount."""
_BOUND = rf"({_NUMBER}|\{{\w+\}})"
_TIME = r"(?:round|turn|day|year|season|month|week)"
_IN_TIME = rf"(?:(?:the )?{_TIME} {_BOUND}|the ({'|'.join(ORDINALS[1:])}|\d+(?:st|nd|rd|th)) {_TIME})"
_BOUNDS = (
    (
        ">=",
        rf"\b(?:reach(?:es|ed)?|at least|no fewer than|no less than) {_BOUND}|{_BOUND}(?: \w+){{0,3}},? or more\b"
        rf"|\bwhoever (?:has|gives|owns|holds|pays) {_BOUND}(?!(?: \w+){{0,3}},? or )",
    ),
    ("<=", rf"\b(?:at most|no more than|up to) {_BOUND}|{_BOUND}(?: \w+){{0,3}},? or (?:fewer|less)\b"),
    (">", rf"\b(?<!no )(?<!not )(?<!never )(?:more than|over|exceeds?) {_BOUND}"),
    ("<", rf"\b(?<!no )(?<!not )(?<!never )(?:fewer|less) than {_BOUND}"),
    (">=", rf"\b(?:from|since|starting (?:in|with)|beginning (?:in|with)|not before|no earlier than) {_IN_TIME}"),
    ("<", rf"(?<!not )\bbefore {_IN_TIME}"),
    ("<=", rf"\b(?:up to and including|through|until the end of|no later than) {_IN_TIME}"),
)
"""What words say of a number, by the comparison that says it in a rule."""
_BEHIND = {"<": 0, ">=": 0, "<=": 1, ">": 1}
"""How far behind the number of a comparison the first number lies that has another answer than those before it."""
_MOVES = r"(?:gain|get|receive|take|lose|pay|give|collect)s?"
_ANY_NUMBER = re.compile(rf"\b(\d+|{'|'.join(_NUMBERS[2:])})\b")
_MULTIPLE = re.compile(r"\b(each|every|per|times|all|both|for \w+ \w+ more)\b", re.IGNORECASE)
_EVERYBODY = re.compile(
    rf"\b(?:each|every|all(?: the)?) players?\b(?!.*\b(?:together|altogether|in total)\b)|\b(?:each|every) {_TIME}\b",
    re.IGNORECASE,
)
"""Who does it, and when: each of them does it once."""
_ORDER = re.compile(
    r"\b(first|second|third|last) (?:player |one )?to\b|\b(first|second|third|last) (?:player|one)\b"
    r"|\b(?:passes|passed|comes|came|plays|goes|went|acts) (first|second|third|last)\b",
    re.IGNORECASE,
)
_MORE_OR_LESS = re.compile(
    rf"\b(?:(?P<number>{_NUMBER}|an?) )?(?:\w+ )?(?P<more>more|dearer|higher)\b|"
    rf"\b(?:(?P<number_less>{_NUMBER}|an?) )?(?:\w+ )?(?P<less>less|fewer|cheaper|lower)\b",
    re.IGNORECASE,
)


_NO_CHANGE = re.compile(
    r"\b(?:never|not?|once|any|much|the) (?:\w+ )?(?:more|less)\b"
    r"|\b(?:more|less) than\b(?! (?:elsewhere|usual|before|in|on|now)\b)",
    re.IGNORECASE,
)
"""What compares, and changes nothing."""


class _Words(NamedTuple):
    """The words of a text, with the names of what is inserted in braces, and its place."""

    text: str
    place: s.Span

    def sentences(self) -> list[str]:
        return [x for x in re.split(r"[.;!?\n]+", self.text) if x.strip()]


def warn_of_wrong_words(symbols: Symbols) -> tuple[Diagnostic, ...]:
    """Warnings only. Words are compared with rules that stand by themselves: not with what other actions do."""
    collector = Collector()
    reader = _Comparison(symbols, collector)
    for node in symbols.nodes:
        match node:
            case s.Option(text=s.Words() as text, body=body):
                reader.compare(_read_words(text), body)
            case s.Choose(prompt=s.Words() as text, options=(_,)):
                reader.compare(_read_words(text), node)
            case s.Choose(prompt=s.Words() as text, options=options):
                reader.warn_of_digits(text, options)
            case s.Action(about=s.Words() as text):
                reader.compare(_read_words(text), node)
            case s.Block(statements=statements):
                for number, x in enumerate(statements):
                    if isinstance(x, s.Say):
                        reader.compare_said(_read_words(x.text), node, number)
            case s.Require(reason=s.Words() as text):
                reader.reason(node)
                reader.contradictions(_read_words(text), node, "reason")
            case s.Forbid(reason=s.Words() as text, where=where) | s.ForbidOption(reason=s.Words() as text, where=where):
                reader.contradictions(_read_words(text), node, "reason")
                reader.warn_of_turned_bound(_read_words(text), where)
            case s.Rule(title=s.Text() as title):
                reader.compare(_Words(title.text, title.span), node)
            case s.Value(title=s.Text() as title):
                reader.things(_Words(title.text, title.span), node)
                reader.contradictions(_Words(title.text, title.span), node, "title")
            case s.Condition(title=s.Text() as title):
                reader.contradictions(_Words(title.text, title.span), node, "title")
            case s.State(title=s.Text() as title) | s.Property(title=s.Text() as title):
                reader.contradictions(_Words(title.text, title.span), s.Reference(node.span, node.name.text), "title")
    scores = [entry.definition for name, entry in symbols.entries.items() if name == "score"]
    for score in (definition for definition in scores if isinstance(definition, s.Value)):
        for paragraph in (paragraph for file in symbols.files for paragraph in file.paragraphs):
            reader.contradictions(_Words(plain_text(paragraph), paragraph.span), score, "win")
    paragraphs = {x.subject.text: x for file in symbols.files for x in file.paragraphs if not x.adds and not x.swaps}
    for name, entry in symbols.entries.items():
        if name in paragraphs and isinstance(entry.definition, (s.Action, s.Value, s.Rule, s.Object)):
            reader.compare(_Words(plain_text(paragraphs[name]), entry.definition.name.span), entry.definition, is_paragraph=True)
    for file in symbols.files:
        rules = {x.span.line - 1: x for x in file.definitions if isinstance(x, s.Rule)}
        for paragraph in file.paragraphs:
            if paragraph.adds and (rule := rules.get(paragraph.span.end_line)) is not None:
                reader.compare(_Words(plain_text(paragraph), rule.name.span), rule, is_paragraph=True)
    return collector.diagnostics


def plain_text(paragraph: s.Paragraph) -> str:
    """The words of a paragraph, with the names of what is inserted in braces."""
    passages = (passage for block in paragraph.blocks for passage in block.passages)
    return "\n".join(_join(passage.parts) for passage in passages).replace("*", "")


def _read_words(words: s.Words) -> _Words:
    return _Words(_join(words.parts), words.span)


def _join(parts: Iterable[object]) -> str:
    texts = []
    for part in parts:
        match part:
            case str() | s.Text():
                texts.append(part if isinstance(part, str) else part.text)
            case s.Insertion(formula=s.Reference(name=name)) | s.Reference(name=name):
                texts.append(f"{{{name}}}")
            case _:
                texts.append("{}")
    return "".join(texts)


class _Rules(NamedTuple):
    """The rules beside a text: all nodes of them, and of the values and conditions that they ask for."""

    nodes: list[s.Node]
    with_asked: list[s.Node]

    def has(self, *of: type) -> bool:
        return any(isinstance(node, of) for node in self.nodes)

    @property
    def names(self) -> set[str]:
        """The names of the top level, and of members, that the rules ask for."""
        members = {node.name.text for node in self.with_asked if isinstance(node, s.Member)}
        return members | {node.name for node in self.with_asked if isinstance(node, s.Reference)}

    def comparisons(self, *operators: str) -> Iterator[s.Comparison]:
        return (node for node in self.nodes if isinstance(node, s.Comparison) and node.operator in operators)


class _Comparison:
    """Compares what words claim with rules, one claim after the other; the first that is wrong is told."""

    def __init__(self, symbols: Symbols, collector: Collector) -> None:
        self._symbols = symbols
        self._collector = collector
        self._resources: dict[str, str] = {}
        self._things: dict[str, tuple[object, str]] = {}
        self._titled_objects: dict[str, set[str]] = defaultdict(set)
        self._holders: set[str] = set()
        self._players = {s.PLAYERS}
        self._attachments = [node for node in symbols.nodes if isinstance(node, s.Around | s.ForbidOption)]
        self._last_counts = self._find_last_counts()
        titles: dict[str, set[str]] = {}
        groups: dict[str, tuple[m.Resource, ...]] = {}
        for name, entry in symbols.entries.items():
            meaning = entry.meaning
            titles[name] = {_bare(getattr(meaning, "title", "")) or name, name.replace("_", " ")}
            if isinstance(meaning, m.Resource):
                titles[name] |= {meaning.plural or f"{meaning.title}s", f"{meaning.title}s"}
                for title in (name, meaning.title, *titles[name]):
                    self._resources.setdefault(title.lower(), name)
            elif isinstance(meaning, m.State) and meaning.type.kind is not None:
                self._things[_bare(meaning.title) or name] = (m.State, meaning.type.kind.root), name
            elif isinstance(meaning, m.ListState) and meaning.kind.is_player:
                self._players.add(name)
            elif isinstance(meaning, m.Kind):
                self._holders |= {x.name for x in meaning.states.values() if x.type.kind is not None and x.type.kind.is_player}
            elif isinstance(meaning, m.Object):
                self._titled_objects[meaning.title.lower()].add(name)
            elif isinstance(meaning, m.Group):
                groups[name] = meaning.members
        self._titled_objects = {title: names for title, names in self._titled_objects.items() if len(names) > 1}
        for name, members in groups.items():
            titles[name] = set().union(*(titles[member.name] for member in members))
        definitions = (entry.definition for entry in symbols.entries.values())
        actions = {x.name.text: list(walk(x)) for x in definitions if isinstance(x, s.Action | s.Sequence)}
        names = {"@players": self._players, "@holders": self._holders, "@actions": actions.keys(), "@groups": groups.keys()}
        names["@resources"] = set(self._resources.values())
        repeated_names = self._find_repeated_actions(actions)
        self._reader = Reader(
            {**names, "@repeated": repeated_names, "@reset": self._find_reset_names(actions, repeated_names)}, titles
        )
        resources = "|".join(map(re.escape, sorted(self._resources, key=len, reverse=True))) or "(?!)"
        self._amount, self._title = (
            re.compile(pattern.replace("{titles}", resources), re.IGNORECASE) for pattern in (_AMOUNT, r"\b(?:{titles})\b")
        )
        self._claim = re.compile(_SAID.replace("{titles}", resources), re.IGNORECASE)

    def compare(self, words: _Words, rules: s.Node, is_paragraph: bool = False) -> None:
        """Warn of what a text says and its rules do not."""
        nodes = list(walk(rules))
        beside = _Rules(nodes, [*nodes, *self._asked(nodes)])
        action_nodes = list(self._find_concerned(x for x in nodes if isinstance(x, s.Do)))
        with_done = _Rules([*nodes, *action_nodes], [*beside.with_asked, *action_nodes])
        is_alone = not beside.has(s.DoAsBefore) and not any(isinstance(x, s.Do) for x in action_nodes)
        settings = [node.name.text for node in nodes if isinstance(node, s.Setting)]
        holders = [name for name in sorted(self._holders) if not any(name in setting for setting in settings)]
        for message, span in self._reader.find_contradictions(words.text, nodes, holders):
            self._warn(words, message, span)
        self._namesakes(words, beside)
        self._orders(words, beside)
        self._changes(words, beside)
        self._bounds_in_calls(words, beside)
        self.things(words, rules)
        self._bounds(words, beside)
        self._last_time(words, beside)
        if is_paragraph:
            self._constants(words)
        if is_alone:
            if is_paragraph:
                self._other_resources(words, with_done)
            for sentence in words.sentences() if is_paragraph else [words.text]:
                sentence = _EVERYBODY.sub("", sentence)
                if not _MULTIPLE.search(sentence) and not (is_paragraph and re.search(r"\b(?:than|or)\b", sentence)):
                    self._amounts(_Words(sentence, words.place), with_done)

    def compare_said(self, words: _Words, block: s.Block, number: int) -> None:
        """Warn of what a message says is gained or lost, where the statements around it do otherwise.

        `number` is the place of the message among the statements.
        """
        nodes = list(walk(block))
        moves = [x for x in nodes if isinstance(x, s.Transfer)]
        if any(isinstance(x, s.Do | s.DoAsBefore) for x in nodes) or _MULTIPLE.search(words.text):
            return
        if re.search(rf"\b{_MOVES} (?:an?|{_NUMBER}) ", words.text, re.IGNORECASE):
            self._amounts(words, _Rules(list(walk(*moves)), []))
        beside = [x for x in block.statements[max(number - 1, 0) : number + 2] if not isinstance(x, s.Say)]
        near = [x for x in beside if isinstance(x, s.Transfer)]
        claims = [
            (match["verb"] or "", match["amount"], self._resources[match["title"].lower()])
            for match in self._claim.finditer(words.text)
            if match["verb"] or re.fullmatch(r"(?:\{\w*\}:? )?", words.text[: match.start()] + words.text[match.end() :])
        ]
        self._compare_winner(words, beside)
        names_moved = {part.name for part in walk(*(x.amount for x in moves)) if isinstance(part, s.Reference)}
        if near and claims and names_moved & {*self._resources.values()}:
            self._compare_moves(words, claims, near, moves)

    def _compare_moves(
        self, words: _Words, claims: list[tuple[str, str, str]], near: list[s.Transfer], moves: list[s.Transfer]
    ) -> None:
        """Warn of a message that names another resource, or the other direction, than all statements around it."""
        quantities = [(x, part) for x in moves for part in walk(x.amount) if isinstance(part, s.Quantity)]
        units = {part.unit.name for _, part in quantities if isinstance(part.unit, s.Reference)}
        if len(quantities) < len(moves) or not units <= {*self._resources.values()}:
            return
        names = {name for _, _, name in claims}
        amounts = {f"{{{write_briefly(part.amount)}}}" for x, part in quantities if x in near}
        is_same_amount = any(amount in amounts for _, amount, _ in claims)
        if not units & names:
            if len(names) == len(units) == 1 and not self._has_mention(near[0], names, s.Transfer if is_same_amount else s.Node):
                message = f"these words speak of `{claims[0][2]}`, and the rule of `{min(units)}`"
                self._warn(words, message, near[0].span)
            return
        for verb, amount, name in claims:
            own = [(x, part) for x, part in quantities if isinstance(part.unit, s.Reference) and part.unit.name == name]
            is_loss = bool(re.match("lose|pa|give|discard", verb, re.IGNORECASE))
            if verb and own and all((x.verb != "gain") != is_loss for x, _ in own):
                word, other = ("lost", "gained") if is_loss else ("gained", "lost")
                self._warn(words, f"in these words `{name}` is {word}, and in the rule it is {other}", own[0][0].span)
            elif own and not verb:
                numbers = [self._read_number(part.amount) for _, part in own]
                claimed_number = None if amount.startswith("{") else _count(amount)
                if (
                    claimed_number is not None
                    and None not in numbers
                    and claimed_number not in (*numbers, sum(n or 0 for n in numbers))
                ):
                    self._warn(
                        words, f"these words say {claimed_number} `{name}`, and the rule says {numbers[0]}", own[0][0].span
                    )

    def _has_mention(self, statement: s.Statement, names: set[str], of: type[s.Node]) -> bool:
        """Return whether parts of a class, in a rule around a statement, speak of one of some names."""
        around = (x for x in self._symbols.nodes if isinstance(x, s.Action | s.Around | s.AroundEach | s.Choose | s.ForEach))
        outer = [part for node in around if statement.span.is_inside(node.span) for part in walk(node) if isinstance(part, of)]
        return any(
            isinstance(part, s.Reference | s.Member) and write_briefly(part).split(".")[-1] in names for part in walk(*outer)
        )

    def _compare_winner(self, words: _Words, beside: Sequence[s.Statement]) -> None:
        """Warn of a message that names who gains, where all players do."""
        names = re.findall(r"\A\{(\w+)\}(?: \w+ly)? (?:wins?|(?:gain|get|receive|take)s?)\b", words.text, re.IGNORECASE)
        for loop in beside if names else ():
            if isinstance(loop, s.ForEach) and loop.where is None and any(self._is_players(x.source) for x in loop.binders):
                name = loop.binders[0].name.text
                gains = [x for x in loop.body.statements if isinstance(x, s.Transfer) and x.verb == "gain"]
                if gains and len(gains) == len(loop.body.statements) and all(write_briefly(x.subject) == name for x in gains):
                    self._warn(words, f"these words name one who gains, `{names[0]}`, and by the rule all do", loop.span)

    def contradictions(self, words: _Words, rules: s.Node, text_sort: str) -> None:
        """Warn of what a title or a reason claims and its rules do not."""
        for message, span in self._reader.find_contradictions(words.text, list(walk(rules)), sorted(self._holders), text_sort):
            self._warn(words, message, span)

    def warn_of_turned_bound(self, words: _Words, where: s.Expr) -> None:
        """Warn of a ban for those of whom its reason says that only they may."""
        if re.search(r"\bonly\b", words.text, re.IGNORECASE) and isinstance(where, s.Comparison):
            for sign, number, claim in _find_bounds(words.text):
                if (sign, number.strip("{}")) == (where.operator, write_briefly(where.right)):
                    message = (
                        f"by these words only “{claim}” may, and just that is forbidden: `{where.operator} {number.strip('{}')}`"
                    )
                    self._warn(words, message, where.span)

    def _namesakes(self, words: _Words, rules: _Rules) -> None:
        """Warn of a title that several objects have, of which the rules name only some."""
        for title, names in self._titled_objects.items():
            names_used = names & rules.names
            if names_used and names_used != names and re.search(rf"\b{re.escape(title)}s?\b", words.text, re.IGNORECASE):
                others = join_words([f"`{name}`" for name in sorted(names - names_used)], "and")
                self._warn(
                    words,
                    f"these words speak of “{title}”, as {others} {'is' if len(names - names_used) == 1 else 'are'} called, too",
                )

    def _find_reset_names(self, actions: Mapping[str, list[s.Node]], repeated_names: Collection[str]) -> set[str]:
        """The states that are set back in what is done again and again, and raised_names somewhere."""
        attachments = [x for x in self._symbols.nodes if isinstance(x, s.Around | s.AroundEach)]
        attachments = [x for x in attachments if isinstance(x, s.AroundEach) or x.target.name.text in repeated_names]
        loops = [x for x in self._symbols.nodes if isinstance(x, s.Repeat)]
        nodes = [*(x for name in repeated_names for x in actions[name]), *walk(*attachments), *walk(*loops)]
        resets = (x for x in nodes if isinstance(x, s.Assign) and write_briefly(x.value) in ("0", "no", "none"))
        raised_names = {write_briefly(x.target).split(".")[-1] for x in self._symbols.nodes if isinstance(x, s.Adjust)}
        return {write_briefly(x.target).split(".")[-1] for x in resets} & raised_names

    def _asked(self, nodes: Iterable[s.Node]) -> Iterator[s.Node]:
        """The nodes of the values and conditions that rules ask for."""
        for node in nodes:
            if isinstance(node, s.Call) and isinstance(node.function, s.Reference):
                entry = self._symbols.entries.get(node.function.name)
                if entry is not None and isinstance(entry.definition, s.Value | s.Condition):
                    yield from walk(entry.definition)

    def _find_concerned(self, nodes: Iterable[s.Node]) -> Iterator[s.Node]:
        """The nodes of the actions that rules do or are attached to, and of what is attached to them."""
        for node in nodes:
            name = ""
            if isinstance(node, s.Action):
                yield from walk(*(x for x in self._attachments if _name_action(x) == node.name.text))
            elif isinstance(node, s.Do) and isinstance(node.call, s.Call) and isinstance(node.call.function, s.Reference):
                name = node.call.function.name
            elif isinstance(node, s.Around | s.ForbidOption):
                name = _name_action(node)
            entry = self._symbols.entries.get(name)
            if entry is not None and isinstance(entry.definition, s.Action):
                yield from walk(entry.definition)

    def _find_repeated_actions(self, actions: Mapping[str, list[s.Node]]) -> set[str]:
        """The actions that are done in a loop, or by what is."""
        of_things = [x for x in self._symbols.nodes if isinstance(x, s.Object | s.Table | s.Rule)]
        loops = [x for x in self._symbols.nodes if isinstance(x, s.Repeat | s.ForEach | s.Choose)]
        waiting = [node for x in (*of_things, *loops) for node in walk(x)]
        names: set[str] = set()
        while waiting:
            node = waiting.pop()
            called_names = {x.name for x in walk(node.call) if isinstance(x, s.Reference)} if isinstance(node, s.Do) else set()
            called_names |= {x.text for x in node.members} if isinstance(node, s.Sequence) else set()
            for name in called_names & actions.keys() - names:
                names.add(name)
                waiting += actions[name]
        return names

    # ---- amounts

    def _other_resources(self, words: _Words, rules: _Rules) -> None:
        """Warn of a text that speaks of resources, none of which the rules know, where these move others."""
        amounts = [node.amount for node in rules.nodes if isinstance(node, s.Transfer)]
        names_moved = {part.name for part in walk(*amounts) if isinstance(part, s.Reference)}
        names_claimed = {self._resources[match[0].lower()] for match in self._title.finditer(words.text)}
        is_plain = "{" not in words.text and names_moved <= {*self._resources.values()}
        if is_plain and names_claimed and names_moved and not names_claimed & rules.names:
            self._warn(words, f"these words speak of `{min(names_claimed)}`, and the rule of `{min(names_moved)}`")

    def _amounts(self, words: _Words, rules: _Rules) -> None:
        amounts = dict(_amounts(rules.nodes, frozenset(self._resources.values()), self._read_number))
        amounts_claimed = list(self._amounts_in_words(words.text))
        for number, name in amounts_claimed:
            numbers_written = amounts.get(name)
            if numbers_written is None and name not in amounts:
                others = [other for other, numbers in amounts.items() if numbers and number in numbers]
                if others and not any(other in dict.fromkeys(name for _, name in amounts_claimed) for other in others):
                    self._warn(words, f"these words say {number} `{name}`, and the rule says {number} `{others[0]}`")
            elif numbers_written and number not in numbers_written and number != sum(numbers_written):
                self._warn(words, f"these words say {number} `{name}`, and the rule says {numbers_written[0]}")

    def _amounts_in_words(self, text: str) -> Iterator[tuple[int, str]]:
        return ((_count(match[1]), self._resources[match[2].lower()]) for match in self._amount.finditer(text))

    def warn_of_digits(self, question: s.Words, options: tuple[s.Option, ...]) -> None:
        """Warn of a number written by hand that an option has, too: where that changes, the question is wrong."""
        numbers = {str(node.value): node.span for node in walk(*options) if isinstance(node, s.Number)}
        digits = (match[0] for part in question.parts if isinstance(part, str) for match in WRITTEN_NUMBER.finditer(part))
        number = next((number for number in digits if number in numbers), None)
        if number is not None:
            notes = (Note("the number of the rule", numbers[number]),)
            help = "give it a name, `constant … = …`, and write that in braces in the question"
            message = f"the {number} of this question is not taken from the rules"
            self._collector.warning("W1023", question.span, message, "written by hand", notes=notes, help=help)

    def reason(self, node: s.Require) -> None:
        """Warn of a reason that names another number than its requirement, or its neighbours."""
        if not isinstance(node.reason, s.Words):
            return
        text = _read_words(node.reason).text
        numbers = {n.value for n in walk(node.condition) if isinstance(n, s.Number)}
        words = {_count(x) for x in _ANY_NUMBER.findall(text.lower())} - {0, 1}
        near = {n + by for n in numbers for by in (-1, 0, 1)}
        if numbers and words and "{" not in text and not words & near and not _is_named(node.condition):
            message = f"these words say {min(words)}, and the requirement {min(numbers)}"
            self._warn(_read_words(node.reason), message, node.condition.span, "it is required here")

    def _constants(self, words: _Words) -> None:
        """Warn where words count what a constant of the same file has another number of."""
        for name, entry in self._symbols.entries.items():
            value = entry.meaning.value if isinstance(entry.meaning, m.Const) else None
            if entry.what != "constant" or not isinstance(value, int) or not isinstance(entry.definition, s.Constant):
                continue
            if entry.definition.value.span.file != words.place.file:
                continue
            for match in re.finditer(rf"\b({_NUMBER}) {re.escape(name.replace('_', ' '))}\b", words.text, re.IGNORECASE):
                if _count(match[1]) not in (1, value):
                    self._warn(words, f"these words say “{match[0]}”, and `{name}` is {value}", entry.span)

    def _changes(self, words: _Words, rules: _Rules) -> None:
        """Warn of a value that is more in words and less in rules, or the other way round, or by another number."""
        changes = [node for node in rules.nodes if isinstance(node, s.Modify)]
        text = words.text
        for _, pattern in _BOUNDS:
            text = re.sub(pattern, "", text, flags=re.IGNORECASE)
        text = _NO_CHANGE.sub("", text)
        matches = list(_MORE_OR_LESS.finditer(text))
        directions = {"plus" if match["more"] else "minus" for match in matches}
        changes_made = {node.change for node in changes}
        if len(directions) != 1 or len(changes_made) != 1 or not changes_made <= {"plus", "minus"}:
            return
        change, value = changes[0], self._symbols.entries.get(changes[0].target.name.text)
        title = f"{change.target.name.text} {getattr(value.meaning, 'title', '')}" if value is not None else ""
        number = next((match["number"] or match["number_less"] for match in matches), None)
        if changes_made != directions:
            if not re.search(r"less|discount|reduc|saving|rebate|lower|bonus", title, re.IGNORECASE):
                says, is_ = ("more", "less") if "plus" in directions else ("less", "more")
                self._warn(words, f"these words say “{says}”, and the rule says `is {is_} by`", change.span)
            return
        by = change.value.value if isinstance(change.value, s.Number) else None
        is_one = number is not None and len(matches) == len(changes) == 1 and not _MULTIPLE.search(text)
        if number is not None and is_one and by is not None and _count(number) != by:
            self._warn(words, f"these words say “{number}”, and the rule says `by {by}`", change.span)

    def _bounds(self, words: _Words, rules: _Rules) -> None:
        """Warn where words draw the line at a number on another side of it than rules do."""
        # What is asked before a deed speaks of less than there is after it.
        asked_before = (s.Require, s.Forbid, s.ForbidOption)
        left_out = {part.span for node in rules.nodes if isinstance(node, asked_before) for part in walk(node)}
        comparisons_by_number: dict[str, list[s.Comparison]] = defaultdict(list)
        for node in rules.comparisons("<", "<=", ">", ">="):
            if node.span not in left_out and isinstance(node.right, s.Number | s.Reference):
                number = str(node.right.value) if isinstance(node.right, s.Number) else f"{{{node.right.name}}}"
                comparisons_by_number[number].append(node)
        is_plain = not rules.has(s.Not, s.Forbid, s.ForbidOption, s.Require) and not re.search(
            r"\b(?:unless|except|nobody|no one|nothing|none|not|never|cannot)\b", words.text, re.IGNORECASE
        )
        claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for sign, number, claim in _find_bounds(words.text):
            claims[number].append((sign, claim))
        for number, signs in claims.items():
            comparisons = comparisons_by_number[number]
            agree = any(self._agrees(sign, node.operator, is_plain) for sign, _ in signs for node in comparisons)
            sign, claim = signs[0]
            if comparisons and not agree and not self._has_neighbour(sign, number, comparisons_by_number):
                node = comparisons[0]
                message = f"these words say “{claim}”, and the rule says `{node.operator} {number.strip('{}')}`"
                self._warn(words, message, node.span, "it is asked here")

    def _last_time(self, words: _Words, rules: _Rules) -> None:
        """Warn where words speak of the last round, and rules of another than the one after which a loop ends."""
        match = re.search(rf"\b(?:in|of|after|before|during) the (?:very )?last {_TIME}\b(?! but)", words.text, re.IGNORECASE)
        for node in rules.nodes if match is not None else ():
            if isinstance(node, s.Comparison) and node.operator in ("is", ">="):
                number, last = self._read_number(node.right), self._last_counts.get(write_briefly(node.left))
                if last is not None and number is not None and number != last:
                    self._warn(words, f"the last one is {last}, and the rule says {number}", node.span, "it is asked here")

    def _find_last_counts(self) -> dict[str, int]:
        """The last number of each counter that a loop raises by one before all else, and that nothing else changes."""
        changes = Counter(write_briefly(x.target) for x in self._symbols.nodes if isinstance(x, s.Assign | s.Adjust))
        last_counts: dict[str, int] = {}
        for loop in (x for x in self._symbols.nodes if isinstance(x, s.Repeat)):
            match loop.body.statements:
                case (s.Adjust(verb="raise", target=target, amount=s.Number(value=1)), *_):
                    name, limit = write_briefly(target), self._read_number(loop.limit)
                    if limit is not None and changes[name] == 1 and loop.condition is None:
                        entry = self._symbols.entries.get(name)
                        if entry is not None and isinstance(entry.definition, s.State) and entry.definition.initial is None:
                            last_counts[name] = limit
        return last_counts

    def _read_number(self, formula: s.Expr | None) -> int | None:
        """The number that a formula is, or the constant that it names, or one more or less than that."""
        match formula:
            case s.Chain(operands=(s.Reference() as base, s.Number(value=by)), operators=("+" | "-" as sign,)):
                number = self._read_number(base)
                return None if number is None else number + by if sign == "+" else number - by
        return constant_number(self._symbols, formula)

    @staticmethod
    def _agrees(sign: str, operator: str, is_plain: bool) -> bool:
        """Return whether two comparisons with one number have one answer, or, where it may be turned round, the opposite one."""
        return sign == operator or (not is_plain and _BEHIND[sign] == _BEHIND[operator] and sign[0] != operator[0])

    @staticmethod
    def _has_neighbour(sign: str, number: str, comparisons_by_number: dict[str, list[s.Comparison]]) -> bool:
        """Return whether rules draw the line that words draw by the number beside it, as `> 2` for “at least three”."""
        if number.startswith("{"):
            return False
        line = int(number) + _BEHIND[sign]
        return any(
            not n.startswith("{") and int(n) + _BEHIND[node.operator] == line and n != number
            for n, nodes in comparisons_by_number.items()
            for node in nodes
        )

    def _bounds_in_calls(self, words: _Words, rules: _Rules) -> None:
        """Warn where words bound a number from one side, and `min` or `max` from the other."""
        for node in rules.nodes:
            if isinstance(node, s.Call) and isinstance(node.function, s.Reference) and node.function.name in ("min", "max"):
                is_max = node.function.name == "max"
                for sign, number, claim in _find_bounds(words.text):
                    if number.strip("{}") in map(write_briefly, node.arguments) and sign == ("<=" if is_max else ">="):
                        right = "min" if is_max else "max"
                        message = f"these words say “{claim}”: that is `{right}`, and the rule says `{node.function.name}`"
                        self._warn(words, message, node.span)

    def _is_players(self, source: s.Expr) -> bool:
        return isinstance(source, s.Reference) and source.name in self._players

    def _orders(self, words: _Words, rules: _Rules) -> None:
        """Warn of the first, the second or the last in words who is another one in rules."""
        words_claimed = {next(filter(None, match.groups())).lower() for match in _ORDER.finditer(words.text)}
        word = next(iter(words_claimed)) if len(words_claimed) == 1 else ""
        if not word:
            return
        indices = {write_briefly(x.indices[0]): x for x in rules.nodes if isinstance(x, s.Index) and self._is_players(x.subject)}
        index = next(iter(indices)) if len(indices) == 1 else ""
        if index == "size of" if word != "last" else index.isdigit():
            self._warn(words, f"these words say “{word}”, and the rule takes another one", next(iter(indices.values())).span)
        for around in (x for x in rules.nodes if isinstance(x, s.Around) and x.when in ("before", "after")):
            entry = self._symbols.entries.get(around.target.name.text)
            adds = [x for x in walk(entry.definition) if isinstance(x, s.Add)] if entry is not None and entry.definition else []
            lists = {write_briefly(x.target) for x in adds}
            for node in walk(around.where) if around.where is not None and len(adds) == 1 else ():
                if not isinstance(node, s.Comparison) or node.operator != "is" or not isinstance(node.left, s.SizeOf):
                    continue
                behind, by = around.when == "after", _offset(node.right, word == "last", self._is_players)
                expected = (0 if word == "last" else ORDINALS.index(word)) - (not behind)
                if write_briefly(node.left.operand) in lists and by is not None and by != expected:
                    when = f"`{around.when}` it, `{self._symbols.source(node.left.span)}` is"
                    right = f"{expected}" if word != "last" else "all players" if behind else "all players but one"
                    self._warn(words, f"these words say “{word}”: {when} {right} then", node.span)

    def things(self, words: _Words, rules: s.Node) -> None:
        """Warn where words speak of one thing of the table, and rules of another of its kind."""
        nodes = list(walk(rules))
        names = _Rules(nodes, [*nodes, *self._asked(nodes), *self._find_concerned(nodes)]).names
        by_group: dict[object, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
        for title, (group, name) in self._things.items():
            if re.search(rf"\b(?:{re.escape(title)}|{re.escape(name)})\b", words.text, re.IGNORECASE):
                by_group[group][0].add(name)
            if name in names:
                by_group[group][1].add(name)
        members = {node.name.text for node in nodes if isinstance(node, s.Member)}
        if isinstance(rules, s.Value):
            stems = {name: name.removesuffix("er") for name in self._holders}
            holders_claimed = {
                name for name, stem in stems.items() if re.search(rf"\b{stem}(?:e?d|s)\b", words.text, re.IGNORECASE)
            }
            by_group["holders"] = holders_claimed, self._holders & members
        for names_claimed, names_asked in by_group.values():
            if len(names_claimed) == len(names_asked) == 1 and names_claimed != names_asked:
                self._warn(words, f"these words speak of `{min(names_claimed)}`, and the rule of `{min(names_asked)}`")

    def _warn(self, words: _Words, message: str, span: s.Span | None = None, note: str = "the rule") -> None:
        help = "change the words or the rule; in braces, words follow the rules: `{amount}`"
        notes = (Note(note, span),) if span is not None else ()
        self._collector.warning("W1067", words.place, message, "not what the rule says", notes=notes, help=help)


def _name_action(attachment: s.Around | s.ForbidOption) -> str:
    """The name of the action that something is attached to."""
    return attachment.target.name.text if isinstance(attachment, s.Around) else attachment.action.text


def _count(word: str) -> int:
    """The number that a word, or digits, stand for."""
    word = word.lower()
    if word in ("a", "an"):
        return 1
    for words in (_NUMBERS, ORDINALS):
        if word in words:
            return words.index(word)
    return int(word.rstrip("stndrh"))


def _find_bounds(text: str) -> Iterator[tuple[str, str, str]]:
    """The claims of a text on numbers: the comparison that says it in a rule, the number or a name in braces, and the words."""
    for sign, pattern in _BOUNDS:
        for match in re.finditer(pattern, text, re.IGNORECASE):
            word = next(filter(None, match.groups()))
            yield sign, word if word.startswith("{") else str(_count(word)), match[0]


def _bare(title: str) -> str:
    return title.lower().removeprefix("the ")


def _offset(formula: s.Expr, is_last: bool, is_players: Callable[[s.Expr], bool]) -> int | None:
    """The number that a size is compared with, counted from that of all players where `is_last`; None where it is another one."""
    match formula:
        case s.Number(value=value) if not is_last:
            return value
        case s.SizeOf(operand=operand) if is_last and is_players(operand):
            return 0
        case s.Chain(operands=(s.SizeOf(operand=operand), s.Number(value=by)), operators=("+" | "-" as sign,)) if is_last:
            return (by if sign == "+" else -by) if is_players(operand) else None
    return None


def _is_named(condition: s.Expr) -> bool:
    """Return whether a requirement asks for more than a comparison with a number, so that its words may be of anything."""
    return not isinstance(condition, s.Comparison) or not isinstance(condition.right, s.Number)


def _amounts(
    nodes: list[s.Node], resources: frozenset[str], read_number: Callable[[s.Expr], int | None]
) -> Iterator[tuple[str, list[int]]]:
    """The known amounts of each resource that rules name; none where some of them are formulas."""
    numbers: dict[str, list[int]] = defaultdict(list)
    others: set[str] = set()
    units: set[s.Span] = set()
    products = [node for node in nodes if isinstance(node, s.Chain) and not {"*", "/"}.isdisjoint(node.operators)]
    factors = {operand.span for node in products for operand in node.operands}
    for node in nodes:
        match node:
            case s.Quantity(span=span) if span in factors:
                pass
            case s.Quantity(amount=amount, unit=s.Reference(name=name, span=span)) if (number := read_number(amount)) is not None:
                numbers[name].append(number)
                units.add(span)
            case s.Reference(name=name, span=span) if span not in units and name in resources:
                others.add(name)
            case s.Member(name=s.Name(text=name)) if name in resources:
                others.add(name)
    for name in numbers.keys() | others:
        yield name, [] if name in others else numbers[name]
