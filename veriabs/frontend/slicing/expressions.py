"""Reads expressions: their effects, and the flow of addresses through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.slicing.effects import Access, Call, Effects
from veriabs.frontend.slicing.pointsto import PointsTo
from veriabs.frontend.slicing.symbols import Scopes, Symbol, Types, variable_sizes
from veriabs.frontend.survey import walk

_INT = c_ast.IdentifierType(["int"])
_TRUTH = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_OFFSETS = frozenset(("offsetof", "__builtin_offsetof"))


class Value(NamedTuple):
    """The value of an expression: the nodes that an address in it may come from, and its type (None if unknown)."""

    flow: list[int]
    type: c_ast.Node | None


_NUMBER = Value([], _INT)


class Place(NamedTuple):
    """What an expression designates: a variable (`whole`: all of it), or what the nodes point to."""

    symbol: Symbol | None
    pointers: list[int]
    type: c_ast.Node | None
    whole: bool = False


class Reader(Struct):
    """Collects the effects of the expression that it reads in `effects`; addresses flow in `points`.

    `numbers_point`: some number becomes a pointer, which may be one to any object whose address others know.
    """

    types: Types
    points: PointsTo
    scopes: Scopes = field(default_factory=Scopes)
    effects: Effects = field(default_factory=Effects)
    access: Access = field(default_factory=Access)
    results: dict[Symbol, int] = field(default_factory=dict)
    functions: dict[int, Symbol] = field(default_factory=dict)
    doubtful: int = 0
    numbers_point: bool = False

    def begin(self) -> Effects:
        """Fresh effects, which what is read next goes into."""
        self.effects = Effects()
        self.access = self.effects.access
        self.doubtful = 0
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
        """The node of what a function returns."""
        if function not in self.results:
            self.results[function] = self.points.node()
        return self.results[function]

    def mention(self, node: c_ast.Node | None) -> None:
        """Notes the names in an expression that is not evaluated; sizes of variable arrays are read all the same."""
        for part in walk(node) if node is not None else ():
            if isinstance(part, c_ast.ID):
                symbol = self.scopes.find(part.name)
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

    def value(self, node: c_ast.Node) -> Value:
        """Reads an expression that is evaluated."""
        handler = _VALUES.get(type(node))
        if handler is None:
            raise UnsupportedError(f"{_where(node)}: {type(node).__name__} in an expression")
        return handler(self, node)

    def _id(self, node: c_ast.ID) -> Value:
        symbol = self.scopes.find(node.name)
        if symbol is None:
            return _NUMBER
        self._mentioned(symbol)
        if symbol.function or isinstance(symbol.type, c_ast.ArrayDecl):
            return Value([self.address(symbol)], symbol.type)
        self.access.reads.append(symbol)
        return Value([] if symbol.narrow else [self.content(symbol)], symbol.type)

    def _constant(self, node: c_ast.Node) -> Value:
        return _NUMBER

    def _read(self, node: c_ast.Node) -> Value:
        return self.read(self.place(node))

    def read(self, place: Place) -> Value:
        """The value of a place; that of an array or a function is its address."""
        decayed = isinstance(place.type, c_ast.ArrayDecl | c_ast.FuncDecl)
        flow: list[int] = []
        if decayed or place.type is None:
            flow += place.pointers if place.symbol is None else [self.address(place.symbol)]
        if decayed:
            return Value(flow, place.type)
        held = not self.types.narrow(place.type)
        if place.symbol is not None:
            self.access.reads.append(place.symbol)
            return Value(flow + [self.content(place.symbol)] if held else flow, place.type)
        self.access.loads += place.pointers
        if held and place.pointers:
            loaded = self.points.node()
            for pointer in place.pointers:
                self.points.load(pointer, loaded)
            flow.append(loaded)
        return Value(flow, place.type)

    def _unary(self, node: c_ast.UnaryOp) -> Value:
        match node.op:
            case "sizeof" | "_Alignof" | "alignof":
                self.mention(node.expr)
                return _NUMBER
            case "&":
                place = self.place(node.expr)
                flow = place.pointers if place.symbol is None else [self.address(place.symbol)]
                return Value(flow, c_ast.PtrDecl([], place.type) if place.type is not None else None)
            case "*":
                return self._read(node)
            case "++" | "--" | "p++" | "p--":
                place = self.place(node.expr)
                value = self.read(place)
                self.write(place, value.flow)
                return value
            case "!":
                self.value(node.expr)
                return _NUMBER
            case _:
                return self.value(node.expr)

    def _binary(self, node: c_ast.BinaryOp) -> Value:
        left = self.value(node.left)
        lazy = node.op in ("&&", "||")
        self.doubtful += lazy
        right = self.value(node.right)
        self.doubtful -= lazy
        if node.op in _TRUTH:
            return _NUMBER
        pointed = isinstance(right.type, c_ast.PtrDecl | c_ast.ArrayDecl)
        kind = right.type if pointed else left.type if right.type is not None else None
        return Value(left.flow + right.flow, kind)

    def _ternary(self, node: c_ast.TernaryOp) -> Value:
        self.value(node.cond)
        self.doubtful += 1
        one = self.value(node.iftrue)
        other = self.value(node.iffalse)
        self.doubtful -= 1
        return Value(one.flow + other.flow, other.type if one.type is _INT else one.type)

    def _cast(self, node: c_ast.Cast) -> Value:
        self.mention(node.to_type)
        value = self.value(node.expr)
        kind = self.types.resolve(node.to_type)
        flow = self.converted(node.expr, value, kind)
        return Value([] if self.types.narrow(kind) else flow, kind)

    def converted(self, node: c_ast.Node, value: Value, kind: c_ast.Node | None) -> list[int]:
        """The flow of a value that is converted; a pointer made of a number may be any address that others know."""
        if isinstance(value.type, c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.FuncDecl):
            if isinstance(kind, c_ast.IdentifierType) and "void" not in kind.names:
                for source in value.flow:
                    self.points.copy(source, self.points.outside)
            return value.flow
        is_known = _is_null(node) or (value.type is None and isinstance(node, c_ast.FuncCall | c_ast.InitList))
        if not isinstance(kind, c_ast.PtrDecl) or is_known:
            return value.flow
        self.numbers_point = True
        return [*value.flow, self.points.outside]

    def _list(self, node: c_ast.ExprList) -> Value:
        value = _NUMBER
        for part in node.exprs:
            value = self.value(part)
        return value

    def _initialisers(self, node: c_ast.InitList) -> Value:
        return Value([one for part in node.exprs for one in self.value(part).flow], None)

    def _named(self, node: c_ast.NamedInitializer) -> Value:
        return self.value(node.expr)

    def _assignment(self, node: c_ast.Assignment) -> Value:
        place = self.place(node.lvalue)
        value = self.value(node.rvalue)
        flow = self.converted(node.rvalue, value, place.type) if node.op == "=" else value.flow + self.read(place).flow
        self.write(place, flow)
        return Value([] if self.types.narrow(place.type) else flow, place.type)

    # --------------------------------------------------------------------------------------------------------- places

    def write(self, place: Place, flow: list[int]) -> None:
        """The place gets a value that comes from the nodes."""
        held = flow and not self.types.narrow(place.type)
        if place.symbol is None:
            self.effects.stores += place.pointers
            for pointer in place.pointers if held else ():
                for source in flow:
                    self.points.store(pointer, source)
            return
        certain = place.whole and not self.doubtful
        (self.effects.sets if certain else self.effects.writes).append(place.symbol)
        for source in flow if held else ():
            self.points.copy(source, self.content(place.symbol))

    def place(self, node: c_ast.Node) -> Place:
        """Reads an expression that designates something, without reading what is there."""
        match node:
            case c_ast.ID():
                symbol = self.scopes.find(node.name)
                if symbol is None:
                    return Place(None, [], None)
                self._mentioned(symbol)
                return Place(symbol, [], symbol.type, whole=True)
            case c_ast.ArrayRef():
                return self._element(node)
            case c_ast.StructRef(type="."):
                outer = self.place(node.name)
                return Place(outer.symbol, outer.pointers, self.types.member(outer.type, node.field.name))
            case c_ast.StructRef():
                base = self.value(node.name)
                return Place(None, base.flow, self.types.member(self.types.target(base.type), node.field.name))
            case c_ast.UnaryOp(op="*"):
                base = self.value(node.expr)
                if isinstance(base.type, c_ast.FuncDecl):
                    return Place(None, base.flow, base.type)
                return Place(None, base.flow, self.types.target(base.type))
            case c_ast.CompoundLiteral():
                return self._literal(node)
            case _:
                return self._temporary(self.value(node))

    def _temporary(self, value: Value) -> Place:
        """A place for a record that an expression computes."""
        node = self.points.memory()
        for source in value.flow:
            self.points.store(node, source)
        return Place(None, [node], value.type)

    def _element(self, node: c_ast.ArrayRef) -> Place:
        kind = self._type_behind(node.name)
        if isinstance(kind, c_ast.ArrayDecl):
            outer = self.place(node.name)
            self.value(node.subscript)
            return Place(outer.symbol, outer.pointers, self.types.resolve(kind.type))
        base, subscript = self.value(node.name), self.value(node.subscript)
        if isinstance(base.type, c_ast.PtrDecl | c_ast.ArrayDecl):
            return Place(None, base.flow, self.types.target(base.type))
        return Place(None, base.flow + subscript.flow, self.types.target(subscript.type))

    def _type_behind(self, node: c_ast.Node) -> c_ast.Node | None:
        """The type of what is indexed, if it is designated without an effect."""
        match node:
            case c_ast.ID():
                symbol = self.scopes.find(node.name)
                return symbol.type if symbol is not None else None
            case c_ast.ArrayRef():
                return self.types.target(self._type_behind(node.name))
            case c_ast.StructRef():
                outer = self._type_behind(node.name)
                record = outer if node.type == "." else self.types.target(outer)
                return self.types.member(record, node.field.name)
            case c_ast.UnaryOp(op="*"):
                return self.types.target(self._type_behind(node.expr))
            case c_ast.Cast():
                return self.types.resolve(node.to_type)
            case _:
                return None

    def _literal(self, node: c_ast.CompoundLiteral) -> Place:
        self.mention(node.type)
        place = self._temporary(self.value(node.init))
        return Place(None, place.pointers, self.types.resolve(node.type))

    # ---------------------------------------------------------------------------------------------------------- calls

    def _call(self, node: c_ast.FuncCall) -> Value:
        target, pointers = self._called(node.name)
        if target is None and isinstance(node.name, c_ast.ID) and node.name.name in _OFFSETS:
            return _NUMBER
        arguments, values, outer = [], [], self.access
        for argument in node.args.exprs if node.args is not None else ():
            self.access = Access()
            values.append(tuple(self.value(argument).flow))
            arguments.append(self.access)
        self.access = outer
        result = self.points.node()
        pointer = -1
        if target is None:
            pointer = self.points.node()
            for one in pointers.flow:
                self.points.copy(one, pointer)
        kind = self.types.result(target.type if target is not None else pointers.type)
        certain = not self.doubtful
        self.effects.calls.append(Call(node, target, pointer, arguments, tuple(values), result, certain))
        return Value([] if self.types.narrow(kind) else [result], kind)

    def _called(self, node: c_ast.Node) -> tuple[Symbol | None, Value]:
        """The function that is called by name, or else the value of the pointer to it."""
        if isinstance(node, c_ast.ID):
            symbol = self.scopes.find(node.name)
            if symbol is None:
                symbol = Symbol(node.name, None, function=True)
                self.scopes.add_global(node.name, symbol)
            if symbol.function:
                self.effects.mentions.add(symbol)
                return symbol, _NUMBER
        if not (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            return None, self.value(node)
        base = self.value(node.expr)
        target = self.types.target(base.type)
        if isinstance(base.type, c_ast.FuncDecl) or isinstance(target, c_ast.FuncDecl):
            return None, base
        read = self.read(Place(None, base.flow, target))
        return None, read if target is not None else Value(read.flow + base.flow, None)


def _is_null(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.value.rstrip("uUlL") == "0"


def _where(node: c_ast.Node) -> str:
    return f"{node.coord.file}:{node.coord.line}" if node.coord is not None else "1"


_VALUES: dict[type, Callable[[Reader, c_ast.Node], Value]] = {
    c_ast.ID: Reader._id,
    c_ast.Constant: Reader._constant,
    c_ast.ArrayRef: Reader._read,
    c_ast.StructRef: Reader._read,
    c_ast.CompoundLiteral: Reader._read,
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
