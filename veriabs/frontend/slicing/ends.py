"""Find the ends of runs, functions that return, and functions that only check a condition."""

from __future__ import annotations

from msgspec import Struct, field

from veriabs.core.graphs import reached
from veriabs.frontend.slicing import library
from veriabs.frontend.slicing.cfg import FlowNode, Sort
from veriabs.frontend.slicing.program import ProgramGraphs, assumes, ends_run, is_assertion, is_error, outside
from veriabs.frontend.slicing.symbols import CallSite


def cut_at_ends(program: ProgramGraphs, *, errors_end: bool, looked_into: set[int] | None = None) -> set[int]:
    """Cut the graph at ends of runs, and return the functions that may return.

    `errors_end`: the code after a violation is irrelevant. Functions in `looked_into` are not opaque.
    """
    for number in program.reached():
        node = program.nodes[number]
        for call in node.effects.calls if node.effects is not None else ():
            ends = ends_run(program, call) or (errors_end and is_error(program, call))
            if ends and call.certain:
                _cut(program, number)
            node.ends = node.ends or ends or assumes(program, call)
    returning = _Returns(program).find()
    for function in program.order:
        if function not in (looked_into or ()) and _is_opaque(program, function, returning, errors_end=errors_end):
            program.opaque.add(function)
    for number in program.reached():
        _simplify(program, number, returning)
    return returning


def _cut(program: ProgramGraphs, number: int) -> None:
    """No run continues after the node."""
    for successor in program.nodes[number].successors:
        program.nodes[successor].predecessors.remove(number)
    program.nodes[number].successors = []


def _simplify(program: ProgramGraphs, number: int, returning: set[int]) -> None:
    """Cut after calls that never return; merge calls of opaque functions into their statements."""
    node = program.nodes[number]
    if not node.calls:
        return
    left = []
    for called in node.calls:
        if called.call.certain and not returning.intersection(called.functions):
            _cut(program, number)
        if set(called.functions) <= program.opaque:
            for argument in called.arguments:
                node.uses |= argument
            checks = not program.errors.intersection(called.functions)
            node.ends = node.ends or checks or not returning.intersection(called.functions)
        else:
            left.append(called)
    node.calls = tuple(left)
    node.simple = len(left) == 1 and node.effects is not None and len(node.effects.calls) == 1 and _is_plain(node)


def _is_plain(node: FlowNode) -> bool:
    """Whether the statement is a call, or only stores the result of one in a variable."""
    if node.sort not in (Sort.STATEMENT, Sort.RETURN) or node.effects is None:
        return False
    stored = len(node.effects.sets) + len(node.effects.writes) + len(node.effects.stores)
    call = node.effects.calls[0]
    return call.certain and call.target is not None and stored <= 1


# ------------------------------------------------------------------------------------------------------------ returning


class _Returns(Struct):
    """Finds the functions whose end can be reached from their beginning."""

    program: ProgramGraphs
    found: set[int] = field(default_factory=set)

    def find(self) -> set[int]:
        waiting = list(reversed(self.program.order))
        held_up: dict[int, set[int]] = {}
        while waiting:
            function = waiting.pop()
            if function in self.found:
                continue
            obstacles = self._obstacles(function)
            if obstacles is None:
                self.found.add(function)
                waiting += held_up.pop(function, ())
            else:
                for other in obstacles:
                    held_up.setdefault(other, set()).add(function)
        return self.found

    def _obstacles(self, function: int) -> set[int] | None:
        """None if the function may return, else the functions that may have to return first."""
        nodes, graph, obstacles = self.program.nodes, self.program.graph, set[int]()

        def following(number: int) -> list[int]:
            closed = [c for c in nodes[number].calls if c.call.certain and not self.found.intersection(c.functions)]
            for called in closed:
                obstacles.update(called.functions)
            return [] if closed else nodes[number].successors

        return None if graph.exits[function] in reached((graph.entries[function],), following) else obstacles


# --------------------------------------------------------------------------------------------------------------- opaque


def _is_opaque(program: ProgramGraphs, function: int, returning: set[int], *, errors_end: bool) -> bool:
    """Whether the function only checks its arguments, and ends the run or reports a violation if they are wrong.

    Adds it to `errors` if it may report a violation.
    """
    symbol = program.unit.functions[function].symbol
    own = [program.nodes[number] for number in program.graph.ranges[function]]
    calls = [call for node in own if node.effects is not None for call in node.effects.calls]
    called = {number for node in own for one in node.calls for number in one.functions}
    reports = any(is_error(program, call) or is_assertion(program, call) for call in calls)
    reports = reports or bool(called & program.errors) or symbol.name in program.error_names
    private = all(not (node.uses | node.writes) & program.shared for node in own)
    named = symbol.name in program.error_names and errors_end
    if symbol.name == "main" or symbol.taken or not (private or named):
        return False
    if not named and not (called <= program.opaque and all(_is_innocent(program, call) for call in calls)):
        return False
    ends = any(node.ends for node in own) or function not in returning or any(_nodes_without_exit(program, function))
    if reports:
        program.errors.add(function)
    return reports or ends


def _is_innocent(program: ProgramGraphs, call: CallSite) -> bool:
    return not outside(program, call) or library.is_harmless(call.name) or is_assertion(program, call)


def _nodes_without_exit(program: ProgramGraphs, function: int) -> list[int]:
    """The nodes from which the end of the function cannot be reached."""
    nodes, graph = program.nodes, program.graph
    reaching = reached((graph.exits[function],), lambda number: nodes[number].predecessors)
    entered = reached((graph.entries[function],), lambda number: nodes[number].successors)
    return sorted(entered - reaching)
