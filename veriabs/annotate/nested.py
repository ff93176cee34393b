"""Make candidates about cells at two indices from assertions and writes in nested loops.

The results are candidates; the certificate omits those that the checker's first solver cannot prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from veriabs.core.ctree import conjunction, integer, names, substitute
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER, LoopFacts
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Stmt
from veriabs.core.types import LLONG
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.quantified.path_conditions import loop_nests, paths
from veriabs.invariants.quantified.ranges import implied
from veriabs.loops.facts import facts_of


class Counted(Struct, frozen=True):
    """A loop that counts up to a limit, with its counter."""

    counter: Var
    limit: Expr


def nested_candidates(program: Program) -> Invariants:
    """Candidates over two indices, by loop."""
    facts = list(_facts(program))
    nests = loop_nests(program)
    return by_loop(
        (nest[-1].loop, tuple(one for fact in facts for one in _restated(nest, *fact))) for nest in nests if facts
    )


def _facts(program: Program) -> Iterator[tuple[Expr, Counted, Counted]]:
    """The assertions and writes in the inner of two counted loops, with both loops."""
    for path in paths(program.body):
        test = _holds_at(path.stmt) if len(path.loops) > 1 else None
        if test is not None:
            outer, inner = (_counted(facts_of(0, loop)) for loop in path.loops[-2:])
            if outer is not None and inner is not None:
                fact = implied(conjunction(path.guards), test) if path.guards else test
                yield substitute(fact, {outer.counter.name: CELL, inner.counter.name: OTHER}), outer, inner


def _holds_at(stmt: Stmt) -> Expr | None:
    """The postcondition of a statement: its assertion, or the equation of the written cell and the value."""
    match stmt:
        case Assert(test=test):
            return test
        case Assign(target=Element() as cell, value=value) if cell.array not in names(value):
            return Binary("==", cell, value)
        case _:
            return None


def _counted(facts: LoopFacts) -> Counted | None:
    moving = {a.variable.name for a in facts.accelerable}
    match facts.loop.test:
        case Binary(op="<", left=Var(name=name) as counter, right=limit) if name in moving:
            return None if names(limit) & facts.written else Counted(counter, limit)
        case _:
            return None


def _restated(nest: Sequence[LoopFacts], fact: Expr, outer: Counted, inner: Counted) -> Iterator[Expr]:
    """The fact for all cells, for the completed rows, and for the current row."""
    counters = [counted.counter for facts in nest if (counted := _counted(facts)) is not None]
    every, columns = _below(CELL, outer.limit), _below(OTHER, inner.limit)
    yield implied(Binary("&&", every, columns), fact)
    for counter in counters:
        yield implied(Binary("&&", _below(CELL, counter), columns), fact)
    if len(counters) > 1:
        row, column = counters[-2:]
        here = Binary("==", CELL, Cast(LLONG, row))
        yield implied(Binary("&&", here, _below(OTHER, column)), fact)
        yield implied(Binary("&&", _below(CELL, row), columns), fact)


def _below(index: Var, limit: Expr) -> Expr:
    return Binary("&&", Binary("<=", integer(0, LLONG), index), Binary("<", index, Cast(LLONG, limit)))
