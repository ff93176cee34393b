"""Constructors and predicates for nodes of the syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from copy import copy, deepcopy

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError, unsupported
from veriabs.core.source import DataModel, Task, Where
from veriabs.core.types import CType
from veriabs.frontend.dialect import operand
from veriabs.frontend.survey import pointed_to, walk
from veriabs.frontend.typed import literals


def assigned_first(name: str, following: Iterable[c_ast.Node]) -> bool:
    """Whether the first statement that mentions the variable sets it."""
    for item in following:
        if not any(isinstance(node, c_ast.ID) and node.name == name for node in walk(item)):
            continue
        start = item.init if isinstance(item, c_ast.For) else item
        match start:
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=target), rvalue=value) if target == name:
                return not any(isinstance(node, c_ast.ID) and node.name == name for node in walk(value))
            case _:
                return False
    return True


def written_at(node: c_ast.Node) -> Where | None:
    """The place of the node; generated nodes have none."""
    coord = node.coord
    return None if coord is None else Where(coord.file, coord.line, coord.column or 0)


def place_of(node: c_ast.Node, task: Task) -> Where:
    """The place of the node; generated nodes have the first line of the user's file."""
    return written_at(node) or Where(str(task.path), 1)


def unsupported_at(node: c_ast.Node | None, what: str) -> UnsupportedError:
    """The error for an unsupported construct at a node of the syntax tree."""
    coord = None if node is None else node.coord
    return unsupported(None if coord is None else f"{coord.file}:{coord.line}", what)


def declaring(ctype: c_ast.Node, name: str) -> c_ast.Node:
    """The type of a declaration, renamed to declare `name`."""
    made = copy(ctype)
    if isinstance(made, c_ast.TypeDecl):
        made.declname = name
    else:
        made.type = declaring(made.type, name)
    return made


def retyped(ctype: c_ast.Node, name: str | None, *, qualified: bool = False) -> c_ast.Node:
    """The type as the declaration of a name, or as a type alone; without qualifiers unless it is to be `qualified`."""
    copied = deepcopy(ctype)
    for node in walk(copied):
        if isinstance(node, c_ast.TypeDecl):
            node.declname, node.quals = name, node.quals if qualified else []
    return c_ast.Decl(name, [], [], [], [], copied, None, None) if name else c_ast.Typename(None, [], None, copied)


def number(value: int) -> c_ast.Constant:
    """The literal."""
    return c_ast.Constant("int", str(value))


def whole_number(node: c_ast.Node | None) -> int | None:
    """The value of a whole number in the text."""
    if not isinstance(node, c_ast.Constant) or "int" not in node.type:
        return None
    found = literals.number(node.value, DataModel.LP64)
    return None if found is None else int(found.value)


def call(name: str, *arguments: c_ast.Node) -> c_ast.FuncCall:
    """The call of a function by its name."""
    return c_ast.FuncCall(c_ast.ID(name), c_ast.ExprList(list(arguments)))


def define_records_once(tree: c_ast.FileAST) -> None:
    """Leaves the members of a struct, union or enum to its first declarator: `struct {int x;} a, b;` is one type."""
    defined: dict[int, c_ast.Node] = {}
    for node in walk(tree):
        match node:
            case c_ast.TypeDecl(type=type_) if operand(type_) is not None:
                continue
            case c_ast.TypeDecl(type=c_ast.Struct(decls=[*_]) | c_ast.Union(decls=[*_]) as record):
                pass
            case c_ast.TypeDecl(type=c_ast.Enum(values=c_ast.Node()) as record):
                pass
            case _:
                continue
        if id(record) in defined:
            record.name = record.name or f"veriabs_record_{len(defined)}"
            node.type = copy(record)
            setattr(node.type, "values" if isinstance(record, c_ast.Enum) else "decls", None)
        defined[id(record)] = record


def type_name(ctype: CType) -> c_ast.Typename:
    """The type as used in a cast."""
    return c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, c_ast.IdentifierType([ctype.name])))


def is_truth_value(node: c_ast.Node) -> bool:
    """Whether the expression is 0 or 1 because of its operator."""
    match node:
        case c_ast.BinaryOp(op="<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||") | c_ast.UnaryOp(op="!"):
            return True
        case _:
            return False


def is_void(node: c_ast.Node) -> bool:
    """Whether it is the type void, as that of an empty parameter list."""
    match node:
        case c_ast.Typename(type=ctype):
            return is_void(ctype)
        case c_ast.TypeDecl(type=c_ast.IdentifierType(names=["void"])):
            return True
        case _:
            return False


def base_type(node: c_ast.Node) -> c_ast.Node:
    """The type under all pointers, arrays and functions."""
    while isinstance(node, c_ast.TypeDecl | c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.FuncDecl):
        node = node.type
    return node


def parameters_of(function: c_ast.FuncDef | c_ast.Decl | c_ast.FuncDecl) -> list[c_ast.Node]:
    """The parameters of a function, with and without a name; none for `(void)`."""
    listed = function.args if isinstance(function, c_ast.FuncDecl) else getattr(function, "decl", function).type.args
    return [] if listed is None else [one for one in listed.params if not is_void(one)]


def used_functions(tree: c_ast.FileAST) -> frozenset[str]:
    """The functions whose result some call uses, or whose address is used elsewhere."""
    statements = c_ast.Compound | c_ast.If | c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.Label | c_ast.Case
    inside = ((node, child) for node in walk(tree) if isinstance(node, statements) for child in node)
    alone = {id(child) for node, child in inside if child is not _decides(node)}
    calls = (node for node in walk(tree) if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID))
    return frozenset({node.name.name for node in calls if id(node) not in alone} | pointed_to(tree))


def _decides(statement: c_ast.Node) -> c_ast.Node | None:
    """The expression whose value decides how a statement goes on: a test, or a returned value."""
    return statement.expr if isinstance(statement, c_ast.Case) else getattr(statement, "cond", None)


def implicit_return(function: c_ast.FuncDef, used: frozenset[str]) -> list[c_ast.Node]:
    """The end of a function's body: `return 0` in `main`; in another function a use of its result is an error."""
    last = function.body.block_items[-1:]
    if is_void(function.decl.type.type) or last and isinstance(last[0], c_ast.Return):
        return []
    if function.decl.name == "main":
        return [c_ast.Return(number(0))]
    return [call("VERIABS_UNRETURNED")] if function.decl.name in used else []


def silence(node: c_ast.FuncCall) -> c_ast.Node:
    """Replace a call that prints: the arguments are still evaluated; no code uses the result."""
    given = [part for part in (node.args.exprs if node.args else []) if not isinstance(part, c_ast.ID)]
    nothing = c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["void"])))
    return c_ast.Cast(nothing, c_ast.ExprList([*given, number(0)]))


def diverges(function: c_ast.FuncDef) -> bool:
    """Whether the function only loops forever if its parameter is 0."""
    parameters = [getattr(one, "name", None) for one in parameters_of(function)]
    match function.body.block_items:
        case [c_ast.If(cond=c_ast.UnaryOp(op="!", expr=c_ast.ID(name=name)), iftrue=spin, iffalse=None), *rest]:
            silent = all(isinstance(end, c_ast.Return | c_ast.EmptyStatement) and not list(end) for end in rest)
            return parameters == [name] and silent and _is_endless(spin)
        case _:
            return False


def _is_endless(node: c_ast.Node) -> bool:
    """Is it `LOOP: goto LOOP;`?"""
    match node:
        case c_ast.Compound(block_items=[c_ast.Label(name=name, stmt=c_ast.EmptyStatement()), c_ast.Goto(name=target)]):
            return bool(name == target)
        case c_ast.Compound(block_items=[only]):
            return _is_endless(only)
        case c_ast.Label(name=name, stmt=c_ast.Compound(block_items=[c_ast.Goto(name=target)])):
            return bool(name == target)
        case c_ast.Label(name=name, stmt=c_ast.Goto(name=target)):
            return bool(name == target)
        case _:
            return False


def each_child(node: c_ast.Node, change: Callable[[c_ast.Node], c_ast.Node]) -> None:
    """Replace every child of a node by the result of `change`."""
    for slot in node.__slots__:
        value = getattr(node, slot, None) if slot not in ("coord", "__weakref__") else None
        if isinstance(value, c_ast.Node):
            setattr(node, slot, change(value))
        elif isinstance(value, list):
            setattr(node, slot, [change(part) if isinstance(part, c_ast.Node) else part for part in value])


def has_designators(node: c_ast.InitList) -> bool:
    """Whether the list has designators, which may overwrite an earlier element with zero."""
    return any(isinstance(item, c_ast.NamedInitializer) for item in node.exprs)


def overwrites(node: c_ast.InitList) -> bool:
    """Whether an initialiser of a struct may set a member twice."""
    named = [item.name[0] for item in node.exprs if isinstance(item, c_ast.NamedInitializer)]
    names = {name.name for name in named if isinstance(name, c_ast.ID)}
    return bool(named) and len(names) < len(node.exprs)


def addressable(tree: c_ast.FileAST, names: Set[str]) -> None:
    """Let the address of these variables be taken."""
    for node in walk(tree):
        if isinstance(node, c_ast.Decl) and node.name in names:
            node.storage = [word for word in node.storage if word != "register"]
