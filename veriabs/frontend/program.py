"""The front end in one step."""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.ctree import expressions, statements, walk
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.source import DataModel, Task
from veriabs.core.types import FloatType
from veriabs.frontend.ahead import Ahead
from veriabs.frontend.compiler import SECONDS, explained
from veriabs.frontend.drawn import supplied
from veriabs.frontend.entry import Entered, Source, enter, enter_source
from veriabs.frontend.lower.lower import lower
from veriabs.frontend.parse import parse, uncollected
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.survey import without_unmentioned
from veriabs.frontend.task import check_property


def load_program(
    task: Task, deadline: Deadline | None = None, source: Source | None = None, ahead: Ahead | None = None
) -> Program:
    """Preprocess, parse and lower the file of a task in time; raises what these raise.

    Every verdict about a task starts here, so a property that is not known is refused here. Where a `source` is given,
    the file was read already, and the entry is a function of it that is no `main`; `ahead` is the compiler at work.
    """
    deadline = deadline or Deadline(SECONDS)
    check_property(task)
    deadline.begin("preprocessing")
    with explained(task, deadline):
        known = None if source is None else _completed(enter_source(source, task))
        text, assumptions = known or read(task, deadline.left(), ahead)
    program = understand(task, text, deadline)
    return replace(program, assumptions=(*assumptions, *program.assumptions, *_of_machine(program)))


SSE = "floating-point numbers have the precision of their types (gcc -m32 -msse2 -mfpmath=sse)"


def _of_machine(program: Program) -> tuple[str, ...]:
    """What is assumed of a machine of 32 bits: by itself gcc uses its older unit, which computes with more digits."""
    if program.task.data_model is not DataModel.ILP32:
        return ()
    exprs = (expr for stmt in statements(program.body) for expr in expressions(stmt))
    types = {getattr(part, "type", None) for expr in exprs for part in walk(expr)}
    return (SSE,) if any(isinstance(one, FloatType) for one in types) else ()


def read(task: Task, seconds: float = SECONDS, ahead: Ahead | None = None) -> tuple[str, tuple[str, ...]]:
    """The preprocessed text with the entry that was asked for, and what that assumes."""
    return _completed(enter(preprocess(task, seconds, ahead), task))


def _completed(entered: Entered) -> tuple[str, tuple[str, ...]]:
    return supplied(entered.text), entered.assumptions


def understand(task: Task, text: str, deadline: Deadline) -> Program:
    """The program of a preprocessed text."""
    with uncollected(), explained(task, deadline):
        deadline.begin("parsing")
        tree = without_unmentioned(parse(text, task))
        deadline.begin("inlining calls")
        return lower(tree, task, text)
