"""What waits to follow when somebody has gained something. When and in which order it does, `plays/gaining.txt` tries."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.codegen.support import queue_triggers
from caylus.limits import MOST_WAITING
from caylus.runtime.saves import checksum
from support import tiny


def test_so_many_may_wait_and_no_more() -> None:
    stack: list[list[Any]] = [[0], [7, ((0, 0, (1,)),) * (MOST_WAITING - 1)]]
    queue_triggers(stack, 7, (1,), 0, 1)
    assert len(stack[1][1]) == MOST_WAITING
    with pytest.raises(OverflowError, match="wait for their turns"):
        queue_triggers(stack, 7, (1,), 0, 1)


def test_a_save_in_which_something_waits_that_there_is_not_is_refused() -> None:
    text = """
resource gem, coin
rule bend { after player gains gem { may gain 1 coin }, after player gains gem { may gain 2 coin } }
action main() { for each player in players { gain 1 gem } }
"""
    save = tiny.game(text, 2).save()
    queue = next(frame for frame in save["stack"] if isinstance(frame[-1], list) and frame[-1] and isinstance(frame[-1][0], list))
    assert queue[-1] == [[1, 0, [1]]]
    for forged in ([2, 0, [1]], [1, 2, [1]], [-2, 0, [1]], [1, 0, 1], [1, 0, [1 << 70]], [1, 0]):
        queue[-1] = [forged]
        with pytest.raises(caylus.RulesetError, match="E0702"):
            caylus.resume({**save, "checksum": checksum(save)})
