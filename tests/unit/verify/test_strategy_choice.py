"""Test which strategy starts with a goal."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.loop_model import LoopModel
from veriabs.strategies import default, provers
from veriabs.verify.strategy_choice import Winner, ordered

COPY = """
int a[1000], b[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) b[i] = a[i];
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == b[i]);
}
"""
NESTED = COPY.replace("b[i] = a[i];", "for (int j = 0; j < 1000; j++) b[i] = a[i];")


def test_strategies_have_their_own_order(model: Callable[[str], LoopModel]) -> None:
    task = model(COPY)
    found, why = ordered(default(), task)
    assert found == provers(default(), task)
    assert why == "first in the default order"


def test_strategy_that_proved_another_goal_begins(model: Callable[[str], LoopModel]) -> None:
    task = model(COPY)
    found, why = ordered(default(), task, Winner("lockstep"))
    assert found[0][0] == "lockstep"
    assert found[1:] == [one for one in provers(default(), task) if one[0] != "lockstep"]
    assert why == "it proved another goal of the program"
    assert ordered(("shrinking",), task, Winner("lockstep"))[1] == "first in the default order"


def test_likely_strategy_comes_before_the_last_winner(
    model: Callable[[str], LoopModel]
) -> None:
    counted = model("int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (__VERIFIER_nondet_int()) "
                    "if (i < n) i++; __VERIFIER_assert(i == 0 || i <= n); return 0; }")
    winner = Winner("induction", counted)
    assert winner.was_likely and not Winner("shrinking", counted).was_likely
    nested, plain = model(NESTED), model(COPY)
    assert ordered(default(), nested, winner)[0][0][0] == "closed_forms"
    assert ordered(default(), nested, Winner("induction"))[0][0][0] == "induction"
    assert ordered(default(), plain, winner)[0][0][0] == "induction"


def test_closed_forms_begin_by_default(model: Callable[[str], LoopModel]) -> None:
    found, why = ordered(default(), model(COPY))
    assert ([name for name, _ in found[:2]], why) == (["closed_forms", "ghost_folds"], "first in the default order")


def test_strategy_that_gave_up_another_goal_does_not_begin(model: Callable[[str], LoopModel]) -> None:
    task = model(NESTED)
    found, why = ordered(default(), task)
    assert (found[0][0], why) == ("closed_forms", "the strategy considers the task likely")
    others, why = ordered(default(), task, given_up={"closed_forms"})
    assert (others[0][0], why) == ("ghost_folds", "first in the default order")
    assert dict(others) == dict(found)


def test_strategies_for_all_assertions_start_second(
    model: Callable[[str], LoopModel]
) -> None:
    search = "int a[99]; int main(void) { int i = 0; while (i < 99 && a[i] != 4) i++; %s }"
    one, several = (model(search % (count * "__VERIFIER_assert(i >= 0); ")) for count in (1, 2))
    names = [name for name, _ in ordered(default(), several)[0]]
    assert names[:3] == ["cell_invariants", "closed_forms", "ghost_folds"]
    assert [name for name, _ in ordered(default(), one)[0]][:2] == ["closed_forms", "ghost_folds"]


def test_a_strategy_that_was_not_chosen_does_not_begin(model: Callable[[str], LoopModel]) -> None:
    found, why = ordered(("shrinking", "closed_forms"), model(COPY))
    assert [name for name, _ in found] == ["shrinking", "closed_forms"]
    assert why == "first in the default order"
