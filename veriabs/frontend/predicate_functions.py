"""Expand calls of the program's own predicates in clauses, as a preprocessor expands macros.

A predicate is a function that only computes a truth value from its parameters:
`bool in_range(size_t i, size_t n) { return i <= n; }`. Its expression replaces the call, with each argument in
parentheses and converted to the type of its parameter. Everything that reads clauses then reads the expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy

from msgspec import Struct
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.copying import replace
from veriabs.frontend.contract.annotations import Clause
from veriabs.frontend.contract.contract import SIZED
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.dialect import end_of_argument
from veriabs.frontend.linking import rename_words
from veriabs.frontend.nodes import base_type, each_child, is_truth_value, parameters_of, retyped
from veriabs.frontend.survey import walk
from veriabs.frontend.unused_declarations import WORD

_TRUTH = ("_Bool", "bool")
_LOGICAL = {"&": "&&", "|": "||"}
_BINDS = ("__CPROVER_forall", "__CPROVER_exists")

Functions = Mapping[str, c_ast.FuncDef]


class _PredicateText(Struct, frozen=True):
    """The expression of a predicate, and the types of its parameters."""

    text: str
    types: Mapping[str, str]


def expand(clause: Clause, functions: Functions, function: c_ast.FuncDef | None) -> Clause:
    """The clause of a function without calls of predicates."""
    if function is None or clause.notation is not Notation.CPROVER or any(word in clause.text for word in _BINDS):
        return clause
    types = dict(zip(clause.parameters, _types(function).values(), strict=False))
    return replace(clause, text=_expand(clause.text, functions, types, ()))


def _expand(text: str, functions: Functions, types: Mapping[str, str], inside: tuple[str, ...]) -> str:
    """The text with expanded calls; `types` are those of the variables that it may name, `inside` open expansions."""
    result, position = "", 0
    for word in WORD.finditer(text):
        name, begin = word[0], word.end() + len(text[word.end() :]) - len(text[word.end() :].lstrip())
        if word.start() < position or name not in functions or name in inside or text[begin : begin + 1] != "(":
            continue
        end, predicate = end_of_argument(text, begin + 1), _predicate(functions, name)
        given = list(_arguments(text[begin + 1 : end - 1]))
        if predicate is None or len(given) != len(predicate.types):
            continue
        arguments = [_expand(one, functions, types, inside) for one in given]
        passed = [_passed(one, ctype, types) for one, ctype in zip(arguments, predicate.types.values(), strict=True)]
        body = _expand(predicate.text, functions, predicate.types, (*inside, name))
        if None in passed or set(WORD.findall(body)) & (types.keys() - predicate.types.keys()):
            continue  # a variable of the caller would hide a global one of the predicate
        by_name = dict(zip(predicate.types, map(str, passed), strict=True))
        result += f"{text[position : word.start()]}({rename_words(body, by_name)})"
        position = end
    return result + text[position:]


def _arguments(text: str) -> Iterator[str]:
    position = 0
    while position < len(text):
        end = end_of_argument(text, position, ",")
        yield text[position : end - (text[end - 1] == ",")].strip()
        position = end


def _passed(argument: str, ctype: str, types: Mapping[str, str]) -> str | None:
    """An argument as the parameter has it; None if the conversion is not known."""
    if types.get(argument) == ctype:
        return f"({argument})"
    if ctype.endswith("*"):
        return None
    return f"(({argument}) != 0)" if ctype in _TRUTH else f"(({ctype})({argument}))"


def _types(function: c_ast.FuncDef) -> dict[str, str]:
    """The types of the named parameters, without qualifiers."""
    named = [one for one in parameters_of(function) if getattr(one, "name", None)]
    return {one.name: _type_text(one.type) for one in named}


def _type_text(ctype: c_ast.Node) -> str:
    return str(CGenerator().visit(retyped(ctype, None)))


def _predicate(functions: Functions, name: str) -> _PredicateText | None:
    """The function as an expression, if it only computes one."""
    function = functions[name]
    returned = _type_text(function.decl.type.type)
    match function.body.block_items:
        case [c_ast.Return(expr=c_ast.Node() as value)]:
            pass
        case [c_ast.Decl(name=local, init=c_ast.Node() as value, type=ctype), c_ast.Return(expr=c_ast.ID(name=given))]:
            if local != given or _type_text(ctype) != returned:
                return None
        case _:
            return None
    value = _logical(deepcopy(value), functions)
    is_integer = isinstance(base_type(function.decl.type.type), c_ast.IdentifierType | c_ast.Enum)
    if returned not in _TRUTH and not (is_integer and "*" not in returned and _is_truth(value, functions)):
        return None
    text = str(CGenerator().visit(value))
    types = _types(function)
    has_string = any(isinstance(one, c_ast.Constant) and one.type == "string" for one in walk(value))
    if has_string or len(types) != len(parameters_of(function)):
        return None
    return _PredicateText(text if _is_truth(value, functions) else f"({text}) != 0", types)


def _is_truth(node: c_ast.Node, functions: Functions) -> bool:
    """Whether the expression is 0 or 1."""
    match node:
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            known = functions.get(name)
            return name in SIZED or (known is not None and _type_text(known.decl.type.type) in _TRUTH)
        case c_ast.TernaryOp(iftrue=yes, iffalse=no):
            return _is_truth(yes, functions) and _is_truth(no, functions)
        case c_ast.Constant(value="0" | "1"):
            return True
        case _:
            return is_truth_value(node)


def _logical(node: c_ast.Node, functions: Functions) -> c_ast.Node:
    """The expression with `&&` and `||` in place of `&` and `|` between truth values; it has no effects."""
    each_child(node, lambda child: _logical(child, functions))
    is_bitwise = isinstance(node, c_ast.BinaryOp) and node.op in _LOGICAL
    if is_bitwise and _is_truth(node.left, functions) and _is_truth(node.right, functions):
        node.op = _LOGICAL[node.op]
    return node
