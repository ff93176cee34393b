"""Cut loops: the checks of the first iteration and after an arbitrary one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from veriabs.core.ctree import TRUE, integer
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary, Var
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Assume, Check, CheckId, CheckKind, Evaluate, Loop, Stmt
from veriabs.core.types import BOOL, INT, LLONG, UNSIGNED, FloatType, IntType
from veriabs.encode.cut import CutCode, cut, equality_assignments
from veriabs.encode.emit import PRINTER

Loops = Callable[[str], list[Loop]]

TEXT = """int a[9], x; int main(void) { int i;
for (i = 0; i < 9; i++) { if (a[i]) continue; if (x) break; x = __VERIFIER_nondet_int(); }
__VERIFIER_assert(x); return 0; }"""
LEFT = "if (!(i < 9)) goto leave_1;"


def lines(loop: Loop, k: int = 1, *, checked: bool = True) -> list[str]:
    """The text of the cut loop; `inside` and the code around leave a trace of what they were asked for."""
    where = loop.where

    def shown(number: Expr, kind: CheckKind) -> tuple[Stmt, ...]:
        return (Check(TRUE, f"{kind.name} {PRINTER.expr(number)}", CheckId(kind), where),)

    def known(number: Expr) -> tuple[Stmt, ...]:
        return (Assume(number, where),)

    def inside(body: tuple[Stmt, ...], asked: bool) -> tuple[Stmt, ...]:
        return (Evaluate(integer(int(asked)), where), *body)

    around = CutCode((Evaluate(integer(7), where),), shown, (Evaluate(integer(8), where),), integer(9), known)
    found = PRINTER.lines((cut(loop, 3, count(1), around, inside, k=k, checked=checked),))
    return [line.strip() for line in found]


def positions(text: list[str], *wanted: str) -> list[int]:
    """The index of each wanted line, searched after the one before it."""
    found = [-1]
    for one in wanted:
        found.append(text.index(one, found[-1] + 1))
    return found[1:]


def test_an_arbitrary_iteration_is_assumed_run_and_checked_in_this_order(loops: Loops) -> None:
    (loop,) = loops(TEXT)
    text = lines(loop)
    positions(
        text,
        "(void)(7);",
        '__CPROVER_assert(1, "ENTRY 1ULL");',
        "(void)(8);",
        "__CPROVER_assume(1 <= itno_3 && itno_3 <= 9);",
        "__CPROVER_assume(itno_3);",
        LEFT,
        "(void)(1);",
        "i = i + 1;",
        '__CPROVER_assert(1, "STEP itno_3 + 1");',
        "__CPROVER_assume(0);",
        "leave_1:;",
    )
    assert text.count("i = i + 1;") == 1


def test_jumps_of_the_loop_lead_to_its_entry_and_exit(loops: Loops) -> None:
    """A `continue` jumps to the update, a `break` after the cut loop, without the check of a next iteration."""
    (loop,) = loops(TEXT)
    text = lines(loop)
    positions(text, "if (a[i]) goto next_2;", "if (x) goto leave_1;", "next_2:;", "i = i + 1;", "leave_1:;")


def test_a_test_after_a_continue_leaves_the_loop(loops: Loops) -> None:
    """No `break` remains, since the cut loop is no loop."""
    text = "int x; int main(void) { do { if (x) continue; x = 1; } while (x < 9); __VERIFIER_assert(x); return 0; }"
    (loop,) = loops(text)
    found = lines(loop)
    positions(found, "if (x) goto next_2;", "next_2:;", "if (x >= 9) goto leave_1;", "leave_1:;")
    assert "break;" not in " ".join(found)


def test_earlier_iterations_run_first_with_their_checks_assumed(loops: Loops) -> None:
    (loop,) = loops(TEXT)
    text = lines(loop, 2)
    positions(
        text,
        '__CPROVER_assert(1, "ENTRY 1ULL");',
        "/* iteration 1 */",
        LEFT,
        "(void)(1);",
        '__CPROVER_assert(1, "STEP 2ULL");',
        "(void)(8);",
        "__CPROVER_assume(itno_3);",
        "if (!(i < 9)) __CPROVER_assume(0);",
        "(void)(0);",
        "if (x) __CPROVER_assume(0);",
        "__CPROVER_assume(itno_3 + 1);",
        LEFT,
        "(void)(1);",
        '__CPROVER_assert(1, "STEP itno_3 + 2");',
        "__CPROVER_assume(0);",
    )


@pytest.mark.parametrize("k", [1, 2, 3])
def test_every_label_is_unique_and_used(loops: Loops, k: int) -> None:
    (loop,) = loops(TEXT)
    text = lines(loop, k)
    labels = [line.removesuffix(":;") for line in text if line.endswith(":;")]
    assert len(set(labels)) == len(labels) == 1 + (2 * k - 1)
    targets = {line.split("goto ")[1].rstrip(";") for line in text if "goto " in line}
    assert targets == set(labels)


def test_unrolled_tests_known_to_hold_are_not_checked(loops: Loops) -> None:
    (loop,) = loops(TEXT)
    assert "(void)(1);" not in lines(loop, checked=False)
    assert lines(loop, 2, checked=False).count("(void)(1);") == 2  # the first iteration is one of the run


UCHAR, FLOAT = IntType("unsigned char", 8, False), FloatType("float", 32)
WORD, BYTE = Var("w", UNSIGNED), Var("b", UCHAR)
WHERE = Where("input.c", 1)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (Binary("==", WORD, integer(3)), integer(3)),
        (Binary("==", Cast(LLONG, WORD), Cast(LLONG, BYTE)), Cast(LLONG, BYTE)),
        (Binary("==", Cast(INT, WORD), BYTE), BYTE),
    ],
)
def test_an_equality_that_is_assumed_is_an_assignment_before(expr: Binary, value: Expr) -> None:
    assert equality_assignments([expr], {"w"}, WHERE) == (Assign(WORD, value, WHERE),)
    optional = Binary("||", expr, Unary("!", fact := Var("fact_1", BOOL)))
    assert equality_assignments([optional], {"w"}, WHERE) == (Assign(WORD, Conditional(fact, value, WORD), WHERE),)


@pytest.mark.parametrize(
    "expr",
    [
        Binary("==", Cast(UCHAR, WORD), integer(3)),  # tells the low byte alone
        Binary("==", WORD, Const(16777216.0, FLOAT)),  # so is 16777217 as a float
        Binary("==", WORD, Cast(FLOAT, BYTE)),
        Binary("<=", WORD, integer(3)),
        Binary("==", BYTE, integer(3)),  # keeps what it had
    ],
)
def test_facts_that_fix_no_value_are_assumed_not_assigned(expr: Binary) -> None:
    assert equality_assignments([expr], {"w"}, WHERE) == ()
