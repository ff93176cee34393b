"""Objects for the pointers inside a struct that a function receives, like those for its parameters."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from copy import copy, deepcopy

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.survey import STEPS, called_names, walk

_CHARACTERS = ("char", "signed char", "unsigned char")

READING_TEXTS = frozenset(
    ("strlen", "strchr", "strrchr", "strcmp", "strcasecmp", "strstr", "strspn", "strcspn", "strpbrk", "strdup", "atoi",
     "atol", "atoll", "atof", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "puts", "fputs")
)  # fmt: skip
"""Functions that read each of their texts to its end."""


class Member(Struct, frozen=True):
    """A pointer in a struct, to objects of the type that `unit` spells; is it read as a text? `struct` is that type."""

    name: str
    unit: str
    text: bool = False
    struct: c_ast.Node | None = None


def pointer_members(
    around: Sequence[c_ast.Node], function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], shapes: Shapes
) -> Iterator[Member]:
    """The pointers to numbers or other structs in a struct that a function (or a callee) uses, and none of them sets.

    The struct is the last one `around`, which the others lead to. Members are identified by name; one that is set
    anywhere is left out.
    """
    whole = shapes.resolved(around[-1])
    if not isinstance(whole, c_ast.Struct):
        return
    bodies = [one.body for one in _reached(function, functions)]
    used, changed, texts = set[str](), set[str](), set[str]()
    for node in (node for body in bodies for node in walk(body)):
        match node:
            case c_ast.StructRef(field=c_ast.ID(name=name)):
                used.add(name)
            case c_ast.Assignment(lvalue=c_ast.StructRef(field=c_ast.ID(name=name))):
                changed.add(name)
            case c_ast.UnaryOp(op=op, expr=c_ast.StructRef(field=c_ast.ID(name=name))) if op == "&" or op in STEPS:
                changed.add(name)
            case c_ast.FuncCall(name=c_ast.ID(name=called), args=c_ast.ExprList(exprs=given)):
                texts |= {name for one in given for name in _member(one) if called in READING_TEXTS}
            case _:
                pass
    for one in shapes.members(whole):
        unit = _unit(one, shapes) if one.name in used - changed else None
        if unit is not None:
            yield Member(one.name, unit, one.name in texts and unit in _CHARACTERS)
        elif one.name in used - changed and (struct := _struct(one, around, shapes)) is not None:
            yield Member(one.name, str(CGenerator().visit(struct)), struct=struct)


def _member(node: c_ast.Node) -> Iterator[str]:
    if isinstance(node, c_ast.StructRef):
        yield node.field.name


def _reached(function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]) -> list[c_ast.FuncDef]:
    """The function and all functions that it calls by name."""
    found, names = [function], {function.decl.name}
    for one in found:
        for name in called_names(one.body):
            if name in functions and name not in names:
                names.add(name)
                found.append(functions[name])
    return found


def _struct(member: c_ast.Decl, around: Sequence[c_ast.Node], shapes: Shapes) -> c_ast.Node | None:
    """The struct that a member points to, by its tag or another name; none of those `around`: there may be any number.
    """
    pointer = shapes.resolved(member.type)
    if not isinstance(pointer, c_ast.PtrDecl) or "const" in (*pointer.quals, *getattr(member.type, "quals", ())):
        return None
    target, inner = shapes.resolved(pointer.type), pointer.type
    while isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    known = isinstance(inner, c_ast.IdentifierType) or (isinstance(inner, c_ast.Struct) and inner.name)
    members = shapes.members(target) if known and isinstance(target, c_ast.Struct) else []
    others = [shapes.members(one) for one in map(shapes.resolved, around) if isinstance(one, c_ast.Struct)]
    return inner if members and not any(one[0] is members[0] for one in others if one) else None


def _unit(member: c_ast.Decl, shapes: Shapes) -> str | None:
    """The type of the numbers that a member points to; None if it is none that may be set, or points to others."""
    pointer = shapes.resolved(member.type)
    if not isinstance(pointer, c_ast.PtrDecl) or "const" in (*pointer.quals, *getattr(member.type, "quals", ())):
        return None
    inner = pointer.type
    while isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    named = isinstance(inner, c_ast.IdentifierType) and shapes.arithmetic(pointer.type) is not None
    return str(CGenerator().visit(inner)) if named else None


# ------------------------------------------------------------------------------------------- names of pointer types


def with_plain_pointers(function: c_ast.FuncDef, tree: c_ast.FileAST) -> c_ast.FuncDef:
    """The function with parameters spelled as pointers whose types are names of pointers to objects."""
    given = function.decl.type.args
    plain = [_plain_pointer(one, tree) for one in given.params] if given is not None else []
    if given is None or all(map(operator.is_, plain, given.params)):
        return function
    args = c_ast.ParamList(plain, given.coord)
    decl = copy(function.decl)
    decl.type = c_ast.FuncDecl(args, function.decl.type.type, function.decl.type.coord)
    return c_ast.FuncDef(decl, function.param_decls, function.body, function.coord)


def _plain_pointer(parameter: c_ast.Node, tree: c_ast.FileAST) -> c_ast.Node:
    if not isinstance(parameter, c_ast.Decl):
        return parameter
    known = resolved(parameter.type, tree)
    if known is parameter.type or not isinstance(known, c_ast.PtrDecl) or calls(known, tree):
        return parameter
    pointer = deepcopy(known)
    next(node for node in walk(pointer) if isinstance(node, c_ast.TypeDecl)).declname = parameter.name
    spelled = copy(parameter)
    spelled.type = pointer
    return spelled


def calls(ctype: c_ast.Node, tree: c_ast.FileAST) -> bool:
    """Is it a pointer to a function, whose value is a number of any function, or none?"""
    return isinstance(ctype, c_ast.PtrDecl) and isinstance(resolved(ctype.type, tree), c_ast.FuncDecl)


def resolved(ctype: c_ast.Node, tree: c_ast.FileAST) -> c_ast.Node:
    """The definition of a type name of the file; other types are returned unchanged."""
    named = {node.name: node.type for node in tree.ext if isinstance(node, c_ast.Typedef)}
    found = ctype
    while isinstance(found, c_ast.TypeDecl) and isinstance(found.type, c_ast.IdentifierType):
        if found.type.names[0] not in named:
            return ctype
        found = named[found.type.names[0]]
    return found


def sizable(function: c_ast.FuncDef, tree: c_ast.FileAST) -> Iterator[str]:
    """The parameters of a function that can get an object of a given size; `*p` for pointers to pointers."""
    given = function.decl.type.args
    for one in [] if given is None else given.params:
        if isinstance(one, c_ast.Decl) and one.name is not None:
            yield one.name
            inner = one.type.type if isinstance(one.type, c_ast.PtrDecl | c_ast.ArrayDecl) else None
            if inner is not None and isinstance(resolved(inner, tree), c_ast.PtrDecl):
                yield f"*{one.name}"
