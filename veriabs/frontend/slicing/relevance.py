"""Data closure: the relevant variables at each node, and the nodes that are kept because they write them.

A variable is relevant at a node if a kept node may read it before it is certainly overwritten. Two sets represent this:
`generated` for reads in the same function or in callees, and `demanded` for reads after the function's end, which may
pass through it unchanged. So one caller's demand does not affect another call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from veriabs.frontend.slicing.cfg import Callees, FlowNode
from veriabs.frontend.slicing.paths import overwritten_variables
from veriabs.frontend.slicing.program import ProgramGraphs


@dataclass(slots=True)
class Relevance:
    """The growing slice; `kept` are nodes, `active` are simple nodes of which only the call is kept.

    `changing` are the variables that a function or its callees may write; no other demand matters. `alive` are
    functions with kept nodes, `changed` those with new ones since the last query.
    """

    program: ProgramGraphs
    inside: bytearray
    passed: list[int]
    overwritten: list[int]
    changing: list[int]
    kept: bytearray = field(init=False)
    active: bytearray = field(init=False)
    generated: list[int] = field(init=False)
    after: list[int] = field(init=False)
    demanded: list[int] = field(init=False)
    alive: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    _waiting: list[int] = field(default_factory=list)
    _queued: bytearray = field(init=False)
    _pending: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        count = len(self.program.nodes)
        self.kept, self.active, self._queued = bytearray(count), bytearray(count), bytearray(count)
        self.generated, self.after = [0] * count, [0] * count
        self.demanded = [0] * len(self.program.graph.entries)

    def keep(self, number: int) -> None:
        """Keeps a node, with all that it needs once `close` is called."""
        if not self.kept[number]:
            self.kept[number] = 1
            self._mark_alive(self.program.nodes[number].function)
            self._queue(number)

    def close(self) -> None:
        """Keep every node that writes a relevant variable.

        Nodes are numbered from the end of a function to its start, so one pass in that order does most of the work.
        """
        while self._waiting or self._pending:
            while self._waiting:
                number = heappop(self._waiting)
                self._queued[number] = 0
                self._visit(number)
            # All at once, so that variables travel together.
            pending, self._pending = self._pending, {}
            for function, demanded in pending.items():
                self._add_relevant_at_end(function, demanded)

    def parameters(self, function: int) -> tuple[bool, ...]:
        """Which parameters of a function matter."""
        entry = self.generated[self.program.graph.entries[function]]
        return tuple(bool(entry & symbol.bit) for symbol in self.program.unit.functions[function].parameters)

    # ------------------------------------------------------------------------------------------------------- the steps

    def _queue(self, number: int) -> None:
        if not self._queued[number] and self.inside[number]:
            self._queued[number] = 1
            heappush(self._waiting, number)

    def _mark_alive(self, function: int) -> None:
        self.changed.add(function)
        if function not in self.alive:
            self.alive.add(function)
            for caller in self.program.callers[function]:
                self._queue(caller)

    def _add_relevant_at_end(self, function: int, demanded: int) -> None:
        """Add variables that are relevant after the end of a function."""
        new = demanded & ~self.demanded[function]
        self.demanded[function] |= new
        for number in self.program.graph.ranges[function] if new else ():
            node = self.program.nodes[number]
            if node.calls or node.writes & new:
                self._queue(number)

    def _passed_by_successors(self, node: FlowNode) -> int:
        passing = 0
        for successor in node.successors:
            passing |= self.passed[successor]
        return passing

    def _visit(self, number: int) -> None:
        node = self.program.nodes[number]
        after = self.after[number]
        if node.writes and not self.kept[number]:
            live = after | self.demanded[node.function] & self._passed_by_successors(node)
            if node.writes & live:
                self.keep(number)
        before = after & ~node.sets
        if node.calls:
            before = self._calls(number, node)
        if self.kept[number]:
            before |= node.uses
        new = before & ~self.generated[number]
        if not new:
            return
        self.generated[number] |= new
        for one in node.predecessors:
            if new & ~self.after[one]:
                self.after[one] |= new
                self._queue(one)
        if number == self.program.graph.entries[node.function]:
            for caller in self.program.callers[node.function]:
                self._queue(caller)

    def _calls(self, number: int, node: FlowNode) -> int:
        """The variables that are relevant before the calls of a node; passes the demand on to the callees."""
        called = [function for one in node.calls for function in one.functions]
        if not self.alive.isdisjoint(called) and not self.kept[number] and not self.active[number]:
            if node.simple:
                self.active[number] = 1
                self._mark_alive(node.function)
            else:
                self.keep(number)
        program = self.program
        live = self.after[number] | self.demanded[node.function] & self._passed_by_successors(node)
        live &= ~node.sets
        if self.kept[number]:
            live |= node.uses | program.result
        needed = 0
        for one in node.calls:
            needed |= self._read_by_call(one)
        live |= needed if len(node.calls) > 1 else 0
        for function in called:
            wanted = live & self.changing[function]
            if wanted & ~self.demanded[function]:
                self._pending[function] = self._pending.get(function, 0) | wanted
        return self.after[number] & ~overwritten_variables(program, number, self.overwritten) | needed

    def _read_by_call(self, called: Callees) -> int:
        """The variables that a call reads: arguments of relevant parameters, and variables relevant at the function's
        start."""
        program = self.program
        needed = 0
        for function in called.functions:
            entry = self.generated[program.graph.entries[function]]
            if entry:
                needed |= entry & program.shared
                for symbol, argument in zip(
                    program.unit.functions[function].parameters, called.arguments, strict=False
                ):
                    if entry & symbol.bit:
                        needed |= argument
        return needed
