"""What statements mean, where they may stand, and who is meant by them; tables and sequences; questions to all at once."""

from __future__ import annotations

from caylus import model as m
from caylus.model.walk import statements

from .small import check_texts, codes, fault, model, place

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


def test_what_comes_too_early_is_pointed_at() -> None:
    assert place(fault(loop(f"gain 1 coin\n    {CHOICE}")))[:2] == (11, 5)


# ---- what one spoils for another


def test_it_is_said_what_is_asked_for_and_changed() -> None:
    body = "choose { option take(hut in huts where hut.owner is none) { set hut.owner to player }, option stay { } }"
    _, found = check_texts(loop(body))
    told = next(diagnostic for diagnostic in found if diagnostic.code == "W1011")
    assert told.label == "it asks for `owner`, and changes it"
