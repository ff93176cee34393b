"""The task of one assertion as a body with numbered loops, and the variables of each loop."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import asserts, elements_of, mentions, names, reads, statements, writes
from veriabs.core.expressions import Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program, Scalar
from veriabs.core.statements import Assert, Loop, LoopId, Stmt
from veriabs.core.types import IntType
from veriabs.loops.build import task_body, with_distinct_ids

NO_ASSERTION = -1
"""The number for a subject about all assertions, or about none."""

MOST_VARIABLES = 12
"""The number of scalars of one loop for which candidates are made."""


class AssertionTask(Struct, frozen=True):
    """The task of one assertion; `loops` are in textual order, outer ones first, each with its own id.

    `accesses` tells whether the user's program, of which the task may be a part, accesses an array.
    """

    program: Program
    number: int
    loops: tuple[Loop, ...]
    accesses: bool = True

    @property
    def assertion(self) -> Assert:
        return asserts(self.program.body, self.number)[0]

    def place(self, loop: LoopId) -> int:
        """The number of a loop in textual order, from 1."""
        return 1 + [one.id for one in self.loops].index(loop)

    def variables(self, loop: Loop) -> tuple[Var, ...]:
        """The integer scalars that matter at the head of a loop, those that the loop writes first."""
        inside = writes((loop,))
        own = inside | reads((loop,)) | names(loop.test)
        order = [*sorted(inside), *sorted(own - inside), *sorted(self._program_names() - own)]
        found = (self.program.scalars.get(name) for name in order)
        return tuple(Var(s.name, s.type) for s in found if s is not None and _whole(s))[:MOST_VARIABLES]

    def _program_names(self) -> frozenset[str]:
        return mentions(self.program.body)


def subject_of(model: LoopModel) -> AssertionTask:
    """The task of a model, including the loop with the assertion."""
    body = tuple(stmt for part in task_body(model) for stmt in part)
    task = replace(model.program, body=body, scalars=model.scalars)
    accesses = bool(elements_of(model.program.body))
    return replace(subject_of_body(task, model.assertion.number), accesses=accesses)


def subject_of_body(program: Program, number: int) -> AssertionTask:
    """A program as the subject of one of its assertions, or of none if no assertion has the number."""
    program = with_distinct_ids(program)
    return AssertionTask(program, number, loops_of(program.body))


def loops_of(body: Iterable[Stmt]) -> tuple[Loop, ...]:
    """All loops in textual order."""
    return tuple(stmt for stmt in statements(body) if isinstance(stmt, Loop))


def used(subject: AssertionTask) -> tuple[Scalar, ...]:
    """The scalars that the task mentions, and the sizes of its arrays' rows."""
    mentioned = mentions(subject.program.body)
    sizes = (array.sizes for array in subject.program.arrays.values() if array.name in mentioned)
    mentioned |= {name for each in sizes for size in each for name in names(size)}
    return tuple(s for s in subject.program.scalars.values() if s.name in mentioned)


def _whole(scalar: Scalar) -> bool:
    return isinstance(scalar.type, IntType)
