"""Change programs that are run: calls of functions without a body, and pointer members of the entry's objects.

Functions of <math.h> become the compiler's own; a call of an unknown function of another file ends the run. The harness
fills its objects with arbitrary bytes, which as pointers would be invalid addresses; a caller could pass null instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import DataModel, Where
from veriabs.frontend.functions import is_declared_alike
from veriabs.frontend.known_functions import is_known
from veriabs.frontend.library import MATH
from veriabs.frontend.nodes import call, is_void, number, type_name
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, FunctionType, PointerType, RecordType, Type, arithmetic


def called_otherwise(node: c_ast.FuncCall, name: str) -> c_ast.FuncCall:
    """The call with another function name."""
    node.name = c_ast.ID(name)
    return node


def math_call(node: c_ast.FuncCall, types: TypedTree, where: Where) -> c_ast.FuncCall:
    """The call of a function of `MATH`, or of the compiler's own of that name; UnsupportedError if none can be run."""
    name = node.name.name
    if name in MATH and not is_declared_alike(name, types.of(node.name), MATH[name], types):
        raise UnsupportedError(f"{where}: not supported: missing body of {name}, which is not declared as in <math.h>")
    if types.data_model is DataModel.ILP32:
        raise UnsupportedError(f"{where}: not supported in a 32-bit program: {name} of <math.h>")
    return called_otherwise(node, name.removeprefix("__builtin_"))


def end_of_run(name: str, declared: FunctionType) -> c_ast.Node | None:
    """Replace such a call by the end of the run, since its effect and result are unknown.

    Violations before the call do not depend on it. None for a function with a meaning of its own, or that returns a
    struct.
    """
    if is_known(name) or name.startswith("__") or declared.declarator is None:
        return None
    ended, returns = call("VERIABS_ELSEWHERE"), declared.declarator.type
    if is_void(returns):
        return ended
    if isinstance(returns, c_ast.PtrDecl):
        return c_ast.ExprList([ended, c_ast.Cast(c_ast.Typename(None, [], None, returns), number(0))])
    ctype = arithmetic(declared.returns)
    return None if ctype is None else c_ast.ExprList([ended, c_ast.Cast(type_name(ctype), number(0))])


# -------------------------------------------------------------------------------------------------- pointer members


def clear_pointer_members(tree: c_ast.FileAST, types: TypedTree) -> None:
    """Set pointer members to null behind each allocation in `main`."""
    main = next((one for one in tree.ext if isinstance(one, c_ast.FuncDef) and one.decl.name == "main"), None)
    for block in [node for node in walk(main.body) if isinstance(node, c_ast.Compound)] if main is not None else []:
        items = list[c_ast.Node]()
        for item in block.block_items or []:
            items += [item, *_loop_that_clears(item, types, len(items))]
        block.block_items = items


def _loop_that_clears(item: c_ast.Node, types: TypedTree, position: int) -> Iterator[c_ast.Node]:
    """A loop that sets the pointer members of all elements of an object that was just allocated."""
    match item, types.of(item):
        case c_ast.Decl(init=c_ast.FuncCall(name=c_ast.ID(name="malloc"), args=given)), PointerType(target=unit) if (
            given
        ):
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
            yield types.add(c_ast.For(first, test, step, c_ast.Compound(stores)), name, PointerType(unit))
        case _:
            pass


def _pointers(place: c_ast.Node, ctype: Type) -> Iterator[c_ast.Node]:
    """The pointer members of an object, including those of its struct members."""
    for member in (ctype.fields or ()) if isinstance(ctype, RecordType) and not ctype.union else ():
        inner = c_ast.StructRef(place, ".", c_ast.ID(member.name))
        if isinstance(member.type, PointerType | Address) and not member.constant:
            yield inner
        elif not member.name.startswith("<"):
            yield from _pointers(inner, member.type)
