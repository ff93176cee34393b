"""Follow the paths of a program: which nodes can reach the criterion, which variables pass a function unchanged, which
relevant nodes come next, and hence which conditions a slice has to keep (weak control closure).

    if (c) x = 1; else y = 1;  assert(x);     // x = 1 is relevant: c decides whether it or the assertion comes next

The first two restrict the fixpoints of `relevance` and `kinds` to code and variables that can matter.
"""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.core.graphs import reached
from veriabs.frontend.slicing.cfg import Callees, FlowNode, Sort
from veriabs.frontend.slicing.program import ProgramGraphs

NONE, MANY, OUTSIDE = -1, -2, -3
"""There is no next relevant node; there may be several; the run can no longer reach the criterion."""


def reachable_nodes(program: ProgramGraphs) -> bytearray:
    """Mark the nodes that a run may reach, from the start of main or of a function that it may call."""
    live = bytearray(len(program.nodes))
    starts = (program.graph.entries[function] for function in program.order)
    for number in reached(starts, lambda number: program.nodes[number].successors):
        live[number] = 1
    return live


def can_reach(program: ProgramGraphs, live: bytearray, goals: frozenset[int], returning: frozenset[int]) -> bytearray:
    """Mark the `live` nodes from which a goal can be reached. A path that enters a function by a call leaves it to the
    same caller; `returning` are the functions that may return."""
    nodes, graph = program.nodes, program.graph
    found = bytearray(len(nodes))

    def reach(candidates: Iterable[int]) -> None:
        for one in candidates:
            if live[one] and not found[one]:
                found[one] = 1
                waiting.append(one)

    waiting: list[int] = []
    reach(sorted(goals))
    while waiting:
        number = waiting.pop()
        reach(nodes[number].predecessors)
        if number == graph.entries[nodes[number].function]:
            reach(program.callers[nodes[number].function])
    # Code before a return counts if the goal follows a call of the function, contains the call, or is in another call
    # of the same expression, whose order is open.
    waiting = [number for number in range(len(nodes)) if found[number]]
    for number in list(waiting):
        for called in _calls_beside_goal(program, number, found):
            reach(graph.exits[function] for function in called.functions if function in returning)
    for called in (one for goal in goals for one in nodes[goal].calls):
        reach(graph.exits[function] for function in called.functions if function in returning)
    while waiting:
        number = waiting.pop()
        before = nodes[number].predecessors
        reach(before)
        for called in (one for caller in before for one in nodes[caller].calls):
            reach(graph.exits[function] for function in called.functions if function in returning)
    return found


def _calls_beside_goal(program: ProgramGraphs, number: int, found: bytearray) -> list[Callees]:
    """The calls of a node that has another call in which a goal is reached."""
    calls = program.nodes[number].calls
    holding = [one for one in calls if any(found[program.graph.entries[function]] for function in one.functions)]
    return [one for one in calls if any(one is not other for other in holding)]


def passing_variables(program: ProgramGraphs) -> tuple[list[int], list[int]]:
    """For each node the variables that may pass from it to the end of its function without being overwritten.

    The second list has, for each function, the variables that it overwrites whenever it returns.
    """
    everything = program.shared | program.result
    passed = [0] * len(program.nodes)
    overwritten = [0] * len(program.graph.entries)
    for function in program.order:
        end = program.graph.exits[function]
        passed[end] = everything
        waiting = [end]
        while waiting:
            number = waiting.pop()
            for one in program.nodes[number].predecessors:
                through = passed[number] & ~overwritten_variables(program, one, overwritten) | passed[one]
                if through != passed[one]:
                    passed[one] = through
                    waiting.append(one)
        overwritten[function] = everything & ~passed[program.graph.entries[function]] & program.shared
    return passed, overwritten


def overwritten_variables(program: ProgramGraphs, number: int, overwritten: list[int]) -> int:
    """The variables that a node certainly overwrites, in the functions that it calls too."""
    node = program.nodes[number]
    gone = node.sets
    if len(node.calls) == 1 and node.calls[0].call.certain:
        common = program.shared
        for function in node.calls[0].functions:
            common &= overwritten[function]
        gone |= common
    return gone


def written_by_function(program: ProgramGraphs) -> list[int]:
    """For each function: its result, and the variables visible outside it, that it or its callees may write."""
    found = [0] * len(program.graph.entries)
    more = True
    while more:
        more = False
        for function in program.order:
            new = found[function]
            for number in program.graph.ranges[function]:
                node = program.nodes[number]
                new |= node.writes & (program.shared | program.result)
                for called in node.calls:
                    for other in called.functions:
                        new |= found[other] & program.shared
            if new != found[function]:
                found[function], more = new, function in program.recursive or more
    return found


def next_relevant(
    nodes: list[FlowNode], relevant: set[int], inside: bytearray, again: tuple[int, int] | None = None
) -> dict[int, int]:
    """Map each node of a function to the relevant node that comes first on every path from it, or MANY if they differ.

    A relevant node is mapped to itself; nodes without a relevant node after them are left out. Only nodes that are
    `inside`, which can reach the criterion, count. `again` are the beginning and the end of a function that is always
    called again after it returns.
    """
    found = {number: number for number in relevant if inside[number]}
    waiting = list(found)
    while waiting:
        number = waiting.pop()
        value = found[number]
        before = nodes[number].predecessors
        for one in before if again is None or number != again[0] else [*before, again[1]]:
            known = found.get(one, NONE)
            if not inside[one] or known in (one, MANY, value):
                continue
            found[one] = value if known == NONE else MANY
            waiting.append(one)
    return found


def next_outside(nodes: list[FlowNode], own: range, found: dict[int, int], inside: bytearray) -> dict[int, int]:
    """Like `next_relevant`, but leaving the `inside` nodes counts as a relevant node, as ends of runs do."""
    strict = dict(found)
    waiting = []
    for number in own:
        if inside[number] and strict.get(number) != number and _may_leave(nodes, number, inside):
            strict[number] = MANY if number in strict else OUTSIDE
            waiting.append(number)
    while waiting:
        number = waiting.pop()
        for one in nodes[number].predecessors:
            known = strict.get(one, NONE)
            if not inside[one] or known in (one, MANY, strict[number]):
                continue
            strict[one] = strict[number] if known == NONE else MANY
            waiting.append(one)
    return strict


def _may_leave(nodes: list[FlowNode], number: int, inside: bytearray) -> bool:
    """Whether the run may end at the node, or continue at a node that is not `inside`."""
    node = nodes[number]
    ends = node.ends or node.endless or not node.successors
    return ends or any(not inside[successor] for successor in node.successors)


def deciding_conditions(
    nodes: list[FlowNode], own: Iterable[int], found: dict[int, int], inside: bytearray, strict: bool
) -> list[int]:
    """The conditions that decide which relevant node comes next: their branches lead to different ones."""
    result = []
    for number in own:
        if found.get(number) != MANY:
            continue
        node = nodes[number]
        if node.sort is Sort.PLAIN or node.sort is Sort.ENTRY:
            continue
        ways = [found.get(one, NONE) for one in node.successors if inside[one]]
        left = strict and _may_leave(nodes, number, inside)
        if left or any(way not in (NONE, MANY) for way in ways):
            result.append(number)
    return result
