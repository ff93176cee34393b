"""Print an instrumented tree, and find the integer constants that determine array sizes, to make them smaller."""

from __future__ import annotations

from copy import copy

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend import dialect
from veriabs.frontend.known_functions import FLAGGING
from veriabs.frontend.library import Effect, with_effect
from veriabs.frontend.nodes import whole_number
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.literals import character

SEEN, AT = "VERIABS_SEEN", "VERIABS_AT"
"""Calls that only report: the value of an operand, and the evaluated assertion."""

CALLED = "VERIABS_CALLED"
"""The call of a function through a pointer: it has to be one of the program's."""

_ALLOCATIONS = with_effect(Effect.ALLOCATES, Effect.CLEARS)
_SMALL, _LONG = 4, 1000
"""The largest size that is never made smaller, and the largest bound of a loop that counts as short."""


class BracedPrinter(dialect.DialectPrinter):
    """Prints a tree as C, with braces around every branch, so that each `else` stays with its `if`."""

    def visit_If(self, node: c_ast.If) -> str:  # noqa: N802
        other = None if node.iffalse is None else _as_block(node.iffalse)
        return str(super().visit_If(c_ast.If(node.cond, _as_block(node.iftrue), other, node.coord)))

    def _statement_with_block(self, node: c_ast.While | c_ast.DoWhile | c_ast.For | c_ast.Switch) -> str:
        made = copy(node)
        made.stmt = _as_block(node.stmt)
        return str(getattr(CGenerator, f"visit_{type(node).__name__}")(self, made))

    visit_While = visit_DoWhile = visit_For = visit_Switch = _statement_with_block  # noqa: N815 - the names that pycparser calls


def _as_block(node: c_ast.Node) -> c_ast.Compound:
    return node if isinstance(node, c_ast.Compound) else c_ast.Compound([node], node.coord)


def text_of(node: c_ast.Node) -> str:
    """The C text of a tree."""
    return str(BracedPrinter().visit(node))


class InstrumentedPrinter(BracedPrinter):
    """Prints an instrumented tree; calls that only report are `left_out`, `smaller` replaces whole numbers."""

    def __init__(self, left_out: tuple[str, ...] = (SEEN, AT), smaller: dict[int, int] | None = None) -> None:
        super().__init__()
        self.left_out = left_out
        self.smaller = smaller or {}

    def visit_FuncCall(self, node: c_ast.FuncCall) -> str:  # noqa: N802
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in FLAGGING:
                return self._flagged(node, name)
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in self.left_out:
                return f"{self._parenthesize_unless_simple(node.args.exprs[1])}"
            case _:
                return str(super().visit_FuncCall(node))

    def _flagged(self, node: c_ast.FuncCall, name: str) -> str:
        """A value whose flag is read or changed; without that check just the value."""
        return f"({self.visit(node.args.exprs[1])})"

    def visit_CompoundLiteral(self, node: c_ast.CompoundLiteral) -> str:  # noqa: N802
        """A compound literal in parentheses, since a macro takes it for several arguments without them."""
        return f"({super().visit_CompoundLiteral(node)})"

    def visit_Constant(self, node: c_ast.Constant) -> str:  # noqa: N802
        value = whole_number(node)
        return node.value if value is None else str(self.smaller.get(value, node.value))


def literal(node: c_ast.Node) -> int | None:
    """The value of a whole number or character in the text."""
    if not isinstance(node, c_ast.Constant) or node.type != "char":
        return whole_number(node)
    found = character(node.value)
    return None if found is None else int(found.value)


def sizes(tree: c_ast.FileAST) -> tuple[int, ...]:
    """Integer constants that determine array sizes: in declarations, allocations, or variables in these.

    The size of an initialised table is excluded, since it must not change.
    """
    dimensions = [node.dim for node in walk(tree) if isinstance(node, c_ast.ArrayDecl) and node.dim is not None]
    dimensions += [
        node.args
        for node in walk(tree)
        if isinstance(node, c_ast.FuncCall) and node.args is not None
        if isinstance(node.name, c_ast.ID) and node.name.name in _ALLOCATIONS
    ]
    return tuple(sorted(value for value in _numbers(tree, dimensions) if value > _SMALL))


def bounds(tree: c_ast.FileAST) -> tuple[int, ...]:
    """Large integer constants that determine iteration counts: in tests of loops, or variables in these."""
    loops = (node for node in walk(tree) if isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile))
    tests = [node.cond for node in loops if node.cond is not None]
    return tuple(sorted(value for value in _numbers(tree, tests) if value > _LONG))


def _numbers(tree: c_ast.FileAST, parts: list[c_ast.Node]) -> set[int]:
    """Integer constants in parts of a program, and those assigned to variables in these parts."""
    found = {value for part in parts for node in walk(part) if (value := whole_number(node)) is not None}
    named = {node.name for part in parts for node in walk(part) if isinstance(node, c_ast.ID)}
    for node in walk(tree):
        match node:
            case c_ast.Decl(name=name, init=c_ast.Constant() as value) | c_ast.Assignment(
                op="=", lvalue=c_ast.ID(name=name), rvalue=c_ast.Constant() as value
            ) if name in named and whole_number(value) is not None:
                found.add(whole_number(value) or 0)
            case _:
                pass
    return found - _table_sizes(tree)


def _table_sizes(tree: c_ast.FileAST) -> set[int]:
    """The sizes of arrays with initialisers for at least half of their elements."""
    declared = (node for node in walk(tree) if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.ArrayDecl))
    sized = (
        (whole_number(node.type.dim), _initialised_elements(node.init)) for node in declared if node.init is not None
    )
    return {size for size, written in sized if size is not None and 2 * written >= size}


def _initialised_elements(initialiser: c_ast.Node) -> int:
    match initialiser:
        case c_ast.InitList(exprs=exprs):
            return len(exprs)
        case c_ast.Constant(type="string", value=text):
            return len(text)
        case _:
            return 0
