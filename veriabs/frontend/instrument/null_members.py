"""Set the pointer members of the entry function's objects to null before a native run.

The harness fills these objects with arbitrary bytes, which as pointers would be invalid addresses. Null is a value that
a caller could pass.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.nodes import number
from veriabs.frontend.survey import walk


def clear_pointer_members(tree: c_ast.FileAST, data_model: DataModel) -> None:
    """Set pointer members to null behind each allocation in `main`."""
    main = next((one for one in tree.ext if isinstance(one, c_ast.FuncDef) and one.decl.name == "main"), None)
    if main is None:
        return
    shapes = Shapes(data_model)
    shapes.learn(tree)
    for block in [node for node in walk(main.body) if isinstance(node, c_ast.Compound)]:
        items = list[c_ast.Node]()
        for item in block.block_items or []:
            items += [item, *_cleared(item, shapes, len(items))]
        block.block_items = items


def _cleared(item: c_ast.Node, shapes: Shapes, position: int) -> Iterator[c_ast.Node]:
    """A loop that sets the pointer members of all elements of an object that was just allocated."""
    match item:
        case c_ast.Decl(name=str(name), type=c_ast.PtrDecl(type=unit), init=c_ast.FuncCall(name=called, args=given)):
            if getattr(called, "name", "") != "malloc" or given is None:
                return
            index = f"member_index_{position}"
            element = c_ast.ArrayRef(c_ast.ID(name), c_ast.ID(index))
            pointers = _pointers(element, unit, shapes)
            stores: list[c_ast.Node] = [c_ast.Assignment("=", one, number(0)) for one in pointers]
            if not stores:
                return
            word = c_ast.TypeDecl(index, [], None, c_ast.IdentifierType(["unsigned", "long"]))
            first = c_ast.DeclList([c_ast.Decl(index, [], [], [], [], word, number(0), None)])
            size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", c_ast.ID(name)))
            test = c_ast.BinaryOp("<", c_ast.ID(index), c_ast.BinaryOp("/", given.exprs[0], size))
            step = c_ast.UnaryOp("p++", c_ast.ID(index))
            yield c_ast.For(first, test, step, c_ast.Compound(stores))
        case _:
            pass


def _pointers(place: c_ast.Node, ctype: c_ast.Node, shapes: Shapes) -> Iterator[c_ast.Node]:
    """The pointer members of an object, those of its struct members among them."""
    whole = shapes.resolved(ctype)
    if not isinstance(whole, c_ast.Struct):
        return
    for member in shapes.members(whole):
        if not member.name:
            continue
        inner = c_ast.StructRef(place, ".", c_ast.ID(member.name))
        if isinstance(shapes.resolved(member.type), c_ast.PtrDecl) and "const" not in getattr(member.type, "quals", ()):
            yield inner
        else:
            yield from _pointers(inner, member.type, shapes)
