"""One assertion's task -> a program without arrays and loops (P-witness), as C text.

Every loop becomes: the iterations that touch a witness cell, one after the other, with whatever other iterations may
have done in between, and the iteration in which the loop is left. See `strategy` for why every
violating run of the task is matched by one of this program.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.ctree import mentions
from veriabs.core.program import Array, Initial
from veriabs.core.queries import Told, ToldKind
from veriabs.core.types import LLONG
from veriabs.encode.emit import PRINTER, frame
from veriabs.encode.spell import declare
from veriabs.strategies.witness_index.cells import Plan, Witness
from veriabs.strategies.witness_index.loops import loop_code
from veriabs.strategies.witness_index.writer import Reliance, Writer

LONGEST = 4000
"""Lines of a transformed program; inner loops are written out once a visit of the outer one."""


class Kind(Enum):
    """What a generated program asks: does the assertion hold, is it reached, does what the others rely on hold."""

    PROOF = "proof"
    REACH = "reach"
    CHECKS = "checks"


class Text(Struct, frozen=True):
    """A generated program: what its template needs, what it asks, and what each of its checks is about.

    `told` is what its variables say in a trace.

    `helped` says that relations or last writes make it another program than it would be without them, `long` that it
    has too many lines to be worth a run.
    """

    context: dict[str, object]
    asked: tuple[str, ...]
    about: dict[str, str]
    told: dict[str, Told]
    helped: bool = False
    long: bool = False


def transformed(plan: Plan, relied: Reliance, kind: Kind) -> Text:
    """The task without arrays and loops, or what that relies on."""
    writer = Writer(loop_code, plan, relied, checks=kind is Kind.CHECKS)
    body = writer.task()
    model = plan.model
    said = "is never reached" if kind is Kind.REACH else "holds"
    holds = f"the assertion at line {model.assertion.where.line} {said}"
    used = mentions(body)
    scalars = [s for s in model.scalars.values() if s.name in used]
    cells = () if writer.checks else plan.cells
    components = [c for witness in plan.witnesses for c in witness.components]
    printer = PRINTER if writer.checks else replace(PRINTER, check=lambda stmt, test: f"at_assertion({test});")
    near = {LLONG} if writer.near else set()
    drawn = near | {c.type for c in components} | {c.array.type for c in cells}
    framed = frame(body, scalars, (), printer=printer, drawn=drawn)
    context: dict[str, object] = {
        **framed,
        "file": model.program.task.path.name,
        "line": model.assertion.where.line,
        "kind": kind.value,
        "holds": holds,
        "added": [declare(variable.type, variable.name) for variable in writer.added],
        "components": [(declare(c.type, c.name), c.name, nondet(c.type)) for c in components],
        "cells": [_array(writer, array) for array in dict.fromkeys(cell.array for cell in cells)],
        "flags": [flag for name, flag in sorted(writer.flags.items()) if name in model.scalars],
        "whole": [declare(model.program.arrays[name].type, name) for name in sorted(writer.kept)],
        "havocked": [n for n in sorted(writer.kept) if model.program.arrays[n].initial is Initial.NONDET],
    }  # fmt: skip
    asked = tuple(writer.about) if writer.checks else (holds,)
    return Text(context, asked, dict(writer.about), _told(writer), writer.helped, long=len(framed["body"]) > LONGEST)


def _told(writer: Writer) -> dict[str, Told]:
    plan = writer.plan
    told = {name: Told(ToldKind.SCALAR, name) for name in plan.model.scalars} | writer.told
    for number, witness in enumerate(plan.witnesses):
        told[witness.components[0].name] = Told(ToldKind.INDEX, number=number)
    for cell in plan.cells:
        told[cell.value.name] = Told(ToldKind.KEPT, cell.array.name, plan.witnesses.index(cell.witness))
    return told


def _array(writer: Writer, array: Array) -> dict[str, object]:
    """What the template needs of an array."""
    cells = writer.plan.of(array.name)
    indices = ["index"] if len(array.sizes) == 1 else [f"at_{d}" for d in range(1, len(array.sizes) + 1)]
    return {
        "name": array.source,
        "type": array.type.name,
        "nondet": nondet(array.type),
        "reader": writer.readers[array.name],
        "writer": writer.writers[array.name],
        "indices_declared": ", ".join(f"long long {name}" for name in indices),
        "near": writer.near.get(array.name),
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
