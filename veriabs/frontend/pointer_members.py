"""Objects for the pointers inside a struct that a function receives, like those for its parameters."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from functools import partial

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.survey import called_names, walk

_CHARACTERS = ("char", "signed char", "unsigned char")

READING_TEXTS = frozenset(
    ("strlen", "strchr", "strrchr", "strcmp", "strcasecmp", "strstr", "strspn", "strcspn", "strpbrk", "strdup", "atoi",
     "atol", "atoll", "atof", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "puts", "fputs")
)  # fmt: skip
"""Functions that read each of their texts to its end."""


class Member(Struct, frozen=True):
    """A pointer in a struct, to objects of the type that `unit` spells; is it read as a text? `struct` is that type.

    `name` is `inner.p` for a member `p` of a struct in it. `changed`: the function, or one that it calls, sets a member
    of that name to another pointer, or takes its address. `converted`: the declared type is another one.
    """

    name: str
    unit: str
    text: bool = False
    struct: c_ast.Node | None = None
    changed: bool = False
    converted: bool = False

    @property
    def word(self) -> str:
        """The name as a part of another name."""
        return self.name.replace(".", "_")


def pointer_members(
    struct: c_ast.Node, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], shapes: Shapes
) -> Iterator[Member]:
    """The pointers to numbers or structs in a struct that a function (or a callee) uses, by their names."""
    whole = shapes.resolved(struct)
    if not isinstance(whole, c_ast.Struct):
        return
    bodies = [one.body for one in _reached(function, functions)]
    used, changed, texts = set[str](), set[str](), set[str]()
    for node in (node for body in bodies for node in walk(body)):
        match node:
            case c_ast.StructRef(field=c_ast.ID(name=name)):
                used.add(name)
            case c_ast.Assignment(op="=", lvalue=c_ast.StructRef(field=c_ast.ID(name=name))):
                changed.add(name)
            case c_ast.UnaryOp(op="&", expr=c_ast.StructRef(field=c_ast.ID(name=name))):
                changed.add(name)
            case c_ast.FuncCall(name=c_ast.ID(name=called), args=c_ast.ExprList(exprs=given)):
                texts |= {name for one in given for name in _member(one) if called in READING_TEXTS}
            case _:
                pass
    for way, one in _members(whole, shapes, ()):
        if not used.issuperset(way):
            continue
        name, is_changed = ".".join(way), one.name in changed
        if (struct := seen_as(partial(_is_member, name=one.name), one.type, bodies, shapes)) is not None:
            yield Member(name, str(CGenerator().visit(struct)), struct=struct, changed=is_changed, converted=True)
        elif (unit := _unit(one, shapes)) is not None:
            yield Member(name, unit, one.name in texts and unit in _CHARACTERS, changed=is_changed)
        elif (target := _struct(one, shapes)) is not None:
            yield Member(name, str(CGenerator().visit(target)), struct=target, changed=is_changed)


def _members(whole: c_ast.Struct, shapes: Shapes, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], c_ast.Decl]]:
    """The named members of a struct and of the structs in it, each with the way to it."""
    for one in shapes.members(whole):
        inner = shapes.resolved(one.type)
        if one.name and isinstance(inner, c_ast.Struct):
            yield from _members(inner, shapes, (*way, one.name))
        elif one.name:
            yield (*way, one.name), one


def reaches(
    struct: c_ast.Node,
    target: c_ast.Node,
    function: c_ast.FuncDef,
    functions: Mapping[str, c_ast.FuncDef],
    shapes: Shapes,
) -> bool:
    """Do pointer members that a function uses lead from a struct to one of the target's type?"""
    seen, waiting = list[c_ast.Node](), [struct]
    for one in waiting:
        for member in pointer_members(one, function, functions, shapes):
            if member.struct is None or any(is_same(member.struct, other, shapes) for other in seen):
                continue
            if is_same(member.struct, target, shapes):
                return True
            seen.append(member.struct)
            waiting.append(member.struct)
    return False


def is_same(one: c_ast.Node, other: c_ast.Node, shapes: Shapes) -> bool:
    """Are two types the same struct?"""
    first, second = shapes.resolved(one), shapes.resolved(other)
    if not isinstance(first, c_ast.Struct) or not isinstance(second, c_ast.Struct):
        return False
    members, others = shapes.members(first), shapes.members(second)
    return bool(members and others) and members[0] is others[0]


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


def seen_as(
    is_pointer: Callable[[c_ast.Node | None], bool], ctype: c_ast.Node, bodies: Sequence[c_ast.Node], shapes: Shapes
) -> c_ast.Node | None:
    """The only struct to whose type code converts a pointer to void or to another struct; None for several structs."""
    pointer = shapes.resolved(ctype)
    own = shapes.resolved(pointer.type) if isinstance(pointer, c_ast.PtrDecl) else None
    if own is None or not (isinstance(own, c_ast.Struct) or _is_void(own)):
        return None
    found = list[c_ast.Node]()
    for node in (node for body in bodies for node in walk(body)):
        match node:
            case c_ast.Cast(to_type=to, expr=one) if is_pointer(one):
                target = _pointee(to, shapes)
            case c_ast.Decl(type=to, init=one) if _is_void(own) and is_pointer(one):
                target = _pointee(to, shapes)
            case _:
                continue
        if target is not None and not any(is_same(target, other, shapes) for other in (own, *found)):
            found.append(target)
    return found[0] if len(found) == 1 else None


def _is_void(ctype: c_ast.Node | None) -> bool:
    return isinstance(ctype, c_ast.IdentifierType) and ctype.names == ["void"]


def _is_variable(node: c_ast.Node | None, name: str) -> bool:
    return isinstance(node, c_ast.ID) and node.name == name


def _is_member(node: c_ast.Node | None, name: str) -> bool:
    return isinstance(node, c_ast.StructRef) and node.field.name == name


def _pointee(ctype: c_ast.Node, shapes: Shapes) -> c_ast.Node | None:
    """The named struct that a type points to."""
    pointer = shapes.resolved(ctype)
    if not isinstance(pointer, c_ast.PtrDecl):
        return None
    target, inner = shapes.resolved(pointer.type), pointer.type
    while isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    known = isinstance(inner, c_ast.IdentifierType) or (isinstance(inner, c_ast.Struct) and inner.name)
    return inner if known and isinstance(target, c_ast.Struct) and shapes.members(target) else None


def _struct(member: c_ast.Decl, shapes: Shapes) -> c_ast.Node | None:
    """The struct that a member points to, by its tag or another name."""
    return _pointee(member.type, shapes) if _may_be_set(member, shapes) else None


def _may_be_set(member: c_ast.Decl, shapes: Shapes) -> bool:
    """Is it a pointer that is not constant?"""
    pointer = shapes.resolved(member.type)
    return isinstance(pointer, c_ast.PtrDecl) and "const" not in (*pointer.quals, *getattr(member.type, "quals", ()))


def _unit(member: c_ast.Decl, shapes: Shapes) -> str | None:
    """The type of the numbers that a member points to, bytes for `void`; None if it may not be set, or for others."""
    if not _may_be_set(member, shapes):
        return None
    pointer = shapes.resolved(member.type)
    assert isinstance(pointer, c_ast.PtrDecl)
    if _is_void(shapes.resolved(pointer.type)):
        return "char"
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
    return _with_parameters(function, plain)


def converted(function: c_ast.FuncDef, shapes: Shapes) -> dict[str, c_ast.Node]:
    """The structs that the body converts parameters to, by the names of these pointers to something else."""
    given = function.decl.type.args
    pointers = [one for one in (given.params if given else ()) if isinstance(getattr(one, "type", None), c_ast.PtrDecl)]
    found = (
        (one.name, seen_as(partial(_is_variable, name=one.name), one.type, [function.body], shapes)) for one in pointers
    )
    return {name: struct for name, struct in found if struct is not None}


def with_converted(function: c_ast.FuncDef, structs: Mapping[str, c_ast.Node]) -> c_ast.FuncDef:
    """The function with parameters as pointers to these structs."""
    given = function.decl.type.args
    return _with_parameters(function, [_pointing(one, structs) for one in given.params] if given is not None else [])


def _pointing(parameter: c_ast.Node, structs: Mapping[str, c_ast.Node]) -> c_ast.Node:
    if getattr(parameter, "name", None) not in structs:
        return parameter
    spelled, spelled_type = copy(parameter), copy(parameter.type)
    spelled_type.type = c_ast.TypeDecl(parameter.name, [], None, structs[parameter.name])
    spelled.type = spelled_type
    return spelled


def _with_parameters(function: c_ast.FuncDef, plain: list[c_ast.Node]) -> c_ast.FuncDef:
    given = function.decl.type.args
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
