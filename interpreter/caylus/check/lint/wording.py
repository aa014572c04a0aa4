"""Warn of words that say something else than the rules beside them: titles, questions, options' texts and paragraphs.

A text is compared with the rules that it stands at, one claim after the other. What a claim cannot be sure of, it leaves: where
words say `each` or `per`, where amounts come from formulas, where a rule does other actions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from math import isfinite
from typing import NamedTuple

from caylus import model as m
from caylus import syntax as s
from caylus.analysis.facts import Facts, Known
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.limits import MOST_SAYINGS
from caylus.model.walk import bodies
from caylus.syntax.walk import walk

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"\d+|{'|'.join(_NUMBERS[1:])}"
_AMOUNT = rf"\b({_NUMBER}) (?:more )?({{titles}})\b"
_DEED = rf"\b(buy|sell) (?:(?:a|an|your|{_NUMBER}) )?({{titles}})\b"
_CHANGE = rf"\b(gains?|gets?|receives?|takes?|loses?|pays?) (?:(?:a|an|{_NUMBER}) )?({{titles}})\b"
_GAINS = ("gain", "get", "receive", "take")
_BOUND = rf"({_NUMBER}|\{{\w+\}})"
_BOUNDS = (
    (">=", rf"\b(?:reach(?:es|ed)?|at least|no fewer than|no less than) {_BOUND}|{_BOUND}(?: \w+){{0,3}},? or more\b"),
    ("<=", rf"\b(?:at most|no more than|up to) {_BOUND}|{_BOUND}(?: \w+){{0,3}},? or (?:fewer|less)\b"),
    (">", rf"\b(?<!no )(?<!not )(?<!never )(?:more than|over|exceeds?) {_BOUND}"),
    ("<", rf"\b(?<!no )(?<!not )(?<!never )(?:fewer|less) than {_BOUND}"),
)
"""What words say of a number, by the comparison that says it in a rule."""
_BEHIND = {"<": 0, ">=": 0, "<=": 1, ">": 1}
"""How far behind the number of a comparison the first number lies that has another answer than those before it."""
_MOST, _FEWEST = ("most", "highest", "greatest", "largest", "richest"), ("fewest", "least", "lowest", "smallest", "poorest")
_SUPERLATIVE = re.compile(rf"(?<!at )\b({'|'.join(_MOST + _FEWEST)})\b", re.IGNORECASE)
_ANY_NUMBER = re.compile(rf"\b(\d+|{'|'.join(_NUMBERS[2:])})\b")
_OTHERS = re.compile(r"\b(?:the|each|every|all|all the) other players?\b|\ball (?:the )?others\b", re.IGNORECASE)
_MULTIPLE = re.compile(r"\b(each|every|per|times|all|both|for \w+ \w+ more)\b", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_OWN = re.compile(r"\b(?:your|their|his|her|its) own\b|\bof yours\b", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\b(?:another|others?|else|opponents?|rivals?|neighbou?rs?|strangers?|not|no|except|but|nobody)\b", re.I)
_YOU = re.compile(r"\byou\b", re.IGNORECASE)
_EVERYBODY = re.compile(r"\b(?:each|every|everybody|everyone|all|somebody|someone|anybody|whoever|players)\b", re.IGNORECASE)
_EACH_TIME = re.compile(r"\b(?:start|beginning|end) of (?:each|every|the|a) (?:round|turn|day|year|season)\b", re.IGNORECASE)
_EACH_ROUND = re.compile(r"\b(?:each|every) (?:round|turn|day|year|season)\b", re.IGNORECASE)
_AT_START = re.compile(
    r"\A(?:at the (?:start|beginning)(?: of the game)?|before the game)\b(?=,| each| all| every)", re.IGNORECASE
)
_ONCE = re.compile(r"\bonce\b(?! (?:more|again))", re.IGNORECASE)
_TIES = re.compile(r"\b(?:ties?|tied|draw)\b", re.IGNORECASE)
_NOBODY = re.compile(r"\b(?:nobody|no one|none|not|neither)\b", re.IGNORECASE)
_ORDER = re.compile(
    r"\b(first|second|third|last) (?:player |one )?to\b|\b(first|second|third|last) (?:player|one)\b"
    r"|\b(?:passes|passed|comes|came|plays|goes|went|acts) (first|second|third|last)\b",
    re.IGNORECASE,
)
_ORDINALS = {"first": 1, "second": 2, "third": 3}
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
_NEITHER = re.compile(r"\bneither\b.*\bnor\b|\bboth\b.*\band\b", re.IGNORECASE)
_EITHER = re.compile(r"\beither\b.*\bor\b", re.IGNORECASE)
_MAY = re.compile(
    r"\bmay (?:also |then |each )?(?:pay|give|sell|buy|exchange|swap|take|gain|draw|discard|trade)\b", re.IGNORECASE
)
_ALSO = re.compile(r"\b(?:also|besides|in addition|as well|too)\b", re.IGNORECASE)
_MAY_NOT = re.compile(r"\b(?:first|last) player\b[^.;]*\b(?:may not|cannot|must not)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"\b(?:another|other) players?\b", re.IGNORECASE)


class _Words(NamedTuple):
    """The words of a text, with the names of what is inserted in braces, and its place."""

    text: str
    place: s.Span

    def sentences(self) -> list[str]:
        return [x for x in re.split(r"[.;!?\n]+", self.text) if x.strip()]


def warn_of_wrong_words(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. Words are compared with rules that stand by themselves: not with what other actions do."""
    collector = Collector()
    reader = _Reader(symbols, collector)
    for node in symbols.nodes:
        match node:
            case s.Option(text=s.Words() as text, body=body):
                reader.compare(_read_words(text), body)
            case s.Choose(prompt=s.Words() as text, options=(option,)):
                reader.compare(_read_words(text), option)
            case s.Choose(prompt=s.Words() as text, options=options):
                reader.warn_of_digits(text, options)
            case s.Require():
                reader.reason(node)
            case s.Rule(title=s.Text() as title):
                reader.compare(_Words(title.text, title.span), node)
            case s.Value(title=s.Text() as title):
                reader.things(_Words(title.text, title.span), node)
    paragraphs = {paragraph.subject.text: paragraph for file in symbols.files for paragraph in file.paragraphs}
    for name, entry in symbols.entries.items():
        if name in paragraphs and isinstance(entry.definition, (s.Action, s.Value, s.Rule, s.Object)):
            reader.compare(_Words(plain_text(paragraphs[name]), entry.definition.name.span), entry.definition, is_paragraph=True)
    return None, collector.diagnostics


def warn_of_long_talk(facts: Facts) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only: of what is said again and again by a loop over many numbers."""
    collector = Collector()

    def look(body: m.Body, times: float) -> None:
        for statement in body:
            if isinstance(statement, m.Say) and times > MOST_SAYINGS:
                message = f"this can be said {times:,.0f} times in a row"
                help = "say it once, after the loop"
                collector.warning("W1077", statement.site.span, message, "nobody reads so much", help=help)
            often = times
            if isinstance(statement, m.ForEach):
                often *= min(facts.list_members(source, Known())[1].high for source in statement.sources)
            elif isinstance(statement, m.Repeat) and statement.limit is not None:
                often *= facts.number_range(statement.limit, Known()).high
            for inner in bodies(statement):
                look(inner, often if isfinite(often) else times)

    for action in facts.reached:
        look(action.body, 1)
    return None, collector.diagnostics


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


class _Reader:
    """Compares what words claim with rules, one claim after the other; the first that is wrong is told."""

    def __init__(self, symbols: Symbols, collector: Collector) -> None:
        self._symbols = symbols
        self._collector = collector
        self._resources: dict[str, str] = {}
        self._things: dict[str, tuple[object, str]] = {}
        self._holders: set[str] = set()
        self._members: dict[str, set[str]] = {}
        for name, entry in symbols.entries.items():
            meaning = entry.meaning
            if isinstance(meaning, m.Resource):
                for title in (name, meaning.title, meaning.plural or f"{meaning.title}s", f"{meaning.title}s"):
                    self._resources.setdefault(title.lower(), name)
            elif isinstance(meaning, m.State) and meaning.type.kind is not None:
                self._things[_bare(meaning.title) or name] = (m.State, meaning.type.kind.root), name
            elif isinstance(meaning, m.Kind):
                self._holders |= {x.name for x in meaning.states.values() if x.type.kind is not None and x.type.kind.is_player}
            if isinstance(entry.definition, s.Group) and entry.definition.name.text == name:
                self._members[name] = {x.text for x in entry.definition.members}
        titles = "|".join(map(re.escape, sorted(self._resources, key=len, reverse=True))) or "(?!)"
        self._amount, self._change, self._deed = (
            re.compile(pattern.replace("{titles}", titles), re.IGNORECASE) for pattern in (_AMOUNT, _CHANGE, _DEED)
        )
        self._resource = re.compile(rf"\b({titles})\b", re.IGNORECASE)

    def compare(self, words: _Words, rules: s.Node, is_paragraph: bool = False) -> None:
        """Warn of what a text says and its rules do not."""
        nodes = list(walk(rules))
        beside = _Rules(nodes, [*nodes, *self._asked(nodes)])
        is_alone = not beside.has(s.Do, s.DoAsBefore)
        self._superlatives(words, beside)
        self._others(words, beside)
        self._times(words, beside)
        self._orders(words, beside)
        self._ties(words, beside)
        self._possessors(words, beside)
        self._changes(words, beside)
        self._ways(words, beside)
        self.things(words, rules)
        if is_paragraph:
            self._bounds(words, beside)
            self._constants(words)
        if is_alone:
            self._receivers(words, beside)
            self._once(words, beside)
            self._directions(words, beside)
            if is_paragraph or not _MULTIPLE.search(words.text):
                self._deeds(words, beside)
                for sentence in words.sentences() if is_paragraph else [words.text]:
                    if not _MULTIPLE.search(sentence) and not (is_paragraph and re.search(r"\b(?:than|or)\b", sentence)):
                        self._amounts(_Words(sentence, words.place), beside)

    def _asked(self, nodes: Iterable[s.Node]) -> Iterator[s.Node]:
        """The nodes of the values and conditions that rules ask for."""
        for node in nodes:
            if isinstance(node, s.Call) and isinstance(node.function, s.Reference):
                entry = self._symbols.entries.get(node.function.name)
                if entry is not None and isinstance(entry.definition, s.Value | s.Condition):
                    yield from walk(entry.definition)

    @cached_property
    def _actions(self) -> dict[str, list[s.Node]]:
        """The nodes of what is done by a name: actions, and the members of sequences."""
        definitions = (entry.definition for entry in self._symbols.entries.values())
        return {x.name.text: list(walk(x)) for x in definitions if isinstance(x, s.Action | s.Sequence)}

    @cached_property
    def _actions_in_loops(self) -> set[str]:
        """The actions that are done in a loop, or by what is."""
        of_things = [x for x in self._symbols.nodes if isinstance(x, s.Object | s.Table | s.Rule)]
        loops = [x for x in self._symbols.nodes if isinstance(x, s.Repeat | s.ForEach | s.Choose)]
        waiting = [node for x in (*of_things, *loops) for node in walk(x)]
        names: set[str] = set()
        while waiting:
            node = waiting.pop()
            called_names = {x.name for x in walk(node.call) if isinstance(x, s.Reference)} if isinstance(node, s.Do) else set()
            called_names |= {x.text for x in node.members} if isinstance(node, s.Sequence) else set()
            for name in called_names & self._actions.keys() - names:
                names.add(name)
                waiting += self._actions[name]
        return names

    # ---- amounts

    def _amounts(self, words: _Words, rules: _Rules) -> None:
        amounts = dict(_amounts(rules.nodes, frozenset(self._resources.values())))
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
        digits = (match[0] for part in question.parts if isinstance(part, str) for match in _DIGITS.finditer(part))
        number = next((number for number in digits if number in numbers), None)
        if number is not None:
            notes = (Note("the number of the rule", numbers[number]),)
            help = "give it a name, `constant … = …`, and write that in braces in the question"
            message = f"the {number} of this question is not taken from the rules"
            self._collector.warning("W1023", question.span, message, "written by hand", notes=notes, help=help)

    def _deeds(self, words: _Words, rules: _Rules) -> None:
        """Warn of what is bought by paying it, or sold by gaining it, or not at all."""
        resources: dict[bool, set[str]] = {True: set(), False: set()}
        for node in rules.nodes:
            if isinstance(node, s.Transfer):
                resources[node.verb == "gain"] |= {part.name for part in walk(node.amount) if isinstance(part, s.Reference)}
        resource_names = self._resources.values()
        for match in self._deed.finditer(words.text):
            is_bought, name = match[1].lower() == "buy", self._resources[match[2].lower()]
            if name in resources[not is_bought] and name not in resources[is_bought]:
                deed = "pays" if is_bought else "gains"
                self._warn(words, f"these words {match[1].lower()} `{name}`, and the rule {deed} it")
            elif name not in rules.names and resources[is_bought] and resources[is_bought] <= {*resource_names}:
                other, deed = min(resources[is_bought]), "gains" if is_bought else "pays"
                self._warn(words, f"these words {match[1].lower()} `{name}`, and the rule {deed} `{other}`")

    def _directions(self, words: _Words, rules: _Rules) -> None:
        """Warn of what is gained in words and lost in rules, or the other way round."""
        verbs: dict[str, set[bool]] = defaultdict(set)
        for node in rules.nodes:
            if isinstance(node, s.Transfer):
                for name in {part.name for part in walk(node.amount) if isinstance(part, s.Reference)}:
                    verbs[name].add(node.verb == "gain")
        directions_claimed: dict[str, set[bool]] = defaultdict(set)
        for match in self._change.finditer(words.text):
            directions_claimed[self._resources[match[2].lower()]].add(match[1].lower().rstrip("s") in _GAINS)
        for name, directions in directions_claimed.items():
            if len(directions) == len(verbs[name]) == 1 and directions != verbs[name]:
                in_words, in_rule = ("gained", "lost") if True in directions else ("lost", "gained")
                self._warn(words, f"in these words `{name}` is {in_words}, and in the rule it is {in_rule}")

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
            r"\b(?:unless|except)\b", words.text
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

    # ---- who

    def _others(self, words: _Words, rules: _Rules) -> None:
        """Warn where words give something to the other players alone, and a loop gives it to all."""
        loops = [x for x in rules.nodes if isinstance(x, s.ForEach)]
        asks = any(rules.comparisons("is not")) or rules.has(s.Rotated, s.If)
        everybody = [x for x in loops if x.where is None and any(self._is_players(b.source) for b in x.binders)]
        is_said = _OTHERS.search(words.text) and not _OTHERS.sub("", words.text).count("player")
        if is_said and len(loops) == len(everybody) == 1 and not asks:
            message = "these words speak of the other players, and the rule goes through all of them"
            self._warn(words, message, everybody[0].span, "it is done here")

    def _is_players(self, source: s.Expr) -> bool:
        entry = self._symbols.entries.get(source.name) if isinstance(source, s.Reference) else None
        is_list = entry is not None and isinstance(entry.meaning, m.ListState) and entry.meaning.kind.is_player
        return is_list or (isinstance(source, s.Reference) and source.name == s.PLAYERS)

    def _receivers(self, words: _Words, rules: _Rules) -> None:
        """Warn where words say that the one who has a thing gains or loses, and rules let the acting player; or the opposite."""
        settings = {node.name.text for node in rules.nodes if isinstance(node, s.Setting)}
        holders = [name for name in sorted(self._holders) if not any(name in setting for setting in settings)]
        holder = "|".join(holders) or "(?!)"
        verb = r"(?:gains?|gets?|receives?|takes?|loses?|pays?)"
        transfers = [node for node in rules.nodes if isinstance(node, s.Transfer)]
        when = r"\b(?:when|whenever|each time|as soon as)\b"
        loops = [x for x in rules.nodes if isinstance(x, s.ForEach) and self._is_players(x.binders[0].source)]
        if loops and re.search(rf"{when}[^,.]*\byou\b[^,.]*, you (?:also )?{verb}", words.text, re.IGNORECASE):
            is_plain = len(loops) == 1 and loops[0].where is None and loops[0].binders[0].name.text == "player"
            receivers = {_written(node.subject) for node in walk(loops[0]) if isinstance(node, s.Transfer)}
            is_for_all = is_plain and receivers == {"player"}
            if is_for_all and not re.search(
                r"\b(?:others?|else|rest|everybody|everyone|all|players)\b", words.text, re.IGNORECASE
            ):
                message = "these words give it to you alone, and the rule goes through all players"
                self._warn(words, message, loops[0].span)
        if rules.has(s.ForEach, s.Let) or any(isinstance(x, s.If) and x.name is not None for x in rules.nodes):
            return
        everybody = r"(?:everybody|everyone|all players|each player|every player)"
        if transfers and re.search(rf"{when}[^,.]*, {everybody} (?:also )?{verb}", words.text, re.IGNORECASE):
            self._warn(words, "these words speak of all players, and the rule of `player` alone", transfers[0].span)
            return
        is_of_you = re.search(r"\b(?:of|to|on) (?:yours\b|your )", words.text) and _ANOTHER.search(words.text)
        receivers = {_written(node.subject) for node in transfers}
        of_holder = re.search(rf"\b(?:its|the|whose|that) ({holder}) (?:also )?{verb}\b", words.text, re.IGNORECASE)
        of_player = re.search(
            rf"(?:^|[,.] )(?:you|the visitor|the player|whoever \w+) (?:also )?{verb}\b", words.text, re.IGNORECASE
        )
        if is_of_you and of_player and receivers == {"player"} and any(rules.comparisons("is not")):
            self._warn(
                words,
                "by these words the one whose thing it is gains, and by the rule `player`, who is another",
                transfers[0].span,
            )
        elif is_of_you:
            return
        elif of_holder and not of_player and receivers == {"player"}:
            message = f"these words say that the {of_holder[1].lower()} does it, and the rule says `player`"
            self._warn(words, message, transfers[0].span)
        elif (
            of_player
            and not of_holder
            and len(receivers) == 1
            and any(x.endswith(f".{y}") for x in receivers for y in self._holders)
        ):
            self._warn(words, f"these words say that you do it, and the rule says `{min(receivers)}`", transfers[0].span)

    def _possessors(self, words: _Words, rules: _Rules) -> None:
        """Warn where words speak of what is one's own, and rules of what is not; or the other way round."""
        sides: dict[bool, list[s.Comparison]] = {True: [], False: []}
        for node in rules.comparisons("is", "is not"):
            if isinstance(node.left, s.Member) and node.left.name.text in self._holders and _written(node.right) == "player":
                sides[node.operator == "is"].append(node)
        is_other = _OF_OTHERS.search(words.text)
        if rules.has(s.Not, s.Forbid, s.ForbidOption, s.Require, s.Case) or any(
            isinstance(x, s.If) and x.otherwise for x in rules.nodes
        ):
            return
        loose = [node for node in sides[False] if node.operator == "is not" and not self._is_held(node, rules)]
        if loose and not sides[True] and re.search(r"\banother player\b", words.text, re.IGNORECASE):
            source = self._symbols.source(loose[0].left.span)
            message = f"these words speak of another player; where `{source}` is none, the rule holds, too: `is another player`"
            self._warn(words, message, loose[0].span)
        elif sides[False] and not sides[True] and not is_other:
            node = sides[False][0]
            is_of_this = isinstance(node.left, s.Member) and isinstance(node.left.subject, s.Literal)
            if (_OWN.search(words.text) and len(words.sentences()) == 1) or (
                is_of_this and _YOU.search(words.text) and not _EVERYBODY.search(words.text)
            ):
                self._warn(
                    words, f"these words speak of your own, and the rule says `{self._symbols.source(node.span)}`", node.span
                )
        elif sides[True] and not sides[False] and not _OWN.search(words.text):
            node = sides[True][0]
            is_of_this = isinstance(node.left, s.Member) and isinstance(node.left.subject, s.Literal)
            pattern = (
                r"\b(?:of|on|in|to|from) (?:a \w+ of )?(?:another|other) players?\b|\bof (?:others|an opponent|somebody else)\b"
            )
            if re.search(pattern, words.text, re.IGNORECASE) and not is_of_this and not _YOU.search(words.text):
                self._warn(
                    words, f"these words speak of others, and the rule says `{self._symbols.source(node.span)}`", node.span
                )

    def _is_held(self, node: s.Comparison, rules: _Rules) -> bool:
        """Return whether rules ask besides that somebody has it, or do nothing where nobody does."""
        same = [x for x in rules.comparisons("is not") if s.same(x.left, node.left) and isinstance(x.right, s.Literal)]
        heads = [x for x in rules.nodes if isinstance(x, s.If) and x.name is not None and s.same(x.condition, node.left)]
        others = [x for x in rules.nodes if isinstance(x, s.Transfer) and x.subject is not None and s.same(x.subject, node.left)]
        is_own = isinstance(node.left, s.Member) and isinstance(node.left.subject, s.Literal)
        return bool(same or heads or others or is_own)

    def _ways(self, words: _Words, rules: _Rules) -> None:
        """Warn where words leave to somebody, join, bound or add what rules do without asking, or otherwise."""
        transfers = [node for node in rules.nodes if isinstance(node, s.Transfer)]
        if transfers and _MAY.search(words.text) and not rules.has(s.Choose, s.Do, s.Forbid, s.ForbidOption, s.Modify):
            self._warn(words, "these words say “may”, and the rule does it without asking: `may pay … to …`", transfers[0].span)
        joints = {x for node in rules.nodes if isinstance(node, s.Chain) for x in node.operators} & {"and", "or"}
        is_all, is_any = bool(_NEITHER.search(words.text)), bool(_EITHER.search(words.text))
        chains = [node for node in rules.nodes if isinstance(node, s.Chain) and joints & {*node.operators}]
        if (
            len(joints) == 1
            and is_all != is_any
            and joints == {"or" if is_all else "and"}
            and not rules.has(s.Not, s.Forbid, s.Require)
        ):
            joint, other = joints.pop(), "and" if is_all else "or"
            self._warn(words, f"these words join conditions by “{other}”, and the rule by `{joint}`", chains[0].span)
        for node in rules.nodes:
            if isinstance(node, s.Around) and node.when == "instead" and _ALSO.search(words.text) and not rules.has(s.DoAsBefore):
                message = "these words say that it is done besides, and the rule leaves out what was done: `do as before`"
                self._warn(words, message, node.span)
            elif isinstance(node, s.Call) and isinstance(node.function, s.Reference) and node.function.name in ("min", "max"):
                is_max = node.function.name == "max"
                for sign, number, claim in _find_bounds(words.text):
                    if number.strip("{}") in map(_write_argument, node.arguments) and sign == ("<=" if is_max else ">="):
                        right = "min" if is_max else "max"
                        message = f"these words say “{claim}”: that is `{right}`, and the rule says `{node.function.name}`"
                        self._warn(words, message, node.span)
        if rules.has(s.Forbid, s.ForbidOption) and _MAY_NOT.search(words.text):
            for node in rules.comparisons("is not"):
                if isinstance(node.right, s.Index):
                    message = f"these words forbid it to one, and the rule to all others: `{self._symbols.source(node.span)}`"
                    self._warn(words, message, node.span)

    # ---- when, and in which order

    def _times(self, words: _Words, rules: _Rules) -> None:
        """Warn of what happens at one end of a round or an action in words, and at the other, or again and again, in rules."""
        arounds = [node for node in rules.nodes if isinstance(node, s.Around)]
        if len(arounds) == 1 and arounds[0].target.name.text in self._actions:
            is_again, match = arounds[0].target.name.text in self._actions_in_loops, _EACH_ROUND.search(words.text)
            start = _AT_START.search(words.text)
            if match and not start and not is_again:
                message = f"these words say “{match[0]}”, and `{arounds[0].target.name.text}` is done once in a game"
                self._warn(words, message, arounds[0].span)
            elif start and not match and is_again:
                message = f"these words say “{start[0].strip()}”, and `{arounds[0].target.name.text}` is done again and again"
                self._warn(words, message, arounds[0].span)
        for node in rules.nodes:
            if isinstance(node, s.AroundEach) and (match := _EACH_TIME.search(words.text)):
                message = f"these words say “{match[0]}”, and the rule says `{node.when} each of {node.sequence.text}`"
                self._warn(words, message, node.span)
            elif isinstance(node, s.Around) and node.when in ("before", "after"):
                entry = self._symbols.entries.get(node.target.name.text)
                title = _bare(getattr(entry.meaning, "title", "")) if entry is not None else ""
                names = "|".join(re.escape(x) for x in (title, node.target.name.text.replace("_", " ")) if x)
                ends = r"(?P<before>before|at the (?:start|beginning) of)|(?P<after>after|at the end of)"
                over = rf"(?:{names}) (?:is over|has ended|has been done)"
                past = rf"\b(?P<done>(?:has|have) (?:been )?\w+ (?:the |their |its )?(?:{names})|{over})\b"
                pattern = rf"\b(?:{ends}) (?:(?:the|each|every|all) )?(?:{names})\b|{past}"
                matches = list(re.finditer(pattern, words.text, re.IGNORECASE))
                ends_claimed = {"before" if match["before"] else "after" for match in matches}
                if len(ends_claimed) == 1 and node.when not in ends_claimed:
                    self._warn(words, f"these words say “{matches[0][0]}”, and the rule says `{node.when}`", node.span)

    def _orders(self, words: _Words, rules: _Rules) -> None:
        """Warn of the first, the second or the last in words who is another one in rules."""
        words_claimed = {next(filter(None, match.groups())).lower() for match in _ORDER.finditer(words.text)}
        word = next(iter(words_claimed)) if len(words_claimed) == 1 else ""
        if not word:
            return
        indices = {_written(x.indices[0]): x for x in rules.nodes if isinstance(x, s.Index) and self._is_players(x.subject)}
        index = next(iter(indices)) if len(indices) == 1 else ""
        if index == "size of" if word != "last" else index.isdigit():
            self._warn(words, f"these words say “{word}”, and the rule takes another one", next(iter(indices.values())).span)
        for around in (x for x in rules.nodes if isinstance(x, s.Around) and x.when in ("before", "after")):
            entry = self._symbols.entries.get(around.target.name.text)
            adds = [x for x in walk(entry.definition) if isinstance(x, s.Add)] if entry is not None and entry.definition else []
            lists = {_written(x.target) for x in adds}
            for node in walk(around.where) if around.where is not None and len(adds) == 1 else ():
                if not isinstance(node, s.Comparison) or node.operator != "is" or not isinstance(node.left, s.SizeOf):
                    continue
                behind, by = around.when == "after", _offset(node.right, word == "last", self._is_players)
                expected = _ORDINALS.get(word, 0) - (not behind)
                if _written(node.left.operand) in lists and by is not None and by != expected:
                    when = f"`{around.when}` it, `{self._symbols.source(node.left.span)}` is"
                    right = f"{expected}" if word != "last" else "all players" if behind else "all players but one"
                    self._warn(words, f"these words say “{word}”: {when} {right} then", node.span)

    def _once(self, words: _Words, rules: _Rules) -> None:
        """Warn of what is done once in words and rests on a flag that its rule asks for and does not set."""
        targets = {
            node.target.name.text for node in rules.nodes if isinstance(node, s.Assign) and isinstance(node.target, s.Member)
        }
        for node in rules.nodes:
            if isinstance(node, s.Not) and isinstance(node.operand, s.Member) and isinstance(node.operand.subject, s.Literal):
                name = node.operand.name.text
                if name not in targets and _ONCE.search(words.text):
                    self._warn(words, f"these words say “once”, and the rule asks for `{name}` and does not set it", node.span)

    # ---- which

    def _superlatives(self, words: _Words, rules: _Rules) -> None:
        """Warn where words speak of the most alone, and rules look for the fewest; or the other way round."""
        superlatives = {match[1].lower() in _MOST for match in _SUPERLATIVE.finditer(words.text)}
        queries = [node for node in rules.nodes if isinstance(node, s.Query) and node.kind == "first" and node.body is not None]
        if len(superlatives) == 1 and queries and all(query.fewest in superlatives for query in queries):
            wrong, right = ("fewest", "most") if queries[0].fewest else ("most", "least")
            message = f"these words say “{right}”, and the rule says `with {wrong}`"
            self._warn(words, message, queries[0].span, "it is said here")

    def _ties(self, words: _Words, rules: _Rules) -> None:
        """Warn where nobody, or everybody, has something in a tie by words, and another number of players by rules."""
        sentence = next((x for x in words.sentences() if _TIES.search(x)), "")
        if not sentence:
            return
        is_nobody = bool(_NOBODY.search(sentence))
        is_all = not is_nobody and bool(re.search(r"\b(?:all|each|every|everybody|both|they)\b", sentence, re.IGNORECASE))
        queries = [node for node in rules.nodes if isinstance(node, s.Query)]
        firsts = [node for node in queries if node.kind == "first" and node.body is not None]
        strict = [
            comparison
            for node in rules.nodes
            if isinstance(node, s.Not)
            and isinstance(node.operand, s.Query)
            and node.operand.kind == "some"
            and node.operand.where
            for comparison in walk(node.operand.where)
            if isinstance(comparison, s.Comparison) and comparison.operator in ("<", ">", "<=", ">=")
        ]
        if is_all and len(firsts) == len(queries) == 1:
            self._warn(words, "by these words all have it in a tie, and by the rule the first one", firsts[0].span)
        elif len(strict) == len(queries) == 1 and (is_nobody or is_all) and is_all == (len(strict[0].operator) == 2):
            by_words, by_rule = ("all", "nobody") if is_all else ("nobody", "all")
            self._warn(words, f"by these words {by_words} have it in a tie, and by the rule {by_rule}", strict[0].span)

    def things(self, words: _Words, rules: s.Node) -> None:
        """Warn where words speak of one thing of the table, and rules of another of its kind."""
        nodes = list(walk(rules))
        names = _Rules(nodes, [*nodes, *self._asked(nodes)]).names
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


def _count(word: str) -> int:
    """The number that a word, or digits, stand for."""
    word = word.lower()
    return 1 if word in ("a", "an") else _NUMBERS.index(word) if word in _NUMBERS else int(word)


def _find_bounds(text: str) -> Iterator[tuple[str, str, str]]:
    """The claims of a text on numbers: the comparison that says it in a rule, the number or a name in braces, and the words."""
    for sign, pattern in _BOUNDS:
        for match in re.finditer(pattern, text, re.IGNORECASE):
            word = next(filter(None, match.groups()))
            yield sign, word if word.startswith("{") else str(_count(word)), match[0]


def _bare(title: str) -> str:
    return title.lower().removeprefix("the ")


def _written(formula: s.Expr | None) -> str:
    """A short formula as it is written; the acting player, where none is."""
    match formula:
        case None:
            return "player"
        case s.Reference(name=name):
            return name
        case s.Number(value=value):
            return str(value)
        case s.Member(subject=subject, name=name):
            return f"{_written(subject)}.{name.text}"
        case s.SizeOf():
            return "size of"
    return ""


def _write_argument(argument: s.Expr | s.Labelled) -> str:
    return _written(argument) if not isinstance(argument, s.Labelled) else ""


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


def _amounts(nodes: list[s.Node], resources: frozenset[str]) -> Iterator[tuple[str, list[int]]]:
    """The written amounts of each resource that rules name; none where some of them are no written numbers."""
    numbers: dict[str, list[int]] = defaultdict(list)
    others: set[str] = set()
    units: set[s.Span] = set()
    for node in nodes:
        match node:
            case s.Quantity(amount=s.Number(value=value), unit=s.Reference(name=name, span=span)):
                numbers[name].append(value)
                units.add(span)
            case s.Reference(name=name, span=span) if span not in units and name in resources:
                others.add(name)
            case s.Member(name=s.Name(text=name)) if name in resources:
                others.add(name)
    for name in numbers.keys() | others:
        yield name, [] if name in others else numbers[name]
