"""What statements mean, where they may stand, and who is meant by them; tables and sequences; questions to all at once."""

from __future__ import annotations

import pytest
from caylus import model as m
from caylus.model.walk import statements

from .small import check_texts, codes, fault, faults, model, place, warnings

TABLE = """
resource coin, apple, pear
group fruit = apple, pear
kind hut plural huts { price number, state owner player, state open flag, action use(player) }
hut barn { price 3, use { gain 1 coin } }
hut inn { price 4 }
kind plot plural plots { state hut hut }
row street of 4 plots
list order of player
state leader player
each player has { days number }
"""


def body(text: str, params: str = "player, hut") -> m.Body:
    return model(TABLE + f"action a({params}) {{ {text} }}").actions["a"].body


def wrong(text: str, params: str = "player, hut") -> tuple[str, str]:
    found = fault(TABLE + f"action a({params}) {{ {text} }}")
    return found.code, found.message


def test_whoever_acts_is_the_current_player() -> None:
    assert codes(TABLE + "action a(hut) { if hut.owner as player { gain 1 coin } }") == []
    assert codes(TABLE + "action a(hut) { if hut.price as player { gain 1 coin } }") == ["E0301"]


def test_in_the_block_of_another_player_and_in_a_loop_over_players_they_are_the_player() -> None:
    for block in ("if hut.owner as player { gain 1 coin }", "for each player in order { gain 1 coin }"):
        made = model(TABLE + f"action a(player, hut) {{ let host = player, {block}, host loses 1 coin, gain 2 coin }}").actions[
            "a"
        ]
        first, inner, last = (x for x in statements(made.body) if isinstance(x, m.Transfer))
        assert (first.player == inner.player, inner.player == last.player) == (False, False)
        assert last.player == m.Local(made.params[0])
    assert codes(TABLE + "action a(player, hut) { for each player in huts { } }") == ["E0203"]


def test_a_kind_may_say_what_its_objects_do_by_default() -> None:
    kind = "kind well plural wells { depth number, action draw(player) { gain this.depth coin } }"
    text = f"resource coin\n{kind}\nwell old {{ depth 3 }}\nwell dry {{ draw {{ }} }}"
    draw = model(text).kinds["well"].actions["draw"]
    assert draw.bodies[0] is not None
    assert draw.bodies[1] is not None
    (gain,) = draw.bodies[0].body
    assert isinstance(gain, m.Transfer)
    assert gain.payment == m.ConstPayment((((0, 3),),))
    assert draw.bodies[1].body == ()


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("pay 1 coin", "E0404", "`pay` stands only at the head of an option"),
        ("may { gain 1 coin, pay 1 apple }", "E0404", "`pay` stands only at the head of an option"),
        ("require player.coin > 1", "E0405", "`require` stands only in conditions and at the head of an option"),
        ("may { pay 1 coin, pay 1 apple }", "E0406", "an option is paid for once"),
        ("stop", "E0403", "there is no `repeat` to stop here"),
        ("gain 3", "E0301", "`3` is a number, but `gain` needs a payment"),
        ("lose 1 fruit", "E0317", "`1 fruit` can be lost in several ways"),
        ("hut gains 1 coin", "E0301", "`hut` is a hut, but `gains` needs a player"),
        ("set hut.price to 3", "E0308", "`hut.price` cannot be changed"),
        ("set barn.price to 3", "E0308", "`barn.price` cannot be changed"),
        ("set coin to 3", "E0308", "`coin` cannot be changed"),
        ("set player.fruit to 3", "E0308", "`player.fruit` cannot be changed"),
        ("set player to none", "E0308", "`player` cannot be changed"),
        ("set order to none", "E0308", "`order` cannot be changed"),
        ("set order[1] to player", "E0308", "`order[1]` cannot be changed"),
        ("set hut.owner to hut", "E0301", "`hut` is a hut, but `hut.owner` is a player"),
        ("raise hut.owner by 1", "E0301", "`hut.owner` is a player, but `raise` needs a number"),
        ("lower player.days by hut", "E0301", "`hut` is a hut, but `lower` needs a number"),
        ("add hut to order", "E0301", "`hut` is a hut, but `order` holds a player"),
        ("add player to street", "E0308", "`street` is a list of plots, and no list that changes"),
        ("shuffle coin", "E0308", "`coin` is a payment, and no list that changes"),
        ("for each x in 3 { }", "E0309", "`3` is a number, not a list"),
        ("for each x in order where 3 { }", "E0301", "`3` is a number, but `where` needs a flag"),
        ("if player.days { }", "E0301", "`player.days` is a number, but `if` needs a flag"),
        ("repeat at most hut times { }", "E0301", "`hut` is a hut, but `repeat … times` needs a number"),
        ("do begin", "E0315", "an action is done with parentheses"),
        ("do begin(3)", "E0302", "`begin` takes 0 things, but is given 1"),
        ("do score(player)", "E0206", "`score` is a value, not an action"),
        ("do begun()", "E0204", "`begun` is not an action in this ruleset"),
        ("do hut.price()", "E0206", "`price` is what a hut has, not what it does"),
        ("do hut.sell()", "E0205", "a hut has no `sell`"),
        ("do order.use(player)", "E0205", "`order` is a list of players, and does nothing"),
        ("do player.use(player)", "E0205", "a player has no `use`"),
        ('say "{none}"', "E0412", "`none` is `none`, which has no words"),
    ],
)
def test_what_is_wrong_with_a_statement(text: str, code: str, message: str) -> None:
    assert wrong(text) == (code, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gain 1 coin", "who gains? there is no `player` here"),
        ("lose 1 coin", "who loses? there is no `player` here"),
        ("may gain nothing", "who chooses? there is no `player` here"),
        ("hut.owner may pay 1 coin", "who pays? there is no `player` here"),
    ],
)
def test_without_a_player_somebody_has_to_be_named(text: str, message: str) -> None:
    found = [f for f in faults(TABLE + f"action a(hut) {{ {text} }}") if f.message == message]
    assert [f.code for f in found] == ["E0407"]


def test_nobody_throws_a_die_of_too_many_sides() -> None:
    assert wrong("let n = random 1 to 5000") == ("E0306", "`1 to 5000` are more than 1,000 numbers")


SEASONS = """
resource coin
kind season plural seasons
season spring
season autumn
"""


def test_a_table_picks_a_cell_by_an_object_and_a_number() -> None:
    text = "table weather(player) by season, year {\n spring | gain 1 coin | gain 2 coin\n autumn | lose 1 coin | nothing\n}"
    action = model(SEASONS + text).actions["weather"]
    assert [(p.name, str(p.type)) for p in action.params] == [("player", "player"), ("season", "season"), ("year", "number")]
    (spring,) = action.body
    assert isinstance(spring, m.If)
    assert isinstance(spring.condition, m.Compare)
    assert spring.condition.right == m.Const(0, action.params[1].type)
    (first,) = spring.then
    (autumn,) = spring.otherwise
    assert isinstance(first, m.If)
    assert isinstance(autumn, m.If)
    assert len(first.then) == 1
    assert autumn.otherwise == ()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("spring | nothing", "`weather` has no row for `autumn`"),
        ("spring | nothing\nautumn | nothing | nothing", "this row has 2 cells, the first 1"),
        ("spring | nothing\nautumn | nothing\nspring | nothing", "`spring` has two rows in `weather`"),
        (
            "spring | nothing\nautumn | nothing\nsummer | nothing",
            "`summer` is nothing in this ruleset; the rows of `weather` are seasons",
        ),
        ("spring | nothing\nautumn | nothing\ncoin | nothing", "`coin` is a resource; the rows of `weather` are seasons"),
    ],
)
def test_a_table_has_one_row_for_each_object_and_all_are_as_long(rows: str, message: str) -> None:
    found = fault(SEASONS + f"table weather(player) by season, year {{\n{rows}\n}}")
    assert (found.code, found.message) == ("E0314", message)


def test_what_is_wrong_in_a_cell_is_found() -> None:
    assert codes(SEASONS + "table weather(player) by season, year {\nspring | gain 1 coni\nautumn | gain 2\n}") == [
        "E0204",
        "E0301",
    ]


@pytest.mark.parametrize(("members", "code"), [("rest", "E0302"), ("coin", "E0206"), ("sleep", "E0204"), ("score", "E0206")])
def test_a_sequence_is_made_of_actions_that_take_nothing(members: str, code: str) -> None:
    assert fault(f"action rest(player) {{ gain 1 coin }}\nsequence day = begin, {members}").code == code


def test_a_sequence_may_be_part_of_another() -> None:
    made = model("sequence year = day, begin\nsequence day = begin, begin")
    (first, *_) = made.actions["year"].body
    assert isinstance(first, m.Do)
    assert first.action is made.actions["day"]


THINGS = """
resource coin "coin", charm
resource nut from coin
kind hut plural huts { fee payment = nothing, state owner player, state guests number }
hut den { fee 2 coin }
list order of player
each player has { mark number }
state day number
"""
CHOICE = "choose { option stay { }, option go { gain 1 coin } }"


def loop(body: str, head: str = "for each player in players at once") -> str:
    return f"{THINGS}\naction main() {{\n  {head} {{\n    {body}\n  }}\n}}"


@pytest.mark.parametrize(
    "body",
    [
        CHOICE,
        f'let purse = player.coin\n    {CHOICE}\n    say "{{player}} is done"',
        "may pay 1 coin to gain 1 nut",
        "player may choose { option go { gain 1 coin } }",
        "choose { option go { repeat at most 2 times { stop } }, option stay { } }",
        f"{CHOICE}\n    for each other in order at once {{ other may {{ other gains 1 coin }} }}",
    ],
)
def test_a_body_is_names_a_choice_and_anything_after_it(body: str) -> None:
    assert codes(loop(body)) == []


@pytest.mark.parametrize(
    "body",
    [
        f"gain 1 coin\n    {CHOICE}",
        f"if day > 1 {{ {CHOICE} }}",
        f'say "now"\n    {CHOICE}',
        f"for each other in order at once {{ other may {{ other gains 1 coin }} }}\n    {CHOICE}",
        f"let lots = shuffled huts\n    {CHOICE}",
        f"let die = random 1 to 6\n    {CHOICE}",
        "gain 1 coin",
        "let purse = player.coin",
    ],
)
def test_what_is_asked_at_once_comes_first(body: str) -> None:
    assert codes(loop(body)) == ["E0419"]


def test_what_comes_too_early_is_pointed_at() -> None:
    assert place(fault(loop(f"gain 1 coin\n    {CHOICE}")))[:2] == (11, 5)


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("den.owner chooses { option stay { }, option go { } }", "for each player in players at once"),
        ("hut.owner chooses { option stay { }, option go { } }", "for each hut in huts at once"),
        ("order[1] chooses { option stay { }, option go { } }", "for each n in 1 to 3 at once"),
    ],
)
def test_each_player_chooses_once_and_for_themselves(body: str, head: str) -> None:
    assert codes(loop(body, head)) == ["E0418"]


def test_whoever_chooses_may_be_one_of_several_that_go_side_by_side() -> None:
    assert codes(loop(CHOICE, "for each player in order, hut in huts at once")) == []


def test_no_stop_leaves_a_loop_in_which_others_have_chosen_as_well() -> None:
    text = loop("choose { option stay { stop }, option go { } }")
    inside = text.replace("for each player", "repeat at most 3 times { for each player").removesuffix("}") + "} }"
    assert codes(inside) == ["E0403"]


def test_listing_the_options_of_all_is_one_piece_of_work() -> None:
    many = "choose { option go(a in 1 to 99, b in 1 to 99, c in 1 to 5 where a + b + c is 3) { }, option stay { } }"
    assert codes(loop(many, "for each player in players")) == []
    assert codes(loop(many)) == ["E0416"]


# ---- what one spoils for another


@pytest.mark.parametrize(
    "body",
    [
        "choose { option take(hut in huts where hut.owner is none) { set hut.owner to player }, option stay { } }",
        "choose { option rob(other in order where other.coin > 0) { other loses 1 coin }, option stay { } }",
        "choose { option last { require player is not in order, add player to order }, option stay { } }",
        "may choose { option visit(hut in huts) { require hut.guests < 2, do enter(player, hut) } }",
        "may { player pays 1 coin, richest() loses 1 coin }",
    ],
)
def test_it_is_pointed_out_where_one_may_spoil_what_another_has_chosen(body: str) -> None:
    text = f"{loop(body)}\nrule r {{ after begin() {{ do main() }} }}\n{HELPERS}"
    assert "W1011" in warnings(text)


@pytest.mark.parametrize(
    "body",
    [
        "choose { option go { pay 1 coin, raise player.mark by 1 }, option stay { } } else { nothing }",
        "may choose { option bid(n in 1 to player.coin) { set player.mark to n } }",
        "may pay 1 nut to gain 1 charm",
        "choose { option note { do mark(player) }, option stay { require player.mark < 9, raise day by 1 } } else { nothing }",
        'choose { option take(hut in huts where hut.owner is none) { set hut.owner to player } } else { say "too late" }',
    ],
)
def test_nobody_spoils_what_is_another_s_own_or_provided_for(body: str) -> None:
    text = f"{loop(body)}\nrule r {{ after begin() {{ do main() }} }}\n{HELPERS}"
    assert "W1011" not in warnings(text)


HELPERS = """
action enter(player, hut) { raise hut.guests by 1 }
action mark(player) { raise player.mark by 1 }
value richest() = first player in players with most player.coin
"""


def test_it_is_said_what_is_asked_for_and_changed() -> None:
    body = "choose { option take(hut in huts where hut.owner is none) { set hut.owner to player }, option stay { } }"
    _, found = check_texts(loop(body))
    told = next(diagnostic for diagnostic in found if diagnostic.code == "W1011")
    assert told.label == "it asks for `owner`, and changes it"
