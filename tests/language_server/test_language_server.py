"""An editor that speaks to `caylus lsp` over standard streams gets what it asks for, and no text makes the server fail."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from support.coins import write_paying
from support.language_client import Client, Refusal, apply_edit
from support.shipped import copy_variant

pytestmark = pytest.mark.slow

pytest.importorskip("pygls")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_variant("salt", tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    """One server for all tests; at the end it has complained of nothing."""
    client = Client(folder)
    client.open(folder / "salt.rules")
    yield client
    assert client.close() == 0
    assert not any("Traceback" in line for line in client.errors), "".join(client.errors)


@pytest.fixture
def rules(folder: Path, client: Client) -> Path:
    file = folder / "salt.rules"
    client.change(file, file.read_text())
    return file


def place(text: str, word: str) -> tuple[int, int]:
    """The line and the character of the first such word."""
    before = text[: text.index(word)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_a_fault_is_told_and_mended_by_its_action_and_is_gone(client: Client, rules: Path) -> None:
    wrong = rules.read_text().replace("10 * player.salt", "10 * player.salt where player.salt != 3")
    client.change(rules, wrong)
    found = client.diagnostics(rules, lambda found: any(one["code"] == "E0105" for one in found))
    mends = client.of("codeAction", rules, range=found[0]["range"], context={"diagnostics": found})
    assert [mend["title"] for mend in mends if mend["kind"] == "quickfix"] == ["Write `is not`"]
    new = apply_edit(mends[0]["edit"], {rules.as_uri(): wrong})[rules.as_uri()]
    assert new == wrong.replace("!=", "is not")
    client.change(rules, new)
    client.diagnostics(rules, lambda found: not found)


def test_a_name_that_no_layer_has_is_told_behind_it(client: Client, rules: Path) -> None:
    client.change(rules, rules.read_text().replace("gain 2 salt }", "gain 2 slat }"))
    (fault,) = client.diagnostics(rules, lambda found: any(one["code"] == "E0204" for one in found))
    assert "did you mean `salt`?" in fault["message"]
    client.change(rules, rules.read_text())
    client.diagnostics(rules, lambda found: not found)


def test_the_server_answers_about_a_place(client: Client, rules: Path) -> None:
    text = rules.read_text()
    assert "**Salt works** · wood building" in client.at("hover", rules, *place(text, "salt_works"))["contents"]["value"]
    ((target, *_)) = client.at("definition", rules, *place(text, "final_count"))
    assert target["uri"].endswith("classic/turn.rules")
    uses = client.at("references", rules, *place(text, 'salt "salt"'), context={"includeDeclaration": True})
    assert {Path(use["uri"]).suffix for use in uses} == {".rules", ".yaml"}
    assert len(client.at("documentHighlight", rules, *place(text, "salt_for_prestige"))) == 3
    line, character = place(text, "outlook(player)")
    signature = client.at("signatureHelp", rules, line, character + len("outlook("))
    assert signature["signatures"][0]["label"] == "outlook(player: a player)"
    items = client.at("completion", rules, *place(text, "wood + 1 stone"))["items"]
    assert {"salt", "wood"} <= {item["label"] for item in items}


def test_the_server_answers_about_a_file(client: Client, rules: Path) -> None:
    names = [entry["name"] for entry in client.of("documentSymbol", rules)]
    assert names == ["salt", "salt", "salt_works", "salt_for_prestige", "salt_keeps"]
    assert {"startLine": 7, "endLine": 11, "kind": "region"}.items() <= client.of("foldingRange", rules)[-2].items()
    assert len(client.of("semanticTokens/full", rules)["data"]) % 5 == 0
    assert client.of("formatting", rules, options={"tabSize": 2, "insertSpaces": True}) == []
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    assert "= 2" in [hint["label"] for hint in client.of("inlayHint", rules, range=whole)]
    (found,) = client.ask("workspace/symbol", query="salt_w")
    assert found["name"] == "salt_works"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_that_is_laid_out_badly_is_formatted_in_the_lines_that_are(client: Client, rules: Path, end: str) -> None:
    right = rules.read_text().replace("\n", end)
    wrong = right.replace("  cost 1 wood", "cost   1 wood")
    client.change(rules, wrong)
    edits = client.of("formatting", rules, options={"tabSize": 2, "insertSpaces": True})
    assert [edit["newText"].strip() for edit in edits] == ["cost 1 wood + 1 stone"]
    change = {"documentChanges": [{"textDocument": {"uri": "a"}, "edits": edits}]}
    assert apply_edit(change, {"a": wrong}) == {"a": right}
    client.change(rules, right)
    assert client.of("formatting", rules, options={"tabSize": 2, "insertSpaces": True}) == []


def test_a_base_shows_which_layer_changes_its_rules(client: Client, folder: Path) -> None:
    file = folder / "salt.rules"
    more = 'value tax(player) = 1\nrule dear "Dear years" { tax(player) is more by 1 }\nrule b { outlook(player) is more by tax(player) }\n'
    client.change(file, f"{file.read_text()}\n{more}")
    start = {"line": 0, "character": 0}
    client.of("codeAction", file, range={"start": start, "end": start}, context={"diagnostics": []})
    titles = [lens["command"]["title"] for lens in client.of("codeLens", file)]
    assert titles == ["What does no scenario notice?", "changed by Dear years (salt)"]


def test_a_scenario_is_run_from_above_it(client: Client, folder: Path) -> None:
    file = next((folder / "scenarios").glob("*.yaml"))
    client.open(file)
    lens = client.of("codeLens", file)[0]["command"]
    assert lens["title"] == "Run this scenario"
    client.change(folder / "salt.rules", (folder / "salt.rules").read_text())
    assert client.ask("workspace/executeCommand", command=lens["command"], arguments=lens["arguments"]).endswith("holds")


def test_a_command_finds_what_no_scenario_notices_and_another_tells_it(client: Client, tmp_path: Path) -> None:
    file = write_paying(tmp_path)
    client.open(file)

    def run(command: str, *arguments: str | int) -> str:
        told: str = client.ask("workspace/executeCommand", command=f"caylus.{command}", arguments=[file.as_posix(), *arguments])
        return told

    assert run("show_gaps", 1, 9) == "The text has changed since."
    assert run("find_gaps").startswith("No scenario notices ")
    *_, (_, first, last) = [
        lens["command"]["arguments"] for lens in client.of("codeLens", file) if lens["command"]["command"] == "caylus.show_gaps"
    ]
    assert (first, last) == (5, 8)
    assert "no scenario notices" in run("show_gaps", first, last)
    page = Path(unquote(urlsplit(run("show", "pay_out")).path))
    assert "Coins" in page.read_text()
    client.change(file, "action {")
    assert run("show", "pay_out") == run("find_gaps") == "The rules have errors: mend them first."


def test_a_rename_reaches_all_files_and_undone_gives_the_same_bytes(client: Client, rules: Path, folder: Path) -> None:
    files = {
        file.as_uri(): file.read_text() for file in folder.rglob("*") if file.is_file() and file.suffix in (".rules", ".yaml")
    }
    for uri, text in files.items():
        if not uri.endswith("salt.rules"):
            client.open(folder / Path(uri).relative_to(Path(folder.as_uri())), text)
    where = place(rules.read_text(), 'salt "salt"')
    renamed = apply_edit(client.at("rename", rules, *where, newName="brine"), files)
    assert renamed != files
    for uri, text in renamed.items():
        client.change(folder / Path(uri).relative_to(Path(folder.as_uri())), text)
    back = apply_edit(client.at("rename", rules, *where, newName="salt"), renamed)
    for uri, text in files.items():
        client.change(folder / Path(uri).relative_to(Path(folder.as_uri())), text)
    assert back == files


@pytest.mark.parametrize(("word", "new", "why"), [("salt_works", "gold", "is there already"), ("salt_works", "sum", "word of the language"), ("final_count", "last", "no folder of this workspace"), ("salt_works", "a b", "is no name")])  # fmt: skip
def test_a_rename_that_would_break_rules_is_refused_with_the_reason(
    client: Client, rules: Path, word: str, new: str, why: str
) -> None:
    with pytest.raises(Refusal, match=why):
        client.at("rename", rules, *place(rules.read_text(), word), newName=new)


def test_a_definition_offers_a_scenario_and_a_copy_to_change(client: Client, rules: Path) -> None:
    line, character = place(rules.read_text(), "final_count")
    spot = {"line": line, "character": character}
    titles = [
        one["title"] for one in client.of("codeAction", rules, range={"start": spot, "end": spot}, context={"diagnostics": []})
    ]
    assert titles == [
        "Write a scenario for `final_count`",
        "Show `final_count` on the table",
        "Copy `final_count` of `classic` into mine, to change it",
    ]


@pytest.mark.nightly
def test_no_text_makes_the_server_fail(client: Client, rules: Path) -> None:
    chance = random.Random(4)
    whole = rules.read_text()
    for _ in range(8):
        start, end = sorted(chance.choices(range(len(whole)), k=2))
        client.change(rules, whole[:start] + chance.choice(["", "{", '"', "(", "😀", "player.", "\r\n"]) + whole[end:])
        line = chance.randrange(20)
        for method in ("hover", "completion", "definition", "signatureHelp", "documentHighlight"):
            client.at(method, rules, line, chance.randrange(60))
        for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
            client.of(method, rules)
