"""Check a program with small arrays as a whole in CBMC, with its loops unwound, beside all other work.

The search for a counterexample would do this later, after smaller programs. This decides, for example, a tokeniser on a
text of eleven characters early. It has low priority, and no other step waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import Event

from veriabs.core.components import component, none
from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.expressions import Const
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.statements import Loop
from veriabs.solvers.stops import Below
from veriabs.solvers.turns import Account
from veriabs.strategies.bounded import SMALL
from veriabs.verify.limits import ATTEMPT, BESIDE, BRIEF
from veriabs.verify.session import Session

STRATEGY = "bounded"
"""The strategy that uses this technique."""

FEWEST = 10
"""The least unwinding: the number of digits of a number."""


@component("small_array_unwinding", none)
def unwinding(program: Program) -> int | None:
    """One more than the iterations of loops over any of its arrays; None if it has no arrays, or a large one."""
    sizes = [size for array in program.arrays.values() for size in array.sizes]
    counts = [int(size.value) for size in sizes if isinstance(size, Const)]
    if program.task.checks or not counts or len(counts) < len(sizes) or max(counts) > SMALL:
        return None
    has_loops = any(isinstance(stmt, Loop) for stmt in statements(program.body))
    return max(*counts, FEWEST) + 2 if has_loops else None


def run_unrolled(session: Session, whole: Callable[[int], Query], unwind: int, stop: Event) -> CheckedQuery | None:
    """CBMC's result for the program with its loops unwound; None if stopped."""
    own = replace(session.strategy_session(Account(BRIEF, BESIDE)), stop=Below(stop), work=ATTEMPT)
    try:
        return own.submit(whole(unwind)).result()
    except CancelledError:
        return None
    finally:
        own.pool.shutdown(cancel_futures=True)
