"""The kinds of slices as least fixpoints over data and control dependence.

Thin: statements that compute the values at the criterion. Value: also the conditions that decide which of these
statements comes next on the way to it (docs/theory.md 4); early ends of the run that depend only on values in the
slice. Backward (Weiser): also every condition that decides whether the criterion is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.frontend.slicing.cfg import FlowNode, Sort
from veriabs.frontend.slicing.paths import (
    can_reach,
    deciding_conditions,
    next_outside,
    next_relevant,
    passing_variables,
    reachable_nodes,
    written_by_function,
)
from veriabs.frontend.slicing.program import ProgramGraphs
from veriabs.frontend.slicing.relevance import Relevance
from veriabs.frontend.survey import walk


class SliceKind(Enum):
    """Kinds of slices, by the word for them on the command line."""

    VALUE = "value"
    BACKWARD = "backward"
    THIN = "thin"


class Slice(Struct):
    """The kept part of a program; `goals` are the nodes of the criterion, `live` the nodes that a run may reach."""

    program: ProgramGraphs
    kind: SliceKind
    goals: frozenset[int]
    live: bytearray
    relevance: Relevance
    repeated: set[int] = field(default_factory=set)
    _known: dict[int, dict[int, int]] = field(default_factory=dict)

    def seen(self, function: int) -> dict[int, int]:
        """The next relevant node of each node of a function.

        Relevant are kept nodes, calls of functions with kept nodes, and the function's end. If a function is always
        called again from the same place, its start follows its end.
        """
        relevance, graph, nodes = self.relevance, self.program.graph, self.program.nodes
        end, own = graph.exits[function], graph.ranges[function]
        again = (graph.entries[function], end) if function in self.repeated else None
        relevant = {one for one in own if relevance.kept[one] or relevance.active[one]}
        found = next_relevant(nodes, relevant if again else relevant | {end}, relevance.inside, again)
        if self.kind is SliceKind.BACKWARD:
            found = next_outside(nodes, own, found, relevance.inside)
        self._known[function] = found
        return found

    def repeats(self, function: int) -> bool:
        """Whether no relevant node lies between a return from the function and its next call, from the same place.

        Callers must be processed before. A backward slice has to keep the decision about a next call.
        """
        program = self.program
        if self.kind is not SliceKind.VALUE or function in program.recursive:
            return False
        callers = [one for one in program.callers[function] if self.relevance.inside[one]]
        for caller in callers:
            known = self._known.get(program.nodes[caller].function, {})
            if {known.get(one, caller) for one in program.nodes[caller].successors} != {caller}:
                return False
        return bool(callers)


def make(
    program: ProgramGraphs,
    kind: SliceKind,
    goals: frozenset[int],
    returning: frozenset[int],
    *,
    iterating: bool = False,
) -> Slice:
    """The least slice of that kind; with `iterating` the least that has the conditions of loops through arrays."""
    live = reachable_nodes(program)
    inside = can_reach(program, live, goals, returning)
    relevance = Relevance(program, inside, *passing_variables(program), written_by_function(program))
    made = Slice(program, kind, goals, live, relevance)
    for goal in sorted(goals):
        if relevance.inside[goal]:
            relevance.keep(goal)
    relevance.changed.update(program.order)
    more = True
    while more:
        relevance.close()
        more = kind is not SliceKind.THIN and (_decide(made) or (kind is SliceKind.VALUE and _filter(made)))
        more = (iterating and _iterate(made)) or more
    return made


def _decide(made: Slice) -> bool:
    """Keep the conditions that decide the next relevant node; returns whether any is new."""
    relevance, program = made.relevance, made.program
    strict = made.kind is SliceKind.BACKWARD
    changed, relevance.changed = relevance.changed, set()
    before = sum(relevance.kept)
    for function in reversed(program.order):
        if not (strict or function in relevance.alive) or function in program.opaque:
            continue
        repeats = made.repeats(function)
        if function in changed or repeats != (function in made.repeated):
            (made.repeated.add if repeats else made.repeated.discard)(function)
            own = program.graph.ranges[function]
            for number in deciding_conditions(program.nodes, own, made.seen(function), relevance.inside, strict):
                relevance.keep(number)
    return sum(relevance.kept) > before


def _iterate(made: Slice) -> bool:
    """Keep the conditions of loops with a kept array access; returns whether any is new.

    The loop will be shrunk, and its condition relates iterations to cells."""
    relevance, nodes = made.relevance, made.program.nodes
    accessing = _accessing(made)
    found = [
        loop.start
        for loop in made.program.graph.loops
        if relevance.inside[loop.start] and not relevance.kept[loop.start] and nodes[loop.start].sort is Sort.CONDITION
        if not accessing.isdisjoint(loop)
    ]
    for number in found:
        relevance.keep(number)
    return bool(found)


def _accessing(made: Slice) -> set[int]:
    """The nodes of a slice that access an array, or call a function in which that is done."""
    relevance, program = made.relevance, made.program
    found, functions = set[int](), set[int]()
    for function in (*program.order, *sorted(program.recursive)):
        for number in program.graph.ranges[function]:
            node = program.nodes[number]
            calls = any(not functions.isdisjoint(called.functions) for called in node.calls)
            if (relevance.active[number] and calls) or (relevance.kept[number] and (calls or _has_cell(node))):
                found.add(number)
                functions.add(function)
    return found


def _has_cell(node: FlowNode) -> bool:
    parts = walk(node.tree) if node.tree is not None else ()
    return any(isinstance(p, c_ast.ArrayRef) or (isinstance(p, c_ast.UnaryOp) and p.op == "*") for p in parts)


def _filter(made: Slice) -> bool:
    """Keeps the conditions that end the run and look only at variables that are relevant; sound and often decisive."""
    relevance, program = made.relevance, made.program
    main = program.number("main")
    read = [0] * len(program.graph.entries)
    anywhere = 0
    for number in program.reached():
        if relevance.kept[number]:
            node = program.nodes[number]
            read[node.function] |= node.uses
            anywhere |= node.uses & program.shared
    found = [
        number
        for number in program.reached()
        if not relevance.kept[number] and relevance.inside[number]
        if program.nodes[number].function in relevance.alive or program.nodes[number].function == main
        if _may_end(program, number, relevance.inside)
        if not program.nodes[number].uses & ~(read[program.nodes[number].function] | anywhere)
        if _guarded(program, number, lambda guard: bool(relevance.kept[guard]))
    ]
    for number in found:
        relevance.keep(number)
    return bool(found)


def _may_end(program: ProgramGraphs, number: int, inside: bytearray) -> bool:
    """Whether the node ends the run depending only on variables."""
    node = program.nodes[number]
    if not node.uses or node.calls or node.function in program.opaque:
        return False
    if node.sort is Sort.CONDITION:
        return any(not inside[one] for one in node.successors)
    return node.ends and node.sort is Sort.STATEMENT


def _guarded(program: ProgramGraphs, number: int, kept: Callable[[int], bool]) -> bool:
    """Whether every condition around the node is kept."""
    nodes = program.nodes
    guard = nodes[number].guard
    while guard >= 0:
        if nodes[guard].sort is not Sort.PLAIN and not kept(guard):
            return False
        guard = nodes[guard].guard
    return True
