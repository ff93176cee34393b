"""Out-parameters: the single pointer that a parameter `T **p` points to, as in functions that advance a text position.

The pointer belongs to the caller and is accessed only as `*p` and `p[0]`; here it has a name of its own. Definite
assignment decides whether it is always set before it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from msgspec import Struct
from pycparser import c_ast

from veriabs.frontend import definite_assignment
from veriabs.frontend.nodes import declaring


class OutParameter(Struct, frozen=True):
    """The pointer as a parameter of the function, in which its name replaces `*p`.

    `is_set`: every path sets it before reading it.
    """

    pointer: c_ast.Decl
    function: c_ast.FuncDef
    is_set: bool


def out_parameter(
    parameter: c_ast.Decl, pointee: c_ast.PtrDecl, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]
) -> OutParameter | None:
    """The pointer that a parameter points to; None if it is used other than as `*p` and `p[0]`."""
    name = f"what_{parameter.name}_points_to"
    named = deepcopy(function)
    definite_assignment.replace_targets(named.body, parameter.name, name)
    if definite_assignment.escapes(named.body, parameter.name):
        return None
    pointer = c_ast.Decl(name, [], [], [], [], declaring(pointee, name), None, None, parameter.coord)
    flow = definite_assignment.Flow(name, parameter.name, functions)
    flow.statement(named.body, False)
    return OutParameter(pointer, named, not flow.read)
