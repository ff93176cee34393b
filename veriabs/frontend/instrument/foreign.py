"""Replace calls of functions without a body in programs that are run.

Functions of <math.h> become the compiler's own; a call of an unknown function of another file ends the run.
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import DataModel, Where
from veriabs.frontend.functions import is_declared_alike
from veriabs.frontend.known import is_known
from veriabs.frontend.library import MATH
from veriabs.frontend.nodes import call, is_void, number, type_name
from veriabs.frontend.typed.tree import Typed
from veriabs.frontend.typed.types import Function, arithmetic


def called_otherwise(node: c_ast.FuncCall, name: str) -> c_ast.FuncCall:
    """The call with another function name."""
    node.name = c_ast.ID(name)
    return node


def math_call(node: c_ast.FuncCall, types: Typed, where: Where) -> c_ast.FuncCall:
    """The call of a function of `MATH`, or of the compiler's own of that name; UnsupportedError if none can be run."""
    name = node.name.name
    if name in MATH and not is_declared_alike(name, types.of(node.name), MATH[name], types):
        raise UnsupportedError(f"{where}: not supported: missing body of {name}, which is not declared as in <math.h>")
    if types.data_model is DataModel.ILP32:
        raise UnsupportedError(f"{where}: not supported in a 32-bit program: {name} of <math.h>")
    return called_otherwise(node, name.removeprefix("__builtin_"))


def end_of_run(name: str, declared: Function) -> c_ast.Node | None:
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
