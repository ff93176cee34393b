"""Candidates from closed forms: what scalars and cells hold at the head of each loop, nested ones included.

Sums, extremes and powers have no words in C, nor have cells as they were in front of the loop: both are left out
unless functions may be defined and there is a way to look back. Nothing here is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import reduce
from math import lcm

from msgspec import Struct

from veriabs.annotate.folds import Fold
from veriabs.annotate.solved import Found, Solved
from veriabs.annotate.speech import Names, Speech, UnsayableError, spoken
from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, conjuncts, disjunction, integer, names, negate, statements, walk, writes
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Element, Expr, Var
from veriabs.core.loop_model import CELL, ITERATION, OTHER, at_entry, entry_of, was_at_entry
from veriabs.core.program import Array, Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import named_type
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.proofcheck import terms
from veriabs.proofcheck.terms import Term as Said
from veriabs.strategies.closed_forms.iteration import loop_number
from veriabs.terms.binders import branches, reopen
from veriabs.terms.conditions import negate as opposite
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import (
    BINDERS,
    Atom,
    Condition,
    Function,
    Is,
    Kind,
    Monomial,
    Term,
    index_name,
    of_atom,
    slope_in,
    symbol,
    with_atoms,
)

MOST_CASES = 6
"""Of what a cell may hold."""

Case = tuple[tuple[Condition, ...], Term]
"""What holds, and the value then."""

_INDEX = f"#{(1 << 16) - 1}"
"""An opened index that no term has of itself."""

_ZERO = integer(0, LLONG)
_COMPARED = {Is.LE: "<=", Is.EQ: "==", Is.NE: "!="}
_JOINED = {Is.AND: "&&", Is.OR: "||"}
_HELD = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long")
_NARROW: Mapping[tuple[int | None, int | None], IntType] = {
    (one.lowest, one.highest): one
    for one in (named_type(name, DataModel.LP64) for name in _HELD)
    if isinstance(one, IntType)
}
"""The types that `long long` holds, by what they hold."""


class UnsaidError(Exception):
    """Something that has no words in C."""


def closed_candidates(
    program: Program, found: Found, speech: Speech | None = None, *, before: bool = False
) -> Invariants:
    """What was found of the loops of a program, as far as it can be said in C, or with functions of a speech.

    With `before` they speak of cells as they were where the loop was entered, too.
    """
    loops = {stmt.id: stmt for stmt in statements(program.body) if isinstance(stmt, Loop)}
    around = {at: several[-1] for at, several in found.items() if at in loops and len(several) > 1}
    counters = {name: expr for one in around.values() for name, expr in _counted(program, one).items()}
    told = [(loops[at], one) for at, several in found.items() if at in loops for one in several]
    told += [(loops[at], _within(one, around.values())) for at, one in around.items()]
    facts: dict[LoopId, dict[Expr, None]] = {at: {} for at in loops}
    for loop, solved in told:
        for fact in _Telling.of(program, loop, solved, counters, speech, before=before).facts():
            for inside in (loop, *(one for one in statements(loop.body) if isinstance(one, Loop))):
                facts[inside.id][fact] = None
    return by_loop((loops[at], tuple(exprs)) for at, exprs in facts.items())


def _within(solved: Solved, others: Iterable[Solved]) -> Solved:
    """The same with what holds at the head of the loops around it, in the iteration that they are in."""
    symbols, functions = dict[str, Term](), dict[str, Function]()
    for other in others:
        for name, value in other.values.items() if other is not solved else ():
            entered = f"{name}@{loop_number(other.counter)}"
            if isinstance(value, Function):
                functions[entered] = value
            else:
                symbols[entered] = value
    change = Substitution(symbols, functions)

    def changed(value: Term | Function) -> Term | Function:
        return Function(value.dimensions, change(value.body)) if isinstance(value, Function) else change(value)

    return replace(solved, values={name: changed(value) for name, value in solved.values.items()})


class _Telling(Struct, frozen=True):
    """Tells what is solved of a loop."""

    program: Program
    solved: Solved
    words: _Words

    @classmethod
    def of(
        cls,
        program: Program,
        loop: Loop,
        solved: Solved,
        counters: Mapping[str, Expr],
        speech: Speech | None,
        *,
        before: bool,
    ) -> _Telling:
        """With what the loops around count with."""
        written = writes((*loop.body, *loop.update))
        known = dict(counters)
        for name, said in solved.names.symbols.items():
            if (expr := _read(said, program, written)) is not None:
                known[name] = expr
        known.update(_counted(program, solved))
        arrays = {name: _array(str(said), program, written) for name, (said, _) in solved.names.arrays.items()}
        seen = {name: one for name, one in arrays.items() if one is not None}
        cells = {name: one for name, one in seen.items() if before or not was_at_entry(one.name)}
        return cls(program, solved, _Words(known, cells, speech))

    def facts(self) -> Iterator[Expr]:
        """Values of scalars and of cells, and what every iteration so far went through."""
        for name, value in self.solved.values.items():
            if isinstance(value, Function):
                yield from self._cells(self.program.arrays[name], value)
            else:
                yield from (told for told in self._scalar(name, value) if name not in names(told.right))
        for name, fold in self.solved.folds.items():
            yield from self._folded(name, fold)
        for fact in self.solved.passed:
            yield from self._passed(fact)

    def _folded(self, name: str, fold: Fold) -> Iterator[Binary]:
        """The value of a scalar as a function of the number of iterations."""
        own = Var(name, self.program.scalars[name].type)
        if not (isinstance(own.type, IntType) and own.type.highest <= LLONG.highest):
            return
        with suppress(UnsaidError):
            yield Binary("==", Cast(LLONG, own), self.words.fold(fold, self.solved.counter))

    def _scalar(self, name: str, value: Term) -> Iterator[Binary]:
        """The value as it is; of a function also in the type of the scalar, where it may wrap."""
        own = Var(name, self.program.scalars[name].type)
        assert isinstance(own.type, IntType)
        with suppress(UnsaidError):
            yield (told := _equal(own, value, self.words))
            applies = any(isinstance(part, Apply) for part in walk(told))
            if applies and not own.type.signed and told.left == Cast(LLONG, own):
                yield Binary("==", own, Cast(own.type, told.right))

    def _cells(self, array: Array, value: Function) -> Iterator[Expr]:
        """That a cell holds this or that, by the cases in which this can be said."""
        indices = (CELL, OTHER)[: value.dimensions]
        if len(indices) < value.dimensions:
            return
        own = {index_name(place): index for place, index in enumerate(indices)}
        words, cell = self.words.knowing(own), Element(array.name, indices, array.type)
        inside = [part for index, size in zip(indices, array.sizes, strict=True) for part in _between(index, size)]
        for conditions, held in _cases((), value.body):
            try:
                tests = [words.condition(one) for one in conditions]
                fact = _equal(cell, held, words)
            except UnsaidError:
                continue
            if fact.left != fact.right:
                yield Binary("||", negate(conjunction(_together(inside, tests))), fact)

    def _passed(self, fact: Condition) -> Iterator[Expr]:
        """A condition with the number of the iteration in it, of all but the one that comes."""
        words = self.words.knowing({self.solved.counter: CELL})
        try:
            said = words.condition(fact)
        except UnsaidError:
            return
        if self.solved.counter in fact.names:
            limit = Binary("-", Cast(LLONG, ITERATION), integer(1, LLONG))
            yield Binary("||", negate(conjunction(_between(CELL, limit))), said)


def _counted(program: Program, solved: Solved) -> dict[str, Expr]:
    """The number of the iteration by a counter that starts at a number: then it can be said in loops inside as well."""
    for name, value in solved.values.items():
        split = slope_in(value, solved.counter) if isinstance(value, Term) else None
        if split is not None and abs(split[0]) == 1 and isinstance(start := split[1].value, int):
            own: Expr = Cast(LLONG, Var(name, program.scalars[name].type))
            first = integer(start, LLONG)
            up = own if not start else Binary("-", own, first)
            return {solved.counter: up if split[0] == 1 else Binary("-", first, own)}
    return {}


def _between(index: Var, limit: Expr) -> tuple[Expr, Expr]:
    wide = limit if isinstance(limit, Binary) else Cast(LLONG, limit)
    return Binary("<=", integer(0, LLONG), index), Binary("<", index, wide)


def _together(inside: list[Expr], tests: list[Expr]) -> tuple[Expr, ...]:
    """Both, where the tests bound a cell themselves without the size of the array."""
    parts = tuple(dict.fromkeys(part for test in tests for part in conjuncts(_possible(test, inside))))
    bounded = {part.left for part in parts if isinstance(part, Binary) and part.op == "<"}
    kept = [part for part in inside if not (isinstance(part, Binary) and part.op == "<" and part.left in bounded)]
    return tuple(dict.fromkeys((*kept, *parts)))


def _possible(test: Expr, inside: list[Expr]) -> Expr:
    """Of what may hold instead of each other what is not below a lower bound."""
    match test:
        case Binary(op="||", left=left, right=right):
            sides = [_possible(side, inside) for side in (left, right)]
            kept = [side for side in sides if not _is_below(side, inside)]
            return disjunction(kept) if kept else test
        case _:
            return test


def _is_below(test: Expr, inside: list[Expr]) -> bool:
    return isinstance(test, Binary) and test.op == "<" and Binary("<=", test.right, test.left) in inside


def _cases(under: tuple[Condition, ...], value: Term) -> list[Case]:
    """The cases of a value that is one, of cases within cases too; not more than so many."""
    atom = next((atom for atom in value.atoms() if atom.kind is Kind.ITE), None)
    if atom is None:
        return [(under, value)]
    test, *held = branches(atom)
    found: list[Case] = []
    for holds, part in zip((test, opposite(test)), held, strict=True):
        if opposite(holds) not in under:
            found += _cases(tuple(dict.fromkeys((*under, holds))), with_atoms(value, {atom: part}))
    return found[:MOST_CASES]


def _equal(left: Expr, value: Term, words: _Words) -> Binary:
    """That something has a value, whose denominators stand on its own side."""
    scale = lcm(*(c.denominator for _, c in value.items))
    wide: Expr = Cast(LLONG, left)
    return Binary("==", wide if scale == 1 else Binary("*", integer(scale, LLONG), wide), words.term(value * scale))


def _read(said: Said, program: Program, written: frozenset[str]) -> Expr | None:
    """What a certificate calls a symbol, in the core language."""
    match said:
        case str() if said == terms.ITERATION:
            return Cast(LLONG, ITERATION)
        case str() if said.startswith("entry$") and said[6:] in program.scalars:
            scalar = program.scalars[said[6:]]
            own = Var(scalar.name, scalar.type)
            return Cast(LLONG, entry_of(own) if scalar.name in written else own)
        case str() if said.isdecimal():
            return integer(int(said), LLONG)
        case ("-", one):
            inner = _read(one, program, written)
            return None if inner is None else Binary("-", integer(0, LLONG), inner)
        case ("-", one, other):
            left, right = _read(one, program, written), _read(other, program, written)
            return None if left is None or right is None else Binary("-", left, right)
        case _:
            return None


def _array(said: str, program: Program, written: frozenset[str]) -> Array | None:
    """The array whose cells hold what is called this: for what the loop has written over, that of before the loop."""
    array = program.arrays.get(said.removeprefix("entry$").removeprefix("$"))
    past = array is not None and said.startswith("entry$") and array.name in written
    return replace(array, name=at_entry(array.name)) if array is not None and past else array


class _Words(Struct, frozen=True):
    """Terms as expressions in `long long`; UnsaidError for what has none."""

    known: Mapping[str, Expr]
    cells: Mapping[str, Array]
    speech: Speech | None = None

    def knowing(self, more: Mapping[str, Expr]) -> _Words:
        return replace(self, known={**self.known, **more})

    def term(self, term: Term) -> Expr:
        scale = lcm(*(c.denominator for _, c in term.items))
        more, less = self._sides(term * scale)
        total = more if less == _ZERO else Binary("-", more, less)
        return total if scale == 1 else Binary("/", total, integer(scale, LLONG))

    def _sides(self, term: Term) -> tuple[Expr, Expr]:
        """What is added in a term with whole factors, and what is subtracted."""
        sides = []
        for sign in (1, -1):
            parts = [self._monomial(mono, int(sign * c)) for mono, c in term.items if sign * c > 0]
            sides.append(reduce(lambda one, other: Binary("+", one, other), parts) if parts else _ZERO)
        return sides[0], sides[1]

    def _monomial(self, mono: Monomial, factor: int) -> Expr:
        factors = [self._atom(atom) for atom, power in mono for _ in range(power)]
        if factor != 1 or not factors:
            factors.insert(0, integer(factor, LLONG))
        return reduce(lambda one, other: Binary("*", one, other), factors)

    def _atom(self, atom: Atom) -> Expr:
        match atom.kind:
            case Kind.SYMBOL if atom.name in self.known:
                return self.known[atom.name]
            case Kind.CALL if atom.name in self.cells:
                array, indices = self.cells[atom.name], [self.term(arg) for arg in atom.args if isinstance(arg, Term)]
                return Cast(LLONG, Element(array.name, tuple(indices), array.type))
            case Kind.ITE:
                test, then, other = branches(atom)
                return Conditional(self.condition(test), self.term(then), self.term(other))
            case Kind.DIV | Kind.MOD:
                left, right = (self.term(arg) for arg in atom.args if isinstance(arg, Term))
                return Binary("/" if atom.kind is Kind.DIV else "%", left, right)
            case Kind.WRAP if (narrow := _NARROW.get((atom.low, atom.high))) and isinstance(atom.args[0], Term):
                return Cast(LLONG, Cast(narrow, self.term(atom.args[0])))
            case _ if self.speech is not None and atom.kind in BINDERS | {Kind.POWER}:
                return self._defined(atom, self.speech)
            case _:
                raise UnsaidError

    def _defined(self, atom: Atom, speech: Speech) -> Expr:
        """A function that is defined for what the atom is, of how far it goes and of all that it speaks of."""
        binds = atom.kind in BINDERS
        free = spoken(reopen(atom.args[0], _INDEX).names - {_INDEX}) if binds else []
        if any(map(self._is_past, free)):
            raise UnsaidError
        *least, last = [self.term(one) for one in atom.args[binds:] if isinstance(one, Term)]
        try:
            function = speech.term(of_atom(atom), self._names)[0]
        except UnsayableError as error:
            raise UnsaidError from error
        return Apply(str(function), (last, *map(self._given, free), *least), LLONG)

    @property
    def _names(self) -> Names:
        arrays = {name: ("cells", len(array.sizes)) for name, array in self.cells.items()}
        return Names({name: name for name in self.known}, arrays)

    def fold(self, fold: Fold, counter: str) -> Expr:
        """A function that is defined by what each iteration makes of a value."""
        free, first = spoken(fold.names(counter)), fold.initial
        if self.speech is None or any(map(self._is_past, free)):
            raise UnsaidError
        try:
            function = self.speech.fold(fold, counter, "0", self._names)[0]
        except UnsayableError as error:
            raise UnsaidError from error
        least = [] if isinstance(first.value, int) else [self.term(first)]
        return Apply(str(function), (self.term(symbol(counter)), *map(self._given, free), *least), LLONG)

    def _is_past(self, name: str) -> bool:
        return name in self.cells and bool(was_at_entry(self.cells[name].name))

    def _given(self, name: str) -> Expr:
        """What a function speaks of: a number, or an array as a whole."""
        if name not in self.cells:
            return self.known[name]
        array = self.cells[name]
        if len(array.sizes) > 1:
            raise UnsaidError
        return Var(array.name, array.type)

    def condition(self, condition: Condition) -> Expr:
        if condition.kind in _COMPARED:
            return self._comparison(condition.kind, condition.term)
        if condition.kind in _JOINED:
            parts = [self.condition(part) for part in condition.parts]
            return reduce(lambda one, other: Binary(_JOINED[condition.kind], one, other), parts)
        raise UnsaidError

    def _comparison(self, kind: Is, term: Term) -> Binary:
        """A comparison with 0, with everything on the side where it is added."""
        whole = term * lcm(*(c.denominator for _, c in term.items))
        if kind is Is.LE and dict(whole.items).get((), 0) == 1:
            return Binary("<", *self._sides(whole - 1))
        return Binary(_COMPARED[kind], *self._sides(whole))
