"""Has the program end a run in which a pointer leaves the array member of a struct that it was made into.

Another member may lie behind it, which no sanitizer tells from the array. The program notes each such array where it
becomes a pointer; wherever a pointer that may lead into one is moved, or a function of the library goes on from it, it
has to stay there. Even the place behind the last element counts as left: as an address it is one of the next member.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.instrument.listing import whole_number
from veriabs.frontend.instrument.pointees import ANY, Pointees, named
from veriabs.frontend.known import BACK, FORTH, INTO, SPAN, STEP
from veriabs.frontend.library import FUNCTIONS
from veriabs.frontend.nodes import call, each_child, number
from veriabs.frontend.survey import STEPS, has_effect, walk

BYTES = ("8", "void")
"""Kinds that may be looked at as any other: bytes, and what has no type."""

_SIZED = ("memcpy", "memmove", "memset", "memcmp")
"""Functions of the library that go as far as their last argument says."""

_UNEVALUATED = ("sizeof", "_Alignof")


def stay_in_members(tree: c_ast.FileAST, pointees: Pointees) -> None:
    """Changes a tree that makes such pointers; one that moves them where nothing watches is an UnsupportedError."""
    followed = _followed(tree, pointees)
    if not _makes_one(tree, followed):
        return
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    members = _Members(pointees, followed, functions)
    for node in tree.ext:
        if isinstance(node, c_ast.FuncDef):
            members.visit(node.body)
        else:
            members.refuse_within(node)
    for node in walk(tree):
        if isinstance(node, c_ast.Decl) and node.name in members.stepped:
            node.storage = [word for word in node.storage if word != "register"]  # its address is taken


def _followed(tree: c_ast.FileAST, pointees: Pointees) -> dict[str, str]:
    """The names of members that are arrays, with something behind them, and what their elements are."""
    beside = _side_by_side(tree, pointees)
    found: dict[str, str] = {}
    for record in _records(tree):
        is_inside = isinstance(record, c_ast.Union) or (f"struct {record.name}" if record.name else ANY) in beside
        for member in record.decls[: None if is_inside else -1]:
            ctype = pointees.resolved(member.type) if isinstance(member, c_ast.Decl) and member.name else None
            if isinstance(ctype, c_ast.ArrayDecl) and ctype.dim is not None:
                found[member.name] = _element(ctype, pointees)
    return found


def _side_by_side(tree: c_ast.FileAST, pointees: Pointees) -> frozenset[str]:
    """The kinds of objects that may lie inside of others: members, elements, and what some pointer moves over."""
    members = (part.type for record in _records(tree) for part in record.decls if isinstance(part, c_ast.Decl))
    arrays = (node for node in walk(tree) if isinstance(node, c_ast.ArrayDecl))
    return pointees.moved(tree) | {_element(pointees.resolved(one), pointees) for one in (*members, *arrays)}


def _records(tree: c_ast.FileAST) -> Iterator[c_ast.Struct | c_ast.Union]:
    yield from (node for node in walk(tree) if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls)


def _element(ctype: c_ast.Node, pointees: Pointees) -> str:
    while isinstance(ctype, c_ast.ArrayDecl):
        ctype = pointees.resolved(ctype.type)
    return pointees.kind(ctype)


def _makes_one(node: c_ast.Node, followed: dict[str, str]) -> bool:
    """Does such an array become a pointer somewhere?"""
    match node:
        case c_ast.UnaryOp(op=op) if op in _UNEVALUATED:
            return False
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=inner)) if _is_in(inner, followed):
            return True
        case c_ast.ArrayRef(name=c_ast.StructRef(name=inner), subscript=by):
            return _makes_one(inner, followed) or _makes_one(by, followed)
        case _:
            return _is_in(node, followed) or any(_makes_one(part, followed) for part in node)


def _is_in(node: c_ast.Node | None, names: dict[str, str]) -> bool:
    return isinstance(node, c_ast.StructRef) and node.field.name in names


class _Members(Struct):
    """One change of a tree; `stepped` are the names of pointers whose address is taken for it."""

    pointees: Pointees
    followed: dict[str, str]
    functions: dict[str, c_ast.FuncDef]
    wanted: set[str] = field(default_factory=set)
    stepped: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.wanted = {*self.followed.values(), *BYTES, ANY}

    def visit(self, node: c_ast.Node) -> c_ast.Node:
        """What stands for the node, with everything below it watched."""
        match node:
            case c_ast.UnaryOp(op=op) if op in _UNEVALUATED:
                return node
            case c_ast.Decl(storage=storage) if "static" in storage:
                self.refuse_within(node)
                return node
            case c_ast.UnaryOp(op="&", expr=c_ast.StructRef() as member) if _is_in(member, self.followed):
                raise _refused(member)
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=c_ast.StructRef() as member) as cell) if _is_in(
                member, self.followed
            ):
                cell.subscript = self._amount(FORTH, member, self.visit(cell.subscript))
                cell.name = self.visit(member)
                return node
            case c_ast.ArrayRef(name=c_ast.StructRef() as member) if _is_in(member, self.followed):
                each_child(member, self.visit)
                node.subscript = self.visit(node.subscript)
                return node
            case c_ast.StructRef() if _is_in(node, self.followed):
                each_child(node, self.visit)
                return call(INTO, c_ast.UnaryOp("&", node))
            case c_ast.ID(name=name) if self._is_foreign(name) and "*" in getattr(FUNCTIONS.get(name), "prototype", ""):
                raise _refused(node)  # a function that is not called here but somewhere
            case c_ast.FuncCall(name=c_ast.ID(), args=given):
                node.args = self.visit(given) if given is not None else None
                self._spans(node)
                return node
            case _:
                each_child(node, self.visit)
                return self._moved(node)

    def refuse_within(self, node: c_ast.Node) -> None:
        """What stands outside of functions is computed before any of them runs."""
        for part in walk(node):
            if _is_in(part, self.followed):
                raise _refused(part)

    # ------------------------------------------------------------------------------------------------------- moves

    def _moved(self, node: c_ast.Node) -> c_ast.Node:
        """A move of a pointer, with what it is moved by watched; each operand is visited already."""
        match node:
            case c_ast.ArrayRef(name=base) if self._is_moved_over(base):
                node.subscript = self._amount(FORTH, base, node.subscript)
            case c_ast.ArrayRef(name=base, subscript=by) if self._is_number(base) and self._leads(by):
                raise _refused(node)  # `1[p]`
            case c_ast.BinaryOp(op="+" | "-" as op, left=left, right=right):
                if self._leads(left):
                    node.right = self._amount(FORTH if op == "+" else BACK, left, right)
                if self._leads(right) and op == "+":
                    node.left = self._amount(FORTH, right, left)
            case c_ast.Assignment(op="+=" | "-=" as op, lvalue=moved, rvalue=by) if self._leads(moved):
                node.rvalue = self._amount(FORTH if op == "+=" else BACK, moved, by)
            case c_ast.UnaryOp(op=op, expr=moved) if op in STEPS and self._leads(moved):
                if has_effect(moved):
                    raise _refused(node)
                self.stepped |= {part.name for part in walk(moved) if isinstance(part, c_ast.ID)}
                by = number(1) if STEPS[op] == "+" else c_ast.UnaryOp("-", number(1))
                node.expr = c_ast.UnaryOp("*", call(STEP, c_ast.UnaryOp("&", moved), by))
            case _:
                pass
        return node

    def _amount(self, name: str, base: c_ast.Node, by: c_ast.Node) -> c_ast.Node:
        """What a pointer is moved by, where the program looks at once that it stays in its array."""
        if _acts(base):
            raise _refused(base)
        return call(name, deepcopy(base), by)

    def _spans(self, node: c_ast.FuncCall) -> None:
        """A function of the library that is given such a pointer; of most it is not known how far they go."""
        name, given = node.name.name, node.args.exprs if node.args is not None else []
        led = [argument for argument in given if self._leads(argument)]
        if not led or name == "free" or not self._is_foreign(name):
            return
        if name not in _SIZED or any(map(_acts, led)):
            raise _refused(node)
        for argument in led:
            given[-1] = call(SPAN, deepcopy(argument), given[-1])

    def _is_foreign(self, name: str) -> bool:
        """Is it a function of the library, rather than one of the program, a pointer to one or what only reports?"""
        return not (name in self.functions or name in self.pointees.kinds or name.startswith("__veriabs_"))

    # ---------------------------------------------------------------------------------------- what may lead into one

    def _is_moved_over(self, base: c_ast.Node) -> bool:
        """Does a subscript move a pointer that may lead into such an array? Those of arrays are checked."""
        name = named(base)
        if name is not None:
            return name in self.pointees.pointers and self._is_wanted(name)
        kinds = self.pointees.kinds.get(self.pointees.root(base), {ANY})
        return (self.pointees.left(base) <= 0 or "pointer" in kinds) and self._leads(base)

    def _is_number(self, node: c_ast.Node) -> bool:
        return whole_number(node) is not None or self.pointees.dimensions.get(named(node) or "") == 0

    def _leads(self, node: c_ast.Node) -> bool:
        """May it be a pointer into such an array? Names tell, which may stand for other things elsewhere."""
        match node:
            case c_ast.ID() | c_ast.StructRef():
                return self.pointees.dimensions.get(named(node) or "", 0) > 0 and self._is_wanted(named(node) or "")
            case c_ast.ArrayRef() | c_ast.UnaryOp(op="*"):
                return self._content_leads(node)
            case c_ast.Cast(to_type=c_ast.Typename(type=ctype)):
                target = self.pointees.resolved(ctype)
                return isinstance(target, c_ast.PtrDecl) and self.pointees.kind(target.type) in self.wanted
            case c_ast.FuncCall():
                return self._returns(node)
            case c_ast.BinaryOp(op="+", left=left, right=right) | c_ast.TernaryOp(iftrue=left, iffalse=right):
                return self._leads(left) or self._leads(right)
            case c_ast.Assignment(lvalue=inner) | c_ast.BinaryOp(op="-", left=inner):
                return self._leads(inner)
            case c_ast.UnaryOp(op=op, expr=inner) if op in STEPS:
                return self._leads(inner)
            case c_ast.ExprList(exprs=[*_, last]):
                return self._leads(last)
            case _:
                return isinstance(node, c_ast.UnaryOp) and node.op == "&"

    def _is_wanted(self, name: str) -> bool:
        return bool(self.pointees.kinds.get(name, {ANY}) & self.wanted)

    def _content_leads(self, node: c_ast.ArrayRef | c_ast.UnaryOp) -> bool:
        """Is what a subscript or a star comes to a row of such elements, or a pointer of which nothing is known?"""
        root, left = self.pointees.root(node), self.pointees.left(node)
        kinds = self.pointees.kinds.get(root, {ANY})
        return bool(kinds & ({"pointer", ANY} | (self.wanted if left > 0 else set())))

    def _returns(self, node: c_ast.FuncCall) -> bool:
        name = getattr(node.name, "name", None)
        if name == INTO:
            return True
        if name in self.functions:
            result = self.pointees.resolved(self.functions[name].decl.type.type)
            return isinstance(result, c_ast.PtrDecl) and self.pointees.kind(result.type) in self.wanted
        return not isinstance(name, str) or (name in FUNCTIONS and "*" in FUNCTIONS[name].prototype.partition("(")[0])


def _acts(node: c_ast.Node) -> bool:
    """Does evaluating it twice change anything? The calls of this module do not."""
    match node:
        case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in (INTO, FORTH, BACK, SPAN):
            return any(map(_acts, node.args.exprs))
        case c_ast.Assignment() | c_ast.FuncCall() | c_ast.Compound():
            return True
        case c_ast.UnaryOp(op=op) if op in STEPS:
            return True
        case _:
            return any(map(_acts, node))


def _refused(node: c_ast.Node) -> UnsupportedError:
    at = next((part.coord for part in walk(node) if part.coord is not None), None)
    place = f"{at.file}:{at.line}: " if at is not None else ""
    what = "pointer into an array of a struct, which may run over into the next member unnoticed"
    return UnsupportedError(place + what)
