"""What a variant tells of the rules of its base: beside the base's words, in the place of some of them, or anew."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from caylus import model as m

from .garden import BASE, Variant, check, fault, load, load_again

TOLD = BASE.replace(
    'phase autumn "Autumn" {',
    """| Each player takes a field, of those that bring {reward} at the end. [See {frost}.]
|
| - Whoever pays {orchard.cost} is served first.
| tells: tend, free
| shows: fields, reward
phase autumn "Autumn" {""",
)
PHASES = BASE.replace("sequence year", "| - **Spring.** Sowing.\n| - **Autumn.** Harvest.\nsequence year")
PAID = (
    BASE.replace('phase autumn "Autumn" {', '| Some coins are for {pay}.\nphase autumn "Autumn" {')
    .replace(
        "option rest {",
        'option rest { if size of fields > 9 { say "so many" }, if player.coin > 9 { gain 1 point }',
    )
    .replace("pay field.cost\n", "\n")
)
AIM = BASE.replace("value score", "| The most points win.\nvalue score").replace('game "', '| Have the most points.\ngame "')
COUNTED = (
    BASE.replace(
        "value income", "| Two coins for everybody, and more in each season. Whoever passes pays one coin.\nvalue income"
    )
    .replace('field orchard "Orchard" {', '| Whoever harvests gains {gain}; an apple keeps.\nfield orchard "Orchard" {')
    .replace('rule frost "Frost"', '| of: spring\n| learn: Everybody gains two coins, or more.\n\nrule frost "Frost"')
)
CHANGED = (
    "change action tend { field.worth becomes 2 * field.worth }\nchange phase autumn { field.cost becomes 2 * field.cost }\n"
)


def tell(folder: Path, **variants: str | Variant) -> tuple[list[str], m.Paragraph]:
    """The blocks of the paragraph of `autumn`, what is inserted as its name, and the paragraph."""
    paragraph = load(folder, base=TOLD, **variants).model.paragraphs["autumn"]
    return ["".join(map(_describe_part, block.parts)) for block in paragraph.blocks], paragraph


def _describe_part(part: str | m.Insertion) -> str:
    return part if isinstance(part, str) else f"<{part.of.name if isinstance(part.of, m.Mention) else 'amount'}>"


FIELD = "Each player takes a field, of those that bring <reward> at the end. See <frost>."
COST = "Whoever pays <amount> is served first."


def test_a_paragraph_that_adds_comes_below_the_one_of_the_base(tmp_path: Path) -> None:
    blocks, paragraph = tell(tmp_path, a=f"{CHANGED}| adds to: autumn\n| All of it counts twice.")
    assert blocks == [FIELD, COST, "All of it counts twice."]
    assert (paragraph.covers, paragraph.shows) == (("tend", "free"), ("fields", "reward"))


def test_paragraphs_of_two_variants_that_add_both_stand_there_in_any_order(tmp_path: Path) -> None:
    added = {name: f"| adds to: autumn\n| tells: income\n| {name}" for name in ("a", "b")}
    tell(tmp_path, **added)
    for order in permutations(tmp_path.glob("[ab]")):
        paragraph = load_again(tmp_path, [folder.name for folder in order]).model.paragraphs["autumn"]
        assert {block.parts for block in paragraph.blocks[2:]} == {("a",), ("b",)}
        assert paragraph.covers == ("tend", "free", "income")


@pytest.mark.parametrize(
    ("place", "at"), [('after "<field>, of those"', 1), ('before "served"', 1), ("", 2), ('before "Each"', 0)]
)
def test_a_paragraph_is_added_before_or_after_some_words(place: str, at: int, tmp_path: Path) -> None:
    blocks, _ = tell(tmp_path, a=f"| adds to: autumn {place.replace('<field>', 'a field')}\n| Here.")
    assert blocks.index("Here.") == at


def test_lines_of_a_list_are_added_where_a_sequence_gets_its_members(tmp_path: Path) -> None:
    add = 'phase {0} {{ say "{0}" }}\n| adds to: year\n| - {0}.\nadd {0} to year {1}\n'
    variants = {
        "a": add.format("hail", "before autumn") + add.format("frosts", "after autumn"),
        "b": add.format("rain", "before spring"),
    }
    load(tmp_path, base=PHASES, **variants)
    for order in permutations("ab"):
        blocks = load_again(tmp_path, order).model.paragraphs["year"].blocks
        assert [block.parts[0] for block in blocks] == [
            "rain.",
            "**Spring.** Sowing.",
            "hail.",
            "**Autumn.** Harvest.",
            "frosts.",
        ]


def test_what_is_added_to_a_rule_stands_in_the_paragraph_that_tells_it(tmp_path: Path) -> None:
    text = f'{CHANGED}| adds to: tend\n| All of it counts twice.\n\n| changes: free\n| "served first" becomes "last"'
    assert tell(tmp_path, a=text)[0] == [FIELD, "Whoever pays <amount> is last.", "All of it counts twice."]
    assert check(tmp_path / "checked", base=TOLD, a=text) == []


@pytest.mark.parametrize(
    ("head", "covers"),
    [("adds to: autumn", ("tend", "free", "idle")), ("adds to: autumn\n| tells: nothing", ("tend", "free"))],
)
def test_a_paragraph_tells_the_new_rule_below_it_too(head: str, covers: tuple[str, ...], tmp_path: Path) -> None:
    _, paragraph = tell(tmp_path, a=f"| {head}\n| All rest.\nrule idle {{ after tend(player, field) {{ nothing }} }}")
    assert paragraph.covers == covers
    change = '| changes: autumn\n| "served first" becomes "last"\nrule idle { after tend(player, field) { nothing } }'
    assert tell(tmp_path / "changed", a=change)[1].covers == ("tend", "free", "idle")


def test_words_of_a_paragraph_become_others(tmp_path: Path) -> None:
    text = """
        | changes: autumn
        | "a field, of those that bring {reward} at the end" becomes "two fields,
        | of those of {order}"
        | "served first" becomes "served last"
    """
    assert tell(tmp_path, a=text)[0] == [
        "Each player takes two fields, of those of <order>. See <frost>.",
        "Whoever pays <amount> is served last.",
    ]


def test_a_paragraph_in_its_place_tells_and_shows_what_that_did(tmp_path: Path) -> None:
    blocks, paragraph = tell(tmp_path, a="| of: autumn\n| Nothing is as it was.")
    assert blocks == ["Nothing is as it was."]
    assert (paragraph.covers, paragraph.shows) == (("tend", "free"), ("fields", "reward"))


def test_a_paragraph_in_its_place_says_itself_what_it_tells_and_shows(tmp_path: Path) -> None:
    _, paragraph = tell(tmp_path, a="| of: autumn\n| Nothing is as it was.\n| tells: nothing\n| shows: reward")
    assert (paragraph.covers, paragraph.shows) == ((), ("reward",))


def test_what_a_stranger_adds_stays_below_a_paragraph_in_its_place(tmp_path: Path) -> None:
    blocks, _ = tell(tmp_path, a="| adds to: autumn\n| a", b="| of: autumn\n| b")
    assert blocks == ["b", "a"]
    follower = Variant("| of: autumn\n| c", {"requires": ["a"]})
    assert tell(tmp_path / "2", a="| adds to: autumn\n| a", c=follower)[0] == ["c"]


def test_a_sentence_in_brackets_goes_with_what_it_names_though_words_beside_it_have_changed(tmp_path: Path) -> None:
    text = 'remove rule frost\n| changes: autumn\n| "Each player" becomes "Everybody"'
    assert tell(tmp_path, a=text)[0][0] == "Everybody takes a field, of those that bring <reward> at the end. "


def test_a_paragraph_that_may_be_untrue_is_warned_of_once_with_all_its_words(tmp_path: Path) -> None:
    found = fault(tmp_path, base=TOLD, a=CHANGED)
    assert (found.code, found.message) == ("W1502", "the paragraph of `autumn` may no longer fit")
    for way in ("adds to", "changes", "of"):
        assert f"`| {way}: autumn`" in found.help


@pytest.mark.parametrize(
    ("base", "text", "subjects"),
    [
        (TOLD, "rule idle { instead of tend(player, field) { nothing } }", ["autumn"]),
        (TOLD, "rule idle { instead of tend(player, field) where field.worth > 2 { nothing } }", []),
        (TOLD, "rule idle { instead of tend(player, field) { do as before } }", []),
        (PHASES, "phase hail { nothing }\nadd hail to year before autumn", ["year"]),
        (PHASES.replace("| - ", "| "), "phase hail { nothing }\nadd hail to year before autumn", []),
        (PHASES, "remove spring from year", ["year"]),
        (PAID, "change phase autumn { 1 fruit becomes 1 apple }", []),
        (PAID, "change phase autumn { 2 coin becomes 2 point }", ["autumn"]),
        (PAID, "change phase autumn { size of fields becomes size of order }", []),
        (PAID, "change phase autumn { player.coin becomes player.point }", ["autumn"]),
        (AIM, "value team(player) = 1", ["game", "score"]),
        (AIM, "value may_win(player) = player.point > 3", ["game", "score"]),
        (AIM, "value luck(player) = 1\nrule lucky { income(player) is more by luck(player) }", []),
        (TOLD, "change phase autumn { add option pray { gain 1 point } }", ["autumn"]),
        (TOLD, "change phase autumn { add option pray after rest { gain 1 point } }", ["autumn"]),
        (COUNTED, "change constant prize = 3", ["income", "spring"]),
        (COUNTED.replace("Two coins", "{prize} coins"), "change constant prize = 3", ["spring"]),
        (COUNTED, "rule flat { income(player) is 4 }", ["income", "spring"]),
        (COUNTED, "rule more { income(player) is more by 4 }", []),
        (COUNTED, "rule flat { income(player) is 4 where season is 2 }", []),
        (COUNTED, "change field orchard { harvest { 1 apple becomes 1 pear } }", ["orchard"]),
        (COUNTED, "change field orchard { harvest { 1 apple becomes 2 apple } }", []),
        (COUNTED, "change field orchard { harvest { gain 2 pear } }", ["orchard"]),
        (COUNTED.replace("; an apple keeps", ""), "change field orchard { harvest { gain 2 pear } }", []),
        (COUNTED.replace("{gain}; an", "an"), "change field orchard { harvest { lose 1 apple } }", ["orchard"]),
        (COUNTED, "change field orchard { worth 3 }", []),
        (COUNTED, "change value income { prize becomes prize + 3 }\n| of: income\n| Five coins.", []),
        (COUNTED, "change value income { prize becomes 5 }\n| of: income\n| Five coins.", ["spring"]),
        (COUNTED, "change phase spring { income(player) becomes 5 }", ["spring"]),
    ],
)
def test_every_paragraph_that_a_change_makes_untrue_is_warned_of(
    base: str, text: str, subjects: list[str], tmp_path: Path
) -> None:
    found = [one for one in check(tmp_path, base=base, a=text) if one.code == "W1502"]
    assert sorted(one.message.split("`")[1] for one in found) == subjects


@pytest.mark.parametrize("text", ["| adds to: autumn\n| x", '| changes: autumn\n| "player" becomes "one"', "| of: autumn\n| x"])
def test_whoever_says_something_of_a_paragraph_is_not_warned_of_it(tmp_path: Path, text: str) -> None:
    assert check(tmp_path, base=TOLD, a=CHANGED + text) == []


@pytest.mark.parametrize(
    ("text", "code", "message", "help_"),
    [
        (
            '| changes: autumn\n| "a fild" becomes "x"',
            "E0522",
            "`a fild` does not stand in the paragraph of `autumn`",
            "write words of one block",
        ),
        (
            '| changes: autumn\n| "frost}" becomes "x"',
            "E0522",
            "`frost}` does not stand in the paragraph of `autumn`",
            "write words of one block",
        ),
        (
            '| adds to: autumn after "a fild"\n| x',
            "E0522",
            "`a fild` does not stand in the paragraph of `autumn`",
            "write words of one block",
        ),
        ('| adds to: autumn after "a\n| field"\n| x', "E0412", "no names and no place", 'after "words of it"` on one line'),
        ("| changes: autumn\n| a field", "E0412", "no swap of words", '"some words" becomes "other words"'),
        ('| changes: income\n| "a" becomes "b"', "E0522", "`income` has no paragraph to change", "write one"),
    ],
)
def test_what_cannot_be_added_or_changed_is_reported(tmp_path: Path, text: str, code: str, message: str, help_: str) -> None:
    found = fault(tmp_path, base=TOLD, a=text)
    assert (found.code, found.message) == (code, message)
    assert help_ in found.help


@pytest.mark.parametrize("other", ['| changes: autumn\n| "served first" becomes "served last"', "| of: autumn\n| All rest."])
@pytest.mark.parametrize("is_last", [True, False])
def test_two_variants_that_write_the_same_words_are_warned_of(other: str, is_last: bool, tmp_path: Path) -> None:
    change = '| changes: autumn\n| "served first" becomes "not served"'
    found = fault(tmp_path, base=TOLD, a=change if is_last else other, b=other if is_last else change)
    assert (found.code, "two variants write the paragraph of `autumn`" in found.message) == ("W1502", True)
