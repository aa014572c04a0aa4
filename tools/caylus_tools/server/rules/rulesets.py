"""All that a server does with rulesets: the one door to this package."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from caylus import Ruleset
from caylus.diagnostics.render import page
from caylus.loading import library

from caylus_tools.common.process_pool import Bounds, Closed, Pool, ProcessLost
from caylus_tools.server import Refused
from caylus_tools.server.queues import is_wanted
from caylus_tools.server.storage.schema import RulesRow

from . import drafts, jobs
from .drafts import Draft, check_files, find_draft, keep_draft
from .jobs import RulesetData
from .stack import MANIFEST, Stack, catalogue, first_game, make_stack, places

if TYPE_CHECKING:
    from caylus_tools.server.storage.store import Store

MOST = 64
"""Rulesets kept for whoever asks next; those of games in hand stay besides."""


class _Place:
    """A ruleset, once it is there, and the numbers of players that it is ready for."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.rules: Ruleset | None = None
        self.ready: set[int] = set()


class RulesetCache:
    """`stored` knows rules by their hash, which is their `identity`; `warmed` makes them ready in another process, and raises
    Refused where that takes too much. Any thread may use it."""

    def __init__(self, load_stored: Callable[[str], RulesRow | None], warm_up: Callable[[RulesetData, int], object]) -> None:
        self._stored = load_stored
        self._warmed = warm_up
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._lock = Lock()

    def rules(self, hash_: str, players: int) -> Ruleset:
        """Ready for so many players. Raises Refused where nobody knows such rules, or they take too much."""
        place = self._place(hash_)
        with place.lock:
            if place.rules is None or players not in place.ready:
                data = self._data(hash_) if place.rules is None else RulesetData(place.rules.layers, place.rules.variants)
                cached_rules = (
                    place.rules
                    or library.find_loaded(lambda rules: rules.identity == hash_)
                    or library.load_layers_from_cache(data.layers, data.variants)
                )
                if cached_rules is None or not cached_rules.is_warm(players):
                    self._warmed(data, players)
                place.rules = cached_rules or library.from_layers(data.layers, data.variants)
                place.ready.add(players)
            return place.rules

    def take(self, data: RulesetData, players: int) -> Ruleset:
        """Rules that another process has made ready for so many players just now."""
        rules = library.from_layers(data.layers, data.variants)
        place = self._place(rules.identity)
        with place.lock:
            place.rules = place.rules or rules
            place.ready.add(players)
            return place.rules

    def _data(self, hash_: str) -> RulesetData:
        record = self._stored(hash_)
        if record is None:
            raise Refused("no_ruleset", "The rules of this table are not known here.")
        return RulesetData(list(record.layers), tuple(record.variants))

    def _place(self, hash_: str) -> _Place:
        with self._lock:
            place = self._places.setdefault(hash_, _Place())
            self._places.move_to_end(hash_)
            while len(self._places) > MOST:
                self._places.popitem(last=False)
            return place


T = TypeVar("T")

_log = logging.getLogger(__name__)

CHECKS = 2
"""Processes that check what visitors bring."""

MEMORY = 300 * 1024 * 1024

OF_ONES_OWN = Bounds(seconds=120, busy=6, memory=MEMORY)
"""What it may take at least to look at rules from outside, to make them ready and to try them. The clock only ends what waits for
something: the machine may be busy."""

AMPLE = 4
"""So many times as long as the longest variant that comes along may rules from outside take."""

ACCEPTED = Bounds(seconds=60, busy=20, memory=MEMORY)
"""Rules that come along, or were within those bounds before, perhaps on a faster machine."""

OF_THE_SERVER = Bounds(seconds=120)
"""What is worked out from the server's own rules."""

OWN_FILE = "own.rules"
MOST_RULEBOOKS = 16
"""That are kept, some hundred kilobytes each."""
MOST_EXAMINED = 32
"""Stacks of which it is remembered what was found: a page asks for the same one several times."""
MOST_COMPARED = 128
"""Rules of tables of which it is remembered what they change."""


class Rulesets:
    """The rulesets of a server: slow work, and rules from outside, run in other processes; methods wait, so call them in a
    thread. Of the server's own rules, pages need what has a process of its own, and waits for nothing that visitors bring.

    `stored` finds the rules of a table by their hash, `store` keeps what people bring, `folder` has more rulesets in it. All
    methods raise Refused: with the codes `no_ruleset`, `no_draft`, `archive`, `bad`, `faulty` (its reasons are the faults),
    `too_long` and `busy`.
    """

    def __init__(
        self, folder: Path | None, load_stored: Callable[[str], RulesRow | None], store: Store, processes: int = CHECKS
    ) -> None:
        self._folder = folder
        self._pool = Pool(2, nice=5, expected=(Refused,))
        self._checks = Pool(processes, nice=5, expected=(Refused,))
        self._games = Pool(1, nice=10, expected=(Refused,))
        self._busy = OF_ONES_OWN.busy
        self._need = 0.0
        """Seconds of computing that the longest variant that comes along needs here; 0 until that is measured."""
        self._cache = RulesetCache(load_stored, self._warm_rules)
        self._store = store
        self._examine = lru_cache(MOST_EXAMINED)(self._examine_anew)
        self._catalogue_lock = Lock()
        self._catalogue: dict[str, Any] | None = None
        self._changes_lock = Lock()
        self._changes: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()
        self.rulebook = lru_cache(MOST_RULEBOOKS)(self._write_rulebook)

    def begin(self) -> None:
        """Makes ready, in a thread of its own, what whoever comes first would have to wait for."""
        Thread(target=self._make_ready, name="rulesets", daemon=True).start()

    def close(self) -> None:
        for pool in (self._pool, self._checks, self._games):
            pool.close()

    # ---- what there is

    def catalogue(self) -> dict[str, Any]:
        """Rulesets, their variants with what they cannot go together with and why, and bots."""
        with self._catalogue_lock:
            if self._catalogue is None:
                new_catalogue = self._run(self._pool, partial(catalogue, self._folder), OF_THE_SERVER)
                for name, fault in new_catalogue.faulty.items():
                    _log.warning("the ruleset %s in %s is not offered: %s", name, self._folder, fault)
                self._catalogue = new_catalogue.offered
            return self._catalogue

    def titles(self) -> list[dict[str, Any]]:
        """The games that come along with their variants, and how to begin with each, from their manifests alone: before anything
        is checked."""
        found = places(self._folder)
        games = sorted((entry for entry in found.shipped.values() if entry.extends is None), key=lambda entry: entry.title)
        variants_by_game: dict[str, list[dict[str, str]]] = {game.name: [] for game in games}
        for entry in found.shipped.values():
            if entry.extends is not None and (root := found.find_root(entry.name)) is not None:
                variant = {"name": entry.name, "title": entry.title, "about": entry.about}
                variants_by_game[root.name].append(variant)
        return [
            {"name": game.name, "title": game.title, "first_game": first_game(game), "variants": variants_by_game[game.name]}
            for game in games
        ]

    def code(self, code: str) -> dict[str, str]:
        """The page of a code of a fault, in Markdown."""
        code_page = page(code)
        if code_page is None:
            raise Refused("bad", "There is no such code.")
        return {"code": code_page.code, "text": code_page.text}

    # ---- rules of one's own

    def offer(
        self,
        data: bytes | None = None,
        *,
        base: str | None = None,
        variants: Sequence[str] = (),
        text: str | None = None,
        files: Mapping[str, str] | None = None,
        who: str,
    ) -> dict[str, Any]:
        """Checks rules that came as a zip archive, as one text or as files, and keeps them as a draft; says what is wrong with
        them and what they change. They are for `base`, unless a manifest among them says what they stand on; without either they
        are a game."""
        if data is not None:
            own = self._run(self._checks, partial(drafts.unpack_archive, data), OF_ONES_OWN)
        else:
            own = check_files({OWN_FILE: text} if text is not None else files or {})
        return self._check_draft(Draft(None if MANIFEST in own else base, own), variants, who)

    def draft(self, draft: str) -> Draft:
        """Rules that somebody has brought, by their id."""
        return find_draft(self._store, draft)

    def mend(self, draft: str, who: str, variants: Sequence[str] = ()) -> dict[str, Any]:
        """The same of a draft in which all is mended that has one right answer."""
        draft_data = find_draft(self._store, draft)
        stack = make_stack(draft_data.base, variants, draft_data.files)
        fixed_files = self._run(self._checks, partial(jobs.mend_texts, self._folder, stack), OF_ONES_OWN, stack)
        own = {**draft_data.files, **fixed_files}
        return self._check_draft(Draft(draft_data.base, own), variants, who)

    def compare(self, base: str | None, variants: Sequence[str], draft: str | None) -> dict[str, Any]:
        """Report who can play a stack, what is wrong with it and what it changes."""
        return self._examine_stack(self._stack(base, variants, draft))

    def source(self, base: str | None, variants: Sequence[str], draft: str | None, file: str) -> dict[str, str]:
        """The text of one file of a stack, by the name that citations call it."""
        stack = self._stack(base, variants, draft)
        texts = self._run(self._checks, partial(jobs.read_sources, self._folder, stack), OF_ONES_OWN, stack)
        return _pick_file(texts, file)

    # ---- to play

    def ready(self, base: str | None, variants: Sequence[str], draft: str | None, people: int) -> Ruleset:
        """A stack ready to be played by so many people, or bots in their place, and those seats that rules play."""
        stack = self._stack(base, variants, draft)
        ready_rules = self._find_ready(stack, people)
        if ready_rules is not None:
            return ready_rules
        pool = self._pool if stack.own is None else self._checks
        preparation = self._run(pool, partial(jobs.prepare_stack, self._folder, stack, people), OF_ONES_OWN, stack)
        rules = self._cache.take(preparation.data, preparation.players)
        self._remember(rules, preparation.changes)
        return rules

    def load_save(self, layers: Sequence[Mapping[str, Any]], variants: Sequence[str], players: int) -> Ruleset:
        """The rules that a save carries, ready to be played by so many, those that rules play among them."""
        job = partial(jobs.prepare_data, RulesetData(layers, tuple(variants)), players, is_trusted=False)
        return self._cache.take(self._run(self._checks, job, OF_ONES_OWN), players)

    def rules(self, hash_: str, players: int) -> Ruleset:
        """The rules of a table, ready for its players, those that rules play among them."""
        return self._cache.rules(hash_, players)

    # ---- of a table

    def is_own(self, layers: Sequence[Mapping[str, Any]]) -> bool:
        """Return whether all texts of rules are those that the server itself offers now."""
        locations = places(self._folder)
        return all(locations.has_texts(layer["manifest"]["name"], layer["sources"]) for layer in layers)

    def about(self, rules: Ruleset) -> dict[str, Any]:
        """Describe the rules of a table, and what they change in their base."""
        locations = places(self._folder)
        manifests = [layer["manifest"] for layer in rules.layers]
        rules_json = {
            "hash": rules.identity,
            "title": rules.title,
            "version": rules.version,
            "base": manifests[0]["name"],
            "variants": [{"name": manifest["name"], "title": manifest["title"]} for manifest in manifests[1:]],
            "own": any(not locations.has(manifest["name"]) for manifest in manifests),
            "files": [*rules.sources],
        }
        return {"rules": rules_json, "diff": self._list_changes(rules)}

    def split_own(self, rules: Ruleset) -> dict[str, Any]:
        """The base and the variants below that are the server's own, and the files of the uppermost layer if it is not."""
        locations = places(self._folder)
        manifests = [layer["manifest"] for layer in rules.layers]
        top = rules.layers[-1]
        if locations.has_texts(top["manifest"]["name"], top["sources"]):
            return {"base": manifests[0]["name"], "variants": [one["name"] for one in manifests[1:]], "files": {}}
        name = top["manifest"]["name"]
        texts = {path.removeprefix(f"{name}/"): text for path, text in top["sources"].items()}
        about = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in top["manifest"].items())
        below = [one["name"] for one in manifests[:-1]]
        return {"base": below[0] if below else None, "variants": below[1:], "files": {MANIFEST: about, **texts}}

    def read_file(self, rules: Ruleset, file: str) -> dict[str, str]:
        """The text of one file of the rules of a table, by the name that citations call it."""
        return _pick_file(rules.sources, file)

    def _write_rulebook(self, rules: Ruleset, fonts: str) -> str:
        """The rulebook of the rules of a table, a page of its own with `fonts`, the rules of a style sheet."""
        data = RulesetData(rules.layers, rules.variants)
        return self._run(self._games, partial(jobs.write_rulebook, self._folder, data, fonts), ACCEPTED)

    def _list_changes(self, rules: Ruleset) -> list[dict[str, Any]]:
        if len(rules.layers) == 1:
            return []
        changes = self._changes.get(rules.identity)
        if changes is None:
            data = RulesetData(rules.layers, rules.variants)
            changes = self._run(self._pool_for(data), partial(jobs.list_changes, self._folder, data), ACCEPTED)
            self._remember(rules, changes)
        return changes

    def _remember(self, rules: Ruleset, changes: list[dict[str, Any]]) -> None:
        with self._changes_lock:
            self._changes[rules.identity] = changes
            while len(self._changes) > MOST_COMPARED:
                self._changes.popitem(last=False)

    # ---- what is done elsewhere

    def _stack(self, base: str | None, variants: Sequence[str], draft: str | None) -> Stack:
        draft_data = find_draft(self._store, draft) if draft else Draft(None, {})
        return make_stack(draft_data.base or base, variants, draft_data.files or None)

    def _check_draft(self, draft: Draft, variants: Sequence[str], who: str) -> dict[str, Any]:
        report = self._examine_stack(make_stack(draft.base, variants, draft.files))
        id_ = keep_draft(self._store, Draft(report["base"], draft.files), who)
        return {"draft": id_, "files": dict(draft.files), **report}

    def _examine_stack(self, stack: Stack) -> dict[str, Any]:
        return self._examine(stack.base, stack.variants, tuple(sorted((stack.own or {}).items())))

    def _examine_anew(self, base: str | None, variants: tuple[str, ...], own: tuple[tuple[str, str], ...]) -> dict[str, Any]:
        stack = Stack(base, variants, dict(own) or None)
        return self._run(self._checks, partial(jobs.examine_stack, self._folder, stack), OF_ONES_OWN, stack)

    def _find_ready(self, stack: Stack, people: int) -> Ruleset | None:
        """A stack of the server's own rules, where there is nothing to work out for it."""
        if stack.own is not None:
            return None
        source, variants = places(self._folder).sources(stack)
        rules = library.load_from_cache(source, variants)
        if rules is None or not rules.is_warm(players := people + len(rules.automata)):
            return None
        return self._cache.take(RulesetData(rules.layers, rules.variants), players)

    def _warm_rules(self, data: RulesetData, players: int) -> object:
        return self._run(self._pool_for(data), partial(jobs.prepare_data, data, players, is_trusted=True), ACCEPTED)

    def _pool_for(self, data: RulesetData) -> Pool:
        return self._pool if self.is_own(data.layers) else self._checks

    def _make_ready(self) -> None:
        try:
            rulesets = self.catalogue()["rulesets"]
            self._need = self._run(self._checks, partial(jobs.measure_need, self._folder), OF_THE_SERVER)
            self._busy = max(self._busy, AMPLE * self._need)
            for ruleset in rulesets:
                stack = Stack(ruleset["name"])
                for players in ruleset["counts"]:
                    people = players - len(ruleset["automata"])
                    self._run(self._games, partial(jobs.prepare_stack, self._folder, stack, people), ACCEPTED, stack)
        except Refused as refusal:  # the server is closed already, say
            _log.info("not all rulesets were made ready: %s", refusal.text)

    def run_bounded(self, job: Callable[[Path | None, Stack], T], bounds: Bounds, stack: Stack, *, slow: bool = False) -> T:
        """The result of a job on a stack, done in another process within these bounds, whoever wrote the stack.

        A `slow` one waits for its like alone, and whatever is asked while somebody types does not wait for it.
        """
        return self._run(self._games if slow else self._checks, partial(job, self._folder, stack), bounds, stack)

    def _run(self, pool: Pool, job: Callable[[], T], bounds: Bounds, stack: Stack | None = None) -> T:
        """In another process. What a stack stands on is the server's own, and made ready before the time begins; a stack that has
        nothing else in it may take longer."""
        before = partial(jobs.load_base, self._folder, stack) if stack is not None else None
        if bounds is OF_ONES_OWN:
            bounds = ACCEPTED if stack is not None and stack.own is None else bounds._replace(busy=self._busy)
        try:
            return pool.do(job, bounds, before, None if bounds is ACCEPTED else is_wanted)
        except Closed:
            raise Refused("busy", "The server restarts.") from None
        except ProcessLost as lost:
            if lost.has_timed_out and bounds.busy:
                raise Refused("busy", "The machine is too busy for this just now: try again in a moment.") from None
            text = "These rules take more time or memory than there is for them here"
            if self._need and bounds.busy:
                text += f": {bounds.busy:.0f} s of computing, where the longest variant that comes along takes {self._need:.1f} s"
            raise Refused("too_long", f"{text}.") from None


def _pick_file(texts: Mapping[str, str], file: str) -> dict[str, str]:
    if file not in texts:
        raise Refused("no_ruleset", "There is no such file among these rules.")
    return {"file": file, "text": texts[file]}
