"""Make facts about the initialisation flags of cells, separately, so that one query can contain all of them.

With `--check uninitialised`, the front end adds an array `flag` beside an array: `flag[i]` is set when cell i is
written. The goals are `flag[index]`, perhaps under a condition, and do not depend on the cells' values.
"""

from __future__ import annotations

from veriabs.core.components import component, no_facts
from veriabs.core.ctree import writes
from veriabs.core.expressions import Binary, Const, Element, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.invariants.bounds import BoundsGoal, Invariants, by_loop
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.invariants.quantified.ranges import implied, ranges, surroundings_of
from veriabs.loops.flatten import assertions

MOST_FLAGS = 60
"""The number of candidates of one loop."""


def flag_goals(program: Program) -> tuple[BoundsGoal, ...]:
    """The assertions that a cell is initialised, each with the index of the cell."""
    asked = {one.number: one for one in assertions(program) if one.kind is GoalKind.UNINITIALISED}
    found = ((one, _flag(one.test)) for one in asked.values())
    return tuple(BoundsGoal(one, _moving_index(flag)) for one, flag in found if flag is not None)


@component("initialised_cells", no_facts)
def flag_candidates(program: Program, goals: tuple[BoundsGoal, ...]) -> Invariants:
    """The cells that a loop has passed are initialised, for each loop that sets flags."""
    flags = {flag.array: flag for goal in goals if (flag := _flag(goal.assertion.test)) is not None}
    surroundings = surroundings_of(program)
    return by_loop(
        (
            nest[-1].loop,
            distinct(
                (
                    implied(span, Element(name, (CELL,), flags[name].type))
                    for span in ranges(surroundings, nest)
                    for name in sorted(flags.keys() & writes((nest[-1].loop,)))
                ),
                MOST_FLAGS,
            ),
        )
        for nest in loop_nests(program)
    )


def _flag(test: Expr) -> Element | None:
    """The flag in the assertion, if it belongs to a one-dimensional array."""
    match test:
        case Binary(op="||", right=right):
            return _flag(right)
        case Element(indices=(_,)):
            return test
        case _:
            return None


def _moving_index(flag: Element) -> Expr | None:
    return None if isinstance(flag.indices[0], Const) else flag.indices[0]
