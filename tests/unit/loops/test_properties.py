"""Test which assertions become families of clauses, one for each iteration."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import has
from veriabs.core.loop_model import LoopModel, Quantifier
from veriabs.core.statements import Break
from veriabs.loops.properties import classify

Model = Callable[[str], LoopModel]

INIT = "int a[100]; int n; int main(void) {{ int x = 0, found = 0; for (int i = 0; i < 100; i++) a[i] = 7; {code} }}"


def kind(model: Model, code: str) -> Quantifier:
    return model(INIT.format(code=code)).goal.quantifier


# --------------------------------------------------------------------------------------------------------------- forall


@pytest.mark.parametrize("code", [
    "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == 7);",
    "for (int i = 99; i >= 0; i--) if (a[i]) __VERIFIER_assert(a[i] == 7);",
    "for (int i = 0; i < 100; i++) { int t = a[i]; __VERIFIER_assert(t == 7); }",
    "for (int i = 0; i < n && i < 100; i++) { if (i == 3) continue; __VERIFIER_assert(a[i] == 7); }",
    "for (int i = 0, j = 99; i < 50; i++, j--) __VERIFIER_assert(a[i] == a[j]);",
    "for (int i = 0; i < 100; i++) { if (a[i] == 3) break; __VERIFIER_assert(a[i] == 7); }",
    "for (int i = 0; i < 100 && a[i] != 3; i++) __VERIFIER_assert(a[i] == 7);",
])  # fmt: skip
def test_forall(model: Model, code: str) -> None:
    task = model(INIT.format(code=code))
    assert task.goal.quantifier is Quantifier.FORALL
    assert task.goal.facts is not None
    assert len(task.loops) == 1


@pytest.mark.parametrize("code", [
    # carries state from one iteration to the next (s11)
    "int m = a[0]; for (int i = 0; i < 100; i++) { __VERIFIER_assert(m == 7); m = a[i]; }",
    "for (int i = 0; i < 100; i++) { x = x + a[i]; __VERIFIER_assert(x >= 0); }",
    "for (int i = 0; i < 100; i++) { if (a[i]) x = 1; __VERIFIER_assert(x == 1); }",
    # computes: it writes the array that it looks at
    "for (int i = 0; i < 100; i++) { a[i] = 7; __VERIFIER_assert(a[i] == 7); }",
    # no trip count, so there is no number of clauses
    "int i = 0; while (a[i] != 0) { __VERIFIER_assert(a[i] == 7); i++; }",
    "for (int i = 0; i < 100; ) { __VERIFIER_assert(a[i] == 7); if (a[i]) i++; }",
])  # fmt: skip
def test_not_forall(model: Model, code: str) -> None:
    assert kind(model, code) is Quantifier.SINGLE


def test_straight_line_assertion_is_single(model: Model) -> None:
    task = model(INIT.format(code="__VERIFIER_assert(a[n] == 7);"))
    assert task.goal.quantifier is Quantifier.SINGLE
    assert task.goal.facts is None
    assert len(task.loops) == 1


def test_program_without_loops_is_single(model: Model) -> None:
    assert model("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x); }").goal.facts is None


def test_nested_property_loop_is_single(model: Model) -> None:
    code = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) __VERIFIER_assert(a[j] == 7);"
    assert kind(model, code) is Quantifier.SINGLE


# --------------------------------------------------------------------------------------------------------------- exists


@pytest.mark.parametrize("code", [
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found == 1);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found != 0);",
    "found = 1; for (int i = 0; i < 100; i++) if (a[i] == 7) found = 0; __VERIFIER_assert(!found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) { found = 1; break; } __VERIFIER_assert(found);",
    "for (int i = 0; i < 100 && !found; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; if (n > 0) { __VERIFIER_assert(found); }",
    "for (int i = 0; i < 100; i++) { if (a[i] > 9) found = 1; if (a[i] < 8) found = 1; } __VERIFIER_assert(found);",
])  # fmt: skip
def test_exists(model: Model, code: str) -> None:
    task = model(INIT.format(code=code))
    assert task.goal.quantifier is Quantifier.EXISTS
    assert task.goal.flag == "found"
    assert len(task.loops) == 1
    assert task.goal.facts is not None
    assert task.goal.facts.exact
    assert not has(task.goal.facts.loop.body, Break)


def test_guard_of_exists_is_kept(model: Model) -> None:
    code = "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; if (n > 0) { __VERIFIER_assert(found); }"
    guard = model(INIT.format(code=code)).goal.guard
    assert guard is not None
    assert Printer().expr(guard) == "n > 0"


@pytest.mark.parametrize("code", [
    # a test that reads data ends the search early (x01)
    "for (int i = 0; i < 100 && a[i] != 3; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) { if (a[i] == 3) break; if (a[i] == 7) found = 1; } __VERIFIER_assert(found);",
    # the flag is cleared again, toggled, counted, or set to something else
    "for (int i = 0; i < 100; i++) { if (a[i] == 7) found = 1; else found = 0; } __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = !found; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found++; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = a[i]; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = __VERIFIER_nondet_int(); __VERIFIER_assert(found);",
    # the flag is read
    "for (int i = 0; i < 100; i++) if (a[i] == 7 && found == 0) found = 1; __VERIFIER_assert(found);",
    "for (int i = 0; i < 100; i++) { if (a[i] == 7) found = 1; x = found; } __VERIFIER_assert(found && x >= 0);",
    # state is carried (s11)
    "for (int i = 0; i < 100; i++) { if (x == 7) found = 1; x = a[i]; } __VERIFIER_assert(found);",
    # the assertion is not about the flag alone, or the wrong way round
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found && a[n] == 7);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(!found);",
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 2; __VERIFIER_assert(found == 1);",
    # something happens between the search and the assertion
    "for (int i = 0; i < 100; i++) if (a[i] == 7) found = 1; found = found - 1; __VERIFIER_assert(found == 0);",
    "int i; for (i = 0; i < 100; i++) if (a[i] == 7) found = 1; if (i == 100) { __VERIFIER_assert(found); }",
    # the flag is set in the update of the loop, where no clause looks
    "int i = 0; for (; i < 100; found = 1) i++; __VERIFIER_assert(found);",
    # stops on the wrong value of the flag
    "for (int i = 0; i < 100 && found; i++) if (a[i] == 7) found = 1; __VERIFIER_assert(found);",
])  # fmt: skip
def test_not_exists(model: Model, code: str) -> None:
    assert kind(model, code) is Quantifier.SINGLE


@pytest.mark.parametrize(("declaration", "value", "test"), [
    ("unsigned char flag = 0;", 256, "flag"),
    ("_Bool flag = 0;", 2, "flag == 2"),
    ("signed char flag = 0;", 255, "flag == 255"),
])  # fmt: skip
def test_flag_holds_the_converted_constant(model: Model, declaration: str, value: int, test: str) -> None:
    code = f"{declaration} for (int i = 0; i < 100; i++) if (a[i] == 7) flag = {value}; __VERIFIER_assert({test});"
    assert kind(model, code) is Quantifier.SINGLE


def test_classify_without_loops(model: Model) -> None:
    assertion = model("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x); }").assertion
    assert classify(((assertion,),), assertion).quantifier is Quantifier.SINGLE
