"""Report arithmetic on a pointer that may be null, which yields no valid pointer (C11 6.5.6, 8).

    q = p + 1;          q = MOVED(p) + 1;     where the macro reports a null p
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.frontend.known import MOVED, STEPPED
from veriabs.frontend.nodes import addressable, call, each_child, whole_number
from veriabs.frontend.survey import STEPS, walk
from veriabs.frontend.typed.tree import Typed
from veriabs.frontend.typed.types import ArrayOf, Pointer


def watch_offsets(tree: c_ast.FileAST, types: Typed) -> None:
    """Wraps each named pointer that is moved, if any pointer of the file may be null; the tree is changed."""
    if not _has_null(tree, types):
        return
    moved: set[str] = set()

    def watched(node: c_ast.Node, macro: str) -> c_ast.Node:
        if isinstance(node, c_ast.ID) and isinstance(types.of(node), Pointer | ArrayOf):
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


def _has_null(tree: c_ast.FileAST, types: Typed) -> bool:
    """Whether the program has a null pointer, or a static pointer that starts as one."""
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    if any(isinstance(node, c_ast.Decl) and _is_null(node, open=True) for node in tree.ext):
        return True
    return any(_makes_null(node, functions, types) for node in walk(tree)) or any(
        isinstance(function.decl.type.type, c_ast.PtrDecl)
        and any(isinstance(node, c_ast.Return) and whole_number(node.expr) == 0 for node in walk(function))
        for function in functions.values()
    )


def _makes_null(node: c_ast.Node, functions: dict[str, c_ast.FuncDef], types: Typed) -> bool:
    match node:
        case c_ast.Decl():
            return _is_null(node, open="static" in node.storage)
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.PtrDecl()), expr=value):
            return whole_number(value) == 0
        case c_ast.Assignment(op="=", lvalue=c_ast.ID() as pointer, rvalue=value):
            return isinstance(types.of(pointer), Pointer) and whole_number(value) == 0
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
