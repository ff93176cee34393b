"""Continue with the loops before a shrunk group (docs/theory.md 2.8), with the group's residual program as their
property.

A k-shrinkable group is replaced by its residual program: k of its iterations as straight-line code, with the iteration
numbers as inputs. The rest is a task with fewer loops. Only reports of shrink factors use it; it proves no assertion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, integer, negate, plus, statements
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import LoopFacts, LoopModel, Property, Quantifier
from veriabs.core.program import Initial, Scalar
from veriabs.core.statements import Assign, Halt, Havoc, If, Stmt
from veriabs.core.types import LLONG, ULLONG, CType
from veriabs.encode.spell import trips_of
from veriabs.loops.accelerate import counters_at, normalised
from veriabs.loops.rotate import fresh_copy
from veriabs.strategies.shrinking.columns import numerator_of
from veriabs.strategies.shrinking.shape import FusionPlan

Code = tuple[Stmt, ...]


def preceding_task(shape: FusionPlan, k: int) -> LoopModel | None:
    """The task of the loops before a k-shrinkable group; None if there are none, or if iterations can end early."""
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
