"""Words of sentences, and the things, amounts, deeds and conditions of a game that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from caylus import syntax as s
from caylus.syntax.definitions import PLAYER

from .drafts import find_counts
from .game_names import Names, split_words, stem

_ALIKE = """
gain get receive take earn collect score win obtain draw
lose forfeit discard
pay spend
place put set send
build construct erect
move advance walk
round turn day year
use activate operate
"""
"""Words of which each means what the others of its line do."""
_ALIKE_IN_NUMBERS = "step space field move\nlast end length round\n"
"""Further ones, for names of numbers."""
_STOCK = split_words(
    """
    everybody everyone nobody the a an of in on at to by for with and or from into onto game player players each every
    all any some his her its own owns they them their he she it that this one may can could must not cannot is are be
    been has have had do does did now only already also then will when there more most than up as least instead rather
    no longer after before start begin end supply stock general bank immediately once directly additional extra bonus
    usual just who whoever
    """
)
"""Words that say nothing of what a sentence is about."""
_SPOILERS = split_words("another other others not except unless first last before if when where while only twice")
"""Words that narrow what is said, in ways that no shape knows."""
_PREPOSITIONS = split_words("in on at into onto inside from")
_HOLDING = re.compile(
    r"\b(?:(?:while|when|if) )?(?:they )?(?:(?:holding|having|with|has|have|owning|who has|who have) "
    r"(?P<how>no|at least \d+|\d+ or more|\d+ or fewer|(?:fewer|less|more) than \d+|exactly \d+)"
    r"|without(?: any| an?)?) (?P<what>\w+)",
    re.IGNORECASE,
)
"""What players have or lack."""
_SIGNS = (("or fewer", "<="), ("fewer", "<"), ("less", "<"), ("more than", ">"), ("least", ">="), ("or more", ">="))
_OWNING = split_words("own owns their his her")
_HELD = re.compile(
    r"\b(that|which|(?:he|she|they|you|the player) (?:owns?|has|have)|(?:is|are) left|unused|remaining|left|in stock|in hand"
    r"|(?:his|her|their|its|your) own|own(?:ed)?(?: by (?:them|the player|him|her))?|of (?:his|hers|theirs|yours)"
    r"|has|have|his|her|their)\b"
)
"""Words that say that players have something."""
_EXCHANGE = re.compile(
    r"may (?:pay|sell|exchange|trade|spend|return) (?P<price>.+?) (?:for|to (?:gain|get|receive|take)|and gains?) (?P<goods>.+)"
    r"|may (?:buy|gain|get|receive|take) (?P<gain>.+?) (?:for|by paying) (?P<cost>.+)"
)
GAINS = split_words("gain get receive take earn collect score win obtain draw")
LOSES = split_words("lose pay forfeit discard spend")


class Amount(NamedTuple):
    """So many of a resource, or of a number that each player has."""

    number: int
    name: str
    is_field: bool


class Phrase(NamedTuple):
    """A phrase on what players do: the verb, the conditions that the words add, and the words that are left."""

    verb: str
    condition: str
    words: tuple[str, ...]


def _stem(word: str) -> str:
    return stem(re.sub(r"(?<=\w\w\w)(ment|(?<=[dkln])en)$", "", word.lower()))


_GROUP_OF = {_stem(word): _stem(line.split()[0]) for line in _ALIKE.strip().split("\n") for word in line.split()}
_STOCK_STEMS = {_stem(word) for word in _STOCK}


def _words(text: str) -> list[str]:
    matches = (_stem(word) for word in re.findall(r"[A-Za-z]+", text.replace("_", " ")))
    return [word for word in matches if word not in _STOCK_STEMS]


def key_stems(text: str) -> list[str]:
    """The stems of the words of a text that say something; words that mean the same have one stem."""
    return [_GROUP_OF.get(word, word) for word in _words(text)]


def number_stems(text: str) -> set[str]:
    """The stems of a text, and those of what means the same where numbers are named."""
    words = {*key_stems(text), *_words(text)}
    for line in _ALIKE_IN_NUMBERS.strip().split("\n"):
        group = {_stem(word) for word in line.split()}
        words |= group if words & group else set()
    return words


def add_amounts(old: str, amounts: Sequence[Amount]) -> str:
    """Amounts of resources as they are written, and more of them; "" where they are no plain amounts."""
    parts = [re.fullmatch(r"(\d+) (\w+)", part.strip()) for part in (old.split("+") if old else ())]
    total: dict[str, int] = {}
    for part in parts:
        if part is None or any(amount.is_field for amount in amounts):
            return ""
        total[part[2]] = total.get(part[2], 0) + int(part[1])
    for amount in amounts:
        total[amount.name] = total.get(amount.name, 0) + amount.number
    return " + ".join(f"{number} {name}" for name, number in total.items())


class Vocabulary:
    """The words of a game: its names, titles and plurals by their stems."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._titles = {tuple(key_stems(title)): name for title, name in names.titles.items()}
        for name, definition in names.definitions.items():
            if isinstance(definition, s.Object | s.Resources | s.Kind | s.Row | s.Group):
                self._titles[tuple(key_stems(name))] = name
        self._titles.pop((), None)
        plurals = [kind.plural.text for kind in names.kinds.values() if kind.plural is not None]
        self.kind_words = {*names.kinds, *plurals}

    def find_thing(self, words: Sequence[str]) -> str:
        """The name of an object, a kind, a row or a resource that words are, but for articles."""
        while words and words[0].lower() in ("the", "a", "an", "each", "every", "any", "all", "of"):
            words = words[1:]
        if not words:
            return ""
        name = self.names.find(" ".join(words))
        definition = self.names.definitions.get(name or "")
        if name and isinstance(definition, s.Object | s.Resources | s.Kind | s.Row | s.Group):
            return name
        is_plain = not ({word.lower() for word in words} - {"of", "the", "and"}) & _STOCK
        return self._titles.get(tuple(key_stems(" ".join(words))), "") if is_plain else ""

    def read_amounts(self, text: str) -> tuple[list[Amount], bool] | None:
        """The amounts that a text is, and whether they come on top of others; None if it says something else, too."""
        amounts, is_more = [], False
        text = re.sub(
            r"\b(from the (general )?(supply|stock|bank)|immediately|at once|for free|than usual|in addition)\b", "", text
        )
        for part in re.split(r"\s*(?:\+|,\s*and\b|,|\band\b)\s*", text.strip(" ,")):
            match = re.fullmatch(
                r"(?:an? )?(?:(extra|additional|bonus|further) )?(\d+|an?|)\s*((?:\w+ ?){1,5})", part.strip(), re.I
            )
            if match is None:
                return None
            words = match[3].split()
            rest = [word for word in words if word.lower() not in ("more", "extra", "additional", "bonus", "further", "of")]
            is_more = is_more or len(rest) < len(words) or match[1] is not None
            name = self.find_thing(rest)
            number = int(match[2]) if match[2].isdigit() else 1
            field = next((x for x in self.names.player_fields if rest and key_stems(x) == key_stems(" ".join(rest))), "")
            if isinstance(self.names.definitions.get(name), s.Resources | s.Group):
                amounts.append(Amount(number, name, False))
            elif field and not name and self.is_number(field):
                amounts.append(Amount(number, field, True))
            elif self.names.points and " ".join(rest).lower() in ("point", "points", "victory point", "victory points", "vp"):
                amounts.append(Amount(number, self.names.points, False))
            else:
                return None
        return amounts, is_more

    def is_number(self, field: str) -> bool:
        member = self.names.player_fields[field]
        return isinstance(member, s.Property | s.State) and member.type.name == "number" and not member.indices

    def write_deeds(self, verb: str, amounts: Sequence[Amount], factor: str = "") -> str:
        """Statements that gain or lose amounts for the acting player."""
        is_gain = _stem(verb) in {_stem(word) for word in GAINS}
        parts = []
        for amount in amounts:
            number = f"{amount.number}" if not factor else f"({amount.number} * {factor})" if amount.number != 1 else factor
            if amount.is_field:
                parts.append(f"{'raise' if is_gain else 'lower'} player.{amount.name} by {number}")
        given_names = [
            f"{amount.number if not factor else factor if amount.number == 1 else f'({amount.number} * {factor})'} {amount.name}"
            for amount in amounts
            if not amount.is_field
        ]
        return ", ".join([*([f"{'gain' if is_gain else 'lose'} {' + '.join(given_names)}"] if given_names else []), *parts])

    def read_outcome(self, verb: str, rest: str) -> str:
        """The statements that `gains 2 fish`, `may pay 1 gold to gain 3 fish` or `gains 1 coin for each mill they own` means."""
        exchange = _EXCHANGE.fullmatch(f"{verb} {rest}")
        if exchange is not None:
            price, goods = (
                self.read_amounts(exchange[one] or exchange[other]) for one, other in (("price", "cost"), ("goods", "gain"))
            )
            if price and goods and not any(amount.is_field for amount in price[0]):
                return f"may pay {self.write_deeds('lose', price[0])[5:]} to {self.write_deeds('gain', goods[0])}"
        if verb.startswith("may "):
            return ""
        match = re.fullmatch(r"(.+?) (?:for (?:each|every)|per) (.+)", rest)
        amounts = self.read_amounts(match[1] if match else rest)
        if amounts is None:
            return ""
        factor = self.read_count(match[2]) if match else ""
        return "" if match and not factor else self.write_deeds(verb, amounts[0], factor)

    def read_count(self, words: str) -> str:
        """The number of what words name, in the hands of the acting player."""
        plain = _HELD.sub(" ", words)
        is_owned = re.search(r"\b(own|owns|owned|his|her|their|has|have)\b", words) is not None
        is_left = re.search(r"\b(unused|remaining|left)\b", words) is not None
        name = self.find_thing(plain.split())
        if isinstance(self.names.definitions.get(name), s.Resources | s.Group):
            return f"player.{name}"
        for field in self.names.player_fields:
            if self.is_number(field) and key_stems(plain) and key_stems(plain) == key_stems(field):
                return f"player.{field}"
        row = next((row for row, x in self.names.definitions.items() if isinstance(x, s.Row) and row in plain.split()), "")
        rest = re.sub(rf"\b(?:(?:on|in|at|of|along) )?(?:the )?{row}\b", " ", plain) if row else plain
        name = self.find_thing(rest.split())
        if not name or not is_owned or is_left:
            return ""
        count = next(find_counts([name, *([row] if row else [])], True, self.names), "")
        return f"({count})" if " is player" in count else ""

    def find_field(self, words: str) -> str:
        """The number of each player that words name."""
        goal_stems = key_stems(words)
        return next((field for field in self.names.player_fields if goal_stems and key_stems(field) == goal_stems), "")

    def verb_stems(self, text: str) -> set[str]:
        """The stems of a text without the words for kinds of things, which are no verbs."""
        words = re.findall(r"[A-Za-z]+", text.replace("_", " "))
        return {*key_stems(" ".join(word for word in words if word not in self.kind_words))}

    def title_stems(self, name: str) -> list[str]:
        """The stems of the title of a definition."""
        title = getattr(self.names.definitions[name], "title", None)
        return key_stems(title.text) if title is not None else []

    def read_phrase(self, words: str) -> Phrase | None:
        """The parts of a phrase on what players do."""
        conditions: list[str] = []

        def take(match: re.Match[str]) -> str:
            number, name = re.search(r"\d+", match["how"] or ""), self.find_thing(match["what"].split())
            name = name if isinstance(self.names.definitions.get(name), s.Resources | s.Group) else self.find_field(match["what"])
            sign = next((sign for word, sign in _SIGNS if word in (match["how"] or "")), "is")
            conditions.append(f"player.{name} {sign} {number[0] if number else 0}")
            return " " if name else match[0]

        matches = re.sub(
            r"(?i)\b(?:of|owned by|belonging to) (?:another|other) players?\b", "otherplayers", _HOLDING.sub(take, words)
        ).split()
        if not matches or any(condition.startswith("player. ") for condition in conditions):
            return None
        return Phrase(_GROUP_OF.get(_stem(matches[0]), _stem(matches[0])), " and ".join(conditions), tuple(matches[1:]))

    def bind_phrase(self, phrase: Phrase, params: dict[str, str], stock: Iterable[str]) -> str | None:
        """The condition on parameters, by their kinds, that a phrase says; None if it says what they do not."""
        parts, rest = [], [word.strip(".,") for word in phrase.words]
        owner, last, number = "", "", 0
        stock = {*stock, *_STOCK_STEMS}
        while number < len(rest):
            is_place = any(word in _PREPOSITIONS for word in rest[max(number - 4, 0) : number])
            for size in (4, 3, 2, 1):
                words = rest[number : number + size]
                name = self.find_thing(words) if len(words) == size and not {words[0].lower(), words[-1].lower()} & _STOCK else ""
                if name and (bound := self._bind_thing(name, params, is_place)) is not None:
                    last, condition = bound
                    parts += [condition] if condition else []
                    number += size
                    break
            else:
                word = rest[number].lower()
                owner = "another player" if word == "otherplayers" else PLAYER if word in _OWNING else owner
                if word in _SPOILERS or not {*key_stems(word.replace("otherplayers", ""))} <= stock:
                    return None
                number += 1
        if owner:
            fields = self.names.fields(params.get(last, ""))
            states = [name for name, x in fields.items() if isinstance(x, s.State) and x.type.name == PLAYER]
            state = next((name for name in states if name.startswith("own")), states[0] if len(states) == 1 else "")
            if not state:
                return None
            parts.append(f"{last}.{state} is {owner}")
        return " and ".join([*parts, *([phrase.condition] if phrase.condition else [])])

    def _bind_thing(self, name: str, params: dict[str, str], is_place: bool) -> tuple[str, str] | None:
        """The parameter that a thing or kind is told of, and the condition on it; a place is told by what lies there."""
        names = self.names
        definition = names.definitions.get(name)
        direct = [(param, param, kind) for param, kind in params.items()]
        lying = [
            (param, f"{param}.{state}", x.type.name)
            for param, kind in params.items()
            for state, x in names.fields(kind).items()
            if isinstance(x, s.State) and (is_place or len(params) == 1)
        ]
        for param, kind in params.items():
            if isinstance(definition, s.Row) and definition.kind is not None and definition.kind.text == kind:
                return param, f"{param} is in {name}"
        for param, place, kind in (*(direct if not is_place else [x for x in direct if names.fields(x[2])]), *lying):
            if kind not in names.kinds:
                continue
            if isinstance(definition, s.Object) and names.is_below(definition.kind.text, kind):
                return (param, f"{place} is {name}") if not is_place or place != param or len(params) == 1 else None
            if name in names.kinds and names.is_below(name, kind):
                plural = names.kinds[name].plural
                if name == kind:
                    return param, ""
                return (param, f"{place} is in {plural.text}") if plural is not None else None
        return None
