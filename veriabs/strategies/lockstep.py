"""Lockstep: independent loops are fused, so that their results can be compared in each iteration.

What it does: fuses neighbouring loops that fold data into scalars (sums, hashes, checksums); an iteration of the new
loop is one iteration of each. Inner loops with a small constant trip count are unrolled. The other strategies prove the
resulting program. For two computations of the same fold they show that both are equal after each iteration, which no
invariant of one loop can express.

When it applies: if at least two loops carry scalars that the assertion depends on, and no loop reads what another one
writes, except cells that both reach in the same iteration.

Why it is sound (docs/theory.md 16): iterations of independent loops may run in any order. The new program asserts that
the loops have equally many iterations, and this is proved. The assertion stands in or after the last loop, so a
violation comes after all earlier loops; until then the new program runs the same iterations. Accesses are proved in
bounds on the original program.

Example: `h = 31 * h + a[i]` by an index in one loop and by a pointer in the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    elements_of,
    fresh,
    map_expressions,
    mentions,
    names,
    negate,
    statements,
    target_name,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.graphs import reachable
from veriabs.core.loop_exits import continues, exits
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Initial, Program, ProgramPart, Scalar
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, prove_parts
from veriabs.core.types import LLONG, IntType
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import cut_after, isolate, rotate_and_unroll, with_scalars
from veriabs.loops.private_scalars import private_scalars, read_first
from veriabs.loops.producer_inlining import inline_producers

FEWEST_FOLDS = 2
"""A single fold has nothing to be compared with."""


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the assertion in the program with fused loops."""
    return (yield from prove_parts(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[ProgramPart | Reason]:
    """The program with fused loops for an assertion, or the reason for having none."""
    found = lockstep_of(program, assertion)
    if found is None:
        yield Reason(ReasonKind.NOT_APPLICABLE, "no two loops with sums or hashes can run in lockstep", assertion.where)
    else:
        yield ProgramPart("lockstep program", found)


def lockstep_of(program: Program, assertion: Assert) -> Program | None:
    """The program with neighbouring folds fused, for one assertion; None if there are none."""
    if sum(1 for stmt in program.body if isinstance(stmt, Loop)) < FEWEST_FOLDS:
        return None
    number = assertion.number
    body = tuple(map(_with_update, rotate_and_unroll(cut_after(isolate(program.body, number), number), program)))
    wanted = _needed_names(body, assertion)
    folds = [place for place, stmt in enumerate(body) if isinstance(stmt, Loop) and _folds(stmt, wanted)]
    if len(folds) < FEWEST_FOLDS:
        return None
    first, behind = folds[0], folds[-1] + 1
    merger = _Merger(program)
    merged = merger.merged(body[:first], body[first:behind], body[behind:])
    if merged is None:
        return None
    scalars = {**program.scalars, **merger.added}
    return inline_producers(replace(program, body=(*body[:first], *merged), scalars=scalars))


def _needed_names(body: tuple[Stmt, ...], assertion: Assert) -> frozenset[str]:
    """Scalars and arrays from which the assertion's values are computed."""
    sources: dict[str, set[str]] = {}
    for stmt in statements(body):
        if isinstance(stmt, Assign):
            sources.setdefault(target_name(stmt.target), set()).update(names(stmt.value))
    return reachable(names(assertion.test), sources)


def _folds(loop: Loop, wanted: frozenset[str]) -> bool:
    """Does the loop carry a wanted scalar, other than a counter, into which its cells are folded?"""
    assigned = {s.target.name for s in statements((loop,)) if isinstance(s, Assign) and isinstance(s.target, Var)}
    if not assigned & wanted:  # cheap test first: computing loop facts is expensive
        return False
    facts = facts_of(0, loop)
    return bool(assigned & wanted - {a.variable.name for a in facts.accelerable} - facts.private)


@dataclass
class _Merger:
    """Fuses loops; `added` are new names of private scalars that several loops share."""

    program: Program
    added: dict[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.taken = {*self.program.scalars, *self.program.arrays}
        self.numbers = count(1 + max(s.number for s in statements(self.program.body) if isinstance(s, Assert)))

    def merged(
        self, front: tuple[Stmt, ...], loops: tuple[Stmt, ...], after: tuple[Stmt, ...]
    ) -> tuple[Stmt, ...] | None:
        """The fused loops from the first to the last, with the code in between; None if they cannot be fused.

        Code between loops runs before the fused loop (`early`), or after it if it uses their results (`late`). If late
        code writes cells that the last loop reads at its end, such as a checksum, those iterations come after it
        (`beyond`). The result is: early code, the fused loop with its conditions, assertions that no loop continues,
        late code, iterations beyond it, and the rest.
        """
        members, conditions, rest = [_loop(loops[0])], list[Assert](), (*loops[1:], *after)
        early: tuple[Stmt, ...] = ()
        late: tuple[Stmt, ...] = ()
        beyond: tuple[Stmt, ...] = ()
        known = _constants(front, {})
        counters, shown = dict(_counts(members[0], known)), [members[0].body]
        for _ in range(sum(isinstance(stmt, Loop) for stmt in loops) - 1):
            place = next(p for p, stmt in enumerate(rest) if isinstance(stmt, Loop))
            rest = self._with_separate_scalars(members, rest, place)
            between, second, rest = rest[:place], _loop(rest[place]), rest[place + 1 :]
            known = _constants((members[-1], *between), known)
            first, late = _split_movable(tuple(members), (*late, *between))
            condition = self._reordering_condition(members, second)
            if condition is None or beyond:
                return None
            if not _commute(late, (second,)):
                apart = _disjointness(late, second, writes((*members, second, *late)))
                if not apart:
                    return None
                condition = replace(condition, test=conjunction((condition.test, *apart)))
                beyond = self._iterations_after(second, late)
            equal = {v.name: counters[key] for key, v in _counts(second, known) if key in counters}
            condition = replace(condition, test=conjunction((condition.test, *_equalities(second, equal))))
            early, conditions = (*early, *first), [*conditions, condition]
            members.append(second)
            shown.append(map_expressions(second.body, partial(_at_equal, equal)))
        bodies = (part for condition, body in zip(conditions, shown[1:], strict=True) for part in (condition, *body))
        update = tuple(stmt for loop in members for stmt in loop.update)
        one = replace(members[0], body=(*members[0].body, *bodies), update=update, given=())
        over = [self._asserted(negate(loop.test), loop) for loop in members[1:]]
        last = over.pop() if beyond else None
        return (*early, one, *over, *late, *beyond, *([last] if last else ()), *rest)

    def _iterations_after(self, last: Loop, late: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """Iterations of the last loop after the code that it depends on: one for each cell that this code writes."""
        waits = sum(1 for stmt in late if not _commute((stmt,), (last,)))
        return (If(last.test, (*last.body, *last.update), (), last.where),) * waits

    def _reordering_condition(self, members: list[Loop], second: Loop) -> Assert | None:
        """The condition under which an iteration of the second loop may follow one of each member; None if order
        matters."""
        same: list[Expr] = [second.test]
        for first in members:
            shared = (writes((first,)) & mentions((second,))) | (writes((second,)) & mentions((first,)))
            meeting = _meeting_conditions(first, second, shared)
            if exits(first) or exits(second) or continues(first.body) or meeting is None:
                return None
            same += meeting
        return self._asserted(conjunction(same), second)

    def _asserted(self, test: Expr, loop: Loop) -> Assert:
        return Assert(test, next(self.numbers), loop.where, path=(loop.where,))

    def _with_separate_scalars(self, members: list[Loop], rest: tuple[Stmt, ...], place: int) -> tuple[Stmt, ...]:
        """Rename scalars of the members that are assigned again before the loop at `place` uses them."""
        shared = writes(members) & mentions(rest[: place + 1]) & self.program.scalars.keys()
        for name in sorted(shared):
            exposed, written = read_first(rest[:place])
            if name in written - exposed:
                rest = self._rename_scalar(rest, name)
            elif name in private_scalars(_loop(rest[place])) - read_first(rest[place + 1 :])[0]:
                rest = (*rest[:place], *self._rename_scalar((rest[place],), name), *rest[place + 1 :])
        return rest

    def _rename_scalar(self, body: tuple[Stmt, ...], name: str) -> tuple[Stmt, ...]:
        new = replace(self.program.scalars[name], name=fresh(f"{name}_again", self.taken), initial=Initial.ZERO)
        self.added[new.name] = new
        return with_scalars(body, {name: Var(new.name, new.type)})


def _loop(stmt: Stmt) -> Loop:
    assert isinstance(stmt, Loop)
    return stmt


def _split_movable(loops: tuple[Stmt, ...], code: tuple[Stmt, ...]) -> tuple[tuple[Stmt, ...], tuple[Stmt, ...]]:
    """The statements that can run before the loops, and those that stay after them."""
    first: list[Stmt] = []
    then: list[Stmt] = []
    for stmt in code:
        (first if _commute((*loops, *then), (stmt,)) else then).append(stmt)
    return tuple(first), tuple(then)


def _commute(one: tuple[Stmt, ...], two: tuple[Stmt, ...]) -> bool:
    """Is neither side's write read or written by the other?"""
    return not (writes(one) & mentions(two) or writes(two) & mentions(one))


def _disjointness(code: tuple[Stmt, ...], loop: Loop, moved: Set[str]) -> tuple[Expr, ...] | None:
    """Conditions that an iteration does not access the cells that the code writes; None for other conflicts.

    The cell and the index of each access have to be constant within the iteration; `moved` are the changing variables.
    """
    found: list[Expr] = []
    for stmt in (one for one in code if not _commute((one,), (loop,))):
        match stmt:
            case Assign(target=Element(array=array, indices=(place,)), value=value):
                shared = (writes((loop,)) & mentions((stmt,))) | (mentions((loop,)) & {array})
                reached = [e for e in elements_of((loop,)) if e.array == array]
                fixed = not any(names(e.indices[0]) & writes(loop.body) for e in reached)
                elsewhere = names(loop.test) | mentions(loop.update) | names(value) | names(place)
                if shared != {array} or array in elsewhere or names(place) & moved or not fixed:
                    return None
                found += [Binary("!=", Cast(LLONG, e.indices[0]), Cast(LLONG, place)) for e in reached]
            case _:
                return None
    whole = not continues(loop.body) and not any(isinstance(s, Assert) for s in statements((loop,)))
    return tuple(dict.fromkeys(found)) if whole else None


def _meeting_conditions(one: Loop, two: Loop, shared: Set[str]) -> tuple[Expr, ...] | None:
    """Conditions that iterations of two loops access the same cells only if they have the same number; None if not
    possible.

    The index of these cells has to be a counter that alone ends its loop, so that it has a new value in each iteration,
    and that no body changes.
    """
    if not shared:
        return ()
    counters = [{_counter(loop, e) for e in elements_of((loop,)) if e.array in shared} for loop in (one, two)]
    arrays = {e.array for e in elements_of((one, two))}
    if not shared <= arrays or any(len(found) != 1 or None in found for found in counters):
        return None
    i, j = (next(iter(found)) for found in counters)
    return (Binary("==", Cast(LLONG, i), Cast(LLONG, j)),) if i is not None and j is not None else None


_StartAndStep = tuple[int, int]
"""The start of a counter and its step."""


def _constants(code: tuple[Stmt, ...], before: Mapping[str, int]) -> dict[str, int]:
    """Scalars with a known value after the code."""
    known = dict(before)
    for stmt in code:
        for name in writes((stmt,)):
            known.pop(name, None)
        match stmt:
            case Assign(target=Var(name=name), value=Const(value=int(value))):
                known[name] = value
            case _:
                pass
    return known


def _counts(loop: Loop, known: Mapping[str, int]) -> Iterator[tuple[_StartAndStep, Var]]:
    """The counters of the loop whose values are all known."""
    for stmt in loop.update:
        match stmt:
            case Assign(
                target=Var(name=name) as v, value=Binary(op="+" | "-" as op, left=left, right=Const(value=int(by)))
            ):
                if left == v and name in known and len(_assignments(loop, v)) == 1:
                    yield (known[name], by if op == "+" else -by), v
            case _:
                pass


def _equalities(loop: Loop, equal: Mapping[str, Var]) -> list[Expr]:
    """The indices of accessed cells equal the counters that replace them."""
    indices = {v for e in elements_of(loop.body) for v in e.indices if isinstance(v, Var) and v.name in equal}
    return [Binary("==", Cast(LLONG, equal[v.name]), Cast(LLONG, v)) for v in sorted(indices, key=lambda v: v.name)]


def _at_equal(equal: Mapping[str, Var], part: Expr) -> Expr:
    """A cell at the equal counter, so that reads of both loops are syntactically equal."""
    if not isinstance(part, Element):
        return part
    return replace(part, indices=tuple(equal.get(v.name, v) if isinstance(v, Var) else v for v in part.indices))


def _counter(loop: Loop, element: Element) -> Var | None:
    """The counter that indexes a cell and has a new value in each iteration; None if there is none.

    Either it alone ends the loop, which would not end if a value repeated. Or it moves by an odd constant and is as
    wide as a counter that alone ends the loop, so that it cannot repeat either.
    """
    match element.indices:
        case (Var() as v,) | (Cast(type=IntType(bits=64), operand=Var() as v),):
            if v.name in writes(loop.body):
                return None
            ends, steps = _ending_counters(loop), _assignments(loop, v)
            if v in ends:
                return v
            bits = min((_bits(one) for one in ends), default=None)
            moves = len(steps) == 1 and _is_odd_step(steps[0], v)
            return v if bits is not None and moves and bits <= _bits(v) else None
        case _:
            return None


def _ending_counters(loop: Loop) -> list[Var]:
    """The counters that alone end the loop: their next value and the test depend on no other changing variable."""
    written = writes((loop,))
    tested = names(loop.test) & written
    found = []
    for stmt in (*loop.body, *loop.update):
        match stmt:
            case Assign(target=Var(name=name) as v, value=value) if tested == names(value) & written == {name}:
                found.append(v)
            case _:
                pass
    return [v for v in found if len(_assignments(loop, v)) == 1]


def _assignments(loop: Loop, v: Var) -> list[Stmt]:
    """All statements in the loop that assign the scalar."""
    return [s for s in statements((loop,)) if isinstance(s, Assign | Havoc) and s.target == v]


def _is_odd_step(step: Stmt, v: Var) -> bool:
    match step:
        case Assign(value=Binary(op="+" | "-", left=left, right=Const(value=int(by), type=IntType()))):
            return left == v and by % 2 == 1
        case _:
            return False


def _bits(v: Var) -> int:
    return v.type.bits if isinstance(v.type, IntType) else 0


def _with_update(stmt: Stmt) -> Stmt:
    """Move the counter assignments at the end of a loop's body to its update."""
    if not isinstance(stmt, Loop) or continues(stmt.body):
        return stmt
    place = len(stmt.body)
    while place and _steps_itself(stmt.body[place - 1]):
        place -= 1
    return replace(stmt, body=stmt.body[:place], update=(*stmt.body[place:], *stmt.update))


def _steps_itself(stmt: Stmt) -> bool:
    match stmt:
        case Assign(target=Var() as v):
            return _is_odd_step(stmt, v)
        case _:
            return False


STRATEGY = Strategy(rank=7, prove=prove)
