"""Print the transformed program, array-free and loop-free C, for other tools and for reading."""

from __future__ import annotations

from veriabs.core.errors import InputError
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.templates import render_c
from veriabs.loops.build import models
from veriabs.strategies.witness_index.cells import plan_of
from veriabs.strategies.witness_index.program import loop_free_program


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
