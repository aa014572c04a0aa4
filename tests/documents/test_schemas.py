"""What a schema finds wrong, said in words and shown in its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.documents import accept, read_json, read_yaml, schemas
from caylus.limits import MOST_SCHEMA_FAULTS
from hypothesis import given, strategies as st
from jsonschema import Draft202012Validator
from support.coins import MANIFEST, faults, spoilt
from support.effort import limit_calls

SCHEMAS = sorted((Path(__file__).parents[2] / "schemas").glob("*.schema.json"))


NO_TITLE = "`title` is not one line of text without control characters"
NO_NAME = "`name` is not a short name of lower-case letters, digits, `-` and `_`"
NO_VERSION = "`version` is not two or three numbers with dots between them"
NO_PATH = "item 1 of `rules` is not the path of a .rules file, from the folder of the manifest on"


def only_fault(text: str) -> Diagnostic:
    (fault,) = faults(lambda: read_yaml(text, "ruleset.yaml", "manifest"))
    return fault


def collect_messages(fault: Diagnostic) -> tuple[str, str, str]:
    return fault.code, str(fault.span).removeprefix("ruleset.yaml:"), fault.message


def test_the_keys_of_a_table_are_for_any_game() -> None:
    definitions = json.loads((SCHEMAS[0].parent / "manifest.schema.json").read_text(encoding="utf-8"))["$defs"]
    keys = {key for name, panel in definitions.items() if name.endswith("Panel") for key in panel["properties"]}
    games = (Path(__file__).parents[1] / "games").glob("*/ruleset.yaml")
    manifests = [yaml.safe_load(game.read_text(encoding="utf-8")) for game in games]
    used = {key for manifest in manifests for panel in manifest.get("table", ()) for key in panel}
    assert keys - used <= {"as", "in", "key", "open"}
    assert {"path", "upon", "pieces"} <= {key for manifest in manifests for key in manifest}


def test_a_sound_manifest_is_read() -> None:
    assert read_yaml(MANIFEST, "ruleset.yaml", "manifest").value["seats"] == ["North", "South"]


@pytest.mark.parametrize(
    ("old", "new", "place", "code", "message"),
    [
        ("title: Coins", "title: Coins\nabuot: x", "3:1", "E0610", "`abuot` means nothing here"),
        ("title: Coins\n", "", "1:1", "E0611", "the file has no `title`"),
        ("title: Coins", "title: 7", "2:8", "E0612", "`title` must be a text, not the number 7"),
        ("title: Coins", "title: true", "2:8", "E0612", "`title` must be a text, not true"),
        ("title: Coins", "title:", "2:7", "E0612", "`title` must be a text, not empty"),
        ("title: Coins", "title: [Coins]", "2:8", "E0612", "`title` must be a text, not a list"),
        ("title: Coins", 'title: "a\\tb"', "2:8", "E0613", NO_TITLE),
        ("title: Coins", 'title: "\\u202e"', "2:8", "E0614", "an invisible character stands here"),
        ("title: Coins", 'title: Coins\nabout: "\\x1b[2J"', "3:8", "E0614", "an invisible character stands here"),
        ("title: Coins", 'title: Coins\n"\\u061c": x', "3:1", "E0614", "an invisible character stands here"),
        ("title: Coins", 'title: "Coins\\n"', "2:8", "E0613", NO_TITLE),
        ("name: coins", 'name: "coins\\n"', "1:7", "E0613", NO_NAME),
        ("version: 1.0.0", 'version: "1.0.0\\n"', "3:10", "E0613", NO_VERSION),
        ("title: Coins", "title: ''", "2:8", "E0613", NO_TITLE),
        ("name: coins", "name: Coins", "1:7", "E0613", NO_NAME),
        ("version: 1.0.0", "version: one", "3:10", "E0613", NO_VERSION),
        ("language: 1", "language: 2", "4:11", "E0613", "`language` must be 1, not the number 2"),
        ("language: 1", "language: true", "4:11", "E0613", "`language` must be 1, not true"),
        ("[North, South]", "North", "5:8", "E0612", "`seats` must be a list, not the text `North`"),
        ("[North, South]", "[North, 2]", "5:16", "E0612", "item 2 of `seats` must be a text, not the number 2"),
        ("[North, South]", "[]", "5:8", "E0613", "`seats` has too few items: at least 1"),
        ("[North, South]", "[North, North]", "5:8", "E0613", "`seats` has the same item twice"),
        ("[coins.rules]", "[coins.txt]", "6:9", "E0613", NO_PATH),
    ],
)
def test_a_fault_is_told_in_words_and_shown_in_its_place(old: str, new: str, place: str, code: str, message: str) -> None:
    assert collect_messages(only_fault(spoilt({old: new}))) == (code, place, message)


@pytest.mark.parametrize(
    ("panel", "place", "code", "message", "help"),
    [
        (
            "rwo: a",
            "8:5",
            "E0611",
            "item 1 of `table` has none of the keys `row`, `list`, `objects`, `grid`, `players`, `stock`",
            "did you mean `row`?",
        ),
        ("3", "8:5", "E0612", "item 1 of `table` must be a mapping, not the number 3", ""),
        ("{row: a, shwo: [b]}", "8:14", "E0610", "`shwo` means nothing here", "did you mean `show`?"),
        ("{list: a}", "8:12", "E0612", "`list` must be a list, not the text `a`", "put brackets around it: `[a]`"),
        ("{objects: a, show: [B]}", "8:25", "E0613", "item 1 of `show` is not a name that the rules define", ""),
    ],
)
def test_of_several_shapes_only_the_one_meant_is_spoken_of(panel: str, place: str, code: str, message: str, help: str) -> None:
    fault = only_fault(f"{MANIFEST}table:\n  - {panel}\n")
    assert (*collect_messages(fault), fault.help) == (code, place, message, help)


def test_a_misspelt_key_is_one_fault_and_not_also_a_missing_one() -> None:
    fault = only_fault(spoilt({"title:": "titel:"}))
    assert (fault.code, fault.help) == ("E0610", "did you mean `title`?")


def test_a_number_in_place_of_a_text_gets_the_advice_to_quote_it() -> None:
    assert only_fault(spoilt({"name: coins": "name: 1303"})).help == "put quotes around it to make it a text"


def test_all_faults_are_found_in_one_run_in_the_order_of_the_text() -> None:
    text = spoilt({"name: coins": "name: 7\nname: 8", "language: 1": "language: one", "[coins.rules]": "{}"}) + "more: 1\n"
    found = faults(lambda: read_yaml(text, "ruleset.yaml", "manifest"))
    lines = [(d.code, d.span.line if d.span else 0) for d in found]
    assert lines == [("E0612", 1), ("E0607", 2), ("E0613", 5), ("E0612", 7), ("E0610", 8)]


def test_what_is_refused_brings_its_text_for_showing() -> None:
    from caylus.diagnostics.diagnostic import RulesetError

    with pytest.raises(RulesetError) as caught:
        read_yaml("[]", "ruleset.yaml", "manifest")
    assert caught.value.sources == {"ruleset.yaml": "[]"}


def test_faults_in_json_have_places_too() -> None:
    text = '{\n "format": 1,\n "seed": "x"\n}'
    found = faults(lambda: read_json(text, "game.json", "transcript"))
    assert ("E0612", "game.json:3:10") in [(d.code, str(d.span)) for d in found]


def test_a_fraction_is_not_a_whole_number() -> None:
    found = faults(lambda: read_json('{"seed": 1.0}', "game.json", "transcript"))
    assert "`seed` must be a whole number or empty, not the number 1.0" in [d.message for d in found]


def test_faults_in_data_without_a_text_name_the_part() -> None:
    found = faults(lambda: accept({"ruleset": {"name": 5}}, "the transcript", "transcript"))
    (fault,) = [d for d in found if d.code == "E0612"]
    assert fault.span is None
    assert [note.text for note in fault.notes] == ["at ruleset.name in the transcript"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "value",
    [
        {"choices": ["x"] * 45_000},
        {"players": [{"x": number} for number in range(45_000)]},
        {"players": [[number] for number in range(45_000)]},
        {str(number): 1 for number in range(45_000)},
    ],
    ids=["wrong items", "mappings to tell apart", "lists to tell apart", "unknown keys"],
)
def test_a_file_with_thousands_of_faults_is_told_of_the_first_hundred_at_once(value: dict[str, Any]) -> None:
    text = json.dumps(value)
    missing = 11  # keys that a save has and this has not
    with limit_calls(8_000_000):
        found = faults(lambda: read_json(text, "game.json", "save"))
    assert 1 < len(found) <= MOST_SCHEMA_FAULTS + missing


# ---- the schemas themselves


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema within a schema, itself included."""
    if isinstance(schema, list):
        for item in schema:
            yield from subschemas(item)
    elif isinstance(schema, dict):
        yield schema
        for keyword, value in schema.items():
            if keyword in ("properties", "$defs", "patternProperties"):
                for inner in value.values():
                    yield from subschemas(inner)
            elif keyword in ("items", "additionalProperties", "oneOf", "prefixItems", "propertyNames", "then"):
                yield from subschemas(value)


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_every_schema_is_one_and_has_an_id_and_a_description(file: Path) -> None:
    schema = json.loads(file.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f"/{file.name}")
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_what_a_schema_shows_as_an_example_is_one(file: Path) -> None:
    for example in json.loads(file.read_text(encoding="utf-8")).get("examples", ()):
        assert accept(example, "the example", file.name.removesuffix(".schema.json")).value == example


@pytest.mark.parametrize("file", SCHEMAS, ids=lambda file: file.name)
def test_every_schema_puts_its_patterns_into_words_and_names_its_shapes_by_a_key(file: Path) -> None:
    silent = {
        "$schema",
        "$id",
        "$ref",
        "$defs",
        "title",
        "description",
        "items",
        "prefixItems",
        "properties",
        "propertyNames",
        "allOf",
        "if",
        "then",
        "examples",
    }
    for schema in subschemas(json.loads(file.read_text(encoding="utf-8"))):
        words = {key for key in schema if not key.startswith("x-")}  # those say which names of rules a key takes
        assert words <= silent | schemas._WORDS.keys()
        assert "pattern" not in schema or schema["description"]
        assert "propertyNames" not in schema or {"description", "x-names"} & schema["propertyNames"].keys()
        assert "maxLength" in schema or "pattern" not in schema, "a pattern is tried on short texts only"
        assert (schema.get("pattern", "^")[0], schema.get("pattern", "$")[-1]) == ("^", "$"), "a pattern is of the whole text"


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "coins", "North", "a.rules", "1.0", "row", "\n"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["row", "list", "show", "name", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.slow
@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(["name", "title", "version", "language", "seats", "rules", "table", "x"], _ANYTHING)
    )
)
def test_whatever_a_schema_refuses_is_told_and_nothing_else(value: dict[str, Any]) -> None:
    schema = json.loads((SCHEMAS[0].parent / "manifest.schema.json").read_text(encoding="utf-8"))
    if Draft202012Validator(schema).is_valid(value):
        assert accept(value, "data", "manifest").value == value
    else:
        assert all(fault.message for fault in faults(lambda: accept(value, "data", "manifest")))


@pytest.mark.parametrize(
    ("heading", "schema", "of"), [("Manifests", "manifest", ()), ("Scenarios", "scenario", ("$defs", "scenario"))]
)
def test_every_key_of_a_file_is_told_of_on_the_page_about_it(heading: str, schema: str, of: tuple[str, ...]) -> None:
    page = (Path(__file__).parents[2] / "rulesets" / "FILES.md").read_text(encoding="utf-8")
    (table,) = re.findall(rf"^## {heading}$.*?(^\|.*?)\n\n", page, re.DOTALL | re.MULTILINE)
    told_of = re.findall(r"`(\w+)", " ".join(line.split("|")[1] for line in table.splitlines()))
    known = json.loads((SCHEMAS[0].parent / f"{schema}.schema.json").read_text())
    for key in of:
        known = known[key]
    assert sorted(told_of) == sorted(known["properties"])
