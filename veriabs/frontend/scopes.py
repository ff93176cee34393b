"""The names that are visible at a loop of the user's text, and their declarations."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator

from pycparser import c_ast

from veriabs.core.program import Program, Scalar
from veriabs.core.source import Where
from veriabs.core.types import BOOL
from veriabs.frontend.compiler import macro_names
from veriabs.frontend.parse import parse
from veriabs.frontend.survey import walk

Scope = ChainMap[str, Where]
"""The place of the declaration of each name."""

JUMPED, LEFT = "goto_", "_returned"
"""In the names of flags that lowering makes: that a jump was made, and that a function has returned."""

_TYPEDEF = re.compile(r"\btypedef\b[^{;]*(?:\{[^}]*\}[^;]*)?;")
_LOOPS = (c_ast.For, c_ast.While, c_ast.DoWhile)


def is_way_out(flag: Scalar) -> bool:
    """Whether the flag says that control is leaving a loop; the user's text has no name for it."""
    return flag.type == BOOL and (flag.source.startswith(JUMPED) or flag.source.endswith(LEFT))


def scopes_in(program: Program) -> dict[Where, Scope]:
    """The visible names at each loop of the program, by its place; names of macros and types are reserved."""
    text = program.task.path.read_text(encoding="utf-8", errors="replace")
    types = {word for one in _TYPEDEF.findall(text) for word in re.findall(r"\w+", one)}  # also those not used
    return scopes_of_loops(parse(program.preprocessed, program.task), macro_names(program.task) | types)


def scopes_of_loops(tree: c_ast.FileAST, defined: Iterable[str] = ()) -> dict[Where, Scope]:
    """The declarations visible at each loop, by its place; `defined` macros, types and enumerators have no place.

    A `for` loop sees the counter that it declares.
    """
    found: dict[Where, Scope] = {}
    types = (node.name for node in walk(tree) if isinstance(node, c_ast.Typedef | c_ast.Enumerator))
    globals_: Scope = ChainMap({name: Where("", 0) for name in (*defined, *types)})
    for node in tree:
        if isinstance(node, c_ast.FuncDef):
            _declare(node.decl, globals_)
            found.update(_within(node.body, globals_.new_child(_parameters(node))))
        elif isinstance(node, c_ast.Decl):
            _declare(node, globals_)
    return found


def _parameters(function: c_ast.FuncDef) -> dict[str, Where]:
    own: Scope = ChainMap({})
    for parameter in function.decl.type.args or ():
        if isinstance(parameter, c_ast.Decl):
            _declare(parameter, own)
    return dict(own)


def _declare(declared: c_ast.Decl, scope: Scope) -> None:
    if declared.name and declared.coord is not None:
        scope[declared.name] = _where(declared)


def _within(node: c_ast.Node, scope: Scope) -> Iterator[tuple[Where, Scope]]:
    if isinstance(node, c_ast.Decl):
        _declare(node, scope)
    if isinstance(node, c_ast.Compound | c_ast.For):
        scope = scope.new_child()
    for child in [node.init] if isinstance(node, c_ast.For) and node.init is not None else []:
        yield from _within(child, scope)
    if isinstance(node, _LOOPS) and node.coord is not None:
        yield _where(node), ChainMap(dict(scope))
    for child in node:
        yield from _within(child, scope)


def _where(node: c_ast.Node) -> Where:
    return Where(node.coord.file, node.coord.line, node.coord.column or 0)
