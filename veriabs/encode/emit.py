"""What the common parts of the templates need of a generated program: declarations, initial values, the body."""

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

PRINTER = Printer(
    havoc=lambda stmt, target: f"{target} = {nondet(stmt.target.type)}();", block="__CPROVER_assume(0);"
)
"""Prints generated programs: what is arbitrary is a call without body, and a run that ends is cut off."""


def arbitrary(ctype: CType) -> Apply:
    """Any value of the type, another one each time."""
    return Apply(nondet(ctype), (), ctype)


def lost(names: Iterable[str], scalars: dict[str, Scalar], arrays: Iterable[str], at: Stmt) -> tuple[Stmt, ...]:
    """Makes scalars and whole arrays arbitrary; names that are neither are left out."""
    found: list[Stmt] = []
    for name in sorted(names):
        if name in scalars:
            found.append(Havoc(Var(name, scalars[name].type), -1, None, at.where))
        elif name in arrays:
            found.append(HavocArray(name, at.where))
    return tuple(found)


def checks(body: Iterable[Stmt]) -> dict[str, CheckId]:
    """What each check of a body is about, by its description."""
    return {stmt.text: stmt.about for stmt in statements(body) if isinstance(stmt, Check)}


def frame(
    body: tuple[Stmt, ...], scalars: Iterable[Scalar], arrays: Iterable[Array], *, printer: Printer = PRINTER,
    drawn: Iterable[CType] = (), slots: Iterable[Array] = (), begin: Mapping[str, Table] = _NONE,
) -> dict[str, Any]:
    """The context of `encode/parts.c.j2`: the functions that give arbitrary values, declarations, and the text.

    `drawn` are the types of arbitrary values that the template itself asks for; `slots` are arrays that are no larger
    than they have to be, whose sizes are constants, and some of which `begin` as tables.
    """  # fmt: skip
    variables, cells = list(scalars), list(arrays)
    chosen = [s for s in variables if s.initial is Initial.NONDET]
    types = _drawn(body) | {s.type for s in chosen} | {*drawn}
    return {
        "nondets": sorted((t.name, nondet(t)) for t in types),
        "scalars": [declare(s.type, s.name) for s in variables] + [_sized(a, begin.get(a.name, {})) for a in slots],
        "arrays": [declare(a.type, a.name) for a in cells],
        "arbitrary": [a.name for a in cells if a.initial is Initial.NONDET],
        "initial": [(s.name, nondet(s.type)) for s in chosen],
        "body": printer.lines(body),
    }


def _sized(array: Array, table: Table) -> str:
    declared = declare(array.type, array.name) + "".join(f"[{PRINTER.expr(size)}]" for size in array.sizes)
    if not table:
        return declared
    cells = (PRINTER.expr(table[at]) if at in table else "0" for at in range(max(table) + 1))
    return f"{declared} = {{{', '.join(cells)}}}"


def _drawn(body: tuple[Stmt, ...]) -> set[CType]:
    """The types of which the body draws arbitrary values."""
    found: set[CType] = set()
    for stmt in statements(body):
        if isinstance(stmt, Havoc):
            found.add(stmt.target.type)
        if isinstance(stmt, Define) and stmt.value is None:
            found.add(stmt.variable.type)
        parts = (part for expr in expressions(stmt) for part in walk(expr))
        found |= {part.type for part in parts if isinstance(part, Apply) and part.function == nondet(part.type)}
    return found
