"""End a run in which a pointer leaves the array member of a struct that it points into.

    struct { int d[2]; int x; } s; int *p = s.d; p++;          p is checked to stay in s.d after p++

Another member may follow the array, which sanitizers do not distinguish. The program records each such array when it
decays to a pointer. When a pointer that may point into one moves, or a library function moves from it, it must stay
inside. One past the last element counts as outside, since it may be the address of the next member.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.instrument.pointees import ANY, Pointees
from veriabs.frontend.known_functions import BACK, FORTH, INTO, MOVED, ONE, SPAN, STEP, STEPPED
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.nodes import addressable, call, each_child, number, whole_number
from veriabs.frontend.survey import STEPS, has_effect, walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import ArrayOf, FunctionType, PointerType, Type, target

BYTES = ("8", "void")
"""Kinds of objects (see `Pointees`) that may alias any other: integers of 8 bits, and objects of unknown type."""

_SIZED = ("memcpy", "memmove", "memset", "memcmp")
"""Library functions that access as many bytes as their last argument says."""

_UNEVALUATED = ("sizeof", "_Alignof")


def stay_in_members(tree: c_ast.FileAST, pointees: Pointees, noted: Set[str], others: Set[str]) -> None:
    """Add the checks to a tree; raises UnsupportedError if such a pointer moves where no check is possible.

    Both sets are kinds of objects (see `Pointees`). `noted`: parts of objects that the text records already where a
    pointer to them is made. `others`: the types of pointers that refer to objects of another type.
    """
    followed = _followed_arrays(tree, pointees)
    if not noted and not _makes_one(tree, followed):
        return
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    members = _Members(pointees, followed, functions, {*followed.values(), *noted, *others, *BYTES, ANY})
    for node in tree.ext:
        if isinstance(node, c_ast.FuncDef):
            members.visit(node.body)
        else:
            members.refuse_within(node)
    addressable(tree, members.stepped)


def _followed_arrays(tree: c_ast.FileAST, pointees: Pointees) -> dict[str, str]:
    """The names of array members that another member follows, with the kind of their elements."""
    beside = _side_by_side(tree, pointees)
    found: dict[str, str] = {}
    for record in pointees.types.records.values():
        is_inside = record.union or pointees.kind(record) in beside
        for member in (record.fields or ())[: None if is_inside else -1]:
            if isinstance(member.type, ArrayOf) and member.type.size is not None:
                found[member.name] = pointees.kind(member.type)
    return found


def _side_by_side(tree: c_ast.FileAST, pointees: Pointees) -> frozenset[str]:
    """Kinds of objects that may be inside other objects: members, elements, and objects that pointers move over."""
    members = {part.type for record in pointees.types.records.values() for part in record.fields or ()}
    arrays = {one for ctype in pointees.types.types.values() for one in _arrays(ctype)}
    return pointees.moved(tree) | {pointees.kind(one) for one in members | arrays}


def _arrays(ctype: Type) -> Iterator[ArrayOf]:
    """The array types in a type."""
    inner: Type | None = ctype
    while inner is not None:
        if isinstance(inner, ArrayOf):
            yield inner
        inner = target(inner)


def _makes_one(node: c_ast.Node, followed: dict[str, str]) -> bool:
    """Whether such an array decays to a pointer in this node."""
    match node:
        case c_ast.UnaryOp(op=op) if op in _UNEVALUATED:
            return False
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=inner)) if _is_member(inner, followed):
            return True
        case c_ast.ArrayRef(name=c_ast.StructRef(name=inner), subscript=by):
            return _makes_one(inner, followed) or _makes_one(by, followed)
        case _:
            return _is_member(node, followed) or any(_makes_one(part, followed) for part in node)


def _is_member(node: c_ast.Node | None, names: dict[str, str]) -> bool:
    return isinstance(node, c_ast.StructRef) and node.field.name in names


class _Members(Struct):
    """Adds the checks to one tree.

    - `followed`: the array members that another member follows, with the kind of their elements.
    - `functions`: those of the program. `wanted`: the kinds of objects in which pointers are checked.
    - `stepped`: pointers moved by `++` or `--`, whose address the check takes.
    """

    pointees: Pointees
    followed: dict[str, str]
    functions: dict[str, c_ast.FuncDef]
    wanted: set[str]
    stepped: set[str] = field(default_factory=set)

    def visit(self, node: c_ast.Node) -> c_ast.Node:
        """The replacement of a node, with everything below it watched."""
        match node:
            case c_ast.UnaryOp(op=op) if op in _UNEVALUATED:
                return node
            case c_ast.Decl(storage=storage) if "static" in storage:
                self.refuse_within(node)
                return node
            case c_ast.UnaryOp(op="&", expr=c_ast.StructRef() as member) if _is_member(member, self.followed):
                raise _refusal(member)
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=c_ast.StructRef() as member) as cell) if _is_member(
                member, self.followed
            ):
                cell.subscript = self._amount(FORTH, member, self.visit(cell.subscript))
                cell.name = self.visit(member)
                return node
            case c_ast.ArrayRef(name=c_ast.StructRef() as member) if _is_member(member, self.followed):
                each_child(member, self.visit)
                node.subscript = self.visit(node.subscript)
                return node
            case c_ast.StructRef() if _is_member(node, self.followed):
                each_child(node, self.visit)
                return call(INTO, c_ast.UnaryOp("&", node))
            case c_ast.ID(name=name) if self._is_library(node) and "*" in getattr(FUNCTIONS.get(name), "prototype", ""):
                raise _refusal(node)  # a function that is not called here but somewhere
            case c_ast.FuncCall(name=c_ast.ID(), args=given):
                node.args = self.visit(given) if given is not None else None
                self._spans(node)
                return node
            case _:
                each_child(node, self.visit)
                return self._watch_movement(node)

    def refuse_within(self, node: c_ast.Node) -> None:
        """Reject initialisers outside of functions, which run before any watching code."""
        for part in walk(node):
            if _is_member(part, self.followed):
                raise _refusal(part)

    # ------------------------------------------------------------------------------------------------------- moves

    def _watch_movement(self, node: c_ast.Node) -> c_ast.Node:
        """A pointer movement with its amount watched; the operands are visited already."""
        match node:
            case c_ast.ArrayRef(name=base) if not self.pointees.is_array(base) and self._may_point_inside(base):
                node.subscript = self._amount(FORTH, base, node.subscript)
            case c_ast.ArrayRef(subscript=by) if self.pointees.is_pointer(by) and self._may_point_inside(by):
                raise _refusal(node)  # `1[p]`
            case c_ast.BinaryOp(op="+" | "-" as op, left=left, right=right):
                if self._may_point_inside(left):
                    node.right = self._amount(FORTH if op == "+" else BACK, left, right)
                if self._may_point_inside(right) and op == "+":
                    node.left = self._amount(FORTH, right, left)
            case c_ast.Assignment(op="+=" | "-=" as op, lvalue=moved, rvalue=by) if self._may_point_inside(moved):
                node.rvalue = self._amount(FORTH if op == "+=" else BACK, moved, by)
            case c_ast.UnaryOp(op=op, expr=moved) if op in STEPS and self._may_point_inside(moved):
                if has_effect(moved):
                    raise _refusal(node)
                self.stepped |= {part.name for part in walk(moved) if isinstance(part, c_ast.ID)}
                by = number(1) if STEPS[op] == "+" else c_ast.UnaryOp("-", number(1))
                node.expr = c_ast.UnaryOp("*", call(STEP, c_ast.UnaryOp("&", moved), by))
            case _:
                pass
        return node

    def _amount(self, name: str, base: c_ast.Node, by: c_ast.Node) -> c_ast.Node:
        """The amount of a movement, with a check that the pointer stays in its array."""
        if _has_effect_again(base):
            raise _refusal(base)
        return call(name, self.pointees.types.copied(base), by)

    def _spans(self, node: c_ast.FuncCall) -> None:
        """A library function with such a pointer as argument; for most, the length of the access is unknown."""
        name, given = node.name.name, node.args.exprs if node.args is not None else []
        if name in FUNCTIONS and "*" not in FUNCTIONS[name].prototype.partition("(")[2]:
            return  # it takes no pointer
        arguments = [argument for argument in given if self._may_point_inside(argument)]
        if not arguments or name == "free" or not self._is_library(node.name):
            return
        if name not in _SIZED or any(map(_has_effect_again, arguments)):
            raise _refusal(node)
        for argument in arguments:
            given[-1] = call(SPAN, self.pointees.types.copied(argument), given[-1])

    def _is_library(self, name: c_ast.ID) -> bool:
        """Whether it is a library function, as opposed to a function or pointer of the program, or a reporting call."""
        known = name.name in self.functions or name.name.startswith("__veriabs_")
        return not known and isinstance(self.pointees.types.of(name), FunctionType | None)

    # ----------------------------------------------------------------------------------- pointers into array members

    def _may_point_inside(self, node: c_ast.Node) -> bool:
        """Whether the pointer may point into such an array; a string does not, the calls of this module do."""
        if isinstance(node, c_ast.Constant):
            return False
        if isinstance(node, c_ast.UnaryOp) and node.op == "&":
            return True
        kind = self.pointees.pointee(node)
        return kind is not None and kind in self.wanted


def _has_effect_again(node: c_ast.Node) -> bool:
    """Whether a second evaluation would have an effect; calls of this module have none."""
    match node:
        case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in (INTO, ONE, FORTH, BACK, SPAN):
            return any(map(_has_effect_again, node.args.exprs))
        case c_ast.Assignment() | c_ast.FuncCall() | c_ast.Compound():
            return True
        case c_ast.UnaryOp(op=op) if op in STEPS:
            return True
        case _:
            return any(map(_has_effect_again, node))


def _refusal(node: c_ast.Node) -> UnsupportedError:
    at = next((part.coord for part in walk(node) if part.coord is not None), None)
    place = f"{at.file}:{at.line}: " if at is not None else ""
    what = "not supported: pointer into an array of a struct, which may overrun into the next member unnoticed"
    return UnsupportedError(place + what)


# ------------------------------------------------------------------------------------- arithmetic on null pointers


def watch_offsets(tree: c_ast.FileAST, types: TypedTree) -> None:
    """Wraps each named pointer that is moved, if any pointer of the file may be null; the tree is changed."""
    if not _has_null(tree, types):
        return
    moved: set[str] = set()

    def watched(node: c_ast.Node, macro: str) -> c_ast.Node:
        if isinstance(node, c_ast.ID) and isinstance(types.of(node), PointerType | ArrayOf):
            moved.add(node.name)
            return call(macro, node)
        return node

    def visit(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.BinaryOp(op="+" | "-"):
                node.left, node.right = watched(node.left, MOVED), watched(node.right, MOVED)
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as cell):
                cell.name = watched(cell.name, MOVED)
            case c_ast.UnaryOp(op=op) if op in STEPS:
                node.expr = watched(node.expr, STEPPED)
            case c_ast.Assignment(op="+=" | "-="):
                node.lvalue = watched(node.lvalue, STEPPED)
            case c_ast.UnaryOp(op="sizeof" | "_Alignof"):
                return node
            case _:
                pass
        each_child(node, visit)
        return node

    for function in tree.ext:
        if isinstance(function, c_ast.FuncDef):
            visit(function.body)
    addressable(tree, moved)


def _has_null(tree: c_ast.FileAST, types: TypedTree) -> bool:
    """Whether the program has a null pointer, or a static pointer that starts as one."""
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    if any(isinstance(node, c_ast.Decl) and _is_null(node, open=True) for node in tree.ext):
        return True
    return any(_makes_null(node, functions, types) for node in walk(tree)) or any(
        isinstance(function.decl.type.type, c_ast.PtrDecl)
        and any(isinstance(node, c_ast.Return) and whole_number(node.expr) == 0 for node in walk(function))
        for function in functions.values()
    )


def _makes_null(node: c_ast.Node, functions: dict[str, c_ast.FuncDef], types: TypedTree) -> bool:
    match node:
        case c_ast.Decl():
            return _is_null(node, open="static" in node.storage)
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.PtrDecl()), expr=value):
            return whole_number(value) == 0
        case c_ast.Assignment(op="=", lvalue=c_ast.ID() as pointer, rvalue=value):
            return isinstance(types.of(pointer), PointerType) and whole_number(value) == 0
        case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=given)) if name in functions:
            wanted = functions[name].decl.type.args
            pairs = zip(given, wanted.params if wanted else [], strict=False)
            zeros = (one for value, one in pairs if whole_number(value) == 0)
            return any(isinstance(one, c_ast.Decl) and _is_null(one, open=True) for one in zeros)
        case _:
            return False


def _is_null(node: c_ast.Decl, *, open: bool) -> bool:
    """Whether a pointer starts as null; an uninitialised one does if it is `open`."""
    if not isinstance(node.type, c_ast.PtrDecl):
        return False
    return open if node.init is None else whole_number(node.init) == 0
