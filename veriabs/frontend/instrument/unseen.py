"""C whose undefined behaviour no sanitizer sees, or that CBMC models otherwise than gcc: no run of it counts."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.survey import walk


def refuse_unseen(tree: c_ast.FileAST) -> None:
    """Refuses a program with such a place: a pointer into an array member, or a long double."""
    found = _unseen(tree)
    if found is not None:
        place, what = found
        raise UnsupportedError(f"{place.coord.file}:{place.coord.line}: {what}" if place.coord else what)


def _unseen(tree: c_ast.FileAST) -> tuple[c_ast.Node, str] | None:
    members = _followed_arrays(tree)
    for node in walk(tree):
        match node:
            case c_ast.IdentifierType(names=names) if "long" in names and "double" in names:
                return node, "long double, which is no IEEE type on this machine"
            case c_ast.ArrayRef(name=c_ast.StructRef()) | c_ast.UnaryOp(op="sizeof", expr=c_ast.StructRef()):
                pass
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=c_ast.StructRef() as child)) if _named(child, members):
                return node, _run_over(child)
            case _:
                for child in node:
                    if isinstance(child, c_ast.StructRef) and _named(child, members):
                        return child, _run_over(child)
    return None


def _followed_arrays(tree: c_ast.FileAST) -> frozenset[str]:
    """The names of members that are arrays, with a member behind them."""
    records = (node for node in walk(tree) if isinstance(node, c_ast.Struct) and node.decls)
    members = (member for record in records for member in record.decls[:-1] if isinstance(member, c_ast.Decl))
    return frozenset(one.name for one in members if isinstance(one.type, c_ast.ArrayDecl) and one.name)


def _named(member: c_ast.StructRef, names: frozenset[str]) -> bool:
    return member.field.name in names


def _run_over(member: c_ast.StructRef) -> str:
    return f"pointer into the array {member.field.name} of a struct, which may run over into the next member unnoticed"
