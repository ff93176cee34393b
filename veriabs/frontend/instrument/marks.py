"""Prints an instrumented program so that a run tells which of its operations went wrong.

A sanitizer names a line. In the text of the search each operation stands on a line of its own, whose number is that of
its place; in the text of a counterexample on its line of the user's file. What no sanitizer looks for is checked by the
program itself, where it computes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN, Where
from veriabs.frontend.instrument.listing import AT, SEEN, Printer
from veriabs.frontend.known import CELL_READ, FLAGGING, READ, RETURNED
from veriabs.frontend.survey import STEPS, is_step, walk

OPERATIONS = frozenset((GoalKind.UNSIGNED_OVERFLOW, GoalKind.NAN, GoalKind.CONVERSION))
"""Kinds that no sanitizer of gcc looks for: operations check themselves."""

FREED = frozenset((GoalKind.POINTER, GoalKind.MEMORY_LEAK))
"""Kinds for which the program notes what is allocated and freed."""

COMPUTED = OPERATIONS | FREED | {GoalKind.UNINITIALISED}

_NAMES = {"+": "ADD", "-": "SUB", "*": "MUL", "/": "DIV"}
_COMPARED = frozenset(("<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "%"))
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


def texts(tree: c_ast.FileAST, head: str, foot: str, kinds: frozenset[GoalKind]) -> dict[str, Any]:
    """The texts of an instrumented tree between head and foot, and what there is to know of them where checks of these
    kinds are asked for; by the names that `Instrumented` has for them."""
    operations = computed(tree, kinds) if kinds & OPERATIONS else frozenset()
    functions = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    marks, frees = Marks(), bool(kinds & FREED) and "free" not in functions

    def printed(printer: Printer) -> str:
        return head + str(printer.visit(tree)) + foot

    return {
        "text": printed(Numbered(operations, marks, frees=frees) if kinds else Printer(plain=False)),
        "plain": printed(Lined(operations, frees=frees) if kinds else Printer(plain=True)),
        "reduced": lambda smaller: printed(Printer(plain=True, smaller=smaller)),
        "computed": kinds & COMPUTED,
        "marks": marks.meant,
    }


def computed(tree: c_ast.FileAST, kinds: frozenset[GoalKind]) -> frozenset[int]:
    """The operations, by the identity of their nodes, that the program may check itself: a run comes by them, and
    their operands change nothing."""
    bodies = [node.body for node in tree.ext if isinstance(node, c_ast.FuncDef)]
    evaluated = [node for body in bodies for node in _evaluated(body) if not _is_written(node)]
    records = (node for node in walk(tree) if isinstance(node, c_ast.Struct | c_ast.Union))
    parts = {part.name for record in records for part in _bits(record)}
    found = {id(node) for node in evaluated if _is_operation(node, parts)}
    if GoalKind.CONVERSION in kinds:
        found |= {id(node) for node in evaluated if _converts(node, parts)}
    return frozenset(found)


def _is_written(node: c_ast.Node) -> bool:
    """Is it nothing of the user's?"""
    return node.coord is not None and node.coord.file == WRITTEN


def _bits(record: c_ast.Struct | c_ast.Union) -> Iterator[c_ast.Decl]:
    """The members of a struct that are bit-fields, which have no `typeof`."""
    return (part for part in record.decls or () if isinstance(part, c_ast.Decl) and part.bitsize is not None)


def _is_narrow(node: c_ast.Node, bits: set[str]) -> bool:
    """Is it a bit-field, or may it be one?"""
    if isinstance(node, c_ast.TernaryOp):
        return _is_narrow(node.iftrue, bits) or _is_narrow(node.iffalse, bits)
    last = node.exprs[-1] if isinstance(node, c_ast.ExprList) else node
    return isinstance(last, c_ast.StructRef) and last.field.name in bits


def _converts(node: c_ast.Node, bits: set[str]) -> bool:
    """Is it a conversion of a value that can be computed twice?"""
    match node:
        case c_ast.BinaryOp(op=op, left=left, right=right):
            narrow = _is_narrow(left, bits) or _is_narrow(right, bits)
            return op in _COMPARED and not narrow and not _modifies(left) and not _modifies(right)
        case c_ast.Assignment(op="=", lvalue=left, rvalue=right):
            narrow = _is_narrow(left, bits) or _is_narrow(right, bits)
            return not narrow and not _acts(left) and not _acts(right)
        case c_ast.Decl(type=c_ast.TypeDecl(type=c_ast.IdentifierType()), init=value):
            known = value is None or isinstance(value, c_ast.Constant | c_ast.InitList)
            return not known and not _is_narrow(value, bits) and not _acts(value)
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)))):
            return names != ["void"] and not _is_narrow(node.expr, bits) and not _acts(node.expr)
        case _:
            return False


def _evaluated(body: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of what is computed when the program runs."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        yield node
        match node:
            case c_ast.Decl():
                if {"static", "extern"} & set(node.storage):
                    continue
                waiting += [node.init] if node.init is not None else []
            case c_ast.Case():
                waiting += node.stmts or []
            case c_ast.NamedInitializer():
                waiting.append(node.expr)
            case c_ast.Cast(expr=inner):
                waiting.append(inner)
            case c_ast.CompoundLiteral(init=inner):
                waiting.append(inner)
            case c_ast.UnaryOp(op="sizeof" | "_Alignof" | "&&"):
                pass
            case c_ast.Typename() | c_ast.Typedef() | c_ast.Struct() | c_ast.Union() | c_ast.Enum():
                pass
            case c_ast.GenericSelection() | c_ast.StaticAssert() | c_ast.Pragma():
                pass
            case _:
                waiting += list(node)


def _is_operation(node: c_ast.Node, bits: set[str]) -> bool:
    match node:
        case c_ast.BinaryOp(left=left, right=right) | c_ast.Assignment(lvalue=left, rvalue=right) if (
            _is_narrow(left, bits) or _is_narrow(right, bits)
        ):
            return False
        case c_ast.BinaryOp(op=op, left=left, right=right):
            return op in _NAMES and not _modifies(left) and not _modifies(right)
        case c_ast.Assignment(op=op, lvalue=left, rvalue=right):
            return op[:-1] in _NAMES and not _acts(left) and not _modifies(right)
        case c_ast.UnaryOp(op=op, expr=operand) if not _is_narrow(operand, bits):
            return op == "-" and not _modifies(operand) or op in STEPS and not _acts(operand)
        case _:
            return False


def _is_pointer_constant(node: c_ast.Node) -> bool:
    """May it be a null pointer, which is one as a constant alone?"""
    return isinstance(node, c_ast.Constant) and node.value == "0" or isinstance(node, c_ast.Cast)


def _modifies(node: c_ast.Node) -> bool:
    """Does the operand assign in an order that C does not fix?"""
    return any(
        isinstance(part, c_ast.Assignment | c_ast.Compound) or is_step(part) for part in _evaluated(node)
    )


def _acts(node: c_ast.Node) -> bool:
    called = (part for part in _evaluated(node) if isinstance(part, c_ast.FuncCall))
    return _modifies(node) or any(getattr(one.name, "name", "") not in (READ, CELL_READ, SEEN) for one in called)


class Lined(Printer):
    """Prints each operation on its line of the user's file; `operations` are those that check themselves, `frees`
    says that `free` does."""

    def __init__(self, operations: frozenset[int], *, frees: bool) -> None:
        super().__init__(plain=True)
        self.operations = operations
        self.frees = frees
        self.line = 0

    def mark(self, node: c_ast.Node) -> str:
        """The end of the line, and the one that the operation of the node stands on."""
        if node.coord is None or node.coord.line == self.line:
            return ""
        self.line = node.coord.line
        return f'\n# {node.coord.line} "{node.coord.file}"\n'

    def place(self, node: c_ast.Node) -> int:
        """What a check that fails at the node tells."""
        return 0 if node.coord is None else int(node.coord.line)

    def _generate_stmt(self, node: c_ast.Node, add_indent: bool = False) -> str:
        if node.coord is None or isinstance(node, c_ast.Compound):
            return str(super()._generate_stmt(node, add_indent))
        self.line = 0
        return f"{self.mark(node)}{super()._generate_stmt(node, add_indent)}"

    def visit_BinaryOp(self, node: c_ast.BinaryOp) -> str:  # noqa: N802 - the names that pycparser calls
        left, right = (self._parenthesize_unless_simple(side) for side in (node.left, node.right))
        if id(node) not in self.operations:
            return f"{left} {self.mark(node)}{node.op} {right}"
        if node.op in _COMPARED and any(map(_is_pointer_constant, (node.left, node.right))):
            return f"{left} {self.mark(node)}{node.op} {right}"
        result = f"veriabs_a {self.mark(node)}{node.op} veriabs_b"
        return self._checked(node, node.op, left, right, result)

    def visit_Assignment(self, node: c_ast.Assignment) -> str:  # noqa: N802
        left = self.visit(node.lvalue)
        right = self._parenthesize_unless_simple(node.rvalue)
        if id(node) not in self.operations:
            return f"{left} {self.mark(node)}{node.op} {right}"
        if node.op == "=":
            done = f"{left} {self.mark(node)}= {right}"
            return self._converted(node, f"__typeof__({left})", right, done)
        done = f"{left} {self.mark(node)}{node.op} veriabs_b"
        return self._checked(node, node.op[:-1], left, right, done)

    def visit_UnaryOp(self, node: c_ast.UnaryOp) -> str:  # noqa: N802
        if node.op not in (*STEPS, "-", "*"):
            return str(super().visit_UnaryOp(node))
        operand, op = self._parenthesize_unless_simple(node.expr), node.op
        mark = self.mark(node)
        plain = f"{operand}{mark}{op[1:]}" if op in ("p++", "p--") else f"{mark}{op}{operand}"
        if id(node) not in self.operations:
            return plain
        if op == "-":
            return self._checked(node, "-", "0", operand, f"{mark}-veriabs_b")
        return self._checked(node, STEPS[op], operand, "1", plain)

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802
        if self.frees and isinstance(node.name, c_ast.ID) and node.name.name == "free":
            return f"veriabs_free({self.visit(node.args)}, {self.place(node)})"
        if self.frees and isinstance(node.name, c_ast.ID) and node.name.name == RETURNED:
            return f"veriabs_returned({self.visit(node.args)})"
        return str(super().visit_FuncCall(node))

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
        return self._converted(node, target, value, plain)

    def visit_Decl(self, node: c_ast.Decl, no_type: bool = False) -> str:  # noqa: N802
        if id(node) not in self.operations or no_type:
            return str(super().visit_Decl(node, no_type))
        value = self._parenthesize_unless_simple(node.init)
        return f"{self._generate_decl(node)} = {self._converted(node, f'__typeof__({node.name})', value, value)}"

    def _converted(self, node: c_ast.Node, target: str, value: str, result: str) -> str:
        """The result, behind a check of what the value is in the target's type; what goes wrong in the value is seen
        outside of the macro."""
        into = f"VERIABS_INTO({target}, veriabs_w, {self.place(node)})"
        return f"({{ __auto_type veriabs_w = {value}; {into}; {result}; }})"

    def _checked(self, node: c_ast.Node, op: str, left: str, right: str, result: str) -> str:
        """An expression that evaluates both operands once, the right one first, and checks them promoted.

        What they are promoted by would move the place of an access in them, as gcc knows it, to itself.
        """
        values = f"__auto_type veriabs_b = {right}; __auto_type veriabs_a = {left}"
        if op in _COMPARED:  # also pointers, to objects of which nothing else is known
            return f"({{ {values}; VERIABS_ANY(veriabs_a, veriabs_b, {self.place(node)}); {result}; }})"
        check = f"VERIABS_{_NAMES[op]}(veriabs_a - 0, veriabs_b - 0, {self.place(node)})"
        return f"({{ {values}; {check}; {result}; }})"


class Numbered(Lined):
    """Prints each operation on the line that `marks` has for its place.

    The calls of the instrumentation are printed as what they stand for: what stands in the arguments of a macro is on
    the line of the macro, for gcc.
    """

    def __init__(self, operations: frozenset[int], marks: Marks, *, frees: bool) -> None:
        super().__init__(operations, frees=frees)
        self.plain = False
        self.marks = marks
        self.statements = self.statement = 0

    def mark(self, node: c_ast.Node) -> str:
        return f'\n# {self.place(node)} "operations"\n' if node.coord is not None else ""

    def place(self, node: c_ast.Node) -> int:
        coord = node.coord
        where = Where(coord.file, coord.line, coord.column or 0) if coord is not None else Where("", 0)
        return self.marks.number(where, self.statement)

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
        if name not in (SEEN, AT, _ASSERT, _ASSUME, _MALLOC):
            return f"{self.mark(node)}{super().visit_FuncCall(node)}"
        given = [f"({self.visit(part)})" for part in node.args.exprs]
        match name:
            case "VERIABS_SEEN":
                seen = f"veriabs_see({given[0]}, VERIABS_PATTERN(veriabs_e))"
                return f"({{ __auto_type veriabs_e = {given[1]}; {seen}; veriabs_e; }})"
            case "VERIABS_AT":
                return f"(veriabs_at = {given[0]}, {given[1]})"
            case "VERIABS_ASSERT":
                return f"({given[1]} ? (void)0 : veriabs_violation({given[0]}))"
            case "VERIABS_ASSUME":
                return f"({given[0]} ? (void)0 : veriabs_end())"
            case _:
                return f"veriabs_allocate({', '.join(given)})"
