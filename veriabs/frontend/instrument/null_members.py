"""Set the pointer members of the entry function's objects to null before a native run.

The harness fills these objects with arbitrary bytes, which as pointers would be invalid addresses. Null is a value that
a caller could pass.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.frontend.nodes import number
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import Typed
from veriabs.frontend.typed.types import Address, Pointer, Record, Type


def clear_pointer_members(tree: c_ast.FileAST, types: Typed) -> None:
    """Set pointer members to null behind each allocation in `main`."""
    main = next((one for one in tree.ext if isinstance(one, c_ast.FuncDef) and one.decl.name == "main"), None)
    for block in [node for node in walk(main.body) if isinstance(node, c_ast.Compound)] if main is not None else []:
        items = list[c_ast.Node]()
        for item in block.block_items or []:
            items += [item, *_loop_that_clears(item, types, len(items))]
        block.block_items = items


def _loop_that_clears(item: c_ast.Node, types: Typed, position: int) -> Iterator[c_ast.Node]:
    """A loop that sets the pointer members of all elements of an object that was just allocated."""
    match item, types.of(item):
        case c_ast.Decl(init=c_ast.FuncCall(name=c_ast.ID(name="malloc"), args=given)), Pointer(target=unit) if given:
            index, name = f"member_index_{position}", item.name
            element = c_ast.ArrayRef(c_ast.ID(name), c_ast.ID(index))
            stores: list[c_ast.Node] = [c_ast.Assignment("=", one, number(0)) for one in _pointers(element, unit)]
            if not stores:
                return
            word = c_ast.TypeDecl(index, [], None, c_ast.IdentifierType(["unsigned", "long"]))
            first = c_ast.DeclList([c_ast.Decl(index, [], [], [], [], word, number(0), None)])
            size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", c_ast.ID(name)))
            test = c_ast.BinaryOp("<", c_ast.ID(index), c_ast.BinaryOp("/", given.exprs[0], size))
            step = c_ast.UnaryOp("p++", c_ast.ID(index))
            yield types.add(c_ast.For(first, test, step, c_ast.Compound(stores)), name, Pointer(unit))
        case _:
            pass


def _pointers(place: c_ast.Node, ctype: Type) -> Iterator[c_ast.Node]:
    """The pointer members of an object, including those of its struct members."""
    for member in (ctype.fields or ()) if isinstance(ctype, Record) and not ctype.union else ():
        inner = c_ast.StructRef(place, ".", c_ast.ID(member.name))
        if isinstance(member.type, Pointer | Address) and not member.constant:
            yield inner
        elif not member.name.startswith("<"):
            yield from _pointers(inner, member.type)
