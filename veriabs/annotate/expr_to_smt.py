"""Translate facts of the core language into the certificates' language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from math import lcm
from typing import Self

from msgspec import Struct

from veriabs.annotate.loop_solutions import Solved
from veriabs.annotate.term_to_smt import InexpressibleError, Names, TermToSmt, ranged, wrapped
from veriabs.core.ctree import map_parts, names, writes
from veriabs.core.expressions import Apply, Cast, Const, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, LoopFacts, at_entry, entry_of
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.runs import Overflow
from veriabs.core.types import LLONG, ULLONG, IntType
from veriabs.loops.accelerate import entered
from veriabs.loops.affine import ITERATION as AFFINE_ITERATION
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import counter_values
from veriabs.proofcheck import terms
from veriabs.proofcheck.terms import TRUE, SmtTerm, either, follows, number
from veriabs.proofcheck.words import Words
from veriabs.strategies.closed_forms.values import wraps
from veriabs.terms.binders import walk
from veriabs.terms.terms import BINDERS, Condition, Function, Kind, index_name
from veriabs.terms.terms import Term as Form

_BOUND = {CELL.name: "k", OTHER.name: "m"}
_PASSED: SmtTerm = ("-", terms.ITERATION, "1")
_INDICES = ("k", "m", "l", "o")


class ExprToSmt(Struct, frozen=True):
    """The translation for one program and overflow semantics."""

    program: Program
    overflow: Overflow
    words: Words

    @classmethod
    def of(cls, program: Program, overflow: Overflow) -> Self:
        return cls(program, overflow, _words_of(program))

    def formula(self, fact: Expr) -> SmtTerm:
        """An invariant; its signed arithmetic is over integers, and a cell is an arbitrary integer."""
        term = self.words.truth(_signed(fact))
        bound = tuple((_BOUND[one.name], "Int") for one in (CELL, OTHER) if one.name in names(fact))
        return ("forall", bound, term) if bound else term

    def counters(self, facts: LoopFacts) -> Iterator[SmtTerm]:
        """The values of counters in each iteration, and the bound on the number of iterations."""
        starts = {a.start.name: f"entry${a.variable.name}" for a in facts.accelerable}
        for name, form in counter_values(facts, {}).items():
            yield "=", f"${name}", _sum(form, starts)
        if facts.trips is not None:
            trips = self.words.value(_signed(facts.trips))
            yield "<=", terms.ITERATION, ("+", trips, "1")

    def behind_first(self, facts: LoopFacts, formulas: list[SmtTerm]) -> Iterator[SmtTerm]:
        """Facts at the head of a `do` loop, from facts at its test at the end of the body."""
        first: SmtTerm = ("=", terms.ITERATION, "1")
        for name in sorted(writes((*facts.loop.body, *facts.loop.update))):
            yield follows(first, ("=", f"${name}", f"entry${name}"))
        for one in (*formulas, self.formula(facts.loop.test)):
            yield later(one)

    def closed(self, solved: Solved, smt: TermToSmt, *, exact: bool) -> Iterator[SmtTerm]:
        """The closed forms at the head of a loop; with `exact`, values are claimed not to wrap."""
        for name, form in solved.values.items():
            if isinstance(form, Function):
                yield from _if_expressible(partial(self._cells, name, form, solved.names, smt, exact))
            else:
                yield from _if_expressible(partial(self._scalar, name, form, solved.names, smt, exact))
        for place, fact in enumerate(solved.passed):
            yield from _if_expressible(partial(_passed, place, fact, solved, smt))
        for fact in solved.holds:
            yield from _if_expressible(partial(smt.truth, fact, solved.names))

    def _scalar(self, name: str, form: Form, names: Names, smt: TermToSmt, exact: bool) -> SmtTerm:
        return _equal(f"${name}", form, self._wraps(self.program.scalars[name], exact), names, smt)

    def _cells(self, name: str, form: Function, names: Names, smt: TermToSmt, exact: bool) -> SmtTerm:
        smt_name, bound = f"${name}", _INDICES[: form.dimensions]
        cell: SmtTerm = smt_name
        for place, index in enumerate(bound):
            cell, names = ("select", cell, index), names.setting(index_name(place), index)
        fact = _equal(cell, form.body, self._wraps(self.program.arrays[name], exact), names, smt)
        return "forall", tuple((index, "Int") for index in bound), fact

    def _wraps(self, variable: Scalar | Array, exact: bool) -> IntType | None:
        """The type modulo which a closed form describes the variable; None if it is exact."""
        assert isinstance(variable.type, IntType)
        return variable.type if not exact and wraps(variable.type, self.overflow) else None


def later(fact: SmtTerm) -> SmtTerm:
    """The fact, for every iteration except the first."""
    return follows(("<", "1", terms.ITERATION), fact)


def _equal(left: SmtTerm, form: Form, wrapping: IntType | None, names: Names, smt: TermToSmt) -> SmtTerm:
    if wrapping is not None:
        return "=", left, wrapped(smt.term(form, names), wrapping.lowest, wrapping.highest)
    scale = lcm(*(c.denominator for _, c in form.items))
    return "=", left if scale == 1 else ("*", number(scale), left), smt.scaled(form, scale, names)


def _passed(place: int, fact: Condition, solved: Solved, smt: TermToSmt) -> SmtTerm:
    """A fact about all earlier iterations; if it concerns no cells, the previous iteration suffices."""
    if not any(atom.kind is Kind.CALL or atom.kind in BINDERS for atom in walk(fact)):
        last = solved.names.setting(solved.counter, ("-", terms.ITERATION, "2"))
        return either(("=", terms.ITERATION, "1"), smt.truth(fact, last))
    index = f"before_{place}"
    return ranged(index, _PASSED, smt.truth(fact, solved.names.setting(solved.counter, index)))


class _Applying(Words, frozen=True):
    """Words that also evaluate the functions of a certificate."""

    def value(self, expr: Expr, guard: SmtTerm = TRUE) -> SmtTerm:
        if isinstance(expr, Apply):
            return expr.function, *(self.value(argument, guard) for argument in expr.arguments)
        return super().value(expr, guard)


def _words_of(program: Program) -> Words:
    values: dict[str, SmtTerm] = {name: f"${name}" for name in (*program.scalars, *program.arrays)}
    entries = {entry_of(Var(s.name, s.type)).name: f"entry${s.name}" for s in program.scalars.values()}
    past = {at_entry(name): name for name in program.arrays}
    entries |= {name: f"entry${of}" for name, of in past.items()}
    sizes = {array.name: array.sizes for array in program.arrays.values()}
    sizes |= {name: sizes[of] for name, of in past.items()}
    known = {**entries, **values, **_BOUND, ITERATION.name: terms.ITERATION}
    return _Applying(known, sizes, program.task.data_model, wraps=False)


def _if_expressible(say: Callable[[], SmtTerm]) -> Iterator[SmtTerm]:
    """The fact, or nothing if the language cannot express it."""
    with suppress(InexpressibleError):
        yield say()


def _signed(expr: Expr) -> Expr:
    """The expression without the wrapping of iteration numbers, which are integers here."""

    def change(part: Expr) -> Expr:
        match part:
            case Var(name=ITERATION.name):
                return Var(ITERATION.name, LLONG)
            case Cast(type=ctype, operand=operand) if ctype == ULLONG:
                return Cast(LLONG, operand)
            case Const(value=value, type=ctype) if ctype == ULLONG:
                return Const(value, LLONG)
            case _:
                return entered(part)

    return map_parts(expr, change)


def _sum(form: Affine, starts: Mapping[str, SmtTerm]) -> SmtTerm:
    atoms = {AFFINE_ITERATION: terms.ITERATION, **starts}
    parts = [("*", number(factor), atoms.get(atom, f"${atom}")) for atom, factor in form.terms]
    return "+", *parts, number(form.constant), "0"
