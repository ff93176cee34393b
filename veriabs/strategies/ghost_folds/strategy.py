"""Ghost folds: a sum or count over an array is kept in a scalar at each write, instead of being computed by a loop.

What it does: a loop that adds `g(a[i], i)` to a scalar for all i from lo to hi - 1, and does nothing else, becomes one
addition of a ghost variable. The ghost holds this sum at every point of the program: a write `a[p] = v` adds `g(v, p)`
and subtracts `g(a[p], p)`, and a loop that visits all cells of the range in turn sums them up anew. The other
strategies prove the new program.

When it applies: to sums and counts over arrays that are written in any order, swapped, or changed in pairs.

Why it is sound (docs/theory.md 19): addition modulo 2^bits is a commutative group, so a sum over a range changes by
the difference of the summands of the cell that is written. The value of a ghost before the first loop is arbitrary.

Example: `while (input()) { a[p] -= d; a[q] += d; }` keeps what `for (i = 0; i < n; i++) sum += a[i];` computes.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from enum import Enum
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    elements_of,
    expressions,
    fresh,
    integer,
    map_parts,
    names,
    statements,
    target_name,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Var
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Initial, Program, ProgramPart, Scalar
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, prove_parts
from veriabs.core.types import LLONG, ULLONG, IntType
from veriabs.core.typing_rules import fold_constants, type_of
from veriabs.loops.counted_ranges import CountedRange, is_scalar, split
from veriabs.loops.flatten import cut_after, isolate
from veriabs.strategies.ghost_folds.sums import Consumer, Fold, Folds, converted, modulo


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof of the assertion in the program with ghost variables."""
    return (yield from prove_parts(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[ProgramPart | Reason]:
    """The program with ghost variables for its sums, or the reason why it has no such sum."""
    found = with_ghosts(program, assertion)
    if found is None:
        yield Reason(ReasonKind.NOT_APPLICABLE, "no loop only sums up array elements", assertion.where)
    else:
        yield ProgramPart("program with sums kept at each write", found)


def with_ghosts(program: Program, assertion: Assert) -> Program | None:
    """The program of one assertion in which loops that add up cells are replaced by ghost variables."""
    if assertion.kind is not GoalKind.ASSERTION:
        return None
    body = cut_after(isolate(program.body, assertion.number), assertion.number)
    found = Folds(program, body)
    return _Writer(program, found).program_of(body) if found.folds else None


# ------------------------------------------------------------------------------------------------------ ghost variables


@dataclass
class _Writer:
    """Writes the program with a ghost variable for each fold."""

    program: Program
    found: Folds
    extra: dict[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.taken = {*self.program.scalars, *self.program.arrays}
        used = (s.site for s in statements(self.program.body) if isinstance(s, Havoc))
        self.sites = count(max(used, default=0) + 1)
        self.ghosts = {
            fold: self._scalar("sum_of_" + "_".join(sorted(fold.arrays)), fold.type, self._initial(fold))
            for fold in self.found.folds
        }
        self.zero = {fold for fold in self.found.folds if self._initial(fold) is Initial.ZERO}

    def program_of(self, body: tuple[Stmt, ...]) -> Program:
        new = self._body(body)
        return replace(self.program, body=new, scalars={**self.program.scalars, **self.extra})

    def _initial(self, fold: Fold) -> Initial:
        """The ghost before the first statement: 0 if all cells, and so all summands, are 0, else arbitrary."""
        zero = map_parts(fold.summand, lambda part: Const(0, part.type) if isinstance(part, Element) else part)
        value = fold_constants(zero, self.program.task.data_model)
        known = all(self.program.arrays[array].initial is Initial.ZERO for array in fold.arrays)
        return Initial.ZERO if known and isinstance(value, Const) and value.value == 0 else Initial.NONDET

    def _scalar(self, base: str, ctype: IntType, initial: Initial = Initial.NONDET) -> Var:
        name = fresh(base, self.taken)
        where = next(iter(self.program.scalars.values())).where
        self.extra[name] = Scalar(name, ctype, initial, name, where)
        return Var(name, ctype)

    def _body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(new for stmt in body for new in self._stmt(stmt))

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, Loop) or isinstance(getattr(stmt, "target", None), Element):
            self.zero = {fold for fold in self.zero if fold.arrays.isdisjoint(writes((stmt,)))}
        match stmt:
            case Loop() if id(stmt) in self.found.consumers:
                return self._replace_loop(stmt, self.found.consumers[id(stmt)])
            case Loop() if id(stmt) in self.found.ranges:
                return self._rewrite_scan(stmt, self.found.ranges[id(stmt)])
            case Loop():
                return (replace(stmt, body=self._body(stmt.body), update=self._body(stmt.update)),)
            case If():
                return (replace(stmt, then=self._body(stmt.then), orelse=self._body(stmt.orelse)),)
            case Assign(target=Element() as target) | Havoc(target=Element() as target):
                return self._update_ghost(stmt, target)
            case Assign(target=Var(name=name)) | Havoc(target=Var(name=name)):
                return (stmt, *self._lost({name}, stmt.where))
            case _:
                return (stmt,)

    def _lost(self, changed: Set[str], where: Where) -> list[Stmt]:
        """The ghosts that depend on changed scalars become arbitrary, except while all their cells are 0."""
        lost = (fold for fold in self.ghosts if fold.scalars & changed and fold not in self.zero)
        return [self._havoc(self.ghosts[fold], where) for fold in lost]

    def _havoc(self, target: Var, where: Where) -> Havoc:
        return Havoc(target, next(self.sites), None, where, unknown=True)

    def _update_ghost(self, stmt: Stmt, target: Element) -> tuple[Stmt, ...]:
        """A write to a cell: subtract its old summand from the ghost, and add the new one."""
        changed = [(fold, ghost) for fold, ghost in self.ghosts.items() if target.array in fold.arrays]
        if not changed:
            return (stmt,)
        (index,) = target.indices
        before: list[Stmt] = []
        if elements_of((Assert(index, 0, stmt.where),)):
            kept = self._scalar("written_index", LLONG)
            before.append(Assign(kept, index, stmt.where))
            index = kept
        ctype = type_of(index, self.program.task.data_model)
        after: list[Stmt] = []
        for fold, ghost in changed:
            if not isinstance(ctype, IntType):
                return stmt, *(self._havoc(ghost, stmt.where) for _, ghost in changed)
            summand = self._summand(fold, index)
            before.append(Assign(ghost, modulo("-", ghost, summand, fold.type), stmt.where))
            after.append(Assign(ghost, modulo("+", ghost, summand, fold.type), stmt.where))
        return (*before, stmt, *after)

    def _summand(self, fold: Fold, index: Expr) -> Expr:
        """The summand of the cell at an index: 0 outside of the range."""
        found = converted(fold.type, fold.at(index))
        tests = [Binary("<=", integer(fold.low, LLONG), Cast(LLONG, index))] if fold.low > 0 else []
        whole = all(self.program.arrays[array].sizes == (fold.high,) for array in fold.arrays)
        sizes = {self._cell_count(array) for array in fold.arrays}
        if not whole and sizes != {fold.high.value if isinstance(fold.high, Const) else None}:
            tests.append(Binary("<", Cast(LLONG, index), Cast(LLONG, fold.high)))
        for test in tests:
            found = Cast(fold.type, Conditional(test, found, integer(0, fold.type)))
        return found

    def _cell_count(self, array: str) -> int | float | None:
        size = self.program.arrays[array].sizes[0]
        return size.value if isinstance(size, Const) else None

    def _rewrite_scan(self, loop: Loop, visited: CountedRange) -> tuple[Stmt, ...]:
        """A loop that visits the cells in turn: a fold over the same range is summed up anew if cells are written."""
        anew = [(fold, ghost) for fold, ghost in self.ghosts.items() if self._is_summed(fold, loop, visited)]
        kept = self.ghosts
        self.ghosts = {fold: ghost for fold, ghost in kept.items() if (fold, ghost) not in anew}
        inner, step = split(loop, visited)
        assert step is not None
        at_end = len(loop.body) if loop.update else len(loop.body) - 1
        body, update, last = self._body(inner[:at_end]), self._body(inner[at_end:]), self._stmt(step)
        self.ghosts = kept
        sums = tuple(
            Assign(ghost, modulo("+", ghost, converted(fold.type, fold.at(visited.counter)), fold.type), loop.where)
            for fold, ghost in anew
        )
        zeros = (Assign(ghost, integer(0, fold.type), loop.where) for fold, ghost in anew)
        if loop.update:
            return (*zeros, replace(loop, body=body, update=(*update, *sums, *last)))
        return (*zeros, replace(loop, body=(*body, *update, *sums, *last)))

    def _is_summed(self, fold: Fold, loop: Loop, visited: CountedRange) -> bool:
        """Whether the loop visits the range of the fold, and writes a cell only in the iteration that visits it."""
        written = writes((loop,))
        if any(_first_access(loop.body, array) is FirstUse.READ for array in fold.arrays):
            return False  # the loop may need what the sum was before
        if (visited.low, visited.high) != (fold.low, fold.high) or not fold.arrays & written or fold.scalars & written:
            return False
        targets = (
            s.target for s in statements((loop,)) if isinstance(s, Assign | Havoc) and isinstance(s.target, Element)
        )
        same = all(is_scalar(t.indices[0], visited.counter.name) for t in targets if t.array in fold.arrays)
        inner = (self.found.consumers.get(id(s)) for s in statements((loop,)))
        return same and not any(one is not None and fold in one.sums.values() for one in inner)

    def _replace_loop(self, loop: Loop, consumer: Consumer) -> tuple[Stmt, ...]:
        """The addition of the ghosts, if the loop has an iteration at all, and the checks of its accesses."""
        counter, low, high = consumer.range.counter, consumer.range.low, consumer.range.high
        sums = [(Var(name, fold.type), self.ghosts[fold]) for name, fold in consumer.sums.items()]
        inside: tuple[Stmt, ...] = tuple(
            Assign(total, modulo("+", total, ghost, fold.type), loop.where)
            for (total, ghost), fold in zip(sums, consumer.sums.values(), strict=True)
        )
        outside = tuple(self._havoc(total, loop.where) for total, _ in sums)
        for array in sorted(frozenset[str]().union(*(fold.arrays for fold in consumer.sums.values()))):
            size = self.program.arrays[array].sizes[0]
            if not (isinstance(size, Const) and isinstance(high, Const)):
                test = Binary("<=", Cast(ULLONG, high), Cast(ULLONG, size))
                inside = (If(test, inside, outside, loop.where),)
        rest: tuple[Stmt, ...] = (
            Assign(counter, high, loop.where),
            *(self._havoc(one, loop.where) for one in consumer.private),
        )
        whole: tuple[Stmt, ...] = (*inside, *rest, *self._lost(writes((*inside, *rest)), loop.where))
        if isinstance(high, Const):
            return whole if high.value > low else ()
        return (If(Binary("<", integer(low, LLONG), Cast(LLONG, high)), whole, (), loop.where),)


class FirstUse(Enum):
    """How the cells of an array are first used."""

    READ = "read"
    WRITE = "write"


def _first_access(body: tuple[Stmt, ...], array: str) -> FirstUse | None:
    """Whether a body may read the array before it writes to it; None if it does not use it."""
    for stmt in body:
        if any(array in names(expr) for expr in expressions(stmt)):
            return FirstUse.READ
        if isinstance(stmt, Assign | Havoc) and target_name(stmt.target) == array:
            return FirstUse.WRITE
        inner = {If: ("then", "orelse"), Loop: ("body", "update")}.get(type(stmt), ())
        found = {_first_access(getattr(stmt, part), array) for part in inner}
        if FirstUse.READ in found:
            return FirstUse.READ
        if found == {FirstUse.WRITE}:
            return FirstUse.WRITE
    return None


STRATEGY = Strategy(rank=6, prove=prove)
