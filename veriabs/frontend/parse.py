"""Parse preprocessed text to a syntax tree of pycparser, and expand abbreviations in it.

    a ?: b            a ? a : b, where a has no effect
    __func__          the name of the function, as a literal
    _Generic(a, ...)  the operand for the type of a
    (double)0.1L      the double nearest to the long double
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from fractions import Fraction
from itertools import count, islice

from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import DataModel, Task
from veriabs.frontend.dialect import MAIN, SAME, TYPEOF
from veriabs.frontend.library import ALIASES, FUNCTIONS, INTRINSICS
from veriabs.frontend.nodes import each_child
from veriabs.frontend.survey import has_effect, walk
from veriabs.frontend.typed.tree import TypedTree, typed

_BUILTIN_TYPES = re.compile(r"\b(?:__builtin_va_list|__gnuc_va_list)\b")
_COMPILERS = re.compile(rf"\b(?:offsetof|__builtin_\w+|{'|'.join(INTRINSICS)})\b")
_OVERFLOW = re.compile(r"__builtin_([su])(add|sub|mul)(l{0,2})_overflow")
_OTHERS = {"offsetof": "__builtin_offsetof", "__builtin_trap": "abort", **INTRINSICS} | {
    f"__builtin_{sign}{name}{size}_overflow": f"__builtin_{name}_overflow"
    for sign in "su"
    for name in ("add", "sub", "mul")
    for size in ("", "l", "ll")
} | {
    built_in: name for name in FUNCTIONS if (built_in := f"__builtin_{name}") not in FUNCTIONS.keys() | ALIASES.keys()
}
"""Replacement names: the compiler's for names the parser has, and standard ones for functions of tools."""
FUNCTION_NAMES = frozenset(("__PRETTY_FUNCTION__", "__FUNCTION__", "__func__"))
_FUNCTION_NAME = re.compile(rf"\b(?:{'|'.join(sorted(FUNCTION_NAMES))})\b")
_PLACE = re.compile(r"^(.*?):(\d+)(?::\d+)?: (.*)$", re.DOTALL)


MOST_TOKENS = 400_000
"""Words, numbers and signs of a program, without comments and unused system headers: about 40,000 lines."""

_TOKEN = re.compile(r"\w+|[^\w\s]")


def parse(text: str, task: Task) -> c_ast.FileAST:
    """Parse preprocessed text; a syntax error is an InputError with file:line, too much text an UnsupportedError."""
    if len(text) > MOST_TOKENS and next(islice(_TOKEN.finditer(text), MOST_TOKENS, None), None) is not None:
        raise UnsupportedError(f"{task.path}:1: the program is longer than {MOST_TOKENS:,} words and signs")
    prelude = ""
    if _BUILTIN_TYPES.search(text):
        prelude = '# 1 "<built-in>"\ntypedef int __builtin_va_list;\n'
    if task.others and (found := _FUNCTION_NAME.search(text)):
        raise UnsupportedError(f"{task.path}:1: not supported: {found[0]} in a program of several files")
    parser = CParser()
    try:
        with uncollected():
            return expand_shorthand(
                _restored(parser.parse(prelude + text, str(task.path)), text), text, task.data_model
            )
    except ParseError as error:
        raise InputError(_message(str(error), task)) from error
    except RecursionError as error:
        token = parser.clex.token()  # the parser asks for no more than it needs
        place = f"{parser.clex.filename}:{token.lineno}" if token else task.path
        raise InputError(f"{place}: the code is nested too deeply to be parsed") from error


def _restored(tree: c_ast.FileAST, text: str) -> c_ast.FileAST:
    """Restore the original names of called functions, unless the program defines them."""
    if named := _OTHERS.keys() & set(_COMPILERS.findall(text)):
        own = _declared_names(tree)
        names = {name: _OTHERS[name] for name in named if not {name, _OTHERS[name]} & own}
        for node in walk(tree):
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
                _convert_operands(node)
                node.name.name = names.get(node.name.name, node.name.name)
    return tree


def _convert_operands(node: c_ast.FuncCall) -> None:
    """Converts the operands of functions such as `__builtin_smul_overflow` to the type in its name."""
    found = _OVERFLOW.fullmatch(node.name.name)
    if found and node.args and len(node.args.exprs) == 3:
        words = [*(["unsigned"] if found[1] == "u" else []), *(["long"] * len(found[3]) or ["int"])]
        named = c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(words)))
        node.args.exprs[:2] = [c_ast.Cast(deepcopy(named), one, one.coord) for one in node.args.exprs[:2]]


def _declared_names(tree: c_ast.FileAST) -> set[str]:
    """The names that the program declares, except functions without definition."""
    declared = (node for node in walk(tree) if isinstance(node, c_ast.Decl) and node.name)
    variables = {node.name for node in declared if not isinstance(node.type, c_ast.FuncDecl)}
    return variables | {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}


def _message(text: str, task: Task) -> str:
    place = _PLACE.match(text)
    if not place:
        return f"{task.path}: syntax error at the end of the file"
    file, line, rest = place.groups()
    return f"{file}:{line}: syntax error {rest}"


@contextmanager
def uncollected() -> Iterator[None]:
    """Keeps the garbage collector from going through a large tree again and again, which would double the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


_MANTISSA, _DOUBLE_MANTISSA, _SMALLEST = 64, 53, -1022
"""Bits of the mantissas of a long double and of a double, and the least exponent of a double without leading zeros."""


def expand_shorthand(tree: c_ast.FileAST, text: str, data_model: DataModel) -> c_ast.FileAST:
    """Expand abbreviations; changes the tree."""
    if SAME in text:
        numbers = count()
        for node in reversed(list(walk(tree))):  # operands first
            each_child(node, lambda inner: _expand_omitted_operand(inner, numbers))
    if any(name in text for name in FUNCTION_NAMES):
        for function in (node for node in tree.ext if isinstance(node, c_ast.FuncDef)):
            name = "main" if function.decl.name == MAIN else function.decl.name
            for node in walk(function.body):
                each_child(node, lambda inner, name=name: _expand_function_name(inner, name))  # type: ignore[misc]
    if "_Generic" in text:
        types = typed(tree, data_model)
        for node in reversed(list(walk(tree))):
            each_child(node, lambda inner: _selected(inner, types))
    for node in _rounded(tree):
        node.expr = c_ast.Constant("double", repr(_as_double(node.expr.value)), node.expr.coord)
    return tree


def _expand_omitted_operand(node: c_ast.Node, numbers: Iterator[int]) -> c_ast.Node:
    """The conditional; an operand with effects is evaluated once, in a statement expression."""
    if not isinstance(node, c_ast.TernaryOp) or getattr(node.iftrue, "name", "") != SAME:
        return node
    if not has_effect(node.cond):
        return c_ast.TernaryOp(node.cond, deepcopy(node.cond), node.iffalse, node.coord)
    kept = f"{SAME}_{next(numbers)}"
    text = f"int f(void) {{ ({{ struct {TYPEOF}{kept} {{ char m[sizeof(0)]; }} {kept} = 0; {kept} ? {kept} : 0; }}); }}"
    whole = CParser().parse(text).ext[0].body.block_items[0]
    for part in walk(whole):
        part.coord = node.coord
    declared, chosen = whole.block_items
    declared.init, chosen.iffalse = node.cond, node.iffalse
    declared.type.type.decls[0].type.dim.expr = deepcopy(node.cond)
    return whole


def _selected(node: c_ast.Node, types: TypedTree) -> c_ast.Node:
    """The operand that `_Generic` selects by a number (C11 6.5.1.1); types of pointers lack their qualifiers."""
    if not isinstance(node, c_ast.GenericSelection) or node.expr in types.bit_fields:
        return node
    own, plain = types.number(node.expr), [one for one in node.associations if one.type and not one.type.quals]
    fitting = [one for one in plain if types.number(one.type) == own]
    fitting = fitting or [one for one in node.associations if one.type is None]
    return fitting[0].expr if own is not None and len(fitting) == 1 else node


def _expand_function_name(node: c_ast.Node, name: str) -> c_ast.Node:
    if isinstance(node, c_ast.ID) and node.name in FUNCTION_NAMES:
        return c_ast.Constant("string", f'"{name}"', node.coord)
    return node


def _rounded(tree: c_ast.FileAST) -> Iterator[c_ast.Cast]:
    """The conversions of long constants to double."""
    for node in walk(tree):
        if isinstance(node, c_ast.Cast) and isinstance(node.expr, c_ast.Constant) and node.expr.type == "long double":
            named = getattr(getattr(node.to_type, "type", None), "type", None)
            digits = node.expr.value
            if getattr(named, "names", None) == ["double"] and "x" not in digits.lower() and _as_double(digits) > 0:
                yield node


def _as_double(text: str) -> float:
    """The double next to the long double next to a decimal constant; 0 for one that is beyond both ends."""
    value = Fraction(text.rstrip("lL"))
    long = _nearest(value, _MANTISSA)
    if not Fraction(2) ** _SMALLEST <= long < Fraction(2) ** 1024:
        return 0.0
    nearest = _nearest(long, _DOUBLE_MANTISSA)
    return float(nearest) if nearest < Fraction(2) ** 1024 else 0.0


def _nearest(value: Fraction, bits: int) -> Fraction:
    """The nearest number with a mantissa of `bits` bits, the even one of two."""
    if value == 0:
        return value
    exponent = value.numerator.bit_length() - value.denominator.bit_length() - bits
    unit = Fraction(2) ** exponent
    while value / unit >= 1 << bits:
        unit *= 2
    while value / unit < 1 << (bits - 1):
        unit /= 2
    return round(value / unit) * unit
