"""Facts that another fact implies are dropped, and no others."""

from __future__ import annotations

import pytest

from veriabs.core.ctree import conjunction, integer
from veriabs.core.expressions import Binary, Cast, Element, Expr, Unary, Var
from veriabs.core.loop_model import CELL
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.statements import CheckId, CheckKind, LoopId
from veriabs.core.types import INT, LLONG, ULLONG
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import independent
from veriabs.invariants.implied_facts import strongest_first, without_implied

AT, OK = Var("i", INT), Var("ok", INT)
WIDE = Cast(LLONG, AT)
LOOP = LoopId(1)


def number(value: int) -> Expr:
    return integer(value, LLONG)


def between(low: Expr, high: Expr, then: Expr) -> Expr:
    return Binary("||", Unary("!", conjunction((Binary("<=", low, CELL), Binary("<", CELL, high)))), then)


SAME = Binary("==", Element("a", (CELL,), INT), Element("b", (CELL,), INT))
BACK = Binary("==", Element("b", (CELL,), INT), Element("a", (CELL,), INT))
LESS, ZERO = Binary("-", AT, integer(1)), Element("a", (CELL,), INT)
STOPPED = Binary("==", OK, integer(0))


@pytest.mark.parametrize(
    ("facts", "left"),
    [
        ((between(WIDE, number(9), SAME), between(WIDE, number(9), BACK)), (0,)),
        ((between(Binary("+", WIDE, number(1)), number(9), SAME), between(WIDE, number(9), SAME)), (1,)),
        ((between(number(0), WIDE, SAME), between(number(0), number(9), SAME)), (0, 1)),
        ((between(number(0), number(9), SAME), between(number(0), number(5), BACK)), (0,)),
        ((between(number(0), WIDE, Binary("||", STOPPED, SAME)), between(number(0), WIDE, SAME)), (1,)),
        ((between(number(0), WIDE, SAME), between(number(0), WIDE, STOPPED)), (0, 1)),
        ((between(number(0), WIDE, SAME), between(number(0), Cast(LLONG, LESS), SAME)), (0,)),
        ((between(number(0), WIDE, ZERO), between(number(0), WIDE, Unary("!", Unary("!", ZERO)))), (0,)),
        ((Binary("<=", AT, OK), Binary("==", AT, OK), Binary("<=", OK, AT)), (1,)),
        ((Binary("<", AT, OK), Binary("==", AT, OK)), (0, 1)),
        ((Binary(">=", OK, integer(-1)), STOPPED, Binary(">=", OK, integer(1))), (1, 2)),
        ((Binary("<=", AT, integer(9)), Binary("<", AT, integer(9))), (1,)),
        ((Binary(">=", AT, integer(1)), Binary(">=", AT, integer(0)), Binary("<=", AT, integer(9))), (0, 2)),
        ((STOPPED, STOPPED), (0,)),
    ],
)
def test_the_strongest_of_equivalent_facts_is_kept(facts: tuple[Expr, ...], left: tuple[int, ...]) -> None:
    assert without_implied({LOOP: facts}) == {LOOP: tuple(facts[n] for n in left)}


def test_the_version_without_wrapping_is_kept() -> None:
    own, start = Var("max", ULLONG), Var("entry_max", ULLONG)
    plain, wide = Binary("<=", own, start), Binary("<=", Cast(LLONG, own), Cast(LLONG, start))
    assert without_implied({LOOP: (wide, plain)}) == {LOOP: (plain,)}
    assert without_implied({LOOP: (plain, wide)}) == {LOOP: (plain,)}


def test_facts_that_only_a_failed_one_implies_are_tried_again() -> None:
    wrong, right, other = (Binary("<=", AT, integer(n)) for n in (5, 9, 12))
    asked: list[tuple[Expr, ...]] = []

    def cut(tried: Invariants) -> Query:
        asked.append(tried[LOOP])
        ids = {str(n): CheckId(CheckKind.STEP, LOOP, n) for n in range(len(tried[LOOP]))}
        return Query("candidates", "t", {}, tuple(ids), 1, ids=ids)

    rounds = strongest_first({LOOP: (other, wrong, right)}, cut, independent)
    (first,) = next(rounds)
    failed = Run("candidates", Outcome.FAILURE, (CheckResult("0", "0", "FAILURE"),))
    (second,) = rounds.send((CheckedQuery(first, failed),))
    with pytest.raises(StopIteration) as end:
        rounds.send((CheckedQuery(second, Run("candidates", Outcome.SUCCESS, (CheckResult("0", "0", "SUCCESS"),))),))
    assert asked == [(wrong,), (right,)]
    assert end.value.value[1] == {LOOP: (right,)}
