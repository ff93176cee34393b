"""Quantified invariants: facts about every cell of an array, or every two, proved of arbitrary ones.

What it does: candidate facts `lo <= cell < i => fact(cell)` are taken from the program, those that prove each other are
kept, and the assertion is shown from them. Every loop is cut for that, as in the bounds program, and facts about
scalars are kept Houdini-style as well. Several assertions are shown in one program, once for all of them.

When it applies: nested loops, cells at a second index, values that one loop leaves to the next.

Why it is sound: induction (docs/theory.md 6.2, one-cell facts). Each fact is asserted at the loop's entry and after an
arbitrary iteration from a state of which all are assumed; `cell` is arbitrary throughout, so each is proved of every
cell, and may be assumed at any index. The assertion is shown where its index is `cell`: a violation has some index, and
`cell` may be that one. What an iteration computes before it accesses a cell is known there only: the fact is assumed
there too, over the values of the start, if the loop leaves its arrays as they are. The same goes for facts about two
arbitrary cells, `cell` and `other`, which are tried where those about one do not do: what the assertion says of two,
what is assumed of two (neighbours in order: a sorted array), and what a swap is to bring about. Where loops in loops
bring an order about these come first, with what loops decide of cells that they go through: they are proved in what
matters to the arrays, and assumed in what matters to the assertion (facts proved apart).

Example: `if (a[i] == b[i]) c[j++] = i;` leaves `c[x] >= x` for all x < j, by `j <= i` and the same of cells before j.
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
from veriabs.invariants.bounds import Goal, Invariants, bounds_program
from veriabs.invariants.candidates import but_accesses, candidates, joined, on_their_own, surviving
from veriabs.invariants.houdini import Rounds, houdini
from veriabs.invariants.implied import without_implied
from veriabs.invariants.in_turn import InFront, Part, parts
from veriabs.invariants.instances import multiple_of
from veriabs.invariants.quantified import (
    cell_candidates,
    compares_cells_of_one_array,
    decided_candidates,
    goal_of,
    linked_candidates,
    ordered_candidates,
    pair_candidates,
    pair_goal,
    peeled,
    prefix_sums,
)
from veriabs.invariants.quantified.apart import counted_alike, told_in
from veriabs.invariants.quantified.walks import loop_nests
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import NO_ASSERTION, subject_of_body
from veriabs.invariants.shown import hopeless, said_of
from veriabs.invariants.simple import simple_candidates
from veriabs.loops.features import merges, places_some, rearranges, remakes, searches
from veriabs.loops.flatten import assertions, before_next_loop, reduced, reduced_to

T = TypeVar("T")

MOST_ROUNDS = 12

RATE = 0.5
"""As in `Strategy`."""
NOTHING: Invariants = MappingProxyType({})

MOST_GOALS = 32
"""Assertions that are shown in one program."""


def likely(model: LoopModel) -> bool:
    """Is it a check of an operation, which what is invariant decides, are cells gathered or merged, or does the
    assertion compare two whose indices have nothing to do with each other, or that were moved about, or is something
    looked up in a table, or changed in place again and again, or are there several about what a search comes to? These
    share one program."""
    if model.assertion.kind is not GoalKind.ASSERTION or places_some(model.program) or _looks_up(model.program):
        return True
    if remakes(model.program) or merges(model.program) or prefix_sums(model.program, model.assertion):
        return True
    if searches(model.program) and len({one.number for one in assertions(model.program)}) > 1:
        return True
    goal = pair_goal(model.program, goal_of(model.program, model.assertion))
    if goal is None or goal.index is None or goal.second is None:
        return False
    moved = compares_cells_of_one_array(goal) and rearranges(model.program)
    return moved or not names(goal.index) & names(goal.second)


def _looks_up(program: Program) -> bool:
    """Do loops store what stands in a table of the text that they do not change? Nothing linear is known of it.

    Where a loop stores at multiples of a counter there may be several sequences, which are told apart first.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    found = tables(program.body, program.arrays)[1].keys() - writes(loops)
    stores = [one for one in statements(loops) if isinstance(one, Assign) and not found.isdisjoint(names(one.value))]
    cells = [one.target for one in stores if isinstance(one.target, Element)]
    return bool(cells) and not any(multiple_of(index) for cell in cells for index in cell.indices)


class Shown(Struct, frozen=True):
    """A proof of the goal in a program, or why there is none, with the invariants that it rests on."""

    program: Program
    goal: Goal
    found: tuple[CheckedQuery, ...] | Reason
    invariants: Invariants


Maybe = Steps[Shown | None]


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """The cut program under all candidates that prove each other; with more of them as long as it takes more."""
    said = yield from shown(model, facts)
    return said.found


def shown_by_itself(model: LoopModel, proposed: Invariants = NOTHING) -> Steps[Shown]:
    """As `shown`, with no other facts about cells than what is asserted of them, what is known at their stores, and
    what is proposed. Those that say most are tried alone first.

    There are few of these: where they are enough, they are found and told apart in little time.
    """
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    about = cell_candidates(program, goal, asserted=True)
    tried = joined(candidates(program, private=True), about, proposed)
    tried = yield from passing_samples(program, goal.assertion.number, tried)
    piece: CheckedQuery | None = None
    left: Invariants = {}
    for some in (without_implied(tried), tried):
        piece, left = yield from _kept(program, [goal], some)
        if not isinstance(said_of(goal.assertion, piece), Reason):
            break
    return Shown(program, goal, said_of(goal.assertion, piece), left)


def shown(model: LoopModel, facts: Facts | None = None) -> Steps[Shown]:
    """As `prove`, with the invariants; with `facts` several assertions are shown in one program.

    Then it is the same program whichever of them is raced for first. It ends where the next loop begins: nothing in
    front of that rests on what comes later, which would take most of the time.
    """
    program = peeled(before_next_loop(model.program, model.assertion.number))
    several = list({one.number: one for one in assertions(program)}.values())
    shared = facts if 1 < len(several) <= MOST_GOALS else None
    goals = [goal_of(program, one) for one in (several if shared else (model.assertion,))]
    own = next(goal for goal in goals if goal.assertion.number == model.assertion.number)
    ordered = yield from _by_two_alone(program, goals, own, shared, facts)
    if ordered is not None:
        return ordered
    few = yield from _with_few(peeled(model.program), program, goals, own, shared)
    if few is not None:
        return few
    counted = yield from _counted(program, own)
    if counted is not None:
        return counted
    piece, left = yield from _about_one(program, goals, own, shared)
    first = said_of(own.assertion, piece)
    if not isinstance(first, Reason):
        return Shown(program, own, first, left)
    waiting = [goal for goal in goals if isinstance(said_of(goal.assertion, piece), Reason)]
    further, left = yield from _once(shared, program, "facts about two", _with_two(program, waiting, left))
    second = first if further is None else said_of(own.assertion, further)
    both = own if further is None else pair_goal(program, own) or own
    return Shown(program, both, first if isinstance(second, Reason) else second, left)


def _by_two_alone(
    program: Program, goals: list[Goal], own: Goal, shared: Facts | None, facts: Facts | None
) -> Maybe:
    """A proof by facts about two cells, and by what loops decide of those that they go through; None if there is none.

    There are few candidates, most of which no sampled run leaves; so what proves an order that loops in loops bring
    about is found in a fraction of the time that all facts take.
    """
    pairs = [both for goal in goals if (both := pair_goal(program, goal)) and compares_cells_of_one_array(both)]
    both = next((one for one in pairs if one.assertion.number == own.assertion.number), None)
    if both is None or not _rearranges(program):
        return None
    if facts is not None:
        facts.begin_accesses()
    apart = yield from _once(shared, program, "facts about two alone", _apart(program, pairs))
    if apart is None:
        return None
    part = reduced(program, both.assertion.number)
    known, others = told_in(part, apart.program, apart.invariants), told_in(part, program, apart.others)
    alike = known.keys() & counted_alike(part, apart.program)
    every = {stmt.id for stmt in statements(part.body) if isinstance(stmt, Loop)}
    for assumed, tried in (({}, {}), (known, others)):
        guess = bounds_program(part, {**known, **tried}, both, proved=every)
        piece, (beside, left) = yield from alongside(guess, _beside(part, assumed, tried, alike))
        if left != tried:
            (piece,) = yield (bounds_program(part, {**known, **left}, both, proved=every),)
        found = said_of(both.assertion, but_accesses(piece) or piece)
        if beside is not None and not isinstance(found, Reason):
            return Shown(program, both, (apart.piece, beside, *found), told_in(program, part, {**known, **left}))
    return None


def _beside(
    part: Program, assumed: Invariants, tried: Invariants, proved: Container[LoopId]
) -> Steps[tuple[CheckedQuery | None, Invariants]]:
    """What is invariant in a part, and the run that proves it and what is computed of iterations there, if one does.

    The assertion has a run of its own: a solver is done with both much earlier than with all of it, and often needs no
    invariants for this one.
    """

    def cut(tried: Invariants) -> Query:
        return bounds_program(part, {**assumed, **tried}, proved=proved)

    piece, left = yield from houdini(tried, cut, surviving, most=MOST_ROUNDS, hopeless=on_their_own)
    said = None if piece is None else but_accesses(piece)
    return said, {} if said is None else surviving(left, said)


class Apart(Struct, frozen=True):
    """Invariants of what a program does to some arrays, the run that proved them, and candidates of its other loops."""

    program: Program
    invariants: Invariants
    piece: CheckedQuery
    others: Invariants


def _apart(program: Program, pairs: list[Goal]) -> Steps[Apart | None]:
    """What is invariant where the program does something to the arrays whose cells are compared; None if nothing is
    said of two cells."""
    of_two = joined(*(pair_candidates(program, both) for both in pairs))
    if not of_two:
        return None
    core = reduced_to(program, {name for both in pairs for name in names(both.assertion.test)} & program.arrays.keys())
    tried = joined(simple_candidates(core), decided_candidates(program), of_two)
    tried = yield from passing_samples(program, NO_ASSERTION, tried)
    inside = told_in(core, program, tried)
    if not _about_two(inside):
        return None
    piece, left = yield from _beside(core, {}, inside, ())
    if piece is None or not _about_two(left):
        return None
    others = {loop: exprs for loop, exprs in tried.items() if loop not in inside}
    return Apart(core, left, piece, others)


def _about_two(found: Invariants) -> bool:
    return any(OTHER.name in names(fact) for facts in found.values() for fact in facts)


def _rearranges(program: Program) -> bool:
    """Is there a loop with loops in it that writes cells? A single pass sorts nothing."""
    outer = (nest[0].loop for nest in loop_nests(program) if len(nest) > 1)
    return any(not program.arrays.keys().isdisjoint(writes((loop,))) for loop in outer)


def _once(facts: Facts | None, program: Program, what: str, rounds: Steps[T]) -> Steps[T]:
    """What the rounds come to; they are run once for all assertions of which there are `facts`."""
    found = None if facts is None else facts.once(f"{what}, up to {len(program.body)}", _boxed(rounds))
    return (yield from rounds) if found is None else found[0]


def _boxed(rounds: Steps[T]) -> Steps[tuple[T]]:
    """With what they come to in a tuple: that it is nothing is not that nobody runs them."""
    return ((yield from rounds),)


def _about_one(program: Program, goals: list[Goal], own: Goal, shared: Facts | None) -> Rounds[Invariants]:
    """With facts about one cell: those that are asserted or assumed of cells first, which often are enough, with
    what is simple of scalars; and before that, where these are many, those of them that say most of cells.

    Who wants to know of one goal waits for no more than what shows that one.
    """
    first = yield from _once(shared, program, "what is asserted of cells", _sampled(program, goals, asserted=True))
    for what, tried in (("facts that say most", without_implied(first)), ("facts that are asserted", first)):
        piece, left = yield from _once(shared, program, what, _kept(program, goals, tried))
        if not isinstance(said_of(own.assertion, piece), Reason):
            return piece, left
        if tried == first:
            break
    every = yield from _once(shared, program, "what may hold of cells", _sampled(program, goals, asserted=False))
    if every == first:
        return piece, left
    return (yield from _once(shared, program, "facts about a cell", _kept(program, goals, every)))


def _with_few(whole: Program, program: Program, goals: list[Goal], own: Goal, shared: Facts | None) -> Maybe:
    """A proof with a few facts, and what is simple of scalars: they prove each other much sooner than all.

    What is taken in order, and linked: there may be none, as the `whole` program tells. One loop comes after another.
    """
    few = yield from _once(shared, whole, "what may be taken in order, or linked", _few(whole, () if shared else goals))
    if not few:
        return None
    front, said = InFront(), None
    for part in parts(program):
        inside = [goal for goal in goals if part.has_goal(goal)]
        rounds = _of_part(part, front, few, inside)
        piece, left = yield from _once(shared, part.program, "what is taken in order, and linked", rounds)
        said = front.said_of(own, piece) if own in inside else said
        further = front.with_part(part, piece, left)
        if further is None:
            break
        front = further
    return None if said is None or isinstance(said, Reason) else Shown(program, own, said, front.invariants)


def _few(program: Program, goals: Sequence[Goal]) -> Steps[Invariants]:
    """Candidates about what is taken in order, or linked; goals are all assertions where none are named."""
    several = {one.number: one for one in assertions(program)}.values()
    told = goals or [goal_of(program, one) for one in islice(several, MOST_GOALS)]
    yield ()
    return joined(ordered_candidates(program), linked_candidates(program, told))


def _of_part(part: Part, front: InFront, few: Invariants, goals: list[Goal]) -> Rounds[Invariants]:
    """Of the loops in a part, with what is proved of those in front."""
    every = joined(simple_candidates(part.program), few)
    own = {loop: exprs for loop, exprs in every.items() if loop in part.loops()}
    tried = without_implied((yield from passing_samples(part.program, _number(goals), own)))
    rounds = houdini(tried, partial(front.cut, part, goals), surviving, most=MOST_ROUNDS, hopeless=on_their_own)
    return (yield from rounds)


def _counted(program: Program, own: Goal) -> Maybe:
    """A proof of what an assertion says of two that count, by what one of them had counted in front of each cell."""
    kept = prefix_sums(program, own.assertion)
    if kept is None:
        return None
    about = cell_candidates(kept.program, own, asserted=True)
    tried = joined(simple_candidates(kept.program, private=True), about, kept.candidates())
    tried = yield from passing_samples(kept.program, own.assertion.number, tried)
    piece, left = yield from _kept(kept.program, [own], without_implied(tried))
    said = said_of(own.assertion, piece)
    return None if isinstance(said, Reason) else Shown(program, own, said, kept.without_sums(left))


def _sampled(program: Program, goals: list[Goal], *, asserted: bool) -> Steps[Invariants]:
    """The candidates about scalars and single cells that samples pass, or of these what is simple, and what is asserted
    or assumed of cells."""
    scalars = (simple_candidates if asserted else candidates)(program, private=True)
    tried = joined(scalars, _about_cells(program, goals, asserted=asserted))
    return (yield from passing_samples(program, _number(goals), tried))


def _about_cells(program: Program, goals: list[Goal], *, asserted: bool = False) -> Invariants:
    return joined(*(cell_candidates(program, goal, asserted=asserted) for goal in goals))


def _with_two(program: Program, goals: list[Goal], left: Invariants) -> Rounds[Invariants]:
    """With facts about two cells, and with relations of scalars; none if there are no such candidates."""
    both = [pair_goal(program, goal) or goal for goal in goals]
    seen = yield from _seen(program, both)
    more = joined(*(pair_candidates(program, goal) for goal in both), seen)
    return (yield from _proved(program, both, joined(left, more))) if more else (None, left)


def _seen(program: Program, goals: list[Goal]) -> Steps[Invariants]:
    """Relations of scalars that hold in runs at small sizes; none if a run violates the assertion."""
    from veriabs.invariants.scalar.runs import ViolatedError
    from veriabs.invariants.scalar.search import of_program, seeing  # most tasks never come to it

    try:
        return of_program(program, (yield from seeing(subject_of_body(program, _number(goals)))))
    except ViolatedError:
        return {}


def _proved(program: Program, goals: list[Goal], tried: Invariants) -> Rounds[Invariants]:
    """Drops what fails until everything passes; with what is left in the end."""
    tried = yield from passing_samples(program, _number(goals), tried)
    return (yield from _kept(program, goals, tried))


def _kept(program: Program, goals: list[Goal], tried: Invariants) -> Rounds[Invariants]:
    cut = partial(_cut_program, program, goals)
    return (yield from houdini(tried, cut, surviving, most=MOST_ROUNDS, hopeless=hopeless))


def _number(goals: list[Goal]) -> int:
    """The assertion at which a sampled run ends, if there is but one."""
    return goals[0].assertion.number if len(goals) == 1 else NO_ASSERTION


def _cut_program(program: Program, goals: list[Goal], tried: Invariants) -> Query:
    return bounds_program(program, tried, *goals)


STRATEGY = Strategy(rank=40, prove=prove, likely=likely, rate=RATE, serves_all=True)
"""It proves late what the others, whose proofs come early, do not prove at all."""
