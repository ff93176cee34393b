"""A program whose arrays are small is given to CBMC as a whole, its loops unwound, beside all else.

The search for a counterexample comes to that as well, once it has tried the smaller programs, and a tokeniser on a text
of eleven characters is decided by then. Nobody waits for it, and it takes the processors only while others leave them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import Event

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.expressions import Const
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.statements import Loop
from veriabs.solvers.stops import Below
from veriabs.solvers.turns import Account
from veriabs.solvers.work import Work
from veriabs.strategies.bounded import SMALL
from veriabs.verify.session import Session

STRATEGY = "bounded"
"""Whose technique it is."""

FEWEST = 10
"""Iterations that are unwound at least: the digits of a number."""

WORK = Work(z3_steps=30_000_000, processor_seconds=2.0)
"""What it may cost: what is small enough is decided in less."""

SPENT, RATE = 0.3, 3.0
"""Seconds of the processor that others have before it, and its rate: nobody waits for it."""


def unwinding(program: Program) -> int | None:
    """One more than the iterations of loops over any of its arrays; None where it has none, or one that is large."""
    sizes = [size for array in program.arrays.values() for size in array.sizes]
    counts = [int(size.value) for size in sizes if isinstance(size, Const)]
    if program.task.checks or not counts or len(counts) < len(sizes) or max(counts) > SMALL:
        return None
    has_loops = any(isinstance(stmt, Loop) for stmt in statements(program.body))
    return max(*counts, FEWEST) + 2 if has_loops else None


def unrolled(session: Session, whole: Callable[[int], Query], unwind: int, stop: Event) -> CheckedQuery | None:
    """What CBMC says of the program `whole` with its loops unwound so often; None if that was stopped."""
    own = replace(session.strategy_session(Account(SPENT, RATE)), stop=Below(stop), work=WORK)
    try:
        return own.submit(whole(unwind)).result()
    except CancelledError:
        return None
    finally:
        own.pool.shutdown(cancel_futures=True)
