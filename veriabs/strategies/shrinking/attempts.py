"""List the attempts to prove one assertion by shrinking, the most promising first.

An attempt fixes three choices:

- a group of loops that are treated as one, such as a loop that writes a[i] and the later one that checks a[i];
- the clauses of the assertion that each iteration is responsible for, such as a[i] >= 0 for iteration i;
- whether products of two unknown numbers are exact or any number, which is easier for CBMC.

The result is the C programs that CBMC has to decide for the attempt (see `Attempt`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.loop_model import FusedMember, Lemma, LoopModel, Quantifier
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Approximation, Outcome
from veriabs.invariants.bounds import Invariants
from veriabs.loops.accelerate import closed_form_text
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import groups
from veriabs.strategies.shrinking.cascade import preceding_task
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
    scalars, texts = shape.model.program.scalars, list[str]()

    def spelled(name: str) -> str:
        return scalars[name].source if name in scalars else name

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
