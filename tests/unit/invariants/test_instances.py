"""At which indices facts about every cell are assumed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Loop
from veriabs.core.templates import render_c
from veriabs.core.types import INT, LLONG
from veriabs.invariants.bounds import bounds_program, by_loop
from veriabs.invariants.instances import Told, at_accesses

Make = Callable[[str], Program]

TEXT = """int a[1000], b[1000]; int main(void) {{ int p = 0, k = 0, x = 0; while (p < 900) {{ {code} }}
__VERIFIER_assert(x == 0); return x; }}"""
BELOW = Binary("<", CELL, Cast(LLONG, Var("p", INT)))
ZERO_BELOW: Expr = Binary("||", Binary(">=", CELL, BELOW.right), Binary("==", Element("a", (CELL,), INT), BELOW.right))


def assumed(program: Make, code: str, fact: Expr = ZERO_BELOW) -> list[str]:
    """The assumptions about cells of `a` in the cut program."""
    made = program(TEXT.format(code=code))
    (loop,) = (stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    harness = bounds_program(made, by_loop([(loop, (fact,))]))
    text = render_c(harness.template, harness.context)
    return [line.strip() for line in text.splitlines() if re.search(r"assume\(.*\ba\[", line)]


def test_a_computed_index_is_told_the_values_of_the_start(program: Make) -> None:
    found = assumed(program, "p = p + 2; k = __VERIFIER_nondet_int() & 511; x = a[k]; if (x) p = 3;")
    (one,) = (line for line in found if "accessed_" in line)
    assert "head_1_p" in one
    assert "(long long)p" not in one


def test_an_index_is_evaluated_once(program: Make) -> None:
    found = assumed(program, "k = p / (x + 1); x = a[k / x]; if (x) p = 3; else p++;")
    assert [line for line in found if "accessed_" in line]
    assert not [line for line in found if "/" in line]


def test_an_array_that_the_loop_writes_is_told_nothing_later(program: Make) -> None:
    found = assumed(program, "k = __VERIFIER_nondet_int() & 511; a[k] = 1; x = a[k]; if (x) p = 3;")
    assert found
    assert not [line for line in found if "accessed_" in line]


def test_an_index_that_the_iteration_leaves_is_told_at_the_start(program: Make) -> None:
    assert not [line for line in assumed(program, "x = a[7]; b[p] = a[7]; p++;") if "accessed_" in line]


def test_an_index_may_come_from_another_array(program: Make) -> None:
    fact = replace(ZERO_BELOW, right=Binary("==", Element("a", (CELL,), INT), Var("x", INT)))
    found = assumed(program, "k = b[p]; x = a[k]; p++; if (x) p = 3;", fact)
    assert [line for line in found if "accessed_" in line]


def test_an_array_that_nothing_depends_on_gives_no_index() -> None:
    index = Element("b", (Var("p", INT),), INT)
    access = Assign(Var("x", INT), Element("a", (index,), INT), Where("f.c", 1))
    told = (Told(ZERO_BELOW, frozenset("b")),)
    assert list(at_accesses(access, told, frozenset("ab"), count(1)))
    assert not list(at_accesses(access, told, frozenset("a"), count(1)))


def test_an_index_that_each_iteration_sets_first_is_not_told_at_the_start(program: Make) -> None:
    found = assumed(program, "k = p; x = a[k]; b[p] = a[p]; p++;")
    assert any("(long long)p <" in line or "a[(long long)p]" in line for line in found)
    assert not [line for line in found if "k" in line and "accessed_" not in line]
