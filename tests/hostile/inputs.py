"""Hostile inputs by number: the same number is the same input, as long as what is shipped stays the same."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from caylus.documents.yaml_text import read
from caylus.runtime.saves import checksum
from formatter.programs import NAMES, program

from .naming import name_folder
from .originals import WORD, Folder, folders, save, transcript, words
from .spoiling import spoilt, spoilt_bytes
from .trees import spoilt_tree

KINDS = {"rules": 40, "grown": 9, "manifest": 9, "scenarios": 13, "save": 14, "transcript": 7, "names": 8}
"""What is hostile about an input, and how many in a hundred are."""

BARE = 0.12
"""How often a text goes wrong as bytes, at last."""


@dataclass(frozen=True)
class Input:
    """Files by their paths, links by theirs with what they lead to, and pipes.

    `name` is the folder of the ruleset among them, None where there is only a `game.json`.
    """

    number: int
    kind: str
    name: str | None
    base: str | None
    files: dict[str, bytes]
    links: dict[str, str] = field(default_factory=dict)
    pipes: tuple[str, ...] = ()


def hostile(number: int) -> Input:
    """The input of that number."""
    random = Random(number)
    (kind,) = random.choices(list(KINDS), list(KINDS.values()))
    if kind in ("save", "transcript"):
        text = (_save if kind == "save" else _transcript)(random)
        return Input(number, kind, None, None, {"game.json": _as_bytes(random, text)})
    folder = random.choice(folders())
    if kind == "names":
        name, files, links, pipes = name_folder(random, folder)
        return Input(number, kind, name, folder.base, files, links, pipes)
    return Input(number, kind, folder.name, folder.base, _files(random, kind, folder))


def _files(random: Random, kind: str, folder: Folder) -> dict[str, bytes]:
    """A ruleset with one of its files spoilt, and one file of scenarios."""
    files = {"ruleset.yaml": folder.manifest, **folder.rules}
    if folder.scenarios:
        scenarios = random.choice(list(folder.scenarios))
        files[scenarios] = folder.scenarios[scenarios]
    match kind:
        case "rules":
            path = random.choice(list(folder.rules))
            files[path] = spoilt(random, files[path], words(folder.name), _texts("rules"))
        case "grown":
            path = random.choice(list(folder.rules))
            files[path] += "\n" + _grown(random, folder.name)
        case "manifest":
            path = "ruleset.yaml"
            files[path] = _spoilt_yaml(random, files[path], words(folder.name), _texts("manifest"))
        case _:
            path = next((path for path in files if path.startswith("scenarios/")), "scenarios/none.yaml")
            files[path] = _spoilt_yaml(random, files.get(path, ""), words(folder.name), _texts("scenarios"))
    as_bytes = {name: text.encode() for name, text in files.items() if name != path}
    return {f"{folder.name}/{name}": data for name, data in {**as_bytes, path: _as_bytes(random, files[path])}.items()}


def _texts(kind: str) -> list[str]:
    """Every text of a kind."""
    if kind == "manifest":
        return [folder.manifest for folder in folders()]
    return [text for folder in folders() for text in (folder.rules if kind == "rules" else folder.scenarios).values()]


def _as_bytes(random: Random, text: str) -> bytes:
    return spoilt_bytes(random, text) if random.random() < BARE else text.encode("utf-8", "surrogatepass")


def _grown(random: Random, name: str) -> str:
    """Definitions that only the grammar has made, of the words of a ruleset."""
    known = [word for word in words(name) if word.isidentifier()]
    text = program(random, random.randint(1, 12))
    return WORD.sub(lambda word: random.choice(known) if word[0] in NAMES and random.random() < 0.8 else word[0], text)


def _spoilt_yaml(random: Random, text: str, words: tuple[str, ...], others: list[str]) -> str:
    """Spoilt as a text, or as the value that it stands for."""
    document = read(text, "")[0] if random.random() < 0.5 else None
    if document is None:
        return spoilt(random, text, words, others)
    return json.dumps(spoilt_tree(random, document.value), ensure_ascii=False)


def _save(random: Random) -> str:
    """A save, spoilt with care, so that its checksum is right, or without."""
    text = save(random.randrange(len(folders())))
    match random.randrange(6):
        case 0:
            return spoilt(random, text, ("state", "stack", "0", "[", "null"), (text,))
        case 1:
            return json.dumps(_sign_data(_with_spoilt_rules(random, json.loads(text))))
        case _:
            data = json.loads(text)
            parts = [part for part in data if part != "ruleset"]
            tree = spoilt_tree(random, {part: data[part] for part in parts})
            return json.dumps(_sign_data({"ruleset": data["ruleset"], **tree}))


def _with_spoilt_rules(random: Random, data: dict[str, Any]) -> dict[str, Any]:
    layer = random.choice(data["ruleset"]["layers"])
    if random.random() < 0.3:
        layer["manifest"] = spoilt_tree(random, layer["manifest"])
    else:
        path = random.choice(list(layer["sources"]))
        layer["sources"][path] = spoilt(random, layer["sources"][path], words("classic"), _texts("rules"))
    return data


def _sign_data(data: Any) -> Any:
    return {**data, "checksum": checksum(data)} if "checksum" in data else data


def _transcript(random: Random) -> str:
    text = transcript(random.randrange(len(folders()) - 1))  # the rules of the last are not found by name
    if random.random() < 0.4:
        return spoilt(random, text, words("classic"), (text,))
    return json.dumps(spoilt_tree(random, json.loads(text)))
