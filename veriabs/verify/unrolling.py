"""Check a program with short loops as a whole in CBMC, with its loops unwound, beside all other work.

This decides, for example, a tokeniser on a text of eleven characters, or a loop over the bits of a word. It has low
priority, and no other step waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from threading import Event

from veriabs.core.components import component, none
from veriabs.core.copying import replace
from veriabs.core.ctree import conjuncts, names, statements
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.statements import Assert, Assign, Loop
from veriabs.loops.trips import comparisons_of
from veriabs.solvers.stops import ChildStop
from veriabs.solvers.turns import Account
from veriabs.strategies.bounded import SMALL
from veriabs.verify.limits import ATTEMPT, BESIDE, BRIEF
from veriabs.verify.session import Session

STRATEGY = "bounded"
"""The strategy that uses this technique."""

FEWEST = 10
"""The least unwinding: the number of digits of a number."""

_COUNTED = ("<", "<=", "!=")


@component("small_array_unwinding", none)
def unwinding(program: Program) -> int | None:
    """One more than the likely iterations of the loops: up to a small constant of their tests, over the digits of
    a number, or over small arrays.

    None if there is no loop or no assertion, or a loop that may be long. The run shows whether the unwinding is enough.
    """
    if not any(isinstance(stmt, Assert) for stmt in statements(program.body)):
        return None
    limits = [_limit(stmt) for stmt in statements(program.body) if isinstance(stmt, Loop)]
    if None in limits:
        sizes = [size for array in program.arrays.values() for size in array.sizes]
        limits = [int(size.value) if isinstance(size, Const) and size.value <= SMALL else None for size in sizes]
    known = [one for one in limits if one is not None]
    return None if len(known) < len(limits) or not known else max(*known, FEWEST) + 2


def _limit(loop: Loop) -> int | None:
    """The constant up to which the test of a loop counts, if it is small, or the digits of a number that it reads."""
    pairs = (pair for part in conjuncts(loop.test) for pair in comparisons_of(part))
    limits = (right.value for _, op, right in pairs if op in _COUNTED and isinstance(right, Const))
    small = (int(one) for one in limits if 1 < one <= SMALL)
    return min(small, default=max(_digits(loop), default=None))


def _digits(loop: Loop) -> Iterator[int]:
    """The digits, to any base, of the numbers in the test of a loop from which each iteration takes at least one."""
    tested = names(loop.test)
    for stmt in loop.body:
        match stmt:
            case Assign(target=Var(name=name, type=ctype), value=Binary(op=op, left=left, right=by)) if name in tested:
                bits = _taken_bits(op, by) if name in names(left) else 0
                if bits > 0:
                    yield ctype.bits // bits + 1


def _taken_bits(op: str, by: Expr) -> int:
    """The bits that an operation surely takes from a number: it shifts them out, divides them away, or clears one."""
    match op, by:
        case ">>" | "<<", Const(value=value):
            return int(value)
        case "/", Const(value=value):
            return int(value).bit_length() - 1
        case _:
            return int(op == "&")


def run_unrolled(session: Session, whole: Callable[[int], Query], unwind: int, stop: Event) -> CheckedQuery | None:
    """CBMC's result for the program with its loops unwound; None if stopped."""
    own = replace(session.strategy_session(Account(BRIEF, BESIDE)), stop=ChildStop(stop), work=ATTEMPT)
    try:
        return own.submit(whole(unwind)).result()
    except CancelledError:
        return None
    finally:
        own.pool.shutdown(cancel_futures=True)
