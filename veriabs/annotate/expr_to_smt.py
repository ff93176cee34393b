"""Translate facts of the core language into the certificates' language, SMT-LIB 2.

    a[cell] <= i + 1          (<= (select $a cell) (+ $i 1))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from msgspec import Struct

from veriabs.core.ctree import map_parts, names, writes
from veriabs.core.expressions import Apply, Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, LoopFacts, at_entry, entry_of
from veriabs.core.program import Program
from veriabs.core.types import LLONG, ULLONG
from veriabs.loops.accelerate import at_loop_entry
from veriabs.loops.affine import ITERATION as AFFINE_ITERATION
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import counter_values
from veriabs.proofcheck import terms
from veriabs.proofcheck.expressions import ExpressionTranslator
from veriabs.proofcheck.terms import TRUE, SmtTerm, implies, number

_BOUND = {CELL.name: "k", OTHER.name: "m"}


class ExprToSmt(Struct, frozen=True):
    """The translation for one program."""

    translator: ExpressionTranslator

    @classmethod
    def of(cls, program: Program) -> Self:
        return cls(_smt_translator(program))

    def formula(self, fact: Expr) -> SmtTerm:
        """An invariant; its signed arithmetic is over integers, and a cell is an arbitrary integer."""
        term = self.translator.truth(_signed(fact))
        bound = tuple((_BOUND[one.name], "Int") for one in (CELL, OTHER) if one.name in names(fact))
        return ("forall", bound, term) if bound else term

    def counters(self, facts: LoopFacts) -> Iterator[SmtTerm]:
        """The values of counters in each iteration, and the bound on the number of iterations."""
        starts = {a.start.name: f"entry${a.variable.name}" for a in facts.accelerable}
        for name, form in counter_values(facts, {}).items():
            yield "=", f"${name}", _sum(form, starts)
        if facts.trips is not None:
            trips = self.translator.value(_signed(facts.trips))
            yield "<=", terms.ITERATION, ("+", trips, "1")

    def behind_first(self, facts: LoopFacts, formulas: list[SmtTerm]) -> Iterator[SmtTerm]:
        """Facts at the head of a `do` loop, from facts at its test at the end of the body."""
        first: SmtTerm = ("=", terms.ITERATION, "1")
        for name in sorted(writes((*facts.loop.body, *facts.loop.update))):
            yield implies(first, ("=", f"${name}", f"entry${name}"))
        for one in (*formulas, self.formula(facts.loop.test)):
            yield later(one)


def later(fact: SmtTerm) -> SmtTerm:
    """The fact, for every iteration except the first."""
    return implies(("<", "1", terms.ITERATION), fact)


class FunctionTranslator(ExpressionTranslator, frozen=True):
    """A translator that also knows the functions of a certificate."""

    def value(self, expr: Expr, guard: SmtTerm = TRUE) -> SmtTerm:
        if isinstance(expr, Apply):
            return expr.function, *(self.value(argument, guard) for argument in expr.arguments)
        value = super().value(expr, guard)
        is_wide = isinstance(expr, Binary) and value[0] == "s64"  # a `long long` stands for an integer
        return value[1] if is_wide else value


def _smt_translator(program: Program) -> ExpressionTranslator:
    values: dict[str, SmtTerm] = {name: f"${name}" for name in (*program.scalars, *program.arrays)}
    entries = {entry_of(Var(s.name, s.type)).name: f"entry${s.name}" for s in program.scalars.values()}
    past = {at_entry(name): name for name in program.arrays}
    entries |= {name: f"entry${of}" for name, of in past.items()}
    sizes = {array.name: array.sizes for array in program.arrays.values()}
    sizes |= {name: sizes[of] for name, of in past.items()}
    known = {**entries, **values, **_BOUND, ITERATION.name: terms.ITERATION}
    return FunctionTranslator(known, sizes, program.task.data_model, wraps=False)


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
                return at_loop_entry(part)

    return map_parts(expr, change)


def _sum(form: Affine, starts: Mapping[str, SmtTerm]) -> SmtTerm:
    atoms = {AFFINE_ITERATION: terms.ITERATION, **starts}
    parts = [("*", number(factor), atoms.get(atom, f"${atom}")) for atom, factor in form.terms]
    return "+", *parts, number(form.constant), "0"
