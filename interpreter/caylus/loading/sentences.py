"""Read sentences as rulebooks have them: a few shapes of sentences, filled with the names, titles and numbers of a game.

A word that nothing accounts for spoils a reading: a draft that leaves out what was said is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from caylus import syntax as s
from caylus.syntax.definitions import PLAYER
from caylus.syntax.walk import nodes_of

from .game_names import Draft, Names, write_rule
from .vocabulary import GAINS, LOSES, Phrase, Vocabulary, add_amounts, key_stems, number_stems

_NUMBERS = {
    word: str(number) for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight"))
}
_MARKS = re.compile(r"""[{}()\[\]=<>;:"|_$#&*@\\/?]""")
_VERBS = "|".join(f"{word}s?" for word in sorted(GAINS | LOSES))
_PARTS = {
    "ALL": r"(?:(?:each|every|all(?: the)?)(?: of the)? players?|the players|players|everyone|everybody)",
    "ONE": r"(?:an?|any|the|some|another) player",
    "WHO": r"(?:whoever|anyone who|(?:an?|any|each|every) player who|players who)",
    "THEY": r"(?:they|he|she|that player|the player|he or she|it|this player)",
    "DO": rf"(?:also |immediately )?(?:(?P<verb>{_VERBS}|loses)|(?P<may>may \w+)) (?P<rest>.+?)",
    "SUBJ": r"(?P<who>ALL|the \w+ player|the player|a player|players?)(?P<with>WITH)?",
    "NOT": r"(?:(?:may|can|must) ?(?:not|never)|cannot|can't)",
    "WITH": r" (?:with|without|who ha[sv]e?) .+?",
    "HAS": r"(?:costs?|is worth|are worth|has|have|gives?|brings?|yields?|provides?)",
    "OLD": r",? \(?(?:instead of|rather than) ",
}
"""Parts of the patterns of sentences, by their names there."""


def _pattern(text: str) -> re.Pattern[str]:
    for _ in range(2):
        text = re.sub(r"\b[A-Z]{2,4}\b", lambda name: _PARTS[name[0]], text)
    return re.compile(text, re.IGNORECASE)


_START = (
    _pattern(
        r"ALL (?:starts?|begins?)(?: (?:the|each|a)? ?game)?(?: with| having| by gaining)? (.+?)(?: at the (?:start|beginning))?"
    ),
    _pattern(r"(?:at|in) the (?:start|beginning)(?: of the game)?,? ALL \w+ (.+)"),
)
_HAS_NUMBER = _pattern(r"ALL (?:has|have) (.+)")
_REPLACED = _pattern(r"OLD(\d+)[\w ]*\)?$")
_CHANGE = _pattern(r"(?:the |an? )?(.+?) (?:now )?(HAS .*)")
_CLAUSE = _pattern(r"(HAS) (.+?)(?:OLD(.+?)\)?)?")
_SWAP = _pattern(r"\b(\d+)\b[^\d]*?OLD(\d+)\b")
_BOUND = _pattern(
    r"\b(?:at (?:the )?most|up to|NOT\b[^\d]*\bmore than|no more than|lasts?(?: for)?|ends? after|is worth|are worth) (\d+)\b"
    r"|\b(\d+) [\w ]*?at (?:the )?most\b"
)
_TRIGGERS = (
    _pattern(r"(?:whenever|when|each time|every time|after|if|once|as soon as) ONE (?P<act>.+?),? THEY DO"),
    _pattern(r"WHO (?P<act>.+?),? DO"),
    _pattern(r"(?:after|when|whenever) (?P<act>\w+ing .+?), (?:the player |they )?DO"),
)
_RAISED = re.compile(r"(?i)\b(?:(increase|raise)|decrease|lower|reduce)s? (?:the|their|his) (\w+)(?: of the player)? by (\d+)")
_REFUSALS = (
    _pattern(r"(?:an? |the |each )?players?(?P<who>WITH)? NOT (?P<act>.+)"),
    _pattern(r"(?:nobody|no player|no one)(?P<who>WITH)? (?:may|can) (?P<act>.+)"),
)
_TIMED = (
    _pattern(r"(?P<time>(?:at|after|before|in|on|during|each|every) (?!player).+?),? SUBJ DO"),
    _pattern(r"SUBJ DO,? (?P<time>(?:at the|after|before|during|in|at each|at every) .+|(?:each|every) \w+)"),
)
_NARROWED = re.compile(
    r"(?i)\b(?:more|less|fewer|extra|additional|double|twice|half|except|unless|only|first|last|most|another)\b"
)
"""Words of sentences without a shape that no draft keeps."""
_QUIET = {*key_stems("gain lose pay give cost bring worth hold allow receive")}
"""Verbs that a number says no more by."""


_EXTREME = re.compile(r"(?i) (?:with|who ha[sv]e?) the (most|highest|greatest|largest|least|fewest|lowest|smallest) (\w+)")


_IN_ROUND = re.compile(r"(?i)(?P<act>.+?) (?P<when>before|until|after|from|in) (?P<unit>round|turn|year|day) (?P<number>\d+)")


class Reading(NamedTuple):
    """Meanings of a sentence: drafts, each of which says all of it, and the form of such a rule."""

    drafts: tuple[Draft, ...]
    form: str


def read_sentence(text: str, names: Names) -> Reading | None:
    """Meanings of a definition that is a sentence, or of a rule with one in its braces; None where no shape is known."""
    head, sentence = "", text
    if rule := re.match(r'\s*(rule\s+\w+(?:\s+"[^"\n]*")?)\s*\{(.*)\}\s*$', text, re.DOTALL):
        head, sentence = rule[1], rule[2]
    plain = re.sub(r":\s", ", ", " ".join(re.sub(r"--.*", "", sentence).split()).rstrip(".! "))
    plain = re.sub(r"\(((?:instead of|rather than) [\w ]+)\)$", r"\1", plain)
    plain = re.sub(r"(?<=[a-z])_(?=[a-z])", " ", plain)
    if len(plain.split()) < 4 or _MARKS.search(plain) or len(plain) > 300:
        return None
    plain = re.sub(r"[A-Za-z]+", lambda word: _NUMBERS.get(word[0].lower(), word[0]), plain)
    reading = _Reader(names, head, plain).read()
    if reading is None and sentence.rstrip().endswith(".") and _NARROWED.search(plain):
        return Reading((), "")
    return reading


class _Reader(Vocabulary):
    """A reader of one sentence."""

    def __init__(self, names: Names, head: str, sentence: str) -> None:
        super().__init__(names)
        self.head, self.sentence = head, sentence

    def read(self) -> Reading | None:
        for shape in (
            self._read_start,
            self._read_change,
            self._read_refusal,
            self._read_number,
            self._read_trigger,
            self._read_time,
        ):
            reading = shape()
            if reading is not None:
                return reading
        return None

    def _match(self, patterns: Iterable[re.Pattern[str]]) -> re.Match[str] | None:
        return next((match for pattern in patterns if (match := pattern.fullmatch(self.sentence))), None)

    def _rule(self, part: str, name: str) -> Draft:
        """A rule with an attachment: the author's own, where the sentence stands in one."""
        return Draft(f"{self.head} {{ {part} }}" if self.head else write_rule(self.names, part, name))

    def _everybody(self, deeds: str, condition: str = "") -> str:
        order = (self.names.order if deeds.startswith("may") else "") or "players"
        return f"for each player in {order}{f' where {condition}' if condition else ''} {{ {deeds} }}"

    def _closest_actions(self, words: str) -> str:
        """The three actions whose names and titles have the most words of a text; phases where none has any."""
        goal_stems = set(key_stems(words))
        weights = {event: len(goal_stems & {*key_stems(event), *self.title_stems(event)}) for event in self.names.events}
        ordered = sorted((event for event in weights if weights[event]), key=lambda event: -weights[event]) or self.names.phases
        examples = ", ".join(f"`{self.names.call(event)}`" for event in ordered[:3])
        return f"; actions here are {examples}" if examples else ""

    # ---- shapes

    def _read_start(self) -> Reading | None:
        """`Each player starts the game with 2 more coins`, `Each player has 7 cards instead of 6`."""
        names, sentence = self.names, self.sentence
        replacement = _REPLACED.search(sentence)
        old, text = (replacement[1], sentence[: replacement.start()]) if replacement else ("", sentence)
        match = next((match for pattern in _START if (match := pattern.fullmatch(text))), None)
        amounts = self.read_amounts(match[1]) if match else None
        if match is None:
            match = _HAS_NUMBER.fullmatch(text)
            amounts = self.read_amounts(match[1]) if match else None
            if match is None or amounts is None or not amounts[0][0].is_field:
                return None
        event = names.setup
        form = "what players have at the start is changed by `change constant name = …` or `change game { … becomes … }`"
        if event:
            loop = self._everybody("…")
            form = f"what is done at the start is `rule name {{ after {names.call(event)} {{ {loop} }} }}`"
        if amounts is None:
            return Reading((), form)
        first = amounts[0][0] if len(amounts[0]) == 1 else None
        member = names.player_fields[first.name] if first is not None and first.is_field else None
        if first is not None and isinstance(member, s.Property) and member.default is not None:
            default = names.source(member.default)
            if not default.isdigit() or old not in ("", default):
                return Reading((), form)
            number = first.number + (int(default) if amounts[1] else 0)
            field = re.sub(r"=\s*[^=]*$", f"= {number}", names.source(member))
            return Reading((Draft(f"change kind player {{ {field} }}"),), form)
        setup = names.definitions.get(event) if event else names.game
        body = names.source(setup) if setup is not None else ""
        constants = {name: names.source(x.value) for name, x in names.definitions.items() if isinstance(x, s.Constant)}
        used = [name for name in constants if first is not None and re.search(rf"\bgain {name} {first.name}\b", body)]
        before = constants[used[0]] if used and (not amounts[1] or not event) else ""
        if first is not None and before.isdigit() and old in ("", before):
            number = first.number + (int(before) if amounts[1] else 0)
            return Reading((Draft(f"change constant {used[0]} = {number}"),), form)
        for name in constants if first is not None and not amounts[1] else ():
            part = rf"\b{old or '[0-9]+'} {first.name}\b" if first is not None else ""
            if re.search(rf"\bgains? {name}\b", body) and re.search(part, constants[name]) and first is not None:
                value = re.sub(part, f"{first.number} {first.name}", constants[name])
                return Reading((Draft(f"change constant {name} = {value}"),), form)
        given_names = {*re.findall(r"\w+", " ".join(re.findall(r"gains? ([^,\n}]+)", body)))}
        given_names |= {word for name in given_names & {*constants} for word in re.findall(r"\w+", constants[name])}
        if old or not event or (not amounts[1] and given_names & {amount.name for amount in amounts[0]}):
            number_reading = self._read_number()
            return number_reading if number_reading is not None and number_reading.drafts else Reading((), form)
        loop = self._everybody(self.write_deeds("gain", amounts[0]))
        return Reading((self._rule(f"after {names.call(event)} {{ {loop} }}", f"{event}_too"),), form)

    def _read_change(self) -> Reading | None:
        """`The mill costs 2 fish and is worth 3 points`, `The mill has 4 parts instead of 6`."""
        match = _CHANGE.fullmatch(self.sentence)
        thing = self.find_thing(match[1].split()) if match is not None else ""
        definition = self.names.definitions.get(thing)
        if match is None or not isinstance(definition, s.Object):
            return None
        form = f"what is changed of a thing is written in its braces: `change {definition.kind.text} {thing} {{ … }}`"
        clauses = re.split(r",? and (?=costs?\b|is worth|has\b|gives?\b|brings?\b|yields?\b)", match[2])
        new = [self._change_part(definition, clause) for clause in clauses]
        if not all(new):
            return Reading((), form)
        return Reading((Draft(f"change {definition.kind.text} {thing} {{ {', '.join(new)} }}"),), form)

    def _change_part(self, thing: s.Object, clause: str) -> str:
        """The part of an object that a clause tells anew."""
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            return ""
        verb, value, old = match[1].split()[-1].lower(), match[2], match[3] or ""
        fields = {name: x for name, x in self.names.fields(thing.kind.text).items() if isinstance(x, s.Property)}
        settings = {setting.name.text: self.names.source(setting.values[0]) for setting in thing.settings if setting.values}
        if verb in ("has", "have") and (count_match := re.fullmatch(r"(\d+) (\w+)", value)):
            own = next((name for name, x in fields.items() if key_stems(name) == key_stems(count_match[2])), "")
            return f"{own} {count_match[1]}" if settings.get(own) and old in ("", settings[own]) else ""
        member = next((name for name in fields if key_stems(name) == key_stems(verb)), "")
        before = settings.get(member, "")
        behaviour = self._find_behaviour(thing) if not member and re.match(r"(give|bring|yield|provide)", verb) else None
        if behaviour is not None and (gain_part := re.fullmatch(r"(?:may )?gain (\d+ \w+)", behaviour[1])):
            before = gain_part[1]
        unit = re.fullmatch(r"\d+ (\w+)", before)
        amounts = self.read_amounts(f"{value} {unit[1]}" if value.isdigit() and unit else value)
        if not before or amounts is None or any(amount.is_field for amount in amounts[0]):
            return ""
        replacement = self.read_amounts(f"{old} {unit[1]}" if old.isdigit() and unit else old) if old else None
        if old and (replacement is None or add_amounts(before, []) != add_amounts("", replacement[0])):
            return ""
        new = add_amounts(before if amounts[1] else "", amounts[0])
        if behaviour is not None and new:
            return f"{behaviour[0]} {{ {behaviour[1].replace(before, new)} }}"
        return f"{member} {new}" if new else ""

    def _find_behaviour(self, thing: s.Object) -> tuple[str, str] | None:
        """The one action that an object has for itself, and its statements on one line."""
        if len(thing.behaviours) != 1:
            return None
        body = self.names.source(thing.behaviours[0].body).strip()
        return thing.behaviours[0].name.text, " ".join(body.removeprefix("{").removesuffix("}").split())

    def _read_number(self) -> Reading | None:
        """A number in the place of another: a constant, or a number that an action or the game itself has."""
        swap, bound = _SWAP.search(self.sentence), _BOUND.search(self.sentence)
        if swap is None and bound is None:
            return None
        new, old = (swap[1], swap[2]) if swap is not None else ((bound[1] or bound[2]) if bound is not None else "", "")
        plain = re.sub(rf"\b(?:instead of|rather than) {old}\b", " ", self.sentence) if old else self.sentence
        unit = re.search(rf"\b{new}\s+(?:extra |more )?(\w+)", plain)
        words = re.sub(r"\d+", " ", plain)
        outcomes: dict[str, int] = {}
        for name, constant in self.names.definitions.items():
            value = self.names.source(constant.value) if isinstance(constant, s.Constant) else ""
            own = set(key_stems(name))
            if not value.isdigit() or value == new or (old and value != old) or not own or not own <= number_stems(words):
                continue
            left = {*key_stems(words)} - number_stems(name) - self._context(name) - {*key_stems(unit[1] if unit else "")}
            if not left - _QUIET if old else not left - {*key_stems("worth")}:
                outcomes[f"change constant {name} = {new}"] = len(own)
        if outcomes:
            best = [text for text, weight in outcomes.items() if weight == max(outcomes.values())]
            return Reading(tuple(Draft(text) for text in best), "")
        constants = [name for name, x in self.names.definitions.items() if isinstance(x, s.Constant)]
        weights = {name: len(number_stems(words) & set(key_stems(name))) for name in constants}
        alike = sorted((name for name in constants if weights[name]), key=lambda name: -weights[name])[:3]
        form = "a number with a name is changed by `change constant name = …`, "
        form += "one in an action by `change action name { … becomes … }`"
        form += f"; constants here are {', '.join(f'`{name}`' for name in alike)}" if alike else ""
        return Reading(tuple(self._swap_numbers(old, new, plain)), form)

    def _context(self, name: str) -> set[str]:
        """The stems of what is said and named where a constant is used: lines of paragraphs, titles and names of definitions."""
        matches: set[str] = set()
        for file in self.names.files:
            for line in re.findall(rf"^\|.*\{{{name}\b.*$|^constant {name}\b.*--.*$", file.text, re.MULTILINE):
                matches |= {*key_stems(line)}
        for other, definition in self.names.definitions.items():
            if isinstance(definition, s.Action | s.Value | s.Condition | s.Sequence) and any(
                isinstance(node, s.Reference) and node.name == name for node in nodes_of(definition)
            ):
                matches |= {*key_stems(other), *self.title_stems(other)}
        return matches

    def _swap_numbers(self, old: str, new: str, text: str) -> Iterator[Draft]:
        """A number in an action, a phase, the game or the action of an object, with another in its place."""
        match = re.search(rf"\b{new} (\w+)", text)
        resource = self.find_thing([match[1]]) if match is not None else ""
        if match is not None and old and isinstance(self.names.definitions.get(resource), s.Resources | s.Group):
            wording = {*key_stems(re.sub(rf"\b\d+ {match[1]}|\bfirst\b", " ", text))} - _QUIET
            swap, quantity = f"{old} {resource} becomes {new} {resource}", rf"\b{old} {resource}\b"
            for name, definition in self.names.definitions.items():
                if (
                    not isinstance(definition, s.Action | s.Object)
                    or not wording
                    or not wording <= {*key_stems(name), *self.title_stems(name)}
                ):
                    continue
                source = self.names.source(definition)
                if len(re.findall(quantity, source)) != 1:
                    continue
                if isinstance(definition, s.Action):
                    is_first = re.search(rf"if size of \w+ is 0 \{{[^}}]*{quantity}", source) is not None
                    if is_first == (re.search(r"\bfirst\b", text) is not None):
                        yield Draft(f"change {'phase' if definition.is_phase else 'action'} {name} {{ {swap} }}")
                    continue
                for part in definition.behaviours:
                    if re.search(quantity, self.names.source(part)):
                        yield Draft(f"change {definition.kind.text} {name} {{ {part.name.text} {{ {swap} }} }}")
        elif self.names.game is not None and {*key_stems(re.sub(r"game|\d+", "", text.lower()))} <= {*key_stems("round last")}:
            body = self.names.source(self.names.game.body)
            count = re.search(r"\brepeat(?: at most)? (\d+)\b|\bin 1 to (\d+)\b", body)
            before = (count[1] or count[2]) if count else ""
            if before and old in ("", before) and len(re.findall(rf"\b{before}\b", body)) == 1:
                yield Draft(f"change game {{ {before} becomes {new} }}")

    # ---- what players do

    def _kinds(self, params: Iterable[s.Param]) -> dict[str, str]:
        """The kinds of parameters but for the acting player."""
        kinds = {param.name.text: param.type.name if param.type is not None else param.name.text for param in params}
        return {name: kind for name, kind in kinds.items() if name != PLAYER}

    def _choices(self) -> Iterator[tuple[str, s.Option, str, str]]:
        """The options of all actions: the action that offers each, its own words, and these with the words of the question."""
        for name, definition in self.names.definitions.items():
            for node in nodes_of(definition) if isinstance(definition, s.Action) else ():
                if not isinstance(node, s.Choose):
                    continue
                for option in node.options:
                    if option.name is not None:
                        texts = [self.names.source(text) if text is not None else "" for text in (option.text, node.prompt)]
                        texts = [re.sub(r"\{[^}]*\}", " ", text) for text in texts]
                        naming = " ".join([option.name.text, *self.names.effects.get(option.name.text, ()), texts[0]])
                        yield name, option, naming, f"{naming} {texts[1]}"

    def _choice_kinds(self, option: s.Option) -> dict[str, str]:
        """The kinds of what is chosen for an option: by the names of choices, or of what they are chosen from."""
        kinds, plurals = {}, {x.plural.text: name for name, x in self.names.kinds.items() if x.plural is not None}
        for choice in option.choices:
            source = self.names.source(choice.source)
            home = self.names.definitions.get(source)
            kind = home.kind.text if isinstance(home, s.Row | s.ListState) and home.kind is not None else plurals.get(source, "")
            kinds[choice.name.text] = choice.name.text if choice.name.text in self.names.kinds else kind
        return kinds

    def _read_trigger(self) -> Reading | None:
        """`Whenever a player builds a mill, they gain 1 coin`, `Whoever passes loses 1 coin`."""
        self.sentence = _RAISED.sub(
            lambda raise_match: f"{'gain' if raise_match[1] else 'lose'} {raise_match[3]} {raise_match[2]}", self.sentence
        )
        match = self._match(_TRIGGERS)
        if match is None:
            return None
        act, verb = match["act"], (match["verb"] or match["may"]).lower()
        deeds = self.read_outcome(verb, match["rest"])
        form = f"what happens after something is done is `rule name {{ after ACTION where … {{ {deeds or '…'} }} }}`"
        form += self._closest_actions(act)
        phrase = self.read_phrase(act)
        if phrase is None or re.search(r"\binstead\b", self.sentence):
            return Reading((), form)
        more = self._add_to_action(phrase, verb, match["rest"])
        if more is not None or not deeds:
            return Reading((more,) if more is not None else (), form)
        if phrase.verb == "gain":
            thing = self.find_thing(phrase.words)
            is_one = isinstance(self.names.definitions.get(thing), s.Resources | s.Group) and not phrase.condition
            part = f"after player gains {thing} {{ {deeds} }}"
            return Reading((self._rule(part, f"{thing}_too"),) if is_one and thing not in deeds.split() else (), form)
        outcomes: dict[str, tuple[float, str]] = {}
        for name, action in self.names.definitions.items():
            if not isinstance(action, s.Action) or PLAYER not in self.names.params(name):
                continue
            offers = [x for x in self._choices() if x[1].name and name in self.names.effects.get(x[1].name.text, ())]
            own = f"{name} {action.title.text if action.title is not None else ''}"
            if phrase.verb not in {*self.verb_stems(" ".join([own, *(x[2] for x in offers)])), *key_stems(name)[:1]}:
                continue
            condition = self.bind_phrase(phrase, self._kinds(action.params), key_stems(" ".join([own, *(x[3] for x in offers)])))
            if condition is not None:
                asks = any(isinstance(node, s.Choose) for node in nodes_of(action)) or any(
                    isinstance(node, s.Choose) for call in self._calls(action) for node in nodes_of(call)
                )
                strange = {*key_stems(name)} - {*key_stems(act)} - {phrase.verb}
                weight = (
                    2.0 * bool(offers) + (phrase.verb in self.verb_stems(own)) - 0.5 * len(strange) + bool(condition) - 2 * asks
                )
                where = f" where {condition}" if condition else ""
                outcomes[f"after {self.names.call(name)}{where} {{ {deeds} }}"] = weight, name
        best = max((weight for weight, _ in outcomes.values()), default=0)
        drafts = [self._rule(part, f"{name}_too") for part, (weight, name) in outcomes.items() if weight == best]
        return Reading(tuple(drafts), form)

    def _calls(self, action: s.Action) -> list[s.Definition]:
        """The actions that an action does."""
        calls = [node.call for node in nodes_of(action) if isinstance(node, s.Do)]
        callees = [call.function.name for call in calls if isinstance(call, s.Call) and isinstance(call.function, s.Reference)]
        return [self.names.definitions[name] for name in callees if name in self.names.definitions]

    def _add_to_action(self, phrase: Phrase, verb: str, rest: str) -> Draft | None:
        """An action of a thing that words name, with more of what it gives."""
        thing, amounts = self.find_thing(phrase.words), self.read_amounts(rest)
        definition = self.names.definitions.get(thing)
        if not isinstance(definition, s.Object) or amounts is None or phrase.condition or verb.rstrip("s") not in GAINS:
            return None
        behaviour = self._find_behaviour(definition)
        if behaviour is None or phrase.verb not in key_stems(behaviour[0]):
            return None
        gain_part = re.fullmatch(r"gain (.+)", behaviour[1])
        new = add_amounts(gain_part[1], amounts[0]) if gain_part else ""
        deeds = f"gain {new}" if new else f"{behaviour[1]}, {self.write_deeds('gain', amounts[0])}"
        return Draft(f"change {definition.kind.text} {thing} {{ {behaviour[0]} {{ {deeds} }} }}")

    def _read_refusal(self) -> Reading | None:
        """`Players may not build mills`, `Nobody may play a card on their own stall`."""
        match = self._match(_REFUSALS)
        if match is None:
            return None
        if re.search(r"\bmore than \d", match["act"]) and (limit := self._read_number()) is not None and limit.drafts:
            return limit
        in_round = _IN_ROUND.fullmatch(match["act"])
        act, round_condition = (in_round["act"], self._write_round(in_round)) if in_round is not None else (match["act"], "")
        if in_round is not None and not round_condition:
            return None
        phrase = self.read_phrase(f"{act}{match['who'] or ''}")
        reason = self.sentence[0].lower() + self.sentence[1:]
        outcomes: dict[str, str] = {}
        heads: dict[str, int] = {}
        for action, option, naming, wording in self._choices():
            name = option.name.text if option.name else ""
            params = self._choice_kinds(option)
            head = f"{name}({', '.join(params)}) in {action}" if params else f"{name} in {action}"
            heads[head] = len({*key_stems(match["act"])} & {*key_stems(wording)})
            if phrase is None or phrase.verb not in {*self.verb_stems(naming), *key_stems(name)[:1]}:
                continue
            condition = None
            for required, given_names in re.findall(r"\brequire (\w+)\(([^()]*)\)", self.names.source(option.body)):
                definition, arguments = self.names.definitions.get(required), re.split(r"\s*,\s*", given_names)
                is_whole = arguments == self.names.params(required) and {*params} <= {*arguments}
                if isinstance(definition, s.Condition) and is_whole and params:
                    condition, head = (
                        self.bind_phrase(phrase, self._kinds(definition.params), key_stems(wording)),
                        self.names.call(required),
                    )
                    break
            else:
                condition = self.bind_phrase(phrase, params, key_stems(wording))
            if condition:
                where = f"{condition} and {round_condition}" if round_condition else condition
                outcomes[f'forbid {head} where {where} "{reason}"'] = f"{name}_rule"
        examples = [f"`{head}`" for head in sorted(heads, key=lambda head: -heads[head])[:3]]
        form = 'what is not allowed is `rule name { forbid OPTION where … "reason" }`'
        form += f"; options here are {', '.join(examples)}" if examples else ""
        return Reading(tuple(self._rule(part, name) for part, name in outcomes.items()), form)

    def _write_round(self, in_round: re.Match[str]) -> str:
        """The condition that the game has come to a round, or not, where a number of the table counts the rounds."""
        states = [x.name.text for x in self.names.definitions.values() if isinstance(x, s.State) and x.type.name == "number"]
        counter = next((name for name in states if key_stems(name) == key_stems(in_round["unit"])), "")
        sign = {"before": "<", "until": "<", "after": ">", "from": ">=", "in": "is"}[in_round["when"].lower()]
        return f"{counter} {sign} {in_round['number']}" if counter else ""

    # ---- times

    def _read_time(self) -> Reading | None:
        """`At the end of the game, each player scores 1 point for each fish`, `Each player gains 1 coin after the income`."""
        match = self._match(_TIMED)
        if match is None:
            return None
        deeds = self.read_outcome((match["verb"] or match["may"]).lower(), match["rest"])
        form = f"what happens at a time is `rule name {{ after ACTION {{ {self._everybody(deeds or '…')} }} }}`"
        form += self._closest_actions(match["time"])
        if extreme := _EXTREME.fullmatch(match["with"] or ""):
            return Reading(tuple(self._write_extreme(extreme, match["who"], deeds, match["time"].lower())), form)
        phrase = self.read_phrase(f"do{match['with']}") if match["with"] else Phrase("do", "", ())
        if not re.fullmatch(_PARTS["ALL"], match["who"], re.I) or not deeds or phrase is None or phrase.words:
            return Reading((), form)
        time = match["time"].lower()
        loop = self._everybody(deeds, phrase.condition)
        drafts = [self._rule(f"{head} {{ {loop} }}", f"{re.split(r'[ (]', head)[1]}_too") for head in self._find_times(time)]
        gain_part = re.fullmatch(rf"gain (.+) {self.names.points}", deeds) if self.names.points else None
        if gain_part and not self.names.final and re.search(r"\bend\b.*\bgame\b", time):
            where = f" where {phrase.condition}" if phrase.condition else ""
            drafts = [self._rule(f"score(player) is more by {gain_part[1]}{where}", "score_too")]
        return Reading(tuple(drafts), form)

    def _write_extreme(self, extreme: re.Match[str], who: str, deeds: str, time: str) -> Iterator[Draft]:
        """`The player with the most coins loses 1 coin`: of several with as many, the first."""
        resource = self.find_thing([extreme[2]])
        is_number = isinstance(self.names.definitions.get(resource), s.Resources | s.Group)
        number = resource if is_number else self.find_field(extreme[2])
        if not number or not who.lower().startswith("the ") or not re.match(r"(gain|lose)\b[^,]*$", deeds):
            return
        how = "most" if extreme[1].lower() in ("most", "highest", "greatest", "largest") else "fewest"
        name = self.names.new_name("leading" if how == "most" else "last", "player")
        verb, amount = deeds.split(" ", 1)
        body = f"let {name} = first player in players with {how} player.{number}, {name} {verb}s {amount}"
        for head in self._find_times(time):
            yield self._rule(f"{head} {{ {body} }}", f"{re.split(r'[ (]', head)[1]}_too")._replace(
                note="of several with as many, the first of `players` is taken"
            )

    def _find_times(self, words: str) -> list[str]:
        """The heads of attachments for a time, as `after action()`: of two readings both."""
        names = self.names
        is_late = re.search(r"\b(end|close)\b|^after\b", words) is not None
        is_early = re.search(r"\b(start|beginning|outset)\b|^before\b", words) is not None
        place = re.sub(r"\b(start|beginning|outset|end|close|phase|step|very|during|after|before)\b", " ", words)
        goal_stems = key_stems(place)
        if re.search(r"\bgame\b", words):
            event = "" if goal_stems else names.setup if is_early else names.final if is_late else ""
            return [f"after {names.call(event)}"] if event else []
        turn = {*key_stems(names.turn.name.text), *self.title_stems(names.turn.name.text)} if names.turn else set()
        if names.phases and goal_stems and {*goal_stems} <= {*key_stems("round"), *turn}:
            heads = [f"before {names.phases[0]}()"] if is_early or not is_late else []
            return [*heads, *([f"after {names.phases[-1]}()"] if is_late or not is_early else [])]
        when = "before" if is_early else "after"
        for event in (*names.phases, *names.events):
            if goal_stems and goal_stems in (key_stems(event), self.title_stems(event)):
                return [f"{when} {names.call(event)}"]
        alike = [phase for phase in names.phases if goal_stems and {*goal_stems} <= {*key_stems(phase), *self.title_stems(phase)}]
        return [f"{when} {alike[0]}()"] if len(alike) == 1 else []
