"""Rules of one's own: checked, mended, compared, and played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.rules.drafts import find_draft
from support.coins import MANIFEST, RULES

from .test_archives import archive, put_beside

MORE = "token bronze { worth 3 }\n"
MISTAKEN = "token bronze { worth dear }\n"


def test_rules_on_a_base_need_no_manifest(rulesets: Rulesets) -> None:
    found = rulesets.offer(base="coins", text=MORE, who="Ann")
    assert (found["checks"], found["base"], found["title"]) == (True, "coins", "House rules")
    assert found["files"] == {"own.rules": MORE}
    (change,) = found["differences"]
    assert (change["change"], change["name"], change["after"]) == ("added", "bronze", "own-rules/own.rules:1")


def test_a_whole_game_in_one_text_is_one(rulesets: Rulesets) -> None:
    found = rulesets.offer(text=RULES, who="Ann")
    assert (found["checks"], found["base"], found["title"]) == (True, None, "Coins")
    assert (found["counts"], found["seats"], found["differences"]) == ([2], ["Player 1", "Player 2"], [])


def test_a_folder_that_somebody_has_zipped_is_one(rulesets: Rulesets) -> None:
    found = rulesets.offer(archive(put_beside("coins/")), who="Ann")
    assert (found["checks"], found["base"], found["title"], set(found["files"])) == (
        True,
        None,
        "Coins",
        {"ruleset.yaml", "coins.rules"},
    )


def test_a_manifest_says_what_rules_stand_on_whatever_else_is_said(rulesets: Rulesets) -> None:
    manifest = "name: mine\ntitle: Mine\nversion: 1.0.0\nlanguage: 1\nextends: {name: rich}\nrules: [own.rules]\n"
    found = rulesets.offer(base="classic", files={"ruleset.yaml": manifest, "own.rules": MORE}, who="Ann")
    assert (found["checks"], found["base"], found["title"]) == (True, "coins", "Mine")
    assert {change["name"] for change in found["differences"]} == {"gold", "bronze"}


def test_rules_may_change_what_a_variant_has_brought(rulesets: Rulesets) -> None:
    own = "change token gold { worth 10 }\n"
    assert rulesets.offer(base="coins", variants=["rich"], text=own, who="Ann")["checks"]
    assert not rulesets.offer(base="coins", text=own, who="Ann")["checks"]


def test_a_fault_is_told_with_its_line_and_its_mark(rulesets: Rulesets) -> None:
    found = rulesets.offer(base="coins", text=MISTAKEN, who="Ann")
    (fault,) = found["faults"]
    assert not found["checks"]
    assert (fault["code"], fault["file"], fault["line"], fault["severity"]) == ("E0204", "own.rules", 1, "error")
    assert fault["rendered"].splitlines()[-2].endswith("token bronze { worth dear }")
    assert "^^^^" in fault["rendered"]


def test_what_has_one_right_answer_is_mended(rulesets: Rulesets) -> None:
    found = rulesets.offer(base="coins", text="token bronze { worth 3 }\nresource gem “gem”\n", who="Ann")
    place = {"file": "own.rules", "line": 2, "column": 14, "end_line": 2, "end_column": 19}
    assert found["faults"][0]["fix"] == {"text": 'write `"gem"`', "edits": [{**place, "text": '"gem"'}]}
    mended = rulesets.mend(found["draft"], "Ann")
    assert mended["files"] == {"own.rules": 'token bronze { worth 3 }\nresource gem "gem"\n'}
    assert mended["checks"]
    assert mended["draft"] != found["draft"]


def test_rules_of_ones_own_are_played(rulesets: Rulesets) -> None:
    found = rulesets.offer(base="coins", text=MORE, who="Ann")
    rules = rulesets.ready("coins", ["rich"], found["draft"], 2)
    assert rules.variants == ("rich", "own-rules")
    assert rules.new_game(2).result
    assert rulesets.rules(rules.identity, 2) is rules
    about = rulesets.about(rules)
    assert (about["rules"]["base"], about["rules"]["own"]) == ("coins", True)
    assert {variant["title"] for variant in about["rules"]["variants"]} == {"House rules", "Rich"}
    assert {change["name"] for change in about["diff"]} == {"gold", "bronze"}
    assert rulesets.read_file(rules, "own-rules/own.rules")["text"] == MORE


def test_rules_with_faults_are_not_played(rulesets: Rulesets) -> None:
    found = rulesets.offer(base="coins", text=MISTAKEN, who="Ann")
    with pytest.raises(Refused) as refused:
        rulesets.ready("coins", [], found["draft"], 2)
    assert refused.value.code == "faulty"
    assert refused.value.reasons[0]["line"] == 1


@pytest.mark.nightly
def test_seats_that_rules_play_come_besides(rulesets: Rulesets) -> None:
    compared = rulesets.compare("classic", ["automaton"], None)
    (regent,) = compared["automata"]
    rules = rulesets.ready("classic", ["automaton"], None, 1)
    assert regent in rules.automata.values()
    assert len(rules.new_game(2).players) == 2


def test_rules_that_came_with_a_save_are_played(rulesets: Rulesets) -> None:
    rules = rulesets.ready("coins", ["rich"], None, 2)
    data = json.loads(json.dumps(rules.new_game(2).save()))["ruleset"]
    assert rulesets.load_save(data["layers"], data["variants"], 2) is rules


def test_layers_of_a_save_that_are_no_rules_are_refused(rulesets: Rulesets) -> None:
    rules = rulesets.ready("coins", [], None, 2)
    spoilt = [
        {**layer, "sources": {name: text + "nonsense" for name, text in layer["sources"].items()}} for layer in rules.layers
    ]
    with pytest.raises(Refused) as refused:
        rulesets.load_save(spoilt, (), 2)
    assert refused.value.code == "faulty"


def test_the_text_that_is_cited_can_be_read(rulesets: Rulesets) -> None:
    assert rulesets.source("coins", ["rich"], None, "rich/rich.rules")["text"].startswith("token gold")
    with pytest.raises(Refused):
        rulesets.source("coins", [], None, "../../etc/passwd")


def test_what_is_no_id_of_a_draft_is_not_looked_up() -> None:
    looked_up: list[str] = []
    store = SimpleNamespace(draft=looked_up.append)
    for id_ in ("x\0", "A" * 32, "a" * 33, "../" + "a" * 29):
        with pytest.raises(Refused):
            find_draft(store, id_)  # type: ignore[arg-type]
    assert looked_up == []


NAMES = ("nothing", "", "../coins", "/etc", "coins/")
FILES = ({}, {"own.txt": MORE}, {"/etc/own.rules\n": MORE}, {"own.rules": "-" * 10**6}, {f"{i}.rules": MORE for i in range(300)})
REFUSED: list[tuple[str, Callable[[Rulesets], object]]] = [
    ("bad", lambda rulesets: rulesets.ready("coins", [], None, 3)),
    ("no_draft", lambda rulesets: rulesets.mend("nothing", "Ann")),
    *(("no_ruleset", lambda rulesets, name=name: rulesets.compare(name, [], None)) for name in NAMES),
    *(("bad", lambda rulesets, files=files: rulesets.offer(base="coins", files=files, who="Ann")) for files in FILES),
]


@pytest.mark.parametrize(("code", "ask"), REFUSED)
def test_what_cannot_be_is_refused(rulesets: Rulesets, code: str, ask: Callable[[Rulesets], object]) -> None:
    with pytest.raises(Refused) as refused:
        ask(rulesets)
    assert refused.value.code == code


@pytest.mark.slow
def test_no_answer_tells_where_things_lie(rulesets: Rulesets, folder: Path) -> None:
    broken = {
        "ruleset.yaml": MANIFEST.replace("seats:", "extends: {name: rich}\nrequires: [broken, nowhere]\nseats:"),
        "coins.rules": "",
    }
    answers = [
        rulesets.offer(files=broken, who="Ann"),
        rulesets.offer(base="coins", text=MISTAKEN, variants=["rich"], who="Ann"),
        rulesets.compare("coins", ["rich"], None),
        rulesets.catalogue(),
    ]
    for answer in answers:
        assert str(folder) not in json.dumps(answer)
        assert "/work" not in json.dumps(answer)
