"""A fusion plan: which loops run as one group, which clause belongs to which column, and which arrays become cells."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from msgspec import Struct, field

from veriabs.core.ctree import names, reads, writes
from veriabs.core.loop_model import FusedLoops, Lemma, LoopFacts, LoopModel, Pairing
from veriabs.core.program import Array, Scalar
from veriabs.invariants.bounds import Invariants
from veriabs.loops.affine import Affine, index_of
from veriabs.loops.facts import mentioned
from veriabs.loops.fuse import accesses
from veriabs.strategies.shrinking.pairing import clause_values, member_values


class FusionPlan(Struct, frozen=True):
    """One way to turn a task into columns.

    A column has a clause for each of the `pairings`. `cells` are the arrays whose cells are plain variables;
    `invariants` and `lemmas` are proved. With `uninterpreted`, products, quotients and remainders of two unknowns are
    uninterpreted functions, which over-approximates and helps solvers.
    """

    model: LoopModel
    group: FusedLoops
    pairings: tuple[Pairing, ...]
    cells: frozenset[str]
    invariants: Invariants = field(default_factory=dict)
    lemmas: tuple[Lemma, ...] = ()
    uninterpreted: bool = False

    @property
    def facts(self) -> LoopFacts | None:
        return self.model.goal.facts

    @property
    def written_by_step(self) -> frozenset[str]:
        return frozenset(name for m in self.group.members for name in m.facts.written - m.local)

    @property
    def changed(self) -> frozenset[str]:
        """X: all variables that a step or the code after the loop may change (theory 2.3, 2)."""
        return self.written_by_step | writes(self.group.after)

    @property
    def scalars(self) -> list[Scalar]:
        """The scalars of the task in a fixed order."""
        used = _used(self)
        return [scalar for name, scalar in self.model.scalars.items() if name in used]

    @property
    def arrays(self) -> list[Array]:
        used = _used(self)
        return [array for name, array in self.model.program.arrays.items() if name in used]


def _used(shape: FusionPlan) -> frozenset[str]:
    group = shape.group
    loops = (*(m.facts for m in group.members), *((shape.facts,) if shape.facts else ()))
    used = names(shape.model.assertion.test) | mentioned((*group.before, *group.between, group.after, *loops))
    sizes = (size for name, array in shape.model.program.arrays.items() if name in used for size in array.sizes[1:])
    return used.union(*map(names, sizes))


def cell_arrays(
    model: LoopModel, group: FusedLoops, pairings: Iterable[Pairing], lemmas: tuple[Lemma, ...] = ()
) -> dict[str, Affine]:
    """Arrays with a single accessed cell in each column, with its index as a function of the column.

    The cell model of such an array has one variable for each chosen iteration and needs no array theory. CBMC proves
    that each access is to that cell (trap c01).
    """
    found: dict[str, Affine | None] = {}
    for number, member in enumerate(group.members):
        for element in accesses(member.facts):
            form = index_of(element, member_values(group, number)) if len(element.indices) == 1 else None
            _note(found, element.array, None if form is None else in_column(form, member.shift, group.rate))
    facts = model.goal.facts
    if facts is not None:
        for pairing, element in product(pairings, accesses(facts)):
            form = index_of(element, clause_values(group, facts)) if len(element.indices) == 1 else None
            _note(found, element.array, None if form is None else paired(form, pairing))
    for lemma in lemmas:
        for name in names(lemma.fact):
            found[name] = None
    for code in (*group.before, *group.between, group.after):
        straight = () if isinstance(code, LoopFacts) else code
        for name in reads(straight) | writes(straight):
            found[name] = None
    changed = frozenset(n for m in group.members for n in m.facts.written) | writes(group.after)
    return {
        name: form
        for name, form in found.items()
        if form is not None and form.slope and not {a for a, _ in form.rest.terms} & changed
    }


def _note(found: dict[str, Affine | None], array: str, form: Affine | None) -> None:
    if array not in found:
        found[array] = form
    elif found[array] != form:
        found[array] = None


def in_column(form: Affine, shift: int, rate: int) -> Affine | None:
    """The form over c instead of j, with j = (c - 1 - shift)/rate + 1."""
    if form.slope % rate:
        return None
    slope = form.slope // rate
    return Affine((("#", slope),)).plus(form.rest).plus(Affine((), form.slope - slope * (1 + shift)))


def paired(form: Affine, pairing: Pairing) -> Affine | None:
    """The form over c instead of t, with t = (scale*c + offset)/divisor."""
    if form.slope % pairing.divisor:
        return None
    factor = form.slope // pairing.divisor
    offset = Affine(pairing.offset, pairing.constant).times(factor)
    return Affine((("#", factor * pairing.scale),)).plus(offset).plus(form.rest)
