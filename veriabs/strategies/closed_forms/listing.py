"""List the closed forms of every loop as readable mathematics, or the term that prevents one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice

from msgspec import Struct

from veriabs.core.ctree import has, writes
from veriabs.core.expressions import Const
from veriabs.core.program import Program, cell_text
from veriabs.core.runs import Overflow
from veriabs.core.source import Where
from veriabs.core.statements import Break, Halt, Loop, Stmt
from veriabs.loops.build import with_distinct_ids
from veriabs.loops.facts import facts_of
from veriabs.loops.iterations import is_quantifier
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.loops import summarise
from veriabs.strategies.closed_forms.solve import REACHED
from veriabs.strategies.closed_forms.state import SymbolicState, UnsolvedError, forget
from veriabs.terms.binders import walk
from veriabs.terms.conditions import between, truth
from veriabs.terms.entail import Entailment, Facts, SpentError
from veriabs.terms.patterns import case_values
from veriabs.terms.printing import Mathematics
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import BINDERS, Kind, Term, const, index_name, symbol

LISTED_SECONDS = 2.0
"""Processor seconds for the closed forms of a listing."""

SHARE = 0.5
"""The share of that time for one loop."""

MOST_CASES = 32
MOST_PIECES = 8
"""The number of cases of one cell that are printed."""


class ClosedForms(Struct, frozen=True):
    """The values after one outermost loop, one text for each variable; or the reason for having none.

    `partial`: the values hold in runs in which the loop does not end early.
    """

    where: Where
    forms: tuple[str, ...]
    reason: str = ""
    partial: bool = False

    def __str__(self) -> str:
        if self.reason:
            return f"the loop at line {self.where.line} has no closed form: {self.reason}"
        runs = ", where it does not end early" if self.partial else ""
        return f"after the loop at line {self.where.line}{runs}: {'; '.join(self.forms)}"


def closed_forms_of(program: Program, seconds: float = LISTED_SECONDS) -> Iterator[ClosedForms]:
    """The closed forms of every outermost loop of the user's in textual order, over the integers.

    A loop that exceeds its share of `seconds` of processor time has that as its reason. Once all are used, the next
    loop is the last one listed.
    """
    program = with_distinct_ids(program)
    executor = Executor(summarise, program, frozenset(), Overflow.UNDEFINED, Simplifier(Entailment(seconds)))
    import_module("z3")  # loading it takes long and does not count
    last = max((place for place, stmt in enumerate(program.body, 1) if has((stmt,), Loop)), default=0)
    end = time.thread_time() + seconds
    every = _listed(executor, program.body[:last], [executor.initial()], end, seconds * SHARE)
    return (forms for forms in every if not is_quantifier(program, forms.where))


def _listed(
    executor: Executor, body: tuple[Stmt, ...], states: list[SymbolicState], end: float, share: float
) -> Iterator[ClosedForms]:
    for position, stmt in enumerate(body):
        if not states:
            return
        executor.simplifier.entailment.until = min(end, time.thread_time() + share)
        try:
            forms, states = _listing_of(executor, stmt, states)
        except SpentError as error:
            if time.thread_time() > end:
                late = next((one for one in body[position:] if has((one,), Loop)), stmt)
                yield ClosedForms(late.where, (), f"{error}, also for later loops")
                return
            if isinstance(stmt, Loop):
                yield ClosedForms(stmt.where, (), str(error))
            forms, states = None, [forget(stmt, states[0])]
        if forms is not None:
            yield forms


def _listing_of(
    executor: Executor, stmt: Stmt, states: list[SymbolicState]
) -> tuple[ClosedForms | None, list[SymbolicState]]:
    """The listing of a statement, and the main path after it."""
    if not isinstance(stmt, Loop):
        return None, _execute(executor, stmt, states)
    try:
        after = [new for state in states for new in summarise(executor, stmt, state)]
    except UnsolvedError as error:
        reason = error.reason if error.loop == stmt.where else str(error)
        return ClosedForms(stmt.where, (), reason), [forget(stmt, states[0])]
    if not after:
        return None, after
    partial = len(after) > 1 and not facts_of(0, stmt).exact
    forms = ClosedForms(stmt.where, tuple(_forms(executor, stmt, after[0])), partial=partial)
    return forms, [forget(stmt, states[0])] if partial else after[:1]


def _execute(executor: Executor, stmt: Stmt, states: list[SymbolicState]) -> list[SymbolicState]:
    """The main path after a statement outside of loops; a statement without a term is skipped."""
    try:
        return executor.run((stmt,), states)[:1]
    except UnsolvedError:
        return [] if isinstance(stmt, Halt | Break) else [forget(stmt, states[0])]


def _forms(executor: Executor, loop: Loop, after: SymbolicState) -> Iterator[str]:
    program = executor.program
    text = Mathematics(_user_names(program, after))
    for name in sorted(name for name in writes((loop,)) if name not in program.scalars or program.has_name(name)):
        if name in after.scalars:
            source, value = program.shown(name), text.term(after.scalars[name])
            yield f"{source} = {value}" if value != source else f"{source} is arbitrary"
        elif name in after.arrays:
            yield from _pieces(executor, name, after, text)


def _pieces(executor: Executor, name: str, after: SymbolicState, text: Mathematics) -> Iterator[str]:
    """One text for each case of a cell's contents, without unchanged cases and those that no cell of the array has."""
    program, content = executor.program, after.arrays[name]
    sizes = ((d, size.value) for d, size in enumerate(program.arrays[name].sizes) if isinstance(size, Const))
    inside = tuple(between(0, symbol(index_name(d)), const(size)) for d, size in sizes if isinstance(size, int))
    cell = cell_text(program.shown(name), (text.term(symbol(index_name(d))) for d in range(content.dimensions)))
    entailment = executor.simplifier.entailment
    cases = [
        (tests, value)
        for tests, value in islice(case_values(content.body, ()), MOST_CASES)
        if not entailment.follows((*after.facts, *inside, *tests), truth(False))
    ]
    needed = [(_minimal_tests(tests, after.facts, entailment), value) for tests, value in cases]
    pieces = [(tests, value) for tests, value in needed if tests is not None]
    for tests, value in pieces[:MOST_PIECES]:
        atom = value.atom
        if atom is not None and atom.kind is Kind.CALL and atom.name == name and len(pieces) > 1:
            continue
        range_ = _range(tests, text)
        if any(atom.kind in BINDERS for test in tests for atom in walk(test)):
            yield f"{cell} depends on which iteration wrote it last"
            return
        content_ = text.term(value)
        known = content_ != cell and not (atom is not None and atom.name.startswith(REACHED))
        yield (f"{cell} = {content_}" if known else f"{cell} is arbitrary") + (range_ and f" for {range_}")
    if len(pieces) > MOST_PIECES:
        yield f"{cell} in {len(pieces)} cases"


def _minimal_tests(tests: Facts, facts: Facts, entailment: Entailment) -> Facts | None:
    """The tests that the others do not imply; None if they contradict each other."""
    if entailment.follows((*facts, *tests), truth(False)):
        return None
    kept = list(dict.fromkeys(tests))
    for test in tuple(kept):
        rest = tuple(other for other in kept if other != test)
        if entailment.follows((*facts, *rest), test):
            kept.remove(test)
    return tuple(kept)


def _range(tests: Facts, text: Mathematics) -> str:
    parts = sorted((text.condition(test) for test in tests), key=lambda part: part[:1] != "0")
    if len(parts) == 2 and parts[0].endswith(" j") and parts[1].startswith("j <"):
        return parts[0] + parts[1][1:]
    return " and ".join(parts)


def _user_names(program: Program, state: SymbolicState) -> dict[str, str]:
    """The user's names for symbols that are values of variables, and for the contents of arrays."""
    spelled = {name: program.shown(name) for name in program.arrays}
    for name, value in state.scalars.items():
        atom = value.atom
        if atom is not None and atom.kind is Kind.SYMBOL and not name.startswith("__"):
            spelled.setdefault(atom.name, program.shown(name))
    for name, content in state.arrays.items():
        for _, value in islice(case_values(content.body, ()), MOST_PIECES):
            if (filled := _input_name(value, content.dimensions)) is not None:
                spelled.setdefault(filled, program.shown(name))
    return {**{name: program.shown(name) for name in program.scalars}, **spelled}


def _input_name(value: Term, dimensions: int) -> str | None:
    atom = value.atom
    cell = tuple(symbol(index_name(d)) for d in range(dimensions))
    return atom.name if atom is not None and atom.kind is Kind.CALL and atom.args == cell else None
