"""Prepare a tree's declarations for a program that is compiled by itself: packed structs, variables of other files.

    extern const short t[];      becomes      short t[65536];
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import errors
from veriabs.core.source import Task
from veriabs.frontend.dialect import LAYOUT, PACKED, Records, explicit_layouts
from veriabs.frontend.nodes import number
from veriabs.frontend.survey import walk

OUTSIDE = 1 << 16
"""The number of cells of an array of a size that only another file has."""


def packed_records(tree: c_ast.FileAST, task: Task) -> Records:
    """The definitions of packed structs; the pragmas that say so are removed.

    Raises UnsupportedError if a layout is not known.
    """
    layouts = explicit_layouts(tree)
    if None in layouts.values():
        raise errors.unsupported(f"{task.path}:1", "an attribute or pragma that changes the layout of structs")
    tree.ext = [node for node in tree.ext if not (isinstance(node, c_ast.Pragma) and node.string in (LAYOUT, PACKED))]
    return Records.of(tree, layouts)


def define_outside_objects(tree: c_ast.FileAST) -> tuple[list[c_ast.Decl], bool]:
    """Define the variables that the text declares and does not define; return those with contents from inputs.

    An array of a size that only another file has gets many cells; also returns whether there is one. Pointers stay
    undefined.
    """
    variables = [one for one in tree.ext if isinstance(one, c_ast.Decl) and one.name]
    defined = {one.name for one in variables if one.init is not None or "extern" not in one.storage}
    filled, unsized = dict[str, c_ast.Decl](), False
    for one in variables:
        if one.name in defined or isinstance(one.type, c_ast.FuncDecl | c_ast.PtrDecl):
            continue
        one.storage = [word for word in one.storage if word != "extern"]
        if isinstance(one.type, c_ast.ArrayDecl) and one.type.dim is None:
            one.type.dim, unsized = number(OUTSIDE), True
        else:
            filled[one.name] = one
        base = next(node for node in walk(one.type) if isinstance(node, c_ast.TypeDecl))
        base.quals = [word for word in base.quals if word != "const"]
    return [*filled.values()], unsized
