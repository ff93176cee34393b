"""Translate one assertion's task to C text without arrays and loops (P-witness).

Every loop becomes the iterations that access a witness cell, with arbitrary other iterations in between, and the
iteration that leaves the loop. See `strategy` for the proof that this program matches every violating run of the task.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.ctree import mentions
from veriabs.core.program import Array, Initial
from veriabs.encode.emit import PRINTER, frame
from veriabs.encode.spell import declare
from veriabs.strategies.witness_index.cells import Plan, Witness
from veriabs.strategies.witness_index.loops import loop_code
from veriabs.strategies.witness_index.writer import Writer

LONGEST = 4000
"""The largest transformed program, in lines; each visit of an outer loop contains the inner loops once."""


class Kind(Enum):
    """The question of a generated program: does the assertion hold, is it reached, do the facts hold that others rely
    on?
    """

    PROOF = "proof"
    REACH = "reach"
    CHECKS = "checks"


class Text(Struct, frozen=True):
    """A generated program: its template context, its checks, and the subject of each check.

    `long`: it is too long to run.
    """

    context: dict[str, object]
    asked: tuple[str, ...]
    about: dict[str, str]
    long: bool = False


def transformed(plan: Plan, kind: Kind, distrusted: frozenset[str] = frozenset()) -> Text:
    """The task without arrays and loops, or the program with its side conditions; it uses no `distrusted` fact."""
    writer = Writer(loop_code, plan, distrusted, checks=kind is Kind.CHECKS)
    body = writer.task()
    model = plan.model
    claim = "is never reached" if kind is Kind.REACH else "holds"
    holds = f"the assertion at line {model.assertion.where.line} {claim}"
    used = mentions(body)
    scalars = [s for s in model.scalars.values() if s.name in used]
    cells = () if writer.checks else plan.cells
    components = [c for witness in plan.witnesses for c in witness.components]
    printer = PRINTER if writer.checks else replace(PRINTER, check=lambda stmt, test: f"at_assertion({test});")
    types = {c.type for c in components} | {c.array.type for c in cells}
    framed = frame(body, scalars, (), printer=printer, input_types=types)
    context: dict[str, object] = {
        **framed,
        "file": model.program.task.path.name,
        "line": model.assertion.where.line,
        "kind": kind.value,
        "holds": holds,
        "added": [declare(variable.type, variable.name) for variable in writer.added],
        "components": [(declare(c.type, c.name), c.name, nondet(c.type)) for c in components],
        "cells": [_array(writer, array) for array in dict.fromkeys(cell.array for cell in cells)],
    }
    asked = tuple(writer.about) if writer.checks else (holds,)
    return Text(context, asked, dict(writer.about), long=len(framed["body"]) > LONGEST)


def _array(writer: Writer, array: Array) -> dict[str, object]:
    """The template's context for an array."""
    cells = writer.plan.of(array.name)
    indices = ["index"] if len(array.sizes) == 1 else [f"at_{d}" for d in range(1, len(array.sizes) + 1)]
    return {
        "name": array.source,
        "type": array.type.name,
        "nondet": nondet(array.type),
        "reader": writer.readers[array.name],
        "writer": writer.writers[array.name],
        "indices_declared": ", ".join(f"long long {name}" for name in indices),
        "zero": array.initial is Initial.ZERO,
        "cells": [
            {
                "value": cell.value.name,
                "flag": writer.flags.get(cell.value.name, ""),
                "here": _equal(indices, cell.witness),
                "same": [(_equal(_names(cell.witness), other.witness), other.value.name) for other in cells[:n]],
            }
            for n, cell in enumerate(cells)
        ],
    }


def _equal(indices: list[str], witness: Witness) -> str:
    return " && ".join(f"{i} == {name}" for i, name in zip(indices, _names(witness), strict=True))


def _names(witness: Witness) -> list[str]:
    return [component.name for component in witness.components]
