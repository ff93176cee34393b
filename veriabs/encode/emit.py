"""Build the context of `templates/encode/parts.c.j2`: declarations, initial values, and the body of a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from veriabs.core.ctext import Printer, nondet
from veriabs.core.ctree import expressions, statements, walk
from veriabs.core.expressions import Apply, Var
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.statements import Check, CheckId, Define, Havoc, HavocArray, Stmt
from veriabs.core.types import CType
from veriabs.encode.spell import declare
from veriabs.encode.tables import Table

_NONE: Mapping[str, Table] = MappingProxyType({})

PRINTER = Printer(havoc=lambda stmt, target: f"{target} = {nondet(stmt.target.type)}();", block="__CPROVER_assume(0);")
"""The printer of generated programs: arbitrary values are calls without body; `Halt` becomes a false assumption."""


def arbitrary(ctype: CType) -> Apply:
    """An expression with a new arbitrary value of the type at each evaluation."""
    return Apply(nondet(ctype), (), ctype)


def havoc(names: Iterable[str], scalars: dict[str, Scalar], arrays: Iterable[str], at: Stmt) -> tuple[Stmt, ...]:
    """Make scalars and whole arrays arbitrary; ignores names that are neither."""
    found: list[Stmt] = []
    for name in sorted(names):
        if name in scalars:
            found.append(Havoc(Var(name, scalars[name].type), -1, None, at.where))
        elif name in arrays:
            found.append(HavocArray(name, at.where))
    return tuple(found)


def checks(body: Iterable[Stmt]) -> dict[str, CheckId]:
    """The subject of each check of a body, by its description."""
    return {stmt.text: stmt.about for stmt in statements(body) if isinstance(stmt, Check)}


def frame(
    body: tuple[Stmt, ...], scalars: Iterable[Scalar], arrays: Iterable[Array], *, printer: Printer = PRINTER,
    input_types: Iterable[CType] = (), slots: Iterable[Array] = (), begin: Mapping[str, Table] = _NONE,
) -> dict[str, Any]:
    """The context of `encode/parts.c.j2`: nondet functions, declarations, and the body as text.

    `input_types` are the types of arbitrary values that the including template uses. `slots` are arrays of constant
    size that are declared with exactly that size; `begin` gives some of them initial values.
    """
    variables, cells = list(scalars), list(arrays)
    chosen = [s for s in variables if s.initial is Initial.NONDET]
    types = _input_types(body) | {s.type for s in chosen} | {*input_types}
    return {
        "nondets": sorted((t.name, nondet(t)) for t in types),
        "scalars": [
            *(declare(s.type, s.name) for s in variables), *(_declare_array(a, begin.get(a.name, {})) for a in slots)
        ],
        "arrays": [declare(a.type, a.name) for a in cells],
        "arbitrary": [a.name for a in cells if a.initial is Initial.NONDET],
        "initial": [(s.name, nondet(s.type)) for s in chosen],
        "body": printer.lines(body),
    }


def _declare_array(array: Array, table: Table) -> str:
    declared = declare(array.type, array.name) + "".join(f"[{PRINTER.expr(size)}]" for size in array.sizes)
    if not table:
        return declared
    cells = (PRINTER.expr(table[at]) if at in table else "0" for at in range(max(table) + 1))
    return f"{declared} = {{{', '.join(cells)}}}"


def _input_types(body: tuple[Stmt, ...]) -> set[CType]:
    """The types of the arbitrary values in the body."""
    found: set[CType] = set()
    for stmt in statements(body):
        if isinstance(stmt, Havoc):
            found.add(stmt.target.type)
        if isinstance(stmt, Define) and stmt.value is None:
            found.add(stmt.variable.type)
        parts = (part for expr in expressions(stmt) for part in walk(expr))
        found |= {part.type for part in parts if isinstance(part, Apply) and part.function == nondet(part.type)}
    return found
