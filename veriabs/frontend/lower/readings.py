"""Export the front end's view of every expression as C text with static assertions: types, sizes, constants.

gcc checks whether it agrees, without running anything. Expressions that cannot be checked in place are omitted.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.source import DataModel, Where
from veriabs.core.types import BOOL, CType, FloatType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.frontend.dialect import DialectPrinter, explicit_layouts
from veriabs.frontend.lower.places import Place, PointerValue, StringLiteral, Value
from veriabs.frontend.nodes import define_records_once
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.types import VOID, Address, ArrayOf, FunctionType, RecordType, Type, size_of

Readings = dict[int, tuple[c_ast.Node, Value]]
"""The value of each syntax tree node, by the identity of the node."""

LIMIT = 2000
"""Most expressions that are checked; longer texts take too much time."""

MOST_NODES = 200
"""Most nodes of a checked expression, since its text repeats that of all its parts."""

HEAD = """\
#define VERIABS_IS(x, size, integer, negative) (sizeof(x) == (size) && ((__typeof__(x))0.5 == 0) == (integer) \\
  && ((__typeof__(x))-1 < 0) == (negative))
#define VERIABS_TARGET(x, size) (sizeof(*x) == (size) || __builtin_types_compatible_p(__typeof__(*x), void))
#define VERIABS_VALUE(x, value) __builtin_choose_expr(__builtin_constant_p(x), (x) == (value), 1)
"""
"""Macros for the claims: the type of x by size, kind and sign; the size of its target; a constant's value."""

_DESIGNATORS = (c_ast.ID, c_ast.ArrayRef, c_ast.StructRef, c_ast.UnaryOp)
_NOT_CHECKED = (c_ast.Compound, c_ast.InitList, c_ast.NamedInitializer, c_ast.CompoundLiteral)


def claims(tree: c_ast.FileAST, readings: Readings, data_model: DataModel) -> str:
    """The C text; changes the tree."""
    define_records_once(tree)
    return HEAD + _Writer(tree, readings, data_model).text()


class _Writer(DialectPrinter):
    """Prints the tree with the claims about each statement before it, and about each declaration after it."""

    def __init__(self, tree: c_ast.FileAST, readings: Readings, data_model: DataModel) -> None:
        super().__init__()
        self.tree, self.readings, self.data_model = tree, readings, data_model
        self.left, self.layouts = LIMIT, explicit_layouts(tree)
        self.known = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
        self.packed = {node.name for node in walk(tree) if isinstance(node, c_ast.Decl) and node.bitsize is not None}
        self.known |= {node.name for node in tree.ext if isinstance(node, c_ast.Decl)}

    def text(self) -> str:
        parts = []
        for node in self.tree.ext:
            parts.append(self.visit(node) if isinstance(node, c_ast.FuncDef) else self._generate_stmt(node))
            if isinstance(node, c_ast.Decl):
                parts += self.claims_below(node)
        return "".join(parts)

    def visit_Compound(self, node: c_ast.Compound) -> str:  # noqa: N802 - the name that pycparser calls
        lines = [self._make_indent(), "{\n"]
        self.indent_level += 2
        for item in node.block_items or []:
            if isinstance(item, c_ast.Decl):
                lines += [self._generate_stmt(item), *self.claims_below(item)]
            else:
                lines += [*self.claims_in_front(item), self._generate_stmt(item)]
        self.indent_level -= 2
        return "".join([*lines, self._make_indent(), "}\n"])

    # ---------------------------------------------------------------------------------------------------------- claims

    def claims_in_front(self, node: c_ast.Node) -> Iterator[str]:
        """The claims about a statement outside of a block.

        Claims about a loop with its own variables are in a block with their declaration.
        """
        if isinstance(node, c_ast.Compound) or self.left <= 0:
            return
        if isinstance(node, c_ast.For) and isinstance(node.init, c_ast.DeclList):
            yield f"{{ {self.visit(node.init)};\n"
            yield from self.claims_below(node)
            yield "}\n"
            return
        yield from self._claims_about(node)
        yield from self.claims_below(node)

    def claims_below(self, node: c_ast.Node) -> Iterator[str]:
        """The claims about everything below a node."""
        for child in node:
            yield from self.claims_in_front(child)

    def _claims_about(self, node: c_ast.Node) -> Iterator[str]:
        reading = self.readings.get(id(node))
        if reading is None or not self._is_plain(node):
            return
        text = str(self.visit(node))
        for claim, what in self._claims(node, f"({text})", reading[1]):
            self.left -= 1
            place = f"{what} {text} at {node.coord.file}:{node.coord.line}" if node.coord else f"{what} {text}"
            yield f"_Static_assert({claim}, {_quoted(place)});\n"

    def _is_plain(self, node: c_ast.Node) -> bool:
        """Whether it is a standalone expression of moderate size, without functions that only veriabs knows."""
        for number, inner in enumerate(walk(node)):
            if number > MOST_NODES:
                return False
            if isinstance(inner, _NOT_CHECKED) or (isinstance(inner, c_ast.Struct | c_ast.Enum) and _defines(inner)):
                return False
            if isinstance(inner, c_ast.StructRef) and inner.field.name in self.packed:
                return False
            if isinstance(inner, c_ast.FuncCall):
                name = inner.name.name if isinstance(inner.name, c_ast.ID) else ""
                if name not in self.known and not name.startswith("__builtin_"):
                    return False
        return True

    def _claims(self, node: c_ast.Node, text: str, value: Value) -> Iterator[tuple[str, str]]:
        match value:
            case Place(type=ArrayOf()) if not isinstance(node, _DESIGNATORS):
                pass  # it becomes a pointer where it is used
            case Place(type=ctype) if self._size(ctype):
                yield f"sizeof{text} == {self._size(ctype)}", "the size of"
            case StringLiteral(characters=characters):
                yield f"sizeof{text} == {len(characters)}", "the size of"
            case PointerValue(target=target) if self._size(target):
                yield f"VERIABS_TARGET({text}, {self._size(target)})", "the target of"
            case _ if isinstance(value, Expr):
                ctype = type_of(value, self.data_model)
                if isinstance(ctype, Address):
                    return
                yield _convert_truth_value(text, ctype), "the type of"
                if isinstance(value, Const) and isinstance(ctype, IntType) and ctype != BOOL:
                    yield f"VERIABS_VALUE({text}, ({ctype.name}){_number(value)})", "the value of"
            case _:
                pass

    def _size(self, ctype: Type) -> int:
        """The size in bytes of an object of the type; 0 if unknown."""
        if ctype == VOID or isinstance(ctype, FunctionType) or (isinstance(ctype, ArrayOf) and ctype.size is None):
            return 0
        if isinstance(ctype, RecordType) and ctype.fields is None:
            return 0
        try:
            return size_of(ctype, self.data_model, Where("", 1))
        except UnsupportedError:
            return 0


def _defines(node: c_ast.Node) -> bool:
    return bool(node.decls if isinstance(node, c_ast.Struct) else node.values)


def _convert_truth_value(text: str, ctype: CType) -> str:
    """A truth value may be an int for the compiler, with the same value."""
    if isinstance(ctype, FloatType):
        return f"VERIABS_IS({text}, sizeof({ctype.name}), 0, 1)"
    if ctype == BOOL:
        return f"VERIABS_IS({text}, 4, 1, 1) || __builtin_types_compatible_p(__typeof__({text}), _Bool)"
    return f"VERIABS_IS({text}, {ctype.bits // 8}, 1, {int(ctype.signed)})"


def _number(value: Const) -> str:
    number = int(value.value)
    return f"{number}u" if number > (1 << 63) - 1 else f"({number + 1} - 1)" if number < 0 else str(number)


def _quoted(text: str) -> str:
    plain = "".join(c if c.isalnum() or c in " _.,:;()[]{}<>=+-*/&|^~!?'%#" else " " for c in text)
    return f'"{plain}"'
