"""Run the whole front end: a task in, the lowered `Program` or the preprocessed text out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.ctree import expressions, statements, walk
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.source import DataModel, Task
from veriabs.core.types import FloatType
from veriabs.frontend.compiler import SECONDS, explained, refuse_invalid
from veriabs.frontend.dialect import NO_RETURN, PROMISED
from veriabs.frontend.entry import EntryText, ParsedSource, enter, enter_source
from veriabs.frontend.input_stubs import add_stubs
from veriabs.frontend.lower.lower import lower
from veriabs.frontend.parse import parse, uncollected
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.task import check_property

_PROMISED = re.compile(rf"^#pragma {PROMISED} (?!{NO_RETURN})(.*)$", re.MULTILINE)


def load_program(task: Task, deadline: Deadline | None = None, source: ParsedSource | None = None) -> Program:
    """Preprocess, parse and lower the file of a task before the deadline.

    Every verdict starts here, so unknown properties are rejected here. With a `source`, the file is parsed already and
    the entry is a function of it other than `main`.
    """
    deadline = deadline or Deadline(SECONDS)
    check_property(task)
    deadline.begin("preprocessing")
    with explained(task, deadline):
        entered = entered_text(task, deadline.left(), source)
    return replace(parse_and_lower(task, entered.text, deadline, entered.assumptions), contract=entered.contract)


SSE = "floating-point numbers have the precision of their types (gcc -m32 -msse2 -mfpmath=sse)"


def _floating_point_condition(program: Program) -> tuple[VerdictCondition, ...]:
    """The assumption for 32-bit floating point: SSE, since gcc defaults to the x87, which computes with more digits."""
    if program.task.data_model is not DataModel.ILP32:
        return ()
    exprs = (expr for stmt in statements(program.body) for expr in expressions(stmt))
    types = {getattr(part, "type", None) for expr in exprs for part in walk(expr)}
    computes = any(isinstance(one, FloatType) for one in types)
    return (VerdictCondition(ConditionKind.FLOATING_POINT, SSE),) if computes else ()


def read(task: Task, seconds: float = SECONDS) -> tuple[str, tuple[str, ...]]:
    """The preprocessed text with the requested entry, and the conditions of that entry."""
    entered = entered_text(task, seconds)
    return entered.text, entered.assumptions


def entered_text(task: Task, seconds: float = SECONDS, source: ParsedSource | None = None) -> EntryText:
    """The preprocessed text with the requested entry, its contract and conditions; a `source` is the file as parsed."""
    entered = enter(preprocess(task, seconds), task) if source is None else enter_source(source, task)
    return replace(entered, text=add_stubs(entered.text))


def parse_and_lower(task: Task, text: str, deadline: Deadline, assumed: Iterable[str] = ()) -> Program:
    """The program of a preprocessed text; `assumed` are the conditions about its entry."""
    with uncollected(), explained(task, deadline):
        deadline.begin("parsing")
        tree = parse(text, task)
        deadline.begin("inlining calls")
        program = lower(tree, task, text)
    if any(gap.earlier for gap in program.gaps):  # a statement that every run may reach
        refuse_invalid(task, deadline)
    entry = [VerdictCondition(ConditionKind.ENTRY, one) for one in assumed]
    if promises := dict.fromkeys(_PROMISED.findall(text)):
        entry.append(
            VerdictCondition(ConditionKind.ENTRY, f"functions are as their attributes say ({', '.join(promises)})")
        )
    return replace(program, conditions=(*entry, *program.conditions, *_floating_point_condition(program)))
