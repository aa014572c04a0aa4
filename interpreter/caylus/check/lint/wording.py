"""Warn of titles, questions and options' texts that say other amounts, resources or superlatives than the rules beside them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from math import isfinite

from caylus import model as m
from caylus import syntax as s
from caylus.analysis.facts import Facts, Known
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.limits import MOST_SAYINGS
from caylus.model.walk import bodies
from caylus.syntax.walk import walk

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_AMOUNT = rf"\b(\d+|{'|'.join(_NUMBERS[1:])}) ({{titles}})\b"
_DEED = r"\b(buy|sell) (?:(?:a|an|your|one|\d+) )?({titles})\b"
_DIGITS = re.compile(r"[0-9]+")
_MOST, _FEWEST = ("most", "highest", "greatest", "largest"), ("fewest", "least", "lowest", "smallest")
_CHANGE = r"\b(gains?|gets?|receives?|takes?|loses?|pays?) (?:(?:a|an|one|two|three|\d+) )?({titles})\b"
_GAINS = ("gain", "get", "receive", "take")
_AT_LEAST = r"\breach(?:es|ed)? N\b|\bat least N\b|\bN or more\b"
_SUPERLATIVE = re.compile(rf"(?<!at )\b({'|'.join(_MOST + _FEWEST)})\b", re.IGNORECASE)
_ANY_NUMBER = re.compile(rf"\b(\d+|{'|'.join(_NUMBERS[2:])})\b")
_OTHERS = re.compile(r"\b(?:the|each|every|all|all the) other players?\b", re.IGNORECASE)
_MULTIPLE = re.compile(r"\b(each|every|per|times|all|both)\b", re.IGNORECASE)


def warn_of_wrong_words(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. Words are compared with rules that stand by themselves: not with what other actions do."""
    collector = Collector()
    reader = _Reader(symbols, collector)
    for node in symbols.nodes:
        match node:
            case s.Option(text=s.Words() as text, body=body):
                reader.compare(text.parts, text.span, body)
            case s.Choose(prompt=s.Words() as text, options=(option,)):
                reader.compare(text.parts, text.span, option)
            case s.Choose(prompt=s.Words() as text, options=options):
                reader.warn_of_digits(text, options)
            case s.Require():
                reader.reason(node)
            case s.Rule(title=s.Text() as title):
                reader.compare((title.text,), title.span, node)
    paragraphs = {paragraph.subject.text: paragraph for file in symbols.files for paragraph in file.paragraphs}
    for name, entry in symbols.entries.items():
        if name in paragraphs and isinstance(entry.definition, (s.Action, s.Value, s.Rule)):
            reader.tell(plain_text(paragraphs[name]), entry.definition.name.span, list(walk(entry.definition)))
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
    """The words of a paragraph without what is inserted."""
    passages = (passage for block in paragraph.blocks for passage in block.passages)
    return " ".join(part.text for passage in passages for part in passage.parts if isinstance(part, s.Text))


class _Reader:
    def __init__(self, symbols: Symbols, collector: Collector) -> None:
        self._collector = collector
        self._resources: dict[str, str] = {}
        for name, entry in symbols.entries.items():
            if isinstance(entry.meaning, m.Resource):
                resource = entry.meaning
                for title in (name, resource.title, resource.plural or f"{resource.title}s", f"{resource.title}s"):
                    self._resources.setdefault(title.lower(), name)
        titles = "|".join(map(re.escape, sorted(self._resources, key=len, reverse=True)))
        self._amount = re.compile(_AMOUNT.format(titles=titles), re.IGNORECASE) if titles else None
        self._change = re.compile(_CHANGE.replace("{titles}", titles), re.IGNORECASE) if titles else None
        self._deed = re.compile(_DEED.replace("{titles}", titles), re.IGNORECASE) if titles else None

    def compare(self, words: tuple[str | s.Expr, ...], place: s.Span, rules: s.Node) -> None:
        """Warn of what a text says and its rules do not."""
        text = "{}".join(part for part in words if isinstance(part, str))
        nodes = list(walk(rules))
        self.superlatives(text, place, nodes)
        self._others(text, place, nodes)
        if _MULTIPLE.search(text) or any(isinstance(node, s.Do) for node in nodes):
            return
        self._deeds(text, place, nodes)
        self._directions(text, place, nodes)
        amounts = dict(_amounts(nodes, frozenset(self._resources.values())))
        for number, name in self._amounts_in_words(text):
            numbers_written = amounts.get(name)
            if numbers_written is None and name not in amounts:
                others = [other for other, numbers in amounts.items() if numbers and number in numbers]
                if others and not any(
                    other in dict.fromkeys(name for _, name in self._amounts_in_words(text)) for other in others
                ):
                    self._warn(place, f"these words say {number} `{name}`, and the rule says {number} `{others[0]}`")
            elif numbers_written and number not in numbers_written and number != sum(numbers_written):
                self._warn(place, f"these words say {number} `{name}`, and the rule says {numbers_written[0]}")

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

    def _deeds(self, text: str, place: s.Span, nodes: list[s.Node]) -> None:
        """Warn of what is bought by paying it, or sold by gaining it."""
        resources: dict[bool, set[str]] = {True: set(), False: set()}
        for node in nodes:
            if isinstance(node, s.Transfer):
                names = {part.name for part in walk(node.amount) if isinstance(part, s.Reference)}
                resources[node.verb == "gain"] |= names
        for match in self._deed.finditer(text) if self._deed is not None else ():
            is_bought, name = match[1].lower() == "buy", self._resources[match[2].lower()]
            if name in resources[not is_bought] and name not in resources[is_bought]:
                deed = "pays" if is_bought else "gains"
                self._warn(place, f"these words {match[1].lower()} `{name}`, and the rule {deed} it")

    def _amounts_in_words(self, text: str) -> Iterator[tuple[int, str]]:
        for match in self._amount.finditer(text) if self._amount is not None else ():
            number = match[1].lower()
            yield _NUMBERS.index(number) if number in _NUMBERS else int(number), self._resources[match[2].lower()]

    def tell(self, text: str, place: s.Span, nodes: list[s.Node]) -> None:
        """Warn of what a paragraph says of its rule: what comes and goes, how far a number gets, and which is chosen."""
        self.superlatives(text, place, nodes)
        self._bounds(text, place, nodes)
        self._others(text, place, nodes)
        if not any(isinstance(node, s.Do) for node in nodes):
            self._directions(text, place, nodes)

    def _directions(self, text: str, place: s.Span, nodes: list[s.Node]) -> None:
        """Warn of what is gained in words and lost in rules, or the other way round."""
        verbs: dict[str, set[bool]] = defaultdict(set)
        for node in nodes:
            if isinstance(node, s.Transfer):
                for name in {part.name for part in walk(node.amount) if isinstance(part, s.Reference)}:
                    verbs[name].add(node.verb == "gain")
        words: dict[str, set[bool]] = defaultdict(set)
        for match in self._change.finditer(text) if self._change is not None else ():
            words[self._resources[match[2].lower()]].add(match[1].lower().rstrip("s") in _GAINS)
        for name, directions in words.items():
            if len(directions) == len(verbs[name]) == 1 and directions != verbs[name]:
                in_words, in_rule = ("gained", "lost") if True in directions else ("lost", "gained")
                self._warn(place, f"in these words `{name}` is {in_words}, and in the rule it is {in_rule}")

    def reason(self, node: s.Require) -> None:
        """Warn of a reason that names another number than its requirement, or its neighbours."""
        if not isinstance(node.reason, s.Words):
            return
        text = "".join(part if isinstance(part, str) else "{}" for part in node.reason.parts)
        numbers = {n.value for n in walk(node.condition) if isinstance(n, s.Number)}
        words = {_NUMBERS.index(x) if x in _NUMBERS else int(x) for x in _ANY_NUMBER.findall(text.lower())} - {0, 1}
        near = {n + by for n in numbers for by in (-1, 0, 1)}
        if numbers and words and "{}" not in text and not words & near and not _is_named(node.condition):
            message = f"these words say {min(words)}, and the requirement {min(numbers)}"
            self._warn(node.reason.span, message, (Note("it is required here", node.condition.span),))

    def _others(self, text: str, place: s.Span, nodes: list[s.Node]) -> None:
        """Warn where words give something to the other players alone, and a loop gives it to all."""
        loops = [x for x in nodes if isinstance(x, s.ForEach)]
        asks = any(isinstance(x, s.Comparison) and x.operator in ("is not", "is another") for x in nodes)
        asks = asks or any(isinstance(x, s.Rotated | s.If) for x in nodes)
        everybody = [x for x in loops if x.where is None and [b.source for b in x.binders if _is_players(b.source)]]
        if _OTHERS.search(text) and not _OTHERS.sub("", text).count("player") and len(loops) == len(everybody) == 1 and not asks:
            message = "these words speak of the other players, and the rule goes through all of them"
            self._warn(place, message, (Note("it is done here", everybody[0].span),))

    def _bounds(self, text: str, place: s.Span, nodes: list[s.Node]) -> None:
        """Warn where words speak of reaching a number, and rules of what is not above it."""
        required = {part.span for node in nodes if isinstance(node, s.Require) for part in walk(node)}
        for node in nodes:
            match node:
                case s.Comparison(operator=("<=" | "<") as sign, right=s.Number(value=n), span=span) if span not in required:
                    number = f"(?:{n}|{_NUMBERS[n]})" if n < len(_NUMBERS) else str(n)
                    pattern = _AT_LEAST.replace("N", number)
                    if re.search(pattern, text, re.IGNORECASE):
                        message = f"these words say “{n} or more”, and the rule says `{sign} {n}`"
                        self._warn(place, message, (Note("it is asked here", span),))

    def superlatives(self, text: str, place: s.Span, nodes: list[s.Node]) -> None:
        """Warn where words speak of the most alone, and rules look for the fewest; or the other way round."""
        superlatives = {match[1].lower() in _MOST for match in _SUPERLATIVE.finditer(text)}
        queries = [node for node in nodes if isinstance(node, s.Query) and node.kind == "first" and node.body is not None]
        if len(superlatives) == 1 and queries and all(query.fewest in superlatives for query in queries):
            wrong, right = ("fewest", "most") if queries[0].fewest else ("most", "least")
            message = f"these words say “{right}”, and the rule says `with {wrong}`"
            self._warn(place, message, (Note("it is said here", queries[0].span),))

    def _warn(self, place: s.Span, message: str, notes: tuple[Note, ...] = ()) -> None:
        help = "change the words or the rule; in braces, words follow the rules: `{amount}`"
        self._collector.warning("W1067", place, message, "not what the rule says", notes=notes, help=help)


def _is_named(condition: s.Expr) -> bool:
    """Return whether a requirement asks for more than a comparison with a number, so that its words may be of anything."""
    return not isinstance(condition, s.Comparison) or not isinstance(condition.right, s.Number)


def _is_players(source: s.Expr) -> bool:
    return isinstance(source, s.Reference) and source.name == "players"


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
