"""Build the k-induction program of a task: every loop is cut (docs/theory.md 12).

A loop becomes its first k-1 iterations, and then k iterations from an arbitrary state in which the candidates hold.
Only the last of these is checked; earlier checks are assumed, because their violations come first in the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of, integer, map_expressions, map_parts, plus, rewrite, writes
from veriabs.core.expressions import Element, Expr
from veriabs.core.queries import Query
from veriabs.core.runs import Approximation
from veriabs.core.statements import (
    Assert,
    Assign,
    Assume,
    Check,
    CheckId,
    CheckKind,
    Havoc,
    If,
    Loop,
    Stmt,
)  # fmt: skip
from veriabs.core.types import ULLONG
from veriabs.encode.cut import CutCode, cut, entries, equality_assignments
from veriabs.encode.emit import PRINTER, arbitrary, checks, frame, havoc
from veriabs.encode.spell import FAR, flat_cell
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.scalar.subject import AssertionTask, used
from veriabs.loops.accelerate import at, one_further

LONGEST = 1200
"""The largest generated program, in lines; each outer iteration contains every inner loop once."""


def cut_program(subject: AssertionTask, candidates: Invariants, k: int) -> Query | None:
    """The query for the assertion and the candidates; None if the program gets too long.

    Without arrays in the user's program, there is no access to check.
    """
    body = _Cutter(subject, candidates, k).body(subject.program.body, True)
    mentioned = {element.array for element in elements_of(subject.program.body)}
    arrays = [a for a in subject.program.arrays.values() if a.name in mentioned]
    # a check in several places is a function, so that CBMC sees one check
    ids = {holds_text(subject): CheckId(CheckKind.GOAL), **checks(body)}
    functions = {text: _function(subject, about) for text, about in ids.items()}
    printer = replace(PRINTER, check=lambda stmt, test: f"{functions[stmt.text]}({test});")
    framed = frame(body, used(subject), arrays, printer=printer)
    if len(framed["body"]) > LONGEST:
        return None
    context: dict[str, object] = {
        **framed,
        "file": subject.program.task.path.name,
        "line": subject.assertion.where.line,
        "k": k,
        "checks": [(function, text) for text, function in functions.items()],
    }
    heavy = any(array.name in writes(subject.program.body) for array in arrays)
    return Query(
        f"induction, k={k}", "induction/program", context, tuple(ids), 1, claim=Approximation.OVER, arrays=heavy,
        k=k, accesses=not subject.accesses, ids=ids,
    )  # fmt: skip


def holds_text(subject: AssertionTask) -> str:
    """The description of the assertion's check."""
    return f"the assertion at line {subject.assertion.where.line} holds"


def _function(subject: AssertionTask, about: CheckId) -> str:
    if about.kind is CheckKind.GOAL:
        return "at_assertion"
    return f"kept_{subject.place(about.loop)}_{about.number}"


class _Cutter(Struct):
    """Cuts every loop; `labels` numbers them."""

    subject: AssertionTask
    candidates: Invariants
    k: int
    labels: Iterator[int] = field(default_factory=lambda: count(1))

    def body(self, body: tuple[Stmt, ...], checked: bool) -> tuple[Stmt, ...]:
        """Assertions are checked in `checked` code, and assumed elsewhere."""
        return rewrite(body, lambda stmt: self._stmt(stmt, checked))

    def _stmt(self, stmt: Stmt, checked: bool) -> tuple[Stmt, ...]:
        match stmt:
            case Loop():
                return (self._loop(stmt, checked),)
            case If(test=test, then=then, orelse=orelse):
                return (If(self._cut_reads(test), self.body(then, checked), self.body(orelse, checked), stmt.where),)
            case Assert(number=number) if number != self.subject.number:
                return ()
            case Assert(test=test, where=where):
                holds = Check(self._cut_reads(test), holds_text(self.subject), CheckId(CheckKind.GOAL), where)
                return (*((holds,) if checked else ()), Assume(self._cut_reads(test), where))
            case Assign(target=Element(array=name)) | Havoc(target=Element(array=name)) if not self._is_array(name):
                return ()
            case _:
                return map_expressions((stmt,), self._access)

    def _is_array(self, array: str) -> bool:
        return array in self.subject.program.arrays

    def _cut_reads(self, expr: Expr) -> Expr:
        return map_parts(expr, self._access)

    def _access(self, part: Expr) -> Expr:
        if not isinstance(part, Element):
            return part
        array = self.subject.program.arrays.get(part.array)
        return arbitrary(part.type) if array is None else flat_cell(array, part)

    def _loop(self, loop: Loop, checked: bool) -> Stmt:
        where, place = loop.where, self.subject.place(loop.id)
        candidates = self.candidates.get(loop.id, ())

        written, k = writes((loop,)), self.k if checked else 1

        def known(itno: Expr) -> tuple[Stmt, ...]:
            held = tuple(at(expr, itno) for expr in candidates)
            # not after iterations, since it would change their state
            same = equality_assignments(held, written, where) if k == 1 else ()
            return (*same, *(Assume(expr, where) for expr in held))

        def shown(itno: Expr, kind: CheckKind) -> Iterator[Stmt]:
            for n, expr in enumerate(candidates):
                text = f"invariant {n} of loop {place} at line {where.line} is kept"
                there = one_further(expr, plus(itno, -1)) if kind is CheckKind.STEP else at(expr, itno)
                yield Check(there, text, CheckId(CheckKind.STEP, loop.id, n), where)

        code = CutCode(
            entry=entries(candidates, self.subject.program.scalars, where),
            shown=lambda itno, kind: tuple(shown(itno, kind)) if checked else (),
            havoc=havoc(written, self.subject.program.scalars, self.subject.program.arrays, loop),
            most=integer(FAR, ULLONG),
            known=known,
        )
        read = replace(loop, test=self._cut_reads(loop.test))
        return cut(read, place, self.labels, code, self.body, k=k, checked=checked)
