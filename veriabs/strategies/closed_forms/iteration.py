"""The effect of one iteration of a loop on a state of unknown values, as data.

    while (i < n) { s += a[i]; i++; }      // from i, s: the state i + 1, s + a[i], under the fact i < n

`loops.Rule` solves the recurrence for closed forms, and `certify` checks these.
"""

from __future__ import annotations

from msgspec import Struct

from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.state import SymbolicState
from veriabs.terms.entail import Facts
from veriabs.terms.terms import Term, symbol

_COUNTER = "~t"


class Iteration(Struct, frozen=True):
    """One symbolic iteration; `count` is the number of iterations unless the loop is left earlier.

    `ends` is the state after the iteration, `leaves` are those at its breaks.
    """

    number: int
    entry: SymbolicState
    count: Term | None
    facts: Facts
    ends: SymbolicState
    leaves: tuple[SymbolicState, ...]
    inner: Executor

    @property
    def t(self) -> Term:
        return symbol(counter_name(self.number), 0)


def loop_number(counter: str) -> int:
    """The number of the loop whose iterations a symbol counts."""
    return int(counter.removeprefix(_COUNTER))


def counter_name(number: int) -> str:
    """The symbol for the iteration number of a loop; no variable of a program has this name."""
    return f"{_COUNTER}{number}"
