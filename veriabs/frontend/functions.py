"""Reject programs in which gcc calls functions differently than the text says.

gcc computes some C library functions itself, whatever body the program gives them. It assumes that a declaration of a
library function is right, and converts no argument without a prototype (C11 6.5.2.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast
from pycparser.c_parser import CParser

from veriabs.core.types import INT, FloatType, IntType
from veriabs.core.typing_rules import promote
from veriabs.frontend.known_functions import PROTOTYPES
from veriabs.frontend.nodes import parameters_of, unsupported_at
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree, typed
from veriabs.frontend.typed.types import Address, ArrayOf, FunctionType, PointerType, Type, Void

COMPUTED = frozenset(
    (
        *("abs", "labs", "llabs", "imaxabs", "fabs", "fabsf", "fabsl"),
        *("isascii", "isdigit", "toascii", "isnan", "isinf", "finite", "alloca", "bzero", "bcmp"),
    )
)
"""Functions that gcc 12 never calls, at -O0 as at -O2, even if the program defines them."""

ALLOCATING = frozenset(("malloc", "calloc", "realloc", "alloca"))
"""Functions that allocate objects of a given size; their integer arguments are sizes."""


def refuse_misread(tree: c_ast.FileAST, types: TypedTree) -> None:
    """Refuses a program with such a function; UnsupportedError with its place."""
    for node, what in _misused_functions(tree, types):
        raise unsupported_at(node, what)


def _misused_functions(tree: c_ast.FileAST, types: TypedTree) -> Iterator[tuple[c_ast.Node, str]]:
    functions = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    for name in sorted(functions.keys() & COMPUTED):
        if "static" not in functions[name].decl.storage:
            yield functions[name], f"definition of {name}, which the compiler computes by itself whatever its body says"
    library = PROTOTYPES.keys() - functions.keys()
    foreign = [node for node in _prototypes(tree) if node.name in library]
    for node in foreign:
        if not is_declared_alike(node.name, types.of(node), PROTOTYPES[node.name], types):
            yield node, f"declaration of {node.name} that is not the C library's"
    for call, function in _unprotected(tree, functions):
        if not _has_int_arguments(call, function, types):
            yield call, f"call of {call.name.name} before its prototype, so that no argument is converted"


def _prototypes(tree: c_ast.FileAST) -> Iterator[c_ast.Decl]:
    return (node for node in walk(tree) if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl))


# -------------------------------------------------------------------------------------------------- library functions


def is_declared_alike(name: str, declared: Type | None, prototype: str, types: TypedTree) -> bool:
    """Whether a declaration of a library function agrees with the library, as far as the calling convention matters."""
    if not isinstance(declared, FunctionType) or declared.declarator is None:
        return False
    spelled = CParser().parse(f"{prototype.replace('__SIZE_TYPE__', 'unsigned long')};")
    known, library = spelled.ext[0], typed(spelled, types.data_model)
    returns, wanted = _kind(declared.returns), _kind(library.result(known))
    if "void" not in (returns, wanted) and returns != wanted:
        return False
    listed = declared.declarator.args
    if listed is None or all(isinstance(one, c_ast.ID) for one in listed.params):  # no prototype
        return True
    ones, twos = _kinds(declared.declarator, types), _kinds(known, library)
    if name == "printf" and "..." not in ones:
        twos = twos[:1]  # it only prints, whatever type its arguments have
    # Sizes that are declared as `unsigned` lack higher bits, which could only make objects larger.
    narrow = name in ALLOCATING and [kind.replace("64", "32") for kind in twos] == ones
    return narrow or [_unsigned(one) for one in ones] == [_unsigned(two) for two in twos]


def _kinds(node: c_ast.Decl | c_ast.FuncDecl, types: TypedTree) -> list[str]:
    """How the machine passes each argument of a function; those after `...` do not matter."""
    return ["..." if isinstance(one, c_ast.EllipsisParam) else _kind(types.of(one)) for one in parameters_of(node)]


def _unsigned(kind: str) -> str:
    return kind.removeprefix("signed ")


def _kind(ctype: Type | None) -> str:
    """How the machine passes a value of a type: as an integer of some width, a float, or in memory."""
    match ctype:
        case PointerType() | ArrayOf() | FunctionType() | Address():
            return "pointer"
        case Void():
            return "void"
        case IntType(bits=bits, signed=signed):
            return f"{'signed ' if signed else ''}{bits}"
        case FloatType(name=name):
            return name
        case _:
            return "unknown"


# ---------------------------------------------------------------------------------------------------------- arguments


def _unprotected(
    tree: c_ast.FileAST, functions: dict[str, c_ast.FuncDef]
) -> Iterator[tuple[c_ast.FuncCall, c_ast.FuncDef]]:
    """The calls of the program's functions without a preceding prototype."""
    known: set[str] = set()
    for node in walk(tree):
        match node:
            case c_ast.Decl(name=name, type=c_ast.FuncDecl(args=c_ast.ParamList(params=params))):
                if not any(isinstance(one, c_ast.ID) for one in params):
                    known.add(name)
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in functions and name not in known:
                function = functions[name]
                if node.args is not None or parameters_of(function):
                    yield node, function
            case _:
                pass


def _has_int_arguments(node: c_ast.FuncCall, function: c_ast.FuncDef, types: TypedTree) -> bool:
    """Whether every argument has type `int` after promotion, as the parameters of the function do."""
    given, wanted = node.args.exprs if node.args else [], parameters_of(function)
    if function.param_decls or len(given) != len(wanted):
        return False
    promoted = [types.number(one) for one in given]
    return all(types.number(one) == INT for one in wanted) and all(one and promote(one) == INT for one in promoted)
