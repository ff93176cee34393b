"""The transformed program as a product of its own: array-free, loop-free C for other tools, and for reading."""

from __future__ import annotations

from veriabs.core.errors import InputError
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.templates import render_c
from veriabs.loops.build import models
from veriabs.strategies.witness_index.cells import plans
from veriabs.strategies.witness_index.program import Kind, transformed
from veriabs.strategies.witness_index.writer import Reliance

TEMPLATE = "witness_index/program"


def transform(program: Program, number: int | None = None) -> str:
    """The program without arrays and loops, for its assertion `number` or for all; InputError if there is none.

    With several assertions the text holds one program for each; the macro ASSERTION says which one is compiled.
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
    plan = next(plans(model))
    return render_c(TEMPLATE, transformed(plan, Reliance(), Kind.PROOF).context)
