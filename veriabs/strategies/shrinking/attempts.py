"""List the attempts to prove one assertion by shrinking, the most promising first.

An attempt fixes three choices:

- a group of loops that are treated as one, such as a loop that writes a[i] and the later one that checks a[i];
- the clauses of the assertion that each iteration is responsible for, such as a[i] >= 0 for iteration i;
- whether products of two unknown numbers are exact or any number, which is easier for CBMC.

The result is the C programs that CBMC has to decide for the attempt (see `Attempt`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, integer, negate, plus, statements
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import FusedMember, Lemma, LoopFacts, LoopModel, Property, Quantifier
from veriabs.core.program import Initial, Scalar
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.statements import Assign, Halt, Havoc, If, Stmt
from veriabs.core.types import LLONG, ULLONG, CType
from veriabs.encode.spell import trips_of
from veriabs.invariants.bounds import Invariants
from veriabs.loops.accelerate import closed_form_text, counters_at, normalised
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import groups
from veriabs.loops.rotate import fresh_copy
from veriabs.strategies.shrinking.columns import numerator_of
from veriabs.strategies.shrinking.conditions import side_conditions, unproved_pairs
from veriabs.strategies.shrinking.fragments import fragments, has_unknown_products, sequence, traced
from veriabs.strategies.shrinking.pairing import pairings
from veriabs.strategies.shrinking.shape import FusionPlan, cell_arrays


class Attempt(Struct, frozen=True):
    """One attempt to prove a task: for some k, the conditions, the residual program and the harness all have to pass.

    - `lines`: the loops that shrink as one. `clauses`: the property in words. `accelerable`: closed forms, for reports.
    - `conditions`: the queries of the side conditions, which do not depend on k.
    - `residual`, `harness`: make these queries for a k. `reach`: makes the query whether k iterations exist at all.
    - `preceding_task`: makes the task of the loops before the group.
    """

    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    conditions: tuple[Query, ...]
    residual: Callable[[int], Query]
    harness: Callable[[int], Query]
    reach: Callable[[int], Query]
    preceding_task: Callable[[int], LoopModel | None]


def attempts(
    model: LoopModel, invariants: Invariants | None = None, lemmas: tuple[Lemma, ...] = ()
) -> Iterator[Attempt | Reason]:
    """The attempts for one assertion, or reasons; `invariants` and `lemmas` are proved."""
    for group in groups(model):
        if isinstance(group, Reason):
            yield group
            continue
        for shifted, paired in pairings(model, group):
            forms = cell_arrays(model, shifted, paired, lemmas)
            shape = FusionPlan(model, shifted, paired, frozenset(forms), invariants or {}, lemmas)
            yield from _variants(shape, forms)
            if forms and any(m.facts.trips is None for m in shifted.members):
                yield from _variants(replace(shape, cells=frozenset()), {})


def _variants(shape: FusionPlan, forms: Mapping[str, Affine]) -> Iterator[Attempt]:
    if has_unknown_products(shape):
        yield attempt(replace(shape, uninterpreted=True), forms)
    yield attempt(shape, forms)


def attempt(shape: FusionPlan, forms: Mapping[str, Affine]) -> Attempt:
    """The programs for one fusion plan."""
    conditions = [side_conditions(shape, forms)]
    conditions += [commutation(shape, first, second) for first, second in unproved_pairs(shape)]
    return Attempt(
        lines=tuple(m.facts.loop.where.line for m in shape.group.members),
        clauses=_clauses(shape),
        accelerable=_closed_forms(shape),
        conditions=tuple(condition for condition in conditions if condition.asked),
        residual=partial(_program, shape, "residual"),
        harness=partial(_program, shape, "harness"),
        reach=partial(_program, shape, "reach"),
        preceding_task=partial(preceding_task, shape),
    )


def _program(shape: FusionPlan, mode: str, k: int) -> Query:
    asked = {
        "harness": f"the loop is {k}-shrinkable",
        "residual": f"every residual loop of {k} iteration{'s' if k > 1 else ''} satisfies its residual property",
        "reach": f"a sequence of {k} iteration{'s' if k > 1 else ''} exists",
    }[mode]
    return Query(
        purpose=f"{mode} k={k}",
        template="shrinking/program",
        context={**fragments(shape), "k": k, "mode": mode, "asked": asked},
        asked=(asked,),
        unwind=k + 3,
        needed=Outcome.FAILURE if mode == "reach" else Outcome.SUCCESS,
        claim=Approximation.OVER if mode == "residual" else None,
        arrays=any(a.name not in shape.cells and a.name in shape.changed for a in shape.arrays),
        k=k,
        traced={"residual": traced, "harness": sequence, "reach": sequence}[mode](shape, k),
    )


def _clauses(shape: FusionPlan) -> str:
    goal = shape.model.goal
    match goal.quantifier:
        case Quantifier.SINGLE:
            return f"the assertion at line {goal.assertion.where.line}"
        case Quantifier.FORALL | Quantifier.EXISTS:
            assert goal.facts is not None
            return f"{goal.quantifier.value} over the loop at line {goal.facts.loop.where.line}"


def _closed_forms(shape: FusionPlan) -> tuple[str, ...]:
    """`i = i0 + (j-1)`: the closed form of each accelerable variable in the user's names, without repetition."""
    spelled, texts = shape.model.program.shown, list[str]()

    for facts in (member.facts for member in shape.group.members):
        if facts.nest is None:
            texts += [closed_form_text(one, spelled) for one in facts.accelerable]
        else:
            lines = f"{facts.nest.outer.loop.where.line} and {facts.nest.inner.loop.where.line}"
            texts.append(f"iterations of lines {lines} in order")
    return tuple(dict.fromkeys(texts))


def commutation(shape: FusionPlan, first: FusedMember, second: FusedMember) -> Query:
    """The query whether body1(c1) and body2(c2) with c1 > c2 commute from every state (docs/theory.md 2.8).

    Fusion needs it if its syntactic test fails (a shared scalar, an index that is data). Both orders run from one
    arbitrary state; the outcome, the scalars and every array at one arbitrary index have to agree.
    """
    one, two = first.facts.loop.where.line, second.facts.loop.where.line
    asked = f"iterations at lines {one} and {two} commute"
    parts = fragments(shape)
    by_number = {m.number: m for m in parts["members"]}  # type: ignore[attr-defined]
    pair = {"first": by_number[first.facts.number], "second": by_number[second.facts.number]}
    context = {**parts, **pair, "k": 1, "asked": asked}
    return Query(f"fusion {one}+{two}", "shrinking/commutation", context, (asked,), unwind=4, arrays=True)


Code = tuple[Stmt, ...]


def preceding_task(shape: FusionPlan, k: int) -> LoopModel | None:
    """The task of the loops before a k-shrinkable group (docs/theory.md 2.8); None if there are none, or if iterations
    can end early.

    The group is replaced by its residual program: k of its iterations as straight-line code, with the iteration numbers
    as inputs. Only reports of shrink factors use the task; it proves no assertion.
    """
    before, property_facts = shape.group.before, shape.facts
    loops = [member.facts for member in shape.group.members] + ([property_facts] if property_facts else [])
    is_simple = shape.group.rate == 1 and len(shape.pairings) == 1
    if not any(isinstance(segment, LoopFacts) for segment in before) or not is_simple:
        return None
    if shape.model.goal.quantifier is Quantifier.EXISTS or any(not f.exact or continues(f.loop.body) for f in loops):
        return None
    return _Residual(shape, k).task()


@dataclass
class _Residual:
    """The residual program of a group as straight-line code; `added` are its new scalars."""

    shape: FusionPlan
    k: int
    added: dict[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = self.shape.model.segments
        loops = [part.loop for part in parts if isinstance(part, LoopFacts)]
        code = [stmt for part in parts if not isinstance(part, LoopFacts) for stmt in part]
        found = (stmt.site for stmt in statements((*loops, *code)) if isinstance(stmt, Havoc))
        self.sites = [1 + max(found, default=0)]
        self.where = self.shape.model.assertion.where

    def task(self) -> LoopModel:
        model, group = self.shape.model, self.shape.group
        chosen = [self._scalar(f"T_{group.members[0].facts.number}_{slot}", ULLONG) for slot in range(self.k)]
        draws = tuple(Havoc(column, self._site(), None, self.where) for column in chosen)
        first, *others = group.before
        assert not isinstance(first, LoopFacts)
        segments = ((*draws, *first), *others, self._code(chosen))
        scalars = {**model.scalars, **self.added}
        goal = Property(Quantifier.SINGLE, model.assertion)
        return replace(model, segments=segments, scalars=scalars, goal=goal)

    def _site(self) -> int:
        self.sites[0] += 1
        return self.sites[0] - 1

    def _scalar(self, name: str, ctype: CType) -> Var:
        self.added[name] = Scalar(name, ctype, Initial.ZERO, name, self.where)
        return Var(name, ctype)

    def _code(self, chosen: list[Var]) -> Code:
        group, facts = self.shape.group, self.shape.facts
        code: list[Stmt] = []
        for member, between in zip(group.members, group.between, strict=True):
            code += (*between, *self._snapshots(member.facts))
        ascending = [Binary("<", integer(0), chosen[0]), *(Binary("<", a, b) for a, b in pairwise(chosen))]
        code.append(If(negate(conjunction(ascending)), (Halt(self.where),), (), self.where))
        for column in chosen:
            for member in group.members:
                number: Expr = plus(column, -member.shift)
                is_one = conjunction((Binary(">", column, integer(member.shift)), _within_trips(number, member.facts)))
                code += self._iteration(member.facts, is_one, number)
        for member in group.members:
            code += counters_at(member.facts, plus(trips_of(member.facts), 1))
        code += group.after
        if facts is not None:
            code += self._snapshots(facts)
            for column in chosen:
                code += self._clause(facts, column)
        return tuple(code)

    def _snapshots(self, facts: LoopFacts) -> Iterator[Stmt]:
        """The snapshots before a loop."""
        assert facts.trips is not None
        where = facts.loop.where
        for a in facts.accelerable:
            yield Assign(self._scalar(a.start.name, a.start.type), a.variable, where)
        yield Assign(self._scalar(trips_of(facts).name, ULLONG), facts.trips, where)

    def _iteration(self, facts: LoopFacts, test: Expr, number: Expr) -> Code:
        body, update = normalised(facts)
        inside = fresh_copy((*body, *update), self.sites)
        return (If(test, (*counters_at(facts, number), *inside), (), facts.loop.where),)

    def _clause(self, facts: LoopFacts, column: Var) -> Code:
        """The clause of a column: iteration (scale*c + offset)/divisor of the property loop, if that is an integer."""
        (pairing,) = self.shape.pairings
        divisor = integer(pairing.divisor, LLONG)
        numerator = numerator_of(pairing, column)
        number = Cast(ULLONG, Binary("/", numerator, divisor))
        whole = Binary("==", Binary("%", numerator, divisor), integer(0))
        positive = Binary(">=", numerator, divisor)
        guard = () if self.shape.model.goal.guard is None else (self.shape.model.goal.guard,)
        return self._iteration(facts, conjunction((*guard, whole, positive, _within_trips(number, facts))), number)


def _within_trips(number: Expr, facts: LoopFacts) -> Expr:
    return Binary("<=", number, trips_of(facts))
