"""Analyse expressions: their effects, and the flow of addresses through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.frontend.dialect import c_text
from veriabs.frontend.nodes import unsupported_at, whole_number
from veriabs.frontend.slicing.pointsto import PointsTo
from veriabs.frontend.slicing.symbols import CallSite, Effects, ReadSet, Symbol, is_narrow, variable_sizes
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.declarators import BlockScope
from veriabs.frontend.typed.expressions import LOGICAL, OFFSETS
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, ArrayOf, FunctionType, PointerType, Type, arithmetic

_ADDRESSES = (PointerType, ArrayOf, FunctionType, Address)
"""The types of expressions whose values are addresses."""


class AbstractLocation(NamedTuple):
    """The object of an lvalue: a variable (`whole`: all of it), or the targets of points-to nodes."""

    symbol: Symbol | None
    pointers: list[int]
    type: Type | None
    whole: bool = False


class Reader(Struct):
    """Collects which variables an expression reads, writes and calls, in `effects`; where pointers flow, in `points`.

    - `file`, `scope`: the symbols at file scope and at the expression. `access`: the reads of the current expression.
    - `results`: the node of `points` for the result of each function. `functions`: those whose address is taken.
    - `optional_depth`: above 0 within operands that may not be evaluated, such as the right side of `&&`.
    - `numbers_point`: some number becomes a pointer, which may be one to any object whose address others know.
    """

    types: TypedTree
    data_model: DataModel
    points: PointsTo
    file: BlockScope[Symbol | None] = field(default_factory=BlockScope)
    scope: BlockScope[Symbol | None] = field(default_factory=BlockScope)
    effects: Effects = field(default_factory=Effects)
    access: ReadSet = field(default_factory=ReadSet)
    results: dict[Symbol, int] = field(default_factory=dict)
    functions: dict[int, Symbol] = field(default_factory=dict)
    optional_depth: int = 0
    numbers_point: bool = False

    def __post_init__(self) -> None:
        self.scope = self.file

    @contextmanager
    def block(self) -> Iterator[None]:
        """Read declarations of a scope of their own; None stands for a constant or a type."""
        outer, self.scope = self.scope, BlockScope(self.scope)
        yield
        self.scope = outer

    def begin(self) -> Effects:
        """Start new effects for the following expressions."""
        self.effects = Effects()
        self.access = self.effects.access
        self.optional_depth = 0
        return self.effects

    # -------------------------------------------------------------------------------------------------------- symbols

    def content(self, symbol: Symbol) -> int:
        if symbol.content < 0:
            symbol.content = self.points.node()
        return symbol.content

    def address(self, symbol: Symbol) -> int:
        """A node that points to the symbol."""
        if symbol.address < 0:
            symbol.object = self.points.object(self.content(symbol))
            symbol.address = self.points.node()
            self.points.add(symbol.address, 1 << symbol.object)
            if symbol.function:
                self.functions[symbol.object] = symbol
        return symbol.address

    def result(self, function: Symbol) -> int:
        """The points-to node of a function's result."""
        if function not in self.results:
            self.results[function] = self.points.node()
        return self.results[function]

    def mention(self, node: c_ast.Node | None) -> None:
        """Notes the names in an expression that is not evaluated; sizes of variable arrays are read all the same."""
        for part in walk(node) if node is not None else ():
            if isinstance(part, c_ast.ID):
                symbol = self.scope.entity(part.name)
                if symbol is not None:
                    self._mentioned(symbol)
            elif isinstance(part, c_ast.Typename):
                self.sizes(part)

    def sizes(self, node: c_ast.Node) -> None:
        """Reads the sizes of arrays in a type."""
        for size in variable_sizes(node):
            self.value(size)

    def _mentioned(self, symbol: Symbol) -> None:
        self.effects.mentions.add(symbol)
        if symbol.size is not None:
            self.access.reads.append(symbol.size)

    # --------------------------------------------------------------------------------------------------------- values

    def value(self, node: c_ast.Node) -> list[int]:
        """Reads an expression that is evaluated; the nodes that an address in its value may come from."""
        handler = _VALUES.get(type(node))
        if handler is None:
            raise unsupported_at(node, f"the expression {c_text(node)}")
        return handler(self, node)

    def is_narrow(self, ctype: Type | None) -> bool:
        return is_narrow(ctype, self.data_model)

    def _id(self, node: c_ast.ID) -> list[int]:
        symbol = self.scope.entity(node.name)
        if symbol is None:
            return []
        self._mentioned(symbol)
        if symbol.function or isinstance(symbol.type, ArrayOf):
            return [self.address(symbol)]
        self.access.reads.append(symbol)
        return [] if symbol.narrow else [self.content(symbol)]

    def _constant(self, node: c_ast.Node) -> list[int]:
        return []

    def _read_node(self, node: c_ast.Node) -> list[int]:
        return self.read(self.place(node))

    def read(self, place: AbstractLocation) -> list[int]:
        """The value of a place; that of an array or a function is its address."""
        decayed = isinstance(place.type, ArrayOf | FunctionType)
        flow: list[int] = []
        if decayed or place.type is None:
            flow += place.pointers if place.symbol is None else [self.address(place.symbol)]
        if decayed:
            return flow
        held = not self.is_narrow(place.type)
        if place.symbol is not None:
            self.access.reads.append(place.symbol)
            return flow + [self.content(place.symbol)] if held else flow
        self.access.loads += place.pointers
        if held and place.pointers:
            loaded = self.points.node()
            for pointer in place.pointers:
                self.points.load(pointer, loaded)
            flow.append(loaded)
        return flow

    def _unary(self, node: c_ast.UnaryOp) -> list[int]:
        match node.op:
            case "sizeof" | "_Alignof" | "alignof":
                self.mention(node.expr)
                return []
            case "&":
                place = self.place(node.expr)
                return place.pointers if place.symbol is None else [self.address(place.symbol)]
            case "*":
                return self._read_node(node)
            case "++" | "--" | "p++" | "p--":
                place = self.place(node.expr)
                flow = self.read(place)
                self.write(place, flow)
                return flow
            case "!":
                self.value(node.expr)
                return []
            case _:
                return self.value(node.expr)

    def _binary(self, node: c_ast.BinaryOp) -> list[int]:
        left = self.value(node.left)
        lazy = node.op in ("&&", "||")
        self.optional_depth += lazy
        right = self.value(node.right)
        self.optional_depth -= lazy
        return [] if node.op in LOGICAL else left + right

    def _ternary(self, node: c_ast.TernaryOp) -> list[int]:
        self.value(node.cond)
        self.optional_depth += 1
        flow = self.value(node.iftrue) + self.value(node.iffalse)
        self.optional_depth -= 1
        return flow

    def _cast(self, node: c_ast.Cast) -> list[int]:
        self.mention(node.to_type)
        kind = self.types.of(node.to_type)
        flow = self.converted(node.expr, self.value(node.expr), kind)
        return [] if self.is_narrow(kind) else flow

    def converted(self, node: c_ast.Node, flow: list[int], kind: Type | None) -> list[int]:
        """The flow of a value that is converted; a pointer made of a number may be any address that others know."""
        own = self.types.of(node)
        if isinstance(own, _ADDRESSES):
            if kind is None or arithmetic(kind) is not None:
                for source in flow:
                    self.points.copy(source, self.points.outside)
            return flow
        is_known = whole_number(node) == 0 or (own is None and isinstance(node, c_ast.FuncCall | c_ast.InitList))
        if not isinstance(kind, PointerType | Address) or is_known:
            return flow
        self.numbers_point = True
        return [*flow, self.points.outside]

    def _list(self, node: c_ast.ExprList) -> list[int]:
        flow: list[int] = []
        for part in node.exprs:
            flow = self.value(part)
        return flow

    def _initialisers(self, node: c_ast.InitList) -> list[int]:
        return [one for part in node.exprs for one in self.value(part)]

    def _named(self, node: c_ast.NamedInitializer) -> list[int]:
        return self.value(node.expr)

    def _assignment(self, node: c_ast.Assignment) -> list[int]:
        place = self.place(node.lvalue)
        flow = self.value(node.rvalue)
        flow = self.converted(node.rvalue, flow, place.type) if node.op == "=" else flow + self.read(place)
        self.write(place, flow)
        return [] if self.is_narrow(place.type) else flow

    # --------------------------------------------------------------------------------------------------------- places

    def write(self, place: AbstractLocation, flow: list[int]) -> None:
        """The place gets a value that comes from the nodes."""
        held = flow and not self.is_narrow(place.type)
        if place.symbol is None:
            self.effects.stores += place.pointers
            for pointer in place.pointers if held else ():
                for source in flow:
                    self.points.store(pointer, source)
            return
        certain = place.whole and not self.optional_depth
        (self.effects.sets if certain else self.effects.writes).append(place.symbol)
        for source in flow if held else ():
            self.points.copy(source, self.content(place.symbol))

    def place(self, node: c_ast.Node) -> AbstractLocation:
        """Analyse an lvalue without reading its object."""
        match node:
            case c_ast.ID():
                symbol = self.scope.entity(node.name)
                if symbol is None:
                    return AbstractLocation(None, [], None)
                self._mentioned(symbol)
                return AbstractLocation(symbol, [], symbol.type, whole=True)
            case c_ast.ArrayRef():
                return self._element(node)
            case c_ast.StructRef(type="."):
                outer = self.place(node.name)
                return AbstractLocation(outer.symbol, outer.pointers, self.types.of(node))
            case c_ast.StructRef():
                return AbstractLocation(None, self.value(node.name), self.types.of(node))
            case c_ast.UnaryOp(op="*"):
                return AbstractLocation(None, self.value(node.expr), self.types.of(node))
            case c_ast.CompoundLiteral():
                self.mention(node.type)
                return AbstractLocation(None, self._temporary(self.value(node.init)), self.types.of(node))
            case _:
                return AbstractLocation(None, self._temporary(self.value(node)), self.types.of(node))

    def _temporary(self, flow: list[int]) -> list[int]:
        """A pointer to a record that an expression computes."""
        node = self.points.memory()
        for source in flow:
            self.points.store(node, source)
        return [node]

    def _element(self, node: c_ast.ArrayRef) -> AbstractLocation:
        if isinstance(self.types.of(node.name), ArrayOf):
            outer = self.place(node.name)
            self.value(node.subscript)
            return AbstractLocation(outer.symbol, outer.pointers, self.types.of(node))
        base, subscript = self.value(node.name), self.value(node.subscript)
        is_base = isinstance(self.types.of(node.name), PointerType)
        return AbstractLocation(None, base if is_base else base + subscript, self.types.of(node))

    # ---------------------------------------------------------------------------------------------------------- calls

    def _call(self, node: c_ast.FuncCall) -> list[int]:
        target, pointers = self._called(node.name)
        if target is None and isinstance(node.name, c_ast.ID) and node.name.name in OFFSETS:
            return []
        arguments, values, outer = [], [], self.access
        for argument in node.args.exprs if node.args is not None else ():
            self.access = ReadSet()
            values.append(tuple(self.value(argument)))
            arguments.append(self.access)
        self.access = outer
        result = self.points.node()
        pointer = -1
        if target is None:
            pointer = self.points.node()
            for one in pointers:
                self.points.copy(one, pointer)
        certain = not self.optional_depth
        self.effects.calls.append(CallSite(node, target, pointer, arguments, tuple(values), result, certain))
        return [] if self.is_narrow(self.types.of(node)) else [result]

    def _called(self, node: c_ast.Node) -> tuple[Symbol | None, list[int]]:
        """The function that is called by name, or else the value of the pointer to it."""
        if isinstance(node, c_ast.ID):
            symbol = self.scope.entity(node.name)
            if symbol is None:
                symbol = Symbol(node.name, None, function=True)
                self.file.entities[node.name] = symbol
            if symbol.function:
                self.effects.mentions.add(symbol)
                return symbol, []
        if not (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            return None, self.value(node)
        base, ctype = self.value(node.expr), self.types.of(node)
        if isinstance(ctype, FunctionType):
            return None, base
        read = self.read(AbstractLocation(None, base, ctype))
        return None, read if ctype is not None else read + base


_VALUES: dict[type, Callable[[Reader, c_ast.Node], list[int]]] = {
    c_ast.ID: Reader._id,
    c_ast.Constant: Reader._constant,
    c_ast.ArrayRef: Reader._read_node,
    c_ast.StructRef: Reader._read_node,
    c_ast.CompoundLiteral: Reader._read_node,
    c_ast.UnaryOp: Reader._unary,
    c_ast.BinaryOp: Reader._binary,
    c_ast.TernaryOp: Reader._ternary,
    c_ast.Cast: Reader._cast,
    c_ast.ExprList: Reader._list,
    c_ast.InitList: Reader._initialisers,
    c_ast.NamedInitializer: Reader._named,
    c_ast.Assignment: Reader._assignment,
    c_ast.FuncCall: Reader._call,
    c_ast.Typename: Reader._constant,
    c_ast.EmptyStatement: Reader._constant,
}
