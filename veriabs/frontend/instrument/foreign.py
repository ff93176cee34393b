"""Calls of functions of other files, of which a program that is run has no body."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.known import is_known
from veriabs.frontend.nodes import call, is_void, number, type_name


def end_of_run(declared: c_ast.Decl, shapes: Shapes) -> c_ast.Node | None:
    """The end of the run in place of such a call: nobody knows if it comes back, and with what it would.

    What is violated in front of it is violated whatever the function does. None for a function that has a meaning of
    its own, and for one that returns a struct.
    """
    if is_known(declared.name) or declared.name.startswith("__"):
        return None
    ended, returns = call("VERIABS_ELSEWHERE"), declared.type.type
    if is_void(c_ast.Typename(None, [], None, returns)):
        return ended
    if isinstance(returns, c_ast.PtrDecl):
        return c_ast.ExprList([ended, c_ast.Cast(c_ast.Typename(None, [], None, returns), number(0))])
    ctype = shapes.arithmetic(returns)
    return None if ctype is None else c_ast.ExprList([ended, c_ast.Cast(type_name(ctype), number(0))])
