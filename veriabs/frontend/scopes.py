"""The names that are visible at a loop of the user's text, and their declarations."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping

from pycparser import c_ast

from veriabs.core.program import Program, Scalar
from veriabs.core.source import Where
from veriabs.core.types import BOOL
from veriabs.frontend.compiler import macro_names
from veriabs.frontend.nodes import parameters_of, written_at
from veriabs.frontend.parse import parse
from veriabs.frontend.survey import walk

Scope = ChainMap[str, Where]
"""The place of the declaration of each name."""

JUMPED, LEFT = "goto_", "_returned"
"""Parts of the names of flags that lowering adds: a jump was made, a function has returned."""

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
    """The declarations visible at each loop, by its place; `defined` macros, types and enumerators have no place."""
    types = (node.name for node in walk(tree) if isinstance(node, c_ast.Typedef | c_ast.Enumerator))
    nowhere = dict.fromkeys((*defined, *types), Where("", 0))
    loops = visible(tree, lambda node: isinstance(node, _LOOPS))
    found = ((written_at(loop), scope) for loop, scope in loops)
    return {at: ChainMap({**nowhere, **_declaration_places(scope)}) for at, scope in found if at is not None}


def _declaration_places(scope: Mapping[str, c_ast.Decl]) -> dict[str, Where]:
    return {name: at for name, declared in scope.items() if (at := written_at(declared)) is not None}


def visible(
    tree: c_ast.FileAST, wanted: Callable[[c_ast.Node], bool]
) -> Iterator[tuple[c_ast.Node, ChainMap[str, c_ast.Decl]]]:
    """The declarations that are visible at each wanted node; those of the file are the last map.

    A `for` loop sees the counter that it declares.
    """
    outer: ChainMap[str, c_ast.Decl] = ChainMap({})
    for node in tree:
        if isinstance(node, c_ast.FuncDef):
            _declare(node.decl, outer)
            inner = outer.new_child()
            for parameter in parameters_of(node):
                _declare(parameter, inner)
            yield from _walk_with_scope(node.body, inner, wanted)
        else:
            _declare(node, outer)


def _declare(node: c_ast.Node, scope: ChainMap[str, c_ast.Decl]) -> None:
    if isinstance(node, c_ast.Decl) and node.name:
        scope[node.name] = node


def _walk_with_scope(
    node: c_ast.Node, scope: ChainMap[str, c_ast.Decl], wanted: Callable[[c_ast.Node], bool]
) -> Iterator[tuple[c_ast.Node, ChainMap[str, c_ast.Decl]]]:
    _declare(node, scope)
    if isinstance(node, c_ast.Compound | c_ast.For):
        scope = scope.new_child()
    for child in [node.init] if isinstance(node, c_ast.For) and node.init is not None else []:
        yield from _walk_with_scope(child, scope, wanted)
    if wanted(node):
        yield node, ChainMap(*map(dict, scope.maps))
    for child in node:
        yield from _walk_with_scope(child, scope, wanted)
