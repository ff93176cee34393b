"""Which cells a loop has set: facts about the flags that tell it, alone, so that they are few and one program has all.

The goals say `flag[index]`, maybe under a condition; what the cells themselves hold does not matter for them.
"""

from __future__ import annotations

from veriabs.core.ctree import writes
from veriabs.core.expressions import Binary, Const, Element, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.invariants.bounds import Goal, Invariants, by_loop
from veriabs.invariants.quantified.ranges import implied, ranges, surroundings_of
from veriabs.invariants.quantified.walks import loop_nests
from veriabs.invariants.spelled import distinct
from veriabs.loops.flatten import assertions

MOST_FLAGS = 60
"""Candidates of one loop."""


def flag_goals(program: Program) -> tuple[Goal, ...]:
    """The assertions that a cell is set, each with the index of the cell."""
    asked = {one.number: one for one in assertions(program) if one.kind is GoalKind.UNINITIALISED}
    found = ((one, _flag(one.test)) for one in asked.values())
    return tuple(Goal(one, _moving(flag)) for one, flag in found if flag is not None)


def flag_candidates(program: Program, goals: tuple[Goal, ...]) -> Invariants:
    """That the cells are set which a loop has gone through, for each loop that sets some."""
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
    """The flag of the cell that is used, if it is one of an array with one dimension."""
    match test:
        case Binary(op="||", right=right):
            return _flag(right)
        case Element(indices=(_,)):
            return test
        case _:
            return None


def _moving(flag: Element) -> Expr | None:
    return None if isinstance(flag.indices[0], Const) else flag.indices[0]
