"""Functions that gcc calls otherwise than the program's text says; nobody here reads such a program.

gcc computes some functions of the C library itself, whatever body the program gives them. It takes a library function
for what the program declares it to be, and an argument for what it is where no prototype converts it (C11 6.5.2.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import Task
from veriabs.core.types import INT, CType, IntType
from veriabs.core.typing_rules import promote
from veriabs.frontend.instrument.listing import whole_number
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.known import PROTOTYPES
from veriabs.frontend.nodes import is_truth_value, is_void
from veriabs.frontend.survey import walk

COMPUTED = frozenset(
    (
        *("abs", "labs", "llabs", "imaxabs", "fabs", "fabsf", "fabsl"),
        *("isascii", "isdigit", "toascii", "isnan", "isinf", "finite", "alloca", "bzero", "bcmp"),
    )
)
"""What gcc 12 never calls, at -O0 as little as at -O2, not even if the program defines it."""

ALLOCATING = frozenset(("malloc", "calloc", "realloc", "alloca"))
"""What gives objects of a size; its whole numbers are sizes."""


def refuse_misread(tree: c_ast.FileAST, task: Task) -> None:
    """Refuses a program with such a function; UnsupportedError with its place."""
    for node, what in _misread(tree, task):
        place = f"{node.coord.file}:{node.coord.line}" if node.coord else f"{task.path}:1"
        raise UnsupportedError(f"{place}: {what}")


def _misread(tree: c_ast.FileAST, task: Task) -> Iterator[tuple[c_ast.Node, str]]:
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    for name in sorted(functions.keys() & COMPUTED):
        if "static" not in functions[name].decl.storage:
            yield functions[name], f"definition of {name}, which the compiler computes by itself whatever its body says"
    library = PROTOTYPES.keys() - functions.keys()
    foreign = [node for node in _prototypes(tree) if node.name in library]
    unprotected = list(_unprotected(tree, functions))
    if not foreign and not unprotected:
        return
    shapes = Shapes(task.data_model)
    shapes.learn(tree)
    for node in foreign:
        if not _is_declared_alike(node, shapes):
            yield node, f"declaration of {node.name} that is not the C library's"
    whole = _whole_numbers(tree, shapes)
    for call, function in unprotected:
        if not _arrives(call, function, shapes, whole):
            yield call, f"call of {call.name.name} before its prototype, so that no argument is converted"


def _prototypes(tree: c_ast.FileAST) -> Iterator[c_ast.Decl]:
    return (node for node in walk(tree) if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl))


# -------------------------------------------------------------------------------------------------- library functions


def _is_declared_alike(node: c_ast.Decl, shapes: Shapes) -> bool:
    """Does a declaration say of a library function what the library says, as far as the machine can tell?"""
    spelled = PROTOTYPES[node.name].replace("__SIZE_TYPE__", "unsigned long")
    known = CParser().parse(f"{spelled};").ext[0]
    returns, wanted = _kind(node.type.type, shapes), _kind(known.type.type, shapes)
    if "void" not in (returns, wanted) and returns != wanted:
        return False
    if node.type.args is None:
        return True
    wanted = known.type.args.params
    if node.name == "printf" and not any(isinstance(one, c_ast.EllipsisParam) for one in node.type.args.params):
        wanted = wanted[:1]  # it prints, whatever it is told of its arguments
    listed = node.type.args.params
    return _alike(listed, wanted, shapes) or (node.name in ALLOCATING and _are_narrow(listed, wanted, shapes))


def _are_narrow(listed: list[c_ast.Node], wanted: list[c_ast.Node], shapes: Shapes) -> bool:
    """Are sizes declared as `unsigned`? What is above its bits, of which nobody says, makes objects larger at most."""
    kinds, known = ([_kind(one, shapes) for one in params] for params in (listed, wanted))
    return [kind.replace("64", "32") for kind in known] == kinds


def _alike(listed: list[c_ast.Node], wanted: list[c_ast.Node], shapes: Shapes) -> bool:
    """Are these parameters the same, but for their signs? Of what follows three dots nothing is said."""
    ones, twos = ([_kind(one, shapes) for one in params if not is_void(one)] for params in (listed, wanted))
    return [_unsigned(one) for one in ones] == [_unsigned(two) for two in twos]


def _unsigned(kind: str) -> str:
    return kind.removeprefix("signed ")


def _kind(node: c_ast.Node, shapes: Shapes) -> str:
    """How the machine hands over a value of a type."""
    match node:
        case c_ast.Decl() | c_ast.Typename() | c_ast.TypeDecl():
            return _kind(node.type, shapes)
        case c_ast.PtrDecl() | c_ast.ArrayDecl() | c_ast.FuncDecl():
            return "pointer"
        case c_ast.EllipsisParam():
            return "..."
        case c_ast.IdentifierType(names=["void"]):
            return "void"
        case c_ast.IdentifierType(names=[name]) if name in shapes.typedefs:
            return _kind(shapes.typedefs[name], shapes)
        case _:
            return _machine_type(shapes.arithmetic(node))


def _machine_type(ctype: CType | None) -> str:
    match ctype:
        case None:
            return "unknown"
        case IntType(bits=bits, signed=signed):
            return f"{'signed ' if signed else ''}{bits}"
        case _:
            return ctype.name


# ---------------------------------------------------------------------------------------------------------- arguments


def _unprotected(
    tree: c_ast.FileAST, functions: dict[str, c_ast.FuncDef]
) -> Iterator[tuple[c_ast.FuncCall, c_ast.FuncDef]]:
    """The calls of the program's functions that no prototype stands in front of."""
    known: set[str] = set()
    for node in walk(tree):
        match node:
            case c_ast.Decl(name=name, type=c_ast.FuncDecl(args=c_ast.ParamList(params=params))):
                if not any(isinstance(one, c_ast.ID) for one in params):
                    known.add(name)
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in functions and name not in known:
                function = functions[name]
                if node.args is not None or _parameters(function):
                    yield node, function
            case _:
                pass


def _parameters(function: c_ast.FuncDef) -> list[c_ast.Node]:
    args = function.decl.type.args
    return [one for one in args.params if not is_void(one)] if args is not None else []


def _whole_numbers(tree: c_ast.FileAST, shapes: Shapes) -> frozenset[str]:
    """The names that stand for an `int`, or what becomes one, wherever they are declared."""
    found: dict[str, bool] = {}
    for node in walk(tree):
        if isinstance(node, c_ast.Decl) and node.name is not None:
            found[node.name] = found.get(node.name, True) and _is_int(shapes.arithmetic(node.type))
    return frozenset(name for name, is_int in found.items() if is_int)


def _is_int(ctype: CType | None) -> bool:
    return ctype is not None and promote(ctype) == INT


def _arrives(
    node: c_ast.FuncCall, function: c_ast.FuncDef, shapes: Shapes, whole: Iterable[str]
) -> bool:
    """Are all arguments plainly the `int` that the function has parameters for?"""
    given, wanted = node.args.exprs if node.args else [], _parameters(function)
    if function.param_decls or len(given) != len(wanted):
        return False
    kept = (isinstance(one, c_ast.Decl) and shapes.arithmetic(one.type) == INT for one in wanted)
    return all(kept) and all(_is_plain(one, frozenset(whole)) for one in given)


def _is_plain(node: c_ast.Node, whole: frozenset[str]) -> bool:
    match node:
        case c_ast.Constant(type="char"):
            return True
        case c_ast.Constant(type="int"):
            return (whole_number(node) or 0) <= INT.highest
        case c_ast.ID(name=name):
            return name in whole
        case c_ast.UnaryOp(op="-" | "+" | "~", expr=inner):
            return _is_plain(inner, whole)
        case c_ast.BinaryOp(op="+" | "-" | "*" | "/" | "%" | "&" | "|" | "^", left=left, right=right):
            return _is_plain(left, whole) and _is_plain(right, whole)
        case _:
            return is_truth_value(node)
