"""Entailment over bit-vectors: z3 decides facts about bits, in vectors so wide that no subterm wraps.

`entail` treats a bit operation as an uninterpreted function with bounds. Here it has its real meaning. The unknowns are
opaque atoms: a value of an array, a sum, a number of iterations. An atom without known bounds fits in no bit-vector, so
facts that contain one are dropped, and so is that part of a goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from msgspec import Struct, field

from veriabs.core.evaluate import truncated
from veriabs.terms.binders import branches, term_of, walk
from veriabs.terms.bits import OPERATIONS, is_bitwise
from veriabs.terms.intervals import of_atom as known_range
from veriabs.terms.terms import BITS, Atom, Condition, Is, Kind, Monomial, Term

Range = tuple[int, int]

MOST_BITS = 160
"""Widest vector; products of 64-bit values have 128 bits."""


class _UnboundedError(Exception):
    """A part of a formula has no bounds, so no vector holds it."""


def refute(facts: tuple[Condition, ...], negated: Condition, steps: int, milliseconds: int) -> bool:
    """Whether the facts and the negated goal are proved to be contradictory.

    Meant for goals with bit operations. Only facts over the goal's own unknowns are used.
    """
    ranges = Ranges()
    own = [part for part in negated.conjuncts if _part_ranges(part) is not None]
    if not any(is_bitwise(atom) for part in own for atom in walk(part)):
        return False
    for part in own:
        ranges.of_condition(part)
    kept = [*own, *ranges.within(facts)]
    bits = ranges.most.bit_length() + 2
    if bits > MOST_BITS:
        return False
    vectors = Vectors(bits, ranges)
    solver = vectors.z3.SolverFor("QF_BV")
    solver.add(*[vectors.condition(one) for one in kept])
    solver.add(*vectors.unknown_ranges())
    # With ctrl_c, z3 would replace the signal handler, and a signal would no longer end a wait.
    solver.set(rlimit=steps, timeout=milliseconds, ctrl_c=False)
    return bool(solver.check() == vectors.z3.unsat)


class Ranges(Struct):
    """The ranges of all parts of formulas; `most` is the largest absolute value of a part.

    `unknown` are the opaque atoms, whose value is only known to be in its range.
    """

    most: int = 0
    known: dict[Atom, Range] = field(default_factory=dict)
    unknown: dict[Atom, None] = field(default_factory=dict)

    def within(self, facts: tuple[Condition, ...]) -> Iterator[Condition]:
        """The facts whose unknowns have all occurred already."""
        own = set(self.unknown)
        for fact in facts:
            seen = _part_ranges(fact)
            if seen is not None and seen.unknown and own.issuperset(seen.unknown):
                self.of_condition(fact)
                yield fact

    def of_condition(self, condition: Condition) -> None:
        match condition.kind:
            case Is.FORALL | Is.EXISTS:
                raise _UnboundedError
            case Is.AND | Is.OR:
                for part in condition.parts:
                    self.of_condition(part)
            case Is.LE | Is.EQ | Is.NE:
                self.of_term(condition.term)
            case _:
                pass

    def of_term(self, term: Term) -> Range:
        low = high = size = 0
        for mono, c in term.items:
            if c.denominator != 1:
                raise _UnboundedError
            one, two = self._product_range(mono, int(c))
            low, high, size = low + one, high + two, size + max(abs(one), abs(two))
        self.most = max(self.most, size)
        return low, high

    def _product_range(self, mono: Monomial, factor: int) -> Range:
        result = factor, factor
        for atom, e in mono:
            for _ in range(e):
                ends = [one * two for one in result for two in self.of_atom(atom)]
                result = min(ends), max(ends)
                self.most = max(self.most, *map(abs, result))
        return result

    def of_atom(self, atom: Atom) -> Range:
        if atom not in self.known:
            found = self._computed_range(atom)
            if found is None:
                found = _bounds(atom)
                self.unknown[atom] = None
            self.most = max(self.most, *map(abs, found))
            self.known[atom] = found
        return self.known[atom]

    def _computed_range(self, atom: Atom) -> Range | None:
        """The range of an atom that is computed from vectors; None for an unknown."""
        try:
            return self._operation_range(atom)
        except _UnboundedError:
            return None

    def _operation_range(self, atom: Atom) -> Range | None:
        match atom.kind:
            case Kind.ITE:
                test, *values = branches(atom)
                self.of_condition(test)
                ends = [end for value in values for end in self.of_term(value)]
                return min(ends), max(ends)
            case Kind.DIV | Kind.MOD if divisor := _divisor(atom):
                return _quotients(atom.kind, self.of_term(term_of(atom.args[0])), divisor)
            case Kind.WRAP if (count := _count(_bounds(atom))) & (count - 1) == 0:
                self.of_term(term_of(atom.args[0]))
                return _bounds(atom)
            case Kind.CALL if is_bitwise(atom):
                operands = [self.of_term(term_of(atom.args[place])) for place in (0, 1)]
                return _bit_operation_range(atom.name[len(BITS)], operands, _bounds(atom))
            case _:
                return None


class Vectors(Struct):
    """Terms and conditions as signed bit-vectors of `bits` bits."""

    bits: int
    ranges: Ranges
    memo: dict[Atom, Any] = field(default_factory=dict)
    z3: Any = field(default_factory=lambda: import_module("z3"))

    def unknown_ranges(self) -> Iterator[Any]:
        """The range constraints of the unknowns that were translated."""
        for atom, vector in self.memo.items():
            if atom in self.ranges.unknown:
                low, high = self.ranges.known[atom]
                yield self.z3.And(self._number(low) <= vector, vector <= self._number(high))

    def condition(self, condition: Condition) -> Any:
        match condition.kind:
            case Is.TRUE | Is.FALSE:
                return self.z3.BoolVal(condition.kind is Is.TRUE)
            case Is.LE:
                return self.term(condition.term) <= self._number(0)
            case Is.EQ:
                return self.term(condition.term) == self._number(0)
            case Is.NE:
                return self.term(condition.term) != self._number(0)
            case Is.AND:
                return self.z3.And(*map(self.condition, condition.parts))
            case _:
                return self.z3.Or(*map(self.condition, condition.parts))

    def term(self, term: Term) -> Any:
        result = self._number(0)
        for mono, c in term.items:
            product = self._number(int(c))
            for atom, e in mono:
                for _ in range(e):
                    product = product * self.atom(atom)
            result = result + product
        return result

    def atom(self, atom: Atom) -> Any:
        if atom not in self.memo:
            is_unknown = atom in self.ranges.unknown
            name = f"x{atom.digest.hex()}"
            self.memo[atom] = self.z3.BitVec(name, self.bits) if is_unknown else self._operation(atom)
        return self.memo[atom]

    def _operation(self, atom: Atom) -> Any:
        if atom.kind is Kind.ITE:
            test, then, other = branches(atom)
            return self.z3.If(self.condition(test), self.term(then), self.term(other))
        operand = self.term(term_of(atom.args[0]))
        match atom.kind:
            case Kind.DIV:
                return operand / self._number(_divisor(atom))
            case Kind.MOD:
                return self.z3.SRem(operand, self._number(_divisor(atom)))
            case Kind.WRAP:
                low = self._number(_bounds(atom)[0])
                return self.z3.URem(operand - low, self._number(_count(_bounds(atom)))) + low
            case _:
                return OPERATIONS[atom.name[len(BITS)]](operand, self.term(term_of(atom.args[1])))

    def _number(self, value: int) -> Any:
        return self.z3.BitVecVal(value, self.bits)


def _part_ranges(condition: Condition) -> Ranges | None:
    """The ranges of a condition's parts, or None if one has no bounds."""
    seen = Ranges()
    try:
        seen.of_condition(condition)
    except _UnboundedError:
        return None
    return seen


def _divisor(atom: Atom) -> int:
    """The constant divisor, or 0 if it is unknown or 0."""
    value = term_of(atom.args[1]).value
    return value if isinstance(value, int) else 0


def _bounds(atom: Atom) -> Range:
    low, high = known_range(atom)
    if not isinstance(low, int) or not isinstance(high, int):
        raise _UnboundedError
    return low, high


def _count(bounds: Range) -> int:
    return bounds[1] - bounds[0] + 1


def _bit_operation_range(operator: str, operands: list[Range], bounds: Range) -> Range | None:
    """The range of a bit operation's result; None if an operand may be outside its type."""
    ends = [end for operand in operands for end in operand]
    if min(ends) < bounds[0] or max(ends) > bounds[1]:
        return None
    if min(ends) < 0:
        return bounds
    return 0, min(high for _, high in operands) if operator == "&" else (1 << max(ends).bit_length()) - 1


def _quotients(kind: Kind, dividend: Range, divisor: int) -> Range:
    low, high = dividend
    if kind is Kind.DIV:
        ends = truncated(low, divisor), truncated(high, divisor)
        return min(ends), max(ends)
    most = abs(divisor) - 1
    return (max(low, -most) if low < 0 else 0), (min(high, most) if high > 0 else 0)
