"""Test flattening: the task of one assertion becomes straight-line code and loops with guards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import has, statements
from veriabs.core.loop_exits import exits
from veriabs.core.program import Initial, Program
from veriabs.core.statements import Assert, Halt, Havoc, Loop
from veriabs.loops.flatten import Flat, assertions, before_next_loop, end_runs_at, flatten

Make = Callable[[str], Program]

TEXT = "int a[100], b[100]; int c, x; int main(void) {{ c = __VERIFIER_nondet_int(); {code} return 0; }}"


def flat(program: Make, code: str, which: int = -1) -> Flat:
    """The task of one of the assertions of a piece of code, the last one by default."""
    whole = program(TEXT.format(code=code))
    return flatten(whole, assertions(whole)[which].number)


def text(found: Flat) -> str:
    """All segments as C text on one line."""
    bodies = [(segment,) if isinstance(segment, Loop) else segment for segment in found.segments]
    return " ".join(line.strip() for body in bodies for line in Printer().lines(body))


def loops(found: Flat) -> list[Loop]:
    return [segment for segment in found.segments if isinstance(segment, Loop)]


# -------------------------------------------------------------------------------------------------- isolate and cut


def test_failing_assertion_ends_runs_for_other_goals(program: Make) -> None:
    whole = program(TEXT.format(code=TWO))
    first, second = assertions(whole)
    changed = end_runs_at(whole, lambda one: one.number == first.number)
    assert assertions(changed) == (second,)
    assert "if (!(c == 1)) abort();" in " ".join(" ".join(Printer().lines(changed.body)).split())
    assert end_runs_at(whole, lambda one: False).body == whole.body


def test_code_after_the_next_loop_is_omitted(program: Make) -> None:
    loop = "for (int i = 0; i < 100; i++) a[i] = {value};"
    nest = f"for (int j = 0; j < 9; j++) {{{{ __VERIFIER_assert(c == 4); {loop.format(value=4)} }}}}"
    code = f"{loop.format(value=3)} __VERIFIER_assert(c == 3); x = 1; __VERIFIER_assert(x); {nest} {loop} c = 5;"
    unchecked = program(TEXT.format(code=code.format(value=5)))
    whole = replace(unchecked, task=replace(unchecked.task, checks=("bounds",)))
    first, second, inner = (before_next_loop(whole, one.number) for one in assertions(whole))
    assert first.body == second.body and assertions(first) == assertions(whole)[:2]
    assert len([one for one in statements(first.body) if isinstance(one, Loop)]) == 1
    assert len([one for one in statements(inner.body) if isinstance(one, Loop)]) == 3, "what leads back to it is kept"
    assert before_next_loop(whole, -1) == whole
    others = replace(unchecked, task=replace(unchecked.task, checks=("div-by-zero", "pointer")))
    for kept in (unchecked, others):  # accesses are no goals, so that a proof has to show them
        assert all(before_next_loop(kept, one.number) == kept for one in assertions(whole))


TWO = "__VERIFIER_assert(c == 1); for (int i = 0; i < 100; i++) { a[i] = c; __VERIFIER_assert(a[i] == 2); }"


def test_other_assertions_become_no_ops(program: Make) -> None:
    assert "c == 1" not in text(flat(program, TWO))
    assert "a[i] == 2" in text(flat(program, TWO))


def test_code_after_the_assertion_is_cut(program: Make) -> None:
    assert loops(flat(program, TWO, 0)) == []


def test_loop_around_the_assertion_is_kept_whole(program: Make) -> None:
    code = "for (int i = 0; i < 100; i++) { __VERIFIER_assert(x == 0); x = a[i]; } x = 7;"
    assert "x = a[i];" in text(flat(program, code))
    assert "x = 7;" not in text(flat(program, code))


def test_other_branch_is_cut(program: Make) -> None:
    code = "if (c) { __VERIFIER_assert(x == 0); } else { for (int i = 0; i < 100; i++) x = a[i]; }"
    assert loops(flat(program, code)) == []


def test_flatten_without_a_goal_keeps_all_statements(program: Make) -> None:
    whole = program(TEXT.format(code="x = 3; for (int i = 0; i < 100; i++) b[i] = 1; __VERIFIER_assert(c);"))
    kept = flatten(whole, None)
    assert "b[i] = 1;" in text(kept)
    assert not any(has((s,) if isinstance(s, Loop) else s, Assert) for s in kept.segments)


def test_assertions_in_textual_order(program: Make) -> None:
    whole = program(TEXT.format(code=TWO))
    assert [a.where.line for a in assertions(whole)] == [2, 2]
    assert [a.number for a in assertions(whole)] == sorted({a.number for a in assertions(whole)})


# ---------------------------------------------------------------------------------------------------------------- shape


def test_segments_alternate(program: Make) -> None:
    code = "for (int i = 0; i < 9; i++) a[i] = c; for (int i = 0; i < 9; i++) __VERIFIER_assert(a[i] == c);"
    kinds = [isinstance(segment, Loop) for segment in flat(program, code).segments]
    assert kinds == [False, True, False, True, False]


def test_condition_around_a_loop_becomes_a_guard(program: Make) -> None:
    code = "if (c > 3) { for (int i = 0; i < 9; i++) a[i] = 1; c = 0; } __VERIFIER_assert(a[x] == c);"
    found = flat(program, code)
    (guard,) = found.guards
    assert guard.initial is Initial.ZERO
    assert text(found).count(f"{guard.name} = c > 3;") == 1
    assert f"for (; {guard.name} && i < 9;" in text(found)
    assert f"if ({guard.name}) c = 0;" in text(found)


def test_nested_conditions_and_both_branches(program: Make) -> None:
    loop = "for (int i = 0; i < 9; i++) a[i] = 1;"
    code = f"if (c > 3) {{ if (x) {{ {loop} }} }} else {{ {loop} }} __VERIFIER_assert(a[x]);"
    found = flat(program, code)
    values = " ".join(line for line in text(found).split(";") if "guard_" in line)
    assert len(found.guards) == 3
    assert f"{found.guards[0].name} && x" in values
    assert len(loops(found)) == 2


def test_endless_loop_under_a_condition(program: Make) -> None:
    code = "if (c) { while (1) { a[x] = 1; x = x + 1; if (x > 50) break; } } __VERIFIER_assert(a[0]);"
    found = flat(program, code)
    assert found.guards[0].name in text(found)


# --------------------------------------------------------------------------------------------------------------- unroll


def test_small_inner_loop_is_unrolled(program: Make) -> None:
    code = "for (int i = 0; i < 9; i++) for (int j = 0; j < 3; j++) x = x + a[j]; __VERIFIER_assert(x);"
    (loop,) = loops(flat(program, code))
    assert not has((*loop.body, *loop.update), Loop)
    assert sum("x = x +" in line for line in Printer().lines(loop.body)) == 3


@pytest.mark.parametrize(("header", "times"), [
    ("int j = 0; j < 8; j++", 8),
    ("int j = 1; j <= 3; j++", 3),
    ("int j = 5; j > 0; j -= 2", 3),
    ("int j = 5; j >= 5; j--", 1),
    ("int j = 0; j != 4; j++", 4),
    ("int j = 3; j < 3; j++", 0),
    ("unsigned char j = 250; j < 254; j++", 4),
])  # fmt: skip
def test_inner_trip_count(program: Make, header: str, times: int) -> None:
    code = f"for (int i = 0; i < 9; i++) {{ x = x ^ 1; for ({header}) x = x + b[i]; }} __VERIFIER_assert(x);"
    (loop,) = loops(flat(program, code))
    assert not has((*loop.body, *loop.update), Loop)
    assert sum("x = x +" in line for line in Printer().lines(loop.body)) == times


@pytest.mark.parametrize("inner", [
    "for (int j = 0; j < 9; j++) x = x + a[j];",
    "for (int j = 0; j < c; j++) x = x + a[j];",
    "for (int j = 0; j < 3; j++) { if (a[j]) break; x = x + 1; }",
    "for (int j = 0; j < 3; j++) { if (a[j]) continue; x = x + 1; }",
    "for (int j = 0; j < 3; j++) { x = x + 1; if (a[j]) j = 0; }",
    "for (int j = c; j < 3; j++) x = x + 1;",
    "for (unsigned char j = 254; j < 256; j++) x = x + 1;",
])  # fmt: skip
def test_other_inner_loops_stay(program: Make, inner: str) -> None:
    code = f"for (int i = 0; i < 100; i++) {{ {inner} }} __VERIFIER_assert(x);"
    (loop,) = loops(flat(program, code))
    assert has((*loop.body, *loop.update), Loop)


def test_signed_counter_against_an_unsigned_bound_never_enters(program: Make) -> None:
    code = "for (int i = 0; i < 9; i++) { for (int j = -1; j < 2u; j++) x = x + b[i]; } __VERIFIER_assert(x);"
    found = flat(program, code)
    copies = sum("x = x +" in line for loop in loops(found) for line in Printer().lines((loop,)))
    assert copies == 0 or any(has((*loop.body, *loop.update), Loop) for loop in loops(found))


def test_unrolled_nondet_calls_are_occurrences_of_their_own(program: Make) -> None:
    inner = "for (int j = 0; j < 3; j++) { int t = __VERIFIER_nondet_int(); x = x + t; }"
    code = f"x = __VERIFIER_nondet_int(); for (int i = 0; i < 9; i++) {{ {inner} }} __VERIFIER_assert(x);"
    bodies = [(s,) if isinstance(s, Loop) else s for s in flat(program, code).segments]
    sites = [s.site for body in bodies for s in statements(body) if isinstance(s, Havoc)]
    assert len(sites) >= 4
    assert len(sites) == len(set(sites))


# ------------------------------------------------------------------------------------------------------------ relevance


def test_irrelevant_assignments_and_loops_are_removed(program: Make) -> None:
    code = "int y = 3; for (int i = 0; i < 9; i++) b[i] = y; x = a[0]; __VERIFIER_assert(x);"
    found = flat(program, code)
    assert loops(found) == []
    assert "y = 3" not in text(found)


def test_relevance_is_transitive(program: Make) -> None:
    code = "int y = c; for (int i = 0; i < 9; i++) b[i] = y; x = b[4]; __VERIFIER_assert(x);"
    assert len(loops(flat(program, code))) == 1
    assert "y = c;" in text(flat(program, code))


def test_assumption_about_a_relevant_variable_is_kept(program: Make) -> None:
    assert "abort" in text(flat(program, "if (c < 0) abort(); x = c; __VERIFIER_assert(x >= 0);"))


def test_irrelevant_assumption_is_removed(program: Make) -> None:
    assert "abort" not in text(flat(program, "int y = 3 * c; if (b[3] < 0) abort(); __VERIFIER_assert(x >= 0);"))


def test_loop_that_only_assumes_is_kept(program: Make) -> None:
    code = "for (int i = 0; i < 9; i++) if (a[i] < 0) abort(); __VERIFIER_assert(a[3] >= 0);"
    (loop,) = loops(flat(program, code))
    assert has((loop,), Halt)


def test_condition_of_a_break_is_relevant(program: Make) -> None:
    code = """int y = c; int i = 0; while (1) { if (i > 50) break; if (b[i] == y) break; i++; x = i; }
    __VERIFIER_assert(x < 51);"""
    found = flat(program, code)
    assert "y = c;" in text(found)
    assert "b[i]" in text(found)


def test_condition_around_an_assignment_is_relevant(program: Make) -> None:
    assert "y = c" in text(flat(program, "int y = c; if (y) x = 1; __VERIFIER_assert(x);"))


def test_a_task_without_assertion_is_the_whole_program(program: Make) -> None:
    whole = program(TEXT.format(code="for (int i = 0; i < 9; i++) b[i] = 1; __VERIFIER_assert(x);"))
    assert len(loops(flatten(whole, None))) == 1
    assert loops(flatten(whole, assertions(whole)[0].number)) == []


@pytest.mark.parametrize(("body", "expected"), [
    ("if (a[i]) break;", True),
    ("if (a[i]) { x = 1; if (x) break; }", True),
    ("if (a[i]) continue; x = 1;", False),
    ("if (a[i]) abort();", False),
    ("for (int j = 0; j < c; j++) if (a[j]) break;", False),
])  # fmt: skip
def test_exits(program: Make, body: str, expected: bool) -> None:
    whole = program(TEXT.format(code=f"for (int i = 0; i < 9; i++) {{ {body} }} __VERIFIER_assert(x);"))
    loop = next(stmt for stmt in statements(whole.body) if isinstance(stmt, Loop))
    assert exits(loop) is expected
