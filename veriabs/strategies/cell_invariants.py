"""Quantified invariants: facts about every cell of an array, or every two, proved for arbitrary ones.

What it does: takes candidates `lo <= cell < i => fact(cell)` from the program, keeps those that prove each other, and
proves the assertion from them. Every loop is cut, as in the bounds program, and facts about scalars are kept by Houdini
as well. One program proves several assertions.

When it applies: to nested loops, cells at a second index, and values that one loop passes to the next.

Why it is sound (docs/theory.md 6.2, one-cell facts): each fact is asserted at the loop's entry and after an arbitrary
iteration from a state in which all are assumed. `cell` is arbitrary, so each fact is proved for every cell and may be
assumed at any index. The assertion is checked with `cell` as its index: a violation has some index, which `cell` may
be. An index that the iteration computes is known only at its access; there the fact is assumed over the values from the
iteration's start, if the loop does not write its arrays. Facts about two arbitrary cells, `cell` and `other`, work
alike. They are tried if facts about one cell fail: from assertions about two cells, from assumptions such as a sorted
array, and from swaps. If nested loops sort, these facts come first, with the conditions that loops have tested. They
are proved in the slice for the arrays, and assumed in the slice for the assertion (facts proved apart).

Example: `if (a[i] == b[i]) c[j++] = i;` leaves `c[x] >= x` for all x < j, by `j <= i` and the same fact for cells
before j.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct

from veriabs.core.ctree import names, statements, writes
from veriabs.core.expressions import Element
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import OTHER, LoopModel
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assign, Loop, LoopId
from veriabs.core.strategy import Dialogue, Facts, Steps, Strategy, alongside
from veriabs.encode.tables import tables
from veriabs.invariants.bounds import BoundsGoal, Invariants, bounds_program
from veriabs.invariants.candidates import candidates, independent, merge, survivors, without_accesses
from veriabs.invariants.goal_proofs import hopeless, proof_of
from veriabs.invariants.houdini import MOST_ROUNDS, Rounds, houdini
from veriabs.invariants.implied_facts import strongest_first
from veriabs.invariants.instances import multiple_of
from veriabs.invariants.loop_by_loop import EarlierLoops, ProgramPrefix, parts
from veriabs.invariants.quantified import (
    cell_candidates,
    compares_cells_of_one_array,
    goal_of,
    linked_candidates,
    ordered_candidates,
    pair_candidates,
    pair_goal,
    peeled,
    postcondition_candidates,
    prefix_sums,
)
from veriabs.invariants.quantified.cell_relations import cell_relations
from veriabs.invariants.quantified.fact_transfer import equally_counting_loops, transfer_facts
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.invariants.scalar.relations import program_candidates, sampling_steps
from veriabs.invariants.scalar.runs import ViolatedError
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import NO_ASSERTION, subject_of_body
from veriabs.invariants.simple_candidates import simple_candidates
from veriabs.loops.features import compacts, merges, rearranges, searches, transforms_in_place_twice
from veriabs.loops.flatten import assertions, before_next_loop, reduce_to_assertion, reduce_to_names

T = TypeVar("T")

NOTHING: Invariants = MappingProxyType({})

MOST_GOALS = 32
"""The number of assertions that one program proves."""


def likely(model: LoopModel) -> bool:
    """Is the task typical for cell invariants?

    - The task checks an operation, gathers or merges cells, uses a table, or updates an array in place repeatedly.
    - It has several assertions about the result of a search, which share one program.
    - The assertion compares two cells with unrelated indices, or cells that were moved.
    """
    if model.assertion.kind is not GoalKind.ASSERTION or compacts(model.program) or _has_table(model.program):
        return True
    if transforms_in_place_twice(model.program) or merges(model.program) or prefix_sums(model.program, model.assertion):
        return True
    if searches(model.program) and len({one.number for one in assertions(model.program)}) > 1:
        return True
    goal = pair_goal(model.program, goal_of(model.program, model.assertion))
    if goal is None or goal.index is None or goal.second is None:
        return False
    moved = compares_cells_of_one_array(goal) and rearranges(model.program)
    return moved or not names(goal.index) & names(goal.second)


def _has_table(program: Program) -> bool:
    """Do loops store values of a constant table? No linear fact about these is known.

    If a loop stores at multiples of a counter there may be interleaved sequences, which are separated first.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    found = tables(program.body, program.arrays)[1].keys() - writes(loops)
    stores = [one for one in statements(loops) if isinstance(one, Assign) and not found.isdisjoint(names(one.value))]
    cells = [one.target for one in stores if isinstance(one.target, Element)]
    return bool(cells) and not any(multiple_of(index) for cell in cells for index in cell.indices)


class GoalProof(Struct, frozen=True):
    """A proof of the goal, or the reason for having none, with the invariants that it needs."""

    program: Program
    goal: BoundsGoal
    found: tuple[CheckedQuery, ...] | Reason
    invariants: Invariants


Maybe = Steps[GoalProof | None]


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the cut program with all mutually inductive candidates; further kinds of candidates are added if needed."""
    proof = yield from proved_with_invariants(model, facts)
    return proof.found


def quickly_proved(model: LoopModel, proposed: Invariants = NOTHING) -> Steps[GoalProof]:
    """As `proved_with_invariants`, with few facts about cells (from assertions, stores, `proposed`), the strongest
    first."""
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    about = cell_candidates(program, goal, asserted=True)
    tried = merge(candidates(program, private=True), about, proposed)
    tried = yield from passing_samples(program, goal.assertion.number, tried)
    piece, left = yield from _survivors(program, [goal], tried)
    return GoalProof(program, goal, proof_of(goal.assertion, piece), left)


def proved_with_invariants(model: LoopModel, facts: Facts | None = None) -> Steps[GoalProof]:
    """As `prove`, with the invariants; with `facts`, one program proves several assertions.

    Each assertion leads to the same program. It ends before the next loop, because nothing before it depends on later
    code, which would take most of the time.
    """
    program = peeled(before_next_loop(model.program, model.assertion.number))
    several = list({one.number: one for one in assertions(program)}.values())
    shared = facts if 1 < len(several) <= MOST_GOALS else None
    goals = [goal_of(program, one) for one in (several if shared else (model.assertion,))]
    own = next(goal for goal in goals if goal.assertion.number == model.assertion.number)
    ordered = yield from _prove_by_pairs(program, goals, own, shared, facts)
    if ordered is not None:
        return ordered
    few = yield from _prove_with_few(peeled(model.program), program, goals, own, shared)
    if few is not None:
        return few
    counted = yield from _prove_by_counts(program, own)
    if counted is not None:
        return counted
    piece, left = yield from _single_cell_rounds(program, goals, own, shared)
    first = proof_of(own.assertion, piece)
    if not isinstance(first, Reason):
        return GoalProof(program, own, first, left)
    waiting = [goal for goal in goals if isinstance(proof_of(goal.assertion, piece), Reason)]
    further, left = yield from _shared(shared, program, "facts about two", _pair_rounds(program, waiting, left))
    second = first if further is None else proof_of(own.assertion, further)
    both = own if further is None else pair_goal(program, own) or own
    return GoalProof(program, both, first if isinstance(second, Reason) else second, left)


def _prove_by_pairs(
    program: Program, goals: list[BoundsGoal], own: BoundsGoal, shared: Facts | None, facts: Facts | None
) -> Maybe:
    """A proof by facts about two cells and by conditions that loops have tested; None if it fails.

    There are few candidates, most of which a sample run contradicts. So sortedness is proved much faster than with all
    facts.
    """
    pairs = [both for goal in goals if (both := pair_goal(program, goal)) and compares_cells_of_one_array(both)]
    both = next((one for one in pairs if one.assertion.number == own.assertion.number), None)
    if both is None or not _has_nested_writes(program):
        return None
    if facts is not None:
        facts.start_bounds_proof()
    apart = yield from _shared(shared, program, "facts about two alone", _slice_for_arrays(program, pairs))
    if apart is None:
        return None
    part = reduce_to_assertion(program, both.assertion.number)
    known, others = transfer_facts(part, apart.program, apart.invariants), transfer_facts(part, program, apart.others)
    alike = known.keys() & equally_counting_loops(part, apart.program)
    every = {stmt.id for stmt in statements(part.body) if isinstance(stmt, Loop)}
    for assumed, tried in (({}, {}), (known, others)):
        trial = bounds_program(part, {**known, **tried}, both, proved=every)
        piece, (beside, left) = yield from alongside(trial, _slice_invariants(part, assumed, tried, alike))
        if left != tried:
            (piece,) = yield (bounds_program(part, {**known, **left}, both, proved=every),)
        found = proof_of(both.assertion, without_accesses(piece) or piece)
        if beside is not None and not isinstance(found, Reason):
            kept = transfer_facts(program, part, {**known, **left})
            return GoalProof(program, both, (apart.piece, beside, *found), kept)
    return None


def _slice_invariants(
    part: Program, assumed: Invariants, tried: Invariants, proved: Container[LoopId]
) -> Steps[tuple[CheckedQuery | None, Invariants]]:
    """The invariants of a slice, and the run that proves them with its trip counts and closed forms.

    The assertion has a separate run, since a solver needs less time for both than for all together.
    """

    def cut(tried: Invariants) -> Query:
        return bounds_program(part, {**assumed, **tried}, proved=proved)

    piece, left = yield from houdini(tried, cut, survivors, most=MOST_ROUNDS, hopeless=independent)
    accepted = None if piece is None else without_accesses(piece)
    return accepted, {} if accepted is None else survivors(left, accepted)


class SliceInvariants(Struct, frozen=True):
    """Invariants of the slice for some arrays, the run that proves them, and candidates for other loops."""

    program: Program
    invariants: Invariants
    piece: CheckedQuery
    others: Invariants


def _slice_for_arrays(program: Program, pairs: list[BoundsGoal]) -> Steps[SliceInvariants | None]:
    """The invariants of the slice for the compared arrays; None if there are no facts about two cells."""
    of_two = merge(*(pair_candidates(program, both) for both in pairs))
    if not of_two:
        return None
    compared = {name for both in pairs for name in names(both.assertion.test)} & program.arrays.keys()
    core = reduce_to_names(program, compared)
    tried = merge(simple_candidates(core), postcondition_candidates(program), of_two)
    tried = yield from passing_samples(program, NO_ASSERTION, tried)
    inside = transfer_facts(core, program, tried)
    if not _has_pair_facts(inside):
        return None
    piece, left = yield from _slice_invariants(core, {}, inside, ())
    if piece is None or not _has_pair_facts(left):
        return None
    others = {loop: exprs for loop, exprs in tried.items() if loop not in inside}
    return SliceInvariants(core, left, piece, others)


def _has_pair_facts(found: Invariants) -> bool:
    return any(OTHER.name in names(fact) for facts in found.values() for fact in facts)


def _has_nested_writes(program: Program) -> bool:
    """Is there a loop with inner loops that writes cells? A single pass does not sort."""
    outer = (nest[0].loop for nest in loop_nests(program) if len(nest) > 1)
    return any(not program.arrays.keys().isdisjoint(writes((loop,))) for loop in outer)


def _shared(facts: Facts | None, program: Program, what: str, rounds: Steps[T]) -> Steps[T]:
    """The result of the rounds, which run once for all assertions that share `facts`."""
    found = None if facts is None else facts.once(f"{what}, up to {len(program.body)}", _boxed(rounds))
    return (yield from rounds) if found is None else found[0]


def _boxed(rounds: Steps[T]) -> Steps[tuple[T]]:
    """The result in a tuple, so that an empty result differs from a missing one."""
    return ((yield from rounds),)


def _single_cell_rounds(
    program: Program, goals: list[BoundsGoal], own: BoundsGoal, shared: Facts | None
) -> Rounds[Invariants]:
    """Prove with facts about one cell: asserted ones, then also relations in runs, then all."""
    known: Invariants = {}
    ways = (
        ("asserted", _sampled(program, goals, asserted=True)),
        ("relations in runs", _relations(program, goals)),
        ("read off the program", _sampled(program, goals, asserted=False)),
    )
    piece, left = None, known
    for what, proposed in ways:
        known = merge(known, (yield from _shared(shared, program, f"facts that are {what}", proposed)))
        rounds = _survivors(program, goals, known)
        piece, left = yield from _shared(shared, program, f"proof by facts that are {what}", rounds)
        if not isinstance(proof_of(own.assertion, piece), Reason):
            break
    return piece, left


def _relations(program: Program, goals: list[BoundsGoal]) -> Steps[Invariants]:
    """Relations of scalars and of the cells of a range in sample runs."""
    scalars = yield from _sampled_relations(program, goals)
    cells = yield from cell_relations(program, _number(goals))
    return (yield from passing_samples(program, _number(goals), merge(scalars, cells)))


def _prove_with_few(
    whole: Program, program: Program, goals: list[BoundsGoal], own: BoundsGoal, shared: Facts | None
) -> Maybe:
    """A proof with facts about order and links, and simple ones about scalars; they are few and quick to prove.

    The `whole` program tells whether there are such facts. The loops are handled one after another.
    """
    few = yield from _shared(shared, whole, "candidates of order and links", _few(whole, () if shared else goals))
    if not few:
        return None
    front, proof = EarlierLoops(), None
    for part in parts(program):
        inside = [goal for goal in goals if part.has_goal(goal)]
        rounds = _prefix_rounds(part, front, few, inside)
        piece, left = yield from _shared(shared, part.program, "what is taken in order, and linked", rounds)
        proof = front.proof_of(own, piece) if own in inside else proof
        further = front.with_part(part, piece, left)
        if further is None:
            break
        front = further
    return None if proof is None or isinstance(proof, Reason) else GoalProof(program, own, proof, front.invariants)


def _few(program: Program, goals: Sequence[BoundsGoal]) -> Steps[Invariants]:
    """Candidates about order and links; without named goals, for all assertions."""
    several = {one.number: one for one in assertions(program)}.values()
    wanted = goals or [goal_of(program, one) for one in islice(several, MOST_GOALS)]
    yield ()
    return merge(ordered_candidates(program), linked_candidates(program, wanted))


def _prefix_rounds(
    part: ProgramPrefix, front: EarlierLoops, few: Invariants, goals: list[BoundsGoal]
) -> Rounds[Invariants]:
    """The candidates for the loops of a prefix, with proved facts about earlier loops."""
    every = merge(simple_candidates(part.program), few)
    own = {loop: exprs for loop, exprs in every.items() if loop in part.loops()}
    tried = yield from passing_samples(part.program, _number(goals), own)
    return (yield from strongest_first(tried, partial(front.cut, part, goals), independent))


def _prove_by_counts(program: Program, own: BoundsGoal) -> Maybe:
    """A proof of an assertion about two counts, with a history array of one of them."""
    kept = prefix_sums(program, own.assertion)
    if kept is None:
        return None
    about = cell_candidates(kept.program, own, asserted=True)
    tried = merge(simple_candidates(kept.program, private=True), about, kept.candidates())
    tried = yield from passing_samples(kept.program, own.assertion.number, tried)
    piece, left = yield from _survivors(kept.program, [own], tried)
    proof = proof_of(own.assertion, piece)
    return None if isinstance(proof, Reason) else GoalProof(program, own, proof, kept.without_sums(left))


def _sampled(program: Program, goals: list[BoundsGoal], *, asserted: bool) -> Steps[Invariants]:
    """The candidates about scalars and single cells that sample runs do not contradict.

    With `asserted`, only simple facts about scalars, and asserted or assumed facts about cells.
    """
    scalars = (simple_candidates if asserted else candidates)(program, private=True)
    tried = merge(scalars, *(cell_candidates(program, goal, asserted=asserted) for goal in goals))
    return (yield from passing_samples(program, _number(goals), tried))


def _pair_rounds(program: Program, goals: list[BoundsGoal], left: Invariants) -> Rounds[Invariants]:
    """Add facts about two cells; nothing if there are no such candidates."""
    both = [pair_goal(program, goal) or goal for goal in goals]
    more = merge(*(pair_candidates(program, goal) for goal in both))
    return (yield from _proved(program, both, merge(left, more))) if more else (None, left)


def _sampled_relations(program: Program, goals: list[BoundsGoal]) -> Steps[Invariants]:
    """Relations of scalars in runs with small sizes; none if a run violates the assertion."""
    try:
        return program_candidates(program, (yield from sampling_steps(subject_of_body(program, _number(goals)))))
    except ViolatedError:
        return {}


def _proved(program: Program, goals: list[BoundsGoal], tried: Invariants) -> Rounds[Invariants]:
    """Drop candidates that fail until everything passes; return the rest."""
    tried = yield from passing_samples(program, _number(goals), tried)
    return (yield from _survivors(program, goals, tried))


def _survivors(program: Program, goals: list[BoundsGoal], tried: Invariants) -> Rounds[Invariants]:
    return (yield from strongest_first(tried, partial(_cut_program, program, goals), hopeless))


def _number(goals: list[BoundsGoal]) -> int:
    """The assertion at which a sample run ends, if there is exactly one."""
    return goals[0].assertion.number if len(goals) == 1 else NO_ASSERTION


def _cut_program(program: Program, goals: list[BoundsGoal], tried: Invariants) -> Query:
    return bounds_program(program, tried, *goals)


STRATEGY = Strategy(rank=40, prove=prove, likely=likely, serves_all=True)
