"""Label the variables, decisions and values of a model, and report every place where a secret leaks."""

from __future__ import annotations

from functools import lru_cache

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector
from caylus.model.walk import list_actions, statements

from . import NOBODY
from .formulas import Amounts, Formulas, Sources, find_sources
from .growth import Finder
from .labels import NOTHING, Atom, Context, Label, Labels, Places, Readers, Secret, Unknown
from .sinks import Ledger
from .statements import Asked, Asks, Decisions, Statements, private_takes
from .writes import Earlier, Writes


class Flow:
    """Of a whole model. Where nothing is hidden, everything is public, and nothing is looked into."""

    def __init__(self, model: m.Model) -> None:
        collector = Collector()
        hidden = [thing for thing in (*m.things(model), *model.rows.values()) if not thing.audience.is_public]
        places = Places([row for row in hidden if isinstance(row, m.Row)])
        ledger = Ledger(places, collector)
        orders = (s for action in list_actions(model) for s in statements(action.body) if isinstance(s, m.Rearrange))
        sorted_lists = frozenset(s.target.list for s in orders if s.verb == "sort" and not s.target.list.audience.is_public)
        sources = find_sources(model) if hidden else Sources()
        sure, likely = (Amounts(model.most_players, sources, likely=is_likely) for is_likely in (False, True))
        if hidden and (grown := Finder(model, sources, likely).find()):
            likely = Amounts(model.most_players, sources, likely=True, grown=grown)
        self._formulas = Formulas(model, places, sure)
        writes = Writes(self._formulas, places, ledger, Earlier(places, sure.length), sorted_lists=sorted_lists)
        self._decisions = Decisions(self._formulas, places, ledger, writes, sure)
        self._calls = Statements(model, self._formulas, places, ledger, writes, self._decisions, likely).calls
        self._places = places
        self._kept: dict[bool, set[Unknown]] = {False: set(), True: set()}
        self.hides_anything = bool(hidden)
        self._private: set[m.Takes] = set()
        if hidden:
            self._calls.all()
            self._private = private_takes(model, self._formulas, ledger)
            for is_shown in self._kept:
                self._keep(is_shown, ledger.lots.keys() | self._decisions.kept)
        self._readers: dict[Unknown, Readers] = {**self._decisions.choosers, **ledger.lots}
        self.found = collector.diagnostics

    @property
    def options_known_by_name(self) -> list[m.Option]:
        """Options that nobody sees anything of but their name, which is told."""
        return self._decisions.named

    def hides(self, e: m.Expr) -> bool:
        """Return whether a formula may come to something that not everybody knows."""
        return bool(self._formulas.whole(e, Context()))

    def is_kept(self, *parts_told: m.Expr | str) -> bool:
        """Return whether any of these formulas, among words, may come to something that is not for everybody's eyes."""
        return any(
            self._is_secret(self._formulas.whole(e, Context()), is_shown=True) for e in parts_told if not isinstance(e, str)
        )

    def is_public(self, variable: m.Variable) -> bool:
        """Return whether everybody may see what it holds."""
        return not self._is_secret(self._labels(variable).whole, is_shown=True)

    def owners(self, variable: m.Variable) -> tuple[m.Variable | None, ...]:
        """Those who alone may know what it holds, by the variables that name them; None for whom nothing names."""
        all_owners: dict[m.Variable | None, None] = {}
        for atom in self._labels(variable).whole:
            all_owners |= self._find_owners(atom, frozenset())
        return tuple(all_owners)

    def _find_owners(self, atom: Atom, above: frozenset[Atom]) -> dict[m.Variable | None, None]:
        if isinstance(atom, Secret):
            return {} if atom.is_counted else {_variable_of(atom.reader): None}
        if atom not in self._kept[False] or atom in above:
            return {}
        if atom in self._readers:
            return {_variable_of(self._readers[atom]): None}
        owners: dict[m.Variable | None, None] = {}
        for label, paths in self._calls.handed.get(atom, ()):
            for owner in (owner for one in label for owner in self._find_owners(one, above | {atom})):
                owners[None if owner is None else paths.get(m.Local(owner))] = None
        return owners

    def is_known_to_be_there(self, variable: m.Variable) -> bool:
        """Return whether everybody may know that a variable holds anything at all, and a list how much."""
        return not self._is_secret(self._labels(variable).facet, is_shown=True)

    def find_source(self, variable: m.Variable) -> m.ListMembers | None:
        """The list on the table that it is surely taken from, if that is of the table or of what another variable holds."""
        sources = self._places.sources.get(variable, set())
        source = next(iter(sources)) if len(sources) == 1 else None
        return source if isinstance(source, m.ListMembers) and isinstance(source.object, m.Local | None) else None

    def keeps_places(self, variable: m.Variable) -> bool:
        """Return whether it goes through a list in its order, and all see what else becomes of that meanwhile."""
        return variable in self._places.placed

    def _labels(self, variable: m.Variable) -> Labels:
        return self._places.held.get(variable, NOTHING)

    def is_asked_openly(self, asks: Asks) -> bool:
        """Return whether everybody may know the words that ask."""
        return not self._is_secret(self._collect_questions(asks).question, is_shown=True)

    def is_open(self, asks: Asks) -> bool:
        """Return whether everybody may know what there is to choose from."""
        question_labels = self._collect_questions(asks)
        return not (self._is_secret(question_labels.listed) or self._is_secret(question_labels.texts, is_shown=True))

    def is_secret(self, asks: Asks) -> bool:
        """Return whether nothing of what is chosen may be seen by anybody but who chooses."""
        return self._collect_questions(asks).is_secret

    def tells(self, option: m.Option) -> tuple[bool, ...]:
        """Of each of an option's choices, whether all are told what was chosen."""
        return tuple(map(self.is_public, option.variables))

    def must_be_asked(self, asks: Asks) -> bool:
        """Return whether even a single option is asked: that there is no other would tell what is hidden."""
        return self._is_secret(self._collect_questions(asks).listed)

    def is_private(self, takes: m.Takes) -> bool:
        """Return whether a seat that rules play goes by something that only it knows."""
        return takes in self._private

    def secret_parameters(self, value: m.Value) -> tuple[int, ...]:
        """The parameters, by position, whose players alone may see the value; or `NOBODY`."""
        readers = [atom.reader for atom in self._formulas.summary(value).labels.whole if not isinstance(atom, Unknown)]
        positions = {m.Local(param): at for at, param in enumerate(value.params)}
        positions_read = (positions.get(reader, NOBODY) if isinstance(reader, m.Local) else NOBODY for reader in readers)
        return tuple(dict.fromkeys(positions_read))

    def _collect_questions(self, asks: Asks) -> Asked:
        return self._decisions.asked.get(id(asks), Asked(is_secret=False))

    def _is_secret(self, label: Label, is_shown: bool = False) -> bool:
        """Return whether it rests on anything hidden; of what is `is_shown`, what is only counted is hidden as well."""
        kept_atoms = self._kept[is_shown]
        return any(atom in kept_atoms if isinstance(atom, Unknown) else is_shown or not atom.is_counted for atom in label)

    def _keep(self, is_shown: bool, also: set[Unknown]) -> None:
        """Finds the parameters that are given something hidden anywhere, directly or by way of others."""
        self._kept[is_shown] |= also
        after: dict[Unknown, list[Unknown]] = {}
        for param, label in self._calls.given.items():
            for atom in label:
                if isinstance(atom, Unknown):
                    after.setdefault(atom, []).append(param)
        waiting = [*also, *(param for param, label in self._calls.given.items() if self._is_secret(label, is_shown))]
        while waiting:
            unknown = waiting.pop()
            self._kept[is_shown].add(unknown)
            waiting += [param for param in after.get(unknown, ()) if param not in self._kept[is_shown]]


def _variable_of(reader: Readers | None) -> m.Variable | None:
    return reader.variable if isinstance(reader, m.Local) else None


follow_secrets = lru_cache(maxsize=1)(Flow)
"""The flow of secrets through a model. Its check and the writing of its programs follow each other, so one is kept."""
