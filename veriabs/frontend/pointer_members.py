"""Find the pointers inside a struct that a function receives; the harness makes objects for them, as for parameters."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.types import FloatType, IntType
from veriabs.frontend.nodes import declaring
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, Field, PointerType, RecordType, Type, Void, declaration_text, target

_CHARACTERS = ("char", "signed char", "unsigned char")

READING_TEXTS = frozenset(
    ("strlen", "strchr", "strrchr", "strcmp", "strcasecmp", "strstr", "strspn", "strcspn", "strpbrk", "strdup", "atoi",
     "atol", "atoll", "atof", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "puts", "fputs")
)  # fmt: skip
"""Functions that read each of their texts to its end."""


class PointerMember(Struct, frozen=True):
    """A pointer in a struct, to objects of a type.

    - `name`: the member's name; `inner.p` for a member p of a struct in it.
    - `unit`: the text of the type of the objects. `struct`: that type, if it is a struct.
    - `text`: the objects are read as strings.
    - `changed`: a reached function sets such a member to another pointer, or takes its address.
    - `converted`: code converts the pointer to this type; the declared one differs.
    """

    name: str
    unit: str
    text: bool = False
    struct: RecordType | None = None
    changed: bool = False
    converted: bool = False

    @property
    def word(self) -> str:
        """The name as a part of another name."""
        return self.name.replace(".", "_")


def pointer_members(struct: RecordType, reached: Sequence[c_ast.FuncDef], types: TypedTree) -> Iterator[PointerMember]:
    """The pointers to numbers or structs in a struct that the reached functions use, by their names."""
    bodies = [one.body for one in reached]
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
    for way, one in _members(struct, ()):
        if not used.issuperset(way):
            continue
        name, is_changed, pointed = ".".join(way), one.name in changed, target(one.type)
        if (seen := converted_struct(partial(_is_member, name=one.name), one.type, bodies, types)) is not None:
            yield PointerMember(name, declaration_text(seen), struct=seen, changed=is_changed, converted=True)
        elif one.constant or not isinstance(one.type, PointerType):
            continue
        elif isinstance(pointed, RecordType) and _is_named(pointed):
            yield PointerMember(name, _unit(one, pointed), struct=pointed, changed=is_changed)
        elif isinstance(pointed, Void | IntType | FloatType) and (unit := _unit(one, pointed)):
            yield PointerMember(name, unit, one.name in texts and unit in _CHARACTERS, changed=is_changed)


def number_members(struct: RecordType, reached: Sequence[c_ast.FuncDef]) -> Iterator[tuple[str, IntType]]:
    """The integers in a struct that the reached functions use, by their names."""
    nodes = (node for one in reached for node in walk(one.body) if isinstance(node, c_ast.StructRef))
    used = {node.field.name for node in nodes}
    for way, one in _members(struct, ()):
        if isinstance(one.type, Address) or not used.issuperset(way):
            continue
        if isinstance(one.type, IntType) and one.width is None and not one.constant:
            yield ".".join(way), one.type


def _members(whole: RecordType, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Field]]:
    """The named members of a struct and of the structs in it, each with the names of the structs that contain it."""
    for one in whole.fields or ():
        if one.name.startswith("<"):
            continue
        if isinstance(one.type, RecordType) and not one.type.union:
            yield from _members(one.type, (*way, one.name))
        else:
            yield (*way, one.name), one


def points_to_struct(
    struct: RecordType, wanted: RecordType, reached: Sequence[c_ast.FuncDef], types: TypedTree
) -> bool:
    """Do pointer members that the reached functions use lead from a struct to one of the wanted type?"""
    waiting = [struct]
    for one in waiting:
        for member in pointer_members(one, reached, types):
            if member.struct is wanted:
                return True
            if member.struct is not None and member.struct not in waiting[1:]:
                waiting.append(member.struct)
    return False


def _member(node: c_ast.Node) -> Iterator[str]:
    if isinstance(node, c_ast.StructRef):
        yield node.field.name


def converted_struct(
    is_pointer: Callable[[c_ast.Node | None], bool], ctype: Type | None, bodies: Sequence[c_ast.Node], types: TypedTree
) -> RecordType | None:
    """The only struct to whose type code converts a pointer to void or to another struct; None for several structs."""
    own = target(ctype) if isinstance(ctype, PointerType) else None
    if not isinstance(own, Void | RecordType) or (isinstance(own, RecordType) and own.union):
        return None
    found = list[RecordType]()
    for node in (node for body in bodies for node in walk(body)):
        match node:
            case c_ast.Cast(to_type=to, expr=one) if is_pointer(one):
                seen = types.read(to)
            case c_ast.Decl(init=one) if isinstance(own, Void) and is_pointer(one):
                seen = types.read(node)
            case _:
                continue
        struct = target(seen) if isinstance(seen, PointerType) else None
        if isinstance(struct, RecordType) and _is_named(struct) and struct not in (own, *found):
            found.append(struct)
    return found[0] if len(found) == 1 else None


def _is_named(struct: RecordType) -> bool:
    """Whether it is a struct with members and a name."""
    return bool(struct.fields and not struct.union and declaration_text(struct))


def _is_variable(node: c_ast.Node | None, name: str) -> bool:
    return isinstance(node, c_ast.ID) and node.name == name


def _is_member(node: c_ast.Node | None, name: str) -> bool:
    return isinstance(node, c_ast.StructRef) and node.field.name == name


def _unit(member: Field, pointed: Type) -> str:
    """The name of the type that a member points to, as the user wrote it; bytes for `void`, empty for an `enum`."""
    if isinstance(pointed, Void):
        return "char"
    match member.declared:
        case c_ast.Decl(type=c_ast.PtrDecl(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)))):
            return " ".join(names)
        case c_ast.Decl(type=c_ast.PtrDecl(type=c_ast.TypeDecl(type=c_ast.Enum()))):
            return ""
        case _:
            return declaration_text(pointed)


# ------------------------------------------------------------------------------------------- names of pointer types


def with_plain_pointers(function: c_ast.FuncDef, tree: c_ast.FileAST) -> c_ast.FuncDef:
    """The function with parameters spelled as pointers whose types are names of pointers to objects."""
    given = function.decl.type.args
    plain = [_plain_pointer(one, tree) for one in given.params] if given is not None else []
    return _with_parameters(function, plain)


def converted_parameters(function: c_ast.FuncDef, types: TypedTree) -> dict[str, RecordType]:
    """The structs that the body converts parameters to, by the names of these pointers to something else."""
    given = function.decl.type.args
    pointers = [one for one in (given.params if given else ()) if isinstance(getattr(one, "type", None), c_ast.PtrDecl)]
    found = (
        (one.name, converted_struct(partial(_is_variable, name=one.name), types.read(one), [function.body], types))
        for one in pointers
    )
    return {name: struct for name, struct in found if struct is not None}


def with_struct_pointers(function: c_ast.FuncDef, structs: Mapping[str, RecordType]) -> c_ast.FuncDef:
    """The function with parameters as pointers to these structs."""
    given = function.decl.type.args
    return _with_parameters(function, [_pointing(one, structs) for one in given.params] if given is not None else [])


def _pointing(parameter: c_ast.Node, structs: Mapping[str, RecordType]) -> c_ast.Node:
    if getattr(parameter, "name", None) not in structs:
        return parameter
    spelled, spelled_type = copy(parameter), copy(parameter.type)
    spelled_type.type = c_ast.TypeDecl(parameter.name, [], None, _struct_declarator(structs[parameter.name]))
    spelled.type = spelled_type
    return spelled


def _struct_declarator(struct: RecordType) -> c_ast.Node:
    """The name of a struct as a part of a declaration."""
    return c_ast.IdentifierType([struct.alias]) if struct.alias else c_ast.Struct(struct.tag, None)


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
    known = resolve_typedef(parameter.type, tree)
    if known is parameter.type or not isinstance(known, c_ast.PtrDecl) or calls(known, tree):
        return parameter
    spelled = copy(parameter)
    spelled.type = declaring(known, parameter.name)
    return spelled


def calls(ctype: c_ast.Node, tree: c_ast.FileAST) -> bool:
    """Whether it is a pointer to a function; the value of such a parameter may be any function or null."""
    return isinstance(ctype, c_ast.PtrDecl) and isinstance(resolve_typedef(ctype.type, tree), c_ast.FuncDecl)


def resolve_typedef(ctype: c_ast.Node, tree: c_ast.FileAST) -> c_ast.Node:
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
            if inner is not None and isinstance(resolve_typedef(inner, tree), c_ast.PtrDecl):
                yield f"*{one.name}"
