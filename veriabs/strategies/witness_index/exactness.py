"""When a failure of the transformed program is a failure of the task (P-witness, section 6), as a predicate.

The criterion is read for this transformation, in the paper's numbering:

* l1: every loop is counted, stands for itself and runs to its end: its trip count is exact.
* a2: in a loop every access to an array is by one index function, so that one iteration reaches the witness index.
* a3: outside of loops arrays are read by the assertion only, where the witness index is chosen.
* s4: loops leave no scalar behind but their counters; relaxed: scalars that each iteration writes before it reads them,
  if nothing else reads them.
* d5: what an iteration computes comes from the cells it reaches, counters, inputs and scalars that no loop changes;
  the other rules leave nothing else, once there is one witness index for all arrays.
* d6: no iteration ends the run, so that inputs of other iterations can be anything.

Then the visited iterations of a violating run of the transformed program, with any inputs in all others, are a run of
the task that violates the assertion too (or violates it earlier).
"""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.ctree import elements_of, has, reads, reads_cell
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Assert, Halt, If, Loop, Stmt
from veriabs.loops.build import task_body
from veriabs.loops.facts import facts_of
from veriabs.strategies.witness_index.accesses import index_forms, visits
from veriabs.strategies.witness_index.cells import Plan, plans

RULES = ("l1", "a2", "a3", "s4", "d5", "d6")


class Precise(Struct, frozen=True):
    """The evidence: what satisfies each rule, in the order of `RULES`."""

    evidence: tuple[str, ...]


def precise(model: LoopModel) -> Precise | Reason:
    """The evidence that the transformed program of the likeliest plan is exact, or the first rule that is broken."""
    plan = next(plans(model))
    if len(plan.witnesses) > 1:
        return _reason("d5", "the arrays need several witness indices", model.assertion)
    loops = [facts_of(n, part[0]) for n, part in enumerate(_loops(model), 1) if isinstance(part[0], Loop)]
    for facts in loops:
        broken = _broken(plan, facts)
        if broken is not None:
            return _reason(*broken, facts.loop)
    for part in task_body(model):
        if not has(part, Loop) and any(not isinstance(s, Assert) and elements_of((s,)) for s in _flat(part)):
            return _reason("a3", "an array is accessed outside of the loops", model.assertion)
    left = _left_behind(model, loops)
    if left is not None:
        return _reason("s4", f"{left} is left behind by a loop and read", model.assertion)
    lines = ", ".join(str(facts.loop.where.line) for facts in loops)
    index = ", ".join(c.name for witness in plan.witnesses for c in witness.components)
    return Precise(
        (
            f"the loops at line {lines} are counted and run to their ends",
            f"each reaches {index} in one iteration" if index else "there is no array",
            "only the assertion reads arrays outside of loops",
            "loops leave no scalar but their counters",
            "iterations depend on their cells, counters and inputs only",
            "no iteration ends the run",
        )
    )


def _reason(rule: str, text: str, at: Stmt) -> Reason:
    return Reason(ReasonKind.NOT_APPLICABLE, f"not known to be precise ({rule}): {text}", at.where)


def _loops(model: LoopModel) -> list[tuple[Stmt, ...]]:
    return [part for part in task_body(model) if has(part, Loop)]


def _flat(part: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The statements of straight-line code, an `if` that reads no array by its branches."""
    found: list[Stmt] = []
    for stmt in part:
        if isinstance(stmt, If) and not reads_cell(stmt.test):
            found += _flat((*stmt.then, *stmt.orelse))
        else:
            found.append(stmt)
    return tuple(found)


def _broken(plan: Plan, facts: LoopFacts) -> tuple[str, str] | None:
    """The first rule that a loop breaks, and how."""
    body = (*facts.loop.body, *facts.loop.update)
    if has(body, Loop) or facts.trips is None or not facts.exact:
        return "l1", "the loop is not counted, or may be left early"
    found = visits(plan, facts, frozenset())
    if len(found.hits) > 1 or found.loose or found.lost or not _one_index(plan, facts, body):
        return "a2", "the loop accesses arrays by several index functions"
    if has(body, Halt):
        return "d6", "an iteration may end the run"
    counters = {a.variable.name for a in facts.accelerable}
    carried = {n for n in facts.written - counters - facts.private if n in plan.model.scalars}
    if carried:
        return "s4", f"the loop carries {min(carried)}"
    return None


def _one_index(plan: Plan, facts: LoopFacts, body: tuple[Stmt, ...]) -> bool:
    """Is every access of the loop one that the hit is about?"""
    found = visits(plan, facts, frozenset()).hits
    accesses = elements_of(body)
    one_dimensional = all(len(e.indices) == 1 for e in accesses)
    return not accesses or (one_dimensional and len(found) == 1 and len(set(index_forms(facts))) == 1)


def _left_behind(model: LoopModel, loops: list[LoopFacts]) -> str | None:
    """A private scalar of a loop that anything else reads."""
    for number, facts in enumerate(loops):
        others = [part for n, part in enumerate(_loops(model)) if n != number]
        straight = [part for part in task_body(model) if not has(part, Loop)]
        read = frozenset(name for part in (*others, *straight) for name in reads(part))
        left = {n for n in facts.private if n in model.scalars} & read
        if left:
            return min(left)
    return None
