"""Slicing (P-thesis): an assertion is proved in a smaller program that has all of its violations.

What it does: computes the value slice of the assertion and, if that is not proved, its backward slice; the other
strategies prove the slice. Conditions of loops over arrays stay in a slice, since an iteration is arbitrary without
them (docs/theory.md 4, pitfalls).

When it applies: to programs from which a slice removes statements. It goes first for large programs, and if at least
half seems removable. A program with unsupported code stays undecided even if its slice has none, because nothing would
be known about the removed accesses. A program that converts numbers to pointers has no slices, since such a pointer may
depend on all address computations.

Why it is sound (docs/theory.md 4): for every run of the program that reaches the assertion, a run of the slice reaches
it with the same values. So a property of the slice holds in the program. Nothing else is concluded. This assumes
defined behaviour: accesses are proved in bounds on the whole program.

Example: functions that only decide whether `assert(u <= 2 * k)` is reached are not in its value slice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements, writes
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.graphs import closure
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program, ProgramPart
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, CallPath, Havoc, If, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, prove_parts
from veriabs.loops.flatten import assertions, cut_after, lacks

if TYPE_CHECKING:
    from veriabs.frontend.slicing.slice import SliceInput, SliceKind

SMALLER = 0.9
"""The largest fraction of statements that a useful slice keeps."""

WORTHWHILE = 0.5
"""The largest estimated fraction for which slices are tried first."""

FEWEST, MANY = 20, 150
"""Smaller programs are first proved unsliced; programs with many statements are sliced first."""


def likely(model: LoopModel) -> bool:
    """Is the program large, or does at most half of it seem to matter to the assertion?"""
    body = tuple(statements(model.program.body))
    return len(body) >= MANY or (len(body) >= FEWEST and _relevant_statements(model, body) <= WORTHWHILE * len(body))


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the assertion in a slice."""
    return (yield from prove_parts(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[ProgramPart | Reason]:
    """The slices for an assertion, the smaller kind first, or the reason for having none."""
    if program.forged is not None:
        yield Reason(ReasonKind.NOT_APPLICABLE, "the program converts a number to a pointer", program.forged)
        return
    last = ""
    try:
        size = _size(_slice_of_text(program, program.preprocessed) if program.task.checks else program, assertion)
        for part in _slices(program, assertion):
            if _size(part.program, assertion) > SMALLER * size or not assertions(part.program):
                yield Reason(
                    ReasonKind.NOT_APPLICABLE, f"the {part.name} removes nothing from the program", assertion.where
                )
                return
            if lacks(part.program, program, assertion):
                yield Reason(
                    ReasonKind.NOT_APPLICABLE, f"the {part.name} does not contain the assertion", assertion.where
                )
                return
            if part.program.preprocessed != last:
                last = part.program.preprocessed
                yield part
    except (InputError, UnsupportedError) as error:
        yield Reason(ReasonKind.UNSUPPORTED, str(error))
    except RecursionError:
        yield Reason(ReasonKind.UNSUPPORTED, "expressions or statements of the program are nested too deeply")


def _size(program: Program, assertion: Assert) -> int:
    """The number of statements that may run up to the assertion."""
    number = next((one.number for one in assertions(program) if one.where == assertion.where), None)
    return sum(1 for _ in statements(program.body if number is None else cut_after(program.body, number)))


def _slices(program: Program, assertion: Assert) -> Iterator[ProgramPart]:
    """The slices for the assertion, or for all assertions if it is not found by its call path."""
    from veriabs.frontend.slicing.slice import SliceKind  # imported late: other strategies are often faster

    prepared = _prepared(program, assertion.path)
    part = _part(program, prepared, SliceKind.VALUE)
    if lacks(part.program, program, assertion):
        prepared = _prepared(program, ())
        part = _part(program, prepared, SliceKind.VALUE)
    yield part
    yield _part(program, prepared, SliceKind.BACKWARD)


def _prepared(program: Program, path: CallPath) -> SliceInput:
    from veriabs.frontend.parse import parse
    from veriabs.frontend.slicing.slice import prepare

    return prepare(parse(program.preprocessed, program.task), program.task, path=path)


def _part(program: Program, prepared: SliceInput, kind: SliceKind) -> ProgramPart:
    from veriabs.frontend.slicing.printer import SlicePrinter

    text = SlicePrinter(prepared.slice(kind, iterating=True), places=True).text()
    # gcc would replace it; the user's text is preprocessed already
    size = "unsigned int" if program.task.data_model is DataModel.ILP32 else "unsigned long"
    text = text.replace("__SIZE_TYPE__", size)
    return ProgramPart(f"{kind.value} slice", _slice_of_text(program, text))


def _slice_of_text(program: Program, text: str) -> Program:
    """A slice of the program's text without checks, which are proved on the whole program."""
    from veriabs.frontend.lower.lower import lower
    from veriabs.frontend.parse import parse

    task = replace(program.task, checks=())
    return lower(parse(text, task), task, text)


def _relevant_statements(model: LoopModel, body: tuple[Stmt, ...]) -> int:
    """An estimate of the number of statements that affect the assertion's values, with the conditions around them.

    It ignores order and builds no graph; it only guides the choice of strategies.
    """
    effects = [(writes((stmt,)), _used_names(stmt)) for stmt in body if isinstance(stmt, Assign | Havoc | If | Loop)]

    def more(found: frozenset[str]) -> Iterator[str]:
        return (name for written, needed in effects if not written.isdisjoint(found) for name in needed)

    wanted = closure(names(model.assertion.test), more)
    return sum(not written.isdisjoint(wanted) for written, _ in effects)


def _used_names(stmt: Stmt) -> frozenset[str]:
    match stmt:
        case Assign(target=target, value=value):
            return names(value) | names(target)
        case If(test=test) | Loop(test=test):
            return names(test)
        case _:
            return frozenset()


STRATEGY = Strategy(rank=60, prove=prove, likely=likely, by_place=True, reads_text=True)
