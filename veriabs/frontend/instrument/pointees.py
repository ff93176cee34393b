"""What the pointers of a file point to, by their names: enough to say that no pointer to such an object is moved."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.types import IntType
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.survey import STEPS, walk

ANY = "anything"
"""The kind of what nothing is known of; it may be of every kind."""



class Pointees(Struct):
    """Kinds of objects by the names of the variables, parameters and members that hold or point to them.

    A kind is a type without its sign and qualifiers. `dimensions` says how many subscripts lead to an element.
    """

    shapes: Shapes
    kinds: dict[str, set[str]] = field(default_factory=dict)
    dimensions: dict[str, int] = field(default_factory=dict)
    pointers: set[str] = field(default_factory=set)

    def learn(self, tree: c_ast.FileAST) -> None:
        self.shapes.learn(tree)
        for node in walk(tree):
            if isinstance(node, c_ast.Decl) and node.name is not None and not isinstance(node.type, c_ast.FuncDecl):
                self._declare(node.name, node.type)
            elif isinstance(node, c_ast.FuncDecl) and node.args is not None:
                arrays = (one for one in node.args.params if isinstance(one, c_ast.Decl))
                self.pointers |= {one.name for one in arrays if isinstance(self.resolved(one.type), c_ast.ArrayDecl)}

    def _declare(self, name: str, ctype: c_ast.Node) -> None:
        ctype = self.resolved(ctype)
        if isinstance(ctype, c_ast.PtrDecl):
            self.pointers.add(name)
        depth, inner = 0, ctype
        while isinstance(inner, c_ast.ArrayDecl | c_ast.PtrDecl) and (depth == 0 or isinstance(inner, c_ast.ArrayDecl)):
            depth, inner = depth + 1, self.resolved(inner.type)
        self.dimensions[name] = max(depth, self.dimensions.get(name, 0))
        self.kinds.setdefault(name, set()).add(self.kind(inner))

    def resolved(self, ctype: c_ast.Node) -> c_ast.Node:
        """The type without the names of types."""
        while isinstance(ctype, c_ast.TypeDecl):
            inner = ctype.type
            named = isinstance(inner, c_ast.IdentifierType) and inner.names[0] in self.shapes.typedefs
            if not named:
                break
            ctype = self.shapes.typedefs[inner.names[0]]
        return ctype

    def kind(self, ctype: c_ast.Node) -> str:
        """The kind of a type."""
        ctype = self.resolved(ctype)
        scalar = self.shapes.arithmetic(ctype)
        match scalar, ctype:
            case IntType(bits=bits), _:
                return str(bits)
            case None, c_ast.TypeDecl(type=c_ast.Struct(name=str(name)) | c_ast.Union(name=str(name))):
                return f"struct {name}"
            case None, c_ast.TypeDecl(type=c_ast.IdentifierType(names=["void"])):
                return "void"
            case None, c_ast.PtrDecl():
                return "pointer"
            case None, _:
                return ANY
            case _:
                return scalar.name

    # ---------------------------------------------------------------------------------------------------- ways into one

    def root(self, node: c_ast.Node) -> str:
        """The name of the array that subscripts and stars lead into, nothing if it is not plain."""
        match node:
            case c_ast.ArrayRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner):
                return self.root(inner)
            case c_ast.BinaryOp(op="+" | "-", left=inner):
                return self.root(inner)
            case _:
                return named(node) or ""

    def depth(self, node: c_ast.Node) -> int:
        """How many subscripts lead from that array to an element."""
        return self.dimensions.get(self.root(node), 0)

    def left(self, node: c_ast.Node) -> int:
        """How many subscripts an element still is away."""
        match node:
            case c_ast.ArrayRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner):
                return self.left(inner) - 1
            case c_ast.BinaryOp(op="+" | "-", left=inner):
                return self.left(inner)
            case _:
                return self.depth(node)

    # ------------------------------------------------------------------------------------------------------------ moves

    def moved(self, tree: c_ast.FileAST) -> frozenset[str]:
        """The kinds of objects whose neighbours some pointer may be moved to, whatever is done there."""
        return frozenset(kind for node in walk(tree) for kind in self._moves(node))

    def _moves(self, node: c_ast.Node) -> Iterator[str]:
        match node:
            case c_ast.ArrayRef(subscript=c_ast.Constant(value="0")):
                pass  # where it points to
            case c_ast.ArrayRef(name=base):
                yield from self._base(base)
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                yield from self._operand(left)
                yield from self._operand(right)
            case c_ast.UnaryOp(op=op, expr=moved) if op in STEPS:
                yield from self._operand(moved)
            case c_ast.Assignment(op="+=" | "-=", lvalue=moved):
                yield from self._operand(moved)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=given)) if walks(name):
                for argument in given:
                    yield from self._operand(argument)
            case _:
                pass

    def _base(self, node: c_ast.Node) -> Iterator[str]:
        """What a subscript moves over; that of an array is checked by the sanitizers."""
        name = named(node)
        if name is None:
            inner = node
            while isinstance(inner, c_ast.ArrayRef):
                inner = inner.name
            known = named(inner) is not None
            yield from () if known else (ANY,)
        elif name in self.pointers:
            yield from self.kinds.get(name, {ANY})

    def _operand(self, node: c_ast.Node) -> Iterator[str]:
        match node:
            case c_ast.ID() | c_ast.StructRef():
                name = named(node) or ""
                if self.dimensions.get(name, 0):
                    yield from self.kinds[name]
            case c_ast.UnaryOp(op="&") | c_ast.Cast(to_type=c_ast.Typename(type=c_ast.PtrDecl())):
                yield ANY
            case _:
                pass


def named(node: c_ast.Node) -> str | None:
    """The name of a variable, or of a member."""
    match node:
        case c_ast.ID(name=name) | c_ast.StructRef(field=c_ast.ID(name=name)):
            return str(name)
        case _:
            return None


def walks(name: str) -> bool:
    """Is it a library function that goes through memory?"""
    return name.startswith(("mem", "str"))
