"""Prepare programs for the tests of array refinement, as the strategy does."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.ctext import Printer
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.strategies.array_refinement.subject import RefinementTask, prepare
from veriabs.strategies.array_refinement.tracking import TrackedItem, Tracking, scalar_program

HEAD = "extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
HEAD += "void __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }\n"
SORT = "int a[5]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4 - i; j++)"
SORT += " if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"
CHECK = " for (int x = 0; x < 4; x++) __VERIFIER_assert(a[x] {} a[x + 1]);"
FILTER = "int a[100], b[100]; int m = 0; for (int i = 0; i < 100; i++) if (a[i] >= 0) { b[m] = a[i]; m++; }"
FILTER += " for (int x = 0; x < m; x++) __VERIFIER_assert(b[x] >= 0);"


def written(folder: Path, body: str) -> Path:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    return path


def model_of(folder: Path, body: str) -> LoopModel:
    return models(load_program(load(written(folder, body))))[0]


def subject_of(model: LoopModel) -> RefinementTask:
    return prepare(model)


def subject_in(folder: Path, body: str) -> RefinementTask:
    return subject_of(model_of(folder, body))


def cell(subject: RefinementTask, array: str, index: str) -> TrackedItem:
    """The item of an element by the text of its index."""
    texts = [Printer().expr(key) for key in subject.keys[array]]
    return TrackedItem(array, texts.index(index))


def over_scalars(model: LoopModel, tracking: Tracking) -> Program:
    return scalar_program(subject_of(model), tracking, model.program.task, model.assertion.number)


def text_of(program: Program) -> str:
    return "\n".join(Printer().lines(program.body))
