"""Print an instrumented program so that a run identifies the operation that failed.

Sanitizers report a line. In the text of the search each operation has a line of its own; its number identifies the
place. In the text of a counterexample an operation keeps its line of the user's file. Failures that no sanitizer
detects are checked by the program itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.counterexample import MemoryWrapper
from veriabs.core.goals import CLAIMS, GoalKind
from veriabs.core.goals import FREED as FREED_RIGHTLY
from veriabs.core.source import WRITTEN, Entry, Where
from veriabs.frontend.dialect import NO_RECORDS, Records
from veriabs.frontend.instrument.line_printer import NOTED, LinePrinter
from veriabs.frontend.instrument.listing import AT, CALLED, SEEN, InstrumentedPrinter
from veriabs.frontend.instrument.operations import (
    OPERATIONS,
    REACHES,
    UNSEEN,
    checkable_operations,
    is_read,
    may_violate,
    parameter_types,
    simplified_nodes,
)
from veriabs.frontend.known_functions import FLAGGING, RETURNED, STAYING, SYSTEM, parameters
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.nodes import written_at
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree

FREED = frozenset((GoalKind.POINTER, GoalKind.MEMORY_LEAK))
"""Kinds of checks for which the program records allocations and frees."""

COMPUTED = OPERATIONS | FREED | {GoalKind.UNINITIALISED}

_MARKED = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.ArrayRef, c_ast.StructRef)
_ALLOCATED = {"VERIABS_MALLOC": ("", "veriabs_size", "")}
_ASSERT, _ASSUME, _MALLOC = "VERIABS_ASSERT", "VERIABS_ASSUME", "VERIABS_MALLOC"


class Marks(Struct):
    """The place and the statement of each line of a marked text, and the possible failures of each operation."""

    places: list[tuple[Where, int]] = field(default_factory=list)
    numbers: dict[tuple[Where, int], int] = field(default_factory=dict)
    fallible: dict[tuple[GoalKind, Where], str] = field(default_factory=dict)

    def number(self, where: Where, statement: int) -> int:
        """The line that represents a place."""
        key = where, statement
        if key not in self.numbers:
            self.places.append(key)
            self.numbers[key] = len(self.places)
        return self.numbers[key]

    def note(self, node: c_ast.Node, where: Where, kinds: Set[GoalKind]) -> None:
        """Record the possible failures of the node's operation, out of these kinds."""
        if where.line == 0 or where.file in (WRITTEN, SYSTEM):
            return
        frees = isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") in ("free", "realloc")
        for kind in kinds & set(may_violate(node)):
            self.fallible.setdefault((kind, where), FREED_RIGHTLY if frees else CLAIMS[kind])

    def at(self, line: int) -> Where:
        """The place that a line represents."""
        return self.places[line - 1][0]

    def meant(self, wanted: Mapping[Where, int]) -> Iterator[tuple[int, int]]:
        """The lines of wanted places; a place without a line gets the only line of its statement."""
        inside: dict[int, set[int]] = {}
        for where, statement in self.places:
            if where in wanted:
                inside.setdefault(statement, set()).add(wanted[where])
        for line, (where, statement) in enumerate(self.places, start=1):
            others = inside.get(statement, set())
            if where in wanted:
                yield line, wanted[where]
            elif len(others) == 1:
                yield line, next(iter(others))


def texts(
    tree: c_ast.FileAST,
    types: TypedTree,
    head: str,
    footer: str,
    kinds: frozenset[GoalKind],
    library: Set[str] = frozenset(),
    entry: Entry | None = None,
    records: Records = NO_RECORDS,
) -> dict[str, Any]:
    """The texts of an instrumented tree, and the facts about them, as fields of `InstrumentedProgram`.

    `kinds` are the requested checks, `library` the library functions that the program calls, `records` the definitions
    of structs whose layout has to be printed. Raises UnsupportedError if this is not possible.
    """
    operations = checkable_operations(tree, types, kinds) if kinds & OPERATIONS else frozenset[int]()
    missed = operations & simplified_nodes(tree) if operations and not kinds & UNSEEN else operations
    functions = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    marks, frees = Marks(), bool(kinds & FREED) and "free" not in functions
    own = functions - {RETURNED}  # the harness defines that one
    noted = {name for name in NOTED.keys() - own if (GoalKind.POINTER in kinds if name == CALLED else frees)}
    taken = parameter_types(tree) | _ALLOCATED
    reaching = library & REACHES.keys() if kinds else frozenset[str]()

    of_caller = set(_allocated(tree)) if entry is not None and entry.function != "main" else set[Where]()

    records.check(tree)

    def printed(printer: InstrumentedPrinter) -> str:
        printer.layouts = records.layouts
        return head + str(printer.visit(tree)) + footer

    return {
        "text": printed(
            MarkedPrinter(operations, marks, reaching, taken, noted, kinds) if kinds else InstrumentedPrinter(())
        ),
        "plain": printed(LinePrinter(missed, taken, noted) if kinds else InstrumentedPrinter()),
        "reduced": lambda smaller: printed(InstrumentedPrinter((SEEN,), smaller)),
        "computed": kinds & COMPUTED,
        "marks": marks.meant,
        "marked": marks.at,
        "fallible": tuple(
            (kind, where, text)
            for (kind, where), text in marks.fallible.items()
            if kind is not GoalKind.MEMORY_LEAK or where not in of_caller
        ),
        "reaching": tuple(map(_memory_wrapper, sorted(reaching))),
    }


def _allocated(tree: c_ast.FileAST) -> Iterator[Where]:
    """The places of the allocations in `main`."""
    for function in (node for node in tree.ext if isinstance(node, c_ast.FuncDef) and node.decl.name == "main"):
        for node in walk(function.body):
            if isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") == _MALLOC:
                yield from filter(None, (written_at(node),))


def _memory_wrapper(name: str) -> MemoryWrapper:
    returns, types = FUNCTIONS[name].prototype.partition(f"{name}(")[0], parameters(name)
    takes = ", ".join(f"{ctype} {letter}" for ctype, letter in zip(types, "abc", strict=False))
    return MemoryWrapper(name, returns, takes, ", ".join("abc"[: len(types)]), REACHES[name])


class MarkedPrinter(LinePrinter):
    """Prints each operation on the line that `marks` assigns to its place.

    Calls of the instrumentation are printed expanded, because gcc reports arguments of a macro on the macro's line.
    Library functions in `reaching` are called through wrappers that access their memory first.
    """

    def __init__(
        self,
        operations: frozenset[int],
        marks: Marks,
        reaching: Set[str],
        taken: Mapping[str, tuple[str, ...]],
        noted: Set[str],
        kinds: Set[GoalKind],
    ) -> None:
        super().__init__(operations, taken, noted)
        self.left_out = ()
        self.kinds = kinds
        self.marks = marks
        self.reaching = reaching
        self.statements = self.statement = 0

    def mark(self, node: c_ast.Node) -> str:
        return f'\n# {self.place(node)} "operations"\n' if node.coord is not None else ""

    def place(self, node: c_ast.Node) -> str:
        where = written_at(node) or Where("", 0)
        self.marks.note(node, where, self.kinds)
        return str(self.marks.number(where, self.statement))

    def begun(self, value: c_ast.Node) -> str:
        while isinstance(value, c_ast.Cast):
            value = value.expr
        return self.mark(value) if isinstance(value, _MARKED) else ""

    def _generate_stmt(self, node: c_ast.Node, add_indent: bool = False) -> str:
        around = self.statement
        self.statements += 1
        self.statement = self.statements
        try:
            return super()._generate_stmt(node, add_indent)
        finally:
            self.statement = around

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802
        name = node.name.name if isinstance(node.name, c_ast.ID) else ""
        if name in FLAGGING:
            return self._flagged(node, name)
        if name in STAYING:
            return self._macro_call(node)
        if name not in (SEEN, AT, _ASSERT, _ASSUME, _MALLOC):
            return f"{self.mark(node)}{super().visit_FuncCall(node)}"
        if name == _MALLOC:
            self.place(node)
            return str(super()._called(node)).replace(name, "veriabs_allocate", 1)
        given = [f"({self.visit(part)})" for part in node.args.exprs]
        match name:
            case "VERIABS_SEEN":
                seen = f"veriabs_see({given[0]}, VERIABS_PATTERN(veriabs_e))"
                taken = f"{self.begun(node.args.exprs[1])}__auto_type veriabs_e = {given[1]}"
                return f"({{ {taken}; {seen}; veriabs_e; }})"
            case "VERIABS_AT":
                return f"(veriabs_at = {given[0]}, {given[1]})"
            case "VERIABS_ASSERT":
                return f"({given[1]} ? (void)0 : veriabs_violation({given[0]}))"
            case _:
                return f"({given[0]} ? (void)0 : veriabs_end())"

    def _called(self, node: c_ast.FuncCall) -> str:
        if isinstance(node.name, c_ast.ID) and node.name.name in self.reaching:
            return str(super()._called(node)).replace(node.name.name, f"veriabs_{node.name.name}", 1)
        return str(super()._called(node))

    def _is_looked_at(self, part: c_ast.Node, ctype: str) -> bool:
        return bool(ctype) or is_read(part)

    def _argument(self, node: c_ast.FuncCall, part: c_ast.Node, ctype: str) -> str:
        """An argument; its reads are on a line of their own, which gcc reports."""
        if ctype or not is_read(part) or str(getattr(node.name, "name", "")).startswith("__builtin"):
            return super()._argument(node, part, ctype)
        return f"({{ {self._set_right(part, self._visit_expr(part))}; veriabs_b; }})"
