"""Load the program for compilation and native runs; most proofs need none."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.counterexample import InstrumentedProgram, RecordingProgram
from veriabs.core.goals import GoalKind
from veriabs.core.source import Task
from veriabs.frontend.compiler import SECONDS
from veriabs.frontend.instrument.history import recording_program
from veriabs.frontend.instrument.instrument import instrument
from veriabs.frontend.instrument.native import clear_pointer_members
from veriabs.frontend.instrument.sanitizer_gaps import see_undefined
from veriabs.frontend.instrument.subscripts import only_subscripts
from veriabs.frontend.instrument.uninitialised_reads import watch
from veriabs.frontend.parse import parse
from veriabs.frontend.task import check_property
from veriabs.frontend.typed.tree import TypedTree, typed


def load_instrumented(task: Task, preprocessed: str | None = None, seconds: float = SECONDS) -> InstrumentedProgram:
    """The program for compilation and runs with chosen inputs; it may contain C that proofs do not support."""
    tree, types = _with_watched_reads(task, preprocessed, seconds)
    indexed = only_subscripts(tree, types)  # instrumenting changes the tree
    return replace(instrument(tree, task, types), only_subscripts=indexed)


def load_recording_program(task: Task, seconds: float = SECONDS) -> RecordingProgram:
    """The same program, which also records the last iterations of its loops."""
    tree, types = _with_watched_reads(task, None, seconds)
    return recording_program(tree, task, types)


def _with_watched_reads(task: Task, preprocessed: str | None, seconds: float) -> tuple[c_ast.FileAST, TypedTree]:
    check_property(task)
    if preprocessed is None:
        from veriabs.frontend.program import read  # late: it loads the modules that lower programs

        preprocessed, _ = read(task, seconds)
    tree = parse(preprocessed, task)
    types = typed(tree, task.data_model)
    # A measured run would count each cleared element as accessed.
    if task.entry.function != "main" and not task.entry.measured:
        clear_pointer_members(tree, types)
    see_undefined(tree, types)
    if GoalKind.UNINITIALISED.value in task.checks:
        watch(tree, task, types)
    return tree, types
