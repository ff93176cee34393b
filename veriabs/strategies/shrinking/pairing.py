"""Choose which clause of an assertion each iteration is responsible for: the one about the cell that it accesses.

    for (i = 9; i >= 0; i--) a[i] = 1;   assertion: a[t] == 1 for all t < 10     iteration c has clause t = 9 - c

Loops that run as one are a group; a column is one iteration of each of its loops with a clause. Clauses are joined by
"and" or "or", so any pairing is sound if every clause has a column; CBMC proves that later (docs/theory.md 2.7). Out:
plausible pairings, the best first.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.copying import replace
from veriabs.core.ctree import writes
from veriabs.core.loop_model import FusedLoops, FusedMember, LoopFacts, LoopModel, Pairing, Quantifier
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import counter_values, indices
from veriabs.loops.propagation import estimated_forms

MOST_CLAUSES = 9
"""Clauses of one column, if it has several."""


def pairings(model: LoopModel, group: FusedLoops) -> Iterator[tuple[FusedLoops, tuple[Pairing, ...]]]:
    """Pairings to try, each with the group shifted so that the first clause has a column."""
    facts = model.goal.facts
    if facts is None:
        yield group, (Pairing(),)
        return
    is_forall = model.goal.quantifier is Quantifier.FORALL
    several = _pairings_of_cells(group, facts, written=True) if is_forall else ()
    if several:
        yield group, several
    seen = set()
    for candidate in (*_cell_pairings(group, facts), (group, Pairing())):
        if candidate[1:] + (candidate[0].rate, candidate[0].members[0].shift) not in seen:
            seen.add(candidate[1:] + (candidate[0].rate, candidate[0].members[0].shift))
            yield candidate[0], candidate[1:]
    if is_forall and not several and (several := _pairings_of_cells(group, facts, written=False)):
        yield group, several


def _pairings_of_cells(group: FusedLoops, facts: LoopFacts, *, written: bool) -> tuple[Pairing, ...]:
    """One pairing for each cell of an iteration that a clause accesses, or none if there is only one.

    The cells may be the four of a tile, or two at the same distance from both ends of an array.

    A pairing counts in the columns only in which a member with that cell has an iteration.
    """
    found: dict[Pairing, tuple[int, ...]] = {}
    for number, member, cell, seen in _meetings(group, facts, written=written):
        rest = cell.rest.plus(seen.rest, -1).plus(Affine((), cell.slope * member.shift), -1)
        if member.facts.trips is not None and cell.slope % seen.slope == 0 and _divisible(rest, seen.slope):
            offset = _quotient(rest, seen.slope)
            pairing = Pairing(cell.slope // seen.slope, offset.terms, offset.constant)
            found[pairing] = tuple(dict.fromkeys((*found.get(pairing, ()), number)))
    several = tuple(replace(pairing, members=members) for pairing, members in found.items())
    return several if 1 < len(several) <= MOST_CLAUSES else ()


def clause_values(group: FusedLoops, facts: LoopFacts) -> dict[str, Affine]:
    """Affine forms of the property loop's counters in property iteration t.

    A counter that no code between the loops sets starts with its value there.
    """
    held = {a.variable.name: Affine(((a.variable.name, 1),)) for a in facts.accelerable}
    return counter_values(facts, {**held, **estimated_forms((group.after,))})


def member_values(group: FusedLoops, number: int) -> dict[str, Affine]:
    """Affine forms of a member's counters in its own iteration number."""
    front = [part for m in range(number) for part in (group.between[m], group.members[m].facts)]
    return counter_values(group.members[number].facts, estimated_forms((*group.before, *front, group.between[number])))


def _cell_pairings(group: FusedLoops, facts: LoopFacts) -> Iterator[tuple[FusedLoops, Pairing]]:
    for _, member, cell, seen in _meetings(group, facts, written=False):
        yield from _solve(group, member, cell.slope, seen.slope, cell.rest.plus(seen.rest, -1))


def _meetings(
    group: FusedLoops, facts: LoopFacts, *, written: bool
) -> Iterator[tuple[int, FusedMember, Affine, Affine]]:
    """The members, the last one first, with each index of an array that a clause accesses, and the clause's index."""
    clause = indices(facts, clause_values(group, facts))
    changed = frozenset(n for m in group.members for n in m.facts.written) | writes(group.after)
    for number in range(len(group.members) - 1, -1, -1):
        member = group.members[number]
        for array, cell in indices(member.facts, member_values(group, number)):
            for other, seen in clause:
                moves = {a for a, _ in cell.rest.plus(seen.rest, -1).terms} & changed
                wanted = array == other and (not written or array in member.facts.written)
                if wanted and cell.slope and seen.slope and not moves:
                    yield number, member, cell, seen


def _solve(
    group: FusedLoops, member: FusedMember, step: int, seen: int, rest: Affine
) -> Iterator[tuple[FusedLoops, Pairing]]:
    """Solve step*j + ... == seen*t + ..., with `rest` their difference: t as a function of the column of j."""
    if step % seen == 0 and abs(step) > abs(seen) and _divisible(rest, seen):
        rate = abs(step) // abs(seen)
        sign = 1 if (step > 0) == (seen > 0) else -1
        if len(group.members) == 1:
            offset = _quotient(rest.plus(Affine((), step)), seen).plus(Affine((), sign), -1)
            yield _shift_to_positive(replace(group, rate=rate), Pairing(sign, offset.terms, offset.constant))
        return
    rest = rest.plus(Affine((), step * member.shift), -1)
    if step % seen == 0 and _divisible(rest, seen):
        offset = _quotient(rest, seen)
        yield _shift_to_positive(group, Pairing(step // seen, offset.terms, offset.constant))
        return
    sign = 1 if seen > 0 else -1
    yield _shift_to_positive(group, Pairing(sign * step, rest.times(sign).terms, sign * rest.constant, abs(seen)))


def _divisible(form: Affine, divisor: int) -> bool:
    return form.constant % divisor == 0 and all(c % divisor == 0 for _, c in form.terms)


def _quotient(form: Affine, divisor: int) -> Affine:
    return Affine(tuple((a, c // divisor) for a, c in form.terms), form.constant // divisor)


def _shift_to_positive(group: FusedLoops, pairing: Pairing) -> tuple[FusedLoops, Pairing]:
    """Shift everything so that the column of clause 1 is at least 1."""
    if pairing.offset or pairing.divisor != 1 or pairing.scale != 1 or pairing.constant <= 0:
        return group, pairing
    up = pairing.constant
    members = tuple(replace(m, shift=m.shift + up) for m in group.members)
    return replace(group, members=members), replace(pairing, constant=0)
