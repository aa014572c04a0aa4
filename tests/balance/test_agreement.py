"""What is said where bots of two sorts have played the same games, from claims that are made up."""

from __future__ import annotations

from caylus_tools.balance.verdicts import Claim, Joint, Verdict, joint

BOTS = ("clever bots", "foolish bots")
MORE = Claim("fair", ("order", "1"), 1, "who is first wins more often (58 %)", "58 %")
MORE_TOO = MORE._replace(text="who is first wins more often (45 %)", briefly="45 %")
LESS = MORE._replace(side=-1, text="who is first wins less often (9 %)", briefly="9 %")
OPEN = Claim("fair", (), 0, "no evidence that it matters who is first", "no evidence")
MEAN = Claim("mean", (), 0, "the mean score is 78 points", "78 points")


def collect_messages(*claims: tuple[Claim, ...], kinds: tuple[str, str] = ("base", "base")) -> Joint:
    return joint(BOTS[: len(claims)], [Verdict("Game", kind, of_one) for of_one, kind in zip(claims, kinds, strict=False)])


def test_what_all_bots_show_is_told_as_that_with_both_numbers() -> None:
    assert collect_messages((MORE,), (MORE_TOO,)).sentences == (
        "Clever bots and foolish bots agree: who is first wins more often (58 %); 45 % among foolish bots.",
    )


def test_what_one_sort_shows_is_said_of_it_alone_whatever_the_others_leave_open() -> None:
    only = ("Among clever bots only: who is first wins more often (58 %).",)
    assert collect_messages((MORE,), (OPEN,)).sentences == collect_messages((OPEN, MORE), ()).sentences == only


def test_bots_that_contradict_each_other_are_told_to() -> None:
    (sentence,) = collect_messages((MORE,), (LESS,)).sentences
    assert sentence.startswith(
        "Clever bots and foolish bots contradict each other: who is first wins more often (58 %) among clever"
    )
    assert sentence.endswith("who is first wins less often (9 %) among foolish bots.")


def test_that_nothing_is_known_is_told_where_nobody_knows_anything() -> None:
    assert collect_messages((OPEN,), (OPEN,)).sentences == (
        "No evidence that it matters who is first, among clever bots and foolish bots.",
    )


def test_what_takes_no_side_is_told_of_each() -> None:
    other = MEAN._replace(text="the mean score is 8 points", briefly="8 points")
    assert collect_messages((MEAN,), (other,)).sentences == (
        "The mean score is 78 points among clever bots; 8 points among foolish bots.",
    )


def test_bots_of_one_sort_need_no_comparison() -> None:
    assert collect_messages((MORE, MEAN)).sentences == ("Who is first wins more often (58 %).", "The mean score is 78 points.")


def test_what_bots_agree_on_is_told_before_what_some_of_them_show_and_no_topic_goes_on_for_long() -> None:
    many = tuple(MORE._replace(key=("order", str(n)), text=f"place {n}") for n in range(2, 8))
    assert [sentence.split(":")[0] for sentence in collect_messages((*many, MORE), (MORE_TOO,)).sentences] == [
        "Clever bots and foolish bots agree", "Among clever bots only", "Among clever bots only",
    ]  # fmt: skip


def test_verdicts_of_two_kinds_are_mixed() -> None:
    assert collect_messages((MEAN,), (MEAN,), kinds=("winner", "nothing")).kind == "mixed"
    assert collect_messages((MEAN,), (MEAN,), kinds=("game", "game")).kind == "game"
