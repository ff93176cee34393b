"""Test the indices at which a cut loop assumes its facts about every cell."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, statements
from veriabs.core.expressions import Binary, Cast, Element, Expr, Unary, Var
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Loop
from veriabs.core.templates import render_c
from veriabs.core.types import INT, LLONG
from veriabs.invariants.bounds import bounds_program, by_loop
from veriabs.invariants.instances import at_accesses, neighbour_cells
from veriabs.invariants.quantified import goal_of
from veriabs.loops.flatten import assertions

Make = Callable[[str], Program]

TEXT = """int a[1000], b[1000]; int main(void) {{ int p = 0, k = 0, x = 0; while (p < 900) {{ {code} }}
__VERIFIER_assert(x == 0); return x; }}"""
BELOW = Binary("<", CELL, Cast(LLONG, Var("p", INT)))
ZERO_BELOW: Expr = Binary("||", Binary(">=", CELL, BELOW.right), Binary("==", Element("a", (CELL,), INT), BELOW.right))


def assumed(program: Make, code: str, fact: Expr = ZERO_BELOW) -> list[str]:
    """The assumptions about cells of `a` in the cut program."""
    made = program(TEXT.format(code=code))
    loop = next(stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    harness = bounds_program(made, by_loop([(loop, (fact,))]))
    text = render_c(harness.template, harness.context)
    return [line.strip() for line in text.splitlines() if re.search(r"assume\(.*\ba\[", line)]


def test_computed_index_is_instantiated_with_start_values(program: Make) -> None:
    found = assumed(program, "p = p + 2; k = __VERIFIER_nondet_int() & 511; x = a[k]; if (x) p = 3;")
    (one,) = (line for line in found if "accessed_" in line)
    assert "head_1_p" in one
    assert "(long long)p" not in one


def test_index_after_a_step_is_instantiated_at_the_start(program: Make) -> None:
    taken = assumed(program, "if (p > 3) { p = p - 1; x = a[p]; } else { a[p] = x; p++; }")
    assert [line for line in taken if "a[(long long)(p - 1)]" in line]
    assert not [line for line in taken if "p + 1" in line]
    kept = assumed(program, "if (p > 3) { x = a[p]; p = p - 1; } else { a[p] = x; p++; }")
    assert not [line for line in kept if "p - 1" in line]


def test_an_index_is_evaluated_once(program: Make) -> None:
    found = assumed(program, "k = p / (x + 1); x = a[k / x]; if (x) p = 3; else p++;")
    assert [line for line in found if "accessed_" in line]
    assert not [line for line in found if "/" in line]


def test_written_array_gets_no_later_instances(program: Make) -> None:
    found = assumed(program, "k = __VERIFIER_nondet_int() & 511; a[k] = 1; x = a[k]; if (x) p = 3;")
    assert found
    assert not [line for line in found if "accessed_" in line]


def test_unchanged_index_is_instantiated_at_the_start(program: Make) -> None:
    assert not [line for line in assumed(program, "x = a[7]; b[p] = a[7]; p++;") if "accessed_" in line]


def test_an_index_may_come_from_another_array(program: Make) -> None:
    fact = replace(ZERO_BELOW, right=Binary("==", Element("a", (CELL,), INT), Var("x", INT)))
    found = assumed(program, "k = b[p]; x = a[k]; p++; if (x) p = 3;", fact)
    assert [line for line in found if "accessed_" in line]


def test_an_array_that_nothing_depends_on_gives_no_index() -> None:
    index = Element("b", (Var("p", INT),), INT)
    access = Assign(Var("x", INT), Element("a", (index,), INT), Where("f.c", 1))
    made = frozenset("b")
    assert list(at_accesses(access, (ZERO_BELOW,), made, frozenset("ab"), count(1)))
    assert not list(at_accesses(access, (ZERO_BELOW,), made, frozenset("a"), count(1)))


def test_changed_index_is_instantiated_again_after_its_change(program: Make) -> None:
    (one,) = (line for line in assumed(program, "x = a[p]; p = p + 2; x = a[p];") if "accessed_" in line)
    assert "accessed_2" not in one
    assert not [line for line in assumed(program, "x = a[p]; p = p + 2;") if "accessed_" in line]


def test_instances_are_created_after_an_inner_loop(program: Make) -> None:
    found = assumed(program, "k = 0; while (k < 9) { k++; p++; } x = a[p];")
    assert len([line for line in found if "accessed_" in line]) == 1


def test_exclusive_range_has_no_instance_at_its_end(program: Make) -> None:
    span = Binary("&&", Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, BELOW.right))
    fact = Binary("||", Unary("!", span), Binary("==", Element("a", (CELL,), INT), BELOW.right))
    (of_any,) = assumed(program, "a[p] = p; a[p + 1] = p; p = p + 1;", fact)
    assert "a[cell]" in of_any


AHEAD: Expr = Binary(
    "<=", Element("a", (CELL,), INT), Element("a", (Binary("+", CELL, integer(1, LLONG)),), INT)
)


def test_only_neighbour_facts_get_the_previous_cell(program: Make) -> None:
    def in_front(*facts: Expr) -> list[str]:
        made = program(TEXT.format(code="x = a[p]; a[p] = x + 1; p = p + 1;"))
        (loop,) = (stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
        harness = bounds_program(made, by_loop([(loop, facts)]))
        text = render_c(harness.template, harness.context)
        return re.findall(r"assume\(.*\ba\[\(long long\)\(p - 1\).*", text)

    assert not in_front(ZERO_BELOW)
    (one,) = in_front(ZERO_BELOW, AHEAD)
    assert "<=" not in one.split("||")[-1]


def test_index_set_in_the_iteration_is_not_instantiated_at_the_start(program: Make) -> None:
    found = assumed(program, "k = p; x = a[k]; b[p] = a[p]; p++;")
    assert any("(long long)p <" in line or "a[(long long)p]" in line for line in found)
    assert not [line for line in found if "k" in line and "accessed_" not in line]


def test_neighbours_of_the_goal_index_get_facts_of_every_cell(program: Make) -> None:
    made = program("""int a[1000]; int main(void) { int p = 0; while (p < 900) { a[p] = 0; p = p + 1; }
        for (int i = 1; i < 900; i++) __VERIFIER_assert(a[i - 1] <= a[i]); return 0; }""")
    loop = next(stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    goal = goal_of(made, next(iter(assertions(made))))
    harness = bounds_program(made, by_loop([(loop, (ZERO_BELOW,))]), goal)
    text = render_c(harness.template, harness.context)
    assert re.search(r"assume\(.*a\[\(long long\)\(cell \+ 1LL\)\]", text)


def test_only_cells_next_to_the_index_are_beside_it() -> None:
    i, j = Var("i", INT), Var("j", INT)

    def cell(*index: Expr) -> Element:
        return Element("a", index, INT)

    one = integer(1)
    test = Binary("<=", cell(Binary("+", i, one)), Binary("+", cell(Binary("-", j, one)), cell(i)))
    assert list(neighbour_cells(test, i)) == [cell(Binary("+", CELL, integer(1, LLONG)))]
    assert list(neighbour_cells(test, Binary("-", i, one))) == [
        cell(Binary("+", CELL, integer(away, LLONG))) for away in (2, 1)
    ]
    assert list(neighbour_cells(cell(Binary("+", i, one), Binary("+", i, one)), i)) == []
