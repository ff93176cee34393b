"""Print an instrumented program with its operations on the lines of the user's file, and with built-in checks."""

from __future__ import annotations

from collections.abc import Mapping, Set

from pycparser import c_ast

from veriabs.core.goals import GoalKind
from veriabs.frontend.instrument.listing import CALLED, InstrumentedPrinter
from veriabs.frontend.instrument.operations import COMPARED, NAMES, is_impure, plain_type
from veriabs.frontend.known_functions import RETURNED, STAYING
from veriabs.frontend.survey import STEPS

NOTED = {
    "free": "veriabs_free",
    "realloc": "veriabs_realloc",
    RETURNED: "veriabs_returned",
    CALLED: "VERIABS_CALLED_AT",
}
"""Calls that the runtime observes with their places, and their replacements."""

_A, _B = "__auto_type veriabs_a", "__auto_type veriabs_b"


def _is_pointer_constant(node: c_ast.Node) -> bool:
    """Whether it may be a null pointer constant, which loses that meaning inside of an operation."""
    return isinstance(node, c_ast.Constant) and node.value == "0" or isinstance(node, c_ast.Cast)


class LinePrinter(InstrumentedPrinter):
    """Prints each operation on its line of the user's file.

    `operations` check themselves; `noted` calls are reported to the runtime; `taken` are parameter types of functions
    that may take numbers.
    """

    def __init__(self, operations: frozenset[int], taken: Mapping[str, tuple[str, ...]], noted: Set[str]) -> None:
        super().__init__()
        self.operations = operations
        self.taken = taken
        self.noted = noted
        self.line = 0
        self.returned = ""

    def mark(self, node: c_ast.Node) -> str:
        """A line end, and a marker of the line of the node's operation."""
        if node.coord is None or node.coord.line == self.line:
            return ""
        self.line = node.coord.line
        return f'\n# {node.coord.line} "{node.coord.file}"\n'

    def place(self, node: c_ast.Node) -> str:
        """The place that a failing check at the node reports."""
        return "0" if node.coord is None else f"VERIABS_PLACE({node.coord.line}, {node.coord.column or 0})"

    def begun(self, value: c_ast.Node) -> str:
        """A marker before the use of a value, since gcc reports the value's operation there."""
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
        return self._checked_op(
            node, node.op, self._set_left(node.left, left), self._set_right(node.right, right), result
        )

    def visit_Assignment(self, node: c_ast.Assignment) -> str:  # noqa: N802
        left = self.visit(node.lvalue)
        right = self._parenthesize_unless_simple(node.rvalue)
        mark = self.mark(node)
        if node.op == "=" and isinstance(node.lvalue, c_ast.ID):
            mark = self.begun(node.rvalue) or mark
        if id(node) not in self.operations:
            return f"{left} {mark}{node.op} {right}"
        if node.op == "=":
            done = f"{left} {mark}= {'veriabs_w' if is_impure(node.rvalue) else right}"
            return self._conversion(node, f"__typeof__({left})", node.rvalue, right, done)
        taken = self._set_left(node.lvalue, left), self._set_right(node.rvalue, right)
        return self._checked_op(node, node.op[:-1], *taken, f"{left} {mark}{node.op} veriabs_b", left)

    def visit_UnaryOp(self, node: c_ast.UnaryOp) -> str:  # noqa: N802
        if node.op not in (*STEPS, "-", "*"):
            return str(super().visit_UnaryOp(node))
        operand, op = self._parenthesize_unless_simple(node.expr), node.op
        mark = self.mark(node)
        plain = f"{operand}{mark}{op[1:]}" if op in ("p++", "p--") else f"{mark}{op}{operand}"
        if id(node) not in self.operations:
            return plain
        if op == "-":
            return self._checked_op(node, "-", f"{_A} = 0", self._set_right(node.expr, operand), f"{mark}-veriabs_b")
        return self._checked_op(node, STEPS[op], self._set_left(node.expr, operand), f"{_B} = 1", plain, operand)

    def visit_FuncDef(self, node: c_ast.FuncDef) -> str:  # noqa: N802
        self.returned = plain_type(node.decl.type.type)
        return str(super().visit_FuncDef(node))

    def visit_Return(self, node: c_ast.Return) -> str:  # noqa: N802
        if id(node) not in self.operations or not self.returned:
            return str(super().visit_Return(node))
        return f"return {self._conversion(node, self.returned, node.expr, self._visit_expr(node.expr), 'veriabs_w')};"

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802
        name = node.name.name if isinstance(node.name, c_ast.ID) else ""
        if name in self.noted:
            return f"{NOTED[name]}({self.visit(node.args)}, {self.place(node)})"
        if name in STAYING:
            return self._macro_call(node)
        return self._called(node)

    def _macro_call(self, node: c_ast.FuncCall) -> str:
        """A call of a macro whose arguments are computed before it, so that they may be on lines of their own."""
        given = node.args.exprs
        names = ", ".join(("veriabs_a", "veriabs_b")[: len(given)])
        taken = zip((_A, _B), given, strict=False)
        values = "; ".join(f"{self.begun(part)}{begun} = {self._visit_expr(part)}" for begun, part in taken)
        return f"({{ {values}; {node.name.name}({names}); }})"

    def _called(self, node: c_ast.FuncCall) -> str:
        """A call that stays unchanged, except that checked arguments are computed one by one."""
        given, types = node.args.exprs if node.args is not None else (), self._types(node)
        if not any(map(self._is_looked_at, given, types)):
            return str(super().visit_FuncCall(node))
        listed = ", ".join(self._argument(node, *one) for one in zip(given, types, strict=True))
        return f"{self._parenthesize_unless_simple(node.name)}({listed})"

    def _types(self, node: c_ast.FuncCall) -> tuple[str, ...]:
        """The types to which a call converts its arguments; empty if this is unchecked or unknown."""
        count = len(node.args.exprs) if node.args is not None else 0
        checked = id(node) in self.operations and isinstance(node.name, c_ast.ID)
        known = self.taken.get(node.name.name, ()) if checked else ()
        return (*("" if "*" in one else one for one in known), *[""] * count)[:count]

    def _is_looked_at(self, part: c_ast.Node, ctype: str) -> bool:
        return bool(ctype)

    def _argument(self, node: c_ast.FuncCall, part: c_ast.Node, ctype: str) -> str:
        """An argument of a call, after a check that the conversion keeps its value."""
        text = self._visit_expr(part)
        return self._conversion(node, ctype, part, text, "veriabs_w") if ctype else text

    def _flagged(self, node: c_ast.FuncCall, name: str) -> str:
        flag, value = (self.visit(part) for part in node.args.exprs)
        kind = list(GoalKind).index(GoalKind.UNINITIALISED)
        wrong = f'veriabs_wrong("read of a value that was never set", {kind}, {self.place(node)})'
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
        return self._conversion(
            node, target, node.expr, value, f"({target})veriabs_w" if is_impure(node.expr) else plain
        )

    def visit_Decl(self, node: c_ast.Decl, no_type: bool = False) -> str:  # noqa: N802
        begun = self.begun(node.init) if node.init is not None else ""
        if id(node) not in self.operations or no_type:
            return f"{begun}{super().visit_Decl(node, no_type)}"
        value = self._parenthesize_unless_simple(node.init)
        done = "veriabs_w" if is_impure(node.init) else value
        checked = self._conversion(node, f"__typeof__({node.name})", node.init, value, done)
        return f"{begun}{self._generate_decl(node)} = {checked}"

    def _set_left(self, operand: c_ast.Node, text: str) -> str:
        return f"{self.begun(operand)}{_A} = {text}"

    def _set_right(self, operand: c_ast.Node, text: str) -> str:
        return f"{self.begun(operand)}{_B} = {text}"

    def _conversion(self, node: c_ast.Node, target: str, value: c_ast.Node, text: str, result: str) -> str:
        """The result, after a check that the value fits the target's type.

        A failure inside the value is reported outside of the macro.
        """
        into = f"VERIABS_INTO({target}, veriabs_w, {self.place(node)})"
        taken = f"{self.begun(value)}__auto_type veriabs_w = {text}"
        return f"({{ {taken}; {into}; {result}; }})"

    def _checked_op(self, node: c_ast.Node, op: str, left: str, right: str, result: str, changed: str = "") -> str:
        """An expression that evaluates both operands once, left first as in proofs, and checks them after promotion.

        It also checks the value that is assigned to `changed`. Promotion in place would change the place that gcc
        reports for accesses in operands.
        """
        place, checks = self.place(node), ""
        if op in COMPARED:  # operands may be pointers to unknown objects
            checks = f"VERIABS_ANY(veriabs_a, veriabs_b, {place}); "
        elif op in NAMES:
            checks = f"VERIABS_{NAMES[op]}(veriabs_a - 0, veriabs_b - 0, {place}); "
        if changed:
            checks += f"{self.mark(node)}VERIABS_INTO(__typeof__({changed}), veriabs_a {op} veriabs_b, {place}); "
        return f"({{ {left}; {right}; {checks}{result}; }})"
