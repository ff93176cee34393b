"""Accelerable variables, trip counts, private scalars, and bodies without their counters."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, names, substitute, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import ITERATION, Accelerable, LoopFacts
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop
from veriabs.core.types import INT, LLONG, IntType
from veriabs.core.typing_rules import value_of
from veriabs.invariants.scalar.values import SampleState, compile_expr
from veriabs.loops.accelerate import accelerable_variables, closed_form_text, normalised, one_further
from veriabs.loops.facts import facts_of

Loops = Callable[[str], list[Loop]]

ENTER = """int a[100]; int n; int main(void) {{ int x, y = 0; n = __VERIFIER_nondet_int(); {code}
__VERIFIER_assert(y == 0); return 0; }}"""


def facts(loops: Loops, code: str) -> LoopFacts:
    """The facts of the first loop of a piece of code."""
    return facts_of(1, loops(ENTER.format(code=code))[0])


# ---------------------------------------------------------------------------------------------------------- accelerable


def counters(found: LoopFacts) -> dict[str, int | None]:
    """The accelerable variables with the step of their closed form, None where it is symbolic."""
    return {a.variable.name: step(a) for a in found.accelerable}


def step(counter: Accelerable) -> int | None:
    forms = [substitute(counter.form, {ITERATION.name: Const(j, ITERATION.type)}) for j in (4, 5)]
    before, behind = (value_of(form, {counter.start.name: 0}, DataModel.LP64) for form in forms)
    return None if before is None or behind is None else behind - before


def test_counters_of_all_steps(loops: Loops) -> None:
    code = "int j = 0, k = 9, m = 0; for (int i = 0; i < 10; i++) { j += 2; k -= 1; m = 3 + m; x = i; }"
    assert counters(facts(loops, code)) == {"j": 2, "k": -1, "m": 3, "i": 1}


def test_closed_form_can_be_read(loops: Loops) -> None:
    found = facts(loops, "int k = 9; for (int i = 0; i < 10; i++) k -= 2;")
    assert [closed_form_text(a).endswith("2*(j-1)") for a in found.accelerable] == [True, False]
    assert "n" in closed_form_text(facts(loops, "int k = 9; for (int i = 0; i < 10; i++) k += n;").accelerable[0])


def test_counter_moved_twice_takes_both_steps(loops: Loops) -> None:
    found = facts(loops, "int j = 0; for (int i = 0; i < 10; i++) { j++; a[j] = 1; j++; }")
    assert counters(found)["j"] == 2
    assert len(found.accelerable[0].updates) == 2


def test_decreasing_counter_subtracts_its_distance(loops: Loops) -> None:
    found = facts(loops, "for (int i = 99; i >= 3; i -= 3) a[i] = 0;")
    (counter,) = found.accelerable
    assert "* -3" not in (form := Printer().expr(counter.form)) and form.endswith("* 3)"), form


def test_symbolic_step_is_loop_invariant(loops: Loops) -> None:
    assert counters(facts(loops, "int j = 0; for (int i = 0; i < 10; i++) j += n;")) == {"j": None, "i": 1}


@pytest.mark.parametrize("body", [
    "if (a[i]) j++;",
    "if (a[i]) continue; j++;",
    "if (a[i]) { y = 1; continue; } j++;",
    "j = j + i;",
    "j = j + a[i];",
    "j = 1;",
    "j = 2 * j;",
    "j = j + j;",
    "j++; if (a[i]) j = 0;",
    "j++; j = __VERIFIER_nondet_int();",
    "for (int m = 0; m < n; m++) j++;",
])  # fmt: skip
def test_not_accelerable(loops: Loops, body: str) -> None:
    found = facts(loops, f"int j = 0; for (int i = 0; i < 10; i++) {{ {body} }}")
    assert "j" not in counters(found)


def test_update_of_a_for_is_reached_by_continue(loops: Loops) -> None:
    assert "i" in counters(facts(loops, "for (int i = 0; i < 10; i++) { if (a[i]) continue; y = 1; }"))


def test_update_before_a_continue_is_accelerable(loops: Loops) -> None:
    assert "j" in counters(facts(loops, "int j = 0; for (int i = 0; i < 10; i++) { j++; if (a[i]) continue; y = 1; }"))


@pytest.mark.parametrize("ctype", ["_Bool", "float", "double"])
def test_type_that_does_not_count(loops: Loops, ctype: str) -> None:
    assert "j" not in counters(facts(loops, f"{ctype} j = 0; for (int i = 0; i < 10; i++) j = j + 1;"))


def test_form_is_computed_in_the_type_of_the_variable(loops: Loops) -> None:
    found = facts(loops, "unsigned char c = 0; for (int i = 0; i < 10; i++) c++;")
    text = Printer().expr(found.accelerable[0].form)
    assert text.startswith("(unsigned char)(")
    assert names(found.accelerable[0].form) == {found.accelerable[0].start.name, ITERATION.name}


def test_form_at_the_first_iteration_is_the_start(loops: Loops) -> None:
    for counter in facts(loops, "int j = 4; for (int i = 0; i < 10; i++) j -= 3;").accelerable:
        form = substitute(counter.form, {ITERATION.name: Const(1, ITERATION.type)})
        assert value_of(form, {counter.start.name: 17}, DataModel.LP64) == 17


@pytest.mark.parametrize("ctype", ["unsigned char", "signed char", "short", "int", "unsigned", "long long"])
@pytest.mark.parametrize("update", ["x += 7", "x -= 50", "x++", "x = x - n", "x += n + 3"])
def test_one_further_is_the_form_at_the_next_iteration(loops: Loops, ctype: str, update: str) -> None:
    (loop,) = loops(ENTER.format(code=f"{ctype} v = 0; while (y < n) {{ {update.replace('x', 'v')}; y++; }}"))[:1]
    (counter,) = (a for a in facts_of(1, loop).accelerable if a.variable.name == "v")
    chance = Random(1)
    for _ in range(40):
        j = chance.choice([chance.randrange(1, 9), chance.randrange(1, 1 << 62)])
        scalars = {counter.start.name: chance.randrange(-100, 100), "n": chance.randrange(-(1 << 31), 1 << 31)}
        now = substitute(one_further(counter.form, ITERATION), {ITERATION.name: Const(j, ITERATION.type)})
        then = substitute(counter.form, {ITERATION.name: Const(j + 1, ITERATION.type)})
        state = SampleState(scalars, {}, {}, lambda cell, at: 0)
        assert compile_expr(now, DataModel.LP64)(state) == compile_expr(then, DataModel.LP64)(state)


UCHAR = IntType("unsigned char", 8, False)
V, W, LAST = Var("v", INT), Var("w", INT), Binary("-", ITERATION, integer(1))
SAID = {
    "no iteration": Cast(INT, Binary("+", V, Binary("*", integer(2), W))),
    "another product": Cast(INT, Binary("+", V, Binary("*", Cast(INT, W), V))),
    "a product of iterations": Cast(INT, Binary("+", V, Binary("*", Cast(INT, LAST), Cast(INT, ITERATION)))),
    "a start that moves": Cast(INT, Binary("-", Cast(INT, ITERATION), Binary("*", Cast(INT, LAST), W))),
    "a closed form": Cast(INT, Binary("-", V, Binary("*", Cast(INT, LAST), W))),
    "iterations, counted from 1": Cast(INT, Binary("+", V, Binary("*", Cast(INT, ITERATION), W))),
    "a count of few bits": Cast(INT, Binary("+", V, Binary("*", Cast(UCHAR, LAST), W))),
    "a difference": Binary("-", Cast(LLONG, V), Binary("*", Cast(LLONG, LAST), Cast(LLONG, W))),
}


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize("said", [lambda form: form, lambda form: Binary("==", V, form)])
def test_one_further_gives_any_form_at_the_next_iteration(
    name: str, said: Callable[[Expr], Expr]
) -> None:
    form, chance = said(SAID[name]), Random(2)
    for _ in range(60):
        j = chance.choice([*range(1, 9), 255, 256, 257])
        values = {"v": chance.randrange(-9, 9), "w": chance.randrange(-9, 9), ITERATION.name: j}
        now, then = one_further(form, ITERATION), substitute(form, {ITERATION.name: Const(j + 1, ITERATION.type)})
        state = SampleState(values, {}, {}, lambda cell, at: 0)
        assert compile_expr(now, DataModel.LP64)(state) == compile_expr(then, DataModel.LP64)(state)


def test_accelerable_variables_respects_the_given_writes(loops: Loops) -> None:
    loop = loops(ENTER.format(code="int j = 0; for (int i = 0; i < 10; i++) j += n;"))[0]
    written = writes((*loop.body, *loop.update))
    assert {a.variable.name for a in accelerable_variables(1, loop, written)} == {"i", "j"}
    assert {a.variable.name for a in accelerable_variables(1, loop, written | {"n"})} == {"i"}


@pytest.mark.parametrize("update", ["g = g + 1", "inc()"])
def test_counter_after_a_continue_is_skipped(loops: Loops, update: str) -> None:
    """The update of the `for` and the statement in the body may come from the same line of the user's file."""
    text = f"""int a[9]; int g; void inc(void) {{ g = g + 1; }}
    int main(void) {{ int i = 0; for (; i < 9; inc()) {{ i = i + 1; if (a[i - 1]) continue; {update}; }}
    __VERIFIER_assert(g == 0); return 0; }}"""
    found = facts_of(1, loops(text)[0])
    assert "g" not in counters(found)


# ------------------------------------------------------------------------------------------------------------ normalise


def normal_text(found: LoopFacts) -> str:
    body, update = normalised(found)
    return " ".join(line.strip() for line in Printer().lines((*body, *update)))


def test_normalised_reads_the_updated_value_after_an_update(loops: Loops) -> None:
    found = facts(loops, "int i = 0; while (i < 10) { a[i] = 1; i = i + 1; a[i] = 2; }")
    assert normal_text(found) == "a[i] = 1; a[i + 1] = 2;"


def test_normalised_converts_narrow_counters(loops: Loops) -> None:
    found = facts(loops, "unsigned char i = 0; while (i < 10) { i++; a[i] = 2; }")
    assert "(unsigned char)" in normal_text(found)


def test_normalised_without_updates(loops: Loops) -> None:
    found = facts(loops, "int j = 5; for (int i = 0; i < 10; i++) { j--; x = 1; }")
    body, update = normalised(found)
    assert writes((*body, *update)) == {"x"}
