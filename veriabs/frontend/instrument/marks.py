"""Prints an instrumented program so that a run tells which of its operations went wrong.

A sanitizer names a line. In the text of the search each operation stands on a line of its own, whose number is that of
its place; in the text of a counterexample on its line of the user's file. What no sanitizer looks for is checked by the
program itself, where it computes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.counterexample import Reaching
from veriabs.core.goals import GoalKind
from veriabs.core.source import Where
from veriabs.frontend.instrument.listing import AT, SEEN, Printer
from veriabs.frontend.instrument.operations import (
    COMPARED,
    NAMES,
    OPERATIONS,
    UNSEEN,
    acts,
    computed,
    is_read,
    plain_type,
    prototype,
    rewritten,
    taken_types,
)
from veriabs.frontend.known import FLAGGING, RETURNED, STAYING
from veriabs.frontend.survey import STEPS

FREED = frozenset((GoalKind.POINTER, GoalKind.MEMORY_LEAK))
"""Kinds for which the program notes what is allocated and freed."""

COMPUTED = OPERATIONS | FREED | {GoalKind.UNINITIALISED}

_REACHES = {
    "memset": {"a": "c"},
    "memcpy": {"a": "c", "b": "c"},
    "memmove": {"a": "c", "b": "c"},
    "memcmp": {"a": "c", "b": "c"},
    "strcpy": {"b": "veriabs_text_length(b) + 1", "a": "veriabs_text_length(b) + 1"},
    "strncpy": {"a": "c"},
    "strcat": {"b": "veriabs_text_length(b) + 1", "a": "veriabs_text_length(a) + veriabs_text_length(b) + 1"},
    "strlen": {"a": "veriabs_text_length(a) + 1"},
}
"""Library functions of which a search knows how many bytes they reach, from each of the arguments a, b, ... on."""

_A, _B = "__auto_type veriabs_a", "__auto_type veriabs_b"
_MARKED = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.ArrayRef, c_ast.StructRef)
_ALLOCATED = {"VERIABS_MALLOC": ("", "veriabs_size", "")}
_ASSERT, _ASSUME, _MALLOC = "VERIABS_ASSERT", "VERIABS_ASSUME", "VERIABS_MALLOC"


class Marks(Struct):
    """The places of the lines of a marked text, the first one of line 1, each with the statement that it is in."""

    places: list[tuple[Where, int]] = field(default_factory=list)
    numbers: dict[tuple[Where, int], int] = field(default_factory=dict)

    def number(self, where: Where, statement: int) -> int:
        """The line that stands for a place."""
        key = where, statement
        if key not in self.numbers:
            self.places.append(key)
            self.numbers[key] = len(self.places)
        return self.numbers[key]

    def at(self, line: int) -> Where:
        """The place that a line stands for."""
        return self.places[line - 1][0]

    def meant(self, wanted: Mapping[Where, int]) -> Iterator[tuple[int, int]]:
        """The lines with what is wanted there: at the place itself, else where it is the only one of its statement."""
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
    tree: c_ast.FileAST, head: str, foot: str, kinds: frozenset[GoalKind], library: Set[str] = frozenset()
) -> dict[str, Any]:
    """The texts of an instrumented tree between head and foot, and what there is to know of them where checks of these
    kinds are asked for, and functions of the library are called; by the names that `Instrumented` has for them."""
    operations = computed(tree, kinds) if kinds & OPERATIONS else frozenset[int]()
    missed = operations & rewritten(tree) if operations and not kinds & UNSEEN else operations
    functions = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    marks, frees = Marks(), bool(kinds & FREED) and "free" not in functions
    taken = taken_types(tree) | _ALLOCATED
    reaching = library & _REACHES.keys() if kinds else frozenset[str]()

    def printed(printer: Printer) -> str:
        return head + str(printer.visit(tree)) + foot

    return {
        "text": printed(Numbered(operations, marks, reaching, taken, frees=frees) if kinds else Printer(())),
        "plain": printed(Lined(missed, taken, frees=frees) if kinds else Printer()),
        "reduced": lambda smaller: printed(Printer((SEEN,), smaller)),
        "computed": kinds & COMPUTED,
        "marks": marks.meant,
        "marked": marks.at,
        "reaching": tuple(map(_reaching, sorted(reaching))),
    }


def _reaching(name: str) -> Reaching:
    returns, types = prototype(name)
    takes = ", ".join(f"{ctype} {letter}" for ctype, letter in zip(types, "abc", strict=False))
    return Reaching(name, returns, takes, ", ".join("abc"[: len(types)]), _REACHES[name])


def _is_pointer_constant(node: c_ast.Node) -> bool:
    """May it be a null pointer, which is one as a constant alone?"""
    return isinstance(node, c_ast.Constant) and node.value == "0" or isinstance(node, c_ast.Cast)


class Lined(Printer):
    """Prints each operation on its line of the user's file; `operations` are those that check themselves, `frees`
    says that `free` does. `taken` are the types of what functions take, where they may be those of numbers."""

    def __init__(self, operations: frozenset[int], taken: Mapping[str, tuple[str, ...]], *, frees: bool) -> None:
        super().__init__()
        self.operations = operations
        self.taken = taken
        self.frees = frees
        self.line = 0
        self.returned = ""

    def mark(self, node: c_ast.Node) -> str:
        """The end of the line, and the one that the operation of the node stands on."""
        if node.coord is None or node.coord.line == self.line:
            return ""
        self.line = node.coord.line
        return f'\n# {node.coord.line} "{node.coord.file}"\n'

    def place(self, node: c_ast.Node) -> str:
        """What a check that fails at the node tells."""
        return "0" if node.coord is None else f"VERIABS_PLACE({node.coord.line}, {node.coord.column or 0})"

    def begun(self, value: c_ast.Node) -> str:
        """A mark in front of what takes a value: gcc tells there of the operation that the value is."""
        return ""

    def _generate_stmt(self, node: c_ast.Node, add_indent: bool = False) -> str:
        if node.coord is None or isinstance(node, c_ast.Compound):
            return str(super()._generate_stmt(node, add_indent))
        self.line = 0
        return f"{self.mark(node)}{super()._generate_stmt(node, add_indent)}"

    def visit_BinaryOp(self, node: c_ast.BinaryOp) -> str:  # noqa: N802 - the names that pycparser calls
        left, right = (self._parenthesize_unless_simple(side) for side in (node.left, node.right))
        if id(node) not in self.operations:
            return f"{left} {self.mark(node)}{node.op} {right}"
        if node.op in COMPARED and any(map(_is_pointer_constant, (node.left, node.right))):
            return f"{left} {self.mark(node)}{node.op} {right}"
        result = f"veriabs_a {self.mark(node)}{node.op} veriabs_b"
        return self._checked(node, node.op, self._left(node.left, left), self._right(node.right, right), result)

    def visit_Assignment(self, node: c_ast.Assignment) -> str:  # noqa: N802
        left = self.visit(node.lvalue)
        right = self._parenthesize_unless_simple(node.rvalue)
        mark = self.mark(node)
        if node.op == "=" and isinstance(node.lvalue, c_ast.ID):
            mark = self.begun(node.rvalue) or mark
        if id(node) not in self.operations:
            return f"{left} {mark}{node.op} {right}"
        if node.op == "=":
            done = f"{left} {mark}= {'veriabs_w' if acts(node.rvalue) else right}"
            return self._converted(node, f"__typeof__({left})", node.rvalue, right, done)
        taken = self._left(node.lvalue, left), self._right(node.rvalue, right)
        return self._checked(node, node.op[:-1], *taken, f"{left} {mark}{node.op} veriabs_b", left)

    def visit_UnaryOp(self, node: c_ast.UnaryOp) -> str:  # noqa: N802
        if node.op not in (*STEPS, "-", "*"):
            return str(super().visit_UnaryOp(node))
        operand, op = self._parenthesize_unless_simple(node.expr), node.op
        mark = self.mark(node)
        plain = f"{operand}{mark}{op[1:]}" if op in ("p++", "p--") else f"{mark}{op}{operand}"
        if id(node) not in self.operations:
            return plain
        if op == "-":
            return self._checked(node, "-", f"{_A} = 0", self._right(node.expr, operand), f"{mark}-veriabs_b")
        return self._checked(node, STEPS[op], self._left(node.expr, operand), f"{_B} = 1", plain, operand)

    def visit_FuncDef(self, node: c_ast.FuncDef) -> str:  # noqa: N802
        self.returned = plain_type(node.decl.type.type)
        return str(super().visit_FuncDef(node))

    def visit_Return(self, node: c_ast.Return) -> str:  # noqa: N802
        if id(node) not in self.operations or not self.returned:
            return str(super().visit_Return(node))
        return f"return {self._converted(node, self.returned, node.expr, self.visit(node.expr), 'veriabs_w')};"

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802
        if self.frees and isinstance(node.name, c_ast.ID) and node.name.name == "free":
            return f"veriabs_free({self.visit(node.args)}, {self.place(node)})"
        if self.frees and isinstance(node.name, c_ast.ID) and node.name.name == RETURNED:
            return f"veriabs_returned({self.visit(node.args)})"
        if isinstance(node.name, c_ast.ID) and node.name.name in STAYING:
            return self._staying(node)
        return self._called(node)

    def _staying(self, node: c_ast.FuncCall) -> str:
        """A call of a macro, whose arguments are computed in front of it: they may stand on lines of their own."""
        given = node.args.exprs
        names = ", ".join(("veriabs_a", "veriabs_b")[: len(given)])
        taken = zip((_A, _B), given, strict=False)
        values = "; ".join(f"{self.begun(part)}{begun} = {self._visit_expr(part)}" for begun, part in taken)
        return f"({{ {values}; {node.name.name}({names}); }})"

    def _called(self, node: c_ast.FuncCall) -> str:
        """A call of a function that stays what it is, with its arguments one by one where some are looked at."""
        given, types = node.args.exprs if node.args is not None else (), self._types(node)
        if not any(map(self._is_looked_at, given, types)):
            return str(super().visit_FuncCall(node))
        listed = ", ".join(self._argument(node, *one) for one in zip(given, types, strict=True))
        return f"{self._parenthesize_unless_simple(node.name)}({listed})"

    def _types(self, node: c_ast.FuncCall) -> tuple[str, ...]:
        """The types that the arguments of a call are converted to; nothing where that is not checked, or not known."""
        count = len(node.args.exprs) if node.args is not None else 0
        checked = id(node) in self.operations and isinstance(node.name, c_ast.ID)
        known = self.taken.get(node.name.name, ()) if checked else ()
        return (*("" if "*" in one else one for one in known), *[""] * count)[:count]

    def _is_looked_at(self, part: c_ast.Node, ctype: str) -> bool:
        return bool(ctype)

    def _argument(self, node: c_ast.FuncCall, part: c_ast.Node, ctype: str) -> str:
        """An argument of a call, behind a check that it is a value of the type that it is converted to."""
        text = self._visit_expr(part)
        return self._converted(node, ctype, part, text, "veriabs_w") if ctype else text

    def _flagged(self, node: c_ast.FuncCall, name: str) -> str:
        flag, value = (self.visit(part) for part in node.args.exprs)
        kind = list(GoalKind).index(GoalKind.UNINITIALISED)
        wrong = f'veriabs_wrong("a value that was never set is read", {kind}, {self.place(node)})'
        inside = f"(veriabs_size)veriabs_i < sizeof {flag}"
        match name:
            case "__veriabs_read":
                return f"({{ if (!{flag}) {wrong}; {value}; }})"
            case "__veriabs_set":
                return f"({{ __auto_type veriabs_s = ({value}); {flag} = 1; veriabs_s; }})"
            case "__veriabs_cell_read":
                done = f"if ({inside} && !{flag}[veriabs_i]) {wrong}"
            case _:
                done = f"if ({inside}) {flag}[veriabs_i] = 1"
        return f"({{ __auto_type veriabs_i = ({value}); {done}; veriabs_i; }})"

    def visit_ArrayRef(self, node: c_ast.ArrayRef) -> str:  # noqa: N802
        base = self._parenthesize_unless_simple(node.name)
        return f"{base}{self.mark(node)}[{self._visit_expr(node.subscript, allow_comma=True)}]"

    def visit_StructRef(self, node: c_ast.StructRef) -> str:  # noqa: N802
        base = self._parenthesize_unless_simple(node.name)
        mark = self.mark(node) if node.type == "->" else ""
        return f"{base}{mark}{node.type}{self.visit(node.field)}"

    def visit_Cast(self, node: c_ast.Cast) -> str:  # noqa: N802
        plain = str(super().visit_Cast(node))
        if id(node) not in self.operations:
            return plain
        target, value = self.visit(node.to_type), self._parenthesize_unless_simple(node.expr)
        return self._converted(node, target, node.expr, value, f"({target})veriabs_w" if acts(node.expr) else plain)

    def visit_Decl(self, node: c_ast.Decl, no_type: bool = False) -> str:  # noqa: N802
        begun = self.begun(node.init) if node.init is not None else ""
        if id(node) not in self.operations or no_type:
            return f"{begun}{super().visit_Decl(node, no_type)}"
        value = self._parenthesize_unless_simple(node.init)
        done = "veriabs_w" if acts(node.init) else value
        checked = self._converted(node, f"__typeof__({node.name})", node.init, value, done)
        return f"{begun}{self._generate_decl(node)} = {checked}"

    def _left(self, operand: c_ast.Node, text: str) -> str:
        return f"{self.begun(operand)}{_A} = {text}"

    def _right(self, operand: c_ast.Node, text: str) -> str:
        return f"{self.begun(operand)}{_B} = {text}"

    def _converted(self, node: c_ast.Node, target: str, value: c_ast.Node, text: str, result: str) -> str:
        """The result, behind a check of what the value is in the target's type; what goes wrong in the value is seen
        outside of the macro."""
        into = f"VERIABS_INTO({target}, veriabs_w, {self.place(node)})"
        taken = f"{self.begun(value)}__auto_type veriabs_w = {text}"
        return f"({{ {taken}; {into}; {result}; }})"

    def _checked(
        self, node: c_ast.Node, op: str, left: str, right: str, result: str, changed: str = ""
    ) -> str:
        """An expression that takes both operands once, the left one first as the proofs do, and checks them promoted,
        and the value that is `changed` by it.

        What they are promoted by would move the place of an access in them, as gcc knows it, to itself.
        """
        place, checks = self.place(node), ""
        if op in COMPARED:  # also pointers, to objects of which nothing else is known
            checks = f"VERIABS_ANY(veriabs_a, veriabs_b, {place}); "
        elif op in NAMES:
            checks = f"VERIABS_{NAMES[op]}(veriabs_a - 0, veriabs_b - 0, {place}); "
        if changed:
            checks += f"{self.mark(node)}VERIABS_INTO(__typeof__({changed}), veriabs_a {op} veriabs_b, {place}); "
        return f"({{ {left}; {right}; {checks}{result}; }})"


class Numbered(Lined):
    """Prints each operation on the line that `marks` has for its place.

    The calls of the instrumentation are printed as what they stand for: what stands in the arguments of a macro is on
    the line of the macro, for gcc. Functions that are `reaching` are called by what looks at the memory first.
    """

    def __init__(
        self,
        operations: frozenset[int],
        marks: Marks,
        reaching: Set[str],
        taken: Mapping[str, tuple[str, ...]],
        *,
        frees: bool,
    ) -> None:
        super().__init__(operations, taken, frees=frees)
        self.left_out = ()
        self.marks = marks
        self.reaching = reaching
        self.statements = self.statement = 0

    def mark(self, node: c_ast.Node) -> str:
        return f'\n# {self.place(node)} "operations"\n' if node.coord is not None else ""

    def place(self, node: c_ast.Node) -> str:
        coord = node.coord
        where = Where(coord.file, coord.line, coord.column or 0) if coord is not None else Where("", 0)
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
            return self._staying(node)
        if name not in (SEEN, AT, _ASSERT, _ASSUME, _MALLOC):
            return f"{self.mark(node)}{super().visit_FuncCall(node)}"
        if name == _MALLOC:
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
        """An argument: what it reads is taken on a line of its own, where gcc tells of it."""
        if ctype or not is_read(part) or str(getattr(node.name, "name", "")).startswith("__builtin"):
            return super()._argument(node, part, ctype)
        return f"({{ {self._right(part, self._visit_expr(part))}; veriabs_b; }})"
