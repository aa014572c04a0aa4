"""Inputs that are sound but for what things are called and where they lie: names, paths, links, pipes and devices."""

from __future__ import annotations

import json
import os
from random import Random

from .originals import Folder
from .spoiling import ODD

WORDS = (
    "::error file=x,line=1::planted", "##[error]planted", " ::warning::planted", "a\n::error::planted", "a\r::error::planted",
    "\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x9b31m", "\u202eb", "\u2028::error::x", "\u200b", "\x85", "\x7f", "-rf", "--help", "-", "--",
    "~", "$(touch hit)", "`touch hit`", "; touch hit", "%s%n%d", "%0A::error::x", "{0.__class__}", "{", "CON", "a b", " ", ".hidden",
    "]]>", "<!--", "&amp;", "'", '"', "\\", "a\tb", "été", "日本", "𝕏" * 50, "x" * 240, os.fsdecode(b"\xff\xfe"), os.fsdecode(b"a\xc2\x85"),
    *(letter for letter in ODD if letter != "\0" and not "\ud800" <= letter <= "\udbff"),
)  # fmt: skip
"""What a file may be called on most systems, and an argument may be."""

LEADS_TO = (
    "/etc/passwd", "/dev/zero", "/dev/null", "/proc/self/mem", "/", ".", "..", "../victim", "victim", "nowhere", "../../../../../../etc/passwd",
)  # fmt: skip
TARGETS = ("out.html", "out.csv", "no/such/out.html", "circle", "folder", "/dev/null", "x" * 300)
"""What is written to, besides what `WORDS` are."""


def name_folder(random: Random, folder: Folder) -> tuple[str, dict[str, bytes], dict[str, str], tuple[str, ...]]:
    """The name of a ruleset's folder, the files, the links and the pipes in and beside it."""
    name = random.choice((*WORDS, folder.name, folder.name))
    files = {"ruleset.yaml": folder.manifest, **folder.rules}
    if folder.scenarios:
        path = random.choice(list(folder.scenarios))
        files[path] = _rename_scenario(random, folder.scenarios[path])
    links: dict[str, str] = {}
    pipes: tuple[str, ...] = ()
    match random.randrange(6):
        case 0:
            path = random.choice(list(files))
            files.pop(path)
            links[path] = random.choice((*LEADS_TO, os.path.basename(path)))
        case 1:
            scenarios = [path for path in files if path.startswith("scenarios/")]
            moved = {path.replace("scenarios/", "elsewhere/"): files.pop(path) for path in scenarios}
            files |= moved if random.random() < 0.5 else {}
            links["scenarios"] = random.choice(("elsewhere", "../elsewhere", "/etc", "scenarios", "."))
        case 2:
            path = random.choice(list(files))
            files.pop(path)
            pipes = (f"{name}/{path}",)
        case 3:
            path = random.choice(list(folder.rules))
            word = random.choice(
                (*WORDS, "../victim.rules", "/etc/passwd", "deeper/../../x.rules", f"./{path}", "scenarios/../x.rules")
            )
            files["ruleset.yaml"] = files["ruleset.yaml"].replace(path, json.dumps(word))
            if "/" not in word:
                files[word] = files.pop(path)
        case 4:
            files["scenarios/" + random.choice(WORDS)[:200] + ".yaml"] = _rename_scenario(random, _SCENARIO)
    as_bytes = {f"{name}/{path}": text.encode("utf-8", "surrogatepass") for path, text in files.items()}
    beside = {
        f"{target}{ending}": "victim" for target in ("out.html", "out.csv") for ending in (".new", ".tmp", ".part", ".journal")
    }
    links = {**{f"{name}/{path}": to for path, to in links.items()}, **beside, "circle": "circle"}
    return name, {**as_bytes, "victim": VICTIM, "folder/x": b"", **_make_foreign_game(random, name)}, links, pipes


VICTIM = b"precious"
_SCENARIO = 'players: [Ann, Ben]\nscenarios:\n  - {name: "NAME", see: "NAME"}\n'


def _rename_scenario(random: Random, text: str) -> str:
    """The scenarios with one of them called otherwise, or one more."""
    word = json.dumps(random.choice(WORDS), ensure_ascii=random.random() < 0.7)
    return f"{text}\n  - name: {word}\n" if "NAME" not in text else text.replace('"NAME"', word)


def _make_foreign_game(random: Random, name: str) -> dict[str, bytes]:
    """A file of a game that was never played, called as a folder is."""
    told = {
        "format": 1,
        "ruleset": {"name": name, "version": "1.0", "variants": [random.choice(WORDS)]},
        "players": [name],
        "seed": 0,
    }
    return {f"game {name[:200]}": json.dumps({**told, "draws": [], "choices": [], "scores": None, "digest": "0" * 64}).encode()}


def command(random: Random, name: str) -> tuple[str, ...]:
    """A command line that meets these files."""
    word, target = random.choice(WORDS), random.choice((*TARGETS, *TARGETS, *WORDS))
    path = random.choice((f"./{name}", name))
    return random.choice(
        (
            ("check", path), ("check", "--format", random.choice(("json", "sarif", "github")), path),
            ("check", f"{path}/{word}.rules"), ("check", path, "--with", word), ("check", "."), ("check", word),
            ("fmt", "--check", path), ("fmt", "--diff", path), ("fmt", path), ("fmt", word),
            ("test", f"./{name}"), ("test", f"./{name}", "--json"), ("test", f"./{name}", "--junit", target), ("test", f"{path}/scenarios"),
            ("show", path, word), ("show", "classic", word), ("doc", path, "-o", target), ("doc", "classic", "-o", target),
            ("diff", "classic", path), ("diff", path, word), ("explain", word), ("list", word),
            ("new", "mine", "--of", path), ("new", word, "--of", "classic"), ("new", "mine", "--of", "classic", "--title", word),
            ("new", "mine", "--of", "classic", "--in", word), ("simulate", path, "--games", "1", "--out", target),
            ("simulate", "classic", "--games", "1", "--bots", word), ("simulate", "classic", "--games", "1", "--out", target),
            ("why", f"game {name[:200]}"), ("replay", f"game {name[:200]}"), ("replay", word), ("replay", path), ("why", path, "1"),
            (word,), ("check", f"--{word}"), ("why", "ruleset.yaml", word),
        )
    )  # fmt: skip
