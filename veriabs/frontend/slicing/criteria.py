"""Find the slicing criterion, the nodes whose values a slice preserves: conditions of assertions, or a line."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.errors import InputError
from veriabs.core.source import Where
from veriabs.core.statements import CallPath
from veriabs.frontend.slicing.cfg import FlowNode, Sort
from veriabs.frontend.slicing.paths import MANY, next_outside, next_relevant
from veriabs.frontend.slicing.program import ProgramGraphs, is_assertion, is_error
from veriabs.frontend.survey import ERROR_LABELS, walk


def assertion_nodes(program: ProgramGraphs, returning: set[int], path: CallPath = ()) -> set[int]:
    """The nodes of all assertions: the checks of their conditions, and the reports of violations.

    A report alone does not suffice, since it uses no variable (theory 4, pitfalls). A path selects the assertion at its
    end, or at the nearest earlier call.
    """
    checks, reports, numbers = set(), set(), program.unit.numbers
    for number in program.reached():
        node = program.nodes[number]
        if node.function in program.opaque:
            continue
        calls = node.effects.calls if node.effects is not None else []
        called = {numbers[call.target] for call in calls if call.target is not None and call.target in numbers}
        if any(is_error(program, call) for call in calls) or (called & program.errors) - returning:
            reports.add(number)
        elif any(is_assertion(program, call) for call in calls) or called & program.errors:
            checks.add(number)
    if not checks and not reports:
        reports = _labels(program)
    for place in reversed(path):
        if here := {one for one in checks | reports if _is_at(program.nodes[one], place)}:
            checks, reports = checks & here, reports & here
            break
    return checks | reports | _conditions(program, reports)


def _is_at(node: FlowNode, place: Where) -> bool:
    at = (place.file, place.line, place.column)
    places = (part.coord for part in walk(node.tree) if part.coord is not None)
    return any((one.file, one.line, one.column) == at for one in places)


def _labels(program: ProgramGraphs) -> set[int]:
    """The error labels of a program that reports a violation in no other way."""
    nodes = program.nodes
    labels = (number for number in program.reached() if isinstance(nodes[number].tree, c_ast.Label))
    return {number for number in labels if getattr(nodes[number].tree, "name", "") in ERROR_LABELS}


def _conditions(program: ProgramGraphs, reports: set[int]) -> set[int]:
    """The conditions with a branch that only reports, also in callers."""
    found: set[int] = set()
    pending = set(reports)
    done: set[int] = set()
    everywhere = bytearray(b"\1" * len(program.nodes))
    while pending:
        functions = {program.nodes[number].function for number in pending}
        done |= pending
        pending = set()
        for function in functions:
            conditions, inevitable = _reports_in_function(program, function, done, everywhere)
            found |= conditions
            if inevitable:
                pending |= set(program.callers[function]) - done
    return found


def _reports_in_function(
    program: ProgramGraphs, function: int, reports: set[int], everywhere: bytearray
) -> tuple[set[int], bool]:
    """The conditions in a function that decide on a report, and whether the report is inevitable."""
    nodes, graph = program.nodes, program.graph
    own = graph.ranges[function]
    ends = {graph.exits[function], *reports}
    seen = next_relevant(nodes, ends & set(own), everywhere)
    seen = next_outside(nodes, own, seen, everywhere)
    # All reports are alike.
    leading = {number for number, first in seen.items() if first in reports}
    waiting = list(leading)
    while waiting:
        for one in nodes[waiting.pop()].predecessors:
            if one not in leading and all(way in leading for way in nodes[one].successors):
                leading.add(one)
                waiting.append(one)
    conditions = {
        number
        for number in own
        if nodes[number].sort is Sort.CONDITION and seen.get(number) == MANY and number not in leading
        if any(way in leading for way in nodes[number].successors)
    }
    return conditions, graph.entries[function] in leading


# -------------------------------------------------------------------------------------------------------------- by line


def line_nodes(program: ProgramGraphs, line: int, file: str) -> set[int]:
    """The nodes of the statement on a line of the user's file."""
    found = set()
    for number in program.reached():
        node = program.nodes[number]
        if node.tree is not None and node.sort is not Sort.PLAIN and line in _lines(node, file):
            found.add(number)
    first = {number for number in found if _is_on_line(program.nodes[number], line)}
    if not found:
        raise InputError(f"{file}:{line}: this line has no statement that a run can reach")
    return first or found


def _is_on_line(node: FlowNode, line: int) -> bool:
    return node.tree is not None and node.tree.coord is not None and node.tree.coord.line == line


def _lines(node: FlowNode, file: str) -> set[int]:
    places = (part.coord for part in walk(node.tree) if part.coord is not None)
    return {place.line for place in places if place.file == file}
