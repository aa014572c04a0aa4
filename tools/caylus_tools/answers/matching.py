"""Match a line that somebody types, say what keeps something from being chosen, and take what is wished for unasked.

The game asks all the same; whoever puts its questions before people asks here first, and says what was taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import UnknownThing, model as m
from caylus.english import UNOFFERED
from caylus.panels import collect_rows

from caylus_tools.common.english import capitalize, join_words
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import Glossary, Term, Ways
from caylus_tools.verbalize.prose import Ref

from .current_state import say_way

if TYPE_CHECKING:
    from caylus import Decision, Option, Reason, Ruleset

    from caylus_tools.screen.scene import Choice


_WORD = re.compile(r"\w+")


def exact(text: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice of this key, or of this id."""
    choices_by_key = {choice.key: choice for choice in choices}
    return choices_by_key.get(text) or next((choice for choice in choices if choice.option.id == text), None)


def alike(text: str, choices: Sequence[Choice], rules: Ruleset) -> list[Choice]:
    """The choices that may be meant: the one about the thing of this name or title, or all with these words, or with words
    that begin so, each of which is typed once and in any order."""
    names = {thing.name for thing in things(text, rules)}
    about = [choice for choice in choices if names & {str(value) for value in choice.option.data["choices"].values()}]
    if len(about) == 1 or len(text) < 2:
        return about
    typed_words = _words(text)
    if not typed_words:
        return []
    whole = [choice for choice in choices if any(_contains_words(typed_words, words) for words in _texts(choice))]
    return whole or [choice for choice in choices if any(_begin(typed_words, words) for words in _texts(choice))]


def _texts(choice: Choice) -> list[list[str]]:
    """The words of a choice, as the screen has them and as the rules do."""
    return [_words(choice.text), _words(choice.option.text)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _contains_words(typed_words: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether these words stand after each other among the others."""
    return any(words[start : start + len(typed_words)] == typed_words for start in range(len(words) - len(typed_words) + 1))


def _begin(typed_words: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each of these is the beginning of another word; a number only of itself."""
    left = list(words)
    for one in sorted(typed_words, key=len, reverse=True):
        match = next((word for word in left if word == one or (word.startswith(one) and not one.isdecimal())), None)
        if match is None:
            return False
        left.remove(match)
    return True


def things(text: str, rules: Ruleset) -> list[m.Object]:
    """The things of this name or title; no spaces, which are called as they are numbered."""
    everything = {thing.name: thing for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named}
    return [thing for thing in everything.values() if text == thing.name or text.casefold() == thing.title.casefold()]


def ids(text: str, decision: Decision, rules: Ruleset) -> list[str]:
    """The ids of a choice that is not offered now: as was typed, or a choice of the sorts on offer of the thing typed."""
    sorts = dict.fromkeys(option.data["option"] for option in decision.options)
    names = dict.fromkeys([text, *(thing.name for thing in things(text, rules))])
    return [text, *(f"{sort} {name}" for sort in sorts for name in names)]


_FEW = 8
"""So many keys are named."""


def why_not(text: str, decision: Decision, choices: Sequence[Choice], rules: Ruleset, view: Mapping[str, Any]) -> Iterator[str]:
    """Says of any words why nothing that they may mean is offered, or that it is."""
    keys = [choice.key for choice in choices]
    if not text:
        example = next(thing.title for kind in rules.model.kinds.values() for thing in kind.objects)
        yield f"name what is not offered: a key, or a thing, as in `why {example}`"
    elif exact(text, choices) or any(option.id in ids(text, decision, rules) for option in decision.options):
        yield f"`{text}` is offered"
    else:
        explanations = [*refusals(text, decision, rules)] or [*other_places(text, rules, view)]
        few = f"`{text}` is no choice here; the keys are {join_words(keys)}" if 0 < len(keys) <= _FEW else ""
        yield from explanations or [few or f"nothing called `{text}` could be offered here"]


def refusals(text: str, decision: Decision, rules: Ruleset) -> Iterator[str]:
    """The reasons why a choice of these words is not offered; nothing if it never could be."""
    reasons_by_id: dict[str, tuple[Reason, ...]] = {}
    for id_ in ids(text, decision, rules):
        with suppress(UnknownThing):
            reasons = decision.why_not(id_)
            is_there = all(reason.text != UNOFFERED for reason in reasons)  # nobody asks the price of what is not there
            reasons_by_id[id_] = tuple(one for one in reasons if is_there or one.ground["kind"] not in ("price", "lack"))
    explanations: list[tuple[str, ...]] = []
    for id_, reasons in reasons_by_id.items():
        texts = tuple(reason.text for reason in reasons)
        if texts in explanations:  # a space, and the choice that names it
            continue
        explanations.append(texts)
        yield f"`{id_}` is not offered:"
        yield from dict.fromkeys(
            f"  {reason.text}   ({f'printed rules: {reason.see}' if reason.see else f'{reason.file}:{reason.line}'})"
            for reason in reasons
        )


def other_places(text: str, rules: Ruleset, view: Mapping[str, Any]) -> Iterator[str]:
    """The other places in the game where something is chosen or done, if it is no matter of this decision."""
    ways = Ways(rules.model)
    for term in Glossary(rules).find_terms(text):
        if term.sort == "phase":
            now = f"; this is {view['phase']['title']}" if view["phase"] else ""
            yield f"{term.title} is another phase{f' (printed rules: {term.see})' if term.see else ''}{now}"
            continue
        through = _ways_to_term(term, ways, rules)
        if through:
            yield f"{capitalize(term.title)} cannot be chosen now; it comes into play by"
            thing, definitions = _find_thing(term.name, rules), Definitions(rules)
            words = (say_way(ref, thing, definitions) if thing is not None else ref.text for ref in through)
            yield from (f"  {text}{_whereabouts(ref, rules, view)}" for ref, text in zip(through, words, strict=True))


def _find_thing(name: str, rules: Ruleset) -> m.Object | None:
    return next((x for kind in rules.model.kinds.values() for x in kind.root.objects if x.name == name), None)


def _ways_to_term(term: Term, ways: Ways, rules: Ruleset) -> list[Ref]:
    thing = _find_thing(term.name, rules)
    if thing is not None:
        return ways.ways_to(thing)
    action = rules.model.actions.get(term.name)
    return ways.to_action(action) if action is not None else []


def _whereabouts(ref: Ref, rules: Ruleset, view: Mapping[str, Any]) -> str:
    """The place of a thing that leads to something, if it lies on spaces: perhaps nowhere yet."""
    thing = _find_thing(ref.name, rules)
    places = [(space["name"], value) for row in collect_rows(view).values() for space in row for value in space.values()]
    if thing is None or not any(_is_like(value, thing.kind.root.name, view) for _, value in places):
        return ""
    there = [place for place, value in places if value == ref.name]
    return f": on {', '.join(there)}" if there else ": none is on the table"


def _is_like(value: object, kind: str, view: Mapping[str, Any]) -> bool:
    return value in view["objects"].get(kind, ()) if isinstance(value, str) else False


class Wish(NamedTuple):
    """A wish that somebody may have, in words; `holds` says whether everybody has it until they say otherwise."""

    name: str
    title: str
    holds: bool = False


_USUAL = Wish("usual", "accept every offer that costs nothing", holds=True)


class Wishes:
    """Those that there are in games of a ruleset: what costs nothing, and what the manifest names."""

    def __init__(self, rules: Ruleset) -> None:
        self._named: Mapping[str, Mapping[str, str]] = rules.manifest.get("wishes", {})
        wishes = (Wish(name, wish["title"]) for name, wish in self._named.items())
        self.offered = tuple({wish.name: wish for wish in (_USUAL, *wishes)}.values())

    def find_option(
        self, decision: Decision, get_view: Callable[[], Mapping[str, Any]], wish_names: Collection[str]
    ) -> Option | None:
        """The option that is taken for a player of such wishes; None where they have to be asked.

        `get_view` gives the view of the table that they have, where a wish depends on it.
        """
        if _USUAL.name in wish_names and decision.usual is not None:
            return decision.usual
        asking = {rule["name"] for rule in decision.rules}
        for name, wish in self._named.items():
            if name in wish_names and wish["asks"] in asking and not _is_concerned(decision.player, wish, get_view):
                matches = [option for option in decision.options if option.data["option"] == wish["answer"]]
                return matches[0] if len(matches) == 1 else None
        return None


def _is_concerned(player: str, wish: Mapping[str, str], get_view: Callable[[], Mapping[str, Any]]) -> bool:
    """Return whether the player wants to be asked after all; so they do where they may not see what that rests on."""
    return "unless" in wish and get_view()["values"][wish["unless"]][player] is not False
