"""Slicing (P-thesis): an assertion is proved in a smaller program that has all of its violations.

What it does: the value slice of the assertion, and if that is not proved its backward slice, is handed to the other
strategies like a program of its own. The conditions of loops that go through arrays stay in a slice, since nothing is
known of an iteration without them (docs/theory.md 4, pitfalls).

When it applies: to programs of which a slice leaves something out. It goes first in large programs, and where that
seems to be at least half. A program that is not understood as a whole stays undecided, even if its slice would be
understood: nothing would be known of the accesses that the slice is without. Nor has it slices where a number becomes a
pointer: what such a one may point to is known by all that happens to addresses, of which a slice leaves out some.

Why it is sound: docs/theory.md 4: every run of the program that comes to the assertion has a run of the slice that
comes to it with the same values, so what holds in the slice holds in the program; nothing else is concluded from a
slice. That takes a program that is defined: the proof that no access is out of bounds is that of the whole program.

Example: functions that only decide whether `assert(u <= 2 * k)` is reached are no part of its value slice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements, writes
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.graphs import closure
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Part, Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, CallPath, Havoc, If, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, through
from veriabs.loops.flatten import assertions, lacks, up_to

if TYPE_CHECKING:
    from veriabs.frontend.slicing.slice import Kind, Prepared

SMALLER = 0.9
"""The part of the statements that a slice may keep: less than that is left out by chance, and is no help."""

WORTHWHILE = 0.5
"""The part of the statements that may matter to the assertion, if slices are to be tried first."""

FEWEST, MANY = 20, 150
"""Programs of fewer statements are proved as they are first, and programs of many are sliced first."""


def likely(model: LoopModel) -> bool:
    """Is the program large, or does at most half of it look as if it could matter to the assertion?"""
    body = tuple(statements(model.program.body))
    return len(body) >= MANY or (len(body) >= FEWEST and _mattering(model, body) <= WORTHWHILE * len(body))


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof of the assertion in a slice."""
    return (yield from through(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[Part | Reason]:
    """The slices for an assertion, the smaller kind first; a reason where there is none."""
    if program.forged is not None:
        yield Reason(ReasonKind.NOT_APPLICABLE, "a number becomes a pointer", program.forged)
        return
    last = ""
    try:
        size = _size(_read(program, program.preprocessed) if program.task.checks else program, assertion)
        for part in _slices(program, assertion):
            if _size(part.program, assertion) > SMALLER * size or not assertions(part.program):
                yield Reason(ReasonKind.NOT_APPLICABLE, f"the {part.name} is not smaller", assertion.where)
                return
            if lacks(part.program, program, assertion):
                yield Reason(ReasonKind.NOT_APPLICABLE, f"the {part.name} lacks the assertion", assertion.where)
                return
            if part.program.preprocessed != last:
                last = part.program.preprocessed
                yield part
    except (InputError, UnsupportedError) as error:
        yield Reason(ReasonKind.UNSUPPORTED, str(error))
    except RecursionError:
        yield Reason(ReasonKind.UNSUPPORTED, "expressions or statements are nested too deeply")


def _size(program: Program, assertion: Assert) -> int:
    """Statements that may run before the assertion is over."""
    number = next((one.number for one in assertions(program) if one.where == assertion.where), None)
    return sum(1 for _ in statements(program.body if number is None else up_to(program.body, number)))


def _slices(program: Program, assertion: Assert) -> Iterator[Part]:
    """The slices for the assertion, or for all of them if it is not found where its path leads."""
    from veriabs.frontend.slicing.slice import Kind  # not needed where other strategies are faster

    prepared = _prepared(program, assertion.path)
    part = _part(program, prepared, Kind.VALUE)
    if lacks(part.program, program, assertion):
        prepared = _prepared(program, ())
        part = _part(program, prepared, Kind.VALUE)
    yield part
    yield _part(program, prepared, Kind.BACKWARD)


def _prepared(program: Program, path: CallPath) -> Prepared:
    from veriabs.frontend.parse import parse
    from veriabs.frontend.slicing.slice import prepare

    return prepare(parse(program.preprocessed, program.task), program.task, path=path)


def _part(program: Program, prepared: Prepared, kind: Kind) -> Part:
    from veriabs.frontend.slicing.printer import Printer

    text = Printer(prepared.slice(kind, iterating=True), places=True).text()
    # What gcc would put in its place; the user's own text has been preprocessed.
    size = "unsigned int" if program.task.data_model is DataModel.ILP32 else "unsigned long"
    text = text.replace("__SIZE_TYPE__", size)
    return Part(f"{kind.value} slice", _read(program, text))


def _read(program: Program, text: str) -> Program:
    """A part of the program's text, or all of it, without checks: these are shown of the whole."""
    from veriabs.frontend.lower.lower import lower
    from veriabs.frontend.parse import parse

    task = replace(program.task, checks=())
    return lower(parse(text, task), task, text)


def _mattering(model: LoopModel, body: tuple[Stmt, ...]) -> int:
    """How many statements write what may reach the assertion's values, whatever the order; conditions around included.

    An estimate that takes no graph: nothing rests on it.
    """
    effects = [(writes((stmt,)), _needed(stmt)) for stmt in body if isinstance(stmt, Assign | Havoc | If | Loop)]

    def more(found: frozenset[str]) -> Iterator[str]:
        return (name for written, needed in effects if not written.isdisjoint(found) for name in needed)

    wanted = closure(names(model.assertion.test), more)
    return sum(not written.isdisjoint(wanted) for written, _ in effects)


def _needed(stmt: Stmt) -> frozenset[str]:
    match stmt:
        case Assign(target=target, value=value):
            return names(value) | names(target)
        case If(test=test) | Loop(test=test):
            return names(test)
        case _:
            return frozenset()


STRATEGY = Strategy(rank=60, prove=prove, likely=likely, by_place=True, reads_text=True)
