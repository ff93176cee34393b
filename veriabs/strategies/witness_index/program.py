"""Translate one assertion's task to C text without arrays and loops (P-witness).

Every loop becomes the iterations that access a witness cell, with arbitrary other iterations in between, and the
iteration that leaves the loop. See `strategy` for the proof that this program matches every violating run of the task.
"""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.ctree import mentions
from veriabs.core.errors import InputError
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Initial, Program
from veriabs.core.queries import Query
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.statements import Check, CheckKind
from veriabs.core.templates import render_c
from veriabs.encode.emit import PRINTER, checks, frame
from veriabs.encode.spell import declare
from veriabs.loops.build import models
from veriabs.strategies.witness_index.cells import Plan, Witness, plan_of
from veriabs.strategies.witness_index.loops import loop_code
from veriabs.strategies.witness_index.writer import WitnessWriter


def loop_free_program(plan: Plan, *, reach: bool = False) -> Query:
    """The task without arrays and loops, and its side conditions; `reach` asks whether it evaluates the assertion."""
    writer = WitnessWriter(loop_code, plan)
    body = writer.task()
    model = plan.model
    holds = f"the assertion at line {model.assertion.where.line} {'is never reached' if reach else 'holds'}"
    used = mentions(body)

    def spelled(stmt: Check, test: str) -> str:
        if stmt.about.kind is CheckKind.GOAL:
            return f"at_assertion({test});"
        return "" if reach else PRINTER.check(stmt, test)

    components = [c for witness in plan.witnesses for c in witness.components]
    framed = frame(
        body,
        [s for s in model.scalars.values() if s.name in used],
        (),
        printer=replace(PRINTER, check=spelled),
        input_types={c.type for c in components} | {c.array.type for c in plan.cells},
    )
    context: dict[str, object] = {
        **framed,
        "file": model.program.task.path.name,
        "line": model.assertion.where.line,
        "reach": reach,
        "holds": holds,
        "added": [declare(variable.type, variable.name) for variable in writer.added],
        "components": [(declare(c.type, c.name), c.name, nondet(c.type)) for c in components],
        "cells": [_array(writer, array) for array in dict.fromkeys(cell.array for cell in plan.cells)],
    }
    return Query(
        purpose="transformed program" + (", reach" if reach else ""),
        template="witness_index/program",
        context=context,
        asked=(holds,) if reach else (holds, *filter(None, checks(body))),
        unwind=1,
        needed=Outcome.FAILURE if reach else Outcome.SUCCESS,
        claim=None if reach else Approximation.OVER,
    )


def _array(writer: WitnessWriter, array: Array) -> dict[str, object]:
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


def transform(program: Program, number: int | None = None) -> str:
    """The program without arrays and loops, for assertion `number` or for all; raises InputError if there is none.

    With several assertions the text has one program for each; the macro ASSERTION selects the compiled one.
    """
    found = [model for model in models(program) if number is None or model.assertion.number == number]
    if not found:
        which = "no assertion" if number is None else f"no assertion with number {number}"
        raise InputError(f"{program.task.path}: {which}")
    texts = [_text(model) for model in found]
    if len(texts) == 1:
        return texts[0]
    head = "#ifndef ASSERTION\n#define ASSERTION 1   /* which assertion is meant, in textual order */\n#endif\n"
    parts = [f"\n#if ASSERTION == {n}\n\n{text}\n#endif\n" for n, text in enumerate(texts, 1)]
    return head + "".join(parts)


def _text(model: LoopModel) -> str:
    query = loop_free_program(plan_of(model))
    return render_c(query.template, query.context)
