"""Compute the slice of a C program."""

from __future__ import annotations

import time
from pathlib import Path

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.errors import InputError, unsupported
from veriabs.core.source import Task, Where
from veriabs.core.statements import CallPath
from veriabs.frontend.decoration import refuse_reached
from veriabs.frontend.dialect import has_own_layout
from veriabs.frontend.entry import enter, function_list
from veriabs.frontend.known_functions import VALIDITY
from veriabs.frontend.nodes import define_records_once, each_child
from veriabs.frontend.parse import parse, uncollected
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.slicing.cfg import FlowNode, Sort
from veriabs.frontend.slicing.ends import cut_at_ends
from veriabs.frontend.slicing.kinds import Slice, SliceKind, make
from veriabs.frontend.slicing.paths import MANY, next_outside, next_relevant
from veriabs.frontend.slicing.printer import SlicePrinter
from veriabs.frontend.slicing.program import ProgramGraphs, build, is_assertion, is_error
from veriabs.frontend.slicing.units import read_unit
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, ERROR_LABELS, called_names, deepest, walk
from veriabs.frontend.unused_declarations import defines, without_unreached

__all__ = ["ProgramSlice", "SliceInput", "SliceKind", "Stats", "prepare", "slice_text", "slice_tree"]


class Stats(Struct, frozen=True):
    """How many statements and conditions (of `if` and loops) the program has, and how many the slice keeps.

    `seconds` is the time that slicing took, without reading the file.
    """

    statements: int
    kept_statements: int
    conditions: int
    kept_conditions: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.kept_statements} of {self.statements} statements and "
            f"{self.kept_conditions} of {self.conditions} conditions kept, {self.seconds:.2f} s"
        )


class ProgramSlice(Struct, frozen=True):
    """A slice as C text, and its size."""

    text: str
    stats: Stats


def slice_text(
    subject: Task | str, kind: SliceKind | str = SliceKind.VALUE, criterion_line: int | None = None
) -> ProgramSlice:
    """The slice of a task's file or of preprocessed text, for all assertions or for the statement on a line.

    Raises InputError if there is no assertion, or no statement on the line. Raises UnsupportedError with the place for
    unsupported constructs (see `preprocess`; also jumps into statements, case labels in loops, variadic functions).
    """
    task = subject if isinstance(subject, Task) else Task(Path("program.c"))
    text = refuse_reached(_reached_text(subject)) if isinstance(subject, Task) else subject
    with uncollected():
        tree = parse(text, task)
        try:
            return slice_tree(tree, task, SliceKind(kind), criterion_line)
        except RecursionError as error:
            node, _ = deepest(tree)
            raise unsupported(f"{node.coord.file}:{node.coord.line}", "code that is nested too deeply") from error


def _reached_text(task: Task) -> str:
    """The preprocessed text, with a main that calls the task's entry, without the declarations that main does not
    reach.
    """
    text = preprocess(task)
    if task.entry.function != "main":
        text = enter(text, task).text
    return without_unreached(text, ["main"], ERROR_FUNCTIONS | ASSERT_FUNCTIONS) if defines(text, "main") else text


def slice_tree(tree: c_ast.FileAST, task: Task, kind: SliceKind, line: int | None = None) -> ProgramSlice:
    """The slice of a freshly parsed program, whose tree is changed."""
    started = time.monotonic()
    made = prepare(tree, task, line).slice(kind)
    printer = SlicePrinter(made)
    text = printer.text()
    return ProgramSlice(text, _stats(made, printer, time.monotonic() - started))


class SliceInput(Struct, frozen=True):
    """A program with a criterion, ready for slices of any kind.

    `goals` are the nodes of the criterion, `returning` the functions that may return.
    """

    program: ProgramGraphs
    goals: frozenset[int]
    returning: frozenset[int]

    def slice(self, kind: SliceKind, *, iterating: bool = False) -> Slice:
        """The slice; `iterating` also keeps the conditions of loops over arrays."""
        return make(self.program, kind, self.goals, self.returning, iterating=iterating)


def prepare(tree: c_ast.FileAST, task: Task, line: int | None = None, *, path: CallPath = ()) -> SliceInput:
    """Analyse a freshly parsed program (its tree is changed), and find the criterion.

    The criterion is the statement on a line, the assertion that a path leads to, or all assertions, if any.
    """
    if has_own_layout(tree):
        raise unsupported(f"{task.path}:1", "an attribute or pragma that changes the layout of structs")
    if asked := sorted(set(called_names(tree)) & {*VALIDITY}):
        raise unsupported(f"{task.path}:1", f"call of {asked[0]}, whose result depends on all allocations and frees")
    _straighten(tree)
    define_records_once(tree)
    unit = read_unit(tree, task.data_model)
    if not unit.defines("main"):
        others = function_list(one.symbol.name for one in unit.functions)
        raise InputError(f"{task.path}: there is no function main{others}")
    program = build(unit)
    goals = set() if line is None else line_nodes(program, line, str(task.path))
    looked_into = {program.nodes[number].function for number in goals}
    returning = cut_at_ends(program, errors_end=line is None, looked_into=looked_into)
    if line is None:
        goals = assertion_nodes(program, returning, path)
    if not goals:
        raise InputError(f"{task.path}: no run reaches an assertion; choose a line with --criterion LINE")
    return SliceInput(program, frozenset(goals), frozenset(returning))


def _straighten(tree: c_ast.FileAST) -> None:
    """Turn the statement expressions of the `assert` macro into statements: `((void) sizeof(..), ({ .. }));`."""

    def plain(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.ExprList(exprs=[c_ast.Cast(expr=c_ast.UnaryOp(op="sizeof")), c_ast.Compound() as inner]):
                return inner
            case _:
                return node

    for node in walk(tree):
        if isinstance(node, c_ast.Compound | c_ast.If | c_ast.While | c_ast.DoWhile | c_ast.For | c_ast.Label):
            each_child(node, plain)
        elif isinstance(node, c_ast.Case | c_ast.Default):
            node.stmts = [plain(inner) for inner in node.stmts or []]


def _stats(made: Slice, printer: SlicePrinter, seconds: float) -> Stats:
    program, relevance = made.program, made.relevance
    whole = {function.number for function in program.unit.functions if function.symbol in printer.bodies}
    whole &= program.opaque
    total, kept = {Sort.STATEMENT: 0, Sort.CONDITION: 0}, {Sort.STATEMENT: 0, Sort.CONDITION: 0}
    for number, node in enumerate(program.nodes):
        sort = Sort.STATEMENT if node.sort is Sort.RETURN else node.sort
        if sort in total:
            total[sort] += 1
            kept[sort] += bool(relevance.kept[number] or relevance.active[number] or node.function in whole)
    return Stats(total[Sort.STATEMENT], kept[Sort.STATEMENT], total[Sort.CONDITION], kept[Sort.CONDITION], seconds)


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
