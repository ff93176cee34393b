"""How property clauses are paired with columns (docs/theory.md 2.7): by the array cell that both are about.

Clauses are joined by "and" or "or", so any pairing is sound as long as every clause has a column. That is proved by
CBMC afterwards; here only likely pairings are listed, the best first.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.copying import replace
from veriabs.core.ctree import writes
from veriabs.core.loop_model import Group, LoopFacts, LoopModel, Member, Pairing
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import counter_values, indices
from veriabs.loops.propagation import guessed


def pairings(model: LoopModel, group: Group) -> Iterator[tuple[Group, Pairing]]:
    """Pairings to try, each with the group shifted so that the first clause has a column."""
    facts = model.goal.facts
    if facts is None:
        yield group, Pairing()
        return
    seen = set()
    for candidate in (*_by_cell(model, group, facts), (group, Pairing())):
        if candidate[1:] + (candidate[0].rate, candidate[0].members[0].shift) not in seen:
            seen.add(candidate[1:] + (candidate[0].rate, candidate[0].members[0].shift))
            yield candidate


def clause_values(group: Group, facts: LoopFacts) -> dict[str, Affine]:
    """Affine forms of the property loop's counters in the property iteration t.

    A counter that nothing between the loops sets starts with what it holds there.
    """
    held = {a.variable.name: Affine(((a.variable.name, 1),)) for a in facts.accelerable}
    return counter_values(facts, {**held, **guessed((group.after,))})


def member_values(group: Group, number: int) -> dict[str, Affine]:
    """Affine forms of a member's counters in its own iteration number."""
    front = [part for m in range(number) for part in (group.between[m], group.members[m].facts)]
    return counter_values(group.members[number].facts, guessed((*group.before, *front, group.between[number])))


def _by_cell(model: LoopModel, group: Group, facts: LoopFacts) -> Iterator[tuple[Group, Pairing]]:
    clause = indices(facts, clause_values(group, facts))
    changed = frozenset(n for m in group.members for n in m.facts.written) | writes(group.after)
    for number in range(len(group.members) - 1, -1, -1):
        member = group.members[number]
        for array, cell in indices(member.facts, member_values(group, number)):
            for other, seen in clause:
                rest = cell.rest.plus(seen.rest, -1)
                if array != other or not cell.slope or not seen.slope or {a for a, _ in rest.terms} & changed:
                    continue
                yield from _solve(group, member, cell.slope, seen.slope, rest)


def _solve(group: Group, member: Member, step: int, seen: int, rest: Affine) -> Iterator[tuple[Group, Pairing]]:
    """From step*j + ... == seen*t + ..., with rest their difference: t as a function of the column of j."""
    if step % seen == 0 and abs(step) > abs(seen) and _divisible(rest, seen):
        rate = abs(step) // abs(seen)
        sign = 1 if (step > 0) == (seen > 0) else -1
        if len(group.members) == 1:
            offset = _quotient(rest.plus(Affine((), step)), seen).plus(Affine((), sign), -1)
            yield _shifted(replace(group, rate=rate), Pairing(sign, offset.terms, offset.constant))
        return
    rest = rest.plus(Affine((), step * member.shift), -1)
    if step % seen == 0 and _divisible(rest, seen):
        offset = _quotient(rest, seen)
        yield _shifted(group, Pairing(step // seen, offset.terms, offset.constant))
        return
    sign = 1 if seen > 0 else -1
    yield _shifted(group, Pairing(sign * step, rest.times(sign).terms, sign * rest.constant, abs(seen)))


def _divisible(form: Affine, divisor: int) -> bool:
    return form.constant % divisor == 0 and all(c % divisor == 0 for _, c in form.terms)


def _quotient(form: Affine, divisor: int) -> Affine:
    return Affine(tuple((a, c // divisor) for a, c in form.terms), form.constant // divisor)


def _shifted(group: Group, pairing: Pairing) -> tuple[Group, Pairing]:
    """Move everything up so that the column of clause 1 is at least 1."""
    if pairing.offset or pairing.divisor != 1 or pairing.scale != 1 or pairing.constant <= 0:
        return group, pairing
    up = pairing.constant
    members = tuple(replace(m, shift=m.shift + up) for m in group.members)
    return replace(group, members=members), replace(pairing, constant=0)
