"""Estimate the size of the program after inlining, before anything is inlined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.survey import DIRECT, ERROR_FUNCTIONS, Indirect, callees, is_step, walk

MOST_STATEMENTS = 100_000
"""Most statements of a function with all inlined calls."""

LEAST_RECURSIONS, MOST_RECURSIONS, RECURSIVE_STATEMENTS = 4, 64, 5_000
"""Limits of the recursive calls that are inlined in a program, and of their statements."""

_STATEMENTS = (
    *(c_ast.Assignment, c_ast.FuncCall, c_ast.Decl, c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Switch),
    *(c_ast.Return, c_ast.Break, c_ast.Continue, c_ast.Goto),
)


def refuse_growth(functions: Mapping[str, c_ast.FuncDef], pointers: Indirect = DIRECT) -> dict[str, int]:
    """The sizes of functions in statements, with inlined calls; UnsupportedError at the first that is too large.

    Recursive calls are not counted here; lowering limits them.
    """
    inlined_ones = functions.keys() - ERROR_FUNCTIONS
    sizes: dict[str, int] = {}
    calls: dict[str, Counter[str]] = {}
    waiting = ["main"]
    while waiting:
        name = waiting[-1]
        if name not in calls:
            calls[name] = Counter(callee for callee in callees(functions[name], pointers) if callee in inlined_ones)
            waiting += [callee for callee in calls[name] if callee not in calls]
            continue
        waiting.pop()
        if name not in sizes:
            inlined = sum(number * sizes.get(callee, 0) for callee, number in calls[name].items())
            sizes[name] = _body_size(functions[name]) + inlined
            if inlined and sizes[name] > MOST_STATEMENTS:
                raise UnsupportedError(_too_large(functions[name], sizes[name]))
    return sizes


def most_recursions(sizes: Mapping[str, int], recursive: Iterable[str]) -> int:
    """The number of recursive calls to inline: fewer of large functions, since each call is a copy of the body."""
    largest = max((sizes.get(name, 0) for name in recursive), default=0)
    return max(LEAST_RECURSIONS, min(MOST_RECURSIONS, RECURSIVE_STATEMENTS // max(1, largest)))


def _body_size(function: c_ast.FuncDef) -> int:
    return sum(isinstance(node, _STATEMENTS) or is_step(node) for node in walk(function.body))


def _too_large(function: c_ast.FuncDef, size: int) -> str:
    name, coord = function.decl.name, function.decl.coord
    return (
        f"{coord.file}:{coord.line}: {name} would have {size:,} statements with all calls inlined; "
        f"at most {MOST_STATEMENTS:,} are understood"
    )
