"""Describe what a choice, a space or anything else with a name is, as a rulebook says it, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus.diagnostics import as_words
from caylus.panels import collect_rows

from caylus_tools.authoring.show import ResolvedText
from caylus_tools.common.english import capitalize, join_words
from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import Glossary, Term, Ways, bare, find_title, titles
from caylus_tools.verbalize.objects import join_texts
from caylus_tools.verbalize.prose import OPEN, Step, make_sentences, plain

if TYPE_CHECKING:
    from caylus import Option, Ruleset, model as m

    from caylus_tools.verbalize.prose import Ref


View = Mapping[str, Any]


class Standing:
    """Of the things and the players of one view."""

    def __init__(self, rules: Ruleset, view: View) -> None:
        self._model = rules.model
        labels: dict[str, str] = {player["name"]: player["label"] for player in view["players"]}
        self._titles = {**titles(rules), **labels}

    def describe(self, name: str, view: View) -> Iterator[str]:
        """Sentences about something by its name; none of what does not change."""
        whose, _, field = name.rpartition(".")
        if whose == "player" or name in view["players"][0]["resources"]:
            phrases = [
                f"{player['label']}: {self._describe_possession(field, player)}"
                for player in view["players"]
                if field not in player["rows"]
            ]
            if phrases:
                yield f"Now {'; '.join(phrases)}."
        elif name in view["table"] or name in view["lists"]:
            yield f"Now: {self.value(view['lists'].get(name) if name in view['lists'] else view['table'][name])}."
        elif name in view["values"] and not _is_long(view["values"][name]):
            yield f"Now: {self.value(view['values'][name])}."
        elif name in self._things(view):
            thing = next((x for x in self._things(view)[name].root.objects if x.name == name), None)
            is_space = thing is not None and thing.row is not None
            row_name = self._things(view)[name].root.called if is_space else None
            states = self.describe_changes(name, view, but=str(self._states(name, view).get(row_name)) if row_name else "")
            if states:
                yield f"On {self.value(name)}: {states}." if is_space else f"Now: {states}."
            for row_name, row in collect_rows(view).items():
                for space in row:
                    if name in (value for key, value in space.items() if key != "name"):
                        others = self.describe_changes(space["name"], view, but=name)
                        place = self.value(space["name"]) if len(row) > 1 else find_title(self._row(row_name))
                        yield f"It is on {place}{f': {others}' if others else ''}."

    def describe_player(self, player: Mapping[str, Any], view: View) -> Iterator[str]:
        """Describe all that is seen of a player: what they have, their place in every order, what is theirs on the table."""
        name = player["name"]
        yield f"{player['label']} · player"
        player_values = {**player["resources"], **player["state"], **player["lists"]}
        has = [
            f"{self._called(of)} {self.value(now)}"
            for of, now in player_values.items()
            if self.value(now) not in ("none", "no", "0")
        ]
        hidden = [self.value(of) for of, now in player["resources"].items() if now is None]
        yield f"  Has: {', '.join(has) or 'nothing'}."
        if hidden:
            yield f"  Hidden from you: {', '.join(hidden)}."
        values = {of: now[name] for of, now in view["values"].items() if isinstance(now, Mapping) and name in now}
        phrases = [
            f"{self._called(of)}: {self.value(now)}"
            for of, now in values.items()
            if now is True or (now and isinstance(now, int))
        ]
        if phrases:
            yield f"  {'; '.join(phrases)}."
        places = [
            f"{self._called(of)}: place {members.index(name) + 1}" for of, members in view["lists"].items() if name in members
        ]
        if places:
            yield f"  {capitalize('; '.join(places))}."
        if belongings := [f"as {state}: {', '.join(things)}" for state, things in self._belongings(name, view).items()]:
            yield f"  On the table {'; '.join(belongings)}."

    def _called(self, name: str) -> str:
        """The title of a value, a list of the table, or something that players have."""
        model, player = self._model, self._model.kinds["player"]
        if name in model.values:
            return model.values[name].site.title or self.value(name)
        fields: dict[str, m.State | m.ListState] = {**model.lists, **player.states, **player.lists}
        return bare(fields[name]).text if name in fields else self.value(name)

    def _belongings(self, player: str, view: View) -> dict[str, list[str]]:
        """By the title of a state, the spaces and the things whose state is this player."""
        belongings: dict[str, list[str]] = {}
        for kind in self._model.kinds.values():
            for thing, states in view["objects"].get(kind.name, {}).items():
                for state in (state for state, value in states.items() if value == player):
                    belongings.setdefault(self._title(kind, state), []).append(self.value(thing))
        for row_name, row in collect_rows(view).items():
            of = self._row(row_name)
            for space in row:
                lies = space.get(of.kind.root.called or "")
                for state in (state for state, value in space.items() if value == player):
                    title = self.value(lies) if isinstance(lies, str) else ""
                    place = self.value(space["name"])
                    belongings.setdefault(self._title(of.kind, state), []).append(f"{title} ({place})" if title else place)
        return belongings

    def _describe_possession(self, name: str, player: Mapping[str, Any]) -> str:
        if name in player["resources"]:
            return "hidden from you" if player["resources"][name] is None else str(player["resources"][name])
        return self.value({**player["state"], **player["lists"]}.get(name))

    def describe_changes(self, name: str, view: View, but: str = "") -> str:
        """The states of a thing or a space that are not none or no."""
        kind = self._things(view).get(name)
        if kind is None:
            return ""
        states = self._states(name, view)
        phrases = []
        for state, value in states.items():
            is_told = value is not None and value is not False and value != but and value != []
            if state != "name" and is_told and not self._is_at_start(kind, name, state, value):
                title = self._title(kind, state)
                phrases.append(title if value is True else f"{title} {self.value(value)}")
        return ", ".join(phrases)

    def _is_at_start(self, kind: m.Kind, name: str, state: str, value: Any) -> bool:
        """Return whether a number is what it is when a game begins, which says nothing of how the thing stands now."""
        above = next((above for above in kind.lineage if state in above.states), None)
        thing = next((x for x in kind.root.objects if x.name == name), None)
        if above is None or thing is None or above.states[state].indices or not isinstance(value, int):
            return False
        initial = above.states[state].initial
        return bool(initial[thing.id if thing.id < len(initial) else 0] == value)

    def value(self, value: Any) -> str:
        """A value of a view in words; of what is hidden that it is there."""
        if isinstance(value, Mapping):
            if value == {"there": True}:
                return "hidden"
            if value and all(isinstance(part, bool) for part in value.values()):
                return ", ".join(self.value(key) for key, part in value.items() if part) or "none"
            return ", ".join(f"{self.value(key)} {self.value(part)}" for key, part in value.items() if part) or "none"
        if isinstance(value, list):
            return ", ".join(map(self.value, value)) or "none"
        if value is None or isinstance(value, bool):
            return {None: "none", True: "yes", False: "no"}[value]
        return self._titles.get(str(value), str(value))

    # ---- the view

    def _row(self, row_name: str) -> m.Row:
        """A row of the table or of a player, by what a view calls it."""
        return self._model.rows.get(row_name) or self._model.kinds["player"].rows[row_name.rpartition(" ")[2]]

    def _things(self, view: View) -> Mapping[str, m.Kind]:
        """The kinds of everything that a view has states of, by its name there."""
        kinds = self._model.kinds
        kinds_by_name = {name: kinds[kind] for kind, things in view["objects"].items() for name in things}
        for row_name, row in collect_rows(view).items():
            of = self._row(row_name)
            kinds_by_name |= {space["name"]: of.kind for space in row}
        return kinds_by_name

    def _states(self, name: str, view: View) -> Mapping[str, Any]:
        spaces = {space["name"]: space for row in collect_rows(view).values() for space in row}
        states: Mapping[str, Any] = next(group[name] for group in (*view["objects"].values(), spaces) if name in group)
        return states

    def _title(self, kind: m.Kind, state: str) -> str:
        for above in kind.lineage:
            if (field := above.states.get(state)) is not None:
                return bare(field).text
            if (member_kind := above.lists.get(state)) is not None:
                return find_title(member_kind)
        return state


def find_player(words: str, view: View) -> Mapping[str, Any] | None:
    """The player of this name or label, or the one whose name or label alone begins so."""
    query = words.casefold()
    names = [(player, {player["name"].casefold(), player["label"].casefold()}) for player in view["players"]]
    whole = [player for player, aliases in names if query in aliases]
    prefix_matches = [player for player, aliases in names if len(query) > 2 and any(name.startswith(query) for name in aliases)]
    return next((matches[0] for matches in (whole, prefix_matches) if len(matches) == 1), None)


def _is_long(value: Any) -> bool:
    """Return whether a value is one for each of many: a table of its own."""
    return isinstance(value, Mapping) and any(isinstance(part, (Mapping, list)) for part in value.values())


SOURCE = "--source "
_MOST_MEANT = 8
"""Of more things that words may mean, these are named."""


def say_way(ref: Ref, thing: m.Object, definitions: Definitions) -> str:
    """The title of a rule that brings a thing; what the rule says, where it is called as the thing or a kind of it is."""
    names = {f"{thing.title}s", *(name for kind in thing.kind.lineage for name in (find_title(kind), as_words(kind.plural)))}
    texts = definitions.paragraphs.texts(ref.name) if ref.text.casefold() in {name.casefold() for name in names} else ()
    sentences = next(join_texts(texts)).split(". ")[:2] if texts else []
    return f"{ref.text} ({'. '.join(sentences).removesuffix('.')})" if sentences else ref.text


class Info:
    """Speaks of the things of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._definitions = Definitions(rules)
        self._objects = self._definitions.objects
        self._glossary = Glossary(rules)
        self._resolved = ResolvedText(rules)
        self._ways = Ways(rules.model)

    def tell(self, name: str, option: Option | None, view: Mapping[str, Any]) -> Iterator[str]:
        """`name` may be a space and whatever has a name, or be the key of a choice. Raises `UsageError` for others.

        Behind `--source` it is shown as it is written.
        """
        self._standing = Standing(self._rules, view)
        if not name:
            raise UsageError("what about? a choice's key, a space or a thing has to follow")
        if name.startswith(SOURCE):
            yield self._source(name.removeprefix(SOURCE).strip(), view)
        elif option:
            things = [choice for choice in map(str, option.data["choices"].values()) if self._objects.get(choice)]
            for thing in things:
                yield from self._thing(thing, view)
            if not things:
                yield "The rules say no more of this choice."
        elif player := find_player(name, view):
            yield from self._standing.describe_player(player, view)
        elif (space := self._objects.get(name)) is not None and space.row is not None:
            yield from self._thing(name, view)
        else:
            yield from self._find_names(name, view)

    def _find_names(self, words: str, view: Mapping[str, Any]) -> Iterator[str]:
        terms = self._glossary.find_terms(words)
        if not terms:
            raise UsageError(f"nothing is called `{words}` in {self._rules.title}{self._resolved.suggest_name(words)}")
        titles = {term.title.casefold(): term.title for term in terms}
        if len(titles) > 1:
            names = [*titles.values()][:_MOST_MEANT]
            yield f"`{words}` may be {join_words(names, 'or')}{' …' if len(titles) > _MOST_MEANT else ''}."
            return
        for term in terms:
            yield from self._thing(term.name, view) if self._objects.get(term.name) else self._term(term, view)

    def _source(self, words: str, view: Mapping[str, Any]) -> str:
        """The source text of a definition."""
        terms = self._glossary.find_terms(words)
        name = terms[0].name.rpartition(".")[2] if len(terms) == 1 else self._objects.stands_on(words, view)
        return self._resolved.one(name)

    # ---- things

    def _thing(self, name: str, view: Mapping[str, Any]) -> Iterator[str]:
        """A thing; of a space what stands on it, and how it is with both."""
        stands = self._objects.get(self._objects.stands_on(name, view))
        if stands is None or (stands.row is not None and stands.kind.root.called is not None):
            yield f"{self._standing.value(name)}: nothing is there."
            yield from self._standing.describe(name, view)
            return
        term = self._glossary.get(stands.name)
        yield _head(term) if term is not None else f"{self._standing.value(name)}:"
        does_always, does_now = make_sentences(self._objects.sentences(stands)), self._objects.hint(name, view)
        if does_always or stands.row is None:
            yield f"  {does_always or 'It does nothing of its own.'}"
        down = self._objects.sides_down(name, view) if name != stands.name else ()
        if does_now not in does_always and any(action.name in down for action, _ in self._objects.bodies(stands)):
            yield f"  Here it does this now: {does_now}"
        now = [*self._standing.describe(name, view)]
        yield from (f"  {line}" for line in now)
        if name == stands.name and stands.row is None and not any(" is on " in line for line in now):
            through = [say_way(ref, stands, self._definitions) for ref in self._ways.ways_to(stands)]
            yield from [f"  What brings it into play: {join_words(through, 'or')}."] if through else []

    # ---- everything else

    def _term(self, term: Term, view: Mapping[str, Any]) -> Iterator[str]:
        kind = self._rules.model.kinds.get(term.name)
        yield _head(term)
        site = self._definitions.site(term.name)
        if texts := self._definitions.paragraphs.texts(term.name):
            yield from (f"  {line}" for line in join_texts(texts))
        elif site is not None and (about := self._definitions.about(site)):
            yield f"  {make_sentences([about])}"
        elif kind is not None and kind.objects:
            for thing in kind.objects:
                hint = self._objects.hint(thing.name, view)
                if hint:
                    stands = self._objects.stands_on(thing.name, view)
                    changes = self._standing.describe_changes(thing.name, view, but=stands)
                    there = f" ({self._standing.value(stands)})" if stands != thing.name else ""
                    yield f"  {thing.title}{there}: {hint}{f' Now: {changes}.' if changes else ''}"
        elif "." in term.name:
            yield f"  {make_sentences([self._definitions.field(term.name)])}"
        else:
            yield from _lines([step for step in self._definitions.describe(term.name) if step.prose != OPEN], "  ")
        told_elsewhere = self._definitions.paragraphs.told
        yield from _lines(self._definitions.attachments.describe_attachments(term.name, told_elsewhere), "  ")
        yield from (f"  {line}" for line in self._standing.describe(term.name, view))


def _head(term: Term) -> str:
    """The title of a thing, its kind, and its page of the rulebook."""
    title = capitalize(term.title)
    return " · ".join(filter(None, (title, term.sort, term.see and f"printed rules: {term.see}")))


def _lines(steps: Sequence[Step], indent: str) -> Iterator[str]:
    for step in steps:
        sentence = plain(step.prose)
        yield indent + capitalize(sentence)
        yield from _lines(step.below, indent + "  ")
