"""Faults of meaning, planted in rules that are sound otherwise: rules that say what their author cannot have wanted.

They were written down before any analysis looked for them. A file of faults is a class of them: `never.txt` has what never
or always holds, `range.txt` numbers out of range, `filled.txt` what is never filled or emptied, `dead.txt` what serves nothing,
`confusing.txt` what players cannot tell apart, `useless.txt` options of no use, `layer.txt` what a layer makes impossible in its
base, `conserved.txt` pieces that get lost or come from nowhere.

A fault begins with `== name | base`, then a sentence that says why it is one. The rest is a layer on `classic` or `1303`, a game
`alone`, or changes of the base's own text: `@ file`, the old text, `=>`, the new one. A message should stand at a line that ends in
`-- here`; where something is left out, also at the other half of what is done. `found.txt` says what finds each of them; `python -m planted` (in `tests`) prints the figures, and `--write` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from caylus.loading import library

HERE = Path(__file__).parent
RULESETS = HERE.parent.parent / "rulesets"
FOUND = HERE / "found.txt"
MARK = re.compile(r"-- here$", re.MULTILINE)

CHECK, DEEP, MUTATE, NOT_YET = "check", "deep", "mutate", "not yet"
STATES = (CHECK, DEEP, MUTATE, NOT_YET)
"""What finds a fault first: the check, the check with games, or the scenarios, which miss it; or nothing as yet."""

_MANIFEST = "name: planted\ntitle: Planted\nversion: 1.0.0\nlanguage: 1\n"
_REST = {
    "resource coin": "resource coin",
    "value score": "value score(player) = player.coin",
    "game ": 'game "Planted" for 2 to 4 players { do begin() }',
}


class Fault(NamedTuple):
    """A fault: its class, its name, what it is planted in, why it is one, and the text that has it."""

    sort: str
    name: str
    base: str
    why: str
    text: str

    @property
    def id(self) -> str:
        return f"{self.sort}: {self.name}"

    @property
    def is_layer(self) -> bool:
        return self.base != "alone" and not self.text.startswith("@ ")

    def texts(self) -> dict[str, str]:
        """The files of the ruleset that has the fault."""
        if self.base == "alone":
            rest = [line for start, line in _REST.items() if not re.search(f"^{start}", self.text, re.MULTILINE)]
            manifest = f"{_MANIFEST}rules: [planted.rules]\nseats: [a, b, c, d]\n"
            return {"ruleset.yaml": manifest, "planted.rules": "\n".join([self.text, *rest, ""])}
        if self.is_layer:
            return _write_layer(self.base, {"planted.rules": self.text})
        files = [RULESETS / self.base / "ruleset.yaml", *(RULESETS / self.base).glob("*.rules")]
        texts = {file.name: file.read_text(encoding="utf-8") for file in files}
        for change in re.split(r"^@ ", self.text, flags=re.MULTILINE)[1:]:
            name, _, rest_ = change.partition("\n")
            old, _, new = rest_.partition("\n=>\n")
            pattern = r"\s+".join(map(re.escape, old.split()))
            where = re.findall(pattern, texts[name])
            assert len(where) == 1, f"{self.id}: {name} has {old!r} {len(where)} times"
            after = new.rstrip("\n") + ("\n" if MARK.search(new) else "")  # what follows is no part of the comment
            texts[name] = re.sub(pattern, lambda _, after=after: after, texts[name])
        return texts

    def source(self) -> library.Source:
        return library.Texts(self.texts())

    def lines(self) -> set[tuple[str, int]]:
        """Where a message should stand: file names and lines."""
        return _find_marks(self.texts())


def read_faults() -> Iterator[Fault]:
    """All of them, file by file."""
    for file in sorted(HERE.glob("*.txt")):
        if file == FOUND:
            continue
        for block in re.split(r"^== ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            head, why, text = block.split("\n", 2)
            name, base = head.split(" | ")
            yield Fault(file.stem, name, base, why, text.strip("\n") + "\n")


def check_fault(fault: Fault) -> library.Checked:
    """The outcome of `caylus check`."""
    return library.check_path(fault.source())


def is_found(fault: Fault, checked: library.Checked) -> bool:
    """Return whether a message stands at the line of the fault."""
    return not fault.lines().isdisjoint(_find_messages(checked))


def check_together(faults: Sequence[Fault]) -> list[bool]:
    """Which of some faults in layers on one base `caylus check` finds in a layer that has them all, a file each."""
    files = {f"planted_{number}.rules": fault.text for number, fault in enumerate(faults)}
    told = _find_messages(library.check_path(library.Texts(_write_layer(faults[0].base, files))))
    return [not _find_marks({name: text}).isdisjoint(told) for name, text in files.items()]


def _write_layer(base: str, files: Mapping[str, str]) -> dict[str, str]:
    manifest = f'{_MANIFEST}rules: [{", ".join(files)}]\nextends: {{ name: "{base}", version: "1" }}\n'
    return {"ruleset.yaml": manifest, **files}


def _find_marks(texts: Mapping[str, str]) -> set[tuple[str, int]]:
    return {
        (name, number) for name, text in texts.items() for number, line in enumerate(text.split("\n"), 1) if MARK.search(line)
    }


def _find_messages(checked: library.Checked) -> set[tuple[str, int]]:
    return {(Path(told.span.file).name, told.span.line) for told in checked.diagnostics if told.span is not None}


def read_states() -> dict[str, str]:
    """What finds each fault, by its id."""
    lines = FOUND.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" | ") for line in lines)
